//! Short and long rests (SRD 5.1, Resting).

use super::{
    Change, Refusal, RefusalReason, State,
    character::{Ability, Character, Condition, DeathSaves},
    class::{self, SpellcastingRules},
    clock::Clock,
    combat::{
        activated_features,
        fighter::{FighterId, FighterRef},
    },
    condition_kind::ConditionKind,
    conditions::max_hp_at,
    dice::{DiceCup, RollKind, RollPurpose},
    edition::Edition,
    feature::FeatureId,
    hit_points,
    house_rules::LongRest,
    inventory::HEALERS_KIT,
    tending,
};

/// How long a short rest is, in minutes.
pub const SHORT_MINUTES: u32 = 60;
/// How long a long rest is, in minutes.
pub const LONG_MINUTES: u32 = 8 * 60;

/// Minimum time between the beginnings of two long rests, in minutes (SRD 5.1, Long Rest).
const BETWEEN_LONG_MINUTES: u32 = 24 * 60;

/// Why no hit dice are spent at night.
pub const NO_DICE_BY_NIGHT: &str = "Hit dice are spent in a short rest; a long one gives them back.";

/// A hero's short rest with this number of spent hit dice: each restores its roll plus the Constitution modifier, at least 0
/// (SRD 5.1, Short Rest). Features with this recovery are restored, and a warlock's slots (SRD 5.1, Pact Magic). Time is added
/// by [`passed`].
///
/// # Errors
/// There is a fight, the hero is dead, someone is dying, or too few hit dice are left; the text says how many. SRD 5.2 (Short
/// Rest) also requires at least 1 hit point.
pub fn short(state: &State, hero: &Character, hit_dice: u8) -> Result<Vec<Change>, Refusal> {
    can_rest(state, hero)?;
    if state.rules_edition == Edition::Y2024 {
        has_a_hit_point(hero, "short")?;
    }
    let left = hero.hit_dice.total.saturating_sub(hero.hit_dice.used);
    if hit_dice > left {
        return Err(Refusal::new(format!("{} has {left} hit dice left to spend.", hero.name)));
    }
    let id = &hero.id;
    let mut changes = Vec::new();
    if hit_dice > 0 {
        let con = hero.abilities.modifier(Ability::Con);
        let each = if con == 0 { String::new() } else { format!("{con:+}") };
        let mut cup = DiceCup { seed: state.dice.seed.clone(), next_index: state.dice.next_index };
        let mut healed = 0;
        for _ in 0..hit_dice {
            let purpose = RollPurpose::of(RollKind::HitDie).by(hero.name.as_str());
            let dice = format!("1d{}{each}", hero.hit_dice.sides);
            let roll = cup.throw_for(&dice, &purpose, state.language.as_ref())?;
            cup.next_index = cup.next_index.saturating_add(1);
            healed += roll.total.max(0);
            changes.push(Change::DiceRolled { roll });
        }
        let used = hero.hit_dice.used.saturating_add(hit_dice);
        changes.push(Change::HitDiceUsed { character_id: id.clone(), used });
        changes.extend(regained(hero, healed));
    }
    if class::find(&hero.class).and_then(|class| class.casting.as_ref()).is_some_and(SpellcastingRules::is_pact) {
        changes.extend(fresh_slots(hero));
    }
    let inspired = hero.has_feature(FeatureId::FontOfInspiration);
    let by_short = |name: &str| {
        activated_features::ALL.iter().any(|it| it.pool.name() == name && it.short_rest)
            || (inspired && name == FeatureId::BardicInspiration.name())
    };
    changes.extend(fresh_uses(hero, by_short));
    changes.extend(state.rested(&FighterId::Hero(id.clone())));
    Ok(changes)
}

/// A hero's long rest: all hit points and slots, half of the hit dice and at least one (SRD 5.1, Long Rest) or all of them (SRD
/// 5.2, Long Rest), all features, and one level of exhaustion less. A hero at 0 hit points gains nothing. Time is added by
/// [`passed`].
///
/// # Errors
/// There is a fight, the hero is dead or down, someone is dying, or the last long rest is less than a day ago.
pub fn long(state: &State, hero: &Character) -> Result<Vec<Change>, Refusal> {
    can_rest(state, hero)?;
    has_a_hit_point(hero, "long")?;
    if let Some(again) = next_long(state, hero) {
        return Err(Refusal::new(format!(
            "{} has had a long rest already: one counts in 24 hours, the next from {again} on. A short rest is possible.",
            hero.name
        )));
    }
    let id = &hero.id;
    let mut changes = vec![Change::LongRestTaken { character_id: id.clone(), ended: state.clock.after(LONG_MINUTES) }];
    if hero.sunk_hp > 0 {
        changes.push(Change::MaxHpRestored { character_id: id.clone() });
    }
    let most = hero.max_hp.saturating_add(hero.sunk_hp);
    // The night also removes a level of exhaustion, which then no longer halves the hit points.
    let most = max_hp_at(FighterRef::Hero(hero).exhaustion().saturating_sub(1), most);
    let heals = state.house_rules.long_rest == LongRest::Full;
    let (delta, temp_delta) = (if heals { most - hero.current_hp } else { 0 }, -hero.temp_hp);
    if delta != 0 || temp_delta != 0 {
        changes.push(Change::HpChanged { character_id: id.clone(), delta, temp_delta });
    }
    if hero.hit_dice.used > 0 {
        let back = match state.rules_edition {
            Edition::Y2014 => (hero.hit_dice.total / 2).max(1),
            Edition::Y2024 => hero.hit_dice.total,
        };
        let used = hero.hit_dice.used.saturating_sub(back);
        changes.push(Change::HitDiceUsed { character_id: id.clone(), used });
    }
    changes.extend(fresh_slots(hero));
    changes.extend(fresh_uses(hero, |_| true));
    if hero.death_saves != DeathSaves::default() || hero.stable {
        let saves = DeathSaves::default();
        changes.push(Change::DeathSavesChanged { character_id: id.clone(), saves, stable: false });
    }
    changes.extend(less_exhausted(hero));
    changes.extend(state.rested(&FighterId::Hero(id.clone())));
    Ok(changes)
}

