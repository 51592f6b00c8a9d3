//! Parses a player's message: clauses with their verbs, moods and objects.
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

use language::word_lists;

/// A set of words.
pub(in crate::dm::hints) type LazyWordSet = LazyLock<HashSet<&'static str>>;

/// The words of a list with blanks between them.
pub(in crate::dm::hints) fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_whitespace().collect()
}

/// The words of a section of a word list.
pub(in crate::dm::hints) fn listed(text: &'static str, section: &str) -> HashSet<&'static str> {
    word_lists::list(text, section).into_iter().collect()
}

/// Whether a word is in a space-separated list.
pub(in crate::dm::hints) fn one_of(word: &str, words: &str) -> bool {
    words.as_bytes().split(|byte| *byte == b' ').any(|it| it == word.as_bytes())
}

/// Checks that a word list has these sections, and each word once in its section.
#[cfg(test)]
pub(in crate::dm::hints) fn check_lists(text: &'static str, sections: &[&str]) {
    assert_eq!(word_lists::sections(text), sections);
    for section in sections {
        let all = word_lists::list(text, section);
        assert_eq!(listed(text, section).len(), all.len(), "{section}: {all:?}");
    }
}
