//! Results of a look-up as facts beside the text, for models in this process.

use serde::{Deserialize, Serialize};

use super::{
    State,
    past::{Denial, PastDeed},
    person,
    story::{NpcRole, SupportingNpc},
};

/// Results of a look-up. Parts that weren't searched are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LookedUp {
    /// Important events, the oldest first.
    pub events: Vec<PastEvent>,
    /// People the story comes back to.
    pub people: Vec<KnownPerson>,
    /// The heroes' location after the turn that was asked for.
    pub was_at: Option<String>,
    /// The deeds that answer a question about the past, the oldest first.
    pub deeds: Vec<PastDeed>,
    /// The denial for such a question if no deed answers it.
    pub denial: Option<Denial>,
    /// The found turns that only mention earlier turns.
    pub retellings: Vec<u32>,
    /// The entry of the rules that answers.
    pub page: Option<RulePage>,
    /// Similar names in the rules.
    pub near: Vec<String>,
}

/// An event of the past.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastEvent {
    pub text: String,
    /// The turn that ended it; none while it holds.
    pub until: Option<u32>,
}

/// A supporting NPC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnownPerson {
    pub name: String,
    pub role: NpcRole,
    /// Their location.
    pub place: String,
    pub appearance: String,
    pub motivations: Vec<String>,
    pub is_dead: bool,
}

impl KnownPerson {
    /// The person as the story has them.
    pub fn of(state: &State, npc: &SupportingNpc) -> Self {
        Self {
            name: npc.shown_name(),
            role: npc.role,
            place: person::place_of(state, npc),
            appearance: npc.appearance.clone(),
            motivations: npc.motivations.clone(),
            is_dead: npc.dead,
        }
    }
}

/// An entry of the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulePage {
    pub name: String,
    pub text: String,
}
