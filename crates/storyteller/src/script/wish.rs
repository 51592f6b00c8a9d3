//! What a player wants, clause by clause.

use crate::words::script::wish::{CALLS, SMALL, WHO};
use crate::{
    deeds,
    intent::{self, Act, Deed, is_question},
    play::Play,
    stakes,
};

use super::{
    block::Script,
    commands::{doing, fighting, going, looking, talking},
    locks,
    nouns::{self, Meant},
    verbs,
};

/// Something a player wants.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wish {
    Around,
    /// Asks where this is.
    Here,
    /// Works at a lock, and there is none.
    NoLock,
    /// Asks for the way to a place that these exits lead to, by their labels.
    Way(Vec<String>),
    /// Speaks to someone who is not here.
    Absent(String),
    Look(String),
    Handle {
        verb: String,
        what: String,
    },
    /// Says something to someone, by id; to anyone who it may concern where none is named.
    Say {
        to: Option<String>,
        about: String,
    },
    Show {
        what: String,
        to: Option<String>,
    },
    /// Answers anyone who has just asked something: yes, no, or in words.
    Reply {
        to: String,
        yes: Option<bool>,
        words: String,
    },
    Attempt,
    Fight(String),
    /// Takes one of these exits, by id.
    Leave(Vec<String>),
    /// Goes somewhere no exit leads to.
    NoWay(String),
    Ways,
    Hint,
    Who,
    Recall(String),
    /// Something beside the story: the sheet, the pack, the rules, manners.
    Aside(Deed),
}

impl Wish {
    /// Whether it can change how the story goes.
    fn is_deed(&self) -> bool {
        matches!(self, Self::Handle { .. } | Self::Attempt | Self::Fight(_) | Self::Leave(_))
    }
}

/// What these words want, in order; never nothing.
pub(super) fn wishes(play: &Play<'_>, script: &Script, words: &str) -> Vec<Wish> {
    if let Some(answered) = &play.answered {
        return answered.iter().cloned().map(Wish::Aside).collect();
    }
    let moods = intent::moods(words.trim());
    if moods.done.is_empty() && !moods.undone.is_empty() && moods.undone.iter().all(|deed| deed.act != Act::Refuse) {
        return moods.undone.into_iter().map(Wish::Aside).collect();
    }
    let words = if moods.done.is_empty() { words.trim() } else { moods.done.as_str() };
    if let Some(exit) = nouns::by_label(script, words) {
        return vec![Wish::Leave(vec![exit.id.clone()])];
    }
    let spells: Vec<String> = play.hero.cantrips.iter().chain(&play.hero.spells).cloned().collect();
    let free = intent::understand(words, &spells);
    if let Some(deed) = free.iter().find(|deed| matches!(deed.act, Act::Meta | Act::Boast | Act::Foreign)) {
        return vec![Wish::Aside(deed.clone())];
    }
    let (unquoted, speech) = intent::split_speech(words);
    if !speech.is_empty() && !is_to_listeners(play, &unquoted, &spells) {
        return spoken(play, script, &unquoted, speech, &spells);
    }
    let words = if speech.is_empty() { words } else { unquoted.as_str() };
    if let Some((who, said)) = called(script, words) {
        return vec![Wish::Say { to: Some(who), about: said }];
    }
    if let Some(insult) = free.iter().find(|deed| deed.act == Act::Insult) {
        return vec![Wish::Aside(insult.clone())];
    }
    let clauses = clauses_to_play(play, words, &spells);
    let wished = |(i, clause): (usize, &String)| {
        let wish = said_before(script, &clauses[..i], clause, wish(play, script, clause, &spells));
        surely(words, wish, clause)
    };
    let mut all: Vec<Wish> = clauses.iter().enumerate().map(wished).collect();
    // "Go back and accept Prine's offer": anyone who is meant is here, and there is no way to go.
    let to_somebody = |wish: &Wish| {
        matches!(wish, Wish::Reply { .. } | Wish::Say { to: Some(_), .. } | Wish::Show { to: Some(_), .. })
    };
    if all.iter().any(to_somebody) {
        let mut backs = clauses.iter().map(|clause| BACK_TO.contains(&stripped(clause)));
        all.retain(|_| !backs.next().unwrap_or(false));
    }
    // "Hello? Where am I?" is no greeting.
    if all.len() > 1 {
        all.retain(|wish| !matches!(wish, Wish::Say { to: None, about } if super::talk::is_greeting(about)));
    }
    // "Ask Marta about the ferry. What does she charge?": the first of two vague things is enough.
    all.dedup();
    if all.len() > 1 {
        all.retain(|wish| !matches!(wish, Wish::Aside(deed) if matches!(deed.act, Act::Unknown | Act::Accept)));
    }
    if all.is_empty() {
        all.push(free.into_iter().next().map_or(Wish::Hint, Wish::Aside));
    }
    all
}

