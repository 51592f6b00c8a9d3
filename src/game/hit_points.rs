//! A hero's hit points: lost, regained, lent.

use super::{
    Change,
    character::{Ability, Character},
    class, race,
};

/// The change of a hero's hit points by `delta`, and whether the number was held at 0 or at the maximum. Damage takes
/// temporary hit points first; healing never restores those (SRD 5.1, Temporary Hit Points).
pub fn change(hero: &Character, delta: i32) -> (Change, bool) {
    let borne = hero.temp_hp.min(delta.saturating_neg()).max(0);
    let rest = delta.saturating_add(borne);
    let real = hero.current_hp.saturating_add(rest).clamp(0, hero.max_hp) - hero.current_hp;
    let change = Change::HpChanged { character_id: hero.id.clone(), delta: real, temp_delta: -borne };
    (change, real != rest)
}

/// The change that lends a hero temporary hit points. They don't add up: the larger number stands, and nothing
/// happens where that is the one there is (SRD 5.1, Temporary Hit Points).
pub fn lend(hero: &Character, amount: i32) -> Option<Change> {
    let more = amount.checked_sub(hero.temp_hp).filter(|more| *more > 0)?;
    Some(Change::HpChanged { character_id: hero.id.clone(), delta: 0, temp_delta: more })
}

/// A hero's most hit points by rule: the whole hit die at level 1, its average rounded up at each later one, the
/// modifier of constitution at every level, at least 1 for each (SRD 5.1, Hit Points and Hit Dice; Dwarven Toughness and
/// Draconic Resilience add one a level).
pub fn maximum(hero: &Character) -> i32 {
    let con = hero.abilities.modifier(Ability::Con);
    let die = i32::from(class::of(hero).hit_die);
    let tough = race::find(&hero.race).map_or(0, |race| race.hp_per_level)
        + i32::from(hero.features.iter().any(|feature| feature.name == "Draconic Resilience"));
    let later = (die / 2 + 1 + con).max(1) + tough;
    (die + con).max(1) + tough + later * (i32::from(hero.level) - 1)
}
