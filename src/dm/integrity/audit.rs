//! What a turn's prose claims, compared with what its changes say happened.

use std::sync::LazyLock;

use crate::game::{Change, State, id::CharacterId};

use super::{
    claims::{self, Heard},
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

/// Makes the expressions a prose is searched for, several hundred of them, so that no turn has to.
pub(in crate::dm) fn warm_up() {
    LazyLock::force(&claims::CLAIMS);
    for fates in [&fates::SETS_IN, &fates::ENDS] {
        LazyLock::force(fates);
    }
    let wounds = [&wounds::LOST, &wounds::DONE, &wounds::REGAINED, &wounds::LEFT, &wounds::WHOLE];
    let health = [&wounds::HURT, &wounds::HEALED];
    let coins = [&coins::PAID, &coins::GOT, &coins::PURSE, &coins::PAID_SOME, &coins::GOT_SOME];
    let things = [&things::KEPT, &things::TAKEN];
    let travels = [&travels::ARRIVES, &travels::DONE, &travels::TAKEN_ON];
    let throws = [&throws::LEVEL, &throws::EXPERIENCE, &throws::THREW];
    for forms in wounds.into_iter().chain(health).chain(coins).chain(things).chain(travels).chain(throws) {
        LazyLock::force(forms);
    }
    // What it takes to read a word is made by reading one.
    Heard::new(&Told::new("You take 2 steps."), Names::default());
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
