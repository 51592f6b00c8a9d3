//! Ranks passages for a query: BM25 over a passage and, with less weight, its neighbours.
//!
//! What surrounds a passage only supports it: a passage without a word of the query is no candidate. The constants and what
//! each step brings are in `docs/recall.md`.

use std::ops::Range;

use crate::search::{MAX_QUERY_TERMS, terms};

use super::text_index::TextIndex;

/// The parameters of BM25: saturation of repeated words, and penalty for length.
const K1: f32 = 0.8;
const B: f32 = 0.4;
/// Terms to each side of a passage that are near it, and those that are around it, with their weights.
const NEAR: u32 = 25;
const NEAR_WEIGHT: f32 = 0.5;
const AROUND: u32 = 250;
const AROUND_WEIGHT: f32 = 0.1;
/// The weight of two terms of the query that follow each other in a passage as well.
const PAIR_WEIGHT: f32 = 0.25;
/// Terms that are as close together as in a sentence.
const SENTENCE: u32 = 15;
/// The number of passages, the best by themselves, that are ranked together with the passages around them.
const MAX_CANDIDATES: usize = 2_000;
/// Maximum number of terms of a query.
const MAX_SEQUENCE: usize = 512;

/// The lexical score of a passage for a query.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct WordScore {
    pub(super) passage: u32,
    /// BM25, with what surrounds it.
    pub(super) bm25: f32,
    /// The share of the query that one of its sentences has, rarer words counting more: 0 to 1.
    pub(super) together: f32,
}

/// A query's terms, each once.
#[derive(Debug, Default)]
struct SearchTerms {
    terms: Vec<QueryTerm>,
    /// Places in `terms` of two that follow each other.
    pairs: Vec<(usize, usize)>,
    n_sentences: usize,
    total_rarity: f32,
}

#[derive(Debug)]
struct QueryTerm {
    stem: String,
    /// None if it was never said.
    id: Option<u32>,
    rarity: f32,
    /// Which sentence of the query it is of.
    sentence: usize,
}

/// The positions of a term or a pair that may be searched, and what they say of each candidate.
struct Matches {
    rarity: f32,
    positions: Vec<u32>,
}

impl SearchTerms {
    fn read(query: &str, index: &TextIndex) -> Self {
        let mut read = Self::default();
        let mut n_read = 0;
        for sentence in query.split(['.', '!', '?', ';', '\n', '。', '！', '？']) {
            let mut last = None;
            for stem in terms(sentence) {
                if read.terms.len() == MAX_QUERY_TERMS || n_read == MAX_SEQUENCE {
                    break;
                }
                n_read += 1;
                let at = read.terms.iter().position(|term| term.stem == stem);
                let at = at.unwrap_or_else(|| {
                    let id = index.term(&stem);
                    let rarity = rarity(index.n_passages() as f32, id.map_or(0.0, |id| index.n_with(id)));
                    read.terms.push(QueryTerm { stem, id, rarity, sentence: read.n_sentences });
                    read.terms.len() - 1
                });
                if let Some(last) = last.replace(at)
                    && last != at
                    && !read.pairs.contains(&(last, at))
                {
                    read.pairs.push((last, at));
                }
            }
            read.n_sentences += usize::from(last.is_some());
        }
        let is_said = |term: &&QueryTerm| term.id.is_some_and(|id| index.n_with(id) > 0.0);
        read.total_rarity = read.terms.iter().filter(is_said).map(|term| term.rarity).sum();
        read
    }
}

impl TextIndex {
    /// What the words of a query say for the passages that hold one, and for those of `others` (ascending): those that `keep`
    /// keeps, in their order. What is not kept supports no passage either.
    pub(super) fn rank(
        &self,
        query: &str,
        keep: impl Fn(u32) -> bool,
        others: impl FnOnce(&[u32]) -> Vec<u32>,
    ) -> Vec<WordScore> {
        let query = SearchTerms::read(query, self);
        let mut alone = vec![0.0f32; self.n_passages()];
        let terms: Vec<Matches> = query.terms.iter().map(|term| self.matches(term, &keep, &mut alone)).collect();
        let mut candidates: Vec<u32> =
            (0u32..).zip(&alone).filter(|(_, score)| **score > 0.0).map(|(passage, _)| passage).collect();
        if candidates.len() > MAX_CANDIDATES {
            let better = |a: &u32, b: &u32| alone[*b as usize].total_cmp(&alone[*a as usize]).then(b.cmp(a));
            candidates.select_nth_unstable_by(MAX_CANDIDATES - 1, better);
            candidates.truncate(MAX_CANDIDATES);
            candidates.sort_unstable();
        }
        candidates.extend(others(&candidates));
        candidates.sort_unstable();
        candidates.dedup();
        let pairs: Vec<Matches> = query.pairs.iter().map(|(a, b)| self.pair(&terms[*a], &terms[*b])).collect();
        self.weigh(&query, &terms, &pairs, &candidates)
    }

