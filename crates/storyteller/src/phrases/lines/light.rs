//! What the hour does to a place, and small turns of the first and last scenes.

pub(crate) const HOUR: &[&str] = &[
    "@out.morning: The morning is [grey|thin|new] and smells of [smoke|wet earth|cold leaves].",
    "@out.morning: It is early; [your breath shows|the birds have it all to themselves].",
    "@out.morning: Cobwebs are strung on whatever would hold them, and none is broken yet.",
    "@out.morning: What sun there is comes in flat, from the side, like somebody reading over your shoulder.",
    "@out.morning.dry: Dew is on everything, and a low sun finds every thread of it.",
    "@out.morning.wet: The morning has not managed to get light, only paler.",
    "@houses.morning: Smoke goes up from the first chimneys, and somewhere there is bread.",
    "@water.morning: Mist stands on the water, waist-deep, and has not been told that it is day.",
    "@out.day: Clouds go over, and the colours [come and go|go out and come on again].",
    "@out.day: It is full day, which [makes it no better|is a comfort, of sorts].",
    "@out.day: The light is flat, and everything in it looks [drawn|closer than it is].",
    "@out.day: The day is [well along|in its working clothes], and nobody in it looks up.",
    "@out.day.dry: The day stands high, [white|mild|cloudless] and without comment.",
    "@out.day.dry: A pale sun does what it can.",
    "@out.day.wet: The sky hangs low and is [not done yet|the colour of a tin lid].",
    "@houses.day: Somebody is beating a carpet, a street or two off, in a temper.",
    "@water.day: The light comes twice, once from above and once, in pieces, from the water.",
    "@out.evening: The light is going, [copper|rust|the colour of weak tea] at the edges.",
    "@out.evening: It is the hour when [bats|lamps|second thoughts] come out.",
    "@out.evening: Colours are the first to leave; [white things|stones|faces] stay a while.",
    "@out.evening.dry: The west is [still lit|one long yellow crack], and nothing else is.",
    "@houses.evening: Supper smoke lies in layers, level as shelves.",
    "@water.evening: The water keeps the last of the light a little longer than the sky does.",
    "@out.night: Night has [taken the distance away|shut down over it like a lid].",
    "@out.night: In the dark you go by [sound|smell|the feel of the ground].",
    "@out.night: Things that are bushes by day have [come nearer|sat down].",
    "@out.night.dry: There is a moon, [thin as a paring|going in and out of cloud], and that is all the light there is.",
    "@out.night.dry: Stars are out, more of them than is friendly.",
    "@out.night.wet: There is no moon, there are no stars, and the dark is wet to the touch.",
    "@in.morning: Grey light stands in the windows and has not come in yet.",
    "@in.morning: Day has got as far as the sills.",
    "@in.morning: Somebody has opened a shutter, and the morning lies on the floor in one piece.",
    "@in.morning: The room has the cold of the night in it still, low down, about the ankles.",
    "@in.day: Dust turns in [the light from the windows|a slant of light], taking its time.",
    "@in.day: The panes are bright, and everything between them is dim.",
    "@in.day: Out there it is [some way into the day|broad day]; in here it is always much the same.",
    "@in.day: A fly goes up the window, comes down it, and goes up.",
    "@in.evening: The corners are filling up with evening.",
    "@in.evening: One can still see without a lamp, if one knows the room.",
    "@in.evening: The windows have gone blue.",
    "@in.night: The windows are black and give you back your face.",
    "@in.night: What light there is has drawn in close to its wick.",
    "@in.night: It is the hour at which boards creak by themselves.",
    "@under: There is no hour down here.",
    "@under: What light you carry goes ahead of you, unwilling.",
    "@under: The dark has a weight, and a smell of [old water|iron|rust].",
    "@under: Somewhere above you it may be any time of day.",
    "@under: Your light makes a room, and the room walks along with you.",
    "@under: Cold stands here in the place of weather.",
    "@under: You catch yourself [breathing through your mouth|keeping one hand on the wall].",
];

pub(crate) const LOOK_SKY: &[&str] = &[
    "@in: There is a roof in the way. [It is a fair one|It has held so far].",
    "@in: You look up and see beams, and [a swallow's nest|a smoked ham nobody has claimed|cobwebs].",
    "@under: Where the sky would be there is [stone|a great deal of earth], and you try not to think how much.",
    "@under: Up is a direction like any other here, and a short one.",
    "@out.morning: The sky is [the grey of a knife|pink at one end], and undecided.",
    "@out.day.dry: It is a high, [pale|scoured] sky, and one bird has it.",
    "@out.day.wet: The sky has come down to look, and brought its water with it.",
    "@out.evening: The sky goes through its colours as if it were [late|closing shop].",
    "@out.night.dry: You find the three stars you know, and [they are no help|there is a fourth beside them].",
    "@out.night.wet: You look up and get a drop in the eye.",
    "@out: Overhead it is [all cloud|cloud and holes in it], moving off [east|to somebody else].",
];

