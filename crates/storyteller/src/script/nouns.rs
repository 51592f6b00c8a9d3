//! Resolves the thing, person or way in a message: first by its noun, then by its adjectives.

use game::story_fact::StoryFact;

use crate::words::script::nouns::{ANYONE, BEHIND, TITLES, WAY_WORDS};
use crate::{
    focus,
    intent::{is_pronoun, slipped},
    play::{Play, significant, word_alike},
};

use super::block::{Exit, Script, Somebody, Thing};

/// What words mean.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meant<T> {
    Nothing,
    One(T),
    /// Several as well as one another.
    Several(Vec<T>),
}

/// The noun of a phrase: the last word of weight before what only says where it is.
pub(super) fn head(phrase: &str) -> Option<String> {
    let mut head = None;
    for word in phrase.split_whitespace() {
        if head.is_some() && BEHIND.contains(&word) {
            break;
        }
        head = significant(word).pop().or(head);
    }
    head
}

/// How well a phrase names something of this name; 0 where its noun is not in it.
pub(super) fn fits(phrase: &str, name: &str, alike: fn(&str, &str) -> bool) -> usize {
    let (said, have) = (significant(phrase), significant(name));
    let Some(head) = head(phrase).filter(|_| !have.is_empty()) else { return 0 };
    let hits = said.iter().filter(|word| have.iter().any(|known| alike(known, word))).count();
    let whole = have.iter().all(|known| said.iter().any(|word| alike(known, word)));
    if !have.iter().any(|known| alike(known, &head)) {
        return 0;
    }
    let own = usize::from(self::head(name).is_some_and(|own| alike(&own, &head)));
    hits + own
        + if whole && hits == said.len() {
            100
        } else if whole {
            60
        } else if hits == said.len() {
            50
        } else {
            30
        }
}

fn best<T: Copy>(all: &[(T, usize)]) -> Meant<T> {
    let most = all.iter().map(|(_, n)| *n).max().unwrap_or(0);
    let mut found: Vec<T> = all.iter().filter(|(_, n)| *n == most && most > 0).map(|(one, _)| *one).collect();
    match found.len() {
        0 => Meant::Nothing,
        1 => Meant::One(found.remove(0)),
        _ => Meant::Several(found),
    }
}

/// The things a phrase means, to the letter or else with slips forgiven.
pub(super) fn things<'s>(script: &'s Script, phrase: &str) -> Meant<&'s Thing> {
    let by = |alike: fn(&str, &str) -> bool| {
        let score = |thing: &Thing| {
            let names = std::iter::once(&thing.name).chain(&thing.also);
            names.map(|name| fits(phrase, name, alike)).max().unwrap_or(0)
        };
        // A thing that comes twice is the later one: it belongs to what happens now.
        let mut scored: Vec<(&Thing, usize)> = Vec::new();
        for thing in script.things.iter().rev() {
            if !scored.iter().any(|(other, _)| other.id == thing.id) {
                scored.push((thing, score(thing)));
            }
        }
        best(&scored)
    };
    match by(word_alike) {
        Meant::Nothing => by(slipped),
        found => found,
    }
}

/// The thing a pronoun means: the one named last in this turn, or in those before.
pub(super) fn it<'s>(play: &Play<'_>, script: &'s Script, named: Option<&str>) -> Option<&'s Thing> {
    if let Some(id) = named {
        return script.things.iter().rev().find(|thing| thing.id == id);
    }
    // The player's last noun comes before those of the narration.
    let asked = play.reading.asked.iter().rev().take(2);
    let by_words = asked.filter_map(|words| match things(script, &object_of(words)) {
        Meant::One(thing) => Some(thing),
        _ => None,
    });
    let by_words = by_words.into_iter().next();
    by_words.or_else(|| {
        let names: Vec<&str> = script.things.iter().map(|thing| thing.name.as_str()).collect();
        focus::last_mentioned(play, &names).map(|i| &script.things[i])
    })
}

