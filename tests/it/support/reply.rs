//! One reply of the scripted Claude, in the making.

use std::time::Duration;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::claude::recording::Recording;

/// What Claude answers to one request.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    parts: Vec<Part>,
    stop: Option<&'static str>,
    /// Input, cache reads, cache writes, output.
    tokens: [u64; 4],
    status: u16,
    delay: Duration,
}

#[derive(Debug, Clone)]
enum Part {
    Thinking,
    Text(String),
    Call { name: String, input: String },
}

/// A reply that tells something.
pub(crate) fn says(text: impl Into<String>) -> Reply {
    let parts = vec![Part::Text(text.into())];
    Reply { parts, stop: None, tokens: [10, 0, 0, 5], status: 200, delay: Duration::ZERO }
}

/// A reply that calls a tool and tells nothing.
pub(crate) fn calls(name: &str, input: Value) -> Reply {
    let silent = Reply { parts: Vec::new(), ..says("") };
    silent.and_calls(name, input)
}

/// A reply that calls `update_game_state` and tells nothing.
pub(crate) fn updates(input: Value) -> Reply {
    calls("update_game_state", input)
}

/// A reply that begins with a thought of its own.
pub(crate) fn thinks() -> Reply {
    Reply { parts: vec![Part::Thinking], ..says("") }
}

/// No reply: the provider answers with this status.
pub(crate) fn fails(status: u16) -> Reply {
    Reply { status, ..says("") }
}

impl Reply {
    /// Calls a tool, too.
    pub(crate) fn and_calls(self, name: &str, input: Value) -> Self {
        self.and_writes(name, &input.to_string())
    }

    /// Calls `update_game_state`, too.
    pub(crate) fn and_updates(self, input: Value) -> Self {
        self.and_calls("update_game_state", input)
    }

    /// Calls a tool with just this text for its input.
    pub(crate) fn and_writes(mut self, name: &str, input: &str) -> Self {
        self.parts.push(Part::Call { name: name.to_owned(), input: input.to_owned() });
        self
    }

    /// Ends for this reason.
    pub(crate) fn stopping_for(self, reason: &'static str) -> Self {
        Self { stop: Some(reason), ..self }
    }

    /// Ends because it has become too long.
    pub(crate) fn cut_short(self) -> Self {
        self.stopping_for("max_tokens")
    }

    /// Costs these tokens: input, cache reads, cache writes, output.
    pub(crate) fn costing(self, tokens: [u64; 4]) -> Self {
        Self { tokens, ..self }
    }

    /// Delays the reply by this time.
    pub(crate) fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// The reply as it is sent, from `model`; ids of calls continue from `n_calls`.
    pub(super) fn response(&self, model: &str, n_calls: &mut u32) -> ResponseTemplate {
        if self.status != 200 {
            let body = json!({"type": "error", "error": {"type": "api_error", "message": "words of the provider"}});
            return ResponseTemplate::new(self.status).set_body_json(body);
        }
        let [input, read, write, output] = self.tokens;
        let usage = json!({"input_tokens": input, "cache_read_input_tokens": read,
                           "cache_creation_input_tokens": write, "output_tokens": 1});
        let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [],
                             "stop_reason": null, "stop_sequence": null, "usage": usage});
        let mut stream = Recording::bare().event(json!({"type": "message_start", "message": message}));
        for part in &self.parts {
            stream = match part {
                Part::Thinking => stream.thinking(&["What if", "?"], "c2lnbmVk"),
                Part::Text(text) => stream.text(&pieces(text)),
                Part::Call { name, input } => {
                    *n_calls += 1;
                    stream.tool(&format!("toolu_{n_calls}"), name, &pieces(input))
                }
            };
        }
        let called = self.parts.iter().any(|part| matches!(part, Part::Call { .. }));
        let stop = self.stop.unwrap_or(if called { "tool_use" } else { "end_turn" });
        let delta = json!({"stop_reason": stop, "stop_sequence": null});
        let end = stream
            .event(json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": output}}))
            .event(json!({"type": "message_stop"}));
        ResponseTemplate::new(200).set_body_raw(end.cut(), "text/event-stream").set_delay(self.delay)
    }
}

/// A text in a few pieces, as it would stream.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((at, _)) = rest.char_indices().nth(24) {
        let (piece, more) = rest.split_at(at);
        pieces.push(piece);
        rest = more;
    }
    pieces.push(rest);
    pieces
}
