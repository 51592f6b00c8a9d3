//! A hero's hit points: lost, regained, lent.

use super::{Change, character::Character};

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
