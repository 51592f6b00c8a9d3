//! A player's edits of the journal: notes, and rewritten, pinned or hidden facts. The story's own words are kept, so every edit can be
//! undone.
//!
//! It is kept apart from the turns. What concerns a turn names it, and is read only where that turn is still there.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Journal;
use crate::{clock::Clock, id::TurnId};

/// Most notes of a session.
pub const MAX_NOTES: usize = 200;
/// The longest text, in characters.
pub const MAX_TEXT: usize = 2_000;
/// Most facts that are altered in some way.
const MAX_MARKS: usize = 5_000;
/// Maximum size of all texts in bytes: the record has to fit into every store.
const MAX_BYTES: usize = 600_000;

/// A player's hand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournalEdits {
    /// Number of times it was saved.
    #[serde(default)]
    pub version: u64,
    /// Notes, in the order they were written.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Marks by id of the fact.
    #[serde(default)]
    pub marks: BTreeMap<String, FactEdit>,
}

/// A note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// Unique in its session, and no fact's.
    pub id: String,
    pub text: String,
    /// The last turn there was when it was written; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// Whether it is pinned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// Whether it is put away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forgotten: bool,
}

/// The turn that recorded something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JournalSince)]
pub struct Since {
    /// Its number.
    pub seq: u32,
    /// Its id.
    pub turn_id: TurnId,
    /// The time in the world after it.
    pub time: Clock,
}

/// A player's edit of a fact.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactEdit {
    /// The number of the fact's turn.
    pub seq: u32,
    /// The replacement text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it is pinned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// Whether it is hidden from everyone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forgotten: bool,
}

/// How an entry is to be worded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryWording {
    /// Unchanged.
    AsTold,
    /// In these words.
    Put(String),
}

/// Fields to change; others stay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Revision {
    /// How it is worded.
    pub text: Option<EntryWording>,
    /// Whether it is pinned.
    pub pinned: Option<bool>,
    /// Whether it is forgotten.
    pub forgotten: Option<bool>,
}

/// Why something was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotWritten {
    /// No entry has this id.
    #[error("There is no such entry in this journal.")]
    Unknown,
    /// The story has no words for it.
    #[error("This is a note of your own: there are no other words to set it back to.")]
    NotTold,
    /// The key was used for other content.
    #[error("This Idempotency-Key was used for another note. Use a new key for a new one.")]
    KeyMismatch,
    /// There is no room.
    #[error("The journal is full: {0} Delete a note or take an edit back first.")]
    Full(String),
}

impl FactEdit {
    fn is_nothing(&self) -> bool {
        self.text.is_none() && !self.pinned && !self.forgotten
    }
}