/// The clauses of a text without those that are speech to someone the storyteller gives no answer for.
fn clauses_to_play(play: &Play<'_>, words: &str, spells: &[String]) -> Vec<String> {
    let mut clauses = intent::clauses(words);
    clauses.retain(|clause| !deeds::left_to_play(play, intent::understand(clause, spells)).is_empty());
    clauses
}

/// Whether a text has speech to someone the storyteller gives no answer for.
fn is_to_listeners(play: &Play<'_>, words: &str, spells: &[String]) -> bool {
    clauses_to_play(play, words, spells).len() < intent::clauses(words).len()
}

/// A wish with anyone who an earlier clause named in the place of "him" and "her": "Prine looks shifty, ask him about the key".
fn said_before(script: &Script, before: &[String], clause: &str, wish: Wish) -> Wish {
    let points = clause.split(' ').any(|word| ["him", "her", "them"].contains(&word));
    let named = || before.iter().rev().find_map(|clause| nouns::named(script, clause)).map(|(one, ..)| one.id.clone());
    match wish {
        Wish::Say { to: None, about } if points => Wish::Say { to: named(), about },
        wish => wish,
    }
}

/// A wish, or only the thought of it if its sentence is no command.
fn surely(words: &str, wish: Wish, clause: &str) -> Wish {
    let is_thought = wish.is_deed() && !intent::is_command(&stakes::sentence_of(clause, words));
    if is_thought { Wish::Aside(Deed { words: clause.to_owned(), ..Deed::of(Act::Consider, clause) }) } else { wish }
}

/// Going back, to anyone who is here.
const BACK_TO: [&str; 7] = ["go back", "head back", "walk back", "turn back", "return", "go over", "go to him"];

/// What is said aloud, to anyone who is named beside it; and what else is done.
fn spoken(play: &Play<'_>, script: &Script, unquoted: &str, speech: String, spells: &[String]) -> Vec<Wish> {
    let to = nouns::named(script, unquoted).map(|(one, ..)| one.id.clone());
    if script.people.is_empty()
        && let Meant::One(thing) = nouns::things(script, unquoted)
    {
        return vec![Wish::Handle { verb: "speak".into(), what: thing.name.clone() }];
    }
    let does = |clause: &String| {
        let text = stripped(clause);
        !text.is_empty() && verbs::talks(text).is_none() && verbs::split(text).is_some() && verbs::sways(text).is_none()
    };
    let mut all: Vec<Wish> = Vec::new();
    all.extend(intent::clauses(unquoted).iter().filter(|c| does(c)).map(|c| wish(play, script, c, spells)));
    all.push(Wish::Say { to, about: speech });
    all
}

/// Someone who is called by name at the beginning or the end of what is said to them.
fn called(script: &Script, words: &str) -> Option<(String, String)> {
    let mut text = words;
    while let Some(rest) = CALLS.iter().find_map(|call| text.strip_prefix(call)) {
        text = rest.trim_start_matches([' ', ',']);
    }
    let (one, before, after) = nouns::named(script, text)?;
    let first_len = text.len().saturating_sub(after.len());
    let name = text.get(..first_len).unwrap_or_default().trim_end();
    if before.is_empty() && (name.ends_with([',', ':', '!']) || after.is_empty() && text.len() < words.len()) {
        return Some((one.id.clone(), after));
    }
    // At the end: "who took it, Marta?"
    let ends = after.is_empty() && before.ends_with(',');
    ends.then(|| (one.id.clone(), before.trim_end_matches(',').to_owned()))
}

