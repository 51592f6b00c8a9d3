//! Fighters inside an area of effect (SRD 5.1, Areas of Effect): those whose square's centre is inside.

use super::{
    deed::Area,
    footprint::Footprint,
    square::{FEET, Square},
    terrain::TerrainMap,
};

/// Whether an area that begins at `origin`, or is centred on `at`, includes `square`. `from_oneself`: it starts from the
/// creature at `origin`, which isn't included.
fn catches(area: Area, origin: Square, at: Square, from_oneself: bool, square: Square) -> bool {
    if from_oneself && square == origin {
        return false;
    }
    let middle = if from_oneself { origin } else { at };
    match area {
        Area::Sphere { radius } | Area::Cylinder { radius } => middle.feet_to(square) <= radius,
        Area::Cube { feet } if !from_oneself => 2 * middle.feet_to(square) <= feet,
        Area::Cube { feet } => {
            let (along, off_line) = seen_from(origin, at, square);
            let side = squares(feet);
            along > 0.0 && along <= side + 0.5 && off_line <= side / 2.0
        }
        Area::Cone { feet } => {
            let (along, off_line) = seen_from(origin, at, square);
            along > 0.0 && along <= squares(feet) + 0.5 && off_line <= along / 2.0 + 0.25
        }
        Area::Line { feet, width } => {
            let (along, off_line) = seen_from(origin, at, square);
            along > 0.0 && along <= squares(feet) + 0.5 && off_line <= squares(width) / 2.0
        }
    }
}

/// An area of effect with its origin and aim.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedArea {
    pub(super) shape: Area,
    /// The space of the creature that creates it.
    pub(super) source: Footprint,
    /// The square it is aimed at.
    pub(super) at: Square,
    /// Whether it originates at its creator, who is not affected.
    pub(super) from_oneself: bool,
}

impl PlacedArea {
    /// Whether it reaches one of these squares.
    pub(super) fn catches(&self, there: Footprint) -> bool {
        let from = self.source.nearest_to(self.at);
        let around_oneself = self.from_oneself && matches!(self.shape, Area::Sphere { .. } | Area::Cylinder { .. });
        let catches = |square: Square| {
            let origin = if around_oneself { self.source.nearest_to(square) } else { from };
            catches(self.shape, origin, self.at, self.from_oneself, square)
        };
        there.squares().any(catches)
    }

    /// Whether a straight line that nothing blocks goes from where it begins to one of these squares (SRD 5.1, Areas of
    /// Effect).
    pub(super) fn is_clear(&self, terrain: &TerrainMap, there: Footprint) -> bool {
        terrain.is_clear(if self.from_oneself { self.source } else { Footprint::of(self.at) }, there)
    }
}

fn squares(feet: u16) -> f64 {
    f64::from(feet) / f64::from(FEET)
}

/// The distance of a square along the direction from `origin` to `at`, and sideways from it, in squares.
fn seen_from(origin: Square, at: Square, square: Square) -> (f64, f64) {
    let towards = |to: Square| (f64::from(to.x) - f64::from(origin.x), f64::from(to.y) - f64::from(origin.y));
    let (mut dx, mut dy) = towards(at);
    let length = dx.hypot(dy);
    (dx, dy) = if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) };
    let (x, y) = towards(square);
    (x * dx + y * dy, (x * dy - y * dx).abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caught(area: Area, origin: (u8, u8), at: (u8, u8), from_oneself: bool) -> usize {
        let (origin, at) = (Square::new(origin.0, origin.1), Square::new(at.0, at.1));
        Square::all().filter(|square| catches(area, origin, at, from_oneself, *square)).count()
    }

    // srd: rule/casting-a-spell--sphere rule/casting-a-spell--cylinder
    #[test]
    fn a_sphere_catches_all_around_its_middle() {
        assert_eq!(caught(Area::Sphere { radius: 5 }, (0, 0), (5, 4), false), 9);
        assert_eq!(caught(Area::Cylinder { radius: 10 }, (0, 0), (5, 4), false), 25);
        assert_eq!(caught(Area::Sphere { radius: 5 }, (5, 4), (5, 4), true), 8, "not who it goes out from");
    }

    // srd: rule/casting-a-spell--cone
    #[test]
    fn a_cone_is_as_wide_as_it_is_long() {
        let cone = Area::Cone { feet: 15 };
        let at = |x, y| catches(cone, Square::new(2, 4), Square::new(6, 4), true, Square::new(x, y));
        assert!(at(3, 4) && at(4, 4) && at(5, 4) && at(5, 5) && at(5, 3));
        assert!(!at(6, 4) && !at(1, 4) && !at(3, 6) && !at(2, 4));
    }

    // srd: rule/casting-a-spell--line
    #[test]
    fn a_line_is_narrow_and_long() {
        assert_eq!(caught(Area::Line { feet: 30, width: 5 }, (1, 3), (5, 3), true), 6);
    }

    // srd: rule/casting-a-spell--cube
    #[test]
    fn a_cube_begins_at_its_side_or_lies_around_its_middle() {
        assert_eq!(caught(Area::Cube { feet: 15 }, (2, 4), (3, 4), true), 9);
        assert_eq!(caught(Area::Cube { feet: 10 }, (0, 0), (5, 4), false), 9);
    }
}
