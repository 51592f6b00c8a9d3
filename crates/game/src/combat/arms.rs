//! A hero's attacks: the weapons of the sheet, and unarmed strikes.

use super::{
    deed::{Attack, Reach},
    features,
    harm::{self, DamageDice, DamageType},
};
use crate::{
    Change, RefusalReason, armor,
    character::{Ability, Character, Weapon, WeaponStat},
    feature::FeatureId,
    inventory,
    refusal::{Refusal, listed},
    weapons::{self, Property},
    wording::{fold, same},
};

/// Bare hands, as an attack names them.
pub const UNARMED: &str = "Unarmed Strike";

/// A weapon in a hero's hands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// Its name on the sheet.
    pub name: String,
    /// The attack with everything of the sheet counted in.
    pub attack: Attack,
    /// The ability's part of the damage, which the off-hand attack lacks.
    pub ability_damage: i32,
    pub magical: bool,
    pub shoots: bool,
    pub bare: bool,
    pub light: bool,
    pub heavy: bool,
    pub loading: bool,
    pub two_handed: bool,
    /// Whether it is wielded with Strength, as rage and recklessness ask.
    pub by_strength: bool,
    /// Whether a sneak attack can be made with it: finesse, or for shooting.
    pub sneaky: bool,
    /// Whether a monk's arts hold for it.
    pub monkish: bool,
    /// The ammunition, as items in the pack are named.
    pub ammunition: Option<&'static str>,
}

/// Everything a hero can strike with: weapons in the order of the sheet, bare hands last.
pub fn all(hero: &Character) -> Vec<Arm> {
    let mut arms: Vec<Arm> = hero.weapons.iter().map(|weapon| of(hero, weapon)).collect();
    if arms.iter().all(|arm| !arm.bare) {
        arms.push(bare(hero));
    }
    arms
}

/// Finds a weapon by name, ignoring case, or by a part of a name; “a kick” is an unarmed strike. Without a name, the first
/// weapon, preferably one that the free hands can use.
///
/// # Errors
/// The hero has no such weapon; the text names those there are.
pub fn find(hero: &Character, name: Option<&str>) -> Result<Arm, Refusal> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
        let mut weapons = hero.weapons.iter().map(|weapon| of(hero, weapon));
        let handy = weapons.clone().find(|arm| has_hands_for(hero, arm));
        return Ok(handy.or_else(|| weapons.next()).unwrap_or_else(|| bare(hero)));
    };
    let wanted = fold(name);
    let has = |whole: &str, part: &str| !part.is_empty() && whole.contains(part);
    let near = |of: &str| has(&fold(of), &wanted) || has(&wanted, &fold(of));
    let exact = hero.weapons.iter().find(|weapon| same(&weapon.name, name));
    match exact.or_else(|| hero.weapons.iter().find(|weapon| near(&weapon.name))) {
        Some(weapon) => Ok(of(hero, weapon)),
        None if is_bare(name) || near(UNARMED) => Ok(bare(hero)),
        None => {
            let names = all(hero);
            let names = listed(names.iter().map(|arm| arm.name.as_str()));
            Err(Refusal::new(format!("{} has no “{name}” to strike with; there is {names}.", hero.name)))
        }
    }
}

/// The arm a hero strikes with where nothing else can be asked for: without a free hand for any weapon there are still fists.
///
/// # Errors
/// As [`find`], or the weapon that is named needs both hands.
pub fn in_hand(hero: &Character, name: Option<&str>) -> Result<Arm, Refusal> {
    let arm = find(hero, name)?;
    match free_hands_for(hero, &arm) {
        Err(_) if name.is_none_or(|name| name.trim().is_empty()) => Ok(bare(hero)),
        free => free.map(|()| arm),
    }
}

/// Words that name an unarmed strike.
const BARE: &str =
    "unarmed bare barehanded fist fists hands kick kicks punch punches slap slaps elbow knee headbutt knuckles foot";

/// Whether words name bare hands. A hand before another word may be a part of a weapon's name: “hand crossbow”.
fn is_bare(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.clone().any(|word| BARE.split(' ').any(|bare| bare == word)) || words.next_back() == Some("hand")
}

/// Whether a hero has the hands an arm needs (SRD 5.1, Weapons: Two-Handed).
pub(super) fn has_hands_for(hero: &Character, arm: &Arm) -> bool {
    !(arm.two_handed && armor::bears_shield(hero))
}

/// Whether a hero has the hands an arm needs.
///
/// # Errors
/// It needs both hands, and one bears a shield.
pub fn free_hands_for(hero: &Character, arm: &Arm) -> Result<(), Refusal> {
    match has_hands_for(hero, arm) {
        true => Ok(()),
        false => Err(Refusal::new(format!(
            "{} needs both hands, and {} bears a shield: to put that away is an action.",
            arm.name, hero.name
        ))),
    }
}

