//! Failing forward: even heroes who fail every roll reach an ending through available exits.

use std::collections::HashSet;

use game::wording::fold;
use petgraph::graph::NodeIndex;

use super::{
    clock,
    facts::{ReachableFacts, Sure},
    graph::{Graph, Vertex, place_of},
};
use crate::campaign::{
    act::{Destination, Node},
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::{CampaignPackage, EndingKind},
    requirement::{Flag, Requirement},
};

/// Reports where bad luck ends the game: a failure that leads to a defeat at once or by the clock, and a node that heroes cannot
/// leave if every roll fails.
pub(super) fn check(package: &CampaignPackage, graph: &Graph, facts: &ReachableFacts, found: &mut Diagnostics) {
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            defeats(package, node, &place_of(package, a, n), found);
        }
    }
    let passed = graph.dominators();
    let sure_at = |spot: NodeIndex| {
        let mut sure = Sure::default();
        let mut nodes = HashSet::new();
        for before in passed.dominators(spot).into_iter().flatten() {
            if let Some(node) = node_at(package, graph, before) {
                sure.add(package, node);
                nodes.insert(node.id.as_str());
            }
        }
        (sure, nodes)
    };
    let known: Vec<(Sure, HashSet<&str>)> = graph.web.node_indices().map(sure_at).collect();
    let is_stopped = |spot: NodeIndex| {
        let (sure, nodes) = &known[spot.index()];
        let known = WorstCase { sure, nodes, facts };
        let until = package.doom.as_ref().and_then(|doom| doom.until.as_ref());
        until.is_some_and(|until| until.surely_holds(&|fact| known.is_sure(fact), &|fact| known.is_possible(fact)))
    };
    clock::check(package, graph, is_stopped, found);
    let is_open = |spot: NodeIndex, into: &HashSet<NodeIndex>| {
        let (sure, nodes) = &known[spot.index()];
        let exits = graph.exits_into(spot, into);
        let exits = exits.filter(|exit| !exit.hidden || is_pointed_to(package, graph, exit.to, sure));
        is_always_open(&exits.map(|exit| exit.requires).collect::<Vec<_>>(), &WorstCase { sure, nodes, facts })
    };
    for spot in dead_ends(package, graph, is_open) {
        if let Vertex::Node(a, n) = graph.web[spot] {
            let exits = &package.acts[a].nodes[n].exits;
            let names: Vec<&str> = exits.iter().map(|exit| exit.id.as_str()).take(8).collect();
            let message = format!(
                "Heroes who fail every roll can't go on here: no exit is certain to be open and to lead on ({}).",
                names.join(", ")
            );
            let remedy = "Give it an exit that is open to those who failed at everything, at a price.";
            found.note(Code::FailureEndsTheGame, &place_of(package, a, n), message, remedy);
        }
    }
}

/// The nodes that heroes who fail every roll can't leave. `is_open` is whether a node surely has an open exit into one of a set.
fn dead_ends(
    package: &CampaignPackage,
    graph: &Graph,
    is_open: impl Fn(NodeIndex, &HashSet<NodeIndex>) -> bool,
) -> Vec<NodeIndex> {
    let mut ends: HashSet<NodeIndex> = graph.endings().iter().copied().collect();
    loop {
        let before = ends.len();
        // The last first: nodes that lead to them are then found in the same round, in most campaigns in a single one.
        for spot in graph.web.node_indices().rev() {
            if !ends.contains(&spot) && (is_open(spot, &ends) || fails_forward(package, graph, spot, &ends)) {
                ends.insert(spot);
            }
        }
        if ends.len() == before {
            break;
        }
    }
    // Other checks report nodes that lead to no ending at all, and nodes that nothing leads to.
    let (reached, drawn) = (graph.reached(|_| true), graph.ends());
    let is_stuck =
        |spot: &NodeIndex| matches!(graph.web[*spot], Vertex::Node(..)) && drawn.contains(spot) && !ends.contains(spot);
    let stuck: Vec<NodeIndex> = reached.into_iter().filter(is_stuck).collect();
    // The cause are the nodes without a sure exit of their own. In a ring of nodes, all are.
    let everywhere: HashSet<NodeIndex> = graph.web.node_indices().collect();
    let causes: Vec<NodeIndex> = stuck.iter().copied().filter(|spot| !is_open(*spot, &everywhere)).collect();
    if causes.is_empty() { stuck } else { causes }
}

