//! Parser of dice notation.

use std::collections::VecDeque;

use super::notation::{Amount, Dice, DiceTerm, MAX_DICE, MAX_MODIFIER, MAX_PART_NAME, MAX_SIDES, MIN_SIDES, Pick};

/// The terms of an expression, each within its own bounds.
///
/// # Errors
/// The reason alone, why it cannot be read.
pub(super) fn read(text: &str) -> Result<Vec<DiceTerm>, String> {
    NotationReader::new(text).read()
}

/// Goes over an expression from left to right. Errors are the reason alone.
struct NotationReader {
    rest: VecDeque<char>,
}

impl NotationReader {
    fn new(text: &str) -> Self {
        let plain = |c| if matches!(c, '−' | '–') { '-' } else { c };
        Self { rest: text.trim().chars().flat_map(char::to_lowercase).map(plain).collect() }
    }

    fn read(&mut self) -> Result<Vec<DiceTerm>, String> {
        let mut terms = Vec::new();
        let (mut advantage, mut disadvantage) = self.luck();
        while !self.at_end() {
            let sign = self.sign();
            if sign.is_none() && !terms.is_empty() {
                return Err(format!("I can't read “{}”", self.rest()));
            }
            terms.push(self.term(sign == Some('-'))?);
            let (better, worse) = self.luck();
            advantage |= better;
            disadvantage |= worse;
        }
        if advantage || disadvantage {
            if terms.iter().all(|term| term.n_dice() == 0) {
                let d20 = Dice { count: 1, sides: 20, explode: false, pick: None };
                terms.insert(0, DiceTerm { minus: false, amount: Amount::Dice(d20), part: None });
            }
            try_luck(&mut terms, advantage, disadvantage)?;
        }
        Ok(terms)
    }

    fn term(&mut self, minus: bool) -> Result<DiceTerm, String> {
        let number = self.number();
        let amount = match (number, self.eat("d")) {
            (number, true) => Amount::Dice(self.dice(number.unwrap_or(1))?),
            (Some(n), false) if n <= MAX_MODIFIER.unsigned_abs() => Amount::Number(n),
            (Some(_), false) => return Err(format!("a number in it is above {MAX_MODIFIER}")),
            (None, false) if self.at_end() => return Err("there is nothing where dice or a number belong".to_owned()),
            (None, false) => return Err(format!("I can't read “{}”", self.rest())),
        };
        Ok(DiceTerm { minus, amount, part: self.part()? })
    }

    fn dice(&mut self, count: u32) -> Result<Dice, String> {
        let sides = if self.eat("%") { Some(100) } else { self.number() };
        let sides = sides.ok_or("after the d comes how many sides the die has")?;
        if !(MIN_SIDES..=MAX_SIDES).contains(&sides) {
            return Err(format!("a die has {MIN_SIDES} to {MAX_SIDES} sides"));
        }
        if !(1..=MAX_DICE).contains(&count) {
            return Err(format!("{count} dice, allowed are 1 to {MAX_DICE}"));
        }
        let mut dice = Dice { count, sides, explode: false, pick: None };
        loop {
            if !dice.explode && self.eat("!") {
                dice.explode = true;
            } else if dice.pick.is_none()
                && let Some(pick) = self.pick(count)?
            {
                dice.pick = Some(pick);
            } else {
                return Ok(dice);
            }
        }
    }

    fn pick(&mut self, count: u32) -> Result<Option<Pick>, String> {
        type Kind = fn(u32) -> Pick;
        let kinds: [(&str, Kind); 5] = [
            ("kh", Pick::KeepHighest),
            ("kl", Pick::KeepLowest),
            ("k", Pick::KeepHighest),
            ("dh", Pick::DropHighest),
            ("dl", Pick::DropLowest),
        ];
        let Some((word, kind)) = kinds.into_iter().find(|(word, _)| self.eat(word)) else { return Ok(None) };
        let n = self.number().unwrap_or(1);
        let most = if word.starts_with('k') { count } else { count - 1 };
        match n {
            _ if most == 0 => Err("the only die can't be dropped".to_owned()),
            n if (1..=most).contains(&n) => Ok(Some(kind(n))),
            _ => Err(format!("of {count} dice, {word} takes 1 to {most}")),
        }
    }

    fn part(&mut self) -> Result<Option<String>, String> {
        if !self.eat("[") {
            return Ok(None);
        }
        let mut name = String::new();
        loop {
            match self.rest.pop_front() {
                Some(']') => break,
                Some(c) if c == '[' || c.is_control() => return Err("a part's name is plain words".to_owned()),
                Some(c) => name.push(c),
                None => return Err("a part's name ends with ]".to_owned()),
            }
        }
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_PART_NAME {
            return Err(format!("a part's name has 1 to {MAX_PART_NAME} characters"));
        }
        Ok(Some(name.to_owned()))
    }

    /// Words for advantage and disadvantage, as many as there are.
    fn luck(&mut self) -> (bool, bool) {
        let (mut advantage, mut disadvantage) = (false, false);
        loop {
            let _ = self.eat("with");
            if self.eat("advantage") || self.eat("adv") {
                advantage = true;
            } else if self.eat("disadvantage") || self.eat("disadv") || self.eat("dis") {
                disadvantage = true;
            } else {
                return (advantage, disadvantage);
            }
        }
    }

    /// One or several signs in a row, as in `d20+-1`, taken together.
    fn sign(&mut self) -> Option<char> {
        let mut sign = None;
        loop {
            if self.eat("+") {
                sign = sign.or(Some('+'));
            } else if self.eat("-") {
                sign = Some(if sign == Some('-') { '+' } else { '-' });
            } else {
                return sign;
            }
        }
    }

    /// The number that comes next; one too long for any bound is the largest there is.
    fn number(&mut self) -> Option<u32> {
        self.skip_space();
        let mut number: Option<u32> = None;
        while let Some(digit) = self.rest.front().and_then(|c| c.to_digit(10)) {
            self.rest.pop_front();
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        number
    }

    /// Takes `word` if it comes next.
    fn eat(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = word.chars().eq(self.rest.iter().copied().take(word.len()));
        if found {
            self.rest.drain(..word.len());
        }
        found
    }

    fn at_end(&mut self) -> bool {
        self.skip_space();
        self.rest.is_empty()
    }

    fn skip_space(&mut self) {
        while self.rest.front().is_some_and(|c| c.is_whitespace()) {
            self.rest.pop_front();
        }
    }

    /// The unread rest of the expression, for an error text.
    fn rest(&self) -> String {
        self.rest.iter().filter(|c| !c.is_control()).take(20).collect()
    }
}

/// Gives a throw advantage or disadvantage: two d20 in place of one (SRD 5.1, Advantage and Disadvantage).
fn try_luck(terms: &mut [DiceTerm], advantage: bool, disadvantage: bool) -> Result<(), String> {
    let mut all = terms.iter_mut().filter_map(|term| match &mut term.amount {
        Amount::Dice(dice) => Some(dice),
        Amount::Number(_) => None,
    });
    let d20 = all.find(|dice| dice.sides == 20 && dice.count <= 2 && !dice.explode && dice.pick.is_none());
    let d20 = d20.ok_or("advantage and disadvantage go with a plain d20, as in `d20 adv+5`")?;
    if advantage != disadvantage {
        d20.count = 2;
        d20.pick = Some(if advantage { Pick::KeepHighest(1) } else { Pick::KeepLowest(1) });
    }
    Ok(())
}
