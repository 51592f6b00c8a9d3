//! The goal of a command: go, talk, look, fight, or use something here.

use crate::words::script::commands::{BACK, ONWARD, SAYS, TRIES};
use crate::{
    intent::{self, Act, Deed},
    play::{Play, significant, word_alike},
};

use super::{
    block::{Beat, Exit, Script},
    nouns::{self, Meant},
    verbs,
    wish::{Wish, bare, ids, stripped, tries_by},
};

/// Words that mean the whole scene.
const ALL_AROUND: [&str; 24] = [
    "",
    "around",
    "round",
    "about",
    "here",
    "room",
    "the room",
    "the place",
    "place",
    "around me",
    "around here",
    "surroundings",
    "my surroundings",
    "the surroundings",
    "scene",
    "the scene",
    "area",
    "the area",
    "everything",
    "around the room",
    "again",
    "around again",
    "this place",
    "everywhere",
];
const OUT: [&str; 8] =
    ["leave", "exit", "depart", "go away", "leave here", "leave this place", "get away", "walk away"];
const DIRECTIONS: [&str; 10] = ["up", "down", "in", "inside", "out", "outside", "through", "across", "back", "along"];

/// Going on, back, out, or in a direction, with no place named.
pub(super) fn going(script: &Script, whole: &str) -> Option<Wish> {
    let leads_back = |exit: &&Exit| {
        let label = exit.label.to_lowercase();
        ["back", "out ", "home"].iter().any(|start| label.starts_with(start)) || exit.id.contains("back")
    };
    if ONWARD.contains(&whole) {
        let on: Vec<_> = script.open_exits().filter(|exit| !leads_back(exit)).collect();
        let on = if on.is_empty() { script.exits.iter().filter(|exit| !leads_back(exit)).collect() } else { on };
        return Some(if on.is_empty() { Wish::Ways } else { ids(on) });
    }
    if BACK.contains(&whole) || OUT.contains(&whole) {
        let back: Vec<_> = script.exits.iter().filter(leads_back).collect();
        // A way that is shut is no way back, where there are others.
        let open: Vec<_> = back.iter().filter(|exit| exit.open).copied().collect();
        let back = if open.is_empty() && script.open_exits().count() > 1 { Vec::new() } else { back };
        let back = if open.is_empty() { back } else { open };
        return Some(match (back.is_empty(), script.exits.len()) {
            (false, _) => ids(back),
            (true, 1) => ids(script.exits.iter().collect()),
            _ if script.open_exits().count() == 1 => ids(script.open_exits().collect()),
            _ => Wish::Ways,
        });
    }
    let (_, rest) = verbs::goes(whole).unwrap_or(("", whole));
    let direction = DIRECTIONS.iter().find(|word| **word == rest)?;
    let word = match *direction {
        "inside" => "in",
        "outside" => "out",
        word => word,
    };
    let leads = |exit: &&Exit| {
        let label = exit.label.to_lowercase();
        label.split(|c: char| !c.is_alphanumeric()).any(|part| part == word || (word == "in" && part == "into"))
    };
    let all: Vec<_> = script.exits.iter().filter(leads).collect();
    match all.is_empty() {
        false => Some(ids(all)),
        true if tries_by(script, whole) => Some(Wish::Attempt),
        true => Some(Wish::Ways),
    }
}

