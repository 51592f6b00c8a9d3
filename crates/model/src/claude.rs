//! Claude over HTTP, and any server that speaks the Messages protocol the way Claude does.

mod answer;
mod body;
mod config;
mod failure;
mod http;
mod part;

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, ready};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures::task::AtomicWaker;
use futures::{FutureExt, Stream, StreamExt, stream};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use reqwest::{Response, Url};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::task::{JoinSet, yield_now};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tracing::Instrument;

use super::retry::{RetryHints, RetryPolicy};
use super::{Block, Error, Message, Model, OutputConfig, Reply, ReplyEvent, ReplyStream, Request};
pub use config::{ApiKey, ClaudeConfig};

use answer::{StreamStep, StreamedAnswer};
use failure::RequestFailure;
use http::LazyClient;
pub use http::{NO_CLIENT, http_client};

/// The version of the protocol that this client speaks.
const VERSION: &str = "2026-10-21";

/// Waits longer than this are reported to the player.
const SILENT_WAIT: Duration = Duration::from_secs(1);

/// How long the end of an answer is waited for once all of it has been said.
const END_TIME: Duration = Duration::from_millis(100);

/// The most events that are added before the reader is woken.
const MAX_AT_ONCE: usize = 64;

/// An error body is read for the log only, and not for long.
const ERROR_BODY_TIME: Duration = Duration::from_secs(2);
const ERROR_BODY_BYTES: usize = 64 << 10;

/// A [`Model`] that asks Claude. Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct Claude {
    http: LazyClient,
    endpoint: Url,
    api_key: HeaderValue,
    idle_timeout: Duration,
    total_timeout: Duration,
    retry: RetryPolicy,
}

impl fmt::Debug for Claude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claude").field("endpoint", &self.endpoint.as_str()).finish_non_exhaustive()
    }
}

impl Claude {
    /// Prepares a client; sends nothing. The error says which setting can't be used: a blank key, or an
    /// address that is none.
    pub fn new(config: ClaudeConfig) -> Result<Self, Error> {
        let endpoint = config.endpoint()?;
        let api_key = config.api_key.header_value()?;
        Ok(Self {
            http: LazyClient::of(&endpoint, config.connect_timeout),
            endpoint,
            api_key,
            idle_timeout: config.idle_timeout,
            total_timeout: config.total_timeout,
            retry: config.retry,
        })
    }

    /// Answers `request` into `out`, which ends with the reply or the error.
    async fn answer(self, request: Request, mut out: ReplySink) {
        let deadline = Instant::now() + self.total_timeout;
        let last = match timeout_at(deadline, self.try_and_retry(request, deadline, &mut out)).await {
            Ok(outcome) => outcome.map(ReplyEvent::Finished),
            Err(_) => Err(Error::TimedOut),
        };
        out.send(last);
    }

    async fn try_and_retry(&self, request: Request, deadline: Instant, out: &mut ReplySink) -> Result<Reply, Error> {
        let body = MessagesBody::of(&request)
            .json()
            .map(Bytes::from)
            .map_err(|_| Error::failed("The request could not be written as JSON."))?;
        // An answer may take minutes. What it is the answer to is kept in memory only as long as it may be sent again.
        let model = request.model;
        drop((request.messages, request.system, request.tools));
        let mut body = Some(body);
        let mut n_retries = 0;
        loop {
            let failure = match self.try_once(&model, &mut body, out).await {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            // Text that was shown can't be withdrawn, and a second answer would differ.
            let wait = match out.has_shown {
                true => None,
                false => self.retry.wait(n_retries, failure.may_pass, failure.hints, rand::random()),
            };
            let Some(wait) = wait.filter(|wait| Instant::now() + *wait < deadline) else {
                return Err(failure.error);
            };
            n_retries += 1;
            tracing::info!(n_retries, wait_ms = wait.as_millis() as u64, "trying the model again");
            if wait > SILENT_WAIT {
                out.send(Ok(ReplyEvent::Waiting { delay_ms: wait.as_millis() as u64 }));
            }
            sleep(wait).await;
        }
    }

    /// Sends the request once. When some of the answer was shown, the body is dropped: it won't be sent again.
    async fn try_once(
        &self,
        model: &str,
        body: &mut Option<Bytes>,
        out: &mut ReplySink,
    ) -> Result<Reply, RequestFailure> {
        let http = self.http.get().map_err(RequestFailure::of_setup)?;
        let request = http
            .post(self.endpoint.clone())
            .header("x-api-key", self.api_key.clone())
            .header("anthropic-version", VERSION)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "text/event-stream, application/json")
            .body(body.clone().unwrap_or_default());
        let response = match timeout(self.idle_timeout, request.send()).await {
            Err(_) => return Err(RequestFailure::of_cut(body::StreamFault::Stalled)),
            Ok(Err(error)) => {
                tracing::warn!(cause = body::root_cause(&error), "the model's server could not be reached");
                return Err(RequestFailure::unreachable());
            }
            Ok(Ok(response)) => response,
        };
        let request_id = header(&response, "request-id").to_owned();
        if !response.status().is_success() {
            return Err(self.refused(response, &request_id).await);
        }
        let outcome = match header(&response, CONTENT_TYPE.as_str()).split(';').next().unwrap_or_default().trim() {
            "application/json" => self.read_whole(model, response, out).await,
            "text/html" => Err(RequestFailure::foreign()),
            _ => self.read_stream(model, response, body, out).await,
        };
        match &outcome {
            Ok(reply) => tracing::debug!(request_id, stop = ?reply.stop, tokens = ?reply.tokens, "the model answered"),
            Err(failure) => tracing::warn!(request_id, failure = %failure.error, "the model's answer failed"),
        }
        outcome
    }

