//! Recognises dice rolls that are meant to stabilise the dying. Help to the dying has a rule of its own, which throws by itself (SRD 5.1,
//! Stabilizing a Creature).

use std::sync::LazyLock;

use language::word_lists::list;

use super::{State, combat::fighter::Fighter, skill::Skill, wording::fold};

struct TendingWords {
    beginnings: Vec<&'static str>,
    words: Vec<&'static str>,
    skill: Vec<&'static str>,
    saves: Vec<&'static str>,
    empty: Vec<&'static str>,
}

static TENDING: LazyLock<TendingWords> = LazyLock::new(|| {
    let section = |name: &str| list(include_str!("tending.txt"), name);
    TendingWords {
        beginnings: section("beginnings"),
        words: section("words"),
        skill: section("skill"),
        saves: section("saves"),
        empty: section("empty"),
    }
});

/// Heroes and those in the scene who are dying.
pub fn dying(state: &State) -> impl Iterator<Item = Fighter<'_>> {
    let heroes = state.characters.iter().map(Fighter::Hero);
    heroes.chain(state.creatures.iter().map(Fighter::Creature)).filter(|it| it.is_dying())
}

/// Whether a text is about tending a wounded person.
pub fn is_tending(text: &str) -> bool {
    Reason::of(text).is_tending
}

/// Those whom a check with this reason is to stabilise; none for a check of something else. `is_of_medicine` is whether it is
/// known to be one of that skill.
pub fn patients<'s>(state: &'s State, reason: &str, is_of_medicine: bool) -> Vec<Fighter<'s>> {
    let Reason { words, names_skill, is_of_another, is_tending, is_empty } = Reason::of(reason);
    let is_named =
        |one: &Fighter| fold(one.name()).split_whitespace().any(|part| words.iter().any(|word| word == part));
    let named: Vec<Fighter> = dying(state).filter(is_named).collect();
    match is_of_medicine || names_skill || is_tending && !is_of_another {
        true if !named.is_empty() => named,
        true if is_tending || is_empty => dying(state).collect(),
        _ => Vec::new(),
    }
}

/// What words say of help to the dying.
struct Reason {
    words: Vec<String>,
    names_skill: bool,
    /// Whether they name a saving throw, or another skill.
    is_of_another: bool,
    is_tending: bool,
    /// Whether they say nothing of what it is for.
    is_empty: bool,
}

impl Reason {
    fn of(text: &str) -> Self {
        let folded = fold(text);
        let words: Vec<String> =
            folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let spaced = format!(" {} ", words.join(" "));
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| spaced.contains(&format!(" {phrase} ")));
        let begins = |word: &String| TENDING.beginnings.iter().any(|beginning| word.starts_with(beginning));
        let is_empty_word =
            |word: &String| TENDING.empty.contains(&word.as_str()) || word.chars().all(|c| c.is_ascii_digit());
        Self {
            names_skill: says(&TENDING.skill),
            is_of_another: says(&TENDING.saves)
                || Skill::ALL.iter().any(|skill| *skill != Skill::Medicine && says(&[skill.as_str()])),
            is_tending: words.iter().any(begins) || says(&TENDING.words),
            is_empty: words.iter().all(is_empty_word),
            words,
        }
    }
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
        state.characters = ["Ada", "Tam Reed"]
            .map(|name| Character { id: name.into(), name: name.into(), current_hp: 0, ..hero("fighter", 1) })
            .into();
        state.characters[0].current_hp = 5;
        for (reason, of_medicine, is_for_tam) in [
            ("Medicine", false, true),
            ("Medicine check, DC 10", false, true),
            ("Medicine: on Tam", false, true),
            ("Stabilising Tam Reed", false, true),
            ("Bandage the fallen", false, true),
            ("Heilkunde: Tam verbinden", false, true),
            ("to stop the bleeding", true, true),
            ("Medicine: what killed the miller", false, false),
            ("what killed the miller", true, false),
            ("Tam is heavy: dragging him", false, false),
            ("Perception", false, false),
            ("Constitution save against bleeding", false, false),
            ("Investigation: the wound of the corpse", false, false),
        ] {
            let names: Vec<&str> = patients(&state, reason, of_medicine).iter().map(|it| it.name()).collect();
            assert_eq!(names == ["Tam Reed"], is_for_tam, "{reason}: {names:?}");
        }
        state.characters[1].stable = true;
        assert!(patients(&state, "Medicine: on Tam", false).is_empty(), "whoever is stable needs no help");
    }
}
