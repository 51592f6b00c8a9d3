//! Recognises rules questions and questions about the hero's abilities.

use crate::words::deeds::casting::ONLY_SPELLS;
use crate::words::intent::rules::{ASKS, FOR_THE_RULES, OF_ONES_OWN, OF_RULES, OF_SPELLS, TERMS};
use game::{class, condition_kind::ConditionKind};

use super::{Act, Deed, bare, cut_words};

/// Beginnings and endings of questions around a term of the rules, unless the term is something here.
const BETWEEN: [(&str, &str); 14] = [
    ("how does ", " work"),
    ("how do ", " work"),
    ("how does ", " function"),
    ("explain how ", " works"),
    ("explain how ", " work"),
    ("what does it mean to be ", ""),
    ("what does it mean if i am ", ""),
    ("what does ", " mean"),
    ("what does ", " do"),
    ("what do ", " do"),
    ("what can ", " do"),
    ("define ", ""),
    ("look up ", ""),
    ("tell me about my ", ""),
];

/// Beginnings of a question for what a kind of being or thing is.
const KINDS: [&str; 6] =
    ["what is a ", "what is an ", "what's a ", "what's an ", "what sort of thing is a ", "stats of a "];

/// Words that say of which type the thing is, and the type.
const TYPES: [(&str, &str); 10] = [
    ("spell", "spell"),
    ("cantrip", "spell"),
    ("monster", "monster"),
    ("creature", "monster"),
    ("condition", "condition"),
    ("feat", "feat"),
    ("feature", "feature"),
    ("item", "item"),
    ("weapon", "item"),
    ("skill", "skill"),
];

/// How one asks for all of one's own gifts.
const ALL_GIFTS: [(&str, &str); 12] = [
    ("what are my features", "features"),
    ("what are my class features", "features"),
    ("what are my abilities", "features"),
    ("what are my special abilities", "features"),
    ("what special abilities do i have", "features"),
    ("what abilities do i have", "features"),
    ("what features do i have", "features"),
    ("my features", "features"),
    ("my abilities", "features"),
    ("what are my attacks", "attacks"),
    ("what attacks do i have", "attacks"),
    ("my attacks", "attacks"),
];

/// The rule that a clause asks for, if it does. `other` is the type, where it is known, and `rules` where
/// nothing else can be meant.
pub(super) fn asked(clause: &str) -> Option<Deed> {
    let text = clause.trim_end_matches('?').trim();
    if let Some((_, section)) = ALL_GIFTS.iter().find(|(words, _)| *words == text) {
        return Some(Deed::of(Act::Ability, *section));
    }
    let told = FOR_THE_RULES.iter().find_map(|start| text.strip_prefix(start)).or_else(|| text.strip_suffix(" rules"));
    if let Some(what) = told.map(bare).filter(|what| !what.is_empty()) {
        let deed = typed(what);
        return Some(if deed.other.is_empty() { Deed { other: "rules".into(), ..deed } } else { deed });
    }
    let between = |(start, end): &(&str, &str)| {
        let rest = text.strip_prefix(start)?.strip_suffix(end)?.trim();
        (!rest.is_empty() && !["this", "it", "that", "i", "we", "you", "he", "she", "they"].contains(&rest))
            .then_some(rest)
    };
    if let Some((start, what)) = BETWEEN.iter().find_map(|pair| between(pair).map(|what| (pair.0, what))) {
        let own = what.strip_prefix("my ").or(start.ends_with(" my ").then_some(what));
        return Some(own.map_or_else(|| typed(bare(what)), |own| Deed::of(Act::Ability, cut_words(bare(own), 6))));
    }
    if let Some(what) = KINDS.iter().find_map(|start| text.strip_prefix(start)) {
        let deed = typed(what);
        return Some(if deed.other.is_empty() { Deed { other: "monster".into(), ..deed } } else { deed });
    }
    let mut terms = ["what is ", "what's ", "what are "].iter().filter_map(|start| text.strip_prefix(start));
    if let Some(what) = terms.find(|what| is_condition(what) || TERMS.contains(what)) {
        return Some(typed(what));
    }
    asks_in_other_words(text).then(|| Deed { other: "rules".into(), ..Deed::of(Act::Rules, text) })
}

