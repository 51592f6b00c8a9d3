//! Tests of changes that the model makes to a hero's sheet: hit points, items, coins, conditions, weapons, spells, levels.

use serde_json::{Value, json};

use crate::support::{Table, calls, says};

#[tokio::test]
async fn hit_points_are_held_between_nothing_and_the_maximum_and_the_answer_says_so() {
    let table = Table::of("fighter", 3).await;
    let most = table.hero().await["maxHP"].clone();
    let turn = table.update(json!({"hp_delta": -5 - most.as_i64().unwrap()})).await;
    assert_eq!(table.hero().await["currentHP"], 0);
    assert_eq!(turn.report(0)["clamped"][0]["field"], "hp_delta");
    assert_eq!(turn.0["changes"][0]["delta"], json!(-most.as_i64().unwrap()), "the change holds what really happened");
    let turn = table.update(json!({"hp_delta": 100})).await;
    assert_eq!(table.hero().await["currentHP"], most);
    assert_eq!(turn.report(0)["applied"], json!(["hp_delta"]));
}

#[tokio::test]
async fn losing_a_health_potion_takes_one_and_leaves_the_greater_one() {
    let table = Table::of("fighter", 1).await;
    table.update(json!({"items_gained": ["Greater Health Potion", "Health Potion", "Health Potion"]})).await;
    table.update(json!({"items_lost": ["health potion"]})).await;
    let pack = table.pack().await;
    let count = |name: &str| pack.iter().filter(|item| *item == name).count();
    assert_eq!((count("Health Potion"), count("Greater Health Potion")), (1, 1));
}

#[tokio::test]
async fn a_thing_is_found_by_part_of_its_name_only_where_one_thing_fits() {
    let table = Table::of("fighter", 1).await;
    table.update(json!({"items_gained": ["Potion of Healing", "Potion of Growth", "Brass Key"]})).await;
    let turn = table.refused_update(json!({"items_lost": ["potion", "key"]})).await;
    assert_eq!(turn.report(0)["applied"], json!(["items_lost"]));
    let reason = turn.report(0)["rejected"][0]["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("Potion of Healing") && reason.contains("Potion of Growth"), "{reason}");
    let pack = table.pack().await;
    assert!(pack.contains(&"Potion of Growth".into()) && !pack.contains(&"Brass Key".into()), "{pack:?}");
}

#[tokio::test]
async fn a_thing_without_a_name_is_neither_gained_nor_lost() {
    let table = Table::of("fighter", 1).await;
    let before = table.pack().await;
    let turn = table.refused_update(json!({"items_lost": [" "], "items_gained": [""]})).await;
    assert_eq!(turn.report(0)["rejected"].as_array().unwrap().len(), 2);
    // A pack of one thing is where “whatever contains this name” would find something.
    let mut all: Vec<&String> = before.iter().collect();
    let last = all.pop().unwrap();
    table.update(json!({ "items_lost": all })).await;
    assert_eq!(table.pack().await, [last.as_str()]);
    let turn = table.refused_update(json!({"items_lost": [""]})).await;
    assert_eq!(turn.report(0)["ok"], false);
    assert_eq!(table.pack().await, [last.as_str()]);
}

#[tokio::test]
async fn a_condition_is_there_once_and_ends_ignoring_case() {
    let table = Table::of("fighter", 1).await;
    table.update(json!({"conditions_added": ["poisoned", "Poisoned"]})).await;
    table.update(json!({"conditions_added": ["POISONED", "prone"]})).await;
    assert_eq!(table.hero().await["conditions"], json!([{"name": "poisoned"}, {"name": "prone"}]));
    table.update(json!({"conditions_removed": ["Poisoned"]})).await;
    assert_eq!(table.hero().await["conditions"], json!([{"name": "prone"}]));
    let turn = table.refused_update(json!({"conditions_removed": ["charmed"]})).await;
    assert!(turn.result(0).0.contains("prone"), "it says what there is: {}", turn.result(0).0);
}

// srd: rule/standard-exchange-rates
#[tokio::test]
async fn a_purse_has_no_debts_and_the_answer_says_that_it_was_clamped() {
    let table = Table::of("fighter", 1).await;
    let gold = table.hero().await["gold"].as_i64().unwrap();
    table.update(json!({"gold_delta": 10 - gold})).await;
    assert_eq!(table.hero().await["gold"], 10);
    let turn = table.update(json!({"gold_delta": -50})).await;
    assert_eq!(table.hero().await["purse"], json!({"cp": 0, "sp": 0, "gp": 0}));
    assert_eq!(turn.report(0)["clamped"][0]["field"], "gold_delta");
    table.update(json!({"gold_delta": 1.25})).await;
    assert_eq!(table.hero().await["purse"], json!({"cp": 5, "sp": 2, "gp": 1}));
}

#[tokio::test]
async fn a_level_that_is_earned_must_be_taken_before_play_goes_on() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"xp_gained": 1799})).await;
    assert_eq!(table.hero().await["pendingLevelUp"], Value::Null);
    let turn = table.update(json!({"xp_gained": 1})).await;
    assert_eq!(turn.changes(), ["xpGained", "levelUpEarned"]);
    assert_eq!(table.hero().await["pendingLevelUp"]["toLevel"], 4);

    let n_asked = table.claude().asked().len();
    let answer = table.chat("I go on.").await;
    assert_eq!(answer.problem(), (409, "level_up_pending".to_owned()));
    assert!(answer.json()["detail"].as_str().unwrap().contains("level 4"), "{}", answer.text);
    assert_eq!(table.claude().asked().len(), n_asked);

    let hero = table.hero().await;
    table.post("/level-up", json!({"characterId": hero["id"]})).await.good();
    table.play("I go on.", [says("On you go.")]).await;
}

