//! Which rules the engine implements: a list that is generated from the tests.
//!
//! A test that holds the engine to a rule names the rule's id in a line `// srd: id` above it. `coverage.txt` is written
//! from these lines and from `srd_ids.txt`, the list of what there is; a test keeps it as the other tests have it.

use std::fmt;

use serde::Serialize;

const LEDGER: &str = include_str!("coverage.txt");

/// A rule, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Covered {
    /// Type and slug, as in `rule/cover`; sections without an entry in the library are called `section/…`.
    pub id: String,
    /// How far the engine goes.
    pub coverage: Coverage,
    /// The tests that hold it to the rule.
    pub tests: Vec<String>,
}

/// How far the engine goes with a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// At least one test holds the engine to it, in whole or in part.
    Enforced,
    /// Only text: the Dungeon Master reads it in the library and applies it.
    Quoted,
    /// Neither.
    LeftOut,
}

impl Coverage {
    /// All of them, from the most to the least.
    pub const ALL: [Self; 3] = [Self::Enforced, Self::Quoted, Self::LeftOut];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Quoted => "quoted",
            Self::LeftOut => "left-out",
        }
    }
}

impl fmt::Display for Covered {
    /// A line of the ledger.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.coverage.as_str(), self.id)?;
        self.tests.iter().try_for_each(|test| write!(f, " {test}"))
    }
}

/// The rules of SRD 5.1, in the order of the list.
pub fn ledger() -> Vec<Covered> {
    LEDGER.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
}

fn read(line: &str) -> Option<Covered> {
    let mut words = line.split_whitespace();
    let word = words.next()?;
    let coverage = Coverage::ALL.into_iter().find(|coverage| coverage.as_str() == word)?;
    Some(Covered { id: words.next()?.to_owned(), coverage, tests: words.map(str::to_owned).collect() })
}
