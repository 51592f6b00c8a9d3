//! Hints: suggestions of tools that fit a player's words, added to the prompt of the agent that answers.
//!
//! `language` reads the words, `rules` holds one row for each thing it looks for, and [`Hints`] asks them all, writes what
//! they find into a block of the prompt, and counts what was made and what the turn's calls then followed. A hint is
//! advice: nothing is done because of it, and nothing is refused for want of it.
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
pub use labelled::{Labelled, Score};
pub(in crate::dm) use language::{cues::is_forged, reading::as_meant};
pub use log::{Line, LoggedHint, TurnFigures};
pub use rule::{HintBounds, Rule, Suggestion};
pub(in crate::dm) use rules::campaign::only_looks;
pub use scene::{Absent, Dying, Reader, Scene};
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

/// The rules of a table's hints, and what has come of them.
#[derive(Debug)]
pub struct Hints {
    rules: Vec<Rule>,
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

/// What stands before an agent's words: the block of its prompt, and what is kept of it.
#[derive(Debug, Clone)]
pub(in crate::dm) struct Given {
    block: HintsBlock,
    hints: AgentHints,
}

impl Given {
    /// The block of the agent's prompt, unless the session is set aside.
    pub(in crate::dm) fn block(&self) -> Option<&HintsBlock> {
        (!self.hints.withheld).then_some(&self.block)
    }

    /// The tools that were named, each as the field that was meant or, where none was, as the tool.
    pub(in crate::dm) fn named(&self) -> impl Iterator<Item = String> {
        self.hints.made.iter().map(|hint| hint.field.clone().unwrap_or_else(|| hint.tool.clone()))
    }

    /// What was given, and which of it these calls follow: those that used the tool, and the field where one is meant, and
    /// were carried out.
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

    /// The same, with a line for each answer to a file that grows: which tools were hinted at and followed, and none of
    /// anybody's words.
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

    /// The same for all sessions but a share of them, from 0 to 1. In those the rules are asked and counted, and nobody is told:
    /// what they would have named can be compared with what was done. A session is always on the same side.
    #[must_use]
    pub fn set_aside(self, share: f64) -> Self {
        Self { set_aside: share, ..self }
    }

    /// The same, with one rule more.
    #[must_use]
    pub fn and(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// What is put before an agent that answers a message, if there is anything to say. `agent` is what it is called in
    /// usage and traces, `has` says whether it has a tool.
    pub(in crate::dm) fn given(
        &self,
        agent: &str,
        reader: Reader,
        has: impl Fn(&str) -> bool,
        scene: &Scene,
        draft: &Draft,
        message: &str,
    ) -> Option<Given> {
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
        Some(Given { block, hints: section::kept(agent, &made, notes, draft.hints_withheld) })
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
            let (scene, message) = (Scene::default(), "I buy 2 torches for 5 gold, attack the wolf and head north.");
            for reader in [Reader::DungeonMaster, Reader::Combat, Reader::Npc] {
                rule::suggest((&self.rules, self.bounds), reader, |_| true, &scene, message);
            }
        }
    }

    /// What was made and followed since the service began.
    pub fn stats(&self) -> HintStats {
        let n_rules = if self.on { self.rules.len() } else { 0 };
        tally::lock(&self.tally).stats(n_rules)
    }
}
