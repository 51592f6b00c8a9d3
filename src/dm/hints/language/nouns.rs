//! Objects of verbs: things, people, sums.

use std::sync::LazyLock;

use super::{
    LazyWordSet, clause::MessageClause, listed, one_of, reading::MessageReading, subject::DETERMINERS, sums::number,
    words::TokenKind,
};

const NOUNS: &str = include_str!("nouns.txt");

/// Something that is named: `two flasks of oil`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::dm::hints) struct Noun {
    /// Its first token, without article and number.
    pub(in crate::dm::hints) from: usize,
    /// The token it ends before.
    pub(in crate::dm::hints) to: usize,
    /// The token of the head noun.
    pub(in crate::dm::hints) head: usize,
    /// How many, where that is said.
    pub(in crate::dm::hints) n: Option<f64>,
    /// Whether it has an article, a number or an owner.
    pub(in crate::dm::hints) marked: bool,
    /// Whether it is the hero's own: `my sword`.
    pub(in crate::dm::hints) mine: bool,
}

impl MessageReading<'_> {
    /// The objects of a clause's verb: `the key and the map`.
    pub(in crate::dm::hints) fn objects(&self, clause: &MessageClause) -> Vec<Noun> {
        let mut found = Vec::new();
        let Some(head) = clause.head else { return found };
        let mut at = head + 1;
        // "I help myself to a loaf"
        if clause.lemma == "help" && self.word(at + 1) == "to" {
            at += 2;
        }
        while at < clause.to && (PARTICLES.contains(self.word(at)) || REFLEXIVES.contains(self.word(at))) {
            at += 1;
        }
        while let Some(noun) = self.noun_at(at, clause.to) {
            at = noun.to;
            found.push(noun);
            if self.word(at) == "and" && at < clause.to {
                at += 1;
            } else {
                break;
            }
        }
        found
    }

    /// The referent of "it" and "them": the last thing named before a clause that can be owned.
    pub(in crate::dm::hints) fn meant_by_it(&self, clause: &MessageClause) -> Option<Noun> {
        let before = (0..clause.from)
            .rev()
            .filter(|at| DETERMINERS.contains(self.word(*at)) && !one_of(self.word(*at), "this that all no"));
        let nouns = before.filter_map(|at| self.noun_at(at, clause.from));
        nouns.take(3).find(|noun| self.is_thing(noun))
    }

    /// The rest of a list after a comma: `the key, the map`.
    pub(in crate::dm::hints) fn listed_after(&self, clause: &MessageClause) -> Vec<Noun> {
        let after = self.clauses.iter().filter(|it| it.from >= clause.to && it.sentence == clause.sentence);
        let bare = after.take_while(|it| {
            it.head.is_none() && DETERMINERS.contains(self.word(it.from)) && self.word(it.from) != "your"
        });
        bare.filter_map(|it| self.noun_at(it.from, it.to)).collect()
    }

    /// The thing that is named from a token on.
    pub(in crate::dm::hints) fn noun_at(&self, from: usize, end: usize) -> Option<Noun> {
        let mut at = from;
        let (mut n, mut marked, mut mine) = (None, false, false);
        while at < end {
            let word = self.word(at);
            if let Some(number) = number(word) {
                if !matches!(word, "a" | "an") {
                    n = Some(number);
                }
                marked = true;
            } else if DETERMINERS.contains(word) || QUANTITIES.contains(word) {
                if matches!(word, "no") {
                    return None;
                }
                marked = true;
                mine |= matches!(word, "my" | "our");
            } else if word == "of" && marked {
                // "one of my torches", "both of the keys"
            } else {
                break;
            }
            at += 1;
        }
        // "a bundle of the dry moss", "a handful of coins", "the last of the salve"
        let measure = self.word(at);
        if MEASURES.contains(measure) && self.word(at + 1) == "of" {
            at += 2;
            while DETERMINERS.contains(self.word(at)) {
                mine |= matches!(self.word(at), "my" | "our");
                at += 1;
            }
            marked = true;
        }
        let start = at;
        while at < end && self.is_word(at) && !ENDS.contains(self.word(at)) {
            // "the widow's hand": whose it is, comes first.
            if at > start && self.word(at) == "'s" {
                at += 1;
                if at < end && self.is_word(at) && !ENDS.contains(self.word(at)) {
                    return self.noun_at(at, end).map(|noun| Noun { marked: true, mine, n: noun.n.or(n), ..noun });
                }
                break;
            }
            if at > start && (is_after(self.word(at)) || DETERMINERS.contains(self.word(at))) {
                break;
            }
            at += 1;
        }
        // "two flasks of oil", "a wand of frost": the head is the first noun.
        let mut head = at.checked_sub(1).filter(|head| *head >= start)?;
        at = self.behind_of(at, start, end);
        if matches!(self.word(head), "'s") {
            head = start;
        }
        (start < at).then_some(Noun { from: start, to: at, head, n, marked, mine })
    }

    /// The index after “of oil”, if that is at an index.
    fn behind_of(&self, at: usize, start: usize, end: usize) -> usize {
        if at >= end
            || self.word(at) != "of"
            || at <= start
            || one_of(self.word(at + 1), "mine his hers it us them the")
        {
            return at;
        }
        let goes_on = |to: &usize| self.is_word(*to) && !ENDS.contains(self.word(*to)) && !is_after(self.word(*to));
        match (at + 1..end).take_while(goes_on).last() {
            Some(last) => last + 1,
            None => at,
        }
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// A noun's text in the message.
    pub(in crate::dm::hints) fn text_of(&self, noun: &Noun) -> String {
        self.span(noun.from, noun.to)
    }

    /// Whether it is something one can own: no idiom, body part or person.
    pub(in crate::dm::hints) fn is_thing(&self, noun: &Noun) -> bool {
        let head = self.word(noun.head);
        let first = self.word(noun.from);
        if self.owned(noun).is_some() {
            return true;
        }
        noun.marked
            && head.len() > 2
            && !NO_THINGS.contains(head)
            && !head.strip_suffix('s').is_some_and(|one| NO_THINGS.contains(one))
            && !NO_THINGS.contains(first)
            && !is_person(head)
            && !self.is_somebody(noun)
            && number(head).is_none()
    }

    /// The item of the hero's pack that a noun names.
    pub(in crate::dm::hints) fn owned(&self, noun: &Noun) -> Option<&str> {
        self.scene.items.iter().map(String::as_str).find(|item| {
            item.split(' ')
                .filter(|part| part.len() > 2 && !matches!(*part, "the" | "and" | "old"))
                .any(|part| (noun.from..noun.to).any(|at| is_called(self.word(at), part)))
        })
    }

    /// Whether a noun names a person present.
    pub(in crate::dm::hints) fn is_somebody(&self, noun: &Noun) -> bool {
        (noun.from..noun.to).any(|at| self.person_at(at).is_some())
    }

    /// Whether a word names a person present outside the party.
    pub(in crate::dm::hints) fn is_present(&self, at: usize) -> bool {
        self.person_at(at).is_some_and(|name| self.scene.present.iter().any(|it| it == name))
    }

    /// The person present or in the party that a word names.
    pub(in crate::dm::hints) fn person_at(&self, at: usize) -> Option<&str> {
        let word = self.word(at);
        if word.len() < 3 {
            return None;
        }
        self.scene
            .present
            .iter()
            .chain(&self.scene.party)
            .map(String::as_str)
            .find(|name| name.split(' ').any(|part| part.len() > 2 && !is_title(part) && same_word(word, part)))
    }
}

