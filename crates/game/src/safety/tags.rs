//! Content tags: used by campaigns, openings and twists to describe themselves, and selectable as lines or veils. The list is
//! `tags.json`.

use std::sync::LazyLock;

use language::folding::{fold, same};
use serde::Deserialize;

/// A topic that someone may not want in a story.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContentTag {
    /// Its id, such as `harm-to-children`.
    pub id: String,
    /// Its name in English.
    pub en: String,
    /// Its name in German.
    pub de: String,
    /// Words and phrases for it. `*` means any letters at either end of a word, `=` ends a word without inflections, `|`
    /// separates alternatives; `en:` and `de:` limit an entry to sentences of that language.
    pub(super) words: Vec<String>,
    /// Pairs of lists: a sentence with a word of each names it.
    #[serde(default)]
    pub(super) together: Vec<[Vec<String>; 2]>,
    /// Phrases whose words mean something else there, such as “the ghost of a smile”.
    #[serde(default, rename = "except")]
    pub(super) exceptions: Vec<String>,
}

/// `tags.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lists {
    pub(super) inflections: Inflections,
    /// Words by which the language of a sentence is known.
    pub(super) tells_language: OfLanguages,
    /// Words of a player's own line that say nothing by themselves.
    pub(super) without_meaning: Vec<String>,
    tags: Vec<ContentTag>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfLanguages {
    pub(super) en: Vec<String>,
    pub(super) de: Vec<String>,
}

/// The endings of words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Inflections {
    pub(super) en: Vec<String>,
    pub(super) de: Vec<String>,
    /// Those of words that players wrote, which may be of either language.
    pub(super) own: Vec<String>,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    // A test reads the file, so it can't be wrong in a program.
    #[expect(clippy::expect_used, reason = "the file is part of the program")]
    let lists = serde_json::from_str(include_str!("tags.json")).expect("tags.json can be read");
    lists
});

pub(super) fn lists() -> &'static Lists {
    &LISTS
}

/// All content tags.
pub fn content_tags() -> &'static [ContentTag] {
    &LISTS.tags
}

/// The content tag of this id, or of this name in English or German.
pub fn tag(id_or_name: &str) -> Option<&'static ContentTag> {
    let is_so = |tag: &&ContentTag| [&tag.id, &tag.en, &tag.de].iter().any(|name| same(name, id_or_name));
    content_tags().iter().find(is_so)
}

/// A line or veil as models read it: the English name of a tag, or the words.
pub fn in_words(entry: &str) -> &str {
    tag(entry).map_or(entry, |tag| &tag.en)
}

/// A line or veil as it is kept: the id of a tag, or words in one line.
pub(super) fn entry(written: &str) -> String {
    let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
    tag(&written).map_or(written, |tag| tag.id.clone())
}

impl ContentTag {
    /// The name in a language, English where there is none.
    pub fn name(&self, language: &str) -> &str {
        if fold(language).starts_with("de") { &self.de } else { &self.en }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_tag_has_an_id_names_and_words() {
        let mut seen = HashSet::new();
        for tag in content_tags() {
            assert!(tag.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", tag.id);
            assert!(seen.insert(&tag.id) && !tag.en.is_empty() && !tag.de.is_empty(), "{}", tag.id);
            assert!(!tag.words.is_empty(), "{}", tag.id);
            let lists = tag.words.iter().chain(tag.together.iter().flatten().flatten()).chain(&tag.exceptions);
            for word in lists {
                assert_eq!(fold(word), *word, "{word} of {} is not in the form in which words are compared", tag.id);
            }
        }
        assert!(content_tags().len() >= 30);
    }
}
