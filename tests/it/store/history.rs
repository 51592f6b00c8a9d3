//! Contract tests of every store for the history of a session: undo, retelling, import.

use game::{Session, SessionHead, id::SessionId};

use embertale::store::{
    BeginOutcome, CHECKPOINT_EVERY, Claim, Commit, KeyUse, Listed, MODEL_REFUSED, NewSession, Past, Recorded, Rewind,
    Store, StoredTurn, SupersededRecords, Trace, TurnRecord, UndoneKey, check_fold,
};

use crate::support::emulator;

use super::{
    contract::{On, assert_kept, created, is_conflict, is_not_found, on_every_store, played},
    records::{NextTurn, claimed, key, next_interlude, next_turn, session},
};

on_every_store! {
    turns_taken_back_leave_their_keys_and_nothing_else,
    a_key_that_was_used_names_no_taking_back,
    nothing_is_taken_back_while_a_turn_plays,
    play_goes_on_from_where_it_was_taken_back_to,
    a_retelling_stands_in_the_last_turns_place,
    a_telling_that_was_put_aside_is_chosen_again,
    a_retelling_of_another_turn_or_with_a_used_key_is_a_conflict,
    a_retelling_drops_what_followed_its_turn,
    a_past_is_brought_in_whole,
    a_past_for_a_taken_id_or_key_changes_nothing,
    checkpoints_are_kept_and_taken_back,
    a_window_is_what_was_said_without_what_was_refused,
}

/// The session as it was after a turn, as the version after `now`.
fn as_it_was(then: &Session, now: &Session) -> Session {
    let head = SessionHead { version: now.head.version + 1, updated_at: now.head.updated_at, ..then.head.clone() };
    Session { head, game: then.game.clone() }
}

pub(super) fn rewind(then: &Session, now: &Session, with: &str) -> (Commit<Rewind>, Session) {
    let after = as_it_was(then, now);
    let what = Rewind { to: then.head.n_turns, key: Some(key(with, with)), interlude: None };
    let expected_version = now.head.version;
    (Commit { expected_version, head: after.head.clone(), game: after.game.clone(), what }, after)
}

/// Another telling of the turn that led from `before` to `now`.
pub(super) fn retelling(before: &Session, now: &Session, words: &str) -> NextTurn {
    let mut next = next_turn(before, words);
    next.commit.expected_version = now.head.version;
    next.commit.head.version = now.head.version + 1;
    next.commit.what.stored.head_after = next.commit.head.clone();
    next.after.head = next.commit.head.clone();
    next
}

/// A session of many turns that is not saved yet, as it was after each of them.
pub(super) struct Long {
    pub(super) session: Session,
    at: Vec<Session>,
    turns: Vec<StoredTurn>,
}

pub(super) fn past_of_turns(owner: &str, n: u32) -> Long {
    let mut now = session(owner, "Long");
    let (mut at, mut turns) = (vec![now.clone()], Vec::new());
    for n in 1..=n {
        let next = next_turn(&now, &format!("look {n}"));
        turns.push(next.commit.what.stored);
        now = next.after;
        at.push(now.clone());
    }
    Long { session: now, at, turns }
}

impl Long {
    pub(super) fn brought_in(&self) -> NewSession {
        let past = Past {
            start: self.at[0].game.clone(),
            turns: self.turns.clone(),
            interludes: vec![],
            checkpoints: vec![],
            aside: SupersededRecords::default(),
        };
        NewSession { session: self.session.clone(), past: Some(past), create_key: None }
    }

    pub(super) fn rewind_to(&self, seq: usize) -> (Commit<Rewind>, Session) {
        rewind(&self.at[seq], &self.session, "undo")
    }
}

async fn begun(store: &dyn Store, next: &NextTurn) -> Claim {
    claimed(store.begin_turn("ada", &next.claim.session, &next.key, &next.claim.turn).await.unwrap()).claim
}

