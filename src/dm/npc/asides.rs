//! Finds in a sentence of a player who is to hear it: whether it is meant for some only, for whom, and from whom it is kept.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use game::{knowledge::Perceiver, wording::is_name_word};
use language::word_lists::{lines, list};

/// The endings of names in other cases, by the ending in the nominative.
const CASES: &str = include_str!("cases.txt");
/// Phrases that say who is to hear words, by kind.
const ASIDES: &str = include_str!("asides.txt");
/// Word lists about what is said.
pub(super) const SPEAKING: &str = include_str!("speaking.txt");
/// The phrases, split once.
static PHRASES: LazyLock<AsidePhrases> = LazyLock::new(|| AsidePhrases::of(ASIDES));
/// Words before the name of a listener: in words that are meant for some only, in any words; and before somebody who is turned to.
static TO: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "to a listener"));
static TELLS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "tells a listener"));
static TOWARDS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "towards a listener"));
static SPEAKER: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "speaker"));
/// Verbs by which a hero says something: with “I”, without it, and those that say it aside.
static SAYS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "says"));
static I_SPEAK: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "i speak"));
static WHISPERS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "whispers"));
/// Ways to say something aside.
static MANNERS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "manner"));
/// Words behind which stands what is told: as a sentence, and as a thing.
static TOLD: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "told"));
static TOLD_OF: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "told of"));
/// The most words that `*` stands for in a phrase.
const MAX_GAP: usize = 3;
/// Pronouns that `{one}` and `{ones}` of a phrase stand for.
const ONE: [&str; 8] = ["you", "her", "him", "them", "dir", "ihm", "ihr", "ihnen"];
const ONES: [&str; 4] = ["your", "her", "his", "their"];
/// Quotation marks, and the word that stands for speech.
const MARKS: [char; 6] = ['"', '“', '”', '„', '«', '»'];
const SPEECH: &str = "“";

/// Someone whom the player's words may name.
#[derive(Debug, Clone)]
pub(super) struct Listener {
    /// The words of the name, in lower case.
    name: Vec<String>,
    pub(super) who: Perceiver,
}

impl Listener {
    pub(super) fn new(name: &str, who: Perceiver) -> Self {
        Self { name: words_of(name), who }
    }
}

/// What a sentence says of who is to hear it. Listeners are places in the list of listeners.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    /// Those whom it is said to.
    pub(super) to: Vec<usize>,
    /// Those whom it turns to without saying anything.
    pub(super) towards: Vec<usize>,
    /// Those who must not hear it.
    pub(super) except: Vec<usize>,
    /// Whether it says that the hero says something, or has speech.
    pub(super) is_said: bool,
    /// Whether a verb of saying is in it.
    pub(super) speaks: bool,
}

/// For whom words are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing is said about it.
    #[default]
    Plain,
    /// For everybody who is there.
    Aloud,
    /// For some only.
    Aside,
    /// For nobody: it is thought or written down.
    Unheard,
}

/// A word of a sentence, or a name of one or more words.
#[derive(Debug)]
struct Token {
    /// In lower case.
    text: String,
    /// The places in the list of listeners of those who have this name.
    named: Vec<usize>,
    /// Whether it is a name in the genitive.
    is_genitive: bool,
    /// Whether a comma or the like is before it.
    is_parted: bool,
}

/// A phrase that says who is to hear words.
#[derive(Debug)]
struct AsidePhrase {
    sort: Sort,
    wording: Wording,
}

