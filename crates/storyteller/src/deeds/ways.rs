//! Resolves a destination: a direction, a place nearby or further off, a person, or just "on".

use crate::words::deeds::ways::{LEADS, ON};
use crate::{
    play::{Play, best_match},
    world::{Exit, Kind, Spot, in_text, same, typed},
};

use super::{chief_fallen, lead};

/// Ways that are no names.
pub(super) const COMPASS: [&str; 12] =
    ["north", "south", "east", "west", "up", "down", "in", "out", "back", "on", "across", "through"];

/// The place that these words name in full.
fn named(play: &Play<'_>, to: &str) -> Option<String> {
    let to = typed(to);
    let is_said = |name: &&str| to.contains(&typed(name));
    play.world.all_places().filter(is_said).max_by_key(|name| name.len()).map(str::to_owned)
}

/// Whether these words name a place in full that is neither here nor next door, and that no one has found yet.
pub(super) fn names_somewhere_else(play: &Play<'_>, to: &str) -> bool {
    let here = &play.table.location;
    named(play, to).is_some_and(|name| {
        let near = play.world.exits(here).iter().any(|exit| same(&exit.name, &name));
        !near && !same(&name, here) && !play.table.places.iter().any(|known| same(known, &name))
    })
}

/// The way to a place further off that these words name, where it is no guess: all between here and there is known.
pub(super) fn route(play: &Play<'_>, to: &str) -> Option<Vec<Exit>> {
    let here = play.table.location.clone();
    let name = named(play, to).or_else(|| hub(play, to).map(|spot| play.world.name(spot).to_owned()))?;
    let is_found = |name: &str| play.table.places.iter().any(|known| same(known, name));
    let goal = play.world.spot(&name);
    // What was found is reached by its road; where it all ends, no one strolls, nor where no one has pointed to.
    let heard_of = || play.reading.told.iter().any(|told| told.contains(in_text(&name).trim_start_matches("the ")));
    let is_far = goal == Spot::Heart || goal == Spot::Elsewhere || (goal == Spot::Mouth && !heard_of());
    if same(&name, &here) || is_found(&name) || is_far {
        return None;
    }
    let mut paths: Vec<Vec<Exit>> = vec![Vec::new()];
    for _ in 0..6 {
        let mut next = Vec::new();
        for path in paths {
            let at = path.last().map_or(here.as_str(), |exit| exit.name.as_str());
            for exit in play.world.exits(at) {
                let seen = same(&exit.name, &here) || path.iter().any(|step| same(&step.name, &exit.name));
                let mut path = path.clone();
                let (ends, known) = (exit.spot == goal, is_found(&exit.name));
                path.push(exit);
                if ends {
                    return Some(path).filter(|path| path.len() > 1);
                }
                if known && !seen {
                    next.push(path);
                }
            }
        }
        paths = next;
    }
    None
}

/// Whether these words name a way out of here.
pub(super) fn is_way(play: &Play<'_>, words: &str) -> bool {
    let here = &play.table.location;
    let door = play.world.door().filter(|_| play.world.spot(here) == Spot::Home);
    let through = door.is_some_and(|door| words.split(' ').any(|word| door.words.contains(&word)));
    through || play.world.exits(here).iter().any(|exit| best_match(words, &[&exit.name]).is_some())
}

/// Whether these words name a way out of here, or point along one.
pub(super) fn is_way_of_any_kind(play: &Play<'_>, words: &str) -> bool {
    let exits = play.world.exits(&play.table.location);
    is_way(play, words)
        || exits.iter().any(|exit| exit.direction != "back" && words.split(' ').any(|w| w == exit.direction))
}

/// Whether someone wants to go where they came from.
pub(super) fn is_back(to: &str) -> bool {
    to == "back" || ["way we came", "way i came", "where we came", "where i came"].iter().any(|way| to.starts_with(way))
}

