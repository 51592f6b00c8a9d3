//! Calls as a model writes them: things and people by natural names, single values for lists, and what a spell leaves behind.

use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says, updates};

fn count(pack: &[String], name: &str) -> usize {
    pack.iter().filter(|it| it.as_str() == name).count()
}

async fn called(table: &Table, tool: &str, input: Value) -> Turn {
    table.play("I go on.", [calls(tool, input), says("So it goes.")]).await
}

#[tokio::test]
async fn what_is_gained_is_counted_and_has_the_name_of_the_rules() {
    let table = Table::of("cleric", 3).await;
    let before = table.pack().await;
    table
        .update(json!({"items_gained": ["3 torches", "2 Potions of Healing", "Potion of Healing x2", "a dozen eggs"]}))
        .await;
    let pack = table.pack().await;
    assert_eq!(count(&pack, "Torch"), count(&before, "Torch") + 3, "{pack:?}");
    let potions = count(&before, "Potion of Healing") + 4;
    assert_eq!((count(&pack, "Potion of Healing"), count(&pack, "egg")), (potions, 12), "{pack:?}");
    let turn = called(
        &table,
        "apply_state_commands",
        json!({"commands": [{"type": "item", "action": "add", "item_name": "two torches"}]}),
    );
    assert_eq!(turn.await.report(0)["results"][0]["details"]["count"], 2);
}

#[tokio::test]
async fn coins_are_no_things_of_the_pack() {
    let table = Table::of("cleric", 3).await;
    let before = table.pack().await;
    for coins in ["15 gold pieces", "a purse with 7 gp"] {
        let turn = table.refused_update(json!({"items_gained": [coins]})).await;
        assert!(turn.result(0).0.contains("gold_delta"), "{}", turn.result(0).0);
    }
    assert_eq!(table.pack().await, before);
}

#[tokio::test]
async fn coins_in_any_words_are_refused_at_every_door_and_things_of_metal_are_not() {
    let table = Table::of("cleric", 3).await;
    table.update(json!({"items_gained": ["gold ring", "silver whistle", "copper key"]})).await;
    let before = table.pack().await;
    for (thing, n) in [("gold ring", 1), ("silver whistle", 1), ("copper key", 1)] {
        assert_eq!(count(&before, thing), n, "{before:?}");
    }
    for coins in [
        "a bag of gold",
        "purse of silver",
        "zwei Goldmünzen",
        "sakiewka złota",
        "dix pièces d'or",
        "una bolsa de plata",
        "20 gold crowns",
        "ten silver shillings",
        "a purse of silver marks",
    ] {
        for field in ["items_gained", "items_lost"] {
            let turn = table.refused_update(json!({field: [coins]})).await;
            assert!(turn.result(0).0.contains("gold_delta"), "{field} {coins}: {}", turn.result(0).0);
        }
        for action in ["add", "remove"] {
            let command = json!({"type": "item", "action": action, "item_name": coins});
            let turn = called(&table, "apply_state_commands", json!({"commands": [command]})).await;
            assert!(turn.result(0).0.contains("gold_delta"), "{action} {coins}: {}", turn.result(0).0);
        }
        let reward = json!({"action": "give", "quest": "The mill", "objectives": ["Go"], "reward": {"items": [coins]}});
        let turn = called(&table, "update_quest", reward).await;
        assert!(turn.result(0).1 && turn.result(0).0.contains("`gold`"), "{coins}: {}", turn.result(0).0);
    }
    assert_eq!(table.pack().await, before);
}

