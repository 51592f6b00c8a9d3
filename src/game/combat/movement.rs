//! Going about on the mat: ways, what they cost, and the blows one takes for turning one's back (SRD 5.1, Movement and
//! Position; Opportunity Attacks).

use super::{
    bout::Bout,
    encounter::{Combatant, Encounter},
    event::{CombatEvent, PlainAction},
    fighter::FighterId,
    protection, riders,
    square::{FEET, HEIGHT, Square, WIDTH},
    stances,
    stat_block::Trait,
    strike,
};
use crate::game::{
    Change, Refusal, RefusalReason, State,
    condition_kind::{ConditionKind, SourceRule},
};

/// Feet of its speed a fighter has left in this turn.
pub(super) fn feet_left(state: &State, combatant: &Combatant) -> u16 {
    let speed = state.fighter(&combatant.who).map_or(0, |fighter| fighter.speed());
    let economy = &combatant.economy;
    if speed == 0 { 0 } else { speed.saturating_add(economy.dashed).saturating_sub(economy.feet) }
}

/// What a step costs: five feet, and five more for who crawls or drags somebody along (SRD 5.1, Being Prone; Grappling).
fn step_feet(state: &State, who: &FighterId) -> u16 {
    let crawls = state.fighter(who).is_some_and(|it| it.active_conditions().any(|it| it.rules().crawls));
    let drags = held_by(state, who).next().is_some();
    FEET + if crawls { FEET } else { 0 } + if drags { FEET } else { 0 }
}

/// Those a fighter holds.
pub(super) fn held_by<'a>(state: &'a State, holder: &'a FighterId) -> impl Iterator<Item = &'a Combatant> {
    let order = state.encounter.iter().flat_map(|encounter| &encounter.order);
    order.filter(move |it| state.fighter(&it.who).is_some_and(|it| it.is_bound(SourceRule::Dragged, holder)))
}

/// Who stands on a square, unless dead.
pub(super) fn stands_on<'a>(state: &State, encounter: &'a Encounter, square: Square) -> Option<&'a Combatant> {
    encounter
        .order
        .iter()
        .find(|it| it.square == square && state.fighter(&it.who).is_some_and(|fighter| !fighter.is_dead()))
}

/// Squares of the mat.
const N: usize = (WIDTH as usize) * (HEIGHT as usize);
/// A set of squares, a bit for each by its number.
type Squares = u128;
/// The squares at the left edge, at the right one, and all of them.
const LEFT: Squares = column(0);
const RIGHT: Squares = column(WIDTH - 1);
const ALL: Squares = (1 << N) - 1;
const UNREACHED: u8 = u8::MAX;

const fn column(x: u8) -> Squares {
    let (mut set, mut y) = (0, 0);
    while y < HEIGHT {
        set |= 1 << (y * WIDTH + x);
        y += 1;
    }
    set
}

/// A set with every square that touches one of it.
fn grown(set: Squares) -> Squares {
    let wide = set | (set & !RIGHT) << 1 | (set & !LEFT) >> 1;
    (wide | wide << WIDTH | wide >> WIDTH) & ALL
}

/// The squares on which others stand, and those of them that bar the way: foes who are up.
fn crowd(state: &State, from: &Combatant) -> (Squares, Squares) {
    let (mut taken, mut barred) = (0, 0);
    for it in state.encounter.iter().flat_map(|encounter| &encounter.order).filter(|it| it.who != from.who) {
        let Some(fighter) = state.fighter(&it.who).filter(|fighter| !fighter.is_dead()) else { continue };
        taken |= 1 << it.square.number();
        if it.side.fights(from.side) && !fighter.is_down() {
            barred |= 1 << it.square.number();
        }
    }
    (taken, barred)
}

/// The square within `feet` of another that a fighter can reach in this turn with the fewest steps.
pub(super) fn nearest_within(state: &State, own: &Combatant, of: Square, feet: u16) -> Option<Square> {
    let (ways, most) = (Ways::of(state, own), steps_left(state, own));
    let near = Square::all().filter(|square| square.feet_to(of) <= feet);
    let steps = near.filter_map(|square| Some((ways.steps_to(square).filter(|n| *n > 0 && *n <= most)?, square)));
    steps.min_by_key(|(n, square)| (*n, square.feet_to(own.square))).map(|(_, square)| square)
}

/// The square that brings a fighter nearest to another in this turn, with the fewest steps: beside it where speed allows.
/// `None` if no square brings it nearer.
pub(super) fn towards(state: &State, own: &Combatant, other: Square) -> Option<Square> {
    let (ways, most) = (Ways::of(state, own), steps_left(state, own));
    let off = |square: Square| square.feet_to(other).max(FEET);
    let nearer = Square::all().filter(|square| off(*square) < off(own.square));
    let steps = nearer.filter_map(|square| Some((ways.steps_to(square).filter(|n| *n <= most)?, square)));
    steps.min_by_key(|(n, square)| (off(*square), *n, square.feet_to(own.square))).map(|(_, square)| square)
}

/// For each square the number of steps to it by the shortest way, through friends and around foes.
pub(super) struct Ways {
    steps: [u8; N],
    taken: Squares,
}