    async fn read_stream(
        &self,
        model: &str,
        response: Response,
        body: &mut Option<Bytes>,
        out: &mut ReplySink,
    ) -> Result<Reply, RequestFailure> {
        let mut events = Box::pin(body::events(body::chunks(response, self.idle_timeout)));
        let mut answer = StreamedAnswer::new(model);
        while let Some(event) = next_event(&mut events, out).await {
            match answer.take(event.map_err(RequestFailure::of_cut)?) {
                StreamStep::Quiet => {}
                StreamStep::Show(event) => {
                    out.add(Ok(event));
                    if out.has_shown {
                        *body = None;
                    }
                }
                StreamStep::End => {
                    out.wake_reader();
                    // Only a connection that is read to the end of the answer serves the next request.
                    let _ = timeout(END_TIME, events.next()).await;
                    return Ok(answer.finish());
                }
                StreamStep::Error(kind) => {
                    tracing::warn!(error_type = printable(&kind), "the model's provider broke off with an error");
                    return Err(RequestFailure::of_kind(&kind));
                }
            }
        }
        Err(RequestFailure::of_cut(body::StreamFault::Broken))
    }

    /// Reads the answer of a server that does not stream.
    async fn read_whole(&self, model: &str, response: Response, out: &mut ReplySink) -> Result<Reply, RequestFailure> {
        let message = body::json(response, self.idle_timeout).await.map_err(RequestFailure::of_cut)?;
        if message["type"] == "error" || message["error"].is_object() {
            return Err(RequestFailure::of_kind(error_kind(&message)));
        }
        let mut answer = StreamedAnswer::new(model);
        for event in answer.take_message(&message).ok_or_else(RequestFailure::foreign)? {
            out.send(Ok(event));
        }
        Ok(answer.finish())
    }

    /// Makes a failure of a response that is no answer. Its body is read for the log's sake alone.
    async fn refused(&self, response: Response, request_id: &str) -> RequestFailure {
        let status = response.status().as_u16();
        let hints = RetryHints::read(response.headers(), SystemTime::now());
        let time = self.idle_timeout.min(ERROR_BODY_TIME);
        let body = timeout(time, body::whole(response, time, ERROR_BODY_BYTES)).await;
        let body = body.ok().and_then(Result::ok).unwrap_or_default();
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        tracing::warn!(status, request_id, error_type = printable(error_kind(&body)), "the model's provider refused");
        RequestFailure::of_status(status, hints)
    }
}

impl Model for Claude {
    fn warm_up(&self) {
        // An error is reported again by each request.
        let _ = self.http.get();
    }

    fn reply(&self, request: Request) -> ReplyStream {
        // The answer is read by a task of its own, which starts with the first poll and ends with the stream, connection and all.
        // So what reads the stream is woken once for all that has arrived, not for each piece of it.
        let out = ReplySink::default();
        let arrived = Arc::clone(&out.arrived);
        let mut answer = Some(self.clone().answer(request, out).in_current_span());
        let mut work = JoinSet::new();
        stream::poll_fn(move |context| {
            if let Some(answer) = answer.take() {
                work.spawn(answer);
            }
            arrived.reader.register(context.waker());
            if let Some(event) = arrived.events().pop_front() {
                return Poll::Ready(Some(event));
            }
            match ready!(work.poll_join_next(context)) {
                Some(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
                _ => Poll::Ready(arrived.events().pop_front()),
            }
        })
        .boxed()
    }
}

/// The part of an answer that has arrived and was not read yet.
#[derive(Default)]
struct Arrived {
    events: Mutex<VecDeque<Result<ReplyEvent, Error>>>,
    reader: AtomicWaker,
}

impl Arrived {
    fn events(&self) -> MutexGuard<'_, VecDeque<Result<ReplyEvent, Error>>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the events go, and whether the player has seen any of the answer.
#[derive(Default)]
struct ReplySink {
    arrived: Arc<Arrived>,
    has_shown: bool,
    /// How many pieces of text there were, those that arrived together as one.
    n_texts: usize,
    /// How many events were added since the reader was last woken.
    n_unread: usize,
}

impl ReplySink {
    /// Adds an event. Pieces that arrive together are one piece: hundreds of an answer are. The first piece of text stays alone.
    fn add(&mut self, event: Result<ReplyEvent, Error>) {
        self.has_shown |= matches!(event, Ok(ReplyEvent::Text(_) | ReplyEvent::ToolStarted { .. }));
        self.n_unread += 1;
        let mut events = self.arrived.events();
        match (events.back_mut(), event) {
            (Some(Ok(ReplyEvent::Text(text))), Ok(ReplyEvent::Text(more))) if self.n_texts > 1 => text.push_str(&more),
            (Some(Ok(ReplyEvent::Unshown { n_bytes })), Ok(ReplyEvent::Unshown { n_bytes: more })) => *n_bytes += more,
            (_, event) => {
                self.n_texts += usize::from(matches!(event, Ok(ReplyEvent::Text(_))));
                events.push_back(event);
            }
        }
    }

