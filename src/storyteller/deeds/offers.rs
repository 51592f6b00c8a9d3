//! What is offered to a player, and what a bare yes or no means.

use crate::storyteller::{
    chance::{Chance, hash_all},
    intent::{self, Act, Deed},
    phrases::{lines, talk as said},
    play::{Play, Step},
    prose::{plainly, the},
    world::{Spot, in_text},
};

use super::{chief_fallen, favours, fighting, lead, shapes, talking, topics};

/// Two or three things that can be done here, in a sentence.
pub(super) fn offers(play: &Play<'_>) -> String {
    let here = play.table.location.clone();
    let turn = play.reading.told.len().to_string();
    let mut chance = Chance::new(hash_all(&[&here, &turn]));
    if let Some(foe) = play.table.foes().next() {
        let foe = the(&foe.name);
        let more = ["talk it down", "try to slip away", "hide and strike from the dark", "shove it off its feet"];
        let second = more[chance.below(more.len())];
        return format!("attack {foe}, {second}, or flee");
    }
    if let Some(ways) = shapes::ways_with(play) {
        return either(&ways);
    }
    let mut all = Vec::new();
    let people = play.world.people(&here);
    if let Some(giver) = people.iter().find(|person| person.role == "quest_giver")
        && play.on_quest()
        && play.owns(play.world.adventure.prize)
    {
        return format!("give {} the {}, or ask for news first", giver.name, play.world.adventure.prize);
    }
    if let Some(person) = people.get(chance.below(people.len())) {
        let ask = if person.role == "quest_giver" && !play.on_quest() { "about the trouble" } else { "for news" };
        all.push(format!("ask {} {ask}", person.name));
    }
    if fighting::fallen_here(play).is_some() {
        all.push("search the body".to_owned());
    }
    let things = play.visible_things();
    if let Some(thing) = things.get(chance.below(things.len())) {
        all.push(format!("take the {}", plainly(thing)));
    }
    if play.world.spot(&here) == Spot::Site && play.on_quest() && lead(play) == Spot::Site {
        all.push("search the place".to_owned());
    }
    let features = play.world.features(&here);
    if let Some((name, _)) = features.get(chance.below(features.len())) {
        all.push(format!("look at the {name}"));
    }
    while all.len() > 2 {
        all.remove(chance.below(all.len()));
    }
    let goal = if play.on_quest() { lead(play) } else { Spot::Market };
    let way = play.world.toward(&here, goal).or_else(|| play.world.exits(&here).first().cloned());
    if let Some(exit) = way {
        all.push(format!("go {} to {}", exit.way, in_text(&exit.name)));
    }
    either(&all)
}

/// What was offered last, if anything was.
enum Offer {
    Quest,
    Errand(favours::Offered),
    /// Things that could be done, as they were listed.
    Listed(Vec<String>),
    Nothing,
}

/// How it stands among what happened that the thread's quest was offered.
pub(super) fn asked_of(play: &Play<'_>) -> String {
    format!("asked {} to {}", play.hero.name, play.world.adventure.quest)
}

/// Whether the quest is on offer: whoever asked for it is here, and has not been told no. Whoever has just said no may
/// still think better of it; a no of longer ago stands.
fn quest_is_open(play: &Play<'_>) -> bool {
    let giver = play.world.people(&play.table.location).iter().any(|person| person.role == "quest_giver");
    let refuses = |asked: &String| intent::understand(asked, &[]).iter().any(|deed| deed.act == Act::Refuse);
    let lately: Vec<bool> = play.reading.asked.iter().rev().take(STILL_OPEN).map(refuses).collect();
    let stands = lately.first() == Some(&false) && lately.contains(&true);
    giver && !play.on_quest() && !stands && play.happened(&asked_of(play))
}

/// So many turns back an offer is still open, while whoever made it is here.
const STILL_OPEN: usize = 8;

fn last_offer(play: &Play<'_>) -> Offer {
    let now = offer_at(play, 0);
    if matches!(now, Offer::Nothing | Offer::Listed(_)) && quest_is_open(play) {
        // A list that was told after it was asked for is what a bare yes is about.
        return match now {
            Offer::Listed(all) if all.len() == 1 => Offer::Listed(all),
            _ => Offer::Quest,
        };
    }
    if matches!(now, Offer::Quest | Offer::Errand(_)) || matches!(&now, Offer::Listed(all) if all.len() == 1) {
        return now;
    }
    let acts = |asked: &String| intent::understand(asked, &[]).into_iter().map(|deed| deed.act).collect::<Vec<_>>();
    let asked: Vec<Vec<Act>> = play.reading.asked.iter().rev().take(STILL_OPEN).map(acts).collect();
    // Whoever has just said no to somebody may still think better of it; a no of longer ago stands.
    let n_no = asked.iter().take_while(|acts| acts.iter().all(|act| *act == Act::Refuse)).count();
    let ends = |acts: &Vec<Act>| acts.iter().any(|act| matches!(act, Act::Refuse | Act::Go | Act::Leave | Act::Flee));
    let last = (n_no..asked.len()).find(|i| ends(&asked[*i])).unwrap_or(asked.len().saturating_sub(1));
    let before =
        (n_no..=last).map(|i| offer_at(play, i)).find(|offer| matches!(offer, Offer::Quest | Offer::Errand(_)));
    before.unwrap_or(now)
}

