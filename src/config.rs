//! Configuration: flags and environment. The only file that reads the environment.

mod addresses;
mod agents;
mod command;
mod invalid;
mod past;
mod players;
mod remarks;
mod secret;
mod share;
mod suggestions;

use std::{
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
};

use clap::{
    Arg, ArgAction, CommandFactory, FromArgMatches, Parser, ValueEnum, builder::Resettable, parser::ValueSource,
};

pub use agents::{AgentModels, AgentOptions};
pub use command::{BenchCommand, CampaignCommand, CliCommand, PlayersCommand, RulesCommand, SuggestionsCommand};
pub use past::PastSettings;
pub use players::{PlayerRecord, PlayerRegistry, add_player, players_file, read_players, remove_player, weak_secrets};
pub use secret::Secret;
pub use share::{NO_LAN_ADDRESS, ShareMode, host_secret, is_private, read_host_secret, url_host};
pub use suggestions::SuggestionOptions;

use invalid::{address, dollars, hour, number_between, number_from, port, switch};

/// Embertale: a browser-based AI Dungeon Master.
///
/// Started without a command it serves the game. Every option can also be set as an environment variable or in a
/// `.env` file. A variable that holds a secret can be given as a file: ANTHROPIC_API_KEY_FILE names the file of
/// ANTHROPIC_API_KEY, and so on.
#[derive(Debug, Clone, Parser)]
#[command(version, about, long_about = None)]
pub struct Config {
    /// What to do; serves the game if left out.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// Address to listen on; anything but loopback needs AUTH=token or SHARE=lan, which listens on all addresses by default.
    #[arg(long, env = "HOST", value_parser = address, default_value = "127.0.0.1", global = true)]
    pub host: IpAddr,
    /// Port to listen on; 0 takes any free one.
    #[arg(long, env = "PORT", value_parser = port, default_value_t = 3000, global = true)]
    pub port: u16,
    /// Additional host names of this server, for example behind a proxy: `play.example.org,…`.
    #[arg(long, env = "ALLOWED_HOSTS", value_delimiter = ',', global = true)]
    pub allowed_hosts: Vec<String>,
    /// Additional origins whose pages may use this server: `http://localhost:5173,…`.
    #[arg(long, env = "ALLOWED_ORIGINS", value_delimiter = ',', global = true)]
    pub allowed_origins: Vec<String>,
    /// Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted: addresses or networks, `127.0.0.1,10.0.0.0/8,…`.
    #[arg(long, env = "TRUSTED_PROXIES", value_delimiter = ',', global = true)]
    pub trusted_proxies: Vec<String>,
    /// The path under which a proxy serves this server, such as `/embertale`.
    #[arg(long, env = "BASE_PATH", value_name = "PATH", global = true)]
    pub base_path: Option<String>,
    /// Maximum number of open connections.
    #[arg(long, env = "MAX_CONNECTIONS", default_value_t = 4_000, value_parser = number_from(1), global = true)]
    pub max_connections: u32,
    /// How many seconds a connection may be idle; longer than a proxy in front keeps it open.
    #[arg(long, env = "KEEP_ALIVE_S", default_value_t = 130, value_name = "SECONDS", value_parser = number_between(1, 3_600), global = true)]
    pub keep_alive_s: u32,
    /// How many seconds turns in progress may take when the server stops.
    #[arg(long, env = "GRACE_S", default_value_t = 60, value_parser = number_from(0), value_name = "SECONDS", global = true)]
    pub grace_s: u32,
    /// Who may play: everyone who reaches the server, or players with a secret.
    #[arg(long, env = "AUTH", value_enum, default_value = "none", global = true)]
    pub auth: AuthMode,
    /// Share with friends in your network: the host's link is printed at the start, and friends come by invitation. Nothing on the
    /// way is encrypted.
    #[arg(long, env = "SHARE", value_enum, default_value = "off", num_args = 0..=1, default_missing_value = "lan", global = true)]
    pub share: ShareMode,
    /// Players and their secrets, with AUTH=token: `name:secret,…`.
    #[arg(long, env = "AUTH_TOKENS", hide_env_values = true, global = true)]
    pub auth_tokens: Option<Secret>,
    /// A secret that gives access only to /metrics, with AUTH=token or SHARE=lan.
    #[arg(long, env = "METRICS_TOKEN", hide_env_values = true, global = true)]
    pub metrics_token: Option<Secret>,
    /// Where sessions are kept.
    #[arg(long, env = "STORE", value_enum, default_value = "sqlite", global = true)]
    pub store: StoreKind,
    /// Folder of the embedded store and of all other files.
    #[arg(long, env = "DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
    /// Google Cloud project, with STORE=firestore; for the emulator a name that begins with `demo-`.
    #[arg(long, env = "FIRESTORE_PROJECT_ID", global = true)]
    pub firestore_project_id: Option<String>,
    /// Database in the project; the default one if left out.
    #[arg(long, env = "FIRESTORE_DATABASE_ID", global = true)]
    pub firestore_database_id: Option<String>,
    /// Host and port of a Firestore emulator to be used instead of the real service.
    #[arg(long, env = "FIRESTORE_EMULATOR_HOST", global = true)]
    pub firestore_emulator_host: Option<String>,
    /// JSON file with a service account's key; by default the credentials that Google's tools find.
    #[arg(long, env = "GOOGLE_APPLICATION_CREDENTIALS", global = true)]
    pub google_application_credentials: Option<PathBuf>,
    /// Key for Claude; without one the built-in storyteller plays. A local server takes any value.
    #[arg(long, env = "ANTHROPIC_API_KEY", hide_env_values = true, global = true)]
    pub anthropic_api_key: Option<Secret>,
    /// Base URL of a server with the Messages protocol.
    #[arg(long, env = "ANTHROPIC_BASE_URL", global = true)]
    pub anthropic_base_url: Option<String>,
    /// The models of the agents.
    #[command(flatten)]
    pub agents: AgentOptions,
    /// What to do if Claude's story and the recorded changes differ: nothing, tell the player, or correct it.
    #[arg(long, env = "NARRATION_CHECK", default_value = "repair", value_parser = ["off", "warn", "repair", "exact"], global = true)]
    pub narration_check: String,
    /// The tool suggestions.
    #[command(flatten)]
    pub suggestions: SuggestionOptions,
    /// How much of the past a prompt shows.
    #[command(flatten)]
    pub past: PastSettings,
    /// Prices that differ from the built-in table, as JSON; see docs/configuration.md.
    #[arg(long, env = "MODEL_PRICES", global = true)]
    pub model_prices: Option<String>,
    /// Spending cap per session, in dollars. Near a cap the cheaper helpers' model plays; beyond it no model is called.
    #[arg(long, env = "SESSION_CAP_USD", value_name = "USD", value_parser = dollars, global = true)]
    pub session_cap_usd: Option<f64>,
    /// Spending cap per day (UTC), in dollars, for all sessions and the author.
    #[arg(long, env = "DAY_CAP_USD", value_name = "USD", value_parser = dollars, global = true)]
    pub day_cap_usd: Option<f64>,
    /// Spending cap per player and day (UTC), in dollars.
    #[arg(long, env = "PLAYER_DAY_CAP_USD", value_name = "USD", value_parser = dollars, global = true)]
    pub player_day_cap_usd: Option<f64>,
    /// Wrong secrets per minute from one address. For all limits: 0 disables the limit, and the default applies only with
    /// AUTH=token or SHARE=lan.
    #[arg(long, env = "LIMIT_SIGN_INS", value_name = "N", value_parser = number_from(0), global = true)]
    pub limit_sign_ins: Option<u32>,
    /// Turns per player and minute.
    #[arg(long, env = "LIMIT_TURNS", value_name = "N", value_parser = number_from(0), global = true)]
    pub limit_turns: Option<u32>,
    /// New sessions per player and hour.
    #[arg(long, env = "LIMIT_SESSIONS", value_name = "N", value_parser = number_from(0), global = true)]
    pub limit_sessions: Option<u32>,
    /// Imports per player and hour.
    #[arg(long, env = "LIMIT_IMPORTS", value_name = "N", value_parser = number_from(0), global = true)]
    pub limit_imports: Option<u32>,
    /// Open event streams per player.
    #[arg(long, env = "LIMIT_STREAMS", value_name = "N", value_parser = number_from(0), global = true)]
    pub limit_streams: Option<u32>,
    /// Concurrent requests to the model; further ones wait.
    #[arg(long, env = "LIMIT_MODEL_CALLS", value_name = "N", value_parser = number_from(0), global = true)]
    pub limit_model_calls: Option<u32>,
    /// Time of daily backups in UTC, such as 03:30.
    #[arg(long, env = "BACKUP_DAILY", value_name = "HH:MM", value_parser = hour, global = true)]
    pub backup_daily: Option<jiff::civil::Time>,
    /// The folder of daily backups; DATA_DIR/backups if left out.
    #[arg(long, env = "BACKUP_DIR", value_name = "FOLDER", global = true)]
    pub backup_dir: Option<PathBuf>,
    /// Number of daily backups to keep.
    #[arg(long, env = "BACKUP_KEEP", default_value_t = 14, value_name = "N", value_parser = number_from(1), global = true)]
    pub backup_keep: u32,
    /// Fixed dice, for tests and demonstrations: any text.
    #[arg(long, env = "DICE_SEED", global = true)]
    pub dice_seed: Option<String>,
    /// Whether missing rules are fetched automatically.
    #[arg(long, env = "RULES_FETCH", value_enum, default_value = "on", global = true)]
    pub rules_fetch: RulesFetch,
    /// Folder with the pinned packages of the rules, which are used in place, for example in a container image.
    #[arg(long, env = "RULES_DIR", value_name = "FOLDER", global = true)]
    pub rules_dir: Option<PathBuf>,
    /// Base URL of the pinned packages of the rules, for example on your own mirror.
    #[arg(long, env = "RULES_URL", value_name = "URL", hide_env_values = true, global = true)]
    pub rules_url: Option<Secret>,
    /// A server of embeddings for searching rules by meaning, instead of the packaged model:
    /// `http://localhost:11434/v1/embeddings`.
    #[arg(long, env = "RULES_EMBED_URL", hide_env_values = true, global = true)]
    pub rules_embed_url: Option<Secret>,
    /// The model for that server.
    #[arg(long, env = "RULES_EMBED_MODEL", global = true)]
    pub rules_embed_model: Option<String>,
    /// Key for that server, if it requires one.
    #[arg(long, env = "RULES_EMBED_KEY", hide_env_values = true, global = true)]
    pub rules_embed_key: Option<Secret>,
    /// A server that generates pictures: `http://localhost:8080/v1`.
    #[arg(long, env = "IMAGE_BASE_URL", hide_env_values = true, global = true)]
    pub image_base_url: Option<Secret>,
    /// The model for that server.
    #[arg(long, env = "IMAGE_MODEL", global = true)]
    pub image_model: Option<String>,
    /// Key for that server, if it requires one.
    #[arg(long, env = "IMAGE_API_KEY", hide_env_values = true, global = true)]
    pub image_api_key: Option<Secret>,
    /// Whether pictures are always drawn instead of requested from a server; for tests.
    #[arg(long, env = "BYPASS_ASSETS", default_value_t = false, value_parser = switch, num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub bypass_assets: bool,
    /// What is logged, as a tracing filter: `info`, `embertale=debug`, … Commands that print figures log `warn` by default.
    #[arg(long, env = "LOG", default_value = "info", global = true)]
    pub log: String,
    /// How it is logged.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value = "text", global = true)]
    pub log_format: LogFormat,
    /// OpenTelemetry collector that receives traces over HTTP: `http://localhost:4318`. Without it there are no traces.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL", hide_env_values = true, global = true)]
    pub otel_exporter_otlp_endpoint: Option<Secret>,
    /// For recovery tests: the step of a turn at which the process exits, such as `commit` or `tool:2`.
    #[arg(long, env = "CRASH_AT", hide = true, global = true)]
    pub crash_at: Option<String>,
}

