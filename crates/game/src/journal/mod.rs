//! The journal: the facts of a story. Each has a subject, the turns between which it holds, and those present; none is
//! overwritten. A fact that contradicts an earlier one of the same matter ends it.
//!
//! It is computed from the turns of a session, so an undone turn takes its facts along, and the journal as of any turn can be
//! derived. A player's edits are a [`JournalEdits`], stored apart from the turns.

mod circumstances;
mod hand;
mod junk;
mod names;
mod reading;
mod renames;
mod repeated;
#[cfg(test)]
mod tests;
mod view;

pub use circumstances::Circumstances;
pub use hand::{EntryWording, FactEdit, JournalEdits, MAX_NOTES, MAX_TEXT, NotWritten, Note, Revision, Since};
pub use junk::folded;
pub use repeated::ChangePosition;
pub use view::{
    EndingTurn, EntryFilter, EntryPosition, JournalCounts, JournalEntry, MatchingEntries, SupersededEvent, WrittenBy,
    superseded_events,
};

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Turn, clock::Clock, id::TurnId};
use junk::is_junk;
use reading::{Statement, StatementSource, statements};
use repeated::Repetition;

/// The subject of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = JournalKind)]
pub enum FactKind {
    /// Something that happened.
    Event,
    /// A person.
    Person,
    /// A place, or where the heroes are.
    Place,
    /// An item and its owner.
    Thing,
    Quest,
    /// A player's note.
    Note,
}

impl FactKind {
    /// Reads a kind as it is written.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "event" => Self::Event,
            "person" => Self::Person,
            "place" => Self::Place,
            "thing" => Self::Thing,
            "quest" => Self::Quest,
            "note" => Self::Note,
            _ => return None,
        })
    }
}

/// A fact that the story established.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its turn's id, the index of its change, and the index of the sentence in it.
    pub id: String,
    pub kind: FactKind,
    /// Display name of the subject.
    pub about: String,
    /// A newer fact with the same subject and aspect ends this one. None for single events.
    pub aspect: Option<String>,
    /// The sentence shown.
    pub text: String,
    /// Sequence number of the turn that recorded it.
    pub since: u32,
    /// The turn that ended it, even if a player has hidden the ending fact; see [`Journal::until`].
    pub until: Option<u32>,
    /// Index of the fact that ended it.
    ended_by: Option<usize>,
    /// Index of its change within the turn.
    pub change: u32,
    /// Index among the facts of its turn.
    order: u32,
    /// Hash of the text, for comparisons.
    words: u64,
    /// Whether the fact is a death.
    is_death: bool,
}

/// A turn, as the journal needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Chapter {
    id: TurnId,
    /// Alternatives of its turn: edits of one apply to all.
    others: Box<[TurnId]>,
    clock: Clock,
    /// The names of those who were there.
    seen_by: Box<[String]>,
    n_duplicates: u32,
    n_junk: u32,
}

/// All facts of a session in order.
#[derive(Debug, Clone, Default)]
pub struct Journal {
    chapters: Vec<Chapter>,
    facts: Vec<Fact>,
    /// Repetitions of facts, in order.
    repeated: Vec<Repetition>,
    /// The fact that holds of each side of each subject.
    current: HashMap<u64, usize>,
    /// The facts that hold, by subject and words.
    said: HashMap<u64, usize>,
    /// The name under which the subject first appeared.
    names: HashMap<String, String>,
    /// The turns in which people got another name, with the former and the new one.
    renames: Vec<(u32, String, String)>,
}

/// The result of filing a sentence in the journal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FilingResult {
    New,
    /// A repetition of the fact with this index.
    Known(usize),
    Junk,
}

impl Journal {
    /// How many turns it knows.
    pub fn n_turns(&self) -> u32 {
        u32::try_from(self.chapters.len()).unwrap_or(u32::MAX)
    }

    /// All facts, those that have ended included.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The facts of a turn.
    pub fn facts_of(&self, seq: u32) -> &[Fact] {
        let from = self.facts.partition_point(|fact| fact.since < seq);
        &self.facts[from..self.facts.partition_point(|fact| fact.since <= seq)]
    }

