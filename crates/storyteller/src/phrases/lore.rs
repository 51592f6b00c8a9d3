//! What the beginnings are about: what can be examined, asked about and meddled with though no one can carry it off.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::content::{kept, read};

/// Something a beginning is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subject {
    /// What it is called where it is offered to be asked about.
    pub(crate) name: &'static str,
    /// The words it is meant by.
    #[serde(deserialize_with = "kept")]
    pub(crate) words: &'static [&'static str],
    /// What a look at it shows; none if there is nothing to be seen of it.
    pub(crate) look: &'static str,
    /// What people say of it.
    #[serde(deserialize_with = "kept")]
    pub(crate) said: &'static [&'static str],
    /// What comes of meddling with it: of taking, waking, selling or breaking it; none if it is out of reach.
    pub(crate) tried: &'static str,
}

/// What one beginning is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lore {
    quest: &'static str,
    #[serde(deserialize_with = "kept")]
    subjects: &'static [Subject],
}

static ALL: LazyLock<Vec<Lore>> = LazyLock::new(|| read(include_str!("../content/lore.json")));

/// What the beginning of this quest is about; nothing if it is none the storyteller knows its way about in.
pub(crate) fn of(quest: &str) -> &'static [Subject] {
    ALL.iter().find(|lore| lore.quest == quest).map_or(&[], |lore| lore.subjects)
}
