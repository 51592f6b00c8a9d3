//! Worn armour, and its effect on armour class and speed (SRD 5.1, Armor).

use super::{
    character::{
        Ability::{Dex, Str, Wis},
        Character,
    },
    class::{self, Unarmored},
    feature::FeatureId,
    race,
    wording::same,
};

/// A suit of armour.
struct Suit {
    name: &'static str,
    /// The armour class it gives.
    base: i32,
    /// The most that dexterity adds to it.
    most_dex: i32,
    /// The strength below which it slows its wearer.
    strength: u8,
    /// Whether its wearer has disadvantage on checks of Stealth.
    noisy: bool,
}

/// A suit with the bonus of its magic.
#[derive(Clone, Copy)]
struct EnchantedSuit {
    suit: &'static Suit,
    bonus: i32,
}

/// Equipped armour and shield.
struct WornArmor {
    suit: Option<EnchantedSuit>,
    shield: Option<i32>,
}

/// The dexterity bonus without a limit.
const ANY: i32 = i32::MAX;
/// The highest bonus of magical armour.
const MAX_BONUS: u8 = 3;
/// Bonus of a shield.
const SHIELD: i32 = 2;

const SUITS: [Suit; 12] = [
    Suit { name: "Padded", base: 11, most_dex: ANY, strength: 0, noisy: true },
    Suit { name: "Leather", base: 11, most_dex: ANY, strength: 0, noisy: false },
    Suit { name: "Studded Leather", base: 12, most_dex: ANY, strength: 0, noisy: false },
    Suit { name: "Hide", base: 12, most_dex: 2, strength: 0, noisy: false },
    Suit { name: "Chain Shirt", base: 13, most_dex: 2, strength: 0, noisy: false },
    Suit { name: "Scale Mail", base: 14, most_dex: 2, strength: 0, noisy: true },
    Suit { name: "Breastplate", base: 14, most_dex: 2, strength: 0, noisy: false },
    Suit { name: "Half Plate", base: 15, most_dex: 2, strength: 0, noisy: true },
    Suit { name: "Ring Mail", base: 14, most_dex: 0, strength: 0, noisy: true },
    Suit { name: "Chain Mail", base: 16, most_dex: 0, strength: 13, noisy: true },
    Suit { name: "Splint", base: 17, most_dex: 0, strength: 15, noisy: true },
    Suit { name: "Plate", base: 18, most_dex: 0, strength: 15, noisy: true },
];

impl Suit {
    /// Armour that dexterity adds nothing to is heavy.
    fn heavy(&self) -> bool {
        self.most_dex == 0
    }

    /// The suit of this name.
    fn find(name: &str) -> Option<EnchantedSuit> {
        let (name, bonus) = without_bonus(name);
        let name = name.to_lowercase();
        let name = name.strip_suffix(" armor").or_else(|| name.strip_suffix(" armour")).unwrap_or(&name);
        SUITS.iter().find(|suit| same(suit.name, name)).map(|suit| EnchantedSuit { suit, bonus })
    }
}

/// A name without its magical bonus, and the bonus: “Chain Mail +1”, “+1 chain mail” and “Chain Mail, +1” are Chain Mail and 1.
fn without_bonus(name: &str) -> (String, i32) {
    let bonus_of =
        |word: &str| word.strip_prefix('+')?.parse::<u8>().ok().filter(|bonus| (1..=MAX_BONUS).contains(bonus));
    let words: Vec<&str> = name.split_whitespace().collect();
    let at = [0, words.len().saturating_sub(1)];
    let found = at.into_iter().find_map(|at| Some((at, bonus_of(words.get(at)?)?)));
    let Some((at, bonus)) = found.filter(|_| words.len() > 1) else { return (name.trim().to_owned(), 0) };
    let rest: Vec<&str> = words.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, word)| *word).collect();
    (rest.join(" ").trim_end_matches(',').to_owned(), i32::from(bonus))
}