/// Whether the rules are fetched by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RulesFetch {
    /// In the background, once the server listens.
    On,
    /// Only when they are asked for.
    Off,
}

/// Who may play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AuthMode {
    /// Everyone who reaches the server.
    None,
    /// Players with a secret.
    Token,
}

/// Where sessions are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StoreKind {
    /// In an embedded database under the data folder.
    Sqlite,
    /// In a Firestore database, which any number of servers share.
    Firestore,
    /// In memory, until the process ends.
    Memory,
}

/// How it is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// An invalid setting and how to fix it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    /// An error of a setting that is read elsewhere.
    pub fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

impl Config {
    /// Reads flags, environment variables and a `.env` file, in this order of precedence. Prints help and exits if requested, or
    /// if a flag is unknown.
    ///
    /// # Errors
    /// Settings that are invalid or contradict each other; the text says what to do.
    pub fn read() -> Result<Self, ConfigError> {
        match dotenvy::dotenv() {
            Ok(_) => {}
            Err(error) if error.not_found() => {}
            // The line itself stays out of the message: it may hold a secret.
            Err(dotenvy::Error::LineParse(..)) => {
                let words =
                    "A line of the .env file can't be read: put values with spaces or quotes into single quotes.";
                return Err(ConfigError(words.into()));
            }
            Err(error) => return Err(ConfigError(format!("The .env file can't be read: {error}."))),
        }
        let mut unreadable = None;
        // Files first, because a blank variable loses its name.
        let command = Self::command().mut_args(|arg| from_file(arg, &mut unreadable)).mut_args(unset_if_blank);
        if let Some(error) = unreadable {
            return Err(error);
        }
        let matches = command.try_get_matches().or_else(|error| match invalid::sentence(&error) {
            Some(sentence) => Err(ConfigError(sentence)),
            None => error.exit(),
        })?;
        let mut config = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        if config.share == ShareMode::Lan && matches.value_source("host") == Some(ValueSource::DefaultValue) {
            config.host = Ipv4Addr::UNSPECIFIED.into();
        }
        let logs_by_default = matches.value_source("log") == Some(ValueSource::DefaultValue);
        if logs_by_default && config.command.as_ref().is_some_and(CliCommand::prints_figures) {
            "warn".clone_into(&mut config.log);
        }
        config.checked()
    }

