//! Questions about what the hero knows: answered from the things seen and narrated, otherwise "you don't know".

use crate::words::deeds::knowing::{COMMON, EMPTY, SMALL};
use crate::{
    intent::Deed,
    phrases::lines,
    play::{Play, Step, best_match, significant, word_alike},
    prose::{a, listed, sentences},
    table::Creature,
    world::{Spot, in_text},
};

use super::{looking, lore, matters, talking};

/// Answers a question without an addressee.
pub(super) fn wonder(play: &mut Play<'_>, deed: &Deed) -> Step {
    let words = deed.words.to_lowercase();
    let about = deed.object.as_str();
    if words.starts_with("how many") && count(play, about) {
        return Ok(());
    }
    let asks_state = ["is ", "are ", "was "].iter().any(|start| words.starts_with(start));
    if asks_state && looking::is_here(play, about) {
        looking::look(play, about);
        return Ok(());
    }
    let ways = ["door", "lock", "locked", "gate", "way", "window"];
    if asks_state && about.split(' ').any(|word| ways.contains(&word)) {
        play.say(lines::NOTHING_LOCKED, &[]);
        return Ok(());
    }
    // A person here answers what the hero has not heard of.
    let somebody = talking::whom(play, "").filter(|_| play.table.foes().next().is_none());
    match somebody.filter(|_| heard(play, &words).is_none() && !names_somebody(play, &words)) {
        Some(person) => {
            talking::greet(play, &person)?;
            if !matters::answer(play, &person, &words) && !lore::asked(play, &person, &words) {
                lore::unsure(play, &person);
            }
        }
        None => answer(play, &words)?,
    }
    Ok(())
}

/// Whether a question is about someone the hero knows.
fn names_somebody(play: &Play<'_>, question: &str) -> bool {
    let everybody = play.world.everybody();
    let names: Vec<&str> = everybody.iter().map(|(person, _)| person.name.as_str()).collect();
    let named = best_match(&content(question).join(" "), &names);
    named.is_some_and(|i| talking::is_known(play, &everybody[i].0))
}

/// Says what the hero knows of it, or who someone is, or that it is not known yet and who may know it.
pub(super) fn answer(play: &mut Play<'_>, question: &str) -> Step {
    if let Some(fact) = heard(play, question) {
        play.say(lines::KNOWS, &[("fact", &fact)]);
        return Ok(());
    }
    let everybody = play.world.everybody();
    let names: Vec<&str> = everybody.iter().map(|(person, _)| person.name.as_str()).collect();
    let asked = content(question).join(" ");
    let person = best_match(&asked, &names).map(|i| everybody[i].0.clone());
    if let Some(person) = person.filter(|person| talking::is_known(play, person)) {
        let (trade, first) = (a(person.trade), person.first_name().to_owned());
        let slots =
            [("name", person.name.as_str()), ("trade", trade.as_str()), ("look", person.look), ("first", &first)];
        play.say(lines::ONLY_BY_SIGHT, &slots);
        return Ok(());
    }
    if !super::remembering::last_resort(play, question)? {
        unknown(play);
    }
    Ok(())
}

/// Says that the hero does not know, and who might.
pub(super) fn unknown(play: &mut Play<'_>) {
    play.say(lines::NOT_KNOWN_YET, &[]);
    let people = play.world.people(&play.table.location);
    let giver = people.iter().find(|person| person.role == "quest_giver").or(people.first());
    match giver.filter(|_| play.table.foes().next().is_none()) {
        Some(person) => {
            play.add(lines::MIGHT_KNOW, &[("name", &person.name)]);
        }
        None => {
            let (giver, home) = (play.world.giver.clone(), in_text(play.world.name(Spot::Home)));
            play.add(lines::MIGHT_KNOW_THERE, &[("name", &giver), ("there", &home)]);
        }
    }
}

