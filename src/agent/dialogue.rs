//! Separates the narration of a text from its dialogue.

use std::ops::Range;

/// Double quotation marks, opening and closing.
const QUOTES: [char; 8] = ['"', '“', '”', '„', '«', '»', '‹', '›'];
/// Single quotation marks that open where a word begins. The last is an apostrophe, too.
const SINGLE_OPENING: [char; 3] = ['‘', '‚', '\''];
/// Single quotation marks that close where a word ends. Within a word they are apostrophes.
const SINGLE_CLOSING: [char; 3] = ['’', '‘', '\''];
/// Dashes that begin a line of dialogue and enclose the narration in it: “—No me toques —dice Ana—. Vete.”
const DASHES: [char; 3] = ['–', '—', '―'];
/// Characters that end a sentence before white space.
const ENDS: [char; 4] = ['.', '!', '?', '…'];
/// Characters that end a sentence without white space behind them.
const WIDE_ENDS: [char; 3] = ['。', '！', '？'];
/// Characters between the end of a sentence and the white space; the last replaces quotation marks.
const CLOSING: [char; 3] = [')', '*', '_'];

/// The delimiter of a dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Enclosed {
    Quotes,
    SingleQuotes,
    Dashes,
}

/// The narration of a text, byte for byte as long as the text: dialogue is replaced by underscores. Line breaks and the end of a
/// speech's last sentence are kept.
pub(super) fn narration_of(text: &str) -> String {
    let mut narration = String::with_capacity(text.len());
    let (mut enclosed, mut before) = (None, None);
    let (mut is_line_start, mut is_dashed_line) = (true, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let is_dash = DASHES.contains(&letter);
        is_dashed_line = letter != '\n' && (is_dashed_line || is_dash && is_line_start);
        let now = match enclosed {
            None if QUOTES.contains(&letter) => Some(Enclosed::Quotes),
            None if opens_single(before, letter, next) => Some(Enclosed::SingleQuotes),
            None if is_dash && is_dashed_line => Some(Enclosed::Dashes),
            Some(Enclosed::Quotes) if QUOTES.contains(&letter) => None,
            Some(Enclosed::SingleQuotes) if closes_single(letter, next) => None,
            Some(Enclosed::Dashes) if is_dash || letter == '\n' => None,
            same => same,
        };
        let is_last = next.is_none_or(|next| !next.is_alphanumeric() && !next.is_whitespace());
        let ends_speech = is_last && ENDS.contains(&letter);
        match letter == '\n' || enclosed.is_none() && now.is_none() || enclosed == now && ends_speech {
            true => narration.push(letter),
            false => narration.extend(std::iter::repeat_n('_', letter.len_utf8())),
        }
        is_line_start = letter == '\n' || is_line_start && letter.is_whitespace();
        (enclosed, before) = (now, Some(letter));
    }
    narration
}

fn opens_single(before: Option<char>, letter: char, next: Option<char>) -> bool {
    let is_word_start = !before.is_some_and(char::is_alphanumeric) && next.is_some_and(|next| !next.is_whitespace());
    SINGLE_OPENING.contains(&letter) && is_word_start
}

fn closes_single(letter: char, next: Option<char>) -> bool {
    SINGLE_CLOSING.contains(&letter) && !next.is_some_and(char::is_alphanumeric)
}

/// Whether the text contains dialogue.
pub(super) fn has_dialogue(text: &str) -> bool {
    let n_letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    n_letters(&narration_of(text)) < n_letters(text)
}

/// The words of a text.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Where the sentences of a narration are, each with the white space behind it.
pub fn sentences(narration: &str) -> Vec<Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    let (mut ends, mut is_over) = (false, false);
    for (at, letter) in narration.char_indices() {
        if letter.is_whitespace() {
            is_over |= ends || letter == '\n';
            continue;
        }
        if is_over {
            found.push(from..at);
            from = at;
        }
        ends = ENDS.contains(&letter) || ends && CLOSING.contains(&letter);
        is_over = WIDE_ENDS.contains(&letter);
    }
    found.push(from..narration.len());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialogue_is_what_stands_in_quotation_marks_or_behind_a_dash() {
        for (text, narration) in [
            ("“I know you,” she says.", "she says"),
            ("‘Follow me,’ the keeper says, and steps out.", "the keeper says and steps out"),
            ("'I don't know,' he says. I don't.", "he says I don t"),
            ("‘I don’t know,’ he says.", "he says"),
            ("‚Komm mit mir‘, sagt er.", "sagt er"),
            ("—No me toques —dice Ana—. Vete.\nTú te vas.", "dice Ana Tú te vas"),
            ("It’s the dogs’ hour — I think.", "It s the dogs hour I think"),
        ] {
            let told = narration_of(text);
            assert_eq!((words_of(&told).collect::<Vec<_>>().join(" ").as_str(), told.len()), (narration, text.len()));
        }
        assert!(has_dialogue("‘OK.’") && !has_dialogue("It’s OK.") && !has_dialogue("—"));
    }

    #[test]
    fn a_sentence_ends_within_dialogue_too() {
        let text = "You wait. “Come!” she says. All is quiet.\n\nRain";
        let found: Vec<&str> = sentences(&narration_of(text)).into_iter().map(|range| text[range].trim()).collect();
        assert_eq!(found, ["You wait.", "“Come!”", "she says.", "All is quiet.", "Rain"]);
        assert_eq!(sentences("你走。门开了。").len(), 2);
    }
}
