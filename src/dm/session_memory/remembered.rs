//! The searchable history of a session: the words, records and time of every turn.

use std::sync::Arc;

use game::{
    Game, Turn,
    clock::Clock,
    id::{CharacterId, TurnId},
    journal::{Circumstances, Fact, FactKind, Journal},
    own_words::OwnWords,
    past::{self, TurnDeed},
    wording::one_line,
};
use prompt::memories::CitedTime;

use crate::{
    dm::hints::is_forged,
    recall::{Asked, PassageKind, Recall, Said, Ticket, Unread, has_words, shares_word},
    rules::Embedder,
    store::Unexplained,
};

use super::{
    corrections::Corrections,
    facts::{RecordedLine, facts, secrets},
    recap::once_each,
    wishes::Wishes,
};

/// The searchable turns of a session, from 1 without gaps.
pub(super) struct Remembered {
    pub(super) recall: Recall,
    /// Facts that only the Dungeon Master may know. They are a separate index because even the number of its passages and the
    /// words in them change the scores of a search.
    secrets: Recall,
    turns: Vec<PastTurn>,
    /// Their facts.
    pub(super) journal: Journal,
    pub(super) wishes: Wishes,
    /// The state of the game after the last of them, if it is known.
    now: Option<Circumstances>,
    /// The model of the vectors.
    pub(super) reader: Option<Embedder>,
    /// How many bytes of words were too many to be searched.
    n_left_out: usize,
}

/// A passage without a vector.
pub(super) struct UnreadPassage {
    pub(super) is_secret: bool,
    pub(super) passage: Unread,
}

/// A turn, and how things stood after it.
struct PastTurn {
    id: TurnId,
    clock: Clock,
    /// Where the heroes were after it.
    place: Arc<str>,
    /// Its facts.
    lines: Box<[RecordedLine]>,
    /// What happened in it.
    deeds: Box<[TurnDeed]>,
    /// Whether its story only tells of earlier turns.
    is_retelling: bool,
    /// Statements of the turn's story that contradict the game.
    untruths: Box<[Unexplained]>,
}

/// A line of what happened before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recapped {
    /// The turn it is of.
    pub turn: TurnId,
    /// Its number.
    pub seq: u32,
    /// What happened.
    pub text: String,
    /// The turn that ended it.
    pub until: Option<u32>,
}

/// A query of a session's past.
#[derive(Debug, Clone, Default)]
pub struct PastQuery {
    /// A question, or mere words.
    pub query: String,
    /// Only words of this speaker.
    pub speaker: Option<String>,
    /// Only this day of the story.
    pub day: Option<u32>,
    /// Only turns after this one.
    pub after: Option<u32>,
    /// Only turns before this one.
    pub before: Option<u32>,
    /// How many turns at most.
    pub limit: usize,
    /// Include facts that only the Dungeon Master may know.
    pub with_secrets: bool,
    /// Without what the host wrote into the journal by hand.
    pub for_guests: bool,
    /// For each turn found, the passages of heroes, NPCs and story, instead of only the best one.
    pub each_speaker: bool,
}

/// A turn that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryHit {
    /// The turn; none if it was written before the first.
    pub turn: Option<TurnId>,
    /// Its number; 0 before the first.
    pub seq: u32,
    /// Its relevance, about 0 to 1.
    pub score: f32,
    /// The source of the words.
    pub whose: PassageSource,
    /// When it was, by the clock of the story; unknown before the first turn.
    pub at: Option<Clock>,
    /// The turn that ended the fact.
    pub until: Option<u32>,
    /// The passage that answers best.
    pub text: String,
    /// Its mistakes, as reported to the player then.
    pub untruths: Vec<Unexplained>,
    /// Whether the passage only tells of earlier turns.
    pub(in crate::dm) is_retelling: bool,
    /// The passage of the turn's story about the deed.
    pub(in crate::dm) telling: String,
}

/// Something that a story said wrongly, and when.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::dm) struct Untruth {
    pub(super) when: CitedTime,
    pub(super) what: Unexplained,
}

/// The source of a passage of the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PassageSource {
    /// Narration.
    Told,
    /// Speech of this person.
    Said(String),
    /// A record: an event, a place, a quest.
    Written,
    /// A player wrote them down as a note.
    Note,
    /// A record in a player's words.
    Edited,
}

