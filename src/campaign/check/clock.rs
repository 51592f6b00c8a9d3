//! Checks the doom clock by playing on it: neither a single failed roll nor an arrival may fill it into a defeat, and heroes who
//! never fail must be in time.

use std::collections::{HashMap, HashSet};

use petgraph::graph::NodeIndex;

use super::graph::{Graph, Vertex, place_of};
use crate::campaign::{
    act::Node,
    beat::{Consequence, Finding, FindingSource, Interactable, Interaction, StoryBeat},
    checks::Fared,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::{Arrival, CampaignPackage, EndingKind},
    progress::CampaignProgress,
    requirement::Requirement,
    walk::walk,
    world::Doom,
};

/// More segments than any campaign fills, so that a counted clock is never full.
const ENDLESS: u32 = 1_000_000;

/// If a full clock means defeat, reports every single roll and every arrival that fills it, and a clock that is full before a good
/// ending can be reached. `is_stopped` says whether the clock has certainly stopped at a node.
pub(super) fn check(
    package: &CampaignPackage,
    graph: &Graph,
    is_stopped: impl Fn(NodeIndex) -> bool,
    found: &mut Diagnostics,
) {
    let Some(doom) = package.doom.as_ref().filter(|doom| is_lost(package, doom, graph)) else { return };
    let mut endless = package.clone();
    endless.doom = Some(Doom { segments: ENDLESS, ..doom.clone() });
    let clock = ClockCheck { package: &endless, segments: doom.segments, most_by_itself: most_by_itself(package) };
    let (visits, to_a_good_ending) = clock.shortest_ways();
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            let is_running = !is_stopped(graph.spot(&node.id));
            if let Some(visit) = visits.get(node.id.as_str()).filter(|_| is_running) {
                clock.arrival(node, visit, &place_of(package, a, n), found);
                clock.rolls(node, visit, &place_of(package, a, n), found);
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
            &PackageLocation::whole().field("doom"),
            message,
            "Give it more segments, or let less drive it.",
        );
    }
}

/// Random ways that are walked for the odds of the clock.
const N_WALKS: u32 = 200;

/// If a full clock means defeat, reports one that fills on most random ways.
pub(super) fn odds(package: &CampaignPackage, graph: &Graph, found: &mut Diagnostics) {
    if !package.doom.as_ref().is_some_and(|doom| is_lost(package, doom, graph)) {
        return;
    }
    let lost = walk(package, N_WALKS, 0).n_out_of_time;
    if lost * 2 > N_WALKS {
        let message = format!("Of {N_WALKS} random ways through it, {lost} are lost by the full clock.");
        let remedy = "Give the clock more segments, let less drive it, or let it be stopped (`until`).";
        found.note(Code::MostlyLost, &PackageLocation::whole().field("doom"), message, remedy);
    }
}

/// The segments that happenings, encounters and beats without a roll fill in all.
fn most_by_itself(package: &CampaignPackage) -> u32 {
    let happenings = package.happenings.iter().map(|happening| &happening.outcome);
    let met = package.nodes().flat_map(|(_, node)| &node.encounters).map(|met| &met.outcome);
    let beats = package.nodes().flat_map(|(_, node)| &node.beats).filter(|beat| !beat.can_fail());
    happenings
        .chain(met)
        .chain(beats.map(|beat| &beat.success))
        .map(|outcome| outcome.doom)
        .fold(0, u32::saturating_add)
}

/// Whether a full clock can only lead to a defeat.
fn is_lost(package: &CampaignPackage, doom: &Doom, graph: &Graph) -> bool {
    let is_defeat = |e: usize| package.endings[e].kind == EndingKind::Defeat;
    let first = match package.follow(&doom.full) {
        Some(Arrival::Ending(ending)) => return ending.kind == EndingKind::Defeat,
        Some(Arrival::Node(node)) => graph.spot(&node.id),
        None => return false,
    };
    let (mut seen, mut next) = (HashSet::from([first]), vec![first]);
    while let Some(spot) = next.pop() {
        if matches!(graph.web[spot], Vertex::Ending(e) if !is_defeat(e)) {
            return false;
        }
        next.extend(graph.web.neighbors(spot).filter(|to| seen.insert(*to)));
    }
    true
}

