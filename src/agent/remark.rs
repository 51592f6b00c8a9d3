//! Recognises text of the model that is no story: a remark about a story that it has told, such as "Everything is written down.",
//! or a reply that tells nothing, such as "OK."

use std::sync::LazyLock;

use super::retelling::{QUOTES, has_voice_of, is_short, outside_dialogue};

/// Phrases by which a model speaks about the story or its bookkeeping, in words without punctuation.
static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| lines(include_str!("remarks.txt")));

/// Whole replies that tell nothing, in words without punctuation.
static EMPTY_REPLIES: LazyLock<Vec<&str>> = LazyLock::new(|| lines(include_str!("empty_replies.txt")));

fn lines(file: &'static str) -> Vec<&'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Whether a short `text` after a `story` is a remark about the story. Without news since the story was told, a text that does not
/// speak as the story does is a remark, too.
pub(super) fn is_remark(story: &str, text: &str, has_news: bool) -> bool {
    is_short(text) && (speaks_of_telling(text) || !has_news && !has_voice_of(story, text))
}

/// Whether a text of any length speaks about the `story` that it follows, which doesn't itself use such phrases.
pub(super) fn is_about(story: &str, text: &str) -> bool {
    speaks_of_telling(text) && !speaks_of_telling(story)
}

/// Whether a whole reply is only a remark or has no words. Dialogue tells something.
pub(super) fn tells_nothing(text: &str) -> bool {
    let words = joined(outside_dialogue(text));
    let is_empty = words.is_empty() || EMPTY_REPLIES.contains(&words.as_str()) || speaks_of_telling(text);
    is_short(text) && !text.contains(QUOTES) && is_empty
}

/// Whether a reply that begins so may turn out to tell nothing.
pub(super) fn may_tell_nothing(beginning: &str) -> bool {
    let words = joined(outside_dialogue(beginning));
    let begins = |whole: &&str| whole.starts_with(&words);
    let goes_on = |phrase: &&str| words.strip_prefix(*phrase).is_some_and(|rest| rest.starts_with(' '));
    is_short(beginning)
        && !beginning.contains(QUOTES)
        && (EMPTY_REPLIES.iter().any(begins) || PHRASES.iter().any(|phrase| begins(phrase) || goes_on(phrase)))
}

fn speaks_of_telling(text: &str) -> bool {
    let spaced = format!(" {} ", joined(outside_dialogue(text)));
    PHRASES.iter().any(|phrase| spaced.contains(&format!(" {phrase} ")))
}

fn joined<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
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
        for empty in ["Nothing to add.", "OK.", "...", "—", "Done!", "Nothing to add; the story stands.", "Erledigt."] {
            assert!(tells_nothing(empty) && may_tell_nothing(empty), "{empty}");
        }
        for story in ["Nothing stirs.", "Okay, the door opens.", "“OK.” He nods.", "“Nothing to add,” he says.", "Ouch."] {
            assert!(!tells_nothing(story) && !may_tell_nothing(story), "{story}");
        }
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
