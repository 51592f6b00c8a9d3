//! A server in a process of its own, which can be killed and started again.

use std::{
    fs::{self, File},
    io,
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use super::CommandError;

/// The longest start of a server.
const MAX_START: Duration = Duration::from_secs(60);
/// Between two looks at whether it answers.
const POLL: Duration = Duration::from_millis(20);
/// The most characters of a log that an error quotes.
const MAX_QUOTED: usize = 2_000;

/// This program with settings of its own and nothing else of this process's environment.
pub(super) struct Program {
    /// Its working directory, for its log; it has no `.env`.
    folder: PathBuf,
    settings: Vec<(&'static str, String)>,
}

impl Program {
    pub(super) fn new(folder: &Path, settings: Vec<(&'static str, String)>) -> Self {
        Self { folder: folder.to_owned(), settings }
    }

    fn command(&self) -> io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.env_clear().current_dir(&self.folder).stdin(Stdio::null());
        command.envs(self.settings.iter().map(|(name, value)| (name, value)));
        Ok(command)
    }

    /// Runs a command to its end.
    ///
    /// # Errors
    /// It fails; the error has what it printed.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<(), CommandError> {
        let output = self.command()?.args(arguments).output()?;
        if output.status.success() {
            return Ok(());
        }
        let printed = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        Err(format!("`embertale {}` fails: {}", arguments.join(" "), printed.trim()).into())
    }
}

/// A running server. It is killed when this is dropped.
pub(super) struct Server<'a> {
    program: &'a Program,
    name: String,
    port: u16,
    child: Child,
}

impl<'a> Server<'a> {
    /// Starts it on a free port of this machine and waits until it answers. The name is that of its log.
    ///
    /// # Errors
    /// It does not start.
    pub(super) async fn start(program: &'a Program, name: String) -> Result<Self, CommandError> {
        // Closed at once; the server binds it again, now and after each kill.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let child = launch(program, &name, port)?;
        let mut server = Self { program, name, port, child };
        server.until_it_answers().await?;
        Ok(server)
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}:{}", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Ends it as a power cut would and starts it again at once, on the same port and data.
    ///
    /// # Errors
    /// It does not start again.
    pub(super) async fn kill_and_restart(&mut self) -> Result<(), CommandError> {
        self.kill();
        self.child = launch(self.program, &self.name, self.port)?;
        self.until_it_answers().await
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    async fn until_it_answers(&mut self) -> Result<(), CommandError> {
        let client = super::clients::http_client()?;
        let since = Instant::now();
        loop {
            let answer = client.get(format!("{}/healthz", self.url())).timeout(MAX_START).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            if self.child.try_wait()?.is_some() || since.elapsed() > MAX_START {
                return Err(format!("the server {} does not start: {}", self.name, self.log()).into());
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// The end of what it logged.
    pub(super) fn log(&self) -> String {
        let log = fs::read_to_string(log_file(self.program, &self.name)).unwrap_or_default();
        let skipped = log.chars().count().saturating_sub(MAX_QUOTED);
        log.chars().skip(skipped).collect::<String>().trim().to_owned()
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        self.kill();
    }
}

fn log_file(program: &Program, name: &str) -> PathBuf {
    program.folder.join(format!("{name}.log"))
}

fn launch(program: &Program, name: &str, port: u16) -> io::Result<Child> {
    let log = File::options().create(true).append(true).open(log_file(program, name))?;
    program.command()?.env("PORT", port.to_string()).stdout(Stdio::null()).stderr(log).spawn()
}
