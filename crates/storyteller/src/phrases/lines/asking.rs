//! Answers to what a player asks of the table: how, when, where, what for.

pub(crate) const HAS_IT: &[&str] = &[
    "You feel for the {thing}. [{It:thing} {is:thing} there|Still yours].",
    "Yes: the {thing}, [near the top|under the rest of it|where {it:thing} ought to be].",
    "You have the {thing}, and give {them:thing} a pat to be sure.",
];

pub(crate) const SMALL_MAGIC: &[&str] = &[
    "You know small things, and know them by heart: {cantrips}.",
    "What magic you have is light to carry: {cantrips}.",
];

pub(crate) const GREAT_MAGIC: &[&str] = &[
    "You go over what you have learned: {spells}. There is {strength}.",
    "{Spells}: that is the whole of your book, and in you there is {strength}.",
];

pub(crate) const ALL_MAGIC: &[&str] = &[
    "The small ones cost you nothing: {cantrips}. Of the great ones you know {spells}, and there is {strength}.",
    "You run through them under your breath: {cantrips}, as often as you like; {spells}, with {strength}.",
];

pub(crate) const FEELS_WHOLE: &[&str] = &[
    "You take stock of yourself, {kind}: all there, and all of it willing ({hp} of {max} hit points).",
    "Nothing hurts that did not hurt before. You have {hp} of your {max} hit points.",
    "You are well. {Hp} of {max} hit points, and dry socks.",
];

pub(crate) const FEELS_SORE: &[&str] = &[
    "You are sore in places, and will be sorer tomorrow: {hp} of {max} hit points.",
    "It could be worse; there are {hp} of {max} hit points in you. An hour's rest would not be wasted.",
];

pub(crate) const FEELS_BAD: &[&str] = &[
    "You are badly hurt, {hp} of {max} hit points. Rest, a potion or a kind hand would be welcome.",
    "Your side is wet and you would rather not look. {Hp} of {max} hit points.",
];

pub(crate) const FEELS_DYING: &[&str] = &[
    "You are on your feet mostly out of habit: {hp} of {max} hit points.",
    "There is very little left in you, {hp} of {max} hit points. One more blow would do it.",
];

pub(crate) const ALSO_AILS: &[&str] =
    &["Besides, you are {ails}.", "And you are {ails}, which is felt in everything.", "Nor should one forget: {ails}."];

pub(crate) const TIME_NIGHT: &[&str] = &[
    "It is night, on the {day} day of all this. Sensible people have been asleep for hours.",
    "@out.dry: By the stars it is the dead middle of the night, the {day} day gone or going.",
];

pub(crate) const TIME_MORNING: &[&str] = &[
    "It is early, the {day} day since you began; the light has not got its boots on.",
    "@out: Morning, of the {day} day. Somewhere a cock says so, over and over.",
];

pub(crate) const TIME_FORENOON: &[&str] = &[
    "The forenoon of the {day} day is half spent.",
    "Not noon yet, on the {day} day of it. There is a good deal of daylight to come.",
];

pub(crate) const TIME_AFTERNOON: &[&str] = &[
    "It is past noon on the {day} day, and shadows have begun to lean.",
    "Afternoon, the {day} day. There are some hours of light left.",
];

pub(crate) const TIME_EVENING: &[&str] = &[
    "@out/in: Evening comes on, of the {day} day, and people are calling things indoors.",
    "The {day} day is going down in the west. Soon one will want a lamp.",
];

pub(crate) const TO_DO: &[&str] = &[
    "You have given your word to {quest}, and the next step lies at {there}.",
    "It all comes back to this: {quest}. For that, {there} is the place.",
    "You set out to {quest}. What you need for it now is at {there}.",
    "The task still stands, to {quest}; think of {there}.",
];

pub(crate) const TO_DO_BESIDES: &[&str] = &[
    "You said you would {quest}.",
    "There is a small thing you promised: to {quest}.",
    "Somebody is counting on you to {quest}.",
];

pub(crate) const FOREIGN_HEARD: &[&str] = &[
    "You say it in the tongue of some far coast. {Name} listens to the sound of it with pleasure, and understands not one word. “Say it in the common speech, stranger.”",
    "{Name} looks for help to the others. Nobody here has that language; it will have to be the common one.",
    "“My grandmother swore like that,” says {name}, “but she never told us what it meant.” The common tongue would serve you better here.",
];

pub(crate) const FOREIGN_ALONE: &[&str] = &[
    "The words of another country come to your lips. {Place} has never heard them, and keeps them as a curiosity; it only answers to the common tongue.",
    "You speak as they do far from here. There is no one to understand it, and the stones only know the common speech.",
];

pub(crate) const RIGHT_HERE: &[&str] =
    &["{Name} is right here, [within arm's reach|not four steps off].", "You need not go far: {name} is here."];

pub(crate) const NEXT_DOOR: &[&str] = &[
    "For {there} you go {way} from here. It is no distance.",
    "{There} lies {way}, as far as you know.",
    "You get your bearings: you go {way}, and {there} is what you come to.",
];

