//! Tests of a locked, full, removed or altered store: nothing is lost, and the next turn works.

use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    listen::Listening,
    server::{Home, Server, until},
    table::{asking, chat, embers, says, says_behind, session, story, stub, told, turns, two_tools, view},
    wire::Ask,
};
use crate::claude::stub::{Gate, Stub};

async fn open(home: &Home) -> SqliteConnection {
    SqliteConnectOptions::new().filename(home.data().join("embertale.db")).connect().await.expect("the database")
}

#[tokio::test]
async fn a_locked_database_is_503_and_the_next_turn_works() {
    let stub = stub(vec![two_tools(), story(), told("And on.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let before = view(&server, &session).await;
    let mut other = open(&home).await;
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let path = format!("/api/sessions/{session}");
    let asks = [
        chat(&session, "I step up.").key("leap"),
        chat(&session, "I step up.").events(),
        Ask::post(&format!("{path}/rolls")).json(&serde_json::json!({"expression": "1d20"})),
        Ask::post("/api/sessions"),
    ];
    let (a, b, c, d) = tokio::join!(
        server.send(asks[0].clone()),
        server.send(asks[1].clone()),
        server.send(asks[2].clone()),
        server.send(asks[3].clone())
    );
    for answer in [a, b, c, d] {
        answer.problem(503, "store_unavailable");
    }
    assert_eq!(server.send(Ask::get("/readyz")).await.status, 503);
    assert_eq!(server.send(Ask::get("/healthz")).await.status, 200);
    assert_eq!(view(&server, &session).await, before, "reading goes on");
    assert_eq!(stub.requests().len(), 0, "no model is asked for a turn that can't be saved");
    other.execute("ROLLBACK").await.unwrap();
    other.close().await.unwrap();

    assert_eq!(server.send(Ask::get("/readyz")).await.status, 200);
    assert_eq!(server.good(chat(&session, "I step up.").key("leap")).await["seq"], 1);
    assert_eq!(server.good(chat(&session, "I go on.")).await["seq"], 2);
    assert!(home.verify().contains("clean, 2 turns"));
}

#[tokio::test]
async fn a_database_locked_while_a_turn_plays_costs_that_turn_and_no_other() {
    let gate = Gate::closed();
    let scripts = vec![says(two_tools()), says_behind(&gate, story()), says(two_tools()), says(story())];
    let stub = Stub::serve(scripts).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let before = view(&server, &session).await;
    let listening = Listening::to(&server, chat(&session, "I step up.").key("leap")).await;
    until("the second call is made", || stub.requests().len() == 2).await;
    let mut other = open(&home).await;
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    gate.open();
    let events = listening.rest().await;
    let last = events.last().unwrap();
    assert_eq!((last.name.as_str(), &last.data["code"]), ("failed", &"store_unavailable".into()));
    assert!(events.iter().all(|event| event.name != "change"));
    other.execute("ROLLBACK").await.unwrap();
    other.close().await.unwrap();
    assert_eq!(view(&server, &session).await, before);

    let since = std::time::Instant::now();
    let turn = server.good(chat(&session, "I step up.").key("leap")).await;
    assert!(since.elapsed().as_secs() < 5, "the claim of the turn that failed stood in the way");
    assert_eq!(turn["seq"], 1);
    assert_eq!(embers(&view(&server, &session).await), 3);
    assert!(home.verify().contains("clean, 1 turns"));
}

#[tokio::test]
async fn on_a_full_disk_a_turn_is_refused_and_every_saved_one_stays() {
    let home = Home::new();
    // Files may grow to some hundred KiB, which is what a full disk looks like from within.
    let server = home.launch(home.shell("trap '' XFSZ; ulimit -f 1200", &[]));
    let session = session(&server).await;
    let long = "I tell a long, long story. ".repeat(290);
    let mut n_played = 0;
    let refused = loop {
        let answer = server.send(chat(&session, &long)).await;
        match answer.status {
            200 => n_played += 1,
            _ => break answer,
        }
        assert!(n_played < 500, "the disk is never full");
    };
    refused.problem(503, "store_unavailable");
    assert!(n_played > 3, "{n_played}");
    assert_eq!(server.send(Ask::get("/healthz")).await.status, 200);
    assert_eq!(turns(&server, &session).await.len(), n_played);
    // A small check still passes, where a turn does not fit.
    for _ in 0..20 {
        assert_eq!(server.send(Ask::get("/readyz")).await.status, 503, "ready, and can save nothing");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    drop(server);
    let server = home.start(&[]);
    assert!(home.verify().contains(&format!("clean, {n_played} turns")));
    assert_eq!(server.good(chat(&session, &long)).await["seq"], n_played + 1);
}

/// A server whose data are on a disk of 24 MiB, in a mount namespace of its own.
#[cfg(target_os = "linux")]
fn on_a_small_disk(home: &Home, env: &[(&str, &str)]) -> Option<Server> {
    let may = std::process::Command::new("unshare").args(["-Urm", "true"]).status().is_ok_and(|it| it.success());
    if !may {
        eprintln!("SKIPPED: unshare can't make a mount namespace here, so no small disk was filled");
        return None;
    }
    let inside = "mount -t tmpfs -o size=24m none \"$DATA_DIR\" && exec \"$0\"";
    let before = format!("mkdir -p \"$DATA_DIR\" && exec unshare -Urm /bin/sh -c '{inside}' \"$0\"");
    Some(home.launch(home.shell(&before, env)))
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_is_never_ready_and_says_what_it_is() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("Lost.")), says(told("Kept."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let Some(server) = on_a_small_disk(&home, &asking(&url)) else { return };
    let session = session(&server).await;
    let is_ready = async || server.send(Ask::get("/readyz")).await.status == 200;
    assert!(is_ready().await);
    let listening = Listening::to(&server, chat(&session, "I look around.")).await;
    until("the model is asked", || stub.requests().len() == 1).await;
    let filler = format!("/proc/{}/root{}/filler", server.id(), home.data().display());
    let mut file = std::fs::File::create(&filler).unwrap();
    for size in [64 * 1024, 512, 1] {
        while std::io::Write::write_all(&mut file, &vec![1; size]).is_ok() {}
    }
    // Between the probes, too.
    for _ in 0..30 {
        assert!(!is_ready().await);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    gate.open();
    let failed = listening.rest().await.pop().unwrap();
    assert_eq!((failed.name.as_str(), &failed.data["code"]), ("failed", &"store_unavailable".into()));
    assert_eq!(failed.data["retryable"], false);
    let message = failed.data["message"].as_str().unwrap();
    assert!(message.contains("disk is full") && !message.contains("in a moment"), "{message}");
    let refused = server.send(Ask::post("/api/sessions").json(&json!({}))).await;
    let problem = refused.problem(503, "store_unavailable");
    assert!(problem["detail"].as_str().unwrap().contains("disk is full"), "{problem}");
    assert!(!is_ready().await);
    assert_eq!(server.send(Ask::get("/healthz")).await.status, 200);

    drop(file);
    std::fs::remove_file(&filler).unwrap();
    let since = std::time::Instant::now();
    while !is_ready().await {
        assert!(since.elapsed().as_secs() < 15, "there is room, and it is not ready");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(server.good(chat(&session, "I look around.")).await["narrative"], "Kept.");
}

#[tokio::test]
async fn a_database_that_was_taken_away_is_noticed() {
    let home = Home::new();
    let server = home.start(&[]);
    assert_eq!(server.send(Ask::get("/readyz")).await.status, 200);
    std::fs::rename(home.data().join("embertale.db"), home.data().join("elsewhere.db")).unwrap();
    assert_eq!(server.send(Ask::get("/readyz")).await.status, 503);
    assert_eq!(server.send(Ask::get("/healthz")).await.status, 200);
    std::fs::rename(home.data().join("elsewhere.db"), home.data().join("embertale.db")).unwrap();
    assert_eq!(server.send(Ask::get("/readyz")).await.status, 200);
}

#[tokio::test]
async fn verify_finds_a_snapshot_that_was_edited_by_hand() {
    let home = Home::new();
    let server = home.start(&[]);
    let (good, bad) = (session(&server).await, session(&server).await);
    for session in [&good, &bad] {
        server.good(chat(session, "I look around.")).await;
    }
    drop(server);
    assert!(home.verify().contains("2 sessions, 0 wrong"));
    let mut database = open(&home).await;
    let edited = sqlx::query("UPDATE sessions SET state = replace(state, '\"maxHP\":', '\"maxHP\":1') WHERE id = ?")
        .bind(&bad)
        .execute(&mut database)
        .await
        .unwrap();
    assert_eq!(edited.rows_affected(), 1);
    database.close().await.unwrap();
    let output = home.run(&["verify"], &[]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains(&format!("{bad}: WRONG")) && said.contains(&format!("{good}: clean, 1 turns")), "{said}");
    assert!(said.contains("2 sessions, 1 wrong"), "{said}");
    assert!(home.run(&["verify", &good], &[]).status.success());
    assert!(!home.run(&["verify", &bad], &[]).status.success());
    assert!(!home.run(&["verify", "nobody"], &[]).status.success());
}

#[tokio::test]
async fn verify_finds_turns_and_interludes_that_were_edited_by_hand() {
    let edits = [
        "UPDATE turns SET body = replace(body, '\"diceRolled\"', '\"nonsense\"')",
        "UPDATE interludes SET body = replace(body, '\"index\":', '\"index\":7')",
        "DELETE FROM interludes",
        "DELETE FROM turns",
        "UPDATE starts SET state = replace(state, '\"level\":1', '\"level\":2')",
        "UPDATE sessions SET state = '{'",
    ];
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    server.good(chat(&session, "I search the room.")).await;
    let roll = Ask::post(&format!("/api/sessions/{session}/rolls")).json(&serde_json::json!({"expression": "1d20"}));
    let roll: Value = server.good(roll).await;
    assert!(roll["total"].is_number());
    drop(server);
    home.verify();
    let mut database = open(&home).await;
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    database.close().await.unwrap();
    let whole = std::fs::read(home.data().join("embertale.db")).unwrap();
    for edit in edits {
        let mut database = open(&home).await;
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
        let n = database.execute(edit).await.unwrap().rows_affected();
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
        database.close().await.unwrap();
        assert_eq!(n, 1, "{edit}");
        let output = home.run(&["verify"], &[]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success() && said.contains("WRONG"), "{edit}: {said}");
        for file in ["embertale.db-wal", "embertale.db-shm"] {
            let _ = std::fs::remove_file(home.data().join(file));
        }
        std::fs::write(home.data().join("embertale.db"), &whole).unwrap();
    }
    home.verify();
    let nowhere = home.run(&["verify"], &[("DATA_DIR", "./nowhere")]);
    assert!(!nowhere.status.success());
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("DATA_DIR"), "{nowhere:?}");
}
