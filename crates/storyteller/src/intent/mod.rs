//! What a player means by what they type.

mod answers;
mod claims;
mod clauses;
mod conditions;
mod days;
mod lead_ins;
mod looking_back;
mod mood;
mod parts;
mod questions;
mod rules;
mod slips;
mod sought;
mod typing;
mod verbs;
mod ways;

use serde::Deserialize;

use crate::words::deeds::casting::ONLY_SPELLS;
use crate::words::intent::all::{ABOUT, ALL, AROUND, HELD, NO_VERBS, PLACED, SAID, TURNS_INVISIBLE, WITH};
use crate::{deeds, stakes};
pub(super) use answers::answer_of;
pub(super) use clauses::{clauses, plain, split_speech};
pub(super) use days::Day;
use lead_ins::SMALL_WORDS;
pub(super) use lead_ins::{lead_in, without_tail};
pub(super) use looking_back::{Asks, LookBack, looks_back};
pub(super) use mood::{MUSES, TOLD, WAITS, is_asked, is_command, is_doubtful, parted as moods, to_player};
pub(super) use parts::{ends_in_coin, is_coin};
use parts::{given, parted, pocket_of};
pub(super) use questions::is_question;
pub(super) use rules::is_condition;
pub(super) use slips::slipped;
pub(super) use typing::{is_word, mended, warm_up};
pub(super) use verbs::{after_verb, base as plain_verb, find_verb};
use ways::{direction, later_verb, way_word};

/// A kind of deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Act {
    Look,
    Go,
    Leave,
    Flee,
    Talk,
    /// Yes, to whatever was offered.
    Accept,
    Refuse,
    Persuade,
    Take,
    Drop,
    Give,
    Use,
    Drink,
    Eat,
    Light,
    Read,
    Open,
    Close,
    Force,
    Climb,
    Attack,
    Cast,
    Sneak,
    Steal,
    Search,
    Listen,
    Rest,
    /// Tends wounds.
    Tend,
    /// Sits down, or gets into or onto something.
    Settle,
    /// Gets up again.
    Rise,
    /// Puts a light out.
    PutOut,
    Sleep,
    Wait,
    Buy,
    Sell,
    Pay,
    Inventory,
    Spells,
    Status,
    Time,
    Ways,
    Where,
    Who,
    /// Asks for what the hero knows of something.
    Wonder,
    Help,
    Recall,
    /// Looks something up in the rules: what, and of which type.
    Rules,
    /// Asks what one can do oneself, or what one has.
    Ability,
    /// Does something with a thing that no rule asks for.
    Handle,
    /// Thinks of a deed, and does nothing.
    Consider,
    /// Leaves a deed undone.
    Refrain,
    /// Something that changes nothing and is seen by all.
    Gesture,
    /// Something daring there is no rule for.
    Stunt,
    Insult,
    /// Says that something is so which is not the player's to say.
    Boast,
    /// Speaks to the machine instead of the story.
    Meta,
    Foreign,
    Unknown,
}

impl Act {
    /// Whether a deed of this kind takes much time, or uses something up for good.
    pub(super) fn costs(self) -> bool {
        matches!(
            self,
            Self::Rest
                | Self::Sleep
                | Self::Wait
                | Self::Cast
                | Self::Drink
                | Self::Eat
                | Self::Use
                | Self::Give
                | Self::Drop
                | Self::Sell
                | Self::Pay
                | Self::Buy
                | Self::Attack
        )
    }
}

/// One thing a player wants done.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deed {
    pub(super) act: Act,
    /// Its object, a thing or person, in lower case, without function words.
    pub(super) object: String,
    /// The rest: the recipient, the subject of a question, or the means.
    pub(super) other: String,
    /// What is said aloud.
    pub(super) speech: String,
    /// The whole of it in the player's words, without what says nothing.
    pub(super) words: String,
    /// Whether the player only pointed at what it is about, and that may be something else.
    pub(super) is_guess: bool,
    /// The kind of the deed before, where this one is done with the same thing: "light a torch and hand it over".
    pub(super) goes_on_from: Option<Act>,
}

impl Deed {
    pub(super) fn of(act: Act, object: impl Into<String>) -> Self {
        let (other, speech, words) = (String::new(), String::new(), String::new());
        Self { act, object: object.into(), other, speech, words, is_guess: false, goes_on_from: None }
    }
}

