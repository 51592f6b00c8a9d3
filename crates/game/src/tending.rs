//! Recognises dice rolls that are meant to stabilise the dying. Help to the dying has a rule of its own, which rolls by itself
//! (SRD 5.1, Stabilizing a Creature).

use std::sync::LazyLock;

use language::word_lists::list;

use super::{
    State,
    combat::fighter::FighterRef,
    skill::Skill,
    wording::{FoldedWords, fold},
};

struct TendingWords {
    beginnings: Vec<&'static str>,
    words: Vec<&'static str>,
    helping: Vec<&'static str>,
    skill: Vec<&'static str>,
    other_patients: Vec<&'static str>,
    small: Vec<&'static str>,
    before_a_patient: Vec<&'static str>,
    before_a_helper: Vec<&'static str>,
    other_skills: Vec<&'static str>,
    other_abilities: Vec<&'static str>,
    wisdom: Vec<&'static str>,
    other_throws: Vec<&'static str>,
    saves: Vec<&'static str>,
    save: Vec<&'static str>,
    before_a_save: Vec<&'static str>,
    behind_a_save: Vec<&'static str>,
    empty: Vec<&'static str>,
}

static TENDING: LazyLock<TendingWords> = LazyLock::new(|| {
    let section = |name: &str| list(include_str!("tending.txt"), name);
    TendingWords {
        beginnings: section("beginnings"),
        words: section("words"),
        helping: section("helping"),
        skill: section("skill"),
        other_patients: section("other patients"),
        small: section("small"),
        before_a_patient: section("before a patient"),
        before_a_helper: section("before a helper"),
        other_skills: section("other skills"),
        other_abilities: section("other abilities"),
        wisdom: section("wisdom"),
        other_throws: section("other throws"),
        saves: section("saves"),
        save: section("save"),
        before_a_save: section("before a save"),
        behind_a_save: section("behind a save"),
        empty: section("empty"),
    }
});

/// Heroes and those in the scene who are dying.
pub fn dying(state: &State) -> impl Iterator<Item = FighterRef<'_>> {
    let heroes = state.characters.iter().map(FighterRef::Hero);
    heroes.chain(state.creatures.iter().map(FighterRef::Creature)).filter(|it| it.is_dying())
}

/// Whether a text is about tending a wounded person.
pub fn is_tending(text: &str) -> bool {
    HelpInWords::of(text).is_tending
}

/// Whether words name a skill or an ability, in English or German.
pub(super) fn names_skill_or_ability(said: &FoldedWords) -> bool {
    let lists = [&TENDING.skill, &TENDING.other_skills, &TENDING.other_abilities, &TENDING.wisdom];
    lists.into_iter().any(|list| said.has_any(list)) || Skill::ALL.iter().any(|skill| said.has_any(&[skill.as_str()]))
}

/// The dying that a check with this reason is to stabilise; none for a check of something else. `is_of_medicine` is whether it is
/// known to be one of that skill.
pub fn patients<'s>(state: &'s State, reason: &str, is_of_medicine: bool) -> Vec<FighterRef<'s>> {
    let HelpInWords { words, names_skill, is_of_another, is_tending, is_helping, is_empty, is_for_another, .. } =
        HelpInWords::of(reason);
    let named: Vec<FighterRef> = dying(state).filter(|one| is_named(one, &words)).collect();
    let is_medicine = is_of_medicine || names_skill;
    let is_help = is_tending || is_helping && (is_medicine || !named.is_empty());
    let is_for_another = is_for_another || others(state).any(|one| is_object(&one, &words));
    match is_medicine || is_help && !is_of_another {
        true if !named.is_empty() => named,
        true if is_help && !is_for_another || is_empty => dying(state).collect(),
        _ => Vec::new(),
    }
}

/// The targets of a stabilising check with this reason that are stable already: they need no throw.
pub fn stable_patients<'s>(state: &'s State, reason: &str) -> Vec<FighterRef<'s>> {
    let HelpInWords { words, is_of_another, is_tending, is_helping, .. } = HelpInWords::of(reason);
    let stable = others(state).filter(|one| one.is_stable() && is_named(one, &words));
    if (is_tending || is_helping) && !is_of_another { stable.collect() } else { Vec::new() }
}

