//! What places are called, and what is in them.

use crate::world::Kind;

/// What every place of a kind has to offer.
#[derive(Debug)]
pub(crate) struct Stock {
    /// What one takes in at a glance.
    pub(crate) air: &'static [&'static str],
    /// Things that stay where they are: name, and what a closer look shows.
    pub(crate) features: &'static [(&'static str, &'static str)],
    /// Things that can be carried off.
    pub(crate) things: &'static [&'static str],
    /// First and second halves of names.
    pub(crate) names: (&'static [&'static str], &'static [&'static str]),
}

/// The stock of a kind of place.
pub(crate) fn stock(kind: Kind) -> &'static Stock {
    match kind {
        Kind::Inn => &INN,
        Kind::Hall => &HALL,
        Kind::Village => &VILLAGE,
        Kind::Road => &ROAD,
        Kind::Wood => &WOOD,
        Kind::Water => &WATER,
        Kind::Shore => &SHORE,
        Kind::Hill => &HILL,
        Kind::Ruin => &RUIN,
        Kind::Cave => &CAVE,
        Kind::Vault => &VAULT,
        Kind::Shrine => &SHRINE,
    }
}

static INN: Stock = Stock {
    air: &[
        "The room is low and [warm|loud|smoky], and smells of [onions and wet wool|tallow and spilled ale|woodsmoke and dog].",
        "[Lamplight|Firelight] moves on the beams, and every table has [its own argument|a story going|one empty chair].",
        "Boots drip by the door, somebody is [losing at dice|humming off-key|asleep in a plate], and nobody looks at you for long.",
        "Heat folds around you like a [blanket|wet hand], and the talk drops a little before it goes on.",
    ],
    features: &[
        ("hearth", "The hearth is wide enough to stand in, and somebody has scratched a row of ships into its stones."),
        (
            "bar",
            "The bar is one plank of ship's oak, and the tally marks cut along its edge go back further than the roof.",
        ),
        ("stairs", "The stairs lead up to four doors, and the third step is worn by people who know that it creaks."),
        (
            "notice board",
            "The board by the door has six notices on it, five of them rained out and the sixth underlined twice.",
        ),
        ("stuffed pike", "The pike on the wall has glass eyes of two colours, and both of them find you."),
        ("cellar hatch", "The hatch is bolted from above, which is the right side, as far as that goes."),
    ],
    things: &["tallow candle", "chipped mug", "pack of cards", "brass corkscrew", "heel of bread"],
    names: (&["The Crooked", "The Last", "The Brass", "The Sleeping"], &["Lantern", "Heron", "Kettle", "Anchor"]),
};

static VILLAGE: Stock = Stock {
    air: &[
        "Roofs lean together over [a muddy lane|wet cobbles], and [a dog|a handcart|a thin goose] has the right of way.",
        "People here [carry things and do not stop|stop talking when you pass|nod first and wonder later].",
        "There is [washing out that will not dry|bread somewhere near|a hammer going, unhurried], and shutters that were open a moment ago.",
        "The day goes about its work: [a broom, a bucket, a quarrel about a fence|two women, one basket, a great deal of news].",
    ],
    features: &[
        ("well", "The well is old and deep, and the rope on it is new, and so is the knot."),
        ("market cross", "The cross has lost its top, and someone leaves fresh flowers on the stump."),
        ("smithy", "The smithy's fire is banked, and a row of half-made hinges waits on the anvil."),
        ("stocks", "The stocks are empty and lovingly oiled."),
        ("chapel door", "The chapel door has a hand painted on it in white, palm outward, and the paint is fresh."),
        ("hay cart", "The cart stands without its horse, and one wheel is chocked with a book."),
    ],
    things: &["ball of twine", "clay pipe", "horseshoe", "bunch of dried herbs", "small apple"],
    names: (
        &["Kettle", "Salt", "Candle", "Thistle", "Tanner's", "Goose", "Copper", "Hemp"],
        &["Row", "Market", "Cross", "Green", "Yard", "Steps"],
    ),
};