    /// A fact by its id.
    pub fn fact(&self, id: &str) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.id == id)
    }

    /// The turn that ended a fact. A hidden fact ends nothing: the next contradiction does, if there is one.
    pub fn until(&self, fact: &Fact, is_forgotten: impl Fn(&Fact) -> bool) -> Option<u32> {
        self.successor(fact, is_forgotten).map(|later| later.since)
    }

    /// The fact that ended a fact, under the same condition.
    pub fn successor(&self, fact: &Fact, is_forgotten: impl Fn(&Fact) -> bool) -> Option<&Fact> {
        let next = |fact: &&Fact| fact.ended_by.map(|at| &self.facts[at]);
        std::iter::successors(next(&fact), next).find(|later| !is_forgotten(later))
    }

    /// Adds the next turn, which ended in the context `then`. Other turns are ignored. `is_order` recognises texts, in lower
    /// case, that pose as instructions to the model.
    pub fn add(&mut self, turn: &Turn, then: &Circumstances, is_order: fn(&str) -> bool) {
        if turn.seq != self.n_turns() + 1 {
            return;
        }
        let (mut n_duplicates, mut n_junk, mut order) = (0, 0, 0);
        let namesakes = (turn.changes.len(), reading::of_namesakes(then).collect());
        for (at, statements) in statements(&turn.changes, then).into_iter().chain([namesakes]) {
            let counts = statements.iter().any(|statement| statement.source.is_words());
            let mut taken = Vec::with_capacity(statements.len());
            for (part, statement) in statements.into_iter().enumerate() {
                if statement.ends_death && !self.has_died(&statement) {
                    continue;
                }
                let id = format!("{}.{at}.{part}", turn.id);
                let change = u32::try_from(at).unwrap_or(u32::MAX);
                taken.push(self.take(statement, is_order, (id, turn.seq, change, order)));
                order += 1;
            }
            n_junk += u32::from(taken.contains(&FilingResult::Junk));
            let known = taken.iter().filter_map(|it| match it {
                FilingResult::Known(fact) => Some(*fact),
                _ => None,
            });
            let known: Vec<usize> = known.collect();
            n_duplicates += u32::from(counts && !taken.is_empty() && known.len() == taken.len());
            let change = u32::try_from(at).unwrap_or(u32::MAX);
            self.repeated.extend(known.into_iter().map(|fact| Repetition { fact, seq: turn.seq, change }));
        }
        self.hear_news(&turn.changes, then, turn.seq);
        self.chapters.push(Chapter {
            id: turn.id.clone(),
            others: turn.alternatives.iter().map(|other| other.turn_id.clone()).collect(),
            clock: then.clock,
            seen_by: then.seen_by(turn).into(),
            n_duplicates,
            n_junk,
        });
    }

    /// Whether the newest fact about a person's life is their death.
    fn has_died(&self, statement: &Statement) -> bool {
        let aspect = folded(statement.aspect.as_deref().unwrap_or_default());
        let last = self.current.get(&key(&folded(&statement.about), &aspect));
        last.is_some_and(|at| self.facts[*at].is_death)
    }

    fn take(
        &mut self,
        statement: Statement,
        is_order: fn(&str) -> bool,
        (id, since, change, order): (String, u32, u32, u32),
    ) -> FilingResult {
        if is_junk(&statement, is_order) {
            return FilingResult::Junk;
        }
        let subject = folded(&statement.about);
        let words = key(&subject, &folded(&statement.text));
        if let Some(known) = self.said.get(&words).filter(|_| statement.source != StatementSource::Again) {
            return FilingResult::Known(*known);
        }
        let about = self.names.entry(subject.clone()).or_insert(statement.about).clone();
        let at = self.facts.len();
        if let Some(aspect) = &statement.aspect
            && let Some(before) = self.current.insert(key(&subject, &folded(aspect)), at)
        {
            let ended = &mut self.facts[before];
            (ended.until, ended.ended_by) = (Some(since), Some(at));
            let gone = key(&subject, &folded(&ended.text));
            self.said.remove(&gone);
        }
        self.said.insert(words, at);
        let Statement { kind, aspect, text, is_death, .. } = statement;
        let words = key("", &folded(&text));
        self.facts.push(Fact {
            id,
            kind,
            about,
            aspect,
            text,
            since,
            until: None,
            ended_by: None,
            change,
            order,
            words,
            is_death,
        });
        FilingResult::New
    }

    /// Forgets all turns after the first `n`.
    pub fn keep(&mut self, n_turns: u32) {
        if n_turns >= self.n_turns() {
            return;
        }
        self.chapters.truncate(n_turns as usize);
        self.facts.retain(|fact| fact.since <= n_turns);
        self.repeated.retain(|again| again.seq <= n_turns);
        self.renames.retain(|(seq, ..)| *seq <= n_turns);
        for fact in &mut self.facts {
            if fact.until.is_some_and(|until| until > n_turns) {
                (fact.until, fact.ended_by) = (None, None);
            }
        }
        (self.current, self.said, self.names) = Default::default();
        for (at, fact) in self.facts.iter().enumerate() {
            let subject = folded(&fact.about);
            self.names.entry(subject.clone()).or_insert_with(|| fact.about.clone());
            if fact.until.is_none() {
                self.said.insert(key(&subject, &folded(&fact.text)), at);
                if let Some(aspect) = &fact.aspect {
                    self.current.insert(key(&subject, &folded(aspect)), at);
                }
            }
        }
    }

    fn chapter(&self, seq: u32) -> Option<&Chapter> {
        self.chapters.get(seq.checked_sub(1)? as usize)
    }

    /// Whether it contains this turn or an alternative of it.
    fn has(&self, seq: u32, id: &TurnId) -> bool {
        self.chapter(seq).is_some_and(|chapter| chapter.id == *id || chapter.others.contains(id))
    }
}

/// Two texts as one hashed key. There are many, and few are compared again, so the texts are not kept.
fn key(one: &str, other: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (one, other).hash(&mut hasher);
    hasher.finish()
}
