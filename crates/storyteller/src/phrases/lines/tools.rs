//! Things used as weapons and as tools, quarrels with people who are no foes, and sitting down.

pub(crate) const OIL_BURNS: &[&str] = &[
    "The {weapon} goes over {foe}, and then the flame does. It is a very bright thing to have made, [and it screams|and the heat of it tightens your face].",
    "A crack of glass, a spark, and {foe} wears a coat of fire that it cannot take off.",
    "You throw, and light what you have thrown. {Foe} burns from the knees up, [beating at itself|turning round and round].",
];

pub(crate) const FLASK_MISSES: &[&str] = &[
    "The {thing} goes past {foe} and breaks on something that had done you no harm.",
    "You throw too high. Behind {foe} there is a tinkle, and a stain, and that was your {thing}.",
];

pub(crate) const NO_FLAME: &[&str] = &[
    "You have nothing about you that would light it.",
    "For fire you would need a torch, or flint and steel, and you have neither to hand.",
];

pub(crate) const TORCHED: &[&str] = &[
    "You thrust the burning end at {foe} and it meets it: hair, or cloth, or whatever that is, takes and hisses.",
    "Sparks go up where the {weapon} lands, and {foe} learns what it is made of.",
];

pub(crate) const EATEN_AWAY: &[&str] = &[
    "It lands with a sound like frying. {Foe} smokes, and something of it runs down and drips.",
    "The {weapon} goes to work on {foe} at once, and is in no hurry to stop.",
];

pub(crate) const HALLOWED: &[&str] = &[
    "Where the {weapon} touches {foe} there is a light, and then a hole where the light was.",
    "{Foe} opens its mouth at the first drops, and what comes out is steam.",
];

pub(crate) const ONLY_WET: &[&str] = &[
    "The water runs off {foe}, which is wet now, and no holier. It is of this world, then; that is worth knowing.",
    "{Foe} licks it from its lips. Whatever that is, it never died.",
];

pub(crate) const TREADS: &[&str] = &[
    "You fling the {weapon} wide, and {foe} comes on, and finds them. It stands on one leg and hates you.",
    "There is a small, sharp crunch. {Foe} stops dead in the midst of the {weapon}, and picks its next step with care.",
];

pub(crate) const ROLLED_OVER: &[&str] = &[
    "The {thing} run out over the ground like something alive, and {foe} sits down among them with a crash.",
    "{Foe} takes one step on the {thing}, and several in the air, and lies there.",
];

pub(crate) const STEPS_ROUND: &[&str] = &[
    "{Foe} looks down, looks up, and comes round the outside of your {thing}.",
    "Your {thing} lie where {foe} was not going to tread.",
];

pub(crate) const TANGLED: &[&str] = &[
    "The {thing} goes round {foe} and goes on going round. It fights it, and the more it fights the less it can.",
    "A loop, a jerk, and {foe} is held by the arms, with your whole weight on the other end of the {thing}.",
];

pub(crate) const SLIPS_THE_KNOT: &[&str] = &[
    "You cast the {thing}, and {foe} is not in it.",
    "The {thing} comes back to you empty, in a heap, at a bad moment.",
];

pub(crate) const BLINDED: &[&str] = &[
    "A handful, straight into the face. {Foe} claws at its eyes and strikes at where you are not.",
    "{Foe} gets it full in the eyes, and for now the world is a rumour to it.",
];

pub(crate) const NOT_BLINDED: &[&str] =
    &["The air takes it. {Foe} blinks once, and comes on.", "You throw it well, and {foe} has shut its eyes in time."];

pub(crate) const PELTED: &[&str] = &[
    "The {weapon} hits {foe} with a sound you can feel in your own teeth.",
    "It is no way to treat a {weapon}, but {foe} takes it on the brow and staggers.",
];

pub(crate) const THROWN_WIDE: &[&str] = &[
    "The {thing} sails past {foe} and lies where it falls.",
    "You throw the {thing}. {Foe} does not even have to duck.",
];

