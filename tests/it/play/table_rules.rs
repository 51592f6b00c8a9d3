//! Rules outside fights match those in fights: death and revival, armour, rests, rolls.

use serde_json::{Value, json};

use crate::support::{Table, TestApp, Turn, calls, says, updates};

const COMMANDS: &str = "apply_state_commands";

/// The full result of a turn's `n`th call; players see less.
async fn told(table: &Table, turn: &Turn, n: usize) -> String {
    let id = turn.0["id"].as_str().unwrap().into();
    let stored = table.app.store().turn(&table.id.as_str().into(), &id).await.unwrap();
    stored.turn.tool_calls[n].result.clone()
}

/// Plays a turn with a command that fails.
async fn command(table: &Table, command: Value) -> Turn {
    let call = says("So it goes.").and_calls(COMMANDS, json!({"commands": [command]}));
    table.play("I go on.", [call, says("So it is.")]).await
}

/// Plays a turn with a command that succeeds.
async fn carry_out(table: &Table, command: Value) -> Value {
    let call = says("So it goes.").and_calls(COMMANDS, json!({"commands": [command.clone()]}));
    // The effects of a rest are in the prompt before it is narrated.
    let told = (command["type"] == "rest").then(|| says("So it is."));
    let turn = table.play("I go on.", std::iter::once(call).chain(told)).await;
    let report = turn.report(0);
    assert_eq!(report["failed"], 0, "{report}");
    report["results"][0].clone()
}

async fn kill(table: &Table) {
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -2 * most})).await;
    assert_eq!(table.hero().await["dead"], true);
}

async fn table_line(table: &Table) -> String {
    let block = table.state_block().await;
    block.lines().find(|line| line.starts_with("hero: ")).expect("a hero").to_owned()
}

async fn level(table: &Table) {
    let id = table.hero().await["id"].as_str().unwrap().to_owned();
    table.post("/level-up", json!({"characterId": id})).await.good();
}

// srd: rule/damage-and-healing--instant-death
#[tokio::test]
async fn damage_beyond_the_maximum_kills_and_the_dead_are_raised_only_by_what_raises_the_dead() {
    let table = Table::of("fighter", 2).await;
    kill(&table).await;
    assert_eq!(table.hero().await["currentHP"], 0);
    let turn = table.refused_update(json!({"hp_delta": 1})).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("revive"), "{}", turn.result(0).0);
    let hero = table.hero().await;
    assert_eq!((&hero["dead"], &hero["currentHP"]), (&json!(true), &json!(0)));
    carry_out(&table, json!({"type": "revive", "character": "Mira"})).await;
    let hero = table.hero().await;
    assert_eq!((hero.get("dead").is_none_or(|dead| *dead == false), &hero["currentHP"]), (true, &json!(1)));
    assert_eq!(hero["deathSaves"], json!({"successes": 0, "failures": 0}));
    let turn = command(&table, json!({"type": "revive", "character": "Mira"})).await;
    assert!(turn.result(0).0.contains("isn't dead"), "{}", turn.result(0).0);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_same_command_raises_a_dead_creature_in_the_scene() {
    let table = Table::of("cleric", 5).await;
    let guard = json!([{"slug": "bandit", "name": "Guard", "disposition": "friendly"}]);
    table.update(json!({"npcs_to_create": guard})).await;
    table.play("I wait.", [says("He falls.").and_calls("update_npc", json!({"id": "guard", "hp_delta": -50}))]).await;
    assert_eq!(table.session().await["creatures"][0]["health"], "dead");
    carry_out(&table, json!({"type": "revive", "character": "guard"})).await;
    assert_ne!(table.session().await["creatures"][0]["health"], "dead");
}

// srd: rule/damage-and-healing--death-saving-throws rule/damage-and-healing--dropping-to-0-hit-points
#[tokio::test]
async fn damage_at_0_hit_points_counts_against_life_by_every_door() {
    let table = Table::of("fighter", 3).await;
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -most})).await;
    carry_out(&table, json!({"type": "hp_change", "character": "Mira", "change": -1})).await;
    assert_eq!(table.hero().await["deathSaves"]["failures"], 1);
    carry_out(&table, json!({"type": "death_save", "character": "Mira", "result": "success", "count": 3})).await;
    assert_eq!(table.hero().await["stable"], true);
    let turn = table.update(json!({"hp_delta": -2})).await;
    let answer = told(&table, &turn, 0).await;
    assert!(answer.contains("nearer to death"), "{answer}");
    let hero = table.hero().await;
    assert!(hero.get("stable").is_none_or(|it| *it == false), "{hero}");
    assert_eq!(hero["deathSaves"]["failures"], 1);
    table.update(json!({"hp_delta": -most})).await;
    assert_eq!(table.hero().await["dead"], true, "as much as the maximum at once");
    table.app.check_fold(&table.id).await;
}

