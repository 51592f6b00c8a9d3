//! The people of a campaign are in one place, the dead are silent, and players read nothing that lies ahead.

use serde_json::{Value, json};

use super::plot::{block, does};
use crate::support::{Agent, Asked, Table, TestApp, calls, says};

/// A session of the campaign with these changes to its package, at the spill.
async fn at_the_spill(change: impl FnOnce(&mut Value)) -> Table {
    let app = TestApp::start().await;
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    change(&mut package["acts"][0]["nodes"][1]);
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    table
}

#[tokio::test]
async fn whoever_writes_for_players_is_told_the_campaigns_language() {
    let app = TestApp::start().await;
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    package["language"] = json!("de-AT");
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    let is_told = |asked: Option<Asked>| {
        let asked = asked.unwrap();
        let (messages, system) = (asked.body["messages"].to_string(), asked.body["system"].to_string());
        messages.matches("in this language: de-AT").count() == 1 && !system.contains("de-AT")
    };
    table.claude().helper_will([says("Nein.")]);
    let vex = json!({"name": "Vex", "role": "rival", "context": "Er hinkt."});
    table.play("Wer ist das?", [says("Ein Mann verneigt sich.").and_calls("create_supporting_npc", vex)]).await;
    assert!(is_told(table.claude().helper_asked().pop()), "the writer of profiles");
    assert!(is_told(table.claude().asked_of(Agent::DungeonMaster).pop()), "the Dungeon Master");
    table.update(json!({"npcs_to_create": [{"slug": "goblin", "name": "Goblin", "disposition": "hostile"}]})).await;
    table.claude().will([says("Stahl klirrt.")]);
    table.chat("Ich warte.").await.good();
    assert!(is_told(table.claude().asked_of(Agent::Combat).pop()), "who plays a fight");
}

#[tokio::test]
async fn no_text_that_a_turn_adds_has_the_dead_speak() {
    let table = at_the_spill(|spill| {
        spill["beats"][1]["success"]["shown"] =
            json!("Fur lies on the road. “Well fought,” says Ysolde, and claps. “Now help me load.”");
    })
    .await;
    let read = block(&table).await;
    assert!(!read.contains("\ndead: "), "{read}");
    let dies = calls("update_npc", json!({"id": "ysolde", "dead": true}));
    table.play("I push her.", [dies, says("She falls into the salt and is dead.")]).await;
    does(&table, json!({"action": "fight"})).await;
    let end = json!({"how": "settled"});
    let turn = table.play("I hold out the mule's fodder.", [calls("end_combat", end), says("It slinks off.")]).await;
    let told = turn.narrative();
    assert!(told.contains("Fur lies on the road.") && !told.contains("Ysolde") && !told.contains("load"), "{told}");
}

#[tokio::test]
async fn what_players_read_of_an_action_has_no_word_of_the_dead() {
    let speaks = "Grey fur, and a rope end. “Leave it,” says Ysolde.";
    let table = at_the_spill(|spill| {
        for beat in spill["beats"].as_array_mut().unwrap() {
            for thing in beat.get_mut("interactables").and_then(Value::as_array_mut).into_iter().flatten() {
                thing["shown"] = json!(speaks);
            }
        }
    })
    .await;
    let dies = calls("update_npc", json!({"id": "ysolde", "dead": true}));
    table.play("I push her.", [dies, says("She falls into the salt and is dead.")]).await;
    let package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    let things = package["acts"][0]["nodes"][1]["beats"].as_array().unwrap().iter();
    let things: Vec<&Value> = things
        .flat_map(|beat| beat["interactables"].as_array().into_iter().flatten())
        .map(|thing| &thing["id"])
        .collect();
    let mut n_looked = 0;
    for thing in things {
        let turn = does(&table, json!({"action": "look", "target": thing})).await;
        if turn.result(0).1 {
            continue;
        }
        n_looked += 1;
        assert_eq!(turn.report(0)["told"][0], "Grey fur, and a rope end.", "{}", turn.result(0).0);
        let asked = table.claude().last_asked();
        let (read, _) = asked.results()[0];
        assert!(
            read.contains("says Ysolde") && read.contains("Ysolde: dead."),
            "the model reads whom to leave out: {read}"
        );
    }
    assert!(n_looked > 0);
}

