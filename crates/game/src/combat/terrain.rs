//! The terrain of a fight: squares that are blocked, difficult, give cover or do harm (SRD 5.1 and 5.2: Difficult Terrain;
//! Cover; Areas of Effect; 5.1, Variant: Playing on a Grid). A fight without terrain is an open plain.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    defaults::{is_one, one},
    fighter::{FighterId, FighterRef},
    footprint::Footprint,
    harm::{self, DamageType},
    square::{HEIGHT, Square, WIDTH},
    square_set::SquareSet,
};
use crate::{State, character::Ability};

/// Most patches of terrain on one mat.
pub const MAX_PATCHES: usize = 24;
/// Most rectangles of one patch.
pub const MAX_RECTANGLES: usize = 24;
/// Most characters of a patch's name.
pub const MAX_PATCH_NAME: usize = 40;
/// Most damage that a hazard does on average.
const MAX_HAZARD: f64 = 60.0;
/// Difficulties of saving throws against hazards.
const DC: RangeInclusive<i32> = 5..=30;

/// A patch of terrain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TerrainPatch {
    /// The name shown to players: `fallen beech`, `coals`.
    pub name: String,
    pub kind: TerrainKind,
    /// Where it is.
    pub at: Vec<Rectangle>,
}

/// What terrain does to those on it and behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TerrainKind {
    /// Full of something: cannot be entered, and gives total cover.
    Blocked,
    /// Each foot in it costs two.
    Difficult,
    /// +2 to AC and Dexterity saving throws for a creature in or behind it.
    HalfCover,
    /// +5 to the same.
    ThreeQuartersCover,
    /// Harms those who come into it or begin their turn there.
    Hazard(Hazard),
}

/// The effect of a hazard, at most once per turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Hazard {
    /// Dice such as `1d6`, or a number.
    pub damage: String,
    /// The type of the damage.
    pub damage_type: DamageType,
    /// The saving throw for half of it; none if it always does all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<HazardSave>,
}

/// The saving throw against a hazard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HazardSave {
    /// The ability.
    pub ability: Ability,
    /// 5 to 30.
    #[schemars(range(min = 5, max = 30))]
    pub dc: i32,
}

/// Squares of the mat, 12 by 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rectangle {
    /// Its left column, 0 to 11. Heroes begin about column 2, foes about column 8.
    #[schemars(range(max = 11))]
    pub x: u8,
    /// Its top row, 0 to 7.
    #[schemars(range(max = 7))]
    pub y: u8,
    /// Columns; 1 if left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 12))]
    pub width: u8,
    /// Rows; 1 if left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 8))]
    pub height: u8,
}

/// How much of a target an obstacle covers (SRD 5.1, Cover). Only the most protective counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    None,
    Half,
    ThreeQuarters,
    /// There is no line of effect.
    Total,
}

impl Cover {
    /// The bonus to AC and Dexterity saving throws.
    pub fn bonus(self) -> i32 {
        match self {
            Self::None | Self::Total => 0,
            Self::Half => 2,
            Self::ThreeQuarters => 5,
        }
    }
}

/// Why terrain can't be as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerrainFault {
    /// The index of the patch; none if it is about all of them.
    pub patch: Option<usize>,
    pub message: String,
    /// How to fix it.
    pub remedy: &'static str,
}

impl Rectangle {
    /// Whether it has squares, all of them on the mat.
    fn is_on_mat(self) -> bool {
        let fits = |from: u8, n: u8, most: u8| n > 0 && from.checked_add(n).is_some_and(|end| end <= most);
        fits(self.x, self.width, WIDTH) && fits(self.y, self.height, HEIGHT)
    }

    fn squares(self) -> impl Iterator<Item = Square> {
        let rows = self.y..self.y.saturating_add(self.height).min(HEIGHT);
        rows.flat_map(move |y| (self.x..self.x.saturating_add(self.width).min(WIDTH)).map(move |x| Square { x, y }))
    }
}

impl TerrainPatch {
    /// Its squares, each once, row by row.
    pub fn squares(&self) -> Vec<Square> {
        self.set().iter().collect()
    }

    pub(super) fn set(&self) -> SquareSet {
        self.at.iter().flat_map(|it| it.squares()).collect()
    }

