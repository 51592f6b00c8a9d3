//! Finds what was said in a session, by words and by meaning, however long ago. It is independent of the game: its input is who
//! said what, when, and in which turn.
//!
//! Three things make it find what a plain text index would not:
//!
//! - **Neighbours.** An answer rarely repeats its question. A passage is found by its own words, and words near it support it;
//!   its vector is made in one reading with its neighbours, and only its own pieces are averaged.
//! - **Names.** They stand everywhere in a talk among few people. A small encoder looks at nothing else once it sees one, so
//!   [`Recall::gist`] leaves the speakers' names out of what is encoded; a named person gets a small bonus as speaker.
//! - **Time.** Times are searched like words, and a question for a time gets passages with a time first.
//!
//! Passages are searchable by their words once they are added. Vectors come from outside whenever they are ready:
//! [`Recall::unread`] says what is to be read, and [`Recall::learn`] takes what came of it.

mod order;
mod passages;
mod question;
mod ranking;
mod text_index;

use std::{collections::HashMap, ops::Range};

use language::folding::same;

use crate::search::{MAX_QUERY_TERMS, Vectors, terms};

use order::{Anchor, AnchorClause, Hit, TimeOrder};
use passages::passages;
use question::Question;
use ranking::WordScore;
use text_index::TextIndex;

/// The lexical score that counts for half of the maximum.
const HALF_OF_WORDS: f32 = 24.0;
/// The mixture: this share is words, so much more for each term of the question, and never more than the last; the rest is
/// nearness of meaning.
const LEAST_SHARE_OF_WORDS: f32 = 0.5;
const SHARE_OF_A_TERM: f32 = 0.02;
const MOST_SHARE_OF_WORDS: f32 = 0.9;
/// Minimum semantic similarity of a passage that shares no word with the question.
const LEAST_MEANING: f32 = 0.3;
/// The weight of a sentence that contains the whole question: without semantic search, and with it, which already covers most
/// of that.
const FOR_TOGETHER: f32 = 0.12;
const FOR_TOGETHER_WITH_MEANING: f32 = 0.03;
/// The penalty per doubling (times ln 2) of a message's passages if the question's words are scattered over them.
const AGAINST_TRIES: f32 = 0.05;
/// “Before” or “after” something counts only if this share of its words is found together somewhere.
const PLAIN_ENOUGH: f32 = 0.6;
/// The weight of a question that is answered in its own turn, so that the answer is found instead.
const WEIGHT_OF_ANSWERED: f32 = 0.5;
/// The number of passages after a question that may answer it.
const MAX_REPLIES: usize = 4;
/// The bonus if the question names the speaker. It decides between nearly equal passages.
const FOR_SPEAKER: f32 = 0.02;
/// The weight of a passage with a time, if the question asks for one.
const FOR_TIME: f32 = 0.05;
/// Other passages of a turn count if their score is at least this share of the turn's best passage.
const NEARLY_AS_GOOD: f32 = 0.4;
/// Passages before and after a passage that its vector knows of.
const N_BEFORE: usize = 2;

/// One utterance: speech or narration.
#[derive(Debug, Clone, Copy, Default)]
pub struct Said<'a> {
    /// The turn it belongs to.
    pub turn: u32,
    /// The speaker; empty for narration.
    pub speaker: &'a str,
    /// The text.
    pub text: &'a str,
    /// When it was, in words, so that it can be asked for: a date, or a day of the story.
    pub at: &'a str,
}

/// A query of a session's past.
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
    /// Other names of that speaker.
    pub also: &'a [String],
    /// How many turns at most.
    pub limit: usize,
    /// Whether a turn may answer by the best passage of each who speaks in it, instead of its best one alone.
    pub each_speaker: bool,
}

impl<'a> Asked<'a> {
    /// A question to the whole past, by its words.
    pub fn new(query: &'a str, limit: usize) -> Self {
        Self { query, meaning: None, turns: 0..u32::MAX, speaker: None, also: &[], limit, each_speaker: false }
    }
}

