//! The start of a fight, and its text.

use game::combat::{event::CombatEvent, fighter::FighterId};
use serde_json::{Value, json};

use super::{
    Fray, aftermath,
    telling::{self, Known, hero_of},
};
use crate::{
    phrases::lines,
    play::{Play, Step},
    prose::the,
};

/// Writes down what the turn has come to so far, with anyone who came into the scene, and tells how they fall upon the hero.
pub(crate) fn bring_in(play: &mut Play<'_>) -> Step {
    let mut calls = whoever_went(play);
    calls.push(("update_game_state", play.effects.state()));
    let answer = play.ask(calls)?.pop().flatten();
    let Some(answer) = answer.filter(|answer| !answer.is_error) else { return Ok(()) };
    play.written();
    begun(play, &answer.facts.events);
    Ok(())
}

/// Comes to blows with these of the scene, or with anyone who is hostile there. Those who suspect nothing are caught off guard.
pub(crate) fn begin(play: &mut Play<'_>, ids: &[String], off_guard: bool) -> Step {
    let surprised: &[String] = if off_guard { ids } else { &[] };
    let mut calls = whoever_went(play);
    calls.push(("start_combat", json!({"npc_ids": ids, "surprised": surprised})));
    let answer = play.ask(calls)?.pop().flatten();
    match answer.filter(|answer| !answer.is_error) {
        Some(answer) => begun(play, &answer.facts.events),
        None => play.say(lines::NO_FOE, &[]),
    }
    Ok(())
}

/// What became of creatures in this turn is written down before the first blow: anyone who ran is not among those who fight.
fn whoever_went(play: &mut Play<'_>) -> Vec<(&'static str, Value)> {
    play.effects.creatures.drain(..).map(|input| ("update_npc", input)).collect()
}

/// Tells who was quicker, and what the quick have done with it.
pub(crate) fn begun(play: &mut Play<'_>, events: &[CombatEvent]) {
    let order = events.iter().find_map(|event| match event {
        CombatEvent::FightBegan { order } => Some(order.as_slice()),
        _ => None,
    });
    let Some(order) = order else { return };
    play.fights = true;
    let hero = hero_of(play);
    let is_known = |id: &str| play.table.creatures.iter().any(|one| one.id == id);
    let new = order.iter().filter_map(|it| match &it.who.id {
        FighterId::Creature(id) if !is_known(id.as_str()) => Some(id.to_string()),
        _ => None,
    });
    play.brought = new.collect();
    play.prose.paragraph();
    let other = order.iter().find(|it| it.who.id != hero).map(|it| it.who.name.as_str()).unwrap_or_default();
    let first = order.first().is_some_and(|it| it.who.id == hero);
    play.say(if first { lines::YOU_ARE_QUICKER } else { lines::THEY_ARE_QUICKER }, &[("foe", &the(other))]);
    let fray = Fray::default();
    let told = telling::tell(play, &fray, events, Known { named: other, ..Known::default() });
    aftermath::of(play, &fray, (told.over, &told.dead), None);
}
