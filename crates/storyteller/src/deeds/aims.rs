//! Words for the target of an attack: those for enemies only, and those for anyone.

use crate::words::deeds::aims::{ENEMIES, POINTERS};

/// Whether words mean an enemy, not a bystander: "the nearest enemy", "the bad guys".
pub(super) fn names_a_foe(words: &str) -> bool {
    words.split(' ').any(|word| ENEMIES.contains(&word)) || words.contains("bad guy")
}

/// Whether a word means any foe who is in the way.
pub(super) fn is_anybody(word: &str) -> bool {
    POINTERS.contains(&word) || ENEMIES.contains(&word)
}

/// Whether these words mean any foe who is in the way.
pub(crate) fn is_any_foe(words: &str) -> bool {
    words.split(' ').any(is_anybody)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_an_enemy_is_in_the_way_too_and_not_the_other_way_round() {
        assert!(names_a_foe("the nearest enemy") && is_any_foe("the nearest enemy"));
        assert!(names_a_foe("those villains") && is_any_foe("those villains"));
        assert!(!names_a_foe("the other one") && is_any_foe("the other one"));
        assert!(!names_a_foe("marta") && !is_any_foe("marta"));
        assert!(ENEMIES.iter().all(|word| !POINTERS.contains(word)), "each word stands in one list");
    }
}
