//! The tools of a fight.

mod company;
mod ending;
mod improvise;
mod start;
mod take_action;
mod update;

pub use company::{AddCombatant, RemoveCombatant};
pub use ending::{EndCombat, EndTurn};
pub use improvise::Improvise;
pub use start::StartCombat;
pub use take_action::TakeAction;
pub use update::UpdateInFight;

use serde_json::json;

use super::opening::goes_on;
use crate::{
    agent::Answer,
    dm::Draft,
    game::combat::{event, fighter::FighterId, orders::Unheeded, rounds},
};

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
