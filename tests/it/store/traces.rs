//! Contract tests of every store for traces of agents.

use game::{Session, id::TurnId, turn::Spent};

use embertale::store::{AgentCall, Past, PromptBlock, Store, Trace, load_whole};

use crate::support::emulator;

use super::{
    contract::{On, created, on_every_store, played},
    records::{NextTurn, claimed, new, next_turn, session},
    turning_back::{again, back},
};

on_every_store! {
    a_trace_is_kept_with_its_turn,
    a_turn_without_a_trace_and_no_turn_at_all_have_an_empty_one,
    another_telling_takes_the_place_of_a_trace_too,
    what_is_taken_back_takes_its_trace_along,
    a_trace_goes_with_its_session_and_does_not_come_with_a_past,
}

/// A trace that says something of its own.
fn trace(says: &str) -> Trace {
    let block = |name: &str, text: Option<&str>| PromptBlock {
        name: name.into(),
        tokens: 7,
        digest: Some(format!("{name} {text:?}")),
        text: text.map(Into::into),
        ..PromptBlock::default()
    };
    let mut trace = Trace::default();
    trace.add(AgentCall {
        agent: "dungeonMaster".into(),
        speaker: None,
        model: "a-model".into(),
        prompt: vec![block("tools", None), block("words", Some(says))],
        n_blocks_left_out: 0,
        tools: vec!["roll_dice".into()],
        text_bytes: 9,
        tool_calls: Vec::new(),
        usage: Spent { input_tokens: 3, ..Spent::default() },
        stop_reason: Some("end_turn".into()),
        outcome: "answered".into(),
        took_ms: 12,
    });
    trace
}

/// A turn of a session, with a trace or without, played.
async fn traced(store: &dyn Store, before: &Session, words: &str, trace: Trace) -> (Session, TurnId) {
    let NextTurn { claim, key, mut commit, after } = next_turn(before, words);
    commit.what.trace = trace;
    claimed(store.begin_turn(&before.head.owner, &claim.session, &key, &claim.turn).await.unwrap());
    store.commit_turn(&claim, commit).await.unwrap();
    (after, claim.turn)
}

/// What is kept, without what is reckoned while it is put together.
async fn kept(store: &dyn Store, session: &Session, turn: &TurnId) -> Vec<AgentCall> {
    store.trace(&session.head.id, turn).await.unwrap().calls
}

async fn a_trace_is_kept_with_its_turn(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = traced(&*store, &start, "look", trace("look")).await;
    let (two, second) = traced(&*store, &one, "listen", trace("listen")).await;
    assert_eq!(kept(&*store, &two, &first).await, trace("look").calls);
    assert_eq!(kept(&*store, &two, &second).await, trace("listen").calls);
    let other = created(&*store, session("ada", "Two")).await;
    assert!(kept(&*store, &other, &first).await.is_empty(), "it is another session's turn");
}

async fn a_turn_without_a_trace_and_no_turn_at_all_have_an_empty_one(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = played(&*store, &start, "look").await;
    assert!(store.trace(&one.head.id, &first.turn.id).await.unwrap().is_empty());
    assert!(store.trace(&one.head.id, &TurnId::from("nobody/knows it")).await.unwrap().is_empty());
}

async fn another_telling_takes_the_place_of_a_trace_too(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = traced(&*store, &start, "look", trace("look")).await;
    let NextTurn { claim, key, mut commit, after } = again(&start, &one, "look once more");
    commit.what.trace = trace("look once more");
    claimed(store.begin_turn("ada", &claim.session, &key, &claim.turn).await.unwrap());
    store.commit_retelling(Some(&claim), commit).await.unwrap();
    assert!(kept(&*store, &after, &first).await.is_empty(), "another stands in its place");
    assert_eq!(kept(&*store, &after, &claim.turn).await, trace("look once more").calls);

    // The first version is chosen again; its trace is no longer known.
    let mut chosen = again(&start, &after, "look");
    chosen.commit.what.stored = store.turn(&one.head.id, &first).await.unwrap();
    chosen.commit.what.stored.head_after = chosen.after.head.clone();
    store.commit_retelling(None, chosen.commit).await.unwrap();
    for turn in [&first, &claim.turn] {
        assert!(kept(&*store, &chosen.after, turn).await.is_empty());
    }
}

async fn what_is_taken_back_takes_its_trace_along(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = traced(&*store, &start, "look", trace("look")).await;
    let (two, second) = traced(&*store, &one, "listen", trace("listen")).await;
    let (rewind, after) = back(&two, &one, None);
    store.commit_rewind(rewind).await.unwrap();
    assert!(kept(&*store, &after, &second).await.is_empty());
    assert_eq!(kept(&*store, &after, &first).await, trace("look").calls, "the one before stands");
    let (now, third) = traced(&*store, &after, "listen again", trace("listen again")).await;
    assert_eq!(kept(&*store, &now, &third).await, trace("listen again").calls);
}

async fn a_trace_goes_with_its_session_and_does_not_come_with_a_past(on: On) {
    let store = on.open().await;
    let start = created(&*store, session("ada", "One")).await;
    let (one, first) = traced(&*store, &start, "look", trace("look")).await;
    let (_, past): (_, Past) = load_whole(&*store, &one.head.id).await.unwrap();
    store.delete(&one.head.id).await.unwrap();
    assert!(kept(&*store, &one, &first).await.is_empty());
    // The same session once more, from what a backup has of it.
    store.create(embertale::store::NewSession { past: Some(past), ..new(&one) }).await.unwrap();
    assert_eq!(store.turn(&one.head.id, &first).await.unwrap().turn.id, first);
    assert!(kept(&*store, &one, &first).await.is_empty());
}
