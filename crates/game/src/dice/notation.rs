//! Dice notation: its terms, bounds and text form. It doesn't roll.

use std::fmt;

use super::{super::refusal::Refusal, plain, reader};
use crate::house_rules::CriticalHits;

/// Most dice in one throw, those thrown again by an explosion included.
pub const MAX_DICE: u32 = 100;
/// Fewest sides of a die.
pub const MIN_SIDES: u32 = 2;
/// Most sides of a die.
pub const MAX_SIDES: u32 = 1_000;
/// The furthest a throw's modifiers come from zero, one by one and all together.
pub const MAX_MODIFIER: i32 = 100_000;
/// The longest expression, in characters.
pub const MAX_LENGTH: usize = 200;
/// The longest name of a part, in characters.
pub const MAX_PART_NAME: usize = 30;

/// A throw that can be made: at least one die, everything within bounds. Its `Display` is the shortest way to
/// write it and reads back as the same throw.
///
/// The notation, with white space and upper case as one likes:
///
/// | written | means |
/// |---|---|
/// | `d20`, `3d6`, `d%` | one die of 20 sides, three of 6, one of 100 |
/// | `kh2`, `kl1`, `k3` | keep the highest two, the lowest one, the highest three (the number may be left out: 1) |
/// | `dl1`, `dh1` | drop the lowest one, the highest one |
/// | `1d8!` | a die that shows its highest number is thrown again and both count |
/// | `d20 adv`, `d20 dis` | two d20, of which the higher or the lower counts; both at once cancel out |
/// | `2d6+1d4-1` | several terms |
/// | `1d8[slashing]+1d6[fire]` | terms with names, whose sums are separate |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notation {
    terms: Vec<DiceTerm>,
}

/// Something that is added or taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceTerm {
    /// Whether it is taken away.
    pub minus: bool,
    /// Dice or a number.
    pub amount: Amount,
    /// The label, such as `fire`, in lower case.
    pub part: Option<String>,
}

/// Dice or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// To be thrown.
    Dice(Dice),
    /// To be counted as it is.
    Number(u32),
}

/// Equal dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    /// How many are thrown at first.
    pub count: u32,
    /// Of how many sides.
    pub sides: u32,
    /// Whether a highest number is thrown again.
    pub explode: bool,
    /// Which of them count; all of them where nothing is said.
    pub pick: Option<Pick>,
}

impl Dice {
    /// How many of them count, if none explodes.
    fn n_kept(self) -> u32 {
        match self.pick {
            None => self.count,
            Some(Pick::KeepHighest(n) | Pick::KeepLowest(n)) => n.min(self.count),
            Some(Pick::DropHighest(n) | Pick::DropLowest(n)) => self.count.saturating_sub(n),
        }
    }
}

/// Which of some dice count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    KeepHighest(u32),
    KeepLowest(u32),
    DropHighest(u32),
    DropLowest(u32),
}

impl Notation {
    /// Reads an expression.
    ///
    /// # Errors
    /// It cannot be read, has no die in it, or is out of bounds; the text says why and shows how it is done.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let refuse = |why: String| {
            let shown: String = text.trim().chars().filter(|c| !c.is_control()).take(60).collect();
            Refusal::new(format!("“{shown}” is no throw: {why}. Write it like `2d20kh1+5`, `4d6dl1` or `2d6+1d4-1`."))
        };
        if text.len() > MAX_LENGTH && text.trim().chars().count() > MAX_LENGTH {
            return Err(refuse(format!("it is longer than {MAX_LENGTH} characters")));
        }
        plain::read(text)
            .map_or_else(|| reader::read(text), Ok)
            .and_then(|terms| check(&terms).map(|()| Self { terms }))
            .map_err(refuse)
    }

    /// The terms in the order they are written.
    pub fn terms(&self) -> &[DiceTerm] {
        &self.terms
    }

    /// The terms of damage that is dealt, in the order they are thrown: of a critical blow the dice again, numbers
    /// once (SRD 5.1, Critical Hits). A house rule adds the dice's highest numbers instead.
    pub fn dealt(&self, critical: Option<CriticalHits>) -> impl Iterator<Item = DiceTerm> {
        let again = self.terms.iter().filter_map(move |term| {
            let Amount::Dice(dice) = term.amount else { return None };
            match critical? {
                CriticalHits::DoubleDice => Some(term.clone()),
                CriticalHits::MaximumAndRoll => {
                    let most = if term.minus { dice.n_kept() } else { dice.n_kept().saturating_mul(dice.sides) };
                    Some(DiceTerm { amount: Amount::Number(most), ..term.clone() })
                }
            }
        });
        self.terms.iter().cloned().chain(again)
    }

    /// How many dice are thrown at least.
    pub fn n_dice(&self) -> u32 {
        self.terms.iter().map(DiceTerm::n_dice).sum()
    }

    /// The sum of the numbers.
    pub fn modifier(&self) -> i32 {
        self.terms.iter().map(DiceTerm::modifier).sum()
    }
}

