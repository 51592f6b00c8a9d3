//! Tests of a failing provider: a clear error, nothing is applied partially, and the next turn works.

use serde_json::{Value, json};

use crate::support::{Table, TestApp, Told, calls, fails, says, updates};

/// A reply that changes all sorts of things and must be read before the turn can end.
fn changes_much() -> crate::support::Reply {
    updates(json!({"hp_delta": -3, "items_gained": ["Cursed Ring"], "important_event": "The Ring was found"}))
        .and_calls("roll_dice", json!({"dice": "1d20"}))
}

#[tokio::test]
async fn a_provider_that_fails_in_mid_turn_leaves_the_session_as_it_was_and_the_next_turn_works() {
    for (status, problem) in [
        (400, (502, "model_failed")),
        (401, (502, "model_failed")),
        (402, (502, "model_failed")),
        (403, (502, "model_failed")),
        (404, (502, "model_failed")),
        (413, (502, "model_failed")),
        (500, (502, "model_failed")),
        (429, (503, "model_overloaded")),
        (529, (503, "model_overloaded")),
        (504, (504, "model_timeout")),
    ] {
        let table = Table::new().await;
        let before = table.get("").await.text;
        let tries = if matches!(status, 429 | 500..) { 3 } else { 1 };
        table.claude().will([changes_much()]);
        table.claude().will(std::iter::repeat_with(|| fails(status)).take(tries));
        let answer = table.chat("I take the ring.").await;
        assert_eq!(answer.problem(), (problem.0, problem.1.to_owned()), "of {status}");
        assert_eq!(answer.headers.contains_key("retry-after"), problem.0 == 503, "of {status}");
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.len() > 20 && !answer.text.contains("words of the provider"), "of {status}: {detail}");
        assert!(!answer.text.contains("sk-test"), "of {status}: {detail}");

        assert_eq!(table.get("").await.text, before, "of {status}");
        assert_eq!(table.get("/turns").await.good()["items"], json!([]));
        let turn = table.play("I take the ring.", [says("It is cold.").costing([5, 0, 0, 2])]).await;
        assert_eq!((&turn.0["seq"], &turn.0["usage"]["inputTokens"]), (&json!(1), &json!(5)));
        assert_eq!(table.session().await["usage"]["inputTokens"], 5);
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn a_stream_tells_a_failure_as_its_last_event() {
    let table = Table::new().await;
    let events =
        table.events("I go.", [says("You go").and_calls("roll_dice", json!({"dice": "1d4"})), fails(400)]).await;
    let failed = events.last().unwrap();
    assert_eq!((failed.event.as_str(), &failed.data["code"]), ("failed", &json!("model_failed")));
    assert!(failed.data["message"].is_string() && failed.data["retryable"].is_boolean());
    assert!(events.iter().all(|told| !["change", "state", "done"].contains(&told.event.as_str())));
    let turn = events[0].data["turnId"].as_str().unwrap();
    assert_eq!(table.app.events_again(&table.id, turn, None).await, events, "it stays readable");
}

const STORY: &str = "The door gives with a groan, and you stand in the chapel. Candles gutter along the walls, and somebody has left a bowl of milk.";

#[tokio::test]
async fn a_story_beside_a_refused_call_stays_when_the_reply_after_it_fails() {
    for status in [400, 504] {
        let table = Table::new().await;
        let refused = || says(STORY).and_calls("update_npc", json!({"id": "nobody", "hp_delta": -1}));
        table.claude().will([refused()]);
        table.claude().will(std::iter::repeat_with(|| fails(status)).take(if status == 504 { 3 } else { 1 }));
        let turn = table.chat("I push the door.").await.good();
        assert_eq!(turn["narrative"], STORY, "of {status}");
        assert_eq!(turn["toolCalls"][0]["isError"], true);
        let read = table.play("I go in.", [says("The milk is still warm.")]).await;
        assert_eq!(read.0["seq"], 2);
        assert!(table.claude().last_asked().body.to_string().contains("bowl of milk"), "the next prompt has it");
    }
}

#[tokio::test]
async fn a_story_before_dice_that_nobody_has_read_does_not_stay() {
    let table = Table::new().await;
    table.claude().will([says(STORY).and_calls("roll_dice", json!({"dice": "1d20"})), fails(400)]);
    assert_eq!(table.chat("I push the door.").await.problem(), (502, "model_failed".to_owned()));
    assert_eq!(table.get("/turns").await.good()["items"], json!([]));
}

#[tokio::test]
async fn a_failure_that_passes_is_not_noticed() {
    let table = Table::new().await;
    let turn = table.play("I go.", [fails(529), fails(500), says("You go.")]).await;
    assert_eq!(turn.narrative(), "You go.");
}

#[tokio::test]
async fn a_failed_turn_does_not_use_its_key_up() {
    let table = Table::new().await;
    let send = async || {
        table.claude().expect_words("I go.");
        let request = table.app.request(reqwest::Method::POST, &table.path("/chat"));
        table.app.send(request.header("idempotency-key", "k").json(&json!({"message": "I go."}))).await
    };
    table.claude().will([fails(400)]);
    assert_eq!(send().await.problem(), (502, "model_failed".to_owned()));
    table.claude().will([says("You go.")]);
    let turn = send().await.good();
    assert_eq!(turn["narrative"], "You go.");
    assert_eq!(send().await.good(), turn);
}

#[tokio::test]
async fn dice_of_a_failed_turn_fall_the_same_way_again() {
    let table = Table::new().await;
    let throws = || calls("roll_dice", json!({"dice": "4d20"}));
    let roll_of = |events: &[Told]| -> Value {
        events.iter().find(|told| told.event == "roll").map(|told| told.data["roll"].clone()).unwrap()
    };
    let failed = table.events("I go.", [throws(), fails(400)]).await;
    let played = table.events("I go.", [throws(), says("You go.")]).await;
    assert_eq!(roll_of(&failed), roll_of(&played));
}

#[tokio::test]
async fn the_last_outcome_is_read_where_the_service_says_how_it_is() {
    let table = Table::new().await;
    let outcome = async || table.app.get("/readyz").await.good()["model"]["lastOutcome"].clone();
    assert_eq!(outcome().await, "unknown");
    table.claude().will([fails(401)]);
    table.chat("I go.").await.problem();
    assert_eq!(outcome().await, "model_failed");
    table.play("I go.", [says("You go.")]).await;
    assert_eq!(outcome().await, "ok");
}

/// Deletes the package that the session plays from the store, and restarts the server.
async fn lose_package(table: &mut Table) {
    let digest = table.session().await["plot"]["campaign"]["digest"].as_str().unwrap().to_owned();
    table.app.store().forget_package(&digest).await.unwrap();
    table.app.restart().await;
}

#[tokio::test]
async fn a_session_of_a_built_in_campaign_plays_on_when_the_store_lost_its_package() {
    let app = TestApp::on_disk().await;
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "short-weight", "character": hero})).await;
    let mut table = Table { app, id };
    table.play("I look around.", [says("Scales, and sacks.")]).await;
    lose_package(&mut table).await;
    for path in ["/plot", "/export"] {
        table.get(path).await.good();
    }
    let map = table.get("/plot/map").await;
    assert!(map.status == 200 && map.text.starts_with("<svg"), "{}: {}", map.status, map.text);
    let turn = table.play("I go on.", [says("More sacks.")]).await;
    assert_eq!(turn.0["narrative"], "More sacks.");
}

