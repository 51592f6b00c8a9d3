//! The gate before the judge: whether a message may contain a contested action.
//!
//! It reads English words alone and knows nothing of the table. Where it lets too much through, the judge says that
//! there is nothing to throw for, at the price of a cheap call; where it lets too little through, the Dungeon Master
//! asks for the dice as for anything else.

use std::{collections::HashSet, sync::LazyLock};

use waken_snowball::{Algorithm, stem};

use crate::dm::{attack_verbs, hints::as_meant};

/// Verbs of contested actions in any context, besides verbs of attacks.
const VERBS: &str = "
    shot fought torture thrust grapple wrestle shove push trip disarm lunge throw threw hurl swing parry feint struck smash
    shatter ram burst crush pry wrench topple uproot bite beat stomp
    sneak snuck creep crept hide hid tiptoe stalk prowl skulk steal stole pickpocket pilfer swipe snatch filch rob burgle
    conceal disguise eavesdrop spy peek infiltrate smuggle
    climb jump leap leapt vault swim swam lift drag haul bend outrun race chase pursue flee escape evade wriggle dodge
    duck dive balance tumble somersault cartwheel squeeze resist withstand endure brace struggle
    unlock jimmy sabotage disable counterfeit
    persuade convince bluff deceive trick fool intimidate threaten bribe haggle barter bargain negotiate seduce flirt
    flatter plead beg taunt provoke distract feign pretend impersonate coax soothe tame interrogate blackmail extort
    swindle cheat lure demand gamble perform juggle
    win search rummage ransack investigate decipher decode identify track forage hunt detect discern spot scout bandage
    stabilize stabilise resuscitate
    fly teleport levitate summon conjure transform resurrect vanish shapeshift disintegrate obliterate";

/// Verbs that are contested before certain words only.
const PAIRS: &[(&str, &str)] = &[
    ("break", "down open free through into out in his her their the"),
    ("broke", "down open free through into out in his her their the"),
    ("block", "the his her their its"),
    ("catch", "the him her it them"),
    ("check", "for"),
    ("crack", "open the"),
    ("cut", "him her them it his down"),
    ("elbow", "him her them the my"),
    ("examine", "closely carefully thoroughly"),
    ("fire", "at on upon into an my arrows"),
    ("force", "open the my him her them it his"),
    ("forge", "a an the"),
    ("get", "past away free"),
    ("grab", "him her them his"),
    ("hold", "my off on out him her them"),
    ("inspect", "closely carefully thoroughly"),
    ("jam", "the it"),
    ("knock", "out him her them down over"),
    ("knee", "him her them the"),
    ("listen", "at for in through closely carefully"),
    ("look", "for closely carefully"),
    ("loose", "an my arrows"),
    ("poke", "him her them it his"),
    ("run", "past away from after"),
    ("scale", "the a it"),
    ("sense", "motive if whether any"),
    ("slip", "past by away out into through from behind under"),
    ("study", "closely carefully him her"),
    ("tail", "him her them the"),
    ("turn", "invisible into"),
    ("become", "invisible"),
    ("stop", "time"),
];

/// Verbs that are contested if one of certain words comes soon after them.
const SOON: &[(&str, &str)] = &[
    ("pick", "lock locks pocket pockets padlock"),
    ("treat", "wound wounds injury injuries"),
    ("set", "trap snare"),
    ("drive", "blade sword longsword dagger knife spear axe mace"),
    ("plunge", "blade sword longsword dagger knife spear"),
    ("tell", "lie lies"),
    ("told", "lie lies"),
];
/// Maximum distance of such a word from its verb, in words.
const SOON_WORDS: usize = 5;

/// Idioms in which a contested word means something else: the word, and its context.
const IDIOMS: &[(&str, &str)] = &[("catch", "up my"), ("spot", "of")];

/// Verbs of narration: what follows them in the clause isn't an action.
const TELLING: &str =
    "tell told say said ask explain describe remember recall wonder mention boast dream talk speak spoke
    chat discuss read learn know recount imagine consider study";
/// Words after which it is not done, up to the end of the clause.
const NEGATIONS: &str = "not never without cannot dont wont cant refuse avoid stop instead rather neither nor hardly";
/// Words that begin another clause.
const CLAUSES: &str = "and then but while before after until so or unless because";
/// Words before a noun.
const DETERMINERS: &str =
    "the a an his her my your our their its this that these those some any no of another every each";
/// Verbs whose noun is the action.
const LIGHT_VERBS: &str = "make attempt try take do deliver land throw risk start begin launch give";
/// Words that begin a question about the world.
const QUESTIONS: &str = "what how who whom whose where when why which";
/// Words that begin a question where there is a question mark.
const INVERSIONS: &str = "is are was were am do does did should shall has have had will would";
/// Pasts that have no ending of their own.
const PASTS: &str = "fought threw struck snuck crept hid stole leapt swam broke shot told";