// srd: rule/damage-and-healing--stabilizing-a-creature
#[tokio::test]
async fn a_stable_hero_wakes_after_one_to_four_hours_however_time_passes() {
    let table = Table::of("fighter", 3).await;
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -most})).await;
    carry_out(&table, json!({"type": "death_save", "character": "Mira", "result": "success", "count": 3})).await;
    assert!(table.hero().await["deathSaves"].get("wakesAt").is_none(), "no time has passed");
    table.update(json!({"minutes_passed": 30})).await;
    let hero = table.hero().await;
    let hour = hero["deathSaves"]["wakesAt"]["hour"].as_u64().unwrap_or_else(|| panic!("{hero}"));
    assert!((9..=12).contains(&hour) && hero["currentHP"] == 0 && hero["stable"] == true, "{hero}");
    table.update(json!({"minutes_passed": 20})).await;
    assert_eq!(table.hero().await["deathSaves"]["wakesAt"]["hour"], hour, "the die falls once");
    table.update(json!({"minutes_passed": 4 * 60})).await;
    let hero = table.hero().await;
    assert_eq!(hero["currentHP"], 1, "{hero}");
    assert!(hero.get("stable").is_none_or(|it| *it == false) && hero["deathSaves"].get("wakesAt").is_none(), "{hero}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_state_block_says_who_is_dead_stable_or_dying() {
    let table = Table::of("fighter", 3).await;
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -most})).await;
    carry_out(&table, json!({"type": "death_save", "character": "Mira", "result": "failure"})).await;
    assert!(table_line(&table).await.contains("(dying: 0 of 3 death saves, 1 of 3 failed)"), "dying");
    carry_out(&table, json!({"type": "death_save", "character": "Mira", "result": "success", "count": 3})).await;
    assert!(table_line(&table).await.contains("(stable)"), "stable");
    table.update(json!({"hp_delta": -3 * most})).await;
    assert!(table_line(&table).await.contains("(dead)"), "dead");
}

#[tokio::test]
async fn a_message_of_a_downed_hero_gives_a_notice_and_informs_the_model() {
    let table = Table::of("fighter", 2).await;
    kill(&table).await;
    let events = table.events("I dance on the table.", [says("She lies still.")]).await;
    let codes: Vec<&Value> = events.iter().filter(|it| it.event == "notice").map(|it| &it.data["code"]).collect();
    assert_eq!(codes, ["hero_is_down"]);
    let asked = table.claude().last_asked();
    let told = asked.messages().last().unwrap()["content"].to_string();
    assert!(told.contains("impossible: Mira is dead"), "{told}");
    assert!(table.claude().judge_asked().is_empty());
}

#[tokio::test]
async fn a_message_of_a_hero_who_neither_acts_nor_speaks_is_not_carried_out() {
    for (condition, is_helpless) in [("paralyzed", true), ("petrified", true), ("unconscious", true), ("prone", false)]
    {
        let table = Table::of("wizard", 3).await;
        table.update(json!({"conditions_added": [condition], "items_gained": ["Potion of Healing", "Shield"]})).await;
        let events = table.events("I dance on the table.", [says("Nothing moves.")]).await;
        let told = table.claude().last_asked().messages().last().unwrap()["content"].to_string();
        let notices = events.iter().filter(|it| it.event == "notice" && it.data["code"] == "hero_is_down").count();
        assert_eq!(told.contains(&format!("impossible: Mira is {condition}")), is_helpless, "{told}");
        assert_eq!(notices == 1, is_helpless, "{condition}");
        for order in
            [json!({"action": "useItem", "item": "Potion of Healing"}), json!({"action": "equip", "item": "Shield"})]
        {
            let answer = table.post("/actions", order).await;
            assert_eq!(answer.status, if is_helpless { 422 } else { 200 }, "{condition}");
        }
        let used = json!({"spell_slots_used": {"1": 1}});
        let turn = if is_helpless { table.refused_update(used).await } else { table.update(used).await };
        assert_eq!(turn.changes().contains(&"spellSlotsUsed"), !is_helpless, "{condition}");
    }
}

#[tokio::test]
async fn a_hero_who_falls_by_a_call_has_cast_before() {
    let table = Table::of("wizard", 3).await;
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    let turn = table.update(json!({"hp_delta": -most, "spell_slots_used": {"1": 1}})).await;
    assert!(turn.changes().contains(&"spellSlotsUsed"), "{}", turn.result(0).0);
    let turn = table.refused_update(json!({"spell_slots_used": {"1": 2}})).await;
    assert!(turn.result(0).0.contains("lies at 0 hit points and can't act"), "{}", turn.result(0).0);
}

#[tokio::test]
async fn a_level_up_neither_wakes_nor_heals_downed_or_dead_heroes() {
    let table = Table::of("fighter", 2).await;
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -most, "xp_gained": 600})).await;
    level(&table).await;
    let hero = table.hero().await;
    assert_eq!((&hero["currentHP"], hero["maxHP"].as_i64().unwrap() > most), (&json!(0), true));
    let table = Table::of("fighter", 2).await;
    let falls = updates(json!({"xp_gained": 600})).and_updates(json!({"hp_delta": -2 * most}));
    table.play("I fall.", [falls, says("Down.")]).await;
    level(&table).await;
    let hero = table.hero().await;
    assert_eq!((&hero["currentHP"], &hero["dead"]), (&json!(0), &json!(true)));
    table.app.check_fold(&table.id).await;
}

