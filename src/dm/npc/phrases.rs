//! Phrases for the audience of a message, the words of a sentence, and the names in it.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use game::{knowledge::Perceiver, wording::is_name_word};
use language::word_lists::{WordSet, lines, words};

/// The endings of names in other cases, by the ending in the nominative.
const CASES: &str = include_str!("cases.txt");
/// Phrases that say who the audience is, by kind.
const ASIDES: &str = include_str!("asides.txt");
/// Phrases that may mean that words are for some only.
pub(super) const CUES_OF_PRIVACY: &str = include_str!("cues.txt");
/// The phrases, split once.
pub(super) static PHRASES: LazyLock<AsidePhrases> = LazyLock::new(|| AsidePhrases::of(ASIDES));
pub(super) static CUES: LazyLock<AsidePhrases> = LazyLock::new(|| AsidePhrases::of(CUES_OF_PRIVACY));
/// Maximum number of words that `*` matches.
const MAX_GAP: usize = 3;
pub(super) const ONE: [&str; 8] = ["you", "her", "him", "them", "dir", "ihm", "ihr", "ihnen"];
/// Articles that stand before a name that says what someone is: "the miller".
static ARTICLES: LazyLock<WordSet<&str>> = LazyLock::new(|| words(ASIDES, "articles").collect());
const ONES: [&str; 4] = ["your", "her", "his", "their"];
/// Words that can't begin a name or the description of a single absent person.
static NO_STRANGERS: LazyLock<WordSet<&str>> = LazyLock::new(|| words(ASIDES, "no strangers").collect());
/// Quotation marks, and the placeholder for speech.
pub(super) const MARKS: [char; 6] = ['"', '“', '”', '„', '«', '»'];
pub(super) const SPEECH: &str = "“";

/// A person the player's words may name.
#[derive(Debug, Clone)]
pub(in crate::dm) struct NamedListener {
    full_name: String,
    /// The words of the name, in lower case.
    name: Vec<String>,
    pub(super) who: Perceiver,
}

impl NamedListener {
    pub(super) fn new(name: &str, who: Perceiver) -> Self {
        Self { full_name: name.to_owned(), name: words_of(name), who }
    }

    /// The name as it is written.
    pub(in crate::dm) fn full_name(&self) -> &str {
        &self.full_name
    }

    pub(in crate::dm) fn who(&self) -> &Perceiver {
        &self.who
    }
}

/// A word of a sentence, or a name of one or more words.
#[derive(Debug)]
pub(super) struct PhraseToken {
    /// In lower case.
    pub(super) text: String,
    /// The indices in the list of listeners of the people with this name.
    pub(super) named: Vec<usize>,
    /// Whether it is a name in the genitive.
    pub(super) is_genitive: bool,
    /// Whether a comma or similar is before it.
    pub(super) is_parted: bool,
}

/// A phrase that says who the audience is.
#[derive(Debug)]
pub(super) struct AsidePhrase {
    pub(super) sort: PhraseSection,
    wording: PhraseWording,
}

