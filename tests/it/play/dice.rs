//! Dice: thrown by the model's tool and by the player, on record either way.

use serde_json::{Value, json};

use crate::support::{Table, calls, says};

/// The sum of the dice that count, and of the modifier.
fn summed(roll: &Value) -> i64 {
    let dice = roll["dice"].as_array().unwrap().iter().filter(|die| die["kept"] == true);
    dice.map(|die| die["value"].as_i64().unwrap()).sum::<i64>() + roll["modifier"].as_i64().unwrap()
}

#[tokio::test]
async fn the_dice_tool_throws_with_exact_arithmetic_and_tells_success() {
    let table = Table::new().await;
    let throw = json!({"dice": "2d20kh1+5", "reason": "Stealth past the watch", "dc": 13});
    let turn = table.play("I sneak.", [calls("roll_dice", throw), says("You sneak.")]).await;
    let roll = &turn.0["rolls"][0];
    let values: Vec<i64> = roll["dice"].as_array().unwrap().iter().map(|die| die["value"].as_i64().unwrap()).collect();
    assert!(values.len() == 2 && values.iter().all(|value| (1..=20).contains(value)), "{values:?}");
    let total = values.iter().max().unwrap() + 5;
    assert_eq!((roll["total"].as_i64(), summed(roll)), (Some(total), total));
    assert_eq!([&roll["expression"], &roll["reason"]], ["2d20kh1+5", "Stealth past the watch"]);
    let report = turn.report(0);
    assert_eq!([report["total"].as_i64(), report["dc"].as_i64()], [Some(total), Some(13)]);
    assert_eq!(report["success"], json!(total >= 13));
    assert_eq!(turn.0["changes"][0], json!({"kind": "diceRolled", "roll": roll}));
}

#[tokio::test]
async fn dice_that_cannot_be_thrown_are_an_error_and_none_fall() {
    let table = Table::new().await;
    for dice in ["", "two dice", "0d6", "1d0", "99999d6", "1d20+", "d20; drop", "-"] {
        let turn = table.play("I throw.", [calls("roll_dice", json!({ "dice": dice })), says("Nothing falls.")]).await;
        assert!(turn.result(0).1, "“{dice}”: {}", turn.result(0).0);
        assert_eq!(turn.0["rolls"], json!([]), "“{dice}”");
        let answer = table.post("/rolls", json!({ "expression": dice })).await;
        assert_eq!(answer.problem(), (422, "validation_failed".to_owned()), "“{dice}”");
        assert_eq!(answer.json()["errors"][0]["field"], "expression");
    }
}

#[tokio::test]
async fn a_player_throws_between_turns_and_the_throw_is_on_record() {
    let table = Table::new().await;
    let commitment = table.session().await["diceCommitment"].clone();
    let version = table.session().await["version"].as_u64().unwrap();
    let roll = table.post("/rolls", json!({"expression": "2d20kh1+5", "reason": "For luck"})).await.good();
    assert_eq!(roll["total"].as_i64(), Some(summed(&roll)));
    assert_eq!([&roll["expression"], &roll["reason"]], ["2d20kh1+5", "For luck"]);
    assert_eq!(roll["proof"]["index"], 0);
    assert_eq!(table.session().await["version"], version + 1);

    let turn = table.play("I throw, too.", [calls("roll_dice", json!({"dice": "1d20"})), says("It rolls.")]).await;
    assert_eq!(turn.0["rolls"][0]["proof"]["index"], 1, "the model's dice go on where the player's stopped");
    let next = table.post("/rolls", json!({"expression": "1d6"})).await.good();
    assert_eq!(next["proof"]["index"], 2);
    assert_eq!(table.session().await["diceCommitment"], commitment);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_same_seed_throws_the_same_dice() {
    let throws = async || {
        let table = Table::new().await;
        let turn = table.play("I throw.", [calls("roll_dice", json!({"dice": "8d12"})), says("They roll.")]).await;
        turn.0["rolls"].clone()
    };
    assert_eq!(throws().await, throws().await);
}

#[tokio::test]
async fn a_throw_at_a_session_nobody_knows_is_a_problem() {
    let table = Table::new().await;
    let answer = table.app.post("/api/sessions/nowhere/rolls", json!({"expression": "1d6"})).await;
    assert_eq!(answer.problem(), (404, "unknown_session".to_owned()));
    let wrong = table.post("/rolls", json!({"expression": "1d6", "reason": "x".repeat(201)})).await;
    assert_eq!(wrong.problem(), (422, "validation_failed".to_owned()));
}
