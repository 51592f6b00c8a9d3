//! Words that stand around what is meant.

/// What stands before a verb and says nothing.
const LEAD_INS: &[&str] = &[
    "and then ",
    "and ",
    "then ",
    "but ",
    "i'd like to ",
    "i would like to ",
    "i'd love to ",
    "i want to ",
    "i wanna ",
    "i need to ",
    "i have to ",
    "i must ",
    "i try to ",
    "i try and ",
    "i attempt to ",
    "i'm going to ",
    "i am going to ",
    "im going to ",
    "i'm gonna ",
    "i gonna ",
    "going to ",
    "gonna ",
    "gotta ",
    "i gotta ",
    "i will try to ",
    "i will ",
    "i'll ",
    "ill ",
    "i shall ",
    "i should ",
    "i decide to ",
    "i choose to ",
    "i start to ",
    "i begin to ",
    "i start ",
    "i begin ",
    "i keep ",
    "i continue to ",
    "i now ",
    "i also ",
    "i then ",
    "i can ",
    "i could ",
    "i may ",
    "we will ",
    "we'll ",
    "we should ",
    "we ",
    "let's ",
    "let us ",
    "lets ",
    "let me ",
    "can i please ",
    "can i ",
    "can we ",
    "could i please ",
    "could i ",
    "could we ",
    "may i ",
    "might i ",
    "should i ",
    "shall i ",
    "shall we ",
    "please ",
    "would you please ",
    "could you please ",
    "can you please ",
    "try to ",
    "trying to ",
    "try and ",
    "attempt to ",
    "want to ",
    "now ",
    "okay ",
    "ok ",
    "well ",
    "so ",
    "um ",
    "uh ",
    "hmm ",
    "alright ",
    "right ",
    "first ",
    "next ",
    "finally ",
    "also ",
    "i go and ",
    "go and ",
    "go to and ",
    "i just ",
    "just ",
    "i simply ",
    "maybe i ",
    "maybe ",
    "perhaps i ",
    "perhaps ",
    "my character ",
    "my hero ",
    "i'm ",
    "i am ",
    "time to ",
    "hurry and ",
    "turn to ",
    "turn around and ",
    "stand up and ",
    "in order to ",
    "i ",
];

/// Small words between a verb and what it is about.
pub(super) const SMALL_WORDS: &[&str] = &[
    "the ",
    "a ",
    "an ",
    "my ",
    "some ",
    "to ",
    "at ",
    "with ",
    "on ",
    "in ",
    "into ",
    "onto ",
    "up ",
    "around ",
    "over ",
    "toward ",
    "towards ",
    "for ",
    "out of ",
    "from ",
    "inside ",
    "through ",
    "of ",
    "this ",
    "that ",
    "any ",
    "down ",
    "back to ",
    "back ",
    "along ",
    "under ",
    "behind ",
    "across ",
    "past ",
    "off ",
    "his ",
    "her ",
    "their ",
    "your ",
    "one of ",
    "all ",
    "again ",
    "more ",
    "closely ",
    "carefully ",
    "near ",
    "by ",
    "there ",
    "against ",
    "straight ",
    "upon ",
];

/// What stands after all and says nothing.
const TAILS: &[&str] = &[
    " please",
    " thanks",
    " thank you",
    " if i may",
    " if possible",
    " for now",
    " now",
    " right now",
    " again",
    " too",
    " as well",
    " once more",
    " immediately",
    " if i can",
    " for me",
    " quietly",
    " carefully",
    " slowly",
    " quickly",
    " then",
    " already",
    " at once",
    " just in case",
    " if there is one",
    " if there are any",
    " again and again",
    " over and over",
    " over and over again",
    " and again",
    " as hard as i can",
    " with all my might",
    " with everything i have",
    " for good measure",
];

/// All of these words.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    LEAD_INS.iter().chain(SMALL_WORDS).copied()
}

/// What is left when all that says nothing is taken from before; and whether it was an attempt only.
pub(crate) fn lead_in(text: &str) -> (&str, bool) {
    let mut rest = text.trim();
    let mut tries = false;
    loop {
        if let Some(lead) = LEAD_INS.iter().find(|lead| rest.starts_with(**lead)) {
            tries |= lead.contains("try") || lead.contains("attempt");
            rest = rest[lead.len()..].trim_start_matches([' ', ',']);
            continue;
        }
        match rest.split_once(' ') {
            Some((word, more)) if is_manner(word) => rest = more.trim_start(),
            _ => return (rest, tries),
        }
    }
}

/// The text without what says nothing at its end.
pub(crate) fn without_tail(text: &str) -> &str {
    let mut rest = text.trim_end();
    while let Some(next) = TAILS.iter().find_map(|tail| rest.strip_suffix(tail)).or_else(|| to_the_end(rest)) {
        rest = next.trim_end_matches([' ', ',']);
    }
    rest
}

/// The text before "until it is dead", which says how hard and not what.
fn to_the_end(text: &str) -> Option<&str> {
    const ENDS: [&str; 14] = [
        "dies",
        "dead",
        "die",
        "drops",
        "falls",
        "moving",
        "moves",
        "down",
        "gone",
        "breathing",
        "bleeds",
        "more",
        "pulp",
        "stops",
    ];
    const WHO: [&str; 10] = ["it", "it's", "he", "he's", "she", "she's", "they", "they're", "the", "nothing"];
    let at = [" until ", " till ", " til ", " 'til "].iter().filter_map(|word| Some((text.rfind(word)?, word.len())));
    let (at, n) = at.max()?;
    let words: Vec<&str> = text[at + n..].split(' ').collect();
    let fits = words.len() <= 6 && WHO.contains(words.first()?) && ENDS.contains(words.last()?);
    fits.then(|| &text[..at])
}

/// Whether a word says how and not what: carefully, quickly.
fn is_manner(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ly") && !["reply", "apply", "rely", "bully", "imply", "supply"].contains(&word)
}
