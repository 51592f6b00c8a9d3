//! What is said around a campaign's own words, and never instead of them.

pub(super) const A_MOMENT: &[&str] = &[
    "[A moment goes by|You take a breath|You stand a moment], and everything is as it was.",
    "Nothing comes of that.",
];
pub(super) const FINDS: &[&str] = &[
    "[You notice something|Something comes to you|You see it now]. {found}",
    "Of one thing you are sure now. {found}",
    "And there is this. {found}",
];
pub(super) const NO_ROOM: &[&str] = &["You have no room for {the:thing}, and leave {it:thing}."];
/// Where all that a campaign would tell is said and done by somebody who died.
pub(super) const NOBODY_LEFT: &[&str] = &[
    "It stays quiet where somebody would have answered.",
    "There would have been words for this, and nobody is left to say them.",
];

/// How a player is told what there is to do once it is all over; known again by [`ANOTHER_STORY`].
pub(super) const AFTER_THE_END: &[&str] = &[
    "That is the end of this story. You can [ask what you found out|look back on it] here as long as you like, or begin another story from your list of games.",
];
pub(super) const ANOTHER_STORY: &str = "begin another story";
pub(super) const AFTER_OFFERS: &[&str] = &[
    "“{title}” is told to its end. You can [go over what you found out|look back on all of it], see what you still carry, or begin another story from your list of games.",
    "This story is over. There is time to look back on what you know, to rest, to go through your pack; and whenever you like you can begin another story from your list of games.",
    "All of it has been told. Look back if you want to, or begin another story from your list of games.",
];
pub(super) const IT_IS_OVER: &[&str] = &[
    "“{title}” has been told to its end.",
    "The story is over; nothing in it waits for you any more.",
    "What there was to do has been done, or left undone for good.",
    "The last page is turned. What you do now, you do in peace.",
    "Nothing hangs on it any more.",
    "It came out as it did, and [there it rests|so it stays].",
    "There is no more to come of this, and no harm in that.",
];
pub(super) const WALKS_ABOUT: &[&str] = &[
    "You walk about for a while without an errand, and come back when you have had enough of it.",
    "You go [as far as the next corner|a little way], only to see how things stand. They stand as you left them.",
    "There is nowhere you have to be. You stretch your legs, and are back before long.",
    "You could go anywhere now, and so it is hard to choose. You stay.",
];
pub(super) const NOTHING_TO_FIGHT_FOR: &[&str] = &[
    "There is nobody left to fight, and nothing to fight for.",
    "Your hands have done [what they had to|enough]. They may rest.",
    "You think better of it. It would be a poor thing to add to the end of a story.",
];
pub(super) const TIME_GOES_BY: &[&str] = &[
    "You let time go by. It goes more gently than it did.",
    "You sit, and nothing comes, and that is all you wanted of it.",
    "A while passes. Nobody comes running.",
];
pub(super) const TALKS_IT_OVER: &[&str] = &[
    "{Name} has time for you now. You talk of this and that, and of how it came out, and [neither of you is in a hurry|it does you both good].",
    "You and {name} go over it once more from the beginning. You don't agree on all of it.",
    "{Name} hears you out, and tells you how it looked from the other side. There is some laughter in it.",
];
pub(super) const TALKS_TO_THE_AIR: &[&str] = &[
    "You say it aloud, and it is good to have said it.",
    "Whoever it was for has gone home by now. You keep it for another time.",
    "You have that talk, later and at length. It changes nothing, and was worth having.",
];
pub(super) const AS_IT_WAS_LEFT: &[&str] = &[
    "It is all as the story left it. {scene}",
    "Nothing has moved since. {scene}",
    "You look round once more. {scene}",
];
pub(super) const LOOKS_ITS_LAST: &[&str] = &[
    "You look at it for a good while. It has told you all it had to tell.",
    "It is what it was. You only see it better, now that nothing hangs on it.",
    "There it is, and there it stays; it has no more secrets that you could get out of it.",
];
pub(super) const NOBODY_WILL_KNOW: &[&str] = &[
    "Some of it you know, and some of it nobody will ever know now.",
    "That is one of the things the story keeps to itself.",
    "You wonder about that. You will go on wondering, now and then.",
];
pub(super) const COMES_TO_NOTHING_NOW: &[&str] = &[
    "You might; but nothing would come of it any more.",
    "You do, after a fashion. It has no consequences, and that is new.",
    "It can wait. Everything can, from now on.",
];
pub(super) const ONE_HERE: &[&str] =
    &["{People} is here.", "Here with you is {people}.", "The only one here is {people}."];
