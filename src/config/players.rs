//! Players with secrets: those of AUTH_TOKENS, and those that `embertale players add` writes to a file.
//!
//! The file holds names and digests, never a secret. The server reads it again whenever it changes, so that players can be
//! added and removed without a restart. A secret is 256 random bits, so an unsalted SHA-256 cannot be reversed by guessing.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use data_encoding::HEXLOWER;
use jiff::Timestamp;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{
    files::{Access, create_private_folder, write_atomically},
    json_errors,
};

use super::ConfigError;

/// The file's name in the data folder.
const FILE: &str = "players.json";
/// Shorter secrets are accepted with a warning.
const MIN_SECRET_CHARS: usize = 16;
const MAX_NAME_CHARS: usize = 60;

/// A player of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerRecord {
    /// The player's name, which owns their sessions.
    pub name: String,
    /// SHA-256 of the secret, in hex.
    pub secret_sha256: String,
    /// When the player was added.
    pub added_at: Timestamp,
}

/// The players who may sign in.
#[derive(Debug, Default)]
pub struct PlayerRegistry {
    /// Names and digests of AUTH_TOKENS.
    configured: Vec<(String, String)>,
    file: Option<PathBuf>,
    /// Digest of the secret that opens the metrics.
    metrics: Option<String>,
    read: Mutex<FileContents>,
}

/// The players last read from the file.
#[derive(Debug, Default)]
struct FileContents {
    /// The file's stamp when it was read.
    stamp: Option<Stamp>,
    /// The file's stamp when it could not be read, so that each failure is logged once.
    failed: Option<Stamp>,
    players: Vec<PlayerRecord>,
}

/// Metadata that changes when a file is written, replaced or deleted, or changes its owner.
#[derive(Debug, PartialEq, Eq)]
enum Stamp {
    /// There is no file, or its folder can't be read.
    Missing,
    File {
        modified: Option<SystemTime>,
        n_bytes: u64,
        /// Inode and time of the last change of the file's data, mode or owner.
        inode: (u64, i64, i64),
    },
}

impl Stamp {
    fn of(file: &Path) -> Self {
        let Ok(metadata) = fs::metadata(file) else { return Self::Missing };
        #[cfg(unix)]
        let inode = {
            use std::os::unix::fs::MetadataExt;
            (metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
        };
        #[cfg(not(unix))]
        let inode = (0, 0, 0);
        Self::File { modified: metadata.modified().ok(), n_bytes: metadata.len(), inode }
    }
}

impl PlayerRegistry {
    /// Creates a registry of the players of AUTH_TOKENS and of the file in a data folder.
    pub fn new(configured: Vec<(String, String)>, data_dir: Option<&Path>) -> Self {
        let configured = configured.into_iter().map(|(name, secret)| (name, digest(&secret))).collect();
        Self { configured, file: data_dir.map(players_file), metrics: None, read: Mutex::default() }
    }

    /// Finds the player with this secret. All digests are compared, each in constant time, so that timing reveals nothing about
    /// the secrets.
    pub fn find(&self, secret: &str) -> Option<String> {
        let given = digest(secret);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        self.refresh(&mut read);
        let configured = self.configured.iter().map(|(name, known)| (name, known));
        let kept = read.players.iter().map(|player| (&player.name, &player.secret_sha256));
        let mut found = None;
        for (name, known) in configured.chain(kept) {
            if bool::from(known.as_bytes().ct_eq(given.as_bytes())) {
                found = Some(name.clone());
            }
        }
        found
    }

    /// Accepts this secret for reading the metrics.
    #[must_use]
    pub fn with_metrics_token(self, secret: &str) -> Self {
        Self { metrics: Some(digest(secret)), ..self }
    }

    /// Whether this is the secret that opens the metrics.
    pub fn opens_metrics(&self, secret: &str) -> bool {
        let given = digest(secret);
        self.metrics.as_ref().is_some_and(|known| bool::from(known.as_bytes().ct_eq(given.as_bytes())))
    }

    fn refresh(&self, read: &mut FileContents) {
        let Some(file) = &self.file else { return };
        let stamp = Some(Stamp::of(file));
        if stamp == read.stamp {
            return;
        }
        match read_players(file) {
            Ok(players) => *read = FileContents { stamp, failed: None, players },
            // A damaged file must not sign everyone out. It is read again with each request.
            Err(error) if read.failed != stamp => {
                let n_players = read.players.len();
                tracing::error!(%error, n_players, "the players' file can't be read; the players read before can sign in");
                read.failed = stamp;
            }
            Err(_) => {}
        }
    }
}

/// SHA-256 of a secret, in hex.
fn digest(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret))
}

/// The path of the players' file in a data folder.
pub fn players_file(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE)
}

/// The players of a file; empty if the file does not exist.
///
/// # Errors
/// It can't be read.
pub fn read_players(file: &Path) -> Result<Vec<PlayerRecord>, ConfigError> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(ConfigError(format!("{} can't be read: {error}.", file.display()))),
    };
    serde_json::from_str(&text).map_err(|error| {
        ConfigError(format!("{} is not a valid list of players ({}).", file.display(), json_errors::place(&error)))
    })
}

