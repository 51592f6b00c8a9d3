//! Combat events: saved with the turn, in the API and in bundles.

use serde_json::{Value, json};

use super::fight_by_hand::to_the_end;
use crate::support::{Table, says};

fn kinds(turn: &Value) -> Vec<&str> {
    let events = turn["combatEvents"].as_array().into_iter().flatten();
    events.map(|event| event["kind"].as_str().expect("a kind")).collect()
}

#[tokio::test]
async fn a_fight_is_saved_as_events_that_survive_a_restart_and_a_bundle() {
    let mut table = Table::on_disk().await;
    table.update(json!({"npcs_to_create": [{"slug": "goblin", "name": "Goblin", "disposition": "hostile"}]})).await;
    let answered = to_the_end(&mut table, usize::MAX, true).await;
    let saved = table.get("/turns").await.good()["items"].clone();
    let saved = saved.as_array().unwrap();
    assert_eq!(kinds(&saved[0])[0], "fightBegan", "{}", saved[0]);
    let (fought, last) = (&saved[1..], saved.last().unwrap());
    assert_eq!(fought.len(), answered.len());
    for (saved, answered) in fought.iter().zip(&answered) {
        assert_eq!(saved["combatEvents"], answered.0["combatEvents"]);
    }
    assert!(fought.iter().any(|turn| kinds(turn).contains(&"attack")), "{fought:?}");
    assert!(kinds(last).contains(&"fightEnded"), "{last}");

    let bundle = table.get("/export").await.good();
    let copy = table.app.post("/api/sessions/import", bundle).await.json()["id"].as_str().unwrap().to_owned();
    let copied = table.app.get(&format!("/api/sessions/{copy}/turns")).await.json();
    for (saved, copied) in saved.iter().zip(copied["items"].as_array().unwrap()) {
        assert_eq!(saved["combatEvents"], copied["combatEvents"]);
    }
}

#[tokio::test]
async fn a_turn_without_combat_events_has_no_field() {
    let table = Table::of("fighter", 1).await;
    let turn = table.play("I look.", [says("Rain.")]).await;
    assert!(turn.0.get("combatEvents").is_none(), "{}", turn.0);
}

#[tokio::test]
async fn no_bundle_with_events_past_counting_comes_in() {
    let table = Table::new().await;
    table.play("I look.", [says("Rain.")]).await;
    let mut bundle = table.get("/export").await.good();
    let hero = json!({"id": {"hero": "mira"}, "name": "Mira"});
    bundle["turns"][0]["turn"]["combatEvents"] = json!(vec![json!({"kind": "fell", "who": hero}); 10_001]);
    let answer = table.app.post("/api/sessions/import", bundle).await;
    assert_eq!(answer.status, 422, "{}", answer.text);
    assert!(answer.text.contains("combatEvents"), "{}", answer.text);
}
