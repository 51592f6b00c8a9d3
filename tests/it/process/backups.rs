//! Backups: their destinations, what they leave out, and daily backups of a server.

use std::{fs, path::Path, process::Output};

use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    server::{Home, files, until},
    table::{chat, session},
    wire::Ask,
};

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A home with a session of one turn.
async fn played() -> (Home, String) {
    let home = Home::new();
    let server = home.start(&[]);
    let id = session(&server).await;
    server.good(chat(&id, "I look around.")).await;
    drop(server);
    (home, id)
}

#[tokio::test]
async fn backups_can_be_written_to_and_restored_from_files_and_streams() {
    let (home, id) = played().await;
    let (plain, packed) = (home.work().join("all.jsonl"), home.work().join("all.jsonl.gz"));
    for file in [&plain, &packed] {
        let saved = home.run(&["backup", file.to_str().unwrap()], &[]);
        assert!(saved.status.success(), "{}", said(&saved));
    }
    let (n_plain, n_packed) = (fs::metadata(&plain).unwrap().len(), fs::metadata(&packed).unwrap().len());
    assert!(n_packed * 2 < n_plain, "{n_packed} of {n_plain} bytes");
    let piped = home.run(&["backup", "-"], &[]);
    assert!(piped.status.success() && !home.work().join("-").exists());
    let piped_file = home.work().join("piped.jsonl");
    fs::write(&piped_file, &piped.stdout).unwrap();
    for file in [&plain, &packed, &piped_file] {
        let other = Home::new();
        let restored = other.run(&["restore", file.to_str().unwrap()], &[]);
        assert!(restored.status.success() && said(&restored).contains("1 sessions restored"), "{}", said(&restored));
        let log = fs::metadata(other.data().join("embertale.db-wal"));
        assert!(log.is_err() || log.is_ok_and(|log| log.len() == 0), "the database file holds everything");
        assert!(other.verify().contains(&id));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn backups_and_sessions_can_be_read_from_pipes() {
    use std::process::{Command, Stdio};
    let (home, id) = played().await;
    let (plain, packed) = (home.work().join("all.jsonl"), home.work().join("all.jsonl.gz"));
    for file in [&plain, &packed] {
        assert!(home.run(&["backup", file.to_str().unwrap()], &[]).status.success());
    }
    let one = home.work().join("one.json");
    assert!(home.run(&["export", &id, one.to_str().unwrap()], &[]).status.success());
    let take_in = |other: &Home, command: &str, from: &str, file: &Path| {
        let mut cat = Command::new("cat").arg(file).stdout(Stdio::piped()).spawn().unwrap();
        let output = other.command(&[]).args([command, from]).stdin(cat.stdout.take().unwrap()).output().unwrap();
        cat.wait().unwrap();
        output
    };
    for (from, file) in [("-", &plain), ("-", &packed), ("/dev/stdin", &plain)] {
        let other = Home::new();
        let restored = take_in(&other, "restore", from, file);
        assert!(restored.status.success() && other.verify().contains(&id), "{from}: {}", said(&restored));
    }
    let other = Home::new();
    let imported = take_in(&other, "import", "-", &one);
    assert!(imported.status.success() && other.verify().contains("1 sessions, 0 wrong"), "{}", said(&imported));
    fs::write(&plain, &fs::read(&plain).unwrap()[..400]).unwrap();
    let cut = take_in(&Home::new(), "restore", "-", &plain);
    assert!(!cut.status.success() && said(&cut).contains("standard input can't be restored"), "{}", said(&cut));
}

#[cfg(unix)]
#[tokio::test]
async fn a_device_is_never_replaced_by_a_backup() {
    use std::os::unix::fs::FileTypeExt;
    let (home, _) = played().await;
    let pipe = home.work().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let refused = home.run(&["backup", pipe.to_str().unwrap()], &[]);
    assert!(!refused.status.success() && said(&refused).contains("not a file"), "{}", said(&refused));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_to_a_link_that_leads_nowhere_is_refused() {
    let (home, _) = played().await;
    let (link, target) = (home.work().join("link.jsonl"), home.work().join("gone.jsonl"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let refused = home.run(&["backup", link.to_str().unwrap()], &[]);
    assert!(!refused.status.success() && said(&refused).contains("it is a link"), "{}", said(&refused));
    assert!(link.is_symlink() && !target.exists());
    fs::write(&target, "").unwrap();
    let saved = home.run(&["backup", link.to_str().unwrap()], &[]);
    assert!(saved.status.success() && link.is_symlink(), "{}", said(&saved));
    assert!(fs::metadata(&target).unwrap().len() > 0, "the file the link leads to is replaced");
}

/// Overwrites every page of a database that contains this text, including free pages.
fn damage(database: &Path, text: &str) {
    let mut bytes = fs::read(database).unwrap();
    let found: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(text.as_bytes())).collect();
    assert!(!found.is_empty(), "the text is nowhere");
    for at in found {
        let page = at / 4096 * 4096;
        bytes[page..page + 4096].fill(0xEE);
    }
    fs::write(database, bytes).unwrap();
}

#[tokio::test]
async fn damaged_records_are_named_and_left_out_of_the_backup() {
    let home = Home::new();
    let server = home.start(&[]);
    let mut ids = Vec::new();
    for n in 0..30 {
        let created =
            server.good(Ask::post("/api/sessions").json(&serde_json::json!({"title": format!("number {n}")}))).await;
        let id = created["id"].as_str().unwrap().to_owned();
        server.good(chat(&id, &format!("I look around, {n} times."))).await;
        ids.push(id);
    }
    server.terminate();
    assert!(server.ended().await.success());
    let database = home.data().join("embertale.db");
    let mut open = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&database)).await.unwrap();
    sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut open).await.unwrap();
    open.close().await.unwrap();
    damage(&database, "I look around, 13 times.");
    let file = home.work().join("all.jsonl.gz");
    let saved = home.run(&["backup", file.to_str().unwrap()], &[]);
    let words = said(&saved);
    assert!(!saved.status.success() && words.contains("left out") && words.contains("are not in it"), "{words}");
    let other = Home::new();
    let restored = other.run(&["restore", file.to_str().unwrap()], &[]);
    assert!(restored.status.success(), "{}", said(&restored));
    let n: usize = said(&restored).split(' ').next().unwrap().parse().unwrap();
    assert!((10..30).contains(&n), "{n} of 30 sessions");
}

#[tokio::test]
async fn a_players_export_names_unreadable_sessions_and_fails() {
    let home = Home::new();
    let tokens = [("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr-and-more,grace:hopper-1906-and-more")];
    let server = home.start(&tokens);
    for secret in ["lovelace-zephyr-and-more", "hopper-1906-and-more"] {
        server.good(Ask::post("/api/sessions").json(&serde_json::json!({})).bearer(secret)).await;
    }
    server.terminate();
    assert!(server.ended().await.success());
    let database = home.data().join("embertale.db");
    let mut open = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&database)).await.unwrap();
    let damage = "UPDATE sessions SET state = '{' WHERE owner = 'ada'";
    assert_eq!(sqlx::query(damage).execute(&mut open).await.unwrap().rows_affected(), 1);
    open.close().await.unwrap();
    let export = |player: &str| {
        let file = home.work().join(format!("{player}.jsonl.gz"));
        home.run(&["players", "export", player, file.to_str().unwrap()], &tokens)
    };
    let ada = export("ada");
    assert!(!ada.status.success() && said(&ada).contains("left out"), "{}", said(&ada));
    let grace = export("grace");
    assert!(grace.status.success() && said(&grace).contains("1 sessions saved"), "{}", said(&grace));
}

