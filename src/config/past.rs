//! Settings for the history that a prompt shows.

use clap::{ArgAction, Args};

use super::invalid::{number_between, switch};

/// Settings of how much of the past a prompt shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub struct PastSettings {
    /// How many tokens (estimated) of earlier turns a prompt shows word for word; above it, it goes back to half.
    #[arg(long, env = "WINDOW_TOKENS", default_value_t = Self::default().window_tokens, value_name = "N", value_parser = number_between(1_000, 200_000), global = true)]
    pub window_tokens: u32,
    /// How many earlier turns it shows word for word; above it, it goes back to half.
    #[arg(long, env = "WINDOW_TURNS", default_value_t = Self::default().window_turns, value_name = "N", value_parser = number_between(2, 200), global = true)]
    pub window_turns: u32,
    /// Whether turns that are no longer shown word for word are summarised.
    #[arg(long, env = "ENABLE_SUMMARIES", default_value_t = Self::default().enable_summaries, value_parser = switch, num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub enable_summaries: bool,
    /// The most characters of a session's summaries; beyond it they are put in fewer words.
    #[arg(long, env = "SUMMARY_CHARS", default_value_t = Self::default().summary_chars, value_name = "N", value_parser = number_between(500, 50_000), global = true)]
    pub summary_chars: u32,
    // Pinned entries of the journal always are shown, and the Dungeon Master can always look things up.
    /// Whether earlier turns that the player's words bring to mind are shown.
    #[arg(long, env = "ENABLE_MEMORIES", default_value_t = Self::default().enable_memories, value_parser = switch, num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub enable_memories: bool,
}

impl Default for PastSettings {
    /// With 39 turns, a prompt has fewer than 80 messages, and at most 40 after the window has shrunk.
    fn default() -> Self {
        Self {
            window_tokens: 10_000,
            window_turns: 39,
            enable_summaries: true,
            summary_chars: 3_600,
            enable_memories: true,
        }
    }
}
