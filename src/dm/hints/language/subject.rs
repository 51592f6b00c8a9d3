//! The subject of a clause.

use std::sync::LazyLock;

use game::wording::same;

use super::{
    LazyWordSet,
    clause::{ClauseSubject, MessageClause},
    one_of,
    parser::{Parser, SentenceMood},
    set,
    verbs::VerbForm,
};
use crate::dm::hints::HintReader;

impl Parser<'_, '_> {
    /// Finds the subject of a clause. Returns the place among `words` behind it.
    pub(in crate::dm::hints) fn subject(
        &mut self,
        words: &[usize],
        clause: &mut MessageClause,
        mood: &SentenceMood,
    ) -> usize {
        let n = self.first_word(words);
        if let Some(behind) = self.own_group(words, n) {
            clause.subject = ClauseSubject::Own;
            return behind;
        }
        if let Some((subject, behind)) = self.pronoun_or_member(words, n) {
            clause.subject = subject;
            return behind;
        }
        // A deed among speech has no subject: "*hands over the dagger*".
        if self.starred {
            clause.subject = ClauseSubject::Own;
            return n;
        }
        let verb = words.get(n).and_then(|i| self.tokens[*i].verb).filter(|_| !self.named(words, n));
        let (subject, behind) = match verb {
            Some((_, form)) => self.without_subject(words, n, form, mood),
            None => self.other_subject(words, n, mood),
        };
        clause.subject = subject.unwrap_or(clause.subject);
        behind
    }

    /// The place of the first word that can belong to the subject.
    fn first_word(&self, words: &[usize]) -> usize {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let verb = |n: usize| words.get(n).and_then(|i| self.tokens[*i].verb);
        let mut n = 0;
        while n < words.len() && (FILLERS.contains(word(n)) || word(n).ends_with("ly") && verb(n).is_none()) {
            n += 1;
        }
        // "@Sella take my boots": a person who is only addressed is not the subject.
        let called = words.get(n).is_some_and(|i| self.is_present(*i));
        let is_addressed =
            self.reader == HintReader::Npc && called && verb(n + 1).is_some_and(|(_, form)| form == VerbForm::Base);
        n + usize::from(is_addressed)
    }

    /// The place behind words for the whole party: "let us", "our little company".
    fn own_group(&self, words: &[usize], n: usize) -> Option<usize> {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let verb = |n: usize| words.get(n).and_then(|i| self.tokens[*i].verb);
        if word(n) == "let" && matches!(word(n + 1), "us" | "me") {
            return Some(n + 2);
        }
        let company = (n + 1..n + 4).find(|k| one_of(word(*k), "company party band group crew troop fellowship lot"));
        if let Some(company) = company.filter(|_| word(n) == "our") {
            return Some(company + 1);
        }
        let group = OWN_GROUPS.iter().find(|group| (0..group.len()).all(|k| word(n + k) == group[k]));
        if let Some(group) = group {
            return Some(n + group.len());
        }
        // “me and the others”
        let is_joined = word(n) == "me" && word(n + 1) == "and";
        (n + 2..words.len().min(n + 7)).find(|k| is_joined && verb(*k).is_some())
    }

    /// The first pronoun or name of a party member that no verb precedes, and the place behind it.
    fn pronoun_or_member(&mut self, words: &[usize], n: usize) -> Option<(ClauseSubject, usize)> {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let verb = |n: usize| words.get(n).and_then(|i| self.tokens[*i].verb);
        for k in n..words.len() {
            if matches!(word(k), "i" | "we") {
                return Some((ClauseSubject::Own, k + 1));
            }
            if let Some(more) = self.member_at(words, k) {
                let next = word(k + more);
                if next == "and" && matches!(word(k + more + 1), "i" | "me") {
                    return Some((ClauseSubject::Own, k + more + 2));
                }
                if next == "'s" && !matches!(word(k + more + 1), "no" | "not" | "gone" | "dead" | "now" | "out") {
                    if k == n {
                        return Some((ClauseSubject::Other, k + more));
                    }
                    continue;
                }
                let skip =
                    if next == "and" { self.member_at(words, k + more + 1).map_or(0, |more| more + 1) } else { 0 };
                if k == n || verb(k + more).is_some() {
                    // “Wren and the others”
                    let others = next == "and" && skip == 0 && DETERMINERS.contains(word(k + more + 1));
                    let acts = (k + more + 2..words.len().min(k + more + 6)).find(|k| verb(*k).is_some());
                    self.member = Some(words[k]);
                    return Some((ClauseSubject::Member(words[k]), acts.filter(|_| others).unwrap_or(k + more + skip)));
                }
            }
            if k == n
                && let Some(subject) = self.pronoun(word(k))
            {
                return Some((subject, k + 1));
            }
            if verb(k).is_some_and(|(_, form)| form == VerbForm::Base) && k == n {
                break;
            }
            if verb(k).is_some() && k > n && !STARTS_PHRASE.contains(word(n)) && !DETERMINERS.contains(word(n)) {
                break;
            }
        }
        None
    }

