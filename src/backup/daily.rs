//! The server's daily backup.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use jiff::{Timestamp, ToSpan, civil::Time, tz::TimeZone};

use crate::{files::create_private_folder, store::Store};

use super::{Error, Omission, write_backup};

/// Prefix and suffix of the names of daily backups; the date is between them.
const PREFIX: &str = "embertale-";
const SUFFIX: &str = ".jsonl.gz";
/// Retry interval after a failed backup.
const TRY_AGAIN: Duration = Duration::from_secs(600);

/// When daily backups are made, and where.
#[derive(Debug, Clone)]
pub struct DailyBackup {
    /// The time of day, in UTC.
    pub at: Time,
    /// The folder.
    pub folder: PathBuf,
    /// The number of backups to keep.
    pub keep: usize,
}

/// Backs up a store every day while the server runs. If the last backup that was due is missing at start, for example because
/// the machine was off, it is made at once.
pub async fn back_up_daily(store: Arc<dyn Store>, daily: DailyBackup) {
    loop {
        let due = last_due(&daily, Timestamp::now());
        let file = daily.folder.join(format!("{PREFIX}{}{SUFFIX}", due.to_zoned_datetime(TimeZone::UTC).date()));
        if !file.exists() {
            match make(&*store, &daily, &file).await {
                Ok(()) => {}
                Err(error) => {
                    tracing::error!(%error, file = %file.display(), "the daily backup failed and will be retried");
                    tokio::time::sleep(TRY_AGAIN).await;
                    continue;
                }
            }
        }
        let next = due.checked_add(24.hours()).unwrap_or(Timestamp::MAX);
        let wait = next.duration_since(Timestamp::now()).try_into().unwrap_or(Duration::from_secs(1));
        // Sleeping in short intervals notices a suspended machine or a changed clock.
        tokio::time::sleep(wait.min(TRY_AGAIN)).await;
    }
}

/// When a backup was last due.
fn last_due(daily: &DailyBackup, now: Timestamp) -> Timestamp {
    let today = now.to_zoned_datetime(TimeZone::UTC).date();
    let due = today.to_datetime(daily.at).to_zoned_datetime(TimeZone::UTC).map_or(now, |due| due.timestamp());
    if due <= now { due } else { due.checked_sub(24.hours()).unwrap_or(due) }
}

async fn make(store: &dyn Store, daily: &DailyBackup, file: &Path) -> Result<(), Error> {
    let folder = &daily.folder;
    create_private_folder(folder).map_err(|error| Error::Output { path: folder.clone(), error })?;
    let summary = write_backup(store, file, None).await?;
    for damage in &summary.damage {
        tracing::error!("{damage}");
    }
    for Omission { what, error } in &summary.omissions {
        let source = std::error::Error::source(error).map(ToString::to_string);
        tracing::error!(record = what, %error, source, "an unreadable record is missing in the daily backup");
    }
    if summary.is_lost() {
        return Err(Error::NothingSaved);
    }
    tracing::info!(n_sessions = summary.n_sessions, file = %file.display(), "the daily backup is complete");
    for old in outdated(folder, daily.keep).unwrap_or_default() {
        if let Err(error) = fs::remove_file(&old) {
            tracing::warn!(%error, file = %old.display(), "an old backup could not be deleted");
        }
    }
    Ok(())
}

/// Daily backups beyond the newest `keep`.
fn outdated(folder: &Path, keep: usize) -> io::Result<Vec<PathBuf>> {
    let mut names: Vec<String> = fs::read_dir(folder)?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| is_daily(name))
        .collect();
    // Dates in this form sort chronologically.
    names.sort_unstable();
    let n = names.len().saturating_sub(keep.max(1));
    Ok(names.into_iter().take(n).map(|name| folder.join(name)).collect())
}

fn is_daily(name: &str) -> bool {
    let day = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    day.is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_due_every_day_at_the_configured_time() {
        let daily = DailyBackup { at: Time::constant(3, 30, 0, 0), folder: PathBuf::new(), keep: 1 };
        let due = |now: &str| last_due(&daily, now.parse().unwrap()).to_string();
        assert_eq!(due("2026-11-23T03:29:00Z"), "2026-11-22T03:30:00Z");
        assert_eq!(due("2026-11-23T03:30:00Z"), "2026-11-23T03:30:00Z");
        assert_eq!(due("2026-11-23T23:59:00Z"), "2026-11-23T03:30:00Z");
    }

    #[test]
    fn only_daily_backups_beyond_the_newest_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "embertale-2026-11-20.jsonl.gz",
            "embertale-2026-11-21.jsonl.gz",
            "embertale-2026-11-22.jsonl.gz",
            "embertale-mine.jsonl.gz",
            "notes",
        ] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(outdated(folder.path(), 2).unwrap(), [folder.path().join("embertale-2026-11-20.jsonl.gz")]);
    }
}
