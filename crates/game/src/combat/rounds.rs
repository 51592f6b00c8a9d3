//! Turns and rounds: start and end of a turn, and whose is next (SRD 5.1, The Order of Combat).

use super::{
    bout::Bout,
    deed::UsageLimit,
    ending,
    event::PlainAction,
    features,
    fighter::{FighterId, FighterRef},
    hazard, legendary, perform, protection,
    reaction::{Reaction, Unit},
    riders, stances,
    stat_block::Trait,
    tactics, wound,
};
use crate::{
    Change, Refusal, State,
    condition_kind::ConditionKind,
    dice::{RollKind, RollPurpose},
    feature::FeatureId,
};

/// The most turns the engine plays in a row.
pub const MOST_IN_A_ROW: u32 = 20;

/// Begins a fighter's turn: ends effects, regenerates, and rolls for recharges.
pub(super) fn start_turn(bout: &mut Bout, who: &FighterId, round: u32, passed: Vec<FighterId>) -> Result<(), Refusal> {
    let grows = regeneration(bout, who);
    bout.make(Change::CombatTurnBegan { who: who.clone(), round, passed })?;
    riders::run_out(bout, None)?;
    if let Some(hp) = grows {
        wound::heal(bout, who, hp)?;
    }
    hazard::apply_hazards(bout, who)?;
    recharge(bout, who)
}

/// Hit points a creature grows back now (SRD 5.1, Troll: Regeneration).
fn regeneration(bout: &Bout, who: &FighterId) -> Option<i32> {
    let fighter = bout.game().fighter(who)?;
    let combatant = bout.combatant(who).ok()?;
    fighter.traits().iter().find_map(|it| match it {
        Trait::Regeneration { hp, stopped_by } if !fighter.is_down() => {
            let stopped = stopped_by.iter().any(|kind| combatant.economy.did(&wound::mark_of(*kind)));
            (!stopped).then_some(*hp)
        }
        _ => None,
    })
}

/// A d6 for each deed that is spent until it shows enough (SRD 5.1, Limited Usage: Recharge).
fn recharge(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let FighterRef::Creature(one) = bout.fighter(who)? else { return Ok(()) };
    if one.spent.is_empty() || one.is_dead() {
        return Ok(());
    }
    let deeds = one.stat_block().deeds.iter().filter(|deed| one.spent.contains_key(&deed.name));
    let due: Vec<(String, u8)> = deeds
        .filter_map(|deed| match deed.usage {
            UsageLimit::Recharge { from } => Some((deed.name.clone(), from)),
            _ => None,
        })
        .collect();
    for (name, from) in due {
        let roll = bout.throw("1d6", &RollPurpose::of(RollKind::Recharge).with(name.as_str()))?;
        if roll.total >= i32::from(from) {
            bout.make(Change::UsesSpent { who: who.clone(), name, spent: 0 })?;
        }
    }
    Ok(())
}

/// Ends the turn that is going on, lets legendary creatures act after it, and begins the next one's.
///
/// # Errors
/// There is no fight.
pub fn end_turn(bout: &mut Bout) -> Result<(), Refusal> {
    let encounter = bout.encounter()?;
    let Some(who) = encounter.current().map(|current| current.who.clone()) else {
        return Err(Refusal::new("Nobody takes part in the fight."));
    };
    stances::spring(bout, &who)?;
    if bout.game().encounter.is_none() {
        return Ok(());
    }
    calm_down(bout, &who)?;
    bout.make(Change::CombatTurnEnded { who: who.clone() })?;
    riders::run_out(bout, Some(&who))?;
    if ending::settle(bout)? {
        return Ok(());
    }
    legendary::after(bout, &who)?;
    if ending::settle(bout)? {
        return Ok(());
    }
    advance(bout)
}

