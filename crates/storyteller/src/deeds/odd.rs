//! All other input: inventory questions, cries for help, boasts, and words that weren't understood.

use crate::words::deeds::odd::BEGINS;
use crate::{
    focus,
    hours::DayPart,
    phrases::lines,
    play::Play,
    prose::{a, either, listed, plainly, several},
    script,
};

use super::{offers::offers, settling::is_light};

/// Looks into the pack, or for one thing in it.
pub(super) fn inventory(play: &mut Play<'_>, what: &str) {
    let named = !what.is_empty()
        && !["gold", "money", "coins", "pack", "bag", "inventory", "backpack", "purse"].contains(&what);
    if named {
        if ["weapon", "weapons", "arms"].contains(&what) && !play.hero.weapons.is_empty() {
            let all: Vec<String> = play.hero.weapons.iter().map(|weapon| a(&weapon.name.to_lowercase())).collect();
            return play.say(lines::HAS_WEAPONS, &[("things", &listed(&all))]);
        }
        let thing = play.in_pack(what);
        let counted = thing.as_ref().and_then(|name| play.hero.pack.iter().find(|(n, other)| other == name && *n > 1));
        if let Some((n, name)) = counted {
            let things = format!("{n} {}", several(&plainly(name)));
            return play.say(lines::HAS_SO_MANY, &[("things", &things)]);
        }
        let thing = thing.map(|thing| plainly(&thing));
        match thing {
            Some(thing) => play.say(lines::HAS_IT, &[("thing", &thing)]),
            None if super::lore::look(play, what) => {}
            None => super::things::missing(play, what),
        }
        return;
    }
    let pack = play.hero.pack.iter().map(|(n, name)| match n {
        1 => a(&plainly(name)),
        n => format!("{n} {}", several(&plainly(name))),
    });
    let pack: Vec<String> = pack.collect();
    let pack = if pack.is_empty() { "nothing but lint".to_owned() } else { listed(&pack) };
    let coin = |n: i64, name: &str| (n > 0).then(|| format!("{n} {name}"));
    let copper = play.hero.copper;
    let coins: Vec<String> =
        [coin(copper / 100, "gold"), coin(copper % 100 / 10, "silver"), coin(copper % 10, "copper")]
            .into_iter()
            .flatten()
            .collect();
    let coins = if coins.is_empty() { "not a single coin".to_owned() } else { listed(&coins) };
    play.say(lines::PACK, &[("pack", &pack), ("coins", &coins)]);
}

/// Goes over the spells the hero knows.
pub(super) fn spells(play: &mut Play<'_>) {
    let cantrips: Vec<String> = play.hero.cantrips.iter().map(|name| name.to_lowercase()).collect();
    let known: Vec<String> = play.hero.spells.iter().map(|name| name.to_lowercase()).collect();
    if cantrips.is_empty() && known.is_empty() {
        play.say(lines::NO_MAGIC, &[]);
        return;
    }
    let left: i64 = play.hero.slots.iter().map(|slot| slot.left).sum();
    let strength = match left {
        0 => "no strength for any before you have slept",
        1 => "strength for one more",
        2 => "strength for two more",
        _ => "strength for several more",
    };
    let (cantrips, known) = (listed(&cantrips), listed(&known));
    match (cantrips.is_empty(), known.is_empty()) {
        (_, true) => play.say(lines::SMALL_MAGIC, &[("cantrips", &cantrips)]),
        (true, _) => play.say(lines::GREAT_MAGIC, &[("spells", &known), ("strength", strength)]),
        _ => play.say(lines::ALL_MAGIC, &[("cantrips", &cantrips), ("spells", &known), ("strength", strength)]),
    }
}

/// How the hero is.
pub(super) fn status(play: &mut Play<'_>) {
    let (hp, max) = (play.hero.hp, play.hero.max_hp.max(1));
    let stock = match hp * 4 / max {
        4.. => lines::FEELS_WHOLE,
        2..=3 => lines::FEELS_SORE,
        1 => lines::FEELS_BAD,
        _ => lines::FEELS_DYING,
    };
    let (hp, max) = (hp.to_string(), max.to_string());
    let ails = play.hero.conditions.iter().map(|name| name.to_lowercase());
    let ails: Vec<String> = ails.filter(|name| !is_light(play, name)).collect();
    let kind = a(play.hero.kind.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' '));
    let words = play.reading.words.to_lowercase();
    let asks = |all: &[&str]| words.split(|c: char| !c.is_alphabetic()).any(|word| all.contains(&word));
    if asks(&["ac", "armor", "armour", "level", "class", "stats", "sheet"]) {
        let (kind, ac) = (a(&play.hero.kind.clone()), play.hero.armor_class.to_string());
        play.say(lines::SHEET, &[("kind", &kind), ("ac", &ac), ("hp", &hp), ("max", &max)]);
    } else {
        play.say(stock, &[("hp", &hp), ("max", &max), ("kind", &kind)]);
    }
    if !ails.is_empty() {
        play.say(lines::ALSO_AILS, &[("ails", &listed(&ails))]);
    }
    if let Some(thing) = super::settling::light(play) {
        play.add(lines::CARRIES_LIGHT, &[("thing", &thing)]);
    }
}

