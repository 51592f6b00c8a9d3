//! How texts are bounded and names compared.

/// The longest line kept, in characters.
pub const MAX_LINE: usize = 500;
/// The longest name kept, in characters.
pub const MAX_NAME: usize = 120;
/// The longest summary kept, in characters.
pub const MAX_SUMMARY: usize = 4_000;

/// A text as a line: trimmed, at most [`MAX_LINE`] characters.
pub fn line(text: &str) -> &str {
    cut(text, MAX_LINE)
}

/// A text as a name: trimmed, at most [`MAX_NAME`] characters.
pub fn name(text: &str) -> &str {
    cut(text, MAX_NAME)
}

/// A text, trimmed, at most `most` characters.
pub fn cut(text: &str, most: usize) -> &str {
    let text = text.trim();
    text.char_indices().nth(most).map_or(text, |(end, _)| text[..end].trim_end())
}

/// Whether two names are the same but for case.
pub fn same(a: &str, b: &str) -> bool {
    // Names are asked for a great many times in a fight, and nearly all of them are ASCII.
    a.eq_ignore_ascii_case(b) || (!(a.is_ascii() && b.is_ascii()) && a.to_lowercase() == b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("  ééé  ", 2), "éé");
        assert_eq!(cut("ab cd", 3), "ab");
        assert_eq!(line(&"ö".repeat(600)).chars().count(), MAX_LINE);
    }

    #[test]
    fn names_are_the_same_but_for_case_in_any_script() {
        assert!(same("ÉMILE", "émile"));
        assert!(!same("Emile", "émile"));
    }
}
