//! The Dungeon Master's tools: one file per subject, mirroring [`game`].

pub mod abilities;
pub mod campaign;
pub mod cast_spell;
pub(in crate::dm) mod cuts;
pub mod dice;
pub(in crate::dm) mod lapses;
pub mod memory;
pub mod quest;
pub mod rules;
pub mod scene;
pub mod state_commands;
pub mod travel;
pub mod turn_stack;
pub mod update_game_state;

pub use campaign::AdvancePlot;
pub use dice::RollDice;
use game::{Refusal, RefusalReason};
pub use memory::QuerySessionMemory;
pub use quest::UpdateQuest;
pub(super) use quest::{NewReward, QuestAction};
pub use rules::{QueryRules, QuerySrd};
pub(super) use rules::{found as rules_found, known};
pub use state_commands::ApplyStateCommands;
pub(super) use state_commands::{CommandReport, carried_out};
pub use travel::UpdateLocation;
pub use update_game_state::UpdateGameState;
pub(super) use update_game_state::{MAX_THING, NewCreature, OneOrMany};

use crate::agent::{Tool, ToolError, Toolbox};

use super::{Draft, fight::tools::StartCombat};

/// The Dungeon Master's toolbox.
pub fn toolbox() -> Toolbox<Draft> {
    Toolbox::empty()
        .with::<UpdateGameState>()
        .with::<scene::UpdateNpc>()
        .with::<ApplyStateCommands>()
        .with::<cast_spell::CastSpell>()
        .with::<RollDice>()
        .with::<memory::CreateSupportingNpc>()
        .with::<QuerySessionMemory>()
        .with::<QueryRules>()
        .with::<rules::QuerySrd>()
        .with::<abilities::QueryCharacterAbility>()
        .with::<UpdateQuest>()
        .with::<UpdateLocation>()
        .with::<travel::Travel>()
        .with::<StartCombat>()
        .with::<turn_stack::StartAndQueueTurns>()
        .with::<turn_stack::EndTurnAndGetNext>()
        .with::<turn_stack::CompleteStep>()
        .with::<turn_stack::AwaitResponses>()
}

/// The Dungeon Master's toolbox in a campaign, where only `advance_plot` moves acts and beats.
pub fn campaign_toolbox() -> Toolbox<Draft> {
    let by_the_plot = ["act_advance", "story_beat_completed"];
    toolbox()
        .without_fields(UpdateGameState::NAME, &by_the_plot)
        .with::<campaign::QueryCampaign>()
        .with::<AdvancePlot>()
}

impl From<Refusal> for ToolError {
    /// A refusal goes back to the model, which may repair the call.
    fn from(refusal: Refusal) -> Self {
        match refusal.reason() {
            Some(RefusalReason::Spoiler) => Self::RefusedInPrivate(refusal.to_string()),
            _ => Self::Refused(refusal.to_string()),
        }
    }
}
