//! Interiors and caves, one picture per kind of place.

use crate::assets::{palette::hex, words::Kind};

use super::{HIGH, Scene, WIDE, rooms, vaults};

/// Paints it, if it is one of these; answers whether it was.
pub(super) fn paint(s: &mut Scene, kind: Kind) -> bool {
    match kind {
        Kind::Cave => vaults::cave(s),
        Kind::Mine => vaults::mine(s),
        Kind::Crypt => vaults::crypt(s),
        Kind::Prison => vaults::prison(s),
        Kind::Passage => vaults::passage(s),
        Kind::Inn => rooms::inn(s),
        Kind::Temple => vaults::temple(s),
        Kind::Cellar => vaults::cellar(s),
        Kind::Room => rooms::room(s),
        Kind::Forge => rooms::forge(s),
        Kind::Workshop => rooms::workshop(s),
        Kind::Hall => rooms::hall(s),
        Kind::Study => rooms::study(s),
        Kind::Loft => rooms::loft(s),
        Kind::Ice => vaults::ice(s),
        _ => return false,
    }
    if s.is_icy && kind != Kind::Ice {
        s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, hex(0x7fb2cf).faint(0.34));
    }
    true
}
