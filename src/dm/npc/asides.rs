//! Private speech in a sentence: who may hear it, and who must not.

use std::sync::LazyLock;

use language::word_lists::{WordSet, list, words};

use super::phrases::{
    CUES, CUES_OF_PRIVACY, MARKS, NamedListener, ONE, PHRASES, PhraseMatch, PhraseSection, PhraseToken, SPEECH,
    parted_words, tokens, with_joined, words_of,
};
/// Word lists about speech.
pub(super) const SPEAKING: &str = include_str!("speaking.txt");
/// Words before a listener's name: in private speech, in any speech, and before a person who is turned to.
static TO: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "to a listener"));
static TELLS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "tells a listener"));
static TOWARDS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "towards a listener"));
static SPEAKER: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "speaker"));
/// Verbs of speech of a hero: with “I”, without it, and those of private speech.
static SAYS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "says"));
static I_SPEAK: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "i speak"));
static WHISPERS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "whispers"));
/// Ways to say something aside.
static MANNERS: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "manner"));
/// Words for text that isn't spoken.
static SILENT: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "silent"));
/// Words before reported content: as a sentence, and as a noun.
static TOLD: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "told"));
static TOLD_OF: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "told of"));
/// Words without information about the audience.
static PLAIN: LazyLock<WordSet<&str>> = LazyLock::new(|| words(CUES_OF_PRIVACY, "plain").collect());

/// The listeners of a sentence, as its words tell. Listeners are places in the list of listeners.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) kind: AsideKind,
    /// The people it is said to.
    pub(super) to: Vec<usize>,
    /// The people the speaker turns to without saying anything.
    pub(super) towards: Vec<usize>,
    /// Whether it addresses someone other than the listeners: “I whisper to my horse”.
    pub(super) is_to_stranger: bool,
    /// Those who must not hear it.
    pub(super) except: Vec<usize>,
    /// Whether it says that the hero says something, or has speech.
    pub(super) is_said: bool,
    /// Whether a verb of saying is in it.
    pub(super) speaks: bool,
    /// Whether it addresses someone by name.
    pub(super) is_called: bool,
    /// Whether something is read, thought or remembered by it.
    is_silent: bool,
}

impl Frame {
    pub(super) fn is_aloud(&self) -> bool {
        self.kind == AsideKind::Aloud
    }

    /// Whether its content isn't spoken: read, thought or remembered.
    pub(super) fn is_silent(&self) -> bool {
        self.is_silent && !self.is_aloud()
    }

    pub(super) fn is_aside(&self) -> bool {
        matches!(self.kind, AsideKind::Aside | AsideKind::Unheard)
    }
}

/// The listeners that words are meant for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum AsideKind {
    /// The words don't say.
    #[default]
    Plain,
    /// For everyone present.
    Aloud,
    /// For some only.
    Aside,
    /// For no one: thought or written.
    Unheard,
}

