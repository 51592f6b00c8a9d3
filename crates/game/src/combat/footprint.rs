//! The squares that a creature occupies: one up to Medium size, more for larger ones (SRD 5.1, Movement and Position: Creature Size;
//! Space).

use super::{
    square::{FEET, HEIGHT, Square, WIDTH},
    square_set::SquareSet,
    stat_block::Size,
};

/// A square block of squares on the mat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footprint {
    /// The square at its top left.
    pub square: Square,
    /// Squares to a side, 1 to 4.
    pub span: u8,
}

/// The most squares to a side that a creature fills.
pub const MAX_SPAN: u8 = 4;

/// Squares to a side of the space that a creature of this size controls (SRD 5.1, Size Categories).
pub fn span_of(size: Size) -> u8 {
    match size {
        Size::Tiny | Size::Small | Size::Medium => 1,
        Size::Large => 2,
        Size::Huge => 3,
        Size::Gargantuan => 4,
    }
}

impl Footprint {
    /// One square.
    pub fn of(square: Square) -> Self {
        Self { square, span: 1 }
    }

    /// The same at another square.
    pub fn at(self, square: Square) -> Self {
        Self { square, ..self }
    }

    /// Whether all of it is on the mat.
    pub(super) fn is_on_mat(self) -> bool {
        self.square.x + self.span <= WIDTH && self.square.y + self.span <= HEIGHT
    }

    /// Its squares on the mat, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let Self { square: Square { x, y }, span } = self;
        (y..HEIGHT.min(y + span)).flat_map(move |y| (x..WIDTH.min(x + span)).map(move |x| Square { x, y }))
    }

    /// Its squares on the mat as a set.
    pub(super) fn set(self) -> SquareSet {
        self.squares().collect()
    }

    /// Feet between the nearest squares of the two; 0 where they overlap.
    pub fn feet_to(self, other: Self) -> u16 {
        let gap = |own: u8, span: u8, theirs: u8, other_span: u8| match own < theirs {
            true => theirs.saturating_sub(own + span - 1),
            false => own.saturating_sub(theirs + other_span - 1),
        };
        let x = gap(self.square.x, self.span, other.square.x, other.span);
        let y = gap(self.square.y, self.span, other.square.y, other.span);
        FEET * u16::from(x.max(y))
    }

    /// Whether they touch or overlap.
    pub fn is_beside(self, other: Self) -> bool {
        self.feet_to(other) <= FEET
    }

    /// Whether the line between the middles of two others passes through opposite sides or corners of it.
    pub(super) fn is_between(self, one: Self, other: Self) -> bool {
        // In halves of a square, so that middles are whole numbers.
        let middle = |it: Self| {
            let of = |from: u8| 2 * i32::from(from) + i32::from(it.span);
            (of(it.square.x), of(it.square.y))
        };
        let edges = |from: u8| (2 * i32::from(from), 2 * (i32::from(from) + i32::from(self.span)));
        let ((x1, y1), (x2, y2)) = (middle(one), middle(other));
        let (xs, ys) = (edges(self.square.x), edges(self.square.y));
        // `across` goes from one side to the opposite one, `along` those sides.
        let crosses = |across: (i32, i32), along: (i32, i32), low: (i32, i32), side: (i32, i32)| {
            let (near, far) = if across.0 < across.1 { across } else { (across.1, across.0) };
            let (from, to) = if across.0 < across.1 { along } else { (along.1, along.0) };
            let at = |edge: i32| from * (far - near) + (to - from) * (edge - near);
            let holds = |edge: i32| (side.0 * (far - near)..=side.1 * (far - near)).contains(&at(edge));
            near < low.0 && far > low.1 && holds(low.0) && holds(low.1)
        };
        crosses((x1, x2), (y1, y2), xs, ys) || crosses((y1, y2), (x1, x2), ys, xs)
    }

    /// Its square nearest to another one.
    pub(super) fn nearest_to(self, to: Square) -> Square {
        let within = |from: u8, to: u8| to.clamp(from, from + self.span - 1);
        Square::new(within(self.square.x, to.x), within(self.square.y, to.y))
    }

    /// Top-left squares of footprints with this span that are adjacent to it, occupied or not.
    pub(super) fn places_beside(self, span: u8) -> Vec<Square> {
        if self.span == 1 && span == 1 {
            return self.square.around().collect();
        }
        let all = Square::all().map(|square| Self { square, span }).filter(|it| it.is_on_mat());
        all.filter(|it| it.feet_to(self) == FEET).map(|it| it.square).collect()
    }

    /// The same, one step straight away from another; none off the mat.
    pub(super) fn away_from(self, from: Self) -> Option<Self> {
        let sign = |own: u8, span: u8, theirs: u8, other_span: u8| {
            (i16::from(own) * 2 + i16::from(span) - i16::from(theirs) * 2 - i16::from(other_span)).signum() as i8
        };
        let dx = sign(self.square.x, self.span, from.square.x, from.span);
        let dy = sign(self.square.y, self.span, from.square.y, from.span);
        self.square.moved(dx, dy).map(|square| self.at(square)).filter(|it| it.is_on_mat())
    }
}

