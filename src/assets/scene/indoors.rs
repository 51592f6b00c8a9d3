//! Interiors and caves, one picture per kind of place.

use crate::assets::words::Kind;

use super::{Scene, rooms, vaults};

/// Paints it, if it is one of these; answers whether it was.
pub(super) fn paint(s: &mut Scene, kind: Kind) -> bool {
    match kind {
        Kind::Cave => vaults::cave(s),
        Kind::Passage => vaults::passage(s),
        Kind::Inn => rooms::inn(s),
        Kind::Temple => vaults::temple(s),
        Kind::Cellar => vaults::cellar(s),
        Kind::Room => rooms::room(s),
        Kind::Forge => rooms::forge(s),
        Kind::Hall => rooms::hall(s),
        Kind::Study => rooms::study(s),
        Kind::Loft => rooms::loft(s),
        Kind::Ice => vaults::ice(s),
        _ => return false,
    }
    true
}
