//! Words of passages and of those before them: BM25 over windows that grow at their end.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::search::{MAX_QUERY_TERMS, terms};

/// How soon more of the same word counts for no more, and how much a window's length counts against a word in it: the
/// textbooks' numbers.
const K1: f32 = 1.2;
const LENGTH: f32 = 0.75;
/// What a word counts in a passage itself, and in each of the two before it: in fifths of once. Whole numbers, as sums of them
/// are the same in any order.
const FIFTHS: [u32; 3] = [5, 4, 4];

/// A word in a passage, and how often.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Posting {
    passage: u32,
    n: u16,
}

/// The words of all passages. Only a passage's own are kept; windows are put together when they are asked for, so that adding
/// and forgetting touch nothing else.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Windows {
    postings: HashMap<Box<str>, Vec<Posting>>,
    /// How many words each passage has by itself.
    lengths: Vec<u32>,
    /// How many words the window has that ends with each passage, in fifths.
    reach: Vec<u32>,
    /// The same of all windows together.
    total: u64,
}

/// What the words of a query say for each passage.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Scores {
    /// The score of the window that ends with it.
    pub(super) windows: Vec<f32>,
    /// How much of the query stands in the passage itself, the rarer words counting more: 0 to 1.
    pub(super) own: Vec<f32>,
}

impl Windows {
    /// Adds the next passage, in parts.
    pub(super) fn add(&mut self, parts: &[&str]) {
        let passage = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let mut length = 0;
        for term in parts.iter().flat_map(|part| terms(part)) {
            length += 1;
            let found = match self.postings.get_mut(term.as_str()) {
                Some(found) => found,
                None => self.postings.entry(term.into()).or_default(),
            };
            match found.last_mut().filter(|last| last.passage == passage) {
                Some(last) => last.n = last.n.saturating_add(1),
                None => found.push(Posting { passage, n: 1 }),
            }
        }
        self.lengths.push(length);
        let own = self.lengths.iter().rev().zip(FIFTHS);
        let window = own.fold(0, |sum: u32, (length, fifths)| sum.saturating_add(length.saturating_mul(fifths)));
        self.reach.push(window);
        self.total += u64::from(window);
    }

    /// Forgets all passages but the first ones.
    pub(super) fn truncate(&mut self, n: usize) {
        self.postings.retain(|_, found| {
            found.truncate(found.partition_point(|posting| (posting.passage as usize) < n));
            !found.is_empty()
        });
        self.lengths.truncate(n);
        self.reach.truncate(n);
        self.total = self.reach.iter().copied().map(u64::from).sum();
    }

    /// What the words of a query say for each passage.
    pub(super) fn scores(&self, query: &str) -> Scores {
        let n = self.lengths.len();
        let (mut windows, mut own) = (vec![0.0; n], vec![0.0; n]);
        let mut all = 0.0;
        let mean = self.total as f32 / n.max(1) as f32;
        let slack: Vec<f32> = self.reach.iter().map(|window| slack(*window, mean)).collect();
        let mut asked = HashSet::new();
        for term in terms(query) {
            if asked.len() == MAX_QUERY_TERMS {
                break;
            }
            let Some(found) = self.postings.get(term.as_str()).filter(|_| !asked.contains(&term)) else { continue };
            asked.insert(term);
            let n_with = windows_with(found, n).map(|(_, reach)| reach.len()).sum::<usize>() as f32;
            let rarity = rarity(n as f32, n_with);
            all += rarity;
            let mut counts = [0u32; FIFTHS.len()];
            for (posting, reach) in windows_with(found, n) {
                own[posting.passage as usize] += rarity;
                counts.iter_mut().zip(FIFTHS).for_each(|(count, fifths)| *count += fifths * u32::from(posting.n));
                for window in reach {
                    let count = counts[0] as f32 / FIFTHS[0] as f32;
                    windows[window] += rarity * count * (K1 + 1.0) / (count + slack[window]);
                    counts.rotate_left(1);
                    counts[FIFTHS.len() - 1] = 0;
                }
            }
        }
        if all > 0.0 {
            own.iter_mut().for_each(|own| *own /= all);
        }
        Scores { windows, own }
    }

    /// What the words of a query say for a text that is no passage, had it stood among them by itself, and its share of what they
    /// say: what is rare here is rare there.
    pub(super) fn score_of(&self, query: &str, text: &str) -> (f32, f32) {
        let (n, mut length, mut counts) = (self.lengths.len(), 0u32, HashMap::<String, u32>::new());
        for term in terms(text) {
            length += 1;
            *counts.entry(term).or_default() += 1;
        }
        let window = length.saturating_mul(FIFTHS[0]);
        let slack = slack(window, (self.total + u64::from(window)) as f32 / (n as f32 + 1.0));
        let (mut score, mut own, mut all) = (0.0, 0.0, 0.0);
        let mut asked = HashSet::new();
        for term in terms(query).take(MAX_QUERY_TERMS) {
            if !asked.insert(term.clone()) {
                continue;
            }
            let found = self.postings.get(term.as_str()).map(Vec::as_slice).unwrap_or_default();
            let n_with = windows_with(found, n).map(|(_, reach)| reach.len()).sum::<usize>() as f32;
            let count = counts.get(&term).copied().unwrap_or_default() as f32;
            if found.is_empty() && count == 0.0 {
                continue;
            }
            let rarity = rarity(n as f32 + 1.0, n_with + count.min(1.0));
            score += rarity * count * (K1 + 1.0) / (count + slack);
            own += rarity * count.min(1.0);
            all += rarity;
        }
        (score, if all > 0.0 { own / all } else { 0.0 })
    }
}

