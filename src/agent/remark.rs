//! Recognises text of the model that is no story: a remark about its story, such as "Everything is written down.", or an empty
//! phrase, such as "OK."

use std::{ops::Range, sync::LazyLock};

use super::{
    dialogue::{has_dialogue, narration_of, sentences, words_of},
    retelling::{has_voice_of, is_short},
};

/// Phrases by which a model speaks about the story or its bookkeeping, in words without punctuation.
static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| lines(include_str!("remarks.txt")));
/// The same with a space on each side.
static SPACED_PHRASES: LazyLock<Vec<String>> =
    LazyLock::new(|| PHRASES.iter().map(|phrase| format!(" {phrase} ")).collect());

/// Whole replies that tell nothing, in words without punctuation.
static EMPTY_REPLIES: LazyLock<Vec<&str>> = LazyLock::new(|| lines(include_str!("empty_replies.txt")));

fn lines(file: &'static str) -> Vec<&'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Whether a short `text` after a `story` is a remark about the story. Without news since the story, a text in another voice is
/// a remark, too.
pub(super) fn is_remark(story: &str, text: &str, has_news: bool) -> bool {
    is_short(text) && (speaks_of_telling(text) || !has_news && !has_voice_of(story, text))
}

/// The text without its first and last sentences that speak about the `story` that it follows; empty if all do. A story that uses
/// such phrases itself leaves the text as it is.
pub(super) fn without_remarks<'t>(story: &str, text: &'t str) -> &'t str {
    let (text, narration) = (text.trim(), narration_of(text.trim()));
    if speaks_of_telling(story) {
        return text;
    }
    let (sentences, is_remark) = (sentences(&narration), |at: &Range<usize>| has_phrase(&narration[at.clone()]));
    let mut rest = sentences.as_slice();
    while let [first, others @ ..] = rest
        && is_remark(first)
    {
        rest = others;
    }
    while let [others @ .., last] = rest
        && is_remark(last)
    {
        rest = others;
    }
    match rest {
        [] => "",
        [first, ..] => text[first.start..rest[rest.len() - 1].end].trim(),
    }
}

/// Whether a whole reply is only a remark or has no words. Dialogue tells something.
pub(super) fn tells_nothing(text: &str) -> bool {
    // Most texts are long, and are read no further.
    is_short(text) && !has_dialogue(text) && {
        let narration = narration_of(text);
        let words = joined(&narration);
        words.is_empty() || EMPTY_REPLIES.contains(&words.as_str()) || has_phrase(&narration)
    }
}

/// Whether a reply that begins so may turn out to tell nothing.
pub(super) fn may_tell_nothing(beginning: &str) -> bool {
    if !is_short(beginning) || has_dialogue(beginning) {
        return false;
    }
    let words = joined(&narration_of(beginning));
    let begins = |whole: &&str| whole.starts_with(&words);
    let goes_on = |phrase: &&str| words.strip_prefix(*phrase).is_some_and(|rest| rest.starts_with(' '));
    EMPTY_REPLIES.iter().any(begins) || PHRASES.iter().any(|phrase| begins(phrase) || goes_on(phrase))
}

fn speaks_of_telling(text: &str) -> bool {
    has_phrase(&narration_of(text))
}

fn has_phrase(narration: &str) -> bool {
    let spaced = format!(" {} ", joined(narration));
    SPACED_PHRASES.iter().any(|phrase| spaced.contains(phrase.as_str()))
}

fn joined(text: &str) -> String {
    let words: Vec<String> = words_of(text).map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str =
        "You lie down in the straw, and the rain goes on over the roof until the grey of the morning comes in.";

    #[test]
    fn a_remark_is_short_and_speaks_of_the_telling() {
        for remark in ["Everything is written down; the story stands.", "Nothing to add.", "Alles ist notiert."] {
            assert!(is_remark(STORY, remark, true), "{remark}");
        }
        for remark in ["I have put the rest into the sheet.", "The rest is in the sheet."] {
            assert!(is_remark(STORY, remark, false) && !is_remark(STORY, remark, true), "{remark}");
        }
    }

    #[test]
    fn a_reply_that_is_only_a_remark_tells_nothing() {
        for empty in ["Nothing to add.", "OK.", "...", "—", "Done!", "Nothing to add; the story stands.", "Erledigt."]
        {
            assert!(tells_nothing(empty) && may_tell_nothing(empty), "{empty}");
        }
        for story in [
            "Nothing stirs.",
            "Okay, the door opens.",
            "“OK.” He nods.",
            "“Nothing to add,” he says.",
            "‘OK.’",
            "Ouch.",
        ] {
            assert!(!tells_nothing(story) && !may_tell_nothing(story), "{story}");
        }
    }

    #[test]
    fn only_remarks_at_the_beginning_and_the_end_are_cut_off() {
        let told = "The clerk writes. The debt is now recorded in the ledger, and you may go. He bows.";
        for text in [
            told.to_owned(),
            format!("The story stands. {told}"),
            format!("{told} Everything is noted.\nThe rest of the story stands as told."),
        ] {
            assert_eq!(without_remarks(STORY, &text), told);
        }
        assert_eq!(without_remarks(STORY, "Nothing to add. The turn is complete."), "");
        for text in
            ["You wait. She whispers: “Go. Everything is recorded.”", "“Nothing to add,” you hear him say. You go."]
        {
            assert_eq!(without_remarks(STORY, text), text);
        }
        let own = "The game state of the chess board: white to move.";
        assert_eq!(without_remarks(own, "The game state is plain. You move."), "The game state is plain. You move.");
    }

    #[test]
    fn questions_about_a_corrected_story_are_cut_off_in_every_language() {
        for (told, tail) in [
            ("The clerk writes. You may go.", "Let me know if that fits."),
            ("The clerk writes. You may go.", "I hope this works for you! Feel free to ask for changes."),
            (
                "Der Schreiber nickt. Du darfst gehen.",
                "Ich hoffe, das passt so. Lass mich wissen, was du ändern willst.",
            ),
            ("Der Schreiber nickt. Du darfst gehen.", "Sag mir Bescheid, wenn etwas fehlt."),
            ("Pisarz kiwa głową. Możesz iść.", "Mam nadzieję, że teraz pasuje. Daj mi znać, czy tak zostawić."),
        ] {
            assert_eq!(without_remarks(STORY, &format!("{told} {tail}")), told);
            assert_eq!(without_remarks(STORY, &format!("{told}\n\n{tail}")), told);
        }
        let said = "The clerk writes. “Let me know if that fits,” he says.";
        assert_eq!(without_remarks(STORY, said), said);
    }

    #[test]
    fn what_goes_on_with_the_story_is_no_remark() {
        for more in ["But you find no orb in your pack.", "Your hand shakes.", "“Nothing to add,” you hear him say."]
        {
            assert!(!is_remark(STORY, more, false), "{more}");
        }
        assert!(!is_remark(STORY, "The blade bites deep.", true));
    }
}
