//! Turn Undead and Destroy Undead: those who fail flee until they take damage, the weak are destroyed (SRD 5.1, Cleric: Channel Divinity).

use super::{
    act::FighterAction,
    bout::Bout,
    deed::EffectDuration,
    encounter::Combatant,
    event::PlainAction,
    features,
    fighter::{FighterId, FighterRef},
    movement, perform,
    riders::{self, RiderCause},
    wound,
};
use crate::{
    Refusal,
    character::{Ability, Character},
    d20::{SaveReason, SavingThrow, save},
    feature::FeatureId,
};

/// The name of the effect the turned bear.
pub(super) const TURNED: &str = "Turned";
/// How far the power reaches, in feet.
const REACH: u16 = 30;
/// How long it lasts, in rounds: a minute.
const LASTS: u32 = 10;

/// Undead in range: foes within thirty feet who are able to act.
fn near(bout: &Bout, who: &FighterId) -> Vec<FighterId> {
    let (Ok(own), Ok(encounter)) = (bout.combatant(who), bout.encounter()) else { return Vec::new() };
    let reached = |it: &&Combatant| it.side.fights(own.side) && it.feet_to(own) <= REACH;
    let undead = |it: &&Combatant| match bout.game().fighter(&it.who) {
        Some(FighterRef::Creature(one)) => !one.is_dead() && one.stat_block().creature_type.contains("undead"),
        _ => false,
    };
    encounter.order.iter().filter(reached).filter(undead).map(|it| it.who.clone()).collect()
}

/// Whether several would flee, so that it is worth an action.
pub(super) fn is_worth_it(bout: &Bout, who: &FighterId) -> bool {
    let stands = |who: &&FighterId| bout.game().fighter(who).is_some_and(|it| !it.has_effect(TURNED));
    near(bout, who).iter().filter(stands).count() >= 2
}

/// Turns them: Wisdom against the number of the cleric's spells.
pub(super) fn turn(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let hero = perform::hero(bout, who, "faith")?;
    let (dc, destroyed) = (features::save_dc(hero, Ability::Wis), destroys(hero));
    for undead in near(bout, who) {
        let saved = save(bout, &undead, &SavingThrow::new(Ability::Wis, dc), &SaveReason::against("Turn Undead"))?;
        if saved.made {
            continue;
        }
        let worth = match bout.fighter(&undead)? {
            FighterRef::Creature(one) => one.xp,
            FighterRef::Hero(_) => u32::MAX,
        };
        if destroyed.is_some_and(|most| worth <= most) {
            bout.did(&undead, PlainAction::Crumbled);
            bout.because(saved.proof(), |bout| wound::destroy(bout, &undead))?;
            continue;
        }
        let lasts = EffectDuration::Rounds { rounds: LASTS, concentration: false, save_at_end: false };
        let cause = RiderCause { thrown: saved.proof(), ..RiderCause::new(who, TURNED, false) };
        riders::lay(bout, &undead, &[], lasts, cause)?;
    }
    Ok(())
}

/// The most experience an undead is worth that is destroyed where it would be turned: that of a challenge of 1/2 at level
/// 5, to one of 4 at level 17 (SRD 5.1, Destroy Undead).
fn destroys(hero: &Character) -> Option<u32> {
    let by_level = [(17, 1_100), (14, 700), (11, 450), (8, 200), (5, 100)];
    let most = by_level.into_iter().find(|(level, _)| hero.level >= *level).map(|(_, xp)| xp);
    most.filter(|_| hero.features.iter().any(|feature| FeatureId::DestroyUndead.is_named_in(&feature.name)))
}

/// Whether a creature is turned, and can only flee.
pub(super) fn is_turned(fighter: FighterRef) -> bool {
    fighter.has_effect(TURNED)
}

/// Whether a turned creature may take this action: move away, or dodge if there is no path (SRD 5.1, Turn Undead).
pub(super) fn may(act: &FighterAction) -> bool {
    matches!(
        act,
        FighterAction::Move { .. }
            | FighterAction::Dash { bonus: false }
            | FighterAction::Dodge
            | FighterAction::Escape
            | FighterAction::StandUp
            | FighterAction::EndTurn
    )
}

/// Gets as far away from the cleric as it can.
pub(super) fn flee(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let effect = bout.fighter(who)?.effects().iter().find(|effect| effect.name == TURNED);
    let Some(from) = effect.map(|effect| effect.timing.source.clone()) else { return Ok(()) };
    let Ok(feared) = bout.combatant(&from).map(Combatant::footprint) else { return Ok(()) };
    perform::perform(bout, who, &FighterAction::Dash { bonus: false })?;
    let own = bout.combatant(who)?;
    match movement::furthest_from(bout.game(), own, feared) {
        // A way that is barred at the last moment is none.
        Some(to) => movement::go(bout, who, to).or(Ok(())),
        None => Ok(()),
    }
}
