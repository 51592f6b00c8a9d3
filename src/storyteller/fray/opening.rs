//! How a fight comes about, and how that is told.

use serde_json::{Value, json};

use super::{
    Fray, aftermath,
    happened::{self, Happened},
    telling::{self, Known},
};
use crate::storyteller::{
    phrases::lines,
    play::{Play, Step},
    prose::the,
};

/// Writes down what the turn has come to so far, with whoever came into the scene, and tells how they fall upon the hero.
pub(in crate::storyteller) fn bring_in(play: &mut Play<'_>) -> Step {
    play.effects.summary = play.summary();
    let mut calls = whoever_went(play);
    calls.push(("update_game_state", play.effects.state()));
    let answer = play.ask(calls)?.pop().flatten();
    let Some(answer) = answer.filter(|answer| !answer.is_error) else { return Ok(()) };
    play.written();
    begun(play, &answer.json()["fight"]);
    Ok(())
}

/// Comes to blows with these of the scene, or with whoever is hostile there. Those who suspect nothing are caught off guard.
pub(in crate::storyteller) fn begin(play: &mut Play<'_>, ids: &[String], off_guard: bool) -> Step {
    let surprised: &[String] = if off_guard { ids } else { &[] };
    let mut calls = whoever_went(play);
    calls.push(("start_combat", json!({"npc_ids": ids, "surprised": surprised})));
    let answer = play.ask(calls)?.pop().flatten();
    match answer.filter(|answer| !answer.is_error) {
        Some(answer) => begun(play, &answer.json()["happened"]),
        None => play.say(lines::NO_FOE, &[]),
    }
    Ok(())
}

/// What became of creatures in this turn is written down before the first blow: whoever ran is not among those who fight.
fn whoever_went(play: &mut Play<'_>) -> Vec<(&'static str, Value)> {
    play.effects.creatures.drain(..).map(|input| ("update_npc", input)).collect()
}

/// Tells who was quicker, and what the quick have done with it.
pub(in crate::storyteller) fn begun(play: &mut Play<'_>, told: &Value) {
    let told: Vec<Happened> =
        told.as_array().into_iter().flatten().filter_map(Value::as_str).map(happened::read).collect();
    let Some(order) = told.iter().find_map(|one| match one {
        Happened::Begins(order) => Some(order.clone()),
        _ => None,
    }) else {
        return;
    };
    play.fights = true;
    let known = |name: &&String| {
        play.table.creatures.iter().any(|one| one.name == **name)
            || play.table.heroes.iter().any(|one| one.name == **name)
    };
    play.brought = order.iter().filter(|name| !known(name)).map(|name| id_of(name)).collect();
    play.prose.paragraph();
    let foe = order.iter().find(|name| **name != play.hero.name).map(|name| the(name)).unwrap_or_default();
    let first = order.first() == Some(&play.hero.name);
    play.say(if first { lines::YOU_ARE_QUICKER } else { lines::THEY_ARE_QUICKER }, &[("foe", &foe)]);
    let fray = Fray::default();
    let named = order.iter().find(|name| **name != play.hero.name).cloned().unwrap_or_default();
    let told = telling::tell(play, &fray, &told, Known { named: &named, ..Known::default() });
    aftermath::of(play, &fray, (told.over, &told.dead), None);
}

/// The id of somebody new of this name, as the table makes it.
fn id_of(name: &str) -> String {
    let plain = name.to_lowercase().replace(['\'', '’'], "");
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
