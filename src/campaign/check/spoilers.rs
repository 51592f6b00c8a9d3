//! Spoilers: texts for players reveal no secret that isn't out yet. Texts of endings may.

use std::collections::HashSet;

use aho_corasick::AhoCorasick;
use petgraph::graph::NodeIndex;

use super::{
    graph::{Graph, Vertex, place_of},
    informed::{Informed, Knowing, Nobody},
};
use crate::campaign::{
    act::Node,
    beat::{Consequence, FindingSource, StoryBeat},
    cast::CastSecret,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
};

/// Notes every text players can read before a secret is out that holds one of its giveaways.
///
/// All texts are searched once for the giveaways of all secrets. What the heroes know where is computed only for the secrets
/// and texts that were found.
pub(super) fn check(package: &CampaignPackage, graph: &Graph, found: &mut Diagnostics) {
    let mut secrets: Vec<KeptSecret<'_>> =
        package.people.iter().flat_map(|person| &person.secrets).filter_map(KeptSecret::of).collect();
    meet(package, graph, &mut secrets);
    for kept in secrets.iter().filter(|kept| !kept.met.is_empty()) {
        let early = early(package, graph, kept.secret);
        let nodes = early.iter().filter_map(|spot| match graph.web[*spot] {
            Vertex::Node(a, n) => Some(package.acts[a].nodes[n].id.as_str()),
            _ => None,
        });
        let informed = Informed::of(package, kept.secret, nodes.collect());
        let mut note = |text: &str, place: &PackageLocation, field: &str| kept.note(text, place, field, found);
        SpoilerReader::over(&informed, &mut note).all(package, graph, |spot| early.contains(&spot));
    }
}

/// Looks where the giveaways of secrets stand in what players may come to read.
fn meet(package: &CampaignPackage, graph: &Graph, secrets: &mut [KeptSecret<'_>]) {
    let giveaways: Vec<(usize, String)> = secrets
        .iter()
        .enumerate()
        .flat_map(|(at, kept)| kept.giveaways.iter().map(move |it| (at, it.clone())))
        .collect();
    // Only lists beyond a package's limits are too long for it.
    let Ok(finder) = AhoCorasick::new(giveaways.iter().map(|(_, words)| words)) else { return };
    let mut look = |text: &str, _: &PackageLocation, _: &str| {
        for hit in finder.find_overlapping_iter(&plain(text)) {
            secrets[giveaways[hit.pattern()].0].met.insert(spot_of(text));
        }
    };
    SpoilerReader::over(&Nobody, &mut look).all(package, graph, |_| true);
}

/// The address and length of a text. A package does not change while it is checked, so they identify the text.
fn spot_of(text: &str) -> (usize, usize) {
    (text.as_ptr() as usize, text.len())
}

/// A secret, the words that give it away, and the texts they stand in.
struct KeptSecret<'a> {
    secret: &'a CastSecret,
    giveaways: Vec<String>,
    met: HashSet<(usize, usize)>,
}

impl<'a> KeptSecret<'a> {
    /// One that any words give away.
    fn of(secret: &'a CastSecret) -> Option<Self> {
        let giveaways: Vec<String> =
            secret.giveaways.iter().map(|words| plain(words)).filter(|words| !words.trim().is_empty()).collect();
        (!giveaways.is_empty()).then(|| Self { secret, giveaways, met: HashSet::new() })
    }

    /// Notes a text that gives it away.
    fn note(&self, text: &str, place: &PackageLocation, field: &str, found: &mut Diagnostics) {
        if !self.met.contains(&spot_of(text)) {
            return;
        }
        let text = plain(text);
        if let Some(words) = self.giveaways.iter().find(|words| text.contains(words.as_str())) {
            let message =
                format!("Players read “{}” here, which gives the secret “{}” away.", words.trim(), self.secret.id);
            let place = if field.is_empty() { place.clone() } else { place.field(field) };
            found.note(
                Code::Spoiler,
                &place,
                message,
                "Say it in other words, or later, or let this place bring it out.",
            );
        }
    }
}

/// The nodes one can be in while a secret isn't out: those one comes to without coming through a node that brings it out, and
/// the nodes themselves in which a beat or a finding does.
fn early(package: &CampaignPackage, graph: &Graph, secret: &CastSecret) -> HashSet<NodeIndex> {
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
        // Text behind a place where the secret may come out is assumed to reach only those who know it.
        if !sources.contains(&spot) {
            next.extend(graph.web.neighbors(spot));
        }
    }
    reached
}

/// Reads what players can, text by text, but for what only those are shown who know already.
pub(super) struct SpoilerReader<'a, K> {
    knows: &'a K,
    read: &'a mut dyn FnMut(&str, &PackageLocation, &str),
}

impl<'a, K: Knowing> SpoilerReader<'a, K> {
    /// One who hands every text to `read`, with its place and the field there.
    pub(super) fn over(knows: &'a K, read: &'a mut dyn FnMut(&str, &PackageLocation, &str)) -> Self {
        Self { knows, read }
    }

    /// The texts of the whole package; of the nodes, only those that can be reached.
    pub(super) fn all(&mut self, package: &CampaignPackage, graph: &Graph, is_early: impl Fn(NodeIndex) -> bool) {
        self.shelf(package);
        for spot in graph.web.node_indices() {
            if let Vertex::Node(a, n) = graph.web[spot]
                && is_early(spot)
            {
                self.node(&package.acts[a].nodes[n], &place_of(package, a, n));
            }
        }
    }

