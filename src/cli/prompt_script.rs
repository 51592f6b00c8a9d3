//! The scripted campaign of `embertale bench prompt`: messages, people met, and thinking times.

use std::time::Duration;

use serde_json::{Map, Value, json};

use model::Request;
use prompt::scenes::ShownScene;

use super::{CommandError, bench_file::BenchFile};

/// The least characters of a scene's summary: two to five sentences.
const SUMMARY_CHARS: usize = 400;

/// A turn of the script: a player's words, and the narration.
pub(super) struct ScriptLine {
    /// The player's words.
    pub(super) words: String,
    /// The narration.
    pub(super) telling: String,
}

/// The turns of the first conversation of a file in the format of `LoCoMo`: what someone says, and what the next one tells.
pub(super) fn script(file: &BenchFile) -> Result<Vec<ScriptLine>, CommandError> {
    let conversations: Vec<Value> = file.json()?;
    let empty = Map::new();
    let sessions = conversations.first().and_then(|it| it["conversation"].as_object()).unwrap_or(&empty);
    let names = (1..).map(|n| format!("session_{n}")).take_while(|name| sessions.contains_key(name));
    let said: Vec<String> = names
        .filter_map(|name| sessions[&name].as_array())
        .flatten()
        .filter_map(|utterance| utterance["text"].as_str().map(str::to_owned))
        .collect();
    let line = |two: &[String]| ScriptLine { words: two[0].clone(), telling: two[1].clone() };
    let lines: Vec<ScriptLine> = said.chunks_exact(2).map(line).collect();
    if lines.is_empty() { Err(format!("{} holds no turns", file.name).into()) } else { Ok(lines) }
}

/// Who is met in a turn.
pub(super) fn person_of(turn: usize) -> Option<&'static str> {
    match turn {
        3 => Some("Ashgrin Vell"),
        22 => Some("Ottoline Rusk"),
        71 => Some("Brother Cinder"),
        _ => None,
    }
}

/// How long the players think: a few minutes, longer where they look something up, now and then over a meal, and twice until
/// the next evening.
pub(super) fn thinking(turn: usize) -> Duration {
    Duration::from_secs(match turn {
        1 => 0,
        68 | 135 => 22 * 3_600,
        _ if turn.is_multiple_of(41) => 52 * 60,
        _ if turn.is_multiple_of(9) => 8 * 60,
        _ => 45 + (turn as u64 * 37) % 150,
    })
}

fn beginnings(scene: ShownScene<'_>) -> String {
    let mut summary = String::new();
    for text in scene.texts() {
        if summary.chars().count() < SUMMARY_CHARS {
            summary.extend(text.split_inclusive(['.', '!', '?']).take(1));
            summary.push(' ');
        }
    }
    summary
}

/// Of each scene a helper is shown the beginnings of its lines, as long as summaries are.
pub(super) fn summaries(request: &Request) -> String {
    let shown = request.messages.last().into_iter().flat_map(|message| &message.content);
    let scenes = shown.filter_map(|block| block.as_text()).flat_map(ShownScene::all_in);
    let scenes: Vec<Value> = scenes.map(|scene| json!({"scene": scene.number, "summary": beginnings(scene)})).collect();
    json!({ "scenes": scenes }).to_string()
}
