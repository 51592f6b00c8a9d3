//! Lines for favours: asked, taken on, done, and leading to others.

pub(crate) const ERRAND: &[&str] = &[
    "“There is one thing,” says {name}. “I'd give five gold pieces for {a:thing}, and the only one I know of is at {there}. Would you bring it?”",
    "{Name} hesitates, and then it comes: {a:thing}, left at {there} a while ago and wanted ever since. “Five gold to whoever fetches it. You're going that way?”",
    "“If your road takes you to {there},” says {name}, “you might look out for {a:thing}. It's worth five gold to me, and never mind why. Will you look?”",
];

pub(crate) const ERRAND_REMINDER: &[&str] = &[
    "“The {thing},” says {name}. “At {there}. You hadn't forgotten?”",
    "{Name} looks at your hands for the {thing}, and then at your face. “It'll still be at {there}, I should think.”",
];

pub(crate) const HAS_WHAT_IS_WANTED: &[&str] = &[
    "{Name}'s eye falls on your pack. “Is that {a:thing}? I'd pay five gold for that. Give it here, if you can part with it.”",
    "“You've {a:thing} there,” says {name}, much too lightly. “I could give it a home. For five gold, say.”",
];

pub(crate) const ERRAND_TAKEN: &[&str] = &[
    "“Good,” says {name}. “The {thing}, mind, not something like it. {There}.”",
    "You promise to keep an eye out, and {name} describes the {thing} to you down to the last scratch. It was at {there}.",
];

pub(crate) const ERRAND_DECLINED: &[&str] =
    &["“No matter,” says {name}, to whom it plainly does.", "{Name} shrugs. “It's waited this long.”"];

pub(crate) const ERRAND_DONE: &[&str] = &[
    "You hold out the {thing}. {Name} takes it in both hands and for a while has nothing to say. Then five gold pieces, warm from being held ready, are put into your palm.",
    "“That's it,” says {name}. “That's the very one.” The {thing} is wiped on a sleeve, and put away, and taken out again. You have your five gold, and something better than that.",
];

pub(crate) const PARCEL: &[&str] = &[
    "“You'd not be going by {there}?” says {name}. “I've {a:thing} here for {other}. Five gold on delivery, and it's paid at the other end. Would you?”",
    "{Name} brings out {a:thing}, and looks from it to you. “It has to get to {other}, at {there}. I can't be seen there. You'd be given five gold. Will you carry it?”",
    "“There's this,” says {name}: {a:thing}. “It's for {other}. At {there}, you can't mistake it. Five gold for your trouble, and no peeping. Would you take it along?”",
];

pub(crate) const PARCEL_REMINDER: &[&str] = &[
    "“You still have my {thing}?” says {name}. “{Other} will be waiting. {There}, remember.”",
    "{Name} nods at your pack. “{Other}. {There}. Not that I mean to hurry you.”",
];

pub(crate) const PARCEL_TAKEN: &[&str] = &[
    "The {thing} changes hands, [heavier than it looks|still warm]. “{Other},” says {name} again. “{There}. Into no hands but those.”",
    "You stow the {thing} where it will stay dry, and {name} watches you do it. “For {other}, then, at {there}.”",
];

pub(crate) const PARCEL_DONE: &[&str] = &[
    "“From {other}?” {Name} takes the {thing} and [turns away to open it|holds it a moment, unopened]. When the five gold pieces come they come quickly, as if the hand were thinking of something else.",
    "You hand over the {thing}. {Name} reads something in it that you could not, [laughs once, low|sits down], and pays you the five gold. “Tell {other} yes,” says {name}. “Or don't. I'll tell it myself.”",
];

pub(crate) const LEADS_ON: &[&str] = &[
    "“If you've legs left,” says {name}, “{other} was asking for somebody with a good pair. At {there}.”",
    "“You should look in on {other}, at {there},” says {name}. “There's [a thing wanted doing|some trouble] there as well, and I've told them of you.”",
    "Before you go, {name} mentions {other}, of {there}, who [has been looking for a pair of hands|pays as promptly]. “Ask what wants doing.”",
];

pub(crate) const LEADS_ON_HERE: &[&str] = &[
    "“And {other} has been waiting for me to be done with you,” says {name}. “Ask what wants doing.”",
    "{Other} has watched all this from the side, and [clears a throat|takes half a step]. There may be more work here.",
];
