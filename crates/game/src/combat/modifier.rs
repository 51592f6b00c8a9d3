//! Modifiers of temporary effects: boons and curses.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::harm::{DamageDice, DamageType};
use crate::{character::Ability, d20::TestKind};

/// A temporary change of a fighter's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Modifier {
    /// Dice added to attacks, such as `1d4` or `-1d4`.
    AttackDice {
        /// Signed: `-1d4` subtracts.
        dice: String,
    },
    /// Dice added to saving throws.
    SaveDice {
        /// Signed: `-1d4` subtracts.
        dice: String,
    },
    /// Dice added to checks of abilities.
    CheckDice {
        /// Signed: `-1d4` subtracts.
        dice: String,
    },
    /// Dice added to checks and saving throws with one ability.
    AbilityDice {
        ability: Ability,
        /// Signed: `-1d4` subtracts.
        dice: String,
    },
    /// Dice added to damage of weapons.
    DamageDice {
        /// Such as `1d6`, of this type.
        harm: DamageDice,
    },
    /// Added to the armour class.
    ArmorClass {
        /// Negative if it sinks.
        by: i32,
    },
    /// The armour class without armour: this plus Dexterity, if that is higher.
    UnarmoredBase {
        /// The armour class without Dexterity and a shield.
        base: i32,
    },
    /// The armour class is at least this.
    LeastArmorClass {
        /// With armour and shield.
        least: i32,
    },
    /// Added to the maximum hit points.
    MaximumHitPoints {
        /// Above 0.
        by: i32,
    },
    /// Added to the speed.
    Speed {
        /// In feet; negative if it sinks.
        feet: i32,
    },
    /// Advantage on attacks.
    AttackAdvantage,
    /// Disadvantage on attacks.
    AttackDisadvantage,
    /// Others have advantage against this one.
    EasyToHit,
    /// Others have disadvantage against this one.
    HardToHit,
    /// Takes half of the damage of a type.
    #[schema(rename_all = "camelCase")]
    Resistance {
        /// The type.
        damage_type: DamageType,
    },
}

impl Modifier {
    /// Whether it takes the place of a suit of armour.
    pub fn is_instead_of_armor(&self) -> bool {
        matches!(self, Self::UnarmoredBase { .. })
    }

    /// The dice it adds to a throw, if it adds any to this one.
    pub fn dice_for(&self, kind: TestKind) -> Option<&str> {
        match (self, kind) {
            (Self::AttackDice { dice }, TestKind::Attack)
            | (Self::SaveDice { dice }, TestKind::Save(_) | TestKind::ForLife)
            | (Self::CheckDice { dice }, TestKind::Check(_)) => Some(dice),
            (Self::AbilityDice { ability, dice }, TestKind::Save(of) | TestKind::Check(of)) if *ability == of => {
                Some(dice)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Modifier {
    /// In a few words: `saves +1d4`, `ac +2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AttackDice { dice } => write!(f, "attacks {}", signed(dice)),
            Self::SaveDice { dice } => write!(f, "saves {}", signed(dice)),
            Self::CheckDice { dice } => write!(f, "checks {}", signed(dice)),
            Self::AbilityDice { ability, dice } => write!(f, "{} checks and saves {}", ability.as_str(), signed(dice)),
            Self::DamageDice { harm } => match harm.damage_type {
                Some(kind) => write!(f, "damage {} {}", signed(&harm.dice), kind.name()),
                None => write!(f, "damage {}", signed(&harm.dice)),
            },
            Self::ArmorClass { by } => write!(f, "ac {by:+}"),
            Self::UnarmoredBase { base } => write!(f, "ac {base} + dex without armor"),
            Self::LeastArmorClass { least } => write!(f, "ac at least {least}"),
            Self::MaximumHitPoints { by } => write!(f, "max hp {by:+}"),
            Self::Speed { feet } => write!(f, "speed {feet:+} ft"),
            Self::AttackAdvantage => f.write_str("advantage on attacks"),
            Self::AttackDisadvantage => f.write_str("disadvantage on attacks"),
            Self::EasyToHit => f.write_str("easy to hit"),
            Self::HardToHit => f.write_str("hard to hit"),
            Self::Resistance { damage_type } => write!(f, "half of {} damage", damage_type.name()),
        }
    }
}

/// Dice with their sign.
pub(super) fn signed(dice: &str) -> String {
    if dice.starts_with(['-', '+']) { dice.to_owned() } else { format!("+{dice}") }
}
