//! One request to the utility model, without tools, answered as JSON.

use std::time::Duration;

use futures::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;

use model::{Message, OutputConfig, ReplyEvent, Request, SystemBlock, Tokens};

use super::{models::Models, prompt};

/// Timeouts for the helpers: several times what a short answer of a small model takes.
pub(super) mod patience {
    use std::time::Duration;

    /// The rules judge.
    pub(in crate::dm) const JUDGE: Duration = Duration::from_secs(12);
    /// The interpreter, which each turn in another language than English waits for, and others behind the story if it is open who hears the words.
    pub(in crate::dm) const INTERPRETER: Duration = Duration::from_secs(4);
    /// Each extractor.
    pub(in crate::dm) const EXTRACTION: Duration = Duration::from_secs(8);
    /// The writer of NPC profiles.
    pub(in crate::dm) const PROFILE: Duration = Duration::from_secs(8);
    /// All NPC profiles of one turn together.
    pub(in crate::dm) const PROFILES: Duration = Duration::from_secs(12);
    /// The writer of stat blocks; several are called in parallel.
    pub(in crate::dm) const STATS: Duration = Duration::from_secs(8);
    /// All stat blocks of one turn together, in however many calls.
    pub(in crate::dm) const STATS_OF_TURN: Duration = Duration::from_secs(12);
    /// The reader who says of a paragraph whether it crosses a line; without its answer the turn fails.
    pub(in crate::dm) const SAFETY: Duration = Duration::from_secs(8);
    /// The condenser of sub-turns.
    pub(in crate::dm) const CONDENSER: Duration = Duration::from_secs(12);
    /// The summariser of scenes, in the background; a turn that needs the summaries waits for [`SCENES_NEEDED`].
    pub(in crate::dm) const SCENES: Duration = Duration::from_secs(90);
    /// How long a turn waits for scenes that are being summarised.
    pub(in crate::dm) const SCENES_NEEDED: Duration = Duration::from_secs(8);
}

/// A question to the utility model.
pub(super) struct HelperRequest<'a> {
    pub(super) instructions: &'a str,
    pub(super) max_tokens: u32,
    pub(super) words: String,
    /// The schema of the answer.
    pub(super) schema: Value,
    /// Timeout for the answer.
    pub(super) patience: Duration,
}

/// The outcome of a question.
pub(super) struct HelperReply {
    /// The answer, or why there is none.
    pub(super) text: Result<String, &'static str>,
    /// The model that answered, as it names itself, and its tokens; `None` without an answer.
    pub(super) spent: Option<(String, Tokens)>,
}

/// Asks once, with the question's timeout.
pub(super) async fn ask(models: &Models, question: HelperRequest<'_>) -> HelperReply {
    let HelperRequest { instructions, max_tokens, words, schema, patience } = question;
    let helper = &models.agents.utility;
    let request = Request {
        model: helper.id.clone(),
        max_tokens,
        system: [SystemBlock { text: prompt::instructions(instructions), cache_control: None }].into(),
        tools: [].into(),
        messages: vec![Message::user_text(words)],
        output_config: Some(OutputConfig { effort: helper.effort, ..OutputConfig::json_schema(schema) }),
    };
    tokio::time::timeout(patience, reply(models, request)).await.unwrap_or_else(|_| {
        tracing::warn!(?patience, "a helper timed out; the turn continues without its answer");
        HelperReply { text: Err("the model took too long"), spent: None }
    })
}

async fn reply(models: &Models, request: Request) -> HelperReply {
    let mut events = models.model.reply(request);
    while let Some(event) = events.next().await {
        match event {
            Ok(ReplyEvent::Finished(reply)) => {
                return HelperReply { text: Ok(reply.text()), spent: Some((reply.model, reply.tokens)) };
            }
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, "a helper failed; the turn continues without its answer");
                break;
            }
        }
    }
    HelperReply { text: Err("the model gave no answer"), spent: None }
}

/// Reads the object in an answer, with or without a fence or words around it.
pub(super) fn object<T: DeserializeOwned>(text: &str) -> Option<T> {
    let object = text.get(text.find('{')?..=text.rfind('}')?)?;
    serde_json::from_str(object).ok()
}
