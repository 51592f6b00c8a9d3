//! State commands: what happens to somebody, said in a fixed form, one thing at a time.
//!
//! A command is looked at against the state as it stands and carried out whole, or it fails with a reason and changes
//! nothing. Commands of a batch are carried out in order, each sees what the earlier ones did, and none that fails stops
//! the others.

mod body;
mod lasting;
mod stock;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Refusal, State,
    character::Character,
    combat::{affliction::Affliction, bout::Bout, fighter::FighterId},
    creature,
};

/// One command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum StateCommand {
    /// Damage, healing, or temporary hit points of a hero.
    HpChange {
        /// The hero's id or name.
        character_id: String,
        /// Below 0 for damage, above 0 for healing.
        change: i32,
        /// Whether the points are lent as temporary ones; `change` is above 0 then.
        #[serde(default)]
        is_temporary: bool,
        /// Of damage, such as "fire": resistance, immunity and vulnerability are reckoned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage_type: Option<String>,
    },
    /// A condition that sets in or ends.
    Condition {
        /// The id or name of a hero, or of someone in the scene.
        character_id: String,
        /// Whether it sets in.
        action: Laying,
        /// Which.
        condition: Affliction,
        /// How long it lasts; needed where it sets in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_type: Option<DurationType>,
        /// How many rounds, minutes or hours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration: Option<u32>,
        /// Who holds it by concentration: an id or name; `character_id` if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
    },
    /// A boon or a curse that changes numbers for a while.
    Buff {
        /// The id or name of a hero, or of someone in the scene.
        character_id: String,
        /// Whether it begins.
        action: Laying,
        /// What it is called, such as "shield of faith".
        buff_name: String,
        /// How long it lasts; needed where it begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_type: Option<DurationType>,
        /// How many rounds, minutes or hours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration: Option<u32>,
        /// What it adds, below 0 where it takes away: `armor_class`, `attack`, `damage` (weapons), `saves`, `speed` (feet),
        /// `ability_checks`, or an ability (`strength` …), for its checks and saving throws.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        modifiers: BTreeMap<String, i32>,
        /// Who holds it by concentration: an id or name; `character_id` if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
    },
    /// Spell slots spent or regained.
    SpellSlot {
        /// The hero's id or name.
        character_id: String,
        /// Spent or regained.
        action: Spending,
        /// 1 to 9.
        level: u8,
        /// The spell, for the record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spell_name: Option<String>,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// Hit dice spent or regained, without healing by them; `rest` heals.
    HitDice {
        /// The hero's id or name.
        character_id: String,
        /// Spent or regained.
        action: Spending,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// A thing that comes into the pack, is used up or goes.
    Item {
        /// The hero's id or name.
        character_id: String,
        /// What is done with it.
        action: Handling,
        /// Its name.
        item_name: String,
        /// How many.
        #[serde(default = "one_thing")]
        quantity: u32,
    },
    /// Death saving throws of a hero at 0 hit points, counted.
    DeathSave {
        /// The hero's id or name.
        character_id: String,
        /// What is counted.
        result: Throw,
        /// How many, 1 to 3.
        #[serde(default = "one")]
        count: u8,
    },
    /// A rest of a hero. Several heroes of one batch rest in the same hours.
    Rest {
        /// The hero's id or name.
        character_id: String,
        /// An hour or a night.
        rest_type: RestType,
        /// How many hit dice are spent in a short rest.
        #[serde(default)]
        hit_dice_spent: u8,
    },
}

/// Whether something is laid on somebody or taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Laying {
    /// It sets in.
    Add,
    /// It ends.
    Remove,
}

/// Whether something is spent or regained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spending {
    /// Spent.
    Use,
    /// Regained.
    Restore,
}

/// What is done with a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// It is used up.
    Use,
    /// It comes into the pack.
    Add,
    /// It goes.
    Remove,
}

/// What comes of throwing for one's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Throw {
    /// One or more successes; three are stable.
    Success,
    /// One or more failures; three are death.
    Failure,
    /// Both are counted afresh.
    Reset,
}

/// How long a rest is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RestType {
    /// An hour.
    Short,
    /// Eight hours.
    Long,
}

/// How long something lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DurationType {
    /// So many rounds of six seconds.
    Rounds,
    /// So many minutes.
    Minutes,
    /// So many hours.
    Hours,
    /// As long as somebody concentrates on it.
    Concentration,
    /// Until the next rest, short or long.
    UntilRest,
    /// Until somebody ends it.
    Permanent,
}

fn one() -> u8 {
    1
}

fn one_thing() -> u32 {
    1
}

/// What came of a command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandResult {
    /// Whether it was carried out; if not, nothing has changed.
    pub success: bool,
    /// The kind of command: `hp_change` …
    pub command_type: String,
    /// Whom it is about, by id where that one is known.
    pub character_id: String,
    /// What has happened, or why it could not.
    pub message: String,
    /// The numbers as they are now.
    pub details: Value,
}

