//! Recognises destinations without a verb, and verbs late in a clause.

use super::{Act, Deed, bare, cut_words, verbs::find_verb};
use crate::words::intent::ways::WAYS;

/// Words before the name of a destination.
const TO: [&str; 8] = ["back to the ", "back to ", "to the ", "to ", "into the ", "towards ", "toward ", "goto "];

/// What a verb may stand behind that is not the first of its clause: anyone who does it, or that it is wanted.
const BEFORE: [&str; 15] =
    ["i", "we", "and", "then", "to", "so", "must", "should", "can", "could", "will", "i'll", "just", "now", "please"];

/// A bare direction or place is a wish to go there.
pub(super) fn direction(text: &str) -> Option<Deed> {
    let text = text.trim();
    if let Some(word) = way_word(text).or_else(|| way_word(bare(text))) {
        return Some(Deed::of(Act::Go, word));
    }
    // "East to Kettle Row", as the ways are offered.
    let to = |text: &str| TO.iter().any(|start| text.starts_with(start));
    let text = text.split_once(' ').filter(|(way, rest)| WAYS.contains(way) && to(rest)).map_or(text, |(_, rest)| rest);
    let place = TO.iter().find_map(|start| text.strip_prefix(start)).filter(|place| place.split(' ').count() < 5)?;
    Some(Deed::of(Act::Go, cut_words(bare(place), 6)))
}

/// The word, if it is one that points somewhere.
pub(super) fn way_word(text: &str) -> Option<&str> {
    WAYS.contains(&text).then_some(text)
}

/// A verb further on in a clause, where it begins with none: "the goblin must die, so I draw and attack it". A word that
/// only could be one, such as the vault of "back to vault", is none.
pub(super) fn later_verb(text: &str) -> Option<Deed> {
    let mut from = 0;
    let mut before = "";
    for word in text.split(' ') {
        let rest = text.get(from..).unwrap_or_default();
        let may = from > 0 && word.len() > 2 && BEFORE.contains(&before);
        if let Some((n, act)) = if may { find_verb(rest, false) } else { None } {
            return Some(Deed::of(act, cut_words(bare(&rest[n..]), 6)));
        }
        from += word.len() + 1;
        before = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'');
    }
    None
}
