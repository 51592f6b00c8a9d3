//! Tests of the rules edition of a session: chosen at the start, and kept in branches, exports and imports.

use serde_json::{Value, json};

use crate::support::{Table, TestApp, calls, says};

async fn begin(app: &TestApp, edition: Value) -> Value {
    app.post("/api/sessions", json!({ "rulesEdition": edition })).await.good()
}

async fn edition_of(app: &TestApp, id: &Value) -> Value {
    app.session(id.as_str().unwrap()).await["rulesEdition"].take()
}

#[tokio::test]
async fn a_session_plays_by_the_rules_it_was_begun_with_and_by_those_of_2014_where_nobody_chose() {
    let app = TestApp::start().await;
    for (asked, told) in
        [(json!("2014"), "2014"), (json!("2024"), "2024"), (json!(2024), "2024"), (Value::Null, "2014")]
    {
        let session = begin(&app, asked).await;
        assert_eq!(session["rulesEdition"], told);
        assert_eq!(edition_of(&app, &session["id"]).await, told);
    }
    let session = app.post("/api/sessions", json!({})).await.good();
    assert_eq!(session["rulesEdition"], "2014");
    for wrong in [json!("2019"), json!(5), json!(["2024"]), json!({}), json!(true), json!("")] {
        let answer = app.post("/api/sessions", json!({ "rulesEdition": wrong })).await;
        assert_eq!(answer.problem(), (422, "validation_failed".to_owned()), "{wrong}");
        assert_eq!(answer.json()["errors"][0]["field"], "rulesEdition");
    }
}

#[tokio::test]
async fn the_edition_goes_along_over_a_restart_a_branch_an_undo_an_export_and_an_import() {
    let mut app = TestApp::on_disk().await;
    let id = begin(&app, json!("2024")).await["id"].clone();
    let path = |rest: &str| format!("/api/sessions/{}{rest}", id.as_str().unwrap());
    app.claude.will([says("A door.")]);
    app.chat(id.as_str().unwrap(), "I look around.").await.good();
    app.restart().await;
    assert_eq!(edition_of(&app, &id).await, "2024");
    let branch = app.post(&path("/branch"), json!({"atTurn": 1})).await.good();
    assert_eq!(edition_of(&app, &branch["id"]).await, "2024");
    let bundle = app.get(&path("/export")).await.good();
    let imported = app.post("/api/sessions/import", bundle).await.good();
    assert_eq!(edition_of(&app, &imported["id"]).await, "2024");
    app.post(&path("/undo"), json!({})).await.good();
    assert_eq!(edition_of(&app, &id).await, "2024");
    app.check_fold(id.as_str().unwrap()).await;
}

#[tokio::test]
async fn a_state_of_2014_is_stored_as_it_always_was() {
    let table = Table::new().await;
    let bundle = table.get("/export").await.good();
    for state in [&bundle["session"]["start"], &bundle["session"]["state"]] {
        assert!(state["clock"].is_object() && state.get("rulesEdition").is_none(), "{state}");
    }
}

#[tokio::test]
async fn the_model_is_told_the_edition_and_look_ups_answer_from_it() {
    let app = TestApp::start().await;
    let id = begin(&app, json!("2024")).await["id"].clone();
    app.claude.will([
        calls("query_rules", json!({"query": "prone", "type": "condition"}))
            .and_calls("query_srd", json!({"type": "condition", "slug": "prone"})),
        says("Nobody stirs."),
    ]);
    let turn = app.chat(id.as_str().unwrap(), "I look around.").await.good();
    let asked = app.claude.asked();
    assert!(asked[0].state_block().contains("\nrules: 2024\n"), "{}", asked[0].state_block());
    // The core that is always there is of 2014: at a table of 2024 it must not answer.
    let stored = app.store().turn(&id.as_str().unwrap().into(), &turn["id"].as_str().unwrap().into()).await.unwrap();
    let results: Vec<&String> = stored.turn.tool_calls.iter().map(|call| &call.result).collect();
    assert!(
        results.iter().all(|result| !result.contains("rules of 2014") && !result.contains("\"2014\"")),
        "{results:?}"
    );
    assert!(results[1].contains("There is no condition"), "{results:?}");
}
