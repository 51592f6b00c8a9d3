//! Expected value of an action: mean damage times the chance of a hit. Used only to compare actions, never to resolve them.

use super::{
    attack_advantage,
    deed::{Attack, Reach, SavingThrowEffect},
    encounter::Combatant,
    fighter::FighterRef,
    harm::{self, DamageDice},
    terrain::Cover,
};
use crate::State;

/// The weight of healing and shields against damage.
pub(super) const HELP: f64 = 0.8;
/// Expected value of an attack without numbers, such as a touch with a narrated curse: slightly above zero, so that it is used
/// if nothing else is possible.
const LEAST: f64 = 0.01;
/// Value of a condition or a temporary effect, in damage.
pub(super) const CONDITION: f64 = 3.0;

/// The mean of several kinds of harm together.
pub(super) fn mean(harms: &[DamageDice]) -> f64 {
    harms.iter().map(|harm| harm::mean(&harm.dice)).sum()
}

/// The expected damage of an attack on a target: the mean damage times the chance to hit, weighted up for targets that are
/// nearly down.
pub(super) fn of_attack(
    state: &State,
    (own, theirs): (&Combatant, &Combatant),
    target: FighterRef,
    attack: &Attack,
) -> f64 {
    let encounter = state.encounter.as_deref();
    let cover = encounter.map_or(Cover::None, |it| it.cover(own.footprint(), theirs.footprint()));
    let bonus = attack.to_hit - cover.bonus();
    let chance = (f64::from(21 + bonus - target.armor_class()) / 20.0).clamp(0.05, 0.95);
    // Both dice have to hit if a foe is adjacent to the shooter.
    let pressed =
        attack_advantage::shoots(attack.reach, own.feet_to(theirs)) && attack_advantage::foe_beside(state, own);
    let chance = if pressed { chance * chance } else { chance };
    let harm = mean(&attack.harm);
    let far = own.feet_to(theirs) > attack_advantage::good_range(attack.reach);
    let more = f64::from(u8::try_from(attack.riders.len()).unwrap_or(0)) * CONDITION * 0.5;
    let promise = chance * (harm * f64::from(attack.times.max(1)) + more) * if far { 0.8 } else { 1.0 };
    (promise * weakness(target)).max(LEAST)
}

/// More for a target with few hit points left.
fn weakness(target: FighterRef) -> f64 {
    1.0 + 0.4 * (1.0 - f64::from(target.hp().max(0)) / f64::from(target.max_hp().max(1)))
}

/// The harm a saving throw promises on someone.
pub(super) fn of_save(target: FighterRef, save: &SavingThrowEffect) -> f64 {
    let fails = (f64::from(save.dc - 1 - target.save_bonus(save.ability)) / 20.0).clamp(0.05, 0.95);
    let fails = if target.fails_saves(save.ability) { 1.0 } else { fails };
    let harm = mean(&save.harm);
    let conditions = if save.riders.is_empty() { 0.0 } else { CONDITION };
    fails * (harm + conditions) + if save.half { (1.0 - fails) * harm / 2.0 } else { 0.0 }
}

/// The distance at which an area can begin; no limit is needed for one that begins at its doer.
pub(super) fn area_range(save: &SavingThrowEffect) -> u16 {
    match save.reach {
        Reach::Oneself => u16::MAX,
        reach => attack_advantage::furthest(reach),
    }
}