#[tokio::test]
async fn a_backup_to_dev_stdout_is_written_to_standard_output() {
    let (home, _) = played().await;
    let link = Path::new("/dev/stdout");
    let saved = home.run(&["backup", "/dev/stdout"], &[]);
    assert!(saved.status.success() && saved.stdout.starts_with(b"{"), "{}", said(&saved));
    assert!(link.is_symlink(), "the node was replaced");
    let refused = home.run(&["backup", "/dev/stderr"], &[]);
    assert!(!refused.status.success() && said(&refused).contains("not a file"), "{}", said(&refused));
}

#[tokio::test]
async fn an_invalid_database_is_reported_once_with_a_remedy() {
    let home = Home::new();
    fs::create_dir(home.data()).unwrap();
    fs::write(home.data().join("embertale.db"), "Dear diary, ".repeat(1_000)).unwrap();
    let refused = home.run(&[], &[]);
    let words = said(&refused);
    assert!(!refused.status.success() && words.contains("restore a backup"), "{words}");
    assert!(words.matches("file is not a database").count() <= 1, "{words}");
}

#[tokio::test]
async fn a_server_makes_daily_backups_and_keeps_the_newest() {
    let (home, id) = played().await;
    let folder = home.data().join("backups");
    fs::create_dir(&folder).unwrap();
    for day in ["2020-01-01", "2020-01-02"] {
        fs::write(folder.join(format!("embertale-{day}.jsonl.gz")), "old").unwrap();
    }
    let server = home.start(&[("BACKUP_DAILY", "00:00"), ("BACKUP_KEEP", "2")]);
    let names = || {
        let mut names: Vec<String> =
            fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    until("a backup is made", || names().len() == 2 && names()[1] != "embertale-2020-01-02.jsonl.gz").await;
    drop(server);
    let other = Home::new();
    let restored = other.run(&["restore", folder.join(&names()[1]).to_str().unwrap()], &[]);
    assert!(restored.status.success(), "{}", said(&restored));
    assert!(other.verify().contains(&id));
}

#[tokio::test]
async fn exporting_and_erasing_a_player_covers_all_their_data_and_nothing_else() {
    let home = Home::new();
    let tokens = [("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr-and-more,grace:hopper-1906-and-more")];
    let server = home.start(&tokens);
    let mut ids = Vec::new();
    for secret in ["lovelace-zephyr-and-more", "hopper-1906-and-more"] {
        let created = server.good(Ask::post("/api/sessions").json(&serde_json::json!({})).bearer(secret)).await;
        server.good(Ask::post("/api/campaigns").json(&crate::campaign::clean()).bearer(secret)).await;
        ids.push(created["id"].as_str().unwrap().to_owned());
    }
    drop(server);
    let file = home.work().join("ada.jsonl.gz");
    let saved = home.run(&["players", "export", "ada", file.to_str().unwrap()], &[]);
    assert!(saved.status.success() && said(&saved).contains("1 sessions saved"), "{}", said(&saved));
    let other = Home::new();
    let restored = other.run(&["restore", file.to_str().unwrap()], &[]);
    assert!(restored.status.success(), "{}", said(&restored));
    let verified = other.verify();
    assert!(verified.contains(&ids[0]) && !verified.contains(&ids[1]), "{verified}");
    assert!(!home.run(&["players", "erase", "ada"], &[]).status.success(), "it asks back");
    let spending = home.data().join("spending.log");
    fs::write(&spending, "2026-11-20 70 ada\n2026-11-20 5 grace\n2026-11-20 1\n").unwrap();
    let erased = home.run(&["players", "erase", "ada", "--yes"], &[]);
    assert!(erased.status.success(), "{}", said(&erased));
    assert_eq!(fs::read_to_string(&spending).unwrap(), "2026-11-20 71\n2026-11-20 5 grace\n");
    let kept = fs::read_dir(home.data()).unwrap().flatten().filter(|entry| entry.path().is_file());
    for entry in kept {
        let bytes = fs::read(entry.path()).unwrap();
        let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!holds(&ids[0]), "{} still contains the erased session", entry.path().display());
    }
    let verified = home.verify();
    assert!(!verified.contains(&ids[0]) && verified.contains(&ids[1]), "{verified}");
}

