//! A hero's sheet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    clock::Clock,
    combat::timing::{Lasting, Timing},
    id::CharacterId,
    inventory::{Item, Purse},
};

/// A hero's sheet, as it is stored. What follows from it by rule (proficiency bonus, whole gold) is
/// computed in the [view](super::view).
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
    /// Chosen at the level the class sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subclass: Option<String>,
    /// An SRD race, in lower case.
    pub race: String,
    /// Where the hero comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
    /// 1 to 20.
    pub level: u8,
    /// Experience points so far.
    pub xp: u32,
    /// A level that is earned and not taken yet; play waits for it.
    pub pending_level_up: Option<PendingLevelUp>,
    /// The six scores.
    pub abilities: Abilities,
    /// 0 to `maxHP`.
    #[serde(rename = "currentHP")]
    pub current_hp: i32,
    /// At least 1.
    #[serde(rename = "maxHP")]
    pub max_hp: i32,
    /// Points that damage takes first.
    #[serde(rename = "tempHP")]
    pub temp_hp: i32,
    pub armor_class: u8,
    /// Feet per round.
    pub speed: u16,
    /// Dice to heal by in a short rest.
    pub hit_dice: HitDice,
    /// Counted at 0 hit points.
    pub death_saves: DeathSaves,
    /// What the hero is trained in.
    pub proficiencies: Proficiencies,
    /// In the order they came.
    pub conditions: Vec<Condition>,
    /// In the order they came.
    pub inventory: Vec<Item>,
    /// Coins.
    pub purse: Purse,
    /// Weapons at hand, as ways to attack.
    pub weapons: Vec<Weapon>,
    /// Class, race and background features.
    pub features: Vec<Feature>,
    /// Absent for those who cast no spells.
    pub spellcasting: Option<Spellcasting>,
    /// Whether the hero is dead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead: bool,
    /// Whether the hero lies at 0 hit points without dying.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stable: bool,
    /// Boons and curses, in the order they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Lasting>,
    /// The spell the hero keeps in mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concentrating_on: Option<String>,
    /// How often features were used since they could last be used afresh, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spent: BTreeMap<String, u8>,
    /// When the last long rest ended; absent where there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rested: Option<Clock>,
    /// When a dead hero died, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub died_at: Option<Clock>,
    /// By how much the maximum of hit points has sunk; a long rest gives it back.
    #[serde(default, rename = "sunkHP", skip_serializing_if = "is_zero")]
    pub sunk_hp: i32,
}

/// A level that is earned and not taken yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingLevelUp {
    /// The level to take.
    pub to_level: u8,
    /// What the player has to choose; empty when there is nothing to choose.
    pub choices: Vec<LevelChoice>,
}

/// Something to choose at a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LevelChoice {
    /// Points to add to abilities, none above 20. Left out, the class's main abilities get them.
    AbilityScores {
        /// How many points.
        points: u8,
    },
    /// A subclass. Left out, the first option is taken.
    Subclass {
        /// The names to choose from.
        options: Vec<String>,
    },
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
    /// All six, in the order of the sheet.
    pub const ALL: [Self; 6] = [Self::Str, Self::Dex, Self::Con, Self::Int, Self::Wis, Self::Cha];

    /// Its name as records have it.
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

    /// Its whole name.
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

    /// The score of one ability, to be set.
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

/// Hit dice: all of one size, one for each level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HitDice {
    /// 6, 8, 10 or 12.
    pub sides: u8,
    /// As many as levels.
    pub total: u8,
    /// Spent since the last long rest.
    pub used: u8,
}

/// Death saving throws, each 0 to 3.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeathSaves {
    /// Three make the hero stable.
    pub successes: u8,
    /// Three are death.
    pub failures: u8,
    /// When a stable hero wakes; unknown until time has passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wakes_at: Option<Clock>,
}

/// What a hero is trained in, each in lower case.
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
    /// How long it lasts or where it comes from, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// When it ends by rule; absent where only the story ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Box<Timing>>,
    /// How far it has come, for exhaustion: 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// When it set in; known where time ends it by rule, as for one who was knocked out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Clock>,
}

impl Condition {
    /// A condition that lasts until somebody ends it.
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
    /// What it is wielded with.
    pub stat: WeaponStat,
    /// Added to attack and damage beside the ability.
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
    /// None: the dice alone.
    None,
}

/// A feature, and what was chosen for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feature {
    /// As the SRD names it.
    pub name: String,
    /// The option chosen, where it has options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_option: Option<String>,
}

/// What a spellcaster knows and has left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spellcasting {
    /// The ability spells are cast with.
    pub ability: Ability,
    /// Cantrips known.
    pub cantrips: Vec<String>,
    /// Spells known or prepared.
    pub spells: Vec<String>,
    /// By spell level, 1 to 9.
    #[serde(deserialize_with = "super::by_level::read")]
    pub slots: BTreeMap<u8, Slots>,
}

/// Spell slots of one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Slots {
    /// How many there are.
    pub max: u8,
    /// How many are spent, at most `max`.
    pub used: u8,
}

impl DeathSaves {
    /// How many successes are stable, and how many failures death (SRD 5.1, Death Saving Throws).
    pub const NEEDED: u8 = 3;

    /// Whether there are enough successes.
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
