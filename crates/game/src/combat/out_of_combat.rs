//! Applies effects, conditions, damage and revival outside of combat actions.

use super::{
    bout::Bout,
    concentration::{self, condition_ended, let_go_of_nothing},
    dying::{self, TendedBy},
    event::CombatEvent,
    fighter::FighterId,
    fighter::FighterRef,
    harm::DamageType,
    riders::{self, condition_began, unable},
    timing::{Lasting, Timing},
    wound,
};
use crate::{
    Change, Refusal,
    character::{Condition, DeathSaves},
    condition_kind::ConditionKind,
    conditions, creature, hit_points,
    wording::same,
};

/// Begins an effect. If it needs concentration, the caster's earlier concentration ends, except on the same spell.
///
/// # Errors
/// The id is unknown, or the target can't hold the effect.
pub(crate) fn lay(bout: &mut Bout, who: &FighterId, effect: Lasting) -> Result<(), Refusal> {
    bout.fighter(who)?.living()?;
    concentrate(bout, &effect.name, &effect.timing)?;
    bout.make(Change::EffectBegan { who: who.clone(), effect })
}

/// Ends an effect, and the caster's concentration if nothing else depends on it.
///
/// # Errors
/// No fighter has this id.
pub(crate) fn lift(bout: &mut Bout, who: &FighterId, name: &str) -> Result<(), Refusal> {
    let effects = bout.fighter(who)?.effects();
    let holder = effects.iter().find(|effect| effect.name == name).and_then(|effect| holder(Some(&effect.timing)));
    bout.make(Change::EffectEnded { who: who.clone(), name: name.to_owned() })?;
    released(bout, holder)
}

/// Adds a condition that isn't there yet, of the rules or one that only the story knows; exhaustion grows by a level.
///
/// # Errors
/// The target is immune, or the one who must concentrate can't.
pub(crate) fn set_in(
    bout: &mut Bout,
    who: &FighterId,
    kind: Option<ConditionKind>,
    condition: Condition,
) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    fighter.living()?;
    if let Some(kind) = kind.filter(|kind| !fighter.can_suffer(*kind)) {
        return Err(Refusal::new(format!("{} can't be {}.", fighter.name(), kind.name())));
    }
    if let Some(timing) = condition.timing.as_deref() {
        concentrate(bout, &condition.name, timing)?;
    }
    let changes = match kind {
        Some(ConditionKind::Exhaustion) => conditions::exhaust_more(bout.fighter(who)?, condition),
        _ => vec![condition_began(who, condition)],
    };
    bout.make_all(changes)?;
    unable(bout, who)
}

/// Ends a condition by its name on the sheet.
///
/// # Errors
/// No fighter has this id.
pub(crate) fn end(bout: &mut Bout, who: &FighterId, name: &str) -> Result<(), Refusal> {
    let conditions = bout.fighter(who)?.conditions();
    let there = conditions.iter().find(|condition| condition.name == name);
    let holder = there.and_then(|condition| holder(condition.timing.as_deref()));
    bout.make(condition_ended(who, name))?;
    released(bout, holder)
}

/// Damage that does not come from an action in a fight, such as a fall or a trap. Resistances, death and all other
/// consequences of damage apply. Returns the damage taken.
///
/// # Errors
/// No fighter has this id.
pub(crate) fn hurt(bout: &mut Bout, who: &FighterId, amount: i32, kind: Option<DamageType>) -> Result<i32, Refusal> {
    wound::hurt(bout, who, wound::IncomingDamage::new(&[(kind, amount)], None, false))
}

/// The highest survivable level of exhaustion.
const MOST_EXHAUSTION: u8 = conditions::KILLS - 1;

/// Raises a dead hero or creature with up to the given hit points, at least 1.
///
/// # Errors
/// The target is alive, or the id is unknown.
pub(crate) fn revive(bout: &mut Bout, who: &FighterId, hp: i32) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    if !fighter.is_dead() {
        return Err(Refusal::new(format!("{} isn't dead.", fighter.name())));
    }
    let changes = match fighter {
        FighterRef::Hero(hero) => {
            let (id, saves) = (hero.id.clone(), DeathSaves::default());
            let mut changes = vec![Change::HeroRevived { character_id: id.clone() }];
            if fighter.exhaustion() > MOST_EXHAUSTION {
                changes.extend(conditions::exhaust(hero, MOST_EXHAUSTION));
            }
            changes.push(Change::DeathSavesChanged { character_id: id.clone(), saves, stable: false });
            let delta = hp.clamp(1, hit_points::most(hero).max(1));
            changes.push(Change::HpChanged { character_id: id, delta, temp_delta: 0 });
            changes
        }
        FighterRef::Creature(one) => creature::revive(bout.game(), one, hp),
    };
    bout.make_all(changes)?;
    bout.happened(|bout| CombatEvent::Revived { who: bout.actor(who) });
    Ok(())
}

/// A fallen fighter's concentration ends.
///
/// # Errors
/// No fighter has this id.
pub(crate) fn fell(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    unable(bout, who)
}

/// A death saving throw.
///
/// # Errors
/// That one isn't dying.
pub(crate) fn throw_for_life(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    dying::throw(bout, who)
}

/// Lets a fighter tend a dying creature.
///
/// # Errors
/// The patient isn't dying, or the one who tends them is unknown.
pub(crate) fn tend(bout: &mut Bout, who: &FighterId, patient: &FighterId) -> Result<TendedBy, Refusal> {
    dying::tend(bout, who, patient)
}

/// Consequences of recorded damage and conditions: concentration checks after damage, and the end of concentration for those who
/// can't act.
///
/// # Errors
/// No fighter has this id.
pub(crate) fn shaken(bout: &mut Bout, who: &FighterId, damage: i32) -> Result<(), Refusal> {
    if damage > 0 {
        riders::awake(bout, who)?;
    }
    concentration::endure(bout, who, damage)?;
    unable(bout, who)
}

fn concentrate(bout: &mut Bout, on: &str, timing: &Timing) -> Result<(), Refusal> {
    if !timing.concentration {
        return Ok(());
    }
    let holder = bout.fighter(&timing.source)?;
    if !holder.acts() {
        return Err(Refusal::new(format!("{} can't concentrate on anything now.", holder.name())));
    }
    match holder.concentrating_on().is_some_and(|kept| same(kept, on)) {
        true => Ok(()),
        false => concentration::begin(bout, &timing.source, on),
    }
}

fn holder(timing: Option<&Timing>) -> Option<FighterId> {
    timing.filter(|timing| timing.concentration).map(|timing| timing.source.clone())
}

fn released(bout: &mut Bout, holder: Option<FighterId>) -> Result<(), Refusal> {
    match holder.filter(|holder| bout.game().fighter(holder).is_some()) {
        Some(holder) => let_go_of_nothing(bout, &holder),
        None => Ok(()),
    }
}
