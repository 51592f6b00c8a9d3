//! Turns and rounds.

use super::*;
use crate::combat::{
    encounter::{FightEnding, FightSide},
    initiative::{join, leave},
    rounds,
};

fn three() -> Ring {
    let game =
        table(vec![hero("fighter", 1), hero("rogue", 1)], &[("Goblin", 50, &goblin()), ("Orc", 50, &goblin())], 6);
    Ring::of(game, &[("fighter-1", 3, 3), ("rogue-2", 3, 5), ("goblin", 9, 3), ("orc", 9, 5)])
}

fn order(ring: &Ring) -> Vec<String> {
    ring.game.encounter.iter().flat_map(|it| &it.order).map(|it| it.who.as_str().to_owned()).collect()
}

// srd: rule/the-order-of-combat--initiative rule/using-each-ability--initiative
#[test]
fn everybody_throws_and_creatures_of_a_kind_throw_once() {
    let mut game = table(vec![hero("fighter", 1), hero("rogue", 1)], &[], 6);
    game.apply_all(&creature::enter(&game, "Goblin", "goblin", Disposition::Hostile, 3)).unwrap();
    let mut bout = Bout::new(&mut game, &());
    begin(&mut bout, &FightOpening::default()).unwrap();
    let (changes, _, _) = bout.finish();
    assert_eq!(changes.iter().filter(|it| matches!(it, Change::DiceRolled { .. })).count(), 3);
    let order = &game.encounter.as_ref().unwrap().order;
    assert_eq!(order.len(), 5);
    assert!(order.is_sorted_by_key(|it| std::cmp::Reverse((it.initiative, it.dexterity, it.who.is_hero()))));
    let hostile: Vec<i32> = order.iter().filter(|it| it.side == FightSide::Foes).map(|it| it.initiative).collect();
    assert!(hostile.iter().all(|it| *it == hostile[0]));
}

// srd: rule/the-order-of-combat--your-turn rule/the-order-of-combat--combat-step-by-step
#[test]
fn the_round_grows_where_the_order_begins_anew() {
    let mut ring = three();
    let mut seen = Vec::new();
    for _ in 0..5 {
        seen.push((ring.current().to_owned(), ring.game.encounter.as_ref().unwrap().round));
        ring.end();
    }
    let names: Vec<(&str, u32)> = seen.iter().map(|(who, round)| (who.as_str(), *round)).collect();
    assert_eq!(names, [("fighter-1", 1), ("rogue-2", 1), ("goblin", 1), ("orc", 1), ("fighter-1", 2)]);
}

#[test]
fn who_joins_or_leaves_takes_nobodys_turn() {
    let mut ring = three();
    ring.end();
    let goblin = ring.id("goblin");
    ring.step(|bout| leave(bout, &goblin)).unwrap();
    assert_eq!((ring.current(), order(&ring)), ("rogue-2", vec!["fighter-1".into(), "rogue-2".into(), "orc".into()]));
    ring.step(|bout| join(bout, &goblin, None, None)).unwrap();
    assert_eq!((ring.current(), order(&ring).len()), ("rogue-2", 4));
    let rogue = ring.id("rogue-2");
    ring.step(|bout| leave(bout, &rogue)).unwrap();
    assert_ne!(ring.current(), "rogue-2");
    assert_eq!(order(&ring).len(), 3);
    let fighter = ring.id("fighter-1");
    assert!(ring.step(|bout| join(bout, &fighter, None, None)).is_err());
    ring.game.apply(&Change::CreatureLeft { npc_id: "orc".into() }).unwrap();
    assert!(!order(&ring).contains(&"orc".to_owned()), "who leaves the scene leaves the fight");
}

#[test]
fn an_act_out_of_turn_is_refused() {
    let mut ring = three();
    let refusal = ring.attack("rogue-2", "goblin").unwrap_err().to_string();
    assert_eq!(refusal, "It is Hero 1's turn, not Hero 2's.");
}

