//! What each day has cost, in a file: a line for each call while it is written, a line for each day once it is read again.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use jiff::civil::Date;

/// The file.
#[derive(Debug)]
pub(super) struct Ledger {
    file: Mutex<File>,
    /// Shared by all who write in the file.
    _lock: File,
}

impl Ledger {
    /// Opens the file, and answers what `day` has cost so far. A line that can't be read, such as one a crash has cut,
    /// counts for nothing. Where another process writes in it, it is only added to: what that one adds would be lost
    /// with the old file.
    pub(super) fn open(file: &Path, day: Date) -> io::Result<(Self, u64)> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let lock = File::create(file.with_extension("lock"))?;
        let is_ours = lock.try_lock().is_ok();
        let mut days: BTreeMap<Date, u64> = BTreeMap::new();
        match fs::read(file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).lines().filter_map(read).for_each(|(day, cost)| {
                let spent = days.entry(day).or_default();
                *spent = spent.saturating_add(cost);
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        if is_ours {
            put_in_order(file, &days)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(file)?;
        // Whoever writes holds a share of the lock, so that nobody puts the file in order under them.
        if is_ours {
            lock.unlock()?;
        }
        lock.try_lock_shared().or_else(|error| match error {
            TryLockError::WouldBlock => Ok(()),
            TryLockError::Error(error) => Err(error),
        })?;
        let ledger = Self { file: Mutex::new(file), _lock: lock };
        Ok((ledger, days.get(&day).copied().unwrap_or_default()))
    }

    /// Adds what a call came to. A full disk stops no turn: until the process ends the purse knows without the file.
    pub(super) fn write(&self, day: Date, cost: u64) {
        let line = format!("{day} {cost}\n");
        let written = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
        if let Err(error) = written {
            tracing::warn!(%error, "what a call cost was not written down");
        }
    }
}

/// Writes a line a day.
fn put_in_order(file: &Path, days: &BTreeMap<Date, u64>) -> io::Result<()> {
    let mut text = String::new();
    for (day, spent) in days {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{day} {spent}");
    }
    // Beside its place first, so that a crash leaves the one or the other.
    let new = file.with_extension("new");
    fs::write(&new, text)?;
    fs::rename(&new, file)
}

fn read(line: &str) -> Option<(Date, u64)> {
    let (day, cost) = line.split_once(' ')?;
    Some((day.parse().ok()?, cost.trim().parse().ok()?))
}
