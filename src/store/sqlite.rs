//! Sessions in an SQLite file: the store for one server on one machine, with nothing to set up.
//!
//! One process serves one file. It holds an exclusive lock on a file beside the database, so claims are its own affair
//! and end with it. Writes go through one connection, each step as one
//! `BEGIN IMMEDIATE` transaction; reads have connections of their own and never wait for a write. A commit is on the
//! disk when it returns (`synchronous=FULL`).

mod check;
mod failure;
mod history;
mod open;
mod past;
mod plans;
mod readiness;
mod sessions;
mod shelf;
mod side_records;
mod traces;
mod turns;
mod version;

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use async_trait::async_trait;
use sqlx::{Sqlite, SqlitePool, Transaction};
use tempfile::TempDir;

use game::{
    Game, Session, SessionHead,
    id::{SessionId, TurnId},
    turn::Exchange,
};

use super::{
    BeginOutcome, Claim, Commit, Error, FileCheck, FileDamage, Interlude, KeyUse, LiveTurns, NewSession, Page,
    Recorded, Result, Rewind, SessionSummary, Store, StoredTurn, SupersededRecords, Trace, TurnKey, TurnRecord,
    claim::{CLAIM_TTL, Claims},
    recent::Recent,
};

pub use readiness::MIN_FREE_BYTES;

/// Keeps sessions in the file `embertale.db` of a folder.
#[derive(Debug)]
pub struct SqliteStore {
    writer: SqlitePool,
    readers: SqlitePool,
    path: PathBuf,
    claims: Claims,
    recent: Recent,
    min_free_bytes: u64,
    /// The time of the last successful write check.
    checked_at: Mutex<Option<Instant>>,
    /// When a step could not be saved, unless another one was saved since.
    failed_at: Mutex<Option<Instant>>,
    /// Held by the check beside the running server.
    checking: tokio::sync::Mutex<()>,
    /// Whether the store is being closed, which ends that check.
    closes: Arc<AtomicBool>,
    /// The database file, once it was copied.
    source: Arc<Mutex<Option<File>>>,
    /// The folder of a temporary copy, which is deleted with it.
    _folder: Option<TempDir>,
    /// Locked while the store is open; absent if it is only read. Last, so that it is let go last.
    _lock: Option<File>,
}

/// Options for opening a store.
#[derive(Debug, Clone)]
pub struct SqliteOptions {
    /// How long a claim holds unless it is renewed.
    pub claim_ttl: Duration,
    /// How long a step waits for a database that another program has locked.
    pub busy_timeout: Duration,
    /// The most pages of 4 KiB the file may have: beyond them writes fail as on a full disk.
    pub max_pages: Option<u32>,
    /// The free disk space below which the store is not ready, in bytes.
    pub min_free_bytes: u64,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self {
            claim_ttl: CLAIM_TTL,
            busy_timeout: Duration::from_secs(1),
            max_pages: None,
            min_free_bytes: MIN_FREE_BYTES as u64,
        }
    }
}

impl SqliteStore {
    /// Opens the store in a folder, which is made if it isn't there.
    ///
    /// # Errors
    /// [`Unavailable`](super::Error::Unavailable) with a source that says what to do: another process serves the
    /// folder, it can't be written, or a newer version of Embertale has written to it.
    pub async fn open(data_dir: &Path) -> Result<Self> {
        Self::open_with(data_dir, SqliteOptions::default()).await
    }

    /// As [`SqliteStore::open`], with options.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_with(data_dir: &Path, options: SqliteOptions) -> Result<Self> {
        open::to_serve(data_dir, &options).await
    }

    /// Opens a folder's store read-only, also while a server uses it: no lock, no migration. Every write fails.
    ///
    /// # Errors
    /// [`Unavailable`](super::Error::Unavailable) with a source that says what to do: there is no store, or it is of
    /// another version.
    pub async fn open_read_only(data_dir: &Path) -> Result<Self> {
        open::to_read(data_dir, None).await
    }

    /// Moves everything from the write-ahead log to the database and frees the folder for another process.
    pub async fn close(self) {
        self.finish().await;
    }

    /// Runs a step that saves, and remembers for a while if the disk took nothing.
    async fn saving<T>(&self, step: impl Future<Output = Result<T>>) -> Result<T> {
        let saved = step.await;
        if let Err(Error::NotWritable(_)) = saved {
            *lock(&self.failed_at) = Some(Instant::now());
        } else if saved.is_ok() {
            *lock(&self.failed_at) = None;
        }
        saved
    }

    async fn begin(&self) -> Result<Transaction<'static, Sqlite>> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LiveTurns for SqliteStore {}

#[async_trait]
impl Store for SqliteStore {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    async fn ping(&self) -> Result<()> {
        // A file that was taken away goes on being written, to nowhere.
        open::check_there(&self.path)?;
        self.check_writable().await
    }

    async fn create(&self, new: NewSession) -> Result<Recorded<Session>> {
        self.saving(self.create_session(new)).await
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
        self.saving(self.record_session_spending(claim, pico_usd)).await
    }

    async fn release_claim(&self, claim: &Claim) -> Result<()> {
        self.claims.release(claim);
        Ok(())
    }

    async fn commit_turn(&self, claim: &Claim, commit: Commit<TurnRecord>) -> Result<()> {
        self.saving(self.save_turn(claim, commit)).await
    }

    async fn commit_retelling(&self, claim: Option<&Claim>, commit: Commit<TurnRecord>) -> Result<()> {
        self.saving(self.save_retelling(claim, commit)).await
    }

    async fn commit_rewind(&self, commit: Commit<Rewind>) -> Result<()> {
        self.saving(self.save_rewind(commit)).await
    }

    async fn commit_interlude(&self, commit: Commit<Interlude>) -> Result<()> {
        self.saving(self.save_interlude(commit)).await
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

    async fn create_key(&self, session: &SessionId) -> Result<Option<String>> {
        self.load_create_key(session).await
    }

    async fn aside(&self, session: &SessionId) -> Result<SupersededRecords> {
        self.load_aside(session).await
    }

    async fn purge(&self) -> Result<()> {
        sqlx::query("VACUUM").execute(&self.writer).await?;
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writer).await?;
        Ok(())
    }

    async fn finish(&self) {
        // SQLite moves its log to the database when the last connection is closed.
        self.closes.store(true, Ordering::Relaxed);
        drop(self.checking.lock().await);
        self.readers.close().await;
        self.writer.close().await;
    }

    async fn check_quickly(&self) -> Result<Vec<FileDamage>> {
        self.quick_check().await
    }

    async fn check_file(&self) -> Result<FileCheck> {
        self.check().await
    }

    async fn all_ids(&self) -> Result<Vec<SessionId>> {
        self.load_ids().await
    }
}
