//! Movement: paths, costs and opportunity attacks (SRD 5.1, Movement and Position; Opportunity Attacks).

use super::{
    bout::Bout,
    encounter::Combatant,
    event::{CombatEvent, PlainAction},
    fighter::{FighterId, FighterRef},
    footprint::Footprint,
    hazard,
    placement::has_room,
    protection,
    reaction::{Reaction, ReactionQuestion, ReactionTrigger},
    riders,
    square::{FEET, HEIGHT, Square, WIDTH},
    stances,
    stat_block::Trait,
    strike,
    ways::{WayStep, Ways},
};
use crate::{
    Change, Refusal, RefusalReason, State,
    condition_kind::{ConditionKind, SourceRule},
};

/// Feet of its speed a fighter has left in this turn.
pub(super) fn feet_left(state: &State, combatant: &Combatant) -> u16 {
    let speed = state.fighter(&combatant.who).map_or(0, |fighter| fighter.speed());
    let economy = &combatant.economy;
    if speed == 0 { 0 } else { speed.saturating_add(economy.dashed).saturating_sub(economy.feet) }
}

/// The cost of a step on plain ground: five feet, and five more for crawling or dragging (SRD 5.1, Being Prone;
/// Grappling).
pub(super) fn step_feet(state: &State, who: &FighterId) -> u16 {
    let crawls = state.fighter(who).is_some_and(|it| it.active_conditions().any(|it| it.rules().crawls));
    let drags = held_by(state, who).next().is_some();
    FEET + if crawls { FEET } else { 0 } + if drags { FEET } else { 0 }
}

/// The creatures that a fighter has grappled.
pub(super) fn held_by<'a>(state: &'a State, holder: &'a FighterId) -> impl Iterator<Item = &'a Combatant> {
    let order = state.encounter.iter().flat_map(|encounter| &encounter.order);
    order.filter(move |it| state.fighter(&it.who).is_some_and(|it| it.is_bound(SourceRule::Dragged, holder)))
}

/// The square within `feet` of another, and with a line of effect to it, that a fighter can reach in this turn at the lowest
/// cost in feet.
pub(super) fn nearest_within(state: &State, own: &Combatant, of: Footprint, feet: u16) -> Option<Square> {
    let (ways, left, there) = (Ways::of(state, own), feet_left(state, own), own.footprint());
    let terrain = state.encounter.as_deref()?.terrain_map();
    let near = Square::all().filter(|square| there.at(*square).feet_to(of) <= feet);
    let ways = near.filter_map(|square| Some((ways.feet_to(square).filter(|n| *n > 0 && *n <= left)?, square)));
    let clear = ways.filter(|(_, square)| terrain.is_clear(there.at(*square), of));
    clear.min_by_key(|(n, square)| (*n, square.feet_to(own.square))).map(|(_, square)| square)
}

/// The square that brings a fighter nearest to another in this turn, at the lowest cost in feet: beside it where speed allows.
/// `None` if no square brings it nearer.
pub(super) fn towards(state: &State, own: &Combatant, other: Footprint) -> Option<Square> {
    let (ways, left, there) = (Ways::of(state, own), feet_left(state, own), own.footprint());
    let off = |square: Square| there.at(square).feet_to(other).max(FEET);
    let nearer = Square::all().filter(|square| off(*square) < off(own.square));
    let ways = nearer.filter_map(|square| Some((ways.feet_to(square).filter(|n| *n <= left)?, square)));
    ways.min_by_key(|(n, square)| (off(*square), *n, square.feet_to(own.square))).map(|(_, square)| square)
}

/// Whether a fighter can still go a step in this turn.
pub(super) fn can_step(state: &State, combatant: &Combatant) -> bool {
    feet_left(state, combatant) >= step_feet(state, &combatant.who)
}

/// The square within this turn's speed that is furthest from another; none for the current one.
pub(super) fn furthest_from(state: &State, combatant: &Combatant, from: Footprint) -> Option<Square> {
    let (ways, left) = (Ways::around_hazards(state, combatant), feet_left(state, combatant));
    let off = |square: Square| combatant.footprint().at(square).feet_to(from);
    let near = Square::all().filter(|square| ways.feet_to(*square).is_some_and(|n| n <= left));
    let furthest = near.max_by_key(|square| (off(*square), std::cmp::Reverse(ways.feet_to(*square))));
    furthest.filter(|square| off(*square) > off(combatant.square))
}

