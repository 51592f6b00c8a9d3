//! Types of the Messages protocol: the request and the finished reply.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

use super::{Effort, Memo, ModelChoice, caching::CacheControl};

/// One request to a model. It serializes to the body of `POST /v1/messages`; the client adds `stream`.
#[derive(Debug, Clone, Serialize)]
pub struct Request {
    /// The model's id, such as `claude-sonnet-5-5`.
    pub model: String,
    /// The most tokens the answer may have.
    pub max_tokens: u32,
    /// The system prompt, in blocks; the same from turn to turn.
    #[serde(skip_serializing_if = "no_items", serialize_with = "system")]
    pub system: Arc<[SystemBlock]>,
    /// The tools the model may call; empty for a single-shot agent.
    #[serde(skip_serializing_if = "no_items", serialize_with = "tools")]
    pub tools: Arc<[ToolSpec]>,
    /// The conversation: roles alternate and the user speaks first and last.
    pub messages: Vec<Message>,
    /// The shape of the answer and the effort, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_config: Option<OutputConfig>,
}

fn no_items<T>(items: &Arc<[T]>) -> bool {
    items.is_empty()
}

static SYSTEMS: Memo<[SystemBlock], Arc<RawValue>> = Memo::new();
static TOOLS: Memo<[ToolSpec], Arc<RawValue>> = Memo::new();

impl Request {
    /// Asks another model, with its effort.
    pub fn ask_instead(&mut self, choice: &ModelChoice) {
        self.model.clone_from(&choice.id);
        match &mut self.output_config {
            Some(config) => config.effort = choice.effort,
            None => self.output_config = OutputConfig::of(choice),
        }
        // An empty object says nothing.
        self.output_config.take_if(|config| config.effort.is_none() && config.format.is_none());
    }

    /// The system prompt as JSON. The requests of an agent share it, so it is written once.
    pub(super) fn system_json(&self) -> Arc<RawValue> {
        SYSTEMS.of(&self.system, written)
    }

    /// The tools as JSON, written once as well.
    pub(super) fn tools_json(&self) -> Arc<RawValue> {
        TOOLS.of(&self.tools, written)
    }
}

fn written<T: Serialize>(list: &[T]) -> Arc<RawValue> {
    // Our own values always serialise to JSON; `null` would be refused by the provider.
    to_raw_value(list).unwrap_or_else(|_| RawValue::NULL.to_owned()).into()
}

fn system<S: Serializer>(system: &Arc<[SystemBlock]>, serializer: S) -> Result<S::Ok, S::Error> {
    SYSTEMS.of(system, written).serialize(serializer)
}

fn tools<S: Serializer>(tools: &Arc<[ToolSpec]>, serializer: S) -> Result<S::Ok, S::Error> {
    TOOLS.of(tools, written).serialize(serializer)
}

/// `output_config` of a request.
#[derive(Debug, Clone, Default, Serialize)]
pub struct OutputConfig {
    /// How much work the model puts into the answer; its own default if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// `{"type": "json_schema", "schema": …}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Value>,
}

impl OutputConfig {
    /// Asks for the effort of a choice; `None` if it names none.
    pub fn of(choice: &ModelChoice) -> Option<Self> {
        choice.effort.map(|effort| Self { effort: Some(effort), ..Self::default() })
    }

    /// Asks for an answer that is JSON of this schema.
    pub fn json_schema(schema: Value) -> Self {
        Self { effort: None, format: Some(serde_json::json!({"type": "json_schema", "schema": schema})) }
    }
}

/// A text block of the system prompt.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename = "text")]
pub struct SystemBlock {
    /// The text; never blank.
    pub text: String,
    /// A cache mark after this block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_control: Option<CacheControl>,
}

/// A tool as the model sees it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ToolSpec {
    /// Snake-case name of at most 64 characters.
    pub name: String,
    /// Purpose, and when to call it.
    pub description: String,
    /// A JSON schema of type object.
    pub input_schema: Value,
    /// A cache mark after this tool (the last one carries it).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_control: Option<CacheControl>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageRole {
    /// The player and the table.
    User,
    /// The model.
    Assistant,
}

/// One message: a role and its blocks, never empty.
#[derive(Debug, Clone, Serialize)]
pub struct Message {
    pub role: MessageRole,
    /// In order.
    pub content: Vec<Block>,
}

impl Message {
    /// A user's message of these blocks.
    pub fn user(content: Vec<Block>) -> Self {
        Self { role: MessageRole::User, content }
    }

