//! Small favours: what people ask for, and the reward.

use game::story_fact::StoryFact;

use crate::{
    folk::{Errand, Person},
    old_sentences::ToldErrand,
    phrases::talk as said,
    play::Play,
    put_to_player::OpenQuestion,
    stakes::Stake,
    world::{Spot, in_text, same},
};

use super::moods;

/// What is paid for a favour, in copper.
const FEE: i64 = 500;

/// An errand, and who would have it done.
#[derive(Debug, Clone)]
pub(super) struct Offered {
    pub(super) name: String,
    errand: Errand,
}

/// What someone would like to have done now.
fn errand(play: &Play<'_>, person: &Person) -> Option<Errand> {
    play.world.errand(person, n_done(play, person))
}

/// How often the hero has done something for someone.
fn n_done(play: &Play<'_>, person: &Person) -> usize {
    let is_for = |fact: &&StoryFact| match fact {
        StoryFact::Kindness { whom, .. } => same(whom, &person.name),
        _ => false,
    };
    play.table.facts.iter().filter(is_for).count()
}

/// The errand that a question of a person here was about, if the hero has not taken it.
pub(super) fn offered(play: &Play<'_>, question: OpenQuestion<'_>) -> Option<Offered> {
    let people = play.world.people(&play.table.location);
    let person = people.into_iter().find(|person| same(&person.name, question.who))?;
    let errand = errand(play, &person).filter(|errand| errand.quest.eq_ignore_ascii_case(question.about))?;
    let is_there = same(&play.table.location, &errand.place);
    (!is_there && !is_on(play, &errand)).then_some(Offered { name: person.name, errand })
}

/// What the people here would have the hero do, as it can be told: for sessions from before questions were noted.
pub(crate) fn errands_here(play: &Play<'_>) -> Vec<ToldErrand> {
    let people = play.world.people(&play.table.location);
    let told = |person: Person| {
        let errand = errand(play, &person)?;
        let is_held = errand.to.is_none() && play.owns(errand.thing);
        Some(ToldErrand { place: in_text(&errand.place), thing: errand.thing, quest: errand.quest, is_held, person })
    };
    people.into_iter().filter_map(told).collect()
}

fn is_on(play: &Play<'_>, errand: &Errand) -> bool {
    play.table.quests.iter().any(|quest| quest.eq_ignore_ascii_case(&errand.quest))
}

/// Whether someone waits for what the hero has taken on.
pub(super) fn is_waiting(play: &Play<'_>, person: &Person) -> bool {
    errand(play, person).is_some_and(|errand| is_on(play, &errand))
}

/// Someone says what they would like to have done; returns whether there is anything.
pub(super) fn ask(play: &mut Play<'_>, person: &Person) -> bool {
    let Some(errand) = errand(play, person) else { return false };
    let there = in_text(&errand.place);
    let to = errand.to.clone().unwrap_or_default();
    let slots =
        [("name", person.name.as_str()), ("thing", errand.thing), ("there", there.as_str()), ("other", to.as_str())];
    let stock = match (is_on(play, &errand), play.owns(errand.thing), errand.to.is_some()) {
        (true, _, true) => said::PARCEL_REMINDER,
        (false, _, true) => said::PARCEL,
        (_, true, false) => said::HAS_WHAT_IS_WANTED,
        (true, ..) => said::ERRAND_REMINDER,
        (false, ..) => said::ERRAND,
    };
    play.say(stock, &slots);
    if !is_on(play, &errand) {
        play.waits_for_answer(&person.name, &errand.quest);
    }
    true
}

