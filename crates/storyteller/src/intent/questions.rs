//! Questions to the game rather than to a person in it.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{
    Act, Deed, bare, cut_words,
    sought::{asks_for_people, is_way_out, of_reward},
};
use crate::words::intent::questions::{MATTERS, NUMBERS, OWNS, STARTS};

/// Beginnings of questions and what they ask for; what follows is what it is about. The first that fits counts.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"), deny_unknown_fields)]
struct Row {
    act: Act,
    starts: Vec<&'static str>,
}

fn rows() -> Vec<Row> {
    crate::content::read(include_str!("../content/questions.json"))
}

static ASKED: LazyLock<Vec<(&str, Act)>> = LazyLock::new(|| {
    let rows = rows().into_iter();
    rows.flat_map(|row| row.starts.into_iter().map(move |start| (start, row.act))).collect()
});

/// How the questions begin.
pub(super) fn starts() -> impl Iterator<Item = &'static str> {
    ASKED.iter().map(|(start, _)| *start)
}

/// What a question asks of the table; none if it is for someone there, or no question.
pub(super) fn asked(clause: &str) -> Option<Deed> {
    let text = clause.trim_end_matches('?').trim();
    if of_reward(text) {
        return Some(Deed { other: "my reward".into(), ..Deed::of(Act::Talk, "") });
    }
    if let Some(act) = of_the_sheet(text) {
        return Some(Deed::of(act, ""));
    }
    if let Some(deed) = of_the_pack(text) {
        return Some(deed);
    }
    let (start, act) = ASKED.iter().find(|(start, _)| super::starts(text, start))?;
    let raw = text.get(start.len()..).unwrap_or_default();
    let rest = bare(raw);
    // "Time to go" is no question; the word alone is.
    if !start.contains([' ', '\'']) && !rest.is_empty() {
        return None;
    }
    let rest = [
        "look like",
        "called",
        "here",
        "do",
        "say",
        "there",
        "near here",
        "nearby",
        "anywhere",
        "around",
        "around here",
    ]
    .iter()
    .fold(rest, |rest, end| rest.strip_suffix(end).unwrap_or(rest).trim_end());
    let object = cut_words(rest, 6);
    Some(match act {
        Act::Talk => Deed { other: "trouble".into(), ..Deed::of(*act, "") },
        Act::Look if ["you", "your name", "your trade"].contains(&object.as_str()) => {
            Deed { other: object, ..Deed::of(Act::Talk, "") }
        }
        // What the job is, or the matter, is for someone here to say.
        Act::Look | Act::Wonder if is_matter(&object) => Deed { other: object, ..Deed::of(Act::Talk, "") },
        // A name is for someone to say, and the way out is no thing.
        Act::Look if object.starts_with("name of ") => Deed { other: object, ..Deed::of(Act::Talk, "") },
        Act::Look if ["is there", "are there"].contains(start) && is_way_out(&object) => Deed::of(Act::Ways, ""),
        Act::Look if start.starts_with("is there any") && asks_for_people(&object) => Deed::of(Act::Look, "people"),
        Act::Look if start.starts_with("who") || start.starts_with("is any") => Deed::of(Act::Look, "people"),
        Act::Look if object.starts_with("to kill") || object.starts_with("to fight") => Deed::of(Act::Help, ""),
        // What someone is afraid of is nothing to be examined.
        Act::Look if asks_into(&object) => Deed::of(Act::Wonder, object),
        Act::Look if raw.trim_start().starts_with("your ") => {
            Deed { other: cut_words(raw, 6), ..Deed::of(Act::Talk, "") }
        }
        Act::Who if object == "you" => Deed { other: object, ..Deed::of(Act::Talk, "") },
        _ => Deed::of(*act, object),
    })
}

/// A question about the hero's own things: "how many arrows do I have left", "what weapons have I got".
fn of_the_pack(text: &str) -> Option<Deed> {
    let rest = ["how many ", "how much ", "what ", "which ", "any ", "got any ", "do i have any ", "have i got any "]
        .iter()
        .find_map(|start| text.strip_prefix(start))?;
    let (what, _) = OWNS
        .iter()
        .find_map(|owns| rest.split_once(owns))
        .filter(|(what, _)| !what.contains(' ') || what.split(' ').count() < 4)?;
    Some(match what {
        "do" | "did" | "can" | "should" => return None,
        "hp" | "hit points" | "health" | "hitpoints" | "life" => Deed::of(Act::Status, ""),
        "spells" | "spell slots" | "slots" | "cantrips" | "magic" => Deed::of(Act::Spells, ""),
        "else" | "things" | "stuff" | "items" | "gear" | "equipment" | "gold" | "money" | "coins" | "silver"
        | "copper" => Deed::of(Act::Inventory, ""),
        what if ["other", "choice", "choices", "time", "idea", "options", "quests", "errands", "clues", "level"]
            .iter()
            .any(|no| what.contains(no)) =>
        {
            return None;
        }
        what => Deed::of(Act::Inventory, bare(what)),
    })
}

/// Whether a question is for something on the hero's own sheet: "what's my hp", "how much money have I".
fn of_the_sheet(text: &str) -> Option<Act> {
    let rest = ["what's my ", "what is my ", "what are my ", "show my ", "check my ", "my ", "how is my ", "how's my "]
        .iter()
        .find_map(|start| text.strip_prefix(start))?;
    let words: Vec<&str> = rest.split(' ').collect();
    let money = ["gold", "money", "purse", "coins", "inventory", "pack", "equipment", "items"];
    match words.as_slice() {
        [first, ..] if words.len() < 4 && NUMBERS.contains(first) => Some(Act::Status),
        [one] if money.contains(one) => Some(Act::Inventory),
        _ => None,
    }
}

/// Whether what is asked for ends in the air: "Jem afraid of", "they looking for".
fn asks_into(object: &str) -> bool {
    object.contains(' ')
        && ["of", "about", "for", "after", "into"].iter().any(|end| object.ends_with(&format!(" {end}")))
}

/// Whether a short question is about a matter: "the job", "it pay".
fn is_matter(object: &str) -> bool {
    let words: Vec<&str> = object.split(' ').filter(|word| !["all", "the", "this", "about"].contains(word)).collect();
    let names = |word: &&str| MATTERS.contains(word);
    words.len() <= 2 && words.last().is_some_and(names) || words.len() <= 3 && words.first().is_some_and(names)
}

/// Whether a clause begins as a question does.
pub(crate) fn is_question(text: &str) -> bool {
    text.ends_with('?') || STARTS.iter().any(|start| super::starts(text, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_beginning_of_a_question_can_be_reached() {
        let all: Vec<(&str, Act)> = rows().iter().flat_map(|row| row.starts.iter().map(|it| (*it, row.act))).collect();
        assert!(all.len() > 100);
        for (i, (start, act)) in all.iter().enumerate() {
            assert!(!start.is_empty() && *start == start.trim() && *start == start.to_lowercase(), "{start:?}");
            let hides = all[..i].iter().find(|(before, other)| other != act && crate::intent::starts(start, before));
            assert!(hides.is_none(), "{start:?} is hidden by {hides:?}");
        }
    }
}
