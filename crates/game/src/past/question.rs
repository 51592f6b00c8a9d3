//! Reads questions about the past that changes answer.

use std::{ops::Range, sync::LazyLock};

use language::{folding::fold, word_lists};

use super::forms::{PatternWord, rewritten};

pub(super) const FILE: &str = include_str!("questions.txt");
/// What means what a question is about, and who else.
const SLOT: &str = "{what}";
const SLOT_OF_ANOTHER: &str = "{whom}";
/// Longer questions ask for more than one thing.
const MAX_WORDS: usize = 24;
/// Longer names are no names.
const MAX_WORDS_OF_A_NAME: usize = 9;
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
const DETERMINERS: [&str; 13] =
    ["a", "an", "the", "my", "our", "that", "this", "those", "these", "some", "his", "her", "any"];
/// Who or what is left open.
const OPEN: [&str; 8] = ["anybody", "anyone", "somebody", "someone", "anything", "something", "people", "else"];
/// What a question of its own begins with.
const ASKS: [&str; 7] = ["who", "when", "where", "why", "how", "which", "what"];
/// What asks for now, or for what could be, and not for what was.
const NOT_PAST: [&str; 14] =
    ["do", "does", "don't", "am", "are", "will", "shall", "should", "would", "could", "can", "may", "must", "if"];

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PastQuestionKind {
    /// Who wanted something done.
    Giver,
    /// What was promised and is not done.
    Owed,
    /// Who got something.
    Receiver,
    /// What someone got.
    Given,
    /// What was sold.
    Sales,
    /// What was bought.
    Purchases,
    /// What became of something or someone.
    Fate,
    /// When someone died, or who did.
    Killed,
    /// When a quest ended.
    Ended,
    /// When someone was met.
    Met,
    /// Who was met at a place.
    People,
    /// When the heroes came to a place.
    Arrival,
    /// Where something is from.
    Source,
    /// Whether something was done, in words of the player's own.
    Did,
}

impl PastQuestionKind {
    const ALL: [(Self, &str); 14] = [
        (Self::Giver, "giver"),
        (Self::Owed, "owed"),
        (Self::Receiver, "receiver"),
        (Self::Given, "given"),
        (Self::Sales, "sales"),
        (Self::Purchases, "purchases"),
        (Self::Fate, "fate"),
        (Self::Killed, "killed"),
        (Self::Ended, "ended"),
        (Self::People, "people"),
        (Self::Met, "met"),
        (Self::Arrival, "arrival"),
        (Self::Source, "source"),
        (Self::Did, "did"),
    ];
}

/// Which of several is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichEnd {
    First,
    Last,
    /// Each of them.
    All,
}

/// A question about the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastQuestion {
    pub asks: PastQuestionKind,
    /// What it is about, folded and without articles; empty if the question names nothing.
    pub about: String,
    /// Who else it is about, likewise.
    pub other: String,
    /// The word that points at what it is about instead of naming it.
    pub pointer: Option<String>,
    pub end: Option<WhichEnd>,
    /// Whether it takes for granted what the heroes themselves did.
    pub is_own: bool,
}

/// A part of a pattern.
enum PatternPart {
    Word(PatternWord),
    Slot,
    SlotOfAnother,
}

/// The words in the slots of a pattern; empty ranges where it has none.
#[derive(Debug, Clone, Default)]
struct SlotRanges {
    what: Range<usize>,
    whom: Range<usize>,
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
        use PastQuestionKind::{Arrival, Given, Giver, Killed, Owed, People, Purchases, Receiver, Sales};
        let may_name_nothing =
            matches!(self.asks, Giver | Owed | Arrival | Given | Sales | Purchases | Killed | People);
        !self.about.is_empty() || may_name_nothing && self.pointer_fits() || self.asks == Receiver
    }

    /// Whether it names nothing at all, points at where the heroes are, or at what is owed.
    fn pointer_fits(&self) -> bool {
        use PastQuestionKind::{Arrival, Giver, Owed, People};
        match self.asks {
            Giver | Owed => true,
            Arrival | People => self.pointer.as_deref().is_none_or(|pointer| ["here", "there"].contains(&pointer)),
            _ => self.pointer.is_none(),
        }
    }

    /// Reads a question; none if the text is something else, or more than one question.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(['?', '!', '.', ' ']);
        if text.is_empty() || text.contains(['?', '!', '\n', ';', '"', '“', '”']) || text.contains(". ") {
            return None;
        }
        let text = fold(&text.replace('’', "'").replace(',', " "));
        let typed: Vec<&str> = text.split_whitespace().collect();
        if typed.len() > MAX_WORDS || !typed.iter().any(|word| may_ask(word)) {
            return None;
        }
        let is_past = !typed.iter().any(|word| NOT_PAST.contains(word));
        // Leads are removed before and after rewriting: “and who” begins a question, but is left out at the end of one.
        let mut words = without_leads(rewritten(without_leads(typed)));
        let end = take_end(&mut words);
        PATTERNS.questions.iter().find_map(|(asks, pattern)| Self::of(*asks, pattern, &words, end, is_past))
    }

    fn of(
        asks: PastQuestionKind,
        pattern: &[PatternPart],
        words: &[&str],
        end: Option<WhichEnd>,
        is_past: bool,
    ) -> Option<Self> {
        let slots = matched(pattern, words)?;
        let about = &words[slots.what.clone()];
        if about.len() > MAX_WORDS_OF_A_NAME || about.iter().any(|word| ASKS.contains(word)) {
            return None;
        }
        let pointer = (about.len() == 1 && POINTERS.contains(&about[0])).then(|| about[0].to_owned());
        let named = named(about);
        if !slots.what.is_empty() && named.is_empty() && pointer.is_none() {
            return None;
        }
        let about = if pointer.is_some() || OPEN.contains(&named.as_str()) { String::new() } else { named };
        let other = named_other(&words[slots.whom.clone()]);
        let has_me = words.iter().any(|word| ["i", "me", "my"].contains(word));
        let is_owing = words.iter().any(|word| super::forms::verb(word).starts_with("owe"));
        let is_own = match asks {
            PastQuestionKind::Did => false,
            PastQuestionKind::Owed => is_owing,
            _ => has_me && is_past,
        };
        Some(Self { asks, about, other, pointer, end, is_own })
    }
}

