//! Tests of sessions that a model began and the built-in storyteller continues with the same facts about people.

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

/// Someone comes into the scene, on record or not.
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

#[tokio::test]
async fn who_came_into_the_scene_is_there_by_words_too() {
    for (disposition, is_on_record) in [("friendly", false), ("friendly", true), ("neutral", false), ("neutral", true)]
    {
        let table = Table::of("fighter", 5).await;
        enters(&table, "Ottilie", disposition, is_on_record).await;
        let (inn, id) = goes_on(&table).await;
        let all = inn.say(&id, "who is here?").await;
        assert_eq!(all.matches("Ottilie").count(), 1, "{disposition}: {all}");
        for words in ["I talk to Ottilie", "I ask Ottilie about the weather", "@Ottilie good day"] {
            let told = inn.say(&id, words).await;
            let is_denied = ["no ottilie", "no Ottilie", "no words in it", "behind those eyes"];
            assert!(told.contains("Ottilie") && !is_denied.iter().any(|no| told.contains(no)), "{words}: {told}");
        }
        let people = inn.session(&id).await["supportingNPCs"].clone();
        let named = people.as_array().unwrap().iter().filter(|npc| npc["name"] == "ottilie").count();
        assert_eq!(named, 1, "{people}");
        inn.check_fold(&id).await;
    }
}

#[tokio::test]
async fn who_is_on_record_at_the_heroes_place_is_there_by_words_and_the_dead_are_not() {
    let table = Table::of("fighter", 5).await;
    for name in ["Dunja", "Wilm Bogg"] {
        table.claude().helper_will([says("No.")]);
        does(&table, "create_supporting_npc", json!({"name": name, "role": "ally", "context": "Grinds corn."})).await;
    }
    does(&table, "update_npc", json!({"id": "wilm-bogg", "dead": true})).await;
    let (inn, id) = goes_on(&table).await;
    let all = inn.say(&id, "who is here?").await;
    assert!(all.contains("Dunja") && !all.contains("Bogg"), "{all}");
    let told = inn.say(&id, "I talk to Bogg").await;
    assert!(told.contains("Wilm Bogg") && told.contains("dead"), "{told}");
}

#[tokio::test]
async fn who_asks_for_help_is_nobody_a_model_brought_and_nobody_dead() {
    let table = Table::of("fighter", 9).await;
    let giver = async |table: &Table, words: &str| {
        let (inn, id) = goes_on(table).await;
        inn.say(&id, "who is here?").await;
        inn.say(&id, words).await;
        let people = inn.session(&id).await["supportingNPCs"].clone();
        let givers = people.as_array().unwrap().iter().filter(|npc| npc["role"] == "quest_giver");
        givers.map(|npc| npc["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let before = giver(&table, "I ask about the trouble").await;
    let [name] = before.as_slice() else { panic!("one asks for help: {before:?}") };
    enters(&table, "Wilm Bogg", "neutral", true).await;
    does(&table, "update_npc", json!({"id": "wilm-bogg", "dead": true})).await;
    for scene in ["Bertram Voss waves from the gate.", "Here lies Wilm Bogg, and nobody weeps."] {
        table.update(json!({ "scene_update": scene })).await;
        assert_eq!(giver(&table, &format!("I talk to {name}")).await, before, "{scene}");
    }
    let (inn, id) = goes_on(&table).await;
    for words in ["look around", "who is here?", "what happened earlier?"] {
        let told = inn.say(&id, words).await;
        assert!(!told.contains("killed"), "{words}: {told}");
    }
    let recent = inn.session(&id).await["story"]["recentEvents"].to_string();
    assert!(!recent.contains("killed"), "{recent}");
}
