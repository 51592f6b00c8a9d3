//! Puts a question about the past into the one form in which it is compared, and knows the forms of its verbs.

use std::sync::LazyLock;

use language::{forms::is_form, word_lists};

use super::question::FILE;

/// A rewriting: the words to find, and the words that replace them.
struct Rewrite {
    from: Vec<PatternWord>,
    to: Vec<&'static str>,
}

/// One of these words; if it is optional, it may be left out.
pub(super) struct PatternWord {
    pub(super) choices: Vec<&'static str>,
    pub(super) is_optional: bool,
}

static REWRITES: LazyLock<Vec<Rewrite>> = LazyLock::new(|| {
    let of = |line: &'static str| {
        let (from, to) = line.split_once('=').unwrap_or((line, ""));
        let from = from.split_whitespace().map(PatternWord::read).collect();
        Rewrite { from, to: to.split_whitespace().collect() }
    };
    word_lists::lines(FILE, "rewrites").map(of).collect()
});

static VERBS: LazyLock<word_lists::WordMap<&'static str, &'static str>> = LazyLock::new(|| {
    let of = |line: &'static str| {
        let mut words = line.split_whitespace();
        let verb = words.next().unwrap_or_default();
        words.map(move |form| (form, verb))
    };
    word_lists::lines(FILE, "verbs").flat_map(of).collect()
});

impl PatternWord {
    pub(super) fn read(word: &'static str) -> Self {
        let (word, is_optional) = word.strip_suffix('?').map_or((word, false), |word| (word, true));
        Self { choices: word.split('/').collect(), is_optional }
    }

    /// Whether a word is one of the choices, or a form of one.
    pub(super) fn takes(&self, word: &str) -> bool {
        self.choices.iter().any(|choice| word == *choice || verb(word) == *choice || is_form(word, choice))
    }

    fn is(&self, word: &str) -> bool {
        self.choices.contains(&word)
    }
}

/// The plain form of an irregular verb; another word as it is.
pub(super) fn verb(word: &str) -> &str {
    VERBS.get(word).copied().unwrap_or(word)
}

/// The words of a question in their one form.
pub(super) fn rewritten(words: Vec<&str>) -> Vec<&str> {
    let mut words = words;
    for rewrite in REWRITES.iter() {
        let mut at = 0;
        while at < words.len() {
            match begins(&rewrite.from, &words[at..]).filter(|n| *n > 0) {
                Some(n) => {
                    words.splice(at..at + n, rewrite.to.iter().copied());
                    at += rewrite.to.len();
                }
                None => at += 1,
            }
        }
    }
    words
}

/// How many words the pattern takes at the beginning, as many as it can.
fn begins(pattern: &[PatternWord], words: &[&str]) -> Option<usize> {
    let Some((part, rest)) = pattern.split_first() else { return Some(0) };
    let taken = words.first().is_some_and(|word| part.is(word)).then(|| begins(rest, &words[1..])).flatten();
    taken.map(|n| n + 1).or_else(|| part.is_optional.then(|| begins(rest, words)).flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_that_ask_the_same_have_one_form() {
        for (text, form) in [
            ("who'd i give it to", "who did i give it to"),
            ("whom have we given it to", "who did i given it to"),
            ("when was it that we met tam", "when i met tam"),
            ("what was the name of the one i gave it to", "who i gave it to"),
            ("who's got my shield now", "who has my shield"),
            ("what's become of the rope", "what become of the rope"),
            ("how many times have we been there", "when every did i been there"),
        ] {
            assert_eq!(rewritten(text.split(' ').collect()).join(" "), form, "{text}");
        }
    }
}
