//! Base forms of words: verbs from a list (`verbs.txt`), nouns in the singular.

use std::{borrow::Cow, sync::LazyLock};

use language::word_lists::{WordMap, WordSet};

/// Every form of every verb, with the first.
static FORMS: LazyLock<WordMap<Box<str>, &'static str>> = LazyLock::new(|| {
    let mut forms = WordMap::default();
    for line in include_str!("verbs.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        let mut others = words.map(Box::<str>::from).peekable();
        if others.peek().is_some() {
            forms.extend(others.map(|form| (form, first)));
        } else {
            forms.extend(regular(first).into_iter().map(|form| (form.into(), first)));
        }
    }
    forms.shrink_to_fit();
    forms
});

/// The first forms of all verbs.
static VERBS: LazyLock<WordSet<&'static str>> = LazyLock::new(|| FORMS.values().copied().collect());

/// Whether a word is the first form of a verb.
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(word)
}

/// The forms of a regular verb.
fn regular(verb: &str) -> [String; 3] {
    let hisses = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end));
    let stem = match verb.strip_suffix('e') {
        Some(stem) => stem.to_owned(),
        None if doubles(verb) => format!("{verb}{}", &verb[verb.len() - 1..]),
        None => verb.to_owned(),
    };
    [format!("{verb}{}", if hisses { "es" } else { "s" }), format!("{stem}ed"), format!("{stem}ing")]
}

/// Whether the last letter of a verb is doubled before an ending: a short vowel between two consonants, in one syllable.
fn doubles(verb: &str) -> bool {
    const LONGER: [&str; 3] = ["strap", "scrap", "unpin"];
    let vowel = |letter: &u8| b"aeiou".contains(letter);
    let [.., before, within, last] = verb.as_bytes() else { return false };
    let short = !vowel(before) && vowel(within) && !vowel(last) && !b"wxy".contains(last);
    short && (verb.len() <= 4 || LONGER.contains(&verb))
}

/// Singular nouns in “s”.
const AS_IT_IS: [&str; 22] = [
    "his",
    "this",
    "its",
    "as",
    "us",
    "yes",
    "less",
    "always",
    "perhaps",
    "towards",
    "afterwards",
    "upstairs",
    "downstairs",
    "lens",
    "alas",
    "gas",
    "afterward",
    "besides",
    "sometimes",
    "indoors",
    "outdoors",
    "hers",
];

/// The first form of a word in lower case.
pub(super) fn first_form(word: &str) -> Cow<'static, str> {
    if let Some(verb) = FORMS.get(word) {
        return (*verb).into();
    }
    if AS_IT_IS.contains(&word) || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return word.to_owned().into();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y").into();
    }
    for end in ["ches", "shes", "xes", "sses", "zes"] {
        if word.ends_with(end) {
            return word[..word.len() - 2].to_owned().into();
        }
    }
    match word.strip_suffix('s') {
        Some(one) if one.len() > 2 => one.to_owned().into(),
        _ => word.to_owned().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_their_first_form() {
        let pairs = [
            ("gave", "give"),
            ("slipped", "slip"),
            ("carried", "carry"),
            ("dying", "die"),
            ("arrives", "arrive"),
            ("feet", "foot"),
            ("torches", "torch"),
            ("bodies", "body"),
            ("glass", "glass"),
            ("his", "his"),
        ];
        for (word, first) in pairs {
            assert_eq!(first_form(word), first);
        }
    }
}