pub(crate) const FIRE_TAKES: &[&str] = &[
    "You bring the flame to {target}. It catches along one edge, runs, makes a great show of itself, and dies down to a black stripe and a smell.",
    "It burns, on {target}, higher than you had bargained for and not as long. What is left is soot, and everybody for half a mile knows that somebody is here.",
];

pub(crate) const FIRE_SULKS: &[&str] = &[
    "The fire will not have {target}. It crawls, smokes, and goes out, and your fingers smell of it.",
    "You get a thread of smoke out of {target}, and tears in your eyes.",
];

pub(crate) const FIRE_BITES: &[&str] = &[
    "It catches on {target}, and on your sleeve. By the time you have beaten out the one, the other is out too.",
    "The flame goes where the draught is, and the draught is you. {Target} is a little blackened, and so is your hand.",
];

pub(crate) const SPILT: &[&str] = &[
    "You empty the {thing} over {target}. It shines there, and waits for somebody to be careless.",
    "The {thing} goes out over {target} in one long swallow, and that is where it stays.",
];

pub(crate) const STREWN: &[&str] = &[
    "You lay out the {thing} with some care, the way one sets a table for somebody one does not like. There {it:thing} lie{s:thing} now.",
    "The {thing} {is:thing} on the ground, across the way, and you have marked for yourself where.",
];

pub(crate) const TIED: &[&str] = &[
    "You make the {thing} fast to {target} and hang on it with all you weigh. It holds.",
    "A turn, a turn, a hitch: the {thing} and {target} will not part company before you want them to.",
];

pub(crate) const TIED_LOOSELY: &[&str] = &[
    "You get the {thing} round {target}, after a fashion. It would hold a cat.",
    "The {thing} is on {target}, and will be, as long as nobody pulls too hard.",
];

pub(crate) const TIED_BADLY: &[&str] = &[
    "The knot looks like a knot. At the first pull it becomes two ends of the {thing} again.",
    "You tie the {thing} to {target}, and it comes off {target}, politely, as soon as you trust it.",
];

pub(crate) const SPRINKLED: &[&str] = &[
    "You sprinkle it over {target}. Nothing hisses, nothing flees. It is only clean, for the width of a hand.",
    "The drops stand on {target} a while, each with a little light in it, and sink in.",
];

pub(crate) const EATS_THING: &[&str] = &[
    "It bites into {target}, foaming, and leaves a hole you could put a thumb through.",
    "{Target} smokes, softens, and has a new shape along one side.",
];

pub(crate) const LANDS: &[&str] = &[
    "You throw the {thing}. It goes as far as it goes, and comes down [with a knock|where it likes|and lies there].",
    "The {thing} makes its short journey and ends it, none the wiser, {target}.",
];

pub(crate) const SOLD_ELSEWHERE: &[&str] =
    &["Such things are sold at {there}.", "{There} is where one would buy that."];

pub(crate) const PEOPLE_NOT_FOES: &[&str] = &[
    "Nobody here has raised a hand to you. You see {names}; you would have to say whom you mean, and mean it.",
    "You look about for an enemy, and find {names}. If it is one of them you want to strike, say which, and why will be asked afterwards.",
    "It would have to be somebody who is here: {names}. None of them has done you any harm that you know of.",
    "With {names} for company, there is nobody to be angry at. You put it off.",
    "The only one you could strike from where you stand would be {names}, and you would have to say so aloud.",
    "You make a fist, and look at {names}, and open the hand again.",
];

/// An enemy is meant, and those who are here are none.
pub(crate) const NO_ENEMY_HERE: &[&str] = &[
    "You look for an enemy and find only {names}, busy with other things. If you mean to strike at one of them, say the name.",
    "Your hand is on your weapon, and your eye goes round: {names}. Nobody who would have earned it. Whom did you mean?",
    "There is no enemy within reach, unless you make one of {names}. You would have to say of whom.",
    "Whatever is to be fought is not standing here; what is standing here is {names}.",
];

/// Where there would be something to fight.
pub(crate) const FOE_IS_THERE: &[&str] = &[
    "What you came to fight, if it comes to that, is to be looked for at {there}.",
    "Keep it for {there}. There you may need it.",
];
pub(crate) const GIVER_KNOWS_FOE: &[&str] = &[
    "{Name} could tell you where such are to be found.",
    "If it is a fight you want, ask {name} what the trouble is.",
];

