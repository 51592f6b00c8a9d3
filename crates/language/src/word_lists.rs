//! Lists in text files: sections, each `[name]` and its lines. Lines that begin with `#` are remarks; a line such as
//! `[this|that]` is no name.

use std::collections::{HashMap, HashSet};

/// A map by words, of our own lists or of a game's names. It is asked for each word of a story, and no one can fill it at will, so
/// its hash is a fast one.
pub type WordMap<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// A set of words, the same way.
pub type WordSet<K> = HashSet<K, foldhash::fast::RandomState>;

/// The lines of a section without empty lines and remarks; none if the text has no such section.
pub fn lines(text: &'static str, section: &str) -> impl Iterator<Item = &'static str> {
    let lines = text.lines().skip_while(move |line| head(line) != Some(section)).skip(1);
    lines.take_while(|line| head(line).is_none()).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The entries of a section whose lines part them by `|`. Blanks in an entry count.
pub fn list(text: &'static str, section: &str) -> Vec<&'static str> {
    lines(text, section).flat_map(|line| line.split('|')).collect()
}

/// The words of a section whose lines part them by blanks.
pub fn words(text: &'static str, section: &str) -> impl Iterator<Item = &'static str> {
    lines(text, section).flat_map(str::split_whitespace)
}

/// The pairs of a section whose lines are a word and, behind a blank, what it means.
pub fn pairs(text: &'static str, section: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(text, section).filter_map(|line| line.split_once(' '))
}

/// The names of all sections.
pub fn sections(text: &'static str) -> Vec<&'static str> {
    text.lines().filter_map(head).collect()
}

/// The name of the section that a line begins.
fn head(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']').filter(|name| !name.contains(['|', '[', ']']))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &str = "# A remark.\n\n[one]\na|b c\n d\n\n[two]\ne\n";

    #[test]
    fn a_choice_is_no_name() {
        const CHOICE: &str = "[one]\n[Here|There] it is.\n[here|there]\n";
        assert_eq!(lines(CHOICE, "one").collect::<Vec<_>>(), ["[Here|There] it is.", "[here|there]"]);
        assert_eq!(sections(CHOICE), ["one"]);
    }

    #[test]
    fn a_section_ends_where_the_next_begins_and_blanks_count() {
        assert_eq!(list(LISTS, "one"), ["a", "b c", " d"]);
        assert_eq!(list(LISTS, "two"), ["e"]);
        assert!(list(LISTS, "three").is_empty());
        assert_eq!(sections(LISTS), ["one", "two"]);
    }
}
