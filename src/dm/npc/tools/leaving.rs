//! `move_npc`: the speaking NPC leaves.

use game::{person, wording};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

use super::speaker;

/// You go away when your words are said, to another place: home, to your work, out of this. The heroes can find you there.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveNpc {
    /// Where you go.
    #[schemars(length(max = wording::MAX_NAME))]
    pub to: String,
}

impl Tool for MoveNpc {
    const NAME: &'static str = "move_npc";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Somebody turns to go", "Somebody goes");
    const PUBLIC: PublicCall = PublicCall { input: &["to"], result: PublicResult::FieldsAndRefusals(&["ok", "to"]) };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let npc = speaker(draft)?;
        let to = wording::name(&self.to).to_owned();
        if to.is_empty() {
            return Err(ToolError::Refused("Say where you go.".into()));
        }
        if npc.is_in_party {
            return Err(ToolError::Refused("You travel with the heroes: part from them in words first.".into()));
        }
        let game = draft.game();
        let creature = game.creatures.iter().find(|one| npc.ids.contains(&one.id) && !one.is_dead());
        let supporting = game.supporting_npcs.iter().find(|one| npc.ids.contains(&one.id));
        if creature.is_none() && supporting.is_none() {
            return Err(ToolError::Refused("You are needed here: say that you would go, and stay.".into()));
        }
        let changes = person::goes_to(game, creature, supporting, &to)?;
        draft.record_all(changes)?;
        Ok(ToolOutput::done(json!({"ok": true, "to": to}).to_string()))
    }
}
