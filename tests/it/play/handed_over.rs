//! A session that a model began is gone on with by the built-in storyteller, which says the same of everybody.

use serde_json::{Value, json};

use crate::support::{Inn, Table, calls, says};

/// The table's session at an inn of the storyteller's.
async fn goes_on(table: &Table) -> (Inn, String) {
    let bundle = table.get("/export").await.good();
    let inn = Inn::open("handed over").await;
    let (status, session) = inn.post("/api/sessions/import", bundle).await;
    assert_eq!(status, 201, "{session}");
    (inn, session["id"].as_str().unwrap().to_owned())
}

async fn does(table: &Table, tool: &str, input: Value) {
    table.play("I look on.", [calls(tool, input), says("So it goes.")]).await;
}

/// Somebody comes into the scene, on record or not.
async fn enters(table: &Table, name: &str, disposition: &str, is_on_record: bool) {
    table.update(json!({"npcs_to_create": [{"name": name, "slug": "commoner", "disposition": disposition}]})).await;
    if is_on_record {
        table.claude().helper_will([says("No.")]);
        does(table, "create_supporting_npc", json!({"name": name, "role": "rival", "context": "Keeps the gate."}))
            .await;
    }
}

/// What was thrown in a turn, of each throw what it was for and the dice.
fn thrown(turn: &Value) -> Vec<(String, String)> {
    let rolls = turn["changes"].as_array().unwrap().iter().filter(|change| change["kind"] == "diceRolled");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    rolls.map(|change| (text(&change["roll"]["reason"]), text(&change["roll"]["expression"]))).collect()
}

#[tokio::test]
async fn a_check_of_the_storyteller_is_thrown_as_the_judge_throws_it() {
    let buff = |modifiers: Value| {
        let buff = json!({"type": "buff", "action": "add", "buff_name": "Bull", "duration_type": "hours",
            "duration": 1, "modifiers": modifiers});
        ("apply_state_commands", json!({"commands": [buff]}))
    };
    let is = |condition: &str| ("update_game_state", json!({"conditions_added": [condition]}));
    let wears = |armour: &str| {
        let equip = json!({"type": "item", "action": "equip", "item_name": armour});
        ("apply_state_commands", json!({"commands": [equip]}))
    };
    let gains = |thing: &str| ("update_game_state", json!({"items_gained": [thing]}));
    for (class, states, thrown_with) in [
        ("ranger", vec![is("poisoned")], "2d20kl1"),
        ("fighter", vec![is("frightened")], "2d20kl1"),
        ("fighter", vec![is("exhaustion")], "2d20kl1"),
        ("cleric", vec![gains("Chain Mail"), wears("Chain Mail")], "2d20kl1"),
        ("wizard", vec![buff(json!({"ability_checks": 3}))], "+3"),
        ("bard", vec![], "1d20"),
        ("rogue", vec![], "1d20"),
    ] {
        let table = Table::of(class, 5).await;
        for (tool, input) in states {
            does(&table, tool, input).await;
        }
        let (inn, id) = goes_on(&table).await;
        let check = json!({"skill": "stealth", "difficulty": "moderate", "reason": "unseen"});
        table.claude().judge_will([calls("resolve_skill_check", check)]);
        let keyed = table.play("I sneak past the watch.", [says("You pass.")]).await;
        let keyed = thrown(&keyed.0).pop().expect("a throw").1;
        let keyless = thrown(&inn.turn(&id, "I sneak past").await);
        assert_eq!(keyless, [("Move unseen".to_owned(), keyed.clone())], "{class}");
        assert!(keyed.contains(thrown_with), "{class}: {keyed}");
        inn.check_fold(&id).await;
    }
}
