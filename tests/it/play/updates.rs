//! Tests of `update_game_state`: fields are applied in order, one by one, or rejected.

use serde_json::json;

use crate::support::{Table, calls, says, updates};

#[tokio::test]
async fn several_calls_in_one_turn_are_applied_in_order() {
    let table = Table::of("fighter", 3).await;
    let before = table.hero().await["currentHP"].as_i64().unwrap();
    let first = json!({"hp_delta": -3, "location_changed": "A", "items_gained": ["Lamp"], "important_event": "First"});
    let second = json!({"hp_delta": -4, "location_changed": "B", "items_gained": ["Oil"], "important_event": "Second"});
    let turn = table.play("I go.", [says("You go.").and_updates(first).and_updates(second)]).await;
    assert_eq!(turn.report(1)["applied"].as_array().unwrap().len(), 4);
    assert_eq!(table.hero().await["currentHP"], before - 7);
    assert_eq!(table.story().await["currentLocation"], "B");
    let pack = table.pack().await;
    assert!(pack.contains(&"Lamp".into()) && pack.contains(&"Oil".into()), "{pack:?}");
    assert_eq!(table.session().await["importantEvents"], json!(["first", "second"]));
}

#[tokio::test]
async fn a_later_call_sees_what_an_earlier_one_did() {
    let table = Table::of("fighter", 1).await;
    let replies = [
        updates(json!({"items_gained": ["Silver Key"]})).and_updates(json!({"items_lost": ["silver key"]})),
        says("The key snaps in the lock."),
    ];
    let turn = table.play("I try the key.", replies).await;
    assert_eq!(turn.changes(), ["itemGained", "itemLost"]);
    assert!(!table.pack().await.contains(&"Silver Key".into()));
}

