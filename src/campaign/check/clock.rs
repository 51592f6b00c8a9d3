//! Checks the doom clock: no single failed roll may cause a defeat by filling it, and heroes who never fail must be in time.

use std::collections::{HashMap, HashSet};

use petgraph::graph::NodeIndex;

use super::graph::{Graph, Spot, place_of};
use crate::campaign::{
    act::{Node, Way},
    beat::{Beat, Outcome},
    diagnostic::{Code, Diagnostics, Place},
    package::{Arrival, EndingKind, Package},
    requirement::Requirement,
    world::{Doom, Drive, Happening},
};

/// If a full clock means defeat, reports every single roll that fills it, and a clock that is full before a good ending can be
/// reached. `is_stopped` says whether the clock has certainly stopped at a node.
pub(super) fn check(package: &Package, graph: &Graph, is_stopped: impl Fn(NodeIndex) -> bool, found: &mut Diagnostics) {
    let Some(doom) = &package.doom else { return };
    let clock = Clock { package, doom };
    if !clock.is_lost(graph) {
        return;
    }
    let (filled, to_a_good_ending) = clock.least_filled();
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            let is_running = !is_stopped(graph.spot(&node.id));
            if let Some(filled) = filled.get(node.id.as_str()).filter(|_| is_running) {
                clock.throws(node, *filled, &place_of(package, a, n), found);
            }
        }
    }
    if let Some(n) = to_a_good_ending.filter(|n| *n >= doom.segments) {
        let message = format!(
            "Whoever never fails still comes too late: the clock has {} segments, and the shortest way to an ending that is no \
             defeat takes {n}.",
            doom.segments
        );
        found.note(
            Code::HastyDoom,
            &Place::whole().field("doom"),
            message,
            "Give it more segments, or let less drive it.",
        );
    }
}

/// Whether a condition can come to hold by facts that a failure brings, without another failure.
fn follows(when: &Requirement, brings: &impl Fn(&Requirement) -> bool) -> bool {
    let other_failure = |fact: &Requirement| matches!(fact, Requirement::Failed(_)) && !brings(fact);
    match when {
        Requirement::Not(_) => false,
        Requirement::Any(any) => any.iter().any(|it| follows(it, brings)),
        Requirement::All(all) => {
            all.iter().any(|it| follows(it, brings)) && !all.iter().any(|it| it.needs(&other_failure))
        }
        fact => brings(fact),
    }
}

struct Clock<'a> {
    package: &'a Package,
    doom: &'a Doom,
}

impl<'a> Clock<'a> {
    /// Whether a full clock can only lead to a defeat.
    fn is_lost(&self, graph: &Graph) -> bool {
        let is_defeat = |e: usize| self.package.endings[e].kind == EndingKind::Defeat;
        let first = match self.package.follow(&self.doom.full) {
            Some(Arrival::Ending(ending)) => return ending.kind == EndingKind::Defeat,
            Some(Arrival::Node(node)) => graph.spot(&node.id),
            None => return false,
        };
        let (mut seen, mut next) = (HashSet::from([first]), vec![first]);
        while let Some(spot) = next.pop() {
            if matches!(graph.web[spot], Spot::Ending(e) if !is_defeat(e)) {
                return false;
            }
            next.extend(graph.web.neighbors(spot).filter(|to| seen.insert(*to)));
        }
        true
    }

    fn driven(&self, by: Drive) -> u32 {
        u32::from(self.doom.driven_by.contains(&by))
    }

    /// The segments that leaving a node by a way fills.
    fn going(&self, from: &Node, way: Option<&Way>) -> u32 {
        match way.and_then(|way| self.package.follow(way)) {
            Some(Arrival::Node(to)) if to.id != from.id => self.driven(Drive::Move),
            _ => 0,
        }
    }

    fn filled_by(&self, node: &Node, outcome: &Outcome) -> u32 {
        outcome.doom + self.going(node, outcome.to.as_ref())
    }

