//! Falling, dying, waking.

use super::*;
use crate::{
    character::DeathSaves,
    combat::{
        encounter::{Economy, FightEnding},
        improvise::{self, Attempt},
        legal, wound,
    },
    skill::Skill,
};

/// Two heroes, the first at 0 hit points, and a goblin.
fn fallen(seed: u8) -> Ring {
    let game = table(vec![hero("fighter", 1), hero("cleric", 1)], &[("Goblin", 500, &goblin())], seed);
    let mut ring = Ring::of(game, &[("fighter-1", 3, 3), ("cleric-2", 3, 4), ("goblin", 9, 3)]);
    let delta = -ring.fighter("fighter-1").hp();
    ring.game.apply(&Change::HpChanged { character_id: "fighter-1".into(), delta, temp_delta: 0 }).unwrap();
    ring
}

// srd: rule/damage-and-healing--death-saving-throws
#[test]
fn who_ends_a_turn_that_began_dying_throws_for_life_and_who_fell_in_it_does_not() {
    let mut ring = fallen(1);
    let acts = |ring: &Ring| -> Vec<FighterAction> {
        legal::legal(&ring.game, &(), &ring.id("fighter-1")).into_iter().map(|it| it.act).collect()
    };
    assert!(!acts(&ring).contains(&FighterAction::EndTurn) && acts(&ring).contains(&FighterAction::DeathSave));
    ring.act("fighter-1", FighterAction::EndTurn).unwrap();
    assert_ne!(saves(&ring), (0, 0), "a saving throw was made");

    let mut ring = fallen(1);
    let feet = Economy { feet: 5, ..Economy::default() };
    ring.game.apply(&Change::TurnSpent { who: FighterId::Hero("fighter-1".into()), economy: feet }).unwrap();
    ring.act("fighter-1", FighterAction::EndTurn).unwrap();
    assert_eq!(saves(&ring), (0, 0), "the next turn begins with the throw");
}

fn saves(ring: &Ring) -> (u8, u8) {
    let DeathSaves { successes, failures, .. } = ring.game.characters[0].death_saves;
    (successes, failures)
}

/// A hero, a companion who is a person of the story or only a hireling, and a goblin.
fn with_a_friend(is_person: bool, seed: u8) -> Ring {
    let mut game = table(vec![hero("fighter", 1)], &[("Goblin", 500, &goblin()), ("Bron", 10, &goblin())], seed);
    let mut bron = game.creatures.iter().find(|one| one.name == "Bron").unwrap().clone();
    (bron.companion, bron.disposition) = (true, crate::creature::Disposition::Friendly);
    bron.supporting_npc_id = is_person.then(|| "bron".into());
    game.apply(&Change::CreatureLeft { npc_id: "bron".into() }).unwrap();
    game.apply(&Change::CreatureEntered { creature: bron }).unwrap();
    Ring::of(game, &[("fighter-1", 3, 3), ("bron", 3, 4), ("goblin", 9, 3)])
}

fn strike_bron(ring: &mut Ring, amount: i32, critical: bool) {
    let who = FighterId::Creature("bron".into());
    let parts = [(None, amount)];
    let damage = wound::IncomingDamage { critical, ..wound::IncomingDamage::new(&parts, None, false) };
    ring.step(|bout| wound::hurt(bout, &who, damage)).unwrap();
}

