//! Handling of things without a rule. Nothing is gained, lost or rolled.

use crate::words::deeds::handling::{BETWEEN, MARKS, OWN, SMALL};
use crate::{
    handling::{Handling, found, unheard_of},
    intent::{Act, Deed, is_pronoun, to_player},
    play::{Play, best_match},
};

use super::{looking, lore, silly, tools};

/// Does it, if it is one of these; returns whether it was.
pub(super) fn done(play: &mut Play<'_>, deed: &Deed) -> bool {
    const MAY: [Act; 10] = [
        Act::Handle,
        Act::Use,
        Act::Stunt,
        Act::Listen,
        Act::Gesture,
        Act::Talk,
        Act::Force,
        Act::Drink,
        Act::Wait,
        Act::Unknown,
    ];
    if !MAY.contains(&deed.act) || !deed.speech.is_empty() || play.table.foes().next().is_some() {
        return false;
    }
    let Some((it, verb, rest)) = row(deed) else { return false };
    if deed.act == Act::Unknown && !can_try(play, deed) {
        return false;
    }
    if !it.said.is_empty() {
        return says(play, it, verb, rest);
    }
    // What is a tool of its own kind is used as that.
    let tool = play.in_pack(&deed.object).is_some_and(|thing| tools::kind(&thing) != tools::Tool::Other);
    if deed.act == Act::Stunt && tool {
        return false;
    }
    let (first, second) = parts(rest);
    let (first, second) = (meant(deed, first), meant(deed, second));
    if it.yields
        && [&first, &second, &deed.object, &deed.words]
            .into_iter()
            .any(|words| !words.is_empty() && lore::can_meddle(play, words))
    {
        return false;
    }
    let verb_slot = ("verb", verb);
    for words in [&first, &second] {
        let bare = words.strip_prefix("my ").unwrap_or(words);
        if OWN.contains(&bare) && !it.own.is_empty() && play.in_pack(bare).is_none() {
            let bare = if bare == "myself" { "face" } else { bare };
            tell(play, &it.own, &[verb_slot, ("thing", bare)]);
            return true;
        }
        let thing = silly::named_thing(play, bare).or_else(|| food(play, bare)).filter(|_| !it.thing.is_empty());
        if let Some(thing) = thing {
            tell(play, &it.thing, &[verb_slot, ("thing", &thing)]);
            return true;
        }
        if let Some(person) = silly::whom(play, bare).filter(|_| !it.person.is_empty()) {
            tell(play, &it.person, &[verb_slot, ("name", &person.name)]);
            return true;
        }
    }
    match (first.is_empty(), it.alone.is_empty()) {
        (true, false) => tell(play, &it.alone, &[verb_slot]),
        // What other deeds make of it is theirs, unless there is nothing else it could be.
        _ if !matches!(deed.act, Act::Handle | Act::Listen) => return false,
        (true, true) => return false,
        (false, _) if lore::is_here(play, &first) => {
            let thing = to_player(&first);
            tell(play, &it.thing, &[verb_slot, ("thing", thing.strip_prefix("your ").unwrap_or(&thing))]);
        }
        (false, _) => looking::no_such(play, &first),
    }
    true
}

fn row(deed: &Deed) -> Option<(&'static Handling, &str, &str)> {
    match deed.act {
        Act::Unknown => unheard_of(&deed.words),
        _ => found(&deed.words),
    }
}

/// Whether a verb that no file has is said of something or someone here.
pub(crate) fn can_try(play: &Play<'_>, deed: &Deed) -> bool {
    let Some((_, verb, rest)) = unheard_of(&deed.words).filter(|_| play.table.foes().next().is_none()) else {
        return false;
    };
    // "Red tape" has no verb; "bless the tape" has one, and so has "bless Lisbet".
    let is_marked = rest.split([' ', '\'']).next().is_some_and(|word| MARKS.contains(&word));
    let people = play.world.people(&play.table.location);
    let first = meant(deed, parts(rest).0);
    if !is_marked && crate::address::first_named(&first, &people).is_none() {
        return false;
    }
    let is_name = |name: &str| name.to_lowercase().split(' ').any(|word| word == verb);
    let thing = silly::named_thing(play, &first);
    silly::whom(play, &first).is_some_and(|person| !is_name(&person.name)) || thing.is_some_and(|name| !is_name(&name))
}

/// What is to eat here, which goes by many names.
fn food(play: &Play<'_>, words: &str) -> Option<String> {
    const FOOD: [&str; 8] = ["supper", "bread", "stew", "pie", "meal", "cheese", "table", "kettle"];
    let is_asked = ["food", "dinner", "meal"].contains(&words);
    FOOD.iter().filter(|_| is_asked).find_map(|name| silly::named_thing(play, name))
}

/// The handled thing, and the tool or place.
fn parts(rest: &str) -> (&str, &str) {
    let padded = BETWEEN.iter().filter_map(|word| {
        let at = rest.find(word)?;
        let ends =
            word.ends_with(' ') || rest[at + word.len()..].is_empty() || rest[at + word.len()..].starts_with(' ');
        ends.then_some((at, word.len()))
    });
    match padded.min() {
        Some((at, n)) => (&rest[..at], rest[at + n..].trim()),
        None => (rest, ""),
    }
}

/// The words for a thing without articles, a pronoun as it was meant.
fn meant(deed: &Deed, words: &str) -> String {
    let mut words = words.trim();
    while let Some(rest) = SMALL.iter().find_map(|word| words.strip_prefix(word)) {
        words = rest;
    }
    let words = [" please", " again", " now", " a bit", " a little", " carefully"]
        .iter()
        .fold(words, |rest, end| rest.strip_suffix(end).unwrap_or(rest));
    if is_pronoun(words) && !deed.object.is_empty() {
        return deed.object.clone();
    }
    // "His fingers" are the fingers.
    let own = ["his ", "her ", "their ", "its ", "your "].iter().find_map(|word| words.strip_prefix(word));
    own.unwrap_or(words).to_owned()
}

/// Words that are shouted without an addressee.
fn says(play: &mut Play<'_>, it: &'static Handling, verb: &str, rest: &str) -> bool {
    let rest = rest.trim_start_matches([':', ',', ' ']);
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    const AT: [&str; 11] = ["at ", "to ", "down ", "into ", "over ", "up ", "a ", "some ", "my ", "from ", "insults"];
    let first = rest.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let called = best_match(&first, &names).is_some() && !["that ", "for "].iter().any(|word| rest.starts_with(word));
    if AT.iter().any(|word| rest.starts_with(word)) || called {
        return false;
    }
    let said =
        ["that ", "for ", "out ", "loudly "].iter().fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    // "Order an ale" buys one.
    if verb == "order" && said != "order" && said != "in the court" {
        return false;
    }
    let said = if verb == "order" { format!("order, {said}") } else { play.world.cased(said) };
    match rest.is_empty() {
        true => tell(play, &it.alone, &[]),
        false => tell(play, &it.said, &[("said", &said)]),
    }
    true
}

fn tell(play: &mut Play<'_>, stock: &'static [String], slots: &[(&str, &str)]) {
    let stock: Vec<&str> = stock.iter().map(String::as_str).collect();
    play.say(&stock, slots);
}
