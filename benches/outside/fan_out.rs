//! The table's stream: how long after the model sent a piece of text the last of eight clients has it.

use std::{
    collections::HashMap,
    convert::Infallible,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::{Json, Router, body::Body, http::header, response::IntoResponse, routing::post};
use bytes::Bytes;
use futures::{StreamExt, future::join_all, stream};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{absolute, folder, percentile, recording::Recording, server::Server};

const N_CLIENTS: usize = 8;
const N_TURNS: usize = 5;
/// Pieces of text of a turn.
const N_PIECES: usize = 60;
const BETWEEN_PIECES: Duration = Duration::from_millis(20);
/// What a piece says instead of the time at which it is sent.
const TIME: &str = "TIME ";

fn now_us() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that is set");
    u64::try_from(since.as_micros()).expect("a time of this age")
}

/// A model whose every piece of text is the time at which it is sent.
async fn answer(Json(request): Json<Value>) -> impl IntoResponse {
    let recording = Recording::new();
    let reply = match request.get("tools") {
        Some(_) => recording.text(&[TIME; N_PIECES]),
        None => recording.text(&["Nothing to add."]),
    };
    let frames: Vec<String> = reply.done("end_turn").split_inclusive("\n\n").map(str::to_owned).collect();
    let frames = stream::iter(frames).then(async |frame| {
        if frame.contains(TIME) {
            tokio::time::sleep(BETWEEN_PIECES).await;
        }
        Ok::<_, Infallible>(Bytes::from(frame.replace(TIME, &format!("{} ", now_us()))))
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(frames))
}

/// Reads a table's stream until all turns are complete. Returns the delay of each piece in microseconds, by its time.
async fn follow(url: String) -> HashMap<u64, u64> {
    let mut events = Client::new().get(url).send().await.expect("the stream begins");
    let (mut read, mut took, mut n_told) = (String::new(), HashMap::new(), 0);
    while n_told < N_TURNS {
        let chunk = events.chunk().await.expect("the stream goes on").expect("the stream goes on");
        read.push_str(&String::from_utf8_lossy(&chunk));
        let now = now_us();
        while let Some((event, rest)) = read.split_once("\n\n") {
            let data = event.lines().find_map(|line| line.strip_prefix("data:")).unwrap_or("null");
            let data: Value = serde_json::from_str(data).expect("data of an event");
            let sent = data["delta"].as_str().unwrap_or_default().split_whitespace();
            took.extend(sent.filter_map(|sent| sent.parse().ok()).map(|sent: u64| (sent, now.saturating_sub(sent))));
            n_told += usize::from(data["event"] == "done");
            read = rest.to_owned();
        }
    }
    took
}

pub(crate) async fn figures() -> Value {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let model = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async { axum::serve(listener, Router::new().route("/v1/messages", post(answer))).await });
    let folder = folder();
    let server = Server::start(Server::embertale(&absolute(&folder), &model)).await;
    let made = Client::new().post(format!("{}/api/sessions", server.url)).json(&json!({})).send().await;
    let made: Value = made.expect("it answers").json().await.expect("a session");
    let session = format!("{}/api/sessions/{}", server.url, made["id"].as_str().expect("an id"));
    let clients: Vec<_> = (0..N_CLIENTS).map(|_| tokio::spawn(follow(format!("{session}/events")))).collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    for _ in 0..N_TURNS {
        let turn = Client::new().post(format!("{session}/chat")).json(&json!({"message": "I wait."})).send().await;
        assert!(turn.expect("it answers").status().is_success());
    }
    let mut last: HashMap<u64, u64> = HashMap::new();
    for took in join_all(clients).await {
        for (sent, took) in took.expect("a client that hears all") {
            let slowest = last.entry(sent).or_default();
            *slowest = took.max(*slowest);
        }
    }
    let mut last: Vec<f64> = last.into_values().map(|us| us as f64 / 1_000.0).collect();
    last.sort_by(f64::total_cmp);
    json!({
        "bench": "fan-out", "clients": N_CLIENTS, "pieces": last.len(),
        "p50_ms": percentile(&last, 50), "p95_ms": percentile(&last, 95),
    })
}
