//! Plans: where there is no key, and while the author answers.

use serde_json::json;

use super::{
    listen::{Event, Listening, text},
    server::{Home, Server},
    table::{asking, id_of, says},
    wire::Ask,
};
use crate::claude::{
    recording::Recording,
    stub::{Act, Gate, Stub, head},
};

#[tokio::test]
async fn without_a_key_the_author_says_so_and_a_plan_can_still_be_begun() {
    let home = Home::new();
    let server = home.start(&[]);
    let plan = server.send(Ask::post("/api/plans").json(&json!({"campaign": "short-weight"}))).await;
    assert_eq!(plan.status, 201, "{plan:?}");
    let id = plan.json()["id"].as_str().unwrap().to_owned();
    let answer = server.send(Ask::post(&format!("/api/plans/{id}/chat")).json(&json!({"message": "Hello?"}))).await;
    assert_eq!((answer.status, &answer.json()["code"]), (409, &json!("needs_a_key")));
    assert!(answer.json()["detail"].as_str().unwrap().contains("ANTHROPIC_API_KEY"));
    let done = server.send(Ask::post(&format!("/api/plans/{id}/finalize")).json(&json!({}))).await;
    assert_eq!((done.status, &done.json()["campaign"]["slug"]), (200, &json!("short-weight-2")), "{done:?}");
}

/// The replies of an author who writes a premise, begins to speak of it, and is then held up.
fn begins_to_speak(hold: Act) -> Vec<Vec<Act>> {
    let (name, premise) = crate::author::steps(&crate::campaign::clean()).remove(0);
    let written = Recording::new().tool("toolu_1", name, &[&premise.to_string()]).done("tool_use");
    let spoken = Recording::new().text(&["A road. ", "And it is salt."]).done("end_turn");
    let (begun, rest) = spoken.split_at(spoken.find("And it").unwrap());
    let (begun, rest) = (begun.as_bytes().to_vec(), rest.as_bytes().to_vec());
    vec![says(written), vec![head(), Act::Send(begun), hold, Act::Send(rest)]]
}

/// Begins a plan and gives its path.
async fn begun(server: &Server) -> String {
    format!("/api/plans/{}", id_of(&server.good(Ask::post("/api/plans").json(&json!({}))).await))
}

fn say(plan: &str, words: &str, key: &str) -> Ask {
    Ask::post(&format!("{plan}/chat")).json(&json!({ "message": words })).key(key)
}

/// Listens until the author has begun to speak.
async fn spoken_to(listening: &mut Listening) -> Vec<Event> {
    let mut heard = Vec::new();
    while text(&heard).is_empty() {
        heard.push(listening.next().await.unwrap());
    }
    heard
}

#[tokio::test]
async fn an_answer_that_is_stopped_keeps_what_was_written_and_said() {
    let mut stub = Stub::serve(begins_to_speak(Act::Stall)).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let plan = begun(&server).await;
    let cancel = || Ask::post(&format!("{plan}/cancel"));
    server.send(cancel()).await.problem(409, "nothing_playing");
    server.send(Ask::post("/api/plans/nobodys/cancel")).await.problem(404, "unknown_plan");

    let mut listening = Listening::to(&server, say(&plan, "A road, and salt.", "road")).await;
    let heard = spoken_to(&mut listening).await;
    assert_eq!(server.read(&plan).await["answering"], heard[0].data["answerId"]);
    server.send(say(&plan, "Another word.", "other")).await.problem(409, "plan_in_use");
    let stopped = server.send(cancel()).await;
    assert_eq!((stopped.status, &stopped.json()["answerId"]), (202, &heard[0].data["answerId"]));
    let rest = listening.rest().await;
    let last = rest.last().unwrap();
    assert_eq!((last.name.as_str(), &last.data["code"]), ("failed", &json!("turn_cancelled")));
    stub.client_left().await;

    let read = server.read(&plan).await;
    assert_eq!((&read["title"], &read["answering"]), (&json!("The Salt Road"), &json!(null)));
    let said = &read["chat"][1];
    assert_eq!((&said["text"], &said["brokeOff"]), (&json!("A road."), &json!(true)));
    assert_eq!(said["did"], json!(["propose_premise The Salt Road"]));
    server.send(cancel()).await.problem(409, "nothing_playing");
    // The plan is free again.
    assert_eq!(server.send(Ask::post(&format!("{plan}/finalize")).json(&json!({}))).await.status, 422);
}

