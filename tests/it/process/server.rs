//! The real program as a process of its own: started with an environment of its own, asked over TCP, killed by its
//! handle.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    ops::Deref,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use embertale::store::FirestoreOptions;
use serde_json::json;
use tempfile::TempDir;

use super::wire::Client;
use crate::support::{Console, emulator};

/// The longest anything may take before a test gives up on it.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// A home for processes that come after each other: a working directory and a data directory, both new and empty.
pub(super) struct Home {
    dir: TempDir,
    /// The project its sessions are kept in, where that is not the data directory.
    project: Option<FirestoreOptions>,
}

impl Home {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        fs::create_dir(dir.path().join("work")).expect("a working directory");
        Self { dir, project: None }
    }

    /// A home whose sessions are in the Firestore emulator.
    pub(super) fn on_firestore() -> Self {
        Self { project: Some(emulator::project()), ..Self::new() }
    }

    /// Lets the claim run out that a dead process has left on a session, as it does by itself after a minute.
    pub(super) async fn claim_runs_out(&self, session: &str) {
        if let Some(project) = &self.project {
            let long_ago = json!({"timestampValue": "2020-01-01T00:00:00Z"});
            let (console, path) = (Console::of(project), format!("sessions/{session}"));
            if console.read(&path).await.get("claimTurn").is_some() {
                console.change(&path, "claimExpiresAt", Some(long_ago)).await;
            }
        }
    }

    /// The documents of its project.
    pub(super) fn console(&self) -> Option<Console> {
        self.project.as_ref().map(Console::of)
    }

    /// Where the program is started.
    pub(super) fn work(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    /// Where its data are.
    pub(super) fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// What all processes of this home have logged so far.
    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    fn log_file(&self) -> PathBuf {
        self.dir.path().join("log.txt")
    }

    /// The program with nothing in its environment but a home, a free port and these settings.
    pub(super) fn command(&self, env: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_embertale"));
        self.furnish(&mut command, env);
        command
    }

    /// The program, started by a shell that does something before.
    pub(super) fn shell(&self, before: &str, env: &[(&str, &str)]) -> Command {
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(format!("{before}; exec \"$0\"")).arg(env!("CARGO_BIN_EXE_embertale"));
        self.furnish(&mut command, env);
        command
    }

    fn furnish(&self, command: &mut Command, env: &[(&str, &str)]) {
        command.env_clear().current_dir(self.work()).env("DATA_DIR", self.data()).env("PORT", "0");
        command.env("RULES_FETCH", "off");
        if let Some(project) = &self.project {
            command.env("STORE", "firestore").env("FIRESTORE_PROJECT_ID", &project.project_id);
            command.envs(project.emulator_host.iter().map(|host| ("FIRESTORE_EMULATOR_HOST", host)));
        }
        command.envs(env.iter().copied()).stdin(Stdio::null());
    }

    /// Runs the program to its end.
    pub(super) fn run(&self, arguments: &[&str], env: &[(&str, &str)]) -> Output {
        self.command(env).args(arguments).output().expect("the program runs")
    }

    /// What `embertale verify` prints, if it finds everything clean.
    pub(super) fn verify(&self) -> String {
        let output = self.run(&["verify"], &[]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "not clean: {said} {}", String::from_utf8_lossy(&output.stderr));
        said
    }

    /// Starts the server and waits until it listens.
    pub(super) fn start(&self, env: &[(&str, &str)]) -> Server {
        self.launch(self.command(env))
    }

    /// Starts the server with sign-in, for requests of the player Ada.
    pub(super) fn start_for_ada(&self, env: &[(&str, &str)]) -> Server {
        let sign_in = [("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr, grace:hopper-1906")];
        let mut server = self.start(&[env, &sign_in].concat());
        server.client.secret = Some("lovelace-zephyr".into());
        server
    }

    /// Starts the server with `--share`, for requests from this machine without a secret. Answers the link for its host as well.
    pub(super) fn start_shared(&self, env: &[(&str, &str)]) -> (Server, String) {
        let mut command = self.command(env);
        command.arg("--share");
        let mut server = self.launch(command);
        server.client.address = format!("127.0.0.1:{}", server.port());
        let is_link = |line: &String| line.starts_with("http://");
        let mut said = String::new();
        let link = loop {
            let line = server.printed.recv_timeout(PATIENCE).expect("a link");
            if is_link(&line) {
                break line;
            }
            said += &line;
        };
        assert!(said.contains("not encrypted"), "{said}");
        (server, link)
    }

    /// Starts the server by this command and waits until it listens.
    pub(super) fn launch(&self, mut command: Command) -> Server {
        let log = File::options().create(true).append(true).open(self.log_file()).expect("a log file");
        let since = Instant::now();
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let (first, heard) = mpsc::channel();
        thread::spawn(move || {
            // Goes on reading, so that the program never waits for someone to read.
            while let Some(Ok(line)) = lines.next() {
                let _ = first.send(line);
            }
        });
        let mut server = Server { child, client: Client::default(), took: Duration::ZERO, printed: heard };
        let Ok(line) = server.printed.recv_timeout(PATIENCE) else { panic!("it does not listen: {}", self.log()) };
        let address = line.strip_prefix("listening on http://").expect("the listening line comes first");
        server.client.address = address.to_owned();
        server.took = since.elapsed();
        server
    }
}

/// A running server. It is killed when it goes out of scope.
pub(super) struct Server {
    child: Child,
    client: Client,
    /// How long it took until it listened.
    pub(super) took: Duration,
    /// The lines it prints, after the first.
    printed: mpsc::Receiver<String>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Server {
    /// The id of its process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The port it listens on.
    pub(super) fn port(&self) -> &str {
        self.client.address.rsplit(':').next().expect("a port")
    }

    /// Ends it as a power cut would.
    pub(super) fn kill(mut self) {
        self.child.kill().expect("a process to kill");
        self.child.wait().expect("its end");
    }

    /// Asks it to stop.
    pub(super) fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends it a signal.
    pub(super) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let kill = "kill -s \"$0\" \"$1\"";
        let told = Command::new("/bin/sh").args(["-c", kill, name, &id]).status().expect("a shell");
        assert!(told.success());
    }

    /// Waits until it has ended by itself.
    pub(super) async fn ended(mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                return status;
            }
            assert!(since.elapsed() < PATIENCE, "the process does not end");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Waits until something holds that no one tells us of.
pub(super) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < PATIENCE, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Every file below a folder, with what is in it.
pub(super) fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push((path.clone(), fs::read(&path).expect("a file"))),
        }
    }
    found
}