/// The way these words mean.
pub(super) fn way(play: &Play<'_>, to: &str, leaving: bool) -> Option<Exit> {
    let here = play.table.location.as_str();
    let exits = play.world.exits(here);
    let long = in_full(to);
    let points = |exit: &&Exit| exit.direction != "back" && long.split(' ').any(|word| word == exit.direction);
    if let Some(exit) = exits.iter().find(points) {
        return Some(exit.clone());
    }
    if is_back(long) {
        return way_back(play, &exits);
    }
    let door = play.world.door().filter(|_| play.world.spot(here) == Spot::Home);
    if let Some(door) = door.filter(|door| !leaving && door.words.iter().any(|word| long.contains(word))) {
        return exits.iter().find(|exit| exit.direction == door.direction).cloned();
    }
    if ["north", "south", "east", "west", "up", "down"].contains(&long) {
        return None;
    }
    let at = play.world.spot(here);
    let leaving = leaving || (at == Spot::Home && ["out", "outside", "away"].contains(&to));
    if leaving {
        // Anyone who only leaves where it began goes out by the door, and not down into the trouble.
        let street = if play.on_quest() { Spot::Road } else { Spot::Market };
        let out = exits.iter().find(|exit| at == Spot::Home && exit.spot == street).cloned();
        return out.or_else(|| way_on(play, &exits));
    }
    named_place(play, to, &exits)
        .or_else(|| homeward(play, to, &exits))
        .or_else(|| somebody_there(to, play, &exits))
        .or_else(|| by_kind(play, to, &exits))
        .or_else(|| vague_way(play, to, &exits))
}

/// A direction by its whole name.
fn in_full(to: &str) -> &str {
    match to {
        "n" => "north",
        "s" => "south",
        "e" => "east",
        "w" => "west",
        "u" | "upstairs" => "up",
        "d" | "downstairs" => "down",
        other => other,
    }
}

/// The way to a place, however far it is.
fn by_road(play: &Play<'_>, name: &str) -> Exit {
    Exit { name: name.to_owned(), spot: play.world.spot(name), direction: "on", way: "on" }
}

/// The way the hero came.
fn way_back(play: &Play<'_>, exits: &[Exit]) -> Option<Exit> {
    let here = play.table.location.as_str();
    // Anyone who is where it began, and has not left it lately, came from no narrated place.
    let homeward = || play.world.toward(here, Spot::Home).filter(|_| play.world.spot(here) != Spot::Home);
    let before = play.place_before().or_else(|| homeward().map(|exit| exit.name))?;
    let near = exits.iter().find(|exit| same(&exit.name, &before)).cloned();
    Some(near.unwrap_or_else(|| by_road(play, &before)))
}

/// The way to where the trouble goes on. It does not go back, unless there is no other way, or it is from home or to where it all
/// ends; and anyone who has been where it begins goes deeper in.
fn way_on(play: &Play<'_>, exits: &[Exit]) -> Option<Exit> {
    let here = play.table.location.as_str();
    // Who is on no quest and goes on comes to where trouble begins.
    let idle = !play.on_quest() && !chief_fallen(play);
    let goal = if idle { Spot::Site } else { lead(play) };
    let home = || Some(play.world.name(Spot::Home).to_owned()).filter(|home| !same(home, here));
    let before = play.place_before().or_else(home);
    let came_from = before.as_ref().map(|before| play.world.spot(before));
    let at = play.world.spot(here);
    let deeper = at == goal || (at == Spot::Mouth && came_from == Some(Spot::Site) && goal == Spot::Site);
    let goal = if deeper { Spot::Heart } else { goal };
    let may_return = at == Spot::Home || (came_from == Some(goal) && goal == Spot::Heart);
    let leads_back = |exit: &&Exit| before.as_ref().is_some_and(|before| same(&exit.name, before));
    let ahead = exits.iter().filter(|exit| may_return || !leads_back(exit));
    let nearest = ahead.min_by_key(|exit| play.world.n_steps(&exit.name, goal));
    nearest.or(exits.first()).cloned()
}

/// A place that is named: next door, this one, or one that is known.
fn named_place(play: &Play<'_>, to: &str, exits: &[Exit]) -> Option<Exit> {
    let mut all = exits.to_vec();
    all.push(Exit { direction: "", ..by_road(play, &play.table.location) });
    all.extend(play.table.places.iter().map(|place| by_road(play, place)));
    let names: Vec<&str> = all.iter().map(|exit| exit.name.as_str()).collect();
    best_match(to, &names).and_then(|i| all.get(i)).cloned()
}