impl JournalEdits {
    /// Whether nothing was ever written.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn mark(&self, fact: &str) -> Option<&FactEdit> {
        self.marks.get(fact)
    }

    /// Whether it has a fact forgotten.
    pub fn has_forgotten(&self, fact: &str) -> bool {
        self.mark(fact).is_some_and(|mark| mark.forgotten)
    }

    /// The notes with their positions in a journal.
    pub fn notes<'h>(&'h self, journal: &'h Journal) -> impl Iterator<Item = &'h Note> {
        let is_there = |note: &&Note| note.since.as_ref().is_none_or(|since| journal.has(since.seq, &since.turn_id));
        self.notes.iter().filter(is_there)
    }

    /// Writes a note, once.
    ///
    /// # Errors
    /// There are enough, or another has its id.
    pub fn write(&mut self, journal: &Journal, note: Note) -> Result<(), NotWritten> {
        self.let_go(journal);
        if let Some(known) = self.notes.iter().find(|known| known.id == note.id) {
            return if known.text == note.text { Ok(()) } else { Err(NotWritten::KeyMismatch) };
        }
        if self.notes.len() >= MAX_NOTES {
            return Err(NotWritten::Full(format!("it has {MAX_NOTES} notes.")));
        }
        self.notes.push(note);
        self.check_limits()
    }

    /// Changes an entry. A fact with the story's own text counts as unedited.
    ///
    /// # Errors
    /// There is no such entry, it is a note that can't be set back, or there is no room.
    pub fn revise(&mut self, journal: &Journal, id: &str, revision: &Revision) -> Result<(), NotWritten> {
        let Revision { text, pinned, forgotten } = revision;
        if self.notes(journal).any(|note| note.id == id) {
            if *text == Some(EntryWording::AsTold) {
                return Err(NotWritten::NotTold);
            }
            for note in self.notes.iter_mut().filter(|note| note.id == id) {
                if let Some(EntryWording::Put(text)) = text {
                    note.text.clone_from(text);
                }
                note.pinned = pinned.unwrap_or(note.pinned);
                note.forgotten = forgotten.unwrap_or(note.forgotten);
            }
            return self.check_limits();
        }
        let fact = journal.fact(id).ok_or(NotWritten::Unknown)?;
        self.let_go(journal);
        let mark = self.marks.entry(id.to_owned()).or_default();
        mark.seq = fact.since;
        match text {
            Some(EntryWording::Put(text)) => mark.text = (*text != fact.text).then(|| text.clone()),
            Some(EntryWording::AsTold) => mark.text = None,
            None => {}
        }
        mark.pinned = pinned.unwrap_or(mark.pinned);
        mark.forgotten = forgotten.unwrap_or(mark.forgotten);
        if mark.is_nothing() {
            self.marks.remove(id);
        }
        self.check_limits()
    }

    /// Deletes a note, or forgets a fact.
    ///
    /// # Errors
    /// There is no such entry.
    pub fn take_out(&mut self, journal: &Journal, id: &str) -> Result<(), NotWritten> {
        if self.notes(journal).any(|note| note.id == id) {
            self.notes.retain(|note| note.id != id);
            return Ok(());
        }
        self.revise(journal, id, &Revision { forgotten: Some(true), ..Revision::default() })
    }

    /// The edits for a copied history with new turn ids; `renamed` maps old to new. A note follows its turn in all versions
    /// (`retold`: ids of its alternatives); a fact belongs to one version only.
    #[must_use]
    pub fn carried(&self, renamed: &HashMap<TurnId, TurnId>, retold: &HashMap<TurnId, TurnId>) -> Self {
        let note = |note: &Note| match &note.since {
            None => Some(note.clone()),
            Some(since) => {
                let new = renamed.get(&since.turn_id).or_else(|| retold.get(&since.turn_id))?;
                let since = Since { turn_id: new.clone(), ..since.clone() };
                Some(Note { since: Some(since), ..note.clone() })
            }
        };
        let mark = |(id, mark): (&String, &FactEdit)| {
            let (turn, place) = turn_and_place(id)?;
            Some((format!("{}.{place}", renamed.get(&TurnId::from(turn))?), mark.clone()))
        };
        let notes: Vec<Note> = self.notes.iter().filter_map(note).collect();
        let marks: BTreeMap<String, FactEdit> = self.marks.iter().filter_map(mark).collect();
        let version = u64::from(!notes.is_empty() || !marks.is_empty());
        Self { version, notes, marks }
    }

    /// The first error: field and message.
    ///
    /// # Errors
    /// Something can't be.
    pub fn check(&self) -> Result<(), (String, String)> {
        let wrong = |field: String, message: &str| Err((field, message.to_owned()));
        if self.version > u64::from(u32::MAX) {
            return wrong("version".to_owned(), "Nobody has written in a journal so often.");
        }
        if self.check_limits().is_err() || self.notes.len() > MAX_NOTES {
            return wrong("notes".to_owned(), "This is more than a journal has room for.");
        }
        for (i, note) in self.notes.iter().enumerate() {
            if !is_text(&note.text) {
                return wrong(format!("notes[{i}].text"), "A note has 1 to 2000 characters, and none that control.");
            }
            if note.id.is_empty() || note.id.len() > 200 || self.notes[..i].iter().any(|other| other.id == note.id) {
                return wrong(format!("notes[{i}].id"), "Another note has this id, or it is none.");
            }
        }
        for (id, mark) in &self.marks {
            let text = mark.text.as_deref();
            if turn_and_place(id).is_none() || id.len() > 300 || text.is_some_and(|text| !is_text(text)) {
                return wrong(format!("marks.{id}"), "This is no fact's id, or its text can't be kept.");
            }
        }
        Ok(())
    }

    /// Removes edits of undone turns. `journal` is of the session as it was after this was read.
    fn let_go(&mut self, journal: &Journal) {
        let is_there = |seq: u32, turn: &TurnId| journal.has(seq, turn);
        self.notes.retain(|note| note.since.as_ref().is_none_or(|since| is_there(since.seq, &since.turn_id)));
        self.marks
            .retain(|id, mark| turn_and_place(id).is_some_and(|(turn, _)| is_there(mark.seq, &TurnId::from(turn))));
    }

    fn check_limits(&self) -> Result<(), NotWritten> {
        let notes = self.notes.iter().map(|note| note.text.len());
        let n_bytes: usize =
            notes.chain(self.marks.values().filter_map(|mark| mark.text.as_ref().map(String::len))).sum();
        if self.marks.len() > MAX_MARKS {
            return Err(NotWritten::Full(format!("{MAX_MARKS} of its entries are altered.")));
        }
        match n_bytes > MAX_BYTES {
            true => Err(NotWritten::Full(format!("its texts have {n_bytes} bytes, and {MAX_BYTES} fit in."))),
            false => Ok(()),
        }
    }
}

/// Whether a text is valid in a journal.
fn is_text(text: &str) -> bool {
    let n = text.chars().count();
    !text.trim().is_empty() && n <= MAX_TEXT && !text.chars().any(char::is_control)
}

/// The turn of a fact's id, and its place in it.
fn turn_and_place(id: &str) -> Option<(&str, &str)> {
    let (rest, part) = id.rsplit_once('.')?;
    let (turn, change) = rest.rsplit_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.len() < 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(part) && is_number(change)).then(|| (turn, &id[turn.len() + 1..]))
}
