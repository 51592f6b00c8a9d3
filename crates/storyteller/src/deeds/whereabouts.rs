//! Questions about where a place, a person or a thing is.

use crate::{
    phrases::lines,
    play::{Play, best_match, best_named},
    world::{Spot, in_text, same},
};

use super::looking::closer;

/// Says where a place, a person or a thing is, as far as the hero can know.
pub(super) fn whereabouts(play: &mut Play<'_>, what: &str) {
    let here = play.table.location.clone();
    let everybody = play.world.everybody();
    let names: Vec<&str> = everybody.iter().map(|(person, _)| person.name.as_str()).collect();
    let trades: Vec<String> = everybody.iter().map(|(person, _)| format!("{} {}", person.trade, person.role)).collect();
    let trades: Vec<&str> = trades.iter().map(String::as_str).collect();
    let places: Vec<String> = play.world.all_places().map(str::to_owned).collect();
    let place_names: Vec<&str> = places.iter().map(String::as_str).collect();
    let someone = best_match(what, &names).or_else(|| best_match(what, &trades));
    let shop = ["shop", "store", "trader", "market", "shopkeeper"].iter().any(|word| what.contains(word));
    let shrine = ["shrine", "chapel", "temple", "church"].iter().any(|word| what.contains(word));
    let place = match (best_named(what, &place_names), someone) {
        (Some(i), _) => Some(places[i].clone()),
        (None, _) if shop => Some(play.world.name(Spot::Market).to_owned()),
        (None, None) if shrine => Some(play.world.name(Spot::Shrine).to_owned()),
        (None, Some(i)) => Some(everybody[i].1.clone()),
        (None, None) => None,
    };
    let Some(place) = place else {
        if play.reading.words.to_lowercase().contains("seen") {
            return play.say(lines::NOT_SEEN, &[]);
        }
        return closer(play, what);
    };
    let there = in_text(&place);
    if same(&place, &here) {
        match someone {
            Some(i) if best_match(what, &place_names).is_none() => play.say(lines::RIGHT_HERE, &[("name", names[i])]),
            _ => play.say(lines::HERE_ALREADY, &[]),
        }
        return;
    }
    let spot = play.world.spot(&place);
    // No one can point to a place that was never mentioned.
    let heard_of = play.reading.told.iter().chain(&play.table.recent).any(|told| told.contains(&*there));
    let found = play.table.places.iter().any(|known| same(known, &place));
    let far = matches!(spot, Spot::Mouth | Spot::Heart) && !found && !heard_of;
    match play.world.toward(&here, spot).filter(|_| !far) {
        Some(exit) => {
            let next = in_text(&exit.name);
            let slots = [("there", there.as_str()), ("way", exit.way), ("next", next.as_str())];
            play.say(if same(&exit.name, &place) { lines::NEXT_DOOR } else { lines::FURTHER_OFF }, &slots);
        }
        None => play.say(lines::NOBODY_KNOWS_WHERE, &[("there", &there)]),
    }
}
