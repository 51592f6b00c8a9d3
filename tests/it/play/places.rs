//! The map: places, the ways between them, what is hidden there, and who stays behind.

use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says};

async fn draws(table: &Table, input: Value) -> Turn {
    let turn = table.play("I go on.", [says("So it goes.").and_calls("update_location", input)]).await;
    assert_eq!(turn.0["toolCalls"][0]["isError"], false);
    turn
}

async fn travels(table: &Table, input: Value) -> Turn {
    table.play("I go on.", [calls("travel", input), says("So it goes.")]).await
}

/// A table at a mill, with ways to a ford it knows and to a cave it doesn't.
async fn at_the_mill() -> Table {
    let table = Table::of("fighter", 3).await;
    draws(&table, json!({"place": "The Old Mill", "ways_to": ["The Ford", "The Hollow"], "known": true})).await;
    draws(&table, json!({"place": "The Ford", "known": true})).await;
    travels(&table, json!({"to": "the-old-mill"})).await;
    table
}

fn names(session: &Value) -> Vec<&str> {
    session["places"].as_array().unwrap().iter().map(|place| place["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn where_places_are_connected_nobody_gets_further_than_a_way_leads() {
    let table = at_the_mill().await;
    for (tool, input) in [
        ("travel", json!({"to": "The Keep"})),
        ("update_game_state", json!({"location_changed": "The Keep"})),
        ("update_game_state", json!({"set_current_poi": "The Keep"})),
    ] {
        let turn = table.play("I go to the keep.", [calls(tool, input.clone()), says("No way.")]).await;
        let (text, is_error) = table.told(&turn, 0).await;
        assert!(is_error && text.contains("The Ford"), "{input}: {text}");
        assert!(!text.contains("Hollow"), "the player reads what tools answer: {text}");
        assert_eq!(turn.changes(), [""; 0]);
    }
    assert_eq!(table.story().await["currentLocation"], "The Old Mill");

    let before = table.minutes().await;
    let turn = travels(&table, json!({"to": "ford", "minutes": 90})).await;
    assert_eq!(turn.changes(), ["timePassed", "locationChanged", "placeReached"]);
    assert_eq!(table.story().await["currentLocation"], "The Ford");
    assert_eq!(table.minutes().await, before + 90);
    table.update(json!({"location_changed": "the old mill"})).await;
    assert_eq!(table.story().await["currentPlace"], "The Old Mill", "by either door");

    draws(&table, json!({"ways_to": ["The Keep"]})).await;
    travels(&table, json!({"to": "The Keep"})).await;
    assert_eq!(table.story().await["currentLocation"], "The Keep");
}

#[tokio::test]
async fn a_table_without_a_map_goes_where_it_likes() {
    let table = Table::of("fighter", 1).await;
    table.update(json!({"npcs_to_create": [{"name": "Bo", "slug": "goblin", "disposition": "neutral"}]})).await;
    let turn = travels(&table, json!({"to": "The Salt Road", "minutes": 60, "with": ["bo"]})).await;
    assert_eq!(turn.changes(), ["timePassed", "locationChanged"]);
    assert_eq!(turn.report(0)["came_along"], json!(["bo"]));
    let turn = table.update(json!({"location_changed": "The Sea"})).await;
    let session = table.session().await;
    assert_eq!(session["story"]["currentLocation"], "The Sea");
    assert_eq!(turn.report(0)["stayed"], json!(["bo"]), "who is taken along is named, by `travel`");
    assert_eq!(session["creatures"], json!([]));
}

#[tokio::test]
async fn a_place_off_the_map_has_one_spelling_from_its_first_naming_on() {
    let table = Table::of("fighter", 1).await;
    table.update(json!({"location_changed": "the old mill by the weir"})).await;
    assert_eq!(table.session().await["story"]["currentLocation"], "The Old Mill by the Weir");
    assert!(table.state_block().await.contains("\nlocation: The Old Mill by the Weir\n"));
    table.update(json!({"set_current_poi": "the grain loft"})).await;
    assert!(table.state_block().await.contains("\nplace (here): The Grain Loft\n"));
    for here in ["here", "this place", "the same place as the heroes", "The OLD Mill by the Weir"] {
        let turn = table.update(json!({"location_changed": here})).await;
        assert!(!turn.changes().contains(&"locationChanged"), "{here}: {:?}", turn.changes());
    }
    table.update(json!({"location_changed": "hinter der Theke"})).await;
    assert_eq!(table.session().await["story"]["currentLocation"], "hinter der Theke", "what has capitals is kept");
}

#[tokio::test]
async fn somebody_at_the_place_of_the_heroes_is_recorded_where_they_are() {
    let table = Table::of("fighter", 1).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": ""});
    for (name, at) in [("Marta", "the same place as the heroes"), ("Odo", "this place"), ("Jem", "here")] {
        table.claude().helper_will([says(profile.to_string())]);
        let npc = json!({"name": name, "role": "ally", "context": "A baker.", "location": at});
        table.play("I look.", [says("They look up.").and_calls("create_supporting_npc", npc)]).await;
    }
    let block = table.state_block().await;
    let lines: Vec<&str> = block.lines().filter(|line| line.starts_with("supporting npc: ")).collect();
    assert!(lines.len() == 3 && lines.iter().all(|line| line.ends_with(" | The Inn")), "{lines:?}");
}

#[tokio::test]
async fn the_danger_of_a_place_stands_in_the_next_prompt_and_in_the_view_of_those_who_were_there() {
    let table = at_the_mill().await;
    draws(&table, json!({"place": "The Ford", "danger": "extreme", "description": "Grey water."})).await;
    let block = table.state_block().await;
    assert!(
        block.contains("\nmap: the-ford | The Ford | danger extreme | ways: the-old-mill | Grey water.\n"),
        "{block}"
    );
    let session = table.session().await;
    assert_eq!(session["places"][1]["danger"], Value::Null, "they have not been there");
    travels(&table, json!({"to": "the-ford"})).await;
    let place = &table.session().await["places"][1];
    assert_eq!((&place["danger"], &place["here"]), (&json!("extreme"), &json!(true)));
    draws(&table, json!({"danger": "cleared"})).await;
    assert!(table.state_block().await.contains("map (here): the-ford | The Ford | danger cleared"));
    assert_eq!(table.session().await["places"][1]["danger"], "cleared");
}

#[tokio::test]
async fn what_is_hidden_is_the_dungeon_masters_until_it_is_found() {
    let table = at_the_mill().await;
    let secrets = json!(["A trapdoor under the flour.", "The miller is dead."]);
    let turn = draws(&table, json!({"secrets": secrets, "notes": "The wheel is broken."})).await;
    let block = table.state_block().await;
    assert!(block.contains("\nsecret: 1 | A trapdoor under the flour.\nsecret: 2 | The miller is dead.\n"), "{block}");
    assert!(block.contains("\nnotes: The wheel is broken.\n"), "{block}");
    let session = table.session().await;
    let seq = turn.0["id"].as_str().unwrap();
    let shown = [
        session.to_string(),
        turn.0.to_string(),
        table.get("/turns").await.good().to_string(),
        table.get(&format!("/turns/{seq}/events")).await.text,
    ];
    for text in &shown {
        for hidden in ["trapdoor", "miller", "wheel is broken", "Hollow", "hollow"] {
            assert!(!text.contains(hidden), "{hidden}: {text}");
        }
    }
    assert_eq!(names(&session), ["The Old Mill", "The Ford"]);
    assert_eq!(session["places"][0]["ways"], json!(["the-ford"]), "ways to places nobody has found are hidden, too");

    let turn = draws(&table, json!({"secrets_found": [2]})).await;
    assert_eq!(turn.changes(), ["secretFound"]);
    assert_eq!(table.session().await["places"][0]["secrets"], json!(["The miller is dead."]));
    let wrong = json!({"secrets_found": [2, 7]});
    let turn = table.play("I search.", [says("Dust.").and_calls("update_location", wrong), says("Only dust.")]).await;
    assert_eq!(turn.changes(), [""; 0]);
    let answered = table.claude().last_asked().results()[0].0.to_owned();
    assert!(answered.contains("know that already") && answered.contains("2 secrets"), "{answered}");
}

#[tokio::test]
async fn a_place_is_revealed_the_marker_moves_and_the_hidden_ones_stay_hidden() {
    let table = at_the_mill().await;
    table.update(json!({"reveal_poi": "The Hollow"})).await;
    let session = table.session().await;
    assert_eq!(names(&session), ["The Old Mill", "The Ford", "The Hollow"]);
    assert_eq!(session["story"]["knownPlaces"], json!(["The Old Mill", "The Ford", "The Hollow"]));
    assert_eq!(session["places"][0]["ways"], json!(["the-ford", "the-hollow"]));
    table.update(json!({"set_current_poi": "The Hollow"})).await;
    let session = table.session().await;
    let here = |session: &Value| -> Vec<bool> {
        session["places"].as_array().unwrap().iter().map(|place| place["here"].as_bool().unwrap()).collect()
    };
    assert_eq!(here(&session), [false, false, true]);
    assert_eq!(session["story"]["currentPlace"], "The Hollow");

    // Points of interest need no map.
    let table = Table::of("fighter", 1).await;
    table.update(json!({"reveal_poi": "Well"})).await;
    table.update(json!({"set_current_poi": "Smithy"})).await;
    let session = table.session().await;
    assert_eq!((names(&session), here(&session)), (vec!["Well", "Smithy"], vec![false, true]));
}

#[tokio::test]
async fn companions_come_along_and_others_are_met_again_where_they_were_left() {
    let table = at_the_mill().await;
    let come = json!({"npcs_to_create": [{"name": "Miller", "slug": "goblin", "disposition": "neutral"}],
                      "companions_to_add": [{"slug": "goblin", "name": "Grey"}]});
    table.update(come).await;
    table
        .play("I push him.", [says("He falls.").and_calls("update_npc", json!({"id": "miller", "hp_delta": -1}))])
        .await;
    let turn = travels(&table, json!({"to": "ford"})).await;
    assert_eq!(turn.report(0)["stayed"], json!(["miller"]));
    let there = |session: Value| -> Vec<(String, String)> {
        let of = |one: &Value| (one["id"].as_str().unwrap().into(), one["health"].as_str().unwrap().into());
        session["creatures"].as_array().unwrap().iter().map(of).collect()
    };
    assert_eq!(there(table.session().await), [("grey".into(), "unhurt".into())]);
    assert!(table.state_block().await.contains("| there: miller"));
    let turn = travels(&table, json!({"to": "the old mill"})).await;
    assert_eq!(turn.report(0)["met"], json!(["miller"]));
    let back = there(table.session().await);
    assert_eq!(back, [("grey".into(), "unhurt".into()), ("miller".into(), "hurt".into())]);
}

#[tokio::test]
async fn nobody_travels_in_a_fight() {
    let table = at_the_mill().await;
    let before = table.minutes().await;
    let goblin = json!({"npcs_to_create": [{"name": "Goblin", "slug": "goblin", "disposition": "hostile"}]});
    let replies = [
        calls("update_game_state", goblin).and_calls("travel", json!({"to": "the-ford"})),
        calls("update_game_state", json!({"location_changed": "The Ford"})),
        says("It bars the way."),
    ];
    let turn = table.play("I run to the ford.", replies).await;
    for n in [1, 2] {
        let (text, is_error) = table.told(&turn, n).await;
        assert!(is_error && text.contains("fight"), "{text}");
    }
    let session = table.session().await;
    assert_ne!(session["encounter"], Value::Null);
    assert_eq!(session["story"]["currentLocation"], "The Old Mill");
    assert_eq!(table.minutes().await, before);
}
