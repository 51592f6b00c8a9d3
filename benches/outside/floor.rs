//! The floor: a bare axum and reqwest proxy that makes a turn's two calls and forwards the text. It keeps nothing, runs no
//! tool and reads of each event only what it needs.

use std::{borrow::Cow, convert::Infallible, sync::Arc};

use axum::{
    Json, Router,
    body::Body,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use bytes::Bytes;
use futures::{StreamExt, channel::mpsc};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

/// Length of a prompt, as long as a turn's of a short session.
const N_PROMPT: usize = 30_000;

type Sender = mpsc::UnboundedSender<Result<Bytes, Infallible>>;

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(borrow)]
    delta: Option<Delta<'a>>,
    #[serde(borrow)]
    content_block: Option<Block<'a>>,
}

#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(borrow)]
    text: Option<&'a RawValue>,
    #[serde(borrow)]
    partial_json: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Block<'a> {
    id: Option<&'a str>,
    name: Option<&'a str>,
}

struct Call {
    id: String,
    name: String,
    input: String,
}

struct Floor {
    http: reqwest::Client,
    url: String,
    system: String,
}

/// Serves until the process is killed, and prints the address.
pub(crate) async fn serve(model_url: &str) {
    let floor = Floor {
        http: reqwest::Client::new(),
        url: format!("{model_url}/v1/messages"),
        system: "You are the Dungeon Master. ".repeat(N_PROMPT / 28),
    };
    let router = Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/api/sessions", post(|| async { Json(json!({"id": "floor"})) }))
        .route("/api/sessions/{id}/chat", post(chat))
        .with_state(Arc::new(floor));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("listening on http://{}", listener.local_addr().expect("an address"));
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await.expect("it serves");
}

async fn chat(State(floor): State<Arc<Floor>>, Json(request): Json<Value>) -> Response {
    let (sender, pieces) = mpsc::unbounded();
    tokio::spawn(async move {
        let said = json!({"role": "user", "content": request["message"]});
        let calls = floor.call(std::slice::from_ref(&said), &sender).await;
        let used = calls.iter().map(|call| {
            let input: Value = serde_json::from_str(&call.input).unwrap_or_default();
            json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input})
        });
        let used = json!({"role": "assistant", "content": used.collect::<Vec<_>>()});
        let done = calls.iter().map(|call| json!({"type": "tool_result", "tool_use_id": call.id, "content": "done"}));
        let done = json!({"role": "user", "content": done.collect::<Vec<_>>()});
        floor.call(&[said, used, done], &sender).await;
        let _ = sender.unbounded_send(Ok(Bytes::from_static(b"event: done\ndata: {}\n\n")));
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(pieces)).into_response()
}

impl Floor {
    /// Makes a call, sends its text on as it comes and answers the tools it uses.
    async fn call(&self, messages: &[Value], sender: &Sender) -> Vec<Call> {
        let body = json!({
            "model": "claude-sonnet-5-5", "max_tokens": 2048, "stream": true, "system": self.system, "tools": [],
            "messages": messages,
        });
        let request = self.http.post(&self.url).header(header::CONTENT_TYPE, "application/json").body(body.to_string());
        let mut chunks = request.send().await.expect("the stand-in answers").bytes_stream();
        let (mut buffer, mut calls) = (Vec::new(), Vec::new());
        while let Some(chunk) = chunks.next().await {
            buffer.extend_from_slice(&chunk.expect("the answer is whole"));
            let (mut at, mut sent) = (0, Vec::new());
            while let Some(n) = buffer[at..].iter().position(|byte| *byte == b'\n') {
                if let Some(data) = buffer[at..at + n].strip_prefix(b"data: ") {
                    take(data, &mut calls, &mut sent);
                }
                at += n + 1;
            }
            buffer.drain(..at);
            if !sent.is_empty() {
                let _ = sender.unbounded_send(Ok(sent.into()));
            }
        }
        calls
    }
}

fn take(data: &[u8], calls: &mut Vec<Call>, sent: &mut Vec<u8>) {
    let Ok(Event { kind, delta, content_block }) = serde_json::from_slice(data) else { return };
    match (kind, delta, content_block) {
        ("content_block_delta", Some(Delta { text: Some(text), .. }), _) => {
            sent.extend_from_slice(b"event: text\ndata: {\"delta\":");
            sent.extend_from_slice(text.get().as_bytes());
            sent.extend_from_slice(b"}\n\n");
        }
        ("content_block_delta", Some(Delta { partial_json: Some(json), .. }), _) => {
            if let Some(call) = calls.last_mut() {
                call.input.push_str(&json);
            }
        }
        ("content_block_start", _, Some(Block { id: Some(id), name: Some(name) })) => {
            calls.push(Call { id: id.to_owned(), name: name.to_owned(), input: String::new() });
        }
        _ => {}
    }
}
