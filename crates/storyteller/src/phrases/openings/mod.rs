//! Beginnings the storyteller knows its way about in: who sits there, what there is, and the shortest way into trouble.

mod first;
mod lands;

use crate::world::Kind;

/// Somebody of a beginning.
#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) name: &'static str,
    pub(crate) trade: &'static str,
    pub(crate) look: &'static str,
    pub(crate) manner: &'static str,
    pub(crate) wish: &'static str,
    /// What only they can tell.
    pub(crate) tells: &'static [&'static str],
}

/// The short way out of a beginning into its trouble.
#[derive(Debug)]
pub(crate) struct Door {
    /// The word a player types for it.
    pub(crate) direction: &'static str,
    /// The same as it stands behind "go".
    pub(crate) way: &'static str,
    /// Other words for it.
    pub(crate) words: &'static [&'static str],
    /// How it goes.
    pub(crate) how: &'static str,
}

/// A beginning.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The quest it belongs to.
    pub(crate) quest: &'static str,
    /// What the one who asks for help does, and what one sees of them.
    pub(crate) giver: (&'static str, &'static str),
    pub(crate) locals: &'static [Local],
    /// What there is to look at: name, and what a closer look shows.
    pub(crate) props: &'static [(&'static str, &'static str)],
    /// What sort of place it is.
    pub(crate) kind: Kind,
    /// What one takes in at a glance; none where it is like any place of its kind.
    pub(crate) air: &'static [&'static str],
    /// Things that can be carried off; none where they are those of its kind.
    pub(crate) things: &'static [&'static str],
    /// The short way to where the first proof is found.
    pub(crate) door: Door,
}

/// All of them.
pub(crate) fn settings() -> impl Iterator<Item = &'static Setting> {
    first::SETTINGS.iter().chain(&lands::SETTINGS)
}

/// Ways to have come here: `{hero}` came here …
pub(crate) const ARRIVALS: [&str; 20] = [
    "with a letter for somebody who turned out to have moved away",
    "on the last cart before the road closed",
    "because a dream was quite clear about the name of the place",
    "on the heels of a debt that had a day's start",
    "to sell a horse, which did not live to be sold",
    "for a wedding that nobody here has heard of",
    "looking for work that did not ask about the past",
    "by a wrong turning, and it was too late to go back",
    "to pay a grave a visit, and could not find the grave",
    "with a caravan that went on at dawn without a word",
    "to return a thing that was borrowed, years too late",
    "because an old comrade wrote only one line: come quickly",
    "for one night's rest, three nights ago",
    "to settle a wager about whether the place exists",
    "in the wake of a song that breaks off at the last verse",
    "with a sealed box, to be handed to whoever asks for it by name",
    "on foot, after a bridge did what bridges should not",
    "to look up the one who signed a map, and then vanished",
    "ahead of the weather, and only just",
    "at the asking of a stranger who paid half and promised half",
];