/// What the sky says of the time.
pub(super) fn time(play: &mut Play<'_>) {
    let hour = match DayPart::of_hour(play.table.hour) {
        DayPart::SmallHours | DayPart::Night => lines::TIME_NIGHT,
        DayPart::Morning => lines::TIME_MORNING,
        DayPart::Forenoon => lines::TIME_FORENOON,
        DayPart::Afternoon => lines::TIME_AFTERNOON,
        DayPart::Evening => lines::TIME_EVENING,
    };
    const DAYS: [&str; 11] =
        ["first", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let day = usize::try_from(play.table.day).ok().and_then(|day| DAYS.get(day)).copied().unwrap_or("who knows which");
    play.say(hour, &[("day", day)]);
    play.say(lines::BY_THE_BELLS, &[("hour", &spoken_hour(play.minute_of_day()))]);
}

/// The time as one says it, to the quarter of an hour: `half past eight in the morning`.
fn spoken_hour(minute: u32) -> String {
    const HOURS: [&str; 12] =
        ["twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
    let quarters = (minute + 7) / 15;
    let (hour, quarter) = (quarters / 4 % 24, quarters % 4);
    let name = |hour: u32| usize::try_from(hour % 12).ok().and_then(|i| HOURS.get(i)).copied().unwrap_or("twelve");
    let part = match DayPart::of_hour(hour) {
        DayPart::SmallHours | DayPart::Night => "at night",
        DayPart::Morning | DayPart::Forenoon => "in the morning",
        DayPart::Afternoon => "in the afternoon",
        DayPart::Evening => "in the evening",
    };
    match (hour, quarter) {
        (0, 0) => "midnight".to_owned(),
        (12, 0) => "noon".to_owned(),
        (hour, 0) => format!("{} {part}", name(hour)),
        (hour, 1) => format!("a quarter past {} {part}", name(hour)),
        (hour, 2) => format!("half past {} {part}", name(hour)),
        (hour, _) => format!("a quarter to {} {part}", name(hour + 1)),
    }
}

/// A wish is no fact.
pub(super) fn boast(play: &mut Play<'_>) {
    play.say(lines::BOASTS, &[]);
    play.add(lines::SMALL_SOUNDS, &[]);
    help_out(play);
}

/// Words to the machine reach only the weather.
pub(super) fn speak_to_the_sky(play: &mut Play<'_>) {
    play.say(lines::TO_THE_SKY, &[]);
    help_out(play);
}

/// A tongue no one here has.
pub(super) fn foreign(play: &mut Play<'_>) {
    let people = play.world.people(&play.table.location);
    match people.first().filter(|_| play.table.foes().next().is_none()) {
        Some(person) => play.say(lines::FOREIGN_HEARD, &[("name", &person.name)]),
        None => play.say(lines::FOREIGN_ALONE, &[]),
    }
    play.prose.paragraph();
    play.say(lines::ENGLISH_ONLY, &[]);
    help_out(play);
}

/// Words no one understands.
pub(super) fn puzzle(play: &mut Play<'_>, said: &str) {
    // Whatever it is, it is about something of the trouble.
    let reading = play.reading;
    if super::lore::can_meddle(play, &reading.words) && super::lore::meddle(play, &reading.words) {
        return;
    }
    // A gift of the hero's own is for where it is needed.
    let low = said.to_lowercase();
    let own = play.hero.features.iter().find(|name| name.len() > 3 && low.contains(&name.to_lowercase())).cloned();
    if let Some(feature) = own {
        return play.say(lines::KEPT_FOR_A_FIGHT, &[("feature", &feature.to_lowercase())]);
    }
    if says_something(play) {
        return;
    }
    // Which words it was, where they are few and plain.
    let words = reading.words.trim().trim_end_matches(['.', '!', '?']);
    let plain = words.chars().count() < 48 && words.chars().all(|c| c.is_alphabetic() || " ',-".contains(c));
    match plain && words.chars().any(char::is_alphabetic) {
        true => play.say(lines::NOT_UNDERSTOOD, &[("words", words)]),
        false => play.say(lines::PUZZLED, &[]),
    }
    play.add(lines::SMALL_SOUNDS, &[]);
    help_out(play);
}

/// Words that only say something go to anyone who was spoken with last; returns whether they did.
fn says_something(play: &mut Play<'_>) -> bool {
    let words = crate::intent::plain(&play.reading.words);
    let says = BEGINS.iter().any(|start| words.strip_prefix(start).is_some_and(|rest| rest.starts_with(' ')));
    let spoke = play.reading.told.last().is_some_and(|told| told.contains('“'));
    let name = focus::person(play).filter(|_| says && spoke && play.table.foes().next().is_none());
    let people = play.world.people(&play.table.location);
    let Some(person) = name.and_then(|name| people.into_iter().find(|person| person.name == name)) else {
        return false;
    };
    super::lore::hears(play, &person);
    true
}

/// A moment without other narration.
pub(crate) fn pass_moment(play: &mut Play<'_>) {
    play.say(lines::SMALL_SOUNDS, &[]);
    help_out(play);
}

pub(super) fn help_out(play: &mut Play<'_>) {
    if script::help_out(play) {
        return;
    }
    let offers = offers(play);
    play.offer(&offers);
    play.say(lines::COULD, &[("offers", &either(&offers))]);
}
