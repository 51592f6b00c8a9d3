//! Tests with two six-sided dice and an ability, for campaigns with three results: 10 or more is a hit, 7 to 9 a hit at a cost,
//! less a miss. The thresholds are those of games with such dice; rolling three dice and counting two is our own version of
//! advantage.

use super::{
    State,
    character::Character,
    combat::fighter::FighterRef,
    d20::{D20Test, TestKind, check_odds},
    skill::Skill,
};

/// Minimum for a hit.
pub const HIT: i32 = 10;
/// Minimum for a mixed result.
pub const MIXED: i32 = 7;
/// The least and the most an ability adds.
const BOUNDS: (i32, i32) = (-1, 3);

/// A skill test: two dice and the ability modifier, from -1 to +3, with 1 more for proficiency up to +3; [`ease`] adds the
/// difficulty.
pub fn check(state: &State, hero: &Character, skill: Skill, dc: i32) -> D20Test {
    let (least, most) = BOUNDS;
    let ability = hero.abilities.modifier(skill.ability()).clamp(least, most);
    let is_trained = hero.skill_bonus(skill) > hero.abilities.modifier(skill.ability());
    let adds = (ability + i32::from(is_trained)).min(most) + ease(dc);
    let fighter = FighterRef::Hero(hero);
    D20Test::new(fighter, TestKind::Pair, adds, check_odds(state, fighter, Some(skill))).against(HIT)
}

/// The modifier of a difficulty class: +1 below 10, 0 up to 15, -1 up to 19, -2 from 20.
pub fn ease(dc: i32) -> i32 {
    match dc {
        ..10 => 1,
        10..16 => 0,
        16..20 => -1,
        _ => -2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        character::Condition,
        d20::advantage::Sway,
        dice::{DiceCup, Goal, RollOutcome},
        hero::tests::{hero, table},
    };

    #[test]
    fn six_misses_seven_is_mixed_and_ten_hits() {
        let cup = |index| DiceCup { next_index: index, ..DiceCup::new([3; 32]) };
        let mut seen = std::collections::BTreeMap::new();
        for index in 0..500 {
            let roll = cup(index).throw("2d6", "").unwrap();
            seen.insert(roll.total, Goal::of_pair(roll.total).outcome);
        }
        let all: Vec<RollOutcome> = seen.into_values().collect();
        let expected =
            [[RollOutcome::Failure; 5].as_slice(), &[RollOutcome::Mixed; 3], &[RollOutcome::Success; 3]].concat();
        assert_eq!(all, expected, "of the totals 2 to 12");
    }

    #[test]
    fn an_ability_adds_from_minus_one_to_three_and_a_hard_test_takes_from_it() {
        let mut hero = hero("fighter", 1);
        hero.proficiencies.skills = vec!["athletics".into()];
        let state = table();
        let dice = |hero: &Character, dc| check(&state, hero, Skill::Athletics, dc).expression();
        for (str, expected) in [(6, "2d6"), (10, "2d6+1"), (14, "2d6+3"), (20, "2d6+3")] {
            hero.abilities.str = str;
            assert_eq!(dice(&hero, 12), expected, "Strength {str}, and proficient");
        }
        hero.abilities.str = 10;
        assert_eq!([dice(&hero, 9), dice(&hero, 16), dice(&hero, 25)], ["2d6+2", "2d6", "2d6-1"]);
        hero.conditions.push(Condition::new("poisoned"));
        assert_eq!(dice(&hero, 12), "3d6kl2+1");
        let swayed = check(&state, &hero, Skill::Athletics, 12).given(Sway::Advantage);
        assert_eq!(swayed.expression(), "2d6+1", "they cancel out");
    }
}