// srd: rule/damage-and-healing--monsters-and-death
#[test]
fn a_person_who_travels_along_falls_dying_and_a_hireling_dies() {
    let state = |ring: &Ring| ring.fighter("bron").downed_state().unwrap_or_default();
    let mut ring = with_a_friend(false, 1);
    strike_bron(&mut ring, 10, false);
    assert_eq!(state(&ring), "dead");
    for (blows, then) in [
        (&[(10, false)][..], "dying: 0 of 3 death saves, 0 of 3 failed"),
        (&[(10, false), (1, false)], "dying: 0 of 3 death saves, 1 of 3 failed"),
        (&[(10, false), (1, true)], "dying: 0 of 3 death saves, 2 of 3 failed"),
        (&[(10, false), (1, true), (1, false)], "dead"),
        (&[(20, false)], "dead"),
        (&[(12, false), (10, false)], "dead"),
    ] {
        let mut ring = with_a_friend(true, 1);
        blows.iter().for_each(|(amount, critical)| strike_bron(&mut ring, *amount, *critical));
        assert_eq!(state(&ring), then, "{blows:?}");
    }
    // The engine throws for the dying companion in its own turn.
    let mut thrown = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let mut ring = with_a_friend(true, seed);
        strike_bron(&mut ring, 10, false);
        for _ in 0..12 {
            if ring.game.encounter.is_some() {
                ring.step(crate::combat::tactics::take_turn).unwrap();
            }
        }
        assert!(ring.rolls().iter().any(|roll| roll.reason.contains("Death saving throw: Bron")), "seed {seed}");
        thrown.insert(state(&ring));
    }
    assert!(thrown.len() > 2, "{thrown:?}");
    let mut ring = with_a_friend(true, 1);
    strike_bron(&mut ring, 10, false);
    ring.step(|bout| wound::heal(bout, &FighterId::Creature("bron".into()), 4)).unwrap();
    assert_eq!((ring.fighter("bron").hp(), state(&ring).as_str()), (4, ""));
}

#[test]
fn help_to_the_dying_is_nothing_to_improvise() {
    let mut ring = with_a_friend(true, 1);
    strike_bron(&mut ring, 10, false);
    let who = FighterId::Hero("fighter-1".into());
    let mut tries = |what: &str, skill: Skill| {
        let attempt = Attempt { what: what.to_owned(), skill, sense: None, dc: 10, target: None };
        ring.step(|bout| improvise::attempt(bout, &who, &attempt).map(drop))
    };
    let refusal = tries("stop the bleeding", Skill::Medicine).unwrap_err().to_string();
    assert!(refusal.contains("stabilise"), "{refusal}");
    tries("kick sand at the foe", Skill::Athletics).unwrap();
}

#[test]
fn a_dying_companion_is_tended_healed_by_a_potion_and_spared() {
    let gain = |ring: &mut Ring, thing: &str| {
        let gained = crate::inventory::gain(&ring.game.characters[0], thing, 1);
        ring.game.apply(&gained).unwrap();
    };
    let state = |ring: &Ring| ring.fighter("bron").downed_state().unwrap_or_default();
    let mut ring = with_a_friend(true, 1);
    strike_bron(&mut ring, 10, false);
    gain(&mut ring, "Healer's Kit");
    ring.act("fighter-1", FighterAction::Stabilise { target: "bron".into() }).unwrap();
    assert_eq!(state(&ring), "stable");
    let mut ring = with_a_friend(true, 1);
    strike_bron(&mut ring, 10, false);
    gain(&mut ring, "Potion of Healing");
    let drinks = FighterAction::UseItem { item: "Potion of Healing".into(), target: Some("bron".into()) };
    ring.act("fighter-1", drinks).unwrap();
    assert!(ring.fighter("bron").hp() > 0 && state(&ring).is_empty());
    let mut ring = with_a_friend(true, 1);
    let who = FighterId::Creature("bron".into());
    let parts = [(None, 10)];
    let damage = wound::IncomingDamage { spares: true, ..wound::IncomingDamage::new(&parts, None, false) };
    ring.step(|bout| wound::hurt(bout, &who, damage)).unwrap();
    assert!(ring.fighter("bron").is_knocked_out() && state(&ring) == "stable");
}

// srd: rule/damage-and-healing--death-saving-throws
#[test]
fn death_saves_are_counted_by_what_the_die_shows() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..120 {
        let mut ring = fallen(seed);
        ring.act("fighter-1", FighterAction::DeathSave).unwrap();
        let shown = ring.rolls()[0].dice[0].value;
        let hero = &ring.game.characters[0];
        match shown {
            20 => assert_eq!((hero.current_hp, saves(&ring)), (1, (0, 0))),
            1 => assert_eq!(saves(&ring), (0, 2)),
            2..=9 => assert_eq!(saves(&ring), (0, 1)),
            _ => assert_eq!(saves(&ring), (1, 0)),
        }
        seen.insert(shown);
    }
    assert!(seen.contains(&1) && seen.contains(&20));
}