/// A clause without what says nothing before and behind it.
pub(super) fn stripped(clause: &str) -> &str {
    let text = clause.trim().trim_end_matches(['?', '!', '.', ' ']);
    intent::without_tail(intent::lead_in(text).0)
}

/// What one clause wants.
fn wish(play: &Play<'_>, script: &Script, clause: &str, spells: &[String]) -> Wish {
    let text = clause.trim().trim_end_matches(['?', '!', '.', ' ']);
    let (_, tries) = intent::lead_in(text);
    let whole = stripped(clause);
    if let Some(exit) = nouns::by_label(script, whole) {
        return Wish::Leave(vec![exit.id.clone()]);
    }
    let deed = intent::understand(clause, spells).into_iter().next();
    let deed = deed.unwrap_or_else(|| Deed::of(Act::Unknown, whole));
    if let Some(wish) = replied(play, script, whole, clause, &deed).or_else(|| locks::picked(script, whole)) {
        return wish;
    }
    if deeds::is_tended(play, &deed) && !tries_by(script, whole) && !of_a_thing(script, whole) {
        return Wish::Aside(Deed { act: Act::Tend, ..deed });
    }
    if deeds::is_poured(&deed) && !of_a_thing(script, whole) {
        return Wish::Aside(deed);
    }
    if let Some(wish) = of_the_table(script, clause, whole, &deed) {
        return wish;
    }
    if matches!(deed.act, Act::Buy | Act::Sell) && !of_a_thing(script, whole) {
        return Wish::Aside(deed);
    }
    if is_question(whole) || (clause.ends_with('?') && verbs::split(whole).is_none()) {
        return asked(script, whole, clause);
    }
    // Back is where one came from, where a way leads there.
    if BACK_TO.contains(&whole) || whole == "back" {
        let before = play.place_before().map(|place| place.to_lowercase()).unwrap_or_default();
        let back: Vec<_> = nouns::exits(script, bare(&before)).into_iter().filter(|exit| exit.open).collect();
        if !before.is_empty() && !back.is_empty() {
            return ids(back);
        }
    }
    if let Some(wish) = going(script, whole) {
        return wish;
    }
    if let Some(wish) = talking(script, whole).or_else(|| looking(script, whole)).or_else(|| fighting(script, whole)) {
        return wish;
    }
    doing(play, script, whole, tries, deed)
}

/// Whether a thing here takes the very verb that the player uses.
fn of_a_thing(script: &Script, whole: &str) -> bool {
    let verb = whole.split(' ').next().unwrap_or_default();
    script.things.iter().any(|thing| thing.verbs.iter().any(|takes| takes == verb))
}

/// A yes or a no to anyone who is named or has just asked; or words that do nothing but answer.
fn replied(play: &Play<'_>, script: &Script, whole: &str, clause: &str, deed: &Deed) -> Option<Wish> {
    let yes = match deed.act {
        Act::Accept => Some(true),
        Act::Refuse => Some(false),
        _ => None,
    };
    let words = clause.trim_end_matches(['?', ' ']).to_owned();
    const PUTS: [&str; 9] =
        ["accept", "agree", "agree to", "say yes", "refuse", "decline", "turn down", "reject", "say no"];
    let put = PUTS.iter().find_map(|verb| verbs::rest_of(whole, verb));
    if let (Some(_), Some((one, ..))) = (put, nouns::named(script, whole)) {
        return Some(Wish::Reply { to: one.id.clone(), yes, words });
    }
    let asker = nouns::asker(play, script);
    let spoke = play.reading.told.iter().rev().take(3).any(|told| told.contains('“'));
    const SAYS: [&str; 12] =
        ["i ", "i'm ", "i've ", "honestly ", "that's ", "that ", "it's ", "it ", "he ", "she ", "you're ", "they "];
    let tells = spoke && SAYS.iter().any(|start| clause.starts_with(start));
    let to = asker.or_else(|| nouns::partner(play, script, None).filter(|_| tells))?.id.clone();
    let bare_answer = deed.words.is_empty() || deed.words == "ok";
    let to_offer = put.is_some_and(|rest| nouns::things(script, bare(rest)) == Meant::Nothing);
    if asker.is_some() && yes.is_some() && (bare_answer || to_offer) {
        return Some(Wish::Reply { to, yes, words });
    }
    let says = deed.act == Act::Unknown
        && !clause.ends_with('?')
        && !is_question(whole)
        && verbs::split(whole).is_none()
        && whole.split(' ').count() > 1
        && nouns::exits(script, self::bare(whole)).is_empty()
        && nouns::things(script, self::bare(whole)) == Meant::Nothing;
    says.then_some(Wish::Reply { to, yes: None, words })
}