static ROAD: Stock = Stock {
    air: &[
        "The road runs [between stone walls|along a bank of nettles|under a row of bent poplars] and does not care who walks on it.",
        "Cart ruts hold [rainwater|a strip of sky|last night's ice], and the milestone has been turned to face the wrong way.",
        "There is [wind|a smell of horses|the tick of cooling stone], and no cart for as far as you can see, in either direction.",
        "Here the way narrows, and [the water talks underneath|old iron creaks overhead|your steps come back to you].",
    ],
    features: &[
        ("milestone", "Under the moss the milestone gives a distance to a town that no map has any more."),
        ("parapet", "Names are cut into the parapet, generations of them, and the newest is not finished."),
        (
            "toll hut",
            "The toll hut is shut, and through its one window you see a stool, a cup, and a cat in sole command.",
        ),
        ("ditch", "The ditch is deeper than it looks, and something was dragged out of it not long ago."),
        ("gallows post", "The post has no rope on it, only a nest, and the bird thinks highly of the place."),
        ("hedge", "The hedge has a gap in it at the height of a crouching man."),
    ],
    things: &["cart pin", "lost glove", "flat grey stone with a hole in it", "length of chain", "horse brass"],
    names: (
        &["The Long", "The Old", "The Toll", "The Lame King's", "The Nine-Arch", "The Wet"],
        &["Bridge", "Causeway", "Crossing", "Ford"],
    ),
};

static WOOD: Stock = Stock {
    air: &[
        "The trees stand close, [dripping|creaking|listening], and the light comes down green and in small change.",
        "Leaf-mould takes the sound out of your steps; [a jay complains|something small runs off|a branch lets go somewhere].",
        "Every trunk is furred with moss on [the side you did not expect|all sides], and the path is a matter of opinion.",
        "It smells of [mushrooms and rain|fox|sap and cold iron], and the further in you look, the more it looks back.",
    ],
    features: &[
        ("fallen oak", "The oak came down whole; in the pit under its roots the earth is soft and has been dug."),
        ("charcoal stack", "The charcoal burner's stack is cold, and his supper is still in the pan beside it."),
        ("hollow tree", "Inside the hollow tree somebody has fixed a shelf, and on the shelf is a candle stub."),
        ("deer track", "The track is narrow and much used, and not lately by deer."),
        ("ring of mushrooms", "The ring is perfect, and nothing grows in the middle of it."),
        ("brook", "The brook runs clear over brown stones, and a thread of something red goes by and is gone."),
    ],
    things: &["straight ash staff", "handful of hazelnuts", "owl feather", "lump of amber", "snare of wire"],
    names: (
        &["The Whispering", "The Crooked", "The Hanging", "The Drowsing", "Widow's", "Badger"],
        &["Wood", "Copse", "Thicket", "Holt"],
    ),
};

static WATER: Stock = Stock {
    air: &[
        "Reeds [hiss|lean|rattle] on both sides, and the water between them is the colour of [tea|slate|old bottles].",
        "The ground gives a little with each step and gives back [a sigh|a bubble|cold feet].",
        "Mist lies in [strips|rags] over the shallows; [a heron|a post|a drowned tree] stands in it up to the knees.",
        "Everything here is half water, and the other half is [thinking about it|mud].",
    ],
    features: &[
        ("rotten jetty", "The jetty goes out eleven planks and stops, as if it had been bitten off."),
        ("sunken boat", "A boat lies under two feet of water, its nets still set."),
        ("eel traps", "The eel traps are full, and nobody has come for them."),
        ("standing pole", "The pole is notched for floods, and the highest notch is well above your head."),
        ("reed hut", "The hut is made of reeds and patience; its fire pit is damp, its bed is not."),
        ("black pool", "The pool shows the sky very well, with one star in it that is not up there."),
    ],
    things: &["fish hook", "coracle paddle", "string of eels", "green glass bottle", "drowned man's boot"],
    names: (
        &["The Sallow", "The Grey", "The Eel", "Lanternless", "The Brackish", "Heron"],
        &["Marsh", "Mere", "Fen", "Shallows"],
    ),
};

