//! Traits of creatures, and delayed effects.

use super::*;

/// A hero of might, first in the order, beside a creature with these traits.
fn against(traits: Vec<Trait>, hp: i32, seed: u8) -> Ring {
    let mut hero = hero("fighter", 5);
    hero.abilities.str = 20;
    let stats = StatBlock { traits, ..goblin() };
    Ring::of(table(vec![hero], &[("Troll", hp, &stats)], seed), &[("fighter-1", 3, 3), ("troll", 4, 3)])
}

fn hurt(ring: &mut Ring, who: &str, by: i32) {
    let npc_id = crate::id::NpcId::from(who.to_owned());
    ring.game.apply(&Change::CreatureHpChanged { npc_id, delta: -by }).unwrap();
}

#[test]
fn what_regenerates_grows_back_as_its_turn_begins_and_never_beyond_its_most() {
    let mut ring = against(vec![Trait::Regeneration { hp: 10, stopped_by: vec![DamageType::Fire] }], 40, 3);
    hurt(&mut ring, "troll", 30);
    ring.end();
    assert_eq!(ring.fighter("troll").hp(), 20);
    hurt(&mut ring, "troll", 1);
    ring.end();
    hurt(&mut ring, "troll", -17);
    ring.end();
    assert_eq!(ring.fighter("troll").hp(), 40);
}

#[test]
fn undead_fortitude_may_hold_a_corpse_up_at_one_hit_point() {
    let stands = |seed| {
        let mut ring = against(vec![Trait::UndeadFortitude], 1, seed);
        for _ in 0..2 {
            if ring.game.encounter.is_none() {
                break;
            }
            ring.attack("fighter-1", "troll").unwrap();
        }
        let thrown = ring.rolls().iter().any(|roll| roll.reason.contains("Undead Fortitude"));
        (thrown, ring.game.creatures[0].hp)
    };
    let all: Vec<(bool, i32)> = (0..40).map(stands).collect();
    assert!(all.contains(&(true, 1)), "some hold");
    assert!(all.contains(&(true, 0)), "and some fall");
}

#[test]
fn a_blow_that_waits_falls_as_its_foe_comes_near_and_is_a_reaction() {
    let game = table(vec![hero("fighter", 5)], &[("Goblin", 500, &goblin())], 7);
    let mut ring = Ring::of(game, &[("fighter-1", 1, 3), ("goblin", 6, 3)]);
    let deed = ring.game.characters[0].weapons[0].name.clone();
    let ready = FighterAction::Ready { deed, trigger: "it comes near".into(), target: Some("goblin".into()) };
    ring.act("fighter-1", ready).unwrap();
    ring.end();
    ring.thrown();
    ring.act("goblin", FighterAction::Move { to: Square { x: 4, y: 3 } }).unwrap();
    assert!(ring.thrown().is_empty(), "it is out of reach still");
    ring.act("goblin", FighterAction::Move { to: Square { x: 2, y: 3 } }).unwrap();
    assert!(!ring.thrown().is_empty());
    assert!(ring.place("fighter-1").economy.reaction && ring.place("fighter-1").stance.readied.is_none());
    ring.end();
    assert!(!ring.place("fighter-1").economy.reaction, "a new turn, a new reaction");
}

#[test]
fn a_blow_that_waits_in_vain_waits_no_longer_than_a_round() {
    let game = table(vec![hero("fighter", 5)], &[("Goblin", 500, &goblin())], 7);
    let mut ring = Ring::of(game, &[("fighter-1", 1, 3), ("goblin", 9, 3)]);
    let deed = ring.game.characters[0].weapons[0].name.clone();
    ring.act("fighter-1", FighterAction::Ready { deed, trigger: "it comes near".into(), target: None }).unwrap();
    ring.end();
    ring.end();
    assert!(ring.place("fighter-1").stance.readied.is_none());
}

#[test]
fn players_are_not_told_how_well_a_foe_hides_nor_what_it_can_do() {
    let mut ring = Ring::duel(hero("fighter", 1), 20, 3);
    let mut encounter = ring.game.encounter.clone().unwrap();
    encounter.order.iter_mut().for_each(|it| it.stance.hidden = Some(17));
    let Change::EncounterBegan { encounter } = (Change::EncounterBegan { encounter }).without_secrets() else {
        panic!("it is another change")
    };
    let hidden: Vec<_> = encounter.order.iter().map(|it| it.stance.hidden).collect();
    assert_eq!(hidden, [Some(17), None]);
    let creature = ring.game.creatures[0].clone();
    let told = (Change::CreatureEntered { creature }).without_secrets();
    assert!(matches!(told, Change::CreatureEntered { creature } if creature.stats.is_none()));
    ring.end();
}
