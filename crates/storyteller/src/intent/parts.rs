//! The parts of a command: object, recipient, instrument, topic.

use super::{bare, is_pronoun};

/// Whose pocket is picked: "pick the reeve's pocket", "pick the pocket of the reeve".
pub(super) fn pocket_of(whole: &str) -> Option<&str> {
    let rest =
        ["pick ", "empty ", "lift ", "take ", "cut ", "snatch "].iter().find_map(|verb| whole.strip_prefix(verb))?;
    // What it is done with is no part of whose it is.
    let rest = [" with ", " using "].iter().fold(rest, |rest, at| rest.split(at).next().unwrap_or(rest));
    let of = ["pockets of ", "pocket of ", "purse of "].iter().find_map(|what| bare(rest).strip_prefix(what));
    let owned = ["'s pockets", "'s pocket", "'s purse"].iter().find_map(|what| rest.strip_suffix(what));
    // "Pick their pocket" means the person mentioned before.
    let anybody =
        || (whole.starts_with("pick ") && rest.ends_with(" pocket") || rest.ends_with(" pockets")).then_some("");
    of.or(owned).or_else(anybody)
}

/// `marta the bell` is the bell for Marta; `her it` is it for her.
pub(super) fn given(rest: &str) -> (String, String) {
    let parts = [" the ", " my ", " a ", " an ", " some ", " one of my "].iter().find_map(|at| rest.split_once(at));
    match (parts, rest.split_once(' ')) {
        (Some((whom, what)), _) => (what.to_owned(), bare(whom).to_owned()),
        (None, Some((whom, what))) if is_pronoun(whom) => (bare(what).to_owned(), whom.to_owned()),
        _ => (rest.to_owned(), String::new()),
    }
}

pub(super) fn parted<'a>(rest: &'a str, at: &[&str]) -> (&'a str, &'a str) {
    let mut from = 0;
    for word in rest.split(' ') {
        if at.contains(&word) {
            return (rest[..from].trim(), bare(&rest[from + word.len()..]));
        }
        from += word.len() + 1;
    }
    (rest, "")
}

/// What a command is about, without when it is done and where it is seen from: "bar the door behind me".
pub(super) fn without_time(words: &str) -> &str {
    let cut = [" before going ", " before i ", " before we ", " behind me", " after me", " in front of me"];
    cut.iter().fold(words, |rest, at| rest.split(at).next().unwrap_or(rest))
}

/// Whether this is only a length of time: "watch a while".
pub(super) fn is_while(rest: &str) -> bool {
    ["while", "a while", "moment", "a moment", "bit", "a bit", "minute", "a minute"].contains(&rest)
}

/// Whether a word is a coin.
pub(crate) fn is_coin(word: &str) -> bool {
    ["gold", "silver", "copper", "gp", "sp", "cp", "coin", "coins"].contains(&word)
}

/// Whether words end in a coin: "Abel a silver piece".
pub(crate) fn ends_in_coin(words: &str) -> bool {
    let bare = [" pieces", " piece", " coins", " coin"].iter().find_map(|end| words.strip_suffix(end)).unwrap_or(words);
    bare.rsplit(' ').next().is_some_and(is_coin)
}
