//! Confirmation questions ("do you mean …?") and the answer to them.
//!
//! That it was asked is noted as a fact, with the words of the deed. Whether it was asked in the last turn follows from that turn: its words
//! are read again at the table as it is, and what of them would still be asked about is what a yes or no is about. So the
//! question comes back with the session, after an undo, in a branch and on another server, and any other words drop it. No
//! sentence of it is recognised.

use game::story_fact::StoryFact;

use super::{
    deeds, focus,
    intent::{self, Act, Deed},
    play::{Play, significant, word_alike},
    put_to_player::STORYTELLER,
    reading::Reading,
    turn,
};
use crate::words::{
    deeds::tending::{AIMS, ALL_OF_THEM, SELF},
    intent::answers::{BEFORE_NAMED, GO_AHEAD, HOW, LIMITED, LIMITS, NO_LIMITS, TAKES_BACK},
};

/// The most words of an answer that only names someone.
const MAX_NAME_WORDS: usize = 3;

impl Play<'_> {
    /// Notes that the player is asked whether they mean a deed.
    pub(super) fn asks_about(&mut self, deed: &Deed) {
        self.note_fact(StoryFact::Asked { who: STORYTELLER.to_owned(), quest: deed.words.clone() });
        self.asked_about.push(deed.clone());
    }
}

/// The words of the deed that was asked about last.
fn last_question<'p>(play: &'p Play<'_>) -> Option<&'p str> {
    play.table.facts.iter().rev().find_map(|fact| match fact {
        StoryFact::Asked { who, quest } if who == STORYTELLER => Some(quest.as_str()),
        _ => None,
    })
}

