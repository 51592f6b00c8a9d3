//! Dice of a campaign's tests, and their results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How tests are thrown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Checks {
    /// A d20 and what the sheet adds, against the test's number.
    #[default]
    #[serde(rename = "d20")]
    D20,
    /// Two dice of six and an ability: 10 and more is a hit, 7 to 9 a hit that costs something (`mixed`), less a miss. Hard
    /// tests take from it, easy ones add to it.
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

    /// Whether what was tried came about, whatever it cost.
    pub fn is_good(self) -> bool {
        self != Self::Miss
    }
}
