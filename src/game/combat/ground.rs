//! What the ground does to those who fight on it: where there is room to stand, and what hazards do.

use super::{
    bout::Bout,
    encounter::{Combatant, Encounter},
    event::CombatEvent,
    fighter::{Fighter, FighterId},
    footprint::{Footprint, spread},
    harm::Harm,
    riders,
    square::{Square, SquareSet},
    terrain::{Ground, Hazard, TerrainKind, TerrainPatch},
    wound::{self, Damage},
};
use crate::game::{
    Refusal, State,
    d20::{SavingThrow, save},
};

/// Whether the ground is nothing to a fighter: it flies over what is difficult or does harm.
pub(super) fn is_above_ground(fighter: Fighter) -> bool {
    matches!(fighter, Fighter::Creature(one) if one.stat_block().flies)
}

/// The ground as far as it counts for one fighter.
pub(super) fn ground_for(state: &State, who: &FighterId) -> Ground {
    let Some(encounter) = state.encounter.as_deref().filter(|encounter| !encounter.terrain.is_empty()) else {
        return Ground::default();
    };
    let ground = encounter.ground();
    match state.fighter(who).is_some_and(is_above_ground) {
        true => ground.for_fliers(),
        false => ground,
    }
}

/// The squares that the living fill, but for one of them.
pub(super) fn filled(state: &State, encounter: &Encounter, but: &FighterId) -> SquareSet {
    let others = encounter.order.iter().filter(|it| it.who != *but);
    let living = others.filter(|it| state.fighter(&it.who).is_some_and(|fighter| !fighter.is_dead()));
    living.fold(0, |set, it| set | it.footprint().set())
}

/// Whether there is room for a fighter: on the mat, not blocked, and nobody else alive is there.
pub(super) fn has_room(state: &State, encounter: &Encounter, who: &FighterId, place: Footprint) -> bool {
    let taken = filled(state, encounter, who) | encounter.ground().blocked;
    place.is_on_mat() && place.set() & taken == 0
}

/// Squares at which a newcomer who fills `span` squares to a side has no room at the start of a fight, when those in
/// `there` stand already, dead or alive; hazards are left free, too.
pub(super) fn taken_at_start(terrain: &[TerrainPatch], there: &[Combatant], span: u8) -> SquareSet {
    let ground = Ground::of(terrain);
    let stand = there.iter().fold(0, |set, it| set | it.footprint().set());
    spread(stand | ground.blocked | ground.hazards, span)
}

/// Whether coming to a square means harm by a hazard that has not harmed this fighter in this turn.
pub(super) fn is_hazard_due(bout: &Bout, who: &FighterId, at: Square) -> bool {
    let Ok(own) = bout.combatant(who) else { return false };
    next_hazard(bout, own, own.footprint().at(at)).is_some()
}

/// Harms a fighter by the hazards where it is, each once a turn: as it comes into them, and as its turn begins there.
pub(super) fn burn(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    while let Some((mark, name, hazard)) =
        bout.combatant(who).ok().and_then(|own| next_hazard(bout, own, own.footprint()))
    {
        if bout.fighter(who)?.is_dead() {
            return Ok(());
        }
        bout.spend(who, |economy| economy.once.push(mark))?;
        harm_by(bout, who, &name, &hazard)?;
        if bout.game().encounter.is_none() {
            return Ok(());
        }
    }
    Ok(())
}

/// The first hazard of a place that is still due in this turn: its mark, its name, and what it does.
fn next_hazard(bout: &Bout, own: &Combatant, place: Footprint) -> Option<(String, String, Hazard)> {
    let encounter = bout.game().encounter.as_deref().filter(|encounter| !encounter.terrain.is_empty())?;
    let fighter = bout.game().fighter(&own.who)?;
    if fighter.is_dead() || is_above_ground(fighter) {
        return None;
    }
    encounter.terrain.iter().enumerate().find_map(|(i, patch)| {
        let TerrainKind::Hazard(hazard) = &patch.kind else { return None };
        let mark = format!("hazard {i} in {}/{}", encounter.round, encounter.turn_index);
        let is_due = patch.set() & place.set() != 0 && !own.economy.did(&mark);
        is_due.then(|| (mark, patch.name.clone(), hazard.clone()))
    })
}

fn harm_by(bout: &mut Bout, who: &FighterId, name: &str, hazard: &Hazard) -> Result<(), Refusal> {
    let harms = [Harm { dice: hazard.damage.clone(), damage_type: Some(hazard.damage_type) }];
    let mut fell = riders::throw(bout, who, &harms, false, &format!("Damage: {name}"));
    if let Some(against) = hazard.save {
        let due = SavingThrow::new(against.ability, against.dc);
        if save(bout, who, &due, &format!("{} save against {name}", against.ability.full_name()))?.made {
            fell.parts.iter_mut().for_each(|(_, amount)| *amount /= 2);
        }
    }
    let before = bout.n_events();
    let felt = wound::hurt(bout, who, Damage::new(&fell.parts, fell.thrown(), false))?;
    bout.happened_before(before, |bout| CombatEvent::SureHit {
        with: name.to_owned(),
        target: bout.actor(who),
        damage: felt,
    });
    Ok(())
}