pub(crate) const FURTHER_OFF: &[&str] = &[
    "{There} is further off; you would go {way} first, to {next}.",
    "The way to {there} begins with {next}, and {next} is {way} from here.",
    "Not from here. First {way}, to {next}; {there} comes after.",
];

/// On the way to somewhere further off, past places one knows.
pub(crate) const BY_WAY_OF: &[&str] = &[
    "You know the way: by {via}, and on.",
    "It takes you back past {via}, where you do not stop.",
    "You go by {via}, as one goes through one's own kitchen, and further.",
    "First there is {via}, which has nothing new to say to you. Then you are off the known ground.",
];

pub(crate) const NOT_SEEN: &[&str] = &[
    "@people: You ask round, and heads are shaken. Not here, and not lately.",
    "@people: Nobody knows what you are talking about, and two of them are sorry for it.",
    "@alone: There is nobody to ask, and no sign of it that you could read.",
    "@alone: You ask the emptiness, which has seen nothing.",
];

pub(crate) const NOBODY_KNOWS_WHERE: &[&str] = &[
    "You have heard the name, {there}. How one gets there you have yet to learn.",
    "Where {there} lies is just what you do not know. Somebody will, or something will point to it.",
];

pub(crate) const MERCHANT_ELSEWHERE: &[&str] =
    &["If anyone trades, it will be at {there}.", "For buying and selling one goes to {there}."];

pub(crate) const THINKS_OF: &[&str] = &[
    "You call {name} to mind: {look}, and somebody who {manner}.",
    "{Name}: you remember {look} before anything else. One who {manner}.",
];

pub(crate) const TO_BE_FOUND: &[&str] =
    &["You would find {name} at {there}.", "{There} is where {name} was, and most likely is."];

/// Somebody who was only spoken of.
pub(crate) const HEARD_OF: &[&str] = &[
    "{Name}? You have the name, and no face to it yet: {trade}, to be found at {there}.",
    "You have heard {name} spoken of, {trade} at {there}. More you would have to learn there.",
    "All you know of {name} is the name, and that it belongs to {trade} at {there}.",
];

/// Who has the say.
pub(crate) const IN_CHARGE: &[&str] = &[
    "Nobody wears a chain for it, but when something has to be settled they look to {name}.",
    "If anyone has the say here, it is {name}. It does not seem to be a pleasure.",
    "You watch who looks at whom. It comes down to {name}.",
];
pub(crate) const IN_CHARGE_THERE: &[&str] =
    &["Here? Nobody. At {there} they look to {name}.", "You would have to go to {there}, and ask for {name}."];

pub(crate) const LAST_THING: &[&str] =
    &["The last thing is clear enough, though: “{scene}.”", "What is freshest is this: “{scene}.”"];

pub(crate) const TO_SEARCH: &[&str] = &[
    "You have given your word to {quest}, and this is where it begins. Somewhere here is the proof of it; you would have to search the place.",
    "To {quest}, you need to know what you are up against, and that is to be found here, if you search for it.",
    "This is the place. Search it, and you will know how to go about it: {quest}.",
];

pub(crate) const TO_FACE: &[&str] = &[
    "You came to {quest}, and here it is decided: {chief} has the {prize}. Take it by force, by stealth, or by what you can say.",
    "There is no further to go. To {quest}, you have to get the {prize} away from {chief}, here and now.",
];

pub(crate) const TO_HAND_OVER: &[&str] = &[
    "It is all but done. Give the {prize} to {name}, who is right here, and hold out your other hand.",
    "You have the {prize}, and the one who wants it is {name}, not ten steps off. Hand it over.",
];

/// What was found has to be shown to somebody, who is here, or who is elsewhere; or what goes with it is sought.
pub(crate) const TO_SHOW: &[&str] = &[
    "What you found wants reading, and {reader} is the one to read it: show the {token} here, now.",
    "You have the {token}, and {reader} before you. Show it.",
    "There is one here who may know what the {token} is for. You have only to show it to {reader}.",
];
pub(crate) const TO_REACH: &[&str] = &[
    "To {quest}, you have to know what the {token} says. {Reader} may read it, at {there}.",
    "The {token} is a question, and {reader} at {there} is said to know the answer.",
    "Before anything else you need {reader}, at {there}, to look at the {token}.",
];
pub(crate) const TO_SEEK: &[&str] = &[
    "What goes with the {token} is somewhere here. Search for it.",
    "This is the place the {token} comes from, or part of it does. You would have to search.",
];

/// Everybody here is spoken to at once.
pub(crate) const COMPANY_STAYS: &[&str] = &[
    "{Names} look at one another, and then at you. “I'd like to,” says {name}, “but somebody has to stay and see to things here.”",
    "“All of us?” {Name} looks round at {names}. “No. You go, and we'll be here when you come back.”",
];

pub(crate) const COMPANY_HEARS: &[&str] = &[
    "{Names} hear you out. “We'll do as you say,” says {name}, “as far as it suits us.”",
    "You have said it to all of them: {names}. It is {name} who nods first.",
];
