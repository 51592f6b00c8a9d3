//! Texts that an expression requires, so that a sentence without any of them isn't searched.

use std::collections::HashMap;

use aho_corasick::AhoCorasick;
use regex_syntax::hir::{Class, Hir, HirKind};

/// More alternatives than this are not worth looking for.
const MAX_ALTERNATIVES: usize = 64;
/// Letters of the alphabet that a search without case also finds in these: they fit no search by ASCII.
const FOLD_TO_ASCII: [char; 2] = ['\u{17f}', '\u{212a}'];

/// Finds which of some expressions a text can match at all.
#[derive(Debug)]
pub(in crate::dm) struct Prefilter {
    /// The texts of all of them, in one automaton.
    literals: Option<AhoCorasick>,
    /// By text: the expressions that need it, or another of theirs.
    needed_by: Vec<Vec<usize>>,
    /// Expressions without a known required text.
    always: Vec<usize>,
    n_expressions: usize,
}

impl Prefilter {
    /// Of expressions that are searched for without regard to case.
    pub(in crate::dm) fn of(patterns: &[String]) -> Self {
        let (mut texts, mut needed_by, mut always) =
            (HashMap::<String, usize>::new(), Vec::<Vec<usize>>::new(), Vec::new());
        for (i, pattern) in patterns.iter().enumerate() {
            let Some(needed) = needed(pattern) else {
                always.push(i);
                continue;
            };
            for text in needed {
                let at = *texts.entry(text).or_insert(needed_by.len());
                if at == needed_by.len() {
                    needed_by.push(Vec::new());
                }
                needed_by[at].push(i);
            }
        }
        let mut texts: Vec<(String, usize)> = texts.into_iter().collect();
        texts.sort_unstable_by_key(|(_, at)| *at);
        let texts = texts.into_iter().map(|(text, _)| text);
        let literals = AhoCorasick::builder().ascii_case_insensitive(true).build(texts).ok();
        Self { literals, needed_by, always, n_expressions: patterns.len() }
    }

    /// The expressions that may match a text, in order.
    pub(in crate::dm) fn candidates(&self, text: &str) -> Vec<usize> {
        let Some(literals) = self.literals.as_ref().filter(|_| !text.contains(FOLD_TO_ASCII)) else {
            return (0..self.n_expressions).collect();
        };
        let found = literals.find_overlapping_iter(text).flat_map(|found| &self.needed_by[found.pattern().as_usize()]);
        let mut may = vec![false; self.n_expressions];
        found.chain(&self.always).for_each(|at| may[*at] = true);
        may.into_iter().enumerate().filter_map(|(at, may)| may.then_some(at)).collect()
    }
}

/// Lower-case texts, one of which is in every match of an expression.
fn needed(pattern: &str) -> Option<Vec<String>> {
    let hir = regex_syntax::parse(pattern).ok()?;
    let needed = Texts::of(&hir).best()?;
    // Other letters have other cases than the automaton knows.
    let is_plain = |text: &String| text.chars().all(|letter| letter.is_ascii() || !letter.is_alphabetic());
    needed.iter().all(is_plain).then_some(needed)
}

/// Facts about the texts an expression matches.
#[derive(Debug, Clone)]
enum Texts {
    /// It matches these and nothing else.
    Exactly(Vec<String>),
    /// Every match has one of these in it.
    OneOf(Vec<String>),
    /// Nothing.
    Any,
}

