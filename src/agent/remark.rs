//! Recognises a remark of the model about a story that it has told, such as "Everything is written down."

use std::sync::LazyLock;

use super::retelling::{has_voice_of, is_short, outside_dialogue};

/// Phrases by which a model speaks about the story or its bookkeeping, in words without punctuation.
static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("remarks.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
});

/// Whether a short `text` after a `story` is a remark about the story. Without news since the story was told, a text that does not
/// speak as the story does is a remark, too.
pub(super) fn is_remark(story: &str, text: &str, has_news: bool) -> bool {
    let words: Vec<String> = outside_dialogue(text).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let spaced = format!(" {} ", words.join(" "));
    let names_itself = PHRASES.iter().any(|phrase| spaced.contains(&format!(" {phrase} ")));
    is_short(text) && (names_itself || !has_news && !has_voice_of(story, text))
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
    fn what_goes_on_with_the_story_is_no_remark() {
        for more in ["But you find no orb in your pack.", "Your hand shakes.", "“Nothing to add,” you hear him say."]
        {
            assert!(!is_remark(STORY, more, false), "{more}");
        }
        assert!(!is_remark(STORY, "The blade bites deep.", true));
    }
}
