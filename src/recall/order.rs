//! Parses order in a question: first or last, before or after something.

use std::ops::Range;

use crate::search::terms;

/// If the first or last is asked for, hits with at least this share of the best score are ordered by time.
const AS_GOOD: f32 = 0.8;
/// The bonus for turns on the right side of the anchor (what the question names), and for turns close to it.
const FOR_SIDE: f32 = 0.03;
const FOR_CLOSE: f32 = 0.2;
/// The weight of the anchor's own turn.
const WEIGHT_OF_ANCHOR: f32 = 0.8;
/// The default number of neighbouring turns that answer.
const MAX_BESIDE: u32 = 2;

/// Words after which "last" and "first" are part of a name or a date: "the last door", "my first sword".
const DETERMINERS: [&str; 13] =
    ["a", "an", "every", "her", "his", "its", "my", "our", "that", "the", "their", "this", "your"];
/// Words before which they are.
const UNITS: [&str; 16] = [
    "autumn", "day", "evening", "fall", "friday", "hour", "monday", "month", "morning", "name", "night", "spring",
    "summer", "week", "winter", "year",
];
/// How questions begin.
const ASKING: [&str; 15] = [
    "after", "before", "did", "do", "has", "have", "how", "since", "what", "when", "where", "which", "who", "whom",
    "whose",
];
/// The default query.
const ANYTHING: [&str; 16] = [
    "come", "do", "go", "happen", "happened", "happens", "just", "next", "right", "say", "saying", "says", "said",
    "went", "came", "done",
];

/// The end of the past that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// On which side of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

/// The order a question asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TimeOrder {
    /// The question without the words that only say the order.
    pub(super) query: String,
    pub(super) end: Option<End>,
    pub(super) anchor: Option<AnchorClause>,
}

/// Something that happened, as a question names it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AnchorClause {
    pub(super) side: Side,
    pub(super) text: String,
    /// Whether the question asks for whatever was there, and for nothing else.
    pub(super) asks_anything: bool,
}

/// The same, found.
#[derive(Debug)]
pub(super) struct Anchor {
    pub(super) side: Side,
    pub(super) turn: u32,
    pub(super) asks_anything: bool,
}

/// A turn that answers, by its best passage.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) turn: u32,
    pub(super) score: f32,
    /// The passage.
    pub(super) passage: usize,
}

impl Hit {
    /// The better one first; of equals the newer.
    pub(super) fn better(a: &Self, b: &Self) -> std::cmp::Ordering {
        b.score.total_cmp(&a.score).then(b.turn.cmp(&a.turn))
    }
}

impl TimeOrder {
    pub(super) fn read(query: &str) -> Self {
        if !is_asked(query) {
            return Self { query: query.to_owned(), end: None, anchor: None };
        }
        let words: Vec<&str> = query.split_whitespace().collect();
        let bare: Vec<String> =
            words.iter().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()).collect();
        let at = |nth: Option<usize>| nth.and_then(|nth| bare.get(nth)).map_or("", String::as_str);
        let (mut end, mut left_out) = (None, vec![false; words.len()]);
        for nth in 0..words.len() {
            let (before, next) = (at(nth.checked_sub(1)), at(Some(nth + 1)));
            let found = match bare[nth].as_str() {
                "first" => Some(End::First),
                "last" | "latest" => Some(End::Last),
                "recently" if before == "most" => Some(End::Last),
                _ => None,
            };
            let Some(found) = found else { continue };
            let is_time = next == "time";
            let is_of_verb = nth > 0 && !DETERMINERS.contains(&before) && !UNITS.contains(&next);
            if is_time || is_of_verb {
                end = Some(found);
                left_out[nth] = true;
                if is_time {
                    left_out[nth + 1] = true;
                }
            }
        }
        let anchor = anchor(&words, &bare);
        let rest: Vec<&str> = words.iter().zip(&left_out).filter(|(_, out)| !**out).map(|(word, _)| *word).collect();
        let rest = rest.join(" ");
        // A question that has only words of order keeps them.
        match end.is_some() && terms(&rest).next().is_some() {
            true => Self { query: rest, end, anchor },
            false => Self { query: query.to_owned(), end: None, anchor },
        }
    }
}

