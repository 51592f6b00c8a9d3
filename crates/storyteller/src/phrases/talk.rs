//! Lines for talk.

pub(crate) use super::errands::*;

pub(crate) const GREET: &[&str] = &[
    "“[@evening: Evening|@morning: Morning|Well met|You're new],” says {name}, {a:trade} who has {look} and {manner}.",
    "You go over to {name}, {a:trade}. {Look}, you notice, before a word is said; this is someone who {manner}.",
    "{Name} lets you come the whole way. [Close to|From near] you see {look}; {a:trade}, it turns out, who {manner}.",
    "“{First} is what they call me,” says the {trade} before you can ask. You see {look}; you hear somebody who {manner}.",
    "{Name} has the hands of {a:trade}, {look}, and [@in: a chair to spare|time, it seems]. You learn quickly that this one {manner}.",
];

pub(crate) const GREET_AGAIN: &[&str] = &[
    "{Name} [makes room for you|looks up|waves you over].",
    "“[Back again|You again|Still on your feet, I see],” says {name}.",
    "You find {name} where you left off, more or less.",
    "{Name} [wipes both hands|puts the work down|pulls up something to sit on] and hears you out.",
    "“I wondered [when|whether] you'd come by,” says {name}.",
    "{Name} sees you coming and [saves you the greeting|is already nodding|finishes a sentence to nobody].",
    "You stop by {name}, who [moves a cup aside for you|was about to say something to somebody, and now it is you].",
];

pub(crate) const GREET_SEEN: &[&str] = &[
    "You go over to {name}, who has been hoping for it, and pretends that it was chance.",
    "{Name} waits until you are near enough not to have to raise a voice. This is someone who {manner}.",
    "You nod to {name}. It is all the leave that was wanted.",
    "“[At last|I hoped you would],” says {name}, who {manner}.",
    "{Name} draws you a step aside, out of the others' hearing.",
];

pub(crate) const TURNS_TO_YOU: &[&str] = &[
    "{Name} [waits|tilts an ear|considers you].",
    "{Name} turns [half round|back to you|from whatever it was].",
    "“Hm?” says {name}.",
    "{First} [rubs an eye|draws breath|@in: looks at the ceiling for the answer].",
    "That gives {first} pause.",
];

pub(crate) const GREET_FRIEND: &[&str] = &[
    "{Name} [gets up|comes to meet you|laughs out loud] when you come in. “I have not forgotten what you did for me.”",
    "“There you are,” says {name}, and means it. [There is a seat kept for you|Your cup is filled before you sit]: people remember a kindness here.",
    "{Name} takes your hand in both of theirs. What you did has been told about, evidently, and has [grown a little|lost nothing] in the telling.",
];

pub(crate) const GREET_AFTER_LONG: &[&str] = &[
    "“It has been a while,” says {name}. “[I'd begun to tell people you were dead|I kept your place, in a manner of speaking].”",
    "{Name} needs a moment to place you, and then [the face opens|nods, slowly].",
    "You had half forgotten {look}. {Name} has not forgotten you.",
    "“Now there's a face,” says {name}. “[Sit|Tell me|And in one piece].”",
];

pub(crate) const GREET_THIEF: &[&str] = &[
    "{Name} puts a hand flat on the purse, and keeps it there. “[I know you|Where I can see them, those fingers].”",
    "“I count my coins twice, since you,” says {name}.",
    "{Name} moves [the silver|everything small] out of your reach before looking up.",
];

pub(crate) const GREET_COLD: &[&str] = &[
    "{Name} sees you, and [goes on with something else|the face shuts like a door].",
    "“You,” says {name}, and it is not a welcome.",
    "There was something between you, and {name} has it still. “[Well|Say it, then].”",
];

pub(crate) const TOO_COLD: &[&str] = &[
    "“I've nothing to say to you,” says {name}. An apology might be a beginning.",
    "{Name} lets the question lie where it fell. You would have to make amends first.",
    "“Ask somebody you've been civil to,” says {name}.",
    "{Name} turns a shoulder. Until that other thing is put right, you will get no more here.",
];

