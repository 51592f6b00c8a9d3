//! Interiors and caves, one picture per kind of place.

use crate::assets::{palette::hex, words::SceneryKind};

use super::{HIGH, SceneDrawing, WIDE, rooms, vaults};

/// Paints it, if it is one of these; returns whether it was.
pub(super) fn paint(s: &mut SceneDrawing, kind: SceneryKind) -> bool {
    match kind {
        SceneryKind::Cave => vaults::cave(s),
        SceneryKind::Mine => vaults::mine(s),
        SceneryKind::Crypt => vaults::crypt(s),
        SceneryKind::Prison => vaults::prison(s),
        SceneryKind::Passage => vaults::passage(s),
        SceneryKind::Inn => rooms::inn(s),
        SceneryKind::Temple => vaults::temple(s),
        SceneryKind::Cellar => vaults::cellar(s),
        SceneryKind::Room => rooms::room(s),
        SceneryKind::Forge => rooms::forge(s),
        SceneryKind::Workshop => rooms::workshop(s),
        SceneryKind::Hall => rooms::hall(s),
        SceneryKind::Study => rooms::study(s),
        SceneryKind::Loft => rooms::loft(s),
        SceneryKind::Ice => vaults::ice(s),
        _ => return false,
    }
    if s.is_icy && kind != SceneryKind::Ice {
        s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, hex(0x7fb2cf).faint(0.34));
    }
    true
}
