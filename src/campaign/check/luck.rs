//! Failing forward: whoever has no luck at all still comes to an end of the story, by a way that is open to them.

use std::collections::HashSet;

use petgraph::graph::NodeIndex;

use super::{
    facts::{Facts, Sure},
    graph::{By, Edge, Graph, Spot, place_of},
};
use crate::campaign::{
    act::{Act, Node, Way},
    condition::{Condition, Flag},
    diagnostic::{Code, Diagnostics, Place},
    package::{EndingKind, Package},
};

/// Notes where bad luck ends the game: a failure that leads to a defeat at once, and a node out of which nobody comes whose
/// every throw fell badly.
pub(super) fn check(package: &Package, graph: &Graph, facts: &Facts, found: &mut Diagnostics) {
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
            if let Some((_, node)) = node_at(package, graph, before) {
                sure.add(node);
                nodes.insert(node.id.as_str());
            }
        }
        (sure, nodes)
    };
    let known: Vec<_> = graph.web.node_indices().map(sure_at).collect();
    let open = |from: NodeIndex, edge: &Edge| {
        let (sure, nodes) = &known[from.index()];
        // What happens to the heroes is no way they can count on.
        matches!(edge.by, By::Exit(_)) && edge.requires.is_none_or(|condition| is_sure(condition, sure, nodes, facts))
    };
    let ends = graph.ends(open);
    let reached = graph.reached(|_| true);
    // What leads nowhere anyhow is another matter.
    let drawn = graph.ends(|_, _| true);
    let is_stuck =
        |spot: &NodeIndex| matches!(graph.web[*spot], Spot::Node(..)) && drawn.contains(spot) && !ends.contains(spot);
    let stuck: Vec<NodeIndex> = reached.into_iter().filter(is_stuck).collect();
    // Of a whole stretch that leads nowhere, the nodes without any open way are the cause; in a ring, all are.
    let without_way = |spot: &NodeIndex| {
        let mut edges = graph.web.edges(*spot);
        !edges.any(|edge| open(*spot, edge.weight()))
    };
    let causes: Vec<NodeIndex> = match stuck.iter().copied().filter(without_way).collect::<Vec<_>>() {
        none if none.is_empty() => stuck,
        causes => causes,
    };
    for spot in causes {
        if let Spot::Node(a, n) = graph.web[spot] {
            // A failure may lead on by itself.
            let node = &package.acts[a].nodes[n];
            if node.beats.iter().any(|beat| beat.requires.is_none() && leads_on(package, beat.failure.to.as_ref())) {
                continue;
            }
            let message = "Whoever has no luck here can't go on: each exit asks for something only a success gives.";
            let remedy = "Give it an exit that is open to those who failed, at a price.";
            found.note(Code::FailureEndsTheGame, &place_of(package, a, n), message, remedy);
        }
    }
}

/// Whether a failure leads on, to something else than the end.
fn leads_on(package: &Package, way: Option<&Way>) -> bool {
    way.is_some_and(|way| matches!(package.follow(way), Some(crate::campaign::package::Arrival::Node(_))))
}

fn node_at<'a>(package: &'a Package, graph: &Graph, spot: NodeIndex) -> Option<(&'a Act, &'a Node)> {
    match graph.web[spot] {
        Spot::Node(a, n) => Some((&package.acts[a], &package.acts[a].nodes[n])),
        Spot::Ending(_) => None,
    }
}

/// Notes throws that lead to a defeat at once.
fn defeats(package: &Package, node: &Node, place: &Place, found: &mut Diagnostics) {
    let is_defeat = |way: &Option<Way>| {
        let Some(Way::Ending(id)) = way else { return false };
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

/// Whether a condition is sure to hold.
fn is_sure(condition: &Condition, sure: &Sure, nodes: &HashSet<&str>, facts: &Facts) -> bool {
    let holds = |fact: &Condition| match fact {
        Condition::Found(id) => sure.findings.contains(id.as_str()),
        Condition::Flag(Flag { name, is }) => sure.flags.contains(&(name.as_str(), is)),
        Condition::Done(id) => sure.done.contains(id.as_str()),
        Condition::Failed(id) => sure.failed.contains(id.as_str()),
        Condition::Visited(id) => nodes.contains(id.as_str()),
        Condition::Carries(item) => sure.items.contains(&item.to_lowercase()),
        _ => false,
    };
    // Where the throws fell badly, what only a success brings can't be.
    let can = |fact: &Condition| match fact {
        Condition::Done(id) => !sure.failed.contains(id.as_str()) && facts.can_hold(fact),
        _ => facts.can_hold(fact),
    };
    condition.surely_holds(&holds, &can)
}
