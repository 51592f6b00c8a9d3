//! The claim that keeps two turns of one session from playing at once.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use game::{
    Session,
    id::{SessionId, TurnId},
    turn::Exchange,
};

use super::{Commit, Error, Result, StoredTurn, TurnRecord};

/// The duration of a claim unless it is renewed.
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
    /// The turn that will be saved.
    pub turn: TurnId,
}

impl Claim {
    /// Whether the claim is for this commit.
    ///
    /// # Errors
    /// [`Error::Conflict`]: it is for another turn or session.
    pub(super) fn covers(&self, commit: &Commit<TurnRecord>) -> Result<()> {
        let turn = &commit.what.stored.turn;
        if turn.id != self.turn || turn.session_id != self.session {
            return Err(Error::Conflict);
        }
        commit.leads_on(&self.session)
    }
}

/// Why another server asks a turn to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// A player cancelled it.
    Cancelled,
    /// By the X card.
    Safety,
}

/// Why a claimed turn was not saved, for the other servers of a shared store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedTurn {
    /// The turn.
    pub turn: TurnId,
    /// The sequence number it would have had; 0 where an older version recorded it.
    #[serde(default)]
    pub seq: u32,
    /// When it failed.
    pub at: Timestamp,
    /// The code of its last event.
    pub code: String,
    /// The message for the player.
    pub message: String,
    /// Whether the same words may be sent again.
    pub retryable: bool,
    /// The end of the text, if another server's X card stopped it. It isn't shown to anyone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stopped_at: String,
}

/// A claimed session, all that a turn begins with.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimedSession {
    /// The right to play it.
    pub claim: Claim,
    /// The session as it is while the claim holds.
    pub session: Session,
    /// The window for the prompt, as [`Store::window`](super::Store::window) returns it.
    pub window: Vec<Exchange>,
}

/// What [`Store::begin_turn`](super::Store::begin_turn) found.
#[derive(Debug, Clone, PartialEq)]
pub enum BeginOutcome {
    /// The session is this turn's.
    Claimed(Box<ClaimedSession>),
    /// The same key was played before: its turn.
    Played(Box<StoredTurn>),
    /// The key belongs to an undone turn.
    Undone,
    /// The same key was used for something else.
    KeyMismatch,
    /// Another turn is playing.
    Busy,
}

/// The claims of a store that one process serves alone. They need not outlive it, because their holders end with it.
#[derive(Debug)]
pub(super) struct Claims {
    held: Mutex<HashMap<SessionId, HeldClaim>>,
    ttl: Duration,
}

#[derive(Debug)]
struct HeldClaim {
    turn: TurnId,
    expires_at: Timestamp,
}

impl Claims {
    /// No claims; each will hold for `ttl`.
    pub(super) fn new(ttl: Duration) -> Self {
        Self { held: Mutex::default(), ttl }
    }

    /// Claims a session for a turn; not while another turn's claim holds.
    pub(super) fn take(&self, session: &SessionId, turn: &TurnId) -> bool {
        let now = Timestamp::now();
        let mut held = self.held();
        if held.get(session).is_some_and(|it| it.turn != *turn && it.expires_at > now) {
            return false;
        }
        held.insert(session.clone(), HeldClaim { turn: turn.clone(), expires_at: expiry(now, self.ttl) });
        true
    }

    /// Prolongs a claim.
    ///
    /// # Errors
    /// As [`Claims::check`].
    pub(super) fn renew(&self, claim: &Claim) -> Result<()> {
        self.check(claim)?;
        self.take(&claim.session, &claim.turn);
        Ok(())
    }

    /// Gives a claim back, if it is still held.
    pub(super) fn release(&self, claim: &Claim) {
        let mut held = self.held();
        if held.get(&claim.session).is_some_and(|it| it.turn == claim.turn) {
            held.remove(&claim.session);
        }
    }

    /// Lets go of whatever claim there is on a session that is deleted.
    pub(super) fn forget(&self, session: &SessionId) {
        self.held().remove(session);
    }

    /// Whether a claim is still its holder's: one that ran out is, until another takes the session.
    ///
    /// # Errors
    /// [`Error::Conflict`]: it is not.
    pub(super) fn check(&self, claim: &Claim) -> Result<()> {
        match self.held().get(&claim.session) {
            Some(it) if it.turn == claim.turn => Ok(()),
            _ => Err(Error::Conflict),
        }
    }

    /// The holder of a session.
    pub(super) fn holder(&self, session: &SessionId) -> Option<Claim> {
        let held = self.held();
        held.get(session).map(|it| Claim { session: session.clone(), turn: it.turn.clone() })
    }

    /// Holds a session while it is changed between turns.
    ///
    /// # Errors
    /// [`Error::Conflict`]: a turn is playing.
    pub(super) fn between_turns(&self, session: &SessionId) -> Result<BetweenTurns<'_>> {
        let claim =
            Claim { session: session.clone(), turn: TurnId::from(format!("between the turns {}", Uuid::now_v7())) };
        if self.take(session, &claim.turn) { Ok(BetweenTurns { claims: self, claim }) } else { Err(Error::Conflict) }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<SessionId, HeldClaim>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps turns from beginning until it is dropped.
pub(super) struct BetweenTurns<'a> {
    claims: &'a Claims,
    claim: Claim,
}

impl Drop for BetweenTurns<'_> {
    fn drop(&mut self) {
        self.claims.release(&self.claim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renewing_prolongs_a_claim_that_has_nearly_run_out() {
        let claims = Claims::new(CLAIM_TTL);
        let (session, turn, other) = (SessionId::from("s"), TurnId::from("one"), TurnId::from("two"));
        assert!(claims.take(&session, &turn));
        claims.held().get_mut(&session).unwrap().expires_at = Timestamp::UNIX_EPOCH;
        claims.renew(&Claim { session: session.clone(), turn }).unwrap();
        assert!(!claims.take(&session, &other));
    }

    #[test]
    fn what_changes_between_turns_keeps_turns_away_and_is_kept_away_by_them() {
        let claims = Claims::new(CLAIM_TTL);
        let (session, turn) = (SessionId::from("s"), TurnId::from("one"));
        let between = claims.between_turns(&session).unwrap();
        assert!(!claims.take(&session, &turn));
        drop(between);
        assert!(claims.take(&session, &turn));
        assert!(matches!(claims.between_turns(&session), Err(Error::Conflict)));
    }
}
