//! Tests of two servers with one Firestore: clients of one receive what the other plays.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{
    listen::{Event, Listening, heard},
    seats::{at, seated, spectator},
    server::Home,
    table::{asking, chat, says, session, told, view},
    table_stream::{follow, until_the_end_of_a_turn, without_turn_ids},
    wire::{Ask, Client},
};
use crate::{
    claude::stub::{Act, Gate, Stub, head},
    support::emulator,
};

/// A reply that stops at a gate before its last piece of text.
fn says_in_two(gate: &Gate, body: &str) -> Vec<Act> {
    let at = body.rfind("event: content_block_delta").unwrap();
    let (first, second) = body.as_bytes().split_at(at);
    vec![head(), Act::Send(first.to_vec()), Act::Hold(gate.clone()), Act::Send(second.to_vec())]
}

#[tokio::test]
async fn a_turn_of_another_server_is_heard_while_it_is_told() {
    if emulator::is_missing() {
        return;
    }
    let gate = Gate::closed();
    let reply = crate::claude::recording::Recording::new().text(&["It rains ", "on the roofs."]).done("end_turn");
    let stub = Stub::serve(vec![says_in_two(&gate, &reply)]).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    let mut table = follow(&there, &id).await;
    assert_eq!(table.expect("hello").await.data["session"], view(&here, &id).await);
    let played = Listening::to(&here, chat(&id, "I wait.")).await;
    let since = Instant::now();
    let mut events = vec![table.expect("turn").await, table.expect("text").await];
    assert_eq!(events[1].data["delta"], "It rains ", "the rest is not told yet");
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    let mut own = Listening::resume(&there, &played.location(), None).await;
    let mut of_turn = vec![own.expect("turn").await, own.expect("text").await];
    gate.open();
    let live = played.rest().await;
    events.extend(until_the_end_of_a_turn(&mut table).await);
    of_turn.extend(own.rest().await);
    assert_eq!(without_turn_ids(&events), heard(&live));
    assert_eq!(of_turn, live, "with the same ids");
    let again = Listening::resume(&there, &format!("/api/sessions/{id}/events"), Some(&events[1].id)).await;
    let mut again = again;
    assert_eq!(until_the_end_of_a_turn(&mut again).await, events[2..]);
}

/// Completed turns, and versions announced between turns, in order.
fn outline(events: &[Event]) -> Vec<Value> {
    let part = |event: &Event| match event.name.as_str() {
        "done" => Some(event.data["turn"]["id"].clone()),
        "session" => Some(event.data["session"]["version"].clone()),
        _ => None,
    };
    events.iter().filter_map(part).collect()
}

/// Reads from each of these streams what must come, in order and once.
async fn hear(tables: &mut [Listening], expected: &[Value]) {
    for table in tables {
        let mut events = Vec::new();
        while outline(&events).len() < expected.len() {
            events.push(table.next().await.expect("a further event"));
        }
        assert_eq!(outline(&events), expected);
        for (n, event) in events.iter().enumerate() {
            assert!(!events[..n].iter().any(|before| before.id == event.id), "{} came twice", event.id);
        }
    }
}

#[tokio::test]
async fn a_turn_that_is_over_before_another_server_looks_is_heard_before_the_next() {
    if emulator::is_missing() {
        return;
    }
    let gate = Gate::closed();
    let replies = vec![says(told("One.")), says(told("Two.")), says_in_two(&gate, &told("Three."))];
    let stub = Stub::serve(replies).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    let mut table = follow(&there, &id).await;
    table.expect("hello").await;
    let saved = [here.good(chat(&id, "I wait.")).await, here.good(chat(&id, "I wait.")).await];
    let played = Listening::to(&here, chat(&id, "I go on.")).await;
    for turn in &saved {
        assert_eq!(&until_the_end_of_a_turn(&mut table).await.last().unwrap().data["turn"], turn);
    }
    assert_eq!(table.expect("turn").await.data["seq"], 3);
    gate.open();
    let live = played.rest().await;
    assert_eq!(
        until_the_end_of_a_turn(&mut table).await.last().unwrap().data["turn"],
        live.last().unwrap().data["turn"]
    );
}

async fn undo(server: &Client, id: &str) -> Value {
    server.good(Ask::post(&format!("/api/sessions/{id}/undo"))).await["version"].clone()
}