#[tokio::test]
async fn a_taken_level_brings_hit_points_slots_features_and_the_scores_chosen() {
    let table = Table::of("wizard", 3).await;
    table.update(json!({"spell_slots_used": {"1": 3}})).await;
    table.update(json!({"xp_gained": 1800})).await;
    let before = table.hero().await;
    let choices = before["pendingLevelUp"]["choices"].clone();
    assert_eq!(choices, json!([{"kind": "abilityScores", "points": 2}]));

    let id = &before["id"];
    let level_up = async |scores: Value| {
        table.post("/level-up", json!({"characterId": id, "choices": {"abilityScores": scores}})).await
    };
    let too_many = level_up(json!({"int": 3})).await;
    assert_eq!(too_many.problem(), (422, "validation_failed".to_owned()));
    assert_eq!(too_many.json()["errors"][0]["field"], "choices.abilityScores");
    assert_eq!(table.hero().await, before, "nothing has changed");
    assert_eq!(level_up(json!({"int": 2})).await.status, 200);

    let after = table.hero().await;
    let con = (before["abilities"]["con"].as_i64().unwrap() - 10).div_euclid(2);
    let gained = |field: &str| after[field].as_i64().unwrap() - before[field].as_i64().unwrap();
    assert_eq!((gained("level"), gained("maxHP"), gained("currentHP")), (1, 4 + con, 4 + con));
    assert_eq!(after["abilities"]["int"].as_i64(), before["abilities"]["int"].as_i64().map(|int| int + 2));
    assert_eq!(after["pendingLevelUp"], Value::Null);
    assert_eq!(after["hitDice"]["total"], 4);
    assert_eq!(after["spellcasting"]["slots"], json!({"1": {"max": 4, "used": 3}, "2": {"max": 3, "used": 0}}));
    table.app.check_fold(&table.id).await;
    let twice = level_up(json!({})).await;
    assert_eq!(twice.problem(), (422, "validation_failed".to_owned()));
}

#[tokio::test]
async fn no_ability_rises_above_twenty() {
    let table = Table::of("fighter", 3).await;
    let abilities = json!({"str": 19, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 10});
    let hero = json!({"name": "Bo", "class": "fighter", "race": "human", "level": 3, "abilities": abilities});
    let bo = table.post("/characters", json!({"character": hero})).await.good()["characters"][1]["id"].clone();
    table.update(json!({"character": "Bo", "xp_gained": 1800})).await;
    let answer = table.post("/level-up", json!({"characterId": bo, "choices": {"abilityScores": {"str": 2}}})).await;
    assert_eq!(answer.problem(), (422, "validation_failed".to_owned()));
    table.post("/level-up", json!({"characterId": bo})).await.good();
    let scores = table.session().await["characters"][1]["abilities"].take();
    assert!(scores.as_object().unwrap().values().all(|score| score.as_u64().unwrap() <= 20), "{scores}");
}

#[tokio::test]
async fn the_key_of_the_turn_that_earned_a_level_still_answers_that_turn() {
    let table = Table::of("fighter", 3).await;
    table.claude().will([says("You win.").and_updates(json!({"xp_gained": 1800}))]);
    table.claude().expect_words("I strike.");
    let send = async || {
        let request = table.app.request(reqwest::Method::POST, &table.path("/chat"));
        table.app.send(request.header("idempotency-key", "k").json(&json!({"message": "I strike."}))).await.good()
    };
    assert_eq!(send().await, send().await);
}

