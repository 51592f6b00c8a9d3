//! Metrics of turns.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use game::turn::{Cost, Spent};
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
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::{AgentCall, Trace};

use super::{
    feed::{FailureCode, TurnFailure, TurnResult},
    gauge::GaugeGuard,
    history_summary::SceneCount,
};

/// Metrics of turns.
pub struct TurnMetrics {
    turns: Family<OutcomeLabel, Counter>,
    in_flight: Gauge,
    waiting: Gauge,
    seconds: Histogram,
    tokens: Family<TokenLabel, Counter>,
    estimated: Family<AgentLabel, Counter>,
    scenes: SceneCount,
    last: Mutex<LastOutcome>,
}

/// The outcome of the last turn's model calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastOutcome {
    /// `unknown` before the first turn, then `ok` or the code it failed with.
    pub last_outcome: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabel {
    outcome: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TokenLabel {
    agent: String,
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AgentLabel {
    agent: String,
}

impl Default for TurnMetrics {
    fn default() -> Self {
        Self {
            turns: Family::default(),
            in_flight: Gauge::default(),
            waiting: Gauge::default(),
            // A hundredth of a second, as the storyteller needs, to three minutes.
            seconds: Histogram::new(exponential_buckets(0.01, 2.0, 15)),
            tokens: Family::default(),
            estimated: Family::default(),
            scenes: SceneCount::default(),
            last: Mutex::new(LastOutcome { last_outcome: "unknown".into() }),
        }
    }
}

impl TurnMetrics {
    /// Nothing counted yet, except the counter of summarised scenes, which is kept elsewhere.
    pub(super) fn with(scenes: SceneCount) -> Self {
        Self { scenes, ..Self::default() }
    }

    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("turns", "Turns that came to an end, by outcome", self.turns.clone());
        registry.register("turns_in_flight", "Turns in progress", self.in_flight.clone());
        registry.register(
            "turns_waiting",
            "Messages waiting for an earlier turn of their session",
            self.waiting.clone(),
        );
        registry.register("turn_seconds", "Duration of saved turns, in seconds", self.seconds.clone());
        let what = "Scenes that were to be put in few words, by what came of it";
        registry.register("scenes_summarised", what, self.scenes.clone());
        let help = "Tokens of all turns, including failed and cancelled ones, by agent and kind";
        registry.register("tokens", help, self.tokens.clone());
        let help = "Estimated prompt tokens, by agent, for comparison with the counted ones";
        registry.register("estimated_tokens", help, self.estimated.clone());
    }

    /// How the last turn went.
    pub fn last_outcome(&self) -> LastOutcome {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts the estimated prompt tokens of answered calls, so that the estimates behind windows and caps can be compared with
    /// the provider's counts.
    fn weigh(&self, trace: &Trace) {
        let counted = |call: &AgentCall| call.usage.input_tokens + call.usage.cache_read_tokens > 0;
        let answered = |call: &&AgentCall| call.stop_reason.is_some() && counted(call);
        for call in trace.calls.iter().filter(answered) {
            let estimated: usize = call.prompt.iter().map(|block| block.tokens).sum();
            let agent = AgentLabel { agent: call.agent.clone() };
            self.estimated.get_or_create(&agent).inc_by(estimated as u64);
        }
    }

    /// Counts a message as waiting, until the guard is dropped.
    pub(super) fn waits(&self) -> GaugeGuard {
        GaugeGuard::of(&self.waiting)
    }

    /// Counts a turn as in progress until the guard is dropped.
    pub(super) fn plays(&self) -> GaugeGuard {
        GaugeGuard::of(&self.in_flight)
    }

    /// Counts and logs a finished turn.
    pub(super) fn count(&self, ending: Result<&TurnResult, &TurnFailure>, trace: &Trace, took: Duration) {
        self.weigh(trace);
        let outcome = ending.map_or_else(|failure| failure.code.as_str(), |_| "ok");
        let total = match ending {
            Ok(played) => {
                let turn = &played.turn.turn;
                self.seconds.observe(turn.ended_at.duration_since(turn.started_at).as_secs_f64());
                turn.usage.by_agent.iter().for_each(|(agent, spent)| self.count_tokens(agent, spent));
                turn.usage.total
            }
            // Nothing is saved, but its calls are billed.
            Err(_) => {
                trace.calls.iter().for_each(|call| self.count_tokens(&call.agent, &call.usage));
                trace.calls.iter().map(|call| call.usage).fold(Spent::default(), sum)
            }
        };
        self.turns.get_or_create(&OutcomeLabel { outcome: outcome.to_owned() }).inc();
        // Cancelled turns and store errors say nothing about the model.
        let models = [FailureCode::ModelFailed, FailureCode::ModelOverloaded, FailureCode::ModelTimeout];
        if ending.map_or_else(|failure| models.contains(&failure.code), |_| true) {
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) =
                LastOutcome { last_outcome: outcome.to_owned() };
        }
        tracing::info!(
            outcome,
            seconds = took.as_secs_f64(),
            calls = trace.calls.len(),
            input_tokens = total.input_tokens,
            cache_read_tokens = total.cache_read_tokens,
            cache_write_tokens = total.cache_write_tokens,
            output_tokens = total.output_tokens,
            usd = total.cost_usd.0.map(|pico| pico as f64 / 1e12),
            cause = ending.err().and_then(|failure| failure.cause.as_deref()),
            "a turn ended"
        );
    }

    fn count_tokens(&self, agent: &str, spent: &Spent) {
        let kinds = [
            ("input", spent.input_tokens),
            ("cache_read", spent.cache_read_tokens),
            ("cache_write", spent.cache_write_tokens),
            ("output", spent.output_tokens),
        ];
        for (kind, n) in kinds {
            self.tokens.get_or_create(&TokenLabel { agent: agent.to_owned(), kind }).inc_by(n);
        }
    }
}

fn sum(one: Spent, other: Spent) -> Spent {
    Spent {
        input_tokens: one.input_tokens + other.input_tokens,
        cache_read_tokens: one.cache_read_tokens + other.cache_read_tokens,
        cache_write_tokens: one.cache_write_tokens + other.cache_write_tokens,
        output_tokens: one.output_tokens + other.output_tokens,
        cost_usd: Cost(one.cost_usd.0.zip(other.cost_usd.0).map(|(one, other)| one + other)),
    }
}
