//! Recognises how a model introduces a story that it corrected after an objection: “You're right, I forgot the ring. Here is the
//! corrected story:”.

use std::{ops::Range, sync::LazyLock};

use language::word_lists;

use super::{
    dialogue::{narration_of, words_of},
    retelling::speaks_of_itself,
};

const LEAD_INS: &str = include_str!("lead_ins.txt");

/// Phrases by which a sentence refers to the correction, in words without punctuation.
static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| word_lists::list(LEAD_INS, "speaks of the correction"));
/// Phrases that refer to the records in the following sentence.
static OF_THE_RECORD: LazyLock<Vec<&str>> = LazyLock::new(|| word_lists::list(LEAD_INS, "speaks of the record"));
/// Whole sentences that only answer the objection.
static ACKNOWLEDGEMENTS: LazyLock<Vec<&str>> = LazyLock::new(|| word_lists::list(LEAD_INS, "acknowledges"));

/// A lead-in has at most this number of words.
const MAX_WORDS: usize = 60;
/// Characters that end a sentence.
const ENDS: [char; 4] = ['.', '!', '?', '…'];
/// Dashes that part an acknowledgement from what follows.
const DASHES: [char; 3] = ['–', '—', '-'];
/// Markup characters around a lead-in.
const MARKUP: [char; 4] = ['*', '#', '-', '>'];

/// A part of a text up to the end of a sentence, a colon, a dash or a line break, with the blanks and markup behind it.
struct TextPart {
    range: Range<usize>,
    end: PartEnd,
}

/// What ends a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartEnd {
    Sentence,
    Colon,
    LineBreak,
}

/// The text without the lead-in at its beginning. A text without anything after it stays as it is, and so does one that begins
/// like the `story`.
pub(super) fn without_lead_in<'t>(story: &str, text: &'t str) -> &'t str {
    let (text, narration) = (text.trim(), narration_of(text.trim()));
    let story_is_its_own = speaks_of_itself(&narration_of(story));
    let (mut end, mut n_words, mut is_all) = (0, 0, true);
    for part in parts(&narration) {
        let said = &narration[part.range.clone()];
        n_words += words_of(said).count();
        if n_words > MAX_WORDS {
            break;
        }
        let words = joined(said);
        let is_of_the_record = end > 0 && has_one(&OF_THE_RECORD, &words);
        let has_phrase = has_one(&PHRASES, &words) || is_all && is_of_the_record;
        let acknowledges = ACKNOWLEDGEMENTS.contains(&words.as_str());
        is_all &= has_phrase || acknowledges || !story_is_its_own && speaks_of_itself(said);
        // A model's remark about itself is a lead-in only if other text follows.
        let is_over = has_phrase || acknowledges || part.end != PartEnd::Sentence;
        if is_all && is_over || has_phrase && part.end != PartEnd::Sentence {
            (end, is_all) = (part.range.end, true);
        }
    }
    let rest = text[end..].trim_start_matches(|c: char| c.is_whitespace() || MARKUP.contains(&c));
    let is_own = story.trim_start().starts_with(text[..end].trim_end());
    if end == 0 || is_own || rest.is_empty() { text } else { rest }
}

fn has_one(phrases: &[&str], words: &str) -> bool {
    let spaced = format!(" {words} ");
    phrases.iter().any(|phrase| spaced.contains(&format!(" {phrase} ")))
}

fn joined(text: &str) -> String {
    words_of(text).map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// The parts of a narration, in order.
fn parts(narration: &str) -> Vec<TextPart> {
    let (mut parts, mut from, mut end, mut before) = (Vec::new(), 0, None, ' ');
    let mut letters = narration.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_beside = |c: char| c.is_whitespace() || MARKUP.contains(&c);
        if !is_beside(letter)
            && let Some(end) = end.take()
        {
            parts.push(TextPart { range: from..at, end });
            from = at;
        }
        let is_last = letters.peek().is_none_or(|(_, next)| is_beside(*next));
        let is_dash = DASHES.contains(&letter) && before.is_whitespace() && at > from;
        end = match letter {
            ':' if is_last => Some(PartEnd::Colon),
            '\n' if end != Some(PartEnd::Colon) => Some(PartEnd::LineBreak),
            _ if is_last && end.is_none() && (ENDS.contains(&letter) || is_dash) => Some(PartEnd::Sentence),
            _ => end,
        };
        before = letter;
    }
    parts.push(TextPart { range: from..narration.len(), end: end.unwrap_or(PartEnd::Sentence) });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str = "The jig ends in clapping. Ilse laughs and slips a brass ring onto your finger.";
    const AGAIN: &str = "“For luck,” Ilse laughs. The jig ends in clapping, and the ring stays on her finger.";

    #[test]
    fn what_speaks_of_the_correction_is_cut_off() {
        for lead_in in [
            "You're right, I forgot the ring. Here is the corrected story:\n\n",
            "You’re right, I forgot the ring. Here’s the corrected version: ",
            "Here is the corrected story: ",
            "Sure — ",
            "Sure, here is the story again, in full: ",
            "Corrected: ",
            "**Corrected story:**\n\n",
            "## Corrected story\n\n",
            "I have put the ring back.\n\n",
            "Good catch. The purse was never opened. The corrected scene:\n---\n",
            "Of course. ",
            "Du hast recht, ich habe den Ring vergessen. Hier ist die korrigierte Geschichte:\n",
            "Klar – hier die Geschichte: ",
            "Oto poprawiona wersja: ",
            "You're right — no ring came into the pack. Let me tell it again.\n\n",
            "I see the problem: the ring was never written down. Retelling:\n\n",
            "Noted. The ring was not recorded.\n\n",
            "Right — the ring is not written down. The story again:\n\n",
            "Sure, here it is:\n\n",
            "Apologies for the slip; the story again:\n\n",
        ] {
            assert_eq!(without_lead_in(STORY, &format!("{lead_in}{AGAIN}")), AGAIN, "{lead_in}");
        }
    }

    #[test]
    fn a_story_and_a_remark_stay_as_they_are() {
        for text in [
            AGAIN,
            STORY,
            "You are right about the door: it is locked.",
            "Oswin begins the story again.\n\nYou listen.",
            "The sign says: here be dragons.",
            "“I forgot the ring,” Ilse says.\n\nThe jig ends.",
            "Here is the corrected story:",
            "I have written the ring down; the rest stands.",
            "The debt was never written down.\n\nYou listen.",
            "Your name is recorded in the book. The keeper nods.\n\nYou listen.",
            "“Sure — come in,” she says.",
        ] {
            assert_eq!(without_lead_in(STORY, text), text);
        }
        let own = "Sure — the jig ends, and Ilse laughs.";
        assert_eq!(without_lead_in(own, own), own);
        let mine = "I raise the lamp.\n\nThe keeper nods.";
        assert_eq!(without_lead_in("I raise the lantern. The keeper bows.", mine), mine);
    }
}