    fn fault(&self) -> Option<(String, &'static str)> {
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > MAX_PATCH_NAME || name.chars().any(char::is_control) {
            let message = format!("The name of a patch must have 1 to {MAX_PATCH_NAME} characters.");
            return Some((message, "Name what is there."));
        }
        if self.at.is_empty() || self.at.len() > MAX_RECTANGLES {
            let message = format!("“{name}” must have 1 to {MAX_RECTANGLES} rectangles, got {}.", self.at.len());
            return Some((message, "Give each patch the rectangles it covers."));
        }
        if let Some(Rectangle { x, y, width, height }) = self.at.iter().find(|it| !it.is_on_mat()) {
            let message = format!(
                "“{name}” has {width} by {height} squares from {x}/{y}; the map has {WIDTH} by {HEIGHT}, the first is 0/0."
            );
            return Some((message, "Keep every rectangle on the map."));
        }
        let TerrainKind::Hazard(hazard) = &self.kind else { return None };
        let mean = harm::mean(&hazard.damage);
        if !(mean > 0.0 && mean <= MAX_HAZARD) {
            let message = format!(
                "The damage of “{name}” must be dice or a number with a mean of at most {MAX_HAZARD}, got “{}”.",
                hazard.damage
            );
            return Some((message, "Write dice such as 1d6, or a number."));
        }
        let dc = hazard.save.map(|save| save.dc).filter(|dc| !DC.contains(dc))?;
        let message = format!("The DC of “{name}” must be {} to {}, got {dc}.", DC.start(), DC.end());
        Some((message, "Choose an easier or a harder throw."))
    }
}

/// The first thing that is wrong with the terrain of a mat.
pub fn fault(terrain: &[TerrainPatch]) -> Option<TerrainFault> {
    if terrain.len() > MAX_PATCHES {
        let message = format!("A node may have at most {MAX_PATCHES} patches of terrain, got {}.", terrain.len());
        return Some(TerrainFault { patch: None, message, remedy: "Join patches of the same kind." });
    }
    terrain.iter().enumerate().find_map(|(patch, it)| {
        let (message, remedy) = it.fault()?;
        Some(TerrainFault { patch: Some(patch), message, remedy })
    })
}

/// The terrain of a fight by its squares.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TerrainMap {
    pub(super) blocked: SquareSet,
    pub(super) difficult: SquareSet,
    pub(super) hazards: SquareSet,
    half_cover: SquareSet,
    three_quarters_cover: SquareSet,
}

impl TerrainMap {
    pub(super) fn of(terrain: &[TerrainPatch]) -> Self {
        let mut map = Self::default();
        for patch in terrain {
            let to = match patch.kind {
                TerrainKind::Blocked => &mut map.blocked,
                TerrainKind::Difficult => &mut map.difficult,
                TerrainKind::HalfCover => &mut map.half_cover,
                TerrainKind::ThreeQuartersCover => &mut map.three_quarters_cover,
                TerrainKind::Hazard(_) => &mut map.hazards,
            };
            *to |= patch.set();
        }
        map
    }

    /// The terrain of the current fight as far as it affects a fighter.
    pub(super) fn for_fighter(state: &State, who: &FighterId) -> Self {
        let Some(encounter) = state.encounter.as_deref().filter(|encounter| !encounter.terrain.is_empty()) else {
            return Self::default();
        };
        let map = encounter.terrain_map();
        if state.fighter(who).is_some_and(FighterRef::flies) { map.for_fliers() } else { map }
    }

    /// Without difficult terrain and hazards, which do not affect fliers.
    fn for_fliers(self) -> Self {
        Self { difficult: SquareSet::default(), hazards: SquareSet::default(), ..self }
    }

    /// The cover of `to` against attacks from `from`; for larger creatures the least of all pairs of squares.
    pub(super) fn cover(&self, from: Footprint, to: Footprint) -> Cover {
        if (self.blocked | self.half_cover | self.three_quarters_cover).is_empty() {
            return Cover::None;
        }
        let between = from.squares().flat_map(|a| to.squares().map(move |b| (a, b)));
        between.map(|(a, b)| self.cover_between(a, b)).min().unwrap_or(Cover::None)
    }

    /// Whether nothing blocks every line from one to the other (SRD 5.1, Areas of Effect). The same in both directions.
    pub(super) fn is_clear(&self, from: Footprint, to: Footprint) -> bool {
        self.cover(from, to) < Cover::Total
    }

