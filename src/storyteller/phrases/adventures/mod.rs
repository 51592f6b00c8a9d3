//! The threads a story can follow: what is wrong, who does it, what proves it, and what ends it.

mod anywhere;
mod first;
mod lands;

use crate::storyteller::world::Kind;

/// One thread of adventure.
#[derive(Debug)]
pub(in crate::storyteller) struct Adventure {
    /// As it stands among the quests, in lower case.
    pub(in crate::storyteller) quest: &'static str,
    /// What everyone here has noticed.
    pub(in crate::storyteller) trouble: &'static [&'static str],
    /// How the one who asks for help puts it.
    pub(in crate::storyteller) plea: &'static str,
    /// What people say of it.
    pub(in crate::storyteller) rumours: &'static [&'static str],
    /// The lesser foes: name and kind.
    pub(in crate::storyteller) foe: (&'static str, &'static str),
    /// The one behind it: name and kind.
    pub(in crate::storyteller) chief: (&'static str, &'static str),
    /// What is found at the first place, and what it tells.
    pub(in crate::storyteller) token: (&'static str, &'static str),
    /// What the chief keeps.
    pub(in crate::storyteller) prize: &'static str,
    /// Signs of it on the way.
    pub(in crate::storyteller) signs: &'static [&'static str],
    /// Words of a beginning that ask for this thread; none where it fits anywhere.
    pub(in crate::storyteller) words: &'static [&'static str],
    /// Where the token is, the way in, and where the chief is; none where the names are made up.
    pub(in crate::storyteller) places: Option<[(&'static str, Kind); 3]>,
}

/// All threads: those of the beginnings, and those that fit anywhere.
pub(in crate::storyteller) fn all() -> impl Iterator<Item = &'static Adventure> {
    first::THREADS.iter().chain(&lands::THREADS).chain(&anywhere::THREADS)
}
