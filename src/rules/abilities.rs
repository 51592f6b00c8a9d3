//! Finds the rules of a hero's feature, spell or item by its name on the sheet.

use std::cmp::Reverse;

use game::character::Character;

use super::{
    entry::{Edition, RuleEntry, RuleKind},
    facts::Facts,
    library::{Library, SearchQuery},
};

/// The entry that tells of a hero's feature, spell or thing, if there is one of these types. What several classes have is
/// described by the hero's own feature; of what grows, it is what the hero's level has brought.
pub fn told_of<'a>(
    library: &'a Library,
    edition: Edition,
    hero: &Character,
    name: &str,
    kinds: &[RuleKind],
) -> Option<&'a RuleEntry> {
    if letters(bare(name)).is_empty() {
        return None;
    }
    let may_tell = |entry: &&RuleEntry| entry.edition == edition && kinds.contains(&entry.kind);
    let (asked, bare) = (letters(name), letters(bare(name)));
    let named = library.entries().iter().filter(may_tell).filter(|entry| {
        letters(entry.name.split([':', '(']).next().unwrap_or_default()) == bare
            || letters(&turned(&entry.name)) == bare
    });
    let nearness = |entry: &RuleEntry| match letters(&entry.name) {
        name if name == asked => 0,
        name if name == bare => 1,
        _ => 2,
    };
    // The newer rules describe a feature of several classes once, under one of them.
    let named = named.filter(|entry| whose(entry, hero) != FeatureOwner::Another || nearness(entry) < 2);
    let place = |entry: &&RuleEntry| {
        let level = level(entry).unwrap_or_default();
        (whose(entry, hero), nearness(entry), level > u32::from(hero.level), Reverse(level))
    };
    named.min_by_key(place).or_else(|| {
        // Features that grow have a name for each stage. Only class features must be in the rules.
        let near = |kind: &RuleKind| {
            let asked = SearchQuery { query: name, kind: Some(*kind), edition, limit: None };
            let mut near = library.near(&asked).into_iter().flat_map(|near| library.named(edition, near));
            near.find(|entry| entry.kind == *kind && whose(entry, hero) == FeatureOwner::Own)
        };
        kinds.iter().find_map(near)
    })
}

/// The owner of a feature.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum FeatureOwner {
    Own,
    Nobodys,
    Another,
}

fn whose(entry: &RuleEntry, hero: &Character) -> FeatureOwner {
    let Some(Facts::Feature(feature)) = &entry.facts else { return FeatureOwner::Nobodys };
    let source = feature.source.to_lowercase();
    // The rules say Lore for the College of Lore.
    let subclass = hero.subclass.as_deref().map(str::to_lowercase).unwrap_or_default();
    match source == hero.class.to_lowercase() || !source.is_empty() && subclass.contains(&source) {
        true => FeatureOwner::Own,
        false => FeatureOwner::Another,
    }
}

fn level(entry: &RuleEntry) -> Option<u32> {
    match &entry.facts {
        Some(Facts::Feature(feature)) => feature.level,
        _ => None,
    }
}

/// A name without its trailing parentheses.
fn bare(name: &str) -> &str {
    name.split('(').next().unwrap_or_default()
}

/// “Crossbow, light” is a light crossbow.
fn turned(name: &str) -> String {
    name.split_once(", ").map_or_else(String::new, |(what, which)| format!("{which} {what}"))
}

/// A name by its letters and digits alone, one or many.
fn letters(name: &str) -> String {
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    letters.strip_suffix('s').map_or_else(|| letters.clone(), str::to_owned)
}
