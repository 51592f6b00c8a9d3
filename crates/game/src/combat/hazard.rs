//! Effects of hazardous terrain.

use super::{
    bout::Bout,
    encounter::Combatant,
    event::CombatEvent,
    fighter::FighterId,
    footprint::Footprint,
    harm::DamageDice,
    riders,
    square::Square,
    terrain::{Hazard, TerrainKind},
    wound::{self, IncomingDamage},
};
use crate::{
    Refusal,
    d20::{SaveReason, SavingThrow, save},
    dice::{RollKind, RollPurpose},
};

/// Whether coming to a square means harm by a hazard that has not harmed this fighter in this turn.
pub(super) fn is_hazard_due(bout: &Bout, who: &FighterId, at: Square) -> bool {
    let Ok(own) = bout.combatant(who) else { return false };
    next_hazard(bout, own, own.footprint().at(at)).is_some()
}

/// Harms a fighter by the hazards where it is, each once a turn: as it comes into them, and as its turn begins there.
pub(super) fn apply_hazards(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    while let Some((mark, name, hazard)) =
        bout.combatant(who).ok().and_then(|own| next_hazard(bout, own, own.footprint()))
    {
        if bout.fighter(who)?.is_dead() {
            return Ok(());
        }
        bout.spend(who, |economy| economy.once.push(mark))?;
        apply_hazard(bout, who, &name, &hazard)?;
        if bout.game().encounter.is_none() {
            return Ok(());
        }
    }
    Ok(())
}

/// The next hazard of a square that applies this turn: mark, name and effect.
fn next_hazard(bout: &Bout, own: &Combatant, place: Footprint) -> Option<(String, String, Hazard)> {
    let encounter = bout.game().encounter.as_deref().filter(|encounter| !encounter.terrain.is_empty())?;
    let fighter = bout.game().fighter(&own.who)?;
    if fighter.is_dead() || fighter.flies() {
        return None;
    }
    encounter.terrain.iter().enumerate().find_map(|(i, patch)| {
        let TerrainKind::Hazard(hazard) = &patch.kind else { return None };
        let mark = format!("hazard {i} in {}/{}", encounter.round, encounter.turn_index);
        let is_due = patch.set().meets(place.set()) && !own.economy.did(&mark);
        is_due.then(|| (mark, patch.name.clone(), hazard.clone()))
    })
}

fn apply_hazard(bout: &mut Bout, who: &FighterId, name: &str, hazard: &Hazard) -> Result<(), Refusal> {
    let harms = [DamageDice { dice: hazard.damage.clone(), damage_type: Some(hazard.damage_type) }];
    let mut fell = riders::throw(bout, who, &harms, false, &RollPurpose::of(RollKind::Damage).with(name));
    if let Some(against) = hazard.save {
        let due = SavingThrow::new(against.ability, against.dc);
        if save(bout, who, &due, &SaveReason::against(name))?.made {
            fell.parts.iter_mut().for_each(|(_, amount)| *amount /= 2);
        }
    }
    let before = bout.n_events();
    let felt = wound::hurt(bout, who, IncomingDamage::new(&fell.parts, fell.thrown(), false))?;
    bout.happened_before(before, |bout| CombatEvent::SureHit {
        with: name.to_owned(),
        target: bout.actor(who),
        damage: felt,
    });
    Ok(())
}