#[tokio::test]
async fn everything_that_two_servers_do_is_heard_once_and_in_order_at_both() {
    if emulator::is_missing() {
        return;
    }
    // Turns of the built-in storyteller are over before another server can look.
    let home = Home::on_firestore();
    let (here, there) = (home.start(&[]), home.start(&[]));
    let id = session(&here).await;
    let mut tables = [follow(&here, &id).await, follow(&there, &id).await];
    for table in &mut tables {
        table.expect("hello").await;
    }
    let mut expected = Vec::new();
    for (n, server) in [&here, &here, &there, &here, &there, &there].into_iter().enumerate() {
        expected.push(server.good(chat(&id, &format!("I look around, {n}."))).await["id"].clone());
    }
    expected.push(undo(&here, &id).await);
    expected.push(there.good(chat(&id, "I wait.")).await["id"].clone());
    hear(&mut tables, &expected).await;
    // What is undone is gone, so it must have been heard before.
    let expected = [undo(&there, &id).await, here.good(chat(&id, "I go on.")).await["id"].clone()];
    hear(&mut tables, &expected).await;
    let retold = here.good(Ask::post(&format!("/api/sessions/{id}/retry")).json(&json!({}))).await;
    for table in &mut tables {
        assert_eq!(until_the_end_of_a_turn(table).await.last().unwrap().data["turn"]["id"], retold["id"]);
    }
    assert_eq!(here.send(Ask::new("DELETE", &format!("/api/sessions/{id}"))).await.status, 204);
    for mut table in tables {
        assert_eq!(table.next().await, None, "the session is deleted");
    }
}

#[tokio::test]
async fn a_turn_that_fails_on_another_server_ends_with_failed() {
    if emulator::is_missing() {
        return;
    }
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_in_two(&gate, &told("Never."))]).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    let mut table = follow(&there, &id).await;
    table.expect("hello").await;
    let played = Listening::to(&here, chat(&id, "I wait.")).await;
    let turn = table.expect("turn").await;
    let cancelled = there.send(Ask::post(&format!("/api/sessions/{id}/cancel"))).await;
    assert_eq!((cancelled.status, &cancelled.json()["turnId"]), (202, &turn.data["turnId"]));
    let live = played.rest().await;
    let failed = until_the_end_of_a_turn(&mut table).await.pop().unwrap();
    assert_eq!((&failed.data["code"], &failed.data["turnId"]), (&json!("turn_cancelled"), &turn.data["turnId"]));
    assert_eq!(live.last().unwrap().data["message"], failed.data["message"]);
}

#[tokio::test]
async fn the_x_card_stops_a_turn_of_another_server_and_leaves_no_text_of_it() {
    if emulator::is_missing() {
        return;
    }
    let gate = Gate::closed();
    let reply = crate::claude::recording::Recording::new().text(&["A clown waves ", "at you."]).done("end_turn");
    let stub = Stub::serve(vec![says_in_two(&gate, &reply)]).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    let before = view(&here, &id).await;
    let mut table = follow(&there, &id).await;
    table.expect("hello").await;
    let played = Listening::to(&here, chat(&id, "I wait.")).await;
    table.expect("turn").await;
    assert_eq!(table.expect("text").await.data["delta"], "A clown waves ");
    let waiting = Listening::to(&here, chat(&id, "I go on.")).await;
    let (console, live) = (home.console().unwrap(), format!("sessions/{id}/table/turn"));
    assert!(console.read(&live).await.get("events").is_some());
    let card = there.good(Ask::post(&format!("/api/sessions/{id}/x")).json(&json!({"about": "clowns"})));
    let silenced = async {
        let since = Instant::now();
        let safety = table.expect("safety").await;
        assert!(since.elapsed() < Duration::from_secs(1), "here it is silent at once: {:?}", since.elapsed());
        (safety, table.expect("failed").await)
    };
    let (mut after, (_, failed)) = tokio::join!(card, silenced);
    assert_eq!((&failed.data["code"], &failed.data["retryable"]), (&json!("stopped_for_safety"), &json!(false)));
    assert_eq!(waiting.rest().await.pop().unwrap().data["code"], "stopped_for_safety", "what waited is not played");
    for changed in ["version", "updatedAt", "usage"] {
        after[changed] = before[changed].clone();
    }
    assert_eq!(after, before);
    assert_eq!(there.read(&format!("/api/sessions/{id}/safety")).await["lines"], json!(["clowns"]));

    let location = played.location();
    let live_here = played.rest().await;
    let names: Vec<&str> = live_here.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["turn", "text", "safety", "failed"]);
    assert_eq!(live_here[3].data["code"], failed.data["code"]);
    for server in [&here, &there] {
        let again = Listening::resume(server, &location, None).await.rest().await;
        assert!(again.last().unwrap().data["code"] == "stopped_for_safety", "{again:?}");
        assert!(again.iter().all(|event| event.name != "text"), "{again:?}");
    }
    assert_eq!(console.read(&live).await, Value::Null, "no text is left in the store");
    assert_eq!(stub.requests().len(), 1);
}

#[tokio::test]
async fn the_x_card_keeps_the_words_it_stopped_where_nobody_follows() {
    if emulator::is_missing() {
        return;
    }
    let gate = Gate::closed();
    let reply = crate::claude::recording::Recording::new().text(&["A clown waves ", "at you."]).done("end_turn");
    let rest = told("The road is empty.").into_bytes();
    let stub = Stub::serve(vec![says_in_two(&gate, &reply), vec![head(), Act::Send(rest)]]).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    let mut played = Listening::to(&here, chat(&id, "I wait.")).await;
    played.expect("turn").await;
    played.expect("text").await;
    there.good(Ask::post(&format!("/api/sessions/{id}/x"))).await;
    there.good(chat(&id, "I go on.")).await;
    let asked = stub.requests().pop().unwrap();
    let asked = String::from_utf8(asked.body).unwrap();
    assert!(asked.contains("stopped at these words, and nothing of them comes back: “A clown waves”"), "{asked}");
}

