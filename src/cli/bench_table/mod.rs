//! Tests a table with friends while its servers are killed: every message must be played once and in order, and every client
//! must receive all that is theirs and nothing else.

mod checker;
mod clients;
mod history;
mod seating;
mod seeded;
mod server;
mod stand_in;

#[cfg(test)]
mod tests;

use std::{
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::future::{join_all, try_join_all};
use serde_json::{Value, json};
use tokio::{task::JoinSet, time::sleep};

use super::{
    CommandError,
    terminal::{note, say},
};
use checker::{RecordedRun, Violation, ViolationKind, check};
use clients::{Client, RunProgress};
use history::{EventClock, Observation, Participant, Recorder};
use seating::{HOST_SECRET, TableSetup};
use seeded::seed;
use server::{Program, Server};

/// How long clients may take to hear of the last turn.
const LAST_WORDS: Duration = Duration::from_secs(20);
/// The most violations that are printed of one store.
const MAX_PRINTED: usize = 50;
/// The most milliseconds between the last answer and the kill of a server; each kill hits another moment of a turn.
const KILL_WITHIN_MS: usize = 160;
const KILL_STEP_MS: usize = 37;

/// How large a run is.
#[derive(Debug, Clone)]
pub struct TableBench {
    pub clients: usize,
    pub turns: usize,
    /// A server is killed after this many turns.
    pub kill_every: usize,
    /// Whether the table plays in rounds. Then `turns` are the parts that people send.
    pub rounds: bool,
    /// The Firestore emulator; without one only SQLite is tried.
    pub firestore_emulator: Option<String>,
}

/// Lets clients play and follow one session while its servers are killed and started again: one server with SQLite, then two with
/// Firestore if there is an emulator. What each client sent and received is held against the saved turns. Prints one line of
/// JSON: for each store how many `messages` were answered, `kills`, `events` of the table's stream, and how many things were `lost`,
/// `doubled`, `out_of_order`, `back_in_time` or `foreign` (received by someone they are not for); and how many faults were put into
/// copies of what was recorded (`seeded`) and found there (`seeded_found`). Fails unless all faults of the copies are found and no others.
///
/// # Errors
/// A server does not start, refuses a message for good, or its session can't be verified in the end.
pub async fn bench_table(bench: &TableBench) -> Result<ExitCode, CommandError> {
    let since = Instant::now();
    let sqlite = run_store(bench, None).await?;
    let firestore = match &bench.firestore_emulator {
        Some(emulator) => Some(run_store(bench, Some(emulator)).await?),
        None => {
            note!("FIRESTORE_EMULATOR_HOST is not set, so Firestore is left out");
            None
        }
    };
    let is_good = sqlite.is_good && firestore.as_ref().is_none_or(|store| store.is_good);
    say!(
        "{}",
        json!({
            "clients": bench.clients, "turns": bench.turns, "rounds": bench.rounds, "sqlite": sqlite.figures,
            "firestore": firestore.map(|store| store.figures), "seconds": since.elapsed().as_secs(),
        })
    );
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The result of a run on one store.
struct StoreResult {
    figures: Value,
    is_good: bool,
}

async fn run_store(bench: &TableBench, emulator: Option<&str>) -> Result<StoreResult, CommandError> {
    let since = Instant::now();
    let store = if emulator.is_some() { "firestore" } else { "sqlite" };
    let folder = tempfile::tempdir()?;
    let clock = EventClock::default();
    let model = Arc::new(Recorder::new(Participant::Model, &clock));
    let model_url = stand_in::start(Arc::clone(&model))?;
    let program = Program::new(folder.path(), settings(folder.path(), &model_url, emulator));
    let mut servers = vec![Server::start(&program, format!("{store}-1")).await?];
    if emulator.is_some() {
        servers.push(Server::start(&program, format!("{store}-2")).await?);
    }
    let played = play(bench, &mut servers, &clock, folder.path()).await;
    if played.is_err() {
        servers.iter().for_each(|server| note!("{store}: {}", server.log()));
    }
    let mut played = played?;
    drop(servers);
    played.run.histories.push(model.history());
    program.run(&["verify", "--dice"])?;
    program.run(&["verify", "--dice", "--file", EXPORT])?;
    Ok(judge(store, &played, since.elapsed()))
}

/// The file with the exported session.
const EXPORT: &str = "session.json";

fn settings(folder: &Path, model_url: &str, emulator: Option<&str>) -> Vec<(&'static str, String)> {
    let mut settings = vec![
        ("DATA_DIR", folder.join("data").display().to_string()),
        ("LOG", "error".to_owned()),
        ("RULES_FETCH", "off".to_owned()),
        ("ANTHROPIC_API_KEY", "a-key".to_owned()),
        ("ANTHROPIC_BASE_URL", model_url.to_owned()),
        ("AUTH", "token".to_owned()),
        ("AUTH_TOKENS", format!("host:{HOST_SECRET}")),
    ];
    let limits = ["LIMIT_TURNS", "LIMIT_STREAMS", "LIMIT_MODEL_CALLS"];
    settings.extend(limits.map(|limit| (limit, "0".to_owned())));
    if let Some(emulator) = emulator {
        settings.push(("STORE", "firestore".to_owned()));
        settings.push(("FIRESTORE_PROJECT_ID", format!("demo-{}", uuid::Uuid::now_v7().simple())));
        settings.push(("FIRESTORE_EMULATOR_HOST", emulator.to_owned()));
    }
    settings
}

struct StoreOutcome {
    run: RecordedRun,
    n_kills: usize,
}

/// Seats the clients, lets them play all turns while servers are killed, and reads what is saved in the end.
async fn play(
    bench: &TableBench,
    servers: &mut [Server<'_>],
    clock: &EventClock,
    folder: &Path,
) -> Result<StoreOutcome, CommandError> {
    let urls: Vec<String> = servers.iter().map(Server::url).collect();
    let TableSetup { clients, first_version } = seating::seat(bench.clients, &urls, clock).await?;
    let host = clients.first().ok_or("there are no clients")?;
    host.write_note().await?;
    if bench.rounds {
        host.play_in_rounds().await?;
    }
    // They end when this is dropped.
    let mut followers = JoinSet::new();
    for client in &clients {
        followers.spawn(Arc::clone(client).follow());
    }
    let progress = RunProgress::new(bench.turns, bench.rounds);
    let players = clients.iter().filter(|client| client.seat.plays).map(|client| client.play(&clients, &progress));
    let watchers = clients.iter().filter(|client| !client.seat.plays).map(|client| client.watch(&clients, &progress));
    let players = async { try_join_all(players).await.map_err(CommandError::from) };
    let watchers = async { Ok(join_all(watchers).await) };
    let (_, _, n_kills) = tokio::try_join!(players, watchers, kill(bench, servers, &progress))?;
    let turns = seating::saved_turns(host).await?;
    wait_for_last_words(&clients, turns.len() as u64, first_version).await;
    drop(followers);
    seating::export(host, &folder.join(EXPORT)).await?;
    let histories = clients.iter().map(|client| client.recorder.history()).collect();
    Ok(StoreOutcome { run: RecordedRun { histories, turns, first_version }, n_kills })
}

/// Kills the servers in turn, each time at another moment of a turn. Returns how often.
async fn kill(bench: &TableBench, servers: &mut [Server<'_>], progress: &RunProgress) -> Result<usize, CommandError> {
    let n_kills = bench.turns.saturating_sub(1) / bench.kill_every;
    for n in 1..=n_kills {
        progress.reaches(n * bench.kill_every).await;
        sleep(Duration::from_millis((n * KILL_STEP_MS % KILL_WITHIN_MS) as u64)).await;
        let at = n % servers.len();
        servers[at].kill_and_restart().await?;
    }
    Ok(n_kills)
}

/// Waits until all clients have heard of the last turn, or until they have had time enough for it.
async fn wait_for_last_words(clients: &[Arc<Client>], n_turns: u64, first_version: u64) {
    let since = Instant::now();
    let has_heard = |client: &Arc<Client>| client.recorder.has_heard_of(n_turns, first_version);
    while !clients.iter().all(has_heard) && since.elapsed() < LAST_WORDS {
        sleep(Duration::from_millis(50)).await;
    }
}

fn judge(store: &str, played: &StoreOutcome, took: Duration) -> StoreResult {
    let violations = check(&played.run);
    for violation in violations.iter().take(MAX_PRINTED) {
        note!("{store}: {violation}");
    }
    if violations.len() > MAX_PRINTED {
        note!("{store}: and {} more", violations.len() - MAX_PRINTED);
    }
    let seeding = seed(&played.run, &violations);
    seeding.missed.iter().for_each(|missed| note!("{store}: {missed}"));
    let count = |is: fn(&Observation) -> bool| played.run.entries().filter(|(_, entry)| is(&entry.what)).count();
    let mut figures = json!({
        "turns": played.run.turns.len(), "kills": played.n_kills,
        "messages": count(|it| matches!(it, Observation::Answered { .. })),
        "events": count(|it| matches!(it, Observation::Heard { .. })),
        "reads": count(|it| matches!(it, Observation::ReadSession { .. } | Observation::ReadTurns { .. })),
        "secrets": count(|it| matches!(it, Observation::Confided { .. })),
        "secrets_received": count(|it| matches!(it, Observation::Received(private) if !private.secrets.is_empty())),
    });
    for kind in ViolationKind::ALL {
        let of_kind = |violation: &&Violation| violation.kind == kind;
        figures[kind.name()] = violations.iter().filter(of_kind).count().into();
    }
    figures["seeded"] = seeding.n_seeded.into();
    figures["seeded_found"] = (seeding.n_seeded - seeding.missed.len()).into();
    figures["seconds"] = took.as_secs().into();
    StoreResult { figures, is_good: violations.is_empty() && seeding.missed.is_empty() }
}
