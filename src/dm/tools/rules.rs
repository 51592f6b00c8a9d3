//! `query_rules` and `query_srd`: rules look-ups.

use std::fmt::Write;

use game::looked_up::RulePage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, Tool, ToolError, ToolOutput},
    dm::{Draft, lookup_cache::CachedLookup, prompt::plain},
    rules::{Edition, Library, RuleEntry, RuleKind, SearchQuery},
};

/// The most characters of an answer that are given to whole entries; later entries are cut to their first words.
const MAX_CHARS: usize = 12_000;
/// Differences between the engine and entries of 2024, by their types and slugs.
const PLAYED_BY_2014: &str = include_str!("played_by_2014.txt");
/// The most characters of a question.
const MAX_QUERY_CHARS: usize = 1_000;

/// Find out what the rules say: about a spell, a monster, a condition, an action, a thing, or how something is done. Give
/// a name ("Fireball") or a question ("climbing a wet wall"). What the entries found point to comes with them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryRules {
    /// A name, or a question in plain words.
    pub query: String,
    /// The only type to look among, such as "spell", "monster", "condition", "item", "rule", "feature".
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// How many entries to give: 3 if left out, 10 at most.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Read one record of the rules, with all its numbers, by type and slug: "monster" and "goblin". At most three a turn.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuerySrd {
    /// The type, such as "spell", "monster", "condition", "item" or "rule".
    #[serde(rename = "type")]
    pub kind: String,
    /// The name in lower case with hyphens: "magic-missile".
    pub slug: String,
}

impl Tool for QueryRules {
    const NAME: &'static str = "query_rules";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Leafing through the rules", "Looked it up in the rules");
    // A look-up would reveal what the heroes will meet.
    const PUBLIC: PublicCall = PublicCall::HIDDEN;

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let query: String = self.query.trim().chars().take(MAX_QUERY_CHARS).collect();
        if query.is_empty() {
            return Err(ToolError::Refused("A query needs words: a name, or a question.".into()));
        }
        let kind = self.kind.as_deref().filter(|kind| !kind.trim().is_empty()).map(read_kind).transpose()?;
        let edition = draft.game().rules_edition;
        let look_ups = draft.look_ups();
        let question = format!("{} {kind:?} {:?}", query.to_lowercase(), self.limit);
        let limit = self.limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let known = look_ups.remembered(&question).cloned();
        let found = match known {
            Some(found) => found,
            None => {
                look_ups.count_search()?;
                let library = look_ups.library();
                let found = found(&library, &SearchQuery { query: &query, kind, edition, limit }).await;
                look_ups.remember(question, found.clone());
                found
            }
        };
        draft.looked_up = found.facts();
        Ok(ToolOutput::found(found.text))
    }
}

impl Tool for QuerySrd {
    const NAME: &'static str = "query_srd";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Leafing through the rules", "Looked it up in the rules");
    // As for `query_rules`.
    const PUBLIC: PublicCall = PublicCall::HIDDEN;

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let kind = read_kind(&self.kind)?;
        let slug = self.slug.trim().to_lowercase().replace(['_', ' '], "-");
        let edition = draft.game().rules_edition;
        let look_ups = draft.look_ups();
        let question = format!("{}/{slug}", kind.as_str());
        if look_ups.remembered(&question).is_none() {
            look_ups.count_record()?;
        }
        let found = look_ups.found(question, |library| record(library, edition, kind, &slug));
        draft.looked_up = found.facts();
        match found.page.is_none() {
            true => Err(ToolError::Refused(found.text)),
            false => Ok(ToolOutput::found(found.text)),
        }
    }
}

fn read_kind(name: &str) -> Result<RuleKind, ToolError> {
    RuleKind::read(name).ok_or_else(|| {
        let types = RuleKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
        ToolError::Refused(format!("There is no type “{name}”. Use one of: {types}."))
    })
}

/// The entries that answer a question, in full as long as there is room, and what they point to.
pub(in crate::dm) async fn found(library: &Library, asked: &SearchQuery<'_>) -> CachedLookup {
    let answer = library.search(asked).await;
    if answer.found.is_empty() {
        let near = match answer.near.is_empty() {
            true => "Ask with other words, or go on with what you know.".to_owned(),
            false => format!("Names spelled like it: {}.", answer.near.join(", ")),
        };
        let core = if library.is_complete() { "" } else { " Only a core of the rules is there." };
        let text = format!("No rules found for “{}”. {near}{core}", asked.query);
        return CachedLookup { text, near: owned(&answer.near), ..CachedLookup::default() };
    }
    let entries: Vec<&RuleEntry> = answer.found.iter().map(|found| found.entry).collect();
    let mut text = String::new();
    if !answer.near.is_empty() {
        // No word of it is known: it may be a name that is written otherwise, and what is near in meaning a guess.
        let _ = write!(text, "Names spelled like it: {}.", answer.near.join(", "));
    }
    if answer.is_a_guess {
        let gap = if text.is_empty() { "" } else { "\n\n" };
        let _ =
            write!(text, "{gap}Nothing in the rules surely answers “{}”. What comes nearest, by name:", asked.query);
        for entry in entries {
            let _ = write!(text, "\n- {} ({}): {}", entry.name, entry.kind.as_str(), entry.summary());
        }
        return CachedLookup { text, near: owned(&answer.near), ..CachedLookup::default() };
    }
    let page = entries.first().filter(|_| answer.near.is_empty()).map(|entry| page_of(entry, entry.text.len()));
    let rules = entries.iter().map(|entry| entry.id()).collect();
    entries.iter().for_each(|entry| tell(&mut text, entry));
    let related = library.expand(&entries);
    if !related.is_empty() {
        text.push_str("\n\n=== What these speak of ===");
        related.iter().for_each(|entry| tell(&mut text, entry));
    }
    CachedLookup { text: text.trim_start().to_owned(), rules, page, near: owned(&answer.near) }
}

