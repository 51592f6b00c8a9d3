//! The first turn: the scene, the hero's reason to be there, the trouble, and the person who asks for help.

use crate::{
    chance::{Chance, hash_all},
    phrases::{lines, openings::ARRIVALS},
    play::Play,
    prose::sentences,
    world::World,
};

use super::{looking, talking};

/// Tells the first scene.
pub(crate) fn open_scene(play: &mut Play<'_>) {
    let why = lay_out(play);
    if play.reading.table.location.is_empty() {
        play.effects.location = Some(play.table.location.clone());
    }
    if play.table.places.is_empty() {
        play.effects.found_place = Some(play.table.location.clone());
        play.effects.place = Some(play.table.location.clone());
        play.table.places.push(play.table.location.clone());
    }
    // Where the table has a scene, it was shown before the first word.
    if play.table.scene.is_empty() {
        play.prose.paragraph();
        looking::look(play, "");
    }
    play.prose.paragraph();
    tell_why(play, why);
    play.note_way("", &play.table.location.clone());
}

/// How the sentence of the hero's coming begins.
fn came_here(play: &Play<'_>) -> String {
    format!("{} came here ", play.hero.name)
}

/// Writes down in the summary, from which the world follows, why the hero is here. It is chosen by what the table says
/// at its beginning, by who comes, and by what they say first: no dice are needed for it.
fn lay_out(play: &mut Play<'_>) -> &'static str {
    let table = &play.table;
    let seed = hash_all(&[&table.background, &table.scene, &play.hero.name, &play.hero.kind, &play.reading.words]);
    let arrival = Chance::new(seed).pick(ARRIVALS);
    let summary = format!("{} {}{arrival}.", play.table.background.trim(), came_here(play));
    let summary = summary.trim().to_owned();
    play.table.background.clone_from(&summary);
    play.effects.summary = Some(summary);
    let nowhere = play.reading.table.location.is_empty();
    if nowhere {
        play.table.location.clear();
    }
    play.world = World::of(&play.table);
    if nowhere {
        play.table.location = play.world.name(crate::world::Spot::Home).to_owned();
    }
    arrival
}

/// What makes a first turn a beginning: why the hero is here, and the trouble.
fn tell_why(play: &mut Play<'_>, why: &str) {
    play.say(lines::CAME_HERE, &[("why", why)]);
    play.add(play.world.adventure.trouble, &[]);
    play.prose.paragraph();
}

/// The background's first two sentences say what is wrong; the later ones describe the country, for anyone who looks
/// about.
pub(crate) fn show_country(play: &mut Play<'_>) {
    let came = came_here(play);
    for sentence in sentences(&play.table.background).into_iter().skip(2).filter(|s| !s.starts_with(&came)) {
        play.prose.push(&sentence);
    }
    play.prose.paragraph();
}

/// What a first turn ends with: someone who would have the trouble mended, and what there is to do.
pub(crate) fn bring_hook(play: &mut Play<'_>, asks_for_help: bool) {
    let here = play.table.location.clone();
    let giver = play.world.people(&here).into_iter().find(|person| person.role == "quest_giver");
    if let Some(giver) = giver.filter(|giver| !play.effects.met.iter().any(|met| met.eq_ignore_ascii_case(&giver.name)))
    {
        play.say(lines::GIVER_WAITS, &[("name", &giver.name)]);
        talking::meet(play, &giver);
    }
    play.prose.paragraph();
    match asks_for_help {
        true => super::helping::help(play),
        false => super::odd::help_out(play),
    }
}
