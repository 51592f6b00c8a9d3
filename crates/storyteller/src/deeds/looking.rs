//! Looking at places and their contents.

use crate::words::deeds::looking::{GROUND, NO_NOUN, PEOPLE, PLAIN, SKY};
use crate::{
    phrases::lines,
    play::{Play, best_match, best_named, word_alike},
    prose::{a, listed, plainly, the},
    world::{in_text, same, typed},
};

use super::{lore, matters, talking};

/// Looks around, or at something.
pub(super) fn look(play: &mut Play<'_>, at: &str) {
    if is_about(play, at) {
        let words = play.reading.words.to_lowercase();
        if ["this place", "where am i", "where are we", "place is this", "called"]
            .iter()
            .any(|asks| words.contains(asks))
        {
            play.say(lines::THIS_IS, &[]);
        }
        around(play);
    } else {
        closer(play, at);
    }
}

/// Whether someone looks about, and at nothing in particular.
pub(crate) fn is_about(play: &Play<'_>, at: &str) -> bool {
    const ALL: [&str; 14] = [
        "",
        "around",
        "here",
        "place",
        "room",
        "area",
        "surroundings",
        "everything",
        "everyone",
        "about",
        "me",
        "location",
        "surrounding",
        "scene",
    ];
    let mut shown = play.world.features(&play.table.location).into_iter().map(|(name, _)| name);
    let named = shown.any(|name| best_match(at, &[name]).is_some());
    ALL.contains(&at) || (!named && best_match(at, &[&play.table.location]).is_some())
}

fn around(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    let air = play.world.air(&here);
    if !play.add(air, &[]) {
        play.say(lines::QUIET, &[]);
    }
    play.add(lines::HOUR, &[]);
    sights(play);
    who_is_here(play);
    ways(play);
}

/// Things that the scene has not described.
pub(crate) fn show_around(play: &mut Play<'_>) {
    sights(play);
    who_is_here(play);
    ways(play);
}

/// Features of the place, and loose things.
pub(super) fn sights(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    let features: Vec<String> = play.world.features(&here).iter().map(|(name, _)| a(name)).collect();
    play.say(lines::SIGHTS, &[("sights", &listed(&features))]);
    let things: Vec<String> = play.visible_things().iter().map(|thing| a(&plainly(thing))).collect();
    if !things.is_empty() {
        play.say(lines::LIES_ABOUT, &[("things", &listed(&things))]);
    }
    if let Some(foe) = super::fighting::fallen_here(play) {
        play.say(lines::BODY_LIES, &[("foe", &foe)]);
    }
}

/// Who is here.
pub(super) fn who_is_here(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    for person in play.world.people(&here) {
        let known = play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
        let seen = play.reading.told.iter().any(|told| told.contains(&person.name) && told.contains(person.look));
        let stock = match person.role.as_str() {
            _ if known => lines::PERSON_AGAIN,
            "quest_giver" if seen => lines::PERSON_AGAIN,
            _ if seen => lines::PERSON_SEEN,
            "quest_giver" => lines::GIVER_HERE,
            _ => lines::PERSON,
        };
        let a_trade = a(person.trade);
        let trade = if stock == lines::PERSON_SEEN { person.trade } else { &a_trade };
        play.say(stock, &[("name", &person.name), ("look", person.look), ("trade", trade)]);
    }
    // Anyone who has not made up their mind is here as well.
    let told = play.prose.text().to_owned();
    let others = play.table.creatures.iter().filter(|one| one.disposition == "neutral" && one.hp > 0);
    let others = others.filter(|one| !play.world.is_guest(&one.name));
    let others: Vec<String> = others.map(|one| the(&one.name)).filter(|name| !told.contains(name.as_str())).collect();
    if !others.is_empty() {
        play.say(lines::OTHERS_HERE, &[("names", &listed(&others))]);
    }
    let foes: Vec<String> = play.table.foes().map(|foe| the(&foe.name)).collect();
    if !foes.is_empty() {
        play.say(lines::FOES_WATCH, &[("foes", &listed(&foes))]);
    }
}

/// The ways out.
pub(super) fn ways(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    let exits = play.world.exits(&here);
    let ways: Vec<String> = exits.iter().map(|exit| format!("{} to {}", exit.way, in_text(&exit.name))).collect();
    let stock = if ways.len() == 1 { lines::ONE_WAY } else { lines::WAYS };
    play.say(stock, &[("ways", &listed(&ways))]);
}

