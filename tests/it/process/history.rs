//! Tests of a session longer than any page, on each persistent store: memory, undo, branches, explanations, export.

use serde_json::{Value, json};

use super::{
    server::{Home, Server},
    table::{asking, chat, id_of, session, stub, told, turns, two_tools, view},
    wire::Ask,
};
use crate::claude::recording::Recording;

macro_rules! on_each_store {
    ($($name:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Home::new()).await;
            })*
        }
        mod firestore {
            $(#[tokio::test]
            async fn $name() {
                if !crate::support::emulator::is_missing() {
                    super::$name(super::Home::on_firestore()).await;
                }
            })*
        }
    };
}

on_each_store! {
    an_event_is_recalled_in_the_next_turn_and_after_a_restart
    what_was_said_is_found_after_undo_branch_and_restart
    a_turn_taken_back_is_gone_whole_and_played_again_with_the_same_dice
    a_long_campaign_is_branched_explained_and_carried
}

/// More turns than a page of the store, and than a page of the API.
const N_LONG: usize = 106;
const WORDS: [&str; 5] =
    ["I look around.", "I try to climb the wall quietly.", "I search the ground.", "I wait.", "Who is here?"];

fn ask(session: &str, deed: &str, body: &Value) -> Ask {
    Ask::post(&format!("/api/sessions/{session}/{deed}")).json(body)
}

/// A view without what says when it was saved last.
fn undated(mut view: Value) -> Value {
    for field in ["version", "updatedAt"] {
        assert!(view.as_object_mut().expect("a session").remove(field).is_some());
    }
    view
}

fn narratives(turns: &[Value]) -> Vec<&Value> {
    turns.iter().map(|turn| &turn["narrative"]).collect()
}

