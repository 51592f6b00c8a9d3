//! What a run is heard by.

use std::future::Future;

use crate::llm::{Reply, ToolCall};

use super::{nudge::Nudges, tool::Answer};

/// Hears what happens while a run goes on. The context of the tools is the listener, so that what a tool does and what
/// is told of it come in one order.
pub trait Listener: Send {
    /// A request is about to go out, the `n`th of this run, from 1.
    fn asking(&mut self, n: u32) -> impl Future<Output = ()> + Send;
    /// Text for the player.
    fn text(&mut self, delta: &str);
    /// All text but the first `keep` bytes is taken back.
    fn text_taken_back(&mut self, keep: usize);
    /// The provider asked for patience.
    fn waiting(&mut self, delay_ms: u64);
    /// A tool call has begun.
    fn tool_started(&mut self, id: &str, name: &str);
    /// A tool call was answered.
    fn tool_answered(&mut self, call: &ToolCall, answer: &Answer) -> impl Future<Output = ()> + Send;
    /// A reply came to its end, having cost so much.
    fn replied(&mut self, reply: &Reply);
    /// The story is told. What is answered stands against it and is put to the model: its next reply is told in place of all
    /// text so far, or leaves it as it is if it says nothing. Asked before each end of a run that has replies left.
    fn objection(&mut self) -> Option<String> {
        None
    }
    /// Whether a tool has brought the work to its end: nothing more is asked of the model then.
    fn is_over(&self) -> bool {
        false
    }
    /// What a model is told that has to be nudged.
    fn nudges(&self) -> Nudges {
        Nudges::default()
    }
    /// Nothing came of an objection: the model failed or would not answer. What was told before stands.
    fn overruled(&mut self) {}
}
