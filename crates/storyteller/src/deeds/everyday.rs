//! Everyday questions and rash words: where one can sleep, what there is to read, and what no one lets burn.

use crate::words::deeds::everyday::ALL;
use crate::{
    intent::{Act, Deed},
    phrases::lines,
    play::Play,
    world::{Spot, in_text},
};

/// Answers it, if it is one of these; returns whether it was.
pub(super) fn answered(play: &mut Play<'_>, deed: &Deed) -> bool {
    if play.table.foes().next().is_some() {
        return false;
    }
    let words = format!("{} {}", deed.words, deed.other).to_lowercase();
    let has = |all: &[&str]| words.split(|c: char| !c.is_alphabetic()).any(|word| all.contains(&word));
    if asks_for_a_bed(deed, &words) {
        where_to_sleep(play);
    } else if is_arson(deed, &words) {
        let alone = play.world.people(&play.table.location).is_empty();
        play.say(if alone { lines::NOTHING_CATCHES } else { lines::NOBODY_LETS_BURN }, &[]);
    } else if deed.act == Act::Read && has(&["sign", "signs", "signpost", "notice", "poster", "plaque"]) {
        return nothing_to_read(play, deed);
    } else {
        return false;
    }
    true
}

/// "Where do I sleep", "is there a bed for the night?"
fn asks_for_a_bed(deed: &Deed, words: &str) -> bool {
    let asks = ["where do ", "where can ", "where could ", "where should ", "where will ", "where to ", "where shall "];
    let begins = asks.iter().any(|start| words.trim_start().starts_with(start));
    let sleeps =
        words.split(|c: char| !c.is_alphabetic()).any(|word| ["sleep", "rest", "bed", "camp", "lodge"].contains(&word));
    matches!(deed.act, Act::Talk | Act::Where | Act::Wonder | Act::Ways | Act::Help | Act::Look) && begins && sleeps
}

/// Where people are one sleeps; elsewhere the narration gives the way to the nearest roof.
fn where_to_sleep(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    if let Some(person) = play.world.people(&here).into_iter().next() {
        return play.say(lines::SLEEP_HERE, &[("name", &person.name)]);
    }
    let home = in_text(play.world.name(Spot::Home));
    play.say(lines::SLEEP_THERE, &[("there", &home)]);
}

/// Fire laid to everything, or to a roof with people under it.
fn is_arson(deed: &Deed, words: &str) -> bool {
    let first = deed.words.split(' ').next().unwrap_or_default();
    let lights = ["burn", "torch", "ignite", "set"].contains(&first) && (first != "set" || words.contains("fire"));
    lights && ALL.iter().any(|all| words.contains(all))
}

/// A sign where none was spoken of.
fn nothing_to_read(play: &mut Play<'_>, deed: &Deed) -> bool {
    let seen = super::looking::is_here(play, &deed.object) || super::looking::is_told_of(play, &deed.object);
    if seen || play.in_pack(&deed.object).is_some() {
        return false;
    }
    let ways: Vec<String> =
        play.world.exits(&play.table.location).into_iter().map(|exit| in_text(&exit.name)).collect();
    let ways = crate::prose::listed(&ways);
    play.say(lines::NO_SIGN, &[("ways", &ways)]);
    true
}
