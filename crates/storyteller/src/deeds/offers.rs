//! Offers to a player, and the meaning of a bare yes or no.

use game::story_fact::StoryFact;

use crate::words::intent::answers::AGREES;

use crate::{
    chance::{Chance, hash_all},
    folk::Person,
    intent::{self, Act, Deed},
    phrases::{answers, lines, talk as said},
    play::{Play, Step},
    prose::{either, plainly, the},
    stakes::Stake,
    world::{Spot, in_text},
};

use super::{chief_fallen, favours, fighting, lead, shapes, talking, topics};

/// Two or three things that can be done here.
pub(super) fn offers(play: &Play<'_>) -> Vec<String> {
    let here = play.table.location.clone();
    let turn = play.reading.told.len().to_string();
    let mut chance = Chance::new(hash_all(&[&here, &turn]));
    if let Some(foe) = play.table.foes().next() {
        let foe = the(&foe.name);
        let more = ["talk it down", "try to slip away", "hide and strike from the dark", "shove it off its feet"];
        let second = more[chance.below(more.len())];
        return vec![format!("attack {foe}"), second.to_owned(), "flee".to_owned()];
    }
    if let Some(ways) = shapes::ways_with(play) {
        return ways;
    }
    let people = play.world.people(&here);
    if let Some(giver) = people.iter().find(|person| person.role == "quest_giver")
        && play.on_quest()
        && play.owns(play.world.adventure.prize)
    {
        let hand_over = format!("give {} the {}", giver.name, play.world.adventure.prize);
        return vec![hand_over, "ask for news first".to_owned()];
    }
    let (mut all, keeps) = first_offers(play, &people, &mut chance);
    all.extend(offers_of_the_place(play, &mut chance));
    // What leads on stays.
    while all.len() > 2 {
        all.remove(keeps + chance.below(all.len() - keeps));
    }
    all.extend(way_offered(play));
    all
}

/// Possible actions with people here, and how much of them leads on: people who wait for an answer come first, and so
/// does anyone who has still to ask.
fn first_offers(play: &Play<'_>, people: &[Person], chance: &mut Chance) -> (Vec<String>, usize) {
    let errand = errand_open(play, people);
    let mut all: Vec<String> = errand.iter().cloned().collect();
    let token = play.world.adventure.token.0;
    let reader = shapes::who_knows(play).filter(|_| play.on_quest() && play.owns(token));
    let reader = reader.and_then(|(who, _)| people.iter().find(|person| person.name == who));
    let here = play.world.spot(&play.table.location);
    let sought = shapes::errand(play) == Some(shapes::Errand::Seek(here)) && play.owns(token);
    if let Some(reader) = reader {
        all.push(format!("show {} the {token}", reader.name));
    } else if sought {
        all.push("search the place".to_owned());
    } else if let Some(person) = people.get(chance.below(people.len())).filter(|_| errand.is_none()) {
        all.push(format!("ask {} for news", person.name));
    }
    (all, usize::from(reader.is_some() || sought || errand.is_some()))
}

/// What is to be done with what is here.
fn offers_of_the_place(play: &Play<'_>, chance: &mut Chance) -> Vec<String> {
    let mut all = Vec::new();
    if fighting::fallen_here(play).is_some() {
        all.push("search the body".to_owned());
    }
    let things = play.visible_things();
    if let Some(thing) = things.get(chance.below(things.len())) {
        all.push(format!("take the {}", plainly(thing)));
    }
    if play.world.spot(&play.table.location) == Spot::Site && play.on_quest() && lead(play) == Spot::Site {
        all.push("search the place".to_owned());
    }
    let features = play.world.features(&play.table.location);
    if let Some((name, _)) = features.get(chance.below(features.len())) {
        all.push(format!("look at the {name}"));
    }
    all
}

