//! Caches the heroes' spells for all fights of a forecast.

use std::{collections::BTreeMap, sync::Arc};

use game::{
    character::{Character, LevelSlots},
    combat::{bout::Spellbook, deed::CombatAction},
    id::CharacterId,
};

use crate::rules::{Edition, Library};

use super::heroes;

/// The actions of all spells of some heroes, with every possible slot. A [`Grimoire`](super::Grimoire) parses the library each
/// time, which is too slow for thousands of fights.
#[derive(Debug, Default)]
pub struct Recited(BTreeMap<CharacterId, Spells>);

/// By the library's name in lower case, then by slot.
type Spells = BTreeMap<String, BTreeMap<u8, Arc<CombatAction>>>;

impl Recited {
    /// Everything these heroes can cast with any slot they ever have.
    pub fn of(heroes: &[Character], library: &Library, edition: Edition) -> Self {
        let mut all: BTreeMap<CharacterId, Spells> = BTreeMap::new();
        for hero in heroes {
            let mut rested = hero.clone();
            let slots = rested.spellcasting.iter_mut().flat_map(|casting| casting.slots.values_mut());
            slots.for_each(|slots: &mut LevelSlots| slots.used = 0);
            let spells = all.entry(hero.id.clone()).or_default();
            for casting in heroes::castings(&rested, library, edition) {
                let deed = Arc::new(casting.deed);
                for name in [deed.name.clone(), deed.name.to_lowercase()] {
                    spells.entry(name).or_default().insert(casting.slot, deed.clone());
                }
            }
        }
        Self(all)
    }
}

impl Spellbook for Recited {
    fn spell(&self, hero: &Character, name: &str, slot: u8) -> Option<Arc<CombatAction>> {
        let spells = self.0.get(&hero.id)?;
        let known = spells.get(name).or_else(|| spells.get(&name.to_lowercase()))?;
        known.get(&slot).cloned()
    }
}
