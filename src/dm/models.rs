//! The model of each agent, and its prices.

use std::sync::Arc;

use game::turn::{Cost, Spent};
use model::{Model, Prices, Tokens};

use crate::config::AgentModels;

use super::narration_check::NarrationCheck;

/// The models of a table.
#[derive(Clone)]
pub struct Models {
    pub model: Arc<dyn Model>,
    /// The provider of that model.
    pub provider: Provider,
    /// Which of its models each agent asks.
    pub agents: AgentModels,
    pub prices: Arc<Prices>,
    /// The mode of the narration check.
    pub narration_check: NarrationCheck,
}

/// The provider of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Claude, or a server that speaks its protocol.
    Anthropic,
    /// The built-in storyteller.
    Storyteller,
}

impl Models {
    /// The mode of the narration check. The built-in storyteller isn't checked: it has no utility model, and records everything
    /// that it tells.
    pub(super) fn check(&self) -> NarrationCheck {
        match self.provider {
            Provider::Anthropic => self.narration_check,
            Provider::Storyteller => NarrationCheck::Off,
        }
    }

    /// The first model without known prices, for which no cap can work.
    pub fn unpriced(&self) -> Option<&str> {
        if self.provider == Provider::Storyteller {
            return None;
        }
        let ids = self.agents.all().map(|choice| choice.id.as_str());
        ids.into_iter().find(|id| self.prices.cost(id, &Tokens::default()).is_none())
    }

    /// The cost of tokens of a model. The storyteller is free.
    pub fn spent(&self, model: &str, tokens: &Tokens) -> Spent {
        let cost = match self.provider {
            Provider::Storyteller => Some(0),
            Provider::Anthropic => self.prices.cost(model, tokens).map(|cost| cost.0),
        };
        Spent {
            input_tokens: tokens.input,
            cache_read_tokens: tokens.cache_read,
            cache_write_tokens: tokens.cache_write,
            output_tokens: tokens.output,
            cost_usd: Cost(cost),
        }
    }
}
