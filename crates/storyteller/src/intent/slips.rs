//! Corrects typing errors.

use std::sync::LazyLock;

use language::word_lists;

/// Whether two words differ by no more than a slip: one letter more, less or other, two that changed places; in long
/// words two of these.
pub(crate) fn slipped(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let shorter = a.len().min(b.len());
    let most = match shorter {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    // A short word with another first letter is another word.
    let same_start = a.first() == b.first() || shorter > 5;
    most > 0 && same_start && a.len().abs_diff(b.len()) <= most && distance(&a, &b) <= most
}

/// Words as they are typed in a hurry, and as they are meant.
static HASTY: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| meanings(include_str!("../content/hasty.txt"), "words"));

/// Turns of phrase, each with what it means in plain words.
static PLAIN: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| meanings(include_str!("../content/idioms.txt"), "phrases"));

fn meanings(text: &'static str, section: &str) -> Vec<(&'static str, &'static str)> {
    let rows = word_lists::lines(text, section).filter_map(|line| line.split_once("=>"));
    rows.map(|(said, meant)| (said.trim(), meant.trim())).collect()
}

/// What someone laughs or throws in, and means nothing by.
const THROWN_IN: [&str; 8] = ["lol", "lmao", "rofl", "haha", "hehe", "xd", "btw", "tho"];
/// Behind these a letter is a way.
const GOING: [&str; 7] = ["go", "head", "walk", "run", "move", "then", "and"];

/// The text with hasty words written out.
pub(super) fn written_out(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let word = |(i, word): (usize, &&str)| {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
        if THROWN_IN.contains(&plain) && !word.contains('"') {
            return word.replace(plain, "");
        }
        // "u" alone, or after "go", is a way; so are "n" and "w" where nothing comes behind them.
        let before = i.checked_sub(1).map(|before| words[before]);
        let last = i + 1 == words.len();
        let next = words.get(i + 1).copied().unwrap_or_default();
        let full = match plain {
            "by" if i == 0 && next.starts_with(|c: char| c.is_ascii_digit()) => Some("buy"),
            "n" | "w" if last || before.is_none_or(|before| GOING.contains(&before)) => None,
            "n" => Some("and"),
            "w" => Some("with"),
            _ if plain.len() == 1 && before.is_none_or(|before| before == "go") => None,
            _ => HASTY.iter().find(|(hasty, _)| *hasty == plain).map(|(_, full)| *full),
        };
        full.map_or_else(|| (*word).to_owned(), |full| word.replace(plain, full))
    };
    let all: Vec<String> = words.iter().enumerate().map(word).collect();
    let said = all.iter().filter(|word| word.chars().any(char::is_alphanumeric) || words.contains(&word.as_str()));
    let said = said.map(String::as_str).collect::<Vec<_>>().join(" ");
    // Who only laughs has said that.
    if said.trim().is_empty() { text.to_owned() } else { without_idioms(without_echo(&said)) }
}

/// "Nope nope nope, I'm out" says no once.
fn without_echo(text: &str) -> &str {
    let mut rest = text;
    while let Some((first, more)) = rest.split_once(' ')
        && first.trim_end_matches([',', '!', '.']) == more.split([' ', ',', '!', '.']).next().unwrap_or_default()
        && more.contains(' ')
    {
        rest = more;
    }
    rest
}

/// The text with its turns of phrase in plain words.
fn without_idioms(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    PLAIN.iter().fold(text.to_owned(), |text, (said, meant)| {
        let (said, ends) = said.strip_suffix('$').map_or((*said, false), |said| (said, true));
        let stands = |at: usize| {
            let (before, after) = (text[..at].chars().next_back(), &text[at + said.len()..]);
            let last = after.trim_matches(['.', '!', '?', ' ']).is_empty();
            !before.is_some_and(is_word) && !after.starts_with(is_word) && (last || !ends)
        };
        match text.match_indices(said).map(|(at, _)| at).find(|at| stands(*at)) {
            Some(at) => format!("{}{meant}{}", &text[..at], &text[at + said.len()..]),
            None => text,
        }
    })
}

/// The number of slips between two words, where changing the places of two neighbours is one.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let other = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + other);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{slipped, written_out};

    #[test]
    fn what_is_typed_in_a_hurry_is_read_as_it_is_meant() {
        for (typed, meant) in [
            ("look around n talk to katrin", "look around and talk to katrin"),
            ("who is old hammet lol", "who is old hammet"),
            ("can u come w me tho", "can you come with me"),
            ("go n", "go n"),
            ("n", "n"),
            ("look, then n", "look, then n"),
            ("lol", "lol"),
            ("wait - what", "wait - what"),
            ("lemme see the map", "let me see the map"),
            ("nope nope nope im out", "nope i run away"),
            ("im out of arrows", "i'm out of arrows"),
            ("im getting outta here", "i'm run away"),
        ] {
            assert_eq!(written_out(typed), meant);
        }
    }

    #[test]
    fn a_slip_is_told_from_another_word() {
        for (typed, meant) in
            [("atack", "attack"), ("serach", "search"), ("latnern", "lantern"), ("invetnroy", "inventory")]
        {
            assert!(slipped(typed, meant), "{typed}");
        }
        for (typed, other) in [("rest", "test"), ("cat", "cot"), ("bell", "well"), ("north", "mouth")] {
            assert!(!slipped(typed, other), "{typed}");
        }
    }
}
