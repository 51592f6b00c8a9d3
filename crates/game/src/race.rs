//! The nine races and their lines (SRD 5.1, Races).

use super::{
    character::{
        Abilities,
        Ability::{self, Cha, Con, Dex, Int, Str, Wis},
        Character,
    },
    class::{Class, MAX_ABILITY},
    wording::same,
};

/// A race, or a line of one.
#[derive(Debug, Clone, Copy)]
pub struct Race {
    /// In lower case.
    pub name: &'static str,
    /// Added to abilities.
    pub increases: &'static [(Ability, u8)],
    /// How many further abilities rise by one, those the class needs most.
    pub free_increases: usize,
    /// Whether they are of small size.
    pub small: bool,
    /// Feet per round.
    pub speed: u16,
    /// Whether heavy armour never slows them.
    pub bears_armor: bool,
    /// Hit points more at each level.
    pub hp_per_level: i32,
    /// Languages spoken, in lower case.
    pub languages: &'static [&'static str],
    /// Skills they are trained in.
    pub skills: &'static [&'static str],
    /// How many further skills they are trained in.
    pub free_skills: usize,
    /// Weapons they are trained in.
    pub weapons: &'static [&'static str],
    /// Tools they are trained in.
    pub tools: &'static [&'static str],
    /// Their traits.
    pub traits: &'static [&'static str],
}

/// A race without anything of its own.
const PLAIN: Race = Race {
    name: "",
    increases: &[],
    free_increases: 0,
    small: false,
    speed: 30,
    bears_armor: false,
    hp_per_level: 0,
    languages: &["common"],
    skills: &[],
    free_skills: 0,
    weapons: &[],
    tools: &[],
    traits: &[],
};

const DWARF: Race = Race {
    name: "dwarf",
    increases: &[(Con, 2)],
    speed: 25,
    bears_armor: true,
    languages: &["common", "dwarvish"],
    weapons: &["battleaxes", "handaxes", "light hammers", "warhammers"],
    tools: &["smith's tools"],
    traits: &["Darkvision", "Dwarven Resilience", "Dwarven Combat Training", "Stonecunning"],
    ..PLAIN
};

const ELF: Race = Race {
    name: "elf",
    increases: &[(Dex, 2)],
    languages: &["common", "elvish"],
    skills: &["perception"],
    traits: &["Darkvision", "Keen Senses", "Fey Ancestry", "Trance"],
    ..PLAIN
};

const HALFLING: Race = Race {
    name: "halfling",
    increases: &[(Dex, 2)],
    small: true,
    speed: 25,
    languages: &["common", "halfling"],
    traits: &["Lucky", "Brave", "Halfling Nimbleness"],
    ..PLAIN
};

const GNOME: Race = Race {
    name: "gnome",
    increases: &[(Int, 2)],
    small: true,
    speed: 25,
    languages: &["common", "gnomish"],
    traits: &["Darkvision", "Gnome Cunning"],
    ..PLAIN
};

/// The nine, and after them the line the SRD has of four.
pub static ALL: [Race; 13] = [
    Race {
        name: "dragonborn",
        increases: &[(Str, 2), (Cha, 1)],
        languages: &["common", "draconic"],
        traits: &["Draconic Ancestry", "Breath Weapon", "Damage Resistance"],
        ..PLAIN
    },
    DWARF,
    ELF,
    GNOME,
    Race {
        name: "half-elf",
        increases: &[(Cha, 2)],
        free_increases: 2,
        languages: &["common", "elvish", "dwarvish"],
        free_skills: 2,
        traits: &["Darkvision", "Fey Ancestry", "Skill Versatility"],
        ..PLAIN
    },
    HALFLING,
    Race {
        name: "half-orc",
        increases: &[(Str, 2), (Con, 1)],
        languages: &["common", "orc"],
        skills: &["intimidation"],
        traits: &["Darkvision", "Menacing", "Relentless Endurance", "Savage Attacks"],
        ..PLAIN
    },
    Race {
        name: "human",
        increases: &[(Str, 1), (Dex, 1), (Con, 1), (Int, 1), (Wis, 1), (Cha, 1)],
        languages: &["common", "elvish"],
        ..PLAIN
    },
    Race {
        name: "tiefling",
        increases: &[(Int, 1), (Cha, 2)],
        languages: &["common", "infernal"],
        traits: &["Darkvision", "Hellish Resistance", "Infernal Legacy"],
        ..PLAIN
    },
    Race {
        name: "hill dwarf",
        increases: &[(Con, 2), (Wis, 1)],
        hp_per_level: 1,
        traits: &["Darkvision", "Dwarven Resilience", "Dwarven Combat Training", "Stonecunning", "Dwarven Toughness"],
        ..DWARF
    },
    Race {
        name: "high elf",
        increases: &[(Dex, 2), (Int, 1)],
        languages: &["common", "elvish", "draconic"],
        weapons: &["longswords", "shortswords", "shortbows", "longbows"],
        traits: &["Darkvision", "Keen Senses", "Fey Ancestry", "Trance", "Elf Weapon Training", "Cantrip"],
        ..ELF
    },
    Race {
        name: "rock gnome",
        increases: &[(Int, 2), (Con, 1)],
        tools: &["tinker's tools"],
        traits: &["Darkvision", "Gnome Cunning", "Artificer's Lore", "Tinker"],
        ..GNOME
    },
    Race {
        name: "lightfoot halfling",
        increases: &[(Dex, 2), (Cha, 1)],
        traits: &["Lucky", "Brave", "Halfling Nimbleness", "Naturally Stealthy"],
        ..HALFLING
    },
];

/// The nine races without their lines.
pub fn main_ones() -> &'static [Race] {
    &ALL[..9]
}

/// The race of this name, ignoring case; `half elf` is a half-elf, too.
pub fn find(name: &str) -> Option<&'static Race> {
    let plain = |name: &str| name.trim().replace('-', " ");
    ALL.iter().find(|race| same(&plain(race.name), &plain(name)))
}

/// Whether a hero is of small size: of a small race, or of a line that the story named after one.
pub fn is_small(hero: &Character) -> bool {
    let own = hero.race.to_lowercase();
    find(&hero.race).map_or_else(|| ALL.iter().any(|race| race.small && own.contains(race.name)), |race| race.small)
}

impl Race {
    /// Raises abilities as the race does, the free points going where the class needs them.
    pub fn raise(&self, abilities: &mut Abilities, class: &Class) {
        let free = class.priorities.into_iter().filter(|ability| self.increases.iter().all(|(own, _)| own != ability));
        let increases =
            self.increases.iter().copied().chain(free.take(self.free_increases).map(|ability| (ability, 1)));
        for (ability, points) in increases {
            let score = abilities.score_mut(ability);
            *score = score.saturating_add(points).min(MAX_ABILITY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_races_stand_before_their_lines() {
        let names: Vec<&str> = main_ones().iter().map(|race| race.name).collect();
        let nine = ["dragonborn", "dwarf", "elf", "gnome", "half-elf", "halfling", "half-orc", "human", "tiefling"];
        assert_eq!(names, nine);
    }

    #[test]
    fn a_race_is_found_however_it_is_hyphenated() {
        assert_eq!(find(" Half Elf ").unwrap().name, "half-elf");
        assert_eq!(find("HIGH-ELF").unwrap().name, "high elf");
        assert!(find("goblin").is_none());
    }
}
