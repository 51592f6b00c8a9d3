//! What people answer to what anybody may be asked: their years, their kin, where to mend and where to go.

pub(crate) const AGE: &[&str] = &[
    "“{Age}, come spring,” says {name}. “I don't feel it before noon.”",
    "“{Age},” says {name}. “Why, do I look more?”",
    "“I was {age} at the last count,” says {name}, “and nobody has counted since.”",
];

pub(crate) const KIN: &[&str] = &[
    "“Mine is called {kin},” says {name}. “We've been married {years} years.”",
    "“{Kin},” says {name}, and looks glad to be asked. “We share a roof, and {years} years.”",
    "“There is {kin}, at home,” says {name}. “{Years} years, and never a dull supper.”",
];

pub(crate) const KIN_ALONE: &[&str] = &[
    "“I never married,” says {name}. “There's a sister, {kin}, two days from here. That is all the family I have.”",
    "“There was {kin},” says {name}, “and then there was the fever. Now I live alone.”",
    "“Just {kin}, my brother's child,” says {name}. “Nobody else is left.”",
];

pub(crate) const FEELS: &[&str] = &[
    "“I'm frightened, if you want the truth,” says {name}. “I've been frightened since it began.”",
    "“I don't sleep well,” says {name}. “Who does, here, these days?”",
    "“Well enough by day,” says {name}. “It is the nights I could do without.”",
];

pub(crate) const FEELS_WELL: &[&str] = &[
    "“Better than in a long while,” says {name}, “and you had a part in it.”",
    "“I'm well,” says {name}. “It's good to be asked.”",
];

pub(crate) const HEALER_AT: &[&str] = &[
    "“There's no healer among us here,” says {name}. “Go to {there}: {seller} sells a healing potion. Or sleep the night; that mends most things.”",
    "“For wounds? {Seller}, at {there}, has a potion for sale,” says {name}. “If you haven't the money, a night's sleep costs nothing.”",
];

pub(crate) const HEALER_NONE: &[&str] = &[
    "“There's no healer here,” says {name}. “Lie down for an hour and bind it, or sleep until morning. You'll be left in peace.”",
    "“Nobody here has the craft,” says {name}. “Rest is what we use. An hour helps, and a night helps more.”",
];

pub(crate) const SAFE: &[&str] = &[
    "“You can sleep here,” says {name}. “Nobody will trouble you while I'm about.”",
    "“Here is as safe as it gets,” says {name}. “Stay off the roads at night, and rest where there are people.”",
];

pub(crate) const GO_TO_GIVER: &[&str] = &[
    "“Talk to {giver}, at {there},” says {name}. “That's who is asking for help.”",
    "“It's {giver} who needs somebody,” says {name}. “You'd find {giver} at {there}.”",
];

pub(crate) const SEARCH_HERE: &[&str] = &[
    "“You're in the right place,” says {name}. “Search it.”",
    "“It's here that you want to look,” says {name}. “Look properly.”",
];

pub(crate) const BRING_IT: &[&str] =
    &["“You have the {prize},” says {name}. “Take it to {giver}, at {there}. Then it's over.”"];

pub(crate) const REST_NOW: &[&str] = &[
    "“It's done,” says {name}. “Rest, spend your money, and then look about you. There is always somebody in trouble.”",
];

pub(crate) const SAID_BEFORE: &[&str] = &["“As I told you,” says {name}:", "{Name} says it once more:"];

pub(crate) const SAID_NOTHING: &[&str] =
    &["“I don't think I've said anything to you yet,” says {name}.", "“Before today? Not a word,” says {name}."];

pub(crate) const PAID_BY: &[&str] = &[
    "“The pay is {giver}'s affair,” says {name}. “Ask at {there}.”",
    "“That you'd have to settle with {giver}, at {there},” says {name}.",
];

pub(crate) const BESIDES: &[&str] = &[
    "“And this,” says {name}, and gives you {a:thing}. “It's no use to me any more.”",
    "When you think that is all, {name} comes after you with {a:thing}. “Take it. I'd rather you had it.”",
];

pub(crate) const HEALER_SELF: &[&str] = &[
    "“You've found one,” says {name}. “Lie down for an hour, and I'll see to it.”",
    "“Let me look,” says {name}. “An hour lying down, clean linen, and you'll do.”",
];

pub(crate) const HEALER_HERE: &[&str] = &[
    "“{Healer} sees to wounds here,” says {name}. “Lie down for an hour, and you'll be the better for it.”",
    "“You want {healer},” says {name}, “right over there. Rest an hour and let it be looked after.”",
];

