//! Where sessions are kept: one trait, several stores, one contract test for all of them.
//!
//! A turn is a transaction: [`Store::begin_turn`] claims the session for one turn by its idempotency
//! key, [`Store::commit_turn`] saves the whole of it at once with the expected version, or nothing.
//!
//! Deliberately absent: rules of play. A store keeps what it is given and compares versions.

mod claim;
mod cursor;
mod error;
mod fold;
mod json;
mod limits;
mod memory;
mod record;
mod sqlite;

pub use claim::{Begun, CLAIM_TTL, Claim};
pub use error::Error;
pub use fold::fold;
pub use limits::{MAX_DEPTH, MAX_HEAD_BYTES, MAX_SNAPSHOT_BYTES, MAX_TURN_BYTES, check_snapshot, check_turn};
pub use memory::MemoryStore;
pub use record::{Commit, Interlude, Listed, NewSession, Page, Recorded, Said, SessionSummary, StoredTurn, TurnKey};
pub use sqlite::{SqliteOptions, SqliteStore};

use async_trait::async_trait;

use crate::game::{
    Session, SessionHead,
    id::{SessionId, TurnId},
};

/// A result of the store.
pub type Result<T> = std::result::Result<T, Error>;

/// Where sessions are kept. Every method is one atomic step; a future that is dropped has either done
/// all of it or nothing.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// What the store is called in answers and logs: `sqlite`, `memory`, `firestore`.
    fn name(&self) -> &'static str;

    /// Whether the store can be reached and written.
    async fn ping(&self) -> Result<()>;

    /// Saves a new session. Where its owner has created one with the same `create_key` before, that one is
    /// answered and nothing is saved.
    async fn create(&self, new: NewSession) -> Result<Recorded<Session>>;

    /// Loads a session as it is after its last turn. [`Error::NotFound`] if there is none.
    async fn load(&self, id: &SessionId) -> Result<Session>;

    /// Loads the game as it was when the session began, for folding.
    async fn load_start(&self, id: &SessionId) -> Result<crate::game::Game>;

    /// The stored bytes of the game after its last turn, unread, for comparing them with the fold.
    async fn raw_snapshot(&self, id: &SessionId) -> Result<Vec<u8>>;

    /// An owner's sessions, the one saved last first. A page ends with the cursor of the next; [`Error::BadCursor`] for
    /// one that was made up. A session that can't be read still stands in its list.
    async fn list(&self, owner: &str, limit: u32, cursor: Option<&str>) -> Result<Page<SessionSummary>>;

    /// Gives a session another title and answers its head with it. The version stays, and no commit changes a title: a
    /// turn that plays meanwhile neither loses the new title nor is lost by it.
    async fn rename(&self, id: &SessionId, title: &str) -> Result<SessionHead>;

    /// Deletes a session with everything that hangs on it.
    async fn delete(&self, id: &SessionId) -> Result<()>;

    /// Claims the session for a turn, or answers the turn that was recorded under the same key. A claim that was
    /// abandoned (its time has run out) is taken over; claiming again for the same turn is one claim.
    async fn begin_turn(&self, session: &SessionId, key: &TurnKey, turn: &TurnId) -> Result<Begun>;

    /// Prolongs a claim. [`Error::Conflict`] if it was lost to another.
    async fn renew_claim(&self, claim: &Claim) -> Result<()>;

    /// Gives a claim back without a turn; one that is gone already is no error.
    async fn release_claim(&self, claim: &Claim) -> Result<()>;

    /// Saves a turn, the state after it and the session's new head in one step, and gives its claim back.
    /// [`Error::Conflict`] if the session is no longer at the version before, or the claim was lost.
    async fn commit_turn(&self, claim: &Claim, commit: Commit<StoredTurn>) -> Result<()>;

    /// Saves changes made between turns and the state after them. [`Error::Conflict`] as for a turn, and while a turn
    /// plays.
    async fn commit_interlude(&self, commit: Commit<Interlude>) -> Result<()>;

    /// Turns with sequence numbers above `after` and below `before`, ascending: the first `limit` of them, or the
    /// last where only `before` is given.
    async fn turns(
        &self,
        session: &SessionId,
        after: Option<u32>,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredTurn>>;

    /// What was said from the turn `from` on, ascending: the first `limit` turns, as [`Store::turns`] answers them, but
    /// read only as far as prompts are made of them.
    async fn said(&self, session: &SessionId, from: u32, limit: u32) -> Result<Vec<Said>> {
        let turns = self.turns(session, Some(from.saturating_sub(1)), None, limit).await?;
        Ok(turns.into_iter().map(Said::of).collect())
    }

    /// One turn by its id. [`Error::NotFound`] also for a turn of another session.
    async fn turn(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn>;

    /// The turn that was recorded under a key, if one was.
    async fn turn_by_key(&self, session: &SessionId, key: &str) -> Result<Option<StoredTurn>>;

    /// All changes between turns, in the order they were made.
    async fn interludes(&self, session: &SessionId) -> Result<Vec<Interlude>>;

    /// Ids of every session, in any order: for checks and backups.
    async fn all_ids(&self) -> Result<Vec<SessionId>>;
}
