//! Opens the database files: locking, modes and error messages.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, SqliteConnection, SqlitePool,
    migrate::MigrateError,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tempfile::TempDir;

use crate::files::{create_private_folder, open_inherited, private};
use crate::store::{Error, Result, claim::Claims, recent::Recent};

use super::{
    SqliteOptions, SqliteStore,
    failure::is_damage,
    version::{self, FileVersion, MIGRATIONS},
};

pub(super) const DATABASE: &str = "embertale.db";
const LOCK: &str = "embertale.lock";
/// How long a step waits for its turn at the connections.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(3);
const N_READERS: u32 = 4;

/// Why a folder cannot be opened, with what to do.
#[derive(Debug, thiserror::Error)]
enum SqliteOpenError {
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
    #[error("{0} cannot be migrated")]
    Migration(PathBuf, #[source] MigrateError),
    #[error("{0} is damaged or not a database: restore a backup into an empty DATA_DIR with `embertale restore`")]
    Damaged(PathBuf),
    #[error(
        "the table of versions in {0} is damaged: save everything with `embertale backup`, and restore it into an empty DATA_DIR"
    )]
    Unrecorded(PathBuf),
    #[error("the database could not be copied to {0} before its migration: {1}; free disk space")]
    Copy(PathBuf, #[source] sqlx::Error),
    #[error("{0} cannot be opened")]
    Database(PathBuf, #[source] sqlx::Error),
}

impl SqliteOpenError {
    fn of(path: &Path, error: sqlx::Error) -> Self {
        match is_damage(&error) {
            true => Self::Damaged(path.to_owned()),
            false => Self::Database(path.to_owned(), error),
        }
    }

    /// As [`SqliteOpenError::of`], for an error of the store.
    fn after(path: &Path, error: Error) -> Error {
        match error {
            Error::Damaged(_) => Self::Damaged(path.to_owned()).into(),
            error => error,
        }
    }
}

impl From<SqliteOpenError> for Error {
    fn from(error: SqliteOpenError) -> Self {
        Self::Unavailable(Box::new(error))
    }
}

/// Opens a folder's database for its one server.
pub(super) async fn to_serve(data_dir: &Path, options: &SqliteOptions) -> Result<SqliteStore> {
    let lock = lock(data_dir)?;
    let path = data_dir.join(DATABASE);
    keep_private(&path).map_err(|error| SqliteOpenError::Folder(data_dir.to_owned(), error))?;
    let mut writing = connect(&path, options)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Deleted stories are overwritten, not only marked as free.
        .pragma("secure_delete", "ON");
    if let Some(max_pages) = options.max_pages {
        writing = writing.pragma("max_page_count", max_pages.to_string());
    }
    let cannot = |error| SqliteOpenError::of(&path, error);
    let writer = pool(1).connect_with(writing).await.map_err(cannot)?;
    match version_of(&writer, &path).await? {
        FileVersion::Unrecorded => return Err(SqliteOpenError::Unrecorded(path).into()),
        FileVersion::Migration(version) if version < version::newest() => {
            copy_before_migration(&writer, data_dir, version).await?;
        }
        FileVersion::Migration(_) | FileVersion::New => {}
    }
    MIGRATIONS.run(&writer).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) => SqliteOpenError::Newer(path.clone()),
        error => SqliteOpenError::Migration(path.clone(), error),
    })?;
    let readers = pool(N_READERS).connect_with(connect(&path, options).read_only(true)).await.map_err(cannot)?;
    Ok(SqliteStore {
        writer,
        readers,
        path,
        claims: Claims::new(options.claim_ttl),
        recent: Recent::default(),
        min_free_bytes: options.min_free_bytes,
        checked_at: Mutex::default(),
        failed_at: Mutex::default(),
        checking: tokio::sync::Mutex::default(),
        closes: Arc::default(),
        source: Arc::default(),
        _folder: None,
        _lock: Some(lock),
    })
}

