//! Terrain: on the map, with room for both sides and a path between them.

use game::{
    combat::{
        encounter::FightSide,
        placement::starting_squares,
        square::Square,
        terrain::{self, TerrainPatch},
        ways::reachable,
    },
    limits::MAX_HEROES,
};

use crate::campaign::{
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
};

/// The number of foes that terrain must leave room for.
const N_FOES: usize = 12;

/// Reports invalid terrain, and terrain on which a fighter would begin in a wall or could not reach the other side.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let whole = PackageLocation::whole();
    for (a, act) in package.acts.iter().enumerate() {
        let place = whole.item("acts", a, "act", &act.id);
        for (n, node) in act.nodes.iter().enumerate().filter(|(_, node)| !node.terrain.is_empty()) {
            let place = place.item("nodes", n, "node", &node.id).field("terrain");
            if let Some(fault) = terrain::fault(&node.terrain) {
                let at = fault.patch.map_or_else(|| place.clone(), |patch| place.field(&patch.to_string()));
                found.note(Code::OutOfBounds, &at, fault.message, fault.remedy);
            } else if let Some(square) = closed(&node.terrain) {
                let message =
                    format!("A fighter who begins at {square} is in a wall or has no path to the other side.");
                found.note(Code::ClosedGround, &place, message, "Leave room about columns 2 and 8, and a way between.");
            }
        }
    }
}

/// The first starting square that is blocked or cut off from the heroes' first square.
fn closed(terrain: &[TerrainPatch]) -> Option<Square> {
    let heroes = starting_squares(terrain, FightSide::Heroes, MAX_HEROES);
    let foes = starting_squares(terrain, FightSide::Foes, N_FOES);
    let first = *heroes.first()?;
    let open = reachable(terrain, first);
    let mut all = heroes.into_iter().chain(foes);
    all.find(|square| !open.contains(square))
}
