//! Tests of attacks and their modifiers.

use super::*;
use crate::{combat::encounter::CombatantStatus, weapons};

fn fighter() -> Character {
    let mut hero = hero("fighter", 1);
    (hero.abilities.str, hero.abilities.dex) = (16, 14);
    hero.features.clear();
    hero.inventory.retain(|item| item.name != "Shield");
    hero.weapons = ["Longsword", "Shortbow"].iter().filter_map(|name| weapons::find(name)).collect();
    hero
}

fn duel() -> Ring {
    Ring::duel(fighter(), 500, 5)
}

/// The d20 roll of a hero's attack with a weapon, after a set-up of the fight.
fn d20(ring: &mut Ring, with: &str) -> String {
    let act = FighterAction::Attack {
        target: "goblin".to_owned(),
        with: Some(with.to_owned()),
        second_hand: false,
        smite: None,
        knock_out: false,
    };
    ring.act("fighter-1", act).unwrap();
    ring.thrown().swap_remove(0)
}

// srd: rule/making-an-attack--range rule/making-an-attack--ranged-attacks rule/making-an-attack--ranged-attacks-in-close-combat
#[test]
fn shooting_is_harder_from_afar_and_with_a_foe_beside() {
    let at = |x, squares: (u8, u8)| {
        let game = table(vec![fighter()], &[("Goblin", 500, &goblin())], 5);
        let mut ring = Ring::of(game, &[("fighter-1", x, squares.0), ("goblin", 11, squares.1)]);
        ring.game
            .apply(&Change::ItemGained {
                character_id: "fighter-1".into(),
                item_id: "arrow".into(),
                name: "Arrow".into(),
                quantity: 5,
            })
            .unwrap();
        ring
    };
    assert_eq!(d20(&mut at(2, (3, 3)), "Shortbow"), "1d20+4");
    assert_eq!(d20(&mut at(10, (3, 3)), "Shortbow"), "2d20kl1+4");
    let mut far = at(0, (3, 3));
    far.game
        .apply(&Change::WeaponGained { character_id: "fighter-1".into(), weapon: weapons::find("Dagger").unwrap() })
        .unwrap();
    assert_eq!(d20(&mut far, "Dagger"), "2d20kl1+5", "55 feet, and it flies twenty without trouble");
}

// srd: weapon-property/ammunition
#[test]
fn a_shot_takes_an_arrow_and_nothing_is_shot_without_one() {
    let mut ring = duel();
    let shot = |ring: &mut Ring| {
        let with = Some("Shortbow".to_owned());
        ring.act(
            "fighter-1",
            FighterAction::Attack { target: "goblin".into(), with, second_hand: false, smite: None, knock_out: false },
        )
    };
    let refusal = shot(&mut ring).unwrap_err().to_string();
    assert!(refusal.contains("nothing left to shoot"), "{refusal}");
    assert!(ring.recorded.is_empty(), "nothing is spent");
    let (item_id, name) = ("arrows".into(), "Arrows".to_owned());
    ring.game.apply(&Change::ItemGained { character_id: "fighter-1".into(), item_id, name, quantity: 2 }).unwrap();
    shot(&mut ring).unwrap();
    let left = ring.game.characters[0].inventory.iter().find(|item| item.name == "Arrows").map(|item| item.quantity);
    assert_eq!(left, Some(1));
}

// srd: rule/making-an-attack--unseen-attackers-and-targets
#[test]
fn who_hides_strikes_more_easily_and_is_seen_by_it() {
    let mut ring = duel();
    let who = ring.id("fighter-1");
    let stance = Box::new(CombatantStatus { hidden: Some(20), ..CombatantStatus::default() });
    ring.game.apply(&Change::StanceTaken { who, stance }).unwrap();
    assert_eq!(d20(&mut ring, "Longsword"), "2d20kh1+5");
    assert_eq!(ring.place("fighter-1").stance.hidden, None);
}