#[tokio::test]
async fn an_answer_is_read_on_after_a_dropped_line_and_no_words_are_said_twice() {
    let gate = Gate::closed();
    let stub = Stub::serve(begins_to_speak(Act::Hold(gate.clone()))).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let plan = begun(&server).await;
    let mut listening = Listening::to(&server, say(&plan, "A road, and salt.", "road")).await;
    let location = listening.location();
    let first = spoken_to(&mut listening).await;
    drop(listening);
    assert_eq!(location, format!("{plan}/answers/{}/events", first[0].data["answerId"].as_str().unwrap()));
    // The same words under the same name are the same answer; others are not.
    let mut again = Listening::to(&server, say(&plan, "A road, and salt.", "road")).await;
    assert_eq!(spoken_to(&mut again).await, first);
    assert_eq!(again.location(), location);
    server.send(say(&plan, "A river.", "road")).await.problem(422, "idempotency_mismatch");

    let on = Listening::resume(&server, &location, Some(&first.last().unwrap().id)).await;
    gate.open();
    let all: Vec<Event> = first.iter().cloned().chain(on.rest().await).collect();
    assert_eq!(text(&all), "A road. And it is salt.");
    assert_eq!(all.last().unwrap().name, "done");
    for n in 0..all.len() {
        let after = n.checked_sub(1).map(|last| all[last].id.as_str());
        let rest = Listening::resume(&server, &location, after).await.rest().await;
        assert_eq!(rest, all[n..], "cut after {n} events");
    }
    assert_eq!(server.read(&plan).await["chat"].as_array().unwrap().len(), 2);
    assert_eq!(stub.requests().len(), 2, "nothing of this was asked again");

    // It belongs to its plan alone, and to this server: the plan has what was written.
    let other = begun(&server).await;
    let elsewhere = location.replace(&plan, &other);
    server.send(Ask::get(&elsewhere)).await.problem(404, "unknown_turn");
    server.send(Ask::get(&format!("{plan}/answers/nobodys/events"))).await.problem(404, "unknown_turn");
    drop(server);
    let server = home.start(&asking(&url));
    server.send(Ask::get(&location)).await.problem(404, "unknown_turn");
    assert_eq!(server.read(&plan).await["chat"][1]["text"], "A road. And it is salt.");
}

#[tokio::test]
async fn the_map_of_a_draft_has_what_is_only_outlined() {
    let steps = crate::author::steps(&crate::campaign::clean());
    let until_outlined = steps.iter().position(|(name, _)| *name == "draft_node_web").unwrap();
    let call = |recording: Recording, (n, (name, input)): (usize, &(&str, serde_json::Value))| {
        recording.tool(&format!("toolu_{n}"), name, &[&input.to_string()])
    };
    let outlined = steps[..until_outlined].iter().enumerate().fold(Recording::new(), call).done("tool_use");
    let woven = call(Recording::new(), (0, &steps[until_outlined])).done("tool_use");
    let said = Recording::new().text(&["There."]).done("end_turn");
    let stub = Stub::serve([outlined, said.clone(), woven, said].into_iter().map(says).collect()).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let plan = begun(&server).await;
    let map = |format: &str| Ask::get(&format!("{plan}/map?format={format}"));
    assert_eq!(server.good(map("json")).await, json!({"nodes": [], "endings": [], "ways": []}));
    server.good(say(&plan, "Outline it.", "1")).await;
    let web = server.good(map("json")).await;
    let count = |what: &serde_json::Value| what.as_array().unwrap().len();
    assert_eq!((count(&web["nodes"]), count(&web["endings"]), count(&web["ways"])), (7, 4, 0), "{web:#}");
    let drawn = server.send(map("svg")).await;
    assert_eq!((drawn.status, drawn.header("content-type")), (200, Some("image/svg+xml")));
    server.good(say(&plan, "Weave it.", "2")).await;
    assert!(count(&server.good(map("json")).await["ways"]) > 0);
    server.send(Ask::get("/api/plans/nobodys/map")).await.problem(404, "unknown_plan");
    server.send(map("oil")).await.problem(422, "validation_failed");
}
