//! State commands: single exact effects in a fixed format.
//!
//! A command is examined against the state as it is and carried out whole, or it fails with a reason and changes
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
    Refusal, RefusalReason, State,
    character::Character,
    clock::Clock,
    combat::{
        bout::Bout,
        casting,
        fighter::{FighterId, FighterRef},
        out_of_combat,
    },
    condition_kind::ConditionKind,
    creature,
    wording::{MAX_LINE, MAX_NAME},
};

use lasting::RequestedDuration;

// `character` is the id or name of a hero; of a condition, a buff and a raising also of someone in the scene. The tools
// fill in the hero who acts where it is left out.
/// One command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum StateCommand {
    /// Damage, healing, or temporary hit points of a hero.
    HpChange {
        #[serde(default, alias = "character_id")]
        character: String,
        /// Below 0 for damage, above 0 for healing.
        change: i32,
        /// Whether they are temporary; `change` is above 0 then.
        #[serde(default)]
        is_temporary: bool,
        /// Such as "fire": resistance and the like are reckoned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage_type: Option<String>,
    },
    /// A condition that sets in or ends.
    Condition {
        #[serde(default, alias = "character_id")]
        character: String,
        /// Whether it sets in.
        action: Laying,
        /// Which.
        // The schema names the conditions of the rules. Other names are accepted, but only the story knows them.
        #[schemars(with = "ConditionKind")]
        condition: String,
        /// Needed where it sets in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_type: Option<DurationType>,
        /// How many rounds, minutes or hours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration: Option<u32>,
        /// Who concentrates on it; the bearer if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
    },
    /// A boon or a curse for a while.
    Buff {
        #[serde(default, alias = "character_id")]
        character: String,
        /// Whether it begins.
        action: Laying,
        /// What it is called, such as "shield of faith".
        #[schemars(length(max = MAX_NAME))]
        buff_name: String,
        /// Needed where it begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_type: Option<DurationType>,
        /// How many rounds, minutes or hours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration: Option<u32>,
        /// What it adds, below 0 where it takes away; left out where no number changes: `armor_class`, `attack`, `damage`
        /// (weapons), `saves`, `speed` (feet), `ability_checks`, or an ability (`strength` …), for its checks and saves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<BTreeMap<String, i32>>")]
        modifiers: Option<BTreeMap<String, ModifierAmount>>,
        /// What else it does; a rule of its name says so itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = MAX_LINE))]
        description: Option<String>,
        /// Who concentrates on it; the bearer if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
    },
    /// Spell slots spent or regained.
    SpellSlot {
        #[serde(default, alias = "character_id")]
        character: String,
        /// Spent or regained.
        action: SpendingKind,
        /// 1 to 9.
        level: u8,
        /// The spell, for the record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = MAX_NAME))]
        spell_name: Option<String>,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// Hit dice spent or regained; `rest` heals by them.
    HitDice {
        #[serde(default, alias = "character_id")]
        character: String,
        /// Spent or regained.
        action: SpendingKind,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// A thing that comes into the pack, is used up or goes.
    Item {
        #[serde(default, alias = "character_id")]
        character: String,
        /// What is done with it.
        action: ItemAction,
        /// Its name.
        #[schemars(length(max = MAX_NAME))]
        item_name: String,
        /// How many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u32", extend("default" = 1))]
        quantity: Option<u32>,
    },
    /// Death saving throws, counted.
    DeathSave {
        #[serde(default, alias = "character_id")]
        character: String,
        /// What is counted.
        result: DeathSaveKind,
        /// How many, 1 to 3.
        #[serde(default = "one")]
        count: u8,
        /// The hero who tends the dying; the tools fill in the one who acts.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[schemars(skip)]
        by: String,
    },
    /// A rest. Heroes of one turn rest in the same hours.
    Rest {
        #[serde(default, alias = "character_id")]
        character: String,
        /// An hour or eight.
        rest_type: RestType,
        /// How many hit dice are spent in a short rest.
        #[serde(default)]
        hit_dice_spent: u8,
    },
    /// A paladin's hands heal. The built-in storyteller sends it.
    #[schemars(skip)]
    LayOnHands {
        #[serde(default, alias = "character_id")]
        character: String,
        /// A hero or someone in the scene; the paladin if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// How many hit points; as many as the target lacks and the pool has if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<i32>,
    },
    /// Somebody dead lives again, by magic or a wonder.
    Revive {
        #[serde(default, alias = "character_id")]
        character: String,
        /// Hit points they wake with.
        #[serde(default = "one_point")]
        hp: i32,
    },
}

/// By how much a buff changes a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ModifierAmount {
    /// Below 0 where it takes away.
    Number(i32),
    /// Dice such as `1d4`.
    Dice(String),
}

impl std::fmt::Display for ModifierAmount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(by) => write!(f, "{by:+}"),
            Self::Dice(dice) => f.write_str(dice),
        }
    }
}

/// Whether something is laid on somebody or taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Laying {
    Add,
    Remove,
}

