//! Attacks outside fights, bodies, and defeat. Fights themselves are in `fray`.

use crate::words::deeds::fighting::PEOPLE;
use game::story_fact::StoryFact;

use crate::{
    fray,
    phrases::lines,
    play::{Play, Step, best_match},
    prose::the,
    world::{Spot, in_text, same},
};

use super::{
    aims::{is_any_foe, is_anybody, names_a_foe},
    assault, talking,
};

/// Whether these words name someone to strike at who is not among those who stand against the hero.
pub(crate) fn names_another(play: &Play<'_>, whom: &str) -> bool {
    let kinds = [play.world.adventure.foe, play.world.adventure.chief];
    let mut names: Vec<String> = play.table.foes().map(|foe| foe.name.clone()).collect();
    // A drowned oarsman is a zombie too.
    let also = kinds.iter().filter(|(name, _)| names.iter().any(|foe| foe.contains(name))).map(|(_, kind)| *kind);
    let also: Vec<String> = also.map(str::to_owned).collect();
    names.extend(also);
    names.extend(play.hero.weapons.iter().map(|weapon| weapon.name.clone()));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let any = is_any_foe(whom);
    !whom.is_empty() && !any && whom.chars().count() < 40 && best_match(whom, &names).is_none()
}

/// Whether the hero comes out of hiding, which ends with it.
pub(super) fn came_hidden(play: &mut Play<'_>) -> bool {
    let hidden = play.hero.conditions.iter().find(|name| name.eq_ignore_ascii_case("hidden")).cloned();
    let was = hidden.is_some();
    play.effects.conditions_removed.extend(hidden);
    play.hero.conditions.retain(|name| !name.eq_ignore_ascii_case("hidden"));
    was
}

/// A hero who came unseen is hidden from now on.
pub(super) fn stays_hidden(play: &mut Play<'_>) {
    let n = play.effects.conditions_removed.len();
    play.effects.conditions_removed.retain(|name| !name.eq_ignore_ascii_case("hidden"));
    if play.effects.conditions_removed.len() == n {
        play.effects.conditions_added.push("hidden".into());
    }
}

/// The hero is beaten: wakes where it is safe, poorer.
pub(crate) fn fall(play: &mut Play<'_>) {
    if play.world.cast.is_some() {
        return fall_where_one_stands(play);
    }
    let home = play.world.name(Spot::Home).to_owned();
    play.prose.paragraph();
    play.say(lines::FALLS, &[("home", &in_text(&home))]);
    play.hero.hp = 0;
    play.hurt_or_heal(1);
    if play.downed {
        play.effects.conditions_removed.push("prone".into());
    }
    let toll = (play.hero.copper / 3).min(1000);
    if toll > 0 {
        play.forfeit(toll);
    }
    leave_the_field(play);
    let event = format!("{} was beaten down at {} and carried to {}", play.hero.name, play.here(), in_text(&home));
    play.effects.record(event);
    play.note_way(&play.table.location.clone(), &home);
    play.effects.location = Some(home.clone());
    play.effects.place = Some(home.clone());
    play.effects.scene = Some(format!("{} lies under a borrowed blanket, more alive than not.", play.hero.name));
    play.table.location = home;
    play.effects.minutes += 360;
}

/// The foes have left by the time the hero wakes.
fn leave_the_field(play: &mut Play<'_>) {
    let others = play.table.creatures.iter().filter(|creature| creature.disposition != "companion");
    play.effects.leaving.extend(others.map(|creature| creature.id.clone()));
    play.table.creatures.retain(|creature| creature.disposition == "companion");
    let brought = std::mem::take(&mut play.brought);
    play.effects.leaving.extend(brought);
}

/// In a campaign a fallen hero wakes where they fell; the campaign says what it costs.
fn fall_where_one_stands(play: &mut Play<'_>) {
    play.prose.paragraph();
    play.say(lines::FALLS_AND_RISES, &[]);
    play.hero.hp = 0;
    play.hurt_or_heal(1);
    if play.downed {
        play.effects.conditions_removed.push("prone".into());
    }
    leave_the_field(play);
    play.effects.note(format!("{} was beaten down at {}", play.hero.name, play.here()));
    play.effects.minutes += 60;
}

/// Who lies dead here, and was not searched yet.
pub(super) fn fallen_here(play: &Play<'_>) -> Option<String> {
    let is_here = |place: &str| same(place, &play.table.location);
    let fallen = play.table.facts.iter().rev().find_map(|fact| match fact {
        StoryFact::Fell { who, place } if is_here(place) => Some(Some(who.clone())),
        StoryFact::Searched { place, .. } if is_here(place) => Some(None),
        _ => None,
    });
    let fallen = fallen.flatten();
    let corpse = play.table.creatures.iter().find(|creature| creature.is_body()).map(|creature| the(&creature.name));
    corpse.or(fallen)
}

/// Whether someone has fallen here since the hero came.
fn has_just_fallen(play: &Play<'_>) -> bool {
    let last = play.table.facts.iter().rev().find_map(|fact| match fact {
        StoryFact::Fell { .. } => Some(true),
        StoryFact::Came { .. } => Some(false),
        _ => None,
    });
    last == Some(true) || play.table.creatures.iter().any(|creature| creature.is_body())
}

/// Attacks outside of a fight: a body, a person who is no foe, a thing, or nothing.
pub(super) fn attack(play: &mut Play<'_>, whom: &str) -> Step {
    let dead = fallen_here(play).filter(|_| has_just_fallen(play));
    let again = whom.split(' ').all(|word| word.is_empty() || is_anybody(word));
    if let Some(foe) = dead.filter(|foe| again || best_match(whom, &[foe]).is_some()) {
        play.say(lines::DEAD_ALREADY, &[("foe", &foe)]);
        return Ok(());
    }
    if let Some(id) = assault::stranger(play, whom) {
        assault::means(play, &id)?;
        let unseen = came_hidden(play) || super::shapes::is_asleep(play);
        return fray::begin(play, &[id], unseen);
    }
    if let Some(person) = assault::aimed_at(play, whom) {
        let weapon = play.hero.weapons.first().map_or("fist".to_owned(), |weapon| weapon.name.to_lowercase());
        return assault::strike(play, &person, &weapon);
    }
    if names_a_foe(whom) {
        assault::nobody_fights(play, whom);
        return Ok(());
    }
    if let Some((name, place)) = talking::elsewhere(play, whom) {
        talking::is_elsewhere(play, &name, &place);
        return Ok(());
    }
    let things: Vec<&str> = play.world.features(&play.table.location).into_iter().map(|(name, _)| name).collect();
    match best_match(whom, &things) {
        Some(i) if is_somebody(things[i]) => {
            play.say(lines::STRIKES_HELPLESS, &[("thing", &format!("the {}", things[i]))])
        }
        Some(i) => play.say(lines::STRIKES_THING, &[("thing", things[i])]),
        None => assault::nobody_fights(play, whom),
    }
    Ok(())
}

/// Whether a feature of a place is a person.
fn is_somebody(feature: &str) -> bool {
    feature.split(' ').next_back().is_some_and(|noun| PEOPLE.contains(&noun))
}