fn object_of(words: &str) -> String {
    let plain = crate::intent::plain(words);
    let rest = super::wish::stripped(&plain).to_owned();
    super::verbs::split(&rest).map_or(rest.clone(), |(_, object)| object.to_owned())
}

/// What someone can be called, besides the whole name.
fn called(one: &Somebody) -> impl Iterator<Item = String> + '_ {
    let parts = one.name.split([' ', '-']).chain(one.id.split('-'));
    let parts = parts.map(|part| part.to_lowercase().trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    parts.filter(|part| part.len() > 2 && !TITLES.contains(&part.as_str()))
}

/// Whether a word is someone's name.
pub(super) fn is_called(one: &Somebody, word: &str) -> bool {
    called(one).any(|part| {
        part == word
            || (part.len() > 4 && slipped(word, &part))
            || word == format!("{part}'s")
            || word == format!("{part}s")
    })
}

/// Who is named first in a text, and the words around the name.
pub(super) fn named<'s>(script: &'s Script, text: &str) -> Option<(&'s Somebody, String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let found = words.iter().enumerate().find_map(|(i, word)| {
        let bare = plain(word);
        Some((i, script.people.iter().find(|one| called(one).any(|part| part == bare))?))
    });
    let found = found.or_else(|| {
        words.iter().enumerate().find_map(|(i, word)| {
            let bare = plain(word);
            Some((i, script.people.iter().find(|one| is_called(one, &bare))?))
        })
    });
    let (at, one) = found?;
    // A title before the name and a surname behind it belong to it.
    let is_part = |word: &str| one.name.to_lowercase().split(' ').any(|part| part == plain(word));
    let mut from = at;
    while from > 0
        && (is_part(words[from - 1]) || ["the", "mr", "mrs", "old"].contains(&plain(words[from - 1]).as_str()))
    {
        from -= 1;
    }
    let mut to = at + 1;
    while to < words.len() && is_part(words[to]) {
        to += 1;
    }
    Some((one, words[..from].join(" "), words[to..].join(" ")))
}

/// Someone who is talked with without being named: the one named last, or the only one who is here.
pub(super) fn partner<'s>(play: &Play<'_>, script: &'s Script, named: Option<&str>) -> Option<&'s Somebody> {
    let by_id = |id: &str| script.people.iter().find(|one| one.id == id);
    if let Some(one) = named.and_then(by_id) {
        return Some(one);
    }
    if let [one] = script.people.as_slice() {
        return Some(one);
    }
    let asked = play.reading.asked.iter().rev().take(3).find_map(|words| self::named(script, words));
    if let Some((one, ..)) = asked {
        return Some(one);
    }
    let spoke = |fact: &StoryFact| match fact {
        StoryFact::Spoke { who } => script.people.iter().find(|one| one.name.eq_ignore_ascii_case(who)),
        _ => None,
    };
    let spoke = play.table.facts.iter().rev().find_map(spoke);
    // Before the first word it is the one that the campaign's scene names last.
    spoke.or_else(|| named_last(script, &play.reading.table.scene.to_lowercase()))
}

/// The one who is named last in a text of the campaign, in lower case.
fn named_last<'s>(script: &'s Script, text: &str) -> Option<&'s Somebody> {
    let at = |one: &Somebody| called(one).filter_map(|part| text.rfind(&part)).max();
    script.people.iter().filter_map(|one| Some((at(one)?, one))).max_by_key(|(at, _)| *at).map(|(_, one)| one)
}

/// Who asked, where that is nobody who was here before.
pub(super) const SOMEONE_NEW: &str = "someone new";

/// Who waits for an answer to the question that ended the last turn, or opened the scene.
pub(super) fn asker<'s>(play: &Play<'_>, script: &'s Script) -> Option<&'s Somebody> {
    let scene = &play.reading.table.scene;
    let Some(told) = play.reading.told.last() else { return who_asks(script, scene) };
    play.questions(0).iter().rev().find_map(|question| {
        // A scene that the last turn opened with the question brings the one who asks.
        let opens = |part: &str| part.contains(scene.as_str()) && part.contains(question.about);
        if !scene.is_empty() && !question.about.is_empty() && told.split("\n\n").any(opens) {
            return named_last(script, &scene.to_lowercase());
        }
        script.people.iter().find(|one| one.id == question.who)
    })
}

