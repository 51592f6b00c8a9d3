//! Going about on the mat: ways, what they cost, and the blows one takes for turning one's back (SRD 5.1, Movement and
//! Position; Opportunity Attacks).

use super::{
    affliction::Affliction,
    bout::Bout,
    d20::source_of,
    encounter::{Combatant, Encounter},
    fighter::FighterId,
    protection, riders,
    square::{FEET, HEIGHT, Square, WIDTH},
    stances,
    stat_block::Trait,
    strike,
};
use crate::game::{Change, Refusal, State};

/// Feet of its speed a fighter has left in this turn.
pub(super) fn feet_left(state: &State, combatant: &Combatant) -> u16 {
    let speed = state.fighter(&combatant.who).map_or(0, |fighter| fighter.speed());
    let economy = &combatant.economy;
    if speed == 0 { 0 } else { speed.saturating_add(economy.dashed).saturating_sub(economy.feet) }
}

/// What a step costs: five feet, and five more for who crawls or drags somebody along (SRD 5.1, Being Prone; Grappling).
fn step_feet(state: &State, who: &FighterId) -> u16 {
    let crawls = state.fighter(who).is_some_and(|fighter| fighter.is(Affliction::Prone));
    let drags = held_by(state, who).next().is_some();
    FEET + if crawls { FEET } else { 0 } + if drags { FEET } else { 0 }
}

/// Those a fighter holds.
pub(super) fn held_by<'a>(state: &'a State, holder: &'a FighterId) -> impl Iterator<Item = &'a Combatant> {
    let order = state.encounter.iter().flat_map(|encounter| &encounter.order);
    order.filter(move |it| {
        let fighter = state.fighter(&it.who);
        fighter.is_some_and(|fighter| {
            source_of(fighter.conditions(), Affliction::Grappled).is_some_and(|source| source == holder)
        })
    })
}

/// Who stands on a square, unless dead.
pub(super) fn stands_on<'a>(state: &State, encounter: &'a Encounter, square: Square) -> Option<&'a Combatant> {
    encounter
        .order
        .iter()
        .find(|it| it.square == square && state.fighter(&it.who).is_some_and(|fighter| !fighter.is_dead()))
}

/// For each square the number of steps to it by the shortest way, and the square before it; through friends, around foes.
pub(super) struct Ways {
    steps: [u8; (WIDTH as usize) * (HEIGHT as usize)],
    before: [Square; (WIDTH as usize) * (HEIGHT as usize)],
    taken: [bool; (WIDTH as usize) * (HEIGHT as usize)],
}

const UNREACHED: u8 = u8::MAX;

impl Ways {
    /// The ways of a fighter from where it stands.
    pub(super) fn of(state: &State, from: &Combatant) -> Self {
        let mut ways = Self {
            steps: [UNREACHED; (WIDTH as usize) * (HEIGHT as usize)],
            before: [from.square; (WIDTH as usize) * (HEIGHT as usize)],
            taken: [false; (WIDTH as usize) * (HEIGHT as usize)],
        };
        let mut barred = ways.taken;
        for it in state.encounter.iter().flat_map(|encounter| &encounter.order) {
            let Some(fighter) = state.fighter(&it.who).filter(|fighter| it.who != from.who && !fighter.is_dead())
            else {
                continue;
            };
            ways.taken[it.square.number()] = true;
            barred[it.square.number()] = it.side.fights(from.side) && !fighter.is_down();
        }
        // Each square comes into the line once at the most: it needs no more room than the mat.
        let mut line = [from.square; (WIDTH as usize) * (HEIGHT as usize)];
        let (mut first, mut end) = (0, 1);
        ways.steps[from.square.number()] = 0;
        while first < end {
            let square = line[first];
            let steps = ways.steps[square.number()] + 1;
            first += 1;
            for to in square.around() {
                let number = to.number();
                if ways.steps[number] == UNREACHED && !barred[number] {
                    (ways.steps[number], ways.before[number]) = (steps, square);
                    line[end] = to;
                    end += 1;
                }
            }
        }
        ways
    }

