//! Locks: anyone who picks one means the thing that is locked, by whatever of its own verbs comes nearest, or what is to be
//! tried with nimble fingers; what it is picked with names nothing here.

use super::{
    block::{Script, Thing},
    nouns::{self, Meant},
    verbs,
    wish::{Wish, bare},
};
use crate::words::script::locks::PICKS;

/// What a lock is picked with.
const TOOLS: [&str; 6] = ["thieves tools", "thieves' tools", "thief's tools", "lockpick", "lockpicks", "lock pick"];

/// What a clause about a lock wants; none if it is about something else.
pub(super) fn picked(script: &Script, whole: &str) -> Option<Wish> {
    let (verb, rest) = PICKS.iter().find_map(|verb| Some((*verb, verbs::rest_of(whole, verb)?)))?;
    let with_tools = TOOLS.iter().any(|tool| whole.contains(tool));
    let object = [" with ", " using ", " by "].iter().fold(rest, |rest, at| rest.split(at).next().unwrap_or(rest));
    let object = bare(object.strip_suffix(" open").unwrap_or(object));
    let of_lock = object.split(' ').any(|word| ["lock", "locks", "padlock", "keyhole"].contains(&word));
    if !(of_lock || with_tools || verb == "unlock") {
        return None;
    }
    let takes = |thing: &&Thing| {
        ["pick", "unlock", "open", "force"].iter().any(|verb| verbs::nearness(verb, verb, &thing.verbs) > 0)
    };
    let handle = |thing: &Thing| {
        let all = [verb, "pick", "unlock", "open", "force"];
        let best = all.into_iter().max_by_key(|verb| verbs::nearness(verb, verb, &thing.verbs));
        Wish::Handle { verb: best.unwrap_or(verb).to_owned(), what: thing.name.clone() }
    };
    let by_hand = script.beat.as_ref().is_some_and(|beat| beat.skill == "sleight of hand");
    let thing = match nouns::things(script, object) {
        Meant::One(thing) => Some(thing),
        Meant::Several(all) => all.iter().copied().find(takes).or_else(|| all.first().copied()),
        Meant::Nothing => script.things.iter().find(|thing| thing.verbs.iter().any(|verb| verb == "pick")),
    };
    if let Some(thing) = thing.filter(takes) {
        return Some(handle(thing));
    }
    if by_hand {
        return Some(Wish::Attempt);
    }
    if let Some(thing) = thing {
        return Some(Wish::Look(thing.name.clone()));
    }
    // A way that is shut says itself why.
    let of_doors = |text: &str| ["lock", "key", "bolt", "door", "gate", "latch"].iter().any(|word| text.contains(word));
    let shut = script.exits.iter().find(|exit| {
        !exit.open && !exit.why.is_empty() && of_doors(&format!("{} {}", exit.label, exit.why).to_lowercase())
    });
    Some(shut.map_or(Wish::NoLock, |exit| Wish::Leave(vec![exit.id.clone()])))
}
