//! The Dungeon Master's tools: one file per subject, mirroring [`game`](crate::game).

mod abilities;
mod campaign;
mod cast_spell;
mod cuts;
mod dice;
mod memory;
mod quest;
mod rules;
mod scene;
mod state_commands;
mod travel;
mod turn_stack;
mod update_game_state;

pub use abilities::QueryCharacterAbility;
pub use campaign::{AdvancePlot, QueryCampaign};
pub use cast_spell::CastSpell;
pub use dice::RollDice;
pub use memory::{CreateSupportingNpc, QuerySessionMemory};
pub use quest::UpdateQuest;
pub(super) use quest::{NewReward, QuestAction};
pub(super) use rules::known;
pub use rules::{QueryRules, QuerySrd};
pub use scene::UpdateNpc;
pub use state_commands::ApplyStateCommands;
pub(super) use state_commands::{Report, carried_out};
pub use travel::{Travel, UpdateLocation};
pub use turn_stack::{AwaitResponses, CompleteStep, EndTurnAndGetNext, StartAndQueueTurns};
pub use update_game_state::UpdateGameState;
pub(super) use update_game_state::{NewCreature, OneOrMany};

pub use super::fight::tools::StartCombat;

use crate::{
    agent::{Tool, ToolError, Toolbox},
    game::Refusal,
};

use super::Draft;

/// The Dungeon Master's toolbox.
pub fn toolbox() -> Toolbox<Draft> {
    Toolbox::empty()
        .with::<UpdateGameState>()
        .with::<UpdateNpc>()
        .with::<ApplyStateCommands>()
        .with::<CastSpell>()
        .with::<RollDice>()
        .with::<CreateSupportingNpc>()
        .with::<QuerySessionMemory>()
        .with::<QueryRules>()
        .with::<QuerySrd>()
        .with::<QueryCharacterAbility>()
        .with::<UpdateQuest>()
        .with::<UpdateLocation>()
        .with::<Travel>()
        .with::<StartCombat>()
        .with::<StartAndQueueTurns>()
        .with::<EndTurnAndGetNext>()
        .with::<CompleteStep>()
        .with::<AwaitResponses>()
}

/// The Dungeon Master's toolbox in a campaign, where only `advance_plot` moves acts and beats.
pub fn campaign_toolbox() -> Toolbox<Draft> {
    let by_the_plot = ["act_advance", "story_beat_completed"];
    toolbox().without_fields(UpdateGameState::NAME, &by_the_plot).with::<QueryCampaign>().with::<AdvancePlot>()
}

/// What the player reads while a tool is used.
pub(super) fn activity(name: &str) -> &'static str {
    match name {
        "update_game_state" | "apply_state_commands" => "Writing down what changed",
        "update_npc" => "Seeing to those in the scene",
        "cast_spell" => "Weaving a spell",
        "roll_dice" => "Reaching for the dice",
        "create_supporting_npc" => "Giving someone a name and a face",
        "query_session_memory" => "Leafing back through the story",
        "query_rules" | "query_srd" => "Leafing through the rules",
        "query_character_ability" => "Looking at what the hero can do",
        "update_quest" => "Writing down what is to be done",
        "move_npc" => "Somebody turns to go",
        "update_location" => "Drawing on the map",
        "travel" => "On the way",
        "query_campaign" => "Turning the pages of the tale",
        "advance_plot" => "Seeing what comes of it",
        "start_combat" => "Steel is drawn",
        "start_and_queue_turns" => "Seeing who acts in between",
        "end_turn_and_get_next" | "complete_step" => "Seeing who comes next",
        "await_responses" => "Turning to the others at the table",
        "take_action" | "improvise" => "In the thick of it",
        "end_turn" => "The others move",
        "end_combat" => "The fight breaks off",
        "add_combatant" | "remove_combatant" => "Somebody comes or goes",
        "resolve_attack" | "resolve_skill_check" | "resolve_saving_throw" | "mark_impossible" => {
            "Weighing what is tried"
        }
        _ => "Looking for something",
    }
}

/// What the player reads when it was used.
pub(super) fn outcome(name: &str, is_error: bool) -> &'static str {
    match (name, is_error) {
        // A tale that won't have something says so in the telling.
        ("advance_plot", true) => "Saw that nothing comes of it",
        (_, true) => "That was not possible; trying another way",
        ("update_game_state" | "apply_state_commands", _) => "Wrote down what changed",
        ("update_npc", _) => "Saw to those in the scene",
        ("cast_spell", _) => "Cast a spell",
        ("roll_dice", _) => "Rolled the dice",
        ("create_supporting_npc", _) => "Wrote down someone worth remembering",
        ("query_session_memory", _) => "Looked it up in the story so far",
        ("query_rules" | "query_srd", _) => "Looked it up in the rules",
        ("query_character_ability", _) => "Looked at what the hero can do",
        ("update_quest", _) => "Wrote down what is to be done",
        ("move_npc", _) => "Somebody goes",
        ("update_location", _) => "Drew on the map",
        ("travel", _) => "Went on",
        ("query_campaign", _) => "Read on in the tale",
        ("advance_plot", _) => "The tale goes on",
        ("start_combat", _) => "The fight begins",
        ("start_and_queue_turns", _) => "Others act in between",
        ("end_turn_and_get_next" | "complete_step", _) => "Goes on with what comes next",
        ("await_responses", _) => "Turned to the others at the table",
        ("take_action" | "improvise" | "end_turn", _) => "It is done",
        ("end_combat", _) => "The fight is over",
        ("add_combatant" | "remove_combatant", _) => "Saw who stands where",
        ("resolve_attack" | "resolve_skill_check" | "resolve_saving_throw", _) => "Let the dice decide",
        ("mark_impossible", _) => "Found that it can't be done",
        _ => "Done",
    }
}

impl From<Refusal> for ToolError {
    /// What the table refuses is told to the model, which may repair it.
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.to_string())
    }
}
