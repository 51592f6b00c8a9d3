//! Threads of the abbey, the bridge, the coach, the glassworks, the barge and the court.

use super::{Adventure, Kind};

pub(super) static THREADS: [Adventure; 6] = [
    Adventure {
        quest: "wake the sleepers of hollin",
        trouble: &[
            "Eleven monks of Hollin Abbey are asleep where they stood, and in their sleep they all say one name.",
            "Nobody at Hollin has woken by themselves since the oldest cask was opened, and the casks keep coming up.",
        ],
        plea: "“Cold water, mustard, a pin. I have been trained in four kinds of waking, and they sleep through all of \
               them. It came up with the old cider. Something is down there with the casks and it is pouring. Shut it \
               off at the spigot, and the abbey will pay you twenty-five gold pieces, and I shall lie down at last.”",
        rumours: &[
            "“They smile, have you seen? All but Brother Cook. He looks as if somebody were explaining something to him.”",
            "“There's a cask that is on no list. The cellarer found it by the snoring. From inside, he said.”",
            "“Don't nod off near the press house. The ones who do get up and go to work, and they do not work for us.”",
        ],
        foe: ("sleepwalking picker", "zombie"),
        chief: ("the Dream Cellarer", "cultist"),
        token: (
            "cork branded with a closed eye",
            "When you hold it to your ear, somebody in there is breathing, slow and content.",
        ),
        prize: "cellarer's silver spigot",
        signs: &[
            "A basket of apples stands in the way, each with one bite out of it, all from the same mouth.",
            "Someone walks by between the trees with closed eyes, carrying a ladder that is not there.",
            "You catch yourself yawning, and it is not your yawn.",
        ],
        words: &["monk", "cider", "asleep", "abbey", "cask"],
        places: Some([
            ("The Press House", Kind::Hall),
            ("The Cider Cellar", Kind::Vault),
            ("The Vault of the Oldest Cask", Kind::Vault),
        ]),
    },
    Adventure {
        quest: "find who buys the shadows",
        trouble: &[
            "The night market should have been gone nine mornings ago, and those who shop there come home without a shadow.",
            "Somebody on the bridge pays in good silver for what you cast behind you, and half the town has sold.",
        ],
        plea: "“I trim the lamps. I see what falls behind people, it is half my trade, and three in ten throw nothing. My \
               wife sold hers for a kettle. Now she can't bear the sun, and she stands at the rail and waits to be \
               called. Find the buyer and break the bargain. I have twenty-five gold pieces. I shan't tell you what I \
               sold to get them.”",
        rumours: &[
            "“It didn't hurt. It was like having a thread pulled out of a hem. Since then I can't keep warm.”",
            "“They hang them to dry under the bridge. You can hear them flap. It isn't washing.”",
            "“He never haggles. That's how I should have known.”",
        ],
        foe: ("cut-loose shadow", "shadow"),
        chief: ("the Shade Broker", "cult fanatic"),
        token: (
            "candle snuffer with a lock on it",
            "Where its cone has touched the stone, no light will lie, however you hold the lamp.",
        ),
        prize: "jar of bottled shade",
        signs: &[
            "A shadow lies across the way, and nothing stands there to cast it.",
            "Along the wall hangs a row of pegs, and from each peg hangs a darkness the size of a coat.",
            "For three steps your own shadow walks a little behind, as if it had seen somebody it knew.",
        ],
        words: &["market", "shadows", "dusk", "pell bridge", "dawn"],
        places: Some([
            ("The Water Stairs", Kind::Shore),
            ("The Ninth Arch", Kind::Vault),
            ("The Broker's Counting Room", Kind::Vault),
        ]),
    },
    Adventure {
        quest: "bring the lost coach home",
        trouble: &[
            "The night coach has come in empty once more, on the stroke, with fresh horses and a warm seat.",
            "Six people took the coach to Gallowmere, and every night since the coach has come back to ask for more.",
        ],
        plea: "“I held the door for them. A bride, a curate, two lads for the army, a wet nurse and a man with a case. The \
               horses that come in aren't ours. They're kinder than ours. Somebody has the driving of that coach who has \
               no business with the living. Bring me back the whip it's driven with. Twenty-five gold pieces, that's what \
               the company gives for a driver.”",
        rumours: &[
            "“My sister was on it. There's a hatpin of hers in the cushion, stuck in up to the head, as if she'd held on by it.”",
            "“It's the old road it takes. There is no old road. They ploughed it in my father's day.”",
            "“If he offers you a hand up, keep yours in your pocket. He counts a hand as a fare.”",
        ],
        foe: ("hollow passenger", "zombie"),
        chief: ("the Coachman", "wight"),
        token: (
            "unstamped ticket",
            "It is made out for tonight, one way, and where the name should be the paper is waiting.",
        ),
        prize: "coachman's black whip",
        signs: &[
            "Two wheel tracks cross the grass and do not bend it.",
            "Hoofs go by at a hand gallop, quite near, over ground where nothing moves.",
            "On the air there is lamp smoke, leather, and six people breathing.",
        ],
        words: &["coach", "horses", "lamps lit", "gallowmere", "on the box"],
        places: Some([
            ("The Drovers' Halt", Kind::Hall),
            ("The Sunken Lane", Kind::Wood),
            ("The Last Turnpike", Kind::Road),
        ]),
    },
    Adventure {
        quest: "free what is caught in the glass",
        trouble: &[
            "Each pane that leaves the furnace has somebody standing in it, no taller than a hand, knocking.",
            "The furnace of Emberlow has not been fed for a week, and burns hotter for it.",
        ],
        plea: "“I know that face. That's the sandman's girl, who went down for a barrow of white and never wheeled it up. \
               They're all ours, the ones in the glass. I can't sell them and I can't break them, I don't dare. There's \
               a second furnace under this one. Put it out. I'll give you twenty-five gold pieces, and I'll never blow \
               another window as long as I live.”",
        rumours: &[
            "“Hold one up to a candle and it turns its back. Hold it up to the sun and it kneels.”",
            "“There was a magistrate here who had people looked at through glass. He said it showed their faults.”",
            "“The sand is white because of what it used to be. Ask yourself what is ground that fine.”",
        ],
        foe: ("glass-eyed stoker", "skeleton"),
        chief: ("the Glass Magistrate", "wight"),
        token: (
            "thumb-sized pane",
            "The figure in it is pointing, and when you turn the glass it goes on pointing the same way.",
        ),
        prize: "magistrate's silver blowpipe",
        signs: &[
            "The ground glitters. It is all splinters, swept into neat heaps by somebody who takes care.",
            "Your reflection goes by in a puddle a moment after you have passed it.",
            "There is a high, thin note in the air, the one a wet finger gets out of a goblet.",
        ],
        words: &["glass", "furnace", "pane", "emberlow", "voice"],
        places: Some([
            ("The Ash Tunnel", Kind::Vault),
            ("The Bone Sand Pit", Kind::Cave),
            ("The Blind Furnace", Kind::Vault),
        ]),
    },
    Adventure {
        quest: "untie the slow lyn",
        trouble: &[
            "The Lyn runs, and takes nobody anywhere: for eleven days the same willow has come up at dusk.",
            "They have thrown a marked cork over the stern each morning, and each evening it comes floating up to the bow.",
        ],
        plea: "“Forty years I've had this tiller. I know when I'm going and I know when I'm being walked in a circle like a \
               donkey at a mill. Somebody has tied a knot in the river. There's an old lock off that meadow, and a light \
               in it. I've twenty-five gold pieces of freight money, and nobody to deliver to. Go and get us untied.”",
        rumours: &[
            "“My beard doesn't grow. Eleven days. I'd thought it was the water.”",
            "“I saw us go by. At dawn, in the mist, the same barge. I was on it, and I didn't wave, so I didn't either.”",
            "“There used to be a keeper on that stretch who was never late. Not by a minute. They buried him with his watch.”",
        ],
        foe: ("weed-haired bargeman", "zombie"),
        chief: ("the Lock Keeper", "druid"),
        token: (
            "knotted tow line",
            "The knot has no ends. When you pick at it, the bank across the water gives a small jerk.",
        ),
        prize: "keeper's iron windlass",
        signs: &[
            "Your own footprints come towards you, and turn off, and you have not been here.",
            "A white cow lifts her head. You have seen her lift it twice before.",
            "Somewhere a clock strikes four, thinks, and takes one back.",
        ],
        words: &["barge", "lyn", "patience", "poling", "downstream"],
        places: Some([
            ("The White Cow's Meadow", Kind::Water),
            ("The Weir of Hours", Kind::Shore),
            ("The Keeper's Parlour", Kind::Hall),
        ]),
    },
    Adventure {
        quest: "find who speaks for the dead",
        trouble: &[
            "A drowned woman has sworn before the whole of Ashgate that the judge killed her, and the dead, it is known, can't lie.",
            "Every grave in Ashgate with a grudge in it has asked to be heard tomorrow, and the list is in one handwriting.",
        ],
        plea: "“I write down what they say. Thirty years of the dead, and they say um, they weep, they forget the day. She \
               had it word for word, like an actress. Somebody is speaking out of her. He hangs at the end of the week, \
               and he is the only one who ever asked my opinion. Find the speaker. There are twenty-five gold pieces in \
               the court's poor box, and I have the key.”",
        rumours: &[
            "“I was in the front row. When she talked, her lips came after.”",
            "“They keep what the dead leave behind in the vault. Tongues? Don't be daft. Well. Not only tongues.”",
            "“There was a prompter at the theatre who knew every part and was never given one. They hanged him for the fire.”",
        ],
        foe: ("sworn corpse", "zombie"),
        chief: ("the Prompter", "cultist"),
        token: (
            "wax tongue",
            "It is warm at the root. When you bring it near your face it whispers the line you were about to say.",
        ),
        prize: "prompter's silver mask",
        signs: &[
            "On the wall is chalked a part for two voices, with your last words in it.",
            "Someone clears a throat, close by, the way one does before speaking for another.",
            "Wet footprints lead along here, and at each stop somebody has set down a small brass number.",
        ],
        words: &["judge", "witness", "lied in court", "ashgate", "dead woman"],
        places: Some([
            ("The Evidence Vault", Kind::Vault),
            ("The Hanged Men's Ossuary", Kind::Vault),
            ("The Second Courtroom", Kind::Vault),
        ]),
    },
];
