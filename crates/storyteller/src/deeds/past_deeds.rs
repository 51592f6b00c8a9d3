//! Answers questions about the past from what changed in it.

use game::past::{DeedKind, Denial, DenialKind, MAX_LISTED, PastDeed, PastQuestion, PastQuestionKind, WhichEnd};
use serde_json::json;

use crate::{
    chance::Chance,
    focus, intent, long_ago,
    phrases::lines,
    play::{Play, Step},
    prose::{plainly, the},
    template::expand,
    world::{in_text, titled},
};

use super::remembering::everybody;

/// What points at a person.
const PERSON_POINTERS: [&str; 6] = ["he", "she", "him", "her", "they", "them"];

/// What came of a question that changes may answer.
pub(super) enum ToldPast {
    /// It was answered.
    Answered,
    /// It is none, or words may answer it.
    Open,
    /// No change knows of it: this is said if words don't either.
    Doubtful(Denial),
}

/// Tells the deeds that answer the player's question, or that there are none.
pub(super) fn told(play: &mut Play<'_>) -> Step<ToldPast> {
    let Some((question, words)) = asked(play).filter(|(question, _)| question.is_of_something()) else {
        return Ok(ToldPast::Open);
    };
    let found = play.look_up("query_session_memory", json!({"query_type": "past", "query": words}))?;
    if found.deeds.is_empty() {
        let is_free =
            question.asks == PastQuestionKind::Owed && question.about.is_empty() && play.table.quests.is_empty();
        if is_free && play.reading.script.is_none() {
            play.say(lines::OWES_NOTHING, &[]);
            return Ok(ToldPast::Answered);
        }
        return Ok(match found.denial {
            Some(denial) if denial.kind.is_sure() => {
                deny(play, &denial);
                ToldPast::Answered
            }
            Some(denial) => ToldPast::Doubtful(denial),
            None => ToldPast::Open,
        });
    }
    // A full list may leave some out, so its deeds are not counted aloud.
    if question.end == Some(WhichEnd::All) && found.deeds.len() < MAX_LISTED {
        play.add(lines::COUNTED, &[("times", times(found.deeds.len()))]);
    } else {
        play.add(lines::COMES_BACK, &[]);
    }
    for deed in &found.deeds {
        play.prose.paragraph();
        let when = long_ago::when(&play.table, (deed.at.day, deed.at.hour.into(), deed.at.minute.into()));
        let place = match deed.place.is_empty() || deed.kind == DeedKind::Arrived {
            true => String::new(),
            false => format!(", at {}", in_text(&deed.place)),
        };
        let told = match deed.told.contains(['“', '\n']) || deed.told.is_empty() {
            true => String::new(),
            false => format!(" “{}”", deed.told),
        };
        let sentence = format!("{when}{place} (turn {}): {}.{told}", deed.seq, sentence(play, deed));
        play.prose.push(&sentence);
    }
    Ok(ToldPast::Answered)
}

/// Whether the player asks about the heroes' own deeds, without addressing another person.
pub(super) fn is_of_own_past(play: &Play<'_>) -> bool {
    let words = play.reading.words.to_lowercase();
    let asks_someone = words.split(|c: char| !c.is_alphanumeric()).any(|word| ["you", "your"].contains(&word));
    let question = PastQuestion::read(&words).filter(|_| !asks_someone);
    question.is_some_and(|question| question.is_own || question.asks == PastQuestionKind::Did)
}

/// Says that something did not happen.
pub(super) fn deny(play: &mut Play<'_>, denial: &Denial) {
    let stock = match denial.kind {
        DenialKind::StillCarried => lines::STILL_CARRIED,
        DenialKind::NeverGiven => lines::NEVER_GIVEN,
        DenialKind::HadFromTheStart => lines::HAD_FROM_THE_START,
        DenialKind::NeverGot => lines::NEVER_GOT,
        DenialKind::GaveNothing if denial.about.is_empty() => lines::GAVE_NOTHING,
        DenialKind::GaveNothing => lines::GAVE_THEM_NOTHING,
        DenialKind::SoldNothing => lines::SOLD_NOTHING,
        DenialKind::BoughtNothing => lines::BOUGHT_NOTHING,
        DenialKind::KilledNobody if denial.about.is_empty() => lines::KILLED_NOBODY,
        DenialKind::KilledNobody => lines::NEVER_KILLED,
        DenialKind::NeverMet => lines::NEVER_MET,
        DenialKind::MetNobody => lines::MET_NOBODY,
        DenialKind::NeverThere => lines::NEVER_THERE,
        DenialKind::NeverAsked => lines::NEVER_ASKED,
        DenialKind::NotDone => lines::NOT_DONE,
        DenialKind::OwesNothing if denial.about.is_empty() => lines::OWES_NOTHING,
        DenialKind::OwesNothing => lines::OWES_THEM_NOTHING,
    };
    let about = as_written(play, &denial.about);
    let thing = the(&plainly(&about));
    play.say(stock, &[("about", &about), ("thing", &thing), ("place", &in_text(&about))]);
}