impl PastQuery {
    /// How many memories answer at most.
    fn most(&self) -> usize {
        if self.each_speaker { self.limit * 2 } else { self.limit }
    }
}

impl MemoryHit {
    /// When it was: its turn, and the time in the world after it.
    pub(super) fn when(&self) -> CitedTime {
        match self.at {
            Some(at) => CitedTime::Turn { seq: self.seq, at, until: self.until },
            None => CitedTime::BeforeTheFirstTurn,
        }
    }
}

impl Remembered {
    pub(super) fn new() -> Self {
        let (turns, journal, wishes) = (Vec::new(), Journal::default(), Wishes::default());
        let (recall, secrets) = (Recall::new(0), Recall::new(0));
        Self { recall, secrets, turns, journal, wishes, now: None, reader: None, n_left_out: 0 }
    }

    /// How many turns are remembered.
    pub(super) fn n_turns(&self) -> u32 {
        u32::try_from(self.turns.len()).unwrap_or(u32::MAX)
    }

    /// The id of a turn that is remembered.
    pub(super) fn id_of(&self, seq: u32) -> Option<&TurnId> {
        self.moment(seq).map(|moment| &moment.id)
    }

    /// The state after the last remembered turn; none before the first turn, or if turns were undone.
    pub(super) fn now(&self) -> Option<&Circumstances> {
        self.now.as_ref()
    }

    /// Adds the next turn, which ended in the context `then`; `said` are the heroes' names and messages. Other turns are ignored. Turns
    /// that prompts don't show aren't indexed.
    pub(super) fn add(&mut self, turn: &Turn, is_shown: bool, said: &[(String, &str)], then: &Circumstances) {
        if turn.seq != self.n_turns() + 1 {
            return;
        }
        let facts = facts(&turn.changes, then.own_words());
        let at = format!("day {}, {}, {}", then.clock.day, hour_in_words(then.clock.hour), then.place);
        let mut add = |speaker: &str, text: &str, kind: PassageKind| {
            self.n_left_out += self.recall.add_as(kind, &Said { turn: turn.seq, speaker, text, at: &at });
        };
        if is_shown {
            for (hero, words) in said {
                self.wishes.read(turn.seq, then.clock, words);
                add(hero, words, PassageKind::Said);
            }
            // Several NPCs are named in the answer itself.
            let teller = match turn.speakers.as_slice() {
                [one] => one.name.as_str(),
                _ => "",
            };
            add(teller, &turn.narrative, PassageKind::Told);
        }
        if !facts.is_empty() {
            add("", &facts.iter().map(|line| &*line.text).collect::<Vec<_>>().join(" "), PassageKind::Recorded);
        }
        for secret in secrets(&turn.changes) {
            self.n_left_out += self.secrets.add(&Said { turn: turn.seq, speaker: "", text: &secret, at: &at });
        }
        if let Some(before) = &self.now {
            self.journal.note_renames(turn, before);
        }
        self.journal.add(turn, then, is_forged);
        self.now = Some(then.clone());
        let is_retelling = self.is_retelling(turn);
        self.turns.push(PastTurn {
            id: turn.id.clone(),
            clock: then.clock,
            place: then.place.clone(),
            lines: facts.into(),
            deeds: past::deeds(&turn.changes, then).into(),
            is_retelling,
            untruths: Box::default(),
        });
    }

