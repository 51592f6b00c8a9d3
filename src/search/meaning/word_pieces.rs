//! The WordPiece tokenizer.

use std::collections::HashMap;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::WeightsError;

/// A longer word is not looked up: it is the unknown word.
const MAX_WORD_CHARS: usize = 100;

/// The pieces a model knows. Those that go on with a word begin with `##`.
pub(super) struct WordPieces {
    ids: HashMap<Box<str>, u32>,
    start: u32,
    end: u32,
    unknown: u32,
}

impl WordPieces {
    /// The pieces of a vocabulary: one a line, in the order of their ids.
    ///
    /// # Errors
    /// One of the three that stand for no word is missing.
    pub(super) fn new(vocabulary: &str) -> Result<Self, WeightsError> {
        let ids: HashMap<Box<str>, u32> = vocabulary.lines().map(Box::from).zip(0..).collect();
        let id = |piece: &str| ids.get(piece).copied();
        let missing = |piece: &str| WeightsError::because(format!("its vocabulary has no {piece}"));
        Ok(Self {
            start: id("[CLS]").ok_or_else(|| missing("[CLS]"))?,
            end: id("[SEP]").ok_or_else(|| missing("[SEP]"))?,
            unknown: id("[UNK]").ok_or_else(|| missing("[UNK]"))?,
            ids,
        })
    }

    /// How many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The ids of a text's pieces, between those of start and end, at most `limit` in all.
    pub(super) fn ids(&self, text: &str, limit: usize) -> Vec<u32> {
        let mut ids = vec![self.start];
        // No piece is shorter than a character, and accents don't come alone.
        let enough = limit.saturating_mul(MAX_WORD_CHARS);
        for word in words(text.chars().take(enough)) {
            if ids.len() >= limit {
                break;
            }
            self.cut(&word, &mut ids);
        }
        ids.truncate(limit.saturating_sub(1));
        ids.push(self.end);
        ids
    }

    /// Cuts a word, each time taking the longest piece that fits. A word with a part that is none is unknown whole.
    fn cut(&self, word: &str, ids: &mut Vec<u32>) {
        let before = ids.len();
        let mut rest = word;
        let mut piece = String::new();
        if word.chars().count() > MAX_WORD_CHARS {
            ids.push(self.unknown);
            return;
        }
        while !rest.is_empty() {
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
            let longest = ends.into_iter().find_map(|end| {
                piece.clear();
                piece.push_str(if rest.len() < word.len() { "##" } else { "" });
                piece.push_str(&rest[..end]);
                self.ids.get(piece.as_str()).map(|id| (*id, end))
            });
            let Some((id, end)) = longest else {
                ids.truncate(before);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            rest = &rest[end..];
        }
    }
}

/// The words of a text in lower case and without accents; every sign, and every character of a script that is written
/// without spaces, is a word.
fn words(text: impl Iterator<Item = char>) -> Vec<String> {
    let mut words = vec![String::new()];
    let plain = text.flat_map(char::to_lowercase).nfd().filter(|c| !is_combining_mark(*c));
    for c in plain {
        let alone = !c.is_alphanumeric() || is_ideograph(c);
        if c.is_whitespace() || alone {
            words.push(String::new());
        }
        if c.is_whitespace() || c.is_control() || c == char::REPLACEMENT_CHARACTER {
            continue;
        }
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
        if alone {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether it is one of Unicode's unified or compatibility ideographs.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{2FA1F}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VOCABULARY: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\ngr\n##apple\n##d\nfire\n##ball\n,\na\n火\ncafe";

    fn ids(text: &str) -> Vec<u32> {
        WordPieces::new(VOCABULARY).unwrap().ids(text, 16)
    }

    #[test]
    fn words_are_cut_into_the_longest_pieces_that_fit() {
        assert_eq!(ids("Grappled, a FIREBALL"), [2, 4, 5, 6, 9, 10, 7, 8, 3]);
        assert_eq!(ids(""), [2, 3]);
    }

    #[test]
    fn a_word_with_an_unknown_part_is_unknown_whole() {
        assert_eq!(ids("firework a"), [2, 1, 10, 3]);
        assert_eq!(ids(&"a".repeat(101)), [2, 1, 3]);
    }

    #[test]
    fn accents_fall_and_ideographs_stand_alone() {
        assert_eq!(ids("Café 火火"), [2, 12, 11, 11, 3]);
    }

    #[test]
    fn a_long_text_is_cut_off_before_its_end() {
        assert_eq!(ids(&"a ".repeat(5_000)).len(), 16);
        assert_eq!(ids(&"a ".repeat(5_000)).last(), Some(&3));
    }

    #[test]
    fn a_vocabulary_without_the_pieces_for_no_word_is_refused() {
        assert!(WordPieces::new("a\nb").is_err());
    }

    proptest! {
        #[test]
        fn any_text_gives_known_ids_between_start_and_end(text in "\\PC{0,60}|.{0,60}", limit in 2usize..20) {
            let pieces = WordPieces::new(VOCABULARY).unwrap();
            let ids = pieces.ids(&text, limit);
            prop_assert!(ids.len() >= 2 && ids.len() <= limit);
            prop_assert_eq!((ids[0], ids[ids.len() - 1]), (2, 3));
            prop_assert!(ids.iter().all(|id| (*id as usize) < pieces.len()));
        }
    }
}