    /// How many steps it is to a square where one can stay; none where there is no way, or somebody stands there.
    pub(super) fn steps_to(&self, square: Square) -> Option<u16> {
        let steps = self.steps[square.number()];
        (steps != UNREACHED && !self.taken[square.number()]).then_some(u16::from(steps))
    }

    /// The squares on the way to one, that one included.
    pub(super) fn path_to(&self, square: Square) -> Vec<Square> {
        let n = self.steps[square.number()];
        if n == UNREACHED {
            return Vec::new();
        }
        let mut path: Vec<Square> =
            std::iter::successors(Some(square), |at| Some(self.before[at.number()])).take(n.into()).collect();
        path.reverse();
        path
    }
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
        return Err(Refusal::new(format!("{} can't get to {to}: it is taken, or there is no way.", bout.name(who))));
    };
    let each = step_feet(bout.game(), who);
    let feet = steps.saturating_mul(each);
    if feet > left {
        return Err(Refusal::new(format!("It is {feet} feet to {to}, and {} has {left} left.", bout.name(who))));
    }
    if fears_to_go(bout, who, to) {
        return Err(Refusal::new(format!("{} is too frightened to go nearer.", bout.name(who))));
    }
    let (start, path) = (from.square, ways.path_to(to));
    walk(bout, who, start, &path, each)?;
    if bout.game().encounter.is_some() { stances::spring(bout, who) } else { Ok(()) }
}

/// Who is frightened doesn't go nearer to what frightens it (SRD 5.1, Frightened).
pub(super) fn fears_to_go(bout: &Bout, who: &FighterId, to: Square) -> bool {
    let Some(fighter) = bout.game().fighter(who) else { return false };
    let Some(feared) = source_of(fighter.conditions(), Affliction::Frightened) else { return false };
    let (Ok(own), Ok(feared)) = (bout.combatant(who), bout.combatant(feared)) else { return false };
    to.feet_to(feared.square) < own.square.feet_to(feared.square)
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
    let unseen = mover.stance.hidden.is_some() || fighter.is(Affliction::Invisible);
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
        let charmed = source_of(foe.conditions(), Affliction::Charmed) == Some(who);
        let reach = strike::at_hand(foe, it).map_or(0, |with| strike::hand_reach(with.attack.reach));
        !charmed && !foe.is(Affliction::Blinded) && was <= reach && it.square.feet_to(to) > reach
    };
    foes.filter(leaves).map(|it| it.who.clone()).collect()
}

fn opportunity(bout: &mut Bout, striker: &FighterId, mover: &FighterId) -> Result<(), Refusal> {
    if bout.fighter(mover)?.is_down() || !protection::can_react(bout, striker) {
        return Ok(());
    }
    let Some(with) = strike::at_hand(bout.fighter(striker)?, bout.combatant(striker)?) else { return Ok(()) };
    bout.spend(striker, |economy| economy.reaction = true)?;
    bout.tell(|bout| format!("{} strikes at {} in passing.", bout.name(striker), bout.name(mover)));
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
    bout.tell(|bout| format!("{} is pushed back.", bout.name(who)));
    bout.make(Change::CombatantMoved { who: who.clone(), to: at, feet: 0 })?;
    riders::slip(bout)
}

/// Stands up, for half of the speed (SRD 5.1, Being Prone).
pub(super) fn stand_up(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    if !fighter.is(Affliction::Prone) {
        return Err(Refusal::new(format!("{} stands already.", fighter.name())));
    }
    let half = fighter.speed() / 2;
    let left = feet_left(bout.game(), bout.combatant(who)?);
    if half == 0 || left < half {
        return Err(Refusal::new(format!("Standing up takes {half} feet, and {} has {left} left.", bout.name(who))));
    }
    bout.spend(who, |economy| economy.feet = economy.feet.saturating_add(half))?;
    riders::cure(bout, who, Affliction::Prone)
}
