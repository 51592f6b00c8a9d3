//! Names that stand in the words of entries: conditions, and spells by their full names.

use std::collections::HashMap;

use super::entry::{Edition, Entry, Kind};

/// The names that are looked for, by edition and first word.
pub(super) struct Links {
    by_first: HashMap<(Edition, String), Vec<Name>>,
}

struct Name {
    rest: Vec<String>,
    id: u32,
    /// A spell of one word is meant only where the text says it is one: “light” and “fly” are words like others.
    needs_spell: bool,
}

impl Links {
    pub(super) fn new(entries: &[Entry]) -> Self {
        let mut by_first: HashMap<(Edition, String), Vec<Name>> = HashMap::new();
        for (id, entry) in (0u32..).zip(entries) {
            if !matches!(entry.kind, Kind::Condition | Kind::Spell) {
                continue;
            }
            let mut words = words(&entry.name);
            if let Some(first) = words.next() {
                let rest: Vec<String> = words.collect();
                let needs_spell = entry.kind == Kind::Spell && rest.is_empty();
                by_first.entry((entry.edition, first)).or_default().push(Name { rest, id, needs_spell });
            }
        }
        // The longest name that fits is the one that is meant.
        by_first.values_mut().for_each(|names| names.sort_by_key(|name| std::cmp::Reverse(name.rest.len())));
        Self { by_first }
    }

    /// The entries an entry's words name, in order, each once.
    pub(super) fn named_in<'a>(&self, entry: &Entry, entries: &'a [Entry]) -> impl Iterator<Item = u32> + use<'a> {
        let text: Vec<String> = words(&entry.text).collect();
        let mut found: Vec<u32> = Vec::new();
        let mut at = 0;
        while let Some(word) = text.get(at) {
            let names = self.by_first.get(&(entry.edition, word.clone())).map(Vec::as_slice).unwrap_or_default();
            let after = &text[at + 1..];
            let fits = names.iter().find(|name| {
                let spell = !name.needs_spell || after.first().is_some_and(|next| next == "spell");
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

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty());
    words.map(|word| word.to_lowercase().replace('’', "'"))
}
