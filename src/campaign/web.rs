//! A campaign's graph as data: nodes, endings and exits.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    act::{Destination, NodeExit},
    map::Scope,
    package::{Arrival, CampaignPackage, EndingKind},
};

/// The nodes of a campaign and the ways between them, as far as the viewer may see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Web {
    /// The nodes, act by act.
    pub nodes: Vec<WebNode>,
    /// The endings; none for players.
    pub endings: Vec<WebEnding>,
    /// The ways from node to node or ending, each once.
    pub ways: Vec<WebWay>,
}

/// A node of the web.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebNode {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The id of its act.
    pub act: String,
    /// The title of its act.
    pub act_title: String,
}

/// An ending of the web.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebEnding {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How it comes out: `triumph`, `bittersweet` or `defeat`.
    #[schema(value_type = String)]
    pub kind: EndingKind,
}

/// A way out of a node: by an exit, or by the outcome of a beat or an encounter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct WebWay {
    /// The node it leads out of.
    pub from: String,
    /// The node it leads to, or the ending.
    pub to: WebTarget,
    /// The exit's label, if it is an exit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether players have to find it.
    pub hidden: bool,
    /// Whether it has a condition.
    pub gated: bool,
}

/// Where a way leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum WebTarget {
    /// To a node, by its id.
    Node(String),
    /// To an ending, by its id.
    Ending(String),
}

impl Web {
    /// The web of a campaign, as far as it is shown.
    pub fn of(package: &CampaignPackage, scope: Scope) -> Self {
        let is_author = matches!(scope, Scope::Author);
        let shown = || package.nodes().filter(|(_, node)| scope.shows(node));
        let nodes = shown().map(|(act, node)| WebNode {
            id: node.id.clone(),
            title: node.title.clone(),
            act: act.id.clone(),
            act_title: act.title.clone(),
        });
        let endings = package.endings.iter().filter(|_| is_author).map(|ending| WebEnding {
            id: ending.id.clone(),
            title: ending.title.clone(),
            kind: ending.kind,
        });
        let mut ways = Vec::new();
        for (_, node) in shown() {
            for way in node.ways() {
                let to = match package.follow(way) {
                    Some(Arrival::Node(node)) if scope.shows(node) => WebTarget::Node(node.id.clone()),
                    Some(Arrival::Ending(ending)) if is_author => WebTarget::Ending(ending.id.clone()),
                    _ => continue,
                };
                let exit = exit_to(&node.exits, way);
                let hidden = exit.is_some_and(|exit| exit.hidden);
                if hidden && !is_author {
                    continue;
                }
                let label = exit.map(|exit| exit.label.clone());
                let gated = exit.is_some_and(|exit| exit.requires.is_some());
                ways.push(WebWay { from: node.id.clone(), to, label, hidden, gated });
            }
        }
        ways.sort_unstable();
        ways.dedup();
        Self { nodes: nodes.collect(), endings: endings.collect(), ways }
    }
}

/// The exit that is this way.
fn exit_to<'a>(exits: &'a [NodeExit], way: &Destination) -> Option<&'a NodeExit> {
    exits.iter().find(|exit| std::ptr::eq(&exit.to, way))
}
