//! Going from place to place.

use crate::storyteller::{
    chance::{Chance, hash_all},
    foes,
    intent::{Act, Deed},
    phrases::{lines, shapes as shaped},
    play::{Play, Step, best_match},
    prose::{a, capitalised},
    world::{Exit, Kind, Spot, in_text, same},
};

use super::{chief_fallen, fighting, lead, looking, shapes};

/// Goes somewhere; past foes only if they can be slipped.
pub(super) fn go(play: &mut Play<'_>, to: &str, leaving: bool) -> Step {
    // There is no further to go than to where it is decided.
    let onward =
        ["", "on", "forward", "ahead", "onward", "deeper", "further", "in", "inside"].contains(&to) && !leaving;
    let at = play.world.spot(&play.table.location);
    let waits = at == Spot::Heart && shapes::ways_with(play).is_some();
    let owes = play.on_quest() && play.owns(play.world.adventure.token.0) && shapes::errand_spot(play) == Some(at);
    if onward && (waits || owes) {
        super::odd::help(play);
        return Ok(());
    }
    let Some(exit) = way(play, to, leaving) else {
        let features = play.world.features(&play.table.location);
        let into = features.iter().any(|(name, _)| best_match(to, &[name]).is_some());
        if into {
            return super::settling::settle(play, &Deed::of(Act::Settle, to));
        }
        // A place or a person that is known lies somewhere, if not next door.
        if looking::is_place(play, to) || looking::is_somebody(play, to) {
            looking::whereabouts(play, to);
            return Ok(());
        }
        if super::lore::meddle(play, to) {
            return Ok(());
        }
        match looking::noun(to).filter(|noun| !is_back(to) && !COMPASS.contains(&noun.as_str())) {
            Some(noun) => play.say(lines::NO_SUCH_PLACE, &[("thing", &noun)]),
            None => play.say(if is_back(to) { lines::NOWHERE_BACK } else { lines::NO_WAY }, &[]),
        }
        looking::ways(play);
        return Ok(());
    };
    if same(&exit.name, &play.table.location) {
        play.say(lines::HERE_ALREADY, &[]);
        return Ok(());
    }
    if exit.spot == Spot::Heart && play.on_quest() && shapes::is_shut(play) {
        play.effects.minutes += 20;
        hint_at_the_way(play);
        return Ok(());
    }
    arrive(play, &exit);
    Ok(())
}

/// Ways that are no names.
pub(super) const COMPASS: [&str; 12] =
    ["north", "south", "east", "west", "up", "down", "in", "out", "back", "on", "across", "through"];

/// Says what the way that is shut wants, and where that is to be had.
pub(super) fn hint_at_the_way(play: &mut Play<'_>) {
    let Some(spot) = shapes::errand_spot(play) else { return };
    let token = play.world.adventure.token.0;
    if !play.owns(token) {
        let there = in_text(play.world.name(Spot::Site));
        return play.say(shaped::WAY_IS_STRANGE, &[("there", &there)]);
    }
    match shapes::who_knows(play) {
        Some((who, there)) => play.say(shaped::WAY_IS_SHUT, &[("who", &who), ("there", &there), ("token", token)]),
        None => {
            let there = in_text(play.world.name(spot));
            play.say(shaped::WAY_WANTS_A_THING, &[("there", &there), ("token", token)]);
        }
    }
}

/// Runs where nobody gives chase.
pub(super) fn flee(play: &mut Play<'_>) {
    play.say(lines::NOTHING_TO_FLEE, &[]);
}