#[tokio::test]
async fn a_killed_erasure_can_be_repeated_and_leaves_nothing_on_the_disk() {
    const N: usize = 150;
    let home = Home::new();
    let tokens = [
        ("AUTH", "token"),
        ("AUTH_TOKENS", "ada:lovelace-zephyr-and-more,grace:hopper-1906-and-more"),
        ("LIMIT_SESSIONS", "0"),
    ];
    let server = home.start(&tokens);
    let mut ids = Vec::new();
    for _ in 0..N {
        let tale = serde_json::json!({"title": "The Quillon of Ysmera"});
        let ask = Ask::post("/api/sessions").json(&tale).bearer("lovelace-zephyr-and-more");
        ids.push(server.good(ask).await["id"].as_str().unwrap().to_owned());
    }
    let ask = Ask::post("/api/sessions").json(&serde_json::json!({})).bearer("hopper-1906-and-more");
    let other = server.good(ask).await["id"].as_str().unwrap().to_owned();
    drop(server);
    let n_left = async || {
        let database = SqliteConnectOptions::new().filename(home.data().join("embertale.db"));
        let mut open = SqliteConnection::connect_with(&database).await.unwrap();
        let n: i64 = sqlx::query_scalar("SELECT count(*) FROM sessions").fetch_one(&mut open).await.unwrap();
        usize::try_from(n).unwrap()
    };
    let mut erasing = home.command(&[]).args(["players", "erase", "ada", "--yes"]).spawn().unwrap();
    while n_left().await > N {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    erasing.kill().unwrap();
    erasing.wait().unwrap();
    let left = n_left().await;
    assert!((2..=N).contains(&left), "it was killed half-way: {left}");
    let again = home.run(&["players", "erase", "ada", "--yes"], &[]);
    assert!(again.status.success() && said(&again).contains(&format!("{} sessions", left - 1)), "{}", said(&again));
    for (path, bytes) in files(&home.data()) {
        let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!holds("Quillon of Ysmera"), "{} still has a title", path.display());
        assert!(!ids.iter().any(|id| holds(id)), "{} still has an id", path.display());
    }
    assert!(home.verify().contains(&other));
}

