//! Recognises rolls that a rule makes itself, so that a model can't roll them separately.

use std::sync::LazyLock;

use language::word_lists::list;

use super::{State, tending, wording::FoldedWords};

/// A throw that a rule makes, counts and writes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnedThrow {
    DeathSave,
    /// A check that is to stabilise the dying.
    FirstAid,
    Initiative,
    /// A hit die that is spent in a short rest.
    HitDie,
}

struct OwnedWords {
    death_save: Vec<&'static str>,
    death_save_beginnings: Vec<&'static str>,
    death_save_of_the_dying: Vec<&'static str>,
    initiative: Vec<&'static str>,
    hit_die: Vec<&'static str>,
    spending: Vec<&'static str>,
    beside: Vec<&'static str>,
}

static OWNED: LazyLock<OwnedWords> = LazyLock::new(|| {
    let section = |name: &str| list(include_str!("owned_throws.txt"), name);
    OwnedWords {
        death_save: section("death save"),
        death_save_beginnings: section("death save beginnings"),
        death_save_of_the_dying: section("death save of the dying"),
        initiative: section("initiative"),
        hit_die: section("hit die"),
        spending: section("spending"),
        beside: section("beside"),
    }
});

impl OwnedThrow {
    /// The throw of a rule that a reason for dice names.
    pub fn of_reason(state: &State, reason: &str) -> Option<Self> {
        let said = FoldedWords::of(reason);
        if is_death_save(state, reason, &said) {
            return Some(Self::DeathSave);
        }
        if is_hit_die(state, &said) {
            return Some(Self::HitDie);
        }
        if is_initiative(state, reason, &said) {
            return Some(Self::Initiative);
        }
        (!tending::patients(state, reason, false).is_empty()).then_some(Self::FirstAid)
    }
}

/// Whether a reason names a death saving throw. A saving throw of an ability is none, whatever it wards off.
fn is_death_save(state: &State, reason: &str, said: &FoldedWords) -> bool {
    if said.has_any(&OWNED.death_save) || said.has_beginning(&OWNED.death_save_beginnings) {
        return true;
    }
    let is_last = |part: &str| FoldedWords::of(part).ends_with_any(&OWNED.death_save_of_the_dying);
    parts(reason).any(is_last) && !tending::names_skill_or_ability(said) && tending::dying(state).next().is_some()
}

/// Whether a reason says that a hit die is spent, or nothing but a hit die and whose it is.
fn is_hit_die(state: &State, said: &FoldedWords) -> bool {
    let heroes = state.characters.iter().map(|hero| hero.name.as_str());
    said.has_any(&OWNED.hit_die) && (said.has_any(&OWNED.spending) || has_only(said, &OWNED.hit_die, heroes))
}

/// Whether a reason is initiative: it begins with it, or a part of it says nothing but initiative and whose it is.
fn is_initiative(state: &State, reason: &str, said: &FoldedWords) -> bool {
    let leads = said.words.first().is_some_and(|word| OWNED.initiative.contains(&word.as_str()));
    let names = || {
        let heroes = state.characters.iter().map(|hero| hero.name.as_str());
        heroes.chain(state.creatures.iter().map(|one| one.name.as_str()))
    };
    let stands_alone = |part: &str| {
        let part = FoldedWords::of(part);
        part.has_any(&OWNED.initiative) && has_only(&part, &OWNED.initiative, names())
    };
    (leads || parts(reason).any(stands_alone)) && !tending::names_skill_or_ability(said)
}

/// Whether words consist only of these phrases, the names of those who may roll, numbers and filler words.
fn has_only<'n>(said: &FoldedWords, phrases: &[&str], names: impl Iterator<Item = &'n str>) -> bool {
    let names: Vec<String> = names.flat_map(|name| FoldedWords::of(name).words).collect();
    let is_of_no_account = |word: &String| {
        names.contains(word) || OWNED.beside.contains(&word.as_str()) || word.chars().all(|c| c.is_ascii_digit())
    };
    said.without(phrases).iter().all(is_of_no_account)
}

/// The parts of a reason between punctuation.
fn parts(reason: &str) -> impl Iterator<Item = &str> {
    reason.split(['.', ',', ';', ':', '!', '?', '(', ')', '[', ']', '–', '—', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        character::Character,
        hero::tests::{hero, table},
    };

    #[test]
    fn a_reason_names_the_throw_of_a_rule_in_english_and_german() {
        for (reason, owned) in [
            ("Death saving throw", Some(OwnedThrow::DeathSave)),
            ("Tam: death save (DC 10)", Some(OwnedThrow::DeathSave)),
            ("Todesrettungswurf", Some(OwnedThrow::DeathSave)),
            ("Initiative: Mira", Some(OwnedThrow::Initiative)),
            ("Initiative", Some(OwnedThrow::Initiative)),
            ("Ada's initiative", Some(OwnedThrow::Initiative)),
            ("Goblin: roll for initiative", Some(OwnedThrow::Initiative)),
            ("Order of turns", Some(OwnedThrow::Initiative)),
            ("Reihenfolge der Züge", Some(OwnedThrow::Initiative)),
            ("Persuasion: take the initiative", None),
            ("Überzeugen: Initiative ergreifen", None),
            ("take the initiative", None),
            ("Trefferwürfel", Some(OwnedThrow::HitDie)),
            ("Ada: hit die", Some(OwnedThrow::HitDie)),
            ("Short rest: 2 hit dice", Some(OwnedThrow::HitDie)),
            ("hit dice of the ogre: 7d10", None),
            ("Rettungswurf gegen den Tod", None),
            ("death roll", None),
            ("Wisdom save against the voice of death", None),
            ("Medicine: what killed the miller", None),
            ("Stealth past the watch", None),
        ] {
            assert_eq!(OwnedThrow::of_reason(&table(), reason), owned, "{reason}");
        }
    }

    #[test]
    fn a_save_against_death_is_a_death_save_while_somebody_is_dying() {
        let mut state = State::clone(&table());
        state.characters =
            vec![Character { id: "tam".into(), name: "Tam".into(), current_hp: 0, ..hero("fighter", 1) }];
        for (reason, is_owned) in [
            ("Rettungswurf gegen den Tod", true),
            ("Rettungswurf gegen den Tod (Tam)", true),
            ("Tam: save against death", true),
            ("Todeswurf", true),
            ("Tam fights for his life", true),
            ("Tam kämpft um sein Leben", true),
            ("the bandit fights for his life with a club", false),
            ("Dexterity save against Death Knight's fire", false),
            ("Constitution save against death", false),
            ("save against death cloud", false),
            ("death roll of the crocodile", false),
        ] {
            let owned = OwnedThrow::of_reason(&state, reason);
            assert_eq!(owned == Some(OwnedThrow::DeathSave), is_owned, "{reason}: {owned:?}");
        }
    }
}
