//! Things: taking, dropping, giving and using them.

use crate::storyteller::{
    intent::{Act, Deed},
    phrases::lines,
    play::{Play, Step, best_match},
    prose::{listed, the},
    world::Spot,
};

use super::{chief_fallen, owns};

/// Takes something that is here.
pub(super) fn take(play: &mut Play<'_>, what: &str) -> Step {
    let here = play.table.location.clone();
    let dead = play.table.creatures.iter().any(|creature| creature.hp == 0);
    let names: Vec<String> = play.table.creatures.iter().map(|creature| creature.name.clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let of_dead = best_match(what, &["body bodies corpse corpses loot everything all"]).is_some() || what.is_empty();
    if dead && (of_dead || best_match(what, &names).is_some()) {
        return loot(play);
    }
    let adventure = play.world.adventure;
    if best_match(what, &[adventure.prize]).is_some()
        && play.world.spot(&here) == Spot::Heart
        && !owns(play, adventure.prize)
    {
        if chief_fallen(play) {
            play.gain(adventure.prize);
            play.say(lines::TAKES, &[("thing", adventure.prize)]);
            play.effects.note(format!("{} took the {}", play.hero.name, adventure.prize));
        } else {
            play.say(lines::GUARDED, &[("thing", adventure.prize)]);
        }
        return Ok(());
    }
    let things = play.world.things(&here);
    let visible: Vec<&str> = things.iter().take(2).copied().filter(|thing| !owns(play, thing)).collect();
    let any = ["everything", "all", "lies", "something", "anything", "it", "that"];
    let any = what.is_empty() || what.split(' ').any(|word| any.contains(&word));
    let chosen = best_match(what, &visible).or(any.then_some(0));
    if let Some(thing) = chosen.and_then(|i| visible.get(i).copied()) {
        play.gain(thing);
        play.say(lines::TAKES, &[("thing", thing)]);
        play.effects.note(format!("{} took the {thing}", play.hero.name));
        return Ok(());
    }
    let features: Vec<&str> = play.world.features(&here).iter().map(|(name, _)| *name).collect();
    if let Some(thing) = play.in_pack(what) {
        play.say(lines::HAS_ALREADY, &[("thing", &thing)]);
    } else if let Some(i) = best_match(what, &features) {
        play.say(lines::TOO_FAST, &[("thing", features[i])]);
    } else if visible.is_empty() {
        play.say(lines::NOTHING_TO_TAKE, &[]);
    } else {
        let names: Vec<String> = visible.iter().map(|thing| format!("the {thing}")).collect();
        play.say(lines::NOT_HERE, &[("things", &listed(&names))]);
    }
    play.effects.note(format!("{} found nothing to take at {}", play.hero.name, play.here()));
    Ok(())
}

/// Goes through the pockets of the dead.
pub(super) fn loot(play: &mut Play<'_>) -> Step {
    let Some(dead) = play.table.creatures.iter().find(|creature| creature.hp == 0).cloned() else { return Ok(()) };
    let name = the(&dead.name);
    let silver = play.roll("2d6", None, &format!("Silver {name} carried"))?.total.max(0);
    play.effects.copper += 10 * i64::from(silver);
    play.effects.leaving.push(dead.id.clone());
    play.table.creatures.retain(|creature| creature.id != dead.id);
    let count = silver.to_string();
    play.say(lines::LOOTS, &[("foe", &name), ("n", &count)]);
    play.effects.note(format!("{} searched what was left of {name}", play.hero.name));
    Ok(())
}

/// Puts something down.
pub(super) fn drop(play: &mut Play<'_>, what: &str) {
    match play.in_pack(what) {
        Some(thing) => {
            play.lose(&thing);
            play.say(lines::DROPS, &[("thing", &thing)]);
            play.effects.note(format!("{} left the {thing} at {}", play.hero.name, play.here()));
        }
        None => missing(play, what),
    }
}

/// Gives something to someone.
pub(super) fn give(play: &mut Play<'_>, what: &str, to: &str) {
    let here = play.table.location.clone();
    let people = play.world.people(&here);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let person = best_match(to, &names).and_then(|i| people.get(i)).or(people.first());
    match (play.in_pack(what), person) {
        (Some(thing), Some(person)) if thing.eq_ignore_ascii_case(play.world.adventure.prize) => {
            let deed = Deed {
                act: Act::Talk,
                object: person.name.to_lowercase(),
                other: String::new(),
                speech: String::new(),
            };
            // The prize changes hands in the talk about it; whoever it isn't meant for gives it back.
            let _ = super::talking::talk(play, &deed);
        }
        (Some(thing), Some(person)) => {
            let name = person.name.clone();
            play.lose(&thing);
            play.say(lines::GIVES, &[("thing", &thing), ("name", &name)]);
            play.effects.important.push(format!("{} gave {name} a gift: {thing}", play.hero.name));
            play.effects.note(format!("{} gave {name} the {thing}", play.hero.name));
        }
        (None, _) => missing(play, what),
        (Some(thing), None) => {
            play.say(lines::NOBODY_TO_GIVE, &[("thing", &thing)]);
        }
    }
}

/// Says that something isn't there to be used.
fn missing(play: &mut Play<'_>, what: &str) {
    let thing = if what.is_empty() || what.chars().count() > 40 { "thing" } else { what };
    play.say(lines::HAS_NOT, &[("thing", thing)]);
    play.effects.note(format!("{} reached for something that was not in the pack", play.hero.name));
}

/// Uses, drinks, eats, lights or reads something.
pub(super) fn use_up(play: &mut Play<'_>, deed: &Deed) -> Step {
    let here = play.table.location.clone();
    let Some(thing) = play.in_pack(&deed.object) else {
        let features: Vec<&str> = play.world.features(&here).iter().map(|(name, _)| *name).collect();
        match best_match(&deed.object, &features) {
            Some(i) => {
                let closer = features[i].to_owned();
                super::looking::look(play, &closer);
            }
            None => missing(play, &deed.object),
        }
        return Ok(());
    };
    let low = thing.to_lowercase();
    let slots = [("thing", thing.as_str())];
    let healing = (low.contains("potion") || low.contains("elixir")) && (low.contains("heal") || low.contains("cure"));
    play.effects.note(format!("{} used the {thing}", play.hero.name));
    if healing {
        let healed = play.roll("2d4+2", None, &format!("Healing by the {thing}"))?.total.max(1);
        play.lose(&thing);
        play.hurt_or_heal(healed);
        play.say(lines::DRINKS_HEALING, &slots);
        return Ok(());
    }
    let edible =
        ["bread", "ration", "apple", "cheese", "nut", "eel", "meat", "fruit"].iter().any(|food| low.contains(food));
    let drinkable = ["wine", "ale", "potion", "water", "beer", "vial"].iter().any(|drink| low.contains(drink));
    let stock = match deed.act {
        Act::Eat if edible => {
            play.lose(&thing);
            lines::EATS
        }
        Act::Drink if drinkable && !low.contains("skin") => {
            play.lose(&thing);
            lines::DRINKS
        }
        Act::Drink if drinkable => lines::DRINKS,
        Act::Eat | Act::Drink => lines::NOT_FOOD,
        Act::Light if ["torch", "lantern", "lamp", "candle", "tinder"].iter().any(|lamp| low.contains(lamp)) => {
            lines::LIGHTS
        }
        Act::Light => lines::WONT_BURN,
        Act::Read => lines::READS,
        _ if low == play.world.adventure.token.0 => lines::USES_TOKEN,
        _ => lines::USES,
    };
    play.say(stock, &slots);
    if low == play.world.adventure.token.0 {
        play.prose.push(play.world.adventure.token.1);
    }
    Ok(())
}
