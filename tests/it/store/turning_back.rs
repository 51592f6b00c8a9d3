//! Contract tests of every store for retelling, undo and imported histories.

use game::{
    Session, SessionHead,
    id::TurnId,
    journal::{FactEdit, JournalEdits, Note},
};

use embertale::store::{
    Commit, Error, Interlude, NewSession, Past, Rewind, Store, StoredTurn, SupersededRecords, TurnKey, UndoneKey,
    check_fold,
};
use jiff::ToSpan;

use crate::support::emulator;

use super::{
    contract::{On, created, is_conflict, on_every_store, played},
    records::{NextTurn, claimed, key, next_interlude, next_turn, session},
};

on_every_store! {
    a_claim_answers_the_session_and_the_window,
    nobody_claims_somebody_elses_session,
    a_retelling_drops_what_followed_and_keeps_what_comes_before_it,
    only_the_last_turn_is_told_again,
    a_rewind_at_a_stale_version_or_under_a_used_key_leaves_nothing,
    ten_racing_rewinds_have_one_winner,
    a_past_that_is_too_large_leaves_nothing,
    a_long_past_is_read_whole,
}

/// Another telling of a session's last turn, on the session as it was before it.
pub(super) fn again(before: &Session, now: &Session, words: &str) -> NextTurn {
    let mut next = next_turn(before, words);
    next.commit.expected_version = now.head.version;
    next.commit.head.version = now.head.version + 1;
    next.after.head.version = now.head.version + 1;
    next.commit.what.stored.head_after.version = now.head.version + 1;
    next
}

/// A session as it is after being taken back to what it was.
pub(super) fn back(now: &Session, then: &Session, key: Option<TurnKey>) -> (Commit<Rewind>, Session) {
    let head = SessionHead {
        version: now.head.version + 1,
        updated_at: now.head.updated_at + 1.minute(),
        ..then.head.clone()
    };
    let after = Session { head: head.clone(), game: then.game.clone() };
    let what = Rewind { to: then.head.n_turns, key, interlude: None };
    (Commit { expected_version: now.head.version, head, game: then.game.clone(), what }, after)
}

async fn turns(store: &dyn Store, session: &Session) -> Vec<StoredTurn> {
    store.turns(&session.head.id, None, None, 1_000).await.unwrap()
}

async fn a_claim_answers_the_session_and_the_window(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = played(&*store, &start, "look").await;
    let next = next_turn(&one, "listen");
    let begun = store.begin_turn("ada", &one.head.id, &next.key, &next.claim.turn).await.unwrap();
    let taken = claimed(begun);
    assert_eq!(taken.session, one);
    assert_eq!(taken.window, [first.turn.exchange()]);
    store.release_claim(&next.claim).await.unwrap();
    store.rename(&one.head.id, "Renamed").await.unwrap();
    let (after, _) = next_interlude(&one, 5);
    store.commit_interlude(after).await.unwrap();
    let begun = store.begin_turn("ada", &one.head.id, &next.key, &next.claim.turn).await.unwrap();
    let taken = claimed(begun);
    assert_eq!(taken.session, store.load(&one.head.id).await.unwrap(), "whatever happened since");
    assert_eq!(taken.session.head.title, "Renamed");
    assert_eq!(taken.window, store.window(&one.head.id, 1, 1).await.unwrap());
}

async fn nobody_claims_somebody_elses_session(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = played(&*store, &start, "look").await;
    for key in [key("mine", "look"), first.key] {
        let begun = store.begin_turn("bo", &one.head.id, &key, &TurnId::from("t")).await;
        assert!(matches!(begun, Err(Error::NotFound)), "{begun:?}");
    }
    played(&*store, &one, "listen").await;
}

async fn a_retelling_drops_what_followed_and_keeps_what_comes_before_it(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, _) = played(&*store, &start, "look").await;
    let (commit, two) = next_interlude(&one, 7);
    store.commit_interlude(commit).await.unwrap();
    let mut other = again(&start, &two, "look better");
    let before = Interlude { after_seq: 0, version: two.head.version + 1, ..next_interlude(&start, 3).0.what };
    let mut game = start.game.clone();
    game.apply_all(before.changes.iter().chain(&other.commit.what.stored.turn.changes)).unwrap();
    other.commit.game = game.clone();
    other.commit.what.interlude = Some(before.clone());
    store.commit_retelling(None, other.commit).await.unwrap();
    assert_eq!(store.interludes(&start.head.id, 0).await.unwrap(), [before]);
    assert!(store.interludes(&start.head.id, 1).await.unwrap().is_empty());
    assert_eq!(check_fold(&*store, &start.head.id).await.unwrap(), game);
    assert_eq!(store.load(&start.head.id).await.unwrap().game, game);
}