/// Says how many there are of those who can be counted.
fn count(play: &mut Play<'_>, of_what: &str) -> bool {
    let foes: Vec<Creature> = play.table.foes().cloned().collect();
    let people = play.world.people(&play.table.location);
    let vague = ["", "them", "they", "of them", "enemies", "foes", "are there"].contains(&of_what);
    let names: Vec<&str> = foes.iter().map(|foe| foe.name.as_str()).collect();
    if !foes.is_empty() && (vague || best_match(of_what, &names).is_some()) {
        let all: Vec<String> = foes.iter().map(|foe| a(&foe.name)).collect();
        play.say(if foes.len() == 1 { lines::ONE_FOE } else { lines::MANY_FOES }, &[("foes", &listed(&all))]);
        return true;
    }
    let of_people = ["people", "persons", "here", "us", "others", "guests"].iter().any(|word| of_what.contains(word));
    if of_people && !people.is_empty() {
        let names: Vec<String> = people.into_iter().map(|person| person.name).collect();
        play.say(lines::COUNTS_HEADS, &[("names", &listed(&names))]);
        return true;
    }
    false
}

/// The words of a question that name something.
pub(super) fn content(question: &str) -> Vec<String> {
    significant(question).into_iter().filter(|word| !EMPTY.contains(&word.as_str()) && word.len() > 2).collect()
}

/// The words of a question that tell it from other questions.
pub(super) fn telling_words(question: &str) -> Vec<String> {
    let mut words = content(question);
    words.retain(|word| !COMMON.contains(&word.as_str()));
    words
}

/// The hero's information about it: the sentence of the table's own words, or of what someone said, that speaks of the
/// most of it. Half of what was asked for must be in it, and not only what is in every story.
pub(super) fn heard(play: &Play<'_>, question: &str) -> Option<String> {
    let asked = content(question);
    let table = &play.reading.table;
    let came = format!("{} came here ", play.hero.name);
    let mut known: Vec<String> =
        sentences(&table.background).into_iter().filter(|sentence| !sentence.starts_with(&came)).collect();
    known.extend(sentences(&table.scene));
    // What was said, without what someone says of themselves.
    let told = |line: &&str| play.reading.told.iter().any(|told| told.contains(lore::core(line)));
    for line in lore::sayings(play).into_iter().filter(told) {
        known.extend(sentences(line.trim_matches(['“', '”'])).into_iter().filter(|line| !is_personal(line)));
    }
    let score = |sentence: &str| {
        let words = significant(sentence);
        let has = |word: &&String| words.iter().any(|other| word_alike(other, word));
        let own = asked.iter().filter(|word| !COMMON.contains(&word.as_str())).any(|word| has(&word));
        if own { asked.iter().filter(has).count() } else { 0 }
    };
    let scored = known.iter().map(|sentence| (score(sentence), sentence));
    let best = scored.filter(|(n, sentence)| *n * 2 >= asked.len().max(1) && *n > 0 && plain(sentence));
    best.min_by_key(|(n, _)| std::cmp::Reverse(*n)).map(|(_, sentence)| inside(play, sentence))
}

/// Whether a sentence is someone's own, and no fact in another mouth.
fn is_personal(sentence: &str) -> bool {
    const OWN: [&str; 8] = ["i", "my", "me", "we", "our", "us", "mine", "you"];
    let mut words = sentence.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    words.any(|word| OWN.contains(&word.as_str()))
}

/// Whether a sentence can follow a colon.
fn plain(sentence: &str) -> bool {
    !sentence.contains(['?', '“', ':', '—']) && sentence.split(' ').count() > 3 && !sentence.starts_with("You ")
}

/// The sentence in the form that follows a colon.
fn inside(play: &Play<'_>, sentence: &str) -> String {
    let text = sentence.trim_end_matches(['.', '!']);
    let first = text.split(' ').next().unwrap_or_default();
    let low = if SMALL.contains(&first) { text.replacen(first, &first.to_lowercase(), 1) } else { text.to_owned() };
    play.world.cased(&low)
}