/// Most deeds of one turn.
const MOST_DEEDS: usize = 4;
/// How much of a message is read; more is a speech.
const MOST_CHARS: usize = 600;

/// Reads what a player typed, who knows these spells. There is always at least one deed.
pub(super) fn understand(words: &str, spells: &[String]) -> Vec<Deed> {
    let text: String = words.chars().take(MOST_CHARS).collect();
    let plain = plain(&text);
    // "Attack attack attack" is one attack.
    let first = plain.split(' ').next().unwrap_or_default();
    let plain = if plain.split(' ').all(|word| word == first) { first } else { plain.as_str() };
    let (unquoted, speech) = clauses::split_speech(plain);
    let alone = [
        (claims::is_meta(plain), Act::Meta),
        // What is only said aloud claims nothing.
        (claims::is_boast(&unquoted), Act::Boast),
        (claims::is_foreign(plain), Act::Foreign),
    ];
    if let Some((_, act)) = alone.iter().find(|(is, _)| *is) {
        return vec![Deed::of(*act, "")];
    }
    if claims::is_insult(plain) && find_verb(lead_in(&unquoted).0, false).is_none_or(|(_, act)| act == Act::Talk) {
        return vec![Deed { words: cut_words(plain, 8), ..Deed::of(Act::Insult, cut_words(&unquoted, 6)) }];
    }
    let mut deeds: Vec<Deed> = clauses::clauses(&unquoted).iter().filter_map(|c| read_clause(c, spells)).collect();
    join_talk(&mut deeds);
    // "Hold still, I cast …" waits for nothing.
    let is_call = |deed: &Deed| deed.act == Act::Wait && HELD.iter().any(|call| starts(&deed.words, call));
    if deeds.len() > 1 && deeds.iter().any(|deed| !is_call(deed)) {
        deeds.retain(|deed| !is_call(deed));
    }
    without_repeats(&mut deeds);
    deeds.truncate(MOST_DEEDS);
    if !speech.is_empty() {
        let speaks = |deed: &&mut Deed| matches!(deed.act, Act::Talk | Act::Persuade | Act::Accept | Act::Refuse);
        // "Yes," I say: what is said aloud answers too.
        let answer = clauses::clauses(&speech).first().and_then(|first| {
            answers::answer(first).or_else(|| {
                find_verb(first, false).map(|(_, act)| act).filter(|act| matches!(act, Act::Accept | Act::Refuse))
            })
        });
        if let Some(act) = answer {
            deeds.retain(|deed| deed.act != Act::Talk || !deed.other.is_empty());
            deeds.insert(0, Deed::of(act, ""));
            return deeds;
        }
        match deeds.iter_mut().find(speaks) {
            Some(deed) => deed.speech = speech,
            None => deeds.insert(0, Deed { speech, ..Deed::of(Act::Talk, "") }),
        }
    }
    if deeds.is_empty() {
        deeds.push(Deed::of(Act::Unknown, cut_words(&unquoted, 6)));
    }
    deeds
}

/// Leaves out deeds that say the one before again.
fn without_repeats(deeds: &mut Vec<Deed>) {
    // "Make camp and sleep until dawn" is one sleep, as long as the last word on it says.
    deeds.dedup_by(|later, first| {
        let same = later.act == Act::Sleep && first.act == Act::Sleep;
        if same {
            first.words = std::mem::take(&mut later.words);
        }
        same
    });
    answers::tidy(deeds);
    // "Lay hands on Tam, then lay hands on Mira" is two deeds.
    deeds.dedup_by(|a, b| {
        let is_same = a.object == b.object && (a.act != Act::Drop || a.other == b.other);
        a.act == b.act && (is_same || matches!(a.act, Act::Accept | Act::Refuse))
    });
}

/// "Talk to Marta and ask about the bell" is one talk.
fn join_talk(deeds: &mut Vec<Deed>) {
    let mut i = 1;
    while i < deeds.len() {
        let talks = |deed: &Deed| deed.act == Act::Talk;
        let (before, here) = (&deeds[i - 1], &deeds[i]);
        let same = here.object.is_empty() || is_pronoun(&here.object) || here.object == before.object;
        if talks(before) && talks(here) && same {
            let more = deeds.remove(i);
            let before = &mut deeds[i - 1].other;
            *before = format!("{before} {}", more.other).trim().to_owned();
        } else {
            i += 1;
        }
    }
}

