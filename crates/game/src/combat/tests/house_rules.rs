//! House rules that the engine keeps.

use super::*;
use crate::house_rules::{CriticalHits, DeathSavingThrows, Flanking, HouseRules, LongRest, Potions};

fn playing_by(mut ring: Ring, rules: HouseRules) -> Ring {
    ring.game.apply(&Change::HouseRulesChanged { rules: Box::new(rules) }).unwrap();
    ring
}

/// Two fighters around a goblin, the first at (3, 3) and the goblin at (4, 3).
fn around(second: (u8, u8), rules: HouseRules) -> Ring {
    let game = table(vec![hero("fighter", 1), hero("fighter", 1)], &[("Goblin", 500, &goblin())], 5);
    let places = [("fighter-1", 3, 3), ("fighter-2", second.0, second.1), ("goblin", 4, 3)];
    playing_by(Ring::of(game, &places), rules)
}

fn flanking() -> HouseRules {
    HouseRules { flanking: Flanking::Advantage, ..HouseRules::default() }
}

fn to_hit(ring: &mut Ring) -> Roll {
    ring.attack("fighter-1", "goblin").unwrap();
    ring.rolls()[0].clone()
}

#[test]
fn allies_on_opposite_sides_have_advantage_where_the_house_rules_say_so() {
    for (second, rules, has) in [
        ((5, 3), flanking(), true),
        ((5, 3), HouseRules::default(), false),
        ((5, 2), flanking(), false),
        ((4, 2), flanking(), false),
        ((3, 4), flanking(), false),
        ((7, 3), flanking(), false),
    ] {
        let roll = to_hit(&mut around(second, rules));
        assert_eq!(roll.expression.starts_with("2d20kh1"), has, "{second:?}: {}", roll.expression);
        assert_eq!(roll.reason.ends_with("(house rule: flanking)"), has, "why names it: {}", roll.reason);
    }
    let mut helpless = around((5, 3), flanking());
    helpless.afflict("fighter-2", ConditionKind::Unconscious);
    assert!(!to_hit(&mut helpless).expression.starts_with("2d20kh1"), "an ally who can't act flanks nobody");
}

#[test]
fn a_critical_hit_adds_the_highest_numbers_where_the_house_rules_say_so() {
    let fells = |rules: HouseRules| {
        let mut ring = around((8, 7), rules);
        ring.afflict("goblin", ConditionKind::Paralyzed);
        (0..20).find_map(|_| {
            ring.recorded.clear();
            ring.attack("fighter-1", "goblin").ok()?;
            let damage = ring.rolls().into_iter().find(|roll| roll.reason.starts_with("Damage")).cloned();
            damage.or_else(|| {
                ring.end();
                ring.end();
                ring.end();
                None
            })
        })
    };
    let (plain, house) = (fells(HouseRules::default()).unwrap(), {
        let critical_hits = CriticalHits::MaximumAndRoll;
        fells(HouseRules { critical_hits, ..HouseRules::default() }).unwrap()
    });
    let dice = |roll: &Roll| roll.dice.len();
    assert_eq!(dice(&plain), 2 * dice(&house), "{} {}", plain.expression, house.expression);
    let most: i32 = house.dice.iter().map(|die| i32::try_from(die.sides).unwrap()).sum();
    assert_eq!(house.modifier, plain.modifier + most, "{} {}", plain.expression, house.expression);
    assert!(house.reason.ends_with("(house rule: critical hits)") && !plain.reason.contains("house"));
}

#[test]
fn a_potion_is_drunk_as_a_bonus_action_and_given_as_an_action() {
    let rules = HouseRules { potions: Potions::BonusAction, ..HouseRules::default() };
    for (rules, target, is_action) in
        [(rules.clone(), "fighter-1", false), (rules, "fighter-2", true), (HouseRules::default(), "fighter-1", true)]
    {
        let mut ring = around((3, 4), rules);
        let (item_id, name) = ("potion".into(), "Potion of Healing".to_owned());
        let gained = Change::ItemGained { character_id: "fighter-1".into(), item_id, name, quantity: 2 };
        ring.game.apply(&gained).unwrap();
        ring.act("fighter-1", FighterAction::UseItem { item: "Potion of Healing".into(), target: Some(target.into()) })
            .unwrap();
        let economy = &ring.place("fighter-1").economy;
        assert_eq!((economy.action, economy.bonus_action), (is_action, !is_action), "{target}");
    }
}

#[test]
fn a_long_rest_gives_back_no_hit_points_where_the_house_rules_say_so() {
    let mut game = table(vec![hero("fighter", 3)], &[], 5);
    let character_id: crate::id::CharacterId = "fighter-1".into();
    game.apply(&Change::HpChanged { character_id: character_id.clone(), delta: -5, temp_delta: 0 }).unwrap();
    game.apply(&Change::HitDiceUsed { character_id, used: 2 }).unwrap();
    let heals = |game: &Game| {
        let changes = crate::rest::long(game, &game.characters[0]).unwrap();
        let is_healing = |change: &&Change| matches!(change, Change::HpChanged { delta, .. } if *delta > 0);
        let gives_dice = |change: &&Change| matches!(change, Change::HitDiceUsed { used: 1, .. });
        (changes.iter().any(|it| is_healing(&it)), changes.iter().any(|it| gives_dice(&it)))
    };
    assert_eq!(heals(&game), (true, true));
    let rules = HouseRules { long_rest: LongRest::NoHitPoints, ..HouseRules::default() };
    game.apply(&Change::HouseRulesChanged { rules: Box::new(rules) }).unwrap();
    assert_eq!(heals(&game), (false, true));
}

#[test]
fn the_dying_add_their_constitution_where_the_house_rules_say_so() {
    for (death_saves, adds) in [(DeathSavingThrows::Constitution, true), (DeathSavingThrows::Plain, false)] {
        let game = table(vec![hero("fighter", 1)], &[("Goblin", 500, &goblin())], 5);
        let hero = game.characters[0].clone();
        let modifier = hero.abilities.modifier(Ability::Con);
        assert!(modifier > 0);
        let ring = Ring::of(game, &[("fighter-1", 3, 3), ("goblin", 9, 3)]);
        let mut ring = playing_by(ring, HouseRules { death_saves, ..HouseRules::default() });
        let falls = Change::HpChanged { character_id: hero.id, delta: -hero.current_hp, temp_delta: 0 };
        ring.game.apply(&falls).unwrap();
        ring.act("fighter-1", FighterAction::DeathSave).unwrap();
        let roll = ring.rolls()[0];
        assert_eq!(roll.modifier, if adds { modifier } else { 0 }, "{}", roll.expression);
        assert_eq!(roll.reason.ends_with("(house rule: death saves)"), adds, "why names it: {}", roll.reason);
    }
}
