//! What one sees.

pub(crate) const COMES_TO: &[&str] = &[
    "Light comes back first, then pain, then [@out: the sky|@in: the ceiling|your own breath]. You are alive, by the width of a hair.",
    "You wake with [dirt|blood] in your mouth and one point of strength in you, and you spend it on sitting up.",
];

pub(crate) const GIVER_WAITS: &[&str] = &[
    "From across the way {name} gives you a nod, as if the two of you had an appointment.",
    "And {name} has been watching you with the air of somebody who has a thing to ask.",
    "One person does not look away: {name}, who seems to be [working up to|rehearsing] something.",
    "Twice now {name} has begun to come over to you, and twice has found something to straighten instead.",
    "You look up, and {name} is looking at [your boots|your hands|what you carry], as one looks at a horse one might have to buy.",
    "“You there,” somebody says, not loudly. It is {name}.",
    "It is {name} you will want to talk to; {name} seems to think so too.",
    "{Name} counts those present, gets as far as you, and stops counting.",
    "There is a place free next to {name}, and it has been wiped.",
    "{Name} says something to nobody about strangers, and how they sometimes come in useful.",
    "Whoever has not slept here is easy to pick out. It is {name}, and {name} is making up a sentence.",
];

pub(crate) const QUIET: &[&str] = &[
    "Nothing has changed since you last looked, and it is taking its time about it.",
    "The place keeps still under your eyes, like [a cat that knows you|something with nothing to hide].",
    "You take it all in once more, slower.",
    "You let your gaze go round again, from the near things to the far.",
];

pub(crate) const SIGHTS: &[&str] = &[
    "[Your eye is drawn to|What stands out is|You pick out] {sights}.",
    "[Worth a second look|Nearest to hand|Hard to overlook]: {sights}.",
    "[Plain to see|Each where somebody wanted it|@in: Taking up most of the room]: {sights}.",
    "[Close by|A little way off|To one side] you make out {sights}.",
];

pub(crate) const LIES_ABOUT: &[&str] = &[
    "Somebody has left {things} [lying about|within reach|where a hand could find it].",
    "[Loose|Forgotten|Unclaimed], and small enough to carry: {things}.",
    "Within reach: {things}.",
    "[Half in shadow|Off to one side|@in/under: Among the dust|@out: Close to the ground] you notice {things}.",
];

pub(crate) const PERSON: &[&str] = &[
    "{Name} is here, {trade} with {look}.",
    "[Nearby|A few steps off|Not far from you] stands {name}, {trade}, with {look}.",
    "You are not alone: {name}, {trade} with {look}, turns towards you.",
];

pub(crate) const PERSON_SEEN: &[&str] = &[
    "{Name}, the {trade}, [has not moved|is where you saw that face before|looks round once].",
    "There, too, is the {trade}, {name}, [to whom you have not spoken|whom you know by sight|with a look for you].",
    "You know {name} by sight, the {trade}, [and are known by it|who is talking to somebody else|bent over something].",
];

pub(crate) const LOOK_PART: &[&str] = &[
    "You bend closer, to that one part of the {thing}. [What there was to read you have read|It tells no more than the rest].",
    "You go back to the {thing} for it, and look until you are sure. [It is as you saw it|That is all it is].",
    "It goes with the {thing}. [You have seen what there is of that|Taken by itself it says even less].",
    "You put your face close to it. [The {thing} has other people's fingerprints on it, and now yours|It belongs to the {thing}, and keeps quiet].",
];

pub(crate) const PERSON_AGAIN: &[&str] = &[
    "{Name} is [still here|here as well|about], [busy with nothing in particular|and gives you a nod|and has seen you].",
    "{Name} looks up [as you come near|from some small work|and makes room for you].",
    "{Name} [nods to you|has not gone far|is at work].",
    "{Name} [is talking to somebody, and stops|lifts a hand|sits a little apart].",
    "A few steps off is {name}, [arms folded|yawning|with a cup].",
    "{Name} is [within call|on the other side|close by].",
    "You spot {name}, [exactly where you would have guessed|leaning on something|deep in thought].",
    "There is {name} too, [in better spirits than before|not saying much|waiting on your news].",
];

pub(crate) const FOES_WATCH: &[&str] = &[
    "{Foes} will not let you out of sight.",
    "And {foes}, [too near|far too near|poised], {is:foes} [waiting for your back to turn|deciding something about you].",
    "All the while {foes} [circle{s:foes}|edge{s:foes} closer|wait{s:foes} for you to blink].",
];

pub(crate) const WAYS: &[&str] = &[
    "[Ways lead|From here the ways lead|The ways out run] {ways}.",
    "[Tracks|Paths|Footpaths] go {ways}.",
    "[One may walk|The road lies open] {ways}.",
];

pub(crate) const ONE_WAY: &[&str] =
    &["[There is one way out|The only way runs|One way is open]: {ways}.", "You can leave just one way, {ways}."];

pub(crate) const LOOK_DEAD: &[&str] = &[
    "{Foe} is dead, and [smaller for it|no longer interested in you|already somebody else's supper].",
    "Nothing about {foe} moves but [a loose thread|the wind|what the wind moves].",
];