    /// A user's message of one text.
    pub fn user_text(text: impl Into<String>) -> Self {
        Self::user(vec![Block::text(text)])
    }

    /// An assistant's message of one text.
    pub fn assistant_text(text: impl Into<String>) -> Self {
        Self { role: MessageRole::Assistant, content: vec![Block::text(text)] }
    }

    /// An assistant's blocks exactly as they were received, to be sent back unchanged.
    pub fn assistant_replay(blocks: &[Value]) -> Self {
        Self { role: MessageRole::Assistant, content: blocks.iter().cloned().map(Block::Raw).collect() }
    }
}

/// A content block of a message we build, or one we received and send back as it was.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// Text; never blank.
    Text {
        /// The text.
        text: String,
        /// A cache mark after this block.
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
    /// The answer to a `tool_use` of the assistant message before.
    ToolResult {
        /// The call's id.
        tool_use_id: String,
        content: String,
        /// Set for a refusal the model should repair.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
        /// The facts behind the text, for a model in this process. They are never sent to a provider.
        #[serde(skip)]
        facts: Option<Value>,
    },
    /// A received block, kept as raw JSON so that it goes back byte for byte (a thinking block's
    /// signature is valid only then).
    #[serde(untagged)]
    Raw(Value),
}

impl Block {
    /// A text block without a cache mark.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), cache_control: None }
    }

    /// The text of a text block, built or received.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::Raw(value) if value["type"] == "text" => value["text"].as_str(),
            _ => None,
        }
    }
}

/// Events of a reply in progress.
#[derive(Debug, Clone)]
pub enum ReplyEvent {
    /// The provider asked to wait: the next try starts after this number of milliseconds.
    Waiting {
        /// How long.
        delay_ms: u64,
    },
    /// Usage so far: the prompt's size, as soon as the answer begins.
    Counted(Tokens),
    /// A piece of the answer's text, never empty.
    Text(String),
    /// More hidden output: a tool's input, or thinking.
    Unshown {
        /// How long it is.
        n_bytes: usize,
    },
    /// The model has begun to write a tool call; its input is not there yet.
    ToolStarted {
        /// The call's id.
        id: String,
        /// The tool's name.
        name: String,
    },
    /// The reply so far is void: it starts again.
    Retracted,
    /// The reply is whole. Always the last event of a good stream.
    Finished(Reply),
}

/// A whole reply.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The model that answered, as it names itself, or else as it was asked for.
    pub model: String,
    /// The complete content blocks as raw JSON, in order; incomplete ones are left out.
    pub blocks: Vec<Value>,
    /// The complete tool calls among them, in order.
    pub calls: Vec<ToolCall>,
    /// Why it ended.
    pub stop: StopReason,
    pub tokens: Tokens,
}

impl Reply {
    /// All of the reply's text blocks, joined.
    pub fn text(&self) -> String {
        self.blocks.iter().filter(|b| b["type"] == "text").filter_map(|b| b["text"].as_str()).collect()
    }
}

/// A tool call the model made.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The id its answer must carry.
    pub id: String,
    /// The tool's name, which need not exist.
    pub name: String,
    /// Its input, or the text that was not JSON. No argument at all is `{}`.
    pub input: Result<Value, String>,
}

/// Why a reply ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopReason {
    /// It said all it had to say.
    EndTurn,
    /// It waits for the answers to its tool calls.
    ToolUse,
    /// `max_tokens` was reached; a last, incomplete tool call has been left out.
    MaxTokens,
    /// A stop sequence was met.
    StopSequence,
    /// The provider paused a long answer; send it back to go on.
    PauseTurn,
    /// The model refused; its text so far is void.
    Refusal,
    /// The conversation has outgrown the model's window.
    ContextWindowExceeded,
    /// Something newer than this program.
    Other(String),
}

/// Tokens of one or several replies. `input` counts only what was neither read from nor written to the cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Input at the full price.
    pub input: u64,
    /// Input read from the cache.
    pub cache_read: u64,
    /// Input written to the cache.
    pub cache_write: u64,
    /// As much of that as is kept for an hour, which costs more.
    pub cache_write_hour: u64,
    /// Output, thinking included.
    pub output: u64,
}

impl Tokens {
    /// All that was asked, from a cache or not.
    pub fn prompt(&self) -> u64 {
        self.input + self.cache_read + self.cache_write
    }
}
