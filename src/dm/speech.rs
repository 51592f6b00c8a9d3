//! The sentences of a text in which people speak, and what is said outside of quotation marks.

/// Whether a sentence is speech and nothing else.
pub(super) fn is_speech(sentence: &str) -> bool {
    sentence.starts_with(['“', '"', '„', '«', '»']) && sentence.ends_with(['”', '"', '“', '»', '«'])
}

/// The sentences of a paragraph. Speech belongs to the sentence it is in, whatever marks it holds.
pub(super) fn sentences(paragraph: &str) -> Vec<&str> {
    let (mut found, mut from, mut is_quoted) = (Vec::new(), 0, false);
    for (at, letter) in paragraph.char_indices() {
        let before = paragraph[from..at].trim_end_matches(['”', '"', '“', '»', '«']);
        let has_ended = before.ends_with(['.', '!', '?', '…']);
        let goes_on = paragraph[at..].trim_start().starts_with(char::is_lowercase);
        if letter.is_whitespace() && has_ended && !is_quoted && !goes_on {
            found.push(paragraph[from..at].trim());
            from = at;
        }
        is_quoted = match letter {
            '„' => true,
            // In German this mark closes, in English it opens.
            '“' | '"' | '«' | '»' => !is_quoted,
            '”' => false,
            _ => is_quoted,
        };
    }
    found.push(paragraph[from..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// The opening and closing quotation marks of spoken words.
const MARKS: [char; 6] = ['"', '“', '”', '„', '«', '»'];

/// Whether a text has spoken words in it.
pub(super) fn has_speech(text: &str) -> bool {
    text.contains(MARKS)
}

/// A text without what is spoken in it.
pub(super) fn outside_of_speech(text: &str) -> String {
    text.split(MARKS).step_by(2).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_belongs_to_its_sentence() {
        let text = "“Go. Now!” says Ysolde. The door is open… You wait. „Komm. Bald.“ Sie nickt.";
        let expected = ["“Go. Now!” says Ysolde.", "The door is open…", "You wait.", "„Komm. Bald.“", "Sie nickt."];
        assert_eq!(sentences(text), expected);
    }

    #[test]
    fn what_is_spoken_is_told_apart() {
        assert_eq!(outside_of_speech("“Go,” says Bob. „Komm“, he adds."), "  says Bob.  , he adds.");
        assert!(has_speech("“Go.”") && !has_speech("He goes."));
    }
}
