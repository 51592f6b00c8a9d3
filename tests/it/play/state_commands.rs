//! State commands, given by the Dungeon Master: a batch, its answer, and the log of it.

use serde_json::{Value, json};

use crate::support::{Table, TestApp, Turn, calls, says};

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
async fn a_condition_that_only_the_story_knows_sets_in_and_ends_by_either_tool() {
    let table = Table::of("fighter", 3).await;
    let lays = |action: &str| json!({"commands": [{"type": "condition", "action": action, "condition": "glowing blue", "duration_type": "permanent"}]});
    let names = async || {
        let conditions = table.hero().await["conditions"].take();
        conditions.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    table.play("I drink.", [says("It fizzes.").and_calls("apply_state_commands", lays("add"))]).await;
    assert_eq!(names().await, ["glowing blue"]);
    table.update(json!({"conditions_removed": ["Glowing blue"]})).await;
    assert!(names().await.is_empty());
    table.update(json!({"conditions_added": ["glowing blue"]})).await;
    table.play("I wait.", [says("It fades.").and_calls("apply_state_commands", lays("remove"))]).await;
    assert!(names().await.is_empty());
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn an_effect_without_numbers_says_what_it_does_and_a_rule_of_its_name_describes_it() {
    let table = Table::of("fighter", 3).await;
    let lays = |name: &str, description: &str| json!({"type": "buff", "action": "add", "buff_name": name, "duration_type": "until_rest", "description": description});
    let commands =
        json!([lays("truth-bound", "Every lie\nburns | the tongue."), lays("bless", "It is something else.")]);
    let turn = give(&table, commands).await;
    assert_eq!(turn.report(0)["results"][0]["details"]["description"], "Every lie burns | the tongue.");
    assert_eq!(turn.0["changes"][1]["effect"]["source"], "spell/bless");
    let boons = table.hero().await["boons"].take();
    let oath = json!({"name": "truth-bound", "changes": [], "lasts": "until the next rest", "description": "Every lie burns | the tongue."});
    assert_eq!(boons[0], oath);
    let of_the_rule = boons[1]["description"].as_str().unwrap();
    assert!(of_the_rule.starts_with("Up to three you choose add 1d4"), "{of_the_rule}");
    let block = table.state_block().await;
    let lines =
        format!("\neffect: truth-bound | Every lie burns / the tongue.\neffect: bless | {of_the_rule}\nrules: ");
    assert!(block.contains(&lines), "{block}");
    let bundle = table.get("/export").await.good();
    let imported = table.app.post("/api/sessions/import", bundle).await.good();
    assert_eq!(imported["characters"][0]["boons"], boons);
    table.app.check_fold(&table.id).await;
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

#[tokio::test]
async fn heroes_who_rest_in_one_turn_rest_at_the_same_time() {
    let app = TestApp::start().await;
    let hero = |name: &str| json!({"name": name, "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"characters": [hero("Ada"), hero("Bea")]})).await;
    let table = Table { app, id };
    let before = table.minutes().await;
    let rest = |who: &str| calls(TOOL, json!({"commands": [{"type": "rest", "character": who, "rest_type": "long"}]}));
    let turn = table.play("We sleep.", [rest("Ada"), rest("Bea"), says("Morning.")]).await;
    assert!(!turn.result(0).1 && !turn.result(1).1, "{turn:?}");
    assert_eq!(table.minutes().await - before, 8 * 60);
    let turn = table.play("We sleep.", [rest("Ada"), says("No.")]).await;
    assert!(turn.result(0).1, "a turn later it is another rest");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn exhaustion_grows_by_a_level_through_either_door_and_the_sixth_kills() {
    let table = Table::of("fighter", 3).await;
    let level = async |table: &Table| table.hero().await["conditions"][0]["level"].clone();
    let whole = table.hero().await["maxHP"].as_i64().unwrap();
    let tire = json!([{"type": "condition", "action": "add", "condition": "exhaustion", "duration_type": "permanent"}]);
    for n in 1..=3 {
        assert!(!give(&table, tire.clone()).await.result(0).1);
        assert_eq!(level(&table).await, n);
    }
    table.update(json!({"conditions_added": ["Exhausted"]})).await;
    assert_eq!(level(&table).await, 4);
    let hero = table.hero().await;
    assert_eq!(hero["conditions"].as_array().unwrap().len(), 1, "{}", hero["conditions"]);
    assert_eq!((&hero["currentHP"], &hero["maxHP"]), (&json!(whole / 2), &json!(whole / 2)), "half of the maximum");
    let block = table.state_block().await;
    assert!(block.contains(&format!(" | hp {0}/{0} | ", whole / 2)), "{block}");
    let asked = table.get("/memory").await.good();
    assert!(!asked.to_string().contains(&format!("/{whole}")), "{asked}");
    table.update(json!({"conditions_added": ["exhaustion"]})).await;
    assert_eq!(table.hero().await["dead"], Value::Null, "the fifth is no death");
    give(&table, tire).await;
    assert_eq!(table.hero().await["dead"], true);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn nothing_is_laid_on_the_dead_by_any_door() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"npcs_to_create": [{"slug": "bandit", "name": "Ogg", "disposition": "neutral"}]})).await;
    table.play("Ogg!", [says("He falls.").and_calls("update_npc", json!({"id": "ogg", "hp_delta": -99}))]).await;
    table.update(json!({"hp_delta": -200})).await;
    let before = table.hero().await;
    assert_eq!(before["dead"], true);
    for (who, name) in [("Mira", "Mira"), ("ogg", "Ogg")] {
        let commands = json!([
            {"type": "condition", "character": who, "action": "add", "condition": "poisoned", "duration_type": "permanent"},
            {"type": "buff", "character": who, "action": "add", "buff_name": "bless", "duration_type": "permanent",
             "modifiers": {"armor_class": 2}},
        ]);
        let turn = give_badly(&table, commands).await;
        for result in turn.report(0)["results"].as_array().unwrap() {
            assert_eq!(result["message"], format!("{name} is dead."), "{result}");
        }
    }
    let turn = table.refused_update(json!({"conditions_added": ["frightened"]})).await;
    assert!(turn.result(0).0.contains("Mira is dead."), "{}", turn.result(0).0);
    let call = calls("update_npc", json!({"id": "ogg", "conditions_added": ["prone"]}));
    let turn = table.play("Ogg!", [call, says("Still.")]).await;
    assert!(turn.report(0)["rejected"][0] == "Ogg is dead.", "{}", turn.result(0).0);
    let after = table.hero().await;
    assert_eq!((&after["conditions"], &after["armorClassNow"]), (&before["conditions"], &before["armorClassNow"]));
}

#[tokio::test]
async fn the_prompt_shows_the_armour_class_that_counts() {
    let table = Table::of("fighter", 3).await;
    let ward = json!([{"type": "buff", "action": "add", "buff_name": "ward", "duration_type": "permanent",
        "modifiers": {"armor_class": 2}}]);
    give(&table, ward).await;
    let hero = table.hero().await;
    let (own, now) = (&hero["armorClass"], &hero["armorClassNow"]);
    let block = table.state_block().await;
    assert!(block.contains(&format!(" | ac {own} (+2 = {now})")), "{block}");
}

#[tokio::test]
async fn the_prompt_shows_what_a_rest_can_give() {
    let table = Table::of("fighter", 3).await;
    assert!(!table.state_block().await.contains("hit dice"), "none is spent");
    give(&table, json!([{"type": "hit_dice", "action": "use", "count": 2}])).await;
    let night = calls(TOOL, json!({"commands": [{"type": "rest", "rest_type": "long"}]}));
    let block = table.state_block().await;
    assert!(block.contains("\n  hit dice: 1 of 3\n") && !block.contains("long rest"), "{block}");
    table.play("I sleep.", [night, says("Morning.")]).await;
    let clock = table.session().await["clock"].clone();
    let block = table.state_block().await;
    assert!(block.contains("\n  long rest: from day "), "{clock}: {block}");
}