/// The kind of text that a passage is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PassageKind {
    /// Speech.
    #[default]
    Said,
    /// A turn's story.
    Told,
    /// A record of a change. It is never the answer to a question.
    Recorded,
}

/// A found turn with its best passage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recalled<'a> {
    /// The turn.
    pub turn: u32,
    /// Its score, about 0 to 1.
    pub score: f32,
    /// The speaker; empty for narration.
    pub speaker: &'a str,
    /// The passage.
    pub text: &'a str,
    /// The kind of text that the passage is a part of.
    pub kind: PassageKind,
}

/// A passage whose vector isn't known, or was made before the next one was there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// To be passed to [`Recall::learn`] with the vector.
    pub ticket: Ticket,
    /// The text before it.
    pub before: String,
    /// The passage itself, with its speaker.
    pub text: String,
    /// The text after it; empty if there is none yet.
    pub after: String,
}

/// Identifies the passage of a vector. If the passage is gone by then, the vector is ignored.
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
    text: Box<str>,
    tells_time: bool,
    is_question: bool,
    /// How many passages its message has.
    n_in_message: u16,
    /// No two passages ever have the same.
    stamp: u64,
    knows: Knows,
}

/// The past of a session, ready to be asked.
#[derive(Debug)]
pub struct Recall {
    passages: Vec<Passage>,
    /// The kind of text that each passage is a part of.
    kinds: Vec<PassageKind>,
    speakers: Vec<Box<str>>,
    speaker_ids: HashMap<Box<str>, u32>,
    words: TextIndex,
    vectors: Vectors,
    next_stamp: u64,
}

