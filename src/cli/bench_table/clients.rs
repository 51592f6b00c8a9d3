//! The people at the table: each follows the session, and most of them play. Whatever they receive is recorded.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::{Client as HttpClient, RequestBuilder, Response, header};
use serde_json::{Value, json};
use tokio::{sync::watch, time::sleep};

use super::{
    super::whole,
    CommandError,
    history::{
        EventClock, EventPosition, Observation, Participant, Recorder, StreamEvent, TurnRef, message_mark, messages_in,
        secret_mark,
    },
};

/// How long a message is sent again before the run fails. A killed server leaves its claim on a session in Firestore for a minute.
const PATIENCE: Duration = Duration::from_secs(180);
/// The longest wait for one answer. A server waits 30 s for a turn of another one.
const MAX_ANSWER: Duration = Duration::from_secs(45);
/// The longest silence of a stream, which has heartbeats.
const MAX_SILENCE: Duration = Duration::from_secs(60);
const RETRY: Duration = Duration::from_millis(50);
/// Between two reads of a client that does not play.
const WATCHING: Duration = Duration::from_millis(250);
/// A client reads the session, reads turns and whispers after a number of its own messages, or looks at the table.
const READ_SESSION_EVERY: usize = 3;
const READ_TURNS_EVERY: usize = 4;
const WHISPER_EVERY: usize = 2;
/// How many turns a client reads again that it has read already.
const READ_AGAIN: u64 = 5;
/// How long a round waits for those who send nothing, in seconds: the shortest that a table can be set to.
const SHORTEST_ROUND_S: u32 = 10;

/// A client for plain HTTP on this machine.
///
/// # Errors
/// It can't be made.
pub(super) fn http_client() -> Result<HttpClient, CommandError> {
    Ok(HttpClient::builder().no_proxy().tls_certs_only([]).read_timeout(MAX_SILENCE).build()?)
}

/// Hands out the messages of a run and counts those that were answered.
pub(super) struct RunProgress {
    n_turns: usize,
    /// Whether the table plays in rounds.
    rounds: bool,
    n_sent: AtomicUsize,
    answered: watch::Sender<usize>,
}

impl RunProgress {
    pub(super) fn new(n_turns: usize, rounds: bool) -> Self {
        Self { n_turns, rounds, n_sent: AtomicUsize::new(0), answered: watch::Sender::new(0) }
    }

    /// Whether there is another message to be sent.
    fn take(&self) -> bool {
        self.n_sent.fetch_add(1, Ordering::Relaxed) < self.n_turns
    }

    fn is_over(&self) -> bool {
        *self.answered.borrow() >= self.n_turns
    }

    /// Waits until this many messages were answered.
    pub(super) async fn reaches(&self, n: usize) {
        // The sender is borrowed, so it is not closed.
        let _ = self.answered.subscribe().wait_for(|answered| *answered >= n).await;
    }
}

/// A seat at the table.
pub(super) struct ClientSeat {
    pub(super) id: String,
    pub(super) secret: String,
    pub(super) plays: bool,
}

/// Someone at the table.
pub(super) struct Client {
    number: usize,
    pub(super) seat: ClientSeat,
    /// The session on the server of this client.
    session_url: String,
    http: HttpClient,
    pub(super) recorder: Recorder,
}

impl Client {
    /// # Errors
    /// There can be no HTTP client.
    pub(super) fn new(
        number: usize,
        seat: ClientSeat,
        session_url: String,
        clock: &EventClock,
    ) -> Result<Self, CommandError> {
        let recorder = Recorder::new(Participant::Client(number), clock);
        Ok(Self { number, seat, session_url, http: http_client()?, recorder })
    }

    pub(super) fn get(&self, rest: &str) -> RequestBuilder {
        self.http.get(format!("{}{rest}", self.session_url)).bearer_auth(&self.seat.secret)
    }

    fn post(&self, rest: &str, body: &Value) -> RequestBuilder {
        let request = self.http.post(format!("{}{rest}", self.session_url)).timeout(MAX_ANSWER);
        request.bearer_auth(&self.seat.secret).json(body)
    }

    /// Follows the session until the task is ended, across all lost connections.
    pub(super) async fn follow(self: Arc<Self>) {
        let mut last_id = None;
        loop {
            let since = self.recorder.now();
            let mut request = self.get("/events").header(header::ACCEPT, "text/event-stream");
            if let Some(id) = &last_id {
                request = request.header("last-event-id", id);
            }
            if let Ok(response) = request.send().await
                && response.status().is_success()
            {
                self.hear(response, since, &mut last_id).await;
            }
            sleep(RETRY).await;
        }
    }

