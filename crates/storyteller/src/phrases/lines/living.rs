//! Rest, trade, memory and everything else.

pub(crate) const NO_REST: &[&str] = &[
    "There is no rest to be had while that is looking at you.",
    "You cannot very well lie down in the middle of a fight.",
];

pub(crate) const RESTS_WHOLE: &[&str] = &[
    "You sit for an hour and let [the world go by|your feet cool]. You were not tired, and now you are even less so.",
    "An hour goes by, and all it costs is the hour.",
];

pub(crate) const RESTS: &[&str] = &[
    "You bind what needs binding and sit an hour with your back to something solid. It helps.",
    "An hour's peace: [water|bread|shut eyes], and the worst of the pain goes off to wait elsewhere.",
];

pub(crate) const RESTS_IN_VAIN: &[&str] = &[
    "You sit an hour with your back to something solid, but there is nothing left in you to mend with. These wounds want a night.",
    "An hour goes by. You have patched what an hour can patch already; the rest of it waits for a long sleep.",
];

pub(crate) const SLEPT_ALREADY: &[&str] = &[
    "You lie down, but you have had your night's sleep, and the next is not due yet. You doze, you turn over, you doze again, and get up no better than an hour's rest would have made you.",
    "Sleep won't be had twice in one day. You lie there with your eyes shut and listen to the hours; an hour's rest comes of it, and no more.",
];

pub(crate) const SLEEPS: &[&str] = &[
    "You make a bed of what there is and sleep [like a stone|like something put down]. When you open your eyes you are whole.",
    "You sleep the night through. In the morning even the bruises have gone yellow and polite.",
    "The night goes over you without leaving a mark. You wake with the first light, and for once nothing aches.",
    "You are gone before your head is down. Then it is morning, and you are all of one piece again.",
];

pub(crate) const WOKEN: &[&str] = &[
    "You sleep for an hour or four, and then you are awake and do not know why. Then you do: {a:foe}, [bending over you|between you and your boots|breathing].",
    "The night is half gone when [a twig|a pebble|your own snore] wakes you, and there, at the edge of what you can see, is {a:foe}.",
];

pub(crate) const DREAMS: &[&str] = &[
    "You dreamed of [a door with rain behind it|somebody counting under water|a table laid for one more than there were].",
    "All that is left of the dream is [a voice|a yellow light|the smell of snow].",
    "You dreamed that you were [late|carried|a door], and wake with your hand [on the latch of something|shut].",
    "Somebody in the dream told you the rest of it. You had it still when you opened your eyes.",
    "It was a long dream about [bread|a ferry|a brother you have not got], and it ended well.",
];

pub(crate) const WAITS: &[&str] = &[
    "You wait. [@out/in: The light moves a hand's breadth|@under: A drop falls, and one more|Nothing is in any hurry].",
    "Time goes by, [as it does|and takes nothing with it].",
    "You let the moment pass, and then the one after it.",
    "You stay as you are, [and so does the world|for as long as it takes to say a long prayer].",
];

pub(crate) const SMALL_SOUNDS: &[&str] = &[
    "@houses/in.people: Somewhere a [dog barks at nothing|door bangs|shutter complains|gate swings|cock crows at the wrong hour].",
    "@out: A [breath of wind goes|cloud goes|bird crosses] over {place} and [is gone|leaves it as it was|takes the warmth along].",
    "@out.day/out.morning/in.day: The light [thins|shifts|settles] on {place}, and [@out: a leaf|some dust|a thread of web] [turns in it|comes down].",
    "You notice a smell of [@out: rain|@out: turned earth|smoke|cold iron], and cannot say how long it has been there.",
    "@people: Two heads come together over something, and part again when you look.",
    "@people: Somebody near you is humming, and stops on the note before the last.",
    "@people: A spoon goes round in a cup, and round, and nobody drinks.",
    "@houses/in.people: A child is told to come away from there, wherever there is.",
    "@out: A seed on its bit of fluff goes by at the height of your eyes, on business.",
    "@out: Far away somebody is calling an animal in, by the same two notes.",
    "@out.morning: A spider has hung a thread across your way since you last moved.",
    "@out.evening: Gnats stand in a column over nothing at all.",
    "@in: The door stirs on its hinges and thinks better of it.",
    "@in.night: A coal drops, and the shadows change places.",
    "@under: A pebble that nobody has touched rolls a hand's breadth, and stops.",
    "@alone: It is so quiet that you hear your own clothes.",
    "You find that you have been [counting|holding your breath|standing on one leg], and leave off.",
    "A [beetle|mouse|spider] goes about its business [by your foot|not far off], with a purpose you rather envy.",
    "@under: Far off a drop falls, and another answers it.",
    "@under: Something small goes away along the wall, without hurrying.",
    "@under: The stone ticks, as stone does, and you wish that it would not.",
    "@water: A fish rises, leaves its ring, and is gone.",
    "@water: The water says a word under its breath, and says it again.",
    "@in: A board settles somewhere overhead.",
    "@in: A draught goes round the room, as if looking for somebody.",
    "@in.people: Somebody laughs, thinks better of it, and coughs.",
    "@out.night: An owl says its one thing, twice.",
    "@out.day: Two crows pass over, talking shop.",
    "@out.alone: Grass bends, a long way off, and the bending comes nearer, and it is only wind.",
];

