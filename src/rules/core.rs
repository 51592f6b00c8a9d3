//! The core rules, in our own words, used until the packages are installed.

use serde::Deserialize;

use super::{
    entry::{Edition, RuleEntry, RuleKind},
    facts::{Facts, Monster, Spell},
    library::Library,
    srd51::kebab,
    stat_block,
};

/// Conditions, actions and rules: each under a heading `# type: Name`.
const RULES: &str = include_str!("core/rules.md");
/// Spells and monsters, with numeric facts.
const SPELLS: &str = include_str!("core/spells.json");
const MONSTERS: &str = include_str!("core/monsters.json");

#[derive(Deserialize)]
struct CoreEntry<F> {
    name: String,
    #[serde(default)]
    text: String,
    facts: F,
}

/// The library of the core.
pub(super) fn library() -> Library {
    let mut entries = rules();
    // The files are part of the program, and a test reads them: that they can be read is certain.
    let spells: Vec<CoreEntry<Spell>> = serde_json::from_str(SPELLS).unwrap_or_default();
    entries.extend(spells.into_iter().map(|spell| {
        let text = format!("{}\n{}", stat_block::spell_head(&spell.facts), spell.text);
        entry(RuleKind::Spell, spell.name, text, Some(Facts::Spell(Box::new(spell.facts))))
    }));
    let monsters: Vec<CoreEntry<Monster>> = serde_json::from_str(MONSTERS).unwrap_or_default();
    entries.extend(monsters.into_iter().map(|monster| {
        let text = format!("{}\n{}", stat_block::monster(&monster.facts), monster.text);
        entry(RuleKind::Monster, monster.name, text, Some(Facts::Monster(Box::new(monster.facts))))
    }));
    Library::new(entries, Vec::new(), false)
}

fn rules() -> Vec<RuleEntry> {
    let written = format!("\n{RULES}");
    let parts = written.split("\n# ").skip(1);
    let read = |part: &str| {
        let (heading, text) = part.split_once('\n')?;
        let (kind, name) = heading.split_once(": ")?;
        Some(entry(RuleKind::read(kind)?, name.trim().to_owned(), text.trim().to_owned(), None))
    };
    parts.filter_map(read).collect()
}

fn entry(kind: RuleKind, name: String, text: String, facts: Option<Facts>) -> RuleEntry {
    let slug = kebab(&name);
    RuleEntry { kind, slug, name, edition: Edition::Y2014, text: text.trim().to_owned(), facts, references: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SearchQuery;

    #[test]
    fn every_entry_of_the_core_is_read() {
        assert_eq!(rules().len(), RULES.lines().filter(|line| line.starts_with("# ")).count());
        assert!(serde_json::from_str::<Vec<CoreEntry<Spell>>>(SPELLS).is_ok_and(|spells| spells.len() >= 12));
        assert!(serde_json::from_str::<Vec<CoreEntry<Monster>>>(MONSTERS).is_ok_and(|monsters| monsters.len() >= 8));
    }

    #[test]
    fn the_core_knows_what_a_table_needs_at_once() {
        let library = library();
        let conditions = library.entries().iter().filter(|entry| entry.kind == RuleKind::Condition).count();
        assert_eq!(conditions, 15);
        for (query, first) in [
            ("Fireball", "Fireball"),
            ("goblin", "Goblin"),
            ("what happens when I am grappled?", "Grappled"),
            ("dropping to 0 hit points, dying", "Death Saving Throws"),
            ("sleep eight hours and get hit points back", "Long Rest"),
        ] {
            let answer = library.search_by_words(&SearchQuery { query, ..SearchQuery::default() });
            assert!(answer.found.iter().any(|found| found.entry.name == first), "{query}");
        }
        assert!(!library.is_complete());
        assert!(library.dangling().is_empty());
    }
}
