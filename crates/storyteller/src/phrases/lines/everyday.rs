//! What everyday questions and rash words are answered with.

pub(crate) const SLEEP_HERE: &[&str] = &[
    "Here, if it comes to that: where people are awake in turns, one sleeps well enough. {Name} would not turn you out. Say that you sleep, and you do.",
    "There is a corner here for whoever is tired and troubles nobody, and {name} has seen worse lie down in it. You have only to say so.",
    "You could lie down where you are. {Name} is about, and nobody is robbed under so many eyes. Sleep whenever you like.",
];

pub(crate) const SLEEP_THERE: &[&str] = &[
    "Not here, if you can help it. There are people at {there}, and people mean a roof and somebody awake. But you can make camp anywhere, if you say so.",
    "You see no bed, and nobody who would watch while you lie in it. At {there} you would have both. Or you sleep where you stand, and take what comes.",
    "A roof would be at {there}. Here there is only the ground; it is free, and you may sleep on it if you choose.",
];

pub(crate) const NOTHING_CATCHES: &[&str] = &[
    "You look about for something that would catch, and think of how you would get out again. The thought goes out before the spark is struck.",
    "It would take a cartload of dry wood, and you have a tinderbox and a temper. Nothing burns.",
    "All of it? It has stood through worse than you. You leave the fire where it is.",
];

pub(crate) const NOBODY_LETS_BURN: &[&str] = &[
    "There are people in here, and you are one of them. Heads turn at the very look of you; nothing is lit, and nothing burns.",
    "You say it under your breath, and still somebody moves the lamp to the far side. It stays a thing that was said.",
    "You would be the first they ran down in the street for it. You let it be a thought, and a short one.",
];

pub(crate) const NO_SIGN: &[&str] = &[
    "No sign hangs here, nor has anybody had the paint for one. If there were one it would point to {ways}.",
    "You look for writing, and there is none. People here know the way to {ways} without it.",
    "Nothing is written up anywhere. What a sign would say you know: from here one comes to {ways}.",
];
