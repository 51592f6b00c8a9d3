//! References: every id that is named exists.

use std::collections::HashSet;

use crate::campaign::{
    act::{CampaignAct, Destination, Node},
    beat::{Consequence, FindingSource, Pointer, StoryBeat},
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
    requirement::Requirement,
};

/// Everything there is to speak of.
struct KnownIds<'a> {
    package: &'a CampaignPackage,
    nodes: HashSet<&'a str>,
    beats: HashSet<&'a str>,
    findings: HashSet<&'a str>,
    /// Findings some outcome or topic brings.
    brought: HashSet<&'a str>,
    secrets: HashSet<&'a str>,
    people: HashSet<&'a str>,
    places: HashSet<&'a str>,
    motifs: HashSet<&'a str>,
}

impl<'a> KnownIds<'a> {
    fn of(package: &'a CampaignPackage) -> Self {
        let beats = || package.nodes().flat_map(|(_, node)| &node.beats);
        Self {
            package,
            nodes: package.nodes().map(|(_, node)| node.id.as_str()).collect(),
            beats: beats().map(|beat| beat.id.as_str()).collect(),
            findings: beats().flat_map(|beat| &beat.findings).map(|finding| finding.id.as_str()).collect(),
            brought: brought(package),
            secrets: package
                .people
                .iter()
                .flat_map(|person| &person.secrets)
                .map(|secret| secret.id.as_str())
                .collect(),
            people: package.people.iter().map(|person| person.id.as_str()).collect(),
            places: package.places.iter().map(|place| place.id.as_str()).collect(),
            motifs: package.premise.motifs.iter().map(|motif| motif.id.as_str()).collect(),
        }
    }

    /// Notes a way that leads nowhere.
    fn way(&self, way: &Destination, place: &PackageLocation, found: &mut Diagnostics) {
        let is_there = match way {
            Destination::Node(id) => self.nodes.contains(id.as_str()),
            Destination::Act(id) => self.package.act(id).is_some(),
            Destination::Ending(id) => self.package.ending(id).is_some(),
        };
        if !is_there {
            let remedy = "Write it, or lead to something there is.";
            found.note(Code::ExitToNowhere, place, format!("This leads to {way}, and there is none."), remedy);
        }
    }

    /// Notes a name that means nothing.
    fn name(&self, kind: &str, id: &str, is_there: bool, place: &PackageLocation, found: &mut Diagnostics) {
        if !is_there {
            let message = format!("This speaks of the {kind} “{id}”, and there is none.");
            found.note(Code::UnknownReference, place, message, format!("Write the {kind}, or take the name out."));
        }
    }

    /// Notes conditions on what there isn't.
    fn condition(&self, condition: Option<&Requirement>, place: &PackageLocation, found: &mut Diagnostics) {
        for fact in condition.map(Requirement::facts).unwrap_or_default() {
            match fact {
                Requirement::Found(id) => self.name("finding", id, self.findings.contains(id.as_str()), place, found),
                Requirement::Done(id) | Requirement::Failed(id) => {
                    self.name("beat", id, self.beats.contains(id.as_str()), place, found);
                }
                Requirement::Visited(id) => self.name("node", id, self.nodes.contains(id.as_str()), place, found),
                Requirement::Doom(_) => self.name("clock", "doom", self.package.doom.is_some(), place, found),
                _ => {}
            }
        }
    }

    /// Notes an outcome that leads nowhere or drives a clock there isn't.
    fn outcome(&self, outcome: &Consequence, place: &PackageLocation, found: &mut Diagnostics) {
        if let Some(way) = &outcome.to {
            self.way(way, &place.field("to"), found);
        }
        for id in &outcome.findings {
            self.name("finding", id, self.findings.contains(id.as_str()), place, found);
        }
        if outcome.doom > 0 {
            self.name("clock", "doom", self.package.doom.is_some(), place, found);
        }
    }
}

/// The findings that some outcome or topic brings.
fn brought(package: &CampaignPackage) -> HashSet<&str> {
    let topics = package.people.iter().flat_map(|person| &person.topics).filter_map(|topic| topic.finding.as_ref());
    let outcomes = package.outcomes().flat_map(|(_, outcome)| &outcome.findings);
    outcomes.chain(topics).map(String::as_str).collect()
}