/// Adds a player to a file and returns the player's new secret, which is stored nowhere.
///
/// # Errors
/// The name is invalid or taken, or the file can't be written.
pub fn add_player(file: &Path, name: &str) -> Result<String, ConfigError> {
    check_name(name)?;
    let mut players = read_players(file)?;
    if players.iter().any(|player| player.name == name) {
        return Err(ConfigError(format!(
            "The player {name} already exists. Remove the player first to create a new secret."
        )));
    }
    let secret = BASE64_URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>());
    let added_at = Timestamp::now();
    players.push(PlayerRecord { name: name.to_owned(), secret_sha256: digest(&secret), added_at });
    write_players(file, &players)?;
    Ok(secret)
}

/// Removes a player from a file. The player's sessions are kept.
///
/// # Errors
/// There is no such player, or the file can't be written.
pub fn remove_player(file: &Path, name: &str) -> Result<(), ConfigError> {
    let mut players = read_players(file)?;
    let n = players.len();
    players.retain(|player| player.name != name);
    if players.len() == n {
        return Err(ConfigError(format!("There is no player {name}. `embertale players list` shows all players.")));
    }
    write_players(file, &players)
}

fn check_name(name: &str) -> Result<(), ConfigError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.@+".contains(c);
    if name.is_empty() || name.len() > MAX_NAME_CHARS || !name.chars().all(is_plain) {
        let words = format!("A player's name has 1 to {MAX_NAME_CHARS} letters, digits and -_.@+, got “{name}”.");
        return Err(ConfigError(words));
    }
    Ok(())
}

fn write_players(file: &Path, players: &[PlayerRecord]) -> Result<(), ConfigError> {
    let cannot = |error: io::Error| ConfigError(format!("{} can't be written: {error}.", file.display()));
    file.parent().map_or(Ok(()), create_private_folder).map_err(cannot)?;
    let json = serde_json::to_string_pretty(players).map_err(|error| cannot(error.into()))?;
    // A running server reads the file, often as another user than the one who runs the command.
    write_atomically(file, Access::Inherited, |out| out.write_all(json.as_bytes())).map_err(cannot)
}

/// Reads the players of AUTH_TOKENS: `name:secret`, separated by commas or line breaks.
///
/// # Errors
/// The text is malformed.
pub(super) fn read_tokens(tokens: &str) -> Result<Vec<(String, String)>, ConfigError> {
    let mut players: Vec<(String, String)> = Vec::new();
    for entry in tokens.split([',', '\n']).map(str::trim).filter(|entry| !entry.is_empty()) {
        // The entry itself stays out of the message: it holds a secret.
        let wrong =
            || ConfigError("AUTH_TOKENS must be name:secret,name:secret,… with letters, digits and -_. only.".into());
        let (name, secret) = entry.split_once(':').ok_or_else(wrong)?;
        let (name, secret) = (name.trim(), secret.trim());
        let plain =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic() && !";,\"\\".contains(c));
        if !plain(name) || !plain(secret) {
            return Err(wrong());
        }
        if players.iter().any(|(other_name, other)| other_name == name || other == secret) {
            return Err(ConfigError("AUTH_TOKENS names a player or a secret twice.".into()));
        }
        players.push((name.to_owned(), secret.to_owned()));
    }
    Ok(players)
}

/// The names of players whose secrets are short enough to guess.
pub fn weak_secrets(players: &[(String, String)]) -> Vec<&str> {
    let weak = players.iter().filter(|(_, secret)| secret.len() < MIN_SECRET_CHARS);
    weak.map(|(name, _)| name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_can_be_added_and_removed_while_the_registry_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let file = players_file(folder.path());
        let registry = PlayerRegistry::new(vec![("ada".into(), "lovelace-zephyr".into())], Some(folder.path()));
        assert_eq!(registry.find("lovelace-zephyr").as_deref(), Some("ada"));
        let secret = add_player(&file, "grace").unwrap();
        assert!(secret.len() >= 40 && registry.find("nonsense").is_none());
        assert_eq!(registry.find(&secret).as_deref(), Some("grace"));
        assert!(!fs::read_to_string(&file).unwrap().contains(&secret));
        assert!(add_player(&file, "grace").is_err() && add_player(&file, "a b").is_err());
        remove_player(&file, "grace").unwrap();
        assert!(registry.find(&secret).is_none() && remove_player(&file, "grace").is_err());
        add_player(&file, "grace").unwrap();
        let secret = add_player(&file, "joan").unwrap();
        assert_eq!(registry.find(&secret).as_deref(), Some("joan"));
        fs::write(&file, "nonsense").unwrap();
        assert_eq!(registry.find(&secret).as_deref(), Some("joan"), "the last good list is kept");
        assert!(registry.find("lovelace-zephyr").is_some());
        fs::write(&file, "[]").unwrap();
        assert!(registry.find(&secret).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn an_added_player_does_not_change_who_can_read_the_file() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let folder = tempfile::tempdir().unwrap();
        let file = players_file(folder.path());
        add_player(&file, "ada").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        // Only root can give the file away.
        let owner =
            if chown(&file, Some(4321), Some(4321)).is_ok() { 4321 } else { fs::metadata(&file).unwrap().uid() };
        add_player(&file, "grace").unwrap();
        let metadata = fs::metadata(&file).unwrap();
        assert_eq!((metadata.uid(), metadata.permissions().mode() & 0o777), (owner, 0o640));
    }
}