/// The listeners of a sentence, as its words tell.
pub(super) fn frame(sentence: &str, listeners: &[NamedListener]) -> Frame {
    let sentence = sentence.to_lowercase();
    let outside = without_speech(&sentence);
    let mut frame = framed(before_speech(&outside), &outside, listeners);
    if let Some(inside) = addressee_in_brackets(&outside) {
        frame.kind = AsideKind::Aside;
        frame.to.extend(tokens(inside, listeners).iter().filter_map(PhraseToken::only_one));
    }
    if let Some(called) = called_aside(&outside, listeners) {
        frame.kind = AsideKind::Aside;
        frame.to = called.only_one().into_iter().collect();
    }
    // People addressed with “@” are known without it.
    let is_called = !sentence.starts_with('@');
    let called = if is_called { called_by_name(&tokens(&sentence, listeners)) } else { Vec::new() };
    frame.is_called = !called.is_empty();
    if frame.to.is_empty() {
        frame.to = called;
    }
    frame.is_silent = is_silent(&outside);
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

/// Whether words outside of speech say that they are read, thought or remembered.
fn is_silent(outside: &str) -> bool {
    let words = words_of(outside);
    SILENT.iter().any(|mark| {
        let wanted: Vec<&str> = mark.split(' ').collect();
        words.windows(wanted.len()).any(|part| part.iter().zip(&wanted).all(|(word, wanted)| word == wanted))
    })
}

/// Reads the words before a colon; where they say nothing of listeners, the whole sentence.
fn framed(before: &str, whole: &str, listeners: &[NamedListener]) -> Frame {
    let has_colon = before.len() < whole.len();
    let frame = marked(before, listeners, has_colon);
    if frame.kind != AsideKind::Plain || frame.speaks || !has_colon {
        return frame;
    }
    let behind = marked(whole, listeners, false);
    if behind.kind == AsideKind::Plain { frame } else { behind }
}

/// The words of a sentence without the names that “@” calls at its beginning.
fn tokens_behind_calls(text: &str, listeners: &[NamedListener]) -> Vec<PhraseToken> {
    let mut tokens = tokens(text, listeners);
    if text.trim_start().starts_with('@') {
        let n_names = tokens.iter().take_while(|token| !token.named.is_empty()).count();
        tokens.drain(..n_names.min(text.matches('@').count()));
    }
    tokens
}

/// Reads words; whether speech follows them behind a colon.
fn marked(text: &str, listeners: &[NamedListener], has_colon: bool) -> Frame {
    let tokens = tokens_behind_calls(text, listeners);
    let (told, told_of) = (told(&tokens, &TOLD), told(&tokens, &TOLD_OF));
    let mut frame = Frame { speaks: speaks(&tokens, told), ..Frame::default() };
    frame.is_said = frame.speaks || tokens.iter().any(|token| token.text == SPEECH);
    let found = FoundPhrases::of(text, &tokens, [told, told_of], frame.is_said || has_colon);
    frame.kind = found.kind();
    frame.is_to_stranger = found.marks.iter().any(|(sort, _)| *sort == PhraseSection::Stranger);
    let others = &found.others;
    frame.except = others.iter().filter_map(|at| tokens[*at].only_one()).collect();
    let marks: Vec<&PhraseMatch> = found.marks.iter().map(|(_, mark)| mark).collect();
    let told = told.into_iter().chain(told_of).min();
    frame.to = named_listeners(&tokens, (&marks, others), told, frame.kind == AsideKind::Aside);
    let is_turned_to = |at: &usize| {
        let token = &tokens[*at];
        let before = at.checked_sub(1).map(|at| tokens[at].text.as_str());
        !others.contains(at) && (token.is_genitive || before.is_some_and(|word| TOWARDS.contains(&word)))
    };
    let until = told.unwrap_or(tokens.len());
    frame.towards = (0..until).filter(is_turned_to).filter_map(|at| tokens[at].only_one()).collect();
    frame
}

/// The phrases of `cues.txt` that count in a sentence.
struct FoundPhrases {
    marks: Vec<(PhraseSection, PhraseMatch)>,
    /// The tokens of the names of people who must not hear it.
    others: Vec<usize>,
    /// Whether a phrase of privacy is denied: “don't whisper”.
    is_denied: bool,
}

impl FoundPhrases {
    /// `told` are the tokens after which the sentence reports what someone says or thinks; phrases there don't count.
    /// `is_speech`: the sentence contains speech.
    fn of(text: &str, tokens: &[PhraseToken], told: [Option<usize>; 2], is_speech: bool) -> Self {
        let is_told = |at: usize, from: Option<usize>| {
            from.is_some_and(|from| at > from && !tokens[from + 1..=at].iter().any(|token| token.is_parted))
        };
        let [told, told_of] = told;
        let mut found = Self { marks: Vec::new(), others: Vec::new(), is_denied: false };
        for phrase in PHRASES.candidates(text) {
            let Some(mark) = phrase.find(text, tokens) else { continue };
            let word = tokens.get(mark.from).map_or("", |token| token.text.as_str());
            let is_in_told = match phrase.sort {
                PhraseSection::PrivateWord => is_told(mark.from, told) || is_told(mark.from, told_of),
                PhraseSection::QuietWord => !is_speech || is_told(mark.from, told) || is_told(mark.from, told_of),
                PhraseSection::KeptFrom | PhraseSection::AllBut => is_told(mark.from, told) && !JOINS.contains(&word),
                PhraseSection::Nobody | PhraseSection::Aloud | PhraseSection::Stranger => is_told(mark.from, told),
                PhraseSection::Private
                | PhraseSection::Cue
                | PhraseSection::Sign
                | PhraseSection::Withdrawn
                | PhraseSection::Together => false,
            };
            if is_in_told {
                continue;
            }
            let before = &tokens[..mark.from.min(tokens.len())];
            if is_denied_by(before, tokens.get(mark.from))
                || tokens.get(mark.end).is_some_and(|it| it.text == "nothing")
            {
                found.is_denied |= matches!(
                    phrase.sort,
                    PhraseSection::PrivateWord | PhraseSection::QuietWord | PhraseSection::Private
                );
                continue;
            }
            if !matches!(phrase.sort, PhraseSection::Aloud | PhraseSection::Stranger)
                && !is_meant(before, word, matches!(phrase.sort, PhraseSection::PrivateWord | PhraseSection::QuietWord))
            {
                continue;
            }
            found.others.extend(&mark.others);
            found.marks.push((phrase.sort, mark));
        }
        let only: Vec<usize> = found.marks.iter().flat_map(|(_, mark)| &mark.listeners).copied().collect();
        found.others.retain(|at| !only.contains(at));
        found
    }

    /// The audience of the sentence.
    fn kind(&self) -> AsideKind {
        let has = |sorts: &[PhraseSection]| self.marks.iter().any(|(sort, _)| sorts.contains(sort));
        if has(&[PhraseSection::Nobody]) {
            AsideKind::Unheard
        } else if !self.others.is_empty() || has(&[PhraseSection::KeptFrom, PhraseSection::AllBut]) {
            AsideKind::Aside
        } else if has(&[PhraseSection::Aloud]) {
            AsideKind::Aloud
        } else if has(&[PhraseSection::Private, PhraseSection::PrivateWord, PhraseSection::QuietWord]) {
            AsideKind::Aside
        } else if self.is_denied {
            AsideKind::Aloud
        } else {
            AsideKind::Plain
        }
    }
}

/// The phrases of `cues.txt` in a sentence.
#[derive(Debug, Default)]
pub(super) struct Cues {
    /// The listeners that they name, and those who are not to hear, by their places.
    pub(super) named: Vec<usize>,
    pub(super) others: Vec<usize>,
}

/// The phrases of `cues.txt` of some kinds in a sentence, outside speech and reports; `None` if there are none.
pub(super) fn cues(sentence: &str, listeners: &[NamedListener], sorts: &[PhraseSection]) -> Option<Cues> {
    let sentence = sentence.to_lowercase();
    let outside = without_speech(&sentence);
    let text = before_speech(&outside);
    let tokens = tokens_behind_calls(text, listeners);
    let told = told(&tokens, &TOLD).into_iter().chain(told(&tokens, &TOLD_OF)).min();
    let is_told = |mark: &PhraseMatch| {
        let joins = tokens.get(mark.from).is_some_and(|token| JOINS.contains(&token.text.as_str()));
        let behind = told.filter(|told| mark.from > *told).and_then(|told| tokens.get(told + 1..=mark.from));
        !joins && behind.is_some_and(|behind| !behind.iter().any(|token| token.is_parted))
    };
    let found = CUES.candidates(text).into_iter().filter(|phrase| sorts.contains(&phrase.sort));
    let marks: Vec<PhraseMatch> =
        found.filter_map(|phrase| phrase.find(text, &tokens)).filter(|mark| !is_told(mark)).collect();
    let of = |places: fn(&PhraseMatch) -> &Vec<usize>| -> Vec<usize> {
        marks.iter().flat_map(places).filter_map(|at| tokens[*at].only_one()).collect()
    };
    let cues = Cues { named: of(|mark| &mark.listeners), others: of(|mark| &mark.others) };
    (!marks.is_empty()).then_some(cues)
}

/// Whether a sentence names a listener and describes the manner of speaking, by words outside speech and reports that are
/// neither names nor plain.
pub(super) fn names_with_circumstances(sentence: &str, listeners: &[NamedListener]) -> bool {
    let sentence = sentence.to_lowercase();
    let outside = without_speech(&sentence);
    let tokens = tokens_behind_calls(before_speech(&outside), listeners);
    let told = told(&tokens, &TOLD).into_iter().chain(told(&tokens, &TOLD_OF)).min().unwrap_or(tokens.len());
    let joins = |token: &&PhraseToken| JOINS.contains(&token.text.as_str());
    let behind = tokens[told..].iter().skip(1).skip_while(|token| !joins(token));
    let is_plain =
        |token: &PhraseToken| !token.named.is_empty() || token.text == SPEECH || PLAIN.contains(token.text.as_str());
    let is_told_to = tokens[..told].iter().any(|token| !token.named.is_empty());
    is_told_to && tokens[..told].iter().chain(behind).any(|token| !is_plain(token))
}

/// Words that connect a phrase with the report before it.
const JOINS: [&str; 17] = [
    "so", "without", "while", "when", "behind", "out", "where", "damit", "ohne", "unheard", "once", "until", "after",
    "as", "before", "lest", "because",
];
/// Words that begin a report after its addressee: “I tell Marta the key is false”.
const BEGINS: [&str; 22] = [
    "the", "a", "an", "my", "his", "her", "their", "our", "he", "she", "it", "they", "we", "there", "this", "these",
    "your", "you", "der", "die", "das", "someone",
];

/// The first token of a report after a verb of saying.
fn told(tokens: &[PhraseToken], words: &[&str]) -> Option<usize> {
    let verb = tokens.iter().position(|token| {
        let word = token.text.as_str();
        SAYS.contains(&word) || I_SPEAK.contains(&word) || WHISPERS.contains(&word)
    })?;
    let is_so_that =
        |at: usize| at > 0 && matches!(tokens[at - 1].text.as_str(), "so" | "out" | "too" | "low" | "loud" | "as");
    let behind_name = || {
        let name = tokens.get(verb + 1).filter(|token| !token.named.is_empty() || ONE.contains(&token.text.as_str()));
        let last = name.and_then(|_| with_joined(tokens, verb + 1).last().copied())?;
        tokens.get(last + 1).filter(|token| !token.is_parted && BEGINS.contains(&token.text.as_str())).map(|_| last + 1)
    };
    let word = (verb + 1..tokens.len()).find(|at| words.contains(&tokens[*at].text.as_str()) && !is_so_that(*at));
    word.into_iter().chain(behind_name()).min()
}

/// Whether the hero says something by a verb: “I lean on the bar and tell Marta”.
fn speaks(tokens: &[PhraseToken], told: Option<usize>) -> bool {
    let is_subject = |at: usize| {
        let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else { return true };
        let word = before.text.as_str();
        matches!(word, "and" | "then" | "but" | "or" | "also" | "und" | "not" | "don" | "t")
            || word.ends_with("ly")
            || SPEAKER.contains(&word)
            || before.text == SPEECH
            || tokens[at].is_parted
    };
    (0..told.unwrap_or(tokens.len())).any(|at| {
        let word = tokens[at].text.as_str();
        I_SPEAK.contains(&word) || (SAYS.contains(&word) || WHISPERS.contains(&word)) && is_subject(at)
    })
}

/// Whether the first word is the hero's “I”.
pub(super) fn begins_with_speaker(text: &str) -> bool {
    words_of(text).first().is_some_and(|word| SPEAKER.contains(&word.as_str()))
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
fn called_by_name(tokens: &[PhraseToken]) -> Vec<usize> {
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

/// The listeners named in a phrase, after a word such as “tell”, and in private speech after “to”. Reports are ignored unless
/// they are a noun: “whisper about Bob to Marta”.
fn named_listeners(
    tokens: &[PhraseToken],
    (marks, others): (&[&PhraseMatch], &[usize]),
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

/// Whether the words before a mark deny it: “I don't bother to lower my voice”.
fn is_denied_by(before: &[PhraseToken], mark: Option<&PhraseToken>) -> bool {
    const DENIES: [&str; 15] = [
        "don", "dont", "not", "never", "no", "stop", "without", "nicht", "nie", "kein", "keine", "quit", "instead",
        "needn", "rather",
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

/// Whether the words before a mark make it the hero's present action: not asked, remembered or another's.
fn is_meant(before: &[PhraseToken], mark: &str, is_word: bool) -> bool {
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
    let told =
        words.iter().any(|word| REMEMBERS.contains(word)) && words.first() != Some(&"i") || words.contains(&"heard");
    // “In a whisper” is how it is said, “a whisper” something that is heard.
    let is_thing =
        is_word && ARTICLES.contains(&last) && !words.iter().rev().nth(1).is_some_and(|word| MANNER.contains(word));
    // “The wind whispers”
    let is_anothers = words.first().is_some_and(|word| ARTICLES.contains(word)) && mark.ends_with('s');
    !(asked || told || is_thing || is_anothers)
}

/// The part of a sentence that introduces the speech after its colon: in “Nobody else may know: I tell Marta: …” the second.
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

/// The person called by “@” to whom something is then said aside: “@Marta softly the key is false”.
fn called_aside(words: &str, listeners: &[NamedListener]) -> Option<PhraseToken> {
    let called = tokens(words.trim_start().strip_prefix('@')?, listeners);
    let n_names = called.iter().take_while(|token| !token.named.is_empty()).count().max(1);
    let behind = called.get(n_names..)?.iter().map(|token| token.text.as_str());
    let behind: String = behind.flat_map(|word| [word, " "]).collect();
    let is_aside = MANNERS.iter().any(|manner| behind.strip_prefix(manner).is_some_and(|rest| rest.starts_with(' ')));
    called.into_iter().next().filter(|_| is_aside)
}

/// The only listener, in brackets: "(to Ilse only)".
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