#[tokio::test]
async fn the_doctor_reports_problems_and_fails() {
    let empty = Home::new();
    let none = empty.run(&["doctor"], &[]);
    assert!(none.status.success() && said(&none).contains("no database") && !empty.data().exists(), "{}", said(&none));
    let (home, _) = played().await;
    let well = home.run(&["doctor"], &[]);
    assert!(well.status.success() && said(&well).contains("1 sessions"), "{}", said(&well));
    let nobody = home.run(&["doctor"], &[("AUTH", "token")]);
    assert!(!nobody.status.success() && said(&nobody).contains("needs players"), "{}", said(&nobody));
    assert!(said(&well).contains("AUTH=none") && said(&nobody).contains("AUTH=token"), "{}", said(&nobody));
    let players = home.data().join("players.json");
    fs::write(&players, "nonsense").unwrap();
    let unreadable = home.run(&["doctor"], &[]);
    assert!(!unreadable.status.success() && said(&unreadable).contains("players.json"), "{}", said(&unreadable));
    fs::remove_file(&players).unwrap();
    let away = [("ANTHROPIC_API_KEY", "sk-hush-hush"), ("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")];
    let ill = home.run(&["doctor"], &away);
    let words = said(&ill);
    assert!(!ill.status.success() && words.contains("can't be reached") && words.contains("DAY_CAP_USD"), "{words}");
    assert!(!words.contains("hush"), "{words}");
    let nowhere = home.work().join("nowhere.pem");
    let without_roots = [
        ("ANTHROPIC_API_KEY", "sk-hush-hush"),
        ("ANTHROPIC_BASE_URL", "https://127.0.0.1:9"),
        ("SSL_CERT_FILE", nowhere.to_str().unwrap()),
    ];
    let ill = home.run(&["doctor"], &without_roots);
    let advice = "Install the TLS root certificates of this system";
    assert!(!ill.status.success() && said(&ill).contains(advice), "{}", said(&ill));
    let server = home.start(&without_roots);
    until("the log says so, before anybody plays", || home.log().contains(advice)).await;
    drop(server);
    for beside in ["embertale.db-wal", "embertale.db-shm"] {
        let _ = fs::remove_file(home.data().join(beside));
    }
    fs::write(home.data().join("embertale.db"), "Dear diary, ".repeat(1_000)).unwrap();
    let broken = home.run(&["doctor"], &[]);
    assert!(!broken.status.success() && said(&broken).contains("restore a backup"), "{}", said(&broken));
}