    fn text(&mut self, text: &str, place: &PackageLocation, field: &str) {
        (self.read)(text, place, field);
    }

    /// Texts that players read before the game begins.
    fn shelf(&mut self, package: &CampaignPackage) {
        let whole = PackageLocation::whole();
        self.text(&package.title, &whole, "title");
        self.text(&package.blurb, &whole, "blurb");
        self.text(&package.genre, &whole, "genre");
        for (at, lore) in package.lore.iter().enumerate() {
            self.text(&lore.text, &whole.item("lore", at, "lore", lore.about.first().map_or("", String::as_str)), "");
        }
        for (at, person) in package.people.iter().enumerate() {
            let place = whole.item("people", at, "person", &person.id);
            self.text(&person.appearance, &place, "appearance");
            self.text(&person.image_prompt, &place, "imagePrompt");
            self.text(&person.name, &place, "name");
            for topic in person
                .topics
                .iter()
                .filter(|topic| !self.knows.needs(topic.requires.as_ref()))
                .filter(|topic| !topic.finding.as_ref().is_some_and(|id| self.knows.reveals(id)))
            {
                self.text(&topic.says, &place, "topics");
            }
        }
        for (at, act) in package.acts.iter().enumerate().take(1) {
            let place = whole.item("acts", at, "act", &act.id);
            self.text(&act.title, &place, "title");
            self.text(&act.objective, &place, "objective");
        }
        for (at, spot) in package.places.iter().enumerate() {
            let place = whole.item("places", at, "place", &spot.id);
            self.text(&spot.name, &place, "name");
            self.text(&spot.shown, &place, "shown");
            self.text(&spot.image_prompt, &place, "imagePrompt");
        }
        for omen in package.doom.iter().flat_map(|doom| &doom.omens) {
            self.text(&omen.shown, &whole, "doom");
        }
        for (at, happening) in package.happenings.iter().enumerate() {
            if !self.knows.needs(Some(&happening.when)) {
                self.outcome(&happening.outcome, &whole.item("happenings", at, "happening", &happening.id), "");
            }
        }
    }

    /// Texts that players read in a node before the secret is out.
    fn node(&mut self, node: &Node, place: &PackageLocation) {
        let shown = [(&node.title, "title"), (&node.location, "location"), (&node.shown, "shown")];
        for (text, field) in shown.into_iter().chain([(&node.image_prompt, "imagePrompt")]) {
            self.text(text, place, field);
        }
        self.text(node.again.as_deref().unwrap_or_default(), place, "again");
        for told in node.variants.iter().filter(|told| !self.knows.needs(Some(&told.requires))) {
            self.text(&told.shown, place, "variants");
        }
        for offer in &node.offers {
            self.text(offer, place, "offers");
        }
        for exit in &node.exits {
            self.text(&exit.label, place, "exits");
            self.text(exit.refused.as_deref().unwrap_or_default(), place, "exits");
        }
        for exit in node.exits.iter().filter(|exit| !self.knows.needs(exit.requires.as_ref())) {
            self.outcome(&exit.outcome, place, "exits");
        }
        for met in node.encounters.iter().filter(|met| !self.knows.needs(met.requires.as_ref())) {
            self.text(&met.shown, place, "encounters");
            self.outcome(&met.outcome, place, "encounters");
        }
        for (at, beat) in node.beats.iter().enumerate() {
            if !self.knows.reveals(&beat.id) && !self.knows.needs(beat.requires.as_ref()) {
                self.beat(beat, &place.item("beats", at, "beat", &beat.id));
            }
        }
    }

    fn beat(&mut self, beat: &StoryBeat, place: &PackageLocation) {
        self.text(&beat.shown, place, "shown");
        self.text(beat.objective.as_deref().unwrap_or_default(), place, "objective");
        if !self.knows.brings(beat, &FindingSource::Success) {
            self.outcome(&beat.success, place, "success");
        }
        self.outcome(&beat.mixed, place, "mixed");
        self.outcome(&beat.failure, place, "failure");
        for foe in &beat.foes {
            self.text(&foe.name, place, "foes");
        }
        for finding in beat.findings.iter().filter(|finding| !self.knows.reveals(&finding.id)) {
            self.text(&finding.text, place, "findings");
        }
        let field = "interactables";
        for thing in beat.interactables.iter().filter(|thing| !self.knows.needs(thing.requires.as_ref())) {
            self.text(&thing.name, place, field);
            if self.knows.shows(beat, thing) {
                continue;
            }
            self.text(&thing.shown, place, field);
            if let Some(handling) = &thing.handling {
                self.text(handling.refused.as_deref().unwrap_or_default(), place, field);
                if !self.knows.needs(handling.requires.as_ref()) {
                    for outcome in [&handling.success, &handling.mixed, &handling.failure] {
                        self.outcome(outcome, place, field);
                    }
                }
            }
        }
    }

    /// Texts of a consequence, unless it reveals the secret itself.
    fn outcome(&mut self, outcome: &Consequence, place: &PackageLocation, field: &str) {
        if !outcome.findings.iter().any(|id| self.knows.reveals(id)) {
            self.text(&outcome.shown, place, field);
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
