//! Unused parts: findings, flags, motifs, people and secrets without consequences.

use std::collections::HashSet;

use crate::campaign::{
    act::Node,
    beat::Consequence,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
    requirement::Requirement,
};

/// Notes what nothing comes back to.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let asked: Vec<&Requirement> = package.conditions().into_iter().flat_map(Requirement::facts).collect();
    let callbacks: HashSet<&str> = package.nodes().flat_map(|(_, node)| &node.callbacks).map(String::as_str).collect();
    let reveals: HashSet<&str> = package
        .people
        .iter()
        .flat_map(|person| &person.secrets)
        .flat_map(|secret| &secret.revealed_by)
        .map(String::as_str)
        .collect();
    let is_asked = |id: &str| asked.iter().any(|fact| matches!(fact, Requirement::Found(asked) if asked == id));
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            for (b, beat) in node.beats.iter().enumerate() {
                let place = super::graph::place_of(package, a, n).item("beats", b, "beat", &beat.id);
                for (f, finding) in beat.findings.iter().enumerate() {
                    let id = finding.id.as_str();
                    let is_used = !finding.points_to.is_empty() || callbacks.contains(id) || reveals.contains(id);
                    if !is_used && !is_asked(id) {
                        let place = place.item("findings", f, "finding", id);
                        let message = "Nothing comes of knowing this.";
                        let remedy =
                            "Let it point to something, open an exit, come back in a node's callbacks, or take it out.";
                        found.note(Code::UnusedFinding, &place, message, remedy);
                    }
                }
            }
        }
    }
    flags(package, &asked, found);
    for (m, motif) in package.premise.motifs.iter().enumerate() {
        if !callbacks.contains(motif.id.as_str()) {
            let place = PackageLocation::whole().field("premise").item("motifs", m, "motif", &motif.id);
            let remedy = "Put it into the callbacks of a node or two.";
            found.note(Code::UnusedMotif, &place, "This never comes back.", remedy);
        }
    }
    people(package, found);
}

/// Reports people that the heroes never meet, and topics and secrets that never come out.
fn people(package: &CampaignPackage, found: &mut Diagnostics) {
    for (p, person) in package.people.iter().enumerate() {
        let place = PackageLocation::whole().item("people", p, "person", &person.id);
        if !package.nodes().any(|(_, node)| meets(node, &person.id)) {
            let remedy = "Put them into a node, or take them out.";
            found.note(Code::LonelyPerson, &place, "The heroes can never meet this person.", remedy);
        }
        for (t, topic) in person.topics.iter().enumerate() {
            let before = person.topics[..t].iter().filter(|before| before.requires.is_none());
            let answered: HashSet<String> =
                before.flat_map(|before| &before.about).map(|word| word.to_lowercase()).collect();
            if !topic.about.is_empty() && topic.about.iter().all(|word| answered.contains(&word.to_lowercase())) {
                let place = place.item("topics", t, "topic", &topic.about[0]);
                let message = "This topic is never reached: earlier topics answer each of its words.";
                found.note(Code::ShadowedTopic, &place, message, "Put it first, or give it a word of its own.");
            }
        }
        for (s, secret) in person.secrets.iter().enumerate() {
            if secret.revealed_by.is_empty() {
                let place = place.item("secrets", s, "secret", &secret.id);
                let remedy = "Name the finding, beat or node that does, in `revealedBy`.";
                found.note(Code::BuriedSecret, &place, "Nothing ever brings this out.", remedy);
            }
        }
    }
}

/// Whether someone is met in a node.
fn meets(node: &Node, person: &String) -> bool {
    node.people.contains(person) || node.beats.iter().any(|beat| beat.people.contains(person))
}

/// Notes flags that are set and never asked for, and outcomes' flags that are asked for with another value.
fn flags(package: &CampaignPackage, asked: &[&Requirement], found: &mut Diagnostics) {
    let asked: HashSet<&str> = asked
        .iter()
        .filter_map(|fact| match fact {
            Requirement::Flag(flag) => Some(flag.name.as_str()),
            _ => None,
        })
        .collect();
    let mut told = HashSet::new();
    let mut look = |outcome: &Consequence, place: &PackageLocation| {
        for flag in &outcome.sets {
            if !asked.contains(flag.name.as_str()) && told.insert(flag.name.clone()) {
                let message = format!("The flag “{}” is set, and nothing asks for it.", flag.name);
                found.note(Code::UnusedFlag, place, message, "Let a condition ask for it, or take it out.");
            }
        }
    };
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            let place = super::graph::place_of(package, a, n);
            for (b, beat) in node.beats.iter().enumerate() {
                let place = place.item("beats", b, "beat", &beat.id);
                beat.outcomes().for_each(|outcome| look(outcome, &place));
            }
            for (e, exit) in node.exits.iter().enumerate() {
                look(&exit.outcome, &place.item("exits", e, "exit", &exit.id));
            }
            for (e, met) in node.encounters.iter().enumerate() {
                look(&met.outcome, &place.item("encounters", e, "encounter", &met.id));
            }
        }
    }
    for (h, happening) in package.happenings.iter().enumerate() {
        look(&happening.outcome, &PackageLocation::whole().item("happenings", h, "happening", &happening.id));
    }
}
