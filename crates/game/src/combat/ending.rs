//! Ends of a fight: victory, defeat, flight, settlement; and the experience earned.

use super::{
    bout::{Bout, Ended},
    encounter::{FightEnding, FightSide},
    event::CombatEvent,
    fighter::{FighterId, FighterRef},
};
use crate::{Change, Refusal, experience};

/// Ends the fight if one side has no able fighter left; returns whether the fight is over. Allies fight on for unconscious
/// heroes.
pub(super) fn settle(bout: &mut Bout) -> Result<bool, Refusal> {
    let Some(encounter) = bout.game().encounter.as_deref() else { return Ok(true) };
    let stands = |who: &FighterId| {
        bout.game().fighter(who).is_some_and(|fighter| !fighter.is_down() && !fighter.is_knocked_out())
    };
    let foes = encounter.order.iter().any(|it| it.side == FightSide::Foes && stands(&it.who));
    let heroes = encounter.order.iter().any(|it| it.side == FightSide::Heroes && stands(&it.who));
    match (foes, heroes) {
        (false, true) => end(bout, FightEnding::Victory).map(|()| true),
        (_, false) => end(bout, FightEnding::Defeat).map(|()| true),
        (true, true) => Ok(false),
    }
}

/// Ends the fight. A victory earns every hero who took part, including the fallen, an equal share of the experience (SRD 5.1,
/// Experience Points: a creature's, divided among the party).
///
/// # Errors
/// There is no fight.
pub fn end(bout: &mut Bout, ending: FightEnding) -> Result<(), Refusal> {
    if ending == FightEnding::Victory {
        count_the_knocked_out(bout)?;
    }
    let encounter = bout.encounter()?;
    let (id, xp) = (encounter.id.clone(), encounter.xp);
    let of_foes = encounter.order.iter().filter(|it| it.side == FightSide::Foes);
    let fallen =
        of_foes.map(|it| it.who.clone()).filter(|who| bout.game().fighter(who).is_some_and(FighterRef::is_dead));
    let fallen: Vec<FighterId> = fallen.collect();
    let heroes = encounter.order.iter().filter_map(|it| match bout.game().fighter(&it.who) {
        Some(FighterRef::Hero(hero)) => Some(hero),
        _ => None,
    });
    let heroes: Vec<_> = heroes.collect();
    let n = u32::try_from(heroes.len()).unwrap_or(u32::MAX);
    let xp_each = if ending == FightEnding::Victory { xp.checked_div(n).unwrap_or(0) } else { 0 };
    let earned: Vec<Change> = heroes.iter().flat_map(|hero| experience::gain(hero, xp_each)).collect();
    bout.make(Change::EncounterEnded { id: id.clone(), ending })?;
    bout.make_all(earned)?;
    bout.happened(|_| CombatEvent::FightEnded { ending, xp_each });
    bout.end(Ended { id, ending, xp_each, fallen });
    Ok(())
}

/// A foe that lies knocked out when the fight is won is worth as much as a dead one.
fn count_the_knocked_out(bout: &mut Bout) -> Result<(), Refusal> {
    let of_foes = bout.encounter()?.order.iter().filter(|it| it.side == FightSide::Foes);
    let worth = of_foes.filter_map(|it| match bout.game().fighter(&it.who)? {
        foe @ FighterRef::Creature(one) if foe.is_knocked_out() => Some(one.xp),
        _ => None,
    });
    let amount = worth.sum();
    if amount > 0 { bout.make(Change::EncounterXpGathered { amount }) } else { Ok(()) }
}
