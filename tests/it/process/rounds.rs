//! Rounds of a table with friends: everyone says what they do, and all of it is one turn.

use serde_json::{Value, json};

use super::{
    listen::{Event, Listening},
    schemas::document,
    seats::{Guest, at, invite, join, seated, spectator, table},
    server::{Home, until as wait_until},
    table::{asking, chat, says, says_behind, told, turns},
    wire::{Ask, Client},
};
use crate::claude::{
    recording::Recording,
    stub::{Act, Gate, Stub},
};

fn ready(session: &str, words: &str) -> Ask {
    Ask::post(&at(session, "/ready")).json(&json!({ "message": words }))
}

fn pass(session: &str) -> Ask {
    Ask::post(&at(session, "/ready")).json(&json!({ "pass": true }))
}

impl Guest {
    fn does(&self, words: &str) -> Ask {
        self.ask("POST", "/ready").json(&json!({ "message": words }))
    }
}

async fn in_rounds(client: &Client, session: &str) -> Value {
    client.good(Ask::new("PUT", &at(session, "/table")).json(&json!({"mode": "rounds"}))).await
}

/// A table of a host and a guest that plays in rounds.
async fn round_table(client: &Client) -> (String, Vec<String>, Guest) {
    let (session, heroes, ana) = seated(client).await;
    in_rounds(client, &session).await;
    (session, heroes, ana)
}

async fn follow_as_host(client: &Client, session: &str) -> Listening {
    let mut listening = Listening::to(client, Ask::get(&at(session, "/events"))).await;
    listening.expect("hello").await;
    listening
}

/// The events up to the first for which this holds, itself the last.
async fn until(listening: &mut Listening, is_last: impl Fn(&Event) -> bool) -> Vec<Event> {
    let mut heard = Vec::new();
    loop {
        let event = listening.next().await.expect("a further event");
        let ends = is_last(&event);
        heard.push(event);
        if ends {
            return heard;
        }
    }
}

fn is_round(state: &str) -> impl Fn(&Event) -> bool {
    move |event| event.name == "round" && event.data["round"]["state"] == state
}

async fn until_over(listening: &mut Listening) -> Vec<Event> {
    until(listening, is_round("over")).await
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().expect("texts").iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

#[tokio::test]
async fn what_everyone_does_is_one_turn() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let document = document(&server).await;
    let (session, heroes, ana) = seated(&server).await;
    let ben = spectator(&server, &session, "Ben").await;
    server.send(ana.does("I listen.")).await.problem(409, "no_round");
    let mut followed = ana.follow(&server).await;
    let table = in_rounds(&server, &session).await;
    let answer = |method, path| document.answer(method, path, "200", "application/json");
    document.check(answer("put", "/api/sessions/{id}/table"), &table, "table");
    assert_eq!((&table["mode"], &table["round"], &table["awayAfterS"]), (&json!("rounds"), &json!(null), &json!(120)));
    let told = followed.expect("table").await;
    assert_eq!(told.data["table"]["mode"], "rounds");

    for chat in [chat(&session, "I look."), ana.says("I look.")] {
        server.send(chat).await.problem(409, "plays_in_rounds");
    }
    let open = server.good(ana.does("I listen at the door.")).await;
    document.check(answer("post", "/api/sessions/{id}/ready"), &open, "round");
    let round = &open["round"];
    assert_eq!((&round["state"], texts(&round["ready"])), (&json!("open"), vec![ana.seat.clone()]));
    assert_eq!(texts(&round["waitingFor"]), ["host"], "a spectator is not waited for");
    assert_eq!(open["ownPart"], json!({"characterId": heroes[1], "message": "I listen at the door."}));
    assert_eq!(server.read(&at(&session, "/table")).await.get("ownPart"), None, "the host has sent nothing");
    server.send(ben.does("I cheer.")).await.problem(403, "host_only");

    server.good(ana.does("I look around.")).await;
    let closed = server.good(ready(&session, "I listen.")).await;
    assert_eq!(closed["round"]["state"], "closed");
    let heard = until_over(&mut followed).await;
    let names: Vec<&str> = heard.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names.iter().filter(|name| **name == "turn").count(), 1, "{names:?}");

    let all = turns(&server, &session).await;
    let [turn] = all.as_slice() else { panic!("{all:?}") };
    document.check(answer("get", "/api/sessions/{id}/turns"), &server.read(&at(&session, "/turns")).await, "turns");
    let deed = |seat: &str, hero: &str, words: &str| json!({"seat": seat, "characterId": hero, "message": words});
    assert_eq!(
        turn["deeds"],
        json!([deed(&ana.seat, &heroes[1], "I look around."), deed("host", &heroes[0], "I listen.")])
    );
    let view = server.read(&at(&session, "")).await;
    let name = |at: usize| view["characters"][at]["name"].as_str().unwrap().to_owned();
    assert_eq!(turn["message"], format!("{}: I look around.\n{}: I listen.", name(1), name(0)));
    for at in [0, 1] {
        let heading = format!("**{}.** ", name(at));
        assert!(turn["narrative"].as_str().unwrap().contains(&heading), "{turn}");
    }
    let table = server.read(&at(&session, "/table")).await;
    assert_eq!((&table["round"], table.get("ownPart")), (&json!(null), None));

    // The whole round is taken back.
    let undone = server.good(Ask::post(&at(&session, "/undo")).json(&json!({}))).await;
    assert_eq!(undone["characters"].as_array().unwrap().len(), 2);
    assert!(turns(&server, &session).await.is_empty());
}

