//! A session's past as it is searched: every turn's words, what it wrote down, and when that was.

use crate::{
    dm::hints::is_forged,
    game::{
        Game, Turn,
        clock::Clock,
        id::{CharacterId, TurnId},
        journal::{Circumstances, Journal},
    },
    recall::{Asked, Recall, Said},
    rules::Reader,
};

use super::{
    corrections::Corrections,
    facts::{Line, facts},
};

/// What a session's turns said, ready to be asked. Turns count from 1, and none is missing.
pub(super) struct Remembered {
    pub(super) recall: Recall,
    turns: Vec<Moment>,
    /// What they wrote down, fact by fact.
    pub(super) journal: Journal,
    /// How things stood after the last of them, where that is known.
    now: Option<Circumstances>,
    /// Whose vectors there are.
    pub(super) reader: Option<Reader>,
    /// How many bytes of words were too many to be searched.
    n_left_out: usize,
}

/// A turn, and how things stood after it.
struct Moment {
    id: TurnId,
    clock: Clock,
    /// What it wrote down.
    lines: Box<[Line]>,
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
}

/// What is looked for in a session's past.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// A question, or mere words.
    pub query: String,
    /// Only what they said.
    pub speaker: Option<String>,
    /// Only what was on this day of the story.
    pub day: Option<u32>,
    /// Only turns after this one.
    pub after: Option<u32>,
    /// Only turns before this one.
    pub before: Option<u32>,
    /// How many turns at most.
    pub limit: usize,
}

/// A turn that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Memory {
    /// The turn; none where it was written before the first.
    pub turn: Option<TurnId>,
    /// Its number; 0 before the first.
    pub seq: u32,
    /// What speaks for it: about 0 to 1.
    pub score: f32,
    /// Whose words these are.
    pub whose: Whose,
    /// When it was, by the clock of the story; unknown before the first turn.
    pub at: Option<Clock>,
    /// The passage that answers best.
    pub text: String,
}

/// Whose words something of the past is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// They stood in a telling.
    Told,
    /// Somebody said them, by this name.
    Said(String),
    /// They were written down beside a telling: an event, a place, a quest.
    Written,
    /// A player wrote them down as a note.
    Note,
    /// A player put in these words what had been written down.
    Edited,
}

/// When something was that was written before anything was played.
pub(super) const BEFORE_THE_FIRST: &str = "before the first turn";
/// The mark of what was written down beside a telling.
const WRITTEN: u8 = 1;

impl Memory {
    /// When it was, in words: its turn, and the time in the world after it.
    pub(super) fn when(&self) -> String {
        match self.at {
            Some(at) => format!("turn {} ({at})", self.seq),
            None => BEFORE_THE_FIRST.to_owned(),
        }
    }
}

impl Remembered {
    pub(super) fn new() -> Self {
        let (turns, journal) = (Vec::new(), Journal::default());
        Self { recall: Recall::new(0), turns, journal, now: None, reader: None, n_left_out: 0 }
    }

    /// How many turns are remembered.
    pub(super) fn n_turns(&self) -> u32 {
        u32::try_from(self.turns.len()).unwrap_or(u32::MAX)
    }

    /// The id of a turn that is remembered.
    pub(super) fn id_of(&self, seq: u32) -> Option<&TurnId> {
        self.moment(seq).map(|moment| &moment.id)
    }

    /// How things stood after the last turn that is remembered; nothing before the first, or where turns were taken back.
    pub(super) fn now(&self) -> Option<&Circumstances> {
        self.now.as_ref()
    }

    /// Remembers the turn that comes next, after which things stand so. One that is not the next is left out. Of a turn that
    /// no prompt shows nothing is searched.
    pub(super) fn add(&mut self, turn: &Turn, is_shown: bool, hero: &str, then: &Circumstances) {
        if turn.seq != self.n_turns() + 1 {
            return;
        }
        let facts = facts(&turn.changes);
        let at = format!("day {}, {}, {}", then.clock.day, hour_in_words(then.clock.hour), then.place);
        let mut add = |speaker: &str, text: &str, mark: u8| {
            self.n_left_out += self.recall.add_marked(&Said { turn: turn.seq, speaker, text, at: &at }, mark);
        };
        if is_shown {
            add(hero, &turn.message, 0);
            // Several who answer are told apart in the answer itself.
            let teller = match turn.speakers.as_slice() {
                [one] => one.name.as_str(),
                _ => "",
            };
            add(teller, &turn.narrative, 0);
        }
        if !facts.is_empty() {
            add("", &facts.iter().map(|line| &*line.text).collect::<Vec<_>>().join(" "), WRITTEN);
        }
        self.journal.add(turn, then, is_forged);
        self.now = Some(then.clone());
        self.turns.push(Moment { id: turn.id.clone(), clock: then.clock, lines: facts.into() });
    }

