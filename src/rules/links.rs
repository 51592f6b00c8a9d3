//! Links in the text of entries: conditions, spells and sections, by their full names.

use std::collections::{HashMap, HashSet};

use super::{
    entry::{Edition, RuleEntry, RuleKind},
    facts::Facts,
};

/// Names of spells that are words like others, as “this magic weapon” shows.
const ORDINARY: [&str; 1] = ["Magic Weapon"];
/// The line of a stat block that names the creature's condition immunities.
const IMMUNITIES: &str = "**Condition Immunities**";

/// The names that are looked for, by edition and first word.
pub(super) struct Links {
    by_first: HashMap<(Edition, String), Vec<Name>>,
}

struct Name {
    rest: Vec<String>,
    id: u32,
    kind: RuleKind,
    /// A spell of one word, or of one name with what creatures do, is meant only where the text says it is one: “light”
    /// and “fly” are words like others.
    needs_spell: bool,
}

impl Links {
    pub(super) fn new(entries: &[RuleEntry]) -> Self {
        let deeds: HashSet<&str> = entries.iter().flat_map(deeds).collect();
        let mut by_first: HashMap<(Edition, String), Vec<Name>> = HashMap::new();
        for (id, entry) in (0u32..).zip(entries) {
            let mut words = words(&entry.name);
            let Some(first) = words.next() else { continue };
            let rest: Vec<String> = words.collect();
            let is_looked_for = match entry.kind {
                RuleKind::Condition | RuleKind::Spell => true,
                // Of one word they are words like others.
                RuleKind::Rule => !rest.is_empty(),
                _ => false,
            };
            if is_looked_for {
                let name = entry.name.as_str();
                let is_ordinary = rest.is_empty() || ORDINARY.contains(&name) || deeds.contains(name);
                let needs_spell = entry.kind == RuleKind::Spell && is_ordinary;
                by_first.entry((entry.edition, first)).or_default().push(Name {
                    rest,
                    id,
                    kind: entry.kind,
                    needs_spell,
                });
            }
        }
        // The longest name that fits is the one that is meant.
        by_first.values_mut().for_each(|names| names.sort_by_key(|name| std::cmp::Reverse(name.rest.len())));
        Self { by_first }
    }

    /// The entries an entry's words name, in order, each once. Stat blocks and chapters speak of rules all the time; only
    /// an entry shown alone needs them explained.
    pub(super) fn named_in<'a>(
        &self,
        entry: &RuleEntry,
        entries: &'a [RuleEntry],
    ) -> impl Iterator<Item = u32> + use<'a> {
        let needs_rules = matches!(
            entry.kind,
            RuleKind::Condition
                | RuleKind::Feat
                | RuleKind::Feature
                | RuleKind::Item
                | RuleKind::Spell
                | RuleKind::Trait
                | RuleKind::WeaponProperty
        );
        let told = entry.text.lines().filter(|line| !line.starts_with(IMMUNITIES)).map(without_label);
        let text: Vec<String> = told.flat_map(words).collect();
        let mut found: Vec<u32> = Vec::new();
        let mut at = 0;
        while let Some(word) = text.get(at) {
            let names = self.by_first.get(&(entry.edition, word.clone())).map(Vec::as_slice).unwrap_or_default();
            let after = &text[at + 1..];
            let fits = names.iter().filter(|name| needs_rules || name.kind != RuleKind::Rule).find(|name| {
                let spell = !name.needs_spell || after.get(name.rest.len()).is_some_and(|next| next == "spell");
                after.starts_with(&name.rest) && spell
            });
            at += 1 + fits.map_or(0, |name| name.rest.len());
            if let Some(name) = fits.filter(|name| !found.contains(&name.id)) {
                found.push(name.id);
            }
        }
        let (kind, slug) = (entry.kind, entry.slug.clone());
        found.into_iter().filter(move |id| {
            let named = &entries[*id as usize];
            (named.kind, &named.slug) != (kind, &slug)
        })
    }
}

/// The names of what a creature does and has.
fn deeds(entry: &RuleEntry) -> Vec<&str> {
    let Some(Facts::Monster(monster)) = &entry.facts else { return Vec::new() };
    let all = [&monster.traits, &monster.actions, &monster.bonus_actions, &monster.reactions];
    all.into_iter().flatten().map(|deed| deed.name.as_str()).collect()
}

/// A line without the bold words it begins with, which name a field.
fn without_label(line: &str) -> &str {
    line.strip_prefix("**").and_then(|line| line.split_once("**")).map_or(line, |(_, rest)| rest)
}

/// Words as they are compared: lower case, one or many.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty());
    words.map(|word| {
        let word = word.to_lowercase().replace('’', "'");
        word.strip_suffix('s').map_or_else(|| word.clone(), str::to_owned)
    })
}