    fn checked(mut self) -> Result<Self, ConfigError> {
        let given = |text: &mut Option<String>| *text = text.take().filter(|text| !text.trim().is_empty());
        given(&mut self.anthropic_base_url);
        given(&mut self.model_prices);
        given(&mut self.dice_seed);
        given(&mut self.crash_at);
        given(&mut self.rules_embed_model);
        given(&mut self.image_model);
        given(&mut self.firestore_project_id);
        given(&mut self.firestore_database_id);
        given(&mut self.firestore_emulator_host);
        let log = self.suggestions.tool_suggestions_log;
        self.suggestions.tool_suggestions_log = log.filter(|path| !path.as_os_str().is_empty());
        self.rules_dir = self.rules_dir.filter(|path| !path.as_os_str().is_empty());
        self.google_application_credentials =
            self.google_application_credentials.filter(|path| !path.as_os_str().is_empty());
        let key = |key: Option<Secret>| key.filter(|key| !key.reveal().trim().is_empty());
        self.anthropic_api_key = key(self.anthropic_api_key);
        self.metrics_token = key(self.metrics_token);
        self.rules_embed_key = key(self.rules_embed_key);
        self.rules_url = key(self.rules_url);
        let is_web =
            |url: &Secret| ["http://", "https://"].iter().any(|scheme| url.reveal().trim().starts_with(scheme));
        if self.rules_url.as_ref().is_some_and(|url| !is_web(url)) {
            return Err(ConfigError("RULES_URL must be an http or https address.".into()));
        }
        self.rules_embed_url = key(self.rules_embed_url);
        self.image_base_url = key(self.image_base_url);
        self.image_api_key = key(self.image_api_key);
        self.otel_exporter_otlp_endpoint = key(self.otel_exporter_otlp_endpoint);
        self.allowed_hosts = addresses::hosts(&self.allowed_hosts)?;
        self.allowed_origins = addresses::origins(&self.allowed_origins)?;
        given(&mut self.base_path);
        self.backup_dir = self.backup_dir.filter(|path| !path.as_os_str().is_empty());
        for (name, folder) in [("DATA_DIR", Some(&self.data_dir)), ("BACKUP_DIR", self.backup_dir.as_ref())] {
            if let Some(folder) = folder.filter(|folder| folder.exists() && !folder.is_dir()) {
                return Err(ConfigError(format!(
                    "{name} can't be {}, which is not a folder: name a folder.",
                    folder.display()
                )));
            }
        }
        self.proxies()?;
        self.check_reach()?;
        self.players()?;
        if self.command.is_none() {
            self.check_players()?;
        }
        Ok(self)
    }