#[tokio::test]
async fn the_dungeon_master_reads_what_all_do_and_tells_it_once() {
    let stub = Stub::serve(vec![says(told("Both of you find the door ajar."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, heroes, ana) = round_table(&server).await;
    let mut followed = follow_as_host(&server, &session).await;
    server.good(ana.does("I smile at the moon.")).await;
    server.good(ready(&session, "I hum a tune.")).await;
    until_over(&mut followed).await;
    let requests = stub.requests();
    let [request] = requests.as_slice() else { panic!("{} requests", requests.len()) };
    let last = serde_json::from_slice::<Value>(&request.body).unwrap()["messages"].as_array().unwrap().last().unwrap()
        ["content"]
        .clone();
    let blocks: Vec<&str> = last.as_array().unwrap().iter().filter_map(|block| block["text"].as_str()).collect();
    assert_eq!(blocks.last(), Some(&"I hum a tune."));
    let others = format!("[at once]\n{} | I smile at the moon.\n[/at once]", heroes[1]);
    assert!(blocks.contains(&others.as_str()), "{blocks:#?}");
    let turn = &turns(&server, &session).await[0];
    assert_eq!(
        (&turn["narrative"], &turn["characterId"]),
        (&json!("Both of you find the door ajar."), &json!(heroes[0]))
    );
    let table = server.read(&at(&session, "/table")).await;
    assert!(table["spent"][0]["spentUsd"].as_f64().unwrap() > 0.0, "the guest's half is counted: {table}");
}

#[tokio::test]
async fn a_round_whose_turn_fails_is_open_again_with_everything_that_was_sent() {
    let failing = vec![Act::Send(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n".to_vec())];
    let stub = Stub::serve(vec![failing, says(told("You both rest your feet."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = round_table(&server).await;
    let mut followed = follow_as_host(&server, &session).await;
    server.good(ana.does("I sit down.").key("ana 1")).await;
    server.good(ready(&session, "I sit down, too.")).await;
    until(&mut followed, |event| event.name == "failed").await;
    let open = followed.expect("round").await.data["round"].clone();
    assert_eq!((&open["state"], &open["waitingFor"], &open["closesAt"]), (&json!("open"), &json!([]), &json!(null)));
    assert_eq!(open["ready"].as_array().unwrap().len(), 2);
    server.send(ana.ask("POST", "/round").json(&json!({"close": true}))).await.problem(403, "host_only");
    server.good(Ask::post(&at(&session, "/round")).json(&json!({"close": true}))).await;
    until_over(&mut followed).await;
    assert_eq!(turns(&server, &session).await[0]["deeds"].as_array().unwrap().len(), 2);

    let again = server.good(ana.does("I sit down.").key("ana 1")).await;
    assert_eq!(again["round"], json!(null), "the same request opens no new round");
    server.send(Ask::post(&at(&session, "/round")).json(&json!({"close": true}))).await.problem(409, "no_round");
    assert_eq!(turns(&server, &session).await.len(), 1);
}

#[tokio::test]
async fn a_killed_server_loses_no_part_and_plays_a_closed_round_once() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("Lost.")), says(told("The fire goes out."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = round_table(&server).await;
    server.good(ana.does("I sing.")).await;
    server.kill();

    let server = home.start_for_ada(&asking(&url));
    let table = server.good(ana.ask("GET", "/table")).await;
    assert_eq!(table["ownPart"]["message"], "I sing.");
    let mut followed = follow_as_host(&server, &session).await;
    server.good(ready(&session, "I clap.")).await;
    until(&mut followed, |event| event.name == "turn").await;
    server.send(ana.does("I run.")).await.problem(409, "round_closed");
    wait_until("the model is asked", || stub.requests().len() == 1).await;
    server.kill();

    // The stub waits there for a client that is gone.
    gate.open();
    let server = home.start_for_ada(&asking(&url));
    let mut followed = follow_as_host(&server, &session).await;
    until_over(&mut followed).await;
    let all = turns(&server, &session).await;
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!((&all[0]["narrative"], all[0]["deeds"].as_array().unwrap().len()), (&json!("The fire goes out."), 2));
    assert_eq!(server.read(&at(&session, "/table")).await["round"], json!(null));
}

#[tokio::test]
async fn a_round_goes_on_without_those_who_are_silent_pass_or_leave() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, heroes, ana) = round_table(&server).await;
    let mut followed = follow_as_host(&server, &session).await;
    let set = |body: Value| Ask::new("PUT", &at(&session, "/table")).json(&body);
    server.send(set(json!({"awayAfterS": 9}))).await.invalid("awayAfterS");
    server.good(set(json!({"awayAfterS": 10}))).await;
    let open = server.good(ready(&session, "I wait at the gate.")).await;
    assert_eq!(texts(&open["round"]["waitingFor"]), [ana.seat.as_str()]);
    assert!(open["round"]["closesAt"].is_string());
    until_over(&mut followed).await;
    let after_time = turns(&server, &session).await;
    assert_eq!((&after_time[0]["message"], &after_time[0]["seat"]), (&json!("I wait at the gate."), &json!("host")));
    assert_eq!(after_time[0].get("deeds"), None, "one hero alone acts as ever");

    for passes in [pass(&session), ana.ask("POST", "/ready").json(&json!({"pass": true}))] {
        server.good(passes).await;
    }
    until_over(&mut followed).await;
    assert_eq!(turns(&server, &session).await.len(), 1, "nobody did anything");

    let invitation = invite(&server, &session, json!({"role": "player"})).await;
    let bard = json!({"name": "Ed", "class": "bard", "race": "human"});
    let ben = Guest::of(&server.good(join(&invitation, "Ben", bard)).await);
    server.good(ready(&session, "I listen.")).await;
    let open = server.good(ben.does("I whistle.")).await;
    assert_eq!(texts(&open["round"]["waitingFor"]), [ana.seat.as_str()]);
    server.good(ana.ask("PATCH", &format!("/seats/{}", ana.seat)).json(&json!({"state": "away"}))).await;
    until_over(&mut followed).await;
    let last = &turns(&server, &session).await[1];
    assert_eq!(last["deeds"].as_array().unwrap().len(), 2, "{last}");
    assert!(last["deeds"].as_array().unwrap().iter().all(|deed| deed["characterId"] != json!(heroes[1])));
}

#[tokio::test]
async fn a_fight_keeps_its_own_order() {
    let goblin = r#"{"npcs_to_create": [{"name": "Grix", "slug": "goblin", "disposition": "hostile"}]}"#;
    let comes = Recording::new().tool("toolu_1", "update_game_state", &[goblin]).done("tool_use");
    let begins = Recording::new().tool("toolu_2", "start_combat", &[r#"{"npc_ids": ["grix"]}"#]).done("tool_use");
    let stub = Stub::serve([comes, begins, told("Steel.")].map(says).into()).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = seated(&server).await;
    let turn = server.good(chat(&session, "I hum a tune.")).await;
    let view = server.read(&at(&session, "")).await;
    assert!(view["encounter"].is_object(), "{turn}");
    in_rounds(&server, &session).await;
    server.send(ana.does("I help.")).await.problem(409, "no_round");
    server.send(Ask::post(&at(&session, "/round")).json(&json!({"close": true}))).await.problem(409, "no_round");
    let actions = server.read(&at(&session, "/actions")).await;
    assert!(!actions["items"].as_array().unwrap().is_empty(), "{actions}");
}

#[tokio::test]
async fn what_each_hero_says_in_a_round_is_remembered_as_theirs() {
    let stub = Stub::serve([told("They nod.")].map(says).into()).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, heroes, ana) = round_table(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    server.good(ana.does("I say that the heron floor is hollow.")).await;
    server.good(ready(&session, "I count the lanterns.")).await;
    until_over(&mut stream).await;
    let view = server.read(&at(&session, "")).await;
    let name = |id: &String| {
        view["characters"].as_array().unwrap().iter().find(|hero| hero["id"] == **id).unwrap()["name"].clone()
    };
    for (words, hero) in [("heron floor", &heroes[1]), ("lanterns", &heroes[0])] {
        let found = server.read(&at(&session, &format!("/memory/search?q={}", words.replace(' ', "%20")))).await;
        assert_eq!(
            (&found["items"][0]["speaker"], &found["items"][0]["kind"]),
            (&name(hero), &json!("said")),
            "{found}"
        );
    }
}

#[tokio::test]
async fn a_guest_stops_a_round_in_which_nobody_else_acts() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("Never."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = round_table(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    server.good(ana.does("I listen.")).await;
    server.good(pass(&session)).await;
    until(&mut stream, |event| event.name == "turn").await;
    assert_eq!(server.send(ana.ask("POST", "/cancel")).await.status, 202);
    let failed = until(&mut stream, |event| event.name == "failed").await.pop().unwrap();
    assert_eq!(failed.data["code"], "turn_cancelled");
    gate.open();
}

#[tokio::test]
async fn a_round_for_which_all_have_sent_waits_for_the_end_of_a_fight_and_no_longer() {
    let goblin = r#"{"npcs_to_create": [{"name": "Grix", "slug": "goblin", "disposition": "hostile"}]}"#;
    let gate = Gate::closed();
    let comes = Recording::new().tool("toolu_1", "update_game_state", &[goblin]).done("tool_use");
    let begins = Recording::new().tool("toolu_2", "start_combat", &[r#"{"npc_ids": ["grix"]}"#]).done("tool_use");
    let script = vec![says_behind(&gate, comes), says(begins), says(told("Steel.")), says(told("Together."))];
    let stub = Stub::serve(script).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = seated(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    let (client, hums) = (Client::clone(&server), chat(&session, "I hum a tune."));
    let turn = tokio::spawn(async move { client.good(hums).await });
    until(&mut stream, |event| event.name == "turn").await;
    in_rounds(&server, &session).await;
    server.good(ana.does("I help.")).await;
    server.good(ready(&session, "I sing.")).await;
    gate.open();
    turn.await.unwrap();
    let opened =
        until(&mut stream, |event| is_round("open")(event) && event.data["round"]["waitingFor"] == json!([])).await;
    assert!(server.read(&at(&session, "")).await["encounter"].is_object(), "{opened:?}");
    server.good(Ask::post(&at(&session, "/undo")).json(&json!({}))).await;
    until_over(&mut stream).await;
    let told = turns(&server, &session).await.pop().unwrap();
    assert_eq!((&told["narrative"], told["deeds"].as_array().map(Vec::len)), (&json!("Together."), Some(2)));
}

#[tokio::test]
async fn a_key_with_other_words_is_refused_also_after_its_round() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = round_table(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    server.good(ana.does("I listen.").key("one")).await;
    server.good(ready(&session, "I look around.")).await;
    until_over(&mut stream).await;
    server.good(ana.does("I listen.").key("one")).await;
    server.send(ana.does("I knock.").key("one")).await.problem(422, "idempotency_mismatch");
    server.send(ana.does("@Nobody are you there?")).await.problem(422, "unknown_npc");
    assert_eq!(server.read(&at(&session, "/table")).await["round"], json!(null));
}

#[tokio::test]
async fn the_x_card_drops_what_was_sent_for_an_open_round() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = round_table(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    let sent = || ana.does("I open the crate of spiders.").key("one");
    server.good(sent()).await;
    server.good(Ask::post(&at(&session, "/x")).json(&json!({"about": "spiders"}))).await;
    until_over(&mut stream).await;
    assert_eq!(server.read(&at(&session, "/table")).await["round"], json!(null));
    server.good(sent()).await;
    assert_eq!(server.read(&at(&session, "/table")).await["round"], json!(null), "the same request opens no new one");
    server.good(ana.does("I close the lid.")).await;
    server.good(Ask::post(&at(&session, "/x")).json(&json!({"about": "crates"}))).await;
    let round = server.read(&at(&session, "/table")).await["round"].clone();
    assert_eq!(round["ready"], json!([ana.seat]), "what the scene was about is said later, and the next one goes on");
}

#[tokio::test]
async fn a_person_who_changes_their_part_is_told_on_every_device() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (_, _, ana) = round_table(&server).await;
    let mut stream = ana.follow(&server).await;
    for (words, revision) in [("I listen.", 1), ("I knock.", 2)] {
        server.good(ana.does(words)).await;
        let told = stream.expect("round").await;
        assert_eq!(told.data["round"]["revision"], json!(revision));
        assert!(!told.data.to_string().contains(words));
    }
    assert_eq!(server.good(ana.ask("GET", "/table")).await["ownPart"]["message"], "I knock.");
}

#[tokio::test]
async fn bad_parts_are_refused_and_change_nothing() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, heroes, ana) = round_table(&server).await;
    let send = |body: Value| ana.ask("POST", "/ready").json(&body);
    server.send(send(json!({}))).await.invalid("message");
    server.send(send(json!({"message": " "}))).await.invalid("message");
    server.send(send(json!({"message": "x".repeat(1_201)}))).await.invalid("message");
    server.send(send(json!({"message": "I go.", "pass": true}))).await.invalid("message");
    let foreign = json!({"message": "I go.", "characterId": heroes[0]});
    server.send(send(foreign)).await.problem(403, "not_your_hero");
    let close = |body: Value| Ask::post(&at(&session, "/round")).json(&body);
    server.send(close(json!({"close": false}))).await.invalid("close");
    server.send(close(json!({"close": true}))).await.problem(409, "no_round");
    assert_eq!(server.read(&at(&session, "/table")).await["round"], json!(null));
    let (alone, _) = table(&server).await;
    in_rounds(&server, &alone).await;
    let closed = server.good(ready(&alone, "I look around.")).await;
    assert_eq!(closed["round"]["state"], "closed", "one alone waits for nobody");
}

#[tokio::test]
async fn a_key_with_other_words_is_refused_also_during_a_fight() {
    let goblin = r#"{"npcs_to_create": [{"name": "Grix", "slug": "goblin", "disposition": "hostile"}]}"#;
    let comes = Recording::new().tool("toolu_1", "update_game_state", &[goblin]).done("tool_use");
    let begins = Recording::new().tool("toolu_2", "start_combat", &[r#"{"npc_ids": ["grix"]}"#]).done("tool_use");
    let stub = Stub::serve([comes, begins, told("Steel.")].map(says).into()).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = round_table(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    server.good(ana.does("I listen.").key("one")).await;
    server.good(ready(&session, "I hum a tune.")).await;
    until_over(&mut stream).await;
    assert!(server.read(&at(&session, "")).await["encounter"].is_object());
    server.good(ana.does("I listen.").key("one")).await;
    server.send(ana.does("I knock.").key("one")).await.problem(422, "idempotency_mismatch");
    server
        .send(ana.ask("POST", "/ready").json(&json!({"pass": true})).key("one"))
        .await
        .problem(422, "idempotency_mismatch");
    server.send(ana.does("I knock.").key("two")).await.problem(409, "no_round");

    // The Dungeon Master reads whose actions are still missing.
    let view = server.read(&at(&session, "")).await;
    let name = |at: usize| view["characters"][at]["name"].as_str().unwrap();
    let read: Vec<_> = stub.requests().iter().map(|request| request.body.clone()).collect();
    let read = String::from_utf8(read.concat()).unwrap();
    let named = format!("No deed of {} and {} has been done yet", name(1), name(0));
    assert!(read.contains(&named), "{read}");
}

#[tokio::test]
async fn calls_of_a_round_have_ids_of_their_own() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = round_table(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    // The first round begins the story.
    for [one, other] in [["I wait.", "I wait."], ["I drop my dagger.", "I drop my rope."]] {
        server.good(ana.does(one)).await;
        server.good(ready(&session, other)).await;
        until_over(&mut stream).await;
    }
    let turn = turns(&server, &session).await.pop().unwrap();
    let ids: Vec<&str> =
        turn["toolCalls"].as_array().unwrap().iter().map(|call| call["callId"].as_str().unwrap()).collect();
    let distinct: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert!(ids.len() > 1 && distinct.len() == ids.len(), "{ids:?}");
}

#[tokio::test]
async fn words_put_otherwise_are_no_further_turn() {
    let home = Home::new();
    let server = home.start_for_ada(&[("LIMIT_TURNS", "2")]);
    let (session, _, ana) = round_table(&server).await;
    let mut stream = follow_as_host(&server, &session).await;
    for n in 0..5 {
        server.good(ana.does(&format!("I count to {n}."))).await;
    }
    server.good(ready(&session, "I listen.")).await;
    until_over(&mut stream).await;
    server.good(ana.does("I look around.")).await;
    server.good(ready(&session, "I listen again.")).await;
    until_over(&mut stream).await;
    server.send(ana.does("I go on.")).await.problem(429, "rate_limited");
}

#[tokio::test]
async fn characters_that_cannot_be_seen_are_no_part_of_a_deed() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = round_table(&server).await;
    let open = server.good(ana.does("I\u{7} ring\u{0} a \u{202e}bell,\nand wait.")).await;
    assert_eq!(open["ownPart"]["message"], "I ring a bell,\nand wait.");
    server.send(ana.does("\u{7}\u{200b}")).await.invalid("message");
    assert_eq!(server.read(&at(&session, "/table")).await["round"]["revision"], json!(1));
}
