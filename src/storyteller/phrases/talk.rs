//! Lines for talk.

pub(in crate::storyteller) const GREET: &[&str] = &[
    "“[Evening|Well met|You're new],” says {name}, who has {look} and {manner}.",
    "You go over to {name}. {Look}, you notice, before a word is said; this is someone who {manner}.",
    "{Name} lets you come the whole way. [Close to|From near], there is {look}; a person, you learn \
     quickly, who {manner}.",
];

pub(in crate::storyteller) const GREET_AGAIN: &[&str] = &[
    "{Name} [makes room for you|looks up|waves you over].",
    "“[Back again|You again|Still on your feet, I see],” says {name}.",
    "You find {name} where you left off, more or less.",
    "{Name} [wipes both hands|puts the work down|pulls up something to sit on] and hears you out.",
];

pub(in crate::storyteller) const ASKS_AGAIN: &[&str] = &["{Name} asks it of you once more, in fewer words."];

pub(in crate::storyteller) const ABOUT_THEMSELVES: &[&str] = &[
    "“Me? I'm {name}, {trade}, and what I want is {wish}. There. Nobody ever asks.”",
    "{Name} thinks about it. “I've been {trade} here longer than the roof. I'd like {wish}, and I'd \
     settle for less.”",
    "“There isn't much to tell,” says {name}, and tells it: years as {trade}, and all the while one wish, \
     {wish}.",
];

pub(in crate::storyteller) const ABOUT_PLACE: &[&str] = &[
    "“{There}? [I don't go there after dark|It used to be a good place for courting|My uncle swore by it, \
     and then he swore at it],” says {name}.",
    "{Name} points with the chin. “{There} lies that way. [Mind your step|Take something warm|You won't \
     be alone there, is all I'll say].”",
];

pub(in crate::storyteller) const NO_MORE_NEWS: &[&str] = &[
    "“[I've told you what I know|That's the bottom of the bucket],” says {name}, “and a little that I \
     only think.”",
    "{Name} has nothing to add but a [shrug|sigh].",
];

pub(in crate::storyteller) const DOES_NOT_KNOW: &[&str] = &[
    "“That I couldn't tell you,” says {name}.",
    "{Name} [turns the question over|scratches an ear] and hands it back. “Ask me something nearer home.”",
    "“Hm,” says {name}, which seems to be the whole of it.",
    "“You'd know more about that than I do,” says {name}.",
];

pub(in crate::storyteller) const SMALL_TALK: &[&str] = &[
    "“What I do know is that the [weather|bread|quiet] is wrong this year.”",
    "“But sit a minute. [You look as if you'd walked|It's worse standing up].”",
    "“If it's the other business you mean, ask me about the trouble. Everyone does, in the end.”",
    "There is a pause, in which [a kettle|somebody's knee|the wind] has its say.",
];

pub(in crate::storyteller) const POINTS: &[&str] = &[
    "“It's {goal} you want,” {name} [adds|says at last]. “Start {way}, by {next}.”",
    "{Name} draws it for you with a wet finger: for {goal} you go {way} first, to {next}, and from there you ask your own feet.",
    "Before you can ask, {name} tells you the way: {way} to {next}, and so on to {goal}.",
];

pub(in crate::storyteller) const POINTS_NEAR: &[&str] = &[
    "{Name} points {way}. “{Goal}. You can't miss it, though you may wish you had.”",
    "“{Way} of here is {goal},” {name} finishes, “and I'd not linger.”",
];

pub(in crate::storyteller) const REWARD: &[&str] = &[
    "You put the {prize} down in front of {name}. Nobody speaks. Then twenty-five gold pieces are counted \
     out, slowly, twice, and {name} will not let go of your hand. “It is over,” says {name}. “You'll hear \
     it told differently by spring. But I know.” Tonight there is [music|bread|a fire], and your name in \
     other people's mouths.",
    "{Name} touches the {prize} with one finger, as if it might bite, and then laughs, and then does not. \
     The twenty-five gold pieces are yours. “I didn't think you'd come back,” says {name}. “I'm telling \
     you that because you did.”",
];

pub(in crate::storyteller) const ALREADY_AGREED: &[&str] = &[
    "You say it once more, and {name} nods. A promise bears repeating.",
    "“You've said so,” says {name}, “and I believed you then.”",
];

pub(in crate::storyteller) const AGREED: &[&str] = &[
    "You say yes before you have heard all of it, and {name} [breathes out|sits down].",
    "“Good,” says {name}, and then, as an honest person must: “Hear it first.”",
];

pub(in crate::storyteller) const WON_OVER: &[&str] = &[
    "You find the right words, and you can see them land: {name} leans in. “Since it's you.”",
    "It takes a while, and an honest face. Then {name} [thaws|nods]. “All right.”",
];

pub(in crate::storyteller) const HALF_WON: &[&str] =
    &["{Name} half believes you, and that will cost you a favour some day. Still, you hear this much."];

pub(in crate::storyteller) const UNMOVED: &[&str] = &[
    "{Name} lets you talk until you have finished, and then a little longer. “No.”",
    "Your words go by {name} like [weather|carts].",
];

pub(in crate::storyteller) const FOE_YIELDS: &[&str] = &[
    "You speak low and steady and leave the way open behind it. {Foe} looks at you, at your hands, at the \
     dark; and goes.",
    "Something in your voice reaches {foe}. It backs off, [step by step|with a last hiss], and is gone.",
];

pub(in crate::storyteller) const FOE_WAVERS: &[&str] = &[
    "{Foe} listens, weighs it, and does not strike, not yet.",
    "For the length of a few breaths {foe} only stares, and [the fight hangs in the air|you are still alive].",
];

pub(in crate::storyteller) const FOE_LAUGHS: &[&str] = &[
    "{Foe} has heard better, or cannot hear at all.",
    "Your words mean nothing to {foe}, [which comes on|and it lets you know].",
];

pub(in crate::storyteller) const GIVER_ON_SELF: &[&str] = &[
    "“Never mind me,” says {name}. “All I ever wanted was {wish}, and now there is this.”",
    "{Name} gives you a tired look. “I'm one who stayed. And I want {wish}. That is the whole song.”",
];
