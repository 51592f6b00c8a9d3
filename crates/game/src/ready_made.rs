//! Ready-made heroes.

use std::sync::LazyLock;

use super::{
    character::{Abilities, Character},
    hero::{self, NewHero},
    language_tag::LanguageTag,
};

/// The choices of a ready-made hero; the rest of the sheet follows by rule.
struct HeroSketch {
    name: &'static str,
    /// Description for the portrait.
    looks: &'static str,
    class: &'static str,
    race: &'static str,
    background: &'static str,
    german_background: &'static str,
    /// The standard array as arranged for this hero, with the race's increases.
    abilities: Abilities,
    /// Chosen options of features, by name.
    chosen: &'static [(&'static str, &'static str)],
    /// Unique items.
    keepsakes: &'static [&'static str],
}

const SKETCHES: [HeroSketch; 6] = [
    HeroSketch {
        name: "Brannoc Ashdown",
        looks: "a broad man of forty, short dark hair, short beard, in armour",
        class: "fighter",
        race: "human",
        background: "Last of the bridge guard, and the bridge fell",
        german_background: "Der Letzte der Brückenwache, und die Brücke ist gefallen",
        abilities: Abilities { str: 16, dex: 14, con: 15, int: 9, wis: 13, cha: 11 },
        chosen: &[("Fighting Style", "Protection")],
        keepsakes: &["Toll-Gate Key", "Guard's Horn with a Cracked Lip"],
    },
    HeroSketch {
        name: "Pim Underbough",
        looks: "a small young man, curly brown hair, freckles, green coat",
        class: "rogue",
        race: "lightfoot halfling",
        background: "Lamplighter of the drowned quarter",
        german_background: "Lampenanzünder im versunkenen Viertel",
        abilities: Abilities { str: 8, dex: 17, con: 14, int: 13, wis: 12, cha: 11 },
        chosen: &[("Expertise", "Stealth and Thieves' Tools")],
        keepsakes: &["Brass Wick-Trimmer", "Map of Dry Cellars"],
    },
    HeroSketch {
        name: "Ilvara Starfall",
        looks: "an elf woman, long silver hair, blue robe",
        class: "wizard",
        race: "high elf",
        background: "Stargazer who miscounted the moons once",
        german_background: "Sternguckerin, die sich einmal bei den Monden verzählt hat",
        abilities: Abilities { str: 8, dex: 15, con: 14, int: 16, wis: 12, cha: 10 },
        chosen: &[("Cantrip", "Minor Illusion")],
        keepsakes: &["Pocket Astrolabe", "Jar of Dust from a Fallen Star"],
    },
    HeroSketch {
        name: "Dagna Emberhand",
        looks: "an old dwarf woman, red plaits, leather apron",
        class: "cleric",
        race: "hill dwarf",
        background: "Midwife to three villages and a forge",
        german_background: "Hebamme für drei Dörfer und eine Schmiede",
        abilities: Abilities { str: 14, dex: 12, con: 15, int: 8, wis: 16, cha: 10 },
        chosen: &[],
        keepsakes: &["Hammer-Shaped Amulet Worn Smooth", "Flask of Plum Brandy"],
    },
    HeroSketch {
        name: "Kethra Thornwalk",
        looks: "a half orc woman, black hair tied back, a scar, green cloak",
        class: "ranger",
        race: "half-orc",
        background: "Guide over a pass that is no longer there",
        german_background: "Führerin über einen Pass, den es nicht mehr gibt",
        abilities: Abilities { str: 14, dex: 15, con: 14, int: 10, wis: 14, cha: 8 },
        chosen: &[("Favored Enemy", "Monstrosities"), ("Natural Explorer", "Mountain")],
        keepsakes: &["Cairn Stone from the Pass", "Whistle Only Dogs Hear"],
    },
    HeroSketch {
        name: "Orrin Quill",
        looks: "a half elf man, long fair hair, red coat",
        class: "bard",
        race: "half-elf",
        background: "Court jester, banished for a joke that came true",
        german_background: "Hofnarr, verbannt für einen Witz, der wahr wurde",
        abilities: Abilities { str: 8, dex: 15, con: 14, int: 10, wis: 12, cha: 17 },
        chosen: &[],
        keepsakes: &["Jester's Cap with One Bell", "Letter with a Royal Seal, Unopened"],
    },
];

static READY_MADE: LazyLock<Vec<Character>> = LazyLock::new(|| SKETCHES.iter().filter_map(HeroSketch::drawn).collect());

/// Six heroes of the first level, of six classes.
pub fn ready_made() -> &'static [Character] {
    &READY_MADE
}

/// The ready-made hero of this id.
pub fn by_id(id: &str) -> Option<&'static Character> {
    ready_made().iter().find(|hero| hero.id.as_str() == id)
}

/// The description for the portrait of a ready-made hero.
pub fn looks(name: &str) -> Option<&'static str> {
    SKETCHES.iter().find(|sketch| sketch.name == name).map(|sketch| sketch.looks)
}

/// Gives ready-made heroes their background in a language that has one; others keep theirs.
pub fn translate_backgrounds(heroes: &mut [Character], language: Option<&LanguageTag>) {
    if language.is_none_or(|language| language.primary() != "de") {
        return;
    }
    for hero in heroes {
        let own = |sketch: &&HeroSketch| hero.background.as_deref() == Some(sketch.background);
        if let Some(sketch) = SKETCHES.iter().find(own) {
            hero.background = Some(sketch.german_background.to_owned());
        }
    }
}

impl HeroSketch {
    /// The whole sheet. A test holds that every sketch gives one.
    fn drawn(&self) -> Option<Character> {
        let new = NewHero {
            name: self.name.to_owned(),
            class: self.class.to_owned(),
            race: self.race.to_owned(),
            level: None,
            abilities: Some(self.abilities),
            background: Some(self.background.to_owned()),
        };
        let mut hero = hero::build(&new, |_| false).ok()?;
        for (name, option) in self.chosen {
            let feature = hero.features.iter_mut().find(|feature| feature.name == *name)?;
            feature.chosen_option = Some((*option).to_owned());
        }
        for keepsake in self.keepsakes {
            hero::equip(&mut hero, keepsake, 1);
        }
        Some(hero)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn six_heroes_of_six_classes_and_ancestries_wait() {
        let heroes = ready_made();
        assert_eq!(heroes.len(), SKETCHES.len());
        let distinct = |of: fn(&Character) -> &str| heroes.iter().map(of).collect::<BTreeSet<_>>().len();
        assert_eq!((distinct(|h| h.id.as_str()), distinct(|h| &h.class), distinct(|h| &h.race)), (6, 6, 6));
        for hero in heroes {
            assert_eq!((hero.level, hero.current_hp), (1, hero.max_hp), "{}", hero.name);
            assert!(hero.background.is_some() && !hero.weapons.is_empty(), "{}", hero.name);
        }
        assert_eq!(by_id("pim-underbough").unwrap().name, "Pim Underbough");
        assert!(by_id("nobody").is_none());
    }

    #[test]
    fn their_scores_are_the_standard_array_with_what_the_race_adds() {
        for hero in ready_made() {
            let sum: u32 = crate::character::Ability::ALL.into_iter().map(|a| u32::from(hero.abilities.score(a))).sum();
            let added = match hero.race.as_str() {
                "human" => 6,
                "half-elf" => 4,
                _ => 3,
            };
            assert_eq!(sum, 72 + added, "{}", hero.name);
        }
    }
}
