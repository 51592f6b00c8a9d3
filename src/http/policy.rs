//! What applies to a request before it reaches its handler, by method and path. This is the only place that reads paths for that.

use axum::http::Method;

use crate::campaign;

use super::{MAX_BODY, bundles, campaigns, plans};

const METRICS: &str = "/metrics";
/// Paths for load balancers and monitoring.
const PROBES: [&str; 3] = ["/healthz", "/readyz", METRICS];
/// Paths of the API that need no sign-in. The page's files need none either.
const PUBLIC: [&str; 5] = ["/api/info", "/api/openapi.json", "/api/docs", "/api/sign-in", "/api/sign-out"];

/// A limit per player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlayerLimit {
    Turns,
    Sessions,
    Imports,
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
        "chat" | "actions" | "retry" => Some(PlayerLimit::Turns),
        _ if path == bundles::IMPORT || path == campaigns::SHELF => Some(PlayerLimit::Imports),
        "sessions" | "branch" => Some(PlayerLimit::Sessions),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!((limited("Turns"), limited("Sessions"), limited("Imports")), (4, 2, 2), "{special:#?}");
        for (path, max_body) in
            [("/api/sessions/import", bundles::MAX_BUNDLE), ("/api/plans/{id}/chat", plans::MAX_WORDS)]
        {
            let line = format!("POST {path}: {max_body} bytes");
            assert!(special.iter().any(|other| other.starts_with(&line)), "{special:#?}");
        }
    }
}
