//! The deeds of the past that answer a question, with what their turns' stories say of them.

use game::{
    Turn,
    past::{self, DeedKind, Denial, PastDeed, PastQuestion, TurnDeed},
    turn::ToolCallRecord,
};

use crate::{
    agent::{Tool, sentences},
    dm::tools::QuerySessionMemory,
    recall::{Asked, PassageKind, Recalled, has_words},
};

use super::{Corrections, MemoryHit, PassageSource, PastQuery, PastTurn, Remembered};

/// The least score of a turn whose changes answer the query.
const SCORE_OF_DEEDS: f32 = 0.9;
/// Maximum length of the story's text beside a deed, in characters.
const MAX_TELLING: usize = 300;
/// Maximum number of stories read for a name.
const MAX_STORIES: usize = 20;
/// Deeds whose changes don't name the other person.
const IS_OPEN: [DeedKind; 4] = [DeedKind::Sold, DeedKind::Bought, DeedKind::Lost, DeedKind::Promised];

impl Remembered {
    /// Puts the deeds that answer the query first, the newest before the others.
    pub(super) fn add_deeds(&self, found: &mut Vec<MemoryHit>, wanted: &PastQuery, corrections: &Corrections) {
        if wanted.speaker.is_some() {
            return;
        }
        let best = found.first().map_or(0.0, |memory| memory.score);
        let mut deeds = self.deeds(wanted, corrections);
        deeds.dedup_by_key(|deed| deed.seq);
        let mut first = Vec::new();
        for deed in deeds.into_iter().rev() {
            let seq = deed.seq;
            let known = found.iter().position(|it| it.seq == seq && it.whose == PassageSource::Written);
            let known = known.map(|at| found.remove(at));
            let of_lines = || {
                let lines = self.moment(seq)?.lines.iter().filter_map(|line| corrections.line(seq, line));
                let text = lines.collect::<Vec<_>>().join(" ");
                self.written(seq, text).filter(|memory| !memory.text.is_empty())
            };
            let Some(memory) = known.or_else(of_lines) else { continue };
            let until =
                self.ended(seq, &memory.text, PassageKind::Recorded, wanted, corrections).map(|ending| ending.since);
            let telling = self.telling(&deed);
            first.push(MemoryHit { score: best.max(SCORE_OF_DEEDS), until, telling, ..memory });
        }
        found.splice(0..0, first);
    }

    /// The deeds that answer a query, the oldest first.
    pub(in crate::dm::session_memory) fn deeds(&self, wanted: &PastQuery, corrections: &Corrections) -> Vec<PastDeed> {
        let Some(question) = PastQuestion::read(&wanted.query) else { return Vec::new() };
        let is_wanted = |(seq, moment): &(u32, &PastTurn)| {
            wanted.after.is_none_or(|after| *seq > after)
                && wanted.before.is_none_or(|before| *seq < before)
                && wanted.day.is_none_or(|day| moment.clock.day == day)
        };
        let all = (1..).zip(&self.turns).filter(is_wanted).flat_map(|(seq, moment)| {
            let is_as_told = move |deed: &&TurnDeed| !corrections.alters(seq, deed.change);
            moment.deeds.iter().filter(is_as_told).map(move |deed| (deed, seq, moment))
        });
        let all: Vec<(&TurnDeed, u32, &PastTurn)> = all.collect();
        let deeds: Vec<&TurnDeed> = all.iter().map(|(deed, ..)| *deed).collect();
        let past_deed = |at: usize| {
            let (deed, seq, moment) = all[at];
            let deed = PastDeed {
                kind: deed.kind,
                about: deed.about.to_string(),
                other: past::other(&deeds, at).to_owned(),
                hero: deed.hero.to_string(),
                seq,
                at: moment.clock,
                place: moment.place.to_string(),
                told: String::new(),
            };
            let is_open = deed.other.is_empty() && IS_OPEN.contains(&deed.kind);
            let told = if is_open { self.telling(&deed) } else { String::new() };
            PastDeed { told, ..deed }
        };
        past::answers(&question, &deeds).into_iter().map(past_deed).collect()
    }

