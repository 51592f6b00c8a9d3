//! What SQLite adds to the contract: files, locks, damage and disks that are full.

use std::{error::Error as _, path::Path, time::Duration};

use game::{Change, Session};

use embertale::store::{Error, Listed, Recorded, SqliteOptions, SqliteStore, Store};
use futures::FutureExt as _;
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::{TempDir, tempdir};

use super::records::{NextTurn, claimed, keyed, new, next_interlude, next_turn, session};

async fn opened() -> (TempDir, SqliteStore) {
    let folder = tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).await.unwrap();
    (folder, store)
}

/// Another program's connection to a store's database.
async fn beside(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("embertale.db"));
    SqliteConnection::connect_with(&options).await.unwrap()
}

async fn begin(store: &SqliteStore, next: &NextTurn) {
    let begun =
        store.begin_turn(&next.commit.head.owner, &next.claim.session, &next.key, &next.claim.turn).await.unwrap();
    assert_eq!(claimed(begun).claim, next.claim);
}

async fn played(store: &SqliteStore, session: &Session, words: &str) -> Session {
    let next = next_turn(session, words);
    begin(store, &next).await;
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    next.after
}

/// The sentence behind a store that is not available.
fn why_unavailable<T>(result: Result<T, Error>) -> String {
    match result.map(drop) {
        Err(error @ Error::Unavailable(_)) => error.source().unwrap().to_string(),
        other => panic!("available, or something else: {other:?}"),
    }
}

fn why_not_writable<T>(result: Result<T, Error>) -> String {
    match result.map(drop) {
        Err(error @ Error::NotWritable(_)) => error.source().unwrap().to_string(),
        other => panic!("writable, or something else: {other:?}"),
    }
}

fn why_damaged<T>(result: Result<T, Error>) -> String {
    match result.map(drop) {
        Err(Error::Damaged(sentence)) => sentence,
        other => panic!("not damaged: {other:?}"),
    }
}

#[tokio::test]
async fn a_store_that_is_opened_again_has_everything() {
    let (folder, store) = opened().await;
    let start = session("ada", "One");
    store.create(keyed(&start, "k")).await.unwrap();
    let after = played(&store, &start, "look").await;
    let (commit, after) = next_interlude(&after, 5);
    let interlude = commit.what.clone();
    store.commit_interlude(commit).await.unwrap();
    let turns = store.turns(&start.head.id, None, None, 10).await.unwrap();
    drop(store);

    let store = SqliteStore::open(folder.path()).await.unwrap();
    assert_eq!(store.load(&start.head.id).await.unwrap(), after);
    assert_eq!(store.load_start(&start.head.id).await.unwrap(), start.game);
    assert_eq!(store.turns(&start.head.id, None, None, 10).await.unwrap(), turns);
    assert_eq!(store.interludes(&start.head.id, 0).await.unwrap(), [interlude]);
    assert_eq!(store.create(keyed(&start, "k")).await.unwrap(), Recorded::Before(after.clone()));
    store.close().await;
    assert!(!folder.path().join("embertale.db-wal").exists());
    let store = SqliteStore::open(folder.path()).await.unwrap();
    assert_eq!(store.load(&start.head.id).await.unwrap(), after);
}

#[tokio::test]
async fn the_folder_is_made_and_one_that_cannot_be_is_named() {
    let folder = tempdir().unwrap();
    let deep = folder.path().join("a/b");
    SqliteStore::open(&deep).await.unwrap().ping().await.unwrap();

    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let sentence = why_unavailable(SqliteStore::open(&file).await);
    assert!(sentence.contains("file") && sentence.contains("DATA_DIR"), "{sentence}");
}

#[tokio::test]
async fn a_second_process_is_refused_while_the_first_serves() {
    let (folder, store) = opened().await;
    let sentence = why_unavailable(SqliteStore::open(folder.path()).await);
    assert!(sentence.contains("another Embertale") && sentence.contains("stop it first"), "{sentence}");
    store.ping().await.unwrap();
    drop(store);
    SqliteStore::open(folder.path()).await.unwrap().ping().await.unwrap();
}

