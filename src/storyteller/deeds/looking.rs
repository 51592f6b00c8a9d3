//! Looking: at a place, and at what is in it.

use crate::storyteller::{
    phrases::lines,
    play::{Play, best_match},
    prose::{a, listed, the},
    world::in_text,
};

/// Looks around, or at something.
pub(super) fn look(play: &mut Play<'_>, at: &str) {
    const ALL: [&str; 12] = [
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
        "exits",
        "scene",
    ];
    if ALL.contains(&at) || best_match(at, &[&play.table.location]).is_some() {
        around(play);
    } else {
        closer(play, at);
    }
}

fn around(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    let air = play.world.stock(&here).air;
    if !play.say(air, &[]) {
        play.say(lines::QUIET, &[]);
    }
    sights(play);
    who_is_here(play);
    ways(play);
    play.effects.note(format!("{} looked around {}", play.hero.name, in_text(&here)));
}

/// What stands out here, and what lies about.
pub(super) fn sights(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    let features: Vec<String> = play.world.features(&here).iter().map(|(name, _)| a(name)).collect();
    play.say(lines::SIGHTS, &[("sights", &listed(&features))]);
    let things: Vec<String> =
        play.world.things(&here).iter().take(2).filter(|thing| play.in_pack(thing).is_none()).map(|t| a(t)).collect();
    if !things.is_empty() {
        play.say(lines::LIES_ABOUT, &[("things", &listed(&things))]);
    }
}

/// Who is here.
pub(super) fn who_is_here(play: &mut Play<'_>) {
    let here = play.table.location.clone();
    for person in play.world.people(&here) {
        let known = play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
        let stock = match person.role.as_str() {
            _ if known => lines::PERSON_AGAIN,
            "quest_giver" => lines::GIVER_HERE,
            _ => lines::PERSON,
        };
        play.say(stock, &[("name", &person.name), ("look", person.look), ("trade", &a(person.trade))]);
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
    let ways: Vec<String> = exits.iter().map(|exit| format!("{} to {}", exit.direction, in_text(&exit.name))).collect();
    let stock = if ways.len() == 1 { lines::ONE_WAY } else { lines::WAYS };
    if !play.say(stock, &[("ways", &listed(&ways))]) {
        play.prose.push(&format!("From here one can still go {}.", listed(&ways)));
    }
}

fn closer(play: &mut Play<'_>, at: &str) {
    let here = play.table.location.clone();
    let creatures: Vec<String> = play.table.creatures.iter().map(|creature| creature.name.clone()).collect();
    let names: Vec<&str> = creatures.iter().map(String::as_str).collect();
    if let Some(i) = best_match(at, &names) {
        let creature = play.table.creatures[i].clone();
        let stock = match creature.hp {
            0 => lines::LOOK_DEAD,
            hp if hp * 2 <= creature.max_hp => lines::LOOK_HURT,
            _ => lines::LOOK_FOE,
        };
        play.effects.note(format!("{} took the measure of {}", play.hero.name, the(&creature.name)));
        play.say(stock, &[("foe", &the(&creature.name))]);
        return;
    }
    let people = play.world.people(&here);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    if let Some(person) = best_match(at, &names).and_then(|i| people.get(i)) {
        play.effects.note(format!("{} took a good look at {}", play.hero.name, person.name));
        play.say(lines::LOOK_PERSON, &[("name", &person.name), ("look", person.look), ("manner", person.manner)]);
        return;
    }
    let features = play.world.features(&here);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    if let Some((name, shows)) = best_match(at, &names).and_then(|i| features.get(i)) {
        play.effects.note(format!("{} looked closely at the {name}", play.hero.name));
        if !play.say(&[shows], &[]) {
            play.say(lines::SEEN_BEFORE, &[("thing", name)]);
        }
        return;
    }
    let things = play.world.things(&here);
    let own = play.in_pack(at);
    let lying = best_match(at, &things).and_then(|i| things.get(i)).map(|thing| (*thing).to_owned());
    if let Some(thing) = own.or(lying) {
        play.effects.note(format!("{} turned over the {thing}", play.hero.name));
        play.say(lines::LOOK_THING, &[("thing", &thing)]);
        return;
    }
    let sights: Vec<String> = features.iter().take(2).map(|(name, _)| format!("the {name}")).collect();
    play.effects.note(format!("{} looked in vain for something at {}", play.hero.name, in_text(&here)));
    play.say(lines::NOTHING_SUCH, &[("sights", &listed(&sights))]);
}
