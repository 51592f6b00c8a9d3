//! Healing spells: the rules decide the result, and this tells it.

use game::{RefusalReason, spells};
use serde_json::{Value, json};

use crate::{
    deeds::casting,
    phrases::lines,
    play::{Play, Step},
    prose::listed,
    reading::ToolAnswer,
    turn::recovery,
};

use super::{Patient, PatientState};

/// The spell that stabilises.
const STABILISES: &str = "spare the dying";
/// The spell that makes berries.
const BERRIES: &str = "goodberry";

/// A spell of help that is cast.
pub(in crate::deeds) struct Casting<'a> {
    pub(in crate::deeds) spell: &'a str,
    /// The level of the slot, where the player names one.
    pub(in crate::deeds) slot: Option<u8>,
    /// Whether to leave it where the rules have no numbers for it.
    pub(in crate::deeds) only_by_rules: bool,
}

/// What comes of a spell that is cast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::deeds) enum Outcome {
    /// Why it can't be cast, where the refusal says it.
    Refused(Option<RefusalReason>),
    /// The rules have no numbers for it, and keep nothing of it.
    Told,
    Done,
}

impl Outcome {
    fn of(answer: &ToolAnswer) -> Self {
        match &answer.facts.refusal {
            Some(reason) => Self::Refused(Some(reason.clone())),
            _ if answer.is_error || answer.text.is_empty() => Self::Refused(None),
            _ if answer.json()["to_apply"].is_string() && !answer.json()["now"].is_array() => Self::Told,
            _ => Self::Done,
        }
    }

    fn is_cast(&self) -> bool {
        matches!(self, Self::Told | Self::Done)
    }
}

/// Casts a spell on someone by the rules; on no one, where it is for no one in particular. Answers what came of it.
pub(in crate::deeds) fn cast(play: &mut Play<'_>, whom: &[Patient], casting: &Casting<'_>) -> Step<Outcome> {
    let spell = casting.spell;
    let minutes = spells::minutes_to_cast(spell);
    if let Some((stock, name)) = refused(play, whom, spell, minutes.is_some()) {
        play.say(stock, &[("spell", spell), ("name", &name)]);
        return Ok(Outcome::Refused(None));
    }
    let targets: Vec<&str> = whom.iter().map(|one| one.id.as_str()).collect();
    let mut input = json!({"spell": spell, "targets": targets, "character": play.hero.id});
    if let Some(level) = casting.slot {
        input["slot"] = json!(level);
    }
    if casting.only_by_rules {
        input["only_by_rules"] = json!(true);
    }
    // A hero who came to must be up before anything is cast.
    let mut calls: Vec<(&'static str, Value)> = recovery(play).into_iter().collect();
    calls.push(("cast_spell", input));
    let answer = play.ask(calls)?.pop().flatten().unwrap_or_default();
    let outcome = Outcome::of(&answer);
    if outcome.is_cast() {
        play.effects.minutes += minutes.unwrap_or_default();
        let level = answer.json()["slot"].as_u64();
        let spent = play.hero.slots.iter_mut().find(|slot| Some(u64::from(slot.level)) == level);
        spent.into_iter().for_each(|slot| slot.left -= 1);
    }
    tell(play, whom, casting, &outcome);
    Ok(outcome)
}

/// Why a spell is kept before it is cast, and who is the reason.
fn refused(
    play: &Play<'_>,
    whom: &[Patient],
    spell: &str,
    takes_minutes: bool,
) -> Option<(&'static [&'static str], String)> {
    let (heals, raises) = (casting::heals(spell), casting::raises(spell));
    let of = |one: &Patient| {
        let is_own = one.id == play.hero.id;
        let mut bears = play.table.heroes.iter().filter(|hero| hero.id == one.id).flat_map(|hero| &hero.under);
        let has_it = bears.any(|under| under.to_lowercase().starts_with(spell));
        let stock = match one.health {
            PatientState::Dying if takes_minutes => lines::FIRST_HELP,
            PatientState::Whole if heals && is_own => crate::phrases::spells::NOTHING_TO_HEAL,
            PatientState::Whole if heals => lines::NO_WOUND_FOR_SPELL,
            health if raises && health != PatientState::Dead => lines::NOT_DEAD,
            PatientState::Dead if !raises => lines::BEYOND_HELP,
            _ if has_it && is_own => lines::HAS_IT_ONESELF,
            _ if has_it => lines::HAS_IT_ALREADY,
            _ => return None,
        };
        Some((stock, one.name.clone()))
    };
    // Of several, one who can't be helped hinders no one.
    let kept: Vec<_> = whom.iter().filter_map(of).collect();
    kept.into_iter().next().filter(|_| whom.iter().all(|one| of(one).is_some()))
}

