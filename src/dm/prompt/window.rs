//! The number of earlier turns in a prompt.

pub use model::estimate_tokens;

use game::{Change, Turn, turn::Exchange};

use crate::config::PastSettings;

/// The bounds of the window. Above either it shrinks to half of that bound: in steps, not every turn, so that the prompt's prefix
/// rarely moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowBounds {
    /// The most tokens (estimated).
    pub tokens: usize,
    /// The most turns, however short they are.
    pub turns: usize,
}

impl From<PastSettings> for WindowBounds {
    fn from(past: PastSettings) -> Self {
        Self { tokens: past.window_tokens as usize, turns: past.window_turns as usize }
    }
}

/// When the heroes come to another node of a campaign, prompts show at most this number of turns of the previous node.
const WINDOW_NODE_TURNS: usize = 4;

/// The most tokens of the turns that the prompt of a fight has.
const FIGHT_MAX_TOKENS: usize = 4_000;
/// The turns in the prompt of a fight begin at every n-th turn of the session, so that the prompt begins the same for a while.
const FIGHT_STEP: u32 = 6;

/// The first turn the next prompt shows, after a turn was added to `window` (ascending, unbroken, never empty).
pub fn advance_window(window: &[Exchange], bounds: WindowBounds) -> u32 {
    let sizes: Vec<usize> =
        window.iter().map(|said| estimate_tokens(&said.message) + estimate_tokens(&said.narrative)).collect();
    let mut total: usize = sizes.iter().sum();
    let mut first = 0;
    let most_turns = if sizes.len() > bounds.turns { bounds.turns / 2 } else { sizes.len() };
    if total > bounds.tokens || sizes.len() > most_turns {
        // The newest turn stays, however long it is.
        let most_tokens = if total > bounds.tokens { bounds.tokens / 2 } else { total };
        while (total > most_tokens || sizes.len() - first > most_turns) && first + 1 < sizes.len() {
            total -= sizes[first];
            first += 1;
        }
    }
    window.get(first).map_or(1, |said| said.seq)
}

/// The turns of the window that the prompt of a fight has: the newest within a limit of tokens, beginning at a turn that stays the same
/// while a few are played. Its prompt is another than the story's, and kept in no cache before it begins; what matters in it is the fight.
pub fn window_of_a_fight(window: &[Exchange]) -> &[Exchange] {
    let sizes = window.iter().map(|said| estimate_tokens(&said.message) + estimate_tokens(&said.narrative));
    let mut left = FIGHT_MAX_TOKENS;
    let fitting = sizes.rev().take_while(|size| {
        let fits = *size <= left;
        left = left.saturating_sub(*size);
        fits
    });
    let first = window.len() - fitting.count();
    let at = match window[first..].iter().position(|said| said.seq % FIGHT_STEP == 1) {
        Some(later) if first > 0 => first + later,
        Some(_) => 0,
        // Long turns: the newest that fit, or the newest one.
        None => first.min(window.len().saturating_sub(1)),
    };
    &window[at..]
}

/// Moves a window on by a turn, which is left out of it where it is not to be shown, and answers the first turn the
/// next prompt shows.
pub fn advance_with(window: &mut Vec<Exchange>, turn: &Turn, shown: bool, bounds: WindowBounds) -> u32 {
    window.push(turn.exchange());
    let mut from = advance_window(window, bounds);
    if turn.changes.iter().any(|change| matches!(change, Change::NodeReached { .. })) {
        from = from.max(window[window.len().saturating_sub(WINDOW_NODE_TURNS)].seq);
    }
    window.retain(|said| said.seq >= from && (said.seq < turn.seq || shown));
    from
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use game::turn::Usage;

    fn turn(seq: u32, changes: Vec<Change>) -> Turn {
        let now = Timestamp::UNIX_EPOCH;
        Turn {
            id: format!("t{seq}").as_str().into(),
            seq,
            session_id: "s".into(),
            character_id: "mira".into(),
            seat: None,
            message: "I go.".into(),
            narrative: "You go.".into(),
            speakers: Vec::new(),
            tool_calls: Vec::new(),
            changes,
            combat_events: Vec::new(),
            alternatives: Vec::new(),
            deeds: Vec::new(),
            whispers: Vec::new(),
            usage: Usage::default(),
            model: "a-model".into(),
            started_at: now,
            ended_at: now,
        }
    }

    #[test]
    fn a_fight_is_shown_a_few_thousand_tokens_from_a_turn_that_rarely_changes() {
        let said =
            |seq: u32, n_chars: usize| Exchange { narrative: "a".repeat(n_chars), ..turn(seq, Vec::new()).exchange() };
        let firsts = |n_chars: usize| -> Vec<u32> {
            let all: Vec<Exchange> = (1..=40).map(|seq| said(seq, n_chars)).collect();
            (1..=40).map(|n| window_of_a_fight(&all[..n])[0].seq).collect()
        };
        assert_eq!(firsts(100)[39], 1, "little is shown whole");
        // Some 400 tokens each: nine or ten of them fit.
        let mut steps = firsts(1_600);
        assert!((1..=40).zip(&steps).all(|(n, first)| n - first < 10 && n - first + 1 >= 4.min(n)), "{steps:?}");
        steps.dedup();
        assert!(steps.len() <= 8, "{steps:?}");
        assert_eq!(firsts(40_000)[..3], [1, 2, 3], "the newest is shown however long it is");
        assert!(window_of_a_fight(&[]).is_empty());
    }

    #[test]
    fn another_node_leaves_the_last_few_turns() {
        let mut window = Vec::new();
        let node = |title: &str| Change::NodeReached { node: "n".into(), title: title.into() };
        assert_eq!(
            advance_with(&mut window, &turn(1, vec![node("The Yard")]), true, PastSettings::default().into()),
            1
        );
        for seq in 2..10 {
            assert_eq!(advance_with(&mut window, &turn(seq, Vec::new()), true, PastSettings::default().into()), 1);
        }
        assert_eq!(
            advance_with(&mut window, &turn(10, vec![node("The Mill")]), true, PastSettings::default().into()),
            7
        );
        assert_eq!(window.iter().map(|said| said.seq).collect::<Vec<_>>(), [7, 8, 9, 10]);
    }
}
