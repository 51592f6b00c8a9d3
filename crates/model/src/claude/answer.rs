//! Assembles one answer from its events: what to show while it arrives, and the whole reply at the end.

use serde_json::{Map, Value};

use super::body::Data;
use super::part::PartialBlock;
use crate::{Reply, ReplyEvent, StopReason, Tokens};

/// An answer while it comes in.
pub(super) struct StreamedAnswer {
    model: String,
    parts: Vec<PartialBlock>,
    stop: Option<StopReason>,
    tokens: Tokens,
}

/// The effect of a provider's event on the reader of the answer.
pub(super) enum StreamStep {
    /// Nothing to show.
    Quiet,
    /// Something to show.
    Show(ReplyEvent),
    /// `message_stop`: the answer is whole.
    End,
    /// `error`, with the provider's type of it.
    Error(String),
}

impl From<Option<ReplyEvent>> for StreamStep {
    fn from(event: Option<ReplyEvent>) -> Self {
        event.map_or(Self::Quiet, Self::Show)
    }
}

impl StreamedAnswer {
    /// An empty answer; `asked_of` is the model's name until the provider sends one.
    pub(super) fn new(asked_of: &str) -> Self {
        Self { model: asked_of.to_owned(), parts: Vec::new(), stop: None, tokens: Tokens::default() }
    }

    /// Takes the data of one streamed event.
    pub(super) fn take(&mut self, data: Data) -> StreamStep {
        match data {
            Data::Text { index, text } => self.grow_text(index, text).into(),
            Data::Any(data) => self.take_any(&data),
        }
    }

    fn take_any(&mut self, data: &Value) -> StreamStep {
        let index = data["index"].as_u64();
        match data["type"].as_str().unwrap_or_default() {
            "message_start" => {
                self.head(&data["message"]);
                return (self.tokens.prompt() > 0).then_some(ReplyEvent::Counted(self.tokens)).into();
            }
            "content_block_start" => return self.start(index, &data["content_block"]).into(),
            "content_block_delta" => return self.grow(index, &data["delta"]).into(),
            "content_block_stop" => {
                if let Some(part) = self.open_part(index) {
                    part.is_open = false;
                }
            }
            "message_delta" => {
                self.stopped(&data["delta"]);
                self.count(&data["usage"]);
            }
            "message_stop" => return StreamStep::End,
            "error" => return StreamStep::Error(data["error"]["type"].as_str().unwrap_or_default().to_owned()),
            "ping" => {}
            newer => tracing::debug!(event = newer, "left out an event of an unknown kind"),
        }
        StreamStep::Quiet
    }

    /// Takes a whole message, as a server sends it that does not stream. `None` if it isn't one.
    pub(super) fn take_message(&mut self, message: &Value) -> Option<Vec<ReplyEvent>> {
        let content = message["content"].as_array()?;
        self.head(message);
        let shown = content.iter().filter_map(|block| {
            let event = self.start(None, block);
            if let Some(part) = self.open_part(None) {
                part.is_open = false;
            }
            event
        });
        Some(shown.collect())
    }

    fn head(&mut self, message: &Value) {
        if let Some(model) = message["model"].as_str().filter(|model| !model.is_empty()) {
            self.model = model.to_owned();
        }
        self.stopped(message);
        self.count(&message["usage"]);
    }

    fn start(&mut self, index: Option<u64>, block: &Value) -> Option<ReplyEvent> {
        let block = block.as_object()?.clone();
        let part = PartialBlock::new(index, block);
        let event = match part.kind() {
            "text" if !part.string("text").is_empty() => Some(ReplyEvent::Text(part.string("text").to_owned())),
            "tool_use" => {
                Some(ReplyEvent::ToolStarted { id: part.string("id").to_owned(), name: part.string("name").to_owned() })
            }
            _ => None,
        };
        self.parts.push(part);
        event
    }

