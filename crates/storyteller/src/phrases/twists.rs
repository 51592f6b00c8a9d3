//! What is behind a trouble besides what everyone says: a sign of it, what is said at the end, and what stays.

/// A turn that a thread may take.
#[derive(Debug)]
pub(crate) struct Twist {
    /// What lies beside the first proof.
    pub(crate) sign: &'static str,
    /// How the one behind it all receives the hero.
    pub(crate) words: &'static str,
    /// What is left of it when all is done.
    pub(crate) after: &'static str,
}

/// All of them.
pub(crate) static TWISTS: [Twist; 14] = [
    Twist {
        sign: "Beside it lies a purse, empty, with the reeve's own seal on the flap.",
        words: "“I was hired,” says {chief}. “You might have asked by whom, before you spent yourself on me.”",
        after: "When the talk has died down you show {name} the seal. By morning the reeve has left, through a window, \
                and it is found that nobody can remember having voted for him.",
    },
    Twist {
        sign: "Two initials are scratched next to it, the same two that are cut over half the doors at {home}.",
        words: "“I was born a mile from here,” says {chief}. “They have told you that I was not.”",
        after: "In {home} somebody has laid one place too many at the table. Nobody says for whom, and nobody clears it away.",
    },
    Twist {
        sign: "Under it someone has written, in a good, tired hand: hurry.",
        words: "“You took your time,” says {chief}. “I have left the door open for a month.”",
        after: "{Name} wants to know whether there was any begging. You say no. It is the truth, and not the whole of it.",
    },
    Twist {
        sign: "The scratches all around it were made from within.",
        words: "“I am the lid, you fool,” says {chief}, “and not the pot.”",
        after: "In the night the ground shifts, once, as a sleeper does. {Name} has felt it too; you see it, and neither of \
                you says a word.",
    },
    Twist {
        sign: "There is a list of debts with it, and the last name on the list is {giver}.",
        words: "“Ask {giver} what I was promised,” says {chief}, “and then tell me which of us you have come to strike.”",
        after: "“It was my debt,” says {name} to the wall, when the others have gone. “I'd have paid it. Then the price changed.”",
    },
    Twist {
        sign: "There are nine hooks in the wall above it, and eight of them are bare.",
        words: "“Nine of us swore to it,” says {chief}. “I am only the one who kept the oath.”",
        after: "Eight others swore, you tell {name}. “I know,” says {name}. “I was at most of the funerals.”",
    },
    Twist {
        sign: "In the dirt next to it someone has drawn a face, and it is a fair likeness of yours.",
        words: "“{Hero},” says {chief}. “I have practised saying it.”",
        after: "Later you come upon your name in {home}, cut into the back of a bench, grey with years. {Name} swears that it \
                was not there yesterday.",
    },
    Twist {
        sign: "A rag doll has been set up beside it, where it can see who comes in.",
        words: "“Softly,” says {chief}. “She has only just dropped off.”",
        after: "They find the child at first light, asleep in the stubble, light as kindling. {Name} takes her in. She asks \
                for nobody.",
    },
    Twist {
        sign: "A row of little bottles stands by it, each with a doctor's label: did not help.",
        words: "“I am what keeps the fever from them,” says {chief}. “What do you suppose comes when I stop?”",
        after: "With the new moon a fever goes once round {home}, door by door, and takes nobody. {Name} sits up with it all the same.",
    },
    Twist {
        sign: "Over it hangs a crown of straw, plaited by somebody who had seen a real one.",
        words: "“Kneel,” says {chief}, quite kindly. “They all do. It spares the knees, in the end.”",
        after: "For a week the old people go on bowing to the corner by the door, out of habit. Then {name} hangs a coat \
                there, and they leave off.",
    },
    Twist {
        sign: "The wind drops as you pick it up, and does not rise again.",
        words: "“Do you hear that?” says {chief}. “No. Nobody does. I have put a stop to it.”",
        after: "Towards morning the wind comes back and takes three tiles off {home}, and not one soul complains.",
    },
    Twist {
        sign: "Next to it a tune is written down, complete but for one bar.",
        words: "{Chief} hums as it turns to you, and the hum gets into your teeth: a whole song, all but a bar.",
        after: "The children are singing it by breakfast, with the bar that was missing. {Name} does not ask where they have it from.",
    },
    Twist {
        sign: "A letter is folded under it, unopened, with the address in your own hand.",
        words: "“Have you read it yet?” says {chief}. “Then you had better not win.”",
        after: "You burn the letter in {name}'s stove without opening it. It takes a long time, for so little paper.",
    },
    Twist {
        sign: "Around it the dust is all knee prints, as in front of an altar.",
        words: "“They prayed for me,” says {chief}. “Night after night. I only came because I was asked.”",
        after: "It comes out who had done the praying. {Name} names no names, and for a while in {home} everyone is very \
                polite to everyone.",
    },
];
