//! Tests of lost responses and requests, and of an emulator that is stopped or killed.

use std::time::{Duration, Instant};

use embertale::{
    dm::budget::Caps,
    store::{BeginOutcome, Error, FirestoreOptions, Recorded, Store, check_fold},
};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use super::{begin, created, on_the_emulator, opened, played, why_unavailable};
use crate::{
    store::{
        history::{retelling, rewind},
        records::{claimed, keyed, next_interlude, next_turn, session},
    },
    support::{Fault, TestApp, emulator},
};

/// A project behind a proxy, and the same without it.
async fn behind() -> (Fault, FirestoreOptions, FirestoreOptions) {
    let direct = emulator::project();
    let fault = Fault::before(direct.emulator_host.as_ref().unwrap()).await;
    let proxied = FirestoreOptions { emulator_host: Some(fault.host.clone()), ..direct.clone() };
    (fault, proxied, direct)
}

on_the_emulator! {
    async fn every_step_whose_answer_is_lost_is_found_to_be_done() {
        let (fault, proxied, direct) = behind().await;
        let (store, witness) = (opened(&proxied).await, opened(&direct).await);
        let start = session("ada", "One");
        let id = &start.head.id;
        let mut n_lost = 0;
        let mut lose = || {
            n_lost += 1;
            fault.lose_answers(1);
        };
        lose();
        assert_eq!(store.create(keyed(&start, "k")).await.unwrap(), Recorded::Now(start.clone()));
        let next = next_turn(&start, "look");
        lose();
        begin(&store, &next).await;
        lose();
        store.renew_claim(&next.claim).await.unwrap();
        lose();
        store.commit_turn(&next.claim, next.commit).await.unwrap();
        assert_eq!(witness.load(id).await.unwrap(), next.after);
        assert_eq!(witness.turns(id, None, None, 10).await.unwrap().len(), 1);

        let (commit, after) = next_interlude(&next.after, 5);
        lose();
        store.commit_interlude(commit).await.unwrap();
        assert_eq!(witness.interludes(id, 0).await.unwrap().len(), 1);
        let (commit, after) = {
            let again = retelling(&start, &after, "look again");
            begin(&store, &again).await;
            lose();
            store.commit_retelling(Some(&again.claim), again.commit).await.unwrap();
            assert_eq!(witness.aside(id).await.unwrap().alternatives.len(), 1);
            rewind(&start, &again.after, "undo")
        };
        lose();
        store.commit_rewind(commit).await.unwrap();
        assert_eq!(witness.load(id).await.unwrap(), after);
        lose();
        store.rename(id, "Two").await.unwrap();
        let next = next_turn(&after, "listen");
        begin(&store, &next).await;
        lose();
        store.release_claim(&next.claim).await.unwrap();
        assert_eq!(check_fold(&witness, id).await.unwrap(), after.game);
        lose();
        store.delete(id).await.unwrap();
        assert!(matches!(witness.load(id).await, Err(Error::NotFound)));
        assert_eq!(fault.n_struck(), n_lost);
    }

    async fn a_turn_whose_request_is_cut_off_is_sent_again_and_told_once() {
        let (fault, proxied, direct) = behind().await;
        let (store, witness) = (opened(&proxied).await, opened(&direct).await);
        let mut session = created(&store, "ada").await;
        for n in 1..=3 {
            let next = next_turn(&session, &format!("look {n}"));
            fault.lose_requests(1);
            begin(&store, &next).await;
            fault.lose_requests(n);
            store.commit_turn(&next.claim, next.commit).await.unwrap();
            session = next.after;
        }
        assert!(fault.n_struck() >= 6, "{}", fault.n_struck());
        assert_eq!(witness.load(&session.head.id).await.unwrap(), session);
        assert_eq!(witness.turns(&session.head.id, None, None, 10).await.unwrap().len(), 3);
    }

    async fn a_slow_network_only_takes_longer() {
        let (fault, proxied, _) = behind().await;
        let store = opened(&proxied).await;
        let session = created(&store, "ada").await;
        fault.delay(Duration::from_millis(40));
        let since = Instant::now();
        let after = played(&store, &session, "look").await;
        assert!(since.elapsed() >= Duration::from_millis(240), "three trips, both ways: {:?}", since.elapsed());
        assert_eq!(store.load(&session.head.id).await.unwrap(), after);
    }

    async fn while_the_network_is_down_nothing_is_saved_and_then_all_goes_on() {
        let (fault, proxied, direct) = behind().await;
        let quick = FirestoreOptions { patience: Duration::from_millis(600), ..proxied };
        let (store, witness) = (opened(&quick).await, opened(&direct).await);
        let session = created(&store, "ada").await;
        let next = next_turn(&session, "look");
        begin(&store, &next).await;
        fault.go_down(true);
        let why = why_unavailable(store.commit_turn(&next.claim, next.commit.clone()).await);
        assert!(why.contains("does not answer"), "{why}");
        why_unavailable(store.ping().await);
        assert_eq!(witness.load(&session.head.id).await.unwrap(), session);
        fault.go_down(false);
        store.commit_turn(&next.claim, next.commit).await.unwrap();
        assert_eq!(witness.load(&session.head.id).await.unwrap(), next.after);
    }

    async fn a_server_that_hangs_is_unavailable_in_time_and_a_turn_is_whole_when_it_wakes() {
        let own = emulator::OwnEmulator::start();
        let pid = Pid::from_raw(own.pid);
        let options = FirestoreOptions {
            request_timeout: Duration::from_millis(400),
            patience: Duration::from_millis(800),
            ..emulator::project_at(&own.host)
        };
        // The first requests of a fresh emulator are slow.
        let patient = opened(&emulator::project_at(&own.host)).await;
        let warm = created(&patient, "ada").await;
        played(&patient, &warm, "look").await;
        let store = opened(&options).await;
        let session = created(&store, "ada").await;
        let next = next_turn(&session, "look");
        begin(&store, &next).await;
        kill(pid, Signal::SIGSTOP).unwrap();
        let since = Instant::now();
        why_unavailable(store.commit_turn(&next.claim, next.commit.clone()).await);
        why_unavailable(store.load(&session.head.id).await);
        assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
        kill(pid, Signal::SIGCONT).unwrap();
        // What was sent may still have arrived: either way the turn is there once, and can be found by its key.
        let kept = loop {
            match store.load(&session.head.id).await {
                Ok(kept) => break kept,
                Err(error) => assert!(matches!(error, Error::Unavailable(_))),
            }
        };
        let again = next_turn(&session, "look");
        match store.begin_turn("ada", &session.head.id, &again.key, &next.claim.turn).await.unwrap() {
            BeginOutcome::Played(stored) => assert_eq!(*stored, next.commit.what.stored),
            begun => {
                assert_eq!(claimed(begun).session, kept);
                store.commit_turn(&next.claim, next.commit).await.unwrap();
            }
        }
        assert_eq!(store.load(&session.head.id).await.unwrap(), next.after);
        assert_eq!(store.turns(&session.head.id, None, None, 10).await.unwrap().len(), 1);

        kill(pid, Signal::SIGKILL).unwrap();
        let why = why_unavailable(store.ping().await);
        assert!(why.contains("does not answer"), "{why}");
        let more = next_turn(&next.after, "listen");
        why_unavailable(store.begin_turn("ada", &session.head.id, &more.key, &more.claim.turn).await);
    }
}

on_the_emulator! {
    /// Health checks wait a few seconds, but operations of a store longer.
    async fn readiness_is_answered_in_time_though_the_store_hangs() {
        let (fault, proxied, _) = behind().await;
        let app = TestApp::in_firestore(proxied, Caps::default()).await;
        assert_eq!(app.get("/readyz").await.status, 200);
        fault.delay(Duration::from_secs(60));
        let since = Instant::now();
        let answer = app.get("/readyz").await;
        assert_eq!(answer.status, 503);
        assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
    }
}
