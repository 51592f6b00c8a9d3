//! Confirmation questions ("do you mean …?") and the answer to them.
//!
//! That it was asked is noted as a fact, with the words of the deed. Whether it was asked in the last turn follows from that turn: its words
//! are read again at the table as it stands, and what of them would still be asked about is what a yes or no is about. So the
//! question comes back with the session, after an undo, in a branch and on another server, and any other words drop it. No
//! sentence of it is recognised.

use game::story_fact::StoryFact;

use super::{
    focus,
    intent::{self, Act, Deed},
    play::Play,
    reading::Reading,
    turn,
};
use crate::words::intent::answers::{GO_AHEAD, LIMITS};

/// Who asks, in the fact.
const STORYTELLER: &str = "the storyteller";

impl Play<'_> {
    /// Notes that the player is asked whether they mean a deed.
    pub(super) fn asks_about(&mut self, deed: &Deed) {
        self.note_fact(StoryFact::Asked { who: STORYTELLER.to_owned(), quest: deed.words.clone() });
        self.asked_about.push(deed.clone());
    }
}

/// The words of the deed that was asked about last.
fn last_question<'p>(play: &'p Play<'_>) -> Option<&'p str> {
    play.table.facts.iter().rev().find_map(|fact| match fact {
        StoryFact::Asked { who, quest } if who == STORYTELLER => Some(quest.as_str()),
        _ => None,
    })
}

/// Words without marks, which a fact may have written otherwise.
fn letters(words: &str) -> String {
    words.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// A yes or no that the player begins with, and what else they want.
struct Answer {
    act: Act,
    /// The clauses behind it.
    more: String,
}

impl Answer {
    fn of(words: &str) -> Option<Self> {
        let plain = intent::plain(words);
        let whole = plain.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some(act) = intent::answer_of(words).or_else(|| GO_AHEAD.contains(&whole).then_some(Act::Accept)) {
            return Some(Self { act, more: String::new() });
        }
        let clauses = intent::clauses(&plain);
        let (first, rest) = clauses.split_first()?;
        let (act, more) = (intent::answer_of(first)?, rest.join(", "));
        // "Yes, but not on Tam" is no yes to what was asked.
        let is_limited = more.split(' ').any(|word| LIMITS.contains(&word));
        Some(Self { act: if is_limited { Act::Refuse } else { act }, more })
    }
}

/// What a turn asked of the player.
struct Asked {
    /// The deeds that it asked about, to be answered by yes or no.
    about: Vec<Deed>,
    /// Whether it asked something else, such as who is meant.
    is_open: bool,
    /// What the player wanted by it.
    deeds: Vec<Deed>,
}

/// Takes the player's yes or no to the question of the last turn, if these words are one and there is such a question. A yes to
/// another question, such as who is meant, has it asked again.
pub(super) fn answer(play: &mut Play<'_>) {
    let Some(Answer { act, more }) = Answer::of(&play.reading.words) else { return };
    let Some(before) = last_turn(play.reading) else { return };
    let asked = asked_in(&before);
    let is_asked =
        asked.about.last().is_some_and(|deed| last_question(play).map(letters) == Some(letters(&deed.words)));
    if !is_asked {
        if asked.is_open && act == Act::Accept {
            play.asks_openly = true;
            play.answered = Some(asked.deeds);
        }
        return;
    }
    play.is_confirmed = act == Act::Accept;
    // "Yes, cast it" wants nothing more.
    let is_more = |deed: &Deed| deed.act != Act::Unknown && asked.about.iter().all(|other| other.act != deed.act);
    let mut more = if more.is_empty() { Vec::new() } else { focus::read(play, &more) };
    more.retain(is_more);
    let left = |deed: Deed| Deed { act: Act::Refrain, object: deed.words.clone(), ..deed };
    let about = asked.about.into_iter();
    let about: Vec<Deed> = if play.is_confirmed { about.collect() } else { about.map(left).collect() };
    play.answered = Some(about.into_iter().chain(more).collect());
}

/// The last turn's words at the table as it is now, without tools: nothing can come of it.
fn last_turn(now: &Reading) -> Option<Reading> {
    let (words, asked) = now.asked.split_last()?;
    let (_, told) = now.told.split_last()?;
    Some(Reading {
        table: now.table.clone(),
        fray: now.fray.clone(),
        script: now.script.clone(),
        words: words.clone(),
        told: told.to_vec(),
        asked: asked.to_vec(),
        memories: now.memories.clone(),
        ..Reading::default()
    })
}

/// What a turn asks.
fn asked_in(reading: &Reading) -> Asked {
    let mut play = Play::new(reading);
    // What is in doubt may end a turn early.
    let _ = turn::tell(&mut play);
    Asked { deeds: focus::deeds(&play), is_open: play.asks_openly, about: play.asked_about }
}
