//! What a turn costs, measured from outside: a player over HTTP, a stand-in for Claude, the program as released in a process
//! of its own, and in the same run a bare proxy as the floor. Embertale and the floor take turns, so that what else the
//! machine does falls on both; the figures are medians.
//!
//! The last line is JSON. `cargo bench --bench outside -- --check` fails if the processor time of a turn as a ratio to the
//! floor's is more than a fifth above `benches/outside/ratios.json`. `-- --quick` is one round, for trying it out. `-- --long` plays a session of 10,000 turns and 1,000
//! sessions instead, and prints memory and processor time on the way. `-- --table` measures the table's stream instead.

#[path = "../../tests/it/support/emulator.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "the tests use more of it")]
mod emulator;
mod fan_out;
mod floor;
mod long;
#[path = "../median/mod.rs"]
mod median;
#[path = "../../tests/it/support/missing.rs"]
mod missing;
#[path = "../process/mod.rs"]
mod process;
#[path = "../../tests/it/claude/recording.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod recording;
mod server;
mod stand_in;
mod storage;

use std::{
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures::future::join_all;
use median::median;
use serde_json::{Map, Value, json};
use server::{Player, Server};
use stand_in::StandIn;

/// Rounds; in each both servers are started anew.
const N_ROUNDS: usize = 5;
/// Sessions at once.
const CROWD: usize = 32;
/// Turns of each of the players: one alone, and many at once.
const N_TURNS: [(usize, usize); 2] = [(1, 60), (CROWD, 6)];
/// Turns that are played before anything is measured.
const N_WARM: usize = 10;
/// Streams that are open at once.
const N_OPEN: usize = 100;
const SETTLING: Duration = Duration::from_millis(500);
/// How far above the committed ratio to the floor a ratio may be.
const TOLERANCE: f64 = 1.2;
const RATIOS: &str = include_str!("ratios.json");

/// A figure of one server in one round.
type Figures = Map<String, Value>;

/// Plays turns of all players at once and answers the milliseconds each took.
async fn played(players: &[Player], n_turns: usize) -> Vec<f64> {
    let turns = players.iter().map(|player| async move {
        let mut took = Vec::with_capacity(n_turns);
        for _ in 0..n_turns {
            took.push(player.turn().await.as_secs_f64() * 1_000.0);
        }
        took
    });
    let mut took = join_all(turns).await.concat();
    took.sort_by(f64::total_cmp);
    took
}

fn percentile(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent).div_ceil(100) - 1]
}

/// Measures one server. `weight` multiplies the turns of a cheap one, whose time would be lost in the clock's steps.
async fn measure(server: &Server, stand_in: &StandIn, weight: usize) -> Figures {
    let mut figures = Figures::new();
    figures.insert("start_ms".to_owned(), server.start_ms.into());
    tokio::time::sleep(SETTLING).await;
    figures.insert("idle_mib".to_owned(), server.resident_mib().into());
    played(&server.new_players(1).await, N_WARM).await;
    for (n_players, n_turns) in N_TURNS {
        let (players, n_turns) = (server.new_players(n_players).await, n_turns * weight);
        let (cpu, n_calls) = (server.cpu_ms(), stand_in.n_calls());
        let took = played(&players, n_turns).await;
        // Work left for after the answer counts as well.
        tokio::time::sleep(SETTLING).await;
        let n = took.len() as f64;
        let mut set = |name: &str, figure: f64| figures.insert(format!("{name}_{n_players}"), figure.into());
        set("cpu_ms", (server.cpu_ms() - cpu) / n);
        set("p50_ms", percentile(&took, 50));
        set("p99_ms", percentile(&took, 99));
        set("model_calls", (stand_in.n_calls() - n_calls) as f64 / n);
        set("mib", server.resident_mib());
    }
    let is_busy = Arc::new(AtomicBool::new(true));
    let busy = Arc::clone(&is_busy);
    let spinner = std::thread::spawn(move || while busy.load(Ordering::Relaxed) {});
    let took = played(&server.new_players(1).await, N_TURNS[0].1).await;
    is_busy.store(false, Ordering::Relaxed);
    spinner.join().expect("it only spins");
    figures.insert("p50_ms_1_one_core_busy".to_owned(), percentile(&took, 50).into());
    figures.insert("kib_open_stream".to_owned(), open_stream_kib(server, stand_in).await.into());
    figures
}

