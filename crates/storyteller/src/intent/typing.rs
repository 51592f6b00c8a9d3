//! Corrects hurried and misspelt words with the words of the current scene.
//!
//! A word is touched only if it is no word: the words of our own prose are left as they are, and so are
//! those of the table's texts. The rest is compared with the words a player can mean here.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use game::condition_kind::ConditionKind;
use language::word_lists;

use super::{Act, claims, lead_ins, questions, verbs};
use crate::prose::several;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

const COMMON: &str = include_str!("../content/common.txt");

static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let conditions = ConditionKind::ALL.iter().map(|kind| kind.name());
    TEXTS.iter().copied().chain(conditions).flat_map(letters).collect()
});

/// Makes the lists of words.
pub(crate) fn warm_up() {
    LazyLock::force(&WORDS);
    LazyLock::force(&COMMANDS);
}

/// What a player types at any table.
static COMMANDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let verbs = verbs::all().flat_map(|(verb, _)| letters(verb).collect::<Vec<_>>());
    let topics = word_lists::words(COMMON, "topics");
    let more =
        questions::starts().chain(lead_ins::words()).chain(topics).flat_map(|text| letters(text).collect::<Vec<_>>());
    verbs.chain(more).filter(|word| word.len() > 2).collect()
});

fn letters(text: &str) -> impl Iterator<Item = String> + '_ {
    let parts = text.split(|c: char| !c.is_alphabetic() && c != '\'' && c != '’');
    parts.map(|word| word.trim_matches(['\'', '’']).to_lowercase()).filter(|word| !word.is_empty())
}

/// Whether this is a word of the language, in one of its forms.
pub(crate) fn is_word(word: &str) -> bool {
    let known = |word: &str| WORDS.contains(word);
    let ends = ["'s", "s", "es", "ed", "d", "ing", "ly", "er", "n't"];
    let fits = |stem: &str, end: &str| match end {
        "s" => known(stem) && !stem.ends_with('s'),
        "es" => known(stem) && ["ch", "sh", "s", "x", "z", "o"].iter().any(|last| stem.ends_with(last)),
        "ed" | "ing" | "er" => known(stem) || known(&format!("{stem}e")),
        _ => known(stem),
    };
    known(word) || ends.iter().any(|end| word.strip_suffix(end).is_some_and(|stem| stem.len() > 2 && fits(stem, end)))
}

/// The text with its slips set right. `told` are the table's texts, whose words are left; `names` are of what is in
/// play, and come before any other word. What is said aloud or in another language is left as it is.
pub(crate) fn mended(text: &str, names: &[String], told: &[&str]) -> String {
    if text.contains(['"', '“', '«', '„']) || claims::is_foreign(&text.to_lowercase()) {
        return text.to_owned();
    }
    let singular: BTreeSet<String> = names.iter().flat_map(|name| letters(name).collect::<Vec<_>>()).collect();
    let names: BTreeSet<String> = singular.iter().flat_map(|name| [name.clone(), several(name)]).collect();
    let told: BTreeSet<String> = told.iter().flat_map(|text| letters(text).collect::<Vec<_>>()).collect();
    let text = joined(text, &singular);
    let parts: Vec<&str> = text.split(' ').collect();
    let alone = parts.iter().filter(|part| !part.is_empty()).count() == 1;
    let one = |(i, part): (usize, &&str)| {
        let word = part.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        let plain = word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
        if !plain || is_word(&word) || names.contains(&word) || told.contains(&word) {
            return (*part).to_owned();
        }
        match meant(&word, &names, i == 0).or_else(|| alone.then(|| way_in(&word)).flatten()) {
            Some(meant) => part.to_lowercase().replace(&word, &meant),
            None => (*part).to_owned(),
        }
    };
    parts.iter().enumerate().map(one).collect::<Vec<_>>().join(" ")
}

/// The least letters of each part: shorter ones are words of their own, as in "arm or".
const MIN_JOINED: usize = 3;

/// The text with the words of a name set right that were parted: "horse shoe" is a horseshoe.
fn joined(text: &str, names: &BTreeSet<String>) -> String {
    let mut out: Vec<String> = Vec::new();
    for part in text.split(' ') {
        let is_one = |last: &&mut String| {
            last.len().min(part.len()) >= MIN_JOINED
                && !names.contains(part)
                && names.contains(&format!("{last}{part}").to_lowercase())
        };
        match out.last_mut().filter(is_one) {
            Some(last) => last.push_str(part),
            None => out.push(part.to_owned()),
        }
    }
    out.join(" ")
}