impl DiceTerm {
    /// Writes the term behind others of an expression, under another name where one is given.
    pub fn append(&self, expression: &mut String, part: Option<&str>) {
        use fmt::Write;
        match (self.minus, expression.is_empty()) {
            (true, _) => expression.push('-'),
            (false, true) => {}
            (false, false) => expression.push('+'),
        }
        let _ = match self.amount {
            Amount::Dice(dice) => write!(expression, "{dice}"),
            Amount::Number(number) => write!(expression, "{number}"),
        };
        if let Some(part) = part.or(self.part.as_deref()) {
            let _ = write!(expression, "[{part}]");
        }
    }

    pub(super) fn n_dice(&self) -> u32 {
        match self.amount {
            Amount::Dice(dice) => dice.count,
            Amount::Number(_) => 0,
        }
    }

    fn modifier(&self) -> i32 {
        match self.amount {
            Amount::Dice(_) => 0,
            Amount::Number(number) => self.signed(i32::try_from(number).unwrap_or(i32::MAX)),
        }
    }

    /// `n` as this term counts it.
    pub fn signed(&self, n: i32) -> i32 {
        if self.minus { -n } else { n }
    }
}

/// Whether read terms are within bounds as a whole. Each number on its own has been checked as it was read.
fn check(terms: &[DiceTerm]) -> Result<(), String> {
    let n_dice: u32 = terms.iter().map(DiceTerm::n_dice).sum();
    let modifier: i32 = terms.iter().map(DiceTerm::modifier).sum();
    match n_dice {
        0 => Err("it contains no dice".to_owned()),
        n if n > MAX_DICE => Err(format!("{n} dice, maximum {MAX_DICE}")),
        _ if modifier.abs() > MAX_MODIFIER => Err(format!("modifier {modifier} exceeds ±{MAX_MODIFIER}")),
        _ => Ok(()),
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            match (i, term.minus) {
                (_, true) => f.write_str("-")?,
                (0, false) => {}
                (_, false) => f.write_str("+")?,
            }
            match term.amount {
                Amount::Number(number) => write!(f, "{number}")?,
                Amount::Dice(dice) => write!(f, "{dice}")?,
            }
            if let Some(part) = &term.part {
                write!(f, "[{part}]")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}{}", self.count, self.sides, if self.explode { "!" } else { "" })?;
        match self.pick {
            None => Ok(()),
            Some(Pick::KeepHighest(n)) => write!(f, "kh{n}"),
            Some(Pick::KeepLowest(n)) => write!(f, "kl{n}"),
            Some(Pick::DropHighest(n)) => write!(f, "dh{n}"),
            Some(Pick::DropLowest(n)) => write!(f, "dl{n}"),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> String {
        Notation::parse(text).unwrap().to_string()
    }

    #[test]
    fn the_notation_is_read_however_it_is_written() {
        let cases = [
            ("d20", "1d20"),
            (" 2D20KH1 + 5 ", "2d20kh1+5"),
            ("2d20kl", "2d20kl1"),
            ("4d6k3", "4d6kh3"),
            ("4d6dl1", "4d6dl1"),
            ("4d6 dh", "4d6dh1"),
            ("1d8!", "1d8!"),
            ("4d6kh3!", "4d6!kh3"),
            ("d%", "1d100"),
            ("2d6+1d4-1", "2d6+1d4-1"),
            ("d20+-1", "1d20-1"),
            ("d20 − 1d4", "1d20-1d4"),
            ("-1d4 + 10", "-1d4+10"),
            ("d20 adv +5", "2d20kh1+5"),
            ("1d20 advantage", "2d20kh1"),
            ("1d20+3 with disadvantage", "2d20kl1+3"),
            ("dis d20", "2d20kl1"),
            ("advantage +5", "2d20kh1+5"),
            ("2d20 adv", "2d20kh1"),
            ("d20 adv dis", "1d20"),
            ("1d8[Slashing] + 1d6 [ fire ] + 3", "1d8[slashing]+1d6[fire]+3"),
        ];
        for (written, read_as) in cases {
            assert_eq!(read(written), read_as, "{written}");
        }
    }

    #[test]
    fn what_is_no_throw_is_refused_with_a_reason_and_an_example() {
        let cases = [
            ("", "no dice"),
            ("banana", "can't read “banana”"),
            ("5", "no dice"),
            ("d", "how many sides"),
            ("2d6+", "nothing where dice"),
            ("2d6 3", "can't read “3”"),
            ("0d6", "0 dice, allowed are 1 to 100"),
            ("d1", "2 to 1000 sides"),
            ("d0", "2 to 1000 sides"),
            ("1d1001", "2 to 1000 sides"),
            ("101d6", "101 dice, allowed are 1 to 100"),
            ("60d6+60d6", "120 dice"),
            ("99999999999999999999d6", "allowed are 1 to 100"),
            ("d20+100001", "above 100000"),
            ("d20+60000+60000", "exceeds ±100000"),
            ("2d6kh3", "takes 1 to 2"),
            ("2d6kh0", "takes 1 to 2"),
            ("2d6dl2", "takes 1 to 1"),
            ("1d20dl1", "only die"),
            ("d6 adv", "plain d20"),
            ("3d20 adv", "plain d20"),
            ("1d6[", "ends with ]"),
            ("1d6[]", "1 to 30 characters"),
            ("1d6[[x]]", "plain words"),
            ("1d6; drop table", "can't read “; drop table”"),
        ];
        for (written, reason) in cases {
            let refusal = Notation::parse(written).unwrap_err().to_string();
            assert!(refusal.contains(reason), "{written}: {refusal}");
            assert!(refusal.contains("2d20kh1+5"), "{written}: {refusal}");
        }
        assert!(Notation::parse(&"+".repeat(201)).unwrap_err().to_string().contains("longer than 200"));
    }

    /// Legal terms, few enough to stay within all bounds together.
    fn term() -> impl Strategy<Value = String> {
        let pick = prop_oneof![
            Just(String::new()),
            (1u32..=4).prop_map(|n| format!("kh{n}")),
            (1u32..=4).prop_map(|n| format!("KL {n}")),
            (1u32..=3).prop_map(|n| format!("dl{n}")),
            (1u32..=3).prop_map(|n| format!("dh{n}")),
        ];
        let part = prop_oneof![3 => Just(String::new()), 1 => "\\[ ?[A-Za-z]{1,10} ?\\]"];
        let dice = (4u32..=15, 2u32..=1000, any::<bool>(), pick).prop_map(|(count, sides, explode, pick)| {
            format!("{count} d{sides}{}{pick}", if explode { "!" } else { "" })
        });
        (prop_oneof![3 => dice, 1 => (0u32..=9999).prop_map(|n| n.to_string())], part).prop_map(|(a, p)| a + &p)
    }

    /// A legal expression with at least one die.
    pub(in crate::dice) fn expression() -> impl Strategy<Value = String> {
        let more = prop::collection::vec((prop_oneof![Just("+"), Just(" - "), Just("+-")], term()), 0..5);
        ("[1-4]?d(4|6|8|10|12|20|%)!?", more)
            .prop_map(|(first, more)| more.into_iter().fold(first, |text, (sign, term)| text + sign + &term))
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in any::<String>()) {
            let _ = Notation::parse(&text);
        }

        #[test]
        fn no_text_of_dice_letters_makes_the_reader_panic(text in "[0-9dkhl!%+ advis\\[\\]-]{0,40}") {
            if let Ok(notation) = Notation::parse(&text) {
                prop_assert!((1..=MAX_DICE).contains(&notation.n_dice()));
                prop_assert!(notation.modifier().abs() <= MAX_MODIFIER);
                prop_assert_eq!(Notation::parse(&notation.to_string()), Ok(notation));
            }
        }

        #[test]
        fn what_is_read_reads_the_same_once_written(text in expression()) {
            let notation = Notation::parse(&text).unwrap();
            prop_assert_eq!(Notation::parse(&notation.to_string()), Ok(notation));
        }
    }
}
