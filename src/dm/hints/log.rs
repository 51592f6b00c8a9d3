//! The log of hints: a line of JSON for each answer that had some. It names tools and nobody's words.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::Mutex,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    game::id::{SessionId, TurnId},
    store::AgentHints,
};

use super::tally::lock;

/// The hints of one agent in one turn, as they are logged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// When the turn was saved.
    pub at: Timestamp,
    /// The session.
    pub session_id: String,
    /// The turn.
    pub turn_id: String,
    /// Whose prompt they stood in.
    pub agent: String,
    /// The hints.
    pub hints: Vec<LoggedHint>,
}

/// A hint as it is logged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoggedHint {
    /// The tool.
    pub tool: String,
    /// The field of it that was meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// How sure its rule was, from 0 to 1.
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
    pub(super) fn write(&self, session: &SessionId, turn: &TurnId, hints: &AgentHints) {
        let hint = |it: &crate::store::Hint| LoggedHint {
            tool: it.tool.clone(),
            field: it.field.clone(),
            confidence: it.confidence,
            followed: it.followed,
        };
        let line = Line {
            at: Timestamp::now(),
            session_id: session.to_string(),
            turn_id: turn.to_string(),
            agent: hints.agent.clone(),
            hints: hints.made.iter().map(hint).collect(),
        };
        let mut text = serde_json::to_string(&line).unwrap_or_default();
        text.push('\n');
        if let Err(error) = lock(&self.0).write_all(text.as_bytes()) {
            tracing::warn!(%error, "the log of hints could not be written");
        }
    }
}
