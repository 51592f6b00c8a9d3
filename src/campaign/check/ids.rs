//! Ids: well-formed and unique.

use std::collections::HashMap;

use crate::campaign::{
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
    reading::is_id,
};

/// Ids that have to differ from one another.
#[derive(Default)]
struct IdScope<'a>(HashMap<&'a str, PackageLocation>);

impl<'a> IdScope<'a> {
    /// Takes an id in.
    fn take(&mut self, id: &'a str, place: PackageLocation, found: &mut Diagnostics) {
        if !is_id(id) {
            let message = "This is no id.";
            let remedy = "An id has lower case letters, digits and single hyphens between them, at most 64 of them.";
            found.note(Code::BadId, &place, message, remedy);
        }
        if self.0.contains_key(id) {
            found.note(Code::DuplicateId, &place, "Something else has this id.", "Give one of them another.");
        }
        self.0.insert(id, place);
    }
}

/// Notes ids that are none and ids that are shared.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let whole = PackageLocation::whole();
    if !is_id(&package.slug) {
        let remedy = "Use lower case letters, digits and single hyphens between them, as `the-drowned-mill`.";
        found.note(Code::BadId, &whole.field("slug"), "This is no name for an address.", remedy);
    }
    let mut lists =
        [IdScope::default(), IdScope::default(), IdScope::default(), IdScope::default(), IdScope::default()];
    let [motifs, people, places, endings, acts] = &mut lists;
    // Findings, beats, nodes, encounters, secrets and happenings are named by their ids alone, so they share one room.
    let mut story = IdScope::default();
    for (at, motif) in package.premise.motifs.iter().enumerate() {
        motifs.take(&motif.id, whole.field("premise").item("motifs", at, "motif", &motif.id), found);
    }
    for (at, person) in package.people.iter().enumerate() {
        let place = whole.item("people", at, "person", &person.id);
        for (at, secret) in person.secrets.iter().enumerate() {
            story.take(&secret.id, place.item("secrets", at, "secret", &secret.id), found);
        }
        people.take(&person.id, place, found);
    }
    for (at, place) in package.places.iter().enumerate() {
        places.take(&place.id, whole.item("places", at, "place", &place.id), found);
    }
    for (at, ending) in package.endings.iter().enumerate() {
        endings.take(&ending.id, whole.item("endings", at, "ending", &ending.id), found);
    }
    for (at, happening) in package.happenings.iter().enumerate() {
        story.take(&happening.id, whole.item("happenings", at, "happening", &happening.id), found);
    }
    for (at, act) in package.acts.iter().enumerate() {
        let place = whole.item("acts", at, "act", &act.id);
        for (at, node) in act.nodes.iter().enumerate() {
            of_node(node, place.item("nodes", at, "node", &node.id), &mut story, found);
        }
        acts.take(&act.id, place, found);
    }
}

/// The ids of a node and its parts.
fn of_node<'a>(
    node: &'a crate::campaign::act::Node,
    place: PackageLocation,
    story: &mut IdScope<'a>,
    found: &mut Diagnostics,
) {
    let mut exits = IdScope::default();
    for (at, exit) in node.exits.iter().enumerate() {
        exits.take(&exit.id, place.item("exits", at, "exit", &exit.id), found);
    }
    for (at, met) in node.encounters.iter().enumerate() {
        story.take(&met.id, place.item("encounters", at, "encounter", &met.id), found);
    }
    for (at, beat) in node.beats.iter().enumerate() {
        let place = place.item("beats", at, "beat", &beat.id);
        let mut things = IdScope::default();
        for (at, thing) in beat.interactables.iter().enumerate() {
            things.take(&thing.id, place.item("interactables", at, "thing", &thing.id), found);
        }
        for (at, finding) in beat.findings.iter().enumerate() {
            story.take(&finding.id, place.item("findings", at, "finding", &finding.id), found);
        }
        story.take(&beat.id, place, found);
    }
    story.take(&node.id, place, found);
}
