//! Clues: three findings must point to each hidden node that the story needs, so that a missed clue can't end it. Three that
//! point from an act to the next one are only recommended.

use std::collections::HashSet;

use super::graph::{EdgeKind, Graph, Vertex, place_of};
use crate::campaign::{
    beat::Pointer,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::{CampaignPackage, EndingKind},
    requirement::Requirement,
};

/// Minimum number of findings that point to a required hidden node.
const MIN_CLUES: usize = 3;

/// Reports nodes that must be found on the way to every ending except defeats, and to which too few earlier findings point.
pub(super) fn check(package: &CampaignPackage, graph: &Graph, found: &mut Diagnostics) {
    for spot in graph.web.node_indices() {
        let Vertex::Node(a, n) = graph.web[spot] else { continue };
        if spot == graph.start || !has_to_be_found(graph, spot) {
            continue;
        }
        let before = graph.reached_without(spot);
        let is_needed = !graph
            .endings()
            .iter()
            .zip(&package.endings)
            .any(|(ending, written)| written.kind != EndingKind::Defeat && before.contains(ending));
        if !is_needed {
            continue;
        }
        let node = &package.acts[a].nodes[n];
        let places = before.iter().filter_map(|spot| match graph.web[*spot] {
            Vertex::Node(a, n) => Some(&package.acts[a].nodes[n]),
            Vertex::Ending(_) => None,
        });
        let findings = places.flat_map(|node| &node.beats).flat_map(|beat| &beat.findings);
        let n_clues = findings.filter(|finding| finding.points_to.contains(&Pointer::Node(node.id.clone()))).count();
        if n_clues < MIN_CLUES {
            let message =
                format!("Required place, but only {n_clues} earlier findings point to it (need {MIN_CLUES}).");
            let remedy = format!("Let at least {MIN_CLUES} findings from different sources have it in `pointsTo`.");
            found.note(Code::ThinClues, &place_of(package, a, n), message, remedy);
        }
    }
    towards_what_comes_next(package, found);
}

/// Reports acts in which too few findings point to the next act. Heroes can get there without them, but hardly know why.
fn towards_what_comes_next(package: &CampaignPackage, found: &mut Diagnostics) {
    for (a, act) in package.acts.iter().enumerate() {
        let later: HashSet<&str> =
            package.acts[a + 1..].iter().flat_map(|act| &act.nodes).map(|node| node.id.as_str()).collect();
        let points_on = |pointer: &Pointer| matches!(pointer, Pointer::Node(id) if later.contains(id.as_str()));
        let findings = act.nodes.iter().flat_map(|node| &node.beats).flat_map(|beat| &beat.findings);
        let n_clues = findings.filter(|finding| finding.points_to.iter().any(points_on)).count();
        if !later.is_empty() && n_clues < MIN_CLUES {
            let message = format!("In this act {n_clues} findings point to what comes after it.");
            let remedy = format!("Let at least {MIN_CLUES} findings have a node of a later act in `pointsTo`.");
            found.note(Code::FewClues, &PackageLocation::whole().item("acts", a, "act", &act.id), message, remedy);
        }
    }
}

/// Whether every way to a spot is hidden or asks for a finding.
fn has_to_be_found(graph: &Graph, spot: petgraph::graph::NodeIndex) -> bool {
    let is_finding = |fact: &Requirement| matches!(fact, Requirement::Found(_));
    let mut ways = graph.ways_to(spot).peekable();
    ways.peek().is_some()
        && ways.all(|edge| {
            let asks = edge.requires.is_some_and(|condition| condition.needs(&is_finding));
            edge.by != EdgeKind::Outcome && (edge.hidden || asks)
        })
}
