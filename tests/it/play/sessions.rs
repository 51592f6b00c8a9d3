//! Tests of sessions: creating, reading, playing, deleting.

use serde_json::{Value, json};

use crate::support::{Table, TestApp, says};

#[tokio::test]
async fn a_session_reads_back_as_it_was_created_and_stands_in_the_list() {
    let app = TestApp::start().await;
    let hero = json!({"name": "Mira", "class": "wizard", "race": "high elf", "level": 3});
    let created = app.post("/api/sessions", json!({"title": "The Bell", "character": hero})).await;
    assert_eq!(created.status, 201);
    let session = created.json();
    let id = session["id"].as_str().unwrap();
    assert_eq!(created.headers["location"], format!("/api/sessions/{id}"));
    assert_eq!(app.session(id).await, session);
    let [hero] = session["characters"].as_array().unwrap().as_slice() else { panic!("one hero: {session}") };
    assert_eq!(
        [&hero["name"], &hero["class"], &hero["race"], &hero["level"], &hero["xp"]],
        [&json!("Mira"), &json!("wizard"), &json!("high elf"), &json!(3), &json!(900)]
    );

    let list = app.get("/api/sessions").await.good();
    let listed = &list["items"][0];
    assert_eq!([&listed["id"], &listed["title"]], [&json!(id), &json!("The Bell")]);
    assert_eq!([&listed["heroes"], &listed["turns"]], [&json!(["Mira"]), &json!(0)]);
    assert_eq!(listed["location"], session["story"]["currentLocation"]);
}

