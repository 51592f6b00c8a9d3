use crate::support::{Table, TestApp, calls, says};
use serde_json::{Value, json};
#[tokio::test]
async fn make() {
    let app = TestApp::start().await;
    let package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    let does = async |input: Value| {
        table.play("I go on.", [calls("advance_plot", input), says("So it goes.")]).await;
    };
    table.play("I whittle.", [says("It gets shorter.")]).await;
    does(json!({"action": "set_flag", "target": "trusts-ysolde", "value": 2})).await;
    does(json!({"action": "take_exit", "target": "down-the-road"})).await;
    does(json!({"action": "look", "target": "cart"})).await;
    does(json!({"action": "search"})).await;
    does(json!({"action": "fight"})).await;
    table.play("Fodder!", [calls("end_combat", json!({"how": "settled"})), says("It slinks off.")]).await;
    does(json!({"action": "take_exit", "target": "on"})).await;
    does(json!({"action": "end_beat", "success": false})).await;
    does(json!({"action": "take_exit", "target": "up-the-hill"})).await;
    does(json!({"action": "end_beat", "success": true})).await;
    let store = table.app.store();
    let sid = embertale::game::id::SessionId::from(table.id.as_str());
    let session = store.load(&sid).await.unwrap();
    let start = store.load_start(&sid).await.unwrap();
    let turns = store.turns(&sid, None, None, 100).await.unwrap();
    let interludes = store.interludes(&sid, 0).await.unwrap();
    let mut head = serde_json::to_value(&session.head).unwrap();
    let _ = &mut head;
    let out = json!({"schema": 6, "head": head, "start": start, "turns": turns, "interludes": interludes, "snapshot": session.game});
    std::fs::write("tests/fixtures/schema-6.json", serde_json::to_string(&out).unwrap()).unwrap();
}
