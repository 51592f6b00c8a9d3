//! The file format of campaigns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    act::{CampaignAct, Destination},
    beat::{Consequence, Finding, StoryBeat},
    cast::CastMember,
    checks::Checks,
    requirement::Requirement,
    world::{CampaignPlace, Doom, Happening, LoreEntry},
};

/// The format this program reads and writes.
pub const FORMAT: &str = "embertale.campaign/1";

/// A campaign: acts that consist of nodes, nodes that consist of beats, and everything they refer to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Package")]
pub struct CampaignPackage {
    /// The format and its version: `embertale.campaign/1`.
    pub format: String,
    /// Names the campaign in addresses and files: lower case, words joined by hyphens.
    pub slug: String,
    /// The campaign's title.
    pub title: String,
    /// Two or three sentences for players who choose a campaign. They read it before the game starts, so it must spoil nothing.
    pub blurb: String,
    /// Its genre in a word or two, such as `ghost story`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub genre: String,
    /// Its position in the list of campaigns: lower numbers come first.
    #[serde(default, skip_serializing_if = "is_none")]
    pub order: u32,
    /// The language it is written in and played in, as a BCP 47 tag.
    #[serde(default = "english")]
    pub language: String,
    /// Topics in it that players may want to avoid: ids of content tags, such as `harm-to-children` or `spiders`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content_tags: Vec<String>,
    /// What it is about.
    pub premise: Premise,
    /// Where and when it plays.
    pub setting: CampaignSetting,
    /// The party it is written for.
    pub party: Party,
    /// The named people.
    #[serde(default)]
    pub people: Vec<CastMember>,
    /// Places that the heroes can travel to at any time, with the roads between them; none if the exits of nodes are the only
    /// ways.
    #[serde(default)]
    pub places: Vec<CampaignPlace>,
    /// The acts, in their order.
    pub acts: Vec<CampaignAct>,
    /// The ways it can end.
    pub endings: Vec<CampaignEnding>,
    /// A text for questions about a subject.
    #[serde(default)]
    pub lore: Vec<LoreEntry>,
    /// Events that happen wherever the heroes are.
    #[serde(default)]
    pub happenings: Vec<Happening>,
    /// The threat that advances as they lose time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doom: Option<Doom>,
    /// Its authors and its licence.
    #[serde(default)]
    pub credits: Credits,
}

fn english() -> String {
    "en".to_owned()
}

/// What a campaign is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Premise {
    /// The whole story on one page, with its secrets: only the Dungeon Master reads it.
    pub text: String,
    /// Its themes, such as `debts` or `what the sea gives back`.
    #[serde(default)]
    pub themes: Vec<String>,
    /// Things that recur from act to act: an image, a tune, an object.
    #[serde(default)]
    pub motifs: Vec<Motif>,
    /// The style of narration: a few rules for the Dungeon Master.
    #[serde(default)]
    pub style: String,
    /// How its pictures look.
    #[serde(default)]
    pub art_style: String,
}

/// A recurring element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Motif {
    /// Unique among the motifs.
    pub id: String,
    /// What it is and what it means.
    pub text: String,
}

/// Where and when a campaign plays, and with which dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Setting")]
pub struct CampaignSetting {
    /// The land, the town, the sea.
    pub world: String,
    /// The age it plays in.
    pub era: String,
    /// How it feels.
    pub tone: String,
    /// The hour of the day when it begins, 0 to 23; default: 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 23))]
    pub hour: Option<u8>,
    /// The dice for tests; fights always follow the SRD.
    #[serde(default, skip_serializing_if = "Checks::is_default")]
    pub checks: Checks,
}

/// The heroes a campaign is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Party {
    /// Number of heroes, 1 to 6. The fights are balanced for it.
    #[schemars(range(min = 1, max = 6))]
    pub heroes: u32,
    /// Their level when it begins, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub level: u8,
}

/// An ending of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Ending")]
pub struct CampaignEnding {
    /// Unique among the endings.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How it ends for the heroes.
    pub kind: EndingKind,
    /// The text when it is reached.
    pub epilogue: String,
    /// Texts that replace it: the first one whose condition holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
}

/// A text that replaces another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Variant {
    /// The condition.
    pub requires: Requirement,
    /// The text.
    pub shown: String,
}

/// How an ending turns out for the heroes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum EndingKind {
    /// They reached their goal.
    Triumph,
    /// They reached it at a cost, or failed and won something else.
    Bittersweet,
    /// They failed.
    Defeat,
}

