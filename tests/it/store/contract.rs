//! What every store does. Each case runs on each store, in a store of its own.

use std::{ops::Deref, sync::Arc, time::Duration};

use game::{
    Change, Session, SessionHead,
    after_fight::AfterFight,
    combat::{encounter::FightEnding, fighter::FighterId},
    dice::{RollKind, RollPurpose},
    house_rules::{Flanking, HouseRules},
    id::SessionId,
    language_tag::LanguageTag,
};

use embertale::store::{
    BeginOutcome, Claim, Commit, Error, FirestoreOptions, FirestoreStore, MAX_KEY_BYTES, MAX_SNAPSHOT_BYTES,
    MAX_SUMMARY_BYTES, MemoryStore, Page, Recorded, SessionMarks, SessionSummary, SqliteOptions, SqliteStore, Store,
    StoredTurn, check_snapshot, check_turn,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::emulator;

use super::records::{
    NextTurn, at, claimed, key, keyed, new, next_interlude, next_turn, session, session_at, tool_call,
};

/// A store to run a case on.
#[derive(Clone, Copy)]
pub(crate) enum On {
    Memory,
    Sqlite,
    Firestore,
}

/// An open store with what it lives in.
pub(crate) struct Opened {
    pub(crate) store: Arc<dyn Store>,
    _folder: Option<TempDir>,
}

impl Deref for Opened {
    type Target = dyn Store;

    fn deref(&self) -> &Self::Target {
        &*self.store
    }
}

impl Opened {
    pub(crate) fn shared(&self) -> Arc<dyn Store> {
        Arc::clone(&self.store)
    }
}

impl On {
    pub(super) async fn open(self) -> Opened {
        self.open_with(Duration::from_secs(600)).await
    }

    /// A store where every claim has run out as soon as it is made.
    async fn open_with_fleeting_claims(self) -> Opened {
        self.open_with(Duration::ZERO).await
    }

    async fn open_with(self, claim_ttl: Duration) -> Opened {
        match self {
            Self::Memory => Opened { store: Arc::new(MemoryStore::with_claim_ttl(claim_ttl)), _folder: None },
            Self::Sqlite => {
                let folder = tempfile::tempdir().unwrap();
                let options = SqliteOptions { claim_ttl, ..SqliteOptions::default() };
                let store = SqliteStore::open_with(folder.path(), options).await.unwrap();
                Opened { store: Arc::new(store), _folder: Some(folder) }
            }
            Self::Firestore => {
                let options = FirestoreOptions { claim_ttl, ..emulator::project() };
                let store = FirestoreStore::open(options).await.unwrap();
                Opened { store: Arc::new(store), _folder: None }
            }
        }
    }
}

macro_rules! on_every_store {
    ($($case:ident),* $(,)?) => {
        mod memory {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() { super::$case(super::On::Memory).await })*
        }
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() { super::$case(super::On::Sqlite).await })*
        }
        mod firestore {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                if !super::emulator::is_missing() {
                    super::$case(super::On::Firestore).await;
                }
            })*
        }
    };
}

pub(super) use on_every_store;

on_every_store! {
    a_new_session_reads_back_byte_equal,
    creating_twice_with_a_key_makes_one_session,
    a_create_key_is_its_owners_alone,
    a_taken_session_id_is_a_conflict,
    nothing_is_found_under_an_unknown_id,
    the_list_has_the_session_saved_last_first,
    the_list_is_read_page_by_page_while_sessions_come,
    a_list_of_nothing_or_of_no_room_is_empty,
    a_made_up_cursor_is_refused,
    owners_see_their_own_sessions,
    renaming_changes_the_title_alone,
    a_title_given_during_a_turn_outlives_the_turn,
    deleting_takes_all_that_hangs_on_a_session,
    deleting_takes_the_claim_of_the_turn_that_plays,
    a_committed_turn_and_its_state_appear_together,
    a_stale_version_is_a_conflict_and_leaves_nothing,
    a_taken_number_or_turn_id_is_a_conflict_and_leaves_nothing,
    a_commit_needs_its_claim,
    a_commit_that_skips_a_version_is_a_conflict,
    ten_racing_commits_have_one_winner,
    ten_racing_claims_have_one_winner,
    a_session_that_plays_is_busy_for_another_turn,
    claiming_again_for_the_same_turn_is_one_claim,
    a_played_key_answers_its_turn,
    a_played_key_with_other_words_is_a_mismatch,
    a_key_belongs_to_its_session,
    a_failed_turn_does_not_use_its_key_up,
    the_cost_of_a_turn_that_failed_is_recorded_while_its_claim_holds,
    an_expired_claim_is_taken_over_and_its_holder_cannot_commit,
    a_renewed_claim_still_holds_and_a_lost_one_cannot_be_renewed,
    releasing_a_claim_frees_the_session_and_twice_is_no_error,
    interludes_come_back_in_order,
    an_interlude_while_a_turn_plays_is_a_conflict,
    an_interlude_ignores_a_claim_that_ran_out,
    turns_are_read_by_range,
    a_turn_of_another_session_is_not_found,
    awkward_text_and_nested_json_round_trip,
    every_float_round_trips,
    what_is_too_large_or_too_deep_is_refused_before_anything_is_written,
    a_place_or_a_key_that_is_too_long_is_refused_before_anything_is_written,
    the_store_answers_a_ping_and_names_itself,
    language_house_rules_and_facts_are_kept,
}

