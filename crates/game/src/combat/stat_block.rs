//! A creature's stat block.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{deed::CombatAction, harm::Defences};
use crate::{
    character::{Abilities, Ability},
    condition_kind::ConditionKind,
};

/// A creature's numbers (SRD 5.1, Monsters). Hit points, armour class and experience are fields of
/// the creature itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatBlock {
    /// Where the numbers are from: the library's slug, or none where they were made up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Such as `humanoid`, in lower case.
    pub creature_type: String,
    /// How large it is.
    pub size: Size,
    /// The six scores; above 20 for the mighty.
    pub abilities: Abilities,
    /// 2 to 9.
    pub proficiency_bonus: i32,
    /// Bonuses of the saving throws it is good at, all counted in.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub saves: BTreeMap<Ability, i32>,
    /// Bonuses of the skills it is good at, all counted in, by name in lower case.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, i32>,
    pub passive_perception: i32,
    /// Feet in a round by its fastest way of getting about in a fight: on foot, or flying.
    pub speed: u16,
    /// Whether that is by flying.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flies: bool,
    /// How it bears damage.
    #[serde(default)]
    pub defences: Defences,
    /// Conditions it can't be in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unaffected_by: Vec<ConditionKind>,
    /// Traits that affect combat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
    /// Actions.
    pub deeds: Vec<CombatAction>,
    /// Legendary actions between its turns.
    #[serde(default)]
    pub legendary_actions: u8,
}

/// How large a creature is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
    Gargantuan,
}

/// A trait that affects combat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Trait {
    /// Advantage on attacks if an ally is adjacent to the target.
    PackTactics,
    /// Advantage on saving throws against magic.
    MagicResistance,
    /// Its own weapons count as magical.
    MagicWeapons,
    /// So many failed saving throws a day become successes.
    LegendaryResistance {
        /// A day.
        times: u8,
    },
    /// Hit points regained at the start of its turn, unless damage of these types was taken since the last.
    #[schema(rename_all = "camelCase")]
    Regeneration {
        /// How many.
        hp: i32,
        /// By name of the type.
        stopped_by: Vec<super::harm::DamageType>,
    },
    /// At 0 hit points it throws for Constitution against 5 and the damage taken, and stays at 1.
    UndeadFortitude,
    /// Disengage or Hide as a bonus action.
    NimbleEscape,
    /// Disengage, dash or hide as a bonus action.
    CunningAction,
    /// Advantage on attacks, and others have it against this one, whenever it wishes.
    Reckless,
    /// It gets by others without giving them an opportunity, flying.
    Flyby,
    /// A save of Dexterity for half leaves nothing on success and half on failure.
    Evasion,
    /// More dice of damage once a turn, with advantage or with a friend beside the target.
    SneakAttack {
        /// Such as `2d6`.
        dice: String,
    },
    /// One more die of a weapon's damage, counted into the deed already; nothing is left to do.
    Brute,
    /// It can't be surprised.
    NeverSurprised,
    /// Advantage on the first round's attacks against those who have not acted.
    Ambusher,
}
