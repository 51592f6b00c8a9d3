//! What a turn's prose claims, compared with what its changes say happened.

use crate::game::{Change, State, id::CharacterId};

use super::{
    claims::Heard,
    coins, denials, fates,
    ledger::Ledger,
    names::Names,
    reading, reckoning, things, throws,
    told::{Finding, Told},
    travels, wounds,
};

/// The most findings that are of use to anybody.
const MOST: usize = 8;

/// Everything the prose of a turn claims that the turn's changes do not bear out, in the order of kinds, each once. What
/// people say, what is denied, only possible, remembered or asked is no claim; nor is silence.
pub fn audit(prose: &str, before: &State, after: &State, changes: &[Change], acting: &CharacterId) -> Vec<Finding> {
    compare(prose, &Ledger::of(before, after, changes, acting))
}

pub(super) fn compare(prose: &str, ledger: &Ledger) -> Vec<Finding> {
    let told = Told::new(prose);
    let mut findings = Vec::new();
    for check in [wounds::check, coins::check, things::check, fates::check, travels::check, throws::check] {
        check(&told, ledger, &mut findings);
    }
    let heard = Heard::new(&told, Names::of(ledger));
    for check in [reading::check, reckoning::check, denials::check] {
        check(&heard, ledger, &mut findings);
    }
    let mut seen: Vec<Finding> = Vec::new();
    for finding in findings {
        if !seen.iter().any(|it| {
            it.kind == finding.kind && (it.quote.contains(&finding.quote) || finding.quote.contains(&it.quote))
        }) {
            seen.push(finding);
        }
    }
    seen.truncate(MOST);
    seen
}
