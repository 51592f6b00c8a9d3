//! Questions about the past, answered from the session's memory.

use game::looked_up::{KnownPerson, LookedUp, PastEvent};
use language::folding::same;

use crate::{
    folk::person,
    intent,
    phrases::{lines, talk as said},
    play::{Play, Step, best_match, significant, word_alike},
    prose::{a, listed, sentences},
    world::{in_text, titled},
};

use super::moving;

const MOST_LINES: usize = 6;
/// Words that ask for the past and for nothing in it.
const ALL_OF_IT: [&str; 19] = [
    "",
    "earlier",
    "so far",
    "before",
    "last",
    "yesterday",
    "happened",
    "until now",
    "lately",
    "recently",
    "everything",
    "all",
    "things",
    "previously",
    "last time",
    "in past",
    "up until now",
    "next",
    "already",
];

/// Asks the memory, and tells what it answered.
pub(super) fn recall(play: &mut Play<'_>, about: &str) -> Step {
    // The people here explain the trouble.
    let own =
        [" i ", " we ", " my "].iter().any(|word| format!(" {} ", play.reading.words.to_lowercase()).contains(word));
    if !own && play.table.foes().next().is_none() && super::lore::meant(play, about).is_some() {
        let words = intent::plain(&play.reading.words);
        if let Some(person) = super::talking::whom(play, "").filter(|_| intent::is_question(&words)) {
            super::talking::greet(play, &person)?;
            if super::lore::asked(play, &person, about) {
                return Ok(());
            }
        }
    }
    recollect(play, about)
}

/// What the memory has of something.
struct Memories {
    past: Vec<String>,
    /// What holds no longer.
    over: Vec<String>,
    /// What people said of it.
    told: Vec<Saying>,
    /// The same, where the player has just heard it.
    worn: Vec<Saying>,
    met: Vec<(Portrait, bool)>,
}

/// Tells what the memory knows of a subject, even if people here know of it, too.
pub(super) fn recollect(play: &mut Play<'_>, about: &str) -> Step {
    let memory = play.memory()?;
    let about = about.trim();
    let plain = ["learned", "learnt", "found out", "done", "seen", "heard"]
        .iter()
        .fold(about, |rest, verb| rest.strip_prefix(verb).map_or(rest, str::trim_start));
    let about = if ALL_OF_IT.contains(&plain) { "" } else { about };
    let memories = memories(play, &memory, about);
    if !memories.is_empty() {
        tell_memories(play, &memories);
        return Ok(());
    }
    if !about.is_empty() {
        return super::knowing::answer(play, about);
    }
    play.say(lines::NO_MEMORIES, &[]);
    let last = play.reading.told.last().and_then(|told| sentences(told).pop());
    if let Some(scene) = last {
        play.say(lines::LAST_THING, &[("scene", scene.trim_end_matches('.').trim_matches(['“', '”']))]);
    }
    Ok(())
}

impl Memories {
    fn is_empty(&self) -> bool {
        let has_told = !self.told.is_empty() || !self.worn.is_empty();
        self.past.is_empty() && self.over.is_empty() && !has_told && self.met.is_empty()
    }
}

fn memories(play: &Play<'_>, memory: &LookedUp, about: &str) -> Memories {
    let fits = |line: &str| about.is_empty() || best_match(about, &[line]).is_some();
    let (over, holds): (Vec<&PastEvent>, Vec<&PastEvent>) =
        memory.events.iter().partition(|event| event.until.is_some());
    let over: Vec<String> = over
        .into_iter()
        .filter(|past| fits(&past.text))
        .filter_map(|past| Some(format!("{} (until turn {})", event(play, &past.text), past.until?)))
        .collect();
    let sayings = Sayings::of(play);
    let (mut past, mut told): (Vec<String>, Vec<Saying>) = (Vec::new(), Vec::new());
    // What was lately is part of the past, where the memory has not got it already.
    for line in holds.iter().map(|past| &past.text).chain(&play.table.recent) {
        match sayings.find(line) {
            Some(saying) if fits(line) && !told.contains(&saying) => told.push(saying),
            Some(_) => {}
            None => {
                let line = event(play, line);
                if !past.iter().any(|known| known.eq_ignore_ascii_case(&line)) {
                    past.push(line);
                }
            }
        }
    }
    // Coming and going is not what one calls to mind.
    let is_over = |line: &str| over.iter().any(|it| it.to_lowercase().starts_with(&line.to_lowercase()));
    past.retain(|line| fits(line) && !is_over(line) && !is_a_way(play, line));
    let (worn, told): (Vec<Saying>, Vec<Saying>) = told.into_iter().partition(|saying| is_in_the_ear(play, saying));
    let told: Vec<Saying> = told.into_iter().rev().take(MOST_LINES).collect();
    let past = past.split_off(past.len().saturating_sub(MOST_LINES));
    // What someone wants is their own affair: they are called to mind by what they are called.
    let is_called = |one: &&KnownPerson| fits(&format!("{} [{}]", one.name, one.role.as_str()));
    let met = memory.people.iter().filter(is_called).map(|one| (portrait(play, one), one.is_dead));
    let met = met.take(if about.is_empty() { 2 } else { 3 }).collect();
    Memories { past, over, told, worn, met }
}

