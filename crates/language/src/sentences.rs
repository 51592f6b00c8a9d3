//! The sentences of what someone types: marks end them, and no one minds their quotation marks.

/// The sentences of a text as they are, each with its marks; a line ends one, too.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '!', '?', ';', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn marks_and_lines_end_a_sentence() {
        let found: Vec<&str> = sentences("Stop! Who's there?\nI wait; then... I run").collect();
        assert_eq!(found, ["Stop!", "Who's there?", "I wait;", "then.", ".", ".", "I run"]);
        assert_eq!(sentences(" ").count(), 0);
    }
}
