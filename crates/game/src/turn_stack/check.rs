//! Validates a turn stack from outside, such as an import.

use std::collections::HashSet;

use super::{
    MAX_DEPTH, MAX_LOG, MAX_OPEN, MAX_RULES, TurnStack,
    awaited::Awaited,
    frame::{Contribution, Logged, StackedTurn},
    steps,
};
use crate::{
    check::Checked,
    hero::FieldError,
    limits::{MAX_HEROES, MAX_MESSAGE},
    wording::{MAX_LINE, MAX_NAME},
};

fn holds(is: bool, at: &str, why: &str) -> Checked {
    if is { Ok(()) } else { Err(FieldError::new(at, why)) }
}

fn short(text: &str, most: usize) -> bool {
    text.chars().count() <= most
}

/// Whether a stack is sound: its turns are numbered below their parents, not too many of them, and answers are waited for
/// in an open turn only.
///
/// # Errors
/// The first field that can't be as it is.
pub(crate) fn check(stack: &TurnStack) -> Checked {
    if let Some(main) = &stack.main {
        let number = main.id.parse::<u32>().is_ok_and(|n| n > 0 && n.to_string() == main.id);
        holds(number, "turnStack.main.id", "Main turns are numbered from 1.")?;
        holds(main.n_open() <= MAX_OPEN, "turnStack.main.queue", "Too many turns are open.")?;
        turn("turnStack.main", main, 1)?;
    }
    match &stack.awaited {
        Some(awaited) => {
            holds(stack.main.is_some(), "turnStack.awaited", "Answers are waited for in an open turn.")?;
            self::awaited(awaited)
        }
        None => Ok(()),
    }
}

fn turn(at: &str, turn: &StackedTurn, depth: usize) -> Checked {
    holds(depth <= MAX_DEPTH, at, "Turns don't nest so deep.")?;
    holds(short(&turn.speaker, MAX_NAME), &format!("{at}.speaker"), "The name is too long.")?;
    holds(short(&turn.content, MAX_LINE), &format!("{at}.content"), "The text is too long.")?;
    let n_steps = steps::steps(turn.phase).len();
    holds(usize::from(turn.n_steps_done) <= n_steps, &format!("{at}.nStepsDone"), "There are not so many steps.")?;
    let rules = turn.rules.len() <= MAX_RULES && turn.rules.iter().all(|rule| short(rule, MAX_LINE));
    holds(rules, &format!("{at}.rules"), "Too many rules are remembered.")?;
    holds(turn.log.len() <= MAX_LOG && turn.log.iter().all(logged), &format!("{at}.log"), "The log is too long.")?;
    let mut last = 0;
    for (i, child) in turn.queue.iter().enumerate() {
        let at = format!("{at}.queue.{i}");
        let number = child.id.strip_prefix(&turn.id).and_then(|rest| rest.strip_prefix('.'));
        let number = number.and_then(|n| n.parse::<u32>().ok().filter(|m| m.to_string() == n));
        let number = number.filter(|n| *n > last && *n <= turn.n_children);
        last = number.ok_or_else(|| FieldError::new(format!("{at}.id"), "Sub-turns are numbered in their order."))?;
        holds(i == 0 || child.is_fresh(), &at, "Only the first of a queue is played.")?;
        self::turn(&at, child, depth + 1)?;
    }
    Ok(())
}

impl StackedTurn {
    /// Whether nothing has happened in it yet.
    fn is_fresh(&self) -> bool {
        self.n_children == 0 && self.n_steps_done == 0 && self.log.is_empty() && self.queue.is_empty()
    }
}

fn logged(logged: &Logged) -> bool {
    let said = |said: &Contribution| short(&said.speaker, MAX_NAME) && short(&said.text, MAX_LINE);
    match logged {
        Logged::Message(message) => said(message),
        Logged::Group { messages } => messages.len() <= MAX_HEROES && messages.iter().all(said),
        Logged::Ended { turn, speaker, summary } => {
            short(turn, MAX_NAME) && short(speaker, MAX_NAME) && short(summary, MAX_LINE)
        }
    }
}

fn awaited(awaited: &Awaited) -> Checked {
    let asked: HashSet<&str> = awaited.asked.iter().map(|id| id.as_str()).collect();
    let sound = !asked.is_empty() && asked.len() == awaited.asked.len() && asked.len() <= MAX_HEROES;
    holds(sound, "turnStack.awaited.asked", "Between one and six heroes are asked, each once.")?;
    let given: HashSet<&str> = awaited.given.iter().map(|given| given.character_id.as_str()).collect();
    let sound = given.len() == awaited.given.len() && given.is_subset(&asked);
    holds(sound, "turnStack.awaited.given", "Each of those who were asked answers once.")?;
    let words = awaited.given.iter().all(|given| short(&given.words, MAX_MESSAGE));
    holds(words && short(&awaited.prompt, MAX_LINE), "turnStack.awaited", "The words are too long.")
}
