//! Damage rolls with their types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dice::{
    Notation, Proof, Roll, RollPart, UNNAMED,
    notation::{Amount, DiceTerm},
};
use crate::house_rules::CriticalHits;

/// The types of damage (SRD 5.1 and 5.2, Damage Types).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
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

    /// Ignores case.
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name.trim()))
    }

    /// Bludgeoning, piercing or slashing, which some creatures resist unless it is magical.
    pub fn is_of_weapons(self) -> bool {
        matches!(self, Self::Bludgeoning | Self::Piercing | Self::Slashing)
    }
}

/// Dice of one type of damage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Harm)]
pub struct DamageDice {
    /// Dice and numbers, such as `2d6+3`, or a plain number.
    pub dice: String,
    /// None for untyped damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage_type: Option<DamageType>,
}

/// How a creature takes one type of damage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bearing {
    /// Half damage.
    pub resists: bool,
    /// No damage.
    pub immune: bool,
    /// Double damage.
    pub vulnerable: bool,
}

impl Bearing {
    /// The damage taken of an amount: resistance halves it, rounded down, then vulnerability doubles it (SRD 5.1, Damage
    /// Resistance and Vulnerability). Never below 0.
    pub fn left_of(self, damage: i32) -> i32 {
        if self.immune {
            return 0;
        }
        let halved = if self.resists { damage.max(0) / 2 } else { damage.max(0) };
        if self.vulnerable { halved.saturating_mul(2) } else { halved }
    }
}

impl Defences {
    /// How the creature takes damage of a type, magical or not.
    pub fn bearing(&self, kind: DamageType, magical: bool) -> Bearing {
        let holds =
            |all: &[Defence]| all.iter().any(|it| it.damage_type == kind && (it.except == Exception::None || !magical));
        Bearing {
            resists: holds(&self.resistances),
            immune: holds(&self.immunities),
            vulnerable: holds(&self.vulnerabilities),
        }
    }
}

/// The roll of some damage: the numbers of each type, with double dice on a critical hit (SRD 5.1, Critical Hits). Damage
/// without dice is a plain sum; unreadable dice count as 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RolledDamage {
    /// Dice to roll, each labelled with its type if there are several.
    Dice(String),
    /// A fixed amount of each type.
    Plain(Vec<(Option<DamageType>, i32)>),
}

/// The roll for some damage; `critical` is the table's rule for critical hits, if this is one.
pub fn to_throw(harms: &[DamageDice], critical: Option<CriticalHits>) -> RolledDamage {
    if let ([harm], None) = (harms, critical)
        && harm.dice.parse::<i32>().is_err()
    {
        return RolledDamage::Dice(harm.dice.clone());
    }
    let mut expression = String::new();
    let mut plain = Vec::new();
    for harm in harms {
        if let Ok(number) = harm.dice.trim().parse::<i32>() {
            plain.push((harm.damage_type, number));
            continue;
        }
        let Ok(notation) = Notation::parse(&harm.dice) else { continue };
        let part = (harms.len() > 1).then(|| harm.damage_type.map_or(UNNAMED, DamageType::name));
        notation.dealt(critical).for_each(|term| term.append(&mut expression, part));
    }
    if expression.is_empty() {
        return RolledDamage::Plain(plain);
    }
    for (kind, number) in plain {
        let part = kind.map_or(UNNAMED, DamageType::name);
        expression.push_str(&format!("{number:+}[{part}]"));
    }
    RolledDamage::Dice(expression)
}

/// Rolled damage by type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DamageRoll {
    /// Amount of each type.
    pub parts: Vec<(Option<DamageType>, i32)>,
    /// The rolls; none for a plain number.
    pub rolls: Vec<Roll>,
}

impl DamageRoll {
    /// Splits a roll by damage type.
    pub fn of(harms: &[DamageDice], roll: Roll) -> Self {
        let first = harms.first().and_then(|harm| harm.damage_type);
        let of_part = |part: &RollPart| (DamageType::read(&part.name), part.total);
        let parts = match roll.parts.is_empty() {
            true => vec![(first, roll.total)],
            false => roll.parts.iter().map(of_part).collect(),
        };
        Self { parts, rolls: vec![roll] }
    }

    pub fn thrown(&self) -> Option<Proof> {
        self.rolls.first().map(|roll| roll.proof)
    }
}

/// The average of dice, to compare actions; a plain number is itself.
pub fn mean(dice: &str) -> f64 {
    if let Ok(number) = dice.trim().parse::<i32>() {
        return f64::from(number);
    }
    let Ok(notation) = Notation::parse(dice) else { return 0.0 };
    let mean = |term: &DiceTerm| {
        let of = match term.amount {
            Amount::Dice(dice) => f64::from(dice.count) * f64::from(dice.sides + 1) / 2.0,
            Amount::Number(number) => f64::from(number),
        };
        if term.minus { -of } else { of }
    };
    notation.terms().iter().map(mean).sum()
}

/// Damage resistances, immunities and vulnerabilities (SRD 5.1, Damage Resistance and Vulnerability).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Defences {
    /// Half damage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resistances: Vec<Defence>,
    /// No damage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub immunities: Vec<Defence>,
    /// Double damage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vulnerabilities: Vec<Defence>,
}

/// A resistance, immunity or vulnerability to one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Defence {
    pub damage_type: DamageType,
    /// When it doesn't apply.
    #[serde(default, skip_serializing_if = "Exception::is_none")]
    pub except: Exception,
}

/// An exception to a defence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exception {
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
