//! Measures the safety check with the scenes of `tests/safety`: texts that cross a line and are shown, and texts that cross
//! none and are stopped.

use std::path::Path;

use embertale::dm::NarrationCheck;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::{Table, TestApp, says};

const INSTEAD: &str = "The room is empty, and the window stands open.";

/// Scenes with one line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenes {
    line: String,
    outright: Vec<String>,
    paraphrased: Vec<String>,
    near: Vec<String>,
}

/// The scenes of one kind in a file, and those that went wrong.
#[derive(Default)]
struct Part {
    n_scenes: usize,
    wrong: Vec<String>,
}

/// What went wrong with the scenes of a file.
#[derive(Default)]
struct Misses {
    outright: Part,
    paraphrased: Part,
    near: Part,
}

impl Misses {
    fn totals(&self) -> Value {
        let of = |part: &Part, what: &str| json!({"scenes": part.n_scenes, what: part.wrong.len()});
        json!({
            "outright": of(&self.outright, "shown"),
            "paraphrased": of(&self.paraphrased, "shown"),
            "near": of(&self.near, "stopped"),
        })
    }

    /// None that is named outright, and at most 2 % of the others.
    fn are_few(&self) -> bool {
        let is_few = |part: &Part| part.wrong.len() * 50 <= part.n_scenes;
        self.outright.wrong.is_empty() && is_few(&self.paraphrased) && is_few(&self.near)
    }

    fn all_wrong(&self) -> Vec<&String> {
        [&self.outright, &self.paraphrased, &self.near].into_iter().flat_map(|part| &part.wrong).collect()
    }
}

/// What clients are sent of a scene that a model tells with this text. Asked once more it tells nothing that crosses a line.
async fn sent(table: &Table, text: &str) -> String {
    let told = format!("Rain drums on the roof.\n\n{text}\n\nFar away a door bangs.");
    let before = table.claude().asked().len();
    let events = table.events("I go in.", [says(told), says(INSTEAD)]).await;
    if table.claude().asked().len() == before + 1 {
        // The second answer was not needed.
        table.play("I go on.", []).await;
    }
    serde_json::to_string(&events.iter().map(|event| &event.data).collect::<Vec<_>>()).unwrap()
}

/// Whether a sentence of this text is in what was sent.
fn is_shown(text: &str, sent: &str) -> bool {
    text.split_inclusive(". ").any(|sentence| sent.contains(sentence.trim()))
}

/// Plays all scenes of a file, each text in a turn of its own.
async fn play(file: &str) -> Misses {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/safety").join(file);
    let all: Vec<Scenes> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut misses = Misses::default();
    for Scenes { line, outright, paraphrased, near } in &all {
        // No other agent may affect the story.
        let app = TestApp::checking(NarrationCheck::Off).await;
        let id = app.create(json!({"safety": {"lines": [line]}})).await;
        let table = Table { app, id };
        paraphrased.iter().for_each(|text| table.claude().will_find_crossing(text));
        let parts = [(outright, true, &mut misses.outright), (paraphrased, true, &mut misses.paraphrased)];
        for (texts, crosses, part) in parts.into_iter().chain([(near, false, &mut misses.near)]) {
            for text in texts {
                part.n_scenes += 1;
                if is_shown(text, &sent(&table, text).await) == crosses {
                    part.wrong.push(format!("{line}: {text}"));
                }
            }
        }
    }
    misses
}

#[tokio::test]
async fn scenes_with_lines_are_stopped_and_others_are_not() {
    let (read, fresh) = (play("scenes.json").await, play("fresh/scenes.json").await);
    println!("{}", json!({"bench": "safety", "scenes": read.totals(), "fresh": fresh.totals()}));
    assert!(read.are_few(), "{:#?}", read.all_wrong());
    assert!(fresh.are_few(), "{}", fresh.totals());
}
