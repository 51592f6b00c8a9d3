//! One content block while it is received. It stays raw JSON from beginning to end, so that a thinking block goes back to the
//! provider exactly as it came.

use serde_json::{Map, Value, json};

use crate::ToolCall;

/// A content block and the deltas it has been given so far.
pub(super) struct PartialBlock {
    /// The provider's number for it; some servers leave it out.
    pub(super) index: Option<u64>,
    /// Whether deltas may still come: no `content_block_stop` was seen.
    pub(super) is_open: bool,
    block: Map<String, Value>,
    /// Whether it is a text; nearly all deltas are of one.
    is_text: bool,
    /// The text from deltas so far.
    more_text: String,
    /// The text of a tool's input so far.
    input_json: String,
    /// A delta was left out because its kind is newer than this program.
    is_mutilated: bool,
}

impl PartialBlock {
    /// Begins with the block of a `content_block_start`.
    pub(super) fn new(index: Option<u64>, mut block: Map<String, Value>) -> Self {
        if block.get("type").and_then(Value::as_str) == Some("tool_use") {
            // A call can't be answered without an id, and some servers send none.
            let has_id = block.get("id").and_then(Value::as_str).is_some_and(|id| !id.is_empty());
            if !has_id {
                block.insert("id".into(), format!("call_{:016x}", rand::random::<u64>()).into());
            }
        }
        let is_text = block.get("type").and_then(Value::as_str) == Some("text");
        let (more_text, input_json) = (String::new(), String::new());
        Self { index, is_open: true, block, is_text, more_text, input_json, is_mutilated: false }
    }

    /// The block's `type`.
    pub(super) fn kind(&self) -> &str {
        self.string("type")
    }

    /// A string of the block, empty if there is none.
    pub(super) fn string(&self, key: &str) -> &str {
        self.block.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// Applies a delta. Returns text to show.
    pub(super) fn grow(&mut self, delta: &Map<String, Value>) -> Option<String> {
        let text = |key| delta.get(key).and_then(Value::as_str).unwrap_or_default();
        match (delta.get("type").and_then(Value::as_str).unwrap_or_default(), self.kind()) {
            ("text_delta", _) => {
                let text = text("text");
                return (self.grow_text(text) && !text.is_empty()).then(|| text.to_owned());
            }
            ("thinking_delta", "thinking") => self.push("thinking", text("thinking")),
            // A signature comes whole; it is not put together from pieces.
            ("signature_delta", "thinking") => {
                self.block.insert("signature".into(), text("signature").into());
            }
            ("citations_delta", "text") => self.cite(delta.get("citation")),
            ("input_json_delta", _) => self.input_json.push_str(text("partial_json")),
            (newer, _) => self.leave_out(newer),
        }
        None
    }

    /// Adds a piece of text. Returns whether this is a text.
    pub(super) fn grow_text(&mut self, text: &str) -> bool {
        match self.is_text {
            true => self.more_text.push_str(text),
            false => self.leave_out("text_delta"),
        }
        self.is_text
    }

    fn leave_out(&mut self, delta: &str) {
        tracing::debug!(delta, block = self.kind(), "left out a delta of an unknown kind");
        self.is_mutilated = true;
    }

    fn push(&mut self, key: &str, more: &str) {
        match self.block.get_mut(key) {
            Some(Value::String(text)) => text.push_str(more),
            _ => {
                self.block.insert(key.to_owned(), more.into());
            }
        }
    }

    fn cite(&mut self, citation: Option<&Value>) {
        let Some(citation) = citation.cloned() else { return };
        match self.block.get_mut("citations") {
            Some(Value::Array(citations)) => citations.push(citation),
            _ => {
                self.block.insert("citations".into(), Value::Array(vec![citation]));
            }
        }
    }

    /// Whether this block is half a block when the answer ends right after it for want of room. A tool's
    /// input may look whole and not be, and thinking counts only with its signature.
    pub(super) fn is_cut_by_the_end(&self) -> bool {
        match self.kind() {
            "tool_use" => true,
            "thinking" => self.string("signature").is_empty(),
            _ => false,
        }
    }

    /// The finished block as it can legally be sent back, with the tool call it is. Nothing if the
    /// block is incomplete or blank. Half a text is a text: it was shown.
    pub(super) fn finish(mut self) -> Option<(Value, Option<ToolCall>)> {
        if self.is_text {
            let more = std::mem::take(&mut self.more_text);
            self.push("text", &more);
            let is_blank = self.string("text").trim().is_empty();
            return (!is_blank).then(|| (Value::Object(self.block), None));
        }
        // Block types this program knows are complete; unknown types may have lost a part.
        let is_known = matches!(self.kind(), "tool_use" | "thinking" | "redacted_thinking");
        if self.is_open || self.kind().is_empty() || (self.is_mutilated && !is_known) {
            return None;
        }
        let is_call = self.kind() == "tool_use";
        if !is_call && self.input_json.is_empty() {
            return Some((Value::Object(self.block), None));
        }
        let input = self.input();
        // A message may only contain objects; the tool's result tells the model about others.
        let legal = input.as_ref().ok().filter(|input| input.is_object()).cloned().unwrap_or_else(|| json!({}));
        self.block.insert("input".into(), legal);
        let call = is_call.then(|| ToolCall { id: self.string("id").into(), name: self.string("name").into(), input });
        Some((Value::Object(self.block), call))
    }

    /// The tool's input: from the deltas, or else from the start of the block.
    fn input(&self) -> Result<Value, String> {
        let text = match self.block.get("input") {
            _ if !self.input_json.trim().is_empty() => &self.input_json,
            Some(Value::String(text)) if !text.trim().is_empty() => text,
            Some(input @ Value::Object(_)) => return Ok(input.clone()),
            _ => return Ok(json!({})),
        };
        match serde_json::from_str(text) {
            Ok(Value::Null) => Ok(json!({})),
            Ok(input) => Ok(input),
            Err(_) => Err(text.clone()),
        }
    }
}
