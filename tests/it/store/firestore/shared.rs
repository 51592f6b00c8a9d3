//! Tests of several servers that share a session.

use std::sync::Arc;

use game::id::SessionId;

use embertale::store::{BeginOutcome, Claim, Error, FirestoreOptions, FirestoreStore, Store, check_fold};

use super::{begin, created, on_the_emulator, opened, played};
use crate::{
    store::records::{claimed, next_interlude, next_turn},
    support::emulator,
};

/// Plays a turn of these words, whatever others play meanwhile.
async fn play(store: &FirestoreStore, id: &SessionId, words: &str) {
    loop {
        let turn = uuid::Uuid::now_v7().to_string().into();
        let key = crate::store::records::key(words, words);
        match store.begin_turn("ada", id, &key, &turn).await.unwrap() {
            BeginOutcome::Claimed(claimed) => {
                let mut next = next_turn(&claimed.session, words);
                next.commit.what.stored.key = key;
                next.commit.what.stored.turn.id = turn;
                return store.commit_turn(&claimed.claim, next.commit).await.unwrap();
            }
            BeginOutcome::Busy => {}
            other => panic!("{words}: {other:?}"),
        }
    }
}

on_the_emulator! {
    async fn two_servers_racing_for_two_hundred_turns_lose_and_double_nothing() {
        let options = emulator::project();
        let servers = [Arc::new(opened(&options).await), Arc::new(opened(&options).await)];
        let session = created(&servers[0], "ada").await;
        let races = servers.iter().enumerate().map(|(server, store)| {
            let (store, id) = (Arc::clone(store), session.head.id.clone());
            tokio::spawn(async move {
                for n in 0..100 {
                    play(&store, &id, &format!("server {server} turn {n}")).await;
                }
            })
        });
        for race in futures::future::join_all(races).await {
            race.unwrap();
        }
        let id = &session.head.id;
        let turns = servers[0].turns(id, None, None, 1_000).await.unwrap();
        assert_eq!(turns.iter().map(|it| it.turn.seq).collect::<Vec<_>>(), (1..=200).collect::<Vec<_>>());
        let mut told: Vec<&str> = turns.iter().map(|it| it.turn.message.as_str()).collect();
        told.sort_unstable();
        told.dedup();
        assert_eq!(told.len(), 200);
        let kept = servers[1].load(id).await.unwrap();
        assert_eq!((kept.head.n_turns, kept.head.version), (200, 201));
        assert_eq!(check_fold(&*servers[1], id).await.unwrap(), kept.game);
    }

    async fn a_session_that_another_server_plays_is_busy_and_then_as_it_left_it() {
        let options = emulator::project();
        let (here, there) = (opened(&options).await, opened(&options).await);
        let session = created(&here, "ada").await;
        let session = played(&here, &session, "look").await;
        let (one, two) = (next_turn(&session, "listen"), next_turn(&session, "wait"));
        begin(&there, &one).await;
        let id = &session.head.id;
        assert_eq!(here.begin_turn("ada", id, &two.key, &two.claim.turn).await.unwrap(), BeginOutcome::Busy);
        assert!(matches!(here.commit_interlude(next_interlude(&session, 1).0).await, Err(Error::Conflict)));
        there.commit_turn(&one.claim, one.commit).await.unwrap();
        let claimed = claimed(here.begin_turn("ada", id, &two.key, &two.claim.turn).await.unwrap());
        assert_eq!(claimed.session, one.after);
    }

    async fn a_server_that_died_loses_its_claim_and_cannot_come_back() {
        let options = emulator::project();
        let fleeting = FirestoreOptions { claim_ttl: std::time::Duration::ZERO, ..options.clone() };
        let (dead, alive) = (opened(&fleeting).await, opened(&options).await);
        let session = created(&dead, "ada").await;
        let (lost, taken) = (next_turn(&session, "look"), next_turn(&session, "look"));
        begin(&dead, &lost).await;
        begin(&alive, &taken).await;
        assert!(matches!(dead.renew_claim(&lost.claim).await, Err(Error::Conflict)));
        assert!(matches!(dead.commit_turn(&lost.claim, lost.commit.clone()).await, Err(Error::Conflict)));
        dead.release_claim(&lost.claim).await.unwrap();
        alive.commit_turn(&taken.claim, taken.commit).await.unwrap();
        assert!(matches!(dead.commit_turn(&lost.claim, lost.commit).await, Err(Error::Conflict)));
        assert_eq!(dead.load(&session.head.id).await.unwrap(), taken.after);
    }

    async fn a_claim_outlives_the_process_that_holds_it_and_another_may_finish_its_turn() {
        let options = emulator::project();
        let store = opened(&options).await;
        let session = created(&store, "ada").await;
        let next = next_turn(&session, "look");
        begin(&store, &next).await;
        // A claim is what its document says, not what a process remembers.
        let other = opened(&options).await;
        let stranger = Claim { turn: "another".into(), ..next.claim.clone() };
        assert!(matches!(other.renew_claim(&stranger).await, Err(Error::Conflict)));
        other.renew_claim(&next.claim).await.unwrap();
        other.commit_turn(&next.claim, next.commit).await.unwrap();
        assert_eq!(store.load(&session.head.id).await.unwrap(), next.after);
    }

    async fn a_title_given_elsewhere_during_a_turn_stays() {
        let options = emulator::project();
        let (here, there) = (opened(&options).await, opened(&options).await);
        let session = created(&here, "ada").await;
        let next = next_turn(&session, "look");
        begin(&here, &next).await;
        there.rename(&session.head.id, "Elsewhere").await.unwrap();
        here.renew_claim(&next.claim).await.unwrap();
        there.rename(&session.head.id, "Elsewhere still").await.unwrap();
        here.commit_turn(&next.claim, next.commit).await.unwrap();
        let again = next_turn(&next.after, "listen");
        let claimed = claimed(here.begin_turn("ada", &session.head.id, &again.key, &again.claim.turn).await.unwrap());
        assert_eq!(claimed.session.head.title, "Elsewhere still");
        assert_eq!(here.load(&session.head.id).await.unwrap().head.title, "Elsewhere still");
    }
}
