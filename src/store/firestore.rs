//! Sessions in Google's Firestore: the store that any number of servers share.
//!
//! A session is one document, and its history is stored beneath. A step is one atomic commit that goes through only
//! if the session's document is as it was when the step was decided, so nothing is locked and no one waits. A turn
//! costs three writes (its claim, its record, its session) and, where this process played the session last, one read:
//! whether its key is new. See `place.rs` for the documents and `steps.rs` for how a step is taken.

mod claims;
mod database;
mod document;
mod failure;
mod history;
mod leftovers;
mod live;
mod native;
mod open;
mod past;
mod place;
mod plans;
mod queries;
mod records;
mod sessions;
mod shelf;
mod side_records;
mod spending;
mod standing;
mod steps;
mod turns;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use jiff::civil::Date;

use game::{
    Game, Session, SessionHead,
    id::{SessionId, TurnId},
    turn::Exchange,
};

use super::{
    BeginOutcome, CLAIM_TTL, Claim, Commit, DaySpending, FailedTurn, Interlude, KeyUse, NewSession, Page, Recorded,
    Result, Rewind, SessionSummary, StopCause, Store, StoredTurn, SupersededRecords, Trace, TurnKey, TurnRecord,
    recent::Recent,
};
pub use database::Billed;
use database::Database;
use standing::SessionDocument;

/// Keeps sessions in a Firestore database.
#[derive(Debug)]
pub struct FirestoreStore {
    db: Database,
    claim_ttl: Duration,
    /// The sessions claimed by this process, as they stood then.
    held: Mutex<HashMap<SessionId, HeldSession>>,
    recent: Recent<SessionDocument>,
    /// Names this server among those that follow sessions, as the name of a field.
    server: String,
}

#[derive(Debug)]
struct HeldSession {
    turn: TurnId,
    standing: SessionDocument,
}

/// The database, and the account that opens it.
#[derive(Debug, Clone)]
pub struct FirestoreOptions {
    /// The Google Cloud project; for the emulator one that begins with `demo-`.
    pub project_id: String,
    /// The database in it; the default one if left out.
    pub database_id: Option<String>,
    /// Host and port of an emulator to be used instead of the real service.
    pub emulator_host: Option<String>,
    /// The file of a key; what Google's tools find by themselves if left out.
    pub credentials: Option<PathBuf>,
    /// How long a claim holds unless it is renewed.
    pub claim_ttl: Duration,
    /// How long a single request may take.
    pub request_timeout: Duration,
    /// How long a step, or opening, is tried again after a failure.
    pub patience: Duration,
}

impl FirestoreOptions {
    /// The default database of a project.
    pub fn of_project(project_id: impl Into<String>) -> Self {
        Self {
            project_id: project_id.into(),
            database_id: None,
            emulator_host: None,
            credentials: None,
            claim_ttl: CLAIM_TTL,
            request_timeout: Duration::from_secs(5),
            patience: Duration::from_secs(10),
        }
    }
}

impl FirestoreStore {
    /// Connects to a database and checks that it exists.
    ///
    /// # Errors
    /// [`Unavailable`](super::Error::Unavailable) with a source that says what to do: no project, no credentials, no
    /// network, no such database, or an emulator for a project that is not `demo-…`.
    pub async fn open(options: FirestoreOptions) -> Result<Self> {
        open::open(options).await
    }

    /// The number of operations this store has requested from Firestore so far.
    pub fn billed(&self) -> Billed {
        self.db.billed()
    }