/// A node as heroes come to it who take the shortest way by the clock, and on it neither roll nor touch anything.
struct Visit {
    /// After all events that happen by themselves.
    progress: CampaignProgress,
    /// The segments that were full before that.
    arrived: u32,
}

/// A roll that can fail, with the beat it is made in.
#[derive(Clone, Copy)]
struct FallibleRoll<'a> {
    beat: &'a StoryBeat,
    of: RollSource<'a>,
}

#[derive(Clone, Copy)]
enum RollSource<'a> {
    Beat,
    Thing(&'a Interactable, &'a Interaction),
    Finding(&'a Finding),
}

impl<'a> FallibleRoll<'a> {
    /// All rolls that can be made in a beat.
    fn of(beat: &'a StoryBeat) -> impl Iterator<Item = Self> {
        let own = beat.can_fail().then_some(RollSource::Beat);
        let things = beat.interactables.iter().filter_map(|thing| Some((thing, thing.handling.as_ref()?)));
        let things = things.filter(|(_, handling)| handling.test.is_some());
        let things = things.map(|(thing, handling)| RollSource::Thing(thing, handling));
        let findings = beat.findings.iter().filter(|finding| finding.test.is_some()).map(RollSource::Finding);
        own.into_iter().chain(things).chain(findings).map(move |of| Self { beat, of })
    }

    /// The price of a mixed result.
    fn mixed(&self) -> Option<&'a Consequence> {
        match self.of {
            RollSource::Beat => Some(&self.beat.mixed),
            RollSource::Thing(_, handling) => Some(&handling.mixed),
            RollSource::Finding(_) => None,
        }
    }

    /// Makes the roll, which comes out so.
    fn make(&self, package: &CampaignPackage, progress: &mut CampaignProgress, fared: Fared) {
        if let Some(mixed) = self.mixed().filter(|_| fared == Fared::Mixed) {
            progress.take(package, mixed);
        }
        let good = fared.is_good();
        match self.of {
            RollSource::Beat => {
                if good {
                    progress.found.extend(by_success(self.beat));
                }
                progress.end_beat(package, self.beat, good);
            }
            RollSource::Thing(_, handling) => {
                progress.take(package, if good { &handling.success } else { &handling.failure });
            }
            RollSource::Finding(finding) => progress.found.extend(good.then(|| finding.id.clone())),
        }
    }
}

/// The findings that come with a beat's success.
fn by_success(beat: &StoryBeat) -> impl Iterator<Item = String> {
    let findings =
        beat.findings.iter().filter(|finding| finding.from == FindingSource::Success && finding.test.is_none());
    findings.map(|finding| finding.id.clone())
}

struct ClockCheck<'a> {
    /// With a clock that is never full.
    package: &'a CampaignPackage,
    /// The segments it really has.
    segments: u32,
    /// The segments that all together fill that comes without a roll.
    most_by_itself: u32,
}

impl<'a> ClockCheck<'a> {
    /// Every node heroes can come to, by its id, as they come to it by the way that fills the fewest segments, and the fewest
    /// segments to an ending other than a defeat.
    fn shortest_ways(&self) -> (HashMap<&'a str, Visit>, Option<u32>) {
        let mut known: HashMap<&str, Visit> = HashMap::new();
        let mut good: Option<u32> = None;
        let mut open = vec![self.visit(CampaignProgress::begin(self.package))];
        while let Some(next) = (0..open.len()).min_by_key(|at| open[*at].progress.doom) {
            let visit = open.swap_remove(next);
            if let Some(ending) = &visit.progress.ending {
                let is_defeat = self.package.ending(ending).is_none_or(|ending| ending.kind == EndingKind::Defeat);
                good = good.or_else(|| (!is_defeat).then_some(visit.progress.doom));
                continue;
            }
            let Some((_, node)) = self.package.node(&visit.progress.node) else { continue };
            if !known.contains_key(node.id.as_str()) {
                open.extend(self.ways(node, &visit.progress, None));
                known.insert(&node.id, visit);
            }
        }
        (known, good)
    }