/// The one word that was meant: the nearest of those in play, or else of those any player uses.
fn meant(word: &str, names: &BTreeSet<String>, first: bool) -> Option<String> {
    let near = |all: &BTreeSet<String>| {
        let mut at: BTreeMap<(u32, bool, bool), Vec<String>> = BTreeMap::new();
        for other in all.iter().filter(|other| other.len() > 2) {
            // The first letter is the one that fingers get right.
            let first_letter = if word.as_bytes().first() == other.as_bytes().first() { 0 } else { 2 };
            if let Some(n) = slip(word, other).map(|n| n + first_letter) {
                let act = verbs::all().find(|(verb, _)| verb == other).map(|(_, act)| act);
                let key = (n, first != act.is_some(), act == Some(Act::Handle));
                at.entry(key).or_default().push(other.clone());
            }
        }
        at.into_iter().next()
    };
    let (own, any) = (near(names), near(&COMMANDS));
    let best = match (own, any) {
        (Some(own), Some(any)) if any.0 < own.0 && first => any,
        (Some(own), _) => own,
        (None, Some(any)) => any,
        // Of all words there are, only the one that is nearest by far.
        (None, None) if word.len() > 4 => near(&WORDS).filter(|((n, ..), all)| *n < 3 && all.len() == 1)?,
        (None, None) => return None,
    };
    best.1.into_iter().next()
}

/// How bad a slip is by which a word became another: 0 where a letter was doubled or not, or two changed places; 1
/// where one is missing or too many; 2 where a neighbouring key was struck; 3 where a long word has two of these. None
/// where it is no slip.
fn slip(typed: &str, meant: &str) -> Option<u32> {
    let (a, b) = (typed.as_bytes(), meant.as_bytes());
    if a == b {
        return None;
    }
    let from = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - from;
    let to = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x == y).count();
    let (x, y) = (&a[from..a.len() - to], &b[from..b.len() - to]);
    let repeats = |word: &[u8], letter: u8, at: usize| {
        (at > 0 && word[at - 1] == letter) || word.get(at + 1).is_some_and(|next| *next == letter)
    };
    match (x, y) {
        ([p, q], [r, s]) if p == s && q == r => Some(0),
        ([], [letter]) => Some(u32::from(!repeats(b, *letter, from))),
        ([letter], []) => Some(u32::from(!repeats(a, *letter, from))),
        ([p], [q]) if a.len() > 3 && are_neighbours(*p, *q) => Some(2),
        _ if a.len() > 7 && super::slipped(typed, meant) => Some(3),
        _ => None,
    }
}

/// Whether two keys lie side by side, or are vowels, which sound alike.
fn are_neighbours(a: u8, b: u8) -> bool {
    const ROWS: [&[u8]; 3] = [b"qwertyuiop", b"asdfghjkl", b"zxcvbnm"];
    let at =
        |key: u8| ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.iter().position(|k| *k == key)?)));
    let vowels = b"aeiou".contains(&a) && b"aeiou".contains(&b);
    let near = || {
        let ((row, column), (other_row, other_column)) = (at(a)?, at(b)?);
        Some(row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1)
    };
    vowels || near().unwrap_or(false)
}

/// A way that is hidden in a word of no sense: `gnorth`, `gnoth`, `gowest`.
fn way_in(word: &str) -> Option<String> {
    let rest = word.strip_prefix("go").or_else(|| word.strip_prefix('g')).filter(|rest| rest.len() > 3)?;
    let ways = ["north", "east", "south", "west"];
    let fits = |way: &&&str| *way == &rest || slip(rest, way).is_some();
    ways.iter().find(fits).map(|way| (*way).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_right(text: &str) -> String {
        let names = ["Granny Pell", "longsword", "oil flask", "ghoul", "healing potion"].map(str::to_owned);
        mended(text, &names, &["A coxswain sleeps."])
    }

    #[test]
    fn slips_are_set_right_by_the_words_in_play() {
        for (typed, meant) in [
            ("kil it", "kill it"),
            ("ask about teh troble", "ask about the trouble"),
            ("buy sowrd", "buy sword"),
            ("gnoth", "north"),
            ("gnorth", "north"),
            ("noth", "north"),
            ("tlak to grany", "talk to granny"),
            ("atack teh goul", "attack the ghoul"),
            ("loook aroudn", "look around"),
            ("drnik healign potoin", "drink healing potion"),
            ("oepn teh dor", "open the door"),
            ("inventroy", "inventory"),
            ("yess", "yes"),
            ("whre is teh markt", "where is the market"),
            ("drop the long sword", "drop the longsword"),
            ("sell my longswrods", "sell my longswords"),
            ("smell the honney", "smell the honey"),
        ] {
            assert_eq!(set_right(typed), meant);
        }
    }

    #[test]
    fn real_words_stay_as_they_are() {
        for text in [
            "I whittle a spoon by the coxswain",
            "the king sits on a stool and eats a pear",
            "say \"teh\" to her",
            "Ich gehe zum Markt",
            "throw sand at the bat",
            "I put the ring on my thumb and hum",
            "stand still and stare at the stars",
        ] {
            assert_eq!(set_right(text), text);
        }
        for word in WORDS.iter() {
            assert_eq!(set_right(word), *word);
        }
    }
}
