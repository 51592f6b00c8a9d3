//! Rolls and results of checks, saving throws and attacks.

use super::{super::*, *};
use crate::{
    character::{Character, Condition, Feature},
    combat::{
        arms::{Arm, UNARMED, in_hand as arm},
        strike::test_outside,
    },
    conditions::can_act,
    creature::{Creature, Disposition},
    story::Story,
};

fn hero() -> Character {
    let mut hero = ready_made::ready_made()[0].clone();
    (hero.level, hero.abilities.str, hero.abilities.dex) = (1, 16, 14);
    (hero.proficiencies.skills, hero.proficiencies.saves) = (vec!["stealth".into()], vec![Ability::Str]);
    hero.features.clear();
    // Armour that rattles hampers Stealth.
    hero.inventory.clear();
    hero.weapons = ["Longsword", "Shortbow"].iter().filter_map(|name| weapons::find(name)).collect();
    hero
}

fn nowhere() -> State {
    State::start(Story::default(), Vec::new(), [7; 32])
}

fn check(hero: &Character, skill: Skill, dc: i32, sway: Sway) -> D20Test {
    D20Test::check(&nowhere(), FighterRef::Hero(hero), skill).against(dc).given(sway)
}

fn save(hero: &Character, ability: Ability, dc: i32) -> Option<D20Test> {
    D20Test::save(&nowhere(), FighterRef::Hero(hero), &SavingThrow::new(ability, dc))
}

fn attack(hero: &Character, arm: &Arm, target: Option<&Creature>) -> D20Test {
    test_outside(&nowhere(), hero, target, arm.clone())
}

fn in_condition(name: &str) -> Character {
    let mut hero = hero();
    hero.conditions.push(Condition::new(name));
    hero
}

fn goblin(condition: Option<&str>) -> Creature {
    let changes = creature::enter(&nowhere(), "Goblin", "goblin", Disposition::Hostile, 1);
    let Some(Change::CreatureEntered { creature }) = changes.into_iter().next() else { panic!() };
    let conditions = condition.map(Condition::new).into_iter().collect();
    Creature { armor_class: 13, conditions, ..creature }
}

// srd: rule/ability-checks
#[test]
fn a_check_is_a_d20_with_what_the_hero_adds_against_the_difficulty() {
    let test = check(&hero(), Skill::Stealth, 13, Sway::None);
    assert_eq!((test.expression().as_str(), test.against), ("1d20+4", Some(13)));
    let outcome = |die: u32| test.goal(die, i32::try_from(die).unwrap() + 4).unwrap().outcome;
    assert_eq!([outcome(9), outcome(8)], [RollOutcome::Success, RollOutcome::Failure]);
}

#[test]
fn what_needs_both_hands_is_not_struck_with_beside_a_shield() {
    let mut hero = hero();
    hero.weapons = ["Greatsword"].iter().filter_map(|name| weapons::find(name)).collect();
    assert_eq!(arm(&hero, None).unwrap().name, "Greatsword");
    crate::hero::equip(&mut hero, "Shield", 1);
    let refusal = arm(&hero, Some("greatsword")).unwrap_err().to_string();
    assert!(refusal.contains("needs both hands"), "{refusal}");
    assert_eq!(arm(&hero, None).unwrap().name, UNARMED);
}

// srd: rule/advantage-and-disadvantage
#[test]
fn advantage_is_the_higher_of_two_and_both_kinds_cancel_out() {
    let dice = |hero: &Character, sway| check(hero, Skill::Arcana, 10, sway).expression();
    let plain = dice(&hero(), Sway::None);
    assert!(plain.starts_with("1d20"));
    assert_eq!(dice(&hero(), Sway::Advantage), plain.replace("1d20", "2d20kh1"));
    assert_eq!(dice(&hero(), Sway::Disadvantage), plain.replace("1d20", "2d20kl1"));
    assert_eq!(dice(&in_condition("Poisoned"), Sway::None), plain.replace("1d20", "2d20kl1"));
    assert_eq!(dice(&in_condition("poisoned"), Sway::Disadvantage), plain.replace("1d20", "2d20kl1"), "two are one");
    assert_eq!(dice(&in_condition("poisoned"), Sway::Advantage), plain);
}

