//! The level of the slot that a player names for a spell, in messages that may name several spells.

use std::cmp::Reverse;

use game::class;
use language::slot_level;

use crate::{
    focus,
    play::Play,
    words::deeds::{casting::ONLY_SPELLS, tending::SPELL_JOINS},
};

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
    level_for(&text, &spells_by_name(play), spell, deed)
}

/// What a message says of one of several spells that it names; none if it names one.
pub(in crate::deeds) fn part_for(play: &Play<'_>, spell: &str, deed: &str) -> Option<String> {
    let text = focus::said_now(play).to_lowercase();
    let named = named_spells(&text, &spells_by_name(play));
    let is_several = named.iter().any(|one| one.name != named[0].name);
    let part = part_that_casts(&text, &named, spell, deed).filter(|_| is_several);
    part.map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
}

/// The hero's spells, and all others whose names are no everyday words: what is said of a spell that the hero doesn't know is said of
/// no other.
fn spells_by_name(play: &Play<'_>) -> Vec<String> {
    let own = play.spells().into_iter().map(|name| name.to_lowercase());
    let others = class::spell_names().map(str::to_lowercase);
    own.chain(others.filter(|name| name.contains(' ') || ONLY_SPELLS.contains(&name.as_str()))).collect()
}

/// The level of the slot that a text in lower case names for a spell.
fn level_for(text: &str, known: &[String], spell: &str, deed: &str) -> Option<u8> {
    let level = |text: &str| slot_level::find(text).map(|it| it.level);
    let named = named_spells(text, known);
    if named.is_empty() || named.len() == 1 && named[0].name == spell {
        return level(text);
    }
    part_that_casts(text, &named, spell, deed).and_then(level)
}

/// The part of a text that casts a spell: of several, the one that shares most words with the deed.
fn part_that_casts<'t>(text: &'t str, named: &[NamedSpell], spell: &str, deed: &str) -> Option<&'t str> {
    let deed = words(deed);
    let own = (0..named.len()).filter(|at| named[*at].name == spell).map(|at| part_of(text, named, at));
    let shared = |part: &&str| words(part).iter().filter(|word| deed.contains(word)).count();
    own.min_by_key(|part| Reverse(shared(part)))
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
        let known = ["bless", "cure wounds", "healing word", "mass cure wounds", "cone of cold"].map(str::to_owned);
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
            ("i cast cone of cold at 5th level and heal ada", "cure wounds", None),
            ("i cast cone of cold at 5th level and cure wounds on ada", "cure wounds", None),
        ] {
            assert_eq!(of(text, spell, ""), level, "{spell}: {text}");
        }
        let twice = "cure wounds on ada at 2nd level, then cure wounds on tovi";
        assert_eq!(of(twice, "cure wounds", "cast cure wounds on ada"), Some(2));
        assert_eq!(of(twice, "cure wounds", "cure wounds on tovi"), None);
    }
}
