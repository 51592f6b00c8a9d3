//! The index: BM25 over name and text, combined with semantic similarity where it is known.

use std::{cmp::Ordering, collections::HashMap};

use super::{names::NameIndex, terms};

/// The saturation of repeated words in BM25.
const K1: f32 = 1.2;
/// How much a field's length counts against a word in it.
const LENGTH_IN_NAMES: f32 = 0.5;
const LENGTH_IN_TEXTS: f32 = 0.75;
/// The weight of a word in the name; a word in the text has weight 1.
const WEIGHT_OF_NAMES: f32 = 2.0;
/// The mixture: this share is nearness of meaning, the rest is words.
const SHARE_OF_MEANING: f32 = 0.8;
/// The lexical score that counts for half of the maximum.
const HALF_OF_WORDS: f32 = 12.0;
/// A document that shares no word with the query is found only if its meaning is at least so near.
const LEAST_MEANING: f32 = 0.3;
/// Of a longer query only its first different terms are looked up.
pub const MAX_QUERY_TERMS: usize = 64;

/// A document that was found, with what speaks for it: 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IndexHit {
    /// The document.
    pub id: u32,
    /// Its relevance.
    pub score: f32,
}

#[derive(Debug, Clone, Copy)]
struct TermPosting {
    id: u32,
    impact: f32,
}

/// Names and texts, ready to be searched. Never changes once it is built.
#[derive(Debug, Default)]
pub struct Index {
    names: NameIndex,
    postings: HashMap<Box<str>, Box<[TermPosting]>>,
    n_documents: u32,
}

/// How often a term occurs in the name and in the text of a document.
#[derive(Default, Clone, Copy)]
struct TermCount {
    name: f32,
    text: f32,
}

impl Index {
    /// Builds the index of documents given as a name and the parts of a text.
    pub fn build<'a, T: IntoIterator<Item = &'a str>>(documents: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let mut names = NameIndex::default();
        let mut counts: HashMap<Box<str>, Vec<(u32, TermCount)>> = HashMap::new();
        let mut lengths: Vec<TermCount> = Vec::new();
        for (id, (name, texts)) in (0u32..).zip(documents) {
            names.add(name, id);
            let mut length = TermCount::default();
            let mut count = |term: String, add: &dyn Fn(&mut TermCount)| {
                let found = counts.entry(term.into()).or_default();
                if found.last().is_none_or(|(last, _)| *last != id) {
                    found.push((id, TermCount::default()));
                }
                if let Some((_, count)) = found.last_mut() {
                    add(count);
                }
                add(&mut length);
            };
            terms(name).for_each(|term| count(term, &|count| count.name += 1.0));
            texts.into_iter().flat_map(terms).for_each(|term| count(term, &|count| count.text += 1.0));
            lengths.push(length);
        }
        let n = lengths.len() as f32;
        let mean = |field: fn(&TermCount) -> f32| (lengths.iter().map(field).sum::<f32>() / n.max(1.0)).max(1.0);
        let (mean_name, mean_text) = (mean(|length| length.name), mean(|length| length.text));
        let posting = |rarity: f32, (id, count): (u32, TermCount)| {
            let length = lengths[id as usize];
            let in_name = count.name / (1.0 - LENGTH_IN_NAMES + LENGTH_IN_NAMES * length.name / mean_name);
            let in_text = count.text / (1.0 - LENGTH_IN_TEXTS + LENGTH_IN_TEXTS * length.text / mean_text);
            let weight = WEIGHT_OF_NAMES * in_name + in_text;
            TermPosting { id, impact: rarity * weight * (K1 + 1.0) / (K1 + weight) }
        };
        let postings = counts.into_iter().map(|(term, found)| {
            let n_with = found.len() as f32;
            let rarity = (1.0 + (n - n_with + 0.5) / (n_with + 0.5)).ln();
            (term, found.into_iter().map(|found| posting(rarity, found)).collect())
        });
        Self { names, postings: postings.collect(), n_documents: u32::try_from(lengths.len()).unwrap_or(u32::MAX) }
    }

    /// How many documents there are.
    pub fn n_documents(&self) -> u32 {
        self.n_documents
    }

    /// Puts documents of one name in the order of a key; those of equal keys stay in theirs.
    pub fn order_names<K: Ord>(&mut self, key: impl Fn(u32) -> K) {
        self.names.order_by(key);
    }

    /// The documents of exactly this name, whatever its case and however it is put together.
    pub fn named(&self, name: &str) -> &[u32] {
        self.names.exactly(name)
    }

    /// Documents with names that begin like this, and then those with such a word in their names.
    pub fn beginning(&self, start: &str, keep: impl Fn(u32) -> bool, limit: usize) -> Vec<u32> {
        self.names.beginning(start, &keep, limit)
    }

