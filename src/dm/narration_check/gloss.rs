//! Normalises a sentence for the search for claims: verbs in their base form, nouns in the singular, numbers as numbers, and
//! known names (people here, items of the pack, the place) marked by their kind.

use std::{borrow::Cow, ops::Range};

use super::{
    names::KnownNames,
    number::{may_begin, number},
    things::singular_of,
    travels::is_called_place,
    verbs::{first_form, is_verb},
    voice::Own,
};

/// A word as it is read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sense {
    /// A word like any other.
    Plain,
    /// A number.
    Number(i64),
    /// Something in a hero's pack, by its place in [`KnownNames`].
    Item(usize),
    /// People who are here, by their indices in [`KnownNames`].
    Being(Vec<usize>),
    /// A name no one has written down.
    Name,
}

impl Sense {
    /// The people it means, if any.
    pub(super) fn beings(&self) -> Option<&[usize]> {
        if let Self::Being(all) = self { Some(all) } else { None }
    }
}

/// A word of a sentence.
#[derive(Debug, Clone)]
pub(super) struct GlossWord {
    /// Its position in the sentence.
    pub(super) at: Range<usize>,
    /// The start in [`Gloss::text`].
    from: usize,
    /// Its kind.
    pub(super) sense: Sense,
}

/// A sentence as it is read: its words in their first forms, a blank before and after each.
#[derive(Debug)]
pub(super) struct Gloss {
    /// The words, in ASCII: `#n` for a number, `#item`, `#being` and `#name` for what is known and what isn't.
    pub(super) text: String,
    /// One for each word of the text.
    pub(super) words: Vec<GlossWord>,
}

/// Words without meaning for claims.
const FILLERS: [&str; 18] = [
    "now",
    "then",
    "quite",
    "very",
    "rather",
    "just",
    "already",
    "soon",
    "finally",
    "suddenly",
    "really",
    "perfectly",
    "slowly",
    "simply",
    "quickly",
    "completely",
    "carefully",
    "neatly",
];
/// Words in “ly” that are not adverbs.
const NO_ADVERBS: [&str; 12] =
    ["fly", "ally", "belly", "bully", "jelly", "only", "reply", "family", "deadly", "lonely", "barely", "nearly"];

/// Room in a read sentence for blanks and marks, in bytes.
const BESIDE_THE_WORDS: usize = 32;
/// The usual length of a word with what follows it, in bytes.
const USUAL_WORD: usize = 4;

/// A word as it was cut: where it is, and what it says.
type WordWithRange = (Range<usize>, String);