#[tokio::test]
async fn a_second_weapon_of_a_kind_is_a_second_thing_in_the_pack() {
    let table = Table::of("wizard", 1).await;
    let n_of = async |name: &str| table.pack().await.iter().filter(|it| *it == name).count();
    let axe = |bonus: i32| json!({"name": "Handaxe", "dice": "1d6", "stat": "str", "bonus": bonus});
    table.update(json!({"weapons_gained": [axe(0), axe(0)]})).await;
    assert_eq!(n_of("Handaxe").await, 2);
    table.update(json!({"weapons_gained": [axe(0)]})).await;
    assert_eq!(n_of("Handaxe").await, 3);
    table.update(json!({"items_lost": ["Handaxe"]})).await;
    assert_eq!(n_of("Handaxe").await, 2);
    table.update(json!({"weapons_gained": [axe(1)]})).await;
    assert_eq!(n_of("Handaxe").await, 2, "it was enchanted");
    table
        .update(json!({"items_gained": ["Club"], "weapons_gained": [{"name": "Club", "dice": "1d4", "stat": "str"}]}))
        .await;
    assert_eq!(n_of("Club").await, 1, "the one thing by two fields");
    let has_axe = async || {
        let weapons = table.hero().await["weapons"].take();
        weapons.as_array().unwrap().iter().any(|weapon| weapon["name"] == "Handaxe")
    };
    assert!(has_axe().await);
    table.update(json!({"items_lost": ["2 x Handaxe"]})).await;
    assert!(!has_axe().await && n_of("Handaxe").await == 0);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn what_happens_by_a_call_is_told_to_players_as_to_the_model() {
    let table = Table::of("wizard", 1).await;
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    let turn = table.update(json!({"hp_delta": -2 * most})).await;
    let told: Value = serde_json::from_str(&table.told(&turn, 0).await.0).unwrap();
    assert!(told["happened"].to_string().contains("is dead"), "{told}");
    assert_eq!(turn.report(0)["happened"], told["happened"]);
}

#[tokio::test]
async fn a_weapon_that_is_gained_is_a_way_to_attack_until_the_thing_is_lost() {
    let table = Table::of("wizard", 1).await;
    let axe = json!({"name": "Ember Axe", "dice": "1d8", "stat": "str", "bonus": 1, "damage_type": "slashing"});
    let turn = table.update(json!({"weapons_gained": [axe]})).await;
    assert_eq!(turn.changes(), ["itemGained", "weaponGained"]);
    let has_axe = async || {
        let weapons = table.hero().await["weapons"].take();
        weapons.as_array().unwrap().iter().any(|weapon| weapon["name"] == "Ember Axe")
    };
    assert!(has_axe().await && table.pack().await.contains(&"Ember Axe".into()));
    table.update(json!({"items_lost": ["ember axe"]})).await;
    assert!(!has_axe().await && !table.pack().await.contains(&"Ember Axe".into()));
}

#[tokio::test]
async fn features_take_their_option_and_spells_are_learned_once_and_forgotten_ignoring_case() {
    let table = Table::of("wizard", 2).await;
    let feature = table.hero().await["features"][0]["name"].as_str().unwrap().to_owned();
    table
        .update(json!({
            "feature_choice_updates": {feature.to_uppercase(): "Evocation"},
            "spells_learned": ["Identify", "identify"], "cantrips_learned": ["Mending", "MENDING"],
        }))
        .await;
    let hero = table.hero().await;
    assert_eq!(hero["features"][0]["chosenOption"], "Evocation");
    let count = |list: &str, name: &str| {
        let list = hero["spellcasting"][list].as_array().unwrap();
        list.iter().filter(|known| known.as_str().unwrap().eq_ignore_ascii_case(name)).count()
    };
    assert_eq!((count("spells", "identify"), count("cantrips", "mending")), (1, 1));
    table.update(json!({"spells_removed": ["IDENTIFY"]})).await;
    assert!(!table.hero().await["spellcasting"]["spells"].to_string().contains("Identify"));
}

#[tokio::test]
async fn spell_slots_are_set_to_a_total_that_is_never_negative_and_a_long_rest_can_zero_them() {
    let table = Table::of("wizard", 3).await;
    let used = async || table.hero().await["spellcasting"]["slots"].take();
    table.update(json!({"spell_slots_used": {"1": 2, "2": 1}})).await;
    assert_eq!(used().await, json!({"1": {"max": 4, "used": 2}, "2": {"max": 2, "used": 1}}));
    let turn = table.update(json!({"spell_slots_used": {"1": -4, "2": 99}})).await;
    assert_eq!(used().await, json!({"1": {"max": 4, "used": 0}, "2": {"max": 2, "used": 2}}));
    assert_eq!(turn.report(0)["clamped"].as_array().unwrap().len(), 2);
    table.update(json!({"spell_slots_used": {"1": 0, "2": 0}})).await;
    assert_eq!(used().await, json!({"1": {"max": 4, "used": 0}, "2": {"max": 2, "used": 0}}));
    let turn = table.refused_update(json!({"spell_slots_used": {"5": 1}})).await;
    assert!(turn.result(0).0.contains("1 (4)"), "it says what there is: {}", turn.result(0).0);
}

#[tokio::test]
async fn the_sheet_and_the_query_show_the_numbers_that_are_thrown() {
    let weapon = |name: &str, dice: &str, stat: &str, range: &str| json!({"name": name, "dice": dice, "stat": stat, "range": range});
    // The abilities that count, what a style adds to hit and to damage, and the dice.
    let cases = [
        ("fighter", "Archery", weapon("Hand Crossbow", "1d6", "dex", "30/120 ft"), ["dex", "dex"], (2, 0), "1d6"),
        ("fighter", "Dueling", weapon("War Pick", "1d8", "str", "5 ft"), ["str", "str"], (0, 2), "1d8"),
        ("monk", "", weapon("Sickle", "1d4", "str", "5 ft"), ["str", "dex"], (0, 0), "1d6"),
    ];
    for (class, style, weapon, abilities, (to_hit, damage), dice) in cases {
        let table = Table::of(class, 5).await;
        let gains = json!({"weapons_gained": [weapon], "items_gained": ["20 x bolt"]});
        table.update(gains).await;
        if !style.is_empty() {
            table.update(json!({"feature_choice_updates": {"Fighting Style": style}})).await;
        }
        let hero = table.hero().await;
        let modifier = |name: &str| hero["abilities"][name].as_i64().unwrap().div_euclid(2) - 5;
        let adds = abilities.map(modifier).into_iter().max().unwrap();
        let (to_hit, damage) = (format!("1d20+{}", adds + 3 + to_hit), format!("{dice}{:+}", adds + damage));
        let name = weapon["name"].as_str().unwrap();
        let asks = calls("query_character_ability", json!({"section": "attacks", "ability_name": name}));
        let turn = table.play("What can I do with it?", [asks, says("This.")]).await;
        let shown = &turn.report(0)["ability"]["attack"];
        assert_eq!((&shown["to_hit"], &shown["damage"]), (&json!(to_hit), &json!(damage)), "{class}");
        let sheets = table.claude().last_asked().messages()[0]["content"][0]["text"].to_string();
        let line = format!("{} {to_hit} to hit, {damage}", name.to_lowercase());
        assert!(sheets.to_lowercase().contains(&line), "{line}: {sheets}");
        let ogre = json!([{"slug": "ogre", "name": "Ogre", "disposition": "hostile", "close": class == "monk"}]);
        table.update(json!({"npcs_to_create": ogre})).await;
        let strikes = calls("take_action", json!({"action": "attack", "target": "ogre", "with": name}));
        let turn = table.play("I strike.", [strikes, says("Steel rings.")]).await;
        let rolls = turn.0["changes"].as_array().unwrap().iter().filter_map(|it| it.get("roll"));
        let reason = format!("Mira attacks Ogre: {name}");
        let thrown = rolls.into_iter().find(|roll| roll["reason"].as_str().unwrap().starts_with(&reason));
        let Some(thrown) = thrown else { continue };
        let (_, adds) = to_hit.split_once('+').unwrap();
        assert!(thrown["expression"].as_str().unwrap().ends_with(&format!("+{adds}")), "{thrown}");
    }
}

#[tokio::test]
async fn what_is_cut_of_a_payment_and_a_field_that_is_not_there_is_said() {
    let table = Table::of("fighter", 1).await;
    let gold = table.hero().await["gold"].as_i64().unwrap();
    let turn = table.update(json!({"gold_delta": -100 - gold})).await;
    let cut = turn.report(0)["clamped"][0].clone();
    assert_eq!(cut["field"], "gold_delta");
    assert!(cut["reason"].as_str().unwrap().contains("has 0 gp"), "{cut}");
    table.update(json!({"npcs_to_create": [{"name": "Rook", "slug": "bandit", "disposition": "neutral"}]})).await;
    let turns = calls("update_npc", json!({"id": "rook", "disposition": "wrathful"}));
    let turn = table.play("I shout.", [turns, says("He frowns.")]).await;
    let (said, is_error) = table.told(&turn, 0).await;
    assert!(is_error && said.contains("Nothing was done") && said.contains("disposition"), "{said}");
}
