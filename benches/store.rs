//! What it takes to save a turn of a 20 KB session, beside the same statements on a bare connection. The two are measured
//! one after the other: on a machine that has other work, compare several runs.

use std::{
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use embertale::{
    game::{Change, Game, Session, SessionHead, State, Turn, id::TurnId, story::Story, turn::Usage},
    store::{Begun, Commit, MemoryStore, NewSession, SqliteStore, Store, StoredTurn, TurnKey},
};
use jiff::Timestamp;
use sqlx::{
    Connection as _, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::runtime::Runtime;

const SNAPSHOT_BYTES: usize = 20_000;

fn session() -> Session {
    let mut game = Game::new(State::start(Story::default(), vec![], [1; 32]));
    let short = serde_json::to_vec(&game).expect("a game is JSON").len();
    game.apply(&Change::SummaryRewritten { text: "w".repeat(SNAPSHOT_BYTES - short) }).expect("a summary applies");
    let now = Timestamp::now();
    let head = SessionHead {
        id: uuid::Uuid::now_v7().to_string().into(),
        owner: "local".into(),
        title: "Benchmark".into(),
        version: 1,
        created_at: now,
        updated_at: now,
        n_turns: 0,
        window_from: 1,
        usage: Usage::default(),
    };
    Session { head, game }
}

/// The session's next turn, of about 2 KB; the session is moved on to it.
fn next_turn(session: &mut Session) -> Commit<StoredTurn> {
    let expected_version = session.head.version;
    let id = TurnId(uuid::Uuid::now_v7().to_string());
    session.head.version += 1;
    session.head.n_turns += 1;
    session.head.updated_at = Timestamp::now();
    let turn = Turn {
        id: id.clone(),
        seq: session.head.n_turns,
        session_id: session.head.id.clone(),
        character_id: "hero-1".into(),
        message: "I look around.".into(),
        narrative: "n".repeat(900),
        tool_calls: vec![],
        changes: vec![Change::RecentEventNoted { text: "e".repeat(100) }; 4],
        alternatives: vec![],
        usage: Usage::default(),
        model: "a-model".into(),
        started_at: session.head.updated_at,
        ended_at: session.head.updated_at,
    };
    let key = TurnKey { key: id.0, fingerprint: "f".repeat(64) };
    let what = StoredTurn { turn, key, log: vec![], head_after: session.head.clone() };
    Commit { expected_version, head: session.head.clone(), game: session.game.clone(), what }
}

/// Time for `n` commits; what leads up to each is left out.
async fn commits(store: &dyn Store, session: &mut Session, n: u64) -> Duration {
    let mut spent = Duration::ZERO;
    for _ in 0..n {
        let commit = next_turn(session);
        let begun = store.begin_turn(&session.head.id, &commit.what.key, &commit.what.turn.id).await;
        let Ok(Begun::Claimed(claim)) = begun else { panic!("no claim: {begun:?}") };
        let start = Instant::now();
        store.commit_turn(&claim, commit).await.expect("the commit is saved");
        spent += start.elapsed();
    }
    spent
}

/// Time for `n` claims with the commits that follow them.
async fn turns(store: &dyn Store, session: &mut Session, n: u64) -> Duration {
    let start = Instant::now();
    commits(store, session, n).await;
    start.elapsed()
}

/// The statements of a commit and nothing else: the JSON is made before the clock runs.
async fn bare(connection: &mut SqliteConnection, session: &mut Session, n: u64) -> sqlx::Result<Duration> {
    let mut spent = Duration::ZERO;
    for _ in 0..n {
        let commit = next_turn(session);
        let (head, id) = (&commit.head, session.head.id.as_str());
        let json = |it: serde_json::Result<String>| it.expect("records are JSON");
        let head_json = json(serde_json::to_string(head));
        let state_json = json(serde_json::to_string(&commit.game));
        let body = json(serde_json::to_string(&commit.what));
        let turn = commit.what.turn.id.as_str();
        sqlx::query("INSERT INTO claims (session_id, turn_id, key, expires_at) VALUES (?, ?, ?, 9999999999999)")
            .bind(id)
            .bind(turn)
            .bind(turn)
            .execute(&mut *connection)
            .await?;
        let start = Instant::now();
        let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query("DELETE FROM claims WHERE session_id = ? AND turn_id = ?")
            .bind(id)
            .bind(turn)
            .execute(&mut *tx)
            .await?;
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
        .bind(turn)
        .bind(&commit.what.key.key)
        .bind(&commit.what.key.fingerprint)
        .bind(1)
        .bind(body)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        spent += start.elapsed();
    }
    Ok(spent)
}

async fn created(store: &dyn Store) -> Session {
    let session = session();
    store.create(NewSession { session: session.clone(), create_key: None }).await.expect("a session is created");
    session
}

async fn connect(folder: &Path) -> sqlx::Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("embertale.db"))
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    SqliteConnection::connect_with(&options).await
}

fn saving(c: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    // In the working folder: what the system keeps temporary files on may be no disk at all.
    let folder = tempfile::tempdir_in("target").expect("a folder");
    let store = runtime.block_on(SqliteStore::open(folder.path())).expect("a store");
    let mut group = c.benchmark_group("a turn of a 20 KB session");

    let mut session = runtime.block_on(created(&store));
    group.bench_function("commit, bare statements", |b| {
        let mut connection = runtime.block_on(connect(folder.path())).expect("a connection");
        b.iter_custom(|n| runtime.block_on(bare(&mut connection, &mut session, n)).expect("all is saved"));
    });
    let mut session = runtime.block_on(created(&store));
    group.bench_function("commit, sqlite", |b| {
        b.iter_custom(|n| runtime.block_on(commits(&store, &mut session, n)));
    });
    let mut session = runtime.block_on(created(&store));
    group.bench_function("claim and commit, sqlite", |b| {
        b.iter_custom(|n| runtime.block_on(turns(&store, &mut session, n)));
    });
    let memory = MemoryStore::new();
    let mut session = runtime.block_on(created(&memory));
    group.bench_function("claim and commit, memory", |b| {
        b.iter_custom(|n| runtime.block_on(turns(&memory, &mut session, n)));
    });
    let id = session_id(&runtime, &store);
    group.bench_function("load, sqlite", |b| {
        b.iter(|| black_box(runtime.block_on(store.load(&id)).expect("it is there")));
    });
    group.finish();
}

fn session_id(runtime: &Runtime, store: &SqliteStore) -> embertale::game::id::SessionId {
    runtime.block_on(created(store)).head.id
}

criterion_group!(benches, saving);
criterion_main!(benches);