async fn an_event_is_recalled_in_the_next_turn_and_after_a_restart(home: Home) {
    let note = [r#"{"important_event": ["The mill on the Sorrel burned down."]}"#];
    let noted = Recording::new().tool("toolu_1", "update_game_state", &note).done("tool_use");
    let recalls =
        || Recording::new().tool("toolu_1", "query_session_memory", &[r#"{"query_type": "important_events"}"#]);
    let recall = || recalls().done("tool_use");
    let stub = stub(vec![noted, told("Ash."), recall(), told("You remember."), recall(), told("Still.")]).await;
    let url = stub.url();
    let server = home.start(&asking(&url));
    let id = session(&server).await;
    server.good(chat(&id, "I watch the mill.")).await;
    let result = |turn: &Value| turn["toolCalls"][0]["result"].as_str().expect("a result").to_owned();
    let next = result(&server.good(chat(&id, "What has happened?")).await);
    assert!(next.contains("1. the mill on the sorrel burned down."), "{next}");
    server.terminate();
    assert!(server.ended().await.success());
    let server = home.start(&asking(&url));
    assert_eq!(result(&server.good(chat(&id, "What has happened?")).await), next);
    assert!(home.verify().contains("clean, 3 turns"));
}

async fn what_was_said_is_found_after_undo_branch_and_restart(home: Home) {
    let found = async |server: &Server, id: &str, q: &str| -> Vec<Value> {
        let found = server.read(&format!("/api/sessions/{id}/memory/search?q={q}")).await;
        found["items"].as_array().expect("items").clone()
    };
    let telling = ["The ferrywoman took the key.", "Rain beats on the planks.", "An owl looks back.", "A heron cries."];
    let stub = stub(telling.into_iter().map(told).collect()).await;
    let url = stub.url();
    let server = home.start(&asking(&url));
    let id = session(&server).await;
    for words in ["Who has the key?", "I cross the river.", "I light my lantern."] {
        server.good(chat(&id, words)).await;
    }
    let key = found(&server, &id, "who%20took%20the%20key").await;
    let first = |found: &[Value]| found.iter().find(|item| item["seq"] == 1).map(|item| item["excerpt"].clone());
    assert_eq!(first(&key), Some(json!(telling[0])));
    assert_eq!(found(&server, &id, "owl").await.len(), 1);
    let branch = id_of(&server.good(ask(&id, "branch", &json!({"atTurn": 2})).key("fork")).await);
    assert_eq!(found(&server, &branch, "owl").await.len(), 0, "a branch has nothing of what came after it");
    assert_eq!(found(&server, &branch, "planks").await[0]["seq"], 2);
    server.good(ask(&id, "undo", &json!({}))).await;
    assert_eq!(found(&server, &id, "owl").await.len(), 0);
    server.good(chat(&id, "I call out.")).await;
    let heron = found(&server, &id, "heron").await;
    assert_eq!(heron[0]["seq"], 3, "{heron:?}");
    let key = found(&server, &id, "who%20took%20the%20key").await;
    server.terminate();
    assert!(server.ended().await.success());
    let server = home.start(&asking(&url));
    assert_eq!(
        (found(&server, &id, "heron").await, found(&server, &id, "who%20took%20the%20key").await[0].clone()),
        (heron, key[0].clone())
    );
    assert_eq!(found(&server, &id, "owl").await.len(), 0);
}

async fn a_turn_taken_back_is_gone_whole_and_played_again_with_the_same_dice(home: Home) {
    let once = || [two_tools(), told("You leap.")];
    let replies = [once(), once(), once(), once()].concat();
    let stub = stub(replies).await;
    let url = stub.url();
    let server = home.start(&asking(&url));
    let id = session(&server).await;
    server.good(chat(&id, "I step up.")).await;
    let memory = format!("/api/sessions/{id}/memory");
    let before = (undated(view(&server, &id).await), server.read(&memory).await);
    let taken = server.good(chat(&id, "I step up again.").key("again")).await;
    assert_ne!(undated(view(&server, &id).await), before.0);
    server.good(ask(&id, "undo", &json!({})).key("undo")).await;
    assert_eq!((undated(view(&server, &id).await), server.read(&memory).await), before);
    assert_eq!(turns(&server, &id).await.len(), 1);
    server.send(chat(&id, "I step up again.").key("again")).await.problem(409, "turn_undone");

    let played = server.good(chat(&id, "I step up again.")).await;
    assert_eq!(played["rolls"], taken["rolls"], "dice that fell fall again");
    let retold = server.good(ask(&id, "retry", &json!({}))).await;
    assert_eq!(retold["rolls"], taken["rolls"], "and in another telling too");
    assert_eq!((retold["seq"].clone(), retold["alternatives"].as_array().map(Vec::len)), (json!(2), Some(1)));
    drop(server);
    let server = home.start(&asking(&url));
    assert_eq!(turns(&server, &id).await[1], retold);
    assert!(home.run(&["verify", "--dice"], &[]).status.success());
}

/// Plays turns with the built-in storyteller, and takes what levels they bring.
async fn play_on(server: &Server, id: &str, n: usize) {
    for i in 0..n {
        let hero = view(server, id).await["characters"][0].clone();
        if !hero["pendingLevelUp"].is_null() {
            server.good(ask(id, "level-up", &json!({"characterId": hero["id"]}))).await;
        }
        server.good(chat(id, WORDS[i % WORDS.len()])).await;
    }
}

async fn a_long_campaign_is_branched_explained_and_carried(home: Home) {
    let server = home.start(&[]);
    let id = session(&server).await;
    server.good(ask(&id, "rolls", &json!({"expression": "3d6"}))).await;
    play_on(&server, &id, N_LONG).await;
    let played = turns(&server, &id).await;
    assert_eq!(played.len(), N_LONG);
    let seqs: Vec<u64> = played.iter().filter_map(|turn| turn["seq"].as_u64()).collect();
    assert!(seqs.iter().copied().eq(1..=N_LONG as u64), "{seqs:?}");

    let branch = id_of(&server.good(ask(&id, "branch", &json!({"atTurn": N_LONG - 2})).key("fork")).await);
    assert_eq!(narratives(&turns(&server, &branch).await), narratives(&played[..N_LONG - 2]));
    play_on(&server, &branch, 3).await;
    assert_eq!(turns(&server, &id).await, played, "what a branch plays is its own");

    let why = server.read(&format!("/api/sessions/{id}/why?path=clock&limit=100")).await;
    assert_eq!(why["value"], view(&server, &id).await["clock"]);
    let causes = why["history"].as_array().expect("causes");
    assert!(causes.len() > 30 && causes[0]["value"] == why["value"], "{why}");
    assert!(causes.is_sorted_by_key(|cause| std::cmp::Reverse(cause["seq"].as_u64())), "{why}");

    server.good(ask(&id, "undo", &json!({"turns": N_LONG - 1}))).await;
    assert_eq!(turns(&server, &id).await, played[..1], "turned back as far as one likes");
    play_on(&server, &id, 2).await;

    let bundle = server.read(&format!("/api/sessions/{branch}/export")).await;
    let carried = id_of(&server.good(Ask::post("/api/sessions/import").json(&bundle)).await);
    assert_eq!(narratives(&turns(&server, &carried).await), narratives(&turns(&server, &branch).await));
    play_on(&server, &carried, 2).await;
    let (before, told) = (view(&server, &carried).await, turns(&server, &carried).await);
    server.terminate();
    assert!(server.ended().await.success());

    let verified = home.run(&["verify", "--dice"], &[]);
    assert!(verified.status.success(), "{verified:?}");
    assert!(home.run(&["backup", "all.jsonl"], &[]).status.success());
    // Into the embedded store, wherever it came from.
    let elsewhere = [("STORE", "sqlite"), ("DATA_DIR", "./elsewhere")];
    let restored = home.run(&["restore", "all.jsonl"], &elsewhere);
    assert!(String::from_utf8_lossy(&restored.stdout).contains("3 sessions restored"), "{restored:?}");
    assert!(home.run(&["verify", "--dice"], &elsewhere).status.success());
    let server = home.start(&elsewhere);
    assert_eq!((view(&server, &carried).await, turns(&server, &carried).await), (before, told));
}
