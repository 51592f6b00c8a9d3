//! What the Dungeon Master is told of a campaign for as long as an act lasts: the whole story, how it is told, this act and
//! the people of it. Of what lies ahead there is nothing in it but names.

use std::{fmt::Write, sync::Arc};

use crate::{
    campaign::{Act, Checks, Package, Person},
    dm::prompt,
    game::Game,
    llm::{CacheControl, SystemBlock},
};

/// How a campaign is played.
const PLAYING: &str = include_str!("playing.md");
/// How tests are thrown where two dice are.
const TWO_DICE: &str = "\nTests are thrown with two dice of six and the ability's modifier (`2d6+2`, from -1 to +3): 10 and \
    more does it, 7 to 9 does it at a price, less does not. A price is real, and shown at once: time, a thing, hurt, trust, \
    attention. Where you throw yourself, throw so. Fights are fought by their own rules.";
/// Most traits of somebody that are told at once.
const MOST_TRAITS: usize = 2;

/// The system blocks of a Dungeon Master who plays a campaign: what is always told, and the brief of the act. Byte-equal
/// while the act lasts.
pub(in crate::dm) fn system(package: &Package, game: &Game) -> Arc<[SystemBlock]> {
    let Some(act) = game.plot.as_ref().and_then(|plot| package.act(&plot.act.id)) else { return prompt::system() };
    let always = SystemBlock { text: prompt::INSTRUCTIONS.trim_end().to_owned(), cache_control: None };
    let text = brief(package, act);
    [always, SystemBlock { text, cache_control: Some(CacheControl::Hour) }].into()
}

fn brief(package: &Package, act: &Act) -> String {
    let mut text = PLAYING.trim_end().to_owned();
    let premise = &package.premise;
    let _ = write!(text, "\n\n# {}\n\n{}", package.title, premise.text);
    let setting = &package.setting;
    let _ = write!(text, "\n\nSetting: {} {} {}", setting.world, setting.era, setting.tone);
    if !premise.style.is_empty() {
        let _ = write!(text, "\nStyle: {}", premise.style);
    }
    if package.language != "en" {
        let _ = write!(text, "\nTell it in this language: {}", package.language);
    }
    if package.setting.checks == Checks::TwoDice {
        text.push_str(TWO_DICE);
    }
    if !premise.themes.is_empty() {
        let _ = write!(text, "\nThemes: {}", premise.themes.join(", "));
    }
    for motif in &premise.motifs {
        let _ = write!(text, "\nComes back from act to act: {}", motif.text);
    }
    let number = package.acts.iter().position(|other| other.id == act.id).unwrap_or(0) + 1;
    let _ = write!(text, "\n\n## Act {number}: {}\n\nThe heroes are after: {}", act.title, act.objective);
    let _ = write!(text, "\n\n{}", act.briefing);
    for mystery in &act.mysteries {
        let _ = write!(text, "\nOpen question: {mystery}");
    }
    let titles: Vec<&str> = act.nodes.iter().map(|node| node.title.as_str()).collect();
    let _ = write!(text, "\n\nIts scenes, by name alone: {}.", titles.join("; "));
    text.push_str("\n\n## Its people\n");
    for person in people_of(package, act) {
        text.push_str(&introduced(person, act));
    }
    let endings: Vec<&str> = package.endings.iter().map(|ending| ending.title.as_str()).collect();
    let _ = write!(text, "\nIt can end in these ways: {}.", endings.join("; "));
    text
}

/// Everybody who is in a scene of an act.
pub(super) fn people_of<'p>(package: &'p Package, act: &'p Act) -> impl Iterator<Item = &'p Person> {
    let is_there = |id: &String| {
        act.nodes.iter().any(|node| node.people.contains(id) || node.beats.iter().any(|beat| beat.people.contains(id)))
    };
    package.people.iter().filter(move |person| is_there(&person.id))
}

fn introduced(person: &Person, act: &Act) -> String {
    let mut line = format!("- {} ({}): {}", person.name, person.id, person.appearance);
    let traits: Vec<&str> = person.traits.iter().take(MOST_TRAITS).map(String::as_str).collect();
    if !traits.is_empty() {
        let _ = write!(line, " {}.", traits.join("; "));
    }
    if let Some(stance) = person.arc.iter().find(|stance| stance.act == act.id) {
        let _ = write!(line, " {}", stance.text);
    }
    line.push('\n');
    line
}
