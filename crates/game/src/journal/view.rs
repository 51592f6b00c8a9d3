//! The journal as a player reads it: facts and notes with the player's edits, pinned ones first, then the newest.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Fact, FactEdit, FactKind, Journal, JournalEdits, Note, Since, folded};
use crate::{id::TurnId, wording::fold};

/// A line of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JournalEntry)]
pub struct JournalEntry {
    /// Valid as long as its turn exists.
    pub id: String,
    pub kind: FactKind,
    /// The subject; empty for a note.
    pub about: String,
    pub text: String,
    /// The turn that recorded it; for a note the last one before it; absent for a note before the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// The turn that ended it; absent while it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<EndingTurn>,
    /// Those present: heroes, their companions, and people they spoke to.
    pub seen_by: Vec<String>,
    /// Whether the player pinned it.
    pub pinned: bool,
    /// Whether the player reworded it.
    pub edited: bool,
    /// The story's text, if the player has rewritten it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// Who wrote it.
    pub written_by: WrittenBy,
    /// Whether the player marked it as forgotten.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub forgotten: bool,
}

/// The turn that ended something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JournalUntil)]
pub struct EndingTurn {
    /// Its number.
    pub seq: u32,
    /// Its id.
    pub turn_id: TurnId,
}

/// An important event that no longer holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupersededEvent {
    /// Its place in the list of important events, from 0.
    pub index: u32,
    pub event: String,
    /// The turn that ended it.
    pub superseded_by: EndingTurn,
}

/// Important events that no longer hold according to the journal, each with the turn that ended it.
pub fn superseded_events(events: &[String], entries: &[JournalEntry]) -> Vec<SupersededEvent> {
    let ends = ends_by_text(entries);
    let ended = (0..).zip(events).filter_map(|(index, event)| {
        let superseded_by = ends.get(&folded(event))?.clone();
        Some(SupersededEvent { index, event: event.clone(), superseded_by })
    });
    ended.collect()
}

/// The ends of facts that no longer hold, by their folded text.
fn ends_by_text(entries: &[JournalEntry]) -> HashMap<String, EndingTurn> {
    let mut ends: HashMap<String, Option<EndingTurn>> = HashMap::new();
    for entry in entries {
        let end = entry.until.clone();
        let text = folded(entry.original.as_ref().unwrap_or(&entry.text));
        // If several entries have the same text, one that holds decides, else the one that ended last.
        let end = match ends.remove(&text) {
            None => end,
            Some(known) => known.zip(end).map(|(one, other)| if one.seq < other.seq { other } else { one }),
        };
        ends.insert(text, end);
    }
    ends.into_iter().filter_map(|(text, end)| Some((text, end?))).collect()
}

/// Who wrote an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = JournalWriter)]
pub enum WrittenBy {
    /// It comes from a turn.
    Story,
    /// A player wrote it.
    Player,
}

/// Numbers of entries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JournalCounts)]
pub struct JournalCounts {
    /// Stored facts, including those that ended and those that were forgotten.
    pub kept: u32,
    /// Stored facts that ended.
    pub superseded: u32,
    /// Number of repetitions that were not stored.
    pub duplicates: u32,
    /// Entries that were not stored because they said nothing about the story.
    pub junk: u32,
    /// Entries that a player marked as forgotten.
    pub forgotten: u32,
}

/// Which entries.
#[derive(Debug, Clone, Default)]
pub struct EntryFilter {
    /// Only facts that held after this turn, and nothing later.
    pub as_of: Option<u32>,
    /// Only entries with all of these words.
    pub words: Option<String>,
    /// Only those of a kind.
    pub kind: Option<FactKind>,
    /// Whether to include forgotten entries.
    pub forgotten: bool,
    /// Only entries after this one.
    pub after: Option<EntryPosition>,
    /// Maximum number of entries.
    pub limit: usize,
}

/// The place of an entry in the whole list, which is in falling order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryPosition {
    pinned: bool,
    seq: u32,
    is_note: bool,
    order: u32,
}

/// Some of the entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchingEntries {
    /// The entries.
    pub items: Vec<JournalEntry>,
    /// How much there is, whatever was asked for; as of a turn, how much there was.
    pub counts: JournalCounts,
    /// The start of the next page.
    pub next: Option<EntryPosition>,
}