async fn language_house_rules_and_facts_are_kept(on: On) {
    let store = on.open().await;
    let mut begun = session("ada", "One");
    begun.game.apply(&Change::LanguageChosen { language: LanguageTag::read("de") }).unwrap();
    let session = created(&*store, begun).await;
    let (mut commit, mut after) = next_interlude(&session, 5);
    let rules = HouseRules { text: "Keine Pfeile zählen.".into(), ..HouseRules::default() };
    let rules = Box::new(HouseRules { flanking: Flanking::Advantage, ..rules });
    let language = LanguageTag::read("pt-BR");
    let hero = session.game.characters[0].id.clone();
    let (own, edge) = (json!({ "hero": hero }), "start");
    let oath = json!({"name": "truth-bound", "modifiers": [], "timing": {"edge": edge, "of": own, "source": own},
        "description": "Jede Lüge brennt.", "source": "spell/zone-of-truth"});
    let purpose = RollPurpose::of(RollKind::Initiative).by("Grak");
    let mut changes = vec![Change::LanguageChosen { language }, Change::HouseRulesChanged { rules }];
    let after_fight = Some(AfterFight { ending: FightEnding::Victory, fallen: vec!["Grak".to_owned()] });
    changes.extend([
        Change::EffectBegan { who: FighterId::Hero(hero), effect: serde_json::from_value(oath).unwrap() },
        Change::SceneChanged { scene: "⚔ † Grak".to_owned(), after_fight },
        Change::DiceRolled { roll: session.game.dice.throw_for("1d20+2", &purpose, None).unwrap() },
    ]);
    after.game = session.game.clone();
    after.game.apply_all(&changes).unwrap();
    (commit.game, commit.what.changes) = (after.game.clone(), changes.clone());
    store.commit_interlude(commit).await.unwrap();
    assert_eq!(store.load(&session.head.id).await.unwrap().game, after.game);
    assert_eq!(store.interludes(&session.head.id, 0).await.unwrap()[0].changes, changes);
}

pub(super) async fn created(store: &dyn Store, session: Session) -> Session {
    store.create(new(&session)).await.unwrap().into_inner()
}

pub(super) async fn played(store: &dyn Store, session: &Session, words: &str) -> (Session, StoredTurn) {
    let NextTurn { claim, key, commit, after } = next_turn(session, words);
    let begun = store.begin_turn(&session.head.owner, &claim.session, &key, &claim.turn).await.unwrap();
    let claimed = claimed(begun);
    assert_eq!((&claimed.claim, &claimed.session), (&claim, session));
    let stored = commit.what.stored.clone();
    store.commit_turn(&claim, commit).await.unwrap();
    (after, stored)
}

/// The session equals this one, byte for byte, and has this number of turns.
pub(super) async fn assert_kept(store: &dyn Store, session: &Session, n_turns: usize) {
    let id = &session.head.id;
    assert_eq!(store.load(id).await.unwrap(), *session);
    assert_eq!(store.raw_snapshot(id).await.unwrap(), serde_json::to_vec(&session.game).unwrap());
    assert_eq!(store.turns(id, None, None, 1_000).await.unwrap().len(), n_turns);
}

pub(super) fn is_conflict<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::Conflict))
}

pub(super) fn is_not_found<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::NotFound))
}

async fn a_new_session_reads_back_byte_equal(on: On) {
    let store = on.open().await;
    let session = session("ada", "The Drowned Bell");
    assert_eq!(store.create(new(&session)).await.unwrap(), Recorded::Now(session.clone()));
    assert_kept(&*store, &session, 0).await;
    assert_eq!(store.load_start(&session.head.id).await.unwrap(), session.game);
    assert_eq!(store.all_ids().await.unwrap(), [session.head.id]);
}

async fn creating_twice_with_a_key_makes_one_session(on: On) {
    let store = on.open().await;
    let (first, second) = (session("ada", "One"), session("ada", "Two"));
    assert_eq!(store.create(keyed(&first, "k")).await.unwrap(), Recorded::Now(first.clone()));
    assert_eq!(store.create(keyed(&second, "k")).await.unwrap(), Recorded::Before(first.clone()));
    assert_eq!(store.all_ids().await.unwrap(), std::slice::from_ref(&first.head.id));

    let (later, _) = played(&*store, &first, "wait").await;
    assert_eq!(store.create(keyed(&second, "k")).await.unwrap(), Recorded::Before(later));
    store.delete(&first.head.id).await.unwrap();
    assert_eq!(store.create(keyed(&second, "k")).await.unwrap(), Recorded::Now(second));
}

async fn a_create_key_is_its_owners_alone(on: On) {
    let store = on.open().await;
    for owner in ["ada", "bo"] {
        let session = session(owner, "One");
        assert_eq!(store.create(keyed(&session, "k")).await.unwrap(), Recorded::Now(session));
    }
}

async fn a_taken_session_id_is_a_conflict(on: On) {
    let store = on.open().await;
    let first = created(&*store, session("ada", "One")).await;
    let mut second = session("bo", "Two");
    second.head.id = first.head.id.clone();
    assert!(is_conflict(store.create(new(&second)).await));
    assert_kept(&*store, &first, 0).await;
}

