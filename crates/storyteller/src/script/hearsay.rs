//! Repetition: a question about something in the narration gets it again, and a person who is asked the wrong
//! thing suggests other topics. Nothing unnarrated is mentioned.

use crate::words::script::hearsay::EMPTY;
use serde_json::Value;

use crate::{
    play::{Play, significant, word_alike},
    prose::{capitalised, sentences},
};

use super::block::Script;

/// Tellings that are searched for an answer.
const LATELY: usize = 12;
/// Most suggested topics of a person.
const MOST: usize = 3;
/// What is meant by pay, however it is counted.
const PAY: [&str; 7] = ["pay", "paid", "reward", "payment", "money", "fee", "wage"];
const COINS: [&str; 8] = ["gold", "silver", "crowns", "crown", "coins", "coin", "pence", "purse"];

/// The sentence of the narration or findings that answers a question; none if nothing does.
pub(super) fn answer(play: &Play<'_>, script: &Script, question: &str) -> Option<String> {
    let asked: Vec<String> =
        significant(question).into_iter().filter(|word| !EMPTY.contains(&word.as_str()) && word.len() > 2).collect();
    if asked.is_empty() {
        return None;
    }
    let reading = play.reading;
    let opening = std::iter::once(&reading.table.scene);
    let texts = reading.told.iter().rev().take(LATELY).chain(opening).chain(script.found.iter());
    let all: Vec<String> = texts.flat_map(|text| text.lines().flat_map(sentences).collect::<Vec<_>>()).collect();
    let score = |sentence: &String| {
        let words = significant(sentence);
        let has = |word: &&String| {
            let pay = PAY.contains(&word.as_str()) && words.iter().any(|own| COINS.contains(&own.as_str()));
            pay || words.iter().any(|own| word_alike(own, word))
        };
        asked.iter().filter(has).count()
    };
    // All of one or two words, or the greater part of more.
    let enough = |n: usize| if asked.len() <= 2 { n == asked.len() } else { n * 3 >= asked.len() * 2 };
    let fit = all.iter().map(|sentence| (score(sentence), sentence)).filter(|(n, it)| enough(*n) && is_telling(it));
    fit.max_by_key(|(n, it)| (*n, usize::MAX - it.len())).map(|(_, sentence)| sentence.clone())
}

/// Whether a sentence tells something, rather than offers or asks.
fn is_telling(sentence: &str) -> bool {
    let offers = ["(1)", "you can ", "You can", "You could", "you could", "You might", "You may", "?", "take a closer"];
    sentence.split(' ').count() > 4 && !offers.iter().any(|word| sentence.contains(word))
}

/// What someone could be asked instead, by words the player has met: those of the topics they have not spoken on.
pub(super) fn topics(play: &Play<'_>, person: &Value) -> Vec<String> {
    let reading = play.reading;
    let told: String = reading.told.iter().chain([&reading.table.scene]).cloned().collect::<Vec<_>>().join("\n");
    let low = told.to_lowercase();
    let fresh = person["topics"].as_array().into_iter().flatten().filter(|topic| {
        let says = topic["says"].as_str().unwrap_or_default();
        !says.is_empty() && !told.contains(says)
    });
    let named = |topic: &Value| {
        let words = topic["about"].as_array()?.iter().filter_map(Value::as_str);
        words.filter(|word| word.len() > 2 && !["name", "who", "yourself", "work", "job"].contains(word)).find_map(
            |word| {
                let name = capitalised(word);
                let is_name = told.contains(&format!(" {name}")) && !low.contains(&format!("the {word}"));
                let seen = low.contains(&format!("the {word}"));
                is_name.then_some(name).or_else(|| seen.then(|| format!("the {word}")))
            },
        )
    };
    let mut all: Vec<String> = fresh.filter_map(named).collect();
    all.dedup();
    let n = reading.told.len() % all.len().max(1);
    all.rotate_left(n);
    all.truncate(MOST);
    all
}