/// A question without its introduction, such as “and” or “do you remember”.
fn without_leads(mut words: Vec<&str>) -> Vec<&str> {
    while let Some(n) = PATTERNS.leads.iter().find_map(|lead| begins(lead, &words)).filter(|n| *n > 0) {
        words.drain(..n);
    }
    words
}

/// Whether a question may have this word; most messages have none, and are not read any further.
fn may_ask(word: &str) -> bool {
    const HELPING: [&str; 10] = ["did", "do", "didn't", "didnt", "have", "haven't", "had", "is", "are", "time"];
    ["wh", "how"].iter().any(|start| word.starts_with(start)) || HELPING.contains(&word)
}

/// A name without what stands before it.
fn named(words: &[&str]) -> String {
    words.iter().copied().skip_while(|word| DETERMINERS.contains(word)).collect::<Vec<_>>().join(" ")
}

fn named_other(words: &[&str]) -> String {
    let name = named(words);
    if OPEN.contains(&name.as_str()) || POINTERS.contains(&name.as_str()) { String::new() } else { name }
}

/// Takes the word out of a question that says which of several is asked for: behind who asks, or at the end.
fn take_end(words: &mut Vec<&str>) -> Option<WhichEnd> {
    const BEFORE: [&str; 4] = ["i", "be", "did", "when"];
    let which = |word: &str| match word {
        "first" => Some(WhichEnd::First),
        "last" => Some(WhichEnd::Last),
        "every" => Some(WhichEnd::All),
        _ => None,
    };
    let stands = |at: usize| at + 1 == words.len() || at > 0 && BEFORE.contains(&words[at - 1]);
    let (at, end) = (0..words.len()).find_map(|at| Some((at, which(words[at]).filter(|_| stands(at))?)))?;
    words.remove(at);
    // “When did first I come” is “when did I come”.
    Some(end)
}

fn parts(line: &'static str) -> Vec<PatternPart> {
    let part = |word: &'static str| match word {
        SLOT => PatternPart::Slot,
        SLOT_OF_ANOTHER => PatternPart::SlotOfAnother,
        word => PatternPart::Word(PatternWord::read(word)),
    };
    line.split(' ').map(part).collect()
}

/// How many words a pattern without a slot takes up at the beginning.
fn begins(pattern: &[PatternPart], words: &[&str]) -> Option<usize> {
    (1..=words.len().min(pattern.len())).rev().find(|n| matched(pattern, &words[..*n]).is_some())
}

/// The words in the slots of a pattern that takes up all words.
fn matched(pattern: &[PatternPart], words: &[&str]) -> Option<SlotRanges> {
    fn from(pattern: &[PatternPart], words: &[&str], at: usize) -> Option<SlotRanges> {
        let Some((part, rest)) = pattern.split_first() else { return (at == words.len()).then(SlotRanges::default) };
        // As little as possible, so that what follows a slot is not in it.
        let slot = || (at + 1..=words.len()).find_map(|to| from(rest, words, to).map(|slots| (at..to, slots)));
        match part {
            PatternPart::Word(word) => {
                let taken = words.get(at).is_some_and(|it| word.takes(it));
                let taken = taken.then(|| from(rest, words, at + 1)).flatten();
                taken.or_else(|| word.is_optional.then(|| from(rest, words, at)).flatten())
            }
            PatternPart::Slot => slot().map(|(what, slots)| SlotRanges { what, ..slots }),
            PatternPart::SlotOfAnother => slot().map(|(whom, slots)| SlotRanges { whom, ..slots }),
        }
    }
    from(pattern, words, 0)
}

#[cfg(test)]
mod tests;
