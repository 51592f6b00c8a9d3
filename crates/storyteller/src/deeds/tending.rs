//! Help for those who lie dying: by hand, by a potion, by a spell. The rules say what comes of it.

use game::{RefusalReason, draught, spells, tending};
use serde_json::json;

use crate::{
    focus,
    intent::Act,
    phrases::lines,
    play::{Play, Step},
    prose::plainly,
    reading::ToolAnswer,
    words::deeds::tending::{HELPS, POINTS, POTIONS},
};

use super::{casting, things};

/// How many words may lie between a word of help and the one it is for: "save my poor friend".
const AIM_WORDS: usize = 3;

/// A hero or creature that can be helped.
#[derive(Debug, Clone)]
pub(super) struct Patient {
    id: String,
    pub(super) name: String,
    is_hero: bool,
    is_dying: bool,
}

/// The heroes but the one who acts, and their companions and friends, who live.
fn patients(play: &Play<'_>) -> Vec<Patient> {
    let heroes = play.table.heroes.iter().filter(|hero| hero.id != play.hero.id && !hero.dead);
    let heroes = heroes.map(|hero| Patient {
        id: hero.id.clone(),
        name: hero.name.clone(),
        is_hero: true,
        is_dying: hero.is_dying,
    });
    let others = play.table.creatures.iter().filter(|one| one.is_dying || one.hp > 0 && one.disposition == "companion");
    let others = others.map(|one| Patient {
        id: one.id.clone(),
        name: one.name.clone(),
        is_hero: false,
        is_dying: one.is_dying,
    });
    heroes.chain(others).collect()
}

/// The words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect()
}

/// Whom a text names.
fn named(all: &[Patient], text: &str) -> Option<Patient> {
    let said = words(text);
    let is_named = |one: &&Patient| words(&one.name).iter().any(|part| part.len() > 2 && said.contains(part));
    all.iter().find(is_named).cloned()
}

/// The living person other than the hero whom a text names as the target of a healing spell.
pub(super) fn healed_by(play: &Play<'_>, at: &str) -> Option<Patient> {
    named(&patients(play), at)
}

/// Plays the turn where somebody lies dying and the words mean help for them, or something there is no time for; answers whether
/// it did.
pub(crate) fn helped(play: &mut Play<'_>) -> Step<bool> {
    let all = patients(play);
    let dying: Vec<Patient> = all.iter().filter(|one| one.is_dying).cloned().collect();
    let text = play.reading.words.clone();
    let Some(first) = dying.first().filter(|_| !text.trim_end().ends_with('?')) else { return Ok(false) };
    let acts: Vec<Act> = focus::deeds(play).iter().map(|deed| deed.act).collect();
    if acts.iter().any(|act| matches!(act, Act::Consider | Act::Refrain | Act::Rules | Act::Recall)) {
        return Ok(false);
    }
    let said = words(&text);
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let spell = known_spell(play, &text).filter(|_| acts.contains(&Act::Cast) || says(&["cast"]));
    let is_of_dying = |word: &String| POINTS.contains(&word.as_str()) || named(&dying, word).is_some();
    // "I ask her for help" and "I help the innkeeper" are no help to the dying.
    let is_help = |(i, word): (usize, &String)| {
        HELPS.contains(&word.as_str()) && said.iter().skip(i + 1).take(AIM_WORDS).any(is_of_dying)
    };
    let helps = spell.is_some() || says(POTIONS) || said.iter().enumerate().any(is_help) || tending::is_tending(&text);
    let whom = named(&dying, &text).or_else(|| {
        let is_unnamed = named(&all, &text).is_none() && (says(POINTS) || tending::is_tending(&text));
        is_unnamed.then(|| first.clone())
    });
    match whom.filter(|_| helps) {
        Some(patient) => help(play, &patient, spell, says(POTIONS))?,
        None => {
            let takes_time = |act: &Act| matches!(act, Act::Rest | Act::Sleep | Act::Wait | Act::Go | Act::Leave);
            if !acts.iter().any(takes_time) {
                return Ok(false);
            }
            play.say(lines::FIRST_HELP, &[("name", &first.name)]);
        }
    }
    Ok(true)
}

