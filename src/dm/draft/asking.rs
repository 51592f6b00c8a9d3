//! Calls of a draft's agents, with the safety boundaries of the table and their cost.

use game::turn::Exchange;
use model::Tokens;

use crate::dm::{agents::SAFETY_READER, models::Models, safety::Boundaries, witness::Witness};

use super::Draft;

impl Draft {
    /// The same draft at a table with these boundaries.
    pub(in crate::dm) fn within(self, boundaries: Boundaries) -> Self {
        Self { boundaries, ..self }
    }

    /// What the table never wants to be shown.
    pub(in crate::dm) fn boundaries(&self) -> &Boundaries {
        &self.boundaries
    }

    /// The models as an agent asks them that is shown a window: what it is asked and answers is noted in the turn's trace.
    pub(in crate::dm) fn models_for(&self, agent: &'static str, window: &[Exchange]) -> Models {
        let speaker = self.voice.as_ref().filter(|voice| voice.agent == agent).map(|voice| voice.npc.speaker());
        let witness = Witness::of(&self.models, agent, window, self.feed.clone());
        let witness = witness.speaking_for(speaker).with_settings(self.language().as_ref(), &self.game.house_rules);
        Models { model: witness.within(&self.boundaries), ..Models::clone(&self.models) }
    }

    /// Counts what an agent's model has used.
    pub(in crate::dm) fn count(&mut self, agent: &str, model: &str, tokens: &Tokens) {
        self.record.usage.count(agent, self.models.spent(model, tokens));
    }

    /// Counts what the checks against the lines of the table have used.
    pub(super) fn count_checks(&mut self) {
        for (model, tokens) in self.boundaries.take_spent() {
            self.count(SAFETY_READER, &model, &tokens);
        }
    }
}
