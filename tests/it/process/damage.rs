//! A damaged database file: `backup`, `verify` and `doctor` report the same, and every record that is intact is saved.

use std::{
    fs,
    path::PathBuf,
    process::Output,
    time::{Duration, Instant},
};

use serde_json::json;
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    server::{Home, until},
    table::chat,
    wire::Ask,
};

const N: usize = 60;
const PAGE: usize = 4096;
const HEADER: usize = 100;
/// The beginning of a leaf without cells: the page reads as one that never had any.
const EMPTY_LEAF: [u8; 8] = [0x0D, 0, 0, 0, 0, 0x10, 0, 0];

/// A page of the file, by its number from 1, and what it belongs to.
struct DbPage {
    of: String,
    table: String,
    number: usize,
}

/// A home with sessions, and the file of its database.
struct Played {
    home: Home,
    sound: Vec<u8>,
    /// The last leaf of every index and table.
    leaves: Vec<DbPage>,
    /// The root of every index.
    roots: Vec<DbPage>,
    /// The pages of the schema, which say where tables are.
    schema: Vec<DbPage>,
}

impl Played {
    async fn new() -> Self {
        let home = Home::new();
        let server = home.start(&[]);
        for n in 0..N {
            let created = server.good(Ask::post("/api/sessions").json(&json!({"title": format!("number {n}")}))).await;
            let id = created["id"].as_str().unwrap();
            if n % 2 == 0 {
                server.good(chat(id, &format!("I look around, {n} times."))).await;
            }
            if n % 20 == 4 {
                server.good(Ask::post(&format!("/api/sessions/{id}/undo")).json(&json!({})).key("undo")).await;
            }
            if n % 20 == 6 {
                server.good(Ask::post(&format!("/api/sessions/{id}/retry")).json(&json!({}))).await;
            }
            if n % 5 == 0 {
                let note = Ask::post(&format!("/api/sessions/{id}/journal")).json(&json!({"text": "A note"}));
                assert!(server.send(note).await.status < 300);
            }
        }
        assert_eq!(server.send(Ask::post("/api/campaigns").json(&crate::campaign::clean())).await.status, 201);
        server.terminate();
        assert!(server.ended().await.success());
        let file = home.data().join("embertale.db");
        let mut open = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&file)).await.unwrap();
        sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut open).await.unwrap();
        let leaves = "SELECT d.name, s.tbl_name, max(d.pageno) FROM dbstat d JOIN sqlite_master s ON s.name = d.name \
                      WHERE d.pagetype = 'leaf' GROUP BY d.name";
        let roots = "SELECT name, tbl_name, rootpage FROM sqlite_master WHERE type = 'index'";
        let leaves = pages(&mut open, leaves).await;
        let roots = pages(&mut open, roots).await;
        let schema = "SELECT name, name, pageno FROM dbstat WHERE name LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '%index%'";
        let schema = pages(&mut open, schema).await;
        open.close().await.unwrap();
        let sound = fs::read(&file).unwrap();
        Self { home, sound, leaves, roots, schema }
    }

    fn leaf(&self, of: &str) -> &DbPage {
        self.leaves.iter().find(|page| page.of == of).unwrap()
    }

    /// Overwrites the beginnings of these pages and no others.
    fn damage(&self, pages: &[&DbPage]) {
        self.overwrite(pages, &[0xFF; 300]);
    }

    fn overwrite(&self, pages: &[&DbPage], with: &[u8]) {
        let mut bytes = self.sound.clone();
        for page in pages {
            // The first page begins with the header of the file.
            let at = if page.number == 1 { HEADER } else { (page.number - 1) * PAGE };
            bytes[at..at + with.len()].copy_from_slice(with);
        }
        let file = self.home.data().join("embertale.db");
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(self.home.data().join(format!("embertale.db{suffix}")));
        }
        fs::write(file, bytes).unwrap();
    }

    fn backup(&self) -> (Output, String, PathBuf) {
        let file = self.home.work().join("all.jsonl.gz");
        let _ = fs::remove_file(&file);
        let output = self.home.run(&["backup", file.to_str().unwrap()], &[]);
        let words = said(&output);
        (output, words, file)
    }
}

async fn pages(open: &mut SqliteConnection, query: &'static str) -> Vec<DbPage> {
    let rows: Vec<(String, String, i64)> = sqlx::query_as(query).fetch_all(open).await.unwrap();
    let page =
        |(of, table, number): (String, String, i64)| DbPage { of, table, number: usize::try_from(number).unwrap() };
    rows.into_iter().map(page).collect()
}

