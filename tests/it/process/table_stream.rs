//! The table's stream: several clients, resumed streams, slow readers, what is no turn, and how it ends.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{
    listen::{Event, Listening, heard},
    schemas::document,
    server::{Home, Server, until},
    table::{a_level, asking, chat, id_of, says, says_behind, session, settle, story, stub, told, two_tools, view},
    wire::{Ask, Client},
};
use crate::claude::stub::{Gate, Stub};

fn table(session: &str) -> String {
    format!("/api/sessions/{session}/events")
}

pub(super) async fn follow(client: &Client, session: &str) -> Listening {
    Listening::resume(client, &table(session), None).await
}

/// The events up to the end of a turn.
pub(super) async fn until_the_end_of_a_turn(listening: &mut Listening) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        let event = listening.next().await.expect("a further event");
        let is_last = ["done", "failed"].contains(&event.name.as_str());
        events.push(event);
        if is_last {
            return events;
        }
    }
}

/// What was heard, without the ids of turns, which a turn's own stream does not repeat.
pub(super) fn without_turn_ids(events: &[Event]) -> Vec<(String, Value)> {
    let without = |event: &Event| {
        let mut event = event.clone();
        if event.name != "turn" {
            event.data.as_object_mut().unwrap().remove("turnId").expect("the turn's id");
        }
        event
    };
    heard(&events.iter().map(without).collect::<Vec<_>>())
}

/// The seat of the host.
async fn hosts_seat(client: &Client, session: &str) -> Value {
    client.read(&format!("/api/sessions/{session}/me")).await["seat"].clone()
}

/// The ids of the ready-made heroes.
async fn ready_made(client: &Client) -> Vec<String> {
    client.read("/api/heroes").await["items"].as_array().unwrap().iter().map(id_of).collect()
}

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.name.as_str()).collect()
}

#[tokio::test]
async fn every_client_hears_a_turn_as_the_one_that_plays_it() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says(two_tools()), says_behind(&gate, story())]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut early = follow(&server, &session).await;
    let hello = early.expect("hello").await;
    let (seat, now) = (hosts_seat(&server, &session).await, view(&server, &session).await);
    let free =
        json!({"mode": "free", "awayAfterS": 120, "talk": {"spectators": false}, "capPerSeatUsd": null, "round": null});
    let all = json!({"event": "hello", "seat": seat, "session": now, "turnId": null, "table": free});
    assert_eq!(hello.data, all);
    let player = Listening::to(&server, chat(&session, "I step up.")).await;
    until("the second call is made", || stub.requests().len() == 2).await;
    let mut late = follow(&server, &session).await;
    let hello = late.expect("hello").await;
    gate.open();
    let live = player.rest().await;
    let (early, late) = (until_the_end_of_a_turn(&mut early).await, until_the_end_of_a_turn(&mut late).await);
    assert_eq!(hello.data["turnId"], live[0].data["turnId"], "a turn that plays is told from its beginning");
    assert_eq!(without_turn_ids(&early), heard(&live));
    assert_eq!(late, early, "with the same ids");
    assert!(early.iter().all(|event| event.data["turnId"] == live[0].data["turnId"]));
    assert!(early.iter().all(|event| event.data["event"] == event.name.as_str()));
}

