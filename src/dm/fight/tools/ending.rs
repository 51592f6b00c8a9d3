//! Tools that end a turn or a fight.

use game::combat::{act::FighterAction, encounter::FightEnding, ending, perform};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

use super::{
    super::step::{hero_of, to_a_hero},
    happened, happened_after_orders, outcome,
    take_action::FriendOrder,
};

/// The hero who acts does nothing more: everybody else acts, up to the next hero. The answer tells what they did.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndTurn {
    /// What the player asks of friends in the fight.
    #[serde(default)]
    pub orders: Vec<FriendOrder>,
}

/// The fight is over without a victory: the heroes got away, or it was talked out. A victory and a defeat end it by themselves.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndCombat {
    /// How it ends.
    pub how: How,
}

/// How a fight ends that nobody wins.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The heroes got away; those they fought stay behind.
    Fled,
    /// It was talked out, bought off or broken up; nobody is hostile any more.
    Settled,
}

impl Tool for EndTurn {
    const NAME: &'static str = "end_turn";
    const NEEDS_EARLIER_CALLS: bool = true;
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("The others move", "It is done");
    const PUBLIC: PublicCall = PublicCall {
        input: &["orders.id", "orders.target", "orders.with"],
        result: PublicResult::FieldsAndRefusals(&[
            "ok",
            "happened",
            "fight",
            "round",
            "turn",
            "not_yet",
            "not_followed",
        ]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let (who, from) = (hero_of(draft.acting()), draft.n_events());
        // A deed ends the turn by itself; saying so again ends no second one.
        let is_over = draft.has_ended_turn();
        let unheeded = draft.fight(|bout| {
            to_a_hero(bout)?;
            FriendOrder::give(&self.orders, bout, &who)?;
            if !is_over {
                perform::perform(bout, &who, &FighterAction::EndTurn)?;
                to_a_hero(bout)?;
            }
            Ok(bout.unheeded())
        })?;
        let answer = happened_after_orders(draft, from, &unheeded);
        outcome(draft, answer).await
    }
}

impl Tool for EndCombat {
    const NAME: &'static str = "end_combat";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("The fight breaks off", "The fight is over");
    const PUBLIC: PublicCall = PublicCall {
        input: &["how"],
        result: PublicResult::FieldsAndRefusals(&["ok", "happened", "fight", "round", "turn"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let from = draft.n_events();
        let how = match self.how {
            How::Fled => FightEnding::Fled,
            How::Settled => FightEnding::Settled,
        };
        draft.fight(|bout| {
            perform::unasked(bout)?;
            ending::end(bout, how)
        })?;
        let answer = happened(draft, from);
        outcome(draft, answer).await
    }
}