/// Whether these words of a player may tell of something that is tried against the odds.
pub(super) fn is_contested(words: &str) -> bool {
    sentences(&as_meant(words)).iter().any(|sentence| sentence.is_contested())
}

/// Words between two full stops, in lower case; a comma or similar is a word of its own.
#[derive(Debug, Default)]
pub(super) struct MessageSentence {
    pub(super) words: Vec<String>,
    is_question: bool,
}

const COMMA: &str = ",";

/// The sentences of a text without quoted speech.
pub(super) fn sentences(text: &str) -> Vec<MessageSentence> {
    let mut all = vec![MessageSentence::default()];
    let mut word = String::new();
    let mut quoted = false;
    for c in text.chars().chain(['\n']) {
        let is_letter = c.is_alphanumeric() || (matches!(c, '\'' | '’') && !word.is_empty());
        if is_letter && !quoted {
            // “don’t” is one word however it is written.
            word.extend(c.to_lowercase().filter(|c| c.is_alphanumeric()));
            continue;
        }
        let Some(sentence) = all.last_mut() else { break };
        if !word.is_empty() {
            sentence.words.push(std::mem::take(&mut word));
        }
        match c {
            '"' | '“' | '”' | '«' | '»' | '„' => {
                quoted = if c == '"' { !quoted } else { !matches!(c, '”' | '»') };
                sentence.words.push(COMMA.to_owned());
            }
            _ if quoted => {}
            ',' | ';' | ':' | '(' | ')' | '—' | '–' | '*' => sentence.words.push(COMMA.to_owned()),
            '.' | '!' | '?' | '\n' => {
                sentence.is_question = c == '?';
                all.push(MessageSentence::default());
            }
            _ => {}
        }
    }
    all
}

impl MessageSentence {
    fn is_contested(&self) -> bool {
        if self.asks() {
            return false;
        }
        let (mut told, mut ever_told, mut negated) = (false, false, false);
        for (i, word) in self.words.iter().enumerate() {
            if word == COMMA || among(CLAUSES, word) {
                (told, negated) = (false, false);
                continue;
            }
            let is_past = word.ends_with("ed") || among(PASTS, word);
            let counts = !(told || negated || ever_told && is_past);
            if (counts && self.is_verb(i) && !self.is_noun(i)) || (!negated && self.is_lie(i)) {
                return true;
            }
            let tells = is_one_of(&TELLING_STEMS, word) && !self.is_noun(i);
            told |= tells;
            ever_told |= tells;
            negated |= among(NEGATIONS, word) || (word.len() > 3 && word.ends_with("nt") && among(AUXILIARIES, word));
        }
        false
    }

    /// Whether it asks about the world. “Can I …?” asks to try.
    fn asks(&self) -> bool {
        let mut words = self.words.iter().filter(|word| *word != COMMA).map(String::as_str);
        match (words.next(), words.next()) {
            (Some("how" | "what"), Some("about")) => false,
            (Some(first), _) => among(QUESTIONS, first) || (self.is_question && among(INVERSIONS, first)),
            (None, _) => false,
        }
    }

    fn word(&self, i: usize) -> &str {
        self.words.get(i).map_or("", String::as_str)
    }

    fn is_verb(&self, i: usize) -> bool {
        let word = self.word(i);
        let next = self.word(i + 1);
        let stem = stemmed(word);
        let is_idiom = rows(&IDIOM_ROWS, &stem).any(|others| among(others, next));
        let soon = || self.words.iter().skip(i + 1).take(SOON_WORDS).take_while(|word| *word != COMMA);
        !is_idiom
            && (is_one_of(&VERB_STEMS, word)
                || rows(&PAIR_ROWS, &stem).any(|others| among(others, next))
                || rows(&SOON_ROWS, &stem).any(|others| soon().any(|word| among(others, word))))
    }

    /// Telling a lie counts, unlike other statements: “I lie to the guard”, not “I lie down”.
    fn is_lie(&self, i: usize) -> bool {
        match self.word(i) {
            "lie" | "lying" => matches!(self.word(i + 1), "to" | "about") && !self.is_noun(i),
            "lied" => self.word(i + 1) == "to" && i < 3,
            "tell" => self.is_verb(i),
            _ => false,
        }
    }

