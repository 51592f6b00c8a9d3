//! Separates the parts of a text that answer the player from those that only say that nothing was understood. Used to measure
//! understanding.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{
    phrases::{answers, lines},
    script,
};

/// The longest text that is taken for a slot's.
const MAX_SLOT: usize = 400;

static SUGGESTIONS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let [could, ask_about] = script::suggestions();
    [lines::COULD, lines::COULD_FIGHT, could, ask_about, answers::COULD_ASK]
        .concat()
        .iter()
        .filter_map(|line| pattern(line))
        .collect()
});
static PUZZLED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let stocks = [lines::PUZZLED, lines::NOT_UNDERSTOOD, script::puzzled()];
    stocks.concat().iter().filter_map(|line| pattern(line)).collect()
});

/// The narration without its lines of suggestions.
pub fn without_suggestions(told: &str) -> String {
    let cut = SUGGESTIONS.iter().fold(told.to_owned(), |told, line| {
        line.replace_all(&told, |found: &Captures<'_>| found[1].to_owned()).into_owned()
    });
    cut.trim().to_owned()
}

/// Whether a narration says that nothing could be made of the player's words.
pub fn is_puzzled(told: &str) -> bool {
    PUZZLED.iter().any(|line| line.is_match(told))
}

/// The narrated form of a line of a stock, at the beginning of a line or after a sentence.
fn pattern(template: &str) -> Option<Regex> {
    let mut made = String::from(r"(?m)(^|[.!?”…*]\s+)");
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        let close = if rest[at..].starts_with('{') { '}' } else { ']' };
        let end = at + rest[at..].find(close)?;
        made.push_str(&regex::escape(&rest[..at]));
        made.push_str(&match close {
            '}' => format!(r"[^\n]{{1,{MAX_SLOT}}}?"),
            _ => format!("(?:{})", rest[at + 1..end].split('|').map(regex::escape).collect::<Vec<_>>().join("|")),
        });
        rest = &rest[end + 1..];
    }
    made.push_str(&regex::escape(rest));
    Regex::new(&made).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_telling_is_cut_to_what_answers() {
        let told = "The well is deep.\n\nAs you see it, you can ask Una for news or go north.";
        assert_eq!(without_suggestions(told), "The well is deep.");
        assert_eq!(without_suggestions("It is your move. You could run."), "It is your move.");
        assert!(is_puzzled("“Lemme see”? It is clear enough until you try to begin. You have not begun."));
        assert!(!is_puzzled(told));
    }
}
