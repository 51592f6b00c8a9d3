//! Rest, sleep and waiting.

use serde_json::{Value, json};

use crate::{
    foes,
    hours::DayPart,
    phrases::lines,
    play::{Outcome, Play, Step},
    prose::{a, capitalised},
    turn::recovery,
};

/// A rest: a night's where the words say so, else as long as they say, and at least an hour.
pub(super) fn rest(play: &mut Play<'_>, words: &str) -> Step {
    let minutes = minutes_meant(words).unwrap_or(HOUR).max(HOUR);
    if hour_meant(words).is_some() || minutes >= NIGHT || words.split(' ').any(|word| word == "night") {
        return sleep(play, words);
    }
    if play.table.foes().next().is_some() {
        play.say(lines::NO_REST, &[]);
        return Ok(());
    }
    let before = play.hero.hp;
    rest_for(play, minutes)?;
    let stock = match (before < play.hero.max_hp, play.hero.hp > before) {
        (false, _) => lines::RESTS_WHOLE,
        (true, true) => lines::RESTS,
        (true, false) => lines::RESTS_IN_VAIN,
    };
    play.say(stock, &[]);
    Ok(())
}

/// Some hours in which the hero has a short rest.
fn rest_for(play: &mut Play<'_>, minutes: u32) -> Step {
    let rested = minutes >= HOUR && rest_by_rules(play, "short", hit_dice_to_spend(play))?;
    play.effects.minutes += minutes - if rested { HOUR } else { 0 };
    Ok(())
}