/// A fact or a note, with its place.
#[derive(Clone, Copy)]
enum JournalLine<'a> {
    Fact(&'a Fact, Option<&'a FactEdit>),
    Note(&'a Note),
}

impl EntryPosition {
    /// As clients get it.
    pub fn write(self) -> String {
        let Self { pinned, seq, is_note, order } = self;
        format!("{}-{seq}-{}-{order}", u8::from(pinned), u8::from(is_note))
    }

    /// As clients give it back, if it is one.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-').map(|part| part.parse::<u32>().ok());
        let mut next = || parts.next().flatten();
        let (pinned, seq, is_note, order) = (next()?, next()?, next()?, next()?);
        let spot = Self { pinned: pinned == 1, seq, is_note: is_note == 1, order };
        (spot.write() == text).then_some(spot)
    }
}

impl<'a> JournalLine<'a> {
    fn is_forgotten(self) -> bool {
        match self {
            Self::Fact(_, mark) => mark.is_some_and(|mark| mark.forgotten),
            Self::Note(note) => note.forgotten,
        }
    }

    fn kind(self) -> FactKind {
        match self {
            Self::Fact(fact, _) => fact.kind,
            Self::Note(_) => FactKind::Note,
        }
    }

    fn text(self) -> &'a str {
        match self {
            Self::Fact(fact, mark) => mark.and_then(|mark| mark.text.as_deref()).unwrap_or(&fact.text),
            Self::Note(note) => &note.text,
        }
    }

    fn has(self, words: &[String]) -> bool {
        let about = match self {
            Self::Fact(fact, _) => fact.about.as_str(),
            Self::Note(_) => "",
        };
        let low = fold(&format!("{about} {}", self.text()));
        words.iter().all(|word| low.contains(word.as_str()))
    }

    fn spot(self, order: u32) -> EntryPosition {
        match self {
            Self::Fact(fact, mark) => {
                let pinned = mark.is_some_and(|mark| mark.pinned);
                EntryPosition { pinned, seq: fact.since, is_note: false, order: fact.order }
            }
            Self::Note(note) => {
                let seq = note.since.as_ref().map_or(0, |since| since.seq);
                EntryPosition { pinned: note.pinned, seq, is_note: true, order }
            }
        }
    }
}

impl Journal {
    /// The entries that are wanted.
    pub fn read(&self, hand: &JournalEdits, wanted: &EntryFilter) -> MatchingEntries {
        let now = wanted.as_of.unwrap_or(u32::MAX);
        let puts = wanted.words.iter().flat_map(|words| self.by_other_names(words));
        let puts: Vec<Vec<String>> = puts.map(|words| words.split_whitespace().map(fold).collect()).collect();
        let is_wanted = |line: &JournalLine<'_>| {
            (wanted.forgotten || !line.is_forgotten())
                && wanted.kind.is_none_or(|kind| kind == line.kind())
                && (puts.is_empty() || puts.iter().any(|words| line.has(words)))
        };
        let holds_after = |fact: &Fact, turn: u32| {
            fact.since <= turn
                && self.until(fact, |later| hand.has_forgotten(&later.id)).is_none_or(|until| until > turn)
        };
        let facts = self.facts.iter().filter(|fact| wanted.as_of.is_none_or(|turn| holds_after(fact, turn)));
        let facts = facts.map(|fact| (0, JournalLine::Fact(fact, hand.mark(&fact.id))));
        let was_there = |note: &Note| note.since.as_ref().is_none_or(|since| since.seq <= now);
        let notes = (0..).zip(hand.notes(self)).filter(|(_, note)| was_there(note));
        let lines = facts.chain(notes.map(|(order, note)| (order, JournalLine::Note(note))));
        let lines = lines.filter(|(_, line)| is_wanted(line)).map(|(order, line)| (line.spot(order), line));
        let mut lines: Vec<(EntryPosition, JournalLine<'_>)> =
            lines.filter(|(spot, _)| wanted.after.is_none_or(|after| *spot < after)).collect();
        lines.sort_unstable_by_key(|(spot, _)| std::cmp::Reverse(*spot));
        let more = lines.len() > wanted.limit;
        lines.truncate(wanted.limit);
        let next = lines.last().filter(|_| more).map(|(spot, _)| *spot);
        let entries = lines.into_iter().map(|(_, line)| self.entry(hand, line, wanted.as_of));
        MatchingEntries { items: entries.collect(), counts: self.counts(hand, now), next }
    }

