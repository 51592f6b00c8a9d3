//! The type of a rule, and the evaluation of all rules.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{
    HintReader, HintScene,
    language::reading::{MessageReading, MessageText},
    rules::campaign,
};

/// Which of the suggestions that the rules find are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HintBounds {
    /// Hints below this confidence are dropped; from 0 to 1.
    pub least_confidence: f64,
    /// The most suggestions at a time.
    pub most: usize,
}

impl Default for HintBounds {
    fn default() -> Self {
        Self { least_confidence: 0.6, most: 3 }
    }
}

/// A tool that a player's words make due.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// The tool.
    pub tool: &'static str,
    /// The field of it that is meant, where it has many.
    pub field: Option<&'static str>,
    /// Suggested arguments.
    pub arguments: Vec<(&'static str, String)>,
    /// How sure the rule is, from 0 to 1.
    pub confidence: f64,
    /// Why, in a few words.
    pub reason: &'static str,
    /// The name of the rule.
    pub rule: &'static str,
}

impl Suggestion {
    pub(super) fn new(tool: &'static str, confidence: f64, reason: &'static str) -> Self {
        Self { tool, field: None, arguments: Vec::new(), confidence, reason, rule: "" }
    }

    pub(super) fn of(tool: &'static str, field: &'static str, confidence: f64, reason: &'static str) -> Self {
        Self { field: Some(field), ..Self::new(tool, confidence, reason) }
    }

    /// Adds an argument, unless nothing is known of it.
    pub(super) fn with(mut self, key: &'static str, value: impl Into<String>) -> Self {
        let value = value.into();
        if !value.is_empty() {
            self.arguments.push((key, value));
        }
        self
    }
}

/// A rule: name, audience and function.
#[derive(Debug, Clone, Copy)]
pub struct HintRule {
    /// Name in logs and counts.
    pub name: &'static str,
    pub(super) readers: &'static [HintReader],
    pub(super) reads: fn(&MessageReading<'_>) -> Vec<Suggestion>,
}

impl HintRule {
    /// A rule that breaks whenever it is asked, for showing that no turn minds.
    pub fn broken() -> Self {
        let readers = &[HintReader::DungeonMaster, HintReader::Combat, HintReader::Npc];
        Self { name: "a broken rule", readers, reads: |_| panic!("this rule breaks") }
    }

    /// The rule's hints; none if it panics, which is logged.
    fn read(&self, reading: &MessageReading<'_>) -> Option<Vec<Suggestion>> {
        let mut found = catch_unwind(AssertUnwindSafe(|| (self.reads)(reading))).ok();
        found.iter_mut().flatten().for_each(|suggestion| suggestion.rule = self.name);
        if found.is_none() {
            tracing::error!(rule = self.name, "a rule of the hints broke and was skipped");
        }
        found
    }
}

/// The hints for a message.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct RuleMatches {
    /// The surest per tool and field, surest first, up to the maximum.
    pub(super) suggestions: Vec<Suggestion>,
    /// How many rules broke.
    pub(super) n_broken: usize,
}

/// Asks the `rules`, within `bounds`. `has` says whether the reader has a tool.
pub(super) fn suggest(
    (rules, bounds): (&[HintRule], HintBounds),
    reader: HintReader,
    has: impl Fn(&str) -> bool,
    scene: &HintScene,
    message: &str,
) -> RuleMatches {
    let writing = MessageText::of(message);
    let Ok(reading) = catch_unwind(AssertUnwindSafe(|| writing.read(scene, reader))) else {
        tracing::error!("a player's words could not be read for hints");
        return RuleMatches { n_broken: rules.len(), ..RuleMatches::default() };
    };
    let Some(reading) = reading else { return RuleMatches::default() };
    let (mut found, mut n_broken): (Vec<Suggestion>, usize) = (Vec::new(), 0);
    for rule in rules.iter().filter(|rule| rule.readers.contains(&reader)) {
        let Some(read) = rule.read(&reading) else {
            n_broken += 1;
            continue;
        };
        for suggestion in read.into_iter().filter(|it| has(it.tool)) {
            match found.iter_mut().find(|it| (it.tool, it.field) == (suggestion.tool, suggestion.field)) {
                Some(other) if other.confidence < suggestion.confidence => *other = suggestion,
                Some(_) => {}
                None => found.push(suggestion),
            }
        }
    }
    found.retain(|it| it.confidence >= bounds.least_confidence);
    let made = found.clone();
    found.retain(|it| campaign::allows(scene, it, &made));
    found.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    found.truncate(bounds.most);
    RuleMatches { suggestions: found, n_broken }
}