/// Heroes and those in the scene who aren't dying.
fn others(state: &State) -> impl Iterator<Item = FighterRef<'_>> {
    let heroes = state.characters.iter().map(FighterRef::Hero);
    heroes.chain(state.creatures.iter().map(FighterRef::Creature)).filter(|it| !it.is_dying())
}

/// Whether a person is the patient: named after the word of help, and not as the helper or the owner of something.
fn is_object(one: &FighterRef, words: &[String]) -> bool {
    let is_help = |word: &str| {
        TENDING.beginnings.iter().any(|beginning| word.starts_with(beginning))
            || [&TENDING.words, &TENDING.helping].iter().any(|list| list.contains(&word))
    };
    // "Medicine for Ada to stabilise the fallen" helps the fallen; without a word of help it is Ada who is helped.
    let is_own = |at: usize| words[at..].iter().skip(1).take(OWNED_WORDS).any(|word| is_help(word));
    if (0..words.len()).any(|at| name_parts(one).contains(&words[at]) && is_owner(words, at) && is_own(at)) {
        return true;
    }
    let help = words.iter().position(|word| is_help(word));
    let help = help.or_else(|| words.iter().position(|word| TENDING.before_a_patient.contains(&word.as_str())));
    let name = name_parts(one);
    let is_name = |at: usize| name.contains(&words[at]) && !TENDING.before_a_helper.contains(&words[at - 1].as_str());
    (help.map_or(words.len(), |at| at + 1)..words.len()).any(is_name)
}

/// How many words may lie between the owner of a wound and the wound: “Wren's two deep wounds”.
const OWNED_WORDS: usize = 4;

/// Whether the word at an index is a possessive name, which a text without apostrophes has as “wren s”.
fn is_owner(words: &[String], at: usize) -> bool {
    words.get(at + 1).is_some_and(|word| word == "s")
}

/// Whether a text is about tending someone other than the dying, such as a beast.
pub fn is_for_another(text: &str) -> bool {
    HelpInWords::of(text).is_for_another
}

/// Whether words contain any part of a name.
pub fn is_named(one: &FighterRef, words: &[String]) -> bool {
    name_parts(one).iter().any(|part| words.contains(part))
}

/// The parts of a name in lower case, without articles and similar.
fn name_parts(one: &FighterRef) -> Vec<String> {
    let name = fold(one.name());
    let parts = name.split_whitespace().filter(|part| !TENDING.small.contains(part));
    parts.map(str::to_owned).collect()
}

/// Help for the dying, as described in a text.
struct HelpInWords {
    words: Vec<String>,
    names_skill: bool,
    /// Whether they name a saving throw, another skill or ability, an attack, damage or tools.
    is_of_another: bool,
    is_tending: bool,
    /// Whether they describe help.
    is_helping: bool,
    /// Whether no purpose is given.
    is_empty: bool,
    /// Whether they name a patient who isn't dying, such as a beast.
    is_for_another: bool,
}

impl HelpInWords {
    fn of(text: &str) -> Self {
        let said = FoldedWords::of(text);
        let is_empty_word =
            |word: &String| TENDING.empty.contains(&word.as_str()) || word.chars().all(|c| c.is_ascii_digit());
        let (throws, rescues) = saves(&said.words);
        let names_another = |skill: &Skill| *skill != Skill::Medicine && said.has_any(&[skill.as_str()]);
        // Bandages are Medicine, whatever ability is named beside them.
        let has_bandages = said.has_beginning(&TENDING.beginnings);
        Self {
            names_skill: said.has_any(&TENDING.skill),
            is_of_another: throws
                || said.has_any(&TENDING.saves)
                || said.has_any(&TENDING.other_skills)
                || said.has_any(&TENDING.other_throws)
                || !has_bandages && said.has_any(&TENDING.other_abilities)
                || Skill::ALL.iter().any(names_another),
            is_tending: has_bandages || said.has_any(&TENDING.words),
            is_helping: rescues || said.has_any(&TENDING.helping),
            is_empty: said.words.iter().all(is_empty_word),
            is_for_another: said.has_any(&TENDING.other_patients),
            words: said.words,
        }
    }
}

