//! The turn stack: nested turns that must finish before the outer one goes on.
//!
//! A *turn* is one exchange, a player's words and their answer. The stack says what is played in it: a **main turn**, numbered
//! 1, 2, 3 …, which is one exchange as a rule, and **sub-turns** of it, `7.1`, `7.2`, nested `7.1.1`: a reaction in the middle
//! of another's deed, or what several do at once, one after the other. The open ones are a tree: each turn has a queue of
//! sub-turns, the first of a queue comes before the others, and the current turn is the first of the deepest queue. A number
//! is never used again.
//!
//! A main turn that is over with its exchange leaves nothing behind, no change and no state. Only one in which something is
//! still open when the exchange ends is held open: sub-turns that wait, or answers that heroes owe ([`Awaited`]).

mod awaited;
mod check;
mod fold;
mod frame;
mod moves;
mod steps;
#[cfg(test)]
mod tests;
mod view;

pub use awaited::{Awaited, AwaitedAnswer, AwaitedView, Mode, ResponseType};
pub(super) use check::check;
pub use frame::{Contribution, Logged, StackedTurn};
pub use moves::{Action, ExchangeOpening, QueuedTurn};
pub use steps::Phase;
pub use view::{StackedTurnView, TurnStackView, TurnState};

use serde::{Deserialize, Serialize};

/// The most turns open at once.
pub const MAX_OPEN: usize = 24;
/// How deep sub-turns nest; the main turn is the first level.
pub const MAX_DEPTH: usize = 6;
/// The most entries of a turn's log; the oldest go first.
pub const MAX_LOG: usize = 60;
/// The most rules a turn remembers.
pub const MAX_RULES: usize = 40;

/// The stack of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TurnStack {
    /// Number of exchanges that continued an earlier main turn; main turns are numbered without them.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_carried_on: u32,
    /// The main turn that is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main: Option<Box<StackedTurn>>,
    /// The answers it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaited: Option<Awaited>,
}

impl TurnStack {
    /// Whether there is nothing to keep.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// The main turn's number in the exchange `seq` (from 1).
    pub fn number(&self, seq: u32) -> u32 {
        let open = self.main.as_ref().and_then(|main| main.id.parse().ok());
        open.unwrap_or_else(|| seq.saturating_sub(self.n_carried_on).max(1))
    }

    /// The open turns from the main one down to the current one; none if the main turn isn't stored.
    pub fn active(&self) -> Vec<&StackedTurn> {
        std::iter::successors(self.main.as_deref(), |turn| turn.queue.first()).collect()
    }

    /// The turn that is played now.
    pub fn current(&self) -> Option<&StackedTurn> {
        self.active().pop()
    }

    /// How many turns are open.
    pub fn n_open(&self) -> usize {
        self.main.as_deref().map_or(0, StackedTurn::n_open)
    }

    /// Whether the main turn has to wait for something when an exchange ends.
    pub fn is_held_open(&self) -> bool {
        self.awaited.is_some() || self.main.as_ref().is_some_and(|main| !main.queue.is_empty())
    }
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
