//! Lines for spells.

pub(crate) const CASTS: &[&str] = &[
    "You speak {spell}, and the air [tightens|hums|tastes of tin].",
    "The words for it leave you [like sparks|in one breath]: {spell}.",
    "Your fingers find the shape of {spell} before you have finished thinking it.",
    "{Spell}: [a word, a turn of the wrist|half a breath and a bent finger], and it is on its way.",
];

pub(crate) const SPELL_KILLS: &[&str] = &[
    "The {spell} goes through {foe} like [a bell through fog|a hot wire], and what falls down has nobody in it.",
    "{Foe} takes the {spell} full in the chest, looks at it, and [folds|is gone].",
    "When you can see again after the {spell}, {foe} lies quite still.",
];

pub(crate) const BURSTS: &[&str] = &[
    "{Spell} [breaks over|washes over|closes on] {foe}, which has nowhere to go.",
    "{Foe} is in the middle of it when {spell} [opens|comes down], and [howls|reels].",
    "You let go of {spell}, and {foe} catches the whole of it.",
];

pub(crate) const HALF_WITHSTOOD: &[&str] = &[
    "{Foe} throws itself aside; {spell} gets only [the half of it|the slower half].",
    "{Spell} breaks over {foe}, and {foe} comes out on the other side, singed and furious.",
];

pub(crate) const WITHSTOOD: &[&str] = &[
    "{Foe} shakes {spell} off like [water|a bad smell].",
    "You see {spell} reach {foe}, and [slide off|find no hold].",
    "For a heartbeat {spell} has {foe}; then {foe} sets its teeth, and has itself again.",
];

pub(crate) const STILLED: &[&str] = &[
    "You say {spell} softly. {Foe} sways, sits, and is gone from the world; whatever it meant to do, it will not be doing it for hours.",
    "{Spell} goes over {foe} like a hand over a face. It drops where it stands, breathing, and harms nobody.",
];

pub(crate) const NOTHING_TO_HURT: &[&str] = &[
    "You have {spell} on your tongue, and nothing here has earned it. You swallow it again.",
    "There is nobody to throw {spell} at, unless you count [@in: the furniture|@out: the weather|the dust].",
    "You gather {spell} in one hand, look about for an enemy, and let it [go out|sink back].",
];

pub(crate) const NOTHING_TO_HEAL: &[&str] = &[
    "You speak {spell}, and it runs through you, finds nothing to mend, and goes out at your heels like a bath draining.",
    "{Spell} looks you over, so to speak, and has no complaints.",
];

pub(crate) const PAST_HEALING: &[&str] = &[
    "You have the first word of {spell} ready, and keep it. {Name} is dead, and that is past [mending|what it mends].",
    "{Name} is dead. {Spell} is for the living; you let it go unspoken.",
];

pub(crate) const MAKES_LIGHT: &[&str] = &[
    "You speak {spell}, and the shadows stand back. Everything has [edges|one more colour] now.",
    "{Spell} wakes in your palm, steady and without heat, and {place} shows you [what it had been keeping to itself|its corners].",
];

pub(crate) const GUARDS: &[&str] = &[
    "{Spell} settles on your shoulders like [a second coat|a hand]. You stand straighter.",
    "You draw {spell} around you; the air has a grain to it now, and the grain runs your way.",
];

pub(crate) const SEES: &[&str] = &[
    "You open yourself to {spell}. There is something here, old and faint, like [a smell of candles|the warmth of a chair]; it has nothing against you.",
    "With {spell} the world has one sense more. It tells you that [somebody was afraid here, not long ago|what matters is not in this spot, and not far].",
];

pub(crate) const TRICKS: &[&str] = &[
    "You cast {spell}. It takes, with [a prickle behind the eyes|a smell of struck flint], and for a while the world is a little more on your side.",
    "{Spell} unfolds from your hands and settles over things [like fine dust|gently], doing what it does.",
    "A murmur, and {spell} plays about {place}: [a door that was shut is not|a shadow bows to you|small lights come and go]. Whoever sees it will talk of it.",
];

pub(crate) const NOT_FROM_HERE: &[&str] = &[
    "You can't bring {spell} to bear from where you stand, or not against {foe}. Nothing is lost by the thought.",
    "{Spell} wants other hands than yours are just now, or a better place to stand.",
];

pub(crate) const TAKES_HOLD: &[&str] = &["{Spell} takes hold of {foe}.", "{Foe} can't keep {spell} off."];

pub(crate) const THEY_CAST: &[&str] =
    &["{Foe} does what it is feared for: {spell}.", "{Foe} draws itself up, and it is {spell}."];

pub(crate) const YOU_WARD: &[&str] = &[
    "One word, one open hand: {spell} stands between you and the blow before it lands.",
    "The blow is as good as home when your {spell} is in its way.",
    "You have {spell} up in the half breath you were left.",
];
pub(crate) const THEY_WARD: &[&str] = &[
    "{Foe} has {spell} up in time, and the blow slides off.",
    "What would have landed meets {foe}'s {spell} instead.",
];
pub(crate) const YOU_ARE_UNDER: &[&str] =
    &["You feel {spell} settle on you.", "{Spell} is on you now, as near as your own skin."];
pub(crate) const THEY_ARE_UNDER: &[&str] = &["{Spell} settles on {foe}.", "From now on {foe} has {spell} about it."];
pub(crate) const YOURS_IS_SPENT: &[&str] =
    &["Your {spell} is spent.", "{Spell} lets go of you.", "With that, {spell} is over for you."];
