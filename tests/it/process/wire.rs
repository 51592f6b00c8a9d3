//! HTTP/1.1 as bytes on a socket, so that requests can be as wrong as a test likes. What must hold for every answer is
//! checked on every answer.

use std::{collections::BTreeMap, time::Duration};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::server::PATIENCE;

/// Every code the contract names.
const CODES: [&str; 58] = [
    "invalid_json",
    "unauthorized",
    "foreign_host",
    "foreign_origin",
    "host_only",
    "not_your_hero",
    "unknown_route",
    "unknown_session",
    "unknown_turn",
    "unknown_character",
    "unknown_npc",
    "npc_not_here",
    "unknown_rule",
    "unknown_campaign",
    "invalid_campaign",
    "slug_taken",
    "campaign_is_ours",
    "shelf_full",
    "no_campaign",
    "needs_a_key",
    "unknown_plan",
    "plan_in_use",
    "too_many_plans",
    "unknown_asset",
    "journal_entry_not_found",
    "journal_full",
    "unknown_seat",
    "unknown_invitation",
    "method_not_allowed",
    "request_timeout",
    "level_up_pending",
    "turn_cancelled",
    "turn_undone",
    "turn_in_progress",
    "version_conflict",
    "nothing_playing",
    "nothing_to_undo",
    "hero_taken",
    "table_full",
    "sharing_needs_sign_in",
    "too_many_invitations",
    "invitation_over",
    "too_large",
    "unsupported_media_type",
    "validation_failed",
    "idempotency_mismatch",
    "too_many_turns",
    "rate_limited",
    "spending_cap_reached",
    "seat_cap_reached",
    "plays_in_rounds",
    "no_round",
    "round_closed",
    "model_without_price",
    "model_failed",
    "store_unavailable",
    "model_overloaded",
    "model_timeout",
];

/// A request in the making.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    method: String,
    target: String,
    host: Option<String>,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    chunked: bool,
}

impl Ask {
    pub(super) fn new(method: &str, target: &str) -> Self {
        let (method, target) = (method.to_owned(), target.to_owned());
        Self { method, target, host: Some(String::new()), headers: Vec::new(), body: Vec::new(), chunked: false }
    }

    pub(super) fn get(target: &str) -> Self {
        Self::new("GET", target)
    }

    pub(super) fn post(target: &str) -> Self {
        Self::new("POST", target)
    }

    pub(super) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Another Host than the server's address; none at all with `None`.
    pub(super) fn host(mut self, host: Option<&str>) -> Self {
        self.host = host.map(str::to_owned);
        self
    }

    pub(super) fn json(self, body: &Value) -> Self {
        self.body(body.to_string())
    }

    /// Any bytes, announced as JSON.
    pub(super) fn body(self, body: impl Into<Vec<u8>>) -> Self {
        self.header("content-type", "application/json").bytes(body)
    }

    /// Any bytes, announced as nothing.
    pub(super) fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Sends the body in chunks, so that nothing tells its length.
    pub(super) fn chunked(mut self) -> Self {
        self.chunked = true;
        self
    }

    pub(super) fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }

    pub(super) fn bearer(self, secret: &str) -> Self {
        self.header("authorization", &format!("Bearer {secret}"))
    }

    /// Asks for the turn's events.
    pub(super) fn events(self) -> Self {
        self.header("accept", "text/event-stream")
    }

    fn to_bytes(&self, address: &str) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\nconnection: close\r\n", self.method, self.target);
        if let Some(host) = &self.host {
            head += &format!("host: {}\r\n", if host.is_empty() { address } else { host });
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if self.chunked {
            head += "transfer-encoding: chunked\r\n\r\n";
            let mut bytes = head.into_bytes();
            for piece in self.body.chunks(8 * 1024) {
                bytes.extend(format!("{:x}\r\n", piece.len()).bytes());
                bytes.extend(piece);
                bytes.extend(b"\r\n");
            }
            bytes.extend(b"0\r\n\r\n");
            return bytes;
        }
        if !self.body.is_empty() {
            head += &format!("content-length: {}\r\n", self.body.len());
        }
        let mut bytes = (head + "\r\n").into_bytes();
        bytes.extend(&self.body);
        bytes
    }
}