/// Looks at what has not been examined yet; returns whether there was anything.
fn stands_out(play: &mut Play<'_>) -> bool {
    let features = play.world.features(&play.table.location);
    let told = |shows: &str| play.reading.told.iter().any(|told| told.contains(shows));
    let Some((name, shows)) = features.into_iter().find(|(_, shows)| !told(shows)) else { return false };
    play.say(lines::STANDS_OUT, &[("thing", name)]);
    play.add(&[shows], &[]);
    true
}

/// What there may be to see, in the order in which it is looked for. Each returns whether it was meant.
const SIGHTS: [fn(&mut Play<'_>, &str) -> bool; 11] = [
    odd_thing,
    creature,
    person,
    super::party::looked_at,
    feature,
    thing,
    body,
    plain_sight,
    known_person,
    way_there,
    told_thing,
];

/// Looks at something.
pub(super) fn closer(play: &mut Play<'_>, at: &str) {
    if !SIGHTS.iter().any(|look| look(play, at)) {
        no_such(play, at);
    }
}

fn odd_thing(play: &mut Play<'_>, at: &str) -> bool {
    const ODD: [&str; 7] = ["interesting", "weird", "strange", "odd", "unusual", "important", "special"];
    ODD.iter().any(|word| at.contains(word)) && stands_out(play)
}

fn creature(play: &mut Play<'_>, at: &str) -> bool {
    let names: Vec<&str> = play.table.creatures.iter().map(|creature| creature.name.as_str()).collect();
    let Some(creature) = best_match(at, &names).map(|i| play.table.creatures[i].clone()) else { return false };
    let stock = match creature.hp {
        0 => lines::LOOK_DEAD,
        hp if hp * 2 <= creature.max_hp => lines::LOOK_HURT,
        _ => lines::LOOK_FOE,
    };
    play.say(stock, &[("foe", &the(&creature.name))]);
    true
}

fn person(play: &mut Play<'_>, at: &str) -> bool {
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let Some(person) = best_match(at, &names).and_then(|i| people.get(i)) else { return false };
    play.say(lines::LOOK_PERSON, &[("name", &person.name), ("look", person.look), ("manner", person.manner)]);
    true
}

/// Features of the place, or the subject of the trouble.
fn feature(play: &mut Play<'_>, at: &str) -> bool {
    let features = play.world.features(&play.table.location);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    let feature = best_match(at, &names).and_then(|i| features.get(i));
    let Some((name, shows)) = feature.filter(|_| !lore::is_told_apart(play, at)) else { return lore::look(play, at) };
    // What the thing itself showed before shows more where the trouble is about it.
    if !play.add(&[shows], &[]) && !lore::look(play, at) {
        play.say(lines::SEEN_BEFORE, &[("thing", name)]);
    }
    true
}

/// A thing that is carried, or lies here.
fn thing(play: &mut Play<'_>, at: &str) -> bool {
    let own = play.in_pack(at).map(|thing| plainly(&thing));
    let visible = play.visible_things();
    let lying = best_match(at, &visible.iter().map(String::as_str).collect::<Vec<_>>()).map(|i| visible[i].clone());
    let Some(thing) = own.or(lying) else { return false };
    let token = play.world.adventure.token;
    play.say(lines::LOOK_THING, &[("thing", &thing)]);
    if thing.eq_ignore_ascii_case(token.0) {
        play.prose.retell(token.1);
    }
    true
}

fn body(play: &mut Play<'_>, at: &str) -> bool {
    let is_body = best_match(at, &["body corpse dead remains"]).is_some();
    let Some(foe) = super::fighting::fallen_here(play).filter(|_| is_body) else { return false };
    play.say(lines::LOOK_DEAD, &[("foe", &foe)]);
    true
}

/// What there is everywhere: the sky, the ground, people.
fn plain_sight(play: &mut Play<'_>, at: &str) -> bool {
    let names = |words: &[&str]| at.split(' ').any(|said| words.contains(&said));
    if names(SKY) {
        play.say(lines::LOOK_SKY, &[("thing", at)]);
    } else if names(PEOPLE) {
        who_or_nobody(play);
    } else if names(GROUND) {
        play.say(lines::LOOK_PLAIN, &[("thing", at)]);
    } else {
        return false;
    }
    true
}

/// Someone the hero has met, who is elsewhere.
fn known_person(play: &mut Play<'_>, at: &str) -> bool {
    let others = play.world.everybody();
    let names: Vec<&str> = others.iter().map(|(person, _)| person.name.as_str()).collect();
    let is_met = |i: &usize| play.table.met.iter().any(|met| met.eq_ignore_ascii_case(names[*i]));
    let Some(i) = best_match(at, &names).filter(is_met) else { return false };
    play.say(lines::ELSEWHERE, &[("name", names[i]), ("there", &in_text(&others[i].1))]);
    true
}

fn way_there(play: &mut Play<'_>, at: &str) -> bool {
    let exits = play.world.exits(&play.table.location);
    let Some(exit) = exits.into_iter().find(|exit| best_match(at, &[&exit.name]).is_some()) else { return false };
    let there = in_text(&exit.name);
    play.say(lines::LOOK_TOWARD, &[("there", &there), ("way", exit.way)]);
    let known = play.table.places.iter().any(|place| same(place, &exit.name));
    if let Some(person) = talking::whom(play, "").filter(|_| play.table.foes().next().is_none() && !known) {
        play.add(crate::phrases::talk::ABOUT_PLACE, &[("name", &person.name), ("there", &there)]);
    }
    true
}

/// Parts of things, things in the scene or narration, or information that people here have.
fn told_thing(play: &mut Play<'_>, at: &str) -> bool {
    if let Some(name) = whole_of(play, at) {
        play.say(lines::LOOK_PART, &[("part", at), ("thing", name)]);
        return true;
    }
    let is_here = play.reading.table.location == play.table.location;
    if is_here && best_match(at, &[&play.reading.table.scene]).is_some() && at.chars().count() < 30 {
        play.say(lines::LOOK_PLAIN, &[("thing", at)]);
        return true;
    }
    if is_told_of(play, at) {
        play.say(lines::LOOK_TOLD, &[("thing", at)]);
        return true;
    }
    // Anyone who asks where people are for a healer asks them.
    let asked = crate::intent::plain(&play.reading.words);
    let person = talking::whom(play, "").filter(|_| play.table.foes().next().is_none());
    person.is_some_and(|person| matters::answer(play, &person, &asked))
}

/// Says of what is not here that it is not, by its own name if the player's words have it; and of things that were
/// only mentioned that they can't be used.
pub(super) fn no_such(play: &mut Play<'_>, what: &str) {
    match noun(what) {
        Some(noun) if is_told_of(play, &noun) => return play.say(lines::TOUCH_TOLD, &[("thing", &noun)]),
        Some(noun) => play.say(lines::NO_SUCH_THING, &[("thing", &noun)]),
        None => play.say(lines::NOTHING_SUCH, &[]),
    }
    // And what there is.
    let seen = lore::seen_here(play);
    if !seen.is_empty() {
        play.add(lines::BUT_THERE_IS, &[("things", &seen)]);
    }
}

/// The words as the name of a thing; none if there is more in them than one.
pub(super) fn noun(words: &str) -> Option<String> {
    let cut = [" before", " after", " so ", " to ", " for ", " with ", " in ", " on ", " under ", " behind ", " from "];
    let words = cut.iter().fold(words.trim(), |rest, at| rest.split(at).next().unwrap_or(rest));
    let all: Vec<&str> =
        words.split_whitespace().filter(|word| !["the", "a", "an", "any", "some"].contains(word)).collect();
    let plain = (1..=3).contains(&all.len())
        && all.iter().all(|word| !NO_NOUN.contains(word) && word.chars().all(|c| c.is_alphabetic() || c == '-'));
    plain.then(|| all.join(" "))
}

/// Whether the narrations since the hero came here spoke of something by this name, with an article before it: what was
/// mentioned is there.
pub(super) fn is_told_of(play: &Play<'_>, at: &str) -> bool {
    const EARSHOT: usize = 4;
    const ARTICLES: [&str; 8] = ["the", "a", "an", "some", "his", "her", "one", "each"];
    let name: Vec<&str> = at.split(' ').filter(|word| !word.is_empty()).collect();
    let plain = (1..=3).contains(&name.len()) && name.iter().all(|word| word.len() > 2 && word.len() < 16);
    // What someone only spoke of need not be here.
    let says = |told: &str| {
        let told = crate::grammar::without_speech(told).to_lowercase();
        let all: Vec<&str> = told.split(|c: char| !c.is_alphabetic() && c != '\'').filter(|w| !w.is_empty()).collect();
        // "A dog", "a black dog", "a row of pegs".
        let same = |words: &[&str]| words.iter().zip(&name).all(|(told, asked)| word_alike(told, asked));
        let mut begins = all.windows(name.len()).enumerate().filter(|(_, words)| same(words)).map(|(i, _)| i);
        begins.any(|i| all[i.saturating_sub(3)..i].iter().any(|word| ARTICLES.contains(word)))
    };
    let told = play.reading.told.iter().rev().take(EARSHOT).map(String::as_str);
    plain && told.chain([play.reading.table.scene.as_str()]).any(says)
}

/// Whether these words name something or someone that is here, or that the hero carries.
pub(crate) fn is_here(play: &Play<'_>, at: &str) -> bool {
    let here = &play.table.location;
    let mut names: Vec<String> = play.table.creatures.iter().map(|creature| creature.name.clone()).collect();
    names.extend(play.world.people(here).into_iter().map(|person| person.name));
    names.extend(play.world.features(here).iter().map(|(name, _)| (*name).to_owned()));
    names.extend(play.visible_things());
    names.extend(play.hero.pack.iter().map(|(_, name)| name.clone()));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    best_match(at, &names).is_some() || lore::is_here(play, at)
}

/// Whether these words name someone who lives here or hereabouts.
pub(super) fn is_somebody(play: &Play<'_>, words: &str) -> bool {
    let all: Vec<_> = play.world.everybody().into_iter().map(|(person, _)| person).collect();
    crate::address::first_named(words, &all).is_some()
}

/// Whether these words name a place of the neighbourhood, by more than a word that many have.
pub(super) fn is_place(play: &Play<'_>, words: &str) -> bool {
    let said = typed(words);
    if play.world.all_places().any(|name| said.contains(&typed(name))) {
        return true;
    }
    // Or by part of its name, where it was spoken of.
    let heard = |name: &&str| {
        let name = in_text(name);
        play.table.places.iter().any(|known| same(known, &name)) || play.reading.told.iter().any(|t| t.contains(&*name))
    };
    let names: Vec<&str> = play.world.all_places().filter(heard).collect();
    words.split(' ').count() <= 4 && best_named(words, &names).is_some()
}

/// The thing here whose closer look speaks of this part of it.
fn whole_of(play: &Play<'_>, part: &str) -> Option<&'static str> {
    let features = play.world.features(&play.table.location);
    let speaks = |(_, shows): &&(&str, &str)| part.chars().count() < 30 && best_match(part, &[shows]).is_some();
    features.iter().find(speaks).map(|(name, _)| *name)
}

/// Whether this is part of something here.
pub(super) fn is_part(play: &Play<'_>, at: &str) -> bool {
    whole_of(play, at).is_some()
}

pub(super) fn who_or_nobody(play: &mut Play<'_>) {
    if play.world.people(&play.table.location).is_empty() && play.table.foes().next().is_none() {
        play.say(lines::ALONE, &[]);
    } else {
        who_is_here(play);
    }
}

/// Whether these words mean someone who is not here, rather than the ground or a wall.
pub(super) fn is_absent_somebody(play: &Play<'_>, words: &str) -> bool {
    let of_the_place = words.split(' ').any(|word| PLAIN.contains(&word));
    !words.is_empty() && !of_the_place && !is_here(play, words) && !is_told_of(play, words)
}

/// Whether these words name a thing that is neither carried nor here: nothing to be thrown.
pub(super) fn is_nowhere(play: &Play<'_>, words: &str) -> bool {
    const NO_THINGS: [&str; 10] =
        ["punch", "myself", "party", "fit", "voice", "open", "insult", "insults", "kick", "weight"];
    let thing = noun(words).filter(|noun| !noun.split(' ').any(|word| NO_THINGS.contains(&word)));
    thing.is_some() && !is_here(play, words) && !is_told_of(play, words)
}
