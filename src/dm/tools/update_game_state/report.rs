//! The result of a call for the model.

use game::{Refusal, RefusalReason, id::NpcId};
use serde::Serialize;

use crate::agent::{Tool, ToolOutput};

use super::UpdateGameState;

/// Fields that were applied, clamped and rejected, each with its reason.
#[derive(Debug, Default, Serialize)]
pub(super) struct UpdateReport {
    ok: bool,
    applied: Vec<&'static str>,
    clamped: Vec<Remark>,
    rejected: Vec<Remark>,
    /// Consequences by the rules, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    happened: Vec<String>,
    /// The ids of new creatures in the scene.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    created: Vec<NpcId>,
    /// Where the heroes went on: the ids of those of the scene who came along, who stayed there, and who is met again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    came_along: Vec<NpcId>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stayed: Vec<NpcId>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    met: Vec<NpcId>,
    /// How the fight begins, or who joins it, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fight: Vec<String>,
    /// How the fight continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Debug, Serialize)]
struct Remark {
    field: &'static str,
    reason: String,
    /// Whether it names what the players have not met.
    #[serde(skip)]
    is_spoiler: bool,
}

/// The players' version of a rejection that would reveal something unknown to them.
const NOT_TOLD: &str = "The campaign does not allow it.";

impl UpdateReport {
    /// A field did what it said, or found it so already.
    pub(super) fn applied(&mut self, field: &'static str) {
        if self.applied.last() != Some(&field) {
            self.applied.push(field);
        }
    }

    /// Notes that a number or a text was limited.
    pub(super) fn clamped(&mut self, field: &'static str, reason: String) {
        self.clamped.push(Remark { field, reason, is_spoiler: false });
    }

    /// Notes something about those who come in that names their kind.
    pub(super) fn dressed(&mut self, field: &'static str, reason: String) {
        self.clamped.push(Remark { field, reason, is_spoiler: true });
    }

    /// A field, or one entry of it, was impossible.
    pub(super) fn rejected(&mut self, field: &'static str, reason: impl Into<String>) {
        self.rejected.push(Remark { field, reason: reason.into(), is_spoiler: false });
    }

    /// A field, or one entry of it, was refused.
    pub(super) fn refused(&mut self, field: &'static str, refusal: &Refusal) {
        let is_spoiler = refusal.reason() == Some(&RefusalReason::Spoiler);
        self.rejected.push(Remark { field, reason: refusal.to_string(), is_spoiler });
    }

    /// Adds a consequence by the rules.
    pub(super) fn happened(&mut self, lines: Vec<String>) {
        self.happened.extend(lines);
    }

    /// Adds the creatures that entered the scene.
    pub(super) fn created(&mut self, ids: Vec<NpcId>) {
        self.created = ids;
    }

    /// Records who came along when the heroes moved, who stayed and who was met.
    pub(super) fn gone(&mut self, along: &[NpcId], stayed: &[NpcId], met: &[NpcId]) {
        (self.came_along, self.stayed, self.met) = (along.to_vec(), stayed.to_vec(), met.to_vec());
    }

    /// Creatures that were left at the heroes' new place earlier.
    pub(super) fn met(&self) -> &[NpcId] {
        &self.met
    }

    /// A fight began, or someone joined it.
    pub(super) fn fight(&mut self, lines: Vec<String>, next: Option<String>) {
        self.next = next.filter(|_| !lines.is_empty());
        self.fight = lines;
    }

    /// The answer: an error only where something was asked for and nothing of it was possible.
    pub(super) fn into_answer(mut self) -> ToolOutput {
        let failed = self.applied.is_empty() && !self.rejected.is_empty();
        self.ok = !failed;
        let in_json = |report: &Self| serde_json::to_string(report).unwrap_or_else(|_| r#"{"ok":true}"#.to_owned());
        let answer = ToolOutput::partly_rejected(in_json(&self), !self.rejected.is_empty());
        let has_some = self.rejected.iter().chain(&self.clamped).any(|it| it.is_spoiler);
        self.rejected.iter_mut().filter(|it| it.is_spoiler).for_each(|it| it.reason = NOT_TOLD.to_owned());
        self.clamped.retain(|it| !it.is_spoiler);
        let public = has_some.then(|| UpdateGameState::PUBLIC.public_result(&in_json(&self)));
        ToolOutput { is_error: failed, public, ..answer }
    }
}
