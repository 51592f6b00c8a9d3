//! Spells whose effect in a fight can't be read from their sentences (SRD 5.1 and 5.2, Spell Descriptions): rows of
//! `spell_table.json`, each with a typed effect. Of several rows for a spell, the first that fits its text counts.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use game::{
    character::Ability,
    combat::{
        deed::{ActionEffect, Area, Brings, Component, EffectDuration, Modifier, Reach, Rider, SavingThrowEffect},
        harm::{DamageDice, DamageType},
    },
    condition_kind::ConditionKind,
};

use super::spells::SpellCast;

const SPELL_TABLE: &str = include_str!("spell_table.json");

/// The rows by the spell's name in lower case.
static TABLE: LazyLock<HashMap<String, Vec<SpellRow>>> = LazyLock::new(|| {
    #[allow(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
    let rows: Vec<SpellRow> = serde_json::from_str(SPELL_TABLE).expect("the table of spells is sound");
    let mut table: HashMap<String, Vec<SpellRow>> = HashMap::new();
    for row in rows {
        for spell in &row.spells {
            table.entry(spell.to_lowercase()).or_default().push(row.clone());
        }
    }
    table
});

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpellRow {
    spells: Vec<String>,
    /// Condition on the text, if the editions differ.
    #[serde(default, rename = "if")]
    when: Option<TextRule>,
    /// Why the row is as it is.
    #[serde(default, rename = "note")]
    _note: String,
    effect: SpellEffect,
}

/// Condition of a row on a spell's text. Words are in lower case.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
enum TextRule {
    Says(String),
    SaysNot(String),
    NoDamage,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum SpellEffect {
    Boon {
        /// Whether it is for the caster alone, whatever its range.
        #[serde(default)]
        oneself: bool,
        #[serde(default = "one")]
        targets: u8,
        /// Whether a higher slot adds targets.
        #[serde(default)]
        grows: bool,
        modifiers: Vec<Modifier>,
        /// The slot level above which each level repeats the bonus to maximum hit points.
        #[serde(default)]
        per_slot_above: Option<u8>,
        /// The spell's duration if left out.
        #[serde(default)]
        lasts: Option<EffectDuration>,
    },
    /// A saving throw against the caster's number, without damage.
    Save {
        ability: Ability,
        #[serde(default)]
        area: Option<Area>,
        #[serde(default = "one")]
        targets: u8,
        #[serde(default)]
        grows: bool,
        riders: Vec<RiderRow>,
    },
    /// A condition for as many hit points as the dice show.
    Pool {
        dice: String,
        area: Area,
        condition: ConditionKind,
        #[serde(default)]
        lasts: Option<EffectDuration>,
    },
    /// Damage to one target within 5 feet, without a roll to hit.
    Sure {
        dice: String,
        damage_type: DamageType,
    },
    Stabilise,
    Revive {
        whole: bool,
        within_minutes: u32,
        component: Component,
    },
    Cure {
        conditions: Vec<ConditionKind>,
    },
    Conjure {
        item: String,
        quantity: u32,
    },
    /// The engine has no numbers for it.
    Told,
}

/// The effect of a failed saving throw: a condition or modifiers.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RiderRow {
    #[serde(default)]
    condition: Option<ConditionKind>,
    /// The condition that follows a failed saving throw at the end of a turn.
    #[serde(default)]
    then: Option<ConditionKind>,
    /// Whether one gets out of it with a check against the caster's number.
    #[serde(default)]
    escape: bool,
    #[serde(default)]
    modifiers: Vec<Modifier>,
    /// Whether the target saves again at the end of its turns.
    #[serde(default)]
    save_at_end: bool,
    #[serde(default)]
    lasts: Option<EffectDuration>,
}

fn one() -> u8 {
    1
}

/// The effect of a spell of the table; `None` for other spells.
pub(super) fn effect_of(name: &str, cast: &SpellCast<'_>) -> Option<ActionEffect> {
    let rows = TABLE.get(&name.to_lowercase())?;
    let row = rows.iter().find(|row| row.when.as_ref().is_none_or(|rule| rule.holds(cast)))?;
    Some(row.effect.of(cast))
}

impl TextRule {
    fn holds(&self, cast: &SpellCast<'_>) -> bool {
        match self {
            Self::Says(words) => cast.body.to_lowercase().contains(words),
            Self::SaysNot(words) => !cast.body.to_lowercase().contains(words),
            Self::NoDamage => cast.spell.damage.is_empty(),
        }
    }
}

