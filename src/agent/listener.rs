//! The listener of an agent run.

use std::future::Future;

use model::{Reply, ToolCall};

use super::{nudge::Nudges, tool::ToolOutput};

/// The kind of text of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextKind {
    /// An answer to the person who asked; “Done.” is one, too.
    #[default]
    Conversation,
    /// A character's words and deeds. A remark about the story doesn't count.
    Speech,
    /// A story for a player. A lead-in beside tool calls is never all of it.
    Story,
}

/// Receives the events of a run. The tools' context is also the listener, so that tool effects and events have one order.
pub trait Listener: Send {
    /// A request is about to go out, the `n`th of this run, from 1.
    fn asking(&mut self, n: u32) -> impl Future<Output = ()> + Send;
    /// Text for the player.
    fn text(&mut self, delta: &str);
    /// All text but the first `keep` bytes is withdrawn.
    fn text_taken_back(&mut self, keep: usize);
    /// The provider asked for patience.
    fn waiting(&mut self, delay_ms: u64);
    /// A tool call has begun.
    fn tool_started(&mut self, id: &str, name: &str);
    /// Adds to a tool's result what applies to all tools.
    fn completed(&mut self, _call: &ToolCall, answer: ToolOutput) -> ToolOutput {
        answer
    }
    /// A tool call was answered.
    fn tool_answered(&mut self, call: &ToolCall, answer: &ToolOutput) -> impl Future<Output = ()> + Send;
    /// The facts behind the answer to the call just run, for a model in this process (see [`Block::ToolResult`]).
    ///
    /// [`Block::ToolResult`]: model::Block::ToolResult
    fn take_facts(&mut self) -> Option<serde_json::Value> {
        None
    }
    /// Called when a reply completes, with its token usage.
    fn replied(&mut self, reply: &Reply);
    /// Called before a run ends, if it has replies left. Returns an objection to the story, if there is one. The model reads it
    /// once and either calls tools or sends the whole story again ([`told_again`](Self::told_again)).
    fn objection(&mut self) -> impl Future<Output = Option<String>> + Send {
        async { None }
    }
    fn text_kind(&self) -> TextKind {
        TextKind::Conversation
    }
    /// Whether a tool has finished the work, so that the model is not called again.
    fn is_over(&self) -> bool {
        false
    }
    /// Whether a tool has left something to be done by calls, so that a run with few replies grants one more for them.
    fn asks_for_calls(&self) -> bool {
        false
    }
    /// The texts that prompt a model to continue when it stops early.
    fn nudges(&self) -> Nudges {
        Nudges::default()
    }
    /// Called when a reply fails but the run continues: the calls it began are never run.
    fn broke_off(&mut self) {}
    /// Called when the model answers an objection or a rejected call with the story again; it replaces all previous text but the
    /// first `keep` bytes.
    fn told_again(&mut self, keep: usize, story: &str) {
        self.text_taken_back(keep);
        self.text(story);
    }
    /// Called when the model answers an objection or a rejected call with a remark. The player does not see it, and the story is
    /// kept. A remark without any tool call `rejects` the objection.
    fn remark_dropped(&mut self, _text: &str, _rejects: bool) {}
}
