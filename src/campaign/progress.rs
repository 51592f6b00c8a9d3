//! Progress of a game in a campaign, and its consequences. Pure: the caller rolls the dice.

use std::collections::{BTreeMap, BTreeSet};

use game::{
    plot::{FlagValue, Plot},
    wording::fold,
};
use serde::{Deserialize, Serialize};

use super::{
    act::{Destination, Node, NodeExit},
    beat::{Consequence, StoryBeat},
    package::{Arrival, CampaignPackage},
    requirement::Requirement,
    world::Drive,
};

/// The state of a campaign in play: things done, found and decided.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CampaignProgress {
    /// The id of the node where the heroes are.
    pub node: String,
    /// The beat of it that was narrated last, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beat: Option<String>,
    /// The ending that was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// Nodes that were seen.
    pub visited: BTreeSet<String>,
    /// Beats that went well.
    pub done: BTreeSet<String>,
    /// Beats that went wrong.
    pub failed: BTreeSet<String>,
    /// Findings that were made.
    pub found: BTreeSet<String>,
    /// Flags that were set.
    pub flags: BTreeMap<String, FlagValue>,
    /// Things that were given, in lower case.
    pub items: BTreeSet<String>,
    /// Segments of the doom clock that are full.
    pub doom: u32,
    /// Happenings and encounters that came, beats that were narrated (`begun:` and the id), tries that were made and rewards that were
    /// given: each of them counts once.
    pub came: BTreeSet<String>,
}

impl CampaignProgress {
    /// The beginning of a campaign.
    pub fn begin(package: &CampaignPackage) -> Self {
        let mut progress = Self::default();
        if let Some(node) = package.start() {
            progress.node.clone_from(&node.id);
            progress.visited.insert(node.id.clone());
        }
        progress
    }

    /// How far a table has come that plays it; what its heroes carry is in `items`, in lower case.
    pub fn of(plot: &Plot, items: BTreeSet<String>) -> Self {
        Self {
            node: plot.node.clone(),
            beat: plot.beat.clone(),
            ending: plot.ending.as_ref().map(|ending| ending.id.clone()),
            visited: plot.visited.iter().map(|seen| seen.id.clone()).collect(),
            done: plot.done.clone(),
            failed: plot.failed.clone(),
            found: plot.found.iter().map(|found| found.id.clone()).collect(),
            flags: plot.flags.clone(),
            items,
            doom: plot.doom.as_ref().map_or(0, |doom| doom.filled),
            came: plot.came.clone(),
        }
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &Requirement) -> bool {
        condition.holds(&|fact| match fact {
            Requirement::Found(id) => self.found.contains(id),
            Requirement::Flag(flag) => self.flags.get(&flag.name) == Some(&flag.is),
            Requirement::Done(id) => self.done.contains(id),
            Requirement::Failed(id) => self.failed.contains(id),
            Requirement::Visited(id) => self.visited.contains(id),
            Requirement::Carries(item) => self.items.contains(&fold(item)),
            Requirement::Doom(segments) => self.doom >= *segments,
            _ => false,
        })
    }

    /// Whether a condition, if there is one, holds.
    pub fn allows(&self, condition: Option<&Requirement>) -> bool {
        condition.is_none_or(|condition| self.holds(condition))
    }

