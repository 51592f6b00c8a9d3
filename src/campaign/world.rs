//! The world of a campaign outside of acts: places and roads, lore, scheduled events, and the doom clock.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{act::Destination, beat::Consequence, requirement::Requirement};

/// A place that the heroes can travel to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Place")]
pub struct CampaignPlace {
    /// Unique among the places.
    pub id: String,
    /// As players call it.
    pub name: String,
    /// What the heroes see there.
    pub shown: String,
    /// What a picture of it shows, for an image server; default: the text that players read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub image_prompt: String,
    /// What is hidden there, for the Dungeon Master.
    #[serde(default)]
    pub secrets: Vec<String>,
    /// How dangerous it is, 0 to 5.
    #[serde(default)]
    #[schemars(range(min = 0, max = 5))]
    pub danger: u8,
    /// The roads that begin here. A road that can be used both ways is listed at both places.
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
    /// The condition for using it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
}

/// A text for questions about a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Lore")]
pub struct LoreEntry {
    /// Words that ask about it.
    pub about: Vec<String>,
    /// What is common knowledge: players may read it.
    pub text: String,
}

/// An event that happens when its condition holds, wherever the heroes are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Happening {
    /// Unique in the whole campaign.
    pub id: String,
    /// The condition that triggers it.
    pub when: Requirement,
    /// Its outcome.
    pub outcome: Consequence,
}

/// A threat that advances as the heroes lose time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Doom {
    /// What it is called: `The tide`.
    pub title: String,
    /// Number of segments, 2 to 20.
    #[schemars(range(min = 2, max = 20))]
    pub segments: u32,
    /// What advances it, in addition to outcomes that say so.
    #[serde(default)]
    pub driven_by: Vec<Drive>,
    /// Signs of it, each at a number of filled segments.
    #[serde(default)]
    pub omens: Vec<Omen>,
    /// The outcome when it is full.
    pub full: Destination,
    /// The condition that stops it for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Requirement>,
}

/// What advances a doom clock by one segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Drive {
    /// A long rest.
    LongRest,
    /// A beat that failed.
    Failure,
    /// A move from one node to another.
    Move,
}

/// A sign of what is coming.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Omen {
    /// The number of filled segments at which its text is shown.
    pub at: u32,
    /// The text.
    pub shown: String,
}
