//! What comes of silly things: nothing, told properly.

pub(crate) const TASTES: &[&str] = &[
    "You put your tongue to the {thing}. [It tastes of iron and old weather|It tastes of everybody who was here before you|Salt, then dust, then regret]. Nothing else comes of it.",
    "Your tongue meets the {thing}. There is a short silence between you. It tastes the way it looks.",
    "The {thing} has been here a long while, and you can taste every year of it.",
    "You do it quickly, before you can think better of it. The {thing} is cold, and gritty, and no wiser than before.",
    "So now you know what the {thing} tastes of. It is not knowledge that anybody will pay for.",
];

pub(crate) const THINGS_LISTEN: &[&str] = &[
    "You give it your whole heart. The {thing} hears you out to the end, which is more than most would.",
    "The {thing} does not answer. It does not interrupt either.",
    "You address yourself to the {thing}. If it is moved, it keeps it to itself.",
    "There is a pause, in which the {thing} might have said something. It passes.",
    "The {thing} takes it well. Somewhere in it something [creaks|ticks|settles], and you choose to call that an answer.",
];

pub(crate) const TOUCHES: &[&str] = &[
    "You do so. The {thing} bears it without a word.",
    "The {thing} is [colder|rougher|more solid] than you had thought, and no friendlier for it.",
    "It is a moment between you and the {thing}, and best left at that.",
    "You let go of the {thing} again. Neither of you will speak of it.",
];

pub(crate) const DANCES_WITH: &[&str] = &[
    "You dance. The {thing} lets you lead.",
    "Twice round the {thing}, a bow, and once back. It has had worse partners.",
    "The {thing} misses every step, and you are gallant about it.",
];

pub(crate) const SHOUTS_AT: &[&str] = &[
    "The {thing} has no answer to that. You have had the last word.",
    "You tell the {thing} what you think. It goes on being what it is.",
    "It does not impress the {thing}. It does you a little good.",
];

pub(crate) const SOUNDS: &[&str] = &[
    "It is a good one, round and full. It goes once about {place} and comes back to you.",
    "The sound hangs there a while, looking for somebody to belong to.",
    "You do it with such conviction that for a moment {place} is quite still.",
    "There. It is out, and the world is neither better nor worse for it.",
];

pub(crate) const ANTICS: &[&str] = &[
    "It goes better than anyone could have foreseen, you least of all.",
    "You do it, and your knees send you the bill at once.",
    "For as long as it lasts all is well with the world. It lasts about four breaths.",
    "There is a moment in the middle of it when you might have stopped. You did not stop.",
];

pub(crate) const DECLARES: &[&str] = &[
    "You say it loudly, with one hand in the air. Nobody kneels, and nobody minds.",
    "So it is declared. It will need signing by somebody, and nobody offers.",
    "For the length of one breath it is true. Then a dog scratches itself, and the moment has gone by.",
];

pub(crate) const FACES: &[&str] = &[
    "It is one of your best. It would be wasted on a mirror.",
    "You hold it for as long as you can, and then your face wants to be itself again.",
    "You do it thoroughly, as one does such things.",
];

pub(crate) const NAMES_THING: &[&str] = &[
    "From now on the {thing} is {called}. It does not object, and it does not answer to it either.",
    "{Called}. You say it twice, to see how it sounds. The {thing} lies in your hand as before, but you know each other now.",
    "The {thing} has been called worse things. {Called} it is.",
];

pub(crate) const PEOPLE_BEAR: &[&str] = &[
    "{Name} looks at the place where you did that, and then, for rather longer, at you. “[Is that how it's done where you come from|I'll put that down to the road|We'll say no more about it]?”",
    "You do it before {name} can step back. “[Once|No],” says {name}. “I'll laugh about that next year, perhaps.”",
    "{Name} stands quite still, as one does with a strange dog. “Are you finished?”",
    "“My mother warned me of strangers,” says {name}, “but she never mentioned that.”",
    "It takes {name} a breath to believe that it happened. Then something that is nearly a laugh gets out.",
];

pub(crate) const EATS_CLOTHES: &[&str] = &[
    "You take a corner of the {thing} between your teeth and chew. It is [tough|well seasoned|mostly rain]. You will need it again, and stop in time.",
    "The {thing} has walked a long way with you and tastes of all of it. One bite is enough to keep the promise.",
];

pub(crate) const THROWS_CLOTHES: &[&str] = &[
    "The {thing} goes up, thinks of you, and comes down again. You fetch it back and put it on, a little damper.",
    "It is a fine throw. You limp after the {thing}, shake it out, and are dressed again before anyone can make a song of it.",
    "Up goes the {thing}, and what you threw it at stays exactly where it was. The {thing} you find again after a short search.",
];
