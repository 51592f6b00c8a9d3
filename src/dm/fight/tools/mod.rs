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

use crate::{
    agent::Answer,
    dm::Draft,
    game::{combat::fighter::FighterId, combat::rounds},
};

/// What a tool of the fight answers: what happened since the line `from`, and how the fight stands now.
fn happened(draft: &Draft, from: usize) -> Answer {
    let game = draft.game();
    let mut answer = json!({"ok": true, "happened": draft.told_since(from)});
    match &game.encounter {
        None => answer["fight"] = json!("over"),
        Some(encounter) => {
            answer["round"] = json!(encounter.round);
            answer["turn"] = json!(rounds::waits_for(game).map(FighterId::as_str));
        }
    }
    Answer::found(answer.to_string())
}
