//! Squares of the battle map, five feet each, and distances between them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Feet of a square's side (SRD 5.1, Movement and Position).
pub const FEET: u16 = 5;
/// Squares from left to right.
pub const WIDTH: u8 = 12;
/// Squares from top to bottom.
pub const HEIGHT: u8 = 8;

/// A square of the mat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub struct Square {
    /// From the left, 0 to 11.
    pub x: u8,
    /// From the top, 0 to 7.
    pub y: u8,
}

impl Square {
    /// A square, at the edge where the numbers are beyond it.
    pub fn new(x: u8, y: u8) -> Self {
        Self { x: x.min(WIDTH - 1), y: y.min(HEIGHT - 1) }
    }

    /// Whether it is on the mat.
    pub fn is_on_mat(self) -> bool {
        self.x < WIDTH && self.y < HEIGHT
    }

    /// Feet from one to another; a diagonal step is a step.
    pub fn feet_to(self, other: Self) -> u16 {
        FEET * u16::from(self.x.abs_diff(other.x).max(self.y.abs_diff(other.y)))
    }

    /// Whether they touch, or are the same.
    pub fn is_beside(self, other: Self) -> bool {
        self.feet_to(other) <= FEET
    }

    /// The squares that touch it, eight at most.
    pub fn around(self) -> impl Iterator<Item = Self> {
        let steps = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];
        steps.into_iter().filter_map(move |(dx, dy)| self.moved(dx, dy))
    }

    /// The square so far away, where that is on the mat.
    pub fn moved(self, dx: i8, dy: i8) -> Option<Self> {
        let to = Self { x: self.x.checked_add_signed(dx)?, y: self.y.checked_add_signed(dy)? };
        to.is_on_mat().then_some(to)
    }

    /// The square one step away from `from`, straight on.
    pub fn away_from(self, from: Self) -> Option<Self> {
        let sign = |to: u8, from: u8| match to.cmp(&from) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        };
        self.moved(sign(self.x, from.x), sign(self.y, from.y))
    }

    /// Every square, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| Self { x, y }))
    }

    /// Its number, counted row by row.
    pub fn number(self) -> usize {
        usize::from(self.y) * usize::from(WIDTH) + usize::from(self.x)
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_step_is_a_step() {
        let at = |x, y| Square { x, y };
        assert_eq!(at(2, 2).feet_to(at(5, 4)), 15);
        assert!(at(2, 2).is_beside(at(3, 3)) && !at(2, 2).is_beside(at(4, 2)));
        assert_eq!(at(0, 0).around().count(), 3);
        assert_eq!(at(3, 3).around().count(), 8);
    }

    #[test]
    fn who_is_pushed_goes_straight_on_and_not_off_the_mat() {
        let at = |x, y| Square { x, y };
        assert_eq!(at(4, 4).away_from(at(3, 4)), Some(at(5, 4)));
        assert_eq!(at(4, 4).away_from(at(5, 5)), Some(at(3, 3)));
        assert_eq!(at(11, 4).away_from(at(10, 4)), None);
    }
}
