//! `embertale doctor`: checks the installation and reports each problem as a sentence.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use model::{NO_CLIENT, http_client};

use crate::{
    config::{players_file, read_players},
    rules::{LibraryHandle, Sources},
    store::{Error, MIN_FREE_BYTES, Saved, Store},
};

use super::{CommandError, terminal::say, whole};

/// Timeout for the provider.
const PATIENCE: Duration = Duration::from_secs(10);
/// File descriptors a server with many players needs: each connection takes one.
const ENOUGH_FILES: u64 = 4_096;

/// Everything the command checks.
pub struct Checkup {
    /// The data folder.
    pub data_dir: PathBuf,
    /// The store, or why it can't be opened; `None` if there is no database yet.
    pub store: Option<Result<std::sync::Arc<dyn Store>, CommandError>>,
    /// Where the rules come from.
    pub sources: Sources,
    /// The model's provider; `None` without a key.
    pub provider: Option<ModelProvider>,
    /// Why a server would not start.
    pub problems: Vec<String>,
    /// Warnings about the configuration.
    pub remarks: Vec<String>,
}

/// A provider of models.
pub struct ModelProvider {
    /// Base URL of its API.
    pub base_url: String,
    /// The key.
    pub key: String,
    /// The configured models.
    pub models: Vec<String>,
}

