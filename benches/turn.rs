//! What a turn costs the server: prompt, tools, store and events on disk, with a model that answers at once.
//!
//! Processor time is user and system time of the whole process, SQLite's threads included; it holds still where the
//! clock on the wall does not. The last line is JSON: milliseconds of it per turn, beside each other at the start and
//! far into a campaign, and how much the process has grown over ten thousand turns.

mod median;
mod process;
mod table;

use std::{
    hint::black_box,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use game::{Session, SessionHead, id::SessionId, turn::Exchange};
use model::{Block, Model, Prices, Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall};

use criterion::{Criterion, criterion_group};
use embertale::{
    dm::{Ask, Drill, Models, PlayerWords, Provider, Seeds, Tables, feed::TurnEvent, prompt},
    store::{NewSession, SqliteStore},
};
use futures::StreamExt;
use median::median;
use nix::sys::{
    resource::{UsageWho, getrusage},
    time::TimeValLike,
};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// Turns of one measured batch.
const N_BATCH: u32 = 200;
/// After this number of turns all permanent memory should have been allocated.
const N_SETTLED: u32 = 1_000;
const N_LONG: u32 = 10_000;
/// Batches and sessions in each whose tenth turn is measured.
const N_TENTH: (usize, usize) = (5, 40);
/// Sessions that are played at once, and for how long.
const N_CROWD: usize = 200;
const CROWD_TIME: Duration = Duration::from_secs(20);
const WORDS: &str = "I hold the lantern high and look down the cellar stair, one hand on my sword.";
const SENTENCE: &str = "The stair drops into the dark. ";
/// How a state block tells of a goblin that is hurt.
const HURT: &str = "goblin-a | Goblin A | hostile | hp 3/4";
/// Some 900 bytes of story, as a model streams it.
const N_DELTAS: usize = 29;

/// A model that says the same in every turn: it looks things up, then tells the story and writes down what changed.
#[derive(Default)]
struct Stub {
    n_replies: AtomicU64,
}

impl Model for Stub {
    fn reply(&self, request: Request) -> ReplyStream {
        let n = self.n_replies.fetch_add(1, Ordering::Relaxed);
        let heard = request.messages.last().map(|message| message.content.as_slice()).unwrap_or_default();
        let is_second = heard.iter().any(|block| matches!(block, Block::ToolResult { .. }));
        let mut said = request.messages.iter().flat_map(|message| &message.content).filter_map(Block::as_text);
        let is_hurt = said.any(|block| block.contains(HURT));
        let (deltas, calls) = if is_second { (N_DELTAS, closing(n, is_hurt)) } else { (0, opening()) };
        let calls: Vec<ToolCall> = calls
            .into_iter()
            .enumerate()
            .map(|(i, (name, input))| ToolCall { id: format!("call-{n}-{i}"), name: name.into(), input: Ok(input) })
            .collect();
        let mut blocks = Vec::new();
        if deltas > 0 {
            blocks.push(json!({"type": "text", "text": SENTENCE.repeat(deltas)}));
        }
        blocks.extend(calls.iter().map(|call| {
            json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input.clone().unwrap_or_default()})
        }));
        let mut events: Vec<_> = (0..deltas).map(|_| Ok(ReplyEvent::Text(SENTENCE.into()))).collect();
        events.extend(calls.iter().map(|c| Ok(ReplyEvent::ToolStarted { id: c.id.clone(), name: c.name.clone() })));
        let tokens = Tokens { input: 900, cache_read: 9_000, cache_write: 300, output: 250, ..Tokens::default() };
        let reply = Reply { model: request.model, blocks, calls, stop: StopReason::ToolUse, tokens };
        events.push(Ok(ReplyEvent::Finished(reply)));
        futures::stream::iter(events).boxed()
    }
}

