//! Talk by the script: a question goes to whoever it is for; what they have to say of it is told as it is written.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::storyteller::{
    intent::slipped,
    play::{Play, Step, significant, word_alike},
    prose::the,
};

use super::{
    Turn, advance, aside,
    block::{Script, Somebody},
    deeds, line, lines,
    nouns::{self, Meant},
    tell,
};

/// Looks into the campaign that one turn may take.
const MOST_LOOKS: usize = 3;

/// Says something to somebody, or asks it.
pub(super) fn say(play: &mut Play<'_>, script: &Script, turn: &mut Turn, to: Option<&str>, about: &str) -> Step {
    let named = to.and_then(|id| script.people.iter().find(|one| one.id == id));
    let Some(one) = named.or_else(|| nouns::partner(play, script, turn.person.as_deref())) else {
        return to_nobody(play, script, turn, about);
    };
    turn.person = Some(one.id.clone());
    if significant(about).is_empty() || is_greeting(about) {
        return greet(play, script, turn, one);
    }
    if hears(play, script, turn, one, &question(about))? {
        return Ok(());
    }
    // Whoever was not named may be another one.
    let others: Vec<&Somebody> = match named {
        Some(_) => vec![one],
        None => std::iter::once(one).chain(script.people.iter().filter(|other| other.id != one.id)).collect(),
    };
    let looks =
        others.iter().take(MOST_LOOKS).map(|one| ("query_campaign", json!({"query_type": "npc", "id": one.id})));
    let answers = play.ask(looks.collect())?;
    let knows = others.iter().zip(answers).find_map(|(one, answer)| {
        let word = topic_of(&answer?.json(), about)?;
        Some((*one, word))
    });
    if let Some((one, word)) = knows
        && hears(play, script, turn, one, &word)?
    {
        turn.person = Some(one.id.clone());
        return Ok(());
    }
    play.say(lines::NO_WORD_FOR_IT, &[("name", &one.name)]);
    Ok(())
}

/// Asks somebody; answers whether they had something to say.
fn hears(play: &mut Play<'_>, script: &Script, turn: &mut Turn, one: &Somebody, about: &str) -> Step<bool> {
    let answer = advance(play, "ask", &one.id, about)?;
    if answer.is_error {
        return Ok(false);
    }
    let result = answer.json();
    let said = result["told"][0].as_str().unwrap_or_default();
    if !said.is_empty() && play.reading.told.iter().any(|told| told.contains(said)) {
        play.say(lines::SAYS_AGAIN, &[("name", &one.name)]);
    }
    tell(play, script, turn, &result);
    Ok(true)
}

/// Greets somebody, who says who they are, once.
fn greet(play: &mut Play<'_>, script: &Script, turn: &mut Turn, one: &Somebody) -> Step {
    let answer = advance(play, "ask", &one.id, "who are you, hello, your name, yourself")?;
    let result = answer.json();
    let said = result["told"][0].as_str().unwrap_or_default();
    let is_new = !said.is_empty() && !play.reading.told.iter().any(|told| told.contains(said));
    match is_new && !answer.is_error {
        true => tell(play, script, turn, &result),
        false => play.say(lines::WAITS_FOR_WORDS, &[("name", &one.name)]),
    }
    let others = script.people.iter().filter(|other| other.id != one.id).map(|other| other.name.clone());
    let things = deeds::distinct(script).into_iter().map(|thing| the(&thing.name));
    let mut matters: Vec<String> = others.take(1).chain(things).take(3).collect();
    let n = play.reading.told.len() % matters.len().max(1);
    matters.rotate_left(n);
    matters.truncate(2);
    if !matters.is_empty() {
        play.prose.paragraph();
        line(play, lines::ASK_ABOUT, &[("name", &one.name), ("things", &matters.join(" or "))]);
    }
    Ok(())
}

fn is_greeting(about: &str) -> bool {
    const HELLO: [&str; 16] = [
        "hello",
        "hi",
        "hey",
        "you",
        "yourself",
        "good day",
        "good morning",
        "good evening",
        "greetings",
        "who are you",
        "hello there",
        "name",
        "your name",
        "how are you",
        "what is your name",
        "what's your name",
    ];
    HELLO.contains(&about.trim().trim_matches(['?', '!', '.']))
}

