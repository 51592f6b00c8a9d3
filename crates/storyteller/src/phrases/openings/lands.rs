//! The abbey, the bridge, the inn yard, the glassworks, the barge and the courthouse.

use super::{Door, Kind, Local, Setting};

pub(super) static SETTINGS: [Setting; 6] = [
    Setting {
        quest: "wake the sleepers of hollin",
        giver: ("infirmarian", "rolled sleeves and a jug that is always being filled"),
        locals: &[Local {
            name: "Novice Wat",
            trade: "novice",
            look: "one sandal and a pinched arm, all bruises, by his own hand",
            manner: "talks without a pause, for fear of what a pause might turn into",
            wish: "to be sent home before it is his turn to sleep",
            tells: &[
                "“I only had the foam. They gave me the foam. I dreamed the same stair three nights, and each night I was a step lower.”",
                "“Brother Cellarer went down to count. He counted aloud, we heard him, and then it was another voice that went on.”",
            ],
        }],
        props: &[
            (
                "sleeping monk",
                "His lips move. You bend down and get the end of it: a name, said the way one reads a label.",
            ),
            (
                "ladders",
                "The ladders lean in perfect order, tree after tree, and on the highest rung of each sits a full basket.",
            ),
            (
                "refectory bell",
                "The rope has been cut and knotted out of reach, and someone has written under it: let them lie.",
            ),
            (
                "row of mugs",
                "Eleven mugs, washed and upside down. A twelfth is the right way up, and smells of apples and of somebody's hair.",
            ),
        ],
        kind: Kind::Wood,
        air: &[
            "Wasps are at the windfalls, and [a rake|a ladder|a sandal] lies where somebody let go of it.",
            "Rows of apple trees run off into [more of the same|their own green shade], every bough propped and loaded.",
            "The air is thick with [bruised fruit|cider], and it would be easy to sit down in it.",
            "[Snores|Long, even breaths] come from under three trees at once, in time.",
        ],
        things: &["windfall apple", "picker's hook", "wicker basket", "wooden rosary", "straw hat"],
        door: Door {
            direction: "through",
            way: "through the trees",
            words: &["orchard", "press", "trees", "cider", "cellar", "cask"],
            how: "You go through the orchard by the picker's path, past men asleep on their feet with their arms held up to the \
             branches, as far as the press.",
        },
    },
    Setting {
        quest: "find who buys the shadows",
        giver: ("lamplighter", "a pole with a hook and eyes that keep going to the ground behind you"),
        locals: &[
            Local {
                name: "Mother Gant",
                trade: "pie seller",
                look: "steam all round her and nothing at all at her feet",
                manner: "feeds you first and answers you after",
                wish: "to be able to stand in her own doorway at noon",
                tells: &[
                    "“A kettle, a year of coal, and he threw in a thimble. I'd have taken less. I never used the thing.”",
                    "“He's got no stall. You think of what you're short of, and there's a gentleman at your elbow.”",
                ],
            },
            Local {
                name: "Little Abel",
                trade: "pickpocket",
                look: "a cap down to the nose and three shadows, none of which fits",
                manner: "bargains for every word and then gives two for nothing",
                wish: "to put back what he has stolen without being asked how",
                tells: &[
                    "“I nicked them off the line. Under the ninth arch. They follow me. They don't like each other.”",
                    "“There's a book down there. Who sold, who will. You're in it, mister. Everyone's in it.”",
                ],
            },
        ],
        props: &[
            (
                "lamps",
                "They burn without a flicker, and too many of them for one man to have lit. The nearest leans towards you as you look.",
            ),
            (
                "pie stall",
                "The pies are good, and cheap. On the trestle behind them lies a paper with a cross at the bottom, still damp.",
            ),
            (
                "bridge rail",
                "People lean along the rail, a dozen of them, looking down. None of them is drawn on the water.",
            ),
            (
                "empty pitch",
                "Between two stalls there is a space no one has taken. The cobbles there are dark, as if they had been scrubbed of light.",
            ),
        ],
        kind: Kind::Road,
        air: &[
            "Lamps hang so thick along the rail that [the river looks lit from within|nothing here ought to lack a shadow].",
            "Hawkers lean out and [whisper their prices|hold up their wares without a word|sing them, low].",
            "The whole bridge hums underfoot, as though [something were walking along below|the river had a tune].",
            "Frying fat, hot wax, river: it comes at you in that order.",
        ],
        things: &["paper lantern", "twist of burnt almonds", "string of glass beads", "wax doll", "pair of snuffers"],
        door: Door {
            direction: "under",
            way: "under the bridge",
            words: &["stairs", "water", "arch", "rail", "down", "bridge", "below"],
            how: "There is a gate in the rail that was not there a moment ago. The stairs behind it go down the pier of the bridge, \
             green and slick, to where the river talks in the dark.",
        },
    },
    Setting {
        quest: "bring the lost coach home",
        giver: ("ostler", "a currycomb in each hand, held like shields"),
        locals: &[
            Local {
                name: "Widow Strand",
                trade: "keeper of the booking office",
                look: "a black dress and a pencil through her bun",
                manner: "reads you the rules before she breaks them",
                wish: "to refund six fares to somebody",
                tells: &[
                    "“Six booked, six boarded. I've the counterfoils. Look at the ink: it gets fresher. Every night it gets fresher.”",
                    "“There was a driver dismissed, in my late husband's time. For never once stopping when he was begged to.”",
                ],
            },
            Local {
                name: "Captain Dace",
                trade: "officer on half pay",
                look: "a fine moustache and a travelling case he has not let go of since you came",
                manner: "finds it all very amusing, with his back to the wall",
                wish: "to have missed that coach for some better reason than drink",
                tells: &[
                    "“I was to be the seventh. Overslept in there. Best bottle I ever paid for.”",
                    "“I put my head in, tonight. For a lark. There were six hats on the seats, and one of them was mine.”",
                ],
            },
        ],
        props: &[
            (
                "coach",
                "The leather is warm and the seats are dented. Six rugs are folded as for guests, and a seventh is laid open.",
            ),
            (
                "horses",
                "Four greys, not a hair wet. They look at you with great sympathy, and their breath does not show.",
            ),
            (
                "coach lamps",
                "The lamps burn low and blue. When you put your hand near them, it is your hand that gets colder, and the flame that grows.",
            ),
            (
                "inn sign",
                "The sign shows a coach and four. Somebody has been up there and painted a face on the driver, a little at a time.",
            ),
        ],
        kind: Kind::Village,
        air: &[
            "The cobbles are [swept|wet], the horses blow, and the coach gives off cold as an oven gives off heat.",
            "From the taproom comes [talk with a hole in it|one fiddle, stopping and starting], and nobody carries a cup out here.",
            "Straw, harness, steam: it could be any yard, if people [walked straight across it|turned their backs to that door].",
            "Somebody has chalked a line across the yard, a rein's length from the coach.",
        ],
        things: &["horseshoe nail", "curry comb", "carriage lamp", "leather strap", "nosebag"],
        door: Door {
            direction: "aboard",
            way: "aboard the coach",
            words: &["coach", "carriage", "seat", "step", "board", "ride"],
            how: "You put your foot on the step and are inside before you have made up your mind. The door shuts, softly. Hedges, a \
             church, fields nobody has ploughed go by, and when it opens again it is on another yard, and older.",
        },
    },
    Setting {
        quest: "free what is caught in the glass",
        giver: ("glassblower", "cheeks like bellows and burns to the elbow, old ones and one new"),
        locals: &[Local {
            name: "Pettibone",
            trade: "glass merchant",
            look: "six waistcoat pockets, each with an order in it",
            manner: "values everything he looks at, you included",
            wish: "to be told by somebody that it is all right to sell them",
            tells: &[
                "“I've had an offer. For the lot. From a gentleman who doesn't blink. He wants them hung facing east.”",
                "“The first one was a mistake, you know. They laughed. It waved, and they all laughed, and I sold it to a nursery.”",
            ],
        }],
        props: &[
            (
                "furnace",
                "It breathes. In, and the glow sinks; out, and it lights the rafters. Nobody has laid hand to shovel for a week.",
            ),
            (
                "cooling panes",
                "In the nearest a girl with a wheelbarrow stands up to her ankles in green glass. She sees you. She begins to shout, and there is no sound.",
            ),
            (
                "broken window",
                "It was put out from the inside with a chair. On the sill, in the dust, there are footprints as long as your thumb, going away.",
            ),
            ("sand bin", "The sand is very white, very fine, and not quite cold. There is a button in it."),
        ],
        kind: Kind::Hall,
        air: &[
            "Heat leans on you from the furnace side, and the other half of you is cold.",
            "Panes stand in racks to the rafters, and [every one holds a little daylight|something in the third row seems to turn away].",
            "Glass ticks as it cools, [here|behind you], then over there, like small feet.",
            "Grit crunches underfoot, and the roar of the fire has [a word in it, nearly|a rhythm, like breath].",
        ],
        things: &["glass marble", "blowpipe", "pair of leather gloves", "lump of green glass", "pot of sand"],
        door: Door {
            direction: "below",
            way: "below the grate",
            words: &["ash", "tunnel", "furnace", "down", "under", "grate", "sand"],
            how: "You rake the clinker aside, lift the grate, and let yourself down into the ash tunnel. It is as warm as a mouth, \
             and slopes like one.",
        },
    },
    Setting {
        quest: "untie the slow lyn",
        giver: ("skipper", "a pipe that is out and a tally of knife cuts under her palm"),
        locals: &[Local {
            name: "Dob Lanter",
            trade: "bargehand",
            look: "a beard he keeps measuring with his fingers",
            manner: "says everything as if he had said it yesterday, and perhaps he has",
            wish: "for it to be Thursday, just once",
            tells: &[
                "“You've asked me that. No, not you. You, tomorrow. I told you about the light in the lock house.”",
                "“I dropped my knife over the side on the third day. I've found it in the grass on that bank four times since. I've four of them.”",
            ],
        }],
        props: &[
            ("tiller", "Eleven notches are cut in it. You count again, and one of them has bark grown over it."),
            ("willow", "The mooring rope has worn a groove in the trunk, deep as a wrist. Eleven days do not do that."),
            (
                "grain sacks",
                "The seals are whole. Inside the nearest sack the wheat has sprouted, gone to ear, been threshed, and is wheat.",
            ),
            (
                "water",
                "It goes by at a fair pace, with leaves on it. After a while you notice that they are the same leaves.",
            ),
        ],
        kind: Kind::Water,
        air: &[
            "The willow, the stile, the white cow stand where they stood, [and the willow stirs|in that order].",
            "The Lyn slides along the boards, brown and [in no hurry|smooth as a strap].",
            "Ropes creak, the pole drips, and the banks are [lower than you remember|exactly as far apart as they were].",
            "It smells of tar and [turnips|wet rope|somebody's breakfast].",
        ],
        things: &["boat hook", "tin plate", "tarred bucket", "cork float", "ball of caulking yarn"],
        door: Door {
            direction: "ashore",
            way: "ashore by the stile",
            words: &["shore", "bank", "stile", "meadow", "land", "cow", "lock"],
            how: "You jump the yard of water to the bank and climb the stile, which lets you over as though it were used to it. Behind \
             you the barge is small at once, and quite still.",
        },
    },
    Setting {
        quest: "find who speaks for the dead",
        giver: ("court clerk", "ink to the elbow and a quill behind each ear"),
        locals: &[
            Local {
                name: "Judge Marrable",
                trade: "judge in chains",
                look: "a long, just face that has not been shaved this morning",
                manner: "is careful to say nothing that would help him unfairly",
                wish: "to be found guilty or innocent by evidence",
                tells: &[
                    "“I sentenced a man for the fire at the playhouse. He laughed. He said he would see me in my own court. One hears that often.”",
                    "“I knew her. I bought eels from her. I have thought very hard about whether I killed her, and I do not believe I did.”",
                ],
            },
            Local {
                name: "Usher Tolley",
                trade: "usher to the dead",
                look: "a lantern, a brass number and a cold",
                manner: "whispers even when he shouts",
                wish: "for one week in which everybody called is alive",
                tells: &[
                    "“I fetch them up, I set them down, I fetch their wits in a jar. There's a jar missing. There's been one missing since spring.”",
                    "“They're not themselves tonight, down in the vault. They're rehearsing.”",
                ],
            },
        ],
        props: &[
            (
                "witness chair",
                "The woman in it is grey, and drips. Her hands lie open. When she is not being asked, her face is the face of somebody listening.",
            ),
            (
                "dock",
                "The chains are the judge's own, from his own wall, and he has shown the bailiff how to close them.",
            ),
            (
                "public gallery",
                "The gallery is full. Here and there among the breath and the hats sits someone very upright who makes no breath at all.",
            ),
            ("scales", "The scales over the bench are level. There is a thumb mark on one pan, in wax."),
        ],
        kind: Kind::Hall,
        air: &[
            "The court smells of [wet coats|sealing wax|old paper], and everybody in it has stopped fanning themselves.",
            "Whispers run along the gallery and [come back different|stop at the rail].",
            "Water drips from the witness chair, [slowly|one drop, and one drop], and somebody has put a bucket under it.",
            "High windows let down [a plank of light|dust], and it falls on the empty place on the bench.",
        ],
        things: &["stub of sealing wax", "goose quill", "brass number", "bundle of red tape", "powdered wig"],
        door: Door {
            direction: "down",
            way: "down behind the bench",
            words: &["vault", "cells", "stairs", "evidence", "cellar", "below"],
            how: "The clerk's key turns twice. You go down behind the bench by the stair the dead come up, past pegs with brass \
             numbers on them, into the cold.",
        },
    },
];