async fn only_the_last_turn_is_told_again(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let none = again(&start, &start, "look");
    assert!(is_conflict(store.commit_retelling(None, none.commit).await), "there is nothing to tell again");
    let (one, _) = played(&*store, &start, "look").await;
    let (two, _) = played(&*store, &one, "listen").await;
    let earlier = again(&start, &two, "look better");
    assert!(is_conflict(store.commit_retelling(None, earlier.commit).await));
    let stale = again(&one, &one, "listen better");
    assert!(is_conflict(store.commit_retelling(None, stale.commit).await));
    assert_eq!(store.load(&two.head.id).await.unwrap(), two);
    assert_eq!(turns(&*store, &two).await.len(), 2);
    assert_eq!(store.aside(&two.head.id).await.unwrap(), SupersededRecords::default());
}

async fn a_rewind_at_a_stale_version_or_under_a_used_key_leaves_nothing(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = played(&*store, &start, "look").await;
    let (two, _) = played(&*store, &one, "listen").await;
    assert!(is_conflict(store.commit_rewind(back(&one, &start, None).0).await));
    assert!(is_conflict(store.commit_rewind(back(&two, &one, Some(first.key)).0).await));
    assert_eq!(store.load(&two.head.id).await.unwrap(), two);
    assert_eq!(turns(&*store, &two).await.len(), 2);
    assert_eq!(store.aside(&two.head.id).await.unwrap(), SupersededRecords::default());
    let unknown = session("ada", "Nowhere");
    assert!(matches!(store.commit_rewind(back(&unknown, &unknown, None).0).await, Err(Error::NotFound)));
}

async fn ten_racing_rewinds_have_one_winner(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, _) = played(&*store, &start, "look").await;
    let (two, _) = played(&*store, &one, "listen").await;
    let races = (0..10).map(|_| {
        let (store, commit) = (store.shared(), back(&two, &one, None).0);
        tokio::spawn(async move { store.commit_rewind(commit).await })
    });
    let mut won = 0;
    for race in races.collect::<Vec<_>>() {
        match race.await.unwrap() {
            Ok(()) => won += 1,
            Err(error) => assert!(matches!(error, Error::Conflict), "{error:?}"),
        }
    }
    assert_eq!(won, 1);
    assert_eq!(turns(&*store, &one).await.len(), 1);
    check_fold(&*store, &one.head.id).await.unwrap();
}

/// A session that was played, and all that led there.
fn lived(owner: &str, n_turns: u32) -> (Session, Past) {
    let start = session(owner, "Lived");
    let (mut now, mut turns) = (start.clone(), Vec::new());
    let (interlude, after) = next_interlude(&now, 5);
    now = after;
    for n in 0..n_turns {
        let next = next_turn(&now, &format!("step {n}"));
        turns.push(next.commit.what.stored);
        now = next.after;
    }
    let alternative = next_turn(&start, "otherwise").commit.what.stored;
    let undone = UndoneKey { turn_id: Some(TurnId::from("gone")), key: key("gone", "gone") };
    let mut past = Past {
        start: start.game,
        turns,
        interludes: vec![interlude.what],
        checkpoints: vec![],
        aside: SupersededRecords { alternatives: vec![alternative], undone: vec![undone], journal: written() },
    };
    let (game, checkpoints) = past.fold().unwrap();
    assert_eq!(game, now.game);
    past.checkpoints = checkpoints;
    (now, past)
}

/// What a player wrote into the journal.
fn written() -> JournalEdits {
    let note = Note { id: "note-1".into(), text: "Ask Marta.".into(), since: None, pinned: true, forgotten: false };
    let mark = FactEdit { seq: 1, text: Some("It rained.".into()), pinned: false, forgotten: true };
    JournalEdits { version: 3, notes: vec![note], marks: [("t1.0.0".to_owned(), mark)].into() }
}

async fn a_long_past_is_read_whole(on: On) {
    let store = on.open().await;
    let (now, past) = lived("ada", 230);
    store.create(NewSession { session: now.clone(), past: Some(past.clone()), create_key: None }).await.unwrap();
    let read = Past::load(&*store, &now.head.id).await.unwrap();
    assert_eq!(read, Past { checkpoints: vec![], ..past });
    for at in [0, 1, 100, 101, 230] {
        let until = Past::until(&*store, &now.head.id, at).await.unwrap();
        assert_eq!(until.turns.len(), at as usize);
    }
}

async fn a_past_that_is_too_large_leaves_nothing(on: On) {
    let store = on.open().await;
    let (now, mut past) = lived("ada", 2);
    past.turns[1].turn.narrative = "x".repeat(1_000_000);
    let new_session = NewSession { session: now.clone(), past: Some(past), create_key: None };
    assert!(matches!(store.create(new_session).await, Err(Error::TooLarge(_))));
    assert!(matches!(store.load(&now.head.id).await, Err(Error::NotFound)));
    assert!(matches!(store.turns(&now.head.id, None, None, 10).await, Err(Error::NotFound)));
}
