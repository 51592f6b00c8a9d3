//! Google's Firestore emulator, started by the tests themselves: one for all processes of a run, on a free port, with a
//! project for each test. Where it is not installed tests that need it say so and are skipped, and fail under `CI`.
//!
//! A small shell watches each emulator. It ends one that is shared when the run is over (its runner gone, or no test alive for
//! a while), and one that is a test's own as soon as the test's end of a pipe is closed, however that happens.

use std::{
    fs::{self, File},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    time::{Duration, Instant},
};

use embertale::store::FirestoreOptions;

use super::missing::left_out;

const START: &str = r#"java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Duser.language=en -cp "$1" \
com.google.cloud.datastore.emulator.firestore.CloudFirestore --host 127.0.0.1 --port "$2" >"$3" 2>&1 </dev/null & P=$!
"#;
/// Ends the emulator when the runner `$4` is gone, or when none of the processes in the folder `$5` was there for a
/// while.
const UNTIL_THE_RUN_IS_OVER: &str = r#"idle=0
while kill -0 $P 2>/dev/null && kill -0 "$4" 2>/dev/null && [ $idle -lt 10 ]; do
  sleep 1; idle=$((idle+1))
  for user in "$5"/users/*; do kill -0 "${user##*/}" 2>/dev/null && idle=0; done
done
rm -rf "$5" "$5.lock"; kill -9 $P 2>/dev/null
"#;
const UNTIL_THE_PIPE_IS_CLOSED: &str = r#"echo $P
(while kill -0 $P 2>/dev/null; do sleep 1; done; kill -TERM $$ 2>/dev/null) &
read _; kill -9 $P 2>/dev/null
"#;

/// Where the emulator's program is.
fn program() -> Option<PathBuf> {
    let home = std::env::var("HOME").unwrap_or_default();
    let installed = ["/usr/lib/google-cloud-sdk", "/usr/share/google-cloud-sdk", &format!("{home}/google-cloud-sdk")]
        .map(|folder| format!("{folder}/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar").into());
    let fetched = fs::read_dir(format!("{home}/.cache/firebase/emulators")).into_iter().flatten().flatten();
    let fetched = fetched.map(|entry| entry.path()).filter(|path| path.to_string_lossy().contains("firestore"));
    let given = std::env::var_os("FIRESTORE_EMULATOR_JAR").map(PathBuf::from);
    let mut all = given.into_iter().chain(installed).chain(fetched);
    all.find(|path| path.extension().is_some_and(|kind| kind == "jar") && path.exists())
}

/// Whether tests on the emulator are to be left out, which is said; fails under `CI`.
pub(crate) fn is_missing() -> bool {
    let has_java = || Command::new("java").arg("-version").output().is_ok();
    if std::env::var_os("FIRESTORE_EMULATOR_HOST").is_some() || (program().is_some() && has_java()) {
        return false;
    }
    let how = "install Java and google-cloud-cli-firestore-emulator, or set FIRESTORE_EMULATOR_JAR";
    left_out(&format!("there is no Firestore emulator; {how}"));
    true
}

/// A project of its own on the run's emulator.
pub(crate) fn project() -> FirestoreOptions {
    project_at(&shared())
}

/// A project of its own at this address.
pub(crate) fn project_at(host: &str) -> FirestoreOptions {
    let id = format!("demo-{}", uuid::Uuid::new_v4().simple());
    FirestoreOptions { emulator_host: Some(host.to_owned()), ..FirestoreOptions::of_project(id) }
}

/// Host and port of the emulator that all processes of this run share.
pub(crate) fn shared() -> String {
    if let Ok(host) = std::env::var("FIRESTORE_EMULATOR_HOST") {
        return host;
    }
    let runner = std::os::unix::process::parent_id();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("firestore-emulator-{runner}"));
    let lock = File::create(folder.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    fs::create_dir_all(folder.join("users")).unwrap();
    fs::write(folder.join("users").join(std::process::id().to_string()), "").unwrap();
    let written = fs::read_to_string(folder.join("host")).ok();
    if let Some(host) = written.filter(|host| is_ready(host)) {
        return host;
    }
    let host = started(|port, log| {
        let script = format!("{START}{UNTIL_THE_RUN_IS_OVER}");
        guard(&script, port, log).arg(runner.to_string()).arg(&folder).stdin(Stdio::null()).spawn().unwrap()
    })
    .1;
    fs::write(folder.join("host"), &host).unwrap();
    host
}

/// An emulator of one test, that may do with it what it likes.
pub(crate) struct OwnEmulator {
    /// Its host and port.
    pub(crate) host: String,
    /// The emulator's process.
    pub(crate) pid: i32,
    _pipe: ChildStdin,
}

impl OwnEmulator {
    pub(crate) fn start() -> Self {
        let (mut guard, host) = started(|port, log| {
            let script = format!("{START}{UNTIL_THE_PIPE_IS_CLOSED}");
            guard(&script, port, log).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
        });
        let mut pid = Vec::new();
        let mut stdout = guard.stdout.take().unwrap();
        let mut byte = [0];
        while stdout.read(&mut byte).unwrap() == 1 && byte != *b"\n" {
            pid.push(byte[0]);
        }
        Self { host, pid: String::from_utf8(pid).unwrap().parse().unwrap(), _pipe: guard.stdin.take().unwrap() }
    }
}

fn guard(script: &str, port: u16, log: &Path) -> Command {
    let mut sh = Command::new("sh");
    // In a group of its own: a signal to the tests is for their guard to notice.
    sh.arg("-c").arg(script).arg("sh").arg(program().unwrap()).arg(port.to_string()).arg(log);
    sh.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    sh
}

/// Starts an emulator on a free port, and waits until it answers.
fn started(mut start: impl FnMut(u16, &Path) -> Child) -> (Child, String) {
    for _ in 0..3 {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("firestore-emulator.log");
        let host = format!("127.0.0.1:{port}");
        let since = Instant::now();
        let mut guard = start(port, &log);
        while since.elapsed() < Duration::from_secs(60) && guard.try_wait().unwrap().is_none() {
            if is_ready(&host) {
                eprintln!("the Firestore emulator answers on {host} after {:?}", since.elapsed());
                return (guard, host);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    panic!("the Firestore emulator does not start; see firestore-emulator.log in {}", env!("CARGO_TARGET_TMPDIR"));
}

fn is_ready(host: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(host) else { return false };
    stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    let mut answer = [0; 12];
    let asked = stream.write_all(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
    asked.is_ok() && stream.read_exact(&mut answer).is_ok() && answer == *b"HTTP/1.1 200"
}