// srd: rule/saving-throws condition/restrained condition/paralyzed condition/stunned condition/petrified
// srd: condition/unconscious condition/incapacitated
#[test]
fn those_who_cannot_move_fail_with_strength_and_dexterity() {
    let throw = |hero: &Character, ability| save(hero, ability, 15).map(|test| test.expression());
    assert_eq!(throw(&hero(), Ability::Str).as_deref(), Some("1d20+5"));
    assert_eq!(throw(&in_condition("restrained"), Ability::Dex).as_deref(), Some("2d20kl1+2"));
    assert_eq!(throw(&in_condition("restrained"), Ability::Str).as_deref(), Some("1d20+5"));
    for helpless in ConditionKind::ALL.into_iter().filter(|kind| kind.is_helpless()).map(ConditionKind::name) {
        assert_eq!(throw(&in_condition(helpless), Ability::Dex), None, "{helpless}");
        assert!(throw(&in_condition(helpless), Ability::Wis).is_some());
        assert!(can_act(&in_condition(helpless)).is_err(), "{helpless}: nor can they act");
    }
    let down = Character { current_hp: 0, ..hero() };
    assert!(can_act(&hero()).is_ok() && can_act(&down).is_err());
    assert_eq!([throw(&down, Ability::Str), throw(&down, Ability::Dex)], [None, None], "who lies at 0 can't move");
    assert!(throw(&down, Ability::Con).is_some());
    let dazed = in_condition("Incapacitated");
    assert!(can_act(&dazed).is_err() && can_act(&in_condition("prone")).is_ok());
    assert_eq!(throw(&dazed, Ability::Dex), throw(&hero(), Ability::Dex), "they can still move");
}

// srd: rule/making-an-attack rule/making-an-attack--attack-rolls rule/making-an-attack--modifiers-to-the-roll
// srd: rule/making-an-attack--melee-attacks
#[test]
fn an_attack_adds_what_the_weapon_adds_against_the_armour() {
    let hero = hero();
    let sword = arm(&hero, None).unwrap();
    assert_eq!(sword.name, "Longsword", "the first at hand");
    let test = attack(&hero, &sword, Some(&goblin(None)));
    assert_eq!((test.expression().as_str(), test.against), ("1d20+5", Some(13)));
    assert_eq!(attack(&hero, &sword, None).against, Some(10), "nothing is known of them");
    assert_eq!(arm(&hero, Some("bow")).unwrap().name, "Shortbow");
    assert_eq!(arm(&hero, Some("trusty longsword")).unwrap().name, "Longsword");
    for not_theirs in ["catapult", "handaxe", "hand crossbow", "Hand-crossbow", "beforehand", "kickstand"] {
        assert!(arm(&hero, Some(not_theirs)).is_err(), "{not_theirs}");
    }
    for bare in ["unarmed strike", "my bare hands", "left hand", "a kick", "Fist", "kick to the shin"] {
        assert_eq!(arm(&hero, Some(bare)).unwrap().name, UNARMED, "{bare}");
    }
    assert_eq!(adds(&hero, "fists"), (5, "4".to_owned()));
    let mut weak = Character { weapons: Vec::new(), ..hero };
    weak.abilities.str = 1;
    assert_eq!(adds(&weak, "fists").1, "0", "damage is never less than none");
}

/// What an arm adds to the d20, and its damage.
fn adds(hero: &Character, name: &str) -> (i32, String) {
    let arm = arm(hero, Some(name)).unwrap();
    (arm.attack.to_hit, arm.attack.harm[0].dice.clone())
}

// srd: rule/using-each-ability--attack-rolls-and-damage rule/using-each-ability--attack-rolls-and-damage-more
// srd: weapon-property/finesse
#[test]
fn a_weapon_goes_by_strength_dexterity_or_the_better_of_both() {
    let mut hero = hero();
    hero.weapons = ["Longsword", "Shortbow", "Rapier"].iter().filter_map(|name| weapons::find(name)).collect();
    assert_eq!(adds(&hero, "Longsword"), (5, "1d8+3".to_owned()));
    assert_eq!(adds(&hero, "Shortbow"), (4, "1d6+2".to_owned()));
    assert_eq!(adds(&hero, "Rapier"), (5, "1d8+3".to_owned()));
    hero.abilities.dex = 18;
    assert_eq!(adds(&hero, "Rapier"), (6, "1d8+4".to_owned()));
    assert_eq!(adds(&hero, "Longsword"), (5, "1d8+3".to_owned()));
}

// srd: condition/blinded condition/invisible condition/poisoned condition/prone
#[test]
fn conditions_of_either_side_sway_an_attack() {
    let dice = |hero: &Character, weapon: &str, target: Option<&str>| {
        let arm = arm(hero, Some(weapon)).unwrap();
        attack(hero, &arm, Some(&goblin(target))).expression()
    };
    for condition in ["blinded", "poisoned", "prone", "restrained"] {
        assert_eq!(dice(&in_condition(condition), "Longsword", None), "2d20kl1+5", "{condition}");
    }
    assert_eq!(dice(&in_condition("invisible"), "Longsword", None), "2d20kh1+5");
    for condition in ["blinded", "restrained", "paralyzed", "petrified", "stunned", "unconscious", "prone"] {
        assert_eq!(dice(&hero(), "Longsword", Some(condition)), "2d20kh1+5", "{condition}");
    }
    assert_eq!(dice(&hero(), "Longsword", Some("invisible")), "2d20kl1+5");
    assert_eq!(dice(&hero(), "Shortbow", Some("prone")), "2d20kl1+4", "who lies low is hard to shoot");
    assert_eq!(dice(&in_condition("prone"), "Longsword", Some("prone")), "1d20+5");
}