/// Notes everything that speaks of what there isn't.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let known = KnownIds::of(package);
    let whole = PackageLocation::whole();
    if package.acts.is_empty() {
        found.note(Code::EmptyAct, &whole.field("acts"), "There is no act.", "A campaign has at least one.");
    }
    if package.endings.is_empty() {
        let remedy = "Write at least one, and an exit that leads to it.";
        found.note(Code::NoEnding, &whole.field("endings"), "There is no way for it to end.", remedy);
    }
    for (at, act) in package.acts.iter().enumerate() {
        of_act(&known, act, &whole.item("acts", at, "act", &act.id), found);
    }
    of_people(&known, &whole, found);
    for (at, spot) in package.places.iter().enumerate() {
        let place = whole.item("places", at, "place", &spot.id);
        for road in &spot.roads {
            known.name("place", &road.to, known.places.contains(road.to.as_str()), &place.field("roads"), found);
            known.condition(road.requires.as_ref(), &place.field("roads"), found);
        }
    }
    for (at, happening) in package.happenings.iter().enumerate() {
        let place = whole.item("happenings", at, "happening", &happening.id);
        known.condition(Some(&happening.when), &place, found);
        known.outcome(&happening.outcome, &place, found);
    }
    for (at, ending) in package.endings.iter().enumerate() {
        for variant in &ending.variants {
            known.condition(Some(&variant.requires), &whole.item("endings", at, "ending", &ending.id), found);
        }
    }
    if let Some(doom) = &package.doom {
        let place = whole.field("doom");
        known.condition(doom.until.as_ref(), &place.field("until"), found);
        known.way(&doom.full, &place.field("full"), found);
    }
}

/// References in the topics of people.
fn of_people(known: &KnownIds, whole: &PackageLocation, found: &mut Diagnostics) {
    for (at, person) in known.package.people.iter().enumerate() {
        let place = whole.item("people", at, "person", &person.id);
        for stance in &person.arc {
            known.name("act", &stance.act, known.package.act(&stance.act).is_some(), &place.field("arc"), found);
        }
        for (at, topic) in person.topics.iter().enumerate() {
            let place = place.item("topics", at, "topic", topic.about.first().map_or("", String::as_str));
            known.condition(topic.requires.as_ref(), &place, found);
            if let Some(id) = &topic.finding {
                known.name("finding", id, known.findings.contains(id.as_str()), &place, found);
            }
        }
        for (at, secret) in person.secrets.iter().enumerate() {
            let place = place.item("secrets", at, "secret", &secret.id);
            for id in &secret.revealed_by {
                let id = id.as_str();
                let is_there = known.findings.contains(id) || known.beats.contains(id) || known.nodes.contains(id);
                known.name("finding, beat or node", id, is_there, &place, found);
            }
        }
    }
}

/// An act's outline and nodes.
fn of_act(known: &KnownIds, act: &CampaignAct, place: &PackageLocation, found: &mut Diagnostics) {
    if act.nodes.is_empty() {
        found.note(Code::EmptyAct, place, "This act has no node.", "Write one, or take the act out.");
    }
    for id in &act.outline {
        if !act.nodes.iter().any(|node| node.id == *id) {
            let message = format!("The outline has the node “{id}”, which was never written.");
            found.note(
                Code::UnwrittenNode,
                &place.field("outline"),
                message,
                "Write it, or take it out of the outline.",
            );
        }
    }
    for (at, node) in act.nodes.iter().enumerate() {
        let place = place.item("nodes", at, "node", &node.id);
        if !act.outline.contains(&node.id) {
            let remedy = "Add it to the outline, or remove the node.";
            found.note(Code::UnregisteredNode, &place, "This node is missing from the act's outline.", remedy);
        }
        of_node(known, node, &place, found);
    }
}

