//! People of the story who join the heroes, travel along, and leave again.

use serde_json::{Value, json};

use crate::support::{Table, says};

async fn with(names: &[&str]) -> Table {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": ["Rest"], "notes": "None."});
    table.claude().helper_will(names.iter().map(|_| says(profile.to_string())));
    let all = names.iter().fold(says("They look up."), |reply, name| {
        reply.and_calls("create_supporting_npc", json!({"name": name, "role": "ally", "context": "At the inn."}))
    });
    table.play("I go in.", [all]).await;
    table
}

fn scout(id: &str) -> Value {
    json!({"slug": "bandit", "supporting_npc_id": id})
}

#[tokio::test]
async fn four_join_and_follow_and_a_fifth_is_refused() {
    let table = with(&["Sella", "Bram", "Wren", "Odo", "Isa"]).await;
    let all = ["sella", "bram", "wren", "odo", "isa"].map(scout);
    let turn = table.refused_update(json!({"companions_to_add": all})).await;
    let rejected = turn.report(0)["rejected"].clone();
    assert_eq!(rejected.as_array().unwrap().len(), 1);
    assert!(rejected[0]["reason"].as_str().unwrap().contains("at most 4"), "{rejected}");
    assert_eq!(table.session().await["party"], json!(["sella", "bram", "wren", "odo"]));
    let turn = table.update(json!({"location_changed": "The Mill"})).await;
    assert_eq!(turn.changes().iter().filter(|kind| **kind == "npcMoved").count(), 4);
    let session = table.session().await;
    let at = |i: usize| session["supportingNPCs"][i]["location"].as_str().unwrap().to_owned();
    assert_eq!((at(0), at(3), at(4)), ("the mill".into(), "the mill".into(), "the inn".into()));
    table.update(json!({"companions_to_remove": ["bram"]})).await;
    table.update(json!({"location_changed": "The Ford"})).await;
    let session = table.session().await;
    assert_eq!(session["supportingNPCs"][1]["location"], "the mill", "Bram stayed");
    assert_eq!(session["party"], json!(["sella", "wren", "odo"]));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn only_who_is_there_joins_and_nobody_in_a_fight() {
    let table = with(&["Sella", "Bram"]).await;
    table.update(json!({"location_changed": "The Mill"})).await;
    let turn = table.refused_update(json!({"companions_to_add": [scout("sella")]})).await;
    assert!(turn.result(0).0.contains("The Inn"), "{}", turn.result(0).0);
    let turn = table.refused_update(json!({"companions_to_add": [scout("nobody")]})).await;
    assert!(
        turn.result(0).0.contains("there is sella and bram") || turn.result(0).0.contains("sella"),
        "{}",
        turn.result(0).0
    );
    table.update(json!({"location_changed": "The Inn"})).await;
    let fight = json!({"npcs_to_create": [{"slug": "goblin", "name": "Goblin", "disposition": "hostile"}],
                       "companions_to_add": [scout("sella")]});
    table.update(fight).await;
    assert_eq!(table.session().await["party"], json!(["sella"]), "she joined before it began");
    let order = table.session().await["encounter"]["order"].to_string();
    assert!(order.contains("sella"), "and fights along: {order}");
}

#[tokio::test]
async fn whoever_is_in_the_scene_joins_as_they_are() {
    let table = with(&["Sella"]).await;
    table.update(json!({"npcs_to_create": [{"slug": "bandit", "name": "Sella", "disposition": "neutral"}]})).await;
    table.update(json!({"companions_to_add": [{"slug": "bandit", "name": "Sella"}]})).await;
    let session = table.session().await;
    assert_eq!((session["party"].clone(), session["creatures"].as_array().unwrap().len()), (json!(["sella"]), 1));
    assert_eq!(session["creatures"][0]["disposition"], "friendly");
    let turn = table.refused_update(json!({"companions_to_add": [scout("sella")]})).await;
    assert!(turn.result(0).0.contains("already"), "{}", turn.result(0).0);
}
