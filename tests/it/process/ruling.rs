//! A turn that the rules judge is asked about: killed on the way, and stopped while the judge thinks.

use std::os::unix::process::ExitStatusExt;

use serde_json::{Value, json};

use super::{
    listen::Listening,
    server::{Home, until},
    table::{asking, chat, says, session, story, turns, view},
    wire::Ask,
};
use crate::claude::{
    recording::Recording,
    stub::{Act, Stub},
};

const WORDS: &str = "I sneak past the watch.";

fn sneak(session: &str) -> Ask {
    chat(session, WORDS).key("the sneak")
}

/// The judge's reply: a check of Stealth.
fn ruling() -> String {
    let input = r#"{"skill": "stealth", "difficulty": "moderate", "reason": "past the watch"}"#;
    Recording::new().tool("toolu_judge", "resolve_skill_check", &[input]).done("tool_use")
}

/// Kills the process at a step of a turn of two replies, the judge's and the story; it takes both once more.
async fn drill(step: &str, n_before: usize) {
    let turn = [ruling(), story()];
    let replies = turn.iter().take(n_before).chain(&turn);
    let stub = Stub::serve(replies.cloned().map(says).collect()).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let before = view(&server, &session).await;
    drop(server);

    let mut env = asking(&url);
    env.push(("CRASH_AT", step));
    let server = home.start(&env);
    let client = server.clone();
    let ask = sneak(&session);
    let lost = tokio::spawn(async move { client.send(ask).await.status });
    assert_eq!(server.ended().await.signal(), Some(6), "the drill has killed it at {step}");
    assert!(lost.await.is_err(), "nobody got an answer");
    assert_eq!(stub.requests().len(), n_before);

    assert!(home.verify().contains("clean, 0 turns"));
    let server = home.start(&asking(&url));
    assert_eq!(view(&server, &session).await, before, "no throw of it is left");
    let turn = server.good(sneak(&session)).await;
    assert_eq!(server.good(sneak(&session)).await, turn, "once more the recorded one");
    assert_eq!(turns(&server, &session).await, std::slice::from_ref(&turn));
    let rolls: Vec<(&Value, &Value)> =
        turn["rolls"].as_array().unwrap().iter().map(|roll| (&roll["reason"], &roll["proof"]["index"])).collect();
    assert_eq!(rolls, [(&json!("Stealth: past the watch"), &json!(0))], "the dice fall as they fell");
    assert_eq!(stub.requests().len(), n_before + 2);
    assert!(home.verify().contains("clean, 1 turns"));
}

#[tokio::test]
async fn killed_before_the_judge_is_asked_a_turn_counts_once() {
    drill("judge", 0).await;
}

#[tokio::test]
async fn killed_after_the_ruling_a_turn_counts_once() {
    drill("tool:1", 1).await;
}

#[tokio::test]
async fn killed_between_the_ruling_and_the_story_a_turn_counts_once() {
    drill("model:1", 1).await;
}

#[tokio::test]
async fn killed_at_the_commit_of_a_ruling_a_turn_counts_once() {
    drill("commit", 2).await;
}

#[tokio::test]
async fn a_turn_is_stopped_while_the_judge_thinks_and_nothing_of_it_counts() {
    let mut stub = Stub::serve(vec![vec![Act::Stall], says(ruling()), says(story())]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let before = view(&server, &session).await;
    let mut events = Listening::to(&server, chat(&session, WORDS)).await;
    events.expect("turn").await;
    until("the judge is asked", || stub.requests().len() == 1).await;
    server.send(Ask::post(&format!("/api/sessions/{session}/cancel"))).await;
    events.expect("failed").await;
    stub.client_left().await;
    assert_eq!(view(&server, &session).await, before);
    let turn = server.good(chat(&session, WORDS)).await;
    assert_eq!(turn["rolls"].as_array().map(Vec::len), Some(1));
}
