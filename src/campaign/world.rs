//! The world of a campaign outside of acts: places and roads, lore, scheduled events, and the doom clock.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{act::Destination, beat::Consequence, requirement::Requirement};

/// A place one can travel to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Place")]
pub struct CampaignPlace {
    /// Unique among the places.
    pub id: String,
    /// As players call it.
    pub name: String,
    /// What one sees of it.
    pub shown: String,
    /// What a picture of it shows, for an image server; the text players read if left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub image_prompt: String,
    /// What is hidden there, for the Dungeon Master.
    #[serde(default)]
    pub secrets: Vec<String>,
    /// How dangerous it is, 0 to 5.
    #[serde(default)]
    #[schemars(range(min = 0, max = 5))]
    pub danger: u8,
    /// The roads that begin here. A road that can be gone both ways stands at both ends.
    #[serde(default)]
    pub roads: Vec<Road>,
}

/// A way from one place to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Road {
    /// The place it leads to, by its id.
    pub to: String,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// What has to hold before it can be gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
}

/// What is told where somebody speaks of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Lore")]
pub struct LoreEntry {
    /// Words that ask for it.
    pub about: Vec<String>,
    /// What everybody knows who knows anything: players may read it.
    pub text: String,
}

/// What happens once its time has come, wherever the heroes are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Happening {
    /// Unique in the whole campaign.
    pub id: String,
    /// When its time has come.
    pub when: Requirement,
    /// What comes of it.
    pub outcome: Consequence,
}

/// What comes nearer while the heroes tarry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Doom {
    /// What it is called: `The tide`.
    pub title: String,
    /// Segments until it is there, 2 to 20.
    #[schemars(range(min = 2, max = 20))]
    pub segments: u32,
    /// What drives it on, beside outcomes that say so.
    #[serde(default)]
    pub driven_by: Vec<Drive>,
    /// Signs of it, each when so many segments are full.
    #[serde(default)]
    pub omens: Vec<Omen>,
    /// What comes when it is full.
    pub full: Destination,
    /// What makes it stand still for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Requirement>,
}

/// What drives a doom clock on by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Drive {
    /// A long rest.
    LongRest,
    /// A beat that failed.
    Failure,
    /// A way from one node to another.
    Move,
}

/// A sign of what is coming.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Omen {
    /// Told when so many segments are full.
    pub at: u32,
    /// What is told.
    pub shown: String,
}