fn of_node(known: &KnownIds, node: &Node, place: &PackageLocation, found: &mut Diagnostics) {
    if node.beats.is_empty() {
        found.note(Code::EmptyNode, place, "Nothing happens in this node.", "Give it a beat.");
    }
    for id in &node.people {
        known.name("person", id, known.people.contains(id.as_str()), &place.field("people"), found);
    }
    for absence in &node.absences {
        let is_there = node.people.contains(&absence.person);
        known.name("person of this node", &absence.person, is_there, &place.field("absences"), found);
        known.condition(Some(&absence.when), &place.field("absences"), found);
    }
    for variant in &node.variants {
        known.condition(Some(&variant.requires), &place.field("variants"), found);
    }
    for id in &node.callbacks {
        let is_there = known.motifs.contains(id.as_str()) || known.findings.contains(id.as_str());
        known.name("motif or finding", id, is_there, &place.field("callbacks"), found);
    }
    if let Some(id) = &node.place {
        known.name("place", id, known.places.contains(id.as_str()), &place.field("place"), found);
    }
    for (at, exit) in node.exits.iter().enumerate() {
        let place = place.item("exits", at, "exit", &exit.id);
        known.way(&exit.to, &place, found);
        known.condition(exit.requires.as_ref(), &place, found);
        known.outcome(&exit.outcome, &place, found);
        if exit.outcome.to.is_some() {
            let message = "What taking this exit brings leads somewhere else than the exit.";
            found.note(
                Code::OutOfBounds,
                &place.field("outcome"),
                message,
                "Say in the exit's own `to` where it leads.",
            );
        }
    }
    for (at, met) in node.encounters.iter().enumerate() {
        let place = place.item("encounters", at, "encounter", &met.id);
        known.condition(met.requires.as_ref(), &place, found);
        known.outcome(&met.outcome, &place, found);
    }
    for (at, beat) in node.beats.iter().enumerate() {
        let place = place.item("beats", at, "beat", &beat.id);
        of_beat(known, node, beat, &place, found);
        if let Some(id) = &beat.next_beat_if_failed {
            match node.beats.iter().position(|other| other.id == *id) {
                None => known.name("beat of this node", id, false, &place.field("nextBeatIfFailed"), found),
                Some(next) if next <= at => {
                    let message = format!(
                        "If it fails, “{id}” follows, which comes before it: heroes who fail every roll go in circles."
                    );
                    found.note(Code::BeatLoop, &place, message, "Let a later beat follow.");
                }
                Some(_) => {}
            }
        }
    }
}

fn of_beat(known: &KnownIds, node: &Node, beat: &StoryBeat, place: &PackageLocation, found: &mut Diagnostics) {
    for condition in beat.conditions() {
        known.condition(Some(condition), place, found);
    }
    for id in &beat.people {
        known.name("person", id, known.people.contains(id.as_str()), &place.field("people"), found);
    }
    for outcome in beat.outcomes() {
        known.outcome(outcome, place, found);
    }
    for (at, finding) in beat.findings.iter().enumerate() {
        let place = place.item("findings", at, "finding", &finding.id);
        match &finding.from {
            FindingSource::Thing(id) => {
                let is_there = beat.interactables.iter().any(|thing| thing.id == *id);
                known.name("thing of this beat", id, is_there, &place, found);
            }
            FindingSource::Person(id) => {
                let is_there = node.people.contains(id) || beat.people.contains(id);
                known.name("person of this node", id, is_there, &place, found);
            }
            FindingSource::Outcome => {
                if !known.brought.contains(finding.id.as_str()) {
                    let remedy = "Name it in an outcome's `findings`, or let it come from something else.";
                    found.note(Code::LostFinding, &place, "Nothing ever brings this finding.", remedy);
                }
            }
            FindingSource::Scene | FindingSource::Success => {}
        }
        for pointer in &finding.points_to {
            let (kind, id, is_there) = match pointer {
                Pointer::Node(id) => ("node", id, known.nodes.contains(id.as_str())),
                Pointer::Person(id) => ("person", id, known.people.contains(id.as_str())),
                Pointer::Secret(id) => ("secret", id, known.secrets.contains(id.as_str())),
                Pointer::Ending(id) => ("ending", id, known.package.ending(id).is_some()),
            };
            known.name(kind, id, is_there, &place, found);
        }
    }
}