#[tokio::test]
async fn what_people_say_on_one_server_is_heard_on_the_other_once_and_by_those_it_is_for() {
    if emulator::is_missing() {
        return;
    }
    let home = Home::on_firestore();
    let (here, there) = (home.start_for_ada(&[]), home.start_for_ada(&[]));
    let (session, _, ana) = seated(&here).await;
    let ben = spectator(&here, &session, "Ben").await;
    let talk = |text: &str| Ask::post(&at(&session, "/talk")).json(&json!({ "text": text }));
    here.good(talk("Before anyone listens there.")).await;
    let (mut of_ana, mut of_ben) = (ana.follow(&there).await, ben.follow(&there).await);
    let mut at_home = follow(&here, &session).await;
    at_home.expect("hello").await;
    // The note that someone follows there is written by then.
    tokio::time::sleep(Duration::from_secs(3)).await;
    here.good(talk("One.")).await;
    let whisper = json!({"text": "Only for you.", "to": [ana.seat]});
    here.good(Ask::post(&at(&session, "/talk")).json(&whisper)).await;
    here.good(talk("Two.")).await;
    let since = Instant::now();
    let heard = [of_ana.expect("talk").await, of_ana.expect("talk").await, of_ana.expect("talk").await];
    assert!(since.elapsed() < Duration::from_secs(4), "{:?}", since.elapsed());
    assert_eq!(heard.each_ref().map(|event| &event.data["text"]), ["One.", "Only for you.", "Two."]);
    assert_eq!((&heard[1].data["from"], &heard[1].data["to"]), (&json!("host"), &json!([ana.seat])));
    for text in ["One.", "Two."] {
        assert_eq!(of_ben.expect("talk").await.data["text"], text, "a whisper is not for everyone");
    }
    there.good(ana.ask("POST", "/talk").json(&json!({"text": "Three."}))).await;
    for text in ["One.", "Only for you.", "Two.", "Three."] {
        assert_eq!(at_home.expect("talk").await.data["text"], text, "each is heard once");
    }
    assert_eq!(of_ana.expect("talk").await.data["text"], "Three.");
    let events = ana.ask("GET", "/events").header("last-event-id", &heard[0].id);
    let mut again = Listening::to(&there, events).await;
    for text in ["Only for you.", "Two.", "Three."] {
        assert_eq!(again.expect("talk").await.data["text"], text);
    }
}

#[tokio::test]
async fn a_round_of_another_server_is_over_after_its_turn() {
    if emulator::is_missing() {
        return;
    }
    let home = Home::on_firestore();
    let (here, there) = (home.start_for_ada(&[]), home.start_for_ada(&[]));
    let (session, _, ana) = seated(&here).await;
    here.good(Ask::new("PUT", &at(&session, "/table")).json(&json!({"mode": "rounds"}))).await;
    let mut stream = ana.follow(&there).await;
    for n in 0..3 {
        here.good(ana.ask("POST", "/ready").json(&json!({"message": format!("I wait, {n}.")}))).await;
        let mut names = Vec::new();
        loop {
            let event = stream.next().await.expect("a further event");
            let is_in = |state: &str| event.name == "round" && event.data["round"]["state"] == state;
            let (is_open, is_over) = (is_in("open"), is_in("over"));
            if is_open {
                // The client must see it before it is over: what begins and ends between two polls is not published.
                here.good(Ask::post(&at(&session, "/ready")).json(&json!({"message": "I listen."}))).await;
            }
            names.push(event.name);
            if is_over {
                break;
            }
        }
        assert!(names.iter().any(|name| name == "done"), "{names:?}");
    }
}

#[tokio::test]
async fn after_many_turns_that_were_missed_the_whole_view_comes() {
    if emulator::is_missing() {
        return;
    }
    let home = Home::on_firestore();
    let (here, there) = (home.start(&[]), home.start(&[]));
    let id = session(&here).await;
    let mut table = follow(&there, &id).await;
    table.expect("hello").await;
    there.signal("STOP");
    for n in 0..22 {
        here.good(chat(&id, &format!("I look around, {n}."))).await;
    }
    there.signal("CONT");
    let mut events = Vec::new();
    let reset = loop {
        let event = table.next().await.expect("a further event");
        if event.name == "reset" {
            break event;
        }
        events.push(event);
    };
    assert_eq!(reset.data["session"], view(&here, &id).await, "{} events before it", events.len());
    let turn = here.good(chat(&id, "I wait.")).await;
    assert_eq!(until_the_end_of_a_turn(&mut table).await.last().unwrap().data["turn"], turn);
}
