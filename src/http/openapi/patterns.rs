//! Regular expressions for texts, made from the predicates that the code checks.
//!
//! They use the syntax that JSON Schema, Python and Rust share: no classes such as `\s`, which differ, and characters above U+FFFF as
//! they are.

use std::sync::LazyLock;

use game::wording::is_blank;

/// Matches a text with at least one visible character.
pub(super) fn visible() -> &'static str {
    static PATTERN: LazyLock<String> = LazyLock::new(|| format!("[^{}]", CharClass::of(is_blank_char).0));
    &PATTERN
}

/// Matches a text that is a single line with a visible character once it is trimmed.
pub(super) fn visible_line() -> &'static str {
    static PATTERN: LazyLock<String> = LazyLock::new(|| {
        let invisible = CharClass::of(|c| is_blank_char(c) && !c.is_control());
        trimmed(&format!("[{}]*{}[^{}]*", invisible.0, visible(), CharClass::of(char::is_control).0))
    });
    &PATTERN
}

/// Matches a text that is a single line or empty once it is trimmed.
pub(super) fn line() -> &'static str {
    static PATTERN: LazyLock<String> = LazyLock::new(|| trimmed(&format!("[^{}]*", CharClass::of(char::is_control).0)));
    &PATTERN
}

/// The pattern of a line with line breaks and other white space around it.
fn trimmed(line: &str) -> String {
    let space = CharClass::of(char::is_whitespace).0;
    // A line does not contain these, so there is only one way to match.
    let breaks = CharClass::of(|c| c.is_whitespace() && c.is_control()).0;
    format!("^(?:[{space}]*[{breaks}])?{line}(?:[{breaks}][{space}]*)?$")
}

fn is_blank_char(c: char) -> bool {
    is_blank(c.encode_utf8(&mut [0; 4]))
}

/// The contents of a character class.
struct CharClass(String);

impl CharClass {
    fn of(is_member: impl Fn(char) -> bool) -> Self {
        let mut ranges: Vec<(char, char)> = Vec::new();
        for c in (char::MIN..=char::MAX).filter(|c| is_member(*c)) {
            match ranges.last_mut() {
                Some((_, last)) if *last as u32 + 1 == c as u32 => *last = c,
                _ => ranges.push((c, c)),
            }
        }
        let written = |c: char| match u16::try_from(c as u32) {
            Ok(code) => format!("\\u{code:04x}"),
            Err(_) => c.to_string(),
        };
        let range = |(first, last): (char, char)| match first == last {
            true => written(first),
            false => format!("{}-{}", written(first), written(last)),
        };
        Self(ranges.into_iter().map(range).collect())
    }
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn the_patterns_agree_with_the_code_for_every_character() {
        let [visible, visible_line, line] =
            [visible(), visible_line(), line()].map(|pattern| Regex::new(pattern).unwrap());
        for c in char::MIN..=char::MAX {
            for text in [c.to_string(), format!("{c}a{c}"), format!("a{c}b"), format!(" \n{c} {c}\t")] {
                let trimmed = text.trim();
                let (is_seen, is_line) = (!is_blank(trimmed), !trimmed.chars().any(char::is_control));
                assert_eq!(visible.is_match(&text), is_seen, "{text:?}");
                assert_eq!(line.is_match(&text), is_line, "{text:?}");
                assert_eq!(visible_line.is_match(&text), is_seen && is_line, "{text:?}");
            }
        }
    }
}
