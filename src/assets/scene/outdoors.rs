//! Outdoor places, one picture per kind of place.

use crate::assets::words::SceneryKind;

use super::{SceneDrawing, land, town};

/// Paints it.
pub(super) fn paint(s: &mut SceneDrawing, kind: SceneryKind) {
    let horizon = match kind {
        SceneryKind::Shore | SceneryKind::Ship | SceneryKind::Harbour | SceneryKind::Lighthouse => 360.0,
        SceneryKind::Mountains => 470.0,
        _ => 400.0,
    };
    s.sky(horizon);
    match kind {
        SceneryKind::Forest => land::forest(s),
        SceneryKind::Road => land::road(s),
        SceneryKind::Mountains => land::mountains(s),
        SceneryKind::Shore => land::shore(s, horizon),
        SceneryKind::Lake => land::lake(s),
        SceneryKind::FrozenLake => land::frozen_lake(s),
        SceneryKind::Desert => land::desert(s),
        SceneryKind::Shrine => land::shrine(s),
        SceneryKind::Bridge => town::bridge(s),
        SceneryKind::Lighthouse => town::lighthouse(s, horizon),
        SceneryKind::Harbour => town::harbour(s, horizon),
        SceneryKind::Ship => town::ship(s, horizon),
        SceneryKind::Market => town::market(s),
        SceneryKind::Street => town::street(s),
        SceneryKind::Mill => town::mill(s),
        SceneryKind::Tower => town::tower(s),
        SceneryKind::Castle => town::castle(s),
        SceneryKind::Marsh => land::marsh(s),
        SceneryKind::Ruins => land::ruins(s),
        SceneryKind::Camp => land::camp(s),
        SceneryKind::Graveyard => land::graveyard(s),
        SceneryKind::IceHouse => town::ice_house(s),
        _ => town::village(s),
    }
    s.weather_before();
}
