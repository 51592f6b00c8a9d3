//! Beats: events of a node, with their findings and consequences.

use game::skill::Skill;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    act::Destination,
    package::{CampaignReward, is_none},
    requirement::{Flag, Requirement},
};

/// Something that happens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Beat")]
pub struct StoryBeat {
    /// Unique in the whole campaign.
    pub id: String,
    /// What it is called, by the Dungeon Master alone.
    pub title: String,
    /// What kind of scene it is.
    pub kind: BeatKind,
    /// What happens and how to play it, for the Dungeon Master.
    pub description: String,
    /// What is told when it begins.
    #[serde(default)]
    pub shown: String,
    /// How fast it goes.
    #[serde(default)]
    pub pacing: Pacing,
    /// What the heroes are to do, in a sentence they read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// What has to hold for it to happen at all; else it is passed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// Ids of people who come with it, and can be asked as long as it is the last that was told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// What it turns on. Where there are foes, it is what spares the fight: they fight whoever fails it. A beat with neither
    /// can't fail, and is over as soon as it is told; what can be looked at in it stays in the node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// Who fights.
    #[serde(default)]
    pub foes: Vec<Foe>,
    /// What can be learnt.
    #[serde(default)]
    pub findings: Vec<Finding>,
    /// What can be looked at and handled.
    #[serde(default)]
    pub interactables: Vec<Interactable>,
    /// What points ahead without saying so.
    #[serde(default)]
    pub foreshadowing: Vec<String>,
    /// What comes of it if it goes well.
    #[serde(default)]
    pub success: Consequence,
    /// What a success costs that was thrown with two dice and came out mixed; it comes on top of what success brings, and leads
    /// nowhere. Only where the campaign's `checks` are `2d6`.
    #[serde(default, skip_serializing_if = "Consequence::is_nothing")]
    pub mixed: Consequence,
    /// What comes of it if it doesn't.
    #[serde(default)]
    pub failure: Consequence,
    /// The beat of this node that follows when it failed; the next one in order where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_beat_if_failed: Option<String>,
}

/// Kinds of scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BeatKind {
    /// Talk.
    Social,
    /// Looking around.
    Exploration,
    /// Something to be worked out.
    Puzzle,
    /// A fight.
    Combat,
    /// The fight of an act.
    Boss,
    /// A time to draw breath.
    Rest,
    /// The way from one place to another.
    Travel,
}

impl BeatKind {
    /// As it is written in packages and prompts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Social => "social",
            Self::Exploration => "exploration",
            Self::Puzzle => "puzzle",
            Self::Combat => "combat",
            Self::Boss => "boss",
            Self::Rest => "rest",
            Self::Travel => "travel",
        }
    }
}

/// How fast a beat goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Pacing {
    /// Time to look.
    Slow,
    /// One thing after another.
    #[default]
    Steady,
    /// No time to lose.
    Tense,
    /// What all of it led to.
    Climax,
}

/// A throw that something turns on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Test {
    /// The skill it is made with.
    pub skill: Skill,
    /// What it has to reach, 5 to 30.
    #[schemars(range(min = 5, max = 30))]
    pub dc: i32,
}

/// Creatures of one kind, counted for the party the campaign is written for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Foe {
    /// As it is told.
    pub name: String,
    /// The SRD creature whose stat block it fights with.
    pub creature: String,
    /// Its challenge rating, as a stat block has it: `0`, `1/8`, `1/4`, `1/2`, `1` … `30`.
    pub challenge: String,
    /// How many.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 30))]
    pub count: u32,
}

fn one() -> u32 {
    1
}

/// Something that can be learnt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    /// Unique in the whole campaign.
    pub id: String,
    /// What the heroes know when they have it, as their journal says it.
    pub text: String,
    /// Where it comes from.
    #[serde(default)]
    pub from: FindingSource,
    /// What it takes to get it; nothing, where whoever looks or asks has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// What it says something about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points_to: Vec<Pointer>,
}

/// Where a finding comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Source")]
pub enum FindingSource {
    /// It lies open to whoever is there.
    #[default]
    Scene,
    /// It comes with the beat's success.
    Success,
    /// It comes with whatever outcome names it.
    Outcome,
    /// From a thing, by its id in this beat.
    Thing(String),
    /// From a person, by id, who is asked about it.
    Person(String),
}

/// What a finding says something about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Pointer {
    /// A node, by its id: how to get there, or that it is there at all.
    Node(String),
    /// A person, by id.
    Person(String),
    /// A secret, by id.
    Secret(String),
    /// An ending, by its id: how it can be brought about.
    Ending(String),
}

/// A thing that can be looked at and handled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Interactable {
    /// Unique in its beat.
    pub id: String,
    /// What it is called: `the millstone`.
    pub name: String,
    /// What else it may be called: `stone`, `wheel`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// What has to hold for it to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// What whoever looks at it sees.
    pub shown: String,
    /// What handling it does: opening, turning, reading, taking; nothing, where it is only looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handling: Option<Interaction>,
}

/// What handling a thing does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Handling")]
pub struct Interaction {
    /// Verbs it answers to: `open`, `turn`, `pull`.
    pub verbs: Vec<String>,
    /// What has to hold, as a thing in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// What is told to whoever tries it before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// What comes of it if it goes well.
    pub success: Consequence,
    /// What a success costs that was thrown with two dice and came out mixed, as of a beat.
    #[serde(default, skip_serializing_if = "Consequence::is_nothing")]
    pub mixed: Consequence,
    /// What comes of it if it doesn't.
    #[serde(default)]
    pub failure: Consequence,
}

/// What comes of something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Outcome")]
pub struct Consequence {
    /// What is told.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shown: String,
    /// Whether the beat it belongs to is over with it, and has gone well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// Ids of findings it brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
    /// Flags it sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<Flag>,
    /// What the heroes earn.
    #[serde(default, skip_serializing_if = "is_no_reward")]
    pub reward: CampaignReward,
    /// Segments the doom clock goes on by.
    #[serde(default, skip_serializing_if = "is_none")]
    pub doom: u32,
    /// Where it leads at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Destination>,
}

fn is_no_reward(reward: &CampaignReward) -> bool {
    *reward == CampaignReward::default()
}

impl Consequence {
    /// Whether nothing comes of it.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Finding {
    /// Whether it points to a node.
    pub fn points_at(&self, node: &str) -> bool {
        self.points_to.iter().any(|pointer| matches!(pointer, Pointer::Node(id) if id == node))
    }
}

impl StoryBeat {
    /// Whether it can go wrong.
    pub fn can_fail(&self) -> bool {
        self.test.is_some() || !self.foes.is_empty()
    }

    /// Every condition in it.
    pub fn conditions(&self) -> impl Iterator<Item = &Requirement> {
        let of_things = self.interactables.iter().flat_map(|thing| {
            [thing.requires.as_ref(), thing.handling.as_ref().and_then(|handling| handling.requires.as_ref())]
        });
        [self.requires.as_ref()].into_iter().chain(of_things).flatten()
    }

    /// Everything that can come of it, with what comes of handling its things.
    pub fn outcomes(&self) -> impl Iterator<Item = &Consequence> {
        let handled = self.interactables.iter().filter_map(|thing| thing.handling.as_ref());
        [&self.success, &self.mixed, &self.failure]
            .into_iter()
            .chain(handled.flat_map(|handling| [&handling.success, &handling.mixed, &handling.failure]))
    }
}
