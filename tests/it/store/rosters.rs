//! Contract tests of every store for rosters.

use game::{
    id::SessionId,
    journal::JournalEdits,
    roster::{Invite, OPEN_FOR, Roster, SeatRole, SecretHash},
};
use jiff::Timestamp;

use crate::support::emulator;

use super::{
    contract::{On, created, is_conflict, is_not_found, on_every_store},
    records::session,
};

on_every_store! {
    a_roster_comes_back_and_goes_with_its_session,
    a_roster_is_saved_only_upon_the_version_it_was_read_at,
    there_is_no_roster_of_a_session_that_does_not_exist,
}

/// A roster with one invitation that was saved so often.
fn roster(version: u64) -> Roster {
    let mut roster = Roster::default();
    roster.version = version;
    let secret = SecretHash::of("a secret");
    let invite =
        Invite { id: "one".into(), role: SeatRole::Player, character_id: None, open_for: OPEN_FOR, uses: 2, secret };
    roster.invite(invite, Timestamp::UNIX_EPOCH).unwrap();
    roster
}

async fn a_roster_comes_back_and_goes_with_its_session(on: On) {
    let store = on.open().await;
    let session = session("ada", "One");
    created(&*store, session.clone()).await;
    let id = &session.head.id;
    assert_eq!(store.roster(id).await.unwrap(), Roster::default());
    store.save_roster(id, &roster(1), 0).await.unwrap();
    assert_eq!(store.roster(id).await.unwrap(), roster(1));
    assert_eq!(store.hand(id).await.unwrap(), JournalEdits::default(), "the journal is another record");
    assert_eq!(store.load(id).await.unwrap(), session, "the session is as it was");
    store.delete(id).await.unwrap();
    created(&*store, session.clone()).await;
    assert_eq!(store.roster(id).await.unwrap(), Roster::default(), "another session of this id begins with none");
}

async fn a_roster_is_saved_only_upon_the_version_it_was_read_at(on: On) {
    let store = on.open().await;
    let session = session("ada", "One");
    created(&*store, session.clone()).await;
    let id = &session.head.id;
    assert!(is_conflict(store.save_roster(id, &roster(2), 1).await));
    store.save_roster(id, &roster(1), 0).await.unwrap();
    assert!(is_conflict(store.save_roster(id, &roster(1), 0).await));
    store.save_roster(id, &roster(2), 1).await.unwrap();
}

async fn there_is_no_roster_of_a_session_that_does_not_exist(on: On) {
    let store = on.open().await;
    let unknown = SessionId::from("unknown");
    assert!(is_not_found(store.roster(&unknown).await));
    assert!(is_not_found(store.save_roster(&unknown, &roster(1), 0).await));
}
