//! Conversation: the addressee, greetings, and the cost of insults.

use crate::words::deeds::talking::{ANYONE, TELLS};
use game::{person::is_known_location, story_fact::StoryFact};
use serde_json::json;

use crate::{
    address, focus,
    folk::{Person, goes_by},
    intent::{Deed, is_pronoun},
    phrases::{lines, talk as said},
    play::{Play, Step, best_match},
    profile::PersonSketch,
    prose::{a, capitalised, listed},
    world::{in_text, same, titled},
};

use super::{
    assault, favours, fighting, looking, matters,
    moods::{self, Mood},
    party, persuading, topics, ways,
};

/// Who is spoken to: the one named, the one last spoken with, or the first one here.
pub(super) fn whom(play: &Play<'_>, words: &str) -> Option<Person> {
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let trades: Vec<String> =
        people.iter().map(|person| format!("{} {}", assault::trade(person, words), person.role)).collect();
    let trades: Vec<&str> = trades.iter().map(String::as_str).collect();
    let named = address::first_named(words, &people)
        .or_else(|| best_match(words, &names))
        .or_else(|| best_match(words, &trades));
    // "The other one" is not the one spoken with last.
    if named.is_none() && words.split(' ').any(|word| word == "other") && people.len() > 1 {
        let before = focus::person(play);
        return people.iter().find(|person| before.as_ref() != Some(&person.name)).cloned();
    }
    let last = || if play.speaks_with.is_empty() { focus::person(play) } else { Some(play.speaks_with.clone()) };
    let last = || last().and_then(|name| people.iter().position(|person| person.name == name));
    named.or_else(last).and_then(|i| people.get(i)).or(people.first()).cloned()
}

/// Who is surely meant: the one named or pointed at, or the only one here where no one is named.
pub(super) fn surely_whom(play: &Play<'_>, words: &str) -> Option<Person> {
    let person = whom(play, words)?;
    let people = play.world.people(&play.table.location);
    let called = format!("{} {} {}", person.name, assault::trade(&person, words), person.role);
    if address::first_named(words, &people).is_some() || best_match(words, &[&called]).is_some() {
        return Some(person);
    }
    // "Her" is the only woman here, or the one spoken with last.
    if let Some(pronoun) = words.split(' ').find(|word| is_pronoun(word)) {
        let mut fit = people.iter().filter(|one| goes_by(&one.name, pronoun));
        let first = fit.next().filter(|_| fit.next().is_none()).cloned();
        return first.or_else(|| Some(person).filter(|one| goes_by(&one.name, pronoun)));
    }
    (people.len() == 1).then_some(person)
}

/// Talks to someone.
pub(super) fn talk(play: &mut Play<'_>, deed: &Deed) -> Step {
    if let Some((name, place)) = elsewhere(play, &deed.object) {
        is_elsewhere(play, &name, &place);
        return Ok(());
    }
    if play.table.foes().next().is_some() {
        return persuading::persuade(play, deed);
    }
    if deed.object == "everyone" && to_company(play, &deed.words) {
        return Ok(());
    }
    let Some(person) = awaiting(play, deed).or_else(|| whom(play, &deed.object)) else { return to_nobody(play, deed) };
    if names_a_stranger(play, deed) {
        nobody_called(play, &deed.object);
        return Ok(());
    }
    if let Some((name, place)) = asked_for(play, deed) {
        is_elsewhere(play, &name, &place);
        return Ok(());
    }
    let whereabouts = [" here", " home", " around", " about"].iter().find_map(|end| deed.other.strip_suffix(end));
    if let Some(whom) = whereabouts.and_then(|rest| rest.strip_prefix("is ")) {
        match is_no_one_here(play, whom.strip_prefix("the ").unwrap_or(whom)) {
            true => nobody_called(play, whom),
            false => looking::who_or_nobody(play),
        }
        return Ok(());
    }
    let topic = topic(deed, &person);
    play.tells = is_told(deed);
    let mood = greet(play, &person)?;
    if play.tells && promises(play, &topic) {
        return hear_promise(play, deed, &person);
    }
    if is_small_talk(play, deed, &person, &topic, mood) {
        return Ok(());
    }
    if let Some(thing) = favours::due(play, &person) {
        favours::deliver(play, thing, &person);
        return Ok(());
    }
    let proof = [play.world.adventure.token.0, play.world.adventure.prize].iter().any(|thing| play.owns(thing));
    if deed.words.starts_with("report") && !proof && topics::says_it_is_done(play, &person) {
        return Ok(());
    }
    if mood != Mood::Cold && matters::answer(play, &person, &format!("{topic} {}", deed.words)) {
        return Ok(());
    }
    topics::answer(play, &person, &topic, mood)
}