#[tokio::test]
async fn the_claim_of_a_process_that_died_is_gone() {
    let (folder, store) = opened().await;
    let session = session("ada", "One");
    store.create(new(&session)).await.unwrap();
    let dead = next_turn(&session, "look");
    begin(&store, &dead).await;
    drop(store);

    let store = SqliteStore::open(folder.path()).await.unwrap();
    let next = next_turn(&session, "look");
    begin(&store, &next).await;
    assert!(matches!(store.commit_turn(&dead.claim, dead.commit).await, Err(Error::Conflict)));
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_eq!(store.load(&session.head.id).await.unwrap(), next.after);
}

#[tokio::test]
async fn a_damaged_session_hurts_only_itself_and_still_stands_in_the_list() {
    let (folder, store) = opened().await;
    let whole = session("ada", "Whole");
    store.create(new(&whole)).await.unwrap();
    let mut damaged = Vec::new();
    for damage in [
        "UPDATE sessions SET state = '{\"clock\":' WHERE id = ?",
        "UPDATE sessions SET state = CAST(x'ff00fe' AS TEXT) WHERE id = ?",
        "UPDATE sessions SET state = '' WHERE id = ?",
        "UPDATE sessions SET head = '{}' WHERE id = ?",
        "UPDATE sessions SET version = 7 WHERE id = ?",
    ] {
        let session = session("ada", damage);
        store.create(new(&session)).await.unwrap();
        let mut beside = beside(folder.path()).await;
        sqlx::query(damage).bind(session.head.id.as_str()).execute(&mut beside).await.unwrap();
        why_damaged(store.load(&session.head.id).await);
        store.raw_snapshot(&session.head.id).await.unwrap();
        store.load_start(&session.head.id).await.unwrap();
        damaged.push(session);
    }
    assert_eq!(store.list("ada", 100, None).await.unwrap().items.len(), damaged.len() + 1);
    assert_eq!(store.all_ids().await.unwrap().len(), damaged.len() + 1);
    let after = played(&store, &whole, "look").await;
    assert_eq!(store.load(&whole.head.id).await.unwrap(), after);

    // A list shows a session with damaged columns too, and a damaged session can be deleted.
    let mut beside = beside(folder.path()).await;
    sqlx::query("UPDATE sessions SET heroes = '[', updated_at = 'then', n_turns = -1")
        .execute(&mut beside)
        .await
        .unwrap();
    assert_eq!(store.list("ada", 100, None).await.unwrap().items.len(), damaged.len() + 1);
    for session in damaged {
        store.delete(&session.head.id).await.unwrap();
    }
}

