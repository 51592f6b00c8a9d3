//! Lines for how people are with each other: jokes, flattery, comfort, lies, wagers and songs.

pub(crate) const JOKE_WON: &[&str] = &[
    "You tell the one about [the bishop's goose|the two millers|the man who buried his ladder]. {Name} holds out as far as the last word, and then has to sit down.",
    "It is not a good joke. But {name} has not laughed for so long that it comes out all at once, with the hiccups.",
    "{Name} snorts, tries to turn it into a cough, and gives up.",
    "You get to the end of it, and {name} tells it back to you, laughing, with a better ending.",
];
pub(crate) const JOKE_NEAR: &[&str] = &[
    "{Name} smiles, politely, a little to one side of you.",
    "“My uncle tells that one,” says {name}. “He tells it slower.”",
];
pub(crate) const JOKE_LOST: &[&str] = &[
    "Nobody laughs. {Name} looks at you with something like pity.",
    "You are three words past the end of it before you notice that it is over. So is {name}.",
    "“Here that happened to somebody,” says {name}. You wish that it were otherwise.",
];

pub(crate) const FLATTERY_WON: &[&str] = &[
    "{Name} tells you not to be silly, and stands up straighter.",
    "“Get away,” says {name}, and does not mean it. You could ask for something now.",
    "It finds the place it was meant for. {Name} [touches a collar|goes pink at the ears].",
];
pub(crate) const FLATTERY_LOST: &[&str] = &[
    "“What do you want?” says {name}.",
    "{Name} has mirrors at home, and says so.",
    "You hear yourself, and so does {name}. It was a spoonful too much.",
];

pub(crate) const COMFORTED: &[&str] = &[
    "You say little, and stay. After a while {name} [breathes more easily|leans against your shoulder, no longer than a bird would]. “Thank you. People always say something.”",
    "{Name} wants to wave it off, and cannot. You stand there together until it has passed. “That's better,” says {name}, hoarsely.",
    "You put a hand on {name}'s arm. It is shaking; then it is shaking less.",
];

pub(crate) const LIE_WON: &[&str] = &[
    "You say it as one says the time of day, and {name} believes it like the time of day.",
    "{Name} looks you up and down, and finds that it all fits. “I ought to have known.”",
    "It is out before you have thought of the third half of it, and that is why it works: {name} nods.",
];
pub(crate) const LIE_NEAR: &[&str] = &[
    "{Name} would like to see some proof of that one day; today it will do.",
    "“Is that so,” says {name}. It is not quite a question.",
];
pub(crate) const LIE_LOST: &[&str] = &[
    "“No,” says {name} kindly. “It isn't so. You looked at your feet.”",
    "{Name} lets you finish, and then asks one small question, and there it lies in pieces.",
    "Somebody laughs behind you. {Name} does not. “Try the truth. It's shorter.”",
];

pub(crate) const BET_WON: &[&str] = &[
    "{Name} spits, shakes on it, tries, and loses. {Price} changes hands, [coin by coin|with bad grace], and comes to you.",
    "“Done!” says {name}; and a little later, in another voice: “Done.” You have won {price}.",
];
pub(crate) const BET_LOST: &[&str] = &[
    "“Done!” says {name}, and it is, before you have understood how. You count out {price}.",
    "{Name} takes the bet, and takes it home. That was {price}.",
];
pub(crate) const BET_DECLINED: &[&str] = &[
    "“With what?” asks {name}, looking at your purse. You cannot cover that bet.",
    "{Name} wants to see the stake on the table. You haven't got it.",
];

pub(crate) const SONG_WON: &[&str] = &[
    "You begin softly, and by the second verse nobody is doing anything else. {Name} wipes an eye with a wrist.",
    "It is an old tune, and you play it as though it had been made this morning. {Name}'s lips move along; then so do others.",
    "For as long as it lasts they forget what they are afraid of. When it is over {name} says, “Once more,” quite low.",
];
pub(crate) const SONG_NEAR: &[&str] = &[
    "You get through it with one wrong note, and {name} is kind enough to be looking elsewhere.",
    "{Name} taps a foot until the third verse, where you both lose the way.",
];
pub(crate) const SONG_LOST: &[&str] = &[
    "A dog answers. {Name} bears it.",
    "You start too high. {Name} watches with interest to see how you will get out of it, and you don't.",
];
pub(crate) const SONG_EARNS: &[&str] = &[
    "Somebody drops {price} at your feet, and then others do.",
    "A hat goes round by itself, and comes to you with {price} in it.",
];

pub(crate) const FLIRTS: &[&str] = &[
    "{Name} gives you a long look. “After,” it says, as plainly as words, “if there is one.”",
    "“I'm old enough to enjoy that,” says {name}, “and too old to believe it.”",
    "{Name} laughs, not at you, and moves half a step nearer. Then something creaks, and you both remember where you are.",
];

pub(crate) const INTRODUCED: &[&str] = &[
    "“{Hero},” says {name}, to try how it sounds. “I'll know it again.”",
    "You say who you are, and what you do, as well as you know it. {Name} nods: “We could have done with you sooner.”",
    "“{Hero}. There was a {hero} in a song,” says {name}. “Came to a bad end. Welcome, all the same.”",
];

pub(crate) const CANNOT_OBLIGE: &[&str] = &[
    "“That's asking a good deal,” says {name}. “No. Ask me for words, those I have.”",
    "{Name} shakes a head. “I'd rather not. You go, and I'll tell you what I know.”",
    "“Not me,” says {name}. “I've work here, and no boots for it.”",
];

pub(crate) const LETS_YOU_SEE: &[&str] = &[
    "{Name} steps aside for you. “Look, then.”",
    "“If you must,” says {name}, and lets you.",
    "{Name} hesitates, and then nods.",
];

/// What somebody says to an offer that is neither taken nor refused.
pub(crate) const MAYBE: &[&str] = &[
    "“Maybe,” says {name}, “is what one says to the tax man. Sleep on it. I'm not going anywhere.”",
    "{Name} nods at that. “Think it over. Only don't think for too long.”",
    "“That's not a no,” says {name}, and holds on to it. You can still say yes.",
];

/// Somebody hears what the hero would rather do.
pub(crate) const PLANS: &[&str] = &[
    "“There are worse ends to a road,” says {name}. “There's a house standing empty here, with a good oven and a bad roof. Ask me again when people can sleep at night, and I'll find out who has the key.”",
    "{Name} looks at you as if you had opened a window. “Somebody who wants to stay! Nobody has said that in this place since it began. First it has to be a place one can stay in.”",
    "“I'd be your first customer,” says {name}, quite seriously. “And at present your last. Who would come out after dark for it, the way things are?”",
];
