//! Ways about the mat: which squares a fighter can get to, what that costs, and through which squares it goes (SRD 5.1,
//! Movement and Position; Variant: Playing on a Grid).

use super::{
    encounter::Combatant,
    footprint::spread,
    ground,
    movement::step_feet,
    square::{FEET, HEIGHT, Square, SquareSet, WIDTH},
    terrain::{Ground, TerrainPatch},
};
use crate::game::State;

/// Squares of the mat.
const N: usize = (WIDTH as usize) * (HEIGHT as usize);
/// The squares at the left edge, at the right one, and all of them.
const LEFT: SquareSet = column(0);
const RIGHT: SquareSet = column(WIDTH - 1);
const ALL: SquareSet = (1 << N) - 1;
const UNREACHED: u8 = u8::MAX;
/// The most steps that the first square of a wave is ahead of the last one: a step costs at most three, and one more where
/// the ground is difficult.
const WAVES: usize = 5;

const fn column(x: u8) -> SquareSet {
    let (mut set, mut y) = (0, 0);
    while y < HEIGHT {
        set |= 1 << (y * WIDTH + x);
        y += 1;
    }
    set
}

/// A set with every square that touches one of it.
fn grown(set: SquareSet) -> SquareSet {
    let wide = set | (set & !RIGHT) << 1 | (set & !LEFT) >> 1;
    (wide | wide << WIDTH | wide >> WIDTH) & ALL
}

/// A set with every square that is a step away, where no step crosses the corner of a wall (SRD 5.1, Playing on a Grid:
/// Corners).
fn stepped(set: SquareSet, walls: SquareSet) -> SquareSet {
    let right = |set: SquareSet| (set & !RIGHT) << 1;
    let left = |set: SquareSet| (set & !LEFT) >> 1;
    let (down, up) = (|set: SquareSet| (set << WIDTH) & ALL, |set: SquareSet| set >> WIDTH);
    let free = !walls;
    let askew = |across: &dyn Fn(SquareSet) -> SquareSet, along: &dyn Fn(SquareSet) -> SquareSet| {
        across(along(set) & free) & along(across(set) & free)
    };
    let straight = set | right(set) | left(set) | down(set) | up(set);
    straight | askew(&right, &down) | askew(&right, &up) | askew(&left, &down) | askew(&left, &up)
}

/// Whether a step from one square to one beside it crosses the corner of a wall.
fn cuts_corner(from: Square, to: Square, walls: SquareSet) -> bool {
    let corners = [Square { x: from.x, y: to.y }, Square { x: to.x, y: from.y }];
    from.x != to.x && from.y != to.y && corners.iter().any(|it| walls & it.bit() != 0)
}

/// The squares that can be reached on foot from one where nobody else is; none if that is in a wall.
pub fn reachable(terrain: &[TerrainPatch], from: Square) -> Vec<Square> {
    let walls = Ground::of(terrain).blocked;
    let mut seen = from.bit() & !walls;
    loop {
        let next = stepped(seen, walls) & !walls;
        if next == seen {
            return Square::all().filter(|square| seen & square.bit() != 0).collect();
        }
        seen = next;
    }
}

/// A step of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WayStep {
    /// Where it leads.
    pub(super) to: Square,
    /// Feet of speed that it costs.
    pub(super) feet: u16,
}

/// For each square what it costs to get there by the shortest way, through friends and around foes. Squares are those at
/// the top left of the fighter's space.
pub(super) struct Ways {
    from: Square,
    /// The cost of each square in units.
    units: [u8; N],
    /// Feet of a unit.
    unit: u16,
    /// Units of a step on plain ground.
    plain: u8,
    /// Where nobody can stay, because others stand there.
    taken: SquareSet,
    /// Where nobody can pass: foes who are up, and walls.
    barred: SquareSet,
    walls: SquareSet,
    difficult: SquareSet,
}

impl Ways {
    /// The ways of a fighter from where it stands.
    pub(super) fn of(state: &State, from: &Combatant) -> Self {
        Self::avoiding(state, from, false)
    }

    /// The same around hazards.
    pub(super) fn around_hazards(state: &State, from: &Combatant) -> Self {
        Self::avoiding(state, from, true)
    }

    /// The ways around hazards, if one of them leads to a square for so many feet, and else all ways.
    pub(super) fn best_for(state: &State, from: &Combatant, to: Square, feet: u16) -> Self {
        let around = Self::around_hazards(state, from);
        let has_hazards = ground::ground_for(state, &from.who).hazards != 0;
        match has_hazards && around.feet_to(to).is_none_or(|n| n > feet) {
            true => Self::of(state, from),
            false => around,
        }
    }

    fn avoiding(state: &State, from: &Combatant, avoids_hazards: bool) -> Self {
        let (mut taken, mut barred) = crowd(state, from);
        let ground = ground::ground_for(state, &from.who);
        let at = |set: SquareSet| spread(set, from.span);
        let (walls, difficult) = (at(ground.blocked), if ground.difficult == 0 { 0 } else { at(ground.difficult) });
        let hazards = if avoids_hazards && ground.hazards != 0 { at(ground.hazards) } else { 0 };
        (taken, barred) = (at(taken) | walls, at(barred) | walls | hazards);
        let each = step_feet(state, &from.who);
        let is_plain = walls | difficult == 0;
        let unit = if is_plain { each } else { FEET };
        let plain = u8::try_from(each / unit).unwrap_or(1);
        let mut ways = Self { from: from.square, units: [UNREACHED; N], unit, plain, taken, barred, walls, difficult };
        if is_plain {
            ways.flood()
        } else {
            ways.flood_over_ground()
        }
        ways
    }

