//! The twelve classes and what each brings, level by level (SRD 5.1, Classes). One file holds one class's figures;
//! this one says what they mean.

mod barbarian;
mod bard;
mod cleric;
mod druid;
mod fighter;
mod monk;
mod packs;
mod paladin;
mod ranger;
mod rogue;
mod slots;
mod sorcerer;
mod warlock;
mod wizard;

use std::collections::BTreeMap;

use super::{
    character::{Abilities, Ability, Character, Feature, Slots, Spellcasting},
    wording::same,
};
pub use slots::Progression;

/// The highest an ability rises by levels.
pub const MAX_ABILITY: u8 = 20;
/// How many points a level of improvement gives.
pub const IMPROVEMENT_POINTS: u8 = 2;

/// The levels at which most classes improve abilities.
const USUAL_IMPROVEMENTS: &[u8] = &[4, 8, 12, 16, 19];

/// All twelve, in alphabetical order.
pub static ALL: [Class; 12] = [
    barbarian::CLASS,
    bard::CLASS,
    cleric::CLASS,
    druid::CLASS,
    fighter::CLASS,
    monk::CLASS,
    paladin::CLASS,
    ranger::CLASS,
    rogue::CLASS,
    sorcerer::CLASS,
    warlock::CLASS,
    wizard::CLASS,
];

/// A class.
#[derive(Debug)]
pub struct Class {
    /// In lower case.
    pub name: &'static str,
    /// The sides of its hit die.
    pub hit_die: u8,
    /// All abilities, the most needed first: the order in which scores are placed and raised.
    pub priorities: [Ability; 6],
    /// The two saving throws it is trained in.
    pub saves: [Ability; 2],
    /// How many skills it is trained in at first.
    pub n_skills: usize,
    /// The skills to choose from; the first ones are the choice where nobody chooses.
    pub skills: &'static [&'static str],
    /// Kinds of armour it is trained in.
    pub armor: &'static [&'static str],
    /// Weapons and groups of weapons it is trained in.
    pub weapons: &'static [&'static str],
    /// Tools it is trained in.
    pub tools: &'static [&'static str],
    /// What it starts with, beside the pack; armour among it is worn.
    pub kit: &'static [(&'static str, u32)],
    /// The pack it starts with.
    pub pack: &'static [(&'static str, u32)],
    /// How it casts spells; none for those who don't.
    pub casting: Option<Casting>,
    /// Its features by level. One that grows is there again under the name of its growth.
    pub features: &'static [(u8, &'static str)],
    /// What its choice of a subclass is called.
    pub path: &'static str,
    /// The level at which the subclass is chosen.
    pub path_level: u8,
    /// The subclasses to choose from.
    pub subclasses: &'static [Subclass],
    /// The levels at which abilities improve.
    pub improvements: &'static [u8],
}

/// A subclass.
#[derive(Debug)]
pub struct Subclass {
    /// Its name.
    pub name: &'static str,
    /// Its features by level.
    pub features: &'static [(u8, &'static str)],
}

/// How a class casts spells.
#[derive(Debug)]
pub struct Casting {
    /// The ability spells are cast with.
    pub ability: Ability,
    /// How its slots grow.
    pub progression: Progression,
    /// Cantrips known at level 1; one more at level 4 and at level 10. 0 for classes without cantrips.
    pub n_cantrips: usize,
    /// How many spells it has at hand.
    pub n_spells: SpellCount,
    /// Cantrips for those who don't choose, in order.
    pub cantrips: &'static [&'static str],
    /// Spells for those who don't choose, by spell level from 1, in order.
    pub spells: &'static [&'static [&'static str]],
}

/// How many spells a class has at hand at a level.
#[derive(Debug, Clone, Copy)]
pub enum SpellCount {
    /// So many are known at each level from 1.
    Known([u8; 20]),
    /// The level and the ability's modifier together, at least one.
    Prepared,
    /// Half the level and the ability's modifier together, at least one.
    HalfPrepared,
    /// Six in a book, and two more with each level.
    Book,
}

/// The class of this name, ignoring case and white space around it.
pub fn find(name: &str) -> Option<&'static Class> {
    ALL.iter().find(|class| same(class.name, name.trim()))
}

/// The class of a hero. A sheet of a class that isn't the SRD's is treated as a fighter's.
pub fn of(hero: &Character) -> &'static Class {
    static FIGHTER: Class = fighter::CLASS;
    find(&hero.class).unwrap_or(&FIGHTER)
}

