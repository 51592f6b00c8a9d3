//! Collects the judge's single decision.

use model::{Reply, Tokens, ToolCall};

use crate::{
    agent::{Listener, ToolError, ToolOutput},
    dm::step::{Drill, TurnStep},
};

use super::tools::Decision;

/// The state of a request to the judge. Text beside the decision is ignored.
pub(in crate::dm) struct Bench {
    drill: Drill,
    decision: Option<Decision>,
    /// The call that decided.
    call: Option<ToolCall>,
    /// The models that answered, and their tokens.
    pub(super) spent: Vec<(String, Tokens)>,
}

impl Bench {
    pub(super) fn new(drill: Drill) -> Self {
        Self { drill, decision: None, call: None, spent: Vec::new() }
    }

    /// Records the decision. Later ones are refused.
    pub(super) fn decide(&mut self, decision: Decision) -> Result<ToolOutput, ToolError> {
        if self.decision.is_some() {
            return Err(ToolError::Refused("It is decided already.".into()));
        }
        self.decision = Some(decision);
        Ok(ToolOutput::done("decided"))
    }

    /// The decision and the call that made it, if there was one.
    pub(super) fn take(self) -> Option<(Decision, ToolCall)> {
        self.decision.zip(self.call)
    }
}

impl Listener for Bench {
    async fn asking(&mut self, _: u32) {
        self.drill.reached(TurnStep::Judge);
    }

    fn text(&mut self, _: &str) {}

    fn text_taken_back(&mut self, _: usize) {}

    fn waiting(&mut self, _: u64) {}

    fn tool_started(&mut self, _: &str, _: &str) {}

    async fn tool_answered(&mut self, call: &ToolCall, answer: &ToolOutput) {
        if !answer.is_error && self.call.is_none() {
            self.call = Some(call.clone());
        }
    }

    fn replied(&mut self, reply: &Reply) {
        self.spent.push((reply.model.clone(), reply.tokens));
    }
}
