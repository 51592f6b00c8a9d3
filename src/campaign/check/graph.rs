//! The graph of nodes: reachability and dead ends.

use std::collections::{HashMap, HashSet};

use petgraph::{
    Direction,
    algo::dominators::{Dominators, simple_fast},
    graph::{DiGraph, NodeIndex},
    visit::{Bfs, EdgeFiltered, EdgeRef, Reversed},
};

use super::facts::ReachableFacts;
use crate::campaign::{
    act::Destination,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::{Arrival, CampaignPackage},
    requirement::Requirement,
};

/// A vertex of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vertex {
    /// A node, by its act's and its own index.
    Node(usize, usize),
    /// An ending, by its index.
    Ending(usize),
}

/// A way in the web, with what it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge<'a> {
    /// The requirement.
    pub(super) requires: Option<&'a Requirement>,
    /// The kind of edge.
    pub(super) by: EdgeKind,
    /// Whether it must be found out about first.
    pub(super) hidden: bool,
}

/// An exit as it is chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChosenExit<'a> {
    /// Its target.
    pub(super) to: NodeIndex,
    /// The requirement.
    pub(super) requires: Option<&'a Requirement>,
    /// Whether one must know of it.
    pub(super) hidden: bool,
}

/// Kinds of edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeKind {
    /// An exit, taken by choice.
    Exit,
    /// A consequence: the heroes don't choose it.
    Outcome,
}

/// The web of a campaign.
pub(super) struct Graph<'a> {
    pub(super) web: DiGraph<Vertex, Edge<'a>>,
    at: HashMap<&'a str, NodeIndex>,
    endings: Vec<NodeIndex>,
    pub(super) start: NodeIndex,
}

impl<'a> Graph<'a> {
    /// The web of a campaign whose references hold and which has a node to begin in.
    pub(super) fn of(package: &'a CampaignPackage) -> Self {
        let mut web = DiGraph::new();
        let mut at = HashMap::new();
        for (a, act) in package.acts.iter().enumerate() {
            for (n, node) in act.nodes.iter().enumerate() {
                at.insert(node.id.as_str(), web.add_node(Vertex::Node(a, n)));
            }
        }
        let endings: Vec<NodeIndex> = (0..package.endings.len()).map(|e| web.add_node(Vertex::Ending(e))).collect();
        let start = package.start().map_or(NodeIndex::new(0), |node| at[node.id.as_str()]);
        let mut graph = Self { web, at, endings, start };
        let everywhere = package
            .happenings
            .iter()
            .filter_map(|happening| happening.outcome.to.as_ref().map(|way| (way, Some(&happening.when))));
        let everywhere: Vec<_> = everywhere.chain(package.doom.iter().map(|doom| (&doom.full, None))).collect();
        for (_, node) in package.nodes() {
            let from = graph.at[node.id.as_str()];
            for exit in &node.exits {
                let edge = Edge { requires: exit.requires.as_ref(), by: EdgeKind::Exit, hidden: exit.hidden };
                graph.lead(package, from, &exit.to, edge);
            }
            let beats =
                node.beats.iter().flat_map(|beat| beat.outcomes().map(|outcome| (outcome, beat.requires.as_ref())));
            let met = node.encounters.iter().map(|met| (&met.outcome, met.requires.as_ref()));
            for (outcome, requires) in beats.chain(met) {
                if let Some(way) = &outcome.to {
                    graph.lead(package, from, way, Edge { requires, by: EdgeKind::Outcome, hidden: false });
                }
            }
            for (way, requires) in &everywhere {
                graph.lead(package, from, way, Edge { requires: *requires, by: EdgeKind::Outcome, hidden: false });
            }
        }
        graph
    }

    fn lead(&mut self, package: &CampaignPackage, from: NodeIndex, way: &Destination, edge: Edge<'a>) {
        let to = match package.follow(way) {
            Some(Arrival::Node(node)) => self.at[node.id.as_str()],
            Some(Arrival::Ending(ending)) => {
                let index = package.endings.iter().position(|other| other.id == ending.id).unwrap_or_default();
                self.endings[index]
            }
            None => return,
        };
        self.web.add_edge(from, to, edge);
    }

    /// The place of a node in the web.
    pub(super) fn spot(&self, node: &str) -> NodeIndex {
        self.at[node]
    }

