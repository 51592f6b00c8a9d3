//! Splits a text into sentences with speech and text outside quotation marks.

/// Maximum number of words that name the speaker beside speech: “she says quietly”.
const MAX_SPEAKER: usize = 4;

/// Whether a sentence is speech and nothing else.
pub(super) fn is_speech(sentence: &str) -> bool {
    sentence.starts_with(['“', '"', '„', '«', '»']) && sentence.ends_with(['”', '"', '“', '»', '«'])
}

/// Whether a sentence is speech and does not name the speaker: “Well?” or “Well?” she says.
pub(super) fn is_unnamed_speech(sentence: &str) -> bool {
    if !sentence.starts_with(MARKS) {
        return false;
    }
    let outside = outside_of_speech(sentence);
    let words: Vec<&str> = outside.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    words.len() <= MAX_SPEAKER && words.iter().all(|word| word.starts_with(char::is_lowercase))
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

/// A text without its speech.
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
    fn speech_may_say_that_somebody_speaks_but_not_who() {
        for speech in ["“Well?”", "“Well?” she says.", "“Go,” he adds softly, “now.”", "„Komm“, sagt sie."]
        {
            assert!(is_unnamed_speech(speech), "{speech}");
        }
        for sentence in ["“Well?” says Oriel.", "She says “Well?”", "“Well?” she says, and shuts the door behind her."]
        {
            assert!(!is_unnamed_speech(sentence), "{sentence}");
        }
    }

    #[test]
    fn what_is_spoken_is_told_apart() {
        assert_eq!(outside_of_speech("“Go,” says Bob. „Komm“, he adds."), "  says Bob.  , he adds.");
        assert!(has_speech("“Go.”") && !has_speech("He goes."));
    }
}
