//! The verb of a clause and the words before it.

use std::sync::LazyLock;

use super::{
    LazyWordSet,
    clause::{ClauseSubject, MessageClause},
    one_of,
    parser::Parser,
    set,
    subject::DETERMINERS,
    verbs::VerbForm,
};

impl Parser<'_, '_> {
    /// Finds the verb after the subject and its adverbs.
    pub(in crate::dm::hints) fn head(&self, words: &[usize], clause: &mut MessageClause) {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let verb = |n: usize| words.get(n).and_then(|i| self.tokens[*i].verb);
        let mut n = 0;
        let mut will_be = false;
        let denied = |clause: &mut MessageClause| clause.denied = true;
        if clause.subject == ClauseSubject::Other
            && matches!(words.first().map(|i| self.before(*i)), Some("nobody" | "noone"))
        {
            denied(clause);
        }
        while n < words.len() {
            let it = word(n);
            match it {
                "not" | "never" | "hardly" | "nor" | "neither" | "without" => denied(clause),
                "would" if word(n + 1) == "like" && word(n + 2) == "to" => n += 2,
                "would" if word(n + 1) == "love" && word(n + 2) == "to" => n += 2,
                "would" if word(n + 1) == "be" && word(n + 3) == "to" => n += 3,
                "almost" | "nearly" => denied(clause),
                "would" | "could" | "might" | "may" | "should" | "can" | "ought" => clause.supposed = true,
                "will" | "shall" | "must" | "do" | "does" => clause.will |= it != "do" && it != "does",
                "am" | "are" | "is" | "be" | "'s" => will_be = true,
                "had" | "was" | "were" | "did" | "has" => {
                    clause.past = true;
                    will_be = it != "did";
                }
                "have"
                    if !DETERMINERS.contains(word(n + 1))
                        && verb(n + 1).is_some_and(|(_, form)| form == VerbForm::Past) =>
                {
                    clause.past = true;
                }
                // “I have not finished”
                "have"
                    if one_of(word(n + 1), "not never")
                        && verb(n + 2).is_some_and(|(_, form)| form == VerbForm::Past) =>
                {
                    clause.past = true;
                }
                "have" if word(n + 1) == "to" => n += 1,
                "going" if word(n + 1) == "to" && verb(n + 2).is_some() => {
                    clause.will = true;
                    n += 1;
                }
                "already" => clause.past |= !will_be,
                "no" if word(n + 1) == "longer" => return,
                it if ADVERBS.contains(it) || (it.ends_with("ly") && verb(n).is_none()) => {}
                _ => match self.chain(words, n, clause) {
                    Some(skip) => {
                        n += skip;
                        continue;
                    }
                    None => return self.verb(words, n, will_be, clause),
                },
            }
            n += 1;
        }
    }

    /// Takes a word as the verb of a clause. `will_be` is whether a form of “be” precedes it.
    fn verb(&self, words: &[usize], n: usize, will_be: bool, clause: &mut MessageClause) {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        match self.tokens[words[n]].verb {
            Some((lemma, form)) => {
                // Behind “be” the past participle tells of the past, too: "I am stabbed", "the job is done".
                clause.past |= form == VerbForm::Past;
                clause.lemma = lemma;
                clause.form = form;
            }
            None if will_be || word(n) == "to" => return,
            None => clause.past |= word(n).len() > 4 && word(n).ends_with("ed") && !word(n).ends_with("eed"),
        }
        clause.head = Some(words[n]);
        // "I haggle no more"
        clause.denied |= word(n + 1) == "no" && one_of(word(n + 2), "more longer further");
        if STOPS.contains(clause.lemma) {
            clause.denied |= clause.lemma != "stop" || matches!(word(n + 1), "myself" | "short");
        }
    }

    /// How many words lead to the verb that counts: "try to", "decide to", "go and".
    fn chain(&self, words: &[usize], n: usize, clause: &mut MessageClause) -> Option<usize> {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let verb = |n: usize| words.get(n).and_then(|i| self.tokens[*i].verb);
        let (lemma, form) = verb(n)?;
        let past = form == VerbForm::Past;
        let to = if word(n + 1) == "to" { 2 } else { 1 };
        let next = verb(n + to).is_some_and(|(_, form)| form == VerbForm::Base);
        let follows = match lemma {
            "want" => next,
            "need" | "like" | "love" | "try" | "attempt" | "decide" | "begin" | "start" | "manage" | "proceed"
            | "choose" | "continue" | "hurry" | "rush" | "move" | "turn" | "stop" | "prepare" | "bend" | "stoop"
            | "kneel" | "reach" | "step" | "lean" | "go" | "wish" | "pause" | "get" | "dare" | "use" | "come"
            | "make" | "sit" | "crouch" => to == 2 && next,
            _ => false,
        };
        // “I go see the smith”
        let follows =
            follows || to == 1 && matches!(lemma, "go" | "come") && next && !DETERMINERS.contains(word(n + 1));
        // "use my action to hide"
        if lemma == "use" {
            let action = (n + 2..n + 4).find(|k| one_of(word(*k), "action turn reaction movement"))?;
            let to = word(action + 1) == "to" && verb(action + 2).is_some();
            return to.then_some(action + 2 - n);
        }
        let ing = verb(n + 1).is_some_and(|(_, form)| form == VerbForm::Ing);
        let goes_on = matches!(lemma, "start" | "begin" | "try" | "keep") && ing;
        if !follows && !goes_on {
            return None;
        }
        clause.tries |= matches!(lemma, "try" | "attempt");
        clause.past |= past;
        Some(if goes_on { 1 } else { to })
    }
}

/// Words that may precede a verb.
pub(in crate::dm::hints) static ADVERBS: LazyWordSet = LazyLock::new(|| {
    set("just now then also still only even first next again always finally very quite all both each so soon once \
     here there too almost rather simply please immediately together straight right back myself really actually \
     hereby gladly instantly at last off")
});

/// Verbs that undo the one behind them.
static STOPS: LazyWordSet = LazyLock::new(|| set("stop refuse decline reject deny"));
