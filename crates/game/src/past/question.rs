//! Reads questions about the past that changes answer.

use std::{ops::Range, sync::LazyLock};

use language::{folding::fold, word_lists};

pub(super) const FILE: &str = include_str!("questions.txt");
/// What means what a question is about.
const SLOT: &str = "{what}";
/// Longer questions ask for more than one thing.
const MAX_WORDS: usize = 24;
/// What points at something without naming it.
const POINTERS: [&str; 16] = [
    "it",
    "that",
    "this",
    "them",
    "these",
    "those",
    "him",
    "her",
    "he",
    "she",
    "they",
    "here",
    "there",
    "one",
    "everyone",
    "everybody",
];
/// What stands before a name and is no part of it.
const DETERMINERS: [&str; 12] = ["a", "an", "the", "my", "our", "that", "this", "those", "these", "some", "his", "her"];

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PastQuestionKind {
    /// Who wanted something done.
    Giver,
    /// What was promised and is not done.
    Owed,
    /// Where something is from.
    Source,
    /// Who got something.
    Receiver,
    /// What became of something or someone.
    Fate,
    /// When a quest ended.
    Ended,
    /// When someone was met.
    Met,
    /// When the heroes came to a place.
    Arrival,
}

impl PastQuestionKind {
    const ALL: [(Self, &str); 8] = [
        (Self::Giver, "giver"),
        (Self::Owed, "owed"),
        (Self::Receiver, "receiver"),
        (Self::Fate, "fate"),
        (Self::Ended, "ended"),
        (Self::Met, "met"),
        (Self::Arrival, "arrival"),
        (Self::Source, "source"),
    ];
}

/// Which of several is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichEnd {
    First,
    Last,
}

/// A question about the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastQuestion {
    pub asks: PastQuestionKind,
    /// What it is about, folded and without articles; empty if the question names nothing.
    pub about: String,
    /// The word that points at what it is about instead of naming it.
    pub pointer: Option<String>,
    pub end: Option<WhichEnd>,
}

/// A part of a pattern.
enum PatternPart {
    /// One of these words; if it is optional, it may be left out.
    Word {
        choices: Vec<&'static str>,
        is_optional: bool,
    },
    Slot,
}

struct QuestionPatterns {
    leads: Vec<Vec<PatternPart>>,
    questions: Vec<(PastQuestionKind, Vec<PatternPart>)>,
}

static PATTERNS: LazyLock<QuestionPatterns> = LazyLock::new(|| {
    let of = |section| word_lists::lines(FILE, section).map(parts);
    QuestionPatterns {
        leads: of("leads").collect(),
        questions: PastQuestionKind::ALL
            .into_iter()
            .flat_map(|(asks, section)| of(section).map(move |it| (asks, it)))
            .collect(),
    }
});

impl PastQuestion {
    /// Whether changes can answer it: what became of “it”, or where “it” is from, is left open.
    pub fn is_of_something(&self) -> bool {
        !self.about.is_empty()
            || matches!(self.asks, PastQuestionKind::Giver | PastQuestionKind::Owed | PastQuestionKind::Arrival)
                && self.pointer_fits()
            || self.asks == PastQuestionKind::Receiver
    }

    /// Whether it names nothing at all, or points at where the heroes are.
    fn pointer_fits(&self) -> bool {
        self.asks != PastQuestionKind::Arrival
            || self.pointer.as_deref().is_none_or(|pointer| ["here", "there"].contains(&pointer))
    }

    /// Reads a question; none if the text is something else, or more than one question.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(['?', '!', '.', ' ']);
        if text.is_empty() || text.contains(['?', '!', '\n', ';', '"', '“', '”']) || text.contains(". ") {
            return None;
        }
        let text = fold(&text.replace('’', "'").replace(',', " "));
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.len() > MAX_WORDS {
            return None;
        }
        while let Some(n) = PATTERNS.leads.iter().find_map(|lead| begins(lead, &words)).filter(|n| *n > 0) {
            words.drain(..n);
        }
        PATTERNS.questions.iter().find_map(|(asks, pattern)| {
            let slot = matched(pattern, &words)?;
            let about = &words[slot.clone()];
            let fixed = words[..slot.start].iter().chain(&words[slot.end..]);
            let end = fixed.copied().find_map(|word| match word {
                "first" => Some(WhichEnd::First),
                "last" => Some(WhichEnd::Last),
                _ => None,
            });
            let pointer = (about.len() == 1 && POINTERS.contains(&about[0])).then(|| about[0].to_owned());
            let about: Vec<&str> = about.iter().copied().skip_while(|word| DETERMINERS.contains(word)).collect();
            if !slot.is_empty() && about.is_empty() && pointer.is_none() {
                return None;
            }
            let about = if pointer.is_some() { String::new() } else { about.join(" ") };
            Some(Self { asks: *asks, about, pointer, end })
        })
    }
}

