//! What happened before, for players who come back: a few lines, each with the turn it is of.

use std::sync::Arc;

use game::Session;

use crate::store::{self, Store};

use super::{corrections::Corrections, remembered::Recapped, shelf::Recollections};

/// The most scenes, and the most things of the turns after them.
const MOST_SCENES: usize = 3;
const MOST_THINGS: usize = 6;
/// The longest last line, in characters.
const MAX_LAST: usize = 280;

impl Recollections {
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

/// The end of a telling: as many whole sentences as fit in a line, else as many words.
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
