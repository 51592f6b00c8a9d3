//! The ferry inn, the market square, the toll house and the quay.

use super::{Door, Kind, Local, Setting};

pub(super) static SETTINGS: [Setting; 4] = [
    Setting {
        quest: "answer the light on the far bank",
        giver: ("innkeeper", "a ring of keys and eyes that have not been shut for a night"),
        locals: &[Local {
            name: "Tam Weir",
            trade: "ferryman's boy",
            look: "a wet fringe and both fists in his sleeves",
            manner: "answers before you have finished, and then wishes he had not",
            wish: "to row out himself and bring his master home",
            tells: &[
                "“He told me to stay and mind the rope. I minded it. The rope's still there.”",
                "“When the boat came back I looked in it first. There was his pipe, lit. Lit! In that rain.”",
            ],
        }],
        props: &[
            (
                "laid table",
                "The supper is cold, and nothing has been touched but the bread, from which one neat bite is gone.",
            ),
            (
                "grey cloak",
                "It is a ferryman's oilcloth. In the pocket are a stub of chalk and a list of names, all crossed out but one.",
            ),
            (
                "overturned chair",
                "The chair was pushed back in haste; one leg has scored the boards in the direction of the door.",
            ),
            (
                "window",
                "Across the black water the light burns, low and yellow, and while you look it moves, a very little, to the left.",
            ),
        ],
        kind: Kind::Inn,
        air: &[],
        things: &[],
        door: Door {
            direction: "across",
            way: "across the river",
            words: &["river", "bank", "far bank", "light", "boat", "ferry", "row", "water"],
            how: "You take the ferryman's boat. The oars are shipped as neatly as a table is laid, and the river lets you over \
             without a ripple, which is not like a river.",
        },
    },
    Setting {
        quest: "silence the knocking under thornwick",
        giver: ("smith's daughter", "soot to the wrists and a leather apron wound twice around"),
        locals: &[
            Local {
                name: "Warden Holloway",
                trade: "market warden",
                look: "a chain of office and a handkerchief, both in use",
                manner: "assures you of things you had not asked about",
                wish: "for this to be a matter of pipes",
                tells: &[
                    "“Subsidence. Write that down. It is well known that old ground talks.”",
                    "“The list of the lost? Burned. In an accident. A small, indoor accident.”",
                ],
            },
            Local {
                name: "Granny Pell",
                trade: "egg seller",
                look: "a basket on each arm and one white eye",
                manner: "says the worst of it in the voice one keeps for chickens",
                wish: "to hear her husband's name read out in church",
                tells: &[
                    "“My Edwin's down there. Forty years he's been late for his dinner.”",
                    "“Thirteen strokes. There's one of those for each that voted to nail it shut.”",
                ],
            },
        ],
        props: &[
            (
                "well",
                "The rope shivers with each knock. When you lean over, the cold that comes up smells of iron and, faintly, of lamp smoke.",
            ),
            (
                "bell tower",
                "The bell is still swinging. The ringer sits on the step below it with his hands in his lap; he was not up there.",
            ),
            (
                "smithy",
                "The forge is hot and nobody is at it, and on the anvil lies a lamp bracket, the old miners' kind, freshly made.",
            ),
            (
                "market stalls",
                "Cheese, boots, ribbons, and behind every stall a person who is listening to the ground.",
            ),
        ],
        kind: Kind::Village,
        air: &[],
        things: &[],
        door: Door {
            direction: "down",
            way: "down the well",
            words: &["well", "rope", "shaft"],
            how: "You go over the rim and down the well rope, hand under hand, to where a drain has been broken open from the \
             other side, and crawl along it towards the light.",
        },
    },
    Setting {
        quest: "find what travels with the caravans",
        giver: ("keeper of the toll house", "a ledger held shut with one thumb, at a page"),
        locals: &[
            Local {
                name: "the pedlar",
                trade: "dealer in needles and pans",
                look: "a pack that clinks and a beard full of melting ice",
                manner: "tries to sell you each thing he says",
                wish: "to be certain how many of him set out",
                tells: &[
                    "“Needles, thread, a good pan. I had a partner. I think I had a partner. There's a second pan.”",
                    "“The priestess didn't come up with us. She was at the fire when we got here. Or was that the guard?”",
                ],
            },
            Local {
                name: "the priestess",
                trade: "servant of the Hearth",
                look: "a burned hand and a braid the colour of ash",
                manner: "blesses things under her breath, doors most of all",
                wish: "to finish a funeral that was interrupted",
                tells: &[
                    "“I closed his eyes myself. I know what I did. And now he asks me for the salt.”",
                    "“Count the cups in this room. Then count again, aloud. It does not care for being counted.”",
                ],
            },
            Local {
                name: "the guard",
                trade: "hired sword",
                look: "frost in the eyebrows that the fire does not melt",
                manner: "takes a long time to find each word, like somebody searching another man's pockets",
                wish: "to remember what he is called",
                tells: &[
                    "“I was... cold. Then I was not. It said I could come in, if I brought it with me.”",
                    "“There is a hall. There are chairs. I was told not to take the ninth.”",
                ],
            },
        ],
        props: &[
            ("fire", "Four shadows sit around the fire. You count the people again, and there are three, and you."),
            (
                "barred door",
                "The bar is down and frozen into its brackets. There are scratches on the wood, low, on this side.",
            ),
            (
                "toll book",
                "Every caravan has two figures, one for those who went up and one for those who came down. They never agree.",
            ),
            ("row of cups", "There is one cup more than there are guests. It is full, and it steams."),
        ],
        kind: Kind::Hall,
        air: &[
            "Snow ticks against the shutters, and the fire answers it.",
            "Wet wool steams on every nail, and the bench nearest the door stays empty.",
            "The rafters [creak|settle] under their load of snow, and everyone looks up together.",
            "It is warm in a ring around the fire, and [two steps back|behind your knees] it is winter.",
        ],
        things: &["tin mug", "pair of mittens", "snow stake with a red rag", "heel of rye bread", "sheepskin"],
        door: Door {
            direction: "up",
            way: "up through the snow",
            words: &["pass", "waystation", "snow", "mountain", "door", "out", "outside"],
            how: "You put your shoulder to the door and the storm lets you through. Stake by stake, from one rag of red cloth to \
             the next, you climb towards the waystation.",
        },
    },
    Setting {
        quest: "bring back what rings under the sea",
        giver: ("harbour master", "a sea-green coat from which the braid has been picked"),
        locals: &[
            Local {
                name: "Nell Carrow",
                trade: "net mender",
                look: "tarred fingers that never stop their knots",
                manner: "talks to the net and lets you overhear",
                wish: "for her youngest to sleep one night without humming",
                tells: &[
                    "“My gran held the lantern, the night of the bell ship. She told me which rock. I can see it from here.”",
                    "“There's wet on our step every morning. Salt wet. The prints go in, and they go out again.”",
                ],
            },
            Local {
                name: "Brother Aumery",
                trade: "keeper of the drowned men's chapel",
                look: "a seaman's tattoo under a priest's sleeve",
                manner: "is cheerful in the manner of a man bailing",
                wish: "to bury somebody in a grave with something in it",
                tells: &[
                    "“Forty crosses out there, and not a soul under them. I'd dearly like to know where they went. Or I wouldn't.”",
                    "“The old bell hung in my chapel till they sold it to weight the nets. So what's ringing, eh?”",
                ],
            },
        ],
        props: &[
            (
                "stair",
                "The steps are cut for feet, wide and shallow, green to the tenth and clean below it, as if from use.",
            ),
            (
                "beached boats",
                "The boats lie on their sides in a row, like sleepers. One has been dragged towards the stair, and back.",
            ),
            (
                "tub of silver",
                "Hammet's silver is in a herring tub: coins of nine kings, all of them rubbed smooth by the same sea.",
            ),
            (
                "sea wall",
                "A line is scratched along the wall where the tide ought to stand. It is well above your head.",
            ),
        ],
        kind: Kind::Shore,
        air: &[],
        things: &[],
        door: Door {
            direction: "down",
            way: "down the sea stair",
            words: &["stair", "stairs", "steps", "sea floor", "seabed", "sea", "bell"],
            how: "You go down off the quay and out over the ribbed sand, past anchors nobody came back for, to where the sea has \
             no business being dry.",
        },
    },
];
