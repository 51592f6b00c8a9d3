//! The people of a campaign: appearance, goals, secrets.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    requirement::Requirement,
    terms::{TopicTerm, TopicTerms},
};

/// Somebody of name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Person")]
pub struct CastMember {
    /// Unique among the people.
    pub id: String,
    /// As they are called.
    pub name: String,
    /// What they are in the story.
    pub role: StoryRole,
    /// What one sees and hears: players read it.
    pub appearance: String,
    /// What a picture of them shows, for an image server; the text players read if left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub image_prompt: String,
    /// How they speak, for the Dungeon Master.
    #[serde(default)]
    pub voice: String,
    /// How they are: traits, ideals, bonds, flaws.
    #[serde(default)]
    pub traits: Vec<String>,
    /// What they want.
    #[serde(default)]
    pub wants: Vec<String>,
    /// What they hide.
    #[serde(default)]
    pub secrets: Vec<CastSecret>,
    /// How they stand to the heroes, act by act.
    #[serde(default)]
    pub arc: Vec<Attitude>,
    /// What they say when they are asked: the one whose words the question has most of, rare words first, of those whose
    /// condition holds. Words such as `who` choose only where a question has no others.
    #[serde(default)]
    pub topics: Vec<Topic>,
    /// The SRD creature whose stat block they fight with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creature: Option<String>,
}

/// What somebody is in the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Role")]
pub enum StoryRole {
    /// The one it is about, where that is no hero.
    Protagonist,
    /// On the heroes' side.
    Ally,
    /// Against them.
    Antagonist,
    /// Anybody else.
    Npc,
}

/// What somebody hides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Secret")]
pub struct CastSecret {
    /// Unique in the whole campaign.
    pub id: String,
    /// What is true.
    pub text: String,
    /// Words that give it away: no text that players can read before it is out may hold one.
    pub giveaways: Vec<String>,
    /// What brings it out: ids of findings, beats or nodes. Any of them does.
    pub revealed_by: Vec<String>,
}

/// How somebody stands to the heroes in an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Stance")]
pub struct Attitude {
    /// The act's id.
    pub act: String,
    /// What they think of the heroes and what they do about it.
    pub text: String,
}

/// What somebody says when they are asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Topic {
    /// Words that ask for it: `ferry`, `drowned`, `brother`.
    pub about: Vec<String>,
    /// What they say, in their own words.
    pub says: String,
    /// What has to hold; else they say nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// The finding that comes with it, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    #[serde(skip)]
    terms: TopicTerms,
}

impl Topic {
    pub(super) fn terms(&self) -> &[TopicTerm] {
        self.terms.of(&self.about)
    }

    /// The stems of the words of its answer.
    pub(super) fn stems_said(&self) -> &HashSet<String> {
        self.terms.stems_of(&self.says)
    }
}
