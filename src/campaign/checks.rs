//! Dice of a campaign's tests, and their results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The dice for tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Checks {
    /// A d20 plus the hero's bonus, against the test's DC.
    #[default]
    #[serde(rename = "d20")]
    D20,
    /// Two six-sided dice plus an ability: 10 or more is a success, 7 to 9 a success with a cost (`mixed`), less a failure.
    /// Hard tests have a penalty, easy ones a bonus.
    #[serde(rename = "2d6")]
    TwoDice,
}

impl Checks {
    /// Whether it is what a campaign that says nothing has.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How a throw came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fared {
    /// It went wrong.
    Miss,
    /// It went well, at a price.
    Mixed,
    /// It went well.
    Hit,
}

impl Fared {
    /// Of a throw that can only go well or wrong.
    pub fn well(well: bool) -> Self {
        if well { Self::Hit } else { Self::Miss }
    }

    /// Whether the attempt succeeded, even at a cost.
    pub fn is_good(self) -> bool {
        self != Self::Miss
    }
}
