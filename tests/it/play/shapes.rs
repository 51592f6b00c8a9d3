//! Tests of the API's promised JSON shapes.

use serde_json::{Value, json};

use crate::support::{Table, calls, says};

#[track_caller]
fn has(value: &Value, fields: &[&str]) {
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {value}"));
    let missing: Vec<&&str> = fields.iter().filter(|field| !object.contains_key(**field)).collect();
    assert!(missing.is_empty(), "{missing:?} missing in {value}");
}

/// A session in which there is one of everything.
async fn rich() -> (Table, Value) {
    let table = Table::of("wizard", 3).await;
    table.claude().helper_will([says("…")]);
    let wolf = json!({"slug": "wolf", "name": "Grey"});
    let goblin = json!({"name": "Goblin", "slug": "goblin", "disposition": "neutral"});
    let npc = json!({"name": "Ilse", "role": "ally", "context": "The smith's daughter.", "combat_slug": "scout"});
    let reply = says("All at once.").and_calls("create_supporting_npc", npc).and_updates(json!({
        "quests_added": ["Find the bell"], "important_event": "It rang", "companions_to_add": [wolf],
        "npcs_to_create": [goblin], "conditions_added": ["prone"], "xp_gained": 2_000, "scene_update": "Uproar.",
    }));
    let turn = table.play("I ring it.", [calls("roll_dice", json!({"dice": "1d20+1", "reason": "Luck"})), reply]).await;
    (table, turn.0)
}

#[tokio::test]
async fn a_turn_has_the_fields_of_the_contract() {
    let (_table, turn) = rich().await;
    has(
        &turn,
        &[
            "id",
            "seq",
            "sessionId",
            "characterId",
            "message",
            "narrative",
            "toolCalls",
            "changes",
            "rolls",
            "alternatives",
            "usage",
            "model",
            "startedAt",
            "endedAt",
        ],
    );
    let usage = ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens", "costUsd"];
    has(&turn["usage"], &[&usage[..], &["byAgent"]].concat());
    has(&turn["usage"]["byAgent"]["dungeonMaster"], &usage);
    turn["toolCalls"]
        .as_array()
        .unwrap()
        .iter()
        .for_each(|c| has(c, &["callId", "name", "input", "result", "isError"]));
    let roll = &turn["rolls"][0];
    has(roll, &["expression", "dice", "modifier", "total", "reason", "proof"]);
    has(&roll["dice"][0], &["sides", "value", "kept"]);
    has(&roll["proof"], &["index"]);
    turn["changes"].as_array().unwrap().iter().for_each(|change| has(change, &["kind"]));
}

#[tokio::test]
async fn a_session_has_the_fields_of_the_contract() {
    let (table, _) = rich().await;
    let session = table.session().await;
    has(
        &session,
        &[
            "id",
            "title",
            "version",
            "createdAt",
            "updatedAt",
            "model",
            "campaign",
            "clock",
            "story",
            "importantEvents",
            "supportingNPCs",
            "characters",
            "party",
            "encounter",
            "diceCommitment",
            "usage",
        ],
    );
    has(&session["clock"], &["day", "hour", "minute"]);
    has(
        &session["story"],
        &[
            "currentLocation",
            "currentScene",
            "campaignSummary",
            "activeQuests",
            "metNPCs",
            "milestones",
            "recentEvents",
            "currentAct",
            "completedStoryBeats",
        ],
    );
    has(&session["story"]["activeQuests"][0], &["name"]);
    has(
        &session["supportingNPCs"][0],
        &["id", "name", "role", "appearance", "personality", "motivations", "location", "notes"],
    );
    assert!(session["supportingNPCs"][0].get("combatSlug").is_none(), "what they fight as is no player's business");
    assert_eq!((&session["party"], &session["encounter"]), (&json!(["grey"]), &Value::Null));
}

#[tokio::test]
async fn a_hero_has_the_fields_of_the_contract() {
    let (table, _) = rich().await;
    let hero = table.hero().await;
    has(
        &hero,
        &[
            "id",
            "name",
            "class",
            "race",
            "level",
            "xp",
            "pendingLevelUp",
            "abilities",
            "proficiencyBonus",
            "currentHP",
            "maxHP",
            "tempHP",
            "armorClass",
            "speed",
            "hitDice",
            "deathSaves",
            "proficiencies",
            "conditions",
            "inventory",
            "gold",
            "purse",
            "weapons",
            "features",
            "spellcasting",
        ],
    );
    has(&hero["pendingLevelUp"], &["toLevel", "choices"]);
    has(&hero["abilities"], &["str", "dex", "con", "int", "wis", "cha"]);
    has(&hero["hitDice"], &["sides", "total", "used"]);
    has(&hero["deathSaves"], &["successes", "failures"]);
    has(&hero["proficiencies"], &["saves", "skills", "weapons", "armor", "tools", "languages"]);
    has(&hero["conditions"][0], &["name"]);
    has(&hero["inventory"][0], &["id", "name", "quantity"]);
    has(&hero["purse"], &["cp", "sp", "gp"]);
    has(&hero["weapons"][0], &["name", "dice", "stat", "bonus"]);
    has(&hero["features"][0], &["name"]);
    has(&hero["spellcasting"], &["ability", "cantrips", "spells", "slots"]);
    has(&hero["spellcasting"]["slots"]["1"], &["max", "used"]);
}

#[tokio::test]
async fn a_player_sees_neither_the_seed_of_the_dice_nor_how_many_hit_points_a_foe_has() {
    let (table, _) = rich().await;
    let session = table.get("").await.text;
    assert!(!session.contains("\"seed\"") && !session.contains("\"dice\":{"), "{session}");
    let goblin = table.session().await["creatures"][0].take();
    assert_eq!((&goblin["name"], &goblin["health"]), (&json!("Goblin"), &json!("unhurt")));
    assert!(goblin.get("hp").is_none() && goblin.get("maxHp").is_none(), "{goblin}");
}