/// The attack with a weapon of the sheet. The only place that computes its numbers.
pub fn of(hero: &Character, weapon: &Weapon) -> Arm {
    let bare = is_unarmed(weapon);
    let properties = weapons::properties(weapon);
    let is = |property| properties.contains(&property);
    let ammunition = properties.iter().find_map(|it| if let Property::Shoots(what) = it { Some(*what) } else { None });
    let reach = reach(weapon);
    let shoots = matches!(reach, Reach::Ranged { .. });
    let monkish = !shoots && hero.has_feature(FeatureId::MartialArts) && (bare || is(Property::Monk));
    let (str, dex) = (hero.abilities.modifier(Ability::Str), hero.abilities.modifier(Ability::Dex));
    // Martial Arts allow Dexterity instead of Strength (SRD 5.1, Martial Arts).
    let gain = if monkish && weapon.stat == WeaponStat::Str { (dex - str).max(0) } else { 0 };
    let ability = gain
        + match weapon.stat {
            WeaponStat::Str => str,
            WeaponStat::Dex => dex,
            WeaponStat::Finesse => str.max(dex),
            WeaponStat::None => 0,
        };
    let damage = ability + i32::from(weapon.bonus);
    let mut arm = Arm {
        name: weapon.name.clone(),
        attack: Attack {
            to_hit: damage + hero.proficiency_bonus(),
            reach,
            times: 1,
            harm: Vec::new(),
            riders: Vec::new(),
        },
        ability_damage: ability,
        magical: weapon.bonus > 0 || (bare && hero.has_feature(FeatureId::KiEmpoweredStrikes)),
        shoots,
        bare,
        light: is(Property::Light),
        heavy: is(Property::Heavy),
        loading: is(Property::Loading),
        two_handed: is(Property::TwoHanded),
        by_strength: weapon.stat == WeaponStat::Str && gain == 0,
        sneaky: shoots || weapon.stat == WeaponStat::Finesse,
        monkish,
        ammunition,
    };
    arm.attack.to_hit += features::to_hit_bonus(hero, &arm);
    let die =
        if monkish { better_die(&weapon.dice, weapons::martial_arts(hero.level).dice) } else { weapon.dice.clone() };
    let dice = match damage + features::damage_bonus(hero, &arm) {
        0 => die,
        bonus => format!("{die}{bonus:+}"),
    };
    arm.attack.harm = vec![DamageDice { dice, damage_type: weapon.damage_type.as_deref().and_then(DamageType::read) }];
    arm
}

/// A monk may throw the die of the martial arts for that of a weapon (SRD 5.1, Martial Arts).
fn better_die(own: &str, arts: String) -> String {
    if harm::mean(&arts) > harm::mean(own) { arts } else { own.to_owned() }
}

/// Bare hands: as the sheet has them, else a monk's (SRD 5.1, Monk: Martial Arts), else 1 and the modifier of Strength.
fn bare(hero: &Character) -> Arm {
    let own = hero.weapons.iter().find(|weapon| is_unarmed(weapon)).map(|weapon| of(hero, weapon));
    let of_monk = || hero.has_feature(FeatureId::MartialArts).then(|| of(hero, &weapons::martial_arts(hero.level)));
    own.or_else(of_monk).unwrap_or_else(|| untrained(hero))
}

fn is_unarmed(weapon: &Weapon) -> bool {
    same(weapon.name.trim(), UNARMED)
}

/// An unarmed strike by Strength alone (SRD 5.1, Melee Attacks: Unarmed Strike).
fn untrained(hero: &Character) -> Arm {
    let str = hero.abilities.modifier(Ability::Str);
    let harm = DamageDice { dice: (1 + str).max(0).to_string(), damage_type: Some(DamageType::Bludgeoning) };
    Arm {
        name: UNARMED.to_owned(),
        attack: Attack {
            to_hit: str + hero.proficiency_bonus(),
            reach: Reach::Melee { feet: 5 },
            times: 1,
            harm: vec![harm],
            riders: Vec::new(),
        },
        ability_damage: str,
        magical: false,
        shoots: false,
        bare: true,
        light: false,
        heavy: false,
        loading: false,
        two_handed: false,
        by_strength: true,
        sneaky: false,
        monkish: false,
        ammunition: None,
    }
}

impl Arm {
    /// The dice of a hit with everything that is added to them, as they are thrown: `1d8+5`.
    pub fn damage(&self) -> &str {
        self.attack.harm.first().map_or("0", |harm| harm.dice.as_str())
    }

    /// The same arm in the second hand, which goes without the ability's damage unless it takes away from it (SRD 5.1,
    /// Two-Weapon Fighting).
    pub(super) fn in_second_hand(mut self, hero: &Character) -> Self {
        if self.ability_damage > 0 && !features::second_hand_adds(hero, &self) {
            for harm in &mut self.attack.harm {
                harm.dice.push_str(&format!("-{}", self.ability_damage));
            }
        }
        self
    }
}

