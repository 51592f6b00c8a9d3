//! The source of dice seeds.

use sha2::{Digest, Sha256};

use game::{Change, dice::DiceCup};

/// The source of seeds: unpredictable, or fixed by a test.
#[derive(Debug, Clone, Default)]
pub struct Seeds {
    fixed: Option<String>,
}

impl Seeds {
    /// Seeds that follow from a text; from nowhere without one.
    pub fn new(fixed: Option<String>) -> Self {
        Self { fixed }
    }

    /// A seed for a session that begins.
    pub fn first(&self) -> [u8; 32] {
        match &self.fixed {
            Some(text) => Sha256::digest(text).into(),
            None => rand::random(),
        }
    }

    /// The change that puts a cup's seed away for another. Fixed ones follow each from the one before.
    pub(super) fn after(&self, cup: &DiceCup) -> Change {
        let seed = match &self.fixed {
            Some(_) => Sha256::digest(&cup.seed).into(),
            None => rand::random(),
        };
        Change::DiceReseeded { seed: DiceCup::new(seed).seed }
    }
}
