//! Words in a fight that no model is asked about: those of a hero who lies at 0 hit points, and all of them where the
//! built-in storyteller plays, which doesn't know the fight's tools.

use crate::{
    dm::{Draft, models::Provider},
    game::{
        Refusal,
        combat::{act::Act, encounter::Ending, ending, fighter::Fighter, perform, rounds, tactics},
    },
};

use super::step::{hero_of, is_down, to_a_hero};

/// Answers for a hero who can't: throws for life where it is that hero's turn, and lets the fight go on. False where the hero
/// stands, or there is no fight.
///
/// # Errors
/// The engine could not go on.
pub(in crate::dm) fn fallen(draft: &mut Draft) -> Result<bool, Refusal> {
    let who = hero_of(draft.acting());
    if draft.game().encounter.is_none() || !is_down(draft.game(), &who) {
        return Ok(false);
    }
    let Some(Fighter::Hero(hero)) = draft.game().fighter(&who) else { return Ok(false) };
    let line = match (hero.dead, hero.stable) {
        (true, _) => format!("{} is dead, and does nothing more in this fight.", hero.name),
        (false, true) => format!("{} lies still, breathing, and can do nothing.", hero.name),
        (false, false) => format!("{} lies dying, and can do nothing but hold on.", hero.name),
    };
    draft.tell_of(line);
    draft.fight(|bout| {
        to_a_hero(bout)?;
        if rounds::waits_for(bout.game()) == Some(&who) {
            perform::perform(bout, &who, &Act::DeathSave)?;
        }
        to_a_hero(bout)
    })?;
    Ok(true)
}

/// Words by which a hero gets away, and by which one only keeps up the guard.
const AWAY: [&str; 5] = ["flee", "run", "retreat", "withdraw", "escape"];
const GUARDED: [&str; 5] = ["dodge", "defend", "guard", "wait", "parry"];

/// Where the built-in storyteller plays: the hero runs, keeps up the guard, strikes whoever is named, or else fights as well
/// as the rules' own tactics know. False where somebody else plays, or there is no fight.
///
/// # Errors
/// The engine could not go on.
pub(in crate::dm) fn without_a_model(draft: &mut Draft, words: &str) -> Result<bool, Refusal> {
    if draft.provider() != Provider::Storyteller || draft.game().encounter.is_none() {
        return Ok(false);
    }
    let who = hero_of(draft.acting());
    let words = words.to_lowercase();
    let says = |verbs: &[&str]| words.split(|c: char| !c.is_alphabetic()).any(|word| verbs.contains(&word));
    let (away, guarded) = (says(&AWAY), says(&GUARDED));
    let named = draft.game().creatures.iter().filter(|one| !one.is_dead() && words.contains(&one.name.to_lowercase()));
    let named = named.map(|one| one.id.as_str().to_owned()).next();
    draft.fight(|bout| {
        to_a_hero(bout)?;
        if rounds::waits_for(bout.game()) != Some(&who) {
            return Ok(());
        }
        if away {
            return ending::end(bout, Ending::Fled);
        }
        let blow = named.map(|target| Act::Attack { target, with: None, second_hand: false, smite: None });
        let struck = blow.is_some_and(|blow| perform::perform(bout, &who, &blow).is_ok());
        if struck && bout.game().encounter.is_none() {
            return Ok(());
        }
        match struck || (guarded && perform::perform(bout, &who, &Act::Dodge).is_ok()) {
            true => drop(perform::perform(bout, &who, &Act::EndTurn)?),
            false => tactics::take_turn(bout)?,
        }
        to_a_hero(bout)
    })?;
    if draft.n_told() == 0 {
        draft.tell_of("Steel rings, and it is somebody else's moment to act.".to_owned());
    }
    Ok(true)
}