    /// The fewest segments that are full at an ending other than a defeat, for heroes who go on from here and never fail
    /// any more. Without the success of a beat, what only that brings is closed to them.
    fn fewest_to_a_good_ending(&self, from: CampaignProgress, without: Option<&StoryBeat>) -> Option<u32> {
        let mut open = vec![self.visit(from)];
        let mut seen = HashSet::new();
        while let Some(next) = (0..open.len()).min_by_key(|at| open[*at].progress.doom) {
            let Visit { progress, .. } = open.swap_remove(next);
            if let Some(ending) = &progress.ending {
                let ending = self.package.ending(ending);
                if ending.is_some_and(|ending| ending.kind != EndingKind::Defeat) {
                    return Some(progress.doom);
                }
            } else if let Some((_, node)) = self.package.node(&progress.node)
                && seen.insert(node.id.as_str())
            {
                open.extend(self.ways(node, &progress, without));
            }
        }
        None
    }

    /// Where one gets to from a node: by its exits, and by what its rolls and what happens lead to. Without the success of a beat, only
    /// where that is not needed.
    fn ways(&self, node: &'a Node, here: &CampaignProgress, without: Option<&StoryBeat>) -> Vec<Visit> {
        let lost: HashSet<&str> = without.into_iter().flat_map(|beat| self.only_by_success(beat)).collect();
        let knows_of = |to: &Node| {
            let mut pointing = self.package.findings().filter(|finding| finding.points_at(&to.id));
            pointing.any(|finding| !lost.contains(finding.id.as_str()))
        };
        let with = |requires: Option<&Requirement>, go: &dyn Fn(&mut CampaignProgress)| {
            if without.zip(requires).is_some_and(|(beat, condition)| needs(condition, &beat.id, &lost)) {
                return None;
            }
            let mut progress = here.clone();
            requires.into_iter().for_each(|condition| assume(&mut progress, condition));
            go(&mut progress);
            (progress.node != here.node || progress.ending.is_some()).then(|| self.visit(progress))
        };
        let mut ways = Vec::new();
        for exit in &node.exits {
            let to = self.package.follow(&exit.to);
            let is_hidden =
                exit.hidden && matches!(to, Some(Arrival::Node(to)) if !here.visited.contains(&to.id) && !knows_of(to));
            if without.is_some() && is_hidden {
                continue;
            }
            ways.extend(with(exit.requires.as_ref(), &|progress| progress.leave(self.package, exit)));
        }
        let beats =
            node.beats.iter().flat_map(|beat| beat.outcomes().map(move |outcome| (beat.requires.as_ref(), outcome)));
        let met = node.encounters.iter().map(|met| (met.requires.as_ref(), &met.outcome));
        let happenings = self.package.happenings.iter().map(|it| (Some(&it.when), &it.outcome));
        for (requires, outcome) in beats.chain(met).chain(happenings).filter(|(_, outcome)| outcome.to.is_some()) {
            ways.extend(with(requires, &|progress| progress.take(self.package, outcome)));
        }
        ways
    }

    /// The findings that come with a beat's success and by nothing else.
    fn only_by_success<'b>(&'b self, beat: &'b StoryBeat) -> impl Iterator<Item = &'b str> {
        let own =
            beat.findings.iter().filter(|finding| finding.from == FindingSource::Success).map(|finding| &finding.id);
        let n_naming =
            |id: &String| self.package.outcomes().filter(|(_, outcome)| outcome.findings.contains(id)).count();
        let is_only = move |id: &&String| n_naming(id) == usize::from(beat.success.findings.contains(id));
        own.chain(&beat.success.findings).filter(is_only).map(String::as_str)
    }

    /// Heroes who have reached a node, after the events that happen by themselves.
    fn visit(&self, mut progress: CampaignProgress) -> Visit {
        let arrived = progress.doom;
        loop {
            progress.happen(self.package);
            let node = self.package.node(&progress.node).map(|(_, node)| node);
            let next = node.and_then(|node| progress.next_beat(node)).filter(|beat| !beat.can_fail());
            let Some(beat) = next.filter(|_| progress.ending.is_none()) else { return Visit { progress, arrived } };
            let lies_open = |finding: &&Finding| finding.from == FindingSource::Scene && finding.test.is_none();
            progress.found.extend(beat.findings.iter().filter(lies_open).map(|finding| finding.id.clone()));
            progress.found.extend(by_success(beat));
            progress.end_beat(self.package, beat, true);
        }
    }

