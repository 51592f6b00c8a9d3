//! The threads a story can follow: what is wrong, who does it, what proves it, and what ends it.

use crate::storyteller::world::Kind;

/// One thread of adventure.
#[derive(Debug)]
pub(in crate::storyteller) struct Adventure {
    /// As it stands among the quests, in lower case.
    pub(in crate::storyteller) quest: &'static str,
    /// What everyone here has noticed.
    pub(in crate::storyteller) trouble: &'static [&'static str],
    /// How the one who asks for help puts it.
    pub(in crate::storyteller) plea: &'static str,
    /// What people say of it.
    pub(in crate::storyteller) rumours: &'static [&'static str],
    /// The lesser foes: name and kind.
    pub(in crate::storyteller) foe: (&'static str, &'static str),
    /// The one behind it: name and kind.
    pub(in crate::storyteller) chief: (&'static str, &'static str),
    /// What is found at the first place, and what it tells.
    pub(in crate::storyteller) token: (&'static str, &'static str),
    /// What the chief keeps.
    pub(in crate::storyteller) prize: &'static str,
    /// Signs of it on the way.
    pub(in crate::storyteller) signs: &'static [&'static str],
    /// Words of a beginning that ask for this thread; none where it fits anywhere.
    pub(in crate::storyteller) words: &'static [&'static str],
    /// Where the token is, the way in, and where the chief is; none where the names are made up.
    pub(in crate::storyteller) places: Option<[(&'static str, Kind); 3]>,
}

/// All threads.
pub(in crate::storyteller) const ADVENTURES: [Adventure; 10] = [
    Adventure {
        quest: "bring back the fog bell",
        trouble: &[
            "Three nights ago someone cut down the fog bell, and the fog has not lifted since.",
            "Without the bell to ring it off, the fog comes up from the low ground and stays for breakfast.",
        ],
        plea: "“The fog bell is gone. When it rang, the fog went home like a scolded dog. Now it stays, and people walk \
               into it and do not walk out. Bring the bell back and I will find you twenty-five gold pieces, though it \
               empties every jar I own.”",
        rumours: &[
            "“Small feet took it. I saw the prints by the post: bare, wide, and far too many.”",
            "“The fog has voices in it now. They count. They never get past nine.”",
            "“My cousin followed the sound of it. One stroke, very faint, and it came from under the ground.”",
        ],
        foe: ("mire goblin", "goblin"),
        chief: ("Grish Bellkeeper", "goblin boss"),
        token: (
            "length of bell rope",
            "It was cut with a saw-toothed knife, and mud from deep underground is worked into every strand.",
        ),
        prize: "silver fog bell",
        signs: &[
            "Bare, wide-toed footprints cross the mud here, all going one way.",
            "A smear of verdigris marks a stone, as if something of bronze had been dragged over it.",
            "Somewhere far off, a bell is struck once, and stifled.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "put out the cold fire",
        trouble: &[
            "Each night a blue fire walks the ridge, and each morning one more hearth refuses to light.",
            "A blue fire goes about after dark, and whatever it passes stays cold: ovens, kettles, beds.",
        ],
        plea: "“You have seen our chimneys. No smoke. The blue fire comes by and the warmth goes with it. It has a \
               shepherd, I swear it, a thing with a crook. Put it out, and there are twenty-five gold pieces in it, and \
               a warm meal the day we can cook one.”",
        rumours: &[
            "“I left a candle out for it, to see. In the morning the wax was frost.”",
            "“There are hounds with it. They leave ash where they step, and the ash is cold.”",
            "“Whatever carries that crook was a man once. It stops at the doors it used to know.”",
        ],
        foe: ("ash hound", "wolf"),
        chief: ("the Cinder Shepherd", "wight"),
        token: (
            "cold cinder",
            "It glows blue, it weighs more than it should, and it leans in your palm like a compass.",
        ),
        prize: "shepherd's black crook",
        signs: &[
            "The grass is grey in a strip as wide as a cart, and brittle with frost.",
            "Paw prints of ash cross the ground and do not scatter when you blow on them.",
            "For a moment there is a blue light ahead, low down, moving as a lantern moves.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "end the white hunt",
        trouble: &[
            "Something hunts here by moonlight, and it has begun to prefer people to deer.",
            "Horns have been heard at night, and three doors have been found standing open onto empty beds.",
        ],
        plea: "“It began with the deer. Then the dogs. Then Harl, who only went out for wood. There's a horn, and white \
               wolves come to it, and something behind them that laughs. Make it stop. Twenty-five gold pieces, and \
               nobody here will ever let you pay for a drink again.”",
        rumours: &[
            "“Run from the horn and it follows. Stand still and it passes. That's what my mother said, and she stood still.”",
            "“They came through my yard and never touched the hens. Never touched anything. They were looking.”",
            "“She was a lady of these parts, long ago. They put her under a hill with her hounds, and she did not like it.”",
        ],
        foe: ("gaunt white wolf", "wolf"),
        chief: ("the Pale Huntress", "wight"),
        token: ("braid of white hair", "Tied into it is a sprig that grows on old graves and nowhere else."),
        prize: "huntress's bone horn",
        signs: &[
            "A deer lies beside the path, untouched but for one clean arrow of bone.",
            "White hairs are caught on the thorns at the height of your chest.",
            "A horn sounds, so distant that it might be your own blood in your ears.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "break the red sash",
        trouble: &[
            "Men with red sashes hold the roads and call what they take a toll.",
            "No cart has come in for a week that was not lighter than it set out, by grace of the Red Sash.",
        ],
        plea: "“They wear red sashes and they carry a list. Who owns what, who owes what. Somebody gives them that list. \
               The strongbox they took was the whole winter of this place. Bring it back, and twenty-five gold pieces \
               of it are yours, counted out in front of witnesses.”",
        rumours: &[
            "“They knew my cart before they stopped it. They knew what was under the hay.”",
            "“There's a captain. Polite as a priest. He has a ledger where other men have a heart.”",
            "“They go to ground somewhere the old workings are. Smoke comes out of the hill, if you know where to look.”",
        ],
        foe: ("red sash cutthroat", "bandit"),
        chief: ("Captain Varro Sash", "bandit captain"),
        token: ("red sash with a map stitched inside", "The stitching shows a track, a hill, and a hole in the hill."),
        prize: "stolen strongbox",
        signs: &[
            "A scrap of red cloth hangs from a twig, tied in a knot that means something to somebody.",
            "Hoofprints leave the road where no sensible rider would.",
            "There are pipe ashes behind a rock here, and a very good view of the way you came.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "quiet the barrow",
        trouble: &[
            "The dead of the old barrow have been seen at the wells, politely waiting their turn.",
            "People who were buried last spring have come home for supper, and nobody knows how to ask them to leave.",
        ],
        plea: "“My own grandfather stood at the gate last night with his hat in his hands. He said he had been called up \
               to be counted. Somebody is counting our dead, and every night the count goes further. Stop the counting. \
               I can scrape together twenty-five gold pieces, and they are yours.”",
        rumours: &[
            "“They don't hurt you unless you get between them and the hill.”",
            "“I saw the ledger. A dry little man held it up to the moon, and my name was in it. In pencil.”",
            "“Salt on the sill. It doesn't stop them, but they do apologise.”",
        ],
        foe: ("barrow walker", "zombie"),
        chief: ("the Barrow Clerk", "cultist"),
        token: ("page from a ledger", "It lists the newly dead by name, and below them, fainter, the not yet dead."),
        prize: "brass seal of the dead",
        signs: &[
            "Footprints go by in single file, evenly spaced, without one stumble.",
            "A spade leans here beside a hole, and the earth was thrown out from within.",
            "Someone has chalked a number on a stone, and under it the next one.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "cut down the grey silk",
        trouble: &[
            "Grey silk has been found strung from tree to tree, and it is strong, and every day it is nearer.",
            "There is grey silk on the roofs in the mornings, and it takes two men to cut one strand.",
        ],
        plea: "“We sold the first of it. God forgive us, it fetched a fine price. Then the boy who gathered it did not come \
               back, and now it is on the chimneys. There's a weaver behind it. Find her, take her shears, and I'll put \
               twenty-five gold pieces in your hand.”",
        rumours: &[
            "“Touch one thread and a hundred tremble. I wouldn't touch one thread.”",
            "“It's spun in patterns. My wife says they are faces. My wife has good eyes.”",
            "“She doesn't come out. She doesn't have to. It all leads back to her.”",
        ],
        foe: ("silk spider", "giant wolf spider"),
        chief: ("the Grey Weaver", "druid"),
        token: (
            "spool of grey silk",
            "When you hold it loosely the free end drifts against the wind, always the same way.",
        ),
        prize: "weaver's iron shears",
        signs: &[
            "A single grey thread crosses the way at the height of your throat.",
            "A bird hangs in the air ahead, quite still, wrapped from beak to tail.",
            "The hedges here are bandaged in grey, and the bandages breathe a little.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "answer the light on the far bank",
        trouble: &[
            "The ferryman rowed out to a light on the far bank, and only his boat came home, with the oars shipped neatly.",
            "Across the river the light still burns, low and yellow, as if nothing had been asked of it.",
        ],
        plea: "“He said ten minutes. He left his supper. Ferrymen don't leave supper. The light is burning yet, and there \
               hasn't been a soul on that bank since the lamp house shut. Go over and see. I have twenty-five gold pieces \
               in a crock, and I was keeping them for something. This is something.”",
        rumours: &[
            "“That light has been seen before. My grandmother's year, and they lost a ferryman then too.”",
            "“The boat came back against the current. I don't care to think about that.”",
            "“It isn't lit for ships. There's nothing over there but the lamp house and whoever keeps it now.”",
        ],
        foe: ("drowned oarsman", "zombie"),
        chief: ("the Lamp Warden", "wight"),
        token: (
            "ferryman's oar pin",
            "It is bent, and smeared with lamp oil of a kind nobody has pressed in fifty years.",
        ),
        prize: "warden's yellow lamp",
        signs: &[
            "A line of wet footprints crosses dry ground, and every print is full to the brim.",
            "The yellow light shows between two trunks, nearer than it ought to be.",
            "There is lamp oil on the wind, and something beneath it like a river bottom turned over.",
        ],
        words: &["ferryman", "ferry", "light", "bank", "river"],
        places: Some([("The Far Landing", Kind::Water), ("The Lamp House", Kind::Ruin), ("The Lamp Room", Kind::Cave)]),
    },
    Adventure {
        quest: "silence the knocking under thornwick",
        trouble: &[
            "The knocking comes from the well in threes, patient as a lodger, and the water tastes of iron.",
            "Forty years ago they closed the mine with people in it, and now something under the well would like a word.",
        ],
        plea: "“Everyone over fifty in this town has gone indoors, have you noticed? They know what's knocking. My father \
               nailed up that mine with his own hammer and he won't say why. Go down and find out, and stop it if it \
               can be stopped. There's twenty-five gold pieces in the bell fund. Nobody wants that bell any more.”",
        rumours: &[
            "“They were told it was empty. That is what they say now. They were told.”",
            "“Count the knocks. It's one for every man they left, and then it starts again.”",
            "“There's a way in by the pump house. The boards have come off. From inside.”",
        ],
        foe: ("iron-eyed miner", "zombie"),
        chief: ("the Old Foreman", "wight"),
        token: (
            "brass miner's tally",
            "Forty-one names are stamped on it, and a forty-second has been scratched in since.",
        ),
        prize: "foreman's iron whistle",
        signs: &[
            "Rust has run down the stones here in the shape of fingers.",
            "Three knocks come up through the soles of your boots.",
            "A miner's boot print, old-fashioned, hobnailed, and wet with red water, points the way you are going.",
        ],
        words: &["well", "mine", "iron", "thornwick", "knock"],
        places: Some([
            ("The Pump House", Kind::Ruin),
            ("The Closed Mine", Kind::Cave),
            ("The Forty-First Gallery", Kind::Cave),
        ]),
    },
    Adventure {
        quest: "find what travels with the caravans",
        trouble: &[
            "Every caravan has come over the pass one traveller short, and nobody can ever say which one.",
            "Someone here was carried in dead an hour ago, and is now holding a cup with both hands.",
        ],
        plea: "“I count them through. It is my work, I count. Nine went up and eight came down, and the eight swore they \
               had always been eight. Something takes one and makes us forget the taking. Look in the old waystation; \
               they all stopped there. Twenty-five gold pieces of toll money says I am not mad.”",
        rumours: &[
            "“I have two bowls in my pack. I travel alone. Why would I carry two bowls?”",
            "“The guard never eats. I have watched. He only moves the food about.”",
            "“There is a hall in the ice, above the waystation. My people do not point at it.”",
        ],
        foe: ("rime-eyed traveller", "zombie"),
        chief: ("the Ninth Guest", "wight"),
        token: (
            "traveller's frozen diary",
            "On the last page one name comes up again and again, and you cannot keep hold of it.",
        ),
        prize: "crown of grey ice",
        signs: &[
            "One set of tracks comes up through the snow beside yours, and stops, and was never anyone's.",
            "A mitten hangs from a stake, stiff with frost, set there so that somebody would find it.",
            "For the space of a breath you are sure that you were not alone a moment ago.",
        ],
        words: &["pass", "caravan", "snow", "traveller", "toll"],
        places: Some([
            ("The Snowed-in Waystation", Kind::Ruin),
            ("The Ice Stair", Kind::Cave),
            ("The Hall of the Ninth Guest", Kind::Cave),
        ]),
    },
    Adventure {
        quest: "bring back what rings under the sea",
        trouble: &[
            "The tide has gone out and not come back, and down on the bare sea floor a bell is ringing under the sand.",
            "Seven nights the children have dreamed of one bell, and this morning the grown ones heard it too.",
        ],
        plea: "“Silver I said, and silver I meant, but I'll make it gold: twenty-five pieces, out of the harbour box. There's \
               a town down that stair. We rang its people onto the rocks in my grandfather's day, with a false bell, and \
               they have got hold of a true one. Bring it up before the tide remembers us.”",
        rumours: &[
            "“The sea's not gone. It's drawn breath.”",
            "“My youngest hums it. Same tune as the wreckers had. Nobody ever taught her.”",
            "“There's folk on that stair at dusk. They come up as far as the weed, and look at our windows.”",
        ],
        foe: ("drowned wrecker", "zombie"),
        chief: ("the Tide Bride", "sea hag"),
        token: ("barnacled bell clapper", "It is warm, and it shivers each time the bell below is struck."),
        prize: "bell of the drowned town",
        signs: &[
            "Fish lie on the wet sand in rows, all heads towards the stair.",
            "A stroke of the bell goes through you and out into the open mud.",
            "Salt water runs uphill here, in one thin line, minding its own business.",
        ],
        words: &["tide", "sea", "bell", "harbour", "wrecks"],
        places: Some([
            ("The Bare Sea Floor", Kind::Water),
            ("The Drowned Stair", Kind::Cave),
            ("The Bell Crypt", Kind::Cave),
        ]),
    },
];
