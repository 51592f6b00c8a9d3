//! Giving potions to others.

use game::potion;
use serde_json::json;

use crate::{
    address,
    deeds::talking,
    focus,
    intent::{self, Act, Deed, find_verb},
    phrases::lines,
    play::{Play, Step, best_match},
    prose::{either, plainly},
    stakes::Stake,
    words::deeds::tending::{BERRIES, COUNTS, DENIALS, KINDS, OFFERED_TO, POTION_PLURALS, POTIONS, POURS, SELF},
};

use super::{
    Patient, PatientState, ask_whom, is_before, leaves_out, things,
    whom::{self, Aim, Need},
    words,
};

/// How many words may lie between a number and the potion or berry that it counts.
const COUNT_WORDS: usize = 1;
/// How many words may lie between a "no" and the potion that it denies.
const DENIAL_WORDS: usize = 3;

/// Kinds of deeds that use a potion up, or give it.
const DRINKING_ACTS: [Act; 9] =
    [Act::Give, Act::Drink, Act::Eat, Act::Use, Act::Pay, Act::Handle, Act::Stunt, Act::Tend, Act::Unknown];

/// Whether a deed goes on with a potion for someone, whatever its verb.
pub(crate) fn is_poured(deed: &Deed) -> bool {
    let said = words(&deed.words);
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let pours =
        (says(POTIONS) || says(POTION_PLURALS)) && said.first().is_some_and(|verb| POURS.contains(&verb.as_str()));
    pours
        && matches!(
            deed.act,
            Act::Stunt
                | Act::Give
                | Act::Pay
                | Act::Eat
                | Act::Use
                | Act::Handle
                | Act::Tend
                | Act::Force
                | Act::Attack
                | Act::Drop
                | Act::Unknown
        )
}

/// Pours a potion for someone, in whatever words; returns whether that was meant. What no one has is poured for no one.
pub(in crate::deeds) fn poured(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    if DRINKING_ACTS.contains(&deed.act) && denies_potion(&clause_or_message(play, deed)) {
        things::kept(play);
        return Ok(true);
    }
    if is_poured(deed) || is_offered(play, deed) { poured_for(play, deed) } else { Ok(false) }
}

/// Whether words deny a potion or a berry: "I give Ada no potion". A "no" that a comma follows is an answer.
pub(super) fn denies_potion(text: &str) -> bool {
    let text = text.to_lowercase();
    let said: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let is_one_of = |word: &str, list: &[&str]| list.contains(&bare(word).as_str());
    let is_denied = |at: usize| {
        let before = said[..at].iter().rev().take(DENIAL_WORDS);
        let mut joined = before.take_while(|word| word.ends_with(|c: char| c.is_alphanumeric()));
        joined.any(|word| is_one_of(word, DENIALS))
    };
    let is_potion = |at: usize| is_one_of(said[at], POTIONS) || is_one_of(said[at], POTION_PLURALS);
    (0..said.len()).any(|at| is_potion(at) && is_denied(at))
}

/// Whether a deed without a verb offers a potion to someone: "a potion to everyone but Tam".
fn is_offered(play: &Play<'_>, deed: &Deed) -> bool {
    let text = clause_or_message(play, deed);
    let said = words(&text);
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let is_for_somebody = says(OFFERED_TO) || leaves_out(play, &text);
    DRINKING_ACTS.contains(&deed.act)
        && deed.speech.is_empty()
        && !text.trim_end().ends_with('?')
        && find_verb(&text, false).is_none()
        && (says(POTIONS) || says(POTION_PLURALS))
        && is_for_somebody
}

/// The clause of a deed; the message, where the deed has no words of its own.
fn clause_or_message(play: &Play<'_>, deed: &Deed) -> String {
    match deed.words.is_empty() {
        true => intent::plain(focus::said_now(play)),
        false => whom::clause_of(play, deed),
    }
}

/// Gives the potion of a deed to its target; returns whether that is someone else, or said why no one drinks it.
pub(in crate::deeds) fn poured_for(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let clause = clause_or_message(play, deed);
    let people = play.world.people(&play.table.location);
    match whom::aim(play, &clause, Need::Healing) {
        Aim::These(whom) => match whom.as_slice() {
            [] => play.say(lines::NOBODY_HURT, &[("spell", "it")]),
            // Only the hero is left, who has not said so.
            [one] if one.id == play.hero.id && leaves_out(play, &clause) => ask_whom(play, &whom),
            [one] if one.id == play.hero.id => return Ok(false),
            [one] if address::first_named(&one.name.to_lowercase(), &people).is_some() => return Ok(false),
            [one] => give_potion(play, one, &clause)?,
            several => {
                let names: Vec<String> = several.iter().map(|one| one.name.clone()).collect();
                play.ask_openly(lines::ONE_POTION, &[("names", &either(&names))]);
            }
        },
        Aim::All => play.ask_openly(lines::ONE_POTION, &[("names", &either(&party(play)))]),
        Aim::Unclear(among) => ask_whom(play, &among),
        Aim::Nobody(whom) if whom.is_empty() => things::kept(play),
        // A present for someone here is none of this.
        Aim::Nobody(whom)
            if address::first_named(&whom, &people).is_some() || !talking::is_no_one_here(play, &whom) =>
        {
            return Ok(false);
        }
        Aim::Nobody(whom) => talking::nobody_called(play, &whom),
        Aim::Unsaid => return Ok(false),
    }
    Ok(true)
}

