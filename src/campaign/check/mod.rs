//! The compiler: finds the errors of a campaign before it is played.

mod clock;
mod clues;
mod curve;
mod doom;
mod facts;
mod graph;
mod ids;
mod informed;
mod luck;
mod ownership;
mod prices;
mod references;
mod spoilers;
mod substance;
mod terrain;
mod voice;

use super::{
    diagnostic::{Diagnostic, Diagnostics},
    package::CampaignPackage,
    reading,
};
use facts::ReachableFacts;
use graph::Graph;
pub use substance::{known_language, primary_subtag};

/// Everything that is wrong with a campaign, the worst first. A campaign without an error can be played from its first
/// scene to each of its endings, whatever the dice say; one without a warning is well made, as far as a program can
/// tell.
///
/// If ids or references are wrong, later checks are skipped: they would only report the same errors again.
pub fn check(package: &CampaignPackage) -> Vec<Diagnostic> {
    let mut found = Diagnostics::default();
    reading::bounds(package, &mut found);
    ids::check(package, &mut found);
    if found.has_errors() {
        return found.sorted();
    }
    references::check(package, &mut found);
    curve::check(package, &mut found);
    terrain::check(package, &mut found);
    doom::check(package, &mut found);
    prices::check(package, &mut found);
    if found.has_errors() {
        return found.sorted();
    }
    let facts = ReachableFacts::of(package);
    let graph = Graph::of(package);
    graph::check(package, &graph, &facts, &mut found);
    luck::check(package, &graph, &facts, &mut found);
    clues::check(package, &graph, &mut found);
    spoilers::check(package, &graph, &mut found);
    ownership::check(package, &mut found);
    substance::check(package, &mut found);
    voice::check(package, &graph, &mut found);
    if !found.has_errors() {
        clock::odds(package, &graph, &mut found);
    }
    found.sorted()
}
