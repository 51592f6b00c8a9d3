//! The hidden cause behind a trouble: its sign, its revelation, and its lasting effect.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::content::{kept, read};

/// A turn that a thread may take.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Twist {
    /// Content tags, as adventures have them.
    #[serde(default, deserialize_with = "kept")]
    pub(crate) tags: &'static [&'static str],
    /// What lies beside the first proof.
    pub(crate) sign: &'static str,
    /// How the one behind it all receives the hero.
    pub(crate) words: &'static str,
    /// What is left of it when all is done.
    pub(crate) after: &'static str,
}

impl Twist {
    /// Its texts.
    pub(crate) fn texts(&self) -> [&'static str; 3] {
        [self.sign, self.words, self.after]
    }
}

/// All of them.
pub(crate) static TWISTS: LazyLock<Vec<Twist>> = LazyLock::new(|| read(include_str!("../content/twists.json")));
