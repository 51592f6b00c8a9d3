//! A turn's events: read to the end, cut at every event, read again later, after a restart, and after a bad end.

use serde_json::Value;

use super::{
    listen::{Event, Listening, heard, text},
    server::{Home, Server, until},
    table::{PIECES, asking, chat, says, says_behind, session, story, stub, told, turns, two_tools, view},
    wire::Ask,
};
use crate::claude::{
    recording::Recording,
    stub::{Act, Gate, Stub, head},
};

/// A reply that begins to tell, and is then broken off by the model itself.
fn refused_midway() -> String {
    Recording::new().text(&["You raise ", "the é"]).done("refusal")
}

fn names(events: &[Event]) -> Vec<&str> {
    let mut names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
    names.dedup();
    names
}

/// Cuts a turn after each of its events and reads the rest from there: nothing is missing, nothing comes twice.
async fn resumes_anywhere(server: &Server, location: &str, live: &[Event]) {
    for n in 0..=live.len() {
        let (first, after) = (&live[..n], n.checked_sub(1).map(|last| live[last].id.as_str()));
        let rest = Listening::resume(server, location, after).await.rest().await;
        let both: Vec<Event> = first.iter().cloned().chain(rest.clone()).collect();
        assert_eq!(heard(&both), heard(live), "cut after {n} events");
        for event in &rest {
            assert!(!first.iter().any(|before| before.id == event.id), "{} came twice", event.id);
        }
    }
}