#[derive(Debug)]
enum PhraseWording {
    /// Text that is searched for anywhere, for languages without blanks between words.
    Anywhere(&'static str),
    /// Words, one part for each.
    Words(Vec<&'static str>),
}

/// The section of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PhraseSection {
    PrivateWord,
    QuietWord,
    Private,
    Nobody,
    KeptFrom,
    AllBut,
    Aloud,
    Stranger,
    Cue,
    Sign,
    Withdrawn,
    Together,
}

const SORTS: [(PhraseSection, &str); 12] = [
    (PhraseSection::PrivateWord, "private words"),
    (PhraseSection::QuietWord, "quiet words"),
    (PhraseSection::Private, "private"),
    (PhraseSection::Nobody, "nobody"),
    (PhraseSection::KeptFrom, "kept from"),
    (PhraseSection::AllBut, "all but"),
    (PhraseSection::Aloud, "aloud"),
    (PhraseSection::Stranger, "somebody else"),
    (PhraseSection::Cue, "cues"),
    (PhraseSection::Sign, "signs"),
    (PhraseSection::Withdrawn, "withdrawn"),
    (PhraseSection::Together, "together"),
];

/// All phrases, with a search for those that may be in a sentence: few sentences have any.
pub(super) struct AsidePhrases {
    all: Vec<AsidePhrase>,
    /// Finds the literals of each phrase. Without it, every phrase is tried.
    candidates: Option<AhoCorasick>,
    /// The places in `all` that the literals of the search belong to.
    places: Vec<usize>,
}

/// A phrase that was found in a sentence.
#[derive(Debug, Default)]
pub(super) struct PhraseMatch {
    pub(super) from: usize,
    pub(super) end: usize,
    /// The tokens of the names that the phrase has for listeners, and for others.
    pub(super) listeners: Vec<usize>,
    pub(super) others: Vec<usize>,
}

/// A name and those that are joined to it by “and” or a comma.
pub(super) fn with_joined(tokens: &[PhraseToken], first: usize) -> Vec<usize> {
    const AND: [&str; 10] = ["and", "und", "or", "oder", "nor", "et", "y", "e", "i", "plus"];
    let is_name = |at: usize| tokens.get(at).is_some_and(|token| !token.named.is_empty());
    let mut all = vec![first];
    while let Some(last) = all.last().copied() {
        let is_and = tokens.get(last + 1).is_some_and(|token| AND.contains(&token.text.as_str()));
        let next = if is_and { last + 2 } else { last + 1 };
        if !is_name(next) {
            break;
        }
        all.push(next);
    }
    all
}

pub(super) fn words_of(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

impl PhraseToken {
    /// The listener of this name, if it is one listener's alone.
    pub(super) fn only_one(&self) -> Option<usize> {
        if let [only] = self.named[..] { Some(only) } else { None }
    }
}

/// The words of a sentence, with names as one token each. "The miller" is Old Miller without the article.
pub(super) fn tokens(sentence: &str, listeners: &[NamedListener]) -> Vec<PhraseToken> {
    let (words, parted) = parted_words(sentence);
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let (n, mut token) = name_at(&words[at..], listeners).unwrap_or_else(|| {
            (1, PhraseToken { text: words[at].clone(), named: Vec::new(), is_genitive: false, is_parted: false })
        });
        token.is_parted = parted[at];
        let is_article = |before: &mut PhraseToken| before.named.is_empty() && ARTICLES.contains(before.text.as_str());
        if !token.named.is_empty()
            && !token.is_parted
            && let Some(article) = tokens.pop_if(is_article)
        {
            token.is_parted = article.is_parted;
        }
        at += n;
        // “Bob's” is read as two words.
        if !token.named.is_empty() && words.get(at).is_some_and(|word| word == "s") {
            token.is_genitive = true;
            at += 1;
        }
        tokens.push(token);
    }
    tokens
}

/// The words of a sentence in lower case, and for each whether a comma or similar is before it.
pub(super) fn parted_words(sentence: &str) -> (Vec<String>, Vec<bool>) {
    let (mut words, mut parted): (Vec<String>, Vec<bool>) = (Vec::new(), Vec::new());
    let (mut word, mut is_parted) = (String::new(), false);
    for letter in sentence.to_lowercase().chars().chain([' ']) {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
            parted.push(std::mem::take(&mut is_parted));
        }
        if MARKS.contains(&letter) {
            words.push(SPEECH.to_owned());
            parted.push(std::mem::take(&mut is_parted));
        }
        is_parted |= !letter.is_whitespace() && !matches!(letter, '\'' | '’' | '-') && !MARKS.contains(&letter);
    }
    (words, parted)
}