/// Words without marks, which a fact may have written otherwise.
fn letters(words: &str) -> String {
    words.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// A yes or no that the player begins with, and what else they want.
struct YesNoReply {
    act: Act,
    /// The clauses behind it.
    more: Vec<String>,
}

impl YesNoReply {
    fn of(words: &str) -> Option<Self> {
        let plain = intent::plain(words);
        let whole = plain.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some(act) = intent::answer_of(words).or_else(|| GO_AHEAD.contains(&whole).then_some(Act::Accept)) {
            return Some(Self { act, more: Vec::new() });
        }
        let clauses = intent::clauses(&plain);
        let (first, more) = clauses.split_first()?;
        if let Some(act) = intent::answer_of(first) {
            return Some(Self { act, more: more.to_vec() });
        }
        // What has no verb is no clause of its own: "yes, no problem".
        let (first, more) = plain.split_once([',', '.', '!']).or_else(|| plain.split_once(" but "))?;
        Some(Self { act: intent::answer_of(first)?, more: intent::clauses(more.trim()) })
    }

    /// Whether a clause behind the yes takes the deeds back, or one of those they are for: "yes, but not on Tam".
    fn is_limited(&self, play: &Play<'_>, about: &[Deed]) -> bool {
        self.more.iter().any(|clause| takes_back(play, clause, about))
    }
}

/// Whether a clause takes one of these deeds back. "No problem" and "but hurry" do not.
fn takes_back(play: &Play<'_>, clause: &str, about: &[Deed]) -> bool {
    let clause = bare(clause);
    let words: Vec<&str> = clause.split(|c: char| !c.is_alphanumeric() && c != '\'').collect();
    if adds_nothing(clause) {
        return false;
    }
    let limit = words.iter().position(|word| LIMITS.contains(word));
    let is_named = limit.is_some_and(|at| {
        let rest = words[at + 1..].join(" ");
        let is_pointed_at = words[at + 1..].iter().any(|word| LIMITED.contains(word));
        is_pointed_at || names_any(&rest, &parts_of(about)) || names_any(&rest, &everybody(play))
    });
    is_named || words.iter().any(|word| TAKES_BACK.contains(word))
}

/// A clause without what joins it to the yes.
fn bare(clause: &str) -> &str {
    let clause = clause.trim_matches(|c: char| !c.is_alphanumeric());
    ["but ", "and "].iter().find_map(|join| clause.strip_prefix(join)).unwrap_or(clause)
}

/// Whether a clause neither limits a yes nor wants anything more.
fn adds_nothing(clause: &str) -> bool {
    let clause = bare(clause);
    NO_LIMITS.iter().any(|idiom| clause.starts_with(*idiom)) || HOW.contains(&clause)
}

/// Whether words share a significant word with one of these.
fn names_any(words: &str, all: &[String]) -> bool {
    let said = significant(words);
    all.iter().flat_map(|one| significant(one)).any(|own| said.iter().any(|word| word_alike(&own, word)))
}

/// What deeds are called by.
fn parts_of(about: &[Deed]) -> Vec<String> {
    about.iter().flat_map(|deed| [deed.words.clone(), deed.object.clone(), deed.other.clone()]).collect()
}

/// The names of possible targets of an action.
fn everybody(play: &Play<'_>) -> Vec<String> {
    let heroes = play.table.heroes.iter().map(|hero| hero.name.clone());
    let creatures = play.table.creatures.iter().map(|one| one.name.clone());
    let people = play.world.people(&play.table.location).into_iter().map(|person| person.name);
    heroes.chain(creatures).chain(people).collect()
}

/// What a turn asked of the player.
struct TurnQuestions {
    /// The deeds that it asked about, to be answered by yes or no.
    about: Vec<Deed>,
    /// Whether it asked something else, such as who is meant.
    is_open: bool,
    /// What the player wanted by it.
    deeds: Vec<Deed>,
}

/// Takes the player's yes or no to the question of the last turn, if these words are one and there is such a question. A yes to
/// another question, such as who is meant, has it asked again.
pub(super) fn answer(play: &mut Play<'_>) {
    let Some(reply) = YesNoReply::of(&play.reading.words) else { return answer_by_name(play) };
    let Some(before) = last_turn(play.reading) else { return };
    let asked = asked_in(&before);
    let about = if asked.about.is_empty() { &asked.deeds } else { &asked.about };
    let is_yes = reply.act == Act::Accept && !reply.is_limited(play, about);
    let is_asked =
        asked.about.last().is_some_and(|deed| last_question(play).map(letters) == Some(letters(&deed.words)));
    if !is_asked {
        if asked.is_open && is_yes {
            play.asks_openly = true;
            play.answered = Some(asked.deeds);
        } else if !reply.more.is_empty() && reply.more.iter().all(|clause| adds_nothing(clause)) {
            // "Yes, but hurry" goes nowhere.
            play.answered = Some(vec![Deed::of(reply.act, "")]);
        }
        return;
    }
    play.is_confirmed = is_yes;
    // "Yes, cast it" wants nothing more, nor does "yes, no problem".
    let is_answer = |deed: &Deed| matches!(deed.act, Act::Unknown | Act::Accept | Act::Refuse);
    let is_more = |deed: &Deed| !is_answer(deed) && asked.about.iter().all(|other| other.act != deed.act);
    let more: Vec<&str> = reply.more.iter().map(String::as_str).filter(|clause| !adds_nothing(clause)).collect();
    let more = more.join(", ");
    let mut more = if more.is_empty() { Vec::new() } else { focus::read(play, &more) };
    more.retain(is_more);
    let left = |deed: Deed| Deed { act: Act::Refrain, object: deed.words.clone(), ..deed };
    let about = asked.about.into_iter();
    let about: Vec<Deed> = if play.is_confirmed { about.collect() } else { about.map(left).collect() };
    play.answered = Some(about.into_iter().chain(more).collect());
}

/// Takes a name for an answer to the question who is meant: "Ada", "for Ada".
fn answer_by_name(play: &mut Play<'_>) {
    let plain = intent::plain(&play.reading.words);
    let plain = plain.trim_matches(|c: char| !c.is_alphanumeric());
    let name = BEFORE_NAMED.iter().find_map(|word| plain.strip_prefix(word)).unwrap_or(plain);
    let is_name = name.split(' ').count() <= MAX_NAME_WORDS
        && intent::find_verb(name, false).is_none()
        && names_any(name, &everybody(play));
    let is_own = SELF.contains(&name);
    let is_party = ALL_OF_THEM.contains(&name);
    let Some(before) = last_turn(play.reading).filter(|_| is_name || is_own || is_party) else { return };
    let asked = asked_in(&before);
    let ([deed], true) = (asked.deeds.as_slice(), asked.is_open) else { return };
    let helps = deed.act == Act::Cast || deeds::is_poured(deed);
    if !is_name && !helps {
        return;
    }
    play.is_confirmed = true;
    play.answered = Some(vec![match is_own && deed.act != Act::Cast {
        true => Deed { words: format!("drink {}", deed.object), ..Deed::of(Act::Drink, deed.object.clone()) },
        false => aimed_at(deed, name),
    }]);
}

/// The same deed for someone else: "hand a potion to everyone" as "hand a potion to Ada".
fn aimed_at(deed: &Deed, name: &str) -> Deed {
    let on = if deed.act == Act::Cast { "on" } else { "to" };
    let before = AIMS.iter().filter_map(|aim| deed.words.find(&format!(" {aim} "))).min();
    let words = format!("{} {on} {name}", &deed.words[..before.unwrap_or(deed.words.len())]);
    Deed { other: name.to_owned(), words, ..deed.clone() }
}

/// The last turn's words at the table as it is now, without tools: nothing can come of it.
fn last_turn(now: &Reading) -> Option<Reading> {
    let (words, asked) = now.asked.split_last()?;
    let (_, told) = now.told.split_last()?;
    Some(Reading {
        table: now.table.clone(),
        fray: now.fray.clone(),
        script: now.script.clone(),
        words: words.clone(),
        told: told.to_vec(),
        asked: asked.to_vec(),
        memories: now.memories.clone(),
        ..Reading::default()
    })
}

/// What a turn asks.
fn asked_in(reading: &Reading) -> TurnQuestions {
    let mut play = Play::new(reading);
    // What is in doubt may end a turn early.
    let _ = turn::tell(&mut play);
    TurnQuestions { deeds: focus::deeds(&play), is_open: play.asks_openly, about: play.asked_about }
}
