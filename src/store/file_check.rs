//! The health of a store's file, as all commands report it.

use std::fmt;

use super::Store;

/// A damaged table of a store's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDamage {
    /// The table.
    pub table: String,
    pub part: DamagedPart,
}

/// The damaged part of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamagedPart {
    /// Only its indexes: all of its records can be read.
    Indexes,
    /// Some of its records.
    Records,
    /// Which migrations the file has had. No record of a player is in that table.
    Migrations,
}

impl fmt::Display for FileDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        match self.part {
            DamagedPart::Indexes => write!(
                f,
                "An index of the table {table} in the database file is damaged, but its records are complete: make a backup and \
                 restore it into an empty DATA_DIR."
            ),
            DamagedPart::Records => write!(
                f,
                "The table {table} in the database file is damaged, and some of its records can't be read: make a backup, then \
                 restore it and the last good one into an empty DATA_DIR."
            ),
            DamagedPart::Migrations => write!(
                f,
                "The table {table} in the database file is damaged. It contains no sessions or campaigns, but no server starts with \
                 it: make a backup and restore it into an empty DATA_DIR."
            ),
        }
    }
}

/// The result of a check.
#[derive(Default)]
pub struct FileCheck {
    pub damage: Vec<FileDamage>,
    /// A private copy in which the damaged indexes are rebuilt, if there are any.
    pub copy: Option<Box<dyn Store>>,
}

impl FileCheck {
    /// The store to read from: the copy, if there is one.
    pub fn readable<'a>(&'a self, store: &'a dyn Store) -> &'a dyn Store {
        self.copy.as_deref().unwrap_or(store)
    }
}