/// A name in lower case as it is written, where there is one such person or place.
fn as_written(play: &Play<'_>, name: &str) -> String {
    let known = everybody(play).into_iter().find(|known| known.eq_ignore_ascii_case(name));
    known.unwrap_or_else(|| play.world.cased(&in_players_letters(&play.reading.words, name)))
}

/// The words as the player wrote them.
fn in_players_letters(words: &str, name: &str) -> String {
    let lower = words.to_lowercase();
    let at = lower.find(name).filter(|_| lower.len() == words.len());
    at.and_then(|at| words.get(at..at + name.len())).unwrap_or(name).to_owned()
}

/// How often, in words.
fn times(n: usize) -> &'static str {
    ["never", "once", "twice", "three times", "four times", "five times"].get(n).copied().unwrap_or("many times")
}

/// The question, and the same in words that name what it points at.
fn asked(play: &Play<'_>) -> Option<(PastQuestion, String)> {
    let words = play.reading.words.trim();
    let plainly = PastQuestion::read(words);
    let is_plain = plainly.as_ref().is_some_and(|question| question.asks != PastQuestionKind::Did);
    let mended = || PastQuestion::read(&intent::mended(&intent::plain(words), &everybody(play), &[]));
    let question = if is_plain { plainly } else { mended().or(plainly) }?;
    let Some(pointer) = &question.pointer else { return Some((question, words.to_owned())) };
    let named = match PERSON_POINTERS.contains(&pointer.as_str()) {
        true => {
            let names = everybody(play);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            focus::last_mentioned(play, &names).map(|at| names[at].to_owned())
        }
        false => play.reading.asked.last().and_then(|before| PastQuestion::read(before)).map(|before| before.about),
    };
    let Some(named) = named.filter(|named| !named.is_empty()) else { return Some((question, words.to_owned())) };
    let is_pointer = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(pointer);
    let with_name = |word| if is_pointer(word) { named.as_str() } else { word };
    let words = words.split_whitespace().map(with_name).collect::<Vec<_>>().join(" ");
    let question = PastQuestion::read(&words)?;
    Some((question, words))
}

/// A deed as a sentence without its end.
fn sentence(play: &Play<'_>, deed: &PastDeed) -> String {
    let stock = match deed.kind {
        DeedKind::Arrived => lines::DEED_ARRIVED,
        DeedKind::Met => lines::DEED_MET,
        DeedKind::Spoke => lines::DEED_SPOKE,
        DeedKind::Got => lines::DEED_GOT,
        DeedKind::Bought => lines::DEED_BOUGHT,
        DeedKind::Stole => lines::DEED_STOLE,
        DeedKind::Gave => lines::DEED_GAVE,
        DeedKind::Sold => lines::DEED_SOLD,
        DeedKind::Left => lines::DEED_LEFT,
        DeedKind::Lost => lines::DEED_LOST,
        DeedKind::Asked => lines::DEED_ASKED,
        DeedKind::Promised if deed.other.is_empty() => lines::DEED_PROMISED,
        DeedKind::Promised => lines::DEED_PROMISED_TO,
        DeedKind::Owes => return deed.about.clone(),
        DeedKind::Done => lines::DEED_DONE,
        DeedKind::Failed => lines::DEED_FAILED,
        DeedKind::Died => lines::DEED_DIED,
        DeedKind::Revived => lines::DEED_REVIVED,
        DeedKind::Moved => lines::DEED_MOVED,
        DeedKind::Attacked => lines::DEED_ATTACKED,
    };
    let is_own = deed.hero.is_empty() || deed.hero.eq_ignore_ascii_case(&play.hero.name);
    let (who, whose) = match is_own {
        true => ("you".to_owned(), "your".to_owned()),
        false => (deed.hero.clone(), format!("{}’s", deed.hero)),
    };
    let hero = |name: &str| if name.eq_ignore_ascii_case(&play.hero.name) { "you".to_owned() } else { in_text(name) };
    let thing = the(&plainly(&deed.about));
    let (about, other, place) = (hero(&deed.about), hero(&deed.other), in_text(&deed.about));
    let other = if deed.kind == DeedKind::Asked { titled(&other) } else { other };
    let slots = [
        ("who", who.as_str()),
        ("whose", &whose),
        ("about", &about),
        ("thing", &thing),
        ("other", &other),
        ("place", &place),
    ];
    expand(stock.first().copied().unwrap_or_default(), &slots, &[], &mut Chance::new(0))
}
