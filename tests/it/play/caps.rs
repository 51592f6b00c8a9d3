//! Tests of spending caps, per session and per day, as players see them.

use embertale::dm::budget::Caps;
use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Agent, Answer, Reply, Table, TestApp, calls, fails, says};

const USD: u64 = 1_000_000_000_000;

/// One cent for each session.
fn a_cent() -> Caps {
    Caps { session: Some(USD / 100), ..Caps::default() }
}

/// A reply that costs this number of tenths of a cent.
fn costing_mils(n: u64) -> Reply {
    says("So it goes.").costing([0, 0, 0, n * 100])
}

async fn table(caps: Caps) -> Table {
    let app = TestApp::paying(caps).await;
    let id = app.create(json!({})).await;
    Table { app, id }
}

async fn set_cap(table: &Table, cap: Value) -> Answer {
    let request = table.app.request(Method::PUT, &table.path("/spending"));
    table.app.send(request.json(&json!({ "capUsd": cap }))).await
}

async fn spending(table: &Table) -> Value {
    table.get("/spending").await.good()
}

fn is_close(a: &Value, b: f64) -> bool {
    a.as_f64().is_some_and(|a| (a - b).abs() < 1e-9)
}

fn reached() -> (u16, String) {
    (402, "spending_cap_reached".to_owned())
}

#[tokio::test]
async fn a_sessions_cap_is_passed_by_no_more_than_the_call_that_reaches_it_and_loses_nothing() {
    let table = table(a_cent()).await;
    table.play("I wave.", [costing_mils(7).and_updates(json!({"gold_delta": 5}))]).await;
    table.play("I wave again.", [says("She waves.").costing([0, 0, 0, 2_000])]).await;
    let before = table.get("").await.text;
    let refused = table.chat("And again.").await;
    assert_eq!(refused.problem(), reached());
    assert!(refused.headers.get("retry-after").is_none(), "no wait lifts a session's cap");
    let said = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(said.contains("$0.01") && said.contains("kept"), "{said}");
    assert_eq!(table.claude().asked().len(), 2, "nobody is asked any more");
    assert_eq!(table.get("").await.text, before, "the session is as it was, to the byte");
    assert_eq!(table.get("/turns").await.good()["items"].as_array().unwrap().len(), 2);
    table.app.check_fold(&table.id).await;
    let now = spending(&table).await;
    assert_eq!((&now["standing"], &now["capUsd"]), (&json!("spent"), &json!(0.01)));
    // Seven thousandths, and what the cheaper model asked for two thousand tokens.
    assert!(is_close(&now["spentUsd"], 0.007 + 0.02), "{now}");
    // A stream is not even begun.
    let request = table.app.request(Method::POST, &table.path("/chat")).header("accept", "text/event-stream");
    assert_eq!(table.app.send(request.json(&json!({"message": "Hello?"}))).await.problem(), reached());
}

