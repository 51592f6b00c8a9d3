//! A turn on the stack.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    MAX_LOG, MAX_RULES,
    steps::{self, Phase},
};
use crate::wording::{MAX_LINE, cut};

/// A turn on the stack: a main turn or a sub-turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackedTurn {
    /// `7`, `7.1`, `7.1.2`: never used again.
    pub id: String,
    /// Whose it is: a hero's or creature's id, or a name.
    pub speaker: String,
    /// The words or action, as one line.
    pub content: String,
    /// The phase, which decides its steps.
    #[serde(default, skip_serializing_if = "Phase::is_exploration")]
    pub phase: Phase,
    /// How many of its steps are done.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_steps_done: u8,
    /// How many sub-turns it has had in all; the next one's number is one more.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub n_children: u32,
    /// Its events, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Logged>,
    /// The rules looked up in it, as `type/slug`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Its open sub-turns; the first one is played before the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queue: Vec<StackedTurn>,
}

/// Something that happened in a turn of the stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Logged {
    /// Words or an action.
    Message(Contribution),
    /// What several heroes said or did at once.
    Group {
        /// In the order it was given.
        messages: Vec<Contribution>,
    },
    /// A sub-turn ended.
    Ended {
        /// Its number.
        turn: String,
        /// Whose turn it was.
        speaker: String,
        /// The result.
        summary: String,
    },
}

/// One person's words or action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Said)]
pub struct Contribution {
    /// A hero's id.
    pub speaker: String,
    /// The words, as a line.
    pub text: String,
}

impl Contribution {
    /// Words as a line of a log.
    pub fn new(speaker: &str, text: &str) -> Self {
        Self { speaker: speaker.to_owned(), text: cut(text, MAX_LINE).to_owned() }
    }
}

impl StackedTurn {
    /// A turn in which nothing has happened yet.
    pub fn new(id: String, speaker: &str, content: &str, phase: Phase) -> Self {
        Self {
            id,
            speaker: speaker.to_owned(),
            content: cut(content, MAX_LINE).to_owned(),
            phase,
            n_steps_done: 0,
            n_children: 0,
            log: Vec::new(),
            rules: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// The next step; none if all are done.
    pub fn objective(&self) -> Option<&'static str> {
        steps::steps(self.phase).get(usize::from(self.n_steps_done)).copied()
    }

    /// How many turns are open in it, itself included.
    pub fn n_open(&self) -> usize {
        1 + self.queue.iter().map(Self::n_open).sum::<usize>()
    }

    /// The numbers of its next `n` sub-turns.
    pub fn next_ids(&self, n: usize) -> Vec<String> {
        (1..).take(n).map(|i: u32| format!("{}.{}", self.id, self.n_children.saturating_add(i))).collect()
    }

    pub(super) fn note(&mut self, what: Logged) {
        self.log.push(what);
        let surplus = self.log.len().saturating_sub(MAX_LOG);
        self.log.drain(..surplus);
    }

    pub(super) fn remember(&mut self, rules: &[String]) {
        for rule in rules {
            if !self.rules.contains(rule) && self.rules.len() < MAX_RULES {
                self.rules.push(rule.clone());
            }
        }
    }
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}
