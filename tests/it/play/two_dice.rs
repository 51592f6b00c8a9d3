//! A campaign whose tests are thrown with two dice: a miss, a hit, and a hit that costs something.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Table, TestApp, calls, says};

const THE_SALT_ROAD: &str = include_str!("../campaign/clean.json");
const PRICE: &str = "The axle bites your hand.";

/// The Salt Road, by two dice.
fn by_two_dice() -> Value {
    let mut package: Value = serde_json::from_str(THE_SALT_ROAD).unwrap();
    package["setting"]["checks"] = json!("2d6");
    for act in package["acts"].as_array_mut().unwrap() {
        for beat in act["nodes"].as_array_mut().unwrap().iter_mut().flat_map(|it| it["beats"].as_array_mut().unwrap()) {
            if beat.get("test").is_some() {
                beat["mixed"] = json!({"shown": "It takes long.", "doom": 1});
            }
            let things = beat.get_mut("interactables").and_then(Value::as_array_mut);
            for handling in things.into_iter().flatten().filter_map(|thing| thing.get_mut("handling")) {
                if handling.get("test").is_some() {
                    handling["mixed"] = json!({"shown": PRICE, "sets": [{"name": "hurt-hand", "is": true}]});
                }
            }
        }
    }
    // What is set has to matter.
    package["acts"][0]["nodes"][1]["variants"] = json!([{"requires": {"flag": {"name": "hurt-hand", "is": true}},
        "shown": "There is your blood on the axle still."}]);
    package
}

#[tokio::test]
async fn seven_to_nine_does_it_at_a_price_and_ten_does_it() {
    let app = TestApp::start().await;
    let taken = app.post("/api/campaigns", by_two_dice()).await.good();
    assert_eq!(taken["findings"], json!([]), "nothing is wrong with it");
    let mut seen = BTreeSet::new();
    let mut app = Some(app);
    for n in 0..24 {
        let at = app.take().unwrap();
        let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
        let id = at.create(json!({"campaign": "the-salt-road", "character": hero})).await;
        let table = Table { app: at, id };
        // Each time other dice of the same seed.
        for _ in 0..n {
            table.post("/rolls", json!({"expression": "1d6"})).await.good();
        }
        let go = json!({"action": "take_exit", "target": "down-the-road"});
        table.play("Down the road.", [calls("advance_plot", go), says("On.")]).await;
        let lift = json!({"action": "handle", "target": "cart"});
        let turn = table.play("I lift the cart.", [calls("advance_plot", lift), says("So it goes.")]).await;
        let roll = &turn.0["rolls"][0];
        assert!(roll["expression"].as_str().unwrap().starts_with("2d6"), "{roll}");
        let total = roll["total"].as_i64().unwrap();
        let (outcome, told) = match total {
            10.. => ("success", vec!["It comes up."]),
            7.. => ("mixed", vec![PRICE, "It comes up."]),
            _ => ("failure", vec!["It stays."]),
        };
        assert_eq!(roll["goal"], json!({"number": 10, "outcome": outcome}));
        assert_eq!(turn.report(0)["told"], json!(told), "{total}");
        assert_eq!(turn.changes().contains(&"flagSet"), outcome == "mixed");
        assert_eq!(turn.changes().contains(&"itemGained"), outcome != "failure");
        seen.insert(outcome);
        app = Some(table.app);
        if seen.contains("mixed") && seen.contains("success") {
            break;
        }
    }
    assert!(seen.contains("mixed") && seen.contains("success"), "{seen:?}");
}

#[tokio::test]
async fn the_dungeon_master_is_told_of_the_dice_and_throws_them_so() {
    let app = TestApp::start().await;
    app.post("/api/campaigns", by_two_dice()).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    let dice = json!({"dice": "2d6+1", "reason": "Climbing the bank"});
    let turn = table.play("I wave.", [calls("roll_dice", dice), says("They wave.")]).await;
    let total = turn.0["rolls"][0]["total"].as_i64().unwrap();
    let answer = turn.report(0);
    assert_eq!(answer["success"], json!(total >= 7), "{answer}");
    assert_eq!(answer["outcome"].as_str().unwrap().starts_with("mixed"), (7..10).contains(&total), "{answer}");
    let asked = table.claude().last_asked();
    assert!(asked.body["system"].to_string().contains("two dice of six"));
}
