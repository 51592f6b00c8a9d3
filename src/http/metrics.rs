//! Figures for Prometheus.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

use crate::dm::Tally;

use super::{App, Error};

/// Everything that is counted.
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    status: u16,
}

impl Metrics {
    pub(super) fn new(tally: &Arc<Tally>) -> Self {
        let mut registry = Registry::with_prefix("embertale");
        let requests = Family::default();
        registry.register("http_requests", "Requests answered, by status", requests.clone());
        tally.register(&mut registry);
        Self { registry, requests }
    }

    /// Counts a request.
    pub(super) fn request(&self, status: StatusCode) {
        self.requests.get_or_create(&RequestLabels { status: status.as_u16() }).inc();
    }
}

/// Figures in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "service", responses(
    (status = 200, body = String, content_type = "application/openmetrics-text"),
))]
pub(super) async fn metrics(State(app): State<App>) -> Result<Response, Error> {
    let mut text = String::new();
    encode(&mut text, &app.metrics.registry).map_err(|_| Error::internal())?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}