    /// The positions of a term; adds its score for each passage.
    fn matches(&self, term: &QueryTerm, keep: &impl Fn(u32) -> bool, alone: &mut [f32]) -> Matches {
        let Some(id) = term.id else { return Matches { rarity: term.rarity, positions: Vec::new() } };
        let mean = self.mean_terms();
        let mut positions = Vec::new();
        for same in self.list(id).chunk_by(|a, b| a.passage == b.passage) {
            let passage = same[0].passage;
            if keep(passage) {
                positions.extend(same.iter().map(|posting| posting.position));
                let length = self.positions(passage).len() as f32;
                alone[passage as usize] += term.rarity * saturated(same.len() as f32, slack(length, mean));
            }
        }
        for field in &self.fields {
            let has: Vec<bool> = field.values.iter().map(|value| value.has(id)).collect();
            if !has.contains(&true) {
                continue;
            }
            for (passage, value) in (0u32..).zip(&field.of_passage) {
                if has[*value as usize] && keep(passage) {
                    alone[passage as usize] += term.rarity * saturated(1.0, K1);
                }
            }
        }
        Matches { rarity: term.rarity, positions }
    }

    /// The positions where two terms follow each other.
    fn pair(&self, first: &Matches, second: &Matches) -> Matches {
        let mut at = 0;
        let follows = |position: &u32| {
            at = seek(&second.positions, at, position + 1);
            second.positions.get(at) == Some(&(position + 1))
        };
        let positions: Vec<u32> = first.positions.iter().copied().filter(follows).collect();
        Matches { rarity: rarity(self.n_passages() as f32, positions.len() as f32), positions }
    }

    /// The scores of candidates, which are in their order.
    fn weigh(&self, query: &SearchTerms, terms: &[Matches], pairs: &[Matches], candidates: &[u32]) -> Vec<WordScore> {
        let mut by_sentence = vec![0.0f32; query.n_sentences * candidates.len()];
        let mut scores: Vec<WordScore> =
            candidates.iter().map(|passage| WordScore { passage: *passage, ..WordScore::default() }).collect();
        let slacks: Vec<f32> =
            candidates.iter().map(|passage| self.slack(self.positions(*passage).len() as f32)).collect();
        // The matches in each candidate: positions, and the terms of the query.
        let mut inside: Vec<Vec<(u32, usize)>> = vec![Vec::new(); candidates.len()];
        for (nth, (matches, term)) in terms.iter().zip(&query.terms).enumerate() {
            let Some(id) = term.id else { continue };
            self.count(matches, candidates, |at, own, near, around| {
                let count = own.len() as f32
                    + NEAR_WEIGHT * (near.len() - own.len()) as f32
                    + AROUND_WEIGHT * (around.len() - near.len()) as f32
                    + self.n_fields_with(candidates[at], id) as f32;
                inside[at].extend(matches.positions[own].iter().map(|position| (*position, nth)));
                by_sentence[at * query.n_sentences + term.sentence] += matches.rarity * saturated(count, slacks[at]);
            });
        }
        for matches in pairs {
            self.count(matches, candidates, |at, own, near, _| {
                let count = own.len() as f32 + NEAR_WEIGHT * (near.len() - own.len()) as f32;
                scores[at].bm25 += PAIR_WEIGHT * matches.rarity * saturated(count, slacks[at]);
            });
        }
        for (at, score) in scores.iter_mut().enumerate() {
            // A passage that matches one sentence of the query well ranks above one that matches each sentence a little.
            let sentences = &by_sentence[at * query.n_sentences..][..query.n_sentences];
            score.bm25 += sentences.iter().map(|sum| sum * sum).sum::<f32>().sqrt();
            inside[at].sort_unstable();
            let in_field = |term: &QueryTerm| term.id.is_some_and(|id| self.n_fields_with(score.passage, id) > 0);
            score.together = together(query, &inside[at], in_field);
        }
        scores
    }

