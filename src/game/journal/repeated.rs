//! What is told again. The journal keeps a fact once; whoever tells what still holds says nothing new, and what was told there is
//! the same fact. So whatever a player does to a fact is done to all its tellings, and to nothing else: what was told in the same
//! words when it held no longer, or of somebody else, is another fact.

use std::collections::{BTreeSet, HashSet};

use super::{Circumstances, Fact, Hand, Journal, folded, key, reading};
use crate::game::Change;

/// A fact that was told once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Repetition {
    /// Its place among all facts.
    pub(super) fact: usize,
    /// The number of the turn that tells it again.
    pub(super) seq: u32,
    /// The place of the change that does, among those of its turn.
    pub(super) change: u32,
}

/// A change that tells a fact, as its turn's number and its place in it.
pub type Place = (u32, u32);

impl Journal {
    /// Notes what is told as news and is none: it says what is written down as a fact in this very turn, or what holds since an
    /// earlier one. As news alone it would be no fact.
    pub(super) fn hear_news(&mut self, changes: &[Change], then: &Circumstances, seq: u32) {
        let news = (0..).zip(changes).filter_map(|(at, change): (u32, &Change)| match change {
            Change::RecentEventNoted { text } => Some((at, text)),
            _ => None,
        });
        let from = self.facts.partition_point(|fact| fact.since < seq);
        for (change, text) in news {
            let (subject, words) = (folded(&reading::subject_of(text, then)), folded(text));
            let here = || self.facts[from..].iter().position(|fact| fact.words == key("", &words)).map(|at| from + at);
            if let Some(fact) = self.said.get(&key(&subject, &words)).copied().or_else(here) {
                self.repeated.push(Repetition { fact, seq, change });
            }
        }
    }

    /// The changes that tell what a player had forgotten or put in other words, for the first time or again, each with all the
    /// facts it tells.
    pub fn altered(&self, hand: &Hand) -> Vec<(Place, Vec<&Fact>)> {
        let altered = self.altered_facts(hand);
        let first = altered.iter().map(|at| (self.facts[*at].since, self.facts[*at].change));
        let again = self.repeated.iter().filter(|it| altered.contains(&it.fact)).map(|it| (it.seq, it.change));
        let places: BTreeSet<Place> = first.chain(again).collect();
        places.into_iter().map(|place| (place, self.told_at(place))).collect()
    }

    /// All facts that are told in the same words as one a player had forgotten or put in other words, the oldest first: those
    /// facts, and others.
    pub fn namesakes(&self, hand: &Hand) -> impl Iterator<Item = &Fact> {
        let words: HashSet<u64> = self.altered_facts(hand).into_iter().map(|at| self.facts[at].words).collect();
        self.facts.iter().filter(move |fact| words.contains(&fact.words))
    }

    fn altered_facts(&self, hand: &Hand) -> HashSet<usize> {
        let altered = hand.marks.iter().filter(|(_, mark)| mark.forgotten || mark.text.is_some());
        altered.filter_map(|(id, mark)| self.place_of(mark.seq, id)).collect()
    }

    /// The place of a turn's fact among all facts.
    fn place_of(&self, seq: u32, id: &str) -> Option<usize> {
        let from = self.facts.partition_point(|fact| fact.since < seq);
        self.facts_of(seq).iter().position(|fact| fact.id == id).map(|at| from + at)
    }

    /// What a change tells, new or not.
    fn told_at(&self, (seq, change): Place) -> Vec<&Fact> {
        let new = self.facts_of(seq).iter().filter(|fact| fact.change == change);
        let from = self.repeated.partition_point(|it| it.seq < seq);
        let again = self.repeated[from..].iter().take_while(|it| it.seq == seq).filter(|it| it.change == change);
        let mut told: Vec<&Fact> = new.collect();
        for fact in again.map(|it| &self.facts[it.fact]) {
            if !told.iter().any(|known| known.id == fact.id) {
                told.push(fact);
            }
        }
        told
    }
}
