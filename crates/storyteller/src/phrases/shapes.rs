//! Lines for adventures in which nobody has to fight, or not at once.

pub(crate) const QUIET_WAY_IN: &[&str] = &[
    "Nobody is on guard here. Whoever they are, they are asleep, or very sure of themselves.",
    "It is quiet, [and somebody snores, far in|quiet as a house at noon]. If you go softly, you might not have to fight at all.",
];

pub(crate) const RUNS_WITH_IT: &[&str] = &[
    "{A:foe} looks up, sees you, and bolts, with something clutched under one arm.",
    "You have come a moment too early for {a:foe}, who was just stuffing something into a sack, and now runs for it.",
    "Something breaks from cover: {a:foe}, running, with a bundle held tight.",
];

pub(crate) const RUN_OR_STAY: &[&str] = &[
    "You could run after it. If you stay to look around, it will be gone.",
    "There is a moment, no more, in which you could still give chase.",
];

pub(crate) const GOT_AWAY_WITH_IT: &[&str] = &[
    "Meanwhile the runner is gone, and will have something to tell.",
    "By then {foe} is out of sight. Somebody will be warned.",
];

pub(crate) const CAUGHT_UP_WITH: &[&str] = &[
    "You run {foe} down within a hundred strides and bring it to the ground. It wriggles free of its own sack, leaves it in your hands, and is gone.",
    "{Foe} looks over its shoulder once too often and runs into your arms. What it carried is yours; you let the rest of it go.",
];

pub(crate) const DROPS_IT: &[&str] = &[
    "You are close enough to hear it wheeze when {foe} throws its bundle at your feet and gains the ten steps it needed.",
    "You get a hand on the sack, and it tears. {Foe} is away; what fell out is not.",
];

pub(crate) const LOST_IN_THE_CHASE: &[&str] = &[
    "You run until your side is on fire. {Foe} knows this ground, and you do not. It is gone, and whatever it dropped in its haste is behind you, where it started.",
    "Left, right, through a gap no wider than your shoulders: and then nothing. {Foe} has shaken you off. You go back to where it began.",
];

pub(crate) const ASKS_TOLL: &[&str] = &[
    "{A:foe} sits across the way in, with a stick over its knees. It does not get up. It holds out a hand: two gold pieces, and it has seen nobody.",
    "In the way stands {a:foe}, who could fight you and would rather not. Two fingers are held up, and rubbed against a thumb: two gold, and you may pass.",
];

pub(crate) const TOLL_STANDS: &[&str] = &[
    "{Foe} shakes its head and holds out the hand again. Two gold, or you go back, or you fight.",
    "“Two,” is all you get. {Foe} is not to be talked round, and is still in the way.",
];

pub(crate) const TOLL_IS_PAID: &[&str] = &[
    "{Foe} bites on it, nods, and goes off without looking round. The way is free.",
    "It is gone into {its:foe} rags before you have let go of it. {Foe} steps aside, and then away.",
];

pub(crate) const TOLL_IS_WAIVED: &[&str] = &[
    "{Foe} thinks about it, scratches, and finds that it has somewhere else to be. You pass, and it has cost you nothing.",
    "You are by before {foe} has quite understood how. The way is free.",
];

pub(crate) const TOLL_IS_SHORT: &[&str] = &[
    "You turn your purse over. It is not enough, and {foe} can count.",
    "You have nothing there that {foe} would take.",
];

pub(crate) const TOLL_IS_REFUSED: &[&str] = &[
    "{Foe} sighs, and stands up. It is larger standing.",
    "“Then not,” says the face of {foe}, and the stick comes up.",
];

pub(crate) const CHIEF_WAITS: &[&str] = &[
    "{Chief} is here, the {prize} beside it, and makes no move against you. It looks as if it had been expecting somebody to talk to.",
    "At the end of it all is {chief}, sitting, with both hands in plain view and the {prize} between them.",
];

pub(crate) const CHIEF_WOULD_TALK: &[&str] = &[
    "You could reason with {chief}, offer something for the {prize}, or take it by force.",
    "It wants persuading, or a gift. There is also your weapon, of course.",
    "Words might do it, or something of yours in exchange; or iron.",
    "{Chief} is waiting: for a reason, for a present, or for a blow.",
];

pub(crate) const CHIEF_TELLS: &[&str] = &[
    "“I took the {prize} because nobody ever came here for anything else,” says {chief}. “And see, you have come.”",
    "“They will have told you what I did,” says {chief}. “Nobody has told you why. It was mine before it was theirs.”",
    "{Chief} speaks for a while, without heat, of old wrongs, and they sound like wrongs.",
];

pub(crate) const CHIEF_HOLDS_ON: &[&str] = &[
    "Your hand is still in the air when {chief} has laid its own on the {prize}. “Ask,” it says.",
    "{Chief} draws the {prize} an inch closer. “Not like that.”",
];

pub(crate) const CHIEF_TAKES_GIFT: &[&str] = &[
    "{Chief} takes {gift}, turns it over, and keeps it.",
    "{Gift}: {chief} looks at it for longer than it is worth, and closes a hand on it.",
];

