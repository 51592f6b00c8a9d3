//! The classes and what each brings, level by level (SRD 5.1, Classes). A class is one file in `class`, in the form of [`Class`].

mod packs;
mod slots;

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::{
    character::{Abilities, Ability, Character, Feature, LevelSlots, Spellcasting},
    feature::FeatureId,
    wording::same,
};
pub use packs::Supply;
pub use slots::Progression;

/// The highest an ability rises by levels.
pub const MAX_ABILITY: u8 = 20;
/// How many points a level of improvement gives.
pub const IMPROVEMENT_POINTS: u8 = 2;

/// Reads the file of each class.
macro_rules! classes {
    ($($name:ident),+ $(,)?) => {
        /// All classes, in alphabetical order.
        pub static ALL: LazyLock<Vec<Class>> = LazyLock::new(|| {
            let files = [$((stringify!($name), include_str!(concat!("class/", stringify!($name), ".json")))),+];
            let read = |(name, json)| serde_json::from_str(json).unwrap_or_else(|error| panic!("{name}.json: {error}"));
            files.into_iter().map(read).collect()
        });
    };
}

classes!(barbarian, bard, cleric, druid, fighter, monk, paladin, ranger, rogue, sorcerer, warlock, wizard);

/// The class whose rules apply to sheets of a class that isn't the SRD's.
const FALLBACK: &str = "fighter";

/// The spells of the SRD 5.1 and their levels, from the file's lines of a level and names: `3 Fly|Haste`.
static SPELL_LEVELS: LazyLock<Vec<(u8, &str)>> = LazyLock::new(|| {
    let lines = include_str!("spell_levels.txt").lines().filter_map(|line| line.split_once(' '));
    let lines = lines.filter_map(|(level, names)| Some((level.parse::<u8>().ok()?, names)));
    lines.flat_map(|(level, names)| names.split('|').map(move |name| (level, name))).collect()
});

/// A class.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Class {
    /// In lower case.
    pub name: &'static str,
    /// Its name in German.
    pub german: &'static str,
    /// The sentence that players choose it by.
    pub pitch: &'static str,
    /// The same in German.
    pub german_pitch: &'static str,
    /// The sides of its hit die.
    pub hit_die: u8,
    /// All abilities, the most needed first: the order in which scores are placed and raised.
    pub priorities: [Ability; 6],
    /// The two saving throws it is trained in.
    pub saves: [Ability; 2],
    /// How many skills it is trained in at first.
    pub n_skills: usize,
    /// The skills to choose from, the default choices first.
    #[serde(borrow)]
    pub skills: Vec<&'static str>,
    /// Kinds of armour it is trained in.
    #[serde(default, borrow)]
    pub armor: Vec<&'static str>,
    /// Weapons and groups of weapons it is trained in.
    #[serde(borrow)]
    pub weapons: Vec<&'static str>,
    /// Tools it is trained in.
    #[serde(default, borrow)]
    pub tools: Vec<&'static str>,
    /// Languages it teaches.
    #[serde(default, borrow)]
    pub languages: Vec<&'static str>,
    /// Starting equipment besides the pack; armour in it is worn.
    kit: Vec<Supply>,
    /// The pack it starts with, by its name in `packs.json`.
    pack: &'static str,
    /// How it casts spells; none for classes that don't.
    pub casting: Option<SpellcastingRules>,
    /// What Unarmored Defense adds for this class; none for classes without it.
    pub unarmored: Option<Unarmored>,
    /// Its features by level. A feature that grows is listed again under the name of its growth.
    pub features: Vec<ClassFeature>,
    /// The feature that is the choice of a subclass.
    pub path: ClassFeature,
    /// The subclasses to choose from.
    pub subclasses: Vec<Subclass>,
    /// The levels at which abilities improve.
    #[serde(default = "usual_improvements")]
    pub improvements: Vec<u8>,
}

fn usual_improvements() -> Vec<u8> {
    vec![4, 8, 12, 16, 19]
}

/// A feature that a class or subclass gives at a level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassFeature {
    pub level: u8,
    pub name: &'static str,
    /// Its name in German.
    pub german: &'static str,
}

/// The armor class without armor: 10, Dexterity and one more ability (SRD 5.1, Unarmored Defense).
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Unarmored {
    pub ability: Ability,
    /// Whether a shield may be used with it.
    pub with_shield: bool,
}

/// A subclass.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subclass {
    pub name: &'static str,
    /// Its name in German.
    pub german: &'static str,
    /// Kinds of armour it is trained in, in addition to those of the class.
    #[serde(default, borrow)]
    pub armor: Vec<&'static str>,
    /// Its features by level.
    pub features: Vec<ClassFeature>,
}

/// How a class casts spells.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpellcastingRules {
    /// The ability spells are cast with.
    pub ability: Ability,
    /// How its slots grow.
    pub progression: Progression,
    /// Cantrips known at level 1; one more at level 4 and at level 10. 0 for classes without cantrips.
    #[serde(default)]
    n_cantrips: usize,
    /// How many spells it has at hand.
    n_spells: SpellCount,
    /// Default cantrips, in order.
    #[serde(default, borrow)]
    cantrips: Vec<&'static str>,
    /// Default spells by spell level from 1, in order.
    #[serde(borrow)]
    spells: Vec<Vec<&'static str>>,
}