    /// Adds mistakes in the story of the last turn.
    pub(super) fn note_untruths<'u>(&mut self, untruths: impl Iterator<Item = &'u Unexplained>) {
        if let Some(last) = self.turns.last_mut() {
            last.untruths = untruths.cloned().collect();
        }
    }

    /// The untrue statements in the stories of the turns from `first` on, in order, each with its turn.
    pub(super) fn untruths(&self, first: u32) -> Vec<Untruth> {
        let turns = (1..).zip(&self.turns).skip_while(|(seq, _)| *seq < first);
        let of = |(seq, moment): (u32, &PastTurn)| {
            let (when, all) = (CitedTime::Turn { seq, at: moment.clock, until: None }, moment.untruths.to_vec());
            all.into_iter().map(move |what| Untruth { when, what })
        };
        turns.flat_map(of).collect()
    }

    /// Forgets all turns after the first `n`.
    pub(super) fn keep(&mut self, n_turns: u32) {
        if n_turns < self.n_turns() {
            self.now = None;
        }
        self.turns.truncate(n_turns as usize);
        self.journal.keep(n_turns);
        self.wishes.keep(n_turns);
        self.recall.truncate(n_turns.saturating_add(1));
        self.secrets.truncate(n_turns.saturating_add(1));
    }

    /// How many passages are kept.
    pub(super) fn n_passages(&self) -> usize {
        self.recall.len() + self.secrets.len()
    }

    /// The texts without a vector among a number of the newest passages: first story and dialogue, then the secrets.
    pub(super) fn unread(&self, newest: usize, limit: usize) -> Vec<UnreadPassage> {
        let public = self.recall.unread_among(newest, limit);
        let secrets = self.secrets.unread_among(newest, limit - public.len());
        let of = |is_secret| move |passage| UnreadPassage { is_secret, passage };
        public.into_iter().map(of(false)).chain(secrets.into_iter().map(of(true))).collect()
    }

    /// Takes the vector of a passage, if it fits the passage and the others.
    pub(super) fn learn(&mut self, is_secret: bool, ticket: Ticket, vector: &[f32]) -> bool {
        let index = if is_secret { &mut self.secrets } else { &mut self.recall };
        index.learn(ticket, vector)
    }

    /// Forgets all vectors. New ones have this number of dimensions.
    pub(super) fn read_anew(&mut self, n_dimensions: usize) {
        self.recall.read_anew(n_dimensions);
        self.secrets.read_anew(n_dimensions);
    }

    /// The best answers, with players' edits; `meaning` is the vector of the question's gist.
    pub(super) fn ask(&self, wanted: &PastQuery, meaning: Option<&[f32]>, corrections: &Corrections) -> Vec<MemoryHit> {
        let days = wanted.day.map(|day| {
            let first = self.turns.partition_point(|moment| moment.clock.day < day);
            let end = self.turns.partition_point(|moment| moment.clock.day <= day);
            seq_of(first)..seq_of(end)
        });
        let days = days.unwrap_or(1..u32::MAX);
        let first = wanted.after.map_or(1, |after| after.saturating_add(1));
        let turns = days.start.max(first)..days.end.min(wanted.before.unwrap_or(u32::MAX));
        let (speaker, limit) = (wanted.speaker.as_deref(), wanted.limit);
        let also = speaker.map(|name| self.journal.names_of(name)).unwrap_or_default();
        let query = self.journal.by_other_names(&wanted.query).join(" ");
        let asked =
            Asked { query: &query, meaning, turns, speaker, also: &also, limit, each_speaker: wanted.each_speaker };
        let found = self.recall.ask(&asked);
        let mut found: Vec<MemoryHit> = found.into_iter().filter_map(|it| self.hit(it, wanted, corrections)).collect();
        self.add_newer(&mut found, wanted, corrections);
        newer_first(&mut found);
        sources_first(&mut found);
        self.add_deeds(&mut found, wanted, corrections);
        found.truncate(wanted.most());
        if wanted.with_secrets {
            self.add_secrets(&mut found, &asked, corrections);
        }
        let mut all = corrections.answers(wanted, &self.recall);
        if all.is_empty() {
            return found;
        }
        // A player's own entry stays the player's, even if a turn says the same.
        for memory in found {
            match all.iter_mut().find(|known| known.seq == memory.seq && known.text == memory.text) {
                Some(known) => known.score = known.score.max(memory.score),
                None => all.push(memory),
            }
        }
        all.sort_by(|one, other| other.score.total_cmp(&one.score));
        all.truncate(wanted.most());
        all
    }

    /// What a passage that was found says, with its turn, unless a correction took it out.
    fn hit(&self, it: crate::recall::Recalled<'_>, wanted: &PastQuery, corrections: &Corrections) -> Option<MemoryHit> {
        let moment = self.moment(it.turn)?;
        let (turn, at) = (Some(moment.id.clone()), Some(moment.clock));
        let (whose, text) = match it.kind {
            PassageKind::Recorded => {
                (PassageSource::Written, corrections.passage(it.turn, &moment.lines, it.text.to_owned())?)
            }
            _ if it.speaker.is_empty() => (PassageSource::Told, it.text.to_owned()),
            _ => (PassageSource::Said(it.speaker.to_owned()), it.text.to_owned()),
        };
        let until = self.ended(it.turn, it.text, it.kind, wanted, corrections).map(|ending| ending.since);
        let untruths = moment.untruths.iter().filter(|_| it.kind != PassageKind::Recorded);
        let untruths = untruths.filter(|untruth| shares(&text, &untruth.quote)).cloned().collect();
        let is_retelling = moment.is_retelling && whose == PassageSource::Told;
        let telling = String::new();
        Some(MemoryHit { turn, seq: it.turn, score: it.score, whose, at, until, text, untruths, is_retelling, telling })
    }

    /// Adds the secrets that answer, each where its score belongs. A secret is scored by its words as if it were one of the public
    /// passages, so that the scores compare.
    fn add_secrets(&self, found: &mut Vec<MemoryHit>, asked: &Asked<'_>, corrections: &Corrections) {
        for it in self.secrets.ask(asked) {
            let Some(moment) = self.moment(it.turn) else { continue };
            // If a part of a turn was forgotten, its secrets are forgotten too.
            if moment.lines.iter().any(|line| corrections.line(it.turn, line).is_none()) {
                continue;
            }
            let score = self.recall.score_of(asked.query, it.text).unwrap_or_default().max(it.score);
            let (turn, at) = (Some(moment.id.clone()), Some(moment.clock));
            let (whose, text) = (PassageSource::Written, it.text.to_owned());
            let place = found.iter().position(|other| other.score < score).unwrap_or(found.len());
            found.insert(
                place,
                MemoryHit {
                    turn,
                    seq: it.turn,
                    score,
                    whose,
                    at,
                    until: None,
                    text,
                    untruths: Vec::new(),
                    is_retelling: false,
                    telling: String::new(),
                },
            );
        }
        found.truncate(if asked.each_speaker { asked.limit * 2 } else { asked.limit });
    }

    /// The fact that ended the facts of a passage, if none of them holds any more. A story or a speech counts if it has all words of
    /// a fact of its turn.
    fn ended(
        &self,
        seq: u32,
        passage: &str,
        kind: PassageKind,
        wanted: &PastQuery,
        corrections: &Corrections,
    ) -> Option<&Fact> {
        let moment = self.moment(seq)?;
        let lines = moment.lines.iter().filter(|line| passage.contains(&*line.text));
        let changes: Vec<u32> = lines.map(|line| line.change).collect();
        let is_said = |fact: &Fact| match kind {
            PassageKind::Recorded => changes.contains(&fact.change),
            _ => fact.aspect.is_some() && has_words(passage, &fact.text),
        };
        let is_asked =
            |fact: &&Fact| is_said(fact) && shares_word(&wanted.query, &format!("{} {}", fact.about, fact.text));
        let facts = self.journal.facts_of(seq).iter().filter(is_asked);
        let endings = facts.map(|fact| self.journal.successor(fact, |later| corrections.has_forgotten(later)));
        // One that holds is enough for the passage to hold.
        let endings: Option<Vec<&Fact>> = endings.collect();
        let last = endings?.into_iter().max_by_key(|ending| ending.since)?;
        wanted.before.is_none_or(|before| last.since < before).then_some(last)
    }

    /// Adds what ended the facts that were found, where it was not found itself.
    fn add_newer(&self, found: &mut Vec<MemoryHit>, wanted: &PastQuery, corrections: &Corrections) {
        for at in (0..found.len()).rev() {
            let old = &found[at];
            let kind = if old.whose == PassageSource::Written { PassageKind::Recorded } else { PassageKind::Told };
            let Some(until) = old.until.filter(|until| found.iter().all(|other| other.seq != *until)) else { continue };
            let ending = self.ended(old.seq, &old.text, kind, wanted, corrections).filter(|it| it.since == until);
            let newer = ending.and_then(|ending| {
                let line = self.moment(until)?.lines.iter().find(|line| line.change == ending.change)?;
                let text = corrections.line(until, line)?.into_owned();
                Some(MemoryHit { score: old.score, ..self.written(until, text)? })
            });
            if let Some(newer) = newer {
                found.insert(at, newer);
            }
        }
    }

    /// A record of a turn as a memory.
    fn written(&self, seq: u32, text: String) -> Option<MemoryHit> {
        let moment = self.moment(seq)?;
        let (turn, at) = (Some(moment.id.clone()), Some(moment.clock));
        let (whose, untruths, telling) = (PassageSource::Written, Vec::new(), String::new());
        Some(MemoryHit { turn, seq, score: 0.0, whose, at, until: None, text, untruths, is_retelling: false, telling })
    }

    /// The turn that ended the event of a change, if it no longer holds.
    fn end_of_event(&self, seq: u32, change: u32, corrections: &Corrections) -> Option<u32> {
        let is_it = |fact: &&Fact| fact.change == change && fact.kind == FactKind::Event;
        let facts = self.journal.facts_of(seq).iter().filter(is_it);
        // A fact that holds ends later than any turn.
        let until = |fact: &Fact| self.journal.until(fact, |later| corrections.has_forgotten(later));
        let last = facts.map(|fact| until(fact).unwrap_or(u32::MAX)).max()?;
        (last < u32::MAX).then_some(last)
    }

    /// The newest important facts after turn `after`, up to a number, in order and with the player's edits; before them the last
    /// open quest from earlier.
    pub(super) fn weighty(&self, after: u32, most: usize, corrections: &Corrections) -> Vec<Recapped> {
        let turns = (1..).zip(&self.turns).skip(after as usize);
        let all = turns.flat_map(|(seq, moment)| {
            let weighty = moment.lines.iter().filter(|line| line.is_weighty);
            weighty.filter_map(move |line| {
                let text = corrections.line(seq, line)?.into_owned();
                let until = self.end_of_event(seq, line.change, corrections);
                Some((Recapped { turn: moment.id.clone(), seq, text, until }, line.begins_quest))
            })
        });
        let own = self.now().map_or_else(|| OwnWords::of(None), Circumstances::own_words);
        let mut all = once_each(all, own);
        let newest = all.split_off(all.len().saturating_sub(most));
        let quest = all.into_iter().rfind(|(_, begins_quest)| *begins_quest);
        quest.into_iter().chain(newest).map(|(line, _)| line).collect()
    }

    /// How many bytes of words were too many to be searched.
    pub(super) fn n_left_out(&self) -> usize {
        self.n_left_out
    }

    /// Where the heroes were after a turn.
    pub(super) fn place_after(&self, seq: u32) -> Option<&str> {
        self.moment(seq).map(|moment| &*moment.place).filter(|place| !place.is_empty())
    }

    fn moment(&self, seq: u32) -> Option<&PastTurn> {
        self.turns.get(seq.checked_sub(1)? as usize)
    }
}

