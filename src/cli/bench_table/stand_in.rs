//! A stand-in for Claude: it tells a short story of the message it is asked about, in pieces.

use std::{
    collections::BTreeSet,
    io::{self, BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::history::{Recorder, messages_in};

/// Between two pieces of a story.
const PAUSE: Duration = Duration::from_millis(12);
/// The longest request that is read, in bytes.
const MAX_REQUEST: usize = 16 << 20;

/// How the block begins with what the others do in a round.
const AT_ONCE: &str = "[at once]";

/// Starts it on a free port. It answers until the process ends, and records what was private in what it was asked.
///
/// # Errors
/// It can't listen.
pub(super) fn start(recorder: Arc<Recorder>) -> io::Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let url = format!("http://{}", listener.local_addr()?);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let recorder = Arc::clone(&recorder);
            // A server that was killed reads no answer.
            thread::spawn(move || answer(&stream, &recorder).ok());
        }
    });
    Ok(url)
}

fn answer(mut stream: &TcpStream, recorder: &Recorder) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let request = read_request(stream)?;
    recorder.received(&request.to_string(), &Value::Null);
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")?;
    for event in reply_to(&request) {
        if event["type"] == "content_block_delta" {
            thread::sleep(PAUSE);
        }
        let name = event["type"].as_str().unwrap_or_default();
        stream.write_all(format!("event: {name}\ndata: {event}\n\n").as_bytes())?;
    }
    Ok(())
}

/// The JSON body of a request.
fn read_request(stream: &TcpStream) -> io::Result<Value> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().unwrap_or_default();
            }
            None if line.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; Ord::min(length, MAX_REQUEST)];
    reader.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}

fn reply_to(request: &Value) -> Vec<Value> {
    let has_tool = |name: &str| request["tools"].as_array().into_iter().flatten().any(|tool| tool["name"] == name);
    if request.get("tools").is_none() {
        return message(&text(&["Nothing to add."]), "end_turn");
    }
    if has_tool("mark_no_check") {
        return message(&tool("mark_no_check", &json!({})), "tool_use");
    }
    let marks = asked_about(request);
    let Some(mark) = marks.last() else { return message(&text(&["It is quiet."]), "end_turn") };
    // Some turns throw dice, so that there are inputs of tools that guests must not see.
    if mark.ends_with(['0', '3', '6']) && !answers_tools(request) && has_tool("roll_dice") {
        let roll = json!({"dice": "1d20", "reason": "Perception"});
        return message(&tool("roll_dice", &roll), "tool_use");
    }
    let said = marks.iter().flat_map(|mark| ["Somebody says ", mark.as_str(), " to the wind, "]);
    let pieces: Vec<&str> =
        ["Rain falls on the roofs. "].into_iter().chain(said).chain(["and it ", "is quiet."]).collect();
    message(&text(&pieces), "end_turn")
}

/// The messages that a request is about: the last one that it quotes, and those of the others in a round.
fn asked_about(request: &Value) -> BTreeSet<String> {
    let messages = request["messages"].as_array().into_iter().flatten().rev();
    for message in messages.filter(|message| message["role"] == "user") {
        let texts = message["content"].as_array().into_iter().flatten().filter_map(|block| block["text"].as_str());
        let texts: Vec<&str> = texts.collect();
        if let Some(mut marks) = texts.iter().rev().map(|text| messages_in(text)).find(|marks| !marks.is_empty()) {
            let others = texts.iter().filter(|text| text.starts_with(AT_ONCE));
            marks.extend(others.flat_map(|text| messages_in(text)));
            return marks;
        }
    }
    BTreeSet::new()
}

/// Whether a request brings the results of tools.
fn answers_tools(request: &Value) -> bool {
    let last = request["messages"].as_array().and_then(|messages| messages.last());
    let blocks = last.and_then(|last| last["content"].as_array()).into_iter().flatten();
    blocks.into_iter().any(|block| block["type"] == "tool_result")
}

fn text(pieces: &[&str]) -> Vec<Value> {
    let deltas = pieces.iter().map(|text| json!({"type": "text_delta", "text": text}));
    block(&json!({"type": "text", "text": ""}), deltas)
}

fn tool(name: &str, input: &Value) -> Vec<Value> {
    let delta = json!({"type": "input_json_delta", "partial_json": input.to_string()});
    block(&json!({"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}), [delta].into_iter())
}

/// The events of a block with its deltas.
fn block(block: &Value, deltas: impl Iterator<Item = Value>) -> Vec<Value> {
    let deltas = deltas.map(|delta| json!({"type": "content_block_delta", "index": 0, "delta": delta}));
    let start = json!({"type": "content_block_start", "index": 0, "content_block": block});
    [start].into_iter().chain(deltas).chain([json!({"type": "content_block_stop", "index": 0})]).collect()
}

/// The events of a message with one block.
fn message(block: &[Value], stop_reason: &str) -> Vec<Value> {
    let usage = json!({"input_tokens": 12, "cache_creation_input_tokens": 3, "cache_read_input_tokens": 40, "output_tokens": 1});
    let message = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5-20261001", "content": [],
        "stop_reason": null, "stop_sequence": null, "usage": usage,
    });
    let delta = json!({"stop_reason": stop_reason, "stop_sequence": null});
    let end = [
        json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 30}}),
        json!({"type": "message_stop"}),
    ];
    [json!({"type": "message_start", "message": message})].into_iter().chain(block.iter().cloned()).chain(end).collect()
}
