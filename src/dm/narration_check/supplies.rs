//! Supplies that a hero uses in the story although nobody carries any: lamp oil, chalk, rope, holy water.

use std::sync::LazyLock;

use super::{
    ledger::Ledger,
    lists::{lines, list},
    sentence::words,
    told::{Finding, Forms, Kind, Told, forms},
};

/// The hero uses a supply of their own, or one that is only named by what it is: “your lamp oil”, “lamp oil”.
pub(super) static USED: LazyLock<Forms> = LazyLock::new(|| {
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

/// Compares the supplies that are told to be used with what the packs hold.
pub(super) fn check(told: &Told<'_>, ledger: &Ledger, findings: &mut Vec<Finding>) {
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
        // What stood there before, in the scene, is nobody's.
        let before = whole.find(sentence).map_or("", |at| &whole[..at]).to_lowercase();
        let after = parts.get(0).map_or("", |whole| &sentence[whole.end()..]);
        let is_wiped_off = [" from ", " off "].iter().any(|word| after.starts_with(word));
        let is_of_the_scene = parts.name("named").is_some() && (before.contains(substance) || is_wiped_off);
        if is_of_the_scene || names.iter().any(|name| name.contains(substance)) || ledger.was_handed(&thing) {
            return;
        }
        let truth = format!("Nobody carries {thing}.");
        if !findings.iter().any(|it| it.truth == truth) {
            findings.push(Finding { kind: Kind::ItemLost, quote: quote.to_owned(), truth });
        }
    });
}
