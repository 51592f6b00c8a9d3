//! What was said in a session, found again by its words and by its meaning, however long ago it was. It knows no game:
//! what is given to it is who said what, when, and in which turn.
//!
//! Three things make it find what a plain text index would not:
//!
//! - **Neighbours.** An answer rarely repeats its question. A passage is found by its own words and by those of the two
//!   before it; its vector is made in one reading with its neighbours, and only its own pieces are averaged.
//! - **Names.** They stand everywhere in a talk among few people. A small encoder looks at nothing else once it sees one, so
//!   [`Recall::gist`] leaves the speakers' names out of what is encoded; whoever is named counts a little as speaker.
//! - **Time.** When something was is searched like its words, and who asks when is told what tells a time first.
//!
//! Passages are searchable by their words once they are added. Vectors come from outside whenever they are ready:
//! [`Recall::unread`] says what is to be read, and [`Recall::learn`] takes what came of it.

mod asked;
mod passages;
mod windows;

use std::{collections::HashMap, ops::Range};

use crate::search::Vectors;

use asked::Question;
use passages::passages;
use windows::Windows;

/// The score by words at which words speak for half of what they can: that of [`search`](crate::search).
const HALF_OF_WORDS: f32 = 12.0;
/// The mixture: this share is words, the rest is nearness of meaning.
const SHARE_OF_WORDS: f32 = 0.5;
/// A passage that shares no word with the question, with its neighbours or by itself, is found only if its meaning is so near.
const LEAST_MEANING: f32 = 0.3;
/// What it counts that the speaker is named in the question: it settles what is nearly even.
const FOR_SPEAKER: f32 = 0.02;
/// What it counts that a passage says all of the question's words itself, and is not only near who does: it settles what is
/// nearly even, too.
const FOR_OWN_WORDS: f32 = 0.02;
/// What it counts that a time is told where one is asked for.
const FOR_TIME: f32 = 0.05;
/// Passages before and after a passage that its vector knows of.
const N_BEFORE: usize = 2;

/// Something that was said, or told: one utterance.
#[derive(Debug, Clone, Copy, Default)]
pub struct Said<'a> {
    /// The turn it belongs to.
    pub turn: u32,
    /// Who said it; nobody where a story is told.
    pub speaker: &'a str,
    /// What was said.
    pub text: &'a str,
    /// When it was, in words, so that it can be asked for: a date, or a day of the story.
    pub at: &'a str,
}

/// What is asked of a session's past.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// The question, or mere words.
    pub query: &'a str,
    /// The vector of its [`gist`](Recall::gist), of length 1. Without it words alone decide.
    pub meaning: Option<&'a [f32]>,
    /// Only these turns.
    pub turns: Range<u32>,
    /// Only what they said, whatever the case of their name.
    pub speaker: Option<&'a str>,
    /// How many turns at most.
    pub limit: usize,
}

impl<'a> Asked<'a> {
    /// A question to the whole past, by its words.
    pub fn new(query: &'a str, limit: usize) -> Self {
        Self { query, meaning: None, turns: 0..u32::MAX, speaker: None, limit }
    }
}

/// A turn that was found, by the passage of it that answers best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recalled<'a> {
    /// The turn.
    pub turn: u32,
    /// What speaks for it: about 0 to 1.
    pub score: f32,
    /// Who said it; empty where a story is told.
    pub speaker: &'a str,
    /// The passage.
    pub text: &'a str,
    /// The mark it was added with.
    pub mark: u8,
}

/// A passage whose vector isn't known, or was made before the next one was there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// What [`Recall::learn`] is to be given with the vector.
    pub ticket: Ticket,
    /// What stands before it.
    pub before: String,
    /// The passage itself, with its speaker.
    pub text: String,
    /// What comes next; empty where nothing does yet.
    pub after: String,
}

/// Which passage a vector is of. One of a passage that is gone by then counts for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    passage: u32,
    stamp: u64,
    knows: Knows,
}

/// How much a passage's vector knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Knows {
    /// There is none.
    Nothing,
    /// It was made when nothing came next.
    ItsPast,
    /// It knows all its neighbours.
    All,
}

#[derive(Debug)]
struct Passage {
    turn: u32,
    speaker: u32,
    mark: u8,
    text: Box<str>,
    tells_time: bool,
    /// No two passages ever have the same.
    stamp: u64,
    knows: Knows,
}

