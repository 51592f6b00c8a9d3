//! The rules of the provider's prompt cache: number of marks, minimum length of a cached prefix, lifetime.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Memo,
    wire::{Block, Message, Request, SystemBlock, ToolSpec},
};

/// The most marks of a request.
pub const MOST_MARKS: usize = 4;
/// How many blocks before a mark an earlier prompt may have ended to be found.
pub const LOOK_BACK: usize = 20;

/// A cache mark: the provider caches the prompt's prefix up to it. Every read renews it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "CacheMark", from = "CacheMark")]
pub enum CacheControl {
    /// Five minutes: for the next call of the same turn.
    Ephemeral,
    /// One hour, at a higher price: for the next turn, as players think in between.
    Hour,
}

#[derive(Serialize, Deserialize)]
struct CacheMark {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ttl: Option<String>,
}

impl From<CacheControl> for CacheMark {
    fn from(mark: CacheControl) -> Self {
        Self { kind: "ephemeral".into(), ttl: (mark == CacheControl::Hour).then(|| "1h".into()) }
    }
}

impl From<CacheMark> for CacheControl {
    fn from(mark: CacheMark) -> Self {
        if mark.ttl.as_deref() == Some("1h") { Self::Hour } else { Self::Ephemeral }
    }
}

/// The tokens a prompt must have up to a mark for the mark to count. Of a model that isn't known the most that any asks for.
pub fn least_tokens(model: &str) -> usize {
    match model {
        _ if model.starts_with("claude-opus-5") || model.starts_with("claude-fable") => 512,
        _ if model.starts_with("claude-sonnet") || model.starts_with("claude-opus-4-8") => 1_024,
        _ => 4_096,
    }
}

/// Estimated tokens of a text: a quarter of its characters, and one for each non-Latin character.
pub fn estimate_tokens(text: &str) -> usize {
    if text.is_ascii() {
        return 1 + text.len() / 4;
    }
    let (plain, other) = text
        .chars()
        .fold((0, 0), |(plain, other), c| if c < '\u{250}' { (plain + 1, other) } else { (plain, other + 1) });
    1 + plain / 4 + other
}

/// A block of a prompt in the cache's order: tools, instructions, messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its content without the mark.
    pub text: String,
    /// The mark behind it.
    pub mark: Option<CacheControl>,
}

/// The tools of agents without marks.
static UNMARKED: Memo<[ToolSpec], Arc<[ToolSpec]>> = Memo::new();

impl Request {
    /// The request in pieces, as the cache sees it.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        let tools = self.tools.iter().map(|tool| Piece { text: tool_text(tool), mark: tool.cache_control });
        let system = self.system.iter().map(|block| Piece { text: block.text.clone(), mark: block.cache_control });
        let said = self.messages.iter().flat_map(|message| message.content.iter().map(piece));
        tools.chain(system).chain(said)
    }

    /// The tokens and the mark of each piece. Those of what every request of an agent begins with are estimated once.
    fn sizes(&self) -> impl Iterator<Item = (usize, Option<CacheControl>)> {
        static TOOLS: Memo<[ToolSpec], Arc<[usize]>> = Memo::new();
        static SYSTEMS: Memo<[SystemBlock], Arc<[usize]>> = Memo::new();
        let tools = TOOLS.of(&self.tools, |tools| tools.iter().map(|tool| estimate_tokens(&tool_text(tool))).collect());
        let system = SYSTEMS.of(&self.system, |system| system.iter().map(|it| estimate_tokens(&it.text)).collect());
        let tools = self.tools.iter().enumerate().map(move |(i, tool)| (tools[i], tool.cache_control));
        let system = self.system.iter().enumerate().map(move |(i, block)| (system[i], block.cache_control));
        let said = self.messages.iter().flat_map(|message| &message.content).map(|block| match block {
            Block::Text { text, cache_control } => (estimate_tokens(text), *cache_control),
            block => (estimate_tokens(&piece(block).text), None),
        });
        tools.chain(system).chain(said)
    }

    /// Removes marks without effect, because their prefix is too short for the model.
    #[must_use]
    pub fn with_fitting_marks(mut self) -> Self {
        let least = least_tokens(&self.model);
        let (mut n_tokens, mut unmarked) = (0, Vec::new());
        for (i, (more, mark)) in self.sizes().enumerate() {
            n_tokens += more;
            if n_tokens >= least {
                break;
            }
            if mark.is_some() {
                unmarked.push(i);
            }
        }
        let (n_tools, n_system) = (self.tools.len(), self.system.len());
        let marked = self.tools.iter().enumerate().filter(|(_, tool)| tool.cache_control.is_some());
        let mut marked = marked.map(|(i, _)| i).peekable();
        if marked.peek().is_some() && marked.all(|i| unmarked.contains(&i)) {
            // Shared tools stay shared, so that caches by identity keep working.
            self.tools = UNMARKED.of(&self.tools, |tools| {
                tools.iter().map(|tool| ToolSpec { cache_control: None, ..tool.clone() }).collect()
            });
            unmarked.retain(|i| *i >= n_tools);
        }
        for i in unmarked {
            if i < n_tools {
                self.tools = without(&self.tools, i, |tool| tool.cache_control = None);
            } else if i < n_tools + n_system {
                self.system = without(&self.system, i - n_tools, |block| block.cache_control = None);
            } else if let Some(Block::Text { cache_control, .. }) =
                self.messages.iter_mut().flat_map(|message| &mut message.content).nth(i - n_tools - n_system)
            {
                *cache_control = None;
            }
        }
        self
    }
}