pub(crate) const FORGIVES: &[&str] = &[
    "You say that you are sorry, and do not dress it up. {Name} looks at you for some time. “[All right|That cost you something. Good],” and the air is easier.",
    "It comes out clumsily, which helps. {Name} [breathes out|nods]. “We'll say no more of it.”",
];

pub(crate) const NOTHING_TO_FORGIVE: &[&str] = &[
    "“For what?” asks {name}, honestly puzzled.",
    "{Name} [waves it off|pats your arm]. “You've done me no wrong that I know of.”",
    "“Save it for when you need it,” says {name}.",
];

pub(crate) const THANKED: &[&str] = &[
    "“[Think nothing of it|Any time|It cost me nothing],” says {name}.",
    "{Name} is [pleased, and hides it badly|not used to thanks, and looks for somewhere to put it].",
    "Your thanks are taken with a nod, and you can see that {name} will keep them.",
];

pub(crate) const FAREWELL: &[&str] = &[
    "“[Go well|Mind the dark|Come back with news],” says {name}.",
    "{Name} lifts a hand, and goes on looking after you for longer than is comfortable.",
    "“Not goodbye,” says {name}. “It brings bad luck. Say: until then.”",
];

pub(crate) const INSULTED: &[&str] = &[
    "It is out before you have thought. {Name} goes [white|red|very quiet]. “[I'll remember that|Say that again when you need something].”",
    "{Name} puts down what was in hand, carefully. “People have been thrown out of here for less.” Nobody throws you out; nobody looks at you, either.",
    "For a moment it is so still that you hear [the fire|a fly|your own words again]. Then {name} says, “Noted,” and turns away.",
];

pub(crate) const FOE_INSULTED: &[&str] = &[
    "You tell {foe} what you think of it. It thinks [the same of you|nothing at all], and comes on.",
    "{Foe} may not know the words; it has no trouble with the tune.",
];

pub(crate) const ASKS_AGAIN: &[&str] = &[
    "{Name} asks it of you once more, in fewer words. “Will you?”",
    "“You've heard it,” says {name}. “It doesn't get prettier. Will you do it, yes or no?”",
    "{Name} holds your eye. “I asked you a thing. Will you help, or shall I go on looking?”",
    "“Will you, then?” says {name}. [There is a callus on that question|It has been asked of others, you can tell].",
];

pub(crate) const WAITS_FOR_ANSWER: &[&str] = &[
    "{Name} waits for your yes, or your no.",
    "It is said. Now {name} looks at you, and it is your turn: yes, or no?",
    "Whatever you answer, {name} looks ready for the other thing.",
    "You could say yes. You could ask more. {Name} will hear either.",
];

pub(crate) const AGREED: &[&str] = &[
    "You say yes before you have heard all of it, and {name} [breathes out|sits down].",
    "“Good,” says {name}, and then, as an honest person must: “Hear it first.”",
    "“Yes,” you say, and only then does {name} tell you to what.",
    "Your yes comes quicker than the question. {Name} has to go back for the rest of it.",
    "{Name} had a longer speech ready, and now has to begin it at the end.",
    "You nod before there is anything to nod to. {Name} holds up a hand: first you are to know what you have nodded to.",
    "“You haven't heard it,” says {name}, “and you say yes. [I like that|That worries me].” And tells you.",
    "The word is out: yes. {Name} looks at you as if it might be taken back, and makes haste.",
    "You are willing, and say so. {Name} draws you a little aside.",
];

pub(crate) const PLEDGED: &[&str] = &[
    "You give {name} your word, and it is taken with both hands.",
    "“Then it's yours,” says {name}, “and I'll sleep tonight for the first time since.”",
    "You say that you will. {Name} sits down, all at once, like somebody who has put down a load.",
    "“I will,” you say, and it sounds less grand than you had thought. {Name} does not mind.",
    "You shake on it. {Name}'s hand is [cold|dry|damp], and slow to let go.",
    "“You'll do it?” {Name} makes you say it a second time, to hear it.",
    "You agree, and wait for some sign. There is none, only {name}, who has begun to breathe again.",
    "Something in your face must have answered already. {Name} says thank you before you have said a word.",
    "So it is settled. {Name} looks round for something to drink to it with, finds nothing, and drinks to it with nothing.",
    "Your yes is short, and it changes the room: {name} stands straighter by an inch.",
];

