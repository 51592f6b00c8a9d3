//! Confirmation questions ("do you mean …?") and the answer to them.
//!
//! That it was asked is noted as a fact, with the words of the deed. Whether it was asked in the last turn follows from that turn: its words
//! are read again at the table as it stands, and what of them would still be asked about is what a yes or no is about. So the
//! question comes back with the session, after an undo, in a branch and on another server, and any other words drop it. No
//! sentence of it is recognised.

use game::story_fact::StoryFact;

use super::{
    intent::{self, Act, Deed},
    play::Play,
    reading::Reading,
    turn,
};

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

/// Takes the player's yes or no to the question of the last turn, if these words are one and there is such a question.
pub(super) fn answer(play: &mut Play<'_>) {
    let Some(act) = intent::answer_of(&play.reading.words) else { return };
    let Some(question) = last_question(play).map(letters) else { return };
    let Some(before) = last_turn(play.reading) else { return };
    let deeds = asked_about(&before);
    if deeds.last().is_none_or(|deed| letters(&deed.words) != question) {
        return;
    }
    play.is_confirmed = act == Act::Accept;
    let left = |deed: Deed| Deed { act: Act::Refrain, object: deed.words.clone(), ..deed };
    play.answered = Some(if play.is_confirmed { deeds } else { deeds.into_iter().map(left).collect() });
}

/// The last turn's words at the table as it is now, without tools: nothing can come of it. None if these were a yes or no themselves.
fn last_turn(now: &Reading) -> Option<Reading> {
    let (words, asked) = now.asked.split_last()?;
    let (_, told) = now.told.split_last()?;
    intent::answer_of(words).is_none().then(|| Reading {
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

/// The deeds that a turn asks about.
fn asked_about(reading: &Reading) -> Vec<Deed> {
    let mut play = Play::new(reading);
    // What is in doubt may end a turn early.
    let _ = turn::tell(&mut play);
    play.asked_about
}