/// Three turns with an interlude after the second: the session at each version.
async fn three_turns(store: &dyn Store) -> (Vec<Session>, Vec<StoredTurn>) {
    let start = created(store, session("ada", "One")).await;
    let (one, first) = played(store, &start, "look").await;
    let (two, second) = played(store, &one, "listen").await;
    let (commit, rested) = next_interlude(&two, 5);
    store.commit_interlude(commit).await.unwrap();
    let (three, third) = played(store, &rested, "wait").await;
    (vec![start, one, two, rested, three], vec![first, second, third])
}

fn undone(stored: &StoredTurn) -> UndoneKey {
    UndoneKey { turn_id: Some(stored.turn.id.clone()), key: stored.key.clone() }
}

async fn turns_taken_back_leave_their_keys_and_nothing_else(on: On) {
    let store = on.open().await;
    let (at, turns) = three_turns(&*store).await;
    let id = &at[0].head.id;
    let (commit, after) = rewind(&at[1], &at[4], "undo");
    store.commit_rewind(commit).await.unwrap();
    assert_kept(&*store, &after, 1).await;
    assert!(store.interludes(id, 0).await.unwrap().is_empty());
    assert!(is_not_found(store.turn(id, &turns[2].turn.id).await));
    assert_eq!(store.turn(id, &turns[0].turn.id).await.unwrap(), turns[0]);
    assert_eq!(check_fold(&*store, id).await.unwrap(), after.game);

    let named = UndoneKey { turn_id: None, key: key("undo", "undo") };
    let keys = vec![undone(&turns[1]), undone(&turns[2]), named.clone()];
    assert_eq!(store.aside(id).await.unwrap(), SupersededRecords { undone: keys, ..SupersededRecords::default() });
    assert_eq!(store.key_use(id, "undo").await.unwrap(), Some(KeyUse::Undone(named)));
    assert_eq!(store.key_use(id, "key of wait").await.unwrap(), Some(KeyUse::Undone(undone(&turns[2]))));
    assert_eq!(store.key_use(id, "key of look").await.unwrap(), Some(KeyUse::Turn(Box::new(turns[0].clone()))));
    assert_eq!(store.key_use(id, "unused").await.unwrap(), None);
    let again = next_turn(&after, "wait");
    assert_eq!(store.begin_turn("ada", id, &again.key, &again.claim.turn).await.unwrap(), BeginOutcome::Undone);
    let other_words = key("undo", "look");
    assert_eq!(store.begin_turn("ada", id, &other_words, &again.claim.turn).await.unwrap(), BeginOutcome::KeyMismatch);
}

async fn a_key_that_was_used_names_no_taking_back(on: On) {
    let store = on.open().await;
    let (at, _) = three_turns(&*store).await;
    for used in ["key of look", "key of wait"] {
        assert!(is_conflict(store.commit_rewind(rewind(&at[1], &at[4], used).0).await), "{used}");
        assert_kept(&*store, &at[4], 3).await;
    }
    let (commit, after) = rewind(&at[2], &at[4], "undo");
    store.commit_rewind(commit).await.unwrap();
    assert!(is_conflict(store.commit_rewind(rewind(&at[1], &after, "undo").0).await));
    assert!(is_conflict(store.commit_rewind(rewind(&at[1], &at[4], "stale").0).await));
    assert_kept(&*store, &after, 2).await;
}

async fn nothing_is_taken_back_while_a_turn_plays(on: On) {
    let store = on.open().await;
    let (at, _) = three_turns(&*store).await;
    let next = next_turn(&at[4], "go on");
    begun(&*store, &next).await;
    assert!(is_conflict(store.commit_rewind(rewind(&at[1], &at[4], "undo").0).await));
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_kept(&*store, &next.after, 4).await;
}