/// Home, or out of where the trouble is and back towards where it is safe.
fn homeward(play: &Play<'_>, to: &str, exits: &[Exit]) -> Option<Exit> {
    if to.split(' ').any(|word| word == "home") {
        let home = exits.iter().find(|exit| exit.spot == Spot::Home).cloned();
        return home.or_else(|| Some(by_road(play, play.world.name(Spot::Home))));
    }
    let here = play.table.location.as_str();
    let leaves = ["out", "outside", "away"].contains(&to) && play.world.spot(here) != Spot::Home;
    leaves.then(|| play.world.toward(here, Spot::Home).or_else(|| way_on(play, exits))).flatten()
}

/// The way to someone next door.
fn somebody_there(to: &str, play: &Play<'_>, exits: &[Exit]) -> Option<Exit> {
    let is_there = |exit: &&Exit| {
        let there = play.world.people(&exit.name);
        best_match(to, &there.iter().map(|person| person.name.as_str()).collect::<Vec<_>>()).is_some()
    };
    exits.iter().find(is_there).cloned()
}

/// A way that is not named: on, anywhere, to where the trouble is, or along what leads there.
fn vague_way(play: &Play<'_>, to: &str, exits: &[Exit]) -> Option<Exit> {
    let on = || way_on(play, exits);
    let has = |words: &[&str]| to.split(' ').any(|word| words.contains(&word));
    if has(&["trouble", "quest", "danger"]) {
        return on();
    }
    // Anywhere that was not seen yet, but for where it all ends.
    if ["somewhere", "anywhere", "wherever"].iter().any(|word| to.contains(word)) {
        let new = |exit: &&Exit| exit.spot != Spot::Heart && !play.table.places.iter().any(|p| same(p, &exit.name));
        return exits.iter().find(new).cloned().or_else(on);
    }
    if ["where", "next place", "my goal", "objective"].iter().any(|start| to.starts_with(start)) {
        return play.world.toward(&play.table.location, lead(play)).or_else(on);
    }
    // Footprints lead on, and so does what the trouble is about.
    let leads = has(LEADS) || play.on_quest() && has(play.world.adventure.words);
    (leads || to.is_empty() || ON.contains(&to)).then(on).flatten()
}

const KINDS: [(&[&str], Kind); 9] = [
    (&["dock", "docks", "quay", "harbour", "harbor", "port", "wharf", "pier", "beach"], Kind::Shore),
    (&["inn", "tavern"], Kind::Inn),
    (&["village", "town", "market", "street", "shop"], Kind::Village),
    (&["road", "bridge", "crossing"], Kind::Road),
    (&["wood", "woods", "forest", "trees"], Kind::Wood),
    (&["water", "marsh", "river", "shore", "bank", "sea"], Kind::Water),
    (&["hill", "hills", "ridge", "moor"], Kind::Hill),
    (&["ruin", "ruins", "house", "building"], Kind::Ruin),
    (&["cave", "mine", "barrow", "tunnel", "stair", "stairs", "dark"], Kind::Cave),
];

/// The sort of place these words mean.
fn kind_meant(to: &str) -> Option<Kind> {
    let words: Vec<&str> = to.split(' ').collect();
    KINDS.iter().find(|(names, _)| names.iter().any(|name| words.contains(name))).map(|(_, kind)| *kind)
}

/// Where there is an inn, or a market, if none is next door.
fn hub(play: &Play<'_>, to: &str) -> Option<Spot> {
    let kind = kind_meant(to)?;
    let near = |exit: &Exit| play.world.kind(&exit.name) == kind;
    if play.world.exits(&play.table.location).iter().any(near) {
        return None;
    }
    match kind {
        Kind::Inn => Some(Spot::Home),
        Kind::Village => Some(Spot::Market),
        _ => None,
    }
}

fn by_kind(play: &Play<'_>, to: &str, exits: &[Exit]) -> Option<Exit> {
    let kind = kind_meant(to)?;
    let hub = match kind {
        Kind::Inn => Spot::Home,
        Kind::Village => Spot::Market,
        Kind::Road => Spot::Road,
        _ => Spot::Elsewhere,
    };
    let near = exits.iter().find(|exit| play.world.kind(&exit.name) == kind).cloned();
    near.or_else(|| play.world.toward(&play.table.location, hub))
}
