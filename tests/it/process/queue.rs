//! Tests of the session queue: simultaneous messages, and repeated idempotency keys.

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{
    listen::Listening,
    server::{Home, until},
    table::{
        a_level, asking, chat, id_of, says, says_behind, session, settle, story, stub, told, turns, two_tools, view,
    },
    wire::{Answer, Ask, Client},
};
use crate::claude::stub::{Gate, Stub};

fn send(client: &Client, ask: Ask) -> JoinHandle<Answer> {
    let client = client.clone();
    tokio::spawn(async move { client.send(ask).await })
}

#[tokio::test]
async fn the_same_key_sent_twice_at_once_is_one_turn_and_both_hear_it() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, two_tools()), says(story())]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let ask = chat(&session, "I step up.").key("leap");
    let (one, two) = (send(&server, ask.clone()), send(&server, ask.clone()));
    until("the model is asked", || stub.requests().len() == 1).await;
    settle(&server, &session).await;
    let streamed = Listening::to(&server, ask.clone()).await;
    let trimmed = send(&server, chat(&session, "  I step up.\n").key("leap"));
    server.send(chat(&session, "I stay.").key("leap")).await.problem(422, "idempotency_mismatch");
    assert!(!one.is_finished() && !two.is_finished());
    gate.open();
    let turn = one.await.unwrap().json();
    assert_eq!(two.await.unwrap().json(), turn);
    assert_eq!(trimmed.await.unwrap().json(), turn);
    assert_eq!(streamed.rest().await.last().unwrap().data["turn"], turn);

    assert_eq!(server.good(ask.clone()).await, turn, "later it is the recorded one");
    let told_again = Listening::to(&server, ask.clone()).await.rest().await;
    assert_eq!(told_again.last().unwrap().data["turn"], turn);
    server.send(chat(&session, "I stay.").key("leap")).await.problem(422, "idempotency_mismatch");
    let other_hero = json!({"message": "I step up.", "characterId": "somebody"});
    let path = format!("/api/sessions/{session}/chat");
    server.send(Ask::post(&path).json(&other_hero).key("leap")).await.problem(422, "idempotency_mismatch");
    assert_eq!(turns(&server, &session).await, [turn]);
    assert_eq!(stub.requests().len(), 2);
}

