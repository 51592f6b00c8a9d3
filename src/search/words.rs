//! Words: cut out of text, without those that say nothing, brought to their stems.

use waken_snowball::{Algorithm, stem};

/// Longer runs of letters are cut: no word a person would search for is longer.
const MAX_WORD_CHARS: usize = 40;

/// Words that stand in nearly every sentence, and question words that stand in nearly every question. Sorted.
const STOP_WORDS: [&str; 78] = [
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do",
    "does", "for", "from", "get", "had", "happens", "has", "have", "he", "her", "his", "how", "i", "if", "in", "into",
    "is", "it", "its", "many", "may", "me", "much", "must", "my", "need", "no", "of", "on", "or", "our", "s", "she",
    "should", "so", "some", "such", "t", "than", "that", "the", "their", "them", "then", "there", "they", "this", "to",
    "was", "we", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you", "your",
];

/// A word in lower case, not too long; of a script that puts no space between words each two signs that follow each other.
fn pieces(word: &str) -> Vec<String> {
    if word.chars().all(|c| c < '\u{2e80}') {
        return vec![word.chars().take(MAX_WORD_CHARS).flat_map(char::to_lowercase).collect()];
    }
    let signs: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    match signs.as_slice() {
        [_] => vec![word.to_owned()],
        signs => signs.windows(2).map(|two| two.iter().collect()).collect(),
    }
}

/// The stems of a text's words, in their order, without words that say nothing.
pub fn terms(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .flat_map(|word| word.trim_matches(['\'', '’']).split(['\'', '’']).take(1))
        .filter(|word| !word.is_empty())
        .flat_map(pieces)
        .filter(|word| STOP_WORDS.binary_search(&word.as_str()).is_err())
        .map(|word| stem(Algorithm::English, &word).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        terms(text).collect()
    }

    #[test]
    fn words_of_one_stem_are_one_term() {
        assert_eq!(of("grappling"), of("grappled"));
        assert_eq!(of("Opportunity Attacks"), of("opportunity attack"));
    }

    #[test]
    fn words_that_say_nothing_are_left_out() {
        assert_eq!(of("What happens to the dwarf's axe?"), ["dwarf", "axe"]);
        assert!(of("what can you do with it?").is_empty());
        assert_eq!(of("'fireball' ’light’"), ["firebal", "light"]);
    }

    #[test]
    fn stop_words_are_sorted_so_that_they_are_found() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn any_text_gives_terms_without_harm() {
        assert_eq!(of("火球 ∑ .* [a-z]+ \u{0}"), ["火球", "z"]);
        assert_eq!(of("河面上的灯笼"), ["河面", "面上", "上的", "的灯", "灯笼"], "no space stands between its words");
        assert_eq!(of("火"), ["火"]);
        assert!(of(&"x".repeat(10_000))[0].len() <= MAX_WORD_CHARS);
        assert_eq!(of("Ünïcödé 2d6"), ["ünïcödé", "2d6"]);
    }
}