/// Opens a folder's database beside its server, for reading. If it is a temporary one, it is deleted with the store.
pub(super) async fn to_read(data_dir: &Path, temporary: Option<TempDir>) -> Result<SqliteStore> {
    let path = data_dir.join(DATABASE);
    check_there(&path)?;
    let options = SqliteOptions::default();
    let cannot = |error| SqliteOpenError::of(&path, error);
    let readers = pool(N_READERS).connect_with(connect(&path, &options).read_only(true)).await.map_err(cannot)?;
    let newest = version::newest();
    match version_of(&readers, &path).await? {
        FileVersion::New => Err(SqliteOpenError::Older(path).into()),
        FileVersion::Migration(version) if version < newest => Err(SqliteOpenError::Older(path).into()),
        FileVersion::Migration(version) if version > newest => Err(SqliteOpenError::Newer(path).into()),
        FileVersion::Migration(_) | FileVersion::Unrecorded => Ok(SqliteStore {
            writer: readers.clone(),
            readers,
            path,
            claims: Claims::new(options.claim_ttl),
            recent: Recent::default(),
            min_free_bytes: options.min_free_bytes,
            checked_at: Mutex::default(),
            failed_at: Mutex::default(),
            checking: tokio::sync::Mutex::default(),
            closes: Arc::default(),
            source: Arc::default(),
            _folder: temporary,
            _lock: None,
        }),
    }
}

/// Makes the database file, and with it the files SQLite creates next to it, accessible to its owner only; SQLite would create it
/// readable for others. Existing files are changed too, unless another user owns them.
fn keep_private(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        open_inherited(path, private().write(true).create(true).truncate(false))?;
        for suffix in ["", "-wal", "-shm"] {
            let mut file = path.as_os_str().to_owned();
            file.push(suffix);
            let is_open = std::fs::metadata(&file).is_ok_and(|it| it.permissions().mode() & 0o077 != 0);
            if is_open {
                let _ = std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600));
            }
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

async fn version_of(connections: &SqlitePool, path: &Path) -> Result<FileVersion> {
    let mut connection = connections.acquire().await.map_err(|error| SqliteOpenError::of(path, error))?;
    version::read(&mut connection).await.map_err(|error| SqliteOpenError::after(path, error))
}

/// Copies a database of an older version before it is migrated, because a migration can't be undone.
async fn copy_before_migration(
    writer: &SqlitePool,
    data_dir: &Path,
    version: i64,
) -> std::result::Result<(), SqliteOpenError> {
    let newest = version::newest();
    let copy = data_dir.join(format!("embertale-before-{newest}.db"));
    if copy.exists() {
        return Ok(());
    }
    let part = copy.with_extension("part");
    let cannot_copy = |error| SqliteOpenError::Copy(copy.clone(), error);
    // SQLite copies into an existing file only if it is empty.
    let _ = std::fs::remove_file(&part);
    keep_private(&part).map_err(|error| cannot_copy(error.into()))?;
    let target = part.to_string_lossy().into_owned();
    sqlx::query("VACUUM INTO ?").bind(target).execute(writer).await.map_err(cannot_copy)?;
    std::fs::rename(&part, &copy).map_err(|error| cannot_copy(error.into()))?;
    tracing::info!(from = version, to = newest, copy = %copy.display(), "the database was copied and will be migrated");
    Ok(())
}

/// Whether there is a database file.
pub(super) fn check_there(path: &Path) -> Result<()> {
    if path.exists() { Ok(()) } else { Err(SqliteOpenError::Missing(path.to_owned()).into()) }
}

/// Takes the lock that says which process serves the folder; the system lets it go when the process ends, however it
/// does.
fn lock(data_dir: &Path) -> std::result::Result<File, SqliteOpenError> {
    let unusable = |error| SqliteOpenError::Folder(data_dir.to_owned(), error);
    // A new folder is only accessible to its owner: it holds the players' stories and the seeds of their dice.
    create_private_folder(data_dir).map_err(unusable)?;
    let open = open_inherited(&data_dir.join(LOCK), private().create(true).truncate(false).write(true));
    let file = open.map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(SqliteOpenError::InUse(data_dir.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// A connection beside the pools, for reading.
pub(super) async fn reader(path: &Path) -> Result<SqliteConnection> {
    Ok(connect(path, &SqliteOptions::default()).read_only(true).connect().await?)
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