fn owned(names: &[impl AsRef<str>]) -> Vec<String> {
    names.iter().map(|name| name.as_ref().to_owned()).collect()
}

/// An entry as a page, with all its text where there is room for so much.
fn page_of(entry: &RuleEntry, n_bytes: usize) -> RulePage {
    let text = if n_bytes <= MAX_CHARS { entry.text.clone() } else { entry.summary() };
    RulePage { name: entry.name.clone(), text }
}

/// The engine's deviation from an entry, if any.
fn played_instead(entry: &RuleEntry) -> Option<String> {
    let id = entry.id();
    let lines = PLAYED_BY_2014.lines().filter(|line| entry.edition == Edition::Y2024 && !line.starts_with('#'));
    let (_, what) = lines.filter_map(|line| line.split_once(' ')).find(|(of, _)| *of == id)?;
    Some(format!("The engine plays this by the rules of 2014: {what}."))
}

/// A one-line reminder of an entry that was looked up before; none if the library has it no more.
pub(in crate::dm) fn known(library: &Library, edition: Edition, id: &str) -> Option<String> {
    let (kind, slug) = id.split_once('/')?;
    let entry = library.get(edition, RuleKind::read(kind)?, slug)?;
    Some(format!("{id} | {} | {}", plain(&entry.name), plain(&entry.summary())))
}

fn tell(text: &mut String, entry: &RuleEntry) {
    let rule = if text.is_empty() || text.ends_with("===") { "" } else { "\n\n---" };
    let said = page_of(entry, text.len() + entry.text.len()).text;
    let (kind, slug) = (entry.kind.as_str(), &entry.slug);
    let _ = write!(text, "{rule}\n\n[{kind}/{slug}] {} (rules of {})\n{said}", entry.name, entry.edition.as_str());
    if let Some(played) = played_instead(entry) {
        let _ = write!(text, "\n{played}");
    }
}

/// An entry, and what the engine does instead of what it says.
#[derive(Serialize)]
struct RuleRecord {
    #[serde(flatten)]
    entry: RuleEntry,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
}

/// One entry as JSON, or an error as JSON.
fn record(library: &Library, edition: Edition, kind: RuleKind, slug: &str) -> CachedLookup {
    let entry = library.get(edition, kind, slug).or_else(|| {
        let name = slug.replace('-', " ");
        library.named(edition, &name).find(|entry| entry.kind == kind)
    });
    match entry {
        Some(entry) => {
            let references = library.references(entry);
            let record = RuleRecord { entry: RuleEntry { references, ..entry.clone() }, played: played_instead(entry) };
            let text = serde_json::to_string(&record).unwrap_or_default();
            CachedLookup { rules: vec![entry.id()], text, page: Some(page_of(entry, 0)), near: Vec::new() }
        }
        None => {
            let asked = SearchQuery { query: &slug.replace('-', " "), kind: Some(kind), edition, limit: None };
            let error = format!("There is no {} “{slug}”.", kind.as_str());
            let near = library.near(&asked);
            let text = json!({"error": error, "spelled_like_it": near}).to_string();
            CachedLookup { text, near: owned(&near), ..CachedLookup::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::condition_kind::ConditionKind;

    use super::*;

    #[test]
    fn a_look_up_says_what_the_engine_does_instead_of_a_rule_of_2024() {
        let entry = |edition, slug: &str| RuleEntry {
            kind: RuleKind::Condition,
            slug: slug.to_owned(),
            name: slug.to_owned(),
            edition,
            text: "The roll is reduced by 2 times your level.".to_owned(),
            facts: None,
            references: Vec::new(),
        };
        let told = |edition, slug| {
            let mut text = String::new();
            tell(&mut text, &entry(edition, slug));
            text
        };
        let exhausted = told(Edition::Y2024, "exhaustion");
        assert!(exhausted.ends_with("speed 0 from 5, death at 6."), "{exhausted}");
        assert!(exhausted.contains("by the rules of 2014: disadvantage on ability checks"), "{exhausted}");
        assert!(!told(Edition::Y2014, "exhaustion").contains("engine"));
        assert!(!told(Edition::Y2024, "blinded").contains("engine"));
        for line in PLAYED_BY_2014.lines().filter(|line| !line.starts_with('#')) {
            let slug = line.strip_prefix("condition/").and_then(|rest| rest.split(' ').next());
            assert!(slug.is_some_and(|slug| ConditionKind::read(slug).is_some()), "{line}");
        }
    }
}