    /// Reads a stream until it breaks off.
    async fn hear(&self, mut response: Response, since: u64, last_id: &mut Option<String>) {
        let mut unread = Vec::new();
        while let Ok(Some(chunk)) = response.chunk().await {
            unread.extend_from_slice(&chunk);
            while let Some(end) = unread.windows(2).position(|pair| pair == b"\n\n") {
                let event: Vec<u8> = unread.drain(..end + 2).collect();
                self.hear_event(&String::from_utf8_lossy(&event), since, last_id);
            }
        }
    }

    fn hear_event(&self, lines: &str, since: u64, last_id: &mut Option<String>) {
        let field = |name: &str| {
            let mut values = lines.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            values.next().map(|value| value.strip_prefix(' ').unwrap_or(value))
        };
        // Comments are no events.
        let (Some(id), Some(name), Some(data)) = (field("id"), field("event"), field("data")) else { return };
        let value: Value = serde_json::from_str(data).unwrap_or_default();
        let event = StreamEvent::read(name, &value);
        self.recorder.record(Observation::Heard { since, position: EventPosition::read(id), event });
        self.recorder.received(data, &value);
        *last_id = Some(id.to_owned());
    }

    /// Plays until all messages of the run are taken, each answered before the next.
    ///
    /// # Errors
    /// A message was refused for good, or was not answered.
    pub(super) async fn play(&self, others: &[Arc<Self>], progress: &RunProgress) -> Result<(), String> {
        let mut n = 0;
        while progress.take() {
            n += 1;
            self.look_around(n, others).await;
            let mark = message_mark(self.number, n);
            match progress.rounds {
                true => self.take_part(&mark).await?,
                false => self.say(&mark).await?,
            }
            progress.answered.send_modify(|answered| *answered += 1);
        }
        Ok(())
    }

    /// Looks on until all messages are answered.
    pub(super) async fn watch(&self, others: &[Arc<Self>], progress: &RunProgress) {
        for n in 1.. {
            if progress.is_over() {
                return;
            }
            self.look_around(n, others).await;
            sleep(WATCHING).await;
        }
    }

    /// A client's other requests. Failed ones are ignored.
    async fn look_around(&self, n: usize, others: &[Arc<Self>]) {
        if n.is_multiple_of(WHISPER_EVERY) {
            let to = &others[(self.number + n / WHISPER_EVERY) % others.len()];
            self.whisper(n, to).await;
        }
        if n.is_multiple_of(READ_SESSION_EVERY) {
            self.read_session().await;
        }
        if n.is_multiple_of(READ_TURNS_EVERY) {
            self.read_turns().await;
        }
    }

    /// Sends a message until it is answered.
    async fn say(&self, mark: &str) -> Result<(), String> {
        self.recorder.record(Observation::Sent(mark.to_owned()));
        let since = Instant::now();
        loop {
            let request = self.post("/chat", &json!({"message": format!("I look around: {mark}.")}));
            let why = match request.header("idempotency-key", mark).send().await {
                Ok(response) => {
                    let status = response.status().as_u16();
                    let body = response.text().await.unwrap_or_default();
                    let value: Value = serde_json::from_str(&body).unwrap_or_default();
                    if let Some(turn) = TurnRef::read(&value).filter(|_| status == 200) {
                        self.recorder.record(Observation::Answered { message: mark.to_owned(), turn });
                        self.recorder.received(&body, &value);
                        return Ok(());
                    }
                    // An answer that was cut off, or what passes: a turn of another server, too many that wait, a failing store.
                    let passes = matches!(status, 200 | 408 | 409 | 429 | 502..=504);
                    if !passes {
                        return Err(format!("{mark} was refused with {status}: {body}"));
                    }
                    format!("{status} {body}")
                }
                Err(error) => whole(&error),
            };
            if since.elapsed() > PATIENCE {
                return Err(format!("{mark} was not answered in {} s; last: {why}", PATIENCE.as_secs()));
            }
            sleep(RETRY).await;
        }
    }