/// Whether a word only points at someone or something already meant.
pub(super) fn is_pronoun(word: &str) -> bool {
    ALL.contains(&word)
}

fn read_clause(clause: &str, spells: &[String]) -> Option<Deed> {
    if let Some(act) = answers::answer(clause) {
        let lax = ["ok", "okay", "alright", "right", "fine", "sure", "k"].contains(&clause);
        return Some(Deed { words: if lax { "ok".into() } else { String::new() }, ..Deed::of(act, "") });
    }
    let text = clause.trim_end_matches('?').trim();
    // "Wait, who was that?" waits for nothing.
    let held = HELD.iter().find_map(|start| text.strip_prefix(start)).filter(|rest| rest.starts_with([' ', ',']));
    let is_parted = held.is_some_and(|rest| rest.starts_with(','));
    let held = held.map(|rest| lead_in(rest.trim_start_matches([' ', ','])).0);
    let goes_on = |rest: &&str| questions::is_question(rest) || is_parted && find_verb(rest, false).is_some();
    let text = held.filter(goes_on).unwrap_or(text);
    let asked = |text: &str| rules::asked(text).or_else(|| questions::asked(text));
    if let Some(deed) = asked(text).or_else(|| asked(lead_in(text).0)) {
        return Some(Deed { words: cut_words(text, 12), ..deed });
    }
    let (whole, tries) = match find_verb(text, false) {
        Some((_, Act::Accept | Act::Inventory)) => (text, false),
        _ => lead_in(text),
    };
    let whole = without_tail(whole);
    // No one turns invisible without the spell.
    if TURNS_INVISIBLE.iter().any(|start| starts(whole, start)) {
        return Some(Deed { words: cut_words(whole, 12), ..Deed::of(Act::Cast, "invisibility") });
    }
    // "I'm looking for the ferryman" is said to someone.
    let seeks = ["i'm looking for ", "i am looking for ", "we're looking for "];
    if let Some(whom) = seeks.iter().find_map(|start| text.strip_prefix(start)) {
        return Some(Deed { other: cut_words(bare(whom), 8), words: cut_words(text, 12), ..Deed::of(Act::Talk, "") });
    }
    // "Give him a nod", "pay attention": these give and pay nothing.
    if stakes::is_gesture(whole) {
        return Some(Deed { words: cut_words(whole, 12), ..Deed::of(Act::Gesture, "") });
    }
    if let Some(act) = claims::of_oneself(text) {
        return Some(Deed { words: cut_words(text, 12), ..Deed::of(act, "") });
    }
    let found = find_verb(whole, false).or_else(|| find_verb(whole, true).filter(|_| direction(whole).is_none()));
    if let Some(deed) = spoken(whole, found.map(|(_, act)| act), spells) {
        return Some(deed);
    }
    // A spell that the hero does not know is one all the same.
    let thrown = match found {
        None => Some(whole),
        Some((n, Act::Use | Act::Stunt | Act::Attack | Act::Drop)) => Some(bare(&whole[n..])),
        Some(_) => None,
    };
    if let Some((name, at)) = thrown.and_then(|text| deeds::named_spell(text).map(|name| (name, &text[name.len()..]))) {
        let other = cut_words(bare(at), 6);
        return Some(Deed { other, words: cut_words(whole, 12), ..Deed::of(Act::Cast, name) });
    }
    let deed = match found {
        Some((n, act)) => {
            // "See who's here" asks what "who's here" asks.
            let question = Some(whole[n..].trim()).filter(|_| matches!(act, Act::Look | Act::Search | Act::Recall));
            match question.and_then(asked) {
                Some(deed) => deed,
                None => commanded(whole, &whole[n..], act),
            }
        }
        None => direction(whole)
            .or_else(|| wondered(clause))
            .or_else(|| tries.then(|| Deed::of(Act::Stunt, "")))
            .or_else(|| later_verb(whole))
            .or_else(|| unheard_of(whole))?,
    };
    Some(Deed { words: cut_words(whole, 12), ..deed })
}