/// The suggestion of a way: to the goal if the hero knows the quest, otherwise to the person who gives it.
fn way_offered(play: &Play<'_>) -> Option<String> {
    let here = &play.table.location;
    let goal = match (play.on_quest(), chief_fallen(play)) {
        (true, _) => lead(play),
        (false, true) => Spot::Market,
        (false, false) if play.world.spot(here) != Spot::Home => Spot::Home,
        (false, false) if is_asked(play) => Spot::Site,
        (false, false) => Spot::Market,
    };
    let way = play.world.toward(here, goal).or_else(|| play.world.exits(here).first().cloned());
    way.map(|exit| format!("go {} to {}", exit.way, in_text(&exit.name)))
}

/// What the trouble's own errand asks for here: an answer, or to be heard.
fn errand_open(play: &Play<'_>, people: &[Person]) -> Option<String> {
    let giver = people.iter().find(|person| person.role == "quest_giver")?;
    if play.on_quest() || chief_fallen(play) {
        return None;
    }
    Some(match quest_is_open(play) {
        true => format!("say yes to {}", giver.name),
        false => format!("ask {} about the trouble", giver.name),
    })
}

/// The last offer, if there was one.
enum Offer {
    Quest,
    Errand(favours::Offered),
    /// Things that could be done, as they were listed.
    Listed(Vec<String>),
    Nothing,
}

/// How it is noted that the thread's quest was offered.
pub(super) fn asked_of(play: &Play<'_>) -> String {
    format!("asked {} to {}", play.hero.name, play.world.adventure.quest)
}

/// Whether the thread's quest was offered.
pub(super) fn is_asked(play: &Play<'_>) -> bool {
    play.table.facts.iter().any(|fact| match fact {
        StoryFact::Asked { quest, .. } => quest.eq_ignore_ascii_case(play.world.adventure.quest),
        _ => false,
    })
}

/// Whether the quest is on offer: its giver is here and was not refused. A hero who has just refused may
/// still think better of it; an older no is final.
fn quest_is_open(play: &Play<'_>) -> bool {
    let giver = play.world.people(&play.table.location).iter().any(|person| person.role == "quest_giver");
    let refuses = |asked: &String| intent::understand(asked, &[]).iter().any(|deed| deed.act == Act::Refuse);
    let lately: Vec<bool> = play.reading.asked.iter().rev().take(STILL_OPEN).map(refuses).collect();
    let stands = lately.first() == Some(&false) && lately.contains(&true);
    giver && !play.on_quest() && !stands && is_asked(play)
}

/// The number of turns for which an offer stays open while the person who made it is here.
const STILL_OPEN: usize = 8;

/// What a bare yes or no is about: the newest unanswered question to the hero, by any person.
fn last_offer(play: &Play<'_>) -> Offer {
    let now = offer_at(play, 0);
    // The one thing that could be done is what a yes is about.
    if matches!(&now, Offer::Listed(all) if all.len() == 1) {
        return now;
    }
    let open = quest_is_open(play);
    let acts = |asked: &String| intent::understand(asked, &[]).into_iter().map(|deed| deed.act).collect::<Vec<_>>();
    let asked: Vec<Vec<Act>> = play.reading.asked.iter().rev().take(STILL_OPEN).map(acts).collect();
    // A refusal can be taken back in the next turn; an older one is final.
    let n_no = asked.iter().take_while(|acts| acts.iter().all(|act| *act == Act::Refuse)).count();
    let ends = |acts: &Vec<Act>| acts.iter().any(|act| matches!(act, Act::Refuse | Act::Go | Act::Leave | Act::Flee));
    let last = (n_no..asked.len()).find(|i| ends(&asked[*i])).unwrap_or(asked.len().saturating_sub(1));
    let put = (0..=last).find_map(|i| match offer_at(play, i) {
        offer @ Offer::Errand(_) if i == 0 || i >= n_no => Some(offer),
        offer @ Offer::Quest if open => Some(offer),
        _ => None,
    });
    put.unwrap_or(if open { Offer::Quest } else { now })
}

/// What was put to the hero a number of turns before the last one: of several questions, the last one.
fn offer_at(play: &Play<'_>, n_back: usize) -> Offer {
    let put = play.questions(n_back).into_iter().rev().find_map(|question| match question.about {
        about if about.eq_ignore_ascii_case(play.world.adventure.quest) => Some(Offer::Quest),
        _ => favours::offered(play, question).map(Offer::Errand),
    });
    put.unwrap_or_else(|| match play.offered(n_back).into_iter().map(str::to_owned).collect::<Vec<_>>() {
        all if all.is_empty() => Offer::Nothing,
        all => Offer::Listed(all),
    })
}

