//! Tests of export and import: lossless, without secrets in use, and altered bundles are refused.

use game::id::{SessionId, TurnId};

use embertale::{
    dm::{Ask, PlayerWords},
    store::{Bundle, Past, load_whole},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Reply, Table, calls, says};

fn rolls(dice: &str) -> [Reply; 2] {
    [calls("roll_dice", json!({ "dice": dice })), says("The dice have fallen.")]
}

/// A table where dice fell in turns, between them and in another telling, and where something was taken back.
async fn played() -> Table {
    let table = Table::new().await;
    table.play("I throw.", rolls("2d20kh1+5")).await;
    table.post("/rolls", json!({"expression": "1d6"})).await.good();
    table.update(json!({"items_gained": ["3 x torch"], "important_event": "The mill burned", "gold_delta": -2})).await;
    retry(&table, rolls("1d8")).await;
    table.play("I stumble.", rolls("1d100")).await;
    undo(&table, 1, "back").await;
    table
}

async fn retry(table: &Table, replies: impl IntoIterator<Item = Reply>) -> TurnId {
    table.claude().will(replies);
    let last = table.get("/turns").await.good()["items"].as_array().unwrap().last().unwrap()["message"].clone();
    table.claude().expect_words(last.as_str().unwrap());
    let words = PlayerWords {
        session: id(table),
        owner: "local".into(),
        guest: None,
        ask: Ask::Retry,
        key: Some("again".into()),
    };
    let heard = table.app.tables().play(words).await.unwrap();
    heard.feed.ending().await.unwrap();
    heard.turn
}

async fn undo(table: &Table, n: u32, key: &str) {
    let line = table.app.tables().line_up(&id(table));
    table.app.tables().undo(line, n, Some(key.into())).await.unwrap();
}

fn id(table: &Table) -> SessionId {
    SessionId::from(table.id.clone())
}

async fn export(table: &Table) -> Value {
    table.get("/export").await.good()
}