#[tokio::test]
async fn the_data_of_an_unknown_player_can_be_neither_exported_nor_erased() {
    let (home, _) = played().await;
    let file = home.work().join("nobody.jsonl");
    let exported = home.run(&["players", "export", "nobody", file.to_str().unwrap()], &[]);
    let erased = home.run(&["players", "erase", "nobody", "--yes"], &[]);
    for refused in [exported, erased] {
        let words = said(&refused);
        assert_eq!(refused.status.code(), home.run(&["players", "remove", "nobody"], &[]).status.code(), "{words}");
        assert!(!refused.status.success() && words.contains("there is no player nobody"), "{words}");
    }
    assert!(!file.exists());
    assert!(home.run(&["players", "add", "newcomer"], &[]).status.success());
    assert!(home.run(&["players", "erase", "newcomer", "--yes"], &[]).status.success(), "a player without data");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_backup_to_a_full_standard_output_gives_no_advice_about_files() {
    let (home, _) = played().await;
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let refused = home.command(&[]).args(["backup", "-"]).stdout(full).output().unwrap();
    let words = said(&refused);
    assert!(!refused.status.success() && words.contains("cannot write to standard output"), "{words}");
    assert!(!words.contains("another file"), "{words}");
}

#[tokio::test]
async fn a_session_is_exported_without_the_records_beside_it_that_are_damaged() {
    let (home, id) = played().await;
    let server = home.start(&[]);
    let note = Ask::post(&format!("/api/sessions/{id}/journal")).json(&serde_json::json!({"text": "A note"}));
    assert_eq!(server.send(note).await.status, 201);
    server.terminate();
    assert!(server.ended().await.success());
    let database = SqliteConnectOptions::new().filename(home.data().join("embertale.db"));
    let mut open = SqliteConnection::connect_with(&database).await.unwrap();
    let damaged = sqlx::query("UPDATE hands SET body = x'00'").execute(&mut open).await.unwrap();
    assert!(damaged.rows_affected() > 0);
    open.close().await.unwrap();
    let file = home.work().join("one.json");
    let exported = home.run(&["export", &id, file.to_str().unwrap()], &[]);
    assert!(!exported.status.success() && said(&exported).contains("left out"), "{}", said(&exported));
    let server = home.start(&[]);
    let answer = server.send(Ask::get(&format!("/api/sessions/{id}/export"))).await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("x-left-out").is_some());
    drop(server);
    let imported = Home::new().run(&["import", file.to_str().unwrap()], &[]);
    assert!(imported.status.success(), "{}", said(&imported));
}

#[tokio::test]
async fn prices_that_are_not_json_are_refused_with_an_example() {
    let refused = Home::new().run(&["play"], &[("MODEL_PRICES", "{")]);
    let words = said(&refused);
    assert!(!refused.status.success() && words.contains("MODEL_PRICES can't be read: it is not valid JSON"), "{words}");
    assert!(words.contains(r#"{"my-model": {"input": 3, "output": 15}}"#) && !words.contains("EOF"), "{words}");
}

#[tokio::test]
async fn the_document_describes_the_cookie_of_both_sign_in_and_sign_out() {
    let home = Home::new();
    let server = home.start(&[]);
    let document = server.good(Ask::get("/api/openapi.json")).await;
    for path in ["/api/sign-in", "/api/sign-out"] {
        let headers = &document["paths"][path]["post"]["responses"]["204"]["headers"];
        assert!(headers["Set-Cookie"].is_object(), "{path}: {headers}");
    }
}

#[tokio::test]
async fn a_request_for_damaged_data_is_answered_with_a_remedy() {
    let (home, id) = played().await;
    let database = SqliteConnectOptions::new().filename(home.data().join("embertale.db"));
    let mut open = SqliteConnection::connect_with(&database).await.unwrap();
    sqlx::query("UPDATE sessions SET state = '{'").execute(&mut open).await.unwrap();
    open.close().await.unwrap();
    let server = home.start(&[]);
    let answer = server.send(Ask::get(&format!("/api/sessions/{id}"))).await;
    assert!(answer.header("retry-after").is_some());
    answer.problem(503, "store_unavailable");
}
