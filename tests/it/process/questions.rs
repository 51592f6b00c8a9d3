//! Questions to the Dungeon Master beside the game, over HTTP.

use serde_json::{Value, json};

use super::{
    schemas::document,
    seats::{at, seated, spectator},
    server::{Home, until},
    table::{asking, chat, says, session, stub, told, turns, view},
    table_stream::until_the_end_of_a_turn,
    wire::{Ask, Client},
};
use crate::{
    claude::{
        recording::Recording,
        stub::{Gate, Recorded, Stub},
    },
    process::{listen::Listening, table::says_behind},
};

fn asked(session: &str, text: &str) -> Ask {
    Ask::post(&at(session, "/ask")).json(&json!({ "text": text }))
}

/// A reply that looks something up.
fn looks_up(tool: &str, input: &Value) -> String {
    Recording::new().tool("toolu_look", tool, &[&input.to_string()]).done("tool_use")
}

/// A request that the model got, as JSON.
fn body(request: &Recorded) -> Value {
    serde_json::from_slice(&request.body).expect("JSON")
}

/// What a question must leave as it is: the state, its version, and the turns.
async fn saved(client: &Client, session: &str) -> (Value, Vec<Value>) {
    (view(client, session).await, turns(client, session).await)
}

#[tokio::test]
async fn a_question_is_answered_by_an_agent_that_can_only_read() {
    let look = looks_up("search_story", &json!({"query": "the green lantern"}));
    let replies =
        vec![told("A lantern of green glass swings in the wind."), look, told("In turn 1: it swings in the wind.")];
    let claude = stub(replies).await;
    let (home, url) = (Home::new(), claude.url());
    let server = home.start(&asking(&url));
    let document = document(&server).await;
    let session = session(&server).await;
    server.good(chat(&session, "I look up.")).await;
    let before = saved(&server, &session).await;
    let answered = server.good(asked(&session, "What was with the lantern?")).await;
    document.check(document.answer("post", "/api/sessions/{id}/ask", "200", "application/json"), &answered, "answer");
    assert_eq!(answered, json!({"answer": "In turn 1: it swings in the wind."}));
    assert_eq!(saved(&server, &session).await, before);

    let requests = claude.requests();
    let [.., first, second] = requests.as_slice() else { panic!("{} requests", requests.len()) };
    let first = body(first);
    let tools: Vec<&Value> = first["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(tools, ["search_story", "search_rules"]);
    let shown = first["messages"].to_string();
    assert!(shown.contains("What was with the lantern?") && shown.contains("lantern of green glass"), "{shown}");
    assert!(!shown.contains("diceCommitment") && !shown.contains("costUsd"), "{shown}");
    assert!(body(second)["messages"].to_string().contains("turn 1"), "{}", body(second));
}

#[tokio::test]
async fn a_question_tells_nobody_else_and_what_the_host_noted_reaches_no_guest() {
    const MARK: &str = "quetzal";
    let look = |word: &str| says(looks_up("search_story", &json!({ "query": word })));
    let gate = Gate::closed();
    let remembers = json!({"important_event": "the lantern went out"}).to_string();
    let begins = Recording::new().text(&["It is dark."]).tool("toolu_1", "update_game_state", &[&remembers]);
    let script = vec![
        says(begins.done("tool_use")),
        look(MARK),
        says(told("Nobody knows.")),
        look(MARK),
        says(told("You noted it.")),
        says_behind(&gate, told("The bridge holds.")),
        says(told("Not now.")),
    ];
    let claude = Stub::serve(script).await;
    let (home, url) = (Home::new(), claude.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = seated(&server).await;
    server.good(chat(&session, "I look around.")).await;
    let note = json!({"text": format!("The {MARK} knows.")});
    server.good(Ask::post(&at(&session, "/journal")).json(&note)).await;
    let entries = server.read(&at(&session, "/journal")).await;
    let fact = entries["items"].as_array().unwrap().iter().find(|entry| entry["kind"] != "note").expect("a fact");
    let edit = Ask::new("PATCH", &at(&session, &format!("/journal/{}", fact["id"].as_str().unwrap())));
    server.good(edit.json(&json!({"text": format!("The {MARK} knows it all.")}))).await;
    let mut host = Listening::to(&server, Ask::get(&at(&session, "/events"))).await;
    host.expect("hello").await;
    let question = |text: &str| ana.ask("POST", "/ask").json(&json!({ "text": text }));

    let answered = server.good(question("What is with that bird?")).await;
    assert_eq!(answered["answer"], "Nobody knows.");
    let read = claude.requests().iter().map(|request| body(request)["messages"].to_string()).collect::<String>();
    assert!(!read.contains(&format!("The {MARK} knows")), "{read}");
    server.good(asked(&session, "What did I note?")).await;
    let read = body(&claude.requests().pop().unwrap())["messages"].to_string();
    assert!(read.contains(&format!("The {MARK} knows")), "{read}");

    // A turn in progress goes on.
    let n_before = claude.requests().len();
    let client = Client::clone(&server);
    let crosses = chat(&session, "I cross the bridge.");
    let turn = tokio::spawn(async move { client.good(crosses).await });
    host.expect("turn").await;
    until("the turn has asked", || claude.requests().len() > n_before).await;
    assert_eq!(server.good(question("May I?")).await["answer"], "Not now.");
    gate.open();
    assert_eq!(turn.await.unwrap()["narrative"], "The bridge holds.");
    let mut heard = String::new();
    for event in until_the_end_of_a_turn(&mut host).await {
        heard += &event.data.to_string();
    }
    assert!(!heard.contains("May I?") && !heard.contains("Not now."), "{heard}");

    let watcher = spectator(&server, &session, "Bo").await;
    server.send(watcher.ask("POST", "/ask").json(&json!({"text": "And I?"}))).await.problem(403, "host_only");
    server.send(asked(&session, " ")).await.invalid("text");
    server.send(asked(&session, &"a".repeat(2_001))).await.invalid("text");
}

#[tokio::test]
async fn what_a_guest_asks_counts_against_their_cap() {
    let claude = stub(vec![told("One."), told("Two.")]).await;
    let (home, url) = (Home::new(), claude.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = seated(&server).await;
    let question = || ana.ask("POST", "/ask").json(&json!({"text": "Who is the miller?"}));
    let cap = Ask::new("PUT", &at(&session, "/table")).json(&json!({"capPerSeatUsd": 0.000001}));
    server.good(cap).await;
    server.good(question()).await;
    let spent = server.read(&at(&session, "/table")).await["spent"][0]["spentUsd"].as_f64().unwrap();
    assert!(spent > 0.000_001, "{spent}");
    server.send(question()).await.problem(402, "seat_cap_reached");
    server.good(asked(&session, "And I?")).await;
}

#[tokio::test]
async fn without_a_key_a_question_is_answered_and_a_deed_is_not_done() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let early = server.good(asked(&session, "Where am I?")).await;
    assert_eq!(early["answer"], "Nobody can answer that just now. Ask again after the next turn.");
    server.good(chat(&session, "I look around.")).await;
    let before = saved(&server, &session).await;
    let place = before.0["story"]["currentLocation"].as_str().unwrap();
    for (text, word) in [("How many hit points do I have?", "hit points"), ("Where am I?", place)] {
        let answer = server.good(asked(&session, text)).await["answer"].as_str().unwrap().to_owned();
        // In the middle of a sentence a place begins with a small letter.
        assert!(answer.to_lowercase().contains(&word.to_lowercase()), "{text}: {answer}");
    }
    for deed in ["I wait for an hour.", "I light a torch."] {
        let answer = server.good(asked(&session, deed)).await["answer"].as_str().unwrap().to_owned();
        assert_eq!(answer, "That is a deed, not a question. Say it as your turn, and it happens.", "{deed}");
    }
    assert_eq!(saved(&server, &session).await, before);
}
