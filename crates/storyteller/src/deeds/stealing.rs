//! Stealing: from the guardian of the prize, from people's pockets, and getting caught.

use crate::words::deeds::stealing::MONEY;
use game::story_fact::StoryFact;

use crate::{
    folk::Person,
    phrases::lines,
    play::{Outcome, Play, Step, best_match, best_named},
    prose::listed,
    world::{Spot, same},
};

use super::{assault, chief_fallen, moods, party, talking, things};

/// Steals something, from someone here or from the one who keeps the prize.
pub(super) fn steal(play: &mut Play<'_>, what: &str, from: &str) -> Step {
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    let what = what.split(" while ").next().unwrap_or(what);
    if let Some(hero) = party::hero_named(play, &format!("{what} {from}")) {
        play.say(lines::BETWEEN_PLAYERS, &[("name", &hero.name)]);
        return Ok(());
    }
    let adventure = play.world.adventure;
    let at_heart = play.world.spot(&play.table.location) == Spot::Heart && !play.owns(adventure.prize);
    if at_heart && (play.table.foes().next().is_some() || chief_fallen(play)) {
        return steal_prize(play);
    }
    // A tub of silver at the place is no purse.
    let features: Vec<&str> = play.world.features(&play.table.location).iter().map(|(name, _)| *name).collect();
    if from.is_empty() && what.contains(' ') && best_named(what, &features).is_some() {
        return things::take(play, what);
    }
    let Some((person, wanted)) = mark(play, what, from) else {
        if what.split(' ').any(|word| MONEY.contains(&word)) {
            play.say(lines::NOBODY, &[]);
            return Ok(());
        }
        return things::take(play, what);
    };
    let slots = [("name", person.name.as_str())];
    let Some(booty) = booty(play, &person, &wanted) else {
        play.say(lines::NOTHING_LIKE_IT, &slots);
        return Ok(());
    };
    let (thing, picked) = match &booty {
        Booty::Coins => ("", format!("{} picked the pocket of {}", play.hero.name, person.name)),
        Booty::Thing(thing) => (thing.as_str(), format!("{} stole {thing} from {}", play.hero.name, person.name)),
    };
    let stolen = StoryFact::Stole { whom: person.name.clone(), thing: thing.to_owned() };
    if play.is_fact(&stolen) {
        play.say(lines::NOTHING_LEFT, &slots);
        return Ok(());
    }
    let outcome = play.check("dex", "sleight of hand", 14, &format!("Steal from {}", person.name))?;
    match (outcome, booty) {
        (Outcome::Success, booty) => {
            get_away_with(play, &booty, &person.name);
            moods::mark(play, picked, stolen);
        }
        (Outcome::Near, _) => play.say(lines::NEARLY_CAUGHT, &slots),
        (Outcome::Failure, _) => caught(play, &person),
    }
    Ok(())
}

/// Takes what was stolen without anyone noticing.
fn get_away_with(play: &mut Play<'_>, booty: &Booty, name: &str) {
    match booty {
        Booty::Coins => {
            play.effects.copper += 120;
            play.hero.copper += 120;
            play.say(lines::STEALS, &[("name", name)]);
        }
        Booty::Thing(thing) => {
            play.gain(thing);
            play.say(lines::STEALS_THING, &[("name", name), ("thing", thing)]);
        }
    }
}

/// What is stolen from someone.
enum Booty {
    Coins,
    Thing(String),
}

/// The victim, and the wanted thing. “Her eggs from Granny”, “the reeve's pocket”, “a ring” from anyone who is here.
fn mark(play: &Play<'_>, what: &str, from: &str) -> Option<(Person, String)> {
    let people = play.world.people(&play.table.location);
    let called = |person: &Person| format!("{} {}", person.name, person.trade);
    let names: Vec<String> = people.iter().map(called).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let lies_here = play.visible_things().iter().any(|thing| best_match(what, &[thing]).is_some());
    let by_name = best_match(from, &names).or_else(|| best_match(what, &names).filter(|_| from.is_empty()));
    let person = match by_name {
        Some(i) => people.get(i).cloned(),
        None if lies_here => None,
        None => talking::whom(play, from),
    }?;
    let own = person.name.to_lowercase();
    let belongs = |word: &&str| {
        let plain = word.trim_end_matches("'s");
        let owner = word.ends_with("'s") || own.split(' ').any(|part| part == plain && !from.contains(plain));
        !owner && !["her", "his", "their", "the", "some", "from"].contains(word)
    };
    Some((person, what.split(' ').filter(belongs).collect::<Vec<_>>().join(" ")))
}

/// What of the wanted someone has about them: money, goods, or what belongs to their trade.
fn booty(play: &Play<'_>, person: &Person, wanted: &str) -> Option<Booty> {
    if wanted.is_empty() || wanted.split(' ').any(|word| MONEY.contains(&word)) {
        return Some(Booty::Coins);
    }
    let wares = play.world.wares(&play.table.location);
    let names: Vec<&str> = wares.iter().map(|(name, _)| *name).collect();
    if let Some(i) = best_match(wanted, &names).filter(|_| person.role == "merchant") {
        return Some(Booty::Thing(names[i].to_owned()));
    }
    let about = format!("{} {}", person.trade, person.look);
    let short = wanted.split(' ').count() < 4 && wanted.chars().all(|c| c.is_alphabetic() || c == ' ');
    (short && best_match(wanted, &[&about]).is_some()).then(|| Booty::Thing(wanted.to_owned()))
}

/// Caught in the act. The first time it is known to all who are here; the next time it costs the purse, and the place.
fn caught(play: &mut Play<'_>, person: &Person) {
    let slots = [("name", person.name.as_str())];
    let here = play.here();
    let known = play.table.facts.iter().any(|fact| match fact {
        StoryFact::CaughtStealing { place, .. } => same(place, &here),
        _ => false,
    });
    play.say(lines::CAUGHT, &slots);
    let people = play.world.people(&play.table.location);
    let others: Vec<String> = people.into_iter().map(|p| p.name).filter(|name| *name != person.name).collect();
    let seen = if others.is_empty() { String::new() } else { format!(", and {} saw it", listed(&others)) };
    for by in others.iter().cloned() {
        play.note_fact(StoryFact::CaughtStealing { by, place: here.clone() });
    }
    let caught = StoryFact::CaughtStealing { by: person.name.clone(), place: here.clone() };
    moods::mark(play, format!("{} caught {} stealing at {here}{seen}", person.name, play.hero.name), caught);
    if known {
        play.prose.paragraph();
        let purse = play.hero.copper.min(1000);
        play.forfeit(purse);
        assault::put_out(play, lines::THROWN_OUT);
    } else if !others.is_empty() {
        play.add(lines::OTHERS_SAW, &[("others", &listed(&others))]);
    }
}

fn steal_prize(play: &mut Play<'_>) -> Step {
    let adventure = play.world.adventure;
    let outcome = play.check("dex", "sleight of hand", 15, &format!("Steal the {}", adventure.prize))?;
    let slots = [("thing", adventure.prize), ("foe", adventure.chief.0)];
    if outcome == Outcome::Success {
        play.gain(adventure.prize);
        play.say(lines::STEALS_PRIZE, &slots);
        let event = format!("{} stole the {} from {}", play.hero.name, adventure.prize, adventure.chief.0);
        play.effects.record(event);
        play.effects.xp += 100;
    } else {
        play.say(lines::PRIZE_SLIPS, &slots);
    }
    Ok(())
}
