//! Who already knows: conditions that can't hold before a secret is out. What needs one of them may say it.

use std::collections::HashSet;

use crate::campaign::{
    act::Node,
    beat::{Beat, Interactable, Outcome, Source},
    cast::Secret,
    condition::{Condition, Flag},
    package::Package,
};

/// What only those can have done, seen or set who know a secret.
pub(super) struct Informed<'a> {
    secret: &'a Secret,
    /// Nodes one can be in while it isn't out.
    early: HashSet<&'a str>,
    /// Beats that are played with nobody else, by id.
    beats: HashSet<&'a str>,
    /// Flags that are set by nobody else.
    flags: Vec<&'a Flag>,
    package: &'a Package,
}

/// Where a flag is set, and whether whoever sets it there knows.
type Setter<'a> = (&'a Flag, bool);

impl<'a> Informed<'a> {
    pub(super) fn of(package: &'a Package, secret: &'a Secret, early: HashSet<&'a str>) -> Self {
        let mut informed = Self { secret, early, beats: HashSet::new(), flags: Vec::new(), package };
        // What only a flag or a beat leads to is found in the round after that one; each round finds more or is the last.
        loop {
            let beats: HashSet<&str> = informed.told_beats().collect();
            let setters = informed.setters();
            let is_told =
                |flag: &Flag| setters.iter().filter(|(other, _)| *other == flag).all(|(_, is_informed)| *is_informed);
            let flags: Vec<&Flag> = setters.iter().map(|(flag, _)| *flag).filter(|flag| is_told(flag)).collect();
            if flags.len() == informed.flags.len() && beats.len() == informed.beats.len() {
                return informed;
            }
            (informed.beats, informed.flags) = (beats, flags);
        }
    }

    fn told_beats(&self) -> impl Iterator<Item = &'a str> {
        let beats = self.package.nodes().flat_map(|(_, node)| node.beats.iter().map(move |beat| (node, beat)));
        let is_told = |node: &Node, beat: &Beat| {
            self.reveals(&beat.id) || self.is_late(node) || self.needs(beat.requires.as_ref())
        };
        beats.filter(move |(node, beat)| is_told(node, beat)).map(|(_, beat)| beat.id.as_str())
    }

    fn is_late(&self, node: &Node) -> bool {
        !self.early.contains(node.id.as_str())
    }

    /// Whether what needs this is for those who know.
    pub(super) fn needs(&self, condition: Option<&Condition>) -> bool {
        condition.is_some_and(|condition| condition.needs(&|fact| self.is_told(fact)))
    }

    /// Whether one of these findings brings the secret out.
    pub(super) fn reveals(&self, id: &str) -> bool {
        self.secret.revealed_by.iter().any(|by| by == id)
    }

    fn is_told(&self, fact: &Condition) -> bool {
        match fact {
            Condition::Found(id) => {
                let holds = |node: &Node| node.beats.iter().flat_map(|beat| &beat.findings).any(|it| it.id == *id);
                let place = self.package.nodes().map(|(_, node)| node).find(|node| holds(node));
                self.reveals(id) || place.is_some_and(|node| self.is_late(node))
            }
            Condition::Done(id) | Condition::Failed(id) => self.beats.contains(id.as_str()),
            Condition::Visited(id) => {
                self.reveals(id) || self.package.node(id).is_some_and(|(_, node)| self.is_late(node))
            }
            Condition::Flag(flag) => self.flags.contains(&flag),
            _ => false,
        }
    }

    fn setters(&self) -> Vec<Setter<'a>> {
        let mut all = Vec::new();
        for (_, node) in self.package.nodes() {
            let late = self.is_late(node);
            for beat in &node.beats {
                let told = self.beats.contains(beat.id.as_str());
                let by_success = told || self.brings(beat, &Source::Success);
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

    fn sets(&self, all: &mut Vec<Setter<'a>>, outcome: &'a Outcome, told: bool) {
        let told = told || outcome.findings.iter().any(|id| self.reveals(id));
        all.extend(outcome.sets.iter().map(|flag| (flag, told)));
    }

    /// Whether what lies open at a thing, or is got from it, brings the secret out.
    pub(super) fn shows(&self, beat: &Beat, thing: &Interactable) -> bool {
        self.brings(beat, &Source::Thing(thing.id.clone())) || self.needs(thing.requires.as_ref())
    }

    /// Whether a beat's findings from there bring it out.
    pub(super) fn brings(&self, beat: &Beat, from: &Source) -> bool {
        beat.findings.iter().any(|finding| finding.from == *from && self.reveals(&finding.id))
    }
}