pub(crate) const CHIEF_GIVES: &[&str] = &[
    "It is a long silence. Then {chief} pushes the {prize} across to you. “Take it home,” it says. “Tell them I was asked.”",
    "{Chief} bows its head. The {prize} is lighter than you thought when it is laid in your hands, and there is nobody there any more.",
];

pub(crate) const CHIEF_WANTS_GIFT: &[&str] = &[
    "{Chief} wavers. “Words,” it says. “Give me something that is yours, and I'll give you something that is not.”",
    "You almost have it. {Chief} looks at your purse, and at your pack, and waits.",
];

pub(crate) const CHIEF_UNMOVED: &[&str] = &[
    "{Chief} hears you out and shakes its head. “No. Try again, or try the other way.”",
    "It does not move {chief}, not yet.",
];

pub(crate) const CHIEF_LOSES_PATIENCE: &[&str] = &[
    "“Enough,” says {chief}, and gets up.",
    "You have said one thing too many. {Chief} comes round the {prize} at you.",
];

pub(crate) const CHIEF_SLEEPS: &[&str] = &[
    "And there is {chief}, asleep, with one hand on the {prize}. It breathes slowly. You could take the thing, if you are quiet, or strike first, or go.",
    "{Chief} lies across the end of it all like a dog before a fire, fast asleep, and the {prize} lies in the crook of its arm. Quiet hands could have it out of there.",
];

pub(crate) const CHIEF_WAKES: &[&str] =
    &["{Chief} opens its eyes. They are on you at once.", "The breathing stops. {Chief} is awake, and it is not slow."];

pub(crate) const TAKEN_UNHEARD: &[&str] = &[
    "A breath in, a breath out; on the third you have the {prize}, and {chief} sleeps on. You are halfway out before you dare to breathe yourself.",
    "You lift one finger after another, and then the {prize}. {Chief} murmurs something, smiles, and sleeps.",
];

pub(crate) const ALMOST_WOKE: &[&str] = &[
    "The {prize} knocks against your buckle. {Chief} turns over, mutters, and does not wake. You have it, and you have aged.",
    "{Chief} stirs; you stand with the {prize} in your hand like a thief in a painting, until it snores again.",
];

pub(crate) const CHIEF_ASKS_YOU_TO_CHOOSE: &[&str] = &[
    "“Leave it with me, and I'll see you do not lose by it. Or take it to {giver}, over my objection. Which?” Say yes, or no; or find words that both sides could live with.",
    "“You can be {giver}'s, or you can be mine,” says {chief}, “and I pay better. Yes, or no?” There may be a third way, for somebody with a tongue in their head.",
];

pub(crate) const SIDES_WITH_CHIEF: &[&str] = &[
    "You leave the {prize} where it is. {Chief} breathes out, for the first time in years by the sound of it. {Giver} will hear of this.",
    "You nod, and it is done: the {prize} stays, and so, in a manner of speaking, do you. {Giver} will not forgive it soon.",
];

pub(crate) const CHIEF_THANKS: &[&str] = &[
    "{Chief} puts {a:thing} into your hand. “Between us,” it says, “nothing is owed.”",
    "“For the road,” says {chief}, and you find that you are holding {a:thing}.",
];

pub(crate) const CHIEF_IS_REFUSED: &[&str] = &[
    "“I had hoped otherwise,” says {chief}, and stands up.",
    "{Chief} nods slowly. Then it is between you and the {prize}, and no longer talking.",
];

pub(crate) const BOTH_AGREE: &[&str] = &[
    "You put it this way, and that way, and the third way is one that {chief} can bear: the {prize} goes back, and the wrong is told aloud in front of everybody. It gives you the thing itself.",
    "“If {giver} says so before witnesses,” says {chief} at last, “then it may go home.” You give your word for {giver}, and are handed the {prize}.",
];

pub(crate) const LOOKS_ON: &[&str] = &[
    "Behind it, against the wall, stands {a:foe}, who has not made up its mind about you.",
    "{A:foe} hangs back in the shadows and only looks on, for now.",
];

pub(crate) const PRISONER_TALKS: &[&str] = &[
    "“{Chief},” says {foe}, as one spits out a tooth. “At {there}. It doesn't pay, it doesn't sleep, and it likes to hear itself talk. That's all I know.”",
    "“Go on to {there}, if you must,” says {foe}. “There's one of us with {chief} who'd be glad of an excuse to leave.”",
    "“I never wanted it,” says {foe}. “Ask {chief} what any of us wanted. At {there}. Mind its right hand.”",
];

pub(crate) const PRISONER_GOES: &[&str] =
    &["With that {foe} is off, before you can think better of it.", "You let {foe} go. It does not stop to thank you."];

pub(crate) const WAY_IS_SHUT: &[&str] = &[
    "The way in is shut, and by no lock that you know: [there is a mark on it|it wants a word], the same as on your {token}. You put your shoulder to it, and it does not so much as creak. {Who} at {there} might know how it opens.",
    "You come to the end of the way, and the end is stone. There is a sign on it like the one on your {token}. Somebody who reads such things would be a help: {who}, at {there}, is said to.",
];