/// Goes to a square by the shortest way, as far as that is within this turn's speed. Stops where a blow brings it down.
///
/// # Errors
/// The square is off the map, occupied, unreachable or too far; nothing is spent then.
pub(super) fn go(bout: &mut Bout, who: &FighterId, to: Square) -> Result<(), Refusal> {
    if !to.is_on_mat() {
        return Err(Refusal::new(format!(
            "Square {to} is off the map; valid squares are 0/0 to {}/{}.",
            WIDTH - 1,
            HEIGHT - 1
        )));
    }
    let from = bout.combatant(who)?;
    let left = feet_left(bout.game(), from);
    if left == 0 {
        return Err(Refusal::new(format!("{} can go no further in this turn.", bout.name(who))));
    }
    let ways = Ways::best_for(bout.game(), from, to, left);
    let Some(feet) = ways.feet_to(to) else {
        let words = format!("{} can't get to {to}: it is taken, or there is no way.", bout.name(who));
        return Err(Refusal::because(RefusalReason::OutOfReach, words));
    };
    if feet > left {
        return Err(Refusal::new(format!("It is {feet} feet to {to}, and {} has {left} left.", bout.name(who))));
    }
    if fears_to_go(bout, who, to) {
        return Err(Refusal::new(format!("{} is too frightened to go nearer.", bout.name(who))));
    }
    let (start, path) = (from.square, ways.path_to(to));
    walk(bout, who, start, &path)?;
    if bout.game().encounter.is_some() { stances::spring(bout, who) } else { Ok(()) }
}

/// Whether a frightened fighter refuses to move nearer to the source of its fear (SRD 5.1, Frightened).
pub(super) fn fears_to_go(bout: &Bout, who: &FighterId, to: Square) -> bool {
    let Some(fighter) = bout.game().fighter(who) else { return false };
    let Ok(own) = bout.combatant(who) else { return false };
    let mut feared = fighter.sources(SourceRule::NoApproach).filter_map(|source| bout.combatant(source).ok());
    feared.any(|feared| own.footprint().at(to).feet_to(feared.footprint()) < own.feet_to(feared))
}

/// Moves along a path; one change per uninterrupted stretch.
fn walk(bout: &mut Bout, who: &FighterId, start: Square, path: &[WayStep]) -> Result<(), Refusal> {
    let (mut at, mut gone) = (start, 0);
    for (i, WayStep { to, feet }) in path.iter().enumerate() {
        let strikers = opportunities(bout, who, at, *to);
        if !strikers.is_empty() {
            settle(bout, who, at, gone)?;
            gone = 0;
            for striker in strikers {
                opportunity(bout, &striker, who)?;
            }
            if bout.game().encounter.is_none() {
                return Ok(());
            }
            if bout.fighter(who)?.speed() == 0 {
                return step_aside(bout, who, &path[..i], start);
            }
        }
        (at, gone) = (*to, gone + feet);
        let burns = hazard::is_hazard_due(bout, who, at);
        if burns || i + 1 == path.len() {
            settle(bout, who, at, gone)?;
            gone = 0;
        }
        if burns {
            hazard::apply_hazards(bout, who)?;
        }
        if bout.game().encounter.is_none() {
            return Ok(());
        }
        if burns && bout.fighter(who)?.speed() == 0 {
            return step_aside(bout, who, &path[..=i], start);
        }
    }
    Ok(())
}

/// Moves a fighter who was stopped in an occupied space to the last free square of its path, or the nearest one.
fn step_aside(bout: &mut Bout, who: &FighterId, gone: &[WayStep], start: Square) -> Result<(), Refusal> {
    let own = bout.combatant(who)?;
    let (at, there) = (own.square, own.footprint());
    let encounter = bout.encounter()?;
    let back = gone.iter().rev().map(|step| step.to).chain([start]).chain(there.places_beside(there.span));
    let is_free = |square: &Square| has_room(bout.game(), encounter, who, there.at(*square));
    match [at].into_iter().chain(back).find(is_free) {
        Some(to) if to != at => bout.make(Change::CombatantMoved { who: who.clone(), to, feet: 0 }),
        _ => Ok(()),
    }
}

/// Records a move, and moves grappled creatures to a free square beside the fighter.
fn settle(bout: &mut Bout, who: &FighterId, at: Square, feet: u16) -> Result<(), Refusal> {
    if feet == 0 {
        return Ok(());
    }
    let (from, there) = (bout.combatant(who)?.square, bout.combatant(who)?.footprint().at(at));
    let dragged: Vec<FighterId> = held_by(bout.game(), who).map(|it| it.who.clone()).collect();
    bout.make(Change::CombatantMoved { who: who.clone(), to: at, feet })?;
    for held in dragged {
        let Ok(print) = bout.combatant(&held).map(Combatant::footprint) else { continue };
        let beside = there
            .places_beside(print.span)
            .into_iter()
            .chain([from])
            .find(|square| bout.encounter().is_ok_and(|it| has_room(bout.game(), it, &held, print.at(*square))));
        // A dragged creature may be in the way of the rest of the path.
        let stays = print.feet_to(there) == FEET;
        if let Some(to) = beside.filter(|_| !stays) {
            bout.make(Change::CombatantMoved { who: held.clone(), to, feet: 0 })?;
            hazard::apply_hazards(bout, &held)?;
        }
    }
    Ok(())
}

