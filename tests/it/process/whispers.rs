//! Words in the story that only some of the people at the table may read.

use serde_json::{Value, json};

use super::{
    listen::{Event, Listening},
    schemas::document,
    seats::{Guest, at, invite, join, seated, spectator},
    server::Home,
    table::{asking, chat, says, says_behind, told, turns},
    table_stream::{follow, until_the_end_of_a_turn},
    wire::{Ask, Client},
};
use crate::claude::{
    recording::Recording,
    stub::{Gate, Stub},
};

const SECRET: &str = "kestrel";

/// A table of a host, two guests with heroes, and a spectator.
struct Table {
    session: String,
    heroes: Vec<String>,
    names: Vec<String>,
    ana: Guest,
    ben: Guest,
    watcher: Guest,
}

impl Table {
    async fn set(client: &Client) -> Self {
        let (session, _, ana) = seated(client).await;
        let invitation = invite(client, &session, json!({"role": "player"})).await;
        let bard = json!({"name": "Corwin", "class": "bard", "race": "human"});
        let ben = Guest::of(&client.good(join(&invitation, "Ben", bard)).await);
        let watcher = spectator(client, &session, "Cleo").await;
        let view = client.read(&at(&session, "")).await;
        let all = view["characters"].as_array().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let heroes = all.iter().map(|hero| text(&hero["id"])).collect();
        let names = all.iter().map(|hero| text(&hero["name"])).collect();
        Self { session, heroes, names, ana, ben, watcher }
    }

    /// What each person reads of the turns: the host, both guests, and the spectator.
    async fn turns_of_all(&self, client: &Client) -> [Vec<Value>; 4] {
        let read = async |guest: &Guest| {
            client.good(guest.ask("GET", "/turns")).await["items"].as_array().expect("turns").clone()
        };
        [turns(client, &self.session).await, read(&self.ana).await, read(&self.ben).await, read(&self.watcher).await]
    }
}

fn has_secret(value: &[Value]) -> bool {
    value.iter().any(|value| value.to_string().contains(SECRET))
}

fn data(events: &[Event]) -> Vec<Value> {
    events.iter().map(|event| event.data.clone()).collect()
}

#[tokio::test]
async fn a_whisper_in_the_story_is_read_by_the_speaker_and_those_it_is_for() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let document = document(&server).await;
    let table = Table::set(&server).await;
    let mut streams = [
        follow(&server, &table.session).await,
        table.ana.follow(&server).await,
        table.ben.follow(&server).await,
        table.watcher.follow(&server).await,
    ];
    streams[0].expect("hello").await;
    server.good(chat(&table.session, "I look around.")).await;
    let words = format!("I whisper to {}: the {SECRET} is hollow.", table.names[2]);
    let own = server.good(table.ana.says(&words)).await;
    assert_eq!(own["message"], words);
    let whisper = json!([{"characterId": table.heroes[1], "seats": [table.ana.seat, table.ben.seat],
                          "shown": format!("(whispers to {})", table.names[2])}]);
    assert_eq!(own["whispers"], whisper);

    let may_read = [false, true, true, false];
    let read = table.turns_of_all(&server).await;
    for (turns, may_read) in read.iter().zip(may_read) {
        assert_eq!(has_secret(turns), may_read, "{turns:?}");
        let shown = if may_read { json!(words) } else { whisper[0]["shown"].clone() };
        assert_eq!((&turns[1]["message"], &turns[1]["whispers"]), (&shown, &whisper));
    }
    let answer = document.answer("get", "/api/sessions/{id}/turns", "200", "application/json");
    document.check(answer, &server.read(&at(&table.session, "/turns")).await, "turns");
    for (stream, may_read) in streams.iter_mut().zip(may_read) {
        until_the_end_of_a_turn(stream).await;
        let heard = data(&until_the_end_of_a_turn(stream).await);
        assert_eq!(has_secret(&heard), may_read, "{heard:?}");
        assert_eq!(heard[0]["whispers"], whisper);
    }
    let location = format!("/turns/{}/events", own["id"].as_str().unwrap());
    for (ask, may_read) in [
        (Ask::get(&at(&table.session, &location)), false),
        (table.ben.ask("GET", &location), true),
        (table.watcher.ask("GET", &location), false),
    ] {
        let heard = data(&Listening::to(&server, ask).await.rest().await);
        assert_eq!(has_secret(&heard), may_read, "{heard:?}");
    }
    let found = server.read(&at(&table.session, &format!("/memory/search?q={SECRET}"))).await;
    assert!(!found["items"].to_string().contains(SECRET), "{found}");
    // The export is the host's, and has no seats.
    let export = server.good(Ask::get(&at(&table.session, "/export"))).await.to_string();
    assert!(export.contains(SECRET) && !export.contains(&table.ana.seat), "{export}");
}

