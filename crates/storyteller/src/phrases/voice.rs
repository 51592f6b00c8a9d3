//! Lines of people who are spoken to by name and answer for themselves.

pub(crate) const GREETS: &[&str] = &[
    "“[Good day to you|Well met|You have found me],” says {name}, and [turns round to see who is asking|puts down what there was to put down].",
    "{Name} looks you over from the boots up. “[And a good day to you|You're not from the next house, are you].”",
    "“That's my name,” says {name}. “[Use it gently|What can it do for you].”",
    "{Name} [nods, and waits|tilts an ear your way]. “Speak, then.”",
];

pub(crate) const GREETS_AGAIN: &[&str] = &[
    "“[You again|There you are|Back so soon],” says {name}, [not unkindly|and means no harm by it].",
    "{Name} [shifts to make room|lifts a hand]. “Go on. I was listening before, I can listen now.”",
    "“{Hero},” says {name}, as one tries a key that has turned before.",
    "{Name} [breaks off a thought|looks up]. “Yes?”",
];

pub(crate) const HINTS_AT_WISH: &[&str] = &[
    "There is something behind the words. Whoever listened long enough would hear what {name} wants: {wish}.",
    "One thing can be heard in all of it. {Name} wants {wish}.",
    "“Everybody wants something,” says {name}. “What I want is {wish}.”",
    "{Name} talks of this and that, and comes round, as water does: all {name} wants is {wish}.",
];

pub(crate) const OF_ONESELF: &[&str] = &[
    "“{Name},” is the answer, “and if you ask what I am: somebody who wants {wish}, and sleeps badly over it.”",
    "“What's there to tell? [I get up, I do what's to be done|I've been here longer than the paint],” says {name}. “And I want {wish}, like anybody.”",
    "{Name} [laughs shortly|shrugs]. “You see all there is, but for what I want, and that is {wish}.”",
];

pub(crate) const HOW_ONE_IS: &[&str] = &[
    "“[On my feet|Nobody has asked me that this week],” says {name}. “It would be better if I had what I want.”",
    "{Name} considers it honestly. “I have been worse. I have been warmer, too.”",
    "“As you see,” says {name}, and spares you the rest.",
];

pub(crate) const OF_WISHES: &[&str] = &[
    "{Name} does not have to think. “{Wish}. That's the long and the short of it.”",
    "“Since you ask,” says {name}, “I want {wish}. [I'd not forget whoever helped|But don't offer what you can't carry].”",
    "“{Wish},” says {name}, and looks to see whether you laugh. You don't.",
];

pub(crate) const THANKED: &[&str] = &[
    "“[Keep it|No need],” says {name}. “Do the same for the next one.”",
    "{Name} [waves that off|reddens a little, and hides it badly].",
    "“You may thank me when it is over,” says {name}.",
];

pub(crate) const FAREWELL: &[&str] = &[
    "“[Go well|Watch your feet|Don't be a stranger],” says {name}.",
    "{Name} raises two fingers, which hereabouts is a blessing, or used to be.",
    "“Until then,” says {name}, and has already turned back to other things, or wants you to think so.",
];

pub(crate) const FORGIVES: &[&str] = &[
    "{Name} lets you wait for it. “[Said is said|We'll see]. But it was well that you came.”",
    "“[It's forgotten|I have had worse from better people],” says {name}, and one can believe about half of that.",
    "“Hm,” says {name}. Then, more softly: “All right.”",
];

pub(crate) const INSULTED: &[&str] = &[
    "{Name} goes very still. “I'll pretend the wind said that.”",
    "“[Careful|Say it once more, and slower],” says {name}, and the voice has lost its warmth.",
    "{Name} looks at you as one looks at a cracked cup. “I had thought better of you.”",
];

pub(crate) const STAYS_PUT: &[&str] = &[
    "“I go when I go,” says {name}, and stays.",
    "{Name} [makes no move|folds both arms]. “And who will look after things here? You?”",
    "“In a while,” says {name}, which means no.",
];

pub(crate) const ASKED_ALONG: &[&str] = &[
    "{Name} looks at the road, and at you, and at the road. “[I'd have to put some things in order|Ask me when your boots are at the door].”",
    "“With you lot?” says {name}, and the eyes are already packing. “Say when, and let it be settled in front of everybody.”",
    "“I have thought of it,” says {name}. “Don't ask me twice unless you mean it.”",
];

pub(crate) const COUNSELS: &[&str] = &[
    "“I'd go where they don't look for us,” says {name}. “But I am not the one who has to knock.”",
    "{Name} weighs it. “[Slowly|With a way out at our backs]. And whoever carries the light goes second.”",
    "“You decide,” says {name}. “I've only noticed that you've been right more often than not.”",
    "“If it were mine to say: rest first, then think, then go,” says {name}. “In that order, for once.”",
];

pub(crate) const RECALLS_WORDS: &[&str] = &[
    "{Name} [narrows both eyes|counts it off on a finger]. “{By} was here for that. ‘{Text}’, those were the words.”",
    "“I have ears,” says {name}. “It was {by} who said it, and it went: ‘{text}’.”",
    "“Ask {by},” says {name}, “I only stood by. ‘{Text}’. More I don't know, and would rather not.”",
];

pub(crate) const RECALLS_YOUR_WORDS: &[&str] = &[
    "“You told me yourself,” says {name}. “‘{Text}’. [I don't forget such things|Did you think I'd sleep through it].”",
    "{Name} gives you back your own words, a little worn: “‘{Text}’. That was you, {hero}.”",
    "“‘{Text}’,” says {name}. “So you said. I've been turning it over since.”",
];