/// The name at the beginning of some words, and how many words it has: a full name, or one word of it.
fn name_at(words: &[String], listeners: &[NamedListener]) -> Option<(usize, PhraseToken)> {
    let token = |n: usize, named: Vec<usize>, is_genitive| {
        (!named.is_empty())
            .then(|| (n, PhraseToken { text: words[..n].join(" "), named, is_genitive, is_parted: false }))
    };
    let full = listeners.iter().enumerate().filter(|(_, it)| it.name.len() > 1 && words.starts_with(&it.name));
    if let Some((i, it)) = full.max_by_key(|(_, it)| it.name.len()) {
        return token(it.name.len(), vec![i], false);
    }
    let with_part = |part: &str| -> Vec<usize> {
        let is_part = |own: &String| own == part && own.chars().count() > 1 && is_name_word(own);
        (0..listeners.len()).filter(|i| listeners[*i].name.iter().any(is_part)).collect()
    };
    let word = words.first()?;
    // The German genitive has no apostrophe.
    let genitive = || word.strip_suffix('s').and_then(|stem| token(1, with_part(stem), true));
    let in_another_case = || {
        let is_it = |own: &String| is_name_word(own) && is_case_of(word, own);
        let named = (0..listeners.len()).filter(|i| listeners[*i].name.iter().any(is_it)).collect();
        token(1, named, false)
    };
    token(1, with_part(word), false).or_else(genitive).or_else(in_another_case)
}

/// Whether a word is a name in another case: “Marty” of Marta.
fn is_case_of(word: &str, name: &str) -> bool {
    const MIN_STEM: usize = 2;
    const VOWELS: &str = "aeiouyąęóаеёиоуыэюяαεηιουω";
    let is_it = |line: &str| {
        let mut endings = line.split(' ');
        let stem = match endings.next() {
            Some("-") => (!name.ends_with(|c: char| VOWELS.contains(c))).then_some(name),
            own => own.and_then(|own| name.strip_suffix(own)),
        };
        let Some(stem) = stem.filter(|stem| stem.chars().count() >= MIN_STEM) else { return false };
        word.strip_prefix(stem).is_some_and(|end| endings.any(|ending| ending == end))
    };
    CASES.lines().filter(|line| !line.starts_with('#')).any(is_it)
}

impl AsidePhrase {
    fn of(sort: PhraseSection, line: &'static str) -> Self {
        let wording = match line.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')) {
            Some(anywhere) => PhraseWording::Anywhere(anywhere),
            None => PhraseWording::Words(line.split(' ').collect()),
        };
        Self { sort, wording }
    }

    /// Literals of which every match contains one: the part whose shortest literal is the longest.
    fn literals(&self) -> Vec<&'static str> {
        let parts = match &self.wording {
            PhraseWording::Anywhere(text) => return vec![text],
            PhraseWording::Words(parts) => parts,
        };
        let words = |part: &&'static str| part.split('|').map(|word| word.trim_end_matches('*')).collect::<Vec<_>>();
        let literal = parts.iter().filter(|part| !part.contains('{')).map(words);
        literal.max_by_key(|words| words.iter().map(|word| word.len()).min()).unwrap_or_default()
    }

    /// The place of the phrase in a sentence.
    pub(super) fn find(&self, sentence: &str, tokens: &[PhraseToken]) -> Option<PhraseMatch> {
        match &self.wording {
            PhraseWording::Anywhere(text) => sentence.contains(text).then(PhraseMatch::default),
            PhraseWording::Words(parts) => (0..tokens.len()).find_map(|from| {
                let mark = matched(tokens, from, parts)?;
                Some(PhraseMatch { from, ..mark })
            }),
        }
    }
}