    /// Whether a word that may be a verb is a noun here: “the attack”, but not “I make an attack”.
    fn is_noun(&self, i: usize) -> bool {
        let word = self.word(i);
        if i == 0 || word.ends_with("ing") {
            return false;
        }
        let adjective = i >= 2 && !among(DETERMINERS, self.word(i - 1)) && among("the a an", self.word(i - 2));
        if !among(DETERMINERS, self.word(i - 1)) && !adjective {
            return false;
        }
        let before = self.words[..i].iter().rev().skip(1).take(3);
        !before.take_while(|word| *word != COMMA).any(|word| is_one_of(&LIGHT_STEMS, word))
    }
}

/// Auxiliary verbs with their “not”, as they are read: without the mark.
const AUXILIARIES: &str =
    "isnt arent wasnt werent dont doesnt didnt wont wouldnt cant couldnt shouldnt mustnt havent hasnt";

static VERB_STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| stems(VERBS).into_iter().chain(attack_verbs::all().map(stemmed)).collect());
static TELLING_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| stems(TELLING));
static LIGHT_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| stems(LIGHT_VERBS));
static PAIR_ROWS: LazyLock<Rows> = LazyLock::new(|| stemmed_rows(PAIRS));
static SOON_ROWS: LazyLock<Rows> = LazyLock::new(|| stemmed_rows(SOON));
static IDIOM_ROWS: LazyLock<Rows> = LazyLock::new(|| stemmed_rows(IDIOMS));

