//! Tells whether a player only muses on a deed: “maybe we should rest”, “shall we rest?”, “vielleicht raste ich”.

use std::sync::LazyLock;

use super::word_lists::{list, sections};

const MUSINGS: &str = include_str!("musings.txt");

/// The phrases with the names of their lists, the longest first.
static PHRASES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let of = |section: &'static str| list(MUSINGS, section).into_iter().map(move |phrase| (phrase, section));
    let openings = sections(MUSINGS).into_iter().filter(|section| *section != "behind");
    let mut all: Vec<(&str, &str)> = openings.flat_map(of).filter(|(phrase, _)| !phrase.is_empty()).collect();
    // Among equals the list that says more comes first in the file.
    all.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    all
});

static BEHIND: LazyLock<Vec<&str>> = LazyLock::new(|| list(MUSINGS, "behind"));

/// The phrase of an opening that a text begins with, and what follows it.
fn step(text: &str) -> Option<(&'static str, &str)> {
    PHRASES.iter().find_map(|(phrase, section)| {
        let rest = text.strip_prefix(phrase)?;
        let is_whole = !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\'' | '-'));
        is_whole.then(|| (*section, rest.trim_start_matches([' ', ',', ':'])))
    })
}

/// The deed of a sentence in lower case that only muses on it, without what leads up to it and what follows.
pub fn musing(sentence: &str) -> Option<&str> {
    let mut rest = sentence.trim().trim_end_matches(['.', '!', '?', ';', ' ', '…']);
    let (mut muses, mut thinks, mut doubts) = (false, false, false);
    if let Some(before) = BEHIND.iter().find_map(|phrase| rest.strip_suffix(phrase)?.strip_suffix([' ', ','])) {
        (rest, muses) = (before.trim_end_matches([' ', ',']), true);
    }
    while let Some((section, next)) = step(rest) {
        muses |= matches!(section, "hedges" | "proposals");
        thinks |= section == "opinions";
        doubts |= section == "doubts";
        rest = next;
    }
    (!rest.is_empty() && (muses || thinks && doubts)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::musing;

    #[test]
    fn what_is_mused_on_is_told_from_what_is_done() {
        for (sentence, deed) in [
            ("maybe i rest", "rest"),
            ("shall we rest here for an hour?", "rest here for an hour"),
            ("we should probably rest", "rest"),
            ("i guess we should rest.", "rest"),
            ("i think that we ought to sleep", "sleep"),
            ("hm, perhaps i could drink a potion", "drink a potion"),
            ("i cast bless, maybe", "cast bless"),
            ("why don't we make camp?", "make camp"),
            ("vielleicht raste ich", "raste ich"),
            ("sollten wir jetzt rasten?", "rasten"),
        ] {
            assert_eq!(musing(sentence), Some(deed), "{sentence}");
        }
        for sentence in [
            "i rest",
            "i guess i'll rest",
            "i think i'll sleep now",
            "let's rest",
            "we should rest",
            "can i rest here?",
            "i'm going to cast bless",
            "mayhew casts bless",
            "wir rasten",
        ] {
            assert_eq!(musing(sentence), None, "{sentence}");
        }
    }
}
