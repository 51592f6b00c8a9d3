//! `update_quest`: quests that the NPC gives.

use game::{quest, wording};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{
        Draft,
        npc::block::is_theirs,
        tools::{NewReward, QuestAction, UpdateQuest},
    },
};

use super::speaker;

/// A quest of yours: give it when the heroes take on what you ask of them, mark an objective as done when they show or tell you
/// so, complete it when they have done it, or fail it when you let them off. The last objective closes it and hands out the
/// reward.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnQuest {
    /// What happens to it.
    pub action: QuestAction,
    /// Its title when you give it; later its id or title.
    #[schemars(length(max = wording::MAX_NAME))]
    pub quest: String,
    /// give: what is to be done, in order, each in a few words.
    #[serde(default)]
    #[schemars(length(max = quest::MAX_OBJECTIVES), inner(length(max = wording::MAX_LINE)))]
    pub objectives: Vec<String>,
    /// give: what it brings when it is done.
    #[serde(default)]
    pub reward: Option<NewReward>,
    /// complete_objective: the id of the objective that is done.
    #[serde(default)]
    pub objective: Option<String>,
}

impl Tool for OwnQuest {
    const NAME: &'static str = UpdateQuest::NAME;
    type Context = Draft;
    const SUMMARY: CallSummary = UpdateQuest::SUMMARY;
    const PUBLIC: PublicCall = PublicCall {
        input: &["action", "quest", "objectives", "reward.xp", "reward.gold", "reward.items", "objective"],
        result: PublicResult::FieldsAndRefusals(&["ok", "quest", "note", "given", "no_room_for"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let npc = speaker(draft)?;
        if let Ok(known) = quest::find(draft.game(), &self.quest) {
            if !known.giver.is_empty() && !is_theirs(&npc, &known.giver) {
                return Err(ToolError::Refused("That is somebody else's quest: it is not yours to close.".into()));
            }
        } else if self.action != QuestAction::Give {
            return Err(ToolError::Refused("You have given the heroes no such quest.".into()));
        }
        let Self { action, quest, objectives, reward, objective } = self;
        UpdateQuest { action, quest, giver: Some(npc.name), objectives, reward, objective }.run(draft).await
    }
}
