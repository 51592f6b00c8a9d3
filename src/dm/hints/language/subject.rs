//! Who does what a clause tells.

use std::sync::LazyLock;

use game::wording::same;

use super::{
    Words,
    clause::{Clause, Subject},
    one_of,
    parser::{Mood, Parser},
    set,
    verbs::Form,
};
use crate::dm::hints::Reader;

impl Parser<'_, '_> {
    /// Finds who does it; answers with the place among `words` behind the subject.
    pub(in crate::dm::hints) fn subject(&mut self, words: &[usize], clause: &mut Clause, mood: &Mood) -> usize {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let verb = |n: usize| words.get(n).and_then(|i| self.tokens[*i].verb);
        let mut n = 0;
        while n < words.len() && (FILLERS.contains(word(n)) || word(n).ends_with("ly") && verb(n).is_none()) {
            n += 1;
        }
        // "@Sella take my boots": who is called by name does nothing yet.
        let called = |n: usize| words.get(n).is_some_and(|i| self.is_present(*i));
        if self.reader == Reader::Npc && called(n) && verb(n + 1).is_some_and(|(_, form)| form == Form::Base) {
            n += 1;
        }
        // "let us", "let me"
        if word(n) == "let" && matches!(word(n + 1), "us" | "me") {
            clause.subject = Subject::Own;
            return n + 2;
        }
        // "our little company"
        let company = (n + 1..n + 4).find(|k| one_of(word(*k), "company party band group crew troop fellowship lot"));
        if let Some(company) = company.filter(|_| word(n) == "our") {
            clause.subject = Subject::Own;
            return company + 1;
        }
        let group = OWN_GROUPS.iter().find(|group| (0..group.len()).all(|k| word(n + k) == group[k]));
        if let Some(group) = group {
            clause.subject = Subject::Own;
            return n + group.len();
        }
        // “me and the others”
        if word(n) == "me" && word(n + 1) == "and" {
            let acts = (n + 2..words.len().min(n + 7)).find(|k| verb(*k).is_some());
            if let Some(acts) = acts {
                clause.subject = Subject::Own;
                return acts;
            }
        }
        // The first pronoun or name of ours counts if no verb stands before it.
        for k in n..words.len() {
            let it = word(k);
            if matches!(it, "i" | "we") {
                clause.subject = Subject::Own;
                return k + 1;
            }
            if let Some(more) = self.member_at(words, k) {
                let next = word(k + more);
                if next == "and" && matches!(word(k + more + 1), "i" | "me") {
                    clause.subject = Subject::Own;
                    return k + more + 2;
                }
                if next == "'s" && !matches!(word(k + more + 1), "no" | "not" | "gone" | "dead" | "now" | "out") {
                    if k == n {
                        clause.subject = Subject::Other;
                        return k + more;
                    }
                    continue;
                }
                let skip =
                    if next == "and" { self.member_at(words, k + more + 1).map_or(0, |more| more + 1) } else { 0 };
                if k == n || verb(k + more).is_some() {
                    self.member = Some(words[k]);
                    clause.subject = Subject::Member(words[k]);
                    // “Wren and the others”
                    let others = next == "and" && skip == 0 && DETERMINERS.contains(word(k + more + 1));
                    let acts = (k + more + 2..words.len().min(k + more + 6)).find(|k| verb(*k).is_some());
                    return acts.filter(|_| others).unwrap_or(k + more + skip);
                }
            }
            if k == n {
                match it {
                    "he" | "she" | "they" => {
                        let ours = self.member.or_else(|| self.lone_member());
                        clause.subject = ours.map_or(Subject::Other, Subject::Member);
                        return k + 1;
                    }
                    "you" => {
                        clause.subject = Subject::You;
                        return k + 1;
                    }
                    "it" | "that" | "this" | "there" | "nobody" | "noone" | "somebody" | "someone" | "who"
                    | "anyone" | "anybody" | "these" | "those" | "nothing" | "what" | "how" | "where" | "why" => {
                        clause.subject = Subject::Other;
                        return k + 1;
                    }
                    _ => {}
                }
            }
            if verb(k).is_some_and(|(_, form)| form == Form::Base) && k == n {
                break;
            }
            if verb(k).is_some() && k > n && !STARTS_PHRASE.contains(word(n)) && !DETERMINERS.contains(word(n)) {
                break;
            }
        }
        // A deed among speech has no subject: "*hands over the dagger*".
        if self.starred {
            clause.subject = Subject::Own;
            return n;
        }
        if let Some((_, form)) = verb(n).filter(|_| !self.named(words, n)) {
            let fits = match mood.subject {
                Subject::Unsaid => form == Form::Base,
                _ => form != Form::Ing,
            };
            // "Sleep is for the dead."
            let is_noun = mood.subject == Subject::Unsaid && BEING.contains(word(n + 1));
            if is_noun {
                clause.subject = Subject::Other;
                return n + 1;
            }
            if fits {
                let to_me = matches!(word(n + 1), "me" | "us") && !matches!(word(n), "join");
                if to_me && form == Form::Base && mood.subject != Subject::Own
                    || mood.subject == Subject::Unsaid && (to_me || (self.reader == Reader::Npc && !self.starred))
                {
                    clause.subject = Subject::You;
                }
                return n;
            }
            return words.len();
        }
        // Something else is spoken of.
        if DETERMINERS.contains(word(n))
            || words.get(n).is_some_and(|i| self.tokens[*i].capital)
            || mood.subject != Subject::Unsaid
        {
            let acts = (n + 1..words.len().min(n + 7)).find(|k| {
                // “a bit of silver” bites nobody.
                let is_noun = one_of(word(*k - 1), "a an the my our your his their");
                verb(*k).is_some_and(|(_, form)| matches!(form, Form::Third | Form::Past)) && !is_noun
                    || BEING.contains(word(*k))
            });
            if let Some(acts) = acts {
                clause.subject = Subject::Other;
                return acts;
            }
        }
        words.len()
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

/// What a sentence may begin with before it says anything.
pub(in crate::dm::hints) static FILLERS: Words = LazyLock::new(|| {
    set("ok okay alright right well so now then and but yes yeah yep aye no oh ah hey hm hmm fine sure good great \
     please just all first next finally meanwhile again also still instead maybe perhaps very quick there \
     enough anyway only even too sorry damn together straight")
});

pub(in crate::dm::hints) static DETERMINERS: Words = LazyLock::new(|| {
    set("the a an my his her our their your its this that these those some any one two three every each another all \
     both no")
});

static STARTS_PHRASE: Words =
    LazyLock::new(|| set("with without out in on under at from by to into behind before after off over"));

static BEING: Words = LazyLock::new(|| set("is are was were am will has would"));
