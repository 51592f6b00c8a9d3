//! The recap for returning players: a few lines, each with its turn.

use std::sync::Arc;

use game::{
    Session,
    own_words::{OwnWords, filled},
    wording::FoldedWords,
};
use prompt::{
    LineValue,
    memories::{WrittenKind, WrittenSentence},
};

use crate::store::{self, Store};

use super::{cache::MemoryCache, corrections::Corrections, remembered::Recapped};

/// The most scenes, and the most things of the turns after them.
const MOST_SCENES: usize = 3;
const MOST_THINGS: usize = 6;
/// The longest last line, in characters.
const MAX_LAST: usize = 280;

impl MemoryCache {
    /// The last scenes that were put in few words, what later turns wrote down, and how the last turn ended. Nothing of it is made
    /// up for the purpose.
    pub(in crate::dm) async fn recap(&self, store: &Arc<dyn Store>, session: &Session) -> store::Result<Vec<Recapped>> {
        let hand = store.hand(&session.head.id).await?;
        let here = self.up_to(store, session).await?;
        let n_turns = session.head.n_turns;
        let scenes = &session.game.scenes;
        let mut lines = Vec::new();
        {
            let past = here.past();
            for scene in &scenes[scenes.len().saturating_sub(MOST_SCENES)..] {
                let turn = past.id_of(scene.to).cloned();
                lines.extend(turn.map(|turn| Recapped { turn, seq: scene.to, text: scene.text.clone(), until: None }));
            }
            let covered = scenes.last().map_or(0, |scene| scene.to);
            let corrections = Corrections::of(&past.journal, &hand);
            let mut things = past.weighty(covered, MOST_THINGS, &corrections);
            things.retain(|line| line.seq <= n_turns);
            lines.extend(things);
        }
        let Some(before) = n_turns.checked_sub(1) else { return Ok(lines) };
        if let Some(last) = store.turns(&session.head.id, Some(before), None, 1).await?.pop() {
            let text = ending(&last.turn.narrative).to_owned();
            lines.push(Recapped { turn: last.turn.id, seq: last.turn.seq, text, until: None });
        }
        Ok(lines)
    }
}

/// A line as one reads it aloud: without the word for what sort of note it is.
fn read_aloud(text: &str, own: &OwnWords) -> String {
    use WrittenKind::{CameTo, FoundOut, Happened, ReachedPlace, Remembered, TurningPoint};
    let Some(WrittenSentence { kind, text: said }) = WrittenSentence::read(text) else { return text.to_owned() };
    match kind {
        Happened | Remembered | TurningPoint => {
            let mut letters = said.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).chain(['.']).collect()
        }
        FoundOut => filled(&own.found_out, &[&said]),
        ReachedPlace => filled(&own.reached_place, &[&said]),
        CameTo => filled(&own.came_to, &[&said]),
    }
}

/// A turn's facts, each once in its longest sentence, and whether it begins a quest.
pub(super) fn once_each(lines: impl Iterator<Item = (Recapped, bool)>, own: &OwnWords) -> Vec<(Recapped, bool)> {
    let mut kept: Vec<(Recapped, bool)> = Vec::new();
    for (mut line, begins_quest) in lines {
        line.text = read_aloud(&line.text, own);
        // Punctuation makes no difference.
        let in_words = |text: &str| format!(" {} ", FoldedWords::of(text).words.join(" "));
        let said = in_words(&line.text);
        let of_turn = kept.iter_mut().rev().take_while(|(there, _)| there.seq == line.seq);
        let same = of_turn
            .map(|there| (in_words(&there.0.text), there))
            .find(|(there, _)| there.contains(&said) || said.contains(there));
        match same {
            Some((there, (kept, begins))) => {
                *begins |= begins_quest;
                if said.len() > there.len() {
                    *kept = line;
                }
            }
            None => kept.push((line, begins_quest)),
        }
    }
    kept
}

/// The end of a text: as many sentences as fit in a line, else as many words.
fn ending(told: &str) -> &str {
    let told = told.trim();
    let from = told.char_indices().rev().nth(MAX_LAST - 1).map_or(0, |(at, _)| at);
    if from == 0 {
        return told;
    }
    let rest = &told[from..];
    let after = |mark: &[char]| rest.find(mark).map(|at| rest[at..].trim_start_matches(mark).trim_start());
    let sentences = after(&['.', '!', '?', '…', '。', '！', '？', '”', '\n']).filter(|rest| !rest.is_empty());
    sentences.or_else(|| after(&[' ']).filter(|rest| !rest.is_empty())).unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_told_once_a_turn_and_without_what_sort_of_note_it_is() {
        let line = |seq: u32, text: &str| Recapped { turn: "t".into(), seq, text: text.into(), until: None };
        let lines = [
            (line(1, "It happened: the bell is lost."), false),
            (line(1, "To be remembered: the bell is lost."), false),
            (line(1, "A quest was taken on: find the bell."), true),
            (line(2, "A turning point: the bell is lost."), false),
            (line(2, "It happened: „the bell“ is lost!"), false),
            (line(2, "To be remembered: marta."), false),
            (line(2, "The heroes met Marta."), false),
        ];
        let told: Vec<(u32, String, bool)> = once_each(lines.into_iter(), OwnWords::of(None))
            .into_iter()
            .map(|(line, quest)| (line.seq, line.text, quest))
            .collect();
        let expected = [
            (1, "The bell is lost.", false),
            (1, "A quest was taken on: find the bell.", true),
            (2, "The bell is lost.", false),
            (2, "The heroes met Marta.", false),
        ];
        assert_eq!(told, expected.map(|(seq, text, quest)| (seq, text.to_owned(), quest)));
    }

    #[test]
    fn a_telling_ends_with_whole_sentences_where_they_fit() {
        assert_eq!(ending(" The bell rings. "), "The bell rings.");
        let long = format!("{} The bell rings. You wait!", "The rain goes on over the reeds. ".repeat(20).trim());
        let end = ending(&long);
        assert!(end.starts_with("The rain") && end.ends_with("You wait!") && end.chars().count() <= MAX_LAST, "{end}");
        assert!(ending(&"mud ".repeat(200)).starts_with("mud "));
        assert_eq!(ending(&"ж".repeat(500)).chars().count(), MAX_LAST);
        assert_eq!(ending(""), "");
    }
}
