//! `update_quest`: quests with objectives.

use game::{
    Change, Refusal,
    quest::{self, Closing, NewQuest, Quest, Reward},
    wording,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{Draft, plot},
};

use super::cuts::Cuts;

/// The most gold a reward has.
const MAX_GOLD: f64 = 1e6;

/// Give the heroes a quest with objectives and a reward, mark an objective as done, or close the quest. When the last objective
/// is done the quest is done by itself, and its reward is given then, once: don't give it again by another tool. A quest that
/// is only a name can be noted by update_game_state (quests_added).
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateQuest {
    /// What happens to it.
    pub action: QuestAction,
    /// Its title when it is given; later its id or title.
    #[schemars(length(max = wording::MAX_NAME))]
    pub quest: String,
    /// give: who asks for it.
    #[serde(default)]
    #[schemars(length(max = wording::MAX_NAME))]
    pub giver: Option<String>,
    /// give: what is to be done, in order, each in a few words; given again, new ones are added.
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

/// What happens to a quest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestAction {
    /// The heroes take it on, or learn more of it.
    Give,
    /// One of its objectives is done.
    CompleteObjective,
    /// It is done, whatever objectives are open.
    Complete,
    /// It failed, or was given up; it brings nothing.
    Fail,
}

/// What a quest brings.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReward {
    /// Experience points for each hero.
    #[serde(default)]
    pub xp: u32,
    /// Gold pieces, shared out among the heroes; 0.5 is five silver pieces.
    #[serde(default)]
    pub gold: f64,
    /// Things, for the hero who acts when it is done; "3 x torch" is three.
    #[serde(default)]
    #[schemars(length(max = quest::MAX_REWARD_ITEMS), inner(length(max = wording::MAX_NAME)))]
    pub items: Vec<String>,
}

impl From<NewReward> for Reward {
    fn from(new: NewReward) -> Self {
        Self { xp: new.xp, cp: (new.gold.clamp(0.0, MAX_GOLD) * 100.0).round() as i64, items: new.items }
    }
}

impl Tool for UpdateQuest {
    const NAME: &'static str = "update_quest";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Writing down what is to be done", "Wrote down what is to be done");
    const PUBLIC: PublicCall = PublicCall {
        input: &["action", "quest", "giver", "objectives", "reward.xp", "reward.gold", "reward.items", "objective"],
        result: PublicResult::FieldsAndRefusals(&["ok", "quest", "note", "given", "no_room_for"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let acting = draft.acting().clone();
        if plot::is_quest_of_an_act(draft, &self.quest) {
            return Err(ToolError::Refused("The campaign keeps that quest by itself: leave it alone.".into()));
        }
        match self.action {
            QuestAction::Give => {
                let given = NewQuest {
                    title: &self.quest,
                    giver: self.giver.as_deref(),
                    objectives: &self.objectives,
                    reward: self.reward.map(Reward::from),
                };
                draft.record(quest::give(draft.game(), &given)?)?;
                let quest = quest::find(draft.game(), &self.quest)?;
                let mut answer = json!({"ok": true, "quest": shown(quest)});
                let mut cuts = Cuts::default();
                cuts.note_blanks("objectives", &self.objectives);
                cuts.tell(draft, &mut answer);
                Ok(ToolOutput::done(answer.to_string()))
            }
            QuestAction::CompleteObjective => {
                let objective = self.objective.as_deref().unwrap_or_default();
                let id = quest::find(draft.game(), &self.quest)?.id();
                let closing = quest::complete_objective(draft.game(), id.as_str(), objective, &acting)?;
                if closing.changes.iter().any(|change| matches!(change, Change::QuestCompleted { .. })) {
                    return Ok(closed(draft, closing, "That was the last objective: the quest is done.")?);
                }
                draft.record_all(closing.changes)?;
                let quest = quest::find(draft.game(), id.as_str())?;
                Ok(ToolOutput::done(json!({"ok": true, "quest": shown(quest)}).to_string()))
            }
            QuestAction::Complete => {
                let closing = quest::complete(draft.game(), &self.quest, &acting)?;
                Ok(closed(draft, closing, "The quest is done.")?)
            }
            QuestAction::Fail => {
                draft.record(quest::fail(draft.game(), &self.quest)?)?;
                Ok(ToolOutput::done(
                    json!({"ok": true, "note": "The quest has failed; it brings nothing."}).to_string(),
                ))
            }
        }
    }
}

/// Closes a quest that is done, and says what it brought.
fn closed(draft: &mut Draft, closing: Closing, note: &str) -> Result<ToolOutput, Refusal> {
    let brought = closing.changes.iter().filter_map(|change| match change {
        Change::XpGained { character_id, amount } => Some(json!({"hero": character_id, "xp": amount})),
        Change::PurseChanged { character_id, delta_cp } => {
            Some(json!({"hero": character_id, "gold": *delta_cp as f64 / 100.0}))
        }
        Change::ItemGained { character_id, name, quantity, .. } => {
            Some(json!({"hero": character_id, "item": name, "quantity": quantity}))
        }
        _ => None,
    });
    let mut answer = json!({"ok": true, "note": note, "given": brought.collect::<Vec<Value>>()});
    draft.record_all(closing.changes)?;
    let must_be_read = !closing.left.is_empty();
    if must_be_read {
        answer["no_room_for"] = json!(closing.left);
    }
    Ok(ToolOutput { text: answer.to_string(), must_be_read: must_be_read.into(), is_error: false, public: None })
}

fn shown(quest: &Quest) -> Value {
    let objectives: Vec<Value> =
        quest.objectives.iter().map(|objective| json!({"id": objective.id, "done": objective.done})).collect();
    json!({"id": quest.id(), "objectives": objectives})
}