    /// The smallest number of full segments when heroes reach each node (by id), and when they reach an ending other than a defeat.
    fn least_filled(&self) -> (HashMap<&'a str, u32>, Option<u32>) {
        let mut least: HashMap<&str, u32> =
            self.package.start().map(|node| (node.id.as_str(), 0)).into_iter().collect();
        let mut good: Option<u32> = None;
        loop {
            let before = (least.clone(), good);
            for (_, node) in self.package.nodes() {
                let Some(here) = least.get(node.id.as_str()).copied() else { continue };
                for (way, cost) in self.ways(node) {
                    let there = here + cost;
                    match self.package.follow(way) {
                        Some(Arrival::Node(to)) => {
                            let known = least.entry(&to.id).or_insert(there);
                            *known = there.min(*known);
                        }
                        Some(Arrival::Ending(ending)) if ending.kind != EndingKind::Defeat => {
                            good = Some(good.map_or(there, |known| known.min(there)));
                        }
                        _ => {}
                    }
                }
            }
            if before == (least.clone(), good) {
                return (least, good);
            }
        }
    }

    /// Every way out of a node and the segments it fills.
    fn ways(&self, node: &'a Node) -> Vec<(&'a Way, u32)> {
        let exits = node.exits.iter().map(|exit| (&exit.to, exit.outcome.doom + self.going(node, Some(&exit.to))));
        let happenings = self.package.happenings.iter().map(|happening| &happening.outcome);
        let outcomes = node.outcomes().chain(happenings);
        let led = outcomes.filter_map(|outcome| Some((outcome.to.as_ref()?, self.filled_by(node, outcome))));
        exits.chain(led).collect()
    }

    /// The segments that a failed roll fills: of itself, by its outcome, and by the happenings that only this failure brings.
    /// `beat` is the beat that fails by it.
    fn failed(&self, node: &Node, filled: u32, beat: Option<&Beat>, outcome: &Outcome) -> u32 {
        let by_itself = if beat.is_some() { self.driven(Drive::Failure) } else { 0 };
        let mut fills = by_itself + self.filled_by(node, outcome);
        let mut outcomes = vec![outcome];
        let mut due: Vec<&Happening> = self.package.happenings.iter().collect();
        loop {
            let (now, later): (Vec<&Happening>, Vec<&Happening>) = due.into_iter().partition(|happening| {
                follows(&happening.when, &|fact| match fact {
                    Requirement::Failed(id) => beat.is_some_and(|beat| beat.id == *id),
                    Requirement::Flag(flag) => outcomes.iter().any(|it| it.sets.contains(flag)),
                    Requirement::Found(id) => outcomes.iter().any(|it| it.findings.contains(id)),
                    Requirement::Doom(n) => filled < *n && *n <= filled + fills,
                    _ => false,
                })
            });
            if now.is_empty() {
                return fills;
            }
            fills += now.iter().map(|happening| self.filled_by(node, &happening.outcome)).sum::<u32>();
            outcomes.extend(now.iter().map(|happening| &happening.outcome));
            due = later;
        }
    }

    /// Reports the rolls of a node that fill the rest of the clock.
    fn throws(&self, node: &Node, filled: u32, place: &Place, found: &mut Diagnostics) {
        let mut look = |fills: u32, place: &Place| {
            if fills > 0 && filled + fills >= self.doom.segments {
                let message = format!(
                    "One bad throw fills the clock, and that is a defeat: it may show {filled} of {} already, and this adds {fills}.",
                    self.doom.segments
                );
                let remedy = "Give the clock more segments, or let this failure cost something else.";
                found.note(Code::FailureEndsTheGame, place, message, remedy);
            }
        };
        for (b, beat) in node.beats.iter().enumerate() {
            let place = place.item("beats", b, "beat", &beat.id);
            if beat.can_fail() {
                look(self.failed(node, filled, Some(beat), &beat.failure), &place);
                look(beat.mixed.doom, &place);
            }
            for (at, thing) in beat.interactables.iter().enumerate() {
                let tried = thing.handling.as_ref().filter(|handling| handling.test.is_some());
                if let Some(handling) = tried {
                    let place = place.item("interactables", at, "thing", &thing.id);
                    look(self.failed(node, filled, None, &handling.failure), &place);
                    look(handling.mixed.doom, &place);
                }
            }
        }
    }
}