/// The past of a session, ready to be asked.
#[derive(Debug)]
pub struct Recall {
    passages: Vec<Passage>,
    speakers: Vec<Box<str>>,
    speaker_ids: HashMap<Box<str>, u32>,
    words: Windows,
    vectors: Vectors,
    next_stamp: u64,
}

impl Recall {
    /// Nothing yet; vectors are to have so many numbers.
    pub fn new(n_dimensions: usize) -> Self {
        Self {
            passages: Vec::new(),
            speakers: Vec::new(),
            speaker_ids: HashMap::new(),
            words: Windows::default(),
            vectors: Vectors::new(n_dimensions),
            next_stamp: 0,
        }
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.passages.len()
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.passages.is_empty()
    }

    /// Adds what was said next: it is found by its words at once. Of a very long text only the beginning counts; the bytes
    /// that were left out are the answer. What belongs to a turn before the last one added comes too late and is left out whole.
    pub fn add(&mut self, said: &Said<'_>) -> usize {
        self.add_marked(said, 0)
    }

    /// The same, with a mark by which whoever adds it knows it again.
    pub fn add_marked(&mut self, said: &Said<'_>, mark: u8) -> usize {
        if self.passages.last().is_some_and(|last| last.turn > said.turn) {
            return said.text.len();
        }
        let (passages, n_left_out) = passages(said.text);
        let speaker = said.speaker.trim();
        for text in passages {
            let id = self.speaker_id(speaker);
            self.words.add(&[speaker, text, said.at]);
            self.passages.push(Passage {
                turn: said.turn,
                speaker: id,
                mark,
                text: text.into(),
                tells_time: asked::tells_time(text),
                stamp: self.next_stamp,
                knows: Knows::Nothing,
            });
            self.next_stamp += 1;
        }
        n_left_out
    }

    /// Forgets a turn and all that came after it, as if it had never been.
    pub fn truncate(&mut self, from_turn: u32) {
        let kept = self.passages.partition_point(|passage| passage.turn < from_turn);
        if kept == self.passages.len() {
            return;
        }
        self.passages.truncate(kept);
        self.words.truncate(kept);
        self.vectors.truncate(as_id(kept));
        let n_speakers = self.passages.iter().map(|passage| passage.speaker + 1).max().unwrap_or(0);
        for gone in self.speakers.drain(n_speakers as usize..) {
            self.speaker_ids.remove(&gone);
        }
        // What the last one's vector knows of the next is no longer so.
        if let Some(last) = self.passages.last_mut() {
            last.knows = Knows::Nothing;
            self.vectors.truncate(as_id(kept - 1));
        }
    }

    /// The question without the names of those who speak, for the encoder. One that is nothing else stays as it is.
    pub fn gist(&self, query: &str) -> String {
        Question::read(query, &self.speakers).gist
    }