// srd: rule/resting--long-rest
#[tokio::test]
async fn a_night_of_rest_counts_once_a_day() {
    let table = Table::of("fighter", 2).await;
    let night = json!({"type": "rest", "character": "Mira", "rest_type": "long"});
    carry_out(&table, night.clone()).await;
    let turn = command(&table, night.clone()).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("24 hours"), "{}", turn.result(0).0);
    table.update(json!({"minutes_passed": 16 * 60})).await;
    carry_out(&table, night).await;
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn lost_armour_no_longer_protects_however_it_was_lost() {
    let table = Table::of("fighter", 2).await;
    let hero = table.hero().await;
    let dexterity = (hero["abilities"]["dex"].as_i64().unwrap() - 10).div_euclid(2);
    let turn = table.update(json!({"items_lost": ["Shield"]})).await;
    assert!(turn.changes().contains(&"itemEquipped"), "{:?}", turn.changes());
    assert_eq!(table.hero().await["armorClass"], hero["armorClass"].as_i64().unwrap() - 2);
    let remove = json!({"type": "item", "character": "Mira", "action": "remove", "item_name": "Chain Mail"});
    carry_out(&table, remove).await;
    assert_eq!(table.hero().await["armorClass"], 10 + dexterity);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_hero_who_joins_during_a_fight_takes_part_in_it() {
    let table = Table::of("fighter", 3).await;
    let goblins = json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile"}]);
    table.update(json!({"npcs_to_create": goblins})).await;
    let session = table.post("/characters", json!({"character": "orrin-quill"})).await.good();
    let order = session["encounter"]["order"].as_array().unwrap();
    assert!(order.iter().any(|it| it["id"] == "orrin-quill"), "{order:?}");
    table.app.check_fold(&table.id).await;
}

/// The dice expression of a ruling for a hero with a condition.
async fn thrown(table: &Table, tool: &str, input: Value) -> String {
    table.claude().judge_will([calls(tool, input)]);
    let turn = table.play("I sneak past the guard.", [says("So be it.")]).await;
    turn.0["rolls"][0]["expression"].as_str().unwrap().to_owned()
}

// srd: condition/exhaustion condition/frightened
#[tokio::test]
async fn checks_and_saves_outside_fights_know_exhaustion_and_fear() {
    let check = json!({"skill": "acrobatics", "difficulty": "easy", "reason": "past her"});
    let save = json!({"ability": "con", "difficulty": "easy", "reason": "the cold"});
    let table = Table::of("fighter", 2).await;
    assert!(thrown(&table, "resolve_skill_check", check.clone()).await.starts_with("1d20"));
    table.update(json!({"conditions_added": ["exhaustion 1"]})).await;
    assert!(thrown(&table, "resolve_skill_check", check.clone()).await.starts_with("2d20kl1"));
    assert!(thrown(&table, "resolve_saving_throw", save.clone()).await.starts_with("1d20"));
    table.update(json!({"conditions_added": ["exhaustion 3"]})).await;
    assert!(thrown(&table, "resolve_saving_throw", save).await.starts_with("2d20kl1"));
    let table = Table::of("fighter", 2).await;
    table.update(json!({"conditions_added": ["frightened"]})).await;
    assert!(thrown(&table, "resolve_skill_check", check).await.starts_with("2d20kl1"));
}

#[tokio::test]
async fn armour_that_rattles_hampers_stealth_outside_fights() {
    let table = Table::of("fighter", 2).await;
    let check = |skill: &str| json!({"skill": skill, "difficulty": "easy", "reason": "past her"});
    assert!(table.pack().await.iter().any(|thing| thing.contains("Chain Mail")), "{:?}", table.pack().await);
    assert!(thrown(&table, "resolve_skill_check", check("stealth")).await.starts_with("2d20kl1"));
    assert!(thrown(&table, "resolve_skill_check", check("acrobatics")).await.starts_with("1d20"));
    carry_out(&table, json!({"type": "item", "action": "unequip", "item_name": "Chain Mail"})).await;
    assert!(thrown(&table, "resolve_skill_check", check("stealth")).await.starts_with("1d20"));
}

#[tokio::test]
async fn features_and_a_paladins_aura_affect_saves_outside_fights() {
    let dex = json!({"ability": "dex", "difficulty": "easy", "reason": "the falling stones"});
    let table = Table::of("barbarian", 2).await;
    assert!(thrown(&table, "resolve_saving_throw", dex.clone()).await.starts_with("2d20kh1"), "danger sense");
    let app = table.app;
    let dwarf = json!({"name": "Mira", "class": "fighter", "race": "dwarf", "level": 1});
    let id = app.create(json!({"character": dwarf})).await;
    let table = Table { app, id };
    let poison = json!({"ability": "con", "difficulty": "easy", "reason": "the poison", "against": "poison"});
    assert!(thrown(&table, "resolve_saving_throw", poison).await.starts_with("2d20kh1"), "dwarven resilience");
    let plain = thrown(&table, "resolve_saving_throw", dex.clone()).await;
    let paladin = json!({"name": "Oda", "class": "paladin", "race": "human", "level": 6});
    table.post("/characters", json!({"character": paladin})).await.good();
    assert_ne!(thrown(&table, "resolve_saving_throw", dex).await, plain, "the aura of the paladin beside");
}

#[tokio::test]
async fn fighting_styles_affect_attacks_outside_fights() {
    let table = Table::of("fighter", 1).await;
    let blow = json!({"target": "the door", "weapon": "Longsword"});
    table.update(json!({"items_lost": ["Shield"], "feature_choice_updates": {"Fighting Style": "Dueling"}})).await;
    table.claude().judge_will((0..12).map(|_| calls("resolve_attack", blow.clone())));
    let mut damage = None;
    for _ in 0..12 {
        let turn = table.play("I strike at the door.", [says("So be it.")]).await;
        damage = damage.or_else(|| turn.0["rolls"].as_array()?.get(1)?["expression"].as_str().map(str::to_owned));
    }
    assert_eq!(damage.as_deref().map(|it| it.ends_with("+5")), Some(true), "{damage:?}");
}

#[tokio::test]
async fn a_spell_is_cast_outside_a_fight_by_its_own_rules() {
    let table = Table::of("cleric", 5).await;
    let cast = json!({"spell": "Bless", "targets": ["Mira"]});
    let turn = table.play("I bless myself.", [says("Light falls on you.").and_calls("cast_spell", cast)]).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let hero = table.hero().await;
    assert_eq!(hero["spellcasting"]["slots"]["1"]["used"], 1);
    assert_eq!((&hero["effects"][0]["name"], &hero["concentratingOn"]), (&json!("Bless"), &json!("Bless")));
    assert!(hero["effects"][0]["modifiers"].to_string().contains("1d4"), "{hero}");
    table.update(json!({"hp_delta": -5})).await;
    let cure = json!({"spell": "Cure Wounds", "targets": ["Mira"]});
    let turn = table.play("I heal.", [says("It closes.").and_calls("cast_spell", cure)]).await;
    assert!(turn.changes().contains(&"hpChanged"), "{}", turn.result(0).0);
    let wrong = says("You try.").and_calls("cast_spell", json!({"spell": "Wish"}));
    let turn = table.play("I wish.", [wrong, says("Nothing.")]).await;
    let answer = told(&table, &turn, 0).await;
    assert!(turn.result(0).1 && answer.contains("Wish"), "{answer}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn commands_default_to_the_acting_hero_and_every_tool_calls_the_field_character() {
    let table = Table::of("fighter", 3).await;
    carry_out(&table, json!({"type": "hp_change", "change": -2})).await;
    carry_out(&table, json!({"type": "hp_change", "character_id": "mira", "change": -2})).await;
    carry_out(&table, json!({"type": "hp_change", "character": "MIRA", "change": -2})).await;
    let hero = table.hero().await;
    assert_eq!(hero["maxHP"].as_i64().unwrap() - hero["currentHP"].as_i64().unwrap(), 6);
    let asks = |input: Value| calls("query_character_ability", input);
    for input in
        [json!({"section": "attacks", "character": "Mira"}), json!({"section": "attacks", "character_id": "mira"})]
    {
        let turn = table.play("What can I do?", [asks(input), says("This.")]).await;
        assert!(!turn.result(0).1, "{}", turn.result(0).0);
    }
}

#[tokio::test]
async fn a_value_is_not_explained_by_an_unrelated_roll() {
    let table = Table::of("fighter", 3).await;
    let roll = calls("roll_dice", json!({"dice": "1d20+1", "reason": "Perception"}));
    table
        .play("I look.", [roll, says("You find coins.").and_calls("update_game_state", json!({"gold_delta": 40}))])
        .await;
    let why = table.get("/why?path=characters.0.gold").await.good();
    assert!(why["history"][0].get("roll").is_none(), "{why}");
    table.update(json!({"hp_delta": -3})).await;
    let why = table.get("/why?path=characters.0.currentHP").await.good();
    assert!(why["history"][0].get("roll").is_none(), "{why}");

    let goblins = json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": 4}]);
    table.update(json!({"npcs_to_create": goblins})).await;
    for _ in 0..6 {
        let end = calls("end_turn", json!({}));
        table.play("I wait.", [end, says("They come at you.")]).await;
        let why = table.get("/why?path=characters.0.currentHP").await.good();
        let Some(roll) = why["history"][0].get("roll") else { continue };
        assert!(roll["reason"].as_str().unwrap().starts_with("Damage: "), "{why}");
        let lost = why["history"][0]["change"]["delta"].as_i64().unwrap();
        assert_eq!(roll["total"].as_i64().unwrap(), -lost, "{why}");
        return;
    }
    panic!("no goblin ever struck");
}

#[tokio::test]
async fn an_opened_fight_defers_the_heros_action_and_places_close_creatures() {
    let table = Table::of("fighter", 3).await;
    let people = json!([
        {"slug": "bandit", "name": "Guard", "disposition": "neutral"},
        {"slug": "commoner", "name": "Oswin", "disposition": "friendly"},
    ]);
    table.update(json!({"npcs_to_create": people})).await;
    let start = calls("start_combat", json!({"npc_ids": ["guard"], "close": ["guard"]}));
    let turn = table.play("I hit the guard.", [start, says("Steel!")]).await;
    let answer = told(&table, &turn, 0).await;
    assert!(answer.contains("next words"), "{answer}");
    let changes = turn.0["changes"].as_array().unwrap();
    let began = changes.iter().find(|it| it["kind"] == "encounterBegan").unwrap();
    let order = began["encounter"]["order"].as_array().unwrap();
    let at = |id: &str| {
        let one = order.iter().find(|it| it["who"].to_string().contains(id));
        one.map(|it| (it["square"]["x"].as_i64().unwrap(), it["square"]["y"].as_i64().unwrap()))
    };
    let (hero, guard) = (at("mira").unwrap(), at("guard").unwrap());
    assert!((hero.0 - guard.0).abs() <= 1 && (hero.1 - guard.1).abs() <= 1, "{hero:?} {guard:?}");
    assert_eq!(at("oswin"), None, "a friendly commoner is no fighter");
}

#[tokio::test]
async fn a_second_refused_action_ends_the_turn() {
    let table = Table::of("fighter", 3).await;
    let goblins = json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": 2}]);
    table.update(json!({"npcs_to_create": goblins})).await;
    let first = calls("take_action", json!({"action": "dodge", "ends_turn": false}));
    let both = first.and_calls("take_action", json!({"action": "disengage"}));
    let turn = table.play("I dodge, then disengage.", [both, says("You dodge.")]).await;
    assert!(turn.result(1).1, "{}", turn.result(1).0);
    assert!(turn.changes().contains(&"combatTurnEnded"), "{:?}", turn.changes());
}

#[tokio::test]
async fn a_hero_who_can_do_nothing_does_nothing_by_a_button_either() {
    let fell = json!({"hp_delta": -1_000});
    for (n, falls) in
        [json!({"conditions_added": ["paralyzed"]}), json!({"conditions_added": ["unconscious"]}), json!({}), fell]
            .into_iter()
            .enumerate()
    {
        let table = Table::of("fighter", 2).await;
        table.update(json!({"items_gained": ["Potion of Healing"], "hp_delta": -2})).await;
        let hp = table.hero().await["currentHP"].as_i64().unwrap();
        let falls = if n == 2 { json!({"hp_delta": -hp}) } else { falls };
        table.update(falls).await;
        let before = table.hero().await;
        for action in [
            json!({"action": "useItem", "item": "Potion of Healing"}),
            json!({"action": "unequip", "item": "Shield"}),
            json!({"action": "unequip", "item": "Chain Mail"}),
        ] {
            let answer = table.post("/actions", action.clone()).await;
            assert_eq!(answer.problem(), (422, "illegal_action".into()), "{action}: {}", answer.text);
            assert!(answer.text.contains("can't act"), "{}", answer.text);
        }
        let strips = json!({"type": "item", "action": "unequip", "item_name": "Shield"});
        let turn = command(&table, strips).await;
        assert!(turn.result(0).0.contains("can't act"), "{}", turn.result(0).0);
        assert_eq!(table.hero().await["inventory"], before["inventory"]);
    }
}

#[tokio::test]
async fn a_spell_that_is_held_and_changes_no_number_of_the_hero_stands_on_the_table() {
    for _ in 0..8 {
        let table = Table::of("cleric", 5).await;
        table.update(json!({"npcs_to_create": [{"slug": "bandit", "name": "Ogg", "disposition": "neutral"}]})).await;
        cast(&table, "Hold Person", "ogg").await;
        if kept_in_mind(&table).await.0 == json!("Hold Person") {
            let block = table.state_block().await;
            assert!(block.contains("under: Hold Person (concentration)"), "{block}");
            return;
        }
    }
    panic!("nobody was ever held");
}

#[tokio::test]
async fn a_lost_shield_that_is_regained_can_be_put_on_again_and_the_pack_marks_it() {
    let table = Table::of("fighter", 2).await;
    let before = table.hero().await["armorClass"].clone();
    table.update(json!({"items_lost": ["Shield"]})).await;
    table.update(json!({"items_gained": ["Shield"]})).await;
    assert!(!table.state_block().await.contains("Shield (worn)"));
    let item = |action: &str| json!({"type": "item", "action": action, "item_name": "Shield"});
    let result = carry_out(&table, item("equip")).await;
    assert_eq!(result["details"]["worn"], true, "{result}");
    assert_eq!(table.hero().await["armorClass"], before);
    assert!(table.state_block().await.contains("Shield (worn)"));
    let turn = command(&table, item("equip")).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("already"), "{}", turn.result(0).0);
    carry_out(&table, item("unequip")).await;
    assert_eq!(table.hero().await["armorClass"].as_i64().unwrap(), before.as_i64().unwrap() - 2);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_spell_of_touch_at_nobody_is_cast_on_oneself() {
    let table = Table::of("cleric", 5).await;
    table.update(json!({"hp_delta": -5})).await;
    let hurt = table.hero().await["currentHP"].as_i64().unwrap();
    let cast = |spell: &str| says("Light falls.").and_calls("cast_spell", json!({ "spell": spell }));
    let turn = table.play("I heal myself.", [cast("Cure Wounds")]).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    assert!(table.hero().await["currentHP"].as_i64().unwrap() > hurt);
    let turn = table.play("I hold him.", [cast("Hold Person"), says("Whom?")]).await;
    assert!(turn.result(0).1, "nobody holds themselves: {}", turn.result(0).0);
}

#[tokio::test]
async fn light_is_cast_on_a_thing_and_bless_is_not() {
    let table = Table::of("cleric", 5).await;
    let light = json!({"spell": "Light", "targets": ["my mace"]});
    let turn = table.play("I light my mace.", [says("It glows.").and_calls("cast_spell", light)]).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let nobody = says("You try.").and_calls("cast_spell", json!({"spell": "Bless", "targets": ["my mace"]}));
    let turn = table.play("I bless my mace.", [nobody, says("Nothing.")]).await;
    assert!(turn.result(0).1, "{}", turn.result(0).0);
}

#[tokio::test]
async fn a_disciple_of_life_heals_two_and_the_slots_level_more() {
    let table = Table::of("cleric", 5).await;
    let hero = table.hero().await;
    let modifier = (hero["abilities"]["wis"].as_i64().unwrap() - 10).div_euclid(2);
    assert!(hero["features"].to_string().contains("Disciple of Life"), "{}", hero["features"]);
    table.update(json!({"hp_delta": -20})).await;
    let cure = json!({"spell": "Cure Wounds", "targets": ["Mira"], "slot": 2});
    let turn = table.play("I heal.", [says("It closes.").and_calls("cast_spell", cure)]).await;
    let expression = turn.0["rolls"][0]["expression"].as_str().unwrap().to_owned();
    assert!(expression.ends_with("+4") && expression.contains(&format!("+{modifier}")), "{expression}");
}

#[tokio::test]
async fn what_a_rest_brings_is_read_before_it_is_told() {
    let table = Table::of("fighter", 2).await;
    let rest = json!({"commands": [{"type": "rest", "rest_type": "short"}]});
    let turn = table.play("I rest.", [says("Inside, then.").and_calls(COMMANDS, rest), says("An hour goes by.")]).await;
    assert!(turn.narrative().ends_with("An hour goes by."), "{}", turn.narrative());
}

/// A cleric who has cast Bless on herself outside a fight.
async fn blessed() -> Table {
    let table = Table::of("cleric", 5).await;
    cast(&table, "Bless", "Mira").await;
    assert_eq!(kept_in_mind(&table).await, (json!("Bless"), vec![json!("Bless")]));
    table
}

async fn cast(table: &Table, spell: &str, target: &str) -> Turn {
    let input = json!({"spell": spell, "targets": [target]});
    let turn = table.play("I cast it.", [says("Light falls.").and_calls("cast_spell", input)]).await;
    assert!(!turn.result(0).1, "{spell}: {}", turn.result(0).0);
    turn
}

/// What the hero concentrates on, and the effects on the hero.
async fn kept_in_mind(table: &Table) -> (Value, Vec<Value>) {
    let hero = table.hero().await;
    let effects = hero["effects"].as_array().cloned().unwrap_or_default();
    (hero["concentratingOn"].clone(), effects.iter().map(|effect| effect["name"].clone()).collect())
}

// srd: rule/casting-a-spell--duration
#[tokio::test]
async fn a_second_concentration_spell_outside_a_fight_ends_the_first() {
    let table = blessed().await;
    cast(&table, "Cure Wounds", "Mira").await;
    assert_eq!(kept_in_mind(&table).await.0, "Bless", "a spell without concentration ends none");
    table.update(json!({"npcs_to_create": [{"slug": "bandit", "name": "Ogg", "disposition": "neutral"}]})).await;
    let turn = cast(&table, "Hold Person", "ogg").await;
    let (on, effects) = kept_in_mind(&table).await;
    assert!(on != json!("Bless") && !effects.contains(&json!("Bless")), "{on} {effects:?}");
    assert!(told(&table, &turn, 0).await.contains("Bless"), "the answer says what ended");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn damage_outside_a_fight_calls_for_a_save_to_keep_a_spell() {
    let wounds: [(&str, Value); 2] = [
        ("update_game_state", json!({"hp_delta": -5})),
        (COMMANDS, json!({"commands": [{"type": "hp_change", "change": -5}]})),
    ];
    for (tool, wound) in wounds {
        let (mut kept, mut lost) = (0, 0);
        for _ in 0..8 {
            let table = blessed().await;
            let turn = table.play("I fall.", [says("Stones!").and_calls(tool, wound.clone())]).await;
            let rolls = turn.0["rolls"].as_array().unwrap().clone();
            assert_eq!(rolls.len(), 1, "{tool}: {rolls:?}");
            assert_eq!(rolls[0]["reason"], "Constitution save to keep Bless");
            let well = rolls[0]["total"].as_i64().unwrap() >= 10;
            let (on, effects) = kept_in_mind(&table).await;
            assert_eq!((on == json!("Bless"), effects.len()), (well, usize::from(well)), "{tool}: {rolls:?}");
            kept += i32::from(well);
            lost += i32::from(!well);
            table.app.check_fold(&table.id).await;
            if kept > 0 && lost > 0 {
                break;
            }
        }
    }
    let table = blessed().await;
    let healed = table.update(json!({"hp_delta": 5})).await;
    assert_eq!(healed.0["rolls"], json!([]), "healing calls for none");
}

#[tokio::test]
async fn who_falls_or_cannot_act_outside_a_fight_keeps_no_spell() {
    for ends in [
        json!({"hp_delta": -60}),
        json!({"conditions_added": ["Unconscious"]}),
        json!({"conditions_added": ["stunned"]}),
        json!({"conditions_added": ["exhaustion 6"]}),
        json!({"minutes_passed": 5}),
    ] {
        let table = blessed().await;
        table.update(ends.clone()).await;
        assert_eq!(kept_in_mind(&table).await, (Value::Null, vec![]), "{ends}");
        table.app.check_fold(&table.id).await;
    }
    let table = blessed().await;
    table.update(json!({"conditions_added": ["poisoned"]})).await;
    assert_eq!(kept_in_mind(&table).await.0, "Bless", "the poisoned keep it");
    let stun = json!({"type": "condition", "action": "add", "condition": "stunned", "duration_type": "permanent"});
    carry_out(&table, stun).await;
    assert_eq!(kept_in_mind(&table).await.0, Value::Null);
}

#[tokio::test]
async fn hit_points_by_hand_are_rejected_in_a_fight_with_what_to_do() {
    let table = Table::of("fighter", 3).await;
    let goblin = json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile"}]);
    table.update(json!({"npcs_to_create": goblin})).await;
    for (also, is_error) in [(json!({}), true), (json!({"scene_update": "Steel rings."}), false)] {
        let mut input = also;
        input["hp_delta"] = json!(-3);
        let before = table.hero().await["currentHP"].clone();
        let turn = table.play("I stumble.", [calls("update_game_state", input), says("You stumble.")]).await;
        let answer: Value = serde_json::from_str(&told(&table, &turn, 0).await).unwrap();
        let rejected = &answer["rejected"][0];
        assert_eq!((&rejected["field"], turn.result(0).1), (&json!("hp_delta"), is_error), "{answer}");
        assert!(rejected["reason"].as_str().unwrap().contains("take_action"), "{answer}");
        assert_eq!(table.hero().await["currentHP"], before);
    }
}

#[tokio::test]
async fn exhaustion_is_shown_with_its_level() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"conditions_added": ["exhaustion 2", "poisoned"]})).await;
    let block = table.state_block().await;
    assert!(block.contains("exhaustion (level 2 of 6), poisoned"), "{block}");
    table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Ogre", "disposition": "neutral"}]})).await;
    let tires = json!({"id": "ogre", "conditions_added": ["exhaustion 3"]});
    table.play("I wait.", [says("It tires.").and_calls("update_npc", tires)]).await;
    let block = table.state_block().await;
    assert!(block.contains("exhaustion (level 3 of 6)"), "{block}");
}