pub(crate) const ALREADY_AGREED: &[&str] = &[
    "You say it once more, and {name} nods. A promise bears repeating.",
    "“You've said so,” says {name}, “and I believed you then.”",
    "“I heard you the first time,” says {name}, not unkindly. “It's done I want, not said.”",
    "{Name} [pats your sleeve|almost smiles]. Your word has been given, and it still stands.",
    "“Twice sworn is twice bound,” says {name}, who must have that from somewhere.",
];

pub(crate) const TURNED_DOWN: &[&str] = &[
    "You say no. {Name} takes it the way people take weather. “[Well. You know where I am|Then mind yourself on the roads]. If you think better of it, say so.”",
    "“I had to ask,” says {name}. The disappointment is folded up and put away, not very well.",
    "Your no hangs about between you. “Nobody could make you,” says {name}. “It will have to be asked again of somebody.”",
];

pub(crate) const NOT_DONE_YET: &[&str] = &[
    "“Done?” {Name} looks at your hands, and behind you. “Then show me the {prize}. I'll believe it when I have that to look at.”",
    "{Name} would like to believe you. “And the {prize}? It isn't over while that is where it is.”",
    "“You say so,” says {name}. “I say, bring me the {prize}.”",
    "“It can't be,” says {name}. “I'd have felt it. The {prize}, I said, and I see no such thing about you.”",
];

pub(crate) const ALL_IS_WELL: &[&str] = &[
    "“You've heard?” says {name}. “Of course you've heard. You did it.”",
    "“I slept,” says {name}, in wonder. “I had forgotten how that goes.”",
    "{Name} tells you how the story goes by now. You are taller in it.",
    "“It's quiet,” says {name}. “The good kind.”",
];

pub(crate) const OPENS_TALK: &[&str] = &[
    "“[Ask me anything|Go on, then],” says {name}. “The trouble, the neighbours, the way to somewhere. I've an opinion on most of it.”",
    "You talk of [the road|small things|bread and boots] for a while, and {name} warms to it.",
    "“If it's talk you want,” says {name}, “I've [been saving some|nobody else to waste it on].”",
];

pub(crate) const AFTER_NEWS: &[&str] = &[
    "{Name} lets that sink in.",
    "{Name} looks [over one shoulder|at the nearest door|as if it had slipped out], and says no more of it.",
    "You cannot tell whether {name} believes it. You can tell that {name} fears it.",
    "That is {name}'s piece, and [it sounds rehearsed|there's a shiver under it].",
];

pub(crate) const ABOUT_THEMSELVES: &[&str] = &[
    "“Me? I'm {name}, {a:trade}. There. Nobody ever asks.” Behind it stands a wish, {wish}, as plain as a hat on a head.",
    "{Name} thinks about it. “{A:trade}. Somebody has to be.” The rest is one wish, {wish}, and it is told to the floor.",
    "“There isn't much to tell,” says {name}, and tells it: years as {a:trade}, and all the while one wish, {wish}.",
    "“Born here, and {a:trade} since I can think.” {Name} turns a hand over. You need not ask for the dream that goes with it: {wish}. It always is.",
];

pub(crate) const GIVER_ON_SELF: &[&str] = &[
    "“Never mind me,” says {name}. “I only ever wanted one thing, and now there is this.” The one thing, you gather, was {wish}.",
    "{Name} gives you a tired look. “I'm one who stayed. {A:trade}, no more. That is the whole song.” There is a last verse, {wish}, and it is not sung.",
    "“I'm {a:trade}. I see everyone who comes through,” says {name}, “and I remember the ones who don't.”",
];

pub(crate) const ABOUT_PERSON: &[&str] = &[
    "“{Other}?” says {name}. “[Straight as a plank|Not a bad sort|I'd lend money there, and I don't lend money]. Somebody who {manner}. You'll find that one {there}.”",
    "{Name} speaks lower. “{Other} has one wish, {wish}. Everyone knows it. Nobody says so.”",
    "“You can't miss {other},” says {name}: “{look}. And {there}, most days.”",
    "“Ah, {other}.” {Name} smiles at something long past. “Ask about the one great wish, {wish}. Then stand back.”",
];