pub(super) const SOME_HERE: &[&str] = &["Here are {people}.", "{People} are here.", "You are not alone: {people}."];
pub(super) const NOBODY_HERE: &[&str] = &["There is nobody here but you.", "You are alone here.", "Nobody. Only you."];
pub(super) const TO_BE_SEEN: &[&str] = &[
    "There is more to see: {things}.",
    "Your eye goes from one thing to another: {things}.",
    "You could take a closer look at {things}.",
    "What draws the eye: {things}.",
];
pub(super) const GOAL: &[&str] = &[
    "[There is something to be done|There is a matter in hand|It comes down to this]. {goal}",
    "First things first. {goal}",
    "For now there is this. {goal}",
    "You remind yourself. {goal}",
];
pub(super) const GREAT_GOAL: &[&str] =
    &["You know what you are after. {goal}", "You came for this. {goal}", "That is one step of many. {goal}"];
pub(super) const COULD: &[&str] = &[
    "You could {offers}.",
    "[It might be worth your while to|You might|You may want to] {offers}.",
    "As you see it, you can {offers}.",
    "[There is enough to be done|Nothing is stopping you]: you could {offers}.",
];
pub(super) const COMES_BACK: &[&str] = &[
    "None of this gets you any further.",
    "Your thoughts come back to what you are here for.",
    "The matter itself has not moved meanwhile.",
];
pub(super) const WAYS: &[&str] =
    &["From here you can {ways}.", "You can {ways}.", "There are ways on: you can {ways}."];
pub(super) const ONE_WAY: &[&str] = &["From here you can {way}.", "There is one way on: you can {way}."];
pub(super) const NO_WAYS: &[&str] =
    &["There is no way on from here, not yet.", "For now there is no leaving.", "No way is open to you yet."];
pub(super) const CLOSED_WAY: &[&str] = &["You can't yet {way}.", "One thing has to wait: you can't {way} for now."];
pub(super) const WHICH: &[&str] = &["Which do you mean: {things}?", "Which one: {things}?"];
pub(super) const WHICH_STEMS: [&str; 2] = ["Which do you mean: ", "Which one: "];
pub(super) const WHICH_WAY: &[&str] = &["[That could be more than one way|More than one way answers to that]."];
pub(super) const WHICH_IT: &[&str] = &["You would have to say what you mean.", "It? Say which thing you mean."];
pub(super) const NO_SUCH: &[&str] =
    &["You see no {thing} here.", "There is no {thing} here.", "Look as you may, there is no {thing} here."];
pub(super) const NO_SUCH_BUT: &[&str] = &[
    "You see no {thing} here; there [is|would be] {things}.",
    "There is no {thing} here. What you do see: {things}.",
    "No {thing} that you can see, though there is {things}.",
];
pub(super) const NOT_THAT: &[&str] =
    &["You see nothing of the kind here.", "That is not here to be found.", "Look as you may, that is not here."];
pub(super) const NOT_THAT_BUT: &[&str] = &[
    "You see nothing of the kind here. What you do see: {things}.",
    "That is not here, though there is {things}.",
    "Look as you may, that is not here; {things} would be.",
];
pub(super) const AS_BEFORE: &[&str] = &[
    "You look about you once more. It has not changed since.",
    "All of it is as you have it before you.",
    "You let your eyes go round a second time, more slowly.",
    "Nothing has moved while you were not looking.",
];
pub(super) const IN_THE_PACK: &[&str] = &[
    "The {thing} is in your pack, [as good as ever|where you put it].",
    "You have the {thing} with you, and it is what it was.",
];
pub(super) const NO_FACE: &[&str] = &["{Name} looks back at you.", "You look at {name}, who lets you."];
pub(super) const DONE_ALREADY: &[&str] = &[
    "That is done and over; there is no more to {thing}.",
    "That was all there was to {thing}.",
    "There is nothing more to be got from {thing}.",
    "What {thing} was good for has come to pass. It has no further part in this.",
];
pub(super) const NOTHING_COMES: &[&str] =
    &["Nothing comes of that.", "You try, and {thing} stays as it is.", "There is nothing you could do with {thing}."];
