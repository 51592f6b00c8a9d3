//! Decides whether a text is a retelling of a story or only a remark about it.

use std::collections::BTreeSet;

use super::{
    dialogue::{narration_of, words_of},
    remark,
};

/// A retelling is at least as long as the story divided by this number, in words.
const MAX_SHORTENING: usize = 3;
/// A retelling keeps at least the story's number of distinct words divided by this number.
const MAX_REWORDING: usize = 4;
/// A text with this share of the story's distinct words has the same content; so does one of nearly the story's length
/// ([`FULL`]) with the second share of its own words from the story.
const SAME_STORY: (usize, usize) = (1, 2);
const SAME_WORDS: (usize, usize) = (3, 4);
/// The share of the story's words that a full retelling has at least.
const FULL: (usize, usize) = (2, 3);
/// Shorter words are ignored when two texts are compared.
const MIN_LETTERS: usize = 3;
/// A shorter text may be a lead-in: what a model says before its tool calls, such as "Let me look at that."
const MIN_STORY_WORDS: usize = 15;
/// How a sentence of a model about itself begins, in English and German.
const FIRST_PERSON: [&str; 7] = ["i", "me", "my", "ich", "mir", "mich", "mein"];
const LET_ME: [[&str; 2]; 3] = [["let", "me"], ["lass", "mich"], ["lasst", "mich"]];
/// Words that may precede it.
const INTERJECTIONS: [&str; 8] = ["ok", "okay", "alright", "well", "first", "now", "gut", "zuerst"];

/// Whether `text` is a complete retelling of `story`: long enough, with enough of its words, and in the same voice. A text with
/// most of the story may lack the only sentence that addresses the player. A remark such as "I have recorded the ring; the rest
/// of the story stands." does not retell it.
pub(super) fn is_retelling(story: &str, text: &str) -> bool {
    let text = remark::without_remarks(story, text);
    let (old, new) = (words(story), words(text));
    let (old_set, new_set): (BTreeSet<&String>, BTreeSet<&String>) = (old.iter().collect(), new.iter().collect());
    let shared = old_set.intersection(&new_set).count();
    let is_same_story = shared * SAME_STORY.1 >= old_set.len() * SAME_STORY.0
        || has_length_of(&old, &new) && shared * SAME_WORDS.1 >= new_set.len() * SAME_WORDS.0;
    !new.is_empty()
        && new.len() * MAX_SHORTENING >= old.len()
        && shared * MAX_REWORDING >= old_set.len()
        && says_i(story) >= says_i(text)
        && (is_same_story || has_voice_of(story, text))
}

/// Whether `text` speaks as the story does: to the player where the story does, and of itself only where the story does.
pub(super) fn has_voice_of(story: &str, text: &str) -> bool {
    let is_to_the_player = |text| is_to_the_player(&words(text));
    is_to_the_player(story) <= is_to_the_player(text) && says_i(story) >= says_i(text)
}

/// Whether `text` is a retelling of nearly the whole `story`. Text beside tool calls is often a remark or a new sentence, so it
/// has to keep more of the story to take its place.
pub(super) fn is_full_retelling(story: &str, text: &str) -> bool {
    is_retelling(story, text) && has_length_of(&words(story), &words(text))
}

/// Whether a text has nearly as many words as the story.
fn has_length_of(story: &[String], text: &[String]) -> bool {
    text.len() * FULL.1 >= story.len() * FULL.0
}

/// Whether a text said beside tool calls is too short to be a story by itself.
pub(super) fn is_short(text: &str) -> bool {
    let n_words = text.split_whitespace().map(|word| word.chars().filter(|c| *c >= '\u{2e80}').count().max(1));
    n_words.sum::<usize>() < MIN_STORY_WORDS
}

/// Whether a text said beside tool calls only announces them or repeats the player's words: it is short, and its first sentence is the
/// model's own and begins in the first person.
pub(super) fn is_lead_in(text: &str) -> bool {
    let Some(start) = text.find(char::is_alphanumeric).filter(|_| is_short(text)) else { return false };
    let narration = narration_of(text);
    let words = words_of(&narration[start..]).map(str::to_lowercase);
    let words: Vec<String> = words.skip_while(|word| INTERJECTIONS.contains(&word.as_str())).take(2).collect();
    let begins_so = words.first().is_some_and(|word| FIRST_PERSON.contains(&word.as_str()));
    narration[start..].starts_with(char::is_alphanumeric) && (begins_so || LET_ME.iter().any(|pair| words == pair))
}

/// Whether a narration has a word by which a model speaks of itself.
pub(super) fn speaks_of_itself(narration: &str) -> bool {
    words_of(narration).any(|word| FIRST_PERSON.contains(&word.to_lowercase().as_str()))
}

