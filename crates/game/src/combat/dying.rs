//! Death saving throws, stabilising and revival (SRD 5.1, Dropping to 0 Hit Points).

use super::{
    bout::Bout,
    event::CombatEvent,
    fighter::{FighterId, FighterRef},
    wound,
};
use crate::{
    Refusal,
    character::DeathSaves,
    d20::D20Test,
    dice::{RollKind, RollPurpose},
    house_rules::{DeathSavingThrows, HouseRule},
    inventory,
    skill::Skill,
};

/// Marks a turn in which the death saving throw was made.
const THROWN: &str = "death save";
/// The number a death saving throw has to reach.
const SUCCESS: i32 = 10;
/// The number of Medicine that stabilises the dying.
const FIRST_AID: i32 = 10;

/// Whether the acting fighter began this turn at 0 hit points and has not made its death saving throw yet. One who fell during their
/// own turn has used some of it, and owes no throw before the next (SRD 5.1, Death Saving Throws: "whenever you start your turn with 0 hit points").
pub(super) fn owes_throw(bout: &Bout, who: &FighterId) -> bool {
    let is_dying = bout.fighter(who).is_ok_and(|fighter| fighter.is_dying());
    is_dying && bout.combatant(who).is_ok_and(|it| !it.economy.is_used())
}

/// A death saving throw: 10 or more is a success, a 20 wakes with 1 hit point, a 1 is two failures; three successes are
/// stable, three failures death (SRD 5.1, Death Saving Throws).
///
/// # Errors
/// The fighter isn't dying, or has thrown in this turn already.
pub(super) fn throw(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    if !fighter.is_dying() {
        return Err(Refusal::new(format!("{} isn't dying.", fighter.name())));
    }
    if bout.combatant(who).is_ok_and(|it| it.economy.did(THROWN)) {
        return Err(Refusal::new(format!("{} has thrown in this turn already; end it.", fighter.name())));
    }
    let (saves, purpose) = (fighter.death_saves(), RollPurpose::of(RollKind::DeathSave).by(fighter.name()));
    let purpose = match bout.game().house_rules.death_saves {
        DeathSavingThrows::Constitution => purpose.ruled_by(HouseRule::DeathSaves),
        DeathSavingThrows::Plain => purpose,
    };
    let tossed = D20Test::for_life(bout.game(), fighter, SUCCESS).toss(bout, &purpose)?;
    if bout.combatant(who).is_ok() {
        bout.spend(who, |economy| economy.once.push(THROWN.to_owned()))?;
    }
    bout.because(Some(tossed.roll.proof), |bout| match tossed.natural {
        20 => wound::heal(bout, who, 1).map(drop),
        1 => wound::fail(bout, who, 2),
        _ if !tossed.is_good() => wound::fail(bout, who, 1),
        _ => {
            let successes = saves.successes.saturating_add(1).min(DeathSaves::NEEDED);
            if successes >= DeathSaves::NEEDED {
                return stabilise(bout, who);
            }
            bout.happened(|bout| CombatEvent::HeldOn { who: bout.actor(who), successes });
            let saves = DeathSaves { successes, ..saves };
            bout.make(bout.fighter(who)?.death_saves_changed(saves, false))
        }
    })
}

/// The means of stabilising.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TendedBy {
    /// A healer's kit, with the uses that are left.
    Kit { uses_left: u32 },
    /// A check of Medicine.
    Medicine,
}

/// Tends the dying: Medicine against 10, or a healer's kit, which needs no check (SRD 5.1, Stabilizing a Creature).
///
/// # Errors
/// That one isn't dying.
pub(super) fn tend(bout: &mut Bout, who: &FighterId, patient: &FighterId) -> Result<TendedBy, Refusal> {
    can_be_tended(bout, patient)?;
    let kit = match bout.fighter(who)? {
        FighterRef::Hero(hero) => inventory::use_kit(hero).ok(),
        FighterRef::Creature(_) => None,
    };
    if let Some((used, uses_left)) = kit {
        bout.make_all(used)?;
        stabilise(bout, patient)?;
        return Ok(TendedBy::Kit { uses_left });
    }
    let purpose = RollPurpose::of(RollKind::FirstAid).by(bout.name(who)).at(bout.name(patient));
    let tossed =
        D20Test::check(bout.game(), bout.fighter(who)?, Skill::Medicine).against(FIRST_AID).toss(bout, &purpose)?;
    match tossed.is_good() {
        true => bout.because(Some(tossed.roll.proof), |bout| stabilise(bout, patient))?,
        false => {
            bout.happened(|bout| CombatEvent::NotStabilised { who: bout.actor(who), patient: bout.actor(patient) })
        }
    }
    Ok(TendedBy::Medicine)
}

/// # Errors
/// That one isn't dying.
pub(super) fn can_be_tended(bout: &Bout, patient: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(patient)?;
    match fighter.is_dying() {
        true => Ok(()),
        false => Err(Refusal::new(format!("{} isn't dying.", fighter.name()))),
    }
}

/// Stabilises a creature.
///
/// # Errors
/// No fighter has this id.
pub(super) fn stabilise(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    bout.make(bout.fighter(who)?.death_saves_changed(DeathSaves::default(), true))?;
    bout.happened(|bout| CombatEvent::Stable { who: bout.actor(who) });
    Ok(())
}