#[tokio::test]
async fn the_plot_block_names_the_dead_whom_the_scenes_texts_name() {
    let table = at_the_spill(|spill| spill["briefing"] = json!("Ysolde walks about and counts her sacks.")).await;
    let dies = calls("update_npc", json!({"id": "ysolde", "dead": true}));
    table.play("I push her.", [dies, says("She falls into the salt and is dead.")]).await;
    let read = block(&table).await;
    assert!(read.contains("\ndead: Ysolde\n"), "{read}");
}

#[tokio::test]
async fn a_person_who_was_brought_to_another_scene_is_there_and_in_no_other() {
    let table = at_the_spill(|_| {}).await;
    let asks = json!({"action": "ask", "target": "ysolde", "about": "the salt"});
    let asked = does(&table, asks.clone()).await;
    assert!(asked.result(0).1, "she stayed at the inn");
    table.update(json!({"npcs_to_create": [{"name": "Ysolde", "slug": "commoner", "disposition": "friendly"}]})).await;
    let read = block(&table).await;
    assert!(read.contains("person: ysolde | Ysolde"), "{read}");
    let asked = does(&table, asks).await;
    assert!(!asked.result(0).1, "she is here now: {}", asked.result(0).0);
    let bodies = async || {
        let bundle = table.get("/export").await.good();
        let state = &bundle["session"]["state"];
        let of = |list: &Value| list.as_array().map_or(0, Vec::len);
        (of(&state["creatures"]), of(&state["leftBehind"]))
    };
    assert_eq!(bodies().await, (1, 0));
    does(&table, json!({"action": "take_exit", "target": "back"})).await;
    assert_eq!(bodies().await, (1, 0), "the campaign has her at the inn, and her body is there with her");
    does(&table, json!({"action": "take_exit", "target": "to-the-toll"})).await;
    assert_eq!(bodies().await, (0, 1));
    let read = block(&table).await;
    assert!(!read.contains("person: ysolde"), "{read}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn players_read_nothing_of_what_a_refusal_names_that_lies_ahead() {
    let table = at_the_spill(|_| {}).await;
    for (tool, input) in [
        ("advance_plot", json!({"action": "find", "target": "no-such-thing"})),
        ("advance_plot", json!({"action": "handle", "target": "the moon"})),
        ("travel", json!({"to": "The Moon"})),
    ] {
        let turn = table.play("I try.", [calls(tool, input.clone()), says("Nothing comes of it.")]).await;
        assert_eq!(turn.result(0), ("", true), "{tool} {input}");
        let read = table.claude().last_asked();
        assert!(read.results()[0].0.contains("there is") || read.results()[0].0.contains("take_exit"), "{tool}");
    }
}

#[tokio::test]
async fn players_do_not_read_who_of_the_campaign_is_still_to_come() {
    let table = at_the_spill(|_| {}).await;
    let new = json!([{"name": "Corm", "slug": "commoner", "disposition": "neutral"}]);
    let input = json!({"npcs_to_create": new, "scene_update": "Salt and wind."});
    let turn = table.play("Who is there?", [calls("update_game_state", input), says("Nobody.")]).await;
    let read = table.claude().last_asked();
    assert!(read.results()[0].0.contains("The campaign has a person of that name"), "{}", read.results()[0].0);
    let shown: Value = serde_json::from_str(turn.result(0).0).unwrap();
    assert_eq!(shown["rejected"], json!([{"field": "npcs_to_create", "reason": "The campaign does not allow it."}]));
    assert_eq!(shown["applied"], json!(["scene_update"]));
}