/// Somebody who can read it is shown what was found.
pub(crate) const TAKES_IT_TO_THE_LIGHT: &[&str] = &[
    "“Show me.” {Name} turns the {token} to the light, and goes pale, and then talkative.",
    "{Name} takes the {token} out of your hand without asking, and has to sit down with it.",
    "“Where did you get that?” {Name} holds the {token} as if it were hot.",
    "You put the {token} into {name}'s palm. It is a while before there is an answer.",
];

pub(crate) const SECOND_CLUE: &[&str] = &[
    "“That's no ornament. It's a key, of a sort: three knocks, left hand, and say nothing. {Mouth} will let you through.”",
    "“There was a drawing of it where I learned my trade. Press it to the sign at {mouth}, and turn your back. It does not like to be watched.”",
    "“I've seen it once, from behind a wall, in {chief}'s own hand. You hold it before you at {mouth}, and you walk on as if you lived there. That is all. Nobody had the nerve to try.”",
    "“My father was shown it, and he told me one thing before he stopped talking altogether: at {mouth}, go in backwards.”",
];

pub(crate) const FIRST_READING: &[&str] = &[
    "“It's half of a sentence. The rest is on the thing it goes with, and that was carried off to {there}, so that nobody should have both. Look there, and don't look only once.”",
    "“This says how. It doesn't say with what. What it is for was thrown away at {there}, in my grandmother's time, by somebody who was sorry for it.”",
];

/// What somebody adds who has just said too much.
pub(crate) const READER_WARNS: &[&str] = &[
    "“You're not the first to bring me such a thing,” {name} says to your back. “You're the first who didn't ask what it would fetch.”",
    "{Name} will not take anything for it. “If it goes wrong, I never saw you. If it goes right, come and tell me how it ended.”",
    "“One thing more.” {Name} has lowered the voice. “{Chief} was asked nicely, once. It was before my time. Nobody has thought of it since.”",
    "When you look round, {name} is bolting the door.",
];

pub(crate) const FITS_SOMETHING: &[&str] = &[
    "It was made to go with something else: there is a socket in it, worn bright, and round the socket, small, the name of {there}.",
    "Clay is caked to one side of it, of a colour you have seen named for one place only: {there}. Whatever it belongs to is there.",
];

pub(crate) const FINDS_OPENER: &[&str] = &[
    "Under the roots, wrapped in oilcloth by somebody who meant to come back: {a:thing}. The {token} fits it as a tongue fits a mouth. With this, {mouth} will have to let you through.",
    "You nearly walk over it. {A:thing}, half in the earth. When you bring the {token} near, both of them turn a little, towards {mouth}.",
];

/// The same, before anything was found.
pub(crate) const WAY_IS_STRANGE: &[&str] = &[
    "The way in is shut, and by no lock that you know. There is a sign on it which means nothing to you, not yet. Whoever made it may have left something behind at {there}; you would have to search there.",
    "You come to the end of the way, and the end is stone, with a mark on it. Somebody must have carried the like of it about with them. {There} would be the place to search.",
];

pub(crate) const WAY_WANTS_A_THING: &[&str] = &[
    "The way in is shut, and by no lock that you know. There is a hollow in it, and your {token} does not fill it, not alone. What goes with it is at {there}.",
    "It does not so much as creak. The sign on it is the one on your {token}, with something missing in the middle; and what is missing has to be looked for at {there}.",
];

pub(crate) const ASK_SOMEBODY: &[&str] = &[
    "You can make nothing of the marks on it. {Who}, at {there}, is said to read such things.",
    "It is a message, and not to you. Somebody would have to read it: {who}, at {there}.",
];

/// What a runner has let go of.
pub(crate) const WHAT_IT_CARRIED: &[&str] = &[
    "Among rags and crusts there is one thing that counts: {a:token}.",
    "You turn the sack out on the ground. Nails, a crust, a comb; and {a:token}.",
];

/// The one at the end is spoken to, and not asked for anything.
pub(crate) const CHIEF_LISTENS: &[&str] = &[
    "{Chief} has listened to that, and it was not what it is waiting for. The {prize} stays where it is.",
    "“Is that what you have come for?” {Chief} does not take a hand off the {prize}.",
];

/// The one at the end is offered a trade nobody wants who was sent there.
pub(crate) const CHIEF_BUYS_NOTHING: &[&str] = &[
    "“I have enough of that,” says {chief}, and looks at you with something like regret. “You were not sent to sell.”",
    "{Chief} weighs what you say, and you with it. “Another time. Today somebody has sent you for the {prize}. I can see it on you.”",
];

pub(crate) const STILL_RUNNING: &[&str] = &[
    "{Foe} is still to be seen, running, the bundle under one arm: after it, now, or not at all.",
    "There goes {foe}, smaller with every stride. One more breath, and it is out of your reach.",
];

pub(crate) const HEARS_YOU: &[&str] = &[
    "At the first word {foe} turns round. That was that.",
    "{Foe} starts, and has found you before you have found the second word.",
];