async fn nothing_is_found_under_an_unknown_id(on: On) {
    let store = on.open().await;
    let unknown = session("ada", "Never saved");
    let id = &unknown.head.id;
    let next = next_turn(&unknown, "look");
    assert!(is_not_found(store.load(id).await));
    assert!(is_not_found(store.load_start(id).await));
    assert!(is_not_found(store.raw_snapshot(id).await));
    assert!(is_not_found(store.rename(id, "x").await));
    assert!(is_not_found(store.delete(id).await));
    assert!(is_not_found(store.begin_turn(&next.commit.head.owner, id, &next.key, &next.claim.turn).await));
    assert!(is_not_found(store.renew_claim(&next.claim).await));
    assert!(is_not_found(store.turns(id, None, None, 10).await));
    assert!(is_not_found(store.turn(id, &next.claim.turn).await));
    assert!(is_not_found(store.interludes(id, 0).await));
    assert!(is_not_found(store.commit_turn(&next.claim, next.commit).await));
    assert!(is_not_found(store.commit_interlude(next_interlude(&unknown, 1).0).await));
    assert!(store.all_ids().await.unwrap().is_empty());
}

async fn the_list_has_the_session_saved_last_first(on: On) {
    let store = on.open().await;
    let mut sessions = Vec::new();
    for minute in [1, 0, 2] {
        sessions.push(created(&*store, session_at("ada", &format!("Minute {minute}"), minute)).await);
    }
    let titles = |page: Page<SessionSummary>| page.items.into_iter().map(|it| it.title).collect::<Vec<_>>();
    assert_eq!(titles(store.list("ada", 10, None).await.unwrap()), ["Minute 2", "Minute 1", "Minute 0"]);

    let (first, _) = played(&*store, &sessions[0], "wait").await;
    played(&*store, &first, "wait on").await;
    let page = store.list("ada", 10, None).await.unwrap();
    assert_eq!(
        page.items[0],
        SessionSummary {
            id: first.head.id,
            title: "Minute 1".into(),
            updated_at: at(3),
            heroes: vec!["Pip".into()],
            location: "Thornwick".into(),
            turns: 2,
            marks: SessionMarks { classes: vec!["rogue".into()], ..SessionMarks::default() }
        }
    );
    assert_eq!(titles(page), ["Minute 1", "Minute 2", "Minute 0"]);
}

async fn the_list_is_read_page_by_page_while_sessions_come(on: On) {
    let store = on.open().await;
    // Some are saved at the very same time.
    for minute in [0, 1, 1, 1, 2] {
        created(&*store, session_at("ada", "Old", minute)).await;
    }
    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let page = store.list("ada", 2, cursor.as_deref()).await.unwrap();
        seen.extend(page.items.into_iter().map(|it| (it.updated_at, it.id)));
        created(&*store, session_at("ada", "New", 3)).await;
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen.len(), 5);
    assert!(seen.is_sorted_by(|a, b| a > b), "{seen:?}");
    let all = store.list("ada", 8, None).await.unwrap();
    assert_eq!((all.items.len(), all.next_cursor), (8, None));
}

async fn a_list_of_nothing_or_of_no_room_is_empty(on: On) {
    let store = on.open().await;
    let nothing = Page { items: vec![], next_cursor: None };
    assert_eq!(store.list("ada", 10, None).await.unwrap(), nothing);
    created(&*store, session("ada", "One")).await;
    assert_eq!(store.list("ada", 0, None).await.unwrap(), nothing);
    assert_eq!(store.list("ada", u32::MAX, None).await.unwrap().items.len(), 1);
}

async fn a_made_up_cursor_is_refused(on: On) {
    let store = on.open().await;
    for cursor in ["", "abc", "'; --", "ffff"] {
        assert!(matches!(store.list("ada", 10, Some(cursor)).await, Err(Error::BadCursor)), "{cursor}");
    }
}

async fn owners_see_their_own_sessions(on: On) {
    let store = on.open().await;
    let ada = created(&*store, session("ada", "Hers")).await;
    created(&*store, session("bo", "His")).await;
    let page = store.list("ada", 1, None).await.unwrap();
    assert_eq!(page.items.into_iter().map(|it| it.id).collect::<Vec<_>>(), [ada.head.id]);
    assert_eq!(page.next_cursor, None);
    assert!(store.list("Ada", 10, None).await.unwrap().items.is_empty());
    assert_eq!(store.all_ids().await.unwrap().len(), 2);
}

async fn renaming_changes_the_title_alone(on: On) {
    let store = on.open().await;
    let mut session = created(&*store, session("ada", "Old")).await;
    session.head.title = "Nëw \0 “title”".into();
    assert_eq!(store.rename(&session.head.id, &session.head.title).await.unwrap(), session.head);
    assert_kept(&*store, &session, 0).await;
    assert_eq!(store.list("ada", 1, None).await.unwrap().items[0].title, session.head.title);
    assert!(matches!(store.rename(&session.head.id, &"x".repeat(60_000)).await, Err(Error::TooLarge(_))));
    assert_kept(&*store, &session, 0).await;
}

