//! The campaign in the Dungeon Master's system prompt, for as long as an act lasts: the story, its style, this act and its
//! people. Later parts appear only by name. The campaign's texts are a block of their own, marked as material: their author
//! can't give the Dungeon Master instructions.

use std::{fmt::Write, sync::Arc};

use game::{Game, language_tag::LanguageTag};
use model::{CacheControl, SystemBlock};

use crate::{
    campaign::{CampaignAct, CampaignPackage, CastMember, Checks, known_language},
    dm::prompt::{self, plain},
};

/// How a campaign is played.
const PLAYING: &str = include_str!("playing.md");
/// How tests are thrown where two dice are.
const TWO_DICE: &str = "\n- Tests are thrown with two dice of six and the ability's modifier (`2d6+2`, from -1 to +3): 10 and \
    more does it, 7 to 9 does it at a price, less does not. A price is real, and shown at once: time, a thing, hurt, trust, \
    attention. Where you throw yourself, throw so. Fights are fought by their own rules.";
/// Most traits per person.
const MOST_TRAITS: usize = 2;

/// The system blocks of a Dungeon Master in a campaign: the fixed part and the act's brief. Byte-equal during an act.
pub(in crate::dm) fn system(package: &CampaignPackage, game: &Game) -> Arc<[SystemBlock]> {
    let Some(act) = game.plot.as_ref().and_then(|plot| package.act(&plot.act.id)) else { return prompt::system() };
    let always = SystemBlock { text: prompt::dungeon_master(), cache_control: None };
    let text = brief(package, act);
    [always, SystemBlock { text, cache_control: Some(CacheControl::Hour) }].into()
}

/// The language of a campaign, unless that is English.
pub(in crate::dm) fn language(package: &CampaignPackage) -> Option<LanguageTag> {
    known_language(&package.language).filter(|language| !language.is_english())
}

fn brief(package: &CampaignPackage, act: &CampaignAct) -> String {
    let mut text = PLAYING.trim_end().to_owned();
    if package.setting.checks == Checks::TwoDice {
        text.push_str(TWO_DICE);
    }
    text.push_str("\n\n[campaign]\n");
    material(&mut text, package, act);
    text.push_str("[/campaign]");
    text
}

/// The campaign's own text, escaped line by line, so that it cannot imitate the prompt's structure.
fn material(text: &mut String, package: &CampaignPackage, act: &CampaignAct) {
    let mut line = |key: &str, parts: &[&str]| {
        let parts: Vec<String> = parts.iter().map(|part| plain(part).trim().to_owned()).collect();
        if parts.iter().any(|part| !part.is_empty()) {
            let _ = writeln!(text, "{key}: {}", parts.join(" | "));
        }
    };
    let (premise, setting) = (&package.premise, &package.setting);
    line("title", &[&package.title]);
    line("story", &[&premise.text]);
    line("setting", &[&setting.world, &setting.era, &setting.tone]);
    line("style", &[&premise.style]);
    line("themes", &[&premise.themes.join(", ")]);
    premise.motifs.iter().for_each(|motif| line("comes back from act to act", &[&motif.text]));
    let number = package.acts.iter().position(|other| other.id == act.id).unwrap_or(0) + 1;
    line("act", &[&number.to_string(), &act.title, &act.objective]);
    line("briefing", &[&act.briefing]);
    act.mysteries.iter().for_each(|mystery| line("open question", &[mystery]));
    let titles: Vec<&str> = act.nodes.iter().map(|node| node.title.as_str()).collect();
    line("its scenes, by name alone", &[&titles.join(", ")]);
    for person in people_of(package, act) {
        let traits: Vec<&str> = person.traits.iter().take(MOST_TRAITS).map(String::as_str).collect();
        let stance = person.arc.iter().find(|stance| stance.act == act.id).map_or("", |stance| stance.text.as_str());
        line("person", &[&person.id, &person.name, &person.appearance, &traits.join(", "), stance]);
    }
    let endings: Vec<&str> = package.endings.iter().map(|ending| ending.title.as_str()).collect();
    line("it can end in these ways", &[&endings.join(", ")]);
}

/// Everyone who is in a scene of an act.
pub(super) fn people_of<'p>(
    package: &'p CampaignPackage,
    act: &'p CampaignAct,
) -> impl Iterator<Item = &'p CastMember> {
    let is_there = |id: &String| {
        act.nodes.iter().any(|node| node.people.contains(id) || node.beats.iter().any(|beat| beat.people.contains(id)))
    };
    package.people.iter().filter(move |person| is_there(&person.id))
}
