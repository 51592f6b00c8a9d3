//! What hands do.

pub(crate) const GUARDED: &[&str] =
    &["The {thing} is right there, and so is the one who keeps it. You will not get it by reaching."];

pub(crate) const TAKES: &[&str] = &[
    "You take the {thing}. [{It:thing} sit{s:thing} well in the hand|Nobody objects|@in/under: {It:thing} leave{s:thing} a clean shape in the dust].",
    "The {thing} go{es:thing} into your pack, [next to better things|with a small clink|as if made for the gap].",
    "You pick up the {thing}; [whoever lost it is not here|finders do as finders do].",
    "A quick look about, and the {thing} {is:thing} yours.",
];

pub(crate) const HAS_ALREADY: &[&str] =
    &["You have the {thing} already.", "The {thing} {is:thing} in your pack, where you put {them:thing}."];

pub(crate) const TOO_FAST: &[&str] = &[
    "You reach for the {thing}, and let {them:thing} be; {it:thing} belong{s:thing} to [this place|somebody who may yet come back for it].",
    "The {thing} would only be in your way. You leave {them:thing} there, [and {it:thing} seem{s:thing} relieved|after one touch of a finger].",
    "The {thing} {is:thing} not going anywhere; {it:thing} {is:thing} [part of the place|heavier than you and your temper|fixed].",
    "You try. The {thing} stay{s:thing}, and [your back reminds you of its age|somebody would have noticed anyway].",
];

pub(crate) const NOTHING_TO_TAKE: &[&str] = &[
    "There is nothing here that would be worth the carrying.",
    "You look about for it, and there is nothing left lying here.",
];

pub(crate) const NOT_HERE: &[&str] = &[
    "You do not see that here. What one could take is {things}.",
    "That is nowhere to be found, though {things} could be had.",
];

pub(crate) const NONE_TO_TAKE: &[&str] = &[
    "You see no {thing} here to take. What there is: {things}.",
    "There is no {thing} here that you could carry off, only {things}.",
    "No {thing} far and wide. {Things} you could have.",
    "Your hand finds no {thing}. Within its reach: {things}.",
];

pub(crate) const NOR_THAT: &[&str] =
    &["Nor is there any {thing}.", "And no {thing} either.", "Of {a:thing} there is as little."];

pub(crate) const LOOTS: &[&str] = &[
    "You go through what is left of {foe}: [lint|a knotted rag|crumbs], and nothing you have not taken already.",
    "There is no more to be had from {foe}. What is left you [@out: roll into the ditch|cover with what there is|@out: leave to the crows|push against the wall].",
    "You turn out every pocket of {foe}, down to the seams. [Empty|Nothing|Dust], the last one too.",
];

pub(crate) const DROPS: &[&str] = &[
    "You put the {thing} down and your shoulders [thank you|notice at once].",
    "The {thing} stay{s:thing} behind, [neatly|with a last look].",
];

pub(crate) const GIVES: &[&str] = &[
    "{Name} takes the {thing}, turns {them:thing} about, and puts {them:thing} away [like a promise|without a word, which from some people is many].",
    "You hand {name} the {thing}. “[That is kindly done|I shan't forget it|For me?],” and you can see that it is meant.",
];

pub(crate) const NOBODY_TO_GIVE: &[&str] = &["You hold out the {thing}, and there is nobody to take it."];

pub(crate) const HAS_NOT: &[&str] = &[
    "You feel through your pack for “{thing}”: nothing there goes by that name. [Your fingers come out with fluff|You count your things again, and it is none of them].",
    "You own nothing that you would call “{thing}”, [look as you may|not even at the very bottom of the pack].",
    "You reach for it, and remember that you have none: “{thing}” is not among your things.",
    "Twice through every pocket, and no “{thing}”.",
];

pub(crate) const DRINKS_HEALING: &[&str] = &[
    "You pull the stopper and drink the {thing}. It tastes of [iron and honey|red clover], and the ache goes out of you like a tide.",
    "The {thing} goes down [warm|thick], and somewhere inside you a door is shut against the dark.",
];

pub(crate) const EATS: &[&str] = &[
    "You eat the {thing}. The world is [kinder|a size larger] afterwards.",
    "The {thing} {is:thing} gone in [four bites|no time], and you could do with more.",
];

pub(crate) const DRINKS: &[&str] = &[
    "You drink from the {thing}: [cold|flat|better than nothing], and it clears the head.",
    "A long pull at the {thing}. [Your throat is grateful|It could be worse, and has been].",
];

pub(crate) const NOT_FOOD: &[&str] = &[
    "You look at the {thing}, and {it:thing} look{s:thing} back. That is no food, and no drink either.",
    "Hunger has not come to that yet; you lower the {thing} again.",
];

pub(crate) const LIGHTS: &[&str] = &[
    "The {thing} catch{es:thing}, and the shadows [jump back|rearrange themselves|go and stand behind things].",
    "A spark, a breath, and the {thing} give{s:thing} you a small room of light to carry about.",
];

pub(crate) const WONT_BURN: &[&str] =
    &["The {thing} will not burn, and {is:thing} better off.", "You cannot get a flame to take on the {thing}."];

pub(crate) const READS: &[&str] = &[
    "There is little to read on the {thing}: [a maker's mark|a row of notches|half a name], and what your own mind adds.",
    "You go over the {thing} for anything written and find [two initials in a heart|a price, scratched out].",
];

