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
    // So many bytes can't be more characters.
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

/// Whether two names are the same but for case.
#[inline]
pub fn same(a: &str, b: &str) -> bool {
    // Names are compared a great many times in a fight, and most differ in their first letter.
    match (a.as_bytes().first(), b.as_bytes().first()) {
        (Some(x), Some(y)) if x.is_ascii() && y.is_ascii() && !x.eq_ignore_ascii_case(y) => false,
        _ => same_throughout(a, b),
    }
}

fn same_throughout(a: &str, b: &str) -> bool {
    // Up to the first difference all is ASCII, whose letters stand each for one, so that nothing that follows makes them
    // the same.
    for (x, y) in a.bytes().zip(b.bytes()) {
        if !(x.is_ascii() && y.is_ascii()) {
            return a.to_lowercase() == b.to_lowercase();
        }
        if !x.eq_ignore_ascii_case(&y) {
            return false;
        }
    }
    a.len() == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_but_for_case_in_any_script() {
        for (a, b) in
            [("Rage", "rAGE"), ("", ""), ("Élan", "éLAN"), ("ÉMILE", "émile"), ("a Élan", "A éLAN"), ("ÄÖ", "äö")]
        {
            assert!(same(a, b) && same(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("Rage", "Rag"),
            ("Rage", "Rages"),
            ("Élan", "Elan"),
            ("Emile", "émile"),
            ("a", "é"),
            ("", "é"),
            ("aé", "a"),
        ] {
            assert!(!same(a, b) && !same(b, a), "{a} {b}");
        }
        assert!(same("\u{212a}elvin", "kelvin"), "the sign for kelvin is a k");
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("  ééé  ", 2), "éé");
        assert_eq!(cut("ab cd", 3), "ab");
        assert_eq!(line(&"ö".repeat(600)).chars().count(), MAX_LINE);
    }
}