/// Words that no one hears; what can be seen, or is known, needs no one to say it.
fn to_nobody(play: &mut Play<'_>, deed: &Deed) -> Step {
    let asks = crate::intent::is_question(&deed.words) && !deed.words.starts_with("hello");
    if asks && super::lore::look(play, &deed.words) {
        return Ok(());
    }
    if asks && super::knowing::heard(play, &deed.words).is_some() {
        return super::knowing::answer(play, &deed.words);
    }
    play.say(lines::NOBODY, &[]);
    Ok(())
}

/// The topic of the words: the words without the address.
fn topic(deed: &Deed, person: &Person) -> String {
    // What is said aloud to someone by name is all of it.
    if deed.words == deed.speech {
        return deed.speech.trim().to_owned();
    }
    let whom = format!("{} {} {}", person.name, person.trade, person.role).to_lowercase();
    let only_whom = |word: &str| {
        let names = best_match(word, &[&whom]).is_some() || ANYONE.contains(&word);
        names || is_pronoun(word) || ["is", "here", "there", "nearest", "the"].contains(&word)
    };
    let object = if deed.object.split(' ').all(only_whom) { "" } else { deed.object.as_str() };
    format!("{object} {} {}", deed.other, deed.speech).trim().to_owned()
}

/// A promise: anyone who asked for help takes it for a yes.
fn hear_promise(play: &mut Play<'_>, deed: &Deed, person: &Person) -> Step {
    if person.role == "quest_giver" && !play.on_quest() && !super::chief_fallen(play) {
        return super::offers::accept(play, &Deed { words: String::new(), object: String::new(), ..deed.clone() });
    }
    play.say(said::PROMISE_HEARD, &[("name", &person.name)]);
    Ok(())
}

/// Thanks, a farewell, an apology; returns whether it was one.
fn is_small_talk(play: &mut Play<'_>, deed: &Deed, person: &Person, topic: &str, mood: Mood) -> bool {
    if ["sorry", "apolog", "forgive", "pardon"].iter().any(|word| topic.contains(word) || deed.words.contains(word)) {
        apologise(play, person, mood);
        return true;
    }
    const SIGNS: [(&[&str], &[&str]); 3] = [
        (&["accuse", "i accuse", "admit"], said::ACCUSED),
        (&["thank", "thanks", "grateful"], said::THANKED),
        (&["goodbye", "farewell", "bye", "good night", "see you", "take care"], said::FAREWELL),
    ];
    let starts = |sign: &&str| deed.words.starts_with(*sign) || deed.speech.starts_with(*sign);
    let found = SIGNS.iter().find(|(signs, _)| signs.iter().any(&starts));
    if let Some((_, stock)) = found {
        play.say(stock, &[("name", &person.name)]);
    }
    found.is_some()
}

/// Something said to all who are here; returns whether there are several.
fn to_company(play: &mut Play<'_>, words: &str) -> bool {
    let people = play.world.people(&play.table.location);
    let [first, _, ..] = people.as_slice() else { return false };
    let comes = ["come", "follow", "join", "with me", "let's go"].iter().any(|word| words.contains(word));
    let names = listed(&people.iter().map(|person| person.first_name().to_owned()).collect::<Vec<_>>());
    let stock = if comes { lines::COMPANY_STAYS } else { lines::COMPANY_HEARS };
    play.say(stock, &[("names", &names), ("name", &first.name)]);
    play.effects.minutes += A_TALK;
    true
}