/// Whether a question has something that only the rules know of, or asks of a spell or condition what the rules say of them. What is
/// asked of one's own sheet is none.
fn asks_in_other_words(text: &str) -> bool {
    let padded = format!(" {text} ");
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| padded.contains(&format!(" {phrase} ")));
    if !ASKS.iter().any(|start| text.starts_with(start)) || has(OF_ONES_OWN) {
        return false;
    }
    let is_named = |name: &str| padded.contains(&format!(" {name} ")) || padded.contains(&format!(" {name}s "));
    // What is an everyday word besides may be something of the story.
    let is_spell = |name: &String| name.contains(' ') || ONLY_SPELLS.contains(&name.as_str());
    let names_spell = || class::spell_names().map(str::to_lowercase).filter(is_spell).any(|name| is_named(&name));
    let names_condition = || ConditionKind::ALL.iter().any(|kind| is_named(kind.name()));
    has(OF_RULES) || has(OF_SPELLS) && (names_spell() || names_condition())
}

/// Whether a word is the name of a condition.
pub(crate) fn is_condition(word: &str) -> bool {
    ConditionKind::ALL.iter().any(|kind| kind.name() == word)
}

/// The requested entry, with its type if one is named: "the fireball spell", "spell fireball", "prone".
fn typed(what: &str) -> Deed {
    let what = bare(what);
    let kind = |word: &str| TYPES.iter().find(|(name, _)| *name == word.trim_end_matches('s')).map(|(_, kind)| *kind);
    let words: Vec<&str> = what.split(' ').collect();
    let (name, kind) = match words.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && kind(first).is_some() => (rest.join(" "), kind(first)),
        [rest @ .., last] if !rest.is_empty() && kind(last).is_some() => (rest.join(" "), kind(last)),
        _ => (what.to_owned(), is_condition(what).then_some("condition")),
    };
    Deed { other: kind.unwrap_or_default().to_owned(), ..Deed::of(Act::Rules, cut_words(bare(&name), 8)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_for_the_rules_is_told_from_one_for_the_story() {
        let cases = [
            ("what are the rules for grappling?", Act::Rules, "grappling", "rules"),
            ("what does prone mean", Act::Rules, "prone", "condition"),
            ("how does stealth work", Act::Rules, "stealth", ""),
            ("look up fireball", Act::Rules, "fireball", ""),
            ("look up the spell magic missile", Act::Rules, "magic missile", "spell"),
            ("what does the fireball spell do", Act::Rules, "fireball", "spell"),
            ("what is a goblin?", Act::Rules, "goblin", "monster"),
            ("what is initiative", Act::Rules, "initiative", ""),
            ("grappling rules", Act::Rules, "grappling", "rules"),
            ("what does my fire bolt do", Act::Ability, "fire bolt", ""),
            ("how does my second wind work", Act::Ability, "second wind", ""),
            ("tell me about my longsword", Act::Ability, "longsword", ""),
            ("what are my features?", Act::Ability, "features", ""),
            ("can i cast two spells in one turn?", Act::Rules, "can i cast two spells in one turn", "rules"),
            ("how much damage does fireball do", Act::Rules, "how much damage does fireball do", "rules"),
            ("does prone give disadvantage", Act::Rules, "does prone give disadvantage", "rules"),
        ];
        for (words, act, object, other) in cases {
            let deed = asked(words).unwrap_or_else(|| panic!("{words}"));
            assert_eq!((deed.act, deed.object.as_str(), deed.other.as_str()), (act, object, other), "{words}");
        }
        for words in [
            "how does this work",
            "what does it mean",
            "look up",
            "what is the well",
            "what is on the table",
            "how many hit dice do i have",
            "how much damage did the fall do",
            "can i jump over the fence",
            "i cast fly with concentration",
        ] {
            assert_eq!(asked(words), None, "{words}");
        }
    }
}
