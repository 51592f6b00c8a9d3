//! What a hero wears, and what it does to armour class and speed (SRD 5.1, Armor).

use super::{
    character::{
        Ability::{Con, Dex, Str, Wis},
        Character,
    },
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
}

/// What dexterity adds to where nothing holds it back.
const ANY: i32 = i32::MAX;
/// What a shield adds.
const SHIELD: i32 = 2;

const SUITS: [Suit; 12] = [
    Suit { name: "Padded", base: 11, most_dex: ANY, strength: 0 },
    Suit { name: "Leather", base: 11, most_dex: ANY, strength: 0 },
    Suit { name: "Studded Leather", base: 12, most_dex: ANY, strength: 0 },
    Suit { name: "Hide", base: 12, most_dex: 2, strength: 0 },
    Suit { name: "Chain Shirt", base: 13, most_dex: 2, strength: 0 },
    Suit { name: "Scale Mail", base: 14, most_dex: 2, strength: 0 },
    Suit { name: "Breastplate", base: 14, most_dex: 2, strength: 0 },
    Suit { name: "Half Plate", base: 15, most_dex: 2, strength: 0 },
    Suit { name: "Ring Mail", base: 14, most_dex: 0, strength: 0 },
    Suit { name: "Chain Mail", base: 16, most_dex: 0, strength: 13 },
    Suit { name: "Splint", base: 17, most_dex: 0, strength: 15 },
    Suit { name: "Plate", base: 18, most_dex: 0, strength: 15 },
];

impl Suit {
    /// Armour that dexterity adds nothing to is heavy.
    fn heavy(&self) -> bool {
        self.most_dex == 0
    }

    fn find(name: &str) -> Option<&'static Self> {
        let name = name.trim().to_lowercase();
        let name = name.strip_suffix(" armor").or_else(|| name.strip_suffix(" armour")).unwrap_or(&name);
        SUITS.iter().find(|suit| same(suit.name, name))
    }
}

/// Whether a thing of this name can be worn for protection: a suit of armour or a shield.
pub fn is_armor(name: &str) -> bool {
    Suit::find(name).is_some() || is_shield(name)
}

fn is_shield(name: &str) -> bool {
    same(name.trim(), "shield")
}

/// What a hero has on: the best suit among what is equipped, and whether there is a shield.
fn worn(hero: &Character) -> (Option<&'static Suit>, bool) {
    let equipped = || hero.inventory.iter().filter(|item| item.equipped == Some(true));
    let suit = equipped().filter_map(|item| Suit::find(&item.name)).max_by_key(|suit| suit.base);
    (suit, equipped().any(|item| is_shield(&item.name)))
}

/// A hero's armour class by what is worn. Without armour the best of what the class allows counts (SRD 5.1:
/// Unarmored Defense of barbarian and monk, Draconic Resilience).
pub fn armor_class(hero: &Character) -> u8 {
    let (suit, shield) = worn(hero);
    let modifier = |ability| hero.abilities.modifier(ability);
    let has = |feature: &str| hero.features.iter().any(|known| same(&known.name, feature));
    let body = match suit {
        Some(suit) => suit.base + modifier(Dex).min(suit.most_dex),
        None if has("Unarmored Defense") && hero.class == "barbarian" => 10 + modifier(Dex) + modifier(Con),
        None if has("Unarmored Defense") && !shield => 10 + modifier(Dex) + modifier(Wis),
        None if has("Draconic Resilience") => 13 + modifier(Dex),
        None => 10 + modifier(Dex),
    };
    u8::try_from(body + if shield { SHIELD } else { 0 }).unwrap_or(0)
}

/// A hero's speed in feet by race, class and what is worn (SRD 5.1: Fast Movement, Unarmored Movement, heavy armour
/// on those too weak for it; dwarves bear it).
pub fn speed(hero: &Character) -> u16 {
    let (suit, shield) = worn(hero);
    let race = race::find(&hero.race);
    let base = race.map_or(30, |race| race.speed);
    let heavy = suit.is_some_and(Suit::heavy);
    let quick = match hero.class.as_str() {
        "barbarian" if hero.level >= 5 && !heavy => 10,
        "monk" if hero.level >= 2 && suit.is_none() && !shield => 5 * (2 + (u16::from(hero.level) + 2) / 4),
        _ => 0,
    };
    let too_heavy = suit.is_some_and(|suit| hero.abilities.score(Str) < suit.strength);
    let slowed = if too_heavy && !race.is_some_and(|race| race.bears_armor) { 10 } else { 0 };
    base + quick - slowed
}