#[tokio::test]
async fn a_damaged_turn_is_named_and_the_session_goes_on() {
    let (folder, store) = opened().await;
    let start = session("ada", "One");
    store.create(new(&start)).await.unwrap();
    let after = played(&store, &start, "look").await;
    let mut beside = beside(folder.path()).await;
    sqlx::query("UPDATE turns SET body = '{'").execute(&mut beside).await.unwrap();
    let sentence = why_damaged(store.turns(&start.head.id, None, None, 10).await);
    assert!(sentence.contains(start.head.id.as_str()), "{sentence}");
    let again = next_turn(&start, "look");
    why_damaged(store.begin_turn(&again.commit.head.owner, &start.head.id, &again.key, &again.claim.turn).await);
    let later = played(&store, &after, "go on").await;
    assert_eq!(store.load(&start.head.id).await.unwrap(), later);
    assert_eq!(store.turns(&start.head.id, Some(1), None, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_record_of_a_newer_schema_is_refused_with_a_sentence() {
    let (folder, store) = opened().await;
    let start = session("ada", "From the future");
    store.create(new(&start)).await.unwrap();
    played(&store, &start, "look").await;
    let mut beside = beside(folder.path()).await;
    for table in ["UPDATE sessions SET schema = 99", "UPDATE turns SET schema = 99", "UPDATE starts SET schema = 99"] {
        sqlx::query(table).execute(&mut beside).await.unwrap();
    }
    for sentence in [
        why_damaged(store.load(&start.head.id).await),
        why_damaged(store.load_start(&start.head.id).await),
        why_damaged(store.turns(&start.head.id, None, None, 10).await),
        why_damaged(store.rename(&start.head.id, "x").await),
    ] {
        assert!(sentence.contains("newer version") && sentence.contains("update Embertale"), "{sentence}");
    }
    assert_eq!(store.list("ada", 10, None).await.unwrap().items[0].title, "From the future");
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_with_a_sentence() {
    let (folder, store) = opened().await;
    let mut beside = beside(folder.path()).await;
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', 1, x'00', 1)",
    )
    .execute(&mut beside)
    .await
    .unwrap();
    drop(store);
    for sentence in [
        why_unavailable(SqliteStore::open(folder.path()).await),
        why_unavailable(SqliteStore::open_read_only(folder.path()).await),
    ] {
        assert!(sentence.contains("newer version") && sentence.contains("update Embertale"), "{sentence}");
    }
}

#[tokio::test]
async fn a_database_is_copied_before_a_migration() {
    let (folder, store) = opened().await;
    store.close().await;
    let mut beside = beside(folder.path()).await;
    let last: i64 =
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(&mut beside).await.unwrap();
    sqlx::raw_sql("DROP TABLE rosters; DROP TABLE hands; DELETE FROM _sqlx_migrations WHERE version >= 5;")
        .execute(&mut beside)
        .await
        .unwrap();
    beside.close().await.unwrap();
    assert!(why_unavailable(SqliteStore::open_read_only(folder.path()).await).contains("older version"));
    SqliteStore::open(folder.path()).await.unwrap().close().await;
    let copy = folder.path().join(format!("embertale-before-{last}.db"));
    let mut copied = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&copy)).await.unwrap();
    let version: i64 =
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(&mut copied).await.unwrap();
    assert_eq!(version, 4);
    SqliteStore::open_read_only(folder.path()).await.unwrap();
}

#[tokio::test]
async fn the_check_of_the_disk_leaves_the_user_version_as_it_is() {
    let (folder, store) = opened().await;
    let mut beside = beside(folder.path()).await;
    sqlx::raw_sql("PRAGMA user_version = 7").execute(&mut beside).await.unwrap();
    store.ping().await.unwrap();
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut beside).await.unwrap();
    assert_eq!(version, 7);
    assert!(!folder.path().join("embertale.probe").exists());
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_with_a_sentence() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("embertale.db"), "Dear diary, ".repeat(1_000)).unwrap();
    let sentence = why_unavailable(SqliteStore::open(folder.path()).await);
    assert!(sentence.contains("embertale.db"), "{sentence}");
}

#[tokio::test]
async fn a_locked_database_is_unavailable_and_nothing_is_lost() {
    let folder = tempdir().unwrap();
    let options = SqliteOptions { busy_timeout: Duration::from_millis(50), ..SqliteOptions::default() };
    let store = SqliteStore::open_with(folder.path(), options).await.unwrap();
    let session = session("ada", "One");
    store.create(new(&session)).await.unwrap();
    let quiet = self::session("ada", "Quiet");
    store.create(new(&quiet)).await.unwrap();
    let next = next_turn(&session, "look");
    begin(&store, &next).await;

    let mut beside = beside(folder.path()).await;
    let lock = beside.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let sentence = why_unavailable(store.commit_turn(&next.claim, next.commit.clone()).await);
    assert!(sentence.contains("locked"), "{sentence}");
    why_unavailable(store.ping().await);
    why_unavailable(store.create(new(&self::session("ada", "Two"))).await);
    why_unavailable(store.begin_turn(&next.commit.head.owner, &session.head.id, &next.key, &next.claim.turn).await);
    why_unavailable(store.commit_interlude(next_interlude(&quiet, 1).0).await);
    why_unavailable(store.rename(&session.head.id, "x").await);
    why_unavailable(store.delete(&session.head.id).await);
    assert_eq!(store.load(&session.head.id).await.unwrap(), session);
    assert_eq!(store.list("ada", 10, None).await.unwrap().items.len(), 2);

    lock.rollback().await.unwrap();
    store.ping().await.unwrap();
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_eq!(store.load(&session.head.id).await.unwrap(), next.after);
}