/// Lets the rules rest the hero, which takes its time; whether they allowed it. The others of the party rest meanwhile, and spend no
/// hit dice unasked.
fn rest_by_rules(play: &mut Play<'_>, kind: &str, hit_dice: u32) -> Step<bool> {
    // A hero who came to must be up before the rest.
    let mut calls: Vec<(&'static str, Value)> = recovery(play).into_iter().collect();
    let rests = |hero: &str, hit_dice: u32| json!({"type": "rest", "character": hero, "rest_type": kind, "hit_dice_spent": hit_dice});
    let others = play.table.heroes.iter().filter(|other| other.id != play.hero.id && other.hp > 0 && !other.dead);
    let commands: Vec<Value> =
        std::iter::once(rests(&play.hero.id, hit_dice)).chain(others.map(|other| rests(&other.id, 0))).collect();
    calls.push(("apply_state_commands", json!({ "commands": commands })));
    let answer = play.ask(calls)?.pop().flatten().unwrap_or_default().json();
    let result = &answer["results"][0];
    if result["success"] != true {
        return Ok(false);
    }
    play.rested += if kind == "long" { NIGHT } else { HOUR };
    if let Some(hp) = result["details"]["hp"].as_i64().and_then(|hp| i32::try_from(hp).ok()) {
        play.hero.hp = hp;
    }
    Ok(true)
}

/// The hit dice that wounds call for, as far as there are any.
fn hit_dice_to_spend(play: &Play<'_>) -> u32 {
    let each = (MEAN_HIT_DIE + play.hero.modifier("con")).max(1);
    let needed = (play.hero.max_hp - play.hero.hp).max(0).unsigned_abs().div_ceil(each.unsigned_abs());
    needed.min(play.hero.hit_dice())
}

/// The hour a night ends at.
const DAWN: u32 = 6;
/// A long and a short rest by the rules, in minutes.
const NIGHT: u32 = 480;
const HOUR: u32 = 60;
/// What a hit die shows on average, whatever the class.
const MEAN_HIT_DIE: i32 = 5;

/// What hours are called, the longer names first, and which they are.
const HOURS: [(&str, u32); 16] = [
    ("midnight", 0),
    ("tonight", 21),
    ("nightfall", 21),
    ("night", 21),
    ("dark", 21),
    ("evening", 18),
    ("sundown", 18),
    ("sunset", 18),
    ("dusk", 18),
    ("afternoon", 15),
    ("midday", 12),
    ("noon", 12),
    ("morning", DAWN),
    ("sunrise", DAWN),
    ("dawn", DAWN),
    ("tomorrow", DAWN),
];

/// The hour up to which someone means to sleep or wait: “until night”, “till dawn”, “till 3 o'clock” is none. Who rests
/// for the night means its end.
fn hour_meant(words: &str) -> Option<u32> {
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let until = words.iter().position(|word| ["until", "till", "til", "untill", "before", "by"].contains(word));
    match until {
        Some(at) => {
            words[at..].iter().find_map(|word| HOURS.iter().find(|(name, _)| name == word)).map(|(_, hour)| *hour)
        }
        None if words.contains(&"for") && words.contains(&"morning") => Some(DAWN),
        None => None,
    }
}

/// The minutes someone names: “for two hours”, “half an hour”, “10 minutes”.
fn minutes_meant(words: &str) -> Option<u32> {
    const NUMBERS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let unit = words.iter().position(|word| word.starts_with("hour") || word.starts_with("minute"))?;
    let worth = if words[unit].starts_with("hour") { 60 } else { 1 };
    let before = &words[..unit];
    let spelled = |word: &&str| NUMBERS.iter().position(|known| known == word).and_then(|n| u32::try_from(n).ok());
    let n = before.iter().rev().find_map(|word| word.parse::<u32>().ok().or_else(|| spelled(word)));
    let half = before.contains(&"half");
    Some(n.map_or(if half { worth / 2 } else { worth }, |n| n.saturating_mul(worth)).clamp(1, 24 * 60))
}

/// The minutes from `now`, in minutes since midnight, to the next time it is `hour`; a whole day where it is just that.
fn minutes_until(now: u32, hour: u32) -> u32 {
    (hour * 60 + 24 * 60 - now % (24 * 60) - 1) % (24 * 60) + 1
}

/// How long someone sleeps who lies down now: up to the hour or as long as they say; else until the next dawn, or eight
/// hours where that is too soon to be rested, and by day.
fn minutes_of_sleep(now: u32, words: &str) -> u32 {
    let to_dawn = minutes_until(now, DAWN);
    let by_day = (DAWN * 60..14 * 60).contains(&now);
    let night = ["night", "morning", "dawn", "tomorrow"].iter().any(|word| words.contains(word));
    match (hour_meant(words), minutes_meant(words)) {
        (Some(DAWN), _) if to_dawn < NIGHT / 2 => NIGHT,
        (Some(hour), _) => minutes_until(now, hour),
        (None, Some(minutes)) => minutes,
        _ if to_dawn < NIGHT / 2 || (by_day && !night) => NIGHT,
        _ => to_dawn,
    }
}

/// A night's sleep; in the wild it may be interrupted.
pub(super) fn sleep(play: &mut Play<'_>, words: &str) -> Step {
    if play.table.foes().next().is_some() {
        play.say(lines::NO_REST, &[]);
        return Ok(());
    }
    let here = play.table.location.clone();
    let minutes = minutes_of_sleep(play.minute_of_day(), words);
    // What comes in the night of a campaign is the campaign's.
    let scripted = play.world.cast.is_some();
    let wild = !scripted && play.world.people(&here).is_empty() && !super::chief_fallen(play);
    let night = match wild {
        true => play.roll("1d20", Some(8), &format!("A quiet night at {}", play.here()))?.against(8),
        false => Outcome::Success,
    };
    if night == Outcome::Near && minutes >= NIGHT {
        rest_for(play, minutes)?;
        play.say(lines::BROKEN_SLEEP, &[]);
        play.effects.note(format!("{} slept badly at {}", play.hero.name, play.here()));
        return Ok(());
    }
    if night == Outcome::Failure {
        let (foe, kind) = super::moving::wild_foe(play);
        rest_for(play, minutes / 2)?;
        play.say(lines::WOKEN, &[("foe", &foe)]);
        let slug = foes::strongest(foes::ilk(kind), foes::might(&play.table) * 3 / 5).0;
        play.effects.enter((&foe, slug), 1);
        let when = match DayPart::of_minute(play.minute_of_day()).is_dark() {
            true => "in the night".to_owned(),
            false => format!("while {} slept", play.hero.name),
        };
        play.effects.scene = Some(format!("{} has come {when}.", capitalised(&a(&foe))));
        return Ok(());
    }
    if minutes < NIGHT {
        // Less than a night is a rest, however sound.
        rest_for(play, minutes)?;
        play.say(lines::NAPS, &[]);
        play.add(lines::HOUR, &[]);
        return Ok(());
    }
    let now = [play.table.day, play.table.hour, play.table.minute];
    // One long rest in a day: anyone who lies down too soon lies awake until the next one counts, if the sleep is long enough.
    let awake = play.hero.minutes_to_long_rest(now);
    let is_long_enough = minutes >= awake + NIGHT;
    if awake > 0 && is_long_enough {
        play.ask(vec![("update_game_state", json!({"minutes_passed": awake}))])?;
        play.rested += awake;
    }
    if !is_long_enough || !rest_by_rules(play, "long", 0)? {
        let minutes = if is_long_enough { minutes - awake } else { minutes };
        rest_for(play, minutes)?;
        play.say(lines::SLEPT_ALREADY, &[]);
        play.add(lines::HOUR, &[]);
        return Ok(());
    }
    play.effects.minutes += minutes - awake - NIGHT;
    // The night has given back what was lost earlier in the turn.
    play.effects.hp = 0;
    play.effects.slots_used.clear();
    play.hero.slots.iter_mut().for_each(|slot| slot.left = slot.max);
    let wakes = play.minute_of_day() / 60;
    play.say(if (DAWN..12).contains(&wakes) { lines::SLEEPS } else { lines::SLEEPS_BY_DAY }, &[]);
    play.add(lines::DREAMS, &[]);
    play.effects.note(format!("{} slept at {}", play.hero.name, play.here()));
    Ok(())
}

/// Says that dusk, night, morning or day has come, in the turn in which it does.
pub(crate) fn turn_of_day(play: &mut Play<'_>) {
    let before = DayPart::of_hour(play.table.hour).fact();
    let now = DayPart::of_minute(play.minute_of_day()).fact();
    if before != now && play.minutes_gone() > 0 {
        let stock = match now {
            "morning" => lines::MORNING_COMES,
            "day" => lines::DAY_COMES,
            "evening" => lines::DUSK_COMES,
            _ => lines::NIGHT_COMES,
        };
        play.prose.paragraph();
        play.add(stock, &[]);
    }
}

/// Lets time go by: as long as is said, or a little while.
pub(super) fn wait(play: &mut Play<'_>, words: &str) {
    let now = play.minute_of_day();
    let bare = || HOURS.iter().find(|(name, _)| words.split(' ').any(|word| word == *name)).map(|(_, hour)| *hour);
    let until = hour_meant(words).or_else(bare).map(|hour| minutes_until(now, hour));
    let minutes = until.or_else(|| minutes_meant(words)).unwrap_or(20);
    play.effects.minutes += minutes;
    if minutes > 60 {
        play.say(lines::WAITS_LONG, &[]);
        play.add(lines::HOUR, &[]);
        return;
    }
    play.say(lines::WAITS, &[]);
    play.add(lines::SMALL_SOUNDS, &[]);
}

#[cfg(test)]
mod tests {
    use super::minutes_of_sleep;

    #[test]
    fn a_sleep_until_an_hour_ends_at_that_hour() {
        let hours = [
            ("sleep until morning", 6),
            ("rest until dawn", 6),
            ("sleep until night", 21),
            ("sleep till nightfall", 21),
            ("sleep until dusk", 18),
            ("rest until evening", 18),
            ("sleep until noon", 12),
            ("sleep until midnight", 0),
        ];
        for (words, hour) in hours {
            for now in [8 * 60, 13 * 60 + 20, 19 * 60, 22 * 60 + 5] {
                let minutes = minutes_of_sleep(now, words);
                assert_eq!((now + minutes) % (24 * 60), hour * 60, "{words} at {now}");
                assert!(minutes <= 24 * 60, "{words} at {now}");
            }
        }
    }

    #[test]
    fn a_sleep_without_an_end_is_a_night_or_eight_hours() {
        assert_eq!(minutes_of_sleep(8 * 60, "sleep"), 480, "a nap by day is no day in bed");
        assert_eq!(minutes_of_sleep(19 * 60, "sleep"), 11 * 60);
        assert_eq!(minutes_of_sleep(8 * 60, "rest for the night"), 22 * 60);
        assert_eq!(minutes_of_sleep(4 * 60, "sleep until morning"), 480, "two hours are no night");
        assert_eq!(minutes_of_sleep(9 * 60, "sleep for two hours"), 120);
        assert_eq!(minutes_of_sleep(9 * 60, "sleep for half an hour"), 30);
    }
}
