//! Stores of sessions: one trait, several implementations, and one contract test for all of them.
//!
//! A turn is a transaction: [`Store::begin_turn`] claims the session for one turn by its idempotency
//! key, [`Store::commit_turn`] saves the whole of it at once with the expected version, or nothing.
//!
//! Deliberately absent: rules of play. A store saves records and compares versions.

mod backup;
mod bundle;
mod claim;
mod cursor;
mod error;
mod file_check;
mod firestore;
mod fold;
mod json;
mod limits;
mod live;
mod memory;
mod packed;
mod past;
mod plan;
mod recent;
mod record;
mod shelf;
mod side_records;
mod spending;
mod sqlite;
mod still;
mod throws;
mod trace;

pub use backup::{BackedUp, Saved, SavedCampaign, Summing, Trailer, header, read_header};
pub use bundle::{About, BUNDLE_FORMAT, BUNDLE_VERSION, Bundle, BundleError, BundledSeed};
pub use claim::{BeginOutcome, CLAIM_TTL, Claim, ClaimedSession, FailedTurn, StopCause};
pub use error::Error;
pub use file_check::{DamagedPart, FileCheck, FileDamage};
pub use firestore::{Billed, FirestoreOptions, FirestoreStore};
pub use fold::{ReplayUntil, check_fold, fold};
pub use limits::{
    MAX_CARD_BYTES, MAX_DEPTH, MAX_HEAD_BYTES, MAX_KEY_BYTES, MAX_PACKAGE_BYTES, MAX_PACKED_BYTES, MAX_SNAPSHOT_BYTES,
    MAX_SUMMARY_BYTES, MAX_TURN_BYTES, check_snapshot, check_turn,
};
pub use live::{LiveTalk, LiveTurn, LiveTurns, SessionProgress};
pub use memory::MemoryStore;
pub use past::{load_readable, load_whole};
pub use plan::{CampaignPlan, ListedPlan, Plans};
pub use record::{
    Commit, Interlude, KeyUse, Listed, MODEL_REFUSED, NewSession, Page, Past, Recorded, Rewind, SessionMarks,
    SessionSummary, StoredTurn, SupersededRecords, TurnKey, TurnRecord, UndoneKey,
};
pub use shelf::{CampaignStore, KeptPackage, Shelved};
pub use side_records::{SideKind, SideRecord, SideRecords};
pub use spending::DaySpending;
pub use sqlite::{MIN_FREE_BYTES, SqliteOptions, SqliteStore};
pub use still::read_still;
pub use throws::Throws;
pub use trace::{
    AgentCall, AgentHints, CalledTool, DetectedEvents, Discarded, Hint, InterpretationTrace, MAX_TRACE_BYTES,
    NarrationTrace, PromptBlock, ReviewTrace, Trace, Unexplained,
};

use async_trait::async_trait;
use jiff::civil::Date;

use game::{
    Game, Session, SessionHead,
    id::{SessionId, TurnId},
    turn::Exchange,
};

/// The number of turns between snapshots of the game. Any state of the past is replayed from the snapshot before it.
pub const CHECKPOINT_EVERY: u32 = 50;

/// A result of the store.
pub type Result<T> = std::result::Result<T, Error>;

