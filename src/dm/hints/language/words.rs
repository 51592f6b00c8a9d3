//! Tokenizes a player's message: lower case, contractions expanded, punctuation kept.

use super::{
    one_of,
    verbs::{VerbForm, verb},
};

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm::hints) enum TokenKind {
    /// A word or a number.
    Word,
    /// Ends a sentence.
    Stop,
    /// Ends a question.
    Asked,
    /// Separates the parts of a sentence.
    Pause,
    /// Begins or ends speech.
    Quote,
    /// Begins or ends a deed among speech: `*nods*`.
    Star,
}

/// A word or a mark.
#[derive(Debug, Clone, Copy)]
pub(in crate::dm::hints) struct MessageToken<'a> {
    /// In lower case, a contraction written out.
    pub(in crate::dm::hints) word: &'a str,
    /// Its position in the text.
    pub(in crate::dm::hints) from: usize,
    /// Where it ends.
    pub(in crate::dm::hints) to: usize,
    pub(in crate::dm::hints) kind: TokenKind,
    /// Whether it begins with a capital.
    pub(in crate::dm::hints) capital: bool,
    /// The verb it may be.
    pub(in crate::dm::hints) verb: Option<(&'static str, VerbForm)>,
}

/// A text with the marks of a keyboard, as long as [`tokens`] reads it.
pub(in crate::dm::hints) fn plain(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    for letter in message.chars().take(MOST_LETTERS) {
        match letter {
            '’' | '‘' | '`' => text.push('\''),
            '“' | '”' | '«' | '»' | '„' => text.push('"'),
            '—' | '–' => text.push_str(" - "),
            '…' => text.push_str("..."),
            letter => text.push(letter),
        }
    }
    text
}

/// How much of a message is read.
pub(super) const MOST_LETTERS: usize = 4_000;

/// The tokens of a text and of the same text in lower case.
pub(in crate::dm::hints) fn tokens<'a>(text: &str, low: &'a str) -> Vec<MessageToken<'a>> {
    let bytes = low.as_bytes();
    let mut found = Vec::with_capacity(bytes.len() / 4);
    let mut at = 0;
    while at < bytes.len() {
        let from = at;
        if is_letter(bytes[at]) {
            while at < bytes.len() && (is_letter(bytes[at]) || joins(bytes, at)) {
                at += 1;
            }
            let capital = text[from..].starts_with(char::is_uppercase);
            push_word(&mut found, &low[from..at], from, capital);
            continue;
        }
        at += 1;
        let kind = match bytes[from] {
            b'?' => TokenKind::Asked,
            b'.' | b'!' | b'\n' => TokenKind::Stop,
            b',' | b';' | b':' | b'(' | b')' => TokenKind::Pause,
            // “I give @marta my lantern” calls no one.
            b'@' if calls(bytes, from)
                && found.last().is_none_or(|it: &MessageToken<'_>| it.kind != TokenKind::Word) =>
            {
                TokenKind::Pause
            }
            b'-' if bytes.get(at).is_none_or(|next| !is_letter(*next)) => TokenKind::Pause,
            b'"' => TokenKind::Quote,
            b'*' => TokenKind::Star,
            _ => continue,
        };
        found.push(MessageToken { word: &low[from..at], from, to: at, kind, capital: false, verb: None });
    }
    found
}

/// Whether the sign at this place calls someone: `@marta`.
fn calls(bytes: &[u8], at: usize) -> bool {
    let begins = at == 0 || !is_letter(bytes[at - 1]);
    begins && bytes.get(at + 1).is_some_and(|next| is_letter(*next))
}

/// Sets a pause behind each name that is called by `@`, which belongs to nothing that follows. `is_of_name` says whether a
/// word is one of someone's name.
pub(in crate::dm::hints) fn set_apart_calls(tokens: &mut Vec<MessageToken<'_>>, is_of_name: impl Fn(&str) -> bool) {
    let mut at = 0;
    while at < tokens.len() {
        let called = tokens[at].kind == TokenKind::Pause && tokens[at].word == "@";
        at += 1;
        if !called || at == tokens.len() {
            continue;
        }
        while tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Word && is_of_name(next.word)) {
            at += 1;
        }
        let end = tokens[at].to;
        at += 1;
        tokens.insert(
            at,
            MessageToken { word: ",", from: end, to: end, kind: TokenKind::Pause, capital: false, verb: None },
        );
    }
}

/// Words that go on behind a name.
const AFTER_A_NAME: &str = "with and in on at from before to then until again by or but while first now through for";

