//! The tools of a fight.

pub mod company;
pub mod ending;
pub mod improvise;
pub mod start;
pub mod take_action;
pub mod update;

pub use start::StartCombat;

use serde::Serialize;
use serde_json::json;

use super::opening::goes_on;
use crate::{
    agent::{Answer, Toolbox},
    dm::{
        Draft,
        tools::{QueryRules, RollDice},
    },
    game::combat::{event, fighter::FighterId, orders::Unheeded, rounds},
};

/// The combat agent's toolbox.
pub(in crate::dm) fn toolbox() -> Toolbox<Draft> {
    Toolbox::empty()
        .with::<take_action::TakeAction>()
        .with::<ending::EndTurn>()
        .with::<improvise::Improvise>()
        .with::<RollDice>()
        .with::<update::UpdateInFight>()
        .with::<QueryRules>()
        .with::<ending::EndCombat>()
        .with::<company::AddCombatant>()
        .with::<company::RemoveCombatant>()
        .kept_for_minutes()
}

/// What is left to do after a spell that the rules have no numbers for.
const TO_APPLY: &str = "The rules have changed nothing by this spell but slot and action. Apply what its text does now: who leaves \
                        or gives up by remove_combatant; conditions and things of heroes by update_game_state; then end_turn.";

/// The answer with one thing more.
fn with(answer: Answer, key: &str, what: impl Serialize) -> Answer {
    let Ok(mut all) = serde_json::from_str::<serde_json::Value>(&answer.text) else { return answer };
    all[key] = json!(what);
    Answer { text: all.to_string(), ..answer }
}

/// What a tool of the fight answers: what happened since there were `from` events, and how the fight stands now.
fn happened(draft: &Draft, from: usize) -> Answer {
    happened_after_orders(draft, from, &Unheeded::default())
}

/// The same after orders to friends. Lists those that came to nothing: `not_yet` where the friend's turn comes after the next
/// hero's, `not_followed` where the friend could not do it and did something else.
fn happened_after_orders(draft: &Draft, from: usize, unheeded: &Unheeded) -> Answer {
    let game = draft.game();
    let mut answer = json!({"ok": true, "happened": event::lines(draft.events_since(from))});
    match &game.encounter {
        None => answer["fight"] = json!("over"),
        Some(encounter) => {
            answer["round"] = json!(encounter.round);
            answer["turn"] = json!(rounds::waits_for(game).map(FighterId::as_str));
        }
    }
    let lists = [("not_yet", &unheeded.not_yet), ("not_followed", &unheeded.impossible)];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        answer[key] = json!(list.iter().map(FighterId::as_str).collect::<Vec<_>>());
    }
    if let Some(next) = goes_on(draft).filter(|_| !draft.fights()) {
        answer["next"] = json!(next);
    }
    Answer::found(answer.to_string())
}
