//! What may go wrong.

pub(crate) const CLOSES: &[&str] = &[
    "You shut {thing}. [It is quieter|What was outside stays there].",
    "You close {thing}, and [something clicks|the draught dies].",
];

pub(crate) const OPENS: &[&str] =
    &["{Thing} gives with a [click|sigh|small dry cough].", "A little patience, and {thing} opens to you."];

pub(crate) const OPENS_BARELY: &[&str] =
    &["{Thing} opens and takes [the skin off your knuckles|a fingernail] for its trouble."];

pub(crate) const OPEN_FAILS: &[&str] = &[
    "{Thing} stays [shut|as it was]; you have only taught it your fingers.",
    "You work at {thing} until your patience goes before it does.",
];

pub(crate) const FORCES: &[&str] = &[
    "You put your shoulder to {thing}, and it gives with a [crack|groan] that carries.",
    "One heave, and {thing} is [not what it was|out of your way].",
];

pub(crate) const FORCES_BARELY: &[&str] = &["{Thing} gives at last, and so does something in your shoulder."];

pub(crate) const FORCE_FAILS: &[&str] = &[
    "You throw yourself at {thing}. It [has stood worse|does not so much as shake].",
    "{Thing} holds, and the noise of it goes off to tell others.",
];

pub(crate) const CLIMBS: &[&str] = &[
    "Up and over {thing}, hand and toe; from the top you see [@out: how the land lies|further than you had hoped].",
    "You climb {thing} as if you had been [born to it|chased up it].",
];

pub(crate) const CLIMBS_BARELY: &[&str] =
    &["You get up {thing}, though your [palms|shins] will talk about it for days."];

pub(crate) const CLIMB_FAILS: &[&str] = &[
    "You slide back from {thing} [three times|with both hands full of moss], and then look for another way.",
    "{Thing} lets you get as far as hope, and drops you.",
];

pub(crate) const FINDS: &[&str] = &[
    "And there, [behind a loose stone|tucked where nobody would look|wrapped in a rag], is something: {a:thing}, which you keep.",
    "Your fingers close on something hidden: {a:thing}. It goes into the pack.",
];

pub(crate) const NO_TIME: &[&str] =
    &["You cannot search while something is trying to kill you.", "This is no moment for going through corners."];

pub(crate) const SEARCH_FAILS: &[&str] = &[
    "You search, and find [dust|a spider's opinion of you|what anyone would]. If there is more, it keeps its head down.",
    "You turn over [what can be turned over|every second stone], and nothing comes of it but [dirty hands|time].",
];

pub(crate) const SEARCH_SLOW: &[&str] = &[
    "It takes far longer than you would like, and the light has moved when you are done.",
    "You nearly miss it, and have to go over everything [twice|on your knees].",
];

pub(crate) const SEARCHED_OUT: &[&str] = &[
    "You go through the place thoroughly and can say this: there is nothing more hidden here.",
    "Every corner has been looked into; you would stake money on it.",
];

pub(crate) const PROOF: &[&str] = &[
    "Under [a board|a heap of rags|a stone that does not belong] you find what you came for: {a:thing}.",
    "Wedged in a crack, where one would not look twice, you find {a:thing}. You hold it up.",
    "It does not take you long: behind [a loose board|an old coat|the third stone from the left] there is {a:thing}.",
];

/// The proof, where the search went wrong and somebody has heard it.
pub(crate) const PROOF_AT_A_PRICE: &[&str] = &[
    "You find nothing, lose patience, and pull a whole shelf over. In the wreck of it lies {a:thing}. Half the country has heard you.",
    "It goes badly: you turn over everything twice and bring half of it down on yourself. Under it is {a:thing}, and the crash of it is still going round.",
    "You have all but given up when something falls on you, and goes on falling, loudly. The last thing to come down is {a:thing}.",
];

pub(crate) const SEARCH_ELSEWHERE: &[&str] = &[
    "What you are after may not be here at all. There is still {there}, {way}.",
    "Some of the tracks here lead {way}, to {there}.",
    "Others have been through this place before you, and went on {way}, to {there}.",
];

pub(crate) const PROOF_LEADS: &[&str] = &[
    "There is no doubt left. From here the trail goes {way}, to {mouth}.",
    "It all points one way, {way}, and what lies there is {mouth}.",
];

pub(crate) const NOISE: &[&str] = &[
    "But you have made too much noise. {A:foe} has come to see who is going through the place.",
    "And then a stone rattles behind you: {a:foe}, drawn by the racket.",
];

pub(crate) const HEARS_NOTHING: &[&str] = &[
    "You listen, and hear [your own blood|@out: the wind at its usual work], and nothing you could use.",
    "You hold your breath. So, it seems, does {place}.",
];

pub(crate) const HEARS: &[&str] = &[
    "You close your eyes and let the sounds come: [@out: wind, a cart, somebody's cough|@in: a stair, a cough, the wind in the chimney|@under: a drip, a scrape, your own heart|one near, one far, and your own heart], each in its place.",
    "You stand quite still. After a while the small noises come out of hiding.",
];

