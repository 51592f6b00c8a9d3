//! `embertale bench ear`: what it counts, and what it says to files that are none.

use std::{fs, path::Path, process::Output};

use serde_json::{Value, json};

use super::server::Home;

const SCENE: &str = r#"{"scene": "court", "seed": "1", "character": "dagna-emberhand", "lead": ["look around"], "there": ["scales", "Lisbet"]}"#;

fn figures(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_str(String::from_utf8_lossy(&output.stdout).lines().last().unwrap()).unwrap()
}

fn failed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn right_answers_mistakes_and_harm_are_counted() {
    let home = Home::new();
    let lines = [
        SCENE,
        r#"{"scene": "court", "say": "look", "intent": "look", "kind": "plain", "may": ["time"]}"#,
        r#"{"scene": "court", "say": "take wax", "intent": "take", "kind": "plain", "may": ["gain_item", "time"], "gains": ["wax"]}"#,
        r#"{"scene": "court", "say": "take the wax", "intent": "nothing", "kind": "not", "may": ["time"]}"#,
        r#"{"scene": "court", "say": "drop my scale mail", "intent": "nothing", "kind": "not", "may": ["time"]}"#,
        r#"{"scene": "court", "say": "lkjhg qwe", "intent": "look", "kind": "absent", "may": ["time"]}"#,
        r#"{"scene": "court", "say": "lkjhg qwe", "intent": "nothing", "kind": "absent", "may": ["time"]}"#,
    ];
    fs::write(home.work().join("ear.jsonl"), lines.join("\n")).unwrap();
    let output = home.run(&["bench", "ear", "ear.jsonl", "--misses"], &[]);
    let found = figures(&output);
    let counted = ["n", "accuracy", "harm", "not_understood"].map(|name| found[name].clone());
    assert_eq!(counted, [json!(6), json!(0.5), json!(1), json!(1)], "{found}");
    let misses = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(misses.contains("“drop my scale mail”: HARM lose_item Scale Mail"), "{misses}");
    assert!(misses.contains("“take the wax”: gain_item"), "{misses}");
    fs::create_dir(home.work().join("fresh")).unwrap();
    fs::rename(home.work().join("ear.jsonl"), home.work().join("fresh/ear.jsonl")).unwrap();
    let output = home.run(&["bench", "ear", "fresh/ear.jsonl", "--misses"], &[]);
    assert_eq!(figures(&output), found);
    assert!(!String::from_utf8_lossy(&output.stderr).contains('“'), "what is held out is not shown: {output:?}");
}

#[test]
fn files_that_are_none_are_refused() {
    let home = Home::new();
    assert!(failed(&home.run(&["bench", "ear", "nowhere.jsonl"], &[])).contains("nowhere.jsonl"));
    fs::write(home.work().join("odd.jsonl"), "{\"id\": 1}\n").unwrap();
    assert!(failed(&home.run(&["bench", "ear", "odd.jsonl"], &[])).contains("odd.jsonl:1"));
    fs::write(home.work().join("lost.jsonl"), SCENE.replace("Lisbet", "Zanzibar")).unwrap();
    let why = failed(&home.run(&["bench", "ear", "lost.jsonl"], &[]));
    assert!(why.contains("its seed doesn't make the scene court"), "{why}");
}

#[test]
fn every_sentence_of_ours_is_played() {
    let home = Home::new();
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ear");
    let file = |name: &str| ours.join(name).to_str().unwrap().to_owned();
    let (scenes, read, unread) = (file("scenes.jsonl"), file("read.jsonl"), file("fresh/unread.jsonl"));
    let found = figures(&home.run(&["bench", "ear", &scenes, &read], &[]));
    assert!(found["n"].as_u64() >= Some(150) && found["accuracy"].as_f64() >= Some(0.95), "{found}");
    assert_eq!(found["harm"], json!(0), "{found}");
    let found = figures(&home.run(&["bench", "ear", &scenes, &file("typed.jsonl")], &[]));
    assert!(found["n"].as_u64() >= Some(379) && found["accuracy"].as_f64() >= Some(0.85), "{found}");
    assert_eq!(found["harm"], json!(0), "{found}");
    let found = figures(&home.run(&["bench", "ear", &scenes, &unread], &[]));
    assert!(found["n"].as_u64() >= Some(89) && found["accuracy"].as_f64() >= Some(0.8), "{found}");
}
