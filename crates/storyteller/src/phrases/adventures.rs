//! The threads of free play: the trouble, its cause, the proof, and the end.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{
    content::{kept, read},
    world::Kind,
};

/// One thread of adventure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Adventure {
    /// The title of the quest, in lower case.
    pub(crate) quest: &'static str,
    /// What is in it that someone may not want to be shown: ids of content tags.
    #[serde(default, deserialize_with = "kept")]
    pub(crate) tags: &'static [&'static str],
    /// What everyone here has noticed.
    #[serde(deserialize_with = "kept")]
    pub(crate) trouble: &'static [&'static str],
    /// How the one who asks for help puts it.
    pub(crate) plea: &'static str,
    /// What people say of it.
    #[serde(deserialize_with = "kept")]
    pub(crate) rumours: &'static [&'static str],
    /// The lesser foes: name and kind.
    pub(crate) foe: (&'static str, &'static str),
    /// The one behind it: name and kind.
    pub(crate) chief: (&'static str, &'static str),
    /// What is found at the first place, and what it tells.
    pub(crate) token: (&'static str, &'static str),
    /// What the chief keeps.
    pub(crate) prize: &'static str,
    /// Signs of it on the way.
    #[serde(deserialize_with = "kept")]
    pub(crate) signs: &'static [&'static str],
    /// Words of a beginning that ask for this thread; none if it fits anywhere.
    #[serde(deserialize_with = "kept")]
    pub(crate) words: &'static [&'static str],
    /// Where the token is, the way in, and where the chief is; none if the names are made up.
    #[serde(default)]
    pub(crate) places: Option<[(&'static str, Kind); 3]>,
}

impl Adventure {
    /// Its texts, without the ending.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'static str> {
        let (foe, chief, token) = (self.foe, self.chief, self.token);
        let named = [self.quest, self.plea, foe.0, foe.1, chief.0, chief.1, token.0, token.1, self.prize];
        [self.trouble, self.rumours, self.signs].into_iter().flatten().copied().chain(named)
    }
}

static ALL: LazyLock<Vec<Adventure>> = LazyLock::new(|| read(include_str!("../content/adventures.json")));

/// All threads: those of the beginnings, and those that fit anywhere.
pub(crate) fn all() -> impl Iterator<Item = &'static Adventure> {
    ALL.iter()
}
