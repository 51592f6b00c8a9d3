//! The level of the slot that a player names for a spell, in messages that may name several spells.

use std::cmp::Reverse;

use language::slot_level;

use crate::{focus, play::Play, words::deeds::tending::SPELL_JOINS};

use super::words;

/// A spell's name in a text.
struct NamedSpell {
    name: String,
    from: usize,
    to: usize,
}

/// The level of the slot that the player names for a spell: in the part of the message that casts it. Of several parts that cast
/// the same spell, the one that shares most words with the deed counts.
pub(in crate::deeds) fn slot_said(play: &Play<'_>, spell: &str, deed: &str) -> Option<u8> {
    let text = focus::said_now(play).to_lowercase();
    let known: Vec<String> = play.spells().iter().map(|name| name.to_lowercase()).collect();
    level_for(&text, &known, spell, deed)
}

/// The level of the slot that a text in lower case names for a spell.
fn level_for(text: &str, known: &[String], spell: &str, deed: &str) -> Option<u8> {
    let level = |text: &str| slot_level::find(text).map(|it| it.level);
    let named = named_spells(text, known);
    if named.len() < 2 {
        return level(text);
    }
    let deed = words(deed);
    let own = (0..named.len()).filter(|at| named[*at].name == spell).map(|at| part_of(text, &named, at));
    let shared = |part: &&str| words(part).iter().filter(|word| deed.contains(word)).count();
    own.min_by_key(|part| Reverse(shared(part))).and_then(level)
}

/// The spells that a text names, in their order; "mass cure wounds" names no "cure wounds".
fn named_spells(text: &str, known: &[String]) -> Vec<NamedSpell> {
    let is_bounded = |from: usize, to: usize| {
        !text[..from].ends_with(char::is_alphanumeric) && !text[to..].starts_with(char::is_alphanumeric)
    };
    let mut all: Vec<NamedSpell> = Vec::new();
    for name in known.iter().filter(|name| !name.is_empty()) {
        for (from, _) in text.match_indices(name.as_str()) {
            let to = from + name.len();
            if is_bounded(from, to) {
                all.push(NamedSpell { name: name.clone(), from, to });
            }
        }
    }
    all.sort_by_key(|one| (one.from, Reverse(one.to)));
    all.dedup_by(|one, before| one.from < before.to);
    all
}

/// The part of a text that casts one of the spells that it names.
fn part_of<'t>(text: &'t str, named: &[NamedSpell], at: usize) -> &'t str {
    let from = if at == 0 { 0 } else { border(text, &named[at - 1], &named[at]) };
    let to = named.get(at + 1).map_or(text.len(), |next| border(text, &named[at], next));
    &text[from..to]
}

/// Where the part of one spell ends and that of the next begins: at the last word or mark that joins them.
fn border(text: &str, spell: &NamedSpell, next: &NamedSpell) -> usize {
    let between = &text[spell.to..next.from];
    let last = SPELL_JOINS.iter().filter_map(|join| between.rfind(*join)).max();
    last.map_or(next.from, |at| spell.to + at)
}

#[cfg(test)]
mod tests {
    use super::level_for;

    #[test]
    fn each_spell_has_its_own_level() {
        let known = ["bless", "cure wounds", "healing word", "mass cure wounds"].map(str::to_owned);
        let of = |text: &str, spell: &str, deed: &str| level_for(text, &known, spell, deed);
        for (text, spell, level) in [
            ("bless at 2nd level on mira and ada, then cure wounds on ada", "bless", Some(2)),
            ("bless at 2nd level on mira and ada, then cure wounds on ada", "cure wounds", None),
            ("healing word on tovi with a third level slot, then cure wounds on ada at 2nd", "healing word", Some(3)),
            ("healing word on tovi with a third level slot, then cure wounds on ada at 2nd", "cure wounds", Some(2)),
            ("second-level bless on ada and third-level cure wounds on mira", "bless", Some(2)),
            ("second-level bless on ada and third-level cure wounds on mira", "cure wounds", Some(3)),
            ("i cast cure wounds on ada at 2nd level", "cure wounds", Some(2)),
            ("i cast healing on ada at 2nd level", "cure wounds", Some(2)),
            ("mass cure wounds at 5th level", "mass cure wounds", Some(5)),
        ] {
            assert_eq!(of(text, spell, ""), level, "{spell}: {text}");
        }
        let twice = "cure wounds on ada at 2nd level, then cure wounds on tovi";
        assert_eq!(of(twice, "cure wounds", "cast cure wounds on ada"), Some(2));
        assert_eq!(of(twice, "cure wounds", "cure wounds on tovi"), None);
    }
}
