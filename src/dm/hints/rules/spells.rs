//! Spells cast outside fights.

use crate::dm::hints::{
    Suggestion,
    language::{one_of, reading::Reading},
};

use super::fight;

/// What is cast that is no spell: "I cast off", "I cast a glance at him".
const NO_SPELLS: &str = "off anchor glance glances glancing eye eyes eyed look looks net nets line lines shadow shadows doubt doubts light \
                         lot lots vote votes die dice rod hook about around aside away back down out";

/// A spell is cast outside a fight, and is none that begins one.
pub(super) fn cast(reading: &Reading<'_>) -> Vec<Suggestion> {
    if reading.scene.foes.is_some() || !fight::begins(reading).is_empty() {
        return Vec::new();
    }
    // Where the words say what it does to hit points, that is what is written down.
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
    let spell = spell.or_else(|| fight::spell_thrown(reading));
    spell.map(|spell| Suggestion::new("cast_spell", 0.85, "a spell is cast").with("spell", spell)).into_iter().collect()
}

/// Whether a word is part of a spell's name: "cast sleep", "the sleep spell".
pub(super) fn is_named_as_spell(reading: &Reading<'_>, at: usize) -> bool {
    let before = (at.saturating_sub(2)..at).any(|at| one_of(reading.word(at), "cast casts casting spell cantrip"));
    before || one_of(reading.word(at + 1), "spell spells cantrip")
}
