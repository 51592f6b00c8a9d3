//! Going from place to place.

use crate::{
    chance::{Chance, hash_all},
    foes,
    intent::{Act, Deed},
    phrases::{lines, shapes as shaped},
    play::{Play, Step, best_match},
    prose::{a, capitalised, listed},
    stakes::Stake,
    world::{Exit, Kind, Spot, in_text, same},
};

use super::{
    chief_fallen, fighting, looking, shapes,
    ways::{COMPASS, is_back, names_somewhere_else, route, way},
};

/// Goes somewhere; past foes only if they can be slipped.
pub(super) fn go(play: &mut Play<'_>, to: &str, leaving: bool) -> Step {
    // There is no further to go than to where it is decided.
    let onward =
        ["", "on", "forward", "ahead", "onward", "deeper", "further", "in", "inside"].contains(&to) && !leaving;
    let at = play.world.spot(&play.table.location);
    let waits = at == Spot::Heart && shapes::ways_with(play).is_some();
    let owes = play.on_quest() && play.owns(play.world.adventure.token.0) && shapes::errand_spot(play) == Some(at);
    if onward && (waits || owes) {
        super::helping::help(play);
        return Ok(());
    }
    if let Some(steps) = route(play, to).filter(|_| !leaving) {
        travel(play, &steps);
        return Ok(());
    }
    // Somewhere that is named and lies further off is no other place of a like name.
    if names_somewhere_else(play, to) && !leaving {
        super::whereabouts::whereabouts(play, to);
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
            super::whereabouts::whereabouts(play, to);
            return Ok(());
        }
        if super::lore::meddle(play, to) {
            return Ok(());
        }
        // The heroes go together, so anyone who follows another one is there already.
        if let Some(name) = other_hero(play, to) {
            play.say(lines::KEEPS_CLOSE, &[("name", &name)]);
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

/// The name of another hero that words name by any part of it.
fn other_hero(play: &Play<'_>, words: &str) -> Option<String> {
    let said: Vec<String> = words.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let is_named = |name: &str| name.to_lowercase().split(' ').any(|part| said.iter().any(|word| word == part));
    let mut others = play.table.heroes.iter().filter(|hero| hero.id != play.hero.id);
    others.find(|hero| is_named(&hero.name)).map(|hero| hero.name.clone())
}

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

/// Goes a way of several steps, all but the last of which are known ground.
fn travel(play: &mut Play<'_>, steps: &[Exit]) {
    let Some((last, between)) = steps.split_last() else { return };
    let from = play.table.location.clone();
    let via: Vec<String> = between.iter().map(|exit| in_text(&exit.name)).collect();
    play.say(lines::BY_WAY_OF, &[("via", &listed(&via))]);
    for exit in between {
        play.effects.minutes += 15;
        play.table.location.clone_from(&exit.name);
    }
    arrive(play, last);
    // Back is where the whole way began.
    play.note_way(&from, &last.name);
}

/// Runs where no one gives chase.
pub(super) fn flee(play: &mut Play<'_>) {
    play.say(lines::NOTHING_TO_FLEE, &[]);
}

/// Runs out of a fight: where the words say, or else to the nearest way home.
pub(crate) fn run_to(play: &mut Play<'_>, to: &str) {
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

/// The hero is somewhere else now.
pub(super) fn arrive(play: &mut Play<'_>, exit: &Exit) {
    let from = play.table.location.clone();
    let (there, left) = (in_text(&exit.name), in_text(&from));
    let new = !play.table.places.iter().any(|place| same(place, &exit.name));
    let slots = [("there", there.as_str()), ("left", left.as_str()), ("way", exit.way)];
    tell_departure(play, exit, &slots);
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
    play.has_come |= new;
    play.note_way(&from, &exit.name);
    play.effects.note(match new {
        true => format!("{} came to {there}", play.hero.name),
        false => came_back(&play.hero.name, &there),
    });
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
    // Anyone who has just run from one fight runs into no other.
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

/// Tells how the hero sets out, by a narrated door if necessary.
fn tell_departure(play: &mut Play<'_>, exit: &Exit, slots: &[(&str, &str)]) {
    let is_home = play.world.spot(&play.table.location) == Spot::Home;
    let door = play.world.door().filter(|door| is_home && exit.spot == Spot::Site && door.direction == exit.direction);
    if let Some(door) = door {
        if !play.add(&[door.how], slots) {
            play.say(lines::CROSS, slots);
        }
        return;
    }
    let stock = match exit.direction {
        "across" | "back" => lines::CROSS,
        "up" | "down" if exit.spot == Spot::Home => lines::CROSS,
        "up" => lines::CLIMB_UP,
        "down" => lines::CLIMB_DOWN,
        "on" => lines::TRAVEL,
        _ => lines::DEPART,
    };
    play.say(stock, slots);
}

/// How it is written down that the hero came back somewhere.
pub(super) fn came_back(hero: &str, there: &str) -> String {
    format!("{hero} came back to {there}")
}

/// A foe of this place, identified by its looks.
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

/// A hero who comes to the place of the trouble without a promise takes the quest on by that.
pub(super) fn set_out(play: &mut Play<'_>) {
    if play.take_quest(Stake::Way) {
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
        play.stakes(Stake::Way, "");
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
        // The guard of the entrance differs from the foe that was met before it.
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

/// One of the chief's people blocks the way, and where the heroes can bear it, a second one; all of them weigh as
/// much as this number of fifths of the heroes' strength.
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

/// A foe blocks the way; one that did not hear the hero come suspects nothing.
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
