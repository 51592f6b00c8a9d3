//! What it takes to save a turn of a 20 KB session, beside the same statements on a bare connection.
//!
//! The last line is JSON: the medians of a commit by the store and of its bare statements, one after the other in turns
//! so that whatever else the machine does falls on both, and how much of the bare speed the store keeps. Before it stands
//! how many turns a second twenty sessions come to on the Firestore emulator, where there is one.

#[path = "../tests/it/support/emulator.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "it is the tests' own, and they use more of it")]
mod emulator;
mod median;
#[path = "../tests/it/support/missing.rs"]
mod missing;
mod table;

use std::{
    hint::black_box,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use game::{Change, Session, Turn, id::TurnId, turn::Usage};

use criterion::{Criterion, criterion_group};
use embertale::store::{
    BeginOutcome, Commit, FirestoreStore, MemoryStore, NewSession, SqliteStore, Store, StoredTurn, TurnKey, TurnRecord,
};
use jiff::Timestamp;
use median::median;
use serde_json::{Value, json};
use sqlx::{
    Connection as _, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::runtime::Runtime;

/// Pairs of commits that are compared.
const N_PAIRS: u32 = 1_000;
/// Turns of a long session, and as many of them as a prompt shows when each is of about 1 KB.
const N_LONG: u32 = 1_000;
const N_WINDOW: u32 = 40;
/// Starts after which a turn is begun.
const N_COLD: usize = 50;

/// Sessions that play at once on the Firestore emulator, and turns of each.
const N_SESSIONS: usize = 20;
const N_ROUNDS: usize = 60;

/// The session's next turn, of about 2 KB; the session is moved on to it.
fn next_turn(session: &mut Session) -> Commit<TurnRecord> {
    let expected_version = session.head.version;
    let id = TurnId::from(uuid::Uuid::now_v7().to_string());
    session.head.version += 1;
    session.head.n_turns += 1;
    session.head.updated_at = Timestamp::now();
    let turn = Turn {
        id: id.clone(),
        seq: session.head.n_turns,
        session_id: session.head.id.clone(),
        character_id: "hero-1".into(),
        seat: None,
        message: "I look around.".into(),
        whispers: Vec::new(),
        deeds: Vec::new(),
        narrative: "n".repeat(900),
        speakers: Vec::new(),
        tool_calls: vec![],
        changes: vec![Change::RecentEventNoted { text: "e".repeat(100) }; 4],
        combat_events: vec![],
        alternatives: vec![],
        usage: Usage::default(),
        model: "a-model".into(),
        started_at: session.head.updated_at,
        ended_at: session.head.updated_at,
    };
    let key = TurnKey { key: id.to_string(), fingerprint: "f".repeat(64) };
    let stored = StoredTurn { turn, key, log: vec![], head_after: session.head.clone() };
    let what = TurnRecord { stored, window: vec![], interlude: None, trace: Default::default() };
    Commit { expected_version, head: session.head.clone(), game: session.game.clone(), what }
}

/// Time for one commit; what leads up to it is left out.
async fn commit(store: &dyn Store, session: &mut Session) -> Duration {
    let commit = next_turn(session);
    let begun = store.begin_turn("local", &session.head.id, &commit.what.stored.key, &commit.what.stored.turn.id).await;
    let Ok(BeginOutcome::Claimed(claimed)) = begun else { panic!("no claim: {begun:?}") };
    let start = Instant::now();
    store.commit_turn(&claimed.claim, commit).await.expect("the commit is saved");
    start.elapsed()
}

/// Time for `n` claims with the commits that follow them.
async fn turns(store: &dyn Store, session: &mut Session, n: u64) -> Duration {
    let start = Instant::now();
    for _ in 0..n {
        commit(store, session).await;
    }
    start.elapsed()
}

/// Time for the statements of one commit and nothing else: the JSON is made before the clock runs.
async fn bare(connection: &mut SqliteConnection, session: &mut Session) -> sqlx::Result<Duration> {
    let commit = next_turn(session);
    let (head, id) = (&commit.head, session.head.id.as_str());
    let json = |it: serde_json::Result<String>| it.expect("records are JSON");
    let head_json = json(serde_json::to_string(head));
    let state_json = json(serde_json::to_string(&commit.game));
    let stored = &commit.what.stored;
    let body = json(serde_json::to_string(stored));
    let start = Instant::now();
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query(
        "UPDATE sessions SET version = ?, updated_at = ?, schema = ?, heroes = ?, location = ?, n_turns = ?, \
         head = ?, state = ? WHERE id = ? AND version = ?",
    )
    .bind(i64::try_from(head.version).unwrap_or(0))
    .bind(head.updated_at.to_string())
    .bind(1)
    .bind("[]")
    .bind("")
    .bind(head.n_turns)
    .bind(head_json)
    .bind(state_json)
    .bind(id)
    .bind(i64::try_from(commit.expected_version).unwrap_or(0))
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO turns (session_id, seq, turn_id, key, fingerprint, schema, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(id)
    .bind(head.n_turns)
    .bind(stored.turn.id.as_str())
    .bind(&stored.key.key)
    .bind(&stored.key.fingerprint)
    .bind(1)
    .bind(body)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(start.elapsed())
}

async fn created(store: &dyn Store) -> Session {
    let session = table::session();
    store
        .create(NewSession { session: session.clone(), past: None, create_key: None })
        .await
        .expect("a session is created");
    session
}

async fn connect(folder: &Path) -> sqlx::Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("embertale.db"))
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    SqliteConnection::connect_with(&options).await
}

/// A folder for a store. In the working folder: what the system keeps temporary files on may be no disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("target").expect("a folder")
}

