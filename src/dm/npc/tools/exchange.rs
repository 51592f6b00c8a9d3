//! The `update_game_state` of NPCs: items, gold and important events only.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{
        Draft,
        tools::{MAX_THING, OneOrMany, UpdateGameState},
    },
};

/// Write down what changes hands between you and the hero who speaks, and what must not be forgotten of this talk. Leave out
/// every field that does not change. Impossible transfers, such as more gold than the hero has, are rejected.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NpcExchange {
    /// Things you give the hero, one entry each; "3 x torch" is three of them.
    #[schemars(inner(length(max = MAX_THING)))]
    pub items_gained: Vec<String>,
    /// Things the hero gives you.
    #[schemars(inner(length(max = MAX_THING)))]
    pub items_lost: Vec<String>,
    /// Gold pieces you pay the hero (positive) or take (negative); 0.5 is five silver pieces.
    pub gold_delta: Option<f64>,
    /// What must still be known in a hundred turns: a promise, a debt, a betrayal.
    pub important_event: Option<OneOrMany>,
}

impl Tool for NpcExchange {
    const NAME: &'static str = UpdateGameState::NAME;
    type Context = Draft;
    const SUMMARY: CallSummary = UpdateGameState::SUMMARY;
    const PUBLIC: PublicCall = PublicCall {
        input: &["items_gained", "items_lost", "gold_delta", "important_event"],
        result: PublicResult::FieldsAndRefusals(&["ok", "applied", "clamped", "rejected", "fight"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let Self { items_gained, items_lost, gold_delta, important_event } = self;
        let all =
            UpdateGameState { items_gained, items_lost, gold_delta, important_event, ..UpdateGameState::default() };
        all.run(draft).await
    }
}
