//! The report of tool suggestions, tried on two hundred turns of a scripted model. `cargo test --test it suggestion_trial --
//! --nocapture` prints it. It says nothing about a real model: how often this one takes a suggestion is written here.

use std::process::Command;

use embertale::dm::hints::Hints;
use serde_json::{Value, json};

use crate::support::{Reply, Table, TestApp, says};

const N_SESSIONS: usize = 20;
/// What the player says, and what the turn has to record.
const TURNS: [(&str, &str); 10] = [
    ("I grab the rope.", r#"{"items_gained": ["rope"]}"#),
    ("I pick up the lantern.", r#"{"items_gained": ["lantern"]}"#),
    ("I pay 1 gold for the bread.", r#"{"gold_delta": -1}"#),
    ("I take the iron key.", r#"{"items_gained": ["iron key"]}"#),
    ("I grab the blanket.", r#"{"items_gained": ["blanket"]}"#),
    ("I pay 1 gold for the map.", r#"{"gold_delta": -1}"#),
    ("I pick up the hammer.", r#"{"items_gained": ["hammer"]}"#),
    ("I take the candle.", r#"{"items_gained": ["candle"]}"#),
    ("I pay 1 gold for the ale.", r#"{"gold_delta": -1}"#),
    ("I grab the sack.", r#"{"items_gained": ["sack"]}"#),
];

/// The scripted model: of five suggestions it takes four, and without one it thinks of the tool twice.
fn reply(n: usize, is_suggested: bool, input: &str) -> Reply {
    let takes = n % 5 < if is_suggested { 4 } else { 2 };
    let story = says("The evening goes on.");
    if takes { story.and_updates(serde_json::from_str(input).unwrap()) } else { story }
}

#[tokio::test]
async fn the_report_compares_two_hundred_turns_with_and_without_suggestions() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("hints.jsonl");
    let mut app = TestApp::hinting(Hints::default().set_aside(0.5).logging_to(&log).unwrap()).await;
    for session in 0..N_SESSIONS {
        let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
        let id = app.create(json!({ "character": hero })).await;
        let table = Table { app, id };
        // The first turn shows on which side the session is.
        let mut is_suggested = false;
        for (n, (words, input)) in TURNS.into_iter().enumerate() {
            table
                .play(
                    words,
                    [if n == 0 { says("The evening begins.") } else { reply(session + n, is_suggested, input) }],
                )
                .await;
            is_suggested = table.claude().last_asked().body["messages"].to_string().contains("[hints]");
        }
        app = table.app;
    }
    drop(app);
    let report =
        Command::new(env!("CARGO_BIN_EXE_embertale")).args(["suggestions", "report"]).arg(&log).output().unwrap();
    let said = String::from_utf8(report.stdout).unwrap();
    println!("{said}");
    let figures: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    let of = |side: &str, figure: &str| figures[side][figure].as_f64().unwrap();
    assert_eq!(of("with", "turns") + of("without", "turns"), 200.0, "{said}");
    assert!(of("with", "turns") > 0.0 && of("without", "turns") > 0.0, "{said}");
    assert!(of("with", "used") > of("without", "used") + 0.2, "{said}");
}
