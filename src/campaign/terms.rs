//! Normalises the words of questions and topics for comparison.

use std::{
    collections::{HashMap, HashSet},
    sync::{LazyLock, OnceLock},
};

use game::wording::fold;
use language::word_lists;

const QUESTION_WORDS: &str = include_str!("question_words.txt");
/// Question words and fillers. They select a topic only if a question has no other words.
static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| words_of_section("no weight"));
/// Words that count for half.
static WEAK_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| words_of_section("half weight"));

/// The lines of a section of the words of questions.
pub(super) fn lines_of_section(section: &str) -> impl Iterator<Item = &'static str> {
    word_lists::lines(QUESTION_WORDS, section)
}

pub(super) fn words_of_section(section: &str) -> HashSet<&'static str> {
    word_lists::words(QUESTION_WORDS, section).collect()
}

/// The weight of a synonym; the word itself has weight 1.
const SYNONYM: f64 = 0.6;
/// The shortest stem that is compared.
const MIN_STEM: usize = 3;

/// Groups of words that ask for the same thing: the group of each stem.
static SYNONYMS: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let groups = include_str!("synonyms.txt").lines().filter(|line| !line.starts_with('#'));
    let words = groups.enumerate().flat_map(|(group, line)| line.split(' ').map(move |word| (stem(word), group)));
    words.collect()
});

/// A folded word of a text.
#[derive(Debug, Clone)]
pub(super) struct FoldedWord {
    pub(super) text: String,
    pub(super) stem: String,
    /// Whether it is a question word such as “what”, or a filler such as “ever”.
    pub(super) is_stop_word: bool,
    /// Whether it says little by itself, such as “way”.
    pub(super) is_weak: bool,
    synonyms: Option<usize>,
}

impl FoldedWord {
    fn of(text: &str) -> Self {
        let stem = stem(text);
        let synonyms = SYNONYMS.get(&stem).copied();
        let (is_stop_word, is_weak) = (STOP_WORDS.contains(text), WEAK_WORDS.contains(text));
        Self { text: text.to_owned(), stem, is_stop_word, is_weak, synonyms }
    }

    /// Whether it is a synonym of “dead”, such as “died” or “body”.
    pub(super) fn is_of_death(&self) -> bool {
        self.synonyms.is_some() && self.synonyms == SYNONYMS.get(&stem("dead")).copied()
    }

    /// How much alike two words are: 1 if they differ only in their ending, less for synonyms, 0 for other words.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        match () {
            () if self.stem == other.stem => 1.0,
            () if self.synonyms.is_some() && self.synonyms == other.synonyms => SYNONYM,
            () => 0.0,
        }
    }
}

/// A term that asks for a topic.
#[derive(Debug, Clone)]
pub(super) struct TopicTerm {
    /// It, folded.
    pub(super) text: String,
    pub(super) words: Vec<FoldedWord>,
}

/// The terms of a topic and the stems of its answer, read when they are first asked for. They follow from the topic, so they don't
/// count in comparisons.
#[derive(Debug, Clone, Default)]
pub(super) struct TopicTerms {
    terms: OnceLock<Vec<TopicTerm>>,
    stems_said: OnceLock<HashSet<String>>,
}

impl TopicTerms {
    pub(super) fn of(&self, about: &[String]) -> &[TopicTerm] {
        let read = |term: &String| TopicTerm { text: fold(term), words: words(term) };
        self.terms.get_or_init(|| about.iter().map(read).collect())
    }

    pub(super) fn stems_of(&self, says: &str) -> &HashSet<String> {
        self.stems_said.get_or_init(|| words(says).into_iter().map(|word| word.stem).collect())
    }
}

impl PartialEq for TopicTerms {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for TopicTerms {}

/// The words of a text, without possessive endings.
pub(super) fn words(text: &str) -> Vec<FoldedWord> {
    let low = fold(text).replace('’', "'");
    let words = low.split(|c: char| !c.is_alphanumeric() && c != '\'').map(|word| word.trim_matches('\''));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    words.filter(|word| !word.is_empty()).map(FoldedWord::of).collect()
}

/// A word without its ending: `weigh` of `weighing`, `prov` of `prove` and `proving`, `rob` of `robbed`.
fn stem(word: &str) -> String {
    let long = |stem: &&str| stem.chars().count() >= MIN_STEM;
    if let Some(stem) = word.strip_suffix("ies").filter(long) {
        return format!("{stem}y");
    }
    let cut = ["ing", "ed", "es", "s"].iter().find_map(|ending| word.strip_suffix(ending).filter(long));
    let stem = cut.unwrap_or(word);
    let mut ends = stem.chars().rev();
    let is_doubled =
        cut.is_some() && ends.next().is_some_and(|last| ends.next() == Some(last) && !"lsz".contains(last));
    let last = stem.chars().next_back().map_or(0, char::len_utf8);
    let stem = if is_doubled { &stem[..stem.len() - last] } else { stem };
    stem.strip_suffix('e').filter(long).unwrap_or(stem).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_one_stem_whatever_its_ending_and_one_group_of_synonyms() {
        for (one, other) in
            [("weigh", "weighing"), ("key", "keys"), ("prove", "proving"), ("rob", "robbed"), ("body", "bodies")]
        {
            assert_eq!(stem(one), stem(other), "{one} {other}");
        }
        for (one, other) in [("king", "kin"), ("bed", "b"), ("tull", "tul"), ("ring", "r")] {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
        let mut groups: HashMap<String, usize> = HashMap::new();
        for (n, line) in include_str!("synonyms.txt").lines().filter(|line| !line.starts_with('#')).enumerate() {
            for word in line.split(' ') {
                assert_eq!(*groups.entry(stem(word)).or_insert(n), n, "{word} is in two groups");
            }
        }
    }
}
