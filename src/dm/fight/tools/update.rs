//! `update_game_state` in a fight: only what the combat rules don't cover.

use std::collections::BTreeMap;

use game::wording;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{CallSummary, PublicCall, Tool, ToolError, ToolOutput},
    dm::{
        Draft,
        tools::{MAX_THING, NewCreature, OneOrMany, UpdateGameState},
    },
};

// It takes every field that the tool of this name has outside of fights.
/// Write down what the fight's rules don't see to: things picked up or used, conditions that come of the story, coins, and
/// who comes into the scene; those who are hostile or friendly join the fight. Hit points are the rules' while it lasts.
/// Once it is over, write down what it leaves behind: the scene, and what must be remembered.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UpdateInFight(#[schemars(with = "OfferedFields")] UpdateGameState);

// The fields that a model is offered in a fight.
#[derive(Default, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(dead_code, reason = "only its schema is read")]
struct OfferedFields {
    /// A hero; left out, the one who acts.
    character: Option<String>,
    /// Things that came into the pack, one entry each.
    #[schemars(inner(length(max = MAX_THING)))]
    items_gained: Vec<String>,
    /// Things that left the pack: thrown, broken, used up.
    #[schemars(inner(length(max = MAX_THING)))]
    items_lost: Vec<String>,
    /// Conditions that set in by what the story does.
    conditions_added: Vec<String>,
    /// Conditions that ended by what the story does.
    conditions_removed: Vec<String>,
    /// Gold pieces gained (positive) or given (negative).
    gold_delta: Option<f64>,
    /// Spell level to the number of its slots that are spent in all now.
    spell_slots_used: BTreeMap<String, i64>,
    /// People and creatures who come into the scene.
    npcs_to_create: Vec<NewCreature>,
    /// Ids of the dead who are left behind, and of those who leave once the fight is over.
    npcs_to_dismiss: Vec<String>,
    /// What is going on now, in a sentence or two.
    #[schemars(length(max = wording::MAX_LINE))]
    scene_update: Option<String>,
    /// What happened, in one line, for the next few turns.
    notable_event: Option<OneOrMany>,
    /// What must still be known in a hundred turns.
    important_event: Option<OneOrMany>,
    /// Whom or what `important_event` is about, by name.
    #[schemars(length(max = wording::MAX_NAME))]
    about: Option<String>,
    /// Which side of it, where that may become otherwise: "where", "holds", "owes".
    #[schemars(length(max = wording::MAX_NAME))]
    aspect: Option<String>,
    /// Names of people they met for the first time.
    #[schemars(inner(length(max = wording::MAX_NAME)))]
    npcs_met: Vec<String>,
    /// Quests the heroes took on, by name.
    #[schemars(inner(length(max = wording::MAX_NAME)))]
    quests_added: Vec<String>,
    /// Quests they finished.
    quests_completed: Vec<String>,
    /// A turning point of the campaign.
    #[schemars(length(max = wording::MAX_LINE))]
    milestone: Option<String>,
    /// Where the heroes are once they got away, or were carried.
    #[schemars(length(max = wording::MAX_LINE))]
    location_changed: Option<String>,
    /// The same, as a place nearby.
    #[schemars(length(max = wording::MAX_NAME))]
    set_current_poi: Option<String>,
    /// Experience for what was done beside the fight; that of the fallen is the rules'.
    xp_gained: Option<u32>,
    /// Minutes that went by once it was over.
    minutes_passed: Option<u32>,
    /// Not heeded while the fight lasts. Once it is lost, 1 brings a fallen hero round.
    hp_delta: Option<i32>,
    /// Whether `hp_delta` raises the dead, too, by a wonder.
    revived: bool,
}

impl Tool for UpdateInFight {
    const NAME: &'static str = UpdateGameState::NAME;
    type Context = Draft;
    const SUMMARY: CallSummary = UpdateGameState::SUMMARY;
    const PUBLIC: PublicCall = UpdateGameState::PUBLIC;

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        self.0.run(draft).await
    }
}