pub(crate) const IT_COMES_FROM: &[&str] =
    &["Whatever it is, it comes from the {way}.", "If you had to swear to it, you would say: {way} of here."];

pub(crate) const HIDES: &[&str] = &[
    "You [fold yourself into a shadow|put a wall at your back], and after a few breaths it is as though you had never been there.",
    "You move the way dust moves, and nobody turns a head.",
];

pub(crate) const HIDES_FROM_FOE: &[&str] = &[
    "{Foe} loses you between one blink and the next, and casts about, [snarling|sniffing|turning]. You could strike from here, or be gone.",
    "You are out of sight before {foe} has understood it.",
];

pub(crate) const HALF_HIDDEN: &[&str] = &[
    "You are not quite hidden; {foe} knows that somebody is here and not yet where.",
    "You get most of yourself out of sight, and hold the rest very still.",
];

pub(crate) const SEEN: &[&str] = &[
    "A [@out: twig|buckle], a loose stone, your own luck: you are seen.",
    "@in/under: You step just where the floor has been waiting for [sixty years|you] to creak.",
];

pub(crate) const STEALS_PRIZE: &[&str] = &[
    "Your hand goes in and comes out, and the {thing} comes with it. {Foe} has not turned yet. [Run|Now for the way out].",
];

pub(crate) const PRIZE_SLIPS: &[&str] = &[
    "Your fingers are on the {thing} when {foe} looks down at them.",
    "The {thing} shifts, [rings|scrapes|rolls], and the whole room knows.",
];

pub(crate) const STEALS: &[&str] = &[
    "A bump, a pardon-me, and a few of {name}'s coins are yours. [They feel warm|Nobody saw but you].",
    "{Name} is looking the other way, and a purse grows lighter: [a gold piece and some silver|more than you thought].",
];

pub(crate) const NEARLY_CAUGHT: &[&str] =
    &["{Name} turns just as your hand moves, and you make it into a [yawn|friendly pat]. You come away with nothing."];

pub(crate) const CAUGHT: &[&str] = &[
    "{Name}'s hand comes down on your wrist. “[No|Put it back],” quite softly, and everyone has heard it.",
    "You are caught with your fingers in it. {Name} says nothing, which will be [all over the place by noon|worse than shouting].",
];

pub(crate) const NOTHING_LEFT: &[&str] = &[
    "{Name} has kept both hands on that purse since. There is nothing to be got there today.",
    "What {name} had loose you have already. The rest is sewn in.",
];

/// Nothing of what was looked for.
pub(crate) const NO_SIGNS: &[&str] = &[
    "You go over the ground on your knees. Whatever there was, [other feet have been since|the weather has had it|it was not left for you].",
    "You look for what somebody may have left behind, and find what everybody leaves: dust, and your own prints.",
    "If there is a sign here, it is not one that you can read.",
];

/// A search for signs comes to something.
pub(crate) const STOPS_AT: &[&str] = &[
    "You go from one thing to the next, and stop at the {thing}.",
    "Nothing on the ground that speaks to you; but there is the {thing}.",
    "Your eye goes past the {thing}, and comes back to {them:thing}.",
    "What holds you is the {thing}.",
];

pub(crate) const HANDLE_WHAT: &[&str] = &[
    "To {verb} what? Within reach: {things}.",
    "You would have to say what you want to {verb}. What there is: {things}.",
];

pub(crate) const PRIZE_ELSEWHERE: &[&str] = &[
    "There is no {prize} here to lay a hand on. {There} is where you would find it.",
    "You can think of the {prize}, but it is not here. It is to be found at {there}.",
];

/// The way in is opened as somebody said that it would be.
pub(crate) const WAY_OPENS: &[&str] = &[
    "You do it as you were told, with the {thing}, to the letter, and wait. For a breath there is nothing. Then what was shut is not, and never looked as if it had been.",
    "The {thing} grows warm in your hand. You do the rest as it was told you, feeling foolish, and the way in lets go all at once, like somebody who has held their breath.",
];

pub(crate) const WAY_STAYS_SHUT: &[&str] = &[
    "You hold the {thing} to what shuts the way. Something in there stirs, and waits for more, and gives it up. You do not know enough yet.",
    "The {thing} belongs here; that much you can feel. But how, you have not been told.",
];

pub(crate) const HIDES_FROM_NOBODY: &[&str] = &[
    "There is nobody here to hide from. You stand behind something for a while, and it stands in front of you.",
    "You keep still and out of sight, and nobody is there to be deceived by it.",
];

pub(crate) const COMES_UNSEEN: &[&str] = &[
    "You go as a draught goes: along the wall, and under every sound that is not yours.",
    "Heel, toe, and nothing that clinks. Nobody will have heard you come.",
];

pub(crate) const COMES_HEARD: &[&str] = &[
    "You go softly, and something under your foot does not.",
    "You take care where you tread, until you have to look at something else.",
];
