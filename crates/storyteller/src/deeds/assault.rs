//! Attacks on people who are no foes, and the consequences: they and all witnesses remember.

use game::story_fact::StoryFact;

use crate::{
    folk::Person,
    intent::is_pronoun,
    phrases::lines,
    play::{Outcome, Pause, Play, Step, best_match},
    prose::{listed, the},
    stakes::Stake,
    world::in_text,
};

use super::{
    aims::{is_any_foe, names_a_foe},
    moods,
};

/// The armor class of people who are no foes.
const ARMOR_CLASS_OF_PEOPLE: i32 = 11;

/// Words for anybody who may be here.
const ANYBODY: [&str; 9] = ["guy", "man", "woman", "person", "stranger", "somebody", "someone", "nearest", "next"];

/// What someone can be called by: a ferryman's boy is a boy, and no ferryman.
pub(super) fn trade(person: &Person, words: &str) -> &'static str {
    let own = |trade: &'static str| trade.rsplit_once("'s ").map(|(_, own)| own);
    own(person.trade).filter(|_| !words.contains("'s")).unwrap_or(person.trade)
}

/// Who of those here is meant, by name, trade, or as anybody.
pub(super) fn aimed_at(play: &Play<'_>, words: &str) -> Option<Person> {
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let trades: Vec<&str> = people.iter().map(|person| trade(person, words)).collect();
    let named = best_match(words, &names).or_else(|| best_match(words, &trades));
    if named.is_none() && names_a_foe(words) {
        return None;
    }
    let anybody = words.split(' ').any(|word| ANYBODY.contains(&word)) && !people.is_empty();
    named.or_else(|| anybody.then(|| people.len() - 1)).and_then(|i| people.get(i)).cloned()
}

/// The bystander of the scene that these words mean.
pub(super) fn stranger(play: &Play<'_>, words: &str) -> Option<String> {
    let here: Vec<_> = play.table.creatures.iter().filter(|one| one.disposition == "neutral" && one.hp > 0).collect();
    let names: Vec<&str> = here.iter().map(|one| one.name.as_str()).collect();
    let nobody_else = play.world.people(&play.table.location).is_empty();
    // Creatures of the quest are enemies even before they attack.
    let (foe, chief) = (play.world.adventure.foe.0, play.world.adventure.chief.0);
    let hostile = here.iter().position(|one| one.name.contains(foe) || one.name.eq_ignore_ascii_case(chief));
    if names_a_foe(words) && hostile.is_some() {
        return hostile.map(|i| here[i].id.clone());
    }
    let any = (words.is_empty() || is_any_foe(words)) && nobody_else;
    let found = best_match(words, &names).or((any && !here.is_empty()).then_some(0));
    found.map(|i| here[i].id.clone())
}

/// Whether words mean this one.
pub(crate) fn is_meant(play: &Play<'_>, words: &str, whom: &str) -> bool {
    aimed_at(play, words).is_some_and(|person| person.name == whom) || stranger(play, words).is_some()
}

/// Goes no further if it isn't sure that a blow at someone of the scene is meant.
pub(super) fn means(play: &mut Play<'_>, id: &str) -> Step {
    let name = play.table.creatures.iter().find(|one| one.id == id).map(|one| the(&one.name)).unwrap_or_default();
    if play.stakes(Stake::Blow, &name) { Ok(()) } else { Err(Pause) }
}

/// Strikes at someone who is no foe. The first time the hand stops of itself, and it is seen; anyone who means it is
/// brought down by the others.
pub(super) fn strike(play: &mut Play<'_>, person: &Person, with: &str) -> Step {
    if !play.stakes(Stake::Blow, &person.name) {
        return Err(Pause);
    }
    let slots = [("name", person.name.as_str()), ("weapon", with)];
    // After making peace, the hero is warned again.
    let raised = StoryFact::RaisedHand { whom: person.name.clone() };
    let warned = moods::regard(play, person).is_some_and(|last| last.is_like(&raised));
    super::talking::meet(play, person);
    if !warned {
        play.say(lines::THREATENS, &slots);
        offend(play, &format!("raised a hand against {}", person.name), Some(&person.name));
        return Ok(());
    }
    let to_hit = to_hit(play, with);
    let hit = play.attack(to_hit, ARMOR_CLASS_OF_PEOPLE, &format!("Strike {}", person.name))? == Outcome::Success;
    play.say(if hit { lines::ASSAULTS } else { lines::ASSAULT_FAILS }, &slots);
    play.prose.paragraph();
    let did = if hit { "shed the blood of" } else { "struck at" };
    offend(play, &format!("{did} {}, having raised a hand", person.name), Some(&person.name));
    // Blows leave marks, and no one means to kill.
    play.hurt_or_heal(-(play.hero.max_hp / 4).clamp(1, (play.hero.hp - 1).max(0)));
    put_out(play, lines::DRAGGED_OUT);
    Ok(())
}