async fn play_goes_on_from_where_it_was_taken_back_to(on: On) {
    let store = on.open().await;
    let (at, _) = three_turns(&*store).await;
    let id = &at[0].head.id;
    let (commit, after) = rewind(&at[1], &at[4], "undo");
    store.commit_rewind(commit).await.unwrap();
    let (mut now, stored) = played(&*store, &after, "something else").await;
    assert_eq!(stored.turn.seq, 2);
    assert_kept(&*store, &now, 2).await;
    // And all the way back, more than once.
    for round in 0..2 {
        let (commit, start) = rewind(&at[0], &now, &format!("undo all {round}"));
        store.commit_rewind(commit).await.unwrap();
        assert_kept(&*store, &start, 0).await;
        now = played(&*store, &start, &format!("begin {round}")).await.0;
        assert_kept(&*store, &now, 1).await;
    }
    assert_eq!(store.aside(id).await.unwrap().undone.len(), 2 + 1 + 2 + 1 + 1 + 1);
    assert_eq!(check_fold(&*store, id).await.unwrap(), now.game);
}

async fn a_retelling_stands_in_the_last_turns_place(on: On) {
    let store = on.open().await;
    let (at, turns) = three_turns(&*store).await;
    let id = &at[0].head.id;
    let next = retelling(&at[3], &at[4], "wait differently");
    let claim = begun(&*store, &next).await;
    store.commit_retelling(Some(&claim), next.commit.clone()).await.unwrap();
    assert_kept(&*store, &next.after, 3).await;
    let told = next.commit.what.stored.clone();
    assert_eq!(store.turns(id, Some(2), None, 10).await.unwrap(), std::slice::from_ref(&told));
    assert_eq!(store.turn(id, &turns[2].turn.id).await.unwrap(), turns[2]);
    assert_eq!(store.turn(id, &told.turn.id).await.unwrap(), told);
    let aside = store.aside(id).await.unwrap();
    assert_eq!(aside, SupersededRecords { alternatives: vec![turns[2].clone()], ..SupersededRecords::default() });
    assert_eq!(store.key_use(id, "key of wait").await.unwrap(), Some(KeyUse::Turn(Box::new(turns[2].clone()))));
    // The claim is given back.
    let (after, _) = played(&*store, &next.after, "go on").await;
    // Other tellings are taken back with their turn.
    store.commit_rewind(rewind(&at[2], &after, "undo").0).await.unwrap();
    let left = store.aside(id).await.unwrap();
    assert!(left.alternatives.is_empty());
    assert_eq!(left.undone.len(), 4);
    assert!(matches!(store.key_use(id, "key of wait").await.unwrap(), Some(KeyUse::Undone(_))));
}

async fn a_telling_that_was_put_aside_is_chosen_again(on: On) {
    let store = on.open().await;
    let (at, turns) = three_turns(&*store).await;
    let id = &at[0].head.id;
    let next = retelling(&at[3], &at[4], "wait differently");
    let claim = begun(&*store, &next).await;
    store.commit_retelling(Some(&claim), next.commit.clone()).await.unwrap();

    let after = as_it_was(&at[4], &next.after);
    let choose = |after: &Session, stored: &StoredTurn| {
        let stored = StoredTurn { head_after: after.head.clone(), ..stored.clone() };
        let what =
            TurnRecord { window: vec![stored.turn.exchange()], stored, interlude: None, trace: Trace::default() };
        Commit { expected_version: after.head.version - 1, head: after.head.clone(), game: after.game.clone(), what }
    };
    store.commit_retelling(None, choose(&after, &turns[2])).await.unwrap();
    assert_kept(&*store, &after, 3).await;
    assert_eq!(store.turns(id, Some(2), None, 10).await.unwrap()[0].turn, turns[2].turn);
    assert_eq!(store.aside(id).await.unwrap().alternatives, std::slice::from_ref(&next.commit.what.stored));
    // To and fro.
    let again = as_it_was(&next.after, &after);
    store.commit_retelling(None, choose(&again, &next.commit.what.stored)).await.unwrap();
    assert_kept(&*store, &again, 3).await;
    assert_eq!(store.aside(id).await.unwrap().alternatives[0].turn, turns[2].turn);
}

