//! Splits sentences into clauses.

use std::sync::LazyLock;

use game::wording::same;

use super::{
    LazyWordSet,
    clause::{ClauseSubject, MessageClause, VerbSense},
    cues::Cue,
    head::ADVERBS,
    one_of, set,
    subject::{DETERMINERS, first_word_is},
    verbs::VerbForm,
    words::{MessageToken, TokenKind},
};
use crate::dm::hints::{HintReader, HintScene};

/// Takes a text apart.
pub(in crate::dm::hints) fn clauses(
    tokens: &[MessageToken<'_>],
    cues: &[(Cue, usize, usize)],
    scene: &HintScene,
    reader: HintReader,
) -> Vec<MessageClause> {
    let mut parser =
        Parser { tokens, cues, scene, reader, found: Vec::with_capacity(16), member: None, starred: false };
    let (mut at, mut sentence, mut quote) = (0, 0, Speech::default());
    while at < tokens.len() {
        let end = (at..tokens.len())
            .find(|i| matches!(tokens[*i].kind, TokenKind::Stop | TokenKind::Asked))
            .unwrap_or(tokens.len());
        // A closing quotation mark belongs to the sentence it ends.
        let mut next = (end..tokens.len())
            .find(|i| !matches!(tokens[*i].kind, TokenKind::Stop | TokenKind::Asked))
            .unwrap_or(tokens.len());
        if quote.open_after(&tokens[at..end]) && tokens.get(next).is_some_and(|it| it.kind == TokenKind::Quote) {
            next += 1;
        }
        parser.sentence(at..next, sentence, &mut quote);
        (at, sentence) = (next, sentence + 1);
    }
    parser.found
}

/// Whether speech goes on, and whose.
#[derive(Debug, Clone, Copy, Default)]
struct Speech {
    open: bool,
    foreign: bool,
}

impl Speech {
    fn open_after(self, tokens: &[MessageToken<'_>]) -> bool {
        self.open != (tokens.iter().filter(|token| token.kind == TokenKind::Quote).count() % 2 == 1)
    }
}

/// Properties of a sentence from a position on.
#[derive(Debug, Clone, Copy)]
pub(in crate::dm::hints) struct SentenceMood {
    pub(in crate::dm::hints) subject: ClauseSubject,
    pub(in crate::dm::hints) denied: bool,
    pub(in crate::dm::hints) supposed: bool,
    pub(in crate::dm::hints) past: bool,
    pub(in crate::dm::hints) will: bool,
    pub(in crate::dm::hints) asked: bool,
    pub(in crate::dm::hints) foreign: bool,
}

pub(in crate::dm::hints) struct Parser<'a, 'b> {
    pub(in crate::dm::hints) tokens: &'a [MessageToken<'b>],
    pub(in crate::dm::hints) cues: &'a [(Cue, usize, usize)],
    pub(in crate::dm::hints) scene: &'a HintScene,
    pub(in crate::dm::hints) reader: HintReader,
    pub(in crate::dm::hints) found: Vec<MessageClause>,
    /// The party member mentioned last, for pronouns.
    pub(in crate::dm::hints) member: Option<usize>,
    pub(in crate::dm::hints) starred: bool,
}

impl Parser<'_, '_> {
    fn sentence(&mut self, range: std::ops::Range<usize>, n: usize, quote: &mut Speech) {
        let words: Vec<usize> = range.clone().filter(|i| self.tokens[*i].kind == TokenKind::Word).collect();
        let asks = self.tokens[range.clone()].iter().any(|token| token.kind == TokenKind::Asked);
        let mut mood = self.mood(&words, asks);
        let mut from = range.start;
        let mut hangs = false;
        let mut spoke = false;
        for i in range.clone() {
            let token = self.tokens[i];
            match token.kind {
                TokenKind::Quote => {
                    self.push(from..i, n, &mut mood, hangs, *quote);
                    if quote.open {
                        quote.open = false;
                        spoke = true;
                    } else {
                        *quote =
                            Speech { open: true, foreign: self.others_speak(range.start, i, spoke && quote.foreign) };
                    }
                    (from, hangs) = (i + 1, false);
                }
                TokenKind::Star => {
                    self.push(from..i, n, &mut mood, hangs, *quote);
                    self.starred = !self.starred;
                    mood.subject = ClauseSubject::Unsaid;
                    (from, hangs) = (i + 1, false);
                }
                TokenKind::Pause => {
                    self.push(from..i, n, &mut mood, hangs, *quote);
                    mood.foreign |= token.word == ":" && self.others_speak(range.start, i, false);
                    (from, hangs) = (i + 1, false);
                }
                TokenKind::Word if i > from && self.splits(from, i) => {
                    self.push(from..i, n, &mut mood, hangs, *quote);
                    let joint = JOINTS.contains(token.word);
                    let sub = HANGING.contains(token.word);
                    hangs = sub || (hangs && joint && !self.own_follows(i + 1));
                    from = if joint || sub { i + 1 } else { i };
                }
                TokenKind::Word
                    if i == from
                        && HANGING.contains(token.word)
                        && (i > range.start || !OPENERS.contains(token.word))
                        && !self.tells_a_sum(i) =>
                {
                    hangs = true;
                    from = i + 1;
                }
                TokenKind::Word if i == from && JOINTS.contains(token.word) => from = i + 1,
                _ => {}
            }
        }
        self.push(from..range.end, n, &mut mood, hangs, *quote);
        self.put_off(n, &words);
    }

    /// The mood in which a sentence begins; `asks` says that it ends with a question mark.
    fn mood(&self, words: &[usize], asks: bool) -> SentenceMood {
        SentenceMood {
            subject: ClauseSubject::Unsaid,
            denied: self.holds(words, Cue::NoWay),
            supposed: self.supposed(words),
            past: self.holds(words, Cue::LongAgo),
            will: false,
            asked: asks || self.inverted(words),
            foreign: false,
        }
    }

    /// Marks actions that depend on a later event as not done now.
    fn put_off(&mut self, n: usize, words: &[usize]) {
        let waits = words.first().is_some_and(|first| matches!(self.tokens[*first].word, "after" | "once"));
        let later = self.found.iter_mut().rev().take_while(|it| it.sentence == n).filter(|it| waits && it.will);
        later.for_each(|it| it.supposed = true);
        let Some(when) = words.iter().copied().find(|i| matches!(self.tokens[*i].word, "when" | "once" | "whenever"))
        else {
            return;
        };
        let before = self
            .found
            .iter_mut()
            .rev()
            .take_while(|it| it.sentence == n)
            .filter(|it| it.head.is_some_and(|head| head < when) && it.will);
        before.for_each(|it| it.supposed = true);
    }

    fn push(
        &mut self,
        range: std::ops::Range<usize>,
        sentence: usize,
        mood: &mut SentenceMood,
        hangs: bool,
        quote: Speech,
    ) {
        let words: Vec<usize> = range.clone().filter(|i| self.tokens[*i].kind == TokenKind::Word).collect();
        if words.is_empty() {
            return;
        }
        let mut clause = MessageClause {
            from: range.start,
            to: range.end,
            sentence,
            subject: mood.subject,
            head: None,
            lemma: "",
            form: VerbForm::Base,
            tries: false,
            denied: mood.denied,
            asked: mood.asked,
            supposed: mood.supposed,
            past: mood.past,
            hangs,
            said: quote.open,
            foreign: mood.foreign || (quote.open && quote.foreign),
            will: mood.will,
            sense: VerbSense::Literal,
        };
        let starts = self.subject(&words, &mut clause, mood);
        self.head(&words[starts.min(words.len())..], &mut clause);
        if !hangs && clause.head.is_some() {
            mood.subject = clause.subject;
            mood.will = clause.will;
        }
        self.found.push(clause);
    }

    /// Whether a clause begins at this token.
    fn splits(&self, from: usize, i: usize) -> bool {
        let word = self.tokens[i].word;
        let next = self.tokens.get(i + 1).filter(|it| it.kind == TokenKind::Word).map_or("", |it| it.word);
        let acts = |i: usize| self.tokens.get(i).and_then(|it| it.verb).is_some_and(|(_, form)| form != VerbForm::Ing);
        let has_verb = || (from..i).any(|k| self.tokens[k].verb.is_some());
        match word {
            "and" | "then" | "or" | "&" => {
                let after = if next == "then" || ADVERBS.contains(next) { i + 2 } else { i + 1 };
                acts(after) && !DETERMINERS.contains(self.before(i))
                    || OWN.contains(next)
                    || (one_of(next, "he she they it you that is will") && has_verb())
                    || matches!(next, "down" | "into" | "off" | "back") && has_verb()
                    || (self.is_member(i + 1) && has_verb() && acts(i + 2))
                    || (word == "then" && has_verb())
            }
            "but" | "so" if word == "but" || OWN.contains(next) || next == "that" => true,
            // “for a while”, “as our cook”
            "while" if one_of(self.before(i), "a little short good long") => false,
            "as" if DETERMINERS.contains(next) => false,
            "because" | "while" | "until" | "till" | "unless" | "if" | "whether" | "although" | "though"
            | "whoever" | "since" => true,
            "before" | "after" | "as" | "when" | "once" => {
                has_verb()
                    && (OWN.contains(next)
                        || acts(i + 2)
                        || acts(i + 3)
                        || matches!(next, "he" | "she" | "they" | "it" | "you"))
            }
            // "with that quest": it points, and hangs nothing on anything.
            "that" if i > 0 && one_of(self.word(i - 1), POINTED_AT) => false,
            "that" | "who" | "which" | "where" | "how" | "what" => has_verb() && i > from,
            "the" | "everyone" | "everybody" => {
                let after = from > 0 && matches!(self.tokens[from - 1].word, "after" | "before");
                after
                    && has_verb()
                    && (word != "the" || matches!(next, "whole" | "entire" | "party" | "group" | "three" | "two"))
            }
            "i" | "we" if one_of(next, "will shall accept agree") && has_verb() => true,
            "i" | "we" => {
                has_verb()
                    && (from..i).any(|k| OWN.contains(self.tokens[k].word) || HANGING.contains(self.tokens[k].word))
                    || (from..i)
                        .next()
                        .is_some_and(|k| k > 0 && HANGING.contains(self.tokens[k - 1].word) && has_verb())
            }
            _ => false,
        }
    }

    pub(in crate::dm::hints) fn before(&self, i: usize) -> &str {
        i.checked_sub(1).map_or("", |i| self.tokens[i].word)
    }

    /// "That's four gold": a sum on its own.
    fn tells_a_sum(&self, i: usize) -> bool {
        self.word(i) == "that" && one_of(self.word(i + 1), "is makes was costs takes leaves means does hurts")
    }

    fn own_follows(&self, i: usize) -> bool {
        OWN.contains(self.word(i))
    }

    pub(in crate::dm::hints) fn word(&self, i: usize) -> &str {
        self.tokens.get(i).map_or("", |it| it.word)
    }

    pub(in crate::dm::hints) fn is_member(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|token| {
            token.word.len() > 2 && self.scene.party.iter().any(|name| first_word_is(name, token.word))
        })
    }

    /// Whether a word names a person present.
    pub(in crate::dm::hints) fn is_present(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|token| {
            token.word.len() > 2 && self.scene.present.iter().any(|name| first_word_is(name, token.word))
        })
    }

    /// How many tokens the name of one of the party takes at this place.
    pub(in crate::dm::hints) fn member_at(&self, words: &[usize], n: usize) -> Option<usize> {
        let i = *words.get(n)?;
        self.is_member(i).then_some(1)
    }

    pub(in crate::dm::hints) fn lone_member(&self) -> Option<usize> {
        // "she" at the beginning of a message: the hero in the third person.
        (self.found.is_empty() && !self.scene.party.is_empty() && self.scene.present.is_empty()).then_some(0)
    }

    /// Whether the word is a name: capitalised inside a sentence, or known.
    pub(in crate::dm::hints) fn named(&self, words: &[usize], n: usize) -> bool {
        let Some(token) = words.get(n).map(|i| &self.tokens[*i]) else { return false };
        let who = self.scene.present.iter().chain(&self.scene.party);
        token.capital && who.flat_map(|name| name.split(' ')).any(|part| same(part, token.word))
    }
}

static OWN: LazyWordSet = LazyLock::new(|| set("i we"));

static JOINTS: LazyWordSet = LazyLock::new(|| set("and then or but so"));

/// Subordinating conjunctions.
static HANGING: LazyWordSet = LazyLock::new(|| {
    set("because while until till unless if whether although though whoever since before after as when once that who \
     which where how what whilst lest")
});

/// Words after which "that" points at something.
const POINTED_AT: &str = "with at from of into onto upon about by under over behind";

/// Words that hang a clause on another, but not where they open a sentence.
static OPENERS: LazyWordSet = LazyLock::new(|| set("that who what how where which"));
