//! Tests of class features in a fight.

use super::*;
use crate::{d20::D20Test, skill::Skill, weapons};

fn uses(ring: &mut Ring, who: &str, feature: &str) -> Result<ActOutcome, Refusal> {
    ring.act(who, FighterAction::Use { feature: feature.to_owned(), target: None, amount: None })
}

#[test]
fn a_rage_bears_half_of_what_weapons_do_and_ends_with_peace() {
    let mut ring = Ring::duel(hero("barbarian", 1), 500, 5);
    uses(&mut ring, "barbarian-1", "Rage").unwrap();
    assert!(uses(&mut ring, "barbarian-1", "Rage").is_err());
    let bearing = ring.fighter("barbarian-1").bearing(Some(DamageType::Slashing), true);
    assert_eq!((bearing.left_of(9), ring.fighter("barbarian-1").spent("Rage")), (4, 1));
    ring.end();
    assert!(ring.fighter("barbarian-1").has_effect("Rage"));
    ring.end();
    ring.end();
    assert!(!ring.fighter("barbarian-1").has_effect("Rage"), "nobody fought");
}

#[test]
fn every_power_has_something_it_does() {
    for class in crate::class::ALL.iter() {
        let mut ring = Ring::duel(hero(class.name, 20), 500, 5);
        let who = format!("{}-1", class.name);
        for power in crate::combat::activated_features::ALL {
            // Some have to wait for an attack or a target; none is without an effect of its own.
            let refusal = uses(&mut ring, &who, power.name()).err().map(|it| it.to_string()).unwrap_or_default();
            assert!(!refusal.contains("can't be used by itself"), "{refusal}");
        }
    }
}

#[test]
fn a_surge_is_one_more_action_once_before_a_rest() {
    let mut ring = Ring::duel(hero("fighter", 2), 500, 5);
    assert!(uses(&mut ring, "fighter-1", "Action Surge").is_err(), "there is an action left");
    ring.attack("fighter-1", "goblin").unwrap();
    uses(&mut ring, "fighter-1", "Action Surge").unwrap();
    ring.attack("fighter-1", "goblin").unwrap();
    let refusal = uses(&mut ring, "fighter-1", "Action Surge").unwrap_err().to_string();
    assert!(refusal.contains("before a rest"), "{refusal}");
}

#[test]
fn a_sneak_attack_comes_once_a_turn_with_a_friend_beside_the_target() {
    let heroes = || vec![hero("rogue", 5), hero("fighter", 5)];
    let sneaks = |friend: (u8, u8)| {
        let game = table(heroes(), &[("Goblin", 5_000, &goblin())], 5);
        let mut ring = Ring::of(game, &[("rogue-1", 3, 3), ("fighter-2", friend.0, friend.1), ("goblin", 4, 3)]);
        for _ in 0..8 {
            ring.attack("rogue-1", "goblin").unwrap();
            for _ in 0..3 {
                ring.end();
            }
        }
        ring.rolls().iter().filter(|roll| roll.expression.contains("3d6")).count()
    };
    assert!(sneaks((5, 3)) > 0);
    assert_eq!(sneaks((0, 0)), 0);
}

#[test]
fn a_monks_flurry_is_two_blows_for_a_point_of_ki() {
    let mut ring = Ring::duel(hero("monk", 3), 500, 5);
    let fist = |ring: &mut Ring, second_hand| {
        let with = Some("Unarmed Strike".to_owned());
        ring.act(
            "monk-1",
            FighterAction::Attack { target: "goblin".into(), with, second_hand, smite: None, knock_out: false },
        )
    };
    assert!(uses(&mut ring, "monk-1", "Flurry of Blows").is_err(), "not before the attack");
    fist(&mut ring, false).unwrap();
    uses(&mut ring, "monk-1", "Flurry of Blows").unwrap();
    fist(&mut ring, true).unwrap();
    fist(&mut ring, true).unwrap();
    assert!(fist(&mut ring, true).is_err());
    assert_eq!(ring.fighter("monk-1").spent("Ki"), 1);
}

