//! Limits on texts.

use std::{borrow::Cow, sync::LazyLock};

use unicode_normalization::UnicodeNormalization;

pub use language::folding::{fold, same};
use language::{
    folding::is_invisible,
    word_lists::{WordSet, list},
};

/// The longest line kept, in characters.
pub const MAX_LINE: usize = 500;
/// The longest name kept, in characters.
pub const MAX_NAME: usize = 120;
/// The longest summary kept, in characters.
pub const MAX_SUMMARY: usize = 4_000;

/// The folded words of a text: letters and digits only.
#[derive(Debug, Clone)]
pub struct FoldedWords {
    pub words: Vec<String>,
    /// With a blank before and behind each.
    spaced: String,
}

impl FoldedWords {
    pub fn of(text: &str) -> Self {
        let folded = fold(text);
        let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_owned).collect();
        let spaced = format!(" {} ", words.join(" "));
        Self { words, spaced }
    }

    /// Whether one of these phrases is among them, each in lower case with single blanks.
    pub fn has_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| match phrase.contains(' ') {
            true => self.has_phrase(phrase),
            false => self.words.iter().any(|word| word == phrase),
        })
    }

    /// Whether a phrase of several words is among them.
    fn has_phrase(&self, phrase: &str) -> bool {
        let spaced = self.spaced.as_bytes();
        let is_blank = |at: Option<usize>| at.and_then(|at| spaced.get(at)) == Some(&b' ');
        // Every word may begin the phrase, also one within another place where it begins.
        let starts = spaced.iter().enumerate().filter(|(_, byte)| **byte == b' ').map(|(at, _)| at + 1);
        let mut starts = starts.filter(|at| spaced[*at..].starts_with(phrase.as_bytes()));
        starts.any(|at| is_blank(at.checked_add(phrase.len())))
    }

    /// Whether one of these phrases is the last of them.
    pub fn ends_with_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.spaced.ends_with(&format!(" {phrase} ")))
    }

    /// The words that are left without these phrases, each in lower case with single blanks.
    pub fn without(&self, phrases: &[&str]) -> Vec<String> {
        let longest_first = {
            let mut phrases = phrases.to_vec();
            phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
            phrases
        };
        let left = longest_first.into_iter().fold(self.spaced.clone(), |left, phrase| {
            // Twice, as neighbours share a blank.
            let phrase = format!(" {phrase} ");
            left.replace(&phrase, "  ").replace(&phrase, "  ")
        });
        left.split_whitespace().map(str::to_owned).collect()
    }

    /// Whether one of them begins like this.
    pub fn has_beginning(&self, beginnings: &[&str]) -> bool {
        self.words.iter().any(|word| beginnings.iter().any(|beginning| word.starts_with(beginning)))
    }
}

/// A text as one line of at most [`MAX_LINE`] characters.
pub fn line(text: &str) -> String {
    shortened(text, MAX_LINE)
}

/// A text as a name of at most [`MAX_NAME`] characters.
pub fn name(text: &str) -> String {
    shortened(text, MAX_NAME)
}

/// A text as one line: line breaks, control characters and runs of spaces become one space; invisible characters are removed.
pub fn one_line(text: &str) -> String {
    if is_blank(text) {
        return String::new();
    }
    visible(text)
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text on one line of at most `most` characters, cut between words where it has any.
pub fn shortened(text: &str, most: usize) -> String {
    let line = one_line(text);
    let short = cut(&line, most);
    let is_between = short.len() == line.len() || line[short.len()..].starts_with(' ');
    match short.rsplit_once(' ') {
        Some((whole, _)) if !is_between => whole.to_owned(),
        _ => short.to_owned(),
    }
}

/// Whether a text has more than `most` characters on its one line, so that [`shortened`] cuts it.
pub fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && one_line(text).chars().count() > most
}

/// The notice in a tool's result about a text that [`shortened`] cuts.
pub fn cut_notice(text: &str, most: usize) -> Option<String> {
    let n = || one_line(text).chars().count();
    is_longer(text, most).then(|| format!("Cut to {most} of {} characters; what matters has to come first.", n()))
}

/// Whether a text is invisible: only white space, control characters and invisible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Removes invisible characters, except meaningful ones: joiners in scripts that need them, emoji joiners and selectors, and
/// flag tags.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(is_invisible) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let shows = |at: usize| {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let is_between =
            |is_it: fn(char) -> bool| before.is_some_and(is_it) && chars.get(at + 1).is_some_and(|after| is_it(*after));
        match chars[at] {
            '\u{200c}' => is_between(is_joined),
            '\u{200d}' => is_between(is_joined) || is_between(is_of_a_sign),
            '\u{fe0e}' | '\u{fe0f}' => before.is_some_and(|c| is_of_a_sign(c) || matches!(c, '0'..='9' | '#' | '*')),
            '\u{180b}'..='\u{180d}' | '\u{180f}' => before.is_some_and(|c| matches!(c, '\u{1820}'..='\u{18aa}')),
            '\u{e0020}'..='\u{e007f}' => before.is_some_and(|c| matches!(c, '\u{1f3f4}' | '\u{e0020}'..='\u{e007e}')),
            c => !is_invisible(c),
        }
    };
    (0..chars.len()).filter(|at| shows(*at)).map(|at| chars[at]).collect()
}

