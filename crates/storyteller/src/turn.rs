//! Plays a turn from its first reply to its last.

use serde_json::json;

use model::Request;

use super::{
    asked_back, deeds,
    effects::Effects,
    focus, fray,
    intent::{Act, Deed},
    phrases::lines,
    play::{Call, Pause, Play, Step},
    prose::capitalised,
    reading::Reading,
    script, voice,
};

/// What is said, and which tools are called.
pub(super) fn answer(request: &Request) -> (String, Vec<Call>) {
    let reading = Reading::of(request);
    if let Some(persona) = &reading.persona {
        return voice::answer(&reading, persona);
    }
    let mut play = Play::new(&reading);
    if let Err(Pause) = tell(&mut play) {
        return (String::new(), play.pending);
    }
    if reading.script.is_none() {
        play.note_question();
    }
    let calls = closing_calls(&mut play);
    let answered: Vec<&Call> = calls.iter().filter(|call| reading.answers.contains_key(&call.id)).collect();
    if answered.is_empty() {
        return (play.prose.text().to_owned(), calls);
    }
    mend(&mut play, &calls)
}

/// Plays the turn and tells it.
pub(super) fn tell(play: &mut Play<'_>) -> Step {
    let reading = play.reading;
    asked_back::answer(play);
    if let Some(fray) = &reading.fray {
        return fray::play(play, fray);
    }
    if let Some(script) = &reading.script {
        if deeds::lies_still(play) {
            return Ok(());
        }
        fray::settle_what_is_left(play);
        if play.table.foes().next().is_none() && (is_held(play)? || deeds::attended(play)?) {
            return Ok(());
        }
        script::play(play, script)?;
        deeds::come_round(play);
        return Ok(());
    }
    let first = play.reading.told.is_empty();
    match first {
        true => deeds::open_scene(play),
        false => play.take_over()?,
    }
    if deeds::lies_still(play) {
        return Ok(());
    }
    fray::settle_what_is_left(play);
    if play.table.foes().next().is_none() && (is_held(play)? || deeds::attended(play)?) {
        return Ok(());
    }
    if !first && deeds::remembered(play)? {
        return Ok(());
    }
    let all = deeds::left_to_play(play, focus::deeds(play));
    // Foes who are left begin a fight.
    if play.table.foes().next().is_some() && !all.iter().all(|deed| is_free(deed.act)) {
        return fray::begin(play, &[], false);
    }
    play_deeds(play, &all, first)?;
    deeds::burn_down(play);
    deeds::come_round(play);
    if !play.fights && !all.iter().any(|deed| matches!(deed.act, Act::Sleep | Act::Wait | Act::Rest)) {
        deeds::turn_of_day(play);
    }
    if first && !play.fights {
        play.prose.paragraph();
        deeds::bring_hook(play, all.iter().any(|deed| deed.act == Act::Help));
    }
    if play.prose.text().is_empty() {
        deeds::pass_moment(play);
    }
    Ok(())
}

/// Whether a condition keeps the hero from all that the turn would do; what it forbids is refused and left out. The player may ask about
/// the past all the same.
fn is_held(play: &mut Play<'_>) -> Step<bool> {
    if play.hero.ruled_by.is_empty() {
        return Ok(false);
    }
    let is_asked = !play.reading.told.is_empty() && deeds::remembered(play)?;
    Ok(is_asked || deeds::hindered(play))
}

/// Plays the deeds of a turn in their order, up to a fight.
fn play_deeds(play: &mut Play<'_>, all: &[Deed], first: bool) -> Step {
    let mut had = play.effects.gained.len();
    for (i, deed) in all.iter().enumerate() {
        play.goes_on = i + 1 < all.len();
        play.prose.paragraph();
        // The question what there is to do is answered by the opening.
        if first && deed.act == Act::Help && all.len() == 1 {
            continue;
        }
        // On the first visit, the place has just been described.
        if i > 0 && deed.act == Act::Look && deeds::is_about(play, &deed.object) && play.has_come {
            continue;
        }
        // What was not bought can't be given on.
        let bought = play.effects.gained.len();
        if matches!(deed.goes_on_from, Some(Act::Buy | Act::Steal)) && bought == had {
            continue;
        }
        had = bought;
        // In the first turn, the place has just been described.
        if first && deed.act == Act::Look && deeds::is_about(play, &deed.object) {
            deeds::show_country(play);
            deeds::show_around(play);
        } else {
            deeds::play(play, deed)?;
        }
        if play.effects.has_foes() {
            fray::bring_in(play)?;
        }
        if play.fights {
            break;
        }
    }
    Ok(())
}