    /// Every step costs the same.
    fn flood(&mut self) {
        let mut edge = self.from.bit();
        let mut seen = edge | self.barred;
        let mut n = 0;
        while edge != 0 {
            self.mark(edge, n);
            edge = grown(edge) & !seen;
            seen |= edge;
            n += 1;
        }
    }

    /// Steps onto difficult ground cost one unit more.
    fn flood_over_ground(&mut self) {
        let mut waves = [0; WAVES];
        waves[0] = self.from.bit();
        let (mut seen, mut n) = (self.barred & !self.from.bit(), 0u8);
        while waves.iter().any(|wave| *wave != 0) && n < UNREACHED {
            let edge = std::mem::take(&mut waves[usize::from(n) % WAVES]) & !seen;
            seen |= edge;
            self.mark(edge, n);
            let next = stepped(edge, self.walls) & !seen;
            let after = usize::from(n) + usize::from(self.plain);
            waves[after % WAVES] |= next & !self.difficult;
            waves[(after + 1) % WAVES] |= next & self.difficult;
            n += 1;
        }
    }

    fn mark(&mut self, set: SquareSet, n: u8) {
        let mut rest = set;
        while rest != 0 {
            self.units[rest.trailing_zeros() as usize] = n;
            rest &= rest - 1;
        }
    }

    /// How many feet of speed it takes to get to a square where one can stay; none where there is no way, or somebody
    /// stands there.
    pub(super) fn feet_to(&self, square: Square) -> Option<u16> {
        let units = self.units[square.number()];
        (units != UNREACHED && self.taken & square.bit() == 0).then_some(u16::from(units) * self.unit)
    }

    /// The steps of the shortest way to a square; none where there is no way.
    pub(super) fn path_to(&self, to: Square) -> Vec<WayStep> {
        match self.walls | self.difficult {
            0 => self.path_on_a_plain(to),
            _ => self.path_over_ground(to),
        }
    }

    fn path_on_a_plain(&self, to: Square) -> Vec<WayStep> {
        let mut before: [Option<Square>; N] = [None; N];
        // Each square comes into the line once at the most: it needs no more room than the mat.
        let mut line = [self.from; N];
        let (mut first, mut end) = (0, 1);
        while first < end && before[to.number()].is_none() {
            let square = line[first];
            first += 1;
            for next in square.around() {
                let number = next.number();
                if before[number].is_none() && next != self.from && self.barred & next.bit() == 0 {
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
        let back = back.take_while(|square| *square != self.from);
        let mut path: Vec<WayStep> = back.map(|to| WayStep { to, feet: self.unit }).collect();
        path.reverse();
        path
    }

    fn path_over_ground(&self, to: Square) -> Vec<WayStep> {
        let mut path = Vec::new();
        let mut at = to;
        while at != self.from {
            let cost = self.plain + u8::from(self.difficult & at.bit() != 0);
            let units = |square: Square| self.units[square.number()];
            let is_before = |square: &Square| {
                units(*square) != UNREACHED
                    && units(*square).checked_add(cost) == Some(units(at))
                    && !cuts_corner(*square, at, self.walls)
            };
            let Some(before) = at.around().find(is_before).filter(|_| units(at) != UNREACHED) else {
                return Vec::new();
            };
            path.push(WayStep { to: at, feet: u16::from(cost) * self.unit });
            at = before;
        }
        path.reverse();
        path
    }
}

/// The squares on which others stand, and those of them that bar the way: foes who are up.
fn crowd(state: &State, from: &Combatant) -> (SquareSet, SquareSet) {
    let (mut taken, mut barred) = (0, 0);
    for it in state.encounter.iter().flat_map(|encounter| &encounter.order).filter(|it| it.who != from.who) {
        let Some(fighter) = state.fighter(&it.who).filter(|fighter| !fighter.is_dead()) else { continue };
        let there = it.footprint().set();
        taken |= there;
        if it.side.fights(from.side) && !fighter.is_down() {
            barred |= there;
        }
    }
    (taken, barred)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_grows_by_what_touches_it_and_not_over_the_edges() {
        for square in Square::all() {
            let around = square.around().chain([square]).fold(0, |set: SquareSet, it| set | it.bit());
            assert_eq!(grown(square.bit()), around, "{square}");
            assert_eq!(stepped(square.bit(), 0), around, "{square}");
        }
        assert_eq!(grown(ALL), ALL);
    }

    // srd: rule/movement-and-position
    #[test]
    fn no_step_crosses_the_corner_of_a_wall() {
        let wall = Square { x: 5, y: 3 }.bit();
        for from in Square::all().filter(|it| it.bit() != wall) {
            for to in from.around().filter(|it| it.bit() != wall) {
                assert_eq!(stepped(from.bit(), wall) & to.bit() == 0, cuts_corner(from, to, wall), "{from} {to}");
            }
        }
        assert!(cuts_corner(Square { x: 4, y: 3 }, Square { x: 5, y: 4 }, wall));
    }
}