impl SpellcastingRules {
    /// Whether its slots come back with a short rest (SRD 5.1, Warlock: Pact Magic).
    pub fn is_pact(&self) -> bool {
        self.progression == Progression::Pact
    }
}

/// How many spells a class has at hand at a level.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum SpellCount {
    /// The number of known spells at each level from 1.
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

/// The names of the SRD's spells.
pub fn spell_names() -> impl Iterator<Item = &'static str> {
    SPELL_LEVELS.iter().map(|(_, name)| *name)
}

/// The level of a spell of the SRD, whatever the rules library knows; none for cantrips.
pub fn spell_level(name: &str) -> Option<u8> {
    SPELL_LEVELS.iter().find(|(_, known)| same(known, name)).map(|(level, _)| *level)
}

/// The class of a hero. A sheet of a class that isn't the SRD's is treated as a fighter's.
pub fn of(hero: &Character) -> &'static Class {
    find(&hero.class).or_else(|| find(FALLBACK)).expect("the fallback is a class")
}

impl Class {
    /// Whether the class gives a feature at a level or below.
    pub fn grants(&self, feature: FeatureId, level: u8) -> bool {
        self.features.iter().any(|it| it.level <= level && it.name == feature.name())
    }

    /// The two abilities it needs most.
    pub fn primary(&self) -> &[Ability] {
        &self.priorities[..2]
    }

    /// Whether abilities improve at a level.
    pub fn improves_at(&self, level: u8) -> bool {
        self.improvements.contains(&level)
    }

    /// The subclass of this name, ignoring case.
    pub fn subclass(&self, name: &str) -> Option<&Subclass> {
        self.subclasses.iter().find(|subclass| same(subclass.name, name.trim()))
    }

    /// All features of the class, its choice of a subclass and its subclasses.
    pub fn all_features(&self) -> impl Iterator<Item = &ClassFeature> {
        let of_subclasses = self.subclasses.iter().flat_map(|subclass| &subclass.features);
        self.features.iter().chain([&self.path]).chain(of_subclasses)
    }

    /// Starting equipment, in the order of the inventory.
    pub fn equipment(&self) -> impl Iterator<Item = &Supply> {
        self.kit.iter().chain(packs::find(self.pack))
    }

    /// The features of a level, the class's before the subclass's; the subclass choice is recorded in its feature.
    pub fn features_at(&self, level: u8, subclass: Option<&str>) -> Vec<Feature> {
        let subclass = subclass.and_then(|name| self.subclass(name));
        let chosen_option = subclass.map(|subclass| subclass.name.to_owned());
        let path = Feature { name: self.path.name.to_owned(), chosen_option };
        let path = (level == self.path.level).then_some(path);
        let plain = |it: &ClassFeature| Feature { name: it.name.to_owned(), chosen_option: None };
        let from_class = self.features.iter().filter(|it| it.level == level).map(plain);
        let from_subclass = subclass.into_iter().flat_map(|it| &it.features).filter(|it| it.level == level).map(plain);
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

    /// A new hero's spellcasting. Classes that get it after level 1 have it from the start, empty, so that later slots have a
    /// place.
    pub fn spellcasting(&self, level: u8, abilities: &Abilities) -> Option<Spellcasting> {
        let casting = self.casting.as_ref()?;
        let slots = casting.progression.slots(level);
        let highest = slots.keys().next_back().copied().unwrap_or(0);
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        Some(Spellcasting {
            ability: casting.ability,
            cantrips: owned(casting.cantrips.iter().copied().take(casting.cantrips_known(level)).collect()),
            spells: owned(casting.choose(casting.spells_at_hand(level, abilities), highest)),
            slots: slots.into_iter().map(|(level, max)| (level, LevelSlots::fresh(max))).collect(),
        })
    }
}

impl SpellcastingRules {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{armor, hero::tests::hero, skill::Skill, weapons};

    fn class(name: &str) -> &'static Class {
        find(name).unwrap()
    }

    fn slots(name: &str, level: u8) -> Vec<(u8, u8)> {
        class(name).slots(level).unwrap().into_iter().collect()
    }

    // srd: rule/what-is-a-spell--spell-slots
    #[test]
    fn spell_slots_grow_as_the_tables_say() {
        assert_eq!(slots("wizard", 1), [(1, 2)]);
        assert_eq!(slots("wizard", 5), [(1, 4), (2, 3), (3, 2)]);
        assert_eq!(slots("cleric", 20), [(1, 4), (2, 3), (3, 3), (4, 3), (5, 3), (6, 2), (7, 2), (8, 1), (9, 1)]);
        assert_eq!(slots("paladin", 1), []);
        assert_eq!(slots("ranger", 2), [(1, 2)]);
        assert_eq!(slots("ranger", 3), [(1, 3)]);
        assert_eq!(slots("paladin", 5), [(1, 4), (2, 2)]);
        assert_eq!(slots("paladin", 20), [(1, 4), (2, 3), (3, 3), (4, 3), (5, 2)]);
        for (level, pact) in
            [(1, (1, 1)), (2, (1, 2)), (3, (2, 2)), (5, (3, 2)), (9, (5, 2)), (11, (5, 3)), (17, (5, 4))]
        {
            assert_eq!(slots("warlock", level), [pact], "level {level}");
        }
        assert_eq!(class("fighter").slots(20), None);
    }

