//! After the end of a campaign: the story doesn't go on. One may look back, take stock, rest, and talk a little.

use crate::{
    intent::{self, Act, Deed, is_question},
    play::{Play, Step, best_named},
    prose::sentences,
};

use super::{aside, block::Script, line, lines};

/// Deeds of one turn that are answered.
const MOST_DEEDS: usize = 2;
/// What is offered once the campaign is over.
pub(super) const ANOTHER_STORY: &str = "begin another story";

/// Plays a turn of a table whose campaign is over.
pub(super) fn play(play: &mut Play<'_>, script: &Script) -> Step {
    let spells: Vec<String> = play.hero.cantrips.iter().chain(&play.hero.spells).cloned().collect();
    for deed in
        play.allowed.clone().unwrap_or_else(|| intent::understand(play.words(), &spells)).into_iter().take(MOST_DEEDS)
    {
        play.prose.paragraph();
        answer(play, script, &deed)?;
    }
    play.prose.paragraph();
    match (0..2).any(|n_back| play.offered(n_back).contains(&ANOTHER_STORY)) {
        true => drop(play.add(lines::IT_IS_OVER, &[("title", &script.title)])),
        false => {
            play.offer(&[ANOTHER_STORY.to_owned()]);
            line(play, lines::AFTER_OFFERS, &[("title", &script.title)]);
        }
    }
    if play.prose.text().is_empty() {
        line(play, lines::IT_IS_OVER, &[("title", &script.title)]);
    }
    Ok(())
}

fn answer(play: &mut Play<'_>, script: &Script, deed: &Deed) -> Step {
    let owned = play.in_pack(&deed.object).is_some();
    match deed.act {
        Act::Inventory
        | Act::Spells
        | Act::Status
        | Act::Time
        | Act::Rules
        | Act::Ability
        | Act::Rest
        | Act::Tend
        | Act::Sleep
        | Act::Boast
        | Act::Foreign
        | Act::Gesture
        | Act::Settle
        | Act::Rise => return aside::aside(play, script, deed),
        Act::Drop | Act::Use | Act::Eat | Act::Drink | Act::Light | Act::PutOut | Act::Read if owned => {
            return aside::aside(play, script, deed);
        }
        Act::Recall | Act::Wonder => return aside::recall(play, script, &deed.object),
        // Offers come at the end of the turn.
        Act::Help | Act::Meta => {}
        Act::Look | Act::Where | Act::Search | Act::Listen | Act::Ways => look(play, deed),
        Act::Who | Act::Talk | Act::Persuade | Act::Insult | Act::Give | Act::Accept | Act::Refuse => talk(play, deed),
        Act::Go | Act::Leave | Act::Flee | Act::Sneak | Act::Climb => play.say(lines::WALKS_ABOUT, &[]),
        Act::Attack | Act::Cast | Act::Force | Act::Steal | Act::Stunt => play.say(lines::NOTHING_TO_FIGHT_FOR, &[]),
        Act::Wait => play.say(lines::TIME_GOES_BY, &[]),
        _ if is_question(&deed.words) => play.say(lines::NOBODY_WILL_KNOW, &[]),
        _ => play.say(lines::COMES_TO_NOTHING_NOW, &[]),
    }
    Ok(())
}

/// The place as the story left it.
fn look(play: &mut Play<'_>, deed: &Deed) {
    let scene = play.table.scene.clone();
    let seen: Vec<String> = sentences(&scene).into_iter().filter(|it| !it.contains('“')).take(2).collect();
    match deed.object.is_empty() && !seen.is_empty() {
        true => line(play, lines::AS_IT_WAS_LEFT, &[("scene", &seen.join(" "))]),
        false => play.say(lines::LOOKS_ITS_LAST, &[]),
    }
}

/// Talk that leads nowhere, and needs to lead nowhere.
fn talk(play: &mut Play<'_>, deed: &Deed) {
    let named = format!("{} {}", deed.object, deed.other);
    let met: Vec<&str> = play.table.met.iter().map(String::as_str).collect();
    match best_named(named.trim(), &met).map(|i| play.world.written(met[i])) {
        Some(name) => play.say(lines::TALKS_IT_OVER, &[("name", &name)]),
        None => play.say(lines::TALKS_TO_THE_AIR, &[]),
    }
}