impl Ways {
    /// The ways of a fighter from where it stands.
    pub(super) fn of(state: &State, from: &Combatant) -> Self {
        let (taken, barred) = crowd(state, from);
        let mut steps = [UNREACHED; N];
        let mut edge: Squares = 1 << from.square.number();
        let mut seen = edge | barred;
        let mut n = 0;
        while edge != 0 {
            let mut rest = edge;
            while rest != 0 {
                steps[rest.trailing_zeros() as usize] = n;
                rest &= rest - 1;
            }
            edge = grown(edge) & !seen;
            seen |= edge;
            n += 1;
        }
        Self { steps, taken }
    }

    /// How many steps it is to a square where one can stay; none where there is no way, or somebody stands there.
    pub(super) fn steps_to(&self, square: Square) -> Option<u16> {
        let steps = self.steps[square.number()];
        (steps != UNREACHED && self.taken & 1 << square.number() == 0).then_some(u16::from(steps))
    }
}

/// The squares on the shortest way of a fighter to one, that one included; none where there is no way.
fn path_to(state: &State, from: &Combatant, to: Square) -> Vec<Square> {
    let (_, barred) = crowd(state, from);
    let mut before: [Option<Square>; N] = [None; N];
    // Each square comes into the line once at the most: it needs no more room than the mat.
    let mut line = [from.square; N];
    let (mut first, mut end) = (0, 1);
    while first < end && before[to.number()].is_none() {
        let square = line[first];
        first += 1;
        for next in square.around() {
            let number = next.number();
            if before[number].is_none() && next != from.square && barred & 1 << number == 0 {
                before[number] = Some(square);
                line[end] = next;
                end += 1;
            }
        }
    }
    if before[to.number()].is_none() {
        return Vec::new();
    }
    let back = std::iter::successors(Some(to), |at| before[at.number()]);
    let mut path: Vec<Square> = back.take_while(|square| *square != from.square).collect();
    path.reverse();
    path
}

/// How many steps a fighter can still go in this turn.
pub(super) fn steps_left(state: &State, combatant: &Combatant) -> u16 {
    feet_left(state, combatant) / step_feet(state, &combatant.who)
}

/// The square within this turn's speed that is furthest from another; none where that is where it stands.
pub(super) fn furthest_from(state: &State, combatant: &Combatant, from: Square) -> Option<Square> {
    let (ways, steps) = (Ways::of(state, combatant), steps_left(state, combatant));
    let near = Square::all().filter(|square| ways.steps_to(*square).is_some_and(|n| n <= steps));
    let furthest = near.max_by_key(|square| (square.feet_to(from), std::cmp::Reverse(ways.steps_to(*square))));
    furthest.filter(|square| square.feet_to(from) > combatant.square.feet_to(from))
}

/// Goes to a square by the shortest way, as far as that is within this turn's speed. Stops where a blow brings it down.
///
/// # Errors
/// The square isn't on the mat, somebody stands there, there is no way, or it is too far; nothing is spent then.
pub(super) fn go(bout: &mut Bout, who: &FighterId, to: Square) -> Result<(), Refusal> {
    if !to.is_on_mat() {
        return Err(Refusal::new(format!(
            "There is no square {to}; they go from 0/0 to {}/{}.",
            WIDTH - 1,
            HEIGHT - 1
        )));
    }
    let from = bout.combatant(who)?;
    let left = feet_left(bout.game(), from);
    if left == 0 {
        return Err(Refusal::new(format!("{} can go no further in this turn.", bout.name(who))));
    }
    let ways = Ways::of(bout.game(), from);
    let Some(steps) = ways.steps_to(to) else {
        let words = format!("{} can't get to {to}: it is taken, or there is no way.", bout.name(who));
        return Err(Refusal::because(RefusalReason::OutOfReach, words));
    };
    let each = step_feet(bout.game(), who);
    let feet = steps.saturating_mul(each);
    if feet > left {
        return Err(Refusal::new(format!("It is {feet} feet to {to}, and {} has {left} left.", bout.name(who))));
    }
    if fears_to_go(bout, who, to) {
        return Err(Refusal::new(format!("{} is too frightened to go nearer.", bout.name(who))));
    }
    let (start, path) = (from.square, path_to(bout.game(), from, to));
    walk(bout, who, start, &path, each)?;
    if bout.game().encounter.is_some() { stances::spring(bout, who) } else { Ok(()) }
}

/// Who is frightened doesn't go nearer to what frightens it (SRD 5.1, Frightened).
pub(super) fn fears_to_go(bout: &Bout, who: &FighterId, to: Square) -> bool {
    let Some(fighter) = bout.game().fighter(who) else { return false };
    let Ok(own) = bout.combatant(who) else { return false };
    let mut feared = fighter.sources(SourceRule::NoApproach).filter_map(|source| bout.combatant(source).ok());
    feared.any(|feared| to.feet_to(feared.square) < own.square.feet_to(feared.square))
}