    /// Reports a node where events that happen by themselves fill the clock.
    fn arrival(&self, node: &Node, visit: &Visit, place: &PackageLocation, found: &mut Diagnostics) {
        let (arrived, filled) = (visit.arrived, visit.progress.doom);
        let due = node.encounters.iter().filter(|met| met.foes.is_empty());
        let due = due.filter(|met| visit.progress.allows(met.requires.as_ref()));
        let met = due.map(|met| met.outcome.doom).max().unwrap_or(0);
        let adds = (filled - arrived).saturating_add(met);
        if arrived < self.segments && adds > 0 && arrived.saturating_add(adds) >= self.segments {
            let message = format!(
                "Coming here fills the clock without a roll, and that is a defeat: it may show {arrived} of {} already, and what \
                 happens here by itself adds {adds}.",
                self.segments
            );
            let remedy = "Give the clock more segments, or let less drive it here.";
            found.note(Code::FailureEndsTheGame, place, message, remedy);
        }
    }

    /// Reports the rolls of a node that fill the rest of the clock if they fail.
    fn rolls(&self, node: &Node, visit: &Visit, place: &PackageLocation, found: &mut Diagnostics) {
        let filled = visit.progress.doom;
        for (b, beat) in node.beats.iter().enumerate() {
            let place = place.item("beats", b, "beat", &beat.id);
            for roll in FallibleRoll::of(beat) {
                let fills = self.fills(&visit.progress, &roll);
                if filled >= self.segments || fills == 0 || filled + fills < self.segments {
                    continue;
                }
                let at = |id: &str| beat.interactables.iter().position(|thing| thing.id == id).unwrap_or_default();
                let place = match roll.of {
                    RollSource::Thing(thing, _) => place.item("interactables", at(&thing.id), "thing", &thing.id),
                    RollSource::Beat | RollSource::Finding(_) => place.clone(),
                };
                let message = format!(
                    "One bad throw fills the clock, and that is a defeat: it may show {filled} of {} already, and this adds {fills}.",
                    self.segments
                );
                let remedy = "Give the clock more segments, or let this failure cost something else.";
                found.note(Code::FailureEndsTheGame, &place, message, remedy);
            }
        }
    }

    /// The segments that a roll fills unless it comes out well: at once, on a longer way that is left to those who failed, and by all
    /// that comes later because of it, wherever the heroes go. What comes later is what comes to those who failed and not to those who
    /// didn't; of the rest of the campaign they may do nothing, or everything.
    fn fills(&self, here: &CampaignProgress, roll: &FallibleRoll) -> u32 {
        let mut here = here.clone();
        roll.beat.requires.iter().for_each(|condition| assume(&mut here, condition));
        let made = |fared: Fared| {
            let mut progress = here.clone();
            roll.make(self.package, &mut progress, fared);
            progress
        };
        let good = made(Fared::Hit);
        let ill = [Fared::Miss, Fared::Mixed].map(|fared| {
            let made = made(fared);
            // The price of a mixed roll comes on top of a success, which may fill segments by itself.
            let at_once = made.doom.saturating_sub(if fared == Fared::Mixed { good.doom } else { here.doom });
            (made, at_once)
        });
        let at_once = ill.iter().map(|(_, at_once)| *at_once).max().unwrap_or(0);
        let detour = match (&roll.of, &ill) {
            (RollSource::Beat, [(failed, _), _]) => self.detour(&good, failed, roll.beat).unwrap_or(0),
            _ => 0,
        };
        let at_once = at_once.max(detour.saturating_sub(here.doom));
        if here.doom.saturating_add(at_once).saturating_add(self.most_by_itself) < self.segments {
            return at_once;
        }
        let fills = [false, true].into_iter().flat_map(|does_everything| {
            let later = |made: &CampaignProgress| self.later(made.clone(), roll, does_everything) - made.doom;
            let to_all = later(&good);
            ill.each_ref().map(|(made, at_once)| at_once + later(made).saturating_sub(to_all))
        });
        fills.max().unwrap_or(0).max(at_once)
    }

    /// The segments that are full at the end of the way that is left to those who failed in a beat, if that fills the clock and the way
    /// of the others doesn't.
    fn detour(&self, good: &CampaignProgress, failed: &CampaignProgress, beat: &StoryBeat) -> Option<u32> {
        let n = self.fewest_to_a_good_ending(failed.clone(), Some(beat)).filter(|n| *n >= self.segments)?;
        self.fewest_to_a_good_ending(good.clone(), None).filter(|n| *n < self.segments)?;
        Some(n)
    }

