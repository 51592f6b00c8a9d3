//! Property tests: for any calls in any order, a session's state is the replay of its changes, sheets stay within their bounds,
//! and every call is answered.

use game::id::SessionId;

use embertale::store::load_whole;
use serde_json::{Value, json};

use crate::support::{Chance, Reply, Table, TestApp, fails, says, updates};

const THINGS: [&str; 8] =
    ["Rope", "rope", "Greater Rope of Knots", "3 x torch", "  Silver Key ", "龍の鱗", "0 x nothing", ""];
const NAMES: [&str; 6] =
    ["Old Marta", "OLD MARTA", "Ilse", "Émile d'Arc", "***", "The Very Long Name of a Small Goblin"];
const DELTAS: [i64; 9] = [0, 1, -1, 3, -4, -30, 500, 2_147_483_647, -2_147_483_648];
const ENTRIES: [&str; 6] = ["The mill burned", "the MILL burned", "Wir trafen Ödön", " ", "a\nb", "🐉"];
const SPELLS: [&str; 5] = ["Shield", "shield", "Fire Bolt", "Wish", ""];

/// A value for any field of `update_game_state`; now and then one it does not take.
fn field(chance: &mut Chance) -> (&'static str, Value) {
    let list = |chance: &mut Chance, of: &[&str]| -> Value {
        let n = chance.below(4);
        json!((0..n).map(|_| chance.one_of(of)).collect::<Vec<_>>())
    };
    match chance.below(30) {
        0..=2 => ("hp_delta", json!(chance.one_of(&DELTAS))),
        3..=4 => ("items_gained", list(chance, &THINGS)),
        5..=6 => ("items_lost", list(chance, &THINGS)),
        7 => ("conditions_added", list(chance, &["prone", "Prone", "poisoned", " "])),
        8 => ("conditions_removed", list(chance, &["PRONE", "charmed"])),
        9 => ("gold_delta", json!(chance.one_of(&[-1e9, -3.333, 0.001, 0.1, 7.0, 1e18]))),
        10 => ("xp_gained", json!(chance.one_of(&[0, 1, 250, 3_000, 4_294_967_295_u32]))),
        11 => ("spell_slots_used", json!({chance.one_of(&["1", "2", "9", "one"]): chance.one_of(&DELTAS)})),
        12 => ("spells_learned", list(chance, &SPELLS)),
        13 => ("spells_removed", list(chance, &SPELLS)),
        14 => ("cantrips_learned", list(chance, &SPELLS)),
        15 => ("location_changed", json!(chance.one_of(&ENTRIES))),
        16 => ("scene_update", json!(chance.one_of(&ENTRIES))),
        17 => ("notable_event", list(chance, &ENTRIES)),
        18 => ("important_event", list(chance, &ENTRIES)),
        19 => ("milestone", json!(chance.one_of(&ENTRIES))),
        20 => ("quests_added", list(chance, &ENTRIES)),
        21 => ("quests_completed", list(chance, &ENTRIES)),
        22 => ("npcs_met", list(chance, &NAMES)),
        23 => ("act_advance", json!(chance.below(4))),
        24 => ("story_beat_completed", json!(chance.one_of(&ENTRIES))),
        25 => {
            let kind = json!({"name": chance.one_of(&NAMES), "slug": "goblin", "disposition": "neutral",
                              "count": chance.below(4)});
            ("npcs_to_create", json!([kind]))
        }
        26 => ("npcs_to_dismiss", list(chance, &["ilse", "old-marta", "nobody"])),
        27 => ("companions_to_add", json!([{"slug": "wolf", "name": chance.one_of(&NAMES)}])),
        28 => (chance.one_of(&["reveal_poi", "set_current_poi"]), json!(chance.one_of(&ENTRIES))),
        _ => (chance.one_of(&["minutes_passed", "weapons_gained", "mana", "character"]), json!(chance.below(5_000))),
    }
}

