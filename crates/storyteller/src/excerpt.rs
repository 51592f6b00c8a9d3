//! Cuts the sentence that answers a question out of an earlier text.

use super::play::{significant, word_alike};

/// The longest excerpt of a turn, in characters.
const MAX_QUOTE: usize = 320;

/// The one or two sentences that say the most of what was asked for, and how much that is.
pub(super) fn piece(text: &str, about: &[String], teller: &[String]) -> Option<(usize, String)> {
    let all = single(text);
    let mut best: Option<((usize, usize, usize), String)> = None;
    for at in 0..all.len() {
        for n in 1..=2.min(all.len() - at) {
            let part = all[at..at + n].join(" ").replace("” “", " ");
            let words = significant(&part);
            let has = |word: &&String| words.iter().any(|own| akin(own, word));
            let n_about = about.iter().filter(has).count();
            let n_teller = usize::from(teller.iter().any(|word| has(&word))) * 2 + usize::from(part.contains('“'));
            let n_teller = if teller.is_empty() { 0 } else { n_teller };
            let rank = (n_about, n_teller, usize::MAX - n);
            if part.chars().count() <= MAX_QUOTE && best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, part));
            }
        }
    }
    best.map(|((n, ..), part)| (n, part))
}

/// The sentences of a text, those inside a speech each by itself.
pub(super) fn single(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut from = 0;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (i, (at, c)) in chars.iter().enumerate() {
        let before: String = chars[..i].iter().rev().take(2).map(|(_, c)| *c).collect();
        let ended = before.trim_start_matches(['”', '’']).starts_with(['.', '!', '?', '…']);
        let goes_on = text[*at..].trim_start().starts_with(char::is_lowercase);
        if c.is_whitespace() && ended && !goes_on {
            all.push(text[from..*at].trim().to_owned());
            from = *at;
        }
    }
    all.push(text[from..].trim().to_owned());
    all.retain(|sentence| !sentence.is_empty());
    // A passage may begin in the middle of a speech.
    let begins_inside = text.find(['“', '”']).is_some_and(|at| text[at..].starts_with('”'));
    marked(all, begins_inside)
}

/// Sentences with the marks around what is said in each, where a speech was cut in two.
fn marked(all: Vec<String>, mut is_open: bool) -> Vec<String> {
    let mark = |sentence: String| {
        let before = if is_open { "“" } else { "" };
        is_open = match sentence.rfind(['“', '”']) {
            Some(at) => sentence[at..].starts_with('“'),
            None => is_open,
        };
        format!("{before}{sentence}{}", if is_open { "”" } else { "" })
    };
    all.into_iter().map(mark).collect()
}

/// Whether two words are forms of one.
pub(super) fn akin(a: &str, b: &str) -> bool {
    const STEM: usize = 5;
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let n_same = short.chars().zip(long.chars()).take_while(|(a, b)| a == b).count();
    word_alike(a, b) || n_same >= STEM && short.len() - n_same <= 1 && long.len() - n_same <= 3
}

/// A sentence with its full stop.
pub(super) fn ended(text: &str) -> String {
    let text = text.trim_end();
    let whole = text.trim_end_matches(['”', '’']).ends_with(['.', '!', '?', '…']);
    if whole { text.to_owned() } else { format!("{text}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(text: &str, about: &[&str], teller: &[&str]) -> (usize, String) {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        piece(text, &own(about), &own(teller)).unwrap()
    }

    #[test]
    fn the_sentence_that_says_the_most_is_cut_out_of_a_speech_with_its_marks() {
        let text = "Lisbet draws you aside. “I write down what they say. There are forty crowns in the poor box, and I have \
            the key. Find the speaker.” She looks away.";
        assert_eq!(
            best(text, &["poor", "box"], &[]),
            (2, "“There are forty crowns in the poor box, and I have the key.”".into())
        );
        assert_eq!(best(text, &["speaker"], &[]), (1, "“Find the speaker.”".into()));
        assert_eq!(best(text, &["dragon"], &[]).0, 0);
    }

    #[test]
    fn whoever_speaks_is_told_with_what_they_say() {
        let text = "The door is shut. “The bell is cracked,” says Marta. “Nobody rings it.” You wait.";
        assert_eq!(best(text, &["bell"], &["marta"]).1, "“The bell is cracked,” says Marta.");
    }

    #[test]
    fn forms_of_one_word_are_akin_and_like_words_are_not() {
        for (a, b) in [("promise", "promised"), ("bell", "bells"), ("torch", "torches"), ("ferries", "ferrie")] {
            assert!(akin(a, b), "{a} {b}");
        }
        for (a, b) in [("mill", "miller"), ("ferry", "ferrywoman"), ("key", "keys-of"), ("march", "marsh")] {
            assert!(!akin(a, b), "{a} {b}");
        }
    }
}