    /// The entries a player's hand was laid on, pinned ones first, then the newest.
    pub fn touched(&self, hand: &JournalEdits) -> Vec<JournalEntry> {
        let facts = hand.marks.iter().filter_map(|(id, mark)| {
            let fact = self.facts_of(mark.seq).iter().find(|fact| fact.id == *id)?;
            Some((0, JournalLine::Fact(fact, Some(mark))))
        });
        let notes = (0..).zip(hand.notes(self)).map(|(order, note)| (order, JournalLine::Note(note)));
        let mut lines: Vec<(EntryPosition, JournalLine<'_>)> =
            facts.chain(notes).map(|(order, line)| (line.spot(order), line)).collect();
        lines.sort_unstable_by_key(|(spot, _)| std::cmp::Reverse(*spot));
        lines.into_iter().map(|(_, line)| self.entry(hand, line, None)).collect()
    }

    /// An entry by its id.
    pub fn one(&self, hand: &JournalEdits, id: &str) -> Option<JournalEntry> {
        let note = hand.notes(self).find(|note| note.id == id).map(JournalLine::Note);
        let line = note.or_else(|| self.fact(id).map(|fact| JournalLine::Fact(fact, hand.mark(id))))?;
        Some(self.entry(hand, line, None))
    }

    /// How much there is after a turn.
    fn counts(&self, hand: &JournalEdits, turn: u32) -> JournalCounts {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let kept = self.facts.partition_point(|fact| fact.since <= turn);
        let facts = &self.facts[..kept];
        let chapters = &self.chapters[..self.chapters.len().min(turn as usize)];
        let is_forgotten = |fact: &Fact| hand.has_forgotten(&fact.id);
        let forgotten = facts.iter().filter(|fact| is_forgotten(fact)).count();
        let has_ended = |fact: &&Fact| self.until(fact, is_forgotten).is_some_and(|until| until <= turn);
        let notes = hand.notes(self).filter(|note| note.forgotten);
        let notes = notes.filter(|note| note.since.as_ref().is_none_or(|since| since.seq <= turn)).count();
        JournalCounts {
            kept: count(kept),
            superseded: count(facts.iter().filter(has_ended).count()),
            duplicates: chapters.iter().map(|chapter| chapter.n_duplicates).sum(),
            junk: chapters.iter().map(|chapter| chapter.n_junk).sum(),
            forgotten: count(forgotten + notes),
        }
    }

    fn entry(&self, hand: &JournalEdits, line: JournalLine<'_>, as_of: Option<u32>) -> JournalEntry {
        let text = line.text().to_owned();
        match line {
            JournalLine::Note(note) => JournalEntry {
                id: note.id.clone(),
                kind: FactKind::Note,
                about: String::new(),
                text,
                since: note
                    .since
                    .clone()
                    .map(|since| Since { turn_id: self.id_of(since.seq).unwrap_or(since.turn_id), ..since }),
                until: None,
                seen_by: Vec::new(),
                pinned: note.pinned,
                edited: false,
                original: None,
                written_by: WrittenBy::Player,
                forgotten: note.forgotten,
            },
            JournalLine::Fact(fact, mark) => JournalEntry {
                id: fact.id.clone(),
                kind: fact.kind,
                about: fact.about.clone(),
                text,
                since: self.since(fact.since),
                until: self
                    .until(fact, |later| hand.has_forgotten(&later.id))
                    .filter(|_| as_of.is_none())
                    .and_then(|seq| Some(EndingTurn { seq, turn_id: self.id_of(seq)? })),
                seen_by: self.chapter(fact.since).map(|chapter| chapter.seen_by.to_vec()).unwrap_or_default(),
                pinned: mark.is_some_and(|mark| mark.pinned),
                edited: mark.is_some_and(|mark| mark.text.is_some()),
                original: mark.is_some_and(|mark| mark.text.is_some()).then(|| fact.text.clone()),
                written_by: WrittenBy::Story,
                forgotten: mark.is_some_and(|mark| mark.forgotten),
            },
        }
    }

    /// A turn, as entries name it.
    pub fn since(&self, seq: u32) -> Option<Since> {
        let chapter = self.chapter(seq)?;
        Some(Since { seq, turn_id: chapter.id.clone(), time: chapter.clock })
    }

    fn id_of(&self, seq: u32) -> Option<TurnId> {
        self.chapter(seq).map(|chapter| chapter.id.clone())
    }
}
