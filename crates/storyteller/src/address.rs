//! Finds the person that a message addresses: "Nell, have you had the dream?", "corin!!! what next", "well, Nell?".

use super::{
    folk::Person,
    intent::{self, Act, Deed},
    play::Play,
};
use crate::words::storyteller::address::{CALLS, OF_SOMEBODY, TITLES};

/// The deeds of a line that is said to someone here, who is called by name; none if no one is. `words` are plain:
/// lower case, and written out.
pub(super) fn deeds(play: &Play<'_>, words: &str, spells: &[String]) -> Option<Vec<Deed>> {
    let people = play.world.people(&play.table.location);
    if words.contains('"') || people.is_empty() || play.table.foes().next().is_some() {
        return None;
    }
    let sentences = language::sentences::sentences(words).filter(|it| it.chars().any(char::is_alphanumeric));
    let sentences: Vec<String> = sentences.map(str::to_owned).collect();
    let found =
        sentences.iter().enumerate().find_map(|(i, text)| called(text, &people).map(|(who, rest)| (i, who, rest)));
    let Some((at, whom, rest)) = found else { return called_in_vain(play, &sentences) };
    let does = |text: &&String| {
        const TALK: [Act; 9] = [
            Act::Talk,
            Act::Accept,
            Act::Refuse,
            Act::Persuade,
            Act::Unknown,
            Act::Status,
            Act::Boast,
            Act::Insult,
            Act::Help,
        ];
        let acts = intent::understand(text, spells);
        !text.ends_with('?') && !acts.iter().any(|deed| TALK.contains(&deed.act)) && !intent::is_question(text)
    };
    let after = &sentences[at + 1..];
    let n_said = after.iter().position(|text| does(&text)).unwrap_or(after.len());
    let mut said = vec![rest];
    said.extend(after[..n_said].iter().cloned());
    let said = said.join(" ").trim().to_owned();
    let mut all = Vec::new();
    if at > 0 {
        all.extend(intent::understand(&sentences[..at].join(" "), spells));
    }
    all.extend(said_to(whom, said, spells));
    if n_said < after.len() {
        all.extend(intent::understand(&after[n_said..].join(" "), spells));
    }
    Some(all)
}

/// Words to someone who lives in these parts and is not here.
fn called_in_vain(play: &Play<'_>, sentences: &[String]) -> Option<Vec<Deed>> {
    let absent: Vec<Person> = play.world.everybody().into_iter().map(|(person, _)| person).collect();
    let known = |person: &&Person| play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
    let (whom, rest) = sentences.iter().find_map(|text| called(text, &absent).filter(|(who, _)| known(who)))?;
    let words = rest.clone();
    Some(vec![Deed { speech: rest, words, ..Deed::of(Act::Talk, whom.name.to_lowercase()) }])
}

/// What is said to someone: an answer, a trade, or words.
fn said_to(whom: &Person, said: String, spells: &[String]) -> Vec<Deed> {
    let name = whom.name.to_lowercase();
    let mut own = intent::understand(&said, spells);
    // "Mother Gant, one pie please".
    let short = said.split(' ').count() <= 6 && !said.ends_with('?');
    let counted = ["one ", "two ", "three "].iter().find(|start| said.starts_with(**start));
    let begged = || ["a ", "an ", "some "].iter().find(|start| said.starts_with(**start) && said.contains("please"));
    let asks = counted.or_else(begged);
    if let Some(start) = asks.filter(|_| short) {
        let n = if ["two ", "three "].contains(start) { *start } else { "" };
        let bare = said[start.len()..].trim_end_matches(['.', '!']).trim_end_matches(" please").trim_end_matches(',');
        return vec![Deed { words: said.clone(), ..Deed::of(Act::Buy, format!("{n}{bare}")) }];
    }
    let first = own.first().map_or(Act::Unknown, |deed| deed.act);
    // "I will bring him back" is a promise, "I'll take a pie" a purchase.
    let promise = ["i will bring", "i'll bring", "i will return", "i'll return", "we will bring", "we'll bring"]
        .iter()
        .any(|start| said.starts_with(start));
    let deals =
        matches!(first, Act::Buy | Act::Sell | Act::Pay | Act::Give) && !said.starts_with("give me") && !promise;
    if deals || matches!(first, Act::Accept | Act::Refuse) {
        for deed in &mut own {
            if matches!(deed.act, Act::Give | Act::Pay) && (deed.other.is_empty() || deed.other == "you") {
                deed.other.clone_from(&name);
            }
        }
        return own;
    }
    let words = said.clone();
    vec![Deed { speech: said, words, ..Deed::of(Act::Talk, name) }]
}

