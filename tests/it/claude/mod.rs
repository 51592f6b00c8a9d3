//! The client of Claude, asked over HTTP on the loopback and seen from outside.

mod answer;
mod connection;
mod dialect;
mod failure;
mod log;
pub(crate) mod recording;
mod request;
mod retry;
pub(crate) mod stub;

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use model::{ApiKey, Claude, ClaudeConfig, Error, Message, Model, Reply, ReplyEvent, Request, RetryPolicy, Tokens};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const KEY: &str = "sk-test-0123456789-secret";

/// What became of one request.
struct Outcome {
    /// What a reader is shown.
    events: Vec<ReplyEvent>,
    text: String,
    /// What it came to when it began.
    counted: Option<Tokens>,
    n_unshown: usize,
    end: Result<Reply, Error>,
}

impl Outcome {
    fn reply(&self) -> &Reply {
        self.end.as_ref().expect("a reply")
    }

    fn error(&self) -> &Error {
        self.end.as_ref().expect_err("an error")
    }

    fn tools_started(&self) -> Vec<&str> {
        let names = self.events.iter().filter_map(|event| match event {
            ReplyEvent::ToolStarted { name, .. } => Some(name.as_str()),
            _ => None,
        });
        names.collect()
    }
}

/// Patience for tests: the wait before a retry is next to none.
fn config(base_url: &str) -> ClaudeConfig {
    ClaudeConfig {
        base_url: base_url.to_owned(),
        retry: RetryPolicy { first_backoff: Duration::from_millis(1), ..RetryPolicy::default() },
        ..ClaudeConfig::new(ApiKey::new(KEY))
    }
}

fn client(base_url: &str) -> Claude {
    Claude::new(config(base_url)).expect("a client")
}

fn impatient(base_url: &str) -> Claude {
    let idle_timeout = Duration::from_millis(150);
    Claude::new(ClaudeConfig { idle_timeout, ..config(base_url) }).expect("a client")
}

fn request() -> Request {
    Request {
        model: "claude-sonnet-5-5".into(),
        max_tokens: 1024,
        system: Arc::default(),
        tools: Arc::default(),
        messages: vec![Message::user_text("I open the door.")],
        output_config: None,
    }
}

/// Asks, and checks what holds for every stream of events: text is never empty, `Finished` is last, and
/// nothing follows an end.
async fn ask_with(claude: &Claude, request: Request) -> Outcome {
    let mut stream = claude.reply(request);
    let (mut events, mut text) = (Vec::new(), String::new());
    let (mut counted, mut n_unshown) = (None, 0);
    let end = loop {
        match stream.next().await.expect("an end") {
            Ok(ReplyEvent::Finished(reply)) => break Ok(reply),
            Err(error) => break Err(error),
            Ok(ReplyEvent::Counted(tokens)) => counted = Some(tokens),
            Ok(ReplyEvent::Unshown { n_bytes }) => n_unshown += n_bytes,
            Ok(event) => {
                if let ReplyEvent::Text(piece) = &event {
                    assert!(!piece.is_empty());
                    text.push_str(piece);
                }
                events.push(event);
            }
        }
    };
    assert!(stream.next().await.is_none(), "nothing follows the end");
    if let Err(error) = &end {
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains(KEY), "{shown}");
    }
    Outcome { events, text, counted, n_unshown, end }
}

async fn ask(claude: &Claude) -> Outcome {
    ask_with(claude, request()).await
}

/// A server that always answers with this.
async fn server(response: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST")).and(path("/v1/messages")).respond_with(response).mount(&server).await;
    server
}

fn streamed(body: impl Into<String>) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(body.into(), "text/event-stream")
}

/// What becomes of this stream.
async fn hear(body: impl Into<String>) -> Outcome {
    let server = server(streamed(body)).await;
    ask(&client(&server.uri())).await
}

async fn n_requests(server: &MockServer) -> usize {
    server.received_requests().await.expect("recording").len()
}
