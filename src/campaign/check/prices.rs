//! Prices of mixed results: required for tests with two dice, forbidden elsewhere, and without exits.

use super::graph::place_of;
use crate::campaign::{
    beat::{Consequence, Test},
    checks::Checks,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
};

/// Notes prices no one ever pays, prices that lead away, and tests whose half success costs nothing.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let dice = package.setting.checks;
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            let place = place_of(package, a, n);
            for (at, beat) in node.beats.iter().enumerate() {
                let place = place.item("beats", at, "beat", &beat.id);
                price(dice, &beat.mixed, beat.test, &place, found);
                for (at, thing) in beat.interactables.iter().enumerate() {
                    let Some(handling) = &thing.handling else { continue };
                    let place = place.item("interactables", at, "thing", &thing.id);
                    price(dice, &handling.mixed, handling.test, &place, found);
                }
            }
        }
    }
}

fn price(dice: Checks, mixed: &Consequence, test: Option<Test>, place: &PackageLocation, found: &mut Diagnostics) {
    let place = place.field("mixed");
    let is_paid = dice == Checks::TwoDice && test.is_some();
    if mixed.is_nothing() {
        if is_paid {
            let message = "A throw of 7 to 9 costs nothing here: it is as good as a hit.";
            found.note(
                Code::FreeLunch,
                &place,
                message,
                "Say in `mixed` what a success costs that is only half a one.",
            );
        }
    } else if !is_paid {
        let message = "This price never applies: it needs a test with two dice.";
        let remedy = "Take it out, or give it a test and let `setting.checks` be `2d6`.";
        found.note(Code::StrayPrice, &place, message, remedy);
    } else if mixed.to.is_some() || mixed.ends {
        let remedy = "Let success lead on, and the price only cost something.";
        found.note(Code::StrayPrice, &place, "The price of a success leads away from it.", remedy);
    }
}