// srd: rule/making-an-attack--rolling-1-or-20
#[test]
fn a_twenty_hits_and_a_one_misses_whatever_the_armour() {
    let mut hero = hero();
    let outcome = |hero: &Character, armor_class: u8, die: u32| {
        let target = Creature { armor_class, ..goblin(None) };
        let test = attack(hero, &arm(hero, None).unwrap(), Some(&target));
        test.goal(die, i32::try_from(die).unwrap() + 5).unwrap().outcome
    };
    assert_eq!([outcome(&hero, 255, 20), outcome(&hero, 255, 19)], [RollOutcome::CriticalHit, RollOutcome::Miss]);
    assert_eq!([outcome(&hero, 0, 1), outcome(&hero, 0, 2)], [RollOutcome::Miss, RollOutcome::Hit]);
    hero.features.push(Feature { name: "Improved Critical".to_owned(), chosen_option: None });
    assert_eq!([outcome(&hero, 255, 19), outcome(&hero, 255, 18)], [RollOutcome::CriticalHit, RollOutcome::Miss]);
}

/// The result of a halfling's throw with these dice: the expressions, the number of the die that counts, the total.
fn lucky(dice: &[&[u32]], given: Sway) -> (Vec<String>, u32, i32) {
    let mut halfling = hero();
    halfling.features.push(Feature { name: "Lucky".to_owned(), chosen_option: None });
    let mut game = Game::new(State::start(Story::default(), vec![halfling.clone()], [7; 32]));
    let laid: Vec<Vec<u32>> = dice.iter().map(|dice| dice.to_vec()).collect();
    let mut bout = Bout::new(&mut game, &()).with_laid(&laid);
    bout.rule();
    let test = check(&halfling, Skill::Stealth, 13, given);
    let tossed = test.toss(&mut bout, &RollPurpose::check(Skill::Stealth)).unwrap();
    assert_eq!(tossed.goal, Some(Goal::of_check(13, tossed.total)));
    let rolls: Vec<&Roll> = bout
        .changes()
        .iter()
        .filter_map(|it| if let Change::DiceRolled { roll } = it { Some(roll) } else { None })
        .collect();
    for roll in rolls.iter().filter(|roll| roll.goal.is_some()) {
        assert_eq!(
            (roll.total, roll.goal),
            (tossed.total, tossed.goal),
            "only the throw that counts says what came of it"
        );
    }
    (rolls.iter().map(|roll| roll.expression.clone()).collect(), tossed.natural, tossed.total)
}

// srd: rule/advantage-and-disadvantage
#[test]
fn a_halfling_throws_a_one_again_outside_a_fight_and_only_that_die() {
    let thrown = |expressions: &[&str], natural, total| {
        (expressions.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>(), natural, total)
    };
    assert_eq!(lucky(&[&[2]], Sway::None), thrown(&["1d20+4"], 2, 6));
    assert_eq!(lucky(&[&[1], &[15]], Sway::None), thrown(&["1d20+4", "1d20+4"], 15, 19));
    assert_eq!(lucky(&[&[1], &[1]], Sway::None), thrown(&["1d20+4", "1d20+4"], 1, 5), "once");
    assert_eq!(lucky(&[&[1, 7], &[15]], Sway::Disadvantage), thrown(&["2d20kl1+4", "1d20+4"], 7, 11));
    assert_eq!(lucky(&[&[1, 7], &[3]], Sway::Disadvantage), thrown(&["2d20kl1+4", "1d20+4"], 3, 7));
    assert_eq!(lucky(&[&[1, 7], &[15]], Sway::Advantage), thrown(&["2d20kh1+4", "1d20+4"], 15, 19));
    assert_eq!(lucky(&[&[1, 17], &[15]], Sway::Advantage), thrown(&["2d20kh1+4", "1d20+4"], 17, 21));
}

#[test]
fn an_attack_of_the_story_heeds_the_heros_conditions() {
    let of = |hero: &Character| D20Test::story_attack(&nowhere(), hero, 5).expression();
    assert_eq!(of(&hero()), "1d20+5");
    assert_eq!(of(&in_condition("poisoned")), "2d20kl1+5");
    assert_eq!(of(&in_condition("invisible")), "2d20kh1+5");
}
