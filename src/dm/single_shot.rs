//! One question to the utility model, without tools, and the JSON it answers.

use futures::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::llm::{Event, Message, OutputConfig, Request, SystemBlock, Tokens};

use super::models::Models;

/// Asks once. None where the model can't be had, and then nothing was spent; beside the answer stands the model that gave
/// it, as it names itself, and its tokens.
pub(super) async fn ask(
    models: &Models,
    instructions: &str,
    max_tokens: u32,
    words: String,
    schema: Value,
) -> (Option<String>, Option<(String, Tokens)>) {
    let request = Request {
        model: models.utility.clone(),
        max_tokens,
        system: [SystemBlock { text: instructions.to_owned(), cache_control: None }].into(),
        tools: [].into(),
        messages: vec![Message::user_text(words)],
        output_config: Some(OutputConfig::json_schema(schema)),
    };
    let mut events = models.model.reply(request);
    while let Some(event) = events.next().await {
        match event {
            Ok(Event::Finished(reply)) => return (Some(reply.text()), Some((reply.model, reply.tokens))),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, "a helper gave no answer; what is known without it stands");
                break;
            }
        }
    }
    (None, None)
}

/// Reads the object in an answer, with or without a fence or words around it.
pub(super) fn object<T: DeserializeOwned>(text: &str) -> Option<T> {
    let object = text.get(text.find('{')?..=text.rfind('}')?)?;
    serde_json::from_str(object).ok()
}