/// The last words that are spoken in a text of the campaign, if they are a question that is still open.
pub(super) fn open_question(told: &str) -> Option<&str> {
    let (before, after) = told.rsplit_once('”')?;
    let (_, words) = before.rsplit_once('“')?;
    // A question is no longer open after many events.
    (words.trim_end().ends_with('?') && after.chars().count() <= STILL_OPEN).then_some(words)
}

/// Who asks with the last words that are spoken in a text of the campaign.
pub(super) fn who_asks<'s>(script: &'s Script, told: &str) -> Option<&'s Somebody> {
    let words = open_question(told)?;
    let part = told.split("\n\n").filter(|part| part.contains(words)).last()?.to_lowercase();
    named_last(script, &part).or_else(|| named_last(script, &told.to_lowercase()))
}

/// The most characters after a question for it to be still open.
const STILL_OPEN: usize = 400;

/// Whether a phrase only points at someone or something.
pub(super) fn points(phrase: &str) -> bool {
    is_pronoun(phrase) || ANYONE.contains(&phrase)
}

/// The exits a phrase means: those whose label, name or occasion has its words, the best ones.
pub(super) fn exits<'s>(script: &'s Script, phrase: &str) -> Vec<&'s Exit> {
    let said = significant(phrase);
    let head = head(phrase);
    let score = |exit: &Exit| {
        let (label, id, when) = (significant(&exit.label), significant(&exit.id), significant(&exit.when));
        let has = |all: &[String], word: &str| all.iter().any(|known| word_alike(known, word));
        if !head.as_ref().is_some_and(|head| has(&label, head) || has(&id, head) || has(&when, head)) {
            return 0;
        }
        let worth = |word: &String| match () {
            () if has(&label, word) => 4,
            () if has(&id, word) => 3,
            () if has(&when, word) => 1,
            () => 0,
        };
        said.iter().map(worth).sum::<usize>()
    };
    let scored: Vec<(&Exit, usize)> = script.exits.iter().map(|exit| (exit, score(exit))).collect();
    match best(&scored) {
        Meant::Nothing => Vec::new(),
        Meant::One(exit) => vec![exit],
        Meant::Several(all) => all,
    }
}

/// The exit whose label this is, whole or up to its first mark, with or without a verb of going before it.
pub(super) fn by_label<'s>(script: &'s Script, text: &str) -> Option<&'s Exit> {
    let plain = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
    };
    let said = plain(text);
    let starts = ["i go ", "i choose this ", "i ", "go ", "choose this ", "take this way ", "we go "];
    let bare = starts.iter().find_map(|start| said.strip_prefix(start));
    let is_it = |label: &str| {
        let label = plain(label);
        !label.is_empty() && (label == said || bare == Some(label.as_str()))
    };
    let exact =
        script.exits.iter().find(|exit| is_it(&exit.label) || exit.label.split([',', ':']).next().is_some_and(is_it));
    exact.or_else(|| by_its_words(script, bare.unwrap_or(&said), plain))
}

/// The one exit whose label has every word that was said, where these begin as a way does: "down to the light".
fn by_its_words<'s>(script: &'s Script, said: &str, plain: impl Fn(&str) -> String) -> Option<&'s Exit> {
    let mut words = said.split(' ');
    if !words.next().is_some_and(|word| WAY_WORDS.contains(&word)) || words.next().is_none() {
        return None;
    }
    let has_all = |exit: &&Exit| {
        let label = plain(&exit.label);
        said.split(' ').all(|word| label.split(' ').any(|of_label| of_label == word))
    };
    let mut exits = script.exits.iter().filter(has_all);
    let found = exits.next()?;
    exits.next().is_none().then_some(found)
}
