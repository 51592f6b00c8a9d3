//! What the campaign compiler costs: a package of two hundred nodes read, checked, walked and drawn.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use embertale::campaign::{self, CampaignPackage, Scope};
use serde_json::{Value, json};

/// Nodes of each act.
const N_NODES: usize = 50;
/// Acts.
const N_ACTS: usize = 4;

/// A campaign of two hundred nodes in four acts: each leads to the next two and back to the one before, each has two beats
/// with a test, a finding and a thing, and someone whose secret is out in the last.
fn long() -> Vec<u8> {
    let acts: Vec<Value> = (0..N_ACTS).map(act).collect();
    let people: Vec<Value> = (0..20)
        .map(|p| {
            json!({"id": format!("person-{p}"), "name": format!("Person {p}"), "role": "npc", "appearance": "Somebody.",
                "secrets": [{"id": format!("secret-{p}"), "text": "It was them.", "giveaways": [format!("the deed of {p}")],
                    "revealedBy": [format!("finding-{}-{}", N_ACTS - 1, N_NODES - 1)]}],
                "topics": [{"about": ["work"], "says": "It is work."}]})
        })
        .collect();
    let package = json!({"format": campaign::FORMAT, "slug": "the-long-road", "title": "The Long Road", "blurb": "It is long.",
        "premise": {"text": "A road."}, "setting": {"world": "Here", "era": "Now", "tone": "Even"},
        "party": {"heroes": 4, "level": 1}, "people": people, "acts": acts,
        "endings": [{"id": "arrived", "title": "Arrived", "kind": "triumph", "epilogue": "There."}]});
    package.to_string().into_bytes()
}

fn act(a: usize) -> Value {
    let nodes: Vec<Value> = (0..N_NODES).map(|n| node(a, n)).collect();
    let outline: Vec<String> = (0..N_NODES).map(|n| format!("node-{a}-{n}")).collect();
    json!({"id": format!("act-{a}"), "title": format!("Act {a}"), "objective": "Go on.", "briefing": "On.",
        "levels": {"from": a + 1, "to": a + 2}, "outline": outline, "nodes": nodes})
}

fn node(a: usize, n: usize) -> Value {
    let beats: Vec<Value> = (0..2)
        .map(|b| {
            json!({"id": format!("beat-{a}-{n}-{b}"), "title": "A beat", "kind": "exploration",
                "description": "Something happens here that takes a sentence or two to say. It is no great matter.",
                "shown": "The road goes on between the hedges, and something stirs in them that is no bird.",
                "test": {"skill": "perception", "dc": 12},
                "interactables": [{"id": "hedge", "name": "the hedge", "shown": "Hawthorn, and old."}],
                "findings": if b == 0 { json!([{"id": format!("finding-{a}-{n}"), "text": "Something went this way.",
                    "from": {"thing": "hedge"}, "pointsTo": [{"person": format!("person-{}", n % 20)}]}]) } else { json!([]) },
                "success": {"reward": {"xp": 5 + 12 * a * a, "gold": 1}}})
        })
        .collect();
    let way = |to: usize| match (a, to) {
        (_, to) if to < N_NODES => json!({"node": format!("node-{a}-{to}")}),
        (a, _) if a + 1 < N_ACTS => json!({"act": format!("act-{}", a + 1)}),
        _ => json!({"ending": "arrived"}),
    };
    let exits = [("on", n + 1), ("far", n + 2), ("back", n.saturating_sub(1))];
    let exits: Vec<Value> = exits
        .into_iter()
        .filter(|(id, to)| !(*id == "back" && *to == n))
        .map(|(id, to)| json!({"id": id, "when": "They go.", "label": "Go", "to": way(to)}))
        .collect();
    json!({"id": format!("node-{a}-{n}"), "title": format!("Mile {n}"), "location": "The road", "shown": "A mile of road.",
        "mood": {"text": "dust"}, "people": [format!("person-{}", n % 20)], "beats": beats, "exits": exits})
}

fn compiling(c: &mut Criterion) {
    let bytes = long();
    let package: CampaignPackage = campaign::read(&bytes).unwrap_or_else(|found| panic!("{found:?}"));
    let found = campaign::check(&package);
    assert!(found.is_empty(), "{found:#?}");
    let mut group = c.benchmark_group("200 nodes");
    group.bench_function("read", |b| b.iter(|| campaign::read(black_box(&bytes)).is_ok()));
    group.bench_function("check", |b| b.iter(|| campaign::check(black_box(&package)).len()));
    group.bench_function("map as SVG", |b| b.iter(|| campaign::svg(black_box(&package), Scope::Author).len()));
    group.sample_size(10);
    group.bench_function("1,000 walks", |b| b.iter(|| campaign::walk(black_box(&package), 1_000, 1).n_ended));
    group.finish();
}

criterion_group!(benches, compiling);
criterion_main!(benches);
