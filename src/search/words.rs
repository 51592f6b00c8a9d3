//! Tokenizes text: drops stop words, stems the rest.

use std::collections::HashMap;

use unicode_normalization::char::is_combining_mark;
use waken_snowball::{Algorithm, stem};

use language::folding::fold;

/// Longer runs of letters are cut: no word a person would search for is longer.
const MAX_WORD_CHARS: usize = 40;

/// Words that stand in nearly every sentence, and question words that stand in nearly every question. Sorted.
const STOP_WORDS: [&str; 85] = [
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do",
    "does", "explain", "for", "from", "get", "had", "happens", "has", "have", "he", "her", "his", "how", "i", "if",
    "in", "into", "is", "it", "its", "many", "may", "me", "mean", "means", "much", "must", "my", "need", "no", "of",
    "on", "or", "our", "please", "s", "she", "should", "so", "some", "such", "t", "tell", "than", "that", "the",
    "their", "them", "then", "there", "they", "this", "to", "was", "we", "what", "when", "where", "which", "who",
    "why", "will", "with", "work", "works", "would", "you", "your",
];

/// The words of a text as they are written, without what surrounds them and without a genitive's ending.
fn words(text: &str) -> impl Iterator<Item = &str> {
    // A letter may be followed by its marks.
    let is_of_a_word = |c: char| c.is_alphanumeric() || c == '\'' || c == '’' || !c.is_ascii() && is_combining_mark(c);
    text.split(move |c: char| !is_of_a_word(c))
        .flat_map(|word| word.trim_matches(['\'', '’']).split(['\'', '’']).take(1))
        .filter(|word| !word.is_empty())
}

/// A word as it is compared, not too long; of a script that puts no space between words each two signs that follow each other.
fn pieces(word: &str) -> Vec<String> {
    let end = word.char_indices().nth(MAX_WORD_CHARS).filter(|_| word.is_ascii()).map_or(word.len(), |(end, _)| end);
    let word = fold(&word[..end]);
    if word.chars().all(|c| c < '\u{2e80}') {
        return vec![word.chars().take(MAX_WORD_CHARS).collect()];
    }
    let signs: Vec<char> = word.chars().collect();
    match signs.as_slice() {
        [_] => vec![word],
        signs => signs.windows(2).map(|two| two.iter().collect()).collect(),
    }
}

fn stems(word: &str) -> impl Iterator<Item = String> + use<> {
    let pieces = pieces(word).into_iter();
    let says_something = pieces.filter(|word| STOP_WORDS.binary_search(&word.as_str()).is_err());
    says_something.map(|word| stem(Algorithm::English, &word).into_owned())
}

/// The stems of a text's words, in their order, without stop words.
pub fn terms(text: &str) -> impl Iterator<Item = String> + '_ {
    words(text).flat_map(stems)
}

/// The terms of many texts, numbered in the order they were first met.
#[derive(Debug, Default)]
pub struct TermTable {
    ids: HashMap<Box<str>, u32>,
    /// The terms of words as they are written: to stem a word takes ten times as long as to look it up.
    of_words: HashMap<Box<str>, Box<[u32]>>,
}

impl TermTable {
    /// The number of a term, if it was met.
    pub fn id(&self, stem: &str) -> Option<u32> {
        self.ids.get(stem).copied()
    }

    /// Gives the numbers of a text's [`terms`], in their order.
    pub fn of(&mut self, text: &str, mut give: impl FnMut(u32)) {
        for word in words(text) {
            if let Some(known) = self.of_words.get(word) {
                known.iter().copied().for_each(&mut give);
                continue;
            }
            let found: Box<[u32]> = stems(word).map(|stem| self.numbered(stem)).collect();
            found.iter().copied().for_each(&mut give);
            // A longer run is no word that comes again.
            if word.len() <= MAX_WORD_CHARS {
                self.of_words.insert(word.into(), found);
            }
        }
    }

    fn numbered(&mut self, stem: String) -> u32 {
        let next = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        *self.ids.entry(stem.into()).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        terms(text).collect()
    }

    #[test]
    fn words_of_one_stem_are_one_term() {
        assert_eq!(of("grappling"), of("grappled"));
        assert_eq!(of("Opportunity Attacks"), of("opportunity attack"));
    }

    #[test]
    fn words_are_the_same_as_names_are() {
        for (one, other) in [("o\u{308}lkrug", "Ölkrug"), ("ΟΔΥΣΣΕΥΣ", "Οδυσσεύς"), ("STRASSE", "Straße")]
        {
            assert_eq!(of(one), of(other), "{one}");
        }
    }

    #[test]
    fn words_that_say_nothing_are_left_out() {
        assert_eq!(of("What happens to the dwarf's axe?"), ["dwarf", "axe"]);
        assert!(of("what can you do with it?").is_empty());
        assert_eq!(of("'fireball' ’light’"), ["firebal", "light"]);
    }

    #[test]
    fn numbered_terms_are_the_terms_of_a_text() {
        let mut numbers = TermTable::default();
        for text in ["The dwarf's axe, the axes", "AXES of dwarves", "河面上的灯笼 the 河面"] {
            let mut found = Vec::new();
            numbers.of(text, |term| found.push(Some(term)));
            assert_eq!(found, terms(text).map(|stem| numbers.id(&stem)).collect::<Vec<_>>(), "{text}");
        }
        assert_eq!(numbers.id("zeppelin"), None);
    }

    #[test]
    fn stop_words_are_sorted_so_that_they_are_found() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn any_text_gives_terms_without_harm() {
        assert_eq!(of("火球 ∑ .* [a-z]+ \u{0}"), ["火球", "z"]);
        assert_eq!(of("河面上的灯笼"), ["河面", "面上", "上的", "的灯", "灯笼"], "no space stands between its words");
        assert_eq!(of("火"), ["火"]);
        assert!(of(&"x".repeat(10_000))[0].len() <= MAX_WORD_CHARS);
        assert_eq!(of("Ünïcödé 2d6"), ["ünïcödé", "2d6"]);
    }
}