/// Says yes, to whatever was offered last.
pub(super) fn accept(play: &mut Play<'_>, deed: &Deed) -> Step {
    let pledges =
        deed.object.is_empty() && deed.words.is_empty() || deed.words == "ok" || AGREES.contains(&deed.words.as_str());
    let offer = last_offer(play);
    if pledges && !play.is_confirmed && !is_open(play, &offer) {
        play.say(lines::NOTHING_WAS_ASKED, &[]);
        return Ok(());
    }
    match offer {
        Offer::Errand(errand) => {
            favours::take_on(play, &errand);
            return Ok(());
        }
        Offer::Listed(all) if pledges => return choose(play, &all),
        Offer::Nothing if pledges => {
            if let Some(person) = asker(play) {
                play.speaks_with.clone_from(&person.name);
                play.say(answers::YES_HEARD, &[("name", &person.name)]);
                return Ok(());
            }
        }
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

/// Whether a bare yes answers something: what the last narration asked or offered, or what was offered before it, if the hero has
/// only looked, asked and talked since.
fn is_open(play: &Play<'_>, offer: &Offer) -> bool {
    let is_offered = |n_back: &usize| matches!(offer_at(play, *n_back), Offer::Quest | Offer::Errand(_));
    match offer {
        Offer::Listed(_) => true,
        Offer::Nothing => asker(play).is_some() || play.table.foes().next().is_some(),
        Offer::Quest | Offer::Errand(_) => {
            let n_back = (0..play.reading.told.len()).find(is_offered);
            n_back.is_some_and(|n_back| !play.reading.asked.iter().rev().take(n_back).any(|asked| acts(play, asked)))
        }
    }
}

/// Whether a message had the hero do something that ends the wait for an answer.
fn acts(play: &Play<'_>, asked: &str) -> bool {
    const ENDS_WAIT: [Act; 12] = [
        Act::Cast,
        Act::Tend,
        Act::Use,
        Act::Eat,
        Act::Drink,
        Act::Give,
        Act::Drop,
        Act::Attack,
        Act::Force,
        Act::Rest,
        Act::Sleep,
        Act::Steal,
    ];
    intent::understand(asked, &play.spells()).iter().any(|deed| ENDS_WAIT.contains(&deed.act))
}

/// The person here whose question ended the last turn.
fn asker(play: &Play<'_>) -> Option<Person> {
    let people = play.world.people(&play.table.location);
    let last = play.questions(0).pop()?;
    people.into_iter().find(|person| person.name.eq_ignore_ascii_case(last.who))
}

/// A yes to things that could be done: the only one is done; of several, one must be chosen.
fn choose(play: &mut Play<'_>, all: &[String]) -> Step {
    match all {
        [one] => {
            let deed = intent::understand(one, &[]).into_iter().next();
            let deed = deed.filter(|deed| !matches!(deed.act, Act::Accept | Act::Refuse));
            deed.map_or(Ok(()), |deed| super::play(play, &deed))
        }
        all => {
            play.offer(all);
            play.say(lines::WHICH_ONE, &[("offers", &either(all))]);
            Ok(())
        }
    }
}

/// The hero gives their word.
fn pledge(play: &mut Play<'_>, name: &str) {
    play.prose.paragraph();
    play.say(said::PLEDGED, &[("name", name)]);
    play.take_quest(Stake::Quest);
    let quest = play.world.adventure.quest;
    let promise = format!("{} promised {name} of {} to {quest}", play.hero.name, play.here());
    play.effects.record(promise);
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
        _ if asker(play).is_some() => {
            let name = asker(play).map(|person| person.name).unwrap_or_default();
            play.say(answers::NO_HEARD, &[("name", &name)]);
        }
        _ => {
            play.say(lines::NO_TO_NOTHING, &[]);
            super::odd::help_out(play);
        }
    }
}
