//! Buying and selling.

use crate::words::intent::questions::MATTERS;
use game::{item_phrase::ItemPhrase, story_fact::StoryFact};

use crate::{
    folk::Person,
    hours::DayPart,
    intent::Deed,
    phrases::{WARES, lines},
    play::{Play, Step, best_match},
    prose::{a, listed, plainly, several, the},
    world::{Spot, in_text},
};

use super::moods::{self, Mood};

fn merchant(play: &Play<'_>) -> Option<Person> {
    play.world.people(&play.table.location).into_iter().find(|person| person.role == "merchant")
}

/// A price in the largest coins.
pub(super) fn price(copper: i64) -> String {
    match copper {
        n if n % 100 == 0 => format!("{} gold", n / 100),
        n if n % 10 == 0 => format!("{} silver", n / 10),
        n => format!("{n} copper"),
    }
}

/// The price a person asks for a thing, by their opinion of the hero.
fn asked(copper: i64, mood: Mood) -> i64 {
    let n = match mood {
        Mood::Warm => copper * 9 / 10,
        Mood::Plain => copper,
        Mood::Cold => copper * 3 / 2,
    };
    if n >= 100 { n / 10 * 10 } else { n.max(1) }
}

/// Whether the stalls are shut for the night; says so if they are.
fn is_shut(play: &mut Play<'_>, person: &Person) -> bool {
    let night = DayPart::of_minute(play.minute_of_day()).is_dark();
    let shut = night && play.world.spot(&play.table.location) == Spot::Market;
    if shut && !std::mem::replace(&mut play.wares_told, true) {
        play.say(lines::STALLS_SHUT, &[("name", &person.name)]);
    }
    shut
}

/// Tells what is for sale.
pub(super) fn show_wares(play: &mut Play<'_>, person: &Person) -> Step {
    if is_shut(play, person) {
        return Ok(());
    }
    let mood = moods::of(play, person);
    let wares = play.world.wares(&play.table.location);
    let names: Vec<String> =
        wares.iter().map(|(name, copper)| format!("{} for {}", a(name), price(asked(*copper, mood)))).collect();
    play.say(lines::WARES, &[("name", &person.name), ("wares", &listed(&names))]);
    Ok(())
}

/// Says what is for sale to anyone who asks for the price of something here; returns whether it was that.
pub(super) fn tells_price(play: &mut Play<'_>, topic: &str) -> Step<bool> {
    const ASKS: [&str; 4] = ["how much for ", "how much is ", "how much are ", "what's the price of "];
    let topic = topic.trim_end_matches(['?', ' ']);
    let what = ASKS.iter().find_map(|start| topic.strip_prefix(start)).and_then(super::looking::noun);
    let what = what.filter(|noun| !MATTERS.contains(&noun.as_str()));
    let Some(person) = what.and_then(|_| merchant(play)) else { return Ok(false) };
    super::talking::greet(play, &person)?;
    show_wares(play, &person)?;
    Ok(true)
}

/// What someone asks for a piece of what their trade is about, in copper.
const OF_A_TRADE: i64 = 5;

/// Someone here whose trade is just this, and what it is: a pie of the pie seller's.
fn of_a_trade(play: &Play<'_>, what: &str) -> Option<(Person, String)> {
    const SELL: [&str; 5] = ["seller", "baker", "monger", "vendor", "dealer"];
    let people = play.world.people(&play.table.location);
    let sells = |person: &Person| {
        let (thing, by) = person.trade.split_once(' ')?;
        let sells = SELL.iter().any(|word| by.starts_with(word));
        let asked = what.split(' ').any(|word| word.trim_end_matches('s') == thing.trim_end_matches('s'));
        (sells && asked).then(|| thing.to_owned())
    };
    people.into_iter().find_map(|person| sells(&person).map(|thing| (person, thing)))
}

/// What a seller asks for a small thing that lies about where they trade, in copper.
const OF_A_SELLER: i64 = 20;

/// Someone here who lives by selling, and a thing that lies here and is asked for: it is theirs to sell.
fn of_what_lies_here(play: &Play<'_>, what: &str) -> Option<(Person, String)> {
    const SELLERS: [&str; 7] = ["merchant", "seller", "dealer", "pedlar", "hawker", "trader", "baker"];
    let people = play.world.people(&play.table.location);
    let sells = |person: &&Person| SELLERS.iter().any(|word| person.trade.contains(word));
    let named = crate::address::first_named(&play.reading.words, &people).and_then(|i| people.get(i));
    let person = named.filter(sells).or_else(|| people.iter().find(sells))?.clone();
    let visible = play.visible_things();
    let names: Vec<&str> = visible.iter().map(String::as_str).collect();
    let thing = best_match(ItemPhrase::read(what).name, &names).map(|i| names[i].to_owned())?;
    (person.role != "merchant").then_some((person, thing))
}