/// Whether words name a saving throw by “save”, and whether they name a rescue by it: “Constitution save”, but “to save Tam”.
fn saves(words: &[String]) -> (bool, bool) {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (mut throws, mut rescues) = (false, false);
    for at in (0..words.len()).filter(|at| TENDING.save.contains(&word(*at))) {
        let before = at.checked_sub(1).map_or("", word);
        let is_throw = at + 1 == words.len()
            || TENDING.before_a_save.contains(&before)
            || TENDING.behind_a_save.contains(&word(at + 1));
        (throws, rescues) = (throws || is_throw, rescues || !is_throw);
    }
    (throws, rescues)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        character::Character,
        hero::tests::{hero, table},
    };

    #[test]
    fn a_check_is_for_the_dying_if_its_words_say_so() {
        let mut state = State::clone(&table());
        state.characters = ["Ada", "Tam Reed", "The Captain of the Guard"]
            .map(|name| Character { id: name.into(), name: name.into(), current_hp: 0, ..hero("fighter", 1) })
            .into();
        state.characters[0].current_hp = 5;
        state.characters[2].current_hp = 5;
        for (reason, of_medicine, is_for_tam) in [
            ("Medicine", false, true),
            ("Medicine check, DC 10", false, true),
            ("Medicine: on Tam", false, true),
            ("Stabilising Tam Reed", false, true),
            ("Bandage the fallen", false, true),
            ("Medicine check for Ada to stabilise the fallen of the fight", false, true),
            ("Bandage the captain", false, false),
            ("Heilkunde: Tam verbinden", false, true),
            ("to stop the bleeding", true, true),
            ("Medicine: what killed the miller", false, false),
            ("what killed the miller", true, false),
            ("Tam is heavy: dragging him", false, false),
            ("Perception", false, false),
            ("Constitution save against bleeding", false, false),
            ("Investigation: the wound of the corpse", false, false),
            ("Help Tam", false, true),
            ("Treat Tam", false, true),
            ("Save Tam", false, true),
            ("to save Tam Reed's life", false, true),
            ("Medizin: Tam", false, true),
            ("Medizin", false, true),
            ("Tam retten", false, true),
            ("Ich helfe Tam", false, true),
            ("Hilf ihm", true, true),
            ("treat him", true, true),
            ("Help the others push the cart", false, false),
            ("Athletics: help Tam across the chasm", false, false),
            ("Athletik: Tam helfen", false, false),
            ("Wisdom save for Tam", false, false),
            ("Tam: Constitution save", false, false),
            ("Tam's save against poison", false, false),
            ("Strength check to help Tam out of the river", false, false),
            ("Stärke: Tam aus dem Fluss helfen", false, false),
            ("attack the ghoul to rescue Tam", false, false),
            ("Angriff auf den Ghul, um Tam zu retten", false, false),
            ("hit the ghoul to rescue Tam", false, false),
            ("thieves' tools: rescue Tam from the cage", false, false),
            ("damage of the blow to save Tam", false, false),
            ("Dexterity check to bandage Tam", false, true),
            ("Wisdom check to help Tam", false, true),
            ("Help Tam, who lies at 0 hit points", false, true),
            ("Handle Animal: calm the bleeding horse", false, false),
            ("Medicine: tend the wounded mule", false, false),
            ("Medicine: tend the wounded mule", true, false),
            ("Heilkunde: das verletzte Pferd versorgen", false, false),
            ("Verband für Tam", false, true),
            ("Bandage for Ada", false, false),
            ("Medicine: dress Ada's wounds", false, false),
            ("Medicine: clean Ada's two deep wounds", true, false),
            ("Medicine: dress Tam's wounds", false, true),
            ("Ada bandages the fallen", false, true),
            ("Stabilise the fallen with Ada's kit", false, true),
        ] {
            let names: Vec<&str> = patients(&state, reason, of_medicine).iter().map(|it| it.name()).collect();
            assert_eq!(names == ["Tam Reed"], is_for_tam, "{reason}: {names:?}");
        }
        state.characters[1].stable = true;
        assert!(patients(&state, "Medicine: on Tam", false).is_empty(), "whoever is stable needs no help");
    }
}
