//! `update_game_state` in a fight: only what the rules of it don't see to.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{Answer, Tool, ToolError},
    dm::{
        Draft,
        tools::{NewCreature, UpdateGameState},
    },
};

use super::super::BLOCKED;

/// Write down what the fight's rules don't see to: things picked up, conditions that come of the story, coins, and who comes
/// into the scene; those who are hostile or friendly join the fight. Hit points are the rules'.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UpdateInFight {
    /// Whose sheet: the id or name of a hero. Leave it out for the one who acts.
    pub character: Option<String>,
    /// Things that came into the pack, one entry each.
    pub items_gained: Vec<String>,
    /// Conditions that set in by what the story does.
    pub conditions_added: Vec<String>,
    /// Conditions that ended by what the story does.
    pub conditions_removed: Vec<String>,
    /// Gold pieces gained (positive) or given (negative).
    pub gold_delta: Option<f64>,
    /// Spell level to the number of its slots that are spent in all now.
    pub spell_slots_used: BTreeMap<String, i64>,
    /// People and creatures who come into the scene.
    pub npcs_to_create: Vec<NewCreature>,
    /// Not heeded in a fight; taken only to be told so.
    #[schemars(skip)]
    pub hp_delta: Option<i32>,
}

impl Tool for UpdateInFight {
    const NAME: &'static str = "update_game_state";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        if self.hp_delta.is_some() {
            draft.notice(BLOCKED, "Hit points are the rules' in a fight; a change by hand was not made.");
        }
        let update = UpdateGameState {
            character: self.character,
            items_gained: self.items_gained,
            conditions_added: self.conditions_added,
            conditions_removed: self.conditions_removed,
            gold_delta: self.gold_delta,
            spell_slots_used: self.spell_slots_used,
            npcs_to_create: self.npcs_to_create,
            ..UpdateGameState::default()
        };
        update.run(draft).await
    }
}
