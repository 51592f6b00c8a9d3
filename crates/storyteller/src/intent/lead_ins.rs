//! Strips introductory words around a command.

pub(super) use crate::words::intent::lead_ins::SMALL_WORDS;
use crate::words::intent::lead_ins::{ENDS, LEAD_INS, TAILS};

/// All of these words.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    LEAD_INS.iter().chain(SMALL_WORDS).copied()
}

/// What is left when all that says nothing is taken from before; and whether it was an attempt only.
pub(crate) fn lead_in(text: &str) -> (&str, bool) {
    let mut rest = text.trim();
    let mut tries = false;
    loop {
        if let Some(lead) = LEAD_INS.iter().find(|lead| rest.starts_with(**lead)) {
            tries |= lead.contains("try") || lead.contains("attempt");
            rest = rest[lead.len()..].trim_start_matches([' ', ',']);
            continue;
        }
        match rest.split_once(' ') {
            Some((word, more)) if is_manner(word) => rest = more.trim_start(),
            _ => return (rest, tries),
        }
    }
}

/// The text without what says nothing at its end.
pub(crate) fn without_tail(text: &str) -> &str {
    let mut rest = text.trim_end();
    while let Some(next) = TAILS.iter().find_map(|tail| rest.strip_suffix(tail)).or_else(|| to_the_end(rest)) {
        rest = next.trim_end_matches([' ', ',']);
    }
    rest
}

/// The text before "until it is dead", which says how hard and not what.
fn to_the_end(text: &str) -> Option<&str> {
    const WHO: [&str; 10] = ["it", "it's", "he", "he's", "she", "she's", "they", "they're", "the", "nothing"];
    let at = [" until ", " till ", " til ", " 'til "].iter().filter_map(|word| Some((text.rfind(word)?, word.len())));
    let (at, n) = at.max()?;
    let words: Vec<&str> = text[at + n..].split(' ').collect();
    let fits = words.len() <= 6 && WHO.contains(words.first()?) && ENDS.contains(words.last()?);
    fits.then(|| &text[..at])
}

/// Whether a word says how and not what: carefully, quickly.
fn is_manner(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ly") && !["reply", "apply", "rely", "bully", "imply", "supply"].contains(&word)
}