#[tokio::test]
async fn a_session_whose_campaign_is_missing_can_be_read_and_says_what_is_missing() {
    let app = TestApp::on_disk().await;
    app.post("/api/campaigns", crate::campaign::clean()).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let mut table = Table { app, id };
    let turn = table.play("I look around.", [says("Scales, and sacks.")]).await;
    let turn = turn.0["id"].as_str().unwrap().to_owned();
    lose_package(&mut table).await;
    for path in [
        "",
        "/turns",
        "/journal",
        "/memory",
        "/memory/search?q=scales",
        "/recap",
        "/spending",
        "/actions",
        "/characters/mira/sheet",
        "/why?path=characters.0.currentHP",
    ] {
        table.get(path).await.good();
    }
    table.get(&format!("/turns/{turn}/debug")).await.good();
    table.post("/rolls", json!({"expression": "1d20", "reason": "luck"})).await.good();
    let missing = |answer: crate::support::Answer, what: &str| {
        let (status, code) = answer.problem();
        assert!((400..500).contains(&status), "{what}: {status} {code}");
        assert!(answer.text.contains("campaign that this session plays is missing"), "{what}: {}", answer.text);
    };
    for path in ["/plot", "/plot/map", "/export"] {
        missing(table.get(path).await, path);
    }
    missing(table.chat("I go on.").await, "chat");
    missing(table.chat("@Maud hello").await, "a call");
    missing(table.post("/retry", json!({})).await, "retry");
    let other = json!({"character": {"name": "Brom", "class": "cleric", "race": "dwarf", "level": 3}});
    missing(table.post("/characters", other).await, "a hero");
    table.post("/undo", json!({"turns": 1})).await.good();
}