async fn a_title_given_during_a_turn_outlives_the_turn(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "Old")).await;
    let NextTurn { claim, key, commit, mut after } = next_turn(&session, "look");
    store.begin_turn(&session.head.owner, &claim.session, &key, &claim.turn).await.unwrap();
    store.rename(&claim.session, "New").await.unwrap();
    store.commit_turn(&claim, commit).await.unwrap();
    after.head.title = "New".into();
    assert_kept(&*store, &after, 1).await;
    let (commit, mut after) = next_interlude(&Session { head: after.head.clone(), game: after.game.clone() }, 5);
    store.rename(&claim.session, "Newer").await.unwrap();
    store.commit_interlude(commit).await.unwrap();
    after.head.title = "Newer".into();
    assert_kept(&*store, &after, 1).await;
    assert_eq!(store.list("ada", 1, None).await.unwrap().items[0].title, "Newer");
}

async fn deleting_takes_all_that_hangs_on_a_session(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let other = created(&*store, self::session("ada", "Two")).await;
    let (after, turn) = played(&*store, &session, "look").await;
    store.commit_interlude(next_interlude(&after, 5).0).await.unwrap();
    store.delete(&session.head.id).await.unwrap();
    assert!(is_not_found(store.load(&session.head.id).await));
    assert!(is_not_found(store.load_start(&session.head.id).await));
    assert!(is_not_found(store.turn(&session.head.id, &turn.turn.id).await));

    // The same session again has none of it.
    created(&*store, session.clone()).await;
    assert_kept(&*store, &session, 0).await;
    assert!(store.interludes(&session.head.id, 0).await.unwrap().is_empty());
    let (after, _) = played(&*store, &session, "look").await;
    assert_kept(&*store, &after, 1).await;
    assert_kept(&*store, &other, 0).await;
}

async fn deleting_takes_the_claim_of_the_turn_that_plays(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let next = next_turn(&session, "look");
    store.begin_turn(&next.commit.head.owner, &next.claim.session, &next.key, &next.claim.turn).await.unwrap();
    store.delete(&session.head.id).await.unwrap();
    assert!(is_not_found(store.renew_claim(&next.claim).await));
    store.release_claim(&next.claim).await.unwrap();
    assert!(is_not_found(store.commit_turn(&next.claim, next.commit).await));
}

async fn a_committed_turn_and_its_state_appear_together(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let (after, stored) = played(&*store, &session, "look").await;
    assert_kept(&*store, &after, 1).await;
    assert_eq!(store.turn(&session.head.id, &stored.turn.id).await.unwrap(), stored);
    assert_eq!(store.turns(&session.head.id, None, None, 10).await.unwrap(), [stored]);
    assert_eq!(store.load_start(&session.head.id).await.unwrap(), session.game);

    let (later, _) = played(&*store, &after, "go on").await;
    assert_kept(&*store, &later, 2).await;
}

async fn a_stale_version_is_a_conflict_and_leaves_nothing(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let (after, _) = played(&*store, &session, "look").await;

    let stale = next_turn(&session, "look again");
    store.begin_turn(&stale.commit.head.owner, &stale.claim.session, &stale.key, &stale.claim.turn).await.unwrap();
    assert!(is_conflict(store.commit_turn(&stale.claim, stale.commit).await));
    assert_kept(&*store, &after, 1).await;
    store.release_claim(&stale.claim).await.unwrap();
    assert!(is_conflict(store.commit_interlude(next_interlude(&session, 1).0).await));
    assert!(store.interludes(&session.head.id, 0).await.unwrap().is_empty());
    assert_kept(&*store, &after, 1).await;
}

async fn a_taken_number_or_turn_id_is_a_conflict_and_leaves_nothing(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let (after, first) = played(&*store, &session, "look").await;

    let mut same_number = next_turn(&after, "look again");
    same_number.commit.what.stored.turn.seq = 1;
    store
        .begin_turn(&same_number.commit.head.owner, &after.head.id, &same_number.key, &same_number.claim.turn)
        .await
        .unwrap();
    assert!(is_conflict(store.commit_turn(&same_number.claim, same_number.commit).await));
    assert_kept(&*store, &after, 1).await;
    // The claim is as it was: a conflict takes nothing back and gives nothing away.
    store.renew_claim(&same_number.claim).await.unwrap();

    let mut same_id = next_turn(&after, "look again");
    same_id.claim.turn = first.turn.id.clone();
    same_id.commit.what.stored.turn.id = first.turn.id;
    store.release_claim(&same_number.claim).await.unwrap();
    // A store may say so at once.
    match store.begin_turn("ada", &after.head.id, &same_id.key, &same_id.claim.turn).await {
        Err(Error::Conflict) => {}
        begun => drop(claimed(begun.unwrap())),
    }
    assert!(is_conflict(store.commit_turn(&same_id.claim, same_id.commit).await));
    assert_kept(&*store, &after, 1).await;
}

async fn a_commit_needs_its_claim(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let unclaimed = next_turn(&session, "look");
    assert!(is_conflict(store.commit_turn(&unclaimed.claim, unclaimed.commit.clone()).await));

    let holder = next_turn(&session, "wait");
    store.begin_turn(&holder.commit.head.owner, &session.head.id, &holder.key, &holder.claim.turn).await.unwrap();
    assert!(is_conflict(store.commit_turn(&unclaimed.claim, unclaimed.commit.clone()).await));
    // Another turn's record under the holder's claim, or another session's.
    assert!(is_conflict(store.commit_turn(&holder.claim, unclaimed.commit).await));
    let other = created(&*store, self::session("ada", "Two")).await;
    let claim = Claim { session: other.head.id.clone(), turn: holder.claim.turn.clone() };
    assert!(is_conflict(store.commit_turn(&claim, holder.commit.clone()).await));
    assert_kept(&*store, &session, 0).await;
    assert_kept(&*store, &other, 0).await;
    store.commit_turn(&holder.claim, holder.commit).await.unwrap();
    assert_kept(&*store, &holder.after, 1).await;
}

