//! How soon the program listens, on a new data folder and on one that a killed server left, and how much memory it
//! holds once a player has opened the page and played a turn. Prints one line of JSON.

mod median;
mod process;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use median::median;
use serde_json::json;

const N_STARTS: usize = 10;
/// How long a server is left alone before its memory is read.
const SETTLING: Duration = Duration::from_secs(2);

/// A server that runs until it is dropped.
struct Server {
    child: Child,
    address: String,
    listened_after_ms: f64,
}

impl Server {
    fn start(data_dir: &Path) -> Self {
        let start = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_embertale"))
            .env_clear()
            .env("DATA_DIR", data_dir)
            .env("PORT", "0")
            .env("RULES_FETCH", "off")
            .current_dir(data_dir)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output is ours"));
        out.read_line(&mut line).expect("it says where it listens");
        let listened_after_ms = start.elapsed().as_secs_f64() * 1_000.0;
        let address = line.trim().rsplit('/').next().unwrap_or_default().to_owned();
        Self { child, address, listened_after_ms }
    }

    /// Sends a request and answers the whole response.
    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut connection = TcpStream::connect(&self.address).expect("it listens");
        write!(
            connection,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("the request is sent");
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).expect("it answers");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.starts_with("HTTP/1.1 2"), "{method} {path}: {answer}");
        answer
    }

    /// Opens the page, begins a session and plays a turn of it.
    fn play(&self) {
        self.ask("GET", "/", "");
        let created = self.ask("POST", "/api/sessions", "{}");
        let location = created.lines().find_map(|line| line.strip_prefix("location: ")).expect("it says where").trim();
        self.ask("POST", &format!("{location}/chat"), r#"{"message": "I look around."}"#);
    }

    fn resident_mib(&self) -> f64 {
        process::resident_mib(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("target").expect("a folder")
}

fn main() {
    // Cargo says so where it wants figures and not just a trial.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folders: Vec<_> = (0..N_STARTS).map(|_| folder()).collect();
    let absolute = |folder: &tempfile::TempDir| folder.path().canonicalize().expect("it is there");
    let on_new = folders.iter().map(|folder| Server::start(&absolute(folder)).listened_after_ms).collect();

    let used = absolute(&folders[0]);
    let (mut on_used, mut idle, mut resident) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..N_STARTS {
        let server = Server::start(&used);
        on_used.push(server.listened_after_ms);
        // The first few show whether memory depends on the start.
        if resident.len() < 3 {
            idle.push(server.resident_mib());
            server.play();
            std::thread::sleep(SETTLING);
            resident.push(server.resident_mib());
        }
    }
    let figures = json!({
        "start_new_ms": median(on_new),
        "start_used_ms": median(on_used),
        "rss_started_mib": median(idle),
        "rss_idle_mib": median(resident),
    });
    println!("{figures}");
}