impl SpellEffect {
    /// The effect as it is cast.
    fn of(&self, cast: &SpellCast<'_>) -> ActionEffect {
        let more = |grows: bool| if grows { cast.growth.targets } else { 0 };
        match self {
            Self::Boon { oneself, targets, grows, modifiers, per_slot_above, lasts } => ActionEffect::Boon {
                reach: if *oneself { Reach::Oneself } else { cast.reach() },
                targets: targets + more(*grows),
                modifiers: match per_slot_above {
                    Some(level) => grown(modifiers, cast.slot.saturating_sub(*level)),
                    None => modifiers.clone(),
                },
                lasts: lasts.unwrap_or_else(|| cast.duration(false)),
            },
            Self::Save { ability, area, targets, grows, riders } => ActionEffect::Save(SavingThrowEffect {
                ability: *ability,
                dc: cast.caster.dc,
                reach: cast.reach(),
                area: *area,
                targets: targets + more(*grows),
                harm: Vec::new(),
                half: false,
                riders: riders.iter().map(|rider| rider.of(cast)).collect(),
            }),
            Self::Pool { dice, area, condition, lasts } => ActionEffect::Pool {
                reach: cast.reach(),
                area: *area,
                dice: cast.growth.more(dice),
                kind: *condition,
                lasts: lasts.unwrap_or_else(|| cast.duration(false)),
            },
            Self::Sure { dice, damage_type } => {
                let plain = DamageDice { dice: dice.clone(), damage_type: None };
                let harm = DamageDice { dice: cast.growth.dice(&plain, 0), damage_type: Some(*damage_type) };
                ActionEffect::Sure { reach: Reach::Melee { feet: 5 }, times: 1, harm: vec![harm] }
            }
            Self::Stabilise => ActionEffect::Stabilise { reach: cast.reach() },
            Self::Revive { whole, within_minutes, component } => ActionEffect::Revive {
                reach: cast.reach(),
                whole: *whole,
                within_minutes: Some(*within_minutes),
                component: Some(component.clone()),
            },
            Self::Cure { conditions } => ActionEffect::Cure { reach: cast.reach(), conditions: conditions.clone() },
            Self::Conjure { item, quantity } => ActionEffect::Conjure { item: item.clone(), quantity: *quantity },
            Self::Told => cast.told(),
        }
    }
}

/// Modifiers for a slot this many levels above the lowest: a larger bonus to maximum hit points.
fn grown(modifiers: &[Modifier], more: u8) -> Vec<Modifier> {
    let grow = |modifier: &Modifier| match modifier {
        Modifier::MaximumHitPoints { by } => Modifier::MaximumHitPoints { by: by * (1 + i32::from(more)) },
        other => other.clone(),
    };
    modifiers.iter().map(grow).collect()
}

impl RiderRow {
    fn of(&self, cast: &SpellCast<'_>) -> Rider {
        let brings = match (self.condition, self.then) {
            (Some(kind), Some(then)) => Brings::Worsening { kind, then },
            (Some(kind), None) => Brings::Condition { kind, escape_dc: self.escape.then_some(cast.caster.dc) },
            (None, _) => Brings::Modifiers { modifiers: self.modifiers.clone() },
        };
        let lasts = self.lasts.unwrap_or_else(|| cast.duration(self.save_at_end));
        Rider { save: None, brings, lasts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_sound() {
        let rows: Vec<SpellRow> = serde_json::from_str(SPELL_TABLE).unwrap();
        for row in &rows {
            assert!(!row.spells.is_empty());
            if let SpellEffect::Save { riders, .. } = &row.effect {
                for rider in riders {
                    let brings_one = rider.condition.is_some() == rider.modifiers.is_empty();
                    assert!(brings_one, "{:?} brings a condition or modifiers", row.spells);
                    assert!(rider.condition.is_some() || (rider.then.is_none() && !rider.escape), "{:?}", row.spells);
                }
            }
        }
        let n: usize = rows.iter().map(|row| row.spells.len()).sum();
        assert_eq!(TABLE.values().map(Vec::len).sum::<usize>(), n);
        for (spell, rows) in TABLE.iter() {
            let last = rows.len() - 1;
            assert!(rows[..last].iter().all(|row| row.when.is_some()), "{spell}: a row behind hides another");
        }
    }
}