/// Who is called by name in a sentence, at its beginning or at its end, and what else it says.
fn called<'p>(sentence: &str, people: &'p [Person]) -> Option<(&'p Person, String)> {
    let mut text = sentence;
    while let Some(rest) = CALLS.iter().find_map(|call| text.strip_prefix(call)) {
        text = rest.trim_start_matches([' ', ',']);
    }
    // "Yes Jem, I will do it."
    const ANSWERS: [&str; 10] = ["yes", "no", "sure", "okay", "ok", "fine", "aye", "alright", "all right", "very well"];
    let answer =
        ANSWERS.iter().find(|answer| text.strip_prefix(**answer).is_some_and(|rest| rest.starts_with([' ', ','])));
    if let Some(answer) = answer.filter(|answer| text.len() > answer.len() + 2) {
        let rest = text[answer.len()..].trim_start_matches([' ', ',']);
        if let Some((person, more)) = called(rest, people) {
            return Some((person, format!("{answer}, {more}")));
        }
    }
    for person in people {
        for name in names(person).into_iter().chain(own_title(person, people)) {
            if let Some(rest) = text.strip_prefix(name.as_str()) {
                let next = rest.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\'');
                let marked = !rest.starts_with(' ') && ends
                    || TITLES.contains(&name.as_str()) && intent::is_question(rest.trim());
                if TITLES.contains(&name.as_str()) && !marked {
                    continue;
                }
                if marked || (ends && !OF_SOMEBODY.contains(&next)) {
                    return Some((person, rest.trim_start_matches([' ', ',', ':', '!', '.', '-', ';']).to_owned()));
                }
            }
            let end = text.trim_end_matches(['.', '!', '?', ';', ' ']);
            if let Some(rest) = end.strip_suffix(name.as_str()).and_then(|rest| rest.trim_end().strip_suffix(',')) {
                return Some((person, format!("{rest}{}", if text.ends_with('?') { "?" } else { "" })));
            }
        }
    }
    None
}

/// What someone can be called, the longest first, in lower case.
fn names(person: &Person) -> Vec<String> {
    let whole = person.name.to_lowercase();
    let mut all: Vec<String> =
        whole.split(' ').filter(|word| word.len() > 2 && !TITLES.contains(word)).map(str::to_owned).collect();
    all.insert(0, whole);
    all.dedup();
    all
}

/// A person's title if no one else here has the same: "brother".
fn own_title(person: &Person, people: &[Person]) -> Option<String> {
    const NO_TITLES: [&str; 4] = ["the", "of", "old", "little"];
    let first = |person: &Person| person.name.to_lowercase().split(' ').next().unwrap_or_default().to_owned();
    let title = first(person);
    let is_own = people.iter().filter(|other| first(other) == title).count() == 1;
    (is_own && TITLES.contains(&title.as_str()) && !NO_TITLES.contains(&title.as_str())).then_some(title)
}

/// The one of these people whose name comes first in the words; titles alone name no one.
pub(super) fn first_named(words: &str, people: &[Person]) -> Option<usize> {
    let low = words.to_lowercase();
    let said: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).collect();
    let at = |person: &Person| {
        names(person)
            .iter()
            .flat_map(|name| name.split(' '))
            .filter(|part| !TITLES.contains(part))
            .filter_map(|part| said.iter().position(|word| *word == part))
            .min()
    };
    people.iter().enumerate().filter_map(|(i, person)| Some((at(person)?, i))).min().map(|(_, i)| i)
}
