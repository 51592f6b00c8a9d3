//! Opening the files: who may, in which mode, and what to say to those who may not.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    Connection,
    migrate::{MigrateError, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::store::{Error, Result, claim::Claims, recent::Recent};

use super::{SqliteOptions, SqliteStore};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

const DATABASE: &str = "embertale.db";
const LOCK: &str = "embertale.lock";
/// How long a step waits for its turn at the connections.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(3);
const N_READERS: u32 = 4;

/// Why a folder cannot be opened, with what to do.
#[derive(Debug, thiserror::Error)]
enum CannotOpen {
    #[error("the folder {0} cannot be used for data: {1}; make it writable or set DATA_DIR to another")]
    Folder(PathBuf, #[source] std::io::Error),
    #[error(
        "another Embertale is using the data in {0}: stop it first, or set DATA_DIR to another folder for this one"
    )]
    InUse(PathBuf),
    #[error("there is no Embertale database at {0}: check DATA_DIR, or start the server once to make one")]
    Missing(PathBuf),
    #[error("{0} was written by a newer version of Embertale: update Embertale, or set DATA_DIR to another folder")]
    Newer(PathBuf),
    #[error("{0} is of an older version of Embertale: start the server once to bring it up to date")]
    Older(PathBuf),
    #[error("{0} cannot be brought up to date: {1}")]
    Migration(PathBuf, #[source] MigrateError),
    #[error("{0} cannot be opened: {1}")]
    Database(PathBuf, #[source] sqlx::Error),
}

impl From<CannotOpen> for Error {
    fn from(error: CannotOpen) -> Self {
        Self::Unavailable(Box::new(error))
    }
}

/// Opens a folder's database for its one server.
pub(super) async fn to_serve(data_dir: &Path, options: &SqliteOptions) -> Result<SqliteStore> {
    let lock = lock(data_dir)?;
    let path = data_dir.join(DATABASE);
    let mut writing = connect(&path, options)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    if let Some(max_pages) = options.max_pages {
        writing = writing.pragma("max_page_count", max_pages.to_string());
    }
    let cannot = |error| CannotOpen::Database(path.clone(), error);
    let writer = pool(1).connect_with(writing).await.map_err(cannot)?;
    MIGRATIONS.run(&writer).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) => CannotOpen::Newer(path.clone()),
        error => CannotOpen::Migration(path.clone(), error),
    })?;
    let readers = pool(N_READERS).connect_with(connect(&path, options).read_only(true)).await.map_err(cannot)?;
    Ok(SqliteStore {
        writer,
        readers,
        path,
        claims: Claims::new(options.claim_ttl),
        recent: Recent::default(),
        _lock: Some(lock),
    })
}

/// Opens a folder's database beside its server, for reading.
pub(super) async fn to_read(data_dir: &Path) -> Result<SqliteStore> {
    let path = data_dir.join(DATABASE);
    check_there(&path)?;
    let options = SqliteOptions::default();
    let cannot = |error| CannotOpen::Database(path.clone(), error);
    let readers = pool(N_READERS).connect_with(connect(&path, &options).read_only(true)).await.map_err(cannot)?;
    let version: Option<i64> =
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(&readers).await.map_err(cannot)?;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max();
    match version.cmp(&known) {
        std::cmp::Ordering::Less => Err(CannotOpen::Older(path).into()),
        std::cmp::Ordering::Greater => Err(CannotOpen::Newer(path).into()),
        std::cmp::Ordering::Equal => Ok(SqliteStore {
            writer: readers.clone(),
            readers,
            path,
            claims: Claims::new(options.claim_ttl),
            recent: Recent::default(),
            _lock: None,
        }),
    }
}

/// Whether there is a database file.
pub(super) fn check_there(path: &Path) -> Result<()> {
    if path.exists() { Ok(()) } else { Err(CannotOpen::Missing(path.to_owned()).into()) }
}

/// Takes the lock that says which process serves the folder; the system lets it go when the process ends, however it
/// does.
fn lock(data_dir: &Path) -> std::result::Result<File, CannotOpen> {
    let unusable = |error| CannotOpen::Folder(data_dir.to_owned(), error);
    let mut folder = std::fs::DirBuilder::new();
    // A folder we make is its owner's alone: it holds the players' stories and the seeds their dice fall from.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(data_dir).map_err(unusable)?;
    let open = File::options().create(true).truncate(false).write(true).open(data_dir.join(LOCK));
    let file = open.map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(CannotOpen::InUse(data_dir.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

fn connect(path: &Path, options: &SqliteOptions) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).busy_timeout(options.busy_timeout)
}

fn pool(n: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(n)
        .min_connections(1)
        .acquire_timeout(QUEUE_TIMEOUT)
        .max_lifetime(None)
        .idle_timeout(None)
        .test_before_acquire(false)
        // Where SQLite ended a transaction by itself, as it does on a full disk, sqlx goes on counting it as open and
        // the connection can begin no other: it is replaced.
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
}