/// A deed by a verb that no file has: "align the table".
fn unheard_of(whole: &str) -> Option<Deed> {
    let (verb, rest) = whole.split_once(' ')?;
    let is_verb = verb.len() > 2 && verb.chars().all(char::is_alphabetic) && !NO_VERBS.contains(&verb);
    is_verb.then(|| Deed::of(Act::Unknown, cut_words(bare(rest), 6)))
}

/// A command: its verb, and what follows.
fn commanded(whole: &str, words: &str, act: Act) -> Deed {
    if let Some(deed) = by_phrase(whole, words, act) {
        return deed;
    }
    let rest = bare(parts::without_time(words));
    if act == Act::Look && parts::is_while(rest) {
        return Deed::of(Act::Wait, "");
    }
    let given_away = rest.split(" to ").next().unwrap_or(rest);
    let counted = given_away.split(' ').any(is_coin) && given_away.chars().any(|c| c.is_ascii_digit());
    let to_somebody = || {
        !given(given_away).1.is_empty()
            || counted && !given_away.starts_with(|c: char| c.is_numeric())
            || rest.contains(" to ")
    };
    let act = match act {
        Act::Give if counted || ends_in_coin(given_away) => Act::Pay,
        // "Toss Marta a gold" pays her; "toss a coin" only throws it.
        Act::Stunt if ends_in_coin(given_away) && to_somebody() => Act::Pay,
        act => act,
    };
    if let Some(deed) = by_its_end(whole, rest, act) {
        return deed;
    }
    let (object, other) = object_and_other(whole, rest, act);
    // "Give Abel a silver piece to show me the way": the purpose is not the recipient.
    let other = if matches!(act, Act::Give | Act::Pay) && find_verb(other, false).is_some() { "" } else { other };
    let (object, other) = match act {
        Act::Give if other.is_empty() => given(object),
        _ => (object.to_owned(), other.to_owned()),
    };
    let most = if object.contains(" and ") { 14 } else { 6 };
    Deed { other: cut_words(&other, 8), ..Deed::of(act, cut_words(&object, most)) }
}

/// A thing that is put somewhere, and where that is; nothing if it is only a place.
pub(super) fn placed(words: &str) -> (String, String) {
    let (object, other) = parted(bare(words), PLACED);
    (cut_words(object, 6), cut_words(other, 8))
}

const TRADES: [&str; 4] = ["trade", "swap", "exchange", "barter"];

/// A command that is known by more than its verb.
fn by_phrase(whole: &str, words: &str, act: Act) -> Option<Deed> {
    if let Some(way) = way_word(words.trim()).filter(|_| matches!(act, Act::Go | Act::Climb | Act::Leave)) {
        return Some(Deed::of(Act::Go, way));
    }
    // "Show me the map" looks at it.
    if let Some(rest) = whole.strip_prefix("show me ").or(whole.strip_prefix("let me see ")) {
        return Some(Deed::of(Act::Look, cut_words(bare(rest), 6)));
    }
    // "Trade my lute for honey" parts with the lute.
    let traded = whole.split_once(" my ").filter(|(verb, _)| act == Act::Buy && TRADES.contains(verb));
    if let Some((what, _)) = traded.and_then(|(_, rest)| rest.split_once(" for ")) {
        return Some(Deed::of(Act::Sell, cut_words(what, 6)));
    }
    // "Ask her about the nets": the nets are not hers.
    if let Some((whom, rest)) = words.trim().split_once(' ').filter(|_| matches!(act, Act::Talk | Act::Persuade))
        && let Some((at, about)) = rest.split_once(' ')
        && is_pronoun(whom)
        && ABOUT.contains(&at)
        && !SAID.iter().any(|verb| starts(whole, verb))
    {
        return Some(Deed { other: cut_words(bare(about), 8), ..Deed::of(act, whom) });
    }
    // "Make it thirty" asks for more.
    if act == Act::Talk && whole.starts_with("make it ") {
        return Some(Deed { other: "more gold".into(), ..Deed::of(act, "") });
    }
    if act == Act::Go && words.trim().is_empty() && ["go back", "turn back", "return"].contains(&whole) {
        return Some(Deed::of(Act::Go, "back"));
    }
    if let Some(topic) = words.trim().strip_prefix("about ").filter(|_| act == Act::Talk) {
        return Some(Deed { other: cut_words(bare(topic), 8), ..Deed::of(act, "") });
    }
    let of = pocket_of(whole).filter(|_| act == Act::Take)?;
    Some(Deed { other: cut_words(bare(of), 6), ..Deed::of(Act::Steal, "pocket") })
}