/// Memory that a stream of a turn in progress takes.
async fn open_stream_kib(server: &Server, stand_in: &StandIn) -> f64 {
    let players = server.new_players(N_OPEN).await;
    // One after the other: this is no test of a crowd.
    for player in &players {
        player.turn().await;
    }
    let before = server.resident_mib();
    stand_in.hold(true);
    let mut streams = Vec::with_capacity(N_OPEN);
    for player in &players {
        streams.push(player.begin().await);
    }
    tokio::time::sleep(SETTLING).await;
    let open = server.resident_mib() - before;
    stand_in.hold(false);
    join_all(streams.into_iter().map(reqwest::Response::text)).await;
    open * 1_024.0 / N_OPEN as f64
}

/// The medians of a server's rounds.
fn medians(rounds: &[Figures]) -> Figures {
    let names = rounds.first().into_iter().flat_map(Map::keys);
    let of = |name: &String| median(rounds.iter().filter_map(|round| round[name].as_f64()).collect());
    names.map(|name| (name.clone(), of(name).into())).collect()
}

/// The medians of the rounds' ratios to the floor: of one round, because the machine is another a minute later.
fn ratios(floors: &[Figures], ours: &[Figures]) -> Figures {
    let ratio = |(floor, ours): (&Figures, &Figures)| {
        let of = |name: &String| (ours[name].as_f64().unwrap_or(0.0) / floor[name].as_f64().unwrap_or(0.0)).into();
        ours.keys().filter(|name| name.contains("_ms_")).map(|name| (name.clone(), of(name))).collect()
    };
    medians(&floors.iter().zip(ours).map(ratio).collect::<Vec<Figures>>())
}

async fn figures(n_rounds: usize) -> Value {
    let stand_in = StandIn::start().await;
    let (mut floors, mut ours, mut commits) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..n_rounds {
        let floor = Server::start(Server::floor(&stand_in.url)).await;
        floors.push(measure(&floor, &stand_in, 4).await);
        drop(floor);
        let folder = folder();
        let server = Server::start(Server::embertale(&absolute(&folder), &stand_in.url)).await;
        ours.push(measure(&server, &stand_in, 1).await);
        drop(server);
        commits.push(storage::bare_sqlite_commit_ms(&folder.path().join("embertale.db")).await);
    }
    json!({
        "floor": medians(&floors), "embertale": medians(&ours), "ratio": ratios(&floors, &ours),
        "bare_sqlite_commit_ms": median(commits), "firestore": storage::firestore(&stand_in).await,
    })
}

/// A data folder. In the working folder: what the system keeps temporary files on may be no disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("target").expect("a folder")
}

fn absolute(folder: &tempfile::TempDir) -> std::path::PathBuf {
    Path::new(folder.path()).canonicalize().expect("it is there")
}

/// Whether every committed ratio still holds; says which does not.
fn holds(figures: &Value) -> bool {
    let committed: Map<String, Value> = serde_json::from_str(RATIOS).expect("a JSON object");
    let is_held = |(name, committed): (&String, &Value)| {
        let ratio = figures["ratio"][name].as_f64().expect("it is measured");
        let most = committed.as_f64().expect("a number") * TOLERANCE;
        if ratio > most {
            eprintln!("{name}: {ratio:.2} times the floor, at most {most:.2} is allowed");
        }
        ratio <= most
    };
    committed.iter().filter(|figure| !is_held(*figure)).count() == 0
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if let [role, model_url] = arguments.as_slice()
        && role == "floor"
    {
        floor::serve(model_url).await;
        return ExitCode::SUCCESS;
    }
    // Cargo says so where it wants figures and not just a trial.
    if !has("--bench") {
        return ExitCode::SUCCESS;
    }
    if has("--long") {
        println!("{}", long::figures().await);
        return ExitCode::SUCCESS;
    }
    if has("--table") {
        println!("{}", fan_out::figures().await);
        return ExitCode::SUCCESS;
    }
    let figures = figures(if has("--quick") { 1 } else { N_ROUNDS }).await;
    println!("{figures}");
    if has("--check") && !holds(&figures) {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