#[tokio::test]
async fn names_in_greek_and_turkish_are_the_same_in_capitals() {
    let table = Table::of("fighter", 3).await;
    let people = json!([
        {"slug": "bandit", "name": "Οδυσσέας", "disposition": "friendly"},
        {"slug": "bandit", "name": "İlker", "disposition": "friendly"},
    ]);
    table.update(json!({"npcs_to_create": people, "items_gained": ["ΞΊΦΟΣ", "İksir"]})).await;
    for id in ["ΟΔΥΣΣΕΑΣ", "ilker", "İLKER"] {
        let hurt = json!({"id": id, "hp_delta": -1});
        let turn = table.play("I shove.", [says("Ow.").and_calls("update_npc", hurt)]).await;
        assert!(!turn.result(0).1, "{id}: {}", turn.result(0).0);
    }
    table.update(json!({"items_lost": ["ξίφος", "iksir"]})).await;
    let pack = table.hero().await["inventory"].to_string();
    assert!(!pack.contains("ΞΊΦΟΣ") && !pack.contains("İksir"), "{pack}");
}

#[tokio::test]
async fn a_lasting_spell_without_numbers_is_written_down_by_its_name() {
    let table = Table::of("cleric", 5).await;
    let light = json!({"spell": "Light", "targets": ["my mace"]});
    let turn = table.play("I light my mace.", [says("It glows.").and_calls("cast_spell", light)]).await;
    let answer: Value = serde_json::from_str(&told(&table, &turn, 0).await).unwrap();
    if let Some(advice) = answer["to_apply"].as_str() {
        assert!(advice.contains("cantrip") && !advice.contains("slot"), "{advice}");
        assert!(advice.contains("buff") && advice.contains("without modifiers"), "{advice}");
    }
    let buff = json!({"type": "buff", "action": "add", "buff_name": "Light on the mace", "duration_type": "hours", "duration": 1});
    let result = carry_out(&table, buff).await;
    assert_eq!(result["message"], "Mira is under Light on the mace (1 hour).");
    let block = table.state_block().await;
    assert!(block.contains("Light on the mace (1 hour") || block.contains("Light on the mace (60 minutes"), "{block}");
    carry_out(&table, json!({"type": "buff", "action": "remove", "buff_name": "light on the mace"})).await;
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_spell_that_the_rules_lack_takes_a_slot_of_its_own_level() {
    let table = Table::of("cleric", 5).await;
    table.update(json!({"spells_learned": ["Spirit Guardians"]})).await;
    let slots = table.hero().await["spellcasting"]["slots"].clone();
    assert_eq!((&slots["1"]["used"], &slots["3"]["used"]), (&json!(0), &json!(0)), "{slots}");
    let cast =
        |slot: Value| says("Light falls.").and_calls("cast_spell", json!({"spell": "Spirit Guardians", "slot": slot}));
    let turn = table.play("I call on them.", [cast(json!(1)), says("Nothing.")]).await;
    assert!(turn.result(0).1, "a slot too low: {}", turn.result(0).0);
    table.play("I call on them.", [cast(json!(null))]).await;
    let slots = table.hero().await["spellcasting"]["slots"].clone();
    assert_eq!(slots["1"]["used"], 0, "{slots}");
}

#[tokio::test]
async fn spells_that_protect_change_the_armour_class_outside_fights() {
    let table = Table::of("wizard", 3).await;
    let ac = async || table.hero().await["armorClassNow"].as_i64().unwrap_or(0);
    let own = ac().await;
    let cast = |spell: &str| says("Light falls.").and_calls("cast_spell", json!({ "spell": spell }));
    let turn = table.play("I cast it.", [cast("Mage Armor")]).await;
    assert_eq!(ac().await, own + 3, "{:?}", turn.result(0));
    let turn = table.play("I cast it.", [cast("Shield")]).await;
    assert_eq!(ac().await, own + 8, "{:?}", turn.result(0));
}

#[tokio::test]
async fn mage_armor_takes_the_place_of_armour_and_ends_with_it() {
    let table = Table::of("wizard", 3).await;
    table.update(json!({"items_gained": ["Leather Armor"]})).await;
    let now = async || {
        let hero = table.hero().await;
        (hero["armorClassNow"].as_i64().unwrap(), hero["effects"].as_array().map_or(0, Vec::len))
    };
    let wears = |action: &str| json!({"type": "item", "action": action, "item_name": "Leather Armor"});
    let cast = || says("Light falls.").and_calls("cast_spell", json!({"spell": "Mage Armor"}));
    let (bare, _) = now().await;
    carry_out(&table, wears("equip")).await;
    assert_eq!(now().await, (bare + 1, 0));
    let slots = async || table.hero().await["spellcasting"]["slots"]["1"]["used"].clone();
    let turn = table.play("I cast it.", [cast(), says("Nothing takes hold.")]).await;
    assert!(turn.result(0).1 && turn.result(0).0.contains("wears armor"), "{}", turn.result(0).0);
    assert_eq!((slots().await, now().await), (json!(0), (bare + 1, 0)));
    carry_out(&table, wears("unequip")).await;
    table.play("I cast it.", [cast()]).await;
    assert_eq!(now().await, (bare + 3, 1), "13 and Dexterity");
    let dress = says("You dress.").and_calls(COMMANDS, json!({"commands": [wears("equip")]}));
    let dressed = table.play("I dress.", [dress]).await;
    let (answer, _) = table.told(&dressed, 0).await;
    assert!(answer.contains("\"ended\":[\"Mage Armor on Mira\"]"), "{answer}");
    assert_eq!(now().await, (bare + 1, 0), "armour that is put on ends it");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn what_runs_out_with_time_is_named_and_recorded() {
    let table = Table::of("wizard", 3).await;
    table.play("I cast it.", [says("Light falls.").and_calls("cast_spell", json!({"spell": "Mage Armor"}))]).await;
    let dazed = json!({"type": "condition", "action": "add", "condition": "deafened", "duration_type": "minutes", "duration": 10});
    carry_out(&table, dazed).await;
    let turn = table.update(json!({"minutes_passed": 30})).await;
    let (answer, _) = table.told(&turn, 0).await;
    assert!(answer.contains("\"ended\":[\"deafened on Mira\"]"), "{answer}");
    assert!(turn.changes().contains(&"conditionRemoved"), "{:?}", turn.changes());
    let turn = table.update(json!({"minutes_passed": 480})).await;
    let (answer, _) = table.told(&turn, 0).await;
    assert!(answer.contains("\"ended\":[\"Mage Armor on Mira\"]"), "{answer}");
    assert_eq!(turn.changes().iter().filter(|kind| **kind == "effectEnded").count(), 1, "{:?}", turn.changes());
    assert_eq!(table.hero().await["effects"].as_array().map_or(0, Vec::len), 0);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn nobody_travels_while_a_hero_is_dying() {
    let app = TestApp::start().await;
    let hero = |name: &str| json!({"name": name, "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"characters": [hero("Mira"), hero("Tam")]})).await;
    let table = Table { app, id };
    let before = table.session().await;
    let hp = before["characters"][1]["currentHP"].as_i64().unwrap();
    table.update(json!({"character": "tam", "hp_delta": -hp})).await;
    for minutes in [7200, 0] {
        let travel = calls("travel", json!({"to": "The long row", "minutes": minutes}));
        let turn = table.play("We go on.", [travel, says("Nobody goes.")]).await;
        let (told, is_error) = table.told(&turn, 0).await;
        assert!(is_error && told.contains("Tam is dying") && told.contains("potion"), "{told}");
    }
    for field in ["location_changed", "set_current_poi"] {
        let turn = table.refused_update(json!({field: "The long row"})).await;
        assert!(turn.result(0).0.contains("Tam is dying"), "{field}: {}", turn.result(0).0);
    }
    let now = table.session().await;
    assert_eq!(
        (&now["clock"], &now["story"]["currentLocation"], &now["story"]["currentPlace"]),
        (&before["clock"], &before["story"]["currentLocation"], &before["story"]["currentPlace"])
    );
}

#[tokio::test]
async fn no_hour_goes_by_while_a_hero_is_dying() {
    let table = Table::of("fighter", 3).await;
    let hp = table.hero().await["currentHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -hp})).await;
    let before = table.session().await;
    for kind in ["short", "long"] {
        let turn =
            command(&table, json!({"type": "rest", "character": "Mira", "rest_type": kind, "hit_dice": 0})).await;
        assert_eq!(turn.report(0)["failed"], 1, "{kind}: {}", turn.report(0));
        let button = table.post("/actions", json!({"action": "rest", "kind": kind})).await;
        assert_eq!(button.status, 422, "{kind}: {}", button.text);
    }
    let turn = table.refused_update(json!({"minutes_passed": 480})).await;
    assert!(turn.result(0).0.contains("Mira is dying"), "{}", turn.result(0).0);
    let now = table.session().await;
    assert_eq!((&now["clock"], &now["characters"]), (&before["clock"], &before["characters"]));
    carry_out(&table, json!({"type": "death_save", "character": "Mira", "result": "success", "count": 3})).await;
    table.update(json!({"minutes_passed": 10})).await;
    assert_ne!(table.session().await["clock"], before["clock"], "whoever is stable can wait");
}