/// How much the length of a window, in fifths as the mean of all is, counts against a word in it.
fn slack(window: u32, mean: f32) -> f32 {
    K1 * (1.0 - LENGTH + LENGTH * window as f32 / mean.max(1.0))
}

/// What a word says that so many of `n` have.
fn rarity(n: f32, n_with: f32) -> f32 {
    (1.0 + (n - n_with + 0.5) / (n_with + 0.5)).ln()
}

/// Each posting of a word with the windows it is in, up to the next posting: in the order of passages, and each window once.
fn windows_with(found: &[Posting], n: usize) -> impl Iterator<Item = (&Posting, Range<usize>)> {
    let next = found.iter().skip(1).map(|next| next.passage as usize).chain([n]);
    found.iter().zip(next).map(|(posting, next)| {
        let at = posting.passage as usize;
        (posting, at..next.min(at + FIFTHS.len()))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(passages: &[&str]) -> Windows {
        let mut windows = Windows::default();
        passages.iter().for_each(|passage| windows.add(&[passage]));
        windows
    }

    #[test]
    fn a_passage_is_found_by_its_own_words_and_by_those_of_the_two_before_it() {
        let windows = of(&["iron", "lead", "dragon", "gold", "silver", "copper", "tin"]);
        let found = windows.scores("dragons");
        let scores = &found.windows[2..];
        assert!(scores[..3].iter().all(|score| *score > 0.0), "{scores:?}");
        assert_eq!(scores[3..], [0.0, 0.0]);
        assert!(scores[0] > scores[1] && scores[0] > scores[2], "its own words count more");
        assert_eq!(found.own, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_rare_word_counts_more_than_a_common_one() {
        let windows = of(&["inn", "inn", "inn", "inn", "inn inn lantern", "inn", "inn", "inn"]);
        assert!(windows.scores("lantern").windows[4] > windows.scores("inn").windows[4]);
    }

    #[test]
    fn a_word_asked_twice_counts_once_and_unknown_words_nothing() {
        let windows = of(&["dragon", "gold"]);
        assert_eq!(windows.scores("dragon dragons xyzzy"), windows.scores("dragon"));
        assert!(Windows::default().scores("dragon").windows.is_empty());
    }

    #[test]
    fn a_text_beside_the_passages_is_weighed_as_one_of_them() {
        let inns = ["inn"; 20];
        let (windows, whole) = (of(&inns), of(&[&inns[..], &["", "", "lantern inn"]].concat()));
        let (beside, among) = (windows.score_of("lantern inn", "lantern inn"), whole.scores("lantern inn").windows[22]);
        assert!((beside.0 - among).abs() < 0.2 && beside.1 == 1.0, "{beside:?}, {among}");
        assert!(windows.score_of("lantern", "lantern inn").0 > windows.score_of("inn inn", "lantern inn").0);
        assert_eq!(windows.score_of("dragon", "lantern inn"), (0.0, 0.0));
        assert!(Windows::default().score_of("lantern", "lantern").0 > 0.0);
    }

    #[test]
    fn what_is_forgotten_leaves_nothing() {
        let mut windows = of(&["dragon", "gold", "silver dragon"]);
        windows.truncate(2);
        assert_eq!(windows, of(&["dragon", "gold"]));
        windows.truncate(0);
        assert_eq!(windows, Windows::default());
    }

    /// The same by the book: every window put together, every word of it counted.
    fn by_the_book(passages: &[Vec<&str>], query: &[&str]) -> Vec<f32> {
        let weigh = |at: usize, of: &dyn Fn(&[&str]) -> usize| {
            let own = passages[..=at].iter().rev().zip([1.0, 0.8, 0.8]);
            own.map(|(passage, weight)| of(passage) as f32 * weight).sum::<f32>()
        };
        let n = passages.len();
        let length = |at| weigh(at, &|passage| passage.len());
        let mean = ((0..n).map(length).sum::<f32>() / n.max(1) as f32).max(0.2);
        let score = |at: usize| {
            let of_word = |word: &&str| {
                let count = |at| weigh(at, &|passage| passage.iter().filter(|it| it == &word).count());
                let n_with = (0..n).filter(|at| count(*at) > 0.0).count() as f32;
                let rarity = (1.0 + (n as f32 - n_with + 0.5) / (n_with + 0.5)).ln();
                rarity * count(at) * 2.2 / (count(at) + 1.2 * (0.25 + 0.75 * length(at) / mean))
            };
            query.iter().map(of_word).sum()
        };
        (0..n).map(score).collect()
    }

    proptest! {
        #[test]
        fn scores_are_those_of_the_book(
            passages in proptest::collection::vec(
                proptest::collection::vec(prop_oneof!["key", "owl", "inn"].prop_map(|word: String| word), 0..5), 0..12),
        ) {
            let passages: Vec<Vec<&str>> = passages.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
            let texts: Vec<String> = passages.iter().map(|it| it.join(" ")).collect();
            let windows = of(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            for (is, should) in windows.scores("key owl").windows.iter().zip(by_the_book(&passages, &["key", "owl"])) {
                prop_assert!((is - should).abs() < 1e-4, "{is}, not {should}");
            }
        }
    }
}