/// Cuts a sentence into words and marks.
fn cut(sentence: &str) -> Vec<WordWithRange> {
    let mut cuts: Vec<WordWithRange> = Vec::with_capacity(sentence.len() / USUAL_WORD);
    let mut from: Option<usize> = None;
    let letters = sentence.char_indices().chain([(sentence.len(), ' ')]);
    for (at, letter) in letters {
        let inner = letter.is_alphanumeric()
            || (from.is_some()
                && matches!(letter, '\'' | '’' | '-')
                && sentence[at + letter.len_utf8()..].starts_with(char::is_alphanumeric));
        let thousand = letter == ','
            && from.is_some_and(|from| sentence[from..at].bytes().all(|it| it.is_ascii_digit()))
            && sentence[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        if inner || thousand {
            from.get_or_insert(at);
            continue;
        }
        if let Some(from) = from.take() {
            part(&sentence[from..at], from, &mut cuts);
        }
        if matches!(letter, ',' | ';' | ':' | '—' | '–' | '(' | ')' | '!' | '.' | '?') && at < sentence.len() {
            let mark = match letter {
                ',' => ",",
                '!' | '.' | '?' => ".",
                _ => ";",
            };
            cuts.push((at..at + letter.len_utf8(), mark.to_owned()));
        }
    }
    cuts
}

/// Splits contractions: “you’ve”, “can’t”, “Tom’s”.
fn part(word: &str, at: usize, cuts: &mut Vec<WordWithRange>) {
    let whole = at..at + word.len();
    if !word.contains(['\'', '’']) && !word.eq_ignore_ascii_case("cannot") {
        return cuts.push((whole, word.to_owned()));
    }
    let straight = word.replace('’', "'");
    let lower = straight.to_lowercase();
    if let Some(verb) = lower.strip_suffix("n't") {
        let verb = match verb {
            "ca" => "can",
            "wo" => "will",
            "sha" => "shall",
            verb => verb,
        };
        cuts.push((whole.clone(), verb.to_owned()));
        return cuts.push((whole, "not".to_owned()));
    }
    if lower == "cannot" {
        cuts.push((whole.clone(), "can".to_owned()));
        return cuts.push((whole, "not".to_owned()));
    }
    let Some((first, end)) = straight.rsplit_once('\'') else {
        return cuts.push((whole, straight));
    };
    let owner = matches!(
        first.to_lowercase().as_str(),
        "it" | "he" | "she" | "that" | "there" | "here" | "what" | "who" | "where"
    );
    let end = match end.to_lowercase().as_str() {
        "re" | "m" => "be",
        "ve" => "have",
        "ll" => "will",
        "d" => "would",
        "s" if owner => "be",
        "s" => "'s",
        _ => return cuts.push((whole, straight.clone())),
    };
    let bare = at..at + word.rfind(['\'', '’']).unwrap_or(word.len());
    cuts.push((bare, first.to_owned()));
    cuts.push((whole, end.to_owned()));
}

impl GlossWord {
    /// The start in the text.
    pub(super) fn begins(&self) -> usize {
        self.from
    }
}

impl Gloss {
    /// Reads a sentence.
    pub(super) fn of(sentence: &str, names: &KnownNames, own: &Own) -> Self {
        let mut cuts = cut(sentence);
        for (at, word) in &mut cuts {
            if let Some(read) =
                own.get(&at.start).filter(|_| !matches!(word.as_str(), "'s" | "be" | "have" | "would" | "will"))
            {
                *word = (*read).to_owned();
            }
        }
        let mut gloss = Self {
            text: String::with_capacity(sentence.len() + BESIDE_THE_WORDS),
            words: Vec::with_capacity(cuts.len()),
        };
        gloss.text.push_str(" ^ ");
        let mut i = 0;
        while i < cuts.len() {
            let before = |back: usize| i.checked_sub(back).map(|at| cuts[at].1.as_str());
            let beside = AdjacentWords { first: i == 0, before: [before(1), before(2)] };
            let (taken, shown, mut sense) = read(&cuts[i..], &beside, names);
            if let Sense::Being(all) = &mut sense {
                names.tell_apart(all, before(1), cuts.get(i + 1).map(|it| it.1.as_str()));
            }
            if !shown.is_empty() {
                let at = cuts[i].0.start..cuts[i + taken - 1].0.end;
                gloss.add(at, &shown, sense);
            }
            i += taken;
        }
        gloss
    }

    /// Adds a word. A name of several words counts as one word, and so does a name repeated directly after itself.
    fn add(&mut self, at: Range<usize>, shown: &str, sense: Sense) {
        if let Some(last) = self.words.last_mut() {
            let again = match (&mut last.sense, &sense) {
                (Sense::Being(before), Sense::Being(all)) if all.iter().any(|it| before.contains(it)) => {
                    before.retain(|it| all.contains(it));
                    true
                }
                (before, sense) => *before == Sense::Name && *sense == Sense::Name,
            };
            if again {
                last.at.end = at.end;
                return;
            }
        }
        self.words.push(GlossWord { at, from: self.text.len(), sense });
        let is_kept = |letter: char| letter.is_ascii_graphic() || letter == ' ';
        match shown.chars().all(is_kept) {
            true => self.text.push_str(shown),
            false => self.text.extend(shown.chars().map(|letter| if is_kept(letter) { letter } else { 'x' })),
        }
        self.text.push(' ');
    }

    /// The words that stand in a range of the text.
    pub(super) fn within(&self, range: Range<usize>) -> &[GlossWord] {
        let first = self.words.partition_point(|word| word.from < range.start);
        let end = self.words.partition_point(|word| word.from < range.end);
        &self.words[first..end]
    }

    /// A word as it is read.
    pub(super) fn shown(&self, word: &GlossWord) -> &str {
        self.text[word.from..].split(' ').next().unwrap_or_default()
    }

    /// The position of a text range in the sentence.
    pub(super) fn at(&self, range: Range<usize>) -> Option<Range<usize>> {
        let words = self.within(range);
        Some(words.first()?.at.start..words.iter().map(|word| word.at.end).max()?)
    }
}

/// The words around the current word.
struct AdjacentWords<'c> {
    /// Whether the sentence begins here.
    first: bool,
    /// The two words before.
    before: [Option<&'c str>; 2],
}

impl AdjacentWords<'_> {
    /// Whether the word before, or the one before that, is among these.
    fn follows(&self, reach: usize, any: &[&str]) -> bool {
        let near = self.before.iter().take(reach).flatten();
        near.into_iter().any(|word| any.iter().any(|it| it.eq_ignore_ascii_case(word)))
    }
}

/// Reads what comes next: of how many cuts, how it is shown, and what it is.
fn read(cuts: &[WordWithRange], beside: &AdjacentWords<'_>, names: &KnownNames) -> (usize, Cow<'static, str>, Sense) {
    if let Some((taken, n)) = figure(cuts) {
        return (taken, "#n".into(), Sense::Number(n));
    }
    let (_, word) = &cuts[0];
    let lower = word.to_lowercase();
    let next = cuts.get(1).map_or("", |(_, next)| next.as_str());
    if let Some((shown, sense)) = known(word, &lower, next, beside, names) {
        return (1, shown.into(), sense);
    }
    let adverb = lower.ends_with("ly") && lower.len() > 4 && !NO_ADVERBS.contains(&lower.as_str());
    if adverb || FILLERS.contains(&lower.as_str()) {
        return (1, "".into(), Sense::Plain);
    }
    (1, first_form(&lower), Sense::Plain)
}

