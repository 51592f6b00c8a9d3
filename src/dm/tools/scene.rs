//! `update_npc`: those who are in the scene.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{Answer, Tool, ToolError},
    dm::Draft,
    game::{Change, conditions, creature, party, wording::same},
};

/// Write down what happened to someone in the scene: hurt, healed, changed, gone. Only those listed as "in the
/// scene" can be meant; bring others in first with update_game_state (npcs_to_create).
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateNpc {
    /// The id from the list of those in the scene.
    pub id: String,
    /// Hit points lost (negative) or regained.
    #[serde(default)]
    pub hp_delta: Option<i32>,
    /// Conditions that set in.
    #[serde(default)]
    pub conditions_added: Vec<String>,
    /// Conditions that ended.
    #[serde(default)]
    pub conditions_removed: Vec<String>,
    /// True when they have left for good, or their body is gone.
    #[serde(default)]
    pub remove_from_scene: bool,
    /// What they alone have learned, seen or been told where no hero was, each in a sentence. They will know it when they are
    /// spoken to; no player reads it. For a supporting NPC who is elsewhere, too.
    #[serde(default)]
    pub learns: Vec<String>,
}

/// The most that somebody learns at once.
const MOST_LEARNED: usize = 6;

impl Tool for UpdateNpc {
    const NAME: &'static str = "update_npc";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let learned = self.learn(draft)?;
        let creature = match creature::find(draft.game(), &self.id) {
            Err(_) if learned => return Ok(Answer::done(json!({"ok": true, "id": self.id}).to_string())),
            found => found?.clone(),
        };
        let (mut died, mut clamped, mut must_be_read) = (false, false, false);
        if let Some(delta) = self.hp_delta {
            draft.by_hand("hp_delta of update_npc")?;
            let (changes, held) = creature::hurt_or_heal(&creature, delta)?;
            died = changes.iter().any(|change| matches!(change, Change::CreatureDied { .. }));
            clamped = held;
            draft.record_all(changes)?;
        }
        for name in &self.conditions_added {
            draft.record_all(conditions::add_to_creature(creature::find(draft.game(), &self.id)?, name))?;
        }
        let mut rejected = Vec::new();
        for name in &self.conditions_removed {
            let creature = creature::find(draft.game(), &self.id)?;
            match conditions::remove_from_creature(creature, name) {
                Ok(change) => draft.record(change)?,
                Err(refusal) => {
                    must_be_read = true;
                    rejected.push(refusal.to_string());
                }
            }
        }
        let hp = creature::find(draft.game(), &self.id)?.hp;
        if self.remove_from_scene {
            draft.record(Change::CreatureLeft { npc_id: creature.id.clone() })?;
        }
        let mut answer = json!({"ok": true, "id": creature.id, "newHp": hp});
        if clamped {
            answer["clamped"] = json!(true);
        }
        if died {
            answer["died"] = json!(true);
            answer["name"] = json!(creature.name);
        }
        if !rejected.is_empty() {
            answer["rejected"] = json!(rejected);
        }
        Ok(Answer { text: answer.to_string(), must_be_read, is_error: false })
    }
}

impl UpdateNpc {
    /// Lets them learn what they alone know; whether there was anything to learn, and somebody to learn it.
    fn learn(&self, draft: &mut Draft) -> Result<bool, ToolError> {
        if self.learns.is_empty() {
            return Ok(false);
        }
        let known =
            draft.game().supporting_npcs.iter().find(|npc| npc.id.as_str() == self.id || same(&npc.name, &self.id));
        let id = match known {
            Some(npc) => npc.id.clone(),
            None => party::known_as(creature::find(draft.game(), &self.id)?).clone(),
        };
        for text in self.learns.iter().take(MOST_LEARNED) {
            draft.learn(&id, text)?;
        }
        Ok(true)
    }
}
