//! Sessions, messages, and what the stub of Claude says to them.

use serde_json::{Value, json};

use super::wire::{Ask, Client};
use crate::claude::{
    recording::Recording,
    stub::{Act, Gate, Stub, head},
};

/// The story of [`story`], in the pieces it comes in.
pub(super) const PIECES: [&str; 4] = ["You leap — ", "é", "💥", " and the gate gives way."];

/// The environment of a server that asks this stub.
pub(super) fn asking(url: &str) -> Vec<(&str, &str)> {
    vec![("ANTHROPIC_BASE_URL", url), ("ANTHROPIC_API_KEY", "test-key")]
}

/// A reply as the stub plays it.
pub(super) fn says(body: String) -> Vec<Act> {
    vec![head(), Act::Send(body.into_bytes())]
}

/// A reply that waits at a gate before its first byte.
pub(super) fn says_behind(gate: &Gate, body: String) -> Vec<Act> {
    vec![Act::Hold(gate.clone()), head(), Act::Send(body.into_bytes())]
}

/// A first reply that uses two tools: five gold pieces and three torches gained, one throw.
pub(super) fn two_tools() -> String {
    let gained = [r#"{"gold_delta": 5, "items_"#, r#"gained": ["3 x ember"]}"#];
    Recording::new()
        .tool("toolu_1", "update_game_state", &gained)
        .tool("toolu_2", "roll_dice", &[r#"{"dice": "1d20+3", "#, r#""reason": "a leap"}"#])
        .done("tool_use")
}

/// A last reply that tells the story.
pub(super) fn story() -> String {
    Recording::new().text(&PIECES).done("end_turn")
}

/// A reply that only tells this.
pub(super) fn told(text: &str) -> String {
    Recording::new().text(&[text]).done("end_turn")
}

/// A reply that gives the hero experience enough for a level, and tells it.
pub(super) fn a_level() -> String {
    Recording::new()
        .text(&["You know more now."])
        .tool("toolu_x", "update_game_state", &[r#"{"xp_gained": 300}"#])
        .done("tool_use")
}

/// A stub that plays these replies in order.
pub(super) async fn stub(replies: Vec<String>) -> Stub {
    Stub::serve(replies.into_iter().map(says).collect()).await
}

/// Begins a session and gives its id.
pub(super) async fn session(client: &Client) -> String {
    id_of(&client.good(Ask::post("/api/sessions").json(&json!({}))).await)
}

pub(super) fn id_of(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}

/// A message to a session.
pub(super) fn chat(session: &str, message: &str) -> Ask {
    Ask::post(&format!("/api/sessions/{session}/chat")).json(&json!({ "message": message }))
}

/// All turns of a session.
pub(super) async fn turns(client: &Client, session: &str) -> Vec<Value> {
    let mut turns: Vec<Value> = Vec::new();
    loop {
        let after = turns.last().map_or(0, |turn| turn["seq"].as_u64().expect("a number"));
        let page = client.read(&format!("/api/sessions/{session}/turns?limit=100&after={after}")).await;
        match page["items"].as_array().expect("turns") {
            page if page.is_empty() => return turns,
            page => turns.extend(page.iter().cloned()),
        }
    }
}

/// A session as its player sees it.
pub(super) async fn view(client: &Client, session: &str) -> Value {
    client.read(&format!("/api/sessions/{session}")).await
}

/// How many embers the first hero has.
pub(super) fn embers(view: &Value) -> u64 {
    let pack = view["characters"][0]["inventory"].as_array().expect("a pack").iter();
    pack.filter(|item| item["name"] == "ember").map(|item| item["quantity"].as_u64().expect("a number")).sum()
}

/// What a message with this header comes to when nothing of the world may have changed: a way to see that requests
/// sent before have arrived, for none of them answers yet.
pub(super) async fn settle(client: &Client, session: &str) {
    for _ in 0..4 {
        view(client, session).await;
    }
}
