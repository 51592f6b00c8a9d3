//! Parses a request: the state, earlier turns, the player's message, and the progress of this turn.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use game::{combat::event::CallFacts, safety::tag};
use model::{Block, Message, MessageRole, Request};
use prompt::{
    Bracketed, ContextBlock, LineText, LineValue,
    beside::SafetyBlock,
    memories::{CitedLine, CitedSource, CitedTime},
    name_of,
    sheets::SheetsBlock,
    table::TableBlock,
};

use super::{fray::Fray, script::Script, table::Table, voice::Persona};

/// A request, read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) table: Table,
    /// The fight, where there is one.
    pub(super) fray: Option<Fray>,
    /// The campaign, where one is played.
    pub(super) script: Option<Script>,
    /// Who speaks for themselves, where someone does.
    pub(super) persona: Option<Persona>,
    /// What the player says.
    pub(super) words: String,
    /// Past narrations, oldest first.
    pub(super) told: Vec<String>,
    /// What the player said in past turns, oldest first.
    pub(super) asked: Vec<String>,
    /// What came to mind of turns that are not shown, and what the player keeps in sight.
    pub(super) memories: Vec<PastLine>,
    /// Names of the tools there are.
    pub(super) tools: BTreeSet<String>,
    /// What tools answered in this turn, by the call's id.
    pub(super) answers: BTreeMap<String, ToolAnswer>,
    /// What was said in this turn.
    pub(super) said: String,
    /// How many replies were given in this turn.
    pub(super) n_replies: usize,
}

/// Speech or narration of a past turn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PastLine {
    /// 0 before the first turn.
    pub(super) turn: u32,
    pub(super) day: u32,
    pub(super) hour: u32,
    pub(super) minute: u32,
    /// The speaker; empty for narration.
    pub(super) who: String,
    /// Whether it was written down beside a narration.
    pub(super) is_written: bool,
    /// The turn that contradicted it; none if it still holds.
    pub(super) until: Option<u32>,
    pub(super) text: String,
}

impl PastLine {
    pub(super) fn of(line: &CitedLine) -> Self {
        let (turn, [day, hour, minute], until) = match line.when {
            CitedTime::Turn { seq, at, until } => (seq, [at.day, at.hour.into(), at.minute.into()], until),
            CitedTime::BeforeTheFirstTurn => (0, [1, 0, 0], None),
        };
        let who = if let CitedSource::Said(name) = &line.source { name.written() } else { String::new() };
        let is_written = line.source == CitedSource::Written;
        Self { turn, day, hour, minute, who, is_written, until, text: line.text.written() }
    }
}

/// What a tool answered.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ToolAnswer {
    pub(super) text: String,
    pub(super) is_error: bool,
    /// What it came to by the rules of a fight.
    pub(super) facts: CallFacts,
}

impl ToolAnswer {
    /// The answer as JSON; null where it is none.
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }
}

impl Reading {
    /// Reads a request. The turn begins with the last user message that has a state block, or else with the last that
    /// holds no tool results.
    pub(super) fn of(request: &Request) -> Self {
        let messages = &request.messages;
        let with_table = |message: &Message| message.role == MessageRole::User && table_block(message).is_some();
        let plain = |message: &Message| message.role == MessageRole::User && results(message).next().is_none();
        let start = messages.iter().rposition(with_table).or_else(|| messages.iter().rposition(plain));
        let start = start.unwrap_or(messages.len());
        let mut reading = Self {
            tools: request.tools.iter().map(|tool| tool.name.clone()).collect(),
            told: messages[..start].iter().filter(|m| m.role == MessageRole::Assistant).map(text_of).collect(),
            asked: messages[..start].iter().filter(|m| plain(m) && m.role == MessageRole::User).map(words_of).collect(),
            ..Self::default()
        };
        if let Some(message) = messages.get(start) {
            let (words, before) = split(message);
            reading.words = words.trim().to_owned();
            let sheets = messages.iter().find_map(sheets_block).and_then(SheetsBlock::parse);
            for block in before.iter().filter_map(|text| ContextBlock::parse(text)) {
                reading.take(block, sheets.as_ref());
            }
        }
        reading.table.never_shown = messages.iter().find_map(never_shown).unwrap_or_default();
        for message in messages.get(start + 1..).unwrap_or_default() {
            match message.role {
                MessageRole::Assistant => {
                    reading.n_replies += 1;
                    reading.said.push_str(&text_of(message));
                }
                MessageRole::User => reading.answers.extend(results(message)),
            }
        }
        reading
    }
}

impl Reading {
    /// Stores a parsed context block.
    fn take(&mut self, block: ContextBlock, sheets: Option<&SheetsBlock>) {
        match block {
            ContextBlock::Table(block) => self.table = Table::of(&block, sheets),
            ContextBlock::Fight(block) => self.fray = Some(Fray::of(*block)),
            ContextBlock::Plot(block) => self.script = Some(Script::of(&block)),
            ContextBlock::Memories(block) => self.memories = block.0.iter().map(PastLine::of).collect(),
            ContextBlock::Npc(block) => self.persona = Some(Persona::of(&block)),
            _ => {}
        }
    }
}

/// The words of a message, which are its last text and may say what they like, and the texts before them.
fn split(message: &Message) -> (&str, Vec<&str>) {
    let mut texts: Vec<&str> = message.content.iter().filter_map(Block::as_text).collect();
    (texts.pop().unwrap_or_default(), texts)
}

/// The state block of a message.
fn table_block(message: &Message) -> Option<&str> {
    split(message).1.into_iter().find(|text| name_of(text) == Some(TableBlock::NAME))
}

/// The heroes' sheets of a message.
fn sheets_block(message: &Message) -> Option<&str> {
    split(message).1.into_iter().find(|text| name_of(text) == Some(SheetsBlock::NAME))
}

/// What a player said: the last of a message's texts, after the blocks before all turns.
fn words_of(message: &Message) -> String {
    message.content.iter().filter_map(Block::as_text).next_back().unwrap_or_default().to_owned()
}

/// What a message says is never to be shown, where it says so: ids of content tags, and own words.
fn never_shown(message: &Message) -> Option<Vec<String>> {
    let texts = split(message).1;
    let block = texts.into_iter().find(|text| name_of(text) == Some(SafetyBlock::NAME)).and_then(SafetyBlock::parse)?;
    let entry = |line: &LineText| line.written();
    Some(block.lines.iter().map(entry).map(|line| tag(&line).map_or(line, |tag| tag.id.clone())).collect())
}

fn text_of(message: &Message) -> String {
    message.content.iter().filter_map(Block::as_text).collect::<Vec<_>>().join("\n")
}

fn results(message: &Message) -> impl Iterator<Item = (String, ToolAnswer)> + '_ {
    message.content.iter().filter_map(|block| match block {
        Block::ToolResult { tool_use_id, content, is_error, facts } => {
            let facts = facts.as_ref().and_then(|facts| CallFacts::deserialize(facts).ok()).unwrap_or_default();
            Some((tool_use_id.clone(), ToolAnswer { text: content.clone(), is_error: *is_error, facts }))
        }
        Block::Raw(value) if value["type"] == "tool_result" => {
            let text = value["content"].as_str().map_or_else(|| value["content"].to_string(), str::to_owned);
            let is_error = value["is_error"].as_bool().unwrap_or(false);
            let answer = ToolAnswer { text, is_error, facts: CallFacts::default() };
            Some((value["tool_use_id"].as_str()?.to_owned(), answer))
        }
        _ => None,
    })
}
