//! What Firestore adds to the contract: what a turn costs, answers that are lost, documents that others damage, and
//! servers that share a session.

mod documents;
mod faults;
mod opening;
mod shared;

use game::{Change, Session, id::SessionId};

use embertale::store::{BeginOutcome, Claim, Error, FirestoreOptions, FirestoreStore, MAX_SNAPSHOT_BYTES, Store};
use std::error::Error as _;

use super::records::{NextTurn, claimed, new, next_turn, session};
use crate::support::{Console, emulator};

/// A test on the emulator; left out, and said so, where there is none.
macro_rules! on_the_emulator {
    ($($(#[$doc:meta])* async fn $case:ident() $body:block)*) => {
        $($(#[$doc])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $case() {
            if !crate::support::emulator::is_missing() $body
        })*
    };
}
use on_the_emulator;

async fn opened(options: &FirestoreOptions) -> FirestoreStore {
    FirestoreStore::open(options.clone()).await.unwrap()
}

async fn created(store: &FirestoreStore, owner: &str) -> Session {
    let session = session(owner, "One");
    store.create(new(&session)).await.unwrap();
    session
}

async fn begin(store: &FirestoreStore, next: &NextTurn) -> Claim {
    let owner = &next.commit.head.owner;
    claimed(store.begin_turn(owner, &next.claim.session, &next.key, &next.claim.turn).await.unwrap()).claim
}

async fn played(store: &FirestoreStore, session: &Session, words: &str) -> Session {
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

fn why_damaged<T>(result: Result<T, Error>) -> String {
    match result.map(drop) {
        Err(Error::Damaged(sentence)) => sentence,
        other => panic!("not damaged: {other:?}"),
    }
}

fn at(id: &SessionId) -> String {
    format!("sessions/{id}")
}

on_the_emulator! {
    async fn a_turn_costs_three_writes_and_one_read() {
        let store = opened(&emulator::project()).await;
        let mut session = created(&store, "ada").await;
        session = played(&store, &session, "look").await;
        for n in 0..5 {
            let before = store.billed();
            session = played(&store, &session, &format!("look {n}")).await;
            let after = store.billed();
            let cost = (after.reads - before.reads, after.writes - before.writes, after.deletes - before.deletes);
            assert_eq!(cost, (1, 3, 0));
        }
    }

    async fn a_long_turn_costs_a_write_for_each_renewal() {
        let store = opened(&emulator::project()).await;
        let session = created(&store, "ada").await;
        let session = played(&store, &session, "look").await;
        let before = store.billed();
        let next = next_turn(&session, "think");
        begin(&store, &next).await;
        store.renew_claim(&next.claim).await.unwrap();
        store.renew_claim(&next.claim).await.unwrap();
        store.commit_turn(&next.claim, next.commit).await.unwrap();
        let after = store.billed();
        assert_eq!((after.reads - before.reads, after.writes - before.writes), (1, 5));
    }

    async fn a_long_session_is_loaded_for_play_with_two_reads() {
        let options = emulator::project();
        let store = opened(&options).await;
        let mut session = created(&store, "ada").await;
        for n in 0..60 {
            let mut next = next_turn(&session, &format!("look {n}"));
            let window = claimed(store.begin_turn("ada", &next.claim.session, &next.key, &next.claim.turn).await.unwrap());
            next.commit.what.window = window.window;
            next.commit.what.window.push(next.commit.what.stored.turn.exchange());
            store.commit_turn(&next.claim, next.commit).await.unwrap();
            session = next.after;
        }
        // A process that has never seen it.
        let other = opened(&options).await;
        let before = other.billed();
        let next = next_turn(&session, "go on");
        let claimed = claimed(other.begin_turn("ada", &next.claim.session, &next.key, &next.claim.turn).await.unwrap());
        assert_eq!(claimed.session, session);
        assert_eq!(claimed.window, store.window(&session.head.id, 1, 60).await.unwrap());
        let after = other.billed();
        assert_eq!((after.reads - before.reads, after.writes - before.writes), (2, 1));
    }

    async fn a_window_that_finds_no_room_beside_a_large_state_is_read_from_its_turns() {
        let options = emulator::project();
        let store = opened(&options).await;
        let session = created(&store, "ada").await;
        let mut next = next_turn(&session, "look");
        let empty = serde_json::to_vec(&next.commit.game).unwrap().len() + 20;
        let scene = Change::SceneChanged { scene: "x".repeat(MAX_SNAPSHOT_BYTES - empty), after_fight: None };
        next.commit.game.apply(&scene).unwrap();
        next.commit.what.stored.turn.narrative = "y".repeat(120_000);
        next.commit.what.window = vec![next.commit.what.stored.turn.exchange()];
        begin(&store, &next).await;
        store.commit_turn(&next.claim, next.commit.clone()).await.unwrap();
        let id = &session.head.id;
        assert!(Console::of(&options).read(&at(id)).await.get("window").is_none());
        let other = opened(&options).await;
        let claimed = claimed(other.begin_turn("ada", id, &super::records::key("k", "k"), &"t".into()).await.unwrap());
        assert_eq!(claimed.window, next.commit.what.window);
        assert_eq!(claimed.session.game, next.commit.game);
    }

    async fn what_came_before_a_taking_back_of_hundreds_of_turns_is_cleared_away() {
        let options = emulator::project();
        let store = opened(&options).await;
        let past = super::history::past_of_turns("ada", 260);
        let session = past.session.clone();
        store.create(past.brought_in()).await.unwrap();
        let after = past.rewind_to(10);
        store.commit_rewind(after.0).await.unwrap();
        let id = &session.head.id;
        assert_eq!(store.turns(id, None, None, 1_000).await.unwrap().len(), 10);
        assert_eq!(store.aside(id).await.unwrap().undone.len(), 250 + 1);
        let told: Vec<String> = Console::of(&options).names(&format!("{}/turns", at(id))).await;
        assert_eq!(told.iter().filter(|name| name.starts_with('0')).count(), 10);
        assert!(Console::of(&options).read(&at(id)).await["leftovers"].is_null());
        played(&store, &after.1, "something else").await;
    }

    async fn what_a_taking_back_left_behind_counts_no_more_and_goes_with_the_next_turn() {
        let options = emulator::project();
        let (store, console) = (opened(&options).await, Console::of(&options));
        let start = created(&store, "ada").await;
        let one = played(&store, &start, "look").await;
        let two = played(&store, &one, "listen").await;
        let id = &start.head.id;
        let kept = console.read(&format!("{}/turns/0000000002", at(id))).await;
        let (commit, after) = super::history::rewind(&one, &two, "undo");
        store.commit_rewind(commit).await.unwrap();
        // As if the process had died after the rewind, before deleting the leftovers.
        let path = format!("{}/turns/0000000002", at(id));
        for (field, value) in kept.as_object().unwrap() {
            console.change(&path, field, Some(value.clone())).await;
        }
        console.change(&at(id), "leftovers", Some(serde_json::json!({"booleanValue": true}))).await;

        let store = opened(&options).await;
        assert_eq!(store.turns(id, None, None, 10).await.unwrap().len(), 1);
        let again = next_turn(&one, "listen");
        assert_eq!(store.begin_turn("ada", id, &again.key, &again.claim.turn).await.unwrap(), BeginOutcome::Undone);
        assert!(console.read(&path).await.is_null());
        played(&store, &after, "something else").await;
    }
}