    fn cover_between(&self, from: Square, to: Square) -> Cover {
        let n_blocked = crossed(from, to, self.blocked);
        let behind = |set: SquareSet| crossed(from, to, set.without(from.into())) >= HALF_OF_LINES;
        match n_blocked {
            N_LINES => Cover::Total,
            3 => Cover::ThreeQuarters,
            _ if behind(self.three_quarters_cover) => Cover::ThreeQuarters,
            HALF_OF_LINES => Cover::Half,
            _ if behind(self.half_cover) => Cover::Half,
            _ => Cover::None,
        }
    }
}

/// Lines that are drawn between two squares, one near each corner.
const N_LINES: usize = 4;
/// Half cover blocks half of the lines.
const HALF_OF_LINES: usize = 2;
/// The length of a square's side in the units of lines.
const SIDE: i32 = 1000;
/// Where the lines begin and end, from the middle of a square. The two numbers are chosen so that no line on the mat runs
/// exactly through the corner of a square: it would be on neither side of it.
const OFFSETS: [(i32, i32); N_LINES] = [(409, 397), (-409, 397), (409, -397), (-409, -397)];

/// How many of the lines between two squares run through a square of the set.
fn crossed(from: Square, to: Square, set: SquareSet) -> usize {
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    let near = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Square { x, y }));
    let near: Vec<Square> = near.filter(|square| set.contains(*square)).collect();
    if near.is_empty() {
        return 0;
    }
    let point =
        |square: Square, (dx, dy): (i32, i32)| (i32::from(square.x) * SIDE + dx, i32::from(square.y) * SIDE + dy);
    let lines = OFFSETS.iter().map(|offset| (point(from, *offset), point(to, *offset)));
    lines.filter(|(a, b)| near.iter().any(|square| runs_through(*a, *b, *square))).count()
}

