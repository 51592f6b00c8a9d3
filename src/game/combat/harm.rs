//! Damage: how much of which type.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The types of damage (SRD 5.1 and 5.2, Damage Types).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is named as the rules name it")]
pub enum DamageType {
    Acid,
    Bludgeoning,
    Cold,
    Fire,
    Force,
    Lightning,
    Necrotic,
    Piercing,
    Poison,
    Psychic,
    Radiant,
    Slashing,
    Thunder,
}

impl DamageType {
    /// All thirteen, by name.
    pub const ALL: [Self; 13] = [
        Self::Acid,
        Self::Bludgeoning,
        Self::Cold,
        Self::Fire,
        Self::Force,
        Self::Lightning,
        Self::Necrotic,
        Self::Piercing,
        Self::Poison,
        Self::Psychic,
        Self::Radiant,
        Self::Slashing,
        Self::Thunder,
    ];

    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Acid => "acid",
            Self::Bludgeoning => "bludgeoning",
            Self::Cold => "cold",
            Self::Fire => "fire",
            Self::Force => "force",
            Self::Lightning => "lightning",
            Self::Necrotic => "necrotic",
            Self::Piercing => "piercing",
            Self::Poison => "poison",
            Self::Psychic => "psychic",
            Self::Radiant => "radiant",
            Self::Slashing => "slashing",
            Self::Thunder => "thunder",
        }
    }

    /// The type of this name, ignoring case.
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name.trim()))
    }

    /// Whether weapons and claws do it, which some creatures only fear where magic is in it.
    pub fn is_of_weapons(self) -> bool {
        matches!(self, Self::Bludgeoning | Self::Piercing | Self::Slashing)
    }
}

/// Dice of one type of damage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Harm {
    /// The dice and numbers, such as `2d6+3`; a plain number where nothing is thrown.
    pub dice: String,
    /// The type; none for damage without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage_type: Option<DamageType>,
}

/// How a creature bears damage of its kinds (SRD 5.1, Damage Resistance and Vulnerability).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Defences {
    /// Takes half.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resistances: Vec<Defence>,
    /// Takes none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub immunities: Vec<Defence>,
    /// Takes twice as much.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vulnerabilities: Vec<Defence>,
}

/// One type of damage that is borne in a way of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Defence {
    /// The type.
    pub damage_type: DamageType,
    /// What makes it not hold.
    #[serde(default, skip_serializing_if = "Exception::is_none")]
    pub except: Exception,
}

/// What a defence does not hold against.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exception {
    /// It always holds.
    #[default]
    None,
    /// Magic attacks.
    Magical,
    /// Magic attacks, and weapons of silver.
    MagicalOrSilvered,
    /// Magic attacks, and weapons of adamantine.
    MagicalOrAdamantine,
}

impl Exception {
    fn is_none(&self) -> bool {
        *self == Self::None
    }
}