static HILL: Stock = Stock {
    air: &[
        "The wind up here has [come a long way|no manners|teeth], and the grass lies down for it.",
        "You can see [three counties|the whole valley|tomorrow's weather] from this height, and be seen from all of it.",
        "Stone shows through the turf like [knuckles|old bone]; a kite hangs overhead and makes up its mind.",
        "Sheep have made the paths, and [none of them goes anywhere|all of them meet here].",
    ],
    features: &[
        (
            "cairn",
            "The cairn is built of stones from somewhere else, and the top one is still warm from a hand, or the sun.",
        ),
        ("standing stone", "The stone leans, and the hollow at its foot is black from many small fires."),
        ("sheepfold", "The fold is empty, its gate tied shut from the inside."),
        ("dead tree", "The tree was struck by lightning and has kept the shape of it."),
        ("spring", "The spring comes out from under a slab, so cold that it hurts the teeth."),
        (
            "beacon",
            "The beacon's wood is stacked and dry, and under the lowest log somebody has hidden nothing at all, carefully.",
        ),
    ],
    things: &["tuft of good wool", "flint blade", "ram's horn", "shepherd's whistle", "bundle of kindling"],
    names: (&["Gallows", "The Bare", "Kite", "Stonemother", "The Windy", "Lamb"], &["Hill", "Ridge", "Down", "Moor"]),
};

static RUIN: Stock = Stock {
    air: &[
        "What roof there is has [let go of its slates|ideas of its own], and rain has been in, and stayed.",
        "Nettles grow [through the floor|where people sat], and the doorway keeps its shape out of habit.",
        "It is quiet in the way of places that were [left in a hurry|never finished|loved, once].",
        "Broken stone, a [swallow's nest|hanging door|smell of cold soot], and a silence with somebody's outline in it.",
    ],
    features: &[
        ("millstone", "The stone is cracked across; in the crack are grains of something that is not wheat."),
        ("fallen beam", "The beam came down a long time ago, and the gap beneath it has been used as a door since."),
        ("fireplace", "The ash in the fireplace is cold on top, and less cold further down."),
        ("painted wall", "The wall shows a feast, and someone has scratched out one guest, everywhere he appears."),
        ("trapdoor", "The ring of the trapdoor has been oiled, and the dust around it swept aside in a half circle."),
        ("broken cart", "The cart was taken to pieces with care, for its nails."),
    ],
    things: &["rusted key", "pewter spoon", "cracked hand mirror", "child's wooden horse", "bottle of old wine"],
    names: (
        &["The Drowned", "The Roofless", "The Burnt", "Saint Orrin's", "The Halfway", "The Owl"],
        &["Mill", "Chapel", "Farm", "Watchtower", "Granary", "Priory"],
    ),
};

static CAVE: Stock = Stock {
    air: &[
        "Cold breath comes out of the dark, with [wet stone|old smoke|something sweetish] on it.",
        "Water [ticks|drips|counts] somewhere, and each drop takes its time.",
        "Your light finds [tool marks|claw marks|a low ceiling] and then gives up, a few feet ahead.",
        "The walls sweat, the floor slopes, and the way out looks smaller each time you turn to it.",
    ],
    features: &[
        ("rock pile", "The rocks were stacked, not fallen, and there is a draught between them."),
        ("chalk marks", "The marks are in fives, and they go on along the wall further than you want to follow."),
        ("pit", "You drop a pebble into the pit and hear it arrive, eventually, among other things."),
        ("old timbers", "The timbers still hold, and complain about it."),
        ("bone heap", "The bones are sorted by size, which is worse."),
        ("iron ring", "The ring is set into the wall at the height of a wrist."),
    ],
    things: &["miner's pick", "lump of rock crystal", "tallow lamp", "tarnished silver buckle", "coil of old rope"],
    names: (
        &["The Breathing", "The Lower", "Hob", "The Old Copper", "The Weeping", "Deadlamp"],
        &["Cave", "Barrow", "Mine", "Delve"],
    ),
};

static SHRINE: Stock = Stock {
    air: &[
        "It is very still; [candle ends|ribbons|small bells] crowd every ledge, each left by somebody who wanted something.",
        "The stone here is worn smooth by [knees|hands|centuries of asking].",
        "Birds fall silent at the boundary, [and take it up again behind you|or hold their breath].",
        "A smell of [honey and cold incense|beeswax|crushed thyme] hangs about, older than the trees.",
    ],
    features: &[
        ("altar", "The altar is a plain slab, and in its middle is a dent the size of a hen's egg, full of rain."),
        ("statue", "The statue's face is worn away, and it is easier to talk to for that."),
        ("offering bowl", "The bowl holds three copper coins, a milk tooth, and a very small carved boat."),
        ("bell frame", "The frame has room for three bells and has two."),
        (
            "ribbon tree",
            "Each ribbon is a wish; some have been untied, which must mean they were granted, or given up.",
        ),
        ("holy well", "The well is no deeper than your arm, and clear, and your face in it looks rested."),
    ],
    things: &["beeswax candle", "copper bell", "length of blue ribbon", "carved bone saint", "vial of clear water"],
    names: (
        &["The Listening", "Saint Hob's", "The Wayside", "The Blind", "Three-Bell", "The Moth"],
        &["Shrine", "Well", "Hermitage", "Stone"],
    ),
};

