//! Passive effects of class features and racial traits on combat numbers. Features used as actions are in
//! [`activated_features`](super::activated_features).

use super::{arms::Arm, fighter::FighterRef, harm::DamageType};
use crate::{
    armor,
    character::{Ability, Character},
    condition_kind::ConditionKind,
    d20::SavingThrow,
    feature::FeatureId,
    wording::same,
};

/// The name of the effect a raging barbarian bears.
pub(crate) const RAGE: &str = FeatureId::Rage.name();
/// The name of the effect an inspired friend of a bard's bears until its die is used.
pub(crate) const INSPIRATION: &str = FeatureId::BardicInspiration.name();
/// The feature that lets a failed saving throw be thrown again.
pub(crate) const INDOMITABLE: &str = FeatureId::Indomitable.name();
/// The feature Stunning Strike, and the mark of a turn in which the next hit is to stun.
pub(super) const STUNS: &str = FeatureId::StunningStrike.name();
/// Marks a turn in which a raging barbarian attacked or was hurt.
pub(super) const FOUGHT: &str = "fought";

/// A fighting style that a rule asks for (SRD 5.1, Fighting Style).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FightingStyle {
    Archery,
    Defense,
    Dueling,
    GreatWeaponFighting,
    Protection,
    TwoWeaponFighting,
}

impl FightingStyle {
    /// The name on a sheet.
    const fn name(self) -> &'static str {
        match self {
            Self::Archery => "Archery",
            Self::Defense => "Defense",
            Self::Dueling => "Dueling",
            Self::GreatWeaponFighting => "Great Weapon Fighting",
            Self::Protection => "Protection",
            Self::TwoWeaponFighting => "Two-Weapon Fighting",
        }
    }
}

impl Character {
    /// Whether the hero chose a style by any feature of styles.
    pub(super) fn has_style(&self, style: FightingStyle) -> bool {
        let more = self.options_of(FeatureId::AdditionalFightingStyle);
        self.options_of(FeatureId::FightingStyle).chain(more).any(|chosen| same(chosen, style.name()))
    }

    /// The highest of several forms of a feature the hero has, by its place in the list from 1; 0 for none.
    fn grown(&self, forms: &[FeatureId]) -> i32 {
        let highest = forms.iter().rposition(|form| self.has_feature(*form));
        highest.map_or(0, |at| i32::try_from(at + 1).unwrap_or(i32::MAX))
    }
}

/// The DC of saving throws against a feature (SRD 5.1, Classes: 8, the proficiency bonus and an ability).
pub(super) fn save_dc(hero: &Character, ability: Ability) -> i32 {
    8 + hero.proficiency_bonus() + hero.abilities.modifier(ability)
}

/// How many failed saving throws a hero may throw again between long rests (SRD 5.1, Fighter: Indomitable).
pub(crate) fn n_indomitable(hero: &Character) -> u8 {
    u8::try_from(hero.grown(&[FeatureId::Indomitable, FeatureId::IndomitableTwoUses, FeatureId::IndomitableThreeUses]))
        .unwrap_or(0)
}

/// Whether an arm's dice that show 1 or 2 are thrown again (SRD 5.1, Fighting Style: Great Weapon Fighting).
pub(super) fn throws_low_dice_again(hero: &Character, arm: &Arm) -> bool {
    arm.two_handed && !arm.shoots && hero.has_style(FightingStyle::GreatWeaponFighting)
}

/// Added to the armour class of the sheet (SRD 5.1, Fighting Style: Defense).
pub(super) fn armor_class_bonus(hero: &Character) -> i32 {
    i32::from(hero.has_style(FightingStyle::Defense) && armor::wears_armor(hero))
}

/// Added to the roll to hit with an arm (SRD 5.1, Fighting Style: Archery).
pub(super) fn to_hit_bonus(hero: &Character, arm: &Arm) -> i32 {
    if arm.shoots && hero.has_style(FightingStyle::Archery) { 2 } else { 0 }
}

/// Added to the damage of an arm (SRD 5.1, Fighting Style: Dueling, with one weapon in one hand).
pub(super) fn damage_bonus(hero: &Character, arm: &Arm) -> i32 {
    if hero.has_style(FightingStyle::Dueling) && !arm.shoots && !arm.two_handed && !arm.bare { 2 } else { 0 }
}

/// Whether the second weapon adds the ability to its damage (SRD 5.1, Fighting Style: Two-Weapon Fighting; a monk's
/// bare hands always do: Martial Arts).
pub(super) fn second_hand_adds(hero: &Character, arm: &Arm) -> bool {
    hero.has_style(FightingStyle::TwoWeaponFighting) || (arm.bare && hero.has_feature(FeatureId::MartialArts))
}