    /// Sends a part of a round until it is taken, and waits for the turn that plays it.
    async fn take_part(&self, mark: &str) -> Result<(), String> {
        self.recorder.record(Observation::Sent(mark.to_owned()));
        let (since, after) = (Instant::now(), self.recorder.last_turn().saturating_sub(READ_AGAIN));
        let mut is_taken = false;
        loop {
            if !is_taken {
                let request = self.post("/ready", &json!({"message": format!("I look around: {mark}.")}));
                if let Ok(response) = request.header("idempotency-key", mark).send().await {
                    let status = response.status().as_u16();
                    let body = response.text().await.unwrap_or_default();
                    self.recorder.received(&body, &Value::Null);
                    is_taken = status == 200;
                    // What passes: a round that is played, too many that wait, a failing store.
                    if !matches!(status, 200 | 408 | 409 | 429 | 502..=504) {
                        return Err(format!("{mark} was refused with {status}: {body}"));
                    }
                }
            } else if let Some(turn) = self.turn_with(mark, after).await {
                self.recorder.record(Observation::Answered { message: mark.to_owned(), turn });
                return Ok(());
            }
            if since.elapsed() > PATIENCE {
                return Err(format!("{mark} was not played in {} s; taken: {is_taken}", PATIENCE.as_secs()));
            }
            sleep(RETRY).await;
        }
    }

    /// The turn that plays a message, among those after a number.
    async fn turn_with(&self, mark: &str, after: u64) -> Option<TurnRef> {
        let value = self.read(&format!("/turns?limit=100&after={after}")).await?;
        let has_mark = |turn: &&Value| turn["message"].as_str().is_some_and(|words| messages_in(words).contains(mark));
        value["items"].as_array()?.iter().find(has_mark).and_then(TurnRef::read)
    }

    /// Lets the table play in rounds that wait a short time for those who have nothing more to send.
    ///
    /// # Errors
    /// It is not taken.
    pub(super) async fn play_in_rounds(&self) -> Result<(), CommandError> {
        let request = self.http.put(format!("{}/table", self.session_url)).bearer_auth(&self.seat.secret);
        request.json(&json!({"mode": "rounds", "awayAfterS": SHORTEST_ROUND_S})).send().await?.error_for_status()?;
        Ok(())
    }

    async fn whisper(&self, n: usize, to: &Self) {
        if to.number == self.number {
            return;
        }
        let secret = secret_mark(self.number, n);
        let readers = vec![Participant::Client(self.number), Participant::Client(to.number)];
        self.recorder.record(Observation::Confided { secret: secret.clone(), readers });
        let body = json!({"text": format!("Between us: {secret}."), "to": [to.seat.id]});
        if let Ok(response) = self.post("/talk", &body).send().await {
            let text = response.text().await.unwrap_or_default();
            self.recorder.received(&text, &Value::Null);
        }
    }

    /// Writes a note that only the host and the model read.
    ///
    /// # Errors
    /// It is not taken.
    pub(super) async fn write_note(&self) -> Result<(), CommandError> {
        let secret = secret_mark(self.number, 0);
        let readers = vec![Participant::Client(self.number), Participant::Model];
        self.recorder.record(Observation::Confided { secret: secret.clone(), readers });
        let body = json!({"text": format!("Under the stone is {secret}."), "pinned": true});
        self.post("/journal", &body).send().await?.error_for_status()?;
        Ok(())
    }

    /// Reads the session and answers with its version, unless it can't be read now.
    pub(super) async fn read_session(&self) -> Option<u64> {
        let since = self.recorder.now();
        let value = self.read("").await?;
        let version = value["version"].as_u64()?;
        self.recorder.record(Observation::ReadSession { since, version });
        Some(version)
    }

    async fn read_turns(&self) {
        let known = self.recorder.last_turn().saturating_sub(READ_AGAIN);
        let since = self.recorder.now();
        let Some(value) = self.read(&format!("/turns?limit=100&after={known}")).await else { return };
        let turns = value["items"].as_array().into_iter().flatten().filter_map(TurnRef::read).collect();
        self.recorder.record(Observation::ReadTurns { since, turns });
    }

    async fn read(&self, rest: &str) -> Option<Value> {
        let response = self.get(rest).timeout(MAX_ANSWER).send().await.ok()?.error_for_status().ok()?;
        let text = response.text().await.ok()?;
        let value = serde_json::from_str(&text).ok()?;
        self.recorder.received(&text, &value);
        Some(value)
    }
}
