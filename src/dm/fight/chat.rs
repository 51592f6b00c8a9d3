//! Messages in a fight that need no model: those of a hero at 0 hit points.

use game::{
    Refusal,
    combat::{
        act::FighterAction,
        event::{CombatEvent, Down},
        fighter::FighterRef,
        perform, rounds,
    },
};

use crate::dm::Draft;

use super::step::{has_acted, hero_of, is_down, to_a_hero};

/// Ends the acting hero's turn if the action is spent and the last action was refused, or was a spell that left the turn open,
/// because the model has no replies left to end it.
///
/// # Errors
/// The engine could not go on.
pub(in crate::dm) fn end_spent_turn(draft: &mut Draft) -> Result<(), Refusal> {
    let who = hero_of(draft.acting());
    let last = draft.record.tool_calls.last();
    let refused = last.is_some_and(|call| call.is_error && ["take_action", "improvise"].contains(&call.name.as_str()));
    let encounter = draft.game().encounter.as_deref();
    let is_asked = encounter.is_some_and(|it| it.pending.is_some());
    let its_turn = !is_asked && rounds::waits_for(draft.game()) == Some(&who);
    if !(refused || draft.asks_for_calls) || !its_turn || !has_acted(draft.game(), &who) {
        return Ok(());
    }
    draft.fight(|bout| {
        perform::perform(bout, &who, &FighterAction::EndTurn)?;
        to_a_hero(bout)
    })
}

/// Acts for a helpless hero: rolls a death saving throw in their turn, and continues the fight. False if the hero can act or
/// there is no fight.
///
/// # Errors
/// The engine could not go on.
pub(in crate::dm) fn fallen(draft: &mut Draft) -> Result<bool, Refusal> {
    let who = hero_of(draft.acting());
    if draft.game().encounter.is_none() || !is_down(draft.game(), &who) {
        return Ok(false);
    }
    let Some(FighterRef::Hero(hero)) = draft.game().fighter(&who) else { return Ok(false) };
    let because = match (hero.dead, hero.stable) {
        (true, _) => Down::Dead,
        (false, true) => Down::Stable,
        (false, false) => Down::Dying,
    };
    draft.fight(|bout| {
        bout.happened(|bout| CombatEvent::CannotAct { who: bout.actor(&who), because });
        to_a_hero(bout)?;
        if bout.pending().is_none() && rounds::waits_for(bout.game()) == Some(&who) {
            perform::perform(bout, &who, &FighterAction::DeathSave)?;
        }
        to_a_hero(bout)
    })?;
    Ok(true)
}