#[tokio::test]
async fn a_cap_that_is_reached_in_the_middle_of_a_turn_ends_it_politely_and_keeps_what_was_done() {
    let table = table(a_cent()).await;
    let gold = table.hero().await["gold"].clone();
    let pays = says("You pay.").and_updates(json!({"gold_delta": -1})).and_calls("roll_dice", json!({"dice": "1d4"}));
    let events = table.events("I pay.", [pays.costing([0, 0, 0, 1_500])]).await;
    let notice = events.iter().find(|told| told.event == "notice").expect("a notice");
    assert_eq!(notice.data["code"], "spending_cap_reached");
    let done = events.last().unwrap();
    assert_eq!(done.event, "done");
    let told = done.data["turn"]["narrative"].as_str().unwrap();
    assert!(told.starts_with("You pay.") && told.contains("put down for now"), "{told}");
    assert_eq!(table.claude().asked().len(), 1, "the dice were never read");
    assert_eq!(table.hero().await["gold"], json!(gold.as_i64().unwrap() - 1));
    assert_eq!(done.data["turn"]["rolls"].as_array().unwrap().len(), 1);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn near_a_cap_the_cheaper_model_plays_first() {
    let table = table(a_cent()).await;
    assert_eq!(spending(&table).await["standing"], "open");
    table.play("I go.", [costing_mils(8)]).await;
    let now = spending(&table).await;
    assert_eq!((&now["standing"], &now["model"]), (&json!("saving"), &json!("claude-haiku-5-5")));
    let events = table.events("I go on.", [costing_mils(8)]).await;
    let notice = events.iter().find(|told| told.event == "notice").expect("a notice");
    assert_eq!(notice.data["code"], "model_swapped");
    let models: Vec<Value> = table.claude().asked().iter().map(|asked| asked.body["model"].clone()).collect();
    assert_eq!(models, ["claude-sonnet-5-5", "claude-haiku-5-5"]);
    assert_eq!(events.last().unwrap().data["turn"]["model"], "claude-haiku-5-5");
    // A twentieth of the price: 800 tokens at 0.50 a million.
    assert!(is_close(&spending(&table).await["spentUsd"], 0.008 + 0.0004));
}

#[tokio::test]
async fn what_is_taken_back_told_again_or_comes_to_nothing_is_paid_all_the_same() {
    let table = table(Caps::default()).await;
    table.play("I go.", [costing_mils(3)]).await;
    table.claude().will([calls("roll_dice", json!({"dice": "1d4"})).costing([0, 0, 0, 200]), fails(400)]);
    assert_eq!(table.chat("I nod.").await.status, 502);
    assert!(is_close(&spending(&table).await["spentUsd"], 0.005));
    table.claude().will([costing_mils(4)]);
    table.claude().expect_words("I go.");
    table.post("/retry", json!({})).await.good();
    assert!(is_close(&spending(&table).await["spentUsd"], 0.009));
    table.post("/undo", json!({})).await.good();
    let now = spending(&table).await;
    assert!(is_close(&now["spentUsd"], 0.009), "{now}");
    assert_eq!(table.session().await["usage"]["costUsd"], 0.0, "what no turn has cost stands in no turn");
    // A cap set now looks at all of it.
    assert_eq!(set_cap(&table, json!(0.009)).await.good()["standing"], "spent");
    assert_eq!(table.chat("I go.").await.problem(), reached());
}

#[tokio::test]
async fn a_player_sets_a_cap_of_their_own_and_the_smaller_one_holds() {
    let table = table(a_cent()).await;
    let now = set_cap(&table, json!(5)).await.good();
    assert_eq!((&now["capUsd"], &now["ownCapUsd"]), (&json!(0.01), &json!(5.0)));
    assert_eq!(set_cap(&table, json!(0.002)).await.good()["capUsd"], 0.002);
    table.play("I go.", [costing_mils(3)]).await;
    assert_eq!(table.chat("I go on.").await.problem(), reached());
    assert_eq!(set_cap(&table, json!(null)).await.good()["ownCapUsd"], json!(null));
    table.play("I go on.", [costing_mils(1)]).await;
    for bad in [json!(-1), json!(1e9), json!("much")] {
        let status = set_cap(&table, bad.clone()).await.status;
        assert!((400..=422).contains(&status), "{bad} {status}");
    }
    table.app.check_fold(&table.id).await;
    let other = table.app.get("/api/sessions/nowhere/spending").await;
    assert_eq!(other.problem(), (404, "unknown_session".to_owned()));
}

#[tokio::test]
async fn what_needs_no_model_goes_on_and_an_answer_once_given_is_given_again() {
    let table = table(a_cent()).await;
    let send = async || {
        let request = table.app.request(Method::POST, &table.path("/chat")).header("idempotency-key", "once");
        table.app.send(request.json(&json!({"message": "I go."}))).await
    };
    table.claude().expect_words("I go.");
    table.claude().will([costing_mils(12)]);
    let first = send().await.good();
    assert_eq!(send().await.good()["id"], first["id"]);
    assert_eq!(table.post("/retry", json!({})).await.problem(), reached());
    let rest = table.post("/actions", json!({"action": "rest", "kind": "short"})).await.good();
    assert_eq!(rest["usage"]["costUsd"], 0.0);
    table.post("/rolls", json!({"expression": "1d20"})).await.good();
    table.post("/undo", json!({})).await.good();
}

#[tokio::test]
async fn turns_played_side_by_side_do_not_pass_the_days_cap_together() {
    let app = TestApp::paying(Caps { day: Some(USD / 100), ..Caps::default() }).await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(app.create(json!({})).await);
    }
    app.claude.will([costing_mils(10)]);
    app.claude.expect_words("I go.");
    let played = join_all(
        ids.iter().map(async |id| app.post(&format!("/api/sessions/{id}/chat"), json!({"message": "I go."})).await),
    );
    let played = played.await;
    let n_good = played.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(n_good, 1, "{:?}", played.iter().map(|answer| answer.status).collect::<Vec<_>>());
    for refused in played.iter().filter(|answer| answer.status != 200) {
        assert_eq!(refused.problem(), reached());
        let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=86_400).contains(&wait), "until midnight, not {wait} s");
    }
    assert_eq!(app.claude.asked().len(), 1);
    for id in &ids {
        app.check_fold(id).await;
    }
}

#[tokio::test]
async fn a_day_is_remembered_beyond_a_restart_and_binds_the_author_too() {
    let mut app = TestApp::paying_on_disk(Caps { day: Some(USD / 100), ..Caps::default() }).await;
    let id = app.create(json!({})).await;
    app.claude.will([costing_mils(10)]);
    app.chat(&id, "I go.").await.good();
    app.restart().await;
    assert_eq!(app.chat(&id, "I go on.").await.problem(), reached());
    let today = app.get(&format!("/api/sessions/{id}/spending")).await.good()["today"].take();
    assert!(is_close(&today["spentUsd"], 0.01) && today["capUsd"] == 0.01, "{today}");
    let plan = app.post("/api/plans", json!({})).await.good()["id"].as_str().unwrap().to_owned();
    let words = json!({"message": "A road, and salt."});
    assert_eq!(app.post(&format!("/api/plans/{plan}/chat"), words).await.problem(), reached());
    assert!(app.claude.asked_of(Agent::Author).is_empty());
}

#[tokio::test]
async fn what_the_author_spends_counts_for_the_day() {
    let app = TestApp::paying(Caps { day: Some(USD / 100), ..Caps::default() }).await;
    let plan = app.post("/api/plans", json!({})).await.good()["id"].as_str().unwrap().to_owned();
    app.claude.will([costing_mils(10)]);
    app.claude.expect_words("A road, and salt.");
    app.post(&format!("/api/plans/{plan}/chat"), json!({"message": "A road, and salt."})).await.good();
    let id = app.create(json!({})).await;
    assert_eq!(app.chat(&id, "I go.").await.problem(), reached());
}
