//! Spells cast outside fights.

use std::sync::LazyLock;

use game::wording::same;

use crate::dm::hints::{
    Suggestion,
    language::{LazyWordSet, clause::MessageClause, cues::Cue, listed, one_of, reading::MessageReading},
};

use super::fight;

const SPELLS: &str = include_str!("spells.txt");

static REACTIONS: LazyWordSet = LazyLock::new(|| listed(SPELLS, "reactions"));
static SAYS: LazyWordSet = LazyLock::new(|| listed(SPELLS, "says"));
static WORKS: LazyWordSet = LazyLock::new(|| listed(SPELLS, "works"));
static WORDS: LazyWordSet = LazyLock::new(|| listed(SPELLS, "words"));

/// Objects of "cast" that are not spells: "I cast off", "I cast a glance at him".
const NO_SPELLS: &str = "off anchor glance glances glancing eye eyes eyed look looks net nets line lines shadow shadows doubt doubts light \
                         lot lots vote votes die dice rod hook about around aside away back down out";

/// A spell cast outside a fight that doesn't begin one.
pub(super) fn cast(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    if reading.scene.foes.is_some() || !fight::begins(reading).is_empty() {
        return Vec::new();
    }
    // If the words give its effect on hit points, the effect is recorded instead.
    if reading.tokens.iter().any(|it| matches!(it.word, "hp" | "points" | "damage" | "dmg")) {
        return Vec::new();
    }
    let spell = reading.deeds().filter(|it| it.lemma == "cast").find_map(|clause| {
        let head = clause.head?;
        let noun = reading.noun_at(head + 1, clause.to)?;
        let is_other = reading.any_word(head + 1, noun.to.min(head + 4), NO_SPELLS)
            && !reading.any_word(head, clause.to, "spell cantrip");
        (!is_other).then(|| reading.text_of(&noun))
    });
    let spoken = || spoken(reading).next().map(|(from, to)| reading.span(from, to));
    let spell = spell.or_else(|| fight::spell_thrown(reading)).or_else(spoken);
    spell
        .filter(|spell| !is_reaction(spell))
        .map(|spell| Suggestion::new("cast_spell", 0.85, "a spell is cast").with("spell", spell))
        .into_iter()
        .collect()
}

/// Whether a spell is a reaction to an event and never an action.
pub(super) fn is_reaction(spell: &str) -> bool {
    let name = spell.trim().trim_start_matches("my ").trim_start_matches("the ").to_lowercase();
    REACTIONS.contains(name.as_str())
}

/// The spells that are cast by saying their words or by working them: “I say the prayer of Cure Wounds”.
pub(super) fn spoken<'r>(reading: &'r MessageReading<'_>) -> impl Iterator<Item = (usize, usize)> + 'r {
    reading.deeds().filter_map(|clause| of_words(reading, clause).or_else(|| worked(reading, clause)))
}

/// The spell whose words are said.
fn of_words(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<(usize, usize)> {
    let head = clause.head.filter(|_| SAYS.contains(clause.lemma))?;
    let of = (head + 1..clause.to).find(|at| WORDS.contains(reading.word(*at)) && reading.word(at + 1) == "of")? + 2;
    spell_at(reading, clause, of)
}

/// The spell that is worked: “I work Detect Magic on the casket”.
fn worked(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<(usize, usize)> {
    let head = clause.head.filter(|_| WORKS.contains(clause.lemma))?;
    spell_at(reading, clause, head + 1)
}

/// A spell's name from a token on: a known one, or two capitalised words that name no person.
fn spell_at(reading: &MessageReading<'_>, clause: &MessageClause, from: usize) -> Option<(usize, usize)> {
    let known = reading.scene.spells.iter().find_map(|spell| {
        let to = from + spell.split_whitespace().count();
        (to <= clause.to && same(&reading.span(from, to), spell)).then_some(to)
    });
    let phrase = || {
        let mut cues = reading.cues.iter().filter(|(cue, ..)| matches!(cue, Cue::Spell | Cue::Boon));
        cues.find(|(_, at, _)| *at == from).map(|(_, _, to)| *to)
    };
    let capitals = || {
        let noun = reading.noun_at(from, clause.to).filter(|noun| noun.from == from && noun.to >= from + 2)?;
        let is_name = (from..noun.to).all(|at| reading.tokens[at].capital && reading.person_at(at).is_none());
        is_name.then_some(noun.to)
    };
    known.or_else(phrase).or_else(capitals).map(|to| (from, to))
}

/// Whether a word is part of a spell's name: "cast sleep", "the sleep spell".
pub(super) fn is_named_as_spell(reading: &MessageReading<'_>, at: usize) -> bool {
    let before = (at.saturating_sub(2)..at).any(|at| one_of(reading.word(at), "cast casts casting spell cantrip"));
    before || one_of(reading.word(at + 1), "spell spells cantrip")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn every_list_of_spells_is_used_and_has_each_word_once() {
        check_lists(SPELLS, &["reactions", "says", "works", "words"]);
        assert!(is_reaction("Shield") && is_reaction("my shield") && !is_reaction("Shield of Faith"));
    }
}
