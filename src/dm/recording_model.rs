//! Records the requests and replies of agents in the trace of their turn.
//!
//! A [`RecordingModel`] is a model that passes every request on and watches the reply. Its callers need not know:
//! each call is noted, also one that failed, was too slow or was broken off.

use std::{sync::Arc, time::Instant};

use data_encoding::HEXLOWER;
use futures::StreamExt;
use game::{
    house_rules::HouseRules,
    language_tag::LanguageTag,
    turn::{Exchange, Speaker, Spent},
};
use model::{
    self, Block, Memo, Message, MessageRole, Model, Reply, ReplyEvent, ReplyStream, Request, StopReason, SystemBlock,
    ToolSpec,
};
use prompt::{
    Bracketed, ContextBlock, LineText,
    beside::{HouseRulesBlock, LanguageBlock},
    name_of,
};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::store::{AgentCall, CalledTool, PromptBlock};

use super::{
    agents::{
        AUTHOR, COMBAT, CONDENSER, DUNGEON_MASTER, EFFECT_EXTRACTOR, NPC, NPC_PROFILE, NPC_STATS, PUPPETEER, QUESTIONS,
        RESOURCE_EXTRACTOR, RULES_JUDGE, SUMMARISER,
    },
    feed::Feed,
    models::{Models, Provider},
    prompt::estimate_tokens,
    redaction::redacted,
    safety::Boundaries,
};

/// A model, watched for one agent of one turn.
pub(super) struct RecordingModel {
    models: Models,
    agent: &'static str,
    /// The person that the agent speaks for, if any.
    speaker: Option<Speaker>,
    /// The turns its prompt shows.
    seqs: Arc<[u32]>,
    feed: Feed,
    /// The session's settings for this agent, as blocks.
    settings: Vec<ContextBlock>,
    /// The lines, veils and dials of the table, and a scene that was stopped.
    boundaries: Boundaries,
}

/// The agents that write what players read.
const WRITE_FOR_PLAYERS: [&str; 13] = [
    DUNGEON_MASTER,
    COMBAT,
    NPC,
    PUPPETEER,
    RULES_JUDGE,
    NPC_PROFILE,
    NPC_STATS,
    EFFECT_EXTRACTOR,
    RESOURCE_EXTRACTOR,
    SUMMARISER,
    CONDENSER,
    AUTHOR,
    QUESTIONS,
];

/// The agents that tell the story or rule on it, and so keep to house rules.
const KEEP_HOUSE_RULES: [&str; 6] = [DUNGEON_MASTER, COMBAT, NPC, PUPPETEER, RULES_JUDGE, QUESTIONS];

fn language_block(language: &LanguageTag) -> LanguageBlock {
    LanguageBlock(vec![LineText::of(&format!(
        "Write what players read in this language: {language}. Ids and the names of conditions, skills and spells stay as they are."
    ))])
}

fn house_rules(rules: &HouseRules) -> HouseRulesBlock {
    let kept =
        rules.switched().into_iter().map(|(name, words)| format!("{name}: {words}. The engine does this by itself."));
    let text = rules.text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned);
    HouseRulesBlock(kept.chain(text).map(|line| LineText::of(&line)).collect())
}

impl RecordingModel {
    /// Watches these models for an agent that is shown a window.
    pub(super) fn of(models: &Models, agent: &'static str, window: &[Exchange], feed: Feed) -> Self {
        let seqs = window.iter().map(|said| said.seq).collect();
        let (models, settings) = (models.clone(), Vec::new());
        Self { models, agent, speaker: None, seqs, feed, settings, boundaries: Boundaries::default() }
    }

    /// Sets language and house rules. The built-in storyteller can't use them and doesn't get them.
    pub(super) fn with_settings(self, language: Option<&LanguageTag>, rules: &HouseRules) -> Self {
        if self.models.provider == Provider::Storyteller {
            return self;
        }
        let rules = (KEEP_HOUSE_RULES.contains(&self.agent) && !rules.is_by_the_book()).then(|| house_rules(rules));
        let language = language.filter(|_| WRITE_FOR_PLAYERS.contains(&self.agent)).map(language_block);
        Self {
            settings: rules.map(ContextBlock::from).into_iter().chain(language.map(ContextBlock::from)).collect(),
            ..self
        }
    }