    /// Checks who can reach the server.
    fn check_reach(&self) -> Result<(), ConfigError> {
        let host = self.host;
        let wrong = match (self.share, self.auth) {
            (ShareMode::Off, AuthMode::None) if !host.is_loopback() => format!(
                "HOST={host} can be reached from other machines, so players must sign in: set AUTH=token and AUTH_TOKENS, \
                 share with friends in your network by SHARE=lan, or listen on 127.0.0.1."
            ),
            (ShareMode::Lan, AuthMode::Token) => {
                "SHARE=lan and AUTH=token exclude each other: with AUTH=token, players who sign \
                 in can invite already. Unset one of them."
                    .to_owned()
            }
            (ShareMode::Lan, AuthMode::None) if host.is_loopback() => format!(
                "SHARE=lan shares with other machines, but HOST={host} is reached from this one alone: unset one of them."
            ),
            (ShareMode::Lan, AuthMode::None) if !host.is_unspecified() && !is_private(host) => format!(
                "SHARE=lan is for a network of your own, but HOST={host} is a public address: unset HOST, or host with \
                 AUTH=token behind a proxy with TLS."
            ),
            _ => return Ok(()),
        };
        Err(ConfigError(wrong))
    }

    /// Whether requests need a secret.
    pub fn needs_secret(&self) -> bool {
        self.auth == AuthMode::Token || self.share == ShareMode::Lan
    }

