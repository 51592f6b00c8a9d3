//! How the threads end: what changes for those who lived with the trouble.

/// What is different afterwards, by quest; `{giver}` asked for it, `{home}` is where it began.
const ENDINGS: [(&str, &str); 20] = [
    (
        "answer the light on the far bank",
        "That night there is no light on the far bank, only a bank. Towards morning somebody knocks at the ferry door: Jorn Weir, soaked, \
         ten years older, and hungry. {Giver} puts the supper before him without a word, and then has to go and stand in the yard. Tam Weir rows \
         the first crossing himself; his master sits in the stern and lets him.",
    ),
    (
        "silence the knocking under thornwick",
        "The whistle is blown once, at the well, by {giver}, three long: the shift is over. What answers is a sigh, and the sound of many boots going \
         away. On Sunday forty-one names are read out in church. Granny Pell stands up at one of them, and sits down, and laughs like a girl.",
    ),
    (
        "find what travels with the caravans",
        "The crown of grey ice goes onto the fire, and takes all night to melt. In the morning {giver} counts the guests aloud, and gets the same number \
         twice. The guard asks what he is called. They tell him. He says it over and over, all the way down the pass, into the sun.",
    ),
    (
        "bring back what rings under the sea",
        "{Giver} does not sell the bell. It is hung on the quay where the false one hung, and rung for a day and a night, and the sea comes home under it, \
         step by step, as gently as a cow. There are names on the forty crosses by the spring. The children sleep.",
    ),
    (
        "wake the sleepers of hollin",
        "They wake in the order in which they fell, and each asks for his mug. The stone by the old press is turned round: Amabel, it says, who poured. {Giver} lies \
         down on the infirmary floor at last, and for once nobody is worried by it.",
    ),
    (
        "find who buys the shadows",
        "When the jar is opened at cock-crow they come out of it like starlings. They know their own. A woman in a grey shawl lifts her foot and looks behind her, and \
         {giver} puts out the lamps, one by one, because it is day. By noon the bridge is only a bridge. Mother Gant stands in her doorway until she burns.",
    ),
    (
        "bring the lost coach home",
        "That night it comes in at a walk. Six people get out, stiff and cross, and the bride wants to know why nobody told them that they would be late. {Giver} takes the \
         horses out of the shafts himself. They are led to the long meadow, and are not there in the morning, and the grass is very green.",
    ),
    (
        "free what is caught in the glass",
        "With the blowpipe broken, every pane in Emberlow goes dark, and then clear; and the works are full of people, full size, astonished, with cold hands. The sandman's girl \
         asks who has her barrow. {Giver} puts out the furnace with her own two buckets and opens all the windows.",
    ),
    (
        "untie the slow lyn",
        "Somewhere a lock gate opens. The willow slides by, and the stile, and the cow, and then there is a mill nobody has seen before, and Dob Lanter cheers it as if it were a cathedral. \
         You are in Lynmouth by dark. It is Thursday. {Giver} cuts no notch.",
    ),
    (
        "find who speaks for the dead",
        "Before the full court {giver} lays the mask on the bench. The drowned woman shuts her mouth, opens it, and for the first time cannot finish a sentence for laughing. She says who it was; it takes her \
         a while, and it wasn't the judge. He resigns all the same, with a good reason for each clause.",
    ),
    (
        "bring back the fog bell",
        "The first stroke goes out over {home} like a hand over a table. The fog gets up, shakes itself, and goes. In the low meadow seven people are found standing about, counting, and \
         very glad to be told that they can stop at nine.",
    ),
    (
        "put out the cold fire",
        "{Giver} breaks the crook over the hearthstone, and the hearth takes. Then the next one does, up the lane and round the green, until there is not a cold chimney in {home}. People \
         go from door to door all evening, only to stand in front of other people's fires.",
    ),
    (
        "end the white hunt",
        "The horn is blown once more, by {giver}, backwards, breath in; and out on the hill the hounds lie down. In the morning there are deer in the cabbages at {home}, and nobody \
         has the heart to drive them off.",
    ),
    (
        "break the red sash",
        "The strongbox is opened in front of everybody, and so is the list. There is one hand all through it, and a chair at {home} that stands empty before the reading is over. The first cart \
         of the week comes in as heavy as it set out.",
    ),
    (
        "quiet the barrow",
        "{Giver} takes the brass seal to the hill and turns it face down. They come by once more, at dusk, hats in hand, to say that they are sorry for the trouble. Somebody has laid out supper. It is \
         a quiet meal, and a good one; and then they go home.",
    ),
    (
        "cut down the grey silk",
        "With her own shears it cuts like butter. All {home} is out on ladders for a week. What was hung in it is taken down, and some of it breathes. Nobody sells a yard of the silk; {giver} sees to that, \
         with a torch.",
    ),
    (
        "return the stolen name",
        "When the box is opened it is as if a hundred people had been called to supper at once. {Giver} shouts one name across a field, over and over, long after the boy has come and is standing \
         there saying, “What?”",
    ),
    (
        "settle the giant's rent",
        "The true lease is read out under the hill, by {giver}, slowly, so that he who sleeps there can hear it. A goose a week. There is a rumble, which people take for a yes. The bailiffs' boots are found \
         by the road, empty, in pairs. They make good planters.",
    ),
    (
        "lay the music to rest",
        "{Giver} lays the ebony bow across two stones and puts a foot on it. Somewhere a string lets go. They all sit down, wherever they are, and take off what is left of their shoes. There is a wedding \
         at {home} in the autumn, with singing only.",
    ),
    (
        "stop the mill that grinds at night",
        "The runner stone goes into the pond with all of {home} looking on. On the doorposts, in the weeks after, people find themselves where they had left off; {giver} gains the inch, and a half \
         one over, and never says from whom.",
    ),
];

/// What is different once this quest is done.
pub(crate) fn of(quest: &str) -> &'static str {
    ENDINGS.iter().find(|(of, _)| *of == quest).map_or("", |(_, ending)| ending)
}

/// What stands over the end of a story.
pub(crate) const THE_END: &[&str] = &[
    "So ends the tale of how {hero} {came}. It took {days}.",
    "And that, as they tell it at {home}, is the whole of it: {hero} {came}. {Days} of a tale, and not an hour too many.",
];

/// The next thing, once all is told.
pub(crate) const WHAT_NEXT: &[&str] = &[
    "But trouble is like mice. {Name} is already looking past you, at somebody in the doorway with a hat in both hands. Ask for work, if you have not had enough; or sleep, and let it be morning.",
    "You may rest now, or take the road, or spend what you have earned. And if, when the cups are empty, you ask {name} what else keeps people awake, there will be something.",
];
