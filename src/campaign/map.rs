//! Draws a campaign's graph as text and as SVG.

use std::{
    collections::{BTreeSet, HashMap},
    fmt::Write,
};

use rust_sugiyama::configure::Config;
use svg::{
    Document,
    node::element::{Group, Path, Rectangle, Text, Title},
};

use super::{
    act::{Destination, Node, NodeExit},
    package::{Arrival, CampaignPackage, EndingKind},
    web::{Web, WebTarget},
};

/// The visible part of a campaign.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// All of it, for anyone who writes it.
    Author,
    /// The nodes players have seen, by their ids, and the exits out of them that no one hides.
    Seen(&'a BTreeSet<String>),
}

impl Scope<'_> {
    pub(super) fn shows(self, node: &Node) -> bool {
        match self {
            Self::Author => true,
            Self::Seen(seen) => seen.contains(&node.id),
        }
    }

    fn shows_exit(self, exit: &NodeExit) -> bool {
        matches!(self, Self::Author) || !exit.hidden
    }
}

/// A campaign as a tree of lines: acts, nodes, and under each node its exits.
pub fn text(package: &CampaignPackage, scope: Scope) -> String {
    let mut text = format!("{}\n", package.title);
    for act in &package.acts {
        let nodes: Vec<&Node> = act.nodes.iter().filter(|node| scope.shows(node)).collect();
        if nodes.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{} ({})", act.title, act.id);
        for node in nodes {
            let beats = match scope {
                Scope::Author => format!(", {}", counted(node.beats.len(), "beat")),
                Scope::Seen(_) => String::new(),
            };
            let _ = writeln!(text, "  {} ({}{beats})", node.title, node.id);
            for exit in node.exits.iter().filter(|exit| scope.shows_exit(exit)) {
                let _ = writeln!(text, "    → {}", way_out(package, exit, scope));
            }
        }
    }
    if matches!(scope, Scope::Author) && !package.endings.is_empty() {
        text.push_str("\nEndings\n");
        for ending in &package.endings {
            let _ = writeln!(text, "  {} ({}, {})", ending.title, ending.id, kind(ending.kind));
        }
    }
    text
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn kind(kind: EndingKind) -> &'static str {
    match kind {
        EndingKind::Triumph => "triumph",
        EndingKind::Bittersweet => "bittersweet",
        EndingKind::Defeat => "defeat",
    }
}

/// An exit in a line. Its destination is shown only if the players have seen it.
fn way_out(package: &CampaignPackage, exit: &NodeExit, scope: Scope) -> String {
    let to = match package.follow(&exit.to) {
        Some(Arrival::Node(node)) if scope.shows(node) => node.title.as_str(),
        Some(Arrival::Ending(ending)) if matches!(scope, Scope::Author) => ending.title.as_str(),
        _ => "?",
    };
    let mut notes = Vec::new();
    if matches!(scope, Scope::Author) {
        notes.extend(exit.requires.as_ref().map(|_| "asks for something"));
        notes.extend(exit.hidden.then_some("hidden"));
        notes.extend(matches!(exit.to, Destination::Act(_)).then_some("next act"));
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" [{}]", notes.join(", ")) };
    format!("{}: {to}{notes}", exit.label)
}

/// The width of a box, in SVG units.
const WIDTH: f64 = 190.0;
/// The height of a box.
const HEIGHT: f64 = 44.0;
/// The room between boxes, sideways and from row to row.
const GAP: (f64, f64) = (26.0, 56.0);
/// The room around everything.
const MARGIN: f64 = 24.0;
/// The most characters of a title that stand in a box.
const MAX_TITLE: usize = 26;

/// A box of the drawing.
struct Drawn {
    title: String,
    about: String,
    class: &'static str,
    at: (f64, f64),
}

/// A campaign as SVG, laid out in rows from its beginning to its endings. Colours and type are the page's: boxes carry the
/// classes `node`, `ending` and their kinds, lines `way` and `hidden`.
pub fn svg(package: &CampaignPackage, scope: Scope) -> String {
    let web = Web::of(package, scope);
    let mut index = HashMap::new();
    let mut boxes = Vec::new();
    for node in &web.nodes {
        index.insert(WebTarget::Node(node.id.clone()), boxes.len());
        boxes.push(drawn(&node.title, &node.act_title, "node"));
    }
    for ending in &web.endings {
        let class = match ending.kind {
            EndingKind::Triumph => "ending triumph",
            EndingKind::Bittersweet => "ending bittersweet",
            EndingKind::Defeat => "ending defeat",
        };
        index.insert(WebTarget::Ending(ending.id.clone()), boxes.len());
        boxes.push(drawn(&ending.title, kind(ending.kind), class));
    }
    let ways = web.ways.iter().filter_map(|way| {
        let from = index.get(&WebTarget::Node(way.from.clone()))?;
        Some((*from, *index.get(&way.to)?, way.hidden))
    });
    let mut ways: Vec<(usize, usize, bool)> = ways.collect();
    ways.sort_unstable();
    // If several exits lead to the same node, the visible one is drawn: it comes first.
    ways.dedup_by_key(|(from, to, _)| (*from, *to));
    let (width, height) = lay_out(&mut boxes, &ways);
    draw(&boxes, &ways, width, height, &package.title)
}

fn drawn(title: &str, about: &str, class: &'static str) -> Drawn {
    Drawn { title: title.to_owned(), about: about.to_owned(), class, at: (0.0, 0.0) }
}

