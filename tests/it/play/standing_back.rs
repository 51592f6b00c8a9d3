//! Tests of people who stay out of a fight or behind, of dead party members, and of how a hero reaches a foe.

use game::Game;
use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says};

async fn does(table: &Table, tool: &str, input: Value) -> Turn {
    table.play("I look on.", [calls(tool, input), says("So it goes.")]).await
}

/// A table at the ferry, with a companion who is a person of the story.
async fn with_wat() -> Table {
    let table = Table::of("cleric", 3).await;
    table.update(json!({"location_changed": "The Ferry"})).await;
    table.claude().helper_will([says("Aye.")]);
    let wat = json!({"name": "Wat", "role": "ally", "context": "Wat herds sheep."});
    table.play("Who is that?", [says("Wat.").and_calls("create_supporting_npc", wat)]).await;
    table.update(json!({"companions_to_add": [{"slug": "bandit", "supporting_npc_id": "wat"}]})).await;
    assert_eq!(table.session().await["party"], json!(["wat"]));
    table
}

async fn creature(table: &Table, id: &str) -> Option<Value> {
    let all = table.session().await["creatures"].take();
    all.as_array().unwrap().iter().find(|it| it["id"] == id).cloned()
}

async fn stored(table: &Table) -> Game {
    table.app.store().load(&table.id.as_str().into()).await.unwrap().game
}

/// Where a person is, as it is stored.
async fn location(table: &Table, id: &str) -> String {
    stored(table).await.supporting_npcs.iter().find(|npc| npc.id.as_str() == id).unwrap().location.clone()
}