/// The server's address.
#[derive(Debug, Clone, Default)]
pub(super) struct Client {
    /// Host and port.
    pub(super) address: String,
    /// The secret of the player whose requests these are, but for those with a credential of their own and those of who joins a table.
    pub(super) secret: Option<String>,
}

impl Client {
    /// Sends a request and reads the whole answer.
    pub(super) async fn send(&self, ask: Ask) -> Answer {
        let mut answer = self.open(ask).await;
        while answer.more().await {}
        answer.check();
        answer
    }

    /// Sends a request and reads the head of its answer; the body goes on coming.
    pub(super) async fn open(&self, ask: Ask) -> Answer {
        let has_own = ask.headers.iter().any(|(name, _)| ["authorization", "cookie"].contains(&name.as_str()));
        let ask = match &self.secret {
            Some(secret) if !has_own && !ask.target.starts_with("/api/join") => ask.bearer(secret),
            _ => ask,
        };
        let mut socket = TcpStream::connect(&self.address).await.expect("the server listens");
        // A server that has heard enough may hang up before it has read everything.
        let _ = socket.write_all(&ask.to_bytes(&self.address)).await;
        let mut raw = Vec::new();
        let head_end = loop {
            if let Some(at) = raw.windows(4).position(|window| window == b"\r\n\r\n") {
                break at;
            }
            let n = within(socket.read_buf(&mut raw), &ask).await.expect("an answer");
            assert!(n > 0, "no answer to {} {:.200}", ask.method, ask.target);
        };
        let head = String::from_utf8(raw[..head_end].to_vec()).expect("a head of plain text");
        raw.drain(..head_end + 4);
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers: Vec<(String, String)> =
            headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
        let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let status = status.expect("a status");
        Answer { status, headers, body: Vec::new(), ask, socket, raw, is_chunked, is_whole: false }
    }

    /// Sends a JSON request and reads a JSON answer that must be a good one.
    pub(super) async fn good(&self, ask: Ask) -> Value {
        let answer = self.send(ask).await;
        assert!(matches!(answer.status, 200..=202), "{answer:?}");
        answer.json()
    }

    pub(super) async fn read(&self, target: &str) -> Value {
        self.good(Ask::get(target)).await
    }
}

/// An answer, as far as it has come.
pub(super) struct Answer {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    ask: Ask,
    socket: TcpStream,
    raw: Vec<u8>,
    is_chunked: bool,
    is_whole: bool,
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ask { method, target, .. } = &self.ask;
        write!(f, "{method} {target:.200} -> {} {:?} {:.2000}", self.status, self.headers, self.text())
    }
}

impl Answer {
    /// Reads a further piece of the body; false when it has come to its end.
    pub(super) async fn more(&mut self) -> bool {
        if self.is_whole {
            return false;
        }
        if !self.is_chunked {
            self.body.append(&mut self.raw);
            let n = within(self.socket.read_buf(&mut self.body), &self.ask).await.unwrap_or(0);
            self.is_whole = n == 0;
            return n > 0;
        }
        loop {
            if let Some((from, to)) = chunk(&self.raw) {
                self.body.extend(&self.raw[from..to]);
                self.raw.drain(..to + 2);
                self.is_whole = from == to;
                return from != to;
            }
            let n = within(self.socket.read_buf(&mut self.raw), &self.ask).await.unwrap_or(0);
            assert!(n > 0, "the body broke off: {self:?}");
        }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Everything a server says: status, headers, body.
    pub(super) fn everything(&self) -> String {
        format!("{:?} {}", self.headers, self.text())
    }

    /// The problem this answer must be.
    pub(super) fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{self:?}");
        problem
    }

