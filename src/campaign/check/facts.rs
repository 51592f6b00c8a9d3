//! Which conditions can become true, and which always do, whatever the dice say.

use std::collections::HashSet;

use game::{plot::FlagValue, wording::fold};

use crate::campaign::{
    act::{Destination, Node},
    beat::{Consequence, Finding, FindingSource, StoryBeat},
    cast::{CastMember, Topic},
    package::{Arrival, CampaignPackage},
    requirement::{Flag, Requirement},
};

/// Everything that can become true, computed as a fixed point over the reachable nodes.
/// Negated requirements are assumed to be satisfiable, so the result is an overestimate.
pub(super) struct ReachableFacts<'a> {
    nodes: HashSet<&'a str>,
    beats: HashSet<&'a str>,
    failed: HashSet<&'a str>,
    findings: HashSet<&'a str>,
    flags: HashSet<(&'a str, &'a FlagValue)>,
    items: HashSet<String>,
    doom: u32,
}

impl<'a> ReachableFacts<'a> {
    /// The reachable facts of a campaign with valid references.
    pub(super) fn of(package: &'a CampaignPackage) -> Self {
        let doom = package.doom.as_ref().map_or(0, |doom| doom.segments);
        let mut facts = Self {
            nodes: HashSet::new(),
            beats: HashSet::new(),
            failed: HashSet::new(),
            findings: HashSet::new(),
            flags: HashSet::new(),
            items: HashSet::new(),
            doom,
        };
        facts.nodes.extend(package.start().map(|node| node.id.as_str()));
        loop {
            let before = facts.size();
            for (_, node) in package.nodes() {
                if facts.nodes.contains(node.id.as_str()) {
                    facts.see(package, node);
                }
            }
            for happening in &package.happenings {
                if facts.can_hold(&happening.when) {
                    facts.take(package, &happening.outcome);
                }
            }
            if let Some(doom) = &package.doom {
                facts.go(package, &doom.full);
            }
            if facts.size() == before {
                return facts;
            }
        }
    }

    fn size(&self) -> usize {
        self.nodes.len()
            + self.beats.len()
            + self.failed.len()
            + self.findings.len()
            + self.flags.len()
            + self.items.len()
    }

    /// Adds what can happen in a node.
    fn see(&mut self, package: &'a CampaignPackage, node: &'a Node) {
        for beat in &node.beats {
            if beat.requires.as_ref().is_some_and(|condition| !self.can_hold(condition)) {
                continue;
            }
            self.beats.insert(&beat.id);
            if beat.can_fail() {
                self.failed.insert(&beat.id);
            }
            for outcome in beat.outcomes() {
                self.take(package, outcome);
            }
            for person in beat.people.iter().filter_map(|id| package.person(id)) {
                self.ask(person);
            }
            self.findings
                .extend(beat.findings.iter().filter(|finding| is_told(package, finding)).map(|f| f.id.as_str()));
        }
        for met in &node.encounters {
            if met.requires.as_ref().is_none_or(|condition| self.can_hold(condition)) {
                self.take(package, &met.outcome);
            }
        }
        for exit in &node.exits {
            if exit.requires.as_ref().is_none_or(|condition| self.can_hold(condition)) {
                self.take(package, &exit.outcome);
                self.go(package, &exit.to);
            }
        }
        for person in node.people.iter().filter_map(|id| package.person(id)) {
            self.ask(person);
        }
    }

    /// Takes in what someone can tell.
    fn ask(&mut self, person: &'a CastMember) {
        let allowed = |topic: &&Topic| topic.requires.as_ref().is_none_or(|condition| self.can_hold(condition));
        let told: Vec<&str> =
            person.topics.iter().filter(allowed).filter_map(|topic| topic.finding.as_deref()).collect();
        self.findings.extend(told);
    }

    fn take(&mut self, package: &'a CampaignPackage, outcome: &'a Consequence) {
        self.findings.extend(outcome.findings.iter().map(String::as_str));
        self.flags.extend(outcome.sets.iter().map(|flag| (flag.name.as_str(), &flag.is)));
        self.items.extend(outcome.reward.items.iter().map(|item| fold(item)));
        if let Some(way) = &outcome.to {
            self.go(package, way);
        }
    }