impl AsidePhrases {
    fn of(text: &'static str) -> Self {
        let of_sort = |(sort, section): (PhraseSection, &'static str)| {
            lines(text, section).map(move |line| AsidePhrase::of(sort, line))
        };
        let all: Vec<AsidePhrase> = SORTS.into_iter().flat_map(of_sort).collect();
        let literals: Vec<(usize, &str)> =
            all.iter().enumerate().flat_map(|(at, one)| one.literals().into_iter().map(move |it| (at, it))).collect();
        let candidates = AhoCorasick::new(literals.iter().map(|(_, literal)| literal)).ok();
        Self { all, candidates, places: literals.into_iter().map(|(at, _)| at).collect() }
    }

    /// Phrases with a literal in a lower-case text, in the order of the file.
    pub(super) fn candidates(&self, text: &str) -> Vec<&AsidePhrase> {
        let Some(search) = &self.candidates else { return self.all.iter().collect() };
        let found = search.find_overlapping_iter(text);
        let mut places: Vec<usize> = found.map(|it| self.places[it.pattern().as_usize()]).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|at| &self.all[at]).collect()
    }
}

/// Matches a phrase at a token.
fn matched(tokens: &[PhraseToken], at: usize, parts: &[&str]) -> Option<PhraseMatch> {
    let Some((part, rest)) = parts.split_first() else {
        return Some(PhraseMatch { end: at, ..PhraseMatch::default() });
    };
    if *part == "*" {
        return (at..=at + MAX_GAP).find_map(|at| matched(tokens, at, rest));
    }
    let token = tokens.get(at)?;
    let is_name = !token.named.is_empty();
    let fits = part.split('|').any(|word| match word {
        "{one}" => is_name && !token.is_genitive || ONE.contains(&token.text.as_str()),
        "{named}" => is_name && !token.is_genitive,
        "{ones}" => is_name && token.is_genitive || ONES.contains(&token.text.as_str()),
        "{other}" => is_name,
        "{stranger}" => !is_name && token.text != SPEECH && !NO_STRANGERS.contains(token.text.as_str()),
        word => match word.strip_suffix('*') {
            Some(beginning) => token.text.starts_with(beginning),
            None => token.text == word,
        },
    });
    if !fits {
        return None;
    }
    let names = if is_name && part.contains('{') { with_joined(tokens, at) } else { Vec::new() };
    let behind = names.last().map_or(at + 1, |last| last + 1);
    let together = matched(tokens, behind, rest).map(|mark| (mark, names.as_slice()));
    let alone = || Some((matched(tokens, at + 1, rest)?, names.get(..1).unwrap_or_default()));
    let (mut mark, names) = together.or_else(alone)?;
    match part.contains("{other}") {
        true => mark.others.extend(names),
        false => mark.listeners.extend(names),
    }
    Some(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_leaves_out_no_phrase() {
        for (all, phrase) in [&*PHRASES, &*CUES].into_iter().flat_map(|it| it.all.iter().map(move |one| (it, one))) {
            let words = match &phrase.wording {
                PhraseWording::Anywhere(text) => (*text).to_owned(),
                PhraseWording::Words(parts) => {
                    let words: Vec<&str> = parts.iter().filter_map(|part| part.split('|').next_back()).collect();
                    words.join(" ").replace("{one}", "him").replace("{ones}", "his").replace("{stranger}", "abbot")
                }
            };
            let found = all.candidates(&words);
            assert!(found.iter().any(|it| std::ptr::eq(*it, phrase)), "{words}");
            assert!(phrase.literals().iter().any(|it| !it.is_empty()), "{words}");
        }
        assert!(PHRASES.candidates("you lift the lantern and follow the stair down.").len() < PHRASES.all.len() / 10);
    }

    #[test]
    fn a_name_is_known_in_other_cases() {
        for (word, name) in
            [("marty", "marta"), ("magdzie", "magda"), ("jankowi", "janek"), ("марте", "марта"), ("μάρκο", "μάρκος")]
        {
            assert!(is_case_of(word, name), "{word}, {name}");
        }
        for (word, name) in [("eves", "eve"), ("martin", "marta"), ("bobby", "bob")] {
            assert!(!is_case_of(word, name), "{word}, {name}");
        }
    }
}
