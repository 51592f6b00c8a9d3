//! Sitting down, climbing onto and into things, getting up; and carried lights.

use game::story_fact::StoryFact;

use crate::{
    intent::{self, Act, Deed},
    phrases::lines,
    play::{Play, Step, best_match},
    prose::plainly,
};

use super::{looking, moving, ways};

/// How many turns back someone may have sat down.
const HOW_LONG: usize = 3;

/// Gets into or onto something, or just sits down. What is a way is gone.
pub(super) fn settle(play: &mut Play<'_>, deed: &Deed) -> Step {
    let what = format!("{} {}", deed.object, deed.other);
    let what = what.trim();
    // A hero who gets in and does something there has not left.
    if !what.is_empty() && !play.goes_on && ways::is_way(play, what) {
        return moving::go(play, what, false);
    }
    if play.table.foes().next().is_some() {
        play.say(lines::NO_REST, &[]);
        return Ok(());
    }
    let features = play.world.features(&play.table.location);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    if super::lore::can_meddle(play, what) && super::lore::meddle(play, what) {
        return Ok(());
    }
    play.effects.minutes += 5;
    match best_match(what, &names) {
        Some(i) => {
            play.say(lines::SETTLES, &[("thing", names[i])]);
            play.add(&[features[i].1], &[]);
        }
        None if what.is_empty() || looking::is_told_of(play, what) || what.split(' ').any(is_seat) => {
            play.say(lines::SITS, &[]);
            play.add(lines::SMALL_SOUNDS, &[]);
        }
        None => looking::look(play, what),
    }
    Ok(())
}

/// What there is to sit on anywhere.
fn is_seat(word: &str) -> bool {
    const SEATS: [&str; 12] =
        ["ground", "floor", "grass", "chair", "bench", "stool", "table", "step", "wall", "stone", "log", "corner"];
    SEATS.contains(&word)
}

/// Gets up, or out of what was got into.
pub(super) fn rise(play: &mut Play<'_>) {
    play.say(if sat_down(play) { lines::STANDS } else { lines::STANDS_ALREADY }, &[]);
}

/// Whether the hero sat down in the last turns, and has not gone anywhere since.
pub(crate) fn sat_down(play: &Play<'_>) -> bool {
    let acts = |asked: &String| intent::understand(asked, &[]).into_iter().map(|deed| deed.act).collect::<Vec<_>>();
    let last = play.reading.asked.iter().rev().take(HOW_LONG).map(acts);
    let mut moves = last.flat_map(|acts| acts.into_iter().rev());
    moves.find(|act| matches!(act, Act::Settle | Act::Rise | Act::Go | Act::Leave)) == Some(Act::Settle)
}

/// The condition that this burning light is on a sheet.
fn lit(thing: &str) -> String {
    format!("carrying a lit {}", plainly(thing))
}

/// The things that were lit and not put out since.
fn lights<'p>(play: &'p Play<'_>) -> impl Iterator<Item = &'p str> {
    let things = play.table.facts.iter().filter_map(|fact| match fact {
        StoryFact::Lit { thing } => Some(thing.as_str()),
        _ => None,
    });
    things.filter(|thing| play.hero.conditions.iter().any(|name| name.eq_ignore_ascii_case(&lit(thing))))
}

/// Whether a condition is a burning light.
pub(super) fn is_light(play: &Play<'_>, condition: &str) -> bool {
    lights(play).any(|thing| condition.eq_ignore_ascii_case(&lit(thing)))
}

/// What the hero carries that burns.
pub(super) fn light(play: &Play<'_>) -> Option<String> {
    lights(play).next().map(str::to_owned)
}

/// A light burns from now on, for all to see.
pub(super) fn carry_light(play: &mut Play<'_>, thing: &str) {
    end_light(play);
    play.note_fact(StoryFact::Lit { thing: plainly(thing).to_lowercase() });
    let condition = lit(thing);
    play.effects.conditions_added.push(condition.clone());
    play.hero.conditions.push(condition);
}

/// The light is out.
pub(super) fn end_light(play: &mut Play<'_>) {
    let out: Vec<String> = play.hero.conditions.iter().filter(|name| is_light(play, name)).cloned().collect();
    remove_lights(play, |name| out.iter().any(|light| light == name));
}

/// A lantern that the hero no longer has gives no light. A torch has left the pack when it was lit.
pub(crate) fn without_light(play: &mut Play<'_>, thing: &str) {
    let lasts = ["lantern", "lamp"].iter().any(|kind| thing.to_lowercase().contains(kind));
    if lasts && !play.owns(thing) {
        hand_over_light(play, thing);
    }
}

/// A torch that was just lit, and is somebody else's now, or lies there, is no light of the hero's.
pub(crate) fn hand_over_light(play: &mut Play<'_>, thing: &str) {
    let gone = lit(thing).to_lowercase();
    remove_lights(play, |name| name.to_lowercase() == gone);
}

/// Ends the conditions of these lights.
fn remove_lights(play: &mut Play<'_>, is_out: impl Fn(&str) -> bool) {
    let out: Vec<String> = play.hero.conditions.iter().filter(|name| is_out(name)).cloned().collect();
    play.hero.conditions.retain(|name| !is_out(name));
    for name in out {
        match play.effects.conditions_added.iter().position(|new| *new == name) {
            Some(i) => drop(play.effects.conditions_added.remove(i)),
            None => play.effects.conditions_removed.push(name),
        }
    }
}

/// Minutes a torch burns.
const TORCH: u32 = 60;

/// Lights burn down with the time a turn takes: a torch in an hour, anything in a night.
pub(crate) fn burn_down(play: &mut Play<'_>) {
    let Some(thing) = light(play) else { return };
    let lasts = if thing.contains("lantern") || thing.contains("lamp") { 6 * TORCH } else { TORCH };
    if play.minutes_gone() >= lasts {
        end_light(play);
        play.add(lines::BURNT_OUT, &[("thing", &thing)]);
    }
}

/// Puts out what burns.
pub(super) fn put_out(play: &mut Play<'_>) {
    match light(play) {
        Some(thing) => {
            end_light(play);
            play.say(lines::PUTS_OUT, &[("thing", &thing)]);
        }
        None => play.say(lines::NO_LIGHT, &[]),
    }
}