pub(crate) const THEIRS_IS_SPENT: &[&str] = &["{Spell} lets go of {foe}.", "Whatever {spell} did to {foe} is over."];

/// What put somebody off their stroke does so no more.
pub(crate) const OVER_IT: &[&str] = &[
    "{Foe} shakes off the surprise.",
    "It does not take {foe} long to get over that.",
    "{Foe} has collected itself again.",
];

pub(crate) const HAND_BRINGS: &[&str] = &[
    "Something the size of a hand, and made of nothing much, closes on the {thing} and carries it over to you through the air.",
    "The {thing} lifts, hesitates, and comes to you at the height of a table. You take it out of the air.",
];
pub(crate) const HAND_REACHES: &[&str] = &[
    "A hand that is not yours reaches out, pale as breath, and does it for you.",
    "You send the hand, and stay where you are.",
];
pub(crate) const HAND_MOVES: &[&str] = &[
    "A pale hand feels its way along the {thing}, pats it, tries it. Nothing bites. It comes back and shows you an empty palm.",
    "The hand pushes at the {thing}, which stirs by an inch. Whoever saw that will not talk of anything else today.",
];
pub(crate) const HAND_IDLE: &[&str] = &[
    "The hand hangs in the air before you with its fingers spread, waiting to be told what to fetch.",
    "It is there, it flexes, it would lift up to ten pounds. You would have to say what.",
];

pub(crate) const MAGIC_FROM: &[&str] = &[
    "Then it comes, like heat on one cheek: from there, {way}, where {there} lies. Nothing here is half so strong.",
    "The whole place hums with it, faintly, like a glass; and all the hum leans one way, {way}, to {there}.",
];
pub(crate) const MAGIC_ON_TOKEN: &[&str] = &[
    "The {thing} burns in your pack like a coal seen through cloth.",
    "There is a glow about the {thing} that you carry, of no good colour.",
];
pub(crate) const MAGIC_HERE: &[&str] = &[
    "It is here. It is all round you; it is like looking for the sea from under it.",
    "You need not turn your head. It comes from here, and there is a great deal of it.",
];
pub(crate) const NO_MAGIC_NEAR: &[&str] =
    &["Nothing. A clean, dull, honest nothing, such as there has not been here for a long while."];

pub(crate) const ANIMAL_COMES: &[&str] = &[
    "You ask, in the way that is asked without words, and [a rat|a sparrow|somebody's old dog] comes out and sits down before you.",
    "For a while nothing answers. Then [a crow|a cat with one ear|a toad] has a good deal to say, most of it about food.",
];
pub(crate) const ANIMAL_GOES: &[&str] = &[
    "That is how it has seen it, at any rate, and from lower down than you. It would not go there again.",
    "It shows you that, as animals show things: all smell, and at a run.",
];
pub(crate) const ANIMAL_IDLE: &[&str] = &[
    "It has seen nothing lately that it would call strange, and it calls doors strange.",
    "It knows of crumbs, and of a warm pipe. It wishes you well.",
];

pub(crate) const READS_TOKEN: &[&str] = &[
    "You lay a hand on the {thing} and let it speak.",
    "The marks on the {thing} swim, and stand, and almost make sense.",
];
pub(crate) const READS_TOKEN_HALF: &[&str] = &[
    "The rest is no language, only a habit of somebody's; {who}, at {there}, would know it.",
    "What it is for it does not say. That you would have to hear from {who}, at {there}.",
];
pub(crate) const READS_PLAIN: &[&str] = &[
    "{Spell} goes over what you carry and finds what you know: nothing in your pack is more than it seems.",
    "Every scratch and notice here becomes plain to you. Prices, mostly, and who loves whom.",
];

pub(crate) const WONDERS: &[&str] = &[
    "You let {spell} run out at your fingertips: sparks, a warm wind, [the smell of new bread|a stain that is suddenly gone|a flower where there was none].",
    "A snap of the fingers, and {spell} sets the small things dancing: [dust turns to gold for a breath|a candle lights itself, and bows|a cup fills with the sound of bells].",
];
pub(crate) const WONDER_SEEN: &[&str] = &[
    "{Name} laughs out loud, and claps a hand over it.",
    "“Again,” says {name}, like a child.",
    "{Name} looks from your hands to your face, and thinks better of you, or at least more often.",
];
pub(crate) const ILLUSION: &[&str] = &[
    "You draw it in the air with two fingers, and {spell} fills it in. It casts no shadow, but you would have to look for that.",
    "It is only light and a little sound. From three steps off it is as true as anything here.",
];
pub(crate) const ILLUSION_SEEN: &[&str] = &[
    "{Name} turns, stares, and takes a step towards it. For as long as it lasts nobody is looking at you.",
    "“Who's there?” says {name}, quite pale, and has not seen your hand move.",
];
pub(crate) const NOBODY_TO_SEE: &[&str] =
    &["There is nobody here to be taken in by it but you, and you know how it is done.", "It plays to an empty house."];

pub(crate) const NOTHING_ANSWERS: &[&str] = &[
    "You speak the words of {spell}. The magic goes out from you, and nothing here answers to it.",
    "{Spell}: the words are right and the gesture is clean. It shows you nothing you did not know.",
    "The spell goes its way and fades. {Spell} changes nothing here.",
];
