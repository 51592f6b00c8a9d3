//! How texts are bounded.

pub use crate::folding::{fold, same};

/// The longest line kept, in characters.
pub const MAX_LINE: usize = 500;
/// The longest name kept, in characters.
pub const MAX_NAME: usize = 120;
/// The longest summary kept, in characters.
pub const MAX_SUMMARY: usize = 4_000;

/// A text as one line of at most [`MAX_LINE`] characters.
pub fn line(text: &str) -> String {
    shortened(text, MAX_LINE)
}

/// A text as a name of at most [`MAX_NAME`] characters.
pub fn name(text: &str) -> String {
    shortened(text, MAX_NAME)
}

/// A text on one line: line breaks, control characters and runs of spaces become one space.
pub fn one_line(text: &str) -> String {
    if is_blank(text) {
        return String::new();
    }
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text on one line of at most `most` characters, cut between words where it has any.
pub fn shortened(text: &str, most: usize) -> String {
    let line = one_line(text);
    let short = cut(&line, most);
    let is_between = short.len() == line.len() || line[short.len()..].starts_with(' ');
    match short.rsplit_once(' ') {
        Some((whole, _)) if !is_between => whole.to_owned(),
        _ => short.to_owned(),
    }
}

/// Whether a text has more than `most` characters on its one line, so that [`shortened`] cuts it.
pub fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && one_line(text).chars().count() > most
}

/// What a tool's answer says of a text that [`shortened`] cuts.
pub fn cut_notice(text: &str, most: usize) -> Option<String> {
    let n = || one_line(text).chars().count();
    is_longer(text, most).then(|| format!("Cut to {most} of {} characters; what matters has to come first.", n()))
}

/// Whether a text is invisible: only white space, control characters and invisible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Unicode format characters and fillers that show nothing by themselves.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text, trimmed, at most `most` characters.
pub fn cut(text: &str, most: usize) -> &str {
    let text = text.trim();
    // A text has at most as many characters as bytes.
    if text.len() <= most {
        return text;
    }
    text.char_indices().nth(most).map_or(text, |(end, _)| text[..end].trim_end())
}

/// A name that is kept in lower case, as it is written.
pub fn titled(name: &str) -> String {
    const SMALL: [&str; 6] = ["of", "the", "von", "de", "la", "and"];
    let word = |(i, word): (usize, &str)| {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if i == 0 || !SMALL.contains(&word) => first.to_uppercase().chain(letters).collect(),
            _ => word.to_owned(),
        }
    };
    name.split_whitespace().enumerate().map(word).collect::<Vec<String>>().join(" ")
}

/// Whether a word of a name is distinctive, unlike "the" or "old".
pub fn is_name_word(word: &str) -> bool {
    const NONE: [&str; 12] = ["the", "of", "and", "old", "young", "little", "von", "de", "la", "a", "an", "my"];
    !NONE.iter().any(|none| same(none, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("  ééé  ", 2), "éé");
        assert_eq!(cut("ab cd", 3), "ab");
        assert_eq!(line(&"ö".repeat(600)).chars().count(), MAX_LINE);
        assert_eq!(shortened("one two  three", 9), "one two");
        assert_eq!(shortened("one two three", 7), "one two");
        assert_eq!(shortened("a\n2. b\u{0}c", 80), "a 2. b c");
    }

    #[test]
    fn an_invisible_text_is_blank() {
        assert!(is_blank(" \n\u{200b}\u{feff}\u{0}\u{2060}\u{e0041}"));
        assert!(!is_blank("\u{200b}.") && line("\u{200b} \u{feff}").is_empty());
    }
}
