//! Metrics of the store.

use std::time::Instant;

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

use crate::store;

/// Durations and errors of the main store operations.
pub struct StoreMetrics {
    seconds: Family<Operation, Histogram, fn() -> Histogram>,
    errors: Family<FailureLabel, Counter>,
    damaged: Gauge,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Operation {
    operation: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FailureLabel {
    operation: &'static str,
    error: &'static str,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        // From 0.1 milliseconds to three seconds.
        let seconds: fn() -> Histogram = || Histogram::new(exponential_buckets(0.0001, 2.0, 16));
        Self { seconds: Family::new_with_constructor(seconds), errors: Family::default(), damaged: Gauge::default() }
    }
}

impl StoreMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Duration of store operations, in seconds";
        registry.register("store_operation_seconds", help, self.seconds.clone());
        let help = "Failed store operations, by operation and error";
        registry.register("store_errors", help, self.errors.clone());
        let help = "1 once stored data was found damaged, until the server is started again";
        registry.register("store_damaged", help, self.damaged.clone());
    }

    /// Records that stored data is damaged.
    pub fn found_damage(&self) {
        self.damaged.set(1);
    }

    /// Whether stored data was found damaged since the start.
    pub fn is_damaged(&self) -> bool {
        self.damaged.get() != 0
    }

    /// Measures an operation and counts its errors. A missing record is not an error of the store.
    pub async fn time<T>(
        &self,
        operation: &'static str,
        done: impl Future<Output = store::Result<T>>,
    ) -> store::Result<T> {
        let since = Instant::now();
        let result = done.await;
        self.seconds.get_or_create(&Operation { operation }).observe(since.elapsed().as_secs_f64());
        let error = match &result {
            Ok(_) | Err(store::Error::NotFound | store::Error::CampaignMissing { .. } | store::Error::BadCursor) => {
                return result;
            }
            Err(store::Error::Conflict) => "conflict",
            Err(store::Error::TooLarge(_)) => "too_large",
            Err(store::Error::Damaged(_)) => {
                self.found_damage();
                "damaged"
            }
            Err(store::Error::NotWritable(_)) => "not_writable",
            Err(store::Error::Unavailable(_)) => "unavailable",
        };
        self.errors.get_or_create(&FailureLabel { operation, error }).inc();
        result
    }
}