    #[test]
    fn abilities_improve_at_the_classes_levels() {
        assert_eq!(class("fighter").improvements, [4, 6, 8, 12, 14, 16, 19]);
        assert_eq!(class("rogue").improvements, [4, 8, 10, 12, 16, 19]);
        assert_eq!(class("wizard").improvements, [4, 8, 12, 16, 19]);
    }

    #[test]
    fn each_table_is_in_order_and_whole() {
        for class in ALL.iter() {
            let name = class.name;
            assert_eq!(BTreeSet::from(class.priorities).len(), 6, "{name}");
            assert!(class.skills.len() >= class.n_skills, "{name}");
            assert!(class.features.is_sorted_by_key(|it| it.level), "{name}");
            assert!(class.all_features().all(|it| (1..=20).contains(&it.level)), "{name}");
            assert!(!class.subclasses.is_empty() && (1..=3).contains(&class.path.level), "{name}");
            for subclass in &class.subclasses {
                assert!(subclass.features.is_sorted_by_key(|it| it.level), "{name}");
                assert_eq!(subclass.features[0].level, class.path.level, "{name}");
            }
            let all: Vec<Feature> =
                (1..=20).flat_map(|level| class.features_at(level, Some(class.subclasses[0].name))).collect();
            let names: BTreeSet<&str> = all.iter().map(|feature| feature.name.as_str()).collect();
            assert_eq!(names.len(), all.len(), "{name} has a feature twice");
        }
        assert!(ALL.is_sorted_by_key(|class| class.name));
    }

    #[test]
    fn every_class_starts_with_a_weapon_it_can_use_and_only_armour_it_is_trained_in() {
        for class in ALL.iter() {
            assert!(class.kit.iter().any(|it| weapons::find(it.name).is_some()), "{}", class.name);
            let armored = class.kit.iter().any(|it| armor::is_armor(it.name));
            assert_eq!(armored, !class.armor.is_empty() && class.name != "barbarian", "{}", class.name);
        }
    }

    #[test]
    fn skills_armour_and_packs_are_those_of_their_tables() {
        for class in ALL.iter() {
            let is_skill = |name: &&str| Skill::ALL.iter().any(|skill| skill.as_str() == *name);
            assert!(class.skills.iter().all(is_skill), "{}", class.name);
            let armor = class.armor.iter().chain(class.subclasses.iter().flat_map(|it| &it.armor));
            let kinds = ["light armor", "medium armor", "heavy armor", "shields"];
            assert!(armor.copied().all(|kind| kinds.contains(&kind)), "{}", class.name);
            assert!(!packs::find(class.pack).is_empty(), "{} has no pack “{}”", class.name, class.pack);
        }
    }

    #[test]
    fn casters_have_spells_enough_for_each_level_they_reach() {
        for class in ALL.iter() {
            let Some(casting) = &class.casting else { continue };
            let highest = casting.progression.slots(20).keys().next_back().copied().unwrap();
            assert_eq!(casting.spells.len(), usize::from(highest), "{}", class.name);
            assert!(casting.cantrips.len() >= casting.cantrips_known(3), "{}", class.name);
            let names: Vec<&str> = casting.spells.iter().flatten().copied().collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{}", class.name);
        }
    }

    #[test]
    fn spells_at_hand_follow_the_class() {
        let n = |class, level| hero(class, level).spellcasting.map(|casting| casting.spells.len());
        assert_eq!(n("wizard", 1), Some(6));
        assert_eq!(n("bard", 1), Some(4));
        assert_eq!(n("sorcerer", 1), Some(2));
        assert_eq!(n("warlock", 1), Some(2));
        assert_eq!(n("cleric", 1), Some(4), "wisdom 16 and the level");
        assert_eq!((n("ranger", 1), n("ranger", 2)), (Some(0), Some(2)));
        assert_eq!(n("fighter", 20), None);
        let wizard = hero("wizard", 5).spellcasting.unwrap();
        assert!(wizard.spells.contains(&"Fireball".to_owned()));
        assert_eq!((wizard.cantrips.len(), hero("wizard", 1).spellcasting.unwrap().cantrips.len()), (4, 3));
    }

    #[test]
    fn the_choice_of_a_subclass_names_it() {
        let features = class("Fighter").features_at(3, Some("champion"));
        assert_eq!(features[0], Feature { name: "Martial Archetype".into(), chosen_option: Some("Champion".into()) });
        assert_eq!(features[1].name, "Improved Critical");
    }
}
