//! Spell slots by level (SRD 5.1, the tables of the classes).

use std::collections::BTreeMap;

use serde::Deserialize;

/// How a class's spell slots grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Progression {
    /// As a wizard's.
    Full,
    /// As a paladin's: from level 2, and half as fast.
    Half,
    /// As a warlock's: few, and all of the highest level.
    Pact,
}

/// A full caster's slots at each level, by spell level.
const FULL: [&[u8]; 20] = [
    &[2],
    &[3],
    &[4, 2],
    &[4, 3],
    &[4, 3, 2],
    &[4, 3, 3],
    &[4, 3, 3, 1],
    &[4, 3, 3, 2],
    &[4, 3, 3, 3, 1],
    &[4, 3, 3, 3, 2],
    &[4, 3, 3, 3, 2, 1],
    &[4, 3, 3, 3, 2, 1],
    &[4, 3, 3, 3, 2, 1, 1],
    &[4, 3, 3, 3, 2, 1, 1],
    &[4, 3, 3, 3, 2, 1, 1, 1],
    &[4, 3, 3, 3, 2, 1, 1, 1],
    &[4, 3, 3, 3, 2, 1, 1, 1, 1],
    &[4, 3, 3, 3, 3, 1, 1, 1, 1],
    &[4, 3, 3, 3, 3, 2, 1, 1, 1],
    &[4, 3, 3, 3, 3, 2, 2, 1, 1],
];

impl Progression {
    /// The slots of each spell level at a level.
    pub fn slots(self, level: u8) -> BTreeMap<u8, u8> {
        let level = level.clamp(1, 20);
        let full = |level: u8| (1..).zip(FULL[usize::from(level) - 1].iter().copied()).collect();
        match self {
            Self::Full => full(level),
            Self::Half if level == 1 => BTreeMap::new(),
            // A half caster's slots at a level are a full caster's at half of it, rounded up.
            Self::Half => full(level.div_ceil(2)),
            Self::Pact => {
                let n = match level {
                    1 => 1,
                    2..=10 => 2,
                    11..=16 => 3,
                    _ => 4,
                };
                BTreeMap::from([(level.div_ceil(2).min(5), n)])
            }
        }
    }
}
