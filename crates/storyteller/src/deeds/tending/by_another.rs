//! Help given by another hero that the message names: "Wren bandages Ada".

use language::sentences::sentences;

use crate::{
    focus, intent,
    play::{Play, Step, significant},
    table::Hero,
    words::deeds::tending::{ACTS_OF_OTHERS, LETS, LOOKS_SOMEWHERE, OWN_SUBJECTS, POTIONS, SEEMS},
};

use super::{
    Patient, PatientState, ask_whom,
    casts::{self, Casting},
    commands, give_potion, known_spell, patients,
    potions::denies_potion,
    slot_said, stabilise,
    whom::{self, Aim, Need},
    words,
};
use crate::{
    deeds::{casting as known, hindered},
    phrases::lines,
};

/// The hero that the words name as the one who acts, and what is done.
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

/// The hero of another player that the words have do something: "Wren drinks her potion", "let Wren climb up".
fn moved_for_another<'p>(play: &'p Play<'_>, said: &[String]) -> Option<&'p Hero> {
    let lets = said.first().is_some_and(|word| LETS.contains(&word.as_str()));
    let from = usize::from(lets);
    let (name, verb) = (said.get(from)?, said.get(from + 1)?);
    // "Wren looks pale" moves no one.
    let only_seems = SEEMS.contains(&verb.as_str())
        && !said.get(from + 2).is_some_and(|next| LOOKS_SOMEWHERE.contains(&next.as_str()));
    let acts = match lets {
        true => intent::find_verb(verb, false).is_some() || ACTS_OF_OTHERS.contains(&verb.as_str()),
        false => !only_seems && verb.ends_with('s') && intent::plain_verb(verb).is_some() || is_third_person(verb),
    };
    let mut others = play.table.heroes.iter().filter(|hero| hero.is_anothers && significant(&hero.name).contains(name));
    others.next().filter(|_| acts)
}

/// What a sentence has another player's hero do is left to that player: who it is, and the rest of the sentence, from where the hero
/// who acts is its subject.
fn left_to_another(play: &Play<'_>, sentence: &str) -> Option<(String, String)> {
    let hero = moved_for_another(play, &words(sentence))?;
    let lower = sentence.to_ascii_lowercase();
    let own =
        OWN_SUBJECTS.iter().filter_map(|start| lower.find(*start).map(|at| at + start.find(['i', 'w']).unwrap_or(0)));
    let rest = own.min().map(|at| sentence[at..].to_owned()).unwrap_or_default();
    Some((hero.name.clone(), rest))
}

/// Says whose heroes are left to their own players, and leaves what those do out of the turn. Returns whether nothing else is wanted.
fn leaves_others_out(play: &mut Play<'_>, text: &str) -> bool {
    let (mut names, mut rests): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    // The words of a speech move no one, but where the message begins with them.
    let is_spoken = text.contains(['"', '“', '«', '„']);
    for (i, sentence) in sentences(text).enumerate() {
        match left_to_another(play, sentence).filter(|_| i == 0 || !is_spoken) {
            Some((name, rest)) => {
                names.push(name);
                rests.push(rest);
            }
            None => rests.push(sentence.to_owned()),
        }
    }
    if names.is_empty() {
        return false;
    }
    names.sort();
    names.dedup();
    for name in names {
        play.say(lines::ANOTHER_PLAYS, &[("name", &name)]);
    }
    rests.retain(|rest| rest.chars().any(char::is_alphanumeric));
    if rests.is_empty() {
        return true;
    }
    play.own_words = Some(rests.join(" "));
    hindered::leave_out_forbidden(play);
    play.allowed.as_ref().is_some_and(Vec::is_empty)
}

/// Plays help by another hero; returns whether that was meant.
pub(super) fn helped(play: &mut Play<'_>) -> Step<bool> {
    let text = focus::said_now(play).to_owned();
    // "Wren, bandage Ada" is said to Wren.
    let is_called = text.split_whitespace().next().is_some_and(|first| first.ends_with([',', ':', '!']));
    let said = words(&text);
    if is_called || commands(play).is_none() {
        return Ok(false);
    }
    // What a yes is about was read before.
    if play.answered.is_none() && leaves_others_out(play, &text) {
        return Ok(true);
    }
    if play.own_words.is_some() {
        return Ok(false);
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
        casts::cast(play, &whom, &Casting { spell: &spell, slot: slot_said(play, &spell, text), only_by_rules: true })?;
        return Ok(true);
    }
    let is_potion = words(text).iter().any(|word| POTIONS.contains(&word.as_str()));
    if is_potion && denies_potion(text) {
        return Ok(false);
    }
    if is_potion && whom.len() > 1 {
        ask_whom(play, &whom);
        return Ok(true);
    }
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

/// Tells what hands do for someone who is not dying.
fn tells(play: &mut Play<'_>, one: &Patient) {
    let stock = match one.health {
        PatientState::Hurt => lines::HELPER_BINDS,
        PatientState::Stable => lines::IS_STABLE,
        PatientState::Whole | PatientState::Dead | PatientState::Dying => lines::HELPER_FINDS_NOTHING,
    };
    play.say(stock, &[("name", &one.name)]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{reading::Reading, table::Table};

    fn reading(words: &str) -> Reading {
        let mut table = Table::default();
        for (name, is_anothers) in [("Ada", false), ("Wren", true)] {
            let mut hero = Hero::default();
            (hero.id, hero.name) = (name.to_lowercase(), name.to_owned());
            (hero.hp, hero.max_hp, hero.is_anothers) = (9, 9, is_anothers);
            table.heroes.push(hero);
        }
        Reading { table, words: words.to_owned(), ..Reading::default() }
    }

    #[test]
    fn what_another_players_hero_does_is_left_out_and_the_rest_is_played() {
        for (words, is_told, is_all, rest) in [
            ("Wren drinks her potion.", true, true, None),
            ("Wren looks pale. I give Wren my potion.", false, false, None),
            ("Wren looks around. I give Wren my potion.", true, false, Some("I give Wren my potion.")),
            ("Wren drinks her potion and I drink mine.", true, false, Some("I drink mine.")),
            ("I sit down. Wren drinks her potion.", true, false, Some("I sit down.")),
        ] {
            let reading = reading(words);
            let mut play = Play::new(&reading);
            let all = leaves_others_out(&mut play, words);
            let told = !play.prose.text().is_empty();
            assert_eq!((told, all, play.own_words.as_deref()), (is_told, is_all, rest), "{words}");
        }
    }
}
