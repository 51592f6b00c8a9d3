//! Experience: what it takes to rise, and what happens when it is earned.

use super::{Change, character::Character, level_up};

/// The highest level there is.
pub const MAX_LEVEL: u8 = 20;

/// The experience points at which each level begins, from the first (SRD 5.1, Beyond 1st Level).
pub const THRESHOLDS: [u32; MAX_LEVEL as usize] = [
    0, 300, 900, 2_700, 6_500, 14_000, 23_000, 34_000, 48_000, 64_000, 85_000, 100_000, 120_000, 140_000, 165_000,
    195_000, 225_000, 265_000, 305_000, 355_000,
];

/// The experience points at which a level begins; none for a level there isn't.
pub fn threshold(level: u8) -> Option<u32> {
    THRESHOLDS.get(usize::from(level).checked_sub(1)?).copied()
}

/// The highest level that so many experience points suffice for.
pub fn level_for(xp: u32) -> u8 {
    u8::try_from(THRESHOLDS.iter().filter(|threshold| xp >= **threshold).count()).unwrap_or(MAX_LEVEL)
}

/// The changes of earning experience: the points, and the next level where they suffice for it and none is waiting.
/// Nothing for nothing.
pub fn gain(hero: &Character, amount: u32) -> Vec<Change> {
    let amount = amount.min(u32::MAX - hero.xp);
    if amount == 0 {
        return Vec::new();
    }
    let mut changes = vec![Change::XpGained { character_id: hero.id.clone(), amount }];
    if hero.pending_level_up.is_none() && level_for(hero.xp + amount) > hero.level {
        let pending = level_up::pending(hero, hero.level + 1);
        changes.push(Change::LevelUpEarned { character_id: hero.id.clone(), pending });
    }
    changes
}
