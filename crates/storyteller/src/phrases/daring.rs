//! Lines for daring things, and for gestures.

pub(crate) const STRONG_WON: &[&str] = &[
    "You {attempt}, with your back and your legs and a sound you did not know you could make, and it [works|gives way].",
    "You set your feet and {attempt}. [Something has to give, and it is not you|It goes better than it looked].",
    "Strength is a simple argument. You {attempt}, and win it.",
];

pub(crate) const STRONG_NEAR: &[&str] = &[
    "You {attempt}, nearly; it is half done, and your arms are shaking.",
    "You {attempt}, after a fashion. [Nobody will sing of it|It costs you a hot pain in the shoulder].",
];

pub(crate) const STRONG_LOST: &[&str] = &[
    "You {attempt}, or that was the idea. What happens is [a grunt|a slip|a great deal of nothing].",
    "You put everything into it. It was not enough, and everything is now [used up|on the ground].",
];

pub(crate) const NIMBLE_WON: &[&str] = &[
    "You {attempt}, and for one long moment your body knows exactly what it is doing.",
    "A breath, a step, and you {attempt} as if you had [rehearsed it|done it every morning of your life].",
    "You {attempt}. It is over before you have had time to be afraid of it.",
];

pub(crate) const NIMBLE_NEAR: &[&str] = &[
    "You {attempt}, and land [on one knee|with your cloak over your head|a yard from where you meant to].",
    "It almost goes wrong. You {attempt} with more luck than grace.",
];

pub(crate) const NIMBLE_LOST: &[&str] = &[
    "You {attempt}, as far as the middle. The rest is [gravity|noise|regret].",
    "Halfway through, your foot has another idea. You come down [hard|in a heap|where you started].",
];

pub(crate) const CHARMING_WON: &[&str] = &[
    "You {attempt}, and you can feel the moment when it takes: [heads turn|a held breath|somebody laughs who did not want to].",
    "It is all in the face, and yours is the right one today. You {attempt}, and are believed.",
    "You {attempt} with such ease that it would be rude to doubt you.",
];

pub(crate) const CHARMING_NEAR: &[&str] = &[
    "You {attempt}. Half of those who see it are taken in; the other half are [kind about it|making up their minds].",
    "It begins badly and ends well, or the other way about. You {attempt}, at any rate.",
];

pub(crate) const CHARMING_LOST: &[&str] = &[
    "You {attempt}. There is a silence, of the kind that has [a cough in it|people looking at their boots].",
    "You {attempt}, and hear yourself doing it, which is always [a mistake|the end].",
];

pub(crate) const CLEVER_WON: &[&str] = &[
    "You think before your hands do, for once, and {attempt}. It comes right, [piece by piece|with a small click].",
    "Something you were once taught comes back at the right moment. You {attempt}, and it holds.",
    "You {attempt}, patiently, and are paid for the patience.",
];

pub(crate) const CLEVER_NEAR: &[&str] = &[
    "You {attempt}, more or less. It will do [for now|if nobody breathes on it].",
    "You get the greater part of it right. The rest you [guess|leave for a better day].",
];

pub(crate) const CLEVER_LOST: &[&str] = &[
    "You {attempt}, and learn something: how it is not done.",
    "It seemed clear a moment ago. You {attempt}, and end with [a piece left over|both hands full of the wrong thing].",
];

pub(crate) const BRUISED: &[&str] = &[
    "Nothing is broken. Something will be blue by morning.",
    "You count your fingers and elbows; one of them stings.",
    "It takes some skin with it.",
];

pub(crate) const FOE_UNIMPRESSED: &[&str] =
    &["{Foe} watches it with [no sense for such things|its head on one side].", "It is not what {foe} came for."];

pub(crate) const MUSIC: &[&str] = &[
    "You {attempt}. The tune is older than you are and knows where it wants to go.",
    "You {attempt}, not well, and not for anyone, and {place} is [less heavy|a little wider] for it.",
    "You {attempt}, and somewhere under it a second voice seems to join, a beat late.",
    "You {attempt} until the last note has found a corner to lie down in.",
];

pub(crate) const PRAYER: &[&str] = &[
    "You {attempt}. Nothing answers, in the way that somebody does who is listening.",
    "You {attempt}, and for a few breaths nobody wants anything from you.",
    "You {attempt}. When you look up, the light has moved, and so has something in you.",
];

pub(crate) const MANNERS: &[&str] = &[
    "You {attempt}, as one was taught to, once.",
    "You {attempt}. It costs nothing, and people have been hanged for want of it.",
    "You {attempt}, and it is seen.",
];

pub(crate) const FEELINGS: &[&str] = &[
    "You {attempt}. It had to come out somewhere.",
    "You {attempt}, and the world does not end, and does not mend either.",
    "You {attempt}. After that it is easier to stand.",
];

pub(crate) const THOUGHTS: &[&str] = &[
    "You {attempt}. Several things that did not fit still do not, but they lie closer together.",
    "You {attempt} for a time, and [a fly goes round you twice|your thoughts go the long way round].",
    "You {attempt}, and the place lets you.",
];

pub(crate) const LAUGHTER: &[&str] =
    &["You {attempt}, and cannot have said why.", "You {attempt}. It sounds strange here, and does you good."];

pub(crate) const GESTURES: &[&str] = &[
    "You {attempt}. There are worse ways to spend a moment.",
    "You {attempt}, and [nothing comes of it|that is that].",
    "You {attempt}, with all the seriousness it deserves.",
    "You {attempt}. It changes nothing, and now it has been done.",
];

pub(crate) const SOMEBODY_SEES: &[&str] = &[
    "{Name} [smiles into a sleeve|raises an eyebrow|pretends to have seen nothing].",
    "{Name} watches you [and taps a finger in time|with something like envy|over the rim of a cup].",
    "“[Well, well|Don't stop on my account|Is it a feast day?],” says {name}.",
    "{Name} looks [at you, and at the door, and at you|away, politely].",
    "It is a moment before {name} goes on with things.",
];

pub(crate) const NOBODY_SEES: &[&str] = &[
    "Nobody sees it but [@out: a crow|@out: the sky|@in: a mouse|whatever lives under that stone].",
    "The quiet afterwards is the same quiet, [slightly amused|a size smaller].",
    "There is no one to ask you what it means.",
];