/// The top-left squares at which a footprint of this span would overlap the set or leave the map.
pub(super) fn origins_overlapping(set: SquareSet, span: u8) -> SquareSet {
    if span == 1 {
        return set;
    }
    let leaves = |square: &Square| !Footprint { square: *square, span }.is_on_mat();
    let overlapping = (1..span).fold(set, |wide, _| {
        let wide = wide | wide.left();
        wide | wide.up()
    });
    overlapping | Square::all().filter(leaves).collect::<SquareSet>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(x: u8, y: u8, span: u8) -> Footprint {
        Footprint { square: Square { x, y }, span }
    }

    // srd: rule/movement-and-position--creature-size rule/movement-and-position--size-categories
    #[test]
    fn larger_creatures_fill_more_squares() {
        let spans = [Size::Tiny, Size::Small, Size::Medium, Size::Large, Size::Huge, Size::Gargantuan].map(span_of);
        assert_eq!(spans, [1, 1, 1, 2, 3, 4]);
        assert_eq!(print(2, 3, 3).squares().count(), 9);
        assert_eq!(print(11, 7, 2).squares().count(), 1, "the rest is off the mat");
    }

    #[test]
    fn distance_is_measured_between_the_nearest_squares() {
        assert_eq!(print(2, 2, 2).feet_to(print(4, 2, 1)), 5);
        assert_eq!(print(4, 2, 1).feet_to(print(2, 2, 2)), 5);
        assert_eq!(print(2, 2, 2).feet_to(print(6, 5, 3)), 15);
        assert_eq!(print(2, 2, 3).feet_to(print(4, 4, 1)), 0);
        for (a, b) in Square::all().zip(Square::all().skip(17)) {
            assert_eq!(Footprint::of(a).feet_to(Footprint::of(b)), a.feet_to(b));
            assert_eq!(Footprint::of(a).away_from(Footprint::of(b)).map(|it| it.square), a.away_from(b));
        }
    }

    #[test]
    fn origins_that_overlap_a_set_are_found() {
        for span in 1..=4 {
            let set: SquareSet = [Square { x: 5, y: 3 }, Square { x: 0, y: 6 }].into_iter().collect();
            for square in Square::all() {
                let there = Footprint { square, span };
                let expected = there.set().meets(set) || !there.is_on_mat();
                assert_eq!(origins_overlapping(set, span).contains(square), expected, "{square} {span}");
            }
        }
    }

    #[test]
    fn places_beside_touch_and_do_not_overlap() {
        let places = print(4, 4, 2).places_beside(1);
        assert_eq!(places.len(), 12);
        assert!(print(4, 4, 2).places_beside(2).iter().all(|at| print(at.x, at.y, 2).feet_to(print(4, 4, 2)) == 5));
    }
}
