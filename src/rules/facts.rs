//! Structured data of the rules: stat blocks, components of spells, prices. In the API their names end in `Facts`, because
//! heroes have items and features, too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The structured data of an entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Facts {
    /// A class.
    Class(ClassFacts),
    /// A feature that a class gives at a level.
    Feature(FeatureFacts),
    /// An item.
    Item(ItemFacts),
    /// A stat block.
    Monster(Box<Monster>),
    /// A species.
    Species(Species),
    /// A spell.
    Spell(Box<Spell>),
}

/// A class.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClassFacts)]
pub struct ClassFacts {
    /// The sides of its hit die.
    pub hit_die: u32,
    /// The saving throws it is proficient in, such as `con`.
    pub saving_throws: Vec<String>,
    /// What else it is proficient in.
    pub proficiencies: Vec<String>,
}

/// A feature that a class gives at a level.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeatureFacts)]
pub struct FeatureFacts {
    /// The class or subclass.
    pub source: String,
    /// The level, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

/// An item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemFacts)]
pub struct ItemFacts {
    /// What kind of item it is.
    pub category: String,
    /// Its price, such as `50 gp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// Its weight in pounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_pounds: Option<f64>,
    /// The damage of a hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<DamageFacts>,
    /// The damage of a hit with both hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_handed_damage: Option<String>,
    /// The armour class it gives, such as `14 + Dex modifier (max 2)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armor_class: Option<String>,
    /// Its range, such as `150/600 ft.`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// Its properties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// How rare it is, if it is magical.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rarity: Option<String>,
    /// Whether it requires attunement.
    #[serde(default)]
    pub attunement: bool,
}

/// A species.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpeciesFacts)]
pub struct Species {
    /// How large they are.
    pub size: String,
    /// How far they walk, in feet.
    pub speed: u32,
    /// What they add to their abilities, such as `CON +2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ability_bonuses: Vec<String>,
}

/// A spell.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpellFacts)]
pub struct Spell {
    /// Its level; a cantrip's is 0.
    pub level: u8,
    /// Its school of magic.
    pub school: String,
    /// How long casting it takes.
    pub casting_time: String,
    /// How far it reaches.
    pub range: String,
    /// `V`, `S` and `M`.
    pub components: Vec<String>,
    /// Its material components.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// How long it lasts.
    pub duration: String,
    /// Whether it requires concentration.
    pub concentration: bool,
    /// Whether it can be cast as a ritual.
    pub ritual: bool,
    /// The classes that can learn it; empty if the package doesn't say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// The saving throw against it, such as `dex`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<String>,
    /// Its damage at the lowest level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<DamageFacts>,
}

/// What a hit or a spell does.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Damage)]
pub struct DamageFacts {
    /// The dice, such as `2d6+3`; `1d8+mod` adds the caster's spellcasting modifier.
    pub dice: String,
    /// The type of damage.
    pub damage_type: String,
    /// An alternative, such as the damage with both hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub or: Vec<DamageFacts>,
}

/// A stat block.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MonsterFacts)]
pub struct Monster {
    /// How large it is.
    pub size: String,
    /// What kind of creature it is.
    pub creature_type: String,
    /// Its alignment.
    pub alignment: String,
    /// Its armour class.
    pub armor_class: u32,
    /// The source of the armour class, and other values it can have: `natural armor`, `15 with mage armor`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armor: Option<String>,
    /// Its hit points.
    pub hit_points: u32,
    /// The dice for its hit points.
    pub hit_dice: String,
    /// How far it walks, flies, swims …: `fly: 60 ft. (hover)`.
    pub speed: BTreeMap<String, String>,
    /// Its scores: `str`, `dex`, `con`, `int`, `wis`, `cha`.
    pub abilities: BTreeMap<String, u32>,
    /// Saving throws it is proficient in, by the same names.
    #[serde(default)]
    pub saving_throws: BTreeMap<String, i32>,
    /// Skills it is proficient in.
    #[serde(default)]
    pub skills: BTreeMap<String, i32>,
    /// The types of damage it is vulnerable to.
    #[serde(default)]
    pub vulnerabilities: Vec<String>,
    /// The types of damage it is resistant to.
    #[serde(default)]
    pub resistances: Vec<String>,
    /// The types of damage it is immune to.
    #[serde(default)]
    pub immunities: Vec<String>,
    /// Conditions it can't have.
    #[serde(default)]
    pub condition_immunities: Vec<String>,
    /// Its senses, such as `darkvision: 60 ft.`
    pub senses: BTreeMap<String, String>,
    /// Its passive Perception.
    pub passive_perception: u32,
    /// Its languages.
    pub languages: String,
    /// How dangerous it is.
    pub challenge_rating: f64,
    /// The experience for defeating it; unknown if its challenge rating has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xp: Option<u32>,
    /// Its proficiency bonus.
    pub proficiency_bonus: i32,
    /// Its traits.
    #[serde(default)]
    pub traits: Vec<StatBlockEntry>,
    /// What it can do as an action.
    #[serde(default)]
    pub actions: Vec<StatBlockEntry>,
    /// What it can do as a bonus action.
    #[serde(default)]
    pub bonus_actions: Vec<StatBlockEntry>,
    /// What it can do as a reaction.
    #[serde(default)]
    pub reactions: Vec<StatBlockEntry>,
    /// What it can do at the end of another creature's turn.
    #[serde(default)]
    pub legendary_actions: Vec<StatBlockEntry>,
    /// Number of legendary actions between its turns; not every package has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legendary_action_uses: Option<u32>,
}

/// Something a creature does or has.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Deed)]
pub struct StatBlockEntry {
    /// Its name.
    pub name: String,
    /// What it is, in words.
    pub text: String,
    /// How often it can be used, such as `recharge 5-6` or `3 per day`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<String>,
    /// The attack bonus, if it is an attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack_bonus: Option<i32>,
    /// The saving throw against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<SaveFacts>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<DamageFacts>,
    /// If it is a multiattack: the ways to make it, each a list of attacks. If attacks can be combined freely, each is a way of
    /// its own; if their number depends on something else, only the text has it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub multiattack: Vec<Vec<StrikeFacts>>,
    /// If it is one of several deeds: each of them, with a save and damage of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub options: Vec<StatBlockEntry>,
}

/// A saving throw against something.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Save)]
pub struct SaveFacts {
    /// The ability it is made with.
    pub ability: String,
    /// The number to reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dc: Option<u32>,
    /// What a success leaves of the damage: `none`, `half` or `other`.
    pub on_success: String,
}

/// One attack of a multiattack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Strike)]
pub struct StrikeFacts {
    /// The action's name.
    pub name: String,
    /// How many times: a number or dice.
    pub count: String,
}
