//! Tests of `query_session_memory`: what the model finds in the session's memory.

use serde_json::json;

use crate::support::{Reply, Table, TestApp, Turn, calls, says, updates};

fn recalls(query_type: &str) -> Reply {
    calls("query_session_memory", json!({ "query_type": query_type }))
}

async fn recalled(table: &Table, query_type: &str) -> Turn {
    table.play("What do I know?", [recalls(query_type), says("You think back.")]).await
}

/// Someone made up by the Dungeon Master alone: the helper answers in prose.
async fn meet(table: &Table, name: &str, role: &str) {
    table.claude().helper_will([says("I would rather not.")]);
    let input = json!({"name": name, "role": role, "context": format!("{name} keeps the ferry.")});
    table.play("Who is that?", [says("Someone.").and_calls("create_supporting_npc", input)]).await;
}

#[tokio::test]
async fn important_events_are_recalled_as_a_numbered_list() {
    let table = Table::new().await;
    table.update(json!({"important_event": ["Marta lied", "The light is a grave"]})).await;
    let turn = recalled(&table, "important_events").await;
    assert_eq!(turn.result(0), ("IMPORTANT EVENTS:\n1. marta lied\n2. the light is a grave", false));
    assert_eq!(table.claude().last_asked().results(), [turn.result(0)], "the model got what is recorded");
}

#[tokio::test]
async fn an_event_that_another_superseded_comes_last_with_the_turn_that_told_otherwise() {
    let table = Table::new().await;
    let owes = |text: &str| json!({"important_event": text, "about": "Old Marta", "aspect": "owes"});
    table.play("I ask.", [says("So it is.").and_updates(owes("Old Marta owes the miller three crowns"))]).await;
    table.update(json!({"important_event": "The light is a grave"})).await;
    table.play("I ask again.", [says("It changed.").and_updates(owes("Old Marta owes the miller nothing"))]).await;
    let turn = recalled(&table, "important_events").await;
    let (hold, ended) = turn.result(0).0.split_once("\nNO LONGER SO:\n").expect("an event that ended");
    assert!(hold.ends_with("2. old marta owes the miller nothing"), "{hold}");
    assert_eq!(ended, "- until turn 3: old marta owes the miller three crowns");
    let seen = table.get("/memory").await.good();
    let turn_id = table.get("/turns?limit=100").await.good()["items"][2]["id"].clone();
    let superseded = json!([{"index": 0, "event": "old marta owes the miller three crowns",
                             "supersededBy": {"seq": 3, "turnId": turn_id}}]);
    assert_eq!(seen["supersededEvents"], superseded);
    assert_eq!(table.get("/memory?kind=importantEvents").await.good()["supersededEvents"], superseded);
    assert!(table.get("/memory?kind=supportingNPCs").await.good().get("supersededEvents").is_none());
    let recap = table.get("/recap").await.good();
    let lines = recap["items"].as_array().unwrap();
    let until = |text: &str| {
        let line = lines.iter().find(|line| line["text"].as_str().unwrap().to_lowercase().contains(text));
        line.unwrap_or_else(|| panic!("{text}: {recap}"))["until"].clone()
    };
    assert_eq!((until("three crowns"), until("the light is a grave")), (json!(3), json!(null)));
    table.post("/undo", json!({})).await.good();
    table.post("/undo", json!({})).await.good();
    assert!(table.get("/memory").await.good().get("supersededEvents").is_none(), "it holds again");
    assert!(!recalled(&table, "important_events").await.result(0).0.contains("NO LONGER SO"), "it holds again");
}

#[tokio::test]
async fn supporting_npcs_are_recalled_a_line_each_with_role_and_place() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Quay"})).await;
    meet(&table, "Old Brannoc", "quest_giver").await;
    meet(&table, "Ilse", "rival").await;
    recalled(&table, "supporting_npcs").await;
    let asked = table.claude().last_asked();
    let lines: Vec<&str> = asked.results()[0].0.lines().collect();
    let [heading, brannoc, ilse] = lines.as_slice() else { panic!("three lines: {lines:?}") };
    assert_eq!(*heading, "SUPPORTING NPCs:");
    assert!(brannoc.starts_with("Old Brannoc [quest_giver] (The Quay)") && brannoc.contains("keeps the ferry"));
    assert!(ilse.starts_with("Ilse [rival] (The Quay)"), "{ilse}");
}