    /// Checks that someone can sign in to a server.
    ///
    /// # Errors
    /// With AUTH=token there are no players, or their file can't be read.
    pub fn check_players(&self) -> Result<(), ConfigError> {
        let is_open = self.auth == AuthMode::None || !self.players()?.is_empty();
        if is_open || !read_players(&players_file(&self.data_dir))?.is_empty() {
            return Ok(());
        }
        Err(ConfigError(
            "AUTH=token needs players: add one with `embertale players add NAME`, or set AUTH_TOKENS to name:secret for \
             each player, separated by commas."
                .into(),
        ))
    }

    /// The proxies that are trusted.
    ///
    /// # Errors
    /// An entry is neither an address nor a network.
    pub fn proxies(&self) -> Result<Vec<ipnet::IpNet>, ConfigError> {
        addresses::networks(&self.trusted_proxies)
    }

    /// The players of AUTH_TOKENS and their secrets; none with AUTH=none.
    ///
    /// # Errors
    /// AUTH_TOKENS is malformed.
    pub fn players(&self) -> Result<Vec<(String, String)>, ConfigError> {
        if self.auth == AuthMode::None {
            return Ok(Vec::new());
        }
        players::read_tokens(self.auth_tokens.as_ref().map(Secret::reveal).unwrap_or_default())
    }
}

/// Treats a blank variable as unset.
fn unset_if_blank(arg: Arg) -> Arg {
    let value = arg.get_env().and_then(std::env::var_os);
    let is_blank = value.is_some_and(|value| value.to_str().is_some_and(|value| value.trim().is_empty()));
    if is_blank { arg.env(Resettable::Reset) } else { arg }
}

