//! Concentration: one spell at a time, ended by a failed save after damage and by incapacitation (SRD 5.1, Concentration).

use super::{bout::Bout, event::CombatEvent, fighter::FighterId};
use crate::{
    Change, Refusal,
    character::Ability,
    d20::{SaveReason, SavingThrow, save},
};

/// The lowest number a wounded caster has to reach.
const LEAST_DC: i32 = 10;

/// Begins concentration, and ends the caster's previous one.
pub(super) fn begin(bout: &mut Bout, caster: &FighterId, on: &str) -> Result<(), Refusal> {
    end(bout, caster)?;
    bout.make(Change::ConcentrationBegan { who: caster.clone(), on: on.to_owned() })
}

/// Ends a caster's concentration, with everything that depends on it.
pub(super) fn end(bout: &mut Bout, caster: &FighterId) -> Result<(), Refusal> {
    let Some(on) = bout.fighter(caster)?.concentrating_on().map(str::to_owned) else { return Ok(()) };
    let mut over = Vec::new();
    for who in fighters(bout) {
        let fighter = bout.fighter(&who)?;
        for condition in fighter.conditions() {
            if condition.timing.as_deref().is_some_and(|timing| timing.hangs_on(caster)) {
                over.push(condition_ended(&who, &condition.name));
            }
        }
        for effect in fighter.effects().iter().filter(|effect| effect.timing.hangs_on(caster)) {
            over.push(Change::EffectEnded { who: who.clone(), name: effect.name.clone() });
        }
    }
    bout.make_all(over)?;
    bout.happened(|bout| CombatEvent::ConcentrationEnded { who: bout.actor(caster), on: on.clone() });
    bout.make(Change::ConcentrationEnded { who: caster.clone(), on })
}

/// A caster was wounded: Constitution against 10 or half of the damage, whichever is more.
pub(super) fn endure(bout: &mut Bout, caster: &FighterId, damage: i32) -> Result<(), Refusal> {
    let fighter = bout.fighter(caster)?;
    let Some(on) = fighter.concentrating_on().map(str::to_owned) else { return Ok(()) };
    if damage <= 0 || fighter.is_down() {
        return Ok(());
    }
    let due = SavingThrow { keeps: Some(&on), ..SavingThrow::new(Ability::Con, LEAST_DC.max(damage / 2)) };
    let saved = save(bout, caster, &due, &SaveReason::to_keep(&on))?;
    match saved.made {
        true => Ok(()),
        false => bout.because(saved.proof(), |bout| end(bout, caster)),
    }
}

/// Ends a caster's concentration when the last effect of the spell has ended. A spell that only the story describes has no effects,
/// and stays.
pub(super) fn let_go_of_nothing(bout: &mut Bout, caster: &FighterId) -> Result<(), Refusal> {
    let Some(on) = bout.fighter(caster)?.concentrating_on().map(str::to_owned) else { return Ok(()) };
    let holds = fighters(bout).iter().filter_map(|who| bout.game().fighter(who)).any(|fighter| {
        let of_conditions = fighter.conditions().iter().filter_map(|condition| condition.timing.as_deref());
        of_conditions.chain(fighter.effects().iter().map(|effect| &effect.timing)).any(|it| it.hangs_on(caster))
    });
    match holds {
        true => Ok(()),
        false => bout.make(Change::ConcentrationEnded { who: caster.clone(), on }),
    }
}

/// Everyone at the table, heroes first.
pub(super) fn fighters(bout: &Bout) -> Vec<FighterId> {
    let heroes = bout.game().characters.iter().map(|hero| FighterId::Hero(hero.id.clone()));
    heroes.chain(bout.game().creatures.iter().map(|one| FighterId::Creature(one.id.clone()))).collect()
}

/// The change that ends a condition of a fighter.
pub(super) fn condition_ended(who: &FighterId, name: &str) -> Change {
    let name = name.to_owned();
    match who {
        FighterId::Hero(id) => Change::ConditionRemoved { character_id: id.clone(), name },
        FighterId::Creature(id) => Change::CreatureConditionRemoved { npc_id: id.clone(), name },
    }
}