    fn go(&mut self, package: &'a CampaignPackage, way: &'a Destination) {
        if let Some(Arrival::Node(node)) = package.follow(way) {
            self.nodes.insert(&node.id);
        }
    }

    /// Whether a condition can come to hold.
    pub(super) fn can_hold(&self, condition: &Requirement) -> bool {
        condition.can_hold(&|fact| match fact {
            Requirement::Found(id) => self.findings.contains(id.as_str()),
            Requirement::Flag(Flag { name, is }) => self.flags.contains(&(name.as_str(), is)),
            Requirement::Done(id) => self.beats.contains(id.as_str()),
            Requirement::Failed(id) => self.failed.contains(id.as_str()),
            Requirement::Visited(id) => self.nodes.contains(id.as_str()),
            Requirement::Carries(item) => self.items.contains(&fold(item)),
            Requirement::Doom(segments) => *segments <= self.doom,
            _ => false,
        })
    }
}

/// Whether a finding can be had where its beat is: a finding from a person with topics needs one of these topics.
fn is_told(package: &CampaignPackage, finding: &Finding) -> bool {
    match &finding.from {
        FindingSource::Person(id) => package.person(id).is_some_and(|person| {
            person.topics.is_empty() || !person.topics.iter().any(|topic| topic.finding.as_deref() == Some(&finding.id))
        }),
        FindingSource::Outcome => false,
        FindingSource::Scene | FindingSource::Success | FindingSource::Thing(_) => true,
    }
}

/// Facts that are certain after a node in which every roll failed.
#[derive(Default)]
pub(super) struct Sure<'a> {
    pub(super) done: HashSet<&'a str>,
    pub(super) failed: HashSet<&'a str>,
    pub(super) findings: HashSet<&'a str>,
    pub(super) flags: HashSet<(&'a str, &'a FlagValue)>,
    pub(super) items: HashSet<String>,
}

impl<'a> Sure<'a> {
    /// Adds the certain facts of a node: the failures of its beats, and each thing handled.
    pub(super) fn add(&mut self, package: &'a CampaignPackage, node: &'a Node) {
        let stay = node.people.iter().filter(|id| !node.absences.iter().any(|absence| absence.person == **id));
        for person in stay.filter_map(|id| package.person(id)) {
            let freely = person.topics.iter().filter(|topic| topic.requires.is_none());
            self.findings.extend(freely.filter_map(|topic| topic.finding.as_deref()));
        }
        let mut at = 0;
        while let Some(beat) = node.beats.get(at) {
            at += 1;
            // A step that some games skip is certain in none.
            if beat.requires.is_some() {
                continue;
            }
            self.play(package, beat);
            if beat.can_fail()
                && let Some(next) = &beat.next_beat_if_failed
            {
                at = node.beats.iter().position(|other| other.id == *next).unwrap_or(at).max(at);
            }
        }
    }

    fn play(&mut self, package: &'a CampaignPackage, beat: &'a StoryBeat) {
        let outcome = match beat.can_fail() {
            true => {
                self.failed.insert(&beat.id);
                &beat.failure
            }
            false => {
                self.done.insert(&beat.id);
                &beat.success
            }
        };
        self.take(outcome);
        let things = beat.interactables.iter().filter(|thing| thing.requires.is_none());
        let handled = things.filter_map(|thing| thing.handling.as_ref());
        for handling in handled.filter(|handling| handling.requires.is_none()) {
            self.take(if handling.test.is_some() { &handling.failure } else { &handling.success });
        }
        let sure = beat.findings.iter().filter(|finding| {
            let comes = match &finding.from {
                FindingSource::Scene => true,
                FindingSource::Success => !beat.can_fail(),
                FindingSource::Outcome => false,
                FindingSource::Thing(id) => {
                    beat.interactables.iter().any(|thing| thing.id == *id && thing.requires.is_none())
                }
                FindingSource::Person(_) => is_told(package, finding),
            };
            finding.test.is_none() && comes
        });
        self.findings.extend(sure.map(|finding| finding.id.as_str()));
    }

    fn take(&mut self, outcome: &'a Consequence) {
        self.findings.extend(outcome.findings.iter().map(String::as_str));
        self.flags.extend(outcome.sets.iter().map(|flag| (flag.name.as_str(), &flag.is)));
        self.items.extend(outcome.reward.items.iter().map(|item| fold(item)));
    }
}
