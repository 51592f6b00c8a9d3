//! Tool suggestions from the command line: how good the rules are, and what the log says was followed.

use std::{fs, path::Path, process::Output};

use serde_json::{Value, json};

use super::{
    server::Home,
    table::{asking, chat, session, story, stub},
    wire::Ask,
};
use crate::claude::recording::Recording;

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The figures a command ends with.
fn figures(output: &Output) -> Value {
    serde_json::from_str(said(output).lines().last().unwrap()).unwrap()
}

fn failed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_rules_are_scored_against_labelled_messages() {
    let home = Home::new();
    let sets = ["utterances.jsonl", "frames.jsonl", "fresh/heldout.jsonl", "fresh/frames.jsonl"].map(|file| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suggestions").join(file);
        file.to_str().unwrap().to_owned()
    });
    let figures = figures(&home.run(&["bench", "suggestions", &sets[0], &sets[1], &sets[2], &sets[3]], &[]));
    assert_eq!((&figures["n"], &figures["n_heldout"]), (&json!(1053), &json!(236)));
    for share in ["precision", "recall", "f1", "f1_heldout", "quiet", "args_right"] {
        let value = figures[share].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&value), "{share}: {value}");
    }
    assert!(figures["p99_us"].as_f64().unwrap() > 0.0 && figures["f1"].as_f64().unwrap() >= 0.9, "{figures}");
    assert!(failed(&home.run(&["bench", "suggestions", "nowhere.jsonl"], &[])).contains("nowhere.jsonl"));
    fs::write(home.work().join("odd.jsonl"), "{\"id\": 1}\n").unwrap();
    assert!(failed(&home.run(&["bench", "suggestions", "odd.jsonl"], &[])).contains("odd.jsonl:1"));
}

#[tokio::test]
async fn a_log_is_kept_on_request_and_reported() {
    let stub = stub(vec![story(), story(), story()]).await;
    let (home, url) = (Home::new(), stub.url());
    let mut env = asking(&url).to_vec();
    env.push(("TOOL_SUGGESTIONS_LOG", "hints.jsonl"));
    let server = home.start(&env);
    let session = session(&server).await;
    server.good(chat(&session, "I grab the rope.")).await;
    let stats = server.good(Ask::get("/api/tool-suggestions/stats")).await;
    assert_eq!(stats["byAgent"]["dungeonMaster"]["update_game_state"], json!({"made": 1, "followed": 0}));
    server.terminate();
    assert!(server.ended().await.success());
    let log = home.work().join("hints.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.lines().count() == 1 && !text.contains("rope"), "{text}");
    // One more that was followed, and a line that was cut off.
    let followed = text.replace("\"followed\":false", "\"followed\":true");
    fs::write(&log, format!("{text}{followed}{{\"at\":")).unwrap();
    let report = home.run(&["suggestions", "report"], &[("TOOL_SUGGESTIONS_LOG", "hints.jsonl")]);
    assert!(
        said(&report).contains("update_game_state(items_gained)") && said(&report).contains("1 of 2"),
        "{report:?}"
    );
    let figures = figures(&report);
    assert_eq!((&figures["made"], &figures["followed"], &figures["share"]), (&json!(2), &json!(1), &json!(0.5)));
    assert!(said(&report).contains("something is taken"), "by rule: {report:?}");
    assert_eq!(figures["with"]["turns"], 1, "a turn with two lines is one turn: {figures}");
    assert_eq!(figures["without"]["turns"], 0, "{figures}");
    assert!(failed(&home.run(&["suggestions", "report"], &[])).contains("TOOL_SUGGESTIONS_LOG"));
    assert!(failed(&home.run(&["suggestions", "report", "nowhere"], &[])).contains("nowhere"));
}

#[tokio::test]
async fn turns_with_and_without_suggestions_are_compared() {
    let home = Home::new();
    for (share, takes_the_hint) in [("0", true), ("1", false)] {
        let take =
            Recording::new().tool("toolu_1", "update_game_state", &[r#"{"items_gained": ["rope"]}"#]).done("tool_use");
        let turn = if takes_the_hint { vec![take, story()] } else { vec![story()] };
        let stub = stub([turn.clone(), turn].concat()).await;
        let url = stub.url();
        let mut env = asking(&url).to_vec();
        env.extend([("TOOL_SUGGESTIONS_LOG", "hints.jsonl"), ("TOOL_SUGGESTIONS_SET_ASIDE", share)]);
        env.push(("NARRATION_CHECK", "off"));
        let server = home.start(&env);
        let session = session(&server).await;
        for _ in 0..2 {
            server.good(chat(&session, "I grab the rope.")).await;
        }
        server.terminate();
        assert!(server.ended().await.success());
    }
    let report = home.run(&["suggestions", "report", "hints.jsonl"], &[]);
    let (said, figures) = (said(&report), figures(&report));
    assert!(said.contains("set aside") && said.contains("tool calls refused, per turn"), "{said}");
    let [with, without] = [&figures["with"], &figures["without"]];
    assert_eq!((&with["turns"], &with["due"], &with["used"]), (&json!(2), &json!(2), &json!(1.0)), "{figures}");
    assert_eq!(
        (&without["turns"], &without["due"], &without["used"]),
        (&json!(2), &json!(2), &json!(0.0)),
        "{figures}"
    );
    assert_eq!((&with["calls"], &with["requests"]), (&json!(1.0), &json!(2.0)), "{figures}");
    assert_eq!((&without["calls"], &without["requests"]), (&json!(0.0), &json!(1.0)), "{figures}");
    assert_eq!((&figures["made"], &figures["followed"]), (&json!(2), &json!(2)), "what nobody was told is not counted");
}

#[tokio::test]
async fn a_server_told_to_suggest_nothing_suggests_nothing() {
    let home = Home::new();
    let server = home.start(&[("ENABLE_TOOL_SUGGESTIONS", "false")]);
    let session = session(&server).await;
    server.good(chat(&session, "I grab the rope.")).await;
    let stats = server.good(Ask::get("/api/tool-suggestions/stats")).await;
    assert_eq!(stats, json!({"rules": 0, "made": 0, "followed": 0, "byAgent": {}, "byRule": {}}));
}
