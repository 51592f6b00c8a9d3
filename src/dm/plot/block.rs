//! The plot block: where the heroes stand in the campaign, as the model reads it before the player's words.
//!
//! # Grammar
//!
//! Lines of `key: value` between `[plot]` and `[/plot]`, in this order; a key with nothing to say is left out, a key of a list
//! is repeated. Values that have parts have them between ` | `.
//!
//! ```text
//! campaign: slug | title
//! act: 1 | title | what the heroes are after
//! scene: id | title | first | again                     (whether they have been here before)
//! mood: …
//! briefing: …                                           (what only the Dungeon Master knows of the scene)
//! beat: id | kind | title                               (the beat in play; left out where none is)
//!   happens: …                                          (what happens and how it is played)
//!   objective: …                                        (what the heroes are to do, as they read it)
//!   turns on: stealth 12 | foes: 2 × Mill rat           (either part may be missing)
//!   foreshadows: …                                      (repeated)
//! ahead: title                                          (repeated; beats of the scene that have not come)
//! person: id | name | also: name                        (repeated; who is here and alive; `also` is the campaign's name of
//!                                                       somebody who was renamed)
//! dead: name                                            (repeated; died in play, though the scene's texts name them: they do
//!                                                       and say nothing of what these texts have)
//! thing: id | name | also: word, word | verbs: open, pull | done     (repeated; what can be looked at and handled)
//! exit: id | open | label | what the heroes do to take it | → place    (repeated; or `closed` with what is told of that)
//! offer: …                                              (repeated; things to do, as players would say them)
//! found: …                                              (repeated; the last ones)
//! flag: name = value                                    (repeated)
//! doom: title | 2 of 6
//! lore: …                                               (repeated; what the player's words touch on)
//! strayed: 3                                            (turns away from the story; lead them back, gently)
//! ending: title | triumph                               (once it is over)
//! ```

use std::fmt::Write;

use crate::{
    campaign::{Arrival, Beat, Course, Exit, Interactable, Lore, No, Package},
    dm::prompt::plain,
    game::{Game, plot::Plot, wording::fold},
};

use super::{dead::named_dead, record::new_name};

/// The most findings that are told.
const MOST_FOUND: usize = 12;
/// The most flags.
const MOST_FLAGS: usize = 30;
/// The most lines of lore.
const MOST_LORE: usize = 3;

/// Renders the block for a game that plays a campaign, and words a player said; none where it plays none.
pub(in crate::dm) fn plot_block(package: &Package, game: &Game, words: &str) -> Option<String> {
    let (plot, course) = (game.plot.as_deref()?, super::course(package, game)?);
    let mut block = Block("[plot]\n".to_owned());
    block.line("campaign", &[&plot.campaign.slug, &plot.campaign.title]);
    block.line("act", &[&plot.act.number.to_string(), &plot.act.title, &plot.act.objective]);
    match &plot.ending {
        Some(ending) => block.line("ending", &[&ending.title, &ending.kind]),
        None => scene(&mut block, &course, game, plot),
    }
    for found in plot.found.iter().skip(plot.found.len().saturating_sub(MOST_FOUND)) {
        block.line("found", &[&found.text]);
    }
    for (name, value) in plot.flags.iter().take(MOST_FLAGS) {
        block.line("flag", &[&format!("{name} = {value}")]);
    }
    if let Some(doom) = &plot.doom {
        block.line("doom", &[&doom.title, &format!("{} of {}", doom.filled, doom.segments)]);
    }
    for lore in touched(&package.lore, words) {
        block.line("lore", &[&lore.text]);
    }
    if plot.needs_nudge() {
        block.line("strayed", &[&plot.strayed.to_string()]);
    }
    block.0.push_str("[/plot]");
    Some(block.0)
}

/// The block beside a fight: which campaign it is fought in, and where. What follows from the fight is settled once it is over.
pub(in crate::dm) fn fight_block(package: &Package, game: &Game) -> Option<String> {
    let (plot, course) = (game.plot.as_deref().filter(|plot| plot.ending.is_none())?, super::course(package, game)?);
    let mut block = Block("[plot]\n".to_owned());
    block.line("campaign", &[&plot.campaign.slug, &plot.campaign.title]);
    if let Some(node) = course.node() {
        block.line("scene", &[&node.id, &node.title]);
        block.line("mood", &[&node.mood.text]);
    }
    people(&mut block, &course, game);
    block.0.push_str("[/plot]");
    Some(block.0)
}