/// The lowest number of a d20 that is a critical hit (SRD 5.1, Champion).
pub(super) fn critical_from(hero: &Character) -> u32 {
    match hero.grown(&[FeatureId::ImprovedCritical, FeatureId::SuperiorCritical]) {
        2 => 18,
        1 => 19,
        _ => 20,
    }
}

/// The additional weapon dice of a critical melee hit (SRD 5.1, Barbarian: Brutal Critical).
pub(super) fn brutal_dice(hero: &Character) -> i32 {
    hero.grown(&[FeatureId::BrutalCritical, FeatureId::BrutalCritical2Dice, FeatureId::BrutalCritical3Dice])
}

/// The number of attacks in an Attack action (SRD 5.1, Extra Attack).
pub(super) fn n_attacks(hero: &Character) -> u8 {
    let more = hero.grown(&[FeatureId::ExtraAttack, FeatureId::ExtraAttack2, FeatureId::ExtraAttack3]);
    u8::try_from(1 + more).unwrap_or(1)
}

/// Dice of a sneak attack (SRD 5.1, Rogue: one d6 for every two levels); none for other classes.
pub(super) fn sneak_attack(hero: &Character) -> Option<String> {
    hero.has_feature(FeatureId::SneakAttack).then(|| format!("{}d6", hero.level.div_ceil(2)))
}

/// What rage adds to damage (SRD 5.1, Barbarian).
pub(super) fn rage_damage(level: u8) -> i32 {
    match level {
        0..=8 => 2,
        9..=15 => 3,
        _ => 4,
    }
}

/// A feature that halves damage of a type (SRD 5.1, Dwarf, Tiefling).
const RESISTANCES: [(FeatureId, DamageType); 2] =
    [(FeatureId::DwarvenResilience, DamageType::Poison), (FeatureId::HellishResistance, DamageType::Fire)];

/// A feature that keeps a condition off (SRD 5.1, Monk: Purity of Body; Paladin: Aura of Courage).
const IMMUNITIES: [(FeatureId, ConditionKind); 2] =
    [(FeatureId::PurityOfBody, ConditionKind::Poisoned), (FeatureId::AuraOfCourage, ConditionKind::Frightened)];

/// A feature that keeps a condition off during a rage (SRD 5.1, Berserker: Mindless Rage).
const IMMUNITIES_IN_RAGE: [(FeatureId, ConditionKind); 2] =
    [(FeatureId::MindlessRage, ConditionKind::Frightened), (FeatureId::MindlessRage, ConditionKind::Charmed)];

/// A feature that gives advantage on saving throws against a condition (SRD 5.1, Races).
const RESILIENCE: [(FeatureId, ConditionKind); 3] = [
    (FeatureId::DwarvenResilience, ConditionKind::Poisoned),
    (FeatureId::FeyAncestry, ConditionKind::Charmed),
    (FeatureId::Brave, ConditionKind::Frightened),
];

/// Whether a hero takes half of a type of damage by nature.
pub(super) fn resists(hero: &Character, kind: DamageType) -> bool {
    RESISTANCES.iter().any(|(feature, resisted)| *resisted == kind && hero.has_feature(*feature))
}

/// Whether a condition can't take hold of a hero.
pub(super) fn immune(hero: &Character, kind: ConditionKind) -> bool {
    let keeps_off = |table: &[(FeatureId, ConditionKind)]| {
        table.iter().any(|(feature, condition)| *condition == kind && hero.has_feature(*feature))
    };
    keeps_off(&IMMUNITIES) || (FighterRef::Hero(hero).has_effect(RAGE) && keeps_off(&IMMUNITIES_IN_RAGE))
}

/// Whether a trait of race or class gives advantage on a saving throw (SRD 5.1, Races; Barbarian: Danger Sense, Rage).
pub(crate) fn save_advantage(hero: &Character, due: &SavingThrow) -> bool {
    let SavingThrow { ability, magical, against, .. } = *due;
    let (fighter, has) = (FighterRef::Hero(hero), |feature| hero.has_feature(feature));
    let alert = || fighter.acts() && fighter.sees() && fighter.hears();
    (magical && matches!(ability, Ability::Int | Ability::Wis | Ability::Cha) && has(FeatureId::GnomeCunning))
        || RESILIENCE.iter().any(|(feature, kind)| against.contains(kind) && has(*feature))
        || (ability == Ability::Dex && has(FeatureId::DangerSense) && alert())
        || (ability == Ability::Str && fighter.has_effect(RAGE))
}