fn saving(c: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let folder = folder();
    let store = runtime.block_on(SqliteStore::open(folder.path())).expect("a store");
    let mut group = c.benchmark_group("a turn of a 20 KB session");

    let mut session = runtime.block_on(created(&store));
    group.bench_function("claim and commit, sqlite", |b| {
        b.iter_custom(|n| runtime.block_on(turns(&store, &mut session, n)));
    });
    let memory = MemoryStore::new();
    let mut session = runtime.block_on(created(&memory));
    group.bench_function("claim and commit, memory", |b| {
        b.iter_custom(|n| runtime.block_on(turns(&memory, &mut session, n)));
    });
    let id = runtime.block_on(created(&store)).head.id;
    group.bench_function("load, sqlite", |b| {
        b.iter(|| black_box(runtime.block_on(store.load(&id)).expect("it is there")));
    });
    group.finish();
}

/// Commits by the store and bare ones in turns. Each has a database of its own, so that neither finds its pages made
/// stale by the other.
async fn compared() -> Value {
    let (ours, theirs) = (folder(), folder());
    let store = SqliteStore::open(ours.path()).await.expect("a store");
    let mut session = created(&store).await;
    let other = SqliteStore::open(theirs.path()).await.expect("a store");
    let mut bare_session = created(&other).await;
    other.close().await;
    let mut connection = connect(theirs.path()).await.expect("a connection");
    let (mut by_store, mut by_hand) = (Vec::new(), Vec::new());
    for _ in 0..N_PAIRS {
        by_store.push(commit(&store, &mut session).await.as_secs_f64() * 1e6);
        by_hand.push(bare(&mut connection, &mut bare_session).await.expect("all is saved").as_secs_f64() * 1e6);
    }
    let (by_store, by_hand) = (median(by_store), median::median(by_hand));
    json!({"commit_us": by_store, "bare_commit_us": by_hand, "of_bare_speed": by_hand / by_store})
}

/// Milliseconds to begin a turn of a session of a thousand, in a store that was just opened.
async fn begun_cold() -> f64 {
    let folder = folder();
    let store = SqliteStore::open(folder.path()).await.expect("a store");
    let mut session = created(&store).await;
    for _ in 0..N_LONG {
        session.head.window_from = session.head.n_turns.saturating_sub(N_WINDOW - 2).max(1);
        commit(&store, &mut session).await;
    }
    store.close().await;
    let mut times = Vec::new();
    for _ in 0..N_COLD {
        let store = SqliteStore::open(folder.path()).await.expect("a store");
        let next = next_turn(&mut session.clone()).what.stored;
        let start = Instant::now();
        let begun = store.begin_turn("local", &session.head.id, &next.key, &next.turn.id).await;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        let Ok(BeginOutcome::Claimed(claimed)) = begun else { panic!("no claim: {begun:?}") };
        assert_eq!(claimed.window.len(), N_WINDOW as usize);
        store.close().await;
    }
    median(times)
}

/// Turns of twenty sessions on the emulator: all claims of a round at once, then all commits at once.
async fn on_the_emulator() -> Value {
    if emulator::is_missing() {
        return json!({"firestore": "no emulator"});
    }
    let store = Arc::new(FirestoreStore::open(emulator::project()).await.expect("a store"));
    let mut sessions = Vec::new();
    for _ in 0..N_SESSIONS {
        sessions.push(created(&*store).await);
    }
    let (mut claiming, mut committing) = (Vec::new(), Vec::new());
    for _ in 0..N_ROUNDS {
        let commits: Vec<Commit<TurnRecord>> = sessions.iter_mut().map(next_turn).collect();
        let since = Instant::now();
        let claims = commits.iter().map(|commit| {
            let stored = &commit.what.stored;
            store.begin_turn("local", &commit.head.id, &stored.key, &stored.turn.id)
        });
        let claims_won: Vec<_> = futures::future::join_all(claims).await;
        claiming.push(since.elapsed().as_secs_f64());
        let since = Instant::now();
        let saved = claims_won.into_iter().zip(commits).map(|(begun, commit)| {
            let store = Arc::clone(&store);
            let Ok(BeginOutcome::Claimed(claimed)) = begun else { panic!("no claim: {begun:?}") };
            tokio::spawn(async move { store.commit_turn(&claimed.claim, commit).await })
        });
        for saved in futures::future::join_all(saved).await {
            saved.expect("no panic").expect("the commit is saved");
        }
        committing.push(since.elapsed().as_secs_f64());
    }
    let per_second = |rounds: f64| N_SESSIONS as f64 / rounds;
    let (claiming, committing) = (median(claiming), median::median(committing));
    json!({
        "firestore_emulator_commits_per_s": per_second(committing),
        "firestore_emulator_turns_per_s": per_second(claiming + committing),
    })
}

criterion_group!(benches, saving);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    // Cargo says so where it wants figures and not just a trial.
    if std::env::args().any(|argument| argument == "--bench") {
        let runtime = Runtime::new().expect("a runtime");
        // On the runtime's own threads, as the server commits.
        let mut figures = runtime.block_on(runtime.spawn(compared())).expect("all is saved");
        figures["begin_at_turn_1000_ms"] = runtime.block_on(runtime.spawn(begun_cold())).expect("all is read").into();
        let emulator = runtime.block_on(runtime.spawn(on_the_emulator())).expect("all is saved");
        for (name, figure) in emulator.as_object().into_iter().flatten() {
            figures[name] = figure.clone();
        }
        println!("{figures}");
    }
}
