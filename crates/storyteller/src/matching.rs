//! Finds which of several names a player's words mean.

use crate::words::storyteller::matching::EMPTY;

/// The name these words mean, the closest one; where none fits to the letter, slips of the finger are forgiven.
pub(super) fn best_match(words: &str, names: &[&str]) -> Option<usize> {
    let wanted = significant(words);
    if wanted.is_empty() {
        return None;
    }
    let best = |alike: fn(&str, &str) -> bool| {
        let score = |name: &str| {
            let have = significant(name);
            let n_said = wanted.iter().filter(|word| have.iter().any(|known| alike(known, word))).count();
            let n_unsaid = have.iter().filter(|known| !wanted.iter().any(|word| alike(known, word))).count();
            (n_said, n_unsaid)
        };
        let scored = names.iter().map(|name| score(name)).enumerate();
        // Of two names that fit as well, the one of which less is left unsaid: a potion of healing is no greater one.
        let fits = scored.filter(|(_, (n_said, _))| *n_said > 0);
        fits.min_by_key(|(i, (n_said, n_unsaid))| (usize::MAX - n_said, *n_unsaid, *i)).map(|(i, _)| i)
    };
    // What is a word is no slip of another: food is no ford.
    best(word_alike)
        .or_else(|| best(|known, word| !super::intent::is_word(word) && super::intent::slipped(known, word)))
}

/// The name these words mean that is said in full, or at least by its last word, or by half of its words: "six people"
/// is not the Six Bells.
pub(super) fn best_named(words: &str, names: &[&str]) -> Option<usize> {
    let wanted = significant(words);
    let said = |part: &String| wanted.iter().any(|word| word_alike(part, word));
    let is_named = |name: &&str| {
        let parts = significant(name);
        let n = parts.iter().filter(|part| said(part)).count();
        n > 0 && (n * 2 >= parts.len() || parts.last().is_some_and(said))
    };
    let fit: Vec<(usize, &str)> = names.iter().copied().enumerate().filter(|(_, name)| is_named(name)).collect();
    let best = best_match(words, &fit.iter().map(|(_, name)| *name).collect::<Vec<_>>())?;
    Some(fit[best].0)
}

pub(super) fn significant(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(str::to_lowercase);
    words.filter(|word| !word.is_empty() && !EMPTY.contains(&word.as_str())).collect()
}

pub(super) fn word_alike(a: &str, b: &str) -> bool {
    let stem = |word: &str| word.trim_end_matches("'s").trim_end_matches('s').to_owned();
    // Torches, boxes, brushes.
    let many = |one: &str, all: &str| {
        all.strip_suffix("es") == Some(one) && ["ch", "sh", "x", "ss"].iter().any(|end| one.ends_with(end))
    };
    a == b || (a.len() > 2 && b.len() > 2 && stem(a) == stem(b)) || many(a, b) || many(b, a)
}
