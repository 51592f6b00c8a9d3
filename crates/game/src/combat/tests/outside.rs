//! Tests that rolls in a fight and outside of one follow the same rules.

use super::{super::attack_advantage, *};
use crate::{
    character::Condition,
    combat::{arms, strike::test_outside},
    conditions::{KILLS, can_act},
    d20::{self, D20Test, SavingThrow, advantage::AdvantageCount},
    skill::Skill,
};

/// Every condition of the rules at each level that a living hero can have, and none.
fn conditions() -> Vec<Option<Condition>> {
    let levels = |kind: ConditionKind| 1..=kind.rules().levels.min(KILLS - 1);
    let of = |kind: ConditionKind, level| {
        let level = (kind.rules().levels > 1).then_some(level);
        Some(Condition { level, ..Condition::new(kind.name()) })
    };
    let all = ConditionKind::ALL.into_iter().flat_map(|kind| levels(kind).map(move |level| of(kind, level)));
    [None].into_iter().chain(all).collect()
}

/// Heroes with every trait that affects rolls, each with a condition.
fn heroes() -> Vec<Character> {
    let mut all = Vec::new();
    for (class, race) in [("barbarian", "human"), ("fighter", "dwarf"), ("paladin", "halfling"), ("monk", "gnome")] {
        for condition in conditions() {
            let mut one = hero(class, 7);
            one.race = race.to_owned();
            let traits = ["Dwarven Resilience", "Gnome Cunning", "Brave"].iter().filter(|it| match race {
                "dwarf" => it.starts_with("Dwarven"),
                "gnome" => it.starts_with("Gnome"),
                "halfling" => **it == "Brave",
                _ => false,
            });
            let traits = traits.map(|it| crate::character::Feature { name: (*it).to_owned(), chosen_option: None });
            one.features.extend(traits);
            one.conditions.extend(condition);
            all.push(one);
        }
    }
    all
}

/// A table of this hero without a fight.
fn nowhere(one: &Character) -> Game {
    Game::new(State::start(Story::default(), vec![one.clone()], [3; 32]))
}

fn duel(one: &Character) -> (Ring, FighterId) {
    let ring = Ring::duel(one.clone(), 500, 3);
    let who = ring.id(&format!("{}-1", one.class));
    (ring, who)
}

// srd: rule/ability-checks condition/exhaustion condition/frightened condition/poisoned
#[test]
fn checks_are_thrown_alike() {
    for one in heroes() {
        let (mut ring, who) = duel(&one);
        for skill in [Skill::Athletics, Skill::Stealth, Skill::Perception] {
            ring.step(|bout| d20::check(bout, &who, skill, &RollPurpose::check(skill))).unwrap();
            let outside = D20Test::check(&nowhere(&one), FighterRef::Hero(&one), skill).expression();
            assert_eq!(ring.thrown()[0], outside, "{} {} {:?}", one.class, one.race, one.conditions);
        }
    }
}

// srd: rule/saving-throws
#[test]
fn saving_throws_are_thrown_alike() {
    use ConditionKind::{Charmed, Frightened, Poisoned};
    let perils: [(bool, &[ConditionKind]); 5] =
        [(false, &[]), (false, &[Poisoned]), (false, &[Frightened]), (true, &[Charmed]), (true, &[])];
    for one in heroes() {
        let (mut ring, who) = duel(&one);
        let state = nowhere(&one);
        for (ability, peril) in Ability::ALL.into_iter().flat_map(|it| perils.map(|peril| (it, peril))) {
            let due = SavingThrow { magical: peril.0, against: peril.1, ..SavingThrow::new(ability, 1) };
            ring.step(|bout| d20::save(bout, &who, &due, &d20::SaveReason::against("the case"))).unwrap();
            let outside = D20Test::save(&state, FighterRef::Hero(&one), &due).map(|test| test.expression());
            let said = format!("{} {} {:?} {ability:?} {peril:?}", one.class, one.race, one.conditions);
            assert_eq!(ring.thrown().first().cloned(), outside, "{said}");
        }
    }
}

// srd: rule/making-an-attack weapon-property/heavy weapon-property/monk
#[test]
fn blows_are_thrown_alike() {
    for mut one in heroes() {
        let style = if one.class == "paladin" { "Dueling" } else { "Archery" };
        if let Some(known) = one.features.iter_mut().find(|it| it.name.contains("Fighting Style")) {
            known.chosen_option = Some(style.to_owned());
        }
        one.weapons =
            ["Longsword", "Greatsword", "Quarterstaff"].iter().filter_map(|name| crate::weapons::find(name)).collect();
        one.inventory.retain(|item| item.name != "Shield");
        let weapons: Vec<String> = one.weapons.iter().map(|weapon| weapon.name.clone()).collect();
        for name in weapons {
            let (mut ring, _) = duel(&one);
            let act = FighterAction::Attack {
                target: "goblin".into(),
                with: Some(name.clone()),
                second_hand: false,
                smite: None,
                knock_out: false,
            };
            let acted = ring.act(&format!("{}-1", one.class), act);
            assert_eq!(acted.is_ok(), can_act(&one).is_ok(), "{} {:?}", one.class, one.conditions);
            if acted.is_err() {
                continue;
            }
            let goblin = ring.game.creatures[0].clone();
            let (mut near, arm) = (goblin.clone(), arms::find(&one, Some(&name)).unwrap());
            (near.hp, near.max_hp) = (500, 500);
            let outside = test_outside(&nowhere(&one), &one, Some(&near), arm).expression();
            let said = format!("{} {} {:?} {name}", one.class, one.race, one.conditions);
            assert_eq!(ring.rolls()[0].expression, outside, "{said}");
        }
    }
}

/// A condition does the same to a hero and to a creature.
#[test]
fn heroes_and_creatures_are_swayed_alike() {
    let plain = |hero: &mut Character| {
        hero.features.clear();
        hero.race = "human".to_owned();
    };
    for condition in conditions().into_iter().flatten() {
        let mut one = hero("fighter", 1);
        plain(&mut one);
        let (ring, _) = duel(&one);
        let (mut other, mut goblin) = (one.clone(), ring.game.creatures[0].clone());
        other.conditions.push(condition.clone());
        goblin.conditions.push(condition.clone());
        let bearers = [FighterRef::Hero(&other), FighterRef::Creature(&goblin)];
        let same = |what: &str, odds: &dyn Fn(FighterRef) -> AdvantageCount| {
            let [hero, creature] = bearers.map(|bearer| odds(bearer).advantage());
            assert_eq!(hero, creature, "{what}: {condition:?}");
        };
        let state = &ring.game;
        same("a check", &|bearer| d20::check_odds(state, bearer, Some(Skill::Athletics)));
        for ability in Ability::ALL {
            same("a save", &|bearer| d20::save_odds(state, bearer, &SavingThrow::new(ability, 1)));
            assert_eq!(bearers[0].fails_saves(ability), bearers[1].fails_saves(ability), "{condition:?}");
        }
        let unharmed = FighterRef::Hero(&one);
        for beside in [true, false] {
            same("an attack", &|bearer| attack_advantage::of_conditions(state, bearer, Some(unharmed), beside));
            same("an attack on it", &|bearer| attack_advantage::of_conditions(state, unharmed, Some(bearer), beside));
        }
        let body =
            |it: FighterRef| (it.acts(), it.sees(), it.hears(), it.is_unseen(), it.is_helpless(), it.speed() == 0);
        assert_eq!(body(bearers[0]), body(bearers[1]), "{condition:?}");
    }
}
