//! A stand-in for Claude: every turn takes two calls, one that uses tools and one of 300 tokens of story, each event in a
//! write of its own.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{Json, Router, body::Body, extract::State, http::header, response::IntoResponse, routing::post};
use bytes::Bytes;
use futures::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch};

use super::recording::Recording;

/// Tokens of the story, a delta each.
const N_TOKENS: usize = 300;
const WORDS: &str = "The hinges give way with a groan and cold air rolls over the threshold, carrying the smell of wet stone \
    and old smoke. Beyond it a stair winds down between walls the colour of ash, and somewhere below a bell is rung once, \
    slowly, as if by a tired hand.";
/// How every story ends, so that a player can tell that all of it arrived.
pub(crate) const LAST_WORDS: [&str; 3] = ["the ", "embers ", "fade."];

/// The stand-in, for as long as its runtime lives.
#[derive(Clone)]
pub(crate) struct StandIn {
    pub(crate) url: String,
    inner: Arc<Inner>,
}

struct Inner {
    n_calls: AtomicU64,
    /// Whether stories stop after their first words until this is false.
    holds: watch::Sender<bool>,
    story: Vec<Bytes>,
}

impl StandIn {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let words = WORDS.split_inclusive(' ').cycle().take(N_TOKENS - LAST_WORDS.len()).chain(LAST_WORDS);
        let words: Vec<String> = words.map(|word| format!("{} ", word.trim_end())).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let story = frames(&Recording::new().text(&words).done("end_turn"));
        let inner = Arc::new(Inner { n_calls: AtomicU64::new(0), holds: watch::Sender::new(false), story });
        let router = Router::new().route("/v1/messages", post(answer)).with_state(Arc::clone(&inner));
        let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
            let _ = stream.set_nodelay(true);
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, inner }
    }

    /// Makes stories stop after their first words, or go on.
    pub(crate) fn hold(&self, holds: bool) {
        self.inner.holds.send_replace(holds);
    }

    /// Calls answered so far.
    pub(crate) fn n_calls(&self) -> u64 {
        self.inner.n_calls.load(Ordering::Relaxed)
    }
}

/// The events of a stream.
fn frames(stream: &str) -> Vec<Bytes> {
    stream.split_inclusive("\n\n").map(|event| Bytes::copy_from_slice(event.as_bytes())).collect()
}

/// The call that uses tools.
fn opening(n: u64) -> Vec<Bytes> {
    let update = json!({
        "location_changed": format!("The Sunken Chapel, step {n}"), "minutes_passed": 10,
        "notable_event": format!("The door to step {n} of the chapel was forced open."),
        "scene_update": format!("A stair winds down into the dark for {n} steps."),
    });
    let roll = json!({"dice": "1d20+3", "reason": "Athletics to force the door"});
    let (update, roll) = (update.to_string(), roll.to_string());
    let said = ["You ", "set ", "your ", "shoulder ", "to ", "the ", "swollen ", "door ", "and ", "listen."];
    let stream = Recording::new().text(&said).tool(&format!("toolu_{n}a"), "update_game_state", &[&update]).tool(
        &format!("toolu_{n}b"),
        "roll_dice",
        &[&roll],
    );
    frames(&stream.done("tool_use"))
}

async fn answer(State(inner): State<Arc<Inner>>, Json(request): Json<Value>) -> impl IntoResponse {
    let n = inner.n_calls.fetch_add(1, Ordering::Relaxed);
    let last = request["messages"].as_array().and_then(|all| all.last()).and_then(|last| last["content"].as_array());
    let is_second = last.is_some_and(|blocks| blocks.iter().any(|block| block["type"] == "tool_result"));
    let frames = match (is_second, request.get("tools")) {
        (true, _) => inner.story.clone(),
        (false, Some(_)) => opening(n),
        (false, None) => frames(&Recording::new().text(&["Nothing to add."]).done("end_turn")),
    };
    let frames = stream::iter(frames.into_iter().enumerate()).then(move |(i, frame)| {
        let mut holds = inner.holds.subscribe();
        async move {
            // The connection writes out what it has, as a live model's does.
            tokio::task::yield_now().await;
            if is_second && i == 5 {
                let _ = holds.wait_for(|holds| !holds).await;
            }
            Ok::<_, Infallible>(frame)
        }
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(frames))
}
