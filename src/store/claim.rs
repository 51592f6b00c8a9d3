//! The claim that keeps two turns of one session from playing at once.

use std::time::Duration;

use jiff::Timestamp;

use crate::game::id::{SessionId, TurnId};

use super::{Commit, Error, Result, StoredTurn};

/// How long a claim holds unless it is renewed.
pub const CLAIM_TTL: Duration = Duration::from_secs(60);

/// When a claim made now runs out.
pub(super) fn expiry(now: Timestamp, ttl: Duration) -> Timestamp {
    now.saturating_add(ttl).unwrap_or(Timestamp::MAX)
}

/// The right to play one turn of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The session.
    pub session: SessionId,
    /// The turn that is going to be.
    pub turn: TurnId,
}

impl Claim {
    /// Whether the claim is for this commit.
    ///
    /// # Errors
    /// [`Error::Conflict`]: it is for another turn or session.
    pub(super) fn covers(&self, commit: &Commit<StoredTurn>) -> Result<()> {
        let turn = &commit.what.turn;
        if turn.id != self.turn || turn.session_id != self.session {
            return Err(Error::Conflict);
        }
        commit.leads_on(&self.session)
    }
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
