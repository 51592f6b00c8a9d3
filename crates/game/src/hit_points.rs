//! A hero's hit points: damage, healing, temporary ones.

use super::{
    Change, Refusal, State,
    character::{Ability, Character, DeathSaves},
    class,
    clock::Clock,
    combat::fighter::FighterRef,
    creature::{self, Creature},
    dice::{DiceCup, RollKind, RollPurpose},
    feature::FeatureId,
    race, rest,
};

/// Changes a living hero's hit points by `delta`, and says whether the result was limited to 0 or the maximum; no changes for
/// the dead. Damage reduces temporary hit points first; healing never restores those (SRD 5.1, Temporary Hit Points). Regaining
/// hit points ends death saving throws (SRD 5.1, Death Saving Throws). Consequences of damage, such as falling, are in
/// [`change_hit_points`](super::command::change_hit_points).
pub fn change(hero: &Character, delta: i32) -> (Vec<Change>, bool) {
    if hero.dead {
        return (Vec::new(), delta != 0);
    }
    let borne = hero.temp_hp.min(delta.saturating_neg()).max(0);
    let rest = delta.saturating_add(borne);
    let real = hero.current_hp.saturating_add(rest).clamp(0, most(hero)) - hero.current_hp;
    let mut changes = vec![Change::HpChanged { character_id: hero.id.clone(), delta: real, temp_delta: -borne }];
    if real > 0 && (hero.stable || hero.death_saves != DeathSaves::default()) {
        let (character_id, saves) = (hero.id.clone(), DeathSaves::default());
        changes.push(Change::DeathSavesChanged { character_id, saves, stable: false });
    }
    (changes, real != rest)
}

/// Hours until a stable hero regains a hit point (SRD 5.1, Stabilizing a Creature).
const HOURS_TO_WAKE: &str = "1d4";

/// Changes for time that passed while creatures lay stable at 0 hit points: the first passage of time rolls the hours until they
/// wake; after those they have 1 hit point (SRD 5.1, Stabilizing a Creature). A creature knocked out at 1 hit point wakes after
/// the time of a short rest (SRD 5.2, Knocking Out a Creature). Bodies elsewhere wake like those in the scene.
///
/// # Errors
/// The die can't be thrown.
pub fn woken(before: &State, state: &State) -> Result<Vec<Change>, Refusal> {
    let (since, now): (Clock, u64) = (before.clock, state.clock.minutes());
    let mut cup = DiceCup { seed: state.dice.seed.clone(), next_index: state.dice.next_index };
    let mut changes = Vec::new();
    let lies_stable = |one: FighterRef| one.is_stable() && one.is_down() && !one.is_dead();
    let then = |one: &FighterRef| bodies(before).find(|it| it.id() == one.id());
    let lay_stable = |one: &FighterRef| then(one).is_some_and(lies_stable);
    let all = bodies(state);
    let all = all.filter(|one| lies_stable(*one)).filter(lay_stable);
    for one in all.filter(|_| now > since.minutes()) {
        let wakes_at = match one.death_saves().wakes_at {
            Some(at) => at,
            None => {
                let purpose = RollPurpose::of(RollKind::HoursToWake).by(one.name());
                let roll = cup.throw_for(HOURS_TO_WAKE, &purpose, state.language.as_ref())?;
                cup.next_index = cup.next_index.saturating_add(1);
                let hours = u32::try_from(roll.total).unwrap_or(1);
                changes.push(Change::DiceRolled { roll });
                since.after(hours * 60)
            }
        };
        if wakes_at.minutes() <= now {
            match one {
                FighterRef::Hero(hero) => changes.extend(change(hero, 1).0),
                FighterRef::Creature(one) => changes.extend(creature::hurt_or_heal(one, 1)?.0),
            }
        } else if one.death_saves().wakes_at.is_none() {
            let saves = DeathSaves { wakes_at: Some(wakes_at), ..one.death_saves() };
            changes.push(one.death_saves_changed(saves, true));
        }
    }
    // Of conditions that were recorded without their time it is known only that they were there before.
    let lay_before = |one: &Creature| then(&FighterRef::Creature(one)).filter(|it| it.is_knocked_out()).map(|_| since);
    let has_rested = |one: &Creature| {
        // The minute in which it fell is not a whole one.
        let fell = creature::unconscious(one).and_then(|it| it.since).map(|since| since.after(1));
        let fell = fell.or_else(|| lay_before(one));
        fell.is_some_and(|fell| now >= fell.minutes() + u64::from(rest::SHORT_MINUTES))
    };
    let creatures = bodies(state).filter_map(|one| if let FighterRef::Creature(one) = one { Some(one) } else { None });
    let rested = creatures.filter(|one| one.hp > 0 && has_rested(one));
    changes.extend(rested.filter_map(creature::wakes));
    Ok(changes)
}

