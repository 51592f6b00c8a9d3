//! Applies changes of the turn stack to the state.

use super::{
    TurnStack,
    awaited::{Awaited, AwaitedAnswer},
    frame::{Contribution, Logged, StackedTurn},
    moves::same_turn,
    steps,
};
use crate::{Change, Refusal, State, id::CharacterId};

impl State {
    /// Applies a change of the turn stack; any other does nothing.
    pub(crate) fn apply_to_the_stack(&mut self, change: &Change) -> Result<(), Refusal> {
        let stack = &mut self.turn_stack;
        match change {
            Change::MainTurnOpened { number, speaker, words, phase } => {
                if stack.main.is_some() {
                    return Err(Refusal::new("A main turn is open already."));
                }
                let main = StackedTurn::new(number.to_string(), speaker.as_str(), words, *phase);
                stack.main = Some(Box::new(main));
            }
            Change::MainTurnCarriedOn { speaker, words } => {
                let current = stack.deepest()?;
                if !words.is_empty() {
                    current.note(Logged::Message(Contribution::new(speaker.as_str(), words)));
                }
                stack.n_carried_on = stack.n_carried_on.saturating_add(1);
            }
            Change::SubTurnsQueued { turns, phase } => {
                let parent = stack.deepest()?;
                if turns.is_empty() || !turns.iter().map(|turn| &turn.id).eq(&parent.next_ids(turns.len())) {
                    return Err(Refusal::new("Sub-turns are numbered one after the other."));
                }
                let new = |turn: &super::moves::QueuedTurn| {
                    StackedTurn::new(turn.id.clone(), &turn.speaker, &turn.content, *phase)
                };
                parent.queue = turns.iter().map(new).collect();
                parent.n_children = parent.n_children.saturating_add(u32::try_from(turns.len()).unwrap_or(u32::MAX));
            }
            Change::StepCompleted { turn } => {
                let current = stack.deepest()?;
                same_turn(current, turn)?;
                if usize::from(current.n_steps_done) >= steps::steps(current.phase).len() {
                    return Err(Refusal::new(format!("All steps of turn {turn} are done.")));
                }
                current.n_steps_done += 1;
            }
            Change::SubTurnEnded { turn, summary } => {
                let parent = stack.parent_of_deepest()?;
                let current = parent.queue.first();
                same_turn(current.ok_or_else(no_sub_turn)?, turn)?;
                let ended = parent.queue.remove(0);
                parent.note(Logged::Ended { turn: ended.id, speaker: ended.speaker, summary: summary.clone() });
            }
            Change::RulesRemembered { turn, rules } => {
                let open = stack.open_turn(turn);
                open.ok_or_else(|| Refusal::new(format!("No turn {turn} is open.")))?.remember(rules);
            }
            Change::ResponsesAwaited { awaited } => {
                stack.deepest()?;
                if awaited.asked.is_empty() || !awaited.given.is_empty() {
                    return Err(Refusal::new("ResponsesAwaited needs at least one person asked and no answers."));
                }
                stack.awaited = Some(awaited.clone());
            }
            Change::ResponseGiven { character_id, words } => {
                let awaited = stack.awaited.as_mut().filter(|awaited| awaited.owes(character_id));
                let awaited = awaited.ok_or_else(|| Refusal::new(format!("“{character_id}” owes no answer.")))?;
                awaited.given.push(AwaitedAnswer { character_id: character_id.clone(), words: words.clone() });
            }
            Change::ResponsesHeard {} | Change::ResponsesWithdrawn {} => {
                let current = stack.deepest().map(|turn| turn.id.clone())?;
                let awaited = stack.awaited.take().ok_or_else(|| Refusal::new("No answers are waited for."))?;
                if let Some(turn) = stack.open_turn(&current) {
                    awaited.into_log(turn);
                }
            }
            Change::MainTurnEnded { number } => {
                same_turn(stack.deepest()?, &number.to_string())?;
                if stack.awaited.is_some() {
                    return Err(Refusal::new("Answers are still waited for."));
                }
                stack.main = None;
            }
            _ => {}
        }
        Ok(())
    }
}

impl TurnStack {
    /// Stops waiting for the answer of a hero who left.
    pub(crate) fn forget(&mut self, who: &CharacterId) {
        let Some(awaited) = &mut self.awaited else { return };
        if awaited.owes(who) {
            awaited.asked.retain(|id| id != who);
        }
        if awaited.asked.is_empty() {
            self.awaited = None;
        }
    }

    fn deepest(&mut self) -> Result<&mut StackedTurn, Refusal> {
        let mut turn = self.main.as_deref_mut().ok_or_else(|| Refusal::new("No turn is open."))?;
        while !turn.queue.is_empty() {
            turn = &mut turn.queue[0];
        }
        Ok(turn)
    }

    fn parent_of_deepest(&mut self) -> Result<&mut StackedTurn, Refusal> {
        let mut turn = self.main.as_deref_mut().ok_or_else(no_sub_turn)?;
        if turn.queue.is_empty() {
            return Err(no_sub_turn());
        }
        while !turn.queue[0].queue.is_empty() {
            turn = &mut turn.queue[0];
        }
        Ok(turn)
    }

    fn open_turn(&mut self, id: &str) -> Option<&mut StackedTurn> {
        fn within<'a>(turn: &'a mut StackedTurn, id: &str) -> Option<&'a mut StackedTurn> {
            if turn.id == id {
                return Some(turn);
            }
            turn.queue.iter_mut().find_map(|child| within(child, id))
        }
        within(self.main.as_deref_mut()?, id)
    }
}

impl Awaited {
    /// Adds the answers to a turn's log: one as a message, several as a group.
    fn into_log(self, turn: &mut StackedTurn) {
        let said = self.given.iter().map(|given| Contribution::new(given.character_id.as_str(), &given.words));
        let mut messages: Vec<Contribution> = said.collect();
        match messages.len() {
            0 => {}
            1 => messages.drain(..).for_each(|said| turn.note(Logged::Message(said))),
            _ => turn.note(Logged::Group { messages }),
        }
    }
}

fn no_sub_turn() -> Refusal {
    Refusal::new("No sub-turn is open.")
}