impl Recall {
    /// An empty index for vectors of `dimensions` numbers.
    pub fn new(n_dimensions: usize) -> Self {
        Self {
            passages: Vec::new(),
            kinds: Vec::new(),
            speakers: Vec::new(),
            speaker_ids: HashMap::new(),
            words: TextIndex::default(),
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

    /// Adds the next text; its words can be found at once. Only the beginning of a very long text is used; returns the number
    /// of bytes that were left out. A text of a turn before the last added one is left out completely.
    pub fn add(&mut self, said: &Said<'_>) -> usize {
        self.add_as(PassageKind::Said, said)
    }

    /// The same for passages of any kind.
    pub fn add_as(&mut self, kind: PassageKind, said: &Said<'_>) -> usize {
        if self.passages.last().is_some_and(|last| last.turn > said.turn) {
            return said.text.len();
        }
        let (passages, n_left_out) = passages(said.text);
        let speaker = said.speaker.trim();
        let n_in_message = u16::try_from(passages.len()).unwrap_or(u16::MAX);
        for text in passages {
            let id = self.speaker_id(speaker);
            self.words.add(text, [speaker, said.at]);
            self.kinds.push(kind);
            self.passages.push(Passage {
                turn: said.turn,
                speaker: id,
                text: text.into(),
                tells_time: question::tells_time(text),
                is_question: question::is_question(text),
                n_in_message,
                stamp: self.next_stamp,
                knows: Knows::Nothing,
            });
            self.next_stamp += 1;
        }
        n_left_out
    }

    /// The passages of a turn of one kind, in their order.
    pub fn texts(&self, turn: u32, kind: PassageKind) -> impl Iterator<Item = &str> {
        let first = self.passages.partition_point(|passage| passage.turn < turn);
        let of_turn = self.passages[first..].iter().zip(&self.kinds[first..]);
        let of_turn = of_turn.take_while(move |(passage, _)| passage.turn == turn);
        of_turn.filter(move |(_, its)| **its == kind).map(|(passage, _)| &*passage.text)
    }

    /// Forgets a turn and all that came after it, as if it had never been.
    pub fn truncate(&mut self, from_turn: u32) {
        let kept = self.passages.partition_point(|passage| passage.turn < from_turn);
        if kept == self.passages.len() {
            return;
        }
        self.passages.truncate(kept);
        self.kinds.truncate(kept);
        self.words.truncate(kept);
        self.vectors.truncate(as_id(kept));
        let n_speakers = self.passages.iter().map(|passage| passage.speaker + 1).max().unwrap_or(0);
        for gone in self.speakers.drain(n_speakers as usize..) {
            self.speaker_ids.remove(&gone);
        }
        // The vector of the last passage was made with a next passage that is gone.
        if let Some(last) = self.passages.last_mut() {
            last.knows = Knows::Nothing;
            self.vectors.truncate(as_id(kept - 1));
        }
    }

    /// The question without the names of those who speak, for the encoder. One that is nothing else stays as it is.
    pub fn gist(&self, query: &str) -> String {
        Question::read(query, &self.speakers).gist
    }

    /// The turns that answer best, each once, the best first; of equals the newer. The same question of the same past gets the
    /// same answer.
    pub fn ask(&self, asked: &Asked<'_>) -> Vec<Recalled<'_>> {
        let question = Question::read(asked.query, &self.speakers);
        let order = TimeOrder::read(asked.query);
        let anchor = order.anchor.as_ref().and_then(|anchor| self.anchor(anchor, asked));
        let mut hits = self.hits(asked, &question, &order.query, anchor.as_ref());
        if let Some(anchor) = &anchor {
            anchor.prefer(&mut hits);
        }
        hits.sort_unstable_by(Hit::better);
        if let Some(end) = order.end {
            end.first(&mut hits);
        }
        match asked.each_speaker {
            true => keep_turns(&mut hits, asked.limit),
            false => hits.truncate(asked.limit),
        }
        hits.into_iter().map(|hit| self.recalled(hit)).collect()
    }

    /// The turns that answer, each by its best passage, in their order.
    fn hits(&self, asked: &Asked<'_>, question: &Question, query: &str, anchor: Option<&Anchor>) -> Vec<Hit> {
        let near = asked.meaning.map(|meaning| self.vectors.nearness(meaning, as_id(self.len())));
        let near = |at: usize| near.as_ref().filter(|_| self.passages[at].knows != Knows::Nothing).map(|near| near[at]);
        let keep = self.kept_by(asked);
        let others = |candidates: &[u32]| {
            let mut others: Vec<u32> =
                candidates.iter().flat_map(|at| self.replies(*at)).filter(|at| keep(*at)).collect();
            if asked.meaning.is_some() {
                let is_near = |at: &u32| near(*at as usize).is_some_and(|near| near >= LEAST_MEANING);
                others.extend((0..as_id(self.len())).filter(|at| is_near(at) && keep(*at)));
            }
            others.extend(anchor.into_iter().flat_map(|anchor| self.beside(anchor)).filter(|at| keep(*at)));
            others
        };
        let ranked = self.words.rank(query, &keep, others);
        let n_terms = terms(query).take(MAX_QUERY_TERMS).count();
        let mut hits: Vec<Hit> = Vec::new();
        for word_score in ranked {
            let at = word_score.passage as usize;
            let passage = &self.passages[at];
            let mut score = match near(at) {
                None => by_words(&word_score, passage.n_in_message, asked.meaning.is_some()),
                Some(near) => mixed(&word_score, near, n_terms),
            };
            if question.names(passage.speaker) {
                score += FOR_SPEAKER;
            }
            if question.asks_when && passage.tells_time {
                score += FOR_TIME;
            }
            let mut hit = Hit { turn: passage.turn, score, passage: at };
            if let Some(reply) = self.replies(word_score.passage).find(|at| keep(*at)) {
                hit = Hit { score: score * WEIGHT_OF_ANSWERED, passage: reply as usize, ..hit };
            }
            let source = |at: usize| (self.passages[at].speaker, self.kinds[at]);
            let is_same = |last: &&mut Hit| {
                last.turn == hit.turn && (!asked.each_speaker || source(last.passage) == source(hit.passage))
            };
            match hits.iter_mut().rev().take_while(|last| last.turn == hit.turn).find(is_same) {
                Some(best) if score > best.score => *best = hit,
                Some(_) => {}
                None => hits.push(hit),
            }
        }
        hits
    }

    /// The place of an event that a question names, if the text is clear enough.
    fn anchor(&self, clause: &AnchorClause, asked: &Asked<'_>) -> Option<Anchor> {
        // The reporter doesn't matter: the speaker in question said the neighbouring passage.
        let earlier = Asked { turns: 0..asked.turns.end, speaker: None, ..asked.clone() };
        let ranked = self.words.rank(&clause.text, self.kept_by(&earlier), |_| Vec::new());
        let plain = ranked.into_iter().filter(|score| score.together >= PLAIN_ENOUGH);
        let hits = plain.map(|score| Hit {
            turn: self.passages[score.passage as usize].turn,
            score: by_words(&score, 1, false),
            passage: score.passage as usize,
        });
        let best = hits.min_by(Hit::better)?;
        Some(Anchor { side: clause.side, turn: best.turn, asks_anything: clause.asks_anything })
    }

    /// Passages of turns that answer regardless of their words: of each turn, what was said to its first speaker, if anything.
    fn beside(&self, anchor: &Anchor) -> Vec<u32> {
        let turns = anchor.beside();
        let at = |turn| self.passages.partition_point(|passage| passage.turn < turn);
        let first = at(turns.start);
        let of_turns = self.passages[first..at(turns.end)].chunk_by(|a, b| a.turn == b.turn);
        let mut found = Vec::new();
        let mut next = first;
        for turn in of_turns {
            let is_reply = |passage: &Passage| passage.speaker != turn[0].speaker;
            let has_reply = turn.iter().any(is_reply);
            let answers = turn.iter().enumerate().filter(|(_, passage)| !has_reply || is_reply(passage));
            found.extend(answers.map(|(nth, _)| as_id(next + nth)));
            next += turn.len();
        }
        found
    }

    /// The filter for passages. It runs for each occurrence of a word, so it must be cheap.
    fn kept_by(&self, asked: &Asked<'_>) -> impl Fn(u32) -> bool {
        let is_theirs = |speaker: &str, name: &str| {
            same(speaker, name.trim()) || asked.also.iter().any(|other| same(speaker, other))
        };
        let only: Option<Vec<bool>> =
            asked.speaker.map(|name| self.speakers.iter().map(|speaker| is_theirs(speaker, name)).collect());
        let first_of = |turn| as_id(self.passages.partition_point(|passage| passage.turn < turn));
        let passages = first_of(asked.turns.start)..first_of(asked.turns.end);
        move |at| {
            let speaker = self.passages[at as usize].speaker as usize;
            passages.contains(&at) && only.as_ref().is_none_or(|only| only[speaker])
        }
    }

    /// The passages that answer a passage in its own turn, if it asks something: the first of what others say next.
    fn replies(&self, at: u32) -> impl Iterator<Item = u32> {
        let asking = &self.passages[at as usize];
        let later = self.passages.iter().enumerate().skip(at as usize + 1).take_while(|(_, it)| it.turn == asking.turn);
        let is_record = |at: usize| self.kinds[at] == PassageKind::Recorded;
        let fits = is_record(at as usize);
        let replies =
            later.filter(move |(at, it)| it.speaker != asking.speaker && is_record(*at) == fits && !it.is_question);
        replies.take(if asking.is_question { MAX_REPLIES } else { 0 }).map(|(at, _)| as_id(at))
    }

    /// The lexical score of a text that was not added, as if it had been: about 0 to 1, and none if no word matches.
    pub fn score_of(&self, query: &str, text: &str) -> Option<f32> {
        let score = self.words.score_of(query, text);
        (score.bm25 > 0.0).then(|| by_words(&score, 1, false))
    }

    /// Passages that still need vectors, at most `limit`, newest first, because the newest are asked about next.
    pub fn unread(&self, limit: usize) -> Vec<Unread> {
        self.unread_among(usize::MAX, limit)
    }

    /// The same, among this number of the newest passages. Older passages are found by their words only.
    pub fn unread_among(&self, newest: usize, limit: usize) -> Vec<Unread> {
        let could_know = |at: usize| if at + 1 < self.len() { Knows::All } else { Knows::ItsPast };
        let newest = self.len().saturating_sub(newest)..self.len();
        let unread = newest.rev().filter(|at| self.passages[*at].knows < could_know(*at));
        unread.take(limit).map(|at| self.surrounded(at, could_know(at))).collect()
    }

    /// Whether its vectors have this number of dimensions.
    pub fn has_vectors_of(&self, n_dimensions: usize) -> bool {
        self.vectors.n_dimensions() == n_dimensions
    }

    /// Forgets all vectors: new ones come from another model and have this many dimensions.
    pub fn read_anew(&mut self, n_dimensions: usize) {
        self.vectors = Vectors::new(n_dimensions);
        for passage in &mut self.passages {
            passage.stamp = self.next_stamp;
            passage.knows = Knows::Nothing;
            self.next_stamp += 1;
        }
    }

    /// Takes the vector of a passage, made of [`Unread::text`] in its surroundings. A vector is ignored if it comes too late,
    /// was made with less context than the current one, or is of another model.
    pub fn learn(&mut self, ticket: Ticket, vector: &[f32]) -> bool {
        let Some(passage) = self.passages.get_mut(ticket.passage as usize) else { return false };
        let fits = passage.stamp == ticket.stamp && passage.knows < ticket.knows;
        let taken = fits && self.vectors.set(ticket.passage, vector);
        if taken {
            passage.knows = ticket.knows;
        }
        taken
    }

    fn recalled(&self, hit: Hit) -> Recalled<'_> {
        let passage = &self.passages[hit.passage];
        let speaker = &self.speakers[passage.speaker as usize];
        Recalled { turn: hit.turn, score: hit.score, speaker, text: &passage.text, kind: self.kinds[hit.passage] }
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

/// The lexical score of a passage in a message with this many passages. A long message has more chances to match: query words
/// in one sentence count fully, scattered ones less. This bonus is left out if the query has a vector and the passage has none,
/// as it is for passages with one.
fn by_words(words: &WordScore, n_in_message: u16, by_meaning: bool) -> f32 {
    let bm25 = words.bm25 / (words.bm25 + HALF_OF_WORDS);
    if by_meaning {
        return bm25 + FOR_TOGETHER_WITH_MEANING * words.together;
    }
    let tries = f32::from(n_in_message.max(1)).ln();
    (bm25 + FOR_TOGETHER * words.together - AGAINST_TRIES * tries * (1.0 - words.together)).max(f32::MIN_POSITIVE)
}

/// Combines lexical and semantic scores: the longer the question, the more its words count.
fn mixed(words: &WordScore, near: f32, n_terms: usize) -> f32 {
    let share = (LEAST_SHARE_OF_WORDS + SHARE_OF_A_TERM * n_terms as f32).min(MOST_SHARE_OF_WORDS);
    let bm25 = words.bm25 / (words.bm25 + HALF_OF_WORDS);
    share * bm25 + (1.0 - share) * near.max(0.0) + FOR_TOGETHER_WITH_MEANING * words.together
}

/// Whether two texts have a word in common, in any form of it.
pub fn shares_word(one: &str, other: &str) -> bool {
    let known: Vec<String> = terms(one).collect();
    terms(other).any(|term| known.contains(&term))
}

/// Whether a text has all words of another, in any form.
pub fn has_words(text: &str, other: &str) -> bool {
    let known: Vec<String> = terms(text).collect();
    let mut words = terms(other).peekable();
    words.peek().is_some() && words.all(|word| known.contains(&word))
}

/// Keeps the hits of the best turns, up to a number: of each turn the best hit and those nearly as good.
fn keep_turns(hits: &mut Vec<Hit>, limit: usize) {
    let mut turns: Vec<(u32, f32)> = Vec::new();
    hits.retain(|hit| match turns.iter().find(|(turn, _)| *turn == hit.turn) {
        Some((_, best)) => hit.score >= best * NEARLY_AS_GOOD,
        None if turns.len() < limit => {
            turns.push((hit.turn, hit.score));
            true
        }
        None => false,
    });
}

fn as_id(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