#[tokio::test]
async fn what_is_possible_of_a_call_is_done_and_the_rest_comes_back_with_reasons() {
    let table = Table::of("fighter", 1).await;
    let most = table.hero().await["maxHP"].clone();
    let input = json!({
        "hp_delta": 5, "items_lost": ["Moon Shard"], "scene_update": "Dusk.", "spells_learned": ["Wish"],
    });
    let turn = table.refused_update(input).await;
    let report = turn.report(0);
    assert_eq!(report["ok"], true);
    assert_eq!(report["applied"], json!(["hp_delta", "scene_update"]));
    assert_eq!(report["clamped"][0]["field"], "hp_delta");
    let rejected = report["rejected"].as_array().unwrap();
    let fields: Vec<&str> = rejected.iter().map(|remark| remark["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["items_lost", "spells_learned"]);
    assert!(rejected.iter().all(|remark| remark["reason"].as_str().is_some_and(|reason| reason.len() > 10)));
    assert!(!turn.result(0).1, "something was done, so it is no error");
    assert_eq!((&table.hero().await["currentHP"], &table.story().await["currentScene"]), (&most, &json!("Dusk.")));
}

#[tokio::test]
async fn a_call_of_which_nothing_is_possible_is_an_error_the_model_reads() {
    let table = Table::of("fighter", 1).await;
    let turn = table.refused_update(json!({"items_lost": ["Moon Shard"]})).await;
    assert_eq!((turn.report(0)["ok"].as_bool(), turn.result(0).1), (Some(false), true));
    let asked = table.claude().last_asked();
    assert_eq!(asked.results(), [turn.result(0)], "the model got exactly what is recorded");
    assert!(turn.result(0).0.contains("Moon Shard"), "{}", turn.result(0).0);
}

#[tokio::test]
async fn an_unknown_field_or_a_wrong_type_refuses_the_whole_call() {
    let table = Table::of("fighter", 1).await;
    let before = table.hero().await;
    for wrong in [
        json!({"hp_delta": -3, "mana_delta": -1}),
        json!({"hp_delta": -3, "items_gained": 5}),
        json!({"hp_delta": "-3"}),
        json!({"hp_delta": -2.5}),
        json!({"hp_delta": -3, "xp_gained": -5}),
        json!({"hp_delta": -3, "npcs_to_create": [{"name": "Bo"}]}),
        json!({"hp_delta": -3, "character": "Nobody"}),
        json!([{"hp_delta": -3}]),
    ] {
        let turn = table.refused_update(wrong.clone()).await;
        assert!(turn.result(0).1, "{wrong}: {}", turn.result(0).0);
        assert_eq!(turn.changes(), [""; 0], "{wrong}");
    }
    assert_eq!(table.hero().await, before);
}

#[tokio::test]
async fn an_update_that_the_model_puts_right_is_applied_once() {
    let table = Table::of("fighter", 1).await;
    let replies = [
        updates(json!({"items_gained": ["Rope of Climbing"], "gold": -5})),
        updates(json!({"items_gained": ["Rope of Climbing"], "gold_delta": -5})),
        says("The pedlar nods."),
    ];
    let turn = table.play("I buy the rope.", replies).await;
    assert_eq!(turn.changes(), ["itemGained", "purseChanged"]);
    assert_eq!([turn.result(0).1, turn.result(1).1], [true, false]);
}

#[tokio::test]
async fn two_important_events_of_one_call_are_both_kept() {
    let table = Table::new().await;
    table.update(json!({"important_event": ["Marta lied", "The light is a grave"]})).await;
    assert_eq!(table.session().await["importantEvents"], json!(["marta lied", "the light is a grave"]));
}

#[tokio::test]
async fn an_update_for_another_hero_is_on_that_heros_sheet() {
    let table = Table::of("fighter", 1).await;
    table.post("/characters", json!({"character": "orrin-quill"})).await.good();
    table.update(json!({"character": "orrin quill", "hp_delta": -2})).await;
    let session = table.session().await;
    let hurt = |n: usize| {
        let hero = &session["characters"][n];
        hero["maxHP"].as_i64().unwrap() - hero["currentHP"].as_i64().unwrap()
    };
    assert_eq!((hurt(0), hurt(1)), (0, 2));
}

#[tokio::test]
async fn a_hostile_flood_of_input_is_bounded() {
    let table = Table::of("fighter", 1).await;
    let long = "x".repeat(30_000);
    let weapon = json!({"name": long, "dice": "1d6", "stat": "dex", "damage_type": long, "range": long});
    let goblins = json!({"name": long, "slug": long, "disposition": "hostile", "count": 4_000_000_000_u32});
    let reply = says("So it goes.").and_updates(json!({
        "items_gained": [long, "4000000000 x arrow"], "scene_update": long, "important_event": long,
        "weapons_gained": [weapon], "npcs_to_create": [goblins], "gold_delta": 1e300, "minutes_passed": 4_000_000_000_u32,
        "conditions_added": [long], "companions_to_add": [{"slug": long, "name": long}], "reveal_poi": long,
    }));
    table.claude().helper_will([says("No.")]);
    let turn = table.play("I blink.", [reply]).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let session = table.get("").await.text;
    assert!(session.len() < 40_000, "a session of {} bytes", session.len());
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn what_there_is_no_room_for_does_not_come_in_by_halves() {
    let table = Table::of("fighter", 1).await;
    let crowd = |n: u32| json!([{"name": "Rat", "slug": "giant-rat", "disposition": "hostile", "count": n}]);
    let n_there = async || table.session().await["creatures"].as_array().unwrap().len();
    for _ in 0..2 {
        table.update(json!({ "npcs_to_create": crowd(20) })).await;
    }
    table.update(json!({ "npcs_to_create": crowd(15) })).await;
    assert_eq!(n_there().await, 55);
    let turn = table.refused_update(json!({ "npcs_to_create": crowd(10) })).await;
    assert_eq!((turn.report(0)["ok"].as_bool(), turn.result(0).1), (Some(false), true), "{}", turn.result(0).0);
    assert_eq!((turn.changes().len(), n_there().await), (0, 55), "an error is that nothing was applied");
    table.update(json!({ "npcs_to_create": crowd(5) })).await;
    assert_eq!(n_there().await, 60);
    table.app.check_fold(&table.id).await;
}

// srd: rule/damage-and-healing--monsters-and-death
#[tokio::test]
async fn those_in_the_scene_are_hurt_die_once_and_stay_as_bodies() {
    let table = Table::of("fighter", 1).await;
    let goblins = json!([{"name": "Goblin", "slug": "goblin", "disposition": "neutral", "count": 2}]);
    table.update(json!({ "npcs_to_create": goblins })).await;
    let hit = |id: &str, delta: i32| calls("update_npc", json!({"id": id, "hp_delta": delta}));
    let turn = table.play("I strike.", [hit("goblin-a", -99), says("It drops.")]).await;
    let report = turn.report(0);
    assert_eq!([&report["newHp"], &report["died"], &report["name"]], [&json!(0), &json!(true), &json!("Goblin A")]);
    assert_eq!(turn.changes(), ["creatureHpChanged", "creatureDied"]);

    let again = [hit("goblin-a", -1), hit("nobody", -1), says("Enough.")];
    let turn = table.play("I strike on.", again).await;
    let (once, again) = (table.told(&turn, 0).await, table.told(&turn, 1).await);
    assert!(once.1 && once.0.contains("dead already"), "{}", once.0);
    assert!(again.1 && again.0.contains("goblin-b"), "{}", again.0);
    let creatures = table.session().await["creatures"].take();
    let health: Vec<&str> = creatures.as_array().unwrap().iter().map(|c| c["health"].as_str().unwrap()).collect();
    assert_eq!(health, ["dead", "unhurt"]);
}