/// When a hero's next long rest counts; none if it counts now.
pub fn next_long(state: &State, hero: &Character) -> Option<Clock> {
    let again = hero.rested?.after(BETWEEN_LONG_MINUTES - LONG_MINUTES);
    (state.clock.minutes() < again.minutes()).then_some(again)
}

/// The changes for the time of a rest, in which companions rest, too. A long rest restores all their hit points.
pub fn passed(state: &State, minutes: u32) -> Vec<Change> {
    let mut changes = Vec::new();
    for one in &state.creatures {
        if minutes >= LONG_MINUTES && one.companion && one.hp > 0 {
            let npc_id = || one.id.clone();
            let delta = FighterRef::Creature(one).max_hp() - one.hp;
            let heals = state.house_rules.long_rest == LongRest::Full;
            changes.extend((delta > 0 && heals).then(|| Change::CreatureHpChanged { npc_id: npc_id(), delta }));
            let lent = one.temp_hp;
            changes.extend((lent > 0).then(|| Change::CreatureTempHpChanged { npc_id: npc_id(), delta: -lent }));
        }
        changes.extend(state.rested(&FighterId::Creature(one.id.clone())));
    }
    changes.push(Change::TimePassed { minutes, now: state.clock.after(minutes) });
    changes
}

fn can_rest(state: &State, hero: &Character) -> Result<(), Refusal> {
    if state.encounter.is_some() {
        return Err(Refusal::new("Nobody rests while there is a fight."));
    }
    FighterRef::Hero(hero).living()?;
    nobody_is_dying(state)
}

fn has_a_hit_point(hero: &Character, rest: &str) -> Result<(), Refusal> {
    match hero.current_hp {
        ..=0 => Err(Refusal::new(format!("{} lies at 0 hit points, and a {rest} rest needs at least one.", hero.name))),
        _ => Ok(()),
    }
}

/// Refuses what takes minutes, or leads to another place, while a hero or a companion is dying: death saving throws decide within a
/// minute (SRD 5.1, Death Saving Throws).
///
/// # Errors
/// Someone is dying.
pub fn nobody_is_dying(state: &State) -> Result<(), Refusal> {
    match tending::dying(state).next() {
        Some(one) => {
            let words = format!(
                "{} is dying at 0 hit points, and minutes would decide it: first comes help in seconds (a healing spell, a potion, \
                 a healer's kit, a check of Medicine), or death saving throws to their end.",
                one.name()
            );
            Err(Refusal::because(RefusalReason::Dying { who: one.name().to_owned() }, words))
        }
        None => Ok(()),
    }
}

/// Regains hit points, which wakes a hero at 0. No changes if none are regained.
pub(super) fn regained(hero: &Character, healed: i32) -> Vec<Change> {
    match healed.min(hit_points::most(hero) - hero.current_hp) {
        delta if delta > 0 => hit_points::change(hero, delta).0,
        _ => Vec::new(),
    }
}

fn fresh_slots(hero: &Character) -> Vec<Change> {
    let slots = hero.spellcasting.iter().flat_map(|casting| &casting.slots).filter(|(_, slots)| slots.used > 0);
    slots.map(|(level, _)| Change::SpellSlotsUsed { character_id: hero.id.clone(), level: *level, used: 0 }).collect()
}

fn fresh_uses(hero: &Character, which: impl Fn(&str) -> bool) -> Vec<Change> {
    let who = FighterId::Hero(hero.id.clone());
    // Rest refills no healer's kit.
    let due = hero.spent.keys().filter(|name| *name != HEALERS_KIT && which(name));
    due.map(|name| Change::UsesSpent { who: who.clone(), name: name.clone(), spent: 0 }).collect()
}

