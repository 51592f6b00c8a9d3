//! What hands do.

pub(in crate::storyteller) const GUARDED: &[&str] =
    &["The {thing} is right there, and so is the one who keeps it. You will not get it by reaching."];

pub(in crate::storyteller) const TAKES: &[&str] = &[
    "You take the {thing}. [It sits well in the hand|Nobody objects|It leaves a clean shape in the dust].",
    "The {thing} goes into your pack, [next to better things|with a small clink|as if made for the gap].",
    "You pick up the {thing}; [whoever lost it is not here|finders do as finders do].",
    "A quick look about, and the {thing} is yours.",
];

pub(in crate::storyteller) const HAS_ALREADY: &[&str] =
    &["You have the {thing} already.", "The {thing} is in your pack, where you put it."];

pub(in crate::storyteller) const TOO_FAST: &[&str] = &[
    "You reach for the {thing}, and let it be; it belongs to [this place|somebody who may yet come back for it].",
    "The {thing} would only be in your way. You leave it where it is, [and it seems relieved|with one finger's touch].",
    "The {thing} is not going anywhere; it is [part of the place|heavier than you and your temper|fixed].",
    "You try. The {thing} stays, and [your back reminds you of its age|somebody would have noticed anyway].",
];

pub(in crate::storyteller) const NOTHING_TO_TAKE: &[&str] = &[
    "There is nothing here that would be worth the carrying.",
    "You look about for it, and there is nothing left lying here.",
];

pub(in crate::storyteller) const NOT_HERE: &[&str] = &[
    "You do not see that here. What one could take is {things}.",
    "That is nowhere to be found, though {things} could be had.",
];

pub(in crate::storyteller) const LOOTS: &[&str] = &[
    "You go through what {foe} carried: {n} silver pieces and [some string|a lucky stone, not lucky \
     enough|a button you know from somewhere]. You drag the rest out of the way.",
    "{N} pieces of silver, warm from the wrong pocket. What is left of {foe} you [roll into the \
     ditch|cover with what there is|leave to the crows].",
];

pub(in crate::storyteller) const DROPS: &[&str] = &[
    "You put the {thing} down and your shoulders [thank you|notice at once].",
    "The {thing} stays behind, [neatly|with a last look].",
];

pub(in crate::storyteller) const GIVES: &[&str] = &[
    "{Name} takes the {thing}, turns it about, and puts it away [like a promise|without a word, which \
     from some people is many].",
    "You hand {name} the {thing}. “[That is kindly done|I shan't forget it|For me?],” and you can see \
     that it is meant.",
];

pub(in crate::storyteller) const NOBODY_TO_GIVE: &[&str] =
    &["You hold out the {thing}, and there is nobody to take it."];

pub(in crate::storyteller) const HAS_NOT: &[&str] = &[
    "You feel through your pack for the {thing}: you have none. [Your fingers come out with fluff|Perhaps \
     you dreamed it].",
    "There is no {thing} among your things, [look as you may|not even at the very bottom].",
    "You reach for the {thing} and remember that you do not have one.",
];

pub(in crate::storyteller) const DRINKS_HEALING: &[&str] = &[
    "You pull the stopper and drink the {thing}. It tastes of [iron and honey|red clover], and the ache \
     goes out of you like a tide.",
    "The {thing} goes down [warm|thick], and somewhere inside you a door is shut against the dark.",
];

pub(in crate::storyteller) const EATS: &[&str] = &[
    "You eat the {thing}. The world is [kinder|a size larger] afterwards.",
    "The {thing} is gone in [four bites|no time], and you could look at another.",
];

pub(in crate::storyteller) const DRINKS: &[&str] = &[
    "You drink from the {thing}: [cold|flat|better than nothing], and it clears the head.",
    "A long pull at the {thing}. [Your throat is grateful|It could be worse, and has been].",
];

pub(in crate::storyteller) const NOT_FOOD: &[&str] = &[
    "You look at the {thing}, and it looks back. That is not for eating or drinking.",
    "Hunger has not come to that yet; you lower the {thing} again.",
];

pub(in crate::storyteller) const LIGHTS: &[&str] = &[
    "The {thing} catches, and the shadows [jump back|rearrange themselves|go and stand behind things].",
    "A spark, a breath, and the {thing} gives you a small room of light to carry about.",
];

pub(in crate::storyteller) const WONT_BURN: &[&str] =
    &["The {thing} will not burn, and is better off.", "You cannot get a flame to take on the {thing}."];

pub(in crate::storyteller) const READS: &[&str] = &[
    "There is little to read on the {thing}: [a maker's mark|a row of notches|half a name], and what your \
     own mind adds.",
    "You go over the {thing} for anything written and find [two initials in a heart|a price, scratched out].",
];

pub(in crate::storyteller) const USES: &[&str] = &[
    "You try the {thing} on this and that. [It does what it can|It was made for something else|No harm done].",
    "The {thing} does its modest work, and the place is [a little changed|none the wiser].",
];

pub(in crate::storyteller) const USES_TOKEN: &[&str] = &[
    "You hold up the {thing} and think it through once more.",
    "The {thing} turns in your fingers, still [saying its one thing|pointing].",
];

pub(in crate::storyteller) const TAKES_ALL: &[&str] = &[
    "You gather it all up: {things}. [Your pack complains|Waste not].",
    "{Things}: in they go, one after the other, and nobody says a word.",
];

pub(in crate::storyteller) const FOE_WANTS_NONE: &[&str] = &[
    "You hold out the {thing}. {Foe} looks at the hand, and what it would like is the hand.",
    "{Foe} has no use for the {thing}, or for manners.",
];

pub(in crate::storyteller) const NOT_MINE: &[&str] = &[
    "{Name} puts both hands behind the back. “Not me. You know who has been waiting for the {thing}.”",
    "“I'd not sleep with the {thing} under my roof,” says {name}. “Take it where it is wanted.”",
];

pub(in crate::storyteller) const SOUNDS: &[&str] = &[
    "You let the {thing} sound. It goes [further than you meant|out and comes back changed], and then it is very quiet.",
    "The {thing} gives one clear note, and [a dog answers|something in the distance stops to listen].",
    "You try the {thing}: [three notes of an old tune|one long call]. Heads turn, if there are heads to turn.",
];

pub(in crate::storyteller) const WEARS: &[&str] = &[
    "You settle the {thing} as it should sit, [buckle by buckle|and feel the better for it].",
    "The {thing} is where it belongs: on you, and not in the way.",
];

pub(in crate::storyteller) const DRAWS: &[&str] = &[
    "You take the {thing} in hand, and feel the [old balance|weight] come into your arm.",
    "The {thing} is out, and you with it in a rather different mood.",
    "You look over the {thing}: [edge good, grip dry|ready, as you are].",
];