/// Brings a bundle in and answers its session.
async fn import(table: &Table, bundle: &Value) -> Value {
    let answer = table.app.post("/api/sessions/import", bundle.clone()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()
}

async fn past(table: &Table, session: &Value) -> Past {
    let id = SessionId::from(session["id"].as_str().unwrap());
    load_whole(table.app.store(), &id).await.unwrap().1
}

/// What must be refused, with the field.
async fn refused(table: &Table, bundle: &Value) -> (String, String) {
    let answer = table.app.post("/api/sessions/import", bundle.clone()).await;
    assert_eq!(answer.problem(), (422, "validation_failed".to_owned()), "{}", answer.text);
    let error = &answer.json()["errors"][0];
    (error["field"].as_str().unwrap().to_owned(), error["message"].as_str().unwrap().to_owned())
}

fn commitment(seed: &str) -> String {
    let bytes: Vec<u8> = (0..32).map(|i| u8::from_str_radix(&seed[2 * i..2 * i + 2], 16).unwrap()).collect();
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn a_session_that_went_out_comes_in_as_it_was() {
    let table = played().await;
    let before = table.session().await;
    let bundle = export(&table).await;
    assert_eq!([&bundle["format"], &bundle["version"]], [&json!("embertale-session"), &json!(1)]);
    assert_eq!(bundle["session"]["title"], before["title"]);
    assert_eq!(bundle["aside"]["alternatives"].as_array().unwrap().len(), 1);
    assert!(bundle["aside"]["undone"].as_array().unwrap().len() == 2, "the turn, and the taking back");

    let there = import(&table, &bundle).await;
    assert_ne!(there["id"], before["id"]);
    for field in ["title", "createdAt", "clock", "story", "importantEvents", "characters", "creatures", "usage"] {
        assert_eq!(there[field], before[field], "{field}");
    }
    table.app.check_fold(there["id"].as_str().unwrap()).await;
    let again = table.app.get(&format!("/api/sessions/{}/export", there["id"].as_str().unwrap())).await.good();
    let told = |bundle: &Value| {
        let mut told = json!([bundle["turns"], bundle["aside"], bundle["session"]["start"]]);
        let alike = |stored: &mut Value| {
            stored["turn"]["sessionId"].take();
            stored["headAfter"]["id"].take();
        };
        told[0].as_array_mut().unwrap().iter_mut().for_each(alike);
        told[1]["alternatives"].as_array_mut().unwrap().iter_mut().for_each(|other| {
            alike(other);
            // Where the next prompt begins is worked out again for them.
            other["headAfter"].take();
        });
        told
    };
    assert_eq!(told(&again), told(&bundle));
    assert_eq!(again["dice"]["seeds"][0], bundle["dice"]["seeds"][0]);
}

#[tokio::test]
async fn a_session_comes_in_with_all_that_people_remember() {
    let table = Table::new().await;
    table.update(json!({"companions_to_add": [{"slug": "bandit", "name": "Tam"}]})).await;
    let long = "The stairs go down and down, wet and worn in the middle. ".repeat(90);
    table.play(&format!("I say that {long}"), [says(&long)]).await;
    import(&table, &export(&table).await).await;
}

#[tokio::test]
async fn play_goes_on_in_a_session_that_came_in() {
    let table = played().await;
    let bundle = export(&table).await;
    let there = import(&table, &bundle).await;
    let there = Table { id: there["id"].as_str().unwrap().to_owned(), ..table };
    assert_eq!(there.play("I throw again.", rolls("1d20")).await.0["seq"], 3);
    let shown = serde_json::to_string(&there.claude().last_asked().messages()).unwrap();
    assert!(shown.contains("I throw.") && !shown.contains("I stumble."), "{shown}");
    undo(&there, 2, "back again").await;
    there.app.check_fold(&there.id).await;
    assert_eq!(there.play("I throw once more.", rolls("1d20")).await.0["seq"], 2);
    there.app.check_fold(&there.id).await;
    let throws = past(&there, &there.session().await).await.throw_again();
    assert!(throws.wrong.is_empty() && throws.n_unrevealed == 0 && throws.n_held == 3, "{throws:?}");
}

#[tokio::test]
async fn a_key_that_came_in_answers_its_recorded_turn() {
    let table = played().await;
    let bundle = export(&table).await;
    let there = import(&table, &bundle).await["id"].as_str().unwrap().to_owned();
    for turn in bundle["turns"].as_array().unwrap() {
        let words = PlayerWords {
            session: SessionId::from(there.clone()),
            owner: "local".into(),
            guest: None,
            ask: match turn["key"]["key"] == "again" {
                true => Ask::Retry,
                false => Ask::Message { text: turn["turn"]["message"].as_str().unwrap().to_owned(), character: None },
            },
            key: Some(turn["key"]["key"].as_str().unwrap().to_owned()),
        };
        let heard = table.app.tables().play(words).await.unwrap();
        assert_eq!(heard.turn.as_str(), turn["turn"]["id"].as_str().unwrap());
        let events = table.app.events_again(&there, heard.turn.as_str(), None).await;
        assert_eq!(events.last().unwrap().event, "done");
    }
}

#[tokio::test]
async fn an_export_reveals_the_seed_that_was_promised_and_dice_fall_from_another() {
    let table = played().await;
    let promised = table.session().await["diceCommitment"].clone();
    let bundle = export(&table).await;
    let seed = &bundle["dice"]["seeds"][0];
    assert_eq!(seed["commitment"], promised);
    assert_eq!(commitment(seed["seed"].as_str().unwrap()), promised.as_str().unwrap());
    let now = table.session().await["diceCommitment"].clone();
    assert_ne!(now, promised);
    assert!(bundle["dice"]["seeds"].as_array().unwrap().iter().all(|seed| seed["commitment"] != now));
    table.app.check_fold(&table.id).await;

    // Nothing has fallen from the new one: it is not revealed, and stays.
    let second = export(&table).await;
    assert_eq!(second["dice"]["seeds"][1], json!({"commitment": now, "seed": null}));
    assert_eq!(second["session"]["state"]["dice"]["seed"], "");
    assert_eq!(table.session().await["diceCommitment"], now);
    for bundle in [&bundle, &second] {
        import(&table, bundle).await;
    }
    table.play("I throw.", rolls("3d6")).await;
    let third = export(&table).await;
    assert_eq!(third["dice"]["seeds"][1]["commitment"], now);
    assert_eq!(commitment(third["dice"]["seeds"][1]["seed"].as_str().unwrap()), now.as_str().unwrap());
    assert_ne!(table.session().await["diceCommitment"], now);
}

#[tokio::test]
async fn no_bundle_holds_a_seed_that_is_still_thrown_with() {
    let table = played().await;
    let origin = table.app.store().load(&id(&table)).await.unwrap();
    let branch = table.app.tables().branch(&origin, 1, None).await.unwrap();
    let branch = Table { id: branch.head.id.to_string(), ..table };
    branch.play("I throw elsewhere.", rolls("1d4")).await;
    let bundle = export(&branch).await;
    assert!(!bundle.to_string().contains(&origin.game.dice.seed), "the origin still throws with it");
    assert_eq!(bundle["dice"]["seeds"][0], json!({"commitment": origin.game.dice.commitment(), "seed": null}));
    assert!(bundle["dice"]["seeds"][1]["seed"].is_string());

    let there = import(&branch, &bundle).await;
    let throws = past(&branch, &there).await.throw_again();
    assert!(throws.wrong.is_empty() && throws.n_unrevealed == 2 && throws.n_held == 1, "{throws:?}");
    // What was published about the secret seed is kept, also in another branch.
    let there = branch.app.store().load(&SessionId::from(there["id"].as_str().unwrap())).await.unwrap();
    let on = branch.app.tables().branch(&there, 2, None).await.unwrap();
    let on = branch.app.get(&format!("/api/sessions/{}/export", on.head.id)).await.good();
    assert_eq!(on["dice"]["seeds"][0], bundle["dice"]["seeds"][0]);
    import(&branch, &on).await;
}

#[tokio::test]
async fn a_session_nobody_has_played_goes_out_and_in_too() {
    let table = Table::new().await;
    let bundle = export(&table).await;
    assert_eq!(bundle["dice"]["seeds"][0]["seed"], Value::Null);
    let there = import(&table, &bundle).await;
    let there = Table { id: there["id"].as_str().unwrap().to_owned(), ..table };
    there.play("I throw.", rolls("1d20")).await;
    there.app.check_fold(&there.id).await;
}

#[tokio::test]
async fn the_same_key_brings_a_bundle_in_once() {
    let table = played().await;
    let bundle = export(&table).await;
    let send = async |key: &str, bundle: &Value| {
        let request = table.app.request(reqwest::Method::POST, "/api/sessions/import");
        table.app.send(request.header("idempotency-key", key).json(bundle)).await
    };
    let first = send("in", &bundle).await.good();
    assert_eq!(send("in", &bundle).await.good(), first);
    assert_ne!(send("in again", &bundle).await.good()["id"], first["id"]);
    let mut other = bundle;
    other["session"]["title"] = json!("Another tale");
    assert_eq!(send("in", &other).await.problem(), (422, "idempotency_mismatch".to_owned()));
}

#[tokio::test]
async fn what_was_altered_is_refused_and_named() {
    let table = played().await;
    let bundle = export(&table).await;
    let n_before = table.app.store().all_ids().await.unwrap().len();
    let cases: Vec<(&str, Value, &str)> = vec![
        ("/format", json!("something"), "format"),
        ("/version", json!(2), "version"),
        ("/version", json!("1"), "version"),
        ("/schema", json!(99), "schema"),
        ("/session/title", json!(" "), "session.title"),
        ("/session/title", json!(7), "session.title"),
        ("/session/start/characters/0/level", json!(30), "session.start.characters[0].level"),
        ("/session/start/characters/0/maxHP", json!("many"), "session.start.characters[0].maxHP"),
        ("/session/state/characters/0/xp", json!(77), "session.state"),
        ("/turns/0/turn/seq", json!(2), "turns[0].turn.seq"),
        ("/turns/0/turn/message", json!(""), "turns[0].turn.message"),
        ("/turns/0/turn/narrative", json!("Another."), "turns[0].log"),
        ("/turns/0/turn/characterId", json!("nobody"), "turns[0].turn.characterId"),
        ("/turns/0/turn/changes", json!([{"kind": "nonsense"}]), "turns[0].turn.changes[0].kind"),
        (
            "/interludes/0/changes/0",
            json!({"kind": "characterLeft", "characterId": "nobody"}),
            "interludes[0].changes[0]",
        ),
        (
            "/turns/1/turn/changes",
            json!([{"kind": "diceReseeded", "seed": "0".repeat(64)}]),
            "turns[1].turn.changes[0]",
        ),
        ("/turns/1/turn/id", bundle["turns"][0]["turn"]["id"].clone(), "turns[1].turn.id"),
        ("/turns/1/key", bundle["turns"][0]["key"].clone(), "turns[1].key.key"),
        ("/turns/1/headAfter/version", json!(1), "turns[1].headAfter.version"),
        ("/turns/1/headAfter/version", json!(u64::MAX), "turns[1].headAfter.version"),
        ("/turns/1/turn/alternatives", json!([]), "turns[1].turn.alternatives"),
        ("/turns", json!({}), "turns"),
        ("/turns/0", json!([]), "turns[0]"),
        ("/interludes/0/afterSeq", json!(9), "interludes[0].afterSeq"),
        ("/aside/alternatives/0/turn/seq", json!(9), "aside.alternatives[0].turn.seq"),
        ("/aside/alternatives", json!([]), "turns[1].turn.alternatives"),
        ("/dice/seeds", json!([]), "dice.seeds"),
        ("/dice/seeds/0/seed", json!("0".repeat(64)), "dice.seeds[0].seed"),
        ("/dice/seeds/0/commitment", json!("0".repeat(64)), "dice.seeds[0].commitment"),
    ];
    for (pointer, value, field) in cases {
        let mut altered = bundle.clone();
        *altered.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
        let (named, message) = refused(&table, &altered).await;
        assert_eq!(named, field, "{pointer}: {message}");
        assert!(!message.contains("line"), "{message}");
    }
    let newer = json!({"format": "embertale-session", "version": 9, "schema": 1});
    assert!(refused(&table, &newer).await.1.contains("Update Embertale"));
    assert_eq!(refused(&table, &json!({})).await.0, "format");
    let mut without = bundle.clone();
    without.as_object_mut().unwrap().remove("aside");
    assert_eq!(refused(&table, &without).await.0, "aside");
    let poisoned = json!({"kind": "hpChanged", "characterId": bundle["turns"][0]["turn"]["characterId"], "delta": i32::MAX, "tempDelta": i32::MIN});
    let mut altered = bundle.clone();
    altered["turns"][0]["turn"]["changes"] = json!([poisoned, poisoned]);
    assert!(!refused(&table, &altered).await.0.is_empty());
    assert_eq!(table.app.store().all_ids().await.unwrap().len(), n_before, "nothing was written");
}

#[tokio::test]
async fn what_is_no_json_or_too_large_is_said_so() {
    let table = Table::new().await;
    let send = async |kind: &str, body: String| {
        let request = table.app.request(reqwest::Method::POST, "/api/sessions/import");
        table.app.send(request.header("content-type", kind).body(body)).await
    };
    for broken in ["{", "", "nonsense", "[1,", r#"{"format": "embertale-session""#] {
        assert_eq!(
            send("application/json", broken.into()).await.problem(),
            (400, "invalid_json".to_owned()),
            "{broken}"
        );
    }
    assert_eq!(send("text/plain", "{}".into()).await.problem().0, 415);
    let bundle = export(&table).await.to_string();
    let padded = |bytes: usize| format!("{bundle}{}", " ".repeat(bytes - bundle.len()));
    assert_eq!(send("application/json", padded(32 << 20)).await.status, 201, "all of 32 MiB is taken");
    assert_eq!(send("application/json", padded((32 << 20) + 1)).await.problem(), (413, "too_large".to_owned()));
    let chat =
        table.app.request(reqwest::Method::POST, &table.path("/chat")).header("content-type", "application/json");
    assert_eq!(table.app.send(chat.body(" ".repeat(70_000))).await.problem().0, 413, "other routes take no more");
    let deep = bundle.replacen("\"turns\":[]", &format!("\"turns\":[{}1{}]", "[".repeat(5_000), "]".repeat(5_000)), 1);
    assert_eq!(send("application/json", deep).await.problem().0, 422);
}

#[tokio::test]
async fn only_who_owns_a_session_exports_it_as_a_file() {
    let table = Table::new().await;
    let answer = table.get("/export").await;
    let disposition = answer.headers["content-disposition"].to_str().unwrap();
    let title = table.session().await["title"].as_str().unwrap().to_owned();
    assert!(title.contains(" and the "), "a title of its own: {title}");
    let named = title.to_lowercase().replace(' ', "-");
    assert_eq!(disposition, format!("attachment; filename=\"embertale-{named}.json\""));
    assert!(!answer.text.contains("\"local\""), "whose it is stays here");
    assert_eq!(table.app.get("/api/sessions/nowhere/export").await.problem(), (404, "unknown_session".to_owned()));
    assert!(Bundle::read(&answer.text).is_ok());
}
