//! What each day has cost, in a file: a line for each call while it is written, a line for each day once it is read again.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use jiff::civil::Date;

/// The file.
#[derive(Debug)]
pub(super) struct Ledger(Mutex<File>);

impl Ledger {
    /// Opens the file, and answers what `day` has cost so far. A line that can't be read, such as one a crash has cut,
    /// counts for nothing.
    pub(super) fn open(file: &Path, day: Date) -> io::Result<(Self, u64)> {
        let mut days: BTreeMap<Date, u64> = BTreeMap::new();
        match fs::read_to_string(file) {
            Ok(text) => text.lines().filter_map(read).for_each(|(day, cost)| {
                let spent = days.entry(day).or_default();
                *spent = spent.saturating_add(cost);
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut text = String::new();
        for (day, spent) in &days {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{day} {spent}");
        }
        // Beside its place first, so that a crash leaves the one or the other.
        let new = file.with_extension("new");
        fs::write(&new, text)?;
        fs::rename(&new, file)?;
        let file = OpenOptions::new().append(true).open(file)?;
        Ok((Self(Mutex::new(file)), days.get(&day).copied().unwrap_or_default()))
    }

    /// Adds what a call came to. A full disk stops no turn: until the process ends the purse knows without the file.
    pub(super) fn write(&self, day: Date, cost: u64) {
        let line = format!("{day} {cost}\n");
        let written = self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
        if let Err(error) = written {
            tracing::warn!(%error, "what a call cost was not written down");
        }
    }
}

fn read(line: &str) -> Option<(Date, u64)> {
    let (day, cost) = line.split_once(' ')?;
    Some((day.parse().ok()?, cost.trim().parse().ok()?))
}