    /// The turns that answer best, each once, the best first; of equals the earlier. The same question of the same past gets
    /// the same answer.
    pub fn ask(&self, asked: &Asked<'_>) -> Vec<Recalled<'_>> {
        let question = Question::read(asked.query, &self.speakers);
        let by_words = self.words.scores(asked.query);
        let near = asked.meaning.map(|meaning| self.vectors.nearness(meaning, as_id(self.len())));
        let only = asked.speaker.map(|name| self.speakers.iter().position(|speaker| same_name(speaker, name)));
        let mut found: Vec<(u32, f32, usize)> = Vec::new();
        let first = self.passages.partition_point(|passage| passage.turn < asked.turns.start);
        for (at, passage) in self.passages.iter().enumerate().skip(first) {
            if passage.turn >= asked.turns.end {
                break;
            }
            if only.is_some_and(|only| only != Some(passage.speaker as usize)) {
                continue;
            }
            let near = near.as_ref().filter(|_| passage.knows != Knows::Nothing).map(|near| near[at]);
            let Some(mut score) = mixed(by_words.windows[at], near) else { continue };
            score += FOR_OWN_WORDS * by_words.own[at];
            if question.names(passage.speaker) {
                score += FOR_SPEAKER;
            }
            if question.asks_when && passage.tells_time {
                score += FOR_TIME;
            }
            match found.last_mut().filter(|(turn, ..)| *turn == passage.turn) {
                Some(best) if score > best.1 => *best = (passage.turn, score, at),
                Some(_) => {}
                None => found.push((passage.turn, score, at)),
            }
        }
        let better = |a: &(u32, f32, usize), b: &(u32, f32, usize)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if found.len() > asked.limit && asked.limit > 0 {
            found.select_nth_unstable_by(asked.limit - 1, better);
        }
        found.truncate(asked.limit);
        found.sort_unstable_by(better);
        found.into_iter().map(|(turn, score, at)| self.recalled(turn, score, at)).collect()
    }

    /// What speaks by its words for a text that was never added, as it would if it had been: about 0 to 1, and nothing where no
    /// word does.
    pub fn score_of(&self, query: &str, text: &str) -> Option<f32> {
        let (words, own) = self.words.score_of(query, text);
        Some(mixed(words, None)? + FOR_OWN_WORDS * own)
    }

    /// What is still to be read for its meaning, at most `limit`, the newest first: it is what is asked for next.
    pub fn unread(&self, limit: usize) -> Vec<Unread> {
        self.unread_among(usize::MAX, limit)
    }

    /// The same, among so many of the newest passages: what is older is left to its words.
    pub fn unread_among(&self, newest: usize, limit: usize) -> Vec<Unread> {
        let could_know = |at: usize| if at + 1 < self.len() { Knows::All } else { Knows::ItsPast };
        let newest = self.len().saturating_sub(newest)..self.len();
        let unread = newest.rev().filter(|at| self.passages[*at].knows < could_know(*at));
        unread.take(limit).map(|at| self.surrounded(at, could_know(at))).collect()
    }

    /// Whether its vectors are to have so many numbers.
    pub fn has_vectors_of(&self, n_dimensions: usize) -> bool {
        self.vectors.n_dimensions() == n_dimensions
    }

    /// Forgets all vectors: from now on they are of another model and have so many numbers.
    pub fn read_anew(&mut self, n_dimensions: usize) {
        self.vectors = Vectors::new(n_dimensions);
        for passage in &mut self.passages {
            passage.stamp = self.next_stamp;
            passage.knows = Knows::Nothing;
            self.next_stamp += 1;
        }
    }

    /// Takes the vector of a passage, made of [`Unread::text`] in its surroundings. One that comes too late, that knows less
    /// than what is there, or that is of another model is left out.
    pub fn learn(&mut self, ticket: Ticket, vector: &[f32]) -> bool {
        let Some(passage) = self.passages.get_mut(ticket.passage as usize) else { return false };
        let fits = passage.stamp == ticket.stamp && passage.knows < ticket.knows;
        let taken = fits && self.vectors.set(ticket.passage, vector);
        if taken {
            passage.knows = ticket.knows;
        }
        taken
    }

    fn recalled(&self, turn: u32, score: f32, at: usize) -> Recalled<'_> {
        let passage = &self.passages[at];
        let speaker = &self.speakers[passage.speaker as usize];
        Recalled { turn, score, speaker, text: &passage.text, mark: passage.mark }
    }

    fn surrounded(&self, at: usize, knows: Knows) -> Unread {
        let before: Vec<String> = (at.saturating_sub(N_BEFORE)..at).map(|at| self.line(at)).collect();
        let after = if at + 1 < self.len() { self.line(at + 1) } else { String::new() };
        let ticket = Ticket { passage: as_id(at), stamp: self.passages[at].stamp, knows };
        Unread { ticket, before: before.join(" "), text: self.line(at), after }
    }

    /// A passage with who says it, as it is read for its meaning.
    fn line(&self, at: usize) -> String {
        let passage = &self.passages[at];
        match &*self.speakers[passage.speaker as usize] {
            "" => passage.text.to_string(),
            speaker => format!("{speaker}: {}", passage.text),
        }
    }

    fn speaker_id(&mut self, name: &str) -> u32 {
        if let Some(id) = self.speaker_ids.get(name) {
            return *id;
        }
        let id = as_id(self.speakers.len());
        self.speakers.push(name.into());
        self.speaker_ids.insert(name.into(), id);
        id
    }
}

/// What words and meaning come to; nothing where neither speaks for it. Where no vector is known, words speak for both.
fn mixed(words: f32, near: Option<f32>) -> Option<f32> {
    let by_words = words / (words + HALF_OF_WORDS);
    let near = near.map(|near| near.max(0.0));
    if words <= 0.0 && near.is_none_or(|near| near < LEAST_MEANING) {
        return None;
    }
    Some(SHARE_OF_WORDS * by_words + (1.0 - SHARE_OF_WORDS) * near.unwrap_or(by_words))
}

fn same_name(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.trim().to_lowercase()
}

fn as_id(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