/// Whether a line runs through the inside of a square: neither the axes nor the normal of the line separate them.
fn runs_through(a: (i32, i32), b: (i32, i32), square: Square) -> bool {
    let (x, y) = (i32::from(square.x) * SIDE, i32::from(square.y) * SIDE);
    let within = |a: i32, b: i32, middle: i32| a.min(b) < middle + SIDE / 2 && a.max(b) > middle - SIDE / 2;
    let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
    let off_the_line = (dx * i64::from(y - a.1) - dy * i64::from(x - a.0)).abs();
    within(a.0, b.0, x) && within(a.1, b.1, y) && off_the_line < i64::from(SIDE / 2) * (dx.abs() + dy.abs())
        || (a == b && within(a.0, b.0, x) && within(a.1, b.1, y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(x: u8, y: u8) -> Footprint {
        Footprint::of(Square { x, y })
    }

    fn patch(kind: TerrainKind, rectangles: &[(u8, u8, u8, u8)]) -> TerrainPatch {
        let at = rectangles.iter().map(|&(x, y, width, height)| Rectangle { x, y, width, height }).collect();
        TerrainPatch { name: "patch".to_owned(), kind, at }
    }

    fn terrain_map(kind: TerrainKind, rectangles: &[(u8, u8, u8, u8)]) -> TerrainMap {
        TerrainMap::of(&[patch(kind, rectangles)])
    }

    // srd: rule/cover
    #[test]
    fn a_wall_gives_total_cover_and_its_corner_half() {
        let wall = terrain_map(TerrainKind::Blocked, &[(5, 3, 1, 1)]);
        assert_eq!(wall.cover(at(3, 3), at(7, 3)), Cover::Total);
        assert_eq!(wall.cover(at(3, 2), at(7, 2)), Cover::None);
        assert_eq!(wall.cover(at(5, 4), at(6, 3)), Cover::Half);
        let corner = terrain_map(TerrainKind::Blocked, &[(5, 3, 1, 1), (4, 4, 1, 1)]);
        assert_eq!(corner.cover(at(4, 3), at(5, 4)), Cover::Total, "nothing goes between two walls that touch");
    }

    // srd: rule/cover
    #[test]
    fn cover_is_for_those_in_it_and_behind_it_and_not_for_who_leans_over_it() {
        let hedge = terrain_map(TerrainKind::HalfCover, &[(5, 0, 1, 8)]);
        assert_eq!(hedge.cover(at(3, 3), at(7, 3)), Cover::Half);
        assert_eq!(hedge.cover(at(3, 3), at(5, 3)), Cover::Half);
        assert_eq!(hedge.cover(at(5, 3), at(7, 3)), Cover::None);
        assert_eq!(hedge.cover(at(3, 3), at(4, 4)), Cover::None);
        let slit = terrain_map(TerrainKind::ThreeQuartersCover, &[(5, 3, 1, 1)]);
        assert_eq!(slit.cover(at(3, 3), at(7, 3)), Cover::ThreeQuarters);
        assert_eq!([Cover::None, Cover::Half, Cover::ThreeQuarters].map(Cover::bonus), [0, 2, 5]);
    }

    #[test]
    fn a_larger_creature_has_the_least_cover_of_its_squares() {
        let wall = terrain_map(TerrainKind::Blocked, &[(5, 3, 1, 1)]);
        let large = Footprint { square: Square { x: 7, y: 3 }, span: 2 };
        assert_eq!(wall.cover(at(3, 3), at(7, 3)), Cover::Total);
        assert!(wall.cover(at(3, 3), large) < Cover::Total);
    }

    #[test]
    fn no_line_runs_exactly_through_a_corner() {
        for (dx, dy) in (-11i64..=11).flat_map(|dx| (-7i64..=7).map(move |dy| (dx, dy))).filter(|it| *it != (0, 0)) {
            for (ox, oy) in OFFSETS {
                let corners = (-12i64..=12).flat_map(|x| (-8i64..=8).map(move |y| (x * 1000 + 500, y * 1000 + 500)));
                let on_line = |(x, y): (i64, i64)| dx * (y - i64::from(oy)) == dy * (x - i64::from(ox));
                assert!(corners.into_iter().all(|corner| !on_line(corner)), "{dx} {dy}");
            }
        }
    }

    #[test]
    fn terrain_that_cannot_be_is_named() {
        let hazard = |damage: &str, dc: i32| {
            let save = Some(HazardSave { ability: Ability::Dex, dc });
            TerrainKind::Hazard(Hazard { damage: damage.to_owned(), damage_type: DamageType::Fire, save })
        };
        let fine = patch(hazard("2d6", 12), &[(11, 7, 1, 1), (0, 0, 12, 8)]);
        assert_eq!(fault(std::slice::from_ref(&fine)), None);
        let nameless = TerrainPatch { name: " ".to_owned(), ..fine.clone() };
        let wrong = [
            patch(TerrainKind::Blocked, &[(11, 7, 2, 1)]),
            patch(TerrainKind::Blocked, &[(0, 8, 1, 1)]),
            patch(TerrainKind::Blocked, &[(0, 0, 0, 1)]),
            patch(TerrainKind::Blocked, &[(255, 0, 255, 1)]),
            patch(TerrainKind::Difficult, &[]),
            patch(hazard("much", 12), &[(0, 0, 1, 1)]),
            patch(hazard("0", 12), &[(0, 0, 1, 1)]),
            patch(hazard("99d12", 12), &[(0, 0, 1, 1)]),
            patch(hazard("1d6", 31), &[(0, 0, 1, 1)]),
            nameless,
        ];
        for wrong in wrong {
            let found = fault(&[fine.clone(), wrong.clone()]);
            assert_eq!(found.and_then(|it| it.patch), Some(1), "{wrong:?}");
        }
    }

    fn square() -> impl Strategy<Value = Square> {
        (0..WIDTH, 0..HEIGHT).prop_map(|(x, y)| Square { x, y })
    }

    proptest! {
        #[test]
        fn a_line_of_effect_goes_both_ways(
            walls in prop::collection::vec(square(), 0..20),
            a in square(),
            b in square(),
            span in 1u8..=3,
        ) {
            let at = walls.iter().map(|it| Rectangle { x: it.x, y: it.y, width: 1, height: 1 }).collect();
            let wall = TerrainPatch { name: "wall".to_owned(), kind: TerrainKind::Blocked, at };
            let map = TerrainMap::of(&[wall]);
            let (a, b) = (Footprint { square: a, span }, Footprint::of(b));
            prop_assert_eq!(map.is_clear(a, b), map.is_clear(b, a));
            prop_assert_eq!(map.cover(a, b), map.cover(b, a), "walls cover alike from both sides");
        }
    }
}