    /// The beat that is next in a node: the first that was not played, whose time has come, and which no failure has passed
    /// over.
    pub fn next_beat<'a>(&self, node: &'a Node) -> Option<&'a StoryBeat> {
        let mut at = 0;
        while let Some(beat) = node.beats.get(at) {
            at += 1;
            let failed = self.failed.contains(&beat.id);
            if failed && let Some(next) = &beat.next_beat_if_failed {
                at = node.beats.iter().position(|other| other.id == *next).unwrap_or(at).max(at);
            } else if !failed && !self.done.contains(&beat.id) && self.allows(beat.requires.as_ref()) {
                return Some(beat);
            }
        }
        None
    }

    /// The exits of a node that can be taken and are known of.
    pub fn open_exits<'a>(&self, package: &CampaignPackage, node: &'a Node) -> Vec<&'a NodeExit> {
        let is_open = |exit: &&NodeExit| self.allows(exit.requires.as_ref()) && self.knows_of(package, exit);
        node.exits.iter().filter(is_open).collect()
    }

    /// Whether the heroes know of an exit: it is not hidden, or they have been where it leads, or have a finding that points
    /// there.
    pub fn knows_of(&self, package: &CampaignPackage, exit: &NodeExit) -> bool {
        let Some(Arrival::Node(to)) = package.follow(&exit.to) else { return true };
        let pointed =
            || package.findings().any(|finding| finding.points_at(&to.id) && self.found.contains(&finding.id));
        !exit.hidden || self.visited.contains(&to.id) || pointed()
    }

    /// Takes an exit, with what it brings.
    pub fn leave(&mut self, package: &CampaignPackage, exit: &NodeExit) {
        self.take(package, &exit.outcome);
        self.go(package, &exit.to);
    }

    /// Ends a beat with success or failure, and applies the outcome.
    pub fn end_beat(&mut self, package: &CampaignPackage, beat: &StoryBeat, is_done: bool) {
        match is_done {
            true => self.done.insert(beat.id.clone()),
            false => self.failed.insert(beat.id.clone()),
        };
        if !is_done {
            self.drive(package, Drive::Failure);
        }
        self.take(package, if is_done { &beat.success } else { &beat.failure });
    }

    /// Applies a consequence: flags, things, doom, destination.
    pub fn take(&mut self, package: &CampaignPackage, outcome: &Consequence) {
        self.found.extend(outcome.findings.iter().cloned());
        for flag in &outcome.sets {
            self.flags.insert(flag.name.clone(), flag.is.clone());
        }
        self.items.extend(outcome.reward.items.iter().map(|item| fold(item)));
        self.advance(package, outcome.doom);
        if let Some(way) = &outcome.to {
            self.go(package, way);
        }
    }

    /// Goes where a way leads. The end is the end: nothing leads on from it.
    pub fn go(&mut self, package: &CampaignPackage, way: &Destination) {
        if self.ending.is_some() {
            return;
        }
        match package.follow(way) {
            Some(Arrival::Node(node)) if node.id == self.node => {}
            Some(Arrival::Node(node)) => {
                self.node.clone_from(&node.id);
                self.beat = None;
                self.visited.insert(node.id.clone());
                self.drive(package, Drive::Move);
            }
            Some(Arrival::Ending(ending)) => self.ending = Some(ending.id.clone()),
            None => {}
        }
    }

    /// Lets the doom clock go on by what drives it.
    pub fn drive(&mut self, package: &CampaignPackage, by: Drive) {
        if package.doom.as_ref().is_some_and(|doom| doom.driven_by.contains(&by)) {
            self.advance(package, 1);
        }
    }

    /// Advances the doom clock. Its consequence comes when it is full.
    fn advance(&mut self, package: &CampaignPackage, segments: u32) {
        let Some(doom) = &package.doom else { return };
        let is_over = doom.until.as_ref().is_some_and(|until| self.holds(until));
        if segments == 0 || self.doom >= doom.segments || is_over {
            return;
        }
        self.doom = self.doom.saturating_add(segments).min(doom.segments);
        if self.doom == doom.segments {
            self.go(package, &doom.full);
        }
    }

    /// Triggers events whose condition holds, each once.
    pub fn happen(&mut self, package: &CampaignPackage) {
        for happening in &package.happenings {
            if self.ending.is_none() && !self.came.contains(&happening.id) && self.holds(&happening.when) {
                self.came.insert(happening.id.clone());
                self.take(package, &happening.outcome);
            }
        }
    }
}
