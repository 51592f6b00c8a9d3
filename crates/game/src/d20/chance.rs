//! How likely a d20 test is to reach its number.

use super::{Addend, D20Test, TestKind, advantage::Sway};
use crate::dice::notation::{Amount, Notation};

/// The sides of the die.
const SIDES: usize = 20;
/// The probability of each.
const FACE: f64 = 0.05;

impl D20Test {
    /// The probability that it reaches its number; none without a number, or for two dice.
    pub(crate) fn chance(&self) -> Option<f64> {
        if self.kind == TestKind::Pair {
            return None;
        }
        let added = self.spread_of_addends();
        let mut chance = 0.0;
        for (natural, likely) in self.spread_of_die() {
            for (bonus, share) in &added {
                let total = i32::try_from(natural).unwrap_or(0) + bonus;
                if self.goal(natural, total)?.outcome.is_good() {
                    chance += likely * share;
                }
            }
        }
        Some(chance)
    }

    /// The possible values of the counted die, each with its probability. A halfling's 1 is rolled again, as in
    /// `D20Test::throw_again`.
    fn spread_of_die(&self) -> Vec<(u32, f64)> {
        let sway = self.sway();
        let counts = |one: usize, other: usize| match sway {
            Sway::None => one,
            Sway::Advantage => one.max(other),
            Sway::Disadvantage => one.min(other),
        };
        let mut likely = [0.0; SIDES + 1];
        let is_single = sway == Sway::None;
        let (n_seconds, each) = if is_single { (1, FACE) } else { (SIDES, FACE * FACE) };
        for first in 1..=SIDES {
            for second in 1..=n_seconds {
                if !self.is_lucky || (first != 1 && (is_single || second != 1)) {
                    likely[counts(first, second)] += each;
                    continue;
                }
                let other = if is_single { 1 } else { first.max(second) };
                for again in 1..=SIDES {
                    likely[counts(again, other)] += each * FACE;
                }
            }
        }
        (1..).zip(likely.into_iter().skip(1)).collect()
    }

    /// The possible bonuses to the die, each with its probability. Effects with invalid dice are ignored, as in
    /// [`D20Test::expression`].
    fn spread_of_addends(&self) -> Vec<(i32, f64)> {
        let mut spread = vec![(0, 1.0)];
        for addend in &self.addends {
            match addend {
                Addend::Own(n) | Addend::Aura(n) | Addend::Cover(n) => spread.iter_mut().for_each(|(sum, _)| *sum += n),
                Addend::Lent(dice) => spread = with_dice(spread, dice),
            }
        }
        spread
    }
}

/// Adds dice such as `+1d4` to a spread.
fn with_dice(spread: Vec<(i32, f64)>, dice: &str) -> Vec<(i32, f64)> {
    // Only a whole throw can be read.
    let Ok(notation) = Notation::parse(&format!("{}{dice}", Sway::None.die())) else { return spread };
    let mut spread = spread;
    for term in notation.terms().iter().skip(1) {
        let sign = if term.minus { -1 } else { 1 };
        match term.amount {
            Amount::Number(number) => {
                let number = i32::try_from(number).unwrap_or(0);
                spread.iter_mut().for_each(|(sum, _)| *sum += sign * number);
            }
            Amount::Dice(dice) => {
                for _ in 0..dice.count {
                    spread = with_die(&spread, dice.sides, sign);
                }
            }
        }
    }
    spread
}

fn with_die(spread: &[(i32, f64)], sides: u32, sign: i32) -> Vec<(i32, f64)> {
    let mut next = std::collections::BTreeMap::new();
    for (sum, share) in spread {
        for face in 1..=i32::try_from(sides).unwrap_or(1) {
            *next.entry(sum + sign * face).or_insert(0.0) += share / f64::from(sides);
        }
    }
    next.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        character::{Character, Feature},
        combat::fighter::FighterRef,
        d20::advantage::{AdvantageCount, Reason},
        feature::FeatureId,
        hero::tests::hero,
    };

    fn chance(hero: &Character, odds: AdvantageCount, armor_class: i32) -> f64 {
        D20Test::attack(FighterRef::Hero(hero), 5, odds, 20).against(armor_class).chance().unwrap()
    }

    fn near(chance: f64, expected: f64) {
        assert!((chance - expected).abs() < 1e-9, "{chance} is not {expected}");
    }

    #[test]
    fn an_attack_hits_as_often_as_its_faces_say() {
        let hero = hero("fighter", 1);
        near(chance(&hero, AdvantageCount::default(), 15), 11.0 / 20.0);
        // A 20 always hits, a 1 never does.
        near(chance(&hero, AdvantageCount::default(), 40), 1.0 / 20.0);
        near(chance(&hero, AdvantageCount::default(), 1), 19.0 / 20.0);
    }

    #[test]
    fn two_dice_count_as_they_are_thrown() {
        let hero = hero("fighter", 1);
        let (mut up, mut down) = (AdvantageCount::default(), AdvantageCount::default());
        up.up(Reason::Helped, true);
        down.down(Reason::LongRange, true);
        near(chance(&hero, up, 15), 1.0 - (9.0 / 20.0) * (9.0 / 20.0));
        near(chance(&hero, down, 15), (11.0 / 20.0) * (11.0 / 20.0));
    }

    #[test]
    fn a_halfling_throws_a_one_again() {
        let mut hero = hero("fighter", 1);
        hero.features.push(Feature { name: FeatureId::Lucky.name().to_owned(), chosen_option: None });
        near(chance(&hero, AdvantageCount::default(), 15), 11.0 / 20.0 + 11.0 / 400.0);
    }
}