pub(crate) const ABOUT_CHIEF: &[&str] = &[
    "At the name of {foe}, {name} makes [a sign against the eye|sure of the door]. “Don't say it loud. It does not come alone, and it does not come to talk.”",
    "“{Foe},” says {name}, “is what my grandmother put in the last line of the story, so that we'd stay in bed.”",
    "“If you go against {foe}, go rested,” says {name}. “And if you can't win, run. I'd think no less of you.”",
];

pub(crate) const ABOUT_FOE: &[&str] = &[
    "“I've seen {foe} only from behind a shutter,” says {name}. “It dies, I'll say that. My cousin saw to one with a spade.”",
    "{Name} shudders. “Keep a wall at your back, with {foe}. And don't let it get up again.”",
    "“Knock it over first,” says {name} of {foe}. “That's what the old soldiers say. Knock it over, then do the rest.”",
];

pub(crate) const ABOUT_PLACE: &[&str] = &[
    "“{There}? [I don't go there after dark|It used to be a good place for courting|My uncle swore by it, and then he swore at it],” says {name}.",
    "{Name} points with the chin. “{There}. [Mind your step|Take something warm|You won't be alone there, is all I'll say].”",
    "“There are two stories about {there},” says {name}, “and [the short one is a lie|you won't like the true one].”",
    "{Name} has been to {there} [once|as a child|for a bet]. “Once was plenty.”",
];

pub(crate) const ABOUT_HERE: &[&str] = &[
    "“Here? This is {there}. [You get used to it|It was something, once|Better than where I was before],” says {name}.",
    "{Name} looks round at {there} as though you had pointed it out. “[It keeps the rain off|It does for us].”",
];

pub(crate) const LIES_NEAR: &[&str] =
    &["“{Way} from here, and you're there.”", "It lies {way}, no distance at all.", "“Just go {way}. You'll know it.”"];

pub(crate) const LIES_BEYOND: &[&str] = &[
    "“You go {way} first, to {next}, and ask again.”",
    "By way of {next}, that is, and {next} lies {way}.",
    "“Start {way}. After {next} your feet will tell you.”",
];

pub(crate) const ABOUT_TOKEN: &[&str] = &[
    "You show {name} the {thing}. The colour goes. “Where did you find that? No. Don't tell me. Just follow it to the end.”",
    "{Name} will not touch the {thing}. “That settles it, then. It's what we thought, and it's where we feared.”",
];

pub(crate) const ABOUT_THING: &[&str] = &[
    "{Name} looks the {thing} over. “[Honest work|I've seen the like|Been through some hands]. That won't make you rich.”",
    "“The {thing}?” {Name} shrugs. “[There's a story there, I suppose. There is to most things|And what about that?].”",
    "“The {thing}? I've seen better, and worse,” says {name}, and looks again, to be fair.",
    "{Name} takes the {thing}, weighs it in one hand, and gives it back rather quickly. “It's been a long way with you, that.”",
    "“That's yours,” says {name} of the {thing}. “Anybody can see it. I wouldn't let it out of my hands, here, these days.”",
    "{Name} bends down over the {thing} until both of you can see what is to be seen. It is not much. “Was there a question?”",
];

pub(crate) const ABOUT_WEATHER: &[&str] = &[
    "“It's the wrong weather for the time of year,” says {name}. “It has been, since the trouble began.”",
    "{Name} tastes the air. “[More of the same|It'll turn by tomorrow, and not for the better].”",
];

pub(crate) const NO_MORE_NEWS: &[&str] = &[
    "“[I've told you what I know|That's the bottom of the bucket],” says {name}, “and a little that I only think.”",
    "{Name} has nothing to add but a [shrug|sigh].",
    "“Nothing since you last asked,” says {name}. “Would that there were.”",
    "“You're up to date,” says {name}. “Which is more than the reeve is.”",
];

pub(crate) const KNOWS_AS_MUCH: &[&str] = &[
    "{Name} can tell you no more of that than you have heard: {fact}.",
    "“You know as much as I do,” says {name}. It comes down to this: {fact}.",
    "{Name} spreads both hands. {Fact}; there the knowledge ends.",
];

