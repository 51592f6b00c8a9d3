//! The people of a campaign: appearance, goals, secrets.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    requirement::Requirement,
    terms::{TopicTerm, TopicTerms},
};

/// A named person.
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
    /// What the heroes see and hear. Players read it.
    pub appearance: String,
    /// What a picture of them shows, for an image server; default: the text that players read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub image_prompt: String,
    /// How they speak, for the Dungeon Master.
    #[serde(default)]
    pub voice: String,
    /// Their personality: traits, ideals, bonds, flaws.
    #[serde(default)]
    pub traits: Vec<String>,
    /// What they want.
    #[serde(default)]
    pub wants: Vec<String>,
    /// What they hide.
    #[serde(default)]
    pub secrets: Vec<CastSecret>,
    /// Their attitude to the heroes in each act.
    #[serde(default)]
    pub arc: Vec<Attitude>,
    /// Their answers to questions. A question gets the topic that shares the most words with it, rare words first, among those
    /// whose condition holds. Words such as `who` count only if the question has no others.
    #[serde(default)]
    pub topics: Vec<Topic>,
    /// The SRD creature whose stat block they fight with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creature: Option<String>,
}

/// A person's role in the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Role")]
pub enum StoryRole {
    /// The person it is about, if that is not a hero.
    Protagonist,
    /// On the heroes' side.
    Ally,
    /// Against them.
    Antagonist,
    /// Everyone else.
    Npc,
}

/// A person's secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Secret")]
pub struct CastSecret {
    /// Unique in the whole campaign.
    pub id: String,
    /// What is true.
    pub text: String,
    /// Words that give it away: no text that players can read before the secret is revealed may contain one.
    pub giveaways: Vec<String>,
    /// What reveals it: ids of findings, beats or nodes. Any one of them does.
    pub revealed_by: Vec<String>,
}

/// A person's attitude to the heroes in an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Stance")]
pub struct Attitude {
    /// The act's id.
    pub act: String,
    /// What they think of the heroes and what they do about it.
    pub text: String,
}

/// What a person says when asked about a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Topic {
    /// Words that ask about it: `ferry`, `drowned`, `brother`.
    pub about: Vec<String>,
    /// What they say, in their own words.
    pub says: String,
    /// The condition for it; without it they say nothing about it.
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