fn tell_memories(play: &mut Play<'_>, memories: &Memories) {
    let Memories { past, over, told, worn, met } = memories;
    if !past.is_empty() {
        play.say(lines::REMEMBERS, &[("past", &past.join("; "))]);
    }
    if !over.is_empty() {
        play.prose.paragraph();
        play.say(lines::NO_LONGER_SO, &[("past", &over.join("; "))]);
    }
    if !told.is_empty() {
        play.prose.paragraph();
        play.say(lines::WAS_TOLD, &[]);
        for Saying { who, words } in told.iter().rev() {
            play.prose.paragraph();
            play.prose.push(&format!("– {who}: {words}"));
        }
    }
    if !worn.is_empty() {
        let mut names: Vec<String> = worn.iter().map(|saying| saying.who.clone()).collect();
        names.dedup();
        play.prose.paragraph();
        play.add(lines::STILL_IN_THE_EAR, &[("names", &listed(&names))]);
    }
    for (person, is_dead) in met {
        play.prose.paragraph();
        let slots: Vec<(&str, &str)> = person.iter().map(|(key, value)| (*key, value.as_str())).collect();
        // A wish is known only where it was spoken of.
        let wish = person[3].1.as_str();
        let open = play.reading.told.iter().any(|told| told.contains(wish));
        let ways = match (is_dead, open) {
            (true, _) => said::PORTRAITS_OF_THE_DEAD,
            (false, true) => said::PORTRAITS,
            (false, false) => said::PORTRAITS_BY_SIGHT,
        };
        play.say(ways, &slots);
    }
}

/// Whether a line says that the hero came back somewhere.
fn is_a_way(play: &Play<'_>, line: &str) -> bool {
    let hero = &play.hero.name;
    let ways = play.table.places.iter().map(|place| event(play, &moving::came_back(hero, &in_text(place))));
    ways.into_iter().any(|way| way.eq_ignore_ascii_case(line))
}

/// Whether someone or something that was written down has all of these words.
pub(super) fn knows(play: &mut Play<'_>, words: &[String]) -> Step<bool> {
    let memory = play.memory()?;
    let has = |line: &str| words.iter().all(|word| significant(line).iter().any(|known| word_alike(known, word)));
    let events = memory.events.iter().map(|event| event.text.as_str());
    let mut lines = events.chain(play.table.recent.iter().map(String::as_str));
    let person = |one: &KnownPerson| format!("{} {} {}", one.name, one.role.as_str(), one.place);
    Ok(lines.any(has) || memory.people.iter().any(|one| has(&person(one))))
}

/// A line about an event, addressed to the one it happened to.
pub(super) fn event(play: &Play<'_>, line: &str) -> String {
    let event = play.world.cased_with(line.trim_end_matches('.'), &names(play));
    let event = event.replace(&play.hero.name, "you");
    with_capitals(&in_own_words(play, &event.replace("you was ", "you were ").replace("you has ", "you have ")))
}

/// The event with its original speech and observations: the table keeps it in lower case.
fn in_own_words(play: &Play<'_>, event: &str) -> String {
    let mut all = super::lore::sayings(play);
    all.extend(play.world.all_places().flat_map(|place| play.world.features(place)).map(|(_, shows)| shows));
    let low = event.to_lowercase();
    let own = all.into_iter().find_map(|line| Some((low.find(&line.to_lowercase())?, line)));
    match own.filter(|_| low.len() == event.len()) {
        Some((at, line)) if event.is_char_boundary(at) && event.is_char_boundary(at + line.len()) => {
            format!("{}{line}{}", &event[..at], &event[at + line.len()..])
        }
        _ => event.to_owned(),
    }
}