fn any_update(chance: &mut Chance) -> Value {
    (0..=chance.below(5)).map(|_| field(chance)).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Any other call, with whether a helper will be asked for it.
fn any_call(chance: &mut Chance, reply: Reply) -> (Reply, bool) {
    match chance.below(8) {
        0..=3 => (reply.and_updates(any_update(chance)), false),
        4 => (reply.and_calls("roll_dice", json!({"dice": chance.one_of(&["1d20+2", "4d6dl1", "d%", "no"])})), false),
        5 => {
            let id = chance.one_of(&["ilse", "old-marta", "the-very-long-name-of-a-small-goblin-a", "nobody"]);
            let input = json!({"id": id, "hp_delta": chance.one_of(&DELTAS), "remove_from_scene": chance.once_in(4)});
            (reply.and_calls("update_npc", input), false)
        }
        6 => (reply.and_writes(chance.one_of(&["fly", "roll_dice"]), chance.one_of(&["", "{", "[]", "null"])), false),
        _ => {
            let input = json!({"name": chance.one_of(&NAMES), "role": chance.one_of(&["ally", "foe"]), "context": "…"});
            (reply.and_calls("create_supporting_npc", input), true)
        }
    }
}

/// Plays a turn of up to six calls and a telling.
async fn any_turn(app: &TestApp, id: &str, chance: &mut Chance) {
    let mut reply = updates(any_update(chance));
    for _ in 0..chance.below(6) {
        let (next, asks_helper) = any_call(chance, reply);
        reply = next;
        if asks_helper {
            let profile = r#"{"appearance": "Tall.", "personality": "", "motivations": ["a", "b"], "notes": "n"}"#;
            app.claude.helper_will([chance.one_of(&[says(profile), says("no"), fails(400)])]);
        }
    }
    if chance.once_in(12) {
        let before = app.get(&format!("/api/sessions/{id}")).await.text;
        app.claude.will([reply, fails(400)]);
        assert_eq!(app.chat(id, "I try.").await.status, 502);
        assert_eq!(app.get(&format!("/api/sessions/{id}")).await.text, before);
        return;
    }
    app.claude.will([reply, says("So it goes.")]);
    let turn = app.chat(id, "I go on.").await.good();
    assert_eq!(turn["narrative"], "So it goes.");
}

/// A hero who has a level to take.
fn risen(session: &Value) -> Option<&Value> {
    session["characters"].as_array()?.iter().find(|hero| !hero["pendingLevelUp"].is_null())
}

/// Something between two turns: dice, a level, someone who joins.
async fn any_interlude(app: &TestApp, id: &str, chance: &mut Chance) {
    let path = |rest: &str| format!("/api/sessions/{id}{rest}");
    let mut session = app.session(id).await;
    while let Some(hero) = risen(&session) {
        session = app.post(&path("/level-up"), json!({"characterId": hero["id"]})).await.good();
    }
    let heroes = session["characters"].as_array().unwrap();
    match chance.below(8) {
        0 => drop(app.post(&path("/rolls"), json!({"expression": "2d20kh1+5"})).await.good()),
        1 if heroes.len() < 6 => drop(app.post(&path("/characters"), json!({"character": "orrin-quill"})).await.good()),
        2 if heroes.len() > 2 => {
            let last = heroes.last().unwrap()["id"].as_str().unwrap();
            assert_eq!(app.delete(&path(&format!("/characters/{last}"))).await.status, 204);
        }
        _ => {}
    }
}

fn check_bounds(session: &Value) {
    for hero in session["characters"].as_array().unwrap() {
        let n = |pointer: &str| hero.pointer(pointer).and_then(Value::as_i64).unwrap_or_else(|| panic!("{pointer}"));
        assert!((0..=n("/maxHP")).contains(&n("/currentHP")) && n("/tempHP") >= 0, "{hero}");
        assert!((1..=20).contains(&n("/level")) && n("/purse/sp") < 10 && n("/purse/cp") < 10, "{hero}");
        for item in hero["inventory"].as_array().unwrap() {
            assert!(item["quantity"].as_i64().unwrap() >= 1 && item["name"] != "", "{item}");
        }
        for (level, slots) in hero["spellcasting"]["slots"].as_object().into_iter().flatten() {
            assert!(slots["used"].as_i64() <= slots["max"].as_i64(), "{level}: {slots}");
        }
    }
    let len = |pointer: &str| session.pointer(pointer).and_then(Value::as_array).unwrap().len();
    assert!(len("/importantEvents") <= 50 && len("/story/recentEvents") <= 10 && len("/party") <= 4);
    assert!(len("/story/milestones") <= 20 && len("/story/metNPCs") <= 30);
    let distinct = |list: &str| {
        let ids: Vec<&str> = session[list].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect();
        ids.iter().collect::<std::collections::HashSet<_>>().len() == ids.len()
    };
    assert!(["characters", "supportingNPCs", "creatures"].into_iter().all(distinct), "an id twice: {session}");
}

async fn play_on(table: &mut Table, n_turns: u32, chance: &mut Chance) {
    for n in 1..=n_turns {
        any_interlude(&table.app, &table.id, chance).await;
        any_turn(&table.app, &table.id, chance).await;
        check_bounds(&table.session().await);
        if n % 10 == 0 {
            table.app.check_fold(&table.id).await;
        }
    }
}

/// Whatever came about in play goes out and in again, and back from there.
async fn carry(table: &Table) {
    let before = table.session().await;
    let bundle = table.get("/export").await.good();
    let there = table.app.post("/api/sessions/import", bundle).await.good();
    assert_eq!([&there["characters"], &there["usage"]], [&before["characters"], &before["usage"]]);
    let id = SessionId::from(there["id"].as_str().unwrap());
    table.app.check_fold(id.as_str()).await;
    let (session, past) = load_whole(table.app.store(), &id).await.unwrap();
    let origin = table.app.store().load(&SessionId::from(table.id.clone())).await.unwrap();
    assert_eq!(session.head.window_from, origin.head.window_from);
    let throws = past.throw_again();
    assert!(throws.wrong.is_empty() && throws.n_unrevealed == 0, "{throws:?}");
    let line = table.app.tables().line_up(&id);
    table.app.tables().undo(line, 9, None).await.unwrap();
    table.app.check_fold(id.as_str()).await;
}

#[tokio::test]
async fn hundreds_of_random_turns_come_to_the_fold_of_their_changes() {
    for (seed, class) in [(1, "wizard"), (2, "fighter"), (3, "warlock"), (4, "cleric"), (5, "rogue")] {
        let mut table = Table::of(class, 3).await;
        play_on(&mut table, 60, &mut Chance(seed)).await;
        carry(&table).await;
    }
}

#[tokio::test]
async fn random_turns_come_to_the_fold_of_their_changes_across_restarts_too() {
    let mut table = Table::on_disk().await;
    let mut chance = Chance(11);
    for _ in 0..4 {
        play_on(&mut table, 15, &mut chance).await;
        let session = table.get("").await.text;
        table.app.restart().await;
        assert_eq!(table.get("").await.text, session);
        table.app.check_fold(&table.id).await;
    }
    carry(&table).await;
}