pub(crate) const LOOK_HURT: &[&str] = &[
    "{Foe} is badly hurt and [knows it|hates you for it|favours one side].",
    "Blood, or what {foe} has for it, [drips|shines|comes] at every breath.",
];

pub(crate) const LOOK_FOE: &[&str] = &[
    "{Foe} is [whole|fresh|strong] and [ready|angry|patient], and measures you [right back|from the feet up].",
    "You study {foe}: [good balance, bad temper|quick eyes, quicker hands|no fear in it at all].",
];

pub(crate) const LOOK_PERSON: &[&str] = &[
    "{Name}: {look}. This is someone who {manner}.",
    "You take in {name}, {look}, and understand after a moment that here is one who {manner}.",
    "Looked at closely, {name} has {look} and, if you are any judge, {manner}.",
];

pub(crate) const SEEN_BEFORE: &[&str] = &[
    "The {thing} {has:thing} [told you everything|no more to show|not changed].",
    "You go over the {thing} again and come away with [dust|nothing new|cold fingers].",
    "You bend over the {thing}, [in case you missed something|to be sure], and you were right the first time.",
];

pub(crate) const LOOK_THING: &[&str] = &[
    "The {thing} {is:thing} [honest work|older than one would think|lighter than you expect], and [worn where a thumb would go|somebody was fond of {them:thing} once|there is a name scratched there, too faint to read].",
    "You turn the {thing} [over|this way and that|to the light]: [sound|a little scarred|good for a few more years].",
];

/// Of what is not here: its name is all that is left to say.
pub(crate) const NO_SUCH_THING: &[&str] = &[
    "Nothing here goes by the name of “{thing}”.",
    "You look about for what you would call “{thing}”, and it is not here.",
    "“{Thing}”: that is not to be seen at {place}.",
    "Of “{thing}” there is no trace here.",
];

pub(crate) const BUT_THERE_IS: &[&str] = &[
    "What there is to look at: {things}.",
    "You could look at {things}.",
    "Before your eyes are {things}.",
    "There would be {things}.",
];

pub(crate) const STANDS_OUT: &[&str] = &[
    "Of all there is here, it is the {thing} that your eye comes back to.",
    "If you had to choose, you would choose the {thing}.",
    "One thing does not sit right with you: the {thing}.",
];

/// Where this is, for whoever asks.
pub(crate) const THIS_IS: &[&str] =
    &["This is {place}.", "Where you stand is {place}.", "They call it {place}.", "{Place}: that is where you are."];

pub(crate) const NOTHING_SUCH: &[&str] = &[
    "You look, and cannot find what you mean.",
    "You look about for it. It is not at {place}.",
    "That is not to be seen here.",
];

pub(crate) const GIVER_HERE: &[&str] = &[
    "{Name} is here, with {look}, and [no peace|something to say|only half a mind on the work].",
    "[Nearby|A few steps off|Not far from you] stands {name}, with {look}, [waiting|listening to nothing|looking up at every sound].",
    "You see {name}, with {look}, who has [not sat down|not eaten|not smiled] all day.",
];

pub(crate) const BODY_LIES: &[&str] = &[
    "What is left of {foe} lies where it fell; nobody has gone through its things.",
    "{Foe} is still lying there, [past caring|with its hands open].",
];

pub(crate) const LOOK_TOLD: &[&str] = &[
    "The {thing}? You go over to see. It is no more than it was from further off, but now you know.",
    "You look for the {thing} again, and this time at leisure. There is nothing in it that you had missed.",
    "You give the {thing} your whole attention, and get [very little|no answer] for it.",
    "It is hard to say what it was about the {thing} that caught your eye. It lets go of it again.",
];

pub(crate) const TOUCH_TOLD: &[&str] = &[
    "You put a hand to the {thing}. You can feel that it is there, and that is all it means to tell you.",
    "There is nothing you could do with the {thing} that it would mind.",
    "You try it with the {thing}, gently and then less so, and leave it [as it was|in peace].",
    "The {thing} {is:thing} part of this place, and not of what you can [alter|make use of].",
];

pub(crate) const LOOK_PLAIN: &[&str] = &[
    "You look at the {thing}. {It:thing} {is:thing} [plain|older than the rest|clean, cleaner than one would expect], and there is nothing in that for you.",
    "The {thing} bear{s:thing} a second look, and not a third.",
    "Whatever the {thing} {has:thing} seen, [nobody has asked|it was long ago].",
    "You study the {thing} until [your eyes water|there are no more secrets in it, or better ones].",
];

pub(crate) const ALONE: &[&str] = &[
    "There is nobody here but you.",
    "You look for a face, and find none. [Only your own steps have been here lately|You are alone].",
];

pub(crate) const LOOK_TOWARD: &[&str] = &[
    "You look over towards {there}. From here it gives little away; one would have to go {way}.",
    "{There}: one goes {way} for that. [Something moves there, or the air does|It waits, as places do].",
];

pub(crate) const OTHERS_HERE: &[&str] = &[
    "And you are not by yourself: {names}, and nothing decided between you.",
    "Before you, neither friend nor foe so far: {names}.",
    "You share the place with {names}, for as long as that goes well.",
];
