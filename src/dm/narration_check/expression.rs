//! Regular expressions that are compiled on first use, as most never are.
//!
//! Most searches find nothing, so the first question is whether a text matches at all. An automaton without groups answers it in
//! less memory than the whole expression, which is built at the first match.

use std::sync::{Mutex, OnceLock};

use regex::{Regex, RegexBuilder};
use regex_automata::{
    Input,
    hybrid::dfa::{Cache, DFA},
    nfa::thompson::{self, WhichCaptures},
    util::syntax,
};

/// The cache limit of a regular expression, in bytes. There are many, and most rarely match.
const MEMORY: usize = 1 << 18;

/// Which letters an expression knows. Those of ASCII alone are searched for faster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    All,
    Ascii,
}

/// An expression that is made once it is needed.
#[derive(Debug)]
pub(in crate::dm) struct Expression {
    pattern: String,
    search: Search,
}

impl Expression {
    /// One of letters of every script.
    pub(in crate::dm) fn new(pattern: String) -> Self {
        Self { pattern, search: Search::default() }
    }

    /// Its pattern.
    pub(in crate::dm) fn pattern(&self) -> &str {
        &self.pattern
    }

    /// Whether a text matches.
    pub(in crate::dm) fn is_match(&self, text: &str) -> bool {
        self.search.is_match(text, Letters::All, || self.pattern.clone())
    }

    /// The expression, if a text matches.
    pub(super) fn found_in(&self, text: &str) -> Option<&Regex> {
        if self.is_match(text) { self.regex() } else { None }
    }

    /// The expression, unless its pattern is none; a test makes them all.
    pub(in crate::dm) fn regex(&self) -> Option<&Regex> {
        self.search.regex(Letters::All, || self.pattern.clone())
    }
}

/// A lazily compiled pattern. The owner passes the same pattern each time.
#[derive(Debug, Default)]
pub(super) struct Search {
    finder: OnceLock<Option<Box<Finder>>>,
    regex: OnceLock<Option<Regex>>,
}

impl Search {
    /// Whether a text matches.
    pub(super) fn is_match(&self, text: &str, letters: Letters, pattern: impl Fn() -> String) -> bool {
        let finder = self.finder.get_or_init(|| Finder::of(&pattern(), letters).map(Box::new));
        let found = finder.as_ref().and_then(|finder| finder.is_match(text));
        found.unwrap_or_else(|| self.regex(letters, pattern).is_some_and(|regex| regex.is_match(text)))
    }

    /// The whole expression, unless the pattern is none.
    pub(super) fn regex(&self, letters: Letters, pattern: impl Fn() -> String) -> Option<&Regex> {
        let make = || {
            let unicode = letters == Letters::All;
            let made = RegexBuilder::new(&pattern()).unicode(unicode).dfa_size_limit(MEMORY).build();
            debug_assert!(made.is_ok(), "{made:?}");
            made.ok()
        };
        self.regex.get_or_init(make).as_ref()
    }
}

/// Finds out whether a text matches.
#[derive(Debug)]
struct Finder {
    dfa: DFA,
    cache: Mutex<Cache>,
}

impl Finder {
    fn of(pattern: &str, letters: Letters) -> Option<Self> {
        // Words end at letters of every script in some patterns; of a text with such letters the whole expression is asked.
        let config = DFA::config().cache_capacity(MEMORY).skip_cache_capacity_check(true).unicode_word_boundary(true);
        let dfa = DFA::builder()
            .configure(config)
            .syntax(syntax::Config::new().unicode(letters == Letters::All))
            .thompson(thompson::Config::new().which_captures(WhichCaptures::None))
            .build(pattern)
            .ok()?;
        let cache = Mutex::new(dfa.create_cache());
        Some(Self { dfa, cache })
    }

    /// `None` if it is unknown.
    fn is_match(&self, text: &str) -> Option<bool> {
        let input = Input::new(text).earliest(true);
        let found = match self.cache.try_lock() {
            Ok(mut cache) => self.dfa.try_search_fwd(&mut cache, &input),
            // Another turn searches for it just now.
            Err(_) => self.dfa.try_search_fwd(&mut self.dfa.create_cache(), &input),
        };
        found.ok().map(|found| found.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_matches_where_the_whole_expression_does() {
        let patterns = [r"(?i)\byou (?:take|took) (?P<n>\d+)", r"^no$", r"(?-u:\b)[A-Z][\w’-]+", "é|x", "a{2,3}b?$"];
        let texts =
            ["You took 5.", "no", "No\nno", "the Élan", "Élan’s", "xylem", "É", "caab", "caa", "", "ſ \u{212a}"];
        for pattern in patterns {
            let (expression, regex) = (Expression::new(pattern.to_owned()), Regex::new(pattern).unwrap());
            for text in texts {
                assert_eq!(expression.is_match(text), regex.is_match(text), "{pattern} in {text}");
            }
        }
    }
}