#[tokio::test]
async fn a_key_names_a_turn_in_its_session_only() {
    let stub = stub(vec![told("One."), told("Two.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let (first, second) = (session(&server).await, session(&server).await);
    assert_eq!(server.good(chat(&first, "I wait.").key("k")).await["narrative"], "One.");
    assert_eq!(server.good(chat(&second, "I go.").key("k")).await["narrative"], "Two.");
}

#[tokio::test]
async fn messages_sent_while_a_turn_plays_are_played_in_the_order_they_came() {
    let gate = Gate::closed();
    let mut scripts = vec![says_behind(&gate, told("Story 0."))];
    scripts.extend((1..=8).map(|n| says(told(&format!("Story {n}.")))));
    let stub = Stub::serve(scripts).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut sent = Vec::new();
    for n in 0..=8 {
        sent.push(send(&server, chat(&session, &format!("Message {n}."))));
        until("the model is asked", || !stub.requests().is_empty()).await;
        settle(&server, &session).await;
    }
    assert_eq!(stub.requests().len(), 1, "one at a time");
    gate.open();
    for (n, answer) in sent.into_iter().enumerate() {
        let turn = answer.await.unwrap().json();
        assert_eq!(turn["message"], format!("Message {n}."));
        assert_eq!(turn["narrative"], format!("Story {n}."));
        assert_eq!(turn["seq"], n + 1);
    }
    assert_eq!(view(&server, &session).await["version"], 10);
    assert!(home.verify().contains("clean, 9 turns"));
}

#[tokio::test]
async fn a_stream_that_waits_for_its_turn_has_its_response_and_its_address_before_it_plays() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("First.")), says(told("Second."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let first = send(&server, chat(&session, "One."));
    until("the model is asked", || stub.requests().len() == 1).await;
    let ask = chat(&session, "Two.").key("two");
    // None of these returns before the head of the response is there.
    let (second, joined) = tokio::join!(Listening::to(&server, ask.clone()), Listening::to(&server, ask.clone()));
    let location = second.location();
    assert_eq!(joined.location(), location);
    let resumed = Listening::resume(&server, &location, None).await;
    // What can be refused already still is, with its status.
    server.send(chat(&session, "Three.").key("two").events()).await.problem(422, "idempotency_mismatch");
    server.send(chat("nowhere", "Three.").events()).await.problem(404, "unknown_session");
    let nobody = json!({"message": "Three.", "characterId": "nobody"});
    let nobody = Ask::post(&format!("/api/sessions/{session}/chat")).json(&nobody);
    server.send(nobody.events()).await.problem(404, "unknown_character");
    assert_eq!(stub.requests().len(), 1, "it waits");
    gate.open();
    assert_eq!(first.await.unwrap().status, 200);
    let events = second.rest().await;
    assert_eq!(events.last().unwrap().name, "done");
    let turn = events[0].data["turnId"].as_str().unwrap();
    assert!(location.contains(&format!("/turns/{turn}/")), "{location}");
    assert_eq!((joined.rest().await, resumed.rest().await), (events.clone(), events.clone()));
    let later = Listening::resume(&server, &location, Some(&events[0].id)).await.rest().await;
    assert_eq!(later.last(), events.last());
}

#[tokio::test]
async fn a_stream_that_waited_in_vain_ends_with_the_reason() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, a_level()), says(told("Later."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let first = send(&server, chat(&session, "I think."));
    until("the model is asked", || stub.requests().len() == 1).await;
    let after_it = async {
        settle(&server, &session).await;
        let plain = send(&server, chat(&session, "I go on, too."));
        settle(&server, &session).await;
        let delete = send(&server, Ask::new("DELETE", &format!("/api/sessions/{session}")));
        settle(&server, &session).await;
        (plain, delete, Listening::to(&server, chat(&session, "And I.")).await)
    };
    // The first of these sends its message first; both responses are held for ten seconds.
    let (waiting, (plain, delete, late)) = tokio::join!(Listening::to(&server, chat(&session, "I go on.")), after_it);
    gate.open();
    assert_eq!(first.await.unwrap().status, 200);
    let location = waiting.location();
    let [failed] = &waiting.rest().await[..] else { panic!("one event") };
    assert_eq!((failed.name.as_str(), &failed.data["code"]), ("failed", &json!("level_up_pending")));
    assert_eq!(failed.data["retryable"], false);
    plain.await.unwrap().problem(409, "level_up_pending");
    assert_eq!(delete.await.unwrap().status, 204);
    let [failed] = &late.rest().await[..] else { panic!("one event") };
    assert_eq!(failed.data["code"], "unknown_session");
    server.send(Ask::get(&location)).await.problem(404, "unknown_session");
}

#[tokio::test]
async fn more_than_eight_that_wait_are_too_many_and_the_rest_is_played() {
    let gate = Gate::closed();
    let mut scripts = vec![says_behind(&gate, told("First."))];
    scripts.extend((0..8).map(|_| says(told("Next."))));
    let stub = Stub::serve(scripts).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let first = send(&server, chat(&session, "First."));
    until("the model is asked", || stub.requests().len() == 1).await;
    let waiting: Vec<_> = (0..10).map(|n| send(&server, chat(&session, &format!("Message {n}.")))).collect();
    until("two are turned away", || waiting.iter().filter(|one| one.is_finished()).count() == 2).await;
    gate.open();
    assert_eq!(first.await.unwrap().status, 200);
    let mut turned_away = 0;
    for answer in waiting {
        let answer = answer.await.unwrap();
        match answer.status {
            200 => {}
            _ => {
                answer.problem(429, "too_many_turns");
                turned_away += 1;
            }
        }
    }
    assert_eq!(turned_away, 2);
    assert_eq!(turns(&server, &session).await.len(), 9);
}

#[tokio::test]
async fn a_session_created_twice_under_one_key_is_one_session() {
    let home = Home::new();
    let server = home.start(&[]);
    let create = |body: &Value| Ask::post("/api/sessions").json(body).key("new game");
    let body = json!({"title": "Ash", "character": {"name": "Ada", "class": "bard", "race": "elf"}});
    let (one, two) = tokio::join!(server.send(create(&body)), server.send(create(&body)));
    assert_eq!((one.status, two.status), (201, 201), "{one:?} {two:?}");
    assert_eq!(one.json(), two.json());
    assert_eq!(one.header("location"), Some(format!("/api/sessions/{}", id_of(&one.json())).as_str()));
    for other in [json!({"title": "Ember"}), json!({}), json!({"title": "Ash"})] {
        server.send(create(&other)).await.problem(422, "idempotency_mismatch");
    }
    let port = server.port().to_owned();
    drop(server);
    let server = home.start(&[("PORT", port.as_str())]);
    assert_eq!(server.good(create(&body)).await, one.json(), "after a restart too");
    assert_eq!(server.read("/api/sessions").await["items"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn dice_levels_heroes_and_farewells_wait_for_the_turn_that_plays() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, a_level()), says(told("Later."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let hero = view(&server, &session).await["characters"][0]["id"].as_str().unwrap().to_owned();
    let at = |route: &str| format!("/api/sessions/{session}{route}");
    let turn = send(&server, chat(&session, "I think."));
    until("the model is asked", || stub.requests().len() == 1).await;

    let roll = send(&server, Ask::post(&at("/rolls")).json(&json!({"expression": "1d20", "reason": "luck"})));
    settle(&server, &session).await;
    let level = send(&server, Ask::post(&at("/level-up")).json(&json!({ "characterId": hero })));
    settle(&server, &session).await;
    let join = send(
        &server,
        Ask::post(&at("/characters")).json(&json!({"character": {"name": "Bo", "class": "monk", "race": "human"}})),
    );
    settle(&server, &session).await;
    // A name is nothing that is played: it is given at once, and the turn leaves it alone.
    let rename = Ask::new("PATCH", &at("")).json(&json!({"title": "Renamed"}));
    assert_eq!(server.good(rename).await["title"], "Renamed");
    let delete = send(&server, Ask::new("DELETE", &at("")));
    settle(&server, &session).await;
    let late = send(&server, chat(&session, "I wait."));
    settle(&server, &session).await;
    let mut waiting = [turn, roll, level, join, delete, late];
    for (n, one) in waiting.iter_mut().enumerate() {
        assert!(!one.is_finished(), "number {n} did not wait: {:?}", one.await);
    }
    let [turn, roll, level, join, delete, late] = waiting;
    gate.open();
    assert_eq!(turn.await.unwrap().status, 200);
    assert_eq!(roll.await.unwrap().status, 200);
    let level = level.await.unwrap();
    assert_eq!((level.status, &level.json()["characters"][0]["level"]), (200, &json!(2)), "{level:?}");
    let joined = join.await.unwrap().json();
    assert_eq!(joined["characters"].as_array().map(Vec::len), Some(2));
    assert_eq!(joined["title"], "Renamed");
    assert_eq!(delete.await.unwrap().status, 204);
    late.await.unwrap().problem(404, "unknown_session");
    server.send(Ask::get(&at(""))).await.problem(404, "unknown_session");
    assert_eq!(stub.requests().len(), 1, "nothing is played in a session that is gone");
}

#[tokio::test]
async fn a_level_must_be_taken_first_but_a_recorded_turn_is_answered_all_the_same() {
    let stub = stub(vec![a_level(), told("Onward.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let turn = server.good(chat(&session, "I think.").key("k")).await;
    let pending = view(&server, &session).await["characters"][0].clone();
    assert_eq!(pending["pendingLevelUp"]["toLevel"], 2);
    server.send(chat(&session, "I go on.")).await.problem(409, "level_up_pending");
    server.send(chat(&session, "I go on.").events()).await.problem(409, "level_up_pending");
    assert_eq!(server.good(chat(&session, "I think.").key("k")).await, turn);
    server.send(chat(&session, "I go on.").key("k")).await.problem(422, "idempotency_mismatch");
    let take = json!({ "characterId": pending["id"] });
    let path = format!("/api/sessions/{session}/level-up");
    assert_eq!(server.good(Ask::post(&path).json(&take)).await["characters"][0]["pendingLevelUp"], Value::Null);
    server.send(Ask::post(&path).json(&take)).await.problem(422, "validation_failed");
    server.good(chat(&session, "I go on.")).await;
    assert!(home.verify().contains("clean, 2 turns"));
}

#[tokio::test]
async fn a_session_whose_model_stalls_keeps_no_other_waiting() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("Late.")), says(told("Early."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let (slow, quick) = (session(&server).await, session(&server).await);
    let stalled = send(&server, chat(&slow, "I wait."));
    until("the model is asked", || stub.requests().len() == 1).await;
    assert_eq!(server.good(chat(&quick, "I go.")).await["narrative"], "Early.");
    assert!(!stalled.is_finished());
    gate.open();
    assert_eq!(stalled.await.unwrap().json()["narrative"], "Late.");
}

#[tokio::test]
async fn a_streamed_message_that_waits_is_counted_before_its_answer_begins() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("Late.")), says(told("Later."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let gauges = async || {
        let metrics = server.send(Ask::get("/metrics")).await.text();
        let gauge = |name: &str| {
            let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.expect("a gauge").to_owned()
        };
        ["embertale_event_streams", "embertale_turns_in_flight", "embertale_turns_waiting"].map(gauge)
    };
    let first = send(&server, chat(&session, "I wait.").events());
    until("the model is asked", || stub.requests().len() == 1).await;
    let second = send(&server, chat(&session, "I wait as well.").events());
    let since = std::time::Instant::now();
    while gauges().await != ["2", "1", "1"] {
        assert!(since.elapsed().as_secs() < 8, "{:?}", gauges().await);
    }
    gate.open();
    for turn in [first, second] {
        assert_eq!(turn.await.unwrap().status, 200);
    }
    assert_eq!(gauges().await, ["0", "0", "0"]);
}

#[tokio::test]
async fn a_throw_whose_player_went_away_leaves_no_trace_in_the_line() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("The door holds."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let turn = send(&server, chat(&session, "I wait."));
    until("the model is asked", || stub.requests().len() == 1).await;
    let throw = Ask::post(&format!("/api/sessions/{session}/rolls")).json(&json!({"expression": "1d20"}));
    let gone = send(&server, throw.clone());
    settle(&server, &session).await;
    gone.abort();
    assert!(gone.await.is_err_and(|error| error.is_cancelled()));
    settle(&server, &session).await;
    gate.open();
    assert_eq!(turn.await.unwrap().status, 200);
    assert_eq!(server.good(throw).await["proof"]["index"], 0, "nothing was thrown for one who is gone");
    let since = std::time::Instant::now();
    server.terminate();
    assert!(server.ended().await.success());
    assert!(since.elapsed().as_secs() < 5, "somebody is still waited for");
}
