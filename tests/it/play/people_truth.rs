//! One truth about people: whether they live, where they are, who they are, and what they heard.

use serde_json::{Value, json};

use super::plot::does;
use crate::support::{Agent, Table, TestApp, Turn, calls, says};

/// A session of the salt road with this change to its first act's nodes, at its first scene.
async fn on_the_road(change: impl FnOnce(&mut Value)) -> Table {
    let app = TestApp::start().await;
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    change(&mut package["acts"][0]["nodes"]);
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    Table { app, id }
}

async fn at_the_inn() -> Table {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    table
}

async fn calls_tool(table: &Table, tool: &str, input: Value) -> (String, Turn) {
    let turn = table.play("I look on.", [calls(tool, input), says("So it goes.")]).await;
    (table.told(&turn, 0).await.0, turn)
}

/// Writes a person down, with a profile that says little.
async fn writes_down(table: &Table, name: &str, more: Value) -> String {
    let profile =
        json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": "Counts the guests."});
    table.claude().helper_will([says(profile.to_string())]);
    writes_down_unasked(table, name, more).await
}

/// The same where the utility model is not asked for a profile.
async fn writes_down_unasked(table: &Table, name: &str, more: Value) -> String {
    let mut input = json!({"name": name, "role": "neutral", "context": "Lost a sister to the night coach."});
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    calls_tool(table, "create_supporting_npc", input).await.0
}

async fn enters(table: &Table, name: &str) -> String {
    let input = json!({"npcs_to_create": [{"name": name, "slug": "commoner", "disposition": "neutral"}]});
    calls_tool(table, "update_game_state", input).await.0
}

/// The creatures of the scene by id, with the person each is and their hit points.
async fn bodies(table: &Table) -> Vec<(String, Option<String>, i32)> {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let of = |one: &game::creature::Creature| {
        (one.id.to_string(), one.supporting_npc_id.as_ref().map(ToString::to_string), one.hp)
    };
    game.creatures.iter().map(of).collect()
}

async fn ids(table: &Table) -> Vec<String> {
    table.people().await.iter().map(|npc| npc["id"].as_str().unwrap().to_owned()).collect()
}

