//! Recognises throws that a rule makes by itself, so that no dice are thrown for them that count for nothing.

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
    initiative: Vec<&'static str>,
    hit_die: Vec<&'static str>,
}

static OWNED: LazyLock<OwnedWords> = LazyLock::new(|| {
    let section = |name: &str| list(include_str!("owned_throws.txt"), name);
    OwnedWords {
        death_save: section("death save"),
        death_save_beginnings: section("death save beginnings"),
        initiative: section("initiative"),
        hit_die: section("hit die"),
    }
});

impl OwnedThrow {
    /// The throw of a rule that a reason for dice names.
    pub fn of_reason(state: &State, reason: &str) -> Option<Self> {
        let said = FoldedWords::of(reason);
        if said.has_any(&OWNED.death_save) || said.has_beginning(&OWNED.death_save_beginnings) {
            return Some(Self::DeathSave);
        }
        if said.has_any(&OWNED.hit_die) {
            return Some(Self::HitDie);
        }
        if said.has_any(&OWNED.initiative) {
            return Some(Self::Initiative);
        }
        (!tending::patients(state, reason, false).is_empty()).then_some(Self::FirstAid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hero::tests::table;

    #[test]
    fn a_reason_names_the_throw_of_a_rule_in_english_and_german() {
        for (reason, owned) in [
            ("Death saving throw", Some(OwnedThrow::DeathSave)),
            ("Tam: death save (DC 10)", Some(OwnedThrow::DeathSave)),
            ("Todesrettungswurf", Some(OwnedThrow::DeathSave)),
            ("Rettungswurf gegen den Tod", Some(OwnedThrow::DeathSave)),
            ("Initiative: Mira", Some(OwnedThrow::Initiative)),
            ("Trefferwürfel", Some(OwnedThrow::HitDie)),
            ("Wisdom save against the voice of death", None),
            ("Medicine: what killed the miller", None),
            ("Stealth past the watch", None),
        ] {
            assert_eq!(OwnedThrow::of_reason(&table(), reason), owned, "{reason}");
        }
    }
}
