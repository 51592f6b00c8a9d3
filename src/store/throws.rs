//! Verifies recorded dice against the seeds that were committed before them.

use game::{
    Change,
    dice::{DiceCup, Roll},
};

use super::Past;

/// The result of rolling all dice of a past again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Throws {
    /// Throws that fell just so again.
    pub n_held: usize,
    /// Throws that may have fallen from a seed that is not revealed.
    pub n_unrevealed: usize,
    /// Throws that did not, each in words.
    pub wrong: Vec<String>,
}

impl std::fmt::Display for Throws {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} throws hold", self.n_held)?;
        if self.n_unrevealed > 0 {
            write!(f, ", {} not revealed", self.n_unrevealed)?;
        }
        Ok(())
    }
}

/// The dice at a point of the history.
struct DiceState {
    /// The seeds in force so far that are known.
    cups: Vec<DiceCup>,
    /// Whether one of them is kept secret.
    any_secret: bool,
    /// The index of the next throw.
    next_index: u64,
    throws: Throws,
}

impl Past {
    /// Every throw on record: of its turns, of what happened between them, and of other narrations.
    fn rolls(&self) -> impl Iterator<Item = &Roll> {
        let told = self.turns.iter().chain(&self.aside.alternatives).flat_map(|stored| &stored.turn.changes);
        let between = self.interludes.iter().flat_map(|interlude| &interlude.changes);
        told.chain(between).filter_map(|change| match change {
            Change::DiceRolled { roll } => Some(roll),
            _ => None,
        })
    }

    /// Whether anything on record may have been thrown with the seed that is in force at its end.
    pub fn is_last_seed_used(&self) -> bool {
        let is_new = |change: &Change| matches!(change, Change::DiceReseeded { .. });
        let set = self.interludes.iter().rposition(|interlude| interlude.changes.iter().any(is_new));
        let Some(set) = set else { return self.rolls().next().is_some() };
        let told = self.turns.iter().chain(&self.aside.alternatives);
        let told = told.filter(|stored| stored.turn.seq > self.interludes[set].after_seq);
        let between = self.interludes[set..].iter().flat_map(|interlude| &interlude.changes);
        let mut changes = told.flat_map(|stored| &stored.turn.changes).chain(between);
        changes.any(|change| matches!(change, Change::DiceRolled { .. }))
    }

    /// Repeats every recorded roll. A roll is valid if one of the seeds in force before it produces it at the next index: no
    /// unrecorded rolls in between.
    pub fn throw_again(&self) -> Throws {
        let mut table = DiceState {
            cups: Vec::new(),
            any_secret: false,
            next_index: self.start.dice.next_index,
            throws: Throws::default(),
        };
        table.reseed(&self.start.dice.seed);
        let mut interludes = self.interludes.iter().peekable();
        for stored in &self.turns {
            let seq = stored.turn.seq;
            while let Some(interlude) = interludes.next_if(|interlude| interlude.after_seq < seq) {
                table.follow(&interlude.changes, &format!("after turn {}", interlude.after_seq));
            }
            for other in self.aside.alternatives.iter().filter(|other| other.turn.seq == seq) {
                let next_index = table.next_index;
                table.follow(&other.turn.changes, &format!("in another telling of turn {seq}"));
                table.next_index = next_index;
            }
            table.follow(&stored.turn.changes, &format!("in turn {seq}"));
        }
        for interlude in interludes {
            table.follow(&interlude.changes, &format!("after turn {}", interlude.after_seq));
        }
        table.throws
    }
}

impl DiceState {
    fn reseed(&mut self, seed: &str) {
        match seed.is_empty() {
            true => self.any_secret = true,
            false => self.cups.push(DiceCup { seed: seed.to_owned(), next_index: 0 }),
        }
    }

    fn follow(&mut self, changes: &[Change], place: &str) {
        for change in changes {
            match change {
                Change::DiceReseeded { seed } => self.reseed(seed),
                Change::DiceRolled { roll } => self.judge(roll, place),
                _ => {}
            }
        }
    }

    fn judge(&mut self, roll: &Roll, place: &str) {
        let index = roll.proof.index;
        // Counted from one, as the page does.
        let wrong = |why: &str| format!("the throw {} ({}) {place} {why}", index.saturating_add(1), roll.expression);
        if index != self.next_index {
            self.throws
                .wrong
                .push(wrong(&format!("is not the next one, which is {}", self.next_index.saturating_add(1))));
        } else if self.cups.iter().rev().any(|cup| cup.verify(roll)) {
            self.throws.n_held += 1;
        } else if self.any_secret {
            self.throws.n_unrevealed += 1;
        } else {
            self.throws.wrong.push(wrong("does not fall like this from the session's dice"));
        }
        self.next_index = index.saturating_add(1);
    }
}