    /// The segments that are full once heroes have been everywhere after a roll, and everything has come that comes by itself.
    fn later(&self, mut progress: CampaignProgress, roll: &FallibleRoll, does_everything: bool) -> u32 {
        progress.visited.extend(self.package.nodes().map(|(_, node)| node.id.clone()));
        if does_everything {
            self.do_everything(&mut progress, roll);
        }
        loop {
            let before = progress.came.len() + progress.done.len();
            for happening in &self.package.happenings {
                if progress.holds(&happening.when) && progress.came.insert(happening.id.clone()) {
                    self.stay(&mut progress, &happening.outcome);
                }
            }
            for (_, node) in self.package.nodes() {
                for met in &node.encounters {
                    if progress.allows(met.requires.as_ref()) && progress.came.insert(met.id.clone()) {
                        self.stay(&mut progress, &met.outcome);
                    }
                }
                for beat in node.beats.iter().filter(|beat| !beat.can_fail()) {
                    if progress.allows(beat.requires.as_ref()) && progress.done.insert(beat.id.clone()) {
                        self.stay(&mut progress, &beat.success);
                    }
                }
            }
            if progress.came.len() + progress.done.len() == before {
                return progress.doom;
            }
        }
    }

    /// Everything but this roll is done, and goes well.
    fn do_everything(&self, progress: &mut CampaignProgress, roll: &FallibleRoll) {
        for beat in self.package.nodes().flat_map(|(_, node)| &node.beats) {
            let is_own = beat.id == roll.beat.id;
            let is_rolled = is_own && matches!(roll.of, RollSource::Beat);
            if !is_rolled && beat.can_fail() {
                progress.done.insert(beat.id.clone());
                self.stay(progress, &beat.success);
                progress.found.extend(by_success(beat));
            }
            for thing in &beat.interactables {
                let is_rolled = is_own && matches!(roll.of, RollSource::Thing(own, _) if own.id == thing.id);
                if let Some(handling) = thing.handling.as_ref().filter(|_| !is_rolled) {
                    self.stay(progress, &handling.success);
                }
            }
            let comes = |finding: &&Finding| {
                let is_rolled = matches!(roll.of, RollSource::Finding(own) if own.id == finding.id);
                !is_rolled && !matches!(finding.from, FindingSource::Success | FindingSource::Outcome)
            };
            progress.found.extend(beat.findings.iter().filter(comes).map(|finding| finding.id.clone()));
        }
    }

    /// Applies a consequence for heroes who don't follow where it leads.
    fn stay(&self, progress: &mut CampaignProgress, outcome: &Consequence) {
        progress.take(self.package, &Consequence { to: None, ..outcome.clone() });
    }
}

/// Whether a condition can't hold without a beat's success and without these findings.
fn needs(condition: &Requirement, beat: &str, lost: &HashSet<&str>) -> bool {
    match condition {
        Requirement::Done(id) => id == beat,
        Requirement::Found(id) => lost.contains(id.as_str()),
        Requirement::Not(inner) => matches!(&**inner, Requirement::Failed(id) if id == beat),
        Requirement::Any(any) => !any.is_empty() && any.iter().all(|it| needs(it, beat, lost)),
        Requirement::All(all) => all.iter().any(|it| needs(it, beat, lost)),
        _ => false,
    }
}

/// Makes a condition hold, as far as something must be so for it. Of several ways it takes the first.
fn assume(progress: &mut CampaignProgress, condition: &Requirement) {
    if progress.holds(condition) {
        return;
    }
    match condition {
        Requirement::Found(id) => {
            progress.found.insert(id.clone());
        }
        Requirement::Flag(flag) => {
            progress.flags.insert(flag.name.clone(), flag.is.clone());
        }
        Requirement::Done(id) => {
            progress.done.insert(id.clone());
        }
        Requirement::Failed(id) => {
            progress.failed.insert(id.clone());
        }
        Requirement::Visited(id) => {
            progress.visited.insert(id.clone());
        }
        Requirement::Carries(item) => {
            progress.items.insert(game::wording::fold(item));
        }
        Requirement::Doom(segments) => progress.doom = progress.doom.max(*segments),
        Requirement::Not(_) => {}
        Requirement::Any(any) => any.iter().take(1).for_each(|it| assume(progress, it)),
        Requirement::All(all) => all.iter().for_each(|it| assume(progress, it)),
    }
}