#[test]
fn laying_on_hands_draws_on_a_pool_and_a_smite_on_a_slot_only_when_it_hits() {
    let mut ring = Ring::duel(hero("paladin", 2), 5_000, 5);
    ring.game.apply(&Change::HpChanged { character_id: "paladin-1".into(), delta: -4, temp_delta: 0 }).unwrap();
    uses(&mut ring, "paladin-1", "Lay on Hands").unwrap();
    assert_eq!(ring.fighter("paladin-1").spent("Lay on Hands"), 4);
    let slots = |ring: &Ring| ring.game.characters[0].spellcasting.as_ref().unwrap().slots[&1].used;
    ring.end();
    ring.end();
    while slots(&ring) == 0 {
        let hp = ring.fighter("goblin").hp();
        ring.thrown();
        let act = FighterAction::Attack {
            target: "goblin".into(),
            with: None,
            second_hand: false,
            smite: Some(1),
            knock_out: false,
        };
        ring.act("paladin-1", act).unwrap();
        assert_eq!(ring.fighter("goblin").hp() < hp, slots(&ring) == 1);
        if slots(&ring) == 1 {
            assert!(ring.thrown().iter().any(|it| it.contains("2d8[radiant]")));
        }
        ring.end();
        ring.end();
    }
    let act = FighterAction::Attack {
        target: "goblin".into(),
        with: None,
        second_hand: false,
        smite: Some(3),
        knock_out: false,
    };
    assert!(ring.act("paladin-1", act).unwrap_err().to_string().contains("no slot of level 3"));
}

#[test]
fn styles_count_for_the_arms_they_are_of() {
    let with = |style: &str, weapon: &str| {
        let mut hero = hero("fighter", 1);
        let feature = hero.features.iter_mut().find(|it| it.name == "Fighting Style").unwrap();
        feature.chosen_option = Some(style.to_owned());
        hero.weapons = weapons::find(weapon).into_iter().collect();
        let arm = crate::combat::arms::find(&hero, None).unwrap();
        (arm.attack.to_hit, arm.attack.harm[0].dice.clone())
    };
    assert_eq!(with("Archery", "Longbow").0 - with("Dueling", "Longbow").0, 2);
    assert_ne!(with("Dueling", "Longsword").1, with("Archery", "Longsword").1);
    assert_eq!(with("Dueling", "Greatsword").1, with("Archery", "Greatsword").1);
}

#[test]
fn players_see_words_for_foes_and_nobody_who_hides() {
    use crate::combat::{
        encounter::CombatantStatus,
        view::{EncounterView, Health},
    };
    let mut ring = Ring::duel(hero("fighter", 1), 500, 5);
    let view = EncounterView::of(&ring.game).unwrap();
    assert_eq!((view.order.len(), view.turn_index, view.round), (2, Some(0), 1));
    assert_eq!(view.order[1].hp, Health::Word("unhurt"));
    let json = serde_json::to_string(&view).unwrap();
    assert!(!json.contains("500") && !json.to_lowercase().contains("armor"), "{json}");
    let who = ring.id("goblin");
    let stance = Box::new(CombatantStatus { hidden: Some(20), ..CombatantStatus::default() });
    ring.game.apply(&Change::StanceTaken { who, stance }).unwrap();
    assert_eq!(EncounterView::of(&ring.game).unwrap().order.len(), 1);
}

#[test]
fn an_inspired_friend_adds_the_die_to_one_check() {
    let game = table(vec![hero("bard", 5), hero("fighter", 5)], &[("Goblin", 500, &goblin())], 5);
    let mut ring = Ring::of(game, &[("bard-1", 3, 3), ("fighter-2", 4, 3), ("goblin", 9, 3)]);
    let target = Some("fighter-2".to_owned());
    ring.act("bard-1", FighterAction::Use { feature: "Bardic Inspiration".to_owned(), target, amount: None }).unwrap();
    let check = |ring: &Ring| D20Test::check(&ring.game, ring.fighter("fighter-2"), Skill::Athletics).expression();
    assert!(check(&ring).ends_with("+1d8"), "{}", check(&ring));
    let test = D20Test::check(&ring.game, ring.fighter("fighter-2"), Skill::Athletics);
    ring.step(|bout| test.toss(bout, &RollPurpose::check(Skill::Athletics))).unwrap();
    assert!(!check(&ring).contains("1d8"), "the die is used up");
}