/// The hero takes an errand on.
pub(super) fn take_on(play: &mut Play<'_>, offered: &Offered) {
    let Offered { name, errand } = offered;
    let person = play.world.people(&play.table.location).into_iter().find(|person| person.name == *name);
    if let Some(person) = person.filter(|_| errand.to.is_none() && play.owns(errand.thing)) {
        deliver(play, errand.thing, &person);
        return;
    }
    let there = in_text(&errand.place);
    let to = errand.to.clone().unwrap_or_default();
    let slots = [("name", name.as_str()), ("thing", errand.thing), ("there", there.as_str()), ("other", to.as_str())];
    if errand.to.is_some() {
        play.gain(errand.thing);
        play.say(said::PARCEL_TAKEN, &slots);
    } else {
        play.say(said::ERRAND_TAKEN, &slots);
    }
    play.stakes(Stake::Quest, "");
    play.effects.quests_added.push(errand.quest.clone());
    play.table.quests.push(errand.quest.clone());
    let spot = play.world.spot(&errand.place);
    if spot != Spot::Elsewhere && !play.table.places.iter().any(|place| same(place, &errand.place)) {
        play.effects.found_place = Some(errand.place.clone());
    }
    play.effects.note(format!("{} took on an errand: {}", play.hero.name, errand.quest));
}

/// Whose errand ends with this thing in these hands, and the errand.
fn ended_by(play: &Play<'_>, thing: &str, hands: &Person) -> Option<(Person, Errand)> {
    let own = errand(play, hands).filter(|errand| errand.to.is_none()).map(|errand| (hands.clone(), errand));
    let sent = || {
        let everybody = play.world.everybody().into_iter().map(|(person, _)| person);
        let mut sent = everybody.filter_map(|person| errand(play, &person).map(|errand| (person, errand)));
        sent.find(|(_, errand)| errand.to.as_deref() == Some(&hands.name) && is_on(play, errand))
    };
    let fits = |(_, errand): &(Person, Errand)| errand.thing.eq_ignore_ascii_case(thing);
    own.filter(fits).or_else(|| sent().filter(fits))
}

/// Whether someone has waited for just this thing; if so it changes hands, and is paid for.
pub(super) fn deliver(play: &mut Play<'_>, thing: &str, person: &Person) -> bool {
    let Some((whose, errand)) = ended_by(play, thing, person) else { return false };
    play.hand_in(thing);
    play.effects.copper += FEE;
    play.effects.xp += 25;
    if is_on(play, &errand) {
        play.effects.quests_completed.push(errand.quest.clone());
        play.table.quests.retain(|quest| !quest.eq_ignore_ascii_case(&errand.quest));
    }
    let slots = [("name", person.name.as_str()), ("thing", errand.thing), ("other", whose.name.as_str())];
    let (stock, verb) = match errand.to {
        Some(_) => (said::PARCEL_DONE, "delivered"),
        None => (said::ERRAND_DONE, "brought"),
    };
    play.say(stock, &slots);
    let kindness = StoryFact::Kindness { whom: whose.name.clone(), thing: errand.thing.to_owned() };
    let event = format!("{} did {} a kindness and {verb} the {}", play.hero.name, whose.name, errand.thing);
    moods::mark(play, event, kindness);
    lead_on(play, person);
    true
}

/// One favour leads to the next: someone is named who needs a hand.
fn lead_on(play: &mut Play<'_>, person: &Person) {
    let others = play.world.everybody().into_iter().filter(|(other, _)| other.name != person.name);
    let wants = |(other, _): &(Person, String)| errand(play, other).is_some_and(|errand| !is_on(play, &errand));
    let Some((other, place)) = others.into_iter().find(wants) else { return };
    let there = in_text(&place);
    let slots = [("name", person.name.as_str()), ("other", other.name.as_str()), ("there", there.as_str())];
    play.prose.paragraph();
    play.add(if same(&place, &play.table.location) { said::LEADS_ON_HERE } else { said::LEADS_ON }, &slots);
}

/// What someone here is waiting for and the hero has, on an errand that was taken on.
pub(super) fn due(play: &Play<'_>, person: &Person) -> Option<&'static str> {
    let own = errand(play, person).filter(|errand| errand.to.is_none());
    let everybody = play.world.everybody().into_iter().map(|(other, _)| other);
    let sent =
        everybody.filter_map(|other| errand(play, &other)).filter(|errand| errand.to.as_ref() == Some(&person.name));
    own.into_iter().chain(sent).find(|errand| is_on(play, errand) && play.owns(errand.thing)).map(|errand| errand.thing)
}
