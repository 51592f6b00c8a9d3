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
    /// Its name; only the Dungeon Master sees it.
    pub title: String,
    /// What kind of scene it is.
    pub kind: BeatKind,
    /// What happens and how to play it, for the Dungeon Master.
    pub description: String,
    /// The text when it begins.
    #[serde(default)]
    pub shown: String,
    /// Its pace.
    #[serde(default)]
    pub pacing: Pacing,
    /// The heroes' task, in a sentence that players read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// The condition for it to happen; else it is skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// Ids of people who appear in it. They can be asked questions as long as it is the latest beat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// The test that decides it. If there are foes, a success avoids the fight. A beat with neither test nor foes can't fail
    /// and is over as soon as its text was shown; its things remain in the node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// Who fights.
    #[serde(default)]
    pub foes: Vec<Foe>,
    /// Findings that can be made in it.
    #[serde(default)]
    pub findings: Vec<Finding>,
    /// Things that can be looked at and handled.
    #[serde(default)]
    pub interactables: Vec<Interactable>,
    /// What points ahead without saying so.
    #[serde(default)]
    pub foreshadowing: Vec<String>,
    /// The outcome of success.
    #[serde(default)]
    pub success: Consequence,
    /// The cost of a mixed success, in addition to the outcome of success; it leads nowhere. Only if the campaign's `checks`
    /// are `2d6`.
    #[serde(default, skip_serializing_if = "Consequence::is_nothing")]
    pub mixed: Consequence,
    /// The outcome of failure.
    #[serde(default)]
    pub failure: Consequence,
    /// The beat of this node that follows a failure; default: the next one in order.
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
    /// A puzzle.
    Puzzle,
    /// A fight.
    Combat,
    /// The main fight of an act.
    Boss,
    /// A pause.
    Rest,
    /// A journey from one place to another.
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

/// The pace of a beat.
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
    /// A climax.
    Climax,
}

/// A test that decides something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Test {
    /// The skill it is made with.
    pub skill: Skill,
    /// The DC, 5 to 30.
    #[schemars(range(min = 5, max = 30))]
    pub dc: i32,
}

/// Creatures of one kind. Their number suits the party that the campaign is written for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Foe {
    /// Its name in the story.
    pub name: String,
    /// The SRD creature whose stat block it fights with.
    pub creature: String,
    /// Its challenge rating as in a stat block: `0`, `1/8`, `1/4`, `1/2`, `1` … `30`.
    pub challenge: String,
    /// How many.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 30))]
    pub count: u32,
}

fn one() -> u32 {
    1
}

/// A piece of information that the heroes can find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    /// Unique in the whole campaign.
    pub id: String,
    /// What the heroes learn, as their journal says it.
    pub text: String,
    /// Where it comes from.
    #[serde(default)]
    pub from: FindingSource,
    /// The test for it; none if looking or asking is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// What it gives information about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points_to: Vec<Pointer>,
}

/// Where a finding comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Source")]
pub enum FindingSource {
    /// Everyone who is there notices it.
    #[default]
    Scene,
    /// It comes with the beat's success.
    Success,
    /// It comes with the outcome that names it.
    Outcome,
    /// From a thing, by its id in this beat.
    Thing(String),
    /// From a person, by id, who is asked about it.
    Person(String),
}

/// What a finding gives information about.
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
    /// Other names for it: `stone`, `wheel`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The condition for it to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// What the heroes see when they look at it.
    pub shown: String,
    /// What handling it does, such as opening, turning, reading or taking; none if it can only be looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handling: Option<Interaction>,
}

/// A way to handle a thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Handling")]
pub struct Interaction {
    /// Verbs it answers to: `open`, `turn`, `pull`.
    pub verbs: Vec<String>,
    /// The condition for it, such as a thing in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requirement>,
    /// The text when the heroes try it without the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The test for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// The outcome of success.
    pub success: Consequence,
    /// The cost of a mixed success, as for a beat.
    #[serde(default, skip_serializing_if = "Consequence::is_nothing")]
    pub mixed: Consequence,
    /// The outcome of failure.
    #[serde(default)]
    pub failure: Consequence,
}

/// An outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Outcome")]
pub struct Consequence {
    /// The text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shown: String,
    /// Whether it ends its beat with success.
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
    /// How many segments the doom clock advances.
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
    /// Whether it has no effect.
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

    /// All its outcomes, including those of handling its things.
    pub fn outcomes(&self) -> impl Iterator<Item = &Consequence> {
        let handled = self.interactables.iter().filter_map(|thing| thing.handling.as_ref());
        [&self.success, &self.mixed, &self.failure]
            .into_iter()
            .chain(handled.flat_map(|handling| [&handling.success, &handling.mixed, &handling.failure]))
    }
}