/// Whether words are a statement to someone, not a question.
fn is_told(deed: &Deed) -> bool {
    let first = deed.words.split(' ').next().unwrap_or_default();
    let said = if deed.speech.is_empty() { deed.other.as_str() } else { deed.speech.as_str() };
    let asks = crate::intent::is_question(said) || deed.words.starts_with("tell me");
    let said = if said.is_empty() && deed.object.split(' ').count() > 2 { deed.object.as_str() } else { said };
    let speaks = !deed.speech.is_empty() && deed.words == deed.speech;
    !asks && !said.is_empty() && !said.starts_with("about ") && (TELLS.contains(&first) || speaks)
}

/// Whether words promise help.
pub(crate) fn promises(play: &Play<'_>, words: &str) -> bool {
    let pledges =
        ["i will ", "i'll ", "i promise", "we will ", "we'll ", "i swear"].iter().any(|start| words.contains(start));
    const HELPS: [&str; 9] = ["get", "bring", "find", "help", "save", "stop", "end", "free", "do"];
    // To shut the spigot is a promise to anyone who asked for just that.
    let asked = crate::play::significant(play.world.adventure.plea);
    let own = crate::play::significant(words);
    let meant = own.iter().filter(|word| word.len() > 3 && asked.contains(word)).count() > 0;
    let helps = words.split(' ').any(|word| HELPS.contains(&word));
    pledges && (helps || meant) && !words.contains(" not ") && !words.contains(" ask")
}

/// Whether these words, of somewhere to go, mean someone who is here.
pub(super) fn goes_to_somebody(play: &Play<'_>, to: &str) -> bool {
    let vague =
        ["whoever", "someone", "somebody", "people", "nearest"].iter().any(|word| to.split(' ').any(|w| w == *word));
    let here = assault::aimed_at(play, to).is_some() || (vague && !play.world.people(&play.table.location).is_empty());
    !to.is_empty() && here && !ways::is_way(play, to) && play.table.foes().next().is_none()
}

/// Whether the player speaks to someone no one has heard of.
fn names_a_stranger(play: &Play<'_>, deed: &Deed) -> bool {
    let to = ["talk", "speak", "greet", "hail", "chat", "ask the ", "ask a ", "tell the ", "question the "]
        .iter()
        .any(|verb| deed.words.starts_with(verb));
    to && is_no_one_here(play, &deed.object)
}

/// Whether a word or two for someone fit none of those who are here.
pub(super) fn is_no_one_here(play: &Play<'_>, who: &str) -> bool {
    let words: Vec<&str> = who.split(' ').filter(|word| !word.is_empty()).collect();
    let people = play.world.people(&play.table.location);
    let called = |p: &Person| format!("{} {} {}", p.name, assault::trade(p, who), p.role);
    let known = people.iter().any(|p| best_match(who, &[&called(p)]).is_some());
    let anyone = words.iter().any(|word| ANYONE.contains(word));
    (1..=3).contains(&words.len()) && !known && !anyone && !crate::intent::is_pronoun(who)
}

/// Says that someone is not here, by the player's own name for them, and who is.
pub(super) fn nobody_called(play: &mut Play<'_>, whom: &str) {
    if let Some(hero) = party::hero_named(play, whom) {
        return play.say(lines::HERO_IS_HERE, &[("name", &hero.name)]);
    }
    let dead: Vec<String> = play.table.dead().map(titled).collect();
    let names: Vec<&str> = dead.iter().map(String::as_str).collect();
    if let Some(at) = best_match(whom, &names) {
        return play.say(said::DEAD_AND_SILENT, &[("name", &dead[at])]);
    }
    let names: Vec<String> = play.world.people(&play.table.location).into_iter().map(|p| p.name).collect();
    if names.is_empty() {
        return play.say(lines::NOBODY_AROUND, &[]);
    }
    let names = listed(&names);
    match looking::noun(whom).map(|noun| play.world.cased(&noun)) {
        Some(noun) => play.say(lines::NOBODY_CALLED, &[("whom", &noun), ("names", &names)]),
        None => play.say(lines::NOBODY_SUCH, &[("names", &names)]),
    }
}

