//! The author: campaigns written by talking, with a model that follows a script in this process.

mod chaos;
mod order;
mod over_http;
mod pipeline;
mod prompts;
mod steps;
mod talk;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

use game::turn::Spent;
use model::{self, Model, Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall};

use async_trait::async_trait;
use embertale::{
    author::{self, AuthorRequest, CampaignDraft, DraftStore, NotKept, Pen, WritingEvent},
    campaign::CampaignPackage,
    store,
};
use futures::StreamExt;
use serde_json::{Value, json};

pub(crate) use steps::steps;

/// A part of a scripted reply.
#[derive(Debug, Clone)]
enum Part {
    Says(String),
    Calls(String, Result<Value, String>),
}

/// What the model answers to one request.
type Answer = Result<Vec<Part>, model::Error>;

/// Says something.
fn says(text: &str) -> Answer {
    Ok(vec![Part::Says(text.to_owned())])
}

/// Calls tools, one after the other.
fn calls(calls: impl IntoIterator<Item = (&'static str, Value)>) -> Answer {
    Ok(calls.into_iter().map(|(name, input)| Part::Calls(name.to_owned(), Ok(input))).collect())
}

/// A model that answers from a script, and says how many answers of it were asked for.
#[derive(Clone, Default)]
struct Script {
    answers: Arc<Mutex<VecDeque<Answer>>>,
    asked: Arc<Mutex<Vec<Value>>>,
    /// Ids of calls go on from request to request.
    n_calls: Arc<Mutex<usize>>,
}

impl Model for Script {
    fn reply(&self, request: Request) -> ReplyStream {
        legal(&request);
        self.asked.lock().unwrap().push(serde_json::to_value(&request).unwrap());
        let answer = self.answers.lock().unwrap().pop_front().expect("the script holds an answer for each request");
        let parts = match answer {
            Ok(parts) => parts,
            Err(error) => return futures::stream::iter([Err(error)]).boxed(),
        };
        let (mut events, mut blocks, mut tool_calls) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            match part {
                Part::Says(text) => {
                    blocks.push(json!({"type": "text", "text": text}));
                    events.push(Ok(ReplyEvent::Text(text)));
                }
                Part::Calls(name, input) => {
                    let mut n = self.n_calls.lock().unwrap();
                    *n += 1;
                    let id = format!("toolu_{n}");
                    let sent = input.clone().unwrap_or_else(|_| json!({}));
                    blocks.push(json!({"type": "tool_use", "id": id, "name": name, "input": sent}));
                    events.push(Ok(ReplyEvent::ToolStarted { id: id.clone(), name: name.clone() }));
                    tool_calls.push(ToolCall { id, name, input });
                }
            }
        }
        let stop = if tool_calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolUse };
        let tokens = Tokens { input: 10, output: 5, ..Tokens::default() };
        events.push(Ok(ReplyEvent::Finished(Reply { model: request.model, blocks, calls: tool_calls, stop, tokens })));
        futures::stream::iter(events).boxed()
    }
}

/// What holds for every request: roles alternate, nothing is blank, calls are answered first and at once, no more than four
/// cache marks.
fn legal(request: &Request) {
    let body = serde_json::to_value(request).unwrap();
    assert!(body.to_string().matches("\"cache_control\"").count() <= 4, "too many cache marks");
    let messages = body["messages"].as_array().unwrap();
    let mut open: Vec<Value> = Vec::new();
    for (i, message) in messages.iter().enumerate() {
        assert_eq!(message["role"], ["user", "assistant"][i % 2], "roles alternate");
        let content = message["content"].as_array().unwrap();
        assert!(!content.is_empty());
        for block in content.iter().filter(|block| block["type"] == "text") {
            assert!(!block["text"].as_str().unwrap().trim().is_empty(), "a blank text");
        }
        let answered: Vec<Value> = content
            .iter()
            .take_while(|block| block["type"] == "tool_result")
            .map(|block| block["tool_use_id"].clone())
            .collect();
        assert_eq!(answered, open, "every call is answered, and first");
        open = content.iter().filter(|block| block["type"] == "tool_use").map(|block| block["id"].clone()).collect();
    }
    assert_eq!(messages.len() % 2, 1, "the person speaks last");
}

/// What a keeper keeps.
#[derive(Debug, Default)]
struct Kept {
    /// Every draft, as it was kept.
    drafts: Vec<Value>,
    /// The shelf, and how often each campaign was put there.
    shelf: BTreeMap<String, (CampaignPackage, u32)>,
    /// After this number of drafts, the store fails.
    fails_after: Option<usize>,
}

#[derive(Clone, Default)]
struct InMemory(Arc<Mutex<Kept>>);

