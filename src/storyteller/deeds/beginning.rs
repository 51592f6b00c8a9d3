//! The first turn: the scene as the table gives it, a throw for all that the table leaves open, and the trouble.

use crate::storyteller::{
    chance::{Chance, hash_all},
    phrases::{
        lines,
        openings::{ARRIVALS, WEATHERS, WHISPERS},
    },
    play::{Play, Step},
    prose::sentences,
    world::World,
};

use super::{looking, talking};

/// Tells the first scene. What the table leaves open is thrown for, so that no two stories lie in the same country.
pub(in crate::storyteller) fn open_scene(play: &mut Play<'_>) -> Step {
    let omen = play.roll("3d20", None, &format!("What brought {} here", play.hero.name))?;
    if !omen.kept.is_empty() {
        lay_out(play, &omen.kept);
    }
    if play.reading.table.location.is_empty() {
        play.effects.location = Some(play.table.location.clone());
    }
    if play.table.places.is_empty() {
        play.effects.found_place = Some(play.table.location.clone());
        play.effects.place = Some(play.table.location.clone());
        play.table.places.push(play.table.location.clone());
    }
    if let [.., weather, _, whisper] = sentences(&play.table.background).as_slice()
        && play.effects.summary.is_some()
    {
        let (weather, whisper) = (weather.clone(), whisper.clone());
        play.prose.push(&weather);
        play.prose.push(&whisper);
    }
    // Where the table has a scene, it was shown before the first word.
    if play.table.scene.is_empty() {
        play.prose.paragraph();
        looking::look(play, "");
    }
    Ok(())
}

/// Writes the country down in the summary, from which the world follows.
fn lay_out(play: &mut Play<'_>, omen: &[i64]) {
    let thrown = omen.iter().fold(0_u64, |seed, die| seed * 100 + u64::try_from(*die).unwrap_or(0));
    // Who comes, and what they say first, has a part in it.
    let seed = thrown ^ hash_all(&[&play.hero.name, &play.hero.kind, &play.reading.words]);
    let mut chance = Chance::new(seed);
    let (weather, arrival, whisper) = (chance.pick(&WEATHERS), chance.pick(&ARRIVALS), chance.pick(&WHISPERS));
    let before = play.table.background.trim();
    let summary = format!("{before} {weather} {} came here {arrival}. {whisper}", play.hero.name);
    let summary = summary.trim().to_owned();
    play.table.background.clone_from(&summary);
    play.effects.summary = Some(summary);
    let nowhere = play.reading.table.location.is_empty();
    if nowhere {
        play.table.location.clear();
    }
    play.world = World::of(&play.table);
    if nowhere {
        play.table.location = play.world.name(crate::storyteller::world::Spot::Home).to_owned();
    }
}

/// What makes a first turn a beginning: why the hero is here, the trouble, and someone who would have it mended.
pub(in crate::storyteller) fn bring_hook(play: &mut Play<'_>) {
    let came = format!("{} came here ", play.hero.name);
    let why = sentences(&play.table.background).into_iter().find_map(|s| s.strip_prefix(&came).map(str::to_owned));
    if let Some(why) = why {
        play.say(lines::CAME_HERE, &[("why", why.trim_end_matches('.'))]);
    }
    let adventure = play.world.adventure;
    play.add(adventure.trouble, &[]);
    let here = play.table.location.clone();
    let giver = play.world.people(&here).into_iter().find(|person| person.role == "quest_giver");
    if let Some(giver) = giver.filter(|giver| !play.effects.met.iter().any(|met| met.eq_ignore_ascii_case(&giver.name)))
    {
        play.say(lines::GIVER_WAITS, &[("name", &giver.name)]);
        talking::meet(play, &giver);
    }
}