/// Ends a rage after a turn without an attack or damage (SRD 5.1, Barbarian: Rage; Persistent Rage).
fn calm_down(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    let fought = bout.combatant(who)?.economy.did(features::FOUGHT);
    let stays = fought || fighter.has_feature(FeatureId::PersistentRage);
    if !fighter.has_effect(features::RAGE) || (stays && !fighter.is(ConditionKind::Unconscious)) {
        return Ok(());
    }
    bout.did(who, PlainAction::Calm);
    bout.make(Change::EffectEnded { who: who.clone(), name: features::RAGE.to_owned() })
}

/// Begins the next turn of a fighter who can have one; a new round starts at the top of the order.
fn advance(bout: &mut Bout) -> Result<(), Refusal> {
    let encounter = bout.encounter()?;
    let (n, mut round, from) = (encounter.order.len(), encounter.round, encounter.turn_index);
    let mut passed = Vec::new();
    for step in 1..=n {
        let index = (from + step) % n;
        if index == 0 {
            round = round.saturating_add(1);
        }
        let who = encounter.order[index].who.clone();
        if has_turns(bout.game(), &who) {
            return start_turn(bout, &who, round, passed);
        }
        passed.push(who);
    }
    Err(Refusal::new("Nobody is left who could have a turn."))
}

/// Whether a fighter has turns: the dead and the stable have none.
fn has_turns(state: &State, who: &FighterId) -> bool {
    state.fighter(who).is_some_and(|fighter| !fighter.is_down() || fighter.is_dying())
}

/// The hero whose player the fight waits for; none if the engine continues by itself. A hero who is asked for a reaction comes
/// first. A dying hero has a saving throw to make; heroes who can't act for another reason have nothing to do.
pub fn waits_for(state: &State) -> Option<&FighterId> {
    let encounter = state.encounter.as_deref()?;
    if let Some(pending) = &encounter.pending {
        return Some(&pending.question.who.id);
    }
    let current = encounter.current()?;
    let fighter = state.fighter(&current.who)?;
    let can = !current.surprised && fighter.acts();
    (current.who.is_hero() && (can || fighter.is_dying())).then_some(&current.who)
}

/// How many more turns the engine plays in a row after these changes: [`MOST_IN_A_ROW`] less those that ended since a hero's
/// began.
pub fn left_in_a_row(changes: &[Change]) -> u32 {
    let since =
        changes.iter().rev().take_while(|it| !matches!(it, Change::CombatTurnBegan { who, .. } if who.is_hero()));
    let ended = since.filter(|it| matches!(it, Change::CombatTurnEnded { who } if !who.is_hero())).count();
    MOST_IN_A_ROW.saturating_sub(u32::try_from(ended).unwrap_or(u32::MAX))
}

/// Plays up to `most` turns of fighters other than heroes who can act. Stops at such a hero or at the end of the fight, and
/// returns whether it reached one of these.
///
/// # Errors
/// There is no fight.
pub fn run(bout: &mut Bout, most: u32) -> Result<bool, Refusal> {
    bout.encounter()?;
    answer_for_the_helpless(bout)?;
    for _ in 0..most {
        if bout.game().encounter.is_none() || waits_for(bout.game()).is_some() {
            return Ok(true);
        }
        let who = bout.encounter()?.current().map(|it| it.who.clone());
        let Some(who) = who else { return Ok(false) };
        bout.attempt(|| Unit::Turn { who }, tactics::take_turn)?;
    }
    Ok(bout.game().encounter.is_none() || waits_for(bout.game()).is_some())
}

/// Answers by default if no one can be asked: the hero can't react any more, or the step asks no players.
fn answer_for_the_helpless(bout: &mut Bout) -> Result<(), Refusal> {
    let Some(pending) = bout.pending() else { return Ok(()) };
    let question = &pending.question;
    let needs_reaction = question.options.iter().all(Reaction::spends_reaction);
    match bout.asks() && (!needs_reaction || protection::can_react(bout, &question.who.id)) {
        true => Ok(()),
        false => perform::answer_by_rule(bout),
    }
}
