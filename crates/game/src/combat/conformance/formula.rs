//! Numbers and tables of the rules, checked one by one.

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{
    features,
    harm::{self, Bearing},
    square::Square,
};
use crate::{
    character::{Abilities, Ability, Character},
    class, experience,
    hero::{NewHero, build},
};

/// A rule that gives one or several numbers.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(super) enum Formula {
    /// Ability modifier of a score.
    Modifier { score: u8 },
    /// Proficiency bonus of a level.
    Proficiency { level: u8 },
    /// The experience a level begins at.
    Threshold { level: u8 },
    /// The level for an amount of experience.
    LevelFor { xp: u32 },
    /// Spell slots of a class by slot level, from 1; levels without slots are left out.
    Slots { class: String, level: u8 },
    /// Sides of a class's hit dice.
    HitDie { class: String },
    /// Saving throw proficiencies of a class.
    Saves { class: String },
    /// Number of attacks of the attack action.
    Attacks { class: String, level: u8 },
    /// The dice of a sneak attack.
    SneakAttack { level: u8 },
    /// Rage damage bonus.
    Rage { level: u8 },
    /// Maximum hit points with the average of every level's die.
    MaxHp { class: String, level: u8, con: u8 },
    /// Damage after resistance, immunity and vulnerability.
    LeftOf {
        damage: i32,
        #[serde(default)]
        resists: bool,
        #[serde(default)]
        immune: bool,
        #[serde(default)]
        vulnerable: bool,
    },
    /// Between two squares.
    Feet { from: (u8, u8), to: (u8, u8) },
    /// The mean of dice.
    Mean { dice: String },
}

/// Reckons it.
///
/// # Errors
/// There is no such class or level.
pub(super) fn reckon(what: &Formula) -> Result<Value, String> {
    Ok(match what {
        Formula::Modifier { score } => {
            let all = *score;
            let abilities = Abilities { str: all, dex: all, con: all, int: all, wis: all, cha: all };
            json!(abilities.modifier(Ability::Str))
        }
        Formula::Proficiency { level } => json!(hero("fighter", *level, None)?.proficiency_bonus()),
        Formula::Threshold { level } => json!(experience::threshold(*level)),
        Formula::LevelFor { xp } => json!(experience::level_for(*xp)),
        Formula::Slots { class, level } => {
            let hero = hero(class, *level, None)?;
            let slots = hero.spellcasting.as_ref().map(|casting| &casting.slots);
            let all = slots.into_iter().flatten().map(|(level, slots)| (level.to_string(), json!(slots.max)));
            Value::Object(all.collect())
        }
        Formula::HitDie { class } => json!(hero(class, 1, None)?.hit_dice.sides),
        Formula::Saves { class } => json!(hero(class, 1, None)?.proficiencies.saves),
        Formula::Attacks { class, level } => json!(features::n_attacks(&hero(class, *level, None)?)),
        Formula::SneakAttack { level } => json!(features::sneak_attack(&hero("rogue", *level, None)?)),
        Formula::Rage { level } => json!(features::rage_damage(*level)),
        Formula::MaxHp { class, level, con } => json!(hero(class, *level, Some(*con))?.max_hp),
        Formula::LeftOf { damage, resists, immune, vulnerable } => {
            json!(Bearing { resists: *resists, immune: *immune, vulnerable: *vulnerable }.left_of(*damage))
        }
        Formula::Feet { from, to } => {
            json!(Square { x: from.0, y: from.1 }.feet_to(Square { x: to.0, y: to.1 }))
        }
        Formula::Mean { dice } => json!(harm::mean(dice)),
    })
}

/// A human of a class; with a Constitution given, all other scores are 10.
fn hero(name: &str, level: u8, con: Option<u8>) -> Result<Character, String> {
    class::find(name).ok_or_else(|| format!("There is no class “{name}”."))?;
    let abilities = con.map(|con| Abilities { str: 10, dex: 10, con, int: 10, wis: 10, cha: 10 });
    let (class, race) = (name.to_owned(), "human".to_owned());
    let new = NewHero { name: "Ada".to_owned(), class, race, level: Some(level), abilities, background: None };
    build(&new, |_| false).map_err(|faults| format!("{faults:?}"))
}
