//! A player's words, read: clauses with their verbs, whether each is meant, what it is about.
//!
//! Nothing here knows a tool or a rule. English alone is read.

pub(in crate::dm::hints) mod clause;
pub(in crate::dm::hints) mod cues;
mod frames;
mod head;
mod mood;
pub(in crate::dm::hints) mod nouns;
mod parser;
mod phrases;
pub(in crate::dm::hints) mod reading;
pub(super) mod subject;
pub(in crate::dm::hints) mod sums;
pub(in crate::dm::hints) mod verbs;
pub(super) mod words;

use std::{collections::HashSet, sync::LazyLock};

/// A set of words.
pub(in crate::dm::hints) type Words = LazyLock<HashSet<&'static str>>;

/// The words of a list with blanks between them.
pub(in crate::dm::hints) fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

/// Whether a word stands in a short list with blanks between its words.
pub(in crate::dm::hints) fn one_of(word: &str, words: &str) -> bool {
    words.split(' ').any(|it| it == word)
}
