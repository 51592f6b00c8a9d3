//! Deeds: what each kind of wish comes to, and how it is told.

mod fighting;
mod looking;
mod moving;
mod odd;
mod recalling;
mod resting;
mod risking;
mod talking;
mod things;
mod trading;

pub(super) use fighting::foes_press;
pub(super) use odd::pass_moment;

use super::{
    intent::{Act, Deed},
    phrases::lines,
    play::{Play, Step},
    prose::{a, listed, the},
    world::{Spot, in_text},
};

/// Plays one deed.
pub(super) fn play(play: &mut Play<'_>, deed: &Deed) -> Step {
    match deed.act {
        Act::Look => looking::look(play, &deed.object),
        Act::Go | Act::Leave => moving::go(play, &deed.object, deed.act == Act::Leave)?,
        Act::Flee => moving::flee(play)?,
        Act::Talk => talking::talk(play, deed)?,
        Act::Accept => talking::accept(play, deed)?,
        Act::Persuade => talking::persuade(play, deed)?,
        Act::Take => things::take(play, &deed.object)?,
        Act::Drop => things::drop(play, &deed.object),
        Act::Give => things::give(play, &deed.object, &deed.other),
        Act::Use | Act::Light | Act::Read | Act::Eat | Act::Drink => things::use_up(play, deed)?,
        Act::Open | Act::Close | Act::Force | Act::Climb => risking::handle(play, deed)?,
        Act::Attack => fighting::attack(play, &deed.object, &deed.other)?,
        Act::Cast => fighting::cast(play, &deed.object, &deed.other)?,
        Act::Sneak | Act::Steal | Act::Search | Act::Listen => risking::try_skill(play, deed)?,
        Act::Rest => resting::rest(play)?,
        Act::Sleep => resting::sleep(play),
        Act::Wait => resting::wait(play),
        Act::Buy => trading::buy(play, &deed.object),
        Act::Sell => trading::sell(play, &deed.object),
        Act::Pay => trading::pay(play, deed),
        Act::Inventory => odd::inventory(play),
        Act::Help => odd::help(play),
        Act::Recall => recalling::recall(play, &deed.object)?,
        Act::Boast => odd::boast(play),
        Act::Meta => odd::speak_to_the_sky(play),
        Act::Unknown => odd::puzzle(play),
    }
    Ok(())
}

/// A hero who lies there comes to, whatever the player wanted.
pub(super) fn wake(play: &mut Play<'_>) {
    if play.hero.hp > 0 || play.table.heroes.is_empty() {
        return;
    }
    play.say(lines::COMES_TO, &[]);
    play.hurt_or_heal(1);
    let asleep: Vec<String> =
        play.hero.conditions.iter().filter(|name| name.to_lowercase().starts_with("unconscious")).cloned().collect();
    play.effects.conditions_removed.extend(asleep);
}

/// The first scene, as the table gives it.
pub(super) fn open_scene(play: &mut Play<'_>) {
    let scene = play.table.scene.clone();
    if scene.is_empty() {
        looking::look(play, "");
    } else {
        play.prose.push(&scene);
    }
    if play.table.places.is_empty() {
        play.effects.found_place = Some(play.table.location.clone());
        play.effects.place = Some(play.table.location.clone());
        play.table.places.push(play.table.location.clone());
    }
    if play.reading.table.location.is_empty() {
        play.effects.location = Some(play.table.location.clone());
    }
}

/// What makes a first turn a beginning: the trouble, and someone who would have it mended.
pub(super) fn bring_hook(play: &mut Play<'_>) {
    let adventure = play.world.adventure;
    play.say(adventure.trouble, &[]);
    let here = play.table.location.clone();
    let giver = play.world.people(&here).into_iter().find(|person| person.role == "quest_giver");
    if let Some(giver) = giver.filter(|giver| !play.effects.met.iter().any(|met| met.eq_ignore_ascii_case(&giver.name)))
    {
        play.say(lines::GIVER_WAITS, &[("name", &giver.name)]);
        talking::meet(play, &giver);
    }
}

/// The notes every turn leaves: the scene as it is now, and one line of what happened.
pub(super) fn keep_record(play: &mut Play<'_>) {
    if play.effects.events.is_empty() {
        let note = format!("{} lingered at {}", play.hero.name, play.here());
        play.effects.note(note);
    }
    let mut scene = format!("{} is at {}.", play.hero.name, play.here());
    let gone = |id: &String| play.effects.leaving.contains(id);
    let mut foes: Vec<String> = play.table.foes().filter(|foe| !gone(&foe.id)).map(|foe| a(&foe.name)).collect();
    foes.extend(play.effects.entering.iter().filter_map(|new| new["name"].as_str()).map(a));
    if foes.is_empty() {
        if let Some(event) = play.effects.events.last() {
            scene = format!("{scene} Last of all, {event}.");
        }
    } else {
        scene = format!("{scene} In the way: {}.", listed(&foes));
    }
    play.effects.scene = Some(scene);
    play.effects.minutes = play.effects.minutes.max(2);
}

/// Two or three things that can be done here, in a sentence.
pub(super) fn offers(play: &Play<'_>) -> String {
    let here = play.table.location.clone();
    if let Some(foe) = play.table.foes().next() {
        return format!("attack {}, talk it down, or flee", the(&foe.name));
    }
    let mut all = Vec::new();
    if let Some(person) = play.world.people(&here).first() {
        all.push(format!("talk to {}", person.name));
    }
    let things = play.world.things(&here);
    if let Some(thing) = things.iter().take(2).find(|thing| play.in_pack(thing).is_none()) {
        all.push(format!("take the {thing}"));
    }
    let goal = if play.on_quest() { lead(play) } else { Spot::Market };
    let way = play.world.toward(&here, goal).or_else(|| play.world.exits(&here).first().cloned());
    if let Some(exit) = way {
        all.push(format!("go {} to {}", exit.direction, in_text(&exit.name)));
    }
    if all.len() < 3 {
        all.push("search the place".to_owned());
    }
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { last } else { format!("{} or {last}", all.join(", ")) }
}

/// Where the thread leads next.
pub(super) fn lead(play: &Play<'_>) -> Spot {
    let adventure = play.world.adventure;
    if !play.on_quest() || chief_fallen(play) {
        Spot::Home
    } else if !owns(play, adventure.token.0) {
        Spot::Site
    } else {
        Spot::Heart
    }
}

/// Whether a thing of just this name is in the pack.
pub(super) fn owns(play: &Play<'_>, thing: &str) -> bool {
    play.hero.pack.iter().any(|(_, name)| name.eq_ignore_ascii_case(thing))
}

/// Whether the one behind the trouble is done with.
pub(super) fn chief_fallen(play: &Play<'_>) -> bool {
    let adventure = play.world.adventure;
    let chief = adventure.chief.0.to_lowercase();
    owns(play, adventure.prize) || play.table.milestones.iter().any(|done| done.to_lowercase().contains(&chief))
}
