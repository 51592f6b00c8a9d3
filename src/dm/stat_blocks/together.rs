//! Composite actions: multiattacks, and legendary actions that are an attack.

use game::combat::deed::Strike;

use crate::rules;

use super::words::{self, patterns};

patterns! {
    MAKES = r"(?i)\bmakes? (?P<n>a|an|one|two|three|four|five|six|up to two) (?:of its )?(?P<what>[^.,;]*)|\b(?:uses?|casts?) (?:its |an? |the )?(?P<deed>[^.,;(]*)";
    HEADS = r"(?i)\bhas (\w+) heads";
}

/// The ways of a multiattack whose every strike is a deed of the block, by the deeds' own names; and the strikes that are
/// none.
pub(super) fn ways(
    deed: &rules::StatBlockEntry,
    names: &[String],
    traits: &[rules::StatBlockEntry],
) -> (Vec<Vec<Strike>>, Vec<String>) {
    let mut unknown = Vec::new();
    let heads = || {
        let text = traits.iter().find_map(|known| HEADS.captures(&known.text))?;
        words::count(&text[1])
    };
    let mut ways: Vec<Vec<Strike>> = Vec::new();
    for way in &deed.multiattack {
        let strikes: Option<Vec<Strike>> = way
            .iter()
            .map(|strike| {
                let count = match words::is_dice(&strike.count) {
                    true => strike.count.clone(),
                    false => heads()?.to_string(),
                };
                let known = find(names, &strike.name);
                if known.is_none() {
                    unknown.push(strike.name.clone());
                }
                Some(Strike { deed: known?.clone(), count })
            })
            .collect();
        ways.extend(strikes.filter(|strikes| !strikes.is_empty()));
    }
    if deed.multiattack.is_empty() && deed.text.to_lowercase().contains("as it has heads") {
        let strike = heads().and_then(|count| {
            let lower = deed.text.to_lowercase();
            let known = names.iter().find(|name| lower.contains(&name.to_lowercase()))?;
            Some(Strike { deed: known.clone(), count: count.to_string() })
        });
        ways.extend(strike.map(|strike| vec![strike]));
    }
    if ways.is_empty() && deed.text.contains("… attacks") {
        // The package left out how many and of what; every dragon of that age makes three of the one attack it has.
        let first = names.iter().find(|name| name.as_str() == "Rend");
        ways.extend(first.map(|name| vec![Strike { deed: name.clone(), count: "3".to_owned() }]));
    }
    (ways, unknown)
}

/// References to other actions in a text: “makes one claw attack or tail attack” gives two ways.
pub(super) fn done_in(text: &str, names: &[String]) -> Vec<Vec<Strike>> {
    let mut ways = Vec::new();
    for found in MAKES.captures_iter(text) {
        let what = found.name("what").or(found.name("deed")).map_or("", |what| what.as_str()).to_lowercase();
        // “uses Spellcasting to cast Fireball” is Fireball.
        let what = what.split_once(" to cast ").map_or(what.as_str(), |(_, spell)| spell).to_owned();
        if what.contains(" check") {
            continue;
        }
        let count = found.name("n").and_then(|n| words::count(n.as_str().trim_start_matches("up to "))).unwrap_or(1);
        let mut named: Vec<&String> = names.iter().filter(|name| holds(&what, &name.to_lowercase())).collect();
        // “Paralyzing Touch” is not also “Touch”.
        let longer = named.clone();
        named.retain(|name| {
            !longer.iter().any(|other| other.len() > name.len() && holds(&other.to_lowercase(), &name.to_lowercase()))
        });
        ways.extend(named.into_iter().map(|name| vec![Strike { deed: name.clone(), count: count.to_string() }]));
    }
    ways
}

/// Whether words hold a name, as one or as several of it.
fn holds(words: &str, name: &str) -> bool {
    let forms = [name.to_owned(), singular(name)];
    forms.iter().any(|form| {
        words.match_indices(form.as_str()).any(|(at, _)| {
            let starts = at == 0 || words[..at].ends_with(' ');
            let rest = words[at + form.len()..].trim_start_matches('s');
            starts && !rest.starts_with(char::is_alphanumeric)
        })
    })
}

/// The action that a name means.
fn find<'a>(names: &'a [String], name: &str) -> Option<&'a String> {
    let plain = plain(name).to_lowercase();
    let by = |same: &dyn Fn(&str) -> bool| names.iter().find(|known| same(&known.to_lowercase()));
    by(&|known| known == plain).or_else(|| by(&|known| singular(known) == singular(&plain)))
}

fn singular(name: &str) -> String {
    name.strip_suffix('s').unwrap_or(name).to_owned()
}

/// A name without additions in brackets, such as forms or costs.
pub(super) fn plain(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name).trim()
}
