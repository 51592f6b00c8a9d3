//! Tests of companions: their number, their fights, and their plans.

use game::creature::Creature;
use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says};

fn wolf(name: &str) -> Value {
    json!({"slug": "wolf", "name": name})
}

/// More of them than fall before a hero has the turn.
fn goblins() -> Value {
    json!({"npcs_to_create": [{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": 4}]})
}

async fn companion(table: &Table, id: &str) -> Creature {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    game.creatures.iter().find(|one| one.id.as_str() == id).expect("a companion").clone()
}

/// By how much a companion's hit points changed in a turn.
fn moved(turn: &Turn, id: &str) -> i64 {
    let changes = turn.0["changes"].as_array().unwrap().iter();
    let own = changes.filter(|change| change["kind"] == "creatureHpChanged" && change["npcId"] == id);
    own.map(|change| change["delta"].as_i64().unwrap()).sum()
}

#[tokio::test]
async fn an_order_to_a_friend_goes_with_the_call_that_ends_the_turn() {
    let rat = |name: &str| json!({"slug": "giant-rat", "name": name, "disposition": "hostile", "close": true});
    // The rats may come first, and now and then they kill the wolf.
    let table = loop {
        let table = Table::of("fighter", 5).await;
        table.update(json!({"companions_to_add": [wolf("Grey")]})).await;
        table.update(json!({"npcs_to_create": [rat("Brute"), rat("Lout")]})).await;
        if !companion(&table, "grey").await.is_dead() {
            break table;
        }
    };
    let order = |input: Value| {
        let mut action = json!({"action": "dodge"});
        action["orders"] = json!([input]);
        calls("take_action", action)
    };
    for (wrong, why) in [
        (json!({"id": "brute", "target": "lout"}), "does not fight beside"),
        (json!({"id": "grey", "target": "lout", "with": "Fireball"}), "there is Bite"),
        (json!({"id": "grey"}), "Say what"),
    ] {
        let turn = table.play("Grey!", [order(wrong), says("No.")]).await;
        assert!(turn.result(0).1 && turn.result(0).0.contains(why), "{}", turn.result(0).0);
        assert!(!turn.changes().contains(&"combatTurnEnded"), "a refused order costs nothing");
    }
    let bites = order(json!({"id": "grey", "target": "lout", "with": "bite"}));
    let turn = table.play("Grey, at Lout!", [bites, says("He springs.")]).await;
    let report = turn.report(0);
    let lines = report["happened"].to_string();
    let heeded = report.get("not_followed").is_none() && report.get("not_yet").is_none();
    assert!(!lines.contains("Grey bites Brute") && !lines.contains("Grey’s Bite at Brute"), "{report}");
    assert!(!heeded || companion(&table, "grey").await.is_dead() || lines.contains("Lout"), "{report}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn three_travel_along_and_a_fourth_is_refused() {
    let table = Table::new().await;
    let all = ["Grey", "Black", "White", "Brown"].map(wolf);
    let turn = table.refused_update(json!({"companions_to_add": all})).await;
    let rejected = turn.report(0)["rejected"].clone();
    assert_eq!(rejected.as_array().unwrap().len(), 1);
    assert!(rejected[0]["reason"].as_str().unwrap().contains("At most 3"), "{rejected}");
    assert_eq!(table.session().await["party"], json!(["grey", "black", "white"]));
}

#[tokio::test]
async fn companions_join_every_fight_with_the_hit_points_they_have() {
    let table = Table::of("fighter", 9).await;
    table.update(json!({"companions_to_add": [wolf("Grey")]})).await;
    table.play("I tend it.", [calls("update_npc", json!({"id": "grey", "hp_delta": -4})), says("It limps.")]).await;
    let mut hp = 11 - 4;
    for _ in 0..2 {
        let turn = table.update(goblins()).await;
        let session = table.session().await;
        let order = session["encounter"]["order"].as_array().unwrap();
        let grey = order.iter().find(|it| it["id"] == "grey").expect("it takes part");
        assert_eq!(grey["kind"], "ally");
        hp += moved(&turn, "grey");
        assert_eq!(grey["hp"], hp, "friends are shown in numbers");
        let turn = table.play("I run.", [calls("end_combat", json!({"how": "fled"})), says("You are away.")]).await;
        hp += moved(&turn, "grey");
        assert!(table.session().await["encounter"].is_null());
        assert_eq!(i64::from(companion(&table, "grey").await.hp), hp, "nothing heals by the end of a fight");
        if hp == 0 {
            break;
        }
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_death_of_a_companion_is_written_down_with_the_npc_who_that_was() {
    let table = Table::new().await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": ["Rest"], "notes": "None."});
    table.claude().helper_will([says(profile.to_string()), says(profile.to_string())]);
    let marta = json!({"name": "Marta", "role": "ally", "context": "Keeps the inn."});
    let joins = json!({"companions_to_add": [{"slug": "wolf", "supporting_npc_id": "marta"}]});
    let comes = says("She comes along.").and_calls("create_supporting_npc", marta.clone()).and_updates(joins.clone());
    table.play("I ask Marta along.", [comes]).await;
    assert!(table.session().await["supportingNPCs"][0].get("dead").is_none());
    let dies = calls("update_npc", json!({"id": "marta", "hp_delta": -100}));
    let turn = table.play("I shout.", [dies, says("She falls.")]).await;
    assert_eq!(turn.changes(), ["creatureHpChanged", "creatureDied", "supportingNpcUpdated"]);
    assert_eq!(table.session().await["supportingNPCs"][0]["dead"], true);
    assert!(table.state_block().await.contains("supporting npc: marta | Marta | ally |"));
    assert!(
        table
            .claude()
            .last_asked()
            .state_block()
            .lines()
            .any(|it| it.starts_with("supporting npc: marta") && it.ends_with("| dead"))
    );

    let recall = calls("query_session_memory", json!({"query_type": "supporting_npcs"}));
    let turn = table.play("Who was that?", [recall, says("Marta.")]).await;
    assert!(turn.result(0).0.contains("; dead;"));
    // Written down anew, she stays dead, and no one dead comes along.
    let again = says("You remember her.").and_calls("create_supporting_npc", marta).and_updates(joins);
    let turn = table.play("I remember Marta.", [again, says("She is gone.")]).await;
    assert!(turn.result(1).0.contains("is dead"), "{}", turn.result(1).0);
    assert_eq!(table.session().await["supportingNPCs"][0]["dead"], true);
    table.app.check_fold(&table.id).await;
    table.post("/undo", json!({"turns": 4})).await.good();
    assert!(table.session().await["supportingNPCs"][0].get("dead").is_none());
}

#[tokio::test]
async fn a_person_of_the_party_lies_dying_at_no_hit_points_and_comes_round() {
    let table = Table::new().await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": ["Rest"], "notes": "None."});
    table.claude().helper_will([says(profile.to_string())]);
    let marta = json!({"name": "Marta", "role": "ally", "context": "Keeps the inn."});
    let joins = json!({"companions_to_add": [{"slug": "wolf", "supporting_npc_id": "marta"}]});
    let comes = says("She comes along.").and_calls("create_supporting_npc", marta).and_updates(joins);
    table.play("I ask Marta along.", [comes]).await;
    let hp = companion(&table, "marta").await.hp;
    let hurt = |by: i32| [calls("update_npc", json!({"id": "marta", "hp_delta": -by})), says("She is hurt.")];
    let turn = table.play("I shout.", hurt(hp)).await;
    assert_eq!(turn.changes()[..2], ["creatureHpChanged", "creatureDeathSavesChanged"]);
    let ruling = "death saves: each of marta throws once in this turn";
    table.play("Marta!", [says("She lies there.")]).await;
    assert!(table.claude().last_asked().messages().last().unwrap().to_string().contains(ruling));
    let spoken = table.chat("@Marta can you hear me?").await.problem();
    assert_eq!(spoken, (422, "npc_not_here".to_owned()));
    let session = table.session().await;
    assert!(session["supportingNPCs"][0].get("dead").is_none());
    assert_eq!((&session["party"], &session["creatures"][0]["health"]), (&json!(["marta"]), &json!("near death")));
    assert!(table.state_block().await.contains("| dying: 0 of 3 death saves, 0 of 3 failed |"));
    let turn = table.play("No!", hurt(1)).await;
    assert_eq!(turn.changes()[0], "creatureDeathSavesChanged", "damage at 0 takes no hit points");
    assert_eq!(companion(&table, "marta").await.death_saves.unwrap().failures, 1);
    let save = json!({"type": "death_save", "character_id": "marta", "result": "success", "count": 3});
    let saved = calls("apply_state_commands", json!({"commands": [save]}));
    let turn = table.play("I tend her.", [saved, says("She breathes.")]).await;
    assert!(turn.result(0).0.contains("Marta is stable."), "{}", turn.result(0).0);
    assert!(table.state_block().await.contains("| Marta | companion | stable |"));
    // The first time that passes throws the hours until she wakes, and four hours are the most.
    table.update(json!({"minutes_passed": 240})).await;
    assert_eq!(companion(&table, "marta").await.hp, 1);
    table.play("And again.", hurt(1)).await;
    let heals = calls("update_npc", json!({"id": "marta", "hp_delta": 3}));
    table.play("I bind the wound.", [heals, says("She sits up.")]).await;
    let marta = companion(&table, "marta").await;
    assert_eq!((marta.hp, marta.death_saves), (3, None));
    let rest = json!({"type": "rest", "rest_type": "long"});
    let rests = calls("apply_state_commands", json!({"commands": [rest]}));
    table.play("We sleep.", [rests, says("Morning.")]).await;
    assert_eq!(companion(&table, "marta").await.hp, marta.max_hp, "a night heals whoever travels along");
    let roll = json!({"type": "death_save", "character_id": "marta", "result": "roll"});
    let rolls = hurt(marta.max_hp)[0].clone().and_calls("apply_state_commands", json!({"commands": [roll]}));
    let turn = table.play("A blow!", [rolls, says("She lies there.")]).await;
    assert!(turn.changes().contains(&"diceRolled"), "{:?}", turn.changes());
    let heals = calls("update_npc", json!({"id": "marta", "hp_delta": 3}));
    table.play("I bind the wound.", [heals, says("She sits up.")]).await;
    let marta = companion(&table, "marta").await;
    // Massive damage kills at once.
    let turn = table.play("A rock!", hurt(marta.hp + marta.max_hp)).await;
    assert!(turn.changes().contains(&"creatureDied"));
    assert_eq!(table.session().await["supportingNPCs"][0]["dead"], true);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_weapon_that_is_found_is_one_to_strike_with() {
    let table = Table::of("wizard", 1).await;
    let turn = table.update(json!({"items_gained": ["Scimitar", "2 x rope"]})).await;
    assert_eq!(turn.changes(), ["itemGained", "weaponGained", "itemGained"]);
    let weapons = table.hero().await["weapons"].to_string();
    assert!(weapons.contains("Scimitar"), "{weapons}");
    table.update(json!({"items_gained": ["Scimitar"]})).await;
    let weapons = table.hero().await["weapons"].to_string();
    assert_eq!(weapons.matches("Scimitar").count(), 1, "{weapons}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_bystander_who_comes_with_a_foe_can_stay_out_of_the_fight() {
    let table = Table::of("fighter", 5).await;
    let goblin = json!({"slug": "goblin", "name": "Goblin", "disposition": "hostile"});
    let guard =
        |stay_out: bool| json!({"slug": "bandit", "name": "Wat", "disposition": "friendly", "stay_out": stay_out});
    let fights = |session: &Value| session["encounter"]["order"].to_string().contains("\"wat\"");
    table.update(json!({"npcs_to_create": [guard(false), goblin]})).await;
    assert!(fights(&table.session().await));
    table.post("/undo", json!({"turns": 1})).await.good();
    table.update(json!({"npcs_to_create": [guard(true), goblin]})).await;
    let session = table.session().await;
    assert!(session["encounter"]["order"].to_string().contains("\"goblin\"") && !fights(&session), "{session}");
}

#[tokio::test]
async fn what_the_ally_who_comes_next_means_to_do_is_told_and_accepted() {
    let table = Table::new().await;
    let accept = |ally: &str| json!({"action": "accept", "ally": ally});
    assert!(table.get("/actions").await.good()["ally"].is_null());
    assert_eq!(table.post("/actions", accept("grey")).await.problem(), (409, "no_encounter".to_owned()));
    table.update(json!({"companions_to_add": [wolf("Grey"), wolf("Black"), wolf("White")]})).await;
    // The next fighter depends on dice: at some of these tables it is an ally.
    for _ in 0..40 {
        table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Ogre", "disposition": "hostile"}]})).await;
        let now = table.get("/actions").await.good();
        if now["ally"].is_object() {
            let ally = now["ally"]["ally"].as_str().unwrap();
            assert!(["grey", "black", "white"].contains(&ally));
            let words = now["ally"]["suggestion"].as_str().unwrap();
            assert!(words.contains("Bite") || words.contains("come nearer"), "{words}");
            assert_eq!(table.post("/actions", accept("ogre")).await.problem(), (422, "illegal_action".to_owned()));
            let turn = Turn(table.post("/actions", accept(ally)).await.good());
            let began = turn.0["changes"].as_array().unwrap().iter().filter(|it| it["kind"] == "combatTurnBegan");
            assert_eq!(began.clone().next().unwrap()["who"]["creature"], ally, "the hero's turn is over");
            assert!(turn.0["message"].as_str().unwrap().starts_with("I leave the next move to"));
            if let Some(deed) = now["ally"]["deed"].as_str() {
                let told = turn.narrative().to_lowercase();
                assert!(told.contains(&deed.to_lowercase()), "{deed}: {told}");
            }
            table.app.check_fold(&table.id).await;
            return;
        }
        table.post("/undo", json!({"turns": 1})).await.good();
        table.post("/rolls", json!({"expression": "1d20"})).await.good();
    }
    panic!("no ally ever came right after the hero");
}
