//! Configuration: flags and environment. The only file that reads the environment.

mod command;
mod secret;

use std::{net::IpAddr, path::PathBuf};

use clap::{
    Arg, ArgAction, CommandFactory, FromArgMatches, Parser, ValueEnum,
    builder::{BoolishValueParser, Resettable},
};

pub use command::{BenchCommand, CampaignCommand, Command, RulesCommand, SuggestionsCommand};
pub use secret::Secret;

/// Embertale: a browser-based AI Dungeon Master.
///
/// Started without a command it serves the game. Every option can also be set as an environment variable or in a
/// `.env` file.
#[derive(Debug, Clone, Parser)]
#[command(version, about, long_about = None)]
pub struct Config {
    /// What to do; serves the game if left out.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Address to listen on; anything but loopback needs AUTH=token.
    #[arg(long, env = "HOST", default_value = "127.0.0.1", global = true)]
    pub host: IpAddr,
    /// Port to listen on; 0 takes any free one.
    #[arg(long, env = "PORT", default_value_t = 3000, global = true)]
    pub port: u16,
    /// Further host names this server answers to, as behind a proxy: `play.example.org,…`.
    #[arg(long, env = "ALLOWED_HOSTS", value_delimiter = ',', global = true)]
    pub allowed_hosts: Vec<String>,
    /// Further origins whose pages may use this server: `http://localhost:5173,…`.
    #[arg(long, env = "ALLOWED_ORIGINS", value_delimiter = ',', global = true)]
    pub allowed_origins: Vec<String>,
    /// Who may play: everyone who reaches the server, or players with a secret.
    #[arg(long, env = "AUTH", value_enum, default_value = "none", global = true)]
    pub auth: AuthMode,
    /// Players and their secrets, with AUTH=token: `name:secret,…`.
    #[arg(long, env = "AUTH_TOKENS", hide_env_values = true, global = true)]
    pub auth_tokens: Option<Secret>,
    /// Where sessions are kept.
    #[arg(long, env = "STORE", value_enum, default_value = "sqlite", global = true)]
    pub store: StoreKind,
    /// Folder of the embedded store and of everything else that is kept on disk.
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
    /// JSON file of a service account's key; what Google's tools find by themselves if left out.
    #[arg(long, env = "GOOGLE_APPLICATION_CREDENTIALS", global = true)]
    pub google_application_credentials: Option<PathBuf>,
    /// Key for Claude; without one the built-in storyteller plays. A local server takes any value.
    #[arg(long, env = "ANTHROPIC_API_KEY", hide_env_values = true, global = true)]
    pub anthropic_api_key: Option<Secret>,
    /// Any server that speaks the Messages protocol.
    #[arg(long, env = "ANTHROPIC_BASE_URL", global = true)]
    pub anthropic_base_url: Option<String>,
    /// Model that plays the Dungeon Master.
    #[arg(long, env = "DM_MODEL", default_value = "claude-sonnet-5-5", global = true)]
    pub dm_model: String,
    /// Model of the helpers.
    #[arg(long, env = "UTILITY_MODEL", default_value = "claude-haiku-5-5", global = true)]
    pub utility_model: String,
    /// What is done where Claude's story and what is written down don't agree: nothing, tell the player, or put it right.
    #[arg(long, env = "NARRATION_CHECK", default_value = "repair", value_parser = ["off", "warn", "repair"], global = true)]
    pub narration_check: String,
    /// Whether the model is told before each turn which tools a player's words seem to make due.
    #[arg(long, env = "ENABLE_TOOL_SUGGESTIONS", default_value_t = true, value_parser = BoolishValueParser::new(), num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub enable_tool_suggestions: bool,
    /// A file that gets a line of JSON for each turn with such suggestions: which were made and which followed.
    #[arg(long, env = "TOOL_SUGGESTIONS_LOG", value_name = "FILE", global = true)]
    pub tool_suggestions_log: Option<PathBuf>,
    /// Prices that differ from the built-in table, as JSON; see the README.
    #[arg(long, env = "MODEL_PRICES", global = true)]
    pub model_prices: Option<String>,
    /// The most that may be spent on one session, in dollars. Near it the helpers' model plays, then nobody.
    #[arg(long, env = "SESSION_CAP_USD", value_name = "USD", value_parser = dollars, global = true)]
    pub session_cap_usd: Option<f64>,
    /// The most that may be spent on one day, in dollars, by all sessions and by the author.
    #[arg(long, env = "DAY_CAP_USD", value_name = "USD", value_parser = dollars, global = true)]
    pub day_cap_usd: Option<f64>,
    /// Fixed dice, for tests and demonstrations: any text.
    #[arg(long, env = "DICE_SEED", global = true)]
    pub dice_seed: Option<String>,
    /// Whether the rules are fetched by themselves where they are missing.
    #[arg(long, env = "RULES_FETCH", value_enum, default_value = "on", global = true)]
    pub rules_fetch: RulesFetch,
    /// A server of embeddings that finds rules by meaning instead of the packaged model:
    /// `http://localhost:11434/v1/embeddings`.
    #[arg(long, env = "RULES_EMBED_URL", hide_env_values = true, global = true)]
    pub rules_embed_url: Option<Secret>,
    /// The model that server shall use.
    #[arg(long, env = "RULES_EMBED_MODEL", global = true)]
    pub rules_embed_model: Option<String>,
    /// Key for that server, if it asks for one.
    #[arg(long, env = "RULES_EMBED_KEY", hide_env_values = true, global = true)]
    pub rules_embed_key: Option<Secret>,
    /// A server of pictures that paints what would be drawn: `http://localhost:8080/v1`.
    #[arg(long, env = "IMAGE_BASE_URL", hide_env_values = true, global = true)]
    pub image_base_url: Option<Secret>,
    /// The model that server shall use.
    #[arg(long, env = "IMAGE_MODEL", global = true)]
    pub image_model: Option<String>,
    /// Key for that server, if it asks for one.
    #[arg(long, env = "IMAGE_API_KEY", hide_env_values = true, global = true)]
    pub image_api_key: Option<Secret>,
    /// Whether pictures are always drawn, and no server is asked for any: for tests.
    #[arg(long, env = "BYPASS_ASSETS", default_value_t = false, value_parser = BoolishValueParser::new(), num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub bypass_assets: bool,
    /// What is logged, as a tracing filter: `info`, `embertale=debug`, …
    #[arg(long, env = "LOG", default_value = "info", global = true)]
    pub log: String,
    /// How it is logged.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value = "text", global = true)]
    pub log_format: LogFormat,
    /// For recovery drills: the step of a turn at which the process dies, such as `commit` or `tool:2`.
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

/// A setting that can't be, with what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Config {
    /// Reads flags, environment and a `.env` file, in this order of weight. Prints help and ends the process where that
    /// was asked for, or where a flag can't be read.
    ///
    /// # Errors
    /// Settings that do not go together; the text says what to do.
    pub fn read() -> Result<Self, Error> {
        match dotenvy::dotenv() {
            Ok(_) => {}
            Err(error) if error.not_found() => {}
            // The line itself stays out of the message: it may hold a secret.
            Err(dotenvy::Error::LineParse(..)) => {
                let words =
                    "A line of the .env file can't be read: put values with spaces or quotes into single quotes.";
                return Err(Error(words.into()));
            }
            Err(error) => return Err(Error(format!("The .env file can't be read: {error}."))),
        }
        let matches = Self::command().mut_args(unset_if_blank).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).checked()
    }

    fn checked(mut self) -> Result<Self, Error> {
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
        self.tool_suggestions_log = self.tool_suggestions_log.filter(|path| !path.as_os_str().is_empty());
        self.google_application_credentials =
            self.google_application_credentials.filter(|path| !path.as_os_str().is_empty());
        let key = |key: Option<Secret>| key.filter(|key| !key.reveal().trim().is_empty());
        self.anthropic_api_key = key(self.anthropic_api_key);
        self.rules_embed_key = key(self.rules_embed_key);
        self.rules_embed_url = key(self.rules_embed_url);
        self.image_base_url = key(self.image_base_url);
        self.image_api_key = key(self.image_api_key);
        self.allowed_hosts = cleaned(&self.allowed_hosts);
        self.allowed_origins = cleaned(&self.allowed_origins);
        if self.auth == AuthMode::None && !self.host.is_loopback() {
            return Err(Error(format!(
                "HOST={} can be reached from other machines, so players must sign in: set AUTH=token and AUTH_TOKENS, \
                 or listen on 127.0.0.1.",
                self.host
            )));
        }
        self.players()?;
        Ok(self)
    }

    /// The players and their secrets; none with AUTH=none.
    ///
    /// # Errors
    /// AUTH=token without a well-formed AUTH_TOKENS.
    pub fn players(&self) -> Result<Vec<(String, String)>, Error> {
        if self.auth == AuthMode::None {
            return Ok(Vec::new());
        }
        let tokens = self.auth_tokens.as_ref().map(Secret::reveal).unwrap_or_default();
        let mut players: Vec<(String, String)> = Vec::new();
        for entry in tokens.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            // The entry itself stays out of the message: it holds a secret.
            let wrong =
                || Error("AUTH_TOKENS must be name:secret,name:secret,… with letters, digits and -_. only.".into());
            let (name, secret) = entry.split_once(':').ok_or_else(wrong)?;
            let (name, secret) = (name.trim(), secret.trim());
            let plain =
                |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic() && !";,\"\\".contains(c));
            if !plain(name) || !plain(secret) {
                return Err(wrong());
            }
            if players.iter().any(|(other_name, other)| other_name == name || other == secret) {
                return Err(Error("AUTH_TOKENS names a player or a secret twice.".into()));
            }
            players.push((name.to_owned(), secret.to_owned()));
        }
        if players.is_empty() {
            return Err(Error(
                "AUTH=token needs AUTH_TOKENS: name:secret for each player, separated by commas.".into(),
            ));
        }
        Ok(players)
    }
}

/// An amount of money, as a cap can be.
fn dollars(text: &str) -> Result<f64, String> {
    let usd = text.trim().trim_start_matches('$').parse::<f64>().ok();
    usd.filter(|usd| (0.0..=1_000_000.0).contains(usd)).ok_or_else(|| "use dollars, such as 2.50".to_owned())
}

/// Lets a variable that is set to nothing count as one that isn't set.
fn unset_if_blank(arg: Arg) -> Arg {
    let value = arg.get_env().and_then(std::env::var_os);
    let is_blank = value.is_some_and(|value| value.to_str().is_some_and(|value| value.trim().is_empty()));
    if is_blank { arg.env(Resettable::Reset) } else { arg }
}

fn cleaned(entries: &[String]) -> Vec<String> {
    let entries = entries.iter().map(|entry| entry.trim().trim_end_matches('/').to_ascii_lowercase());
    entries.filter(|entry| !entry.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(args: &[&str]) -> Result<Config, Error> {
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

    fn config_error(args: &[&str]) -> String {
        config(args).unwrap_err().to_string()
    }
}
