//! What the stores' own engines need for the smallest commit that holds a turn.

use std::{path::Path, time::Instant};

use serde_json::{Value, json};
use sqlx::{
    Connection as _, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use super::{absolute, emulator, folder, median::median, percentile, played, server::Server, stand_in::StandIn};

/// Commits of which the middle one counts.
const N_COMMITS: usize = 100;
/// Bytes of a turn with its session.
const N_BYTES: usize = 20_000;

/// A commit on the file of a server that has ended, with the same promises: waiting for the disk.
pub(crate) async fn bare_sqlite_commit_ms(file: &Path) -> f64 {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = SqliteConnection::connect_with(&options).await.expect("the file opens");
    sqlx::query("CREATE TABLE bare (body TEXT)").execute(&mut connection).await.expect("a table");
    let (body, mut took) = ("t".repeat(N_BYTES), Vec::with_capacity(N_COMMITS));
    for _ in 0..N_COMMITS {
        let start = Instant::now();
        sqlx::query("INSERT INTO bare VALUES (?)").bind(&body).execute(&mut connection).await.expect("a commit");
        took.push(start.elapsed().as_secs_f64() * 1_000.0);
    }
    median(took)
}

/// A turn on the Firestore emulator beside a bare commit there; null where there is no emulator.
pub(crate) async fn firestore(stand_in: &StandIn) -> Value {
    if emulator::is_missing() {
        return Value::Null;
    }
    let (host, project, folder) = (emulator::shared(), "demo-outside", folder());
    let mut command = Server::embertale(&absolute(&folder), &stand_in.url);
    command.env("STORE", "firestore").env("FIRESTORE_PROJECT_ID", project).env("FIRESTORE_EMULATOR_HOST", &host);
    let server = Server::start(command).await;
    let players = server.new_players(1).await;
    played(&players, 10).await;
    let took = played(&players, 50).await;
    let commits = bare_firestore_commits_ms(&host, project).await;
    let (turn, commit) = (percentile(&took, 50), median(commits));
    json!({"p50_ms_1": turn, "bare_commit_ms": commit, "ratio": turn / commit})
}

async fn bare_firestore_commits_ms(host: &str, project: &str) -> Vec<f64> {
    let http = reqwest::Client::new();
    let documents = format!("projects/{project}/databases/(default)/documents");
    let fields = json!({"body": {"stringValue": "t".repeat(N_BYTES)}});
    let mut took = Vec::with_capacity(N_COMMITS);
    for i in 0..N_COMMITS {
        let name = format!("{documents}/bare/{i}");
        let writes = json!({"writes": [{"update": {"name": name, "fields": fields}}]});
        let start = Instant::now();
        let request = http.post(format!("http://{host}/v1/{documents}:commit")).bearer_auth("owner").json(&writes);
        let answer = request.send().await.expect("the emulator answers");
        assert!(answer.status().is_success(), "{answer:?}");
        answer.bytes().await.expect("all of it");
        took.push(start.elapsed().as_secs_f64() * 1_000.0);
    }
    took
}