/// Whether a deed takes no time that a foe could use.
pub(super) fn is_free(act: Act) -> bool {
    const FREE: [Act; 19] = [
        Act::Unknown,
        Act::Consider,
        Act::Refrain,
        Act::Help,
        Act::Look,
        Act::Ways,
        Act::Where,
        Act::Who,
        Act::Wonder,
        Act::Status,
        Act::Spells,
        Act::Time,
        Act::Recall,
        Act::Inventory,
        Act::Rules,
        Act::Ability,
        Act::Meta,
        Act::Boast,
        Act::Foreign,
    ];
    FREE.contains(&act)
}

/// The call that brings the hero round who lay dead or at 0 hit points at the turn's beginning and has come to since; none if
/// there is nothing to do. Killed heroes recover as those who were knocked out; healing alone does not revive them.
pub(super) fn recovery(play: &mut Play<'_>) -> Option<(&'static str, serde_json::Value)> {
    if play.reading.fray.is_some() || play.effects.hp <= 0 || play.table.hero().hp > 0 {
        return None;
    }
    let hp = std::mem::take(&mut play.effects.hp);
    if std::mem::take(&mut play.hero.dead) {
        return Some(("apply_state_commands", json!({"commands": [{"type": "revive", "hp": hp}]})));
    }
    let woken = std::mem::take(&mut play.effects.conditions_removed);
    Some(("update_game_state", json!({"hp_delta": hp, "conditions_removed": woken})))
}

/// The calls that write down what the turn came to; none if it came to nothing.
fn closing_calls(play: &mut Play<'_>) -> Vec<Call> {
    let mut inputs: Vec<(&'static str, serde_json::Value)> = Vec::new();
    inputs.extend(play.effects.creatures.drain(..).map(|input| ("update_npc", input)));
    if play.hero.dead {
        inputs.extend(recovery(play));
    }
    let mut state = play.effects.state();
    if play.reading.fray.is_some() {
        Effects::only_of_fights(&mut state);
    }
    if state.as_object().is_some_and(|fields| !fields.is_empty()) {
        inputs.push(("update_game_state", state));
    }
    // People met on arrival are recorded at the place of arrival.
    inputs.extend(play.effects.people.drain(..).map(|input| ("create_supporting_npc", input)));
    inputs.retain(|(name, _)| play.reading.tools.contains(*name));
    inputs.into_iter().map(|(name, input)| Call { id: play.next_id(), name, input }).collect()
}

/// Part of the narration could not be recorded: says so, and records the rest.
fn mend(play: &mut Play<'_>, calls: &[Call]) -> (String, Vec<Call>) {
    let mut prose = super::prose::Prose::after(std::slice::from_ref(&play.reading.said), 0);
    let refused = |call: &&Call| call.name == "update_game_state";
    let answer = calls.iter().find(refused).and_then(|call| play.reading.answers.get(&call.id));
    let rejected: Vec<String> = answer
        .map(|answer| answer.json())
        .and_then(|report| report["rejected"].as_array().cloned())
        .unwrap_or_default()
        .iter()
        .filter_map(|remark| remark["field"].as_str().map(str::to_owned))
        .collect();
    let things = ["items_lost", "items_gained", "gold_delta", "spell_slots_used"];
    let stock = match rejected.iter().any(|field| things.contains(&field.as_str())) {
        true => lines::NOT_IN_HAND,
        false => lines::NOT_QUITE,
    };
    prose.say(stock, &[]);
    let whole = answer.is_some_and(|answer| answer.is_error);
    let id = play.next_id();
    let mut again = Vec::new();
    if whole && play.reading.n_replies < 6 && !play.reading.answers.contains_key(&id) {
        let event = format!("{} tried something that did not work out", capitalised(&play.hero.name));
        let mut input = json!({"notable_event": event});
        if let Some(scene) = &play.effects.scene {
            input["scene_update"] = json!(scene);
        }
        again.push(Call { id, name: "update_game_state", input });
    }
    (prose.text().to_owned(), again)
}
