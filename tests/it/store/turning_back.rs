//! What every store does when turns are told again, taken back or brought in whole.

use embertale::{
    game::{Game, Session, SessionHead, id::TurnId},
    store::{
        Aside, Begun, CHECKPOINT_EVERY, Commit, Error, Interlude, KeyUse, NewSession, Past, Rewind, Store, StoredTurn,
        TurnKey, Undone, Until, check_fold, fold,
    },
};
use jiff::ToSpan;

use super::{
    contract::{On, created, on_every_store, played},
    records::{NextTurn, key, new, next_interlude, next_turn, seat, session},
};

on_every_store! {
    a_claim_answers_the_session_and_the_window,
    nobody_claims_somebody_elses_session,
    a_retelling_takes_the_turns_place_and_the_old_telling_is_kept,
    an_old_telling_is_chosen_back,
    a_retelling_drops_what_followed_and_keeps_what_comes_before_it,
    only_the_last_turn_is_told_again,
    a_rewind_takes_everything_after_it_and_remembers_the_keys,
    a_rewind_at_a_stale_version_or_under_a_used_key_leaves_nothing,
    nothing_is_rewound_while_a_turn_plays,
    ten_racing_rewinds_have_one_winner,
    checkpoints_come_with_turns_and_go_with_them,
    a_past_is_brought_in_whole,
    a_past_that_is_too_large_leaves_nothing,
}

/// Another telling of a session's last turn, on the session as it was before it.
fn again(before: &Session, now: &Session, words: &str) -> NextTurn {
    let mut next = next_turn(before, words);
    next.commit.expected_version = now.head.version;
    next.commit.head.version = now.head.version + 1;
    next.after.head.version = now.head.version + 1;
    next.commit.what.stored.head_after.version = now.head.version + 1;
    next
}

/// A session as it is after being taken back to what it was.
fn back(now: &Session, then: &Session, key: Option<TurnKey>) -> (Commit<Rewind>, Session) {
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

fn is_conflict<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::Conflict))
}

async fn a_claim_answers_the_session_and_the_window(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = played(&*store, &start, "look").await;
    let next = next_turn(&one, "listen");
    let begun = store.begin_turn("ada", &one.head.id, &next.key, &next.claim.turn).await.unwrap();
    let taken = seat(begun);
    assert_eq!(taken.session, one);
    assert_eq!(taken.window, [first.turn.exchange()]);
    store.release_claim(&next.claim).await.unwrap();
    store.rename(&one.head.id, "Renamed").await.unwrap();
    let (after, _) = next_interlude(&one, 5);
    store.commit_interlude(after).await.unwrap();
    let begun = store.begin_turn("ada", &one.head.id, &next.key, &next.claim.turn).await.unwrap();
    let taken = seat(begun);
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

async fn a_retelling_takes_the_turns_place_and_the_old_telling_is_kept(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, _) = played(&*store, &start, "look").await;
    let (two, old) = played(&*store, &one, "listen").await;
    let other = again(&one, &two, "listen better");
    let begun = store.begin_turn("ada", &two.head.id, &other.key, &other.claim.turn).await.unwrap();
    assert_eq!(seat(begun).session, two);
    let told = other.commit.what.stored.clone();
    store.commit_retelling(Some(&other.claim), other.commit).await.unwrap();

    assert_eq!(store.load(&two.head.id).await.unwrap(), other.after);
    assert_eq!(turns(&*store, &two).await[1..], *std::slice::from_ref(&told));
    assert_eq!(store.turn(&two.head.id, &old.turn.id).await.unwrap(), old);
    assert_eq!(store.turn(&two.head.id, &told.turn.id).await.unwrap(), told);
    let aside = store.aside(&two.head.id).await.unwrap();
    assert_eq!(aside, Aside { alternatives: vec![old.clone()], undone: vec![] });
    for stored in [old, told] {
        let used = store.key_use(&two.head.id, &stored.key.key).await.unwrap();
        assert_eq!(used, Some(KeyUse::Turn(Box::new(stored.clone()))));
        let begun = store.begin_turn("ada", &two.head.id, &stored.key, &TurnId::from("t")).await.unwrap();
        assert_eq!(begun, Begun::Played(Box::new(stored)));
    }
    played(&*store, &other.after, "go on").await;
    check_fold(&*store, &two.head.id).await.unwrap();
}

