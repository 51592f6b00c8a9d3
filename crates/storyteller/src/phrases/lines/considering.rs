//! What is only thought of, or left undone: `{clause}` is the deed, in the player's words.

pub(crate) const CONSIDERS: &[&str] = &[
    "It would be a thing to do: to {clause}. You turn the thought over, look at it from both ends, and leave it a thought for now.",
    "{Clause}? You weigh it in your mind. Say that you do it, and it is done; so far nothing is.",
    "Whether to {clause} is yours to decide. You see yourself doing it; what comes after you can't see from here.",
    "To {clause}: nobody here could tell you what would come of it. For the moment you only think about it.",
    "Suppose you do {clause}: it may go well, or you may be sorry. While you think it over, nothing has happened.",
];

pub(crate) const CONSIDERS_IF: &[&str] = &[
    "If {clause}? You follow the thought as far as it goes, which is to the next corner. Nothing has been done.",
    "You picture it: {clause}. It makes a lively picture. Then you are back where you stand, and nothing has changed.",
    "Suppose {clause}. Somebody would have something to say about that, sooner or later. So far it is only a thought.",
    "What if {clause}? You can't know until you try, and you have not tried.",
];

pub(crate) const CONSIDERS_HOW: &[&str] = &[
    "How to {clause}? You look for a way in your head before you look for one outside it. A closer look at what is here might show one; so might asking.",
    "How would you {clause}? You have no plan yet. Look at things, ask people, or try what comes first to hand.",
    "To {clause} you would need a way to do it, and you go through the ones you can think of. None is ruled out. You have only to choose.",
];

pub(crate) const CONSIDERS_IN_FIGHT: &[&str] = &[
    "A thought between two heartbeats: {clause}. {Foe} might get a blow in for it. It is still your move.",
    "You think it through as fast as you have ever thought: {clause}. Nothing is done yet; {foe} is waiting for the same thing you are.",
    "What would come of it, {clause}? Whoever turns away may be struck, whoever stands may be struck too. You have not moved yet.",
];

pub(crate) const REFRAINS: &[&str] = &[
    "No: you do not {clause}. You keep your hands to yourself and wait to see what comes.",
    "You could, and you don't: you do not {clause}. [Nobody will hold it against you|All is as it was].",
    "You leave that undone. Whatever else you do here, you do not {clause}.",
    "You do not {clause}. It is a decision like any other, and costs less than most.",
];