pub(crate) const POINTS: &[&str] = &[
    "“It's {goal} you want,” {name} [adds|says at last]. “Start {way}, by {next}.”",
    "{Name} draws it for you with a wet finger: for {goal} you go {way} first, to {next}, and from there you ask your own feet.",
    "Before you can ask, {name} tells you the way: {way} to {next}, and so on to {goal}.",
    "“{Goal},” says {name}. “You'll pass {next} on the way; and that lies {way}.”",
    "{Name} counts it off on fingers: first {way}, then {next}, then whatever there is between that and {goal}.",
];

pub(crate) const POINTS_NEAR: &[&str] = &[
    "{Name} points {way}. “{Goal}. You can't miss it, though you may wish you had.”",
    "“Go {way} from here, and {goal} is what you come to,” {name} finishes, “and I'd not linger.”",
    "“{Way},” says {name}. “The next place you come to is {goal}.”",
    "“You're nearly there already,” says {name}. “{Goal} lies {way}.”",
    "{Name} turns you by the shoulders until you face {way}. “There. {Goal}.”",
    "“For {goal} you go {way},” says {name}. “A quarter of an hour, if nothing stops you.”",
    "“{Goal}. {Way} from here,” says {name}, and does not look in that direction.",
    "“It's not far. {Way}, to {goal},” says {name}. “That's what frightens me: how near.”",
    "{Name} jerks a thumb: {way}. There lies {goal}.",
];

pub(crate) const REWARD: &[&str] = &[
    "You put the {prize} down in front of {name}. Nobody speaks. Then {gold} gold pieces are counted out, slowly, twice, and {name} will not let go of your hand. “It is over,” says {name}. “You'll hear it told differently by spring. But I know.” Tonight there is [music|bread|a fire], and your name in other people's mouths.",
    "{Name} touches the {prize} with one finger, as if it might bite, and then laughs, and then does not. The {gold} gold pieces are yours. “I didn't think you'd come back,” says {name}. “I'm telling you that because you did.”",
];

pub(crate) const WHAT_IT_PAYS: &[&str] = &[
    "“{Gold} gold pieces,” says {name}, “and I've counted them so often that they shine.”",
    "{Name} counts it off on fingers, all of them and then some: {gold}. “In gold. On the day it's done, and not before.”",
    "“{Gold} in gold. [It's all there is|You may turn me upside down, there's no more],” says {name}.",
];

pub(crate) const WON_OVER: &[&str] = &[
    "You find the right words, and you can see them land: {name} leans in. “Since it's you.”",
    "It takes a while, and an honest face. Then {name} [thaws|nods]. “All right.”",
    "You let {name} talk {name}'s way round to it, and hardly have to push.",
];

pub(crate) const HALF_WON: &[&str] = &[
    "{Name} half believes you, and that will cost you a favour some day. Still, you hear this much.",
    "“I don't say yes,” says {name}. “I say that I didn't hear the question. But between us.”",
];

pub(crate) const UNMOVED: &[&str] = &[
    "{Name} lets you talk until you have finished, and then a little longer. “No.”",
    "Your words go by {name} like [weather|carts].",
    "“Very nicely put,” says {name}, and that is all you get for it.",
];

pub(crate) const AFRAID: &[&str] = &[
    "You say it softly, and close. {Name} swallows. What you want to hear you hear; what you see in that face you will go on seeing.",
    "{Name} backs into the wall and talks, fast. Others have turned to look, and will remember whom they looked at.",
];

pub(crate) const UNAFRAID: &[&str] = &[
    "{Name} has been threatened by better. “Are you finished? Good. Now get out of my light.”",
    "“Boo,” says {name}, quite calmly. It is you who looks away.",
];

pub(crate) const FOE_YIELDS: &[&str] = &[
    "You speak low and steady and leave the way open behind it. {Foe} looks at you, at your hands, at the dark; and goes.",
    "Something in your voice reaches {foe}. It backs off, [step by step|with a last hiss], and is gone.",
    "“Not today,” you say, “not for this.” Whether {foe} understands the words or only the tone, it lowers its head and [slinks|limps] away.",
];