async fn an_old_telling_is_chosen_back(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, old) = played(&*store, &start, "look").await;
    let other = again(&start, &one, "look better");
    let told = other.commit.what.stored.clone();
    let two = other.after.clone();
    store.commit_retelling(None, other.commit).await.unwrap();

    let mut chosen = again(&start, &two, "look");
    chosen.commit.what.stored = StoredTurn { head_after: chosen.commit.head.clone(), ..old };
    let back = chosen.commit.what.stored.clone();
    store.commit_retelling(None, chosen.commit).await.unwrap();
    assert_eq!(turns(&*store, &one).await, [back]);
    let aside = store.aside(&one.head.id).await.unwrap();
    assert_eq!(aside, Aside { alternatives: vec![told], undone: vec![] });
    assert_eq!(store.load(&one.head.id).await.unwrap().game, one.game);
    let folded = check_fold(&*store, &one.head.id).await.unwrap();
    assert_eq!(folded, one.game);
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
    assert_eq!(store.aside(&two.head.id).await.unwrap(), Aside::default());
}

async fn a_rewind_takes_everything_after_it_and_remembers_the_keys(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (commit, start) = next_interlude(&start, 1);
    store.commit_interlude(commit).await.unwrap();
    let (one, _) = played(&*store, &start, "look").await;
    let (commit, one) = next_interlude(&one, 2);
    store.commit_interlude(commit).await.unwrap();
    let (two, second) = played(&*store, &one, "listen").await;
    let other = again(&one, &two, "listen better");
    let (retold, other_key) = (other.after.clone(), other.key.clone());
    let other_id = other.commit.what.stored.turn.id.clone();
    store.commit_retelling(None, other.commit).await.unwrap();
    let (commit, three) = next_interlude(&retold, 4);
    store.commit_interlude(commit).await.unwrap();

    let name = key("back", "undo");
    let (commit, after) = back(&three, &one, Some(name.clone()));
    store.commit_rewind(commit).await.unwrap();
    assert_eq!(store.load(&one.head.id).await.unwrap(), after);
    assert_eq!(turns(&*store, &one).await.len(), 1);
    assert_eq!(store.interludes(&one.head.id, 0).await.unwrap().len(), 2, "what followed the turn that stays, stays");
    assert_eq!(check_fold(&*store, &one.head.id).await.unwrap(), one.game);
    for (key, turn) in [(&second.key, Some(&second.turn.id)), (&other_key, Some(&other_id)), (&name, None)] {
        let undone = Undone { turn_id: turn.cloned(), key: key.clone() };
        assert_eq!(store.key_use(&one.head.id, &key.key).await.unwrap(), Some(KeyUse::Undone(undone)));
        let begun = store.begin_turn("ada", &one.head.id, key, &TurnId::from("t")).await.unwrap();
        assert_eq!(begun, Begun::Undone);
        let other_words = TurnKey { fingerprint: "other".into(), ..key.clone() };
        let begun = store.begin_turn("ada", &one.head.id, &other_words, &TurnId::from("t")).await.unwrap();
        assert_eq!(begun, Begun::KeyMismatch);
    }
    assert_eq!(store.aside(&one.head.id).await.unwrap().undone.len(), 3);
    for id in [second.turn.id, other_id] {
        assert!(matches!(store.turn(&one.head.id, &id).await, Err(Error::NotFound)));
    }
    let next = next_turn(&after, "smell");
    let begun = store.begin_turn("ada", &one.head.id, &next.key, &next.claim.turn).await.unwrap();
    let taken = seat(begun);
    assert_eq!((taken.session, taken.window.len()), (after, 1));
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_eq!(turns(&*store, &one).await[1].turn.message, "smell", "the number is free again");
    check_fold(&*store, &one.head.id).await.unwrap();
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
    assert_eq!(store.aside(&two.head.id).await.unwrap(), Aside::default());
    let unknown = session("ada", "Nowhere");
    assert!(matches!(store.commit_rewind(back(&unknown, &unknown, None).0).await, Err(Error::NotFound)));
}

async fn nothing_is_rewound_while_a_turn_plays(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, _) = played(&*store, &start, "look").await;
    let next = next_turn(&one, "listen");
    store.begin_turn("ada", &one.head.id, &next.key, &next.claim.turn).await.unwrap();
    assert!(is_conflict(store.commit_rewind(back(&one, &start, None).0).await));
    assert!(is_conflict(store.commit_retelling(None, again(&start, &one, "look better").commit).await));
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_eq!(turns(&*store, &one).await.len(), 2);
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

