//! Handling of things without a rule: cleaning, knocking, hanging up, tying. Verbs and answers are in `content/handling.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::intent::after_verb;

/// The verbs and answers, as they are written.
pub(super) const CONTENT: &str = include_str!("content/handling.json");

/// Synonymous verbs, and their narration: `{verb}` is the player's own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Handling {
    /// Between commas; `*` means any other.
    verbs: String,
    /// Of a thing: `{thing}`.
    #[serde(default)]
    pub(super) thing: Vec<String>,
    /// Of someone here: `{name}`.
    #[serde(default)]
    pub(super) person: Vec<String>,
    /// Of a part of the hero, or something worn: `{thing}`.
    #[serde(default)]
    pub(super) own: Vec<String>,
    /// Of nothing in particular.
    #[serde(default)]
    pub(super) alone: Vec<String>,
    /// Of words that are said so: `{said}`.
    #[serde(default)]
    pub(super) said: Vec<String>,
    /// Whether a thing of the story that has an answer of its own to being tried gives that.
    #[serde(default)]
    pub(super) yields: bool,
}

static ALL: LazyLock<Vec<Handling>> = LazyLock::new(|| super::content::read(CONTENT));

/// Every verb of the file.
pub(super) fn verbs() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|it| it.verbs.split(',').map(str::trim)).filter(|verb| *verb != "*")
}

/// The row for a verb that the file has not, the verb, and what follows.
pub(super) fn unheard_of(words: &str) -> Option<(&'static Handling, &str, &str)> {
    let (verb, rest) = words.split_once(' ')?;
    ALL.iter().find(|it| it.verbs == "*").map(|it| (it, verb, rest))
}

/// The row that a text begins with, the verb as the file has it, and what follows.
pub(super) fn found(words: &str) -> Option<(&'static Handling, &str, &str)> {
    let all = ALL.iter().flat_map(|it| it.verbs.split(',').map(move |verb| (it, verb.trim())));
    let begins = |(it, verb): (&'static Handling, &'static str)| {
        let rest = after_verb(words, verb)?;
        // To set fire or a trap is another matter.
        let sets =
            verb.starts_with("set") && rest.split(' ').any(|word| ["fire", "ablaze", "alight", "trap"].contains(&word));
        if sets {
            return None;
        }
        Some((it, verb, rest))
    };
    let (it, verb, rest) = all.filter_map(begins).max_by_key(|(_, verb, _)| verb.len())?;
    // "Set the chair upright" sets, and the article says nothing.
    let verb = [" the", " it", " a", " my"].iter().fold(verb, |verb, end| verb.strip_suffix(end).unwrap_or(verb));
    Some((it, verb, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_whole() {
        let all: Vec<Handling> = serde_json::from_str(CONTENT).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for it in &all {
            let stocks = [&it.thing, &it.person, &it.own, &it.alone, &it.said];
            assert!(stocks.iter().any(|stock| stock.len() > 1), "{}: more than one wording", it.verbs);
            for verb in it.verbs.split(',').map(str::trim) {
                assert!(!verb.is_empty() && seen.insert(verb), "{}: {verb:?} twice", it.verbs);
            }
            for (stock, slots) in stocks.iter().zip([
                &["thing", "verb", "place"][..],
                &["name", "verb", "place"],
                &["thing", "verb", "place"],
                &["verb", "place"],
                &["said", "place"],
            ]) {
                for line in stock.iter() {
                    let used = line
                        .split('{')
                        .skip(1)
                        .filter_map(|rest| rest.split_once('}'))
                        .map(|(slot, _)| slot.rsplit(':').next().unwrap_or(slot).to_lowercase());
                    used.for_each(|slot| {
                        assert!(slots.contains(&slot.as_str()), "{}: {{{slot}}} in “{line}”", it.verbs)
                    });
                }
            }
            assert!(
                it.thing.is_empty() || it.thing.iter().all(|line| line.contains("thing}") || line.contains("{verb}")),
                "{}",
                it.verbs
            );
        }
    }
}
