//! Everyday words for entries, for players who don't know an entry's name: one line for each entry. With them a question finds
//! entries that don't contain its words.

use std::{collections::HashMap, sync::OnceLock};

use super::entry::RuleKind;

/// A line for each entry: `type/slug: phrases`, sorted. An entry that both editions call the same has one line.
const WRITTEN: &str = include_str!("table_talk.txt");

/// Everyday phrases for an entry; none if there are none.
pub(super) fn of(kind: RuleKind, slug: &str) -> Option<&'static str> {
    static LINES: OnceLock<HashMap<(RuleKind, &'static str), &'static str>> = OnceLock::new();
    let lines = LINES.get_or_init(|| WRITTEN.lines().filter_map(read).collect());
    lines.get(&(kind, slug)).copied()
}

fn read(line: &'static str) -> Option<((RuleKind, &'static str), &'static str)> {
    let (id, phrases) = line.split_once(": ")?;
    let (kind, slug) = id.split_once('/')?;
    Some(((RuleKind::read(kind)?, slug), phrases))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_they_stand_in_order() {
        let lines: Vec<&str> = WRITTEN.lines().collect();
        let unread: Vec<&&str> = lines.iter().filter(|line| read(line).is_none()).collect();
        assert!(unread.is_empty(), "{unread:?}");
        assert!(lines.iter().map(|line| line.split_once(": ").unwrap().0).is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn an_entry_is_spoken_of_in_words_that_are_not_its_own() {
        assert!(
            of(RuleKind::Spell, "knock").is_some_and(|phrases| phrases.contains("lock") && !phrases.contains("Knock"))
        );
        assert_eq!(of(RuleKind::Spell, "no-such-spell"), None);
    }
}