    /// The subject that a pronoun at the beginning of a clause means.
    fn pronoun(&self, word: &str) -> Option<ClauseSubject> {
        match word {
            "he" | "she" | "they" => {
                let ours = self.member.or_else(|| self.lone_member());
                Some(ours.map_or(ClauseSubject::Other, ClauseSubject::Member))
            }
            "you" => Some(ClauseSubject::You),
            "it" | "that" | "this" | "there" | "nobody" | "noone" | "somebody" | "someone" | "who" | "anyone"
            | "anybody" | "these" | "those" | "nothing" | "what" | "how" | "where" | "why" => {
                Some(ClauseSubject::Other)
            }
            _ => None,
        }
    }

    /// The subject of a clause that begins with a verb of this form, if it isn't that of the sentence, and the place behind it.
    fn without_subject(
        &self,
        words: &[usize],
        n: usize,
        form: VerbForm,
        mood: &SentenceMood,
    ) -> (Option<ClauseSubject>, usize) {
        let next = words.get(n + 1).map_or("", |i| self.tokens[*i].word);
        // "Sleep is for the dead."
        if mood.subject == ClauseSubject::Unsaid && BEING.contains(next) {
            return (Some(ClauseSubject::Other), n + 1);
        }
        let fits = match mood.subject {
            ClauseSubject::Unsaid => form == VerbForm::Base,
            _ => form != VerbForm::Ing,
        };
        if !fits {
            return (None, words.len());
        }
        let to_me = matches!(next, "me" | "us") && self.tokens[words[n]].word != "join";
        let is_asked = to_me && form == VerbForm::Base && mood.subject != ClauseSubject::Own
            || mood.subject == ClauseSubject::Unsaid && (to_me || self.reader == HintReader::Npc);
        (is_asked.then_some(ClauseSubject::You), n)
    }

    /// A subject that is none of ours, and the place of its verb; the end of the words if there is none.
    fn other_subject(&self, words: &[usize], n: usize, mood: &SentenceMood) -> (Option<ClauseSubject>, usize) {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let verb = |n: usize| words.get(n).and_then(|i| self.tokens[*i].verb);
        let is_possible = DETERMINERS.contains(word(n))
            || words.get(n).is_some_and(|i| self.tokens[*i].capital)
            || mood.subject != ClauseSubject::Unsaid;
        let acts = (n + 1..words.len().min(n + 7)).find(|k| {
            // “a bit of silver” has no verb “bit”.
            let is_noun = one_of(word(*k - 1), "a an the my our your his their");
            verb(*k).is_some_and(|(_, form)| matches!(form, VerbForm::Third | VerbForm::Past)) && !is_noun
                || BEING.contains(word(*k))
        });
        match acts.filter(|_| is_possible) {
            Some(acts) => (Some(ClauseSubject::Other), acts),
            None => (None, words.len()),
        }
    }
}

/// Whether a name's first word, or its last behind a title, is this word.
pub(in crate::dm::hints) fn first_word_is(name: &str, word: &str) -> bool {
    let mut parts = name.split(' ');
    let first = parts.next().unwrap_or_default();
    same(first, word) || parts.next_back().is_some_and(|last| same(last, word))
}

/// Groups that are the party.
const OWN_GROUPS: [&[&str]; 17] = [
    &["time", "to"],
    &["the", "whole", "party"],
    &["the", "entire", "party"],
    &["the", "party"],
    &["the", "group"],
    &["the", "three", "of", "us"],
    &["the", "two", "of", "us"],
    &["the", "four", "of", "us"],
    &["the", "rest", "of", "us"],
    &["the", "lot", "of", "us"],
    &["all", "of", "us"],
    &["both", "of", "us"],
    &["everyone"],
    &["everybody"],
    &["us"],
    &["one", "of", "us"],
    &["some", "of", "us"],
];

/// Filler words at the beginning of a sentence.
pub(in crate::dm::hints) static FILLERS: LazyWordSet = LazyLock::new(|| {
    set("ok okay alright right well so now then and but yes yeah yep aye no oh ah hey hm hmm fine sure good great \
     please just all first next finally meanwhile again also still instead maybe perhaps very quick there \
     enough anyway only even too sorry damn together straight")
});

pub(in crate::dm::hints) static DETERMINERS: LazyWordSet = LazyLock::new(|| {
    set("the a an my his her our their your its this that these those some any one two three every each another all \
     both no")
});

static STARTS_PHRASE: LazyWordSet =
    LazyLock::new(|| set("with without out in on under at from by to into behind before after off over"));

static BEING: LazyWordSet = LazyLock::new(|| set("is are was were am will has would"));