struct Block(String);

impl Block {
    /// Adds a line, unless it has nothing to say.
    fn line(&mut self, key: &str, parts: &[&str]) {
        let parts: Vec<String> =
            parts.iter().map(|part| plain(part).trim().to_owned()).filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            let _ = writeln!(self.0, "{key}: {}", parts.join(" | "));
        }
    }
}

fn people(block: &mut Block, course: &Course, game: &Game) {
    for person in course.people() {
        match new_name(game, person) {
            Some(name) => block.line("person", &[&person.id, &name, &format!("also: {}", person.name)]),
            None => block.line("person", &[&person.id, &person.name]),
        }
    }
}

fn scene(block: &mut Block, course: &Course, game: &Game, plot: &Plot) {
    let Some(node) = course.node() else { return };
    block.line("scene", &[&node.id, &node.title]);
    block.line("mood", &[&node.mood.text]);
    block.line("briefing", &[&node.briefing]);
    if let Some(beat) = course.beat() {
        in_play(block, beat);
    }
    let is_ahead = |beat: &&Beat| !course.is_over(beat) && plot.beat.as_ref() != Some(&beat.id);
    node.beats.iter().filter(is_ahead).for_each(|beat| block.line("ahead", &[&beat.title]));
    people(block, course, game);
    let package = course.package();
    let beats = node.beats.iter().flat_map(|beat| [beat.shown.as_str(), beat.description.as_str()]);
    let texts = [node.briefing.as_str(), node.shown.as_str()].into_iter().chain(beats);
    named_dead(package, game, texts).iter().for_each(|name| block.line("dead", &[name]));
    for (beat, thing) in course.things() {
        at_hand(block, course, beat, thing);
    }
    for exit in &node.exits {
        way_on(block, course, exit);
    }
    node.offers.iter().for_each(|offer| block.line("offer", &[offer]));
}

fn in_play(block: &mut Block, beat: &Beat) {
    block.line("beat", &[&beat.id, beat.kind.as_str(), &beat.title]);
    block.line("  happens", &[&beat.description]);
    block.line("  objective", &[beat.objective.as_deref().unwrap_or_default()]);
    let test = beat.test.map(|test| format!("{} {}", test.skill.as_str(), test.dc)).unwrap_or_default();
    let foes: Vec<String> = beat.foes.iter().map(|foe| format!("{} × {}", foe.count, foe.name)).collect();
    let foes = if foes.is_empty() { String::new() } else { format!("foes: {}", foes.join(", ")) };
    block.line("  turns on", &[&test, &foes]);
    beat.foreshadowing.iter().for_each(|sign| block.line("  foreshadows", &[sign]));
}

fn at_hand(block: &mut Block, course: &Course, beat: &Beat, thing: &Interactable) {
    let also = if thing.also.is_empty() { String::new() } else { format!("also: {}", thing.also.join(", ")) };
    let verbs = thing.handling.as_ref().map(|handling| format!("verbs: {}", handling.verbs.join(", ")));
    let done = if course.was_handled(beat, thing) { "done" } else { "" };
    block.line("thing", &[&thing.id, &thing.name, &also, verbs.as_deref().unwrap_or_default(), done]);
}

fn way_on(block: &mut Block, course: &Course, exit: &Exit) {
    let to = match course.package().follow(&exit.to) {
        Some(Arrival::Node(node)) => format!("→ {}", node.place.as_deref().unwrap_or(&node.id)),
        _ => String::new(),
    };
    match course.exit(&exit.id) {
        Ok(_) => block.line("exit", &[&exit.id, "open", &exit.label, &exit.when, &to]),
        Err(No::Not(why)) => {
            block.line("exit", &[&exit.id, "closed", &exit.label, &exit.when, &to, why.as_deref().unwrap_or_default()]);
        }
        Err(_) => {}
    }
}

/// What the words touch on.
fn touched<'l>(lore: &'l [Lore], words: &str) -> impl Iterator<Item = &'l Lore> {
    let said = format!(" {} ", fold(words).replace(|c: char| !c.is_alphanumeric(), " "));
    let touches = move |lore: &&Lore| lore.about.iter().any(|about| said.contains(&format!(" {} ", fold(about))));
    lore.iter().filter(touches).take(MOST_LORE)
}
