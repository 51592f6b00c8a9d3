//! Playing by buttons: a fight to its end without a model, what is refused, and what is done out of a fight.

use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says};

fn foes(count: u32) -> Value {
    json!({"npcs_to_create": [{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": count}]})
}

/// What a player who wants it over would press: a blow if one can land, else a step nearer, else the end of the turn.
pub(super) fn choice(items: &[Value], order: &[Value], moved: bool) -> Value {
    let blow = items.iter().find(|it| it["act"]["action"] == "attack" && it["cost"] == "action");
    let life = items.iter().find(|it| it["act"]["action"] == "deathSave");
    let reaction = items.iter().find(|it| it["act"]["action"] == "react");
    if let Some(it) = reaction.or(life).or(blow) {
        return it["act"].clone();
    }
    match items.iter().find(|it| it["act"]["action"] == "move") {
        Some(step) if !moved => {
            let squares = step["squares"].as_array().unwrap();
            let foes = || order.iter().filter(|it| it["kind"] == "enemy" && it["hp"] != "dead").map(|it| &it["square"]);
            let off = |a: &Value, b: &Value, axis: &str| (a[axis].as_i64().unwrap() - b[axis].as_i64().unwrap()).abs();
            let far = |at: &&Value| foes().map(|foe| off(at, foe, "x").max(off(at, foe, "y"))).min();
            let nearest = squares.iter().min_by_key(far).unwrap();
            json!({"action": "move", "to": nearest})
        }
        _ => json!({"action": "endTurn"}),
    }
}

/// Plays to the end of the fight, every `by_chat`th time with words.
pub(super) async fn to_the_end(table: &mut Table, by_chat: usize, restarts: bool) -> Vec<Turn> {
    let (mut turns, mut moved) = (Vec::new(), String::new());
    for n in 0..400 {
        let session = table.session().await;
        if session["encounter"].is_null() {
            return turns;
        }
        let order = session["encounter"]["order"].as_array().unwrap();
        let now = table.get("/actions").await.good();
        let (items, hero) = (now["items"].as_array().unwrap().clone(), now["waitsFor"].to_string());
        let act = choice(&items, order, moved == hero);
        moved = if act["action"] == "move" { hero } else { String::new() };
        let dying = act["action"] == "deathSave";
        let turn = if n % by_chat == by_chat - 1 && act["action"] == "endTurn" && !dying {
            table.play("I stand my ground.", [calls("end_turn", json!({})), says("The press goes on.")]).await
        } else {
            Turn(table.post("/actions", act).await.good())
        };
        turns.push(turn);
        if restarts && n == 5 {
            let before = table.session().await;
            table.app.restart().await;
            assert_eq!(table.session().await, before, "the fight goes on where it was");
        }
    }
    panic!("the fight never ends");
}

#[tokio::test]
async fn four_heroes_fight_six_goblins_to_the_end_by_chat_and_by_buttons_over_a_restart() {
    let mut table = Table::on_disk().await;
    for class in ["cleric", "rogue", "wizard"] {
        let hero = json!({"name": format!("The {class}"), "class": class, "race": "human", "level": 3});
        table.post("/characters", json!({"character": hero})).await.good();
    }
    let before = table.session().await;
    table.update(foes(6)).await;
    let turns = to_the_end(&mut table, 3, true).await;
    table.app.check_fold(&table.id).await;
    let kinds: Vec<&str> = turns.iter().flat_map(Turn::changes).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "encounterEnded").count(), 1);
    let after = table.session().await;
    let dead = after["creatures"].as_array().unwrap().iter().filter(|it| it["health"] == "dead").count();
    let last = turns.last().unwrap();
    let (of, sum) = (
        |session: &Value, path: &str| -> i64 {
            session["characters"]
                .as_array()
                .unwrap()
                .iter()
                .map(|hero| hero.pointer(path).unwrap().as_i64().unwrap())
                .sum()
        },
        last.changes().iter().filter(|kind| **kind == "xpGained").count(),
    );
    if dead == 6 {
        assert_eq!(of(&after, "/xp") - of(&before, "/xp"), 300, "six goblins, shared by all");
        let living = after["characters"].as_array().unwrap().iter().filter(|hero| hero["dead"] != true).count();
        assert_eq!(sum, living, "the dead earn nothing");
        assert!(
            last.changes().contains(&"purseChanged") && last.changes().contains(&"itemGained"),
            "{:?}",
            last.changes()
        );
        assert!(last.narrative().contains("won"), "{}", last.narrative());
    } else {
        assert_eq!(of(&after, "/xp"), of(&before, "/xp"));
    }
}

#[tokio::test]
async fn a_blow_by_a_button_needs_no_model_and_leaves_the_fold_whole() {
    let mut table = Table::on_disk().await;
    table.update(foes(1)).await;
    let n = table.claude().asked().len() + table.claude().combat_asked().len();
    let turns = to_the_end(&mut table, usize::MAX, false).await;
    assert_eq!(table.claude().asked().len() + table.claude().combat_asked().len(), n);
    assert!(turns.iter().any(|turn| turn.0["rolls"].as_array().is_some_and(|rolls| !rolls.is_empty())));
    for turn in &turns {
        assert_eq!(turn.0["model"], "rules");
        assert!(!turn.narrative().trim().is_empty() && !turn.0["message"].as_str().unwrap().is_empty());
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn an_attack_says_how_likely_it_hits_each_target_and_others_acts_say_nothing_of_it() {
    let table = Table::of("ranger", 3).await;
    table.update(foes(2)).await;
    let attacks = table.session().await["characters"][0]["attacks"].clone();
    let items = table.get("/actions").await.good()["items"].clone();
    let (blows, others): (Vec<&Value>, Vec<&Value>) =
        items.as_array().unwrap().iter().partition(|it| it["act"]["action"] == "attack");
    assert!(!blows.is_empty() && !others.is_empty(), "{items}");
    for blow in blows {
        let arm = attacks.as_array().unwrap().iter().find(|arm| arm["name"] == blow["act"]["with"]).unwrap();
        assert_eq!(blow["toHit"], arm["toHit"], "{blow}");
        let odds = blow["odds"].as_array().unwrap();
        let targets: Vec<&Value> = odds.iter().map(|odds| &odds["target"]).collect();
        assert_eq!(targets, blow["targets"].as_array().unwrap().iter().collect::<Vec<_>>());
        for odds in odds {
            assert!((1..=99).contains(&odds["chance"].as_u64().unwrap()), "{odds}");
            assert!(odds["damage"].as_f64().unwrap() > 0.0, "{odds}");
        }
    }
    assert!(others.iter().all(|it| it.get("toHit").is_none() && it.get("odds").is_none()), "{items}");
}

#[tokio::test]
async fn the_odds_of_a_fight_are_told_and_nothing_of_it_is_kept() {
    let table = Table::of("fighter", 3).await;
    assert_eq!(table.get("/forecast").await.problem(), (409, "no_encounter".into()));
    table.update(foes(2)).await;
    let before = table.session().await;
    let odds = table.get("/forecast").await.good();
    assert_eq!((&odds["encounterId"], &odds["round"]), (&before["encounter"]["id"], &before["encounter"]["round"]));
    let of = |what: &str| ["low", "mean", "high"].map(|key| odds[what][key].as_f64().unwrap());
    for what in ["victory", "heroesFallen", "heroesDead", "rounds"] {
        let [low, mean, high] = of(what);
        assert!(0.0 <= low && low <= mean && mean <= high, "{odds}");
    }
    assert!((1..=400).contains(&odds["n"].as_u64().unwrap()) && of("victory")[2] <= 1.0, "{odds}");
    assert!(of("victory")[1] > 0.3, "a fighter of level 3 stands a chance against two goblins: {odds}");
    assert_eq!(table.session().await, before, "dice and version are as they were");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn what_the_rules_forbid_is_refused_with_what_is_possible_and_nothing_is_saved() {
    let table = Table::of("fighter", 3).await;
    let dodge = json!({"action": "dodge"});
    assert_eq!(table.post("/actions", dodge.clone()).await.problem(), (409, "no_encounter".into()));
    table.update(foes(2)).await;
    let before = table.session().await;
    let illegal = [
        json!({"action": "attack", "target": "nobody"}),
        json!({"action": "attack", "target": "goblin-a", "with": "moonbeam"}),
        json!({"action": "do", "deed": "Fireball"}),
        json!({"action": "use", "feature": "Wild Shape"}),
        json!({"action": "move", "to": {"x": 200, "y": 200}}),
        json!({"action": "useItem", "item": "crown of kings"}),
        json!({"action": "deathSave"}),
        json!({"action": "rest", "kind": "long"}),
        json!({"action": "unequip", "item": "Chain Mail"}),
    ];
    for body in illegal {
        let answer = table.post("/actions", body.clone()).await;
        assert_eq!(answer.problem(), (422, "illegal_action".into()), "{body}: {}", answer.text);
        assert!(answer.json()["detail"].as_str().unwrap().len() > 10);
    }
    let malformed = [
        (json!({}), "action"),
        (json!({"action": "dance"}), "action"),
        (json!({"action": "attack"}), "target"),
        (json!({"action": "attack", "target": 7}), "target"),
        (json!({"action": "dodge", "characterId": 7}), "characterId"),
        (json!({"action": "dodge", "trigger": "x".repeat(201)}), "trigger"),
        (json!({"action": "rest", "kind": "brief"}), "kind"),
    ];
    for (body, field) in malformed {
        let answer = table.post("/actions", body.clone()).await;
        assert_eq!(answer.problem(), (422, "validation_failed".into()), "{body}: {}", answer.text);
        let named = answer.json()["errors"][0]["field"].as_str().unwrap().to_owned();
        assert!(named == field || named == "body", "{body}: {named}");
    }
    let nobody = json!({"action": "dodge", "characterId": "nobody"});
    assert_eq!(table.post("/actions", nobody).await.problem(), (404, "unknown_character".into()));
    assert_eq!(table.session().await, before);
}

#[tokio::test]
async fn a_button_that_is_pressed_again_in_place_of_its_turn_does_the_same_deed_with_the_same_dice() {
    let table = Table::on_disk().await;
    table.update(foes(2)).await;
    let n_asked = table.claude().asked().len() + table.claude().combat_asked().len();
    for action in ["dodge", "endTurn"] {
        let first = table.post("/actions", json!({"action": action})).await.good();
        assert_eq!(first["toolCalls"][0]["name"], "action");
        assert_eq!(first["toolCalls"][0]["input"]["action"], action);
        let second = table.post("/retry", json!({})).await.good();
        assert_eq!((&second["changes"], &second["message"]), (&first["changes"], &first["message"]));
        assert_eq!(second["alternatives"].as_array().unwrap().len(), 1);
    }
    assert_eq!(table.claude().asked().len() + table.claude().combat_asked().len(), n_asked, "nobody was asked");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_same_key_presses_a_button_once() {
    let table = Table::of("fighter", 3).await;
    table.update(foes(1)).await;
    let press = |body: Value| {
        let request = table.app.request(reqwest::Method::POST, &table.path("/actions"));
        table.app.send(request.header("idempotency-key", "one").json(&body))
    };
    let first = press(json!({"action": "dodge"})).await.good();
    assert_eq!(press(json!({"action": "dodge"})).await.good(), first);
    assert_eq!(press(json!({"action": "endTurn"})).await.problem(), (422, "idempotency_mismatch".into()));
}

// srd: rule/resting--long-rest rule/resting--short-rest
#[tokio::test]
async fn rests_and_armour_are_buttons_out_of_a_fight() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"hp_delta": -10})).await;
    let (hurt, clock) = (table.hero().await, table.session().await["clock"].clone());
    let turn = Turn(table.post("/actions", json!({"action": "rest", "kind": "short", "hitDice": 1})).await.good());
    assert!(turn.changes().contains(&"hitDiceUsed") && !turn.narrative().is_empty());
    let rested = table.hero().await;
    assert!(rested["currentHP"].as_i64() > hurt["currentHP"].as_i64());
    assert_eq!(table.session().await["clock"]["hour"].as_u64(), clock["hour"].as_u64().map(|hour| (hour + 1) % 24));
    let too_many = json!({"action": "rest", "kind": "short", "hitDice": 9});
    assert_eq!(table.post("/actions", too_many).await.problem(), (422, "illegal_action".into()));
    table.post("/actions", json!({"action": "rest", "kind": "long"})).await.good();
    let fresh = table.hero().await;
    assert_eq!(fresh["currentHP"], fresh["maxHP"]);

    let worn = fresh["inventory"].as_array().unwrap().iter().find(|it| it["equipped"] == true).unwrap()["name"].clone();
    let on = json!({"action": "equip", "item": worn});
    assert_eq!(table.post("/actions", on.clone()).await.problem(), (422, "illegal_action".into()), "it is on already");
    table.post("/actions", json!({"action": "unequip", "item": worn})).await.good();
    assert!(table.hero().await["armorClass"].as_u64() < fresh["armorClass"].as_u64());
    table.post("/actions", on).await.good();
    assert_eq!(table.hero().await["armorClass"], fresh["armorClass"]);
    table.app.check_fold(&table.id).await;
}

// srd: rule/resting--long-rest
#[tokio::test]
async fn a_night_gives_back_slots_and_hit_points_and_takes_eight_hours() {
    let table = Table::of("wizard", 5).await;
    table.update(json!({"hp_delta": -9, "spell_slots_used": {"1": 3, "3": 1}})).await;
    let before = table.minutes().await;
    table.post("/actions", json!({"action": "rest", "kind": "long"})).await.good();
    let session = table.session().await;
    let hero = &session["characters"][0];
    assert_eq!(hero["currentHP"], hero["maxHP"]);
    for (level, slots) in hero["spellcasting"]["slots"].as_object().unwrap() {
        assert_eq!(slots["used"], 0, "level {level}");
    }
    assert_eq!(table.minutes().await, before + 8 * 60);
}

// srd: rule/resting--long-rest
#[tokio::test]
async fn a_long_rest_counts_for_the_hero_who_had_it_and_for_one_who_left_and_comes_back() {
    let table = Table::of("fighter", 3).await;
    let rests = async |who: &str| {
        let input = json!({"commands": [{"type": "rest", "character_id": who, "rest_type": "long"}]});
        let replies = [calls("apply_state_commands", input), says("The night goes by.")];
        let turn = table.play("I rest.", replies).await;
        turn.changes().contains(&"longRestTaken")
    };
    let brom = json!({"character": {"name": "Brom", "class": "cleric", "race": "dwarf", "level": 3}});
    table.post("/characters", brom.clone()).await.good();
    assert!(rests("mira").await);
    assert!(rests("brom").await, "he was there before the night and has had none");
    assert_eq!(table.app.delete(&table.path("/characters/brom")).await.status, 204);
    table.post("/characters", brom).await.good();
    assert!(!rests("brom").await, "he left and came back");
    let lia = json!({"character": {"name": "Lia", "class": "cleric", "race": "dwarf", "level": 3}});
    table.post("/characters", lia).await.good();
    assert!(rests("lia").await, "she is new, and the others' night was none of hers");
    table.update(json!({"minutes_passed": 1440})).await;
    assert!(rests("brom").await);
    table.app.check_fold(&table.id).await;
}

// srd: rule/using-each-ability--armor-class weapon-property/two-handed
#[tokio::test]
async fn a_second_shield_is_refused_and_a_shield_leaves_no_hand_for_a_two_handed_weapon() {
    let table = Table::of("fighter", 3).await;
    let class = async || table.hero().await["armorClass"].as_u64().unwrap();
    let shot = |target: &str| json!({"action": "attack", "target": target, "with": "Light Crossbow"});
    table.update(json!({"items_gained": ["Shield"]})).await;
    let with_shield = class().await;
    let refused = table.post("/actions", json!({"action": "equip", "item": "Shield"})).await;
    assert_eq!(refused.problem(), (422, "illegal_action".into()));
    assert_eq!(class().await, with_shield);

    table.update(foes(1)).await;
    let legal = async || table.get("/actions").await.good()["items"].to_string();
    assert!(!legal().await.contains("Light Crossbow"));
    let refused = table.post("/actions", shot("goblin")).await;
    assert!(refused.status == 422 && refused.text.contains("both hands"), "{}", refused.text);
    table.post("/actions", json!({"action": "unequip", "item": "Shield"})).await.good();
    assert_eq!(class().await, with_shield - 2);
    let session = table.session().await;
    let own = session["encounter"]["order"].as_array().unwrap().iter().find(|it| it["kind"] == "hero").unwrap();
    assert_eq!(own["turn"]["action"], false, "it was the action of the turn");
    assert!(!legal().await.contains("Light Crossbow"), "nothing is left to shoot with");
    table.post("/actions", json!({"action": "endTurn"})).await.good();
    if !table.session().await["encounter"].is_null() {
        assert!(legal().await.contains("Light Crossbow"));
        table.post("/actions", shot("goblin")).await.good();
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn experience_waits_for_the_end_of_a_fight_and_what_was_won_comes_once() {
    let mut table = Table::of("fighter", 9).await;
    let friend = json!({"character": {"name": "Brom", "class": "cleric", "race": "dwarf", "level": 9}});
    table.post("/characters", friend).await.good();
    let before = table.session().await;
    table.update(foes(2)).await;
    let turns = to_the_end(&mut table, usize::MAX, false).await;
    let kinds: Vec<&str> = turns.iter().flat_map(Turn::changes).collect();
    let n = |kind: &str| kinds.iter().filter(|it| **it == kind).count();
    assert_eq!((n("encounterXpGathered"), n("encounterEnded"), n("xpGained")), (2, 1, 2), "{kinds:?}");
    let ended = kinds.iter().position(|kind| *kind == "encounterEnded").unwrap();
    assert!(kinds[..ended].iter().all(|kind| *kind != "xpGained" && *kind != "purseChanged"), "{kinds:?}");
    let after = table.session().await;
    assert_eq!(after["encounter"], Value::Null);
    for hero in 0..2 {
        let xp = |session: &Value| session["characters"][hero]["xp"].as_u64().unwrap();
        assert_eq!(xp(&after) - xp(&before), 50, "two goblins' hundred, shared by two");
    }
    let bodies = after["creatures"].as_array().unwrap().iter().filter(|it| it["health"] == "dead").count();
    assert_eq!(bodies, 2, "they lie where they fell");
    let turn = table.play("I look around.", [says("It is over.")]).await;
    assert_eq!(turn.changes(), [""; 0], "nothing comes twice");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn others_act_by_themselves_until_a_hero_can_and_no_more_than_twenty_in_a_row() {
    let table = Table::of("fighter", 20).await;
    let kind = |name: &str, n: u32| json!({"slug": "goblin", "name": name, "disposition": "hostile", "count": n});
    table.update(json!({"npcs_to_create": [kind("Goblin", 20), kind("Hob", 5)]})).await;
    let mut rows = Vec::new();
    for _ in 0..3 {
        let session = table.session().await;
        if session["encounter"].is_null() || session["characters"][0]["currentHP"] == 0 {
            break;
        }
        let answer = table.post("/actions", json!({"action": "endTurn"})).await;
        if answer.status == 422 {
            break;
        }
        let turn = Turn(answer.good());
        let mut row = 0;
        for change in turn.0["changes"].as_array().unwrap() {
            match (change["kind"].as_str().unwrap(), change["who"]["creature"].is_string()) {
                ("combatTurnEnded", true) => row += 1,
                ("combatTurnBegan", false) => rows.push(std::mem::take(&mut row)),
                _ => {}
            }
        }
        rows.push(row);
    }
    assert!(rows.iter().all(|n| *n <= 20) && rows.contains(&20), "{rows:?}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_friend_fights_the_foe_and_is_gone_when_dismissed() {
    let table = Table::of("fighter", 9).await;
    let wolf = json!({"npcs_to_create": [{"slug": "wolf", "name": "Grey", "disposition": "friendly", "count": 3},
                                         {"slug": "ogre", "name": "Ogre", "disposition": "hostile"}]});
    let mut told = table.update(wolf).await.0["rolls"].to_string();
    for _ in 0..12 {
        if told.contains("attacks Ogre: Bite") || table.session().await["encounter"].is_null() {
            break;
        }
        told += &table.post("/actions", json!({"action": "endTurn"})).await.good()["rolls"].to_string();
    }
    assert!(told.contains("attacks Ogre: Bite"), "a wolf strikes at the ogre: {told}");
    table
        .play(
            "I send it home.",
            [says("It trots off.").and_updates(json!({"npcs_to_dismiss": ["grey-a", "grey-b", "grey-c"]}))],
        )
        .await;
    let session = table.session().await;
    assert!(!session["creatures"].to_string().contains("grey"));
    assert!(!session["encounter"]["order"].to_string().contains("grey-"));
    table.app.check_fold(&table.id).await;
}