impl Class {
    /// The two abilities it needs most.
    pub fn primary(&self) -> &[Ability] {
        &self.priorities[..2]
    }

    /// Whether abilities improve at a level.
    pub fn improves_at(&self, level: u8) -> bool {
        self.improvements.contains(&level)
    }

    /// The subclass of this name, ignoring case.
    pub fn subclass(&self, name: &str) -> Option<&'static Subclass> {
        self.subclasses.iter().find(|subclass| same(subclass.name, name.trim()))
    }

    /// The features a level brings, the subclass's after the class's; the choice of the subclass names what was chosen.
    pub fn features_at(&self, level: u8, subclass: Option<&str>) -> Vec<Feature> {
        let subclass = subclass.and_then(|name| self.subclass(name));
        let path = (level == self.path_level).then(|| Feature {
            name: self.path.to_owned(),
            chosen_option: subclass.map(|subclass| subclass.name.to_owned()),
        });
        let plain = |name: &str| Feature { name: name.to_owned(), chosen_option: None };
        let of_level = |table: &'static [(u8, &'static str)]| table.iter().filter(move |(at, _)| *at == level);
        let from_class = of_level(self.features).map(|(_, name)| plain(name));
        let from_subclass = subclass.into_iter().flat_map(|s| of_level(s.features)).map(|(_, name)| plain(name));
        from_class.chain(path).chain(from_subclass).collect()
    }

    /// Raises abilities by `points`, each point going to the most needed one that can still rise.
    pub fn raise(&self, abilities: &mut Abilities, points: u8) {
        for _ in 0..points {
            if let Some(ability) = self.priorities.into_iter().find(|a| abilities.score(*a) < MAX_ABILITY) {
                *abilities.score_mut(ability) += 1;
            }
        }
    }

    /// The slots of each spell level at a level; none for those who cast no spells.
    pub fn slots(&self, level: u8) -> Option<BTreeMap<u8, u8>> {
        self.casting.as_ref().map(|casting| casting.progression.slots(level))
    }

    /// What a new hero of a level casts. Those who learn it later than at level 1 have it from the start, empty, so
    /// that the slots of later levels have their place.
    pub fn spellcasting(&self, level: u8, abilities: &Abilities) -> Option<Spellcasting> {
        let casting = self.casting.as_ref()?;
        let slots = casting.progression.slots(level);
        let highest = slots.keys().next_back().copied().unwrap_or(0);
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        Some(Spellcasting {
            ability: casting.ability,
            cantrips: owned(casting.cantrips.iter().copied().take(casting.cantrips_known(level)).collect()),
            spells: owned(casting.choose(casting.spells_at_hand(level, abilities), highest)),
            slots: slots.into_iter().map(|(level, max)| (level, Slots::fresh(max))).collect(),
        })
    }
}

impl Casting {
    /// How many cantrips are known at a level.
    pub fn cantrips_known(&self, level: u8) -> usize {
        match self.n_cantrips {
            0 => 0,
            n => n + usize::from(level >= 4) + usize::from(level >= 10),
        }
    }

    /// How many spells are known, prepared or in the book at a level.
    pub fn spells_at_hand(&self, level: u8, abilities: &Abilities) -> usize {
        let prepared = |levels: u8| (i32::from(levels) + abilities.modifier(self.ability)).max(1);
        match self.n_spells {
            SpellCount::Known(by_level) => by_level[usize::from(level.clamp(1, 20)) - 1].into(),
            SpellCount::Prepared => usize::try_from(prepared(level)).unwrap_or(1),
            SpellCount::HalfPrepared if level < 2 => 0,
            SpellCount::HalfPrepared => usize::try_from(prepared(level / 2)).unwrap_or(1),
            SpellCount::Book => 4 + 2 * usize::from(level),
        }
    }

    /// The spells of one who doesn't choose: the first of each level up to `highest`, then the second of each, until
    /// there are `n`; in the order of their levels.
    fn choose(&self, n: usize, highest: u8) -> Vec<&'static str> {
        let levels = self.spells.iter().take(highest.into()).enumerate();
        let mut all: Vec<(usize, usize, &str)> = levels
            .flat_map(|(level, names)| names.iter().enumerate().map(move |(i, name)| (i, level, *name)))
            .collect();
        all.sort_by_key(|(i, level, _)| (*i, std::cmp::Reverse(*level)));
        all.truncate(n);
        all.sort_by_key(|(i, level, _)| (*level, *i));
        all.into_iter().map(|(_, _, name)| name).collect()
    }
}
