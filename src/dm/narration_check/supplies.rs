//! Supplies that a hero uses in the story although no one carries any: lamp oil, chalk, rope, holy water.

use std::sync::LazyLock;

use super::{
    ledger::TurnFacts,
    lists::{lines, list},
    sentence::words,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// The hero uses a supply of their own, or one that is only named by what it is: “your lamp oil”, “lamp oil”.
pub(super) static USED: LazyLock<ClaimForms> = LazyLock::new(|| {
    let any = |section: &str| list(section).join("|");
    let (supply, part) = (any("supplies.named"), any("supplies.parts"));
    let compound = format!("(?:{}) (?:{})", any("supplies.sorts"), any("supplies.of_a_sort"));
    let own = format!("your (?:own )?(?:[a-z-]+ ){{0,2}}?(?P<thing>{compound}|{supply})\\b");
    let filled = |pattern: &str| {
        pattern
            .replace("{PART}", &format!("(?:(?:{part}) of )?"))
            .replace("{OWN}", &own)
            .replace("{USES}", &any("supplies.uses"))
            .replace("{SUPPLY}", &supply)
            .replace("{COMPOUND}", &compound)
            .replace("{FROM}", &any("supplies.from"))
    };
    let patterns: Vec<String> = lines("supplies.used").map(filled).collect();
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// Packs and sets that may hold a supply without naming it.
static SETS: LazyLock<Vec<&str>> = LazyLock::new(|| list("supplies.sets"));

/// Compares the narrated use of supplies with the contents of the packs.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let packs = ledger.heroes.iter().flat_map(|hero| [&hero.items, &hero.items_before, &hero.gained, &hero.lost]);
    let names: Vec<String> = packs.flatten().map(|name| name.to_lowercase()).collect();
    if names.iter().any(|name| SETS.iter().any(|set| name.contains(set))) {
        return;
    }
    let (whole, _) = told.parts();
    told.each(&USED, |sentence, parts, quote| {
        let Some(thing) = parts.name("thing").or_else(|| parts.name("named")).map(|it| it.as_str().to_lowercase())
        else {
            return;
        };
        let Some(substance) = words(&thing).last().map(|word| word.strip_suffix('s').unwrap_or(word)) else { return };
        // Things of the scene belong to no one.
        let before = whole.find(sentence).map_or("", |at| &whole[..at]).to_lowercase();
        let after = parts.get(0).map_or("", |whole| &sentence[whole.end()..]);
        let is_wiped_off = [" from ", " off "].iter().any(|word| after.starts_with(word));
        let is_of_the_scene = parts.name("named").is_some() && (before.contains(substance) || is_wiped_off);
        if is_of_the_scene || names.iter().any(|name| name.contains(substance)) || ledger.was_handed(&thing) {
            return;
        }
        let truth = format!("Nobody carries {thing}.");
        if !findings.iter().any(|it| it.truth == truth) {
            findings.push(UnsupportedClaim { kind: ClaimKind::ItemLost, quote: quote.to_owned(), truth });
        }
    });
}
