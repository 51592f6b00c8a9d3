//! Finds free squares for fighters who join or are moved.

use super::{
    encounter::{Combatant, Encounter, FightSide},
    fighter::FighterId,
    footprint::{Footprint, origins_overlapping, span_of},
    square::{Square, WIDTH},
    square_set::SquareSet,
    terrain::{TerrainMap, TerrainPatch},
};
use crate::State;

/// Columns where the sides begin: thirty feet between heroes and foes.
const STARTING_COLUMNS: [(FightSide, u8); 3] = [(FightSide::Heroes, 2), (FightSide::Foes, 8), (FightSide::Neutral, 5)];

/// The column where a side begins.
fn starting_column(side: FightSide) -> u8 {
    STARTING_COLUMNS.iter().find(|(of, _)| *of == side).map_or(WIDTH / 2, |(_, column)| *column)
}

/// Whether a fighter fits: on the map, not blocked, and free of living creatures.
pub(super) fn has_room(state: &State, encounter: &Encounter, who: &FighterId, place: Footprint) -> bool {
    let others = encounter.order.iter().filter(|it| it.who != *who);
    let living = others.filter(|it| state.fighter(&it.who).is_some_and(|fighter| !fighter.is_dead()));
    let filled: SquareSet = living.flat_map(|it| it.footprint().squares()).collect();
    place.is_on_mat() && !place.set().meets(filled | encounter.terrain_map().blocked)
}

/// A free square for a newcomer next to a fighter; `None` if there is none, or no such fighter.
pub fn free_beside(state: &State, who: &FighterId, newcomer: &FighterId) -> Option<Square> {
    let encounter = state.encounter.as_deref()?;
    let span = span_of(state.fighter(newcomer)?.size());
    let placement = Placement::of(&encounter.terrain, &encounter.order, span);
    placement.free_around(encounter.combatant(who)?.footprint())
}

/// The starting squares of `n` fighters of one square on a side of this terrain, for checks before a fight.
pub fn starting_squares(terrain: &[TerrainPatch], side: FightSide, n: usize) -> Vec<Square> {
    let mut placement = Placement::of(terrain, &[], 1);
    let squares = std::iter::repeat_with(|| {
        let square = placement.free_space(side).square;
        placement.taken |= square.into();
        square
    });
    squares.take(n).collect()
}

/// The battle map for a creature that enters a fight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placement {
    blocked: SquareSet,
    hazards: SquareSet,
    /// Occupied squares, by the living or the dead.
    taken: SquareSet,
    /// Squares to a side of the creature's space.
    span: u8,
}

impl Placement {
    pub(super) fn of(terrain: &[TerrainPatch], there: &[Combatant], span: u8) -> Self {
        let TerrainMap { blocked, hazards, .. } = TerrainMap::of(terrain);
        let taken = there.iter().flat_map(|it| it.footprint().squares()).collect();
        Self { blocked, hazards, taken, span }
    }

    /// Top-left squares without room for the creature; squares of hazards count as taken.
    fn occupied(self) -> SquareSet {
        origins_overlapping(self.taken | self.blocked | self.hazards, self.span)
    }

    /// Whether the creature has room with its top-left square here.
    pub(super) fn is_free(self, square: Square) -> bool {
        square.is_on_mat() && !self.occupied().contains(square)
    }

    /// Whether it would be in a wall or off the map.
    fn is_blocked(self, square: Square) -> bool {
        !square.is_on_mat() || origins_overlapping(self.blocked, self.span).contains(square)
    }

    /// The largest free space at the square it is given, at least that square, which others may share; none if it is in a wall.
    pub(super) fn fit_at(self, square: Square) -> Option<Footprint> {
        let fits = |span: &u8| Self { span: *span, ..self }.is_free(square);
        let span = (2..=self.span).rev().find(fits).unwrap_or(1);
        (!Self { span, ..self }.is_blocked(square)).then_some(Footprint { square, span })
    }

    /// The free square next to another on the foes' side.
    pub(super) fn free_around(self, of: Footprint) -> Option<Square> {
        let free = of.places_beside(self.span).into_iter().filter(|square| self.is_free(*square));
        free.max_by_key(|square| (square.x, std::cmp::Reverse(square.y.abs_diff(of.square.y))))
    }

    /// The free space nearest to the side's starting column. If no space of the full size is free, a smaller one, down to one
    /// square; the creature keeps that size for the whole fight. The penalties of squeezing (SRD 5.1, Squeezing into a Smaller
    /// Space) are not applied.
    pub(super) fn free_space(self, side: FightSide) -> Footprint {
        let mut spaces = (1..=self.span).rev().filter_map(|span| {
            let occupied = Self { span, ..self }.occupied();
            let square = nearest_to_front(side, |square| !occupied.contains(square))?;
            Some(Footprint { square, span })
        });
        spaces.next().unwrap_or_else(|| Footprint { square: self.unblocked_square(side), span: 1 })
    }

    /// A square for one more where all are taken.
    fn unblocked_square(self, side: FightSide) -> Square {
        let square = nearest_to_front(side, |square| !self.blocked.contains(square));
        square.unwrap_or(Square { x: starting_column(side), y: 0 })
    }
}

/// The first free square of a side, from its starting column to the rear.
fn nearest_to_front(side: FightSide, is_free: impl Fn(Square) -> bool) -> Option<Square> {
    let front = starting_column(side);
    let rear = |square: &Square| match side {
        FightSide::Heroes if square.x > front => 2 * u16::from(square.x - front) + 1,
        FightSide::Foes if square.x < front => 2 * u16::from(front - square.x) + 1,
        _ => 2 * u16::from(square.x.abs_diff(front)),
    };
    // From the centre outwards, so that few enemies begin adjacent.
    let free = Square::all().filter(|square| is_free(*square));
    free.min_by_key(|square| (rear(square), square.y.abs_diff(3)))
}
