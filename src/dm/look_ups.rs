//! What was looked up in the rules in a turn: how often, and what came of it.

use std::{collections::HashMap, sync::Arc};

use crate::{
    agent::ToolError,
    rules::{Library, Shelf},
};

/// How many records a turn may read, and how many searches it may make.
const MAX_RECORDS: u32 = 3;
const MAX_SEARCHES: u32 = 6;

/// The rules as one turn sees them: the same library from its first look to its end, the same answer to the same
/// question, and no more looks than a turn has.
pub(super) struct LookUps {
    shelf: Arc<Shelf>,
    library: Option<Arc<Library>>,
    found: HashMap<String, String>,
    n_records: u32,
    n_searches: u32,
}

impl LookUps {
    /// A turn's look-ups, before the first.
    pub(super) fn of(shelf: Arc<Shelf>) -> Self {
        Self { shelf, library: None, found: HashMap::new(), n_records: 0, n_searches: 0 }
    }

    /// Counts a record that is asked for.
    ///
    /// # Errors
    /// There have been enough in this turn.
    pub(super) fn count_record(&mut self) -> Result<(), ToolError> {
        counted(&mut self.n_records, MAX_RECORDS, "records")
    }

    /// Counts a search.
    ///
    /// # Errors
    /// There have been enough in this turn.
    pub(super) fn count_search(&mut self) -> Result<(), ToolError> {
        counted(&mut self.n_searches, MAX_SEARCHES, "searches")
    }

    /// The rules as this turn sees them. They may be fetched while it plays; an effect keeps the description it was first
    /// told by.
    pub(super) fn library(&mut self) -> Arc<Library> {
        Arc::clone(self.library.get_or_insert_with(|| self.shelf.library()))
    }

    /// What was found under this question before in this turn.
    pub(super) fn remembered(&self, question: &str) -> Option<String> {
        self.found.get(question).cloned()
    }

    /// Keeps what was found under a question for the rest of the turn.
    pub(super) fn remember(&mut self, question: String, found: &str) {
        self.found.insert(question, found.to_owned());
    }

    /// What was found under this question before in this turn, or else what `look` finds now.
    pub(super) fn found(&mut self, question: String, look: impl FnOnce(&Library) -> String) -> String {
        let library = self.library();
        self.found.entry(question).or_insert_with(|| look(&library)).clone()
    }
}

fn counted(n: &mut u32, most: u32, what: &str) -> Result<(), ToolError> {
    if *n >= most {
        let words = format!("The limit of {most} {what} of the rules in a turn is reached. Go on with what you know.");
        return Err(ToolError::Refused(words));
    }
    *n += 1;
    Ok(())
}