pub(crate) const HOME_AIR: &[&str] = &[
    "Faces come up when you do, [count you|look for blood], and go down again.",
    "Nothing here has moved on without you: [the same faces, the same waiting|too quiet, and everyone busy at it].",
    "You are [let in|seen]; somebody makes room without being asked.",
    "People break off what they were saying. It was about [you|that other thing], you would swear.",
    "Here, at least, they know [your step|your name] by now.",
];

pub(crate) const CAME_HERE: &[&str] = &[
    "You came here {why}.",
    "As for you, you came {why}.",
    "What brought you? You came {why}.",
    "You would not be here at all, had you not come {why}.",
    "Ask you why you are here, and the short answer is that you came {why}.",
    "You yourself are here {why}, and that is another story.",
];

/// Somebody has asked for something and still waits for the answer.
pub(crate) const ANSWER_IS_DUE: &[&str] = &[
    "{Name} is still waiting to hear whether you will {quest}. A yes will do, or a no.",
    "One question is open: {name} has asked you to {quest}, and you have said neither yes nor no.",
    "The answer is yours to give. {Name} wants somebody to {quest}; say yes, say no, or ask for more.",
    "{Name} looks your way again. Will you {quest}? It only wants a word from you.",
];

/// Somebody here wants something done and has not put it into words.
pub(crate) const SOMEBODY_ASKS: &[&str] = &[
    "It begins with {name}, {trade}, who is looking for somebody to {quest}.",
    "The one to speak to is {name}, {trade}. There is need of somebody to {quest}, and you have two hands.",
    "{Name} is the one with the trouble here, {trade}, and short of anybody who would {quest}.",
    "You have seen who it is that cannot sit still: {name}, {trade}. Somebody has to {quest}, and so far nobody will.",
];

/// The same, somewhere else.
pub(crate) const SOMEBODY_ASKS_THERE: &[&str] = &[
    "At {there} {name} is still looking for somebody to {quest}.",
    "{Name} is at {there}, {trade}, and wants somebody to {quest}. You could be that somebody.",
    "What is to be done is known at {there}: {name} needs somebody to {quest}.",
];

pub(crate) const YES_TO_NOBODY: &[&str] = &[
    "“Yes,” you say, to [nobody in particular|whatever it was]. It does not commit you to much.",
    "You agree, wholeheartedly, with {place}.",
    "You nod. Nothing had been asked just then, but it is good to be of one mind with oneself.",
];

pub(crate) const NO_TO_NOTHING: &[&str] = &[
    "“No,” you say. Nobody had asked, and so it is easily granted.",
    "You shake your head at [the whole of it|something only you heard].",
    "Then not. Nothing here depends on it.",
];

pub(crate) const CURSES: &[&str] = &[
    "You say what you think, at some length. {Place} has been called worse, and by experts.",
    "You swear until you run out of saints. It does help.",
    "Your opinion goes out into the air and finds nobody to be offended.",
    "You let it have a piece of your mind, and [@out: the weather|the ground under you] takes it without a word.",
];

pub(crate) const CROSS: &[&str] = &[
    "You go {way}, the short way, and in a while {there} is before you.",
    "{Way} you go, from {left} to {there}, [not looking down|with your teeth set].",
    "The short way takes you {way}. {There} again, and your heart going.",
    "It is the quick road between {left} and {there}, and you are glad each time that it is not longer.",
];

pub(crate) const CHIEF_IS_NOT_ALONE: &[&str] = &[
    "Nor is that all: {a:foe} comes out from behind, [to heel|like a thought with teeth].",
    "There is company besides, {a:foe}, [between you and the way out|already moving].",
];

/// The day turns.
pub(crate) const MORNING_COMES: &[&str] = &[
    "@out: It is getting light.",
    "@in/under: Somewhere outside a cock tries, and is right at last: morning.",
    "The night is over; you can tell by the cold of it.",
];
pub(crate) const DAY_COMES: &[&str] = &[
    "@out: The sun has got over the edge of things. It is day.",
    "It is full day by now.",
    "The morning has been used up while you were busy.",
];
pub(crate) const DUSK_COMES: &[&str] = &[
    "@out: Dusk comes down. Far off, one after the other, windows turn yellow.",
    "@in/under: It has grown dim; outside it must be dusk.",
    "While you were at it, evening has come.",
];
pub(crate) const NIGHT_COMES: &[&str] = &[
    "@out: The last of the light goes. It is night.",
    "@in/under: By the feel of the air it is night now.",
    "Night has fallen; stalls are shut and doors are barred, except to those who knock.",
];

/// Nobody sells at night.
pub(crate) const STALLS_SHUT: &[&str] = &[
    "The stalls at {place} are shut, and {name} sells nothing before it is light. Sleep, or wait until morning.",
    "“At this hour?” {Name} has taken the shutters in and the money up. Trade is for daylight: come in the morning.",
    "Everything here is under sacking for the night. {Name} points at the sky: when that is light, and not before.",
];
