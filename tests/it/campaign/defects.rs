//! Tests of the compiler: each defect is seeded into a valid campaign and must be found with its code and place.

use embertale::campaign::Code;
use serde_json::{Value, json};

use super::{clean, read, wrong};

/// A defect: what is wrong, how it comes into a clean campaign, and what the compiler says of it where.
struct Seeded {
    what: &'static str,
    seed: fn(&mut Value),
    code: &'static str,
    at: &'static str,
}

fn set(package: &mut Value, at: &str, value: Value) {
    let (parent, key) = at.rsplit_once('/').unwrap();
    match package.pointer_mut(parent).unwrap() {
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        map => map[key] = value,
    }
}

fn remove(package: &mut Value, at: &str) {
    let (parent, key) = at.rsplit_once('/').unwrap();
    match package.pointer_mut(parent).unwrap() {
        Value::Array(list) => drop(list.remove(key.parse().unwrap())),
        Value::Object(map) => drop(map.remove(key).unwrap()),
        _ => unreachable!(),
    }
}

fn push(package: &mut Value, at: &str, value: Value) {
    let (parent, key) = at.rsplit_once('/').unwrap();
    let parent = package.pointer_mut(parent).unwrap();
    if parent.get(key).is_none() {
        parent[key] = json!([]);
    }
    parent[key].as_array_mut().unwrap().push(value);
}

/// Fills squares of a node with something solid.
fn walls(package: &mut Value, at: Value) {
    push(package, "/acts/0/nodes/1/terrain", json!({"name": "rubble", "kind": "blocked", "at": [at]}));
}

/// Every object in a package.
fn each(value: &mut Value, change: &mut impl FnMut(&mut serde_json::Map<String, Value>)) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| each(item, change)),
        Value::Object(map) => {
            change(map);
            map.values_mut().for_each(|item| each(item, change));
        }
        _ => {}
    }
}

/// Nothing drives a clock any more, or asks for one.
fn strip_doom(package: &mut Value) {
    let acts = &mut package["acts"];
    each(acts, &mut |map| drop(map.remove("doom")));
    package["happenings"] = json!([]);
    let has_clock = package.get("doom").is_some();
    let endings = package["endings"].as_array_mut().unwrap();
    endings.retain(|ending| has_clock || ending["id"] != "grey-everywhere");
}

/// No one earns gold or things.
fn strip_rewards(package: &mut Value) {
    each(package, &mut |map| {
        if let Some(reward) = map.get_mut("reward").and_then(Value::as_object_mut) {
            reward.remove("gold");
            reward.remove("items");
        }
    });
    package["happenings"] = json!([]);
}

/// No one tells of the load.
fn drop_topic(package: &mut Value) {
    package["people"][0]["topics"][0].as_object_mut().unwrap().remove("finding");
}

/// No one goes home before the end.
fn drop_home(package: &mut Value) {
    package["endings"].as_array_mut().unwrap().retain(|ending| ending["id"] != "gone-home");
}

/// A clock of so few segments that nothing but outcomes drives.
fn two_segments(package: &mut Value) {
    set(package, "/doom/segments", json!(2));
    set(package, "/doom/omens", json!([{"at": 1, "shown": "The well tastes flat."}]));
}

fn three_segments(package: &mut Value) {
    two_segments(package);
    set(package, "/doom/segments", json!(3));
    set(package, "/doom/drivenBy", json!([]));
}

/// Something happens that drives the clock on.
fn happens(package: &mut Value, id: &str, when: Value, doom: u32) {
    push(package, "/happenings", json!({"id": id, "when": when, "outcome": {"shown": "It greys.", "doom": doom}}));
}

