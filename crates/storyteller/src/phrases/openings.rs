//! Openings that the storyteller knows in detail: people, things, and the first step into the trouble.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{
    content::{kept, read},
    world::Kind,
};

/// Someone of a beginning.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Local {
    pub(crate) name: &'static str,
    pub(crate) trade: &'static str,
    pub(crate) look: &'static str,
    pub(crate) manner: &'static str,
    pub(crate) wish: &'static str,
    /// What only they can tell.
    #[serde(deserialize_with = "kept")]
    pub(crate) tells: &'static [&'static str],
}

/// The short way out of a beginning into its trouble.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Door {
    /// The word a player types for it.
    pub(crate) direction: &'static str,
    /// The same in the form that follows "go".
    pub(crate) way: &'static str,
    /// Other words for it.
    #[serde(deserialize_with = "kept")]
    pub(crate) words: &'static [&'static str],
    /// How it goes.
    pub(crate) how: &'static str,
}

/// A beginning.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setting {
    /// The quest it belongs to.
    pub(crate) quest: &'static str,
    /// The one who asks for help, as the scene of the beginning names them.
    pub(crate) giver_name: &'static str,
    /// What they do, and what one sees of them.
    pub(crate) giver: (&'static str, &'static str),
    #[serde(deserialize_with = "kept")]
    pub(crate) locals: &'static [Local],
    /// What there is to look at: name, and what a closer look shows.
    #[serde(deserialize_with = "kept")]
    pub(crate) props: &'static [(&'static str, &'static str)],
    /// What sort of place it is.
    pub(crate) kind: Kind,
    /// What one takes in at a glance; none if it is like any place of its kind.
    #[serde(deserialize_with = "kept")]
    pub(crate) air: &'static [&'static str],
    /// Things that can be carried off; none if they are those of its kind.
    #[serde(deserialize_with = "kept")]
    pub(crate) things: &'static [&'static str],
    /// The short way to where the first proof is found.
    pub(crate) door: Door,
}

include!(concat!(env!("OUT_DIR"), "/phrases_openings.rs"));

static ALL: LazyLock<Vec<Setting>> = LazyLock::new(|| read(include_str!("../content/beginnings.json")));

/// All of them.
pub(crate) fn settings() -> impl Iterator<Item = &'static Setting> {
    ALL.iter()
}
