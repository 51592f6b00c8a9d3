//! Tests that stored sessions of every released schema still load and replay: one session each in `tests/fixtures/`. A new
//! schema adds a file; an old file is never changed.

use std::{collections::BTreeSet, fs, path::Path};

use game::{
    Change, Game, SCHEMA, SessionHead,
    combat::{event::CombatEvent, fighter::FighterId},
    dice::DiceCup,
};

use embertale::store::{BUNDLE_FORMAT, BUNDLE_VERSION, Bundle, Interlude, StoredTurn};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Stored {
    schema: u32,
    head: SessionHead,
    start: Game,
    turns: Vec<StoredTurn>,
    interludes: Vec<Interlude>,
    snapshot: serde_json::Value,
}

fn stored(schema: u32) -> Stored {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/schema-{schema}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_session_of_every_schema_folds_to_its_snapshot() {
    for schema in 1..=SCHEMA {
        let Stored { schema: written, head, start, turns, interludes, snapshot } = stored(schema);
        assert_eq!(written, schema);
        assert_eq!(head.n_turns as usize, turns.len());
        let mut game = start;
        let between = |seq: u32| interludes.iter().filter(move |it| it.after_seq == seq).flat_map(|it| &it.changes);
        game.apply_all(between(0)).unwrap();
        for stored in &turns {
            game.apply_all(&stored.turn.changes).unwrap();
            game.apply_all(between(stored.turn.seq)).unwrap();
        }
        assert_eq!(serde_json::to_string(&game).unwrap(), snapshot.to_string(), "schema {schema}");
    }
}

#[test]
fn throws_of_every_schema_still_recompute_from_their_seed() {
    for schema in 1..=SCHEMA {
        let Stored { start, turns, .. } = stored(schema);
        let rolls: Vec<_> = turns.iter().flat_map(|stored| stored.turn.rolls()).collect();
        assert!(!rolls.is_empty());
        for roll in rolls {
            assert!(start.dice.verify(roll), "schema {schema}: {roll:?}");
        }
    }
}

/// A stored session as an export has it, without other tellings of its turns; none of a session that plays a campaign.
fn exported(schema: u32) -> Option<serde_json::Value> {
    let Stored { head, start, mut turns, interludes, snapshot, .. } = stored(schema);
    if start.plot.is_some() {
        return None;
    }
    let reseeded = interludes.iter().flat_map(|it| &it.changes).filter_map(|change| match change {
        Change::DiceReseeded { seed } => Some(DiceCup { seed: seed.clone(), next_index: 0 }),
        _ => None,
    });
    let seeds: Vec<serde_json::Value> = std::iter::once(start.dice.clone())
        .chain(reseeded)
        .map(|cup| json!({"seed": cup.seed, "commitment": cup.commitment()}))
        .collect();
    turns.iter_mut().for_each(|stored| stored.turn.alternatives.clear());
    Some(json!({
        "format": BUNDLE_FORMAT, "version": BUNDLE_VERSION, "schema": schema,
        "session": {"title": head.title, "createdAt": head.created_at, "updatedAt": head.updated_at,
                    "usage": head.usage, "windowFrom": head.window_from, "start": start, "state": snapshot},
        "turns": turns, "interludes": interludes, "aside": {"alternatives": [], "undone": []}, "dice": {"seeds": seeds},
    }))
}

#[test]
fn an_export_of_every_schema_comes_in() {
    let exports: Vec<(u32, serde_json::Value)> =
        (1..=SCHEMA).filter_map(|schema| Some((schema, exported(schema)?))).collect();
    assert!(exports.len() > 6);
    for (schema, bundle) in exports {
        let read = Bundle::read(&bundle.to_string());
        assert!(read.is_ok(), "schema {schema}: {}", read.err().unwrap());
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredEvent {
    event: serde_json::Value,
    line: String,
    to_mira: String,
}

/// One combat event of every kind, as turns store them. A new kind adds a line; an old line is never changed.
#[test]
fn combat_events_of_every_kind_load_and_read_as_they_were_stored() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/combat-events.json");
    let stored: Vec<StoredEvent> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mira = FighterId::Hero("mira".into());
    for StoredEvent { event, line, to_mira } in &stored {
        let loaded: CombatEvent =
            serde_json::from_value(event.clone()).unwrap_or_else(|error| panic!("{event}: {error}"));
        assert_eq!(serde_json::to_value(&loaded).unwrap(), *event);
        assert_eq!((loaded.line(), loaded.sentence().for_player(&mira)), (line.clone(), to_mira.clone()), "{event}");
    }
    let stored: BTreeSet<&str> = stored.iter().map(|it| it.event["kind"].as_str().unwrap()).collect();
    let known = &embertale::http::document()["components"]["schemas"]["CombatEvent"]["discriminator"]["mapping"];
    let known: BTreeSet<&str> = known.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(stored, known);
}