const SEEDED: &[Seeded] = &[
    Seeded {
        what: "a title of nothing",
        seed: |p| {
            set(p, "/title", json!("  "));
        },
        code: "blank",
        at: "/title",
    },
    Seeded {
        what: "a title as long as a story",
        seed: |p| {
            set(p, "/title", json!("x".repeat(200)));
        },
        code: "too-long",
        at: "/title",
    },
    Seeded {
        what: "a scene of ten thousand words",
        seed: |p| {
            set(p, "/acts/0/nodes/0/shown", json!("word ".repeat(10_000)));
        },
        code: "too-long",
        at: "/acts/0/nodes/0/shown",
    },
    Seeded {
        what: "text that is turned around",
        seed: |p| {
            set(p, "/acts/0/nodes/0/shown", json!("\u{202e}evil"));
        },
        code: "hostile-text",
        at: "/acts/0/nodes/0/shown",
    },
    Seeded {
        what: "a name with a control character",
        seed: |p| {
            set(p, "/people/0/name", json!("Y\u{7}"));
        },
        code: "hostile-text",
        at: "/people/0/name",
    },
    Seeded {
        what: "an invisible name",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/0/label", json!("a\u{200b}b"));
        },
        code: "hostile-text",
        at: "/acts/0/nodes/0/exits/0/label",
    },
    Seeded {
        what: "more exits than a table holds",
        seed: |p| {
            let exit = p["acts"][0]["nodes"][0]["exits"][0].clone();
            p["acts"][0]["nodes"][0]["exits"] = Value::Array(vec![exit; 500]);
        },
        code: "too-much",
        at: "/acts/0/nodes/0/exits",
    },
    Seeded {
        what: "an empty label",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/0/label", json!(""));
        },
        code: "blank",
        at: "/acts/0/nodes/0/exits/0/label",
    },
    Seeded {
        what: "a person who says nothing",
        seed: |p| {
            set(p, "/people/0/topics/0/says", json!(""));
        },
        code: "blank",
        at: "/people/0/topics/0/says",
    },
    Seeded {
        what: "a slug with a path in it",
        seed: |p| {
            set(p, "/slug", json!("../etc/passwd"));
        },
        code: "bad-id",
        at: "/slug",
    },
    Seeded {
        what: "a slug in capitals",
        seed: |p| {
            set(p, "/slug", json!("Salt"));
        },
        code: "bad-id",
        at: "/slug",
    },
    Seeded {
        what: "a node's id with a slash",
        seed: |p| {
            set(p, "/acts/0/nodes/1/id", json!("a/b"));
        },
        code: "bad-id",
        at: "/acts/0/nodes/1",
    },
    Seeded {
        what: "an empty id",
        seed: |p| {
            set(p, "/people/0/id", json!(""));
        },
        code: "bad-id",
        at: "/people/0",
    },
    Seeded {
        what: "two nodes of one id",
        seed: |p| {
            set(p, "/acts/1/nodes/0/id", json!("the-spill"));
        },
        code: "duplicate-id",
        at: "",
    },
    Seeded {
        what: "two beats of one id",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/1/id", json!("looking-at-the-spill"));
        },
        code: "duplicate-id",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "two findings of one id",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/findings/0/id", json!("flour-sacks"));
        },
        code: "duplicate-id",
        at: "/acts/0/nodes/1/beats/0/findings/1",
    },
    Seeded {
        what: "two acts of one id",
        seed: |p| {
            set(p, "/acts/1/id", json!("the-road"));
        },
        code: "duplicate-id",
        at: "/acts/1",
    },
    Seeded {
        what: "two endings of one id",
        seed: |p| {
            set(p, "/endings/1/id", json!("mill-stopped"));
        },
        code: "duplicate-id",
        at: "/endings/1",
    },
    Seeded {
        what: "two people of one id",
        seed: |p| {
            set(p, "/people/1/id", json!("ysolde"));
        },
        code: "duplicate-id",
        at: "/people/1",
    },
    Seeded {
        what: "two exits of one id",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/1/id", json!("down-the-road"));
        },
        code: "duplicate-id",
        at: "/acts/0/nodes/0/exits/1",
    },
    Seeded {
        what: "an exit to no node",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/0/to", json!({"node": "atlantis"}));
        },
        code: "exit-to-nowhere",
        at: "/acts/0/nodes/0/exits/0",
    },
    Seeded {
        what: "an exit to no act",
        seed: |p| {
            set(p, "/acts/0/nodes/2/exits/0/to", json!({"act": "the-sea"}));
        },
        code: "exit-to-nowhere",
        at: "/acts/0/nodes/2/exits/0",
    },
    Seeded {
        what: "an exit to no ending",
        seed: |p| {
            set(p, "/acts/0/nodes/2/exits/2/to", json!({"ending": "bliss"}));
        },
        code: "exit-to-nowhere",
        at: "/acts/0/nodes/2/exits/2",
    },
    Seeded {
        what: "a failure to nowhere",
        seed: |p| {
            set(p, "/acts/0/nodes/2/beats/0/failure/to", json!({"node": "jail"}));
        },
        code: "exit-to-nowhere",
        at: "/acts/0/nodes/2/beats/0",
    },
    Seeded {
        what: "a clock that runs out into nothing",
        seed: |p| {
            set(p, "/doom/full", json!({"ending": "winter"}));
        },
        code: "exit-to-nowhere",
        at: "/doom/full",
    },
    Seeded {
        what: "a stranger in a node",
        seed: |p| {
            push(p, "/acts/0/nodes/0/people", json!("nobody"));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/0/people",
    },
    Seeded {
        what: "a callback to nothing",
        seed: |p| {
            push(p, "/acts/0/nodes/0/callbacks", json!("old-tune"));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/0/callbacks",
    },
    Seeded {
        what: "a node at no place",
        seed: |p| {
            set(p, "/acts/0/nodes/0/place", json!("moon"));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/0/place",
    },
    Seeded {
        what: "a road to no place",
        seed: |p| {
            set(p, "/places/0/roads/0/to", json!("moon"));
        },
        code: "unknown-reference",
        at: "/places/0/roads",
    },
    Seeded {
        what: "an exit that asks for an unknown finding",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/1/requires", json!({"found": "the-truth"}));
        },
        code: "unknown-reference",
        at: "/acts/1/nodes/2/exits/1",
    },
    Seeded {
        what: "an exit that asks for an unknown beat",
        seed: |p| {
            set(p, "/acts/1/nodes/3/exits/0/requires", json!({"done": "the-dance"}));
        },
        code: "unknown-reference",
        at: "/acts/1/nodes/3/exits/0",
    },
    Seeded {
        what: "a beat after a visit nobody can pay",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/2/requires", json!({"all": [{"not": {"visited": "moon"}}]}));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/1/beats/2",
    },
    Seeded {
        what: "a finding from no thing",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/findings/0/from", json!({"thing": "anvil"}));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/1/beats/0/findings/0",
    },
    Seeded {
        what: "a finding from somebody who isn't there",
        seed: |p| {
            set(p, "/acts/0/nodes/0/beats/0/findings/0/from", json!({"person": "corm"}));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/0/beats/0/findings/0",
    },
    Seeded {
        what: "a finding that points to no node",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/findings/0/pointsTo", json!([{"node": "moon"}]));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/1/beats/0/findings/0",
    },
    Seeded {
        what: "a finding that points to no secret",
        seed: |p| {
            set(p, "/acts/1/nodes/3/beats/0/findings/0/pointsTo/0", json!({"secret": "love"}));
        },
        code: "unknown-reference",
        at: "/acts/1/nodes/3/beats/0/findings/0",
    },
    Seeded {
        what: "a secret that nothing known brings out",
        seed: |p| {
            set(p, "/people/1/secrets/0/revealedBy", json!(["a-dream"]));
        },
        code: "unknown-reference",
        at: "/people/1/secrets/0",
    },
    Seeded {
        what: "a stance in no act",
        seed: |p| {
            set(p, "/people/0/arc/0/act", json!("the-sea"));
        },
        code: "unknown-reference",
        at: "/people/0/arc",
    },
    Seeded {
        what: "a topic with no finding",
        seed: |p| {
            set(p, "/people/0/topics/0/finding", json!("hearsay"));
        },
        code: "unknown-reference",
        at: "/people/0/topics/0",
    },
    Seeded {
        what: "doom without a clock",
        seed: |p| {
            remove(p, "/doom");
            remove(p, "/happenings/0");
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a failure that is followed by no beat",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/1/nextBeatIfFailed", json!("the-flood"));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a failure that goes round",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/1/nextBeatIfFailed", json!("looking-at-the-spill"));
        },
        code: "beat-loop",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a failure that comes after itself",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/1/nextBeatIfFailed", json!("wolves-come"));
        },
        code: "beat-loop",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a node the outline doesn't have",
        seed: |p| {
            set(p, "/acts/0/outline", json!(["the-halfway", "the-spill"]));
        },
        code: "unregistered-node",
        at: "/acts/0/nodes/2",
    },
    Seeded {
        what: "a node that was never written",
        seed: |p| {
            push(p, "/acts/1/outline", json!("the-cellar"));
        },
        code: "unwritten-node",
        at: "/acts/1/outline",
    },
    Seeded {
        what: "a node where nothing happens",
        seed: |p| {
            set(p, "/acts/0/nodes/2/beats", json!([]));
        },
        code: "empty-node",
        at: "/acts/0/nodes/2",
    },
    Seeded {
        what: "no act",
        seed: |p| {
            set(p, "/acts", json!([]));
        },
        code: "empty-act",
        at: "/acts",
    },
    Seeded {
        what: "an act of nothing",
        seed: |p| {
            push(
                p,
                "/acts",
                json!({"id": "the-sea", "title": "The Sea", "objective": "Swim.", "briefing": "", "levels": {"from": 2, "to": 2}, "outline": [], "nodes": []}),
            );
        },
        code: "empty-act",
        at: "/acts/2",
    },
    Seeded {
        what: "no ending",
        seed: |p| {
            set(p, "/endings", json!([]));
            remove(p, "/doom");
        },
        code: "no-ending",
        at: "/endings",
    },
    Seeded {
        what: "a node no way leads to",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/0/to", json!({"node": "the-toll"}));
            set(p, "/acts/0/nodes/2/exits/1/to", json!({"node": "the-halfway"}));
        },
        code: "unreachable-node",
        at: "/acts/0/nodes/1",
    },
    Seeded {
        what: "an act no way leads to",
        seed: |p| {
            set(p, "/acts/0/nodes/2/exits/0/to", json!({"node": "the-halfway"}));
        },
        code: "unreachable-node",
        at: "/acts/1/nodes/0",
    },
    Seeded {
        what: "an ending nothing leads to",
        seed: |p| {
            set(p, "/acts/1/nodes/3/exits/1/to", json!({"ending": "mill-stopped"}));
        },
        code: "unreachable-ending",
        at: "/endings/1",
    },
    Seeded {
        what: "a room without a door",
        seed: |p| {
            set(
                p,
                "/acts/1/nodes/3/exits",
                json!([{"id": "round", "when": "They look again.", "label": "Look again", "to": {"node": "the-hopper"}}]),
            );
            remove(p, "/doom");
            strip_doom(p);
        },
        code: "dead-end",
        at: "/acts/1/nodes/3",
    },
    Seeded {
        what: "a ring without a way out",
        seed: |p| {
            set(
                p,
                "/acts/1/nodes/3/exits",
                json!([{"id": "back", "when": "Back.", "label": "Back", "to": {"node": "the-mill"}}]),
            );
            remove(p, "/doom");
            strip_doom(p);
        },
        code: "dead-end",
        at: "/acts/1/nodes/2",
    },
    Seeded {
        what: "a flag that nothing sets",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/0/requires", json!({"flag": {"name": "invited"}}));
        },
        code: "never-holds",
        at: "/acts/1/nodes/2/exits/0",
    },
    Seeded {
        what: "a flag with a value it never has",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/0/requires", json!({"flag": {"name": "let-in", "is": 3}}));
        },
        code: "never-holds",
        at: "/acts/1/nodes/2/exits/0",
    },
    Seeded {
        what: "a key that lies nowhere",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/0/requires", json!({"carries": "Brass Key"}));
        },
        code: "never-holds",
        at: "/acts/1/nodes/2/exits/0",
    },
    Seeded {
        what: "a key behind its own door",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/0/requires", json!({"carries": "Potion of Healing"}));
            set(p, "/acts/1/nodes/2/exits/1/requires", json!({"found": "bones-in-the-hopper"}));
        },
        code: "never-holds",
        at: "/acts/1/nodes/2/exits/0",
    },
    Seeded {
        what: "a failure of what can't fail",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/0/requires", json!({"failed": "ysoldes-load"}));
        },
        code: "never-holds",
        at: "/acts/1/nodes/2/exits/0",
    },
    Seeded {
        what: "more doom than the clock has",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/0/requires", json!({"doom": 9}));
        },
        code: "never-holds",
        at: "/acts/1/nodes/2/exits/0",
    },
    Seeded {
        what: "a door only luck opens",
        seed: |p| {
            set(
                p,
                "/acts/1/nodes/2/exits",
                json!([{"id": "by-the-door", "when": "In.", "label": "In", "to": {"node": "the-hopper"}, "requires": {"done": "corm-at-the-door"}}]),
            );
        },
        code: "failure-ends-the-game",
        at: "/acts/1/nodes/2",
    },
    Seeded {
        what: "a door only a found clue opens",
        seed: |p| {
            set(
                p,
                "/acts/1/nodes/0/exits",
                json!([{"id": "up", "when": "Up.", "label": "Up", "to": {"node": "the-mill"}, "requires": {"found": "ruts"}}]),
            );
        },
        code: "failure-ends-the-game",
        at: "/acts/1/nodes/0",
    },
    Seeded {
        what: "a failure that is the end",
        seed: |p| {
            set(p, "/acts/0/nodes/2/beats/0/failure/to", json!({"ending": "grey-everywhere"}));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/2/beats/0",
    },
    Seeded {
        what: "a cart whose fall is the end",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/interactables/0/handling/failure/to", json!({"ending": "grey-everywhere"}));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/0",
    },
    Seeded {
        what: "a ring only luck leads out of",
        seed: |p| {
            set(
                p,
                "/acts/1/nodes/3/exits",
                json!([{"id": "stop-it", "when": "Stop.", "label": "Stop", "to": {"ending": "mill-stopped"}, "requires": {"done": "corm-comes"}}, {"id": "bought", "when": "Sold.", "label": "Sold", "to": {"ending": "bought"}, "requires": {"done": "corm-comes"}}, {"id": "out", "when": "Out.", "label": "Out", "to": {"node": "the-mill"}}]),
            );
        },
        code: "failure-ends-the-game",
        at: "/acts/1/nodes/3",
    },
    Seeded {
        what: "two clues to a needed place",
        seed: |p| {
            set(
                p,
                "/acts/0/nodes/0/exits",
                json!([{"id": "on", "when": "On.", "label": "On", "to": {"node": "the-spill"}}]),
            );
            set(
                p,
                "/acts/0/nodes/2/exits",
                json!([{"id": "up", "when": "Up.", "label": "Up", "to": {"act": "the-hill"}}]),
            );
            set(p, "/acts/0/nodes/1/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
            set(p, "/acts/1/nodes/0/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
            drop_home(p);
            set(p, "/acts/1/nodes/1/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
        },
        code: "thin-clues",
        at: "/acts/1/nodes/2",
    },
    Seeded {
        what: "clues that lie behind the place",
        seed: |p| {
            set(
                p,
                "/acts/0/nodes/2/exits",
                json!([{"id": "up", "when": "Up.", "label": "Up", "to": {"act": "the-hill"}}]),
            );
            set(p, "/acts/0/nodes/0/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
            set(p, "/acts/0/nodes/1/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
            set(p, "/acts/0/nodes/1/beats/0/findings/1/pointsTo", json!([{"person": "corm"}]));
            set(
                p,
                "/acts/1/nodes/3/beats/0/findings",
                json!([{"id": "bones-in-the-hopper", "text": "Bones.", "pointsTo": [{"node": "the-mill"}]}, {"id": "a2", "text": "A.", "pointsTo": [{"node": "the-mill"}]}, {"id": "a3", "text": "A.", "pointsTo": [{"node": "the-mill"}]}]),
            );
            drop_home(p);
            set(p, "/acts/1/nodes/1/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
        },
        code: "thin-clues",
        at: "/acts/1/nodes/2",
    },
    Seeded {
        what: "a blurb that says who",
        seed: |p| {
            set(p, "/blurb", json!("Corm grinds bones, and who stops him?"));
        },
        code: "spoiler",
        at: "/blurb",
    },
    Seeded {
        what: "a first scene that says who",
        seed: |p| {
            set(p, "/acts/0/nodes/0/shown", json!("It smells of bone-meal."));
        },
        code: "spoiler",
        at: "/acts/0/nodes/0/shown",
    },
    Seeded {
        what: "an exit that says who",
        seed: |p| {
            set(p, "/acts/1/nodes/2/exits/1/label", json!("To where he GRINDS BONES"));
        },
        code: "spoiler",
        at: "/acts/1/nodes/2/exits",
    },
    Seeded {
        what: "a person who looks like it",
        seed: |p| {
            set(p, "/people/1/appearance", json!("White with bone meal."));
        },
        code: "spoiler",
        at: "/people/1/appearance",
    },
    Seeded {
        what: "a rumour that says who",
        seed: |p| {
            set(p, "/people/0/topics/1/says", json!("“He grinds bones, they say.”"));
        },
        code: "spoiler",
        at: "/people/0/topics",
    },
    Seeded {
        what: "an objective that says who",
        seed: |p| {
            set(p, "/acts/0/nodes/0/beats/0/objective", json!("Find out who grinds bones."));
        },
        code: "spoiler",
        at: "/acts/0/nodes/0/beats/0/objective",
    },
    Seeded {
        what: "a thing that says who",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/interactables/0/shown", json!("Bone meal in the cracks."));
        },
        code: "spoiler",
        at: "/acts/0/nodes/1/beats/0/interactables",
    },
    Seeded {
        what: "lore that says who",
        seed: |p| {
            set(p, "/lore/0/text", json!("There is bone meal in it."));
        },
        code: "spoiler",
        at: "/lore/0",
    },
    Seeded {
        what: "a dragon for two beginners",
        seed: |p| {
            set(
                p,
                "/acts/0/nodes/1/beats/1/foes",
                json!([{"name": "Wyrm", "creature": "adult-red-dragon", "challenge": "17"}]),
            );
        },
        code: "too-hard",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "thirty wolves",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/1/foes/0/count", json!(30));
        },
        code: "too-hard",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "no such challenge",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/1/foes/0/challenge", json!("1/3"));
        },
        code: "out-of-bounds",
        at: "/acts/0/nodes/1/beats/1/foes",
    },
    Seeded {
        what: "a fight against nobody",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/1/foes/0/count", json!(0));
        },
        code: "out-of-bounds",
        at: "/acts/0/nodes/1/beats/1/foes",
    },
    Seeded {
        what: "a test nobody makes",
        seed: |p| {
            set(p, "/acts/0/nodes/2/beats/0/test/dc", json!(90));
        },
        code: "out-of-bounds",
        at: "/acts/0/nodes/2/beats/0",
    },
    Seeded {
        what: "an hour no day has",
        seed: |p| {
            set(p, "/setting/hour", json!(24));
        },
        code: "out-of-bounds",
        at: "/setting",
    },
    Seeded {
        what: "a way of years",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/0/minutes", json!(1_000_000));
        },
        code: "out-of-bounds",
        at: "/acts/0/nodes/0/exits/0",
    },
    Seeded {
        what: "a price nobody pays",
        seed: |p| {
            set(p, "/acts/0/nodes/2/beats/0/mixed", json!({"shown": "It takes long."}));
        },
        code: "stray-price",
        at: "/acts/0/nodes/2/beats/0/mixed",
    },
    Seeded {
        what: "a price that leads away",
        seed: |p| {
            set(p, "/setting/checks", json!("2d6"));
            let to = json!({"node": "the-halfway"});
            set(p, "/acts/0/nodes/2/beats/0/mixed", json!({"shown": "Back.", "to": to}));
        },
        code: "stray-price",
        at: "/acts/0/nodes/2/beats/0/mixed",
    },
    Seeded {
        what: "half a success that costs nothing",
        seed: |p| {
            set(p, "/setting/checks", json!("2d6"));
        },
        code: "free-lunch",
        at: "/acts/0/nodes/2/beats/0/mixed",
    },
    Seeded {
        what: "a party of none",
        seed: |p| {
            set(p, "/party/heroes", json!(0));
        },
        code: "out-of-bounds",
        at: "/party",
    },
    Seeded {
        what: "a level there isn't",
        seed: |p| {
            set(p, "/acts/1/levels/to", json!(30));
        },
        code: "out-of-bounds",
        at: "/acts/1/levels",
    },
    Seeded {
        what: "levels that go back",
        seed: |p| {
            set(p, "/acts/1/levels", json!({"from": 3, "to": 2}));
        },
        code: "broken-levels",
        at: "/acts/1/levels",
    },
    Seeded {
        what: "an act that begins too high",
        seed: |p| {
            set(p, "/acts/1/levels", json!({"from": 2, "to": 3}));
        },
        code: "broken-levels",
        at: "/acts/1/levels",
    },
    Seeded {
        what: "too little to rise by",
        seed: |p| {
            set(p, "/acts/1/levels/to", json!(5));
        },
        code: "too-little-experience",
        at: "/acts/1",
    },
    Seeded {
        what: "so much that they outgrow it",
        seed: |p| {
            set(p, "/acts/0/nodes/0/beats/0/success/reward/xp", json!(5_000));
        },
        code: "too-much-experience",
        at: "/acts/0",
    },
    Seeded {
        what: "a king's ransom",
        seed: |p| {
            set(p, "/acts/0/nodes/0/beats/0/success/reward/gold", json!(50_000));
        },
        code: "too-much-treasure",
        at: "/acts/0",
    },
    Seeded {
        what: "nothing to be won",
        seed: |p| {
            strip_rewards(p);
        },
        code: "no-treasure",
        at: "",
    },
    Seeded {
        what: "a clock with an omen too late",
        seed: |p| {
            set(p, "/doom/omens/0/at", json!(8));
        },
        code: "out-of-bounds",
        at: "/doom",
    },
    Seeded {
        what: "a clock of one segment",
        seed: |p| {
            set(p, "/doom/segments", json!(1));
            set(p, "/doom/omens", json!([]));
        },
        code: "out-of-bounds",
        at: "/doom",
    },
    Seeded {
        what: "a clock nobody hears",
        seed: |p| {
            set(p, "/doom/omens", json!([]));
        },
        code: "silent-doom",
        at: "/doom",
    },
    Seeded {
        what: "a clock that stands still",
        seed: |p| {
            set(p, "/doom/drivenBy", json!([]));
            strip_doom(p);
        },
        code: "silent-doom",
        at: "/doom",
    },
    Seeded {
        what: "an exit that brings one elsewhere",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/0/outcome", json!({"to": {"node": "the-toll"}}));
        },
        code: "out-of-bounds",
        at: "/acts/0/nodes/0/exits/0/outcome",
    },
    Seeded {
        what: "somebody gone who was never there",
        seed: |p| {
            set(p, "/acts/0/nodes/0/absences", json!([{"person": "corm", "when": {"done": "ysoldes-load"}}]));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/0/absences",
    },
    Seeded {
        what: "a thing that asks for an unknown finding",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/interactables/0/requires", json!({"found": "x-ray"}));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/1/beats/0",
    },
    Seeded {
        what: "an outcome that brings no finding there is",
        seed: |p| {
            set(p, "/acts/0/nodes/0/beats/0/success/findings", json!(["gossip"]));
        },
        code: "unknown-reference",
        at: "/acts/0/nodes/0/beats/0",
    },
    Seeded {
        what: "an epilogue for what never was",
        seed: |p| {
            set(p, "/endings/0/variants", json!([{"requires": {"done": "the-dance"}, "shown": "You danced."}]));
        },
        code: "unknown-reference",
        at: "/endings/0",
    },
    Seeded {
        what: "a clock that waits for nothing known",
        seed: |p| {
            set(p, "/doom/until", json!({"done": "peace"}));
        },
        code: "unknown-reference",
        at: "/doom/until",
    },
    Seeded {
        what: "a finding that nothing brings",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/findings/0/from", json!("outcome"));
        },
        code: "lost-finding",
        at: "/acts/0/nodes/1/beats/0/findings/0",
    },
    Seeded {
        what: "words that another answer always takes",
        seed: |p| {
            push(p, "/people/0/topics", json!({"about": ["Load"], "says": "“Later.”"}));
        },
        code: "shadowed-topic",
        at: "/people/0/topics/2",
    },
    Seeded {
        what: "a hidden door nobody is told of",
        seed: |p| {
            set(
                p,
                "/acts/1/nodes/0/exits",
                json!([{"id": "up", "when": "Up.", "label": "Up", "to": {"node": "the-mill"}, "hidden": true}]),
            );
            set(p, "/acts/0/nodes/0/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
            drop_topic(p);
        },
        code: "failure-ends-the-game",
        at: "/acts/1/nodes/0",
    },
    Seeded {
        what: "a spoiler on coming back",
        seed: |p| {
            set(p, "/acts/0/nodes/0/again", json!("Still no bone meal."));
        },
        code: "spoiler",
        at: "/acts/0/nodes/0/again",
    },
    Seeded {
        what: "a beat behind a condition that nobody needs the secret for",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/2/shown", json!("Among the wolves lies bone meal."));
        },
        code: "spoiler",
        at: "/acts/0/nodes/1/beats/2/shown",
    },
    Seeded {
        what: "a happening that says who",
        seed: |p| {
            set(p, "/happenings/0/outcome/shown", json!("A rider: “He grinds bones!”"));
        },
        code: "spoiler",
        at: "/happenings/0",
    },
    Seeded {
        what: "another text for a scene that says who",
        seed: |p| {
            let told = json!([{"requires": {"doom": 1}, "shown": "Bone meal on the wind."}]);
            set(p, "/acts/0/nodes/2/variants", told);
        },
        code: "spoiler",
        at: "/acts/0/nodes/2/variants",
    },
    Seeded {
        what: "somebody who says who, to whoever has carried something",
        seed: |p| {
            set(p, "/people/0/topics/1/says", json!("“He grinds bones, they say.”"));
            set(p, "/people/0/topics/1/requires", json!({"carries": "silver buckle"}));
        },
        code: "spoiler",
        at: "/people/0/topics",
    },
    Seeded {
        what: "a way that says who as one goes",
        seed: |p| {
            set(p, "/acts/0/nodes/0/exits/0/outcome", json!({"shown": "The road is white with bone meal."}));
        },
        code: "spoiler",
        at: "/acts/0/nodes/0/exits",
    },
    Seeded {
        what: "an offer that says who",
        seed: |p| {
            set(p, "/acts/0/nodes/0/offers", json!(["Ask who grinds bones"]));
        },
        code: "spoiler",
        at: "/acts/0/nodes/0/offers",
    },
    Seeded {
        what: "a finding for nothing",
        seed: |p| {
            push(p, "/acts/0/nodes/0/beats/0/findings", json!({"id": "weather", "text": "It may rain."}));
        },
        code: "unused-finding",
        at: "/acts/0/nodes/0/beats/0/findings/1",
    },
    Seeded {
        what: "a flag for nothing",
        seed: |p| {
            set(p, "/acts/0/nodes/0/beats/0/success/sets", json!([{"name": "smiled"}]));
        },
        code: "unused-flag",
        at: "/acts/0/nodes/0/beats/0",
    },
    Seeded {
        what: "a motif that never comes back",
        seed: |p| {
            push(p, "/premise/motifs", json!({"id": "the-owl", "text": "An owl."}));
        },
        code: "unused-motif",
        at: "/premise/motifs/1",
    },
    Seeded {
        what: "a person nobody meets",
        seed: |p| {
            push(p, "/people", json!({"id": "bela", "name": "Bela", "role": "npc", "appearance": "Old."}));
        },
        code: "lonely-person",
        at: "/people/2",
    },
    Seeded {
        what: "a secret that stays one",
        seed: |p| {
            push(
                p,
                "/people/0/secrets",
                json!({"id": "married", "text": "She is.", "giveaways": ["her wife"], "revealedBy": []}),
            );
        },
        code: "buried-secret",
        at: "/people/0/secrets/0",
    },
    Seeded {
        what: "a clock that one bad throw fills, and it is lost",
        seed: |p| {
            set(p, "/doom/segments", json!(2));
            set(p, "/doom/omens", json!([{"at": 1, "shown": "The well tastes flat."}]));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a thing that fills the clock when it goes wrong",
        seed: |p| {
            let handling = "/acts/0/nodes/1/beats/0/interactables/0/handling/failure";
            set(p, handling, json!({"shown": "It falls.", "doom": 5}));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/0/interactables/0",
    },
    Seeded {
        what: "a clock of two that drives on by a failure and by what it brings",
        seed: |p| {
            set(p, "/doom/segments", json!(2));
            set(p, "/doom/omens", json!([{"at": 1, "shown": "The well tastes flat."}]));
            set(p, "/acts/0/nodes/1/beats/1/failure/doom", json!(1));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a clock that is filled on the longer way of those who failed",
        seed: |p| {
            set(p, "/doom/segments", json!(6));
            set(p, "/doom/drivenBy", json!(["failure", "move"]));
        },
        code: "failure-ends-the-game",
        at: "/acts/1/nodes/0/beats/0",
    },
    Seeded {
        what: "a clock that a failure fills by what happens after it",
        seed: |p| {
            let when = json!({"all": [{"failed": "wolves-come"}, {"visited": "the-spill"}]});
            push(p, "/happenings", json!({"id": "howls", "when": when, "outcome": {"shown": "Howls.", "doom": 3}}));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a clock that a failure fills by a chain of what happens after it",
        seed: |p| {
            let sets = json!({"shown": "Howls.", "sets": [{"name": "howled"}]});
            push(p, "/happenings", json!({"id": "howls", "when": {"doom": 2}, "outcome": sets}));
            let when = json!({"any": [{"flag": {"name": "howled"}}, {"found": "sawn-axle"}]});
            push(p, "/happenings", json!({"id": "more-howls", "when": when, "outcome": {"shown": "More.", "doom": 3}}));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a clock that the price of a mixed throw fills",
        seed: |p| {
            set(p, "/setting/checks", json!("2d6"));
            let handling = "/acts/0/nodes/1/beats/0/interactables/0/handling/mixed";
            set(p, handling, json!({"shown": "It cracks.", "doom": 5}));
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/0/interactables/0",
    },
    Seeded {
        what: "a clock that a failure fills by who comes to those who failed",
        seed: |p| {
            two_segments(p);
            set(p, "/doom/drivenBy", json!([]));
            let met = &mut p["acts"][0]["nodes"][1]["encounters"][0];
            met["requires"] = json!({"failed": "paying-the-toll"});
            met["outcome"] = json!({"doom": 2});
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/2/beats/0",
    },
    Seeded {
        what: "a clock that fills for whoever has not paid",
        seed: |p| {
            three_segments(p);
            happens(p, "unpaid", json!({"not": {"done": "paying-the-toll"}}), 1);
            let at_the_foot = json!({"all": [{"visited": "the-foot"}, {"not": {"done": "paying-the-toll"}}]});
            happens(p, "unpaid-at-the-foot", at_the_foot, 2);
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/2/beats/0",
    },
    Seeded {
        what: "a clock that fills for whoever comes to a place without having paid",
        seed: |p| {
            three_segments(p);
            happens(p, "unpaid", json!({"not": {"done": "paying-the-toll"}}), 1);
            let at_the_foot = json!({"all": [{"visited": "the-foot"}, {"not": {"done": "paying-the-toll"}}]});
            happens(p, "unpaid-at-the-foot", at_the_foot, 2);
        },
        code: "failure-ends-the-game",
        at: "/acts/1/nodes/0",
    },
    Seeded {
        what: "a clock that fills for whoever comes to a place without a finding",
        seed: |p| {
            three_segments(p);
            let unseen = json!({"all": [{"visited": "the-toll"}, {"not": {"found": "flour-sacks"}}]});
            happens(p, "unseen", unseen, 3);
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/2",
    },
    Seeded {
        what: "a clock that fills for whoever missed a finding",
        seed: |p| {
            three_segments(p);
            let unseen = json!({"all": [{"visited": "the-toll"}, {"not": {"found": "flour-sacks"}}]});
            happens(p, "unseen", unseen, 3);
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/1/beats/0",
    },
    Seeded {
        what: "a clock that a scene without a roll fills as it is told",
        seed: |p| {
            three_segments(p);
            set(p, "/acts/1/nodes/1/beats/0/success", json!({"doom": 3}));
        },
        code: "failure-ends-the-game",
        at: "/acts/1/nodes/1",
    },
    Seeded {
        what: "a clock that a single failure fills after what comes to everybody",
        seed: |p| {
            happens(p, "toll-bell", json!({"visited": "the-toll"}), 3);
        },
        code: "failure-ends-the-game",
        at: "/acts/0/nodes/2/beats/0",
    },
    Seeded {
        what: "a fight with nobody to fight",
        seed: |p| {
            remove(p, "/acts/0/nodes/1/beats/1/foes");
        },
        code: "toothless-fight",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a hero who speaks",
        seed: |p| set(p, "/acts/0/nodes/1/beats/1/shown", json!("A wolf steps out. “Sit,” you say.")),
        code: "hero-speaks",
        at: "/acts/0/nodes/1/beats/1/shown",
    },
    Seeded {
        what: "a clock nobody can outrun",
        seed: |p| {
            set(p, "/doom/segments", json!(3));
            set(p, "/doom/drivenBy", json!(["move"]));
            set(p, "/doom/omens", json!([{"at": 1, "shown": "The well tastes flat."}]));
            set(p, "/acts/0/nodes/2/exits/2/to", json!({"node": "the-halfway"}));
            drop_home(p);
        },
        code: "hasty-doom",
        at: "/doom",
    },
    Seeded {
        what: "a clock that almost everybody is too late for",
        seed: |p| {
            set(p, "/doom/segments", json!(4));
            set(p, "/doom/omens", json!([{"at": 2, "shown": "The well tastes flat."}]));
            set(p, "/acts/0/nodes/2/exits/2/to", json!({"node": "the-halfway"}));
            drop_home(p);
            for (act, node) in [(0, 2), (1, 0), (1, 2)] {
                let beat = &mut p["acts"][act]["nodes"][node]["beats"][0];
                beat["test"]["dc"] = json!(20);
                beat["failure"]["doom"] = json!(2);
            }
        },
        code: "mostly-lost",
        at: "/doom",
    },
    Seeded {
        what: "an ogre that is said to be as weak as a bandit",
        seed: |p| {
            let foes = json!([{"name": "Ogre", "creature": "Ogre", "challenge": "1/8"}]);
            set(p, "/acts/0/nodes/1/beats/1/foes", foes);
        },
        code: "other-challenge",
        at: "/acts/0/nodes/1/beats/1/foes/0",
    },
    Seeded {
        what: "a terror that is said to be as weak as a bandit",
        seed: |p| {
            let foes = json!([{"name": "Tarrasque", "creature": "tarrasque", "challenge": "1/8"}]);
            set(p, "/acts/0/nodes/1/beats/1/foes", foes);
        },
        code: "too-hard",
        at: "/acts/0/nodes/1/beats/1",
    },
    Seeded {
        what: "a creature the rules don't know",
        seed: |p| {
            let foes = json!([{"name": "Grue", "creature": "grue-of-zork", "challenge": "1/4"}]);
            set(p, "/acts/0/nodes/1/beats/1/foes", foes);
        },
        code: "unknown-creature",
        at: "/acts/0/nodes/1/beats/1/foes/0",
    },
    Seeded {
        what: "somebody who fights as nothing there is",
        seed: |p| {
            set(p, "/people/1/creature", json!("miller-of-doom"));
        },
        code: "unknown-creature",
        at: "/people/1/creature",
    },
    Seeded {
        what: "a premise of nothing",
        seed: |p| {
            set(p, "/premise/text", json!(" "));
        },
        code: "blank",
        at: "/premise/text",
    },
    Seeded {
        what: "a premise of dots",
        seed: |p| {
            set(p, "/premise/text", json!("…"));
        },
        code: "blank",
        at: "/premise/text",
    },
    Seeded {
        what: "a premise of dashes",
        seed: |p| {
            set(p, "/premise/text", json!("--"));
        },
        code: "blank",
        at: "/premise/text",
    },
    Seeded {
        what: "a premise of markup",
        seed: |p| {
            set(p, "/premise/text", json!("** **"));
        },
        code: "blank",
        at: "/premise/text",
    },
    Seeded {
        what: "a premise that is still to be written",
        seed: |p| {
            set(p, "/premise/text", json!("TBD (todo)"));
        },
        code: "blank",
        at: "/premise/text",
    },
    Seeded {
        what: "an epilogue that is still to be written",
        seed: |p| {
            set(p, "/endings/0/epilogue", json!("[TODO]"));
        },
        code: "blank",
        at: "/endings/0/epilogue",
    },
    Seeded {
        what: "a blurb without letters",
        seed: |p| {
            set(p, "/blurb", json!("* * *"));
        },
        code: "blank",
        at: "/blurb",
    },
    Seeded {
        what: "a boss nobody has to beat",
        seed: |p| {
            remove(p, "/acts/1/nodes/3/beats/1/foes");
        },
        code: "toothless-boss",
        at: "/acts/1/nodes/3/beats/1",
    },
    Seeded {
        what: "a language that is none",
        seed: |p| {
            set(p, "/language", json!("no language at all"));
        },
        code: "unknown-language",
        at: "/language",
    },
    Seeded {
        what: "a language of the right shape that nobody speaks",
        seed: |p| {
            set(p, "/language", json!("qx-DE"));
        },
        code: "unknown-language",
        at: "/language",
    },
    Seeded {
        what: "a content tag that is on no list",
        seed: |p| {
            set(p, "/contentTags", json!(["spiders", "taxes"]));
        },
        code: "unknown-content-tag",
        at: "/contentTags/1",
    },
    Seeded {
        what: "an act in which hardly anything points to the next",
        seed: |p| {
            set(p, "/acts/0/nodes/1/beats/0/findings/0/pointsTo", json!([{"person": "corm"}]));
        },
        code: "few-clues",
        at: "/acts/0",
    },
    Seeded {
        what: "a picture that gives a secret away",
        seed: |p| {
            set(p, "/people/1/imagePrompt", json!("He grinds bones by the light of a lantern."));
        },
        code: "spoiler",
        at: "/people/1/imagePrompt",
    },
    Seeded {
        what: "a scene in English in a campaign in German",
        seed: |p| {
            each(p, &mut |map| {
                for text in ["text", "shown", "blurb", "briefing"] {
                    if let Some(told) = map.get_mut(text).filter(|told| told.is_string()) {
                        *told = json!("Der Müller mahlt nachts, und niemand im Dorf spricht davon.");
                    }
                }
            });
            let prose = "The miller of the hill has a wheel that turns at night, and nobody in the town will say what it \
                         is that he puts between the stones when the moon is down. You can hear it from the road, and the \
                         dogs of the inn do not like the sound of it at all, for it is not the sound of corn.";
            set(p, "/acts/0/nodes/1/shown", json!(prose));
            set(p, "/language", json!("de"));
        },
        code: "foreign-prose",
        at: "/acts/0/nodes/1",
    },
    Seeded {
        what: "English prose that says it is German",
        seed: |p| {
            let prose = "The miller of the hill has a wheel that turns at night, and nobody in the town will say what it \
                         is that he puts between the stones when the moon is down. You can hear it from the road, and the \
                         dogs of the inn do not like the sound of it at all, for it is not the sound of corn.";
            set(p, "/premise/text", json!(prose));
            set(p, "/language", json!("de-AT"));
        },
        code: "foreign-prose",
        at: "/language",
    },
    Seeded {
        what: "a wall that leaves no way between the sides",
        seed: |p| {
            walls(p, json!({"x": 5, "y": 0, "height": 8}));
        },
        code: "closed-ground",
        at: "/acts/0/nodes/1/terrain",
    },
    Seeded {
        what: "walls that leave no room to begin",
        seed: |p| {
            walls(p, json!({"x": 0, "y": 0, "width": 12, "height": 8}));
        },
        code: "closed-ground",
        at: "/acts/0/nodes/1/terrain",
    },
    Seeded {
        what: "terrain off the mat",
        seed: |p| {
            let mud = json!({"name": "mud", "kind": "difficult", "at": [{"x": 11, "y": 3, "width": 2}]});
            push(p, "/acts/0/nodes/1/terrain", mud);
        },
        code: "out-of-bounds",
        at: "/acts/0/nodes/1/terrain/0",
    },
    Seeded {
        what: "a hazard without damage that can be rolled",
        seed: |p| {
            let kind = json!({"hazard": {"damage": "a lot", "damageType": "fire"}});
            push(p, "/acts/0/nodes/1/terrain", json!({"name": "coals", "kind": kind, "at": [{"x": 5, "y": 3}]}));
        },
        code: "out-of-bounds",
        at: "/acts/0/nodes/1/terrain/0",
    },
];

#[test]
fn a_clean_campaign_is_left_alone() {
    assert_eq!(wrong(&clean()), [""; 0]);
}

#[test]
fn every_seeded_defect_is_found_where_it_is() {
    assert!(SEEDED.len() >= 100);
    let mut missed = Vec::new();
    for Seeded { what, seed, code, at } in SEEDED {
        let mut package = clean();
        seed(&mut package);
        assert_ne!(package, clean(), "{what}: nothing was seeded");
        let found = wrong(&package);
        if !found.iter().any(|line| line == &format!("{code} {at}") || line.starts_with(&format!("{code} {at}/"))) {
            missed.push(format!("{what}: {code} {at} is not among {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{} of {} missed:\n{}", missed.len(), SEEDED.len(), missed.join("\n"));
}

#[test]
fn two_ways_that_exclude_each_other_are_one_way_that_is_open() {
    let mut package = clean();
    let way = |id: &str, requires: Value| json!({"id": id, "when": "On.", "label": "On", "to": {"node": "the-hopper"}, "requires": requires});
    let met = json!({"done": "corm-at-the-door"});
    set(&mut package, "/acts/1/nodes/2/exits", json!([way("in", met.clone()), way("over", json!({"not": met}))]));
    set(&mut package, "/acts/1/nodes/2/beats/0/success/sets", json!([]));
    assert_eq!(wrong(&package), [""; 0]);
}

#[test]
fn happenings_that_need_a_second_failure_or_none_are_no_part_of_one_failure() {
    for when in [
        json!({"all": [{"failed": "wolves-come"}, {"failed": "corm-comes"}]}),
        json!({"not": {"failed": "wolves-come"}}),
        json!({"visited": "the-toll"}),
    ] {
        let mut package = clean();
        // What comes to everyone and one failure after it are five of eight.
        set(&mut package, "/doom/segments", json!(8));
        let howls = json!({"id": "howls", "when": when, "outcome": {"shown": "Howls.", "doom": 3}});
        push(&mut package, "/happenings", howls);
        let found = wrong(&package);
        assert!(!found.iter().any(|line| line.starts_with("failure-ends-the-game")), "{when}: {found:?}");
    }
}

#[test]
fn whoever_knows_a_secret_may_be_told_of_it() {
    let bones = json!({"found": "bones-in-the-hopper"});
    let mut package = clean();
    set(
        &mut package,
        "/acts/0/nodes/2/variants",
        json!([{"requires": bones, "shown": "He grinds bones, you know now."}]),
    );
    set(&mut package, "/happenings/0/when", json!({"all": [{"visited": "the-toll"}, bones]}));
    set(&mut package, "/happenings/0/outcome", json!({"shown": "“Bone meal!”", "sets": [{"name": "told-all"}]}));
    // What only those have set who know is known to those who need it.
    set(&mut package, "/people/0/topics/1/says", json!("“He grinds bones, you say?”"));
    set(&mut package, "/people/0/topics/1/requires", json!({"flag": {"name": "told-all"}}));
    let spoilers: Vec<String> = wrong(&package).into_iter().filter(|line| line.starts_with("spoiler")).collect();
    assert_eq!(spoilers, [""; 0]);
}

#[test]
fn every_kind_of_defect_is_seeded() {
    let seeded = |code: &Code| SEEDED.iter().any(|seeded| seeded.code == code.as_str());
    // What keeps bytes from being a package at all is shown by the tests of reading.
    let read = [Code::Unreadable, Code::WrongFormat];
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !read.contains(code) && !seeded(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_diagnostic_says_what_mends_it() {
    for Seeded { what, seed, .. } in SEEDED {
        let mut package = clean();
        seed(&mut package);
        let found = read(&package).map_or_else(|found| found, |package| embertale::campaign::check(&package));
        for diagnostic in found {
            assert!(
                diagnostic.message.ends_with(['.', '”']) && diagnostic.remedy.ends_with('.'),
                "{what}: {diagnostic}"
            );
            assert!(diagnostic.to_string().len() < 600, "{what}: {diagnostic}");
        }
    }
}
