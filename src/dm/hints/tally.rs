//! Counts hints, and how often they were followed.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use game::turn::ToolCallRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::AgentHints;

/// How often a tool was suggested, and how often it was used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct MadeAndFollowed {
    /// How often it was suggested.
    pub made: u64,
    /// How often the turn then used it, with the suggested field.
    pub followed: u64,
}

impl MadeAndFollowed {
    /// Counts one more.
    pub fn add(&mut self, followed: bool) {
        self.made += 1;
        self.followed += u64::from(followed);
    }
}

/// The suggestions of all turns that were saved since the service started, and how many were followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HintStats {
    /// Number of suggestion rules; 0 if suggestions are switched off.
    pub rules: usize,
    /// How many hints were made.
    pub made: u64,
    /// How many of them the turn's calls followed.
    pub followed: u64,
    /// The same by agent, as in `usage.byAgent`, and tool.
    pub by_agent: BTreeMap<String, BTreeMap<String, MadeAndFollowed>>,
    /// The same by rule.
    pub by_rule: BTreeMap<String, MadeAndFollowed>,
}

/// The counts of one process.
#[derive(Debug, Default)]
pub(super) struct HintTally {
    by_agent: BTreeMap<String, BTreeMap<String, MadeAndFollowed>>,
    by_rule: BTreeMap<String, MadeAndFollowed>,
}

impl HintTally {
    pub(super) fn count(&mut self, hints: &AgentHints) {
        let of_agent = self.by_agent.entry(hints.agent.clone()).or_default();
        for hint in &hints.made {
            of_agent.entry(hint.tool.clone()).or_default().add(hint.followed);
            self.by_rule.entry(hint.rule.clone()).or_default().add(hint.followed);
        }
    }

    pub(super) fn stats(&self, rules: usize) -> HintStats {
        let (made, followed) =
            (self.by_rule.values().map(|it| it.made).sum(), self.by_rule.values().map(|it| it.followed).sum());
        HintStats { rules, made, followed, by_agent: self.by_agent.clone(), by_rule: self.by_rule.clone() }
    }
}

/// Whether a call used a tool successfully, with the field if one was suggested.
pub(super) fn follows(call: &ToolCallRecord, tool: &str, field: Option<&str>) -> bool {
    if call.is_error || call.name != tool {
        return false;
    }
    let Some(field) = field else { return true };
    match call.input["commands"].as_array() {
        Some(commands) => commands.iter().any(|command| command["type"] == field),
        None => !call.input[field].is_null() || call.input["action"] == field,
    }
}

/// Locks a mutex; counts are valid after any panic.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