    /// Documents with names spelled like this one, the likest first.
    pub fn near(&self, name: &str, keep: impl Fn(u32) -> bool, limit: usize) -> Vec<u32> {
        self.names.near(name, &keep, limit)
    }

    /// The documents that answer a query best, by its words and, where `nearness` gives one number for each document (the
    /// cosine between the query's vector and the document's), by its meaning.
    pub fn search(
        &self,
        query: &str,
        nearness: Option<&[f32]>,
        keep: impl Fn(u32) -> bool,
        limit: usize,
    ) -> Vec<IndexHit> {
        let mut by_words = vec![0.0f32; self.n_documents as usize];
        let mut asked: Vec<String> = Vec::new();
        for term in terms(query) {
            if asked.len() == MAX_QUERY_TERMS {
                break;
            }
            if asked.contains(&term) {
                continue;
            }
            for posting in self.postings.get(term.as_str()).into_iter().flatten() {
                by_words[posting.id as usize] += posting.impact;
            }
            asked.push(term);
        }
        let score = |id: u32, words: f32| {
            let words = words / (words + HALF_OF_WORDS);
            match nearness {
                None => words,
                Some(nearness) => {
                    let meaning = nearness.get(id as usize).copied().unwrap_or_default().max(0.0);
                    if words == 0.0 && meaning < LEAST_MEANING {
                        return 0.0;
                    }
                    SHARE_OF_MEANING * meaning + (1.0 - SHARE_OF_MEANING) * words
                }
            }
        };
        let hits = (0u32..).zip(by_words).map(|(id, words)| IndexHit { id, score: score(id, words) });
        let mut hits: Vec<IndexHit> = hits.filter(|hit| hit.score > 0.0 && keep(hit.id)).collect();
        // Ties keep the order of the documents, so that the same question gets the same answer.
        let better = |a: &IndexHit, b: &IndexHit| -> Ordering { b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)) };
        if hits.len() > limit && limit > 0 {
            hits.select_nth_unstable_by(limit - 1, better);
        }
        hits.truncate(limit);
        hits.sort_unstable_by(better);
        hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENTS: [(&str, &str); 5] = [
        ("Grappling", "When you want to grab a creature, you use a special melee attack, a grapple."),
        ("Fireball", "Fire blossoms into flame; each creature in the sphere takes fire damage."),
        ("Fire Bolt", "You hurl a mote of fire at a creature within range."),
        ("Long Rest", "Eight hours of sleep, after which hit points come back."),
        ("Fireball", "Another of the same name, about nothing in particular."),
    ];

    fn index() -> Index {
        Index::build(DOCUMENTS.map(|(name, text)| (name, [text])))
    }

    fn found(query: &str) -> Vec<u32> {
        index().search(query, None, |_| true, 10).into_iter().map(|hit| hit.id).collect()
    }

    #[test]
    fn words_find_their_documents_in_any_form() {
        assert_eq!(found("how do I grapple someone?"), [0]);
        assert_eq!(found("sleeping")[0], 3);
    }

    #[test]
    fn a_word_in_the_name_counts_more_than_one_in_the_text() {
        assert_eq!(found("bolts of fire")[0], 2);
    }

    #[test]
    fn every_document_of_a_name_is_found_by_it() {
        assert_eq!(index().named("FIREBALL"), [1, 4]);
    }

    #[test]
    fn meaning_decides_where_words_are_silent() {
        let index = index();
        let nearness = [0.1, 0.0, 0.0, 0.7, -0.3];
        let hits = index.search("recover my strength overnight", Some(&nearness), |_| true, 3);
        assert_eq!(hits[0].id, 3);
        assert_eq!(hits.len(), 1, "what is far in meaning and shares no word is not found");
        assert_eq!(index.search("fire", Some(&[0.2; 5]), |_| true, 9).len(), 2, "a shared word is enough");
    }

    #[test]
    fn only_what_the_filter_keeps_is_found() {
        let index = index();
        let hits = index.search("fire", None, |id| id != 2, 10);
        assert!(!hits.is_empty() && hits.iter().all(|hit| hit.id != 2));
    }

    #[test]
    fn the_limit_keeps_the_best() {
        let index = index();
        let all = index.search("fire creature sphere", None, |_| true, 10);
        assert_eq!(index.search("fire creature sphere", None, |_| true, 1), all[..1]);
        assert!(index.search("fire", None, |_| true, 0).is_empty());
    }

    #[test]
    fn queries_nobody_would_ask_find_nothing_and_harm_nothing() {
        assert!(found("").is_empty());
        assert!(found(".*[](){}|\\^$").is_empty());
        assert!(found("огненный шар").is_empty());
        assert!(!found(&"fire and grapple ".repeat(700)).is_empty());
        assert!(Index::build([("", [""]); 0]).search("fire", None, |_| true, 3).is_empty());
    }
}