static HALL: Stock = Stock {
    air: &[
        "Nobody has lit a fire here for a while; [the chairs are pushed in|the cups are where they were put down], and the dust is even.",
        "It is one long room under old beams, with [a shutter that taps|a clock that has stopped|more chairs than a house needs].",
        "Your steps are loud on the boards, and [something in the wall goes quiet for them|each finds a creak of its own].",
        "It smells of [cold grates and mice|lamp oil|apples gone soft], and of doors kept shut.",
    ],
    features: &[
        ("long table", "The table has been scrubbed so hard, in one place, that there is a hollow in it."),
        ("stopped clock", "The clock stopped at ten past four, and its weights have been taken away."),
        ("row of pegs", "There are seven pegs and six coats, and the floor under the bare one is wet."),
        ("cold stove", "The stove is stuffed with letters that somebody did not quite dare to burn."),
        ("locked cupboard", "The scratches around its keyhole are all on the lower side, where a child would reach."),
        (
            "turned portrait",
            "The portrait hangs with its face to the wall; a name is written on its back, and crossed out, and written.",
        ),
    ],
    things: &["pewter candlestick", "ball of grey wool", "bone-handled spoon", "jar of pickled plums", "brass thimble"],
    names: (&["The Shuttered", "The Upper"], &["Hall", "House"]),
};

static SHORE: Stock = Stock {
    air: &[
        "Wet [sand|shingle|stone] shines as far as the edge of the water, and the edge keeps changing its mind.",
        "It smells of [weed|tar|mud], and of things that live under stones.",
        "Gulls stand about, all facing the same way, and [make room for you grudgingly|do not fly].",
        "The water [sucks at the stones|talks under the piles], goes quiet, and begins again.",
    ],
    features: &[
        ("mooring ring", "The ring is worn thin on one side, by something that pulled harder than boats do."),
        ("upturned boat", "Somebody lives under the boat; there is a blanket, and a row of shells, sorted by colour."),
        (
            "tide mark",
            "The line of weed and straw runs higher than yesterday's, and as straight as if it had been ruled.",
        ),
        ("slimy steps", "The steps go on down under the water, further than anyone could need them."),
        ("broken pile", "The post was not broken, when you come to look. It was gnawed."),
        ("net on a frame", "The net is half mended, and the needle still hangs from it by its thread."),
    ],
    things: &["cork float", "length of tarred line", "oyster knife", "whelk shell", "wooden bailer"],
    names: (&["The Low", "The Gull"], &["Strand", "Landing"]),
};

static VAULT: Stock = Stock {
    air: &[
        "It is dry and cold down here, and [every sound stays a little too long|your footsteps come back to you one by one].",
        "Pillars go off into the dark in rows, [fat as bakers|and not all of them seem to be pillars].",
        "Somebody built this well, and [bricked up more of it than they left open|never meant it to be seen by daylight].",
        "The air has been breathed before, [a long while ago|lately]; it tastes of [old iron|lime|candle].",
    ],
    features: &[
        ("bricked-up arch", "The bricks are newer than the arch, and bulge a little, towards you."),
        ("row of niches", "In each niche stands a lamp without oil; only the last one has been dusted."),
        ("stone bench", "The bench is worn hollow by somebody who sat there year after year, facing the wall."),
        ("drain", "Through the drain comes a draught, and now and then, very far down, a splash."),
        (
            "empty chest",
            "It has three locks, and all three stand open. The dust inside has the shape of what was taken.",
        ),
        ("carved lintel", "A line is carved over the way you came in by, and its last word has been chiselled out."),
    ],
    things: &["stub of black candle", "lead seal", "brass tally", "thin silver chain", "clay lamp"],
    names: (&["The Nether", "The Sealed"], &["Vault", "Undercroft"]),
};
