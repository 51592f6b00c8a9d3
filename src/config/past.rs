//! Settings of how much of the past a prompt shows.

use clap::{ArgAction, Args};

use super::invalid::{number_between, switch};

/// Settings of how much of the past a prompt shows.
#[derive(Debug, Clone, Args)]
pub struct PastSettings {
    /// How many tokens (estimated) of earlier turns a prompt shows word for word; above it, it goes back to half.
    #[arg(long, env = "WINDOW_TOKENS", default_value_t = 10_000, value_name = "N", value_parser = number_between(1_000, 200_000), global = true)]
    pub window_tokens: u32,
    /// How many earlier turns it shows word for word; above it, it goes back to half.
    #[arg(long, env = "WINDOW_TURNS", default_value_t = 39, value_name = "N", value_parser = number_between(2, 200), global = true)]
    pub window_turns: u32,
    /// Whether turns that are no longer shown word for word are summarised.
    #[arg(long, env = "ENABLE_SUMMARIES", default_value_t = true, value_parser = switch, num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub enable_summaries: bool,
    /// The most characters of a session's summaries; beyond it they are put in fewer words.
    #[arg(long, env = "SUMMARY_CHARS", default_value_t = 3_600, value_name = "N", value_parser = number_between(500, 50_000), global = true)]
    pub summary_chars: u32,
    /// Whether earlier turns that the player's words bring to mind are shown.
    #[arg(long, env = "ENABLE_MEMORIES", default_value_t = true, value_parser = switch, num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub enable_memories: bool,
}
