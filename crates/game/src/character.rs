//! A hero's sheet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    clock::Clock,
    combat::timing::{Lasting, Timing},
    id::CharacterId,
    inventory::{Coins, Item},
};

/// A hero's sheet, as it is stored. Derived values (proficiency bonus, whole gold) are computed in the [view](super::view).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CharacterRecord)]
pub struct Character {
    /// Unique in its session.
    pub id: CharacterId,
    /// As the player wrote it.
    pub name: String,
    /// One of the twelve SRD classes, in lower case.
    pub class: String,
    /// Chosen at the level that the class sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subclass: Option<String>,
    /// An SRD race, in lower case.
    pub race: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
    /// 1 to 20.
    pub level: u8,
    /// Experience points so far.
    pub xp: u32,
    /// An earned level that isn't taken yet; the next turn waits for it.
    pub pending_level_up: Option<PendingLevelUp>,
    pub abilities: Abilities,
    /// 0 to `maxHP`.
    #[serde(rename = "currentHP")]
    pub current_hp: i32,
    /// At least 1.
    #[serde(rename = "maxHP")]
    pub max_hp: i32,
    /// Lost before other hit points.
    #[serde(rename = "tempHP")]
    pub temp_hp: i32,
    pub armor_class: u8,
    /// Feet per round.
    pub speed: u16,
    /// For healing in a short rest.
    pub hit_dice: HitDice,
    /// Counted at 0 hit points.
    pub death_saves: DeathSaves,
    pub proficiencies: Proficiencies,
    /// Oldest first.
    pub conditions: Vec<Condition>,
    /// Oldest first.
    pub inventory: Vec<Item>,
    pub purse: Coins,
    pub weapons: Vec<Weapon>,
    /// Class, race and background features.
    pub features: Vec<Feature>,
    /// Absent for those who cast no spells.
    pub spellcasting: Option<Spellcasting>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead: bool,
    /// At 0 hit points without dying.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stable: bool,
    /// Temporary effects, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Lasting>,
    /// The spell of the hero's concentration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concentrating_on: Option<String>,
    /// Uses of features since the last reset, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spent: BTreeMap<String, u8>,
    /// End of the last long rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rested: Option<Clock>,
    /// Time of death, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub died_at: Option<Clock>,
    /// Reduction of the maximum hit points; a long rest resets it.
    #[serde(default, rename = "sunkHP", skip_serializing_if = "is_zero")]
    pub sunk_hp: i32,
}

/// A level that is earned and not taken yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingLevelUp {
    pub to_level: u8,
    /// Choices for the player; may be empty.
    pub choices: Vec<LevelChoice>,
}

/// A choice at a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LevelChoice {
    /// Points to add to abilities, up to 20 each. By default the class's main abilities get them.
    AbilityScores { points: u8 },
    /// A subclass. Default: the first option.
    Subclass { options: Vec<String> },
}

/// The six ability scores, 1 to 20 for heroes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Abilities {
    /// Strength.
    pub str: u8,
    /// Dexterity.
    pub dex: u8,
    /// Constitution.
    pub con: u8,
    /// Intelligence.
    pub int: u8,
    /// Wisdom.
    pub wis: u8,
    /// Charisma.
    pub cha: u8,
}

/// One of the six abilities.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema, schemars::JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum Ability {
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// Constitution.
    Con,
    /// Intelligence.
    Int,
    /// Wisdom.
    Wis,
    /// Charisma.
    Cha,
}

impl Ability {
    /// In the order of the sheet.
    pub const ALL: [Self; 6] = [Self::Str, Self::Dex, Self::Con, Self::Int, Self::Wis, Self::Cha];

    /// The name in stored records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Str => "str",
            Self::Dex => "dex",
            Self::Con => "con",
            Self::Int => "int",
            Self::Wis => "wis",
            Self::Cha => "cha",
        }
    }

    /// The full name.
    pub fn full_name(self) -> &'static str {
        match self {
            Self::Str => "Strength",
            Self::Dex => "Dexterity",
            Self::Con => "Constitution",
            Self::Int => "Intelligence",
            Self::Wis => "Wisdom",
            Self::Cha => "Charisma",
        }
    }
}

