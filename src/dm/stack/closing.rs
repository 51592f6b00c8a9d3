//! Closes the stack at the end of an exchange.
//!
//! A session must never be stuck in an unfinished turn. So an exchange narrated by a model ends its current sub-turn, unless it is
//! new or answers are awaited. Queued sub-turns keep the main turn open. A fight closes everything: it has its own order.

use game::{Change, Refusal, turn_stack::TurnStack};

use crate::dm::Draft;

use super::condenser;

impl Draft {
    /// Ends the turns that are finished with this exchange.
    ///
    /// # Errors
    /// The turn stack is invalid.
    pub(in crate::dm) async fn close_turns(&mut self) -> Result<(), Refusal> {
        if self.game().turn_stack.main.is_none() {
            return Ok(());
        }
        if self.has_fought() {
            self.withdraw()?;
            while let Ok(turn) = self.game().turn_stack.sub_turn() {
                let summary = condenser::plainly(turn, "");
                self.end_with(&summary)?;
            }
        }
        let current = |stack: &TurnStack| stack.sub_turn().ok().map(|turn| turn.id.clone());
        let (began, stack) = (current(&self.moment.begun), &self.game().turn_stack);
        if self.moment.is_told && stack.awaited.is_none() && began.is_some() && began == current(stack) {
            self.end_sub_turn("").await?;
        }
        match self.game().turn_stack.close() {
            Some(close) => self.record(close),
            None => self.keep_rules(),
        }
    }

    /// The rules looked up in turns that stay open are remembered in the next exchange.
    fn keep_rules(&mut self) -> Result<(), Refusal> {
        let open: Vec<String> = self.game().turn_stack.active().iter().map(|turn| turn.id.clone()).collect();
        for turn in open {
            let rules = self.look_ups().rules_of(&turn);
            if !rules.is_empty() {
                self.record(Change::RulesRemembered { turn, rules })?;
            }
        }
        Ok(())
    }
}