/// How a thing is worn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wear {
    /// On the body.
    Suit,
    /// At the arm.
    Shield,
}

/// The armour that an item is; none for other items.
pub fn wear(name: &str) -> Option<Wear> {
    match Suit::find(name) {
        Some(_) => Some(Wear::Suit),
        None => shield(name).map(|_| Wear::Shield),
    }
}

/// Whether a thing of this name can be worn for protection: a suit of armour or a shield.
pub fn is_armor(name: &str) -> bool {
    wear(name).is_some()
}

/// The armour class bonus of a shield; none for other items.
fn shield(name: &str) -> Option<i32> {
    let (name, bonus) = without_bonus(name);
    same(&name, "shield").then_some(SHIELD + bonus)
}

/// The best equipped armour and shield.
fn worn(hero: &Character) -> WornArmor {
    let equipped = || hero.inventory.iter().filter(|item| item.equipped == Some(true));
    let suit = equipped().filter_map(|item| Suit::find(&item.name)).max_by_key(|worn| worn.suit.base + worn.bonus);
    WornArmor { suit, shield: equipped().filter_map(|item| shield(&item.name)).max() }
}

/// Whether a hero has a suit of armour on.
pub fn wears_armor(hero: &Character) -> bool {
    worn(hero).suit.is_some()
}

/// Whether the equipped armour gives disadvantage on Stealth (SRD 5.1, Armor: Stealth).
pub fn is_noisy(hero: &Character) -> bool {
    worn(hero).suit.is_some_and(|worn| worn.suit.noisy)
}

pub fn shield_bonus(hero: &Character) -> i32 {
    worn(hero).shield.unwrap_or(0)
}

/// Whether a hero has a shield at the arm.
pub fn bears_shield(hero: &Character) -> bool {
    worn(hero).shield.is_some()
}

/// A hero's armour class. Without armour, the best option of the class counts (SRD 5.1: Unarmored Defense of barbarian and monk,
/// Draconic Resilience).
pub fn armor_class(hero: &Character) -> u8 {
    let WornArmor { suit, shield } = worn(hero);
    let modifier = |ability| hero.abilities.modifier(ability);
    let unarmored = class::of(hero).unarmored.unwrap_or(Unarmored { ability: Wis, with_shield: false });
    let defends = hero.has_feature(FeatureId::UnarmoredDefense) && (unarmored.with_shield || shield.is_none());
    let body = match suit {
        Some(EnchantedSuit { suit, bonus }) => suit.base + bonus + modifier(Dex).min(suit.most_dex),
        None if defends => 10 + modifier(Dex) + modifier(unarmored.ability),
        None if hero.has_feature(FeatureId::DraconicResilience) => 13 + modifier(Dex),
        None => 10 + modifier(Dex),
    };
    u8::try_from(body + shield.unwrap_or(0)).unwrap_or(0)
}

