//! Recognises questions about the hero's past: what someone said, what happened, what was promised.

use super::{
    cut_words,
    days::{Day, without_day},
    is_question,
};
use crate::words::intent::looking_back::{AT, DID, EMPTY, FILLERS, LEADS, REMEMBERS, STARTS, VAGUE};

/// How a question asks for the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asks {
    /// "Do you remember the ferrywoman?", "remind me of the bell".
    Memory,
    /// "What did Marta say about the key?"
    Saying,
    /// "Who gave me the letter?", "what did the smith tell me?": no one but the hero can know.
    ToMe,
    /// "Where did I leave the rope?"
    Own,
    /// "What happened at the mill?"
    Event,
}

/// A question to the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LookBack {
    pub(crate) asks: Asks,
    /// What it is about, in the player's words; may be empty.
    pub(crate) about: String,
    /// Who said it, where someone is named or pointed at.
    pub(crate) teller: String,
    pub(crate) day: Option<Day>,
}

/// What someone does who speaks or hands something over, in a question and in a clause.
const SAYS: [(&str, &str); 15] = [
    ("say", "said"),
    ("tell", "told"),
    ("mention", "mentioned"),
    ("want", "wanted"),
    ("ask", "asked"),
    ("promise", "promised"),
    ("warn", "warned"),
    ("call", "called"),
    ("offer", "offered"),
    ("answer", "answered"),
    ("give", "gave"),
    ("show", "showed"),
    ("reveal", "revealed"),
    ("admit", "admitted"),
    ("explain", "explained"),
];
/// Who has not said it, or not in the past of this story.
const NO_TELLERS: [&str; 8] = ["you", "i", "we", "it", "that", "this", "they", "anyone"];
/// A question to the past, where a line of plain words is one and nothing else.
pub(crate) fn looks_back(words: &str) -> Option<LookBack> {
    // What is said aloud is said to someone.
    if words.contains('"') {
        return None;
    }
    let mut asked: Option<LookBack> = None;
    for sentence in words.split(['.', '!', '?', ';', '\n']).map(|part| part.replace(',', " ")) {
        let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        match one(&sentence) {
            Some(found) if asked.is_none() => asked = Some(found),
            None if sentence.is_empty() || is_filler(&sentence) => {}
            _ => return None,
        }
    }
    asked
}

fn is_filler(sentence: &str) -> bool {
    FILLERS.contains(&sentence)
}

fn one(sentence: &str) -> Option<LookBack> {
    let mut text = sentence;
    while let Some(rest) = LEADS.iter().find_map(|lead| text.strip_prefix(lead)) {
        text = rest;
    }
    let (text, day) = without_day(text);
    let text = text.trim();
    if let Some(rest) = REMEMBERS.iter().find_map(|start| after(text, start)) {
        return called_to_mind(rest, day);
    }
    let found = of_saying(text).or_else(|| to_me(text)).or_else(|| own(text)).or_else(|| event(text))?;
    let is_named = !found.about.is_empty() || !found.teller.is_empty();
    (is_named || day.is_some()).then_some(LookBack { day, ..found })
}

/// What one wants to call to mind: a thing, or a question of its own.
fn called_to_mind(rest: &str, day: Option<Day>) -> Option<LookBack> {
    let rest =
        ["again ", "of ", "about ", "back "].iter().fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    if rest.is_empty() && day.is_none() || ["me", "it", "this", "that", "to", "them"].contains(&first(rest)) {
        return None;
    }
    let inner = of_saying(rest).or_else(|| to_me(rest)).or_else(|| own(rest)).or_else(|| event(rest));
    let asks = Asks::Memory;
    Some(match inner {
        Some(inner) if !inner.about.is_empty() || !inner.teller.is_empty() => LookBack {
            asks: if matches!(inner.asks, Asks::Saying | Asks::ToMe) { Asks::ToMe } else { asks },
            day,
            ..inner
        },
        _ => LookBack { asks, about: cut_words(rest, 12), teller: String::new(), day },
    })
}

/// "What did Marta say about the key", "what the smith told me", "has Marta said anything about it".
fn of_saying(text: &str) -> Option<LookBack> {
    // What someone wants now is for them to say: only "did" goes with the plain verb.
    const STARTS: [(&str, bool); 8] = [
        ("what did ", false),
        ("did ", false),
        ("what has ", true),
        ("what had ", true),
        ("what was it ", true),
        ("what was that ", true),
        ("has ", true),
        ("what ", true),
    ];
    const NO_NAMES: [&str; 14] =
        ["do", "does", "did", "you", "i", "is", "are", "can", "will", "would", "should", "has", "could", "kind"];
    let (rest, is_past) = STARTS.iter().find_map(|(start, past)| Some((text.strip_prefix(start)?, *past)))?;
    let words: Vec<&str> = rest.split(' ').collect();
    let is_verb = |word: &&str| SAYS.iter().any(|(now, then)| if is_past { then == word } else { now == word });
    let at = words.iter().take(4).position(is_verb).filter(|at| *at > 0)?;
    if words[..at].iter().any(|word| NO_NAMES.contains(word)) {
        return None;
    }
    let teller = words[..at].join(" ");
    let teller = ["the ", "that ", "this ", "old "].iter().fold(teller.as_str(), |t, w| t.strip_prefix(w).unwrap_or(t));
    if NO_TELLERS.contains(&first(teller)) || teller.starts_with("my ") || is_question(teller) {
        return None;
    }
    let rest = &words[at + 1..];
    let to_me = rest.first().is_some_and(|word| ["me", "us"].contains(word)) || rest.starts_with(&["to", "me"]);
    let about = rest.iter().skip_while(|word| EMPTY.contains(word)).copied().collect::<Vec<_>>().join(" ");
    let asks = if to_me { Asks::ToMe } else { Asks::Saying };
    Some(LookBack { asks, about: cut_words(&about, 10), teller: teller.to_owned(), day: None })
}