/// Runs out of a fight: where the words say, or else to the nearest way home.
pub(in crate::storyteller) fn run_to(play: &mut Play<'_>, to: &str) {
    let here = play.table.location.clone();
    let shut = play.on_quest() && shapes::is_shut(play);
    let open = |exit: &Exit| !(same(&exit.name, &here) || shut && exit.spot == Spot::Heart);
    let meant = way(play, to, false).filter(|exit| !to.is_empty() && open(exit));
    let way =
        meant.or_else(|| play.world.toward(&here, Spot::Home)).or_else(|| play.world.exits(&here).first().cloned());
    if let Some(exit) = way {
        arrive(play, &exit);
    }
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

/// Whether somebody wants to go where they came from.
fn is_back(to: &str) -> bool {
    to == "back" || ["way we came", "way i came", "where we came", "where i came"].iter().any(|way| to.starts_with(way))
}

/// The way these words mean.
fn way(play: &Play<'_>, to: &str, leaving: bool) -> Option<Exit> {
    let here = play.table.location.as_str();
    let exits = play.world.exits(here);
    let long = match to {
        "n" => "north",
        "s" => "south",
        "e" => "east",
        "w" => "west",
        "u" | "upstairs" => "up",
        "d" | "downstairs" => "down",
        other => other,
    };
    let points = |exit: &&Exit| exit.direction != "back" && long.split(' ').any(|word| word == exit.direction);
    if let Some(exit) = exits.iter().find(points) {
        return Some(exit.clone());
    }
    if is_back(long) {
        // Whoever is where it began, and has not left it lately, came from nowhere that is told of.
        let homeward = || play.world.toward(here, Spot::Home).filter(|_| play.world.spot(here) != Spot::Home);
        let before = play.place_before().or_else(|| homeward().map(|exit| exit.name))?;
        let near = exits.iter().find(|exit| same(&exit.name, &before)).cloned();
        let spot = play.world.spot(&before);
        return Some(near.unwrap_or(Exit { name: before, spot, direction: "on", way: "on" }));
    }
    let door = play.world.door().filter(|_| play.world.spot(here) == Spot::Home);
    if let Some(door) = door.filter(|door| !leaving && door.words.iter().any(|word| long.contains(word))) {
        return exits.iter().find(|exit| exit.direction == door.direction).cloned();
    }
    if ["north", "south", "east", "west", "up", "down"].contains(&long) {
        return None;
    }
    // Who is on no quest and goes on comes to where trouble begins.
    let idle = !play.on_quest() && !chief_fallen(play);
    let goal = if idle { Spot::Site } else { lead(play) };
    // Whoever goes on does not go back, unless there is no other way, or it is from home or to where it all ends; and
    // whoever has been where it begins goes deeper in.
    let home = || Some(play.world.name(Spot::Home).to_owned()).filter(|home| !same(home, here));
    let before = play.place_before().or_else(home);
    let came_from = before.as_ref().map(|before| play.world.spot(before));
    let at = play.world.spot(here);
    let deeper = at == goal || (at == Spot::Mouth && came_from == Some(Spot::Site) && goal == Spot::Site);
    let goal = if deeper { Spot::Heart } else { goal };
    let may_return = at == Spot::Home || (came_from == Some(goal) && goal == Spot::Heart);
    let leads_back = |exit: &&Exit| before.as_ref().is_some_and(|before| same(&exit.name, before));
    let ahead = exits.iter().filter(|exit| may_return || !leads_back(exit));
    let forward = || {
        let nearest = ahead.min_by_key(|exit| play.world.n_steps(&exit.name, goal));
        nearest.or(exits.first()).cloned()
    };
    if leaving {
        // Whoever only leaves where it began goes out by the door, and not down into the trouble.
        let street = if play.on_quest() { Spot::Road } else { Spot::Market };
        let out = exits.iter().find(|exit| at == Spot::Home && exit.spot == street).cloned();
        return out.or_else(forward);
    }
    let by_road = |name: &str| Exit { name: name.to_owned(), spot: play.world.spot(name), direction: "on", way: "on" };
    let mut all = exits.clone();
    all.push(Exit { direction: "", ..by_road(here) });
    all.extend(play.table.places.iter().map(|place| by_road(place)));
    let names: Vec<&str> = all.iter().map(|exit| exit.name.as_str()).collect();
    if let Some(i) = best_match(to, &names) {
        return all.get(i).cloned();
    }
    if to.split(' ').any(|word| word == "home") {
        let home = play.world.name(Spot::Home);
        return exits.iter().find(|exit| exit.spot == Spot::Home).cloned().or_else(|| Some(by_road(home)));
    }
    let people = exits.iter().find(|exit| {
        let there = play.world.people(&exit.name);
        best_match(to, &there.iter().map(|person| person.name.as_str()).collect::<Vec<_>>()).is_some()
    });
    people.cloned().or_else(|| by_kind(play, to, &exits)).or_else(|| match to {
        // Where the trouble is.
        _ if to.split(' ').any(|word| ["trouble", "quest", "danger"].contains(&word)) => forward(),
        "" | "on" | "forward" | "ahead" | "onward" | "out" | "outside" | "tracks" | "trail" | "away" | "door"
        | "road" | "path" | "way" | "track" | "deeper" | "further" | "in" | "inside" => forward(),
        _ => None,
    })
}

fn by_kind(play: &Play<'_>, to: &str, exits: &[Exit]) -> Option<Exit> {
    let kinds: [(&[&str], Kind); 8] = [
        (&["inn", "tavern"], Kind::Inn),
        (&["village", "town", "market", "street", "shop"], Kind::Village),
        (&["road", "bridge", "crossing"], Kind::Road),
        (&["wood", "woods", "forest", "trees"], Kind::Wood),
        (&["water", "marsh", "river", "shore", "bank", "sea"], Kind::Water),
        (&["hill", "hills", "ridge", "moor"], Kind::Hill),
        (&["ruin", "ruins", "house", "building"], Kind::Ruin),
        (&["cave", "mine", "barrow", "tunnel", "stair", "stairs", "dark"], Kind::Cave),
    ];
    let words: Vec<&str> = to.split(' ').collect();
    let kind = kinds.iter().find(|(names, _)| names.iter().any(|name| words.contains(name)))?.1;
    let hub = match kind {
        Kind::Inn => Spot::Home,
        Kind::Village => Spot::Market,
        Kind::Road => Spot::Road,
        _ => Spot::Elsewhere,
    };
    let near = exits.iter().find(|exit| play.world.kind(&exit.name) == kind).cloned();
    near.or_else(|| play.world.toward(&play.table.location, hub))
}

/// The hero is somewhere else now.
pub(super) fn arrive(play: &mut Play<'_>, exit: &Exit) {
    let from = play.table.location.clone();
    let (there, left) = (in_text(&exit.name), in_text(&from));
    let new = !play.table.places.iter().any(|place| same(place, &exit.name));
    let slots = [("there", there.as_str()), ("left", left.as_str()), ("way", exit.way)];
    let through_door = play.world.door().filter(|_| play.world.spot(&from) == Spot::Home && exit.spot == Spot::Site);
    let how = through_door.filter(|door| door.direction == exit.direction).map(|door| [door.how]);
    let stock = match exit.direction {
        _ if how.is_some() => how.as_ref().map_or(lines::DEPART, |how| how.as_slice()),
        "across" | "back" => lines::CROSS,
        "up" | "down" if exit.spot == Spot::Home => lines::CROSS,
        "up" => lines::CLIMB_UP,
        "down" => lines::CLIMB_DOWN,
        "on" => lines::TRAVEL,
        _ => lines::DEPART,
    };
    if how.is_none() || !play.add(stock, &slots) {
        play.say(if how.is_some() { lines::CROSS } else { stock }, &slots);
    }
    let (staying, moving): (Vec<_>, Vec<_>) =
        std::mem::take(&mut play.table.creatures).into_iter().partition(|creature| creature.disposition != "companion");
    play.effects.leaving.extend(staying.into_iter().map(|creature| creature.id));
    play.table.creatures = moving;
    fighting::came_hidden(play);
    play.table.location.clone_from(&exit.name);
    play.effects.location = Some(exit.name.clone());
    play.effects.place = Some(exit.name.clone());
    if new {
        play.table.places.push(exit.name.clone());
    }
    let again = if new { "came to" } else { "came back to" };
    play.effects.note(format!("{} {again} {there}", play.hero.name));
    play.effects.minutes += if exit.direction == "on" { 60 } else { 15 };

    play.prose.paragraph();
    let home = play.world.setting.is_some() && exit.spot == Spot::Home;
    let air: &[&str] = if home { lines::HOME_AIR } else { play.world.air(&exit.name) };
    let told = play.prose.text().len();
    if new || !play.add(lines::BACK_AGAIN, &slots) {
        play.say(air, &[]);
    } else {
        play.add(air, &[]);
    }
    play.add(lines::HOUR, &[]);
    let scene = play.prose.text().get(told..).unwrap_or_default().trim().to_owned();
    play.effects.scene = Some(scene);
    // Whoever has just run from one fight runs into no other.
    if play.reading.fray.is_none() {
        meet_danger(play, exit.spot, new);
    }
    if play.effects.entering.is_empty() {
        if new || super::fighting::fallen_here(play).is_some() {
            looking::sights(play);
        }
        looking::who_is_here(play);
        looking::ways(play);
    }
}

/// A foe of this place, told from the others by how it looks.
pub(super) fn kind_of_foe(play: &Play<'_>, n: usize) -> String {
    let foe = play.world.adventure.foe.0;
    let order = Chance::new(hash_all(&[&play.table.location, "foes"])).order(BUILDS.len());
    let says_it = |build: &&str| build.split('-').any(|part| foe.contains(part));
    let mut builds = order.iter().map(|i| BUILDS[*i]).filter(|build| !says_it(build));
    // The first of them needs no telling apart.
    let build = if n > 0 { builds.nth(n).unwrap_or_default() } else { "" };
    format!("{build} {foe}").trim().to_owned()
}

/// What lives at a place and has nothing to do with the thread: name and kind.
pub(super) fn wild_foe(play: &Play<'_>) -> (String, &'static str) {
    const WOODS: [(&str, &str); 3] =
        [("lean grey wolf", "wolf"), ("wild dog", "wolf"), ("poacher gone wild", "bandit")];
    const WATERS: [(&str, &str); 2] = [("dog-sized bank rat", "giant-rat"), ("marsh robber", "bandit")];
    const HILLS: [(&str, &str); 3] =
        [("masterless soldier", "bandit"), ("hungry wolf", "wolf"), ("sheep thief", "bandit")];
    let all: &[(&str, &str)] = match play.world.kind(&play.table.location) {
        Kind::Wood => &WOODS,
        Kind::Water | Kind::Shore => &WATERS,
        _ => &HILLS,
    };
    let i = Chance::new(hash_all(&[&play.table.location, "wild"])).below(all.len());
    all.get(i)
        .map_or_else(|| (kind_of_foe(play, 0), play.world.adventure.foe.1), |(name, kind)| ((*name).to_owned(), kind))
}

/// What tells one foe from another.
const BUILDS: [&str; 10] =
    ["limping", "tall", "one-eyed", "squat", "grinning", "scarred", "silent", "twitching", "broad", "hollow-cheeked"];

/// Whoever comes to where trouble is, and has promised nothing, makes it their own affair.
pub(super) fn set_out(play: &mut Play<'_>) {
    if play.take_quest() {
        play.prose.paragraph();
        let quest = play.world.cased(play.world.adventure.quest);
        play.say(lines::OWN_AIM, &[("quest", &quest)]);
    }
}

/// Signs of the thread, and those who guard it.
fn meet_danger(play: &mut Play<'_>, spot: Spot, new: bool) {
    let adventure = play.world.adventure;
    let there = play.table.location.clone();
    if matches!(spot, Spot::Site | Spot::Mouth | Spot::Heart) {
        set_out(play);
    }
    let quiet = matches!(spot, Spot::Home | Spot::Market | Spot::Heart | Spot::Elsewhere);
    if play.on_quest() && !quiet && !chief_fallen(play) {
        play.add(adventure.signs, &[]);
    }
    if chief_fallen(play) {
        return;
    }
    if spot == Spot::Heart && play.on_quest() {
        return shapes::heart(play);
    }
    if !new || shapes::takes_over(play, spot) {
        return;
    }
    let odd = hash_all(&[&there, adventure.quest]) % 2 == 1;
    // Not every first place is guarded: some have only been left in a hurry.
    let left = hash_all(&[&there, adventure.quest, "guard"]).is_multiple_of(3);
    match spot {
        Spot::Site if left => drop(play.add(lines::LEFT_IN_A_HURRY, &[])),
        // The guard of the way in is told from the one that was met before it.
        Spot::Site => guard(play, &kind_of_foe(play, 0), 4),
        Spot::Mouth => guard(play, &kind_of_foe(play, 3), 5),
        Spot::Wild if odd => {
            let (name, kind) = wild_foe(play);
            let slug = foes::strongest(foes::ilk(kind), foes::might(&play.table) * 4 / 5).0;
            bars_the_way(play, &name, slug);
        }
        _ => {}
    }
}

/// Somebody of the chief's people stands in the way, and where the heroes can bear it, a second one; all of them weigh as
/// much as so many fifths of what the heroes bear.
pub(super) fn guard(play: &mut Play<'_>, name: &str, fifths: i32) {
    let ilk = foes::ilk(play.world.adventure.foe.1);
    let most = foes::might(&play.table) * fifths / 5;
    let (slug, weight) = foes::strongest(ilk, most);
    bars_the_way(play, name, slug);
    let (second, more) = foes::strongest(ilk, (most - weight) * 3 / 4);
    if !play.unseen && more <= (most - weight) * 3 / 4 && play.world.spot(&play.table.location) == Spot::Mouth {
        let other = kind_of_foe(play, 1);
        play.say(lines::ANOTHER_COMES, &[("foe", &other)]);
        play.effects.enter((&other, second), 1);
    }
}

/// A foe stands in the way; one that has not heard the hero come suspects nothing.
fn bars_the_way(play: &mut Play<'_>, name: &str, slug: &str) {
    play.prose.paragraph();
    if play.unseen {
        play.say(lines::FOE_SUSPECTS_NOTHING, &[("a_foe", &a(name))]);
        play.effects.come_by((name, slug));
        play.effects.scene =
            Some(format!("{} is here, and has not noticed {}.", capitalised(&a(name)), play.hero.name));
        fighting::stays_hidden(play);
        looking::ways(play);
        return;
    }
    play.say(lines::FOE_APPEARS, &[("a_foe", &a(name))]);
    play.effects.enter((name, slug), 1);
    play.effects.scene = Some(format!("{} bars the way.", capitalised(&a(name))));
}
