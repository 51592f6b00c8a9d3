//! Of the abbey, the bridge and the coach.

use super::Subject;

pub(super) static LORE: [(&str, &[Subject]); 3] = [
    (
        "wake the sleepers of hollin",
        &[
            Subject {
                name: "the sleepers",
                words: &["sleeper", "sleepers", "monk", "monks", "asleep", "brothers", "cook"],
                look: "His chest goes up and down. His feet, you notice, move a little, left and right, like those of somebody on a long \
                       stair.",
                said: &[
                    "“Eleven. The first was Brother Porter, against the gate, with the key in his hand. I've pinched every one of them. I've stopped apologising.”",
                    "“They're not ill. They're fat and rosy and they don't want for anything. That is what frightens me.”",
                ],
                tried: "You shake him, call him, pull up one lid. The eye behind it looks at you with perfect kindness, from a very long way \
                        down, and closes. He murmurs the name again.",
            },
            Subject {
                name: "the name they murmur",
                words: &["name", "murmur", "murmurs", "mutter", "whisper", "say"],
                look: "",
                said: &[
                    "“Amabel, they say, all of them. We have no Amabel. We've a stone by the old press with its front to the wall, and I have begun to wonder.”",
                    "“It's not a prayer. They say it as you'd say it to somebody who is pouring, to tell her when to stop.”",
                ],
                tried: "You say it aloud, softly: Amabel. The sleeper sighs and smiles, and so do three others whom you cannot see.",
            },
            Subject {
                name: "the cider",
                words: &["cider", "mug", "mugs", "drink", "foam", "apples", "apple"],
                look: "Clear, and the colour of a fox in the evening. It is quite still in the mug, though the mug is not.",
                said: &[
                    "“From the press it's as good as ever. It's what comes up from the oldest cask that does it. Cook drank a thimble of it for the sauce.”",
                ],
                tried: "You wet your lips with it, no more. It tastes of the best afternoon you ever had. You are standing three steps nearer to \
                        the cellar than you were.",
            },
            Subject {
                name: "the oldest cask",
                words: &["cask", "casks", "oldest cask", "barrel", "cellar"],
                look: "",
                said: &[
                    "“It was here before the abbey. The founders built over it. There is a line about it in the rule, and the line says no.”",
                    "“The abbot would have it opened for the feast. He was asleep before the blessing.”",
                ],
                tried: "",
            },
            Subject {
                name: "the cellarer",
                words: &["cellarer", "abbot", "who opened", "opened"],
                look: "",
                said: &[
                    "“Brother Cellarer went down to count, and went on counting. On some nights you can hear him from the well head. He's in the thousands.”",
                ],
                tried: "",
            },
            Subject {
                name: "the dream",
                words: &["dream", "dreams", "dreaming", "stair"],
                look: "",
                said: &[
                    "“A stair, and a lamp at the bottom, and somebody who says that you've worked enough. I only nodded for a moment. I was twelve steps down.”",
                ],
                tried: "",
            },
            Subject {
                name: "the bell",
                words: &["bell", "refectory bell", "rope"],
                look: "The rope was cut high up, and tied out of reach. Whoever wrote “let them lie” under it has a monk's hand, neat as print.",
                said: &[
                    "“One of us cut it down, and slept by evening. I don't know whether he did it before or after.”",
                ],
                tried: "There is no rope left to ring it by. What is left is a windfall, well aimed: one thin clank; and under every tree they smile, and go on sleeping.",
            },
        ],
    ),
    (
        "find who buys the shadows",
        &[
            Subject {
                name: "your own shadow",
                words: &["my shadow", "own shadow", "my own shadow"],
                look: "It is there: at your heels, a little paler than you would like, and turned, now that you look, towards the rail. \
                       When you lift a hand it takes a moment to think about it.",
                said: &[
                    "“You've got yours. I looked, first thing. Everybody here will have looked.”",
                    "“Keep it close. Stand with the lamp before you and not behind. He likes to see what he is buying.”",
                ],
                tried: "“For sale?” says a soft voice at your elbow. When you turn there is nobody, but on the rail lies a pair of silver \
                        coins, still warm, and a slip of paper with a cross where you would sign. “We keep no shop,” says the voice, from \
                        under the bridge. “Come down, and ask for the book.”",
            },
            Subject {
                name: "the sold shadows",
                words: &["shadow", "shadows", "shade", "lost"],
                look: "You look at feet. A fat man's: nothing. A girl's: nothing. A dog's: a good black dog of a shadow, and the dog keeps \
                       between it and the rail.",
                said: &[
                    "“It begins with the feet being cold. Then you don't care for noon. After a month they go and stand by the rail.”",
                    "“They pay silver. It spends like silver. It's only that nobody has ever been glad of what they bought with it.”",
                ],
                tried: "You put out a hand to somebody's shadow. It is like touching the far side of a curtain; there is another hand there.",
            },
            Subject {
                name: "the buyer",
                words: &["buyer", "buys", "gentleman", "broker", "bargain", "who buys", "paper", "sign"],
                look: "You look for a gentleman among all the hats. Twice you are sure of one at somebody's elbow, bending down to listen; \
                       both times there is only the elbow.",
                said: &[
                    "“He comes when you're short of something. Polite. Never hurries you. I couldn't tell you his face, and I've sold to him.”",
                    "“Look under the bridge and not on it. What he buys has to hang somewhere.”",
                ],
                tried: "",
            },
            Subject {
                name: "the book",
                words: &["book", "names", "ledger"],
                look: "",
                said: &[
                    "“Everybody who has signed is in it, and everybody who will. Tear out a page and you'd have that one's bargain in your hand. So they say who've never tried.”",
                ],
                tried: "",
            },
            Subject {
                name: "the night market",
                words: &["market", "night market", "bridge", "nine nights", "stalls", "dawn"],
                look: "Lamps, hands, steam, and everything for sale that one is short of at night. On the ninth evening it ought to look \
                       tired. It looks as if it had just been unpacked.",
                said: &[
                    "“One night a year, always. We pack at cock-crow. Only no cock has crowed, nine nights now, or none that we could hear.”",
                ],
                tried: "",
            },
            Subject {
                name: "the ninth arch",
                words: &["arch", "ninth arch", "under the bridge", "water stairs"],
                look: "",
                said: &[
                    "“There are eight arches. Count them from the bank, in daylight. And then go down the water stairs at night, and count again.”",
                ],
                tried: "",
            },
            Subject {
                name: "the lamplighter's wife",
                words: &["wife", "kettle", "sold hers"],
                look: "She stands at the rail in a grey shawl among the others who stand there, and looks down. The lamp is behind her. On the \
                       stone before her there is only light.",
                said: &[
                    "“She wanted a kettle. I'd said that we couldn't run to a kettle. That's all. That is the whole of it.”",
                ],
                tried: "You touch her sleeve. “Is he calling?” she asks, and when you say no she turns back to the water.",
            },
        ],
    ),
    (
        "bring the lost coach home",
        &[
            Subject {
                name: "the coach",
                words: &["coach", "carriage", "inside", "seat", "seats", "rug", "seventh", "cushion"],
                look: "The door is open and the step is down. Inside it is warm. Six seats are dented, each in the shape of somebody, and the \
                       dents are still filling out. A hatpin stands in the cushion, driven in to the head; on the seventh seat the rug is \
                       laid back for you.",
                said: &[
                    "“It stands until the lamps burn down. Then the door shuts, nobody touching it, and it goes. I don't look. I hear the whip.”",
                    "“Seven seats and six fares. It has always been one short, that run. Somebody means to make up the number.”",
                ],
                tried: "You sit down on the seventh seat, on the very edge. The rug draws itself over your knees, and five others breathe out. You \
                        are outside again before you have thought. You could stay in: it would take you aboard, to wherever it goes.",
            },
            Subject {
                name: "the six passengers",
                words: &[
                    "passenger",
                    "passengers",
                    "six",
                    "people",
                    "bride",
                    "curate",
                    "nurse",
                    "lads",
                    "sister",
                    "hatpin",
                ],
                look: "",
                said: &[
                    "“A bride, who wouldn't sit with her back to the horses. A curate. Two lads with the shilling still in their hands. A wet nurse, \
                     crying. And a man with a case, who paid for two.”",
                    "“Six went in by that door, living. I held it. What comes back sits in the same order, and has no weight on the springs.”",
                ],
                tried: "",
            },
            Subject {
                name: "the man with the case",
                words: &["case", "man with a case", "captain's case", "travelling case"],
                look: "A good leather case with a brass lock. There are initials on it, and they have been scratched out with a key.",
                said: &[
                    "“Paid for two and sat alone. He put it on the seat beside him, and I'd swear that he asked it whether it was comfortable.”",
                    "“You'd have to look inside. I wouldn't. There's a case like it in this yard now, and I've said nothing of that, either.”",
                ],
                tried: "You get a thumb on the lock before it is pulled away. It was warm; and something in there turned over, in its sleep.",
            },
            Subject {
                name: "the driver",
                words: &["driver", "drives", "coachman", "on the box", "whip", "who drives"],
                look: "There is nobody on the box. The reins hang in the air at the height of two hands.",
                said: &[
                    "“Harker, they called him. He never once stopped for anybody, not for a fall, not for a birth. He was dismissed, and drove out all the same.”",
                    "“It's the whip that does it. The horses would stand, poor things, if it weren't for the whip.”",
                ],
                tried: "",
            },
            Subject {
                name: "the booking list",
                words: &["booking", "list", "counterfoil", "counterfoils", "ticket", "tickets", "fare", "fares", "ink"],
                look: "Six counterfoils, clipped together. The ink of the names is wet. Under the sixth there is a seventh, blank, and dated \
                       tonight.",
                said: &[
                    "“Here: six names, in my hand, four weeks old, and wet. Put your finger on it. And that blank one I never tore off.”",
                ],
                tried: "You put a finger to the blank counterfoil. A letter begins to come up under it, and it is the first of your name. You \
                        take the finger away.",
            },
            Subject {
                name: "Gallowmere",
                words: &[
                    "gallowmere",
                    "old road",
                    "when does",
                    "leave",
                    "leaves",
                    "back each night",
                    "how often",
                    "where does",
                ],
                look: "",
                said: &[
                    "“It was a posting town. It's a lake now; they dammed the valley in my father's day. The coach has always gone to Gallowmere.”",
                    "“It comes at the stroke and goes when the lamps burn low. An hour, not more. And the next night again.”",
                ],
                tried: "",
            },
            Subject {
                name: "the horses",
                words: &["horse", "horses", "greys", "harness"],
                look: "Four greys, not a hair wet. On each, under the collar, the same brand: a wheel with seven spokes.",
                said: &[
                    "“They let me wipe them down. They put their heads on my shoulder, all four. I think they'd like to be told that they can stop.”",
                ],
                tried: "You take the near leader by the bridle. It would follow you, and it can't; the reins are held.",
            },
        ],
    ),
];
