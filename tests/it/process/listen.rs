//! A client of a turn's event stream, as a browser reads it.

use std::collections::VecDeque;

use serde_json::Value;

use super::wire::{Answer, Ask, Client};

/// An event.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Event {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) data: Value,
}

/// A stream of events that is being read. Dropped, it is cut.
pub(super) struct Listening {
    answer: Answer,
    n_read: usize,
    found: VecDeque<Event>,
}

impl Listening {
    /// Sends a request whose answer must be a stream of events.
    pub(super) async fn to(client: &Client, ask: Ask) -> Self {
        let answer = client.open(ask.events()).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("text/event-stream"), "{answer:?}");
        Self { answer, n_read: 0, found: VecDeque::new() }
    }

    /// Goes on with the events at this address from after the one of this id.
    pub(super) async fn resume(client: &Client, location: &str, after: Option<&str>) -> Self {
        let ask = Ask::get(location);
        Self::to(
            client,
            match after {
                Some(id) => ask.header("last-event-id", id),
                None => ask,
            },
        )
        .await
    }

    /// Where the events can be read again.
    pub(super) fn location(&self) -> String {
        self.answer.header("content-location").expect("a Content-Location").to_owned()
    }

    /// The next event; none when the stream has ended.
    pub(super) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.found.pop_front() {
                return Some(event);
            }
            if !self.answer.more().await {
                return None;
            }
            let new = &self.answer.body[self.n_read..];
            let Some(end) = new.windows(2).rposition(|window| window == b"\n\n") else { continue };
            let text = std::str::from_utf8(&new[..end]).expect("UTF-8");
            self.found.extend(text.split("\n\n").filter_map(event));
            self.n_read += end + 2;
        }
    }

    /// The next event, which must be of this name.
    pub(super) async fn expect(&mut self, name: &str) -> Event {
        let event = self.next().await.expect("a further event");
        assert_eq!(event.name, name, "{event:?}");
        event
    }

    /// All events to the end of the stream.
    pub(super) async fn rest(mut self) -> Vec<Event> {
        let mut all = Vec::new();
        while let Some(event) = self.next().await {
            all.push(event);
        }
        all
    }
}

/// An event from its lines; none if they are a comment.
fn event(lines: &str) -> Option<Event> {
    let (mut id, mut name, mut data) = (None, None, None);
    for line in lines.lines() {
        let (field, value) = line.split_once(':').expect("a field");
        let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
        match field {
            "id" => id = Some(value),
            "event" => name = Some(value),
            "data" => data = Some(serde_json::from_str(&value).expect("one JSON object on one line")),
            "" => {}
            other => panic!("a field nobody knows: {other}"),
        }
    }
    match (id, name, data) {
        (None, None, None) => None,
        (id, name, data) => {
            Some(Event { id: id.expect("an id"), name: name.expect("a name"), data: data.expect("data") })
        }
    }
}

/// What a listener has of the events it heard: text joined, and text that was taken back forgotten.
pub(super) fn heard(events: &[Event]) -> Vec<(String, Value)> {
    let mut heard: Vec<(String, Value)> = Vec::new();
    for Event { name, data, .. } in events {
        let delta = data["delta"].as_str().filter(|_| name == "text");
        match (delta, heard.last_mut()) {
            (Some(delta), Some((last, Value::String(text)))) if last == "text" => text.push_str(delta),
            (Some(delta), _) => heard.push((name.clone(), delta.into())),
            (None, _) => {
                if data["reset"] == true {
                    heard.retain(|(name, data)| name != "text" || !data.is_string());
                }
                heard.push((name.clone(), data.clone()));
            }
        }
    }
    heard
}

/// All text since the last time it was taken back.
pub(super) fn text(events: &[Event]) -> String {
    heard(events).iter().filter(|(name, _)| name == "text").filter_map(|(_, text)| text.as_str()).collect()
}
