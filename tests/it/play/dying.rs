//! Tests of dying heroes: actions that take minutes wait, and help follows the rules, whichever tool or words it comes by.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use futures::{StreamExt, stream};
use model::{Model, Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall};
use serde_json::{Value, json};
use storyteller::Storyteller;

use crate::support::{Inn, Table, TestApp, calls, says};

const COMMANDS: &str = "apply_state_commands";

pub(super) fn hero(name: &str, class: &str) -> Value {
    json!({"name": name, "class": class, "race": "human", "level": 3})
}

/// A table where Mira acts and Tam lies dying; in a campaign, if one is named.
async fn beside_tam(class: &str, campaign: Option<&str>) -> Table {
    let app = TestApp::start().await;
    let mut body = json!({"characters": [hero("Mira", class), hero("Tam", "fighter")]});
    if let Some(campaign) = campaign {
        body["campaign"] = json!(campaign);
    }
    let id = app.create(body).await;
    let table = Table { app, id };
    let hp = tam(&table).await["currentHP"].as_i64().unwrap();
    table.update(json!({"character": "tam", "hp_delta": -hp})).await;
    table
}

async fn tam(table: &Table) -> Value {
    table.session().await["characters"][1].clone()
}

/// What the model reads of a call, and whether it is an error.
async fn calling(table: &Table, tool: &str, input: Value) -> (String, bool) {
    let turn = table.play("I go on.", [calls(tool, input), says("So it goes.")]).await;
    table.told(&turn, 0).await
}

async fn slots(table: &Table) -> Value {
    table.session().await["characters"][0]["spellcasting"]["slots"].clone()
}

