//! The weapons of the SRD as ways to attack (SRD 5.1, Weapons). Net and blowgun are absent: no dice fall for them.

use super::{
    character::{
        Ability, Character, Weapon,
        WeaponStat::{self, Dex, Finesse, Str},
    },
    wording::same,
};

const BLUDGEONING: &str = "bludgeoning";
const PIERCING: &str = "piercing";
const SLASHING: &str = "slashing";

/// Name, damage, what it is wielded with, kind of damage, range.
type Row = (&'static str, &'static str, WeaponStat, &'static str, &'static str);

const WEAPONS: [Row; 35] = [
    ("Club", "1d4", Str, BLUDGEONING, "5 ft"),
    ("Dagger", "1d4", Finesse, PIERCING, "20/60 ft"),
    ("Greatclub", "1d8", Str, BLUDGEONING, "5 ft"),
    ("Handaxe", "1d6", Str, SLASHING, "20/60 ft"),
    ("Javelin", "1d6", Str, PIERCING, "30/120 ft"),
    ("Light Hammer", "1d4", Str, BLUDGEONING, "20/60 ft"),
    ("Mace", "1d6", Str, BLUDGEONING, "5 ft"),
    ("Quarterstaff", "1d6", Str, BLUDGEONING, "5 ft"),
    ("Sickle", "1d4", Str, SLASHING, "5 ft"),
    ("Spear", "1d6", Str, PIERCING, "20/60 ft"),
    ("Light Crossbow", "1d8", Dex, PIERCING, "80/320 ft"),
    ("Dart", "1d4", Finesse, PIERCING, "20/60 ft"),
    ("Shortbow", "1d6", Dex, PIERCING, "80/320 ft"),
    ("Sling", "1d4", Dex, BLUDGEONING, "30/120 ft"),
    ("Battleaxe", "1d8", Str, SLASHING, "5 ft"),
    ("Flail", "1d8", Str, BLUDGEONING, "5 ft"),
    ("Glaive", "1d10", Str, SLASHING, "10 ft"),
    ("Greataxe", "1d12", Str, SLASHING, "5 ft"),
    ("Greatsword", "2d6", Str, SLASHING, "5 ft"),
    ("Halberd", "1d10", Str, SLASHING, "10 ft"),
    ("Lance", "1d12", Str, PIERCING, "10 ft"),
    ("Longsword", "1d8", Str, SLASHING, "5 ft"),
    ("Maul", "2d6", Str, BLUDGEONING, "5 ft"),
    ("Morningstar", "1d8", Str, PIERCING, "5 ft"),
    ("Pike", "1d10", Str, PIERCING, "10 ft"),
    ("Rapier", "1d8", Finesse, PIERCING, "5 ft"),
    ("Scimitar", "1d6", Finesse, SLASHING, "5 ft"),
    ("Shortsword", "1d6", Finesse, PIERCING, "5 ft"),
    ("Trident", "1d6", Str, PIERCING, "20/60 ft"),
    ("War Pick", "1d8", Str, PIERCING, "5 ft"),
    ("Warhammer", "1d8", Str, BLUDGEONING, "5 ft"),
    ("Whip", "1d4", Finesse, SLASHING, "10 ft"),
    ("Hand Crossbow", "1d6", Dex, PIERCING, "30/120 ft"),
    ("Heavy Crossbow", "1d10", Dex, PIERCING, "100/400 ft"),
    ("Longbow", "1d8", Dex, PIERCING, "150/600 ft"),
];

/// The weapon of this name, ignoring case.
pub fn find(name: &str) -> Option<Weapon> {
    WEAPONS.iter().find(|row| same(row.0, name.trim())).map(weapon)
}

/// A monk's bare hands, whose die grows with the level (SRD 5.1, Monk: Martial Arts).
pub fn martial_arts(level: u8) -> Weapon {
    let dice = match level {
        0..=4 => "1d4",
        5..=10 => "1d6",
        11..=16 => "1d8",
        _ => "1d10",
    };
    weapon(&("Unarmed Strike", dice, Finesse, BLUDGEONING, "5 ft"))
}

fn weapon((name, dice, stat, damage_type, range): &Row) -> Weapon {
    Weapon {
        name: (*name).to_owned(),
        dice: (*dice).to_owned(),
        stat: *stat,
        bonus: 0,
        damage_type: Some((*damage_type).to_owned()),
        range: Some((*range).to_owned()),
    }
}

impl Character {
    /// What a weapon in these hands adds to hit, and to damage.
    pub fn weapon_bonuses(&self, weapon: &Weapon) -> (i32, i32) {
        let (str, dex) = (self.abilities.modifier(Ability::Str), self.abilities.modifier(Ability::Dex));
        let ability = match weapon.stat {
            WeaponStat::Str => str,
            WeaponStat::Dex => dex,
            WeaponStat::Finesse => str.max(dex),
            WeaponStat::None => 0,
        };
        let damage = ability + i32::from(weapon.bonus);
        (damage + self.proficiency_bonus(), damage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::dice::Notation;

    #[test]
    fn every_weapon_has_damage_that_can_be_thrown() {
        for row in &WEAPONS {
            assert!(Notation::parse(row.1).is_ok(), "{}", row.0);
        }
    }

    #[test]
    fn a_weapon_is_found_ignoring_case() {
        let rapier = find(" rapier").unwrap();
        assert_eq!((rapier.dice.as_str(), rapier.stat), ("1d8", WeaponStat::Finesse));
        assert_eq!(find("spoon"), None);
    }
}