#[tokio::test]
async fn a_full_disk_is_not_writable_and_the_next_commit_works_when_there_is_room() {
    let folder = tempdir().unwrap();
    let options = SqliteOptions { max_pages: Some(120), ..SqliteOptions::default() };
    let store = SqliteStore::open_with(folder.path(), options).await.unwrap();
    let session = session("ada", "One");
    store.create(new(&session)).await.unwrap();
    // Another session fills the disk, so that deleting it makes room.
    let mut ballast = self::session("bo", "Ballast");
    ballast.game.apply(&Change::SceneChanged { scene: "x".repeat(100_000), after_fight: None }).unwrap();
    store.create(new(&ballast)).await.unwrap();

    let mut next = next_turn(&session, "look");
    next.commit.what.stored.turn.narrative = "x".repeat(300_000);
    begin(&store, &next).await;
    for _ in 0..3 {
        let sentence = why_not_writable(store.commit_turn(&next.claim, next.commit.clone()).await);
        assert!(sentence.contains("full"), "{sentence}");
        why_not_writable(store.ping().await);
        assert_eq!(store.load(&session.head.id).await.unwrap(), session);
        assert!(store.turns(&session.head.id, None, None, 10).await.unwrap().is_empty());
    }
    // Small things still fit, and the claim is still held.
    store.renew_claim(&next.claim).await.unwrap();
    store.rename(&session.head.id, &session.head.title).await.unwrap();

    store.delete(&ballast.head.id).await.unwrap();
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    store.ping().await.unwrap();
    assert_eq!(store.load(&session.head.id).await.unwrap(), next.after);
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_with_too_little_free_space_is_not_ready() {
    let folder = tempdir().unwrap();
    let options = SqliteOptions { min_free_bytes: u64::MAX, ..SqliteOptions::default() };
    let store = SqliteStore::open_with(folder.path(), options).await.unwrap();
    for _ in 0..2 {
        let sentence = why_not_writable(store.ping().await);
        assert!(sentence.contains("is full"), "{sentence}");
    }
    drop(store);
    SqliteStore::open(folder.path()).await.unwrap().ping().await.unwrap();
}

#[tokio::test]
async fn a_store_opened_for_reading_reads_beside_its_server_and_writes_nothing() {
    let (folder, store) = opened().await;
    let start = session("ada", "One");
    store.create(new(&start)).await.unwrap();
    let reader = SqliteStore::open_read_only(folder.path()).await.unwrap();
    let after = played(&store, &start, "look").await;
    assert_eq!(reader.load(&start.head.id).await.unwrap(), after);
    assert_eq!(reader.load_start(&start.head.id).await.unwrap(), start.game);
    assert_eq!(reader.raw_snapshot(&start.head.id).await.unwrap(), serde_json::to_vec(&after.game).unwrap());
    assert_eq!(reader.turns(&start.head.id, None, None, 10).await.unwrap().len(), 1);
    assert_eq!(reader.list("ada", 10, None).await.unwrap().items.len(), 1);

    let next = next_turn(&after, "listen");
    why_unavailable(reader.ping().await);
    why_unavailable(reader.create(new(&session("ada", "Two"))).await);
    why_unavailable(reader.begin_turn(&next.commit.head.owner, &start.head.id, &next.key, &next.claim.turn).await);
    why_unavailable(reader.rename(&start.head.id, "x").await);
    why_unavailable(reader.delete(&start.head.id).await);
    assert_eq!(reader.load(&start.head.id).await.unwrap(), after);

    // And with no server, after a bad end (files as they were at some moment) or a good one.
    let copy = tempdir().unwrap();
    for file in ["embertale.db", "embertale.db-wal"] {
        std::fs::copy(folder.path().join(file), copy.path().join(file)).unwrap();
    }
    let reader_of_copy = SqliteStore::open_read_only(copy.path()).await.unwrap();
    assert_eq!(reader_of_copy.load(&start.head.id).await.unwrap(), after);
    reader_of_copy.close().await;
    let copy = SqliteStore::open(copy.path()).await.unwrap();
    assert_eq!(copy.load(&start.head.id).await.unwrap(), after);
    store.close().await;
    reader.close().await;
    let reader = SqliteStore::open_read_only(folder.path()).await.unwrap();
    assert_eq!(reader.load(&start.head.id).await.unwrap(), after);
}

#[tokio::test]
async fn a_database_that_was_taken_away_fails_its_ping() {
    let (folder, store) = opened().await;
    store.ping().await.unwrap();
    std::fs::remove_file(folder.path().join("embertale.db")).unwrap();
    why_unavailable(store.ping().await);
}

#[tokio::test]
async fn reading_a_store_that_is_not_there_makes_none() {
    let folder = tempdir().unwrap();
    let sentence = why_unavailable(SqliteStore::open_read_only(folder.path()).await);
    assert!(sentence.contains("no Embertale database"), "{sentence}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_dropped_at_any_moment_is_whole_or_not_there() {
    let (_folder, store) = opened().await;
    let mut session = session("ada", "One");
    store.create(new(&session)).await.unwrap();
    let (mut whole, mut nothing) = (0, 0);
    for polls in 0..60 {
        let next = next_turn(&session, &format!("look {polls}"));
        begin(&store, &next).await;
        let mut step = Box::pin(store.commit_turn(&next.claim, next.commit.clone()));
        for _ in 0..polls / 2 {
            if (&mut step).now_or_never().is_some() {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(step);
        // The next step begins after whatever is left of the dropped one.
        store.ping().await.unwrap();
        let kept = store.load(&session.head.id).await.unwrap();
        let turns = store.turns(&session.head.id, None, None, 1_000).await.unwrap();
        assert_eq!(turns.len(), usize::try_from(kept.head.n_turns).unwrap());
        if kept == next.after {
            whole += 1;
            session = kept;
        } else {
            nothing += 1;
            assert_eq!(kept, session);
            store.commit_turn(&next.claim, next.commit).await.unwrap();
            session = next.after;
        }
    }
    assert!(nothing > 0, "{whole} whole, {nothing} undone");
}

#[tokio::test]
async fn the_log_of_a_turn_is_kept_with_it() {
    let (_folder, store) = opened().await;
    let start = session("ada", "One");
    store.create(new(&start)).await.unwrap();
    let mut next = next_turn(&start, "look");
    next.commit.what.stored.log = vec![
        Listed::Tool {
            call_id: "toolu_1".into(),
            name: "roll_dice".into(),
            status: "refused".into(),
            summary: "“d0” cannot be thrown".into(),
        },
        Listed::Roll { change: 3, made: Some(vec![]) },
        Listed::Notice { code: "budget_reached".into(), message: "The turn ends here.".into(), untruths: Vec::new() },
    ];
    begin(&store, &next).await;
    let told = next.commit.what.stored.clone();
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_eq!(store.turn(&start.head.id, &told.turn.id).await.unwrap(), told);
}