pub(super) const ONLY_LOOKS: &[&str] = &[
    "There is nothing to be done with {thing}, but you take a closer look.",
    "That gets you nowhere; it does make you look more closely.",
];
pub(super) const COULD_RATHER: &[&str] = &[
    "Not like that. As for {thing}, you could {verbs}.",
    "That doesn't work. What you could do with {thing}: {verbs}.",
    "{Thing} won't have it. You might {verbs} instead.",
];
pub(super) const NOTHING_TO_TRY: &[&str] = &[
    "There is nothing here that hangs on trying.",
    "Nothing here wants trying just now.",
    "You are ready, but for nothing in particular.",
];
pub(super) const COMES_TO_BLOWS: &[&str] = &[
    "There is no way round {foe} but to fight, or to leave.",
    "It comes down to blows, or to leaving {foe} where it is.",
];
pub(super) const NOT_THEM: &[&str] = &[
    "You have no quarrel with {name} that blows would settle.",
    "Your hand stays where it is. {Name} is not your enemy.",
    "Strike {name}? No. That is not what you came for.",
];
pub(super) const NO_FIGHT_WITH: &[&str] =
    &["A blow at {thing} would only hurt your hand.", "There is no fighting {thing}."];
pub(super) const NOBODY_TO_FIGHT: &[&str] = &[
    "There is nobody here to fight.",
    "You look for an enemy and find none.",
    "Nobody here has come to blows with you.",
];
pub(super) const NOT_YET: &[&str] = &["Not yet; something has to come first.", "That way isn't open yet."];
pub(super) const NOT_FROM_HERE: &[&str] =
    &["{Place} can't be reached from here in one go.", "{Place} lies further off."];
pub(super) const NO_WAY_THERE: &[&str] = &[
    "You know of no way to {the:place} from here.",
    "No way here leads to {the:place}.",
    "There is no going to {the:place} from here.",
];
pub(super) const NO_WORD_FOR_IT: &[&str] = &[
    "{Name} shakes [a head|their head slowly] and says nothing to that.",
    "To that {name} has [nothing to say|no answer].",
    "{Name} looks at you and shrugs.",
    "{Name} thinks it over. No; nothing.",
    "{Name} only [lifts a shoulder|looks away]. It's the wrong question, or the wrong one to ask.",
];
pub(super) const SAYS_AGAIN: &[&str] = &[
    "{Name} tells you once more.",
    "{Name} has said so before, and says it again.",
    "It is the same answer as before.",
];
pub(super) const WAS_TOLD: &[&str] = &[
    "You have heard as much already.",
    "That was told you.",
    "You turn over what you know.",
    "You think back, and there it is.",
];
pub(super) const HEARS_OUT: &[&str] = &[
    "{Name} hears you out.",
    "{Name} nods slowly, and keeps it.",
    "{Name} looks at you a little longer than before.",
    "“Is that so,” says {name}.",
    "What you say is heard. {Name} does not say what is made of it.",
];
pub(super) const NOT_HERE_TO_HEAR: &[&str] = &[
    "{Name} is not here to hear it.",
    "You would have to find {name} first; this is not the place.",
    "{Name}? Not here.",
];
pub(super) const WAITS_FOR_WORDS: &[&str] =
    &["{Name} waits for what you have to say.", "{Name} nods to you. “Well?”", "{Name} turns to you, and listens."];
pub(super) const ASK_ABOUT: &[&str] = &[
    "You could ask {name} about {things}.",
    "It might be worth asking about {things}.",
    "Ask about {things}, perhaps.",
];
pub(super) const TO_WHOM: &[&str] =
    &["Whom do you ask: {people}?", "You would have to say to whom: {people}.", "Is that for {people}?"];
pub(super) const NOBODY_TO_ASK: &[&str] = &[
    "There is nobody here to hear it.",
    "You say it to yourself; nobody else is here.",
    "Nobody answers. There is nobody here.",
];
pub(super) const FOUND_SO_FAR: &[&str] =
    &["You go over what you have found out.", "This much you know.", "You count it up on your fingers."];
pub(super) const FOUND_NOTHING: &[&str] =
    &["You haven't found out anything yet that would help.", "So far you know no more than anybody."];
