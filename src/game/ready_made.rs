//! Heroes that wait to be played.

use super::character::Character;

/// Six heroes of the first level.
pub fn ready_made() -> &'static [Character] {
    &[]
}

/// The ready-made hero of this id.
pub fn by_id(id: &str) -> Option<&'static Character> {
    ready_made().iter().find(|hero| hero.id.as_str() == id)
}
