//! Detects that a player only considers, postpones, reports or feigns an action: “maybe we should rest”, “shall we rest?”,
//! “tomorrow I will rest”, “we rested enough already”, “vielleicht raste ich”.

use std::sync::LazyLock;

use super::word_lists::{list, sections};

const MUSINGS: &str = include_str!("musings.txt");

/// The sections whose phrases do not open a sentence.
const NO_OPENINGS: [&str; 5] = ["behind", "later behind", "waits behind", "past behind", "not behind"];

/// Why a deed that a sentence names is not done now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotNow {
    /// The player thinks of it.
    Mused,
    /// It is for another time.
    Later,
    /// It has to wait, whether it is a deed or a thing.
    Waits,
    /// It was done before.
    Past,
    Pretended,
}

/// The phrases with the names of their lists, the longest first.
static PHRASES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let openings = sections(MUSINGS).into_iter().filter(|section| !NO_OPENINGS.contains(section));
    longest_first(openings.collect())
});

/// The phrases that end a sentence, with what they say of its deed.
static ENDS: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| longest_first(vec!["behind", "later behind", "waits behind", "past behind"]));

static NOT_BEHIND: LazyLock<Vec<&str>> = LazyLock::new(|| list(MUSINGS, "not behind"));

fn longest_first(of: Vec<&'static str>) -> Vec<(&'static str, &'static str)> {
    let phrases = |section: &'static str| list(MUSINGS, section).into_iter().map(move |phrase| (phrase, section));
    let mut all: Vec<(&str, &str)> =
        of.into_iter().flat_map(phrases).filter(|(phrase, _)| !phrase.is_empty()).collect();
    // Among equals the list that says more comes first in the file.
    all.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    all
}

/// The text after a phrase it begins with, matched by whole words.
fn behind<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(phrase)?;
    let is_whole = !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\'' | '-'));
    is_whole.then(|| rest.trim_start_matches([' ', ',', ':']))
}

/// The phrase of an opening that a text begins with, and what follows it.
fn step(text: &str) -> Option<(&'static str, &str)> {
    PHRASES.iter().find_map(|(phrase, section)| Some((*section, behind(text, phrase)?)))
}

/// Whether the last word of a text binds what follows it to something else than a deed.
fn binds(text: &str) -> bool {
    NOT_BEHIND.contains(&text.rsplit(' ').next().unwrap_or_default())
}

/// The text before a phrase that ends it, and the phrase's list.
fn end(text: &str) -> Option<(&'static str, &str)> {
    ENDS.iter().find_map(|(phrase, section)| {
        let before =
            text.strip_suffix(phrase)?.strip_suffix([' ', ','])?.trim_end_matches([' ', ',', '(', '-', '–', '—']);
        (*section == "behind" || !binds(before)).then_some((*section, before))
    })
}

/// The deed of a sentence in lower case that is not done by it, without what leads up to it and what follows, and why.
pub fn undone(sentence: &str) -> Option<(NotNow, &str)> {
    let mut rest = sentence.trim().trim_end_matches(['.', '!', '?', ';', ' ', '…']);
    let mut found: Vec<&str> = Vec::new();
    while let Some((section, before)) = end(rest) {
        found.push(section);
        rest = before;
    }
    while let Some((section, next)) = step(rest) {
        found.push(section);
        rest = next;
    }
    let has = |section: &str| found.contains(&section);
    let why = match () {
        () if has("waits behind") => NotNow::Waits,
        () if has("past") || has("past behind") => NotNow::Past,
        () if has("pretends") => NotNow::Pretended,
        () if has("later") || has("later behind") => NotNow::Later,
        () if has("hedges") || has("proposals") || has("behind") => NotNow::Mused,
        () if has("opinions") && has("doubts") => NotNow::Mused,
        () => return None,
    };
    (!rest.is_empty()).then_some((why, rest))
}

/// The deed of a sentence in lower case that only muses on it.
pub fn musing(sentence: &str) -> Option<&str> {
    undone(sentence).and_then(|(why, deed)| (why == NotNow::Mused).then_some(deed))
}

#[cfg(test)]
mod tests {
    use super::{NotNow, musing, undone};

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

    #[test]
    fn what_is_put_off_told_of_or_feigned_is_told_from_what_is_done() {
        for (sentence, why, deed) in [
            ("tomorrow i will cast bless", NotNow::Later, "cast bless"),
            ("we ought to rest soon", NotNow::Later, "rest"),
            ("cure wounds on ada can wait", NotNow::Waits, "cure wounds on ada"),
            ("we rested enough already", NotNow::Past, "rested"),
            ("i pretend to cast bless", NotNow::Pretended, "cast bless"),
        ] {
            assert_eq!(undone(sentence), Some((why, deed)), "{sentence}");
        }
        for sentence in ["rest until tomorrow", "sleep till later", "cast bless if possible", "i have to rest"] {
            assert_eq!(undone(sentence), None, "{sentence}");
        }
    }
}
