//! Sessions and players that are deleted while a server plays: nothing is left behind, and nothing comes back.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    listen::Listening,
    server::{Home, Server, files, until},
    table::{asking, chat, id_of, says, says_behind, told},
    wire::{Ask, Client},
};
use crate::{
    campaign::clean,
    claude::stub::{Gate, Stub},
    support::Console,
};

const SECRET: &str = "lovelace-zephyr-and-more";
/// What occurs in a session of these tests only.
const TITLE: &str = "The Quillon of Ysmera";
const BENEATH: [&str; 7] = ["turns", "interludes", "checkpoints", "traces", "starts", "hands", "table"];

fn env(url: &str) -> Vec<(&str, &str)> {
    let mut env = asking(url);
    env.extend([("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr-and-more,grace:hopper-1906-and-more")]);
    env
}

/// Begins a session of ada's under a key.
async fn begin(server: &Server, campaign: Option<&str>) -> String {
    let mut body = json!({"title": TITLE});
    if let Some(campaign) = campaign {
        body["campaign"] = json!(campaign);
    }
    id_of(&server.good(Ask::post("/api/sessions").json(&body).bearer(SECRET).key("begin")).await)
}

fn says_of(session: &str, words: &str) -> Ask {
    chat(session, words).bearer(SECRET)
}

fn delete(session: &str) -> Ask {
    Ask::new("DELETE", &format!("/api/sessions/{session}")).bearer(SECRET)
}

/// The documents of a session that are there, and what names it.
async fn documents(console: &Console, session: &str) -> Vec<String> {
    let mut found = Vec::new();
    for collection in BENEATH {
        found.extend(console.names(&format!("sessions/{session}/{collection}")).await);
    }
    found.extend(console.names("sessions").await);
    found.extend(console.names("createKeys").await);
    found
}

async fn is_gone(server: &Server, session: &str) {
    server.send(Ask::get(&format!("/api/sessions/{session}")).bearer(SECRET)).await.problem(404, "unknown_session");
    let list = server.good(Ask::get("/api/sessions").bearer(SECRET)).await;
    assert_eq!(list["items"], json!([]), "{list}");
}

#[tokio::test]
async fn a_session_deleted_on_one_server_stops_its_turn_on_another_and_leaves_nothing() {
    if crate::support::emulator::is_missing() {
        return;
    }
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says(told("One.")), says_behind(&gate, told("Never."))]).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&env(&url)), home.start(&env(&url)));
    let console = home.console().unwrap();
    let id = begin(&here, None).await;
    here.good(says_of(&id, "I look around.")).await;
    let note = json!({"text": "Ask the miller."});
    assert_eq!(
        here.send(Ask::post(&format!("/api/sessions/{id}/journal")).json(&note).bearer(SECRET)).await.status,
        201
    );
    assert!(documents(&console, &id).await.len() > 5);
    let playing = Listening::to(&here, says_of(&id, "I go on.")).await;
    until("the model is asked", || stub.requests().len() == 2).await;
    assert_eq!(there.send(delete(&id)).await.status, 204);
    let since = Instant::now();
    let failed = playing.rest().await.pop().unwrap();
    assert!(since.elapsed() < Duration::from_secs(10), "a turn of a deleted session is played and paid for");
    assert_eq!((failed.name.as_str(), &failed.data["code"]), ("failed", &json!("version_conflict")));
    assert!(failed.data["message"].as_str().unwrap().contains("deleted"), "{failed:?}");
    gate.open();
    for server in [&here, &there] {
        is_gone(server, &id).await;
        server.send(says_of(&id, "Is somebody there?")).await.problem(404, "unknown_session");
    }
    assert_eq!(documents(&console, &id).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_turn_that_is_saved_while_its_session_is_deleted_leaves_nothing() {
    if crate::support::emulator::is_missing() {
        return;
    }
    for wait in [0, 3, 10, 25, 60] {
        let gate = Gate::closed();
        let stub = Stub::serve(vec![says_behind(&gate, told("The end."))]).await;
        let (home, url) = (Home::on_firestore(), stub.url());
        let (here, there) = (home.start(&env(&url)), home.start(&env(&url)));
        let id = begin(&here, None).await;
        let playing = Listening::to(&here, says_of(&id, "I go on.")).await;
        until("the model is asked", || stub.requests().len() == 1).await;
        gate.open();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        assert_eq!(there.send(delete(&id)).await.status, 204);
        playing.rest().await;
        is_gone(&here, &id).await;
        assert_eq!(documents(&home.console().unwrap(), &id).await, Vec::<String>::new(), "after {wait} ms");
    }
}

#[tokio::test]
async fn a_player_erased_while_another_server_plays_leaves_nothing() {
    if crate::support::emulator::is_missing() {
        return;
    }
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("The end."))]).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let here = home.start(&env(&url));
    let console = home.console().unwrap();
    let shelved = here.good(Ask::post("/api/campaigns").json(&clean()).bearer(SECRET)).await;
    let id = begin(&here, shelved["slug"].as_str()).await;
    let _playing = Listening::to(&here, says_of(&id, "I go on.")).await;
    until("the model is asked", || stub.requests().len() == 1).await;
    let erased = home.run(&["players", "erase", "ada", "--yes"], &[]);
    assert!(erased.status.success(), "{erased:?}");
    gate.open();
    is_gone(&here, &id).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(documents(&console, &id).await, Vec::<String>::new());
    for collection in ["shelf", "packages", "plans"] {
        assert_eq!(console.names(collection).await, Vec::<String>::new(), "{collection}");
    }
}

