//! Repetitions. The journal stores a fact once; a statement that still holds is the same fact. A player's edit of a fact applies
//! to all its repetitions and nothing else: the same words after the fact has ended, or about another subject, are another fact.

use std::collections::{BTreeSet, HashSet};

use super::{Circumstances, Fact, Journal, JournalEdits, folded, key, reading};
use crate::Change;

/// A repetition of a fact.
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
pub type ChangePosition = (u32, u32);

impl Journal {
    /// Records news that are none: a repetition of a fact of this turn, or of one that still holds. On its own such news would
    /// not become a fact.
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

    /// Changes that express a fact which a player has hidden or rewritten, for the first time or again, each with all its facts.
    pub fn altered(&self, hand: &JournalEdits) -> Vec<(ChangePosition, Vec<&Fact>)> {
        let altered = self.altered_facts(hand);
        let first = altered.iter().map(|at| (self.facts[*at].since, self.facts[*at].change));
        let again = self.repeated.iter().filter(|it| altered.contains(&it.fact)).map(|it| (it.seq, it.change));
        let places: BTreeSet<ChangePosition> = first.chain(again).collect();
        places.into_iter().map(|place| (place, self.told_at(place))).collect()
    }

    /// All facts with the same text as one that a player has hidden or rewritten, oldest first, including those facts.
    pub fn namesakes(&self, hand: &JournalEdits) -> impl Iterator<Item = &Fact> {
        let words: HashSet<u64> = self.altered_facts(hand).into_iter().map(|at| self.facts[at].words).collect();
        self.facts.iter().filter(move |fact| words.contains(&fact.words))
    }

    fn altered_facts(&self, hand: &JournalEdits) -> HashSet<usize> {
        let altered = hand.marks.iter().filter(|(_, mark)| mark.forgotten || mark.text.is_some());
        altered.filter_map(|(id, mark)| self.place_of(mark.seq, id)).collect()
    }

    /// The place of a turn's fact among all facts.
    fn place_of(&self, seq: u32, id: &str) -> Option<usize> {
        let from = self.facts.partition_point(|fact| fact.since < seq);
        self.facts_of(seq).iter().position(|fact| fact.id == id).map(|at| from + at)
    }

    /// The facts of a change, new or repeated.
    fn told_at(&self, (seq, change): ChangePosition) -> Vec<&Fact> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{
        Revision,
        tests::{event, go_on, journal, revised, went},
    };

    /// The changes that express a fact.
    fn places(journal: &Journal, nth: usize) -> Vec<ChangePosition> {
        let mut hand = JournalEdits::default();
        hand.take_out(journal, &journal.facts()[nth].id).expect("it is there");
        journal.altered(&hand).into_iter().map(|(place, _)| place).collect()
    }

    fn owes(text: &str) -> Change {
        let (about, aspect) = (Some("old marta".into()), Some("owes".into()));
        Change::ImportantEventRecorded { text: text.into(), about, aspect }
    }

    fn news(text: &str) -> Change {
        Change::RecentEventNoted { text: text.into() }
    }

    #[test]
    fn a_fact_is_told_where_it_holds_and_said_again_and_nowhere_else() {
        let turns = [
            vec![event("the bell rang"), owes("ten silver")],
            vec![event("marta lied"), event("The bell: rang!")],
            vec![owes("nothing more"), Change::MilestoneReached { text: "the bell rang".into() }],
            vec![owes("ten silver"), event("ten silver")],
        ];
        let journal = journal(&turns);
        let texts: Vec<&str> = journal.facts().iter().map(|fact| fact.text.as_str()).collect();
        let all = ["The bell rang.", "Ten silver.", "Marta lied.", "Nothing more.", "Ten silver.", "Ten silver."];
        assert_eq!(texts, all);
        assert_eq!(places(&journal, 0), [(1, 0), (2, 1), (3, 1)]);
        assert_eq!(places(&journal, 1), [(1, 1)], "what was owed once more, later, is another fact");
        assert_eq!(places(&journal, 4), [(4, 0)], "and so is what is told of somebody else");
        let mut hand = JournalEdits::default();
        hand.take_out(&journal, &journal.facts()[1].id).unwrap();
        let namesakes: Vec<u32> = journal.namesakes(&hand).map(|fact| fact.since).collect();
        assert_eq!(namesakes, [1, 4, 4]);
    }

    #[test]
    fn news_that_say_a_fact_are_a_telling_of_it_and_others_are_none() {
        let turns = [
            vec![
                news("the bell rang"),
                owes("ten silver"),
                news("ten silver"),
                event("the bell rang"),
                news("it rains"),
            ],
            vec![news("The bell rang."), news("ten silver"), event("it rains")],
        ];
        let journal = journal(&turns);
        assert_eq!(journal.facts().len(), 3, "news alone are no fact");
        assert_eq!(places(&journal, 1), [(1, 0), (1, 3), (2, 0)]);
        assert_eq!(places(&journal, 0), [(1, 1), (1, 2)], "it is of marta, and later words don't say so");
        assert_eq!(places(&journal, 2), [(2, 2)], "it rained before anybody wrote it down");
    }

    #[test]
    fn a_change_that_tells_several_things_keeps_what_is_not_forgotten() {
        let turns = [vec![went("The Mill")], vec![went("The Quay")], vec![went("The Mill"), event("the bell rang")]];
        let journal = journal(&turns);
        assert_eq!(places(&journal, 0), [(1, 0)]);
        assert_eq!(places(&journal, 2), [(3, 0)], "who comes to a place twice was there twice");
        let mut hand = JournalEdits::default();
        for fact in journal.facts() {
            hand.revise(&journal, &fact.id, &Revision { pinned: Some(true), ..Revision::default() }).unwrap();
        }
        assert!(journal.altered(&hand).is_empty(), "to pin alters nothing");
        hand.revise(&journal, &journal.facts()[3].id.clone(), &revised("It rang twice.")).unwrap();
        assert_eq!(journal.altered(&hand).len(), 1);
    }

    #[test]
    fn what_was_told_again_in_a_turn_that_is_taken_back_is_gone() {
        let mut journal = journal(&[vec![event("the bell rang")], vec![event("the bell rang")]]);
        journal.keep(1);
        assert_eq!(places(&journal, 0), [(1, 0)]);
        go_on(&mut journal, "n", &[vec![], vec![event("the bell rang")]]);
        assert_eq!(places(&journal, 0), [(1, 0), (3, 0)]);
    }
}