/// What the telling so many turns before the last one offered.
fn offer_at(play: &Play<'_>, n_back: usize) -> Offer {
    let Some(told) = play.reading.told.iter().rev().nth(n_back) else { return Offer::Nothing };
    if let Some(errand) = favours::offered(play, told) {
        return Offer::Errand(errand);
    }
    match listed(told) {
        all if all.is_empty() => Offer::Nothing,
        all => Offer::Listed(all),
    }
}

/// How everything begins that `offers` ever offers.
const OFFERED: [&str; 18] = [
    "reason with ",
    "offer ",
    "side with ",
    "refuse ",
    "pay ",
    "attack ",
    "talk it down",
    "try to slip away",
    "hide and ",
    "shove it",
    "flee",
    "give ",
    "ask ",
    "search the ",
    "take the ",
    "look at the ",
    "go ",
    "face ",
];

/// The things a telling said could be done, in its order.
pub(in crate::storyteller) fn listed(told: &str) -> Vec<String> {
    let starts = lines::COULD_STEMS.iter().filter_map(|stem| told.rfind(stem).map(|at| at + stem.len()));
    let Some(list) = starts.max().and_then(|at| told[at..].split(['.', '\n']).next()) else { return Vec::new() };
    let parts = list.split(", ").flat_map(|part| part.split(" or "));
    let parts: Vec<String> = parts.map(|part| part.trim().trim_start_matches("or ").to_owned()).collect();
    // What is no offer of `offers` is only a sentence that begins like one.
    let is_offer = |part: &String| OFFERED.iter().any(|verb| part.starts_with(verb));
    if parts.iter().all(is_offer) { parts } else { Vec::new() }
}

/// Says yes, to whatever was offered last.
pub(super) fn accept(play: &mut Play<'_>, deed: &Deed) -> Step {
    let pledges = deed.object.is_empty() && deed.words.is_empty() || deed.words == "ok";
    match last_offer(play) {
        Offer::Errand(errand) => {
            favours::take_on(play, &errand);
            return Ok(());
        }
        Offer::Listed(all) if pledges => return choose(play, &all),
        _ => {}
    }
    let here = play.table.location.clone();
    let giver = play.world.people(&here).into_iter().find(|person| person.role == "quest_giver");
    let Some(person) = giver.filter(|_| play.table.foes().next().is_none()) else {
        if play.table.foes().next().is_some() || play.world.people(&here).is_empty() {
            play.say(lines::YES_TO_NOBODY, &[]);
            super::odd::help_out(play);
            return Ok(());
        }
        return talking::talk(play, &Deed { act: Act::Talk, other: "work".into(), ..deed.clone() });
    };
    talking::meet(play, &person);
    play.speaks_with.clone_from(&person.name);
    let slots = [("name", person.name.as_str())];
    if play.on_quest() || chief_fallen(play) {
        play.say(said::ALREADY_AGREED, &slots);
        topics::point_the_way(play, &person);
    } else if matches!(last_offer(play), Offer::Quest) {
        pledge(play, &person.name);
        topics::point_the_way(play, &person);
    } else {
        play.say(said::AGREED, &slots);
        play.prose.paragraph();
        play.add(&[play.world.plea().as_str()], &slots);
        pledge(play, &person.name);
        topics::point_the_way(play, &person);
    }
    Ok(())
}

/// A yes to things that could be done: the only one is done; of several, one has to be chosen.
fn choose(play: &mut Play<'_>, all: &[String]) -> Step {
    match all {
        [one] => {
            let deed = intent::understand(one, &[]).into_iter().next();
            let deed = deed.filter(|deed| !matches!(deed.act, Act::Accept | Act::Refuse));
            deed.map_or(Ok(()), |deed| super::play(play, &deed))
        }
        all => {
            play.say(lines::WHICH_ONE, &[("offers", &either(all))]);
            Ok(())
        }
    }
}

/// `one, two or three`.
fn either(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// The hero gives their word.
fn pledge(play: &mut Play<'_>, name: &str) {
    play.prose.paragraph();
    play.say(said::PLEDGED, &[("name", name)]);
    play.take_quest();
    let quest = play.world.adventure.quest;
    let promise = format!("{} promised {name} of {} to {quest}", play.hero.name, play.here());
    play.effects.remember(promise.clone());
    play.effects.note(promise);
}

/// Says no.
pub(super) fn refuse(play: &mut Play<'_>) {
    let offer = last_offer(play);
    let here = play.table.location.clone();
    let people = play.world.people(&here);
    let giver = people.iter().find(|person| person.role == "quest_giver");
    match (offer, giver) {
        (Offer::Quest, Some(giver)) => {
            play.say(said::TURNED_DOWN, &[("name", &giver.name)]);
        }
        (Offer::Errand(errand), _) => play.say(said::ERRAND_DECLINED, &[("name", errand.name.as_str())]),
        _ => {
            play.say(lines::NO_TO_NOTHING, &[]);
            super::odd::help_out(play);
        }
    }
}
