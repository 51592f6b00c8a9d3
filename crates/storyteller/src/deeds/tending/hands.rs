//! A paladin's hands, where no one fights: the rules say how much they heal.

use game::{RefusalReason, feature::FeatureId};
use serde_json::json;

use crate::{
    intent::Deed,
    phrases::lines,
    play::{Play, Step},
    words::deeds::tending::LAYS_HANDS,
};

use super::{
    Patient, PatientState, ask_whom, commands, in_need, oneself,
    whom::{self, Aim, Need},
    words,
};

/// Whether words lay hands on someone to heal.
fn lays_hands(said: &str) -> bool {
    let said = format!(" {} ", words(said).join(" "));
    LAYS_HANDS.iter().any(|phrase| said.contains(&format!(" {phrase} ")))
}

fn has_the_gift(play: &Play<'_>) -> bool {
    play.hero.features.iter().any(|feature| FeatureId::LayOnHands.is_named_in(feature))
}

/// The same for a turn that is nothing else.
pub(super) fn laid_in_this_turn(play: &mut Play<'_>) -> Step<bool> {
    if !has_the_gift(play) {
        return Ok(false);
    }
    match commands(play).as_deref() {
        Some([deed]) => laid(play, deed),
        _ => Ok(false),
    }
}

/// Lays the hero's hands on the target of a deed; returns whether it meant that.
pub(in crate::deeds) fn laid(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    if !has_the_gift(play) {
        return Ok(false);
    }
    let clause = whom::clause_of(play, deed);
    if !lays_hands(&clause) {
        return Ok(false);
    }
    let patient = match whom::aim(play, &clause, Need::Healing) {
        Aim::These(whom) if whom.len() == 1 => whom[0].clone(),
        Aim::These(none) if none.is_empty() => {
            play.say(lines::NOBODY_HURT, &[("spell", "a touch")]);
            return Ok(true);
        }
        Aim::These(several) => return asks(play, &several),
        Aim::Unclear(among) => return asks(play, &among),
        Aim::All => return asks(play, &in_need(play, Need::Healing)),
        Aim::Nobody(_) => return Ok(false),
        // "I put my hands on Tam and lay on hands" does it once.
        Aim::Unsaid if !play.hands_laid_on.is_empty() => return Ok(true),
        Aim::Unsaid => match in_need(play, Need::Healing).as_slice() {
            _ if play.hero.hp < play.hero.max_hp => oneself(play),
            [] => oneself(play),
            [one] => one.clone(),
            several => return asks(play, several),
        },
    };
    if !play.hands_laid_on.contains(&patient.id) {
        lay(play, &patient, &clause)?;
    }
    Ok(true)
}

fn asks(play: &mut Play<'_>, among: &[Patient]) -> Step<bool> {
    ask_whom(play, among);
    Ok(true)
}

fn lay(play: &mut Play<'_>, patient: &Patient, clause: &str) -> Step {
    let slots = [("name", patient.name.as_str())];
    match patient.health {
        PatientState::Dead => play.say(lines::BEYOND_HELP, &slots),
        PatientState::Whole => play.say(lines::HANDS_FIND_NOTHING, &slots),
        _ => {
            let mut command = json!({"type": "lay_on_hands", "character": play.hero.id, "target": patient.id});
            let amount = words(clause).iter().find_map(|word| word.parse::<u8>().ok());
            if let Some(amount) = amount.filter(|amount| *amount > 0) {
                command["amount"] = json!(amount);
            }
            let answer = play.ask(vec![("apply_state_commands", json!({"commands": [command]}))])?.pop().flatten();
            let answer = answer.unwrap_or_default();
            let healed = answer.json()["results"][0]["details"]["healed"].is_number();
            let is_own = patient.id == play.hero.id;
            let stock = match (healed, &answer.facts.refusal) {
                (true, _) if is_own => lines::LAYS_HANDS_ON_ONESELF,
                (true, _) => lines::LAYS_HANDS,
                (false, Some(RefusalReason::Spent)) => lines::HANDS_ARE_EMPTY,
                (false, Some(RefusalReason::NoEffect)) => lines::HANDS_FIND_NOTHING,
                (false, _) => lines::HANDS_ARE_STILL,
            };
            play.hands_laid_on.push(patient.id.clone());
            play.say(stock, &slots);
        }
    }
    Ok(())
}