/// Whether a failure leads on by itself, into one of `into` and not to the end.
fn fails_forward(package: &CampaignPackage, graph: &Graph, spot: NodeIndex, into: &HashSet<NodeIndex>) -> bool {
    let beats = node_at(package, graph, spot).into_iter().flat_map(|node| &node.beats);
    let mut failures = beats.filter(|beat| beat.requires.is_none() && beat.can_fail());
    failures.any(|beat| beat.failure.to.as_ref().is_some_and(|way| graph.leads_into(package, way, into)))
}

/// Whether a finding that is sure points to where a way leads.
fn is_pointed_to(package: &CampaignPackage, graph: &Graph, to: NodeIndex, sure: &Sure) -> bool {
    let points = |node: &Node| {
        package.findings().any(|finding| finding.points_at(&node.id) && sure.findings.contains(finding.id.as_str()))
    };
    node_at(package, graph, to).is_none_or(points)
}

fn node_at<'a>(package: &'a CampaignPackage, graph: &Graph, spot: NodeIndex) -> Option<&'a Node> {
    match graph.web[spot] {
        Vertex::Node(a, n) => Some(&package.acts[a].nodes[n]),
        Vertex::Ending(_) => None,
    }
}

/// Notes throws that lead to a defeat at once.
fn defeats(package: &CampaignPackage, node: &Node, place: &PackageLocation, found: &mut Diagnostics) {
    let is_defeat = |way: &Option<Destination>| {
        let Some(Destination::Ending(id)) = way else { return false };
        package.ending(id).is_some_and(|ending| ending.kind == EndingKind::Defeat)
    };
    for (at, beat) in node.beats.iter().enumerate() {
        let handled = beat.interactables.iter().filter_map(|thing| thing.handling.as_ref());
        if is_defeat(&beat.failure.to) || handled.into_iter().any(|handling| is_defeat(&handling.failure.to)) {
            let place = place.item("beats", at, "beat", &beat.id);
            let remedy =
                "Let it cost something instead, and lead on; the story may be lost by choice or in its last fight.";
            found.note(Code::FailureEndsTheGame, &place, "One failure here and the game is over.", remedy);
        }
    }
}

/// The certain facts of heroes in a node whose every roll failed.
struct WorstCase<'a> {
    sure: &'a Sure<'a>,
    nodes: &'a HashSet<&'a str>,
    facts: &'a ReachableFacts<'a>,
}

impl WorstCase<'_> {
    /// Whether a fact is sure to hold.
    fn is_sure(&self, fact: &Requirement) -> bool {
        match fact {
            Requirement::Found(id) => self.sure.findings.contains(id.as_str()),
            Requirement::Flag(Flag { name, is }) => self.sure.flags.contains(&(name.as_str(), is)),
            Requirement::Done(id) => self.sure.done.contains(id.as_str()),
            Requirement::Failed(id) => self.sure.failed.contains(id.as_str()),
            Requirement::Visited(id) => self.nodes.contains(id.as_str()),
            Requirement::Carries(item) => self.sure.items.contains(&fold(item)),
            _ => false,
        }
    }

    /// Whether a fact can hold. Where the throws fell badly, what only a success brings can't be.
    fn is_possible(&self, fact: &Requirement) -> bool {
        match fact {
            Requirement::Done(id) if self.sure.failed.contains(id.as_str()) => false,
            fact => self.facts.can_hold(fact),
        }
    }
}

/// The most facts whose every combination is examined; of more, an exit must be open by itself.
const MAX_OPEN_FACTS: usize = 10;

/// Whether at least one of these exits is always open, whatever holds of uncertain facts: by itself, or because two of them
/// have opposite conditions.
fn is_always_open(exits: &[Option<&Requirement>], known: &WorstCase) -> bool {
    if exits.contains(&None) {
        return true;
    }
    let conditions: Vec<&Requirement> = exits.iter().copied().flatten().collect();
    let mut open: Vec<&Requirement> = Vec::new();
    for fact in conditions.iter().flat_map(|condition| condition.facts()) {
        if !known.is_sure(fact) && known.is_possible(fact) && !open.contains(&fact) {
            open.push(fact);
        }
    }
    if open.len() > MAX_OPEN_FACTS {
        let sure = |fact: &Requirement| known.is_sure(fact);
        return conditions.iter().any(|condition| condition.surely_holds(&sure, &|fact| known.is_possible(fact)));
    }
    (0..1u32 << open.len()).all(|case| {
        let holds = |fact: &Requirement| match open.iter().position(|other| *other == fact) {
            Some(at) => case >> at & 1 == 1,
            None => known.is_sure(fact),
        };
        conditions.iter().any(|condition| condition.holds(&holds))
    })
}
