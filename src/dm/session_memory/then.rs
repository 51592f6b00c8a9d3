//! The journal for the Dungeon Master: with the player's edits, as of a turn.

use std::{fmt::Write, time::Duration};

use game::journal::{EntryFilter, JournalEntry, SupersededEvent, folded, superseded_events};
use prompt::LineValue;

use crate::dm::{Draft, prompt::estimate_tokens};

use super::corrections::{Corrections, told};

/// How long a tool waits for the journal.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long a turn waits for the player's edits. A long past that is read for the first time takes longer; until it is there, the
/// turn shows no line that may be one of those edited.
const PATIENCE_OF_A_TURN: Duration = Duration::from_millis(400);
/// Maximum number of facts examined for an answer, and of tokens in it (estimated).
pub(super) const LOOKED_AT: usize = 2_000;
const MOST_TOKENS: usize = 1_500;
/// Shorter words are ignored.
const LEAST_WORD: usize = 3;

impl Draft {
    /// Reads the player's journal edits before anything of the past is shown.
    pub(in crate::dm) async fn read_journal(&mut self) {
        if let Some(past) = &self.past {
            let read = past.corrections(PATIENCE_OF_A_TURN).await;
            self.is_past_unread = read.is_none();
            self.corrections = read.unwrap_or_else(Corrections::unread);
        }
    }

    /// Important events that no longer hold, each with the turn that ended it; none while the journal can't be read.
    pub(in crate::dm) async fn superseded(&self) -> Vec<SupersededEvent> {
        let wanted = EntryFilter { limit: LOOKED_AT, ..EntryFilter::default() };
        let Some(past) = &self.past else { return Vec::new() };
        let Some((found, _)) = past.facts(&wanted, PATIENCE).await else { return Vec::new() };
        superseded_events(&self.game().important_events, &found.items)
    }

    /// Where the heroes were after a turn; none while the past can't be read.
    pub(in crate::dm) async fn place_after(&self, turn: u32) -> Option<String> {
        self.past.as_ref()?.place_after(turn, PATIENCE).await
    }

    /// The facts that held after a turn, each with its turn, the newest first; of those that share a word with the query, if any
    /// does.
    pub(in crate::dm) async fn facts_as_of(&self, turn: u32, query: Option<&str>) -> String {
        let wanted = EntryFilter { as_of: Some(turn), limit: LOOKED_AT, ..EntryFilter::default() };
        let found = match &self.past {
            Some(past) => past.facts(&wanted, PATIENCE).await,
            None => None,
        };
        let Some((found, n_turns)) = found else {
            return "The journal can't be read just now. Go on with what you know, and don't guess at it.".to_owned();
        };
        let words: Vec<String> = query.iter().flat_map(|query| query.split_whitespace()).map(folded).collect();
        let words: Vec<String> = words.into_iter().filter(|word| word.chars().count() >= LEAST_WORD).collect();
        let is_asked = |entry: &&JournalEntry| {
            let letters = format!("{} {}", folded(&entry.about), folded(&entry.text));
            words.iter().any(|word| letters.contains(word.as_str()))
        };
        let mut entries: Vec<&JournalEntry> = found.items.iter().filter(is_asked).collect();
        if entries.is_empty() {
            entries = found.items.iter().collect();
        }
        let turn = turn.min(n_turns);
        if entries.is_empty() {
            return format!("Nothing was written down up to turn {turn}.");
        }
        let (mut text, mut n_tokens, mut n_told) = (format!("AS OF TURN {turn}:"), 0, 0);
        for line in entries.iter().map(|entry| told(entry).written()) {
            n_tokens += estimate_tokens(&line);
            if n_tokens > MOST_TOKENS {
                break;
            }
            n_told += 1;
            let _ = write!(text, "\n{line}");
        }
        if n_told < entries.len() {
            let _ = write!(text, "\n… and {} more: ask with a `query`.", entries.len() - n_told);
        }
        text
    }
}
