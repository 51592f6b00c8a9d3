//! Splits texts into passages of a good length for the encoder.

/// About eighty words. A text that is not longer is one passage.
const PASSAGE_CHARS: usize = 500;
/// A longer text has longer passages, not more of them; beyond the encoder's limit only the words are searched.
const MAX_PASSAGES: usize = 32;
/// The rest of a longer text is dropped: no model writes as much in one answer.
const MAX_BYTES: usize = 16 * 1024;

/// The passages of a text, each ending with a sentence where one ends in time, and how many bytes of it were left out.
pub(super) fn passages(text: &str) -> (Vec<&str>, usize) {
    let kept = &text[..text.floor_char_boundary(MAX_BYTES)];
    let n_chars = kept.chars().count();
    // Passages that end with sentences are not all full: a quarter more room keeps their number.
    let limit = PASSAGE_CHARS.max((n_chars + n_chars / 4).div_ceil(MAX_PASSAGES));
    let mut found = Vec::new();
    let mut rest = kept.trim();
    while !rest.is_empty() {
        let full = found.len() + 1 == MAX_PASSAGES;
        let end = if full { rest.len() } else { end_of_passage(rest, limit) };
        let (passage, more) = rest.split_at(end);
        found.push(passage.trim_end());
        rest = more.trim_start();
    }
    (found, text.len() - kept.len())
}

/// Where the first passage of a text ends: behind its last sentence within the limit, else behind its last word, else at the
/// limit. A sentence that ends in the first half is too early.
fn end_of_passage(text: &str, limit: usize) -> usize {
    let Some((most, _)) = text.char_indices().nth(limit) else { return text.len() };
    let (mut sentence, mut word) = (0, 0);
    let mut ended = false;
    for (at, c) in text[..most].char_indices() {
        if c.is_whitespace() {
            word = at;
            if ended || c == '\n' {
                sentence = at;
            }
        }
        // A closing quotation mark belongs to the sentence before it.
        ended = ends_sentence(c) || ended && matches!(c, '"' | '”' | '’' | '\'' | ')' | '*' | '_' | '»');
        if ends_without_space(c) {
            sentence = at + c.len_utf8();
        }
    }
    match (sentence, word) {
        (sentence, _) if sentence >= most / 2 => sentence,
        (_, word) if word > 0 => word,
        _ => most,
    }
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '।' | '؟')
}

/// Whether sentences of its script follow each other without a space.
fn ends_without_space(c: char) -> bool {
    matches!(c, '。' | '！' | '？')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_short_text_is_one_passage_and_an_empty_one_none() {
        assert_eq!(passages(" You enter. It is dark. "), (vec!["You enter. It is dark."], 0));
        assert_eq!(passages(" \n "), (vec![], 0));
    }

    #[test]
    fn a_long_text_is_cut_where_sentences_end() {
        let text = "The lantern swings in the cold wind. \"Who goes there?\" ".repeat(30);
        let (found, _) = passages(&text);
        assert!(found.len() > 2);
        assert!(found.iter().all(|passage| passage.ends_with('.') || passage.ends_with('"')), "{found:?}");
        assert!(found.iter().all(|passage| passage.chars().count() <= PASSAGE_CHARS));
    }

    #[test]
    fn no_text_is_more_than_its_passages_or_kept_beyond_its_bound() {
        let text = "ten words make a line of a tale without end\n".repeat(2_000);
        let (found, n_left_out) = passages(&text);
        assert!((20..=MAX_PASSAGES).contains(&found.len()), "{}", found.len());
        assert_eq!(n_left_out, 2_000 * 44 - MAX_BYTES);
    }

    #[test]
    fn scripts_without_spaces_are_cut_too() {
        let text = "龙在山上睡觉。".repeat(200);
        let (found, _) = passages(&text);
        assert!(found.len() > 2 && found.iter().all(|passage| passage.ends_with('。')), "{found:?}");
        let text = "龙".repeat(1_200);
        let (found, _) = passages(&text);
        assert_eq!(found.iter().map(|passage| passage.chars().count()).sum::<usize>(), 1_200);
    }

    proptest! {
        #[test]
        fn nothing_but_space_is_lost(text in "([a-z]{1,12}[.!?]? |\\PC|\n){0,900}") {
            let (found, n_left_out) = passages(&text);
            prop_assert!(found.len() <= MAX_PASSAGES && found.iter().all(|passage| !passage.is_empty()));
            let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&found.concat()), bare(&text[..text.len() - n_left_out]));
        }
    }
}