/// The fighters whose reach a step leaves and who can make an opportunity attack (SRD 5.1, Opportunity Attacks; Disengage;
/// Flyby).
fn opportunities(bout: &Bout, who: &FighterId, from: Square, to: Square) -> Vec<FighterId> {
    let (Ok(mover), Ok(encounter), Some(fighter)) = (bout.combatant(who), bout.encounter(), bout.game().fighter(who))
    else {
        return Vec::new();
    };
    let unseen = mover.stance.hidden.is_some() || fighter.is_unseen();
    if mover.stance.disengaged || unseen || fighter.traits().contains(&Trait::Flyby) {
        return Vec::new();
    }
    let foes = encounter.order.iter().filter(|it| it.side.fights(mover.side));
    let (from, to) = (mover.footprint().at(from), mover.footprint().at(to));
    let leaves = |it: &&Combatant| {
        // No reach exceeds twenty feet: fighters beyond that needn't be checked.
        let (was, is) = (it.footprint().feet_to(from), it.footprint().feet_to(to));
        if was > 20 || was >= is || !protection::can_react(bout, &it.who) {
            return false;
        }
        let Some(foe) = bout.game().fighter(&it.who) else { return false };
        let charmed = foe.is_bound(SourceRule::NoAttack, who);
        let reach = strike::at_hand(foe, it).map_or(0, |with| strike::hand_reach(with.attack.reach));
        let clear = || encounter.is_clear(it.footprint(), from);
        !charmed && foe.sees() && was <= reach && is > reach && clear()
    };
    foes.filter(leaves).map(|it| it.who.clone()).collect()
}

fn opportunity(bout: &mut Bout, striker: &FighterId, mover: &FighterId) -> Result<(), Refusal> {
    if bout.fighter(mover)?.is_down() || !protection::can_react(bout, striker) {
        return Ok(());
    }
    let Some(with) = strike::at_hand(bout.fighter(striker)?, bout.combatant(striker)?) else { return Ok(()) };
    let harm: Vec<&str> = with.attack.harm.iter().map(|it| it.dice.as_str()).collect();
    let (name, damage) = (with.name.clone(), harm.join(" + "));
    let blow = Reaction::OpportunityAttack { with: name, to_hit: with.attack.to_hit, damage };
    let question = |bout: &Bout| ReactionQuestion {
        who: bout.actor(striker),
        hp: bout.game().fighter(striker).map_or(0, FighterRef::hp),
        trigger: ReactionTrigger::Leaves { mover: bout.actor(mover) },
        options: vec![blow.clone()],
    };
    if bout.decide(striker, Some(blow.clone()), question)?.is_none() {
        return Ok(());
    }
    bout.spend(striker, |economy| economy.reaction = true)?;
    bout.happened(|bout| CombatEvent::OpportunityAttack { who: bout.actor(striker), target: bout.actor(mover) });
    strike::strike(bout, striker, mover, &with).map(drop)
}

/// Pushes a creature straight away from another, as far as there is space. A push provokes no opportunity attacks.
pub(super) fn push(bout: &mut Bout, who: &FighterId, from: &FighterId, feet: u16) -> Result<(), Refusal> {
    let (Ok(pushed), Ok(pusher)) = (bout.combatant(who), bout.combatant(from)) else { return Ok(()) };
    let (start, away) = (pushed.footprint(), pusher.footprint());
    let encounter = bout.encounter()?;
    let free = |to: &Footprint| has_room(bout.game(), encounter, who, *to);
    let next = |at: &Footprint| at.away_from(away).filter(free).filter(|to| to != at);
    let way: Vec<Footprint> = std::iter::successors(next(&start), next).take(usize::from(feet / FEET)).collect();
    let Some(end) = way.last() else { return Ok(()) };
    bout.did(who, PlainAction::Pushed);
    for at in &way {
        let burns = hazard::is_hazard_due(bout, who, at.square);
        if burns || at == end {
            bout.make(Change::CombatantMoved { who: who.clone(), to: at.square, feet: 0 })?;
        }
        if burns {
            hazard::apply_hazards(bout, who)?;
            if bout.game().encounter.is_none() || bout.fighter(who)?.is_dead() {
                break;
            }
        }
    }
    if bout.game().encounter.is_some() { riders::slip(bout) } else { Ok(()) }
}

/// Gets up, for half of the speed (SRD 5.1, Being Prone).
pub(super) fn stand_up(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    if !fighter.is(ConditionKind::Prone) {
        return Err(Refusal::new(format!("{} stands already.", fighter.name())));
    }
    let half = fighter.speed() / 2;
    let left = feet_left(bout.game(), bout.combatant(who)?);
    if half == 0 || left < half {
        return Err(Refusal::new(format!("Standing up takes {half} feet, and {} has {left} left.", bout.name(who))));
    }
    bout.spend(who, |economy| economy.feet = economy.feet.saturating_add(half))?;
    riders::cure(bout, who, ConditionKind::Prone)
}