/// What a person's agent is shown of them and of what they know.
async fn block_of(table: &Table, called: &str) -> String {
    table.play(&format!("@{called} what do you know?"), [says("“Little.”")]).await;
    let asked = table.claude().asked_of(Agent::Npc).pop().expect("a request");
    asked.messages()[0]["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn death_is_no_condition_by_any_door() {
    let table = at_the_inn().await;
    writes_down(&table, "Vex", json!({})).await;
    enters(&table, "Vex").await;
    for word in
        ["dead", "Slain", "killed by the wolves", "dying", "tot", "no longer alive", "stable", "unconscious (dying)"]
    {
        let (text, _) = calls_tool(&table, "update_npc", json!({"id": "vex", "conditions_added": [word]})).await;
        assert!(text.contains("is no condition") && text.contains("update_npc"), "{word}: {text}");
        let (text, _) = calls_tool(&table, "update_game_state", json!({"conditions_added": [word]})).await;
        assert!(text.contains("is no condition") && text.contains("hp_delta"), "{word}: {text}");
    }
    for command in [
        json!({"type": "condition", "character": "vex", "action": "add", "condition": "dead", "duration_type": "permanent"}),
        json!({"type": "buff", "character": "vex", "action": "add", "buff_name": "Dead", "duration_type": "permanent",
               "modifiers": {"speed": -30}}),
    ] {
        let (text, _) = calls_tool(&table, "apply_state_commands", json!({"commands": [command]})).await;
        assert!(text.contains("is no condition") && text.contains("dead: true"), "{text}");
    }
    let session = table.session().await;
    assert_eq!(session["characters"][0]["conditions"], json!([]));
    assert_eq!(session["creatures"][0]["conditions"], json!([]));
    for fine in ["dead tired", "poisoned", "deadlocked"] {
        let (text, _) = calls_tool(&table, "update_npc", json!({"id": "vex", "conditions_added": [fine]})).await;
        assert!(!text.contains("rejected"), "{fine}: {text}");
    }
}

#[tokio::test]
async fn a_companion_without_a_name_or_a_kind_is_refused() {
    let table = at_the_inn().await;
    for blank in ["", " ", "\u{200b}"] {
        let input = json!({"companions_to_add": [{"slug": blank, "name": blank}]});
        let (text, _) = calls_tool(&table, "update_game_state", input).await;
        assert!(text.contains("needs a name or a kind"), "{text}");
    }
    assert!(bodies(&table).await.is_empty());
}

#[tokio::test]
async fn somebody_of_the_scene_who_is_written_down_elsewhere_goes_there() {
    let table = at_the_inn().await;
    enters(&table, "Jem").await;
    calls_tool(&table, "update_npc", json!({"id": "jem", "hp_delta": -1})).await;
    let (before, place) = (bodies(&table).await[0].2, "The Ropewalk");
    let text = writes_down(&table, "Jem", json!({"npc_id": "jem", "location": place})).await;
    assert!(text.contains("left_the_scene_for"), "{text}");
    assert!(bodies(&table).await.is_empty());
    let called = table.chat("@Jem wait").await;
    assert_eq!(called.problem(), (422, "npc_not_here".to_owned()));
    assert!(called.text.contains(place), "{}", called.text);
    table.update(json!({"location_changed": place})).await;
    assert_eq!(bodies(&table).await, [("jem".to_owned(), Some("jem".to_owned()), before)], "the same body");
    let text = writes_down(&table, "Jem", json!({"location": "the ropewalk"})).await;
    assert!(!text.contains("left_the_scene_for") && bodies(&table).await.len() == 1, "{text}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn update_npc_sends_somebody_to_another_place() {
    let table = at_the_inn().await;
    writes_down(&table, "Odo", json!({})).await;
    enters(&table, "Odo").await;
    table.update(json!({"companions_to_add": [{"slug": "commoner", "supporting_npc_id": "odo"}]})).await;
    let (text, _) = calls_tool(&table, "update_npc", json!({"id": "odo", "location": "the inn"})).await;
    assert!(text.contains("is there already"), "{text}");
    calls_tool(&table, "update_npc", json!({"id": "odo", "location": "The Mill"})).await;
    assert!(bodies(&table).await.is_empty());
    assert!(table.state_block().await.contains("supporting npc: odo | Odo | neutral | The Mill"));
    calls_tool(&table, "update_npc", json!({"id": "odo", "location": "The Ford"})).await;
    table.update(json!({"location_changed": "The Mill"})).await;
    assert!(bodies(&table).await.is_empty(), "his body went on with him");
    table.update(json!({"location_changed": "The Ford"})).await;
    assert_eq!(bodies(&table).await.len(), 1);
    let session = table.session().await;
    assert_ne!(session["creatures"][0]["companion"], json!(true), "he left the party");
    let (text, _) = calls_tool(&table, "update_npc", json!({"id": "gandalf", "location": "The Mill"})).await;
    assert!(text.contains("No one in the scene has the id"), "{text}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn one_who_is_raised_from_afar_is_alive_where_the_body_lies() {
    let vex_here = json!({"npcs_to_create": [{"name": "Vex", "slug": "commoner", "disposition": "neutral"}]});
    let raises = json!({"id": "vex", "dead": false});
    let revives = json!({"commands": [{"type": "revive", "character": "vex", "hp": 3}]});
    for (tool, input, hp) in [("update_npc", raises, 1), ("apply_state_commands", revives, 3)] {
        for meets in [true, false] {
            let table = at_the_inn().await;
            writes_down(&table, "Vex", json!({})).await;
            enters(&table, "Vex").await;
            calls_tool(&table, "update_npc", json!({"id": "vex", "hp_delta": -50})).await;
            table.update(json!({"location_changed": "The Mill"})).await;
            let (text, _) = calls_tool(&table, tool, input.clone()).await;
            assert_eq!(table.people().await[0]["dead"], Value::Null, "{text}");
            match meets {
                true => drop(table.update(vex_here.clone()).await),
                false => drop(table.update(json!({"location_changed": "The Inn"})).await),
            }
            assert_eq!(bodies(&table).await, [("vex".to_owned(), Some("vex".to_owned()), hp)], "{tool}");
            table.play("@Vex You are back!", [says("“So I am.”")]).await;
            table.app.check_fold(&table.id).await;
        }
    }
}

#[tokio::test]
async fn one_who_dies_elsewhere_lies_dead_where_they_stayed() {
    let table = at_the_inn().await;
    writes_down(&table, "Vex", json!({})).await;
    enters(&table, "Vex").await;
    table.update(json!({"location_changed": "The Mill"})).await;
    calls_tool(&table, "update_npc", json!({"id": "vex", "dead": true})).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    assert_eq!(bodies(&table).await, [("vex".to_owned(), Some("vex".to_owned()), 0)]);
    assert_eq!(table.people().await[0]["dead"], true);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn one_whose_joining_would_be_refused_is_not_dismissed_by_the_same_call() {
    let table = at_the_inn().await;
    let here = async || bodies(&table).await.into_iter().map(|(id, ..)| id).collect::<Vec<_>>();
    let guard = json!({"npcs_to_create": [{"name": "A guard", "slug": "commoner", "disposition": "neutral"}]});
    table.update(guard.clone()).await;
    writes_down(&table, "Bran", json!({"location": "The Mill"})).await;
    let swaps = json!({"npcs_to_dismiss": ["a-guard"],
        "companions_to_add": [{"slug": "commoner", "supporting_npc_id": "bran"}]});
    let (text, _) = calls_tool(&table, "update_game_state", swaps).await;
    assert!(text.contains("A guard was not dismissed") && text.contains("Bran is at"), "{text}");
    assert_eq!(here().await, ["a-guard"], "{text}");
    writes_down(&table, "Odo", json!({})).await;
    enters(&table, "Odo").await;
    let both =
        json!({"npcs_to_dismiss": ["odo"], "companions_to_add": [{"slug": "commoner", "supporting_npc_id": "odo"}]});
    let (text, _) = calls_tool(&table, "update_game_state", both).await;
    assert_eq!(here().await, ["a-guard", "odo"], "{text}");
    let block = table.state_block().await;
    assert!(block.contains("in the scene: odo | Odo | companion"), "{text}: {block}");
    let goes = json!({"npcs_to_dismiss": ["a-guard"], "npcs_to_create": [{"name": "Cat", "slug": "commoner", "disposition": "neutral"}]});
    calls_tool(&table, "update_game_state", goes).await;
    assert_eq!(here().await, ["odo", "cat"]);
    // What else fails keeps no one here.
    let fails = json!({"npcs_to_dismiss": ["cat"], "npcs_to_create": [{"name": " ", "slug": "commoner", "disposition": "neutral"}]});
    calls_tool(&table, "update_game_state", fails).await;
    assert_eq!(here().await, ["odo"]);
    // A place in a full party that the same call makes is free.
    table.update(guard).await;
    let three = json!([{"slug": "commoner", "name": "Ann"}, {"slug": "commoner", "name": "Ben"}, {"slug": "commoner", "name": "Cal"}]);
    table.update(json!({"companions_to_add": three})).await;
    let swaps = json!({"npcs_to_dismiss": ["a-guard"], "companions_to_remove": ["ann"],
        "companions_to_add": [{"slug": "commoner", "name": "Bo"}]});
    let (text, _) = calls_tool(&table, "update_game_state", swaps).await;
    assert_eq!(here().await, ["odo", "ben", "cal", "ann", "bo"], "{text}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_place_that_the_heroes_left_is_called_as_it_was_written() {
    let table = at_the_inn().await;
    table.update(json!({"location_changed": "The Toll House on Cold Pass"})).await;
    writes_down(&table, "Odo", json!({})).await;
    table.update(json!({"location_changed": "The Mill"})).await;
    let block = table.state_block().await;
    assert!(block.contains("odo | Odo | neutral | The Toll House on Cold Pass"), "{block}");
}

#[tokio::test]
async fn people_remember_what_they_said_and_heard_where_they_were() {
    let table = at_the_inn().await;
    let profile =
        json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": "Counts the guests."});
    table.claude().helper_will([says(profile.to_string())]);
    let berrin = json!({"name": "Berrin Holt", "role": "ally", "context": "She waits for the night coach."});
    let told = "A woman looks up.\nBerrin Holt puts down her cup. “My sister Annis took the coach,” she says.";
    table.play("I sit down.", [says(told).and_calls("create_supporting_npc", berrin)]).await;
    writes_down(&table, "Odo", json!({})).await;
    let words = "I promise Berrin to bring the astrolabe back. “By the third bell,” I say. I palm the silver spoon.";
    table.play(words, [says("“I hold you to it,” says Berrin. You notice the knife in her boot.")]).await;
    table.play("I whisper to Berrin: “The key is under the step.”", [says("She nods. “Good.”")]).await;
    table.play("I read the letter.", [says("The letter says: “The abbot is a fraud.”")]).await;
    let berrin = block_of(&table, "berrin").await;
    for known in
        ["Annis took the coach", "the astrolabe back", "third bell", "hold you to it", "under the step", "night coach"]
    {
        assert!(berrin.contains(known), "{known}: {berrin}");
    }
    assert!(berrin.contains("notes: Counts the guests. She waits for the night coach."), "{berrin}");
    for hidden in ["spoon", "knife", "abbot"] {
        assert!(!berrin.contains(hidden), "{hidden}: {berrin}");
    }
    let odo = block_of(&table, "odo").await;
    assert!(odo.contains("third bell") && odo.contains("hold you to it"), "he was there: {odo}");
    for hidden in ["Annis", "under the step", "abbot", "knife"] {
        assert!(!odo.contains(hidden), "{hidden}: {odo}");
    }
    table.update(json!({"location_changed": "The Mill"})).await;
    table.play("I shout.", [says("“Halloo!” you shout. “Who is there?” asks a voice.")]).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    assert!(!block_of(&table, "odo").await.contains("Halloo"), "he was not there");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_whisper_to_a_companion_reaches_the_one_it_names() {
    let table = at_the_inn().await;
    for name in ["Bob", "Eve"] {
        writes_down(&table, name, json!({})).await;
        table
            .update(json!({"companions_to_add": [{"slug": "commoner", "supporting_npc_id": name.to_lowercase()}]}))
            .await;
    }
    table.play("I whisper to Bob: “KESTREL.”", [says("He nods.")]).await;
    assert!(block_of(&table, "bob").await.contains("KESTREL"));
    assert!(!block_of(&table, "eve").await.contains("KESTREL"));
}

#[tokio::test]
async fn the_scene_after_a_return_is_what_is_told_of_it_then() {
    let table = on_the_road(|nodes| {
        nodes[0]["again"] = json!("The yard is swept. Ysolde waves from her cart.");
    })
    .await;
    let scene = async || table.story().await["currentScene"].clone();
    let back = async || {
        does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
        does(&table, json!({"action": "take_exit", "target": "back"})).await;
    };
    back().await;
    assert_eq!(scene().await, "The yard is swept. Ysolde waves from her cart.");
    calls_tool(&table, "update_npc", json!({"id": "ysolde", "dead": true})).await;
    back().await;
    assert_eq!(scene().await, "The yard is swept.", "the dead do not wave");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_record_of_a_campaigns_person_says_where_the_campaign_has_them() {
    let table = on_the_road(|nodes| nodes[1]["people"] = json!(["ysolde"])).await;
    does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    let people = table.people().await;
    let ysolde = people.iter().find(|npc| npc["id"] == "ysolde").unwrap();
    assert_eq!(ysolde["location"], "the spill");
    let (text, _) = calls_tool(&table, "update_npc", json!({"id": "ysolde", "location": "The Toll"})).await;
    assert!(text.contains("The campaign says where Ysolde is"), "{text}");
    let (text, _) = calls_tool(
        &table,
        "create_supporting_npc",
        json!({"name": "Ysolde", "role": "ally", "context": "She goes.", "location": "The Toll"}),
    )
    .await;
    assert!(text.contains("The campaign says where they are"), "{text}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_campaigns_person_who_was_brought_and_sent_away_is_there_for_nobody() {
    let table = on_the_road(|_| {}).await;
    does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    enters(&table, "Ysolde").await;
    table.play("@Ysolde hello", [says("“Hello.”")]).await;
    calls_tool(&table, "update_npc", json!({"id": "ysolde", "remove_from_scene": true})).await;
    assert_eq!(table.people().await[0]["location"], "elsewhere", "she has left, and nobody said for where");
    assert_eq!(table.chat("@Ysolde hello").await.problem(), (422, "npc_not_here".to_owned()));
    let joins = json!({"companions_to_add": [{"slug": "commoner", "supporting_npc_id": "ysolde"}]});
    let (text, _) = calls_tool(&table, "update_game_state", joins).await;
    assert!(text.contains("not in this scene of the campaign"), "{text}");
    let asks = json!({"action": "ask", "target": "ysolde", "about": "the salt"});
    assert!(does(&table, asks.clone()).await.result(0).1);
    does(&table, json!({"action": "take_exit", "target": "back"})).await;
    assert!(!does(&table, asks).await.result(0).1);
    table.play("@Ysolde hello", [says("“Hello again.”")]).await;
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_title_or_a_surname_makes_no_second_person_of_a_known_one() {
    let table = at_the_inn().await;
    writes_down(&table, "Vex", json!({})).await;
    enters(&table, "Vex").await;
    for name in ["Captain Vex", "Capt. Vex", "Vex the Captain"] {
        let text = enters(&table, name).await;
        assert!(text.contains("Vex is in the scene already, with the id “vex”"), "{name}: {text}");
        let text = writes_down(&table, name, json!({})).await;
        assert!(text.contains("\"npc_id\":\"vex\""), "{name}: {text}");
    }
    calls_tool(&table, "update_npc", json!({"id": "Captain Vex", "dead": true})).await;
    let dead = table.chat("@Vex hello").await;
    assert!(dead.text.contains("is dead"), "{}", dead.text);
    writes_down(&table, "Oriel", json!({})).await;
    enters(&table, "Oriel Finch").await;
    assert_eq!(bodies(&table).await[1].1.as_deref(), Some("oriel"));
    writes_down(&table, "Hob Finch", json!({})).await;
    writes_down(&table, "Hob Thack", json!({})).await;
    assert_eq!(ids(&table).await, ["vex", "oriel", "hob-finch", "hob-thack"], "another surname is another person");
    enters(&table, "Vex B").await;
    assert_eq!(bodies(&table).await.last().unwrap().1, None, "a letter counts creatures of a kind");
    writes_down(&table, "Commoner King", json!({})).await;
    enters(&table, "Commoner").await;
    assert_eq!(bodies(&table).await.last().unwrap().1, None, "the name of a kind is nobody's");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_creature_that_has_a_persons_name_becomes_nobody_else() {
    let table = at_the_inn().await;
    enters(&table, "Hooded Man").await;
    writes_down(&table, "Alice", json!({"npc_id": "hooded-man"})).await;
    let text = writes_down_unasked(&table, "Bella", json!({"npc_id": "hooded-man"})).await;
    assert!(text.contains("“hooded-man” is Alice already, with the id “alice”"), "{text}");
    assert_eq!(ids(&table).await, ["alice"]);
    let text = writes_down(&table, "Alice", json!({"npc_id": "hooded-man"})).await;
    assert!(text.contains("\"npc_id\":\"alice\""), "{text}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_title_makes_no_second_person_of_somebody_without_a_record() {
    let table = at_the_inn().await;
    table.update(json!({"npcs_met": ["Captain Vex"]})).await;
    enters(&table, "Captain Vex").await;
    let text = enters(&table, "Vex").await;
    assert!(text.contains("Captain Vex is in the scene already, with the id “captain-vex”"), "{text}");
    calls_tool(&table, "update_npc", json!({"id": "Vex", "hp_delta": -1})).await;
    assert_eq!(bodies(&table).await, [("captain-vex".to_owned(), None, 3)]);
    let met = table.update(json!({"npcs_met": ["Vex"]})).await;
    assert_eq!(table.story().await["metNPCs"], json!(["captain vex"]), "{}", met.narrative());
    let fight = json!({"npc_ids": ["vex"]});
    calls_tool(&table, "start_combat", fight).await;
    let turn = table.play("I let him be.", [calls("end_combat", json!({"how": "settled"})), says("So be it.")]).await;
    assert!(turn.changes().contains(&"encounterEnded"), "{:?}", turn.changes());
    let text = writes_down(&table, "Vex", json!({})).await;
    assert!(text.contains("\"ok\":true"), "{text}");
    let bodies = bodies(&table).await;
    assert_eq!((bodies.len(), bodies[0].1.is_some()), (1, true), "{bodies:?}");
    calls_tool(&table, "update_npc", json!({"id": "captain-vex", "dead": true})).await;
    assert_eq!(table.people().await[0]["dead"], true);
    enters(&table, "Guard").await;
    enters(&table, "Chief Guard").await;
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn who_leaves_the_scene_for_good_is_not_where_the_heroes_are() {
    let table = at_the_inn().await;
    for (n, input) in [
        ("update_npc", json!({"id": "vex", "remove_from_scene": true})),
        ("update_game_state", json!({"npcs_to_dismiss": ["vex"]})),
    ]
    .into_iter()
    .enumerate()
    {
        if n == 0 {
            writes_down(&table, "Vex", json!({})).await;
        }
        enters(&table, "Vex").await;
        assert_eq!(table.people().await[0]["location"], "the inn");
        calls_tool(&table, input.0, input.1).await;
        assert_eq!(table.people().await[0]["location"], "elsewhere");
        let refused = table.chat("@Vex hello").await;
        assert_eq!(refused.problem(), (422, "npc_not_here".to_owned()));
        let said = refused.json()["detail"].to_string();
        assert!(said.contains("has left for an unknown place") && !said.contains("Elsewhere"), "{said}");
    }
    enters(&table, "Vex").await;
    table.update(json!({"items_lost": []})).await;
    calls_tool(&table, "update_npc", json!({"id": "vex", "dead": true})).await;
    calls_tool(&table, "update_npc", json!({"id": "vex", "remove_from_scene": true})).await;
    assert_eq!(table.people().await[0]["location"], "the inn", "the dead go nowhere");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_trade_before_a_name_makes_no_second_person_of_a_campaign() {
    let app = TestApp::start().await;
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 1});
    let id = app.create(json!({"campaign": "the-ice-house-at-sundry", "character": hero})).await;
    let table = Table { app, id };
    for name in ["Carter Barnaby", "The carter Barnaby", "Lemon girl Wenna"] {
        let text = writes_down_unasked(&table, name, json!({})).await;
        assert!(text.contains("\"npc_id\":\"barnaby\"") || text.contains("\"npc_id\":\"wenna\""), "{name}: {text}");
    }
    enters(&table, "Carter Barnaby").await;
    assert_eq!(bodies(&table).await[0].1.as_deref(), Some("barnaby"));
    // He comes into the yard once the hand is free.
    does(&table, json!({"action": "handle", "target": "kettle", "verb": "pour"})).await;
    enters(&table, "Factor Prine").await;
    assert_eq!(bodies(&table).await[1].1.as_deref(), Some("prine"), "a trade and the surname are Aldous Prine");
    for name in ["The factor Aldous Prine", "The ice buyer Aldous Prine", "Mister Prine", "Mr Prine"] {
        let text = writes_down_unasked(&table, name, json!({})).await;
        assert!(text.contains("\"npc_id\":\"prine\""), "{name}: {text}");
    }
    let text = writes_down(&table, "Wenna Barnaby", json!({})).await;
    assert!(text.contains("\"npc_id\":\"wenna-barnaby\""), "two names of people are somebody else: {text}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_full_name_behind_a_trade_or_a_surname_behind_mister_is_the_known_person() {
    let table = at_the_inn().await;
    writes_down(&table, "Aldous Prine", json!({})).await;
    for name in ["The factor Aldous Prine", "The salt factor Aldous Prine", "Mister Prine", "Mr. Prine"] {
        let text = writes_down(&table, name, json!({})).await;
        assert!(text.contains("\"npc_id\":\"aldous-prine\""), "{name}: {text}");
    }
    let text = writes_down(&table, "Tobias Prine", json!({})).await;
    assert!(text.contains("\"npc_id\":\"tobias-prine\""), "a relative: {text}");
    assert_eq!(ids(&table).await.len(), 2);
}

#[tokio::test]
async fn the_dead_spend_no_hit_dice_and_earn_nothing() {
    let table = at_the_inn().await;
    calls_tool(&table, "update_game_state", json!({"hp_delta": -900})).await;
    assert_eq!(table.session().await["characters"][0]["dead"], json!(true));
    let dice = json!({"commands": [{"type": "hit_dice", "character": "mira", "action": "use", "count": 1}]});
    let (text, _) = calls_tool(&table, "apply_state_commands", dice).await;
    assert!(text.contains("is dead"), "{text}");
    let (text, _) = calls_tool(&table, "update_game_state", json!({"xp_gained": 50})).await;
    assert!(text.contains("is dead and earns nothing"), "{text}");
}

/// A table at which a bandit lies knocked out after a fight.
async fn knocked_out(edition: &str) -> Table {
    for _ in 0..40 {
        let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 9});
        let table = Table::with(json!({"character": hero, "rulesEdition": edition})).await;
        let rook = json!([{"name": "Rook", "slug": "bandit", "disposition": "hostile", "close": true}]);
        table.update(json!({"npcs_to_create": rook})).await;
        for _ in 0..6 {
            if table.session().await["encounter"].is_null() {
                break;
            }
            let strikes = json!({"action": "attack", "target": "rook", "knock_out": true});
            table.play("I knock him out.", [calls("take_action", strikes), says("Steel rings.")]).await;
        }
        if unconscious(&table).await.is_some_and(|(_, is_out)| is_out) {
            return table;
        }
    }
    panic!("no bandit was ever knocked out")
}

/// The hit points of the only creature, and whether it lies unconscious.
async fn unconscious(table: &Table) -> Option<(i32, bool)> {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let one = game.creatures.first().filter(|one| !one.is_dead())?;
    Some((one.hp, one.conditions.iter().any(|it| it.name.eq_ignore_ascii_case("unconscious"))))
}

#[tokio::test]
async fn who_was_knocked_out_wakes_by_healing_and_by_time() {
    for (edition, hp) in [("2014", 0), ("2024", 1)] {
        let table = knocked_out(edition).await;
        assert_eq!(unconscious(&table).await, Some((hp, true)), "{edition}");
        table.play("I tend him.", [calls("update_npc", json!({"id": "rook", "hp_delta": 3})), says("He stirs.")]).await;
        assert_eq!(unconscious(&table).await, Some((hp + 3, false)), "{edition}");
        table.app.check_fold(&table.id).await;

        table.post("/undo", json!({"turns": 1})).await.good();
        table.update(json!({"minutes_passed": 59})).await;
        assert_eq!(unconscious(&table).await, Some((hp, true)), "{edition}");
        table.update(json!({"minutes_passed": 240})).await;
        assert_eq!(unconscious(&table).await, Some((1, false)), "{edition}");
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn the_heroes_come_back_to_one_who_lies_knocked_out() {
    for edition in ["2014", "2024"] {
        let table = knocked_out(edition).await;
        let home = table.story().await["currentLocation"].as_str().unwrap().to_owned();
        for place in ["The Mill", home.as_str()] {
            let (text, turn) = calls_tool(&table, "travel", json!({"to": place})).await;
            assert!(!table.told(&turn, 0).await.1, "{edition}: {text}");
        }
        assert!(unconscious(&table).await.is_some() && table.session().await["encounter"].is_null(), "{edition}");
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn two_half_hours_wake_who_was_knocked_out() {
    let table = knocked_out("2024").await;
    table.update(json!({"minutes_passed": 30})).await;
    assert_eq!(unconscious(&table).await, Some((1, true)));
    table.update(json!({"minutes_passed": 30})).await;
    assert_eq!(unconscious(&table).await, Some((1, false)));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn when_somebody_died_is_kept_until_they_live_again() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"npcs_to_create": [{"name": "Rook", "slug": "bandit", "disposition": "neutral"}]})).await;
    table.update(json!({"minutes_passed": 45})).await;
    let dies = calls("update_npc", json!({"id": "rook", "dead": true}));
    let turn = table.play("I look on.", [dies, says("He falls.")]).await;
    let died = turn.0["changes"].as_array().unwrap().iter().find(|it| it["kind"] == "creatureDied").unwrap().clone();
    let now = table.session().await["clock"].clone();
    assert_eq!(died["at"], now, "{died}");
    let died_at = async || {
        let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
        [game.creatures[0].died_at, game.characters[0].died_at].map(|at| json!(at))
    };
    table.update(json!({"hp_delta": -999})).await;
    assert_eq!(died_at().await, [now.clone(), now]);
    for who in ["rook", "mira"] {
        let revive = json!({"commands": [{"type": "revive", "character": who}]});
        table.play("A wonder.", [calls("apply_state_commands", revive), says("Breath.")]).await;
    }
    assert_eq!(died_at().await, [Value::Null, Value::Null]);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn after_the_ending_people_are_where_their_records_say() {
    let table = on_the_road(|nodes| nodes[2]["people"] = json!(["ysolde"])).await;
    for exit in ["to-the-toll", "home"] {
        does(&table, json!({"action": "take_exit", "target": exit})).await;
    }
    table.play("@Ysolde hello", [says("“Safe home.”")]).await;
    calls_tool(&table, "travel", json!({"to": "The Moon"})).await;
    let story = table.story().await;
    assert_eq!((&story["currentLocation"], &story["currentPlace"]), (&json!("The Moon"), &Value::Null));
    assert_eq!(table.chat("@Ysolde hello").await.problem(), (422, "npc_not_here".to_owned()));
    table.play("I say that the heron is hollow.", [says("“Hollow,” you say to the dust.")]).await;
    let joins = json!({"companions_to_add": [{"slug": "commoner", "supporting_npc_id": "ysolde"}]});
    let (text, _) = calls_tool(&table, "update_game_state", joins).await;
    assert!(text.contains("not where the heroes are"), "{text}");
    calls_tool(&table, "travel", json!({"to": "The Toll"})).await;
    table.play("@Ysolde hello", [says("“Back so soon?”")]).await;
    let asked = table.claude().asked_of(Agent::Npc).pop().expect("a request").messages()[0].to_string();
    assert!(asked.contains("place: The Toll") && !asked.contains("heron"), "{asked}");
    table.app.check_fold(&table.id).await;
}