fn parts(line: &'static str) -> Vec<PatternPart> {
    let part = |word: &'static str| {
        let (word, is_optional) = word.strip_suffix('?').map_or((word, false), |word| (word, true));
        match word {
            SLOT => PatternPart::Slot,
            word => PatternPart::Word { choices: word.split('/').collect(), is_optional },
        }
    };
    line.split(' ').map(part).collect()
}

/// How many words a pattern without a slot takes up at the beginning.
fn begins(pattern: &[PatternPart], words: &[&str]) -> Option<usize> {
    (1..=words.len().min(pattern.len())).rev().find(|n| matched(pattern, &words[..*n]).is_some())
}

/// The words in the slot of a pattern that takes up all words; an empty range if it has no slot.
fn matched(pattern: &[PatternPart], words: &[&str]) -> Option<Range<usize>> {
    fn from(pattern: &[PatternPart], words: &[&str], at: usize) -> Option<Range<usize>> {
        let Some((part, rest)) = pattern.split_first() else { return (at == words.len()).then_some(at..at) };
        match part {
            PatternPart::Word { choices, is_optional } => {
                let takes = words.get(at).is_some_and(|word| choices.contains(word));
                let taken = takes.then(|| from(rest, words, at + 1)).flatten();
                taken.or_else(|| is_optional.then(|| from(rest, words, at)).flatten())
            }
            // As little as possible, so that what follows the slot is not in it.
            PatternPart::Slot => (at + 1..=words.len()).find_map(|to| from(rest, words, to).map(|_| at..to)),
        }
    }
    from(pattern, words, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(PastQuestionKind, String)> {
        PastQuestion::read(text).map(|it| (it.asks, it.about))
    }

    #[test]
    fn a_question_says_what_it_asks_for_and_about_what() {
        for (text, asks, about) in [
            ("When did I arrive?", PastQuestionKind::Arrival, ""),
            ("so when did we first come to the Hemp Yard?", PastQuestionKind::Arrival, "hemp yard"),
            ("Do you remember when I got here?", PastQuestionKind::Arrival, ""),
            ("Who did I give the brass key to?", PastQuestionKind::Receiver, "brass key"),
            ("to whom did I give my rope", PastQuestionKind::Receiver, "rope"),
            ("What do I owe whom?", PastQuestionKind::Owed, ""),
            ("what did I promise Marta?", PastQuestionKind::Owed, "marta"),
            ("Where did I get the key?", PastQuestionKind::Source, "key"),
            ("who gave me the letter", PastQuestionKind::Source, "letter"),
            ("When did we first meet Rufus Bale?", PastQuestionKind::Met, "rufus bale"),
            ("tell me, what happened to the hammer?", PastQuestionKind::Fate, "hammer"),
            ("where did i leave the rope", PastQuestionKind::Fate, "rope"),
            ("Who asked me to answer the light?", PastQuestionKind::Giver, "answer the light"),
            ("Who gave me the quest?", PastQuestionKind::Giver, ""),
            ("When did I finish the delivery?", PastQuestionKind::Ended, "delivery"),
        ] {
            assert_eq!(read(text), Some((asks, about.to_owned())), "{text}");
        }
        assert_eq!(PastQuestion::read("When did we last visit the mill?").and_then(|it| it.end), Some(WhichEnd::Last));
    }

    #[test]
    fn what_a_question_only_points_at_is_not_what_it_is_about() {
        let asked = PastQuestion::read("who did I give it to?").unwrap();
        assert_eq!((asked.pointer.as_deref(), asked.about.as_str()), (Some("it"), ""));
    }

    #[test]
    fn deeds_and_other_questions_are_none() {
        for text in [
            "I give the rope to Marta",
            "ask Marta who gave me the letter",
            "where is the key?",
            "what did Marta say about the key?",
            "what happened?",
            "what happened here?",
            "\"where did I get the key?\" I ask",
            "Where did I get the key? And who did I give it to?",
            "when",
            "",
            "🗝️?",
        ] {
            assert!(read(text).is_none_or(|(_, about)| about == "here"), "{text}: {:?}", read(text));
        }
        assert_eq!(read(&"who did i give the key to ".repeat(1_000)), None);
    }
}