/// Reads a secret variable from the file that NAME_FILE names.
fn from_file(arg: Arg, unreadable: &mut Option<ConfigError>) -> Arg {
    match secret_file(&arg) {
        Ok(None) => arg,
        Ok(Some(text)) => {
            // Clap needs a default value that lives as long as the process.
            let text: &'static str = Box::leak(text.into_boxed_str());
            arg.default_value(text).hide_default_value(true)
        }
        Err(error) => {
            unreadable.get_or_insert(error);
            arg
        }
    }
}

/// The contents of a secret variable's file, if NAME_FILE is set.
fn secret_file(arg: &Arg) -> Result<Option<String>, ConfigError> {
    let name = arg.get_env().filter(|_| arg.is_hide_env_values_set()).and_then(|name| name.to_str());
    let Some(name) = name else { return Ok(None) };
    let Some(path) = std::env::var_os(format!("{name}_FILE")).filter(|path| !path.is_empty()) else { return Ok(None) };
    let path = PathBuf::from(path);
    if std::env::var_os(name).is_some_and(|value| value.to_str().is_none_or(|value| !value.trim().is_empty())) {
        return Err(ConfigError(format!("Both {name} and {name}_FILE are set: set one of them.")));
    }
    match std::fs::read_to_string(&path) {
        Ok(text) if text.trim().is_empty() => Err(ConfigError(format!(
            "{name}_FILE: {} is empty: put the value of {name} into it, or unset {name}_FILE.",
            path.display()
        ))),
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) => Err(ConfigError(format!("{name}_FILE: {} can't be read: {error}.", path.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(args: &[&str]) -> Result<Config, ConfigError> {
        Config::parse_from(["embertale"].iter().chain(args)).checked()
    }

    #[test]
    fn a_host_others_can_reach_needs_players_who_sign_in() {
        assert!(config(&["--host", "0.0.0.0"]).is_err());
        assert!(config(&["--host", "0.0.0.0", "--auth", "token"]).is_err());
        assert!(config(&["--host", "0.0.0.0", "--auth", "token", "--auth-tokens", "ada:lovelace"]).is_ok());
    }

    #[test]
    fn blank_settings_count_as_left_out() {
        let config = config(&["--anthropic-api-key", " ", "--dice-seed", ""]).unwrap();
        assert!(config.anthropic_api_key.is_none() && config.dice_seed.is_none());
    }

    #[test]
    fn secrets_are_never_printed() {
        let config = config(&[
            "--anthropic-api-key",
            "sk-hush",
            "--auth-tokens",
            "ada:lovelace",
            "--rules-embed-key",
            "k-hush",
            "--rules-embed-url",
            "http://hush@localhost/",
            "--image-base-url",
            "http://hush@localhost/",
            "--image-api-key",
            "i-hush",
        ])
        .unwrap();
        let printed = format!("{config:?}");
        assert!(!printed.contains("hush") && !printed.contains("lovelace"));
        let error = config_error(&["--auth", "token", "--auth-tokens", "lovelace"]);
        assert!(!error.contains("lovelace"));
    }

    #[test]
    fn child_processes_get_no_secrets() {
        for arg in Config::command().get_arguments().filter(|arg| arg.is_hide_env_values_set()) {
            let name = arg.get_env().unwrap().to_str().unwrap();
            assert!(crate::rules::SECRETS.contains(&name), "{name} must be in SECRETS");
        }
    }

    #[test]
    fn hosts_and_origins_that_cannot_match_are_refused() {
        for (flag, value) in [
            ("--allowed-hosts", "https://play.example.org"),
            ("--allowed-hosts", "play.example.org/x"),
            ("--allowed-origins", "localhost:5173"),
            ("--allowed-origins", "https://play.example.org/path"),
            ("--trusted-proxies", "proxy"),
        ] {
            assert!(config_error(&[flag, value]).contains(value), "{value}");
        }
        let config =
            config(&["--allowed-hosts", "Play.example.org:443", "--trusted-proxies", "10.0.0.1,fd00::/8"]).unwrap();
        assert_eq!(
            (config.allowed_hosts.as_slice(), config.proxies().unwrap().len()),
            (&["play.example.org".to_owned()][..], 2)
        );
    }

    fn config_error(args: &[&str]) -> String {
        config(args).unwrap_err().to_string()
    }
}