    /// Forgets all turns after the first so many.
    pub(super) fn keep(&mut self, n_turns: u32) {
        if n_turns < self.n_turns() {
            self.now = None;
        }
        self.turns.truncate(n_turns as usize);
        self.journal.keep(n_turns);
        self.recall.truncate(n_turns.saturating_add(1));
    }

    /// What answers best, as a player's hand has it; `meaning` is the vector of the question's gist.
    pub(super) fn ask(&self, wanted: &Wanted, meaning: Option<&[f32]>, corrections: &Corrections) -> Vec<Memory> {
        let days = wanted.day.map(|day| {
            let first = self.turns.partition_point(|moment| moment.clock.day < day);
            let end = self.turns.partition_point(|moment| moment.clock.day <= day);
            seq_of(first)..seq_of(end)
        });
        let days = days.unwrap_or(1..u32::MAX);
        let first = wanted.after.map_or(1, |after| after.saturating_add(1));
        let turns = days.start.max(first)..days.end.min(wanted.before.unwrap_or(u32::MAX));
        let (speaker, limit) = (wanted.speaker.as_deref(), wanted.limit);
        let asked = Asked { query: &wanted.query, meaning, turns, speaker, limit };
        let found = self.recall.ask(&asked);
        let memory = |it: crate::recall::Recalled<'_>| {
            let moment = self.moment(it.turn)?;
            let (turn, at) = (Some(moment.id.clone()), Some(moment.clock));
            let (whose, text) = match it.mark {
                WRITTEN => (Whose::Written, corrections.passage(it.turn, &moment.lines, it.text.to_owned())?),
                _ if it.speaker.is_empty() => (Whose::Told, it.text.to_owned()),
                _ => (Whose::Said(it.speaker.to_owned()), it.text.to_owned()),
            };
            Some(Memory { turn, seq: it.turn, score: it.score, whose, at, text })
        };
        let found: Vec<Memory> = found.into_iter().filter_map(memory).collect();
        let mut all = corrections.answers(wanted, &self.recall);
        if all.is_empty() {
            return found;
        }
        // What a player wrote is theirs, also where a turn says the same.
        for memory in found {
            match all.iter_mut().find(|known| known.seq == memory.seq && known.text == memory.text) {
                Some(known) => known.score = known.score.max(memory.score),
                None => all.push(memory),
            }
        }
        all.sort_by(|one, other| other.score.total_cmp(&one.score));
        all.truncate(limit);
        all
    }

    /// The newest weighty things the turns after `after` wrote down, at most so many, in their order, as a player's hand has them;
    /// before them the quest that was taken on last before those.
    pub(super) fn weighty(&self, after: u32, most: usize, corrections: &Corrections) -> Vec<Recapped> {
        let turns = (1..).zip(&self.turns).skip(after as usize);
        let all = turns.flat_map(|(seq, moment)| {
            let weighty = moment.lines.iter().filter(|line| line.is_weighty);
            let told = weighty.filter_map(move |line| Some((corrections.line(seq, line)?, line.begins_quest)));
            told.map(move |(text, begins_quest)| {
                (Recapped { turn: moment.id.clone(), seq, text: text.into_owned() }, begins_quest)
            })
        });
        let mut all: Vec<(Recapped, bool)> = all.collect();
        let newest = all.split_off(all.len().saturating_sub(most));
        let quest = all.into_iter().rfind(|(_, begins_quest)| *begins_quest);
        quest.into_iter().chain(newest).map(|(line, _)| line).collect()
    }

    /// How many bytes of words were too many to be searched.
    pub(super) fn n_left_out(&self) -> usize {
        self.n_left_out
    }

    fn moment(&self, seq: u32) -> Option<&Moment> {
        self.turns.get(seq.checked_sub(1)? as usize)
    }
}

/// The number of the turn at a place.
fn seq_of(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1)
}

/// The hero's name; what is left of it in the id, where they are no longer at the table.
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