// srd: condition/blinded condition/restrained condition/poisoned condition/frightened condition/exhaustion
#[test]
fn conditions_of_the_striker_count() {
    for kind in [
        ConditionKind::Blinded,
        ConditionKind::Restrained,
        ConditionKind::Poisoned,
        ConditionKind::Frightened,
        ConditionKind::Prone,
    ] {
        let mut ring = duel();
        ring.afflict("fighter-1", kind);
        assert_eq!(d20(&mut ring, "Longsword"), "2d20kl1+5", "{kind:?}");
    }
    let mut ring = duel();
    ring.game
        .apply(&Change::ConditionAdded {
            character_id: "fighter-1".into(),
            condition: crate::character::Condition { level: Some(3), ..crate::character::Condition::new("exhaustion") },
        })
        .unwrap();
    assert_eq!(d20(&mut ring, "Longsword"), "2d20kl1+5");
}

// srd: condition/paralyzed condition/stunned condition/unconscious condition/petrified condition/prone
#[test]
fn conditions_of_the_struck_count() {
    for kind in ConditionKind::ALL
        .into_iter()
        .filter(|kind| kind.is_helpless())
        .chain([ConditionKind::Blinded, ConditionKind::Prone])
    {
        let mut ring = duel();
        ring.afflict("goblin", kind);
        assert_eq!(d20(&mut ring, "Longsword"), "2d20kh1+5", "{kind:?}");
    }
    let mut ring = duel();
    ring.afflict("goblin", ConditionKind::Invisible);
    assert_eq!(d20(&mut ring, "Longsword"), "2d20kl1+5");
    ring.afflict("goblin", ConditionKind::Prone);
    ring.end();
}

// srd: rule/advantage-and-disadvantage
#[test]
fn one_of_each_cancels_out_however_many_there_are() {
    let mut ring = duel();
    ring.afflict("fighter-1", ConditionKind::Poisoned);
    ring.afflict("goblin", ConditionKind::Stunned);
    ring.afflict("goblin", ConditionKind::Prone);
    assert_eq!(d20(&mut ring, "Longsword"), "1d20+5");
}

// srd: condition/paralyzed condition/unconscious
#[test]
fn a_hit_from_beside_on_who_is_paralysed_is_critical() {
    let mut ring = duel();
    ring.afflict("goblin", ConditionKind::Paralyzed);
    while ring.fighter("goblin").hp() == 500 {
        ring.recorded.clear();
        ring.attack("fighter-1", "goblin").unwrap();
        ring.end();
        ring.end();
    }
    let damage: Vec<&Roll> =
        ring.rolls().into_iter().filter(|roll| roll.reason.starts_with("Damage: Longsword")).collect();
    assert_eq!(damage[0].dice.len(), 2, "the dice fall twice");
}

// srd: rule/damage-and-healing--damage-resistance-and-vulnerability rule/damage-and-healing--damage-types
#[test]
fn resistance_halves_vulnerability_doubles_and_immunity_leaves_nothing() {
    use crate::combat::harm::{Bearing, Defence, Defences, Exception};
    let of = |damage_type, except| vec![Defence { damage_type, except }];
    let defences = Defences {
        resistances: of(DamageType::Slashing, Exception::Magical),
        immunities: of(DamageType::Poison, Exception::None),
        vulnerabilities: of(DamageType::Fire, Exception::None),
    };
    let left = |kind, magical| defences.bearing(kind, magical).left_of(7);
    assert_eq!((left(DamageType::Slashing, false), left(DamageType::Slashing, true)), (3, 7));
    assert_eq!(
        (left(DamageType::Poison, true), left(DamageType::Fire, false), left(DamageType::Cold, false)),
        (0, 14, 7)
    );
    let both = Bearing { resists: true, vulnerable: true, immune: false };
    assert_eq!((both.left_of(7), both.left_of(-3)), (6, 0), "halved first, then doubled");
}

// srd: rule/actions-in-combat--attack
#[test]
fn an_action_to_attack_is_as_many_attacks_as_one_has() {
    let mut ring = Ring::duel(hero("fighter", 11), 900, 5);
    for _ in 0..3 {
        ring.attack("fighter-1", "goblin").unwrap();
    }
    let before = ring.recorded.len();
    let refusal = ring.attack("fighter-1", "goblin").unwrap_err().to_string();
    assert!(refusal.contains("no action left") && refusal.contains("a bonus action"), "{refusal}");
    assert_eq!(ring.recorded.len(), before, "nothing is spent");
}