async fn a_commit_that_skips_a_version_is_a_conflict(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let mut next = next_turn(&session, "look");
    next.commit.head.version += 1;
    store.begin_turn(&next.commit.head.owner, &session.head.id, &next.key, &next.claim.turn).await.unwrap();
    assert!(is_conflict(store.commit_turn(&next.claim, next.commit).await));
    store.release_claim(&next.claim).await.unwrap();
    let (mut commit, _) = next_interlude(&session, 1);
    commit.head.version = session.head.version;
    assert!(is_conflict(store.commit_interlude(commit).await));
    assert_kept(&*store, &session, 0).await;
}

async fn ten_racing_commits_have_one_winner(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let racers = (0..10).map(|n| {
        let (store, (commit, after)) = (store.store.clone(), next_interlude(&session, n));
        tokio::spawn(async move { (store.commit_interlude(commit).await, after) })
    });
    let mut winners = Vec::new();
    for racer in futures::future::join_all(racers).await {
        match racer.unwrap() {
            (Ok(()), after) => winners.push(after),
            (result, _) => assert!(is_conflict(result)),
        }
    }
    assert_eq!(winners.len(), 1);
    assert_kept(&*store, &winners[0], 0).await;
    assert_eq!(store.interludes(&session.head.id, 0).await.unwrap().len(), 1);
}

async fn ten_racing_claims_have_one_winner(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let racers = (0..10).map(|n| {
        let (store, next) = (store.store.clone(), next_turn(&session, &format!("look {n}")));
        tokio::spawn(async move {
            let begun = store
                .begin_turn(&next.commit.head.owner, &next.claim.session, &next.key, &next.claim.turn)
                .await
                .unwrap();
            let won = matches!(&begun, BeginOutcome::Claimed(claimed) if claimed.claim == next.claim);
            assert!(won || begun == BeginOutcome::Busy);
            (won, store.commit_turn(&next.claim, next.commit).await.is_ok())
        })
    });
    // Who claims after the winner has committed wins a claim too, but the version it knows is stale by then.
    let ends: Vec<(bool, bool)> =
        futures::future::join_all(racers).await.into_iter().map(|racer| racer.unwrap()).collect();
    assert_eq!(ends.iter().filter(|(_, committed)| *committed).count(), 1);
    assert!(ends.iter().all(|(won, committed)| *won || !committed));
    assert_eq!(store.turns(&session.head.id, None, None, 100).await.unwrap().len(), 1);
    assert_eq!(store.load(&session.head.id).await.unwrap().head.version, 2);
}

async fn a_session_that_plays_is_busy_for_another_turn(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let other = created(&*store, self::session("ada", "Two")).await;
    let (one, two) = (next_turn(&session, "look"), next_turn(&session, "listen"));
    store.begin_turn(&one.commit.head.owner, &session.head.id, &one.key, &one.claim.turn).await.unwrap();
    assert_eq!(
        store.begin_turn(&two.commit.head.owner, &session.head.id, &two.key, &two.claim.turn).await.unwrap(),
        BeginOutcome::Busy
    );
    // The same words sent again are another attempt, and wait as well.
    assert_eq!(
        store.begin_turn(&one.commit.head.owner, &session.head.id, &one.key, &two.claim.turn).await.unwrap(),
        BeginOutcome::Busy
    );
    played(&*store, &other, "look").await;
    store.commit_turn(&one.claim, one.commit).await.unwrap();
    assert!(matches!(
        store.begin_turn(&two.commit.head.owner, &session.head.id, &two.key, &two.claim.turn).await.unwrap(),
        BeginOutcome::Claimed(claimed) if claimed.claim == two.claim
    ));
}

async fn claiming_again_for_the_same_turn_is_one_claim(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let next = next_turn(&session, "look");
    for _ in 0..2 {
        let begun =
            store.begin_turn(&next.commit.head.owner, &session.head.id, &next.key, &next.claim.turn).await.unwrap();
        assert_eq!(claimed(begun).claim, next.claim);
    }
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    assert_kept(&*store, &next.after, 1).await;
}

async fn a_played_key_answers_its_turn(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let (after, stored) = played(&*store, &session, "look").await;
    let again = next_turn(&session, "look");
    let begun =
        store.begin_turn(&again.commit.head.owner, &session.head.id, &again.key, &again.claim.turn).await.unwrap();
    assert_eq!(begun, BeginOutcome::Played(Box::new(stored.clone())));

    // Also while another turn plays; and it claims nothing.
    let next = next_turn(&after, "listen");
    store.begin_turn(&next.commit.head.owner, &session.head.id, &next.key, &next.claim.turn).await.unwrap();
    let begun =
        store.begin_turn(&again.commit.head.owner, &session.head.id, &again.key, &again.claim.turn).await.unwrap();
    assert_eq!(begun, BeginOutcome::Played(Box::new(stored)));
    store.commit_turn(&next.claim, next.commit).await.unwrap();
}

async fn a_played_key_with_other_words_is_a_mismatch(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let (after, _) = played(&*store, &session, "look").await;
    let next = next_turn(&after, "listen");
    let other_words = key("key of look", "listen");
    let begun = store.begin_turn("ada", &session.head.id, &other_words, &next.claim.turn).await.unwrap();
    assert_eq!(begun, BeginOutcome::KeyMismatch);
    assert!(is_conflict(store.commit_turn(&next.claim, next.commit).await));
}

