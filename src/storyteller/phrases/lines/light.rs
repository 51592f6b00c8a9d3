//! What the hour does to a place, and small turns of the first and last scenes.

pub(in crate::storyteller) const LIGHT_BELOW: &[&str] = &[
    "There is no hour down here.",
    "What light you carry goes ahead of you, unwilling.",
    "The dark has a weight, and a smell of [old water|iron|rust].",
    "Somewhere above you it may be any time of day.",
];

pub(in crate::storyteller) const LIGHT_MORNING: &[&str] = &[
    "The morning is [grey|thin|new] and smells of [smoke|wet earth|bread].",
    "Dew is on everything, and a low sun finds every thread of it.",
    "It is early; [your breath shows|the birds have it all to themselves].",
    "Long shadows point the way you came.",
];

pub(in crate::storyteller) const LIGHT_DAY: &[&str] = &[
    "The day stands high, [white|mild|cloudless] and without comment.",
    "Clouds go over, and the colours [come and go|go out and come on again].",
    "It is full day, which [makes it no better|is a comfort, of sorts].",
    "A pale sun does what it can.",
    "The light is flat, and everything in it looks [drawn|closer than it is].",
];

pub(in crate::storyteller) const LIGHT_EVENING: &[&str] = &[
    "The light is going, [copper|rust|the colour of weak tea] at the edges.",
    "It is the hour when [bats|lamps|second thoughts] come out.",
    "Evening smoke lies in layers, level as shelves.",
    "Shadows have run together, and it is [hard to tell post from person|too early for stars].",
];

pub(in crate::storyteller) const LIGHT_NIGHT: &[&str] = &[
    "Night has [taken the distance away|shut down over it like a lid].",
    "There is a moon, [thin as a paring|going in and out of cloud], and that is all the light there is.",
    "In the dark you go by [sound|smell|the feel of the ground].",
    "Stars are out, more of them than is friendly.",
];

pub(in crate::storyteller) const HOME_AIR: &[&str] = &[
    "Faces come up when you do, [count you|look for blood], and go down again.",
    "It is as you left it: [the same faces, the same waiting|too quiet, and everyone busy at it].",
    "You are [let in|seen]; somebody makes room without being asked.",
    "People break off what they were saying. It was about [you|that other thing], you would swear.",
    "Here, at least, they know [your step|your name] by now.",
];

pub(in crate::storyteller) const CAME_HERE: &[&str] =
    &["You came here {why}.", "As for you, you came {why}.", "You yourself are here {why}, and that is another story."];

pub(in crate::storyteller) const NEXT_CHAPTER: &[&str] = &[
    "So that is done. But trouble is like mice, and {name} is already looking past you, at somebody in the doorway with a hat in both hands. There will be other work, if you ask for it.",
    "One story ends here, well. In a while, when the cups are empty, you might ask {name} what else keeps people awake.",
];

pub(in crate::storyteller) const YES_TO_NOBODY: &[&str] = &[
    "“Yes,” you say, to [nobody in particular|whatever it was]. It does not commit you to much.",
    "You agree, wholeheartedly, with {place}.",
    "You nod. Nothing had been asked just then, but it is good to be of one mind with oneself.",
];

pub(in crate::storyteller) const NO_TO_NOTHING: &[&str] = &[
    "“No,” you say. Nobody had asked, and so it is easily granted.",
    "You shake your head at [the whole of it|something only you heard].",
    "Then not. Nothing here depends on it.",
];

pub(in crate::storyteller) const CURSES: &[&str] = &[
    "You say what you think, at some length. {Place} has been called worse, and by experts.",
    "You swear until you run out of saints. It does help.",
    "Your opinion goes out into the air and finds nobody to be offended.",
    "You let it have a piece of your mind, and [the weather|the ground under you] takes it without a word.",
];

pub(in crate::storyteller) const CROSS: &[&str] = &[
    "You go {way}, the short way, and in a while {there} is before you.",
    "{Way} you go, from {left} to {there}, [not looking down|with your teeth set].",
    "The short way takes you {way}. {There} again, and your heart going.",
    "It is the quick road between {left} and {there}, and you are glad each time that it is not longer.",
];

pub(in crate::storyteller) const CHIEF_IS_NOT_ALONE: &[&str] = &[
    "Nor is that all: {a:foe} comes out from behind, [to heel|like a thought with teeth].",
    "There is company besides, {a:foe}, [between you and the way out|already moving].",
];