    /// Sets safety boundaries: they are in the prompt of agents that write for players, and answers are checked before they are
    /// shown.
    pub(super) fn within(self, boundaries: &Boundaries) -> Arc<dyn Model> {
        if boundaries.is_empty() || !WRITE_FOR_PLAYERS.contains(&self.agent) {
            return Arc::new(self);
        }
        let (models, agent, feed) = (self.models.clone(), self.agent, self.feed.clone());
        let told = Arc::new(Self { boundaries: boundaries.clone(), ..self });
        boundaries.guard(told, agent, &models, &feed)
    }

    /// Adds the settings as blocks before the player's words, and the boundaries before everything else, because they rarely change.
    /// They are not part of the instructions, which stay the same when a player changes the settings.
    fn naming_settings(&self, request: Request) -> Request {
        let mut messages = request.messages;
        if let Some(asks) = messages.get_mut(self.seqs.len() * 2) {
            let before_the_words = asks.content.len().saturating_sub(1);
            let stopped = self.boundaries.stopped_block().map(ContextBlock::from);
            let mut blocks: Vec<&ContextBlock> = self.settings.iter().chain(&stopped).collect();
            blocks.sort_by_key(|block| block.place());
            let blocks = blocks.into_iter().map(|block| Block::text(block.render()));
            asks.content.splice(before_the_words..before_the_words, blocks);
        }
        if let (Some(block), Some(first)) = (self.boundaries.block(), messages.first_mut()) {
            first.content.insert(0, Block::text(block.render()));
        }
        Request { messages, ..request }
    }

    /// Sets the NPC who speaks.
    pub(super) fn speaking_for(self, speaker: Option<Speaker>) -> Self {
        Self { speaker, ..self }
    }
}

impl Model for RecordingModel {
    fn reply(&self, request: Request) -> ReplyStream {
        let request = self.naming_settings(request);
        let call = AgentCall {
            agent: self.agent.to_owned(),
            speaker: self.speaker.clone(),
            model: request.model.clone(),
            prompt: blocks(&request, &self.seqs),
            n_blocks_left_out: 0,
            tools: request.tools.iter().map(|tool| tool.name.clone()).collect(),
            text_bytes: 0,
            tool_calls: Vec::new(),
            usage: Spent::default(),
            stop_reason: None,
            outcome: "broken off: nobody waited for the rest".to_owned(),
            took_ms: 0,
        };
        let mut note = CallInProgress {
            call: Some(call),
            since: Instant::now(),
            models: self.models.clone(),
            feed: self.feed.clone(),
        };
        let events = self.models.model.reply(request);
        events.inspect(move |event| note.hear(event)).boxed()
    }
}

/// A call in progress; recorded when it is dropped.
struct CallInProgress {
    call: Option<AgentCall>,
    since: Instant,
    models: Models,
    feed: Feed,
}

impl CallInProgress {
    fn hear(&mut self, event: &Result<ReplyEvent, model::Error>) {
        let Some(call) = &mut self.call else { return };
        match event {
            Ok(ReplyEvent::Text(delta)) => call.text_bytes += delta.len(),
            Ok(ReplyEvent::Finished(reply)) => {
                answered(call, reply);
                call.usage = self.models.spent(&reply.model, &reply.tokens);
            }
            Err(error) => call.outcome = redacted(&error.to_string()),
            // Until the answer is complete, its cost is known only for the prompt.
            Ok(ReplyEvent::Counted(tokens)) => call.usage = self.models.spent(&call.model, tokens),
            Ok(
                ReplyEvent::Waiting { .. }
                | ReplyEvent::Unshown { .. }
                | ReplyEvent::ToolStarted { .. }
                | ReplyEvent::Retracted,
            ) => return,
        }
        call.took_ms = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
    }
}

impl Drop for CallInProgress {
    fn drop(&mut self) {
        let Some(mut call) = self.call.take() else { return };
        if call.took_ms == 0 {
            call.took_ms = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        }
        self.feed.note(call);
    }
}

fn answered(call: &mut AgentCall, reply: &Reply) {
    call.outcome = "answered".to_owned();
    call.model.clone_from(&reply.model);
    call.text_bytes = reply.text().len();
    let called = |it: &model::ToolCall| CalledTool { call_id: it.id.clone(), name: it.name.clone() };
    call.tool_calls = reply.calls.iter().map(called).collect();
    call.stop_reason = Some(in_words(&reply.stop).to_owned());
}