async fn checkpoints_come_with_turns_and_go_with_them(on: On) {
    let store = on.open().await;
    let mut now = created(&*store, session("ada", "One")).await;
    let id = now.head.id.clone();
    let mut at: Vec<Session> = vec![now.clone()];
    for n in 1..=CHECKPOINT_EVERY + 2 {
        (now, _) = played(&*store, &now, &format!("step {n}")).await;
        at.push(now.clone());
    }
    let game = |seq: u32| -> &Game { &at[usize::try_from(seq).unwrap()].game };
    assert_eq!(store.checkpoint(&id, CHECKPOINT_EVERY - 1).await.unwrap(), (0, game(0).clone()));
    let kept = (CHECKPOINT_EVERY, game(CHECKPOINT_EVERY).clone());
    assert_eq!(store.checkpoint(&id, CHECKPOINT_EVERY).await.unwrap(), kept);
    assert_eq!(store.checkpoint(&id, u32::MAX).await.unwrap(), kept);
    for seq in [0, 7, CHECKPOINT_EVERY - 1, CHECKPOINT_EVERY, CHECKPOINT_EVERY + 1] {
        assert_eq!(fold(&*store, &id, Until::Turn(seq)).await.unwrap(), *game(seq), "{seq}");
    }
    assert_eq!(check_fold(&*store, &id).await.unwrap(), now.game);
    let missing = fold(&*store, &id, Until::Turn(CHECKPOINT_EVERY + 3)).await;
    assert!(matches!(missing, Err(Error::Damaged(_))));

    let then = &at[usize::try_from(CHECKPOINT_EVERY).unwrap() - 1];
    let (commit, after) = back(&now, then, None);
    store.commit_rewind(commit).await.unwrap();
    assert_eq!(store.checkpoint(&id, u32::MAX).await.unwrap().0, 0);
    let (other, _) = played(&*store, &after, "another way").await;
    assert_eq!(store.checkpoint(&id, u32::MAX).await.unwrap(), (CHECKPOINT_EVERY, other.game.clone()));
    assert_eq!(check_fold(&*store, &id).await.unwrap(), other.game);
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
    let undone = Undone { turn_id: Some(TurnId::from("gone")), key: key("gone", "gone") };
    let mut past = Past {
        start: start.game,
        turns,
        interludes: vec![interlude.what],
        checkpoints: vec![],
        aside: Aside { alternatives: vec![alternative], undone: vec![undone] },
    };
    let (game, checkpoints) = past.fold().unwrap();
    assert_eq!(game, now.game);
    past.checkpoints = checkpoints;
    (now, past)
}

async fn a_past_is_brought_in_whole(on: On) {
    let store = on.open().await;
    let (now, past) = lived("ada", CHECKPOINT_EVERY + 1);
    let id = &now.head.id;
    let new_session = NewSession { session: now.clone(), past: Some(past.clone()), create_key: Some("in".into()) };
    store.create(new_session.clone()).await.unwrap();
    assert_eq!(store.load(id).await.unwrap(), now);
    assert_eq!(store.load_start(id).await.unwrap(), past.start);
    assert_eq!(turns(&*store, &now).await, past.turns);
    assert_eq!(store.interludes(id, 0).await.unwrap(), past.interludes);
    assert_eq!(store.aside(id).await.unwrap(), past.aside);
    assert_eq!(store.checkpoint(id, u32::MAX).await.unwrap(), past.checkpoints[0]);
    assert_eq!(check_fold(&*store, id).await.unwrap(), now.game);
    let again = store.create(new_session).await.unwrap().into_inner();
    assert_eq!(again, now, "once");

    let first = &past.turns[0];
    let begun = store.begin_turn("ada", id, &first.key, &TurnId::from("t")).await.unwrap();
    assert_eq!(begun, Begun::Played(Box::new(first.clone())));
    let next = next_turn(&now, "go on");
    let begun = store.begin_turn("ada", id, &next.key, &next.claim.turn).await.unwrap();
    assert_eq!(seat(begun).window.len(), past.turns.len());
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    check_fold(&*store, id).await.unwrap();

    store.delete(id).await.unwrap();
    store.create(new(&Session { head: SessionHead { n_turns: 0, ..now.head.clone() }, ..now.clone() })).await.unwrap();
    assert!(turns(&*store, &now).await.is_empty());
    assert_eq!(store.aside(id).await.unwrap(), Aside::default());
    assert_eq!(store.checkpoint(id, u32::MAX).await.unwrap().0, 0);
    assert_eq!(store.key_use(id, &first.key.key).await.unwrap(), None);
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