#[tokio::test]
async fn a_turn_is_told_in_the_documented_order_and_from_any_event_on() {
    let stub = stub(vec![two_tools(), story()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let listening = Listening::to(&server, chat(&session, "I step up.")).await;
    let location = listening.location();
    let live = listening.rest().await;

    let expected = ["turn", "tool", "roll", "tool", "text", "change", "state", "done"];
    assert_eq!(names(&live), expected, "{live:#?}");
    let turn = &live.last().unwrap().data["turn"];
    assert_eq!(location, format!("/api/sessions/{session}/turns/{}/events", turn["id"].as_str().unwrap()));
    assert_eq!(live[0].data["turnId"], turn["id"]);
    assert_eq!(live[0].data["seq"], 1);
    assert_eq!(text(&live), PIECES.concat());
    assert_eq!(turn["narrative"], PIECES.concat());
    let data_of = |name: &str, field: &str| -> Vec<Value> {
        live.iter().filter(|event| event.name == name).map(|event| event.data[field].clone()).collect()
    };
    assert_eq!(Value::from(data_of("change", "change")), turn["changes"]);
    assert_eq!(Value::from(data_of("roll", "roll")), turn["rolls"]);
    assert_eq!(data_of("tool", "status"), ["started", "started", "done", "done"]);
    assert_eq!(data_of("state", "session"), [view(&server, &session).await]);
    assert_eq!(data_of("done", "session"), data_of("state", "session"));
    let mut ids: Vec<&str> = live.iter().map(|event| event.id.as_str()).collect();
    ids.dedup();
    assert_eq!(ids.len(), live.len(), "each event has an id of its own");

    resumes_anywhere(&server, &location, &live).await;
    drop(server);
    let server = home.start(&asking(&url));
    resumes_anywhere(&server, &location, &live).await;
    for odd in ["", "x", "-1", "1", "1.", "99.99999", "1.99999999999999999999", "1.18446744073709551615", "💥"] {
        let rest = Listening::resume(&server, &location, Some(odd)).await.rest().await;
        assert!(rest.is_empty() || live.ends_with(&rest[rest.len() - 1..]), "{odd}: {rest:?}");
    }
    // An id that no event of the turn has is another turn's or made up: everything is sent.
    for beyond in ["999.999", "99.99999"] {
        let all = Listening::resume(&server, &location, Some(beyond)).await.rest().await;
        assert_eq!((&all[0].name, all.last()), (&live[0].name, live.last()), "{beyond}");
    }
    assert_eq!(stub.requests().len(), 2, "nothing of this is played again");
}

#[tokio::test]
async fn text_that_was_taken_back_stays_so_for_whoever_comes_later() {
    let stub = stub(vec![refused_midway()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let listening = Listening::to(&server, chat(&session, "I do what nobody may.")).await;
    let location = listening.location();
    let live = listening.rest().await;
    assert!(live.iter().any(|event| event.data["reset"] == true), "{live:#?}");
    let turn = &live.last().unwrap().data["turn"];
    assert_eq!(turn["narrative"], text(&live));
    assert!(!text(&live).contains("You raise"));
    assert!(live.iter().any(|event| event.data["code"] == "model_refused"));
    resumes_anywhere(&server, &location, &live).await;
    drop(server);
    let server = home.start(&asking(&url));
    resumes_anywhere(&server, &location, &live).await;
}

#[tokio::test]
async fn a_connection_cut_while_the_turn_plays_is_taken_up_again_without_a_letter_twice() {
    let gate = Gate::closed();
    let (begun, rest) = {
        let body = story();
        let at = body.find("gate").unwrap();
        (body[..at].to_owned(), body[at..].to_owned())
    };
    let slow = vec![head(), Act::Send(begun.into_bytes()), Act::Hold(gate.clone()), Act::Send(rest.into_bytes())];
    let stub = Stub::serve(vec![says(two_tools()), slow]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut listening = Listening::to(&server, chat(&session, "I step up.")).await;
    let location = listening.location();
    let mut first = Vec::new();
    while text(&first).is_empty() {
        first.push(listening.next().await.unwrap());
    }
    drop(listening);
    // Cut and taken up again at each of the events that came so far, while the turn still plays.
    for n in 1..=first.len() {
        let mut again = Listening::resume(&server, &location, Some(&first[n - 1].id)).await;
        for event in &first[n..] {
            assert_eq!(again.next().await.as_ref(), Some(event));
        }
    }
    let again = Listening::resume(&server, &location, Some(&first[first.len() - 1].id)).await;
    gate.open();
    let all: Vec<Event> = first.into_iter().chain(again.rest().await).collect();
    assert_eq!(text(&all), PIECES.concat());
    assert_eq!(all.last().unwrap().name, "done");
    assert_eq!(turns(&server, &session).await.len(), 1, "a closed connection cancels nothing");
}

#[tokio::test]
async fn a_closed_tab_does_not_cancel_whichever_way_it_asked() {
    let (first, second) = (Gate::closed(), Gate::closed());
    let stub = Stub::serve(vec![says_behind(&first, told("One.")), says_behind(&second, told("Two."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut listening = Listening::to(&server, chat(&session, "First.").key("1")).await;
    listening.expect("turn").await;
    drop(listening);
    first.open();
    assert_eq!(server.good(chat(&session, "First.").key("1")).await["narrative"], "One.");

    // The answer as JSON has no head until the turn has ended: the client disconnects before.
    let client = server.clone();
    let ask = chat(&session, "Second.").key("2");
    let gone = tokio::spawn(async move { client.send(ask).await });
    until("the model is asked", || stub.requests().len() == 2).await;
    gone.abort();
    assert!(gone.await.is_err_and(|error| error.is_cancelled()));
    second.open();
    assert_eq!(server.good(chat(&session, "Second.").key("2")).await["narrative"], "Two.");
    assert_eq!(stub.requests().len(), 2);
}

#[tokio::test]
async fn events_are_found_in_their_own_session_only() {
    let stub = stub(vec![told("One."), told("Two.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let (mine, other) = (session(&server).await, session(&server).await);
    let turn = server.good(chat(&mine, "First.")).await;
    server.good(chat(&other, "First.")).await;
    let events = |session: &str, turn: &str| Ask::get(&format!("/api/sessions/{session}/turns/{turn}/events"));
    let id = turn["id"].as_str().unwrap();
    server.send(events(&other, id)).await.problem(404, "unknown_turn");
    server.send(events(&mine, "nobody")).await.problem(404, "unknown_turn");
    server.send(events("nobody", id)).await.problem(404, "unknown_session");
    assert_eq!(server.send(events(&mine, id)).await.status, 200);
    server.send(Ask::new("DELETE", &format!("/api/sessions/{mine}"))).await;
    server.send(events(&mine, id)).await.problem(404, "unknown_session");
}

#[tokio::test]
async fn a_failed_turn_tells_why_leaves_nothing_and_can_be_read_again() {
    let error = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
    let error = error.to_owned() + r#"{"type":"error","error":{"type":"invalid_request_error","message":"no"}}"#;
    let fails = || vec![Act::Send(error.clone().into_bytes())];
    let scripts = vec![says(two_tools()), fails(), fails(), says(two_tools()), says(story())];
    let stub = Stub::serve(scripts).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let before = view(&server, &session).await;
    let listening = Listening::to(&server, chat(&session, "I step up.").key("leap")).await;
    let location = listening.location();
    let live = listening.rest().await;
    let last = live.last().unwrap();
    assert_eq!((last.name.as_str(), &last.data["code"]), ("failed", &"model_failed".into()));
    assert!(last.data["message"].as_str().is_some_and(|said| said.len() > 20));
    assert!(last.data["retryable"].is_boolean());
    assert!(live.iter().all(|event| event.name != "change" && event.name != "state"), "{live:#?}");
    assert_eq!(view(&server, &session).await, before);
    assert!(turns(&server, &session).await.is_empty());
    resumes_anywhere(&server, &location, &live).await;

    let ask = chat(&session, "I step up.").key("leap");
    server.send(ask.clone()).await.problem(502, "model_failed");
    let turn = server.good(ask).await;
    assert_eq!(turn["seq"], 1, "a failed turn uses neither its number nor its key up");
    assert_ne!(turn["id"], live[0].data["turnId"]);
    assert_eq!(stub.requests().len(), 5);
    resumes_anywhere(&server, &location, &live).await;
}

#[tokio::test]
async fn a_turn_is_cancelled_while_the_model_stalls_and_its_key_can_be_used_again() {
    let mut stub = Stub::serve(vec![says(two_tools()), vec![Act::Stall], says(two_tools()), says(story())]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let cancel = Ask::post(&format!("/api/sessions/{session}/cancel"));
    server.send(cancel.clone()).await.problem(409, "nothing_playing");
    let before = view(&server, &session).await;
    let ask = chat(&session, "I step up.").key("leap");
    let listening = Listening::to(&server, ask.clone()).await;
    let waiting = tokio::spawn({
        let (client, ask) = (server.clone(), ask.clone());
        async move { client.send(ask).await.problem(409, "turn_cancelled") }
    });
    until("the second call is made", || stub.requests().len() == 2).await;
    let location = listening.location();
    let answer = server.send(cancel.clone()).await;
    assert_eq!(answer.status, 202, "{answer:?}");
    stub.client_left().await;
    let live = listening.rest().await;
    assert_eq!(live.last().unwrap().name, "failed");
    assert_eq!(live.last().unwrap().data["code"], "turn_cancelled");
    assert_eq!(answer.json()["turnId"], live[0].data["turnId"]);
    waiting.await.unwrap();
    resumes_anywhere(&server, &location, &live).await;
    assert_eq!(view(&server, &session).await, before);
    server.send(cancel).await.problem(409, "nothing_playing");
    server.send(Ask::post("/api/sessions/nobody/cancel")).await.problem(404, "unknown_session");

    let turn = server.good(ask).await;
    assert_eq!((&turn["seq"], &turn["narrative"]), (&1.into(), &PIECES.concat().into()));
    assert_eq!(view(&server, &session).await["version"], 2);
    assert!(home.verify().contains("clean, 1 turns"));
}

#[tokio::test]
async fn a_stream_is_not_compressed_and_not_kept_by_anyone() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let mut answer = server.open(chat(&session, "I look around.").events().header("accept-encoding", "gzip")).await;
    while answer.more().await {}
    assert_eq!(answer.header("content-encoding"), None);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert!(answer.text().contains("event: done"));
    let ids: Vec<String> = answer.text().lines().filter(|line| line.starts_with("id:")).map(str::to_owned).collect();
    assert_eq!(ids.len(), answer.text().matches("event:").count());
    let problem = server.send(chat(&session, " ").events().header("accept-encoding", "gzip")).await;
    problem.invalid("message");
}

#[tokio::test]
async fn a_stream_on_which_nothing_happens_is_kept_alive() {
    let stub = Stub::serve(vec![vec![Act::Stall]]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let since = std::time::Instant::now();
    let mut answer = server.open(chat(&session, "I wait.").events()).await;
    while !answer.text().lines().any(|line| line.starts_with(':')) {
        assert!(answer.more().await, "{answer:?}");
    }
    assert!(since.elapsed().as_secs() <= 15, "a comment comes at least every 15 s");
    assert!(!answer.text().contains("event: failed"));
}

#[tokio::test]
async fn an_event_stream_that_is_refused_is_not_sent() {
    let home = Home::new();
    let server = home.start(&[]);
    let id = session(&server).await;
    for accept in ["text/event-stream;q=0, application/json", "text/event-stream; Q=0.0"] {
        let answer = server.send(chat(&id, "I look around.").header("accept", accept)).await;
        assert_eq!((answer.status, answer.json()["sessionId"].as_str()), (200, Some(id.as_str())), "{accept}");
    }
    let answer = server.send(Ask::get("/metrics").header("accept", "application/openmetrics-text;q=0")).await;
    assert!(answer.header("content-type").unwrap().starts_with("text/plain"));
}
