//! Beginnings the storyteller knows its way about in: who sits there, what there is, and the shortest way into trouble.

mod first;
mod lands;

use crate::storyteller::world::Kind;

/// Somebody of a beginning.
#[derive(Debug)]
pub(in crate::storyteller) struct Local {
    pub(in crate::storyteller) name: &'static str,
    pub(in crate::storyteller) trade: &'static str,
    pub(in crate::storyteller) look: &'static str,
    pub(in crate::storyteller) manner: &'static str,
    pub(in crate::storyteller) wish: &'static str,
    /// What only they can tell.
    pub(in crate::storyteller) tells: &'static [&'static str],
}

/// The short way out of a beginning into its trouble.
#[derive(Debug)]
pub(in crate::storyteller) struct Door {
    /// The word a player types for it.
    pub(in crate::storyteller) direction: &'static str,
    /// The same as it stands behind "go".
    pub(in crate::storyteller) way: &'static str,
    /// Other words for it.
    pub(in crate::storyteller) words: &'static [&'static str],
    /// How it goes.
    pub(in crate::storyteller) how: &'static str,
}

/// A beginning.
#[derive(Debug)]
pub(in crate::storyteller) struct Setting {
    /// The quest it belongs to.
    pub(in crate::storyteller) quest: &'static str,
    /// What the one who asks for help does, and what one sees of them.
    pub(in crate::storyteller) giver: (&'static str, &'static str),
    pub(in crate::storyteller) locals: &'static [Local],
    /// What there is to look at: name, and what a closer look shows.
    pub(in crate::storyteller) props: &'static [(&'static str, &'static str)],
    /// What sort of place it is.
    pub(in crate::storyteller) kind: Kind,
    /// What one takes in at a glance; none where it is like any place of its kind.
    pub(in crate::storyteller) air: &'static [&'static str],
    /// Things that can be carried off; none where they are those of its kind.
    pub(in crate::storyteller) things: &'static [&'static str],
    /// The short way to where the first proof is found.
    pub(in crate::storyteller) door: Door,
}

/// All of them.
pub(in crate::storyteller) fn settings() -> impl Iterator<Item = &'static Setting> {
    first::SETTINGS.iter().chain(&lands::SETTINGS)
}

/// Ways to have come here: `{hero}` came here …
pub(in crate::storyteller) const ARRIVALS: [&str; 20] = [
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

/// What the time of year does.
pub(in crate::storyteller) const WEATHERS: [&str; 14] = [
    "It has been raining since the old moon.",
    "The first frost came early and has stayed.",
    "There has been no wind for nine days, and people have begun to whisper.",
    "The swallows left a month before their time.",
    "Every dog for miles howls at noon, and at no other hour.",
    "The harvest is in, and there is not much of it.",
    "A red star has been up in the evenings, low in the west.",
    "The river has changed its voice.",
    "All the bees have gone, and the hives are full of honey.",
    "It thaws by day and freezes by night, and roofs come down.",
    "The fog comes at four each afternoon, as though by appointment.",
    "Somebody has been painting doors white in the night, a hand on each.",
    "The crows fly in pairs this autumn, and always the same way.",
    "The milk turns by morning, whatever the goodwives do.",
];

/// What else is said in the neighbourhood.
pub(in crate::storyteller) const WHISPERS: [&str; 16] = [
    "They say a tax man was let down a well, and that he is still counting.",
    "Somebody pays in coins with no king on them.",
    "A child has been seen on the roads with a lantern and no shadow.",
    "The miller swears that his scarecrow has changed fields.",
    "Two strangers have asked for the same man, and neither was the other's friend.",
    "At the crossroads a grave was dug, and no one has died.",
    "There is a fiddler about who takes his fee in names.",
    "A tinker sold nine mirrors, and all nine owners have covered theirs.",
    "It is said that the old lord's hounds were never found.",
    "Somewhere near here a treaty was buried along with the men who signed it.",
    "A black ram has been leading other people's flocks away.",
    "The ferry bell and the church bell have fallen out of step.",
    "Letters come for a house that burned down in the old queen's day.",
    "One of the standing stones was warm last week, and it is a different one now.",
    "Nobody will say who lights the shrine candles, or why there is always one too many.",
    "A sleeping woman was brought in from the moor, and she has not been seen to breathe.",
];