/// The names of the heroes.
fn party(play: &Play<'_>) -> Vec<String> {
    play.table.heroes.iter().map(|hero| hero.name.clone()).collect()
}

/// Whether words name a potion of another kind than this one: “greater”, “of invisibility”.
pub(in crate::deeds) fn is_another_kind(said: &str, potion: &str) -> bool {
    let (said, potion) = (words(said), words(potion));
    let kinds = said.iter().enumerate().filter(|(_, word)| POTIONS.contains(&word.as_str())).flat_map(|(at, _)| {
        let of = said.get(at + 1).filter(|next| *next == "of").and_then(|_| said.get(at + 2));
        let before = said[..at].iter().filter(|word| KINDS.contains(&word.as_str()));
        let behind = said[at..].iter().filter(|word| KINDS.contains(&word.as_str()));
        of.into_iter().chain(before).chain(behind)
    });
    let is_named = |kind: &String| potion.iter().any(|word| word == kind || word == "healing" && kind == "heal");
    let is_bare = |kind: &str| SELF.contains(&kind) || matches!(kind, "the" | "my" | "ours" | "his" | "her");
    kinds.into_iter().any(|kind| !is_bare(kind) && !is_named(kind))
}

/// Gives a patient the potion that the words mean, where it heals and there is something to heal.
pub(in crate::deeds) fn give_potion(play: &mut Play<'_>, patient: &Patient, said: &str) -> Step {
    let has_any = |text: &str, list: &[&str]| words(text).iter().any(|word| list.contains(&word.as_str()));
    let is_potion = |name: &&String| {
        (potion::dice(name).is_some() || has_any(name.as_str(), POTIONS))
            && has_any(name.as_str(), BERRIES) == has_any(said, BERRIES)
    };
    let mut potions: Vec<String> = play.hero.pack.iter().map(|(_, name)| name).filter(is_potion).cloned().collect();
    potions.sort_by_key(|name| potion::dice(name).is_none());
    let names: Vec<&str> = potions.iter().map(String::as_str).collect();
    let potion = best_match(said, &names).map_or(potions.first(), |i| potions.get(i)).cloned();
    let is_by_another = play.table.hero().id != play.hero.id;
    let Some(potion) = potion.filter(|potion| !is_another_kind(said, potion)) else {
        if is_by_another {
            play.say(lines::HELPER_CANNOT, &[]);
            return Ok(());
        }
        things::missing(play, if potions.is_empty() { "healing potion" } else { "potion of that kind" });
        return Ok(());
    };
    let shown = plainly(&potion);
    let slots = [("name", patient.name.as_str()), ("thing", shown.as_str())];
    let stock = match (patient.health, potion::dice(&potion)) {
        (PatientState::Dead, _) => lines::BEYOND_HELP,
        (PatientState::Whole, _) => lines::NOTHING_TO_HEAL_IN,
        (_, None) => lines::POTION_NO_HELP,
        (_, Some(dice)) => {
            if !play.stakes(Stake::Thing, &potion) {
                return Ok(());
            }
            pour(play, patient, &potion, dice)?;
            match patient.health {
                _ if is_by_another => lines::HELPER_POURS,
                _ if has_any(potion.as_str(), BERRIES) => lines::BERRY_TO_FRIEND,
                PatientState::Hurt => lines::POTION_TO_FRIEND,
                _ => lines::GIVES_POTION,
            }
        }
    };
    play.say(stock, &slots);
    if !matches!(patient.health, PatientState::Dead | PatientState::Whole) {
        one_at_a_time(play, said);
    }
    Ok(())
}

/// Says that one potion or berry is taken at a time, where the words name several.
pub(in crate::deeds) fn one_at_a_time(play: &mut Play<'_>, said: &str) {
    let said = words(said);
    let is_thing = |word: &String| {
        [POTIONS, POTION_PLURALS, BERRIES].into_iter().any(|list: &[&str]| list.contains(&word.as_str()))
    };
    let counts = |at: usize| is_before(&said, at, COUNT_WORDS, COUNTS);
    if said.iter().enumerate().any(|(at, word)| is_thing(word) && counts(at)) {
        play.say(lines::ONE_AT_A_TIME, &[]);
    }
}

/// How much a thing heals by dice or a number.
pub(in crate::deeds) fn healed_by(play: &mut Play<'_>, dice: &str, thing: &str) -> Step<i32> {
    match dice.parse::<i32>() {
        Ok(points) => Ok(points),
        Err(_) => Ok(play.roll(dice, None, &format!("Healing by the {}", plainly(thing)))?.total.max(1)),
    }
}

/// Uses a potion up on a patient.
fn pour(play: &mut Play<'_>, patient: &Patient, potion: &str, dice: &str) -> Step {
    let healed = healed_by(play, dice, potion)?;
    let used = json!({"type": "item", "character": play.hero.id, "action": "use", "item_name": potion});
    let mut commands = vec![used];
    let mut calls = Vec::new();
    match patient.is_hero {
        true => commands.push(json!({"type": "hp_change", "character": patient.id, "change": healed})),
        false => calls.push(("update_npc", json!({"id": patient.id, "hp_delta": healed}))),
    }
    calls.insert(0, ("apply_state_commands", json!({ "commands": commands })));
    play.ask(calls)?;
    Ok(())
}
