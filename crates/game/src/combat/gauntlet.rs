//! Stress tests of the engine: fights every monster to the end, and carries out every multiattack.

use super::{
    bout::{Bout, Spellbook},
    deed::{ActionCost, ActionEffect, Attack, CombatAction, Strike},
    event::CombatEvent,
    fighter::{FighterId, FighterRef},
    harm, multiattack,
    rollout::{Rollout, watch_fight},
};
use crate::{Change, Game, Refusal, wording::same};

/// Plays a fight to its end, and fails if hit points leave their bounds, a fighter is missing from the order, no one has the
/// turn, or replaying the changes gives a different game.
///
/// # Errors
/// An error in the fight, in one sentence.
pub fn run(game: &mut Game, book: &dyn Spellbook) -> Result<Rollout, Refusal> {
    let start = game.clone();
    let mut who: Vec<FighterId> = order(game);
    who.sort();
    let mut recorded: Vec<Change> = Vec::new();
    let rollout = watch_fight(game, book, |game, changes| {
        recorded.extend_from_slice(changes);
        sound(game, &who)
    })?;
    let mut again = start;
    again.apply_all(&recorded)?;
    if again != *game {
        return Err(Refusal::new("Replaying the recorded changes gives a different game."));
    }
    game.check().map_err(|error| Refusal::new(format!("The game is invalid: {error:?}.")))?;
    Ok(rollout)
}

fn order(game: &Game) -> Vec<FighterId> {
    game.encounter.iter().flat_map(|encounter| &encounter.order).map(|it| it.who.clone()).collect()
}

fn sound(game: &Game, who: &[FighterId]) -> Result<(), Refusal> {
    for fighter in who.iter().filter_map(|who| game.fighter(who)) {
        let (hp, max) = (fighter.hp(), fighter.max_hp());
        if !(0..=max).contains(&hp) || fighter.temp_hp() < 0 {
            let name = fighter.name();
            return Err(Refusal::new(format!("{name} has {hp} of {max} hit points, {} for now.", fighter.temp_hp())));
        }
    }
    let Some(encounter) = game.encounter.as_deref() else { return Ok(()) };
    let mut there = order(game);
    there.sort();
    if there != who {
        return Err(Refusal::new(format!("The order has {there:?}, and began with {who:?}.")));
    }
    let current = encounter.current().ok_or_else(|| Refusal::new("It is nobody's turn."))?;
    match game.fighter(&current.who).is_some_and(|it| it.is_dead()) {
        true => Err(Refusal::new(format!("It is the turn of {}, who is dead.", current.who.as_str()))),
        false => Ok(()),
    }
}

/// One way of a multiattack, carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MultiattackRun {
    /// In full.
    Whole,
    /// A part without numbers, by name.
    Told(String),
}

/// How often a creature's multiattacks can be made in several ways: one list of strikes each.
pub fn ways(game: &Game, who: &FighterId) -> Vec<Vec<Strike>> {
    let Some(FighterRef::Creature(one)) = game.fighter(who) else { return Vec::new() };
    let deeds = one.stat_block().deeds.iter().filter(|deed| deed.cost == ActionCost::Action);
    let ways =
        deeds.filter_map(|deed| if let ActionEffect::Multiattack { ways } = &deed.effect { Some(ways) } else { None });
    ways.flatten().cloned().collect()
}

/// Carries out one way of a creature's multiattack, and counts its rolled and narrated parts.
///
/// # Errors
/// A part was done less or more often than it says, or names nothing there is.
pub fn carry_out(game: &mut Game, who: &FighterId, way: &[Strike]) -> Result<MultiattackRun, Refusal> {
    let Some(FighterRef::Creature(one)) = game.fighter(who) else {
        return Err(Refusal::new("Only creatures do that."));
    };
    let (name, deeds) = (one.name.clone(), one.stat_block().deeds.clone());
    let named = |part: &Strike| deeds.iter().find(|deed| same(&deed.name, &part.deed));
    let parts = way.iter().map(|part| {
        let none = || Refusal::new(format!("{name} has no deed “{}” for its multiattack.", part.deed));
        named(part).map(|deed| (part, deed)).ok_or_else(none)
    });
    let parts: Vec<(&Strike, &CombatAction)> = parts.collect::<Result<_, _>>()?;
    if let Some((part, _)) = parts.iter().find(|(_, deed)| !has_numbers(deed)) {
        return Ok(MultiattackRun::Told(part.deed.clone()));
    }
    let mut bout = Bout::new(game, &());
    multiattack::carry_out(&mut bout, who, &[way.to_vec()], None)?;
    let (_, events, _) = bout.finish();
    for (at, (part, deed)) in parts.iter().enumerate() {
        // A deed that is twice in a multiattack is counted once for both.
        if parts[..at].iter().any(|(_, other)| other.name == deed.name) {
            continue;
        }
        let wanted: f64 =
            parts.iter().filter(|(_, it)| it.name == deed.name).map(|(it, _)| harm::mean(&it.count)).sum();
        let done = times_done(&name, deed, &events);
        let right = match part.count.parse::<u32>() {
            Ok(_) => f64::from(done) == wanted * f64::from(times(deed)),
            Err(_) => done > 0,
        };
        if !right {
            let all = events.iter().map(CombatEvent::line).collect::<Vec<_>>().join(" ");
            return Err(Refusal::new(format!("{name} did {} {done} times, and not {wanted}: {all}", deed.name)));
        }
    }
    Ok(MultiattackRun::Whole)
}

fn has_numbers(deed: &CombatAction) -> bool {
    matches!(deed.effect, ActionEffect::Attack(_) | ActionEffect::Save(_) | ActionEffect::Sure { .. })
}

fn times(deed: &CombatAction) -> u8 {
    match &deed.effect {
        ActionEffect::Attack(Attack { times, .. }) => (*times).max(1),
        ActionEffect::Sure { times, .. } => (*times).max(1),
        _ => 1,
    }
}

fn times_done(name: &str, deed: &CombatAction, events: &[CombatEvent]) -> u32 {
    let n = match deed.effect {
        ActionEffect::Attack(_) => {
            let attacks = |event: &&CombatEvent| matches!(event, CombatEvent::Attack { who, with, .. } if who.name == name && *with == deed.name);
            events.iter().filter(attacks).count()
        }
        ActionEffect::Sure { .. } => events
            .iter()
            .filter(|event| matches!(event, CombatEvent::SureHit { with, .. } if *with == deed.name))
            .count(),
        _ => events
            .iter()
            .filter(|event| matches!(event, CombatEvent::Used { who, what } if who.name == name && *what == deed.name))
            .count(),
    };
    u32::try_from(n).unwrap_or(u32::MAX)
}
