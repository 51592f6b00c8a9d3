//! Help given by another hero whom the message names: "Wren bandages Ada".

use crate::{
    focus, intent,
    play::{Play, Step, significant},
    table::Hero,
    words::deeds::tending::{ACTS_OF_OTHERS, LETS, POTIONS},
};

use super::{
    Patient, PatientState,
    casts::{self, Casting},
    commands, give_potion, known_spell, patients, slot_said, stabilise,
    whom::{self, Aim, Need},
    words,
};
use crate::{
    deeds::{casting as known, hindered},
    phrases::lines,
};

/// The hero whom the words name as the one who acts, and what is done.
fn helper(play: &Play<'_>, said: &[String]) -> Option<(Hero, String)> {
    let lets = said.first().is_some_and(|word| LETS.contains(&word.as_str()));
    let from = usize::from(lets);
    let name = said.get(from)?;
    let verb = said.get(from + 1).filter(|verb| ACTS_OF_OTHERS.contains(&verb.as_str()))?;
    let is_third_person = lets || verb.ends_with('s');
    let heroes = play.table.heroes.iter().filter(|hero| hero.id != play.hero.id && hero.hp > 0 && !hero.dead);
    let mut named = heroes.filter(|hero| significant(&hero.name).contains(name)).filter(|_| is_third_person);
    let hero = named.next()?.clone();
    Some((hero, said[from + 1..].join(" ")))
}

/// Whether a verb is one of help in the third person.
fn is_third_person(verb: &str) -> bool {
    verb.ends_with('s') && ACTS_OF_OTHERS.contains(&verb)
}

/// The hero of another player whom the words have do something: "Wren drinks her potion", "let Wren climb up".
fn moved_for_another<'p>(play: &'p Play<'_>, said: &[String]) -> Option<&'p Hero> {
    let lets = said.first().is_some_and(|word| LETS.contains(&word.as_str()));
    let from = usize::from(lets);
    let (name, verb) = (said.get(from)?, said.get(from + 1)?);
    let acts = match lets {
        true => intent::find_verb(verb, false).is_some() || ACTS_OF_OTHERS.contains(&verb.as_str()),
        false => verb.ends_with('s') && intent::plain_verb(verb).is_some() || is_third_person(verb),
    };
    let mut others = play.table.heroes.iter().filter(|hero| hero.is_anothers && significant(&hero.name).contains(name));
    others.next().filter(|_| acts)
}

/// Plays help by another hero; answers whether that was meant.
pub(super) fn helped(play: &mut Play<'_>) -> Step<bool> {
    let text = focus::said_now(play).to_owned();
    // "Wren, bandage Ada" is said to Wren.
    let is_called = text.split_whitespace().next().is_some_and(|first| first.ends_with([',', ':', '!']));
    let said = words(&text);
    if is_called || commands(play).is_none() {
        return Ok(false);
    }
    if let Some(name) = moved_for_another(play, &said).map(|hero| hero.name.clone()) {
        play.say(lines::ANOTHER_PLAYS, &[("name", &name)]);
        return Ok(true);
    }
    let Some((hero, rest)) = helper(play, &said) else { return Ok(false) };
    if let Some(kept) = hindered::kept_from_acting(&hero) {
        play.say(lines::HELPER_HINDERED, &[("name", &hero.name), ("condition", kept)]);
        return Ok(true);
    }
    let own = std::mem::replace(&mut play.hero, hero);
    let step = help(play, &rest);
    play.hero = own;
    step
}

fn help(play: &mut Play<'_>, text: &str) -> Step<bool> {
    let spell = known_spell(play, text);
    let need = match &spell {
        Some(spell) if known::raises(spell) => Need::Raising,
        Some(spell) if !known::heals(spell) => Need::None,
        _ => Need::Healing,
    };
    let whom = match whom::aim(play, text, need) {
        Aim::These(whom) => whom,
        Aim::All => patients(play),
        Aim::Unclear(_) | Aim::Nobody(_) | Aim::Unsaid => return Ok(false),
    };
    if let Some(spell) = spell {
        casts::cast(play, &whom, &Casting { spell: &spell, slot: slot_said(play), only_by_rules: true })?;
        return Ok(true);
    }
    let is_potion = words(text).iter().any(|word| POTIONS.contains(&word.as_str()));
    for one in &whom {
        play.prose.paragraph();
        match one.health {
            _ if is_potion => give_potion(play, one, text)?,
            PatientState::Dying => stabilise(play, one)?,
            _ => tells(play, one),
        }
    }
    Ok(true)
}

/// Tells what hands do for somebody who is not dying.
fn tells(play: &mut Play<'_>, one: &Patient) {
    let stock = match one.health {
        PatientState::Hurt => lines::HELPER_BINDS,
        PatientState::Stable => lines::IS_STABLE,
        PatientState::Whole | PatientState::Dead | PatientState::Dying => lines::HELPER_FINDS_NOTHING,
    };
    play.say(stock, &[("name", &one.name)]);
}
