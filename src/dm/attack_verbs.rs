//! Verbs of attacks, shared by the rules judge's gate and the hints.

use std::sync::LazyLock;

use language::word_lists;

/// Base forms in two sections.
const ATTACK_VERBS: &str = include_str!("attack_verbs.txt");

/// Verbs that hurt whatever they are done to.
static DEADLY: LazyLock<Vec<&str>> = LazyLock::new(|| word_lists::list(ATTACK_VERBS, "deadly"));
/// Verbs that are attacks only if their object is alive.
static TOUCHING: LazyLock<Vec<&str>> = LazyLock::new(|| word_lists::list(ATTACK_VERBS, "touching"));

/// All of them.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    DEADLY.iter().copied().chain(touching())
}

/// Verbs that are attacks only if their object is alive.
pub(super) fn touching() -> impl Iterator<Item = &'static str> {
    TOUCHING.iter().copied()
}

/// Whether a verb, in its base form, is an attack.
pub(super) fn contains(verb: &str) -> bool {
    all().any(|one| one == verb)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_verb_of_an_attack_stands_in_one_section() {
        assert_eq!(word_lists::sections(ATTACK_VERBS), ["deadly", "touching"]);
        assert_eq!(all().collect::<HashSet<_>>().len(), all().count());
        assert!(all().all(|verb| verb.chars().all(|c| c.is_ascii_lowercase())));
    }
}