/// Joins a word and the letter behind it that are the name of one of several: “goblin a”. `is_named` says whether they are.
pub(in crate::dm::hints) fn join_letters(tokens: &mut Vec<MessageToken<'_>>, is_named: impl Fn(&str, &str) -> bool) {
    let mut at = 1;
    while at < tokens.len() {
        let (before, letter) = (tokens[at - 1], tokens[at]);
        let are_words = before.kind == TokenKind::Word && letter.kind == TokenKind::Word;
        // “I hit the goblin a second time” names no goblin.
        let next = tokens.get(at + 1).filter(|next| next.kind == TokenKind::Word).map_or("", |next| next.word);
        let is_article = letter.word == "a" && !one_of(next, AFTER_A_NAME) && !next.is_empty();
        if are_words && !is_article && is_named(before.word, letter.word) {
            tokens[at - 1].to = letter.to;
            tokens.remove(at);
        } else {
            at += 1;
        }
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'_' || byte == b'&'
}

/// Whether the mark at this position is inside a word: an apostrophe, a hyphen, a separator of thousands.
fn joins(bytes: &[u8], at: usize) -> bool {
    let next = bytes.get(at + 1);
    match bytes[at] {
        b'\'' | b'-' => next.is_some_and(|next| is_letter(*next)),
        b',' | b'.' => bytes[at - 1].is_ascii_digit() && next.is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}

fn push_word<'a>(found: &mut Vec<MessageToken<'a>>, word: &'a str, from: usize, capital: bool) {
    let to = from + word.len();
    let mut push =
        |word: &'a str| found.push(MessageToken { word, from, to, kind: TokenKind::Word, capital, verb: verb(word) });
    if let Some(written) = written_out(word) {
        written.split(' ').for_each(push);
        return;
    }
    let Some(mark) = word.rfind('\'') else { return push(word) };
    let (stem, end) = word.split_at(mark);
    match end {
        "'t" if stem.ends_with('n') => {
            push(&stem[..stem.len() - 1]);
            push("not");
        }
        "'ll" => {
            push(stem);
            push("will");
        }
        "'re" => {
            push(stem);
            push("are");
        }
        "'ve" => {
            push(stem);
            push("have");
        }
        "'d" => {
            push(stem);
            push("would");
        }
        "'m" => {
            push(stem);
            push("am");
        }
        "'s" if IS.contains(&stem) => {
            push(stem);
            push("is");
        }
        "'s" => {
            push(stem);
            push("'s");
        }
        _ => push(word),
    }
}

/// Words whose `'s` is never a possessive.
const IS: [&str; 11] = ["it", "that", "there", "he", "she", "what", "who", "where", "here", "how", "this"];

/// Short forms, and what hurried fingers make of common words.
fn written_out(word: &str) -> Option<&'static str> {
    Some(match word {
        "won't" => "will not",
        "can't" => "can not",
        "cannot" => "can not",
        "shan't" => "shall not",
        "ain't" => "is not",
        "let's" => "let us",
        "lets" => "let us",
        "dont" => "do not",
        "don't" => "do not",
        "wont" => "will not",
        "cant" => "can not",
        "didnt" => "did not",
        "doesnt" => "does not",
        "isnt" => "is not",
        "wouldnt" => "would not",
        "im" => "i am",
        "ill" => "i will",
        "id" => "i would",
        "ive" => "i have",
        "thats" => "that is",
        "theres" => "there is",
        "heres" => "here is",
        "whats" => "what is",
        "wheres" => "where is",
        "whos" => "who is",
        "hows" => "how is",
        "youre" => "you are",
        "theyre" => "they are",
        "wanna" => "want to",
        "gonna" => "going to",
        "gotta" => "have to",
        "gimme" => "give me",
        "lemme" => "let me",
        "whaddya" => "what do you",
        "dunno" => "do not know",
        "u" => "you",
        "ur" => "your",
        "n" => "and",
        "&" => "and",
        "plz" => "please",
        "pls" => "please",
        "teh" => "the",
        "pik" => "pick",
        "tak" => "take",
        "atack" => "attack",
        "attak" => "attack",
        "attck" => "attack",
        "swrod" => "sword",
        "potoin" => "potion",
        "serch" => "search",
        "travle" => "travel",
        "giv" => "give",
        "drnk" => "drink",
        "accpet" => "accept",
        "acept" => "accept",
        "tommorow" => "tomorrow",
        "tomorow" => "tomorrow",
        "yer" => "your",
        _ => return None,
    })
}
