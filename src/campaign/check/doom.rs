//! The doom clock: it advances, gives warnings in time, and has valid numbers.

use crate::campaign::{
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
};

/// Notes a clock that is none, that nothing drives, or that no one hears.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let Some(doom) = &package.doom else { return };
    let place = PackageLocation::whole().field("doom");
    if !(2..=20).contains(&doom.segments) {
        let message = format!("A clock of {} segments is none.", doom.segments);
        found.note(Code::OutOfBounds, &place, message, "It has 2 to 20.");
        return;
    }
    if let Some(omen) = doom.omens.iter().find(|omen| omen.at == 0 || omen.at >= doom.segments) {
        let message = format!("An omen is told at {} of {} segments.", omen.at, doom.segments);
        found.note(Code::OutOfBounds, &place, message, "Omens come after the first segment and before the last.");
    }
    if doom.omens.is_empty() {
        let remedy = "Write an omen or two.";
        found.note(Code::SilentDoom, &place, "Nothing is heard of it before it is there.", remedy);
    }
    let beats = package.nodes().flat_map(|(_, node)| &node.beats).flat_map(|beat| beat.outcomes());
    let met = package.nodes().flat_map(|(_, node)| &node.encounters).map(|met| &met.outcome);
    let happenings = package.happenings.iter().map(|happening| &happening.outcome);
    if doom.driven_by.is_empty() && !beats.chain(met).chain(happenings).any(|outcome| outcome.doom > 0) {
        let remedy = "Say in `drivenBy` what does, or let an outcome say `doom`.";
        found.note(Code::SilentDoom, &place, "Nothing ever drives it on.", remedy);
    }
}
