//! The claim that keeps two turns of one session from playing at once.

use std::time::Duration;

use crate::game::id::{SessionId, TurnId};

use super::StoredTurn;

/// How long a claim holds unless it is renewed.
pub const CLAIM_TTL: Duration = Duration::from_secs(60);

/// The right to play one turn of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The session.
    pub session: SessionId,
    /// The turn that is going to be.
    pub turn: TurnId,
}

/// What [`Store::begin_turn`](super::Store::begin_turn) found.
#[derive(Debug, Clone, PartialEq)]
pub enum Begun {
    /// The session is this turn's.
    Claimed(Claim),
    /// The same key was played before: its turn.
    Played(Box<StoredTurn>),
    /// The same key was used for other words.
    KeyMismatch,
    /// Another turn is playing.
    Busy,
}
