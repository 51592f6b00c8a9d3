//! Going from place to place.

pub(crate) const NO_WAY: &[&str] = &[
    "There is no going that way.",
    "That way there is only [@in/under: wall|@water: water|@out: thorn and stone|nothing], and no getting through it.",
    "You try it, and the [ground|dark|land] turns you back.",
    "A few steps, and you see that it leads nowhere.",
    "That is a direction, but not a way.",
    "You look for a way there, and [come round to where you were|find that nobody has ever needed one].",
    "Not from here; whoever drew this country left that side blank.",
];

pub(crate) const NOWHERE_BACK: &[&str] = &[
    "Back? This is where it begins; behind you there is only the road that brought you here, and it has closed over.",
    "You turn round, and there is nothing behind you yet but the day you came. Forward is all there is to choose from.",
    "You have not been anywhere from which you could go back.",
];

pub(crate) const HERE_ALREADY: &[&str] = &[
    "You are there already; your feet [knew before you did|have not moved].",
    "No need to walk: this is {place}.",
    "That is just where you are standing.",
];

pub(crate) const NOTHING_TO_FLEE: &[&str] = &[
    "Nobody is chasing you. [Your heart takes a moment to believe it|You stand there, ready to run, and feel a little foolish].",
    "You look over your shoulder. [Nothing|Only the way you came|Air].",
];

pub(crate) const CLIMB_UP: &[&str] = &[
    "You climb, hand over hand, and {there} [opens above you|takes you in|is brighter than you remember the world being].",
    "Up you go, out of {left}, with [grit in your eyes|your shoulders scraping stone].",
];

pub(crate) const CLIMB_DOWN: &[&str] = &[
    "Down you go, out of {left}, and the air gets [colder|older|closer] with each step.",
    "You go down into {there}, one hand on the wall, [counting steps|not counting steps].",
];

pub(crate) const TRAVEL: &[&str] = &[
    "You know the way, and walk it: from {left} to {there}, with time to think.",
    "It is a fair walk from {left} to {there}, and nothing on it [wants you|troubles you|speaks to you].",
    "You set out along paths you have walked before, and in an hour {there} is in front of you.",
];

pub(crate) const DEPART: &[&str] = &[
    "You leave {left} behind and go {way}, [until|far enough that] {there} [rises to meet you|lies before you|comes into sight].",
    "[A quarter of an hour|A short walk] {way} brings you to {there}.",
    "You take the way {way}. [It bends twice|It dips and climbs|It forgets itself once], and then you are at {there}.",
    "Going {way}, you [pass nobody|hear only your own steps|look back once at {left}], and come to {there}.",
    "@out: {Left} falls away behind you; {way}, [where the ground changes|past a last fence|beyond a turn in the way], is {there}.",
];

pub(crate) const BACK_AGAIN: &[&str] = &[
    "You have been here before, and [the place remembers|so have others since|it shows].",
    "{There} again, [just as you left it|though the light is different|@out: and your own footprints to greet you].",
    "It is strange how soon a place is [familiar|yours|smaller].",
    "{There}, once more; your feet find the [dry|even] places by themselves.",
    "You come back to {there} as one comes back to a sum that did not work out.",
    "You could draw {there} by now, and would get [the corners|the distances] right.",
    "Once again {there}; it has not missed you, and does not pretend.",
    "You had forgotten how {there} [sounds|smells], and know it at once.",
    "There is less to {there} than you remembered, or you bring less to it.",
];

pub(crate) const CHIEF_APPEARS: &[&str] = &[
    "And there, at the end of it all, is {chief}, with the {prize} in easy reach.",
    "The {prize} is here; you see it at once. You see {chief} a moment later, which is [a moment too late to leave|how it was meant].",
    "{Chief} has been waiting, [as a spider waits|with the patience of furniture], and between the two of you lies the {prize}.",
    "So this is {chief}: [smaller than the stories|taller than the door|quite calm], one hand on the {prize}.",
];

pub(crate) const FOE_APPEARS: &[&str] = &[
    "Something [moves|rises|steps out]: {a_foe}, and it has seen you first.",
    "You are not alone. {A_foe} [drops|lurches|slides] into your way, [and means to stay there|with nothing kind in its eyes].",
    "Something breathes that is not you. Then {a_foe} comes [out of the dark|round the corner|straight at you].",
    "{A_foe} has been [sitting here|waiting|asleep here], and gets up when it sees you.",
    "You hear it first. Then you see {a_foe}, [ten steps off|closer than it sounded|coming nearer].",
    "There is somebody here before you: {a_foe}, [and it is not pleased|and it has stopped what it was doing].",
    "A sound, a smell, and then {a_foe} is [between you and the way on|on its feet and coming|all you can see].",
];

pub(crate) const LEFT_IN_A_HURRY: &[&str] = &[
    "Nobody is here. Somebody was, and not long ago: [a candle end is still warm|a cup lies on its side, and is wet|the ground has a dry place on it, the size of a man]. You could search in peace.",
    "Whoever kept this place has gone, and left in haste. You have it to yourself, for now.",
    "You wait for something to come at you. Nothing does. Whatever was here has [moved on|gone deeper in], and left its traces behind.",
];

pub(crate) const ANOTHER_COMES: &[&str] = &[
    "Behind it comes another, {a:foe}, [in no hurry|on the other side of you|licking its lips].",
    "And it has brought a friend: {a:foe}.",
    "Then you see the second one, {a:foe}, [where you had meant to run|higher up, waiting its turn].",
];

/// Nobody knows a place or a person of that name.
pub(crate) const NO_SUCH_PLACE: &[&str] = &[
    "You know of no place, and of nobody, called “{thing}”, not near enough to walk to.",
    "Nobody has ever told you the way to any “{thing}”.",
    "You would have to ask somebody about “{thing}” first; no way from here is called that.",
];

pub(crate) const FOE_SUSPECTS_NOTHING: &[&str] = &[
    "{A_foe} is here, with its back to you, and has heard nothing. You could strike first, or go by, or turn round while it lasts.",
    "You see {a_foe} before you are seen, and you are not seen. The first blow would be yours, if you want it; or you pass, and nobody ever knew.",
];