/// What a command printed, which must not be in the words of the database.
fn said(output: &Output) -> String {
    let words = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    for raw in ["error returned from database", "(code:", "malformed", "no such table", "panicked"] {
        assert!(!words.contains(raw), "{raw}: {words}");
    }
    words
}

fn restored(file: &std::path::Path) -> String {
    let other = Home::new();
    let restored = other.run(&["restore", file.to_str().unwrap()], &[]);
    assert!(restored.status.success(), "{}", said(&restored));
    other.verify();
    said(&restored)
}

#[tokio::test]
async fn a_damaged_index_hides_no_record_and_all_commands_report_it() {
    let played = Played::new().await;
    let is_index = |page: &&DbPage| page.of != page.table;
    for page in played.leaves.iter().filter(is_index).chain(&played.roots) {
        played.damage(&[page]);
        let sentence = format!("An index of the table {} in the database file is damaged", page.table);
        let (saved, words, file) = played.backup();
        assert!(saved.status.success() && words.contains(&format!("{N} sessions saved")), "{}: {words}", page.of);
        assert!(words.contains(&sentence), "{}: {words}", page.of);
        if !["sqlite_autoindex_sessions_1", "sqlite_autoindex_hands_1", "sqlite_autoindex_checkpoints_1"]
            .contains(&page.of.as_str())
        {
            continue;
        }
        assert!(restored(&file).contains(&format!("{N} sessions restored")), "{}", page.of);
        let verified = played.home.run(&["verify"], &[]);
        let words = said(&verified);
        assert!(!verified.status.success() && words.contains(&sentence), "{}: {words}", page.of);
        assert!(words.contains(&format!("{N} sessions, 0 wrong")), "{}: {words}", page.of);
        let examined = played.home.run(&["doctor"], &[]);
        let words = said(&examined);
        assert!(!examined.status.success() && words.contains(&sentence), "{}: {words}", page.of);
        assert!(words.contains(&format!("can be read: {N} sessions")), "{}: {words}", page.of);
    }
}

