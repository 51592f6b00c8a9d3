//! `update_game_state` in a fight: only what the rules of it don't see to, and what it leaves behind.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{Answer, CallSummary, PublicCall, PublicResult, Tool, ToolError},
    dm::{
        Draft,
        tools::{NewCreature, OneOrMany, UpdateGameState},
    },
    game::{command, story_fact::StoryFact},
};

/// Write down what the fight's rules don't see to: things picked up or used, conditions that come of the story, coins, and
/// who comes into the scene; those who are hostile or friendly join the fight. Hit points are the rules' while it lasts.
/// Once it is over, write down what it leaves behind: the scene, and what must be remembered.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UpdateInFight {
    /// A hero; left out, the one who acts.
    pub character: Option<String>,
    /// Things that came into the pack, one entry each.
    pub items_gained: Vec<String>,
    /// Things that left the pack: thrown, broken, used up.
    pub items_lost: Vec<String>,
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
    /// Ids of the dead who are left behind, and of those who leave once the fight is over.
    pub npcs_to_dismiss: Vec<String>,
    /// What is going on now, in a sentence or two.
    pub scene_update: Option<String>,
    /// What happened, in one line, for the next few turns.
    pub notable_event: Option<OneOrMany>,
    /// What must still be known in a hundred turns.
    pub important_event: Option<OneOrMany>,
    /// A turning point of the campaign.
    pub milestone: Option<String>,
    /// Where the heroes are once they got away, or were carried.
    pub location_changed: Option<String>,
    /// The same, as a place nearby.
    pub set_current_poi: Option<String>,
    /// Experience for what was done beside the fight; that of the fallen is the rules'.
    pub xp_gained: Option<u32>,
    /// Minutes that went by once it was over.
    pub minutes_passed: Option<u32>,
    /// Not heeded while the fight lasts. Once it is lost, 1 brings a fallen hero round.
    pub hp_delta: Option<i32>,
    /// Whether `hp_delta` raises the dead, too, by a wonder.
    pub revived: bool,
    /// Facts of what happened, from a model in this process.
    #[schemars(skip)]
    pub facts: Vec<StoryFact>,
}

impl Tool for UpdateInFight {
    const NAME: &'static str = UpdateGameState::NAME;
    type Context = Draft;
    const SUMMARY: CallSummary = UpdateGameState::SUMMARY;
    const PUBLIC: PublicCall = PublicCall {
        input: &[
            "character",
            "hp_delta",
            "items_gained",
            "items_lost",
            "conditions_added",
            "conditions_removed",
            "gold_delta",
            "xp_gained",
            "spell_slots_used.*",
            "npcs_to_create.name",
            "npcs_to_create.slug",
            "npcs_to_create.disposition",
            "npcs_to_create.count",
            "npcs_to_dismiss",
            "scene_update",
            "notable_event",
            "important_event",
            "milestone",
            "location_changed",
            "set_current_poi",
            "minutes_passed",
        ],
        result: PublicResult::FieldsAndRefusals(&["ok", "applied", "clamped", "rejected", "fight"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let fights = draft.game().encounter.is_some();
        let name = self.character.clone().unwrap_or_else(|| draft.acting().to_string());
        let is_dead = draft.game().hero(&name).is_ok_and(|hero| hero.dead);
        let mut hp_delta = self.hp_delta;
        if self.revived && is_dead && !fights && hp_delta.is_some_and(|hp| hp > 0) {
            let hp = hp_delta.take().unwrap_or(1);
            draft.by_rules(|bout| command::revive(bout, &name, hp))?;
        }
        let update = UpdateGameState {
            character: self.character,
            hp_delta,
            items_gained: self.items_gained,
            items_lost: self.items_lost,
            conditions_added: self.conditions_added,
            conditions_removed: self.conditions_removed,
            gold_delta: self.gold_delta,
            xp_gained: self.xp_gained,
            spell_slots_used: self.spell_slots_used,
            npcs_to_create: self.npcs_to_create,
            npcs_to_dismiss: self.npcs_to_dismiss,
            scene_update: self.scene_update,
            notable_event: self.notable_event,
            important_event: self.important_event,
            milestone: self.milestone,
            location_changed: self.location_changed,
            set_current_poi: self.set_current_poi,
            minutes_passed: self.minutes_passed,
            facts: self.facts,
            ..UpdateGameState::default()
        };
        update.run(draft).await
    }
}
