//! Hints: suggestions of tools that fit a player's words, added to the prompt of the agent that answers.
//!
//! `language` parses the message, `rules` has one row per pattern, and [`Hints`] evaluates them, writes the results into a block
//! of the prompt, and counts them and whether the turn followed them. A hint is advice: nothing is done or refused because of
//! it.
//!
//! To add a rule: write a function from a reading to suggestions in the file of its subject, add a row to `rules::RULES`,
//! and a few messages that must and must not trigger it to `tests/suggestions`.

mod before;
mod grounded;
mod labelled;
mod language;
mod log;
mod notes;
mod resolved;
mod rule;
mod rules;
mod scene;
mod section;
mod seen;
mod tally;

pub(in crate::dm) use before::name_of;
pub use labelled::{HintScore, LabelledMessage};
pub(in crate::dm) use language::{cues::is_forged, reading::as_meant};
pub use log::{HintLogLine, LoggedHint, TurnFigures};
pub use rule::{HintBounds, HintRule, Suggestion};
pub(in crate::dm) use rules::campaign::only_looks;
pub use scene::{Absent, Dying, HintReader, HintScene};
pub use tally::{HintStats, MadeAndFollowed};

use std::{io, path::Path, sync::Mutex};

use game::{
    id::SessionId,
    turn::{ToolCallRecord, Turn},
};
use prompt::beside::HintsBlock;
use sha2::{Digest, Sha256};

use crate::store::{AgentHints, Trace};

use super::Draft;

use log::Log;
use tally::HintTally;

/// The rules, and their statistics.
#[derive(Debug)]
pub struct Hints {
    rules: Vec<HintRule>,
    on: bool,
    bounds: HintBounds,
    /// The share of sessions that get no hints, from 0 to 1.
    set_aside: f64,
    tally: Mutex<HintTally>,
    log: Option<Log>,
}

impl Default for Hints {
    /// All rules, and no log.
    fn default() -> Self {
        Self {
            rules: rules::RULES.to_vec(),
            on: true,
            bounds: HintBounds::default(),
            set_aside: 0.0,
            tally: Mutex::default(),
            log: None,
        }
    }
}

/// An agent's hints: the block of its prompt, and their record.
#[derive(Debug, Clone)]
pub(in crate::dm) struct PreparedHints {
    block: HintsBlock,
    hints: AgentHints,
}

impl PreparedHints {
    /// The block of the agent's prompt, unless the session is set aside.
    pub(in crate::dm) fn block(&self) -> Option<&HintsBlock> {
        (!self.hints.withheld).then_some(&self.block)
    }

    /// The tools that were named, each as the field that was meant or, where none was, as the tool.
    pub(in crate::dm) fn named(&self) -> impl Iterator<Item = String> {
        self.hints.made.iter().map(|hint| hint.field.clone().unwrap_or_else(|| hint.tool.clone()))
    }

    /// Marks the hints that these calls followed: calls of the tool, with the suggested field if there is one, that succeeded.
    pub(in crate::dm) fn followed_by(mut self, calls: &[ToolCallRecord]) -> AgentHints {
        for hint in &mut self.hints.made {
            hint.followed = calls.iter().any(|call| tally::follows(call, &hint.tool, hint.field.as_deref()));
        }
        self.hints
    }
}

impl Hints {
    /// No hints at all.
    pub fn off() -> Self {
        Self { on: false, ..Self::default() }
    }

    /// Also logs each answer's hints to a file: tools suggested and followed, without any text of players.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn logging_to(self, file: &Path) -> io::Result<Self> {
        Ok(Self { log: Some(Log::open(file)?), ..self })
    }

    /// The same within other bounds.
    #[must_use]
    pub fn within(self, bounds: HintBounds) -> Self {
        Self { bounds, ..self }
    }

    /// Withholds hints in a share of sessions, from 0 to 1, for comparison: they are computed and counted, but not shown. A
    /// session is always on the same side.
    #[must_use]
    pub fn set_aside(self, share: f64) -> Self {
        Self { set_aside: share, ..self }
    }

    /// The same, with one rule more.
    #[must_use]
    pub fn and(mut self, rule: HintRule) -> Self {
        self.rules.push(rule);
        self
    }

    /// The hints for an answering agent, if any. `agent` is its name in usage and traces, `has` says whether it has a tool.
    pub(in crate::dm) fn given(
        &self,
        agent: &str,
        reader: HintReader,
        has: impl Fn(&str) -> bool,
        scene: &HintScene,
        draft: &Draft,
        message: &str,
    ) -> Option<PreparedHints> {
        if !self.on {
            return None;
        }
        let made = grounded::grounded(
            scene,
            rule::suggest((&self.rules, self.bounds), reader, has, scene, message).suggestions,
        );
        let made = resolved::resolved(draft.game(), draft.acting(), made);
        let mut notes = notes::notes(scene, message);
        // Words that were read in English are looked into as they were said, too.
        let as_said = notes::notes(scene, draft.moment.words());
        let is_new = |note: &String| !notes.contains(note);
        let added: Vec<String> = as_said.into_iter().filter(is_new).collect();
        notes.extend(added);
        if made.is_empty() && notes.is_empty() {
            return None;
        }
        let block = section::section(&made, &notes);
        Some(PreparedHints { block, hints: section::kept(agent, &made, notes, draft.hints_withheld) })
    }

    /// Counts the hints of a turn that was saved.
    pub(in crate::dm) fn count(&self, turn: &Turn, trace: &Trace) {
        for of_agent in trace.hints.iter().filter(|it| !it.made.is_empty()) {
            if !of_agent.withheld {
                tally::lock(&self.tally).count(of_agent);
            }
            if let Some(log) = &self.log {
                log.write(turn, trace, of_agent);
            }
        }
    }

    /// Whether a session is one of those that get no hints. The digest spreads ids evenly, whatever they are made of.
    pub(in crate::dm) fn are_withheld_from(&self, session: &SessionId) -> bool {
        let digest = Sha256::digest(session.as_str());
        f64::from(digest[0]) * 256.0 + f64::from(digest[1]) < self.set_aside * 65_536.0
    }

    /// Makes the lists the rules look into, by reading something, so that no turn has to.
    pub(in crate::dm) fn warm_up(&self) {
        if self.on {
            let (scene, message) =
                (HintScene::default(), "I buy 2 torches for 5 gold, attack the wolf and head north.");
            for reader in [HintReader::DungeonMaster, HintReader::Combat, HintReader::Npc] {
                rule::suggest((&self.rules, self.bounds), reader, |_| true, &scene, message);
            }
        }
    }

    /// Statistics since the start of the service.
    pub fn stats(&self) -> HintStats {
        let n_rules = if self.on { self.rules.len() } else { 0 };
        tally::lock(&self.tally).stats(n_rules)
    }
}