#[tokio::test]
async fn a_share_of_a_stack_is_taken_and_an_open_number_is_asked_for() {
    let table = Table::of("cleric", 3).await;
    let before = count(&table.pack().await, "Bolt");
    table.update(json!({"items_gained": ["12 x Lamp", "a bag of 20 bolts", "2 days of rations"]})).await;
    let pack = table.pack().await;
    assert_eq!(count(&pack, "Bolt"), before + 20, "{pack:?}");
    for open in ["lamps", "a few lamps", "a handful of bolts", "the other half of the lamps"] {
        let turn = table.refused_update(json!({"items_lost": [open]})).await;
        assert!(turn.result(0).0.contains("say how many"), "{open}: {}", turn.result(0).0);
    }
    for (lost, left) in [("half the lamps", 6), ("two lamps", 4), ("the last of the lamps", 0)] {
        table.update(json!({"items_lost": [lost]})).await;
        assert_eq!(count(&table.pack().await, "Lamp"), left, "{lost}");
    }
    let used = json!({"commands": [{"type": "item", "action": "use", "item_name": "bolts", "quantity": 1}]});
    called(&table, "apply_state_commands", used).await;
    assert_eq!(count(&table.pack().await, "Bolt"), before + 19, "a command has its own number");
}

#[tokio::test]
async fn half_of_a_stack_that_comes_into_the_pack_is_asked_for() {
    let table = Table::of("cleric", 3).await;
    table.update(json!({"items_gained": ["4 x Lamp"]})).await;
    for half in ["half the lamps", "half of the candles", "the other half of the candles"] {
        let turn = table.refused_update(json!({"items_gained": [half]})).await;
        assert!(turn.result(0).0.contains("say how many"), "{half}: {}", turn.result(0).0);
    }
    assert_eq!(count(&table.pack().await, "Lamp"), 4);
}

#[tokio::test]
async fn money_of_any_country_belongs_in_the_purse() {
    let table = Table::of("cleric", 3).await;
    for coins in ["10 sz", "200 zł", "3 Taler", "20 Kronen", "forty crowns", "sto dukatów"] {
        let turn = table.refused_update(json!({"items_gained": [coins]})).await;
        assert!(turn.result(0).0.contains("belongs in the purse"), "{coins}: {}", turn.result(0).0);
    }
    let command = json!({"type": "item", "action": "add", "item_name": "gold crowns", "quantity": 20});
    let turn = called(&table, "apply_state_commands", json!({"commands": [command]})).await;
    assert!(turn.result(0).0.contains("belongs in the purse"), "{}", turn.result(0).0);
    // One crown may be worn.
    table.update(json!({"items_gained": ["a bronze crown", "penny whistle", "a gold crown"]})).await;
}

#[tokio::test]
async fn what_is_lost_is_found_by_a_natural_name() {
    let table = Table::of("cleric", 3).await;
    let name = table.hero().await["name"].as_str().unwrap().to_owned();
    table.update(json!({"items_gained": ["10 x Lamp", "Flask of Plum Brandy", "Iron Ring", "Silver Ring"]})).await;
    let first = name.split(' ').next().unwrap();
    for lost in
        ["a lamp", "the Lamp", "two lamps", "3 lamps", "Lamp x2", &format!("{first}'s lamp"), "the flask of brandy"]
    {
        let turn = table.update(json!({"items_lost": [lost]})).await;
        assert!(turn.changes().contains(&"itemLost"), "{lost}: {}", turn.result(0).0);
    }
    let pack = table.pack().await;
    assert_eq!((count(&pack, "Lamp"), count(&pack, "Flask of Plum Brandy")), (0, 0), "{pack:?}");
    let turn = table.refused_update(json!({"items_lost": ["my ring"]})).await;
    let said = turn.result(0).0;
    assert!(said.contains("Iron Ring") && said.contains("Silver Ring"), "{said}");
}

#[tokio::test]
async fn a_hero_goes_by_the_first_name_and_a_single_text_for_a_list() {
    let table = Table::of("cleric", 3).await;
    let name = table.hero().await["name"].as_str().unwrap().to_owned();
    let first = name.split(' ').next().unwrap();
    let turn = table.update(json!({"character": first, "hp_delta": -1})).await;
    assert!(turn.changes().contains(&"hpChanged"), "{}", turn.result(0).0);
    let turn = table.update(json!({"items_gained": "a silver ring"})).await;
    assert!(turn.changes().contains(&"itemGained"), "{}", turn.result(0).0);
    table.update(json!({"npcs_to_create": {"name": "Old Pell", "slug": "commoner", "disposition": "friendly"}})).await;
    let turn = called(&table, "update_npc", json!({"id": "Pell", "learns": "The bell is cracked."})).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let turn = called(&table, "update_location", json!({"description": "A yard.", "secrets": "A loose board."})).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let turn = table.update(json!({"npcs_to_dismiss": ["pell"]})).await;
    assert!(turn.changes().contains(&"creatureLeft"), "{}", turn.result(0).0);
}