/// Stems, each with a list.
type Rows = Vec<(String, &'static str)>;

fn stemmed_rows(table: &[(&str, &'static str)]) -> Rows {
    table.iter().map(|(word, list)| (stemmed(word), *list)).collect()
}

fn stems(list: &str) -> HashSet<String> {
    list.split_whitespace().map(stemmed).collect()
}

pub(super) fn stemmed(word: &str) -> String {
    stem(Algorithm::English, word).into_owned()
}

fn is_one_of(stems: &HashSet<String>, word: &str) -> bool {
    stems.contains(&stemmed(word))
}

/// The lists for a stem.
fn rows(rows: &Rows, stem: &str) -> impl Iterator<Item = &'static str> {
    rows.iter().filter(move |(of, _)| of == stem).map(|(_, list)| *list)
}

pub(super) fn among(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CONTESTED: &[&str] = &[
        "I sneak past",
        "I sneak past the watchman.",
        "sneak past the guards",
        "SNEAK PAST THE GUARDS!",
        "I'm sneaking along the wall",
        "I try to climb the wall",
        "I want to jump over the chasm",
        "Can I pick the lock?",
        "I pick the guard's pocket",
        "I attack the goblin with my rapier",
        "Attack!",
        "I swing my axe at the nearest one",
        "I make a sneak attack",
        "I take a swing at him",
        "I make a jump for the ledge",
        "I say hello, then stab him",
        "I say \"good evening\" and shove him off the bridge",
        "I lie to the guard about the letter",
        "I tell the guard a lie",
        "I try to persuade the innkeeper to give us a room",
        "I intimidate him.",
        "I threaten the merchant",
        "I bluff my way in",
        "I hide behind the barrels",
        "We search the room for a hidden door",
        "I look for tracks",
        "I listen at the door",
        "I examine closely the seal",
        "I fly to the moon",
        "I turn invisible",
        "I summon a dragon",
        "I lift the castle gate with one hand",
        "I kick the door in",
        "I slap him across the face",
        "i walk up to the ram and smack it right on the nose with my mace",
        "I swat the imp out of the air",
        "I bonk him on the head",
        "I bludgeon the cook with a ladle",
        "I brain the nearest one",
        "I poke it in the eye",
        "I elbow him in the ribs",
        "I break down the door",
        "I slip past the drunkards",
        "I grab him by the collar",
        "I knock him out",
        "I shoot an arrow at the rope",
        "I fire at the bandit",
        "I hold my breath and dive into the pool",
        "I don't wait, I attack",
        "I do not hesitate and strike the ogre",
        "No, I attack",
        "How about I climb in through the window?",
        "I haggle over the price of the rope",
        "I steal the bread",
        "I treat his wounds",
        "I resist the spell",
        "I run away",
        "While he is asleep I unlock the chest",
        "I look around and then try to sneak out",
        "I bribe the clerk with two silver coins",
        "I beat Pell at draughts",
        "I shoot him a glance, then I shoot him",
        "I strike him as he turns to flee",
        "I cut it with my knife",
        "I beat it with my staff",
        "I stab him in his heart",
        "I plunge my dagger in her heart",
        "I beat him to the ground",
        "I beat him to a pulp",
        "I kill the goblin in the next round",
        "I kill the night watchman",
        "I murder the wine merchant",
        "I hit him where it hurts",
        "I shoot for his eye",
        "I drive my blade home",
        "I fight my way through the goblins",
        "I charge the ogre to protect Mira",
        "I charge the ogre with flailing mace",
        "I stab his horse",
        "I kick his teeth out",
        "I attack the hill giant",
        "I stab him with my eyes shut",
        "I hit him about the head",
        "I strike out at his throat",
    ];

    const CALM: &[&str] = &[
        "",
        "   ",
        "…",
        "I look around",
        "I look around.",
        "I look at the tower",
        "I say hello",
        "I say \"I will kill you all\"",
        "“Attack!” I say.",
        "I tell him I once sneaked past a dragon",
        "I tell him that I climbed the mountain",
        "I tell them how I fought the ogre and killed it",
        "I ask the smith whether he can fight",
        "I ask Marta to help me climb the wall",
        "I remember how we hid in the mill",
        "I don't attack",
        "I do not attack the goblin",
        "I won't fight him",
        "I never steal",
        "I refuse to fight",
        "I walk on without attacking anyone",
        "I stop hiding",
        "What are the rules for grappling?",
        "How does stealth work?",
        "Who attacked the mill?",
        "Is he hiding something?",
        "Should I attack?",
        "I open the door",
        "I go on.",
        "I wait.",
        "I knock.",
        "I wave.",
        "I bow.",
        "I go to the market and buy a rope",
        "I light a torch",
        "I sit down by the fire",
        "I make a fire",
        "I lie down and sleep",
        "I take a long rest",
        "I drink my ale",
        "I put on my hide armor",
        "I read the letter about the attack",
        "I walk up to the fight",
        "I look at the climb ahead",
        "I pick up the sword",
        "I pick a flower",
        "I hit the road",
        "I strike a deal with him",
        "I catch up with Marta",
        "I thank the old man for the search",
        "I eat, drink and talk with Marta",
        "Ich gehe weiter",
        "I pay the innkeeper",
        "I introduce myself",
        "yes",
        "no",
        "go north",
        "I think about my mother",
        "I give the coin to Ilse",
        "I draw my sword",
        "I strike while the iron is hot",
        "We shoot the breeze",
        "I stab a finger at the notice",
        "I charge Wenna with lying",
        "I kick the snow off my boots",
        "I slap Barnaby on the back",
        "I fight back a smile",
        "I beat about the bush",
        "I kill an hour over a book",
        "I fight off a yawn.",
        "I attack the day",
        "I strike him as honest",
        "I cut it out",
        "I kick back.",
    ];

    #[test]
    fn what_is_tried_against_the_odds_runs_the_rules_and_what_anyone_can_do_does_not() {
        let shut: Vec<&&str> = CONTESTED.iter().filter(|words| !is_contested(words)).collect();
        let open: Vec<&&str> = CALM.iter().filter(|words| is_contested(words)).collect();
        assert!(shut.is_empty() && open.is_empty(), "shut before {shut:#?}, open before {open:#?}");
    }

    proptest! {
        #[test]
        fn any_words_are_read_without_harm(words in "\\PC*") {
            is_contested(&words);
        }

        #[test]
        fn case_and_white_space_say_nothing(i in 0..CONTESTED.len(), j in 0..CALM.len(), space in "[ \t]{1,4}") {
            for words in [CONTESTED[i], CALM[j]] {
                let other = words.to_uppercase().replace(' ', &space);
                prop_assert_eq!(is_contested(&other), is_contested(words), "{}", other);
            }
        }

        #[test]
        fn what_is_quoted_is_said_and_not_done(words in "[a-zA-Z ,.!?']{0,60}", i in 0..CONTESTED.len()) {
            let deed = CONTESTED[i].replace('"', "");
            for said in [&words, &deed] {
                let (straight, curly) = (format!("I say: \"{said}\""), format!("“{said}” I say."));
                prop_assert!(!is_contested(&straight) && !is_contested(&curly));
            }
        }

        #[test]
        fn another_sentence_takes_nothing_away(i in 0..CONTESTED.len(), j in 0..CALM.len()) {
            let both = format!("{}. {}", CALM[j], CONTESTED[i]);
            prop_assert!(is_contested(&both), "{both}");
            let calm = format!("{}. {}", CALM[j], CALM[(j + 7) % CALM.len()]);
            prop_assert!(!is_contested(&calm), "{calm}");
        }

        #[test]
        fn a_verb_that_is_negated_is_not_tried(i in 0..VERBS.split_whitespace().chain(attack_verbs::all()).count()) {
            let verb = VERBS.split_whitespace().chain(attack_verbs::all()).nth(i).unwrap();
            let tried = format!("I {verb} them");
            prop_assert!(is_contested(&tried), "{tried}");
            for not in ["don't", "do not", "won't", "can't", "will never"] {
                let not = format!("I {not} {verb} them");
                prop_assert!(!is_contested(&not), "{not}");
            }
        }
    }
}
