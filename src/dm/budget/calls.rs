//! Metrics of paid model calls.

use std::{sync::atomic::AtomicU64, time::Duration};

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};

use model::{self, Tokens};

/// Metrics of model calls.
#[derive(Debug)]
pub(super) struct CallMetrics {
    calls: Family<CallLabels, Counter>,
    pub(super) in_flight: Gauge,
    first_token_seconds: Family<ModelLabel, Histogram, fn() -> Histogram>,
    seconds: Family<ModelLabel, Histogram, fn() -> Histogram>,
    tokens: Family<TokenLabels, Counter>,
    dollars: Family<ModelLabel, Counter<f64, AtomicU64>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    model: String,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ModelLabel {
    model: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TokenLabels {
    model: String,
    kind: &'static str,
}

/// A call that has ended.
pub(super) struct EndedCall<'a> {
    pub(super) model: &'a str,
    pub(super) outcome: &'static str,
    pub(super) took: Duration,
    pub(super) tokens: Tokens,
    pub(super) pico_usd: u64,
}

impl Default for CallMetrics {
    fn default() -> Self {
        // From 50 milliseconds to three and a half minutes.
        let seconds: fn() -> Histogram = || Histogram::new(exponential_buckets(0.05, 2.0, 13));
        Self {
            calls: Family::default(),
            in_flight: Gauge::default(),
            first_token_seconds: Family::new_with_constructor(seconds),
            seconds: Family::new_with_constructor(seconds),
            tokens: Family::default(),
            dollars: Family::default(),
        }
    }
}

impl CallMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register("model_calls", "Calls of models, by model and outcome", self.calls.clone());
        registry.register("model_calls_in_flight", "Model calls in progress", self.in_flight.clone());
        let help = "Time until a model's first token, in seconds";
        registry.register("model_first_token_seconds", help, self.first_token_seconds.clone());
        registry.register("model_call_seconds", "Duration of model calls, in seconds", self.seconds.clone());
        let help = "Tokens of all calls, including failed and interrupted ones, by model and kind";
        registry.register("model_tokens", help, self.tokens.clone());
        let help = "Cost of calls in US dollars, by model; estimated for interrupted calls";
        registry.register("spent_usd", help, self.dollars.clone());
    }

    pub(super) fn first_token(&self, model: &str, after: Duration) {
        self.first_token_seconds.get_or_create(&ModelLabel { model: model.to_owned() }).observe(after.as_secs_f64());
    }

    pub(super) fn ended(&self, call: &EndedCall) {
        let label = ModelLabel { model: call.model.to_owned() };
        let labels = CallLabels { model: call.model.to_owned(), outcome: call.outcome };
        self.calls.get_or_create(&labels).inc();
        self.seconds.get_or_create(&label).observe(call.took.as_secs_f64());
        self.dollars.get_or_create(&label).inc_by(call.pico_usd as f64 / 1e12);
        let kinds = [
            ("input", call.tokens.input),
            ("cache_read", call.tokens.cache_read),
            ("cache_write", call.tokens.cache_write),
            ("output", call.tokens.output),
        ];
        for (kind, n) in kinds {
            self.tokens.get_or_create(&TokenLabels { model: call.model.to_owned(), kind }).inc_by(n);
        }
    }
}

/// The metric label of a failed call.
pub(super) fn outcome_of(error: &model::Error) -> &'static str {
    match error {
        model::Error::Failed { .. } => "failed",
        model::Error::Overloaded { .. } => "overloaded",
        model::Error::TimedOut => "timed_out",
        model::Error::CapReached { .. } => "cap_reached",
        model::Error::CrossedLine | model::Error::NotChecked => "not_shown",
    }
}