/// Talk, with the one it is for and what it is about.
pub(super) fn talking(script: &Script, whole: &str) -> Option<Wish> {
    if let Some(wish) = showing(script, whole) {
        return Some(wish);
    }
    let (verb, rest) = verbs::talks(whole)?;
    // To comfort someone, or to act before them, may be just what is to be tried.
    if !SAYS.contains(&verb) && tries_by(script, whole) {
        return Some(Wish::Attempt);
    }
    let named = nouns::named(script, rest);
    if named.is_none()
        && let Meant::One(thing) = nouns::things(script, bare(rest))
        && verbs::nearness(whole, verb, &thing.verbs) > 0
    {
        return Some(Wish::Handle { verb: verb.to_owned(), what: thing.name.clone() });
    }
    let (to, about) = match named {
        // "Tell Wenna about Barnaby" is speech to Wenna; "ask about Barnaby" to anyone it may concern.
        Some((one, before, after)) if !before.contains("about") => (Some(one.id.clone()), after),
        _ => (None, rest.to_owned()),
    };
    let about = about.trim().trim_start_matches([',', ' ']);
    let about = ["about ", "of ", "for ", "if ", "whether ", "that "]
        .iter()
        .find_map(|w| about.strip_prefix(w))
        .unwrap_or(about);
    // "Whoever is here" names no one.
    let about = if about != "it" && nouns::points(about) { "" } else { about };
    let first = about.split(' ').next().unwrap_or_default();
    let about = if nouns::points(first) && first != "it" { about[first.len()..].trim_start() } else { about };
    let about = about.strip_prefix("about ").unwrap_or(about);
    // Someone who is not here, or something that has no ears.
    let unknown =
        to.is_none() && ["talk to", "talk with", "speak to", "speak with", "greet", "chat with"].contains(&verb);
    if unknown && !about.is_empty() {
        let whom = bare(about).to_owned();
        return Some(match nouns::things(script, &whom) {
            Meant::Nothing if whom.split(' ').count() <= 3 => Wish::Absent(whom),
            _ => Wish::Look(whom),
        });
    }
    Some(Wish::Say { to, about: about.to_owned() })
}

/// A thing that is shown or given, and the receiver.
fn showing(script: &Script, whole: &str) -> Option<Wish> {
    const GIVES: [&str; 6] = ["show", "give", "offer", "hand", "present", "bring"];
    let (verb, rest) = GIVES.iter().find_map(|verb| Some((*verb, verbs::rest_of(whole, verb)?)))?;
    let (object, to) = match rest.split_once(" to ") {
        Some((what, whom)) => (what.to_owned(), nouns::named(script, whom).map(|(one, ..)| one.id.clone())),
        None => match nouns::named(script, rest) {
            Some((one, before, after)) if before.is_empty() => (after, Some(one.id.clone())),
            _ => {
                let (first, more) = rest.split_once(' ').unwrap_or((rest, ""));
                let pointed = ["him", "her", "them", "it"].contains(&first) && !more.is_empty();
                (if pointed { more } else { rest }.to_owned(), None)
            }
        },
    };
    let object = bare(&object).to_owned();
    if intent::ends_in_coin(&object) {
        return Some(Wish::Aside(Deed { words: whole.to_owned(), ..Deed::of(Act::Pay, object) }));
    }
    if let Meant::One(thing) = nouns::things(script, &object)
        && verbs::nearness(whole, verb, &thing.verbs) == 2
    {
        return Some(Wish::Handle { verb: verb.to_owned(), what: object });
    }
    Some(Wish::Show { what: object, to })
}

pub(super) fn looking(script: &Script, whole: &str) -> Option<Wish> {
    let (verb, rest) = verbs::looks(whole)?;
    let rest = rest.trim();
    let seeks = ["search", "investigate", "look for", "find", "search for", "search through"].contains(&verb);
    if ALL_AROUND.contains(&rest) || ALL_AROUND.contains(&bare(rest)) {
        let skill = script.beat.as_ref().map_or("", |beat| beat.skill.as_str());
        let tries = seeks && ["perception", "investigation"].contains(&skill);
        return Some(if tries { Wish::Attempt } else { Wish::Around });
    }
    let object = bare(rest);
    match nouns::things(script, object) {
        Meant::One(thing) if verbs::nearness(whole, verb, &thing.verbs) == 2 => {
            Some(Wish::Handle { verb: verb.to_owned(), what: object.to_owned() })
        }
        Meant::Nothing if nouns::named(script, object).is_none() => {
            let beat = script.beat.as_ref();
            let is_meant = beat.is_some_and(|beat| is_objective(beat, whole)) || (seeks && tries_by(script, whole));
            let goes = ["approach"].contains(&verb) || ["out", "exit", "way"].iter().any(|word| rest.contains(word));
            if is_meant {
                return Some(Wish::Attempt);
            }
            Some(if goes { Wish::Ways } else { Wish::Look(object.to_owned()) })
        }
        _ => Some(Wish::Look(object.to_owned())),
    }
}

