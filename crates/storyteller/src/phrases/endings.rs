//! Endings of the threads: what changes for those who lived with the trouble.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::content::read;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ending {
    quest: &'static str,
    text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/phrases_endings.rs"));

static ALL: LazyLock<Vec<Ending>> = LazyLock::new(|| read(include_str!("../content/endings.json")));

/// What is different once this quest is done.
pub(crate) fn of(quest: &str) -> &'static str {
    ALL.iter().find(|it| it.quest == quest).map_or("", |it| it.text)
}
