//! Metrics for Prometheus.

use std::{fmt, time::Duration};

use axum::{
    body::Body,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::StreamExt;
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
        info::Info,
    },
    registry::Registry,
};

use crate::{dm::Tables, telemetry::ProcessMetrics};

use super::{App, Error};

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
        ours.register("event_streams", "Open event streams", streams.clone());
        let sign_in_failures = Counter::default();
        ours.register("sign_in_failures", "Requests with an unknown secret", sign_in_failures.clone());
        let version = [("version", env!("CARGO_PKG_VERSION")), ("store", tables.store().name())];
        ours.register("build", "Version and store of the program", Info::new(version.to_vec()));
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

    /// Counts a response as an open event stream until its body ends or is dropped.
    pub(super) fn while_open(&self, response: Response) -> Response {
        struct Open(Gauge);
        impl Drop for Open {
            fn drop(&mut self) {
                self.0.dec();
            }
        }
        self.streams.inc();
        let open = Open(self.streams.clone());
        response.map(|body| {
            let events = body.into_data_stream().inspect(move |_| {
                let _ = &open;
            });
            Body::from_stream(events)
        })
    }

    fn encode(&self) -> Result<String, fmt::Error> {
        let mut written = String::new();
        text::encode_registry(&mut written, &self.ours)?;
        text::encode_registry(&mut written, &self.process)?;
        text::encode_eof(&mut written)?;
        Ok(written)
    }
}

/// Metrics in the text format of Prometheus.
///
/// With `AUTH=token` it needs the secret `METRICS_TOKEN` or a player's. Accepts requests by IP address.
#[utoipa::path(get, path = "/metrics", operation_id = "getMetrics", tag = "service", responses(
    (status = 200, description = "The metrics, in the OpenMetrics text format.", body = String, content_type = "application/openmetrics-text"),
))]
pub(super) async fn metrics(State(app): State<App>) -> Result<Response, Error> {
    let text = app.metrics.encode().map_err(|_| Error::internal())?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}
