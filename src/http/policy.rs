//! What applies to a request before it reaches its handler, by method and path. This is the only place that reads paths for that.

use axum::http::Method;
use game::roster::SeatRole;

use crate::campaign;

use super::{MAX_BODY, bundles, campaigns, plans};

const METRICS: &str = "/metrics";
/// Paths for load balancers and monitoring.
const PROBES: [&str; 3] = ["/healthz", "/readyz", METRICS];
/// Paths of the API that need no sign-in. The page's files need none either.
const PUBLIC: [&str; 7] =
    ["/api/info", "/api/openapi.json", "/api/docs", "/api/sign-in", "/api/sign-out", "/api/join", "/api/join/look"];
/// The route of a session. Those that begin with it are about one session.
pub(super) const SESSION: &str = "/api/sessions/{id}";
/// The route of a campaign's pictures and music. With the session in its query it is open to the session's guests.
pub(super) const ASSETS: &str = "/api/campaigns/{slug}/assets/{kind}/{id}";
/// The route below a session of words to the others at the table.
const TALK: &str = "/talk";
/// The routes below a session that are open to guests, and the least role for each. All others are the host's.
const OPEN_TO_GUESTS: [(&str, &str, SeatRole); 23] = [
    ("GET", "", SeatRole::Spectator),
    ("GET", "/turns", SeatRole::Spectator),
    ("GET", "/turns/{turnId}/events", SeatRole::Spectator),
    ("GET", "/events", SeatRole::Spectator),
    ("GET", "/me", SeatRole::Spectator),
    ("GET", "/seats", SeatRole::Spectator),
    ("GET", "/table", SeatRole::Spectator),
    // Their own seat.
    ("PATCH", "/seats/{seatId}", SeatRole::Spectator),
    ("DELETE", "/seats/{seatId}", SeatRole::Spectator),
    ("POST", "/x", SeatRole::Spectator),
    // Spectators as well, if the host lets them.
    ("POST", TALK, SeatRole::Player),
    ("POST", "/chat", SeatRole::Player),
    ("POST", "/ask", SeatRole::Player),
    ("POST", "/ready", SeatRole::Player),
    ("GET", "/actions", SeatRole::Player),
    ("POST", "/actions", SeatRole::Player),
    ("GET", "/forecast", SeatRole::Player),
    ("POST", "/rolls", SeatRole::Player),
    // Of their own heroes.
    ("GET", "/characters/{cid}/sheet", SeatRole::Player),
    ("POST", "/level-up", SeatRole::Player),
    // Their own settings.
    ("GET", "/safety", SeatRole::Player),
    ("PUT", "/safety", SeatRole::Player),
    // Their own turn.
    ("POST", "/cancel", SeatRole::Player),
];

/// Whether a guest of this role may call a route about a session.
pub(super) fn is_open_to_guests(method: &Method, route: &str, role: SeatRole) -> bool {
    let method = if method == Method::HEAD { Method::GET } else { method.clone() };
    if route == ASSETS {
        return method == Method::GET;
    }
    let least = OPEN_TO_GUESTS.iter().find(|(verb, rest, _)| {
        method.as_str() == *verb && route.strip_prefix(SESSION).is_some_and(|below| below == *rest)
    });
    match least {
        Some((_, _, least)) => *least == SeatRole::Spectator || role == SeatRole::Player,
        None => false,
    }
}

/// Whether this is the route by which people talk to each other.
pub(super) fn is_talk(route: &str) -> bool {
    route.strip_prefix(SESSION) == Some(TALK)
}

/// A limit per player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlayerLimit {
    Turns,
    Sessions,
    Imports,
    Talk,
    Changes,
}

/// What applies to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RequestPolicy {
    /// The largest announced body, in bytes.
    pub(super) max_body: usize,
    /// Whether it needs no sign-in.
    pub(super) is_public: bool,
    /// Whether it may come without a known host name.
    pub(super) is_probe: bool,
    /// Whether the secret for metrics is enough.
    pub(super) reads_metrics: bool,
    /// Whether its response is an event stream, whatever it accepts.
    pub(super) is_stream: bool,
    /// The limit it counts for.
    pub(super) limit: Option<PlayerLimit>,
}