#[tokio::test]
async fn with_its_last_hero_a_session_is_gone() {
    let table = Table::new().await;
    table.play("I knock.", [says("Nobody comes.")]).await;
    let joined = table.post("/characters", json!({"character": "pim-underbough"})).await.good();
    let ids: Vec<&str> = joined["characters"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect();
    let [first, "pim-underbough"] = ids.as_slice() else { panic!("two heroes: {ids:?}") };

    let leave = async |hero: &str| table.app.delete(&table.path(&format!("/characters/{hero}"))).await.status;
    assert_eq!(leave(first).await, 204);
    assert_eq!(table.session().await["characters"].as_array().unwrap().len(), 1);
    table.app.check_fold(&table.id).await;
    assert_eq!(leave("pim-underbough").await, 204);
    for path in ["", "/turns", "/memory"] {
        assert_eq!(table.get(path).await.problem(), (404, "unknown_session".to_owned()), "{path}");
    }
    assert_eq!(table.app.get("/api/sessions").await.good()["items"], json!([]));
}

#[tokio::test]
async fn what_the_model_tells_is_the_narrative_and_stands_in_the_history_beside_the_players_words() {
    let table = Table::new().await;
    let turn = table.play("  I open the door. ", [says("The door groans.")]).await;
    assert_eq!((turn.narrative(), &turn.0["message"]), ("The door groans.", &json!("I open the door.")));
    table.play("I go in.", [says("It is dark — “too dark”, says the rat.")]).await;

    let turns = table.get("/turns").await.good();
    let log: Vec<(&str, &str)> = turns["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| (turn["message"].as_str().unwrap(), turn["narrative"].as_str().unwrap()))
        .collect();
    assert_eq!(log, [("I open the door.", "The door groans."), ("I go in.", "It is dark — “too dark”, says the rat.")]);
    assert_eq!(turns["items"][0], turn.0, "a turn is recorded as it was answered");
    assert_eq!([&turns["items"][0]["seq"], &turns["items"][1]["seq"]], [1, 2]);
}

#[tokio::test]
async fn a_message_that_cannot_be_played_is_a_problem_and_the_model_is_not_asked() {
    let table = Table::new().await;
    let before = table.get("").await.text;
    let long = "ö".repeat(8_001);
    for (body, field) in [
        (json!({"message": ""}), "message"),
        (json!({"message": " \n\t "}), "message"),
        (json!({"message": long}), "message"),
        (json!({"message": 5}), "message"),
        (json!({}), "message"),
        (json!({"message": "Hm.", "mesage": "Hm."}), "mesage"),
    ] {
        let answer = table.post("/chat", body).await;
        assert_eq!(answer.problem(), (422, "validation_failed".to_owned()));
        assert_eq!(answer.json()["errors"][0]["field"], field);
    }
    let no_one = table.post("/chat", json!({"message": "Hm.", "characterId": "nobody"})).await;
    assert_eq!(no_one.problem(), (404, "unknown_character".to_owned()));
    let elsewhere = table.app.post("/api/sessions/nowhere/chat", json!({"message": "Hm."})).await;
    assert_eq!(elsewhere.problem(), (404, "unknown_session".to_owned()));
    assert_eq!(table.get("").await.text, before);
    assert_eq!(table.claude().asked().len(), 0);
}

#[tokio::test]
async fn a_message_of_eight_thousand_characters_fits_however_many_bytes_they_are() {
    let table = Table::new().await;
    let words = "龍".repeat(8_000);
    let turn = table.play(&words, [says("The dragon is flattered.")]).await;
    assert_eq!(turn.0["message"], words);
}

#[tokio::test]
async fn a_session_reads_as_the_last_turns_answer_told_it() {
    let table = Table::new().await;
    let reply =
        says("Ouch.").and_updates(json!({"hp_delta": -3, "scene_update": "A fight.", "quests_added": ["Live"]}));
    let events = table.events("I charge.", [reply]).await;
    let [state, done] = &events[events.len() - 2..] else { panic!("two events") };
    assert_eq!((state.event.as_str(), done.event.as_str()), ("state", "done"));
    let session = table.get("").await;
    assert_eq!(session.json(), state.data["session"]);
    assert_eq!(session.json(), done.data["session"]);
    assert_eq!(session.text, table.get("").await.text, "byte-equal while nobody plays");
    let turns = table.get("/turns").await.good();
    assert_eq!(turns["items"][0], done.data["turn"]);
}

#[tokio::test]
async fn sessions_are_listed_a_page_at_a_time_the_one_played_last_first() {
    let app = TestApp::start().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(app.create(json!({})).await);
    }
    app.claude.will([says("You knock.")]);
    app.chat(&ids[0], "I knock.").await.good();
    let id_of = |page: &Value, n: usize| page["items"][n]["id"].as_str().unwrap().to_owned();
    let first = app.get("/api/sessions?limit=2").await.good();
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = app.get(&format!("/api/sessions?limit=2&cursor={cursor}")).await.good();
    let listed = [id_of(&first, 0), id_of(&first, 1), id_of(&second, 0)];
    assert_eq!(listed, [&ids[0], &ids[2], &ids[1]].map(Clone::clone));
    assert_eq!((&second["nextCursor"], second["items"].as_array().unwrap().len()), (&Value::Null, 1));
}

#[tokio::test]
async fn turns_are_read_a_page_at_a_time_from_either_end() {
    let table = Table::new().await;
    for n in 1..=5 {
        table.play(&format!("I knock {n} times."), [says("Nobody comes.")]).await;
    }
    let page = async |query: &str| {
        let page = table.get(&format!("/turns?{query}")).await.good();
        let seqs: Vec<u64> = page["items"].as_array().unwrap().iter().map(|t| t["seq"].as_u64().unwrap()).collect();
        (seqs, page["nextCursor"].as_str().map(str::to_owned))
    };
    let cursor = |n: u32| Some(n.to_string());
    assert_eq!(page("").await, (vec![1, 2, 3, 4, 5], None));
    assert_eq!(page("limit=2").await, (vec![1, 2], cursor(2)));
    assert_eq!(page("limit=2&after=2").await, (vec![3, 4], cursor(4)));
    assert_eq!(page("limit=2&after=4").await, (vec![5], None));
    assert_eq!(page("limit=2&before=5").await, (vec![3, 4], cursor(3)));
    assert_eq!(page("limit=2&before=3").await, (vec![1, 2], None));
    assert_eq!(page("after=1&before=4").await, (vec![2, 3], None));
    assert_eq!(page("limit=0").await, (vec![1], cursor(1)), "a limit is held between 1 and 100");
    assert_eq!(page("after=9").await, (vec![], None));
}

#[tokio::test]
async fn the_same_key_answers_the_same_turn_and_plays_nothing() {
    let table = Table::new().await;
    table.claude().will([says("You leap.").and_updates(json!({"hp_delta": -1}))]);
    table.claude().expect_words("I leap.");
    let send = async |words: &str| {
        let request = table.app.request(reqwest::Method::POST, &table.path("/chat"));
        let request = request.header("idempotency-key", "leap-1").json(&json!({"message": words}));
        table.app.send(request).await
    };
    let first = send("I leap.").await.good();
    let again = send("I leap.").await.good();
    assert_eq!(first, again);
    assert_eq!(send("I fall.").await.problem(), (422, "idempotency_mismatch".to_owned()));
    let turns: Value = table.get("/turns").await.good();
    assert_eq!(turns["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn each_hero_of_a_session_has_a_name_of_their_own() {
    let app = TestApp::start().await;
    let hero = |name: &str| json!({"name": name, "class": "fighter", "race": "human"});
    for (one, other) in
        [("Ada", "ADA"), ("Zo\u{eb}", "Zoe\u{308}"), ("Ada", "A\u{200b}da"), ("Ada", "Ada\u{feff}"), ("Ada", "Ada")]
    {
        let answer = app.post("/api/sessions", json!({"characters": [hero(one), hero(other)]})).await;
        assert_eq!(answer.status, 422, "{}", answer.text);
        assert!(answer.text.contains(&format!("There is a hero called {one} already")), "{}", answer.text);
        let id = app.create(json!({"character": hero(one)})).await;
        let joins = app.post(&format!("/api/sessions/{id}/characters"), json!({"character": hero(other)})).await;
        assert_eq!(joins.status, 422, "{}", joins.text);
    }
}
