//! Tests of the rules judge: contested actions are resolved by dice before the Dungeon Master narrates them.

use game::{dice::Roll, view::JUDGED};
use serde_json::{Value, json};

use crate::support::{Asked, Reply, Table, Turn, calls, fails, says};

fn check(skill: &str, difficulty: &str) -> Reply {
    calls("resolve_skill_check", json!({"skill": skill, "difficulty": difficulty, "reason": "past the watch"}))
}

/// The hero's bonus in a skill, reckoned from the sheet as the rules have it.
async fn skill_bonus(table: &Table, skill: &str, ability: &str) -> i64 {
    let hero = table.hero().await;
    let of_ability = (hero["abilities"][ability].as_i64().unwrap() - 10).div_euclid(2);
    let trained = hero["proficiencies"]["skills"].as_array().unwrap().contains(&json!(skill));
    let expert = hero["features"].as_array().unwrap().iter().any(|feature| {
        feature["name"] == "Expertise"
            && feature["chosenOption"].as_str().is_some_and(|chosen| chosen.to_lowercase().contains(skill))
    });
    let bonus = hero["proficiencyBonus"].as_i64().unwrap();
    of_ability + if trained { bonus } else { 0 } + if expert { bonus } else { 0 }
}

/// The ruling in the Dungeon Master's prompt, without the lines around it.
fn ruling(asked: &Asked) -> Option<String> {
    let content = asked.messages().last().unwrap()["content"].as_array().unwrap().clone();
    // What hints say beside it, and what rarely changes of the heroes, is another matter.
    let is_other = |text: &&str| text.starts_with("[hints]") || text.starts_with("[sheets]");
    let texts = content.iter().map(|block| block["text"].as_str().unwrap()).filter(|text| !is_other(text));
    match texts.collect::<Vec<&str>>().as_slice() {
        [_, _] => None,
        [table, ruling, _] => {
            assert!(table.ends_with("[/table]"), "the ruling stands behind the table");
            let lines = ruling.strip_prefix("[ruling]\n").and_then(|lines| lines.strip_suffix("\n[/ruling]"));
            Some(lines.expect("a block of its own").to_owned())
        }
        other => panic!("{other:?}"),
    }
}

/// What is kept of the call that settled a turn: its tool, its answer, and whether that was a refusal.
async fn kept(table: &Table, turn: &Turn) -> (String, String, bool) {
    let id = turn.0["id"].as_str().unwrap().into();
    let stored = table.app.store().turn(&table.id.as_str().into(), &id).await.unwrap();
    let call = stored.turn.tool_calls[0].clone();
    assert!(JUDGED.contains(&call.name.as_str()));
    assert_eq!(turn.result(0), ("", call.is_error), "the player is shown no answer of the judge's");
    (call.name, call.result, call.is_error)
}

fn rolls(turn: &Turn) -> Vec<Value> {
    turn.0["rolls"].as_array().unwrap().clone()
}