/// A command that another word makes another one of: "put the cloak on", "give me the corkscrew", "leave my lute alone".
fn by_its_end(whole: &str, rest: &str, act: Act) -> Option<Deed> {
    match act {
        Act::Drop if whole.starts_with("put ") && rest.ends_with(" on") => {
            Some(Deed::of(Act::Use, cut_words(rest.strip_suffix(" on")?, 6)))
        }
        Act::Give if rest.starts_with("me ") => {
            Some(Deed { other: "me".into(), ..Deed::of(act, cut_words(bare(rest.strip_prefix("me ")?), 6)) })
        }
        Act::Leave | Act::Drop => {
            let what = rest.strip_suffix(" alone")?;
            Some(Deed::of(Act::Refrain, format!("bother with {what}")))
        }
        _ => None,
    }
}

/// The object of a command, and the rest: receiver, topic, tool.
fn object_and_other<'t>(whole: &str, rest: &'t str, act: Act) -> (&'t str, &'t str) {
    let at = match act {
        Act::Drop => PLACED,
        Act::Talk | Act::Persuade => ABOUT,
        Act::Give | Act::Sell | Act::Pay => &["to", "for"],
        Act::Stunt => AROUND,
        _ => WITH,
    };
    let (object, other) = parted(rest, at);
    if !matches!(act, Act::Talk | Act::Persuade) {
        return (object, other);
    }
    // "Say hello" is for the people here.
    match SAID.iter().any(|verb| starts(whole, verb)) {
        true if other.is_empty() => ("", object),
        true => (other, object),
        false => (object, other),
    }
}

/// A known spell that is named in a clause which could be its casting.
fn spoken(whole: &str, act: Option<Act>, spells: &[String]) -> Option<Deed> {
    let may = match act {
        None => |_: &str| true,
        // Light a torch, sleep, hide: a spell of one word is meant only where it is cast.
        Some(Act::Attack | Act::Use | Act::Tend | Act::Stunt | Act::Force) => {
            |name: &str| name.contains(' ') || ONLY_SPELLS.contains(&name)
        }
        Some(Act::Cast) => |_: &str| true,
        Some(_) => |_: &str| false,
    };
    // Light is no part of a lightning bolt.
    let padded = format!(" {whole} ");
    let fits = |spell: &&String| padded.contains(&format!(" {} ", spell.to_lowercase()));
    let name = spells.iter().filter(fits).max_by_key(|spell| spell.len())?.to_lowercase();
    // "Burning hands" burns no one's hands.
    let used = act == Some(Act::Use) && find_verb(whole, false).is_some_and(|(n, _)| starts(bare(&whole[n..]), &name));
    let called = used || name.contains(' ') && starts(whole, &name);
    if !called && (!may(&name) || (act.is_none() && !starts(whole, &name))) {
        return None;
    }
    let rest = whole.replacen(&name, " ", 1);
    let rest = find_verb(rest.trim(), false).map_or(rest.trim(), |(n, _)| rest.trim().get(n..).unwrap_or_default());
    Some(Deed { other: cut_words(bare(rest), 6), words: cut_words(whole, 12), ..Deed::of(Act::Cast, name) })
}

/// A question for anybody here.
fn wondered(clause: &str) -> Option<Deed> {
    let asks = questions::is_question(clause) || questions::is_question(lead_in(clause).0);
    asks.then(|| Deed { other: cut_words(clause, 10), ..Deed::of(Act::Talk, "") })
}

pub(crate) fn bare(text: &str) -> &str {
    let mut rest = text.trim().trim_matches([',', ':', '\'', '?']).trim();
    rest = rest.strip_prefix("about ").unwrap_or(rest);
    while let Some(next) = SMALL_WORDS.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = next.trim_start();
    }
    // "At her" is her, "her purse" is the purse.
    if is_pronoun(rest) {
        return rest;
    }
    if SMALL_WORDS.iter().any(|word| word.trim() == rest) { "" } else { rest }
}

fn starts(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
}

fn cut_words(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(most).filter(|word| word.chars().count() < 30).collect();
    words.join(" ").trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

#[cfg(test)]
mod tests;
