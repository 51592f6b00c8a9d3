//! The target number of a roll, and the result.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Roll;
use crate::two_dice;

/// The target number of a roll, and the result. It follows from the roll, and is stored so that readers of a record need no
/// rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Goal {
    /// A difficulty class or an armour class.
    pub number: i32,
    pub outcome: RollOutcome,
}

/// The result of a roll against a number: the first two against a difficulty or a number of unknown kind, the others for
/// attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Outcome)]
pub enum RollOutcome {
    /// The number was reached.
    Success,
    /// It was not.
    Failure,
    /// Of two dice: it went well, at a price.
    Mixed,
    /// The attack missed.
    Miss,
    /// It hit.
    Hit,
    /// It hit, and its dice of damage are thrown twice.
    CriticalHit,
}

impl RollOutcome {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Mixed => "mixed: it succeeds, at a price",
            Self::Miss => "miss",
            Self::Hit => "hit",
            Self::CriticalHit => "critical hit",
        }
    }

    /// Whether it is good for the roller.
    pub fn is_good(self) -> bool {
        matches!(self, Self::Success | Self::Mixed | Self::Hit | Self::CriticalHit)
    }
}

/// The lowest die that can be a critical hit (SRD 5.1, Champion: Superior Critical).
const LOWEST_CRITICAL: u32 = 18;

impl Goal {
    /// Of a check or a saving throw: the total reaches the number (SRD 5.1, Ability Checks).
    pub fn of_check(difficulty: i32, total: i32) -> Self {
        let outcome = if total >= difficulty { RollOutcome::Success } else { RollOutcome::Failure };
        Self { number: difficulty, outcome }
    }

    /// Of two dice and an ability: 10 and more is a success, 7 to 9 a mixed one (see [`two_dice`]).
    pub fn of_pair(total: i32) -> Self {
        let outcome = match total {
            two_dice::HIT.. => RollOutcome::Success,
            two_dice::MIXED.. => RollOutcome::Mixed,
            _ => RollOutcome::Failure,
        };
        Self { number: two_dice::HIT, outcome }
    }

    /// Of an attack whose die shows `natural`: from `critical_from` on it hits whatever the number and is critical, a 1 misses
    /// (SRD 5.1, Making an Attack).
    pub fn of_attack(armor_class: i32, natural: u32, total: i32, critical_from: u32) -> Self {
        let outcome = match natural {
            1 => RollOutcome::Miss,
            natural if natural >= critical_from => RollOutcome::CriticalHit,
            _ if total >= armor_class => RollOutcome::Hit,
            _ => RollOutcome::Miss,
        };
        Self { number: armor_class, outcome }
    }

    /// Whether this is a possible result of that roll. The critical range depends on the roller, which a roll doesn't contain.
    pub(super) fn is_of(self, roll: &Roll) -> bool {
        let of_attack = |critical_from| Self::of_attack(self.number, roll.natural(), roll.total, critical_from);
        match self.outcome {
            RollOutcome::Success | RollOutcome::Failure => self == Self::of_check(self.number, roll.total),
            RollOutcome::Mixed => self == Self::of_pair(roll.total),
            RollOutcome::Miss | RollOutcome::Hit | RollOutcome::CriticalHit => {
                (LOWEST_CRITICAL..=20).any(|critical_from| self == of_attack(critical_from))
            }
        }
    }
}