/// The text with a capital wherever a sentence begins in it, and for the one who speaks.
fn with_capitals(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = false;
    for c in text.chars() {
        match c {
            '“' => begins = true,
            '.' | '!' | '?' => begins = true,
            c if c.is_alphabetic() => {
                let upper = begins;
                begins = false;
                if upper {
                    out.extend(c.to_uppercase());
                    continue;
                }
            }
            ' ' | '’' | '”' => {}
            _ => begins = false,
        }
        out.push(c);
    }
    [" i ", " i'm ", " i'd ", " i've ", " i'll "]
        .iter()
        .fold(out, |out, own| out.replace(own, &own.replacen('i', "I", 1)))
}

/// Something that someone of this world said.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Saying {
    who: String,
    words: &'static str,
}

/// All that people of this world can say, to know it again among the events: an event says the same in lower case.
struct Sayings {
    who: Vec<String>,
    words: Vec<&'static str>,
}

impl Sayings {
    fn of(play: &Play<'_>) -> Self {
        let mut who: Vec<String> = play.world.everybody().into_iter().map(|(person, _)| person.name).collect();
        who.extend(play.table.people.iter().map(|known| titled(&known.name)));
        Self { who, words: super::lore::sayings(play) }
    }

    /// What an event says that someone said; none if it is something else.
    fn find(&self, event: &str) -> Option<Saying> {
        let event = event.trim_end_matches('.');
        let begins = event.to_lowercase();
        let mut speakers = self.who.iter().filter(|who| begins.starts_with(&who.to_lowercase()));
        speakers.find_map(|who| {
            let is_it = |words: &&&'static str| same(saying(who, words).trim_end_matches('.'), event);
            self.words.iter().find(is_it).map(|words| Saying { who: who.clone(), words })
        })
    }
}

/// How it is written down that someone said something.
pub(super) fn saying(who: &str, said: &str) -> String {
    format!("{who} said: {said}")
}

/// Whether the last stories have these words of a person literally.
fn is_in_the_ear(play: &Play<'_>, saying: &Saying) -> bool {
    const LATELY: usize = 20;
    let told: Vec<String> = play.reading.told.iter().rev().take(LATELY).map(|told| told.to_lowercase()).collect();
    let parts = saying.words.split(['.', '!', '?', '“', '”']).map(|part| part.trim().to_lowercase());
    let mut parts = parts.filter(|part| part.chars().count() >= 10);
    parts.any(|part| told.iter().any(|told| told.contains(&part)))
}

/// Names that memory keeps in lower case, as they are written.
fn names(play: &Play<'_>) -> Vec<String> {
    let mut names: Vec<String> = play.table.heroes.iter().map(|hero| hero.name.clone()).collect();
    names.extend(play.table.people.iter().map(|known| titled(&known.name)));
    names.extend(play.table.places.iter().map(|place| in_text(place)));
    names
}

/// Someone as one remembers them.
type Portrait = [(&'static str, String); 5];

/// What one saw of someone, what they want, and where they are to be found.
fn portrait(play: &Play<'_>, known: &KnownPerson) -> Portrait {
    let everybody = play.world.everybody();
    let own = everybody.iter().find(|(person, _)| person.name.eq_ignore_ascii_case(&known.name));
    let name = own.map_or_else(|| titled(&known.name), |(person, _)| person.name.clone());
    let someone = own.map_or_else(|| person(&name, ""), |(person, _)| person.clone());
    let said = |text: &str| {
        let text = text.trim_end_matches('.').trim();
        (!text.is_empty()).then(|| play.world.cased_with(text, &names(play)))
    };
    let (look, wish) = match own {
        Some(_) => (someone.look.to_owned(), someone.wish.to_owned()),
        None => (
            said(&known.appearance).map_or_else(|| someone.look.to_owned(), |look| look.to_lowercase()),
            said(&known.motivations.join(", ")).unwrap_or_else(|| someone.wish.to_owned()),
        ),
    };
    let there = in_text(&own.map_or_else(|| play.world.written(&known.place), |(_, place)| place.clone()));
    [("name", name), ("trade", a(someone.trade)), ("look", look), ("wish", wish), ("there", there)]
}
