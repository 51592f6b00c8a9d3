//! Dice: the notation, the throw, and the seed that makes it checkable.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::refusal::Refusal;

/// A finished throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Roll {
    /// As it was asked for, such as `2d20kh1+5`.
    pub expression: String,
    /// Every die, in the order it fell.
    pub dice: Vec<Die>,
    /// What was added to the dice.
    pub modifier: i32,
    /// The sum of the kept dice and the modifier.
    pub total: i32,
    /// What it was for; empty where nobody said.
    pub reason: String,
    /// How to check it.
    pub proof: Proof,
}

/// One die of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Die {
    /// How many sides it has.
    pub sides: u32,
    /// What it shows, 1 to `sides`.
    pub value: u32,
    /// Whether it counts.
    pub kept: bool,
}

/// Where a throw stands in its session's stream of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proof {
    /// 0 for the session's first throw.
    pub index: u64,
}

/// A session's dice: a secret seed, and how many throws it has given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiceCup {
    /// 32 bytes in hex. A secret until it is revealed.
    pub seed: String,
    /// The index of the next throw.
    pub next_index: u64,
}

impl DiceCup {
    /// A cup with this seed and no throw made.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { seed: hex(&seed), next_index: 0 }
    }

    /// What is told before the first throw: the SHA-256 of the seed's 32 bytes, in hex.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(unhex(&self.seed)))
    }

    /// Throws `expression` as the next throw. The same seed and index always fall the same way, so nothing is
    /// changed here: the throw counts once its `diceRolled` change is applied.
    ///
    /// # Errors
    /// The expression cannot be read or is out of bounds; the text says what can be thrown.
    pub fn throw(&self, expression: &str, reason: &str) -> Result<Roll, Refusal> {
        let _ = (expression, reason);
        Err(Refusal::new("not yet"))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).filter_map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()).collect()
}