    /// Adds an event that does not wait for others.
    fn send(&mut self, event: Result<ReplyEvent, Error>) {
        self.add(event);
        self.wake_reader();
    }

    fn wake_reader(&mut self) {
        self.n_unread = 0;
        self.arrived.reader.wake();
    }
}

/// The next event of an answer. The reader is woken before it is waited for, and after [`MAX_AT_ONCE`] events.
async fn next_event<E>(events: &mut (impl Stream<Item = E> + Unpin), out: &mut ReplySink) -> Option<E> {
    if out.n_unread >= MAX_AT_ONCE {
        out.wake_reader();
    }
    if out.n_unread > 0 {
        if let Some(event) = events.next().now_or_never() {
            return event;
        }
        // The connection hands over one piece at a time, and has perhaps read the next one already.
        let_others_run().await;
        if let Some(event) = events.next().now_or_never() {
            return event;
        }
        // Then the sockets are looked at, which takes a system call: more has perhaps come meanwhile.
        yield_now().await;
        if let Some(event) = events.next().now_or_never() {
            return event;
        }
        out.wake_reader();
    }
    events.next().await
}

/// Goes on after the tasks that are ready to run, without a look at the sockets before.
async fn let_others_run() {
    let mut has_waited = false;
    poll_fn(|context| {
        if std::mem::replace(&mut has_waited, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// The body of a request with streaming on. The prefix that all requests of an agent share is serialised
/// once.
#[derive(Serialize)]
struct MessagesBody<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "is_empty")]
    system: Arc<RawValue>,
    #[serde(skip_serializing_if = "is_empty")]
    tools: Arc<RawValue>,
    messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<&'a OutputConfig>,
    stream: bool,
}

impl<'a> MessagesBody<'a> {
    fn of(request: &'a Request) -> Self {
        Self {
            model: &request.model,
            max_tokens: request.max_tokens,
            system: request.system_json(),
            tools: request.tools_json(),
            messages: &request.messages,
            output_config: request.output_config.as_ref(),
            stream: true,
        }
    }

    /// Writes it into room made once: it is long, and grows to its length only by being copied.
    fn json(&self) -> serde_json::Result<Vec<u8>> {
        let said = self.messages.iter().flat_map(|message| &message.content).map(|block| match block {
            Block::Text { text, .. } => text.len(),
            Block::ToolResult { content, .. } => content.len(),
            Block::Raw(_) => ROOM_FOR_OTHERS,
        });
        // Line breaks and quotation marks are written with a backslash.
        let n_said: usize = said.map(|n_bytes| n_bytes + n_bytes / 16 + ROOM_FOR_NAMES).sum();
        let n_bytes = self.system.get().len() + self.tools.get().len() + n_said + ROOM_FOR_OTHERS;
        let mut json = Vec::with_capacity(n_bytes);
        serde_json::to_writer(&mut json, self)?;
        Ok(json)
    }
}

/// Room for the names of the fields around a text, and for other parts of a request, in bytes.
const ROOM_FOR_NAMES: usize = 96;
const ROOM_FOR_OTHERS: usize = 512;

fn is_empty(list: &RawValue) -> bool {
    list.get() == "[]"
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The provider's type of an error body, such as `overloaded_error`.
fn error_kind(body: &Value) -> &str {
    body["error"]["type"].as_str().unwrap_or_default()
}

/// The text if it looks like a type; a log is no place for whatever else a server puts there.
fn printable(kind: &str) -> &str {
    let is_type = kind.len() <= 64 && kind.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if is_type { kind } else { "(unreadable)" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_arrived_together_are_one_piece() {
        let text = |piece: &str| ReplyEvent::Text(piece.to_owned());
        let tool = || ReplyEvent::ToolStarted { id: "a".to_owned(), name: "roll_dice".to_owned() };
        let mut out = ReplySink::default();
        for event in [text("The "), text("door "), text("opens. "), tool()] {
            out.add(Ok(event));
        }
        for n_bytes in [3, 4] {
            out.add(Ok(ReplyEvent::Unshown { n_bytes }));
        }
        out.add(Ok(text("It is dark.")));

        let arrived: Vec<_> = out.arrived.events().drain(..).map(Result::unwrap).collect();
        let pieces =
            [text("The "), text("door opens. "), tool(), ReplyEvent::Unshown { n_bytes: 7 }, text("It is dark.")];
        assert_eq!(format!("{arrived:?}"), format!("{pieces:?}"));
    }
}
