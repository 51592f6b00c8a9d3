//! What the hero knows, and does not.

pub(crate) const KNOWS: &[&str] = &[
    "What you have heard of that is this: {fact}.",
    "You know no more than you were told: {fact}.",
    "All there is to go by so far: {fact}.",
    "Going over what you have, you come to this: {fact}.",
    "As far as it has reached you, {fact}.",
];

pub(crate) const NOT_KNOWN_YET: &[&str] = &[
    "That you do not know, not yet.",
    "Nobody has told you, and you have not seen it.",
    "You could only guess, and guesses have cost better people than you.",
    "It is one of the things you would have to find out.",
    "There is a gap in what you know, and it is exactly that size.",
    "You turn the question round. There is no handle on it anywhere, so far.",
    "You have not come upon that yet.",
];

pub(crate) const MIGHT_KNOW: &[&str] = &[
    "{Name} might, if you ask.",
    "You could put it to {name}.",
    "If anybody here knows, it will be {name}.",
    "Ask {name}; people who work here hear most things.",
];

pub(crate) const MIGHT_KNOW_THERE: &[&str] = &[
    "{Name} might know, at {there}.",
    "It would be a thing to ask {name}, when you are back at {there}.",
    "Somebody at {there} may be able to tell you.",
];

pub(crate) const ONLY_BY_SIGHT: &[&str] = &[
    "Of {name} you know what anyone can see: {trade}, {look}. The rest you would have to ask.",
    "{Name} is {trade}; beyond {look} you have nothing to go by.",
    "What goes on in {first} you cannot tell from outside. Outside there is {trade}, {look}.",
];

pub(crate) const NOTHING_LOCKED: &[&str] = &[
    "Nothing that you can see from here is locked. The ways stand open, such as they are.",
    "You look for a bolt or a keyhole that would keep you in or out, and see none.",
];

pub(crate) const ONE_FOE: &[&str] =
    &["One, as far as you can see: {foes}. It is enough to be going on with.", "Just the one, {foes}."];

pub(crate) const MANY_FOES: &[&str] = &["You count them while you still can: {foes}.", "More than you: {foes}."];

pub(crate) const COUNTS_HEADS: &[&str] =
    &["Not counting you: {names}.", "You count heads. Besides your own there is the head of {names}, and that is all."];

pub(crate) const NO_SUCH_PERSON: &[&str] =
    &["You have not met any such person, nor heard who it would be.", "The name means nothing to you so far."];

pub(crate) const OWN_AIM: &[&str] = &[
    "Nobody has asked it of you. But you have seen too much by now to turn round, and so you set it as your own task: to {quest}.",
    "It is nobody's errand but yours, and from here on you have one: to {quest}.",
    "You could still walk away. You notice that you have decided otherwise: you mean to {quest}.",
];

pub(crate) const BY_THE_BELLS: &[&str] = &[
    "It must be about {hour}.",
    "If you had to name the hour: {hour}.",
    "{Hour}, or near enough.",
    "By your own reckoning it is {hour}.",
];

pub(crate) const SHEET: &[&str] = &[
    "For the record: {kind}, armour class {ac}, {hp} of {max} hit points.",
    "On paper you are {kind} with armour class {ac} and {hp} of {max} hit points.",
];

pub(crate) const HAS_NOT_THAT: &[&str] = &[
    "You go through your pack for it, and it is not there.",
    "You have nothing of the kind about you.",
    "Your hand goes to your pack and comes back with nothing.",
];

/// What stands before the words of others.
pub(crate) const WAS_TOLD: &[&str] = &[
    "And this you were told:",
    "Then there is what people have said to you:",
    "In other people's words:",
    "What you have from others, as they said it:",
];

/// Of those whose words were told a short while ago.
pub(crate) const STILL_IN_THE_EAR: &[&str] = &[
    "What {names} told you, you have in your ear still.",
    "You need not go over what {names} said; it was said lately.",
    "And there is what you had from {names}, not long ago.",
    "The words of {names} you could say by heart.",
    "{Names} had something to say of it, too, and you were listening.",
];

pub(crate) const HAS_SO_MANY: &[&str] =
    &["You count them: {things}.", "{Things}, by feel and by sight.", "You have {things} with you, all told."];

pub(crate) const HAS_WEAPONS: &[&str] = &["You are armed with {things}.", "For a fight you have {things}."];