/// Gives every box its place and answers with the width and height of it all.
fn lay_out(boxes: &mut [Drawn], ways: &[(usize, usize, bool)]) -> (f64, f64) {
    let n = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let sizes: Vec<_> = (0..boxes.len()).map(|index| (n(index), (WIDTH, HEIGHT))).collect();
    // A way in both directions is one line; a way from a node to itself is not drawn.
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (from, to, _) in ways.iter().filter(|(from, to, _)| from != to) {
        if !edges.contains(&(n(*to), n(*from))) && !edges.contains(&(n(*from), n(*to))) {
            edges.push((n(*from), n(*to)));
        }
    }
    let config = Config { vertex_spacing: GAP.0, ..Config::default() };
    let (mut left, mut bottom) = (MARGIN, 0.0_f64);
    // The layout tells each of its steps to the log, one by one.
    let silence = tracing::subscriber::NoSubscriber::new();
    let layouts =
        tracing::subscriber::with_default(silence, || rust_sugiyama::from_vertices_and_edges(&sizes, &edges, &config));
    for (spots, ..) in layouts {
        let rows: BTreeSet<i64> = spots.iter().map(|(_, (_, y))| row(*y)).collect();
        let least = spots.iter().map(|(_, (x, _))| *x).fold(f64::INFINITY, f64::min);
        let most = spots.iter().map(|(_, (x, _))| *x).fold(f64::NEG_INFINITY, f64::max);
        // The first row is where nothing leads to.
        let upside_down = spots.iter().any(|(index, (_, y))| *index == 0 && row(*y) != *rows.first().unwrap_or(&0));
        for (index, (x, y)) in &spots {
            let at = rows.iter().position(|other| *other == row(*y)).unwrap_or_default();
            let at = if upside_down { rows.len() - 1 - at } else { at };
            let at = f64::from(u32::try_from(at).unwrap_or_default());
            boxes[*index].at = (left + x - least, MARGIN + at * (HEIGHT + GAP.1));
            bottom = bottom.max(boxes[*index].at.1 + HEIGHT);
        }
        left += most - least + WIDTH + 2.0 * GAP.0;
    }
    (left - 2.0 * GAP.0 + MARGIN, bottom + MARGIN)
}

/// A height as a row's number, so that equal heights are equal.
#[expect(clippy::cast_possible_truncation, reason = "heights are small")]
fn row(y: f64) -> i64 {
    (y * 16.0).round() as i64
}

fn draw(boxes: &[Drawn], ways: &[(usize, usize, bool)], width: f64, height: f64, title: &str) -> String {
    let mut picture = Document::new()
        .set("viewBox", (0.0, 0.0, width.max(WIDTH).ceil(), height.max(HEIGHT).ceil()))
        .set("class", "campaign-map")
        .set("role", "img")
        .add(Title::new(title));
    let mut lines = Group::new().set("class", "ways").set("fill", "none").set("stroke", "currentColor");
    for (from, to, hidden) in ways {
        lines = lines.add(line(boxes[*from].at, boxes[*to].at, *hidden));
    }
    picture = picture.add(lines);
    for drawn in boxes {
        let (x, y) = drawn.at;
        let radius = if drawn.class == "node" { 6.0 } else { HEIGHT / 2.0 };
        let frame = Rectangle::new()
            .set("x", rounded(x))
            .set("y", rounded(y))
            .set("width", WIDTH)
            .set("height", HEIGHT)
            .set("rx", radius)
            .set("fill", "none")
            .set("stroke", "currentColor");
        let text = |words: &str, down: f64, size: u32| {
            Text::new(shortened(words))
                .set("x", rounded(x + WIDTH / 2.0))
                .set("y", rounded(y + down))
                .set("font-size", size)
                .set("text-anchor", "middle")
                .set("fill", "currentColor")
        };
        let group = Group::new()
            .set("class", drawn.class)
            .add(Title::new(drawn.title.as_str()))
            .add(frame)
            .add(text(&drawn.title, 19.0, 13))
            .add(text(&drawn.about, 35.0, 10));
        picture = picture.add(group);
    }
    picture.to_string()
}

/// A line from a box to another: down from its foot, or around the side where it leads back up.
fn line(from: (f64, f64), to: (f64, f64), hidden: bool) -> Path {
    let (start, end) = ((from.0 + WIDTH / 2.0, from.1 + HEIGHT), (to.0 + WIDTH / 2.0, to.1));
    let bend = ((end.1 - start.1) / 2.0).abs().max(GAP.1 / 2.0);
    let drawn = match end.1 > start.1 {
        true => format!(
            "M{} {} C{} {} {} {} {} {}",
            rounded(start.0),
            rounded(start.1),
            rounded(start.0),
            rounded(start.1 + bend),
            rounded(end.0),
            rounded(end.1 - bend),
            rounded(end.0),
            rounded(end.1),
        ),
        false => {
            let (start, end) = ((from.0 + WIDTH, from.1 + HEIGHT / 2.0), (to.0 + WIDTH, to.1 + HEIGHT / 2.0));
            let out = start.0.max(end.0) + GAP.0;
            format!(
                "M{} {} C{} {} {} {} {} {}",
                rounded(start.0),
                rounded(start.1),
                rounded(out),
                rounded(start.1),
                rounded(out),
                rounded(end.1),
                rounded(end.0),
                rounded(end.1),
            )
        }
    };
    let line = Path::new().set("d", drawn).set("class", if hidden { "way hidden" } else { "way" });
    if hidden { line.set("stroke-dasharray", "4 4") } else { line }
}

/// To a tenth: finer than a screen shows.
fn rounded(n: f64) -> f64 {
    (n * 10.0).round() / 10.0
}

fn shortened(words: &str) -> String {
    match words.chars().count() > MAX_TITLE {
        true => format!("{}…", words.chars().take(MAX_TITLE - 1).collect::<String>().trim_end()),
        false => words.to_owned(),
    }
}