/// Checks the machine, the configuration, the data and the provider, and prints a line about each. The exit code is 1 if a
/// server would not work.
///
/// # Errors
/// None; problems are printed.
pub async fn doctor(checkup: Checkup) -> Result<ExitCode, CommandError> {
    let mut findings = vec![machine(&checkup.data_dir)];
    findings.extend(open_files());
    findings.extend(checkup.problems.into_iter().map(DoctorFinding::wrong));
    findings.extend(checkup.remarks.into_iter().map(DoctorFinding::remark));
    findings.extend(players(&checkup.data_dir));
    match checkup.store {
        Some(store) => findings.extend(data(store).await),
        None => findings.push(DoctorFinding::remark(format!(
            "There is no database in {} yet; the server creates it when it starts. If you expected one, set DATA_DIR to the \
             folder of the server.",
            checkup.data_dir.display()
        ))),
    }
    findings.push(rules(&checkup.sources).await);
    findings.push(match &checkup.provider {
        Some(provider) => ask(provider).await,
        None => {
            DoctorFinding::good("There is no ANTHROPIC_API_KEY: the built-in storyteller plays, and nothing is spent.")
        }
    });
    for finding in &findings {
        say!("{} {}", finding.mark, finding.text);
    }
    let n_wrong = findings.iter().filter(|finding| finding.mark == WRONG).count();
    match n_wrong {
        0 => say!("No problems found."),
        n => say!("Problems to fix: {n}."),
    }
    Ok(if n_wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

const GOOD: &str = "ok   ";
const REMARK: &str = "note ";
const WRONG: &str = "WRONG";

/// One result of a check, as a sentence.
struct DoctorFinding {
    mark: &'static str,
    text: String,
}

impl DoctorFinding {
    fn good(text: impl Into<String>) -> Self {
        Self { mark: GOOD, text: text.into() }
    }

    fn remark(text: impl Into<String>) -> Self {
        Self { mark: REMARK, text: text.into() }
    }

    fn wrong(text: impl Into<String>) -> Self {
        Self { mark: WRONG, text: text.into() }
    }
}

/// Checks that the data folder is writable and has free space.
fn machine(data_dir: &Path) -> DoctorFinding {
    let shown = data_dir.display();
    if !data_dir.exists() {
        return DoctorFinding::good(format!(
            "The folder {shown} does not exist yet; the server creates it when it starts."
        ));
    }
    let probe = data_dir.join(format!("doctor.{}.probe", std::process::id()));
    let written = fs::write(&probe, vec![0; MIN_FREE_BYTES]);
    let _ = fs::remove_file(&probe);
    match written {
        Ok(()) => DoctorFinding::good(format!("The folder {shown} is writable and has free space.")),
        Err(error) => DoctorFinding::wrong(format!(
            "The folder {shown} can't be written: {error}. Change its owner, free disk space, or set DATA_DIR."
        )),
    }
}

/// Checks the limit on open files, if the system reports it.
fn open_files() -> Option<DoctorFinding> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find(|line| line.starts_with("Max open files"))?;
    let soft: u64 = line.split_whitespace().nth(3)?.parse().ok()?;
    Some(match soft >= ENOUGH_FILES {
        true => DoctorFinding::good(format!("The process may open {soft} files.")),
        false => DoctorFinding::remark(format!(
            "The process may open {soft} files, and each connection takes one: raise it for many players (`ulimit -n 8192`, \
             LimitNOFILE=8192)."
        )),
    })
}

/// Checks that the server can read the players' file, if there is one.
fn players(data_dir: &Path) -> Option<DoctorFinding> {
    let file = players_file(data_dir);
    let metadata = match fs::metadata(&file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        metadata => metadata.ok(),
    };
    match read_players(&file) {
        Err(error) => Some(DoctorFinding::wrong(format!("{error} Restore its contents, owner or mode."))),
        Ok(_) if metadata.is_some_and(|metadata| is_of_another_user(&metadata, data_dir)) => {
            Some(DoctorFinding::wrong(format!(
                "{} belongs to another user than its folder, and only that user can read it. If the server runs as the folder's \
             owner, players of this file can't sign in: change its owner.",
                file.display()
            )))
        }
        Ok(players) => Some(DoctorFinding::good(format!("The players' file can be read: {} players.", players.len()))),
    }
}

/// Whether a file is unreadable for the owner of its folder.
#[cfg(unix)]
fn is_of_another_user(file: &fs::Metadata, folder: &Path) -> bool {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let Ok(folder) = fs::metadata(folder) else { return false };
    let mode = file.permissions().mode();
    file.uid() != folder.uid() && mode & 0o004 == 0 && (file.gid() != folder.gid() || mode & 0o040 == 0)
}

#[cfg(not(unix))]
fn is_of_another_user(_: &fs::Metadata, _: &Path) -> bool {
    false
}

/// Checks the store's file, and that all of its sessions can be read.
async fn data(store: Result<std::sync::Arc<dyn Store>, CommandError>) -> Vec<DoctorFinding> {
    let store = match store {
        Ok(store) => store,
        Err(error) => return vec![DoctorFinding::wrong(format!("The store can't be opened: {}.", whole(&*error)))],
    };
    let check = match store.check_file().await {
        Ok(check) => check,
        Err(error) => return vec![DoctorFinding::wrong(format!("The store can't be read: {}.", whole(&error)))],
    };
    let mut findings: Vec<DoctorFinding> =
        check.damage.iter().map(|damage| DoctorFinding::wrong(damage.to_string())).collect();
    findings.push(sessions(check.readable(&*store)).await);
    findings
}

async fn sessions(store: &dyn Store) -> DoctorFinding {
    let ids = match store.all_ids().await {
        Ok(ids) => ids,
        Err(error) => return DoctorFinding::wrong(format!("The store can't be read: {}.", whole(&error))),
    };
    let mut damaged = Vec::new();
    for id in &ids {
        // Turns and the records beside them can be damaged although the session's head is sound.
        if !matches!(Saved::load(store, id).await, Ok((_, None)) | Err(Error::NotFound)) {
            damaged.push(id.to_string());
        }
    }
    match damaged.as_slice() {
        [] => DoctorFinding::good(format!("The {} store can be read: {} sessions.", store.name(), ids.len())),
        [first, ..] => DoctorFinding::wrong(format!(
            "{} of {} sessions can't be read as a whole, {first} for one. `embertale verify` names them; restore a backup.",
            damaged.len(),
            ids.len()
        )),
    }
}

async fn rules(sources: &Sources) -> DoctorFinding {
    let shelf = LibraryHandle::core();
    let is_fetched = shelf.fill(&Sources { fetch: false, ..sources.clone() }).await;
    match (is_fetched, sources.fetch) {
        (true, _) => {
            DoctorFinding::good(format!("The rules are installed: {} entries.", shelf.library().entries().len()))
        }
        (false, true) => {
            DoctorFinding::remark("The rules are not installed yet; the server fetches them in the background.")
        }
        (false, false) => {
            DoctorFinding::remark("The rules are not installed, and RULES_FETCH=off: run `embertale setup`.")
        }
    }
}

/// Requests the provider's list of models, which is free.
async fn ask(provider: &ModelProvider) -> DoctorFinding {
    let ModelProvider { base_url, key, models } = provider;
    let url = format!("{}/v1/models?limit=1000", base_url.trim_end_matches('/'));
    let Ok(url) = reqwest::Url::parse(&url) else {
        return DoctorFinding::wrong(format!("ANTHROPIC_BASE_URL is no address: {base_url}."));
    };
    // The same client as the server's.
    let client = match http_client(&url, PATIENCE) {
        Ok(client) => client,
        Err(cause) => return DoctorFinding::wrong(format!("The model can't be asked: {NO_CLIENT} ({cause}).")),
    };
    let asked = client.get(url).timeout(PATIENCE).header("x-api-key", key).header("anthropic-version", "2023-06-01");
    let asked = asked.send().await;
    let answer = match asked {
        Ok(answer) => answer,
        Err(error) => {
            let why = if error.is_timeout() { "does not answer in time" } else { "can't be reached" };
            return DoctorFinding::wrong(format!(
                "The model's server {why}. Check the network and ANTHROPIC_BASE_URL."
            ));
        }
    };
    match answer.status().as_u16() {
        200 => {
            let listed = answer.text().await.unwrap_or_default();
            let missing: Vec<&str> = models.iter().map(String::as_str).filter(|id| !listed.contains(*id)).collect();
            match missing.as_slice() {
                [] => DoctorFinding::good(format!(
                    "The model's server accepts the key and lists {}.",
                    models.join(" and ")
                )),
                missing => DoctorFinding::remark(format!(
                    "The model's server accepts the key but does not list {}: check the models of the agents (DM_MODEL, UTILITY_MODEL, …).",
                    missing.join(" and ")
                )),
            }
        }
        401 | 403 => DoctorFinding::wrong("The model's server refuses the key: check ANTHROPIC_API_KEY."),
        404 | 405 => DoctorFinding::remark("The model's server answers but does not list its models."),
        status => DoctorFinding::wrong(format!("The model's server answers with status {status}. Try again later.")),
    }
}
