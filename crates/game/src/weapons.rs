//! The weapons of the SRD as ways to attack (SRD 5.1, Weapons). Net and blowgun are absent: they have no damage dice.

use std::sync::LazyLock;

use super::{
    character::{
        Weapon,
        WeaponStat::{self, Dex, Finesse, Str},
    },
    wording::same,
};

const BLUDGEONING: &str = "bludgeoning";
const PIERCING: &str = "piercing";
const SLASHING: &str = "slashing";

/// Properties of a weapon (SRD 5.1, Weapons: Properties).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// Light enough for the second hand.
    Light,
    /// Small characters wield it with disadvantage.
    Heavy,
    /// It needs both hands.
    TwoHanded,
    /// Only one piece of ammunition can be shot with an action, a bonus action or a reaction.
    Loading,
    /// A monk weapon.
    Monk,
    /// The name of its ammunition in the pack.
    Shoots(&'static str),
}

use Property::{Heavy, Light, Loading, Monk, Shoots, TwoHanded};

/// A weapon of the table.
struct WeaponRow {
    name: &'static str,
    dice: &'static str,
    stat: WeaponStat,
    damage_type: &'static str,
    range: &'static str,
    properties: &'static [Property],
}

const fn row(
    name: &'static str,
    dice: &'static str,
    stat: WeaponStat,
    damage_type: &'static str,
    range: &'static str,
    properties: &'static [Property],
) -> WeaponRow {
    WeaponRow { name, dice, stat, damage_type, range, properties }
}

const WEAPONS: [WeaponRow; 35] = [
    row("Club", "1d4", Str, BLUDGEONING, "5 ft", &[Light, Monk]),
    row("Dagger", "1d4", Finesse, PIERCING, "20/60 ft", &[Light, Monk]),
    row("Greatclub", "1d8", Str, BLUDGEONING, "5 ft", &[TwoHanded]),
    row("Handaxe", "1d6", Str, SLASHING, "20/60 ft", &[Light, Monk]),
    row("Javelin", "1d6", Str, PIERCING, "30/120 ft", &[Monk]),
    row("Light Hammer", "1d4", Str, BLUDGEONING, "20/60 ft", &[Light, Monk]),
    row("Mace", "1d6", Str, BLUDGEONING, "5 ft", &[Monk]),
    row("Quarterstaff", "1d6", Str, BLUDGEONING, "5 ft", &[Monk]),
    row("Sickle", "1d4", Str, SLASHING, "5 ft", &[Light, Monk]),
    row("Spear", "1d6", Str, PIERCING, "20/60 ft", &[Monk]),
    row("Light Crossbow", "1d8", Dex, PIERCING, "80/320 ft", &[TwoHanded, Loading, Shoots("bolt")]),
    row("Dart", "1d4", Finesse, PIERCING, "20/60 ft", &[]),
    row("Shortbow", "1d6", Dex, PIERCING, "80/320 ft", &[TwoHanded, Shoots("arrow")]),
    row("Sling", "1d4", Dex, BLUDGEONING, "30/120 ft", &[Shoots("bullet")]),
    row("Battleaxe", "1d8", Str, SLASHING, "5 ft", &[]),
    row("Flail", "1d8", Str, BLUDGEONING, "5 ft", &[]),
    row("Glaive", "1d10", Str, SLASHING, "10 ft", &[Heavy, TwoHanded]),
    row("Greataxe", "1d12", Str, SLASHING, "5 ft", &[Heavy, TwoHanded]),
    row("Greatsword", "2d6", Str, SLASHING, "5 ft", &[Heavy, TwoHanded]),
    row("Halberd", "1d10", Str, SLASHING, "10 ft", &[Heavy, TwoHanded]),
    row("Lance", "1d12", Str, PIERCING, "10 ft", &[]),
    row("Longsword", "1d8", Str, SLASHING, "5 ft", &[]),
    row("Maul", "2d6", Str, BLUDGEONING, "5 ft", &[Heavy, TwoHanded]),
    row("Morningstar", "1d8", Str, PIERCING, "5 ft", &[]),
    row("Pike", "1d10", Str, PIERCING, "10 ft", &[Heavy, TwoHanded]),
    row("Rapier", "1d8", Finesse, PIERCING, "5 ft", &[]),
    row("Scimitar", "1d6", Finesse, SLASHING, "5 ft", &[Light]),
    row("Shortsword", "1d6", Finesse, PIERCING, "5 ft", &[Light, Monk]),
    row("Trident", "1d6", Str, PIERCING, "20/60 ft", &[]),
    row("War Pick", "1d8", Str, PIERCING, "5 ft", &[]),
    row("Warhammer", "1d8", Str, BLUDGEONING, "5 ft", &[]),
    row("Whip", "1d4", Finesse, SLASHING, "10 ft", &[]),
    row("Hand Crossbow", "1d6", Dex, PIERCING, "30/120 ft", &[Light, Loading, Shoots("bolt")]),
    row("Heavy Crossbow", "1d10", Dex, PIERCING, "100/400 ft", &[Heavy, TwoHanded, Loading, Shoots("bolt")]),
    row("Longbow", "1d8", Dex, PIERCING, "150/600 ft", &[Heavy, TwoHanded, Shoots("arrow")]),
];