/// Whether one of two texts holds the other, whatever parts their words.
fn shares(one: &str, other: &str) -> bool {
    let (one, other) = (one_line(one), one_line(other));
    !other.is_empty() && (one.contains(&other) || other.contains(&one))
}

/// Puts what only tells of earlier turns behind the rest.
fn sources_first(found: &mut [MemoryHit]) {
    let mut scores: Vec<f32> = found.iter().map(|memory| memory.score).collect();
    scores.sort_by(|one, other| other.total_cmp(one));
    if found.iter().any(|memory| memory.is_retelling) {
        found.sort_by_key(|memory| memory.is_retelling);
        found.iter_mut().zip(scores).for_each(|(memory, score)| memory.score = score);
    }
}

/// Puts current facts before those that they ended.
fn newer_first(found: &mut [MemoryHit]) {
    for old in 0..found.len() {
        let newer = found[old].until.and_then(|until| found[old..].iter().position(|memory| memory.seq == until));
        if let Some(newer) = newer {
            // The scores stay in their order.
            let scores: Vec<f32> = found[old..=old + newer].iter().map(|memory| memory.score).collect();
            found[old..=old + newer].rotate_right(1);
            found[old..].iter_mut().zip(scores).for_each(|(memory, score)| memory.score = score);
        }
    }
}

/// The number of the turn at a place.
fn seq_of(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1)
}

/// A hero's name; derived from the id if the hero has left.
pub(super) fn name_of(game: &Game, id: &CharacterId) -> String {
    game.characters
        .iter()
        .find(|hero| hero.id == *id)
        .map_or_else(|| id.as_str().replace('-', " "), |it| it.name.clone())
}

/// The time of day as one would ask for it.
fn hour_in_words(hour: u8) -> &'static str {
    match hour {
        5..=10 => "in the morning",
        11..=13 => "at noon",
        14..=17 => "in the afternoon",
        18..=21 => "in the evening",
        _ => "at night",
    }
}

mod deeds;
#[cfg(test)]
mod tests;