async fn a_key_belongs_to_its_session(on: On) {
    let store = on.open().await;
    for title in ["One", "Two"] {
        let session = created(&*store, session("ada", title)).await;
        let (after, _) = played(&*store, &session, "look").await;
        assert_kept(&*store, &after, 1).await;
    }
}

async fn a_failed_turn_does_not_use_its_key_up(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let failed = next_turn(&session, "look");
    store.begin_turn(&failed.commit.head.owner, &session.head.id, &failed.key, &failed.claim.turn).await.unwrap();
    store.release_claim(&failed.claim).await.unwrap();
    let (after, _) = played(&*store, &session, "look").await;
    assert_kept(&*store, &after, 1).await;
}

async fn the_cost_of_a_turn_that_failed_is_recorded_while_its_claim_holds(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let id = &session.head.id;
    let next = next_turn(&session, "look");
    assert!(is_conflict(store.record_spending(&next.claim, 70).await), "nobody has claimed it");
    store.begin_turn(&next.commit.head.owner, id, &next.key, &next.claim.turn).await.unwrap();
    for (pico_usd, recorded) in [(70, 70), (60, 70), (90, 90)] {
        store.record_spending(&next.claim, pico_usd).await.unwrap();
        assert_eq!(store.load(id).await.unwrap().head.spent_pico_usd, recorded);
    }
    store.rename(id, "Two").await.unwrap();
    store.record_spending(&next.claim, 95).await.unwrap();
    store.renew_claim(&next.claim).await.unwrap();
    store.release_claim(&next.claim).await.unwrap();
    let head = store.load(id).await.unwrap().head;
    let expected = SessionHead { title: "Two".into(), spent_pico_usd: 95, ..session.head.clone() };
    assert_eq!(head, expected, "all else stays, also the version");
    assert!(is_conflict(store.record_spending(&next.claim, 99).await));
    let (after, _) = played(&*store, &Session { head, ..session }, "look").await;
    assert_kept(&*store, &after, 1).await;
}

async fn an_expired_claim_is_taken_over_and_its_holder_cannot_commit(on: On) {
    let store = on.open_with_fleeting_claims().await;
    let session = created(&*store, session("ada", "One")).await;
    let (slow, quick) = (next_turn(&session, "look"), next_turn(&session, "look"));
    for next in [&slow, &quick] {
        let begun =
            store.begin_turn(&next.commit.head.owner, &session.head.id, &next.key, &next.claim.turn).await.unwrap();
        assert_eq!(claimed(begun).claim, next.claim);
    }
    assert!(is_conflict(store.commit_turn(&slow.claim, slow.commit.clone()).await));
    assert_kept(&*store, &session, 0).await;
    // Nor does giving it back take the other's away.
    store.release_claim(&slow.claim).await.unwrap();
    // A claim that ran out and that no one took is good for its commit.
    store.commit_turn(&quick.claim, quick.commit).await.unwrap();
    assert_kept(&*store, &quick.after, 1).await;
    assert!(is_conflict(store.commit_turn(&slow.claim, slow.commit).await));
}

async fn a_renewed_claim_still_holds_and_a_lost_one_cannot_be_renewed(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let (one, two) = (next_turn(&session, "look"), next_turn(&session, "listen"));
    assert!(is_conflict(store.renew_claim(&one.claim).await));
    store.begin_turn(&one.commit.head.owner, &session.head.id, &one.key, &one.claim.turn).await.unwrap();
    store.renew_claim(&one.claim).await.unwrap();
    assert!(is_conflict(store.renew_claim(&two.claim).await));
    assert_eq!(
        store.begin_turn(&two.commit.head.owner, &session.head.id, &two.key, &two.claim.turn).await.unwrap(),
        BeginOutcome::Busy
    );
    store.commit_turn(&one.claim, one.commit).await.unwrap();
    assert!(is_conflict(store.renew_claim(&one.claim).await));
}

async fn releasing_a_claim_frees_the_session_and_twice_is_no_error(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let (one, two) = (next_turn(&session, "look"), next_turn(&session, "listen"));
    store.begin_turn(&one.commit.head.owner, &session.head.id, &one.key, &one.claim.turn).await.unwrap();
    store.release_claim(&one.claim).await.unwrap();
    store.begin_turn(&two.commit.head.owner, &session.head.id, &two.key, &two.claim.turn).await.unwrap();
    store.release_claim(&one.claim).await.unwrap();
    store.release_claim(&Claim { session: SessionId::from("none"), turn: one.claim.turn.clone() }).await.unwrap();
    assert!(is_conflict(store.commit_turn(&one.claim, one.commit).await));
    store.commit_turn(&two.claim, two.commit).await.unwrap();
}

async fn interludes_come_back_in_order(on: On) {
    let store = on.open().await;
    let mut session = created(&*store, session("ada", "One")).await;
    let mut told = Vec::new();
    for amount in 0..12 {
        if amount == 5 {
            session = played(&*store, &session, "look").await.0;
        }
        let (commit, after) = next_interlude(&session, amount);
        told.push(commit.what.clone());
        store.commit_interlude(commit).await.unwrap();
        session = after;
    }
    assert_eq!(store.interludes(&session.head.id, 0).await.unwrap(), told);
    assert_kept(&*store, &session, 1).await;
}