async fn a_retelling_of_another_turn_or_with_a_used_key_is_a_conflict(on: On) {
    let store = on.open().await;
    let (at, _) = three_turns(&*store).await;
    // Not the last turn's number.
    let other = retelling(&at[1], &at[4], "listen again");
    let claim = begun(&*store, &other).await;
    assert!(is_conflict(store.commit_retelling(Some(&claim), other.commit.clone()).await));
    assert!(is_conflict(store.commit_retelling(None, other.commit).await));
    // A key that another turn has.
    let mut used = retelling(&at[3], &at[4], "wait differently");
    used.claim = claim.clone();
    used.commit.what.stored.turn.id = claim.turn.clone();
    used.commit.what.stored.key = key("key of look", "wait differently");
    assert!(is_conflict(store.commit_retelling(Some(&claim), used.commit).await));
    // No claim of its own.
    let unclaimed = retelling(&at[3], &at[4], "wait once more");
    assert!(is_conflict(store.commit_retelling(Some(&unclaimed.claim), unclaimed.commit).await));
    assert_kept(&*store, &at[4], 3).await;
    store.renew_claim(&claim).await.unwrap();
}

async fn a_retelling_drops_what_followed_its_turn(on: On) {
    let store = on.open().await;
    let (at, _) = three_turns(&*store).await;
    let id = &at[0].head.id;
    let (commit, now) = next_interlude(&at[4], 7);
    store.commit_interlude(commit).await.unwrap();
    // What the new telling says happens before it is kept.
    let next = retelling(&at[3], &now, "wait differently");
    let (before, rested) = next_interlude(&at[3], 9);
    let mut next = NextTurn { commit: Commit { game: rested.game.clone(), ..next.commit }, ..next };
    next.commit.game.apply_all(&next.commit.what.stored.turn.changes).unwrap();
    let interlude = embertale::store::Interlude { version: next.commit.head.version, ..before.what };
    next.commit.what.interlude = Some(interlude.clone());
    let claim = begun(&*store, &next).await;
    store.commit_retelling(Some(&claim), next.commit.clone()).await.unwrap();
    let kept = store.interludes(id, 0).await.unwrap();
    assert_eq!(kept.len(), 2);
    assert_eq!(kept[1], interlude);
    assert_eq!(check_fold(&*store, id).await.unwrap(), next.commit.game);
}

/// Everything that led to a session, as it is recorded.
async fn past_of(store: &dyn Store, id: &SessionId) -> Past {
    let mut checkpoints = Vec::new();
    let mut until = u32::MAX;
    while let (seq @ 1.., game) = store.checkpoint(id, until).await.unwrap() {
        checkpoints.insert(0, (seq, game));
        until = seq - 1;
    }
    Past {
        start: store.load_start(id).await.unwrap(),
        turns: store.turns(id, None, None, 1_000).await.unwrap(),
        interludes: store.interludes(id, 0).await.unwrap(),
        checkpoints,
        aside: store.aside(id).await.unwrap(),
    }
}

/// A session with a past that has something of everything.
async fn with_a_past(store: &dyn Store) -> Session {
    let (at, _) = three_turns(store).await;
    let (commit, after) = rewind(&at[3], &at[4], "undo");
    store.commit_rewind(commit).await.unwrap();
    let next = retelling(&at[1], &after, "listen differently");
    let claim = begun(store, &next).await;
    store.commit_retelling(Some(&claim), next.commit.clone()).await.unwrap();
    let (commit, after) = next_interlude(&next.after, 3);
    store.commit_interlude(commit).await.unwrap();
    after
}