/// The steps of a way; one change for every stretch nobody interrupts.
fn walk(bout: &mut Bout, who: &FighterId, start: Square, path: &[Square], each: u16) -> Result<(), Refusal> {
    let (mut at, mut gone) = (start, 0);
    for (i, to) in path.iter().enumerate() {
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
        (at, gone) = (*to, gone + each);
        if i + 1 == path.len() {
            settle(bout, who, at, gone)?;
        }
    }
    Ok(())
}

/// Whoever is stopped where a friend stands lies beside that one: on the last free square of the way, or the next there is.
fn step_aside(bout: &mut Bout, who: &FighterId, gone: &[Square], start: Square) -> Result<(), Refusal> {
    let at = bout.combatant(who)?.square;
    let encounter = bout.encounter()?;
    let is_taken = |square: Square| {
        let others = encounter.order.iter().filter(|it| it.who != *who && it.square == square);
        others.into_iter().any(|it| bout.game().fighter(&it.who).is_some_and(|fighter| !fighter.is_dead()))
    };
    let back = gone.iter().rev().copied().chain([start]).chain(at.around());
    match [at].into_iter().chain(back).find(|square| !is_taken(*square)) {
        Some(to) if to != at => bout.make(Change::CombatantMoved { who: who.clone(), to, feet: 0 }),
        _ => Ok(()),
    }
}

/// Puts a mover where it has got to, and those it drags along where it came from.
fn settle(bout: &mut Bout, who: &FighterId, at: Square, feet: u16) -> Result<(), Refusal> {
    if feet == 0 {
        return Ok(());
    }
    let from = bout.combatant(who)?.square;
    let dragged: Vec<FighterId> = held_by(bout.game(), who).map(|it| it.who.clone()).collect();
    bout.make(Change::CombatantMoved { who: who.clone(), to: at, feet })?;
    for held in dragged {
        let beside = at.around().chain([from]).find(|square| {
            bout.encounter().is_ok_and(|encounter| stands_on(bout.game(), encounter, *square).is_none())
        });
        // Who was dragged aside when the way was interrupted may lie where it goes on.
        let stays = bout.combatant(&held).is_ok_and(|it| it.square.is_beside(at) && it.square != at);
        if let Some(to) = beside.filter(|_| !stays) {
            bout.make(Change::CombatantMoved { who: held, to, feet: 0 })?;
        }
    }
    Ok(())
}

/// Those whose reach a step leaves and who can strike for it (SRD 5.1, Opportunity Attacks; Disengage; Flyby).
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
    let leaves = |it: &&Combatant| {
        // Nobody reaches further than twenty feet: who is beyond that needn't be looked at.
        let was = it.square.feet_to(from);
        if was > 20 || was >= it.square.feet_to(to) || !protection::can_react(bout, &it.who) {
            return false;
        }
        let Some(foe) = bout.game().fighter(&it.who) else { return false };
        let charmed = foe.is_bound(SourceRule::NoAttack, who);
        let reach = strike::at_hand(foe, it).map_or(0, |with| strike::hand_reach(with.attack.reach));
        !charmed && foe.sees() && was <= reach && it.square.feet_to(to) > reach
    };
    foes.filter(leaves).map(|it| it.who.clone()).collect()
}

fn opportunity(bout: &mut Bout, striker: &FighterId, mover: &FighterId) -> Result<(), Refusal> {
    if bout.fighter(mover)?.is_down() || !protection::can_react(bout, striker) {
        return Ok(());
    }
    let Some(with) = strike::at_hand(bout.fighter(striker)?, bout.combatant(striker)?) else { return Ok(()) };
    bout.spend(striker, |economy| economy.reaction = true)?;
    bout.happened(|bout| CombatEvent::OpportunityAttack { who: bout.actor(striker), target: bout.actor(mover) });
    strike::strike(bout, striker, mover, &with).map(drop)
}

/// Pushes someone straight away from another, as far as there is room. Nobody strikes at who is pushed.
pub(super) fn push(bout: &mut Bout, who: &FighterId, from: &FighterId, feet: u16) -> Result<(), Refusal> {
    let (Ok(pushed), Ok(pusher)) = (bout.combatant(who), bout.combatant(from)) else { return Ok(()) };
    let (start, away) = (pushed.square, pusher.square);
    let encounter = bout.encounter()?;
    let free = |square: &Square| stands_on(bout.game(), encounter, *square).is_none();
    let mut at = start;
    for _ in 0..feet / FEET {
        match at.away_from(away).filter(free) {
            Some(to) if to != at => at = to,
            _ => break,
        }
    }
    if at == start {
        return Ok(());
    }
    bout.did(who, PlainAction::Pushed);
    bout.make(Change::CombatantMoved { who: who.clone(), to: at, feet: 0 })?;
    riders::slip(bout)
}

/// Stands up, for half of the speed (SRD 5.1, Being Prone).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_grows_by_what_touches_it_and_not_over_the_edges() {
        for square in Square::all() {
            let around =
                square.around().chain([square]).map(|it| 1 << it.number()).fold(0, |set: Squares, it| set | it);
            assert_eq!(grown(1 << square.number()), around, "{square}");
        }
        assert_eq!(grown(ALL), ALL);
    }
}
