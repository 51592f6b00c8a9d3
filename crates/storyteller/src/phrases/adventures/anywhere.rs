//! Threads that fit anywhere.

use super::Adventure;

pub(super) static THREADS: [Adventure; 10] = [
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
        quest: "return the stolen name",
        trouble: &[
            "Somebody is going about and taking people's names, and those who have lost theirs answer to anything.",
            "There is a family here whom nobody can call to supper any more, and tonight it may be the next house.",
        ],
        plea: "“Look at that boy. Go on, ask me what he's called. I bore him, and it is gone, like a tooth. There's a \
               collector who goes round with a net and a soft voice. He keeps them in a box that hums. Bring me the box. \
               I have twenty-five gold pieces and no use for them till I can shout across a field again.”",
        rumours: &[
            "“Don't give it if you're asked politely. That is how it's done. Politely.”",
            "“He couldn't take mine. I've had it tattooed. He had to sit down, he was so put out.”",
            "“The magpies know where it lives. They say everybody's name, over there, all day long.”",
        ],
        foe: ("nameless one", "commoner"),
        chief: ("the Collector", "cult fanatic"),
        token: (
            "butterfly net of hair",
            "Caught in its mesh is half a word, and you find that you know the other half: it is the name of a place.",
        ),
        prize: "humming name box",
        signs: &[
            "A signpost stands here with all of its arms blank.",
            "A magpie looks down and says, quite clearly, somebody's name.",
            "You pass a gravestone that has been polished smooth from edge to edge.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "settle the giant's rent",
        trouble: &[
            "Every seventh night a sack is left out for the old landlord of the hill, and this year it came back empty with a bill.",
            "The landlord of the hill has raised the rent. It used to be geese.",
        ],
        plea: "“My great-grandmother signed for this valley. A goose a week for as long as the hill stands. Now there's a \
               bailiff come down with a paper that says children, and the seal's good. Somebody has been altering that \
               lease. Get me the true one. I've twenty-five gold pieces put by for geese.”",
        rumours: &[
            "“The old landlord never hurt a soul. He slept. It's the one who reads to him that you want to look at.”",
            "“You'll know the bailiffs by the boots. Iron, and no feet in them.”",
            "“I took the sack up, last week. Something laughed, behind the door, in a very small voice.”",
        ],
        foe: ("iron-booted bailiff", "hobgoblin"),
        chief: ("the Reading Clerk", "imp"),
        token: ("bailiff's copy of the lease", "The ink of the last line is a different black, and it is still wet."),
        prize: "true lease of the valley",
        signs: &[
            "Notices have been nailed to the trees, all in one cramped hand, all overdue.",
            "A boot has stamped here, deep, at every gate, like a seal.",
            "Snoring comes through the ground, slow as a tide, and under it a little dry voice, reading.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "lay the music to rest",
        trouble: &[
            "There is a fiddle playing at night, and in the morning the dancers are found where they fell, with no soles to their shoes.",
            "The priest danced till dawn, and the reeve, and the reeve's old mother; nobody remembers having been asked.",
        ],
        plea: "“Wax in the ears. That is how we live now, after dark, my girls roped to the bedpost. It was wed here, that \
               fiddle, long ago, to a lass who ran off before the vows, and it means to have its dance. Cut its strings. \
               Twenty-five gold pieces. It was to be my eldest's dowry, and she has two broken ankles.”",
        rumours: &[
            "“I only tapped my foot. One foot. Look at it.”",
            "“The dancers in white came first. They don't tire. There's nothing in the shoes.”",
            "“If you must hear it, sing something else, and sing it badly. It can't abide that.”",
        ],
        foe: ("tireless dancer", "skeleton"),
        chief: ("the Jilted Fiddler", "wight"),
        token: (
            "broken fiddle string",
            "It trembles against your palm, in three-four time, and pulls a very little to one side.",
        ),
        prize: "fiddler's ebony bow",
        signs: &[
            "The turf has been trodden to a perfect ring of mud, a hundred feet across.",
            "A dancing shoe hangs in a branch, worn through, wet.",
            "There: two notes, far off. Your heel comes up before you can tell it not to.",
        ],
        words: &[],
        places: None,
    },
    Adventure {
        quest: "stop the mill that grinds at night",
        trouble: &[
            "The old mill has no stones and no miller, and every night it grinds, and what comes down the chute is white.",
            "People wake here tired to death and a little shorter, and by the mill there is another sack each morning.",
        ],
        plea: "“I've marked my height on that doorpost since I was six. I've lost an inch since harvest. We all have. \
               Something is milling our years up there and somebody is carting them off. Find me the runner stone and \
               bring it out of there. You'll have twenty-five gold pieces from me, and my blessing, what's left of it.”",
        rumours: &[
            "“I've tasted it. The flour. It tastes of the summer I was nine.”",
            "“The rats carry the sacks. On their hind legs. They've aprons.”",
            "“Whoever the miller is, he's getting younger. He waved to me, and he'd a boy's hand.”",
        ],
        foe: ("aproned rat", "giant rat"),
        chief: ("the Young Miller", "wererat"),
        token: (
            "flour sack with a date on it",
            "The date is a day you remember well, and while you hold it you remember it a little less.",
        ),
        prize: "runner stone of pale quartz",
        signs: &[
            "A line of white dust runs along the ground, fine as breath, and nothing will step on it.",
            "A rat the size of a dog bows to you from the verge and goes about its business.",
            "Far off, stone goes round on stone, though there is no wind.",
        ],
        words: &[],
        places: None,
    },
];
