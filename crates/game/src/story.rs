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

/// Most recent events kept; older ones fall off the end.
pub const MAX_RECENT_EVENTS: usize = 10;
/// Most important events kept, the newest.
pub const MAX_IMPORTANT_EVENTS: usize = 50;
/// Most milestones kept, the newest.
pub const MAX_MILESTONES: usize = 20;
/// Most names of people met kept, the newest.
pub const MAX_MET_NPCS: usize = 30;

/// The longest notes of a supporting NPC, in characters.
pub const MAX_NOTES: usize = 1_500;

/// Where the story stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Story {
    /// Where the heroes are.
    pub current_location: String,
    /// What is going on there, in a sentence or two.
    pub current_scene: String,
    /// What a fight left, where the scene is that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_fight: Option<AfterFight>,
    /// How it began; stands in the prompt until there is a summary.
    #[serde(default)]
    pub background: String,
    /// What has happened so far, as the Dungeon Master last put it.
    #[serde(default)]
    pub campaign_summary: String,
    /// Quests that are open, names in lower case.
    pub active_quests: Vec<Quest>,
    /// Quests that are over, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed_quests: Vec<ClosedQuest>,
    /// People met, in lower case, the newest last.
    #[serde(rename = "metNPCs")]
    pub met_npcs: Vec<String>,
    /// Turning points, in lower case.
    pub milestones: Vec<String>,
    /// What happened last, the newest last.
    pub recent_events: Vec<String>,
    /// The act of the campaign, from 1.
    pub current_act: u32,
    /// Beats of this act that are done, in lower case.
    pub completed_story_beats: Vec<String>,
    /// Places of the neighbourhood that have been found.
    #[serde(default)]
    pub known_places: Vec<String>,
    /// The one of them where the heroes are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_place: Option<String>,
    /// Facts that were noted beside what was told, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<StoryFact>,
}

/// Someone the story will come back to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportingNpc {
    /// From the name; the same name is the same person.
    pub id: NpcId,
    /// In lower case.
    pub name: String,
    /// The name as it was written, where capitals at the beginnings of its words don't give it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What they are to the heroes.
    pub role: NpcRole,
    /// What one sees.
    pub appearance: String,
    /// How they are.
    pub personality: String,
    /// What they want; left out of what players see.
    pub motivations: Vec<String>,
    /// Where they are found, in lower case.
    pub location: String,
    /// Anything else worth keeping; left out of what players see.
    pub notes: String,
    /// The stat block they fight with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combat_slug: Option<String>,
    /// Whether they died.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead: bool,
}

impl SupportingNpc {
    /// A person of whom only the name is known.
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

    /// The name as people read it.
    pub fn shown_name(&self) -> String {
        self.display_name.clone().unwrap_or_else(|| titled(&self.name))
    }

    /// Adds to the notes. Where they get longer than [`MAX_NOTES`], the oldest sentences go.
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

    /// The same person without what only the Dungeon Master knows: what they want, the notes about them, and what kind of creature
    /// they fight as. A field that is new has to be named here, as public or not.
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
    /// Reads a role; anything outside the six is neutral.
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

    /// As it is written in data and prompts.
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
