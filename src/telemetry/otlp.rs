//! Sends traces to an OpenTelemetry collector over HTTP.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use async_trait::async_trait;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracerProvider, Tracer},
};
use tokio::runtime::Handle;

/// Timeout for sending the last spans when the process ends.
const LAST_SPANS: Duration = Duration::from_secs(3);

/// Sends spans to a collector, in batches.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Sends spans to the collector at this address, such as `http://localhost:4318`. The exporter reads its other settings
    /// (headers, sampling, batches) from the environment.
    pub(super) fn to(endpoint: &str) -> Result<Self, String> {
        let address = reqwest::Url::parse(endpoint.trim()).ok();
        if address.is_none_or(|address| !matches!(address.scheme(), "http" | "https")) {
            return Err("OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318.".to_owned());
        }
        let refused = |why: &dyn std::fmt::Display| format!("OTEL_EXPORTER_OTLP_ENDPOINT can't be used: {why}");
        let client = reqwest::Client::builder().build().map_err(|error| refused(&error))?;
        let runtime = Handle::try_current().map_err(|error| refused(&error))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .with_http_client(OnRuntime { client, runtime, is_failing: AtomicBool::new(false) })
            .build()
            .map_err(|error| refused(&error))?;
        let resource = Resource::builder().with_service_name("embertale").build();
        Ok(Self(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build()))
    }

    pub(super) fn tracer(&self) -> Tracer {
        self.0.tracer("embertale")
    }

    /// Sends the remaining spans.
    pub async fn finish(self) {
        let last = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(LAST_SPANS));
        if let Ok(Err(error)) = last.await {
            tracing::debug!(%error, "the last spans could not be sent");
        }
    }
}

/// The exporter's thread has no event loop, so its requests run on the program's runtime.
#[derive(Debug)]
struct OnRuntime {
    client: reqwest::Client,
    runtime: Handle,
    is_failing: AtomicBool,
}

#[async_trait]
impl HttpClient for OnRuntime {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move {
            let answer = client.execute(request.try_into()?).await?;
            let status = answer.status();
            Ok::<_, HttpError>(Response::builder().status(status).body(answer.bytes().await?)?)
        });
        let answer = sent.await?;
        let fails = answer.as_ref().map_or(true, |answer| !answer.status().is_success());
        if fails && !self.is_failing.swap(fails, Ordering::Relaxed) {
            tracing::warn!("spans can't be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped until it answers");
        }
        self.is_failing.store(fails, Ordering::Relaxed);
        answer
    }
}
