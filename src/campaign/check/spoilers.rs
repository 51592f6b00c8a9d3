//! Spoilers: what players can read gives nothing away that isn't out yet. What is read at an ending may: it is over then.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use petgraph::graph::NodeIndex;

use super::{
    graph::{Graph, Spot, place_of},
    informed::Informed,
};
use crate::campaign::{
    act::Node,
    beat::{Beat, Outcome, Source},
    cast::Secret,
    diagnostic::{Code, Diagnostics, Place},
    package::Package,
};

/// Notes every text players can read before a secret is out that holds one of its giveaways.
pub(super) fn check(package: &Package, graph: &Graph, found: &mut Diagnostics) {
    let texts = Texts::default();
    for secret in package.people.iter().flat_map(|person| &person.secrets) {
        let giveaways: Vec<String> =
            secret.giveaways.iter().map(|words| plain(words)).filter(|words| !words.trim().is_empty()).collect();
        if giveaways.is_empty() {
            continue;
        }
        let early = early(package, graph, secret);
        let nodes = early.iter().filter_map(|spot| match graph.web[*spot] {
            Spot::Node(a, n) => Some(package.acts[a].nodes[n].id.as_str()),
            _ => None,
        });
        let informed = Informed::of(package, secret, nodes.collect());
        let secret = Told { secret, giveaways, early, informed, texts: &texts };
        secret.shelf(package, found);
        for spot in graph.web.node_indices() {
            if let Spot::Node(a, n) = graph.web[spot] {
                secret.node(&package.acts[a].nodes[n], secret.early.contains(&spot), &place_of(package, a, n), found);
            }
        }
    }
}

/// The nodes one can be in while a secret isn't out: those one comes to without coming through a node that brings it out, and
/// the nodes themselves in which a beat or a finding does.
fn early(package: &Package, graph: &Graph, secret: &Secret) -> HashSet<NodeIndex> {
    let reveals = |id: &String| secret.revealed_by.contains(id);
    let mut walls = HashSet::new();
    let mut sources = HashSet::new();
    for (_, node) in package.nodes() {
        let spot = graph.spot(&node.id);
        if reveals(&node.id) {
            walls.insert(spot);
        } else if node
            .beats
            .iter()
            .any(|beat| reveals(&beat.id) || beat.findings.iter().any(|finding| reveals(&finding.id)))
        {
            sources.insert(spot);
        }
    }
    let mut reached = HashSet::new();
    let mut next = vec![graph.start];
    while let Some(spot) = next.pop() {
        if walls.contains(&spot) || !reached.insert(spot) {
            continue;
        }
        // What lies behind a place where it may come out is taken to be told to those who know.
        if !sources.contains(&spot) {
            next.extend(graph.web.neighbors(spot));
        }
    }
    reached
}

/// A secret with what gives it away and where it is still one.
struct Told<'a> {
    secret: &'a Secret,
    giveaways: Vec<String>,
    early: HashSet<NodeIndex>,
    informed: Informed<'a>,
    texts: &'a Texts,
}

/// Texts in plain words, each made once however many secrets it is held against. A package lies still while it is checked: a
/// text is known by where it stands.
#[derive(Default)]
struct Texts(RefCell<HashMap<(usize, usize), Rc<str>>>);

impl Texts {
    fn plain(&self, text: &str) -> Rc<str> {
        let place = (text.as_ptr() as usize, text.len());
        Rc::clone(self.0.borrow_mut().entry(place).or_insert_with(|| plain(text).into()))
    }
}

