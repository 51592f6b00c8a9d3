//! A server in a process of its own, and the players who use it over HTTP.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use reqwest::{Client, header};
use serde_json::{Value, json};

use super::{process, stand_in::LAST_WORDS};

/// What players say, in turn. Two of five try something against the odds, which the rules judge is asked about.
const MESSAGES: [&str; 5] = [
    "I put my shoulder to the swollen door and try to force it open.",
    "I follow the passage down and hold the lantern low.",
    "I tell Mira about the bell we heard and what I make of it.",
    "I search the alcove for anything the others left behind.",
    "I sit down by the wall, eat some bread and wait for the water to fall.",
];

/// A server that runs until it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    /// From its start to its first answer.
    pub(crate) start_ms: f64,
}

impl Server {
    /// Starts a command that prints its address first, and waits for its first answer.
    pub(crate) async fn start(mut command: Command) -> Self {
        let start = Instant::now();
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output is ours"));
        out.read_line(&mut line).expect("it says where it listens");
        let url = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        let answer = Client::new().get(format!("{url}/healthz")).send().await.expect("it answers");
        assert!(answer.status().is_success(), "{answer:?}");
        Self { child, url, start_ms: start.elapsed().as_secs_f64() * 1_000.0 }
    }

    /// Embertale as released, on a data folder.
    pub(crate) fn embertale(data_dir: &Path, model_url: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_embertale"));
        command.env_clear().current_dir(data_dir).env("DATA_DIR", data_dir).env("PORT", "0").env("LOG", "error");
        command.env("RULES_FETCH", "off").env("ANTHROPIC_API_KEY", "a-key").env("ANTHROPIC_BASE_URL", model_url);
        command
    }

    /// The floor, which is this program in another role.
    pub(crate) fn floor(model_url: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("a program"));
        command.args(["floor", model_url]);
        command
    }

    /// User and system time so far, those of its ended threads too.
    pub(crate) fn cpu_ms(&self) -> f64 {
        process::cpu_ms(&self.child.id().to_string())
    }

    pub(crate) fn resident_mib(&self) -> f64 {
        process::resident_mib(&self.child.id().to_string())
    }

    pub(crate) async fn new_player(&self) -> Player {
        let http = Client::new();
        let made = http.post(format!("{}/api/sessions", self.url)).json(&json!({})).send().await;
        let made: Value = made.expect("it answers").json().await.expect("a session");
        let id = made["id"].as_str().unwrap_or_else(|| panic!("a session has an id: {made}"));
        Player { http, chat: format!("{}/api/sessions/{id}/chat", self.url), n_said: AtomicUsize::new(0) }
    }

    pub(crate) async fn new_players(&self, n: usize) -> Vec<Player> {
        let mut players = Vec::with_capacity(n);
        for _ in 0..n {
            players.push(self.new_player().await);
        }
        players
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player of one session, on a connection that is kept.
pub(crate) struct Player {
    http: Client,
    chat: String,
    n_said: AtomicUsize,
}

impl Player {
    /// Begins a turn and waits for its first event.
    pub(crate) async fn begin(&self) -> reqwest::Response {
        let n = self.n_said.fetch_add(1, Ordering::Relaxed);
        let words = json!({"message": MESSAGES[n % MESSAGES.len()]});
        let request = self.http.post(&self.chat).header(header::ACCEPT, "text/event-stream").json(&words);
        request.send().await.expect("the turn begins")
    }

    /// Plays a turn to its end and answers how long it took.
    pub(crate) async fn turn(&self) -> Duration {
        let start = Instant::now();
        let events = self.begin().await.text().await.expect("all events arrive");
        let took = start.elapsed();
        let is_whole = LAST_WORDS.iter().all(|word| events.contains(word)) && events.contains("event: done\n");
        assert!(is_whole, "a turn came to nothing: {}", &events[events.len().saturating_sub(500)..]);
        took
    }
}
