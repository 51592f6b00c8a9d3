//! Regular expressions that are made when a text is first searched for them: of many, most never are.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};

/// What an expression may remember of its searches, in bytes. There are many, and most are found seldom.
const MEMORY: usize = 1 << 18;

/// An expression that is made once it is needed.
#[derive(Debug)]
pub(super) struct Expression {
    pattern: String,
    /// Whether its letters are those of ASCII alone.
    is_ascii: bool,
    made: OnceLock<Option<Regex>>,
}

impl Expression {
    /// One of letters of every script.
    pub(super) fn new(pattern: String) -> Self {
        Self { pattern, is_ascii: false, made: OnceLock::new() }
    }

    /// One of ASCII letters, which is searched for faster.
    pub(super) fn ascii(pattern: String) -> Self {
        Self { is_ascii: true, ..Self::new(pattern) }
    }

    /// Its pattern.
    pub(super) fn pattern(&self) -> &str {
        &self.pattern
    }

    /// The expression, unless its pattern is none; a test makes them all.
    pub(super) fn regex(&self) -> Option<&Regex> {
        let make = || {
            let made = RegexBuilder::new(&self.pattern).unicode(!self.is_ascii).dfa_size_limit(MEMORY).build();
            debug_assert!(made.is_ok(), "{made:?}");
            made.ok()
        };
        self.made.get_or_init(make).as_ref()
    }
}