fn opening() -> [(&'static str, Value); 2] {
    [
        ("query_session_memory", json!({"query_type": "all"})),
        ("roll_dice", json!({"dice": "2d20kh1+5", "reason": "Seeing in the dark", "dc": 13})),
    ]
}

/// What changes; who is hurt is healed, so that it can go on for ever.
fn closing(n: u64, is_hurt: bool) -> [(&'static str, Value); 2] {
    let delta = if is_hurt { 1 } else { -1 };
    [
        (
            "update_game_state",
            json!({
                "hp_delta": delta, "gold_delta": -delta, "minutes_passed": 10,
                "scene_update": format!("The lantern shows {n} steps, wet and worn, going down into the old mine."),
                "notable_event": format!("They stood at the head of the cellar stair and counted {n} steps."),
            }),
        ),
        ("update_npc", json!({"id": "goblin-a", "hp_delta": delta})),
    ]
}

/// A server without its HTTP.
#[derive(Clone)]
struct Server {
    tables: Arc<Tables>,
}

impl Server {
    async fn open(folder: &Path) -> Self {
        let store = SqliteStore::open(folder).await.expect("a store");
        let models = Models {
            model: Arc::new(Stub::default()),
            provider: Provider::Anthropic,
            agents: ("claude-sonnet-5-5", "claude-haiku-5-5").into(),
            prices: Arc::new(Prices::default()),
            narration_check: Default::default(),
        };
        Self { tables: Tables::new(Arc::new(store), Arc::new(models), Seeds::default(), Drill::default()) }
    }

    async fn new_session(&self) -> SessionId {
        let session = table::session();
        let id = session.head.id.clone();
        self.tables
            .store()
            .create(NewSession { session, past: None, create_key: None })
            .await
            .expect("a session is created");
        id
    }

    /// Plays a turn and writes out every event of it, as for a player's browser.
    async fn turn(&self, session: &SessionId) {
        let words = PlayerWords {
            session: session.clone(),
            owner: "local".into(),
            guest: None,
            ask: Ask::Message { text: WORDS.into(), character: None },
            key: None,
        };
        let heard = self.tables.play(words).await.expect("the turn is taken up");
        let mut events = std::pin::pin!(heard.feed.read(None));
        let mut last = None;
        while let Some(found) = events.next().await {
            black_box(serde_json::to_string(&found.event).expect("events are JSON"));
            last = Some(found);
        }
        let Some(TurnEvent::Done(played)) = last.as_ref().map(|last| &last.event) else {
            panic!("a turn came to nothing: {last:?}")
        };
        let refused = played.turn.turn.tool_calls.iter().find(|call| call.is_error);
        assert!(refused.is_none() && played.turn.turn.tool_calls.len() == 4, "not the turn that is meant: {refused:?}");
    }

    /// Plays `n` turns as the server does, on the runtime's own threads.
    async fn turns(&self, session: &SessionId, n: u32) {
        let (server, session) = (self.clone(), session.clone());
        let playing = async move {
            for _ in 0..n {
                server.turn(&session).await;
            }
        };
        tokio::spawn(playing).await.expect("all turns are played");
    }

    /// The session, and the turns its next prompt shows.
    async fn window(&self, session: &SessionId) -> (Session, Vec<Exchange>) {
        let store = self.tables.store();
        let session = store.load(session).await.expect("it is there");
        let SessionHead { id, window_from, n_turns, .. } = &session.head;
        let window = store.window(id, *window_from, *n_turns).await.expect("it is there");
        (session, window)
    }
}

/// User and system time of the process so far.
fn cpu_ms() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system counts it");
    (usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1_000.0
}

/// A folder where turns are played. In the working folder: what the system keeps temporary files on may be no disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("target").expect("a folder")
}

fn prompts(c: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let folder = folder();
    let (session, window) = runtime.block_on(async {
        let server = Server::open(folder.path()).await;
        let id = server.new_session().await;
        server.turns(&id, 200).await;
        server.window(&id).await
    });
    let hero = session.game.characters[0].id.clone();
    let actor = prompt::PromptActor { hero, heroes_of_others: Vec::new() };
    // The longest window there is: as many turns as are ever shown.
    let longest: Vec<Exchange> = window.iter().cycle().take(200).cloned().collect();
    let mut group = c.benchmark_group("prompt");
    for (name, window) in [("turn 201", &window), ("a window of 200 turns", &longest)] {
        group.bench_function(name, |b| {
            b.iter(|| prompt::messages(None, black_box(window), &session.game, &actor, 0, Vec::new(), WORDS));
        });
    }
    group.finish();
}

fn whole_turns(c: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let folder = folder();
    let server = runtime.block_on(Server::open(folder.path()));
    let id = runtime.block_on(server.new_session());
    c.bench_function("a whole turn of a 20 KB session, wall time", |b| {
        b.iter_custom(|n| {
            let start = Instant::now();
            runtime.block_on(server.turns(&id, u32::try_from(n).expect("not so many")));
            start.elapsed()
        });
    });
}

/// Processor time of a session's tenth turn.
async fn tenth(server: &Server) -> f64 {
    let (n_batches, n_sessions) = N_TENTH;
    let mut batches = Vec::new();
    for _ in 0..n_batches {
        let mut sessions = Vec::new();
        for _ in 0..n_sessions {
            let id = server.new_session().await;
            server.turns(&id, 9).await;
            sessions.push(id);
        }
        let before = cpu_ms();
        for id in &sessions {
            server.turns(id, 1).await;
        }
        batches.push((cpu_ms() - before) / n_sessions as f64);
    }
    median(batches)
}

/// Plays ten thousand turns of one session, and more to settle before; answers what is printed of it.
async fn long(server: &Server) -> Value {
    let id = server.new_session().await;
    let (mut batches, mut resident_at_first) = (Vec::new(), 0.0);
    for played in (N_BATCH..=N_SETTLED + N_LONG).step_by(N_BATCH as usize) {
        let before = cpu_ms();
        server.turns(&id, N_BATCH).await;
        batches.push((played, (cpu_ms() - before) / f64::from(N_BATCH)));
        if played == N_SETTLED {
            resident_at_first = process::resident_mib("self");
        }
    }
    let growth = process::resident_mib("self") - resident_at_first;
    let around = |from, to| {
        let there = batches.iter().filter(|(played, _)| (from..=to).contains(played));
        median(there.map(|(_, ms)| *ms).collect())
    };
    json!({
        "turn_cpu_ms": around(N_SETTLED, u32::MAX),
        "turn_1000_cpu_ms": around(600, 1_400),
        "turn_10000_cpu_ms": around(9_600, 10_400),
        "rss_growth_mib_10000": growth,
    })
}

/// Plays many sessions at once for a while; answers the turns of all in a second, and of the one that came off worst as
/// a part of the middle one's.
async fn crowd(server: &Server) -> Value {
    let until = Instant::now() + CROWD_TIME;
    let mut players = Vec::new();
    for _ in 0..N_CROWD {
        let (server, id) = (server.clone(), server.new_session().await);
        players.push(tokio::spawn(async move {
            let mut n_turns = 0.0;
            while Instant::now() < until {
                server.turn(&id).await;
                n_turns += 1.0;
            }
            n_turns
        }));
    }
    let mut played = Vec::new();
    for player in players {
        played.push(player.await.expect("no turn fails"));
    }
    let least = played.iter().copied().fold(f64::INFINITY, f64::min);
    json!({
        "crowd_turns_per_s": played.iter().sum::<f64>() / CROWD_TIME.as_secs_f64(),
        "crowd_least_of_median": least / median(played),
    })
}

fn figures() -> Value {
    let runtime = Runtime::new().expect("a runtime");
    let folder = folder();
    runtime.block_on(async {
        let server = Server::open(folder.path()).await;
        let tenth = tenth(&server).await;
        let mut figures = long(&server).await;
        figures["turn_10_cpu_ms"] = tenth.into();
        for (name, figure) in crowd(&server).await.as_object().into_iter().flatten() {
            figures[name] = figure.clone();
        }
        figures
    })
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(8));
    targets = prompts, whole_turns
}

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    // Cargo says so where it wants figures and not just a trial.
    if std::env::args().any(|argument| argument == "--bench") {
        println!("{}", figures());
    }
}
