//! Lines for those who are called to the hero's side.

pub(crate) const COMES_TO_HELP: &[&str] = &[
    "{Name} has only been waiting to be asked, and is beside you.",
    "“Coming!” {Name} is in it with you now.",
    "{Name} hears you, and takes a stand at your shoulder.",
];
pub(crate) const FIGHTS_ALREADY: &[&str] = &[
    "{Name} has {foe} to deal with already, and does what can be done.",
    "“What does it look like?” {Name} is fighting for you as hard as it goes.",
];
pub(crate) const LENDS_A_HAND: &[&str] = &[
    "{Name} is no fighter. But there is something to throw within reach, and it hits {foe} behind the ear.",
    "“Here! Over here, you!” {Name} bangs on whatever is at hand, and {foe} looks round.",
    "{Name} shuts both eyes and shoves. {Foe} staggers half a step.",
];
pub(crate) const STANDS_FROZEN: &[&str] = &[
    "{Name} looks from you to {foe} and does not move. It is too much to ask, just now.",
    "You call, and {name} presses back against the nearest thing that stands fast.",
    "{Name} means to, you can see that. But {foe} looks round once, and the meaning goes out of it.",
];
pub(crate) const OUT_OF_HEARING: &[&str] = &[
    "You shout for {name}, who is at {there} and can't hear you. It has not cost you more than breath.",
    "{Name}? {Name} is at {there}. You are on your own with this, and the moment is still yours.",
];
pub(crate) const NOBODY_COMES: &[&str] = &[
    "You call for help. Nobody is near enough to hear, only {foe}. Your moment is still yours.",
    "Your voice goes out and comes back alone. It has cost you nothing; {foe} waits for what you do.",
];

pub(crate) const FOE_BANTERS: &[&str] = &[
    "“Talk, talk,” is what the face of {foe} says. It does not lower its guard.",
    "{Foe} hears you. Whether it understands is another matter; it has not stopped coming.",
    "Your words cost you nothing, and {foe} nothing either.",
    "{Foe} answers with a sound that needs no translating.",
    "If {foe} has ears, it keeps them for footsteps.",
    "You say it across the length of your weapon. {Foe} tilts its head, and comes no nearer for the moment.",
    "{Foe} waits for you to finish, as one waits for a kettle.",
    "It is a strange place for conversation, and {foe} seems to think so too.",
    "Something like a laugh comes out of {foe}. It is not an answer.",
    "{Foe} lets you speak. While you speak, it looks for the gap under your arm.",
    "Nothing you have said so far is what {foe} wants to hear.",
];
pub(crate) const BEAST_ANSWERS: &[&str] = &[
    "{Foe} has no words, and wants none.",
    "{Foe} lays back its ears at your voice, and that is all.",
    "{Foe} hears a voice, and smells what is behind it.",
    "At the sound of you {foe} goes lower, and shows more teeth.",
    "{Foe} blinks. Words are weather to it.",
];
pub(crate) const COULD_BE_TALKED: &[&str] = &[
    "If you mean to make peace with {foe}, say so.",
    "An offer might move it, or a threat; chatter will not.",
    "You could strike, or run, or try to talk it round; it will not wait for ever.",
    "To talk it down you would have to offer something, or threaten it.",
];
