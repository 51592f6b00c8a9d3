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
    /// The slug of the rules entry that the numbers are from; none if they were made up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Such as `humanoid`, in lower case.
    pub creature_type: String,
    /// How large it is.
    pub size: Size,
    /// The six ability scores; they may be above 20.
    pub abilities: Abilities,
    /// 2 to 9.
    pub proficiency_bonus: i32,
    /// Total bonuses of the saving throws it is proficient in.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub saves: BTreeMap<Ability, i32>,
    /// Total bonuses of the skills it is proficient in, by name in lower case.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, i32>,
    pub passive_perception: i32,
    /// Feet per round by its fastest way to move in a fight: on foot, or flying.
    pub speed: u16,
    /// Whether that is its flying speed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flies: bool,
    /// Its resistances, immunities and vulnerabilities.
    #[serde(default)]
    pub defences: Defences,
    /// Its condition immunities.
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
    /// A number of failed saving throws per day become successes.
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
    /// At 0 hit points it makes a Constitution saving throw against 5 plus the damage taken; with a success it stays at 1.
    UndeadFortitude,
    /// Disengage or Hide as a bonus action.
    NimbleEscape,
    /// Disengage, dash or hide as a bonus action.
    CunningAction,
    /// It can choose to have advantage on its attacks; attacks against it then have advantage, too.
    Reckless,
    /// Its flying movement provokes no opportunity attacks.
    Flyby,
    /// A Dexterity saving throw for half damage: no damage on a success, half on a failure.
    Evasion,
    /// More damage dice once per turn, with advantage or with an ally adjacent to the target.
    SneakAttack {
        /// Such as `2d6`.
        dice: String,
    },
    /// One more die of weapon damage, which the attack already includes.
    Brute,
    /// It can't be surprised.
    NeverSurprised,
    /// Advantage on the first round's attacks against those who have not acted.
    Ambusher,
}
