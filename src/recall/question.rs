//! Parses a question: named speakers, and whether it asks when.

use language::folding::fold;

use crate::search::terms;

/// Shorter parts of a name are too common to search for.
const LEAST_NAME_CHARS: usize = 3;
/// Most speakers whose names are searched for.
const MAX_SPEAKERS: usize = 256;

/// First words of questions that ask when.
const ASKS_WHEN: [&str; 7] =
    ["when ", "how long ", "since when ", "what day ", "which day ", "what year ", "what date "];

/// Words that express a time. Sorted.
const TIME_WORDS: [&str; 53] = [
    "ago",
    "april",
    "august",
    "autumn",
    "dawn",
    "day",
    "days",
    "december",
    "dusk",
    "evening",
    "evenings",
    "february",
    "friday",
    "hour",
    "hours",
    "january",
    "july",
    "june",
    "last",
    "march",
    "midnight",
    "monday",
    "month",
    "months",
    "morning",
    "mornings",
    "next",
    "night",
    "nights",
    "noon",
    "november",
    "october",
    "recently",
    "saturday",
    "september",
    "since",
    "spring",
    "summer",
    "sunday",
    "tenday",
    "thursday",
    "today",
    "tomorrow",
    "tonight",
    "tuesday",
    "wednesday",
    "week",
    "weekend",
    "weeks",
    "winter",
    "year",
    "years",
    "yesterday",
];

/// A question, read.
#[derive(Debug)]
pub(super) struct Question {
    /// The question without speakers' names.
    pub(super) gist: String,
    /// Whether it asks when something was, or how long it took.
    pub(super) asks_when: bool,
    named: Vec<u32>,
}

impl Question {
    /// Reads a question about what these speakers said. A name counts where it is written with a capital, or anywhere in a
    /// question that has none: "Will" is someone, "will" isn't.
    pub(super) fn read(query: &str, speakers: &[Box<str>]) -> Self {
        let without_capitals = !query.chars().any(char::is_uppercase);
        let counts = |word: &str| without_capitals || word.starts_with(char::is_uppercase);
        let words: Vec<(&str, String)> = query.split_whitespace().map(|word| (word, bare(word))).collect();
        let mut named = Vec::new();
        let mut is_name = vec![false; words.len()];
        for (id, speaker) in (0u32..).zip(speakers).take(MAX_SPEAKERS) {
            let parts: Vec<String> = parts_of_name(speaker).collect();
            for (nth, (word, bare)) in words.iter().enumerate() {
                let first = word.trim_start_matches(|c: char| !c.is_alphanumeric());
                if counts(first) && parts.contains(bare) {
                    is_name[nth] = true;
                    named.push(id);
                }
            }
        }
        named.dedup();
        let rest: Vec<&str> =
            words.iter().zip(&is_name).filter(|(_, name)| !**name).map(|((word, _), _)| *word).collect();
        let rest = rest.join(" ");
        let gist = if terms(&rest).next().is_some() { rest } else { query.trim().to_owned() };
        let start = query.trim_start().to_lowercase();
        Self { gist, asks_when: ASKS_WHEN.iter().any(|asks| start.starts_with(asks)), named }
    }

    /// Whether a speaker is named in it.
    pub(super) fn names(&self, speaker: u32) -> bool {
        self.named.contains(&speaker)
    }
}

/// Whether a text tells a time: by a word for one, or by a number that may be a year.
pub(super) fn tells_time(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        is_year || word.len() <= 9 && TIME_WORDS.binary_search(&word.to_lowercase().as_str()).is_ok()
    })
}

/// Whether a text ends with a question.
pub(super) fn is_question(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '’', '\'', ')', '*', '_', '»', ' ']).ends_with(['?', '？', '؟'])
}

/// The parts of a name it may be called by: those with a capital, if it has one anywhere.
fn parts_of_name(name: &str) -> impl Iterator<Item = String> + '_ {
    let has_capitals = name.chars().any(char::is_uppercase);
    let counts = move |part: &&str| !has_capitals || part.chars().any(char::is_uppercase);
    let long_enough = |part: &String| part.chars().count() >= LEAST_NAME_CHARS;
    name.split_whitespace().filter(counts).map(bare).filter(long_enough)
}

/// A word as it is compared, without surrounding punctuation and genitive endings.
fn bare(word: &str) -> String {
    let word = fold(word);
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Question {
        let speakers = ["Mira Ashdown", "", "Will", "Old Tom of the Mill"].map(Box::from);
        Question::read(query, &speakers)
    }

    #[test]
    fn names_of_speakers_are_left_out_of_what_is_encoded() {
        assert_eq!(read("What did Mira's brother owe Ashdown?").gist, "What did brother owe");
        assert_eq!(read("where did mira hide the key").gist, "where did hide the key");
        assert_eq!(read("Who is Mira?").gist, "Who is Mira?", "there is nothing else to be searched for");
        assert_eq!(read("").gist, "");
    }

    #[test]
    fn who_is_named_counts_as_speaker_and_a_word_like_a_name_does_not() {
        let named = |query| (0..4).filter(|id| read(query).names(*id)).collect::<Vec<u32>>();
        assert_eq!(named("When did Mira pay Old Tom?"), [0, 3]);
        assert_eq!(named("What will Mira do?"), [0]);
        assert_eq!(named("What did Will say?"), [2]);
        assert!(named("Who is the lord of the hill?").is_empty());
    }

    #[test]
    fn questions_for_a_time_are_known_by_how_they_begin() {
        assert!(read("When did we meet the smith?").asks_when);
        assert!(read(" how long were they gone").asks_when);
        assert!(!read("Whenever").asks_when);
        assert!(!read("What did she say when the bell rang?").asks_when);
    }

    #[test]
    fn words_and_years_tell_a_time() {
        assert!(tells_time("We left three days ago."));
        assert!(tells_time("It was built in 1372"));
        assert!(tells_time("YESTERDAY"));
        assert!(!tells_time("A lasting peace"));
        assert!(TIME_WORDS.is_sorted());
    }
}
