//! Estimates tokens from bytes, calibrated with the providers' counts.

use std::{
    collections::HashMap,
    sync::{MutexGuard, PoisonError},
};

use super::Budget;

/// Bytes a token has at the least, of a model that has answered nothing yet and of one that has.
const FEWEST_BYTES: u64 = 2;
const FEW_BYTES: u64 = 3;
/// Bytes it has as a rule, of one that has answered nothing.
const USUAL_BYTES: u64 = 4;
/// The decay of earlier calls with each new one: about the last ten decide.
const FADES: f64 = 0.9;
/// How much longer than those before it a prompt may turn out to be, in parts of a hundred.
const MARGIN_PERCENT: u64 = 25;

/// Bytes and tokens of the calls each model has answered, the older ones counting less.
#[derive(Debug, Default)]
pub(super) struct Measure(HashMap<String, Answered>);

#[derive(Debug, Default)]
struct Answered {
    bytes: f64,
    tokens: f64,
}

impl Measure {
    fn learn(&mut self, model: &str, n_bytes: usize, n_tokens: u64) {
        // A server that counts nothing, or half of it, teaches nothing.
        if n_tokens == 0 || n_tokens > n_bytes as u64 || n_bytes as u64 / n_tokens > 100 {
            return;
        }
        let known = self.0.entry(model.to_owned()).or_default();
        known.bytes = known.bytes * FADES + n_bytes as f64;
        known.tokens = known.tokens * FADES + n_tokens as f64;
    }

    fn tokens(&self, model: &str, n_bytes: usize) -> Option<u64> {
        let known = self.0.get(model)?;
        Some((n_bytes as f64 * known.tokens / known.bytes).ceil() as u64)
    }
}

impl Budget {
    /// Learns the tokens that a request of this size in bytes took.
    pub(super) fn measure(&self, model: &str, n_bytes: usize, n_tokens: u64) {
        self.measured().learn(model, n_bytes, n_tokens);
    }

    /// The most likely number of tokens of a request of this size in bytes.
    pub(super) fn usual_tokens(&self, model: &str, n_bytes: usize) -> u64 {
        self.measured().tokens(model, n_bytes).unwrap_or(n_bytes as u64 / USUAL_BYTES)
    }

    /// The most it may come to.
    pub(super) fn most_tokens(&self, model: &str, n_bytes: usize) -> u64 {
        let n_bytes_long = n_bytes as u64;
        match self.measured().tokens(model, n_bytes) {
            Some(n) => (n + n * MARGIN_PERCENT / 100).max(n_bytes_long / FEW_BYTES),
            None => n_bytes_long / FEWEST_BYTES,
        }
    }

    fn measured(&self) -> MutexGuard<'_, Measure> {
        self.0.measure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use crate::dm::budget::Caps;

    use super::*;

    #[test]
    fn requests_are_taken_to_be_as_long_as_those_before_turned_out() {
        let budget = Budget::new(Caps::default());
        assert_eq!((budget.usual_tokens("a", 4_000), budget.most_tokens("a", 4_000)), (1_000, 2_000));
        for _ in 0..20 {
            budget.measure("a", 30_000, 10_000);
        }
        assert_eq!((budget.usual_tokens("a", 3_000), budget.most_tokens("a", 3_000)), (1_000, 1_250));
        assert_eq!(budget.usual_tokens("b", 4_000), 1_000, "each model counts in its own way");
        for _ in 0..30 {
            budget.measure("a", 30_000, 15_000);
        }
        let now = budget.usual_tokens("a", 3_000);
        assert!((1_450..=1_500).contains(&now), "what was counted last decides: {now}");
    }

    #[test]
    fn a_server_that_counts_nothing_teaches_nothing() {
        let budget = Budget::new(Caps::default());
        for nonsense in [0, 1, 1_000_000] {
            budget.measure("a", 40_000, nonsense);
        }
        assert_eq!(budget.usual_tokens("a", 4_000), 1_000);
    }
}