/// The bonus to hit of the hero's attack with a weapon of theirs, a fist, or a thing that is no weapon, which nobody is proficient with.
fn to_hit(play: &Play<'_>, with: &str) -> i32 {
    let hero = &play.hero;
    let weapon = hero.weapons.iter().find(|weapon| weapon.name.eq_ignore_ascii_case(with));
    let proficiency = if with.ends_with("fist") { hero.proficiency } else { 0 };
    weapon.map_or_else(|| hero.modifier("str") + proficiency, |weapon| weapon.to_hit)
}

/// Something was done here that everybody who is here sees; a hand that was raised against someone they hold against the hero.
pub(super) fn offend(play: &mut Play<'_>, deed: &str, struck: Option<&str>) {
    let people = play.world.people(&play.table.location);
    let unnamed = people.iter().filter(|person| !deed.contains(&person.name)).map(|person| person.name.clone());
    let others: Vec<String> = unnamed.collect();
    let seen = if others.is_empty() { String::new() } else { format!(", seen by {}", listed(&others)) };
    if let Some(whom) = struck {
        for who in others {
            play.note_fact(StoryFact::SawViolence { who });
        }
        play.note_fact(StoryFact::RaisedHand { whom: whom.to_owned() });
    }
    if people.is_empty() {
        play.effects.note(format!("{} {deed} at {}", play.hero.name, play.here()));
    } else {
        play.effects.record(format!("{} {deed} at {}{seen}", play.hero.name, play.here()));
    }
}

/// The hero is thrown out, to the next place.
pub(super) fn put_out(play: &mut Play<'_>, stock: &[&str]) {
    let here = play.table.location.clone();
    let Some(exit) = play
        .world
        .exits(&here)
        .into_iter()
        .find(|exit| !play.world.people(&exit.name).is_empty())
        .or_else(|| play.world.exits(&here).into_iter().next())
    else {
        return;
    };
    play.say(stock, &[("there", &in_text(&exit.name))]);
    play.note_way(&here, &exit.name);
    play.table.location.clone_from(&exit.name);
    play.effects.location = Some(exit.name.clone());
    play.effects.place = Some(exit.name.clone());
    play.effects.scene = Some(format!("{} lies at {}, thrown out and sore.", play.hero.name, in_text(&exit.name)));
    play.effects.note(format!("{} was thrown out, and carried to {}", play.hero.name, in_text(&exit.name)));
    play.effects.minutes += 15;
}

/// Suggests where a fight can be found, or a person to ask.
fn to_the_trouble(play: &mut Play<'_>) {
    if super::chief_fallen(play) {
        return;
    }
    let there = in_text(play.world.name(super::lead(play)));
    let giver = play.world.giver.clone();
    match play.on_quest() {
        true if there == play.here() => false,
        true => play.add(lines::FOE_IS_THERE, &[("there", &there)]),
        false => play.add(lines::GIVER_KNOWS_FOE, &[("name", &giver)]),
    };
}

/// No one here fights: asks the player for the target.
pub(super) fn nobody_fights(play: &mut Play<'_>, whom: &str) {
    let people = play.world.people(&play.table.location);
    let names: Vec<String> = people.into_iter().map(|person| person.name).collect();
    let vague = whom.is_empty() || is_pronoun(whom) || is_any_foe(whom);
    match names.as_slice() {
        [] => {
            play.say(lines::NO_FOE, &[]);
            to_the_trouble(play);
        }
        names if names_a_foe(whom) => {
            play.say(lines::NO_ENEMY_HERE, &[("names", &listed(names))]);
            to_the_trouble(play);
        }
        _ if !vague => super::talking::nobody_called(play, whom),
        names => {
            play.say(lines::PEOPLE_NOT_FOES, &[("names", &listed(names))]);
            to_the_trouble(play);
        }
    }
}