/// The weapon of this name, ignoring case.
pub fn find(name: &str) -> Option<Weapon> {
    WEAPONS.iter().find(|row| same(row.name, name.trim())).map(weapon)
}

/// The properties of a weapon. A magic weapon such as `Greatsword +1` has those of the weapon in its name. An unknown weapon has
/// the properties shared by all weapons with its dice, ability, damage type and range.
pub fn properties(weapon: &Weapon) -> Vec<Property> {
    /// The names as separate words.
    static NAMES: LazyLock<Vec<String>> =
        LazyLock::new(|| WEAPONS.iter().map(|row| format!(" {} ", row.name.to_lowercase())).collect());
    let name = format!(" {} ", weapon.name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " "));
    let named = WEAPONS.iter().zip(&*NAMES).filter(|(_, own)| name.contains(own.as_str())).map(|(row, _)| row);
    if let Some(row) = named.max_by_key(|row| row.name.len()) {
        return row.properties.to_vec();
    }
    let fits = |own: Option<&str>, row: &str| own.is_none_or(|own| same(own.trim(), row));
    let alike = |row: &&WeaponRow| {
        row.dice == weapon.dice.trim()
            && row.stat == weapon.stat
            && fits(weapon.damage_type.as_deref(), row.damage_type)
            && fits(weapon.range.as_deref(), row.range)
    };
    let mut alike = WEAPONS.iter().filter(alike);
    let Some(first) = alike.next() else { return Vec::new() };
    let others: Vec<&WeaponRow> = alike.collect();
    first.properties.iter().filter(|it| others.iter().all(|row| row.properties.contains(it))).copied().collect()
}

/// A monk's bare hands, whose die grows with the level (SRD 5.1, Monk: Martial Arts).
pub fn martial_arts(level: u8) -> Weapon {
    let dice = match level {
        0..=4 => "1d4",
        5..=10 => "1d6",
        11..=16 => "1d8",
        _ => "1d10",
    };
    weapon(&row("Unarmed Strike", dice, Finesse, BLUDGEONING, "5 ft", &[]))
}

fn weapon(row: &WeaponRow) -> Weapon {
    Weapon {
        name: row.name.to_owned(),
        dice: row.dice.to_owned(),
        stat: row.stat,
        bonus: 0,
        damage_type: Some(row.damage_type.to_owned()),
        range: Some(row.range.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Notation;

    #[test]
    fn every_weapon_has_damage_that_can_be_thrown() {
        for row in &WEAPONS {
            assert!(Notation::parse(row.dice).is_ok(), "{}", row.name);
        }
    }

    #[test]
    fn a_weapon_is_found_ignoring_case() {
        let rapier = find(" rapier").unwrap();
        assert_eq!((rapier.dice.as_str(), rapier.stat), ("1d8", WeaponStat::Finesse));
        assert_eq!(find("spoon"), None);
    }

    #[test]
    fn a_magic_or_homebrew_weapon_has_the_properties_of_its_kind() {
        let greatsword = find("Greatsword").unwrap();
        let called = |name: &str| properties(&Weapon { name: name.to_owned(), ..greatsword.clone() });
        for name in ["Greatsword", "Greatsword +1", "+2 greatsword", "Flame Tongue Greatsword", "Bonecleaver"] {
            assert_eq!(called(name), [Heavy, TwoHanded], "{name}");
        }
        let axe = Weapon { dice: "1d8".to_owned(), ..greatsword.clone() };
        assert_eq!(properties(&Weapon { name: "Moon's Edge".to_owned(), ..axe }), [], "a longsword or a battleaxe");
        assert_eq!(called("Vicious Light Crossbow"), [TwoHanded, Loading, Shoots("bolt")]);
    }
}
