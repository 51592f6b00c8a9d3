//! Recognises words that a player means for some listeners only, and who is named as a listener.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use game::{knowledge::Perceiver, wording::is_name_word};
use language::word_lists::list;

use super::overhearing::{SAYS, SPEAKING};

/// The endings of names in other cases, by the ending in the nominative.
const CASES: &str = include_str!("cases.txt");
/// Phrases that mark words as meant for some listeners only.
const ASIDES: &str = include_str!("asides.txt");
/// The phrases, split once.
static PHRASES: LazyLock<AsidePhrases> = LazyLock::new(|| AsidePhrases::of(ASIDES));
/// Words before the name of a listener, behind a mark only and anywhere; and pronouns between such a word and the name.
static TO: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "to a listener"));
static TELLS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "tells a listener"));
static SPEAKER: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "speaker"));
/// Verbs by which somebody says that they speak; and ways to say something aside.
static I_SPEAK: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "i speak"));
static MANNERS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "manner"));
/// The most words that `*` stands for in a phrase.
const MAX_GAP: usize = 3;
/// Pronouns that `{one}` and `{ones}` of a phrase stand for.
const ONE: [&str; 8] = ["you", "her", "him", "them", "dir", "ihm", "ihr", "ihnen"];
const ONES: [&str; 4] = ["your", "her", "his", "their"];

/// Someone whom the player's words may name.
#[derive(Debug, Clone)]
pub(in crate::dm) struct Listener {
    full_name: String,
    /// The words of the name, in lower case.
    name: Vec<String>,
    who: Perceiver,
}

impl Listener {
    pub(super) fn new(name: &str, who: Perceiver) -> Self {
        Self { full_name: name.to_owned(), name: words_of(name), who }
    }

    /// The name as it is written.
    pub(in crate::dm) fn full_name(&self) -> &str {
        &self.full_name
    }

    /// Who it is.
    pub(in crate::dm) fn who(&self) -> &Perceiver {
        &self.who
    }
}

/// Words that are meant for some listeners only.
#[derive(Debug)]
pub(in crate::dm) struct Aside {
    /// Those who are named as listeners; empty where no name says who hears it.
    pub(in crate::dm) to: Vec<Perceiver>,
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
}