pub(super) fn fighting(script: &Script, whole: &str) -> Option<Wish> {
    let object = bare(verbs::fights(whole)?);
    let verb = whole.split(' ').next().unwrap_or_default();
    if let Meant::One(thing) = nouns::things(script, object)
        && verbs::nearness(whole, verb, &thing.verbs) == 2
    {
        return Some(Wish::Handle { verb: verb.to_owned(), what: object.to_owned() });
    }
    Some(Wish::Fight(object.to_owned()))
}

/// Whatever else is done: with a thing, on the way out, or as what is to be tried.
pub(super) fn doing(play: &Play<'_>, script: &Script, whole: &str, tries: bool, deed: Deed) -> Wish {
    let beat = script.beat.as_ref();
    let attempt = || beat.map(|_| Wish::Attempt);
    if TRIES.contains(&whole) {
        // A bare yes is for what was just put to the player, and for nothing unknown to them.
        let put = beat.is_some_and(|beat| play.reading.told.last().is_some_and(|told| told.contains(&beat.objective)));
        let agrees = ["yes", "ok", "sure", "yes i do", "i do"].contains(&whole);
        return attempt().filter(|_| put || !agrees).unwrap_or(Wish::Hint);
    }
    let Some((verb, rest)) = verbs::split(whole) else {
        return named_only(play, script, whole, tries, deed);
    };
    let handle = |what: &str| Wish::Handle { verb: verb.to_owned(), what: what.to_owned() };
    let objects = objects(rest);
    let near = |what: &str| match nouns::things(script, what) {
        Meant::One(thing) => verbs::nearness(whole, verb, &thing.verbs),
        Meant::Several(all) => all.iter().map(|thing| verbs::nearness(whole, verb, &thing.verbs)).max().unwrap_or(0),
        Meant::Nothing if what == "it" => 1,
        Meant::Nothing => 0,
    };
    if let Some(object) = objects.iter().find(|object| near(object) == 2) {
        return handle(object);
    }
    let goes = verbs::goes(whole);
    let exits = goes.map(|(_, to)| nouns::exits(script, bare(to))).unwrap_or_default();
    if !exits.is_empty() {
        return ids(exits);
    }
    if let Some(object) = objects.iter().find(|object| near(object) == 1) {
        return handle(object);
    }
    // A verb alone is for the one thing that takes it.
    if rest.is_empty() {
        let takes: Vec<_> =
            script.things.iter().filter(|it| !it.done && verbs::nearness(whole, verb, &it.verbs) == 2).collect();
        if let ([thing], false) = (takes.as_slice(), tries_by(script, whole)) {
            return handle(&thing.name);
        }
    }
    sway(script, whole)
        .or_else(|| tries_by(script, whole).then(attempt).flatten())
        .or_else(|| beat.filter(|beat| is_objective(beat, whole)).map(|_| Wish::Attempt))
        .or_else(|| with_what_is_here(script, &objects, goes, &handle))
        .or_else(|| goes.and_then(|(verb, to)| to_somewhere(script, verb, to)))
        .or_else(|| attempt().filter(|_| tries))
        .unwrap_or(Wish::Aside(deed))
}

/// Someone is to be swayed: that is what is to be tried here, or words to them.
fn sway(script: &Script, whole: &str) -> Option<Wish> {
    const FACES: [&str; 6] = ["persuasion", "deception", "intimidation", "performance", "insight", "animal handling"];
    let (_, whom) = verbs::sways(whole)?;
    if script.beat.as_ref().is_some_and(|beat| FACES.contains(&beat.skill.as_str())) {
        return Some(Wish::Attempt);
    }
    let (one, _, after) = nouns::named(script, whom)?;
    Some(Wish::Say { to: Some(one.id.clone()), about: after })
}

