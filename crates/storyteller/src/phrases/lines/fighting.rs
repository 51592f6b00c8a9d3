//! Blows, wounds and spells.

pub(crate) const OUT_OF_BREATH: &[&str] = &[
    "The rest will have to wait; there is only so much a body can do in one breath.",
    "You would do more, but the moment is used up.",
    "And before you can go on, things have moved on by themselves.",
];

pub(crate) const VICTORY: &[&str] = &[
    "{Chief} comes apart like [smoke|an old coat|a bad idea], and the {prize} is yours to lift. It is [heavier|warmer|plainer] than you thought. Somebody in {home} has been waiting for it.",
    "With {chief} gone, the whole place lets out its breath. You take up the {prize}. [Now it only has to be carried home|It has a long way to go], to {home}.",
];

pub(crate) const BADLY_HURT: &[&str] = &[
    "You are badly hurt; another like that may be the last.",
    "Blood runs into your boot. [It would be wise to leave|This cannot go on long].",
];

pub(crate) const FALLS: &[&str] = &[
    "Dark. Voices. Somebody [drags you by the heels|swears at your weight|keeps saying your name]. When you can see again it is {home}, and you are lying under a [horse blanket|strange coat], alive and rather poorer.",
    "You are carried; you know it by the jolts. [A cart|A door laid flat|Somebody's back], and then a ceiling. {Home}. Your purse is lighter, and your life was not free.",
    "For a while you are nobody, nowhere. Then there is [broth|smoke|a hand on your brow], and the rest of {home} around it, and a great many bruises that must be yours. Someone has been paid for this, out of your purse.",
];

pub(crate) const FALLS_AND_RISES: &[&str] = &[
    "[Dark, for a while|For a while there is nothing]. When you come to, you lie where you fell, alone and alive, and everything hurts.",
    "You lie still for [a long time|as long as it takes]. They think you are done with, and leave you. Slowly you get up on your knees.",
];

pub(crate) const DEAD_ALREADY: &[&str] = &[
    "{Foe} is dead already and [takes no offence|stays that way|has no more to say].",
    "You look for {foe} in what lies there. There is nobody left in it to fight.",
    "You lower your weapon; {foe} is [past fighting|past caring|cold already].",
    "The blow would only [disturb the flies|blunt the edge]. {Foe} is dead.",
    "Your hands want to go on. There is nothing to go on with: {foe} is dead.",
];

pub(crate) const THREATENS: &[&str] = &[
    "You raise a hand against {name}, who goes [white|very still] and says softly: “Not you too.” The hand comes down again, and [somebody breathes out|it is a while before anybody talks].",
    "{Name} steps back, palms out; all around, people have stopped. Whatever you came for, it is not this. You lower your weapon.",
];

pub(crate) const NO_FOE: &[&str] = &[
    "There is nobody here to fight. [The air takes your first blow in good part|Your weapon goes back where it lives].",
    "You are ready. [Nothing comes|No one else is].",
    "You turn a full circle, armed, and meet [@out: only the weather|your own shadow].",
    "You look for something to strike, and everything here looks back in peace.",
    "Your blood is up, and there is nobody to spend it on.",
    "Against whom? You let the weapon sink.",
];

pub(crate) const NO_MAGIC: &[&str] = &[
    "You say the word you once heard a conjurer say, and the conjurer's art is not in it. [@out: A crow laughs|Nothing happens, quietly].",
    "Magic is other people's trade. You feel it not happen.",
];

pub(crate) const NO_SPELL: &[&str] = &[
    "You grope for that spell and find the page empty.",
    "You do not know that one; the words [scatter|go cold on your tongue].",
];

pub(crate) const NO_SLOTS: &[&str] = &[
    "You reach for {spell}, and the well is dry. You need a night's sleep first.",
    "The shape of {spell} is there, the strength is not; not before you have slept.",
];

pub(crate) const HEALED_BY_SPELL: &[&str] = &[
    "You speak {spell} and warmth goes through you [like soup|like the first of the sun]; the wound thinks better of it.",
    "Under your palm {spell} [knits|closes|cools] what was torn.",
];

pub(crate) const THE_REST_RUN: &[&str] = &[
    "What is left of its people does not wait to be asked: {foe} [turns and runs|is gone between two breaths].",
    "With nobody to serve, {foe} [drops what it holds and flees|backs into the dark and does not come out].",
];

pub(crate) const STRIKES_THING: &[&str] = &[
    "You take a swing at the {thing}. It has [one scar more|borne worse], and your wrist rings.",
    "The {thing} has done you no harm, and shows it. You put up your weapon, a little ashamed.",
    "You hit the {thing}, hard. [It does not hit back|Splinters, noise, nothing gained].",
];

pub(crate) const STRIKES_HELPLESS: &[&str] = &[
    "You raise your hand, and look at {thing}, who could not so much as lift an arm against you. The hand comes down again, by itself.",
    "Nobody would stop you. {Thing} least of all. You find that this is just what stops you.",
];

pub(crate) const NOT_THAT_FOE: &[&str] = &[
    "You look for {whom}, weapon up. What you find in front of you is {foe}.",
    "{Whom} is not here to be struck. {Foe} is.",
    "There is nobody of that name within reach, only {foe}, [which is reach enough|and a good deal of it].",
    "You turn on your heel for {whom}, and there is only {foe}, [watching you do it|who could be next].",
];