#[tokio::test]
async fn look_ups_take_what_models_ask_for() {
    let table = Table::of("cleric", 3).await;
    for (tool, input, has) in [
        ("query_session_memory", json!({"query": "the bell"}), ""),
        ("query_character_ability", json!({"section": "skills"}), "medicine"),
        ("query_character_ability", json!({"section": "inventory"}), "quantity"),
    ] {
        let turn = called(&table, tool, input).await;
        assert!(!turn.result(0).1 && turn.result(0).0.contains(has), "{tool}: {}", turn.result(0).0);
    }
}

#[tokio::test]
async fn a_spell_on_somebody_unhurt_says_that_nothing_changed() {
    let table = Table::of("cleric", 3).await;
    table
        .update(json!({"npcs_to_create": [{"name": "Old Pell", "slug": "commoner", "disposition": "friendly"}]}))
        .await;
    called(&table, "cast_spell", json!({"spell": "Cure Wounds", "target": "Old Pell", "level": 2})).await;
    let asked = table.claude().last_asked();
    let (answer, is_error) = asked.results()[0];
    assert!(!is_error && answer.contains("Old Pell: nothing changed, hp "), "{answer}");
    assert!(answer.contains("\"slot\":2"), "{answer}");
}

#[tokio::test]
async fn a_spell_without_numbers_that_is_kept_in_mind_lasts_its_own_time() {
    let table = Table::of("wizard", 3).await;
    let effects = async || table.hero().await["effects"].clone();
    let buff = json!({"type": "buff", "action": "add", "buff_name": "detect magic", "duration_type": "concentration"});
    let cast = calls("cast_spell", json!({"spell": "Detect Magic"}));
    let told = says("The dusk takes on a grain.").and_calls("apply_state_commands", json!({"commands": [buff]}));
    let turn = table.play("I cast it.", [cast, told]).await;
    assert_eq!(turn.changes().iter().filter(|kind| **kind == "concentrationBegan").count(), 1, "{:?}", turn.changes());
    assert_eq!(effects().await.as_array().map(Vec::len), Some(1), "{}", effects().await);
    table.update(json!({"minutes_passed": 4})).await;
    assert!(effects().await.to_string().contains("Detect Magic"), "{}", effects().await);
    table.update(json!({"minutes_passed": 20})).await;
    assert!(!effects().await.to_string().contains("Detect Magic"), "{}", effects().await);
    assert!(!table.hero().await.to_string().contains("concentratingOn\":\"Detect"), "nothing is kept in mind");
    // Written down without having been cast by the tool.
    called(&table, "apply_state_commands", json!({"commands": [buff]})).await;
    assert!(effects().await.to_string().contains("detect magic"));
    table.update(json!({"minutes_passed": 11})).await;
    assert!(!effects().await.to_string().contains("detect magic"), "{}", effects().await);
}

#[tokio::test]
async fn a_buff_takes_dice() {
    let table = Table::of("cleric", 3).await;
    let buff = |by: &str| {
        json!({"commands": [{"type": "buff", "action": "add", "buff_name": "guidance", "duration_type": "concentration",
            "modifiers": {"ability_checks": by}}]})
    };
    let turn = called(&table, "apply_state_commands", buff("9d20")).await;
    assert!(turn.result(0).1, "{}", turn.result(0).0);
    let turn = called(&table, "apply_state_commands", buff("1d4")).await;
    assert!(!turn.result(0).1 && turn.result(0).0.contains("ability_checks 1d4"), "{}", turn.result(0).0);
    assert!(table.hero().await["effects"].to_string().contains("1d4"));
}