/// Buys something.
pub(super) fn buy(play: &mut Play<'_>, what: &str) -> Step {
    if let Some((person, thing)) = of_a_trade(play, what) {
        return buy_small(play, &person, &thing, (OF_A_TRADE, "five copper"), lines::BOUGHT_OF_A_TRADE);
    }
    if let Some((person, thing)) = of_what_lies_here(play, what) {
        return buy_small(play, &person, &thing, (OF_A_SELLER, "two silver"), lines::BUYS);
    }
    let Some(person) = merchant(play) else {
        nobody_sells(play, what);
        return Ok(());
    };
    let mood = super::talking::greet(play, &person)?;
    if is_shut(play, &person) {
        return Ok(());
    }
    let wares = play.world.wares(&play.table.location);
    let names: Vec<&str> = wares.iter().map(|(name, _)| *name).collect();
    let asked_for = ItemPhrase::read(what);
    let Some((thing, copper)) = best_match(asked_for.name, &names).and_then(|i| wares.get(i)).copied() else {
        return not_among_wares(play, &person, what);
    };
    let n = asked_for.count.unwrap_or(1).clamp(1, MAX_BOUGHT);
    let copper = asked(copper, mood) * i64::from(n);
    let cost = price(copper);
    let shown = if n > 1 { several(thing) } else { thing.to_owned() };
    let slots = [("name", person.name.as_str()), ("thing", shown.as_str()), ("price", cost.as_str())];
    if play.pay(copper, thing) {
        for _ in 0..n {
            play.gain(thing);
        }
        play.say(lines::BUYS, &slots);
    } else {
        play.say(lines::TOO_DEAR, &slots);
    }
    Ok(())
}

/// Buys something of little worth from someone who is no merchant, at a price in copper and in words.
fn buy_small(
    play: &mut Play<'_>,
    person: &Person,
    thing: &str,
    (copper, price): (i64, &str),
    bought: &'static [&'static str],
) -> Step {
    super::talking::greet(play, person)?;
    let shown = plainly(thing);
    let slots = [("thing", shown.as_str()), ("name", person.name.as_str()), ("price", price)];
    if play.pay(copper, thing) {
        play.gain(thing);
        play.say(bought, &slots);
    } else {
        play.say(lines::TOO_DEAR, &slots);
    }
    Ok(())
}

/// Says that no one here sells anything, and who does.
fn nobody_sells(play: &mut Play<'_>, what: &str) {
    let there = in_text(play.world.name(Spot::Market));
    let named = play.reading.words.clone();
    let somebody = super::talking::whom(play, &named).filter(|_| play.table.foes().next().is_none());
    match (super::looking::noun(what), somebody) {
        (Some(noun), Some(person)) => {
            play.say(lines::NOT_SOLD_HERE, &[("thing", &noun), ("there", &there), ("name", &person.name)]);
        }
        _ => {
            play.say(lines::NO_MERCHANT, &[]);
            play.say(lines::MERCHANT_ELSEWHERE, &[("there", &there)]);
        }
    }
}

/// Says that something is not for sale, and what is.
fn not_among_wares(play: &mut Play<'_>, person: &Person, what: &str) -> Step {
    if !["", "something", "anything", "stuff", "wares", "supplies", "goods"].contains(&what) {
        match super::looking::noun(ItemPhrase::read(what).name) {
            Some(noun) => play.say(lines::NOT_SOLD, &[("name", &person.name), ("thing", &noun)]),
            None => play.say(lines::NOT_FOR_SALE, &[("name", &person.name)]),
        }
    }
    // Goods for sale are listed once a turn.
    if std::mem::replace(&mut play.wares_told, true) {
        return Ok(());
    }
    show_wares(play, person)
}

/// How many of a thing someone buys at once at the most.
const MAX_BOUGHT: u32 = 20;

