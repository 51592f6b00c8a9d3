//! What came of a call, as the model reads it.

use serde::Serialize;

use crate::agent::Answer;

/// Fields that were applied, clamped and rejected, each with its reason.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    ok: bool,
    applied: Vec<&'static str>,
    clamped: Vec<Remark>,
    rejected: Vec<Remark>,
    /// How the fight begins, or who joins it, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fight: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Remark {
    field: &'static str,
    reason: String,
}

impl Report {
    /// A field did what it said, or found it so already.
    pub(super) fn applied(&mut self, field: &'static str) {
        if self.applied.last() != Some(&field) {
            self.applied.push(field);
        }
    }

    /// A number was held within its bounds.
    pub(super) fn clamped(&mut self, field: &'static str, reason: String) {
        self.clamped.push(Remark { field, reason });
    }

    /// A field, or one entry of it, was impossible.
    pub(super) fn rejected(&mut self, field: &'static str, reason: impl ToString) {
        self.rejected.push(Remark { field, reason: reason.to_string() });
    }

    /// A fight began, or somebody joined it.
    pub(super) fn fight(&mut self, lines: &[String]) {
        self.fight = lines.to_vec();
    }

    /// The answer: an error only where something was asked for and nothing of it was possible.
    pub(super) fn into_answer(mut self) -> Answer {
        let failed = self.applied.is_empty() && !self.rejected.is_empty();
        self.ok = !failed;
        let text = serde_json::to_string(&self).unwrap_or_else(|_| r#"{"ok":true}"#.to_owned());
        Answer { text, must_be_read: !self.rejected.is_empty(), is_error: failed }
    }
}