/// Whether something is spent or regained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpendingKind {
    Use,
    Restore,
}

/// What is done with a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemAction {
    /// It is used up.
    Use,
    /// It comes into the pack.
    Add,
    /// It goes.
    Remove,
    /// Armour or a shield of the pack is put on.
    Equip,
    /// It is taken off.
    Unequip,
}

/// The result of a death saving throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeathSaveKind {
    /// Adds successes; three make the hero stable.
    Success,
    /// Adds failures; three kill the hero.
    Failure,
    /// Resets both.
    Reset,
    /// The rules throw and count.
    Roll,
    /// The hero who acts tends them, by a healer's kit or Medicine.
    Tend,
}

/// How long a rest is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RestType {
    Short,
    Long,
}

/// How long something lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DurationType {
    /// Six seconds each.
    Rounds,
    /// So many.
    Minutes,
    /// So many.
    Hours,
    /// While it is held.
    Concentration,
    /// Short or long.
    UntilRest,
    /// Until ended.
    Permanent,
}

fn one() -> u8 {
    1
}

fn one_point() -> i32 {
    1
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandResult {
    /// Whether it was carried out; if not, nothing has changed.
    pub success: bool,
    /// The kind of command: `hp_change` …
    pub command_type: String,
    /// The subject, by id if it is known.
    pub character_id: String,
    /// The result, or the reason of the refusal.
    pub message: String,
    /// The numbers as they are now.
    pub details: Value,
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// The result, in a sentence.
    pub message: String,
    /// The numbers as they are now.
    pub details: Value,
}

/// State shared by the commands of a turn.
#[derive(Debug, Default)]
pub struct Batch {
    /// The rests whose time has passed, and when each ended.
    rested: Vec<(RestType, Clock)>,
}

impl Batch {
    /// The rests that heroes had.
    pub fn rests(&self) -> impl Iterator<Item = RestType> {
        self.rested.iter().map(|(kind, _)| *kind)
    }

    /// Whether a rest of this kind has just ended, so that another hero had it at the same time.
    fn has_rested(&self, kind: RestType, now: Clock) -> bool {
        self.rested.contains(&(kind, now))
    }
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
            Self::LayOnHands { .. } => "lay_on_hands",
            Self::Revive { .. } => "revive",
        }
    }

    /// The subject as the command names it.
    pub fn character(&self) -> &str {
        match self {
            Self::HpChange { character, .. }
            | Self::Condition { character, .. }
            | Self::Buff { character, .. }
            | Self::SpellSlot { character, .. }
            | Self::HitDice { character, .. }
            | Self::Item { character, .. }
            | Self::DeathSave { character, .. }
            | Self::Rest { character, .. }
            | Self::LayOnHands { character, .. }
            | Self::Revive { character, .. } => character,
        }
    }

    /// Carries it out.
    ///
    /// # Errors
    /// It can't be; the text says why. The bout may have been changed by then: take the step on a copy.
    pub fn carry_out(&self, bout: &mut Bout, batch: &mut Batch) -> Result<Done, Refusal> {
        match self {
            Self::HpChange { character, change, is_temporary, damage_type } => {
                let hero = hero(bout.game(), character)?;
                match is_temporary {
                    true => body::lend(bout, &hero, *change),
                    false => body::hurt_or_heal(bout, &hero, *change, damage_type.as_deref()),
                }
            }
            Self::Condition { character, action, condition, duration_type, duration, source } => {
                let who = anybody(bout.game(), character)?;
                let lasts = RequestedDuration { kind: *duration_type, n: *duration, source: source.as_deref() };
                match action {
                    Laying::Add => lasting::set_in(bout, &who, condition, lasts),
                    Laying::Remove => lasting::cure(bout, &who, condition),
                }
            }
            Self::Buff { character, action, buff_name, duration_type, duration, modifiers, description, source } => {
                let who = anybody(bout.game(), character)?;
                let lasts = RequestedDuration { kind: *duration_type, n: *duration, source: source.as_deref() };
                let (modifiers, description) = (modifiers.as_ref(), description.as_deref());
                match action {
                    Laying::Add => {
                        lasting::lay(bout, &who, lasting::Buff { name: buff_name, modifiers, description }, lasts)
                    }
                    Laying::Remove => lasting::lift(bout, &who, buff_name),
                }
            }
            Self::SpellSlot { character, action, level, spell_name, count } => {
                let hero = hero(bout.game(), character)?;
                stock::slots(bout, &hero, *action, *level, *count, spell_name.as_deref())
            }
            Self::HitDice { character, action, count } => {
                let hero = hero(bout.game(), character)?;
                stock::hit_dice(bout, &hero, *action, *count)
            }
            Self::Item { character, action, item_name, quantity } => {
                let hero = hero(bout.game(), character)?;
                stock::item(bout, &hero, *action, item_name, *quantity)
            }
            Self::DeathSave { character, result: DeathSaveKind::Tend, by, .. } => {
                let patient = anybody(bout.game(), character)?;
                tend(bout, by, &patient)
            }
            Self::DeathSave { character, result, count, .. } => {
                let who = anybody(bout.game(), character)?;
                body::death_save(bout, &who, *result, *count)
            }
            Self::Rest { character, rest_type, hit_dice_spent } => {
                let hero = hero(bout.game(), character)?;
                body::rest(bout, &hero, *rest_type, *hit_dice_spent, batch)
            }
            Self::LayOnHands { character, target, amount } => {
                let hero = hero(bout.game(), character)?;
                let target = anybody(bout.game(), target.as_deref().unwrap_or(hero.id.as_str()))?;
                body::lay_hands(bout, &hero, &target, *amount)
            }
            Self::Revive { character, hp } => revive(bout, character, *hp),
        }
    }
}