    fn grow(&mut self, index: Option<u64>, delta: &Value) -> Option<ReplyEvent> {
        let delta = delta.as_object()?;
        if delta.get("type").is_some_and(|kind| kind == "text_delta") {
            self.open_text(index);
        }
        self.open_part(index)?.grow(delta).map(ReplyEvent::Text).or_else(|| unshown(delta))
    }

    fn grow_text(&mut self, index: Option<u64>, text: String) -> Option<ReplyEvent> {
        self.open_text(index);
        let is_shown = self.open_part(index)?.grow_text(&text) && !text.is_empty();
        is_shown.then_some(ReplyEvent::Text(text))
    }

    /// Opens a text where no block is open: some servers don't announce it.
    fn open_text(&mut self, index: Option<u64>) {
        if self.open_part(index).is_none() {
            let block = Map::from_iter([("type".to_owned(), "text".into()), ("text".to_owned(), "".into())]);
            self.parts.push(PartialBlock::new(index, block));
        }
    }

    /// The block an event speaks of: the open one of that number, or else the one opened last.
    fn open_part(&mut self, index: Option<u64>) -> Option<&mut PartialBlock> {
        let mut open = self.parts.iter_mut().rev().filter(|part| part.is_open);
        match index {
            Some(_) => open.find(|part| part.index == index || part.index.is_none()),
            None => open.next(),
        }
    }

    fn stopped(&mut self, delta: &Value) {
        let Some(reason) = delta["stop_reason"].as_str() else { return };
        self.stop = Some(match reason {
            "end_turn" => StopReason::EndTurn,
            "tool_use" => StopReason::ToolUse,
            "max_tokens" => StopReason::MaxTokens,
            "stop_sequence" => StopReason::StopSequence,
            "pause_turn" => StopReason::PauseTurn,
            "refusal" => StopReason::Refusal,
            "model_context_window_exceeded" => StopReason::ContextWindowExceeded,
            newer => {
                tracing::warn!(stop_reason = newer, "the answer ended for an unknown reason");
                StopReason::Other(newer.to_owned())
            }
        });
    }

    /// Usage is cumulative: a later count replaces an earlier one. Zero replaces nothing, as some servers send it for unchanged
    /// values.
    fn count(&mut self, usage: &Value) {
        let tokens = &mut self.tokens;
        for (key, count) in [
            ("input_tokens", &mut tokens.input),
            ("cache_read_input_tokens", &mut tokens.cache_read),
            ("cache_creation_input_tokens", &mut tokens.cache_write),
            ("output_tokens", &mut tokens.output),
        ] {
            if let Some(n) = usage[key].as_u64().filter(|n| *n > 0) {
                *count = n;
            }
        }
        if let Some(n) = usage["cache_creation"]["ephemeral_1h_input_tokens"].as_u64().filter(|n| *n > 0) {
            tokens.cache_write_hour = n;
        }
    }

    /// The whole reply.
    pub(super) fn finish(mut self) -> Reply {
        let ran_out =
            matches!(self.stop, Some(StopReason::MaxTokens | StopReason::ContextWindowExceeded | StopReason::Refusal));
        if ran_out {
            self.parts.pop_if(|last| last.is_cut_by_the_end());
        }
        let (blocks, calls): (Vec<_>, Vec<_>) = self.parts.into_iter().filter_map(PartialBlock::finish).unzip();
        let calls: Vec<_> = calls.into_iter().flatten().collect();
        let unsaid = if calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolUse };
        Reply { model: self.model, blocks, calls, stop: self.stop.unwrap_or(unsaid), tokens: self.tokens }
    }
}

/// Length of a delta's hidden content.
fn unshown(delta: &Map<String, Value>) -> Option<ReplyEvent> {
    let texts = ["partial_json", "thinking"].iter().filter_map(|key| delta.get(*key)?.as_str());
    let n_bytes = texts.map(str::len).sum();
    (n_bytes > 0).then_some(ReplyEvent::Unshown { n_bytes })
}