impl RequestPolicy {
    pub(super) fn of(method: &Method, path: &str) -> Self {
        let reads_metrics = path == METRICS;
        Self {
            max_body: match path {
                bundles::IMPORT => bundles::MAX_BUNDLE,
                campaigns::SHELF => campaign::MAX_BYTES,
                path if plans::is_chat(path) => plans::MAX_WORDS,
                _ => MAX_BODY,
            },
            is_public: PUBLIC.contains(&path) || !(path.starts_with("/api/") || path == "/api" || reads_metrics),
            is_probe: PROBES.contains(&path),
            reads_metrics,
            is_stream: path.ends_with("/events"),
            limit: (method == Method::POST).then(|| limit(path)).flatten(),
        }
    }
}

fn limit(path: &str) -> Option<PlayerLimit> {
    match path.rsplit('/').next().unwrap_or_default() {
        // A part of a round counts when it is new; see `limits::count_turn`.
        "chat" | "ask" | "actions" | "retry" => Some(PlayerLimit::Turns),
        _ if path == bundles::IMPORT || path == campaigns::SHELF => Some(PlayerLimit::Imports),
        "talk" => Some(PlayerLimit::Talk),
        "sessions" | "branch" => Some(PlayerLimit::Sessions),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_that_is_open_to_guests_is_in_the_document() {
        let document = super::super::document();
        for (method, rest, role) in OPEN_TO_GUESTS {
            let route = format!("{SESSION}{rest}");
            assert!(document["paths"][&route][method.to_lowercase()].is_object(), "{method} {route}");
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            assert!(is_open_to_guests(&method, &route, SeatRole::Player));
            assert_eq!(is_open_to_guests(&method, &route, SeatRole::Spectator), role == SeatRole::Spectator);
        }
        assert!(document["paths"][ASSETS].is_object());
        assert!(is_open_to_guests(&Method::GET, ASSETS, SeatRole::Spectator));
        assert!(!is_open_to_guests(&Method::DELETE, SESSION, SeatRole::Player));
        assert!(is_open_to_guests(&Method::HEAD, SESSION, SeatRole::Spectator));
    }

    /// The policies of all documented routes that are not the usual ones. A renamed route changes this list.
    #[test]
    fn every_special_route_is_in_the_document() {
        let document = serde_json::to_value(super::super::document()).unwrap();
        let usual = RequestPolicy::of(&Method::GET, "/api/sessions/{id}");
        let mut special = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let Ok(verb) = Method::from_bytes(method.to_uppercase().as_bytes()) else { continue };
                let policy = RequestPolicy::of(&verb, path);
                if policy == usual {
                    continue;
                }
                let RequestPolicy { max_body, is_public, is_probe, reads_metrics, is_stream, limit } = policy;
                let mut notes = Vec::new();
                notes.extend((max_body != MAX_BODY).then(|| format!("{max_body} bytes")));
                notes.extend(is_public.then(|| "public".to_owned()));
                notes.extend(is_probe.then(|| "probe".to_owned()));
                notes.extend(reads_metrics.then(|| "metrics".to_owned()));
                notes.extend(is_stream.then(|| "stream".to_owned()));
                notes.extend(limit.map(|limit| format!("{limit:?}")));
                special.push(format!("{verb} {path}: {}", notes.join(", ")));
            }
        }
        special.sort();
        let expected = [
            "GET /api/campaigns: 4194304 bytes",
            "GET /api/docs: public",
            "GET /api/info: public",
            "GET /api/openapi.json: public",
            "GET /api/plans/{id}/answers/{answerId}/events: stream",
            "GET /api/sessions/{id}/events: stream",
            "GET /api/sessions/{id}/turns/{turnId}/events: stream",
            "GET /healthz: public, probe",
            "GET /metrics: probe, metrics",
            "GET /readyz: public, probe",
        ];
        let read = special.iter().filter(|line| line.starts_with("GET")).collect::<Vec<_>>();
        assert_eq!(read, expected);
        let limited = |limit: &str| special.iter().filter(|line| line.contains(limit)).count();
        let n_limited = ["Turns", "Sessions", "Imports", "Talk"].map(limited);
        assert_eq!(n_limited, [5, 2, 2, 1], "{special:#?}");
        for (path, max_body) in
            [("/api/sessions/import", bundles::MAX_BUNDLE), ("/api/plans/{id}/chat", plans::MAX_WORDS)]
        {
            let line = format!("POST {path}: {max_body} bytes");
            assert!(special.iter().any(|other| other.starts_with(&line)), "{special:#?}");
        }
    }
}
