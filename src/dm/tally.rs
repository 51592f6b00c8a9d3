//! What is counted about turns.

use std::sync::{Mutex, PoisonError};

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{
        counter::Counter,
        family::Family,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::{AgentCall, Trace};

use super::{
    feed::{Failure, FailureCode, Played},
    so_far::SceneCount,
};

/// What is counted about turns.
pub struct Tally {
    turns: Family<Outcome, Counter>,
    seconds: Histogram,
    tokens: Family<Tokens, Counter>,
    estimated: Family<Agent, Counter>,
    scenes: SceneCount,
    last: Mutex<LastOutcome>,
}

/// How the last turn went with the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastOutcome {
    /// `unknown` before the first turn, then `ok` or the code it failed with.
    pub last_outcome: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Tokens {
    agent: String,
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Agent {
    agent: String,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            turns: Family::default(),
            // A hundredth of a second, as the storyteller needs, to three minutes.
            seconds: Histogram::new(exponential_buckets(0.01, 2.0, 15)),
            tokens: Family::default(),
            estimated: Family::default(),
            scenes: SceneCount::default(),
            last: Mutex::new(LastOutcome { last_outcome: "unknown".into() }),
        }
    }
}

impl Tally {
    /// Nothing counted yet but what is counted elsewhere: scenes that were put in few words.
    pub(super) fn with(scenes: SceneCount) -> Self {
        Self { scenes, ..Self::default() }
    }

    /// Puts the figures where they are read.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("turns", "Turns that came to an end, by outcome", self.turns.clone());
        registry.register("turn_seconds", "How long a good turn took", self.seconds.clone());
        let what = "Scenes that were to be put in few words, by what came of it";
        registry.register("scenes_summarised", what, self.scenes.clone());
        registry.register("tokens", "Tokens used, by agent and kind", self.tokens.clone());
        let help = "Tokens that prompts were taken to have, by agent, to be held against what was counted of them";
        registry.register("estimated_tokens", help, self.estimated.clone());
    }

    /// How the last turn went.
    pub fn last_outcome(&self) -> LastOutcome {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts what the prompts of answered calls were taken to be long, so that what windows and caps go by can be
    /// held against what the provider counts.
    pub(super) fn weigh(&self, trace: &Trace) {
        let counted = |call: &AgentCall| call.usage.input_tokens + call.usage.cache_read_tokens > 0;
        let answered = |call: &&AgentCall| call.stop_reason.is_some() && counted(call);
        for call in trace.calls.iter().filter(answered) {
            let estimated: usize = call.prompt.iter().map(|block| block.tokens).sum();
            let agent = Agent { agent: call.agent.clone() };
            self.estimated.get_or_create(&agent).inc_by(estimated as u64);
        }
    }

    /// Counts a turn that came to an end.
    pub(super) fn count(&self, ending: Result<&Played, &Failure>) {
        let outcome = match ending {
            Ok(played) => {
                let turn = &played.turn.turn;
                self.seconds.observe(turn.ended_at.duration_since(turn.started_at).as_secs_f64());
                for (agent, spent) in &turn.usage.by_agent {
                    let kinds = [
                        ("input", spent.input_tokens),
                        ("cache_read", spent.cache_read_tokens),
                        ("cache_write", spent.cache_write_tokens),
                        ("output", spent.output_tokens),
                    ];
                    for (kind, n) in kinds {
                        self.tokens.get_or_create(&Tokens { agent: agent.clone(), kind }).inc_by(n);
                    }
                }
                "ok"
            }
            Err(failure) => failure.code.as_str(),
        };
        self.turns.get_or_create(&Outcome { outcome: outcome.to_owned() }).inc();
        // A turn the player stopped, or the store lost, says nothing about the model.
        let models = [FailureCode::ModelFailed, FailureCode::ModelOverloaded, FailureCode::ModelTimeout];
        if ending.map_or_else(|failure| models.contains(&failure.code), |_| true) {
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) =
                LastOutcome { last_outcome: outcome.to_owned() };
        }
    }
}
