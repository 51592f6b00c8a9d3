//! Talk: people, what they know, what they ask, and what they can be brought to.

use serde_json::json;

use crate::storyteller::{
    intent::Deed,
    phrases::{lines, talk as said},
    play::{Outcome, Play, Step, best_match},
    prose::{a, the},
    world::{Person, Spot, in_text, same},
};

use super::{chief_fallen, lead, owns, trading};

/// Who is spoken to: the one named, or the first one here.
fn whom(play: &Play<'_>, words: &str) -> Option<Person> {
    let people = play.world.people(&play.table.location);
    let names: Vec<String> =
        people.iter().map(|person| format!("{} {} {}", person.name, person.trade, person.role)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    best_match(words, &names).and_then(|i| people.get(i)).or(people.first()).cloned()
}

/// Talks to someone.
pub(super) fn talk(play: &mut Play<'_>, deed: &Deed) -> Step {
    if play.table.foes().next().is_some() {
        return persuade(play, deed);
    }
    let Some(person) = whom(play, &deed.object) else {
        play.say(lines::NOBODY, &[]);
        play.effects.note(format!("{} spoke to the empty air at {}", play.hero.name, play.here()));
        return Ok(());
    };
    let elsewhere = person_elsewhere(play, &deed.object);
    if let Some((name, place)) = elsewhere {
        play.say(lines::ELSEWHERE, &[("name", &name), ("there", &in_text(&place))]);
        return Ok(());
    }
    greet(play, &person);
    let topic = format!("{} {} {}", deed.object.replace(&person.name.to_lowercase(), ""), deed.other, deed.speech);
    answer(play, &person, &topic);
    Ok(())
}

/// Someone these words mean who is not here.
fn person_elsewhere(play: &Play<'_>, words: &str) -> Option<(String, String)> {
    let here = play.world.people(&play.table.location);
    let names: Vec<&str> = here.iter().map(|person| person.name.as_str()).collect();
    if words.is_empty() || best_match(words, &names).is_some() {
        return None;
    }
    let known: Vec<&str> = play.table.people.iter().map(|known| known.name.as_str()).collect();
    let found = best_match(words, &known).and_then(|i| play.table.people.get(i))?;
    Some((crate::storyteller::world::titled(&found.name), play.world.written(&found.location)))
}

/// Meets someone for the first time, or again.
fn greet(play: &mut Play<'_>, person: &Person) {
    if std::mem::replace(&mut play.speaks_with, person.name.clone()) == person.name {
        return;
    }
    let slots = [("name", person.name.as_str()), ("look", person.look), ("manner", person.manner)];
    let met = play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
    let stock = if met { said::GREET_AGAIN } else { said::GREET };
    play.say(stock, &slots);
    meet(play, person);
}

/// Writes someone down who was met, and keeps them if they matter.
pub(super) fn meet(play: &mut Play<'_>, person: &Person) {
    if !play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name)) {
        play.effects.met.push(person.name.clone());
        play.table.met.push(person.name.to_lowercase());
    }
    let known = play.table.people.iter().any(|known| same(&known.name, &person.name));
    let written = play.effects.people.iter().any(|new| new["name"] == person.name.as_str());
    if !known && !written && person.role != "neutral" {
        let place = play.here();
        let trade = if person.role == "quest_giver" { "somebody".to_owned() } else { a(person.trade) };
        let context = format!("{trade} of {place}, with {}. Wants {}.", person.look, person.wish);
        play.effects.people.push(
            json!({"name": person.name, "role": person.role, "context": crate::storyteller::prose::capitalised(&context)}),
        );
    }
}

const ABOUT_TROUBLE: [&str; 16] = [
    "trouble", "help", "quest", "work", "job", "wrong", "happened", "problem", "matter", "reward", "danger", "missing",
    "strange", "news", "rumour", "rumor",
];

fn answer(play: &mut Play<'_>, person: &Person, topic: &str) {
    let adventure = play.world.adventure;
    let name = person.name.clone();
    let slots = [("name", name.as_str()), ("manner", person.manner), ("wish", person.wish), ("trade", person.trade)];
    let giver = person.role == "quest_giver";
    play.effects.note(format!("{} talked with {name}", play.hero.name));
    if giver && play.on_quest() && owns(play, adventure.prize) {
        reward(play, person);
        return;
    }
    let about = |words: &[&str]| words.iter().any(|word| best_match(topic, &[word]).is_some());
    let thread = format!("{} {} {} {}", adventure.quest, adventure.foe.0, adventure.chief.0, adventure.words.join(" "));
    let on_thread = about(&ABOUT_TROUBLE) || best_match(topic, &[&thread]).is_some();
    if giver && !play.on_quest() && !chief_fallen(play) {
        play.prose.paragraph();
        if !play.say(&[adventure.plea], &slots) {
            play.say(said::ASKS_AGAIN, &slots);
        }
        play.take_quest();
        let promise = format!("{name} of {} asked {} to {}", play.here(), play.hero.name, adventure.quest);
        play.effects.important.push(promise);
        point_the_way(play, &slots);
        return;
    }
    let places: Vec<String> = play.world.exits(&play.table.location).iter().map(|exit| exit.name.clone()).collect();
    let names: Vec<&str> = places.iter().map(String::as_str).collect();
    if about(&["buy", "sell", "wares", "price", "goods", "shop"]) && person.role == "merchant" {
        trading::show_wares(play, person);
    } else if about(&["name", "yourself", "you", "who", "life", "trade"]) && !on_thread {
        play.say(if giver { said::GIVER_ON_SELF } else { said::ABOUT_THEMSELVES }, &slots);
    } else if let Some(place) = best_match(topic, &names).map(|i| in_text(names[i])) {
        play.say(said::ABOUT_PLACE, &[("name", name.as_str()), ("there", &place)]);
    } else if on_thread || topic.trim().is_empty() {
        if !play.say(adventure.rumours, &slots) {
            play.say(said::NO_MORE_NEWS, &slots);
        }
        point_the_way(play, &slots);
    } else {
        play.say(said::DOES_NOT_KNOW, &slots);
        play.say(said::SMALL_TALK, &slots);
    }
}

