//! `start_combat`: steel is drawn.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{Answer, Tool, ToolError},
    dm::Draft,
};

use super::{super::opening::open, happened};

/// Begin a fight: when somebody attacks, or is about to. Everybody hostile in the scene takes part, and friends stand by the
/// heroes. Hostile people and creatures who are brought in by update_game_state begin it by themselves. From then on the fight
/// is fought turn by turn by the rules: no roll_dice for blows, no hit points by hand.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartCombat {
    /// Ids of those in the scene who turn on the heroes, or whom the heroes attack, if they are not hostile already.
    #[serde(default)]
    pub npc_ids: Vec<String>,
    /// Ids of heroes and of others who are caught off guard.
    #[serde(default)]
    pub surprised: Vec<String>,
}

impl Tool for StartCombat {
    const NAME: &'static str = "start_combat";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let from = draft.n_told();
        open(draft, &self.npc_ids, &self.surprised)?;
        Ok(happened(draft, from))
    }
}
