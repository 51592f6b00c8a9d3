//! The requests, answers and events of a table's clients, in one order.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use serde_json::{Map, Value};

/// A marker in every message, followed by the client's and the message's numbers, to find it in turns and stories.
const MESSAGE: &str = "mark";
/// The same for texts that are not for everyone.
const SECRET: &str = "secret";

/// Who took part in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Participant {
    /// A client, by its number; the first is the host.
    Client(usize),
    /// The model that tells the story.
    Model,
}

/// A turn, as far as it is known by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TurnRef {
    pub(super) id: String,
    /// Counts from 1 within the session.
    pub(super) seq: u64,
}

impl TurnRef {
    /// Reads it from a turn of the API.
    pub(super) fn read(turn: &Value) -> Option<Self> {
        Some(Self { id: turn["id"].as_str()?.to_owned(), seq: turn["seq"].as_u64()? })
    }
}

/// The id of an event of the table's stream: a number in one of the server's logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EventPosition {
    pub(super) log: String,
    pub(super) n: u64,
}

impl EventPosition {
    pub(super) fn read(id: &str) -> Option<Self> {
        let (log, n) = id.split_once('.')?;
        Some(Self { log: log.to_owned(), n: n.parse().ok()? })
    }
}

/// An event of the table's stream, as far as it is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StreamEvent {
    /// `hello` or `reset`, with the session's version.
    View(u64),
    /// A turn begins.
    Began(String),
    /// A piece of a turn's story.
    Text { turn: String, delta: String },
    /// The story of a turn begins again.
    TextReset(String),
    /// A turn is saved.
    Done(TurnRef),
    /// Anything else.
    Other,
}

impl StreamEvent {
    pub(super) fn read(name: &str, data: &Value) -> Self {
        let turn = || data["turnId"].as_str().unwrap_or_default().to_owned();
        match name {
            "hello" | "reset" => Self::View(data["session"]["version"].as_u64().unwrap_or_default()),
            "turn" => Self::Began(turn()),
            "text" if data["reset"] == true => Self::TextReset(turn()),
            "text" => Self::Text { turn: turn(), delta: data["delta"].as_str().unwrap_or_default().to_owned() },
            "done" => TurnRef::read(&data["turn"]).map_or(Self::Other, Self::Done),
            _ => Self::Other,
        }
    }
}

/// One thing that a client did or received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Observation {
    /// A message was sent, for the first time.
    Sent(String),
    /// A message was answered with its turn.
    Answered { message: String, turn: TurnRef },
    /// A text is about to be given to these participants alone.
    Confided { secret: String, readers: Vec<Participant> },
    /// An event of the table's stream. `since` is the time at which the stream was opened.
    Heard { since: u64, position: Option<EventPosition>, event: StreamEvent },
    /// The session was read. `since` is the time at which the request was sent.
    ReadSession { since: u64, version: u64 },
    /// The last turns were read.
    ReadTurns { since: u64, turns: Vec<TurnRef> },
    /// Something private was received.
    Received(Private),
}

/// Private parts of a received document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Private {
    /// Marks of texts that are not for everyone.
    pub(super) secrets: BTreeSet<String>,
    /// Fields with a value that only the host may see.
    pub(super) host_fields: BTreeSet<&'static str>,
}

impl Private {
    pub(super) fn of(text: &str, value: &Value) -> Self {
        let mut private = Self { secrets: secrets_in(text), host_fields: BTreeSet::new() };
        private.find_host_fields(value);
        private
    }

    pub(super) fn is_empty(&self) -> bool {
        self.secrets.is_empty() && self.host_fields.is_empty()
    }

    fn find_host_fields(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.find_host_fields(item)),
            Value::Object(fields) => {
                let found = [
                    ("costUsd", fields.get("costUsd").is_some_and(|cost| !cost.is_null())),
                    ("outputTokens", fields.get("outputTokens").is_some_and(|tokens| *tokens != 0)),
                    ("toolCalls", fields.get("toolCalls").is_some_and(shows_tool_calls)),
                ];
                self.host_fields.extend(found.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| *name));
                fields.values().for_each(|field| self.find_host_fields(field));
            }
            _ => {}
        }
    }
}