/// Damages or heals a hero, with all consequences: resistance to the type of damage, falling, failed death saving throws,
/// death.
///
/// # Errors
/// There is no such hero, or the hero is dead.
pub fn change_hit_points(bout: &mut Bout, name: &str, change: i32, damage_type: Option<&str>) -> Result<Done, Refusal> {
    let hero = hero(bout.game(), name)?;
    body::hurt_or_heal(bout, &hero, change, damage_type)
}

/// Lets a hero tend one who is dying: a healer's kit needs no check, else it is one of Medicine.
///
/// # Errors
/// There is no such hero, the hero can't act, or the patient isn't dying.
pub fn tend(bout: &mut Bout, by: &str, patient: &FighterId) -> Result<Done, Refusal> {
    let hero = hero(bout.game(), by)?;
    body::tend(bout, &hero, patient)
}

/// Lets a hero or creature lose what they concentrate on, if this amount of damage or their conditions call for it.
///
/// # Errors
/// There is no one of this id.
pub fn shaken(bout: &mut Bout, who: &FighterId, damage: i32) -> Result<(), Refusal> {
    out_of_combat::shaken(bout, who, damage)
}

/// Ends a condition of a hero or creature, by its name on the sheet. Who held it by concentration drops it.
///
/// # Errors
/// There is no one of this id.
pub fn end_condition(bout: &mut Bout, who: &FighterId, name: &str) -> Result<(), Refusal> {
    out_of_combat::end(bout, who, name)
}

/// Raises a dead hero or creature with the given hit points.
///
/// # Errors
/// The name is unknown, or the target is alive.
pub fn revive(bout: &mut Bout, name: &str, hp: i32) -> Result<Done, Refusal> {
    match anybody(bout.game(), name) {
        Ok(who) => body::revive(bout, &who, hp),
        Err(unknown) => body::revive_elsewhere(bout, name, hp, unknown),
    }
}

/// Casts a hero's spell outside a fight. Returns the level of the slot it spent, 0 for a cantrip.
///
/// # Errors
/// There is no such hero, target or spell, no slot is left, or the spell works only in a fight. A spell that is only narrated, such
/// as Light, may be aimed at things.
pub fn cast(bout: &mut Bout, caster: &str, spell: &str, targets: &[String], slot: Option<u8>) -> Result<u8, Refusal> {
    let who = FighterId::Hero(hero(bout.game(), caster)?.id);
    let (mut someone, mut unknown) = (Vec::new(), None);
    for name in targets {
        match anybody(bout.game(), name) {
            Ok(target) => someone.push(target),
            Err(refusal) => unknown = Some(unknown.unwrap_or(refusal)),
        }
    }
    casting::cast_at_peace(bout, &who, spell, casting::Targets { someone, unknown }, slot)
}

/// Checks that the rules have numbers for a hero's spell.
///
/// # Errors
/// They have none, there is no such hero or spell, or no slot is left.
pub fn has_numbers(bout: &Bout, caster: &str, spell: &str, slot: Option<u8>) -> Result<(), Refusal> {
    let who = FighterId::Hero(hero(bout.game(), caster)?.id);
    match casting::has_numbers(bout, &who, spell, slot)? {
        true => Ok(()),
        false => Err(Refusal::because(
            RefusalReason::NoNumbers,
            format!("The rules have no numbers for {spell}; nothing was spent."),
        )),
    }
}

/// The id of the hero or other person that a name or id means; the name itself if no one has it.
pub fn id_of(state: &State, name: &str) -> String {
    anybody(state, name).map_or_else(|_| name.trim().to_owned(), |who| who.as_str().to_owned())
}

/// The hero or creature with this name or id.
pub fn fighter<'s>(state: &'s State, name: &str) -> Option<FighterRef<'s>> {
    state.fighter(&anybody(state, name).ok()?)
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
    // An id comes before a name that a hero has, too.
    let has_id = |one: &&creature::Creature| one.id.as_str() == name && !state.is_id_of_a_hero(name);
    if let Some(one) = state.creatures.iter().find(has_id) {
        return Ok(FighterId::Creature(one.id.clone()));
    }
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