async fn an_interlude_while_a_turn_plays_is_a_conflict(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let next = next_turn(&session, "look");
    store.begin_turn(&next.commit.head.owner, &session.head.id, &next.key, &next.claim.turn).await.unwrap();
    assert!(is_conflict(store.commit_interlude(next_interlude(&session, 5).0).await));
    store.commit_turn(&next.claim, next.commit).await.unwrap();
    let (commit, after) = next_interlude(&next.after, 5);
    store.commit_interlude(commit).await.unwrap();
    assert_kept(&*store, &after, 1).await;
}

async fn an_interlude_ignores_a_claim_that_ran_out(on: On) {
    let store = on.open_with_fleeting_claims().await;
    let session = created(&*store, session("ada", "One")).await;
    let next = next_turn(&session, "look");
    store.begin_turn(&next.commit.head.owner, &session.head.id, &next.key, &next.claim.turn).await.unwrap();
    let (commit, after) = next_interlude(&session, 5);
    store.commit_interlude(commit).await.unwrap();
    assert!(is_conflict(store.commit_turn(&next.claim, next.commit).await));
    assert_kept(&*store, &after, 0).await;
}

async fn turns_are_read_by_range(on: On) {
    let store = on.open().await;
    let mut session = created(&*store, session("ada", "One")).await;
    assert!(store.turns(&session.head.id, None, None, 10).await.unwrap().is_empty());
    for n in 1..=12 {
        session = played(&*store, &session, &format!("look {n}")).await.0;
    }
    for (after, before, limit, expected) in [
        (None, None, 3, vec![1, 2, 3]),
        (None, None, 100, (1..=12).collect()),
        (Some(9), None, 100, vec![10, 11, 12]),
        (Some(9), None, 2, vec![10, 11]),
        (Some(0), None, 1, vec![1]),
        (None, Some(4), 100, vec![1, 2, 3]),
        (None, Some(12), 3, vec![9, 10, 11]),
        (None, Some(u32::MAX), 2, vec![11, 12]),
        (Some(2), Some(10), 3, vec![3, 4, 5]),
        (Some(2), Some(4), 100, vec![3]),
        (Some(3), Some(4), 100, vec![]),
        (Some(8), Some(2), 100, vec![]),
        (Some(12), None, 100, vec![]),
        (None, Some(0), 100, vec![]),
        (None, Some(1), 100, vec![]),
        (None, Some(5), 0, vec![]),
        (Some(u32::MAX), None, u32::MAX, vec![]),
    ] {
        let turns = store.turns(&session.head.id, after, before, limit).await.unwrap();
        let found: Vec<u32> = turns.iter().map(|it| it.turn.seq).collect();
        assert_eq!(found, expected, "after {after:?}, before {before:?}, limit {limit}");
    }
}

async fn a_turn_of_another_session_is_not_found(on: On) {
    let store = on.open().await;
    let one = created(&*store, session("ada", "One")).await;
    let two = created(&*store, session("ada", "Two")).await;
    let (_, stored) = played(&*store, &one, "look").await;
    assert!(is_not_found(store.turn(&two.head.id, &stored.turn.id).await));
    assert!(store.turns(&two.head.id, None, None, 10).await.unwrap().is_empty());
}

/// A turn with one tool call of this input.
fn turn_with_input(session: &Session, input: Value) -> NextTurn {
    let mut next = next_turn(session, "look");
    next.commit.what.stored.turn.tool_calls = vec![tool_call(input)];
    next
}

async fn commit(store: &dyn Store, next: NextTurn) -> Result<StoredTurn, Error> {
    store.begin_turn(&next.commit.head.owner, &next.claim.session, &next.key, &next.claim.turn).await.unwrap();
    store.commit_turn(&next.claim, next.commit).await?;
    store.turn(&next.claim.session, &next.claim.turn).await
}

async fn awkward_text_and_nested_json_round_trip(on: On) {
    let store = on.open().await;
    let awkward = "null \0 byte, quotes ' \" ` “”, \u{202e}right to left\u{202c}, 👩‍👩‍👧, e\u{301}, \r\n\t, \\u0000, \u{10ffff}, %s ? ?1 $1; --";
    let mut session = session("o'w\0ner", awkward);
    session.game.apply(&Change::SceneChanged { scene: awkward.into(), after_fight: None }).unwrap();
    session.game.apply(&Change::LocationChanged { from: String::new(), to: awkward.into() }).unwrap();
    assert_eq!(store.create(keyed(&session, awkward)).await.unwrap(), Recorded::Now(session.clone()));
    assert_eq!(store.create(keyed(&session, awkward)).await.unwrap(), Recorded::Before(session.clone()));
    assert_kept(&*store, &session, 0).await;
    let listed = store.list("o'w\0ner", 1, None).await.unwrap().items.remove(0);
    assert_eq!((listed.title.as_str(), listed.location.as_str()), (awkward, awkward));
    assert!(store.list("o'w", 1, None).await.unwrap().items.is_empty());

    let input = json!({
        "z": null, "a": [[], [[]], [null, [true, {"": {"\0": awkward}}]]], "kind": "x", "event": {"kind": 1},
        "big": u64::MAX, "small": i64::MIN, "zero": -0.0, "float": 1e300, "$serde_json::private::Number": "1",
    });
    let mut next = turn_with_input(&session, input);
    next.key = key(awkward, awkward);
    next.commit.what.stored.key = next.key.clone();
    next.commit.what.stored.turn.message = awkward.into();
    next.commit.what.stored.turn.narrative = awkward.repeat(100);
    let (after, told) = (next.after.clone(), next.commit.what.stored.clone());
    let kept = commit(&*store, next).await.unwrap();
    assert_eq!(kept, told);
    // As text too: what a map holds keeps its order.
    assert_eq!(serde_json::to_string(&kept).unwrap(), serde_json::to_string(&told).unwrap());
    assert_kept(&*store, &after, 1).await;
}

