//! Metrics for Prometheus.

use std::{
    fmt::{self, Write},
    time::Duration,
};

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};

use crate::{
    dm::{GaugeGuard, Tables},
    telemetry::ProcessMetrics,
};

use super::{App, Error, accept::accepts};

/// Everything that is counted.
pub(super) struct Metrics {
    ours: Registry,
    /// The `process_*` metrics.
    process: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabels, Histogram, fn() -> Histogram>,
    streams: Gauge,
    sign_in_failures: Counter,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct BuildLabels {
    version: &'static str,
    store: &'static str,
}

/// The labels of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RouteLabels {
    pub(super) method: &'static str,
    pub(super) route: String,
}

impl Metrics {
    pub(super) fn new(tables: &Tables) -> Self {
        let mut ours = Registry::with_prefix("embertale");
        let requests = Family::default();
        ours.register("http_requests", "Answered requests, by method, route and status", requests.clone());
        // From one millisecond to half a minute.
        let seconds =
            Family::new_with_constructor((|| Histogram::new(exponential_buckets(0.001, 2.0, 16))) as fn() -> _);
        let help = "Time until the response began, in seconds";
        ours.register("http_request_duration_seconds", help, seconds.clone());
        let streams = Gauge::default();
        ours.register("event_streams", "Open event streams, from when their requests were accepted", streams.clone());
        let sign_in_failures = Counter::default();
        ours.register("sign_in_failures", "Requests with an unknown secret", sign_in_failures.clone());
        // A gauge, because the text format of Prometheus has no type for information.
        let build = Family::<BuildLabels, Gauge>::default();
        build.get_or_create(&BuildLabels { version: env!("CARGO_PKG_VERSION"), store: tables.store().name() }).set(1);
        ours.register("build_info", "Version and store of the program; always 1", build);
        tables.register_metrics(&mut ours);
        let mut process = Registry::default();
        process.register_collector(Box::new(ProcessMetrics::new()));
        Self { ours, process, requests, seconds, streams, sign_in_failures }
    }

    /// Counts a response.
    pub(super) fn answered(&self, labels: RouteLabels, status: StatusCode, took: Duration) {
        self.seconds.get_or_create(&labels).observe(took.as_secs_f64());
        let RouteLabels { method, route } = labels;
        self.requests.get_or_create(&RequestLabels { method, route, status: status.as_u16() }).inc();
    }

    /// Counts a request with an unknown secret.
    pub(super) fn sign_in_failed(&self) {
        self.sign_in_failures.inc();
    }

    /// Counts an event stream as open until the guard is dropped.
    pub(super) fn stream_opens(&self) -> GaugeGuard {
        GaugeGuard::of(&self.streams)
    }

    fn encode(&self) -> Result<String, fmt::Error> {
        let mut written = String::new();
        text::encode_registry(&mut written, &self.ours)?;
        text::encode_registry(&mut written, &self.process)?;
        text::encode_eof(&mut written)?;
        Ok(written)
    }
}

/// Metrics for Prometheus.
///
/// In the OpenMetrics format if `Accept` names it, as Prometheus does, else in the text format. With `AUTH=token` it needs the
/// secret `METRICS_TOKEN` or a player's. Accepts requests by IP address.
#[utoipa::path(get, path = "/metrics", operation_id = "getMetrics", tag = "service", responses(
    (status = 200, description = "The metrics.", content(
        (String = "application/openmetrics-text"),
        (String = "text/plain"),
    )),
))]
pub(super) async fn metrics(State(app): State<App>, headers: HeaderMap) -> Result<Response, Error> {
    let text = app.metrics.encode().map_err(|_| Error::internal())?;
    let (kind, text) = match accepts(&headers, header::ACCEPT, "application/openmetrics-text") {
        true => ("application/openmetrics-text; version=1.0.0; charset=utf-8", text),
        false => ("text/plain; version=0.0.4; charset=utf-8", classic(&text)),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::VARY, "accept")], text).into_response())
}

/// OpenMetrics as the older text format. There the name of a counter ends in `_total` in its comments, too.
fn classic(openmetrics: &str) -> String {
    let mut written = String::with_capacity(openmetrics.len());
    let mut lines = openmetrics.lines().peekable();
    while let Some(line) = lines.next() {
        if line == "# EOF" {
            break;
        }
        let counter = lines.peek().and_then(|next| next.strip_prefix("# TYPE ")?.strip_suffix(" counter"));
        match (counter, line.strip_prefix("# HELP ").and_then(|help| help.split_once(' '))) {
            (Some(name), Some((of, help))) if of == name => {
                lines.next();
                let _ = writeln!(written, "# HELP {name}_total {help}\n# TYPE {name}_total counter");
            }
            _ => {
                written.push_str(line);
                written.push('\n');
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::classic;

    #[test]
    fn counters_of_the_text_format_are_named_as_their_values() {
        let openmetrics = "# HELP a_turns Turns: all.\n# TYPE a_turns counter\na_turns_total{b=\"c\"} 2\n\
                           # HELP a_open Open.\n# TYPE a_open gauge\na_open 1\n# EOF\n";
        let text = "# HELP a_turns_total Turns: all.\n# TYPE a_turns_total counter\na_turns_total{b=\"c\"} 2\n\
                    # HELP a_open Open.\n# TYPE a_open gauge\na_open 1\n";
        assert_eq!(classic(openmetrics), text);
    }
}
