//! The turn log: earlier parts of the main turn. Left out if the exchange is the whole turn.
//!
//! # Grammar
//!
//! Lines between `[turn log]` and `[/turn log]`. What belongs to a turn is indented by two spaces more than the turn.
//!
//! ```text
//! turn: 7 | mira | exploration | the words it began with
//!   said: brom | …                                  (what was said in it; repeated, with the two below in their order)
//!   said at once: brom | … || orrin | …
//!   ended: 7.1 | goblin-a | what came of it
//!   turn: 7.2 | brom | combat_rounds | what they do
//!   waits: 7.3 | orrin | what they do               (repeated)
//! playing: 7.2                                      (the turn that is played now)
//! step: what is to be done in it next
//! rule known: spell/bless | Bless | …               (looked up in it, or in the turns above it; repeated)
//! owed: brom, orrin | saving throw | all | what they were asked
//! answered: mira
//! ```
//!
//! # What was said at once
//!
//! Answers of several heroes appear once, between `[at once]` and `[/at once]`, one per line: `mira | …`; the last answer is the
//! player's message. Afterwards they are part of the log.

use std::fmt::Write;

use game::{
    listed,
    turn_stack::{AwaitedAnswer, Contribution, Logged, Phase, StackedTurn, TurnStack},
};
use prompt::{
    LineValue, PartText,
    beside::{AnswerLine, AtOnceBlock, TurnLogBlock},
    plain,
};

/// Renders the log of the main turn that is open, with the `rules` that were looked up in it, a line each. None if no main
/// turn is open.
pub fn turn_log(stack: &TurnStack, rules: &[String]) -> Option<TurnLogBlock> {
    let main = stack.main.as_deref()?;
    let active = stack.active();
    let mut block = String::new();
    turn(&mut block, main, 0);
    if let Some(current) = active.last() {
        let _ = writeln!(block, "playing: {}", current.id);
        let _ = writeln!(block, "step: {}", current.objective().unwrap_or("tell what came of it, and end it"));
    }
    for rule in rules {
        let _ = writeln!(block, "rule known: {rule}");
    }
    if let Some(awaited) = &stack.awaited {
        let owed = listed(awaited.owed().map(|id| id.as_str()));
        let (what, mode) = (awaited.response_type.as_words(), awaited.mode.as_str());
        let _ = writeln!(block, "owed: {} | {what} | {mode} | {}", plain(&owed), plain(&awaited.prompt));
        if !awaited.given.is_empty() {
            let given = listed(awaited.given.iter().map(|given| given.character_id.as_str()));
            let _ = writeln!(block, "answered: {}", plain(&given));
        }
    }
    Some(TurnLogBlock(block.lines().filter_map(LineValue::read).collect()))
}

fn turn(block: &mut String, turn: &StackedTurn, depth: usize) {
    let indent = "  ".repeat(depth);
    let (speaker, content) = (plain(&turn.speaker), plain(&turn.content));
    let _ = writeln!(block, "{indent}turn: {} | {speaker} | {} | {content}", turn.id, Phase::as_str(turn.phase));
    for logged in &turn.log {
        let _ = match logged {
            Logged::Message(said) => writeln!(block, "{indent}  said: {}", words(said)),
            Logged::Group { messages } => {
                let together = messages.iter().map(words).collect::<Vec<_>>().join(" || ");
                writeln!(block, "{indent}  said at once: {together}")
            }
            Logged::Ended { turn, speaker, summary } => {
                writeln!(block, "{indent}  ended: {turn} | {} | {}", plain(speaker), plain(summary))
            }
        };
    }
    let mut queue = turn.queue.iter();
    if let Some(first) = queue.next() {
        self::turn(block, first, depth + 1);
    }
    for waits in queue {
        let _ =
            writeln!(block, "{indent}  waits: {} | {} | {}", waits.id, plain(&waits.speaker), plain(&waits.content));
    }
}

fn words(said: &Contribution) -> String {
    format!("{} | {}", plain(&said.speaker), plain(&said.text))
}

/// Answers of others before the player's message; none without any.
pub(in crate::dm) fn group_block(given: &[AwaitedAnswer]) -> Option<AtOnceBlock> {
    let line = |given: &AwaitedAnswer| AnswerLine {
        who: PartText::of(given.character_id.as_str()),
        words: PartText::of(&given.words),
    };
    (!given.is_empty()).then(|| AtOnceBlock(given.iter().map(line).collect()))
}
