//! The state of the story: place, important events, people.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    after_fight::AfterFight,
    id::{NpcId, of_person},
    person,
    quest::{ClosedQuest, Quest},
    story_fact::StoryFact,
    wording::{shortened, titled},
};

/// Most recent events kept; the oldest are dropped.
pub const MAX_RECENT_EVENTS: usize = 10;
/// Most important events kept; the oldest are dropped.
pub const MAX_IMPORTANT_EVENTS: usize = 50;
/// Most milestones kept; the oldest are dropped.
pub const MAX_MILESTONES: usize = 20;
/// Most names of people kept; the oldest are dropped.
pub const MAX_MET_NPCS: usize = 30;

/// Maximum length of a supporting NPC's notes, in characters.
pub const MAX_NOTES: usize = 1_500;

/// The state of the story.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Story {
    pub current_location: String,
    /// What is happening there, in a sentence or two.
    pub current_scene: String,
    /// What a fight left, if the scene follows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_fight: Option<AfterFight>,
    /// The beginning of the story; prompts show it until there is a summary.
    #[serde(default)]
    pub background: String,
    /// Summary of the story so far, by the Dungeon Master.
    #[serde(default)]
    pub campaign_summary: String,
    /// Open quests, names in lower case.
    pub active_quests: Vec<Quest>,
    /// Closed quests, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed_quests: Vec<ClosedQuest>,
    /// Names in lower case, newest last.
    #[serde(rename = "metNPCs")]
    pub met_npcs: Vec<String>,
    /// Turning points, in lower case.
    pub milestones: Vec<String>,
    /// Newest last.
    pub recent_events: Vec<String>,
    /// The act of the campaign, from 1.
    pub current_act: u32,
    /// Completed beats of this act, in lower case.
    pub completed_story_beats: Vec<String>,
    /// Known places nearby.
    #[serde(default)]
    pub known_places: Vec<String>,
    /// The known place where the heroes are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_place: Option<String>,
    /// Facts of the story, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<StoryFact>,
}

/// A supporting NPC: a person who can return in the story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportingNpc {
    /// Derived from the name.
    pub id: NpcId,
    /// In lower case.
    pub name: String,
    /// The name as written, if capitalising each word of `name` doesn't give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    pub role: NpcRole,
    pub appearance: String,
    pub personality: String,
    /// Hidden from players.
    pub motivations: Vec<String>,
    /// In lower case.
    pub location: String,
    /// Other facts; hidden from players.
    pub notes: String,
    /// Key of the stat block for fights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combat_slug: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead: bool,
}

impl SupportingNpc {
    /// A person with only a name.
    pub fn named(name: &str) -> Self {
        let id = NpcId::from(of_person(name));
        let (name, display_name) = person::forms_of(name);
        Self {
            id,
            name,
            display_name,
            role: NpcRole::Neutral,
            appearance: String::new(),
            personality: String::new(),
            motivations: Vec::new(),
            location: String::new(),
            notes: String::new(),
            combat_slug: None,
            dead: false,
        }
    }

    /// The name as shown to players.
    pub fn shown_name(&self) -> String {
        self.display_name.clone().unwrap_or_else(|| titled(&self.name))
    }

    /// Adds to the notes. Beyond [`MAX_NOTES`], the oldest sentences are dropped.
    pub fn add_notes(&mut self, notes: &str) {
        let notes = shortened(notes, MAX_NOTES);
        if notes.is_empty() || self.notes.contains(&notes) {
            return;
        }
        self.notes = format!("{} {notes}", self.notes).trim().to_owned();
        let surplus = self.notes.chars().count().saturating_sub(MAX_NOTES);
        if surplus > 0 {
            let from = self.notes.char_indices().nth(surplus).map_or(0, |(at, _)| at);
            let begins = |stop: &str| self.notes[from..].find(stop).map(|at| from + at + stop.len());
            let keep = begins(". ").or_else(|| begins(" ")).unwrap_or(from);
            self.notes.drain(..keep);
        }
    }

    /// The same person without the Dungeon Master's secrets: goals, notes and stat block. A new field doesn't compile until it
    /// is listed here as public or secret.
    #[must_use]
    pub fn as_players_see_them(&self) -> Self {
        let Self {
            id,
            name,
            display_name,
            role,
            appearance,
            personality,
            motivations: _,
            location,
            notes: _,
            combat_slug: _,
            dead,
        } = self;
        Self {
            id: id.clone(),
            name: name.clone(),
            display_name: display_name.clone(),
            role: *role,
            appearance: appearance.clone(),
            personality: personality.clone(),
            motivations: Vec::new(),
            location: location.clone(),
            notes: String::new(),
            combat_slug: None,
            dead: *dead,
        }
    }
}

/// What a supporting NPC is to the heroes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NpcRole {
    /// On their side.
    Ally,
    /// Wants the same thing for themselves.
    Rival,
    /// Neither.
    Neutral,
    /// Knows things.
    Informant,
    /// Sells things.
    Merchant,
    /// Asks for help.
    QuestGiver,
}

impl NpcRole {
    /// Parses a role; unknown ones are neutral.
    pub fn read(text: &str) -> Self {
        match text.trim().to_lowercase().replace([' ', '-'], "_").as_str() {
            "ally" => Self::Ally,
            "rival" => Self::Rival,
            "informant" => Self::Informant,
            "merchant" => Self::Merchant,
            "quest_giver" => Self::QuestGiver,
            _ => Self::Neutral,
        }
    }

    /// The name in stored data and prompts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ally => "ally",
            Self::Rival => "rival",
            Self::Neutral => "neutral",
            Self::Informant => "informant",
            Self::Merchant => "merchant",
            Self::QuestGiver => "quest_giver",
        }
    }
}