/// "Who gave me the letter", "who told us of the bell".
fn to_me(text: &str) -> Option<LookBack> {
    let rest = ["who was it that ", "who was it who ", "who ", "which of them ", "from whom "]
        .iter()
        .find_map(|start| text.strip_prefix(start))?;
    let (verb, rest) = rest.split_once(' ')?;
    let rest = rest.strip_prefix("me").or_else(|| rest.strip_prefix("us")).filter(|_| DID.contains(&verb))?;
    let rest = rest.strip_prefix(' ').or(rest.is_empty().then_some(rest))?;
    let rest =
        ["about ", "of ", "that ", "for "].iter().fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    Some(LookBack { asks: Asks::ToMe, about: cut_words(rest, 10), teller: String::new(), day: None })
}

/// "Where did I leave the rope", "did we promise her anything", "have I been to the mill".
fn own(text: &str) -> Option<LookBack> {
    let rest = STARTS.iter().find_map(|start| text.strip_prefix(start))?;
    let rest = rest.strip_prefix("i ").or_else(|| rest.strip_prefix("we "))?;
    // Whether one has something is for the pack to say.
    if text.starts_with("have ")
        && !["met", "been", "seen", "heard", "ever", "already", "promised"].contains(&first(rest))
    {
        return None;
    }
    if VAGUE.contains(&rest.trim_end_matches(" so far").trim_end_matches(" just now")) {
        return Some(LookBack { asks: Asks::Own, about: String::new(), teller: String::new(), day: None });
    }
    Some(LookBack { asks: Asks::Own, about: cut_words(rest, 10), teller: String::new(), day: None })
}

/// "What happened at the mill", "what happened on the second day".
fn event(text: &str) -> Option<LookBack> {
    let rest = ["what happened", "what has happened", "what went on", "what was going on", "what came to pass"]
        .iter()
        .find_map(|start| after(text, start))?;
    let rest = ["back ", "before ", "to me ", "to us ", "all "]
        .iter()
        .fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let about = AT.iter().find_map(|at| rest.strip_prefix(at)).unwrap_or_default();
    let here = ["here", "there", "", "the past", "this place", "town", "the village", "this town"].contains(&about);
    // Without a place only a day is a question to the past.
    let about = if here { "" } else { about };
    (rest.is_empty() || !about.is_empty()).then(|| LookBack {
        asks: Asks::Event,
        about: cut_words(about, 10),
        teller: String::new(),
        day: None,
    })
}

/// What follows these words, where they are first and whole.
fn after<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(start)?;
    rest.strip_prefix(' ').or(rest.is_empty().then_some(rest))
}

fn first(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Option<(Asks, String, String)> {
        looks_back(words).map(|it| (it.asks, it.teller, it.about))
    }

    #[test]
    fn a_question_to_the_past_says_who_spoke_and_of_what() {
        for (words, asks, teller, about) in [
            ("what did marta say about the key?", Asks::Saying, "marta", "the key"),
            ("so what did the smith tell me", Asks::ToMe, "smith", ""),
            ("remind me what the smith told me about the bell", Asks::ToMe, "smith", "the bell"),
            ("hm. do you remember the ferrywoman?", Asks::Memory, "", "the ferrywoman"),
            ("who gave me the letter?", Asks::ToMe, "", "the letter"),
            ("what happened at the mill?", Asks::Event, "", "the mill"),
            ("wait, where did i leave the rope", Asks::Own, "", "leave the rope"),
            ("do you remember what happened at the inn", Asks::Memory, "", "the inn"),
            ("did marta mention a key?", Asks::Saying, "marta", "a key"),
        ] {
            assert_eq!(read(words), Some((asks, teller.to_owned(), about.to_owned())), "{words}");
        }
    }

    #[test]
    fn what_is_for_those_who_are_here_is_none() {
        for words in [
            "what did you say?",
            "what happened here?",
            "what happened",
            "what happened to the ferryman?",
            "remind me",
            "remember that",
            "i take the key and ask what marta said",
            "ask marta what the smith said",
            "\"do you remember the fire?\" i ask",
            "do i have a rope?",
            "what does she want?",
            "who took the key?",
            "look at the mill. what happened at the mill?",
        ] {
            assert_eq!(read(words), None, "{words}");
        }
    }
}