/// Whether this is one question. Narration, or speech of several sentences, names an order without asking for one.
fn is_asked(query: &str) -> bool {
    let query = query.trim().trim_end_matches(['?', '.', '!', ' ']);
    let first = query.split_whitespace().next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    let asks = ASKING.contains(&first.to_lowercase().as_str()) || query.contains(", wh");
    asks && !query.contains(". ") && !query.contains("? ")
}

/// The words after "before" or "after", up to the end of the clause.
fn anchor(words: &[&str], bare: &[String]) -> Option<AnchorClause> {
    let (at, side) = bare.iter().enumerate().find_map(|(nth, word)| match word.as_str() {
        "before" => Some((nth, Side::Before)),
        "after" | "since" => Some((nth, Side::After)),
        _ => None,
    })?;
    let mut clause = Vec::new();
    for word in &words[at + 1..] {
        clause.push(*word);
        if word.ends_with([',', ';', '.', '?', '!']) {
            break;
        }
    }
    let text = clause.join(" ");
    terms(&text).next()?;
    let rest = [&bare[..at], &bare[(at + 1 + clause.len()).min(bare.len())..]].concat();
    let says_something = |word: &&String| !ANYTHING.contains(&word.as_str()) && terms(word).next().is_some();
    let asks_anything = !rest.iter().any(|word| says_something(&word));
    Some(AnchorClause { side, text, asks_anything })
}

impl End {
    /// Puts those that answer about as well as the best in the order of time. Hits are in the order of their scores, and stay so.
    pub(super) fn first(self, hits: &mut [Hit]) {
        let Some(best) = hits.first().map(|hit| hit.score) else { return };
        let n = hits.partition_point(|hit| hit.score >= AS_GOOD * best);
        let scores: Vec<f32> = hits[..n].iter().map(|hit| hit.score).collect();
        hits[..n].sort_unstable_by_key(|hit| hit.turn);
        if self == Self::Last {
            hits[..n].reverse();
        }
        hits.iter_mut().zip(scores).for_each(|(hit, score)| hit.score = score);
    }
}

impl Anchor {
    /// The turns that answer whatever they say.
    pub(super) fn beside(&self) -> Range<u32> {
        match (self.asks_anything, self.side) {
            (false, _) => 0..0,
            (true, Side::Before) => self.turn.saturating_sub(MAX_BESIDE)..self.turn,
            (true, Side::After) => self.turn.saturating_add(1)..self.turn.saturating_add(1 + MAX_BESIDE),
        }
    }

    /// Prefers what is on the right side of it.
    pub(super) fn prefer(&self, hits: &mut [Hit]) {
        for hit in hits {
            let distance = match self.side {
                Side::Before => self.turn.checked_sub(hit.turn),
                Side::After => hit.turn.checked_sub(self.turn),
            };
            // The asker knows what the question names.
            if hit.turn == self.turn {
                hit.score *= WEIGHT_OF_ANCHOR;
            }
            if let Some(distance) = distance.filter(|distance| *distance > 0) {
                let close = if self.asks_anything { FOR_CLOSE / distance as f32 } else { 0.0 };
                hit.score += FOR_SIDE + close;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_time_are_read_and_names_and_dates_are_not() {
        let read = |query| (TimeOrder::read(query).end, TimeOrder::read(query).query);
        assert_eq!(read("When did we first meet Bram?"), (Some(End::First), "When did we meet Bram?".into()));
        assert_eq!(
            read("What happened the last time we were in Millford?"),
            (Some(End::Last), "What happened the we were in Millford?".into())
        );
        assert_eq!(read("where was she last seen").0, Some(End::Last));
        for query in [
            "Who opened the last door?",
            "What did he say last week?",
            "first aid",
            "Where is my first sword?",
            "last",
            "We first met Bram here. He left.",
        ] {
            assert_eq!(read(query), (None, query.into()), "{query}");
        }
    }

    #[test]
    fn what_a_question_names_as_before_or_after_is_read() {
        let anchor = |query| TimeOrder::read(query).anchor;
        let before = anchor("Who kept the mill before the flood?").expect("an anchor");
        assert_eq!((before.side, before.text.as_str(), before.asks_anything), (Side::Before, "the flood?", false));
        let after = anchor("What did she say after the bell rang?").expect("an anchor");
        assert_eq!((after.side, after.asks_anything), (Side::After, true));
        let first = anchor("After the fire, who paid the smith?").expect("an anchor");
        assert_eq!((first.text.as_str(), first.asks_anything), ("the fire,", false));
        assert_eq!(anchor("Have we been here before?"), None);
    }
}
