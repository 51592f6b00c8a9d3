//! Threads of the river, the mine, the pass and the sea.

use super::{Adventure, Kind};

pub(super) static THREADS: [Adventure; 4] = [
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
        places: Some([
            ("The Far Landing", Kind::Shore),
            ("The Lamp House", Kind::Ruin),
            ("The Lamp Room", Kind::Vault),
        ]),
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
            ("The Pump House", Kind::Hall),
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
            ("The Snowed-in Waystation", Kind::Hall),
            ("The Ice Stair", Kind::Cave),
            ("The Hall of the Ninth Guest", Kind::Vault),
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
            ("The Bare Sea Floor", Kind::Shore),
            ("The Drowned Stair", Kind::Vault),
            ("The Bell Crypt", Kind::Vault),
        ]),
    },
];
