//! People dead since before the turn who speak or act in the story.

use std::sync::LazyLock;

use game::wording::same;

use super::{
    claims::{ClaimMatch, ProseReading},
    ledger::TurnFacts,
    lists::list,
    reading::found,
    sentence::words,
    told::{ClaimKind, UnsupportedClaim},
};

/// Words of a story in which the dead act: ghosts, dreams, portraits.
static BEYOND: LazyLock<Vec<&str>> = LazyLock::new(|| list("dead_acting.beyond"));
/// The same, for a sentence and the one after it alone: what someone once said or wrote.
static RECALLED: LazyLock<Vec<&str>> = LazyLock::new(|| list("dead_acting.recalled"));
/// Words before the subject of a clause.
static BEGINS: LazyLock<Vec<&str>> = LazyLock::new(|| list("dead_acting.begins"));

/// Finds the dead who act.
pub(super) fn check(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    if ledger.dead_before.is_empty() {
        return;
    }
    let has = |text: &str, any: &[&str]| words(&text.to_lowercase()).any(|word| any.contains(&word));
    if has(heard.told.prose(), &BEYOND) {
        return;
    }
    for made in heard.claims("acts") {
        let Some(who) = made.part("who").and_then(|who| who.iter().find_map(|word| word.sense.beings())) else {
            continue;
        };
        let names: Vec<&str> = who.iter().map(|at| heard.names.beings[*at].as_str()).collect();
        let is_dead = |name: &&str| ledger.dead_before.iter().any(|dead| same(dead, name));
        let Some(name) = names.first().filter(|_| names.iter().all(is_dead)) else { continue };
        let is_recalled = (made.nth.saturating_sub(1)..=made.nth).any(|nth| has(heard.sentence(nth), &RECALLED));
        if is_subject(heard, &made) && !is_recalled && !heard.recounts(&made) {
            findings.push(found(ClaimKind::Death, &made, format!("{name} was dead before this turn.")));
        }
    }
}

/// Whether a claim begins a clause, so that the person it names acts: “Odo nods”, and not “the man who killed Odo nods”. Being
/// silent is not an act.
fn is_subject(heard: &ProseReading<'_, '_>, made: &ClaimMatch<'_, '_>) -> bool {
    let gloss = &heard.glosses[made.nth].text;
    let mut before =
        gloss[..=made.range.start].split_whitespace().rev().skip_while(|word| matches!(*word, "the" | "old"));
    let after = gloss[made.range.end..].split_whitespace().next().unwrap_or_default();
    before.next().is_none_or(|word| BEGINS.contains(&word)) && !matches!(after, "nothing" | "no" | "neither")
}
