//! Builds streams of events as the provider sends them, for tests.

use serde_json::{Value, json};

/// A stream of events, in the making.
pub(crate) struct Recording {
    events: Vec<Value>,
    n_blocks: u64,
}

impl Recording {
    /// Begins with a `message_start`.
    pub(crate) fn new() -> Self {
        let usage = json!({"input_tokens": 12, "cache_creation_input_tokens": 3, "cache_read_input_tokens": 40,
                           "output_tokens": 1});
        let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5-20261001",
                             "content": [], "stop_reason": null, "stop_sequence": null, "usage": usage});
        Self::bare().event(json!({"type": "message_start", "message": message})).event(json!({"type": "ping"}))
    }

    /// Begins with nothing.
    pub(crate) fn bare() -> Self {
        Self { events: Vec::new(), n_blocks: 0 }
    }

    /// Adds any event.
    pub(crate) fn event(mut self, event: Value) -> Self {
        self.events.push(event);
        self
    }

    /// Adds a block with its deltas, and leaves it open.
    pub(crate) fn open(mut self, block: Value, deltas: &[Value]) -> Self {
        let index = self.n_blocks;
        self.n_blocks += 1;
        self.events.push(json!({"type": "content_block_start", "index": index, "content_block": block}));
        let deltas = deltas.iter().map(|delta| json!({"type": "content_block_delta", "index": index, "delta": delta}));
        self.events.extend(deltas);
        self
    }

    /// Adds a whole block.
    pub(crate) fn block(self, block: Value, deltas: &[Value]) -> Self {
        let index = self.n_blocks;
        self.open(block, deltas).event(json!({"type": "content_block_stop", "index": index}))
    }

    /// Adds a text of these pieces.
    pub(crate) fn text(self, pieces: &[&str]) -> Self {
        self.block(json!({"type": "text", "text": ""}), &text_deltas(pieces))
    }

    /// Adds a text that is not ended.
    pub(crate) fn open_text(self, pieces: &[&str]) -> Self {
        self.open(json!({"type": "text", "text": ""}), &text_deltas(pieces))
    }

    /// Adds a tool call whose input comes in these pieces.
    pub(crate) fn tool(self, id: &str, name: &str, pieces: &[&str]) -> Self {
        self.block(tool_start(id, name), &json_deltas(pieces))
    }

    /// Adds a tool call that is not ended.
    pub(crate) fn open_tool(self, id: &str, name: &str, pieces: &[&str]) -> Self {
        self.open(tool_start(id, name), &json_deltas(pieces))
    }

    /// Adds a thinking block.
    pub(crate) fn thinking(self, pieces: &[&str], signature: &str) -> Self {
        let thoughts = pieces.iter().map(|text| json!({"type": "thinking_delta", "thinking": text}));
        let signed = json!({"type": "signature_delta", "signature": signature});
        let deltas: Vec<_> = thoughts.chain([signed]).collect();
        self.block(json!({"type": "thinking", "thinking": "", "signature": ""}), &deltas)
    }

    /// Ends the message, and gives the stream as text.
    pub(crate) fn done(self, stop_reason: &str) -> String {
        let delta = json!({"stop_reason": stop_reason, "stop_sequence": null});
        self.event(json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 30}}))
            .event(json!({"type": "message_stop"}))
            .cut()
    }

    /// The stream so far as text.
    pub(crate) fn cut(self) -> String {
        let events = self.events.iter();
        events.map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap_or_default())).collect()
    }
}

fn tool_start(id: &str, name: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": name, "input": {}})
}

fn text_deltas(pieces: &[&str]) -> Vec<Value> {
    pieces.iter().map(|text| json!({"type": "text_delta", "text": text})).collect()
}

fn json_deltas(pieces: &[&str]) -> Vec<Value> {
    pieces.iter().map(|json| json!({"type": "input_json_delta", "partial_json": json})).collect()
}