/// Sells something.
pub(super) fn sell(play: &mut Play<'_>, what: &str) {
    if play.in_pack(what).is_none() && super::lore::meddle(play, what) {
        return;
    }
    let Some(person) = merchant(play) else {
        match play.in_pack(what).map(|thing| plainly(&thing)) {
            Some(thing) => play.say(lines::NO_MERCHANT_FOR, &[("thing", &thing)]),
            None => play.say(lines::NO_MERCHANT, &[]),
        }
        play.say(lines::MERCHANT_ELSEWHERE, &[("there", &in_text(play.world.name(Spot::Market)))]);
        return;
    };
    super::talking::meet(play, &person);
    if is_shut(play, &person) {
        return;
    }
    let Some(thing) = play.in_pack(what) else {
        super::things::missing(play, what);
        return;
    };
    let shown = plainly(&thing);
    if thing.eq_ignore_ascii_case(play.world.adventure.prize) {
        play.say(lines::WONT_BUY, &[("name", &person.name), ("thing", &shown)]);
        return;
    }
    let worth = WARES.iter().find(|(name, _)| name.eq_ignore_ascii_case(&shown)).map_or(20, |(_, copper)| copper / 2);
    let worth = worth.max(1);
    play.lose(&thing);
    play.effects.copper += worth;
    play.hero.copper += worth;
    play.say(lines::SELLS, &[("name", &person.name), ("thing", &shown), ("price", &price(worth))]);
}

/// Hands coins over.
pub(super) fn pay(play: &mut Play<'_>, deed: &Deed) {
    let words = format!("{} {}", deed.object, deed.other);
    if let Some(foe) = play.foe() {
        play.say(lines::FOE_WANTS_NONE, &[("thing", "money"), ("foe", &the(&foe.name))]);
        return;
    }
    let Some(person) = super::talking::whom(play, &words) else {
        play.say(lines::NOBODY_TO_GIVE, &[("thing", "coin")]);
        return;
    };
    // "Her" is only in the player's words.
    let surely = super::talking::surely_whom(play, &format!("{words} {}", deed.words));
    let Some(person) = surely.or(Some(person).filter(|_| play.is_confirmed)) else {
        let names: Vec<String> = play.world.people(&play.table.location).into_iter().map(|p| p.name).collect();
        play.ask_openly(lines::WHOM_TO_GIVE, &[("thing", "money"), ("names", &listed(&names))]);
        return;
    };
    let copper = offered(&words, play.hero.copper);
    let sum = price(copper);
    let slots = [("name", person.name.as_str()), ("price", sum.as_str())];
    if play.pay(copper, "") {
        play.say(lines::PAYS, &slots);
        let gift = StoryFact::Gift { whom: person.name.clone() };
        moods::mark(play, format!("{} gave {} a gift of {sum}", play.hero.name, person.name), gift);
    } else {
        play.say(lines::CANNOT_PAY, &slots);
    }
}

/// The coins someone names, in copper: numbers as digits or words, each with the coin behind it, gold where none is
/// named; one coin at least. “All” is what is in the purse.
pub(super) fn offered(words: &str, purse: i64) -> i64 {
    const NUMBERS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let worth = |coin: &str| match coin {
        "gold" | "gp" => Some(100),
        "silver" | "sp" => Some(10),
        "copper" | "cp" => Some(1),
        _ => None,
    };
    let (mut sum, mut n, mut is_counted): (i64, Option<i64>, bool) = (0, None, false);
    for word in words.split(' ') {
        let digits = word.chars().take_while(|c| c.is_ascii_digit() || *c == ',').count();
        let (number, rest) = word.split_at(digits);
        let number: String = number.chars().filter(char::is_ascii_digit).take(6).collect();
        let spelled = NUMBERS.iter().position(|known| *known == word).and_then(|n| i64::try_from(n).ok());
        let here = number.parse().ok().or(spelled);
        is_counted |= here.is_some();
        n = here.or(n);
        let coin = if rest.is_empty() { None } else { worth(rest) };
        if let Some(worth) = coin {
            sum += n.take().unwrap_or(1) * worth;
        }
    }
    let is_all = !is_counted && words.split(' ').any(|word| word == "all") && purse >= 100;
    match (sum, n) {
        _ if is_all => purse / 100 * 100,
        (0, n) => n.unwrap_or(1).max(1) * 100,
        (sum, _) => sum,
    }
}

#[cfg(test)]
mod tests {
    use super::offered;

    #[test]
    fn coins_are_what_their_own_numbers_say() {
        let purse = 1_234;
        let cases = [
            ("marta 5 gold and 3 silver", 530),
            ("3 silver", 30),
            ("two gold marta", 200),
            ("10gp", 1_000),
            ("1,000 gold", 100_000),
            ("a copper", 1),
            ("gold", 100),
            ("7", 700),
            ("all my gold", 1_200),
            ("all", 1_200),
            ("", 100),
            ("0 gold", 100),
        ];
        for (words, copper) in cases {
            assert_eq!(offered(words, purse), copper, "{words}");
        }
    }
}