    /// For each candidate the matches in it, near it, and around it, as ranges of their positions.
    fn count(
        &self,
        matches: &Matches,
        candidates: &[u32],
        mut of: impl FnMut(usize, Range<usize>, Range<usize>, Range<usize>),
    ) {
        // Candidates are in order, and so are the ends of each range.
        let mut ends = [0usize; 6];
        for (at, passage) in candidates.iter().enumerate() {
            let own = self.positions(*passage);
            let bounds = [around(&own, 0), around(&own, NEAR), around(&own, AROUND)];
            let bounds = bounds.iter().flat_map(|range| [range.start, range.end]);
            for (end, bound) in ends.iter_mut().zip(bounds) {
                *end = seek(&matches.positions, *end, bound);
            }
            of(at, ends[0]..ends[1], ends[2]..ends[3], ends[4]..ends[5]);
        }
    }

    /// The length penalty for a passage of this many terms, with its context. All passages count as
    /// surrounded to both sides, so that the ends of the past have no advantage and nothing said later changes an earlier length.
    fn slack(&self, n_terms: f32) -> f32 {
        let surroundings = 2.0 * (NEAR_WEIGHT * NEAR as f32 + AROUND_WEIGHT * (AROUND - NEAR) as f32);
        slack(n_terms + surroundings, self.mean_terms() + surroundings)
    }

    fn mean_terms(&self) -> f32 {
        self.n_positions() as f32 / self.n_passages().max(1) as f32
    }

    /// The lexical score of a text that is not a passage, as if it were one by itself.
    pub(super) fn score_of(&self, query: &str, text: &str) -> WordScore {
        let query = SearchTerms::read(query, self);
        let stems: Vec<String> = terms(text).collect();
        let n = self.n_passages() as f32;
        // The text counts among the passages: what only it says is rare, and not unheard of.
        let slack = self.slack(stems.len() as f32);
        let mut by_sentence = vec![0.0f32; query.n_sentences];
        let mut inside = Vec::new();
        for (nth, term) in query.terms.iter().enumerate() {
            let at = (0u32..).zip(&stems).filter(|(_, stem)| **stem == term.stem).map(|(position, _)| (position, nth));
            let before = inside.len();
            inside.extend(at);
            let count = (inside.len() - before) as f32;
            let n_with = term.id.map_or(0.0, |id| self.n_with(id)) + count.min(1.0);
            by_sentence[term.sentence] += rarity(n + 1.0, n_with) * saturated(count, slack);
        }
        inside.sort_unstable();
        let bm25 = by_sentence.iter().map(|sum| sum * sum).sum::<f32>().sqrt();
        WordScore { passage: 0, bm25, together: together(&query, &inside, |_| false) }
    }
}

/// The greatest share of a query within the length of a sentence; `inside` has positions of its terms in order.
fn together(query: &SearchTerms, inside: &[(u32, usize)], in_field: impl Fn(&QueryTerm) -> bool) -> f32 {
    let of_fields = query.terms.iter().map(|term| if in_field(term) { term.rarity } else { 0.0 });
    let of_fields: Vec<f32> = of_fields.collect();
    let base: f32 = of_fields.iter().sum();
    let mut seen = vec![0u32; query.terms.len()];
    let (mut sum, mut most, mut first) = (0.0f32, 0.0f32, 0);
    let worth = |nth: usize| query.terms[nth].rarity - of_fields[nth];
    for (position, nth) in inside {
        while inside[first].0 + SENTENCE <= *position {
            let gone = inside[first].1;
            seen[gone] -= 1;
            if seen[gone] == 0 {
                sum -= worth(gone);
            }
            first += 1;
        }
        if seen[*nth] == 0 {
            sum += worth(*nth);
        }
        seen[*nth] += 1;
        most = most.max(sum);
    }
    let total = query.total_rarity.max(f32::MIN_POSITIVE);
    if base + most > 0.0 { ((base + most) / total).clamp(0.0, 1.0) } else { 0.0 }
}

fn saturated(count: f32, slack: f32) -> f32 {
    count * (K1 + 1.0) / (count + slack)
}

fn slack(length: f32, mean: f32) -> f32 {
    K1 * (1.0 - B + B * length / mean.max(1.0))
}