#[tokio::test]
async fn no_spell_that_takes_minutes_is_cast_while_a_hero_is_dying() {
    let table = beside_tam("cleric", None).await;
    table.update(json!({"spells_learned": ["Prayer of Healing", "Augury"]})).await;
    let (before, clock) = (slots(&table).await, table.session().await["clock"].clone());
    for (tool, input) in [
        ("cast_spell", json!({"spell": "Prayer of Healing", "targets": ["tam"]})),
        ("cast_spell", json!({"spell": "Augury"})),
        (
            COMMANDS,
            json!({"commands": [{"type": "spell_slot", "action": "use", "level": 2, "spell_name": "Prayer of Healing"}]}),
        ),
        (
            COMMANDS,
            json!({"commands": [{"type": "spell_slot", "action": "use", "level": 2, "spell_name": "prayers-of-healing"}]}),
        ),
        (
            COMMANDS,
            json!({"commands": [{"type": "spell_slot", "action": "use", "level": 2, "spell_name": "Gebet der Heilung"}]}),
        ),
        (COMMANDS, json!({"commands": [{"type": "spell_slot", "action": "use", "level": 2}]})),
        ("update_game_state", json!({"spell_slots_used": {"2": 1}})),
        ("roll_dice", json!({"dice": "2d8+3", "reason": "Prayer of Healing"})),
    ] {
        let (told, is_error) = calling(&table, tool, input.clone()).await;
        assert!(is_error || told.contains("rejected"), "{input}: {told}");
        assert!(told.contains("Tam is dying"), "{input}: {told}");
        assert_eq!((slots(&table).await, &table.session().await["clock"]), (before.clone(), &clock), "{input}");
    }
    for (tool, input) in [
        ("update_game_state", json!({"character": "tam", "hp_delta": 9})),
        (COMMANDS, json!({"commands": [{"type": "hp_change", "character": "tam", "change": 9}]})),
    ] {
        let turn = table.play("I cast Prayer of Healing on Tam.", [calls(tool, input), says("It takes long.")]).await;
        let (told, _) = table.told(&turn, 0).await;
        assert!(told.contains("Tam is dying") && tam(&table).await["currentHP"] == 0, "{tool}: {told}");
        assert!(told.contains("prayer of healing"), "{tool}: {told}");
    }
    for (words, story) in [
        ("I find the path to Tam and heal him.", "The magic circle glows."),
        ("I don't cast Prayer of Healing, I lay on hands.", "They find the path."),
        ("I cast a light and give Tam the potion.", "The song of the wind walk fades."),
    ] {
        let heals = says(story).and_calls("update_game_state", json!({"character": "tam", "hp_delta": 9}));
        table.play(words, [heals]).await;
        assert_eq!(tam(&table).await["currentHP"], 9, "{words}");
        table.update(json!({"character": "tam", "hp_delta": -9})).await;
    }
    let (told, is_error) = calling(&table, "cast_spell", json!({"spell": "Cure Wounds", "targets": ["tam"]})).await;
    assert!(!is_error && tam(&table).await["currentHP"].as_i64() > Some(0), "{told}");
    let (told, is_error) = calling(&table, "cast_spell", json!({"spell": "Augury", "slot": 2})).await;
    assert!(!is_error, "nobody is dying any more: {told}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn in_a_campaign_every_way_out_of_a_scene_names_the_hero_who_is_dying() {
    let table = beside_tam("fighter", Some("the-ice-house-at-sundry")).await;
    let (node, location) = {
        let now = table.session().await;
        (now["plot"]["node"].clone(), now["story"]["currentLocation"].clone())
    };
    for (tool, input) in [
        ("advance_plot", json!({"action": "end_beat"})),
        ("travel", json!({"to": "in"})),
        ("travel", json!({"to": "The moon"})),
        ("update_game_state", json!({"location_changed": "The moon"})),
    ] {
        let (told, _) = calling(&table, tool, input.clone()).await;
        assert!(told.contains("Tam is dying at 0 hit points"), "{input}: {told}");
        let now = table.session().await;
        assert_eq!((&now["plot"]["node"], &now["story"]["currentLocation"]), (&node, &location), "{input}");
    }
    let (told, is_error) = calling(&table, "advance_plot", json!({"action": "look", "target": "kettle"})).await;
    assert!(!is_error, "a glance takes no time: {told}");
}

// srd: rule/damage-and-healing--stabilizing-a-creature
#[tokio::test]
async fn help_to_the_dying_is_one_rule_and_a_loose_throw_is_sent_there() {
    let table = beside_tam("cleric", None).await;
    for reason in ["Medicine: stabilising Tam", "Medicine", "Bandage Tam"] {
        let (told, is_error) =
            calling(&table, "roll_dice", json!({"dice": "1d20+5", "reason": reason, "dc": 10})).await;
        assert!(is_error && told.contains(r#""character": "tam", "result": "tend""#), "{reason}: {told}");
    }
    table.play("I stabilise Tam.", [says("You kneel.")]).await;
    let asked = table.claude().last_asked().body.to_string();
    let (_, hints) = asked.split_once("## Suggested Tools").unwrap();
    assert!(hints.contains("apply_state_commands(death_save)") && !hints.contains("roll_dice"), "{hints}");
    assert!(hints.contains("character tam"), "whom it is for: {hints}");
    table.play("I examine the corpse of the miller.", [says("You kneel.")]).await;
    let asked = table.claude().last_asked().body.to_string();
    assert!(!asked.contains("apply_state_commands(death_save)"), "it is no help to Tam: {asked}");
    let other = json!({"dice": "1d20+5", "reason": "Medicine: what killed the miller", "dc": 10});
    assert!(!calling(&table, "roll_dice", other).await.1, "a check of something else is thrown");
    let tend = json!({"commands": [{"type": "death_save", "character": "tam", "result": "tend"}]});
    let mut n = 0;
    while tam(&table).await["stable"] != true {
        let turn = table.play("I bandage Tam.", [says("You press.").and_calls(COMMANDS, tend.clone())]).await;
        let roll = &turn.0["rolls"][0];
        let is_good = roll["total"].as_i64() >= Some(10);
        assert_eq!(tam(&table).await["stable"] == true, is_good, "{turn:?}");
        n += 1;
        assert!(n < 20);
    }
    let (told, _) = calling(&table, COMMANDS, tend.clone()).await;
    assert!(told.contains("Tam isn't dying"), "{told}");
    table.app.check_fold(&table.id).await;

    let table = beside_tam("fighter", None).await;
    table.update(json!({"items_gained": ["Healer's Kit"]})).await;
    for left in (0..10).rev() {
        let turn = table.play("I bandage Tam.", [says("You press.").and_calls(COMMANDS, tend.clone())]).await;
        assert!(turn.0["rolls"].as_array().is_none_or(Vec::is_empty), "a kit needs no throw");
        assert_eq!(tam(&table).await["stable"], true);
        let told = table.told(&turn, 0).await.0;
        assert!(told.contains(&format!("{left} uses are left")), "{told}");
        assert_eq!(turn.changes().contains(&"itemLost"), left == 0, "{:?}", turn.changes());
        table.update(json!({"character": "tam", "hp_delta": 1})).await;
        table.update(json!({"character": "tam", "hp_delta": -1})).await;
    }
    let pack = table.session().await["characters"][0]["inventory"].to_string();
    assert!(!pack.contains("Healer's Kit"), "{pack}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn no_throw_that_a_rule_makes_is_thrown_by_hand() {
    let table = beside_tam("cleric", None).await;
    let save = r#"{"type": "death_save", "character": "tam", "result": "roll"}"#;
    let tend = r#"{"type": "death_save", "character": "tam", "result": "tend"}"#;
    for (dice, reason, instead) in [
        ("1d20", "Death saving throw", save),
        ("1d20", "Tam: death save", save),
        ("1d20", "Todesrettungswurf", save),
        ("1d20", "Rettungswurf gegen den Tod (Tam)", save),
        ("1d20+5", "Medizin", tend),
        ("1d20+5", "Medizin: Tam", tend),
        ("1d20+5", "Help Tam", tend),
        ("1d20+5", "Treat Tam", tend),
        ("1d20+5", "Save Tam", tend),
        ("1d20+5", "Tam retten", tend),
        ("1d20+2", "Initiative: Mira", "start_combat"),
        ("1d8+2", "Hit die", "hit_dice_spent"),
    ] {
        let turn =
            table.play("I go on.", [calls("roll_dice", json!({"dice": dice, "reason": reason})), says("So.")]).await;
        let (told, is_error) = table.told(&turn, 0).await;
        assert!(is_error && told.contains(instead), "{reason}: {told}");
        assert_eq!(turn.0["rolls"], json!([]), "{reason}");
    }
    for (dice, reason) in [
        ("1d20+2", "Dexterity save against the glyph of warding"),
        ("5d8", "Damage of the glyph of warding"),
        ("1d20+2", "Survival: find the path"),
        ("1d20+2", "Strength check to help Tam out of the river"),
        ("1d20+2", "Persuasion: take the initiative"),
        ("7d10", "hit dice of the ogre: 7d10"),
        ("1d20+2", "save against death cloud"),
    ] {
        let (told, is_error) = calling(&table, "roll_dice", json!({"dice": dice, "reason": reason})).await;
        assert!(!is_error, "{reason}: {told}");
    }
    table.update(json!({"character": "tam", "hp_delta": 5})).await;
    let (told, is_error) = calling(&table, "roll_dice", json!({"dice": "1d20", "reason": "Death save"})).await;
    assert!(is_error && told.contains("nobody here is dying"), "{told}");
    let (told, is_error) = calling(&table, "roll_dice", json!({"dice": "1d20+5", "reason": "Help Tam"})).await;
    assert!(!is_error, "{told}");
}

#[tokio::test]
async fn a_death_is_told_once_and_who_is_dead_is_not_unconscious() {
    let table = beside_tam("cleric", None).await;
    let save = |result: &str, count: u8| json!({"commands": [{"type": "death_save", "character": "tam", "result": result, "count": count}]});
    let mut told = String::new();
    for _ in 0..40 {
        calling(&table, COMMANDS, save("reset", 1)).await;
        if tam(&table).await["currentHP"] != 0 {
            table.update(json!({"character": "tam", "hp_delta": -1})).await;
        }
        calling(&table, COMMANDS, save("failure", 2)).await;
        told = calling(&table, COMMANDS, save("roll", 1)).await.0;
        if tam(&table).await["dead"] == true {
            break;
        }
    }
    assert_eq!(told.matches("Tam is dead").count(), 1, "{told}");
    let wound = json!({"commands": [{"type": "hp_change", "character": "mira", "change": -999}]});
    let told = calling(&table, COMMANDS, wound).await.0;
    assert!(told.contains("\"is_dead\":true") && told.contains("\"is_unconscious\":false"), "{told}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_hero_who_is_said_to_be_revived_lives_with_one_hit_point() {
    let table = beside_tam("cleric", None).await;
    table.update(json!({"character": "tam", "hp_delta": -999})).await;
    assert_eq!(tam(&table).await["dead"], true);
    table.update(json!({"character": "tam", "revived": true})).await;
    let tam = tam(&table).await;
    assert!(tam["dead"] != true && tam["currentHP"] == 1, "{tam}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn help_without_a_name_is_for_the_one_who_is_dying() {
    let app = TestApp::start().await;
    let heroes = [hero("Mira", "cleric"), hero("Tam", "fighter"), hero("Ulf", "fighter")];
    let id = app.create(json!({ "characters": heroes })).await;
    let table = Table { app, id };
    table.update(json!({"character": "tam", "hp_delta": -28})).await;
    let tend = json!({"commands": [{"type": "death_save", "result": "tend"}]});
    let (told, _) = calling(&table, COMMANDS, tend.clone()).await;
    assert!(told.contains("Mira tends Tam"), "{told}");
    let throw = json!({"commands": [{"type": "death_save", "result": "roll"}]});
    if tam(&table).await["stable"] != true {
        let (told, _) = calling(&table, COMMANDS, throw).await;
        assert!(told.contains(r#""character_id":"tam""#), "{told}");
    }
    table.update(json!({"character": "tam", "hp_delta": 9})).await;
    for who in ["tam", "ulf"] {
        table.update(json!({"character": who, "hp_delta": -28})).await;
    }
    let (told, is_error) = calling(&table, COMMANDS, tend).await;
    assert!(is_error && told.contains("Tam (tam) and Ulf (ulf) are dying"), "{told}");
    let check = json!({"skill": "medicine", "difficulty": "easy", "reason": "to stop the bleeding"});
    table.claude().judge_will([calls("resolve_skill_check", check)]);
    let turn = table.play("I try to stabilise them.", [says("Whose?")]).await;
    let asked = table.claude().last_asked().body.to_string();
    assert!(turn.0["rolls"] == json!([]) && asked.contains("Tam (tam) and Ulf (ulf) are dying"), "{turn:?}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_ruling_that_stabilises_is_not_told_beside_a_death_save_that_is_due() {
    let table = beside_tam("cleric", None).await;
    table.update(json!({"items_gained": ["Healer's Kit"]})).await;
    let check = json!({"skill": "medicine", "difficulty": "easy", "reason": "Tam's wound"});
    table.claude().judge_will([calls("resolve_skill_check", check)]);
    table.play("I try to stabilise Tam.", [says("You press on the wound.")]).await;
    let asked = table.claude().last_asked().body.to_string();
    let (_, ruling) = asked.split_once("[ruling]").unwrap();
    assert!(tam(&table).await["stable"] == true && !ruling.contains("throws once in this turn"), "{ruling}");
}

#[tokio::test]
async fn nothing_takes_minutes_while_a_companion_is_dying() {
    let table = Table::of("cleric", 3).await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": ["Rest"], "notes": "None."});
    table.claude().helper_will([says(profile.to_string())]);
    let person = json!({"name": "Odo", "role": "ally", "context": "A guard who knows the hero."});
    calling(&table, "create_supporting_npc", person).await;
    table.update(json!({"companions_to_add": [{"slug": "wolf", "supporting_npc_id": "odo"}]})).await;
    calling(&table, "update_npc", json!({"id": "odo", "hp_delta": -11})).await;
    let clock = table.session().await["clock"].clone();
    for (tool, input) in [
        ("travel", json!({"to": "The moon"})),
        ("update_game_state", json!({"minutes_passed": 60})),
        (COMMANDS, json!({"commands": [{"type": "rest", "rest_type": "short"}]})),
        (COMMANDS, json!({"commands": [{"type": "spell_slot", "action": "use", "level": 2, "spell_name": "augury"}]})),
    ] {
        let (told, _) = calling(&table, tool, input.clone()).await;
        assert!(told.contains("Odo is dying at 0 hit points"), "{input}: {told}");
        assert_eq!(table.session().await["clock"], clock, "{input}");
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_check_of_noticing_names_its_sense_where_the_hero_lacks_one() {
    let table = Table::of("rogue", 3).await;
    table.update(json!({"conditions_added": ["blinded"]})).await;
    for (reason, told) in [
        ("Spot the archer", "sees nothing: this fails"),
        ("Wahrnehmung: den Schützen erspähen", "sees nothing: this fails"),
        ("Recognise the face", "sees nothing: this fails"),
        ("Arcana: read the runes", "sees nothing: this fails"),
        ("Notice the ambush", "Say by `sense`"),
        ("Perception: who is there", "Say by `sense`"),
    ] {
        let (answer, is_error) = calling(&table, "roll_dice", json!({"dice": "1d20+3", "reason": reason})).await;
        assert!(is_error && answer.contains(told), "{reason}: {answer}");
    }
    for input in [
        json!({"dice": "1d20+3", "reason": "Notice the ambush", "sense": "hearing"}),
        json!({"dice": "1d20+3", "reason": "Listen at the door"}),
        json!({"dice": "1d20+3", "reason": "Stealth: past whoever looks"}),
    ] {
        let (answer, is_error) = calling(&table, "roll_dice", input.clone()).await;
        assert!(!is_error, "{input}: {answer}");
    }
}

#[tokio::test]
async fn a_hero_without_a_sense_hinders_no_throw_of_somebody_else() {
    let app = TestApp::start().await;
    let id = app.create(json!({"characters": [hero("Mira", "rogue"), hero("Tam", "fighter")]})).await;
    let table = Table { app, id };
    table.update(json!({"conditions_added": ["deafened"]})).await;
    for (reason, is_refused) in [
        ("Tam: Perception, listening", false),
        ("Perception: listening to Tam's footsteps", true),
        ("Perception: words carved in the wood", false),
    ] {
        for more in [json!({}), json!({"sense": "hearing"})] {
            let mut input = json!({"dice": "1d20+3", "reason": reason});
            input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let is_refused = is_refused || reason.contains("carved") && more["sense"] == "hearing";
            let (told, is_error) = calling(&table, "roll_dice", input).await;
            assert_eq!(is_error, is_refused, "{reason}, {more}: {told}");
            assert_eq!(told.contains("call again with sense: none"), is_refused, "{reason}, {more}: {told}");
        }
    }
}

#[tokio::test]
async fn the_judges_check_of_medicine_stabilises_by_the_rule() {
    let table = beside_tam("cleric", None).await;
    let check = json!({"skill": "medicine", "difficulty": "hard", "reason": "Tam's wound"});
    let mut n = 0;
    loop {
        table.claude().judge_will([calls("resolve_skill_check", check.clone())]);
        let turn = table.play("I try to stabilise Tam.", [says("You press on the wound.")]).await;
        let roll = &turn.0["rolls"][0];
        let is_good = roll["total"].as_i64() >= Some(10);
        assert_eq!(tam(&table).await["stable"] == true, is_good, "{turn:?}");
        if is_good {
            break;
        }
        n += 1;
        assert!(n < 20);
    }
    table.app.check_fold(&table.id).await;
}

fn wounded() -> (&'static str, Value) {
    ("update_game_state", json!({"character": "tam", "hp_delta": -28}))
}

/// The storyteller, at a table where another model has called these tools first.
pub(super) struct After(AtomicBool, Vec<(&'static str, Value)>);

impl After {
    pub(super) fn new(has_called: AtomicBool, calls: Vec<(&'static str, Value)>) -> Self {
        Self(has_called, calls)
    }
}

impl Model for After {
    fn reply(&self, request: Request) -> ReplyStream {
        if self.0.swap(true, Ordering::Relaxed) {
            return Storyteller::new().reply(request);
        }
        let text = "It rains.";
        let mut blocks = vec![json!({"type": "text", "text": text})];
        let mut events = vec![ReplyEvent::Text(text.into())];
        let mut calls = Vec::new();
        for (n, (name, input)) in self.1.iter().enumerate() {
            let (id, name) = (format!("call_{n}"), (*name).to_owned());
            blocks.push(json!({"type": "tool_use", "id": id, "name": name, "input": input}));
            events.push(ReplyEvent::ToolStarted { id: id.clone(), name: name.clone() });
            calls.push(ToolCall { id, name, input: Ok(input.clone()) });
        }
        let model = storyteller::NAME.to_owned();
        let reply = Reply { model, blocks, calls, stop: StopReason::ToolUse, tokens: Tokens::default() };
        events.push(ReplyEvent::Finished(reply));
        stream::iter(events.into_iter().map(Ok)).boxed()
    }
}

/// A table of the built-in storyteller where Mira acts, who has these things, and Tam lies dying.
async fn inn_beside_tam(seed: &str, campaign: Option<&str>, items: &[&str]) -> (Inn, String) {
    let first = [("update_game_state", json!({"items_gained": items})), wounded()];
    let inn = Inn::with_model(seed, Arc::new(After(AtomicBool::new(false), first.into()))).await;
    let mut body = json!({"characters": [hero("Mira", "cleric"), hero("Tam", "fighter")]});
    if let Some(campaign) = campaign {
        body["campaign"] = json!(campaign);
    }
    let id = inn.begin(body).await;
    inn.turn(&id, "look").await;
    assert_eq!(tam_at(&inn, &id).await["currentHP"], 0);
    (inn, id)
}

async fn tam_at(inn: &Inn, id: &str) -> Value {
    inn.session(id).await["characters"][1].clone()
}

#[tokio::test]
async fn help_in_plain_words_is_the_rules_help_without_a_key() {
    for campaign in [None, Some("the-ice-house-at-sundry")] {
        for words in ["I bandage Tam", "I stabilise Tam.", "I help my dying friend", "I tend his wounds"] {
            let (inn, id) = inn_beside_tam(words, campaign, &[]).await;
            let turn = inn.turn(&id, words).await;
            let roll = &turn["rolls"][0];
            assert_eq!(turn["rolls"].as_array().map(Vec::len), Some(1), "{words}: {turn}");
            let is_good = roll["total"].as_i64() >= Some(10);
            assert_eq!(tam_at(&inn, &id).await["stable"] == true, is_good, "{words}: {turn}");
            let told = turn["narrative"].as_str().unwrap();
            assert!(told.contains("Tam"), "{words}: {told}");
            inn.check_fold(&id).await;
        }
        let (inn, id) = inn_beside_tam("spell", campaign, &[]).await;
        let turn = inn.turn(&id, "I cast cure wounds on Tam").await;
        assert!(tam_at(&inn, &id).await["currentHP"].as_i64() > Some(0), "{turn}");
        assert_eq!(turn["narrative"].as_str().unwrap().matches("Tam").count(), 2, "{turn}");
        let (inn, id) = inn_beside_tam("kit", campaign, &["Healer's Kit", "Potion of Healing"]).await;
        let turn = inn.turn(&id, "I use the healer's kit on Tam").await;
        assert!(
            tam_at(&inn, &id).await["stable"] == true && turn["rolls"].as_array().is_none_or(Vec::is_empty),
            "{turn}"
        );
        let (inn, id) = inn_beside_tam("potion", campaign, &["Healer's Kit", "Potion of Healing"]).await;
        let turn = inn.turn(&id, "I give him the healing potion").await;
        let (hp, thrown) = (tam_at(&inn, &id).await["currentHP"].clone(), turn["rolls"][0]["total"].clone());
        assert_eq!(hp, thrown, "{turn}");
        let pack = inn.session(&id).await["characters"][0]["inventory"].to_string();
        assert!(!pack.contains("Potion of Healing") && pack.contains("Healer's Kit"), "{pack}");
        inn.check_fold(&id).await;
        let (inn, id) = inn_beside_tam("none", campaign, &[]).await;
        let hp = inn.session(&id).await["characters"][0]["currentHP"].clone();
        for words in ["I give Tam the healing potion", "I rest for an hour", "I go on"] {
            let before = inn.session(&id).await;
            let turn = inn.turn(&id, words).await;
            let now = inn.session(&id).await;
            assert_eq!((&now["characters"][1]["currentHP"], &now["characters"][0]["currentHP"]), (&json!(0), &hp));
            assert_eq!(now["clock"], before["clock"], "{words}: {turn}");
            let refused = |call: &Value| call["isError"] == true;
            assert!(!turn["toolCalls"].as_array().into_iter().flatten().any(refused), "{words}: {turn}");
        }
    }
}

#[tokio::test]
async fn a_dying_companion_is_helped_and_not_taken_for_dead() {
    let first = [
        ("create_supporting_npc", json!({"name": "Odo", "role": "ally", "context": "A guard who knows Mira."})),
        ("update_game_state", json!({"companions_to_add": [{"slug": "guard", "supporting_npc_id": "odo"}]})),
        ("update_npc", json!({"id": "odo", "hp_delta": -11})),
    ];
    let inn = Inn::with_model("companion", Arc::new(After(AtomicBool::new(false), first.into()))).await;
    let id = inn.begin(json!({"characters": [hero("Mira", "cleric")]})).await;
    inn.turn(&id, "look").await;
    let odo = async || inn.session(&id).await["creatures"][0].clone();
    assert_eq!(odo().await["name"], "Odo");
    let turn = inn.turn(&id, "I look around").await;
    assert_eq!(odo().await["name"], "Odo", "{turn}");
    let before = odo().await;
    let turn = inn.turn(&id, "I cast cure wounds on Odo").await;
    assert_ne!(odo().await, before, "{turn}");
    assert_eq!(odo().await["name"], "Odo", "{turn}");
    inn.check_fold(&id).await;
}

/// A table of the built-in storyteller with Mira, who acts and has these things, and Wren and Odo, who have lost this number of
/// hit points.
async fn beside_two(seed: &str, campaign: Option<&str>, items: &[&str], hurt: [i64; 2]) -> (Inn, String) {
    let mut first = vec![("update_game_state", json!({"items_gained": items}))];
    for (who, by) in ["wren", "odo"].into_iter().zip(hurt).filter(|(_, by)| *by > 0) {
        first.push(("update_game_state", json!({"character": who, "hp_delta": -by})));
    }
    let learned = json!(["Prayer of Healing", "Healing Word", "Bless", "Lesser Restoration", "Revivify"]);
    first.push(("update_game_state", json!({"spells_learned": learned})));
    let inn = Inn::with_model(seed, Arc::new(After(AtomicBool::new(false), first))).await;
    let heroes = [hero("Mira", "cleric"), hero("Wren", "fighter"), hero("Odo", "fighter")];
    let mut body = json!({ "characters": heroes });
    if let Some(campaign) = campaign {
        body["campaign"] = json!(campaign);
    }
    let id = inn.begin(body).await;
    inn.turn(&id, "look").await;
    (inn, id)
}

/// What is enough to bring a fighter of the third level down, and to kill one outright.
const DOWN: i64 = 28;
const DEAD: i64 = 90;

/// What a turn came to: its story, how many dice were thrown, and the heroes and the clock after it.
async fn said_to(inn: &Inn, id: &str, words: &str) -> (String, usize, Value, Value) {
    let turn = inn.turn(id, words).await;
    let now = inn.session(id).await;
    let told = turn["narrative"].as_str().unwrap_or_default().to_owned();
    let n_thrown = turn["rolls"].as_array().map_or(0, Vec::len);
    inn.check_fold(id).await;
    (told, n_thrown, now["characters"].clone(), now["clock"].clone())
}

#[tokio::test]
async fn the_dead_are_beyond_help_and_nothing_is_thrown_or_used_up() {
    let items = ["Healer's Kit", "Potion of Healing", "Potion of Greater Healing"];
    for campaign in [None, Some("the-ice-house-at-sundry")] {
        let (inn, id) = beside_two("beyond", campaign, &items, [DEAD, 0]).await;
        let before = inn.session(&id).await;
        assert_eq!(before["characters"][1]["dead"], true, "{before}");
        for words in [
            "I cast cure wounds on Wren",
            "I give Wren the healing potion",
            "I pour the potion into Wren's mouth",
            "I use the potion of healing on Wren",
            "I use the healer's kit on Wren",
            "I bandage Wren",
            "I heal Wren",
            "I save Wren",
            "I tend Wren's wounds",
        ] {
            let (told, n_thrown, heroes, clock) = said_to(&inn, &id, words).await;
            assert!(told.contains("Wren") && told.contains("dead"), "{words}: {told}");
            assert_eq!(n_thrown, 0, "{words}: {told}");
            assert_eq!((&heroes, &clock), (&before["characters"], &before["clock"]), "{words}: {told}");
        }
    }
}

#[tokio::test]
async fn a_bandage_for_whoever_is_well_takes_no_time() {
    for campaign in [None, Some("the-ice-house-at-sundry")] {
        for hurt in [0, 5] {
            let (inn, id) = beside_two("well", campaign, &["Potion of Healing"], [hurt, 0]).await;
            let before = inn.session(&id).await;
            for words in
                ["I bandage Wren", "I bandage Wren and Odo", "I heal Wren", "I tend Wren's wounds", "I bandage myself"]
            {
                let (told, n_thrown, heroes, clock) = said_to(&inn, &id, words).await;
                assert!(told.contains("Wren") || words.ends_with("myself"), "{words}: {told}");
                assert!(told.contains("Odo") || !words.contains("Odo"), "{words}: {told}");
                assert_eq!(
                    (n_thrown, &heroes, &clock),
                    (0, &before["characters"], &before["clock"]),
                    "{words}: {told}"
                );
            }
        }
        let (inn, id) = beside_two("drinks", campaign, &["Potion of Healing"], [5, 0]).await;
        let before = inn.session(&id).await["characters"].clone();
        let (told, _, heroes, _) = said_to(&inn, &id, "I use the potion of healing on Wren").await;
        assert!(heroes[1]["currentHP"].as_i64() > before[1]["currentHP"].as_i64(), "{told}");
        assert!(!heroes[0]["inventory"].to_string().contains("Potion of Healing"), "{told}");
    }
}

#[tokio::test]
async fn all_who_are_named_are_helped_and_nobody_else() {
    let is_helped = |hero: &Value| hero["stable"] == true || hero["currentHP"].as_i64() > Some(0);
    let kits = ["4 x Healer's Kit"];
    for campaign in [None, Some("the-ice-house-at-sundry")] {
        for words in [
            "I bandage both",
            "I bandage both of them",
            "I bandage Wren and Odo",
            "I tend all of them",
            "I bandage them",
        ] {
            let (inn, id) = beside_two("both", campaign, &kits, [DOWN, DOWN]).await;
            let (told, _, heroes, _) = said_to(&inn, &id, words).await;
            assert!(is_helped(&heroes[1]) && is_helped(&heroes[2]), "{words}: {told} {heroes}");
        }
        let (inn, id) = beside_two("one", campaign, &kits, [DOWN, DOWN]).await;
        let (told, _, heroes, _) = said_to(&inn, &id, "I bandage Odo").await;
        assert!(!is_helped(&heroes[1]) && is_helped(&heroes[2]), "{told}");
        for words in ["I bandage myself", "bandage me", "I bandage my arm"] {
            let (told, n_thrown, heroes, _) = said_to(&inn, &id, words).await;
            assert!(!is_helped(&heroes[1]) && n_thrown == 0, "{words}: {told}");
        }
        let potions = ["Potion of Healing", "Potion of Greater Healing"];
        for (words, spent, left) in [
            ("I give Wren the greater healing potion", potions[1], potions[0]),
            ("I give Wren the potion of healing", potions[0], potions[1]),
        ] {
            let (inn, id) = beside_two("kinds", campaign, &[potions[1], potions[0]], [DOWN, 0]).await;
            let (told, _, heroes, _) = said_to(&inn, &id, words).await;
            let pack = heroes[0]["inventory"].to_string();
            assert!(is_helped(&heroes[1]), "{words}: {told}");
            assert!(
                pack.contains(&format!("\"{left}\"")) && !pack.contains(&format!("\"{spent}\"")),
                "{words}: {pack}"
            );
        }
    }
}

#[tokio::test]
async fn whoever_lies_there_is_here_and_gives_no_answer() {
    for campaign in [None, Some("the-ice-house-at-sundry")] {
        for (hurt, word) in [(DOWN, "dying"), (DEAD, "dead")] {
            let (inn, id) = beside_two("silent", campaign, &[], [hurt, 0]).await;
            for words in [
                "talk to Wren",
                "I ask Wren what happened",
                "Wren, can you hear me?",
                "wake up, Wren!",
                "say goodbye to Wren",
            ] {
                let (told, n_thrown, ..) = said_to(&inn, &id, words).await;
                assert!(told.contains("Wren") && told.to_lowercase().contains(word), "{words}: {told}");
                assert_eq!(n_thrown, 0, "{words}: {told}");
                assert!(!told.contains("not here"), "{words}: {told}");
            }
        }
    }
    let companion = |by: i64| {
        vec![
            ("create_supporting_npc", json!({"name": "Odo", "role": "ally", "context": "A guard who knows Mira."})),
            ("update_game_state", json!({"companions_to_add": [{"slug": "guard", "supporting_npc_id": "odo"}]})),
            ("update_npc", json!({"id": "odo", "hp_delta": -by})),
        ]
    };
    for (by, word) in [(11, "dying"), (60, "dead")] {
        let inn = Inn::with_model("companion", Arc::new(After(AtomicBool::new(false), companion(by)))).await;
        let id = inn.begin(json!({"characters": [hero("Mira", "cleric")]})).await;
        inn.turn(&id, "look").await;
        let told = inn.say(&id, "talk to Odo").await;
        let creatures = inn.session(&id).await["creatures"].take();
        assert!(told.contains("Odo") && told.contains(word), "{told}: {creatures}");
    }
}

#[tokio::test]
async fn in_a_campaign_the_reason_is_told_why_nothing_goes_on_while_a_hero_is_dying() {
    let campaign = Some("the-ice-house-at-sundry");
    for words in ["go in", "in", "open the ice-house door", "I try", "ask Barnaby about the ice", "pour the kettle"] {
        let (inn, id) = beside_two("not yet", campaign, &[], [DOWN, 0]).await;
        let before = inn.session(&id).await["plot"]["node"].clone();
        let (told, ..) = said_to(&inn, &id, words).await;
        assert!(told.contains("Wren") && told.contains("dying"), "{words}: {told}");
        assert!(told.to_lowercase().contains("help"), "{words}: {told}");
        assert_eq!(inn.session(&id).await["plot"]["node"], before, "{words}");
    }
}

#[tokio::test]
async fn who_is_called_and_helped_is_helped() {
    for campaign in [None, Some("the-ice-house-at-sundry")] {
        for (words, spent) in
            [("Tam, hold on! I give you my potion", "Potion of Healing"), ("I cast cure wounds on you, Tam!", "")]
        {
            let (inn, id) = inn_beside_tam(words, campaign, &["Potion of Healing"]).await;
            let turn = inn.turn(&id, words).await;
            assert!(tam_at(&inn, &id).await["currentHP"].as_i64() > Some(0), "{words}: {turn}");
            let pack = inn.session(&id).await["characters"][0]["inventory"].to_string();
            assert_eq!(pack.contains("Potion of Healing"), spent.is_empty(), "{words}: {pack}");
            inn.check_fold(&id).await;
        }
        let (inn, id) = inn_beside_tam("only words", campaign, &["Potion of Healing"]).await;
        for words in ["Tam, hold on!", "I tell Tam that I will give him my potion", "I won't give Tam my potion"] {
            let turn = inn.turn(&id, words).await;
            let pack = inn.session(&id).await["characters"][0]["inventory"].to_string();
            assert!(pack.contains("Potion of Healing"), "{words}: {turn}");
        }
    }
}

#[tokio::test]
async fn what_is_done_beside_words_to_another_hero_is_done() {
    for (campaign, door) in [(None, "door"), (Some("the-ice-house-at-sundry"), "ice-house door")] {
        let (inn, id) = beside_two("beside words", campaign, &[], [0, 0]).await;
        let (told, ..) = said_to(&inn, &id, "I tell Wren to wait").await;
        assert!(told.contains("Wren hears you"), "{told}");
        // The line about Wren has at most eleven words behind this.
        let (told, ..) = said_to(&inn, &id, &format!("I tell Wren to wait and open the {door}")).await;
        let (_, rest) = told.split_once("Wren hears you").unwrap_or_else(|| panic!("{told}"));
        assert!(rest.split_whitespace().count() > 13, "{told}");
    }
    let (inn, id) = beside_two("rests beside", None, &[], [0, 0]).await;
    let before = inn.session(&id).await["clock"].clone();
    let (told, _, _, clock) = said_to(&inn, &id, "I talk to Wren and rest for an hour").await;
    assert!(told.contains("Wren hears you") && clock != before, "{told}");
}

#[tokio::test]
async fn death_saves_and_first_aid_are_thrown_once_a_turn_and_never_for_the_stable() {
    let save = |result: &str| json!({"commands": [{"type": "death_save", "character": "tam", "result": result}]});
    for result in ["roll", "tend"] {
        let table = beside_tam("cleric", None).await;
        let twice = calls(COMMANDS, save(result)).and_calls(COMMANDS, save(result));
        let turn = table.play("I do what I can.", [twice, says("So it goes.")]).await;
        assert_eq!(turn.0["rolls"].as_array().unwrap().len(), 1, "{result}: {turn:?}");
        let next = calls(COMMANDS, save(result));
        let turn = table.play("And again.", [next, says("So it goes.")]).await;
        let is_dying = tam(&table).await["stable"] != true && tam(&table).await["currentHP"] == 0;
        assert!(!is_dying || turn.0["rolls"].as_array().unwrap().len() == 1, "the next turn has its own: {result}");
    }
    let table = beside_tam("cleric", None).await;
    for reason in ["Handle Animal: calm the bleeding horse", "Medicine: tend the wounded mule"] {
        let (told, is_error) =
            calling(&table, "roll_dice", json!({"dice": "1d20+2", "reason": reason, "dc": 10})).await;
        assert!(!is_error, "it is none of the dying: {reason}: {told}");
    }
    for reason in ["Tam fights for his life", "Verband für Tam", "Order of turns"] {
        let (told, is_error) = calling(&table, "roll_dice", json!({"dice": "1d20+2", "reason": reason})).await;
        assert!(is_error && told.contains("Nothing was thrown"), "{reason}: {told}");
    }
    let lives = json!({"commands": [{"type": "death_save", "character": "tam", "result": "success", "count": 3}]});
    table.play("I pray.", [calls(COMMANDS, lives), says("So it goes.")]).await;
    assert_eq!(tam(&table).await["stable"], true);
    let throw = json!({"dice": "1d20+2", "reason": "Medicine: stabilise Tam", "dc": 10});
    let (told, is_error) = calling(&table, "roll_dice", throw).await;
    assert!(is_error && told.contains("Tam is stable"), "{told}");
    table.app.check_fold(&table.id).await;
}

/// The story of a turn of the built-in storyteller, the heroes after it, and Mira's spent slots.
async fn after_words(inn: &Inn, id: &str, words: &str) -> (String, Value, u64) {
    let (told, _, heroes, _) = said_to(inn, id, words).await;
    let slots = heroes[0]["spellcasting"]["slots"].as_object().unwrap().values();
    let spent = slots.filter_map(|slot| slot["used"].as_u64()).sum();
    (told, heroes, spent)
}

#[tokio::test]
async fn without_a_key_a_spell_heals_whom_it_is_for_by_the_rules_and_nobody_else() {
    for words in [
        "cast healing word on Wren",
        "I cast cure wounds on Wren",
        "Healing word on Wren!",
        "I cast cure wounds on him",
        "I cast cure wounds for Wren",
    ] {
        let (inn, id) = beside_two("heals", None, &[], [9, 0]).await;
        let before = inn.session(&id).await["characters"].clone();
        let (told, heroes, spent) = after_words(&inn, &id, words).await;
        assert!(heroes[1]["currentHP"].as_i64() > before[1]["currentHP"].as_i64(), "{words}: {told}");
        assert_eq!(spent, 1, "{words}: {told}");
    }
}

#[tokio::test]
async fn without_a_key_no_spell_heals_its_caster_in_place_of_somebody_else() {
    let hurt = [("update_game_state", json!({"hp_delta": -6}))];
    for words in
        ["I cast cure wounds on nobody", "I cast cure wounds on Xanthippe", "I cast healing word on the beggar king"]
    {
        let inn = Inn::with_model("nobody", Arc::new(After(AtomicBool::new(false), hurt.clone().into()))).await;
        let id = inn.begin(json!({"characters": [hero("Mira", "cleric"), hero("Wren", "fighter")]})).await;
        inn.turn(&id, "look").await;
        let before = inn.session(&id).await["characters"].clone();
        let (told, heroes, spent) = after_words(&inn, &id, words).await;
        assert_eq!((&heroes[0]["currentHP"], spent), (&before[0]["currentHP"], 0), "{words}: {told}");
    }
}

#[tokio::test]
async fn without_a_key_a_boon_is_upon_those_of_whom_it_is_told_and_the_dead_are_raised_or_stay_dead() {
    for words in ["cast bless on Wren", "I cast bless"] {
        let (inn, id) = beside_two("bless", None, &[], [0, 0]).await;
        let (told, heroes, spent) = after_words(&inn, &id, words).await;
        let whom = usize::from(words.contains("Wren"));
        assert_eq!((&heroes[whom]["effects"][0]["name"], spent), (&json!("Bless"), 1), "{words}: {told} {heroes}");
    }
    let (inn, id) = beside_two("bless all", None, &[], [0, 0]).await;
    let (told, heroes, spent) = after_words(&inn, &id, "I cast bless on all of us").await;
    let are_blessed = [0, 1, 2].map(|at: usize| heroes[at]["effects"][0]["name"] == "Bless");
    assert_eq!((are_blessed, spent), ([true; 3], 1), "{told} {heroes}");
    let (inn, id) = beside_two("raise", None, &[], [DEAD, 0]).await;
    let (told, heroes, _) = after_words(&inn, &id, "I cast revivify on Wren").await;
    let is_raised = heroes[1]["dead"] != true;
    assert_eq!(is_raised, told.contains("draws a breath"), "{told}");
}

#[tokio::test]
async fn without_a_key_a_potion_is_the_one_that_is_named_and_goes_to_whom_is_meant() {
    let drunk =
        |before: &Value, after: &Value, at: usize| after[at]["currentHP"].as_i64() > before[at]["currentHP"].as_i64();
    for (words, items, is_drunk) in [
        ("Wren is hurt. I give them a potion", &["Potion of Healing"][..], true),
        ("I give Wren the potion of greater healing", &["Potion of Healing"], false),
        ("I pour the potion into Wren's mouth", &[], false),
        ("I pour a potion of heroism over Wren", &["Potion of Healing"], false),
    ] {
        let (inn, id) = beside_two("potions", None, items, [9, 0]).await;
        let before = inn.session(&id).await["characters"].clone();
        let (told, n_thrown, heroes, _) = said_to(&inn, &id, words).await;
        assert_eq!((drunk(&before, &heroes, 1), n_thrown), (is_drunk, usize::from(is_drunk)), "{words}: {told}");
        let is_left = heroes[0]["inventory"].to_string().contains("Potion of Healing");
        assert_eq!(is_left, !is_drunk && !items.is_empty(), "{words}: {told}");
    }
}

#[tokio::test]
async fn without_a_key_who_drinks_may_be_oneself_and_one_potion_is_not_for_all() {
    for (words, is_drunk) in [("me", true), ("all of them", false)] {
        let (inn, id) = beside_two("mouths", None, &["Potion of Healing"], [9, 9]).await;
        let (told, ..) = said_to(&inn, &id, "give a potion to everyone").await;
        assert!(told.contains("one mouth"), "{told}");
        let (told, _, heroes, _) = said_to(&inn, &id, words).await;
        let is_left = heroes[0]["inventory"].to_string().contains("Potion of Healing");
        assert_eq!((is_left, told.contains("one mouth")), (!is_drunk, !is_drunk), "{words}: {told}");
    }
}

#[tokio::test]
async fn without_a_key_what_one_suggests_is_not_done() {
    let (inn, id) = beside_two("suggests", None, &[], [0, 0]).await;
    for words in
        ["Maybe we should rest.", "perhaps we should wait for an hour", "Maybe we could rest here", "Maybe I'll rest"]
    {
        let before = inn.session(&id).await["clock"].clone();
        let (told, _, _, clock) = said_to(&inn, &id, words).await;
        assert_eq!(clock, before, "{words}: {told}");
    }
}

#[tokio::test]
async fn no_death_save_is_counted_by_hand_beside_one_that_was_thrown_in_the_same_turn() {
    let save = |result: &str| {
        calls(COMMANDS, json!({"commands": [{"type": "death_save", "character": "tam", "result": result}]}))
    };
    for by_hand in ["success", "failure"] {
        let table = beside_tam("cleric", None).await;
        let both = save("roll")
            .and_calls(COMMANDS, json!({"commands": [{"type": "death_save", "character": "tam", "result": by_hand}]}));
        let turn = table.play("I hold my breath.", [both, says("So it goes.")]).await;
        let thrown = turn.changes().iter().filter(|it| **it == "deathSavesChanged").count();
        assert!(thrown <= 1, "{by_hand}: {:?}", turn.changes());
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn a_failure_by_damage_that_is_counted_by_hand_leaves_the_throw_of_the_turn() {
    let save = |result: &str| json!({"commands": [{"type": "death_save", "character": "tam", "result": result}]});
    let table = beside_tam("cleric", None).await;
    let (first, second, throw) = (save("failure"), save("failure"), save("roll"));
    let all = calls(COMMANDS, first).and_calls(COMMANDS, second).and_calls(COMMANDS, throw);
    let turn = table.play("I hold my breath.", [all, says("So it goes.")]).await;
    assert_eq!(turn.0["rolls"].as_array().unwrap().len(), 1, "{turn:?}");
    let (told, is_error) = table.told(&turn, 1).await;
    assert!(is_error && told.contains("Damage is no throw"), "once by hand is enough: {told}");
    let saves = tam(&table).await["deathSaves"].clone();
    let counted = saves["failures"].as_u64().unwrap() + saves["successes"].as_u64().unwrap();
    assert!(counted >= 2 || tam(&table).await["currentHP"] != 0, "{saves}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn wounds_of_one_who_is_up_or_stable_are_no_help_to_the_dying() {
    let app = TestApp::start().await;
    let body = json!({"characters": [hero("Mira", "cleric"), hero("Tam", "fighter"), hero("Wren", "fighter")]});
    let id = app.create(body).await;
    let table = Table { app, id };
    table.update(json!({"character": "tam", "hp_delta": -28})).await;
    for (reason, is_refused) in [
        ("Medicine: dress Wren's wounds", false),
        ("Medicine: wash Wren's deep wound", false),
        ("Medicine: dress Tam's wounds", true),
    ] {
        let input = json!({"dice": "1d20+5", "reason": reason, "dc": 10});
        let (told, is_error) = calling(&table, "roll_dice", input).await;
        assert_eq!(is_error, is_refused, "{reason}: {told}");
    }
    let lives = json!({"commands": [{"type": "death_save", "character": "tam", "result": "success", "count": 3}]});
    table.play("I pray.", [calls(COMMANDS, lives), says("So it goes.")]).await;
    for reason in ["Tend Tam", "Medicine: Tam's wound"] {
        let (told, is_error) =
            calling(&table, "roll_dice", json!({"dice": "1d20+5", "reason": reason, "dc": 10})).await;
        assert!(is_error && told.contains("Tam is stable"), "{reason}: {told}");
    }
}

/// A table of Mira, a cleric of the fifth level who knows Revivify, beside Tam, who has just died.
async fn beside_dead_tam(items: &[&str]) -> Table {
    let app = TestApp::start().await;
    let mira = json!({"name": "Mira", "class": "cleric", "race": "human", "level": 5});
    let id = app.create(json!({"characters": [mira, hero("Tam", "fighter")]})).await;
    let table = Table { app, id };
    table.update(json!({"spells_learned": ["Revivify"], "items_gained": items})).await;
    table.update(json!({"character": "tam", "hp_delta": -90})).await;
    assert_eq!(tam(&table).await["dead"], true);
    table
}

#[tokio::test]
async fn revivify_raises_within_a_minute_and_uses_its_diamond_up() {
    let cast = json!({"spell": "Revivify", "targets": ["tam"]});
    for (items, why) in
        [(&["Diamond (100 gp)"][..], "diamond worth 300 gp"), (&["Ruby (900 gp)"], "diamond worth 300 gp")]
    {
        let table = beside_dead_tam(items).await;
        let before = slots(&table).await;
        let (told, is_error) = calling(&table, "cast_spell", cast.clone()).await;
        assert!(is_error && told.contains(why) && tam(&table).await["dead"] == true, "{items:?}: {told}");
        assert_eq!(slots(&table).await, before, "{items:?}");
    }
    let table = beside_dead_tam(&["3 x Diamond (100 gp)", "Ruby (900 gp)"]).await;
    let (told, is_error) = calling(&table, "cast_spell", cast.clone()).await;
    let pack = table.session().await["characters"][0]["inventory"].to_string();
    assert!(!is_error && tam(&table).await["dead"] != true && tam(&table).await["currentHP"] == 1, "{told}");
    assert!(!pack.contains("Diamond") && pack.contains("Ruby"), "{pack}");
    table.app.check_fold(&table.id).await;
    let table = beside_dead_tam(&["Diamond (300 gp)"]).await;
    table.update(json!({"minutes_passed": 5})).await;
    let (told, is_error) = calling(&table, "cast_spell", cast).await;
    assert!(is_error && told.contains("dead for more than"), "{told}");
    assert!(table.session().await["characters"][0]["inventory"].to_string().contains("Diamond"), "{told}");
}

#[tokio::test]
async fn aid_lends_hit_points_and_takes_them_back_and_bark_is_armor() {
    let app = TestApp::start().await;
    let mira = json!({"name": "Mira", "class": "druid", "race": "human", "level": 5});
    let id = app.create(json!({"characters": [mira, hero("Tam", "fighter")]})).await;
    let table = Table { app, id };
    table.update(json!({"spells_learned": ["Aid", "Barkskin", "Goodberry"]})).await;
    let before = table.session().await["characters"].clone();
    let hp = |hero: &Value| (hero["currentHP"].as_i64().unwrap(), hero["maxHP"].as_i64().unwrap());
    for (slot, more) in [(2, 5), (3, 10)] {
        let cast = json!({"spell": "Aid", "targets": ["mira", "tam"], "slot": slot});
        let (told, is_error) = calling(&table, "cast_spell", cast).await;
        assert!(!is_error, "{told}");
        let now = table.session().await["characters"].clone();
        for at in [0, 1] {
            let (hp_before, most) = hp(&before[at]);
            assert_eq!(hp(&now[at]), (hp_before + more, most + more), "{told}");
        }
        table.app.check_fold(&table.id).await;
    }
    table.update(json!({"minutes_passed": 481})).await;
    let now = table.session().await["characters"].clone();
    assert_eq!(hp(&now[1]), hp(&before[1]), "{now}");
    let cast = json!({"spell": "Barkskin", "targets": ["mira"]});
    let (told, is_error) = calling(&table, "cast_spell", cast).await;
    assert!(!is_error && told.contains("ac 16"), "{told}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_begun_healers_kit_that_is_handed_over_is_no_new_one() {
    let table = beside_tam("cleric", None).await;
    table.update(json!({"items_gained": ["Healer's Kit"]})).await;
    let tends = json!({"commands": [{"type": "death_save", "character": "tam", "result": "tend"}]});
    table.play("I help Tam.", [calls(COMMANDS, tends.clone()), says("The bleeding stops.")]).await;
    let lost = |who: &str| json!({"character": who, "items_lost": ["Healer's Kit"]});
    let gained = |who: &str| json!({"character": who, "items_gained": ["Healer's Kit"]});
    for (from, to) in [("mira", "tam"), ("tam", "mira")] {
        let gives = calls("update_game_state", lost(from)).and_calls("update_game_state", gained(to));
        table.play("The kit goes over.", [gives, says("So it is.")]).await;
    }
    table.update(json!({"character": "tam", "hp_delta": -1})).await;
    let turn = table.play("I help Tam.", [calls(COMMANDS, tends), says("The bleeding stops.")]).await;
    let (told, _) = table.told(&turn, 0).await;
    assert!(told.contains("8 uses are left"), "{told}");
    table.app.check_fold(&table.id).await;
}