/// Tells what came of a spell.
fn tell(play: &mut Play<'_>, whom: &[Patient], casting: &Casting<'_>, outcome: &Outcome) {
    let spell = casting.spell;
    let own = play.hero.id.clone();
    let is_by_another = play.table.hero().id != own;
    let names = |one: &Patient| if one.id == own && !is_by_another { "yourself".to_owned() } else { one.name.clone() };
    let names = listed(&whom.iter().map(names).collect::<Vec<_>>());
    let name = whom.first().map(|one| one.name.clone()).unwrap_or_default();
    let level = casting.slot.map(|level| level.to_string()).unwrap_or_default();
    let (thing, there) = match outcome {
        Outcome::Refused(Some(RefusalReason::NoComponent { thing, there })) => (thing.as_str(), there.as_str()),
        _ => ("", ""),
    };
    let stock = match is_by_another {
        true => told_of_another(spell, outcome),
        false => told(play, whom, casting, outcome),
    };
    let slots =
        [("spell", spell), ("name", &name), ("names", &names), ("level", &level), ("thing", thing), ("there", there)];
    play.say(stock, &slots);
}

fn told_of_another(spell: &str, outcome: &Outcome) -> &'static [&'static str] {
    match outcome {
        Outcome::Refused(_) => lines::HELPER_CANNOT,
        _ if casting::heals(spell) => lines::HELPER_HEALS,
        _ => lines::HELPER_CASTS,
    }
}

fn told(play: &Play<'_>, whom: &[Patient], casting: &Casting<'_>, outcome: &Outcome) -> &'static [&'static str] {
    let spell = casting.spell;
    let (heals, raises) = (casting::heals(spell), casting::raises(spell));
    let is_own = whom.iter().all(|one| one.id == play.hero.id);
    let is_up = |one: &Patient| matches!(one.health, PatientState::Whole | PatientState::Hurt);
    match outcome {
        Outcome::Refused(Some(reason)) => match reason {
            RefusalReason::NoSlot if casting.slot.is_some() => lines::NO_SLOT_OF_LEVEL,
            RefusalReason::NoSlot => lines::NO_SLOTS,
            RefusalReason::NoComponent { there, .. } if there.is_empty() => lines::NO_COMPONENT,
            RefusalReason::NoComponent { .. } => lines::TOO_LITTLE_COMPONENT,
            RefusalReason::DeadTooLong => lines::DEAD_TOO_LONG,
            RefusalReason::NoNumbers => lines::UNWRITTEN_SPELL,
            RefusalReason::NoEffect if is_own => lines::NOTHING_TO_END_IN_ONESELF,
            RefusalReason::NoEffect => lines::NOTHING_TO_END,
            _ => lines::SPELL_NOT_FOR_THEM,
        },
        Outcome::Refused(None) if raises => lines::NOT_RAISED,
        Outcome::Refused(None) if is_own || whom.len() > 1 => lines::SPELL_NOT_FOR_THEM,
        Outcome::Refused(None) => lines::SPELL_NOT_CAST,
        Outcome::Done if spell == BERRIES => lines::BERRIES,
        Outcome::Told if is_own => lines::SPELL_ON_ONESELF,
        Outcome::Told if whom.len() > 1 => lines::SPELL_ON_ALL,
        Outcome::Told => lines::SPELL_NO_HELP,
        Outcome::Done if raises => lines::SPELL_RAISES,
        Outcome::Done if whom.len() > 1 && heals => lines::SPELL_HELPS_ALL,
        Outcome::Done if whom.len() > 1 => lines::SPELL_TAKES_ALL,
        Outcome::Done if is_own && heals => lines::HEALED_BY_SPELL,
        Outcome::Done if is_own => lines::SPELL_TAKES_ONESELF,
        Outcome::Done if heals && whom.iter().all(is_up) => lines::SPELL_HEALS,
        Outcome::Done if heals => lines::SPELL_WAKES,
        Outcome::Done if spell.contains(STABILISES) => lines::SPELL_STABILISES,
        Outcome::Done => lines::SPELL_TAKES,
    }
}