/// Heroes, and creatures in the scene and left behind elsewhere.
fn bodies(state: &State) -> impl Iterator<Item = FighterRef<'_>> {
    let left = state.left_behind.iter().map(|left| &left.creature);
    state.characters.iter().map(FighterRef::Hero).chain(state.creatures.iter().chain(left).map(FighterRef::Creature))
}

/// The most hit points a hero can have right now.
pub(super) fn most(hero: &Character) -> i32 {
    FighterRef::Hero(hero).max_hp()
}

/// The change that gives a hero temporary hit points. They don't add up: the larger number stays, and nothing happens if that is
/// the current one (SRD 5.1, Temporary Hit Points).
pub fn lend(hero: &Character, amount: i32) -> Option<Change> {
    let more = amount.checked_sub(hero.temp_hp).filter(|more| *more > 0)?;
    Some(Change::HpChanged { character_id: hero.id.clone(), delta: 0, temp_delta: more })
}

/// A hero's most hit points by rule: the whole hit die at level 1, its average rounded up at each later one, the
/// modifier of constitution at every level, at least 1 for each (SRD 5.1, Hit Points and Hit Dice; Dwarven Toughness and
/// Draconic Resilience add one a level).
pub fn maximum(hero: &Character) -> i32 {
    let con = hero.abilities.modifier(Ability::Con);
    let die = i32::from(class::of(hero).hit_die);
    let tough = race::find(&hero.race).map_or(0, |race| race.hp_per_level)
        + i32::from(hero.has_feature(FeatureId::DraconicResilience));
    let later = (die / 2 + 1 + con).max(1) + tough;
    (die + con).max(1) + tough + later * (i32::from(hero.level) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Game,
        character::Condition,
        creature::Disposition,
        hero::tests::{hero, table},
        place::LeftBehind,
    };

    /// A hero with 20 of 30 hit points and this number of temporary ones.
    fn hurt(temp_hp: i32) -> Character {
        Character { current_hp: 20, max_hp: 30, temp_hp, ..hero("fighter", 3) }
    }

    fn changed(hero: &Character, by: i32) -> (i32, i32, bool) {
        let (changes, clamped) = change(hero, by);
        match changes.as_slice() {
            [Change::HpChanged { delta, temp_delta, .. }] => (*delta, *temp_delta, clamped),
            other => panic!("{other:?}"),
        }
    }

    // srd: rule/damage-and-healing--hit-points rule/damage-and-healing--healing
    #[test]
    fn hit_points_are_held_between_nothing_and_the_maximum() {
        assert_eq!(changed(&hurt(0), -7), (-7, 0, false));
        assert_eq!(changed(&hurt(0), -20), (-20, 0, false));
        assert_eq!(changed(&hurt(0), -100), (-20, 0, true));
        assert_eq!(changed(&hurt(0), 100), (10, 0, true));
        assert_eq!(changed(&hurt(0), 10), (10, 0, false));
        assert_eq!(changed(&hurt(3), i32::MIN), (-20, -3, true));
        assert_eq!(changed(&hurt(3), i32::MAX), (10, 0, true));
    }

    // srd: rule/damage-and-healing--temporary-hit-points
    #[test]
    fn damage_takes_temporary_hit_points_first() {
        assert_eq!(changed(&hurt(5), -3), (0, -3, false));
        assert_eq!(changed(&hurt(5), -8), (-3, -5, false));
        assert_eq!(changed(&hurt(5), 4), (4, 0, false), "healing leaves them alone");
    }

    // srd: rule/damage-and-healing--death-saving-throws
    #[test]
    fn who_regains_hit_points_throws_for_life_no_more() {
        let dying = Character {
            current_hp: 0,
            death_saves: DeathSaves { successes: 1, failures: 2, wakes_at: None },
            ..hurt(0)
        };
        let afresh = |changes: &[Change]| matches!(changes, [_, Change::DeathSavesChanged { saves, stable: false, .. }] if *saves == DeathSaves::default());
        assert!(afresh(&change(&dying, 1).0));
        assert_eq!(change(&dying, -1).0.len(), 1);
        assert!(afresh(&change(&Character { current_hp: 0, stable: true, ..hurt(0) }, 1).0));
    }

    #[test]
    fn who_is_knocked_out_wakes_after_an_hour_in_parts_and_elsewhere() {
        let start = State::clone(&table());
        let fallen = |hp: i32| {
            let unconscious = Condition { since: Some(start.clock), ..Condition::new("unconscious") };
            let successes = DeathSaves::NEEDED;
            Creature {
                hp,
                conditions: vec![unconscious],
                death_saves: (hp == 0).then(|| DeathSaves { successes, ..DeathSaves::default() }),
                ..creature::plain(&start, "Rook".to_owned(), "bandit", Disposition::Hostile, &[])
            }
        };
        for (hp, is_here, steps) in
            [(1, true, [30, 31]), (1, false, [30, 31]), (0, true, [59, 181]), (0, false, [59, 181])]
        {
            let mut state = start.clone();
            match is_here {
                true => state.creatures.push(fallen(hp)),
                false => state.left_behind.push(LeftBehind { place: "mill".into(), creature: fallen(hp) }),
            }
            for (nth, minutes) in steps.into_iter().enumerate() {
                let before = state.clone();
                state.clock = state.clock.after(minutes);
                let changes = woken(&before, &state).unwrap();
                let mut game = Game::new(state);
                game.apply_all(&changes).unwrap();
                state = State::clone(&game);
                let one = state.creatures.iter().chain(state.left_behind.iter().map(|left| &left.creature)).next();
                let one = one.unwrap();
                let is_up = (one.hp, one.conditions.is_empty()) == (1, true);
                assert_eq!(is_up, nth == 1, "{hp} {is_here} {minutes}: {one:?}");
            }
        }
    }

    // srd: rule/damage-and-healing--temporary-hit-points
    #[test]
    fn temporary_hit_points_do_not_add_up() {
        assert!(matches!(lend(&hurt(5), 8), Some(Change::HpChanged { delta: 0, temp_delta: 3, .. })));
        assert_eq!(lend(&hurt(5), 5), None);
        assert_eq!(lend(&hurt(0), -1), None);
    }

    // srd: rule/using-each-ability--hit-points section/beyond-1st-level
    #[test]
    fn the_maximum_is_the_whole_die_once_and_its_average_after() {
        let with_con = |con, level| {
            let mut hero = hero("fighter", level);
            hero.abilities.con = con;
            maximum(&hero)
        };
        assert_eq!(with_con(14, 1), 12);
        assert_eq!(with_con(14, 5), 12 + 4 * 8);
        let mut frail = hero("wizard", 20);
        frail.abilities.con = 1;
        assert_eq!(maximum(&frail), 20, "at least one a level");
        let hill_dwarf = Character { race: "hill dwarf".to_owned(), ..hero("fighter", 3) };
        assert_eq!(maximum(&hill_dwarf), maximum(&hero("fighter", 3)) + 3);
        let mut sorcerer = hero("sorcerer", 4);
        let scaly = maximum(&sorcerer);
        sorcerer.features.clear();
        assert_eq!(scaly, maximum(&sorcerer) + 4);
    }
}