/// A phrase that marks words as meant for some listeners only.
#[derive(Debug)]
enum AsidePhrase {
    /// Text that is searched for anywhere, for languages without blanks between words.
    Anywhere(&'static str),
    /// Words, one part for each.
    Words(Vec<&'static str>),
}

/// All phrases, with a search for those that may be in a sentence: few sentences have any.
struct AsidePhrases {
    all: Vec<AsidePhrase>,
    /// Finds the literal of each phrase, by its place in `all`. Without it, every phrase is tried.
    candidates: Option<AhoCorasick>,
}

/// A phrase that was found in a sentence.
struct Mark {
    from: usize,
    end: usize,
    /// The token of the name that the phrase has for the listener.
    listener: Option<usize>,
}

/// Whether words are meant for some listeners only, where that is said outside of what is spoken, and for whom.
pub(in crate::dm) fn aside(words: &str, listeners: &[Listener]) -> Option<Aside> {
    let outside: String =
        words.split(['"', '“', '”', '„', '«', '»']).step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
    let mut is_aside = false;
    let mut to: Vec<usize> = Vec::new();
    if let Some(inside) = addressee_in_brackets(&outside) {
        is_aside = true;
        to.extend(tokens(inside, listeners).iter().filter_map(Token::only_one));
    }
    if let Some(called) = called_aside(&outside, listeners) {
        is_aside = true;
        to.extend(called.only_one());
    }
    for sentence in outside.split_inclusive(['.', '!', '?', '\n', '。']) {
        if let Some((tokens_of, mark)) = mark_in(sentence, listeners) {
            is_aside = true;
            let n_outside = tokens(before_speech(sentence), listeners).len();
            to.extend(named_listeners(&tokens_of, &mark, n_outside));
        }
    }
    to.sort_unstable();
    to.dedup();
    is_aside.then(|| Aside { to: to.into_iter().map(|i| listeners[i].who.clone()).collect() })
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
    let words = words_of(sentence);
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let (n, mut token) = name_at(&words[at..], listeners)
            .unwrap_or_else(|| (1, Token { text: words[at].clone(), named: Vec::new(), is_genitive: false }));
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

/// The name at the beginning of some words, and how many words it has: a full name, or one word of it.
fn name_at(words: &[String], listeners: &[Listener]) -> Option<(usize, Token)> {
    let token = |n: usize, named: Vec<usize>, is_genitive| {
        (!named.is_empty()).then(|| (n, Token { text: words[..n].join(" "), named, is_genitive }))
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
    fn of(line: &'static str) -> Self {
        match line.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')) {
            Some(anywhere) => Self::Anywhere(anywhere),
            None => Self::Words(line.split(' ').collect()),
        }
    }

    /// The longest literal that every match contains; empty if the phrase has only placeholders.
    fn literal(&self) -> &'static str {
        match self {
            Self::Anywhere(text) => text,
            Self::Words(parts) => {
                let words = parts.iter().filter(|part| !part.starts_with('{'));
                words.map(|part| part.trim_end_matches('*')).max_by_key(|word| word.len()).unwrap_or_default()
            }
        }
    }

    /// Where the phrase is in a sentence.
    fn find(&self, sentence: &str, tokens: &[Token]) -> Option<Mark> {
        match self {
            Self::Anywhere(text) => sentence.contains(text).then_some(Mark { from: 0, end: 0, listener: None }),
            Self::Words(parts) => {
                let (from, (end, listener)) =
                    (0..tokens.len()).find_map(|from| Some((from, matched(tokens, from, parts)?)))?;
                is_meant(&tokens[..from], &tokens[from].text).then_some(Mark { from, end, listener })
            }
        }
    }
}

impl AsidePhrases {
    fn of(list: &'static str) -> Self {
        let all: Vec<AsidePhrase> = list.lines().filter(|line| !line.starts_with('#')).map(AsidePhrase::of).collect();
        let candidates = AhoCorasick::new(all.iter().map(AsidePhrase::literal)).ok();
        Self { all, candidates }
    }

    /// Phrases whose literal occurs in a lower-case text, in the order of the file.
    fn candidates(&self, text: &str) -> Vec<&AsidePhrase> {
        let Some(search) = &self.candidates else { return self.all.iter().collect() };
        let mut places: Vec<usize> = search.find_overlapping_iter(text).map(|it| it.pattern().as_usize()).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|at| &self.all[at]).collect()
    }
}

/// The first phrase that matches and names its listener, or else the first that matches.
fn mark_in(sentence: &str, listeners: &[Listener]) -> Option<(Vec<Token>, Mark)> {
    let phrases = PHRASES.candidates(sentence);
    if phrases.is_empty() {
        return None;
    }
    let tokens = tokens(sentence, listeners);
    let marks = phrases.into_iter().filter_map(|phrase| phrase.find(sentence, &tokens));
    let mark = marks.min_by_key(|mark| mark.listener.is_none())?;
    Some((tokens, mark))
}

/// Matches a phrase at a token. Returns where it ends, and the token that names the listener.
fn matched(tokens: &[Token], at: usize, parts: &[&str]) -> Option<(usize, Option<usize>)> {
    let Some((part, rest)) = parts.split_first() else { return Some((at, None)) };
    if *part == "*" {
        return (at..=at + MAX_GAP).find_map(|at| matched(tokens, at, rest));
    }
    let token = tokens.get(at)?;
    let is_name = !token.named.is_empty();
    let fits = match *part {
        "{one}" => is_name && !token.is_genitive || ONE.contains(&token.text.as_str()),
        "{named}" => is_name && !token.is_genitive,
        "{ones}" => is_name && token.is_genitive || ONES.contains(&token.text.as_str()),
        "{other}" => is_name,
        part => match part.strip_suffix('*') {
            Some(beginning) => token.text.starts_with(beginning),
            None => token.text == part,
        },
    };
    if !fits {
        return None;
    }
    let (end, listener) = matched(tokens, at + 1, rest)?;
    let is_listener = is_name && matches!(*part, "{one}" | "{named}" | "{ones}");
    Some((end, listener.or(is_listener.then_some(at))))
}

/// Whether the words before a mark leave it to the hero, now: it is not denied, asked, remembered, or somebody else's doing.
fn is_meant(before: &[Token], mark: &str) -> bool {
    const DENIES: [&str; 12] =
        ["don", "dont", "not", "never", "no", "stop", "without", "nicht", "nie", "kein", "keine", "quit"];
    const NEAR: usize = 2;
    const ASKS: [&str; 15] = [
        "who", "what", "why", "when", "where", "how", "did", "do", "does", "is", "was", "were", "wer", "warum", "wieso",
    ];
    const TELLS: [&str; 6] = ["told", "heard", "hear", "hears", "overheard", "said"];
    const MANNERS: [&str; 4] = ["in", "with", "at", "mit"];
    const ARTICLES: [&str; 7] = ["the", "a", "an", "any", "some", "his", "her"];
    let words: Vec<&str> = before.iter().map(|token| token.text.as_str()).collect();
    let last = words.last().copied().unwrap_or_default();
    let denied = words.iter().rev().take(NEAR).any(|word| DENIES.contains(word));
    let asked = words.first().is_some_and(|word| ASKS.contains(word)) && !DENIES.contains(&mark);
    let told = words.iter().any(|word| TELLS.contains(word)) && words.first() != Some(&"i") || words.contains(&"heard");
    // “In a whisper” is how it is said, “a whisper” something that is heard.
    let is_thing = ARTICLES.contains(&last) && !words.iter().rev().nth(1).is_some_and(|word| MANNERS.contains(word));
    // “The wind whispers”
    let is_anothers = words.first().is_some_and(|word| ARTICLES.contains(word)) && mark.ends_with('s');
    !(denied || asked || told || is_thing || is_anothers)
}

/// The listeners that a sentence with a mark names: in the mark itself, behind it, or before it after a word such as “to”. The first
/// `n_outside` tokens are not behind a colon.
fn named_listeners(tokens: &[Token], mark: &Mark, n_outside: usize) -> Vec<usize> {
    /// What follows is what is said, and names in it are no listeners.
    const SAYS: [&str; 11] = ["that", "about", "of", "how", "what", "why", "dass", "über", "von", "who", "where"];
    let is_name = |at: &usize| tokens.get(*at).is_some_and(|token| !token.named.is_empty());
    let text = |at: usize| tokens[at].text.as_str();
    // “I tell Marta”, “sage ich Marta”
    let is_told = |at: usize| {
        let verb = if at > 1 && SPEAKER.contains(&text(at - 1)) { at - 2 } else { at.saturating_sub(1) };
        at > 0 && !tokens[at].is_genitive && TELLS.contains(&text(verb))
    };
    let after = || {
        let end = if mark.from < n_outside { n_outside } else { tokens.len() };
        let mut said = (mark.end..end).take_while(|at| !SAYS.contains(&text(*at)));
        let follows = |at: &usize| *at == mark.end || TO.contains(&text(*at - 1)) || is_told(*at);
        said.find(|at| is_name(at) && follows(at))
    };
    let before = || (0..mark.from).rev().find(|at| is_name(at) && is_told(*at));
    let Some(first) = mark.listener.or_else(after).or_else(before) else { return Vec::new() };
    let mut all = vec![first];
    let is_and = |at: usize| tokens.get(at).is_some_and(|token| matches!(token.text.as_str(), "and" | "und"));
    while let Some(last) = all.last().copied().filter(|last| is_and(last + 1) && is_name(&(last + 2))) {
        all.push(last + 2);
    }
    all.into_iter().filter_map(|at| tokens[at].only_one()).collect()
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
    let brackets = words.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
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