    fn of(db: Database, claim_ttl: Duration) -> Self {
        let server = format!("server_{:016x}", rand::random::<u64>());
        Self { db, claim_ttl, held: Mutex::default(), recent: Recent::default(), server }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<SessionId, HeldSession>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Store for FirestoreStore {
    fn name(&self) -> &'static str {
        "firestore"
    }

    async fn ping(&self) -> Result<()> {
        self.look().await
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn claimed_turn(&self, session: &SessionId) -> Result<Option<TurnId>> {
        Ok(self.standing(session).await?.held_by().cloned())
    }

    async fn request_stop(&self, session: &SessionId, reason: StopCause) -> Result<Option<TurnId>> {
        self.ask_to_stop(session, reason).await
    }

    async fn stop_requested(&self, claim: &Claim) -> Result<Option<StopCause>> {
        self.is_asked_to_stop(claim).await
    }

    async fn failed_turn(&self, session: &SessionId) -> Result<Option<FailedTurn>> {
        self.load_failed_turn(session).await
    }

    async fn release_failed(&self, claim: &Claim, failed: &FailedTurn) -> Result<()> {
        self.release(claim, Some(failed)).await
    }

    async fn add_spending(&self, day: Date, player: Option<&str>, pico_usd: u64) -> Result<()> {
        self.add_to_day(day, player, pico_usd).await
    }

    async fn spending(&self, day: Date, player: Option<&str>) -> Result<DaySpending> {
        self.spent_on(day, player).await
    }

    async fn create(&self, new: NewSession) -> Result<Recorded<Session>> {
        self.create_session(new).await
    }

    async fn load(&self, id: &SessionId) -> Result<Session> {
        self.load_session(id).await
    }

    async fn load_start(&self, id: &SessionId) -> Result<Game> {
        self.load_first_state(id).await
    }

    async fn checkpoint(&self, id: &SessionId, until: u32) -> Result<(u32, Game)> {
        self.load_checkpoint(id, until).await
    }

    async fn raw_snapshot(&self, id: &SessionId) -> Result<Vec<u8>> {
        self.load_raw_state(id).await
    }

    async fn list(&self, owner: &str, limit: u32, cursor: Option<&str>) -> Result<Page<SessionSummary>> {
        self.list_sessions(owner, limit, cursor).await
    }

    async fn rename(&self, id: &SessionId, title: &str) -> Result<SessionHead> {
        self.rename_session(id, title).await
    }

    async fn delete(&self, id: &SessionId) -> Result<()> {
        self.delete_session(id).await
    }

    async fn begin_turn(&self, owner: &str, session: &SessionId, key: &TurnKey, turn: &TurnId) -> Result<BeginOutcome> {
        self.claim(owner, session, key, turn).await
    }

    async fn renew_claim(&self, claim: &Claim) -> Result<()> {
        self.renew(claim).await
    }

    async fn record_spending(&self, claim: &Claim, pico_usd: u64) -> Result<()> {
        self.record_session_spending(claim, pico_usd).await
    }

    async fn release_claim(&self, claim: &Claim) -> Result<()> {
        self.release(claim, None).await
    }

    async fn commit_turn(&self, claim: &Claim, commit: Commit<TurnRecord>) -> Result<()> {
        self.save_turn(claim, commit).await
    }

    async fn commit_retelling(&self, claim: Option<&Claim>, commit: Commit<TurnRecord>) -> Result<()> {
        self.save_retelling(claim, commit).await
    }

    async fn commit_rewind(&self, commit: Commit<Rewind>) -> Result<()> {
        self.save_rewind(commit).await
    }

    async fn commit_interlude(&self, commit: Commit<Interlude>) -> Result<()> {
        self.save_interlude(commit).await
    }

    async fn turns(
        &self,
        session: &SessionId,
        after: Option<u32>,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredTurn>> {
        self.load_turns(session, after, before, limit).await
    }

    async fn window(&self, session: &SessionId, from: u32, to: u32) -> Result<Vec<Exchange>> {
        self.load_window(session, from, to).await
    }

    async fn turn(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn> {
        self.load_turn(session, turn).await
    }

    async fn trace(&self, session: &SessionId, turn: &TurnId) -> Result<Trace> {
        self.load_trace(session, turn).await
    }

    async fn key_use(&self, session: &SessionId, key: &str) -> Result<Option<KeyUse>> {
        self.load_key_use(session, key).await
    }

    async fn interludes(&self, session: &SessionId, from: u32) -> Result<Vec<Interlude>> {
        self.load_interludes(session, from).await
    }

    async fn aside(&self, session: &SessionId) -> Result<SupersededRecords> {
        self.load_aside(session).await
    }

    async fn create_key(&self, session: &SessionId) -> Result<Option<String>> {
        self.load_create_key(session).await
    }

    async fn all_ids(&self) -> Result<Vec<SessionId>> {
        self.load_ids().await
    }
}