pub(crate) const WARES: &[&str] =
    &["{Name} lays it out for you: {wares}.", "“What I have is {wares},” says {name}, “and no, not on credit.”"];

pub(crate) const NO_MERCHANT: &[&str] = &[
    "There is nobody here who buys or sells.",
    "You would trade, but with whom?",
    "Nobody here has anything to sell, or a purse to buy with.",
    "You look for a counter, a cart, a tray. There is nothing of the sort.",
    "Money is no use here; there is no one to take it.",
    "Your coins would be safe in this place. Nobody wants them.",
];

pub(crate) const NOT_FOR_SALE: &[&str] =
    &["{Name} has nothing of the kind.", "“Not here, and not this year,” says {name}."];

pub(crate) const NOT_SOLD: &[&str] = &[
    "The {thing} you don't get: {name} sells none.",
    "“No {thing},” says {name}. “Not this week.”",
    "{Name} goes through the shelves for a {thing}, and comes back without.",
];

pub(crate) const NOT_SOLD_HERE: &[&str] = &[
    "“A {thing}? Nobody sells that here,” says {name}. “Try {there}.”",
    "“You won't get a {thing} here,” says {name}. “{There} is where people buy and sell.”",
];

pub(crate) const BUYS: &[&str] = &[
    "{Name} takes {price} and gives you the {thing} with [a nod|both hands].",
    "You count out {price}. “[Use {them:thing} well|Mind how you carry {them:thing}|No returns],” says {name}, and the {thing} {is:thing} yours.",
];

pub(crate) const BOUGHT_OF_A_TRADE: &[&str] = &[
    "“Five copper,” says {name}, and you are holding {a:thing}.",
    "{Name} takes your five copper without counting and hands you {a:thing}, [still warm|the best of the lot].",
];

pub(crate) const TOO_DEAR: &[&str] = &[
    "“{Price} for the {thing},” says {name}, watching you count, and count again. It is not enough.",
    "The {thing} cost{s:thing} {price}. Your purse says no before you can.",
];

pub(crate) const WONT_BUY: &[&str] =
    &["{Name} looks at the {thing} and pushes it back to you. “That isn't yours to sell, or mine to buy.”"];

pub(crate) const SELLS: &[&str] = &[
    "{Name} weighs the {thing} in one hand, you in the other, and pays {price}.",
    "“{Price},” says {name} of the {thing}, in the voice of a last word, and so it is.",
];

pub(crate) const PAYS: &[&str] = &[
    "You count {price} into {name}'s hand. [It closes|Somewhere a debt is forgotten].",
    "{Name} makes your {price} disappear. “[Well, then|That buys a good deal of politeness].”",
];

pub(crate) const CANNOT_PAY: &[&str] = &[
    "You turn out your purse for {name}, and {price} is not in it.",
    "{Name} waits for {price} that you do not have.",
];

pub(crate) const NOBODY: &[&str] = &[
    "You speak, and {place} [has no answer|keeps its own counsel]. Nobody is here.",
    "There is nobody to hear it but [the stones|@out: a crow|yourself].",
    "Your voice goes out and comes back alone.",
    "You speak to {place}, and are not contradicted.",
    "You wait for an answer as long as is polite. No one is here to give it.",
    "It is said, and it was a good sentence, and nobody has heard it.",
    "You look about for whom you might be talking to. It is still only you.",
    "There are no ears here but your own.",
];

pub(crate) const NOBODY_SUCH: &[&str] = &[
    "There is nobody of that sort here, only {names}.",
    "You look for such a one and find only {names}.",
    "Nobody here answers to that. {Names} might, to something else.",
];

pub(crate) const ELSEWHERE: &[&str] = &[
    "{Name} is not here; last you knew, {there} was the place to ask.",
    "You would need to find {name} for that, and {name} is at {there}.",
];

pub(crate) const GONE: &[&str] = &[
    "{Name} is gone, and left no word of where to.",
    "You would need {name} for that. {Name} went away one day, and nobody here knows the road.",
];

pub(crate) const NO_MEMORIES: &[&str] = &[
    "You think back, and nothing stands out yet that the years would keep.",
    "Your memory is a fresh page; the story has only begun.",
];

/// What was so once, and isn't any more.
pub(crate) const NO_LONGER_SO: &[&str] = &[
    "This was so once, and is so no more: {past}.",
    "What no longer holds is this: {past}.",
    "And what you would have said before, which is otherwise now: {past}.",
];

pub(crate) const REMEMBERS: &[&str] = &[
    "You [sit still|stand] a moment, and it comes back to you: {past}.",
    "What you remember is this: {past}.",
    "It is all there when you look for it: {past}.",
    "You count it off on your fingers: {past}.",
    "In order, as well as you can put it: {past}.",
    "You go back over it, [step by step|as one goes over a debt]: {past}.",
];

