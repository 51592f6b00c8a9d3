//! `start_combat`: starts a fight.

use game::combat::fighter::FighterId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

use super::{
    super::opening::{Opens, open},
    add_opening, happened,
};

/// Begin a fight: when somebody attacks, or is about to. Everybody hostile in the scene takes part, companions and friends who
/// can fight beside the heroes. The hostile whom update_game_state brings in begin it by themselves. From then on it is fought
/// turn by turn by the rules: no roll_dice for blows, no hit points by hand.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartCombat {
    /// Ids of those in the scene who turn on the heroes, or whom the heroes attack, if they are not hostile already.
    #[serde(default)]
    pub npc_ids: Vec<String>,
    /// Ids of those within the acting hero's reach; others stand 30 feet off.
    #[serde(default)]
    pub close: Vec<String>,
    /// Ids of heroes and of others who are caught off guard.
    #[serde(default)]
    pub surprised: Vec<String>,
    /// Ids of companions and others in the scene who stay out of it, as the player wants or as they would by themselves.
    #[serde(default)]
    pub stay_out: Vec<String>,
}

impl Tool for StartCombat {
    const NAME: &'static str = "start_combat";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Steel is drawn", "The fight begins");
    const PUBLIC: PublicCall = PublicCall {
        input: &["npc_ids", "surprised"],
        result: PublicResult::FieldsAndRefusals(&["ok", "happened", "fight", "round", "turn"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let from = draft.n_events();
        let Self { npc_ids: foes, close, surprised, stay_out } = &self;
        let late = open(draft, &Opens { foes, close, surprised, stay_out })?;
        let mut answer = happened(draft, from);
        add_opening(draft, &mut answer);
        if !late.is_empty() {
            answer["too_late"] = json!(late.iter().map(FighterId::as_str).collect::<Vec<_>>());
        }
        Ok(ToolOutput::found(answer.to_string()))
    }
}
