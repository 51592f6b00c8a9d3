//! Gauges of what is in progress.

use prometheus_client::metrics::gauge::Gauge;

/// Increments a gauge until it is dropped.
#[derive(Debug)]
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Increments this gauge.
    pub fn of(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}