#[tokio::test]
async fn a_stream_resumes_at_any_event_without_loss_or_repetition() {
    let stub = stub(vec![two_tools(), story(), told("And then.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut listening = follow(&server, &session).await;
    let mut all = vec![listening.expect("hello").await];
    server.good(chat(&session, "I step up.")).await;
    all.extend(until_the_end_of_a_turn(&mut listening).await);
    server.good(Ask::post(&format!("/api/sessions/{session}/undo"))).await;
    all.push(listening.expect("session").await);
    drop(listening);
    server.good(chat(&session, "I think.")).await;
    let mut again = Listening::resume(&server, &table(&session), all.last().map(|event| event.id.as_str())).await;
    all.extend(until_the_end_of_a_turn(&mut again).await);
    for n in 1..all.len() {
        let mut rest = Listening::resume(&server, &table(&session), Some(&all[n - 1].id)).await;
        for event in &all[n..] {
            assert_eq!(rest.next().await.as_ref(), Some(event), "resumed after {n} events");
        }
    }
}

#[tokio::test]
async fn an_id_from_another_life_of_the_server_or_a_made_up_one_resets() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let old = follow(&server, &session).await.expect("hello").await.id;
    server.kill();
    let server = home.start(&[]);
    server.good(chat(&session, "I look around.")).await;
    for id in [old.as_str(), "x", "0.0", "1.1.1", "99999999999999999999.0"] {
        let mut listening = Listening::resume(&server, &table(&session), Some(id)).await;
        let reset = listening.expect("reset").await;
        let table = reset.data["table"].clone();
        assert_eq!(table["mode"], "free", "{reset:?}");
        let session = view(&server, &session).await;
        let expected = json!({"event": "reset", "session": session, "turnId": null, "table": table});
        assert_eq!(reset.data, expected, "{id}");
    }
    let ahead = follow(&server, &session).await.expect("hello").await.id.replace(".0", ".7");
    Listening::resume(&server, &table(&session), Some(&ahead)).await.expect("reset").await;
}

#[tokio::test]
async fn a_message_that_waits_is_announced_and_then_played() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("One.")), says(told("Two."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut listening = follow(&server, &session).await;
    listening.expect("hello").await;
    let send = |words: &str| {
        let (client, ask) = (server.clone(), chat(&session, words));
        tokio::spawn(async move { client.good(ask).await })
    };
    let first = send("First.");
    listening.expect("turn").await;
    let second = send(&"ä".repeat(300));
    let queued = listening.expect("queued").await;
    assert_eq!(queued.data["preview"], "ä".repeat(200));
    gate.open();
    let first = first.await.unwrap();
    let events = until_the_end_of_a_turn(&mut listening).await;
    assert_eq!(events.last().unwrap().data["turn"], first);
    let second = second.await.unwrap();
    assert_eq!(queued.data["turnId"], second["id"]);
    let events = until_the_end_of_a_turn(&mut listening).await;
    assert_eq!((names(&events)[0], &events.last().unwrap().data["turn"]), ("turn", &second));
}

#[tokio::test]
async fn a_waiting_message_that_can_no_longer_be_played_ends_with_failed() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, a_level())]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut listening = follow(&server, &session).await;
    listening.expect("hello").await;
    let send = |words: &str| {
        let (client, ask) = (server.clone(), chat(&session, words));
        tokio::spawn(async move { client.send(ask).await })
    };
    let first = send("First.");
    listening.expect("turn").await;
    let second = send("Second.");
    let queued = listening.expect("queued").await;
    gate.open();
    first.await.unwrap();
    second.await.unwrap().problem(409, "level_up_pending");
    assert_eq!(until_the_end_of_a_turn(&mut listening).await.last().unwrap().name, "done");
    let failed = listening.expect("failed").await;
    assert_eq!((&failed.data["turnId"], &failed.data["code"]), (&queued.data["turnId"], &"level_up_pending".into()));
}

