//! Hints for a stuck player: only what is possible here, worded differently each time.

use crate::words::script::hints::WHITHER;
use crate::{play::Play, prose::the};

use super::{block::Script, deeds, line, lines};

/// Most things that are offered at once.
const MOST: usize = 3;
/// Turns for which an offer can be chosen by its number.
const STILL_LISTED: usize = 3;

/// Says what can be done here.
pub(super) fn hint(play: &mut Play<'_>, script: &Script) {
    if !script.is_played() {
        return;
    }
    if let Some(goal) = script.beat.as_ref().map(|beat| beat.objective.clone()).filter(|goal| !goal.is_empty()) {
        line(play, lines::GOAL, &[("goal", &goal)]);
        play.prose.paragraph();
    } else if !script.goal.is_empty() {
        line(play, lines::GREAT_GOAL, &[("goal", &script.goal)]);
        play.prose.paragraph();
    }
    let all = offers(play, script);
    number(play, &all);
}

/// Leads anyone who has strayed back, gently.
pub(super) fn nudge(play: &mut Play<'_>, script: &Script) {
    let all = offers(play, script);
    if !all.is_empty() {
        play.say(lines::COMES_BACK, &[]);
        number(play, &all);
    }
}

/// What the free engine says where it would offer something to do; once it is all over, nothing.
pub(crate) fn help_out(play: &mut Play<'_>) -> bool {
    let reading = play.reading;
    let Some(script) = reading.script.as_ref() else { return false };
    if !script.is_played() {
        return true;
    }
    let all = offers(play, script);
    number(play, &all);
    true
}

/// Two or three things to do: what the campaign offers first, then what was not examined, who was not talked to, and ways.
fn offers(play: &Play<'_>, script: &Script) -> Vec<String> {
    let said = |name: &str| {
        let name = name.trim_start_matches("the ").to_lowercase();
        play.reading.asked.iter().any(|asked| asked.to_lowercase().contains(&name))
    };
    let mut all: Vec<String> = script.offers.clone();
    let fresh =
        deeds::distinct(script).into_iter().filter(|it| !said(&it.name) && !it.also.iter().any(|word| said(word)));
    let looks: Vec<String> = fresh.map(|thing| format!("look at {}", the(&thing.name))).collect();
    let first = |name: &str| name.split(' ').next().unwrap_or_default().to_lowercase();
    let talks = script.people.iter().filter(|one| !said(&first(&one.name))).map(|one| format!("talk to {}", one.name));
    let talks: Vec<String> = talks.collect();
    let ways: Vec<String> = script.open_exits().map(|exit| as_deed(&exit.label)).collect();
    let n = play.reading.told.len();
    let turned = |list: &[String]| list.get(n % list.len().max(1)).cloned();
    all.extend(turned(&looks));
    all.extend(turned(&talks));
    all.extend(turned(&ways));
    all.extend(looks.get((n + 1) % looks.len().max(1)).cloned());
    if let Some(beat) = script.beat.as_ref().filter(|beat| !beat.skill.is_empty() && all.len() < 2) {
        all.push(format!("try it, by {}", beat.skill));
    }
    let mut kept: Vec<String> = Vec::new();
    for offer in all {
        if kept.len() < MOST && !kept.contains(&offer) {
            kept.push(offer);
        }
    }
    kept
}

/// Tells offers with their numbers.
pub(super) fn number(play: &mut Play<'_>, offers: &[String]) {
    let all: Vec<String> = offers.iter().enumerate().map(|(i, offer)| format!("({}) {offer}", i + 1)).collect();
    let Some((last, most)) = all.split_last() else { return };
    let list = if most.is_empty() { last.clone() } else { format!("{}, or {last}", most.join(", ")) };
    play.offer(offers);
    line(play, lines::COULD, &[("offers", &list)]);
}

/// What the player chose by its number, of what was offered last.
pub(super) fn chosen(play: &Play<'_>) -> Option<String> {
    play.chosen_of_offered(STILL_LISTED)
}

/// The ways on that are open.
pub(super) fn ways(play: &mut Play<'_>, script: &Script) {
    let all: Vec<String> = script.open_exits().map(|exit| as_deed(&exit.label)).collect();
    match all.split_last() {
        None => play.say(lines::NO_WAYS, &[]),
        Some((one, [])) => line(play, lines::ONE_WAY, &[("way", one)]),
        Some((last, most)) => line(play, lines::WAYS, &[("ways", &format!("{}; or {last}", most.join("; ")))]),
    }
    if let Some(exit) = script.exits.iter().find(|exit| !exit.open) {
        line(play, lines::CLOSED_WAY, &[("way", &as_deed(&exit.label))]);
    }
}

/// The label of an exit as what one does to take it: `In at the door` is `go in at the door`.
pub(super) fn as_deed(label: &str) -> String {
    let mut chars = label.chars();
    let low: String = chars.next().map(|c| c.to_lowercase().collect::<String>()).unwrap_or_default() + chars.as_str();
    let first = low.split([' ', ',']).next().unwrap_or_default();
    match () {
        () if WHITHER.contains(&first) => format!("go {low}"),
        () if crate::intent::find_verb(&low, false).is_some() || ["name", "hang"].contains(&first) => low,
        () => format!("choose this: {label}"),
    }
}
