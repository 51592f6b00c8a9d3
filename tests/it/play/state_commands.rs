//! State commands, given by the Dungeon Master: a batch, its answer, and the log of it.

use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says};

const TOOL: &str = "apply_state_commands";

/// Plays a turn in which these commands are given beside the telling.
async fn give(table: &Table, commands: Value) -> Turn {
    table.play("I go on.", [says("So it goes.").and_calls(TOOL, json!({"commands": commands}))]).await
}

/// Plays a turn in which commands are given of which the model has to read what came.
async fn give_badly(table: &Table, commands: Value) -> Turn {
    let call = says("So it goes.").and_calls(TOOL, json!({"commands": commands}));
    table.play("I go on.", [call, says("Or does it?")]).await
}

#[tokio::test]
async fn one_bad_command_of_three_stops_no_other_and_is_logged_with_its_reason() {
    let table = Table::of("wizard", 3).await;
    let before = table.hero().await;
    let id = before["id"].as_str().unwrap();
    let commands = json!([
        {"type": "spell_slot", "character_id": id, "action": "use", "level": 1, "spell_name": "shield"},
        {"type": "condition", "character_id": id, "action": "add", "condition": "poisoned"},
        {"type": "hp_change", "character_id": "Mira", "change": -3, "damage_type": "fire"},
    ]);
    let turn = give_badly(&table, commands.clone()).await;
    let report = turn.report(0);
    assert_eq!((&report["successful"], &report["failed"]), (&json!(2), &json!(1)));
    assert!(!turn.result(0).1, "something was done");
    assert_eq!(turn.changes(), ["spellSlotsUsed", "hpChanged"]);
    let results = report["results"].as_array().unwrap();
    let kinds: Vec<&str> = results.iter().map(|it| it["command_type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["spell_slot", "condition", "hp_change"]);
    assert!(results.iter().all(|it| it["character_id"] == id), "a name is told as its id");
    assert!(results[1]["message"].as_str().unwrap().contains("duration_type"));
    let hero = table.hero().await;
    assert_eq!(hero["currentHP"].as_i64().unwrap(), before["currentHP"].as_i64().unwrap() - 3);
    assert_eq!(hero["spellcasting"]["slots"]["1"]["used"], 1);
    assert_eq!(hero["conditions"], json!([]));

    let debug = table.get(&format!("/turns/{}/debug", turn.0["id"].as_str().unwrap())).await.good();
    let log = debug["commands"].as_array().unwrap();
    assert_eq!(log.len(), 3);
    for (i, line) in log.iter().enumerate() {
        assert_eq!((&line["command"], &line["callId"]), (&commands[i], &turn.0["toolCalls"][0]["callId"]));
        assert_eq!((&line["success"], &line["message"]), (&results[i]["success"], &results[i]["message"]));
        assert_eq!((&line["commandType"], &line["details"]), (&results[i]["command_type"], &results[i]["details"]));
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_later_command_sees_what_an_earlier_one_did() {
    let table = Table::new().await;
    let arrows = |action: &str, n: u32| {
        let hero = "silver arrows";
        json!({"type": "item", "character_id": "HERO", "action": action, "item_name": hero, "quantity": n})
    };
    let id = table.hero().await["id"].clone();
    let mut commands = json!([arrows("add", 50), arrows("use", 1), arrows("remove", 50)]);
    commands.as_array_mut().unwrap().iter_mut().for_each(|command| command["character_id"] = id.clone());
    let turn = give_badly(&table, commands).await;
    assert_eq!((&turn.report(0)["successful"], &turn.report(0)["failed"]), (&json!(2), &json!(1)));
    assert_eq!(table.pack().await.iter().filter(|item| *item == "silver arrows").count(), 49);
}

#[tokio::test]
async fn where_nothing_could_be_done_it_is_an_error_and_whatever_is_no_command_fails_for_itself() {
    let table = Table::new().await;
    let commands = json!([
        {"type": "hp_change", "character_id": "nobody", "change": -1},
        {"type": "dance", "character_id": "nobody"},
        {"type": "hp_change", "character_id": "nobody", "change": "much"},
        {"type": "hp_change", "character_id": "nobody", "change": 1, "colour": "red"},
        7,
    ]);
    let before = table.hero().await;
    let turn = give_badly(&table, commands).await;
    assert!(turn.result(0).1);
    assert_eq!((&turn.report(0)["successful"], &turn.report(0)["failed"]), (&json!(0), &json!(5)));
    let reasons = turn.report(0)["results"].clone();
    for (i, word) in ["nobody", "dance", "much", "colour"].iter().enumerate() {
        assert!(reasons[i]["message"].as_str().unwrap().contains(word), "{}", reasons[i]);
    }
    for many in [json!([]), json!(vec![json!({"type": "rest"}); 21])] {
        let turn = give_badly(&table, many).await;
        assert!(turn.result(0).1 && turn.result(0).0.contains("1 to 20"));
    }
    assert_eq!(table.hero().await, before);
}

#[tokio::test]
async fn a_boon_shows_on_the_sheet_counts_in_rulings_and_is_over_in_time() {
    let table = Table::of("rogue", 3).await;
    let id = table.hero().await["id"].clone();
    let plain = table.hero().await;
    let boon = json!({"type": "buff", "character_id": id, "action": "add", "buff_name": "cat's grace",
        "duration_type": "minutes", "duration": 30, "modifiers": {"dexterity": 2, "armor_class": 1, "speed": 5}});
    give(&table, json!([boon])).await;
    let hero = table.hero().await;
    assert_eq!(hero["effects"][0]["name"], "cat's grace");
    assert_eq!(hero["effects"][0]["timing"]["roundsLeft"], 300);
    assert_eq!(hero["armorClass"], plain["armorClass"], "the sheet's own number stays");
    for (field, more) in [("armorClassNow", 1), ("speedNow", 5)] {
        assert_eq!(hero[field].as_i64().unwrap(), plain[field].as_i64().unwrap() + more, "{field}");
    }
    let sheet = table.get(&format!("/characters/{}/sheet", id.as_str().unwrap())).await.good();
    let bonus = |sheet: &Value, list: &str, name: &str| {
        let all = sheet[list].as_array().unwrap().iter();
        all.clone().find(|it| it["name"] == name).unwrap()["bonus"].as_i64().unwrap()
    };
    let dexterity = plain["abilities"]["dex"].as_i64().unwrap();
    let trained = plain["proficiencies"]["saves"].as_array().unwrap().contains(&json!("dex"));
    let own = (dexterity - 10).div_euclid(2) + if trained { plain["proficiencyBonus"].as_i64().unwrap() } else { 0 };
    assert_eq!(bonus(&sheet, "saves", "dex"), own + 2);
    assert!(
        table
            .state_block()
            .await
            .contains("  under: cat's grace (ac +1, dex checks and saves +2, speed +5 ft; 30 minutes)")
    );

    let ruling = json!({"skill": "stealth", "difficulty": "easy", "reason": "past her"});
    table.claude().judge_will([calls("resolve_skill_check", ruling)]);
    let turn = table.play("I sneak past her.", [says("You pass.")]).await;
    let stealth = bonus(&sheet, "skills", "stealth");
    assert_eq!(turn.0["rolls"][0]["modifier"], stealth, "what is thrown is what the sheet says");
    table.update(json!({"minutes_passed": 30})).await;
    let hero = table.hero().await;
    assert!(hero.get("effects").is_none());
    assert_eq!(hero["armorClassNow"], plain["armorClassNow"]);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn in_a_fight_commands_are_not_heeded() {
    let table = Table::new().await;
    let id = table.hero().await["id"].clone();
    let came = json!({"npcs_to_create": [{"name": "Goblin", "slug": "goblin", "disposition": "hostile"}]});
    let hurt = json!({"commands": [{"type": "hp_change", "character_id": id, "change": -3}]});
    table.claude().will([says("A goblin!").and_updates(came).and_calls(TOOL, hurt), says("It snarls.")]);
    let events = table.app.chat_events(&table.id, "I open the door.").await;
    let notices: Vec<&Value> = events.iter().filter(|it| it.event == "notice").map(|it| &it.data["code"]).collect();
    assert_eq!(notices, ["combat_tool_blocked"]);
    let turn = Turn(events.last().unwrap().data["turn"].clone());
    assert!(turn.result(1).1 && turn.result(1).0.contains("There is a fight"));
    let by_hand = turn.0["toolCalls"].as_array().unwrap().iter().filter(|call| call["name"] == TOOL).count();
    assert_eq!(by_hand, 1);
}