// srd: rule/the-order-of-combat--surprise
#[test]
fn the_surprised_neither_act_nor_react_in_their_first_turn() {
    let game = table(vec![hero("fighter", 1)], &[("Goblin", 50, &goblin())], 6);
    let mut ring = Ring { game, recorded: Vec::new(), told: Vec::new() };
    let opening = FightOpening { surprised: vec![ring.id("goblin"), ring.id("fighter-1")], ..FightOpening::default() };
    ring.step(|bout| begin(bout, &opening)).unwrap();
    let refusal = if ring.current() == "fighter-1" {
        ring.attack("fighter-1", "goblin")
    } else {
        ring.attack("goblin", "fighter-1")
    };
    assert!(refusal.unwrap_err().to_string().contains("surprised"));
    assert_eq!(rounds::waits_for(&ring.game), None);
    ring.end();
    ring.end();
    assert!(ring.game.encounter.as_ref().unwrap().order.iter().all(|it| !it.surprised));
}

// srd: rule/actions-in-combat--dash rule/movement-and-position rule/movement-and-position--breaking-up-your-move
#[test]
fn a_turn_has_its_speed_and_a_dash_as_much_again() {
    let mut ring = three();
    let to = |x| FighterAction::Move { to: Square { x, y: 7 } };
    ring.act("fighter-1", to(4)).unwrap();
    ring.act("fighter-1", to(6)).unwrap();
    let refusal = ring.act("fighter-1", to(7)).unwrap_err().to_string();
    assert!(refusal.contains("no further"), "{refusal}");
    ring.act("fighter-1", FighterAction::Dash { bonus: false }).unwrap();
    ring.act("fighter-1", to(10)).unwrap();
    assert_eq!(ring.place("fighter-1").economy.feet, 50);
}

// srd: rule/movement-and-position--being-prone rule/movement-and-position--moving-around-other-creatures
#[test]
fn who_lies_crawls_or_stands_up_for_half_the_speed() {
    let mut ring = three();
    ring.afflict("fighter-1", ConditionKind::Prone);
    assert!(
        ring.act("fighter-1", FighterAction::Move { to: Square { x: 7, y: 3 } })
            .unwrap_err()
            .to_string()
            .contains("40 feet")
    );
    assert!(
        ring.act("fighter-1", FighterAction::Move { to: Square { x: 3, y: 5 } })
            .unwrap_err()
            .to_string()
            .contains("taken")
    );
    ring.act("fighter-1", FighterAction::StandUp).unwrap();
    assert_eq!(ring.place("fighter-1").economy.feet, 15);
    assert!(!ring.fighter("fighter-1").is(ConditionKind::Prone));
}

// srd: rule/actions-in-combat--dodge
#[test]
fn dodging_lasts_to_the_next_turn_and_only_the_quick_hide_as_a_bonus_action() {
    let mut ring = three();
    ring.act("fighter-1", FighterAction::Dodge).unwrap();
    assert!(ring.place("fighter-1").stance.dodging);
    ring.end();
    ring.act("rogue-2", FighterAction::Hide { bonus: false }).unwrap();
    ring.end();
    ring.end();
    ring.end();
    assert!(!ring.place("fighter-1").stance.dodging);
    let refusal = ring.act("fighter-1", FighterAction::Hide { bonus: true }).unwrap_err().to_string();
    assert!(refusal.contains("isn't quick enough"), "{refusal}");
}

#[test]
fn a_fight_that_is_won_earns_everybody_the_same_once() {
    let mut ring = three();
    for id in ["goblin", "orc"] {
        ring.game.apply(&Change::EncounterXpGathered { amount: 50 }).unwrap();
        ring.game.apply(&Change::CreatureDied { npc_id: id.into(), at: None }).unwrap();
    }
    let who = ring.id("fighter-1");
    let outcome = ring.step(|bout| perform(bout, &who, &FighterAction::EndTurn)).unwrap();
    let ended = outcome.ended.unwrap();
    assert_eq!((ended.ending, ended.xp_each, ended.fallen.len()), (FightEnding::Victory, 50, 2));
    assert_eq!(ring.game.characters.iter().map(|hero| hero.xp).collect::<Vec<_>>(), [50, 50]);
}
