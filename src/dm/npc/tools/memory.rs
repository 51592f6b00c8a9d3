//! `query_session_memory`: the NPC's own memories.

use game::{
    knowledge::{self, Memory},
    wording::fold,
};
use prompt::LineValue;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    dm::{Draft, npc::block, tools::QuerySessionMemory},
};

use super::speaker;

/// The most memories of one answer.
const MOST: usize = 20;

/// Try to remember: what you have seen, heard and been told, as far back as you can. Nothing that others alone know is in it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OwnMemory {
    /// A word or two of what you try to remember; everything, if left out.
    pub about: Option<String>,
}

impl Tool for OwnMemory {
    const NAME: &'static str = QuerySessionMemory::NAME;
    type Context = Draft;
    const SUMMARY: CallSummary = QuerySessionMemory::SUMMARY;

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let npc = speaker(draft)?;
        let words: Vec<String> = self.about.unwrap_or_default().split_whitespace().map(fold).collect();
        let touches = |memory: &&Memory| {
            let text = fold(&format!("{} {} {}", memory.at, memory.by.as_deref().unwrap_or_default(), memory.text));
            words.is_empty() || words.iter().any(|word| text.contains(word.as_str()))
        };
        let known: Vec<&Memory> = knowledge::known_to(draft.game(), &npc.ids).filter(touches).collect();
        let lines = block::lines(&known[known.len().saturating_sub(MOST)..]);
        Ok(ToolOutput::found(match lines.is_empty() {
            true => "You remember nothing of that.".to_owned(),
            false => lines.iter().map(LineValue::written).collect::<Vec<_>>().join("\n"),
        }))
    }
}
