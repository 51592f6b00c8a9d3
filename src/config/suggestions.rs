//! Settings of the tool suggestions.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::invalid::{number_between, share, switch};

/// Settings of the tool suggestions.
#[derive(Debug, Clone, Args)]
pub struct SuggestionOptions {
    /// Whether the model gets suggestions for tools that fit the player's words.
    #[arg(long, env = "ENABLE_TOOL_SUGGESTIONS", default_value_t = true, value_parser = switch, num_args = 0..=1,
        default_missing_value = "true", action = ArgAction::Set, global = true)]
    pub enable_tool_suggestions: bool,
    /// How sure a rule must be of a suggestion, from 0 to 1.
    #[arg(long, env = "TOOL_SUGGESTIONS_CONFIDENCE", default_value_t = 0.6, value_parser = share, value_name = "0..1", global = true)]
    pub tool_suggestions_confidence: f64,
    /// The most suggestions at a time.
    #[arg(long, env = "TOOL_SUGGESTIONS_MAX", default_value_t = 3, value_name = "N", value_parser = number_between(1, 10), global = true)]
    pub tool_suggestions_max: u32,
    /// The share of sessions that get no suggestions, from 0 to 1, so that the report of the log can compare turns with and
    /// without.
    #[arg(long, env = "TOOL_SUGGESTIONS_SET_ASIDE", default_value_t = 0.0, value_parser = share, value_name = "0..1", global = true)]
    pub tool_suggestions_set_aside: f64,
    /// A file that gets a line of JSON for each turn with tool suggestions and which of them were followed.
    #[arg(long, env = "TOOL_SUGGESTIONS_LOG", value_name = "FILE", global = true)]
    pub tool_suggestions_log: Option<PathBuf>,
}