    /// The field that this answer must complain of.
    pub(super) fn invalid(&self, field: &str) {
        let problem = self.problem(422, "validation_failed");
        let named: Vec<_> = problem["errors"].as_array().into_iter().flatten().map(|error| &error["field"]).collect();
        assert!(named.iter().any(|named| *named == field), "{field} is not named: {self:?}");
    }

    /// What holds for every answer, good or bad.
    fn check(&self) {
        let says = |name: &str, words: &str| {
            assert!(self.header(name).is_some_and(|value| value.contains(words)), "{name}: {words}? {self:?}");
        };
        assert_ne!(self.status, 500, "{self:?}");
        says("x-content-type-options", "nosniff");
        // Parts of a page, which is a document and says the rest for them.
        let is_read = self.status < 400 && matches!(self.ask.method.as_str(), "GET" | "HEAD");
        if is_read && [".js", ".css"].iter().any(|end| self.ask.target.ends_with(end)) {
            return says("cache-control", "no-cache");
        }
        // A typeface is named by what is in it.
        if is_read && self.ask.target.ends_with(".woff2") {
            return says("cache-control", "public, max-age=31536000, immutable");
        }
        says("content-security-policy", "default-src 'none'");
        says("content-security-policy", "frame-ancestors 'none'");
        says("referrer-policy", "no-referrer");
        says("cross-origin-opener-policy", "same-origin");
        // Only what is named by its version is kept for good.
        let is_named = is_read && self.ask.target.contains("/assets/") && self.ask.target.contains("?v=");
        says("cache-control", if is_named { "private, " } else { "no-" });
        says("x-request-id", "-");
        let is_health = self.ask.target == "/readyz" && self.status == 503;
        if self.status < 400 || self.ask.method == "HEAD" || is_health {
            return;
        }
        says("content-type", "application/problem+json");
        let problem: BTreeMap<String, Value> = serde_json::from_slice(&self.body).unwrap_or_default();
        for field in ["type", "title", "detail", "code", "requestId"] {
            let is_said = problem.get(field).and_then(Value::as_str).is_some_and(|said| !said.trim().is_empty());
            assert!(is_said, "{field} is missing: {self:?}");
        }
        assert_eq!(problem["status"], self.status, "{self:?}");
        assert_eq!(problem["requestId"].as_str(), self.header("x-request-id"), "{self:?}");
        assert!(problem["code"].as_str().is_some_and(|code| CODES.contains(&code)), "no code of ours: {self:?}");
        for error in problem.get("errors").and_then(Value::as_array).into_iter().flatten() {
            let is_told = error["field"].is_string() && error["message"].as_str().is_some_and(|said| !said.is_empty());
            assert!(is_told, "{self:?}");
        }
        match self.status {
            401 => says("www-authenticate", "Bearer"),
            405 => says("allow", ""),
            429 | 503 => assert!(
                self.header("retry-after").is_some_and(|seconds| seconds.parse::<u64>().is_ok_and(|s| s > 0)),
                "{self:?}"
            ),
            _ => {}
        }
    }
}

/// Where the first chunk's bytes begin and end, if it has come whole.
fn chunk(raw: &[u8]) -> Option<(usize, usize)> {
    let line = raw.windows(2).position(|window| window == b"\r\n")?;
    let length = std::str::from_utf8(&raw[..line]).ok().and_then(|hex| usize::from_str_radix(hex, 16).ok());
    let (from, to) = (line + 2, line + 2 + length.expect("a chunk's length"));
    (raw.len() >= to + 2).then_some((from, to))
}

async fn within<T>(done: impl Future<Output = T>, ask: &Ask) -> T {
    let waited: Duration = PATIENCE;
    let Ok(done) = timeout(waited, done).await else { panic!("no answer to {} {:.200}", ask.method, ask.target) };
    done
}