impl Abilities {
    /// The score of one ability.
    pub fn score(&self, ability: Ability) -> u8 {
        match ability {
            Ability::Str => self.str,
            Ability::Dex => self.dex,
            Ability::Con => self.con,
            Ability::Int => self.int,
            Ability::Wis => self.wis,
            Ability::Cha => self.cha,
        }
    }

    /// Mutable access to one score.
    pub fn score_mut(&mut self, ability: Ability) -> &mut u8 {
        match ability {
            Ability::Str => &mut self.str,
            Ability::Dex => &mut self.dex,
            Ability::Con => &mut self.con,
            Ability::Int => &mut self.int,
            Ability::Wis => &mut self.wis,
            Ability::Cha => &mut self.cha,
        }
    }

    /// The modifier of one ability: half of what the score is above 10, rounded down (SRD 5.1, Ability
    /// Scores and Modifiers).
    pub fn modifier(&self, ability: Ability) -> i32 {
        (i32::from(self.score(ability)) - 10).div_euclid(2)
    }
}

/// Hit dice: one size, one per level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HitDice {
    /// 6, 8, 10 or 12.
    pub sides: u8,
    /// One per level.
    pub total: u8,
    /// Spent since the last long rest.
    pub used: u8,
}

/// Death saving throws, 0 to 3 each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeathSaves {
    /// Three make the hero stable.
    pub successes: u8,
    /// Three kill the hero.
    pub failures: u8,
    /// When a stable hero wakes; unknown until time has passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wakes_at: Option<Clock>,
}

/// Proficiencies, in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proficiencies {
    /// Saving throws.
    pub saves: Vec<Ability>,
    /// Skills.
    pub skills: Vec<String>,
    /// Weapons or groups of weapons.
    pub weapons: Vec<String>,
    /// Kinds of armour.
    pub armor: Vec<String>,
    /// Tools.
    pub tools: Vec<String>,
    /// Languages.
    pub languages: Vec<String>,
}

/// A condition, such as `poisoned`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// As the Dungeon Master named it.
    pub name: String,
    /// Duration or source, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// The end by rule; absent if only the story ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Box<Timing>>,
    /// Level of exhaustion, 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Start; known if time ends it by rule, as for a knocked-out creature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Clock>,
}

impl Condition {
    /// A condition without a duration.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), duration: None, timing: None, level: None, since: None }
    }
}

/// A weapon as a way to attack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Weapon {
    /// The item's name.
    pub name: String,
    /// Damage, such as `1d8`.
    pub dice: String,
    /// The ability used.
    pub stat: WeaponStat,
    /// Added to attack and damage besides the ability modifier.
    pub bonus: i8,
    /// Such as `slashing`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage_type: Option<String>,
    /// Such as `5 ft` or `80/320 ft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
}

/// The ability a weapon is wielded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WeaponStat {
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// The better of the two.
    Finesse,
    /// No ability modifier: the dice alone.
    None,
}

/// A feature and its chosen option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feature {
    /// As the SRD names it.
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_option: Option<String>,
}

/// A hero's spells and slots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spellcasting {
    /// The spellcasting ability.
    pub ability: Ability,
    /// Cantrips known.
    pub cantrips: Vec<String>,
    /// Spells known or prepared.
    pub spells: Vec<String>,
    /// By spell level, 1 to 9.
    #[serde(deserialize_with = "super::by_level::read")]
    pub slots: BTreeMap<u8, LevelSlots>,
}

/// Spell slots of one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Slots)]
pub struct LevelSlots {
    pub max: u8,
    /// At most `max`.
    pub used: u8,
}

impl DeathSaves {
    /// Successes to be stable, and failures to die (SRD 5.1, Death Saving Throws).
    pub const NEEDED: u8 = 3;

    pub fn is_stable(&self) -> bool {
        self.successes >= Self::NEEDED
    }
}

impl Character {
    /// The proficiency bonus at this hero's level: 2, and one more each four levels (SRD 5.1, Beyond 1st Level).
    pub fn proficiency_bonus(&self) -> i32 {
        proficiency_bonus(self.level)
    }
}

/// The proficiency bonus at a level: 2, and one more each four levels (SRD 5.1, Beyond 1st Level).
pub fn proficiency_bonus(level: u8) -> i32 {
    i32::from(level.div_ceil(4)) + 1
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}