pub(crate) const USES: &[&str] = &[
    "You try the {thing} on this and that. [{It:thing} {does:thing} what {it:thing} can|{It:thing} {was:thing} made for something else|No harm done].",
    "The {thing} {does:thing} {its:thing} modest work, and the place is [a little changed|none the wiser].",
];

pub(crate) const USES_TOKEN: &[&str] = &[
    "You hold up the {thing} and think it through once more.",
    "The {thing} turn{s:thing} in your fingers, still [with one thing to say|pointing].",
];

pub(crate) const TAKES_ALL: &[&str] = &[
    "You gather it all up: {things}. [Your pack complains|Waste not].",
    "{Things}: in they go, one after the other, and nobody says a word.",
];

pub(crate) const FOE_WANTS_NONE: &[&str] = &[
    "You hold out the {thing}. {Foe} looks at the hand, and what it would like is the hand.",
    "{Foe} has no use for the {thing}, or for manners.",
];

pub(crate) const NOT_MINE: &[&str] = &[
    "{Name} puts both hands behind the back. “Not me. You know who has been waiting for the {thing}.”",
    "“I'd not sleep with the {thing} under my roof,” says {name}. “Take {them:thing} where {it:thing} {is:thing} wanted.”",
];

pub(crate) const SOUNDS: &[&str] = &[
    "You let the {thing} sound. It goes [further than you meant|out and comes back changed], and then it is very quiet.",
    "The {thing} gives one clear note, and [a dog answers|something in the distance stops to listen].",
    "You try the {thing}: [three notes of an old tune|one long call]. Heads turn, if there are heads to turn.",
];

pub(crate) const WEARS: &[&str] = &[
    "You settle the {thing} as {it:thing} should sit, [buckle by buckle|and feel the better for it].",
    "The {thing} {is:thing} where {it:thing} belong{s:thing}: on you, and not in the way.",
];

pub(crate) const DRAWS: &[&str] = &[
    "You take the {thing} in hand, and feel the [old balance|weight] come into your arm.",
    "The {thing} {is:thing} out, and you are in a rather different mood.",
    "You look over the {thing}: [edge good, grip dry|ready, as you are].",
];

pub(crate) const LOOTS_MORE: &[&str] = &[
    "Wrapped in a bit of cloth, where nobody would look twice, {foe} carried {a:thing}. You take it.",
    "In a pocket of {foe} you had not thought of you find {a:thing}. It goes into your pack.",
    "What {foe} had kept closest was {a:thing}. Now you have it.",
];

pub(crate) const LIT_ALREADY: &[&str] = &[
    "You have a light burning still, and a good deal of it left.",
    "Two flames show no more than one. You keep the {thing} for later.",
    "The one you lit is not half burned down.",
];

pub(crate) const BURNS_DOWN: &[&str] = &[
    "It will burn for an hour or so, and then it will be ash.",
    "It spits, and settles to its work; there is no putting it back.",
    "That is one less to carry.",
];

pub(crate) const PART_STAYS: &[&str] = &[
    "You put out a hand for it, and take it back. Where it is there is a story to it; in your pack it would only be rubbish.",
    "You saw what there was to see of that, and leave it all as you found it.",
    "You could pocket it, and somebody would miss it. You let it be.",
    "It stays where it is. Not everything that catches the eye is for carrying off.",
];

pub(crate) const PUTS_WITH: &[&str] = &[
    "You see to the {thing} and the {other}: the one goes where it belongs with the other, and you have both at hand.",
    "The {thing} and the {other} were made for each other, or you make it so. It takes a moment and steady fingers.",
];

/// What is given away, sold or left behind is asked for by its name.
pub(crate) const WHICH_TO_PART_WITH: &[&str] = &[
    "Which of your things do you mean? You would rather be sure before you let go of one. Say its name.",
    "Your hand goes to your pack and stops. Which thing? Name it, and it is done.",
];

pub(crate) const MEANS_TO_PART_WITH: &[&str] = &[
    "You stop with your hand on the {thing}. Is it the {thing} that you mean? Say so by its name, and it is done.",
    "Do you mean your {thing}? You would not want to part with that by mistake. Name it, and you will.",
];

pub(crate) const MEANS_TO_PAY: &[&str] = &[
    "Your hand goes to your purse and stops. How much is it to be? Name the sum, and it is paid.",
    "You count your coins, and wait for a number. Say how many, and of which.",
];

pub(crate) const MEANS_TO_BUY: &[&str] = &[
    "Do you mean to buy the {thing}? Say so, and the money changes hands.",
    "You look at the {thing} and at your purse. If you want to buy it, say so.",
];

pub(crate) const MEANS_TO_AGREE: &[&str] = &[
    "Is that a yes to what {name} asks? A plain “yes, I will do it” would bind you; this does not.",
    "Nobody could hold you to that. If you mean to do what {name} asks for, say “yes, I will do it”.",
];

pub(crate) const MEANS_TO_STRIKE: &[&str] = &[
    "Do you mean to raise your hand against {name}? Say “attack {name}”, and it is done.",
    "That could be taken for a blow at {name}. If it is to be one, say “attack {name}”.",
];

pub(crate) const MEANS_TO_GO: &[&str] = &[
    "You stop before you have begun: from there you would not come back as you went. If you mean to go on, say where you go.",
    "Do you mean to go there? Say “go” and where, and you are on your way.",
];
