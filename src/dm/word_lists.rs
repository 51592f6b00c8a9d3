//! Word lists in text files: sections of entries, each `[name]` and lines of entries parted by `|`. Blanks in an entry count.

use std::collections::{HashMap, HashSet};

/// A map by words, of our own lists or of a game's names. It is asked for each word of a story, and nobody can fill it at will, so
/// its hash is a fast one.
pub(super) type WordMap<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// A set of words, the same way.
pub(super) type WordSet<K> = HashSet<K, foldhash::fast::RandomState>;

/// The entries of a section; none if the text has no such section.
pub(super) fn list(text: &'static str, section: &str) -> Vec<&'static str> {
    let is_head = |line: &&str| line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) == Some(section);
    let lines = text.lines().skip_while(|line| !is_head(line)).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty());
    lines.flat_map(|line| line.split('|')).collect()
}

/// The names of all sections.
#[cfg(test)]
pub(super) fn sections(text: &'static str) -> Vec<&'static str> {
    text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &str = "# A remark.\n\n[one]\na|b c\n d\n\n[two]\ne\n";

    #[test]
    fn a_section_ends_where_the_next_begins_and_blanks_count() {
        assert_eq!(list(LISTS, "one"), ["a", "b c", " d"]);
        assert_eq!(list(LISTS, "two"), ["e"]);
        assert!(list(LISTS, "three").is_empty());
        assert_eq!(sections(LISTS), ["one", "two"]);
    }
}