#[tokio::test]
async fn a_server_reports_damage_that_it_finds_at_its_start_or_while_it_reads() {
    let played = Played::new().await;
    let sound = played.home.start(&[]);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(sound.good(Ask::get("/readyz")).await["damaged"], false);
    drop(sound);
    for of in ["turns", "starts", "sqlite_autoindex_hands_1"] {
        played.damage(&[played.leaf(of)]);
        let server = played.home.start(&[]);
        let since = Instant::now();
        while server.good(Ask::get("/readyz")).await["damaged"] == false {
            assert!(since.elapsed() < Duration::from_secs(10), "{of}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let ready = server.send(Ask::get("/readyz")).await;
        assert_eq!((ready.status, &ready.json()["status"]), (200, &json!("ready")), "the rest can be played");
        let log = played.home.log();
        let table = &played.leaf(of).table;
        assert!(log.contains(&format!("the table {table} ")) || log.contains(&format!("The table {table} ")), "{log}");
    }
    // Only its own JSON is damaged, which no check of the file finds.
    played.damage(&[]);
    let database = SqliteConnectOptions::new().filename(played.home.data().join("embertale.db"));
    let mut open = SqliteConnection::connect_with(&database).await.unwrap();
    let id: String = sqlx::query_scalar("SELECT id FROM sessions LIMIT 1").fetch_one(&mut open).await.unwrap();
    sqlx::query("UPDATE sessions SET state = '{' WHERE id = ?").bind(&id).execute(&mut open).await.unwrap();
    open.close().await.unwrap();
    let server = played.home.start(&[]);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(server.good(Ask::get("/readyz")).await["damaged"], false);
    server.send(Ask::get(&format!("/api/sessions/{id}"))).await.problem(503, "store_unavailable");
    assert_eq!(server.good(Ask::get("/readyz")).await["damaged"], true);
}

#[tokio::test]
async fn a_damaged_beginning_is_named_and_leaves_the_session_readable() {
    let played = Played::new().await;
    played.damage(&[played.leaf("starts")]);
    let (saved, words, _) = played.backup();
    assert!(!saved.status.success() && words.contains("the beginning of session"), "{words}");
    assert!(said(&played.home.run(&["verify"], &[])).contains("the beginning of session"));
    let id = words.split_once("the beginning of session ").unwrap().1[..36].to_owned();
    let server = played.home.start(&[]);
    assert_eq!(server.good(Ask::get(&format!("/api/sessions/{id}"))).await["id"], id.as_str());
    assert!(server.good(Ask::get(&format!("/api/sessions/{id}/turns"))).await["items"].is_array());
    assert_eq!(server.good(chat(&id, "I look around once more.")).await["sessionId"], id.as_str());
}

#[tokio::test]
async fn sessions_are_exported_without_what_is_damaged_beside_their_turns() {
    let played = Played::new().await;
    for table in ["undone", "alternatives"] {
        played.damage(&[]);
        let database = SqliteConnectOptions::new().filename(played.home.data().join("embertale.db")).read_only(true);
        let mut open = SqliteConnection::connect_with(&database).await.unwrap();
        let first = sqlx::AssertSqlSafe(format!("SELECT max(session_id) FROM {table}"));
        let id: String = sqlx::query_scalar(first).fetch_one(&mut open).await.unwrap();
        open.close().await.unwrap();
        played.damage(&[played.leaf(table)]);
        let file = played.home.work().join("one.json");
        let exported = played.home.run(&["export", &id, file.to_str().unwrap()], &[]);
        assert!(said(&exported).contains("left out"), "{table}: {}", said(&exported));
        let other = Home::new();
        assert!(other.run(&["import", file.to_str().unwrap()], &[]).status.success(), "{table}");
        other.verify();
    }
}

#[tokio::test]
async fn a_daily_backup_and_one_beside_the_server_are_complete_though_an_index_is_damaged() {
    let played = Played::new().await;
    played.damage(&[played.leaf("sqlite_autoindex_hands_1")]);
    let server = played.home.start(&[("BACKUP_DAILY", "00:00")]);
    server.good(Ask::post("/api/sessions").json(&json!({"title": "one more"}))).await;
    let folder = played.home.data().join("backups");
    let daily = || {
        fs::read_dir(&folder)
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|kind| kind == "gz"))
    };
    until("a backup is made", || daily().is_some()).await;
    let (saved, words, file) = played.backup();
    assert!(saved.status.success() && words.contains(&format!("{} sessions saved", N + 1)), "{words}");
    assert!(restored(&file).contains(&format!("{} sessions restored", N + 1)));
    let n: usize = restored(&daily().unwrap()).split(' ').next().unwrap().parse().unwrap();
    assert!((N..=N + 1).contains(&n), "{n}");
    assert!(played.home.log().contains("An index of the table hands"), "{}", played.home.log());
    drop(server);
}

#[tokio::test]
async fn a_damaged_table_costs_only_its_own_sessions_even_beside_a_damaged_index() {
    let played = Played::new().await;
    for other in [None, Some("sqlite_autoindex_sessions_1")] {
        let pages: Vec<&DbPage> = std::iter::once("turns").chain(other).map(|of| played.leaf(of)).collect();
        played.damage(&pages);
        let (saved, words, file) = played.backup();
        assert!(!saved.status.success() && words.contains("left out"), "{other:?}: {words}");
        assert!(words.contains("The table turns in the database file is damaged"), "{other:?}: {words}");
        let n: usize = restored(&file).split(' ').next().unwrap().parse().unwrap();
        assert!((N / 2..N).contains(&n), "{other:?}: {n} of {N}");
        assert_eq!(words.matches(": left out").count(), N - n, "{other:?}: each is named: {words}");
        let verified = said(&played.home.run(&["verify"], &[]));
        assert!(verified.contains(&format!("{N} sessions, {} wrong", N - n)), "{other:?}: {verified}");
        let examined = said(&played.home.run(&["doctor"], &[]));
        assert!(examined.contains(&format!("{} of {N} sessions can't be read", N - n)), "{other:?}: {examined}");
    }
}

#[tokio::test]
async fn records_that_were_lost_without_a_trace_in_their_table_are_missed() {
    let played = Played::new().await;
    for table in ["hands", "turns", "starts"] {
        played.overwrite(&[played.leaf(table)], &EMPTY_LEAF);
        let (saved, words, _) = played.backup();
        assert!(!words.contains("complete"), "{table}: {words}");
        assert!(words.contains(&format!("The table {table} in the database file is damaged")), "{table}: {words}");
        assert!(!saved.status.success() && words.contains("left out"), "{table}: {words}");
    }
}