/// Words that ask and are not asked about.
const ASKING: [&str; 40] = [
    "who",
    "what",
    "where",
    "when",
    "why",
    "how",
    "which",
    "whose",
    "who's",
    "what's",
    "where's",
    "do",
    "does",
    "did",
    "can",
    "could",
    "would",
    "will",
    "should",
    "know",
    "think",
    "tell",
    "me",
    "about",
    "anything",
    "something",
    "say",
    "have",
    "has",
    "had",
    "was",
    "were",
    "are",
    "be",
    "been",
    "there",
    "please",
    "it",
    "so",
    "any",
];

/// A question as it is matched with what people have to say: its words of weight, in both numbers. A question with none is
/// asked as it stands.
fn question(about: &str) -> String {
    let weighs =
        |word: &String| !ASKING.contains(&word.as_str()) && !["he", "she", "they", "we"].contains(&word.as_str());
    let words: Vec<String> = significant(about).into_iter().filter(weighs).collect();
    if words.is_empty() {
        return about.to_owned();
    }
    let low = about.to_lowercase().replace('’', "'");
    let asked = low
        .split_whitespace()
        .filter(|word| !ASKING[..11].contains(&word.trim_matches(|c: char| !c.is_alphanumeric())));
    let mut all = asked.collect::<Vec<_>>().join(" ");
    for word in words {
        let one = word.trim_end_matches("'s");
        for form in [one, one.trim_end_matches('s'), &format!("{one}s")] {
            if form.len() > 2 && form != word {
                all.push_str(&format!(" {form}"));
            }
        }
    }
    all
}

/// The word of a topic somebody has that is nearest to what they are asked.
fn topic_of(person: &Value, about: &str) -> Option<String> {
    let asked: Vec<String> = significant(about).into_iter().filter(|word| !ASKING.contains(&word.as_str())).collect();
    let topics = person["topics"].as_array()?;
    let words =
        || topics.iter().flat_map(|topic| topic["about"].as_array().into_iter().flatten()).filter_map(Value::as_str);
    let by = |alike: fn(&str, &str) -> bool| {
        words()
            .find(|word| significant(word).iter().any(|part| asked.iter().any(|said| alike(part, said))))
            .map(str::to_owned)
    };
    by(word_alike).or_else(|| by(kin)).or_else(|| by(slipped))
}

/// Whether two words are of one kin: they begin alike.
fn kin(a: &str, b: &str) -> bool {
    let n = a.len().min(b.len());
    n >= 4 && a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count() >= n.max(5) - 1
}

fn to_nobody(play: &mut Play<'_>, script: &Script, turn: &mut Turn, about: &str) -> Step {
    // A question into the air about what is here is a look at it.
    if !script.people.is_empty() {
        let all = script.cast();
        let (last, most) = (all.last().cloned().unwrap_or_default(), all[..all.len() - 1].join(", "));
        play.say(lines::TO_WHOM, &[("people", &format!("{most} or {last}"))]);
        return Ok(());
    }
    if let Meant::One(thing) = nouns::things(script, about) {
        let name = thing.name.clone();
        return deeds::look(play, script, turn, &name);
    }
    play.say(lines::NOBODY_TO_ASK, &[]);
    Ok(())
}

/// Shows somebody a thing, or gives it: they say what they have to say of it.
pub(super) fn show(play: &mut Play<'_>, script: &Script, turn: &mut Turn, what: &str, to: Option<&str>) -> Step {
    let known: BTreeMap<&str, &str> = script.people.iter().map(|one| (one.id.as_str(), one.name.as_str())).collect();
    if known.is_empty() {
        return aside::nobody_to_show(play, script, turn, what);
    }
    let thing = match nouns::points(what) {
        true => nouns::it(play, script, turn.thing.as_deref()).map(|thing| thing.name.clone()),
        false => None,
    };
    say(play, script, turn, to, thing.as_deref().unwrap_or(what))
}