#[async_trait]
impl DraftStore for InMemory {
    async fn keep(&mut self, draft: &CampaignDraft) -> Result<(), NotKept> {
        let mut kept = self.0.lock().unwrap();
        if kept.fails_after.is_some_and(|n| kept.drafts.len() >= n) {
            return Err(store::Error::Unavailable("away".into()).into());
        }
        kept.drafts.push(draft.kept());
        Ok(())
    }

    async fn shelve(&mut self, draft: &CampaignDraft) -> Result<(), NotKept> {
        let mut kept = self.0.lock().unwrap();
        let entry = kept.shelf.entry(draft.package().slug.clone()).or_insert((draft.package().clone(), 0));
        *entry = (draft.package().clone(), entry.1 + 1);
        Ok(())
    }

    async fn free_slug(&mut self, slug: &str) -> Result<String, NotKept> {
        let kept = self.0.lock().unwrap();
        Ok(game::id::unique(slug.to_owned(), |slug| kept.shelf.contains_key(slug)))
    }
}

/// Someone who writes a campaign, with all that is kept of it.
struct Room {
    script: Script,
    keeper: InMemory,
    draft: CampaignDraft,
    events: Arc<Mutex<Vec<WritingEvent>>>,
}

impl Room {
    fn new() -> Self {
        Self::with(CampaignDraft::new("en"))
    }

    fn with(draft: CampaignDraft) -> Self {
        Self { script: Script::default(), keeper: InMemory::default(), draft, events: Arc::default() }
    }

    /// Says something; the model answers so. The script must be used up.
    async fn says(&mut self, words: &str, answers: impl IntoIterator<Item = Answer>) -> Result<String, author::Error> {
        self.brings(words, Vec::new(), answers).await
    }

    async fn brings(
        &mut self,
        words: &str,
        pictures: Vec<author::AttachedPicture>,
        answers: impl IntoIterator<Item = Answer>,
    ) -> Result<String, author::Error> {
        self.script.answers.lock().unwrap().extend(answers);
        let events = Arc::clone(&self.events);
        let pen = Pen {
            model: Arc::new(self.script.clone()),
            choice: "claude-sonnet-5-5".into(),
            reckon: Box::new(|_, tokens| Spent { output_tokens: tokens.output, ..Spent::default() }),
            withdrawn: Box::new(Vec::new),
        };
        let words = AuthorRequest { text: words.to_owned(), pictures };
        let ear = Box::new(move |event| events.lock().unwrap().push(event));
        let written = author::write(pen, self.draft.clone(), words, Box::new(self.keeper.clone()), ear).await;
        let left = self.script.answers.lock().unwrap().len();
        assert_eq!(left, 0, "{left} answers of the script were never asked for");
        self.draft = written.draft;
        assert_eq!(CampaignDraft::read(self.draft.kept()).unwrap(), self.draft, "what is kept is the draft");
        written.outcome.map(|()| written.text)
    }

    /// Calls one tool and answers what came of it, with whether that is an error.
    async fn call(&mut self, name: &'static str, input: Value) -> (Value, bool) {
        self.says("Go on.", [calls([(name, input)]), says("There.")]).await.unwrap();
        self.result(0)
    }

    /// The `n`th answer to the calls of the reply before the last request.
    fn result(&self, n: usize) -> (Value, bool) {
        let asked = self.script.asked.lock().unwrap();
        let content = asked.last().unwrap()["messages"].as_array().unwrap().last().unwrap()["content"][n].clone();
        assert_eq!(content["type"], "tool_result", "{content}");
        let text = content["content"].as_str().unwrap();
        let value = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
        (value, content["is_error"] == true)
    }

    /// The last request.
    fn asked(&self) -> Value {
        self.script.asked.lock().unwrap().last().unwrap().clone()
    }

    /// The texts of the last message of the first request after the `n`th.
    fn words_of(&self, n: usize) -> Vec<String> {
        let asked = self.script.asked.lock().unwrap();
        let content = asked[n]["messages"].as_array().unwrap().last().unwrap()["content"].clone();
        content.as_array().unwrap().iter().filter_map(|block| block["text"].as_str().map(str::to_owned)).collect()
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.keeper.0.lock().unwrap()
    }

    /// The names and statuses of the tool events, in order.
    fn tools_told(&self) -> Vec<String> {
        let events = self.events.lock().unwrap();
        let tools = events.iter().filter_map(|event| match event {
            WritingEvent::Tool { name, status, .. } => Some(format!("{name} {status:?}")),
            _ => None,
        });
        tools.collect()
    }
}

/// A room in which the valid campaign is written except for its last step.
async fn written() -> Room {
    let mut room = Room::new();
    let steps = steps(&crate::campaign::clean());
    room.says("Write it all.", [calls(steps), says("It is written.")]).await.unwrap();
    room
}
