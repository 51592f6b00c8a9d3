//! Paths on the battle map: which squares a fighter can get to, what that costs, and through which squares it goes (SRD 5.1,
//! Movement and Position; Variant: Playing on a Grid).

use super::{
    encounter::Combatant,
    footprint::origins_overlapping,
    movement::step_feet,
    square::{FEET, HEIGHT, Square, WIDTH},
    square_set::SquareSet,
    terrain::{TerrainMap, TerrainPatch},
};
use crate::State;

/// Squares of the mat.
const N: usize = (WIDTH as usize) * (HEIGHT as usize);
const UNREACHED: u8 = u8::MAX;
/// Buckets of the queue (Dial's algorithm): one more than the greatest cost of a step, which is 4 units: 3 for crawling and
/// dragging, 1 for difficult terrain.
const N_BUCKETS: usize = 5;

/// Whether a step from one square to one beside it crosses the corner of a wall.
fn cuts_corner(from: Square, to: Square, walls: SquareSet) -> bool {
    let corners = [Square { x: from.x, y: to.y }, Square { x: to.x, y: from.y }];
    from.x != to.x && from.y != to.y && corners.iter().any(|it| walls.contains(*it))
}

/// The squares that can be reached on foot from a square, without other fighters; none if the square is in a wall.
pub fn reachable(terrain: &[TerrainPatch], from: Square) -> Vec<Square> {
    let walls = TerrainMap::of(terrain).blocked;
    let mut seen = SquareSet::from(from).without(walls);
    loop {
        let next = seen.with_steps(walls).without(walls);
        if next == seen {
            return seen.iter().collect();
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

/// The cost of the shortest path to each square, through allies and around foes. Squares are the top left ones of the fighter's
/// space.
pub(super) struct Ways {
    from: Square,
    /// The cost of each square in units.
    units: [u8; N],
    /// Feet of a unit.
    unit: u16,
    /// Units of a step on plain ground.
    plain: u8,
    /// Squares where a move can't end, because they are occupied.
    taken: SquareSet,
    /// Impassable squares: walls and foes who are able to act.
    barred: SquareSet,
    walls: SquareSet,
    difficult: SquareSet,
    /// Whether there are hazards, and they bar the way.
    pub(super) avoids_hazards: bool,
}

/// How paths treat hazards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hazards {
    Cross,
    Avoid,
}

impl Ways {
    /// Computes a fighter's paths from its square.
    pub(super) fn of(state: &State, from: &Combatant) -> Self {
        Self::through(state, from, Hazards::Cross)
    }

    /// The same around hazards.
    pub(super) fn around_hazards(state: &State, from: &Combatant) -> Self {
        Self::through(state, from, Hazards::Avoid)
    }

    /// The ways around hazards if one of them leads to the square within this number of feet; otherwise all ways.
    pub(super) fn best_for(state: &State, from: &Combatant, to: Square, feet: u16) -> Self {
        let around = Self::around_hazards(state, from);
        match around.avoids_hazards && around.feet_to(to).is_none_or(|n| n > feet) {
            true => Self::of(state, from),
            false => around,
        }
    }

    fn through(state: &State, from: &Combatant, hazards: Hazards) -> Self {
        let (taken, barred) = crowd(state, from);
        let terrain = TerrainMap::for_fighter(state, &from.who);
        // Where a larger creature would leave the map is a wall, too.
        let walls = origins_overlapping(terrain.blocked, from.span);
        let at = |set: SquareSet| if set.is_empty() { set } else { origins_overlapping(set, from.span) };
        let difficult = at(terrain.difficult);
        let avoided = if hazards == Hazards::Avoid { at(terrain.hazards) } else { SquareSet::default() };
        let each = step_feet(state, &from.who);
        let is_plain = (walls | difficult).is_empty();
        let unit = if is_plain { each } else { FEET };
        let plain = u8::try_from(each / unit).unwrap_or(1);
        debug_assert!(usize::from(plain) + 1 < N_BUCKETS, "a costlier step would be found too early");
        let mut ways = Self {
            from: from.square,
            units: [UNREACHED; N],
            unit,
            plain,
            taken: at(taken) | walls,
            barred: at(barred) | walls | avoided,
            walls,
            difficult,
            avoids_hazards: !avoided.is_empty(),
        };
        if is_plain {
            ways.flood()
        } else {
            ways.flood_over_terrain()
        }
        ways
    }

    /// Every step costs the same.
    fn flood(&mut self) {
        let mut edge = SquareSet::from(self.from);
        let mut seen = edge | self.barred;
        let mut n = 0;
        while !edge.is_empty() {
            self.mark(edge, n);
            edge = edge.with_neighbours().without(seen);
            seen |= edge;
            n += 1;
        }
    }

    /// Steps onto difficult ground cost one unit more.
    fn flood_over_terrain(&mut self) {
        let mut buckets = [SquareSet::default(); N_BUCKETS];
        buckets[0] = self.from.into();
        let (mut seen, mut n) = (self.barred.without(self.from.into()), 0u8);
        while buckets.iter().any(|bucket| !bucket.is_empty()) && n < UNREACHED {
            let edge = std::mem::take(&mut buckets[usize::from(n) % N_BUCKETS]).without(seen);
            seen |= edge;
            self.mark(edge, n);
            let next = edge.with_steps(self.walls).without(seen);
            let after = usize::from(n) + usize::from(self.plain);
            buckets[after % N_BUCKETS] |= next.without(self.difficult);
            buckets[(after + 1) % N_BUCKETS] |= next & self.difficult;
            n += 1;
        }
    }

    fn mark(&mut self, set: SquareSet, n: u8) {
        set.iter().for_each(|square| self.units[square.number()] = n);
    }

    /// The movement cost in feet to a square where a move can end; none if it is unreachable or occupied.
    pub(super) fn feet_to(&self, square: Square) -> Option<u16> {
        let units = self.units[square.number()];
        (units != UNREACHED && !self.taken.contains(square)).then_some(u16::from(units) * self.unit)
    }

    /// The steps of the shortest way to a square; none if there is no way.
    pub(super) fn path_to(&self, to: Square) -> Vec<WayStep> {
        match (self.walls | self.difficult).is_empty() {
            true => self.path_on_a_plain(to),
            false => self.path_over_terrain(to),
        }
    }

    fn path_on_a_plain(&self, to: Square) -> Vec<WayStep> {
        let mut before: [Option<Square>; N] = [None; N];
        // Each square enters the queue at most once.
        let mut queue = [self.from; N];
        let (mut head, mut tail) = (0, 1);
        while head < tail && before[to.number()].is_none() {
            let square = queue[head];
            head += 1;
            for next in square.around() {
                let number = next.number();
                if before[number].is_none() && next != self.from && !self.barred.contains(next) {
                    before[number] = Some(square);
                    queue[tail] = next;
                    tail += 1;
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

    fn path_over_terrain(&self, to: Square) -> Vec<WayStep> {
        let mut path = Vec::new();
        let mut at = to;
        while at != self.from {
            let cost = self.plain + u8::from(self.difficult.contains(at));
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

/// Occupied squares, and the impassable ones among them: foes who are able to act.
fn crowd(state: &State, from: &Combatant) -> (SquareSet, SquareSet) {
    let (mut taken, mut barred) = (SquareSet::default(), SquareSet::default());
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

    // srd: rule/movement-and-position
    #[test]
    fn no_step_crosses_the_corner_of_a_wall() {
        let wall = SquareSet::from(Square { x: 5, y: 3 });
        for from in Square::all().filter(|it| !wall.contains(*it)) {
            for to in from.around().filter(|it| !wall.contains(*it)) {
                let steps = SquareSet::from(from).with_steps(wall);
                assert_eq!(!steps.contains(to), cuts_corner(from, to, wall), "{from} {to}");
            }
        }
        assert!(cuts_corner(Square { x: 4, y: 3 }, Square { x: 5, y: 4 }, wall));
    }
}