/// A store of sessions and the campaigns they play. Every method is one atomic step; a future that is dropped has
/// either done all of it or nothing.
#[async_trait]
pub trait Store: CampaignStore + Plans + SideRecords + LiveTurns + Send + Sync + 'static {
    /// The store's name in responses and logs: `sqlite`, `memory`, `firestore`.
    fn name(&self) -> &'static str;

    /// Whether the store can be reached and written.
    async fn ping(&self) -> Result<()>;

    /// Whether other servers may play the sessions of this store.
    fn is_shared(&self) -> bool {
        false
    }

    /// The turn that holds the claim of a session, on any server. For shared stores.
    async fn claimed_turn(&self, _session: &SessionId) -> Result<Option<TurnId>> {
        Ok(None)
    }

    /// Requests that the turn that holds the claim of a session stops, and returns the turn. For shared stores.
    async fn request_stop(&self, _session: &SessionId, _reason: StopCause) -> Result<Option<TurnId>> {
        Ok(None)
    }

    /// Why a claim's turn is to stop, if that was requested; [`Error::NotFound`] if the session was deleted. For shared stores.
    async fn stop_requested(&self, _claim: &Claim) -> Result<Option<StopCause>> {
        Ok(None)
    }

    /// The last turn of a session that failed. For shared stores.
    async fn failed_turn(&self, _session: &SessionId) -> Result<Option<FailedTurn>> {
        Ok(None)
    }

    /// As [`Store::release_claim`], for a turn that failed. Shared stores record why.
    async fn release_failed(&self, claim: &Claim, _failed: &FailedTurn) -> Result<()> {
        self.release_claim(claim).await
    }

    /// Adds a cost in pico-dollars to a day's counter and to the player's. For shared stores.
    async fn add_spending(&self, _day: Date, _player: Option<&str>, _pico_usd: u64) -> Result<()> {
        Ok(())
    }

    /// A day's spending on all servers. For shared stores.
    async fn spending(&self, _day: Date, _player: Option<&str>) -> Result<DaySpending> {
        Ok(DaySpending::default())
    }

    /// Saves a new session with all that led to it. Where its owner has created one with the same `create_key` before,
    /// that one is answered and nothing is saved; where its id is taken, [`Error::Conflict`].
    async fn create(&self, new: NewSession) -> Result<Recorded<Session>>;

    /// Loads a session as it is after its last turn. [`Error::NotFound`] if there is none.
    async fn load(&self, id: &SessionId) -> Result<Session>;

    /// Loads the game as it was when the session began, for folding.
    async fn load_start(&self, id: &SessionId) -> Result<Game>;

    /// The last turn up to `until` after which the game was kept, and the game right after it (without what followed);
    /// 0 and the start where there is none.
    async fn checkpoint(&self, id: &SessionId, until: u32) -> Result<(u32, Game)>;

    /// The stored bytes of the game after its last turn, unread, for comparing them with the fold.
    async fn raw_snapshot(&self, id: &SessionId) -> Result<Vec<u8>>;

    /// An owner's sessions, last saved first. A page ends with the cursor of the next; [`Error::BadCursor`] for an invalid one.
    /// Unreadable sessions are still listed.
    async fn list(&self, owner: &str, limit: u32, cursor: Option<&str>) -> Result<Page<SessionSummary>>;

    /// Gives a session another title and answers its head with it. The version stays, and no commit changes a title: a
    /// turn that plays meanwhile neither loses the new title nor is lost by it.
    async fn rename(&self, id: &SessionId, title: &str) -> Result<SessionHead>;

    /// Deletes a session with everything that hangs on it.
    async fn delete(&self, id: &SessionId) -> Result<()>;

    /// Claims an owner's session for a turn and loads it, or returns the turn recorded under the same key. An expired claim is
    /// taken over; repeated claims for the same turn are one claim. [`Error::NotFound`] also for another owner's session;
    /// [`Error::Conflict`] if a store notices already here that the turn's id is taken.
    async fn begin_turn(&self, owner: &str, session: &SessionId, key: &TurnKey, turn: &TurnId) -> Result<BeginOutcome>;

    /// Prolongs a claim. [`Error::Conflict`] if it was lost to another.
    async fn renew_claim(&self, claim: &Claim) -> Result<()>;

    /// Records a claimed session's spending in its head, in pico-dollars, if it is more than before. The version stays.
    /// [`Error::Conflict`] if the claim was lost.
    async fn record_spending(&self, claim: &Claim, pico_usd: u64) -> Result<()>;

    /// Releases a claim without a turn. An already released claim is not an error.
    async fn release_claim(&self, claim: &Claim) -> Result<()>;

    /// Saves a turn, the state after it and the session's new head in one step, and gives its claim back.
    /// [`Error::Conflict`] if the session is no longer at the version before, or the claim was lost.
    async fn commit_turn(&self, claim: &Claim, commit: Commit<TurnRecord>) -> Result<()>;

    /// Replaces the last turn, which becomes one of the new turn's alternatives; its interludes are dropped, and the new
    /// interlude is saved. A former alternative is removed from that list. With a claim as [`Store::commit_turn`], without as
    /// [`Store::commit_interlude`].
    async fn commit_retelling(&self, claim: Option<&Claim>, commit: Commit<TurnRecord>) -> Result<()>;

    /// Takes turns back, in one step, with what followed them and their alternatives: only their keys are remembered.
    /// [`Error::Conflict`] as for an interlude.
    async fn commit_rewind(&self, commit: Commit<Rewind>) -> Result<()>;

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

    /// The texts of the turns `from` to `to`, ascending, for prompts. Turns that the model refused are left out.
    async fn window(&self, session: &SessionId, from: u32, to: u32) -> Result<Vec<Exchange>>;

    /// One turn by its id, other narrations included. [`Error::NotFound`] also for a turn of another session.
    async fn turn(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn>;

    /// The trace of a turn's agents. Empty if none is stored: no model was called, the turn was replaced or imported, or doesn't
    /// exist.
    async fn trace(&self, session: &SessionId, turn: &TurnId) -> Result<Trace>;

    /// The use of a key, if it was used.
    async fn key_use(&self, session: &SessionId, key: &str) -> Result<Option<KeyUse>>;

    /// Changes between turns, those after the turn `from` and later ones, in the order they were made.
    async fn interludes(&self, session: &SessionId, from: u32) -> Result<Vec<Interlude>>;

    /// The key a session was created with, for backups.
    async fn create_key(&self, session: &SessionId) -> Result<Option<String>>;

    /// Superseded records.
    async fn aside(&self, session: &SessionId) -> Result<SupersededRecords>;

    /// Removes deleted data from the disk, so that no one can read it in the store's files.
    async fn purge(&self) -> Result<()> {
        Ok(())
    }

    /// Closes the store's files: afterwards the database file holds everything. A store that is not closed loses nothing either.
    async fn finish(&self) {}

    /// Checks the store's file for damage while a server runs, if it has one: damaged pages are found, their content isn't
    /// compared.
    async fn check_quickly(&self) -> Result<Vec<FileDamage>> {
        Ok(Vec::new())
    }

    /// Checks the store's file from end to end, if it has one.
    async fn check_file(&self) -> Result<FileCheck> {
        Ok(FileCheck::default())
    }

    /// Ids of every session, in any order: for checks and backups.
    async fn all_ids(&self) -> Result<Vec<SessionId>>;
}