pub(crate) const ASSAULTS: &[&str] = &[
    "You mean it, then. Your {weapon} catches {name} across the arm, and there is blood, and a scream that goes on after the scream.",
    "This time you do not stop. {Name} goes down on one knee under the {weapon}, holding the place, and looks at you as if you had been somebody else.",
];

pub(crate) const ASSAULT_FAILS: &[&str] = &[
    "You strike at {name} and hit the nearest thing that is not {name}. The noise is enough.",
    "{Name} gets an arm up, and something heavy into the way, and shouts a single word, which is your name.",
];

pub(crate) const DRAGGED_OUT: &[&str] = &[
    "They come from all sides, with whatever they had in their hands. It does not take long. You are dragged out by the collar and thrown down at {there}, and told what will happen if you come back with that in your hand.",
    "After that there are a good many fists, and they all know each other. When they have finished, you are lying at {there}, sore in every place you know of, and nobody has kept your hat.",
];

pub(crate) const THROWN_OUT: &[&str] = &[
    "It is once too often. You are turned upside down until your pockets are empty, marched out by the ears, and let go at {there}.",
    "Nobody shouts. They simply take hold of you, four of them, carry you to {there} like something that has gone off, and keep your purse for their trouble.",
];

pub(crate) const NOTHING_LIKE_IT: &[&str] = &[
    "You watch {name} for a while. What you had your eye on is nowhere about those pockets.",
    "You look {name} over as a cutpurse would. A purse, yes; of the other thing there is no sign.",
];

pub(crate) const STEALS_THING: &[&str] = &[
    "A stumble, an apology, and {a:thing} is under your cloak. {Name} [thanks you for your concern|is still brushing you down].",
    "You wait until {name} looks up at a noise, and then you have {a:thing}, and an honest face.",
];

pub(crate) const OTHERS_SAW: &[&str] = &[
    "{Others} saw it too, and will not forget whom they saw.",
    "There are other eyes here. {Others} look at you now as one looks at a dog that has bitten once.",
];

pub(crate) const SETTLES: &[&str] = &[
    "You try how it is by the {thing}, as close as one can get. One sees other things from here.",
    "You make yourself at home with the {thing}. Nobody says that you may not.",
    "You get yourself settled there, the {thing} for company, and let your legs have a rest.",
];

pub(crate) const SITS: &[&str] = &[
    "You sit down. From here [the place looks larger|everybody has knees|you can hear your own breath settle].",
    "You find somewhere to sit, and take the weight off for a while.",
    "You let yourself down with your back to something. It is good to be no taller than a table.",
];

pub(crate) const STANDS: &[&str] = &[
    "You get up again and shake the stiffness out.",
    "Up you get, and {place} is its old height.",
    "You are back on your feet.",
];

pub(crate) const STANDS_ALREADY: &[&str] =
    &["You are on your feet as it is.", "You stand a little straighter, which is all there is left to do."];

pub(crate) const PUTS_OUT: &[&str] = &[
    "You put out the {thing}. The dark comes back to where it had been standing.",
    "A hiss, a thread of smoke, and the {thing} is out.",
];

pub(crate) const NO_LIGHT: &[&str] =
    &["You have no light burning that could be put out.", "Nothing of yours is alight."];

pub(crate) const CARRIES_LIGHT: &[&str] =
    &["Your {thing} is burning.", "And you have light: the {thing} burns, steadily enough."];

pub(crate) const BURNT_OUT: &[&str] = &[
    "Your {thing} has burned down meanwhile.",
    "Of the {thing} you had lit nothing is left but the handle, and the smell.",
];

pub(crate) const NAPS: &[&str] = &[
    "You sleep, not long enough to be new, and wake when you had meant to.",
    "You lie down with the hour fixed in your mind, and at that hour your eyes open.",
    "It is a thin sleep with one ear open; but it is sleep, and it ends when you told it to.",
];