/// Tables of other tellings, undone turns and journals, without which every session can be played.
const BESIDE_TURNS: [&str; 3] = ["alternatives", "hands", "undone"];

#[tokio::test]
async fn whatever_table_is_damaged_a_backup_saves_the_rest_and_names_it() {
    let played = Played::new().await;
    for page in played.leaves.iter().filter(|page| page.of == page.table) {
        played.damage(&[page]);
        let (saved, words, file) = played.backup();
        let table = &page.table;
        assert!(words.contains(&format!("The table {table} in the database file is damaged")), "{table}: {words}");
        assert_eq!(saved.status.success(), !words.contains("left out"), "{table}: {words}");
        let restored = restored(&file);
        if BESIDE_TURNS.contains(&table.as_str()) {
            assert!(restored.contains(&format!("{N} sessions restored")), "{table}: {restored}");
            let verified = said(&played.home.run(&["verify"], &[]));
            assert_eq!(verified.contains(" 0 wrong"), saved.status.success(), "{table}: {verified}");
        }
    }
}

#[tokio::test]
async fn a_damaged_table_of_migrations_costs_no_record() {
    const TABLE: &str = "_sqlx_migrations";
    let sentence = format!("The table {TABLE} in the database file is damaged. It contains no sessions");
    let played = Played::new().await;
    let pages =
        [(TABLE, &[0xFF; 300][..]), (TABLE, &EMPTY_LEAF), ("sqlite_autoindex__sqlx_migrations_1", &[0xFF; 300])];
    for (of, with) in pages {
        played.overwrite(&[played.leaf(of)], with);
        let sentence = if of == TABLE { sentence.as_str() } else { "An index of the table _sqlx_migrations" };
        let (saved, words, file) = played.backup();
        assert!(saved.status.success() && words.contains(&format!("{N} sessions saved")), "{of}: {words}");
        assert!(words.contains(sentence) && !words.contains("left out"), "{of}: {words}");
        assert!(restored(&file).contains(&format!("{N} sessions restored")), "{of}");
        let verified = played.home.run(&["verify"], &[]);
        let words = said(&verified);
        assert!(!verified.status.success() && words.contains(sentence), "{of}: {words}");
        assert!(words.contains(&format!("{N} sessions, 0 wrong")), "{of}: {words}");
        let examined = played.home.run(&["doctor"], &[]);
        let words = said(&examined);
        assert!(!examined.status.success() && words.contains(sentence), "{of}: {words}");
        let served = played.home.run(&[], &[]);
        let words = said(&served);
        assert!(!served.status.success() && words.contains("`embertale backup`"), "{of}: {words}");
    }
}

#[tokio::test]
async fn a_damaged_schema_is_said_in_a_sentence() {
    let played = Played::new().await;
    assert!(played.schema.iter().any(|page| page.number == 1), "the first page is one of them");
    for page in &played.schema {
        for with in [&[0xFF; 300][..], &EMPTY_LEAF] {
            played.overwrite(&[page], with);
            for command in [&["backup", "all.jsonl"][..], &["verify"], &["doctor"], &[]] {
                let output = played.home.run(command, &[]);
                let words = said(&output);
                assert!(!output.status.success(), "{} {command:?}: {words}", page.number);
                assert!(
                    words.contains("is damaged or not a database") && words.contains("embertale restore"),
                    "{} {command:?}: {words}",
                    page.number
                );
            }
            assert!(!played.home.work().join("all.jsonl").exists());
        }
    }
}

#[tokio::test]
async fn a_backup_that_could_save_nothing_writes_no_file() {
    let home = Home::new();
    let server = home.start(&[]);
    server.good(Ask::post("/api/sessions").json(&json!({}))).await;
    server.terminate();
    assert!(server.ended().await.success());
    let database = SqliteConnectOptions::new().filename(home.data().join("embertale.db"));
    let mut open = SqliteConnection::connect_with(&database).await.unwrap();
    assert_eq!(sqlx::query("UPDATE sessions SET state = '{'").execute(&mut open).await.unwrap().rows_affected(), 1);
    open.close().await.unwrap();
    let file = home.work().join("all.jsonl");
    let saved = home.run(&["backup", file.to_str().unwrap()], &[]);
    let words = said(&saved);
    assert!(
        !saved.status.success() && words.contains("left out") && words.contains("no backup was written"),
        "{words}"
    );
    assert!(!file.exists());
}
