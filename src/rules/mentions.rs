//! Finds entries that a question names: “what does the shield spell do”, “magic missile damage”.

use std::collections::HashSet;

use crate::search::{Index, terms};

use super::entry::{RuleEntry, RuleKind};

/// The most words of a name that is looked for.
const MAX_NAME_WORDS: usize = 6;

/// An entry whose whole name occurs in a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NameMention {
    /// The entry's place in the library.
    pub(super) at: u32,
    /// Whether the query names the entry's type as well: “the poisoned condition”.
    pub(super) is_of_named_type: bool,
    /// The number of words of the name.
    pub(super) n_words: usize,
    /// Whether every other word of the query is a stop word or names a type.
    pub(super) is_alone: bool,
}

/// The entries whose whole names occur in a query: those of a type that it names first, then those with the longest names.
/// A name within a longer one is none.
pub(super) fn mentions(
    query: &str,
    index: &Index,
    entries: &[RuleEntry],
    keep: impl Fn(u32) -> bool,
) -> Vec<NameMention> {
    let words: Vec<&str> = query
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-'))
        .filter(|it| !it.is_empty())
        .collect();
    let kinds = named_types(&words);
    let mut found: Vec<NameMention> = Vec::new();
    let mut seen = HashSet::new();
    let mut taken = vec![false; words.len()];
    for n_words in (1..=MAX_NAME_WORDS.min(words.len())).rev() {
        for (from, window) in words.windows(n_words).enumerate() {
            let name = window.join(" ");
            if taken[from..from + n_words].contains(&true) || terms(&name).next().is_none() {
                continue;
            }
            let of_name = index.named(&name).iter().copied().filter(|at| {
                let kind = entries[*at as usize].kind;
                keep(*at) && (kind.is_asked_for_by_name() || kinds.contains(&kind))
            });
            for at in of_name {
                taken[from..from + n_words].fill(true);
                let is_of_named_type = kinds.contains(&entries[at as usize].kind);
                let others = words[..from].iter().chain(&words[from + n_words..]);
                let is_alone = others.filter(|it| RuleKind::read(it).is_none()).all(|it| terms(it).next().is_none());
                if seen.insert(at) {
                    found.push(NameMention { at, is_of_named_type, n_words, is_alone });
                }
            }
        }
    }
    found.sort_by_key(|it| (!it.is_of_named_type, std::cmp::Reverse(it.n_words)));
    found
}

/// The types that words name, alone or by two: “spell”, “stat block”.
fn named_types(words: &[&str]) -> HashSet<RuleKind> {
    let alone = words.iter().filter_map(|word| RuleKind::read(word));
    alone.chain(words.windows(2).filter_map(|pair| RuleKind::read(&pair.join(" ")))).collect()
}
