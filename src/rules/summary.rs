//! Short forms of an entry: a summary, and its text without numbers.

use super::{
    entry::RuleEntry,
    facts::{Facts, ItemFacts, Monster, Spell},
    stat_block::{challenge, item_head, monster, spell_head, spell_kind},
};

/// The most characters of a summary.
const MAX_SUMMARY_CHARS: usize = 200;

impl RuleEntry {
    /// Its text without the parts that are printed from its numbers.
    pub fn prose(&self) -> &str {
        let head = match &self.facts {
            Some(Facts::Spell(spell)) => spell_head(spell),
            Some(Facts::Monster(creature)) => monster(creature),
            Some(Facts::Item(item)) => item_head(item),
            _ => String::new(),
        };
        self.text.strip_prefix(head.trim_end()).unwrap_or(&self.text).trim()
    }

    /// Its first words, after its most important numbers, if it has any.
    pub fn summary(&self) -> String {
        let numbers = match &self.facts {
            Some(Facts::Spell(spell)) => of_spell(spell),
            Some(Facts::Monster(monster)) => of_monster(monster),
            Some(Facts::Item(item)) => of_item(item),
            Some(Facts::Feature(feature)) => match feature.level {
                Some(level) => vec![format!("{}, level {level}", feature.source)],
                None => vec![feature.source.clone()],
            },
            _ => Vec::new(),
        };
        self.in_short(numbers)
    }

    /// Its first words, without numbers.
    pub fn first_words(&self) -> String {
        self.in_short(Vec::new())
    }

    fn in_short(&self, before: Vec<String>) -> String {
        let lines = self.prose().lines().filter(|line| !is_rule_of_table(line)).map(bare);
        let parts = before.into_iter().chain(lines).filter(|part| !part.is_empty());
        let mut text = String::new();
        for part in parts {
            let is_sentence = text.ends_with(['.', '!', '?', ':', '…', '|']);
            text.push_str(if text.is_empty() {
                ""
            } else if is_sentence {
                " "
            } else {
                " · "
            });
            text.push_str(&part);
            if text.len() > 4 * MAX_SUMMARY_CHARS {
                break;
            }
        }
        cut(text)
    }
}

fn of_spell(spell: &Spell) -> Vec<String> {
    vec![spell_kind(spell), spell.casting_time.clone(), spell.range.clone()]
}

fn of_monster(monster: &Monster) -> Vec<String> {
    vec![
        format!("{} {}, {}", monster.size, monster.creature_type, monster.alignment),
        format!("CR {}", challenge(monster.challenge_rating)),
        format!("AC {}", monster.armor_class),
        format!("{} hit points", monster.hit_points),
    ]
}

fn of_item(item: &ItemFacts) -> Vec<String> {
    let rarity = item.rarity.as_ref().map(|rarity| format!(", {rarity}")).unwrap_or_default();
    let mut parts = vec![format!("{}{rarity}", item.category)];
    parts.extend(item.cost.clone());
    parts.extend(item.damage.iter().map(|damage| format!("{} {}", damage.dice, damage.damage_type)));
    parts.extend(item.armor_class.as_ref().map(|armor| format!("AC {armor}")));
    parts
}

/// A line without its marks.
fn bare(line: &str) -> String {
    let line = line.replace("***", "").replace("**", "");
    let line = line.trim().trim_start_matches(['#', '-', '*', '|', ' ']).trim_end_matches(['*', '|', ' ']);
    line.split('|').map(str::trim).collect::<Vec<_>>().join(", ")
}

/// The line between a table's head and its rows.
fn is_rule_of_table(line: &str) -> bool {
    line.starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn cut(text: String) -> String {
    if text.chars().count() <= MAX_SUMMARY_CHARS {
        return text;
    }
    let cut: String = text.chars().take(MAX_SUMMARY_CHARS).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([' ', '·', ',']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Edition, RuleKind};

    fn entry(text: &str, facts: Option<Facts>) -> RuleEntry {
        RuleEntry {
            kind: RuleKind::Rule,
            slug: "x".into(),
            name: "X".into(),
            edition: Edition::Y2014,
            text: text.into(),
            facts,
            references: Vec::new(),
        }
    }

    #[test]
    fn a_summary_ends_at_a_word() {
        let summary = entry(&format!("## Heading\n\n- {}", "word ".repeat(100)), None).summary();
        assert!(
            summary.starts_with("Heading · word") && summary.ends_with("word…") && summary.len() < 210,
            "{summary}"
        );
    }

    #[test]
    fn what_has_numbers_says_the_foremost_and_then_its_words() {
        let spell = Spell {
            level: 3,
            school: "evocation".into(),
            casting_time: "1 action".into(),
            range: "150 feet".into(),
            duration: "Instantaneous".into(),
            ..Spell::default()
        };
        let text = format!("{}\nIt burns. **Then** it stops.", spell_head(&spell));
        let spell = entry(&text, Some(Facts::Spell(Box::new(spell))));
        assert_eq!(spell.prose(), "It burns. **Then** it stops.");
        assert_eq!(spell.summary(), "Level 3 evocation · 1 action · 150 feet · It burns. Then it stops.");
    }

    #[test]
    fn a_table_is_told_row_by_row() {
        let table = entry("| Speed | Feet |\n|---|---|\n| Fast | 400 |", None);
        assert_eq!(table.summary(), "Speed, Feet · Fast, 400");
    }
}