/// Words in lower case. Scripts without spaces between words are counted by character.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric());
    let by_character = |part: &str| part.chars().any(|c| c >= '\u{2e80}');
    let of = |part: &str| -> Vec<String> {
        match by_character(part) {
            true => part.chars().map(String::from).collect(),
            false if part.chars().count() >= MIN_LETTERS => vec![part.to_owned()],
            false => Vec::new(),
        }
    };
    parts.flat_map(of).collect()
}

/// Whether the text addresses "you", as a story for a player does.
fn is_to_the_player(words: &[String]) -> bool {
    words.iter().any(|word| word == "you" || word == "your" || word == "yours")
}

/// Whether the narrator says "I" outside of dialogue.
fn says_i(text: &str) -> bool {
    words_of(&narration_of(text)).any(|word| word == "I")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str = "The jig ends in clapping. Ilse laughs and slips a brass ring onto your finger. \"For luck,\" she says, \
        \"and I mean it.\" You turn it in the candlelight; the dancers close around you again.";

    #[test]
    fn a_lead_in_is_short_and_in_the_first_person() {
        for lead_in in [
            "I set the mug down.",
            "I’ll look that up.",
            "Let me check what she knows.",
            "Okay, let me see.",
            "Ich schlage das kurz nach.",
            "Lass mich nachsehen.",
        ] {
            assert!(is_lead_in(lead_in), "{lead_in}");
        }
        for story in [
            "Ouch.",
            "You drop the orb.",
            "“I know you,” she says.",
            "„Ich kenne dich“, sagt sie.",
            "‘Follow me,’ the keeper says, and steps out.",
            "‘I know you,’ she says.",
            "'My lord,' she says.",
            "—No me toques —dice Ana.",
            "“Come,” I hear her say.",
            "She looks past me.",
            STORY,
        ] {
            assert!(!is_lead_in(story), "{story}");
        }
        assert!(is_short("你把银钥匙放进口袋。") && !is_short("你把银钥匙放进口袋，然后慢慢地走向那扇门。"));
    }

    #[test]
    fn a_complete_retelling_is_recognised() {
        let again = "The jig ends in clapping, and Ilse laughs. She holds up a brass ring, then thinks better of it. \"For luck, \
            later,\" she says. You watch it vanish in her sleeve while the dancers close around you.";
        assert!(is_retelling(STORY, again));
        assert!(is_retelling(
            "You pocket the silver key.",
            "Your fingers brush a silver key; the grate holds it fast."
        ));
        assert!(is_retelling("你把银钥匙放进口袋。", "你摸到银钥匙，但它卡住了。"));
    }

    #[test]
    fn a_full_retelling_keeps_most_of_the_length() {
        let again = "The jig ends in clapping. Ilse laughs and holds up a brass ring. \"For luck, later,\" she says, and it is gone in \
            her sleeve. You watch the candlelight; the dancers close around you again.";
        assert!(is_full_retelling(STORY, again));
        let shorter = "Ilse laughs and slips a brass ring onto your finger, and the dancers close around you again.";
        assert!(is_retelling(STORY, shorter) && !is_full_retelling(STORY, shorter));
    }

    #[test]
    fn a_retelling_may_leave_out_the_only_sentence_to_the_player() {
        let kept = "Oswin sweeps the snow from the step of the pass house. The lamp burns low, and the wind turns.";
        let story = format!("{kept} The keeper presses a silver ring into your hand.");
        assert!(is_retelling(&story, kept));
        assert!(is_retelling("Snow falls on the pass. The keeper gives you a ring.", "Snow falls on the pass."));
        let remark = "The silver ring that the keeper presses into your hand is now in your pack; the rest of the story of \
            Oswin, the pass, the snow, the step and the lamp stands as told.";
        assert!(!is_retelling(&story, remark));
    }

    #[test]
    fn a_part_of_a_story_that_leaves_the_player_out_is_not_a_retelling() {
        let part = "The jig ends in clapping. Ilse laughs in the candlelight while the dancers close around.";
        let story = format!("{STORY} The fiddler bows, and a boy brings cups of hot wine to you.");
        assert!(!is_retelling(&story, part));
    }

    #[test]
    fn a_retelling_may_use_the_words_of_a_remark() {
        let again = "The jig ends in clapping. Ilse laughs; the debt is now recorded in the ledger. \"For luck,\" she says, and the brass \
            ring stays on her finger. You turn in the candlelight; the dancers close around you again.";
        assert!(
            is_full_retelling(STORY, again) && is_retelling(STORY, &format!("{again} The rest of the story stands."))
        );
    }

    #[test]
    fn a_remark_is_not_a_retelling() {
        for remark in [
            "",
            "Nothing to add.",
            "I have written the ring down; the rest stands.",
            "The ring is now recorded in the pack, and the rest of the story about Ilse, the jig and the dancers stands as told.",
            "You win: the ring is noted.",
        ] {
            assert!(!is_retelling(STORY, remark), "{remark}");
        }
        assert!(!is_retelling("You pocket the silver key.", "I have written down the silver key that you pocket."));
    }
}