async fn a_past_is_brought_in_whole(on: On) {
    let (from, to) = (on.open().await, on.open().await);
    let session = with_a_past(&*from).await;
    let id = &session.head.id;
    let past = past_of(&*from, id).await;
    assert!(!past.aside.alternatives.is_empty() && !past.aside.undone.is_empty());
    let new = NewSession { session: session.clone(), past: Some(past.clone()), create_key: Some("k".into()) };
    assert_eq!(to.create(new.clone()).await.unwrap(), Recorded::Now(session.clone()));
    assert_eq!(to.create(new).await.unwrap(), Recorded::Before(session.clone()));
    assert_kept(&*to, &session, 2).await;
    assert_eq!(past_of(&*to, id).await, past);
    assert_eq!(check_fold(&*to, id).await.unwrap(), session.game);
    // It goes on, and what is put aside and taken back later comes behind what was before.
    let claimed = claimed(to.begin_turn("ada", id, &key("new", "new"), &"new".into()).await.unwrap());
    assert_eq!(claimed.window, from.window(id, session.head.window_from, session.head.n_turns).await.unwrap());
    to.release_claim(&claimed.claim).await.unwrap();
    let (after, stored) = played(&*to, &session, "go on").await;
    to.commit_rewind(rewind(&session, &after, "undo again").0).await.unwrap();
    let undone_now = to.aside(id).await.unwrap().undone;
    assert_eq!(undone_now[..past.aside.undone.len()], past.aside.undone);
    assert_eq!(undone_now[past.aside.undone.len()], undone(&stored));
}

async fn a_past_for_a_taken_id_or_key_changes_nothing(on: On) {
    let (from, to) = (on.open().await, on.open().await);
    let session = with_a_past(&*from).await;
    let past = past_of(&*from, &session.head.id).await;
    let mut taken = self::session("bo", "There before");
    taken.head.id = session.head.id.clone();
    created(&*to, taken.clone()).await;
    let new = NewSession { session: session.clone(), past: Some(past), create_key: None };
    assert!(is_conflict(to.create(new).await));
    assert_kept(&*to, &taken, 0).await;
    assert_eq!(to.load_start(&taken.head.id).await.unwrap(), taken.game);
}

async fn checkpoints_are_kept_and_taken_back(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let id = &start.head.id;
    let (mut now, mut at) = (start.clone(), vec![start.clone()]);
    for n in 1..=CHECKPOINT_EVERY + 2 {
        now = played(&*store, &now, &format!("look {n}")).await.0;
        at.push(now.clone());
    }
    let fifty = usize::try_from(CHECKPOINT_EVERY).unwrap();
    for (until, expected) in [(0, 0), (CHECKPOINT_EVERY - 1, 0), (CHECKPOINT_EVERY, fifty), (u32::MAX, fifty)] {
        let (seq, game) = store.checkpoint(id, until).await.unwrap();
        assert_eq!((usize::try_from(seq).unwrap(), &game), (expected, &at[expected].game), "{until}");
    }
    assert_eq!(check_fold(&*store, id).await.unwrap(), now.game);
    let (commit, after) = rewind(&at[fifty - 1], &now, "undo");
    store.commit_rewind(commit).await.unwrap();
    assert_eq!(store.checkpoint(id, u32::MAX).await.unwrap(), (0, start.game));
    assert_kept(&*store, &after, fifty - 1).await;
    // A turn of the same number is kept anew.
    let (after, _) = played(&*store, &after, "look otherwise").await;
    assert_eq!(store.checkpoint(id, u32::MAX).await.unwrap(), (CHECKPOINT_EVERY, after.game));
}

async fn a_window_is_what_was_said_without_what_was_refused(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let id = &start.head.id;
    let (one, first) = played(&*store, &start, "look").await;
    let mut refused = next_turn(&one, "say the unspeakable");
    let notice = Listed::Notice { code: MODEL_REFUSED.into(), message: "No.".into(), untruths: Vec::new() };
    refused.commit.what.stored.log.push(notice);
    refused.commit.what.window = vec![first.turn.exchange()];
    begun(&*store, &refused).await;
    store.commit_turn(&refused.claim, refused.commit.clone()).await.unwrap();
    let (_, third) = played(&*store, &refused.after, "listen").await;
    let said = [first.turn.exchange(), third.turn.exchange()];
    assert_eq!(store.window(id, 1, 3).await.unwrap(), said);
    assert_eq!(store.window(id, 2, 3).await.unwrap(), said[1..]);
    assert_eq!(store.window(id, 2, 2).await.unwrap(), []);
    assert_eq!(store.window(id, 3, 90).await.unwrap(), said[1..]);
    assert!(is_not_found(store.window(&"none".into(), 1, 3).await));
}
