//! Answers questions about the past from what changed in it.

use game::past::{DeedKind, PastDeed, PastQuestion, PastQuestionKind};
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

/// Tells the deeds that answer the player's question; returns whether it was one and there are any.
pub(super) fn told(play: &mut Play<'_>) -> Step<bool> {
    let Some((question, words)) = asked(play).filter(|(question, _)| question.is_of_something()) else {
        return Ok(false);
    };
    let found = play.look_up("query_session_memory", json!({"query_type": "past", "query": words}))?;
    if found.deeds.is_empty() {
        let is_free =
            question.asks == PastQuestionKind::Owed && question.about.is_empty() && play.table.quests.is_empty();
        if is_free && play.reading.script.is_none() {
            play.say(lines::OWES_NOTHING, &[]);
        }
        return Ok(is_free && play.reading.script.is_none());
    }
    play.add(lines::COMES_BACK, &[]);
    for deed in &found.deeds {
        play.prose.paragraph();
        let when = long_ago::when(&play.table, (deed.at.day, deed.at.hour.into(), deed.at.minute.into()));
        let place = match deed.place.is_empty() || deed.kind == DeedKind::Arrived {
            true => String::new(),
            false => format!(", at {}", in_text(&deed.place)),
        };
        let sentence = format!("{when}{place} (turn {}): {}.", deed.seq, sentence(play, deed));
        play.prose.push(&sentence);
    }
    Ok(true)
}

/// The question, and the same in words that name what it points at.
fn asked(play: &Play<'_>) -> Option<(PastQuestion, String)> {
    let words = play.reading.words.trim();
    let question = PastQuestion::read(words).or_else(|| {
        let names = everybody(play);
        PastQuestion::read(&intent::mended(&intent::plain(words), &names, &[]))
    })?;
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
