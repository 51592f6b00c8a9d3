//! A file with each day's spending. Each call appends a line `DAY PICO-DOLLARS PLAYER`; opening the file merges them into one
//! line for each player and day. Lines of older versions have no player.

use std::{
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use jiff::civil::Date;

use crate::files::{Access, open_inherited, private, write_atomically};

/// Spending by day and player.
type Days = BTreeMap<(Date, String), u64>;

/// A day's spending so far.
#[derive(Debug, Default)]
pub(super) struct KeptDay {
    pub(super) total: u64,
    pub(super) players: BTreeMap<String, u64>,
}

/// The file.
#[derive(Debug)]
pub(super) struct Ledger {
    file: Mutex<File>,
    /// Shared by all processes that write to the file.
    _lock: File,
}

impl Ledger {
    /// Opens the file and returns the spending of `day` so far. Unreadable lines, such as one cut off by a crash, are ignored. If
    /// another process is writing to the file, it is not rewritten, because that would lose the other process's lines.
    pub(super) fn open(file: &Path, day: Date) -> io::Result<(Self, KeptDay)> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let lock = file.with_extension("lock");
        let lock = open_inherited(&lock, private().write(true).create(true).truncate(false))?;
        let is_ours = lock.try_lock().is_ok();
        let days = read_days(file)?;
        if is_ours {
            put_in_order(file, &days)?;
        }
        let file = open_inherited(file, private().create(true).append(true))?;
        // Every writer holds a shared lock, so that no other process rewrites the file meanwhile.
        if is_ours {
            lock.unlock()?;
        }
        lock.try_lock_shared().or_else(|error| match error {
            TryLockError::WouldBlock => Ok(()),
            TryLockError::Error(error) => Err(error),
        })?;
        let ledger = Self { file: Mutex::new(file), _lock: lock };
        let mut kept = KeptDay::default();
        for ((_, player), spent) in days.into_iter().filter(|((of, _), _)| *of == day) {
            kept.total = kept.total.saturating_add(spent);
            kept.players.insert(player, spent);
        }
        Ok((ledger, kept))
    }

    /// Appends the cost of a call. A full disk does not stop a turn, because the budget also counts in memory.
    pub(super) fn write(&self, day: Date, cost: u64, player: Option<&str>) {
        let line = line(day, cost, player.unwrap_or_default());
        let written = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
        if let Err(error) = written {
            tracing::warn!(%error, "what a call cost was not written down");
        }
    }
}

/// Removes a player's name from the file. The player's spending still counts for its day.
///
/// # Errors
/// The file can't be read or written, or another process is writing to it.
pub fn forget_player(file: &Path, player: &str) -> io::Result<()> {
    let mut days = read_days(file)?;
    if !days.keys().any(|(_, other)| other == player) {
        return Ok(());
    }
    let lock = open_inherited(&file.with_extension("lock"), private().write(true).create(true).truncate(false))?;
    lock.try_lock()?;
    days = read_days(file)?;
    let mut anonymous = Days::new();
    for ((day, other), cost) in days {
        let other = if other == player { String::new() } else { other };
        let spent = anonymous.entry((day, other)).or_default();
        *spent = spent.saturating_add(cost);
    }
    put_in_order(file, &anonymous)
}

/// Reads the file; empty if there is none. Unreadable lines are skipped.
fn read_days(file: &Path) -> io::Result<Days> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut days = Days::new();
    for (day, cost, player) in String::from_utf8_lossy(&bytes).lines().filter_map(read) {
        let spent = days.entry((day, player.to_owned())).or_default();
        *spent = spent.saturating_add(cost);
    }
    Ok(days)
}

/// Rewrites the file with one line for each player and day.
fn put_in_order(file: &Path, days: &Days) -> io::Result<()> {
    let text: String = days.iter().map(|((day, player), spent)| line(*day, *spent, player)).collect();
    write_atomically(file, Access::Inherited, |out| out.write_all(text.as_bytes()))
}

fn line(day: Date, cost: u64, player: &str) -> String {
    format!("{}\n", format!("{day} {cost} {player}").trim_end())
}

fn read(line: &str) -> Option<(Date, u64, &str)> {
    let (day, rest) = line.split_once(' ')?;
    let (cost, player) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    Some((day.parse().ok()?, cost.parse().ok()?, player))
}
