//! How people think of the hero: from what happened between them, lately or long ago.

use crate::storyteller::{
    folk::Person,
    play::{Play, Step},
};

/// What somebody thinks of the hero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Warm,
    Plain,
    Cold,
}

/// Words of the events that spoil or win a mood.
const BAD: [&str; 3] = ["stealing", "insulted", "raised a hand"];
const GOOD: [&str; 4] = ["a gift", "a kindness", "kept the word", "good company"];
const MENDED: &str = "made peace with";

/// How somebody thinks of the hero, and the event it comes from; the newest counts. Whoever was not seen for a while is
/// looked up in the memory.
pub(super) fn of(play: &mut Play<'_>, person: &Person) -> Step<(Mood, Option<String>)> {
    let lately = judged(play.table.recent.iter().chain(&play.effects.events).map(String::as_str), person);
    let known = play.effects.events.iter().any(|event| event.contains("had not forgotten"));
    if lately.1.is_some() || known || !is_long_gone(play, person) {
        return Ok(lately);
    }
    let memory = play.memory()?;
    let events: Vec<&str> = memory.lines().take_while(|line| !line.starts_with("SUPPORTING")).collect();
    let judged = judged(events.into_iter(), person);
    if let (Mood::Cold | Mood::Warm, Some(event)) = &judged {
        // It stays on their mind while the hero is about.
        let event = event.split_once(". ").map_or(event.as_str(), |(_, event)| event);
        let event = play.world.cased_with(event, std::slice::from_ref(&play.hero.name));
        play.effects.note(format!("{} had not forgotten: {event}", person.name));
    }
    Ok(judged)
}

/// Whether somebody was met, and not spoken of in the last turns.
pub(super) fn is_long_gone(play: &Play<'_>, person: &Person) -> bool {
    let met = play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
    let lately = play.reading.told.iter().rev().take(12).any(|told| told.contains(person.first_name()));
    met && !lately
}

fn judged<'a>(events: impl DoubleEndedIterator<Item = &'a str>, person: &Person) -> (Mood, Option<String>) {
    let name = person.name.to_lowercase();
    for event in events.rev() {
        let low = event.to_lowercase();
        if !low.contains(&name) {
            continue;
        }
        let has = |words: &[&str]| words.iter().any(|word| low.contains(word));
        if low.contains(MENDED) {
            return (Mood::Plain, Some(event.to_owned()));
        }
        if has(&BAD) {
            return (Mood::Cold, Some(event.to_owned()));
        }
        if has(&GOOD) {
            return (Mood::Warm, Some(event.to_owned()));
        }
    }
    (Mood::Plain, None)
}

/// Somebody is asked to forgive.
pub(super) fn mend(play: &mut Play<'_>, person: &Person) {
    let event = format!("{} {MENDED} {}", play.hero.name, person.name);
    play.effects.remember(event.clone());
    play.effects.note(event);
}

/// Something came between somebody and the hero, or brought them together; it is never forgotten.
pub(super) fn mark(play: &mut Play<'_>, event: String) {
    play.effects.remember(event.clone());
    play.effects.note(event);
}
