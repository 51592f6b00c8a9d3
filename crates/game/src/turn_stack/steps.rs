//! The steps of a stacked turn, by kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What kind of moment a turn of the stack is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No fight goes on.
    #[default]
    Exploration,
    /// A fight begins.
    CombatStart,
    /// It goes on.
    CombatRounds,
    /// It has come to its end.
    CombatEnd,
}

impl Phase {
    /// Whether it is the one that needs no word.
    pub fn is_exploration(&self) -> bool {
        *self == Self::Exploration
    }

    /// Its name, as models read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exploration => "exploration",
            Self::CombatStart => "combat_start",
            Self::CombatRounds => "combat_rounds",
            Self::CombatEnd => "combat_end",
        }
    }

    /// The kind of moment an exchange is, by whether there was a fight when it began and whether there is one now.
    pub fn of(fought: bool, fights: bool) -> Self {
        match (fought, fights) {
            (false, false) => Self::Exploration,
            (false, true) => Self::CombatStart,
            (true, true) => Self::CombatRounds,
            (true, false) => Self::CombatEnd,
        }
    }
}

/// The steps of a turn in this phase.
pub(super) fn steps(phase: Phase) -> &'static [&'static str] {
    match phase {
        Phase::Exploration => &[
            "Settle what is tried: look up what is in doubt, and let dice fall where it matters.",
            "Write down what it changes.",
            "Tell what came of it.",
        ],
        Phase::CombatStart => &[
            "Say who stands against whom, and who is caught off guard.",
            "Begin the fight, so that initiative is thrown.",
            "Show the first to act what they face.",
        ],
        Phase::CombatRounds => {
            &["Carry out what whoever has the turn wants to do.", "Let those react who can.", "Tell what came of it."]
        }
        Phase::CombatEnd => &[
            "Say how it ended, and who lies where.",
            "See to the wounded, to what is left behind, and to what was won.",
            "Show what the fight has changed.",
        ],
    }
}
