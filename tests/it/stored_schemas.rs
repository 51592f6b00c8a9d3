//! What was ever stored loads and folds for ever: one session of every schema that landed, in `tests/fixtures/`.
//! A new schema adds a file; an old one is never touched.

use std::{fs, path::Path};

use embertale::{
    game::{Game, SCHEMA, SessionHead},
    store::{Interlude, StoredTurn},
};
use serde::Deserialize;

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