// srd: rule/damage-and-healing--death-saving-throws rule/damage-and-healing--dropping-to-0-hit-points
#[test]
fn three_of_a_kind_are_stable_or_dead() {
    let mut ends = (false, false);
    for seed in 0..40 {
        let mut ring = fallen(seed);
        ring.game
            .apply(&Change::DeathSavesChanged {
                character_id: "fighter-1".into(),
                saves: DeathSaves { successes: 2, failures: 2, wakes_at: None },
                stable: false,
            })
            .unwrap();
        ring.act("fighter-1", FighterAction::DeathSave).unwrap();
        let hero = &ring.game.characters[0];
        if hero.current_hp == 0 {
            assert!(hero.dead != hero.stable, "one or the other");
            ends = (ends.0 | hero.dead, ends.1 | hero.stable);
        }
    }
    assert_eq!(ends, (true, true));
}

#[test]
fn who_is_dying_can_do_nothing_else() {
    let mut ring = fallen(1);
    let refusal = ring.attack("fighter-1", "goblin").unwrap_err().to_string();
    assert!(refusal.contains("can only throw for life"), "{refusal}");
}

// srd: rule/damage-and-healing--knocking-a-creature-out
#[test]
fn who_is_knocked_out_lives_and_fights_no_more() {
    let mut n = (0, 0);
    for seed in 0..40 {
        let mut ring = Ring::duel(hero("fighter", 1), 1, seed);
        let (target, with) = ("goblin".to_owned(), Some("Longsword".to_owned()));
        ring.act("fighter-1", FighterAction::Attack { target, with, second_hand: false, smite: None, knock_out: true })
            .unwrap();
        let foe = ring.fighter("goblin");
        assert!(foe.hp() <= 1 && !foe.is_dead(), "a hit leaves it alive");
        if !foe.is(ConditionKind::Unconscious) {
            n.0 += 1;
            continue;
        }
        n.1 += 1;
        assert_eq!((foe.hp(), foe.is_stable(), foe.is_knocked_out()), (0, true, true), "SRD 5.1");
        assert!(ring.game.encounter.is_none(), "the fight is won");
        assert!(ring.recorded.iter().any(|it| matches!(it, Change::EncounterXpGathered { .. })), "{:?}", ring.recorded);
        assert!(!ring.recorded.iter().any(|it| matches!(it, Change::CreatureDied { .. })));
        assert!(ring.told.iter().any(|line| line.contains("is knocked out")), "{:?}", ring.told);
        let healed = FighterId::Creature("goblin".into());
        ring.step(|bout| wound::heal(bout, &healed, 1)).unwrap();
        assert_eq!((ring.fighter("goblin").hp(), ring.fighter("goblin").is(ConditionKind::Unconscious)), (1, false));
    }
    assert!(n.0 > 0 && n.1 > 0, "{n:?}");
}

#[test]
fn who_sleeps_is_a_foe_until_overcome() {
    let game = table(vec![hero("fighter", 1)], &[("Goblin", 30, &goblin())], 1);
    let mut ring = Ring::of(game, &[("fighter-1", 3, 3), ("goblin", 4, 3)]);
    let sleeps = crate::conditions::add_to_creature(&ring.game.creatures[0], "unconscious").unwrap();
    ring.game.apply_all(&sleeps).unwrap();
    assert!(!ring.fighter("goblin").is_knocked_out());
    ring.attack("fighter-1", "goblin").unwrap();
    assert!(ring.game.encounter.is_some(), "a blow at a sleeper wins nothing yet");
}

// srd: rule/damage-and-healing--stabilizing-a-creature
#[test]
fn who_is_tended_is_stable_and_has_no_more_turns() {
    for seed in 0..30 {
        let mut ring = fallen(seed);
        ring.end();
        ring.act("cleric-2", FighterAction::Stabilise { target: "fighter-1".into() }).unwrap();
        if !ring.game.characters[0].stable {
            continue;
        }
        ring.end();
        ring.end();
        assert_eq!(ring.current(), "cleric-2");
        return;
    }
    panic!("nobody was ever helped");
}

