//! Random games through a campaign, and which endings they reach.

use std::collections::BTreeMap;

use game::two_dice;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::{
    act::Node,
    beat::{Finding, FindingSource, StoryBeat, Test},
    checks::{Checks, Fared},
    package::CampaignPackage,
    progress::CampaignProgress,
};

/// The bonus of an average hero in a test.
const BONUS: i32 = 4;
/// Their bonus with two dice.
const PAIR_BONUS: i32 = 1;
/// How often a party wins a fight of its own strength.
const WINS: f64 = 0.85;
/// The chance that a player finds and handles a thing.
const LOOKS: f64 = 0.7;

/// Statistics of many random walks through a campaign.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Walks {
    /// How many there were.
    pub n_runs: u32,
    /// How many came to an ending.
    pub n_ended: u32,
    /// How many came to each ending, by its id; those no one came to as well.
    pub endings: BTreeMap<String, u32>,
    /// How many stood in a node without an open exit, by its id.
    pub stuck: BTreeMap<String, u32>,
    /// How many went round until they were called back.
    pub n_lost: u32,
    /// Nodes no one came to.
    pub unseen: Vec<String>,
    /// How many ended with a full doom clock.
    pub n_out_of_time: u32,
    /// The median number of beats to an ending.
    pub median_beats: u32,
}

/// Walks this number of random ways. The same seed walks the same ways.
pub fn walk(package: &CampaignPackage, n_runs: u32, seed: u64) -> Walks {
    let mut walks = Walks { n_runs, ..Walks::default() };
    walks.endings.extend(package.endings.iter().map(|ending| (ending.id.clone(), 0)));
    let mut seen = std::collections::HashSet::new();
    let mut lengths = Vec::new();
    for run in 0..n_runs {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(u64::from(run));
        let mut walker = Walker { package, progress: CampaignProgress::begin(package), rng, n_beats: 0 };
        match walker.walk() {
            WalkEnd::Ending(id) => {
                walks.n_ended += 1;
                *walks.endings.entry(id).or_default() += 1;
                let is_full = package.doom.as_ref().is_some_and(|doom| walker.progress.doom >= doom.segments);
                walks.n_out_of_time += u32::from(is_full);
                lengths.push(walker.n_beats);
            }
            WalkEnd::Stuck(node) => *walks.stuck.entry(node).or_default() += 1,
            WalkEnd::Lost => walks.n_lost += 1,
        }
        seen.extend(walker.progress.visited);
    }
    lengths.sort_unstable();
    walks.median_beats = lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    let nodes = package.nodes().map(|(_, node)| &node.id);
    walks.unseen = nodes.filter(|id| !seen.contains(*id)).cloned().collect();
    walks
}

/// How a way ends.
enum WalkEnd {
    Ending(String),
    Stuck(String),
    Lost,
}

struct Walker<'a> {
    package: &'a CampaignPackage,
    progress: CampaignProgress,
    rng: ChaCha8Rng,
    n_beats: u32,
}

