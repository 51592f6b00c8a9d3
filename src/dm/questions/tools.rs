//! Read-only tools for questions.

use prompt::LineValue;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{Tool, ToolError, ToolOutput, Toolbox},
    dm::{PastQuery, session_memory::cited_with_untruths, tools::rules_found},
    rules::SearchQuery,
};

use super::QuestionContext;

/// The most looks for one question.
const MAX_LOOKS: u32 = 6;
/// The most turns that one look into the story gives.
const MAX_FOUND: usize = 6;
/// The most characters of what is looked for.
const MAX_QUERY: usize = 1_000;

/// Find what was said, told or written down in the story so far, however long ago.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchStory {
    /// A question, or a few words that name who and what it is about.
    query: String,
    /// Only what this hero or person said, by name.
    #[serde(default)]
    said_by: Option<String>,
    /// Only what was on this day of the story.
    #[serde(default)]
    day: Option<u32>,
}

/// Find what the rules say about a spell, a monster, a condition, an action, a thing, or how something is done.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchRules {
    /// A name, or a question in plain words.
    query: String,
}

/// The tools for a question.
pub(super) fn toolbox() -> Toolbox<QuestionContext> {
    Toolbox::empty().with::<SearchStory>().with::<SearchRules>()
}

impl QuestionContext {
    /// A query, one of the few a question may make.
    ///
    /// # Errors
    /// It has no words, or there have been enough looks.
    fn looked_for(&mut self, query: &str) -> Result<String, ToolError> {
        let query: String = query.trim().chars().take(MAX_QUERY).collect();
        if query.is_empty() {
            return Err(ToolError::Refused("Say what you look for in a few words.".to_owned()));
        }
        if self.n_looks >= MAX_LOOKS {
            return Err(ToolError::Refused(
                "There were enough looks for one question. Answer with what you know.".to_owned(),
            ));
        }
        self.n_looks += 1;
        Ok(query)
    }
}

impl Tool for SearchStory {
    const NAME: &'static str = "search_story";
    type Context = QuestionContext;

    async fn run(self, context: &mut QuestionContext) -> Result<ToolOutput, ToolError> {
        let query = context.looked_for(&self.query)?;
        let (speaker, day) = (self.said_by, self.day);
        let for_guests = context.viewer.is_guest();
        let wanted = PastQuery { query, speaker, day, limit: MAX_FOUND, for_guests, ..PastQuery::default() };
        let found =
            context.tables.recall(&context.session, wanted).await.map_err(|error| ToolError::Broken(error.into()))?;
        if found.is_empty() {
            return Ok(ToolOutput::found("Nothing in the story answers that.".to_owned()));
        }
        let lines = found.iter().flat_map(cited_with_untruths).map(|line| line.written());
        Ok(ToolOutput::found(lines.collect::<Vec<_>>().join("\n")))
    }
}

impl Tool for SearchRules {
    const NAME: &'static str = "search_rules";
    type Context = QuestionContext;

    async fn run(self, context: &mut QuestionContext) -> Result<ToolOutput, ToolError> {
        let query = context.looked_for(&self.query)?;
        let (library, edition) = (context.tables.rules().library(), context.session.game.rules_edition);
        let asked = SearchQuery { query: &query, kind: None, edition, limit: None };
        Ok(ToolOutput::found(rules_found(&library, &asked).await.text))
    }
}
