//! Contract tests of every store for journals.

use game::{
    id::SessionId,
    journal::{FactEdit, JournalEdits, Note, Since},
};

use embertale::store::Error;

use crate::support::emulator;

use super::{
    contract::{On, created, is_conflict, is_not_found, on_every_store},
    records::{claimed, next_turn, session},
};

on_every_store! {
    what_was_written_comes_back_and_goes_with_its_session,
    it_is_saved_only_upon_the_version_it_was_read_at,
    of_ten_who_write_at_once_one_is_first,
    writing_disturbs_no_turn_and_no_turn_disturbs_it,
    there_is_none_of_a_session_that_is_not_there,
    what_no_record_holds_is_refused,
}

/// A hand that was saved so often.
fn hand(version: u64, says: &str) -> JournalEdits {
    let since = Since { seq: 1, turn_id: "t/1 ö".into(), time: Default::default() };
    let note = Note { id: "note-1".into(), text: says.into(), since: Some(since), pinned: true, forgotten: false };
    let mark = FactEdit { seq: 1, text: Some("👩‍👩‍👧 “rain”".into()), pinned: false, forgotten: true };
    JournalEdits { version, notes: vec![note], marks: [("t/1 ö.0.0".to_owned(), mark)].into() }
}

async fn what_was_written_comes_back_and_goes_with_its_session(on: On) {
    let store = on.open().await;
    let session = session("ada", "One");
    created(&*store, session.clone()).await;
    let id = &session.head.id;
    assert_eq!(store.hand(id).await.unwrap(), JournalEdits::default());
    store.save_hand(id, &hand(1, "Ask Marta."), 0).await.unwrap();
    assert_eq!(store.hand(id).await.unwrap(), hand(1, "Ask Marta."));
    assert_eq!(store.aside(id).await.unwrap().journal, hand(1, "Ask Marta."));
    assert_eq!(store.load(id).await.unwrap(), session, "the session is as it was");
    store.delete(id).await.unwrap();
    assert!(is_not_found(store.hand(id).await));
    created(&*store, session.clone()).await;
    assert_eq!(store.hand(id).await.unwrap(), JournalEdits::default(), "another of the same id begins with nothing");
}

async fn it_is_saved_only_upon_the_version_it_was_read_at(on: On) {
    let store = on.open().await;
    let session = session("ada", "One");
    created(&*store, session.clone()).await;
    let id = &session.head.id;
    assert!(is_conflict(store.save_hand(id, &hand(2, "x"), 1).await), "nothing was saved yet");
    assert!(is_conflict(store.save_hand(id, &hand(2, "x"), 0).await), "the version isn't the next");
    store.save_hand(id, &hand(1, "one"), 0).await.unwrap();
    store.save_hand(id, &hand(2, "two"), 1).await.unwrap();
    for (version, expected) in [(2, 1), (1, 0), (3, 3), (4, 2)] {
        assert!(is_conflict(store.save_hand(id, &hand(version, "late"), expected).await), "{version} upon {expected}");
    }
    assert_eq!(store.hand(id).await.unwrap(), hand(2, "two"));
}

async fn of_ten_who_write_at_once_one_is_first(on: On) {
    let store = on.open().await;
    let session = session("ada", "One");
    created(&*store, session.clone()).await;
    let writers = (0..10).map(|n| {
        let (store, id) = (store.shared(), session.head.id.clone());
        tokio::spawn(async move { store.save_hand(&id, &hand(1, &format!("writer {n}")), 0).await })
    });
    let mut won = 0;
    for writer in writers.collect::<Vec<_>>() {
        match writer.await.unwrap() {
            Ok(()) => won += 1,
            Err(error) => assert!(matches!(error, Error::Conflict), "{error}"),
        }
    }
    assert_eq!((won, store.hand(&session.head.id).await.unwrap().version), (1, 1));
}

async fn writing_disturbs_no_turn_and_no_turn_disturbs_it(on: On) {
    let store = on.open().await;
    let session = session("ada", "One");
    created(&*store, session.clone()).await;
    let (id, next) = (&session.head.id, next_turn(&session, "look"));
    claimed(store.begin_turn("ada", id, &next.key, &next.claim.turn).await.unwrap());
    store.save_hand(id, &hand(1, "while it plays"), 0).await.unwrap();
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_eq!(store.load(id).await.unwrap(), next.after);
    assert_eq!(store.hand(id).await.unwrap(), hand(1, "while it plays"));
}

async fn there_is_none_of_a_session_that_is_not_there(on: On) {
    let store = on.open().await;
    let nobody = SessionId::from("nobody");
    assert!(is_not_found(store.hand(&nobody).await));
    assert!(is_not_found(store.save_hand(&nobody, &hand(1, "x"), 0).await));
    assert!(is_not_found(store.hand(&nobody).await));
}

async fn what_no_record_holds_is_refused(on: On) {
    let store = on.open().await;
    let session = session("ada", "One");
    created(&*store, session.clone()).await;
    let huge = hand(1, &"x".repeat(5 << 20));
    assert!(matches!(store.save_hand(&session.head.id, &huge, 0).await, Err(Error::TooLarge(_))));
    assert_eq!(store.hand(&session.head.id).await.unwrap(), JournalEdits::default());
}
