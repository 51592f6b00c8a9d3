//! A draft as clients see it while it grows.

use serde::Serialize;
use utoipa::ToSchema;

use crate::campaign::{CampaignAct, CampaignPackage, CampaignSetting, Destination, EndingKind, Node, StoryRole};

use super::{
    draft::{CampaignDraft, NodeStage},
    gap::{self, Gap},
};

/// An overview of a draft: acts and nodes with their progress, and gaps.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlanOverview)]
pub struct Overview {
    /// Its title.
    pub title: String,
    /// The language it is written in, as a BCP 47 tag.
    pub language: String,
    /// The description for players.
    pub blurb: String,
    /// The whole story, with its secrets.
    pub premise: String,
    /// Where and when it plays, and how it feels, as far as that is written.
    pub setting: Vec<String>,
    /// The slug it has or would get as a campaign; empty without a premise.
    pub slug: String,
    /// Whether it was finalised, and nothing has changed since.
    pub complete: bool,
    /// The people.
    pub people: Vec<DraftedPerson>,
    /// The acts.
    pub acts: Vec<DraftedAct>,
    /// The endings.
    pub endings: Vec<DraftedEnding>,
    /// Gaps, worst first: missing steps, or once all are done, the compiler's findings.
    pub gaps: Vec<Gap>,
    /// The compiler's findings on existing parts, while steps are missing.
    pub found: Vec<Gap>,
}

/// A person of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftedPerson {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: String,
    #[schema(value_type = String)]
    pub role: StoryRole,
}

/// An act of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftedAct {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The heroes' goal.
    pub objective: String,
    /// Its first and last level.
    pub levels: (u8, u8),
    /// Its nodes, in the order of its outline.
    pub nodes: Vec<DraftedNode>,
}

/// A node of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftedNode {
    /// Its id.
    pub id: String,
    /// Its title; its id, where it is only outlined.
    pub title: String,
    pub purpose: String,
    /// Its progress.
    pub stage: NodeStage,
    /// How many beats it has.
    pub n_beats: usize,
    /// Their titles, in order.
    pub beats: Vec<String>,
    /// Where its exits and outcomes lead, each once.
    pub ways: Vec<DraftedWay>,
}

/// A way out of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftedWay {
    /// `node`, `act` or `ending`.
    pub kind: String,
    pub to: String,
}

/// An ending of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftedEnding {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The kind of ending.
    #[schema(value_type = String)]
    pub kind: EndingKind,
}

impl Overview {
    /// The overview of a draft.
    pub fn of(draft: &CampaignDraft) -> Self {
        let package = draft.package();
        let people = package.people.iter();
        let endings = package.endings.iter();
        Self {
            title: draft.title().to_owned(),
            language: package.language.clone(),
            blurb: package.blurb.clone(),
            premise: package.premise.text.clone(),
            setting: setting(package),
            slug: package.slug.clone(),
            complete: draft.is_complete(),
            people: people
                .map(|person| DraftedPerson { id: person.id.clone(), name: person.name.clone(), role: person.role })
                .collect(),
            acts: package.acts.iter().map(|act| drafted(draft, act)).collect(),
            endings: endings
                .map(|ending| DraftedEnding { id: ending.id.clone(), title: ending.title.clone(), kind: ending.kind })
                .collect(),
            gaps: draft.gaps(),
            found: gap::early(draft),
        }
    }
}

fn setting(package: &CampaignPackage) -> Vec<String> {
    let CampaignSetting { world, era, tone, .. } = &package.setting;
    [world, era, tone].into_iter().filter(|said| !said.is_empty()).cloned().collect()
}

fn drafted(draft: &CampaignDraft, act: &CampaignAct) -> DraftedAct {
    let node = |id: &String| {
        let node = act.nodes.iter().find(|node| node.id == *id);
        DraftedNode {
            id: id.clone(),
            title: node.map_or(id, |node| &node.title).clone(),
            purpose: draft.purposes.get(id).cloned().unwrap_or_default(),
            stage: draft.stage(id).unwrap_or(NodeStage::Outlined),
            n_beats: node.map_or(0, |node| node.beats.len()),
            beats: node.map(|node| node.beats.iter().map(|beat| beat.title.clone()).collect()).unwrap_or_default(),
            ways: node.map(ways).unwrap_or_default(),
        }
    };
    DraftedAct {
        id: act.id.clone(),
        title: act.title.clone(),
        objective: act.objective.clone(),
        levels: (act.levels.from, act.levels.to),
        nodes: act.outline.iter().map(node).collect(),
    }
}

fn ways(node: &Node) -> Vec<DraftedWay> {
    let mut ways = Vec::new();
    for way in node.ways() {
        let kind = match way {
            Destination::Node(_) => "node",
            Destination::Act(_) => "act",
            Destination::Ending(_) => "ending",
        };
        let way = DraftedWay { kind: kind.to_owned(), to: way.id().to_owned() };
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}