/// Anyone who asks of the table, and not of the story.
fn of_the_table(script: &Script, clause: &str, whole: &str, deed: &Deed) -> Option<Wish> {
    if WHO.iter().any(|start| whole.starts_with(start) || clause.starts_with(start)) {
        return Some(Wish::Who);
    }
    let alone = |object: &str| object.is_empty() || ["around", "here"].contains(&object);
    Some(match deed.act {
        Act::Inventory | Act::Spells | Act::Status | Act::Time | Act::Rules | Act::Ability | Act::Cast => {
            Wish::Aside(deed.clone())
        }
        Act::Rest | Act::Sleep if is_rest(whole) => Wish::Aside(deed.clone()),
        Act::Wait if deed.object.is_empty() && !tries_by(script, whole) => Wish::Aside(deed.clone()),
        Act::Ways => Wish::Ways,
        Act::Help => Wish::Hint,
        Act::Recall if verbs::looks(whole).is_none() && !tries_by(script, whole) => Wish::Recall(deed.object.clone()),
        Act::Look if ["where am i", "where are we"].iter().any(|asks| whole.starts_with(asks)) => Wish::Here,
        Act::Look if is_question(clause) && alone(&deed.object) => Wish::Around,
        Act::Where if alone(&deed.object) => Wish::Here,
        _ => return None,
    })
}

fn is_rest(text: &str) -> bool {
    ["rest", "sleep", "camp", "nap", "night", "breath", "bed"].iter().any(|word| text.contains(word))
}

pub(super) fn tries_by(script: &Script, whole: &str) -> bool {
    script.beat.as_ref().is_some_and(|beat| verbs::is_of(&beat.skill, whole))
}

/// A question: for someone here, or about something that can be seen.
fn asked(script: &Script, whole: &str, clause: &str) -> Wish {
    let about = clause.trim_end_matches(['?', ' ']).to_owned();
    let seeks = ["where is ", "where's ", "how do i get to ", "which way to "];
    if let Some(place) = seeks.iter().find_map(|start| whole.strip_prefix(start)) {
        let ways = nouns::exits(script, bare(place));
        if !ways.is_empty() && nouns::named(script, place).is_none() {
            return Wish::Way(ways.iter().map(|exit| exit.label.clone()).collect());
        }
    }
    if !script.people.is_empty() {
        return Wish::Say {
            to: nouns::named(script, whole).filter(|_| script.people.len() == 1).map(|(one, ..)| one.id.clone()),
            about,
        };
    }
    let what =
        ["what is ", "what's ", "what are ", "where is ", "where's ", "who is ", "who's ", "is there ", "what about "];
    let object = what.iter().find_map(|start| whole.strip_prefix(start)).unwrap_or(whole);
    match nouns::things(script, bare(object)) {
        Meant::One(thing) => Wish::Look(thing.name.clone()),
        _ => Wish::Say { to: None, about },
    }
}

pub(super) fn ids(exits: Vec<&super::block::Exit>) -> Wish {
    Wish::Leave(exits.into_iter().map(|exit| exit.id.clone()).collect())
}

/// A phrase without articles and small words before it.
pub(super) fn bare(text: &str) -> &str {
    let mut rest = text.trim().trim_matches([',', ':', '?', '!', '.']).trim();
    while let Some((word, more)) = rest.split_once(' ').filter(|(word, _)| SMALL.contains(word)) {
        let _ = word;
        rest = more.trim_start();
    }
    rest
}
