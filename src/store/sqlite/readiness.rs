//! Whether the database can be written.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::store::{Error, Result};

use super::{SqliteStore, lock};

/// The time for which a successful write check is trusted.
const CHECK_DISK_EVERY: Duration = Duration::from_secs(2);
/// How long the store is not ready after a step that could not be saved. A small check may pass where a turn does not fit.
const UNREADY_FOR: Duration = Duration::from_secs(10);
/// The size of the file that the check writes.
const PROBE_BYTES: usize = 256 * 1024;
/// Free disk space below which the disk counts as full: room for the log of a few turns, and for moving it to the database.
pub const MIN_FREE_BYTES: usize = 8 * 1024 * 1024;

impl SqliteStore {
    /// Fails if the database cannot be written. The free space and the last failure are examined each time, and every two
    /// seconds something is written.
    pub(super) async fn check_writable(&self) -> Result<()> {
        check_space(&self.path, self.min_free_bytes)?;
        if lock(&self.failed_at).is_some_and(|at| at.elapsed() < UNREADY_FOR) {
            return Err(Error::NotWritable("the last turn or change could not be saved".into()));
        }
        // Changes nothing, but detects a locked or read-only file.
        sqlx::query("UPDATE sessions SET version = version WHERE id IS NULL").execute(&self.writer).await?;
        if lock(&self.checked_at).is_some_and(|at| at.elapsed() < CHECK_DISK_EVERY) {
            return Ok(());
        }
        self.write_unchanged().await?;
        *lock(&self.checked_at) = Some(Instant::now());
        Ok(())
    }

    /// Rewrites a page of the database unchanged, and a temporary file next to it.
    async fn write_unchanged(&self) -> Result<()> {
        let mut unchanged = self.begin().await?;
        let version: i32 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *unchanged).await?;
        let rewrite = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {version}"));
        sqlx::query(rewrite).execute(&mut *unchanged).await?;
        unchanged.commit().await?;
        let probe = self.path.with_extension("probe");
        let written = tokio::task::spawn_blocking(move || write_probe(&probe)).await;
        written
            .unwrap_or_else(|error| Err(std::io::Error::other(error)))
            .map_err(|error| Error::NotWritable(format!("the folder of the database is not writable: {error}").into()))
    }
}

/// Writes a file to the disk and deletes it.
fn write_probe(probe: &PathBuf) -> std::io::Result<()> {
    let write = || {
        let mut file = File::create(probe)?;
        file.write_all(&vec![0; PROBE_BYTES])?;
        file.sync_data()
    };
    let written = write();
    let _ = std::fs::remove_file(probe);
    written
}

/// Whether there is enough free space next to a file.
#[cfg(unix)]
fn check_space(path: &Path, min_free_bytes: u64) -> Result<()> {
    let Ok(disk) = rustix::fs::statvfs(path) else { return Ok(()) };
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    if free >= min_free_bytes {
        return Ok(());
    }
    let why = format!("the disk of {} is full: {} KiB are free", path.display(), free / 1024);
    Err(Error::NotWritable(why.into()))
}

#[cfg(not(unix))]
fn check_space(_: &Path, _: u64) -> Result<()> {
    Ok(())
}
