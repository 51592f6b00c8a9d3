//! Verbs of attacks, for all who read a player's words: the gate before the rules judge, and the hints.

/// Base forms, separated by white space.
const ATTACK_VERBS: &str = include_str!("attack_verbs.txt");

/// All of them.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    ATTACK_VERBS.split_whitespace()
}

/// Whether a verb, in its base form, is an attack.
pub(super) fn contains(verb: &str) -> bool {
    all().any(|one| one == verb)
}
