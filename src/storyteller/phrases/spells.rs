//! Lines for spells.

pub(in crate::storyteller) const CASTS: &[&str] = &[
    "You speak {spell}, and the air [tightens|hums|tastes of tin].",
    "The words of {spell} leave you [like sparks|in one breath].",
    "Your fingers find the shape of {spell} before you have finished thinking it.",
    "{Spell}: [a word, a turn of the wrist|half a breath and a bent finger], and it is on its way.",
];

pub(in crate::storyteller) const SPELL_KILLS: &[&str] = &[
    "The {spell} goes through {foe} like [a bell through fog|a hot wire], and what falls down has nobody in it.",
    "{Foe} takes the {spell} full in the chest, looks at it, and [folds|is gone].",
    "When you can see again after the {spell}, {foe} lies quite still.",
];

pub(in crate::storyteller) const BURSTS: &[&str] = &[
    "{Spell} [breaks over|washes over|closes on] {foe}, which has nowhere to go.",
    "{Foe} is in the middle of it when {spell} [opens|comes down], and [howls|reels].",
    "You let go of {spell}, and {foe} catches the whole of it.",
];

pub(in crate::storyteller) const HALF_WITHSTOOD: &[&str] = &[
    "{Foe} throws itself aside; {spell} gets only [the half of it|the slower half].",
    "{Spell} breaks over {foe}, and {foe} comes out on the other side, singed and furious.",
];

pub(in crate::storyteller) const WITHSTOOD: &[&str] = &[
    "{Foe} shakes {spell} off like [water|a bad smell].",
    "You see {spell} reach {foe}, and [slide off|find no hold].",
    "For a heartbeat {spell} has {foe}; then {foe} sets its teeth, and has itself again.",
];

pub(in crate::storyteller) const STILLED: &[&str] = &[
    "You say {spell} softly. {Foe} sways, sits, and is gone from the world; whatever it meant to do, it will not be doing it for hours.",
    "{Spell} goes over {foe} like a hand over a face. It drops where it stands, breathing, and harms nobody.",
];

pub(in crate::storyteller) const NOTHING_TO_HURT: &[&str] = &[
    "You have {spell} on your tongue, and nothing here has earned it. You swallow it again.",
    "There is nobody to throw {spell} at, unless you count [@in: the furniture|@out: the weather|the dust].",
    "You gather {spell} in one hand, look about for an enemy, and let it [go out|sink back].",
];

pub(in crate::storyteller) const NOTHING_TO_HEAL: &[&str] = &[
    "You speak {spell}, and it runs through you, finds nothing to mend, and goes out at your heels like a bath draining.",
    "{Spell} looks you over, so to speak, and has no complaints.",
];

pub(in crate::storyteller) const MAKES_LIGHT: &[&str] = &[
    "You speak {spell}, and the shadows stand back. Everything has [edges|one more colour] now.",
    "{Spell} wakes in your palm, steady and without heat, and {place} shows you [what it had been keeping to itself|its corners].",
];

pub(in crate::storyteller) const GUARDS: &[&str] = &[
    "{Spell} settles on your shoulders like [a second coat|a hand]. You stand straighter.",
    "You draw {spell} around you; the air has a grain to it now, and the grain runs your way.",
];

pub(in crate::storyteller) const SEES: &[&str] = &[
    "You open yourself to {spell}. There is something here, old and faint, like [a smell of candles|the warmth of a chair]; it has nothing against you.",
    "With {spell} the world has one sense more. It tells you that [somebody was afraid here, not long ago|what matters is not in this spot, and not far].",
];

pub(in crate::storyteller) const TRICKS: &[&str] = &[
    "You cast {spell}. It takes, with [a prickle behind the eyes|a smell of struck flint], and for a while the world is a little more on your side.",
    "{Spell} unfolds from your hands and settles over things [like fine dust|gently], doing what it does.",
    "A murmur, and {spell} plays about {place}: [a door that was shut is not|a shadow bows to you|small lights come and go]. Whoever sees it will talk of it.",
];

pub(in crate::storyteller) const NOT_FROM_HERE: &[&str] = &[
    "You can't bring {spell} to bear from where you stand, or not against {foe}. Nothing is lost by the thought.",
    "{Spell} wants other hands than yours are just now, or a better place to stand.",
];

pub(in crate::storyteller) const TAKES_HOLD: &[&str] =
    &["{Spell} takes hold of {foe}.", "{Foe} can't keep {spell} off."];

pub(in crate::storyteller) const THEY_CAST: &[&str] =
    &["{Foe} does what it is feared for: {spell}.", "{Foe} draws itself up, and it is {spell}."];
