//! Conditions that imply that a secret is known. Texts behind one of them may mention the secret.

use std::collections::{HashMap, HashSet};

use game::plot::FlagValue;

use crate::campaign::{
    act::Node,
    beat::{Consequence, FindingSource, Interactable, StoryBeat},
    cast::CastSecret,
    package::CampaignPackage,
    requirement::Requirement,
};

/// The knowledge of the readers of players' texts, which decides what those texts may reveal.
pub(super) trait Knowing {
    /// Whether only informed readers get text with this requirement.
    fn needs(&self, condition: Option<&Requirement>) -> bool;
    /// Whether the beat, finding or node with this id reveals the secret.
    fn reveals(&self, id: &str) -> bool;
    /// Whether a beat's findings from there bring it out.
    fn brings(&self, beat: &StoryBeat, from: &FindingSource) -> bool;

    /// Whether what lies open at a thing, or is got from it, brings the secret out.
    fn shows(&self, beat: &StoryBeat, thing: &Interactable) -> bool {
        self.brings(beat, &FindingSource::Thing(thing.id.clone())) || self.needs(thing.requires.as_ref())
    }
}

/// Readers who know nothing; everything is a secret to them.
pub(super) struct Nobody;

impl Knowing for Nobody {
    fn needs(&self, _: Option<&Requirement>) -> bool {
        false
    }

    fn reveals(&self, _: &str) -> bool {
        false
    }

    fn brings(&self, _: &StoryBeat, _: &FindingSource) -> bool {
        false
    }
}

/// Things that only heroes who know a secret can have done, seen or set.
pub(super) struct Informed<'a> {
    secret: &'a CastSecret,
    /// Nodes one can be in while it isn't out.
    early: HashSet<&'a str>,
    /// Beats that are played with no one else, by id.
    beats: HashSet<&'a str>,
    /// Flags that are set by no one else.
    flags: HashSet<Value<'a>>,
    /// Findings that are only made where it is out.
    findings: HashSet<&'a str>,
    package: &'a CampaignPackage,
}

/// A flag's name, and a value it is set to.
type Value<'a> = (&'a str, &'a FlagValue);

impl<'a> Informed<'a> {
    pub(super) fn of(package: &'a CampaignPackage, secret: &'a CastSecret, early: HashSet<&'a str>) -> Self {
        let late = package.nodes().map(|(_, node)| node).filter(|node| !early.contains(node.id.as_str()));
        let findings = late.flat_map(|node| &node.beats).flat_map(|beat| &beat.findings).map(|it| it.id.as_str());
        let findings = findings.collect();
        let mut informed = Self { secret, early, beats: HashSet::new(), flags: HashSet::new(), findings, package };
        // Each round finds the things that depend on flags and beats of the round before; the last round finds nothing.
        loop {
            let beats: HashSet<&str> = informed.told_beats().collect();
            let told = informed.setters().into_iter().filter(|(_, told)| *told).map(|(flag, _)| flag);
            let flags: HashSet<Value<'_>> = told.collect();
            if flags.len() == informed.flags.len() && beats.len() == informed.beats.len() {
                return informed;
            }
            (informed.beats, informed.flags) = (beats, flags);
        }
    }

    fn told_beats(&self) -> impl Iterator<Item = &'a str> {
        let beats = self.package.nodes().flat_map(|(_, node)| node.beats.iter().map(move |beat| (node, beat)));
        let is_told = |node: &Node, beat: &StoryBeat| {
            self.reveals(&beat.id) || self.is_late(node) || self.needs(beat.requires.as_ref())
        };
        beats.filter(move |(node, beat)| is_told(node, beat)).map(|(_, beat)| beat.id.as_str())
    }

    fn is_late(&self, node: &Node) -> bool {
        !self.early.contains(node.id.as_str())
    }

    fn is_told(&self, fact: &Requirement) -> bool {
        match fact {
            Requirement::Found(id) => self.reveals(id) || self.findings.contains(id.as_str()),
            Requirement::Done(id) | Requirement::Failed(id) => self.beats.contains(id.as_str()),
            Requirement::Visited(id) => self.reveals(id) || !self.early.contains(id.as_str()),
            Requirement::Flag(flag) => self.flags.contains(&(flag.name.as_str(), &flag.is)),
            _ => false,
        }
    }

    /// The flags that are set anywhere, and whether none but those who know set them.
    fn setters(&self) -> HashMap<Value<'a>, bool> {
        let mut all = HashMap::new();
        for (_, node) in self.package.nodes() {
            let late = self.is_late(node);
            for beat in &node.beats {
                let told = self.beats.contains(beat.id.as_str());
                let by_success = told || self.brings(beat, &FindingSource::Success);
                self.sets(&mut all, &beat.success, by_success);
                for outcome in [&beat.mixed, &beat.failure] {
                    self.sets(&mut all, outcome, told);
                }
                for thing in &beat.interactables {
                    let told = told || self.shows(beat, thing);
                    if let Some(handling) = &thing.handling {
                        let told = told || self.needs(handling.requires.as_ref());
                        for outcome in [&handling.success, &handling.mixed, &handling.failure] {
                            self.sets(&mut all, outcome, told);
                        }
                    }
                }
            }
            let met = node.encounters.iter().map(|met| (&met.outcome, met.requires.as_ref()));
            let left = node.exits.iter().map(|exit| (&exit.outcome, exit.requires.as_ref()));
            for (outcome, requires) in met.chain(left) {
                self.sets(&mut all, outcome, late || self.needs(requires));
            }
        }
        for happening in &self.package.happenings {
            self.sets(&mut all, &happening.outcome, self.needs(Some(&happening.when)));
        }
        all
    }

    fn sets(&self, all: &mut HashMap<Value<'a>, bool>, outcome: &'a Consequence, told: bool) {
        let told = told || outcome.findings.iter().any(|id| self.reveals(id));
        for flag in &outcome.sets {
            *all.entry((flag.name.as_str(), &flag.is)).or_insert(true) &= told;
        }
    }
}

impl Knowing for Informed<'_> {
    fn needs(&self, condition: Option<&Requirement>) -> bool {
        condition.is_some_and(|condition| condition.needs(&|fact| self.is_told(fact)))
    }

    fn reveals(&self, id: &str) -> bool {
        self.secret.revealed_by.iter().any(|by| by == id)
    }

    fn brings(&self, beat: &StoryBeat, from: &FindingSource) -> bool {
        beat.findings.iter().any(|finding| finding.from == *from && self.reveals(&finding.id))
    }
}