impl Told<'_> {
    /// Notes a text that gives it away.
    fn text(&self, text: &str, place: &Place, found: &mut Diagnostics) {
        let text = self.texts.plain(text);
        if let Some(words) = self.giveaways.iter().find(|words| text.contains(words.as_str())) {
            let message =
                format!("Players read “{}” here, which gives the secret “{}” away.", words.trim(), self.secret.id);
            found.note(
                Code::Spoiler,
                place,
                message,
                "Say it in other words, or later, or let this place bring it out.",
            );
        }
    }

    /// What players read before anything has happened.
    fn shelf(&self, package: &Package, found: &mut Diagnostics) {
        let whole = Place::whole();
        self.text(&package.title, &whole.field("title"), found);
        self.text(&package.blurb, &whole.field("blurb"), found);
        for (at, lore) in package.lore.iter().enumerate() {
            self.text(
                &lore.text,
                &whole.item("lore", at, "lore", lore.about.first().map_or("", String::as_str)),
                found,
            );
        }
        for (at, person) in package.people.iter().enumerate() {
            let place = whole.item("people", at, "person", &person.id);
            self.text(&person.appearance, &place.field("appearance"), found);
            self.text(&person.name, &place.field("name"), found);
            for topic in person
                .topics
                .iter()
                .filter(|topic| !self.informed.needs(topic.requires.as_ref()))
                .filter(|topic| !topic.finding.as_ref().is_some_and(|id| self.informed.reveals(id)))
            {
                self.text(&topic.says, &place.field("topics"), found);
            }
        }
        for (at, act) in package.acts.iter().enumerate().take(1) {
            let place = whole.item("acts", at, "act", &act.id);
            self.text(&act.title, &place.field("title"), found);
            self.text(&act.objective, &place.field("objective"), found);
        }
        for (at, spot) in package.places.iter().enumerate() {
            let place = whole.item("places", at, "place", &spot.id);
            self.text(&spot.name, &place.field("name"), found);
            self.text(&spot.shown, &place.field("shown"), found);
        }
        for omen in package.doom.iter().flat_map(|doom| &doom.omens) {
            self.text(&omen.shown, &whole.field("doom"), found);
        }
        for (at, happening) in package.happenings.iter().enumerate() {
            if !self.informed.needs(Some(&happening.when)) {
                self.outcome(&happening.outcome, &whole.item("happenings", at, "happening", &happening.id), found);
            }
        }
    }

    /// What players read in a node: all of it where the secret isn't out, and nothing where it is.
    fn node(&self, node: &Node, is_early: bool, place: &Place, found: &mut Diagnostics) {
        if !is_early {
            return;
        }
        for (text, field) in [(&node.title, "title"), (&node.location, "location"), (&node.shown, "shown")] {
            self.text(text, &place.field(field), found);
        }
        self.text(node.again.as_deref().unwrap_or_default(), &place.field("again"), found);
        for told in node.variants.iter().filter(|told| !self.informed.needs(Some(&told.requires))) {
            self.text(&told.shown, &place.field("variants"), found);
        }
        for offer in &node.offers {
            self.text(offer, &place.field("offers"), found);
        }
        for exit in &node.exits {
            self.text(&exit.label, &place.field("exits"), found);
            self.text(exit.refused.as_deref().unwrap_or_default(), &place.field("exits"), found);
        }
        for exit in node.exits.iter().filter(|exit| !self.informed.needs(exit.requires.as_ref())) {
            self.outcome(&exit.outcome, &place.field("exits"), found);
        }
        for met in node.encounters.iter().filter(|met| !self.informed.needs(met.requires.as_ref())) {
            self.text(&met.shown, &place.field("encounters"), found);
            self.outcome(&met.outcome, &place.field("encounters"), found);
        }
        for (at, beat) in node.beats.iter().enumerate() {
            if !self.informed.reveals(&beat.id) && !self.informed.needs(beat.requires.as_ref()) {
                self.beat(beat, &place.item("beats", at, "beat", &beat.id), found);
            }
        }
    }

    fn beat(&self, beat: &Beat, place: &Place, found: &mut Diagnostics) {
        self.text(&beat.shown, &place.field("shown"), found);
        self.text(beat.objective.as_deref().unwrap_or_default(), &place.field("objective"), found);
        if !self.informed.brings(beat, &Source::Success) {
            self.outcome(&beat.success, &place.field("success"), found);
        }
        self.outcome(&beat.mixed, &place.field("mixed"), found);
        self.outcome(&beat.failure, &place.field("failure"), found);
        for foe in &beat.foes {
            self.text(&foe.name, &place.field("foes"), found);
        }
        for finding in beat.findings.iter().filter(|finding| !self.informed.reveals(&finding.id)) {
            self.text(&finding.text, &place.field("findings"), found);
        }
        let place = place.field("interactables");
        for thing in beat.interactables.iter().filter(|thing| !self.informed.needs(thing.requires.as_ref())) {
            self.text(&thing.name, &place, found);
            if self.informed.shows(beat, thing) {
                continue;
            }
            self.text(&thing.shown, &place, found);
            if let Some(handling) = &thing.handling {
                self.text(handling.refused.as_deref().unwrap_or_default(), &place, found);
                if !self.informed.needs(handling.requires.as_ref()) {
                    for outcome in [&handling.success, &handling.mixed, &handling.failure] {
                        self.outcome(outcome, &place, found);
                    }
                }
            }
        }
    }

    /// What comes of something, unless it brings the secret out itself.
    fn outcome(&self, outcome: &Outcome, place: &Place, found: &mut Diagnostics) {
        if !outcome.findings.iter().any(|id| self.informed.reveals(id)) {
            self.text(&outcome.shown, place, found);
        }
    }
}

/// A text's words in lower case with a space around each, so that words are found whole.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            c if c.is_alphanumeric() => plain.push(c),
            '\'' | '’' => {}
            _ if plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}