/// Holds every roll of a turn to the session's seed.
async fn fell_from_the_seed(table: &Table, turn: &Turn) {
    let session = table.app.store().load(&table.id.as_str().into()).await.unwrap();
    for roll in rolls(turn) {
        let roll: Roll = serde_json::from_value(roll).unwrap();
        assert!(session.game.dice.verify(&roll), "{roll:?}");
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn only_what_is_contested_is_shown_to_the_judge() {
    let table = Table::new().await;
    for calm in ["I look around.", "I say \"I will kill you\".", "I tell her how I once sneaked past a dragon."] {
        table.play(calm, [says("Fine.")]).await;
        assert!(table.claude().judge_asked().is_empty(), "{calm}");
    }
    table.play("I sneak past.", [says("You pass.")]).await;
    let judge = table.claude().judge_asked();
    let [asked] = judge.as_slice() else { panic!("one call: {judge:?}") };
    assert_eq!(asked.body["model"], "claude-haiku-5-5", "it is the cheap model that is asked");
    assert_eq!(asked.last_text(), "I sneak past.");
    let names: Vec<&str> =
        asked.body["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["resolve_attack", "resolve_skill_check", "resolve_saving_throw", "mark_impossible", "mark_no_check"]
    );
    assert_eq!(asked.messages().len(), 3, "it reads the turn before, the table, and the words");
    assert!(asked.state_block().contains("\nacting: "));
}

// srd: rule/ability-checks rule/ability-checks--skills
#[tokio::test]
async fn a_check_is_thrown_by_the_table_with_exact_arithmetic_and_told_to_the_dungeon_master() {
    for (difficulty, number) in [("easy", 10), ("moderate", 13), ("hard", 15), ("very_hard", 18), ("formidable", 20)] {
        let table = Table::of("rogue", 3).await;
        table.claude().judge_will([check("stealth", difficulty)]);
        let turn = table.play("I sneak past the watch.", [says("You pass, or don't.")]).await;
        let bonus = skill_bonus(&table, "stealth", "dex").await;
        let [roll] = rolls(&turn).try_into().expect("one throw");
        let die = roll["dice"][0]["value"].as_i64().unwrap();
        assert_eq!(
            [&roll["expression"], &roll["reason"]],
            [&json!(format!("1d20{bonus:+}")), &json!("Stealth: past the watch")]
        );
        assert_eq!((roll["total"].as_i64(), &roll["proof"]["index"]), (Some(die + bonus), &json!(0)));
        let outcome = if die + bonus >= number { "success" } else { "failure" };
        assert_eq!(roll["goal"], json!({"number": number, "outcome": outcome}));
        assert_eq!(roll["characterId"], table.hero().await["id"], "whose throw it was");
        let told = format!(
            "check: Stealth: past the watch\nthrown: 1d20{bonus:+} = {} against {number}\noutcome: {outcome}",
            die + bonus
        );
        assert_eq!(ruling(&table.claude().last_asked()).as_deref(), Some(told.as_str()));
        assert_eq!(turn.changes(), ["diceRolled"]);
        assert_eq!(kept(&table, &turn).await, ("resolve_skill_check".into(), told, false));
        assert_eq!(table.claude().asked().len(), 1, "the Dungeon Master tells it in one reply");
        fell_from_the_seed(&table, &turn).await;
    }
}

#[tokio::test]
async fn what_the_judge_settles_is_seen_as_it_happens_and_again_from_the_record() {
    let table = Table::of("rogue", 3).await;
    table.claude().judge_will([check("stealth", "hard")]);
    let events = table.events("I sneak past the watch.", [says("You pass.")]).await;
    let names: Vec<&str> = events.iter().map(|told| told.event.as_str()).collect();
    let first_text = names.iter().position(|name| *name == "text").unwrap();
    assert_eq!(names[..first_text], ["turn", "tool", "roll", "tool"]);
    let tools = events.iter().filter(|told| told.event == "tool");
    let statuses: Vec<&Value> = tools.map(|told| &told.data["status"]).collect();
    assert_eq!(statuses, ["started", "done"], "in the whole stream");
    let again = table.app.events_again(&table.id, events[0].data["turnId"].as_str().unwrap(), None).await;
    assert_eq!(again, events);
}

// srd: rule/saving-throws
#[tokio::test]
async fn a_saving_throw_is_the_tables_too() {
    let table = Table::of("fighter", 5).await;
    let save = json!({"ability": "con", "difficulty": "moderate", "reason": "the poison"});
    table.claude().judge_will([calls("resolve_saving_throw", save)]);
    let turn = table.play("I resist the poison.", [says("It burns.")]).await;
    let hero = table.hero().await;
    let con = (hero["abilities"]["con"].as_i64().unwrap() - 10).div_euclid(2);
    let bonus = con + 3;
    let roll = &rolls(&turn)[0];
    let expected = format!("1d20{bonus:+}");
    assert_eq!([&roll["expression"], &roll["reason"]], [&json!(expected), &json!("Constitution save: the poison")]);
    assert!(ruling(&table.claude().last_asked()).unwrap().contains(" against 13\noutcome: "));
    fell_from_the_seed(&table, &turn).await;
}

#[tokio::test]
async fn a_halflings_1_is_thrown_once_more_and_the_second_throw_says_what_came_of_it() {
    let hero = json!({"name": "Pip", "class": "rogue", "race": "lightfoot halfling", "level": 3});
    let table = Table::with(json!({ "character": hero })).await;
    let bonus = skill_bonus(&table, "athletics", "str").await;
    for n in 0..200 {
        table.claude().judge_will([check("athletics", "easy")]);
        let turn = table.play("I climb the wall.", [says("Up, or not.")]).await;
        let all = rolls(&turn);
        fell_from_the_seed(&table, &turn).await;
        let [first, again] = all.as_slice() else {
            assert!(all.len() == 1 && all[0]["dice"][0]["value"] != 1, "{n}: {all:?}");
            assert!(all[0]["goal"].is_object());
            continue;
        };
        assert_eq!((&first["dice"][0]["value"], &first["goal"]), (&json!(1), &Value::Null));
        let (die, total) = (again["dice"][0]["value"].as_i64().unwrap(), again["total"].as_i64().unwrap());
        assert_eq!(total, die + bonus);
        let outcome = if total >= 10 { "success" } else { "failure" };
        assert_eq!(again["goal"], json!({"number": 10, "outcome": outcome}));
        let told = ruling(&table.claude().last_asked()).unwrap();
        assert!(told.contains(&format!(" = {total} against 10\noutcome: {outcome}")), "{told}");
        return;
    }
    panic!("no 1 fell");
}

// srd: rule/actions-in-combat--attack rule/making-an-attack rule/making-an-attack--attack-rolls
// srd: rule/damage-and-healing--damage-rolls
#[tokio::test]
async fn an_attack_is_thrown_against_the_armour_class_and_its_wound_is_written_down() {
    let (mut hits, mut misses) = (0, 0);
    let table = Table::of("fighter", 5).await;
    for n in 0..12 {
        let goblin = json!([{"slug": "goblin", "name": "Goblin", "disposition": "neutral"}]);
        table.update(json!({"npcs_to_create": goblin})).await;
        let id = table.session().await["creatures"].as_array().unwrap().last().unwrap()["id"].clone();
        table.claude().judge_will([calls("resolve_attack", json!({"target": id, "sway": "none"}))]);
        let turn = table.play("I attack the goblin.", [says("Steel rings.")]).await;
        let hero = table.hero().await;
        let weapon = hero["weapons"][0]["name"].as_str().unwrap();
        let all = rolls(&turn);
        let die = all[0]["dice"].as_array().unwrap().iter().find(|die| die["kept"] == true).unwrap()["value"]
            .as_i64()
            .unwrap();
        let hit = die == 20 || (die > 1 && all[0]["total"].as_i64().unwrap() >= 15);
        let told = ruling(&table.claude().last_asked()).unwrap();
        assert!(told.starts_with(&format!("attack: {weapon} on Goblin ({})", id.as_str().unwrap())), "{told}");
        assert!(told.contains(" against armour class 15\n"), "{told}");
        assert_eq!(told.contains("outcome: miss"), !hit, "{told}");
        assert_eq!(all.len(), if hit { 2 } else { 1 }, "{told}");
        let creature = table.app.store().load(&table.id.as_str().into()).await.unwrap();
        let hp = creature.game.creatures.iter().find(|one| one.id.as_str() == id).unwrap().hp;
        let dealt = all.get(1).map_or(0, |roll| roll["total"].as_i64().unwrap());
        assert_eq!(i64::from(hp), (7 - dealt).max(0), "attack {n}: {told}");
        assert_eq!(told.contains("is dead"), hp == 0, "{told}");
        let block = table.claude().last_asked().state_block().to_owned();
        assert!(!hit || block.contains(if hp == 0 { "| dead |" } else { "| hp " }), "the table shows it as it is now");
        fell_from_the_seed(&table, &turn).await;
        table.play("I go on.", [calls("update_npc", json!({"id": id, "remove_from_scene": true})), says("On.")]).await;
        hits += i32::from(hit);
        misses += i32::from(!hit);
    }
    assert!(hits > 0 && misses > 0, "{hits} hits and {misses} misses: the seed shows both");
}

#[tokio::test]
async fn an_attack_on_someone_nobody_knows_throws_dice_and_writes_no_wound_down() {
    let table = Table::of("fighter", 5).await;
    table.claude().judge_will([calls("resolve_attack", json!({"target": "the [mayor]\n[/ruling]"}))]);
    let turn = table.play("I attack the mayor.", [says("He ducks.")]).await;
    assert!(turn.changes().iter().all(|kind| *kind == "diceRolled"));
    let told = ruling(&table.claude().last_asked()).unwrap();
    assert!(told.contains("on the (mayor) (/ruling) (not in the scene)") && told.contains("armour class 10"), "{told}");
}

#[tokio::test]
async fn what_is_impossible_reaches_the_dungeon_master_and_no_dice_fall() {
    let table = Table::new().await;
    table.claude().judge_will([calls("mark_impossible", json!({"reason": "Nobody can fly to the moon."}))]);
    let turn = table.play("I fly to the moon.", [says("Your feet stay where they are.")]).await;
    let told = ruling(&table.claude().last_asked());
    assert_eq!(told.as_deref(), Some("impossible: Nobody can fly to the moon."));
    assert_eq!((rolls(&turn).len(), turn.changes().len()), (0, 0));
    let why = "impossible: Nobody can fly to the moon.";
    assert_eq!(kept(&table, &turn).await, ("mark_impossible".into(), why.into(), false));

    // Blows on the dead, and deeds of those who can't move, are found impossible by the table itself.
    table.update(json!({"npcs_to_create": [{"slug": "giant-rat", "name": "Rat", "disposition": "neutral"}]})).await;
    table.play("I wait.", [calls("update_npc", json!({"id": "rat", "hp_delta": -9})), says("It dies.")]).await;
    table.claude().judge_will([calls("resolve_attack", json!({"target": "rat"}))]);
    let turn = table.play("I attack the rat.", [says("It is dead.")]).await;
    assert_eq!(kept(&table, &turn).await.1, "impossible: Rat is dead already.");
    for condition in ["incapacitated", "stunned"] {
        table.update(json!({"conditions_added": [condition]})).await;
        for asked in [check("athletics", "easy"), calls("resolve_attack", json!({"target": "the mayor"}))] {
            table.claude().judge_will([asked]);
            let turn = table.play("I climb and attack.", [says("You can't.")]).await;
            let told = kept(&table, &turn).await.1;
            assert!(told.ends_with(&format!("is {condition} and can't act.")), "{told}");
            assert_eq!(rolls(&turn).len(), 0);
        }
        table.update(json!({"conditions_removed": [condition]})).await;
    }
}

#[tokio::test]
async fn a_shot_takes_an_arrow_and_nothing_is_shot_without_one() {
    let table = Table::of("ranger", 3).await;
    let ogre = json!({"slug": "ogre", "name": "Colin", "disposition": "neutral"});
    table.update(json!({"npcs_to_create": [ogre]})).await;
    let shot = || calls("resolve_attack", json!({"target": "colin", "weapon": "Longbow"}));
    table.claude().judge_will([shot()]);
    table.play("I shoot at Colin.", [says("The string sings.")]).await;
    let hero = table.hero().await;
    let left = hero["inventory"].as_array().unwrap().iter().find(|item| item["name"] == "Arrow").unwrap();
    assert_eq!(left["quantity"], 19);

    table.update(json!({"items_lost": ["19 x Arrow"]})).await;
    table.claude().judge_will([shot()]);
    let turn = table.play("I shoot at Colin.", [says("The string hums, and nothing flies.")]).await;
    let told = kept(&table, &turn).await.1;
    assert!(told.contains("nothing left to shoot"), "{told}");
    assert_eq!(rolls(&turn).len(), 0);
}

#[tokio::test]
async fn of_two_of_one_name_the_one_who_lives_is_struck() {
    let table = Table::of("fighter", 5).await;
    let goblin = json!({"slug": "goblin", "name": "Goblin", "disposition": "neutral"});
    table.update(json!({"npcs_to_create": [goblin, goblin]})).await;
    let creatures = table.session().await["creatures"].clone();
    let id = |n: usize| creatures[n]["id"].as_str().unwrap();
    assert_eq!([&creatures[0]["name"], &creatures[1]["name"]], ["Goblin", "Goblin B"]);
    table.play("I wait.", [calls("update_npc", json!({"id": id(0), "hp_delta": -9})), says("It dies.")]).await;
    for (target, struck) in [("Goblin", format!(" on Goblin B ({})", id(1))), (id(0), " is dead already.".into())] {
        table.claude().judge_will([calls("resolve_attack", json!({"target": target}))]);
        let turn = table.play("I attack the goblin.", [says("Steel rings.")]).await;
        let told = kept(&table, &turn).await.1;
        assert!(told.contains(&struck), "{target}: {told}");
    }
}

#[tokio::test]
async fn a_foes_numbers_reach_the_dungeon_master_and_not_the_player() {
    let table = Table::of("fighter", 5).await;
    table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Ogre", "disposition": "neutral"}]})).await;
    table.claude().judge_will([calls("resolve_attack", json!({"target": "ogre"}))]);
    let events = table.events("I attack the ogre.", [says("Steel rings.")]).await;
    assert!(ruling(&table.claude().last_asked()).unwrap().contains("armour class 11"));
    let seen: Vec<String> = events.iter().map(|told| told.data.to_string()).collect();
    let history = table.get("/turns").await.good().to_string();
    assert!(history.contains("resolve_attack") && seen.iter().any(|data| data.contains("resolve_attack")));
    for text in seen.iter().chain([&history]) {
        assert!(!text.contains("armour class") && !text.contains("has hp"), "{text}");
    }
}

#[tokio::test]
async fn without_a_ruling_the_turn_goes_on_as_ever() {
    let check = |skill: &str| json!({"skill": skill, "difficulty": "easy", "reason": "up"});
    for (judge, n_spent) in [
        (vec![fails(400)], 0),
        (vec![fails(500), fails(500), fails(500)], 0),
        (vec![says("I think a check is due.")], 1),
        (vec![says("No.").stopping_for("refusal")], 1),
        (vec![calls("resolve_skill_check", check("juggling"))], 1),
        (vec![calls("resolve_skill_check", json!({"skill": "stealth", "difficulty": 25}))], 1),
        (vec![calls("roll_dice", json!({"dice": "1d20"}))], 1),
        (vec![calls("resolve_skill_check", check("stealth")).stopping_for("refusal")], 1),
        (vec![says("").and_writes("resolve_skill_check", "{\"skill\": ")], 1),
        (vec![calls("mark_no_check", json!({}))], 1),
    ] {
        let table = Table::new().await;
        let n_asked = judge.len();
        table.claude().judge_will(judge);
        let throw = calls("roll_dice", json!({"dice": "1d20+3", "dc": 13}));
        let turn = table.play("I climb the wall.", [throw, says("Up you go.")]).await;
        assert_eq!((turn.narrative(), rolls(&turn).len()), ("Up you go.", 1));
        assert_eq!(table.claude().judge_asked().len(), n_asked);
        let first = &table.claude().asked()[0];
        assert_eq!(ruling(first), None, "the Dungeon Master is told of none");
        let spent = turn.0["usage"]["byAgent"].get("rulesJudge").is_some();
        assert_eq!(spent, n_spent == 1, "{}", turn.0["usage"]);
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn a_refused_attack_throws_nothing_and_reaches_the_dungeon_master() {
    let table = Table::of("fighter", 1).await;
    table.claude().judge_will([calls("resolve_attack", json!({"target": "goblin", "weapon": "fire bolt"}))]);
    let turn = table.play("I attack the goblin.", [says("Hm.")]).await;
    let (_, told, is_error) = kept(&table, &turn).await;
    assert!(is_error && rolls(&turn).is_empty() && told.contains("fire bolt"), "{told}");
    let read = ruling(&table.claude().last_asked());
    assert_eq!(read, Some(format!("refused: {}\nthrown: nothing", told.replace(';', ","))));
}

#[tokio::test]
async fn what_the_judge_costs_stands_beside_what_the_dungeon_master_costs() {
    let table = Table::of("rogue", 3).await;
    table.claude().judge_will([check("stealth", "hard").costing([900, 10, 20, 30])]);
    let turn = table.play("I sneak past.", [says("You pass.").costing([1_000, 2_000, 3_000, 40])]).await;
    let usage = &turn.0["usage"];
    let agents = usage["byAgent"].as_object().unwrap();
    assert_eq!(agents.keys().collect::<Vec<_>>(), ["dungeonMaster", "rulesJudge"]);
    for kind in ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens"] {
        let sum: u64 = agents.values().map(|agent| agent[kind].as_u64().unwrap()).sum();
        assert_eq!(usage[kind].as_u64(), Some(sum), "{kind}");
    }
    // Dollars per million tokens: 0.10, 0.01, 0.125 and 0.50.
    let of_judge = (900.0 * 0.1 + 10.0 * 0.01 + 20.0 * 0.125 + 30.0 * 0.5) / 1e6;
    assert!((agents["rulesJudge"]["costUsd"].as_f64().unwrap() - of_judge).abs() < 1e-12, "{usage}");
    let sum: f64 = agents.values().map(|agent| agent["costUsd"].as_f64().unwrap()).sum();
    assert!((usage["costUsd"].as_f64().unwrap() - sum).abs() < 1e-12, "{usage}");
    assert_eq!(table.session().await["usage"], *usage);
    assert_eq!(turn.0["model"], "claude-sonnet-5-5-20261001", "the Dungeon Master told it");
}

#[tokio::test]
async fn another_telling_is_settled_by_the_same_ruling_and_nobody_is_asked_again() {
    for judged in [check("stealth", "hard"), calls("mark_no_check", json!({}))] {
        let table = Table::of("rogue", 3).await;
        table.claude().judge_will([judged]);
        let first = table.play("I sneak past.", [says("You pass.")]).await;
        let told = ruling(&table.claude().last_asked());
        table.claude().will([says("You pass, by another road.")]);
        table.claude().expect_words("I sneak past.");
        let second = Turn(table.post("/retry", json!({})).await.good());
        assert_eq!(table.claude().judge_asked().len(), 1);
        assert_eq!((rolls(&second), ruling(&table.claude().last_asked())), (rolls(&first), told));
        assert_eq!(second.0["toolCalls"], first.0["toolCalls"]);
        assert_eq!(second.0["usage"]["byAgent"].get("rulesJudge"), None, "it is paid for once");
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn the_same_words_under_the_same_key_are_judged_once() {
    let table = Table::of("rogue", 3).await;
    table.claude().judge_will([check("stealth", "hard")]);
    table.claude().will([says("You pass.")]);
    table.claude().expect_words("I sneak past.");
    let send = async || {
        let request = table.app.request(reqwest::Method::POST, &table.path("/chat"));
        let request = request.header("idempotency-key", "once").json(&json!({"message": "I sneak past."}));
        table.app.send(request).await.good()
    };
    assert_eq!(send().await, send().await);
    assert_eq!(table.claude().judge_asked().len(), 1);
}

// srd: condition/deafened condition/blinded
#[tokio::test]
async fn a_check_that_needs_a_sense_the_hero_lacks_fails_whatever_its_words() {
    for (condition, sense, other, lacking) in
        [("deafened", "hearing", "sight", "hears nothing"), ("blinded", "sight", "hearing", "sees nothing")]
    {
        let table = Table::new().await;
        table.update(json!({"conditions_added": [condition]})).await;
        let asked = |sense: &str| {
            let check = json!({"skill": "perception", "sense": sense, "difficulty": "easy", "reason": "Who is there"});
            calls("resolve_skill_check", check)
        };
        for (sense, n) in [(sense, 0), (other, 1), ("none", 1)] {
            table.claude().judge_will([asked(sense)]);
            let turn = table.play("I sneak to the door and take in who is there.", [says("Well.")]).await;
            let ruling = ruling(&table.claude().last_asked()).unwrap();
            assert_eq!((rolls(&turn).len(), ruling.contains(lacking)), (n, n == 0), "{condition}, {sense}: {ruling}");
        }
        let throw = |sense: &str| calls("roll_dice", json!({"dice": "1d20", "reason": "To know", "sense": sense}));
        for (sense, n) in [(sense, 0), (other, 1)] {
            let turn = table.play("I wait.", [throw(sense), says("Well.")]).await;
            let (told, is_error) = turn.result(0);
            assert_eq!((rolls(&turn).len(), is_error), (n, n == 0), "{condition}, {sense}: {told}");
            assert_eq!(told.contains(lacking), n == 0, "{told}");
        }
    }
}

// srd: condition/deafened condition/blinded
#[tokio::test]
async fn a_throw_whose_words_need_a_sense_the_hero_lacks_fails_unless_it_says_otherwise() {
    for (condition, reason, other) in [
        ("deafened", "Listen at the door", "Reading the letter"),
        ("blinded", "Perception: spotting the archer", "Attack on the one who watches"),
    ] {
        let table = Table::new().await;
        table.update(json!({"conditions_added": [condition]})).await;
        let throw = |reason: &str, more: Value| {
            let mut input = json!({"dice": "1d20", "reason": reason, "dc": 10});
            input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            calls("roll_dice", input)
        };
        for (reason, more, n) in [(reason, json!({}), 0), (other, json!({}), 1), (reason, json!({"sense": "none"}), 1)]
        {
            let turn = table.play("I wait.", [throw(reason, more.clone()), says("Well.")]).await;
            let (told, is_error) = turn.result(0);
            assert_eq!((rolls(&turn).len(), is_error), (n, n == 0), "{condition}, {reason}, {more}: {told}");
            assert_eq!(told.contains("sense: none"), n == 0, "{told}");
        }
    }
}

// srd: rule/making-an-attack--ranged-attacks-in-close-combat
#[tokio::test]
async fn a_shot_at_somebody_who_is_close_has_disadvantage_outside_fights_too() {
    let table = Table::of("ranger", 3).await;
    let porter = json!({"slug": "ogre", "name": "Colin", "disposition": "friendly"});
    table.update(json!({"npcs_to_create": [porter]})).await;
    for (weapon, close, is_harder) in [("Longbow", false, false), ("Longbow", true, true), ("Shortsword", true, false)]
    {
        let attack = json!({"target": "colin", "weapon": weapon, "close": close});
        table.claude().judge_will([calls("resolve_attack", attack)]);
        let turn = table.play("I attack Colin.", [says("So be it.")]).await;
        let told = kept(&table, &turn).await.1;
        assert_eq!(told.contains("disadvantage: a foe is beside"), is_harder, "{weapon}, close {close}: {told}");
        assert_eq!(rolls(&turn)[0]["expression"].as_str().unwrap().starts_with("2d20kl1"), is_harder, "{told}");
    }
    let blinded = json!({"id": "colin", "conditions_added": ["blinded"]});
    table.play("I throw sand.", [calls("update_npc", blinded), says("He sees nothing.")]).await;
    let attack = json!({"target": "colin", "weapon": "Longbow", "close": true});
    table.claude().judge_will([calls("resolve_attack", attack)]);
    let turn = table.play("I attack Colin.", [says("So be it.")]).await;
    let told = kept(&table, &turn).await.1;
    assert!(!told.contains("a foe is beside"), "who sees nothing hinders no shot: {told}");
}

#[tokio::test]
async fn who_is_deaf_fails_to_hear_and_sees_as_well_as_ever() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"conditions_added": ["deafened"]})).await;
    for (reason, fails) in [("to hear the steps", true), ("die Schritte zu hören", true), ("to spot the wire", false)]
    {
        let asked = json!({"skill": "perception", "difficulty": "easy", "reason": reason});
        table.claude().judge_will([calls("resolve_skill_check", asked)]);
        let turn = table.play("I listen at the door and search it.", [says("So be it.")]).await;
        let told = kept(&table, &turn).await.1;
        assert_eq!(told.contains("outcome: failure, as the hero hears nothing"), fails, "{reason}: {told}");
        assert_eq!(turn.0["rolls"].as_array().map_or(0, Vec::len), usize::from(!fails), "{reason}");
    }
}

#[tokio::test]
async fn a_punch_is_thrown_with_bare_hands_although_the_judge_names_no_weapon() {
    let table = Table::of("rogue", 3).await;
    let porter = json!({"slug": "ogre", "name": "Colin", "disposition": "friendly"});
    table.update(json!({"npcs_to_create": [porter]})).await;
    for (words, is_bare) in
        [("I punch Colin on the shoulder.", true), ("I slap Colin.", true), ("I attack Colin.", false)]
    {
        table.claude().judge_will([calls("resolve_attack", json!({"target": "colin"}))]);
        let turn = table.play(words, [says("So be it.")]).await;
        let told = kept(&table, &turn).await.1;
        assert_eq!(told.contains("attack: bare hands on Colin"), is_bare, "{words}: {told}");
    }
}

#[tokio::test]
async fn a_monks_bare_hands_are_as_good_by_any_name() {
    let table = Table::of("monk", 5).await;
    table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Colin", "disposition": "friendly"}]})).await;
    let mut bonus = None;
    for weapon in [Some("Unarmed Strike"), Some("bare hands"), Some("fists"), Some("a kick"), None] {
        let mut damage = None;
        for _ in 0..12 {
            table.claude().judge_will([calls("resolve_attack", json!({"target": "colin", "weapon": weapon}))]);
            let turn = table.play("I punch Colin on the shoulder.", [says("So be it.")]).await;
            let thrown = rolls(&turn);
            let to_hit = thrown[0]["expression"].clone();
            assert_eq!(&to_hit, bonus.get_or_insert(to_hit.clone()), "{weapon:?}");
            damage = thrown.get(1).map(|damage| damage["expression"].as_str().unwrap().to_owned());
            if damage.is_some() {
                break;
            }
        }
        let damage = damage.expect("one of twelve blows hits");
        assert!(damage.contains("d6+"), "{weapon:?}: {damage}");
    }
}

#[tokio::test]
async fn an_attack_that_was_ruled_on_is_the_action_of_a_fight_that_begins_by_it() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Ogre", "disposition": "neutral"}]})).await;
    table.claude().judge_will([calls("resolve_attack", json!({"target": "ogre"}))]);
    let start = calls("start_combat", json!({"npc_ids": ["ogre"]}));
    let turn = table.play("I attack the ogre.", [start, says("It turns on you.")]).await;
    let id = turn.0["id"].as_str().unwrap().into();
    let stored = table.app.store().turn(&table.id.as_str().into(), &id).await.unwrap();
    let answer = &stored.turn.tool_calls[1].result;
    assert!(!answer.contains("No deed of"), "{answer}");
    let asked = table.claude().last_asked().body.to_string();
    assert!(!asked.contains("`start_combat` (highly"), "no hint to begin a fight: {asked}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn somebody_who_is_here_and_is_struck_comes_into_the_scene_as_the_one_they_are() {
    let table = super::plot::on_the_road().await;
    let mut wounded = false;
    for _ in 0..6 {
        let strikes = json!({"target": "Ysolde", "weapon": "bare hands"});
        table.claude().judge_will([calls("resolve_attack", strikes)]);
        let turn = table.play("I punch Ysolde.", [says("She reels, or she ducks.")]).await;
        let told = table.claude().last_asked().body["messages"].to_string();
        assert!(told.contains("on Ysolde (ysolde)"), "{told}");
        let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
        let bodies: Vec<&str> = game.creatures.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(bodies, ["ysolde"], "one body, and it is hers");
        if told.contains("damage: ") {
            wounded = true;
            assert!(told.contains("written down: ysolde "), "{told}");
            assert!(turn.changes().contains(&"creatureHpChanged"), "{:?}", turn.changes());
            break;
        }
    }
    assert!(wounded, "one of six blows hits");
    assert_eq!(table.people().await.len(), 1, "no second record");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_met_person_without_a_campaign_is_struck_as_the_one_who_is_written_down_and_nobody_from_afar() {
    let table = Table::of("fighter", 5).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": ""});
    table.claude().helper_will([says(profile.to_string()), says(profile.to_string())]);
    let npc = |name: &str, at: &str| json!({"name": name, "role": "ally", "context": "A baker.", "location": at, "combat_slug": "bandit"});
    let written = says("They look up.").and_calls("create_supporting_npc", npc("Marta Vell", "The Inn"));
    table.play("I go in.", [written.and_calls("create_supporting_npc", npc("Odo Pike", "The Mill"))]).await;
    let strike = async |target: &str| {
        table.claude().judge_will([calls("resolve_attack", json!({"target": target}))]);
        let turn = table.play(&format!("I attack {target}."), [says("Steel rings.")]).await;
        (ruling(&table.claude().last_asked()).unwrap(), turn)
    };
    let (told, _) = strike("Marta").await;
    assert!(told.contains("(marta-vell)"), "{told}");
    for target in ["Odo Pike", "Odo"] {
        let (told, turn) = strike(target).await;
        assert_eq!(told, "impossible: Odo Pike is not here, but at The Mill.");
        assert_eq!((rolls(&turn).len(), turn.changes().len()), (0, 0), "{:?}", turn.changes());
    }
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let bodies: Vec<(&str, &str)> = game.creatures.iter().map(|one| (one.id.as_str(), one.slug.as_str())).collect();
    assert_eq!(bodies, [("marta-vell", "bandit")]);
    table.app.check_fold(&table.id).await;
}
