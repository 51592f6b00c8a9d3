//! A hero's spells as actions with the numbers of the sheet.

use std::sync::Arc;

use game::{
    character::Character,
    combat::{
        bout::Spellbook,
        deed::{ActionEffect, CombatAction},
        timing::EffectDescription,
    },
    feature::FeatureId,
};

use crate::rules::{Edition, Facts, Library, RuleEntry, RuleKind};

use super::spells::{Caster, deed_of};

/// A spell of a hero's, cast in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastableSpell {
    /// The slot it takes; 0 for a cantrip.
    pub slot: u8,
    /// Whether it requires concentration.
    pub concentration: bool,
    pub deed: CombatAction,
}

/// The numbers a hero casts with (SRD 5.1 and 5.2, Spellcasting); none for those who cast no spells.
pub fn caster(hero: &Character) -> Option<Caster> {
    let ability = hero.spellcasting.as_ref()?.ability;
    let modifier = hero.abilities.modifier(ability);
    let attack = hero.proficiency_bonus() + modifier;
    Some(Caster { attack, dc: 8 + attack, modifier, level: hero.level })
}

/// Every way in which a hero can cast a spell now: cantrips, and each spell with every remaining slot of its level or above.
/// Spells unknown to the library are left out; the table's edition comes first.
pub fn castings(hero: &Character, library: &Library, edition: Edition) -> Vec<CastableSpell> {
    let (Some(known), Some(caster)) = (&hero.spellcasting, caster(hero)) else { return Vec::new() };
    let left = |level: u8| known.slots.get(&level).is_some_and(|slots| slots.used < slots.max);
    let mut all = Vec::new();
    for name in known.cantrips.iter().chain(&known.spells) {
        let Some((entry, level, concentration)) = find(library, edition, name) else { continue };
        let slots = if level == 0 { 0..=0 } else { level..=9 };
        for slot in slots.filter(|slot| *slot == 0 || left(*slot)) {
            let deed = deed_of(entry, &caster, slot).map(|deed| heal_more(hero, slot, deed));
            all.extend(deed.map(|deed| CastableSpell { slot, concentration, deed }));
        }
    }
    all
}

/// The spell as this hero casts it: a disciple of life heals 2 and the slot's level more (SRD 5.1, Life Domain).
fn heal_more(hero: &Character, slot: u8, mut deed: CombatAction) -> CombatAction {
    let has = hero.has_feature(FeatureId::DiscipleOfLife);
    if let ActionEffect::Heal { dice, .. } = &mut deed.effect
        && has
        && slot > 0
    {
        *dice = match dice.trim().parse::<u32>() {
            Ok(points) => (points + 2 + u32::from(slot)).to_string(),
            Err(_) => format!("{dice}+{}", 2 + slot),
        };
    }
    deed
}

/// A spell by its name, its level, and whether it must be concentrated on.
fn find<'a>(library: &'a Library, edition: Edition, name: &str) -> Option<(&'a RuleEntry, u8, bool)> {
    [edition, edition.other()].into_iter().find_map(|edition| {
        let entry = library.named(edition, name).find(|entry| entry.kind == RuleKind::Spell)?;
        let Some(Facts::Spell(spell)) = &entry.facts else { return None };
        Some((entry, spell.level, spell.concentration))
    })
}

/// The rules library as the book a table's heroes cast from.
#[derive(Clone)]
pub struct Grimoire {
    library: Arc<Library>,
    edition: Edition,
}

impl Grimoire {
    /// The book of a table that plays by the rules of `edition`.
    pub fn new(library: Arc<Library>, edition: Edition) -> Self {
        Self { library, edition }
    }
}

impl Spellbook for Grimoire {
    fn spell(&self, hero: &Character, name: &str, slot: u8) -> Option<Arc<CombatAction>> {
        let (entry, level, _) = find(&self.library, self.edition, name)?;
        let enough = if level == 0 { slot == 0 } else { slot >= level };
        if enough {
            deed_of(entry, &caster(hero)?, slot).map(|deed| Arc::new(heal_more(hero, slot, deed)))
        } else {
            None
        }
    }

    fn effect(&self, name: &str) -> Option<EffectDescription> {
        let entry = [self.edition, self.edition.other()].into_iter().find_map(|edition| {
            let of = |kind: &RuleKind| self.library.named(edition, name).find(|entry| entry.kind == *kind);
            RuleKind::OF_EFFECTS.iter().find_map(of)
        })?;
        Some(EffectDescription { text: entry.first_words(), source: entry.id() })
    }
}
