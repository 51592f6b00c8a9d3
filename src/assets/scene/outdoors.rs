//! Outdoor places, one picture per kind of place.

use crate::assets::words::Kind;

use super::{Scene, land, town};

/// Paints it.
pub(super) fn paint(s: &mut Scene, kind: Kind) {
    let horizon = match kind {
        Kind::Shore | Kind::Ship | Kind::Harbour | Kind::Lighthouse => 360.0,
        Kind::Mountains => 470.0,
        _ => 400.0,
    };
    s.sky(horizon);
    match kind {
        Kind::Forest => land::forest(s),
        Kind::Road => land::road(s),
        Kind::Mountains => land::mountains(s),
        Kind::Shore => land::shore(s, horizon),
        Kind::Lake => land::lake(s),
        Kind::FrozenLake => land::frozen_lake(s),
        Kind::Desert => land::desert(s),
        Kind::Shrine => land::shrine(s),
        Kind::Bridge => town::bridge(s),
        Kind::Lighthouse => town::lighthouse(s, horizon),
        Kind::Harbour => town::harbour(s, horizon),
        Kind::Ship => town::ship(s, horizon),
        Kind::Market => town::market(s),
        Kind::Street => town::street(s),
        Kind::Mill => town::mill(s),
        Kind::Tower => town::tower(s),
        Kind::Castle => town::castle(s),
        Kind::Marsh => land::marsh(s),
        Kind::Ruins => land::ruins(s),
        Kind::Camp => land::camp(s),
        Kind::Graveyard => land::graveyard(s),
        Kind::IceHouse => town::ice_house(s),
        _ => town::village(s),
    }
    s.weather_before();
}