impl Walker<'_> {
    /// Walks to an ending, or gives up after ten times as many steps as there are nodes, and a hundred more.
    fn walk(&mut self) -> WalkEnd {
        let most = 10 * self.package.nodes().count() + 100;
        for _ in 0..most {
            let Some((_, node)) = self.package.node(&self.progress.node) else {
                return WalkEnd::Stuck(self.progress.node.clone());
            };
            self.play(node);
            if let Some(ending) = &self.progress.ending {
                return WalkEnd::Ending(ending.clone());
            }
            if self.progress.node != node.id {
                continue;
            }
            let exits = self.progress.open_exits(self.package, node);
            // Players mostly prefer exits to new nodes.
            let fresh: Vec<_> =
                exits.iter().copied().filter(|exit| !self.progress.visited.contains(exit.to.id())).collect();
            let choice = if !fresh.is_empty() && self.rng.random_bool(0.75) { &fresh } else { &exits };
            let Some(exit) = choice.choose(&mut self.rng) else { return WalkEnd::Stuck(node.id.clone()) };
            self.progress.leave(self.package, exit);
            self.progress.happen(self.package);
            if let Some(ending) = &self.progress.ending {
                return WalkEnd::Ending(ending.clone());
            }
        }
        WalkEnd::Lost
    }

    /// Plays a node's beats until none is left, or one leads away.
    fn play(&mut self, node: &Node) {
        for person in node.people.iter().filter_map(|id| self.package.person(id)) {
            for topic in &person.topics {
                if let Some(id) = &topic.finding
                    && self.progress.allows(topic.requires.as_ref())
                    && self.rng.random_bool(LOOKS)
                {
                    self.progress.found.insert(id.clone());
                }
            }
        }
        while let Some(beat) = self.progress.next_beat(node) {
            self.n_beats += 1;
            let solved = self.handle(beat);
            if self.progress.ending.is_some() || self.progress.node != node.id {
                return;
            }
            let fared = if solved { Fared::Hit } else { self.wins(beat) };
            let is_done = fared.is_good();
            for finding in &beat.findings {
                if self.finds(finding, is_done) {
                    self.progress.found.insert(finding.id.clone());
                }
            }
            if fared == Fared::Mixed {
                self.progress.take(self.package, &beat.mixed);
            }
            self.progress.end_beat(self.package, beat, is_done);
            self.progress.happen(self.package);
            if self.progress.ending.is_some() || self.progress.node != node.id {
                return;
            }
        }
    }

    /// Handles the things of a beat, and returns whether that ended it.
    fn handle(&mut self, beat: &StoryBeat) -> bool {
        let mut solved = false;
        for thing in beat.interactables.iter().filter(|thing| thing.handling.is_some()) {
            let Some(handling) = &thing.handling else { continue };
            let is_there = self.progress.allows(thing.requires.as_ref());
            if is_there && self.progress.allows(handling.requires.as_ref()) && self.rng.random_bool(LOOKS) {
                let fared = self.fares(handling.test);
                if fared == Fared::Mixed {
                    self.progress.take(self.package, &handling.mixed);
                }
                let outcome = if fared.is_good() { &handling.success } else { &handling.failure };
                self.progress.take(self.package, outcome);
                solved |= outcome.ends;
            }
        }
        solved
    }

    /// How a beat goes. A test spares the fight, where there is one.
    fn wins(&mut self, beat: &StoryBeat) -> Fared {
        let fared = match beat.test {
            None if !beat.foes.is_empty() => Fared::Miss,
            test => self.fares(test),
        };
        match fared {
            Fared::Miss if !beat.foes.is_empty() => Fared::well(self.rng.random_bool(WINS)),
            fared => fared,
        }
    }

    fn finds(&mut self, finding: &Finding, is_done: bool) -> bool {
        let looks = match finding.from {
            FindingSource::Scene => true,
            FindingSource::Success => is_done,
            FindingSource::Outcome => false,
            FindingSource::Thing(_) | FindingSource::Person(_) => self.rng.random_bool(LOOKS),
        };
        looks && self.fares(finding.test).is_good()
    }

    /// Throws for a test; what needs none succeeds.
    fn fares(&mut self, test: Option<Test>) -> Fared {
        let Some(test) = test else { return Fared::Hit };
        match self.package.setting.checks {
            Checks::D20 => Fared::well(self.rng.random_range(1..=20) + BONUS >= test.dc),
            Checks::TwoDice => {
                let thrown = self.rng.random_range(1..=6) + self.rng.random_range(1..=6);
                match thrown + two_dice::ease(test.dc) + PAIR_BONUS {
                    two_dice::HIT.. => Fared::Hit,
                    two_dice::MIXED.. => Fared::Mixed,
                    _ => Fared::Miss,
                }
            }
        }
    }
}