/// Who made a campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Credits {
    /// Who wrote it.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Its licence, as an SPDX expression.
    #[serde(default)]
    pub license: String,
}

/// What the heroes earn in addition to the experience of fights.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Reward")]
pub struct CampaignReward {
    /// Experience points, for each hero.
    #[serde(default, skip_serializing_if = "is_none")]
    pub xp: u32,
    /// Gold pieces, for all of them together.
    #[serde(default, skip_serializing_if = "is_none")]
    pub gold: u32,
    /// Things, for one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    /// A name shared by several rewards for one achievement that can be reached in different ways: only the first one is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<String>,
}

/// Whether a number says nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_none(n: &u32) -> bool {
    *n == 0
}

impl CampaignPackage {
    /// Every node with the act it belongs to, in the order of the acts.
    pub fn nodes(&self) -> impl Iterator<Item = (&CampaignAct, &super::act::Node)> {
        self.acts.iter().flat_map(|act| act.nodes.iter().map(move |node| (act, node)))
    }

    /// The node of that id.
    pub fn node(&self, id: &str) -> Option<(&CampaignAct, &super::act::Node)> {
        self.nodes().find(|(_, node)| node.id == id)
    }

    /// Every finding, in the order of the nodes.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.nodes().flat_map(|(_, node)| &node.beats).flat_map(|beat| &beat.findings)
    }

    /// All outcomes with their nodes; events outside nodes have none.
    pub fn outcomes(&self) -> impl Iterator<Item = (Option<&super::act::Node>, &Consequence)> {
        let of_nodes = self.nodes().flat_map(|(_, node)| node.outcomes().map(move |outcome| (Some(node), outcome)));
        of_nodes.chain(self.happenings.iter().map(|happening| (None, &happening.outcome)))
    }

    /// The act of that id.
    pub fn act(&self, id: &str) -> Option<&CampaignAct> {
        self.acts.iter().find(|act| act.id == id)
    }

    /// The ending of that id.
    pub fn ending(&self, id: &str) -> Option<&CampaignEnding> {
        self.endings.iter().find(|ending| ending.id == id)
    }

    /// The person of that id.
    pub fn person(&self, id: &str) -> Option<&CastMember> {
        self.people.iter().find(|person| person.id == id)
    }

    /// The node a campaign begins in; none if its first act has none.
    pub fn start(&self) -> Option<&super::act::Node> {
        self.acts.first()?.nodes.first()
    }

    /// Every condition of the campaign.
    pub fn conditions(&self) -> Vec<&Requirement> {
        let nodes = self.nodes().map(|(_, node)| node);
        let of_nodes = nodes.flat_map(|node| {
            let exits = node.exits.iter().filter_map(|exit| exit.requires.as_ref());
            let beats = node.beats.iter().flat_map(StoryBeat::conditions);
            let others = node.absences.iter().map(|absence| &absence.when);
            let others = others.chain(node.variants.iter().map(|variant| &variant.requires));
            exits.chain(beats).chain(others).chain(node.encounters.iter().filter_map(|met| met.requires.as_ref()))
        });
        let roads = self.places.iter().flat_map(|place| &place.roads).filter_map(|road| road.requires.as_ref());
        let topics = self.people.iter().flat_map(|person| &person.topics).filter_map(|topic| topic.requires.as_ref());
        let of_endings = self.endings.iter().flat_map(|ending| &ending.variants).map(|variant| &variant.requires);
        let until = self.doom.iter().filter_map(|doom| doom.until.as_ref());
        let of_nodes = of_nodes.chain(of_endings).chain(until);
        of_nodes.chain(roads).chain(topics).chain(self.happenings.iter().map(|happening| &happening.when)).collect()
    }

    /// Where a way leads, as a node or an ending; none if it leads nowhere.
    pub fn follow<'a>(&'a self, way: &'a Destination) -> Option<Arrival<'a>> {
        match way {
            Destination::Node(id) => self.node(id).map(|(_, node)| Arrival::Node(node)),
            Destination::Act(id) => self.act(id)?.nodes.first().map(Arrival::Node),
            Destination::Ending(id) => self.ending(id).map(Arrival::Ending),
        }
    }
}

/// The target.
#[derive(Debug, Clone, Copy)]
pub enum Arrival<'a> {
    /// A node.
    Node(&'a super::act::Node),
    /// The end.
    Ending(&'a CampaignEnding),
}
