//! Memories for a prompt: pinned journal entries, and matching passages of turns older than the window. They are part of the
//! last message only, not of the turn's record.

use std::time::{Duration, Instant};

use game::turn::Exchange;
use prompt::{
    LineValue,
    memories::{CitedLine, MemoriesBlock},
};

use crate::dm::{Draft, prompt::estimate_tokens};

use super::{
    cited::{cited_whole, cited_with_untruths},
    remembered::{MemoryHit, PastQuery, Untruth},
    wishes::PlayerWish,
};

/// How long a turn waits for all of them. Where that is too short, because a long past is read for the first time, a later turn has
/// them.
const PATIENCE: Duration = Duration::from_millis(400);
/// Memories with a lower score are as likely matches by chance.
const LEAST_SCORE: f32 = 0.28;
/// The most memories, and the most tokens of all of them together (estimated).
const MOST: usize = 4;
const MOST_TOKENS: usize = 500;
/// How many are examined: some may be too long.
const LOOKED_AT: usize = 8;

impl Draft {
    /// The block of possibly relevant memories from turns before `window`, if there are any.
    pub(in crate::dm) async fn memories(&mut self, window: &[Exchange], message: &str) -> Option<MemoriesBlock> {
        let end = self.end_of_patience();
        let (mut lines, n_tokens) = self.reminded(window, end).await;
        let chosen = self.recalled(window, message, MOST_TOKENS.saturating_sub(n_tokens), end).await;
        lines.extend(chosen.iter().flat_map(cited_with_untruths));
        self.given = chosen;
        (!lines.is_empty()).then_some(MemoriesBlock(lines))
    }

    /// The block of pinned entries and wishes, for fights, where other memories are left out.
    pub(in crate::dm) async fn reminders(&self, window: &[Exchange]) -> Option<MemoriesBlock> {
        let (lines, _) = self.reminded(window, self.end_of_patience()).await;
        (!lines.is_empty()).then_some(MemoriesBlock(lines))
    }

    /// Until when a turn waits. One that has waited in vain for the player's edits does not wait again.
    fn end_of_patience(&self) -> Instant {
        Instant::now() + if self.is_past_unread { Duration::ZERO } else { PATIENCE }
    }

    /// The player's pinned entries, and wishes that the window no longer shows, with their size in tokens.
    async fn reminded(&self, window: &[Exchange], end: Instant) -> (Vec<CitedLine>, usize) {
        let wishes = match (window.first().map(|said| said.seq).filter(|first| *first > 1), &self.past) {
            (Some(first), Some(past)) => past.wishes(self.game().cleared_to, first, left(end)).await,
            _ => Vec::new(),
        };
        let wishes: Vec<CitedLine> = wishes.iter().map(PlayerWish::line).collect();
        let n_of_wishes = wishes.iter().map(|line| estimate_tokens(&line.written())).sum::<usize>();
        let (mut lines, n_tokens) = self.corrections.pinned(MOST_TOKENS.saturating_sub(n_of_wishes));
        lines.extend(wishes);
        let untruths = self.untruths(window, end).await;
        let n_of_untruths: usize = untruths.iter().map(|line| estimate_tokens(&line.written())).sum();
        lines.extend(untruths);
        (lines, n_tokens + n_of_wishes + n_of_untruths)
    }

    /// Mistakes in the stories of the window, newest first.
    async fn untruths(&self, window: &[Exchange], end: Instant) -> Vec<CitedLine> {
        let Some((first, past)) = window.first().map(|said| said.seq).zip(self.past.as_ref()) else {
            return Vec::new();
        };
        let all = past.untruths(first, left(end)).await;
        all[all.len().saturating_sub(MOST)..].iter().map(Untruth::line).collect()
    }

    /// Passages of earlier turns that match the player's words, up to a number of tokens.
    async fn recalled(&self, window: &[Exchange], message: &str, most_tokens: usize, end: Instant) -> Vec<MemoryHit> {
        let first = window.first().map(|said| said.seq).filter(|first| *first > 1);
        let (Some(first), Some(past)) = (first, &self.past) else { return Vec::new() };
        // If nothing was cleared, notes from before the first turn count, too.
        let (query, after) = (message.to_owned(), Some(self.game().cleared_to).filter(|turn| *turn > 0));
        let wanted = PastQuery {
            query,
            after,
            before: Some(first),
            limit: LOOKED_AT,
            with_secrets: true,
            ..PastQuery::default()
        };
        let mut found = past.ask(wanted, left(end)).await.unwrap_or_default();
        found.retain(|memory| !memory.is_retelling && !self.corrections.has_pinned(&memory.text));
        chosen(found, most_tokens)
    }
}

/// The time until then.
fn left(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now())
}

/// The best that fit, in the order they happened.
fn chosen(found: Vec<MemoryHit>, most_tokens: usize) -> Vec<MemoryHit> {
    let mut left = most_tokens;
    let mut chosen: Vec<MemoryHit> = Vec::new();
    for memory in found.into_iter().filter(|memory| memory.score >= LEAST_SCORE) {
        let n_tokens = cited_whole(&memory).iter().map(|line| estimate_tokens(&line.written())).sum::<usize>();
        let is_said = chosen.iter().any(|known| known.text == memory.text);
        if n_tokens <= left && !is_said && chosen.len() < MOST {
            left -= n_tokens;
            chosen.push(memory);
        }
    }
    chosen.sort_by_key(|memory| memory.seq);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::session_memory::remembered::PassageSource;
    use game::clock::Clock;

    fn memory(seq: u32, score: f32, text: &str) -> MemoryHit {
        let (turn, at) = (Some(format!("t{seq}").as_str().into()), Some(Clock::default()));
        let (whose, text, untruths) = (PassageSource::Told, text.to_owned(), Vec::new());
        MemoryHit {
            turn,
            seq,
            score,
            whose,
            at,
            until: None,
            text,
            untruths,
            is_retelling: false,
            telling: String::new(),
        }
    }

    #[test]
    fn the_best_that_fit_are_chosen_each_once_in_the_order_they_happened() {
        let long = "The water rises over the stones of the ford. ".repeat(60);
        let found = vec![
            memory(9, 0.9, "The bell rang."),
            memory(4, 0.8, "Marta lied."),
            memory(7, 0.7, "The bell rang."),
            memory(2, 0.6, "The key is cold."),
            memory(1, 0.23, "It rains."),
        ];
        let seqs = |found: Vec<MemoryHit>| chosen(found, MOST_TOKENS).iter().map(|it| it.seq).collect::<Vec<_>>();
        assert_eq!(seqs(found), [2, 4, 9]);
        let many = (1..=8).map(|seq| memory(seq, 0.9, &format!("{seq}: {long}"))).collect();
        let many: Vec<MemoryHit> = chosen(many, MOST_TOKENS);
        let n_tokens: usize = many.iter().flat_map(cited_whole).map(|it| estimate_tokens(&it.written())).sum();
        assert!(many.len() <= MOST && n_tokens <= MOST_TOKENS, "{} of {n_tokens} tokens", many.len());
    }
}