/// A hero's speed in feet from race, class and equipment (SRD 5.1: Fast Movement, Unarmored Movement; heavy armour without the
/// required Strength, which dwarves ignore).
pub fn speed(hero: &Character) -> u16 {
    let WornArmor { suit, shield } = worn(hero);
    let suit = suit.map(|worn| worn.suit);
    let race = race::find(&hero.race);
    let base = race.map_or(30, |race| race.speed);
    let heavy = suit.is_some_and(Suit::heavy);
    let class = class::of(hero);
    let quick = match () {
        () if class.grants(FeatureId::FastMovement, hero.level) && !heavy => 10,
        () if class.grants(FeatureId::UnarmoredMovement, hero.level) && suit.is_none() && shield.is_none() => {
            10 + 5 * ((u16::from(hero.level) - 2) / 4)
        }
        () => 0,
    };
    let too_heavy = suit.is_some_and(|suit| hero.abilities.score(Str) < suit.strength);
    let slowed = if too_heavy && !race.is_some_and(|race| race.bears_armor) { 10 } else { 0 };
    base + quick - slowed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hero::{equip, tests::hero};

    /// A hero of a class who wears only these things, with abilities of 10 and a Dexterity of 16.
    fn wearing(class: &str, things: &[&str]) -> Character {
        let mut hero = hero(class, 1);
        hero.abilities = crate::character::Abilities { str: 10, dex: 16, con: 14, int: 10, wis: 12, cha: 10 };
        hero.inventory.clear();
        things.iter().for_each(|thing| equip(&mut hero, thing, 1));
        hero
    }

    // srd: rule/using-each-ability--armor-class
    #[test]
    fn armour_class_follows_what_is_worn() {
        let class = |class, things: &[&str]| armor_class(&wearing(class, things));
        assert_eq!(class("fighter", &[]), 13);
        assert_eq!(class("fighter", &["Leather Armor"]), 14);
        assert_eq!(class("fighter", &["Scale Mail", "Shield"]), 18);
        assert_eq!(class("fighter", &["Chain Mail"]), 16);
        assert_eq!(class("fighter", &["plate", "Padded"]), 18, "the best suit counts");
        assert_eq!(class("fighter", &["Chain Mail +1"]), 17);
        assert_eq!(class("fighter", &["+2 plate armor", "Shield, +1"]), 23);
        assert_eq!(class("fighter", &["Scale Mail +3", "Chain Mail"]), 19, "the best suit counts, magic included");
        assert_eq!(class("fighter", &["Chain Mail +9"]), 13, "there is no such armour");
        assert_eq!(class("barbarian", &["Shield"]), 17);
        assert_eq!(class("monk", &[]), 14);
        assert_eq!(class("monk", &["Shield"]), 15, "a monk with a shield has no defense of their own");
        assert_eq!(class("sorcerer", &[]), 16);
    }

    #[test]
    fn armour_that_rattles_hampers_stealth_and_nothing_else() {
        use crate::{State, combat::fighter::FighterRef, d20::D20Test, skill::Skill, story::Story};
        let dice = |things: &[&str], skill| {
            let hero = wearing("fighter", things);
            let state = State::start(Story::default(), vec![hero.clone()], [7; 32]);
            D20Test::check(&state, FighterRef::Hero(&hero), skill).expression()
        };
        for (suit, is_hampered) in [("Chain Mail", true), ("Padded", true), ("Plate +1", true), ("Chain Shirt", false)]
        {
            assert_eq!(dice(&[suit], Skill::Stealth).starts_with("2d20kl1"), is_hampered, "{suit}");
            assert!(dice(&[suit], Skill::Acrobatics).starts_with("1d20"), "{suit}");
        }
        assert!(dice(&["Shield"], Skill::Stealth).starts_with("1d20"));
    }

    #[test]
    fn a_thing_in_the_pack_protects_nobody() {
        let mut hero = wearing("fighter", &["Chain Mail"]);
        hero.inventory[0].equipped = None;
        assert_eq!(armor_class(&hero), 13);
    }

    // srd: rule/movement--speed
    #[test]
    fn speed_follows_race_class_and_what_is_worn() {
        let at = |class, level, race: &str, things: &[&str]| {
            speed(&Character { level, race: race.to_owned(), ..wearing(class, things) })
        };
        assert_eq!(at("fighter", 1, "human", &[]), 30);
        assert_eq!(at("fighter", 1, "halfling", &[]), 25);
        assert_eq!(at("fighter", 1, "human", &["Plate"]), 20, "too weak for it");
        assert_eq!(at("fighter", 1, "dwarf", &["Plate"]), 25, "dwarves bear it");
        assert_eq!(at("barbarian", 4, "human", &[]), 30);
        assert_eq!(at("barbarian", 5, "human", &[]), 40);
        let monk = [(1, 30), (2, 40), (5, 40), (6, 45), (10, 50), (14, 55), (18, 60), (20, 60)];
        for (level, feet) in monk {
            assert_eq!(at("monk", level, "human", &[]), feet, "level {level}");
        }
        assert_eq!(at("monk", 18, "human", &["Leather"]), 30);
    }
}