/// The weight of a term that this many of `n` passages have.
fn rarity(n: f32, n_with: f32) -> f32 {
    (1.0 + (n - n_with + 0.5).max(0.0) / (n_with + 0.5)).ln()
}

fn around(own: &Range<u32>, reach: u32) -> Range<u32> {
    own.start.saturating_sub(reach)..own.end.saturating_add(reach)
}

/// The place of the first position, from `from` on, that is not before `bound`.
fn seek(positions: &[u32], from: usize, bound: u32) -> usize {
    let rest = &positions[from..];
    let mut step = 1;
    while step < rest.len() && rest[step] < bound {
        step *= 2;
    }
    let (low, high) = (step / 2, rest.len().min(step + 1));
    from + low + rest[low..high].partition_point(|position| *position < bound)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(passages: &[&str]) -> TextIndex {
        let mut index = TextIndex::default();
        passages.iter().for_each(|passage| index.add(passage, ["", ""]));
        index
    }

    fn rank(index: &TextIndex, query: &str) -> Vec<WordScore> {
        index.rank(query, |_| true, |_| Vec::new())
    }

    fn passages(found: &[WordScore]) -> Vec<u32> {
        found.iter().map(|score| score.passage).collect()
    }

    #[test]
    fn only_passages_with_a_word_are_ranked_and_what_surrounds_them_supports_them() {
        let index = of(&["iron", "dragon", "gold dragon", "silver gold", "copper", "gold"]);
        let found = rank(&index, "dragons gold");
        assert_eq!(passages(&found), [1, 2, 3, 5]);
        let of = |passage: u32| found.iter().find(|score| score.passage == passage).expect("ranked").bm25;
        assert!(found[1].together > found[0].together, "{found:?}");
        let alone = rank(&self::of(&["iron", "tin", "lead", "silver gold", "copper", "gold"]), "dragons gold");
        assert!(of(3) > alone[0].bm25, "a dragon is near it");
    }

    #[test]
    fn what_is_not_kept_supports_nothing() {
        let index = of(&["dragon gold", "gold", "dragon"]);
        let without = index.rank("dragon gold", |passage| passage == 1, |_| Vec::new());
        let alone = of(&["iron lead", "gold", "silver"]).rank("dragon gold", |passage| passage == 1, |_| Vec::new());
        assert_eq!((passages(&without), without[0].together), (vec![1], 0.5));
        assert!(without[0].bm25 < alone[0].bm25, "gold is rarer there, and nothing else differs");
    }

    #[test]
    fn a_rare_word_counts_more_than_a_common_one() {
        let index = of(&["inn", "inn", "inn", "inn", "inn inn lantern", "inn", "inn", "inn"]);
        assert!(rank(&index, "lantern")[0].bm25 > rank(&index, "inn")[4].bm25);
    }

    #[test]
    fn words_that_stand_together_are_told_from_scattered_ones() {
        let filler =
            "rain over grey water and reeds in the wind of the night near the cold stones by the old wall of the mill";
        let scattered = format!("brass {filler} {filler} key {filler} {filler} ferry");
        let found = rank(&of(&[&scattered, "the ferry and the brass key"]), "brass key ferry");
        assert!(found[0].together < 0.5 && found[1].together > 0.99, "{found:?}");
    }

    #[test]
    fn two_words_in_the_order_of_the_query_count_more() {
        let index = of(&["brass key", "key brass", "iron door"]);
        let found = rank(&index, "the brass key");
        assert!(found[0].bm25 > found[1].bm25, "{found:?}");
    }

    #[test]
    fn a_word_asked_twice_counts_once_and_unknown_words_nothing() {
        let index = of(&["dragon", "gold"]);
        assert_eq!(rank(&index, "dragon dragons xyzzy"), rank(&index, "dragon"));
        assert!(rank(&TextIndex::default(), "dragon").is_empty());
        assert!(rank(&index, "").is_empty());
    }

    #[test]
    fn a_text_beside_the_passages_is_weighed_as_one_of_them() {
        let inns = ["inn"; 20];
        let (index, whole) = (of(&inns), of(&[&inns[..], &["lantern inn"]].concat()));
        let (beside, among) = (index.score_of("lantern", "lantern inn"), rank(&whole, "lantern")[0]);
        assert!((beside.bm25 - among.bm25).abs() < 0.4 && beside.together == 1.0, "{beside:?}, {among:?}");
        assert!(index.score_of("lantern", "lantern inn").bm25 > index.score_of("inn inn", "lantern inn").bm25);
        assert_eq!(index.score_of("dragon", "lantern inn").bm25, 0.0);
        assert!(TextIndex::default().score_of("lantern", "lantern").bm25 > 0.0);
    }

    #[test]
    fn of_many_passages_with_a_word_those_that_say_most_of_it_are_ranked() {
        let mut index = TextIndex::default();
        for nth in 0..MAX_CANDIDATES + 500 {
            index.add(if nth == 700 { "owl key" } else { "owl river stone" }, ["", ""]);
        }
        let found = rank(&index, "owl key");
        assert_eq!(found.len(), MAX_CANDIDATES);
        let best = found.iter().max_by(|a, b| a.bm25.total_cmp(&b.bm25)).expect("found");
        assert_eq!(best.passage, 700);
    }

    /// The same by the book: every window put together, every word of it counted.
    fn by_the_book(passages: &[Vec<&str>], query: &[&str]) -> Vec<f32> {
        let all: Vec<(usize, &str)> =
            passages.iter().enumerate().flat_map(|(at, it)| it.iter().map(move |word| (at, *word))).collect();
        let starts: Vec<usize> = (0..=passages.len()).map(|n| all.iter().filter(|(at, _)| *at < n).count()).collect();
        let n = passages.len() as f32;
        // Every passage counts as surrounded: 50 terms near it and 450 around it.
        let long = |length: f32| length + 0.5 * 50.0 + 0.1 * 450.0;
        let mean = long(all.len() as f32 / n);
        let weigh = |at: usize, of: &dyn Fn(&str) -> bool| {
            let of_one = |(position, (_, word)): (usize, &(usize, &str))| {
                let (start, end) = (starts[at], starts[at + 1]);
                let distance = if position < start { start - position } else { (position + 1).saturating_sub(end) };
                let weight = match distance {
                    0 => 1.0,
                    1..=25 => 0.5,
                    26..=250 => 0.1,
                    _ => 0.0,
                };
                if of(word) { weight } else { 0.0 }
            };
            all.iter().enumerate().map(of_one).sum::<f32>()
        };
        let score = |at: usize| {
            let of_word = |word: &&str| {
                let n_with = passages.iter().filter(|it| it.contains(word)).count() as f32;
                let rarity = (1.0 + (n - n_with + 0.5) / (n_with + 0.5)).ln();
                let count = weigh(at, &|it| it == *word);
                rarity * count * 1.8 / (count + 0.8 * (0.6 + 0.4 * long(passages[at].len() as f32) / mean))
            };
            query.iter().map(of_word).sum()
        };
        (0..passages.len()).map(score).collect()
    }

    proptest! {
        #[test]
        fn scores_are_those_of_the_book(
            passages in proptest::collection::vec(
                proptest::collection::vec(prop_oneof![4 => "key|owl", 9 => "inn|mud|elk"].prop_map(|it: String| it), 0..40), 0..14),
        ) {
            let passages: Vec<Vec<&str>> = passages.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
            let texts: Vec<String> = passages.iter().map(|it| it.join(" ")).collect();
            let index = of(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            // Single terms: no pair is in them.
            let book = by_the_book(&passages, &["key"]);
            let found = rank(&index, "key");
            for (passage, words) in (0u32..).zip(&passages) {
                let is = found.iter().find(|score| score.passage == passage);
                prop_assert_eq!(is.is_some(), words.contains(&"key"));
                if let Some(is) = is {
                    let should = book[passage as usize];
                    prop_assert!((is.bm25 - should).abs() < 1e-3, "{}, not {}", is.bm25, should);
                }
            }
        }

        #[test]
        fn what_is_forgotten_leaves_nothing(
            kept in proptest::collection::vec("((key|owl|inn) ){0,6}", 0..8),
            gone in proptest::collection::vec("((key|owl|mud) ){0,6}", 0..8),
        ) {
            let texts = |all: &[String]| -> TextIndex { of(&all.iter().map(String::as_str).collect::<Vec<_>>()) };
            let mut index = texts(&[kept.clone(), gone].concat());
            index.truncate(kept.len());
            let fresh = texts(&kept);
            for query in ["key owl", "mud", "inn key mud"] {
                prop_assert_eq!(rank(&index, query), rank(&fresh, query));
                prop_assert_eq!(index.score_of(query, "key mud"), fresh.score_of(query, "key mud"));
            }
        }
    }
}
