//! What was long ago, as it comes back.

/// Before what was told then. `{who}` is who spoke.
pub(crate) const COMES_BACK: &[&str] = &[
    "You have to reach for it, and then it is there.",
    "It comes back to you, and nearly in the same words.",
    "You shut your eyes for it, and have it.",
    "It is a good way back, but you have not lost it.",
    "You go back through the days until you stand where it was.",
    "There was something, you know that much; and then you know the rest.",
    "One thing leads back to another, and at the end of them you find it.",
    "Memory keeps poor books, but this page it has.",
];

/// Where the past holds nothing of it.
pub(crate) const NOTHING_COMES_BACK: &[&str] = &[
    "You go back over all of it, from the first hour, and find nothing of the kind.",
    "Try as you may, nothing comes. If it was ever said, it was not said to you.",
    "Nothing of that sort has come your way so far; you would know.",
    "You search your memory as one searches a coat, every pocket, and it is not there.",
    "No: you have lived through a good deal lately, but not through that.",
    "It rings no bell. Either it was never told you, or not in such words.",
];

/// In a fight, where nothing comes to mind by itself.
pub(crate) const NO_TIME_FOR_IT: &[&str] = &[
    "That needs a quiet minute, and this is none. The thought will keep; your guard has not slipped for it.",
    "You reach back for it and something in front of you moves. Later. Nothing is lost but the thought.",
    "Not now. What was can wait for you; what is here will not.",
    "The past will hold still for you afterwards. Nobody else here does.",
];
