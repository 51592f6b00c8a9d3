//! What one sees.

pub(in crate::storyteller) const COMES_TO: &[&str] = &[
    "Light comes back first, then pain, then [the sky|the ceiling|your own breath]. You are alive, by the \
     width of a hair.",
    "You wake with [dirt|blood|rain] in your mouth and one point of strength in you, and you spend it on \
     sitting up.",
];

pub(in crate::storyteller) const GIVER_WAITS: &[&str] = &[
    "From across the way {name} catches your eye and nods, as if you two had an appointment.",
    "And {name} has been watching you with the air of somebody who has a thing to ask.",
    "One person does not look away: {name}, who seems to be [working up to|rehearsing] something.",
];

pub(in crate::storyteller) const QUIET: &[&str] = &[
    "Nothing has changed since you last looked, and it is taking its time about it.",
    "The place keeps still under your eyes, like [a cat that knows you|something with nothing to hide].",
    "You take it all in once more, slower.",
    "You let your gaze go round again, from the near things to the far.",
];

pub(in crate::storyteller) const SIGHTS: &[&str] = &[
    "[Your eye is drawn to|What stands out is|You pick out] {sights}.",
    "[Worth a second look|Nearest to hand|Hard to overlook]: {sights}.",
    "[Plain to see|Each where somebody wanted it|Taking up most of the room]: {sights}.",
    "[Close by|A little way off|To one side] you make out {sights}.",
];

pub(in crate::storyteller) const LIES_ABOUT: &[&str] = &[
    "Somebody has left {things} [lying about|within reach|where a hand could find it].",
    "[Loose|Forgotten|Unclaimed], and small enough to carry: {things}.",
    "Within reach: {things}.",
    "[Half in shadow|Off to one side|Among the dust] you notice {things}.",
];

pub(in crate::storyteller) const PERSON: &[&str] = &[
    "{Name} is here, {trade} with {look}.",
    "[Nearby|A few steps off|Not far from you] stands {name}, {trade} by the look of it, with {look}.",
    "You are not alone: {name}, {trade} with {look}, turns towards you.",
];

pub(in crate::storyteller) const PERSON_SEEN: &[&str] = &[
    "{Name} the {trade} [has not moved|is where you saw that face before|looks round once].",
    "There, too, is the {trade}, {name}, [to whom you have not spoken|whom you know by sight|with a look for you].",
    "You know {name} by sight, the {trade}, [and are known by it|who is talking to somebody else|bent over something].",
];

pub(in crate::storyteller) const LOOK_PART: &[&str] = &[
    "The {part} goes with the {thing}: [you saw what there was of it|what it had to say you have read off it already].",
    "You bend closer, to the {part} of the {thing}. [It is as you saw it|It does not get any clearer for being stared at].",
    "The {part}, yes. [It belongs to the {thing}, and tells no more than the rest of it|You had noticed it at the {thing}].",
];

pub(in crate::storyteller) const PERSON_AGAIN: &[&str] = &[
    "{Name} is [still here|here as well|about], [busy with nothing in particular|and gives you a nod|and \
     has seen you].",
    "{Name} looks up [as you come near|from some small work|and makes room for you].",
    "You spot {name}, [exactly where you would have guessed|leaning on something|deep in thought].",
    "There is {name} too, [in better spirits than before|not saying much|waiting on your news].",
];

pub(in crate::storyteller) const FOES_WATCH: &[&str] = &[
    "{Foes} will not let you out of sight.",
    "And {foes}, [too near|far too near|poised], is [waiting for your back to turn|deciding something \
     about you].",
    "All the while {foes} [circles|edges closer|bares its intentions].",
];

pub(in crate::storyteller) const WAYS: &[&str] = &[
    "[Ways lead|From here the ways lead|The ways out run] {ways}.",
    "[Tracks|Paths|Footpaths] go {ways}.",
    "[One may walk|The road lies open] {ways}.",
];

pub(in crate::storyteller) const ONE_WAY: &[&str] =
    &["[There is one way out|The only way runs|One way is open]: {ways}.", "You can leave just one way, {ways}."];

pub(in crate::storyteller) const LOOK_DEAD: &[&str] = &[
    "{Foe} is dead, and [smaller for it|no longer interested in you|already somebody else's supper].",
    "Nothing about {foe} moves but [a loose thread|the wind|what the wind moves].",
];

pub(in crate::storyteller) const LOOK_HURT: &[&str] = &[
    "{Foe} is badly hurt and [knows it|hates you for it|favours one side].",
    "Blood, or what {foe} has for it, [drips|shines|comes] at every breath.",
];

pub(in crate::storyteller) const LOOK_FOE: &[&str] = &[
    "{Foe} is [whole|fresh|strong] and [ready|angry|patient], and measures you [right back|from the feet up].",
    "You study {foe}: [good balance, bad temper|quick eyes, quicker hands|no fear in it at all].",
];

pub(in crate::storyteller) const LOOK_PERSON: &[&str] = &[
    "{Name}: {look}. This is someone who {manner}.",
    "You take in {name}, {look}, and understand after a moment that here is one who {manner}.",
    "Looked at closely, {name} has {look} and, if you are any judge, {manner}.",
];

pub(in crate::storyteller) const SEEN_BEFORE: &[&str] = &[
    "The {thing} has [told you what it knows|no more to show|not changed].",
    "You go over the {thing} again and come away with [dust|nothing new|cold fingers].",
    "Once more you bend over the {thing}, [in case you missed something|to be sure], and you were right \
     the first time.",
];

pub(in crate::storyteller) const LOOK_THING: &[&str] = &[
    "The {thing} is [honest work|older than it looks|lighter than you would think], and [worn where a \
     thumb would go|somebody was fond of it once|there is a name scratched into it, too faint to read].",
    "You turn the {thing} [over|this way and that|to the light]: [sound|a little scarred|good for a few \
     more years].",
];

pub(in crate::storyteller) const NOTHING_SUCH: &[&str] = &[
    "You look, and there is nothing of the kind. What there is to see: {sights}.",
    "[However you squint|Look as you may], that is not here. What is here: {sights}.",
    "Your eyes come back empty, by way of {sights}.",
];

pub(in crate::storyteller) const GIVER_HERE: &[&str] = &[
    "{Name} is here, with {look}, and [no peace|something to say|only half a mind on the work].",
    "[Nearby|A few steps off|Not far from you] stands {name}, with {look}, [waiting|listening to nothing|looking up at every sound].",
    "You see {name}, with {look}, who has [not sat down|not eaten|not smiled] all day.",
];

pub(in crate::storyteller) const BODY_LIES: &[&str] = &[
    "What is left of {foe} lies where it fell; nobody has gone through its things.",
    "{Foe} is still lying there, [past caring|with its hands open].",
];

pub(in crate::storyteller) const LOOK_PLAIN: &[&str] = &[
    "You look at the {thing}. It is [just what it seems|older than the rest|clean, cleaner than it should be], and tells you nothing it would not tell anyone.",
    "The {thing} bears a second look, and not a third.",
    "Whatever the {thing} has seen, it [keeps to itself|has long since forgotten].",
    "You study the {thing} until it [looks strange|has no more secrets, or better ones].",
];

pub(in crate::storyteller) const ALONE: &[&str] = &[
    "There is nobody here but you.",
    "You look for a face, and find none. [Only your own steps have been here lately|You are alone].",
];

pub(in crate::storyteller) const LOOK_TOWARD: &[&str] = &[
    "You look {way}, towards {there}. From here it gives little away.",
    "That would be {way} of here: {there}. [Something moves there, or the air does|It waits, as places do].",
];
