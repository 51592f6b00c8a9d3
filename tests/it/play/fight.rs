//! A fight at the table, by chat: who opens it, who plays it, and what the rules keep for themselves.

use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says, updates};

fn goblins(count: u32) -> Value {
    json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": count}])
}

/// A table with a fighter and a fight with this number of goblins.
async fn fight(count: u32) -> (Table, Turn) {
    let table = Table::of("fighter", 3).await;
    let turn = table.update(json!({"npcs_to_create": goblins(count)})).await;
    (table, turn)
}

async fn encounter(table: &Table) -> Value {
    table.session().await["encounter"].take()
}

#[tokio::test]
async fn a_dying_hero_has_no_blow_that_waits() {
    let table = Table::of("fighter", 3).await;
    // A fight begins only if a hero is on their feet.
    let friend = json!({"character": {"name": "Brom", "class": "cleric", "race": "dwarf", "level": 3}});
    table.post("/characters", friend).await.good();
    let lost = -table.hero().await["maxHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": lost})).await;
    let comes = calls("update_game_state", json!({"npcs_to_create": goblins(1)}));
    let turn = table.play("I strike at it!", [comes, says("It comes nearer.")]).await;
    let text = table.told(&turn, 0).await.0;
    assert!(text.contains("\"fight\":["), "{text}");
    assert!(!text.contains("No deed of") && !text.contains("a blow"), "{text}");
}

#[tokio::test]
async fn a_fight_is_opened_against_one_who_is_named_by_a_part() {
    let table = Table::of("fighter", 3).await;
    let here = json!([{"name": "Silent Goblin", "slug": "goblin", "disposition": "neutral"},
        {"name": "Loud Goblin", "slug": "goblin", "disposition": "neutral"}]);
    table.update(json!({"npcs_to_create": here})).await;
    let opens = |name: &str| [calls("start_combat", json!({"npc_ids": [name]})), says("Steel.")];
    let turn = table.play("I attack the goblin.", opens("goblin")).await;
    assert!(table.told(&turn, 0).await.1, "two are called so");
    table.play("I attack the silent one.", opens("silent")).await;
    assert_eq!(encounter(&table).await["order"].as_array().unwrap().len(), 2);
}

// srd: rule/the-order-of-combat--initiative
#[tokio::test]
async fn hostile_creatures_who_come_in_open_a_fight_and_it_waits_for_the_hero() {
    let (table, turn) = fight(2).await;
    assert!(turn.changes().contains(&"encounterBegan"), "{:?}", turn.changes());
    let encounter = encounter(&table).await;
    let order = encounter["order"].as_array().unwrap();
    assert_eq!(order.len(), 3);
    let kinds: Vec<&str> = order.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "enemy").count(), 2);
    for it in order {
        match it["kind"].as_str().unwrap() {
            "hero" => assert!(it["hp"].is_number() && it["turn"].is_object(), "{it}"),
            _ => assert!(it["hp"].is_string() && it.get("maxHP").is_none(), "a foe's numbers are hidden: {it}"),
        }
    }
    let current = &order[usize::try_from(encounter["turnIndex"].as_u64().unwrap()).unwrap()];
    assert_eq!(current["kind"], "hero", "foes who were quicker have acted");
    assert!(turn.narrative().contains("The fight begins"), "{}", turn.narrative());
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn neutral_people_open_no_fight_and_the_dungeon_master_can() {
    let table = Table::of("fighter", 3).await;
    let guards = json!([{"slug": "goblin", "name": "Guard", "disposition": "neutral"}]);
    table.update(json!({"npcs_to_create": guards})).await;
    assert_eq!(encounter(&table).await, Value::Null);
    let start = calls("start_combat", json!({"npc_ids": ["guard"]}));
    let turn = table.play("I draw my sword.", [start, says("He draws, too.")]).await;
    assert_eq!(turn.report(0)["ok"], true);
    assert!(turn.changes().starts_with(&["creatureTurned"]), "{:?}", turn.changes());
    assert_ne!(encounter(&table).await, Value::Null);
}