pub(crate) const RECALLS_WHAT_WAS: &[&str] = &[
    "{Name} [looks past you, to where it was|thinks back]. “I was there, in a manner of speaking. {Text}. I'd know it again.”",
    "“What I know of it is this,” says {name}, and keeps the voice down: “{text}.”",
    "“{Text},” says {name}. “That much is so. What it means, cleverer heads may say.”",
];

pub(crate) const NOT_ALOUD: &[&str] = &[
    "{Name} glances at the others. “Not across a room,” and no more than that.",
    "“There are things one doesn't say with people standing about,” says {name}.",
    "{Name} begins, sees who is listening, and closes the mouth again.",
];

pub(crate) const NOTHING_TO_RECALL: &[&str] = &[
    "{Name} searches, honestly enough. “No. That must have been when I wasn't there.”",
    "“If it was said, it was said to somebody else,” says {name}.",
    "“You ask me for something I was never given,” says {name}.",
];

pub(crate) const DOES_NOT_KNOW: &[&str] = &[
    "“[That I couldn't tell you|You'd have to ask somebody who was there],” says {name}.",
    "{Name} turns the question over, finds nothing on its other side and hands it back. “I don't know. I wish I did.”",
    "“I know what I have seen,” says {name}, “and that I haven't.”",
    "“Some would make up an answer now,” says {name}. “I only say: no idea.”",
    "{Name} [scratches a cheek|blows out some air]. “Not a thing. Ask me what I want, there I could talk till dark.”",
];

pub(crate) const HEARS_OUT: &[&str] = &[
    "{Name} hears you out. “[So that's how it is|I'll remember you said it].”",
    "“[Hm|Well],” says {name}, and it goes in, and stays in.",
    "{Name} nods along, slower towards the end. “And you tell me that, of all people.”",
    "“[I'll sleep on that|There's something in it],” says {name}. “It may even touch on my own troubles, in its way.”",
    "{Name} [looks at both hands|says nothing for the space of a breath]. “Good that I know.”",
];

pub(crate) const DODGES: &[&str] = &[
    "{Name} [laughs, a little too soon|drops something that didn't need dropping]. “Who has been talking?”",
    "“That's an old story, and a dull one,” says {name}, and looks for the nearest thing to straighten.",
    "“I don't see what that has to do with anything,” says {name}. For somebody who doesn't see, the eyes are very busy.",
    "{Name} answers a question you didn't ask, at length.",
];

pub(crate) const SAYS_AGAIN: &[&str] =
    &["“I told you that before,” says {name}. “Once more, then.”", "{Name} sighs, and says it a second time."];

pub(crate) const TAKES_THING: &[&str] = &[
    "{Name} takes {the:thing} in both hands. “[For me|And you're sure]? I'll look after it.”",
    "{The:thing} change{s:thing} hands. {Name} [turns it to the light|puts it away at once], and something in the face comes loose.",
    "“[That I didn't expect|I'll not forget it],” says {name}, and {the:thing} {is:thing} gone into a pocket.",
];

pub(crate) const TAKES_COINS: &[&str] = &[
    "{Name} counts the coins without looking, as people do who have counted many. “That's right, and thank you.”",
    "The coins go from your hand to {name}'s with a sound both of you know. “[Honest money|I didn't ask, but I don't say no].”",
];

pub(crate) const EMPTY_HANDS: &[&str] = &[
    "{Name} looks at your hand, which is empty, and then politely elsewhere.",
    "“[Did you forget something|I see the gesture],” says {name}. “There is nothing in it.”",
];

pub(crate) const HEARS_PROMISE: &[&str] = &[
    "{Name} [takes your hand on it|holds your eye]. “Then that's a word given. I keep mine; we'll see about yours.”",
    "“[Good|So be it],” says {name}. “I have heard it, and so have these walls.”",
];

pub(crate) const BEAST: &[&str] = &[
    "{Name} [pricks up both ears|puts its head on one side] at the sound of your voice, and comes a step nearer.",
    "{Name} looks at you for a long while, as beasts do who have made up their minds, and [breathes out through the nose|looks away first].",
    "A low sound is all the answer {name} has. It is not an unfriendly one.",
    "{Name} [noses at your hand|shifts its weight], finds no food in your words, and forgives you.",
];

pub(crate) const HOSTILE: &[&str] = &[
    "{Name} [spits|bares some teeth]. “Keep your words. You'll want the breath.”",
    "“We have nothing to say to each other,” says {name}, “that isn't said with iron.”",
    "{Name} lets you talk, as one lets a kettle boil, and never once looks away from your hands.",
];

pub(crate) const OF_QUEST: &[&str] = &[
    "“What I asked of you? {Quest},” says {name}. “It hasn't grown smaller since.”",
    "{Name} holds up one finger. “{Quest}. One thing. You may repeat it to yourself on the stairs.”",
    "“{Quest},” says {name}, and leaves you alone with it.",
];

pub(crate) const TRADES: &[&str] = &[
    "“[For you, an honest price|Everything has its price, and mine are written down],” says {name}. “Look round, take it in hand, and tell me what you'd have.”",
    "{Name} [wipes the counter that needs no wiping|sets out this and that in a row]. “Point at it, and we'll find each other.”",
];

pub(crate) const SELLS_NOTHING: &[&str] = &[
    "“I'm no shop,” says {name}, [amused|a little stiffly].",
    "{Name} turns out two pockets. “You see my whole stock. Not today.”",
];

pub(crate) const OF_PLACE: &[&str] = &[
    "“{Place}, people call it,” says {name}. “I call it by shorter names, depending on the day.”",
    "{Name} spreads both arms. “{Place}, as far as you can see. It was here before us, and it won't miss us.”",
];
