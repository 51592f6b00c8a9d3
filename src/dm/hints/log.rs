//! The log of hints: one JSON line per answer with hints. It names tools and contains no texts of players.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::Mutex,
};

use game::turn::Turn;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::store::{AgentHints, Trace};

use super::tally::lock;

/// The hints of one agent in one turn, as they are logged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HintLogLine {
    /// When the turn was saved.
    pub at: Timestamp,
    /// The session.
    pub session_id: String,
    /// The turn.
    pub turn_id: String,
    /// The agent whose prompt contained them.
    pub agent: String,
    /// Whether the agent didn't see them, because the session is set aside for comparison.
    #[serde(default)]
    pub withheld: bool,
    /// Figures of the turn; none in lines of earlier versions.
    #[serde(default)]
    pub turn: Option<TurnFigures>,
    /// The hints.
    pub hints: Vec<LoggedHint>,
}

/// Figures of a turn, with all of its agents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TurnFigures {
    /// The tool calls that were carried out.
    pub calls: usize,
    /// The tool calls that were refused.
    pub refused: usize,
    /// The requests to models.
    pub requests: usize,
    /// The tokens that models wrote.
    pub output_tokens: u64,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// The claims of the story that the record did not bear out.
    pub objections: usize,
}

impl TurnFigures {
    fn of(turn: &Turn, trace: &Trace) -> Self {
        let refused = turn.tool_calls.iter().filter(|call| call.is_error).count();
        Self {
            calls: turn.tool_calls.len() - refused,
            refused,
            requests: trace.calls.len() + trace.n_left_out as usize,
            output_tokens: turn.usage.total.output_tokens,
            cost_usd: Option::from(turn.usage.total.cost_usd).unwrap_or_default(),
            objections: trace.narration.as_ref().map_or(0, |check| check.findings.len()),
        }
    }
}

/// A hint as it is logged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoggedHint {
    /// The tool.
    pub tool: String,
    /// The field of it that was meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The rule that made it; empty in lines of earlier versions.
    #[serde(default)]
    pub rule: String,
    /// How sure it was, from 0 to 1.
    pub confidence: f64,
    /// Whether the turn's calls used it.
    pub followed: bool,
}

/// A file that grows by a line at a time.
#[derive(Debug)]
pub(super) struct Log(Mutex<File>);

impl Log {
    pub(super) fn open(file: &Path) -> io::Result<Self> {
        Ok(Self(Mutex::new(OpenOptions::new().create(true).append(true).open(file)?)))
    }

    /// Adds a line. A full disk stops no turn.
    pub(super) fn write(&self, turn: &Turn, trace: &Trace, hints: &AgentHints) {
        let hint = |it: &crate::store::Hint| LoggedHint {
            tool: it.tool.clone(),
            field: it.field.clone(),
            rule: it.rule.clone(),
            confidence: it.confidence,
            followed: it.followed,
        };
        let line = HintLogLine {
            at: Timestamp::now(),
            session_id: turn.session_id.to_string(),
            turn_id: turn.id.to_string(),
            agent: hints.agent.clone(),
            withheld: hints.withheld,
            turn: Some(TurnFigures::of(turn, trace)),
            hints: hints.made.iter().map(hint).collect(),
        };
        let mut text = serde_json::to_string(&line).unwrap_or_default();
        text.push('\n');
        if let Err(error) = lock(&self.0).write_all(text.as_bytes()) {
            tracing::warn!(%error, "the log of hints could not be written");
        }
    }
}
