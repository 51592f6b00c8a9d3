//! Verbs of attacks, for all who read a player's words: the gate before the rules judge, and the hints.

use super::word_lists;

/// Base forms in sections: those that hurt whatever they are done to, and those that hurt only who can be hurt.
const ATTACK_VERBS: &str = include_str!("attack_verbs.txt");

/// All of them.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    word_lists::list(ATTACK_VERBS, "deadly").into_iter().chain(touching())
}

/// Those that hurt only who can be hurt.
pub(super) fn touching() -> impl Iterator<Item = &'static str> {
    word_lists::list(ATTACK_VERBS, "touching").into_iter()
}

/// Whether a verb, in its base form, is an attack.
pub(super) fn contains(verb: &str) -> bool {
    all().any(|one| one == verb)
}
