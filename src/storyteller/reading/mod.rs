//! What a request says: the table, what was told before, the player's words, and how far this turn has come.

pub(super) mod cited;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use crate::{
    game::combat::event::CallFacts,
    llm::{Block, Message, Request, Role},
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
    /// Who speaks for themselves, where somebody does.
    pub(super) persona: Option<Persona>,
    /// What the player says.
    pub(super) words: String,
    /// Past tellings, oldest first.
    pub(super) told: Vec<String>,
    /// What the player said in past turns, oldest first.
    pub(super) asked: Vec<String>,
    /// What came to mind of turns that are not shown, and what the player keeps in sight.
    pub(super) memories: Vec<cited::Line>,
    /// Names of the tools there are.
    pub(super) tools: BTreeSet<String>,
    /// What tools answered in this turn, by the call's id.
    pub(super) answers: BTreeMap<String, ToolAnswer>,
    /// What was said in this turn.
    pub(super) said: String,
    /// How many replies were given in this turn.
    pub(super) n_replies: usize,
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
        let with_table = |message: &Message| message.role == Role::User && table_block(message).is_some();
        let plain = |message: &Message| message.role == Role::User && results(message).next().is_none();
        let start = messages.iter().rposition(with_table).or_else(|| messages.iter().rposition(plain));
        let start = start.unwrap_or(messages.len());
        let mut reading = Self {
            tools: request.tools.iter().map(|tool| tool.name.clone()).collect(),
            told: messages[..start].iter().filter(|m| m.role == Role::Assistant).map(text_of).collect(),
            asked: messages[..start].iter().filter(|m| plain(m) && m.role == Role::User).map(words_of).collect(),
            ..Self::default()
        };
        if let Some(message) = messages.get(start) {
            let table = table_block(message);
            let sheets = messages.iter().find_map(sheets_block).unwrap_or_default();
            reading.table = table.map(|table| Table::read(&format!("{sheets}\n{table}"))).unwrap_or_default();
            let texts: Vec<&str> = message.content.iter().filter_map(Block::as_text).collect();
            let words_at = texts.len().saturating_sub(1);
            let fight = texts.iter().take(words_at).find(|text| text.starts_with("[fight]"));
            reading.fray = fight.map(|text| Fray::read(text));
            let plot = texts.iter().take(words_at).find(|text| text.starts_with("[plot]"));
            reading.script = plot.map(|text| Script::read(text));
            let memories = texts.iter().take(words_at).find(|text| text.starts_with("[memories]"));
            reading.memories = memories.into_iter().flat_map(|text| text.lines()).filter_map(cited::read).collect();
            let npc = texts.iter().take(words_at).find(|text| text.starts_with("[npc]"));
            reading.persona = npc.map(|text| Persona::read(text));
            let words = if table.is_some() { texts.get(1..).unwrap_or_default().last() } else { texts.last() };
            reading.words = words.copied().unwrap_or_default().trim().to_owned();
        }
        for message in messages.get(start + 1..).unwrap_or_default() {
            match message.role {
                Role::Assistant => {
                    reading.n_replies += 1;
                    reading.said.push_str(&text_of(message));
                }
                Role::User => reading.answers.extend(results(message)),
            }
        }
        reading
    }
}

/// The state block of a message: its first text that begins as one does.
fn table_block(message: &Message) -> Option<&str> {
    message.content.iter().filter_map(Block::as_text).find(|text| text.trim_start().starts_with("[table]"))
}

/// The heroes' sheets of a message: before its words, which may say what they like.
fn sheets_block(message: &Message) -> Option<&str> {
    let texts: Vec<&str> = message.content.iter().filter_map(Block::as_text).collect();
    let (_, before) = texts.split_last()?;
    before.iter().find(|text| text.starts_with("[sheets]")).copied()
}

/// What a player said: the last of a message's texts, behind what stands before all turns.
fn words_of(message: &Message) -> String {
    message.content.iter().filter_map(Block::as_text).next_back().unwrap_or_default().to_owned()
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