#[tokio::test]
async fn campaigns_that_others_have_or_play_stay_when_a_player_is_erased() {
    let (home, other) = (Home::new(), "hopper-1906-and-more");
    let server = home.start(&env("http://127.0.0.1:9"));
    let campaign = |title: &str, slug: &str| {
        let mut package = clean();
        (package["title"], package["slug"]) = (json!(title), json!(slug));
        package
    };
    for (title, slug) in [("Only of ada", "of-ada"), ("Of both", "of-both")] {
        server.good(Ask::post("/api/campaigns").json(&campaign(title, slug)).bearer(SECRET)).await;
    }
    let own = begin(&server, Some("of-ada")).await;
    server.good(Ask::post("/api/campaigns").json(&campaign("Of both", "of-both")).bearer(other)).await;
    let body = json!({"campaign": "of-both"});
    let kept = id_of(&server.good(Ask::post("/api/sessions").json(&body).bearer(other)).await);
    let body = json!({"title": "Also of ada", "campaign": "of-both"});
    server.good(Ask::post("/api/sessions").json(&body).bearer(SECRET)).await;
    let refused = home.run(&["players", "erase", "ada", "--yes"], &[]);
    assert!(!refused.status.success(), "not while a server has the folder");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another Embertale"), "{refused:?}");
    assert_eq!(server.send(Ask::get(&format!("/api/sessions/{own}")).bearer(SECRET)).await.status, 200);
    server.terminate();
    assert!(server.ended().await.success());
    let before = home.data().join("embertale-before-9.db");
    std::fs::write(&before, "a copy").unwrap();
    let erased = home.run(&["players", "erase", "ada", "--yes"], &[]);
    assert!(erased.status.success(), "{erased:?}");
    let said = String::from_utf8_lossy(&erased.stdout);
    assert!(said.contains("embertale-before-9.db"), "{said}");
    let database = SqliteConnectOptions::new().filename(home.data().join("embertale.db"));
    let mut database = SqliteConnection::connect_with(&database).await.unwrap();
    let packages: Vec<String> =
        sqlx::query_scalar("SELECT digest FROM packages").fetch_all(&mut database).await.unwrap();
    assert_eq!(packages.len(), 1, "the campaign that nobody else has is gone, and no other");
    let server = home.start(&env("http://127.0.0.1:9"));
    let session = server.good(Ask::get(&format!("/api/sessions/{kept}")).bearer(other)).await;
    assert_eq!(session["campaign"], "of-both", "{session}");
    assert_eq!(server.send(Ask::get(&format!("/api/sessions/{kept}/plot")).bearer(other)).await.status, 200);
}

#[tokio::test]
async fn a_deleted_session_leaves_no_words_in_the_files_of_a_running_server() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says(told("A quillonade.")), says_behind(&gate, told("More."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&env(&url));
    let id = begin(&server, None).await;
    server.good(says_of(&id, "I look around.")).await;
    let playing = Listening::to(&server, says_of(&id, "I go on.")).await;
    until("the model is asked", || stub.requests().len() == 2).await;
    let client = Client::clone(&server);
    let deleting = {
        let ask = delete(&id);
        tokio::spawn(async move { client.send(ask).await })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!deleting.is_finished(), "it waits for the turn");
    gate.open();
    assert_eq!(playing.rest().await.last().unwrap().name, "done");
    assert_eq!(deleting.await.unwrap().status, 204);
    is_gone(&server, &id).await;
    for (path, bytes) in files(&home.data()) {
        let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!holds(TITLE) && !holds(&id), "{} still has the session", path.display());
    }
    let other: Value = server.good(Ask::post("/api/sessions").json(&json!({})).bearer(SECRET)).await;
    assert!(turns_of(&server, &id_of(&other)).await.is_empty());
}

async fn turns_of(server: &Server, session: &str) -> Vec<Value> {
    let page = server.good(Ask::get(&format!("/api/sessions/{session}/turns")).bearer(SECRET)).await;
    page["items"].as_array().unwrap().clone()
}