#[test]
fn who_is_out_of_reach_unknown_or_dead_is_not_attacked() {
    let game = table(vec![fighter()], &[("Goblin", 1, &goblin()), ("Orc", 9, &goblin())], 5);
    let mut ring = Ring::of(game, &[("fighter-1", 2, 3), ("goblin", 9, 3), ("orc", 3, 3)]);
    let refused = |ring: &mut Ring, target: &str| ring.attack("fighter-1", target).unwrap_err().to_string();
    let far = refused(&mut ring, "goblin");
    assert!(far.contains("35 feet away") && far.contains("is near enough and can be gone to"), "{far}");
    assert!(refused(&mut ring, "dragon").contains("there is fighter-1, goblin and orc"));
    ring.game.apply(&Change::CreatureDied { npc_id: "orc".into(), at: None }).unwrap();
    assert!(refused(&mut ring, "orc").contains("dead"));
    assert!(ring.recorded.is_empty());
    ring.act("fighter-1", FighterAction::Move { to: Square { x: 2, y: 1 } }).unwrap();
    let far = refused(&mut ring, "goblin");
    assert!(far.contains("no square that can be gone to this turn is near enough"), "{far}");
}

// srd: rule/making-an-attack--two-weapon-fighting weapon-property/light
#[test]
fn the_second_hand_strikes_with_another_light_weapon() {
    let mut rogue = hero("rogue", 1);
    rogue.weapons = ["Shortsword", "Dagger", "Rapier"].iter().filter_map(|name| weapons::find(name)).collect();
    let mut ring = Ring::duel(rogue, 500, 5);
    let strike = |ring: &mut Ring, with: &str, second_hand| {
        let with = Some(with.to_owned());
        ring.act(
            "rogue-1",
            FighterAction::Attack { target: "goblin".into(), with, second_hand, smite: None, knock_out: false },
        )
    };
    assert!(strike(&mut ring, "Dagger", true).is_err(), "not before the first");
    strike(&mut ring, "Shortsword", false).unwrap();
    assert!(strike(&mut ring, "Rapier", true).is_err(), "a rapier is not light");
    strike(&mut ring, "Dagger", true).unwrap();
    assert!(strike(&mut ring, "Dagger", true).is_err(), "once");
}

// srd: rule/making-an-attack--opportunity-attacks rule/the-order-of-combat--reactions rule/actions-in-combat--disengage
#[test]
fn who_turns_away_is_struck_at_unless_disengaged() {
    let away = Square { x: 1, y: 3 };
    let mut ring = duel();
    ring.act("fighter-1", FighterAction::Move { to: away }).unwrap();
    assert_eq!(ring.rolls().iter().filter(|roll| roll.reason.contains("attacks")).count(), 1);
    assert!(ring.place("goblin").economy.reaction);
    let mut ring = duel();
    ring.act("fighter-1", FighterAction::Disengage { bonus: false }).unwrap();
    ring.act("fighter-1", FighterAction::Move { to: away }).unwrap();
    assert!(ring.rolls().is_empty());
    assert_eq!(ring.place("fighter-1").square, away);
}

// srd: rule/making-an-attack--grappling rule/making-an-attack--shoving-a-creature rule/making-an-attack--contests-in-combat condition/grappled
#[test]
fn who_is_seized_goes_nowhere_until_free() {
    let mut strong = fighter();
    strong.abilities.str = 30;
    let mut ring = Ring::duel(strong, 50, 5);
    while !ring.fighter("goblin").is(ConditionKind::Grappled) {
        ring.act("fighter-1", FighterAction::Grapple { target: "goblin".into() }).unwrap();
        ring.end();
        ring.end();
    }
    assert_eq!(ring.fighter("goblin").speed(), 0);
    let timing = ring.fighter("goblin").conditions()[0].timing.clone().unwrap();
    assert!(timing.escape_dc.is_some() && timing.source == ring.id("fighter-1"));
    ring.game.apply(&Change::CreatureConditionRemoved { npc_id: "goblin".into(), name: "grappled".into() }).unwrap();
    while !ring.fighter("goblin").is(ConditionKind::Prone) {
        ring.act("fighter-1", FighterAction::Shove { target: "goblin".into(), away: false }).unwrap();
        ring.end();
        ring.end();
    }
    assert_eq!(ring.fighter("goblin").conditions().len(), 1);
}