/// Whether tool calls have inputs or results.
fn shows_tool_calls(calls: &Value) -> bool {
    let says = |call: &Map<String, Value>, field| match call.get(field) {
        None | Some(Value::Null) => false,
        Some(Value::Object(fields)) => !fields.is_empty(),
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    };
    let calls = calls.as_array().into_iter().flatten().filter_map(Value::as_object);
    calls.into_iter().any(|call| says(call, "input") || says(call, "result"))
}

/// An observation and when it was made.
#[derive(Debug, Clone)]
pub(super) struct TimedObservation {
    /// Grows with everything that is recorded in a run.
    pub(super) at: u64,
    pub(super) what: Observation,
}

/// Everything that one participant observed, in order.
#[derive(Debug, Clone)]
pub(super) struct History {
    pub(super) participant: Participant,
    pub(super) entries: Vec<TimedObservation>,
}

/// The order of everything in a run.
#[derive(Debug, Clone, Default)]
pub(super) struct EventClock(Arc<AtomicU64>);

impl EventClock {
    fn tick(&self) -> u64 {
        self.0.fetch_add(1, Ordering::SeqCst)
    }
}

/// Records the history of one participant.
#[derive(Debug)]
pub(super) struct Recorder {
    participant: Participant,
    clock: EventClock,
    entries: Mutex<Vec<TimedObservation>>,
}

impl Recorder {
    pub(super) fn new(participant: Participant, clock: &EventClock) -> Self {
        Self { participant, clock: clock.clone(), entries: Mutex::default() }
    }

    /// The time now.
    pub(super) fn now(&self) -> u64 {
        self.clock.tick()
    }

    pub(super) fn record(&self, what: Observation) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.push(TimedObservation { at: self.clock.tick(), what });
    }

    /// Records what was private in something that was received.
    pub(super) fn received(&self, text: &str, value: &Value) {
        let private = Private::of(text, value);
        if !private.is_empty() {
            self.record(Observation::Received(private));
        }
    }

    /// The number of the last turn that this participant knows of.
    pub(super) fn last_turn(&self) -> u64 {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let seqs = entries.iter().rev().filter_map(|entry| match &entry.what {
            Observation::Answered { turn, .. } => Some(turn.seq),
            Observation::Heard { event: StreamEvent::Done(turn), .. } => Some(turn.seq),
            Observation::ReadTurns { turns, .. } => turns.last().map(|turn| turn.seq),
            _ => None,
        });
        seqs.take(1).sum()
    }

    /// Whether this participant has received this many turns. Each turn raises the version of the session by one.
    pub(super) fn has_heard_of(&self, n_turns: u64, first_version: u64) -> bool {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().rev().any(|entry| match &entry.what {
            Observation::Heard { event: StreamEvent::Done(turn), .. } => turn.seq >= n_turns,
            Observation::Heard { event: StreamEvent::View(version), .. } => *version >= first_version + n_turns,
            _ => false,
        })
    }

    /// The history so far.
    pub(super) fn history(&self) -> History {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone();
        History { participant: self.participant, entries }
    }
}

/// The mark of a client's message.
pub(super) fn message_mark(client: usize, n: usize) -> String {
    format!("{MESSAGE}-{client}-{n}")
}

/// The mark of a text that is not for everyone.
pub(super) fn secret_mark(client: usize, n: usize) -> String {
    format!("{SECRET}-{client}-{n}")
}

/// The marks of messages in a text.
pub(super) fn messages_in(text: &str) -> BTreeSet<String> {
    marks(MESSAGE, text)
}

fn secrets_in(text: &str) -> BTreeSet<String> {
    marks(SECRET, text)
}

/// The words of a text that are this kind of mark: `kind-1-23`.
fn marks(kind: &str, text: &str) -> BTreeSet<String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_mark = |word: &&str| {
        let numbers = word.strip_prefix(kind).and_then(|rest| rest.strip_prefix('-')?.split_once('-'));
        numbers.is_some_and(|(client, n)| is_number(client) && is_number(n))
    };
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(is_mark).map(str::to_owned).collect()
}