#[derive(Debug)]
enum Wording {
    /// Text that is searched for anywhere, for languages without blanks between words.
    Anywhere(&'static str),
    /// Words, one part for each.
    Words(Vec<&'static str>),
}

/// The section of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    PrivateWord,
    Private,
    Nobody,
    KeptFrom,
    AllBut,
    Aloud,
}

const SORTS: [(Sort, &str); 6] = [
    (Sort::PrivateWord, "private words"),
    (Sort::Private, "private"),
    (Sort::Nobody, "nobody"),
    (Sort::KeptFrom, "kept from"),
    (Sort::AllBut, "all but"),
    (Sort::Aloud, "aloud"),
];

/// All phrases, with a search for those that may be in a sentence: few sentences have any.
struct AsidePhrases {
    all: Vec<AsidePhrase>,
    /// Finds the literals of each phrase. Without it, every phrase is tried.
    candidates: Option<AhoCorasick>,
    /// The places in `all` that the literals of the search belong to.
    places: Vec<usize>,
}

/// A phrase that was found in a sentence.
#[derive(Debug, Default)]
struct Mark {
    from: usize,
    end: usize,
    /// The tokens of the names that the phrase has for listeners, and for others.
    listeners: Vec<usize>,
    others: Vec<usize>,
}

/// What a sentence says of who is to hear it.
pub(super) fn frame(sentence: &str, listeners: &[Listener]) -> Frame {
    let sentence = sentence.to_lowercase();
    let outside = without_speech(&sentence);
    let mut frame = framed(before_speech(&outside), &outside, listeners);
    if let Some(inside) = addressee_in_brackets(&outside) {
        frame.kind = Kind::Aside;
        frame.to.extend(tokens(inside, listeners).iter().filter_map(Token::only_one));
    }
    if let Some(called) = called_aside(&outside, listeners) {
        frame.kind = Kind::Aside;
        frame.to.extend(called.only_one());
    }
    if frame.to.is_empty() {
        frame.to = called_by_name(&tokens(&sentence, listeners));
    }
    let except = std::mem::take(&mut frame.except);
    frame.to.retain(|it| !except.contains(it));
    frame.towards.retain(|it| !except.contains(it));
    frame.except = except;
    for list in [&mut frame.to, &mut frame.towards, &mut frame.except] {
        list.sort_unstable();
        list.dedup();
    }
    frame
}

/// Whether a sentence says that its words are meant for some only.
pub(super) fn is_aside(sentence: &str) -> bool {
    matches!(frame(sentence, &[]).kind, Kind::Aside | Kind::Unheard)
}

/// Reads the words before a colon; where they say nothing of listeners, the whole sentence.
fn framed(before: &str, whole: &str, listeners: &[Listener]) -> Frame {
    let frame = marked(before, listeners);
    if frame.kind != Kind::Plain || frame.speaks || before.len() == whole.len() {
        return frame;
    }
    let behind = marked(whole, listeners);
    if behind.kind == Kind::Plain { frame } else { behind }
}

fn marked(text: &str, listeners: &[Listener]) -> Frame {
    let tokens = tokens(text, listeners);
    let (told, told_of) = (told(&tokens, &TOLD), told(&tokens, &TOLD_OF));
    let is_told = |at: usize, from: Option<usize>| {
        from.is_some_and(|from| at > from && !tokens[from + 1..=at].iter().any(|token| token.is_parted))
    };
    let mut frame = Frame { speaks: speaks(&tokens, told), ..Frame::default() };
    frame.is_said = frame.speaks || tokens.iter().any(|token| token.text == SPEECH);
    let (mut marks, mut others, mut is_denied) = (Vec::new(), Vec::new(), false);
    for phrase in PHRASES.candidates(text) {
        let Some(mark) = phrase.find(text, &tokens) else { continue };
        let word = tokens.get(mark.from).map_or("", |token| token.text.as_str());
        let is_in_told = match phrase.sort {
            Sort::PrivateWord => is_told(mark.from, told) || is_told(mark.from, told_of),
            Sort::KeptFrom | Sort::AllBut => is_told(mark.from, told) && !JOINS.contains(&word),
            Sort::Nobody | Sort::Aloud => is_told(mark.from, told),
            Sort::Private => false,
        };
        if is_in_told {
            continue;
        }
        let before = &tokens[..mark.from.min(tokens.len())];
        if is_denied_by(before, tokens.get(mark.from)) || tokens.get(mark.end).is_some_and(|it| it.text == "nothing") {
            is_denied |= matches!(phrase.sort, Sort::PrivateWord | Sort::Private);
            continue;
        }
        if phrase.sort != Sort::Aloud && !is_meant(before, word) {
            continue;
        }
        others.extend(&mark.others);
        marks.push((phrase.sort, mark));
    }
    let only: Vec<usize> = marks.iter().flat_map(|(_, mark)| &mark.listeners).copied().collect();
    others.retain(|at| !only.contains(at));
    let has = |sorts: &[Sort]| marks.iter().any(|(sort, _)| sorts.contains(sort));
    frame.kind = if has(&[Sort::Nobody]) {
        Kind::Unheard
    } else if !others.is_empty() || has(&[Sort::KeptFrom, Sort::AllBut]) {
        Kind::Aside
    } else if has(&[Sort::Aloud]) {
        Kind::Aloud
    } else if has(&[Sort::Private, Sort::PrivateWord]) {
        Kind::Aside
    } else if is_denied {
        Kind::Aloud
    } else {
        Kind::Plain
    };
    frame.except = others.iter().filter_map(|at| tokens[*at].only_one()).collect();
    let marks: Vec<&Mark> = marks.iter().map(|(_, mark)| mark).collect();
    let told = told.into_iter().chain(told_of).min();
    frame.to = named_listeners(&tokens, (&marks, &others), told, frame.kind == Kind::Aside);
    let is_turned_to = |at: &usize| {
        let token = &tokens[*at];
        let before = at.checked_sub(1).map(|at| tokens[at].text.as_str());
        !others.contains(at) && (token.is_genitive || before.is_some_and(|word| TOWARDS.contains(&word)))
    };
    let until = told.unwrap_or(tokens.len());
    frame.towards = (0..until).filter(is_turned_to).filter_map(|at| tokens[at].only_one()).collect();
    frame
}

/// Words that join a phrase to what is told before it.
const JOINS: [&str; 10] = ["so", "without", "while", "when", "behind", "out", "where", "damit", "ohne", "unheard"];

/// The first word behind a verb of saying after which stands what is told.
fn told(tokens: &[Token], words: &[&str]) -> Option<usize> {
    let verb = tokens.iter().position(|token| {
        let word = token.text.as_str();
        SAYS.contains(&word) || TELLS.contains(&word) || I_SPEAK.contains(&word) || WHISPERS.contains(&word)
    })?;
    let is_so_that = |at: usize| at > 0 && matches!(tokens[at - 1].text.as_str(), "so" | "out" | "too" | "low" | "loud");
    (verb + 1..tokens.len()).find(|at| words.contains(&tokens[*at].text.as_str()) && !is_so_that(*at))
}

/// Whether the hero says something by a verb: “I lean on the bar and tell Marta”.
fn speaks(tokens: &[Token], told: Option<usize>) -> bool {
    let is_subject = |at: usize| {
        let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else { return true };
        let word = before.text.as_str();
        matches!(word, "and" | "then" | "but" | "or" | "also" | "und" | "not" | "don" | "t") || word.ends_with("ly")
            || SPEAKER.contains(&word) || before.text == SPEECH || tokens[at].is_parted
    };
    (0..told.unwrap_or(tokens.len())).any(|at| {
        let word = tokens[at].text.as_str();
        I_SPEAK.contains(&word) || (SAYS.contains(&word) || WHISPERS.contains(&word)) && is_subject(at)
    })
}

/// Whether a text goes on by another saying: “and then whisper to Marta”.
pub(super) fn begins_with_saying(text: &str) -> bool {
    const JOIN: [&str; 8] = ["and", "then", "but", "und", "dann", "also", "now", "that"];
    let (words, _) = parted_words(text.get(..text.len().min(60)).unwrap_or(text));
    let n_joined = words.iter().take_while(|word| JOIN.contains(&word.as_str())).count();
    if n_joined == 0 && !text.starts_with([';', ',']) || words.first().is_some_and(|word| word == "that") {
        return false;
    }
    let mut rest = words[n_joined..].iter().map(String::as_str).skip_while(|word| {
        SPEAKER.contains(word) || word.ends_with("ly") || matches!(*word, "lean" | "over" | "turn" | "quietly")
    });
    rest.next().is_some_and(|word| SAYS.contains(&word) || WHISPERS.contains(&word) || I_SPEAK.contains(&word))
}

/// The text with one mark in place of each speech.
fn without_speech(text: &str) -> String {
    let mut parts = text.split(MARKS);
    let mut outside = parts.next().unwrap_or_default().to_owned();
    while parts.next().is_some() {
        outside.push_str(" “ ");
        outside.push_str(parts.next().unwrap_or_default());
    }
    outside
}

/// Those who are called by their name at the beginning or between two commas: “Marta, between us”.
fn called_by_name(tokens: &[Token]) -> Vec<usize> {
    let is_name = |at: usize| tokens.get(at).is_some_and(|token| !token.named.is_empty() && !token.is_genitive);
    let is_parted = |at: usize| tokens.get(at).is_none_or(|token| token.is_parted || token.text == SPEECH);
    let begins = |at: usize| at == 0 || tokens[at].is_parted || tokens[at - 1].text == SPEECH;
    let Some(first) = (0..tokens.len()).find(|at| is_name(*at) && begins(*at)) else { return Vec::new() };
    let mut all = with_joined(tokens, first);
    let behind = all.last().map_or(first, |last| last + 1);
    if !is_parted(behind) {
        all.clear();
    }
    all.into_iter().filter_map(|at| tokens[at].only_one()).collect()
}

/// A name and those that are joined to it by “and” or a comma.
fn with_joined(tokens: &[Token], first: usize) -> Vec<usize> {
    const AND: [&str; 10] = ["and", "und", "or", "oder", "nor", "et", "y", "e", "i", "plus"];
    let is_name = |at: usize| tokens.get(at).is_some_and(|token| !token.named.is_empty());
    let mut all = vec![first];
    while let Some(last) = all.last().copied() {
        let is_and = tokens.get(last + 1).is_some_and(|token| AND.contains(&token.text.as_str()));
        match () {
            () if is_and && is_name(last + 2) => all.push(last + 2),
            () if is_name(last + 1) => all.push(last + 1),
            () => break,
        }
    }
    all
}

/// The listeners that words name: in a phrase, behind a word such as “tell”, and, where they are meant for some only, “to”. What is
/// told is left out unless it is a thing: “whisper about Bob to Marta”.
fn named_listeners(
    tokens: &[Token],
    (marks, others): (&[&Mark], &[usize]),
    told: Option<usize>,
    is_aside: bool,
) -> Vec<usize> {
    let is_name = |at: &usize| {
        tokens.get(*at).is_some_and(|token| !token.named.is_empty() && !token.is_genitive) && !others.contains(at)
    };
    let text = |at: usize| tokens[at].text.as_str();
    // “I tell Marta”, “sage ich Marta”, “tell her, Marta”
    let is_told = |at: &usize| {
        let is_between = |at: usize| SPEAKER.contains(&text(at)) || ONE.contains(&text(at)) || text(at) == "only";
        let verb = if *at > 1 && is_between(at - 1) { at - 2 } else { at.saturating_sub(1) };
        *at > 0 && TELLS.contains(&text(verb))
    };
    let until = told.unwrap_or(tokens.len());
    let in_phrase: Vec<usize> = marks.iter().flat_map(|mark| &mark.listeners).copied().collect();
    let is_to = |at: &usize| *at > 0 && TO.contains(&text(at - 1)) || marks.iter().any(|mark| mark.end == *at);
    let is_to_behind = |at: &usize| matches!(text(at - 1), "to" | "zu" | "a" | "à");
    let first = (0..until).find(|at| is_name(at) && is_told(at));
    let first = first.or_else(|| (0..until).filter(|_| is_aside).find(|at| is_name(at) && is_to(at)));
    let is_thing = told.is_some_and(|at| TOLD_OF.contains(&text(at)));
    let first = first.or_else(|| {
        (until + 1..tokens.len()).filter(|_| is_aside && is_thing).find(|at| is_name(at) && is_to_behind(at))
    });
    let all = match in_phrase.is_empty() {
        true => first.map(|first| with_joined(tokens, first)).unwrap_or_default(),
        false => in_phrase,
    };
    all.into_iter().filter(|at| !others.contains(at)).filter_map(|at| tokens[at].only_one()).collect()
}

fn words_of(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

impl Token {
    /// The listener of this name, if it is one listener's alone.
    fn only_one(&self) -> Option<usize> {
        if let [only] = self.named[..] { Some(only) } else { None }
    }
}

/// The words of a sentence, with names as one token each.
fn tokens(sentence: &str, listeners: &[Listener]) -> Vec<Token> {
    let (words, parted) = parted_words(sentence);
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let (n, mut token) = name_at(&words[at..], listeners).unwrap_or_else(|| {
            (1, Token { text: words[at].clone(), named: Vec::new(), is_genitive: false, is_parted: false })
        });
        token.is_parted = parted[at];
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

/// The words of a sentence in lower case, and for each whether a comma or the like is before it.
fn parted_words(sentence: &str) -> (Vec<String>, Vec<bool>) {
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
fn name_at(words: &[String], listeners: &[Listener]) -> Option<(usize, Token)> {
    let token = |n: usize, named: Vec<usize>, is_genitive| {
        (!named.is_empty()).then(|| (n, Token { text: words[..n].join(" "), named, is_genitive, is_parted: false }))
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
    fn of(sort: Sort, line: &'static str) -> Self {
        let wording = match line.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')) {
            Some(anywhere) => Wording::Anywhere(anywhere),
            None => Wording::Words(line.split(' ').collect()),
        };
        Self { sort, wording }
    }

    /// Literals of which every match contains one: the words of the part whose shortest is the longest.
    fn literals(&self) -> Vec<&'static str> {
        let parts = match &self.wording {
            Wording::Anywhere(text) => return vec![text],
            Wording::Words(parts) => parts,
        };
        let words = |part: &&'static str| part.split('|').map(|word| word.trim_end_matches('*')).collect::<Vec<_>>();
        let literal = parts.iter().filter(|part| !part.contains('{')).map(words);
        literal.max_by_key(|words| words.iter().map(|word| word.len()).min()).unwrap_or_default()
    }

    /// Where the phrase is in a sentence.
    fn find(&self, sentence: &str, tokens: &[Token]) -> Option<Mark> {
        match &self.wording {
            Wording::Anywhere(text) => sentence.contains(text).then(Mark::default),
            Wording::Words(parts) => (0..tokens.len()).find_map(|from| {
                let mark = matched(tokens, from, parts)?;
                Some(Mark { from, ..mark })
            }),
        }
    }
}

impl AsidePhrases {
    fn of(text: &'static str) -> Self {
        let of_sort = |(sort, section): (Sort, &'static str)| lines(text, section).map(move |line| AsidePhrase::of(sort, line));
        let all: Vec<AsidePhrase> = SORTS.into_iter().flat_map(of_sort).collect();
        let literals: Vec<(usize, &str)> =
            all.iter().enumerate().flat_map(|(at, one)| one.literals().into_iter().map(move |it| (at, it))).collect();
        let candidates = AhoCorasick::new(literals.iter().map(|(_, literal)| literal)).ok();
        Self { all, candidates, places: literals.into_iter().map(|(at, _)| at).collect() }
    }

    /// Phrases of which a literal occurs in a lower-case text, in the order of the file.
    fn candidates(&self, text: &str) -> Vec<&AsidePhrase> {
        let Some(search) = &self.candidates else { return self.all.iter().collect() };
        let found = search.find_overlapping_iter(text);
        let mut places: Vec<usize> = found.map(|it| self.places[it.pattern().as_usize()]).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|at| &self.all[at]).collect()
    }
}

/// Matches a phrase at a token.
fn matched(tokens: &[Token], at: usize, parts: &[&str]) -> Option<Mark> {
    let Some((part, rest)) = parts.split_first() else { return Some(Mark { end: at, ..Mark::default() }) };
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

/// Whether the words before a mark deny it: “I don't bother to lower my voice”.
fn is_denied_by(before: &[Token], mark: Option<&Token>) -> bool {
    const DENIES: [&str; 15] = [
        "don", "dont", "not", "never", "no", "stop", "without", "nicht", "nie", "kein", "keine", "quit", "instead", "needn",
        "rather",
    ];
    const ENDS: [&str; 10] = ["i", "and", "so", "then", "but", "because", "ich", "und", "only", "know"];
    const NEAR: usize = 6;
    if mark.is_none_or(|token| token.is_parted) {
        return false;
    }
    for token in before.iter().rev().take(NEAR) {
        let word = token.text.as_str();
        if DENIES.contains(&word) {
            return true;
        }
        if ENDS.contains(&word) || token.is_parted || !token.named.is_empty() {
            return false;
        }
    }
    false
}

/// Whether the words before a mark leave it to the hero, now: it is not asked, remembered, or somebody else's doing.
fn is_meant(before: &[Token], mark: &str) -> bool {
    const ASKS: [&str; 15] = [
        "who", "what", "why", "when", "where", "how", "did", "do", "does", "is", "was", "were", "wer", "warum", "wieso",
    ];
    const REMEMBERS: [&str; 6] = ["told", "heard", "hear", "hears", "overheard", "said"];
    const MANNER: [&str; 4] = ["in", "with", "at", "mit"];
    const ARTICLES: [&str; 7] = ["the", "a", "an", "any", "some", "his", "her"];
    let words: Vec<&str> = before.iter().map(|token| token.text.as_str()).collect();
    let last = words.last().copied().unwrap_or_default();
    let n_called = before.iter().take_while(|token| !token.named.is_empty()).count();
    let asked = words.get(n_called).is_some_and(|word| ASKS.contains(word));
    let told = words.iter().any(|word| REMEMBERS.contains(word)) && words.first() != Some(&"i") || words.contains(&"heard");
    // “In a whisper” is how it is said, “a whisper” something that is heard.
    let is_thing = ARTICLES.contains(&last) && !words.iter().rev().nth(1).is_some_and(|word| MANNER.contains(word));
    // “The wind whispers”
    let is_anothers = words.first().is_some_and(|word| ARTICLES.contains(word)) && mark.ends_with('s');
    !(asked || told || is_thing || is_anothers)
}

/// The part of a sentence before the colon behind which the spoken words are: in “Nobody else may know: I tell Marta: …” the second.
fn before_speech(sentence: &str) -> &str {
    let Some((before, behind)) = sentence.split_once(':') else { return sentence };
    let speaks = |words: &[String]| match words {
        [first, ..] if I_SPEAK.contains(&first.as_str()) => true,
        [first, verb, ..] => {
            SPEAKER.contains(&first.as_str()) && (SAYS.contains(&verb.as_str()) || TELLS.contains(&verb.as_str()))
        }
        _ => false,
    };
    let [before_words, behind_words] = [before, behind].map(words_of);
    if (0..before_words.len()).any(|at| speaks(&before_words[at..])) || !speaks(&behind_words) {
        return before;
    }
    behind.find(':').map_or(sentence, |at| &sentence[..=before.len() + at])
}

/// Whom “@” calls to whom something is then said aside: “@Marta softly the key is false”.
fn called_aside(words: &str, listeners: &[Listener]) -> Option<Token> {
    let called = tokens(words.trim_start().strip_prefix('@')?, listeners);
    let n_names = called.iter().take_while(|token| !token.named.is_empty()).count().max(1);
    let behind = called.get(n_names..)?.iter().map(|token| token.text.as_str());
    let behind: String = behind.flat_map(|word| [word, " "]).collect();
    let is_aside = MANNERS.iter().any(|manner| behind.strip_prefix(manner).is_some_and(|rest| rest.starts_with(' ')));
    called.into_iter().next().filter(|_| is_aside)
}

/// What names somebody in brackets as the only listener: "(to Ilse only)".
fn addressee_in_brackets(words: &str) -> Option<&str> {
    let brackets = words.split(['(', '[']).skip(1).filter_map(|rest| rest.split_once([')', ']']));
    let mut asides = brackets.map(|(inside, _)| inside.trim());
    asides.find(|inside| {
        let to = |manner: &&str| ["to", "zu"].iter().any(|to| inside.starts_with(&format!("{manner} {to} ")));
        MANNERS.contains(inside)
            || MANNERS.iter().any(to)
            || inside.starts_with("only to ")
            || inside.starts_with("to ") && inside.ends_with(" only")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aside_is_said_to_be_one() {
        for words in [
            "@Marta (whispers) where is the key?",
            "@marta I whisper: \"Where is the key?\"",
            "@Marta *murmurs* the key",
            "I lean over. @marta, in your ear: run.",
            "@marta I say it quietly, so nobody else hears: \"The key is false.\"",
            "@marta I pass you a note: \"Run.\"",
            "@marta Ich flüstere: „Der Schlüssel ist falsch.“",
            "@marta unter vier Augen: wem gehört das Haus?",
            "@marta (leise) Der Schlüssel ist falsch.",
            "I lean in close and breathe that the key is false.",
            "I slip you a folded paper that says the key is false.",
            "I scribble the name on a scrap and hand it to you.",
            "telepathically: the key is false.",
            "keep your voice down. The key is false.",
            "I say it low enough that the others miss it: the key is false.",
            "fluister: de sleutel is vals.",
            "jag viskar: nyckeln är falsk.",
            "我悄悄说：钥匙是假的。",
            "ささやく：鍵は偽物だ。",
            "I say in a whisper that the key is false. Who made it?",
            "I draw you into a corner and say that the key is false.",
            "I send you a telepathic message: the key is false.",
            "I cast Message: the key is false.",
            "In thieves' cant: the key is false.",
            "I write in my diary that the key is false.",
            "@Marta (only for you) the key is false.",
            "@Marta behind my hand: the key is false.",
            "@Marta I say quietly: the key is false.",
            "Ich sage heimlich, dass der Schlüssel falsch ist.",
        ] {
            assert!(aside(words, &[]).is_some(), "{words}");
        }
        for words in [
            "@marta \"Did somebody whisper?\"",
            "@Marta hello",
            "@marta “no whisper”, I say",
            "@marta „Wer flüstert da?“",
            "don't whisper! The key is false.",
            "never whisper again. The key is false.",
            "stop muttering. The key is false.",
            "who whispered that the key is false?",
            "why did you whisper? The key is false.",
            "the wind whispers tonight. The key is false.",
            "I heard a whisper: the key is false.",
            "I loudly say: no whispering! The key is false.",
            "the priest told me privately. The key is false.",
            "You quietly open the door.",
            "Only you see it.",
            "I follow you softly.",
            "She walks quietly to you.",
        ] {
            assert!(aside(words, &[]).is_none(), "{words}");
        }
    }

    fn at_the_table() -> Vec<Listener> {
        let npc =
            |name: &str| Listener::new(name, Perceiver::Npc(name.to_lowercase().replace(' ', "-").as_str().into()));
        vec![npc("Bob"), npc("Eve"), npc("Old Marta"), npc("Will Carter")]
    }

    fn to(words: &str) -> Option<Vec<String>> {
        let name = |who: Perceiver| match who {
            Perceiver::Npc(id) => id.to_string(),
            Perceiver::Hero(id) => id.to_string(),
        };
        aside(words, &at_the_table()).map(|aside| aside.to.into_iter().map(name).collect())
    }

    #[test]
    fn the_search_leaves_out_no_phrase() {
        for phrase in &PHRASES.all {
            let words = match phrase {
                AsidePhrase::Anywhere(text) => (*text).to_owned(),
                AsidePhrase::Words(parts) => parts.join(" ").replace("{one}", "him").replace("{ones}", "his"),
            };
            let found = PHRASES.candidates(&words);
            assert!(found.iter().any(|it| std::ptr::eq(*it, phrase)), "{words}");
            assert!(!phrase.literal().is_empty(), "{words}");
        }
        assert!(PHRASES.candidates("you lift the lantern and follow the stair down.").len() < PHRASES.all.len() / 10);
    }

    #[test]
    fn who_is_named_as_the_listener_is_the_listener() {
        for words in [
            "I pass Bob a note: KESTREL",
            "I slip Bob a scrap of paper: KESTREL",
            "I say for Bob's ears only: \"KESTREL\"",
            "I breathe \"KESTREL\" into Bob's ear.",
            "I take Bob aside and tell him: \"KESTREL\"",
            "I mouth “KESTREL” to Bob.",
            "I mouth KESTREL to Bob.",
            "I sign KESTREL to Bob.",
            "Leise sage ich zu Bob, dass es sonst niemand hört: „KESTREL“",
            "I write KESTREL in the dust where only Bob sees it.",
            "I whisper to Bob: KESTREL",
            "I whisper the password KESTREL to Bob.",
            "Ich flüstere Bob zu: KESTREL",
            "I tell Bob in confidence that Eve is false.",
            "I whisper to Bob that I gave it to Eve.",
            "(to Bob only) KESTREL",
            "I tell only Bob that KESTREL is the word.",
            "I say to Bob alone: KESTREL",
            "I confide in Bob: KESTREL",
            "I hand Bob a folded letter that reads KESTREL.",
            "/w Bob KESTREL",
            "I say softly to Bob: KESTREL",
            "I tell Bob quietly: KESTREL",
            "Ich stecke Bob einen Zettel zu: KESTREL",
            "I mutter KESTREL so only Bob can hear.",
            "Je chuchote à Bob: KESTREL",
            "Susurro a Bob: KESTREL",
        ] {
            assert_eq!(to(words).as_deref(), Some(&["bob".to_owned()][..]), "{words}");
        }
        assert_eq!(to("I whisper to Bob and Old Marta: KESTREL"), Some(vec!["bob".into(), "old-marta".into()]));
        assert_eq!(to("I whisper to Marta: KESTREL"), Some(vec!["old-marta".into()]));
    }

    #[test]
    fn who_is_told_is_the_listener_in_any_case_and_what_is_behind_a_colon_names_nobody() {
        for words in [
            "Quietly, so nobody else hears, I tell Bob: KESTREL",
            "Leise, so dass niemand sonst es hört, sage ich Bob: KESTREL",
            "So Eve does not hear, I tell Bob KESTREL",
            "Szepczę do Boba: KESTREL",
            "Mówię po cichu Bobowi: KESTREL",
            "I whisper to Bob: tell Eve nothing of this",
        ] {
            assert_eq!(to(words).as_deref(), Some(&["bob".to_owned()][..]), "{words}");
        }
        assert_eq!(to("Szepczę do Marty: KESTREL"), Some(vec!["old-marta".into()]));
        for words in [
            "Cicho, żeby nikt inny nie słyszał, mówię Marcie: KESTREL",
            "Nobody else may know: I tell Marta KESTREL",
            "No one must hear: I say to Marta: tell Eve nothing",
            "Ψιθυρίζω στη Marta: KESTREL",
            "Susurro al oído a Marta: KESTREL",
            "@Marta softly KESTREL",
            "@Old Marta quietly: tell Eve nothing",
        ] {
            assert_eq!(to(words).as_deref(), Some(&["old-marta".to_owned()][..]), "{words}");
        }
        assert_eq!(to("Leise: ich gehe zu Eve"), Some(Vec::new()), "what is said is about Eve");
        assert_eq!(to("Szepczę Marcie: KESTREL"), Some(vec!["old-marta".into()]));
        assert_eq!(to("I whisper: now I tell Eve everything"), Some(Vec::new()));
        for (word, name) in
            [("marty", "marta"), ("magdzie", "magda"), ("jankowi", "janek"), ("марте", "марта"), ("μάρκο", "μάρκος")]
        {
            assert!(is_case_of(word, name), "{word}, {name}");
        }
        for (word, name) in [("eves", "eve"), ("martin", "marta"), ("bobby", "bob")] {
            assert!(!is_case_of(word, name), "{word}, {name}");
        }
    }

    #[test]
    fn what_is_kept_from_someone_or_only_thought_has_no_named_listener() {
        for words in [
            "@Bob KESTREL, and don't tell Eve",
            "KESTREL. And not a word to Eve!",
            "I think of KESTREL to myself.",
            "I whisper that Eve has the key.",
            "@Bob (so that Eve does not hear) KESTREL",
            "KESTREL. I say it where Eve cannot hear.",
            "While Eve is asleep I say: KESTREL",
            "I whisper about Bob.",
        ] {
            assert_eq!(to(words), Some(Vec::new()), "{words}");
        }
    }

    #[test]
    fn names_in_open_words_make_no_aside() {
        for words in [
            "I ask Bob about the note.",
            "I tell Bob that Eve is here.",
            "I hand Bob the lantern.",
            "I sign the book and go to Bob.",
            "Will you come with me, Bob?",
            "Don't tell me Bob is late again.",
            "I take Bob with me to the side door.",
            "Bob quietly opens the door.",
            "@Bob the door opens softly",
            "@Bob nobody else may go in",
        ] {
            assert_eq!(to(words), None, "{words}");
        }
    }
}