#[tokio::test]
async fn a_whisper_in_a_round_is_hidden_among_the_open_deeds() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let table = Table::set(&server).await;
    server.good(Ask::new("PUT", &at(&table.session, "/table")).json(&json!({"mode": "rounds"}))).await;
    let mut streams = [follow(&server, &table.session).await, table.watcher.follow(&server).await];
    streams[0].expect("hello").await;
    let ready = |words: &str| json!({ "message": words });
    let words = format!("I whisper to {}: the {SECRET} is hollow.", table.names[0]);
    server.good(table.ana.ask("POST", "/ready").json(&ready(&words))).await;
    server.good(table.ben.ask("POST", "/ready").json(&ready("I hum a tune."))).await;
    server.good(Ask::post(&at(&table.session, "/ready")).json(&ready("I look around."))).await;
    for (stream, may_read) in streams.iter_mut().zip([true, false]) {
        let heard = data(&until_the_end_of_a_turn(stream).await);
        assert_eq!(has_secret(&heard), may_read, "{heard:?}");
        assert!(heard.iter().any(|event| event.to_string().contains("I hum a tune.")));
    }
    let read = table.turns_of_all(&server).await;
    let shown = format!("(whispers to {})", table.names[0]);
    for (turns, may_read) in read.iter().zip([true, true, false, false]) {
        let whispered = if may_read { &words } else { &shown };
        assert_eq!(turns[0]["deeds"][0]["message"], json!(whispered));
        let lines = [(1, whispered.as_str()), (2, "I hum a tune."), (0, "I look around.")];
        let lines: Vec<String> = lines.iter().map(|(at, words)| format!("{}: {words}", table.names[*at])).collect();
        assert_eq!(turns[0]["message"], lines.join("\n"));
    }
}

#[tokio::test]
async fn the_answer_of_somebody_who_is_whispered_to_is_not_for_others() {
    let marta =
        json!({"npcs_to_create": [{"name": "Marta", "slug": "commoner", "disposition": "friendly"}]}).to_string();
    let comes = Recording::new().tool("toolu_1", "update_game_state", &[&marta]).done("tool_use");
    let answer = format!("“The {SECRET} is in the well.”");
    let stub = Stub::serve([comes, told("Marta waves."), told(&answer), told("Marta shrugs.")].map(says).into()).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let table = Table::set(&server).await;
    server.good(chat(&table.session, "I look around.")).await;
    let mut streams = [table.ana.follow(&server).await, table.watcher.follow(&server).await];
    let own = server.good(table.ana.says("@Marta I whisper to her: where is the casket?")).await;
    assert!(own["narrative"].as_str().unwrap().contains(SECRET), "{own}");
    for (stream, may_read) in streams.iter_mut().zip([true, false]) {
        let heard = data(&until_the_end_of_a_turn(stream).await);
        assert_eq!(has_secret(&heard), may_read, "{heard:?}");
        assert_eq!(heard.iter().any(|event| event.to_string().contains("casket")), may_read, "{heard:?}");
    }
    let read = table.turns_of_all(&server).await;
    for (turns, may_read) in read.iter().zip([false, true, false, false]) {
        assert_eq!(has_secret(turns), may_read, "{turns:?}");
    }
    assert_eq!(read[0][1]["message"], "(whispers to Marta)");
    // What is said aloud is for all.
    server.good(table.ana.says("@Marta where is the casket?")).await;
    assert!(table.turns_of_all(&server).await.iter().all(|turns| turns[2].to_string().contains("casket")));
}

#[tokio::test]
async fn a_whisper_that_waits_is_announced_without_its_words() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("One.")), says(told("Two."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let table = Table::set(&server).await;
    let mut stream = table.watcher.follow(&server).await;
    let send = |ask: Ask| {
        let client = Client::clone(&server);
        tokio::spawn(async move { client.good(ask).await })
    };
    let first = send(chat(&table.session, "I look around."));
    stream.expect("turn").await;
    let second = send(table.ana.says(&format!("I whisper to {}: the {SECRET} is hollow.", table.names[2])));
    let queued = stream.expect("queued").await;
    assert_eq!((&queued.data["preview"], &queued.data["seat"]), (&json!(null), &json!(table.ana.seat)));
    gate.open();
    first.await.unwrap();
    second.await.unwrap();
}

#[tokio::test]
async fn somebody_who_asks_learns_nothing_of_what_others_whispered() {
    let replies = [told("A quiet road."), told("They nod."), told("Nothing I know."), told("The bird."), told("No.")];
    let stub = Stub::serve(replies.map(says).into()).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let table = Table::set(&server).await;
    server.good(chat(&table.session, "I look around.")).await;
    server.good(table.ana.says(&format!("I whisper to {}: the {SECRET} is hollow.", table.names[2]))).await;
    let ask = json!({"text": "What was whispered?"});
    let host = Ask::post(&at(&table.session, "/ask"));
    for (asks, may_read) in [(host, false), (table.ben.ask("POST", "/ask"), true)] {
        let before = stub.requests().len();
        server.good(asks.json(&ask)).await;
        let read: Vec<_> = stub.requests().split_off(before).iter().map(|request| request.body.clone()).collect();
        let read = String::from_utf8(read.concat()).unwrap();
        assert_eq!(read.contains(SECRET), may_read, "{read}");
    }
}

#[tokio::test]
async fn where_nobody_was_invited_nothing_is_hidden() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = super::table::session(&server).await;
    server.good(chat(&session, "I look around.")).await;
    let turn = server.good(chat(&session, "I whisper to my horse: we ride at dawn.")).await;
    assert_eq!((turn.get("whispers"), &turn["message"]), (None, &json!("I whisper to my horse: we ride at dawn.")));
}
