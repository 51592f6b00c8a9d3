//! Sets of squares of the battle map.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use super::square::{HEIGHT, Square, WIDTH};

/// A set of squares, one bit for each by its number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct SquareSet(u128);

const ALL: u128 = (1 << (WIDTH * HEIGHT)) - 1;
const LEFT: u128 = column(0);
const RIGHT: u128 = column(WIDTH - 1);

const fn column(x: u8) -> u128 {
    let (mut set, mut y) = (0, 0);
    while y < HEIGHT {
        set |= 1 << (y * WIDTH + x);
        y += 1;
    }
    set
}

impl SquareSet {
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.number()) != 0
    }

    /// Whether the two have a square in common.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Its squares, row by row.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = u8::try_from(rest.trailing_zeros()).ok().filter(|_| rest != 0)?;
            rest &= rest - 1;
            Some(Square { x: number % WIDTH, y: number / WIDTH })
        })
    }

    /// With every square that touches one of it.
    pub(super) fn with_neighbours(self) -> Self {
        let wide = self | self.right() | self.left();
        wide | wide.down() | wide.up()
    }

    /// With every square that is a step away, where no step crosses the corner of a wall (SRD 5.1, Playing on a Grid:
    /// Corners).
    pub(super) fn with_steps(self, walls: Self) -> Self {
        let diagonal = |across: fn(Self) -> Self, along: fn(Self) -> Self| {
            across(along(self).without(walls)) & along(across(self).without(walls))
        };
        let straight = self | self.right() | self.left() | self.down() | self.up();
        let to_the_right = diagonal(Self::right, Self::down) | diagonal(Self::right, Self::up);
        let to_the_left = diagonal(Self::left, Self::down) | diagonal(Self::left, Self::up);
        straight | to_the_right | to_the_left
    }

    /// Every square moved to the right; without those that leave the map.
    fn right(self) -> Self {
        Self((self.0 & !RIGHT) << 1)
    }

    /// The same to the left.
    pub(super) fn left(self) -> Self {
        Self((self.0 & !LEFT) >> 1)
    }

    fn down(self) -> Self {
        Self((self.0 << WIDTH) & ALL)
    }

    pub(super) fn up(self) -> Self {
        Self(self.0 >> WIDTH)
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> Self {
        Self(1 << square.number())
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::default(), |set, square| set | square.into())
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_squares_it_was_made_of() {
        let squares = [Square { x: 11, y: 0 }, Square { x: 0, y: 1 }, Square { x: 11, y: 7 }];
        let set: SquareSet = squares.into_iter().collect();
        assert!(set.iter().eq(squares) && squares.into_iter().all(|square| set.contains(square)));
        assert!(!set.contains(Square { x: 0, y: 0 }) && SquareSet::default().is_empty());
        assert!(Square::all().collect::<SquareSet>().iter().eq(Square::all()));
    }

    #[test]
    fn a_set_grows_by_what_touches_it_and_not_over_the_edges() {
        for square in Square::all() {
            let around: SquareSet = square.around().chain([square]).collect();
            assert_eq!(SquareSet::from(square).with_neighbours(), around, "{square}");
            assert_eq!(SquareSet::from(square).with_steps(SquareSet::default()), around, "{square}");
        }
        assert_eq!(SquareSet(ALL).with_neighbours(), SquareSet(ALL));
    }
}