/// Says where the thread goes on, once a turn.
fn point_the_way(play: &mut Play<'_>, slots: &[(&str, &str)]) {
    if std::mem::replace(&mut play.way_told, true) {
        return;
    }
    let goal = lead(play);
    let place = in_text(play.world.name(if goal == Spot::Home { Spot::Site } else { goal }));
    let here = play.table.location.clone();
    let Some(exit) = play.world.toward(&here, goal) else { return };
    let next = in_text(&exit.name);
    let mut all = slots.to_vec();
    all.extend([("goal", place.as_str()), ("way", exit.direction), ("next", next.as_str())]);
    let stock = if next == place { said::POINTS_NEAR } else { said::POINTS };
    play.say(stock, &all);
}

/// The thing is brought back: coins, thanks, and a turning point.
fn reward(play: &mut Play<'_>, person: &Person) {
    let adventure = play.world.adventure;
    play.lose(adventure.prize);
    play.effects.copper += 2500;
    play.effects.xp += 100;
    play.effects.quests_completed.push(adventure.quest.to_owned());
    play.effects.milestone = Some(format!("done: {}", adventure.quest));
    let debt = format!("{} kept the word given to {}: {}", play.hero.name, person.name, adventure.quest);
    play.effects.important.push(debt.clone());
    play.effects.note(debt);
    play.prose.paragraph();
    play.say(said::REWARD, &[("name", &person.name), ("prize", adventure.prize)]);
}

/// Says yes.
pub(super) fn accept(play: &mut Play<'_>, deed: &Deed) -> Step {
    let here = play.table.location.clone();
    let giver = play.world.people(&here).into_iter().find(|person| person.role == "quest_giver");
    let Some(person) = giver.filter(|_| play.table.foes().next().is_none()) else {
        return talk(play, deed);
    };
    meet(play, &person);
    play.speaks_with.clone_from(&person.name);
    if play.on_quest() {
        play.say(said::ALREADY_AGREED, &[("name", &person.name)]);
        let slots = [("name", person.name.as_str())];
        point_the_way(play, &slots);
        play.effects.note(format!("{} gave {} their word again", play.hero.name, person.name));
    } else {
        play.say(said::AGREED, &[("name", &person.name)]);
        answer(play, &person, "help");
    }
    Ok(())
}

/// Brings someone to something by words.
pub(super) fn persuade(play: &mut Play<'_>, deed: &Deed) -> Step {
    let Some(foe) = play.table.foes().next().cloned() else {
        let Some(person) = whom(play, &deed.object) else {
            return talk(play, deed);
        };
        if !play.may_check() {
            return talk(play, deed);
        }
        meet(play, &person);
        let outcome = play.check("cha", "persuasion", 13, &format!("Win {} over", person.name))?;
        let slots = [("name", person.name.as_str()), ("wish", person.wish)];
        let stock = match outcome {
            Outcome::Success => said::WON_OVER,
            Outcome::Near => said::HALF_WON,
            Outcome::Failure => said::UNMOVED,
        };
        play.say(stock, &slots);
        play.effects.note(format!("{} tried to win {} over", play.hero.name, person.name));
        if outcome != Outcome::Failure {
            let rumours = play.world.adventure.rumours;
            play.say(rumours, &slots);
        }
        return Ok(());
    };
    if !play.may_check() {
        return Ok(());
    }
    let name = the(&foe.name);
    let chief = foe.name.eq_ignore_ascii_case(play.world.adventure.chief.0);
    let dc = if chief { 18 } else { 14 };
    let outcome = play.check("cha", "persuasion", dc, &format!("Talk {name} down"))?;
    let slots = [("foe", name.as_str())];
    match outcome {
        Outcome::Success if !chief => {
            play.say(said::FOE_YIELDS, &slots);
            play.effects.leaving.push(foe.id.clone());
            play.effects.xp += 25;
            play.effects.important.push(format!("{} talked {name} into leaving {}", play.hero.name, play.here()));
            play.effects.note(format!("{name} left without a fight"));
            play.table.creatures.retain(|other| other.id != foe.id);
        }
        Outcome::Failure => {
            play.say(said::FOE_LAUGHS, &slots);
            play.effects.note(format!("{name} would not listen"));
        }
        _ => {
            play.say(said::FOE_WAVERS, &slots);
            play.effects.note(format!("{name} wavered"));
            play.foes_answered = true;
        }
    }
    Ok(())
}
