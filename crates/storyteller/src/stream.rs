//! Emits a reply as a stream of events.

use std::time::Duration;

use futures::{StreamExt, stream};
use serde_json::{Value, json};

use model::{Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall};

use super::{NAME, play::Call, profile, turn};

const WORDS_AT_ONCE: usize = 3;

/// Answers a request in groups of words, so long apart. Nothing is done before the stream is first polled.
pub(super) fn stream(request: Request, pace: Duration) -> ReplyStream {
    let events = stream::once(async move { stream::iter(events(&request)) }).flatten();
    if pace.is_zero() {
        return events.map(Ok).boxed();
    }
    let paced = events.then(move |event| async move {
        if matches!(event, ReplyEvent::Text(_)) {
            tokio::time::sleep(pace).await;
        }
        Ok(event)
    });
    paced.boxed()
}

/// The events of an answer, in order.
fn events(request: &Request) -> Vec<ReplyEvent> {
    let (text, calls) = match profile::asked_for(request) {
        Some(profile) => (profile, Vec::new()),
        None => turn::answer(request),
    };
    let mut events: Vec<ReplyEvent> = groups(&text).into_iter().map(ReplyEvent::Text).collect();
    events.extend(calls.iter().map(|call| ReplyEvent::ToolStarted { id: call.id.clone(), name: call.name.to_owned() }));
    events.push(ReplyEvent::Finished(reply(&text, calls)));
    events
}

fn reply(text: &str, calls: Vec<Call>) -> Reply {
    let mut blocks: Vec<Value> = Vec::new();
    if !text.is_empty() {
        blocks.push(json!({"type": "text", "text": text}));
    }
    blocks.extend(
        calls.iter().map(|call| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input})),
    );
    let stop = if calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolUse };
    let as_call = |call: Call| ToolCall { id: call.id, name: call.name.to_owned(), input: Ok(call.input) };
    let calls = calls.into_iter().map(as_call).collect();
    Reply { model: NAME.to_owned(), blocks, calls, stop, tokens: Tokens::default() }
}

/// A text in groups of a few words; joined they are the text.
fn groups(text: &str) -> Vec<String> {
    let mut groups = Vec::new();
    let mut group = String::new();
    let mut n = 0;
    for word in text.split_inclusive(' ') {
        group.push_str(word);
        n += 1;
        if n == WORDS_AT_ONCE {
            groups.push(std::mem::take(&mut group));
            n = 0;
        }
    }
    if !group.is_empty() {
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn groups_of_words_joined_are_the_text() {
        let text = "One two  three four.\n\nFive six seven eight ";
        assert_eq!(groups(text).concat(), text);
        assert!(groups(text).iter().all(|group| !group.is_empty()));
    }
}
