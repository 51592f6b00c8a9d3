//! Lines for those who are called to the hero's side.

pub(in crate::storyteller) const COMES_TO_HELP: &[&str] = &[
    "{Name} has only been waiting to be asked, and is beside you.",
    "“Coming!” {Name} is in it with you now.",
    "{Name} hears you, and takes a stand at your shoulder.",
];
pub(in crate::storyteller) const FIGHTS_ALREADY: &[&str] = &[
    "{Name} has {foe} to deal with already, and does what can be done.",
    "“What does it look like?” {Name} is fighting for you as hard as it goes.",
];
pub(in crate::storyteller) const LENDS_A_HAND: &[&str] = &[
    "{Name} is no fighter. But there is something to throw within reach, and it hits {foe} behind the ear.",
    "“Here! Over here, you!” {Name} bangs on whatever is at hand, and {foe} looks round.",
    "{Name} shuts both eyes and shoves. {Foe} staggers half a step.",
];
pub(in crate::storyteller) const STANDS_FROZEN: &[&str] = &[
    "{Name} looks from you to {foe} and does not move. It is too much to ask, just now.",
    "You call, and {name} presses back against the nearest thing that stands fast.",
    "{Name} means to, you can see that. But {foe} looks round once, and the meaning goes out of it.",
];
pub(in crate::storyteller) const OUT_OF_HEARING: &[&str] = &[
    "You shout for {name}, who is at {there} and can't hear you. It has not cost you more than breath.",
    "{Name}? {Name} is at {there}. You are on your own with this, and the moment is still yours.",
];
pub(in crate::storyteller) const NOBODY_COMES: &[&str] = &[
    "You call for help. Nobody is near enough to hear, only {foe}. Your moment is still yours.",
    "Your voice goes out and comes back alone. It has cost you nothing; {foe} waits for what you do.",
];
