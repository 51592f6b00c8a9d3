//! Tests of invalid dice expressions and invalid heroes.

use serde_json::{Value, json};

use super::{
    server::Home,
    table::{session, view},
    wire::Ask,
};

#[tokio::test]
async fn dice_that_cannot_be_thrown_are_refused_and_use_no_dice_up() {
    let home = Home::new();
    let server = home.start(&[("DICE_SEED", "a seed")]);
    let session = session(&server).await;
    let path = format!("/api/sessions/{session}/rolls");
    let before = view(&server, &session).await;
    let long = format!("1d6{}", "+1".repeat(1_000));
    let wrong = [
        "",
        " ",
        "d",
        "1d",
        "d0",
        "0d6",
        "1d1",
        "1d-6",
        "1d6+",
        "+",
        "1d6d",
        "2d20kh3",
        "2d20kh0",
        "1d6!!",
        "1d20 1d20",
        "1d6/2",
        "1d6*2",
        "1e3d6",
        "1.5d6",
        "999999999d6",
        "99999999999999999999d6",
        "1d99999999999999999999",
        "1d6+99999999999999999999",
        "2d20kh1kl1",
        "one die",
        "1d6💥",
        "1d6\0",
        "((1d6",
        "1d6;1d6",
        "4d6dl4",
        "0x1d6",
        &long,
    ];
    for expression in wrong {
        let answer = server.send(Ask::post(&path).json(&json!({ "expression": expression }))).await;
        assert_eq!(answer.status, 422, "{expression}: {answer:?}");
        answer.invalid("expression");
    }
    assert_eq!(view(&server, &session).await, before);
    for (n, expression) in ["1d20", "2d20kh1+5", "4d6dl1", "1d8!", "d6"].into_iter().enumerate() {
        let roll = server.good(Ask::post(&path).json(&json!({ "expression": expression, "reason": " luck " }))).await;
        assert_eq!(roll["proof"]["index"], n);
        let kept = roll["dice"].as_array().unwrap().iter().filter(|die| die["kept"] == true);
        let kept: i64 = kept.map(|die| die["value"].as_i64().unwrap()).sum();
        assert_eq!(roll["total"].as_i64(), roll["modifier"].as_i64().map(|modifier| modifier + kept), "{roll}");
        assert_eq!(roll["reason"], "luck");
    }
    assert!(home.verify().contains("clean, 0 turns"));
}

#[tokio::test]
async fn heroes_that_cannot_be_are_refused_by_the_field_that_is_wrong() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let before = view(&server, &session).await;
    let ada = json!({"name": "Ada", "class": "bard", "race": "elf"});
    let with = |field: &str, value: Value| {
        let mut hero = ada.clone();
        hero[field] = value;
        hero
    };
    let scores = |str: Value| json!({"str": str, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 10});
    let wrong = [
        (json!("nobody"), ""),
        (json!(7), ""),
        (json!(["Ada", "bard", "elf", null, null, null]), ""),
        (json!({}), "name"),
        (with("name", json!("")), "name"),
        (with("name", json!("x".repeat(61))), "name"),
        (with("name", json!("A\u{7}")), "name"),
        (with("name", json!(null)), "name"),
        (with("class", json!("necromancer")), "class"),
        (with("class", json!("")), "class"),
        (with("race", json!("goblin")), "race"),
        (with("level", json!(0)), "level"),
        (with("level", json!(21)), "level"),
        (with("level", json!(-1)), "level"),
        (with("level", json!(256)), "level"),
        (with("level", json!(1.5)), "level"),
        (with("level", json!("3")), "level"),
        (with("background", json!("x".repeat(61))), "background"),
        (with("abilities", json!([15, 14, 13, 12, 10, 8])), "abilities"),
        (with("abilities", json!({"str": 15})), "abilities.dex"),
        (with("abilities", scores(json!(0))), "abilities.str"),
        (with("abilities", scores(json!(21))), "abilities.str"),
        (with("abilities", scores(json!(-3))), "abilities.str"),
        (with("abilities", scores(json!(1e9))), "abilities.str"),
        (with("gold", json!(1_000_000)), "gold"),
        (with("currentHP", json!(99)), "currentHP"),
    ];
    let join = format!("/api/sessions/{session}/characters");
    for (hero, field) in wrong {
        let named = |within: &str| if field.is_empty() { within.to_owned() } else { format!("{within}.{field}") };
        server.send(Ask::post("/api/sessions").json(&json!({ "character": hero }))).await.invalid(&named("character"));
        let several = json!({ "characters": [ada, hero] });
        server.send(Ask::post("/api/sessions").json(&several)).await.invalid(&named("characters[1]"));
        server.send(Ask::post(&join).json(&json!({ "character": hero }))).await.invalid(&named("character"));
    }
    for (several, field) in [
        (json!({"characters": []}), "characters"),
        (json!({"characters": vec![&ada; 7]}), "characters"),
        (json!({"characters": {}}), "characters"),
        (json!({"character": ada, "characters": [ada]}), "characters"),
    ] {
        server.send(Ask::post("/api/sessions").json(&several)).await.invalid(field);
    }
    assert_eq!(view(&server, &session).await, before);
    assert_eq!(server.read("/api/sessions").await["items"].as_array().map(Vec::len), Some(1), "none was begun");

    for n in 2..=6 {
        let hero = with("name", json!(format!("Ada {n}")));
        let table = server.good(Ask::post(&join).json(&json!({ "character": hero }))).await;
        let ids: std::collections::BTreeSet<&str> =
            table["characters"].as_array().unwrap().iter().filter_map(|hero| hero["id"].as_str()).collect();
        assert_eq!(ids.len(), n, "each hero has an id of their own");
        server.send(Ask::post(&join).json(&json!({ "character": hero }))).await.invalid("character");
    }
    server.send(Ask::post(&join).json(&json!({ "character": with("name", json!("Bo")) }))).await.invalid("character");
    assert!(home.verify().contains("clean"));
}

#[tokio::test]
async fn the_last_hero_takes_the_session_along() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let hero = view(&server, &session).await["characters"][0]["id"].as_str().unwrap().to_owned();
    let leave = |hero: &str| Ask::new("DELETE", &format!("/api/sessions/{session}/characters/{hero}"));
    server.send(leave("nobody")).await.problem(404, "unknown_character");
    assert_eq!(server.send(leave(&hero)).await.status, 204);
    server.send(leave(&hero)).await.problem(404, "unknown_session");
    server.send(Ask::get(&format!("/api/sessions/{session}"))).await.problem(404, "unknown_session");
}
