//! Tests of export, import, backup, restore and verification on the command line.

use std::{fs, process::Output};

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};

use super::{
    server::{Home, files},
    table::{asking, chat, id_of, session, story, stub, turns, two_tools, view},
    wire::Ask,
};

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a command that must fail says: one sentence, and no more.
fn failed(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(said.starts_with("embertale: ") && said.lines().count() == 1 && !said.contains("Error {"), "{said}");
    said
}

fn good(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    said(output)
}

/// A home with one session in which a turn was played with dice and a key, and a throw made after it.
async fn played() -> (Home, String) {
    let stub = stub(vec![two_tools(), story()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let new = Ask::post("/api/sessions").json(&json!({"title": "The long road"})).key("begin");
    let session = id_of(&server.good(new).await);
    server.good(chat(&session, "I step up.").key("leap")).await;
    let roll = Ask::post(&format!("/api/sessions/{session}/rolls")).json(&json!({"expression": "2d20kh1"}));
    server.good(roll).await;
    server.terminate();
    assert!(server.ended().await.success());
    (home, session)
}

async fn edit(home: &Home, statement: &'static str) {
    let path = home.data().join("embertale.db");
    let mut database = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    assert_eq!(sqlx::query(statement).execute(&mut database).await.unwrap().rows_affected(), 1, "{statement}");
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_store_that_is_lost_comes_back_from_its_backup() {
    let (home, played) = played().await;
    let server = home.start(&[]);
    let fresh = session(&server).await;
    let (before, fresh_before) = (view(&server, &played).await, view(&server, &fresh).await);
    let told = turns(&server, &played).await;
    let output = home.run(&["backup", "all.jsonl"], &[]);
    assert!(good(&output).contains("2 sessions saved") && said(&output).contains("secret"), "a server is no hindrance");
    drop(server);
    assert_eq!(files(&home.work()).len(), 1, "nothing unfinished is left");
    fs::remove_dir_all(home.data()).unwrap();

    assert!(good(&home.run(&["restore", "all.jsonl"], &[])).contains("2 sessions restored, 0 were there already"));
    let verified = good(&home.run(&["verify", "--dice"], &[]));
    assert!(verified.contains(&format!("{played}: clean, 1 turns, 2 throws hold")), "{verified}");
    assert!(verified.contains(&format!("{fresh}: clean, 0 turns, 0 throws hold")), "{verified}");
    assert!(good(&home.run(&["restore", "all.jsonl"], &[])).contains("0 sessions restored, 2 were there already"));

    let server = home.start(&[]);
    assert_eq!((view(&server, &played).await, view(&server, &fresh).await), (before, fresh_before));
    assert_eq!(turns(&server, &played).await, told);
    assert_eq!(
        server.good(chat(&played, "I step up.").key("leap")).await["id"],
        told[0]["id"],
        "no turn is played twice"
    );
    let again = Ask::post("/api/sessions").json(&json!({"title": "The long road"})).key("begin");
    assert_eq!(id_of(&server.good(again).await), played, "no session is begun twice");
    assert_eq!(server.good(chat(&played, "I go on.")).await["seq"], 2);
    assert!(home.verify().contains("clean, 2 turns"));
}

#[tokio::test]
async fn a_backup_that_was_cut_or_altered_brings_nothing_back() {
    let (home, _) = played().await;
    good(&home.run(&["backup", "all.jsonl"], &[]));
    let whole = fs::read_to_string(home.work().join("all.jsonl")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!(lines.len(), 3);
    let cases = [
        ("", "its end is missing"),
        ("{}\n", "no backup"),
        (&format!("{}\n{}\n", lines[0], lines[1]), "its end is missing"),
        (&whole[..whole.len() - 10], "its end is missing"),
        (&format!("{}\n{}\n", lines[0], lines[2]), "not what was saved"),
        (&whole.replace("The long road", "The wrong road"), "not what was saved"),
        (&whole.replace("\"version\":2,\"schema\"", "\"version\":7,\"schema\""), "newer version"),
    ];
    for (text, why) in cases {
        fs::write(home.work().join("bad.jsonl"), text).unwrap();
        let said = failed(&home.run(&["restore", "bad.jsonl"], &[("DATA_DIR", "./elsewhere")]));
        assert!(said.contains(why) && said.contains("bad.jsonl"), "{why}: {said}");
        assert!(!home.work().join("elsewhere").exists(), "not even an empty store is left: {why}");
    }
    assert!(failed(&home.run(&["restore", "nowhere.jsonl"], &[])).contains("nowhere.jsonl"));
    assert!(failed(&home.run(&["import", "all.jsonl"], &[])).contains("embertale restore"));
    assert!(failed(&home.run(&["verify", "--file", "all.jsonl"], &[])).contains("embertale restore"));
    assert!(failed(&home.run(&["verify", "nobody"], &[])).contains("no session nobody"));
    assert!(failed(&home.run(&["backup", "nowhere/all.jsonl"], &[])).contains("nowhere"));
    assert!(failed(&home.run(&["backup", "all.jsonl"], &[("DATA_DIR", "./nothing")])).contains("DATA_DIR"));
    assert!(failed(&home.run(&["backup", "all.jsonl"], &[("STORE", "memory")])).contains("STORE"));
    assert_eq!(fs::read_to_string(home.work().join("all.jsonl")).unwrap(), whole, "what failed left it alone");
}

#[tokio::test]
async fn a_backup_of_before_there_were_campaigns_comes_back() {
    let (home, played) = played().await;
    good(&home.run(&["backup", "all.jsonl"], &[]));
    let whole =
        fs::read_to_string(home.work().join("all.jsonl")).unwrap().replacen("\"version\":2", "\"version\":1", 1);
    let (lines, _) = whole.trim_end().rsplit_once('\n').unwrap();
    let sha256 = HEXLOWER.encode(&Sha256::digest(format!("{lines}\n")));
    let then = format!("{lines}\n{}\n", json!({"sessions": 1, "sha256": sha256}));
    fs::write(home.work().join("then.jsonl"), then).unwrap();
    let elsewhere = [("DATA_DIR", "./elsewhere")];
    assert!(good(&home.run(&["restore", "then.jsonl"], &elsewhere)).contains("1 sessions restored"));
    assert!(good(&home.run(&["verify"], &elsewhere)).contains(&played));
}

#[tokio::test]
async fn campaigns_and_plans_come_back_with_a_backup() {
    let home = Home::new();
    let server = home.start(&[]);
    let campaign = crate::campaign::clean();
    let slug = campaign["slug"].as_str().unwrap();
    server.good(Ask::post("/api/campaigns").json(&campaign)).await;
    let before = server.good(Ask::get(&format!("/api/campaigns/{slug}"))).await;
    drop(server);
    let said = good(&home.run(&["backup", "all.jsonl"], &[]));
    assert!(said.contains("0 sessions saved") && said.contains("2 records of campaigns and plans"), "{said}");
    fs::remove_dir_all(home.data()).unwrap();
    let said = good(&home.run(&["restore", "all.jsonl"], &[]));
    assert!(said.contains("2 records of campaigns and plans restored, 0 were there"), "{said}");
    let said = good(&home.run(&["restore", "all.jsonl"], &[]));
    assert!(said.contains("0 records of campaigns and plans restored, 2 were there"), "{said}");
    let server = home.start(&[]);
    assert_eq!(server.good(Ask::get(&format!("/api/campaigns/{slug}"))).await, before);
}

#[tokio::test]
async fn a_session_whose_campaign_is_lost_is_told_and_comes_back_with_a_backup() {
    let home = Home::new();
    let server = home.start(&[]);
    let campaign = crate::campaign::clean();
    server.good(Ask::post("/api/campaigns").json(&campaign)).await;
    let id = id_of(&server.good(Ask::post("/api/sessions").json(&json!({"campaign": campaign["slug"]}))).await);
    drop(server);
    good(&home.run(&["backup", "all.jsonl"], &[]));
    good(&home.run(&["verify"], &[]));
    edit(&home, "DELETE FROM packages").await;
    let output = home.run(&["verify"], &[]);
    assert!(!output.status.success());
    assert!(said(&output).contains(&format!("{id}: WRONG, the campaign it plays, “The Salt Road”")), "{output:?}");
    good(&home.run(&["restore", "all.jsonl"], &[]));
    good(&home.run(&["verify"], &[]));
    assert_eq!(home.start(&[]).good(chat(&id, "I look around.")).await["seq"], 1);
}

#[tokio::test]
async fn a_damaged_session_keeps_no_other_out_of_a_backup() {
    let (home, played) = played().await;
    let server = home.start(&[]);
    session(&server).await;
    drop(server);
    edit(&home, "UPDATE turns SET body = replace(body, '\"seq\":', '\"sequel\":')").await;
    let output = home.run(&["backup", "all.jsonl"], &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("1 sessions saved"), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("{played}: left out")), "{output:?}");
    assert!(good(&home.run(&["restore", "all.jsonl"], &[("DATA_DIR", "./new")])).contains("1 sessions restored"));
}

#[tokio::test]
async fn a_session_is_carried_to_another_store_by_hand() {
    let (home, session) = played().await;
    let server = home.start(&[]);
    let promised = view(&server, &session).await["diceCommitment"].clone();
    let told = turns(&server, &session).await;
    let refused = failed(&home.run(&["export", &session, "road.json"], &[]));
    assert!(refused.contains("another Embertale") && refused.contains("stop it first"), "{refused}");
    drop(server);
    good(&home.run(&["export", &session, "road.json"], &[]));
    let bundle: Value = serde_json::from_slice(&fs::read(home.work().join("road.json")).unwrap()).unwrap();
    assert_eq!(bundle["dice"]["seeds"][0]["commitment"], promised);
    let printed = good(&home.run(&["export", &session], &[]));
    assert_eq!(serde_json::from_str::<Value>(&printed).unwrap()["turns"], bundle["turns"]);
    let verified = good(&home.run(&["verify", "--file", "road.json", "--dice"], &[]));
    assert!(verified.contains("clean, 1 turns, 2 throws hold"), "{verified}");

    let there = [("DATA_DIR", "./there")];
    let id = good(&home.run(&["import", "road.json", "--owner", "ada"], &there)).trim().to_owned();
    let verified = good(&home.run(&["verify", &id, "--dice"], &there));
    assert!(verified.contains("clean, 1 turns, 2 throws hold"), "{verified}");
    let players = [there[0], ("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace,grace:hopper")];
    let server = home.start(&players);
    let path = format!("/api/sessions/{id}");
    assert_eq!(server.good(Ask::get(&path).bearer("lovelace")).await["title"], "The long road");
    assert_eq!(server.send(Ask::get(&path).bearer("hopper")).await.status, 404);
    let turns = server.good(Ask::get(&format!("{path}/turns")).bearer("lovelace")).await;
    assert_eq!([&turns["items"][0]["id"], &turns["items"][0]["changes"]], [&told[0]["id"], &told[0]["changes"]]);
}

#[tokio::test]
async fn what_cannot_be_carried_is_told_in_a_sentence() {
    let (home, session) = played().await;
    assert!(failed(&home.run(&["export", "nobody"], &[])).contains("no session nobody"));
    assert!(failed(&home.run(&["export", &session, "nowhere/x.json"], &[])).contains("nowhere/x.json"));
    assert!(failed(&home.run(&["export", &session], &[("DATA_DIR", "./nothing")])).contains("DATA_DIR"));
    assert!(!home.work().join("nothing").exists(), "no store is made where none was");
    assert!(failed(&home.run(&["import", "nowhere.json"], &[])).contains("nowhere.json"));
    fs::write(home.work().join("bad.json"), "{").unwrap();
    assert!(failed(&home.run(&["import", "bad.json"], &[])).contains("JSON"));
    good(&home.run(&["export", &session, "road.json"], &[]));
    let whole = fs::read_to_string(home.work().join("road.json")).unwrap();
    fs::write(home.work().join("bad.json"), whole.replacen("\"xp\":0", "\"xp\":9", 1)).unwrap();
    let refused = failed(&home.run(&["import", "bad.json"], &[]));
    assert!(refused.contains("bad.json") && refused.contains("session.state"), "{refused}");
    assert!(good(&home.run(&["verify"], &[])).contains("1 sessions, 0 wrong"), "nothing came in");
}

#[tokio::test]
async fn a_throw_that_was_tampered_with_is_found() {
    let (home, session) = played().await;
    good(&home.run(&["export", &session, "road.json"], &[]));
    let whole = fs::read_to_string(home.work().join("road.json")).unwrap();
    let lucky = whole.replacen("\"modifier\":3,", "\"modifier\":4,", 1);
    assert_ne!(lucky, whole);
    fs::write(home.work().join("lucky.json"), lucky).unwrap();
    good(&home.run(&["verify", "--file", "lucky.json"], &[]));
    let output = home.run(&["verify", "--file", "lucky.json", "--dice"], &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("WRONG, the throw 1 (1d20+3) in turn 1"), "{output:?}");

    assert!(good(&home.run(&["verify", "--dice"], &[])).contains("clean, 1 turns, 2 throws hold"));
    edit(&home, "UPDATE turns SET body = replace(body, '\"modifier\":3,', '\"modifier\":4,')").await;
    good(&home.run(&["verify"], &[]));
    let output = home.run(&["verify", "--dice"], &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("WRONG, the throw 1 (1d20+3) in turn 1"), "{output:?}");
}
