//! Calls of a draft's agents, with the safety boundaries of the table and their cost.

use game::turn::Exchange;
use model::Tokens;

use crate::dm::{agents::SAFETY_READER, models::Models, recording_model::RecordingModel, safety::Boundaries};

use super::Draft;

impl Draft {
    /// The same draft at a table with these boundaries.
    pub(in crate::dm) fn within(self, boundaries: Boundaries) -> Self {
        Self { boundaries, ..self }
    }

    pub(in crate::dm) fn boundaries(&self) -> &Boundaries {
        &self.boundaries
    }

    /// Models for an agent with a window; its calls are added to the turn's trace.
    pub(in crate::dm) fn models_for(&self, agent: &'static str, window: &[Exchange]) -> Models {
        let speaker = self.voice.as_ref().filter(|voice| voice.agent == agent).map(|voice| voice.npc.speaker());
        let recorder = RecordingModel::of(&self.models, agent, window, self.feed.clone());
        let recorder = recorder.speaking_for(speaker).with_settings(self.language().as_ref(), &self.game.house_rules);
        Models { model: recorder.within(&self.boundaries), ..Models::clone(&self.models) }
    }

    /// Counts what an agent's model has used.
    pub(in crate::dm) fn count(&mut self, agent: &str, model: &str, tokens: &Tokens) {
        self.record.usage.count(agent, self.models.spent(model, tokens));
    }

    /// Adds the usage of safety checks.
    pub(super) fn count_checks(&mut self) {
        for (model, tokens) in self.boundaries.take_spent() {
            self.count(SAFETY_READER, &model, &tokens);
        }
    }
}
