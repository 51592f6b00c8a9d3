//! The question whether the player means what they said, and the answer to it.
//!
//! Nothing is stored of the question, and no sentence of it is recognised. What was said in the last turn is read again at the table as
//! it stands; what of it would still be asked about is what a yes or no is about. So the question comes back with the session,
//! after an undo, in a branch and on another server, and any other words drop it.

use super::{
    intent::{self, Act, Deed},
    play::Play,
    reading::Reading,
    turn,
};

/// Takes the player's yes or no to the question of the last turn, if these words are one and there is such a question.
pub(super) fn answer(play: &mut Play<'_>) {
    let Some(act) = intent::answer_of(&play.reading.words) else { return };
    let Some(before) = last_turn(play.reading) else { return };
    let deeds = asked_about(&before);
    if deeds.is_empty() {
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
