//! Acts and their nodes.

use game::combat::terrain::TerrainPatch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    beat::{Consequence, Foe, StoryBeat},
    package::Variant,
    requirement::Requirement,
};

/// A part of the story with one goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Act")]
pub struct CampaignAct {
    /// Unique among the acts.
    pub id: String,
    /// Its title. Players read it when the act begins.
    pub title: String,
    /// The heroes' goal, in a sentence that players read.
    pub objective: String,
    /// What the Dungeon Master has to know about it: who wants what, and what is true.
    pub briefing: String,
    /// Open questions in it, for the Dungeon Master.
    #[serde(default)]
    pub mysteries: Vec<String>,
    /// The levels of the heroes in it.
    pub levels: LevelRange,
    /// The nodes of its outline, in order; each of them has to be written.
    pub outline: Vec<String>,
    /// Its nodes; it begins in the first.
    pub nodes: Vec<Node>,
}

/// The levels of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Levels")]
pub struct LevelRange {
    /// The level it begins at, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub from: u8,
    /// The level it ends at, not below the first.
    #[schemars(range(min = 1, max = 20))]
    pub to: u8,
}

/// A scene: a place, with people and ways on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Node {
    /// Unique in the whole campaign.
    pub id: String,
    /// Its title on the map.
    pub title: String,
    /// The place as players call it.
    pub location: String,
    /// The id of its place, if the campaign has places to travel between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The text when the heroes come here for the first time.
    pub shown: String,
    /// The text when they come back; default: a short form of the first text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// Texts that replace either: the first one whose condition holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Two or three suggested actions for players who don't know what to do, in a player's words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<String>,
    /// What only the Dungeon Master knows of it.
    #[serde(default)]
    pub briefing: String,
    /// How it feels. Its picture and music are made from it.
    pub mood: NodeMood,
    /// What its picture shows, for an image server; default: that of its place, else the text that players read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub image_prompt: String,
    /// Ids of the people who are here.
    #[serde(default)]
    pub people: Vec<String>,
    /// When some of them are elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absences: Vec<Absence>,
    /// Ids of motifs and findings that recur here.
    #[serde(default)]
    pub callbacks: Vec<String>,
    /// What happens here, in order.
    pub beats: Vec<StoryBeat>,
    /// Encounters that can happen to heroes who stay.
    #[serde(default)]
    pub encounters: Vec<NodeEncounter>,
    /// The terrain of its fights; default: an open plain. Heroes begin about column 2, foes about column 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<TerrainPatch>,
    /// The ways on.
    pub exits: Vec<NodeExit>,
}

/// When a person is absent from a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Absence {
    /// Who, by id.
    pub person: String,
    /// When they are gone.
    pub when: Requirement,
}

/// How a node feels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Mood")]
pub struct NodeMood {
    /// The atmosphere in a few words: `wet stone, held breath`.
    pub text: String,
    /// Weights from 0 to 1 of the feelings that its music is made from. Missing ones are 0.
    #[serde(default)]
    pub feelings: Vec<FeelingWeight>,
}

/// A feeling and how strong it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Weight")]
pub struct FeelingWeight {
    /// The feeling.
    pub feeling: Feeling,
    /// From 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub weight: f64,
}

/// A feeling that music can express.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Feeling {
    /// Warm and safe.
    Calm,
    /// Something is about to be found.
    Wonder,
    /// Something is wrong.
    Dread,
    /// It has begun.
    Danger,
    /// Something is lost.
    Sorrow,
    /// It was worth it.
    Triumph,
}

/// An encounter that can happen to heroes who stay in a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Encounter")]
pub struct NodeEncounter {
    /// Unique in the whole campaign.
    pub id: String,
    /// The text when it happens.
    pub shown: String,
    /// Who attacks; none if it is not a fight.
    #[serde(default)]
    pub foes: Vec<Foe>,
    /// The condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// Whether it can happen more than once.
    #[serde(default)]
    pub repeatable: bool,
    /// The highest comes first; ties are decided at random.
    #[serde(default)]
    pub priority: u32,
    /// What it brings.
    #[serde(default)]
    pub outcome: Consequence,
}

/// A way out of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Exit")]
pub struct NodeExit {
    /// Unique in its node.
    pub id: String,
    /// What the heroes do to take it, as the Dungeon Master matches it: `They climb down the well.`
    pub when: String,
    /// As it is offered to players: `Down the well`.
    pub label: String,
    /// Where it leads.
    pub to: Destination,
    /// The condition for taking it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// The text when the heroes try it without the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Minutes on the way; default: 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 43_200))]
    pub minutes: Option<u32>,
    /// Whether it is offered only if the heroes have a finding that points to its target, or have been there.
    #[serde(default)]
    pub hidden: bool,
    /// The outcome of taking it; the outcome has no target of its own.
    #[serde(default, skip_serializing_if = "Consequence::is_nothing")]
    pub outcome: Consequence,
}

/// Where something leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Way")]
pub enum Destination {
    /// To a node, by its id.
    Node(String),
    /// To the first node of an act, by the act's id.
    Act(String),
    /// To an ending, by its id.
    Ending(String),
}

impl Destination {
    /// The id it names.
    pub fn id(&self) -> &str {
        match self {
            Self::Node(id) | Self::Act(id) | Self::Ending(id) => id,
        }
    }
}

impl std::fmt::Display for Destination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Node(id) => write!(f, "node “{id}”"),
            Self::Act(id) => write!(f, "act “{id}”"),
            Self::Ending(id) => write!(f, "ending “{id}”"),
        }
    }
}

impl Node {
    /// All ways out of it: its exits, and the outcomes of its beats and encounters.
    pub fn ways(&self) -> impl Iterator<Item = &Destination> {
        let outcomes = self.beats.iter().flat_map(|beat| [&beat.success, &beat.mixed, &beat.failure]);
        let outcomes = outcomes.chain(self.encounters.iter().map(|met| &met.outcome));
        self.exits.iter().map(|exit| &exit.to).chain(outcomes.filter_map(|outcome| outcome.to.as_ref()))
    }

    /// All outcomes of its beats, encounters and exits.
    pub fn outcomes(&self) -> impl Iterator<Item = &Consequence> {
        let met = self.encounters.iter().map(|met| &met.outcome);
        self.beats.iter().flat_map(StoryBeat::outcomes).chain(met).chain(self.exits.iter().map(|exit| &exit.outcome))
    }

    /// The beat of that id.
    pub fn beat(&self, id: &str) -> Option<&StoryBeat> {
        self.beats.iter().find(|beat| beat.id == id)
    }
}