// srd: rule/damage-and-healing--healing rule/activating-an-item--consumables
#[test]
fn a_potion_wakes_who_is_down() {
    let mut ring = fallen(1);
    let (item_id, name) = ("potion".into(), "Potion of Healing".to_owned());
    ring.game.apply(&Change::ItemGained { character_id: "cleric-2".into(), item_id, name, quantity: 1 }).unwrap();
    ring.end();
    let target = Some("fighter-1".to_owned());
    ring.act("cleric-2", FighterAction::UseItem { item: "potion of healing".into(), target }).unwrap();
    assert!((4..=10).contains(&ring.fighter("fighter-1").hp()));
    assert_eq!(ring.thrown(), ["1d20", "2d4+2"], "the fighter's turn ended with a throw for life");
    assert!(ring.game.characters[1].inventory.iter().all(|item| item.name != "Potion of Healing"));
}

// srd: rule/damage-and-healing--instant-death rule/damage-and-healing--falling-unconscious
#[test]
fn a_blow_beyond_the_maximum_kills_and_a_lesser_one_fells() {
    let ogre = |dice: &str| block(vec![blow("Club", 30, Reach::Melee { feet: 5 }, dice, DamageType::Bludgeoning)]);
    let struck = |dice: &str| {
        let game = table(vec![hero("fighter", 1), hero("cleric", 1)], &[("Ogre", 50, &ogre(dice))], 4);
        let mut ring = Ring::of(game, &[("fighter-1", 3, 3), ("cleric-2", 0, 0), ("ogre", 4, 3)]);
        ring.end();
        ring.end();
        ring.attack("ogre", "fighter-1").unwrap();
        (
            ring.game.characters[0].dead,
            ring.fighter("fighter-1").is_dying(),
            ring.fighter("fighter-1").is(ConditionKind::Prone),
        )
    };
    assert_eq!(struck("14"), (false, true, true));
    assert_eq!(struck("400"), (true, false, false));
}

#[test]
fn a_fight_is_lost_when_no_hero_stands() {
    let ogre = block(vec![blow("Club", 30, Reach::Melee { feet: 5 }, "14", DamageType::Bludgeoning)]);
    let mut ring =
        Ring::of(table(vec![hero("fighter", 1)], &[("Ogre", 50, &ogre)], 4), &[("fighter-1", 3, 3), ("ogre", 4, 3)]);
    ring.end();
    let outcome = ring.attack("ogre", "fighter-1").unwrap();
    assert_eq!(outcome.ended.unwrap().ending, FightEnding::Defeat);
    assert!(ring.game.encounter.is_none());
}

#[test]
fn a_fight_goes_on_while_a_friend_stands() {
    let mut ring = with_a_friend(false, 1);
    let hero = FighterId::Hero("fighter-1".into());
    let hp = ring.fighter("fighter-1").hp();
    let fell = ring.step(|bout| crate::combat::interventions::harm(bout, &hero, hp, None));
    assert_eq!(fell, Ok(hp));
    assert!(ring.game.encounter.is_some(), "Bron fights on");
    let bron = ring.id("bron");
    assert_eq!(ring.step(|bout| crate::combat::interventions::harm(bout, &bron, 10, None)), Ok(10));
    assert!(ring.game.encounter.is_none(), "no one is left");
}

#[test]
fn who_falls_by_the_story_counts_as_fallen() {
    use crate::combat::interventions;
    let mut ring = fallen(1);
    let (goblin, hero) = (ring.id("goblin"), ring.id("fighter-1"));
    assert_eq!(ring.step(|bout| interventions::heal(bout, &hero, 5)), Ok(5));
    assert_eq!(ring.step(|bout| interventions::harm(bout, &goblin, 900, None)), Ok(900));
    assert!(ring.game.encounter.is_none());
    assert_eq!(ring.game.characters.iter().map(|hero| hero.xp).collect::<Vec<_>>(), [25, 25]);
    assert!(ring.step(|bout| interventions::harm(bout, &goblin, 1, None)).is_err(), "dead already");
}