/// Says where someone is who is not here, as far as that is known.
pub(super) fn is_elsewhere(play: &mut Play<'_>, name: &str, place: &str) {
    match is_known_location(place) {
        true => play.say(lines::ELSEWHERE, &[("name", name), ("there", &in_text(place))]),
        false => play.say(lines::GONE, &[("name", name)]),
    }
}

/// Someone these words name who is not here.
pub(crate) fn elsewhere(play: &Play<'_>, words: &str) -> Option<(String, String)> {
    let here = play.world.people(&play.table.location);
    let names: Vec<&str> = here.iter().map(|person| person.name.as_str()).collect();
    if words.is_empty() || best_match(words, &names).is_some() {
        return None;
    }
    let all: Vec<_> = play.world.everybody().into_iter().filter(|(person, _)| is_known(play, person)).collect();
    let mut others: Vec<(String, String)> = all.into_iter().map(|(person, place)| (person.name, place)).collect();
    let people = play.table.people.iter().filter(|known| !known.is_dead);
    others.extend(people.map(|known| (titled(&known.name), play.world.written(&known.location))));
    let names: Vec<&str> = others.iter().map(|(name, _)| name.as_str()).collect();
    best_match(words, &names).map(|i| others[i].clone()).filter(|(_, place)| !same(place, &play.table.location))
}

/// Anyone who here is waiting for what the hero brings, where it is said to no one by name that something is done.
fn awaiting(play: &Play<'_>, deed: &Deed) -> Option<Person> {
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let words = format!("{} {} {}", deed.object, deed.other, deed.speech);
    // Anyone who has found something and speaks to no one by name speaks to the one who can read it.
    let token = play.world.adventure.token.0;
    if deed.object.is_empty() && play.owns(token) && best_match(&play.reading.words, &names).is_none() {
        let reader = super::shapes::who_knows(play);
        if let Some(person) = reader.and_then(|(who, _)| people.iter().find(|person| person.name == who).cloned()) {
            return Some(person);
        }
    }
    if !topics::reports(&words) || best_match(&play.reading.words, &names).is_some() {
        return None;
    }
    let prize = play.on_quest() && play.owns(play.world.adventure.prize);
    let giver = people.iter().find(|person| prize && person.role == "quest_giver");
    giver.or_else(|| people.iter().find(|person| favours::due(play, person).is_some())).cloned()
}

/// Whether the hero has met someone, or heard of them.
pub(super) fn is_known(play: &Play<'_>, person: &Person) -> bool {
    let met = play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
    let scene = [&play.reading.table.scene, &play.table.background];
    met || scene.into_iter().chain(&play.reading.told).any(|told| told.contains(person.first_name()))
}

/// Someone who is not here and is asked for, and where they were last: "is Marta here?", "I ask for Marta".
fn asked_for(play: &Play<'_>, deed: &Deed) -> Option<(String, String)> {
    let asks = ["is ", "ask for ", "ask after ", "call for ", "have you seen ", "where "];
    let topic = deed.other.as_str();
    let after = asks.iter().any(|start| deed.words.starts_with(start) || topic.starts_with(start));
    let who = ["is ", "where is ", "where "].iter().fold(topic, |rest, start| rest.strip_prefix(start).unwrap_or(rest));
    let who = who.strip_suffix(" here").unwrap_or(who);
    if !after || who.split(' ').count() > 3 { None } else { elsewhere(play, who) }
}

/// Minutes that a few words with someone take.
const A_TALK: u32 = 5;