fn help(play: &mut Play<'_>, patient: &Patient, spell: Option<String>, by_potion: bool) -> Step {
    match spell {
        Some(spell) => cast(play, patient, &spell),
        None if by_potion => give_potion(play, patient),
        None => tend(play, patient),
    }
}

/// A spell of the hero's that the words name.
fn known_spell(play: &Play<'_>, text: &str) -> Option<String> {
    let spaced = |text: &str| format!(" {} ", words(text).join(" "));
    let said = spaced(text);
    let known = play.hero.cantrips.iter().chain(&play.hero.spells).map(|name| name.to_lowercase());
    known.filter(|name| said.contains(&spaced(name))).max_by_key(String::len)
}

/// Tends a patient with a healer's kit or bare hands.
fn tend(play: &mut Play<'_>, patient: &Patient) -> Step {
    let command = json!({"type": "death_save", "character": patient.id, "result": "tend"});
    let answer = play.ask(vec![("apply_state_commands", json!({"commands": [command]}))])?.pop().flatten();
    let details = answer.unwrap_or_default().json()["results"][0]["details"].take();
    let stock = match (details["is_stable"] == true, details["by_kit"] == true) {
        (true, true) => lines::STABILISED_BY_KIT,
        (true, false) => lines::STABILISED,
        (false, _) => lines::NOT_STABILISED,
    };
    play.say(stock, &[("name", &patient.name)]);
    Ok(())
}

/// Gives a patient a potion that heals.
fn give_potion(play: &mut Play<'_>, patient: &Patient) -> Step {
    let potion = play.hero.pack.iter().find_map(|(_, name)| Some((name.clone(), draught::dice(name)?)));
    let Some((potion, dice)) = potion else {
        things::missing(play, "healing potion");
        return Ok(());
    };
    let shown = plainly(&potion);
    let healed = play.roll(dice, None, &format!("Healing by the {shown}"))?.total.max(1);
    let used = json!({"type": "item", "character": play.hero.id, "action": "use", "item_name": potion});
    let mut commands = vec![used];
    let mut calls = Vec::new();
    match patient.is_hero {
        true => commands.push(json!({"type": "hp_change", "character": patient.id, "change": healed})),
        false => calls.push(("update_npc", json!({"id": patient.id, "hp_delta": healed}))),
    }
    calls.insert(0, ("apply_state_commands", json!({ "commands": commands })));
    play.ask(calls)?;
    play.say(lines::GIVES_POTION, &[("name", &patient.name), ("thing", &shown)]);
    Ok(())
}

/// Casts a spell on somebody by the rules.
pub(super) fn cast(play: &mut Play<'_>, patient: &Patient, spell: &str) -> Step {
    let slots = [("spell", spell), ("name", patient.name.as_str())];
    if spells::takes_minutes(spell) && patient.is_dying {
        play.say(lines::FIRST_HELP, &slots);
        return Ok(());
    }
    let asked = json!({"spell": spell, "targets": [patient.id]});
    let answer = play.ask(vec![("cast_spell", asked)])?.pop().flatten().unwrap_or_default();
    let stock = match outcome(&answer) {
        Outcome::NoSlot => lines::NO_SLOTS,
        Outcome::Refused => lines::SPELL_NOT_CAST,
        Outcome::Told => lines::SPELL_NO_HELP,
        Outcome::Done if !patient.is_dying => lines::SPELL_HEALS,
        Outcome::Done if casting::heals(spell) => lines::SPELL_WAKES,
        Outcome::Done => lines::SPELL_STABILISES,
    };
    play.say(stock, &slots);
    Ok(())
}

enum Outcome {
    NoSlot,
    Refused,
    /// The rules have no numbers for it.
    Told,
    Done,
}

fn outcome(answer: &ToolAnswer) -> Outcome {
    match &answer.facts.refusal {
        Some(RefusalReason::NoSlot) => Outcome::NoSlot,
        _ if answer.is_error || answer.text.is_empty() => Outcome::Refused,
        _ if answer.json()["to_apply"].is_string() => Outcome::Told,
        _ => Outcome::Done,
    }
}
