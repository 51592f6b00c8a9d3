//! The players' verbs and their meanings.

use std::sync::LazyLock;

use language::{forms::is_form, word_lists::WordMap};
use serde::Deserialize;

use super::{Act, slips::slipped, starts};
use crate::handling;

/// An act and the words for it, between commas. Where several fit, the longest counts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    act: Act,
    verbs: &'static str,
}

fn rows() -> Vec<Row> {
    crate::content::read(include_str!("../content/verbs.json"))
}

/// Verbs of handling that mean a thing if they are alone, such as the pump, are not among these.
const HANDLES_ALONE: [&str; 12] =
    ["knock", "clean", "wash", "sweep", "dig", "shout", "scream", "holler", "bellow", "carve", "tidy up", "clean up"];

/// Every verb, and what is meant by it.
static ALL: LazyLock<Vec<(&str, Act)>> = LazyLock::new(|| {
    let known: Vec<(&str, Act)> =
        rows().into_iter().flat_map(|row| row.verbs.split(", ").map(move |verb| (verb, row.act))).collect();
    let is_new = |verb: &&str| !known.iter().any(|(other, _)| other == verb);
    // "Tie up" is a way to tie: where it is no handling it is what its verb is.
    let act = |verb: &str| {
        let first = verb.split(' ').next().unwrap_or_default();
        let own = known.iter().find(|(other, _)| *other == first).map(|(_, act)| *act);
        own.filter(|act| matches!(act, Act::Stunt | Act::Use | Act::Gesture)).unwrap_or(Act::Handle)
    };
    let handled: Vec<(&str, Act)> = handling::verbs().filter(is_new).map(|verb| (verb, act(verb))).collect();
    known.into_iter().chain(handled).collect()
});

/// The verbs by the word they begin with.
static BY_FIRST: LazyLock<WordMap<&str, Vec<(&str, Act)>>> = LazyLock::new(|| {
    let mut all: WordMap<&str, Vec<(&str, Act)>> = WordMap::default();
    for (verb, act) in ALL.iter() {
        all.entry(first_word(verb)).or_default().push((verb, *act));
    }
    all
});

/// What a text begins with: a word, or a mark.
fn first_word(text: &str) -> &str {
    let goes_on = |c: char| c.is_alphanumeric() || c == '\'';
    match text.find(|c| !goes_on(c)) {
        Some(0) => text.get(..text.chars().next().map_or(0, char::len_utf8)).unwrap_or_default(),
        Some(end) => &text[..end],
        None => text,
    }
}

/// Every verb, and what is meant by it.
pub(super) fn all() -> impl Iterator<Item = (&'static str, Act)> {
    ALL.iter().copied()
}

/// What follows a verb that a text begins with, in any form of it.
pub(crate) fn after_verb<'t>(text: &'t str, verb: &str) -> Option<&'t str> {
    if text.as_bytes().first() != verb.as_bytes().first() {
        return None;
    }
    if starts(text, verb) {
        return text.get(verb.len()..).map(str::trim_start);
    }
    let (first, more) = verb.split_once(' ').unwrap_or((verb, ""));
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    if !is_form(word, first) {
        return None;
    }
    let rest = rest.strip_prefix(more).filter(|rest| more.is_empty() || rest.is_empty() || rest.starts_with(' '))?;
    Some(rest.trim_start())
}

/// The verb that a word is a form of.
pub(crate) fn base(word: &str) -> Option<&'static str> {
    all().map(|(verb, _)| verb).find(|verb| verb.len() > 1 && !verb.contains(' ') && is_form(word, verb))
}

/// The verb a text begins with, and how long it is; with a slip of the finger forgiven if `loosely`.
pub(crate) fn find_verb(text: &str, loosely: bool) -> Option<(usize, Act)> {
    let alone = |verb: &str, act: Act| act == Act::Handle && text == verb && !HANDLES_ALONE.contains(&verb);
    let near = BY_FIRST.get(first_word(text)).into_iter().flatten().copied();
    let exact = near.filter(|(verb, act)| (*verb != "i" || text == "i") && !alone(verb, *act) && starts(text, verb));
    if let Some((verb, act)) = exact.max_by_key(|(verb, _)| verb.len()) {
        return Some((verb.len(), act));
    }
    if !loosely {
        return None;
    }
    let first = text.split(' ').next().unwrap_or_default();
    let word = first.trim_matches(|c: char| !c.is_alphanumeric());
    let plain = || all().filter(|(verb, _)| verb.len() > 1 && !verb.contains(' '));
    let bent = plain().find(|(verb, _)| is_form(word, verb));
    let slip = || plain().find(|(verb, _)| word.len() > 3 && verb.len() > 3 && slipped(word, verb));
    // What is a word is no slip, unless something follows as after a verb: "steel a pie", but not "hurt, I rest".
    let next = text.split(' ').nth(1).unwrap_or_default();
    let acts = ["a", "an", "the", "my", "his", "her", "some", "it", "him", "at"].contains(&next);
    let slip = || if acts || !super::typing::is_word(word) { slip() } else { None };
    bent.or_else(slip).map(|(_, act)| (first.len(), act))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_verb_means_two_things() {
        let mut seen = BTreeSet::new();
        for row in rows() {
            for verb in row.verbs.split(", ") {
                assert!(!verb.is_empty() && verb == verb.trim() && verb == verb.to_lowercase(), "{verb:?}");
                assert!(seen.insert(verb), "{verb} twice, the second time as {:?}", row.act);
            }
        }
        assert!(seen.len() > 500);
    }
}