pub(crate) const FOE_LAUGHS: &[&str] = &[
    "{Foe} has heard better, or cannot hear at all.",
    "Your words mean nothing to {foe}, [which comes on|and it lets you know].",
    "You might as well talk to [the rain|a landslide] as to {foe}.",
];

/// People as one remembers them.
pub(crate) const PORTRAITS: &[&str] = &[
    "{Name}, {trade} at {there}: {look}, and one wish, {wish}.",
    "{Name} of {there} is {trade} with {look}, with one wish, {wish}.",
    "Then there is {name}, {trade} whom you would find at {there}: {look}, and all the while one hope, {wish}.",
    "You see {name} before you as at {there}: {trade}, {look}, and one wish, {wish}.",
];

/// The same, of people who have kept to themselves what they want.
pub(crate) const PORTRAITS_BY_SIGHT: &[&str] = &[
    "{Name} is {trade} at {there}: {look}. More than that you were not told.",
    "{Name} of {there}, {trade}: you would know that one anywhere, by {look}.",
    "Then there is {name}, {trade} whom you would find at {there}. {Look}: that is what stays with one.",
];

/// The same, of people who have died.
pub(crate) const PORTRAITS_OF_THE_DEAD: &[&str] = &[
    "{Name}, {trade} of {there}, is dead. {Look}: that is what stays with one.",
    "{Name} is dead, once {trade} at {there}, and {look} when you saw them.",
    "You see {name} before you, {trade} at {there}: {look}. {Name} is dead.",
];

pub(crate) const FOE_KNEELS: &[&str] = &[
    "{Foe} lets its weapon fall and holds up both hands. It will fight no more.",
    "{Foe} goes down on one knee and stays there, breathing hard. “Enough,” or something like it: it yields.",
    "{Foe} throws down what it holds. It has had enough of you, and says so.",
];

pub(crate) const FOE_STANDS_DOWN: &[&str] = &[
    "You lower your point by an inch, and so does {foe}; then by another. In the end nobody is fighting.",
    "{Foe} hears you out. Slowly, and never taking its eyes off you, it lowers its guard.",
    "It is a long breath before {foe} nods. Nobody strikes again.",
];

pub(crate) const CANNOT_SPEAK: &[&str] = &[
    "{Foe} looks at you and makes a sound. There are no words in it.",
    "There is nobody behind those eyes to talk to.",
];

pub(crate) const PRISONER_WAITS: &[&str] =
    &["One of them is still here, hands where you can see them, and might be asked things."];

pub(crate) const ACCUSED: &[&str] = &[
    "“I?” {Name} goes red, then white, and takes a step back. “Say that in front of a judge. You have no proof, because there is none.”",
    "{Name} stares at you. “I've been called many things. Not that. What have you got, to say such a thing with?”",
    "It is very quiet. “You had better be right,” says {name}, “or very sorry.”",
];

/// What a look into somebody's face tells.
pub(crate) const READS_TRUE: &[&str] = &[
    "You watch {name} for as long as it takes. There is fear in it, and something held back; but what was said was true.",
    "{Name} does not blink too often, or too seldom. Whatever else may be wrong, you were not lied to.",
];
pub(crate) const READS_HIDDEN: &[&str] = &[
    "{Name} touches a sleeve, looks past your shoulder, begins one word and says another. Not a lie, you think; but not all of it. There is a wish under it, {wish}, and that is being kept from you.",
    "There it is, for half a breath: {name} is thinking of something else, {wish}, and talks so as not to.",
];
pub(crate) const READS_NOTHING: &[&str] = &[
    "You look {name} in the face until it becomes rude. It tells you nothing you did not know.",
    "{Name} could be lying, or have a bad tooth. You can't tell.",
];

/// Somebody is promised what only the one who asked for it can take as an answer.
pub(crate) const PROMISE_HEARD: &[&str] = &[
    "“People say that,” says {name}, and then, looking at you longer: “You might be one who does it.”",
    "{Name} does not thank you. You can see it being put away somewhere safe.",
    "“Don't promise. Just come back,” says {name}.",
];