/// Somebody has no answer.
pub(crate) const UNSURE: &[&str] = &[
    "{Name} thinks about it and [has to say no|comes back with nothing]. “That I can't tell you.”",
    "“I don't know,” says {name}, “and I'll not make something up.”",
    "{Name} hasn't understood, or has no answer to it.",
    "“You've lost me there,” says {name}.",
    "{Name} looks at you as one looks at a door that has been moved.",
    "“Of that I know nothing,” says {name}. “I wish I did.”",
    "{Name} spreads both hands: empty.",
    "“I couldn't say.” {Name} means it, too.",
];

/// What somebody could be asked instead.
pub(crate) const COULD_ASK: &[&str] = &[
    "“Ask me about {topics},” says {name}.",
    "Of {topics} there would be more to say.",
    "“But I could tell you of {topics}.”",
    "Something else is plainly waiting to be asked for: {topics}.",
    "“Now, {topics}: there I might help you.”",
    "You might do better with {topics}.",
];

pub(crate) const TOLD_ALL_OF_IT: &[&str] = &[
    "“Of that you've had all I have,” says {name}.",
    "{Name} has told you what there was to tell of it.",
    "“It doesn't grow by asking,” says {name}, “I've no more of it.”",
    "“That's the whole of that,” says {name}.",
    "{Name} could only say it over again.",
];

/// Somebody is told something.
pub(crate) const HEARS_IT: &[&str] = &[
    "{Name} takes that in, [and turns it over|and says nothing for a moment]. “[If you say so|I'll remember that you said it|Then we both know it].”",
    "“Is that so,” says {name}, and looks at you [more closely|again].",
    "“And what follows from it?” says {name}.",
    "“I believe you,” says {name}. “I don't know yet whether I like to.”",
    "{Name} nods slowly. It is not clear to what.",
    "“You may be right,” says {name}. “Go on, then. Prove it.”",
];

pub(crate) const LOOKED_LONG: &[&str] = &[
    "You look again. It has not changed, and neither have you learned more.",
    "There is no more to be seen in it than you saw.",
    "A second look gives you the first one back.",
];

pub(crate) const TRIED_BEFORE: &[&str] = &[
    "You have tried that. It would come to the same.",
    "Once was enough to see what comes of it.",
    "The same thing happens, only quicker.",
];

/// Somebody knows who could read what was found.
pub(crate) const ASK_THE_READER: &[&str] = &[
    "“I can't read it. {Who} could, at {there},” says {name}. “Show it there, and to nobody between here and there.”",
    "“{Who} knows about such things,” says {name}. “At {there}. Say that I sent you; or better, don't.”",
];

/// Whoever has paid is asked for it again.
pub(crate) const PAID_ALREADY: &[&str] = &[
    "“You have had it,” says {name}, “and you have had my thanks, and I would give you both again if I had them twice.”",
    "{Name} turns out a pocket to show you the lining. “All of it. Into your own hand. Count it, if it has not come home with you.”",
];

/// Somebody is asked about what is over.
pub(crate) const TELLS_HOW_IT_ENDED: &[&str] = &[
    "“You should know,” says {name}. “It was you.”",
    "{Name} looks at you as one looks at weather that has passed. “That? That is over.”",
];

/// A yes, or a no, to what somebody has just asked in passing.
pub(crate) const YES_HEARD: &[&str] = &[
    "“Good,” says {name}, and seems to mean it. “That's more than most would say.”",
    "{Name} nods, as at a sum that comes out.",
    "“I thought as much,” says {name}, and looks a little easier.",
    "Your yes is taken, turned over and put away. {Name} has no more questions for now.",
    "“Well then,” says {name}. “Then I needn't explain the rest.”",
    "{Name} believes you. One can see it happen.",
];
pub(crate) const NO_HEARD: &[&str] = &[
    "“No?” says {name}. “Well. It was only a question.”",
    "{Name} shrugs. A no is an answer too.",
    "“As you like,” says {name}, and lets it lie where it fell.",
    "{Name} nods slowly. “I'd have said the same, I think.”",
    "“Then I'll not ask twice,” says {name}, without any heat.",
];

/// Somebody is asked along.
pub(crate) const STAYS_BEHIND: &[&str] = &[
    "“I'd only be in your way,” says {name}, “and somebody has to be here when you come back.”",
    "{Name} looks at the way out for a good while. “No. I've people here who'd ask where I was.”",
    "“Not there,” says {name}. “Anywhere else, perhaps. Ask me when it's over.”",
    "{Name} would like to say yes; one can see it. “I can't. Go, and tell me all of it afterwards.”",
];