/// Whether a letter is of a script whose letters join: Arabic, Syriac, N'Ko, Mongolian, and the scripts of India and its neighbours.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{7ff}' | '\u{840}'..='\u{109f}' | '\u{1780}'..='\u{18aa}' | '\u{1a20}'..='\u{1c4f}'
        | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}'
        | '\u{1e900}'..='\u{1e95f}')
        && !is_invisible(c)
}

/// Whether a character is a pictograph or a part of one.
pub fn is_of_a_sign(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{21ff}'
        | '\u{2300}'..='\u{27ff}' | '\u{2900}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}')
}

/// The form of a [folded](fold) name without accents on its Latin, Greek and Cyrillic letters.
pub fn without_accents(name: &str) -> String {
    fold(name).nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).nfc().collect()
}

/// Whether two names are the same but for accents.
pub fn same_without_accents(a: &str, b: &str) -> bool {
    without_accents(a) == without_accents(b)
}

/// The only match if accents are ignored, for a name without an exact match.
pub fn only_without_accents<'a, T>(
    all: impl Iterator<Item = &'a T>,
    name: impl Fn(&'a T) -> &'a str,
    wanted: &str,
) -> Option<&'a T> {
    let mut near = all.filter(|one| same_without_accents(name(*one), wanted.trim()));
    near.next().filter(|_| near.next().is_none())
}

/// A text, trimmed, at most `most` characters.
pub fn cut(text: &str, most: usize) -> &str {
    let text = text.trim();
    // A text has at most as many characters as bytes.
    if text.len() <= most {
        return text;
    }
    text.char_indices().nth(most).map_or(text, |(end, _)| text[..end].trim_end())
}

/// Words within names that stay in lower case.
static SMALL: LazyLock<WordSet<&'static str>> = LazyLock::new(|| small_words(&["names"]));
static SMALL_IN_PLACES: LazyLock<WordSet<&'static str>> = LazyLock::new(|| small_words(&["names", "places"]));

fn small_words(sections: &[&str]) -> WordSet<&'static str> {
    sections.iter().flat_map(|section| list(include_str!("small_words.txt"), section)).collect()
}

/// A name that is kept in lower case, as it is written.
pub fn titled(name: &str) -> String {
    capitalized(name, |word| SMALL.contains(word))
}

/// The same for a place, such as “The Toll House on Cold Pass”. A name with capitals is kept as written, except for its first
/// letter: in languages such as German not every word of a place has a capital.
pub fn titled_place(name: &str) -> String {
    let is_written = name.chars().any(char::is_uppercase);
    capitalized(name, |word| is_written || SMALL_IN_PLACES.contains(word))
}

/// Whether a folded word of a place name, such as an article, doesn't identify it.
pub fn is_small_in_places(word: &str) -> bool {
    SMALL_IN_PLACES.contains(word)
}

/// The name of a place within an English sentence: “at the Quay”, not “at The Quay”.
pub fn within_sentence(place: &str) -> Cow<'_, str> {
    place.strip_prefix("The ").map_or(Cow::Borrowed(place), |rest| Cow::Owned(format!("the {rest}")))
}

fn capitalized(name: &str, is_small: impl Fn(&str) -> bool) -> String {
    let word = |(i, word): (usize, &str)| {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if i == 0 || !is_small(word) => first.to_uppercase().chain(letters).collect(),
            _ => word.to_owned(),
        }
    };
    name.split_whitespace().enumerate().map(word).collect::<Vec<String>>().join(" ")
}

/// Whether a word of a name is distinctive, unlike "the" or "old".
pub fn is_name_word(word: &str) -> bool {
    const NONE: [&str; 12] = ["the", "of", "and", "old", "young", "little", "von", "de", "la", "a", "an", "my"];
    !NONE.iter().any(|none| same(none, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_the_capitals_of_its_language() {
        for (written, shown) in [
            ("the toll house on cold pass", "The Toll House on Cold Pass"),
            ("hinter der Theke", "Hinter der Theke"),
            ("hinter der theke", "Hinter der Theke"),
        ] {
            assert_eq!(titled_place(written), shown);
        }
        assert_eq!((within_sentence("The Quay"), within_sentence("Theatre")), ("the Quay".into(), "Theatre".into()));
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("  ééé  ", 2), "éé");
        assert_eq!(cut("ab cd", 3), "ab");
        assert_eq!(line(&"ö".repeat(600)).chars().count(), MAX_LINE);
        assert_eq!(shortened("one two  three", 9), "one two");
        assert_eq!(shortened("one two three", 7), "one two");
        assert_eq!(shortened("a\n2. b\u{0}c", 80), "a 2. b c");
    }

    #[test]
    fn invisible_characters_stay_where_they_change_what_is_seen() {
        for kept in [
            "می\u{200c}خواهم",
            "ක\u{200d}ෂ",
            "क्\u{200d}ष",
            "👩\u{200d}🚀",
            "❤\u{fe0f}",
            "🏳\u{fe0f}\u{200d}🌈",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        ] {
            assert_eq!(name(kept), kept);
        }
        assert_eq!(name("a\u{200d}b ❤\u{200d} A\u{fe0f}"), "ab ❤ A");
        assert_eq!(without_accents("Óriel Žofie"), "oriel zofie");
    }

    #[test]
    fn an_invisible_text_is_blank() {
        assert!(is_blank(" \n\u{200b}\u{feff}\u{0}\u{2060}\u{e0041}"));
        assert!(!is_blank("\u{200b}.") && line("\u{200b} \u{feff}").is_empty());
    }
}
