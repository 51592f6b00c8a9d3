//! The background of the trouble: looking at it, asking about it, meddling with it.

use crate::{
    folk::Person,
    intent::{self, Act},
    phrases::{
        answers as said,
        lore::{self, Subject},
    },
    play::{Play, significant, word_alike},
    prose::{either, listed},
    world::{Spot, in_text, same},
};

use super::{daring, knowing};

/// What the thread in play is about.
fn subjects(play: &Play<'_>) -> &'static [Subject] {
    lore::of(play.world.adventure.quest)
}

/// Whether these words stand in a text as words of their own, in whatever number.
fn stands_in(words: &[String], phrase: &str) -> bool {
    let phrase = significant(phrase);
    !phrase.is_empty()
        && words.windows(phrase.len()).any(|run| run.iter().zip(&phrase).all(|(word, part)| word_alike(word, part)))
}

/// What these words mean of all that the trouble is about: the one that is named by the most letters.
pub(super) fn meant(play: &Play<'_>, words: &str) -> Option<&'static Subject> {
    let said = significant(words);
    if said.is_empty() {
        return None;
    }
    // "My shadow" is not anybody's, and "my" is no word a deed is about.
    let whole = intent::plain(&play.reading.words);
    let own = |phrase: &str| {
        phrase.starts_with("my ") && whole.contains(phrase) && said.iter().any(|word| phrase.ends_with(word.as_str()))
    };
    let named = |subject: &Subject| {
        let phrases = subject.words.iter();
        let phrases = phrases.filter(|phrase| own(phrase) || (!phrase.starts_with("my ") && stands_in(&said, phrase)));
        phrases.map(|phrase| phrase.len()).max().unwrap_or(0)
    };
    let scored = subjects(play).iter().map(|subject| (named(subject), subject)).filter(|(n, _)| *n > 0);
    // The first of those that are named alike.
    scored.min_by_key(|(n, _)| std::cmp::Reverse(*n)).map(|(_, subject)| subject)
}

/// Whether it is here, to be examined: at the beginning, or wherever the hero is.
fn is_at_hand(play: &Play<'_>, subject: &Subject) -> bool {
    let home = play.world.setting.is_some() && play.world.spot(&play.table.location) == Spot::Home;
    home || subject.name.starts_with("your ")
}

/// Whether words mean something of the trouble by more than one word, and so not a thing that shares one of them.
pub(super) fn is_told_apart(play: &Play<'_>, words: &str) -> bool {
    let whole = intent::plain(&play.reading.words);
    let long = |phrase: &&&str| phrase.contains(' ') && whole.contains(**phrase);
    meant(play, words).is_some_and(|subject| subject.words.iter().any(|phrase| long(&phrase)) && is_here(play, words))
}

/// Looks at it; returns whether there is anything to be seen of it here.
pub(super) fn look(play: &mut Play<'_>, words: &str) -> bool {
    let Some(subject) = meant(play, words).filter(|subject| is_at_hand(play, subject)) else { return false };
    if subject.look.is_empty() {
        return false;
    }
    if !play.add(&[subject.look], &[]) {
        play.say(said::LOOKED_LONG, &[]);
    }
    true
}

/// Whether something comes of meddling with it that a look does not show.
pub(super) fn can_meddle(play: &Play<'_>, words: &str) -> bool {
    meant(play, words).is_some_and(|subject| is_at_hand(play, subject) && !subject.tried.is_empty())
}

/// Meddles with it: takes, wakes, sells, breaks or tries it; returns whether anything can come of that here.
pub(super) fn meddle(play: &mut Play<'_>, words: &str) -> bool {
    let Some(subject) = meant(play, words).filter(|subject| is_at_hand(play, subject)) else { return false };
    if subject.tried.is_empty() {
        if !subject.look.is_empty() {
            name_attempt(play, subject.look);
        }
        return look(play, words);
    }
    name_attempt(play, subject.tried);
    if !play.add(&[subject.tried], &[]) {
        play.say(said::TRIED_BEFORE, &[]);
    }
    play.effects.minutes += 5;
    true
}

/// Says what is tried, where what comes of it speaks of neither the verb nor the thing.
fn name_attempt(play: &mut Play<'_>, tried: &str) {
    const HANDS: [Act; 14] = [
        Act::Take,
        Act::Use,
        Act::Open,
        Act::Close,
        Act::Force,
        Act::Climb,
        Act::Light,
        Act::Eat,
        Act::Drink,
        Act::Settle,
        Act::Handle,
        Act::Stunt,
        Act::Gesture,
        Act::Unknown,
    ];
    let deed = play.licence.as_ref().map(|licence| licence.deed().clone());
    let Some(deed) = deed.filter(|deed| HANDS.contains(&deed.act)) else { return };
    let attempt = play.world.cased(&daring::plain_attempt(&deed.words));
    let tried = tried.to_lowercase();
    let is_spoken_of = |word: &String| word.chars().count() > 2 && tried.contains(word.as_str());
    if attempt.contains(' ') && !significant(&attempt).iter().any(is_spoken_of) {
        play.say(said::TRIES, &[("attempt", &attempt)]);
    }
}

/// Whether something of the trouble is meant that is to be seen here.
pub(super) fn is_here(play: &Play<'_>, words: &str) -> bool {
    meant(play, words).is_some_and(|subject| is_at_hand(play, subject) && !subject.look.is_empty())
}

/// A saying with the name of anyone who says it, unless the paragraph is theirs already.
pub(super) fn attributed(play: &Play<'_>, line: &str, person: &Person) -> String {
    let told = play.prose.text();
    let paragraph = if play.prose.breaks() { "" } else { told.rsplit("\n\n").next().unwrap_or_default() };
    let quote = line.strip_prefix('“').and_then(|rest| rest.strip_suffix('”'));
    let Some(quote) = quote.filter(|_| !paragraph.contains(person.first_name())) else { return line.to_owned() };
    let ends = quote.char_indices().find(|(at, c)| {
        matches!(c, '.' | '!' | '?')
            && quote[at + 1..].starts_with(' ')
            && quote[at + 1..].trim_start().starts_with(char::is_uppercase)
    });
    let (first, rest) = ends.map_or((quote, ""), |(at, _)| (&quote[..=at], quote[at + 1..].trim_start()));
    let first = match first.strip_suffix('.').filter(|first| !first.ends_with('.')) {
        Some(bare) => format!("{bare},"),
        None => first.to_owned(),
    };
    let rest = if rest.is_empty() { String::new() } else { format!(" “{rest}”") };
    format!("“{first}” says {}.{rest}", person.name)
}

/// Narrates one of these sayings that is new, as someone's, and records it as a clue; returns whether there
/// was one.
pub(super) fn say_one(play: &mut Play<'_>, person: &Person, lines: &[&str]) -> bool {
    for line in lines {
        // A saying is recognised with and without a name in it.
        if play.reading.told.iter().any(|told| told.contains(core(line))) || play.prose.text().contains(core(line)) {
            continue;
        }
        let shown = attributed(play, line, person);
        if play.add(&[shown.as_str()], &[]) {
            if line.chars().count() < 260 {
                play.effects.remember(super::recalling::saying(&person.name, line));
            }
            return true;
        }
    }
    false
}

/// The key of a saying in any wording: its last sentence, without punctuation.
pub(super) fn core(line: &str) -> &str {
    let bare = line.trim_matches(['“', '”', '.', '!', '?']);
    let last = bare.rsplit(". ").find(|part| part.chars().count() > 12).unwrap_or(bare);
    last.trim_matches(['“', '”', '.', '!', '?', ' '])
}

/// Everything anybody here can say of the trouble.
pub(super) fn sayings(play: &Play<'_>) -> Vec<&'static str> {
    let own = play.world.everybody().into_iter().flat_map(|(person, _)| person.tells.iter().copied());
    let known = subjects(play).iter().flat_map(|subject| subject.said.iter().copied());
    let adventure = play.world.adventure;
    own.chain(known).chain(adventure.rumours.iter().copied()).chain([adventure.plea]).collect()
}

/// Whether a saying speaks of any of these words.
fn speaks_of(line: &str, words: &[String]) -> bool {
    let spoken = significant(line);
    words.iter().any(|word| stands_in(&spoken, word))
}

/// Answers a question about the trouble, or about anything someone can tell of it; returns whether they could.
pub(super) fn asked(play: &mut Play<'_>, person: &Person, topic: &str) -> bool {
    let subject = meant(play, topic);
    let mut asked = knowing::telling_words(topic);
    asked.retain(|word| !is_somebody(play, word));
    let meant: Vec<String> = subject.map_or(&[][..], |subject| subject.words).iter().map(|&word| word.into()).collect();
    if asked.is_empty() && meant.is_empty() {
        return false;
    }
    // What they know best comes first: their own words on just that, then what everybody knows, then what is near it.
    let tells =
        |words: &[String]| person.tells.iter().copied().filter(|line| speaks_of(line, words)).collect::<Vec<_>>();
    // Of what they were asked by its own name.
    let named = |word: &String| meant.iter().any(|phrase| stands_in(std::slice::from_ref(word), phrase));
    let own: Vec<String> = asked.iter().filter(|word| subject.is_none() || named(word)).cloned().collect();
    let mut lines = tells(&own);
    lines.extend(subject.map_or(&[][..], |subject| subject.said));
    lines.extend(tells(&meant));
    if person.role != "quest_giver" || play.on_quest() {
        let rumours = play.world.adventure.rumours.iter().copied();
        lines.extend(rumours.filter(|line| speaks_of(line, &asked) || speaks_of(line, &meant)));
    }
    if say_one(play, person, &lines) {
        return true;
    }
    if subject.is_some() || !lines.is_empty() {
        play.say(said::TOLD_ALL_OF_IT, &[("name", &person.name)]);
        offer_topics(play, person);
        return true;
    }
    false
}

/// Whether a word is part of the name of someone here.
fn is_somebody(play: &Play<'_>, word: &str) -> bool {
    let people = play.world.people(&play.table.location);
    people.iter().any(|person| person.name.to_lowercase().split(' ').any(|part| part == word))
}

/// Most topics that are offered at a time.
const MOST_TOPICS: usize = 3;

/// What someone could be asked about next: what was not spoken of yet.
fn topics(play: &Play<'_>, person: &Person) -> Vec<String> {
    let told = |line: &str| play.reading.told.iter().any(|told| told.contains(core(line)));
    let fresh = subjects(play).iter().filter(|subject| !subject.said.iter().any(|line| told(line)));
    let mut all: Vec<String> =
        fresh.filter(|subject| !subject.said.is_empty()).map(|subject| subject.name.to_owned()).collect();
    if !all.is_empty() {
        // Not always the first three.
        let turn = play.reading.told.len() % all.len();
        all.rotate_left(turn);
    }
    if all.len() < MOST_TOPICS {
        let here = &play.table.location;
        let others = play.world.people(here).into_iter().filter(|other| other.name != person.name);
        all.extend(others.map(|other| other.name));
        all.extend(play.world.exits(here).into_iter().map(|exit| in_text(&exit.name)).filter(|name| !same(name, here)));
    }
    all.truncate(MOST_TOPICS);
    all
}

/// Says what someone could be asked about.
pub(super) fn offer_topics(play: &mut Play<'_>, person: &Person) {
    let topics = topics(play, person);
    if !topics.is_empty() {
        play.say(said::COULD_ASK, &[("name", &person.name), ("topics", &either(&topics))]);
    }
}

/// Someone does not know what was asked for, and says what they could tell of.
pub(super) fn unsure(play: &mut Play<'_>, person: &Person) {
    play.say(said::UNSURE, &[("name", &person.name)]);
    offer_topics(play, person);
}

/// A statement to someone that asks for nothing.
pub(super) fn hears(play: &mut Play<'_>, person: &Person) {
    play.say(said::HEARS_IT, &[("name", &person.name)]);
}

/// Features of the place that can be examined, as a list.
pub(super) fn seen_here(play: &Play<'_>) -> String {
    let features = play.world.features(&play.table.location);
    listed(&features.iter().map(|(name, _)| format!("the {name}")).collect::<Vec<_>>())
}