async fn every_float_round_trips(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    // Bit patterns from a small congruential generator; what is no number is left out.
    let mut seed = 42_u64;
    let floats = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from_bits(seed)
    });
    let floats: Vec<f64> = floats.filter(|float| float.is_finite()).take(2_000).collect();
    let next = turn_with_input(&session, json!({ "floats": floats }));
    let told = next.commit.what.stored.clone();
    assert!(commit(&*store, next).await.unwrap() == told);
}

async fn what_is_too_large_or_too_deep_is_refused_before_anything_is_written(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let refused = |result: Result<(), Error>, about: &str| match result {
        Err(Error::TooLarge(sentence)) => assert!(sentence.contains(about), "{sentence}"),
        other => panic!("{other:?}"),
    };
    let claim = async |next: NextTurn| {
        store.begin_turn(&next.commit.head.owner, &next.claim.session, &next.key, &next.claim.turn).await.unwrap();
        let result = store.commit_turn(&next.claim, next.commit).await;
        store.release_claim(&next.claim).await.unwrap();
        result
    };

    let next = turn_with_input(&session, json!("x".repeat(900_000)));
    assert!(check_turn(&next.commit.what.stored).is_err());
    refused(claim(next).await, "the record of the turn");

    let deep = |levels: usize| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    refused(claim(turn_with_input(&session, deep(124))).await, "nested");

    let grow = |session: &Session, by: usize| {
        let mut next = next_turn(session, "look");
        next.commit.game.apply(&Change::SceneChanged { scene: "x".repeat(by), after_fight: None }).unwrap();
        next.after.game = next.commit.game.clone();
        next
    };
    let empty = serde_json::to_vec(&grow(&session, 0).commit.game).unwrap().len();
    let room = MAX_SNAPSHOT_BYTES - empty;
    let over = grow(&session, room + 1);
    assert!(check_snapshot(&over.commit.game).is_err());
    refused(claim(over).await, "the state of the game");
    let (interlude, _) = next_interlude(&session, 1);
    let large = Commit { game: grow(&session, room + 1).commit.game, ..interlude };
    refused(store.commit_interlude(large).await, "the state of the game");
    let mut too_large = self::session("ada", "Two");
    too_large.game = grow(&session, room + 1).commit.game;
    refused(store.create(new(&too_large)).await.map(drop), "the state of the game");
    let long_title = self::session("ada", &"x".repeat(60_000));
    refused(store.create(new(&long_title)).await.map(drop), "title");
    assert_kept(&*store, &session, 0).await;
    assert_eq!(store.all_ids().await.unwrap().len(), 1);

    // What is just within is kept and can be read.
    let within = grow(&session, room);
    let after = within.after.clone();
    claim(within).await.unwrap();
    assert_kept(&*store, &after, 1).await;
    let after = &Session { head: after.head.clone(), game: session.game.clone() };
    let mut deepest = turn_with_input(after, deep(123));
    deepest.key = key("deepest", "deepest");
    deepest.commit.what.stored.key = deepest.key.clone();
    let told = deepest.commit.what.stored.clone();
    assert_eq!(commit(&*store, deepest).await.unwrap(), told);
}

async fn a_place_or_a_key_that_is_too_long_is_refused_before_anything_is_written(on: On) {
    let store = on.open().await;
    let session = created(&*store, session("ada", "One")).await;
    let far = Change::LocationChanged { from: String::new(), to: "x".repeat(MAX_SUMMARY_BYTES) };
    let mut next = next_turn(&session, "look");
    next.commit.game.apply(&far).unwrap();
    store.begin_turn("ada", &session.head.id, &next.key, &next.claim.turn).await.unwrap();
    assert!(matches!(store.commit_turn(&next.claim, next.commit).await, Err(Error::TooLarge(_))));
    store.release_claim(&next.claim).await.unwrap();
    let mut elsewhere = self::session("ada", "Two");
    elsewhere.game.apply(&far).unwrap();
    assert!(matches!(store.create(new(&elsewhere)).await, Err(Error::TooLarge(_))));
    let long = key(&"k".repeat(MAX_KEY_BYTES), "look");
    let begun = store.begin_turn("ada", &session.head.id, &long, &next.claim.turn).await;
    assert!(matches!(begun, Err(Error::TooLarge(_))));
    assert_kept(&*store, &session, 0).await;
    assert_eq!(store.all_ids().await.unwrap().len(), 1);
}

async fn the_store_answers_a_ping_and_names_itself(on: On) {
    let store = on.open().await;
    store.ping().await.unwrap();
    assert_eq!(
        store.name(),
        match on {
            On::Memory => "memory",
            On::Sqlite => "sqlite",
            On::Firestore => "firestore",
        }
    );
}