impl Texts {
    fn of(hir: &Hir) -> Self {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self::Exactly(vec![String::new()]),
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => Self::Exactly(vec![text.to_lowercase()]),
                Err(_) => Self::Any,
            },
            HirKind::Class(class) => Self::of_class(class),
            HirKind::Capture(capture) => Self::of(&capture.sub),
            HirKind::Repetition(repeated) => match (repeated.min, repeated.max) {
                (0, Some(1)) => match Self::of(&repeated.sub) {
                    Self::Exactly(mut texts) => {
                        texts.push(String::new());
                        Self::Exactly(texts).bounded()
                    }
                    _ => Self::Any,
                },
                (0, _) => Self::Any,
                _ => match Self::of(&repeated.sub).best() {
                    Some(texts) => Self::OneOf(texts),
                    None => Self::Any,
                },
            },
            HirKind::Concat(parts) => Self::of_sequence(parts),
            HirKind::Alternation(parts) => Self::of_alternatives(parts),
        }
    }

    fn of_class(class: &Class) -> Self {
        let Class::Unicode(class) = class else { return Self::Any };
        let letters: Vec<char> = class.iter().flat_map(|range| range.start()..=range.end()).take(5).collect();
        if letters.len() > 4 {
            return Self::Any;
        }
        Self::Exactly(letters.into_iter().map(|letter| letter.to_lowercase().collect()).collect())
    }

    fn of_alternatives(parts: &[Hir]) -> Self {
        let all: Vec<Self> = parts.iter().map(Self::of).collect();
        if all.iter().all(|it| matches!(it, Self::Exactly(_))) {
            let texts = all.into_iter().flat_map(|it| if let Self::Exactly(texts) = it { texts } else { Vec::new() });
            return Self::Exactly(texts.collect()).bounded();
        }
        let all: Option<Vec<Vec<String>>> = all.into_iter().map(Self::best).collect();
        all.map_or(Self::Any, |all| Self::OneOf(all.concat()).bounded())
    }

    /// Texts side by side are one longer text, as far as each of them is known exactly.
    fn of_sequence(parts: &[Hir]) -> Self {
        let (mut run, mut best, mut is_exact) = (vec![String::new()], Self::Any, true);
        for part in parts {
            match Self::of(part) {
                Self::Exactly(texts) if texts.len() * run.len() <= MAX_ALTERNATIVES => {
                    run = run.iter().flat_map(|head| texts.iter().map(move |tail| format!("{head}{tail}"))).collect();
                }
                Self::Exactly(texts) => {
                    best = best.or_rarer(Self::Exactly(std::mem::replace(&mut run, texts)));
                    is_exact = false;
                }
                other => {
                    let before = Self::Exactly(std::mem::replace(&mut run, vec![String::new()]));
                    best = best.or_rarer(before).or_rarer(other);
                    is_exact = false;
                }
            }
        }
        if is_exact { Self::Exactly(run) } else { best.or_rarer(Self::Exactly(run)) }
    }

    /// The same, if there are not too many.
    fn bounded(self) -> Self {
        match &self {
            Self::Exactly(texts) | Self::OneOf(texts) if texts.len() > MAX_ALTERNATIVES => Self::Any,
            _ => self,
        }
    }

    /// Texts, none empty, one of which is in every match.
    fn best(self) -> Option<Vec<String>> {
        match self {
            Self::Exactly(texts) | Self::OneOf(texts) if texts.iter().all(|text| !text.is_empty()) => Some(texts),
            _ => None,
        }
    }

    /// The less frequent of the two.
    fn or_rarer(self, other: Self) -> Self {
        match (self.best(), other.best()) {
            (Some(one), Some(two)) => Self::OneOf(if frequency(&two) < frequency(&one) { two } else { one }),
            (Some(one), None) | (None, Some(one)) => Self::OneOf(one),
            (None, None) => Self::Any,
        }
    }
}

/// The approximate frequency of a text: long texts are rare, and words of nearly every sentence are not.
fn frequency(texts: &[String]) -> f64 {
    const COMMON: [&str; 16] =
        ["you", "your", "the", "and", "then", "of", "to", "in", "on", "a", "an", "his", "her", "its", "is", "are"];
    let of_one = |text: &String| {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric()).count();
        let is_common = COMMON.contains(&text.trim_matches(|letter: char| !letter.is_alphanumeric()));
        if is_common { 0.5 } else { 0.3_f64.powi(i32::try_from(letters.min(8)).unwrap_or(8)) }
    };
    texts.iter().map(of_one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pattern: &str) -> Option<Vec<String>> {
        needed(pattern)
    }

    #[test]
    fn the_rarest_texts_an_expression_cannot_match_without_are_known() {
        let texts = |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(r"you (?:swallow|Gulp) .* down"), texts(&["you swallow ", "you gulp "]));
        assert_eq!(of(r"(?-u:\b)[a-z]+ crowns?"), texts(&[" crowns", " crown"]));
        assert_eq!(of(r"(?:very )*[a-z]+"), None);
        assert_eq!(of(r"(?:é|x)"), None, "an automaton of ASCII does not know its capital");
        assert_eq!(of(r"you['’]ve (?:a|[0-9]+) spell"), texts(&[" spell"]));
    }

    #[test]
    fn a_text_can_match_only_what_it_has_the_words_of() {
        let patterns = ["you (?:take|took) [0-9]+", "[0-9]+", "kiss"].map(str::to_owned);
        let filter = Prefilter::of(&patterns);
        assert_eq!(filter.candidates("YOU TOOK 5"), [0, 1]);
        assert_eq!(filter.candidates("She kisses you."), [1, 2]);
        assert_eq!(filter.candidates("\u{212a}iſſ"), [0, 1, 2], "letters that fold to others");
    }
}
