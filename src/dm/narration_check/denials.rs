//! Recorded events that the story denies: a dead person lives on, a given thing is refused.

use super::{
    claims::ProseReading,
    ledger::TurnFacts,
    told::{ClaimKind, UnsupportedClaim},
};

/// Finds recorded events that the narration denies.
pub(super) fn check(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(hero) = ledger.heroes.first() else { return };
    let mut deny = |denial: &str, claims: &[&str], kind: ClaimKind, truth: String| {
        if (0..heard.glosses.len()).any(|nth| claims.iter().any(|claim| heard.does_claim(claim, nth))) {
            return;
        }
        findings.extend(heard.claims(denial).first().map(|made| UnsupportedClaim {
            kind,
            quote: made.quote.to_owned(),
            truth: truth.clone(),
        }));
    };
    if ledger.death {
        let dead: Vec<&str> =
            ledger.others.iter().filter(|other| other.is_dead).map(|other| other.name.as_str()).collect();
        deny("death.not", &[], ClaimKind::Death, format!("{} died.", dead.join(", ")));
    }
    if hero.copper_deltas.iter().any(|delta| *delta > 0) {
        deny("money.not", &["coins.got"], ClaimKind::Gold, hero.told_of_coins());
    }
    if !hero.gained.is_empty() {
        deny(
            "gained.not",
            &["gained"],
            ClaimKind::ItemGained,
            format!("{} has the {}.", hero.name, hero.gained.join(", ")),
        );
    }
    if !hero.lost.is_empty() {
        deny(
            "lost.not",
            &["lost"],
            ClaimKind::ItemLost,
            format!("{} has lost the {}.", hero.name, hero.lost.join(", ")),
        );
    }
    if hero.hp_deltas.iter().any(|delta| *delta < 0) {
        deny("wound.not", &["wound", "hurts"], ClaimKind::HitPoints, hero.told_of_hp());
    }
    if ledger.quest_done {
        deny("quest.not", &["quest_done"], ClaimKind::Quest, "The quest was done.".to_owned());
    }
    if ledger.moved {
        deny("move.not", &["arrive.how"], ClaimKind::Place, format!("The heroes went to {}.", ledger.location));
    }
}