    /// Vertices reachable from `start` by edges that `open` accepts.
    pub(super) fn reached(&self, open: impl Fn(&Edge<'a>) -> bool) -> HashSet<NodeIndex> {
        let web = EdgeFiltered::from_fn(&self.web, |edge| open(edge.weight()));
        let mut walk = Bfs::new(&web, self.start);
        std::iter::from_fn(|| walk.next(&web)).collect()
    }

    /// The nodes from which an ending can be reached.
    pub(super) fn ends(&self) -> HashSet<NodeIndex> {
        let back = Reversed(&self.web);
        let mut reached = HashSet::new();
        for ending in &self.endings {
            let mut walk = Bfs::new(back, *ending);
            reached.extend(std::iter::from_fn(|| walk.next(back)));
        }
        reached
    }

    /// The exits out of a spot into one of `into`: what one can choose to do.
    pub(super) fn exits_into<'g>(
        &'g self,
        spot: NodeIndex,
        into: &'g HashSet<NodeIndex>,
    ) -> impl Iterator<Item = ChosenExit<'a>> + 'g {
        let edges = self.web.edges(spot).filter(|edge| into.contains(&edge.target()));
        let exits = edges.filter(|edge| matches!(edge.weight().by, EdgeKind::Exit));
        exits.map(|edge| ChosenExit {
            to: edge.target(),
            requires: edge.weight().requires,
            hidden: edge.weight().hidden,
        })
    }

    /// Whether a way leads into one of `into`, and not to the end.
    pub(super) fn leads_into(&self, package: &CampaignPackage, way: &Destination, into: &HashSet<NodeIndex>) -> bool {
        matches!(package.follow(way), Some(Arrival::Node(node)) if into.contains(&self.at[node.id.as_str()]))
    }

    /// The dominator tree of the graph.
    pub(super) fn dominators(&self) -> Dominators<NodeIndex> {
        simple_fast(&self.web, self.start)
    }

    /// Vertices reachable without `wall`.
    pub(super) fn reached_without(&self, wall: NodeIndex) -> HashSet<NodeIndex> {
        if wall == self.start {
            return HashSet::new();
        }
        let mut reached = HashSet::from([self.start]);
        let mut next = vec![self.start];
        while let Some(spot) = next.pop() {
            for to in self.web.neighbors(spot) {
                if to != wall && reached.insert(to) {
                    next.push(to);
                }
            }
        }
        reached
    }

    /// The ways that lead to a spot.
    pub(super) fn ways_to(&self, spot: NodeIndex) -> impl Iterator<Item = &Edge<'a>> {
        // From itself one doesn't come to it first.
        let others = self.web.edges_directed(spot, Direction::Incoming).filter(move |edge| edge.source() != spot);
        others.map(|edge| edge.weight())
    }

    /// The endings' places in the web.
    pub(super) fn endings(&self) -> &[NodeIndex] {
        &self.endings
    }
}

/// The place of a node in a package, in words and as a pointer.
pub(super) fn place_of(package: &CampaignPackage, act: usize, node: usize) -> PackageLocation {
    let (a, n) = (&package.acts[act], &package.acts[act].nodes[node]);
    PackageLocation::whole().item("acts", act, "act", &a.id).item("nodes", node, "node", &n.id)
}

/// Notes conditions that can never hold, nodes and endings nothing leads to, and nodes that lead to no ending.
pub(super) fn check(package: &CampaignPackage, graph: &Graph, facts: &ReachableFacts, found: &mut Diagnostics) {
    let drawn = graph.reached(|_| true);
    let reached = graph.reached(|edge| edge.requires.is_none_or(|condition| facts.can_hold(condition)));
    let ends = graph.ends();
    for spot in graph.web.node_indices() {
        match graph.web[spot] {
            Vertex::Node(a, n) => {
                let place = place_of(package, a, n);
                if !drawn.contains(&spot) {
                    let remedy = "Let an exit lead to it, or take it out.";
                    found.note(Code::UnreachableNode, &place, "No way leads to this node.", remedy);
                } else if !reached.contains(&spot) {
                    let remedy = "Look at the conditions on the ways to it: what they ask for lies behind them.";
                    found.note(Code::UnreachableNode, &place, "Ways lead to this node, and none can be taken.", remedy);
                } else if !ends.contains(&spot) {
                    let message = "From this node nothing leads to an ending.";
                    found.note(Code::DeadEnd, &place, message, "Give it an exit that leads on.");
                }
            }
            Vertex::Ending(e) if !reached.contains(&spot) => {
                let place = PackageLocation::whole().item("endings", e, "ending", &package.endings[e].id);
                let remedy = "Let an exit lead to it, or take it out.";
                found.note(Code::UnreachableEnding, &place, "Nothing leads to this ending.", remedy);
            }
            Vertex::Ending(_) => {}
        }
    }
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            for (e, exit) in node.exits.iter().enumerate() {
                if exit.requires.as_ref().is_some_and(|condition| !facts.can_hold(condition)) {
                    let place = place_of(package, a, n).item("exits", e, "exit", &exit.id);
                    let remedy =
                        "Let something that can be come to before it set the flag, give the thing or the finding.";
                    found.note(Code::NeverHolds, &place, "What this exit asks for can never be had.", remedy);
                }
            }
        }
    }
}