/// Why a reply ended, as the protocol says it.
fn in_words(stop: &StopReason) -> &str {
    match stop {
        StopReason::EndTurn => "end_turn",
        StopReason::ToolUse => "tool_use",
        StopReason::MaxTokens => "max_tokens",
        StopReason::StopSequence => "stop_sequence",
        StopReason::PauseTurn => "pause_turn",
        StopReason::Refusal => "refusal",
        StopReason::ContextWindowExceeded => "model_context_window_exceeded",
        StopReason::Other(reason) => reason,
    }
}

/// Recorded blocks of the constant prefix of prompts.
static TOOLS: Memo<[ToolSpec], PromptBlock> = Memo::new();
static INSTRUCTIONS: Memo<[SystemBlock], PromptBlock> = Memo::new();

/// The parts of a prompt, in order.
fn blocks(request: &Request, seqs: &[u32]) -> Vec<PromptBlock> {
    let mut blocks = Vec::new();
    if !request.tools.is_empty() {
        blocks.push(TOOLS.of(&request.tools, |tools| still("tools", &json(&tools))));
    }
    blocks.push(INSTRUCTIONS.of(&request.system, |system| {
        let instructions: Vec<&str> = system.iter().map(|block| block.text.as_str()).collect();
        still("instructions", &instructions.join("\n"))
    }));
    if let Some(format) = request.output_config.as_ref().and_then(|config| config.format.as_ref()) {
        blocks.push(still("schema", &json(format)));
    }
    // Two messages per turn of the window; then the current message and its tool results.
    let (window, asked) = request.messages.split_at((seqs.len() * 2).min(request.messages.len()));
    if !window.is_empty() {
        let said: Vec<&str> = window.iter().flat_map(|message| &message.content).filter_map(Block::as_text).collect();
        let tokens = said.iter().map(|text| estimate_tokens(text)).sum();
        let digest = Some(digest(&said.join("\n")));
        blocks.push(PromptBlock {
            name: "window".into(),
            tokens,
            digest,
            seqs: seqs.to_vec(),
            ..PromptBlock::default()
        });
    }
    let mut asked = asked.iter();
    if let Some(first) = asked.next() {
        let words = if request.tools.is_empty() { "question" } else { "words" };
        let last = first.content.len().saturating_sub(1);
        blocks.extend(first.content.iter().enumerate().map(|(i, block)| {
            let text = block.as_text().unwrap_or_default();
            let bracketed = name_of(text).filter(|_| i < last);
            told(bracketed.unwrap_or(if i == last { words } else { "block" }), text)
        }));
    }
    let mut names: Vec<(String, String)> = Vec::new();
    asked.for_each(|message| blocks.extend(said_since(message, &mut names)));
    blocks
}

/// The blocks of a message of this turn's conversation. `names` are the tools by the ids of their calls.
fn said_since(message: &Message, names: &mut Vec<(String, String)>) -> Vec<PromptBlock> {
    let mut blocks = Vec::new();
    for block in &message.content {
        match block {
            Block::ToolResult { tool_use_id, content, .. } => {
                let name = names.iter().find(|(id, _)| id == tool_use_id).map_or("a tool", |(_, name)| name);
                blocks.push(told(&format!("result of {name}"), content));
            }
            Block::Raw(value) if value["type"] == "tool_use" => {
                let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
                names.push((text("id"), text("name")));
                blocks.push(told(&format!("call {}", text("name")), &value["input"].to_string()));
            }
            block => {
                let name = if message.role == MessageRole::Assistant { "reply" } else { "nudge" };
                // A thought is the model's own; only its size is noted.
                match block.as_text() {
                    Some(text) => blocks.push(told(name, text)),
                    None => blocks.push(still("thought", &json(block))),
                }
            }
        }
    }
    blocks
}

/// A block without its text.
fn still(name: &str, text: &str) -> PromptBlock {
    PromptBlock {
        name: name.to_owned(),
        tokens: estimate_tokens(text),
        digest: Some(digest(text)),
        ..PromptBlock::default()
    }
}

/// A block with its text.
fn told(name: &str, text: &str) -> PromptBlock {
    PromptBlock { text: Some(redacted(text)), ..still(name, text) }
}

fn json<T: Serialize>(it: &T) -> String {
    serde_json::to_string(it).unwrap_or_default()
}

/// The first 16 digits of a text's SHA-256.
fn digest(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text)[..8])
}
