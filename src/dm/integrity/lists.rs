//! The word lists of the narration check (`words.txt`).

use crate::word_lists;

const WORDS: &str = include_str!("words.txt");

/// The entries of a list.
pub(super) fn list(name: &str) -> Vec<&'static str> {
    word_lists::list(WORDS, name)
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
            let entries = list(name);
            let different: BTreeSet<&&str> = entries.iter().collect();
            assert!(!entries.is_empty() && different.len() == entries.len(), "{name}: {entries:?}");
            assert!(entries.iter().all(|entry| !entry.trim().is_empty()), "{name}: {entries:?}");
        }
        assert!(list("no.such.list").is_empty());
    }
}