fn less_exhausted(hero: &Character) -> Vec<Change> {
    let Some(tired) = hero.conditions.iter().find(|condition| condition.is(ConditionKind::Exhaustion)) else {
        return Vec::new();
    };
    let id = &hero.id;
    let mut changes = vec![Change::ConditionRemoved { character_id: id.clone(), name: tired.name.clone() }];
    let level = tired.level.unwrap_or(1).saturating_sub(1);
    if level > 0 {
        let condition = Condition { level: Some(level), ..tired.clone() };
        changes.push(Change::ConditionAdded { character_id: id.clone(), condition });
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, hero::tests::hero, story::Story};

    /// A hero with 1 hit point who has spent everything.
    fn spent(class: &str, level: u8) -> Game {
        let mut hero = hero(class, level);
        (hero.current_hp, hero.hit_dice.used) = (1, level);
        if let Some(casting) = &mut hero.spellcasting {
            casting.slots.values_mut().for_each(|slots| slots.used = slots.max);
        }
        for name in ["Rage", "Second Wind", "Ki", "Relentless Endurance"] {
            hero.spent.insert(name.to_owned(), 1);
        }
        hero.conditions.push(Condition { level: Some(2), ..Condition::new("exhaustion") });
        Game::new(State::start(Story::default(), vec![hero], [7; 32]))
    }

    fn after(game: &Game, changes: Vec<Change>) -> Character {
        let mut game = game.clone();
        game.apply_all(&changes).unwrap();
        game.characters[0].clone()
    }

    // srd: rule/resting--long-rest rule/resting condition/exhaustion
    #[test]
    fn a_night_gives_back_all_hit_points_and_slots_and_half_of_the_hit_dice() {
        let game = spent("wizard", 5);
        let hero = after(&game, long(&game, &game.characters[0]).unwrap());
        assert_eq!((hero.current_hp, hero.hit_dice.used), (hero.max_hp, 3));
        assert!(hero.spellcasting.unwrap().slots.values().all(|slots| slots.used == 0));
        assert!(hero.spent.is_empty());
        assert_eq!(hero.conditions[0].level, Some(1));
        let again = |hours: u32| {
            let mut game = spent("wizard", 5);
            let clock = game.clock;
            let rest = long(&game, &game.characters[0]).unwrap();
            game.apply_all(&rest).unwrap();
            game.apply(&Change::TimePassed { minutes: 0, now: clock.after(hours * 60) }).unwrap();
            long(&game, &game.characters[0])
        };
        assert!(again(23).unwrap_err().to_string().contains("24 hours"));
        assert!(again(24).is_ok());
        let down = Character { current_hp: 0, ..game.characters[0].clone() };
        assert!(long(&game, &down).is_err());
    }

    // srd: rule/resting--short-rest
    #[test]
    fn an_hour_heals_by_hit_dice_and_gives_back_what_asks_for_no_more() {
        let mut game = spent("fighter", 5);
        assert!(short(&game, &game.characters[0], 1).unwrap_err().to_string().contains("0 hit dice"));
        game.apply(&Change::HitDiceUsed { character_id: "ada".into(), used: 2 }).unwrap();
        let changes = short(&game, &game.characters[0], 3).unwrap();
        let rolls: Vec<i32> = changes
            .iter()
            .filter_map(|it| if let Change::DiceRolled { roll } = it { Some(roll.total) } else { None })
            .collect();
        let hero = after(&game, changes);
        assert_eq!(rolls.len(), 3);
        assert_eq!(hero.current_hp, (1 + rolls.iter().sum::<i32>()).min(hero.max_hp));
        assert_eq!(hero.hit_dice.used, 5);
        assert_eq!(hero.spent.keys().collect::<Vec<_>>(), ["Rage", "Relentless Endurance"]);
    }

    // srd: rule/resting--short-rest
    #[test]
    fn a_short_rest_needs_a_hit_point_by_the_rules_of_2024() {
        for (edition, rests) in [(Edition::Y2014, true), (Edition::Y2024, false)] {
            let hero = Character { current_hp: 0, stable: true, ..hero("fighter", 3) };
            let state = State { rules_edition: edition, ..State::start(Story::default(), vec![hero.clone()], [7; 32]) };
            assert_eq!(short(&state, &hero, 1).is_ok(), rests, "{edition:?}");
        }
    }

    #[test]
    fn a_night_gives_back_all_hit_dice_by_the_rules_of_2024() {
        for (edition, used) in [(Edition::Y2014, 3), (Edition::Y2024, 0)] {
            let mut game = spent("wizard", 5);
            assert_eq!(game.characters[0].hit_dice.used, 5);
            let state = State { rules_edition: edition, ..State::clone(&game) };
            let rest = long(&state, &state.characters[0]).unwrap();
            game.apply_all(&rest).unwrap();
            assert_eq!(game.characters[0].hit_dice.used, used, "{edition:?}");
        }
    }

    #[test]
    fn a_warlocks_slots_come_back_in_an_hour_and_a_wizards_do_not() {
        let used = |class| {
            let game = spent(class, 3);
            let hero = after(&game, short(&game, &game.characters[0], 0).unwrap());
            hero.spellcasting.unwrap().slots.values().map(|slots| slots.used).sum::<u8>()
        };
        assert_eq!((used("warlock"), used("wizard")), (0, 6));
    }
}
