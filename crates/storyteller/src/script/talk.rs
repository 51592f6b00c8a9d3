//! Scripted conversation: a question goes to the person who can answer it; the answer is narrated verbatim.

use crate::words::script::talk::{ASKING, AT_LARGE, HELLO};
use std::collections::BTreeMap;

use game::story_fact::StoryFact;
use serde_json::{Value, json};

use crate::{
    intent::slipped,
    play::{Play, Step, significant, word_alike},
    prose::{either, the},
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

/// Says something to someone, or asks it.
pub(super) fn say(play: &mut Play<'_>, script: &Script, turn: &mut Turn, to: Option<&str>, about: &str) -> Step {
    let named = to.and_then(|id| script.people.iter().find(|one| one.id == id));
    let greets = significant(about).is_empty() || is_greeting(about);
    let partner = named.or_else(|| nouns::partner(play, script, turn.person.as_deref()));
    let Some(one) = partner.or_else(|| script.people.first().filter(|_| greets)) else {
        return to_nobody(play, script, turn, about);
    };
    turn.person = Some(one.id.clone());
    if greets {
        return greet(play, script, turn, one);
    }
    // Anyone who was not named may be another one.
    let others: Vec<&Somebody> = match named {
        Some(_) => vec![one],
        None => std::iter::once(one).chain(script.people.iter().filter(|other| other.id != one.id)).collect(),
    };
    if told_of(play, script, turn, &others, about)? {
        return Ok(());
    }
    at_a_loss(play, script, one, about)
}

/// Someone has no answer: it was narrated already, is the main subject, or it was no question; else
/// they say so, and what they could be asked instead is said with it.
fn at_a_loss(play: &mut Play<'_>, script: &Script, one: &Somebody, about: &str) -> Step {
    if AT_LARGE.iter().any(|start| about.starts_with(start)) {
        super::hints::hint(play, script);
        return Ok(());
    }
    if ["joke", "riddle", "story", "tale", "poem"].iter().any(|it| about.split(' ').any(|word| word == *it)) {
        line(play, lines::HEARS_A_JOKE, &[("name", &one.name)]);
        return Ok(());
    }
    let asks = crate::intent::is_question(about);
    if let Some(known) = super::hearsay::answer(play, script, about).filter(|_| asks) {
        line(play, lines::WAS_TOLD, &[]);
        play.prose.push(&known);
        return Ok(());
    }
    if !asks && about.split(' ').count() > 3 {
        line(play, lines::HEARS_OUT, &[("name", &one.name)]);
        return Ok(());
    }
    play.say(lines::NO_WORD_FOR_IT, &[("name", &one.name)]);
    let person = play.ask(vec![("query_campaign", json!({"query_type": "npc", "id": one.id}))])?.pop().flatten();
    let topics = super::hearsay::topics(play, &person.unwrap_or_default().json());
    if !topics.is_empty() {
        line(play, lines::ASK_ABOUT, &[("name", &one.name), ("things", &either(&topics))]);
    }
    Ok(())
}

/// Asks the first of these who has something to say of it; returns whether one had.
fn told_of(play: &mut Play<'_>, script: &Script, turn: &mut Turn, people: &[&Somebody], about: &str) -> Step<bool> {
    let looks =
        people.iter().take(MOST_LOOKS).map(|one| ("query_campaign", json!({"query_type": "npc", "id": one.id})));
    let answers = play.ask(looks.collect())?;
    let knows = people.iter().zip(answers).find_map(|(one, answer)| {
        let word = topic_of(&answer?.json(), about)?;
        Some((*one, word))
    });
    let Some((one, word)) = knows else { return Ok(false) };
    turn.person = Some(one.id.clone());
    Ok(hears(play, script, turn, one, &question(about))? || hears(play, script, turn, one, &word)?)
}

/// Answers someone who has asked: a yes, a no, or whatever it was.
pub(super) fn reply(
    play: &mut Play<'_>,
    script: &Script,
    turn: &mut Turn,
    (to, yes): (&str, Option<bool>),
    words: &str,
) -> Step {
    let Some(one) = script.people.iter().find(|one| one.id == to) else {
        return say(play, script, turn, None, words);
    };
    turn.person = Some(one.id.clone());
    let stock = match yes {
        Some(true) => lines::TAKES_YES,
        Some(false) => lines::TAKES_NO,
        None => lines::TAKES_ANSWER,
    };
    line(play, stock, &[("name", &one.name)]);
    let goal = script.beat.as_ref().map(|beat| beat.objective.clone()).filter(|goal| !goal.is_empty());
    if let (Some(true), Some(goal)) = (yes, goal.or_else(|| Some(script.goal.clone()).filter(|goal| !goal.is_empty())))
    {
        play.prose.paragraph();
        line(play, lines::GOAL, &[("goal", &goal)]);
    }
    Ok(())
}

/// Asks someone; returns whether they had something to say.
fn hears(play: &mut Play<'_>, script: &Script, turn: &mut Turn, one: &Somebody, about: &str) -> Step<bool> {
    let answer = advance(play, "ask", &one.id, about)?;
    if answer.is_error {
        return Ok(super::is_refused(play, &answer));
    }
    let result = answer.json();
    let said = result["told"][0].as_str().unwrap_or_default();
    // A person who refuses to answer after a failed roll has said nothing.
    if said.is_empty() {
        return Ok(false);
    }
    if play.reading.told.iter().any(|told| told.contains(said)) {
        play.say(lines::SAYS_AGAIN, &[("name", &one.name)]);
    }
    tell(play, script, turn, &answer);
    spoke_with(play, one);
    Ok(true)
}

/// Notes whom the hero speaks with, where that is another than before.
fn spoke_with(play: &mut Play<'_>, one: &Somebody) {
    let spoke = StoryFact::Spoke { who: one.name.clone() };
    let last = play.table.facts.iter().rfind(|fact| matches!(fact, StoryFact::Spoke { .. }));
    if last.is_none_or(|last| !last.is_like(&spoke)) {
        play.note_fact(spoke);
    }
}

/// Greets someone, who says who they are, once.
fn greet(play: &mut Play<'_>, script: &Script, turn: &mut Turn, one: &Somebody) -> Step {
    let answer = advance(play, "ask", &one.id, "who are you, hello, your name, yourself")?;
    let result = answer.json();
    let said = result["told"][0].as_str().unwrap_or_default();
    if answer.is_error && super::is_refused(play, &answer) {
        return Ok(());
    }
    let is_new = !said.is_empty() && !play.reading.told.iter().any(|told| told.contains(said));
    match is_new && !answer.is_error {
        true => tell(play, script, turn, &answer),
        false => play.say(lines::WAITS_FOR_WORDS, &[("name", &one.name)]),
    }
    spoke_with(play, one);
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

pub(super) fn is_greeting(about: &str) -> bool {
    let about = about.trim().trim_matches(['?', '!', '.']);
    HELLO.contains(&about) || ["who are you ", "sup", "what's your name"].iter().any(|start| about.starts_with(start))
}

/// A question as it is matched with what people have to say: its words of weight, in both numbers. A question with none is
/// asked as it is.
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

/// The word of a topic someone has that is nearest to what they are asked.
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

/// Says something to no one in particular: anyone who knows of it answers, what can be seen is examined, and only what is
/// neither wants a name.
fn to_nobody(play: &mut Play<'_>, script: &Script, turn: &mut Turn, about: &str) -> Step {
    let all: Vec<&Somebody> = script.people.iter().collect();
    if told_of(play, script, turn, &all, about)? {
        return Ok(());
    }
    // A question into the air about what is here is a look at it.
    if let Meant::One(thing) = nouns::things(script, about) {
        let name = thing.name.clone();
        return deeds::look(play, script, turn, &name);
    }
    if script.people.is_empty() {
        play.say(lines::NOBODY_TO_ASK, &[]);
        return Ok(());
    }
    play.say(lines::TO_WHOM, &[("people", &either(&script.cast()))]);
    Ok(())
}

/// Shows someone a thing, or gives it: they say what they have to say of it.
pub(super) fn show(play: &mut Play<'_>, script: &Script, turn: &mut Turn, what: &str, to: Option<&str>) -> Step {
    let known: BTreeMap<&str, &str> = script.people.iter().map(|one| (one.id.as_str(), one.name.as_str())).collect();
    if known.is_empty() {
        return aside::nobody_to_show(play, script, turn, what);
    }
    let thing = match nouns::points(what) {
        true => nouns::it(play, script, turn.thing.as_deref()).map(|thing| thing.name.clone()),
        false => None,
    };
    let about = thing.as_deref().unwrap_or(what);
    let is_known = nouns::things(script, about) != nouns::Meant::Nothing || play.in_pack(about).is_some();
    let to =
        to.map(str::to_owned).or_else(|| nouns::partner(play, script, turn.person.as_deref()).map(|it| it.id.clone()));
    let one = script.people.iter().find(|one| to.as_ref() == Some(&one.id));
    let Some(one) = one.filter(|_| !is_known) else { return say(play, script, turn, to.as_deref(), about) };
    turn.person = Some(one.id.clone());
    if told_of(play, script, turn, &[one], about)? {
        return Ok(());
    }
    let coins = about.split(' ').any(|word| ["gold", "silver", "copper", "coin", "coins", "money"].contains(&word));
    match coins {
        true => line(play, lines::WANTS_NO_MONEY, &[("name", &one.name)]),
        false => line(play, lines::NOTHING_TO_SHOW, &[("name", &one.name), ("thing", about)]),
    }
    Ok(())
}