/// What a command that was carried out has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// What has happened, in a sentence.
    pub message: String,
    /// The numbers as they are now.
    pub details: Value,
}

/// What the commands of a batch know of those before them.
#[derive(Debug, Default)]
pub struct Batch {
    /// The rests whose time has passed.
    rested: Vec<RestType>,
}

impl StateCommand {
    /// The kind of command.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::HpChange { .. } => "hp_change",
            Self::Condition { .. } => "condition",
            Self::Buff { .. } => "buff",
            Self::SpellSlot { .. } => "spell_slot",
            Self::HitDice { .. } => "hit_dice",
            Self::Item { .. } => "item",
            Self::DeathSave { .. } => "death_save",
            Self::Rest { .. } => "rest",
        }
    }

    /// Whom it is about, as the command says it.
    pub fn character(&self) -> &str {
        match self {
            Self::HpChange { character_id, .. }
            | Self::Condition { character_id, .. }
            | Self::Buff { character_id, .. }
            | Self::SpellSlot { character_id, .. }
            | Self::HitDice { character_id, .. }
            | Self::Item { character_id, .. }
            | Self::DeathSave { character_id, .. }
            | Self::Rest { character_id, .. } => character_id,
        }
    }

    /// Carries it out.
    ///
    /// # Errors
    /// It can't be; the text says why. The bout may have been changed by then: take the step on a copy.
    pub fn carry_out(&self, bout: &mut Bout, batch: &mut Batch) -> Result<Done, Refusal> {
        match self {
            Self::HpChange { character_id, change, is_temporary, damage_type } => {
                let hero = hero(bout.game(), character_id)?;
                match is_temporary {
                    true => body::lend(bout, &hero, *change),
                    false => body::hurt_or_heal(bout, &hero, *change, damage_type.as_deref()),
                }
            }
            Self::Condition { character_id, action, condition, duration_type, duration, source } => {
                let who = anybody(bout.game(), character_id)?;
                let lasts = lasting::Lasts { kind: *duration_type, n: *duration, source: source.as_deref() };
                match action {
                    Laying::Add => lasting::set_in(bout, &who, *condition, lasts),
                    Laying::Remove => lasting::cure(bout, &who, *condition),
                }
            }
            Self::Buff { character_id, action, buff_name, duration_type, duration, modifiers, source } => {
                let who = anybody(bout.game(), character_id)?;
                let lasts = lasting::Lasts { kind: *duration_type, n: *duration, source: source.as_deref() };
                match action {
                    Laying::Add => lasting::lay(bout, &who, buff_name, modifiers, lasts),
                    Laying::Remove => lasting::lift(bout, &who, buff_name),
                }
            }
            Self::SpellSlot { character_id, action, level, spell_name, count } => {
                let hero = hero(bout.game(), character_id)?;
                stock::slots(bout, &hero, *action, *level, *count, spell_name.as_deref())
            }
            Self::HitDice { character_id, action, count } => {
                let hero = hero(bout.game(), character_id)?;
                stock::hit_dice(bout, &hero, *action, *count)
            }
            Self::Item { character_id, action, item_name, quantity } => {
                let hero = hero(bout.game(), character_id)?;
                stock::item(bout, &hero, *action, item_name, *quantity)
            }
            Self::DeathSave { character_id, result, count } => {
                let hero = hero(bout.game(), character_id)?;
                body::death_save(bout, &hero, *result, *count)
            }
            Self::Rest { character_id, rest_type, hit_dice_spent } => {
                let hero = hero(bout.game(), character_id)?;
                body::rest(bout, &hero, *rest_type, *hit_dice_spent, batch)
            }
        }
    }
}

/// The id of whom a name or id stands for, hero or not; the name itself where nobody is known by it.
pub fn id_of(state: &State, name: &str) -> String {
    anybody(state, name).map_or_else(|_| name.trim().to_owned(), |who| who.as_str().to_owned())
}

fn hero(state: &State, name: &str) -> Result<Character, Refusal> {
    let name = name.trim();
    match state.hero(name) {
        Ok(hero) => Ok(hero.clone()),
        Err(_) if creature::find(state, name).is_ok() => {
            Err(Refusal::new(format!("“{name}” is no hero but someone in the scene: use update_npc.")))
        }
        Err(unknown) => Err(unknown),
    }
}

fn anybody(state: &State, name: &str) -> Result<FighterId, Refusal> {
    let name = name.trim();
    state.hero(name).map(|hero| FighterId::Hero(hero.id.clone())).or_else(|unknown| {
        creature::find(state, name).map(|one| FighterId::Creature(one.id.clone())).map_err(|_| unknown)
    })
}

/// At least one of something.
fn at_least_one(n: u32, what: &str) -> Result<(), Refusal> {
    if n == 0 { Err(Refusal::new(format!("{what} is at least 1."))) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
