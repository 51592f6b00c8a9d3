//! The word lists of the narration check (`words.txt`), and the patterns made of them.

use language::word_lists;

const WORDS: &str = include_str!("words.txt");

/// The entries of a list.
pub(super) fn list(name: &str) -> Vec<&'static str> {
    word_lists::list(WORDS, name)
}

/// The lines of a list of patterns.
pub(super) fn lines(name: &str) -> impl Iterator<Item = &'static str> {
    word_lists::lines(WORDS, name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_list_has_entries_and_each_of_them_once() {
        let sections = word_lists::sections(WORDS);
        assert_eq!(sections.iter().collect::<BTreeSet<_>>().len(), sections.len(), "a list stands there twice");
        for name in sections {
            // Its lines are patterns, in which `|` doesn't separate entries.
            if name == "supplies.used" {
                assert!(lines(name).count() > 0);
                continue;
            }
            let entries = list(name);
            let different: BTreeSet<&&str> = entries.iter().collect();
            assert!(!entries.is_empty() && different.len() == entries.len(), "{name}: {entries:?}");
            assert!(entries.iter().all(|entry| !entry.trim().is_empty()), "{name}: {entries:?}");
        }
        assert!(list("no.such.list").is_empty());
    }
}
