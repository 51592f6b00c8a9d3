//! Validates a fight and its effects from outside, such as an import.

use super::{
    encounter::Encounter,
    fighter::FighterId,
    footprint::MAX_SPAN,
    reaction::PendingReaction,
    terrain,
    timing::{Lasting, Timing},
};
use crate::{
    State,
    character::Condition,
    check::Checked,
    hero::FieldError,
    limits::{MAX_CREATURES, MAX_HEROES},
    wording::MAX_LINE,
};

/// Most boons and curses on one fighter.
const MAX_EFFECTS: usize = 100;
/// Most things counted that can be used so often.
const MAX_SPENT: usize = 300;
/// The highest round there is.
const MAX_ROUND: u32 = 1_000_000;
/// Most reactions a hero is asked about at once.
const MAX_REACTIONS: usize = 20;
/// Most rolls, answers and orders that an interrupted turn keeps.
const MAX_IN_A_UNIT: usize = 1_000;
/// Largest initiative, positive or negative.
const MAX_INITIATIVE: i32 = 1_000;

fn fault(at: &str, why: impl Into<String>) -> Checked {
    Err(FieldError::new(at, why))
}

/// Validates a fight: participants exist and are unique, positions are on the map, and the turn index is valid.
///
/// # Errors
/// The first field that can't be as it is.
pub(crate) fn encounter(state: &State, encounter: &Encounter) -> Checked {
    let order = &encounter.order;
    if order.len() > MAX_CREATURES + MAX_HEROES {
        return fault("encounter.order", "Too many take part in the fight.");
    }
    if encounter.turn_index >= order.len() {
        return fault("encounter.turnIndex", "It is nobody's turn.");
    }
    if encounter.id.chars().count() > MAX_LINE {
        return fault("encounter.id", "The id is too long.");
    }
    if !(1..=MAX_ROUND).contains(&encounter.round) {
        return fault("encounter.round", format!("Rounds go from 1 to {MAX_ROUND}."));
    }
    if let Some(wrong) = terrain::fault(&encounter.terrain) {
        let at = wrong.patch.map(|patch| format!(".{patch}")).unwrap_or_default();
        return fault(&format!("encounter.terrain{at}"), format!("{} {}", wrong.message, wrong.remedy));
    }
    if let Some(pending) = &encounter.pending {
        self::pending(encounter, pending)?;
    }
    for (i, it) in order.iter().enumerate() {
        let at = format!("encounter.order.{i}");
        if state.fighter(&it.who).is_none() {
            return fault(&format!("{at}.who"), "No hero or creature has this id.");
        }
        if order[..i].iter().any(|other| other.who == it.who) {
            return fault(&format!("{at}.who"), "This fighter is listed twice.");
        }
        if !it.square.is_on_mat() {
            return fault(&format!("{at}.square"), format!("Square {} is off the map.", it.square));
        }
        if !(1..=MAX_SPAN).contains(&it.span) {
            return fault(&format!("{at}.span"), format!("A fighter fills 1 to {MAX_SPAN} squares to a side."));
        }
        if it.initiative.unsigned_abs() > MAX_INITIATIVE.unsigned_abs() {
            return fault(
                &format!("{at}.initiative"),
                format!("Initiative must be -{MAX_INITIATIVE} to {MAX_INITIATIVE}, got {}.", it.initiative),
            );
        }
    }
    Ok(())
}

/// Whether a question is one that a hero in the fight can answer.
fn pending(encounter: &Encounter, pending: &PendingReaction) -> Checked {
    let PendingReaction { question, interrupted } = pending;
    if !question.who.id.is_hero() || encounter.combatant(&question.who.id).is_none() {
        return fault("encounter.pending.question.who", "No hero of this id takes part in the fight.");
    }
    if !(1..=MAX_REACTIONS).contains(&question.options.len()) {
        return fault("encounter.pending.question.options", format!("There are 1 to {MAX_REACTIONS} reactions."));
    }
    let n = interrupted.rolls.len().max(interrupted.answers.len()).max(interrupted.orders.len());
    match n > MAX_IN_A_UNIT {
        true => {
            fault("encounter.pending.interrupted", format!("It has at most {MAX_IN_A_UNIT} rolls, answers or orders."))
        }
        false => Ok(()),
    }
}

/// Validates a fighter's effects: their number, unique names, short texts.
///
/// # Errors
/// The first field that can't be as it is.
pub(crate) fn burden<'a>(
    at: &str,
    effects: &[Lasting],
    spent: impl ExactSizeIterator<Item = &'a String>,
    concentrating_on: Option<&str>,
) -> Checked {
    if effects.len() > MAX_EFFECTS {
        return fault(&format!("{at}.effects"), format!("There are at most {MAX_EFFECTS} effects."));
    }
    let long = |text: &str| text.chars().count() > MAX_LINE;
    for (i, effect) in effects.iter().enumerate() {
        if long(&effect.name) || effects[..i].iter().any(|other| other.name == effect.name) {
            return fault(&format!("{at}.effects.{i}.name"), "An effect has a short name of its own.");
        }
        if long(&effect.description) || effect.source.as_deref().is_some_and(long) {
            return fault(&format!("{at}.effects.{i}.description"), format!("At most {MAX_LINE} characters fit here."));
        }
        timing(&format!("{at}.effects.{i}.timing"), &effect.timing)?;
    }
    if spent.len() > MAX_SPENT || spent.into_iter().any(|name| long(name)) {
        return fault(&format!("{at}.spent"), "Too much is counted there.");
    }
    match concentrating_on.is_some_and(long) {
        true => fault(&format!("{at}.concentratingOn"), "The name is too long."),
        false => Ok(()),
    }
}

/// Whether a condition's own numbers are sound.
///
/// # Errors
/// The first field that can't be as it is.
pub(crate) fn condition(at: &str, condition: &Condition) -> Checked {
    if condition.level.is_some_and(|level| !(1..=6).contains(&level)) {
        return fault(&format!("{at}.level"), "Exhaustion has the levels 1 to 6.");
    }
    condition.timing.as_deref().map_or(Ok(()), |timing| self::timing(&format!("{at}.timing"), timing))
}

fn timing(at: &str, timing: &Timing) -> Checked {
    let of = |who: &FighterId| who.as_str().chars().count() <= MAX_LINE;
    match of(&timing.of) && of(&timing.source) {
        true => Ok(()),
        false => fault(at, "The id is too long."),
    }
}