/// A table of a fighter with a bandit in a fight that waits for the hero.
async fn fight() -> Table {
    loop {
        let table = Table::of("fighter", 5).await;
        table.update(json!({"npcs_to_create": [{"name": "Rook", "slug": "bandit", "disposition": "hostile"}]})).await;
        let session = table.session().await;
        if !session["encounter"].is_null() && table.hero().await["currentHP"].as_i64().unwrap() > 0 {
            return table;
        }
    }
}

#[tokio::test]
async fn update_game_state_takes_the_same_fields_in_a_fight() {
    let table = fight().await;
    let written = json!({"important_event": "Rook has a scar.", "about": "Rook", "aspect": "face", "npcs_met": ["Rook"],
        "quests_added": ["Who sent Rook?"], "scene_update": "Steel in the lane.", "reveal_poi": "The lane"});
    let told = says("You keep your guard up, and Rook circles.").and_updates(written);
    let turn = table.play("I dodge.", [calls("take_action", json!({"action": "dodge"})), told]).await;
    let (said, is_error) = turn.result(1);
    assert!(!is_error, "{said}");
    assert_eq!(table.claude().combat_asked().len(), 2, "no further reply");
    assert_eq!(table.story().await["currentScene"], "Steel in the lane.");
}

#[tokio::test]
async fn a_call_of_the_wrong_shape_in_the_last_reply_is_sent_again() {
    let table = fight().await;
    let story = "You keep your guard up, and Rook circles you on the wet stones, looking for the gap in it. His boots slide once; \
                 he swears, and grins, and comes on again with the point of the blade low. Somewhere above you a shutter bangs open, \
                 and somebody thinks better of it. You hear your own breath, and his.";
    let told = says(story).and_updates(json!({"scene_update": "Steel in the lane.", "mood": "grim"}));
    let replies = [
        calls("take_action", json!({"action": "dodge"})),
        told,
        updates(json!({"scene_update": "Steel in the lane."})),
    ];
    let turn = table.play("I dodge.", replies).await;
    assert_eq!(table.story().await["currentScene"], "Steel in the lane.");
    assert!(turn.narrative().starts_with("You keep your guard up"), "{}", turn.narrative());
    let asked = table.claude().combat_asked();
    assert!(asked.last().unwrap().messages().last().unwrap().to_string().contains("mended, and no text"));
}

#[tokio::test]
async fn who_is_to_stay_out_of_a_fight_that_began_in_the_same_reply_stays_out() {
    let table = Table::of("fighter", 5).await;
    table.update(json!({"companions_to_add": [{"slug": "wolf", "name": "Grey"}]})).await;
    let foe = json!({"name": "Rook", "slug": "bandit", "disposition": "hostile"});
    let both = updates(json!({"npcs_to_create": [foe]})).and_calls("start_combat", json!({"stay_out": ["grey"]}));
    let turn = table.play("They come.", [both, says("Steel is drawn.")]).await;
    let (said, is_error) = turn.result(1);
    assert!(!is_error, "{said}");
    let order = table.session().await["encounter"]["order"].to_string();
    assert!(!order.contains("grey") && (order.contains("rook") || order == "null"), "{order}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn shield_is_not_cast_by_hand_in_a_fight() {
    let table = loop {
        let table = Table::of("wizard", 3).await;
        table.update(json!({"npcs_to_create": [{"name": "Rook", "slug": "bandit", "disposition": "hostile"}]})).await;
        if !table.session().await["encounter"].is_null() && table.hero().await["currentHP"].as_i64().unwrap() > 0 {
            break table;
        }
    };
    let turn = called(&table, "take_action", json!({"action": "cast", "with": "Shield"})).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("by itself"), "{}", turn.result(0).0);
    let asked = table.claude().combat_asked();
    let block = asked[0].messages().to_vec().iter().map(Value::to_string).collect::<String>();
    assert!(block.contains("by itself") && !block.contains("cast Shield"), "{block}");
}