/// Parses a weapon's range, such as `5 ft` or `20/60 ft`. A Strength or finesse weapon with two ranges is thrown.
fn reach(weapon: &Weapon) -> Reach {
    let text = weapon.range.as_deref().unwrap_or_default();
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse::<u16>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(normal), Some(long)) if weapon.stat == WeaponStat::Dex => Reach::Ranged { normal, long },
        (Some(normal), Some(long)) => Reach::Either { feet: 5, normal, long },
        (Some(feet), None) if feet > 15 => Reach::Ranged { normal: feet, long: feet },
        (Some(feet), None) => Reach::Melee { feet: feet.max(5) },
        (None, _) => Reach::Melee { feet: 5 },
    }
}

/// The ammunition that a shot uses (SRD 5.1, Weapons: Ammunition). Thrown weapons are recovered after the fight.
///
/// # Errors
/// There is nothing to shoot.
pub fn ammunition(hero: &Character, arm: &Arm) -> Result<Vec<Change>, Refusal> {
    let Some(what) = arm.ammunition else { return Ok(Vec::new()) };
    let holds = |name: &str| name.to_lowercase().trim_end_matches('s').ends_with(what);
    let item = hero.inventory.iter().find(|item| holds(&item.name));
    let none = || {
        let words = format!("{} has nothing left to shoot with the {}.", hero.name, arm.name);
        Refusal::because(RefusalReason::NoAmmunition, words)
    };
    inventory::lose(hero, &item.ok_or_else(none)?.name, Some(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hero::tests::hero;

    fn armed(class: &str, names: &[&str]) -> Character {
        let mut hero = hero(class, 1);
        (hero.abilities.str, hero.abilities.dex) = (16, 14);
        hero.weapons = names.iter().filter_map(|name| weapons::find(name)).collect();
        hero
    }

    // srd: weapon-property/reach weapon-property/thrown
    #[test]
    fn a_weapon_reaches_as_far_as_the_sheet_says() {
        let hero = armed("fighter", &["Longsword", "Javelin", "Longbow", "Glaive"]);
        let reaches: Vec<Reach> = all(&hero).into_iter().map(|arm| arm.attack.reach).collect();
        let expected = [
            Reach::Melee { feet: 5 },
            Reach::Either { feet: 5, normal: 30, long: 120 },
            Reach::Ranged { normal: 150, long: 600 },
            Reach::Melee { feet: 10 },
            Reach::Melee { feet: 5 },
        ];
        assert_eq!(reaches, expected);
    }

    // srd: weapon-property/monk
    #[test]
    fn a_monk_strikes_with_dexterity() {
        let mut monk = armed("monk", &["Quarterstaff", "Greatsword"]);
        monk.abilities.dex = 20;
        let arms = all(&monk);
        assert_eq!((arms[0].attack.to_hit, arms[0].attack.harm[0].dice.as_str()), (7, "1d6+5"));
        assert_eq!((arms[1].attack.to_hit, arms[1].attack.harm[0].dice.as_str()), (5, "2d6+3"));
    }

    // srd: weapon-property/monk
    #[test]
    fn the_die_of_the_arts_stands_for_a_lesser_one_of_a_weapon() {
        let mut monk = hero("monk", 11);
        monk.abilities.dex = 20;
        monk.weapons = ["Quarterstaff", "Greatsword"].iter().filter_map(|name| weapons::find(name)).collect();
        let damage: Vec<String> = all(&monk).iter().map(|arm| arm.damage().to_owned()).collect();
        assert_eq!(damage[0], "1d8+5");
        assert!(damage[1].starts_with("2d6"), "{damage:?}");
    }

    #[test]
    fn a_monks_bare_hands_are_the_same_by_any_name() {
        let mut monk = hero("monk", 5);
        (monk.abilities.str, monk.abilities.dex) = (12, 18);
        for weapons in [vec![weapons::martial_arts(5)], Vec::new()] {
            monk.weapons = weapons;
            for name in [Some("Unarmed Strike"), Some("bare hands"), Some("fists"), Some("a kick"), None] {
                let attack = find(&monk, name).unwrap().attack;
                assert_eq!((attack.to_hit, attack.harm[0].dice.as_str()), (7, "1d6+4"), "{name:?}");
            }
        }
    }

    // srd: rule/making-an-attack--two-weapon-fighting
    #[test]
    fn the_second_hand_goes_without_the_ability() {
        let hero = armed("rogue", &["Shortsword"]);
        let second = all(&hero).swap_remove(0).in_second_hand(&hero);
        assert_eq!(second.attack.harm[0].dice, "1d6+3-3");
    }
}