    /// The denial for a query that no deed answers, if the heroes carry these things. None if a player changed a deed, if
    /// only a part of the past is asked about, or if a story tells of something that needs no change.
    pub(in crate::dm::session_memory) fn denial(
        &self,
        wanted: &PastQuery,
        corrections: &Corrections,
        carried: &[String],
    ) -> Option<Denial> {
        let is_whole = wanted.after.is_none() && wanted.day.is_none() && wanted.speaker.is_none();
        let is_changed =
            |(seq, moment): (u32, &PastTurn)| moment.deeds.iter().any(|deed| corrections.alters(seq, deed.change));
        let question = PastQuestion::read(&wanted.query).filter(|_| is_whole)?;
        let denial = past::denied(&question, carried)?;
        let is_as_told = || !(1..).zip(&self.turns).any(is_changed);
        let is_open = || denial.kind.is_sure() || !self.tells_of(&denial.about);
        (self.deeds(wanted, corrections).is_empty() && is_as_told() && is_open()).then_some(denial)
    }

    /// Whether a story has all words of a name.
    fn tells_of(&self, name: &str) -> bool {
        let asked = Asked { each_speaker: true, ..Asked::new(name, MAX_STORIES) };
        let is_story = |it: &Recalled<'_>| {
            it.kind == PassageKind::Told && !self.moment(it.turn).is_some_and(|moment| moment.is_retelling)
        };
        self.recall.ask(&asked).iter().filter(|it| is_story(it)).any(|it| has_words(it.text, name))
    }

    /// What the story of a deed's turn says of it: all of it if it is short, else the sentences that name who or what it is about,
    /// each with the next one.
    fn telling(&self, deed: &PastDeed) -> String {
        let all: Vec<&str> = self.recall.texts(deed.seq, PassageKind::Told).collect();
        let story = all.join(" ");
        if story.chars().count() <= MAX_TELLING {
            return story;
        }
        let sentences = whole_sentences(&story);
        let names = |sentence: &str| [&deed.about, &deed.other].iter().any(|name| past::is_named(sentence, name));
        let is_named: Vec<bool> = sentences.iter().map(|sentence| names(sentence)).collect();
        let has_any = is_named.contains(&true);
        let is_told = |at: usize| !has_any || is_named[at] || at > 0 && is_named[at - 1];
        let (mut told, mut n_left) = (Vec::new(), MAX_TELLING);
        for (_, sentence) in sentences.iter().enumerate().filter(|(at, _)| is_told(*at)) {
            let n = sentence.chars().count() + 1;
            if n > n_left {
                break;
            }
            n_left -= n;
            told.push(*sentence);
        }
        told.join(" ")
    }

    /// Whether the built-in storyteller looked back in the next turn instead of going on.
    pub(super) fn is_retelling(&self, turn: &Turn) -> bool {
        if turn.model != storyteller::NAME {
            return false;
        }
        if turn.tool_calls.iter().any(looks_back) {
            return true;
        }
        let is_asked = turn.tool_calls.iter().any(|call| call.name == QuerySessionMemory::NAME);
        if is_asked && PastQuestion::read(&turn.message).is_some_and(|question| question.is_own) {
            return true;
        }
        let wanted = PastQuery { query: turn.message.clone(), ..PastQuery::default() };
        !self.deeds(&wanted, &Corrections::default()).is_empty()
    }
}

/// Whether a call is one with which the built-in storyteller asks for what it tells again: lists of the past, or where a turn was.
fn looks_back(call: &ToolCallRecord) -> bool {
    let has = |field: &str| call.input.get(field).is_some_and(|value| !value.is_null());
    call.name == QuerySessionMemory::NAME && (has("as_of_turn") || !has("query"))
}

/// The sentences of a story; what someone says is not cut.
fn whole_sentences(story: &str) -> Vec<&str> {
    let (mut found, mut from) = (Vec::new(), 0);
    for sentence in sentences(story) {
        let so_far = &story[from..sentence.end];
        let is_open = so_far.matches('“').count() > so_far.matches('”').count();
        let goes_on = story[sentence.end..].starts_with(char::is_lowercase);
        if !is_open && !goes_on {
            found.push(so_far.trim());
            from = sentence.end;
        }
    }
    if from < story.len() {
        found.push(story[from..].trim());
    }
    found
}