#[tokio::test]
async fn a_fight_against_a_sleeper_is_fought() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Wim", "disposition": "neutral"}]})).await;
    let sleeps = calls("update_npc", json!({"id": "wim", "conditions_added": ["unconscious"]}));
    table.play("I wait.", [sleeps, says("He snores.")]).await;
    let start = calls("start_combat", json!({"npc_ids": ["wim"], "close": ["wim"]}));
    let turn = table.play("I draw my sword.", [start, says("He snores on.")]).await;
    assert!(!turn.result(0).0.contains("won"), "{}", turn.result(0).0);
    assert_ne!(encounter(&table).await, Value::Null);
    assert_eq!(table.hero().await["xp"], 900);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn while_a_foe_lives_words_go_to_the_combat_agent_and_afterwards_to_the_dungeon_master_again() {
    let (table, _) = fight(1).await;
    assert!(table.claude().combat_asked().is_empty());
    let turn =
        table.play("I run for the gate.", [calls("end_combat", json!({"how": "fled"})), says("You are away.")]).await;
    assert_eq!(turn.narrative(), "You are away.");
    let asked = table.claude().combat_asked();
    assert_eq!(asked.len(), 2);
    let texts: Vec<&str> = asked[0].messages().last().unwrap()["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["text"].as_str().unwrap())
        .collect();
    assert!(texts[1].starts_with("[fight]\nround: ") && texts[1].ends_with("[/fight]"), "{}", texts[1]);
    assert!(
        texts[1].contains("\nfighter: goblin | Goblin | foes | ") && texts[1].contains("\ncan do: end_turn (free)")
    );
    assert!(turn.0["usage"]["byAgent"]["combat"].is_object(), "{}", turn.0["usage"]);
    let session = table.session().await;
    assert_eq!((&session["encounter"], &session["creatures"]), (&Value::Null, &json!([])), "they were left behind");
    let n = table.claude().asked().len();
    table.play("I catch my breath.", [says("The road is empty.")]).await;
    assert_eq!(table.claude().asked().len(), n + 1, "the Dungeon Master again");
}

// srd: rule/actions-in-combat--dodge
#[tokio::test]
async fn the_agents_deed_is_carried_out_by_the_rules_and_everybody_else_acts_after_it() {
    let (table, _) = fight(2).await;
    let dodge = calls("take_action", json!({"action": "dodge"}));
    let turn = table.play("I keep my guard up.", [dodge, says("They come at you.")]).await;
    let report = turn.report(0);
    assert_eq!(report["ok"], true);
    assert!(turn.narrative().starts_with("They come at you."), "{}", turn.narrative());
    assert!(report["happened"].as_array().unwrap().len() > 1, "{report}");
    let changes = turn.changes();
    assert!(changes.iter().filter(|kind| **kind == "combatTurnEnded").count() >= 2, "{changes:?}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_message_is_one_turn_of_the_hero_whatever_the_agent_calls() {
    let dodge = || calls("take_action", json!({"action": "dodge"}));
    let round = async |table: &Table| encounter(table).await["round"].as_u64().unwrap();
    for (second, input) in [
        ("end_turn", json!({})),
        ("take_action", json!({"action": "attack", "target": "goblin"})),
        ("take_action", json!({"action": "move", "at": {"x": 0, "y": 0}})),
        (
            "improvise",
            json!({"what": "Sand", "skill": "acrobatics", "dc": 10, "effect": "hindered", "target": "goblin"}),
        ),
    ] {
        let (table, _) = fight(1).await;
        let before = round(&table).await;
        let both = dodge().and_calls(second, input.clone());
        let turn = table.play("I dodge, and then I do it.", [both, says("You stand your ground.")]).await;
        assert!(round(&table).await <= before + 1, "{second} {input}: the next round is the player's");
        let (answer, is_refused) = turn.result(1);
        assert_eq!(is_refused, second != "end_turn", "{answer}");
        assert!(second == "end_turn" || answer.contains("turn is over"), "{answer}");
        let again = table.play("I dodge.", [dodge(), says("You dodge.")]).await;
        assert!(!again.result(0).1, "{}", again.result(0).0);
    }
}

#[tokio::test]
async fn a_spell_without_numbers_leaves_the_turn_and_a_reply_open_for_what_it_does() {
    let table = loop {
        let table = Table::of("wizard", 3).await;
        table.update(json!({"npcs_to_create": goblins(1)})).await;
        if !table.session().await["awaiting"].is_null() {
            table.post("/actions", json!({"action": "react", "reaction": "shield"})).await.good();
        }
        if !encounter(&table).await.is_null() && table.hero().await["currentHP"].as_i64().unwrap() > 0 {
            break table;
        }
    };
    let casts = calls("take_action", json!({"action": "cast", "with": "Detect Magic"}));
    let flees = calls("remove_combatant", json!({"id": "goblin", "how": "flees"}));
    let turn = table.play("I look at it with other eyes.", [casts, flees, says("It runs, and it is over.")]).await;
    assert_eq!(turn.narrative(), "It runs, and it is over.");
    let asked = table.claude().combat_asked();
    let (spell, left) = (asked[asked.len() - 2].results()[0].0, asked[asked.len() - 1].results()[0].0);
    assert!(spell.contains("to_apply") && spell.contains("remove_combatant"), "{spell}");
    assert!(left.contains("Goblin is gone from the scene."), "{left}");
    let second = asked[asked.len() - 2].messages().last().unwrap().to_string();
    assert!(!second.contains("last answer of the turn"), "{second}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn sleep_is_carried_out_by_the_rules_in_a_fight() {
    let table = loop {
        let table = Table::of("wizard", 5).await;
        table.update(json!({"npcs_to_create": goblins(1)})).await;
        if !table.session().await["awaiting"].is_null() {
            table.post("/actions", json!({"action": "react", "reaction": "shield"})).await.good();
        }
        if table.hero().await["currentHP"].as_i64().unwrap() > 0 {
            break table;
        }
    };
    let casts =
        calls("take_action", json!({"action": "cast", "with": "Sleep", "targets": ["goblin"], "ends_turn": false}));
    let turn = table.play("Sleep!", [casts, says("The goblin yawns.")]).await;
    let happened = turn.report(0)["happened"].to_string();
    assert!(turn.changes().contains(&"spellSlotsUsed") && happened.contains("Sleep"), "{}", turn.result(0).0);
    let asked = table.claude().combat_asked();
    let answer = asked.last().unwrap().results()[0].0;
    assert!(answer.contains("Hit points reached: Sleep: 5d8 = "), "{answer}");
    let fight = encounter(&table).await.to_string();
    assert!(happened.contains("Goblin is unconscious") && fight.contains("unconscious"), "{happened} {fight}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn shield_waits_for_the_blow_it_turns_aside() {
    let table = loop {
        let table = Table::of("wizard", 3).await;
        table.update(json!({"npcs_to_create": goblins(1)})).await;
        if !table.session().await["awaiting"].is_null() {
            table.post("/actions", json!({"action": "react", "reaction": "shield"})).await.good();
        }
        if !encounter(&table).await.is_null() && table.hero().await["currentHP"].as_i64().unwrap() > 0 {
            break table;
        }
    };
    let used = async || table.hero().await["spellcasting"]["slots"]["1"]["used"].clone();
    let before = used().await;
    let casts = calls("take_action", json!({"action": "cast", "with": "Shield"}));
    let ends = calls("end_combat", json!({"how": "fled"}));
    let turn = table.play("I cast Shield.", [casts, ends, says("You run.")]).await;
    let (answer, is_error) = table.told(&turn, 0).await;
    assert!(is_error && answer.contains("Shield is a reaction") && answer.contains("when an attack hits"), "{answer}");
    assert_eq!(used().await, before, "nothing was spent");
}

#[tokio::test]
async fn what_a_telling_leaves_out_of_wounds_is_appended_and_nothing_twice() {
    let (mut left_out, mut named) = (false, false);
    for n in 3..9 {
        let (table, _) = fight(n).await;
        let hp = async || table.hero().await["currentHP"].as_i64().unwrap();
        for telling in ["The walls are old here.", "Their blades cut into your arm."] {
            let before = hp().await;
            let dodge = calls("take_action", json!({"action": "dodge"}));
            let turn = table.play("I keep my guard up.", [dodge, says(telling)]).await;
            let (after, told) = (hp().await, turn.narrative());
            if encounter(&table).await.is_null() || after <= 0 {
                break;
            }
            assert!(told.starts_with(telling), "{told}");
            match telling.contains("cut") {
                true => named |= told == telling,
                false => assert_eq!(told != telling, after < before, "{told}"),
            }
            left_out |= !telling.contains("cut") && after < before;
        }
    }
    assert!(left_out && named, "{left_out} {named}");
}

#[tokio::test]
async fn what_no_reply_has_told_is_told_plainly() {
    let (table, _) = fight(2).await;
    let both = calls("take_action", json!({"action": "dodge"}));
    let turn = table.play("I keep my guard up.", [both.clone(), both]).await;
    let told = turn.narrative();
    assert!(told.contains("You dodge") || told.contains("You take care"), "{told}");
    assert!(!told.contains("(") && !told.contains("Mira "), "to the hero, and without the totals of throws: {told}");
}

#[tokio::test]
async fn a_deed_that_cannot_be_is_refused_with_what_can_and_nothing_is_spent() {
    let (table, _) = fight(1).await;
    let before = encounter(&table).await;
    let wrong = calls("take_action", json!({"action": "attack", "target": "dragon"}));
    let turn = table.play("I strike the dragon.", [wrong, says("There is none.")]).await;
    let (text, is_error) = turn.result(0);
    assert!(is_error && text.contains("goblin"), "{text}");
    assert_eq!((turn.changes(), encounter(&table).await), (Vec::<&str>::new(), before));
}

#[tokio::test]
async fn hit_points_are_the_rules_in_a_fight_whoever_asks() {
    let (table, _) = fight(1).await;
    let hp = table.hero().await["currentHP"].clone();
    let replies = [says("Drip.").and_updates(json!({"hp_delta": -5})), says("Drip.")];
    let events = table.events("I bleed.", replies).await;
    let asked = table.claude().combat_asked().pop().expect("a request");
    let answer = asked.results()[0].0.to_owned();
    assert!(answer.contains("\"rejected\":[{\"field\":\"hp_delta\"") && answer.contains("take_action"), "{answer}");
    let notices: Vec<&Value> = events.iter().filter(|it| it.event == "notice").map(|it| &it.data["code"]).collect();
    assert_eq!(notices, ["combat_tool_blocked"]);
    assert_eq!(table.hero().await["currentHP"], hp);
}

#[tokio::test]
async fn the_narrators_own_tools_are_blocked_once_a_fight_is_on() {
    let table = Table::of("fighter", 3).await;
    let replies = [
        updates(json!({"npcs_to_create": goblins(1)}))
            .and_calls("update_npc", json!({"id": "goblin", "hp_delta": -3}))
            .and_calls("roll_dice", json!({"dice": "1d20", "reason": "to hit"}))
            .and_updates(json!({"hp_delta": -4, "notable_event": "Steel was drawn."})),
        says("A goblin leaps out."),
    ];
    let events = table.events("I open the door.", replies).await;
    let notices: Vec<&Value> = events.iter().filter(|it| it.event == "notice").map(|it| &it.data["code"]).collect();
    assert_eq!(notices, ["combat_tool_blocked"; 3]);
    let asked = table.claude().last_asked();
    let results = asked.results();
    let errors: Vec<bool> = results.iter().map(|(_, is_error)| *is_error).collect();
    assert_eq!(errors, [false, true, true, false], "the rest of the last one was written down: {results:?}");
    assert!(results[3].0.contains("hp_delta") && results[1].0.contains("fight"), "{results:?}");
    let session = table.session().await;
    assert_eq!(session["creatures"][0]["health"], "unhurt");
    assert_eq!(session["story"]["recentEvents"][0], "Steel was drawn.");
}

#[tokio::test]
async fn a_fallen_hero_has_no_model_asked_and_throws_for_life_when_it_is_time() {
    let table = Table::of("fighter", 3).await;
    let friend = json!({"character": {"name": "Brom", "class": "cleric", "race": "dwarf", "level": 3}});
    table.post("/characters", friend).await.good();
    let fallen = table.session().await["characters"][0]["id"].clone();
    table.update(json!({"hp_delta": -40, "npcs_to_create": goblins(1)})).await;
    let (asked, mut thrown) = (table.claude().combat_asked().len(), false);
    for _ in 0..8 {
        let session = table.session().await;
        if session["encounter"].is_null() || session["characters"][0]["currentHP"] != 0 {
            break;
        }
        let body = json!({"message": "I grit my teeth.", "characterId": fallen});
        let turn = Turn(table.post("/chat", body).await.good());
        assert!(!turn.narrative().is_empty());
        assert_eq!((turn.0["model"].as_str(), turn.0["usage"]["inputTokens"].as_u64()), (Some("rules"), Some(0)));
        thrown |= turn.0["rolls"].to_string().contains("Death saving throw");
        let waits = table.get("/actions").await.good();
        if waits["waitsFor"].is_string() && waits["waitsFor"] != fallen {
            let end = json!({"action": "endTurn"});
            table.post("/actions", end).await.good();
        }
    }
    assert!(thrown, "it was thrown for life");
    assert_eq!(table.claude().combat_asked().len(), asked, "nobody was asked");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_judge_sends_a_blow_at_a_foe_into_a_fight() {
    let (table, _) = fight(1).await;
    table.play("I yield.", [calls("end_combat", json!({"how": "settled"})), says("So be it.")]).await;
    assert_eq!(table.session().await["creatures"][0]["disposition"], "neutral");
    let start = calls("start_combat", json!({"npc_ids": ["goblin"]}));
    table.play("I think again.", [start, says("The goblin hisses.")]).await;
    assert_ne!(encounter(&table).await, Value::Null);
}

#[tokio::test]
async fn somebody_who_comes_in_joins_the_fight_and_somebody_who_yields_leaves_it() {
    let (table, _) = fight(1).await;
    let wolf = json!({"npcs_to_create": [{"slug": "wolf", "name": "Grey", "disposition": "friendly"}]});
    table.play("I whistle.", [says("A wolf comes.").and_updates(wolf)]).await;
    let order = encounter(&table).await["order"].take();
    assert!(order.as_array().unwrap().iter().any(|it| it["id"] == "grey" && it["kind"] == "ally"), "{order}");
    let yields = calls("remove_combatant", json!({"id": "goblin", "how": "yields"}));
    let turn = table.play("I shout: yield!", [yields, says("It drops the blade.")]).await;
    assert_eq!(turn.report(0)["fight"], "over");
    assert_eq!(table.session().await["creatures"][0]["disposition"], "neutral");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_scene_after_a_fight_is_what_it_leaves_behind_unless_somebody_writes_down_another() {
    let ends = |how: &str| calls("end_combat", json!({ "how": how }));
    let rain = ends("settled").and_calls("update_game_state", json!({"scene_update": "Rain on the road."}));
    for (reply, scene) in [
        (ends("fled"), "The heroes have got away from the fight."),
        (ends("settled"), "The fight is over; nobody is hostile any more."),
        (rain, "Rain on the road."),
    ] {
        let (table, _) = fight(1).await;
        table.update(json!({"scene_update": "A goblin turns on Mira."})).await;
        let before = table.minutes().await;
        table.play("Enough of this.", [reply, says("It is over.")]).await;
        assert_eq!(table.story().await["currentScene"], scene);
        assert!(table.minutes().await > before, "a fight takes time");
        table.play("I look around.", [says("Dust.")]).await;
        let asked = table.claude().last_asked();
        assert!(asked.state_block().contains(&format!("\nscene: {scene}\n")), "{}", asked.state_block());
    }
}

#[tokio::test]
async fn a_fight_that_is_won_leaves_a_scene_that_names_the_fallen() {
    let mut table = Table::of("fighter", 8).await;
    table.update(json!({"npcs_to_create": goblins(1), "scene_update": "A goblin turns on Mira."})).await;
    super::fight_by_hand::to_the_end(&mut table, 400, false).await;
    let scene = table.story().await["currentScene"].clone();
    assert_eq!(scene, "The fight is won; the dead lie where they fell: Goblin.");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_first_call_that_is_refused_does_not_cost_the_deed() {
    let (table, _) = fight(1).await;
    let wrong = calls("take_action", json!({"action": "attack", "target": "dragon"}));
    let right = calls("take_action", json!({"action": "dodge", "ends_turn": true}));
    let turn = table.play("I keep my guard up.", [wrong, right, says("You keep your guard up.")]).await;
    assert_eq!((turn.result(0).1, turn.result(1).1), (true, false), "{}", turn.result(1).0);
    assert_eq!(table.claude().combat_asked().len(), 3);
    assert!(turn.narrative().contains("You keep your guard up."));
}

#[tokio::test]
async fn the_names_that_models_give_fields_are_understood() {
    let (table, _) = fight(1).await;
    let bow = json!({"action": "attack", "target": "goblin", "weapon": "Light Crossbow", "ends_turn": false});
    let turn = table.play("I shoot.", [calls("take_action", bow), says("The bolt flies.")]).await;
    assert!(!turn.result(0).0.contains("unknown field"), "{}", turn.result(0).0);
    let sand = json!({"what": "Sand", "skill": "athletics", "dc": 10, "effect": "hindered", "target": "goblin", "ends_turn": true});
    let turn = table.play("Sand!", [calls("improvise", sand), says("Sand flies.")]).await;
    assert!(!turn.result(0).0.contains("unknown field"), "{}", turn.result(0).0);
}

#[tokio::test]
async fn those_who_come_in_close_stand_beside_the_hero() {
    for (close, most) in [(true, 1), (false, 12)] {
        let table = Table::of("fighter", 3).await;
        // A slow foe has not moved yet when the hero's turn comes; a quick one may have closed in by itself.
        let zombie = json!({"slug": "zombie", "name": "Zombie", "disposition": "hostile", "close": close});
        table.update(json!({"npcs_to_create": [zombie]})).await;
        let session = table.app.store().load(&table.id.as_str().into()).await.unwrap();
        let encounter = session.game.encounter.clone().expect("a fight");
        let [one, other] = encounter.order.as_slice() else { panic!("{encounter:?}") };
        let apart = one.square.x.abs_diff(other.square.x).max(one.square.y.abs_diff(other.square.y));
        assert!(apart <= most, "{close}: {apart}");
    }
}

#[tokio::test]
async fn one_who_came_in_close_in_peace_stands_beside_the_hero_when_a_fight_begins_in_the_turn() {
    for (close, most) in [(true, 1), (false, 12)] {
        let table = Table::of("fighter", 3).await;
        let zombie = json!({"slug": "zombie", "name": "Zombie", "disposition": "neutral", "close": close});
        let comes = calls("update_game_state", json!({"npcs_to_create": [zombie]}));
        let start = calls("start_combat", json!({"npc_ids": ["zombie"]}));
        table.play("Who is there?", [comes, start, says("Cold hands reach for you.")]).await;
        let session = table.app.store().load(&table.id.as_str().into()).await.unwrap();
        let encounter = session.game.encounter.clone().expect("a fight");
        let [one, other] = encounter.order.as_slice() else { panic!("{encounter:?}") };
        let apart = one.square.x.abs_diff(other.square.x).max(one.square.y.abs_diff(other.square.y));
        assert!(if close { apart <= most } else { apart > 1 && apart <= most }, "{close}: {apart}");
    }
}

#[tokio::test]
async fn a_victory_without_dead_names_none_and_those_who_yield_are_worth_their_experience() {
    let (table, _) = fight(1).await;
    let before = table.hero().await["xp"].as_i64().unwrap();
    let yields = calls("remove_combatant", json!({"id": "goblin", "how": "yields"}));
    table.play("I shout: yield!", [yields, says("It drops the blade.")]).await;
    assert_eq!(table.story().await["currentScene"], "The fight is won; nobody died in it.");
    assert_eq!(table.hero().await["xp"].as_i64().unwrap(), before + 50);
}

#[tokio::test]
async fn a_fight_that_is_lost_says_who_lies_there_and_what_can_be_done() {
    for _ in 0..20 {
        let table = Table::of("fighter", 1).await;
        table.update(json!({"npcs_to_create": goblins(4)})).await;
        for _ in 0..20 {
            if encounter(&table).await.is_null() {
                break;
            }
            table.play("I wait.", [calls("end_turn", json!({})), says("Rain falls on you.")]).await;
        }
        assert!(encounter(&table).await.is_null(), "four goblins win");
        let Some(asked) = table.claude().combat_asked().pop() else { continue };
        let answer: Value = serde_json::from_str(asked.results()[0].0).unwrap();
        assert_eq!(answer["fight"], "over");
        assert!(answer["fallen"][0].as_str().unwrap().starts_with("mira: d"), "{answer}");
        assert!(answer["next"].as_str().unwrap().contains("hp_delta 1"), "{answer}");
        return;
    }
    panic!("every fight ended before the hero's first turn");
}

#[tokio::test]
async fn a_turn_does_not_end_where_the_deed_before_it_was_refused() {
    let (table, _) = fight(1).await;
    let acts = calls("take_action", json!({"action": "attack", "target": "dragon"})).and_calls("end_turn", json!({}));
    let again = calls("take_action", json!({"action": "attack", "target": "goblin"}));
    table.play("I strike.", [acts, again, says("Steel rings.")]).await;
    let asked = table.claude().combat_asked();
    let results = asked[1].results();
    assert!(results[0].1 && results[1].1 && results[1].0.contains("an earlier call"), "{results:?}");
    assert!(!asked[2].results()[0].1, "the blow is struck in the reply after");
}

#[tokio::test]
async fn the_last_answer_may_write_down_what_a_fight_leaves() {
    let (table, _) = fight(1).await;
    let ends = calls("end_combat", json!({"how": "settled"}));
    let tells =
        says("You put up the sword, and the goblin goes.").and_updates(json!({"scene_update": "An empty road."}));
    table.play("I put up my sword.", [ends, tells]).await;
    let asked = table.claude().combat_asked().pop().unwrap();
    let text = asked.last_text().to_owned();
    assert!(text.contains("last answer of the turn") && !text.contains("without further tools"), "{text}");
    assert_eq!(table.story().await["currentScene"], "An empty road.");
}

/// A table with a wolf beside the fighter.
async fn with_a_wolf() -> Table {
    let table = Table::of("fighter", 5).await;
    table.update(json!({"companions_to_add": [{"slug": "wolf", "name": "Grey"}]})).await;
    table
}

fn rook() -> Value {
    json!([{"name": "Rook", "slug": "bandit", "disposition": "hostile"}])
}

#[tokio::test]
async fn a_fight_opens_once_as_the_call_beside_the_arrival_says() {
    let table = with_a_wolf().await;
    let opens = json!({"stay_out": ["grey"], "close": ["rook"], "surprised": ["rook"]});
    let both = updates(json!({"npcs_to_create": rook()})).and_calls("start_combat", opens);
    let turn = table.play("They come.", [both, says("Steel is drawn.")]).await;
    let (said, is_error) = turn.result(1);
    assert!(!is_error && !said.contains("too_late"), "{said}");
    assert!(turn.report(0).get("fight").is_none(), "{}", turn.report(0));
    let changes = turn.0["changes"].as_array().unwrap();
    let began: Vec<&Value> = changes.iter().filter(|it| it["kind"] == "encounterBegan").collect();
    let [began] = began.as_slice() else { panic!("one opening: {:?}", turn.changes()) };
    let order = began["encounter"]["order"].as_array().unwrap();
    let of = |id: &str| order.iter().find(|it| it["who"].to_string().contains(id));
    assert!(of("grey").is_none(), "{order:?}");
    assert_eq!(of("rook").unwrap()["surprised"], true, "{order:?}");
    let places = [of("rook").unwrap(), of("mira").unwrap()].map(|it| it["square"].clone());
    let apart = |axis: &str| (places[0][axis].as_i64().unwrap() - places[1][axis].as_i64().unwrap()).abs();
    assert!(apart("x") <= 1 && apart("y") <= 1, "{places:?}");
    assert!(turn.changes().iter().all(|kind| *kind != "combatantLeft"), "{:?}", turn.changes());
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_fight_whose_opening_is_refused_waits_for_the_next_reply_and_begins_by_itself_at_the_end() {
    let table = with_a_wolf().await;
    let both = || updates(json!({"npcs_to_create": rook()})).and_calls("start_combat", json!({"stay_out": ["nobody"]}));
    let mended = calls("start_combat", json!({"stay_out": ["grey"]}));
    let turn = table.play("They come.", [both(), mended, says("Steel is drawn.")]).await;
    assert!(turn.result(1).1 && !turn.result(2).1, "{} {}", turn.result(1).0, turn.result(2).0);
    let changes = turn.0["changes"].as_array().unwrap();
    let began = changes.iter().find(|it| it["kind"] == "encounterBegan").unwrap();
    assert!(!began["encounter"]["order"].to_string().contains("grey"), "{began}");
    let table = with_a_wolf().await;
    let turn = table.play("They come.", [both(), says("Steel is drawn.")]).await;
    assert!(turn.changes().contains(&"encounterBegan"), "{:?}", turn.changes());
    assert!(turn.narrative().contains("The fight begins"), "{}", turn.narrative());
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_fight_does_not_wait_for_a_call_that_was_refused_before_the_foes_came() {
    for refused in [json!({}), json!({"foes": ["rook"]})] {
        let table = with_a_wolf().await;
        let both = calls("start_combat", refused).and_updates(json!({"npcs_to_create": rook()}));
        let turn = table.play("They come.", [both, says("Steel is drawn.")]).await;
        let answer = table.told(&turn, 1).await.0;
        assert!(turn.result(0).1 && answer.contains("\"fight\":["), "{} {answer}", turn.result(0).0);
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn a_fight_that_waited_and_can_not_begin_leaves_a_notice() {
    let table = Table::of("fighter", 5).await;
    let lost = -table.hero().await["maxHP"].as_i64().unwrap();
    let all = updates(json!({"npcs_to_create": rook()}))
        .and_calls("start_combat", json!({"stay_out": ["nobody"]}))
        .and_updates(json!({"hp_delta": lost}));
    let events = table.events("They come.", [all, says("You fall.")]).await;
    let notices: Vec<&Value> = events.iter().filter(|it| it.event == "notice").map(|it| &it.data).collect();
    let of_the_fight: Vec<&&Value> = notices.iter().filter(|it| it["code"] == "fight_not_begun").collect();
    assert_eq!(of_the_fight.len(), 1, "{notices:?}");
    let said = of_the_fight[0]["message"].as_str().unwrap();
    assert!(said.starts_with("The fight did not begin: "), "{said}");
    assert_eq!(encounter(&table).await, Value::Null);
}