/// Whether two words are the same thing, one or several of it.
pub(in crate::dm::hints) fn same_word(word: &str, other: &str) -> bool {
    fn singular(word: &str) -> &str {
        let word = word.strip_suffix("'s").unwrap_or(word);
        word.strip_suffix('s').filter(|it| it.len() > 2 && !it.ends_with('s')).unwrap_or(word)
    }
    singular(word).eq_ignore_ascii_case(singular(other))
}

/// Whether a word is what players call a thing of this name: a draught is a potion.
pub(in crate::dm::hints) fn is_called(word: &str, name: &str) -> bool {
    static DRAUGHTS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "draughts"));
    same_word(word, name) || DRAUGHTS.contains(word) && DRAUGHTS.contains(name.to_lowercase().as_str())
}

fn is_title(word: &str) -> bool {
    one_of(word, "The the Old old Lord Lady Sir Mr. Mrs. Saint")
}

/// Whether a word denotes a person by trade, kinship or age.
pub(in crate::dm::hints) fn is_person(word: &str) -> bool {
    let word = word.strip_suffix('s').unwrap_or(word);
    PEOPLE.contains(word)
}

/// Whether nothing that is named goes on behind this word.
fn is_after(word: &str) -> bool {
    one_of(
        word,
        "is are was were has had will would not back up down out away off again too now quickly carefully quietly slowly please gently myself well aside together quick here there either yet hard right straight home tonight first round",
    )
}

static PARTICLES: LazyWordSet = LazyLock::new(|| listed(NOUNS, "particles"));

/// The beneficiary: “I get myself a cloak”.
pub(in crate::dm::hints) static REFLEXIVES: LazyWordSet = LazyLock::new(|| listed(NOUNS, "reflexives"));

/// Words that follow a noun and are not part of its phrase.
static ENDS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "ends"));

static QUANTITIES: LazyWordSet = LazyLock::new(|| listed(NOUNS, "quantities"));

static MEASURES: LazyWordSet = LazyLock::new(|| listed(NOUNS, "measures"));

/// Nouns that are taken, given or dropped only figuratively, or that can't be had.
static NO_THINGS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "no things"));

static PEOPLE: LazyWordSet = LazyLock::new(|| listed(NOUNS, "people"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn every_list_of_nouns_is_used_and_has_each_word_once() {
        let lists = ["draughts", "particles", "reflexives", "ends", "quantities", "measures", "no things", "people"];
        check_lists(NOUNS, &lists);
    }
}