/// Marks the end of the messages for later calls of the same turn, which append to them.
pub fn keep_for_the_turn(messages: &mut [Message]) {
    let last = messages.last_mut().and_then(|message| message.content.last_mut());
    if let Some(Block::Text { cache_control, .. }) = last {
        *cache_control = Some(CacheControl::Ephemeral);
    }
}

/// Shortens cache marks to minutes, for prompts that are repeated at once and then not for long.
pub fn keep_for_minutes(messages: &mut [Message]) {
    for block in messages.iter_mut().flat_map(|message| &mut message.content) {
        if let Block::Text { cache_control: Some(mark), .. } = block {
            *mark = CacheControl::Ephemeral;
        }
    }
}

fn tool_text(tool: &ToolSpec) -> String {
    format!("{}\n{}\n{}", tool.name, tool.description, tool.input_schema)
}

fn piece(block: &Block) -> Piece {
    let (text, mark) = match block {
        Block::Text { text, cache_control } => (text.clone(), *cache_control),
        block => (serde_json::to_string(block).unwrap_or_default(), None),
    };
    Piece { text, mark }
}

/// The same list, with one of it changed.
fn without<T: Clone>(list: &[T], i: usize, change: impl FnOnce(&mut T)) -> Arc<[T]> {
    let mut list = list.to_vec();
    if let Some(one) = list.get_mut(i) {
        change(one);
    }
    list.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Message, SystemBlock};

    fn request(model: &str, n_chars: usize) -> Request {
        let mark = Some(CacheControl::Hour);
        Request {
            model: model.into(),
            max_tokens: 1,
            system: [SystemBlock { text: "a".repeat(n_chars), cache_control: mark }].into(),
            tools: [].into(),
            messages: vec![
                Message::user(vec![Block::Text { text: "b".repeat(400), cache_control: mark }]),
                Message::assistant_text("c"),
                Message::user_text("d"),
            ],
            output_config: None,
        }
    }

    fn marks(request: Request) -> Vec<usize> {
        let request = request.with_fitting_marks();
        request.pieces().enumerate().filter(|(_, piece)| piece.mark.is_some()).map(|(i, _)| i).collect()
    }

    #[test]
    fn a_mark_behind_too_little_is_left_out() {
        assert_eq!(marks(request("claude-sonnet-5-5", 4_100)), [0, 1]);
        assert_eq!(marks(request("claude-sonnet-5-5", 3_900)), [1], "what was said makes it long enough");
        assert_eq!(marks(request("claude-haiku-5-5", 4_100)), [0; 0]);
        assert_eq!(marks(request("a-model-of-ones-own", 17_000)), [0, 1]);
    }

    #[test]
    fn a_mark_says_how_long() {
        assert_eq!(json!(CacheControl::Ephemeral), json!({"type": "ephemeral"}));
        assert_eq!(json!(CacheControl::Hour), json!({"type": "ephemeral", "ttl": "1h"}));
        for mark in [CacheControl::Ephemeral, CacheControl::Hour] {
            assert_eq!(serde_json::from_value::<CacheControl>(json!(mark)).unwrap(), mark);
        }
    }
}
