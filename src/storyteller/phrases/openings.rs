//! Beginnings the storyteller knows its way about in: who sits there, what there is, and the shortest way into trouble.

/// Somebody of a beginning.
#[derive(Debug)]
pub(in crate::storyteller) struct Local {
    pub(in crate::storyteller) name: &'static str,
    pub(in crate::storyteller) trade: &'static str,
    pub(in crate::storyteller) look: &'static str,
    pub(in crate::storyteller) manner: &'static str,
    pub(in crate::storyteller) wish: &'static str,
    /// What only they can tell.
    pub(in crate::storyteller) tells: &'static [&'static str],
}

/// A beginning.
#[derive(Debug)]
pub(in crate::storyteller) struct Setting {
    /// The quest it belongs to.
    pub(in crate::storyteller) quest: &'static str,
    /// What the one who asks for help does, and what one sees of them.
    pub(in crate::storyteller) giver: (&'static str, &'static str),
    pub(in crate::storyteller) locals: &'static [Local],
    /// What there is to look at: name, and what a closer look shows.
    pub(in crate::storyteller) props: &'static [(&'static str, &'static str)],
    /// The short way to where the first proof is found: its direction, words for it, and how it goes.
    pub(in crate::storyteller) door: (&'static str, &'static [&'static str], &'static str),
}

/// All of them.
pub(in crate::storyteller) const SETTINGS: [Setting; 4] = [
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
        door: (
            "across",
            &["river", "bank", "far bank", "light", "boat", "ferry", "row", "water"],
            "You take the ferryman's boat. The oars are shipped as neatly as a table is laid, and the river lets you over \
             without a ripple, which is not like a river.",
        ),
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
        door: (
            "down",
            &["well", "rope", "shaft"],
            "You go over the rim and down the well rope, hand under hand, to where a drain has been broken open from the \
             other side, and crawl along it towards the light.",
        ),
    },
    Setting {
        quest: "find what travels with the caravans",
        giver: ("keeper of the toll house", "a ledger held shut with one thumb, at a page"),
        locals: &[
            Local {
                name: "the pedlar",
                trade: "pedlar",
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
                trade: "priestess of the Hearth",
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
                trade: "caravan guard",
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
        door: (
            "up",
            &["pass", "waystation", "snow", "mountain", "door", "out", "outside"],
            "You put your shoulder to the door and the storm lets you through. Stake by stake, from one rag of red cloth to \
             the next, you climb towards the waystation.",
        ),
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
                "silver",
                "Hammet's silver is in a herring tub: coins of nine kings, all of them rubbed smooth by the same sea.",
            ),
            (
                "sea wall",
                "A line is scratched along the wall where the tide ought to stand. It is well above your head.",
            ),
        ],
        door: (
            "down",
            &["stair", "stairs", "steps", "sea floor", "seabed", "sea", "bell"],
            "You go down off the quay and out over the ribbed sand, past anchors nobody came back for, to where the sea has \
             no business being dry.",
        ),
    },
];

/// Ways to have come here: `{hero}` came here …
pub(in crate::storyteller) const ARRIVALS: [&str; 20] = [
    "with a letter for somebody who turned out to have moved away",
    "on the last cart before the road closed",
    "because a dream was quite clear about the name of the place",
    "on the heels of a debt that had a day's start",
    "to sell a horse, which did not live to be sold",
    "for a wedding that nobody here has heard of",
    "looking for work that did not ask about the past",
    "by a wrong turning, and it was too late to go back",
    "to pay a grave a visit, and could not find the grave",
    "with a caravan that went on at dawn without a word",
    "to return a thing that was borrowed, years too late",
    "because an old comrade wrote only one line: come quickly",
    "for one night's rest, three nights ago",
    "to settle a wager about whether the place exists",
    "in the wake of a song that breaks off at the last verse",
    "with a sealed box, to be handed to whoever asks for it by name",
    "on foot, after a bridge did what bridges should not",
    "to look up the one who signed a map, and then vanished",
    "ahead of the weather, and only just",
    "at the asking of a stranger who paid half and promised half",
];

/// What the time of year does.
pub(in crate::storyteller) const WEATHERS: [&str; 14] = [
    "It has been raining since the old moon.",
    "The first frost came early and has stayed.",
    "There has been no wind for nine days, and people have begun to whisper.",
    "The swallows left a month before their time.",
    "Every dog for miles howls at noon, and at no other hour.",
    "The harvest is in, and there is not much of it.",
    "A red star has been up in the evenings, low in the west.",
    "The river has changed its voice.",
    "All the bees have gone, and the hives are full of honey.",
    "It thaws by day and freezes by night, and roofs come down.",
    "The fog comes at four each afternoon, as though by appointment.",
    "Somebody has been painting doors white in the night, a hand on each.",
    "The crows fly in pairs this autumn, and always the same way.",
    "The milk turns by morning, whatever the goodwives do.",
];

/// What else is said in the neighbourhood.
pub(in crate::storyteller) const WHISPERS: [&str; 16] = [
    "They say a tax man was let down a well, and that he is still counting.",
    "Somebody pays in coins with no king on them.",
    "A child has been seen on the roads with a lantern and no shadow.",
    "The miller swears that his scarecrow has changed fields.",
    "Two strangers have asked for the same man, and neither was the other's friend.",
    "At the crossroads a grave was dug, and no one has died.",
    "There is a fiddler about who takes his fee in names.",
    "A tinker sold nine mirrors, and all nine owners have covered theirs.",
    "It is said that the old lord's hounds were never found.",
    "Somewhere near here a treaty was buried along with the men who signed it.",
    "A black ram has been leading other people's flocks away.",
    "The ferry bell and the church bell have fallen out of step.",
    "Letters come for a house that burned down in the old queen's day.",
    "One of the standing stones was warm last week, and it is a different one now.",
    "Nobody will say who lights the shrine candles, or why there is always one too many.",
    "A sleeping woman was brought in from the moor, and she has not been seen to breathe.",
];