/// Something is done with a thing that has no such verb: it is handled, and says what can be done; who goes there looks at it.
fn with_what_is_here(
    script: &Script,
    objects: &[String],
    goes: Option<(&str, &str)>,
    handle: &dyn Fn(&str) -> Wish,
) -> Option<Wish> {
    let object = objects.iter().find(|object| !matches!(nouns::things(script, object), Meant::Nothing))?;
    let only_goes = goes.is_some_and(|(verb, _)| !["take", "use", "get"].contains(&verb));
    Some(if only_goes { Wish::Look(object.clone()) } else { handle(object) })
}

/// Goes to someone, or where no way leads.
fn to_somewhere(script: &Script, verb: &str, to: &str) -> Option<Wish> {
    if ["take", "use", "get", "climb", "swim", "slip", "run", "ride"].contains(&verb) {
        return None;
    }
    Some(match nouns::named(script, to) {
        Some((one, ..)) => Wish::Say { to: Some(one.id.clone()), about: String::new() },
        None if ["there", "in there", "over there", "somewhere", "anywhere"].contains(&to) => Wish::Ways,
        None => Wish::NoWay(bare(to).to_owned()),
    })
}

/// Words without a verb: a thing, someone, a way, or what is to be tried.
fn named_only(play: &Play<'_>, script: &Script, whole: &str, tries: bool, deed: Deed) -> Wish {
    if nouns::things(script, bare(whole)) != Meant::Nothing && significant(whole).len() <= 5 {
        // Anyone who was asked which one is meant says just that.
        let before = play.reading.asked.last().filter(|_| super::deeds::was_asked_which(play));
        let plain = before.map(|before| intent::plain(before)).unwrap_or_default();
        return match verbs::split(stripped(&plain)) {
            Some((verb, _)) if verbs::looks(verb).is_none() => {
                Wish::Handle { verb: verb.to_owned(), what: bare(whole).to_owned() }
            }
            _ => Wish::Look(bare(whole).to_owned()),
        };
    }
    if let Some((one, before, after)) = nouns::named(script, whole).filter(|_| significant(whole).len() <= 3) {
        return Wish::Say { to: Some(one.id.clone()), about: format!("{before} {after}").trim().to_owned() };
    }
    let exits = nouns::exits(script, bare(whole));
    if !exits.is_empty() && significant(whole).len() <= 8 {
        return ids(exits);
    }
    let is_meant = |beat: &Beat| tries || is_objective(beat, whole) || verbs::is_of(&beat.skill, whole);
    if script.beat.as_ref().is_some_and(is_meant) {
        return Wish::Attempt;
    }
    Wish::Aside(deed)
}

/// Whether these are the words of what is to be done: two of weight, or the only one.
fn is_objective(beat: &Beat, text: &str) -> bool {
    let goal = significant(&beat.objective);
    let said = significant(text);
    let n = said.iter().filter(|word| word.len() > 2 && goal.iter().any(|known| word_alike(known, word))).count();
    n >= 2 && n * 2 >= said.len()
}

/// The objects of a verb: what is done with it, and what it is done to.
fn objects(rest: &str) -> Vec<String> {
    let mut all = vec![rest.to_owned()];
    let words: Vec<&str> = rest.split(' ').collect();
    const BETWEEN: [&str; 14] =
        ["on", "onto", "in", "into", "over", "at", "to", "with", "from", "against", "through", "under", "of", "off"];
    for (i, word) in words.iter().enumerate() {
        if BETWEEN.contains(word) {
            all.push(words[..i].join(" "));
            all.push(words[i + 1..].join(" "));
        }
    }
    let all = all.iter().map(|phrase| bare(phrase).to_owned());
    all.filter(|phrase| !phrase.is_empty()).collect()
}
