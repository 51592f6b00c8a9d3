//! Of the river, the mine, the pass and the sea.

use super::Subject;

pub(super) static LORE: [(&str, &[Subject]); 4] = [
    (
        "answer the light on the far bank",
        &[
            Subject {
                name: "the ferryman",
                words: &["ferryman", "weir", "master", "boatman"],
                look: "",
                said: &[
                    "“Jorn Weir. Thirty years on that rope. He could row it asleep, and he never once went over without his supper.”",
                    "“He was no drinker and no dreamer. He saw the light, he said somebody was calling, and he went. I never heard anybody call.”",
                ],
                tried: "",
            },
            Subject {
                name: "the light",
                words: &["light", "lantern light", "glow"],
                look: "It stands low over the far bank, yellow, steady, about the height of a man's chest. When you move along the \
                       window it moves along the bank, as though it kept you in view.",
                said: &[
                    "“It's no lantern. A lantern swings. I've watched it two nights now, and it is being held by somebody who isn't tired.”",
                    "“Nobody lives there to light it. The lamp house has been shut since my mother was a girl.”",
                ],
                tried: "",
            },
            Subject {
                name: "the boat",
                words: &["boat", "oars", "oar", "rope"],
                look: "The ferryman's boat lies at the landing below the inn, dry inside, both oars shipped side by side as if they had \
                       been measured. On the thwart is one wet hand print, larger than a hand.",
                said: &[
                    "“It came back on its own, against the stream, and put itself to the landing. You may laugh. I saw the rope make itself fast.”",
                    "“Take it if you go. Nobody here will want it again.”",
                ],
                tried: "The boat is afloat and sound. It would take you across the river whenever you like.",
            },
            Subject {
                name: "the river",
                words: &["river", "water", "flood", "current"],
                look: "The river is brown and fast and up to the second step. Branches go by, and a drowned hen, and one plank with a \
                       name on it that you do not catch.",
                said: &[
                    "“Four feet since Sunday. If it comes over the sill I'm to carry the beds upstairs, and by then nobody will cross either way.”",
                ],
                tried: "It is cold enough to hurt and pulls at you like a dog at a coat. You think better of it.",
            },
            Subject {
                name: "the supper",
                words: &["supper", "meal", "plate", "bread", "pipe", "sat"],
                look: "Eel pie, cold, and a heel of bread with one bite out of it. The bite is very neat, and far too wide.",
                said: &[
                    "“I haven't the heart to clear it. As long as it stands there he's only late.”",
                    "“One bite of bread, and he'd left before I set it down. Who bit it? I'd like to be told that.”",
                ],
                tried: "You reach for the plate. The whole room stops talking, and you let it stand.",
            },
            Subject {
                name: "the list in the cloak",
                words: &["list", "cloak", "chalk", "names"],
                look: "Names, in chalk pencil, a dozen of them, crossed out one by one with a date behind each. The last is not crossed \
                       out. It is the ferryman's own.",
                said: &[
                    "“Names? Show me. That's... those are ferrymen. That's all of them, back to my great-grandmother's time.”",
                ],
                tried: "You fold the list and put it back into the cloak. It is his, until somebody knows otherwise.",
            },
            Subject {
                name: "the lamp house",
                words: &["lamp house", "far bank", "warden"],
                look: "",
                said: &[
                    "“They kept the lamp there for the fords, before the ferry. The last warden wouldn't leave when they closed it. Nobody went to see what he decided.”",
                ],
                tried: "",
            },
        ],
    ),
    (
        "silence the knocking under thornwick",
        &[
            Subject {
                name: "the knocking",
                words: &["knock", "knocks", "knocking", "noise", "sound", "threes"],
                look: "You lay a hand on the rim. Three knocks, a rest, three knocks; and then, while your hand is there, one more, as \
                       one answers a knock.",
                said: &[
                    "“It's not pipes. Pipes don't stop when you call down to them.”",
                    "“It began on the day the bell struck thirteen in its sleep. That was a week ago. Today everybody heard it.”",
                ],
                tried: "You knock back, three times. It is still for as long as you can hold your breath; then the answer comes, eager, \
                        from much nearer.",
            },
            Subject {
                name: "the well",
                words: &["well", "rope", "shaft", "bucket"],
                look: "Forty feet of wet stone, and at the bottom a disc of black with your own head in it. Beside your head is another.",
                said: &["“We drank from it till Tuesday. Then the bucket came up with a lamp hook in it.”"],
                tried: "You haul the bucket up. The water is red as a fox, and something in it clinks.",
            },
            Subject {
                name: "the mine",
                words: &["mine", "mines", "gallery", "closed", "boards"],
                look: "",
                said: &[
                    "“Iron. It made this town and it ate this town. They closed it in one night, with a fire below, and said that nobody was in it.”",
                    "“The way in was by the pump house. Nobody has had the key since, because nobody has wanted it.”",
                ],
                tried: "",
            },
            Subject {
                name: "the people who were shut in",
                words: &["miners", "people", "lost", "forty-one", "buried", "dead", "list of the lost", "edwin"],
                look: "",
                said: &[
                    "“Forty-one, with the boy. You won't find them in the church book. The page has been cut out, and with a good knife.”",
                    "“My uncle was down there. We laid his place at table every feast day until my aunt died, and nobody ever said why.”",
                ],
                tried: "",
            },
            Subject {
                name: "the bell",
                words: &["bell", "thirteen", "tower", "ringer", "strokes"],
                look: "It swings yet, a hand's breadth each way, and nobody is on the rope. The ringer sits below it and looks at his palms.",
                said: &[
                    "“The ringer swears he gave it twelve. He was sitting down when it gave itself the other.”",
                    "“Thirteen was the mine signal. One for each shift foreman, and one for: come up.”",
                ],
                tried: "You take hold of the rope. It is warm, and it pulls back. You let go.",
            },
            Subject {
                name: "the water",
                words: &["water", "iron", "taste", "rust"],
                look: "It looks clear until it has stood a moment. Then it goes red from the bottom up, like a cheek.",
                said: &["“The hens won't touch it. The children say it tastes of keys.”"],
                tried: "You taste it. Iron, and behind the iron lamp smoke; and for a moment you would know your way in the dark.",
            },
            Subject {
                name: "who voted to close it",
                words: &["voted", "vote", "council", "guilty", "who closed", "father", "smith"],
                look: "",
                said: &[
                    "“Thirteen men had a vote. Four are living. Go and see which of them has taken the bucket off his well.”",
                    "“My father drove the nails. He's in bed with the shutters closed, and he isn't ill.”",
                ],
                tried: "",
            },
        ],
    ),
    (
        "find what travels with the caravans",
        &[
            Subject {
                name: "the one who was carried in dead",
                words: &["dead", "carried", "corpse", "died", "body", "frozen"],
                look: "You look from one to the next. The pedlar's hands shake; the priestess breathes on hers. The guard's do neither.",
                said: &[
                    "“Stiff as a plank. I closed the door behind them and when I turned round there were three at the fire, and nobody lying down.”",
                    "“I'd not ask it aloud. Whoever it is may not know it yet.”",
                ],
                tried: "",
            },
            Subject {
                name: "the missing traveller",
                words: &["missing", "ninth", "short", "forget", "forgotten", "traveller", "eighth"],
                look: "",
                said: &[
                    "“There's always one pack left over in the stable, and nobody it belongs to. I've eleven of them. I don't like to open them.”",
                    "“Nine bowls were washed this morning. Eight people ate. I've written both down.”",
                ],
                tried: "",
            },
            Subject {
                name: "the caravans",
                words: &["caravan", "caravans", "people", "traders"],
                look: "",
                said: &[
                    "“Salt going up, wool coming down. And lately the wool comes down with one coat too many in it.”",
                ],
                tried: "",
            },
            Subject {
                name: "the toll book",
                words: &["book", "ledger", "toll book", "count", "figures", "page"],
                look: "Two columns in a careful hand, up and down. For eleven caravans running the second is less by one; and in the \
                       margin of tonight's, though nobody has gone down yet, it says: one.",
                said: &[
                    "“I count them through, and I write it at once, because afterwards I remember what everybody remembers.”",
                ],
                tried: "The keeper lays a palm on the page. Look, by all means; it does not leave this room.",
            },
            Subject {
                name: "the pass and the snow",
                words: &["pass", "snow", "storm", "weather", "road", "stakes"],
                look: "There is nothing out there but grey going sideways. Every tenth breath it thins, and you see a stake with a red rag, \
                       and beside it something that is no stake.",
                said: &[
                    "“It's shut behind you and it's shut before you. The stakes go as far as the old waystation. Go by the rags and don't look past them.”",
                ],
                tried: "",
            },
            Subject {
                name: "the waystation",
                words: &["waystation", "hall", "ice", "chairs", "ninth chair"],
                look: "",
                said: &[
                    "“It was the king's once, with a cook. A caravan of nine was snowed in there, and nobody came. In the spring they found eight.”",
                ],
                tried: "",
            },
            Subject {
                name: "the fire and the shadows",
                words: &["fire", "shadow", "shadows", "hearth", "cups"],
                look: "The fire burns low and eats a great deal of wood. You count the shadows round it, and then the people, and then you \
                       stop counting.",
                said: &["“It's been drawing badly since they came in. As if there were one more wanting to be warm.”"],
                tried: "You put on a log. Three faces turn to the warmth. One does not, and then remembers to.",
            },
        ],
    ),
    (
        "bring back what rings under the sea",
        &[
            Subject {
                name: "the stair",
                words: &["stair", "stairs", "steps", "sea stair"],
                look: "Wide shallow steps going down out of sight, green to the tenth and clean from there. On the clean ones the edges are \
                       worn, in the middle, as if from going up.",
                said: &[
                    "“There's not a word of it on any chart, and I have them all. Stone stairs, dressed and laid. Who builds down?”",
                    "“My boy counted to ninety before his nerve went. He says it turns.”",
                ],
                tried: "",
            },
            Subject {
                name: "the tide",
                words: &["tide", "sea", "ebb", "sea floor", "seabed"],
                look: "Half a mile of ribbed sand lies where the water ought to be, with boats on their sides and flapping silver in the \
                       pools. The line of white beyond it does not come nearer.",
                said: &[
                    "“It went out on Monday and hasn't been told to come back. When it comes it will come all at once; that's all I know of tides.”",
                ],
                tried: "",
            },
            Subject {
                name: "the bell",
                words: &["bell", "ring", "rings", "ringing", "stroke", "tune"],
                look: "",
                said: &[
                    "“One stroke to the hour, from under the sand. The gulls get up for it. The old ones in the alms house get up for it too.”",
                    "“You feel it in your back teeth before you hear it. Put your hand on the sea wall the next time.”",
                ],
                tried: "",
            },
            Subject {
                name: "the dream",
                words: &["dream", "dreams", "dreamed", "children", "sleep", "humming"],
                look: "",
                said: &[
                    "“All of them the same: a street with the sea for a sky, and somebody at every window, waiting for them to be old enough.”",
                    "“Mine draws it. Every night one window more is lit. I burn them, and she draws it again.”",
                ],
                tried: "",
            },
            Subject {
                name: "the wreckers",
                words: &["wreck", "wrecks", "wreckers", "ships", "rocks", "lantern", "false bell"],
                look: "",
                said: &[
                    "“We don't speak of it. Half the roof beams in this town have been to sea, and none of them went as a cargo.”",
                    "“They rang a bell on a dark night where no harbour was. Then they went down with sacks in the morning. That's my grandfather I'm talking about.”",
                ],
                tried: "",
            },
            Subject {
                name: "the drowned town",
                words: &["town", "drowned", "people", "folk", "crosses", "graves"],
                look: "",
                said: &[
                    "“It slid in, in one night, with its church. Our people watched it from the quay. They say that somebody cheered.”",
                ],
                tried: "",
            },
            Subject {
                name: "the silver",
                words: &["silver", "tub", "coins", "money", "harbour box"],
                look: "Coins of nine kings, in a herring tub, all rubbed to the same smoothness. Some of them have been bitten.",
                said: &["“It comes up in the nets. I was always going to give it back, and never knew to whom.”"],
                tried: "You put a hand into the tub. A boot comes down on the rim. Not before the bell, says the look that goes with it.",
            },
        ],
    ),
];