#[tokio::test]
async fn all_is_both_sections_and_an_empty_memory_says_so_twice() {
    let table = Table::new().await;
    let turn = recalled(&table, "all").await;
    let (text, is_error) = turn.result(0);
    assert!(text.contains("No important events") && text.contains("No supporting NPCs") && !is_error, "{text}");
    table.update(json!({"important_event": "The bell rang"})).await;
    meet(&table, "Ilse", "ally").await;
    let turn = recalled(&table, "all").await;
    let text = turn.result(0).0;
    assert!(text.starts_with("IMPORTANT EVENTS:\n1. the bell rang") && text.contains("SUPPORTING NPCs:\nIlse [ally]"));
}

#[tokio::test]
async fn a_question_memory_does_not_know_is_an_error_and_the_turn_goes_on() {
    let table = Table::new().await;
    let turn = recalled(&table, "gossip").await;
    let (text, is_error) = turn.result(0);
    assert!(is_error && text.contains("important_events") && text.contains("supporting_npcs"), "{text}");
    assert_eq!(turn.narrative(), "You think back.");
}

#[tokio::test]
async fn what_this_very_turn_recorded_is_recalled_in_it() {
    let table = Table::new().await;
    let replies = [updates(json!({"important_event": "She knows"})), recalls("important_events"), says("She knows.")];
    let turn = table.play("I tell her.", replies).await;
    assert_eq!(turn.result(1).0, "IMPORTANT EVENTS:\n1. she knows");
}

#[tokio::test]
async fn an_event_is_recalled_in_the_next_turn_and_after_a_restart() {
    let mut table = Table::on_disk().await;
    table.update(json!({"important_event": "The mill burned"})).await;
    meet(&table, "Ilse", "ally").await;
    let before = recalled(&table, "all").await;
    assert!(before.result(0).0.contains("1. the mill burned"), "{}", before.result(0).0);
    let session = table.get("").await.text;
    table.app.restart().await;
    assert_eq!(table.get("").await.text, session, "a session reads byte-equal after a restart");
    assert_eq!(recalled(&table, "all").await.result(0), before.result(0));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn another_session_recalls_nothing_of_the_first() {
    let table = Table::new().await;
    table.update(json!({"important_event": "The mill burned"})).await;
    meet(&table, "Ilse", "ally").await;
    let other = Table { id: table.app.create(json!({})).await, app: table.app };
    let turn = recalled(&other, "all").await;
    assert!(turn.result(0).0.contains("No important events") && turn.result(0).0.contains("No supporting NPCs"));
    let memory = other.get("/memory").await.good();
    assert_eq!(memory, json!({"importantEvents": [], "supportingNPCs": []}));
}

#[tokio::test]
async fn the_memory_route_gives_what_is_asked_for_and_nothing_else() {
    let table = Table::new().await;
    table.update(json!({"important_event": "The mill burned"})).await;
    assert_eq!(table.get("/memory?kind=supportingNPCs").await.good(), json!({"supportingNPCs": []}));
    assert_eq!(table.get("/memory?kind=importantEvents").await.good(), json!({"importantEvents": ["the mill burned"]}));
    let wrong = table.get("/memory?kind=gossip").await;
    assert_eq!(wrong.problem(), (422, "validation_failed".to_owned()));
}

#[tokio::test]
async fn words_and_names_of_the_past_are_found_in_any_spelling() {
    let hero = json!({"name": "Zo\u{eb}", "class": "fighter", "race": "human"});
    let app = TestApp::start().await;
    let id = app.create(json!({ "character": hero })).await;
    let table = Table { app, id };
    table.play("I look for the old crypt.", [says("ΟΔΥΣΣΕΥΣ steht am \u{d6}lkrug in der Straße.")]).await;
    for query in ["o\u{308}lkrug", "οδυσσευς", "STRASSE"] {
        let found = table.get(&format!("/memory/search?q={query}")).await.good();
        assert_eq!(found["items"].as_array().map(Vec::len), Some(1), "{query}: {found}");
        let asks = calls("query_session_memory", json!({"query_type": "all", "query": query}));
        let turn = table.play("Hm?", [asks, says("You think back.")]).await;
        assert!(turn.result(0).0.contains("steht am"), "{query}: {}", turn.result(0).0);
    }
    let said = json!({"query_type": "all", "query": "crypt", "said_by": "zoe\u{308}"});
    let turn = table.play("Hm?", [calls("query_session_memory", said), says("You think back.")]).await;
    let text = turn.result(0).0;
    assert!(text.contains("old crypt") && !text.contains("Nothing is recorded"), "{text}");
}
