//! Buying and selling.

use crate::storyteller::{
    intent::Deed,
    phrases::{crowd::WARES, lines},
    play::{Play, best_match},
    prose::{a, listed},
    world::Person,
};

fn merchant(play: &Play<'_>) -> Option<Person> {
    play.world.people(&play.table.location).into_iter().find(|person| person.role == "merchant")
}

/// A price in the largest coins.
fn price(copper: i64) -> String {
    match copper {
        n if n % 100 == 0 => format!("{} gold", n / 100),
        n if n % 10 == 0 => format!("{} silver", n / 10),
        n => format!("{n} copper"),
    }
}

/// Tells what is for sale.
pub(super) fn show_wares(play: &mut Play<'_>, person: &Person) {
    let wares = play.world.wares(&play.table.location);
    let names: Vec<String> = wares.iter().map(|(name, copper)| format!("{} for {}", a(name), price(*copper))).collect();
    if !play.say(lines::WARES, &[("name", &person.name), ("wares", &listed(&names))]) {
        play.prose.push(&format!("{} counts it off again: {}.", person.name, listed(&names)));
    }
    play.effects.note(format!("{} looked over the wares of {}", play.hero.name, person.name));
}

/// Buys something.
pub(super) fn buy(play: &mut Play<'_>, what: &str) {
    let Some(person) = merchant(play) else {
        play.say(lines::NO_MERCHANT, &[]);
        play.effects.note(format!("{} found nobody to trade with", play.hero.name));
        return;
    };
    super::talking::meet(play, &person);
    let wares = play.world.wares(&play.table.location);
    let names: Vec<&str> = wares.iter().map(|(name, _)| *name).collect();
    let Some((thing, copper)) = best_match(what, &names).and_then(|i| wares.get(i)).copied() else {
        if !what.is_empty() {
            play.say(lines::NOT_FOR_SALE, &[("name", &person.name)]);
        }
        show_wares(play, &person);
        return;
    };
    let cost = price(copper);
    let slots = [("name", person.name.as_str()), ("thing", thing), ("price", cost.as_str())];
    if play.pay(copper) {
        play.gain(thing);
        play.say(lines::BUYS, &slots);
        play.effects.note(format!("{} bought {} for {cost}", play.hero.name, a(thing)));
    } else {
        play.say(lines::TOO_DEAR, &slots);
        play.effects.note(format!("{} could not pay for {}", play.hero.name, a(thing)));
    }
}

/// Sells something.
pub(super) fn sell(play: &mut Play<'_>, what: &str) {
    let Some(person) = merchant(play) else {
        play.say(lines::NO_MERCHANT, &[]);
        play.effects.note(format!("{} found nobody to trade with", play.hero.name));
        return;
    };
    let Some(thing) = play.in_pack(what) else {
        play.say(lines::HAS_NOT, &[("thing", if what.is_empty() { "thing" } else { what })]);
        play.effects.note(format!("{} had nothing of the kind to sell", play.hero.name));
        return;
    };
    if thing.eq_ignore_ascii_case(play.world.adventure.prize) {
        play.say(lines::WONT_BUY, &[("name", &person.name), ("thing", &thing)]);
        return;
    }
    let worth = WARES.iter().find(|(name, _)| name.eq_ignore_ascii_case(&thing)).map_or(20, |(_, copper)| copper / 2);
    let worth = worth.max(1);
    play.lose(&thing);
    play.effects.copper += worth;
    play.say(lines::SELLS, &[("name", &person.name), ("thing", &thing), ("price", &price(worth))]);
    play.effects.note(format!("{} sold the {thing} to {}", play.hero.name, person.name));
}

/// Hands coins over.
pub(super) fn pay(play: &mut Play<'_>, deed: &Deed) {
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let words = format!("{} {}", deed.object, deed.other);
    let Some(person) = best_match(&words, &names).and_then(|i| people.get(i)).or(people.first()) else {
        play.say(lines::NOBODY, &[]);
        return;
    };
    let digits: String = words.chars().filter(char::is_ascii_digit).take(6).collect();
    let n: i64 = digits.parse().unwrap_or(1);
    let worth = if words.contains("copper") || words.contains("cp") {
        1
    } else if words.contains("silver") || words.contains("sp") {
        10
    } else {
        100
    };
    let copper = n.max(1) * worth;
    let sum = price(copper);
    let slots = [("name", person.name.as_str()), ("price", sum.as_str())];
    if play.pay(copper) {
        play.say(lines::PAYS, &slots);
        play.effects.note(format!("{} paid {} {sum}", play.hero.name, person.name));
    } else {
        play.say(lines::CANNOT_PAY, &slots);
        play.effects.note(format!("{} could not pay {}", play.hero.name, person.name));
    }
}
