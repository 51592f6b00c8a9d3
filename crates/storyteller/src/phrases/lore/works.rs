//! Of the glassworks, the barge and the court.

use super::Subject;

pub(super) static LORE: [(&str, &[Subject]); 3] = [
    (
        "free what is caught in the glass",
        &[
            Subject {
                name: "the people in the glass",
                words: &[
                    "people", "figure", "figures", "pane", "panes", "someone", "somebody", "caught", "glass", "girl",
                ],
                look: "In each pane there is one, no taller than a hand, lit from a side on which there is no lamp. They knock. When you bend \
                       down, all of them, rack upon rack, turn their heads.",
                said: &[
                    "“They're ours. The sandman's girl. The smith's boy. The old reeve, whom I never liked, and I can't bear to look at him.”",
                    "“Breathe on the glass and they write on it, from the inside. It's backwards. It's always the same word: under.”",
                ],
                tried: "You lift the pane against the light. The little figure falls, gets up, and holds on to the edge. It weighs as much as a \
                        person. You set it down very gently.",
            },
            Subject {
                name: "the furnace",
                words: &["furnace", "fire", "grate", "heat", "flue"],
                look: "It breathes. When it draws in, the dust on the floor goes with it, towards the grate; and there is a second glow, a long \
                       way under the first.",
                said: &[
                    "“Nobody has fed it since the first of the month. It's being fed from below. There was another works here, before ours.”",
                ],
                tried: "You throw sand on it. It swallows, and glows brighter.",
            },
            Subject {
                name: "the voice",
                words: &["voice", "scream", "word", "drew in", "who was it"],
                look: "",
                said: &[
                    "“My master's. He was singing, the way he did, bent down to the glory hole. It drew breath when he did. He has not made a sound since, and then one morning he was in a pane.”",
                ],
                tried: "",
            },
            Subject {
                name: "the sand",
                words: &["sand", "button", "bin", "white"],
                look: "White, fine as flour, warm. You run it through your fingers and are left with a button and something very like a tooth.",
                said: &[
                    "“We used to bring river sand. Then there was the pit under the works, so white, and nobody asked.”",
                ],
                tried: "You take a handful. It lies in your palm, and very slowly makes itself into a smaller hand.",
            },
            Subject {
                name: "the magistrate",
                words: &["magistrate", "judge", "faults"],
                look: "",
                said: &[
                    "“Sir Aubrey Lant. He'd have the accused held up to the light. He said that the guilty have a bubble in them. He built the furnace under this one.”",
                ],
                tried: "",
            },
            Subject {
                name: "the offer for them",
                words: &["offer", "sell", "buyer", "gentleman", "order", "orders", "sold"],
                look: "",
                said: &[
                    "“For every pane, at twice the price, packed in straw, facing east. No name. The letter smelled of hot iron.”",
                ],
                tried: "",
            },
        ],
    ),
    (
        "untie the slow lyn",
        &[
            Subject {
                name: "the river",
                words: &["river", "lyn", "knot", "circle", "water", "current", "leaves"],
                look: "It runs as rivers run. You pick out one leaf, yellow, with a hole in it, and wait. It takes as long as a song to come \
                       by again, from upstream.",
                said: &[
                    "“We never turn. I've had a line on the compass the whole day. It's the river that turns, and we go straight along it.”",
                    "“Past the third day there's nothing new. Same heron. It has begun to look embarrassed.”",
                ],
                tried: "You put a hand in the water and hold it against the stream. It pushes; then, for a moment, it pushes from the other side.",
            },
            Subject {
                name: "the notches",
                words: &["notch", "notches", "tally", "days", "eleven", "count", "tiller", "knife"],
                look: "Eleven notches, and the newest is grey with weather. There is a twelfth below it that you could swear was not there, fresh, with \
                       the shaving still hanging on it.",
                said: &[
                    "“One every evening, before I light the pipe. This evening it was cut already, and in my hand. I don't hold with that.”",
                ],
                tried: "You run a nail along the last notch. It closes behind the nail like a mouth.",
            },
            Subject {
                name: "the meadow and the cow",
                words: &["meadow", "cow", "stile", "bank", "willow", "shore"],
                look: "A willow, a stile, a white cow. She chews eleven times, lifts her head, looks at you, and puts it down. You wait, and she \
                       chews eleven times.",
                said: &[
                    "“I went as far as the stile, on the fifth day. I climbed over it, and I was climbing over it.”",
                ],
                tried: "",
            },
            Subject {
                name: "the lock",
                words: &["lock", "keeper", "lock keeper", "light", "lock house", "watch", "late"],
                look: "",
                said: &[
                    "“There was a lock off that meadow before the cut. The keeper ran it by the minute. They opened the new channel and never told him to stop.”",
                    "“There's a light in it, of nights. There's somebody moving about, wiping things.”",
                ],
                tried: "",
            },
            Subject {
                name: "the cargo",
                words: &["cargo", "grain", "wheat", "sacks", "freight", "turnips"],
                look: "Wheat, forty sacks. It has been seed and straw and wheat again since you cast off, and the seals have never been broken.",
                said: &[
                    "“It should be bread by now, in Lynmouth. There'll be people standing about with empty baskets, the same people every day.”",
                ],
                tried: "It is somebody's bread. You leave the seals as they are.",
            },
            Subject {
                name: "the barge",
                words: &["barge", "patience", "boat", "crew", "pole"],
                look: "Sixty feet of tarred oak, called the Patience, which has stopped being funny. The mooring rope is new at one end.",
                said: &["“She's sound. She's the one thing on this river that gets older at the right speed.”"],
                tried: "You take the pole and lean on it for a quarter of an hour. The willow goes by, and the stile, and the cow; and then the willow.",
            },
        ],
    ),
    (
        "find who speaks for the dead",
        &[
            Subject {
                name: "the dead witness",
                words: &["woman", "witness", "drowned", "dead woman", "corpse", "she", "victim"],
                look: "Grey, dripping, hands open on her knees. Her lips move a little behind her words, like those of a person who sings a hymn \
                       that she does not know.",
                said: &[
                    "“Hanne Rook. Sold eels by the lower bridge. When she was alive she couldn't finish a sentence without laughing.”",
                    "“The dead weep, they wander, they forget the year. She had the date, the hour and the colour of his gloves.”",
                ],
                tried: "You bend down to her and ask her name. Her mouth opens, and somebody behind it draws breath first. “Hanne Rook,” she says, \
                        perfectly, a heartbeat late.",
            },
            Subject {
                name: "the judge",
                words: &["judge", "marrable", "accused", "chains", "guilty", "innocent"],
                look: "He sits very straight. The chains are from his own wall, and he has put them on correctly.",
                said: &[
                    "“Thirty years and not one appeal. He had himself arrested. He wrote out the warrant so that it would be in order.”",
                ],
                tried: "You bend down to the lock of the chains. He moves his wrists out of your reach. “By evidence,” says the judge, “if you please. I have sent better men down for less than what you are about to do.”",
            },
            Subject {
                name: "the note",
                words: &["note", "message", "who is speaking"],
                look: "Who is speaking out of her? Five words in a clerk's hand, pressed so hard that they have come through.",
                said: &[
                    "“I wrote it, yes. Keep your voice down. If I ask that aloud, every verdict since my apprenticeship is so much paper.”",
                ],
                tried: "You fold it small. It would be as well if nobody else read it.",
            },
            Subject {
                name: "the murder",
                words: &["murder", "killed", "drown", "death", "how did she die", "eels", "night"],
                look: "",
                said: &[
                    "“Found at the weir, in her apron, with her money still on her. Somebody had shut her mouth with a wax wafer, such as we seal with.”",
                    "“Nobody saw. That is to say, nobody living. In Ashgate that has never been a difficulty.”",
                ],
                tried: "",
            },
            Subject {
                name: "the missing jar",
                words: &["jar", "jars", "wits", "vault", "tongue", "tongues"],
                look: "",
                said: &[
                    "“What the dead have left of their wits is kept below, in jars, by number. Hers is on the shelf, full. So whose was poured into her?”",
                ],
                tried: "",
            },
            Subject {
                name: "the playhouse fire",
                words: &["playhouse", "theatre", "fire", "prompter", "hanged", "actor", "actress"],
                look: "",
                said: &[
                    "“Nineteen years ago, in the second act. Eleven died. They hanged the prompter for it, on the word of the dead. He knew all of their parts.”",
                    "“He said from the scaffold that he'd only ever wanted a speaking part. People laughed. You do, at a hanging.”",
                ],
                tried: "",
            },
            Subject {
                name: "the scales",
                words: &["scales", "scale", "thumb", "wax", "evidence", "proof"],
                look: "They hang level. There is a thumb mark on one pan, in wax, and the thumb had no lines on it.",
                said: &[
                    "“Wax? On the scales? That's sealing wax. That's ours. We keep it below, in the vault, with the other things.”",
                ],
                tried: "You touch the pan. It sinks, and goes on sinking after you have taken your finger away.",
            },
        ],
    ),
];