/// Meets someone for the first time, or again; how they take it depends on what has been.
pub(super) fn greet(play: &mut Play<'_>, person: &Person) -> Step<Mood> {
    let mood = moods::of(play, person);
    if std::mem::replace(&mut play.speaks_with, person.name.clone()) == person.name {
        return Ok(mood);
    }
    // Anyone who speaks up is hidden no longer.
    fighting::came_hidden(play);
    play.effects.minutes += A_TALK;
    let met = play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
    let last = play.reading.told.last().is_some_and(|told| told.contains(person.first_name()));
    let slots = [
        ("name", person.name.as_str()),
        ("look", person.look),
        ("manner", person.manner),
        ("trade", person.trade),
        ("first", person.first_name()),
    ];
    let long_ago = moods::is_long_gone(play, person);
    match (met, mood) {
        (false, _) => play.say(said::GREET, &slots),
        (true, Mood::Plain) if !has_spoken(play, person) => play.say(said::GREET_SEEN, &slots),
        (true, Mood::Cold) if matches!(moods::regard(play, person), Some(StoryFact::CaughtStealing { .. })) => {
            play.say(said::GREET_THIEF, &slots);
        }
        (true, Mood::Cold) => play.say(said::GREET_COLD, &slots),
        (true, Mood::Warm) if long_ago => play.say(said::GREET_FRIEND, &slots),
        (true, _) if long_ago => play.say(said::GREET_AFTER_LONG, &slots),
        // Anyone who is in the middle of a talk need not be greeted every time.
        (true, _) if last => {
            if play.reading.told.len().is_multiple_of(3) {
                play.add(said::TURNS_TO_YOU, &slots);
            }
        }
        (true, _) => play.say(said::GREET_AGAIN, &slots),
    }
    meet(play, person);
    if !has_spoken(play, person) {
        play.note_fact(StoryFact::Spoke { who: person.name.clone() });
    }
    Ok(mood)
}

/// Whether someone has spoken to the hero: anyone who is only pointed out has not.
fn has_spoken(play: &Play<'_>, person: &Person) -> bool {
    play.is_fact(&StoryFact::Spoke { who: person.name.clone() })
}

/// Writes someone down who was met, and keeps them if they matter.
pub(super) fn meet(play: &mut Play<'_>, person: &Person) {
    if !play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name)) {
        play.effects.met.push(person.name.clone());
        play.table.met.push(person.name.to_lowercase());
    }
    let known = play.table.people.iter().any(|known| same(&known.name, &person.name));
    let written = play.effects.people.iter().any(|new| new["name"] == person.name.as_str());
    if !known && !written {
        let sketch = PersonSketch {
            trade: &format!("{} at {}", capitalised(&a(person.trade)), play.here()),
            look: person.look,
            manner: person.manner,
            // "For this to be over" is wanted without the "for".
            wish: person.wish.strip_prefix("for ").unwrap_or(person.wish),
        };
        let context = sketch.written();
        play.effects.people.push(json!({"name": person.name, "role": person.role, "context": context}));
    }
}

fn apologise(play: &mut Play<'_>, person: &Person, mood: Mood) {
    let slots = [("name", person.name.as_str())];
    if mood == Mood::Cold {
        play.say(said::FORGIVES, &slots);
        moods::mend(play, person);
    } else {
        play.say(said::NOTHING_TO_FORGIVE, &slots);
    }
}

/// Someone is insulted, or everything is.
pub(super) fn insult(play: &mut Play<'_>, words: &str) {
    if let Some(foe) = play.foe() {
        play.say(said::FOE_INSULTED, &[("foe", &crate::prose::the(&foe.name))]);
        return;
    }
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let aimed = best_match(words, &names).map(|i| people[i].clone()).or_else(|| {
        let spoken = play.reading.told.last().is_some_and(|told| told.contains('“'));
        focus::person(play).filter(|_| spoken).and_then(|name| people.iter().find(|p| p.name == name).cloned())
    });
    match aimed {
        Some(person) => {
            play.say(said::INSULTED, &[("name", &person.name)]);
            let event = format!("{} insulted {} at {}", play.hero.name, person.name, play.here());
            let insulted = StoryFact::Insulted { whom: person.name.clone() };
            if moods::regard(play, &person).is_none_or(|last| !last.is_like(&insulted)) {
                moods::mark(play, event, insulted);
            }
        }
        None => {
            play.say(lines::CURSES, &[]);
            super::odd::help_out(play);
        }
    }
}
