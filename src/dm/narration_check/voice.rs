//! Who a story calls “you”: where it speaks of the hero by name, as “he” or “she”, those words are read as “you”.

use std::collections::HashMap;

use super::{names::KnownNames, sentence::words, things::singular, told::ParsedProse};

/// Of each sentence, where a word is that means the hero, and what it is read as.
pub(super) type Own = HashMap<usize, &'static str>;

/// The person that a sentence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Hero,
    Another,
}

/// The words of a story that mean the hero though they are not “you”. None in a story that says “you”.
pub(super) fn own_words(told: &ParsedProse<'_>, names: &KnownNames) -> Vec<Own> {
    let mut all = vec![Own::new(); told.len()];
    let is_hero =
        |word: &str| word.starts_with(char::is_uppercase) && names.hero.contains(&singular(&word.to_lowercase()));
    let named = (0..told.len()).any(|nth| words(told.sentence(nth)).any(is_hero));
    if !named || (0..told.len()).any(|nth| says_you(told.sentence(nth))) {
        return all;
    }
    let (mut is_she, mut last) = (None, None);
    for (nth, own) in all.iter_mut().enumerate() {
        let sentence = told.sentence(nth);
        let mut topic = None;
        let spoken: Vec<&str> = words(sentence).collect();
        for (i, word) in spoken.iter().enumerate() {
            let lower = word.to_lowercase();
            let named = singular(&lower);
            let mut who = None;
            if is_hero(word) {
                who = Some(Who::Hero);
            } else if names.by_word.contains_key(&named) || SOMEBODY.contains(&named.as_str()) {
                who = Some(Who::Another);
            } else if let Some(pronoun) = Pronoun::of(&lower, spoken.get(i + 1).copied()) {
                // A pronoun before the hero's name means the hero, if there is no one else it could mean.
                let hero = last != Some(Who::Another) || (pronoun.is_object && topic == Some(Who::Another));
                if hero && *is_she.get_or_insert(pronoun.is_she) == pronoun.is_she {
                    let at = word.as_ptr() as usize - sentence.as_ptr() as usize;
                    own.insert(at, pronoun.read);
                    who = (!pronoun.is_object).then_some(Who::Hero);
                }
            }
            topic = topic.or(who);
            last = who.or(last);
        }
        // The next sentence has the same subject as this one.
        if topic == Some(Who::Hero) {
            last = topic;
        }
    }
    all
}

/// Words that mean someone else, regardless of the name.
const SOMEBODY: [&str; 40] = [
    "man",
    "woman",
    "boy",
    "girl",
    "captain",
    "guard",
    "soldier",
    "merchant",
    "innkeeper",
    "priest",
    "priestess",
    "king",
    "queen",
    "lord",
    "lady",
    "duke",
    "count",
    "father",
    "mother",
    "brother",
    "sister",
    "uncle",
    "aunt",
    "cousin",
    "friend",
    "master",
    "mistress",
    "stranger",
    "thief",
    "clerk",
    "smith",
    "child",
    "lad",
    "fellow",
    "other",
    "witch",
    "wizard",
    "doctor",
    "beggar",
    "husband",
];

fn says_you(sentence: &str) -> bool {
    words(sentence).any(|word| {
        let lower = word.to_lowercase().replace('’', "'");
        matches!(lower.split('\'').next(), Some("you" | "your" | "yours" | "yourself"))
    })
}

/// A pronoun that may mean the hero.
struct Pronoun {
    is_she: bool,
    is_object: bool,
    read: &'static str,
}

impl Pronoun {
    /// A word as a pronoun, by the word that follows it: “her” is “your” before a noun, and “you” elsewhere.
    fn of(word: &str, next: Option<&str>) -> Option<Self> {
        const NO_NOUNS: [&str; 34] = [
            "and", "or", "but", "to", "in", "into", "on", "onto", "with", "from", "at", "by", "for", "of", "as",
            "over", "down", "up", "out", "back", "off", "again", "through", "like", "away", "before", "until", "while",
            "where", "who", "a", "an", "the", "that",
        ];
        let is_noun = next.is_some_and(|next| !NO_NOUNS.contains(&next.to_lowercase().as_str()));
        let bare = word.split(['\'', '’']).next().unwrap_or(word);
        let (is_she, is_object, read) = match bare {
            "he" => (false, false, "you"),
            "she" => (true, false, "you"),
            "him" => (false, true, "you"),
            "his" => (false, false, "your"),
            "her" if is_noun => (true, false, "your"),
            "her" => (true, true, "you"),
            "hers" => (true, false, "yours"),
            "himself" => (false, false, "yourself"),
            "herself" => (true, false, "yourself"),
            _ => return None,
        };
        Some(Self { is_she, is_object, read })
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::ledger::{HeroFacts, Other, TurnFacts},
        *,
    };

    #[test]
    fn who_is_he_or_she_in_a_story_that_says_no_you() {
        let hero = HeroFacts { name: "Mira".to_owned(), ..HeroFacts::default() };
        let other = Other { name: "Goblin".to_owned(), ..Other::default() };
        let names = KnownNames::of(&TurnFacts { heroes: vec![hero], others: vec![other], ..TurnFacts::default() });
        let read = |prose: &str| -> Vec<&'static str> {
            let told = ParsedProse::new(prose);
            let own = own_words(&told, &names);
            own.iter()
                .flat_map(|own| {
                    let mut all: Vec<_> = own.iter().collect();
                    all.sort();
                    all.into_iter().map(|(_, read)| *read).collect::<Vec<_>>()
                })
                .collect()
        };
        assert_eq!(read("Mira lifts her sword. She falls."), ["your", "you"]);
        assert_eq!(read("He opens the door."), Vec::<&str>::new());
        assert_eq!(read("The goblin strikes Mira. The goblin laughs, and he hits her."), ["you"]);
        assert_eq!(read("You see Mira. She smiles."), Vec::<&str>::new());
    }
}
