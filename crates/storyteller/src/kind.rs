//! The kind of a place, and the associations of its name.

use serde::Deserialize;

/// What sort of place a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Kind {
    Inn,
    /// A house or a hall, lived in or left.
    Hall,
    Village,
    Road,
    Wood,
    Water,
    /// Where land and water meet.
    Shore,
    Hill,
    Ruin,
    Cave,
    /// What people have built under the earth.
    Vault,
    Shrine,
}

impl Kind {
    #[cfg(test)]
    pub(super) const ALL: [Self; 12] = [
        Self::Inn,
        Self::Hall,
        Self::Village,
        Self::Road,
        Self::Wood,
        Self::Water,
        Self::Shore,
        Self::Hill,
        Self::Ruin,
        Self::Cave,
        Self::Vault,
        Self::Shrine,
    ];

    /// What is so at such a place: under a roof, under the sky or under the earth, among houses, by the water.
    pub(super) fn surroundings(self) -> &'static [&'static str] {
        match self {
            Self::Inn | Self::Hall => &["in"],
            Self::Village => &["out", "houses"],
            Self::Road | Self::Wood | Self::Hill | Self::Ruin | Self::Shrine => &["out"],
            Self::Water | Self::Shore => &["out", "water"],
            Self::Cave | Self::Vault => &["under"],
        }
    }
}

/// What sort of place a name sounds like.
pub(super) fn guess(name: &str) -> Kind {
    let name = name.to_lowercase();
    let sounds: [(&[&str], Kind); 11] = [
        (&["inn", "tavern", "alehouse", "lantern", "taproom"], Kind::Inn),
        (&["cellar", "vault", "crypt", "tomb", "dungeon", "ossuary", "undercroft", "sewer"], Kind::Vault),
        (&["cave", "mine", "barrow", "tunnel", "stair"], Kind::Cave),
        (&["orchard", "garden", "wood", "forest", "grove", "thicket", "copse"], Kind::Wood),
        (&["quay", "harbour", "harbor", "shore", "beach", "landing", "pier", "dock"], Kind::Shore),
        (&["marsh", "fen", "swamp", "lake", "river", "barge", "boat", "ship", "sea "], Kind::Water),
        (&["house", "hall", "room", "court", "library", "works", "palace", "manor", "school"], Kind::Hall),
        (&["road", "bridge", "ford", "crossing", "trail", "gate", "pass"], Kind::Road),
        (&["hill", "ridge", "moor", "mountain", "peak", "field"], Kind::Hill),
        (&["ruin", "tower", "keep", "mill", "castle", "fort"], Kind::Ruin),
        (&["shrine", "temple", "church", "chapel", "abbey", "altar"], Kind::Shrine),
    ];
    sounds
        .iter()
        .find(|(words, _)| words.iter().any(|word| name.contains(word)))
        .map_or(Kind::Village, |(_, kind)| *kind)
}