#[tokio::test]
async fn everything_that_changes_a_session_between_turns_is_heard() {
    let stub = stub(vec![a_level(), told("One."), told("Another one.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let path = |what: &str| format!("/api/sessions/{session}/{what}");
    let mut listening = follow(&server, &session).await;
    let hello = listening.expect("hello").await;
    let hero = hello.data["session"]["characters"][0]["id"].clone();
    let joins = ready_made(&server).await.pop().unwrap();
    let patch = |target: &str, body: Value| Ask::new("PATCH", target).json(&body);
    server.good(chat(&session, "I think.")).await;
    until_the_end_of_a_turn(&mut listening).await;
    let between = [
        Ask::post(&path("level-up")).json(&json!({"characterId": hero})),
        Ask::post(&path("characters")).json(&json!({"character": joins})),
        Ask::new("DELETE", &path(&format!("characters/{joins}"))),
        patch(&path("settings"), json!({"language": "de"})),
        patch(&path("settings"), json!({"language": "en"})),
        patch(&format!("/api/sessions/{session}"), json!({"title": "Another title"})),
        Ask::post(&path("rolls")).json(&json!({"expression": "1d20"})),
        Ask::post(&path("clear")),
        Ask::get(&path("export")),
    ];
    for ask in between {
        let answer = server.send(ask.clone()).await;
        assert!((200..300).contains(&answer.status), "{ask:?}: {answer:?}");
        let event = listening.expect("session").await;
        assert_eq!(event.data, json!({"event": "session", "session": view(&server, &session).await}), "{ask:?}");
    }
    let first = server.good(chat(&session, "I go on.")).await;
    until_the_end_of_a_turn(&mut listening).await;
    let retold = server.good(Ask::post(&path("retry"))).await;
    let events = until_the_end_of_a_turn(&mut listening).await;
    assert_eq!(events.last().unwrap().data["turn"], retold);
    let choose = path(&format!("turns/{}/choose", retold["id"].as_str().unwrap()));
    let between = [Ask::post(&choose).json(&json!({"alternative": first["id"]})), Ask::post(&path("undo"))];
    for ask in between {
        server.good(ask.clone()).await;
        assert_eq!(listening.expect("session").await.data["session"], view(&server, &session).await, "{ask:?}");
    }
    server.send(Ask::post(&path("undo")).json(&json!({"turns": 9}))).await.problem(422, "nothing_to_undo");
    server.good(Ask::post(&path("undo"))).await;
    let undone = listening.expect("session").await;
    assert_eq!(undone.data["session"]["version"], view(&server, &session).await["version"], "a refusal tells nothing");
}

#[tokio::test]
async fn a_slow_reader_is_reset_and_then_up_to_date() {
    let home = Home::new();
    let server = home.start(&[]);
    let heroes = json!({"characters": ready_made(&server).await[..4]});
    let session = id_of(&server.good(Ask::post("/api/sessions").json(&heroes)).await);
    let mut slow = follow(&server, &session).await;
    let mut last_id = slow.expect("hello").await.id;
    // More than is kept, and than the buffers of a connection hold.
    let size = view(&server, &session).await.to_string().len();
    let n = 24_000_000 / size;
    for n in 0..=n {
        let rename = Ask::new("PATCH", &format!("/api/sessions/{session}"));
        assert_eq!(server.send(rename.json(&json!({"title": format!("Title {n}")}))).await.status, 200);
    }
    let title = format!("Title {n}");
    let (mut n_resets, mut n_read) = (0, 0);
    loop {
        let event = slow.next().await.expect("a further event");
        assert_ne!(event.id, last_id, "nothing comes twice");
        last_id = event.id;
        n_read += 1;
        n_resets += usize::from(event.name == "reset");
        if event.data["session"]["title"] == title.as_str() {
            break;
        }
    }
    assert_eq!(n_resets, 1, "of {n} events {n_read} were read");
    assert!(n_read < n);
    server.good(chat(&session, "I look around.")).await;
    assert_eq!(until_the_end_of_a_turn(&mut slow).await[0].name, "turn");
}

#[tokio::test]
async fn the_stream_of_a_deleted_session_ends() {
    let home = Home::new();
    let server = home.start(&[]);
    let (one, other) = (session(&server).await, session(&server).await);
    let mut of_one = [follow(&server, &one).await, follow(&server, &one).await];
    let mut of_other = follow(&server, &other).await;
    for listening in of_one.iter_mut().chain([&mut of_other]) {
        listening.expect("hello").await;
    }
    assert_eq!(server.send(Ask::new("DELETE", &format!("/api/sessions/{one}"))).await.status, 204);
    for mut listening in of_one {
        assert_eq!(listening.next().await, None);
    }
    server.send(Ask::get(&table(&one))).await.problem(404, "unknown_session");
    // With its last hero, a session is deleted, too.
    let hero = view(&server, &other).await["characters"][0]["id"].as_str().unwrap().to_owned();
    let leave = Ask::new("DELETE", &format!("/api/sessions/{other}/characters/{hero}"));
    assert_eq!(server.send(leave).await.status, 204);
    assert_eq!(of_other.next().await, None);
}

#[tokio::test]
async fn a_server_that_stops_ends_its_streams_at_once() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let mut listening = follow(&server, &session).await;
    listening.expect("hello").await;
    let since = Instant::now();
    server.terminate();
    assert_eq!(listening.next().await, None);
    assert!(server.ended().await.success());
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
}

/// A server with two players who sign in, and a session of one of them.
async fn with_players(home: &Home) -> (Server, String) {
    let server = home.start(&[("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr, grace:hopper-1906")]);
    let begin = Ask::post("/api/sessions").json(&json!({})).bearer("lovelace-zephyr");
    let session = id_of(&server.good(begin).await);
    (server, session)
}

#[tokio::test]
async fn a_stream_is_its_players_alone_and_ends_when_they_sign_out() {
    let home = Home::new();
    let (server, session) = with_players(&home).await;
    let ask = || Ask::get(&table(&session));
    server.send(ask()).await.problem(401, "unauthorized");
    server.send(ask().bearer("hopper-1906")).await.problem(404, "unknown_session");
    let cookie = |secret: &str| format!("embertale_secret={secret}");
    let mine = || Ask::post("/api/sign-out").header("cookie", &cookie("lovelace-zephyr"));
    let mut by_cookie = Listening::to(&server, ask().header("cookie", &cookie("lovelace-zephyr"))).await;
    let mut by_header = Listening::to(&server, ask().bearer("lovelace-zephyr")).await;
    by_cookie.expect("hello").await;
    by_header.expect("hello").await;
    server.send(Ask::post("/api/sign-out").header("cookie", &cookie("hopper-1906"))).await;
    server.send(Ask::post("/api/sign-out")).await;
    server.good(chat(&session, "I look around.").bearer("lovelace-zephyr")).await;
    until_the_end_of_a_turn(&mut by_cookie).await;
    assert_eq!(server.send(mine()).await.status, 204);
    assert_eq!(by_cookie.next().await, None);
    until_the_end_of_a_turn(&mut by_header).await;
    server.good(chat(&session, "I wait.").bearer("lovelace-zephyr")).await;
    until_the_end_of_a_turn(&mut by_header).await;
}

#[tokio::test]
async fn the_stream_of_a_player_who_is_removed_ends_with_a_heartbeat() {
    let home = Home::new();
    let added = home.run(&["players", "add", "ada"], &[("AUTH", "token")]);
    let secret = String::from_utf8(added.stdout).unwrap().trim().to_owned();
    let server = home.start(&[("AUTH", "token")]);
    let begin = Ask::post("/api/sessions").json(&json!({})).bearer(&secret);
    let session = id_of(&server.good(begin).await);
    let mut listening = Listening::to(&server, Ask::get(&table(&session)).bearer(&secret)).await;
    listening.expect("hello").await;
    assert!(home.run(&["players", "remove", "ada"], &[("AUTH", "token")]).status.success());
    let since = Instant::now();
    assert_eq!(listening.next().await, None);
    assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
}

#[tokio::test]
async fn what_the_table_hears_is_what_the_document_has() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, two_tools()), says(story()), says(told("On."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let document = document(&server).await;
    let schema = document.answer("get", "/api/sessions/{id}/events", "200", "text/event-stream");
    let session = session(&server).await;
    let mut listening = follow(&server, &session).await;
    let mut events = vec![listening.expect("hello").await];
    for words in ["I step up.", "I go on."] {
        let (client, ask) = (server.clone(), chat(&session, words));
        tokio::spawn(async move { client.send(ask).await });
        settle(&server, &session).await;
    }
    until("the model is asked", || stub.requests().len() == 1).await;
    gate.open();
    events.extend(until_the_end_of_a_turn(&mut listening).await);
    events.extend(until_the_end_of_a_turn(&mut listening).await);
    server.good(Ask::post(&format!("/api/sessions/{session}/undo"))).await;
    events.push(listening.expect("session").await);
    events.push(Listening::resume(&server, &table(&session), Some("x")).await.expect("reset").await);
    for event in &events {
        document.check(schema, &event.data, &event.name);
    }
    for name in ["hello", "queued", "turn", "text", "tool", "roll", "change", "state", "done", "session", "reset"] {
        assert!(names(&events).contains(&name), "{name} was not heard: {:?}", names(&events));
    }
}
