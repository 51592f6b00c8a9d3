//! Small favours: what people would like to have brought, and what they give for it.

use crate::storyteller::{
    folk::{Errand, Person},
    phrases::talk as said,
    play::Play,
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

/// The errand of somebody here that a telling offered, if the hero is not on it.
pub(super) fn offered(play: &Play<'_>, told: &str) -> Option<Offered> {
    let people = play.world.people(&play.table.location);
    people.iter().find_map(|person| {
        let errand = play.world.errand(person)?;
        let put = told.contains(errand.thing) && told.contains(&in_text(&errand.place)) && told.contains(&person.name);
        let there = same(&play.table.location, &errand.place);
        (put && !there && !is_on(play, &errand)).then(|| Offered { name: person.name.clone(), errand })
    })
}

fn is_on(play: &Play<'_>, errand: &Errand) -> bool {
    play.table.quests.iter().any(|quest| quest.eq_ignore_ascii_case(&errand.quest))
}

/// Whether an errand was done long ago, as far as the table shows.
fn is_done(play: &Play<'_>, person: &Person) -> bool {
    play.happened(&format!("did {} a kindness", person.name))
}

/// Somebody says what they would like to have; answers whether there is anything.
pub(super) fn ask(play: &mut Play<'_>, person: &Person) -> bool {
    let Some(errand) = play.world.errand(person).filter(|_| !is_done(play, person)) else { return false };
    let there = in_text(&errand.place);
    let slots = [("name", person.name.as_str()), ("thing", errand.thing), ("there", there.as_str())];
    if play.owns(errand.thing) {
        play.say(said::HAS_WHAT_IS_WANTED, &slots);
    } else if is_on(play, &errand) {
        play.say(said::ERRAND_REMINDER, &slots);
    } else {
        play.say(said::ERRAND, &slots);
    }
    true
}

/// The hero takes an errand on.
pub(super) fn take_on(play: &mut Play<'_>, offered: &Offered) {
    let Offered { name, errand } = offered;
    let there = in_text(&errand.place);
    play.say(said::ERRAND_TAKEN, &[("name", name), ("thing", errand.thing), ("there", &there)]);
    play.effects.quests_added.push(errand.quest.clone());
    play.table.quests.push(errand.quest.clone());
    let spot = play.world.spot(&errand.place);
    if spot != Spot::Elsewhere && !play.table.places.iter().any(|place| same(place, &errand.place)) {
        play.effects.found_place = Some(errand.place.clone());
    }
    play.effects.note(format!("{} took on an errand: {}", play.hero.name, errand.quest));
}

/// Whether somebody has waited for just this thing; if so it changes hands, and is paid for.
pub(super) fn deliver(play: &mut Play<'_>, thing: &str, person: &Person) -> bool {
    let Some(errand) = play.world.errand(person) else { return false };
    if !errand.thing.eq_ignore_ascii_case(thing) || is_done(play, person) {
        return false;
    }
    play.lose(thing);
    play.effects.copper += FEE;
    play.effects.xp += 25;
    if is_on(play, &errand) {
        play.effects.quests_completed.push(errand.quest.clone());
        play.table.quests.retain(|quest| !quest.eq_ignore_ascii_case(&errand.quest));
    }
    play.say(said::ERRAND_DONE, &[("name", &person.name), ("thing", errand.thing)]);
    moods::mark(play, format!("{} did {} a kindness and brought the {}", play.hero.name, person.name, errand.thing));
    true
}

/// What somebody here is waiting for and the hero has, on an errand that was taken on.
pub(super) fn due(play: &Play<'_>, person: &Person) -> Option<&'static str> {
    let errand = play.world.errand(person)?;
    (is_on(play, &errand) && play.owns(errand.thing)).then_some(errand.thing)
}
