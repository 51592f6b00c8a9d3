//! Experience: level thresholds, and awards.

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

/// The highest level that this number of experience points suffices for.
pub fn level_for(xp: u32) -> u8 {
    u8::try_from(THRESHOLDS.iter().filter(|threshold| xp >= **threshold).count()).unwrap_or(MAX_LEVEL)
}

/// Experience for a creature of challenge rating 1, 2, … 30 (SRD 5.2, Experience Points by Challenge Rating).
const WORTH: [u32; 30] = [
    200, 450, 700, 1_100, 1_800, 2_300, 2_900, 3_900, 5_000, 5_900, 7_200, 8_400, 10_000, 11_500, 13_000, 15_000,
    18_000, 20_000, 22_000, 25_000, 33_000, 41_000, 50_000, 62_000, 75_000, 90_000, 105_000, 120_000, 135_000, 155_000,
];

/// Experience points for defeating a creature; none for a harmless one of challenge rating 0.
pub fn worth(challenge_rating: f64, is_harmless: bool) -> Option<u32> {
    let fractions = [(0.0, if is_harmless { 0 } else { 10 }), (0.125, 25), (0.25, 50), (0.5, 100)];
    let worth = WORTH.iter().zip(1u32..).map(|(worth, rating)| (f64::from(rating), *worth));
    fractions.into_iter().chain(worth).find(|(rating, _)| *rating == challenge_rating).map(|(_, worth)| worth)
}

/// Experience points for defeating a creature with a challenge rating as stat blocks write it: `0`, `1/8`, `1/4`, `1/2`,
/// `1` … `30`. None if it is no challenge rating.
pub fn of_challenge(written: &str) -> Option<u32> {
    let rating = match written.trim() {
        "1/8" => 0.125,
        "1/4" => 0.25,
        "1/2" => 0.5,
        number => f64::from(number.parse::<u8>().ok()?),
    };
    worth(rating, false)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hero::tests::hero, level_up::pending};

    fn kinds(changes: &[Change]) -> Vec<String> {
        let kind = |change| serde_json::to_value(change).unwrap()["kind"].as_str().unwrap().to_owned();
        changes.iter().map(kind).collect()
    }

    // srd: section/beyond-1st-level
    #[test]
    fn crossing_the_threshold_earns_the_next_level() {
        let mut hero = hero("fighter", 3);
        assert_eq!(hero.xp, 900);
        assert_eq!(kinds(&gain(&hero, 1_799)), ["xpGained"]);
        let changes = gain(&hero, 1_800);
        assert_eq!(kinds(&changes), ["xpGained", "levelUpEarned"]);
        assert!(matches!(&changes[1], Change::LevelUpEarned { pending, .. } if pending.to_level == 4));

        hero.pending_level_up = Some(pending(&hero, 4));
        assert_eq!(kinds(&gain(&hero, 1_000_000)), ["xpGained"], "one level waits already");
    }

    #[test]
    fn a_great_deed_earns_one_level_at_a_time() {
        let changes = gain(&hero("bard", 1), 100_000);
        assert!(matches!(&changes[1], Change::LevelUpEarned { pending, .. } if pending.to_level == 2));
    }

    #[test]
    fn nobody_rises_above_the_highest_level() {
        let mut hero = hero("wizard", 20);
        assert_eq!(kinds(&gain(&hero, 500_000)), ["xpGained"]);
        hero.xp = u32::MAX - 1;
        assert!(matches!(gain(&hero, 50)[..], [Change::XpGained { amount: 1, .. }]));
        hero.xp = u32::MAX;
        assert_eq!(gain(&hero, 50), []);
    }

    #[test]
    fn a_challenge_has_its_worth_as_it_is_written() {
        let worth = ["0", "1/8", "1/4", "1/2", "1", "30", " 5 "].map(of_challenge);
        assert_eq!(worth, [Some(10), Some(25), Some(50), Some(100), Some(200), Some(155_000), Some(1_800)]);
        assert_eq!(["31", "-1", "1/3", "", "one"].map(of_challenge), [None; 5]);
    }

    #[test]
    fn nothing_earned_is_no_change() {
        assert_eq!(gain(&hero("wizard", 1), 0), []);
    }

    #[test]
    fn each_level_begins_at_its_threshold() {
        assert_eq!(
            (threshold(0), threshold(1), threshold(4), threshold(20), threshold(21)),
            (None, Some(0), Some(2_700), Some(355_000), None)
        );
        assert_eq!((level_for(0), level_for(2_699), level_for(2_700), level_for(u32::MAX)), (1, 3, 4, 20));
    }
}