async fn scene_line(table: &Table, id: &str) -> String {
    let block = table.state_block().await;
    block.lines().find(|line| line.starts_with(&format!("in the scene: {id} |"))).unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_companion_who_stays_behind_is_met_again_as_they_were() {
    let table = with_wat().await;
    does(&table, "update_npc", json!({"id": "wat", "hp_delta": -1})).await;
    let hurt = creature(&table, "wat").await.unwrap();
    table.update(json!({"companions_to_remove": ["wat"], "location_changed": "The Mill"})).await;
    assert_eq!((creature(&table, "wat").await, location(&table, "wat").await.as_str()), (None, "the ferry"));
    let turn = does(&table, "travel", json!({"to": "The Ferry"})).await;
    assert_eq!(turn.report(0)["met"], json!(["wat"]));
    let line = scene_line(&table, "wat").await;
    assert!(line.contains("| friendly |"), "{line}");
    table.update(json!({"companions_to_add": [{"slug": "bandit", "supporting_npc_id": "wat"}]})).await;
    assert_eq!(table.session().await["party"], json!(["wat"]));
    let again = creature(&table, "wat").await.unwrap();
    assert_eq!((&again["hp"], &again["health"]), (&hurt["hp"], &hurt["health"]), "no new body");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_dead_of_the_party_travel_and_are_under_boons_no_more() {
    let table = with_wat().await;
    let boon = json!({"type": "buff", "character_id": "wat", "action": "add", "buff_name": "Bless",
        "duration_type": "minutes", "duration": 30, "modifiers": {"armor_class": 1}});
    does(&table, "apply_state_commands", json!({"commands": [boon]})).await;
    let line = scene_line(&table, "wat").await;
    assert!(line.starts_with("in the scene: wat | Wat | companion |") && line.ends_with("| under Bless"), "{line}");
    does(&table, "update_npc", json!({"id": "wat", "hp_delta": -60})).await;
    assert_eq!(table.session().await["party"], json!([]));
    let line = scene_line(&table, "wat").await;
    assert!(line.contains("| Wat | friendly | dead |") && !line.contains("Bless"), "{line}");
    let turn = does(&table, "travel", json!({"to": "The Mill"})).await;
    assert_eq!((&turn.report(0)["stayed"], turn.report(0).get("came_along")), (&json!(["wat"]), None));
    assert_eq!(location(&table, "wat").await, "the ferry");
    // A body goes where it is carried, and lies there.
    does(&table, "travel", json!({"to": "The Ferry"})).await;
    let turn = does(&table, "travel", json!({"to": "The Mill", "with": ["wat"]})).await;
    assert_eq!(turn.report(0)["came_along"], json!(["wat"]));
    assert_eq!(location(&table, "wat").await, "the mill");
    table.update(json!({"companions_to_remove": ["wat"]})).await;
    assert_eq!(creature(&table, "wat").await.unwrap()["health"], "dead", "the body lies there still");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_hero_who_dies_is_under_no_boon_any_more() {
    let table = Table::of("cleric", 3).await;
    let boon = json!({"type": "buff", "action": "add", "buff_name": "Bless", "duration_type": "minutes", "duration": 30,
        "modifiers": {"armor_class": 1}});
    does(&table, "apply_state_commands", json!({"commands": [boon]})).await;
    assert_eq!(table.hero().await["effects"][0]["name"], "Bless");
    table.update(json!({"hp_delta": -200})).await;
    let hero = stored(&table).await.characters[0].clone();
    assert!(hero.dead && hero.effects.is_empty(), "{:?}", hero.effects);
    table.app.check_fold(&table.id).await;
}

/// A goblin who can't come nearer, and a fight with it.
async fn with_a_goblin(table: &Table, start: Value) -> Turn {
    let goblin = json!({"slug": "goblin", "name": "Goblin", "disposition": "neutral"});
    table.update(json!({"npcs_to_create": [goblin]})).await;
    does(table, "update_npc", json!({"id": "goblin", "conditions_added": ["restrained"]})).await;
    does(table, "start_combat", start).await
}

async fn order(table: &Table) -> Vec<Value> {
    table.session().await["encounter"]["order"].as_array().expect("a fight").clone()
}

#[tokio::test]
async fn who_is_told_to_stay_out_of_a_fight_takes_no_part_and_a_blow_that_waits_is_called_so() {
    let table = with_wat().await;
    let turn = with_a_goblin(&table, json!({"npc_ids": ["goblin"], "stay_out": ["watt"]})).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("“watt”; there is wat and goblin"), "{}", turn.result(0).0);
    let turn = does(&table, "start_combat", json!({"npc_ids": ["goblin"], "stay_out": ["wat", "Goblin"]})).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("can't both attack and stay out"), "{}", turn.result(0).0);
    assert!(table.session().await["encounter"].is_null());
    does(&table, "start_combat", json!({"npc_ids": ["goblin"], "stay_out": ["wat"]})).await;
    let asked = table.claude().last_asked();
    let answer = asked.results()[0].0;
    assert!(answer.contains("has not been struck") && answer.contains("next words"), "{answer}");
    assert!(order(&table).await.iter().all(|it| it["id"] != "wat"));
    assert_eq!(table.session().await["party"], json!(["wat"]), "he is there all the same");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_judge_is_asked_of_a_smack_and_keeps_those_out_whom_the_player_told_to_stay_back() {
    let table = with_wat().await;
    // A foe who arrives while no hero is on their feet begins no fight.
    let hp = table.hero().await["currentHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -hp})).await;
    let goblin = json!({"slug": "goblin", "name": "Goblin", "disposition": "hostile"});
    table.update(json!({"npcs_to_create": [goblin]})).await;
    table.update(json!({"hp_delta": hp})).await;
    assert!(table.session().await["encounter"].is_null());
    table.claude().judge_will([calls("resolve_attack", json!({"target": "goblin", "stay_out": ["wat"]}))]);
    let words = "i walk up to the goblin and smack it right on the nose. wat stay back";
    table.play(words, [calls("end_turn", json!({})), says("Steel.")]).await;
    assert_eq!(table.claude().judge_asked().len(), 1);
    assert!(order(&table).await.iter().all(|it| it["id"] != "wat"));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn who_the_judge_read_to_stay_back_stays_out_of_a_fight_that_begins_later_in_the_turn() {
    let table = with_wat().await;
    table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Ogre", "disposition": "neutral"}]})).await;
    let ruling = json!({"target": "ogre", "stay_out": ["wat", "nobody", "ogre"]});
    table.claude().judge_will([calls("resolve_attack", ruling)]);
    let begins = calls("start_combat", json!({"npc_ids": ["ogre"]}));
    table.play("I bonk the ogre on the head. Wat, keep out of it!", [begins, says("It turns on you.")]).await;
    let order = order(&table).await;
    assert!(order.iter().any(|it| it["id"] == "ogre") && order.iter().all(|it| it["id"] != "wat"), "{order:?}");
    table.app.check_fold(&table.id).await;
}

async fn square(table: &Table, id: &str) -> (i64, i64) {
    let order = order(table).await;
    let at = &order.iter().find(|it| it["id"] == id).unwrap()["square"];
    (at["x"].as_i64().unwrap(), at["y"].as_i64().unwrap())
}

async fn are_side_by_side(table: &Table) -> bool {
    let (hero, goblin) = (square(table, "mira").await, square(table, "goblin").await);
    (hero.0 - goblin.0).abs() <= 1 && (hero.1 - goblin.1).abs() <= 1
}

#[tokio::test]
async fn a_square_is_read_as_the_fight_writes_it_and_a_move_goes_beside_its_target() {
    let table = Table::of("fighter", 3).await;
    with_a_goblin(&table, json!({"npc_ids": ["goblin"]})).await;
    let step = |at: Value| calls("take_action", json!({"action": "move", "at": at, "ends_turn": false}));
    let turn = table.play("I go north.", [step(json!("north")), step(json!("4,3")), says("You go.")]).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("at is a square"), "{}", turn.result(0).0);
    assert_eq!(square(&table, "mira").await, (4, 3));
    let turn = table.play("I go on.", [step(json!({"x": 4, "y": 4})), says("You go.")]).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let beside = calls("take_action", json!({"action": "move", "target": "goblin", "ends_turn": false}));
    let turn = table.play("I go up to it.", [beside.clone(), says("You go.")]).await;
    assert!(!turn.result(0).1 && are_side_by_side(&table).await, "{}", turn.result(0).0);
    let turn = table.play("Nearer.", [beside, says("You are there.")]).await;
    assert!(turn.result(0).0.contains("is beside Goblin already"), "{}", turn.result(0).0);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn an_attack_in_melee_goes_up_to_its_target_first() {
    let table = Table::of("fighter", 3).await;
    with_a_goblin(&table, json!({"npc_ids": ["goblin"]})).await;
    let blow = json!({"action": "attack", "target": "goblin", "with": "Longsword", "ends_turn": false});
    let turn = table.play("I run up and strike.", [calls("take_action", blow), says("Steel.")]).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let changes = turn.changes();
    let at = |kind: &str| changes.iter().position(|it| *it == kind);
    assert!(at("combatantMoved").is_some() && at("combatantMoved") < at("diceRolled"), "{changes:?}");
    if !table.session().await["encounter"].is_null() {
        assert!(are_side_by_side(&table).await);
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn armour_that_is_gained_is_said_not_to_be_worn() {
    let table = Table::of("fighter", 3).await;
    let worn = table.hero().await["armorClass"].clone();
    table.update(json!({"items_lost": ["Chain Mail"]})).await;
    assert_ne!(table.hero().await["armorClass"], worn);
    let turn = table.update(json!({"items_gained": ["Chain Mail", "Rope"]})).await;
    let clamped = turn.report(0)["clamped"].to_string();
    assert!(clamped.contains("Chain Mail is in the pack and not worn") && !clamped.contains("Rope"), "{clamped}");
    let on = json!({"type": "item", "action": "equip", "item_name": "Chain Mail"});
    does(&table, "apply_state_commands", json!({"commands": [on]})).await;
    assert_eq!(table.hero().await["armorClass"], worn);
    let turn = table.update(json!({"items_gained": ["Chain Mail"]})).await;
    assert!(!turn.report(0)["clamped"].to_string().contains("not worn"), "one of them is worn");
}

#[tokio::test]
async fn a_spell_the_rules_have_no_numbers_for_takes_its_slot() {
    let table = Table::of("cleric", 3).await;
    table.update(json!({"spells_learned": ["Lamp of the Drowned"]})).await;
    let unnamed = json!({"spell": "Lamp of the Drowned"});
    let turn = table.play("I call the lamp.", [calls("cast_spell", unnamed), says("It flickers.")]).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("slot"), "its level is unknown: {}", turn.result(0).0);
    let cast = json!({"spell": "Lamp of the Drowned", "slot": 1});
    let turn = table.play("I call the lamp.", [calls("cast_spell", cast.clone()), says("It glows.")]).await;
    let report = turn.report(0);
    assert_eq!(report["slot"], 1);
    assert!(report["happened"].to_string().contains("tell what it does"), "{report}");
    let used = async || table.hero().await["spellcasting"]["slots"]["1"].clone();
    assert_eq!(used().await["used"], 1);
    table.update(json!({"spell_slots_used": {"1": 4, "2": 2}})).await;
    let turn = table.play("Again.", [calls("cast_spell", cast), says("It stays dark.")]).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("no slot"), "{}", turn.result(0).0);
}

#[tokio::test]
async fn a_throw_to_keep_a_spell_names_the_spell() {
    let table = Table::of("cleric", 5).await;
    does(&table, "cast_spell", json!({"spell": "Bless", "targets": ["Mira"]})).await;
    does(&table, "update_game_state", json!({"hp_delta": -1})).await;
    let asked = table.claude().last_asked();
    let answer = asked.results()[0].0;
    assert!(answer.contains("against 10, to keep Bless)"), "{answer}");
}