pub(crate) const PACK: &[&str] = &[
    "You carry {pack}; in the purse there is {coins}.",
    "You spread it out before you: {pack}. And for money, {coins}.",
    "What you have to your name is {pack}, besides {coins}.",
];

pub(crate) const COULD: &[&str] = &[
    "You could {offers}.",
    "[There is enough to be done|The day is not over|Things wait to be done]: you might {offers}.",
    "Off the top of your head, you could {offers}.",
    "There are things one might do: you could {offers}.",
    "You run through it in your mind. You could {offers}.",
    "Nobody is going to tell you what comes next; still, you could {offers}.",
    "Any of this would be a beginning: you can {offers}.",
    "As you see it, you can {offers}.",
    "It comes down to this: {offers}.",
    "What lies nearest: you could {offers}.",
    "There is nothing to stop you, should you want to {offers}.",
];

/// What stands before a list of things that could be done.
pub(crate) const COULD_STEMS: [&str; 6] =
    ["You could ", "you could ", "you might ", "you can ", "It comes down to this: ", "should you want to "];

pub(crate) const WHICH_ONE: &[&str] = &[
    "“Yes” is a beginning. But which: {offers}?",
    "Gladly, but you cannot do it all at once. Which first: {offers}?",
    "You nod, and stay where you are, having nodded to more than one thing: {offers}.",
    "One of them, then. You weigh them once more: {offers}.",
];

pub(crate) const BOASTS: &[&str] = &[
    "You say it with such conviction that you look down to see whether it is true. It is not.",
    "A fine thought, and for as long as it lasts you are [rich|mighty|a legend]. Then {place} is {place} again.",
    "You shut your eyes and see it quite clearly: [the shine, the weight|the songs]. You open them, and your hands are as empty as before.",
    "The world hears you out, politely, and stays as it is.",
];

pub(crate) const TO_THE_SKY: &[&str] = &[
    "@out: You address somebody above the clouds, at length, in words of no country. The clouds [go on|have heard worse].",
    "“[Who are you talking to|Are you well]?” somebody might ask, if anybody were listening. Whatever you were calling on does not answer to that name here.",
    "Strange words come over your lips, about powers and instructions. [@out: A crow looks at you with one eye|@in: A mouse stops, and goes on|Nothing is moved by them], and the story goes its way.",
    "You say it to the [@in: rafters|@out: empty air|dark], in a voice not quite your own. Nobody up there takes orders.",
];

pub(crate) const PUZZLED: &[&str] = &[
    "You are not sure yourself how you would go about that.",
    "You think about it, and cannot see how it is to be done here.",
    "Nothing comes of that, here and now.",
    "You let it be. There are other things to do.",
    "That leads nowhere, as far as you can see.",
];

pub(crate) const NOT_IN_HAND: &[&str] = &[
    "Only then you notice: it is not as you thought. What you reached for was never in your hand.",
    "You look again, and have to take that back; the thing is not yours to spend.",
];

pub(crate) const NOT_QUITE: &[&str] = &[
    "On a second look it was not quite like that, but near enough.",
    "A moment later the world has set itself right again.",
];

pub(crate) const SLEEPS_BY_DAY: &[&str] = &[
    "You lie down and sleep as the dead are said to. When you open your eyes the hour is a strange one, and you are whole.",
    "Sleep takes you by the collar. You come up out of it much later, mended, and with the print of your own sleeve on your face.",
    "You sleep, turn over, and sleep again, until there is no more sleep to be had and nothing hurts.",
];

pub(crate) const WAITS_LONG: &[&str] = &[
    "You make yourself as comfortable as may be and let the hours go by, one after the other, until it is time.",
    "Waiting is a craft, and you have learned it. You sit, you doze, you count what there is to count, and at last it is so far.",
    "The hours take their time. You mend a strap, you eat a crumb, you think about nothing, and then you have waited long enough.",
];

pub(crate) const BROKEN_SLEEP: &[&str] = &[
    "It is no quiet night. Something goes round you in the dark until it is nearly light, and you sleep an hour of it at most. You get up sore.",
    "Every time you drop off, a twig breaks. Nothing comes; but by morning you have had an hour's sleep, and that does not mend much.",
    "You lie awake with a hand on your weapon, listening to steps that come no nearer. At dawn you are a little better, and not rested.",
];

pub(crate) const NOT_UNDERSTOOD: &[&str] = &[
    "“{Words}”: of that you can make nothing to do, and so you have done nothing.",
    "You turn it over, “{words}”, and find no handle to it. Nothing is done yet.",
    "“{Words}”? It is clear enough until you try to begin. You have not begun.",
];

/// The thread is done with, and somebody asks about it.
pub(crate) const IT_IS_OVER: &[&str] = &[
    "That is over, and you were there when it ended.",
    "It is behind you, all of it.",
    "You know how that came out, better than anybody.",
];

pub(crate) const KEPT_FOR_A_FIGHT: &[&str] = &[
    "You feel for it, your {feature}, and it is there. It is for when somebody stands against you; nobody does, and it stays unspent.",
    "Your {feature} is your own, and keeps. In a fight you would only have to name it.",
];