pub(super) const WANTS_NO_MONEY: &[&str] = &[
    "You hold out the money. {Name} looks at it, and shuts your fingers over it again. “Keep your gold. It's not money that's wanted here.”",
    "{Name} shakes a head at the coin. “That won't help, and you may need it.” The money stays yours.",
];
pub(super) const NOTHING_TO_SHOW: &[&str] = &[
    "{Name} waits with an open hand, but you have no {thing} to put into it.",
    "You look for the {thing} to give to {name}, and have none.",
];
pub(super) const HEARS_A_JOKE: &[&str] = &[
    "You tell it well. {Name} needs a moment, and then there is half a smile. “I've heard worse, and on worse days.”",
    "You tell the one about the bishop and the goose. It gets a snort out of {name}, in spite of everything. “Go on with you.”",
    "{Name} hears you to the end, and laughs a beat too late, at the wrong word. It was kindly meant on both sides.",
];
pub(super) const NOT_CARRIED: &[&str] = &["You carry no {thing}.", "You go through your pack. No {thing}."];
pub(super) const WAITS: &[&str] = &[
    "You let some time go by.",
    "You wait a while. Nothing comes of it by itself.",
    "Minutes pass; nobody does it for you.",
];
pub(super) const NOT_SO: &[&str] =
    &["Saying so doesn't make it so.", "It would be nice; but it isn't so.", "That is a wish, and nothing answers it."];
pub(super) const TO_THE_TABLE: &[&str] =
    &["That is nothing anyone here would understand.", "The story waits politely until you come back to it."];
pub(super) const FOREIGN: &[&str] = &["Your words go unheard. The common tongue would serve you better."];
pub(super) const FOREIGN_HEARD: &[&str] = &[
    "Nobody here has that language; it will have to be the common one.",
    "They listen to the sound of it and understand not one word. The common tongue would serve you better.",
];
pub(super) const INSULTS: &[&str] = &[
    "It's heard, and not thought worth an answer.",
    "There is a silence. You wish you had kept that to yourself.",
    "Eyebrows go up. Nobody rises to it.",
];
pub(super) const INSULTS_NOBODY: &[&str] =
    &["You say it aloud, to nobody. It helps a little.", "Nobody is here to mind."];
pub(super) const GESTURE: &[&str] = &[
    "You do so, and feel none the worse for it.",
    "You do that. Nothing else changes.",
    "So you do, for a moment.",
    "You do it with a whole heart. Whoever saw it looks away politely.",
    "It is done, and it harms nobody.",
    "You do, and for as long as it lasts there is nothing else to worry about.",
];
pub(super) const YES_OR_NO: &[&str] = &[
    "Nobody has asked you anything just now.",
    "That was no question; but it's good to know.",
    "You say it to the air, and the air takes it as it comes.",
    "It is an answer, and somewhere there may be a question for it.",
];
pub(super) const TAKES_YES: &[&str] = &[
    "“Good,” says {name}.",
    "{Name} nods, as at a sum that comes out.",
    "“That's settled, then,” says {name}.",
    "{Name} takes you at your word.",
    "Your yes is heard. {Name} looks a little easier.",
    "“I hoped you'd say that,” says {name}.",
];
pub(super) const TAKES_NO: &[&str] = &[
    "“No? Well,” says {name}. “It stands, if you think better of it.”",
    "{Name} takes your no, and does not hold it against you.",
    "“As you like,” says {name}.",
    "{Name} nods. It was only a question.",
];
pub(super) const TAKES_ANSWER: &[&str] = &[
    "{Name} listens, and nods. “[That's what I was afraid of|I thought as much|So that's how it is].”",
    "“[Hm|Well],” says {name}. It was the answer, if perhaps not the one that was hoped for.",
    "{Name} takes that in. “Thank you for telling me straight.”",
    "“At least somebody says so,” says {name}.",
    "{Name} turns your answer over for a while, and seems to find a place for it.",
];
pub(super) const THIS_IS: &[&str] =
    &["This is {place}.", "You are at {place}.", "Where you stand is {place}.", "{Place}: that is where you are."];
pub(super) const NO_LOCK: &[&str] = &[
    "You see no lock here that keeps anything from you.",
    "Your fingers itch, but there is no lock here to be picked.",
    "Nothing here is locked that you could reach.",
];
pub(super) const NO_TRADE: &[&str] =
    &["Nobody here has anything to sell, or wants anything of yours.", "This is not the time for trade."];
pub(super) const PUZZLED: &[&str] = &[
    "You turn that over in your mind, and can't see how to go about it.",
    "You aren't sure yourself what you meant by that.",
    "How would you go about that? It doesn't come to you.",
    "The thought comes, and finds nothing here to hold on to.",
    "You begin, and stop again: there is no handle to it.",
];