/// A number that comes next, in figures or in words, and of how many cuts it is. “One” means too much else.
fn figure(cuts: &[WordWithRange]) -> Option<(usize, i64)> {
    if !cuts.first().is_some_and(|(_, word)| may_begin(word)) {
        return None;
    }
    for take in [4, 3, 2, 1] {
        let Some(taken) = cuts.get(..take) else { continue };
        let spelt: Vec<&str> = taken.iter().map(|(_, word)| word.as_str()).collect();
        let spelt = spelt.join(" ").to_lowercase();
        let digits = spelt.starts_with(|it: char| it.is_ascii_digit());
        let counts = if digits {
            take == 1 && spelt.ends_with(|it: char| it.is_ascii_digit())
        } else {
            let single = matches!(spelt.as_str(), "one" | "a single");
            let counted = cuts.get(take).is_some_and(|(_, next)| COUNTED.contains(&next.to_lowercase().as_str()));
            (!single || counted) && !NTH.contains(&spelt.as_str())
        };
        if let Some(n) = number(&spelt).filter(|_| counts) {
            return Some((take, n));
        }
    }
    None
}

/// Nouns that make “one” a number.
const COUNTED: [&str; 9] = ["gold", "silver", "copper", "coin", "crown", "point", "hit", "hp", "damage"];

/// Ordinals, which tell one from others and count nothing.
const NTH: [&str; 10] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// A known name: its form in the gloss, and its sense.
fn known(
    word: &str,
    lower: &str,
    next: &str,
    beside: &AdjacentWords<'_>,
    names: &KnownNames,
) -> Option<(&'static str, Sense)> {
    let one = &*singular_of(lower);
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    if capital(word) && names.hero.iter().any(|it| it == one) {
        return Some(("you", Sense::Plain));
    }
    // “Duck” is a name, and “to duck” a verb; but a bear is a bear.
    let does = !capital(word) && lower == one && is_verb(lower) && !names.is_kind(lower);
    if capital(word) && names.by_word.contains_key(one) && is_called_place(next) {
        return Some(("#name", Sense::Name));
    }
    if let Some(beings) = names.by_word.get(one).or_else(|| names.by_word.get(lower)).filter(|_| !does) {
        return Some(("#being", Sense::Being(beings.clone())));
    }
    let of_another = beside.follows(1, &["his", "her", "its", "their", "'s", "my"]);
    if let Some(item) = names.by_head.get(one).or_else(|| names.by_head.get(lower)).filter(|_| !of_another) {
        return Some(("#item", Sense::Item(*item)));
    }
    if let Some(item) = names.by_kin.get(one).filter(|_| beside.follows(2, &["your"])) {
        return Some(("#item", Sense::Item(*item)));
    }
    if !capital(word) || word.len() <= 2 {
        return None;
    }
    if names.known.iter().any(|it| it == one) {
        return Some(("#here", Sense::Plain));
    }
    // At the beginning of a sentence any word has a capital.
    let goes_on = capital(next) && next.len() > 2 && !matches!(lower, "the" | "and" | "but");
    (!beside.first || goes_on).then_some(("#name", Sense::Name))
}

#[cfg(test)]
mod tests {
    use super::{
        super::ledger::{HeroFacts, Other, TurnFacts},
        *,
    };

    #[test]
    fn a_sentence_is_read_by_what_its_words_are() {
        let hero =
            HeroFacts { name: "Mira".to_owned(), items_before: vec!["Shortsword".to_owned()], ..HeroFacts::default() };
        let other = |name: &str| Other { name: name.to_owned(), ..Other::default() };
        let ledger = TurnFacts {
            heroes: vec![hero],
            others: vec![other("Goblin A"), other("Goblin B")],
            location: "The Drowned Stair".to_owned(),
            ..TurnFacts::default()
        };
        let names = KnownNames::of(&ledger);
        let read = |sentence: &str| Gloss::of(sentence, &names, &Own::new()).text.trim().to_owned();
        assert_eq!(read("Mira’s gone to Port Merrow."), "^ you 's go to #name .");
        assert_eq!(read("You’ve quickly cut Goblin B twice, for seven."), "^ you have cut #being b twice , for #n .");
        assert_eq!(read("The fo’c’s’le’s dark"), "^ the fo'c's'le 's dark");
        assert_eq!(read("Your sword can't reach the stair"), "^ your #item can not reach the stair");
        let gloss = Gloss::of("The goblins fall; Goblin B flees.", &names, &Own::new());
        let beings: Vec<&Sense> =
            gloss.words.iter().map(|word| &word.sense).filter(|it| **it != Sense::Plain).collect();
        assert_eq!(beings, [&Sense::Being(vec![0, 1]), &Sense::Being(vec![1])]);
    }
}
